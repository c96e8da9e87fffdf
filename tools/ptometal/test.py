# SPDX-License-Identifier: Apache-2.0
"""`ptometal test`: everything that CI runs, on every vector length and with every compiler there is."""
import glob
import json
import os
import re
import subprocess
import time

from ptometal import boards, build, child
from ptometal.common import BUILD, INTERNAL, ROOT, Progress, Stop, locked, plural, usage_error
from ptometal.options import Option, describe, parse, positive

SUMMARY = """ptometal test [options]

Run the tests: of the tools on the host, then on the target at each vector length with each compiler that
is installed. Without options this is what CI runs. Ends with the number of passed, failed and skipped
cases; logs of all tests are in build/<configuration>/tap.
"""

OPTIONS = [
    Option("--board", "NAME", text="only what fits this board (default: everything on qemu-virt, then every board)"),
    Option("--vlen", "N", kind=int, many=True, text="only this vector length (may be given several times)"),
    Option("--cc", "NAME", choices=("clang", "gcc"), text="only this compiler"),
    Option("--only", "REGEX", text="only the tests whose name matches"),
    Option("--host", text="only the tests of the tools on the host"),
    Option("--jobs", "N", os.cpu_count() or 1, kind=positive, text="tests at a time (default: one a core)"),
    Option("--help", text="this help"),
]

FULL = "qemu-virt"    # the board on which everything runs

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


def configurations(values):
    """(name, source folder, CMake settings) of everything to test."""
    if values.host or values.board in (None, FULL):
        yield "host", os.path.join(ROOT, "tools"), ["-DPTO_HOST_TESTS=ON"]
    if values.host:
        return
    chosen = [values.cc] if values.cc else build.compilers()
    if not chosen:
        raise Stop(INTERNAL, "no compiler for the firmware is installed: `./ptometal setup` (as root) does")
    if values.board in (None, FULL):
        for compiler in chosen:
            for vlen in values.vlen or boards.load(FULL).vlens:
                yield configuration(FULL, vlen, compiler, "ON")
    if values.board is None and not values.vlen:
        for name in boards.names():
            if name != FULL:
                yield configuration(name, None, chosen[0], "board")
    elif values.board not in (None, FULL):
        for vlen in values.vlen or boards.load(values.board).vlens or [None]:
            yield configuration(values.board, vlen, chosen[0], "board")


def configuration(board, vlen, compiler, tests):
    """The name, source folder and CMake settings of the tests of a board: all of them (ON) or few (board)."""
    config = build.Config(board, vlen, compiler)
    return config.name, ROOT, build.configure_words(config, tests)[2:]


def main(argv):
    values, words = parse(argv, OPTIONS)
    if values.help:
        print(SUMMARY)
        print(describe(OPTIONS))
        return 0
    if words:
        raise usage_error(f"test takes no {words[0]}; --only REGEX chooses tests by name")
    started, totals = time.monotonic(), Totals()
    build.ensure_ptoc()
    for name, source, configure in configurations(values):
        trouble = build_tests(name, source, configure)
        if trouble:
            print(trouble)
            totals.failed += 1
            totals.trouble.append(f"{name} does not build")
        else:
            run_tests(name, values, totals)
    for name in totals.trouble:
        print(f"failed: {name}")
    minutes, seconds = divmod(int(time.monotonic() - started), 60)
    print(f"{totals.line()} ({minutes} min {seconds} s)")
    if not totals.passed and not totals.failed:
        raise usage_error("no test has been run")
    return 1 if totals.failed else 0
