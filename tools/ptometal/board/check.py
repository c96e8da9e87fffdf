# SPDX-License-Identifier: Apache-2.0
"""Checks a board's folder by its text: unused names, parts that do not exist, numbers that a part needs but board.h
lacks, a memory map that does not fit the RAM."""
import difflib
import functools
import glob
import os
import re
import shutil
import subprocess

from ptometal.common import ROOT, USAGE, Stop, did_you_mean

# Facts that board.cmake may set: the HAL part that each chooses, or "" for free values. docs/porting.md explains them.
FACTS = {"DESCRIPTION": "", "MACHINE": "", "MARCH": "", "ABI": "", "VLENS": "", "CONSOLE": "console", "EXIT": "exit", "DISCOVERY": "discovery",
         "WAKE": "wake", "PROTECTION": "protection", "COPY": "copy", "PEERS": "peers", "LINK": "transfer", "KEEP": "", "QEMU": "", "FOR_RANKS": "",
         "QEMU_CPU_RVV": "", "QEMU_CPU_SCALAR": "", "QEMU_LOAD": "", "QEMU_PEERS": "", "FLASH": ""}
NEEDED = ("DESCRIPTION", "MARCH", "ABI")
MACHINES = ("riscv", "host")
# Parts that call Linux: for boards that are the host.
OF_HOST = {"stdio", "process", "threads", "mprotect", "libc", "files"}
SET = re.compile(r"^\s*set\(\s*PTO_BOARD_(\w+)\b", re.M)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(BOARD_\w+)", re.M)
NAME = re.compile(r"\bBOARD_[A-Z0-9_]+\b")
# `#ifndef X` followed by #error requires X; other tests do not.
OPTIONAL = re.compile(r"^[ \t]*#[ \t]*ifdef[ \t]+(BOARD_\w+)|^[ \t]*#[ \t]*ifndef[ \t]+(BOARD_\w+)(?!.*\n[ \t]*#[ \t]*error)"
                      r"|defined\(?[ \t]*(BOARD_\w+)", re.M)
