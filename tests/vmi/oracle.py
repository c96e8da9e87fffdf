#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each row of isa/vmi.def with each of its types against numpy, and that none is left out; TAP on stdout.

    oracle.py [OPERATION...]    (the environment is that of pto_add_script_test)
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/vector"), str(ROOT / "tools")]

import vmi_reference  # noqa: E402  (after the path is right)
from operations import kernels  # noqa: E402
from tap import Tap  # noqa: E402
from tool import module, problem, ptometal  # noqa: E402

GROUP = 8   # kernels of an image


def main():
    tap = Tap()
    rows = [row for listed in vmi_reference.load().values() for row in listed if not sys.argv[1:] or row.name in sys.argv[1:]]
    found, covered = kernels(rows)
    missing = [f"{row.name} {name}" for number, row in enumerate(rows) for name in vmi_reference.types(row) or [""]
               if (number, name) not in covered]
    tap.result(not missing, "each row and type of the table has a case", f"without: {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="vmi-") as name:
        folder = Path(name)
        for first in range(0, len(found), GROUP):
            some = found[first:first + GROUP]
            (folder / "cases.pto").write_text(module(some))
            built = problem(ptometal("image", "cases.pto", "-o", "cases.elf", folder=folder, timeout=1800))
            for kernel in some:
                why = built or problem(ptometal("run", "cases.elf", "--entry", kernel.name, "--", *kernel.prepare(folder), folder=folder))
                for title, wrong in kernel.mismatches(folder):
                    tap.case(title, why or wrong)
    return tap.end()


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        sys.exit(main())
