#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The gallery of bugs, examples/bugs: each bug has exactly its report and exit status 3, each fixed kernel is silent; TAP.

Kernels with expected output of --explore are checked for both orders.
"""
import pathlib
import re
import sys
import tempfile

from run import ROOT, Tap, drive

BUGS = ROOT / "examples" / "bugs"
EXTRA = re.compile(r"^// options: (.+)$", re.M)
EXPLORED = re.compile(r"^// explored: (.+)$", re.M)
FINDS = re.compile(r"^// finds: (.+(?:\n// (?!\w+: ).+)*)$", re.M)  # over several lines


def check(tap, source, folder):
    text = source.read_text()
    options = EXTRA.search(text)[1].split() if EXTRA.search(text) else []
    finds = FINDS.search(text)[1].replace("\n// ", " ")
    pattern = ".*".join(map(re.escape, finds.split("*")))
    data, original = folder / "gm.bin", bytes(range(1, 65)) * 128
    for entry in ("bug", "fixed"):
        data.write_bytes(original)
        status, findings, stderr = drive(source, "--check", "--entry", entry, *options, f"inout:{data}")
        faults = [line for line in stderr.splitlines() if line.startswith("fault: ")]
        if entry == "bug":
            tap.result(status == 3 and len(findings) + len(faults) == 1 and re.search(pattern, stderr, re.S) and
                       data.read_bytes() == original, f"{source.name}: the bug is named, and nothing else",
                       f"exit status {status}", stderr)
        else:
            tap.result(status == 0 and not findings and "warning" not in stderr, f"{source.name}: fixed, it is silent",
                       f"exit status {status}", stderr)


def check_explored(tap, source, folder, want):
    """Checks the smallest schedule that differs, in a file, and both orders side by side."""
    data = folder / "gm.bin"
    data.write_bytes(bytes(range(1, 65)) * 128)
    status, _, stderr = drive(source, "--explore", "2", "--entry", "bug", f"inout:{data}", cwd=folder)
    schedule = (folder / f"{source.stem}.schedule").read_text()
    tap.result(status == 3 and f"another result if {want}" in stderr and want.replace("comes ", "") in schedule and
               re.search(r"  eager +\| replay\n.*  core .+ \| core ", stderr), f"{source.name}: both orders are shown",
               f"exit status {status}", stderr)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(BUGS.glob("*.c")):
            check(tap, source, pathlib.Path(scratch))
            for want in EXPLORED.findall(source.read_text()):
                check_explored(tap, source, pathlib.Path(scratch), want)
    named = re.findall(r"^\| `(\w+\.c)`", (BUGS / "README.md").read_text(), re.M)
    tap.result(sorted(named) == sorted(source.name for source in BUGS.glob("*.c")), "README.md has them all")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
