#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/histogram.pto against a count on the host; TAP on stdout. The environment is that of pto_add_script_test."""
import array
import collections
import sys
import tempfile
from pathlib import Path

from tap import Tap
from tool import ROOT, problem, ptometal


def histogram(*options):
    data = (ROOT / "README.md").read_bytes()[:5000]
    with tempfile.TemporaryDirectory(prefix="simt-") as folder:
        (Path(folder) / "bytes").write_bytes(data)
        done = ptometal("run", ROOT / "examples/histogram.pto", *options, "in:bytes", "out:bins=1024", len(data), folder=folder)
        if problem(done):
            return problem(done)
        got, want = array.array("i", (Path(folder) / "bins").read_bytes()), collections.Counter(data)
        wrong = [value for value in range(256) if got[value] != want[value]]
        return f"bin {wrong[0]}: {got[wrong[0]]}, expected {want[wrong[0]]}" if wrong else ""


def main():
    tap = Tap()
    for options in ((), ("--policy", "lazy"), ("--harts", "4")):
        tap.case(" ".join(("histogram", *options)), histogram(*options))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
