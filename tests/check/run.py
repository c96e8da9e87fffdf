#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker of `ptometal run --check`; TAP.

    run.py                      (the environment is that of pto_add_script_test)

* kernels.c: every finding with its text, and kernels in which there is nothing to find, on one hart and on four;
  the order that --explore finds;
* --json and --suppress.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KERNEL = re.compile(r"((?:// \w+: .+\n)+)PTO_(?:CUBE_|MIXED_)?KERNEL\((\w+),")
SAYS = re.compile(r"// (finding|silent|differs): (.+)")


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def result(self, ok, name, *details):
        self.count += 1
        self.failed += not ok
        print(f"{'ok' if ok else 'not ok'} {self.count} - {name}")
        for line in "\n".join(details).splitlines() if not ok else ():
            print(f"# {line}")
        sys.stdout.flush()


def drive(*words, cwd=None):
    command = [os.environ["PTOMETAL"], "run", *map(str, words[:1]), "--vlen", os.environ["PTO_VLEN"], "--backend",
               os.environ["PTO_BACKEND"], "--cc", os.environ["PTO_CC"], "--timeout", "50", *map(str, words[1:])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    findings = [line for line in done.stderr.splitlines() if line.startswith("check: ") and "note:" not in line]
    return done.returncode, findings, done.stderr


def check_kernels(tap, folder):
    text = (HERE / "kernels.c").read_text()
    data = folder / "gm.bin"
    for kind, words, name in ((*says, name) for lines, name in KERNEL.findall(text) for says in SAYS.findall(lines)):
        if kind == "differs":
            check_order(tap, folder, name, words)
            continue
        blocks = re.match(r"(\d+) block", words)
        blocks = blocks[1] if blocks else "4" if "between blocks" in words else "1"
        for harts in ("1", "4"):
            data.write_bytes(bytes(range(256)) * 32)
            status, findings, stderr = drive(HERE / "kernels.c", "--check", "--entry", name, "--blocks", blocks, "--harts",
                                             harts, f"inout:{data}")
            pattern = ".*".join(map(re.escape, words.split("*")))
            # Which of two accesses comes first is chance on four harts, that nothing orders them is not. What a wrong order
            # makes a fault may be one there.
            told = any(re.search(pattern, line) for line in findings) if harts == "1" else findings or "fault: " in stderr
            good = status == 3 and told if kind == "finding" else status == 0 and not findings
            same = data.read_bytes() == bytes(range(256)) * 32
            tap.result(good and (same or kind == "silent"), f"{name}, {harts} hart", f"exit status {status}", stderr)


def check_order(tap, folder, name, words):
    """--explore finds the order, and a replay of its schedule another result than the first run."""
    data = folder / "gm.bin"
    data.write_bytes(bytes(range(256)) * 32)
    status, _, stderr = drive(HERE / "kernels.c", "--explore", 9, "--entry", name, f"inout:{data}", cwd=folder)
    unchanged = data.read_bytes() == bytes(range(256)) * 32
    results = []
    for policy in ("eager", "replay:kernels.schedule"):
        data.write_bytes(bytes(range(256)) * 32)
        ended = drive(HERE / "kernels.c", "--policy", policy, "--entry", name, f"inout:{data}", cwd=folder)[0]
        results.append((ended, data.read_bytes()))
    tap.result(status == 3 and unchanged and words in stderr and results[0] != results[1], f"{name}, explored", stderr,
               f"exit statuses {status}, {results[0][0]} and {results[1][0]}")


def check_reports(tap, folder):
    """--json and --suppress: what they say, and the exit status."""
    data, report, meant = folder / "gm.bin", folder / "findings.json", folder / "meant"
    words = [HERE / "kernels.c", "--check", "--entry", "read_after_write", "--json", report, f"inout:{data}"]
    data.write_bytes(bytes(8192))
    status, findings, stderr = drive(*words)
    told = json.loads(report.read_text())
    tap.result(status == 3 and len(told) == 1 and [place["command"] for place in told[0]["places"]] ==
               ["mte_gm_ub", "vector function"] and told[0]["finding"] == "race, read after write" and
               findings == [f"check: {told[0]['text']}"] and told[0]["memory"] == "UB", "--json", stderr, report.read_text())
    meant.write_text("# the race is meant\nrace, read * kernels.c:*\nuninitialised other.c:1\n")
    status, findings, stderr = drive(*words[:-1], "--suppress", meant, words[-1])
    tap.result(status == 0 and not findings and "meant:3: nothing that this suppresses was found" in stderr and
               json.loads(report.read_text())[0]["suppressed"], "--suppress", f"exit status {status}", stderr)
    meant.write_text("race\n")
    status, findings, stderr = drive(*words[:-1], "--suppress", meant, words[-1])
    tap.result(status == 2 and "a suppression is a finding and a place" in stderr, "a wrong suppression", stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        check_kernels(tap, folder)
        check_reports(tap, folder)
    print(f"1..{tap.count}")
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
