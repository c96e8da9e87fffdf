# SPDX-License-Identifier: Apache-2.0
"""Suites of tests: a source folder that CMake configures, whose tests ctest runs and tap.py judges."""
import glob
import json
import os
import re
import subprocess

from ptometal import build, child
from ptometal.results import junit
from ptometal.common import BUILD, ROOT, USAGE, Progress, Stop, locked, plural, usage_error

SAID_LINES = 5    # lines shown of a failing case; the log has all
FINISHED = re.compile(r"\s*(\d+)/(\d+) Test +#\d+: (\S+) \.*\s*(.*?)\s+([\d.]+) sec")


class Suite:
    """A source folder, how it is configured, and its build folder."""

    def __init__(self, name, source, configure, title=None):
        self.title = title or name
        self.source = source
        self.configure = configure
        self.name = name
        self.folder = os.path.join(BUILD, name)
        self.selection = []     # words for ctest that select some of its tests

    @property
    def signed(self):
        """The sources in the build's signature: none for a project elsewhere."""
        return {ROOT: build.RUNTIME_SOURCES, os.path.join(ROOT, "tools"): build.HOST_SOURCES}.get(self.source)

    @property
    def results(self):
        """The folder for tap.py's results: the build folder of ptometal, which is a subfolder of a project's."""
        cache = build.read(os.path.join(self.folder, "CMakeCache.txt")) or ""
        place = re.search(r"^PTO_BUILD_DIR:INTERNAL=(.*)$", cache, re.M)
        return os.path.join(place[1] if place else self.folder, "tap")


class Totals:
    """Counts of cases."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.trouble = []   # names of the failed tests
        self.tests = []     # (suite, test, results, seconds) of all
        self.unbuilt = []   # (suite, output) of those that do not build
        self.refused = []   # folders that are no projects

    def line(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"

    def junit(self):
        """The elements of all tests, and one for each suite that does not build."""
        broken = [junit.suite(suite.title, {"cases": [{"name": "build", "outcome": "error", "text": output}]}, 0)
                  for suite, output in self.unbuilt]
        return [junit.suite(f"{suite.title}: {test}", results, seconds)
                for suite, test, results, seconds in self.tests] + broken


def select(values, number):
    """The words for ctest that select tests of the suite of that number: those of --only in the shard."""
    words = ["-R", values.only] if values.only else []
    if values.shard:     # another first test in each suite: small ones do not all fall into one shard
        words += ["-I", f"{(values.shard.index - 1 - number) % values.shard.count + 1},,{values.shard.count}"]
    return words


def selected_tests(suite):
    """The selected tests of a configured suite, as ctest describes them."""
    listed = subprocess.run(["ctest", "--test-dir", suite.folder, "--show-only=json-v1", *suite.selection],
                            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    if "RegularExpression::compile()" in listed.stdout + listed.stderr:
        raise usage_error(f"--only {suite.selection[1]}: CMake has no such regular expressions")
    return json.loads(listed.stdout)["tests"]


def targets_of(suite, tests):
    """The targets of Ninja that the commands of tests name."""
    listed = subprocess.run(["ninja", "-C", suite.folder, "-t", "targets", "all"], stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, errors="replace", check=False)
    known = {line.partition(": ")[0] for line in listed.stdout.splitlines()}
    named = {os.path.relpath(word, suite.folder) for test in tests for word in test["command"] if word.startswith(suite.folder)}
    return sorted(known & named)


def build_tests(suite):
    """Configure the build folder of a suite, and build what its selected tests need; returns what went wrong."""
    print(f"{suite.title}: building", flush=True)
    with locked(os.path.join(BUILD, f".{suite.name}.lock")):
        now = build.signature(suite.signed or ())
        try:
            build.configure_folder(suite.folder, ["-S", suite.source] + suite.configure, suite.title)
            if not suite.selection:
                build.build_folder(suite.folder, [], suite.title)
            else:
                build_selected(suite, selected_tests(suite))
        except Stop as stop:
            if stop.status == USAGE:
                raise
            return stop.message
        if suite.signed and not suite.selection:
            build.sign(suite.folder, now)
    return None


def build_selected(suite, tests):
    """Build what tests need. Those of a project elsewhere may need more than their commands name."""
    targets = targets_of(suite, tests) if suite.signed else []
    if targets or tests and not suite.signed:
        build.build_folder(suite.folder, targets, suite.title)


def results_of(suite, test, status):
    """The counts and cases of one test: from its results, or a single case if there are none."""
    path = os.path.join(suite.results, f"{test}.json")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    passed = status == "Passed"
    text = status.strip("*")
    return {"passed": int(passed), "skipped": 0, "failures": [] if passed else [text],
            "cases": [{"name": test, "outcome": "passed" if passed else "failed", "text": text}],
            "log": os.path.join(suite.folder, "Testing", "Temporary", "LastTest.log")}


def report(suite, test, results, seconds, totals):
    """Count one test and print its line, with the failing cases."""
    totals.tests.append((suite, test, results, seconds))
    totals.passed += results["passed"]
    totals.skipped += results["skipped"]
    failures = results["failures"]
    totals.failed += len(failures)
    counts = plural(results["passed"], "case")
    if results["skipped"]:
        counts += f", {results['skipped']} skipped"
    if failures:
        counts += f", {len(failures)} FAILED"
        totals.trouble.append(f"{suite.title} {test}")
    print(f"  {'FAIL' if failures else 'ok':4} {test:40} {counts:24} {seconds:>6} s", flush=True)
    cases = [case for case in results["cases"] if case["outcome"] in ("failed", "error")]
    for failure, case in list(zip(failures, cases))[:10]:
        print(f"       {failure}")
        for line in case["text"].splitlines()[:SAID_LINES]:
            if line != failure:
                print(f"         {line}")
    if failures:
        if len(failures) > 10:
            print(f"       ... and {len(failures) - 10} more")
        print(f"       log: {os.path.relpath(results['log'])}", flush=True)


def run_tests(suite, values, totals):
    """Run the tests of one build folder through ctest."""
    for old in glob.glob(os.path.join(suite.results, "*.json")):
        os.unlink(old)
    command = ["ctest", "--test-dir", suite.folder, "-j", str(values.jobs), *suite.selection]
    if values.timeout:
        command += ["--timeout", str(values.timeout)]      # for tests without a limit of their own
    if values.link:
        os.environ["PTO_LINK"] = str(values.link)      # with its place, which the build does not know
        values.jobs = 1 if values.link.place else values.jobs
    if values.all_schedules:
        os.environ["PTO_ALL_SCHEDULES"] = "1"
    progress = Progress()
    with child.running(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            match = FINISHED.match(line)
            if match:
                progress.clear()
                test, status, seconds = match[3], match[4], match[5]
                report(suite, test, results_of(suite, test, status), seconds, totals)
                progress.show(f"  {suite.title}: {match[1]} of {match[2]} tests; {totals.line()}")
        process.wait()
    progress.clear()
