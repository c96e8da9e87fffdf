#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run instructions from .pto text and compare what they compute with the numpy model: TAP.

    kernels.py --entries entries.txt [--tool CMD] [--work DIR] [--only GLOB]

Where vector_test calls C functions, this goes the way of a user's kernel: .pto text applies every
instruction, for several types each, to operands in UB.  It proves that the compiler calls the right
function with the right operands; a case an instruction is enough.

CMD is `ptometal run` with its options; without it, the environment that ctest gives says what to run.
"""
import argparse
import fnmatch
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import cases
import check
import entries as vt
import model
from entries import optable
from tap import Tap

BURST = 4096                    # bytes of a DMA burst
OUT_AT = 96 << 10               # UB offset of the slots; the operands lie below
SLOT = cases.MEMORY             # bytes of UB for the memory of an instruction, or its results
SLOTS = 80                      # instructions in one kernel: they fill UB
FORMS = 5                       # choices of types tried for each instruction
SPELLING = {"e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "hif8": "hif8", "e2m1x2": "f4E2M1x2",
            "e1m2x2": "f4E1M2x2"}
# Forms whose C function is named differently from the text: the name in vector.def is the text.
SCALAR_TYPES = {"i16": "i16", "i32": "i32", "i64": "i64", "idx": "index"}
WITHOUT_INDEX = ("vlds", "vlds_post", "vsts", "vsts_all", "vsts_post", "vsld", "vsst", "vsta")


def spelled(name):
    return SPELLING.get(name, name.replace("u", "ui") if name[0] == "u" else name)


def vreg(name):
    return f"!pto.vreg<{optable.lanes(name)}x{spelled(name)}>"


def pointer(name):
    return f"!pto.ptr<{spelled(name)}, ub>"


class Body:
    """The text of a vecscope, with one constant or pointer for each value used."""

    def __init__(self, pool):
        self.setup, self.lines, self.known, self.count = [], [], {}, 0
        self.pool, self.operands = pool, bytearray()

    def fresh(self, stem):
        self.count += 1
        return f"%{stem}{self.count}"

    def constant(self, text, type_text):
        key = text, type_text
        if key not in self.known:
            self.known[key] = self.fresh("c")
            self.setup.append(f"{self.known[key]} = arith.constant {text} : {type_text}")
        return self.known[key]

    def ub(self, offset, name):
        key = offset, "ptr", name
        if key not in self.known:
            at = self.constant(str(offset), "i64")
            self.known[key] = self.fresh("p")
            self.setup.append(f"{self.known[key]} = pto.castptr {at} : i64 -> {pointer(name)}")
        return self.known[key]

    def emit(self, line):
        self.lines.append(line)

    def operand(self, start, size):
        """Add a window of the pool to the operands; returns its UB offset."""
        self.operands += self.pool[start:start + size]
        return len(self.operands) - size

    def load(self, start, name):
        value, offset = self.fresh("v"), self.operand(start, 256)
        self.emit(f"{value} = pto.vlds {self.ub(offset, name)}[{self.constant('0', 'index')}] : "
                  f"{pointer(name)} -> {vreg(name)}")
        return value

    def mask(self, start, grain):
        value, offset = self.fresh("m"), self.operand(start, 32)
        self.operands += bytes(-len(self.operands) % 256)
        self.emit(f"{value} = pto.plds {self.ub(offset, 'u8')}[{self.constant('0', 'index')}], \"NORM\" : "
                  f"{pointer('u8')}, index -> !pto.mask<{grain}>")
        return value

    def save(self, value, letter, name, at):
        """Store a result; returns the bytes that it takes."""
        zero = self.constant("0", "index")
        if letter in "VCRFU":
            every = self.fresh("m")
            self.emit(f'{every} = pto.pset_{optable.granularity(name)} "PAT_ALL" : '
                      f"!pto.mask<{optable.granularity(name)}>")
            self.emit(f"pto.vsts {value}, {self.ub(at, name)}[{zero}], {every} : {vreg(name)}, "
                      f"{pointer(name)}, !pto.mask<{optable.granularity(name)}>")
            return 256
        self.emit(f'pto.psts {value}, {self.ub(at, "u8")}[{zero}], "NORM" : !pto.mask<{name}>, '
                  f"{pointer('u8')}, index")
        return 32


def scalar_text(name, bits):
    """A constant of an element type with these bits."""
    width, kind = vt.TYPES[name]
    if kind == "f":
        return f"0x{bits & ((1 << width) - 1):0{width // 4}X}", spelled(name)
    value = bits & ((1 << width) - 1)
    return str(value - (1 << width) if value >> (width - 1) else value), f"i{width}"


def statement(body, entry, variant, case, memory, spelling_of):
    """Emit the operands and the instruction; returns its results' names."""
    v, m, s, p = list(case.v), list(case.m), list(case.s), list(case.p)
    operands, types, options = [], [], []
    typed = iter(entry.operands)
    for item in entry.op.operands:
        if item.letter == "#":
            word = spelling_of[variant[len(options)]]
            key = item.attribute
            options.append(f'{KEYS[key]} = "{word}"' if item.optional else None)
            if not item.optional:
                operands.append(f'"{word}"')
            continue
        letter, name = next(typed)
        letter = letter.removesuffix("[]")
        if letter in ("V", "U", "X", "C"):
            operands.append(body.load(v.pop(0), name))
            types.append(vreg(name))
        elif letter[0] == "M" or letter == "G":
            operands.append(body.mask(m.pop(0), name))
            types.append(f"!pto.mask<{name}>")
        elif letter in ("P", "Q"):
            element = name or "u8"
            text = body.ub(memory + p.pop(0), element)
            types.append(pointer(element))
            if item.indexed:
                text += f"[{body.constant(str(s.pop(0)), 'index')}]"
                if entry.stem not in WITHOUT_INDEX:
                    types.append("index")
            operands.append(text)
        elif letter == "S":
            text, type_text = scalar_text(name, s.pop(0))
            operands.append(body.constant(text, type_text))
            types.append(type_text)
        else:
            operands.append(body.constant(str(s.pop(0)), SCALAR_TYPES[letter]))
            types.append(SCALAR_TYPES[letter])
    names = [body.fresh("r") for _ in entry.results]
    results = [vreg(name) if letter in "VCRFU" else f"!pto.mask<{name}>" if letter in "MG" else
               SCALAR_TYPES.get(letter) for letter, name in entry.results]
    options = [text for text in options if text]
    line = f"{', '.join(names)} = " if names else ""
    line += f"pto.{entry.op.name} {', '.join(operands)}"
    line += " {" + ", ".join(options) + "}" if options else ""
    line += " : " + ", ".join(types) if types or results else ""
    if results:
        line += (" -> " if types else "") + ", ".join(results)
    body.emit(line)
    return names


