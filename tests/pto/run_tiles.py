#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the kernels of tile_programs.py under many schedules; TAP on stdout.

    run_tiles.py IMAGE.elf COUNT      (the environment is that of pto_add_script_test)

Every kernel runs eager, lazy and on four harts, and under random policies whose seeds differ from kernel to kernel; the
first kernel runs under twenty of them. The result has to be that of the statements one after the other.
"""
import os
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import Tap
from tile_programs import ROWS, WORDS, Program


def schedules(seed):
    many = 20 if seed == 0 else 2
    return [("eager", 1), ("lazy", 1), ("eager", 4)] + [(f"random:{20 * seed + i}", 1) for i in range(many)]


def run(image, program, words, turns, policy, harts, folder):
    (folder / "in.bin").write_bytes(struct.pack(f"<{len(words)}I", *words))
    (folder / "out.bin").write_bytes(bytes(4 * len(words)))
    done = subprocess.run(
        [os.environ["PTOMETAL"], "run", image, "--entry", program.name, "--policy", policy, "--harts", str(harts), "--vlen",
         os.environ.get("PTO_VLEN", "512"), "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--", "in:in.bin",
         "inout:out.bin", str(turns)], cwd=folder, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    got = struct.unpack(f"<{len(words)}I", (folder / "out.bin").read_bytes())
    want = program.run([words[row * WORDS:(row + 1) * WORDS] for row in range(ROWS)], turns)
    at = next((at for at, pair in enumerate(zip(got, want)) if pair[0] != pair[1]), None)
    return "" if at is None else f"word {at}: got {got[at]:#x}, expected {want[at]:#x}"


def main():
    image, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="tiles-") as name:
        for seed in range(count):
            program, source = Program(seed), random.Random(seed)
            words = [source.getrandbits(32) for _ in range(ROWS * WORDS)]
            for policy, harts in schedules(seed):
                problem = run(image, program, words, 3 * seed % 8, policy, harts, Path(name))
                tap.case(f"{program.name}, {policy}, {harts} hart{'s' * (harts > 1)}", problem)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
