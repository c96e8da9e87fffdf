#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal bench --board native`: the image times each form of each kernel, with equal results. Prints TAP.

    bench.py IMAGE
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from tap import Tap  # noqa: E402  (after the path is right)

from ptometal import build  # noqa: E402
from ptometal.commands.bench import native  # noqa: E402

KERNELS = {"vabs", "vabs_tile", "vadd_f32", "vadd_i8", "axpy", "relu", "softmax", "rmsnorm", "f16_to_f32", "row_sum", "gather"}
LIMIT = 100     # times plain C: no ratio of a quiet machine is near it, and a loop that is not vectorised is not either


def main():
    tap = Tap()
    times = native.timed(sys.argv[1], build.Config("native"))
    lines = list(native.table(times))
    for line in "\n".join(lines).splitlines():
        print("#", line)
    found = native.ratios(times)
    for name in sorted(KERNELS | set(found)):
        forms = found.get(name, {})
        wrong = f"forms {sorted(forms)}" if set(forms) != set(native.FORMS) else ""
        wrong = wrong or ", ".join(f"{form}: {ratio:.1f} x" for form, ratio in forms.items() if not 0 < ratio < LIMIT)
        tap.case(name, wrong or (None if name in KERNELS else "a row that the test does not know"))
    tap.case("a line for each row", None if len(lines) == 2 + len(KERNELS) else f"{len(lines)} lines")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