# Names read only if another one is defined.
TOGETHER = {"BOARD_FLASH_BASE": "BOARD_FLASH_BYTES", "BOARD_UART_CLOCK": "BOARD_UART_BAUD", "BOARD_RAM_BASE": "BOARD_RAM_BYTES"}
UNREAD = {"BOARD_H", "BOARD_NAME"}      # the guard, and the displayed name
MAP_HINT = "BOARD_RAM_BASE and BOARD_RAM_BYTES in front of #include <hal/layout.h>, or a map of its own, are needed"


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def without_comments(text):
    """C without its comments, with line numbers kept."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)


@functools.cache
def names_read():
    """Every BOARD_ name that the HAL, the runtime, the linker script or CMake refers to."""
    found = set()
    for pattern in ("hal/**/*.[chS]", "firmware/**/*.[chS]", "linker/*", "cmake/*.cmake"):
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
            if os.sep + "host" + os.sep not in path:
                found |= set(NAME.findall(read(path)))
    return found


def line_of(text, at):
    return text.count("\n", 0, at) + 1


class Check:
    """The problems of one board, as `file:line: text`."""

    def __init__(self, board):
        self.board = board
        self.problems = []
        self.cmake = re.sub(r"#.*", "", read(os.path.join(board.folder, "board.cmake")))
        self.header = without_comments(read(os.path.join(board.folder, "board.h")))
        self.hinted = set()     # facts suggested for an unknown one

    def add(self, file, line, text):
        self.problems.append(f"{os.path.join(self.board.folder, file)}:{line}: {text}")

    def run(self):
        self.check_facts()
        self.check_names()
        if not self.problems:
            self.check_parts()
            self.check_numbers()
        return self.problems

    def check_facts(self):
        """Names and values of board.cmake."""
        for found in SET.finditer(self.cmake):
            if found[1] not in FACTS:
                meant = near(found[1], FACTS)
                self.add("board.cmake", line_of(self.cmake, found.start(1)),
                         f"PTO_BOARD_{found[1]}: nothing reads it{hint(meant, 'PTO_BOARD_')}")
                self.hinted |= set(meant)
        for fact in NEEDED:
            if not self.board.words(fact) and fact not in self.hinted:
                self.add("board.cmake", 1, f"it does not set PTO_BOARD_{fact}")
        machine = self.board.word("MACHINE", MACHINES[0])
        if machine not in MACHINES:
            at = re.search(r"set\(\s*PTO_BOARD_MACHINE\b", self.cmake)
            self.add("board.cmake", line_of(self.cmake, at.end()),
                     f"PTO_BOARD_MACHINE {machine}: no such machine{did_you_mean(machine, MACHINES)}")
        for fact, part in FACTS.items():
            for value in self.board.words(fact) if part else ():
                there = choices(part, self.board.is_host)
                if value not in there and not (value == "board" and part != "transfer"):
                    at = re.search(rf"set\(\s*PTO_BOARD_{fact}\b", self.cmake)
                    self.add("board.cmake", line_of(self.cmake, at.end()), f"PTO_BOARD_{fact} {value}: no such {fact.lower()}"
                                                                           f"{did_you_mean(value, there)}")

    def check_names(self):
        """Unused BOARD_ names of board.h: not read by the tree, nor elsewhere in the folder."""
        own = "\n".join(read(path) for path in glob.glob(os.path.join(self.board.folder, "*.[chS]"))
                        if os.path.basename(path) != "board.h")
        for found in DEFINE.finditer(self.header):
            name = found[1]
            used = name in names_read() | UNREAD or NAME.findall(self.header).count(name) > 1 or name in NAME.findall(own)
            if not used:
                self.add("board.h", line_of(self.header, found.start(1)), f"{name}: nothing reads it"
                         f"{hint(near(name, names_read() - set(DEFINE.findall(self.header))))}")

    def defined(self):
        """The BOARD_ names defined by board.h and its layout, or None without a compiler."""
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang", "clang-19"))), None)
        if compiler is None:
            return None
        done = subprocess.run([compiler, "-E", "-dM", "-I", ROOT, os.path.join(self.board.folder, "board.h")],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            error = re.search(r"^(\S+?:\d+):.*?error: (.*)$", done.stderr, re.M)
            text = re.sub(r'^#error |"', "", error[2]) if error else done.stderr.strip()
            self.problems.append(f"{error[1] if error else self.board.folder}: {text}")
            return None
        return dict(re.findall(r"^#define (BOARD_\w+)(?:\([^)]*\))? ?(.*)$", done.stdout, re.M))

    def check_parts(self):
        """Check the numbers in board.h that the chosen parts need."""
        missing = [name for name in ("BOARD_RAM_BASE", "BOARD_RAM_BYTES") if name not in self.header]
        if "hal/layout.h" in self.header and missing:
            self.add("board.h", 1, f"it does not define {' and '.join(missing)}, which <hal/layout.h> needs")
            return
        defined = self.defined()
        if defined is None:
            return
        if "BOARD_IMAGE_BASE" not in defined or "BOARD_GM_BASE" not in defined:
            self.add("board.h", 1, f"there is no memory map: {MAP_HINT}")
            return
        defaults = {"CONSOLE": "semihosting", "EXIT": "semihosting", "DISCOVERY": "devicetree", "WAKE": "clint",
                    "PROTECTION": "pmp", "COPY": "cpu"}
        for fact, default in defaults.items():
            for value in self.board.words(fact) or [default]:
                for name in sorted(needs(FACTS[fact], value) - set(defined)):
                    self.add("board.h", 1, f"it does not define {name}, which PTO_BOARD_{fact} {value} needs")
        for first, second in TOGETHER.items():
            if first in defined and second not in defined:
                self.add("board.h", 1, f"it defines {first} and not {second}")

    def check_numbers(self):
        if "BOARD_HARTS_MAX" not in self.header:
            self.add("board.h", 1, "it does not define BOARD_HARTS_MAX")
        elif self.board.words("WAKE") == ["none"] and self.board.max_harts > 1:
            self.add("board.h", 1, f"BOARD_HARTS_MAX is {self.board.max_harts}, and with PTO_BOARD_WAKE none there is nobody to "
                                   "wake them")


def near(word, names):
    """The likely intended names for a wrong one."""
    return difflib.get_close_matches(word, sorted(names), 2, 0.6)


def hint(names, prefix=""):
    return f"; did you mean {' or '.join(prefix + name for name in names)}?" if names else ""


def choices(part, of_host):
    """The variants of a HAL part, for a host board or for any other."""
    found = {os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(ROOT, "hal", part, "*.[cS]"))}
    if part == "peers":
        return sorted(found)
    if of_host:
        return sorted(found & (OF_HOST | {"fixed"}))
    return sorted(found - OF_HOST - ({"uart"} if part == "console" else set()))


def needs(part, value):
    """The BOARD_ names that a part reads unconditionally."""
    wanted, optional, queue, seen = set(), set(), glob.glob(os.path.join(ROOT, "hal", part, f"{value}.[cS]")), set()
    while queue:
        path = queue.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        text = without_comments(read(path))
        queue += [os.path.join(os.path.dirname(path), name) for name in re.findall(r'#include "([\w.]+)"', text)]
        optional |= {name for groups in OPTIONAL.findall(text) for name in groups if name}
        wanted |= set(NAME.findall(text))
    return wanted - optional - {second for first, second in TOGETHER.items() if first in optional}


def demand(board):
    """Report all errors of a board and exit, if there are any."""
    problems = Check(board).run()
    if problems:
        raise Stop(USAGE, "\nptometal: error: ".join(["ptometal: error: " * (len(problems) > 1) + problems[0], *problems[1:]]))
