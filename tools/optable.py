#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The op table (isa/vector.def, attrs.def, cvt.def) as Python objects.

The rows have a rigid format on purpose, so that this reader is a few regular expressions.
What a signature means is written at the top of vector.def; this module only names its parts.

    python3 tools/optable.py            list every form with its C function
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

ISA = Path(__file__).resolve().parents[1] / "isa"

# Element types: name -> (bits, kind).  Kinds: i signed, u unsigned, f float, p packed pair.
TYPES = {
    "i8": (8, "i"), "u8": (8, "u"), "i16": (16, "i"), "u16": (16, "u"),
    "i32": (32, "i"), "u32": (32, "u"), "i64": (64, "i"), "u64": (64, "u"),
    "f16": (16, "f"), "bf16": (16, "f"), "f32": (32, "f"),
    "e4m3": (8, "f"), "e5m2": (8, "f"), "hif8": (8, "f"),
    "e2m1x2": (8, "p"), "e1m2x2": (8, "p"),
}
GRANULARITIES = ("b8", "b16", "b32")
VREG_BYTES = 256

ROW = re.compile(r'^PTO_OP\((\w+),\s*(\w+),\s*"([^"]*)",\s*([^"]*?)\)\s*$')
PAIR = re.compile(r'^\s*PTO_CVT\((\w+),\s*(\w+),\s*(\w+),\s*"(\w*)"\)\s*\\?\s*$')
PAIR_MACRO = re.compile(r"^(?:#define\s+)?(PTO_CVT_\w+)\((\w+)\)\s*\\?\s*$")
DOC = re.compile(r'^PTO_DOC\((\w+),\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\)$')
LANES = re.compile(r'^PTO_LANES\((\w+),\s*"(\w+)",.*\)$')
ATTR = re.compile(r'^PTO_(?:ATTR|SIZED)\((\w+),\s*(\w+),\s*(\w+),\s*"([^"]*)"(?:,\s*\d+)?\)\s*$')
DEFINE = re.compile(r"^#define\s+(\w+)\s+\(?([\w| ]+?)\)?$")


def lanes(type_name):
    """The number of lanes of a register of a type."""
    return VREG_BYTES * 8 // TYPES[type_name][0]


def granularity(type_name):
    """The mask granularity of a type: b32 for 64-bit elements as well, which have no granularity of their own."""
    return "b%d" % min(TYPES[type_name][0], 32)


def accumulator(type_name):
    """The accumulation type of sums of a type."""
    return {"i8": "i16", "u8": "u16", "i16": "i32", "u16": "u32"}.get(type_name, type_name)


@dataclass(frozen=True)
class Operand:
    """One item of a signature."""
    letter: str              # V, C, R, U, S, F, X, M, G, M32, P, Q, A, i16, i32, i64, idx, or #
    attribute: str = ""      # the attribute class, for #
    optional: bool = False   # an optional attribute
    indexed: bool = False    # P[] and Q[]: a base and an offset
    bits: int = 0            # of an element, for X16 and X32


@dataclass(frozen=True)
class Op:
    """One row of the table: a form of an instruction."""
    name: str
    fn: str
    signature: str
    types: tuple             # element types, or granularities for predicate forms, or empty
    operands: tuple = field(compare=False)
    results: tuple = field(compare=False)
    in_units: bool = False   # the offset counts units of the distribution, not elements of the pointer

    @property
    def attributes(self):
        return [item for item in self.operands if item.letter == "#"]

    def letters(self):
        """Operand letters without the attributes."""
        return [item.letter for item in self.operands if item.letter != "#"]

    def suffix_letters(self):
        """The letters of X, R and G in the form: their types follow T in the C function's name."""
        letters = self.letters() + [item.letter for item in self.results]
        return [letter for letter in "XRG" if letter in letters]

    def index_widths(self):
        """The possible widths of X."""
        bits = next(item.bits for item in self.operands if item.letter == "X")
        return [bits] if bits else [8, 16, 32]

    def function(self, *types):
        """The C function of the form for a choice of T and of the types of suffix_letters()."""
        return "_".join(["pto", self.fn, *(name for name in types if name)])


@dataclass(frozen=True)
class Doc:
    """The meaning of a row: names in the order of its signature, semantics in pseudo code."""
    operands: tuple
    results: tuple
    semantics: str
    note: str


def parse_operand(word):
    if word.startswith("#"):
        return Operand("#", attribute=word[1:].rstrip("?"), optional=word.endswith("?"))
    if word[0] == "X":
        return Operand("X", bits=int(word[1:] or 0))
    return Operand(word.removesuffix("[]"), indexed=word.endswith("[]"))


