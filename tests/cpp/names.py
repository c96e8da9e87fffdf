#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Names that are no instructions: of pto-isa's headers (names.cpp) and of a C++ library. Prints TAP."""
import pathlib
import sys
import tempfile

import numpy as np
from run import HERE, refuse, run
from tap import Tap

NAMES = HERE / "names.cpp"
GRID = """#include <pto/pto-inst.hpp>
extern "C" __global__ AICORE void neighbours(__gm__ float *x)
{
    pto::GridPipe<float, 1024, 4> pipe;
    *x = sizeof pipe;
}
"""
HEAP = """#include <pto/pto-inst.hpp>
extern "C" __global__ AICORE void take(__gm__ float *x)
{
    float *y = new float[2];
    x[0] = y[1];
}
"""


def compare_library(tap, folder):
    """What kernels use of a C++ library (library.cpp)."""
    x = np.arange(2, 12, dtype=np.float32)
    x.tofile(folder / "x")
    done = run(folder, HERE / "library.cpp", "--entry", "library", "--", "in:x", "out:z=24", "10")
    wanted = np.float32([x.sum() + 10 * x[0], 21, 13, np.sqrt(x[1]) + 6.5, 14.5, 2])
    got = np.fromfile(folder / "z", np.float32) if done.returncode == 0 else np.zeros(6)
    tap.result(np.allclose(got, wanted, 1e-6), "library", done.stderr, got)
    refuse(tap, folder, "a vector beyond the heap", 3, ["a vector of 1099511627776 elements of 4 bytes: the heap has no room"],
           HERE / "library.cpp", "--entry", "greedy", "--", "out:z=4")
    (folder / "heap.cpp").write_text(HEAP)
    output = refuse(tap, folder, "memory from a heap", 1, ["heap.cpp:4:", "a kernel has no heap"], "heap.cpp", "--", "out:z=4")
    tap.result(output.count("error: ") == 1, "... is one error", output)



def compare_copies(tap, folder):
    """Transfers by the functions of an NPU's compiler, and their wrappers."""
    np.arange(16, dtype=np.int32).tofile(folder / "c"), np.full(32, -1, np.int32).tofile(folder / "z")
    done = run(folder, NAMES, "--entry", "gaps", "--", "in:c", "inout:z")
    wanted = [*range(7), -1, -1, *range(7), *range(7), 7, *range(8, 15), 7]
    tap.result(done.returncode == 0 and np.fromfile(folder / "z", np.int32).tolist() == wanted, "gaps", done.stderr)
    done = run(folder, NAMES, "--entry", "sessions", "--", "in:c", "out:z=256", "out:w=64")
    got = np.fromfile(folder / "z", np.int32).tolist()
    wanted = [*range(16), *range(16), 7, 1, 1, 16384 + 48 * 512]
    tap.result(done.returncode == 0 and got[:36] == wanted and got[48:] == got[:16], "sessions", done.stderr, got)
    a, b = np.random.default_rng(1).integers(-8, 8, (2, 16, 16)).astype(np.float32)
    a.tofile(folder / "fa"), b.tofile(folder / "fb")
    done = run(folder, NAMES, "--entry", "fractals", "--", "in:fa", "in:fb", "out:z=2048")
    wanted = np.ones((32, 16), np.float32)
    wanted[:16] = a
    tap.result(done.returncode == 0 and np.array_equal(np.fromfile(folder / "z", np.float32).reshape(32, 16), wanted @ b), "fractals",
               done.stderr)


