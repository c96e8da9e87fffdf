#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Boots each kernel of kernels.c and checks what the user gets to see. Prints TAP.

Usage: run.py IMAGE.elf       (the environment is that of pto_add_script_test)

For a fault: exit status 3, one line on stderr that matches the pattern in the source, the source line
marked "<- here" named, and the buffer's file untouched. For a warning: exit status 0 and the warning.
At VLEN 512 each runs through the driver and on four harts, elsewhere once.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tap import Tap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))

from ptometal import boards, qemu  # noqa: E402  (after the path is right)
from ptometal.binary import symbols  # noqa: E402  (after the path is right)

SOURCE = pathlib.Path(__file__).with_name("kernels.c")
GM_BYTES = 64 * 1024

KERNEL = re.compile(r"// (fault|warning): (.+)\nPTO_(?:CUBE_)?KERNEL\((\w+),")


class Case:
    def __init__(self, kind, pattern, name):
        self.kind = kind
        self.pattern = pattern
        self.name = name
        self.line = None


# Harts that are threads of a process share its pages: nobody sees what plain code of a vector function accesses.
IS_PROCESS = "mprotect" in boards.load(os.environ["PTO_BOARD"]).words("PROTECTION")


def read_cases():
    """The kernels with their expectations. A mark belongs to the kernel that it precedes or stands in."""
    text = SOURCE.read_text(encoding="utf-8")
    cases = []
    starts = []
    for match in KERNEL.finditer(text):
        cases.append(Case(*match.groups()))
        starts.append(match.start())
    for mark in re.finditer(r"// <- here", text):
        line = text.count("\n", 0, mark.start()) + 1
        inside = [case for case, start in zip(cases, starts) if start < mark.start()]
        owner = inside[-1]
        # A mark in a helper function comes after the body of the kernel before it.
        body_end = text.index("\n}\n", starts[cases.index(owner)])
        if mark.start() > body_end:
            owner = cases[cases.index(owner) + 1]
        owner.line = line
    return cases


def drive(elf, name, folder):
    """Runs one kernel through the driver; returns exit status and stderr."""
    command = [os.environ["PTOMETAL"], "run", elf, "--entry", name, "--board", os.environ["PTO_BOARD"],
               "--vlen", os.environ["PTO_VLEN"], "--backend", os.environ["PTO_BACKEND"], "--gm", "strict", "--timeout", "30",
               f"inout:{folder}/gm.bin"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def boot(elf, name, folder, harts, names):
    """The same without the driver, which is quicker; `names` are the symbols of the image."""
    result = qemu.run(elf, int(os.environ["PTO_VLEN"]), harts, ["--entry", name, "--gm", "strict", "--", "inout:gm.bin"],
                      timeout=30, cwd=folder, board=os.environ["PTO_BOARD"], backend=os.environ["PTO_BACKEND"])
    lines = (result.stdout + result.stderr).splitlines(keepends=True)
    return result.status, "".join(names.annotate(line) for line in lines)


def run_kernel(run, *arguments):
    """Runs one kernel on a file of GM_BYTES; returns status, stderr, and whether the file is as before."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "gm.bin")
        before = bytes(range(256)) * (GM_BYTES // 256)
        path.write_bytes(before)
        stamp = path.stat().st_mtime_ns
        status, stderr = run(*arguments[:2], folder, *arguments[2:])
        same = path.read_bytes() == before and path.stat().st_mtime_ns == stamp
        return status, stderr, same


def explain(case, status, stderr, untouched):
    """What is wrong with the outcome of a case; empty if nothing is."""
    problems = []
    if status != (3 if case.kind == "fault" else 0):
        problems.append(f"exit status {status}")
    reports = re.findall(rf"^{case.kind}:.*(?:\n  .*)*", stderr, re.MULTILINE)  # with the lines that explain it
    if len(reports) != 1:
        problems.append(f"{len(reports)} lines start with '{case.kind}:'")
        return problems
    patterns = [".*".join(map(re.escape, pattern.split("*"))) for pattern in case.pattern.split(" | ")]
    if not any(re.search(pattern, reports[0], re.DOTALL) for pattern in patterns):
        problems.append(f"no '{case.pattern}' in the report")
    if case.line and f"kernels.c:{case.line}" not in reports[0]:
        problems.append(f"line {case.line} is not named")
    if case.kind == "fault" and not untouched:
        problems.append("the buffer's file was written")
    return problems


def main():
    elf = sys.argv[1]
    names = symbols.Symbols(elf)
    runs = {"one hart": (boot, 1, names)}
    if os.environ["PTO_VLEN"] == "512":
        # What the driver adds and who runs where have nothing to do with the length of a register.
        runs = {"through the driver": (drive,), "four harts": (boot, 4, names)}
    tap = Tap()
    for case in read_cases():
        for how, (run, *arguments) in runs.items():
            if IS_PROCESS and how == "four harts" and case.name.startswith("plain_"):
                continue
            status, stderr, untouched = run_kernel(run, elf, case.name, *arguments)
            problems = explain(case, status, stderr, untouched)
            tap.case(f"{case.name}, {how}", problems and "\n".join(["; ".join(problems), stderr]))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
