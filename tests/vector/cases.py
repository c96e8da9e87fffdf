#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Choose the inputs of the vector tests, with a seed, and write them as a command file.

    cases.py --entries entries.txt --out commands.bin [--seed N] [--scale F]

Operands are windows of one pool of bytes: random bits, special values and values of ordinary size
for every type, index and shift vectors, masks.  A case is therefore only a few offsets, the same
description serves the image that runs the cases and the model that checks them, and no numpy is
needed here.

The command file: a header (magic, pool size, number of groups, number of cases), the pool, and
groups {entry, variant, count} followed by their cases (struct vt_case in vector_test.h).
"""
import argparse
import random
import struct
from dataclasses import dataclass, field
from pathlib import Path

import entries as vt
from entries import TYPES

MAGIC = 0x31435456               # "VTC1"
MEMORY = 2048                    # bytes of the work memory that pointers point into
CASE = struct.Struct("<4q3I4I5iI4x")
GROUP = struct.Struct("<HHHH")
THOROUGH = ("vexp", "vln", "vsqrt", "vrsqrt", "vrec", "vtrc")
SPECIALS = {
    "f32": [0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
            0xffc00001, 0x7f800001, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000,
            0x7f7fffff, 0xff7fffff, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000,
            0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x46fffe00, 0x47000000,
            0x477fff00, 0x477fefff, 0x477ff000, 0x43000000, 0x42fe0000, 0x437f8000, 0x33000000,
            0x33000001, 0x387fc000, 0x387fe000, 0x42b17218, 0xc2cff1b5, 0x3f7fffff, 0x5f000000],
    "f16": [0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0x0001, 0x8001,
            0x03ff, 0x0400, 0x8400, 0x7bff, 0xfbff, 0x3800, 0xb800, 0x3e00, 0x4100, 0xc100, 0x77ff,
            0x7800, 0xf800, 0x57f0, 0x5800, 0x5bf8, 0x5c00, 0x498c, 0xcc55, 0x3bff, 0x6800],
    "bf16": [0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x0001, 0x8001,
             0x007f, 0x0080, 0x8080, 0x7f7f, 0xff7f, 0x3f00, 0xbf00, 0x3fc0, 0x4020, 0xc020, 0x4eff,
             0x4f00, 0xcf00, 0x4f80, 0x4780, 0x477f, 0x3380, 0x3300, 0x42b1],
}


def special_values(name):
    """Values of a type that are most likely to fail."""
    bits, kind = TYPES[name]
    if name in SPECIALS:
        return SPECIALS[name]
    if kind in "iu" and bits > 8:
        top = 1 << (bits - 1)
        return [0, 1, 2, 3, (1 << bits) - 1, (1 << bits) - 2, top, top - 1, top + 1, top >> 1, 127,
                128, 255, 256, (1 << bits) - 128, (1 << bits) - 129, 32767 % (1 << bits), 5, 10]
    return list(range(256))


def ordinary_value(rng, name):
    """A value of everyday size."""
    bits, kind = TYPES[name]
    if name == "f32":
        return struct.unpack("<I", struct.pack("<f", rng.uniform(-8, 8)))[0]
    if name == "f16":
        return struct.unpack("<H", struct.pack("<e", rng.uniform(-8, 8)))[0]
    if name == "bf16":
        return struct.unpack("<I", struct.pack("<f", rng.uniform(-8, 8)))[0] >> 16
    return rng.randrange(-20, 100 if kind != "u" else 256) % (1 << bits)


def number_value(rng, name):
    """For floats: whole and half numbers around the limits of the integer types."""
    if name == "f32":
        value = rng.choice((1, -1)) * (rng.choice((0, 127, 128, 255, 256, 32767, 65535, 2.0 ** 31, 3))
                                       + rng.randrange(-8, 9) / 4)
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if name == "f16":
        value = rng.choice((1, -1)) * (rng.choice((0, 127, 128, 255, 32767)) + rng.randrange(-8, 9) / 4)
        return struct.unpack("<H", struct.pack("<e", value))[0]
    if name == "bf16":
        return rng.choice((0, 0x8000)) | (rng.choice((0x3f00, 0x4080, 0x42f0, 0x4f00)) + rng.randrange(64))
    return ordinary_value(rng, name)


class Pool:
    """The bytes that operands are windows of, and the possible starts of each kind of operand."""

    WINDOW = 256

    def __init__(self, rng):
        self.rng, self.data, self.spans = rng, bytearray(), {}
        for name, (bits, kind) in TYPES.items():
            size = bits // 8
            specials = special_values(name)
            self.add(name, "bits", size, rng.randbytes(8192))
            self.add(name, "special", size, self.pack(size, (
                rng.choice(specials) for _ in range(8192 // size))))
            self.add(name, "ordinary", size, self.pack(size, (
                ordinary_value(rng, name) for _ in range(4096 // size))))
            if kind == "f" and bits > 8:
                self.add(name, "number", size, self.pack(size, (
                    number_value(rng, name) for _ in range(4096 // size))))
            if name in ("f16", "bf16"):
                self.add(name, "every", 256, self.pack(2, range(1 << 16)))
            if kind in "iu":
                counts = [0, 1, bits - 1, bits, bits + 1, 2 * bits, 3, bits // 2]
                self.add(name, "shift", size, self.pack(size, (
                    rng.choice(counts) if rng.random() < 0.7 else rng.randrange(bits)
                    for _ in range(4096 // size))))
        for limit in (8, 16, 31, 32, 64, 128, 256, 512, 1024):
            for name in ("u8", "u16", "u32", "i8", "i16", "i32"):
                size = TYPES[name][0] // 8
                top = min(limit, 1 << (TYPES[name][0] - (name[0] == "i")))
                self.add(name, f"index{limit}", size, self.pack(size, (
                    rng.randrange(top) for _ in range(2048 // size))))
        self.add("u32", "block", 4, self.pack(4, (rng.randrange(32) * 32 for _ in range(512))))
        self.add("i32", "block", 4, self.pack(4, (rng.randrange(32) * 32 for _ in range(512))))
        for grain in (1, 2, 4):
            self.masks(grain)

    @staticmethod
    def pack(size, values):
        return b"".join(value.to_bytes(size, "little") for value in values)

    def add(self, name, flavour, step, data):
        """Add a span; windows start at every multiple of step, and may extend into later data."""
        while len(self.data) % 64:
            self.data.append(0)
        last = len(data) - self.WINDOW
        self.spans[name, flavour] = (len(self.data), max(last, 0) // step + 1, step)
        self.data += data

    def masks(self, grain):
        """Images of the 256-bit predicate register, in every style, for one granularity."""
        def image(bits):
            return sum(1 << (grain * i) for i, bit in enumerate(bits) if bit).to_bytes(32, "little")
        rng, lanes, name = self.rng, 256 // grain, f"b{8 * grain}"
        shapes = {
            "all": [image([1] * lanes)],
            "none": [bytes(32)],
            "one": [image([i == at for i in range(lanes)])
                    for at in (0, 1, lanes - 1, *rng.sample(range(lanes), 6))],
            "tail": [image([i < count for i in range(lanes)])
                     for count in (1, lanes // 2, lanes - 1, *rng.sample(range(lanes), 6))],
            "random": [image([rng.random() < 0.5 for _ in range(lanes)]) for _ in range(16)],
            "dense": [rng.randbytes(32) for _ in range(8)] + [b"\xff" * 32],
        }
        for shape, images in shapes.items():
            data = b"".join(images)
            while len(self.data) % 64:
                self.data.append(0)
            self.spans[name, shape] = (len(self.data), len(images), 32)
            self.data += data

    def pick(self, name, flavour):
        start, count, step = self.spans[name, flavour]
        return start + self.rng.randrange(count) * step

    def value(self, name, flavour):
        """A scalar of a type, as the little-endian integer of its bits."""
        at = self.pick(name, flavour)
        return int.from_bytes(self.data[at:at + TYPES[name][0] // 8], "little")


@dataclass
class Group:
    """The cases of one variant of one entry."""
    entry: object
    number: int              # of the entry
    variant: int
    cases: list = field(default_factory=list)


@dataclass
class Case:
    """Offsets into the pool (v, m, memory), values (s), and offsets into the memory (p)."""
    v: list
    m: list
    s: list
    p: list
    memory: int = 0

    def pack(self):
        def padded(items, count):
            return items + [0] * (count - len(items))
        scalars = [value - (1 << 64) if value >= 1 << 63 else value for value in self.s]
        return CASE.pack(*padded(scalars, 4), *padded(self.v, 3), *padded(self.m, 4),
                         *padded(self.p, 5), self.memory)


class Chooser:
    """Chooses the operands of cases: by letter, with exceptions by instruction."""

    MASKS = ("all", "random", "tail", "one", "none", "dense", "random", "dense")
    FLAVOURS = ("special", "bits", "ordinary", "number")

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pool = Pool(self.rng)

    def flavour(self, name, number):
        wanted = self.FLAVOURS[number % 4 if number % 8 < 4 else self.rng.randrange(4)]
        return wanted if (name, wanted) in self.pool.spans else "bits"

    def thorough(self, entry):
        """Cases of the approximated functions: for 16 bits every value."""
        every = self.pool.spans.get((entry.type, "every"))
        start, count, _ = every or (0, 512, 256)
        mask = self.pool.spans[vt.optable.granularity(entry.type), "all"][0]
        return [Case([start + 256 * number if every else self.pool.pick(entry.type, "bits")
                      if number % 2 else self.pool.pick(entry.type, "ordinary")], [mask], [], [])
                for number in range(count)]

    def case(self, entry, number):
        make = getattr(self, "make_" + entry.stem, None)
        if make:
            return make(entry, number)
        case = Case([], [], [], [])
        for letter, name in entry.operands:
            self.operand(case, entry, letter, name, number)
        if case.p:
            case.memory = self.pool.pick("u8", "bits") & ~63
        return case

    def operand(self, case, entry, letter, name, number):
        stem, rng = entry.stem, self.rng
        if letter in ("V", "C"):
            case.v.append(self.pool.pick(name, self.flavour(name, number + len(case.v) * 3)))
        elif letter == "U":
            if stem.startswith("vsh"):
                case.v.append(self.pool.pick(name, "shift"))
            else:
                size = TYPES[name][0] // 8
                case.v.append(self.pool.pick(name, f"index{256 // size}" if number % 4 else "bits"))
        elif letter == "X":
            case.v.append(self.pool.pick(*self.index(entry, name)))
        elif letter[0] == "M" or letter == "G":
            case.m.append(self.pool.pick(name, self.MASKS[(number + 3 * len(case.m)) % 8]))
        elif letter == "S":
            case.s.append(self.scalar(entry, name, number))
        elif letter in ("P", "Q"):
            case.p.append(32 * rng.randrange(8))
        elif letter in ("P[]", "Q[]"):
            case.p.append(32 * rng.randrange(4))
            case.s.append(self.offset(entry))
        else:
            case.s.append(self.number(entry, letter, number))

    def index(self, entry, name):
        """Indices within the memory."""
        if entry.stem == "vgatherb":
            return name, "block"
        size = TYPES[entry.type][0] // 8
        return name, f"index{1024 // size}"

    def scalar(self, entry, name, number):
        if entry.stem == "vci" and TYPES[name][1] == "f":
            return self.pool.value(name, "number")
        return self.pool.value(name, self.flavour(name, number))

    def offset(self, entry):
        """The offset of P[] and Q[], in elements: a multiple of 32 bytes; of pldi and psti in their units."""
        if entry.op and entry.op.in_units:
            return self.rng.randrange(5)
        size = TYPES[entry.type][0] // 8 if entry.type in TYPES else 1
        return 32 * self.rng.randrange(5) // size

    def number(self, entry, letter, number):
        stem, rng = entry.stem, self.rng
        lanes = vt.optable.lanes(entry.type) if entry.type in TYPES else 0
        if stem.endswith("_post") and letter == "idx":
            return self.offset(entry)
        if stem in ("vshls", "vshrs"):
            bits = TYPES[entry.type][0]
            return rng.choice((0, 1, 3, bits // 2, bits - 1, bits, bits + 1))
        if stem in ("vshift", "vslide"):
            return rng.choice((0, 1, 2, lanes // 2, lanes - 1, lanes, rng.randrange(lanes)))
        if stem in ("vsldb", "vsldb_post", "vsstb", "vsstb_post"):
            return rng.randrange(1, 5)
        if stem in ("vsldb_packed", "vsstb_packed"):
            return rng.randrange(1, 5) << 16 | rng.randrange(1, 5)
        if stem in ("vsunpack", "vzunpack"):
            return number % 2
        if stem == "plt":
            return rng.choice((0, 1, 5, 63, 64, 65, 127, 128, 200, 255, 256, 257, 100000, -1))
        if stem in ("vgather2_n", "vscatter_n"):
            return rng.choice((0, 1, lanes // 2, lanes, rng.randrange(lanes + 1)))
        if stem.endswith("histv2"):
            return number % 2
        return rng.randrange(4)

    # Strided accesses cover nearly all of the memory.
    def make_vsld(self, entry, number):
        case = Case([], [], [0], [0], self.pool.pick("u8", "bits") & ~63)
        case.v = [self.pool.pick(name, "bits") for letter, name in entry.operands if letter == "V"]
        return case

    make_vsst = make_vsld

    def sequence(self, entry, number, scalars, aligned=False):
        case = Case([], [], [], [])
        for letter, name in entry.operands:
            if letter in ("V", "M"):
                self.operand(case, entry, letter, name, number)
        size = TYPES[entry.type][0] // 8 if entry.type in TYPES else int(entry.type[1:]) // 8
        case.p = [size * self.rng.randrange(256 // size)]
        case.s = scalars
        case.memory = self.pool.pick("u8", "bits") & ~63
        return case

    def make_seq_vldus(self, entry, number):
        return self.sequence(entry, number, [])

    def make_seq_vldus_post(self, entry, number):
        return self.sequence(entry, number, [self.advance(entry)])

    def make_seq_vstus(self, entry, number):
        return self.sequence(entry, number, [self.advance(entry)])

    def make_seq_vstus_post(self, entry, number):
        return self.sequence(entry, number, [self.advance(entry), self.advance(entry)])

    make_seq_vstus_mode = make_seq_vstus_post

    def make_seq_vstu(self, entry, number):
        return self.sequence(entry, number, [self.rng.randrange(8)])

    def make_seq_vstur(self, entry, number):
        return self.sequence(entry, number, [])

    def make_seq_pstu(self, entry, number):
        return self.sequence(entry, number, [])

    def advance(self, entry):
        lanes = vt.optable.lanes(entry.type)
        return self.rng.choice((1, lanes // 2, lanes - 1, lanes, self.rng.randrange(1, lanes)))

    def make_vbitsort(self, entry, number):
        return Case([], [], [1 + number % 3], [1024, 0, 512], self.scores(entry, 128))

    def make_vsort32(self, entry, number):
        return Case([], [], [number % 4], [1024, 0], self.scores(entry, 256))

    # Four lists of records, sorted by score, at 1024 and every 256 bytes after that.
    def make_vmrgsort4(self, entry, number):
        rng = self.rng
        lengths = [rng.choice((0, 1, 5, 8, rng.randrange(9))) for _ in range(4)]
        repeats = 1 + number % 2
        if number % 3 == 0:
            lengths = [max(lengths[0], 1)] * 4
        lengths = [length // repeats for length in lengths]
        image = bytearray(rng.randbytes(MEMORY))
        for which, length in enumerate(lengths):
            for repeat in range(repeats):
                scores = sorted((rng.choice((rng.uniform(-9, 9), 1.0, -0.0)) for _ in range(length)),
                                reverse=True)
                for at, score in enumerate(scores):
                    start = 1024 + 256 * which + 8 * (repeat * sum(lengths) + at)
                    image[start:start + 4] = struct.pack(
                        "<f", score) if entry.type == "f32" else struct.pack("<e", score) + bytes(2)
        count = lengths[0] if len(set(lengths)) == 1 and lengths[0] else sum(
            length << 16 * which for which, length in enumerate(lengths)) or 1
        config = repeats | rng.choice((0, 15, 3, 5, 14)) << 8 | rng.randrange(2) << 12
        return Case([], [], [count, config], [0, *range(1024, 2048, 256)], self.append(image))

    def make_vtranspose(self, entry, number):
        size = TYPES[entry.type][0] // 8
        blocks = number % 3 if size < 4 else number % 2
        source = 0 if size * 256 * max(blocks, 1) > 1024 or number % 4 == 0 else 1024
        return Case([], [], [blocks], [0, source], self.pool.pick("u8", "bits") & ~63)

    def append(self, image):
        """Put a memory image into the pool; returns its offset."""
        while len(self.pool.data) % 64:
            self.pool.data.append(0)
        start = len(self.pool.data)
        self.pool.data += image
        return start

    def scores(self, entry, count):
        """Append a memory image of scores; returns its offset in the pool."""
        rng, size = self.rng, TYPES[entry.type][0] // 8
        code = {2: "<e", 4: "<f"}[size]
        choices = [rng.uniform(-100, 100) for _ in range(count)] + [
            0.0, -0.0, float("inf"), -float("inf"), float("nan")]
        image = b"".join(struct.pack(code, rng.choice(choices)) for _ in range(512 // size))
        image += self.pool.pack(4, (rng.getrandbits(32) for _ in range((MEMORY - 512) // 4)))
        return self.append(image[:MEMORY])


def build(names, seed=1, scale=1.0):
    """All groups and the pool, for the functions with these names."""
    entries, _ = vt.load(names)
    chooser, groups = Chooser(seed), []
    for number, entry in enumerate(entries):
        count = max(8, int(scale * (64 if len(entry.variants) == 1 else
                                    32 if len(entry.variants) < 8 else 12)))
        if not entry.operands:
            count = 1
        for variant in range(len(entry.variants)):
            cases = [chooser.case(entry, at + variant) for at in range(count)]
            if scale and entry.stem in THOROUGH:
                cases += chooser.thorough(entry)
            groups.append(Group(entry, number, variant, cases))
    chooser.pool.data += bytes(MEMORY)
    return entries, groups, bytes(chooser.pool.data)


def read_names(path):
    return set(Path(path).read_text().split())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--entries", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    _, groups, pool = build(read_names(options.entries), options.seed, options.scale)
    total = sum(len(group.cases) for group in groups)
    with open(options.out, "wb") as out:
        out.write(struct.pack("<IIII", MAGIC, len(pool), len(groups), total))
        out.write(pool)
        for group in groups:
            out.write(GROUP.pack(group.number, group.variant, len(group.cases), 0))
            out.write(b"".join(case.pack() for case in group.cases))
    print(f"{total} cases in {len(groups)} groups, pool of {len(pool)} bytes")


if __name__ == "__main__":
    main()
