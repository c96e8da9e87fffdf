# SPDX-License-Identifier: Apache-2.0
"""Shared by the driver's tests: a test is a function that gets an empty folder."""
import array
import functools
import importlib.util
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

from kernels import SCALE

try:
    import numpy
except ImportError:
    numpy = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
PTOMETAL = ROOT / "ptometal"
CONFIGURATION = [word for name, option in (("PTO_BOARD", "--board"), ("PTO_VLEN", "--vlen"), ("PTO_CC", "--cc"))
                 if name in os.environ for word in (option, os.environ[name])]
TESTS = []


def test(function):
    """Register a test. It raises AssertionError with the failure, or returns the reason for skipping it."""
    TESTS.append(function)
    return function


def test_with(*modules):
    """Register a test that is skipped without one of these modules of Python."""
    def register(function):
        @functools.wraps(function)
        def checked(folder):
            missing = [module for module in modules if not importlib.util.find_spec(module)]
            return f"{', '.join(missing)} is not installed" if missing else function(folder)
        return test(checked)
    return register


test_with_numpy = test_with("numpy")


class Outcome:
    """The end of one call of ./ptometal."""

    def __init__(self, done, seconds, cpu):
        self.status, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr
        self.seconds = seconds    # wall-clock time
        self.cpu = cpu            # CPU time, independent of other load

    def expect(self, status, *patterns):
        """Expect an exit status (None: any) and regexes that match stderr."""
        assert status is None or self.status == status, f"exit status {self.status}, expected {status}: {self.stderr}"
        for pattern in patterns:
            assert re.search(pattern, self.stderr), f"no match for {pattern!r} in: {self.stderr}"
        return self

    def expect_one_line(self):
        assert self.stderr.count("\n") == 1, f"not one line: {self.stderr}"
        return self


def ptometal(folder, *words):
    started, used = time.monotonic(), cpu_seconds()
    done = subprocess.run([PTOMETAL, *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return Outcome(done, time.monotonic() - started, cpu_seconds() - used)


def cpu_seconds():
    """CPU time of all children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def start_of_clang(folder):
    """CPU time in which clang compiles an empty file: a unit for what compiles. Machines differ, above all in page faults,
    which are most of it."""
    write(folder, "empty.c", "")
    before, times = cpu_seconds(), 5
    for _ in range(times):
        subprocess.run(["clang-19", "-c", "empty.c"], cwd=folder, check=True)
    return (cpu_seconds() - before) / times


def run(folder, *words):
    return ptometal(folder, "run", *CONFIGURATION, *words)


def run_native(folder, *words):
    """A run on the board that compiles and starts quickest, for what is the same on all."""
    return ptometal(folder, "run", "--board", "native", *words)


def python(folder, code, status=0):
    """Run code in a process of its own, in a folder with scale.c."""
    write(folder, "scale.c", SCALE)
    write(folder, "steps.py", code)
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "tools"), PYTHONDONTWRITEBYTECODE="1")
    started, used = time.monotonic(), cpu_seconds()
    done = subprocess.run([sys.executable, "steps.py"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return Outcome(done, time.monotonic() - started, cpu_seconds() - used).expect(status)


def floats(count):
    return array.array("f", (0.5 * i - 3 for i in range(count)))


def write(folder, name, content):
    path = folder / name
    if isinstance(content, str):
        path.write_text(content, encoding="utf-8")
    else:
        path.write_bytes(bytes(content))
    return path


def read_floats(path):
    values = array.array("f")
    values.frombytes(path.read_bytes())
    return values


def assert_scaled(path, source, factor=2):
    got = read_floats(path)
    want = array.array("f", (factor * value for value in source))
    assert got == want, f"{path.name}: {list(got[:4])}..., expected {list(want[:4])}..."
