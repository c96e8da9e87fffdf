#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the examples of the tile level under several schedules against plain Python; TAP on stdout.

    run_examples.py IMAGE.elf      (the environment is that of pto_add_script_test)

The table of embedding.pto has to be right to the bit: gradients and rate are multiples of small powers of two.
"""
import math
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import Tap

DATA = Path(__file__).resolve().parents[2] / "examples/data"
SCHEDULES = [("eager", 1), ("lazy", 1), ("random:1", 1), ("random:2", 1), ("eager", 4)]
WORDS, DIMENSIONS, RATE = 300, 250, -0.125
SIZE, SCALE = 64, 0.5


def load(name, code, count=None):
    data = (DATA / name).read_bytes()
    values = struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)
    return values if count is None else values[:count]


class Embedding:
    """Rows of the table, each updated once per occurrence of its word in the text."""
    name, output, tolerance = "embedding", "table.f32", 0.0
    arguments = ["inout:table.f32", f"in:{DATA}/words.i32", f"in:{DATA}/hidden.f32", str(WORDS), str(RATE)]

    @staticmethod
    def prepare(folder):
        (folder / "table.f32").write_bytes((DATA / "table.f32").read_bytes())

    @staticmethod
    def want():
        table, gradients = list(load("table.f32", "f")), load("hidden.f32", "f")
        for place, row in enumerate(load("words.i32", "i")):
            for k in range(DIMENSIONS):
                table[row * DIMENSIONS + k] += RATE * gradients[place * DIMENSIONS + k]
        return table


class AttentionHead:
    """Weights go through f16: half a unit in the last place of a weight, times the largest value."""
    name, output, tolerance = "attention_head", "y.f32", 2e-3
    arguments = ["in:q.f16", "in:k.f16", "in:v.f16", "out:y.f32", str(SCALE)]

    @staticmethod
    def prepare(folder):
        for name in ("q.f16", "k.f16", "v.f16"):
            (folder / name).write_bytes((DATA / name).read_bytes()[:2 * SIZE * SIZE])

    @staticmethod
    def want():
        q, k, v = (load(name, "e", SIZE * SIZE) for name in ("q.f16", "k.f16", "v.f16"))
        out = []
        for i in range(SIZE):
            scores = [SCALE * sum(q[SIZE * i + c] * k[SIZE * j + c] for c in range(SIZE)) for j in range(SIZE)]
            powers = [math.exp(score - max(scores)) for score in scores]
            total = math.fsum(powers)
            out += [sum(powers[j] / total * v[SIZE * j + c] for j in range(SIZE)) for c in range(SIZE)]
        return out


def run(image, example, want, policy, harts, folder):
    example.prepare(folder)
    done = subprocess.run(
        [os.environ["PTOMETAL"], "run", image, "--entry", example.name, "--policy", policy, "--harts", str(harts), "--vlen",
         os.environ.get("PTO_VLEN", "512"), "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--", *example.arguments],
        cwd=folder, capture_output=True, text=True, timeout=100)
    if done.returncode != 0 or done.stderr.strip():
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    got = struct.unpack(f"<{len(want)}f", (folder / example.output).read_bytes())
    worst = max(range(len(want)), key=lambda at: abs(got[at] - want[at]))
    return ("" if abs(got[worst] - want[worst]) <= example.tolerance else
            f"element {worst}: got {got[worst]}, expected {want[worst]}")


def main():
    image, tap = os.path.abspath(sys.argv[1]), Tap()
    with tempfile.TemporaryDirectory(prefix="examples-") as name:
        for example in (Embedding, AttentionHead):
            want = example.want()
            for policy, harts in SCHEDULES:
                problem = run(image, example, want, policy, harts, Path(name))
                tap.case(f"{example.name}, {policy}, {harts} hart{'s' * (harts > 1)}", problem)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
