# SPDX-License-Identifier: Apache-2.0
"""Boards: the contents of board.cmake and board.h in the folder of each.

A board is in boards/, in a folder of PTO_BOARD_ROOT, or anywhere: then its path is its name.
"""
import functools
import os
import re

from ptometal import child
from ptometal.binary.memory import Image
from ptometal.common import ROOT, did_you_mean, usage_error
from ptometal.digests import sha256

FACT = re.compile(r"^\s*set\(PTO_BOARD_(\w+)\s+([^)]*)\)", re.M)
WORD = re.compile(r'"([^"]*)"|([^\s"]+)')
DEFINE = re.compile(r"^#define\s+BOARD_(\w+)\s+(0x[0-9a-fA-F]+|\d+)\b", re.M)
RAM_STEP = 64 << 20
IN_TREE = os.path.join(ROOT, "boards")


class Board:
    """The facts of one board."""

    def __init__(self, folder, facts, defines):
        self.folder = folder
        self.facts = facts       # from board.cmake
        self.defines = defines   # from board.h: plain numbers

    @property
    def name(self):
        return os.path.basename(self.folder)

    @property
    def in_tree(self):
        return os.path.dirname(self.folder) == IN_TREE

    @property
    def word_for_cmake(self):
        return self.name if self.in_tree else self.folder

    @property
    def tag(self):
        """The name in build folders: unique even among boards of equal name in other folders."""
        return self.name if self.in_tree else f"{self.name}-{sha256(self.folder.encode()).hexdigest()[:6]}"

    def words(self, key):
        return self.facts.get(key, [])

    def word(self, key, default=""):
        return " ".join(self.facts.get(key, [])) or default

    @property
    def description(self):
        return self.word("DESCRIPTION")

    @property
    def vlens(self):
        return [int(word) for word in self.words("VLENS")]

    @property
    def max_harts(self):
        return self.defines.get("HARTS_MAX", 1)

    @property
    def ram_bytes(self):
        return self.defines.get("RAM_BYTES", 0)

    def flash_file(self, elf):
        """A file beside the image with the whole contents of the flash, as the emulator expects it.

        It appears whole: another run of the image may be about to read it.
        """
        base, size = self.defines["FLASH_BASE"], self.defines["FLASH_BYTES"]
        path = os.path.splitext(elf)[0] + ".flash"
        if os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(elf):
            return path
        address, data = Image(elf).flat()
        with child.scratch_folder(".flash-", os.path.dirname(path) or ".") as work:
            made = os.path.join(work, "flash")
            with open(made, "wb") as file:
                file.seek(address - base)
                file.write(data)
                file.truncate(size)
            os.replace(made, path)
        return path

    def qemu(self, elf, vlen, harts, backend, gm_bytes=0, peers=None):
        """The emulator's arguments for its machine, its core, its number of harts and the image.

        If the board allows it (@RAM@), the machine has room for gm_bytes of buffers. With peers, a file, that is GM, which
        other images map too.
        """
        ram = self.ram_bytes if 2 * gm_bytes <= self.ram_bytes else self.ram_bytes + -(-gm_bytes // RAM_STEP) * RAM_STEP
        places = {"ELF": elf, "VLEN": str(vlen), "RAM": f"{ram >> 20}M",
                  "IMAGE": hex(self.defines.get("RAM_BASE", 0))}
        if peers:
            places |= self.peers_places(elf, harts, peers)

        def expand(words):
            if any("@FLASH@" in word for word in words):
                places["FLASH"] = self.flash_file(elf)
            return [re.sub(r"@(\w+)@", lambda match: places[match[1]], word) for word in words]

        if not self.has_emulator:
            raise usage_error(f"{self.name} has no emulator: its board.cmake does not set PTO_BOARD_QEMU; a board that "
                              "is there is reached with --link gdb:HOST:PORT or --link uart:PATH")
        line = expand(self.words("QEMU"))
        core = expand(self.words("QEMU_CPU_" + backend.upper()))
        line += ["-cpu", *core] if core else []
        if "-smp" not in line:
            line += ["-smp", str(harts + self.defines.get("HART_FIRST", 0) + 2 * bool(peers))]
        line += expand(self.words("QEMU_PEERS")) if peers else []
        return line + expand(self.words("QEMU_LOAD") or ["-kernel", "@ELF@"])

    def peers_places(self, elf, harts, window):
        """What QEMU_PEERS refers to: the sizes of memories, the file in the middle, and the harts behind those in use."""
        below, shared = Image(elf).symbols()["hal_gm"] - self.defines["RAM_BASE"], os.path.getsize(window)
        return {"BELOW": f"{below >> 20}M", "SHARED": f"{shared >> 20}M", "RAM": f"{(below + shared >> 20) + 64}M",
                "FILE": window, "LAST_HART": str(harts - 1), "HARTS": str(harts), "NEXT_HART": str(harts + 1)}

    def hint_if_silent(self, output):
        """A hint for images that reached their time limit without any output."""
        if output.strip() or self.is_host:
            return ""
        load = " ".join(self.words("QEMU_LOAD")) or "-kernel @ELF@"
        console = self.word("CONSOLE", "semihosting")
        uart = f" at {self.defines['UART_BASE']:#x}" if "UART_BASE" in self.defines else ""
        return ("\nptometal: hint: nothing came from the image, which may not have started. Look at where it lies "
                f"({self.defines.get('RAM_BASE', self.defines.get('IMAGE_BASE', 0)):#x}, loaded by {load}), how it counts its "
                f"harts (PTO_BOARD_DISCOVERY {self.word('DISCOVERY', 'devicetree')}) and its console ({console}{uart}); "
                "docs/porting.md has a checklist")

    @property
    def has_emulator(self):
        return bool(self.words("QEMU"))

    @property
    def is_host(self):
        """Whether an image is a process of this computer."""
        return self.word("MACHINE") == "host"

    @property
    def first_link(self):
        """The link of images built without an explicit choice."""
        return "files" if self.is_host else "semihosting"


def roots():
    """The folders that contain boards: those of PTO_BOARD_ROOT come first."""
    outside = os.environ.get("PTO_BOARD_ROOT", "")
    return [os.path.abspath(root) for root in outside.split(os.pathsep) if root] + [IN_TREE]


def names():
    """The names of all boards."""
    found = set()
    for root in filter(os.path.isdir, roots()):
        found.update(entry for entry in os.listdir(root)
                     if os.path.isfile(os.path.join(root, entry, "board.cmake")))
    return sorted(found)


def find(name):
    """The folder of a board, given by name or path; a usage error if there is none."""
    if os.sep in name or os.path.isfile(os.path.join(name, "board.cmake")):
        if not os.path.isfile(os.path.join(name, "board.cmake")):
            raise usage_error(f"--board {name}: there is no board.cmake")
        return os.path.realpath(name)
    for root in roots():
        if os.path.isfile(os.path.join(root, name, "board.cmake")):
            return os.path.join(root, name)
    raise usage_error(f"--board {name}: no such board{did_you_mean(name, names())}")


def load(name):
    """Load the board of that name, or in that folder."""
    folder = find(name)
    if not os.path.isfile(os.path.join(folder, "board.h")):
        raise usage_error(f"{folder}: there is no board.h beside board.cmake")
    with open(os.path.join(folder, "board.cmake"), encoding="utf-8") as file:
        facts = file.read()
    with open(os.path.join(folder, "board.h"), encoding="utf-8") as file:
        return parsed(folder, facts, file.read())


@functools.lru_cache(maxsize=16)      # a run asks for its board five times
def parsed(folder, facts, header):
    """The board in a folder, of the texts of its two files."""
    found = FACT.findall(re.sub(r"#.*", "", facts))
    return Board(folder, {key: [quoted or plain for quoted, plain in WORD.findall(value)] for key, value in found},
                 {key: int(value, 0) for key, value in DEFINE.findall(header)})
