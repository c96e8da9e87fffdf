#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bench as a test: no form gives another result, no count is more than 5 % above baseline.json, the images pay
nothing for --time and --check, and the emulator's log, which cycles are taken from, tells of the same instructions.

Usage: check.py IMAGE.elf...       (the environment is that of pto_add_script_test; prints TAP)
"""

import os
import pathlib
import sys

from tap import Tap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent.parent / "tools"))

from ptometal import build, qemu  # noqa: E402  (after the path is right)
from ptometal.commands import bench  # noqa: E402
from ptometal.commands.bench import trace  # noqa: E402
from ptometal.common import Stop  # noqa: E402

LOGGED_VLEN = "512"     # the log takes seconds


def of_the_log(image, counts):
    """What is wrong with the log of an image, or nothing."""
    config = build.Config(os.environ["PTO_BOARD"], int(os.environ["PTO_VLEN"]), os.environ["PTO_CC"])
    try:
        ran = trace.run(image, config, "riscv64-unknown-elf-objdump", counts)
    except Stop as stop:
        return stop.message
    return "" if len(ran) > 50 else f"it has {len(ran)} forms of kernels"


def main():
    vlen = os.environ["PTO_VLEN"]
    status, text = bench.run(sys.argv[1:], lambda image: qemu.run(image, int(vlen), 1, timeout=60, icount=True,
                                                                  board=os.environ["PTO_BOARD"]))
    printed = bench.Counts.printed(text)
    counts = printed.flat()
    known = bench.read_baseline().get(os.environ["PTO_CC"], {}).get(vlen, {})
    missing = [name for name in known if name not in counts and not name.startswith(bench.CORE_BYTES)]

    tap = Tap()
    tap.result(status == 0, "every form gives the same result",
               *(line for line in text.splitlines() if not line.startswith("bench ")))
    tap.result(not missing, "no count is missing", *missing)
    observers = [name for image in sys.argv[1:] for name in bench.observers(image)]
    tap.result(not observers, "no image has functions of the clocks of --time or of the checker", *observers)
    for name, count in counts.items():
        if name in known:
            tap.result(count <= known[name] * bench.TOLERANCE,
                       f"{name}: {count} instructions, {known[name]} in the table")
    for (row, form), (count, _) in printed.of.items():
        if form == "cpp":
            in_c = printed.of[row, "c"][0]
            tap.result(count <= in_c * bench.TOLERANCE, f"{row}: {count} instructions in C++, {in_c} in C")
    if vlen == LOGGED_VLEN:
        counted = {key: instructions for key, (instructions, _) in printed.of.items()}
        tap.case("the log has as many instructions", of_the_log(sys.argv[1], counted))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
