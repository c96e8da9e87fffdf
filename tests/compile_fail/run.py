#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels in C that must not compile, through `ptometal run`. Prints TAP.

Each file breaks the one rule that its first lines state. The driver has to end with status 1, and the
compiler has to name the line marked "<- here", with the text after "// error:" where the file has one.
A file with the line "// accepted" has to compile.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from tap import Tap

HERE = pathlib.Path(__file__).resolve().parent


def compile_kernel(path, folder):
    command = [os.environ["PTOMETAL"], "image", str(path), "-o", os.path.join(folder, "kernel.elf"),
               "--vlen", os.environ.get("PTO_VLEN", "512"), "--cc", os.environ.get("PTO_CC", "clang")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def problems_of(path, status, stderr):
    text = path.read_text(encoding="utf-8")
    if "\n// accepted\n" in text:
        return [f"status {status}"] if status else []
    found = []
    if status != 1:
        found.append(f"status {status}, not 1")
    line = next(n for n, words in enumerate(text.splitlines(), 1) if "// <- here" in words)
    if f"{path.name}:{line}:" not in stderr:
        found.append(f"line {line} is not named")
    for words in text.splitlines():
        if words.startswith("// error: ") and words.removeprefix("// error: ") not in stderr:
            found.append(f"not said: {words.removeprefix('// error: ')}")
    return found


def main():
    tap = Tap()
    paths = sorted(HERE.glob("*.c"))
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            status, stderr = compile_kernel(path, folder)
            problems = problems_of(path, status, stderr)
            tap.case(path.stem, problems and "\n".join(["; ".join(problems), *stderr.splitlines()[:20]]))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
