# SPDX-License-Identifier: Apache-2.0
"""The operations of isa/lanes.def from which random loops are made: those on registers, scalars and a mask that give one
register. A new row needs no line here; those with attributes or a second result have cases of their own."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import optable  # noqa: E402  (after the path is right)

TYPES = ("f32", "f16", "i32", "u32", "i16", "u16", "i8", "u8")
SHARE = 4       # operations of one loop of `share`


def operations(type_):
    """The operations of a type, as rows of isa/vector.def."""
    kinds = optable.load_lanes()
    return [op for op in ROWS if op.fn in kinds and type_[0].upper() in kinds[op.fn] and type_ in op.types
            and {item.letter for item in op.operands} <= {"V", "U", "S", "i16", "M"} and [item.letter for item in op.results] == ["V"]]


def share(rng, part, parts, operations_of):
    """One of `parts` parts of all operations of floats, signed and unsigned integers: (type, operations) for each loop."""
    loops = []
    for types in (TYPES[:2], TYPES[2::2], TYPES[3::2]):
        every = list(dict.fromkeys(op for type_ in types for op in operations_of[type_]))
        for at in range(0, len(every), SHARE):
            ops = every[at:at + SHARE]
            loops.append((rng.choice([x for x in types if all(x in op.types for op in ops)]), ops))
    return loops[part::parts]


ROWS = optable.load_ops()
OPERATIONS = {type_: operations(type_) for type_ in TYPES}
