#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/histogram.pto against a count on the host; TAP on stdout. The environment is that of pto_add_script_test."""
import array
import collections
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import Tap

ROOT = Path(__file__).resolve().parents[2]


def histogram(*options):
    data = (ROOT / "README.md").read_bytes()[:5000]
    with tempfile.TemporaryDirectory(prefix="simt-") as folder:
        (Path(folder) / "bytes").write_bytes(data)
        done = subprocess.run(
            [os.environ["PTOMETAL"], "run", ROOT / "examples/histogram.pto", *options, "--vlen", os.environ["PTO_VLEN"], "--cc",
             os.environ["PTO_CC"], "--backend", os.environ["PTO_BACKEND"], "in:bytes", "out:bins=1024", str(len(data))],
            cwd=folder, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            return f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
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
