#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks for vector registers that a vector function spills: stores of vectors to the stack. Prints TAP.

From VLEN 512 on there are enough registers, so a vector function must not spill. Exceptions have their number of such
stores in ALLOWED, which must not increase.

Usage: spills.py IMAGE.elf...     (the environment is that of pto_add_script_test)
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from tap import Tap

# The exponential keeps most of the register file busy, and softmax also needs a maximum and a sum. So each iteration of
# a loop over lanes spills on the path for arguments far from 0.
ALLOWED = {
    "clang": {"softmax_tile": 6, "softmax_lanes": 6, "rmsnorm_tile": 1, "add_carry_lanes": 12, "softmax_vf1": 7, "t_softmax_vf1": 8},
    "gcc": {"softmax_tile": 3, "softmax_vf1": 15, "rmsnorm_vf1": 1, "t_softmax_vf1": 25, "t_row_sum_vf1": 3},
}

FUNCTION = re.compile(r"[0-9a-f]+ <pto_vf_entry_(\w+)>:")
VECTOR_STORE = re.compile(r"v(s[1248]r|se\d+)\.v")
REGISTER = re.compile(r"(a|s|t)\d+|ra")
BASE = re.compile(r"\((\w+)\)")


def objdump():
    names = [f"llvm-objdump-{n}" for n in range(21, 16, -1)]
    # picolibc depends on binutils; an llvm-objdump without a version may be too old for vectors.
    names.insert(0 if os.environ["PTO_CC"] == "gcc" else len(names), "riscv64-unknown-elf-objdump")
    return next(name for name in names if shutil.which(name))


def count_spills(elf):
    """Vector function -> number of vector stores whose address comes from the stack or frame pointer."""
    command = [objdump(), "-d", "--no-show-raw-insn", elf]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "vsetvli" not in text:
        sys.exit(f"{command[0]} does not know vector instructions")
    spills = {}
    name = None
    for line in text.splitlines():
        function = FUNCTION.match(line)
        if function or line.endswith(">:"):
            name = function[1] if function else None
            pointers, frame = {"sp"}, None
            if name:
                spills[name] = 0
            continue
        words = line.split("\t")
        if name is None or len(words) < 3:
            continue
        op, operands = words[1].strip(), [word.strip() for word in words[2].split(",")]
        base = BASE.search(words[2])
        if VECTOR_STORE.fullmatch(op) and base and base[1] in pointers:
            spills[name] += 1
        # s0 is an ordinary register unless it is the frame pointer, which it is up to the end of the function.
        frame = "s0" if op == "addi" and operands[:2] == ["s0", "sp"] else frame
        writes = REGISTER.fullmatch(operands[0]) and operands[0] != frame and op[0] not in "vb" and not (
            op in ("sd", "sw", "sh", "sb", "fsd", "fsw"))
        pointers |= {frame} - {None}
        if writes and op in ("addi", "add", "sub", "mv") and pointers & set(operands[1:]):
            pointers.add(operands[0])
        elif writes:
            pointers.discard(operands[0])
    return spills


def main():
    allowed = ALLOWED[os.environ["PTO_CC"]]
    tap = Tap()
    for elf in sys.argv[1:]:
        for name, spills in count_spills(elf).items():
            limit = allowed.get(name, 0)
            tap.result(spills <= limit, f"{pathlib.Path(elf).stem} {name}: {spills} spills, {limit} allowed")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