def compare_added(tap, folder):
    """Atomic modes, and accesses of the scalar unit."""
    x, half, out = np.arange(64, dtype=np.float32), np.arange(64, dtype=np.float16), np.full(64, 3, np.float32)
    for policy in "eager", "lazy":
        x.tofile(folder / "x"), half.tofile(folder / "h"), out.tofile(folder / "z")
        done = run(folder, NAMES, "--entry", "added", "--sync", "auto", "--policy", policy, "--", "in:x", "inout:h", "inout:z")
        y, h = x + 1, half.copy()
        y[0], y[1], h[3] = 64, 102, 3.5
        wanted = out + y
        wanted[2] += 0.25
        good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "z", np.float32), wanted)
        tap.result(good and np.array_equal(np.fromfile(folder / "h", np.float16), h), f"added {policy}", done.stderr)
    words = [NAMES, "--entry", "refused", "--sync", "auto", "--", "out:z=256"]
    place = "names.cpp:{} in refused"
    lines = NAMES.read_text().splitlines()
    for how, text, call in ("0", "trap: the kernel gives up", "trap();"), ("1", "too small: how != 1", "DEBUG_CHECK"), \
                           ("2", "TSTORE: the atomic mode of tiles is addition", "set_atomic_max"), \
                           ("3", "set_ctrl: products of tiles are of f32, not of TF32", "set_ctrl"), \
                           ("4", "SetMadTF32Mode: products of tiles are of f32", "x.SetMad"), \
                           ("5", 'assert: how != 5 && "50 %s"', "assert(how"):
        at = max(i for i, line in enumerate(lines, 1) if line.strip().startswith(call))
        refuse(tap, folder, text, 3, [text, place.format(at)], *words, how)


def main():
    tap, random = Tap(), np.random.default_rng(5)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        a, b = (random.uniform(-300, 300, (8, 64)).astype(np.float32) for _ in range(2))
        a.tofile(folder / "a"), b.tofile(folder / "b")
        words = ["--", "in:a", "in:b", "out:y=1024", "out:seen=12"]
        for options in [], ["-D", "__NPU_ARCH__=2201", "--arch", "a2a3"]:
            done = run(folder, NAMES, "--entry", "named", *options, *words)
            good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.float16).reshape(8, 64),
                                                           np.maximum(a - b, 0).astype(np.float16))
            tap.result(good and np.fromfile(folder / "seen", np.int32).tolist() == [1, 1, 2],
                       f"names {' '.join(options)}", done.stderr)
        np.arange(14, dtype=np.int32).tofile(folder / "c")
        done = run(folder, NAMES, "--entry", "copied", "--", "in:c", "out:z=68")
        wanted = [*range(7), 7, *range(7, 14), 7, 2]
        tap.result(done.returncode == 0 and np.fromfile(folder / "z", np.int32).tolist() == wanted, "copied", done.stderr)
        compare_copies(tap, folder)
        done = run(folder, NAMES, "--entry", "viewed", "--", "in:a", "out:z=2048")
        a[2:6, 32:48] *= 2
        tap.result(done.returncode == 0 and np.fromfile(folder / "z", np.float32).tolist() == a.ravel().tolist(), "viewed",
                   done.stderr)
        (np.arange(64, dtype=np.float32).view(np.uint32) >> 16).astype(np.uint16).tofile(folder / "b")
        done = run(folder, NAMES, "--entry", "small", "--sync", "auto", "--", "inout:b", "2.0")
        wanted = 2 * np.arange(64, dtype=np.float32) + 1.5
        wanted[1:3] = 2.5, -1
        got = (np.fromfile(folder / "b", np.uint16).astype(np.uint32) << 16).view(np.float32)
        tap.result(done.returncode == 0 and got.tolist() == wanted.tolist(), "numbers of bf16", done.stderr, str(got))
        compare_added(tap, folder)
        refuse(tap, folder, "a kernel of A2/A3 on A5", 2, ["a2a3"], NAMES, "--entry", "named", "-D", "__NPU_ARCH__=2201", "--arch", "a5", *words)
        refuse(tap, folder, "an NPU without a profile", 1, ["__NPU_ARCH__: the profiles are 2201"], NAMES, "--entry",
               "named", "-D", "__NPU_ARCH__=9201", *words)
        done = run(folder, NAMES, "--entry", "brought", "--blocks", "2", "--", "out:z=32", "5")
        wanted = [[18, 524.5, block, 27] for block in (0, 1)]
        tap.result(done.returncode == 0 and np.fromfile(folder / "z", np.float32).reshape(2, 4).tolist() == wanted,
                   "what headers bring along", done.stderr)
        compare_library(tap, folder)
        (folder / "grid.cpp").write_text(GRID)
        output = refuse(tap, folder, "pipes of a grid", 1, ["grid.cpp:4:", "error: GridPipe: a cluster has no neighbours"],
                        "grid.cpp", "--", "out:y=4")
        tap.result(output.count("error: ") == 1, "... is one error", output)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
