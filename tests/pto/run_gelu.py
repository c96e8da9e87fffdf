#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run examples/matmul_gelu.pto or .c under several schedules against gelu(a x b + bias) in Python; TAP on stdout.

    run_gelu.py IMAGE.elf      (the environment is that of pto_add_script_test)
"""
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import Tap

SIZE = 64
SCHEDULES = [("eager", 1), ("lazy", 1), ("random:1", 1), ("random:2", 1), ("eager", 4)]
TOLERANCE = 1e-5


def make(source):
    def values(code, count):
        data = struct.pack(f"<{count}{code}", *(source.uniform(-1, 1) for _ in range(count)))
        return data, struct.unpack(f"<{count}{code}", data)
    (a_data, a), (b_data, b), (bias_data, bias) = (values("e", SIZE ** 2), values("e", SIZE ** 2), values("f", SIZE))
    want = []
    for i in range(SIZE):
        for j in range(SIZE):
            x = sum(a[i * SIZE + k] * b[k * SIZE + j] for k in range(SIZE)) + bias[j]
            want.append(x / (1 + math.exp(-1.702 * x)))
    return {"a": a_data, "b": b_data, "bias": bias_data}, want


def run(image, want, policy, harts, folder):
    done = subprocess.run(
        [os.environ["PTOMETAL"], "run", image, "--entry", "matmul_gelu", "--policy", policy, "--harts", str(harts), "--vlen",
         os.environ.get("PTO_VLEN", "512"), "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--", "in:a", "in:b",
         "in:bias", "out:y"], cwd=folder, capture_output=True, text=True, timeout=100)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    data = (folder / "y").read_bytes()
    if len(data) != 4 * SIZE ** 2:
        return f"{len(data)} bytes"
    got = struct.unpack(f"<{SIZE ** 2}f", data)
    worst = max(range(SIZE ** 2), key=lambda at: abs(got[at] - want[at]))
    return "" if abs(got[worst] - want[worst]) <= TOLERANCE else f"element {worst}: got {got[worst]}, expected {want[worst]}"


def main():
    image, tap = os.path.abspath(sys.argv[1]), Tap()
    inputs, want = make(random.Random(1))
    with tempfile.TemporaryDirectory(prefix="gelu-") as name:
        for file, data in inputs.items():
            (Path(name) / file).write_bytes(data)
        for policy, harts in SCHEDULES:
            tap.case(f"{policy}, {harts} hart{'s' * (harts > 1)}", run(image, want, policy, harts, Path(name)))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
