#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the kernels that tools/opkernels.py makes of the rows of the op table, which are the examples of docs/isa; TAP.

    run_ops.py IMAGE.elf        (the environment is that of pto_add_script_test)

Each is in the image. At VLEN 512 each is run too and has to end well; elsewhere one is, for time.
"""
import os
import sys
from pathlib import Path

from tap import Tap

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import opkernels  # noqa: E402
import optable  # noqa: E402
from ptometal import qemu  # noqa: E402


def boot(elf, name):
    """The error of running a kernel; empty if there is none."""
    result = qemu.run(elf, int(os.environ["PTO_VLEN"]), 1, ["--entry", name, "--", "0"], timeout=30, cwd=".",
                      board=os.environ["PTO_BOARD"], backend=os.environ["PTO_BACKEND"])
    return "" if result.status == 0 else f"exit status {result.status}\n{result.stdout}{result.stderr}"


def main():
    elf = os.path.abspath(sys.argv[1])
    image = Path(elf).read_bytes()
    names = [name for row in optable.load_ops() for name, _ in opkernels.kernels(row, False)]
    missing = [name for name in names if f"\0pto_kernel_{name}\0".encode() not in image]  # its symbol
    tap = Tap()
    tap.case(f"{len(names)} kernels of the op table are in the image", "\n".join(missing))
    chosen = names if os.environ["PTO_VLEN"] == "512" else ["vadd_f32"]
    for name in chosen:
        tap.case(f"{name} runs", boot(elf, name))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
