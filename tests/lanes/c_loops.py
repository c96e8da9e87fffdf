#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random loops over PTO_FOR_LANES, in strips and as the equivalent loops over registers: TAP.

    c_loops.py [--seeds N] [--first SEED] [--keep DIR]

Both must store the same bytes in UB, for every number of lanes, with computed masks, carries, accumulators, conversions
from and to other types, and with NaN, infinities and denormals among the data. Each seed is one kernel of LOOPS vector
functions, and one with all conversions of isa/lanes.def.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import run
import table

TYPES = {x: table.optable.TYPES[x][0] for x in table.TYPES}
PART_TYPES = {**TYPES, "bf16": 16}
C_TYPES = {"f32": "float", "f16": "pto_f16_t"}
CONVERSIONS = table.optable.load_lanes_conversions()
# Counts of shifts are strips of unsigned integers.
OPERATIONS = {type_: [op for op in ops if "U" not in op.letters() or type_[0] == "u"] for type_, ops in table.OPERATIONS.items()}
INPUT, OUTPUT, LOOPS = run.INPUT, run.OUTPUT, 10


class Loop:
    """One vector function `loop<number>` of (uint8_t *in, uint8_t *out, int32_t n)."""

    def __init__(self, rng, number, type_=None):
        self.rng, self.number = rng, number
        self.type = type_ or rng.choice(list(TYPES))
        self.bits = TYPES[self.type]
        self.kind = self.type[0]
        self.lines, self.strips, self.masks = [], [], ["mask"]
        self.group = rng.choice(["m8", "m4"])
        self.n = rng.choice([-1, 0, 1, 2, rng.randrange(1, 70), 64, 128, rng.randrange(1, 600),
                             rng.randrange(1, OUTPUT // 2 // (self.bits // 8))])

    def element(self, type_=None):
        return C_TYPES.get(type_ or self.type, f"pto_{type_ or self.type}_t")

    def scalar(self):
        value = self.rng.choice(["1.5f", "-0.25f", "3.0e4f"]) if self.kind == "f" else str(self.rng.randrange(1, 100))
        return f"({self.element()}){value}"

    def strip(self, expression, type_=None):
        name = f"v{len(self.lines)}"
        self.lines.append(f"pto_strip({type_ or self.type}) {name} = {expression};")
        if type_ is None:
            self.strips.append(name)
        return name

    def load(self):
        rooms = (INPUT - OUTPUT // 2) // 32
        at = 32 * self.rng.randrange(rooms)
        if self.rng.randrange(3) == 0:
            path = self.path(lambda kind: CONVERSIONS.get(kind, []))
            value = self.strip(f"pto_vlds((const {self.element(path[-1])} *)(in + {at}), i)", path[-1])
            for kind in path[-2::-1]:
                value = self.convert(value, kind)
            self.strips.append(value)
            return value
        return self.strip(f"pto_vlds((const {self.element()} *)(in + {at}), i)")

    def path(self, others):
        """A type, and one or two conversions of it: none wider than the lanes, or a quarter of a lane in m4."""
        path = [self.type]
        for _ in range(self.rng.randrange(1, 3)):
            kinds = [x for x in others(path[-1]) if self.narrowest() <= PART_TYPES[x] <= self.bits]
            path += [self.rng.choice(kinds)] if kinds else []
        return path

    def narrowest(self):
        return 16 if self.group == "m4" and self.bits == 32 else 8

    def convert(self, value, kind):
        rounding, saturation = self.rng.choice("RRAFCZH"), self.rng.choice(["SAT", "NOSAT"])
        attributes = self.rng.choice(["", f", PTO_RND_{rounding}", f", PTO_RND_{rounding}, PTO_{saturation}"])
        return self.strip(f"pto_vcvt({kind}, {value}, {self.rng.choice(self.masks)}{attributes})", kind)

    def step(self):
        rng, mask, a = self.rng, self.rng.choice(self.masks), self.rng.choice(self.strips)
        choice = rng.randrange(10)
        if choice < 3 and self.type == "u32":
            self.carry(mask, a)
        elif choice < 8:
            self.operation(rng.choice(OPERATIONS[self.type]), mask)
        else:
            name = f"m{len(self.lines)}"
            b = rng.choice(self.strips)
            mode = rng.choice(["EQ", "NE", "LT", "LE", "GT", "GE"])
            test = f"pto_vcmp({a}, {b}, {mask}, PTO_CMP_{mode})" if rng.randrange(2) else \
                f"pto_vcmps({a}, {self.scalar()}, {mask}, PTO_CMP_{mode})"
            self.lines.append(f"pto_strip(mask) {name} = {test};")
            self.masks.append(name)
            self.strip(f"pto_vsel({a}, {b}, {name})")

    def operation(self, op, mask):
        make = {"S": self.scalar, "i16": lambda: str(self.rng.randrange(2 * self.bits)), "M": lambda: mask}
        values = [make.get(letter, lambda: self.rng.choice(self.strips))() for letter in op.letters()]
        return self.strip(f"pto_{op.fn}({', '.join(values)})")

    def carry(self, mask, a):
        """Limbs of a sum or a difference, with the carry as a mask."""
        op, name = self.rng.choice(["vadd", "vsub"]), f"c{len(self.lines)}"
        self.lines.append(f"pto_strip(mask) {name};")
        sum_ = self.strip(f"pto_{op}c({a}, {self.rng.choice(self.strips)}, {mask}, &{name})")
        for _ in range(self.rng.randrange(4)):
            b = self.load() if self.rng.randrange(2) else self.rng.choice(self.strips)
            sum_ = self.strip(f"pto_{op}cs({sum_}, {b}, {name}, {mask}, &{name})")
        self.masks.append(name)

    def text(self):
        rng = self.rng
        for _ in range(rng.randrange(1, 3)):
            self.load()
        for _ in range(rng.randrange(1, 6)):
            self.step()
        before, after = [], []
        for number in range(rng.randrange(3)):
            before += self.accumulate(number, after)
        stored = rng.choice(self.strips)
        gate = rng.choice(self.masks)
        kind = self.type
        if rng.randrange(3) == 0:
            for kind in self.path(lambda kind: [x for x in CONVERSIONS if kind in CONVERSIONS[x]])[1:]:
                stored = self.convert(stored, kind)
        self.lines.append(f"pto_vsts({stored}, ({self.element(kind)} *)out, i, {gate});")
        return self.function(before, after)

    def function(self, before=(), after=()):
        group = {"m8": "", "m4": ", m4"}[self.group]
        body = [*before, f"PTO_FOR_LANES({self.type}, i, n, mask{group}) {{", *("    " + x for x in self.lines), "}", *after]
        return "\n".join([f"PTO_VF(loop{self.number}, (uint8_t *, in), (uint8_t *, out), (int32_t, n))", "{"] +
                         ["    " + x for x in body] + ["}", ""])

    def accumulate(self, number, after):
        """An accumulator folded in the body; its register and scalar are stored after the loop."""
        rng = self.rng
        how = rng.choice(["add", "max", "min", "mula"] + (["mul"] if self.bits > 8 else []))
        strips = ", ".join(rng.choice(self.strips) for _ in range(2 if how == "mula" else 1))
        name, at = f"a{number}", OUTPUT // 2 + 1024 * number
        self.lines.append(f"pto_fold_{how}({name}, {strips}, {rng.choice(self.masks)});")
        all_lanes = f"pto_pset_b{self.bits}(PTO_PAT_ALL)"
        after.append(f"pto_vsts(pto_folded({name}), ({self.element()} *)(out + {at}), 0, {all_lanes});")
        if how in ("max", "min"):
            after.append(f"pto_vsts(pto_vbr(pto_folded_{how}({name})), ({self.element()} *)(out + {at + 256}), 0, {all_lanes});")
        elif self.bits == 32:
            after.append(f"pto_vsts(pto_vbr(pto_folded_sum({name})), ({self.element()} *)(out + {at + 256}), 0, {all_lanes});")
        return [f"pto_fold_{self.type}_t {name} = pto_fold_{self.type}({self.scalar()});"]


class EachOnce(Loop):
    """A loop that stores the result of each of some operations."""

    def __init__(self, rng, number, type_, ops):
        super().__init__(rng, number, type_)
        self.ops, self.n = ops, rng.randrange(OUTPUT // table.SHARE // 8, OUTPUT // table.SHARE // (self.bits // 8))

    def text(self):
        for number, op in enumerate(self.ops):
            self.strips = []
            self.load()
            self.load()
            result, at = self.operation(op, "mask"), number * OUTPUT // table.SHARE
            self.lines.append(f"pto_vsts({result}, ({self.element()} *)(out + {at}), i, mask);")
        return self.function()


class Conversion(Loop):
    """A loop over one conversion."""

    def __init__(self, rng, number, source, result):
        super().__init__(rng, number, max(source, result, key=PART_TYPES.get))
        self.source, self.result = source, result
        self.n = rng.randrange(OUTPUT // 16, OUTPUT // 8)  # whole strips, and a remainder
        if self.narrowest() > min(PART_TYPES[source], PART_TYPES[result]):
            self.group = "m8"

    def text(self):
        value = self.strip(f"pto_vlds((const {self.element(self.source)} *)(in + {32 * self.rng.randrange(32)}), i)", self.source)
        value = self.convert(value, self.result)
        self.lines.append(f"pto_vsts({value}, ({self.element(self.result)} *)out, i, mask);")
        return self.function()


def random_kernel(seed):
    rng = random.Random(seed)
    once = table.share(rng, seed % 2, 2, OPERATIONS)
    return kernel([Loop(rng, i) for i in range(LOOPS)] + [EachOnce(rng, i, *share) for i, share in enumerate(once, LOOPS)])


def conversions(seed):
    """Half of the conversions, which is what fits UB; the next seed has the others."""
    rng = random.Random(seed)
    pairs = [(source, result) for result, sources in CONVERSIONS.items() for source in sources][seed % 2::2]
    return kernel([Conversion(rng, i, *pair) for i, pair in enumerate(pairs)])


def kernel(loops):
    total = INPUT + len(loops) * OUTPUT
    functions = "\n".join(loop.text() for loop in loops)
    launches = "\n".join(f"    pto_launch(loop{x.number}, ub, ub + {INPUT + x.number * OUTPUT}, {x.n});" for x in loops)
    return f"""#include <pto/lanes.h>

{functions}
PTO_KERNEL(loops, (uint8_t *, in), (uint8_t *, out))
{{
    uint8_t *ub = pto_ub(uint8_t, 0);
    pto_mte_gm_ub(in, ub, 0, 8192, .nburst = {{{total // 8192}, 8192, 8192}});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
{launches}
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(ub, out, 8192, .nburst = {{{total // 8192}, 8192, 8192}});
}}
""", total


def run_form(folder, source, name, flags, size):
    """Run one form; returns the bytes or an error."""
    out = folder / f"{name}.out"
    options = []
    for key, option in (("PTO_VLEN", "--vlen"), ("PTO_CC", "--cc"), ("PTO_BACKEND", "--backend"), ("PTO_BOARD", "--board")):
        if os.environ.get(key):
            options += [option, os.environ[key]]
    done = subprocess.run([os.environ.get("PTOMETAL", str(run.ROOT / "ptometal")), "run", str(source), *options, *flags, "--",
                           f"in:{folder / 'in'}", f"out:{out}={size}"], capture_output=True, text=True, check=False)
    if done.returncode:
        return None, f"{name}: status {done.returncode}: {done.stderr.strip()}"
    return out.read_bytes(), ""


def check(seed, keep):
    for form in random_kernel, conversions:
        complaint = check_form(form, seed, keep)
        if complaint:
            return complaint
    return ""


def check_form(form, seed, keep):
    text, size = form(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(keep or temporary)
        source = folder / f"{form.__name__}{seed}.c"
        source.write_text(text, encoding="utf-8")
        (folder / "in").write_bytes(run.data(seed, size))
        registers, complaint = run_form(folder, source, "registers", ["-D", "PTO_LANES_AS_REGISTERS=1"], size)
        if registers is None:
            return complaint
        strips, complaint = run_form(folder, source, "strips", [], size)
        if strips is None:
            return complaint
        if registers == strips:
            return ""
        at = next(i for i, (a, b) in enumerate(zip(registers, strips)) if a != b)
        where = (at - INPUT) % OUTPUT
        return (f"{form.__name__}, loop {(at - INPUT) // OUTPUT}, byte {where}: over registers {registers[at:at + 8].hex()}, "
                f"in strips {strips[at:at + 8].hex()}")


def main():
    tap, _ = run.try_seeds(4, f"{LOOPS} random loops over PTO_FOR_LANES, and conversions", check)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
