#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write a kernel for each row of the op table.

    opkernels.py --out FOLDER [--fn GLOB...] [--all-types] [--one-file]

Every kernel builds operands of the row's signature, uses the instruction once and stores what it can of the results.
A kernel shows that the row parses, verifies, turns into C and compiles; values are the business of tests/vector.
One element type stands for a row (f32 where it exists) unless --all-types asks for each of them.
"""
import argparse
import fnmatch
from pathlib import Path

import optable

WIDTH = {name: bits for name, (bits, _) in optable.TYPES.items()}
SPELLING = {"u8": "ui8", "u16": "ui16", "u32": "ui32", "u64": "ui64", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2",
            "hif8": "hif8", "e2m1x2": "f4E2M1x2", "e1m2x2": "f4E1M2x2"}
KEYS, VALUES, PAIRS = optable.load_keys(), optable.load_attributes(), optable.load_pairs()


def spelling(token):
    return SPELLING.get(token, token)


def vreg(token):
    return f"!pto.vreg<{2048 // WIDTH[token]}x{spelling(token)}>"


def pointer(token):
    return f"!pto.ptr<{spelling(token)}, ub>"


def mask(gran):
    return f"!pto.mask<b{gran}>"


def unsigned(width):
    return f"u{width}"


def result_tokens(row, elem):
    """The possible types R for a row and its T."""
    if row.fn == "vbitcast":
        return [unsigned(WIDTH[elem])]
    return [target for source, target in PAIRS.get(row.fn, ()) if source == elem]


def elem_of(row):
    return next((token for token in ("f32", "i32") if token in row.types), row.types[0] if row.types else "f32")


class Kernel:
    """Collects the lines of one kernel: constants and pointers before the scope, everything else in it."""

    def __init__(self, row, elem, gran, result):
        self.row, self.elem, self.gran, self.result = row, elem, gran, result
        self.outer, self.inner, self.made = [], [], {}

    def make(self, name, line, where=None):
        if name not in self.made:
            self.made[name] = line
            (self.inner if where is None else where).append(f"{name} = {line}")
        return name

    def index(self):
        return self.make("%c0", "arith.constant 0 : index", self.outer)

    def pointer(self, token):
        address = self.make("%base", "arith.constant 0 : i64", self.outer)
        name = f"%ub_{spelling(token)}"
        return self.make(name, f"pto.castptr {address} : i64 -> {pointer(token)}", self.outer), pointer(token)

    def vector(self, token):
        base, kind = self.pointer(token)
        return self.make(f"%v_{token}", f"pto.vlds {base}[{self.index()}] : {kind} -> {vreg(token)}"), vreg(token)

    def mask(self, gran):
        return self.make(f"%m{gran}", f'pto.pset_b{gran} "PAT_ALL" : {mask(gran)}'), mask(gran)

    def scalar(self, token):
        kind = token if token[0] in "if" or token == "bf16" else f"i{WIDTH[token]}"
        value = "1.0" if kind[0] in "fb" else "1"
        return self.make(f"%s_{kind}", f"arith.constant {value} : {kind}", self.outer), kind

    def align(self):
        if self.row.name.startswith("vld"):
            base, kind = self.pointer(self.elem)
            return self.make("%stream", f"pto.vldas {base} : {kind} -> !pto.align"), "!pto.align"
        return self.make("%stream", "pto.init_align : !pto.align"), "!pto.align"

    def operand(self, operand):
        """(text, types) of one operand item."""
        item, width = operand.letter, min(WIDTH[self.elem], 32)
        if item in ("V", "C", "U", "X"):
            token = self.elem if item == "V" else optable.accumulator(self.elem) if item == "C" else f"i{WIDTH[self.elem]}" if item == "U" else "i32"
            if item == "X" and (operand.bits or WIDTH[self.elem]) == 16 and self.row.fn != "vgather2_bc":
                token = "u16"
            text, kind = self.vector(token)
        elif item == "S":
            text, kind = self.scalar(self.elem)
        elif item in ("M", "G"):
            text, kind = self.mask(self.gran or width)
        elif item in ("M8", "M16", "M32"):
            text, kind = self.mask(int(item[1:]))
        elif item == "A":
            text, kind = self.align()
        elif item[0] in "PQ":
            token = self.elem if item[0] == "P" else unsigned(self.gran or 32) if self.row.fn == "pstu" else "u8"
            text, kind = self.pointer(token)
            if operand.indexed:
                return f"{text}[{self.index()}]", [kind, "index"] if self.needs_index_type() else [kind]
        elif item == "idx":
            text, kind = self.index(), "index"
        else:
            text, kind = self.make(f"%n_{item}", f"arith.constant 1 : {item}", self.outer), item
        return text, [kind]

    def needs_index_type(self):
        return any(not item.optional for item in self.row.attributes)

    def result_type(self, item):
        types = {"V": lambda: vreg(self.elem), "C": lambda: vreg(optable.accumulator(self.elem)), "F": lambda: vreg("f32"),
                 "R": lambda: vreg(self.result), "M": lambda: mask(self.gran or min(WIDTH[self.elem], 32)),
                 "G": lambda: mask(self.gran), "A": lambda: "!pto.align", "idx": lambda: "index",
                 "P": lambda: pointer(self.elem), "Q": lambda: pointer(unsigned(self.gran or 32))}
        return types.get(item, lambda: item)()

    def keep(self, name, item):
        """Store a vector result, so that the instruction is not eliminated."""
        token = {"V": self.elem, "C": optable.accumulator(self.elem), "F": "f32", "R": self.result}.get(item)
        if token is not None:
            base, kind = self.pointer(token)
            governs, governs_kind = self.mask(min(WIDTH[token], 32))
            self.inner.append(f"pto.vsts {name}, {base}[{self.index()}], {governs} : {vreg(token)}, {kind}, {governs_kind}")
        elif item == "A" and not self.row.name.startswith(("vld", "init")):
            base, kind = self.pointer(self.elem)
            self.inner.append(f"pto.vstar {name}, {base} : !pto.align, {kind}")
        elif item in ("M", "G"):
            gran = self.gran or min(WIDTH[self.elem], 32)
            base, kind = self.pointer("u8")
            self.inner.append(f'pto.psts {name}, {base}[{self.index()}], "NORM" : {mask(gran)}, {kind}, index')

    def text(self, name):
        operands, types, entries = [], [], []
        for item in self.row.operands:
            if item.letter == "#":
                value = VALUES[item.attribute][0][1]
                if item.optional:
                    entries.append(f'{KEYS[item.attribute]} = "{value}"')
                else:
                    operands.append(f'"{value}"')
                continue
            words, kinds = self.operand(item)
            operands.append(words)
            types += kinds
        results = [f"%r{i}" for i in range(len(self.row.results))]
        kinds = [self.result_type(item.letter) for item in self.row.results]
        line = (", ".join(results) + " = " if results else "") + f"pto.{self.row.name} {', '.join(operands)}"
        line += f" {{{', '.join(entries)}}}" if entries else ""
        line += " : " + ", ".join(types) + (" -> " if types and kinds else "") + ", ".join(kinds)
        self.inner.append(line.replace("  ", " "))
        for result, item in zip(results, self.row.results):
            self.keep(result, item.letter)
        scoped = any(item.letter[0] in "VCUXMGA" for item in self.row.operands + self.row.results)
        body = ["pto.vecscope {"] + ["  " + line for line in self.inner] + ["}"] if scoped else self.inner
        lines = [f"func.func @{name}(%n: i32) attributes {{pto.aicore}} {{"]
        return "\n".join(lines + ["  " + line for line in self.outer + body] + ["  return", "}", ""])


def kernels(row, all_types):
    """(name, text) of the kernels of a row."""
    grans = [int(name[1:]) for name in row.types if name in optable.GRANULARITIES]
    if grans:
        for gran in grans if all_types else grans[-1:]:
            name = f"{row.fn}_b{gran}"
            yield name, Kernel(row, f"i{gran}", gran, None).text(name)
        return
    elems = row.types if all_types and row.types else [elem_of(row)]
    for elem in elems:
        targets = result_tokens(row, elem) if any(item.letter == "R" for item in row.results) else [None]
        if not all_types and not targets:
            elem = next(token for token in row.types if result_tokens(row, token))
            targets = result_tokens(row, elem)
        for target in targets if all_types else targets[:1]:
            name = "_".join(filter(None, (row.fn, elem, target)))
            yield name, Kernel(row, elem, None, target).text(name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fn", nargs="+", metavar="GLOB", default=["*"])
    parser.add_argument("--all-types", action="store_true")
    parser.add_argument("--one-file", action="store_true", help="ops.pto with everything")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    head = "module attributes {pto.target_arch = \"a2a3\", pto.kernel_kind = #pto.kernel_kind<vector>} {\n"
    everything = {}
    for row in optable.load_ops():
        if any(fnmatch.fnmatch(row.fn, glob) for glob in options.fn):
            everything.update(kernels(row, options.all_types))
    files = {"ops": "".join(everything.values())} if options.one_file else everything
    for name, text in files.items():
        (options.out / f"{name}.pto").write_text(f"{head}{text}}}\n")


if __name__ == "__main__":
    main()
