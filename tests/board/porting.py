#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tutorial of docs/porting.md: its files define a board, its commands print the documented output. Prints TAP.

Usage: porting.py     (the environment is that of pto_add_script_test)

A block of code names its file in its first line. The block replaces the file, is appended to it, or is inserted before
its #include. In a block of commands, `...` in a line matches anything, a last line `...` any further lines. Numbers may
differ, as images grow.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)
PROGRESS = re.compile(r"^(ptometal: building|  building|Remote communication error|\[Inferior).*\n", re.M)


def write(folder, text):
    """Apply a block of code to its file, as its first line says."""
    head, _, body = text.partition("\n")
    name, _, how = re.match(r"(?://|#) (\S+?)(, )?((?<=, ).*)?$", head).groups()
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    if how == "behind the rest":
        body = path.read_text() + body
    elif how == "in front of the #include":
        body = path.read_text().replace("#include", body + "#include")
    elif how:
        raise ValueError(head)
    path.write_text(body)


def plain(text):
    """Lines for comparison: sizes, times, counts and column widths are normalised."""
    lines = [re.sub(r"\b\d+(\.\d+)?(?=%|\b)(?!\.c)", "#", re.sub(r" +", " ", line.rstrip())) for line in text.split("\n")]
    return [line for line in lines if line]


def differ(got, want):
    """None if the output is the documented one, else the difference."""
    got, want = plain(PROGRESS.sub("", got)), plain(want)
    open_end = want[-1:] == ["..."]
    want = want[:-1] if open_end else want
    if len(got) < len(want) or (len(got) > len(want) and not open_end):
        return f"{len(got)} lines, documented are {len(want)}: {got}"
    for line, pattern in zip(got, want):
        if not re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), line):
            return f"{line!r} is documented as {pattern!r}"
    return None


def run(folder, line):
    """The output of a command of the document."""
    done = subprocess.run(["sh", "-c", line.replace("./ptometal", '"$PTOMETAL"', 1)], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout


def same_tests(want):
    """Whether the document lists this board's tests; these run separately."""
    done = subprocess.run(["ctest", "--test-dir", os.environ["PTO_BUILD"], "-N"], stdout=subprocess.PIPE, text=True,
                          check=True)
    has, says = re.findall(r"Test +#\d+: (\S+)", done.stdout), re.findall(r"^  ok +(\S+)", want, re.M)
    return None if sorted(has) == sorted(says) else f"the board has {sorted(has)}, documented are {sorted(says)}"


def main():
    text = (ROOT / "docs" / "porting.md").read_text(encoding="utf-8")
    section = text[text.index("## A port, step by step"):text.index("## board.h\n")]
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="porting-") as name:
        folder = pathlib.Path(name)
        (folder / "examples").symlink_to(ROOT / "examples")
        (folder / "a").write_bytes(struct.pack("<1000f", *range(1000)))
        for kind, body in BLOCK.findall(section):
            if kind:
                write(folder, body)
                continue
            for line, want in COMMAND.findall(body):
                trouble = same_tests(want) if " test " in line else differ(run(folder, line), want)
                tap.case(line[:100], trouble)
        wanted = struct.pack("<1000f", *(2 * i for i in range(1000)))
        tap.result((folder / "sum").read_bytes() == wanted, "the sum is right")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
