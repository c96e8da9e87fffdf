#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bench as a test: no form gives another result, no count is more than 5 % above baseline.json.

Usage: check.py IMAGE.elf...       (the environment is that of pto_add_script_test; prints TAP)
"""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent.parent / "tools"))

from ptometal import bench, qemu  # noqa: E402  (after the path is right)


def main():
    vlen = os.environ["PTO_VLEN"]
    status, text = bench.run(sys.argv[1:], lambda image: qemu.run(image, int(vlen), 1, timeout=60, icount=True,
                                                                  board=os.environ["PTO_BOARD"]))
    counts = bench.Counts.printed(text).flat()
    known = bench.read_baseline().get(os.environ["PTO_CC"], {}).get(vlen, {})
    missing = [name for name in known if name not in counts and not name.startswith(bench.CORE_BYTES)]

    cases = [("every form gives the same result", status == 0), ("no count is missing", not missing)]
    for name, count in counts.items():
        if name in known:
            cases.append((f"{name}: {count} instructions, {known[name]} in the table",
                          count <= known[name] * bench.TOLERANCE))
    for number, (name, passed) in enumerate(cases, 1):
        print(f"{'ok' if passed else 'not ok'} {number} - {name}")
    for line in text.splitlines():
        if not line.startswith("bench "):
            print(f"# {line}")
    for name in missing:
        print(f"# missing: {name}")
    print(f"1..{len(cases)}")
    return not all(passed for _, passed in cases)


if __name__ == "__main__":
    sys.exit(main())
