# SPDX-License-Identifier: Apache-2.0
"""Tile descriptors and records in the firmware's layout, and cases for tile_test.elf."""
import struct
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import tile_table  # noqa: E402  (after the path is right)

OPS = {op.id: (number, op) for number, op in enumerate(tile_table.load())}
FLAGS = {"COMPARE_PACKED": 1 << 12}
ATTRIBUTES = [name for values in [v for v in tile_table.attribute_values().values()] for name, _ in values]

# pto_elem_t: name -> (number, numpy type of the bits)
ELEMS = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "e4m3", "e5m2", "hif8", "e2m1x2",
         "e1m2x2", "e8m0", "f64"]
BITS = {"i8": "i1", "u8": "u1", "i16": "i2", "u16": "u2", "i32": "i4", "u32": "u4", "i64": "i8", "u64": "u8",
        "f16": "f2", "bf16": "u2", "f32": "f4"}
LOCATIONS = ["vec", "mat", "left", "right", "acc", "bias", "scaling"]
PIPES = {"S": 0, "V": 1, "M": 2, "MTE1": 3, "MTE2": 4, "MTE3": 5, "FIX": 6}
MEMORIES = ["GM", "UB", "L1", "L0A", "L0B", "L0C"]  # of pto_mem_t; except for UB the instruction runs on a cube core
NOTHING = len(ELEMS)

HEADER = struct.Struct("<8I232s")
OPERANDS = 232


def size(elem):
    return np.dtype(BITS.get(elem, "u1")).itemsize


@dataclass
class Tile:
    """A tile in a local memory; `data` are the allocated elements, rows x cols, for a tile without boxes."""
    elem: str
    rows: int
    cols: int
    valid: tuple = None
    address: int = 0
    loc: str = "vec"
    column_major: bool = False
    box: int = 0          # slayout
    pad: int = 0
    blocks: int = 0
    pitch: int = 0
    fractal: int = 0
    data: np.ndarray = field(default=None, repr=False)

    def pack(self):
        rows, cols = self.valid if self.valid is not None else (self.rows, self.cols)
        pitch = self.pitch or (self.rows if self.column_major else self.cols)
        flags = int(self.column_major) | self.box << 1 | self.pad << 3 | self.blocks << 6
        return struct.pack("<I5iBBBBI", self.address, self.rows, self.cols, rows, cols, pitch,
                           LOCATIONS.index(self.loc), ELEMS.index(self.elem), flags, self.fractal // 16, 0)

    @property
    def region(self):
        """The valid part of the data, a view."""
        rows, cols = self.valid if self.valid is not None else (self.rows, self.cols)
        return self.data[:rows, :cols]

    def offsets(self):
        """Byte offsets in the memory of all allocated elements, rows x cols."""
        r, c = np.indices((self.rows, self.cols))
        pitch = self.pitch or (self.rows if self.column_major else self.cols)
        return self.address + (c * pitch + r if self.column_major else r * pitch + c) * size(self.elem)


@dataclass
class Tensor:
    """A tensor in the GM image."""
    elem: str
    shape: tuple
    stride: tuple
    offset: int = 0
    layout: int = 0

    def pack(self):
        shape = (1,) * (5 - len(self.shape)) + tuple(self.shape)
        stride = (0,) * (5 - len(self.stride)) + tuple(self.stride)
        return struct.pack("<Q5q5qBB6x", self.offset, *shape, *stride, ELEMS.index(self.elem), self.layout)


@dataclass
class Scalar:
    """A scalar operand; elem None: omitted."""
    elem: str = None
    value: object = 0

    def pack(self):
        if self.elem is None:
            return struct.pack("<QI4x", 0, NOTHING)
        raw = np.array(self.value).astype(BITS[self.elem]).tobytes()
        return struct.pack("<QI4x", int.from_bytes(raw, "little"), ELEMS.index(self.elem))


@dataclass
class Case:
    """One record: the operands in the order of the C call; attributes by name, numbers as given."""
    op: str
    operands: list
    attributes: list = field(default_factory=list)
    gm: np.ndarray = None
    pipe: str = None
    expect: object = None       # bytes of the local image after it, or a function of (local, gm) -> text of a problem
    fault: str = None           # or the words required in the fault
    name: str = ""
    image: np.ndarray = None    # local memory before it
    memory: int = MEMORIES.index("UB")  # the index of that memory

    def record(self):
        """The bytes of the operands, and the words that are offsets in GM."""
        op = OPS[self.op][1]
        raw, relocations = b"", 0
        for kind, operand in zip(op.kinds, list(self.operands) + list(self.attributes)):
            if kind == "W":
                continue
            if kind == "A":
                raw += struct.pack("<q", sum(FLAGS.get(word) or ATTRIBUTES.index(word) for word in operand.split("|")))
            elif kind == "I":
                raw += struct.pack("<q", operand)
            elif operand is None:
                raw += bytes({"G": 96, "S": 16, "Q": 16}.get(kind, 32))
            else:
                if kind == "G":
                    relocations |= 1 << len(raw) // 8
                raw += operand.pack()
        return raw.ljust(OPERANDS, b"\0"), relocations

    def write(self):
        """The case in the file of the test image."""
        op = OPS[self.op][1]
        raw, relocations = self.record()
        gm = b"" if self.gm is None else self.gm.tobytes()
        local = self.image.tobytes()
        pipe = self.pipe or {"LOAD": "MTE2", "STORE": "MTE3", "MOVE": "V", "PAD": "V"}.get(op.pipe, op.pipe)
        return HEADER.pack(OPS[self.op][0], PIPES[pipe], len(local), self.memory, len(gm), relocations, 0, len(local),
                           raw) + local + gm + bytes(-len(gm) % 8)


def place(image, tile):
    """Writes the data of a tile into an image of its memory."""
    at = tile.offsets()
    raw = np.ascontiguousarray(tile.data).astype(BITS.get(tile.elem, "u1"))
    for i in range(size(tile.elem)):
        image[at + i] = raw.view("u1").reshape(tile.rows, tile.cols, -1)[:, :, i]


def read(image, tile):
    """The allocated elements of a tile from an image."""
    at = tile.offsets()
    raw = np.stack([image[at + i] for i in range(size(tile.elem))], axis=-1)
    return np.ascontiguousarray(raw).view(BITS.get(tile.elem, "u1"))[:, :, 0]


def results(data, cases):
    """Splits the results file: (faulted, report or (local, gm)) for each case."""
    at = 0
    for case in cases:
        fault, length = struct.unpack_from("<II", data, at)
        body = data[at + 8:at + 8 + length]
        at += 8 + (length + 7) // 8 * 8
        if fault:
            yield True, body.decode(errors="replace")
        else:
            local = np.frombuffer(body[:len(case.image)], np.uint8)
            yield False, (local, np.frombuffer(body[len(case.image):], np.uint8))


__all__ = ["ATTRIBUTES", "BITS", "Case", "ELEMS", "MEMORIES", "OPS", "Scalar", "Tensor", "Tile", "place", "read", "replace",
           "results", "size"]
