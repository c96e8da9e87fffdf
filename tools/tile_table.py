# SPDX-License-Identifier: Apache-2.0
"""The table of tile instructions (isa/tile.def) as Python objects, and the C declarations made of it."""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "isa" / "tile.def"

ROW = re.compile(r'^PTO_TILE_OP\((\w+),\s*"([\w.]+)",\s*(\w+),\s*(\w+),\s*([^"]*?),\s*'
                 r'"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\)\s*$')
OPERAND = re.compile(r"^(\w+):([TRXMWGSQIE])(?:@([vmlrabsg]+))?(\??)$")
ATTRIBUTE = re.compile(r"^(\w+):(\w+)(?:=([\w]+)|(!))$")
VALUE = re.compile(r'^PTO_TILE_ATTR\((\w+),\s*(\w+),\s*"([^"]*)"\)\s*$')
CHAPTER = re.compile(r"^// (\w[^:.]*)")
DEFINE = re.compile(r"^#define\s+(\w+)\s+\(?([\w| ]+?)\)?$")

SHORT = ("binary", "unary", "scalar", "scalar_first", "ternary", "ternary_scalar", "axpy", "row_reduce",
         "col_reduce", "trans", "row_expand_op", "col_expand_op", "convert", "load", "store",
         "mscatter", "move", "extract", "expands")  # families with a fast path in pto/tile/run.h
LOCATIONS = "vmlrabs"      # in the order of pto_tile_loc_t
NUMBERS = ("bool", "int")  # attribute classes without names

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/tile_table.py from isa/tile.def: do not edit. Included by <pto/tile.h>.
//
// clang-format off

#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif
"""
FOOT = "// clang-format on\n"


@dataclass(frozen=True)
class Operand:
    """One tile, tensor or scalar of an instruction."""
    name: str
    kind: str
    locations: str
    optional: bool

    @property
    def c_name(self):
        """A parameter name, avoiding `S` and `exp`, which have other meanings."""
        return self.name + "_" if self.name in ("S", "exp", "max") else self.name


@dataclass(frozen=True)
class Attribute:
    """One attribute: `default` is None if it is required."""
    name: str
    cls: str
    default: str

    @property
    def is_number(self):
        return self.cls in NUMBERS


@dataclass(frozen=True)
class TileOp:
    """One row of the table: a form of an instruction."""
    id: str
    name: str
    pipe: str
    family: str
    types: tuple
    ins: tuple
    outs: tuple
    attributes: tuple
    chapter: str

    @property
    def operands(self):
        """In the order of the C call."""
        return tuple(o for o in self.outs + self.ins if o.kind != "E")

    @property
    def kinds(self):
        """One letter per argument of the C call: the kinds of the table, A for an attribute, I for a number."""
        return "".join(o.kind for o in self.operands) + "".join(
            "I" if a.is_number else "A" for a in self.attributes)


def operands_of(text):
    found = []
    for word in text.split():
        name, kind, locations, optional = OPERAND.match(word).groups()
        found.append(Operand(name, kind, locations or "v", bool(optional) or kind == "Q"))
    return tuple(found)


def attributes_of(text):
    return tuple(Attribute(*ATTRIBUTE.match(word).groups()[:3]) for word in text.split())


def load():
    """All rows of the table."""
    sets, ops, chapter = {}, [], None
    for line in TABLE.read_text().splitlines():
        define = DEFINE.match(line)
        if define and "T_" in define[2] or define and define[1] in ("INTS", "REAL", "ANY", "REAL32"):
            types = []
            for word in define[2].replace("|", " ").split():
                types += [word[2:].lower()] if word.startswith("T_") else sets[word]
            sets[define[1]] = types
        chapter = CHAPTER.match(line)[1] if CHAPTER.match(line) else chapter
        if not line.startswith("PTO_TILE_OP("):
            continue
        row = ROW.match(line)
        if not row:
            sys.exit(f"{TABLE.name}: not a row: {line}")
        types = []
        for word in row[5].replace("|", " ").split():
            types += [word[2:].lower()] if word.startswith("T_") else sets[word]
        ops.append(TileOp(row[1], row[2], row[3], row[4], tuple(dict.fromkeys(types)), operands_of(row[6]),
                          operands_of(row[7]), attributes_of(row[8]), chapter))
    return ops


def attribute_values():
    """Class -> list of (enumerator without PTO_, spelling)."""
    values = {}
    for line in TABLE.read_text().splitlines():
        value = VALUE.match(line)
        if value:
            values.setdefault(value[1], []).append((value[2], value[3]))
    return values


def declaration(op):
    """The function of one instruction and its macro: outs, ins and attributes, then events."""
    operands = [(o.kind, o.c_name) for o in op.operands]
    operands += [("I" if a.is_number else "A", a.name) for a in op.attributes]
    names = [name for _, name in operands]
    wrapped = [f"PTO_TILE_SCALAR({name})" if kind in "SQ" else name for kind, name in operands]
    short = f"{op.family}, " if op.family in SHORT else ""
    places = "".join(f"\\{sum(1 << LOCATIONS.index(x) for x in o.locations if x in LOCATIONS) | o.optional << 7 or 64:o}"
                     for o in op.operands)
    types = " | ".join(f"1u << PTO_ELEM_{t.upper()}" for t in op.types)
    return f"""
#define PTO_TILE_ROW_{op.id} .kinds = "{op.kinds}", .places = "{places}"
#define PTO_TILE_TYPES_{op.id} ({types})
PTO_TILE_{"RUN_" if short else ""}FN({op.id}, {op.pipe}, {short}{", ".join(f"(k{k}, {n})" for k, n in operands)})
#define pto_{op.id}({", ".join(names)}, ...) PTO_TILE_CALL({op.id}, ({", ".join(wrapped)}), __VA_ARGS__)
"""


def headers():
    """Path -> text."""
    return {"pto/tile_ops.h": HEAD + "".join(map(declaration, load())) + FOOT}
