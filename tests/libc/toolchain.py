#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""newlib is taken from a toolchain on the PATH that includes it. Prints TAP.

Usage: toolchain.py     (the environment is that of pto_add_script_test)

The toolchain is assembled from the installed compiler and the newlib built for it, in the layout of
riscv-gnu-toolchain: with libraries for one architecture, and for several.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from ptometal import boards  # noqa: E402  (after the path is right)
from ptometal.board import newlib  # noqa: E402

BOARD = boards.load(os.environ["PTO_BOARD"])
CORE = BOARD.word("MARCH"), BOARD.word("ABI")
GCC = shutil.which("riscv64-unknown-elf-gcc")


def make(prefix, folder):
    """A toolchain with libraries for the board in a subfolder of its lib; returns the folders of headers and
    libraries."""
    headers, libraries = newlib.ensure(GCC, *CORE)
    own = prefix / "riscv64-unknown-elf"
    (prefix / "bin").mkdir(parents=True)
    compiler = prefix / "bin" / "riscv64-unknown-elf-gcc"
    compiler.write_text(f'#!/bin/sh\nexec {GCC} -B{own}/lib/ "$@"\n')
    compiler.chmod(0o755)
    shutil.copytree(headers, own / "include")
    shutil.copytree(libraries, own / "lib" / folder)
    return str(own / "include"), os.path.normpath(own / "lib" / folder)


def environment(prefix):
    """The environment with the toolchain first in the PATH, and without an earlier build of newlib."""
    return {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(prefix / "cache")}


def taken(prefix):
    """The newlib that CMake would use."""
    done = subprocess.run([sys.executable, ROOT / "tools" / "ptometal" / "board" / "newlib.py", "riscv64-unknown-elf-gcc", *CORE],
                          env=environment(prefix), stdout=subprocess.PIPE, text=True, check=False)
    return tuple(done.stdout.split())


def configured(prefix):
    """Options for headers and libraries of a build folder configured with the toolchain."""
    subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", prefix / "build", f"-DBOARD={os.environ['PTO_BOARD']}",
                    f"-DPTO_VLEN={os.environ['PTO_VLEN']}", f"-DPTO_COMPILER={os.environ['PTO_CC']}",
                    f"-DPTO_BACKEND={os.environ['PTO_BACKEND']}", "-DPTO_LIBC=newlib", "-DPTO_TESTS=OFF"],
                   env=environment(prefix), stdout=subprocess.DEVNULL, check=True)
    settings = json.loads((prefix / "build" / "ptometal.json").read_text())
    return settings["compile"] + settings["link"]


def main():
    many = subprocess.run([GCC, f"-march={CORE[0].partition('_')[0]}", f"-mabi={CORE[1]}", "-print-multi-directory"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    tap = Tap()
    with tempfile.TemporaryDirectory() as name:
        for title, folder in (("libraries for many architectures", many), ("libraries for one architecture", ".")):
            prefix = pathlib.Path(name, title.replace(" ", "-"))
            wanted, got = make(prefix, folder), taken(prefix)
            tap.result(got == wanted, title, f"{got}, not {wanted}")
        words = configured(prefix)
        tap.result(wanted[0] in words and f"-L{wanted[1]}" in words, "CMake compiles and links with it", str(words))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
