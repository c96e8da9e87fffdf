# SPDX-License-Identifier: Apache-2.0
"""Reference pages of the tile instructions and their support table, from isa/tile.def and isa/tile_semantics.def."""
import re
from pathlib import Path

import tile_cpp
import tile_table

MEANINGS = Path(__file__).resolve().parents[1] / "isa/tile_semantics.def"
MEANS = re.compile(r'^MEANS\((\w+), "(.*)"\)', re.MULTILINE)
RULE = re.compile(r'^RULE\((\w+), "(.*)"\)', re.MULTILINE)
LOCATIONS = {"v": "vec", "m": "mat", "l": "left", "r": "right", "a": "acc", "b": "bias", "s": "scaling", "g": "gm"}
KINDS = {"T": "a tile of T", "R": "a tile of a type of its own", "X": "a tile of indices", "M": "a tile of bits",
         "W": "a workspace, never accessed", "G": "a partition of a tensor in GM", "S": "a scalar that converts to T",
         "Q": "a scalar", "I": "an integer", "E": "`vector<4xi16>`"}
PIPES = {"MOVE": "FIX from acc, MTE1 from mat, MTE3 from vec to mat, else V", "STORE": "FIX from acc, else MTE3",
         "PAD": "MTE1 of mat, else V", "LOAD": "MTE2"}


def meanings():
    found = dict(MEANS.findall(MEANINGS.read_text()))
    missing = {op.id for op in tile_table.load()} ^ set(found)
    if missing:
        raise SystemExit(f"{MEANINGS.name}: not what tile.def has: {', '.join(sorted(missing))}")
    return found


def groups():
    """Instruction -> its forms."""
    found = {}
    for op in tile_table.load():
        found.setdefault(op.name, []).append(op)
    return found


def intrinsics():
    """Intrinsic of C++ -> its instruction."""
    return {form.name: form.op.name for form in tile_cpp.forms()}


def chapters():
    """Chapter -> its instructions."""
    found = {}
    for name, forms in groups().items():
        found.setdefault(forms[0].chapter, []).append(name)
    return found


def path(name):
    """The page of an instruction below docs/isa."""
    return f"tile/{re.sub(r'[^a-z]+', '-', groups()[name][0].chapter.lower())}/{name}.md"


def operand_line(op, operand):
    places = " or ".join(LOCATIONS[letter] for letter in operand.locations)
    where = f", in {places}" if operand.kind in "TRXMW" and places != "vec" else ""
    return f"| `{operand.name}` | {'out' if operand in op.outs else 'in'} | {KINDS[operand.kind]}{where}" \
           f"{', optional' if operand.optional else ''} |"


def form_section(op, meaning, values):
    ins, outs = (", ".join(f"%{o.name}" for o in group) for group in (op.ins, op.outs))
    attributes = "{" + ", ".join(f"{a.name} = ..." for a in op.attributes) + "}" if op.attributes else ""
    call = ", ".join([o.name for o in op.operands] + [a.name for a in op.attributes])
    lines = ["```", f"pto.{op.name} ins({ins} : ...)" + (f" outs({outs} : ...)" if outs else "") +
             (f" {attributes}" if attributes else ""), f"pto_event_t pto_{op.id}({call}, events...)",
             *(f"RecordEvent {text}" for text in tile_cpp.signatures().get(op.id, [])), "```", "", f"{meaning}.", "", f"* T: {' '.join(op.types)}", f"* Pipe: {PIPES.get(op.pipe, op.pipe)}", "",
             "| Operand | | |", "|---|---|---|"]
    lines += [operand_line(op, operand) for operand in op.outs + op.ins] + [""]
    for attribute in op.attributes:
        words = "a number" if attribute.is_number else ", ".join(f"`{text}`" for _, text in values[attribute.cls])
        default = f"; `{attribute.default}` where left out" if attribute.default is not None else "; must be given"
        lines += [f"* `{attribute.name}`: {words}{default}"]
    lines += [""] if op.attributes else []
    rules = [sentence for name, sentence in RULE.findall(MEANINGS.read_text()) if name == op.id]
    return lines + (["Rules:", "", *(f"* {sentence[0].upper()}{sentence[1:]}" for sentence in rules), ""] if rules else [])


def page(name):
    found, values = meanings(), tile_table.attribute_values()
    lines = [f"# pto.{name}", ""]
    for op in groups()[name]:
        lines += form_section(op, found[op.id], values)
    return "\n".join(lines).rstrip() + "\n"


def table():
    """The supported element types of each instruction."""
    ops = tile_table.load()
    types = list(dict.fromkeys(elem for op in ops for elem in op.types))
    lines = ["# Tile instructions and their element types", "",
             "Written by `tools/reference.py` from `isa/tile.def`; do not edit. `tests/tile` runs the instructions on UB and GM "
             "against a numpy model, `tests/pto` and `tests/cube` the products.", "",
             f"| Instruction | C function | {' | '.join(types)} |", "| --- | --- |" + " :-: |" * len(types)]
    for op in ops:
        cells = " | ".join("x" if elem in op.types else "" for elem in types)
        lines.append(f"| [`{op.name}`](isa/{path(op.name)}) | `pto_{op.id}` | {cells} |")
    return "\n".join(lines) + "\n"
