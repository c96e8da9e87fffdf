#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of bounds checks on vector accesses, in instructions: kernels are compared with builds in which the fault is
empty, so that the compiler also drops the test before it. Prints TAP.

Iterations of loops in strips may cost 2 % more, as the range is checked once before the loop: rows longer by 2700
elements only add such iterations. The examples as a whole, and loops over registers, may cost 10 % more.

Usage: checks.py [--all]     (--all: more examples; the environment is that of pto_add_script_test)
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tap import Tap  # noqa: E402  (after the path is right)
from tool import instructions  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
SCORES = EXAMPLES / "data" / "scores.f32"
UNTESTED = "-DPTO_VECTOR_FAULT(...)=(void)0"
STRIPS, ELSEWHERE = 2, 10     # per cent

REGISTERS = """
#include <pto/pto.h>

PTO_VF(scale, (const float *, in), (float *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vmuls(pto_vlds(in, i), 2.0f, mask), out, i, mask);
    }
}

PTO_KERNEL(registers, (float *, x), (int32_t, n))
{
    pto_mte_gm_ub(x, pto_ub(float, 0), 0, 25600, .nburst = {1, 25600, 25600});
    pto_pipe_barrier(PIPE_ALL);
    pto_launch(scale, pto_ub(float, 0), pto_ub(float, 65536), n);
}
"""


def count(source, *words):
    """(instructions of a run, those without the tests)"""
    counts = []
    for flag in ("-DPTO_TESTED=1", UNTESTED):
        done = subprocess.run([os.environ["PTOMETAL"], "run", str(source), flag, "--count", "--vlen", os.environ["PTO_VLEN"], "--cc",
                               os.environ["PTO_CC"], "--timeout", "50", *map(str, words)],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        counts.append(instructions(done.stderr))
    return counts


def rows(folder, name, num, cols):
    gain, epsilon = ([f"in:{SCORES}"], ["1e-5"]) if name.startswith("rmsnorm") else ([], [])
    return count(EXAMPLES / name, f"in:{SCORES}", *gain, f"out:{folder}/out={num * cols * 4}", num, cols, *epsilon)


def main(everything):
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        loop = pathlib.Path(folder, "registers.c")
        loop.write_text(REGISTERS)
        cases = [("registers.c, turns of a loop over registers", ELSEWHERE, count(loop, f"in:{SCORES}", 6400),
                  count(loop, f"in:{SCORES}", 640))]
        for name in ("rmsnorm.c", "softmax.c", "softmax.pto") if everything else ("rmsnorm.c",):
            short = rows(folder, name, 24, 300)
            cases.append((f"{name}, turns of loops in strips", STRIPS, rows(folder, name, 24, 3000), short))
            cases.append((f"{name}, all of it", ELSEWHERE, short, (0, 0)))
        for name, limit, many, few in cases:
            tested, without = many[0] - few[0], many[1] - few[1]
            cost = 100 * (tested - without) / without
            tap.result(cost <= limit and without > 500, f"{name}: {cost:.1f} % of {without}, at most {limit} %")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main("--all" in sys.argv[1:]))
