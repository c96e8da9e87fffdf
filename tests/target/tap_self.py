#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The test of the test harness: boots tap_self.c and compares what it prints with tap_self.txt.

Usage: tap_self.py IMAGE.elf      (the environment is that of pto_add_script_test)
"""

import difflib
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

from ptometal import qemu  # noqa: E402  (after the path is right)


def main():
    result = qemu.run(sys.argv[1], int(os.environ["PTO_VLEN"]), board=os.environ["PTO_BOARD"],
                      backend=os.environ["PTO_BACKEND"])
    # The compiler determines the line of a check; this test only compares the file.
    got = re.sub(r"\S*tap_self\.c:\d+:", "FILE:LINE:", result.stdout + result.stderr)
    want = (HERE / "tap_self.txt").read_text(encoding="utf-8")

    cases = {"prints what tap_self.txt holds": got == want,
             "exit status 1 after a failure": result.status == 1}
    for number, (name, passed) in enumerate(cases.items(), 1):
        print(f"{'ok' if passed else 'not ok'} {number} - {name}")
    for line in difflib.unified_diff(want.splitlines(), got.splitlines(), "tap_self.txt", "got", lineterm=""):
        print(f"# {line}")
    print(f"1..{len(cases)}")
    return not all(cases.values())


if __name__ == "__main__":
    sys.exit(main())
