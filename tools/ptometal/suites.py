# SPDX-License-Identifier: Apache-2.0
"""Suites of tests: a source folder that CMake configures, whose tests ctest runs and tap.py judges."""
import glob
import json
import os
import re
import subprocess

from ptometal import build, child
from ptometal.common import BUILD, ROOT, Progress, Stop, locked, plural

FINISHED = re.compile(r"\s*(\d+)/(\d+) Test +#\d+: (\S+) \.*\s*(.*?)\s+([\d.]+) sec")


class Totals:
    """Counts of cases."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.trouble = []   # names of the tests that failed

    def line(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def build_tests(name, source, configure):
    """Configure build/<name> with its tests and build all of it; returns what went wrong."""
    folder = os.path.join(BUILD, name)
    print(f"{name}: building", flush=True)
    sources = build.RUNTIME_SOURCES if source == ROOT else build.HOST_SOURCES
    with locked(os.path.join(BUILD, f".{name}.lock")):
        now = build.signature(sources)
        try:
            build.configure_and_build(folder, ["-S", source] + configure, [], name, again=True)
        except Stop as stop:
            return stop.message
        with open(os.path.join(folder, ".signature"), "w", encoding="utf-8") as file:
            file.write(now)
    return None


def results_of(folder, test, status):
    """The counts of one test: from its results, or one case where it left none."""
    path = os.path.join(folder, "tap", f"{test}.json")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    passed = status == "Passed"
    return {"passed": int(passed), "skipped": 0, "failures": [] if passed else [status.strip("*")],
            "log": os.path.join(folder, "Testing", "Temporary", "LastTest.log")}


def report(name, test, results, seconds, totals):
    """Count one test and print its line; the failing cases of one that failed."""
    totals.passed += results["passed"]
    totals.skipped += results["skipped"]
    failures = results["failures"]
    totals.failed += len(failures)
    counts = plural(results["passed"], "case")
    if results["skipped"]:
        counts += f", {results['skipped']} skipped"
    if failures:
        counts += f", {len(failures)} FAILED"
        totals.trouble.append(f"{name} {test}")
    print(f"  {'FAIL' if failures else 'ok':4} {test:40} {counts:24} {seconds:>6} s", flush=True)
    for failure in failures[:10]:
        print(f"       {failure}")
    if failures:
        if len(failures) > 10:
            print(f"       ... and {len(failures) - 10} more")
        print(f"       log: {os.path.relpath(results['log'])}", flush=True)


def run_tests(name, values, totals):
    """Run the tests of one build folder through ctest."""
    folder = os.path.join(BUILD, name)
    for old in glob.glob(os.path.join(folder, "tap", "*.json")):
        os.unlink(old)
    command = ["ctest", "--test-dir", folder, "-j", str(values.jobs)]
    if values.only:
        command += ["-R", values.only]
    progress = Progress(interval=20)
    with child.running(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            match = FINISHED.match(line)
            if match:
                progress.clear()
                test, status, seconds = match[3], match[4], match[5]
                report(name, test, results_of(folder, test, status), seconds, totals)
                progress.show(f"  {name}: {match[1]} of {match[2]} tests; {totals.line()}")
        process.wait()
    progress.clear()
