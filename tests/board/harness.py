# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of a board: the command line under test, its example, TAP."""

import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

BOARD = os.environ["PTO_BOARD"]
BUILD = ["--board", BOARD, "--cc", os.environ["PTO_CC"]] + (
    ["--vlen", os.environ["PTO_VLEN"]] if os.environ["PTO_VLEN"] != "0" else [])
ADD = str(ROOT / "examples" / "add.c")
COUNT = 1000
INPUT = struct.pack(f"<{COUNT}f", *range(COUNT))
OTHER = struct.pack(f"<{COUNT}f", *(3 * i for i in range(COUNT)))
WANTED = struct.pack(f"<{COUNT}f", *(4 * i for i in range(COUNT)))
ARGS = ["in:a", "in:b", f"out:sum={4 * COUNT}", str(COUNT)]


class Failure(Exception):
    """The failure of a test; the text describes it."""


def ptometal(folder, *words, status=0, **environment):
    done = subprocess.run([os.environ["PTOMETAL"], *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, env={**os.environ, "PTO_LINK": "", **environment})
    if done.returncode != status:
        raise Failure(f"ptometal {' '.join(words)}: status {done.returncode}: {done.stdout}{done.stderr}")
    return done


def expect(condition, text):
    if not condition:
        raise Failure(text)


def run_one(test):
    """Run a test in a folder of its own with the files a and b; returns the failure, or None."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "a").write_bytes(INPUT)
        (folder / "b").write_bytes(OTHER)
        try:
            test(folder)
        except Failure as failure:
            return failure
    return None


def main(tests, at_a_time=1):
    """Run the tests; returns the exit status."""
    tap = Tap()
    with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
        for test, failure in zip(tests, pool.map(run_one, tests)):
            tap.case(test.__name__.replace("_", " "), failure and "\n".join(str(failure).splitlines()[:20]))
    return tap.end()