# The key of each attribute class in the dictionary form.
KEYS = {}

# The sequences of entries.py as text.  V0 M0 P0 S0 are operands, R0 R1 results, A0 B0... fresh names;
# the lower-case words are types.
SEQUENCE_TEXTS = {
    "seq_vldus": """
A0 = pto.vldas P0 : ptr -> !pto.align
R0, A1 = pto.vldus P0, A0 : ptr, !pto.align -> vec, !pto.align""",
    "seq_vldus_post": """
A0 = pto.vldas P0 : ptr -> !pto.align
R0, A1, B1 = pto.vldus_post P0, A0, S0 : ptr, !pto.align, i32 -> vec, !pto.align, ptr
R1, A2, B2 = pto.vldus_post B1, A1, S0 : ptr, !pto.align, i32 -> vec, !pto.align, ptr""",
    "seq_vstus": """
A0 = pto.init_align : !pto.align
A1 = pto.vstus A0, S0, V0, P0 : !pto.align, i32, vec, ptr -> !pto.align
pto.vstas A1, P0, S0 : !pto.align, ptr, i32""",
    "seq_vstus_post": """
A0 = pto.init_align : !pto.align
A1, B1 = pto.vstus_post A0, S0, V0, P0 : !pto.align, i32, vec, ptr -> !pto.align, ptr
A2, B2 = pto.vstus_post A1, S1, V1, B1 : !pto.align, i32, vec, ptr -> !pto.align, ptr
pto.vstas A2, B2, Z32 : !pto.align, ptr, i32""",
    "seq_vstus_mode": """
A0 = pto.init_align : !pto.align
A1, B1 = pto.vstus A0, S0, V0, P0, "POST_UPDATE" : !pto.align, i32, vec, ptr -> !pto.align, ptr
A2, B2 = pto.vstus A1, S1, V1, B1, "NO_POST_UPDATE" : !pto.align, i32, vec, ptr -> !pto.align, ptr
pto.vstas A2, B2, S1 : !pto.align, ptr, i32""",
    "seq_vstur": """
pto.sprclr "AR"
A0 = pto.init_align : !pto.align
B0 = pto.vsqz V0, M0 : vec, mask -> vec
A1 = pto.vstur A0, B0, P0, "POST_UPDATE" : !pto.align, vec, ptr -> !pto.align
B1 = pto.vsqz V1, M1 : vec, mask -> vec
A2 = pto.vstur A1, B1, P0, "POST_UPDATE" : !pto.align, vec, ptr -> !pto.align
pto.vstar A2, P0 : !pto.align, ptr""",
    "seq_pstu": """
A0 = pto.init_align : !pto.align
A1, B1 = pto.pstu A0, M0, P0 : !pto.align, mask, ptr -> !pto.align, ptr
A2, B2 = pto.pstu A1, M1, B1 : !pto.align, mask, ptr -> !pto.align, ptr
pto.vstas A2, B2, Z32 : !pto.align, ptr, i32""",
}


