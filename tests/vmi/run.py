#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the kernels of programs.py; TAP on stdout.

    run.py IMAGE.elf COUNT [FIRST] [--all]    (the environment is that of pto_add_script_test)

Each kernel runs under one policy, with --all under eager, lazy and random ones: the bytes of its output have to be those
that numpy computes.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from programs import OUT_BYTES, Program
from tap import Tap

POLICIES = ["eager", "lazy", "random:1"]


def run(image, program, policy, folder):
    (folder / "in.bin").write_bytes(program.input.tobytes())
    (folder / "out.bin").write_bytes(bytes(OUT_BYTES))
    done = subprocess.run(
        [os.environ["PTOMETAL"], "run", image, "--entry", program.name, "--policy", policy, "--vlen", os.environ.get("PTO_VLEN", "512"),
         "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--", "in:in.bin", "inout:out.bin"], cwd=folder, capture_output=True,
        text=True, timeout=60)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    got = np.frombuffer((folder / "out.bin").read_bytes(), np.uint8)
    wrong = np.flatnonzero(got != program.output)
    if wrong.size == 0:
        return ""
    at = wrong[0]
    return f"{wrong.size} wrong bytes, first {at:#x} (UB {at + 32768}): got {got[at:at + 8].tobytes().hex()}, expected " \
           f"{program.output[at:at + 8].tobytes().hex()}"


def main():
    words = [word for word in sys.argv[1:] if word != "--all"]
    image, count, first = os.path.abspath(words[0]), int(words[1]), int(words[2]) if len(words) > 2 else 0
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="vmi-") as name, np.errstate(all="ignore"):
        for seed in range(first, first + count):
            program = Program(seed)
            for policy in POLICIES if "--all" in sys.argv else [POLICIES[seed % 3]]:
                tap.case(f"{program.name}, {policy}", run(image, program, policy, Path(name)))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
