# SPDX-License-Identifier: Apache-2.0
"""The boards: what boards/<name>/board.cmake says about each."""
import os
import re

from ptometal.common import ROOT, did_you_mean, usage_error

FACT = re.compile(r"^\s*set\(PTO_BOARD_(\w+)\s+([^)]*)\)", re.M)
WORD = re.compile(r'"([^"]*)"|(\S+)')


class Board:
    """The facts of one board."""

    def __init__(self, name, facts):
        self.name = name
        self.facts = facts

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
        return int(self.word("MAX_HARTS", "1"))

    @property
    def has_emulator(self):
        return bool(self.words("QEMU"))


def names():
    """The names of all boards."""
    folder = os.path.join(ROOT, "boards")
    return sorted(entry for entry in os.listdir(folder)
                  if os.path.isfile(os.path.join(folder, entry, "board.cmake")))


def load(name):
    """The board of that name; wrong usage when there is none."""
    path = os.path.join(ROOT, "boards", name, "board.cmake")
    if name != os.path.basename(name) or not os.path.isfile(path):
        raise usage_error(f"--board {name}: no such board{did_you_mean(name, names())}")
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"#.*", "", file.read())
    facts = {key: [quoted or plain for quoted, plain in WORD.findall(value)]
             for key, value in FACT.findall(text)}
    return Board(name, facts)


def main(argv):
    """`ptometal boards`: list them."""
    if argv:
        raise usage_error("boards takes no arguments")
    for name in names():
        board = load(name)
        lengths = "/".join(map(str, board.vlens))
        print(f"{name:16} {board.description} (VLEN {lengths}, up to {board.max_harts} harts)")
    return 0
