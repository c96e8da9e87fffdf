# SPDX-License-Identifier: Apache-2.0
"""Adds file, line and function to the code addresses in a report: pc=0x80001234."""
import re
import shutil
import subprocess

ADDRESS = re.compile(r"\b((?:pc|ra|epc)=)(0x[0-9a-fA-F]+)")
PROGRAMS = ("riscv64-unknown-elf-addr2line", "llvm-addr2line-19", "llvm-addr2line")


class Symbols:
    """The debug information of one image."""

    def __init__(self, elf):
        self.elf = elf
        self.known = {}

    def annotate(self, line):
        """A line of a report with a place after each code address that has one."""
        if "=0x" not in line:
            return line
        return ADDRESS.sub(lambda match: match[0] + self.place(match[2]), line)

    def place(self, address):
        if address not in self.known:
            self.known[address] = self.look_up(address)
        return self.known[address]

    def look_up(self, address):
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            return ""
        done = subprocess.run([program, "-f", "-s", "-e", self.elf, address], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
        lines = done.stdout.split("\n")
        if len(lines) < 2 or lines[1].startswith("??"):
            return ""
        place = lines[1].split(" (discriminator")[0]
        return f" ({place} {lines[0]})" if lines[0] != "??" else f" ({place})"
