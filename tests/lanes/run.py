#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random loops of vector functions, compiled by ptoc without (-O0) and with optimisation: TAP.

    run.py [--seeds N] [--first SEED] [--keep DIR]

ptoc turns lane-wise loops into strips, folds accumulators and splits off iterations with a full mask (see
tools/ptoc/strips/strips.h). Each of these must give the bytes of the original loop, for every count of lanes, for
overlapping addresses, and with NaN, infinities and denormals among the data. Each seed is one kernel of some twenty
loops; a kernel runs twice and stores all of UB.
"""
import argparse
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import conversions
import places
import rows
import table

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tap import Tap  # noqa: E402  (after the path is right)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TYPES = {"f32": 32, "f16": 16, "i32": 32, "ui32": 32, "i16": 16, "ui16": 16, "i8": 8, "ui8": 8}
INPUT = 32 << 10       # bytes of random data at the start of UB
OUTPUT = 8 << 10       # bytes that a loop may write
LOOPS = 20
PARTS = 6              # consecutive seeds that have each operation of the table

# How the rounding of vtrc may be spelled.
ROUNDINGS = [', "%s"', ', "ROUND_%s"', ' {rnd = "%s"}', ' {round_mode = "%s"}']


# Operations that depend on other lanes of the register.
ACROSS = {"f": ["vcmax", "vcmin", "vcgadd", "vcgmax", "vcpadd", "vsqz"], "i": ["vcmax", "vcgmin", "vusqz", "vsqz"], "u": ["vcmin", "vsqz"]}


class Loop:
    """A random loop as .pto text, between `^` lines of its own values."""

    def __init__(self, rng, number, type_=None):
        self.rng, self.number = rng, number
        self.lines, self.head = [], []
        self.type = type_ or rng.choice(list(TYPES))
        self.bits = TYPES[self.type]
        self.kind = self.type[0] if self.type[0] in "fu" else "i"
        self.lanes = 2048 // self.bits
        self.vreg = f"!pto.vreg<{self.lanes}x{self.type}>"
        self.mask_type = f"!pto.mask<b{self.bits}>"
        self.ptr = f"!pto.ptr<{self.type}, ub>"
        self.names = 0
        self.strips, self.masks = [], []

    def new(self, stem="v"):
        self.names += 1
        return f"%{stem}{self.names}"

    def constant(self, value, kind, where):
        name = self.new("c")
        where.append(f"{name} = arith.constant {value} : {kind}")
        return name

    def pointer(self, start):
        """A pointer to a byte of UB: a constant, or advanced by an offset."""
        base = self.new("p")
        shift = self.rng.choice([0, 0, 64])
        at = self.constant(start - shift * self.bits // 8 if start >= 512 else start, "i64", self.head)
        self.head.append(f"{base} = pto.castptr {at} : i64 -> {self.ptr}")
        if start >= 512 and shift:
            moved, offset = self.new("p"), self.constant(shift, "index", self.head)
            self.head.append(f"{moved} = pto.addptr {base}, {offset} : {self.ptr} -> {self.ptr}")
            return moved
        return base

    def scalar(self, *zeros):
        floats = ["1.5", "-0.25", "3.0e38" if self.bits == 32 else "6.0e4", *zeros]
        value = self.rng.choice(floats) if self.kind == "f" else self.rng.randrange(1, 100)
        return self.constant(value, self.type.replace("ui", "i"), self.head)

    def load(self, region, limit):
        """A load from the data; its start leaves room for the whole loop."""
        rooms = max(1, (INPUT - limit) // 32)
        pointer = self.pointer(region + 32 * self.rng.randrange(rooms) if limit < INPUT else region)
        name = self.new()
        self.lines.append(f"{name} = pto.vlds {pointer}[%i] : {self.ptr} -> {self.vreg}")
        self.strips.append(name)
        return name

    def spread(self, limit):
        """A load with another distribution: one element for all, each one twice, every other one."""
        dist = self.rng.choice([f"BRC_B{self.bits}"] + [f"{kind}_B{self.bits}" for kind in ("US", "DS") if self.bits < 32])
        if 2 * limit >= INPUT:
            return
        name = self.new()
        self.lines.append(f'{name} = pto.vlds {self.pointer(32 * self.rng.randrange((INPUT - 2 * limit) // 32))}[%i] {{dist = "{dist}"}} : {self.ptr} -> {self.vreg}')
        self.strips.append(name)

    def across(self, mask):
        """An operation across the lanes of a register; strips do it register by register."""
        rng = self.rng
        a, name = rng.choice(self.strips), self.new()
        gate = rng.choice(self.masks + [mask])
        form = rng.randrange(5)
        if form == 0:
            position = rng.choice(["LOWEST", "HIGHEST"])
            self.lines.append(f'{name} = pto.vdup {a}, {gate} {{position = "{position}"}} : {self.vreg}, {self.mask_type} -> {self.vreg}')
        elif form == 1:
            b, low = rng.choice(self.strips), self.new()
            self.lines.append(f"{name}, {low} = pto.vintlv {a}, {b} : {self.vreg}, {self.vreg} -> {self.vreg}, {self.vreg}")
            self.strips.append(low)
        elif form == 2 and self.kind == "i":
            base = self.new("k")
            self.lines.append(f"{base} = arith.index_cast %i : index to {self.type}")
            self.lines.append(f'{name} = pto.vci {base} {{order = "{rng.choice(["ASC", "DESC"])}"}} : {self.type} -> {self.vreg}')
        elif form == 3:
            first = self.new("m")
            few = self.constant(rng.randrange(self.lanes), "i32", self.head)
            self.lines.append(f"{first}, {self.new('q')} = pto.plt_b{self.bits} {few} : i32 -> {self.mask_type}, i32")
            self.lines.append(f"{name} = pto.vcmax {a}, {first} : {self.vreg}, {self.mask_type} -> {self.vreg}")
        else:
            choices = ACROSS[self.kind] if self.bits > 8 else ["vcmax", "vsqz"]
            self.lines.append(f"{name} = pto.{rng.choice(choices)} {a}, {gate} : {self.vreg}, {self.mask_type} -> {self.vreg}")
        self.strips.append(name)

    def splat(self, *zeros):
        name = self.new("s")
        scalar = self.scalar(*zeros)
        self.outside.append(f"{name} = pto.vbr {scalar} : {self.type.replace('ui', 'i')} -> {self.vreg}")
        return name

    def step(self, mask):
        """Adds an operation on existing values."""
        rng = self.rng
        mask = rng.choice(self.masks) if self.masks and rng.randrange(3) == 0 else mask
        mask = "%all" if rng.randrange(6) == 0 else mask   # includes lanes beyond the count
        choice = rng.randrange(10)
        if choice < 7 or self.kind != "f" and choice < 8:
            return self.operation(rng.choice(table.OPERATIONS[self.type.replace("ui", "u")]), mask)
        a = rng.choice(self.strips)
        name = self.new()
        if choice == 7 and (self.type == "f16" or rng.randrange(2)):
            mode = rng.choice(ROUNDINGS) % rng.choice("RAFCZ")
            self.lines.append(f"{name} = pto.vtrc {a}, {mask}{mode} : {self.vreg}, {self.mask_type} -> {self.vreg}")
        elif choice == 7:
            b = rng.choice(self.strips + [self.splat()])
            self.lines.append(f'{name} = pto.vexpdif {a}, {b}, {mask}, "ODD" : {self.vreg}, {self.vreg}, {self.mask_type} -> {self.vreg}')
        else:
            b = rng.choice(self.strips)
            where = self.new("m")
            mode = rng.choice(["eq", "ne", "lt", "le", "gt", "ge"])
            self.lines.append(f'{where} = pto.vcmp {a}, {b}, {mask}, "{mode}" : {self.vreg}, {self.vreg}, {self.mask_type} -> {self.mask_type}')
            self.masks.append(where)
            self.lines.append(f"{name} = pto.vsel {a}, {b}, {where} : {self.vreg}, {self.vreg}, {self.mask_type} -> {self.vreg}")
        self.strips.append(name)

    def operation(self, op, mask):
        """A row of the table on existing values, registers that hold one value, and scalars."""
        rng, name, scalar = self.rng, self.new(), self.type.replace("ui", "i")
        make = {"V": lambda: (rng.choice(self.strips + [self.splat()]), self.vreg), "U": lambda: (rng.choice(self.strips), self.vreg),
                "S": lambda: (self.scalar(), scalar), "M": lambda: (mask, self.mask_type),
                "i16": lambda: (self.constant(rng.randrange(2 * self.bits), "i16", self.head), "i16")}
        values, types = zip(*(make[letter]() for letter in op.letters()))
        self.lines.append(f"{name} = pto.{op.name} {', '.join(values)} : {', '.join(types)} -> {self.vreg}")
        self.strips.append(name)

    def each_once(self, out, ops):
        """A loop that stores the result of each of some operations."""
        self.outside = [f'%all = pto.pset_b{self.bits} "PAT_ALL" : {self.mask_type}']
        end, step, zero = (self.constant(value, "index", self.head) for value in (8 * self.lanes, self.lanes, 0))
        count = self.constant(self.rng.randrange(4 * self.lanes, 8 * self.lanes), "i32", self.head)
        for number, op in enumerate(ops):
            self.strips = []
            self.load(0, 2048)
            self.load(0, 2048)
            self.operation(op, "%mask")
            at = self.pointer(out + number * OUTPUT // table.SHARE)
            self.lines.append(f"pto.vsts {self.strips[-1]}, {at}[%i], %mask : {self.vreg}, {self.ptr}, {self.mask_type}")
        return self.assemble([f"%end:1 = scf.for %i = {zero} to {end} step {step} iter_args(%left = {count}) -> (i32) {{",
                              f"  %mask, %next = pto.plt_b{self.bits} %left : i32 -> {self.mask_type}, i32"],
                             ["  scf.yield %next : i32", "}"])

    def text(self, out):
        rng = self.rng
        turns = rng.randrange(0, 9)
        upper = turns * self.lanes - (rng.randrange(self.lanes) if turns and rng.randrange(2) else 0)
        limit = max(turns, 1) * 256
        self.outside = []
        shape = rng.randrange(10)
        if shape >= 8:
            return self.fold(out, upper, limit)
        tail = shape < 6
        counter, lower, bound, step = self.bounds(upper)
        mask = "%mask" if tail else "%all"
        for _ in range(rng.randrange(1, 3)):
            self.load(0, limit)
        in_place = rng.randrange(4) == 0
        overlap = out + 32 * rng.randrange(1, 4) if rng.randrange(4) == 0 else out
        if in_place or overlap != out:
            name = self.new()
            self.lines.append(f"{name} = pto.vlds {self.pointer(out)}[%i] : {self.ptr} -> {self.vreg}")
            self.strips.append(name)
        apart = rng.randrange(3) == 0
        if apart and rng.randrange(3) == 0:
            self.spread(limit)
        for _ in range(rng.randrange(1, 6)):
            self.step(mask)
            if apart and rng.randrange(2):
                self.across(mask)
        if self.bits == 32 and self.kind != "f" and rng.randrange(4) == 0:
            self.gather(mask)
        if self.masks and self.turns and rng.randrange(2):
            self.store_mask(out)
        gate = rng.choice(self.masks) if self.masks and rng.randrange(2) else mask
        if self.type == "f32" and rng.randrange(4) == 0:
            half, ptr = "!pto.vreg<128xf16>", "!pto.ptr<f16, ub>"
            at = self.new("p")
            self.head.append(f"{at} = pto.castptr {self.constant(overlap, 'i64', self.head)} : i64 -> {ptr}")
            self.lines.append(f'%half = pto.vcvt {self.strips[-1]}, {mask} {{rnd = "R", sat = "{rng.choice(["NOSAT", "NOSAT", "SAT"])}", part = "EVEN"}} : {self.vreg}, {self.mask_type} -> {half}')
            self.lines.append(f'pto.vsts %half, {at}[%i], {gate} {{dist = "PK_B32"}} : {half}, {ptr}, {self.mask_type}')
        else:
            self.lines.append(f"pto.vsts {self.strips[-1]}, {self.pointer(overlap)}[%i], {gate} : {self.vreg}, {self.ptr}, {self.mask_type}")
        self.outside.append(f'%all = pto.pset_b{self.bits} "PAT_ALL" : {self.mask_type}')
        if tail:
            count = self.constant(rng.choice([upper, upper - rng.randrange(self.lanes), -3, 0, 1, upper + 17]), "i32", self.head)
            count = "%n" if rng.randrange(4) == 0 else count
            if rng.randrange(4) == 0:
                return self.assemble([f"scf.for {counter} = {lower} to {bound} step {step} {{", *self.anew(counter, count)], ["}"])
            loop = [f"%end:1 = scf.for {counter} = {lower} to {bound} step {step} iter_args(%left = {count}) -> (i32) {{",
                    f"  %mask, %next = pto.plt_b{self.bits} %left : i32 -> {self.mask_type}, i32"]
            close = ["  scf.yield %next : i32", "}"]
        else:
            loop, close = [f"scf.for {counter} = {lower} to {bound} step {step} {{"], ["}"]
        return self.assemble(loop, close)

    def gather(self, mask):
        """From a table at the start of UB, with small indices from the data."""
        small, low, name = self.new(), self.constant(1023, self.type.replace("ui", "i"), self.head), self.new()
        gate = self.rng.choice(self.masks + [mask])
        vreg = f"{self.vreg}, {self.type.replace('ui', 'i')}, {self.mask_type} -> {self.vreg}"
        self.lines.append(f"{small} = pto.{'vands' if self.kind == 'i' else 'vmins'} {self.strips[0]}, {low}, {mask} : {vreg}")
        table = self.pointer(0)
        self.lines.append(f"{name} = pto.vgather2 {table}, {small}, {gate} : {self.ptr}, {self.vreg}, {self.mask_type} -> {self.vreg}")
        self.strips.append(name)

    def store_mask(self, out):
        """The bits of a comparison, 32 bytes per iteration."""
        at, offset, scale = self.new("p"), self.new(), self.constant(32, "index", self.head)
        self.head.append(f"{at} = pto.castptr {self.constant(out + 4096, 'i64', self.head)} : i64 -> !pto.ptr<ui8, ub>")
        self.lines.append(f"{offset} = arith.muli %t, {scale} : index")
        mask = self.rng.choice(self.masks)
        self.lines.append(f'pto.psts {mask}, {at}[{offset}], "NORM" : {self.mask_type}, !pto.ptr<ui8, ub>, index')

    def fold(self, out, upper, limit):
        """An accumulator over the loop, stored after it."""
        rng = self.rng
        counter, lower, bound, step = self.bounds(upper)
        self.outside.append(f'%all = pto.pset_b{self.bits} "PAT_ALL" : {self.mask_type}')
        first = self.splat("0.0", "0.0", "-0.0")
        strip = self.load(0, limit)
        tail = rng.randrange(2)
        mask = "%mask" if tail else "%all"
        if rng.randrange(4) == 0:  # so many live values that groups are smaller
            for _ in range(4):
                self.load(0, limit)
        for _ in range(rng.randrange(2) if len(self.strips) == 1 else 6):
            self.step(mask)
            strip = self.strips[-1]
        op = rng.choice(["vadd", "vmax", "vmin", "vsub"] + (["vmula"] if self.bits > 8 else []))
        gate = rng.choice([mask, "%all"])
        sides = f"{strip}, %so_far" if op != "vsub" and rng.randrange(3) == 0 else f"%so_far, {strip}"
        if op == "vmula":
            self.lines.append(f"%more = pto.vmula %so_far, {strip}, {self.strips[0]}, {gate} : {self.vreg}, {self.vreg}, {self.vreg}, {self.mask_type} -> {self.vreg}")
        else:
            self.lines.append(f"%more = pto.{op} {sides}, {gate} : {self.vreg}, {self.vreg}, {self.mask_type} -> {self.vreg}")
        after = "%more"
        if rng.randrange(2):  # inactive lanes keep their values
            after = "%kept"
            self.lines.append(f"%kept = pto.vsel %more, %so_far, {mask} : {self.vreg}, {self.vreg}, {self.mask_type} -> {self.vreg}")
        if rng.randrange(3) == 0:
            self.lines.append(f"pto.vsts {strip}, {self.pointer(out + 4096)}[%i], {mask} : {self.vreg}, {self.ptr}, {self.mask_type}")
        if tail:
            count = rng.choice(["%n", self.constant(rng.choice([upper, upper - rng.randrange(self.lanes), -3, 0, 1]), "i32", self.head)])
            anew = self.anew(counter, count) if rng.randrange(4) == 0 else []
            loop = [f"%sum:2 = scf.for {counter} = {lower} to {bound} step {step} iter_args(%so_far = {first}, %left = {count}) -> ({self.vreg}, i32) {{",
                    f"  %mask, %next = pto.plt_b{self.bits} %left : i32 -> {self.mask_type}, i32"]
            close = [f"  scf.yield {after}, %next : {self.vreg}, i32", "}"]
        if not tail or anew:
            loop = [f"%sum:1 = scf.for {counter} = {lower} to {bound} step {step} iter_args(%so_far = {first}) -> ({self.vreg}) {{", *(anew if tail else [])]
            close = [f"  scf.yield {after} : {self.vreg}", "}"]
        where = self.constant(0, "index", self.head)
        close.append(f"pto.vsts %sum#0, {self.pointer(out)}[{where}], %all : {self.vreg}, {self.ptr}, {self.mask_type}")
        return self.assemble(loop, close)

    def anew(self, counter, count):
        """The lines that recompute a mask from the loop variable in each iteration, as %n - %i."""
        at, left, lanes = self.new(), self.new("q"), self.constant(self.lanes // self.per_turn, "index", self.head)
        lines = [f"{at} = arith.muli {counter}, {lanes} : index"]
        if self.rng.randrange(2):
            cast = self.new()
            lines += [f"{cast} = arith.index_cast {at} : index to i32", f"{left} = arith.subi {count}, {cast} : i32"]
        else:
            few, rest, all_lanes = self.new(), self.new(), self.constant(self.lanes, "index", self.head)
            total = self.new("k")
            self.head.append(f"{total} = arith.index_cast {count} : i32 to index")
            lines += [f"{rest} = arith.subi {total}, {at} : index", f"{few} = arith.minsi {rest}, {all_lanes} : index",
                      f"{left} = arith.index_cast {few if self.rng.randrange(2) else rest} : index to i32"]
        return lines + [f"%mask, %unused = pto.plt_b{self.bits} {left} : i32 -> {self.mask_type}, i32"]

    def bounds(self, upper):
        """The variable, the bounds and the step of a loop that reaches `upper` lanes, and the lines that compute %i."""
        form = self.rng.randrange(4)
        self.turns = form == 0
        turns = -(-upper // self.lanes)
        step = self.per_turn = {0: 1, 1: self.lanes // 4}.get(form, self.lanes)
        lower = self.rng.choice([0, 0, 3]) if form == 0 else 0
        names = [self.constant(value, "index", self.head) for value in (
            lower, lower + turns if form == 0 else turns * step if form == 1 else upper, step)]
        if step == self.lanes:
            return "%i", *names
        factor = self.constant(self.lanes // step, "index", self.head)
        self.lines.append(f"%scaled = arith.muli %t, {factor} : index")
        shift = self.constant(lower * self.lanes, "index", self.head)
        self.lines.append(f"%i = arith.subi %scaled, {shift} : index")
        return "%t", *names

    def assemble(self, loop, close):
        lines = self.head + ["pto.vecscope {"]
        lines += ["  " + line for line in self.outside + loop + ["  " + line for line in self.lines] + close]
        text = "\n".join("    " + line for line in lines + ["}"])
        for name in ("%all", "%end", "%sum"):
            text = text.replace(name, f"{name}_{self.number}")
        for i in range(self.names, 0, -1):  # renamed, as names are unique within a function
            for stem in "vcpsmkq":
                text = text.replace(f"%{stem}{i} ", f"%{stem}{i}_{self.number} ").replace(f"%{stem}{i},", f"%{stem}{i}_{self.number},")
                text = text.replace(f"%{stem}{i}[", f"%{stem}{i}_{self.number}[").replace(f"%{stem}{i})", f"%{stem}{i}_{self.number})")
                text = text.replace(f"%{stem}{i}]", f"%{stem}{i}_{self.number}]")
        return text


def loop(rng, number, region):
    form = rng.randrange(11)
    if form == 10:
        return places.Places(rng, number).text(region)
    if form < 2:
        return rows.Rows(rng, number).text(region)
    if form < 5:
        return conversions.Conversions(rng, number, region).text()
    return Loop(rng, number).text(region + 512)


def kernel(seed):
    rng = random.Random(seed)
    total = INPUT + LOOPS * OUTPUT
    once = table.share(rng, seed % PARTS, PARTS, table.OPERATIONS)
    loops = "\n".join(Loop(rng, i, once[i][0].replace("u", "ui")).each_once(INPUT + i * OUTPUT, once[i][1]) if i < len(once)
                      else loop(rng, i, INPUT + i * OUTPUT) for i in range(LOOPS))
    return f"""module attributes {{pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>}} {{
  func.func @loops(%in: !pto.ptr<ui8, gm>, %out: !pto.ptr<ui8, gm>, %n: i32) attributes {{pto.aicore}} {{
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %row = arith.constant 32768 : i64
    %rows = arith.constant {total // 32768} : i64
    %ub = pto.castptr %zero : i64 -> !pto.ptr<ui8, ub>
    pto.mte_gm_ub %in, %ub, %zero, %row nburst(%rows, %row, %row)
      : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, i64
    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
{loops}
    pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.mte_ub_gm %ub, %out, %row nburst(%rows, %row, %row)
      : !pto.ptr<ui8, ub>, !pto.ptr<ui8, gm>, i64, i64, i64, i64
    return
  }}
}}
""", total


def data(seed, total):
    """Numbers of all sizes: most near 1, some NaN, infinite, denormal."""
    rng = random.Random(seed ^ 0x5EED)
    words = []
    specials = [0x7FC00000, 0x7F800000, 0xFF800000, 1, 0x80000000, 0x7F7FFFFF, 0x3C003C00, 0x7E007C00]
    for _ in range(total // 4):
        pick = rng.randrange(40)
        words.append(rng.choice(specials) if pick == 0 else rng.getrandbits(32) if pick < 10
                     else struct.unpack("<I", struct.pack("<f", rng.uniform(-8, 8)))[0])
    return struct.pack(f"<{len(words)}I", *words)


def tool(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.strip()


def run_form(folder, source, name, flags, size, count):
    """Compile one form and run it; returns the bytes or an error."""
    ptoc = os.environ.get("PTO_PTOC", str(ROOT / "build/host/ptoc"))
    code, out = folder / f"{name}.c", folder / f"{name}.out"
    status, text = tool([ptoc, "-w", *flags, str(source), "-o", str(code)])
    if status:
        return None, f"ptoc: {text}"
    options = []
    for key, option in (("PTO_VLEN", "--vlen"), ("PTO_CC", "--cc"), ("PTO_BACKEND", "--backend"), ("PTO_BOARD", "--board")):
        if os.environ.get(key):
            options += [option, os.environ[key]]
    status, text = tool([os.environ.get("PTOMETAL", str(ROOT / "ptometal")), "run", str(code), "--entry", "loops", *options, "--",
                         f"in:{folder / 'in'}", f"out:{out}={size}", str(count)])
    if status:
        return None, f"status {status}: {text}"
    return out.read_bytes(), ""


def difference(plain, optimised):
    at = next(i for i, (a, b) in enumerate(zip(plain, optimised)) if a != b)
    loop = (at - INPUT) // OUTPUT
    return f"loop {loop}, byte {at}: as written {plain[at:at + 8].hex()}, optimised {optimised[at:at + 8].hex()}"


def check(seed, keep):
    text, size = kernel(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(keep or temporary)
        source = folder / f"loops{seed}.pto"
        source.write_text(text, encoding="utf-8")
        (folder / "in").write_bytes(data(seed, size))
        count = random.Random(seed).randrange(-5, 700)
        plain, complaint = run_form(folder, source, "plain", ["-O0"], size, count)
        if plain is None:
            return complaint
        optimised, complaint = run_form(folder, source, "optimised", [], size, count)
        if optimised is None:
            return complaint
        return "" if plain == optimised else difference(plain, optimised)


def long_scope(seed):
    """SUM with a straight line of some 800 operations in place of its loop: ptoc emits it in pieces."""
    rng, lines, live = random.Random(seed), [], []
    register, mask = "!pto.vreg<64xf32>", "!pto.mask<b32>"
    pointer = "!pto.ptr<f32, ub>"
    lines += ['%all = pto.pset_b32 "PAT_ALL" : ' + mask, '%few = pto.pset_b32 "PAT_VL8" : ' + mask,
              "%half = arith.constant 0.5 : f32", "%quarter = arith.mulf %half, %half : f32", f"%quarters = pto.vbr %quarter : f32 -> {register}",
              f"%first = pto.vlds %ub[%c0] : {pointer} -> {register}", f"%total = pto.vcadd %first, %all : {register}, {mask} -> {register}",
              f'%totals = pto.vdup %total, %all {{position = "LOWEST"}} : {register}, {mask} -> {register}',
              "%start = pto.vbr %zero : f32 -> " + register, "%inside = arith.constant 128 : index"]
    for i in range(800):
        if i < 4 or rng.randrange(8) == 0:
            lines.append(f"%x{i} = pto.vlds %ub[{rng.choice(['%c0', '%inside', '%c4032'])}] : !pto.ptr<f32, ub> -> {register}")
        else:
            op, a, b, m = rng.choice(["vadd", "vsub", "vmul", "vmax"]), *rng.choices(live, k=2), rng.choice(["all", "all", "few"])
            lines.append(f"%x{i} = pto.{op} {a}, {b}, %{m} : {register}, {register}, {mask} -> {register}")
        live = [f"%x{i}", *live[:5]]
    lines.append(f"%sum = pto.vadd {live[0]}, {live[1]}, %all : {register}, {register}, {mask} -> {register}")
    lines.append(f"pto.vsts %sum, %sums[%c0], %all : {register}, !pto.ptr<f32, ub>, {mask}")
    # Strips read the scalars of these, which an earlier piece computes.
    lines += ['pto.mem_bar "VST_VLD"', "scf.for %i = %c0 to %inside step %c64 {", f"%y = pto.vlds %sums[%i] : {pointer} -> {register}"]
    lines += [f"%{to} = pto.{op} %{a}, %{b}, %all : {register}, {register}, {mask} -> {register}"
              for to, op, a, b in (("z", "vmul", "y", "quarters"), ("w", "vadd", "z", "totals"))]
    lines += [f"pto.vsts %w, %sums[%i], %all : {register}, {pointer}, {mask}", "}"]
    head, rest = SUM.split("    pto.vecscope {\n")
    tail = rest.split("\n    }\n", 1)[1]
    return head.replace("%c4096 = arith.constant 4096", "%c4032 = arith.constant 4032") + "    pto.vecscope {\n      " + "\n      ".join(lines) + "\n    }\n" + tail


def check_long(keep):
    """The pieces of a long scope give the same bytes as the scope in one function."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(keep or temporary)
        source = folder / "long.pto"
        source.write_text(long_scope(1), encoding="utf-8")
        (folder / "in").write_bytes(data(1, 16384))
        whole, complaint = run_form(folder, source, "whole", ["-O0"], 256, 0)
        pieces, complaint = run_form(folder, source, "pieces", [], 256, 0) if whole else (None, complaint)
        if not complaint and "_across" not in (folder / "pieces.c").read_text():
            return "the scope is in one piece"
        return complaint or ("" if whole == pieces else "other bytes")


SUM = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @loops(%in: !pto.ptr<f32, gm>, %out: !pto.ptr<f32, gm>, %n: i32) attributes {pto.aicore} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c4096 = arith.constant 4096 : index
    %zero = arith.constant 0.0 : f32
    %at = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %bytes = arith.constant 16384 : i64
    %lanes = arith.constant 256 : i64
    %ub = pto.castptr %at : i64 -> !pto.ptr<f32, ub>
    %sums = pto.castptr %bytes : i64 -> !pto.ptr<f32, ub>
    pto.mte_gm_ub %in, %ub, %at, %bytes nburst(%one, %bytes, %bytes) : !pto.ptr<f32, gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64
    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
    pto.vecscope {
      %all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
      %start = pto.vbr %zero : f32 -> !pto.vreg<64xf32>
      %sum:1 = scf.for %i = %c0 to %c4096 step %c64 iter_args(%so_far = %start) -> (!pto.vreg<64xf32>) {
        %x = pto.vlds %ub[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
        %more = pto.vadd %so_far, %x, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
        scf.yield %more : !pto.vreg<64xf32>
      }
      pto.vsts %sum#0, %sums[%c0], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
    }
    pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.mte_ub_gm %sums, %out, %lanes nburst(%one, %lanes, %lanes) : !pto.ptr<f32, ub>, !pto.ptr<f32, gm>, i64, i64, i64, i64
    return
  }
}
"""


def check_reassociated(keep):
    """Reordered sums of positive numbers: close to those of the original kernel."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(keep or temporary)
        source = folder / "sum.pto"
        source.write_text(SUM, encoding="utf-8")
        rng = random.Random(1)
        (folder / "in").write_bytes(struct.pack("<4096f", *(rng.uniform(0.5, 2) for _ in range(4096))))
        sums = []
        for name, flags in (("plain", ["-O0"]), ("reassociated", ["--fast-math", "reassociate"])):
            done, complaint = run_form(folder, source, name, flags, 256, 0)
            if done is None:
                return complaint
            sums.append(struct.unpack("<64f", done))
        far = [(a, b) for a, b in zip(*sums) if abs(a - b) > 1e-5 * a]
        return f"as written {far[0][0]}, in another order {far[0][1]}" if far else ""


