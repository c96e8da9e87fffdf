#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls that headers of pto-isa accept (accepted.cpp) give the numbers of numpy. Prints TAP."""
import pathlib
import sys
import tempfile

import numpy as np
from run import HERE, SCHEDULES, refuse, run
from tap import Tap

WORDS = """#include <pto/pto-inst.hpp>
using namespace pto;
extern "C" __global__ AICORE void words(__gm__ half *)
{
    TMPipe<0, FIFOType::CTRL_FIFO, 2, 1, Tile<TileType::Vec, int32_t, 1, 8>, Tile<TileType::Vec, int32_t, 1, 8>> pipe(0u);
}
"""


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


def compare_from_operands(tap, folder, random):
    a = random.standard_normal((32, 32)).astype(np.float16)
    compare(tap, folder, "from_operands", [a], np.ascontiguousarray(a[:30, :20]), np.ascontiguousarray(a.T),
            a.view(np.float32).ravel()[:32])


def compare_multi_pipe(tap, folder, random):
    """Pipes whose ends the kernel controls (multi_pipe.cpp), with entries in GM and in the cores."""
    a, b = (random.integers(-2, 3, (32, 32)).astype(np.float16) for _ in range(2))
    first = a.astype(np.float32) @ b.astype(np.float32)
    halves = [(i + 1) * first * np.float32(0.5) for i in range(6)]
    wanted = np.stack([half.astype(np.float16).astype(np.float32) @ b.astype(np.float32) for half in halves])
    for file, data in {"ma": a, "mb": b, "there": np.zeros((2, 32, 32), np.float32), "back": np.zeros((2, 32, 32), np.float16)}.items():
        data.tofile(folder / file)
    for kernel in "pipes_in_gm", "pipes_in_cores":
        for schedule in [*SCHEDULES, ["--check"]]:
            done = run(folder, HERE / "multi_pipe.cpp", "--entry", kernel, *schedule, "--", "in:ma", "in:mb", "inout:there",
                       "inout:back", f"out:y={wanted.nbytes}")
            good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.float32), wanted.ravel())
            tap.result(good and "check:" not in done.stdout + done.stderr, f"{kernel} {' '.join(schedule)}", done.stderr)
    words = [HERE / "accepted.cpp", "--entry", "ends", "--", "in:ma", "inout:back", "out:y=2050"]
    done = run(folder, *words, "0")
    wanted = np.append(a.reshape(32, 2, 16).transpose(1, 0, 2).ravel(), np.float16(11))
    tap.result(done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.float16), wanted), "ends", done.stderr)
    refuse(tap, folder, "... that the kernel controls", 3, ["a kernel controls TMPipe", "accepted.cpp:98 in ends"], *words, "1")
    (folder / "words.cpp").write_text(WORDS)
    refuse(tap, folder, "a pipe of control words", 1, ["TMPipe: pipes of control words are not there"], "words.cpp", "--", "in:ma")


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        for seed, judge in enumerate((compare_shaped, compare_reordered, compare_retyped, compare_from_operands, compare_multi_pipe)):
            judge(tap, pathlib.Path(folder), np.random.default_rng(seed))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
