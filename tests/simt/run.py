#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the kernels of programs.py; TAP on stdout.

    run.py IMAGE.elf COUNT [FIRST] [--all]    (the environment is that of pto_add_script_test)

Each kernel runs under one policy, with --all under eager, lazy and random ones: the words of its buffers have to be those
of the interpreter.
"""
import array
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from programs import Program
from tap import Tap

POLICIES = ["eager", "lazy", "random:1"]


def run(image, program, policy, folder):
    buffers = {"in": program.input, "out": [0] * len(program.outputs[0]), "own": program.input, "sums": [0] * 16}
    for name, words in buffers.items():
        (folder / name).write_bytes(array.array("i", words).tobytes())
    done = subprocess.run(
        [os.environ["PTOMETAL"], "run", image, "--entry", program.name, "--policy", policy, "--vlen", os.environ.get("PTO_VLEN", "512"),
         "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--", "in:in", "inout:out", "inout:own", "inout:sums"],
        cwd=folder, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    for name, expected in zip(("out", "own", "sums"), program.outputs):
        got = array.array("i", (folder / name).read_bytes())
        wrong = [at for at, word in enumerate(expected) if got[at] != word]
        if wrong:
            return f"{name}: {len(wrong)} wrong words, first [{wrong[0]}]: got {got[wrong[0]]}, expected {expected[wrong[0]]}"
    return ""


def main():
    words = [word for word in sys.argv[1:] if word != "--all"]
    image, count, first = os.path.abspath(words[0]), int(words[1]), int(words[2]) if len(words) > 2 else 0
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="simt-") as name:
        for seed in range(first, first + count):
            program = Program(seed)
            for policy in POLICIES if "--all" in sys.argv else [POLICIES[seed % 3]]:
                tap.case(f"{program.name}, {policy}", run(image, program, policy, Path(name)))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
