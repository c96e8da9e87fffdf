#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Names of pto-isa's headers that are no instructions (names.cpp): values, and what they do. Prints TAP."""
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


def main():
    tap, random = Tap(), np.random.default_rng(5)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        a, b = (random.uniform(-300, 300, (8, 64)).astype(np.float32) for _ in range(2))
        a.tofile(folder / "a"), b.tofile(folder / "b")
        words = ["--", "in:a", "in:b", "out:y=1024", "out:seen=12"]
        for options in [], ["-D", "__NPU_ARCH__=2201", "--arch", "a2a3"]:
            done = run(folder, NAMES, *options, *words)
            good = done.returncode == 0 and np.array_equal(np.fromfile(folder / "y", np.float16).reshape(8, 64),
                                                           np.maximum(a - b, 0).astype(np.float16))
            tap.result(good and np.fromfile(folder / "seen", np.int32).tolist() == [1, 1, 2],
                       f"names {' '.join(options)}", done.stderr)
        refuse(tap, folder, "a kernel of A2/A3 on A5", 2, ["a2a3"], NAMES, "-D", "__NPU_ARCH__=2201", "--arch", "a5", *words)
        refuse(tap, folder, "an NPU without a profile", 1, ["__NPU_ARCH__: the profiles are 2201"], NAMES, "-D",
               "__NPU_ARCH__=9201", *words)
        (folder / "grid.cpp").write_text(GRID)
        output = refuse(tap, folder, "pipes of a grid", 1, ["grid.cpp:4:", "error: GridPipe: a cluster has no neighbours"],
                        "grid.cpp", "--", "out:y=4")
        tap.result(output.count("error: ") == 1, "... is one error", output)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
