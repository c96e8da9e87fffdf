# SPDX-License-Identifier: Apache-2.0
"""The cost tables of isa/time/: rows as firmware/time/table.c reads them, for documentation and tests."""
import functools
import pathlib
import re
from dataclasses import dataclass

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "isa" / "time"
PROFILES = ("a5", "a2a3")
TYPES = {"F32": ("f32",), "F16": ("f16",), "BF16": ("bf16",), "INT8": ("i8", "u8"), "INT16": ("i16", "u16"),
         "INT32": ("i32", "u32"), "INTS": ("i8", "u8", "i16", "u16", "i32", "u32")}
NUMBER = re.compile(r'^TIME_NUMBER\((\w+),\s*(\d+),\s*(\w+),\s*(?:"([^"]*)"|(\w+))\)', re.M)
ROW = re.compile(r'^TIME_(OP|TILE)\(([\w*]+),\s*([\w |]+),\s*([\d, ]+?),\s*(?:([A-Z]\w*),\s*)?(DOCUMENTED|MEASURED|ESTIMATE),', re.M)


@dataclass(frozen=True)
class Row:
    """An instruction: for A5 latency, forward, interval; for A2/A3 start, each, complete, interval."""
    fn: str
    types: tuple        # empty: all
    numbers: tuple
    unit: str
    origin: str

    def fits(self, fn, elem):
        same = fn.startswith(self.fn[:-1]) if self.fn.endswith("*") else fn == self.fn
        return same and (not self.types or elem in self.types)


def read(profile):
    return (FOLDER / f"{profile}.def").read_text()


@functools.cache
def numbers(profile):
    """{name: (value, origin)}."""
    return {match[1]: (int(match[2]), match[3]) for match in NUMBER.finditer(read(profile))}


@functools.cache
def rows(profile):
    found = []
    for match in ROW.finditer(read(profile)):
        names = [name.strip() for name in match[3].split("|")]
        types = tuple(elem for name in names if name != "ANY" for elem in TYPES[name])
        found.append(Row(match[2], types, tuple(int(word) for word in match[4].split(",")), match[5] or "", match[6]))
    return found


def row(profile, fn, elem):
    """The row of an instruction for an element type: the first one that fits."""
    return next(row for row in rows(profile) if row.fits(fn, elem))


def formula(repeats, start, each, complete, interval):
    """The document's cycles of a micro-instruction of A2/A3."""
    return start + complete + repeats * each + (repeats - 1) * interval


def grouped(fn, types, profile):
    """[(row, types)]: types with equal numbers are grouped, in the order of the types."""
    found = {}
    for elem in types:
        of_elem = row(profile, fn, elem)
        found.setdefault((of_elem.numbers, of_elem.origin), (of_elem, []))[1].append(elem)
    return list(found.values())


def origin(row_):
    return {"DOCUMENTED": "documented", "MEASURED": "measured by others", "ESTIMATE": "our estimate"}[row_.origin]


def latency_facts(fn, types):
    """The reference's text on the time of an instruction, one line per profile."""
    parts = [f"{row_.numbers[0]} for {' '.join(elems)} ({origin(row_)})" for row_, elems in grouped(fn, types or ("",), "a5")]
    facts = ["Cycles on A5, from issue to retirement: " + ", ".join(parts).replace(" for  (", " (")]
    parts = [f"{start} + {each} a repeat + {complete} for {' '.join(elems)} ({origin(row_)})"
             for row_, elems in grouped(fn, types or ("",), "a2a3") if row_.fn != "*"
             for start, each, complete, _ in [row_.numbers]]
    if parts and types:
        facts.append("Cycles on A2/A3: " + ", ".join(parts))
    return facts