def expand_types(text, groups):
    """The types of an expression such as `INTS | T_F32`, in the order of TYPES."""
    chosen = set()
    for word in (part.strip() for part in text.split("|")):
        if word in groups:
            chosen |= set(expand_types(groups[word], groups))
        elif word.startswith("T_"):
            chosen.add(word[2:].lower())
        elif word.lower() in GRANULARITIES:
            chosen.add(word.lower())
        elif word != "0":
            raise ValueError(f"unknown type {word}")
    return tuple(name for name in (*TYPES, *GRANULARITIES) if name in chosen)


def load_ops(path=ISA / "vector.def"):
    """Every row of vector.def, in order."""
    groups, ops = {}, []
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        define, row = DEFINE.match(line), ROW.match(line)
        if define:
            groups[define[1]] = define[2]
        elif row:
            before, _, after = row[3].partition(":")
            ops.append(Op(row[1], row[2], row[3], expand_types(row[4], groups),
                          tuple(map(parse_operand, before.split())),
                          tuple(map(parse_operand, after.split())), "T_IN_UNITS" in row[4]))
        elif line.startswith("PTO_OP("):
            raise ValueError(f"{path}:{number}: not a row of the expected form")
    return ops


def load_headings(path=ISA / "vector.def"):
    """Heading in vector.def -> the rows below it, in order."""
    found, heading, ops = {}, "", iter(load_ops(path))
    for line in Path(path).read_text().splitlines():
        if ROW.match(line):
            found.setdefault(heading, []).append(next(ops))
        elif line.startswith("// ") and not line.startswith("//  "):
            heading = line[3:]
    return found


def load_lanes(path=ISA / "lanes.def"):
    """Lane-wise functions: stem -> kinds of elements, as in lanes.def."""
    rows = (LANES.match(line) for line in Path(path).read_text().splitlines())
    return {row[1]: row[2] for row in rows if row}


def load_lanes_conversions(path=ISA / "lanes.def"):
    """Lane-wise conversions: result type -> source types."""
    sources = {}
    for source, result in re.findall(r"^PTO_LANES_CVT\((\w+), *(\w+)\)", Path(path).read_text(), re.MULTILINE):
        sources.setdefault(result, []).append(source)
    return sources


def load_attributes(path=ISA / "attrs.def"):
    """Attribute classes: name -> list of (C enumerator, spelling), the default first."""
    classes = {}
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        row = ATTR.match(line)
        if row:
            classes.setdefault(row[1], []).append(("PTO_" + row[3], row[4]))
        elif line.startswith(("PTO_ATTR(", "PTO_SIZED(")):
            raise ValueError(f"{path}:{number}: not a row of the expected form")
    return classes


def load_keys(path=ISA / "attrs.def"):
    """Attribute classes: name -> the key of the dictionary form."""
    return {row[1]: row[2] for row in map(ATTR.match, Path(path).read_text().splitlines()) if row}


def load_docs(path=ISA / "semantics.def"):
    """Stem of the C function -> Doc; every row of vector.def has one, with a name for each operand."""
    docs, ops = {}, {op.fn: op for op in load_ops()}
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        row = DOC.match(line)
        if row:
            before, _, after = row[2].partition(":")
            docs[row[1]] = Doc(tuple(before.split()), tuple(after.split()), row[3], row[4])
        elif line.startswith("PTO_DOC("):
            raise ValueError(f"{path}:{number}: not a row of the expected form")
    if set(docs) != set(ops):
        raise ValueError(f"{path} and vector.def differ in {', '.join(sorted(set(docs) ^ set(ops)))}")
    for fn, doc in docs.items():
        items = [item for item in ops[fn].operands if item.letter != "#"]
        if (len(items) + sum(item.indexed for item in items), len(ops[fn].results)) != (len(doc.operands), len(doc.results)):
            raise ValueError(f"{path}: {fn}: the names do not match the signature {ops[fn].signature}")
    return docs


def load_pairs(path=ISA / "cvt.def"):
    """Type pairs of instructions with a result type of their own:
    stem of the C function -> {(source, result): letters of the attributes that matter}."""
    pairs, macros, current = {}, {}, None
    for line in Path(path).read_text().splitlines():
        row, macro = PAIR.match(line), PAIR_MACRO.match(line)
        if line.startswith("#define PTO_CVT_"):
            current = macros.setdefault(macro[1], [])
        elif row and current is not None:
            current.append(row.groups()[1:])
        elif row:
            pairs.setdefault(row[1], {})[row[2], row[3]] = row[4]
        elif macro:
            pairs.setdefault(macro[2], {}).update(
                {(source, result): letters for source, result, letters in macros[macro[1]]})
        if not line.endswith("\\"):
            current = None
    return pairs


def main():
    for op in load_ops():
        name = op.function("T", *op.suffix_letters())
        print(f"{op.name:14} {name:24} {op.signature:36} {' '.join(op.types)}")


if __name__ == "__main__":
    main()
