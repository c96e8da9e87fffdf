# SPDX-License-Identifier: Apache-2.0
"""Adds file, line and function to the code addresses in a report: pc=0x80001234."""
import os
import re
import subprocess

from ptometal.binary import elf
from ptometal.common import MADE_HEADERS, ROOT, which

ADDRESS = r"\b((?:pc|ra|epc)=)(0x[0-9a-fA-F]+)"
HEADERS = (os.path.join(ROOT, "hal", "vector") + os.sep, os.path.join(ROOT, "firmware", "include") + os.sep)
GENERATED = r"^pto_(kernel|vf)_(body|entry)_"   # made of a kernel's name by macros
NO_LINE = (":?", ":0")
LOOK_BACK = 64   # bytes of code
PROGRAMS = ("riscv64-unknown-elf-addr2line", "llvm-addr2line-19", "llvm-addr2line")


def is_header(path):
    """Whether a source file is one of our headers."""
    return path.startswith(HEADERS) or MADE_HEADERS in path


def frame(lines):
    """Function and place by what addr2line says of an address, empty if it does not know them."""
    # Frames of inlined functions, innermost first: report the user's own.
    frames = [(function, place.split(" (discriminator")[0]) for function, place in zip(lines[::2], lines[1::2])]
    frames = [frame for frame in frames if not frame[1].startswith("??")]
    function, place = next((frame for frame in frames if not is_header(frame[1])), frames[0] if frames else ("", ""))
    return re.sub(GENERATED, "", function), place


class Symbols:
    """The debug information of one image."""

    def __init__(self, path):
        self.path = path
        self.known = {}

    def annotate(self, line):
        """A line of a report with a source location after each known code address."""
        if "=0x" not in line:
            return line
        return re.sub(ADDRESS, lambda match: match[0] + self.place(match[2]), line)

    def place(self, address):
        if address not in self.known:
            self.known[address] = self.look_up(address)
        return self.known[address]

    def look_up(self, address):
        with open(self.path, "rb") as file:
            is_host = elf.machine(file.read(64)) == elf.HOST
        program = next(filter(None, map(which, ("addr2line",) if is_host else PROGRAMS)), None)
        if program is None:
            return ""
        function, place = self.frames(program, [address])[0]
        if place.endswith(NO_LINE):
            place = self.place_before(program, address, function) or place
        return f" ({os.path.basename(place)}{'' if function == '??' else ' ' + function})" if place else ""

    def place_before(self, program, address, function):
        """Of code to which a compiler gives no line, as an empty loop that never ends: the place of the code in front of it
        that is not the function's frame, whose place is that of its first instruction."""
        at = int(address, 16)
        frames = self.frames(program, [hex(at - back) for back in range(2, min(LOOK_BACK, at), 2)])
        places = [place for name, place in frames if name == function and not place.endswith(NO_LINE)]
        return next((place for place in places if place != places[-1]), places[0] if places else "")

    def frames(self, program, addresses):
        """Function and place of each address, empty if they are not known."""
        done = subprocess.run([program, "-a", "-f", "-i", "-e", self.path, *addresses], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
        answers = [answer.splitlines()[1:] for answer in re.split(r"^(?=0x[0-9a-f]+$)", done.stdout, flags=re.M)[1:]]
        return list(map(frame, answers)) if len(answers) == len(addresses) else [("", "")] * len(addresses)
