#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the instruction reference: docs/isa/GROUP/NAME.md for each instruction and operation.

    reference.py            rewrite the pages
    reference.py --check    only say whether they are current

Everything comes from the tables of isa/. Here are the vector and predicate instructions: forms from vector.def, meaning
from semantics.def, attributes and conversions from attrs.def and cvt.def; the example is the kernel that tests/pto runs
(opkernels.py). Tiles are in tile_reference.py, logical vectors in vmi_reference.py, all else in system_reference.py, concepts in docs/glossary.md.
"""
import re
import sys
import textwrap
from pathlib import Path

import generated
import opkernels
import optable
import time_tables
import system_reference
import tile_reference
import vmi_reference

PAGES = Path(__file__).resolve().parents[1] / "docs" / "isa"
TILES = PAGES.parent / "tiles.md"
GLOSSARY = PAGES.parent / "glossary.md"
RULES = PAGES.parents[1] / "tools/ptoc/rules.def"

C_TYPES = {"V": "pto_vT_t", "C": "pto_vC_t", "R": "pto_vR_t", "U": "pto_vU_t", "F": "pto_vf32_t", "X": "pto_vX_t",
           "S": "pto_T_t", "A": "pto_align_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t",
           "idx": "ptrdiff_t", "P": "pto_T_t *", "Q": "void *"}
TEXT_TYPES = {"V": "!pto.vreg<NxT>", "C": "!pto.vreg<NxC>", "R": "!pto.vreg<NxR>", "U": "!pto.vreg<NxU>",
              "F": "!pto.vreg<64xf32>", "X": "!pto.vreg<NxX>", "S": "T", "A": "!pto.align", "idx": "index",
              "P": "!pto.ptr<T, ub>", "Q": "!pto.ptr<any, ub>", "M": "!pto.mask<T>", "G": "!pto.mask<G>"}
LETTERS = {"C": "C is T's sum type: twice as wide for 8 and 16 bits", "U": "U is the unsigned integer of T's width",
           "X": "X is an integer type, 8 to 32 bits", "R": "R is the result's type, see below",
           "G": "G is the granularity of the mask"}


def groups():
    """Heading of vector.def -> its instructions in order, each with its forms."""
    found = {}
    for heading, ops in optable.load_headings().items():
        for op in ops:
            found.setdefault(heading, {}).setdefault(op.name, []).append(op)
    return found


def folder(heading):
    return re.sub(r"\W+", "-", heading.lower())


def c_type(op, item):
    if item.letter in C_TYPES:
        return C_TYPES[item.letter]
    if item.letter == "M":
        return "pto_T_t" if set(op.types) <= set(optable.GRANULARITIES) else "pto_mT_t"
    return "pto_G_t" if item.letter == "G" else f"pto_b{item.letter[1:]}_t"


def c_signature(op, doc):
    """The C prototype, with letters for types."""
    names, parameters = iter(doc.operands), []
    for item in op.operands:
        if item.letter == "#":
            continue
        kind = c_type(op, item)
        parameters.append(f"{kind}{'' if kind.endswith('*') else ' '}{next(names)}")
        if item.indexed:
            parameters.append(f"ptrdiff_t {next(names)}")
    parameters += [f"pto_attr_t {item.attribute}" for item in op.attributes]
    outs = list(zip(op.results, doc.results))
    parameters += [f"{c_type(op, item)} *{name}".replace("* *", "**") for item, name in outs[1:]]
    result = c_type(op, op.results[0]) if op.results else "void"
    suffix = "".join(f"_{letter}" for letter in (["T"] if op.types else []) + op.suffix_letters())
    return f"{result} pto_{op.fn}{suffix}({', '.join(parameters) or 'void'})".replace("* pto", "*pto")


def text_type(item):
    return TEXT_TYPES.get(item.letter) or (f"!pto.mask<b{item.letter[1:]}>" if item.letter[0] == "M" else item.letter)


def text_signature(op, doc):
    """The text form; brackets mark optional parts."""
    names, words, entries, types = iter(doc.operands), [], [], []
    keys = optable.load_keys()
    for item in op.operands:
        if item.letter == "#" and item.optional:
            entries.append(f'{keys[item.attribute]} = "..."')
        elif item.letter == "#":
            words.append(f'"{keys[item.attribute].upper()}"')
        else:
            words.append(f"%{next(names)}" + (f"[%{next(names)}]" if item.indexed else ""))
            types.append(text_type(item))
    results = ", ".join(f"%{name}" for name in doc.results)
    line = (f"{results} = " if results else "") + f"pto.{op.name} {', '.join(words)}".rstrip()
    line += f" [{{{', '.join(entries)}}}]" if entries else ""
    arrow = " -> " if types and op.results else ""
    return f"{line} : {', '.join(types)}{arrow}{', '.join(map(text_type, op.results))}".rstrip(" :")


def form_section(op, doc):
    lines = ["```", text_signature(op, doc), c_signature(op, doc), "```", "", f"`{doc.semantics}`", ""]
    facts = [f"T: {' '.join(op.types)}"] if op.types else []
    letters = {item.letter for item in op.operands + op.results}
    texts = dict(LETTERS)
    if "X" in letters and len(op.index_widths()) == 1:
        texts["X"] = f"X is an integer type of {op.index_widths()[0]} bits"
    facts += [text for letter, text in texts.items() if letter in letters]
    if doc.note:
        facts.append(f"Note: {doc.note}")
    facts += time_tables.latency_facts(op.fn, op.types)
    return lines + [f"* {fact}" for fact in facts] + [""]


def attribute_section(ops):
    keys, values, lines = optable.load_keys(), optable.load_attributes(), []
    for name in dict.fromkeys(item.attribute for op in ops for item in op.attributes):
        optional = any(item.optional for op in ops for item in op.attributes if item.attribute == name)
        cells = " ".join(f"`{spelling}` (`{enumerator}`)" for enumerator, spelling in values[name])
        default = f", default `{values[name][0][1]}`" if optional else ""
        lines += textwrap.wrap(f"* `{keys[name]}`{default}: {cells}", 118, subsequent_indent="  ",
                               break_long_words=False)
    return ["## Attributes", "", *lines, ""] if lines else []


def conversion_section(ops):
    pairs, lines = optable.load_pairs(), []
    for op in ops:
        for source in dict.fromkeys(source for source, _ in pairs.get(op.fn, {})):
            results = [result for first, result in pairs[op.fn] if first == source]
            lines.append(f"| {source} | {' '.join(results)} |")
    return ["## Conversions", "", "| T | R |", "|---|---|", *lines, ""] if lines else []


def example(op):
    """The kernel of opkernels.py for a form, without the function around it."""
    _, text = next(iter(opkernels.kernels(op, False)))
    return textwrap.dedent("\n".join(text.splitlines()[1:-2]))


def page(name, ops, docs):
    lines = [f"# pto.{name}", ""]
    for op in ops:
        lines += form_section(op, docs[op.fn])
    lines += attribute_section(ops) + conversion_section(ops)
    lines += ["## Example", "", "```", example(ops[0]), "```"]
    return "\n".join(lines) + "\n"


def index(found):
    lines = ["# Instruction reference", "",
             "One page an instruction, written by `tools/reference.py` from the tables of `isa/`; do not edit. "
             "`./ptometal help NAME` prints the same page.",
             "", "In the semantics i runs over the N lanes of the result, b over the 8 blocks of 32 bytes of a register,",
             "m[i] is the mask's bit of lane i, and what no line sets is 0.", "", "| Group | Instructions |", "|---|---|"]
    for heading, names in found.items():
        links = " ".join(f"[{name}]({folder(heading)}/{name}.md)" for name in names)
        lines.append(f"| {heading} | {links} |")
    lines += ["", "Tiles ([element types](../tiles.md)):", "", "| Group | Instructions |", "|---|---|"]
    for heading, names in tile_reference.chapters().items():
        links = " ".join(f"[{name}]({tile_reference.path(name)})" for name in names)
        lines.append(f"| {heading} | {links} |")
    lines += vmi_reference.index()
    lines += ["", "What the scalar unit issues and computes ([words](../glossary.md)):", "", "| Group | Operations |", "|---|---|"]
    for heading, ops in system_reference.chapters().items():
        links = " ".join(f"[{op.name.removeprefix('pto.')}]({system_reference.path(op)})" for op in ops)
        lines.append(f"| {heading} | {links} |")
    return "\n".join(lines) + "\n"


def pages():
    """Path below docs/isa -> text."""
    found, docs = groups(), optable.load_docs()
    texts = {"README.md": index(found)}
    for heading, names in found.items():
        for name, ops in names.items():
            texts[f"{folder(heading)}/{name}.md"] = page(name, ops, docs)
    for name in tile_reference.groups():
        texts[tile_reference.path(name)] = tile_reference.page(name)
    texts |= vmi_reference.pages()
    for op in system_reference.load():
        texts[system_reference.path(op)] = system_reference.page(op)
    return texts


def find(name):
    """The page of an instruction, of an operation, of a word of the glossary or of a rule of ptoc; or None."""
    short = name.removeprefix("pto.").removeprefix("pto_")
    short = tile_reference.intrinsics().get(short, short)
    for found in groups().values():
        if short in found:
            return page(short, found[short], optable.load_docs())
    if short in tile_reference.groups():
        return tile_reference.page(short)
    if short in vmi_reference.names():
        return vmi_reference.page(short.removeprefix("vmi."))
    op = system_reference.find(short)
    return system_reference.page(op) if op else glossary().get(name.lower()) or rules().get(name)


def glossary():
    """Each name in a heading of docs/glossary.md, in lower case -> its entry."""
    found = {}
    for entry in re.split(r"^### ", GLOSSARY.read_text(), flags=re.M)[1:]:
        heading, text = re.sub(r"\n## .*", "", entry, flags=re.S).split("\n", 1)
        for name in heading.split(", "):
            found[name.lower()] = f"# {heading}\n\n{text.strip()}\n"
    return found


def check_glossary():
    """References of the glossary to missing entries, and duplicate names."""
    text, known = GLOSSARY.read_text(), set(names())
    headings = [name for heading in re.findall(r"^### (.*)", text, re.M) for name in heading.split(", ")]
    uses = [name.removeprefix("pto.") for name in re.findall(r"`(pto\.[\w.]+)`", text)]
    uses += [name.lower() for see in re.findall(r"See: ([\w ,-]+)\.", text) for name in see.split(", ")]
    attributes = {"target_arch"}
    return [f"{name}: glossary.md has it twice" for name in set(headings) if headings.count(name) > 1] + \
           [f"{name}: glossary.md speaks of it, and nothing has that name" for name in sorted(set(uses) - known - attributes)]


def rules():
    """Each rule of ptoc -> its requirement."""
    rows = re.findall(r'^PTO_(RULE|LINT)\("([^"]+)",\s*"([^"]+)"\)', RULES.read_text(), re.M)
    return {name: f"# {name}\n\n{'A rule' if kind == 'RULE' else 'A warning'} of ptoc: {text}.\n" for kind, name, text in rows}


def names():
    """All names that find() accepts."""
    return [*(name for found in groups().values() for name in found), *tile_reference.groups(),
            *tile_reference.intrinsics(), *vmi_reference.names(),
            *system_reference.names(), *glossary(), *rules()]


def main():
    status = generated.main("reference", {PAGES / path: text for path, text in pages().items()} | {TILES: tile_reference.table()},
                            [PAGES])
    wrong = check_glossary()
    print("".join(f"{line}\n" for line in wrong), end="")
    return 1 if wrong else status


if __name__ == "__main__":
    sys.exit(main())
