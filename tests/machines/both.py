#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`ptometal run` on two boards, as one tool: for harnesses of cases that take the tool's name.

    PTO_DIGESTS=list.txt both.py run KERNEL [options] -- ARG...

Runs the command on qemu-virt in the current folder, and on native in a copy of it. Fails unless both end alike and all files of
the folder have the same bytes then. Adds a line to the file PTO_DIGESTS: the kernel, the status, a digest of all written files.
"""
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PTOMETAL = pathlib.Path(__file__).resolve().parents[2] / "ptometal"
BOARDS = ("qemu-virt", "native")
DIFFERENT = 3     # exit status


def contents(folder):
    """The digest of each file in a folder, by its name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir()) if path.is_file()}


def run(board, command, words, folder):
    return subprocess.run([PTOMETAL, command, "--board", board, *words], cwd=folder, capture_output=True, text=True, check=False)


def main():
    command, *words = sys.argv[1:]
    here = pathlib.Path.cwd()
    before = contents(here)
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch, "copy")
        shutil.copytree(here, copy)
        ended = {board: run(board, command, words, folder) for board, folder in zip(BOARDS, (here, copy))}
        first, second = contents(here), contents(copy)
    target = ended[BOARDS[0]]
    sys.stdout.write(target.stdout)
    sys.stderr.write(target.stderr)
    changed = {name: digest for name, digest in first.items() if before.get(name) != digest}
    all_of_it = hashlib.sha256(repr(sorted(changed.items())).encode()).hexdigest()
    if os.environ.get("PTO_DIGESTS"):
        with open(os.environ["PTO_DIGESTS"], "a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(f"{words[0]} {target.returncode} {all_of_it}\n")
    differ = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    statuses = [one.returncode for one in ended.values()]
    if differ or len(set(statuses)) > 1:
        print(f"fault: {BOARDS[0]} and {BOARDS[1]}: statuses {statuses}, files that differ: {', '.join(differ) or 'none'}",
              file=sys.stderr)
        return DIFFERENT
    return target.returncode


if __name__ == "__main__":
    sys.exit(main())
