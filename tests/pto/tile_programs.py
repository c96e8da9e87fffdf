#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random tile kernels without synchronisation, and what they compute.

    tile_programs.py --out FILE.pto [--count N]

Each kernel works on tiles of 64 words, most without an address: loads, stores, additions, windows, accesses of the
scalar unit, in loops (some of no turn) and branches, between one buffer that is only read and one that is read and
written. Some tiles are slots of multi-buffers, chosen by the turn of the loop. The same statements are run here one after the other: that is what a kernel gives under every schedule.
"""
import argparse
import random
from pathlib import Path

WORDS = 64
ROWS = 8
TILES = 5
TILE = f"!pto.tile_buf<vec, 1x{WORDS}xi32>"
HALF = f"!pto.tile_buf<vec, 1x{WORDS // 2}xi32>"
PART = f"!pto.partition_tensor_view<1x{WORDS}xi32>"
VIEW = "!pto.tensor_view<?x?xi32>"
MASK = 0xFFFFFFFF
SLOTS = (2, 3)  # of the multi-buffers
LONG = {16: 33, 17: 66}  # statements of the programs that share code (emit_form.c): with and without addresses
BUFFERS = [f"!pto.multi_tile_buf<vec, 1x{WORDS}xi32, count={count}>" for count in SLOTS]


class Program:
    """A program as a tree: ("load", tile, row), ("for", trip count, body), ("if", body, body), ..."""

    TILE_OPERANDS = {"load": 1, "back": 1, "store": 1, "add": 3, "adds": 1, "half": 2, "set": 1}

    def __init__(self, seed):
        self.random = random.Random(f"tiles {seed}")
        self.name = f"tiles{seed}"
        slots = [(buffer, slot, "rem") for buffer, count in enumerate(SLOTS) for slot in range(count)]
        self.body = [("load", tile, number % ROWS) for number, tile in enumerate([*range(TILES), *slots])]
        self.body += self.block(0, LONG.get(seed)) + [self.stream()]

    def block(self, depth, statements=None):
        return [self.statement(depth) for _ in range(statements or self.random.randint(2, 5))]

    def statement(self, depth):
        pick, tile = self.random.choice, lambda: self.tile(depth)
        kind = pick(["load", "load", "store", "store", "add", "add", "adds", "half", "back", "set", "for", "if"])
        if kind in ("for", "if") and depth == 2:
            kind = "add"
        if kind == "for":
            return ("for", pick(["zero", "one", "two", "three", "turns"]), self.block(depth + 1))
        if kind == "if":
            return ("if", self.block(depth + 1), self.block(depth + 1) if self.random.random() < 0.6 else [])
        if kind in ("load", "store", "back"):
            return (kind, tile(), self.random.randrange(ROWS))
        if kind == "add":
            return ("add", tile(), tile(), tile())
        if kind == "half":
            return ("half", tile(), tile(), self.random.randrange(2))
        return (kind, tile(), self.random.randrange(1, 100))

    def stream(self):
        """A loop that loads, computes and stores, each on a slot of its own; it may load ahead."""
        buffers, ahead = [self.random.randrange(len(SLOTS)) for _ in range(2)], self.random.randrange(2)
        source, target = [(buffer, i, self.random.choice(["rem", "and", "xor"])) for i, buffer in enumerate(buffers)]
        body = [("load", (source[0], ahead, source[2]), self.random.randrange(ROWS)),
                ("add", target, (source[0], 0, source[2]), (source[0], 0, source[2])),
                ("store", target, self.random.randrange(ROWS))]
        return ("for", "turns", body + ([self.statement(2)] if self.random.random() < 0.3 else []))

    def tile(self, depth):
        """The number of a tile, or in a loop (buffer, offset, form): slot iteration + offset of a multi-buffer."""
        if depth == 0 or self.random.random() < 0.4:
            return self.random.randrange(TILES)
        buffer = self.random.randrange(len(SLOTS))
        return buffer, self.random.randrange(SLOTS[buffer]), self.random.choice(["rem", "and", "xor"])

    # ---- what it computes ----
    @staticmethod
    def at(tile, turn):
        """The index of a tile in self.tiles."""
        if isinstance(tile, int):
            return tile
        return TILES + sum(SLOTS[:tile[0]]) + (turn + tile[1]) % SLOTS[tile[0]]

    def run(self, source, turns):
        self.tiles = [[0] * WORDS for _ in range(TILES + sum(SLOTS))]
        self.source, self.memory, self.counts = source, [[0] * WORDS for _ in range(ROWS)], {
            "zero": 0, "one": 1, "two": 2, "three": 3, "turns": turns}
        self.execute(self.body, 0)
        return [word for row in self.memory for word in row]

    def execute(self, body, turn):
        for kind, *rest in body:
            if kind not in ("for", "if"):
                rest = [self.at(tile, turn) if i < self.TILE_OPERANDS[kind] else tile for i, tile in enumerate(rest)]
            if kind == "for":
                for i in range(self.counts[rest[0]]):
                    self.execute(rest[1], i)
            elif kind == "if":
                self.execute(rest[0 if turn % 2 == 0 else 1], turn)
            elif kind == "load":
                self.tiles[rest[0]] = list(self.source[rest[1]])
            elif kind == "back":
                self.tiles[rest[0]] = list(self.memory[rest[1]])
            elif kind == "store":
                self.memory[rest[1]] = list(self.tiles[rest[0]])
            elif kind == "add":
                a, b = self.tiles[rest[1]], self.tiles[rest[2]]
                self.tiles[rest[0]] = [x + y & MASK for x, y in zip(a, b)]
            elif kind == "adds":
                self.tiles[rest[0]] = [x + rest[1] & MASK for x in self.tiles[rest[0]]]
            elif kind == "half":
                size, at = WORDS // 2, rest[2] * WORDS // 2
                part = [x + y & MASK for x, y in zip(self.tiles[rest[0]][at:at + size], self.tiles[rest[1]][:size])]
                self.tiles[rest[0]][at:at + size] = part
            elif kind == "set":
                self.tiles[rest[0]][rest[1] % WORDS] = self.tiles[rest[0]][0] + rest[1] & MASK

    # ---- what it says ----
    def text(self):
        self.lines, self.number = [], 0
        self.write(self.body, "%zero", 2)
        numbers = {"zero": 0, "one": 1, "two": 2, "three": 3, "words": WORDS, "rows": ROWS, "half": WORDS // 2}
        head = [f"func.func @{self.name}(%in: !pto.ptr<i32>, %out: !pto.ptr<i32>, %turns: index) attributes "
                "{pto.kernel} {"]
        head += [f"  %{name} = arith.constant {value} : index" for name, value in numbers.items()]
        head += [f"  %{view} = pto.make_tensor_view %{pointer}, shape = [%rows, %words], strides = [%words, %one] : {VIEW}"
                 for view, pointer in (("source", "in"), ("memory", "out"))]
        head += [f"  %t{tile} = pto.alloc_tile : {TILE}" for tile in range(TILES)]
        head += [f"  %m{i} = pto.alloc_multi_tile : {buffer}" for i, buffer in enumerate(BUFFERS)]
        return "\n".join(head + self.lines + ["  return", "}"]) + "\n"

    def line(self, depth, text):
        self.lines.append("  " * (depth - 1) + text)

    def fresh(self):
        self.number += 1
        return f"%v{self.number}"

    def part(self, depth, view, row):
        name, index = self.fresh(), self.fresh()
        self.line(depth, f"{index} = arith.constant {row} : index")
        self.line(depth, f"{name} = pto.partition_view %{view}, offsets = [{index}, %zero], sizes = [%one, %words] : "
                         f"{VIEW} -> {PART}")
        return name

    def write(self, body, turn, depth):
        for kind, *rest in body:
            if kind == "for":
                i = self.fresh()
                self.line(depth, f"scf.for {i} = %zero to %{rest[0]} step %one {{")
                self.write(rest[1], i, depth + 1)
                self.line(depth, "}")
            elif kind == "if":
                odd, even = self.fresh(), self.fresh()
                self.line(depth, f"{odd} = arith.remsi {turn}, %two : index")
                self.line(depth, f"{even} = arith.cmpi eq, {odd}, %zero : index")
                self.line(depth, f"scf.if {even} {{")
                self.write(rest[0], turn, depth + 1)
                if rest[1]:
                    self.line(depth, "} else {")
                    self.write(rest[1], turn, depth + 1)
                self.line(depth, "}")
            else:
                num = self.TILE_OPERANDS[kind]
                tiles = [self.tile_name(depth, tile, turn) for tile in rest[:num]]
                self.write_operation(kind, tiles, rest[num:], depth)

    def tile_name(self, depth, tile, turn):
        """The value of a tile; of a slot, with its number in one of the text's forms."""
        if isinstance(tile, int):
            return f"%t{tile}"
        (buffer, offset, form), slot, name = tile, self.fresh(), self.fresh()
        count = SLOTS[buffer]
        number, limit, moved = self.fresh(), self.fresh(), self.fresh()
        if count == 2 and form == "xor" and offset == 1:
            self.line(depth, f"{number} = arith.remui {turn}, %two : index")
            self.line(depth, f"{slot} = arith.xori {number}, %one : index")
        else:
            mask = count == 2 and form == "and"
            self.line(depth, f"{number} = arith.constant {offset} : index")
            self.line(depth, f"{moved} = arith.addi {turn}, {number} : index")
            self.line(depth, f"{limit} = arith.constant {count - mask} : index")
            self.line(depth, f"{slot} = arith.{'andi' if mask else 'remui'} {moved}, {limit} : index")
        self.line(depth, f"{name} = pto.multi_tile_get %m{buffer}[{slot}] : {BUFFERS[buffer]} -> {TILE}")
        return name

    def write_operation(self, kind, tiles, rest, depth):
        tile = tiles[0]
        if kind in ("load", "back"):
            part = self.part(depth, "source" if kind == "load" else "memory", rest[0])
            self.line(depth, f"pto.tload ins({part} : {PART}) outs({tile} : {TILE})")
        elif kind == "store":
            part = self.part(depth, "memory", rest[0])
            self.line(depth, f"pto.tstore ins({tile} : {TILE}) outs({part} : {PART})")
        elif kind == "add":
            self.line(depth, f"pto.tadd ins({tiles[1]}, {tiles[2]} : {TILE}, {TILE}) outs({tile} : {TILE})")
        elif kind == "adds":
            number = self.fresh()
            self.line(depth, f"{number} = arith.constant {rest[0]} : i32")
            self.line(depth, f"pto.tadds ins({tile}, {number} : {TILE}, i32) outs({tile} : {TILE})")
        elif kind == "half":
            target, source = self.fresh(), self.fresh()
            at = "%half" if rest[0] else "%zero"
            for name, of, column in ((target, tile, at), (source, tiles[1], "%zero")):
                self.line(depth, f"{name} = pto.subview {of}[%zero, {column}] sizes [1, {WORDS // 2}] : {TILE} -> {HALF}")
            self.line(depth, f"pto.tadd ins({target}, {source} : {HALF}, {HALF}) outs({target} : {HALF})")
        else:
            first, number, total, index = (self.fresh() for _ in range(4))
            self.line(depth, f"{first} = pto.tgetval ins({tile}, %zero : {TILE}, index) outs : i32")
            self.line(depth, f"{number} = arith.constant {rest[0]} : i32")
            self.line(depth, f"{total} = arith.addi {first}, {number} : i32")
            self.line(depth, f"{index} = arith.constant {rest[0] % WORDS} : index")
            self.line(depth, f"pto.tsetval ins({index}, {total} : index, i32) outs({tile} : {TILE})")


def module(count):
    return ('// SPDX-License-Identifier: Apache-2.0\nmodule attributes {pto.target_arch = "a5", '
            "pto.kernel_kind = #pto.kernel_kind<vector>} {\n" +
            "".join(Program(seed).text() for seed in range(count)) + "}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=24)
    options = parser.parse_args()
    options.out.write_text(module(options.count))


if __name__ == "__main__":
    main()
