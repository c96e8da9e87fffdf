#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels that call the C library produce the expected text and numbers. Prints TAP.

Usage: run.py IMAGE     (the environment is that of pto_add_script_test)
"""
import array
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from tap import Tap

COUNT = 1000
WANTED = ("libc: 1000 floats of block 0, the first -5.000, the last 4.99\n"
          "0 of 1000 differ, 0\n"
          "refused 1, reused 1, infinite 1, thread-local 43.")


def boot(folder, image, *words):
    return subprocess.run([os.environ["PTOMETAL"], "run", image, "--board", os.environ["PTO_BOARD"], *words, "--", "in:x",
                           f"out:y={4 * COUNT}", str(COUNT)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)


def main():
    image = os.path.abspath(sys.argv[1])
    x = array.array("f", (i / 100 - 5 for i in range(COUNT)))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "x").write_bytes(x.tobytes())
        done = boot(folder, image)
        y = array.array("f", (folder / "y").read_bytes() if done.returncode == 0 else b"")
        blocks = boot(folder, image, "--blocks", "2", "--harts", "2")

    worst = max((abs(a - math.exp(b)) / math.exp(b) for a, b in zip(y, x)), default=1)
    first, *rest = WANTED.rstrip(".").splitlines()    # another block may continue the last line
    counts = [blocks.stdout.count(text) for text in (first + "\n", first.replace("block 0", "block 1") + "\n", *rest)]
    cases = [("text, in full although it ends without a newline", done.stdout == WANTED, done.stdout + done.stderr),
             ("every exp() to 2e-7", len(y) == COUNT and worst < 2e-7, f"{len(y)} values, worst {worst}"),
             ("two harts print whole lines", counts == [1, 1, 2, 2], blocks.stdout)]
    tap = Tap()
    for title, good, text in cases:
        tap.result(good, title, text)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
