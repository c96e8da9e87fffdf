# SPDX-License-Identifier: Apache-2.0
"""The instructions executed by the forms of the bench kernels, in order, from the emulator's log.

The log has a line for each executed block of instructions, and a block's addresses when it is first translated. It is
limited to the functions of the forms. Their names identify the form: hand_ROW_run(), same_ROW_run() and auto_ROW_run()
of the image's table; vector functions belong to the kernel entered last.
"""
import os
import re

from ptometal import child, qemu
from ptometal.common import INTERNAL, Stop

FORMS = {"hand": "hand", "same": "same", "auto": "auto", "c": "c", "l": "lanes", "t": "pto"}
PLAIN = re.compile(r"^(hand|same|auto)_(?!mad_|t)\w+$")            # products and tiles are no vector functions
START = re.compile(r"^(hand|same|auto)_(\w+)_run$")
KERNEL = re.compile(r"^pto_kernel_entry_([clt])_(\w+)$")
FUNCTION = re.compile(r"^pto_vf_(entry|body)_\w+(\.\w+)*$")         # GCC splits bodies, and may merge equal ones
LABEL = re.compile(r"^([0-9a-f]+) <([^.$][^>]*)>:$")               # of a function: .L and $x are none
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(.*)$")
COUNTER = 8    # maximum overhead of a count in instructions


class Code:
    """An image's text: address -> instruction, address -> names of the functions there."""

    def __init__(self, objdump, elf):
        status, text = child.output_of([objdump, "-d", "--no-show-raw-insn", "-j", ".text", elf])
        if status != 0:
            raise Stop(INTERNAL, text)
        self.at, self.names = {}, {}
        for line in text.splitlines():
            if label := LABEL.match(line):
                self.names.setdefault(int(label[1], 16), []).append(label[2])
            elif instruction := LINE.match(line):
                self.at[int(instruction[1], 16)] = instruction[2]

    def ranges(self):
        """The address ranges of the functions to log, as the emulator's filter."""
        starts = sorted(self.names)
        found = []
        for start, end in zip(starts, starts[1:] + [max(self.at) + 4]):
            for name in self.names[start]:
                if KERNEL.match(name):
                    found.append((start, 2))       # only its entry
                elif PLAIN.match(name) or FUNCTION.match(name):
                    found.append((start, end - start))
        return ",".join(f"{start:#x}+{size:#x}" for start, size in found)


def blocks(log):
    """The addresses of each executed block, in order."""
    made, known, ran, block = {}, {}, [], None
    for line in log:
        if line.startswith("IN:"):
            block = None
        elif line.startswith("0x"):
            address = int(line[:line.index(":")], 16)
            if block is None:
                block = made[address] = []
            block.append(address)
        elif line.startswith("Trace "):
            words = line.split()
            start = int(words[3].split("/")[1], 16)
            if start in made:
                known[words[2]] = made.pop(start)
            ran.append(known[words[2]])
        elif line.startswith("Stopped execution"):   # before the block logged last
            ran.pop()
    return ran


def forms(code, ran):
    """(row, form) -> the instructions that it ran."""
    found, key, into = {}, None, None
    names = {address: list(words) for address, words in code.names.items()}
    for block in ran:
        here = names.get(block[0], [""])
        name = here.pop(0) if len(here) > 1 else here[0]   # merged equal functions run in the table's order
        if start := START.match(name):
            into = found.setdefault((start[2], start[1]), [])
        elif kernel := KERNEL.match(name):
            key, into = (kernel[2], FORMS[kernel[1]]), None
        elif FUNCTION.match(name):
            into = found.setdefault(key, [])
        if into is not None:
            into += [code.at[address] for address in block]
    return found


def run(elf, config, objdump, counts):
    """Run the image of the kernels: (row, form) -> instructions. counts: the image's counts, which must match."""
    code = Code(objdump, elf)
    with child.scratch_folder("ptometal-bench-") as folder:
        log = os.path.join(folder, "log")
        result = qemu.run(elf, config.vlen, icount=True, board=config.board.word_for_cmake, backend=config.backend,
                          extra=["-d", "in_asm,exec,nochain", "-D", log, "-dfilter", code.ranges()])
        if result.status != 0:
            raise Stop(INTERNAL, f"{result.stderr}ptometal: error: under the emulator's log the bench ended with status "
                                 f"{result.status}")
        with open(log, encoding="ascii", errors="replace") as lines:
            found = forms(code, blocks(lines))
    for key, ran in found.items():
        if key in counts and not 0 <= counts[key] - len(ran) <= COUNTER:
            raise Stop(INTERNAL, f"bench: {' '.join(key)} is {counts[key]} instructions, and the log has {len(ran)}")
    return found
