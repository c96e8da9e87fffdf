#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls that headers of pto-isa accept (accepted.cpp) give the numbers of numpy. Prints TAP."""
import pathlib
import sys
import tempfile

import numpy as np
from run import HERE, run
from tap import Tap


def compare(tap, folder, kernel, inputs, *wanted, exact=True):
    """A kernel takes the arrays of inputs, and gives those that are wanted."""
    words = []
    for at, data in enumerate(inputs):
        data.tofile(folder / f"i{at}")
        words.append(f"in:i{at}")
    words += [f"out:o{at}={data.nbytes}" for at, data in enumerate(wanted)]
    done = run(folder, HERE / "accepted.cpp", "--entry", kernel, "--", *words)
    got = [np.fromfile(folder / f"o{at}", data.dtype) if done.returncode == 0 else np.zeros(0)
           for at, data in enumerate(wanted)]
    alike = np.array_equal if exact else lambda a, b: a.size == b.size and np.allclose(a, b, 1e-5)
    tap.result(all(alike(a, b.ravel()) for a, b in zip(got, wanted)), kernel, done.stderr, got)


def compare_shaped(tap, folder, random):
    table = random.standard_normal((16, 16)).astype(np.float32)
    places = random.permutation(256)[:64].astype(np.int32).reshape(4, 16)
    lines = random.permutation(16)[:4].astype(np.int32)
    elements, rows = table.ravel()[places], table[lines]
    spread = np.zeros((2, 256), np.float32)
    spread[0, places.ravel()] = elements.ravel()
    spread[1].reshape(16, 16)[lines] = rows
    compare(tap, folder, "shaped", [table, np.concatenate([places.ravel(), lines])], np.stack([elements, rows]), spread)


def compare_reordered(tap, folder, random):
    x = (random.uniform(1, 2, (32, 128)) * np.exp2(random.integers(-20, 20, (32, 4))).repeat(32, 1)).astype(np.float32)
    exponents = (np.frexp(np.abs(x).reshape(32, 4, 32).max(2))[1] - 1 - 8 + 127).astype(np.uint8)
    boxes = exponents.reshape(2, 16, 2, 2).transpose(0, 2, 1, 3)
    compare(tap, folder, "reordered", [x], np.concatenate([exponents.ravel(), boxes.ravel()]))


def compare_retyped(tap, folder, random):
    x = random.standard_normal((8, 16)).astype(np.float32)
    bits, padded = x.view(np.int32), np.full((8, 16), -2**31, np.int32)
    padded[:5, :11] = bits[:5, :11]
    narrow, pairs = np.full((8, 16), 9, np.float16), np.full(32, 0xee, np.uint8)
    narrow[:6, :12] = x[:6, :12]
    pairs[:19] = x.view(np.uint8).ravel()[:19]
    compare(tap, folder, "retyped", [x], np.stack([padded.ravel(), bits.T.ravel()]), narrow, pairs)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        for seed, judge in enumerate((compare_shaped, compare_reordered, compare_retyped)):
            judge(tap, pathlib.Path(folder), np.random.default_rng(seed))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
