# SPDX-License-Identifier: Apache-2.0
"""Runs one test, an image under QEMU or a script, and judges the TAP that it prints.

Started by ctest (cmake/pto_add.cmake). Leaves NAME.tap, the whole output, and NAME.json, the counts and
the cases, in the folder of results; exits with 0 when every case passed.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import threading
import time

sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from ptometal import child, link  # noqa: E402  (after the path is right)
from ptometal.binary import symbols  # noqa: E402  (after the path is right)
from ptometal.common import TIME_LIMIT, plural  # noqa: E402

CASE = re.compile(r"(not )?ok\b\s*(\d*)\s*(?:- )?(.*)")
PLAN = re.compile(r"1\.\.(\d+)\s*(?:#\s*(.*))?$")


class Verdict:
    """The verdict on a test's output."""

    def __init__(self):
        self.passed = 0
        self.skipped = 0
        self.failures = []
        self.plan = None
        self.outcomes = []   # for each case: name, "passed", "failed", "skipped" or "error", and its output

    @property
    def cases(self):
        return self.passed + self.skipped + len(self.failures)

    def read(self, lines):
        """Process lines with their time of arrival: a case takes the time since the previous one."""
        before = 0.0
        for line, at in lines:
            known = len(self.outcomes)
            case, plan = CASE.match(line), PLAN.match(line)
            if plan:
                self.plan = int(plan[1])
                if self.plan == 0:
                    self.note(plan[2] or "nothing to test", "skipped")
            elif case:
                self.count(bool(case[1]), case[3], line.rstrip())
            elif line.startswith("Bail out!"):
                self.trouble(line)
            elif line.startswith("#") and self.outcomes and self.outcomes[-1]["outcome"] == "failed":
                self.outcomes[-1]["text"] += line.lstrip("# ") + "\n"
            for outcome in self.outcomes[known:]:
                outcome["seconds"], before = round(at - before, 3), at

    def count(self, failed, text, line):
        name, _, directive = text.partition("# ")
        if directive.upper().startswith("SKIP"):
            self.note(name, "skipped", directive[4:].strip())
        elif failed and not directive.upper().startswith("TODO"):
            self.failures.append(line)
            self.note(name, "failed")
        else:
            self.note(name, "passed")

    def note(self, name, outcome, text=""):
        """Record a case, and count it unless it failed: failures are counted by their output."""
        self.passed += outcome == "passed"
        self.skipped += outcome == "skipped"
        self.outcomes.append({"name": name.strip(), "outcome": outcome, "text": text})

    def trouble(self, text):
        """Record a failure of the test as a whole."""
        self.failures.append(text)
        self.note("the test as a whole", "error", text)

    def judge(self, options, status, output):
        """Add failures that no case reports."""
        expectations = options.output or options.exit is not None
        missing = [regex for regex in options.output if not re.search(regex, output, re.M)]
        for regex in missing:
            self.trouble(f"the output has no match for: {regex}")
        expected = options.exit or 0
        if status == TIME_LIMIT and expected != TIME_LIMIT:
            self.trouble(f"no end within {options.timeout:g} s, {plural(self.cases, 'case')} ran")
        elif status != expected and not (status == 1 and self.failures and not expected):
            fault = re.search(r"^fault: .*", output, re.M)
            self.trouble(f"exit status {status}, expected {expected}" + (f": {fault[0]}" if fault else ""))
        if self.plan is None and self.cases == 0 and expectations:
            if not self.failures:
                self.note("the whole run", "passed")
        elif self.plan is None and not self.failures:
            self.trouble("the output has no TAP plan")
        elif self.plan and self.plan != self.cases and not self.failures:
            self.trouble(f"{self.cases} cases ran, {self.plan} were planned")


def run_image(options):
    """Boot the image of a test; returns its exit status and output."""
    with open(os.path.join(options.config, "ptometal.json"), encoding="utf-8") as file:
        config = json.load(file)
    folder = os.path.join(options.results, options.name + ".files")
    os.makedirs(folder, exist_ok=True)
    output, started = [], time.monotonic()
    names = symbols.Symbols(options.image)

    def keep(text):
        at = time.monotonic() - started
        output.extend((line, at) for line in names.annotate(text).splitlines(keepends=True))

    result = link.run(link.default() or link.parse(config["data_link"]), link.Run(
        options.image, config["board"], config["vlen"], config["backend"], options.harts, options.words,
        folder=folder, timeout=options.timeout, on_stdout=keep, on_stderr=keep))
    if not os.listdir(folder):
        os.rmdir(folder)
    return result.status, output


def run_script(options):
    """Run the script of a test; returns its exit status and output."""
    output, started = [], time.monotonic()

    def read(pipe):
        for line in pipe:
            output.append((line, time.monotonic() - started))

    # Python would buffer its lines to the end, and all cases would arrive at once.
    with child.running(options.words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       errors="replace", env={**os.environ, "PYTHONUNBUFFERED": "1"}) as process:
        reader = threading.Thread(target=read, args=(process.stdout,), daemon=True)
        reader.start()
        try:
            status = process.wait(options.timeout)
        except subprocess.TimeoutExpired:
            status = TIME_LIMIT
    reader.join(1)      # a process that outlives the script may hold the pipe
    return status, output


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--name", required=True)
    parser.add_argument("--results", required=True, help="folder for NAME.tap and NAME.json")
    parser.add_argument("--image", help="boot this; else the words are a command to run")
    parser.add_argument("--config", help="the build folder of the image")
    parser.add_argument("--harts", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--exit", type=int, help="the status that the test has to end with")
    parser.add_argument("--output", action="append", default=[], help="a regex that has to match")
    parser.add_argument("words", nargs="*")
    return parser.parse_args()


def main():
    options = arguments()
    os.makedirs(options.results, exist_ok=True)
    status, lines = run_image(options) if options.image else run_script(options)
    output = "".join(line for line, _ in lines)
    verdict = Verdict()
    verdict.read(lines)
    verdict.judge(options, status, output)
    stem = os.path.join(options.results, options.name)
    with open(stem + ".tap", "w", encoding="utf-8") as file:
        file.write(output)
    with open(stem + ".json", "w", encoding="utf-8") as file:
        json.dump({"passed": verdict.passed, "skipped": verdict.skipped, "failures": verdict.failures,
                   "cases": verdict.outcomes, "log": stem + ".tap"}, file, indent=1)
    sys.stdout.write(output)
    for failure in verdict.failures:
        print(f"# failed: {failure}")
    print(f"# {verdict.passed} passed, {len(verdict.failures)} failed, {verdict.skipped} skipped")
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
