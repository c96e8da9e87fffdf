#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of tile instructions (isa/tile.def) as Python objects, and the C declarations written from it.

    python3 tools/tile_table.py            write firmware/include/pto/tile_ops.h
    python3 tools/tile_table.py --check    exit 1 if the header is not what the table says
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "isa" / "tile.def"
HEADER = ROOT / "firmware" / "include" / "pto" / "tile_ops.h"

ROW = re.compile(r'^PTO_TILE_OP\((\w+),\s*"([\w.]+)",\s*(\w+),\s*(\w+),\s*([^"]*?),\s*'
                 r'"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\)\s*$')
OPERAND = re.compile(r"^(\w+):([TRXMWGSQIE])(?:@([vmlrabs]+))?(\??)$")
ATTRIBUTE = re.compile(r"^(\w+):(\w+)(?:=([\w]+)|(!))$")
VALUE = re.compile(r'^PTO_TILE_ATTR\((\w+),\s*(\w+),\s*"([^"]*)"\)\s*$')
DEFINE = re.compile(r"^#define\s+(\w+)\s+\(?([\w| ]+?)\)?$")

TILE_KINDS = "TRXMW"
C_TYPES = {"G": "const pto_tensor_t *", "S": "pto_scalar_t ", "Q": "pto_scalar_t ", "I": "int64_t "}
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


@dataclass(frozen=True)
class Operand:
    """One tile, tensor or scalar of an instruction."""
    name: str
    kind: str
    locations: str
    optional: bool

    @property
    def c_name(self):
        """A parameter name: `S` and `exp` are taken by others."""
        return self.name + "_" if self.name in ("S", "exp", "max") else self.name


@dataclass(frozen=True)
class Attribute:
    """One attribute: `default` is None where one must be given."""
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

    @property
    def operands(self):
        """In the order of the C call."""
        return tuple(o for o in self.outs + self.ins if o.kind != "E")

    @property
    def kinds(self):
        """One letter an argument of the C call: the kinds of the table, A attribute, I number."""
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
    sets, ops = {}, []
    for line in TABLE.read_text().splitlines():
        define = DEFINE.match(line)
        if define and "T_" in define[2] or define and define[1] in ("INTS", "REAL", "ANY", "REAL32"):
            types = []
            for word in define[2].replace("|", " ").split():
                types += [word[2:].lower()] if word.startswith("T_") else sets[word]
            sets[define[1]] = types
        if not line.startswith("PTO_TILE_OP("):
            continue
        row = ROW.match(line)
        if not row:
            sys.exit(f"{TABLE.name}: not a row: {line}")
        types = []
        for word in row[5].replace("|", " ").split():
            types += [word[2:].lower()] if word.startswith("T_") else sets[word]
        ops.append(TileOp(row[1], row[2], row[3], row[4], tuple(dict.fromkeys(types)), operands_of(row[6]),
                          operands_of(row[7]), attributes_of(row[8])))
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
    """The typed function and the macro of one instruction."""
    params, names, wrapped = [], [], []
    for operand in op.operands:
        c_type = "const pto_tile_t *" if operand.kind in TILE_KINDS else C_TYPES[operand.kind]
        params.append(f"{c_type}{operand.c_name}")
        names.append(operand.c_name)
        wrapped.append(f"PTO_TILE_SCALAR({operand.c_name})" if operand.kind in "SQ" else operand.c_name)
    for attribute in op.attributes:
        params.append(("int64_t " if attribute.is_number else "pto_tile_attr_t ") + attribute.name)
        names.append(attribute.name)
        wrapped.append(attribute.name)
    # An attribute is promoted on its way through the ellipsis; it travels as an int.
    passed = [f"(int){n}" if i >= len(op.operands) and not op.attributes[i - len(op.operands)].is_number else n
              for i, n in enumerate(names)]
    return f"""
extern const pto_tile_op_t pto_tile_{op.id};
#define PTO_TILE_KINDS_{op.id} "{op.kinds}"
static inline pto_event_t pto_{op.id}_at(const pto_loc_t *loc, {", ".join(params)})
{{
    return pto_tile_issue(loc, &pto_tile_{op.id}, {", ".join(passed)});
}}
#define PTO_TILE_ARGS_{op.id}({", ".join(names)}, ...) {", ".join(wrapped)}
#define PTO_TILE_EVENTS_{op.id}({", ".join(names)}, ...) __VA_ARGS__
#define pto_{op.id}(...) PTO_TILE_CALL({op.id}, (PTO_TILE_ARGS_{op.id}(__VA_ARGS__, )), \\
    PTO_TILE_EVENTS_{op.id}(__VA_ARGS__, PTO_NO_EVENT))
"""


def header():
    return HEAD + "".join(declaration(op) for op in load()) + "// clang-format on\n"


def is_current():
    """Whether the header is what the table says."""
    return HEADER.read_text() == header()


def main():
    if "--check" in sys.argv:
        if not is_current():
            sys.exit(f"{HEADER.name} is not what {TABLE.name} says: run tools/tile_table.py")
        return
    HEADER.write_text(header())


if __name__ == "__main__":
    main()
