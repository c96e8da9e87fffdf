#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal run --time` of images with clocks and without; TAP.

    image.py IMAGE              (add.pto of the examples, TIMED; the environment is that of pto_add_script_test)
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from ptometal.commands import bench  # noqa: E402  (after the path is right)
from tap import Tap  # noqa: E402

ADD = ROOT / "examples" / "add.pto"
CONFIGURATION = ["--vlen", os.environ["PTO_VLEN"], "--cc", os.environ["PTO_CC"]]
ARGS = ["in:x", "in:x", "out:y=4000", "1000"]
CYCLES = "time: 221 cycles"


def drive(folder, *words):
    done = subprocess.run([os.environ["PTOMETAL"], *words], capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stderr


def main(image):
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "x").write_bytes(bytes(4000))
        for name, path in (("of a CMake project", image), ("of a kernel", "add.elf")):
            if path == "add.elf":
                drive(folder, "image", *CONFIGURATION, "--time", str(ADD), "-o", path)
            status, said = drive(folder, "run", path, "--time", *ARGS)
            tap.result(status == 0 and CYCLES in said, f"an image {name}: {CYCLES}", said)
            status, said = drive(folder, "run", path, *ARGS)
            tap.result(status == 0 and "time:" not in said, f"an image {name}, without --time", said)
        drive(folder, "image", *CONFIGURATION, str(ADD), "-o", "plain.elf")
        status, said = drive(folder, "run", "plain.elf", "--time", *ARGS)
        tap.result(status == 2 and "an image without clocks" in said, "an image without clocks", said)
        clocks = {name: len(bench.observers(pathlib.Path(folder, name))) for name in ("add.elf", "plain.elf")}
        tap.result(clocks["add.elf"] > 30 and clocks["plain.elf"] == 0, "no function of the clocks is part of it", f"{clocks}")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