def sequence(body, entry, case, memory):
    """Emit a sequence; returns the names of its vector results."""
    element = "u" + entry.type[1:] if entry.type in optable.GRANULARITIES else entry.type
    grain = entry.type if element != entry.type else optable.granularity(entry.type)
    words = {"ptr": pointer(element), "vec": vreg(element), "mask": f"!pto.mask<{grain}>",
             "P0": body.ub(memory + case.p[0], element), "Z32": body.constant("0", "i32")}
    words.update({f"V{i}": body.load(at, element) for i, at in enumerate(case.v)})
    words.update({f"M{i}": body.mask(at, grain) for i, at in enumerate(case.m)})
    words.update({f"S{i}": body.constant(str(value), "i32") for i, value in enumerate(case.s)})
    for line in SEQUENCE_TEXTS[entry.stem].strip().splitlines():
        for name in re.findall(r"\b[ABR]\d\b", line):
            words.setdefault(name, body.fresh("s"))
        body.emit(re.sub(r"(?<![.<!\"])\b([ABRPVMSZ]\d+|ptr|vec|mask)\b(?!<)",
                         lambda match: words[match[1]], line))
    return [words[f"R{i}"] for i, (letter, _) in enumerate(
        result for result in entry.results if result[0] == "V")]


def suitable(entry):
    """Instructions that one statement can test: their operands and results fit in registers."""
    if entry.op is None:
        return entry.stem in SEQUENCE_TEXTS and (
            entry.type in ("f32", "f16", "i8", *optable.GRANULARITIES))
    return (all(letter not in ("P", "Q", "i32", "idx", "A") for letter, _ in entry.results) and
            not entry.stem.endswith("_post"))


def padded(data):
    return bytes(data) + bytes(-len(data) % BURST)


def kernel_text(name, body, slots):
    """The whole kernel: operands to UB, work, results to GM."""
    lines = "\n".join("      " + line for line in body.setup + body.lines)
    return f"""module attributes {{pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>}} {{
  func.func @{name}(%in: !pto.ptr<ui8, gm>, %out: !pto.ptr<ui8, gm>) attributes {{pto.aicore}} {{
    %zero = arith.constant 0 : i64
    %out_at = arith.constant {OUT_AT} : i64
    %burst = arith.constant {BURST} : i64
    %in_bursts = arith.constant {len(padded(body.operands)) // BURST} : i64
    %out_bursts = arith.constant {len(padded(bytes(slots * SLOT))) // BURST} : i64
    %ub_in = pto.castptr %zero : i64 -> !pto.ptr<ui8, ub>
    %ub_out = pto.castptr %out_at : i64 -> !pto.ptr<ui8, ub>
    pto.mte_gm_ub %in, %ub_in, %zero, %burst
      nburst(%in_bursts, %burst, %burst)
      : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64
    pto.mte_gm_ub %out, %ub_out, %zero, %burst
      nburst(%out_bursts, %burst, %burst)
      : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64
    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
    pto.vecscope {{
{lines}
    }}
    pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.mte_ub_gm %ub_out, %out, %burst
      nburst(%out_bursts, %burst, %burst)
      : !pto.ptr<ui8, ub>, !pto.ptr<ui8, gm>, i64, i64, i64, i64
    pto.barrier #pto.pipe<PIPE_ALL>
    return
  }}
}}
"""