# As above for n scaled elements from -0.0 on: lanes beyond n become 0.0, as their mask is inactive.
SUM_FROM_MINUS_ZERO = SUM.replace("arith.constant 0.0", "arith.constant -0.0").replace(
    "iter_args(%so_far = %start) -> (!pto.vreg<64xf32>)", "iter_args(%so_far = %start, %left = %n) -> (!pto.vreg<64xf32>, i32)").replace(
    "%sum:1", "%sum:2").replace("scf.yield %more : !pto.vreg<64xf32>", "scf.yield %more, %next : !pto.vreg<64xf32>, i32").replace(
    "%x = pto.vlds %ub[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>", """%mask, %next = pto.plt_b32 %left : i32 -> !pto.mask<b32>, i32
        %loaded = pto.vlds %ub[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
        %x = pto.vmuls %loaded, %zero, %mask : !pto.vreg<64xf32>, f32, !pto.mask<b32> -> !pto.vreg<64xf32>""").replace(
    "%c4096 step", "%end step").replace("    pto.vecscope", "    %end = arith.index_cast %n : i32 to index\n    pto.vecscope")


def check_minus_zero(keep):
    """A sum that begins with -0.0, and lanes excluded by its count."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(keep or temporary)
        source = folder / "minus_zero.pto"
        source.write_text(SUM_FROM_MINUS_ZERO, encoding="utf-8")
        (folder / "in").write_bytes(struct.pack("<4096f", *[1.0] * 4096))
        done, complaint = run_form(folder, source, "minus_zero", [], 256, 5)
        wanted = struct.pack("<64f", *[-0.0] * 5, *[0.0] * 59)
        return complaint if done is None else "" if done == wanted else f"got {done.hex()}"


def try_seeds(seeds, title, check_seed):
    """Runs the cases of the seeds for a script of random loops, with its options; keeps the results for --keep."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=seeds)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    tap = Tap()
    for seed in range(options.first, options.first + options.seeds):
        report(tap, f"{title}, seed {seed}", check_seed(seed, options.keep))
    return tap, options.keep


def report(tap, title, complaint):
    tap.case(title, "\n".join(complaint.splitlines()[:20]))


def main():
    tap, keep = try_seeds(6, f"{LOOPS} random loops", check)
    report(tap, "a sum with --fast-math reassociate", check_reassociated(keep))
    report(tap, "a sum that begins with -0.0", check_minus_zero(keep))
    report(tap, "a scope of 800 operations, in pieces", check_long(keep))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
