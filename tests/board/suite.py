#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal test --link`: suites of the target whose results come through a debugger. Prints TAP.

Usage: suite.py     (the environment is that of pto_add_script_test)
"""
import re
import sys

from harness import BOARD, expect, main, ptometal


def suites_run_over_a_debugger(folder):
    done = ptometal(folder, "test", "--board", BOARD, "--link", "gdb", "--only", "copy|sync", "--jobs", "1")
    expect(re.search(r"^  ok   copy\.1hart +35 cases", done.stdout, re.M), f"no copy: {done.stdout}")
    expect(re.search(r"^\d{3} passed, 0 failed, 0 skipped", done.stdout, re.M), f"not all: {done.stdout}")


if __name__ == "__main__":
    sys.exit(main([suites_run_over_a_debugger]))