class Kernel:
    """One kernel and the instructions in it."""

    def __init__(self, name, groups, pool, spelling_of):
        self.name, self.groups = name, groups
        self.body, self.image = Body(pool), bytearray(len(groups) * SLOT)
        for slot, group in enumerate(groups):
            entry, case = group.entry, group.cases[0]
            at, variant = OUT_AT + slot * SLOT, entry.variants[group.variant]
            self.image[slot * SLOT:(slot + 1) * SLOT] = pool[case.memory:case.memory + SLOT]
            self.body.emit(f"// {entry.name}")
            names = statement(self.body, entry, variant, case, at, spelling_of) if entry.op else \
                sequence(self.body, entry, case, at)
            if case.p and names:       # a load: its memory is no longer needed
                self.body.emit('pto.mem_bar "VLD_VST"')
            for value, (letter, result) in zip(names, entry.results):
                at += self.body.save(value, letter, result, at)
        assert len(self.body.operands) <= OUT_AT
        self.text = kernel_text(name, self.body, len(groups))

    def run(self, tool, folder):
        source, data, out = (folder / f"{self.name}.{end}" for end in ("pto", "in", "out"))
        source.write_text(self.text)
        data.write_bytes(padded(self.body.operands))
        out.write_bytes(padded(self.image))
        command = [*tool, str(source), "--", f"in:{data}", f"inout:{out}"]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=120, check=False)
        return (None, done.stdout) if done.returncode else (out.read_bytes(), "")

    def check(self, slot, data, pool):
        """Compare one instruction: the error, or nothing; None if the model is undecided."""
        group = self.groups[slot]
        try:
            expected = model.evaluate(group.entry, group.entry.variants[group.variant],
                                      check.inputs_of(group, pool))
        except model.Undecided:
            return None
        at = slot * SLOT
        for result in expected:
            if result.kind == "scalar":
                continue
            size = {"vector": 256, "mask": 32, "memory": SLOT}[result.kind]
            actual = np.frombuffer(data, np.uint8)[at:at + size][None, :]
            wrong = check.wrong_lanes(result, actual)
            if wrong.any():
                return check.describe(group, group.entry.variants[group.variant], result, actual, wrong)
            at += size
        return ""


def build_kernels(names, seed):
    """Kernels of up to SLOTS instructions: a few choices of types for each, and one variant."""
    _, groups, pool = cases.build(names, seed, scale=0)
    attributes = optable.load_attributes()
    spelling_of = {value: text for rows in attributes.values() for value, text in rows}
    for line in (optable.ISA / "attrs.def").read_text().splitlines():
        row = optable.ATTR.match(line)
        if row:
            KEYS[row[1]] = row[2]
    by_entry, by_stem, chosen = {}, {}, []
    for group in groups:
        if suitable(group.entry):
            by_entry.setdefault(group.number, []).append(group)
    for number, variants in by_entry.items():
        by_stem.setdefault(variants[0].entry.stem, []).append(number)
    for place, numbers in enumerate(by_stem.values()):
        step = max(len(numbers) // FORMS, 1)
        for number in numbers[place % step::step][:FORMS]:
            variants = by_entry[number]
            group = variants[number % len(variants)]
            case = group.cases[number % len(group.cases)]
            chosen.append(cases.Group(group.entry, number, group.variant, [case]))
    kernels = []
    for start in range(0, len(chosen), SLOTS):
        kernels.append((f"ops_{start // SLOTS}", chosen[start:start + SLOTS]))
    return [Kernel(name, items, pool, spelling_of) for name, items in kernels], pool


def tool_of_environment():
    """`ptometal run` for the build that ctest is testing."""
    words = [os.environ.get("PTOMETAL", str(optable.ISA.parents[2] / "ptometal")), "run"]
    for option, name in (("--vlen", "VLEN"), ("--cc", "CC"), ("--backend", "BACKEND"), ("--board", "BOARD")):
        if f"PTO_{name}" in os.environ:
            words += [option, os.environ[f"PTO_{name}"]]
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--entries", type=Path, required=True)
    parser.add_argument("--tool", type=shlex.split, default=tool_of_environment())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help="keep the kernels and their data here")
    parser.add_argument("--only", default="*", help="kernels whose name matches")
    options = parser.parse_args()
    np.seterr(all="ignore")
    kernels, pool = build_kernels(cases.read_names(options.entries), options.seed)
    kernels = [kernel for kernel in kernels if fnmatch.fnmatch(kernel.name, options.only)]
    array = np.frombuffer(pool, np.uint8)
    tap = Tap()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.work or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for kernel in kernels:
            data, output = kernel.run(options.tool, folder)
            if data is None:
                tap.case(f"{kernel.name} runs", "\n".join(output.splitlines()[:40]) or "no results")
                continue
            for slot, group in enumerate(kernel.groups):
                variant = " ".join(group.entry.variants[group.variant]).replace("PTO_", "")
                title = f"{group.entry.name} {variant}".rstrip()
                wrong = kernel.check(slot, data, array)
                if wrong is None:
                    tap.skip(title, "not in the model")
                else:
                    tap.case(title, wrong)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
