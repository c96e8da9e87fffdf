#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The gallery of bugs, examples/bugs: each bug has exactly its report and exit status 3, each fixed kernel is silent; TAP."""
import pathlib
import re
import sys
import tempfile

from run import ROOT, Tap, drive

BUGS = ROOT / "examples" / "bugs"
EXTRA = re.compile(r"^// options: (.+)$", re.M)
FINDS = re.compile(r"^// finds: (.+)$", re.M)


def check(tap, source, folder):
    text = source.read_text()
    options = EXTRA.search(text)[1].split() if EXTRA.search(text) else []
    finds = FINDS.findall(text)
    pattern = ".*".join(map(re.escape, finds[0].split("*")))
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


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(BUGS.glob("*.c")):
            check(tap, source, pathlib.Path(scratch))
    named = re.findall(r"^\| `(\w+\.c)`", (BUGS / "README.md").read_text(), re.M)
    tap.result(sorted(named) == sorted(source.name for source in BUGS.glob("*.c")), "README.md has them all")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
