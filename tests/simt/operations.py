# SPDX-License-Identifier: Apache-2.0
"""A case for each operation and element type of isa/simt.def: a function of threads, its operands and what it writes.

Numbers are those of tests/vector: numpy arrays of bits, float64 between. Each thread loads its operands from GM, computes, and
stores its result at its number.
"""
import math
import random
import re
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/vector"), str(ROOT / "tools")]
from model_convert import convert  # noqa: E402
from model_lanes import extremum, fused, sum_to_odd  # noqa: E402
from numbers_model import FORMATS, round_integral, values_of  # noqa: E402
from programs import meet, prmt  # noqa: E402

N = 256             # threads of a case without warps
PAIRS = {"vector<2xf16>": "f16", "vector<2xbf16>": "bf16", "vector<2xf32>": "f32", "vector<2xi8>": "i8", "vector<2xi16>": "i16",
         "vector<2xi32>": "i32"}
WIDTH = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64, "i1": 8}
LOADS = ["nmfv", "nmlv", "nmprs", "nmpref", "nakeep", "naclean", "nadrop", "idsfv", "idslv", "idsprs", "idspref", "exfv", "exlv",
         "exprs", "expref"]
STORES = ["nmfv", "nmlv", "nmprs", "nmred", "naci", "napw", "napi", "nared", "wbhfv", "wbhlv", "wbhprs", "wbhred", "wtsfv", "wtslv",
          "wtsprs", "wtsred"]
L1 = ["cache", "uncache"]


def element(kind):
    """The element of a type: f16 of vector<2xf16>."""
    return PAIRS.get(kind, kind)


def spelled(kind):
    return f"!pto.{kind}" if kind.startswith("hif8") else kind


def pointer(kind, space="gm"):
    return f"!pto.ptr<{spelled(kind)}, {space}>"


def bytes_of(kind):
    packed = re.fullmatch(r"vector<(\d)x(\w+)>", kind)
    if packed:
        return int(packed[1]) * bytes_of(packed[2])
    if kind == "hif8x2":
        return 2
    return (WIDTH.get(kind) or (8 if kind.startswith(("f8", "hif8")) else int(kind.lstrip("siu")))) // 8


def raw_dtype(kind):
    return np.dtype(f"u{bytes_of(element(kind))}")


def is_float(kind):
    return element(kind) in FORMATS


def special_bits(kind, count, seed):
    """Bits of a type: special values, their neighbours, values around 1 and arbitrary bits."""
    draw, dtype = np.random.default_rng(seed), raw_dtype(kind)
    bits = 8 * dtype.itemsize
    if not is_float(kind):
        edges = [0, 1, 2, 5, 1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << bits) - 1, (1 << bits) - 2, 255 % (1 << bits)]
    else:
        form = FORMATS[element(kind)]
        one, most = int(form.encode(np.array([1.0]))[0]), form.inf - 1
        known = form.encode(np.array([0.5, 1.5, 2.5, 3.0, -0.3, 0.7, -0.5, 88.0, 10.0, 1e4, 2.0, 1 / 3, math.pi, 7.0]))
        edges = [0, 1, 2, (1 << form.mantissa_bits) - 1, 1 << form.mantissa_bits, one - 1, one, one + 1, most, most - 1, form.inf,
                 form.nan, form.nan + 1, *(int(raw) for raw in known)]
        edges += [edge | 1 << (bits - 1) for edge in edges]
    values = draw.integers(0, 1 << bits, count, dtype=np.uint64) if bits == 64 else draw.integers(0, 1 << bits, count)
    values = np.asarray(values).astype(dtype)
    if is_float(kind):
        near = FORMATS[element(kind)].encode(draw.normal(0, 4, count))
        values = np.where(draw.random(count) < 0.6, near, values).astype(dtype)
    chosen = draw.choice(np.array(edges, np.uint64), count).astype(dtype)
    return np.where(draw.random(count) < 0.45, chosen, values).astype(dtype)


class Output:
    """What is expected at an address: bits, and for floats how many units in the last place they may be off."""

    def __init__(self, at, kind, raw, ulps=0):
        self.at, self.kind, self.raw, self.ulps = at, kind, raw, ulps

    def wrong(self, memory):
        """What is wrong, or nothing."""
        size = self.raw.size * self.raw.itemsize
        got = memory[self.at:self.at + size].view(self.raw.dtype)
        good = got == self.raw
        if is_float(self.kind) and self.ulps is not None:
            form = FORMATS[element(self.kind)]
            good |= np.isnan(form.decode(self.raw)) & np.isnan(form.decode(got))
            if self.ulps:
                top = np.int64(1) << (form.bits - 1)
                ordered = [np.where(raw.astype(np.int64) >= top, top - raw.astype(np.int64), raw.astype(np.int64)) for raw in (got, self.raw)]
                good |= (np.abs(ordered[0] - ordered[1]) <= self.ulps) & ~np.isnan(form.decode(got)) & ~np.isnan(form.decode(self.raw))
        if good.all():
            return ""
        at = np.flatnonzero(~good)[0]
        return f"{(~good).sum()} of {good.size} wrong, first {at}: got {int(got[at]):#x}, expected {int(self.raw[at]):#x}"


BITS = None     # ulps of results whose NaN have to keep their bits


class Case:
    """A function of threads. Operands are appended to the input of its group, results follow each other in its output."""

    def __init__(self, group, title, covers, dims=(N, 1, 1)):
        self.group, self.title, self.covers, self.dims = group, title, covers, dims
        self.name, self.lines, self.params, self.outputs, self.number = f"{group.name}_{len(group.cases)}", [], [], [], 0
        self.resumes, self.launches, self.extra = [], [], []
        group.cases.append(self)

    @property
    def threads(self):
        return self.dims[0] * self.dims[1] * self.dims[2]

    def new(self):
        self.number += 1
        return f"%v{self.number}"

    def emit(self, *lines):
        self.lines += lines

    def constant(self, value, kind="i32"):
        name = self.new()
        self.emit(f"{name} = arith.constant {value} : {kind}")
        return name

    def param(self, kind, at, way):
        """A parameter of the function: a pointer into the input or the output."""
        name = f"%p{len(self.params)}"
        self.params.append((name, kind, at, way))
        return name

    def operand(self, kind, raw):
        """The thread's own element of an array of bits."""
        base = self.param(kind, self.group.place_input(raw), "in")
        name = self.new()
        word = LOADS[self.group.hints % len(LOADS)]
        self.group.hints += 1
        self.emit(f"{name} = pto.ldg {base}[%at] l1cache({L1[self.group.hints % 2]}) l2cache({word}) : {pointer(kind)} -> {spelled(kind)}")
        return name

    def place(self, kind, raw, ulps=0):
        """A parameter that points to results, and what they are."""
        at = self.group.place_output(raw)
        self.outputs.append(Output(at, kind, raw, ulps))
        return self.param(kind, at, "out")

    def result(self, kind, value, raw, ulps=0):
        word = STORES[self.group.hints % len(STORES)]
        self.group.hints += 1
        base = self.place(kind, raw, ulps)
        self.emit(f"pto.stg {value}, {base}[%at] l1cache({L1[self.group.hints % 2]}) l2cache({word}) : {pointer(kind)}, {spelled(kind)}")

    def truth(self, value, raw):
        """The result of an i1."""
        word = self.new()
        self.emit(f"{word} = arith.extui {value} : i1 to i32")
        self.result("i32", word, np.asarray(raw).astype(np.uint32))

    def text(self):
        params = ", ".join(f"{name}: {pointer(kind, 'ub' if way == 'ub' else 'gm')}" for name, kind, _, way in self.params)
        head = [f"  func.func @{self.name}({params}) attributes {{pto.simt_entry}} {{", *(f"    {line}" for line in self.resumes)]
        head += ["    %tx = pto.get_tid_x : i32", "    %ty = pto.get_tid_y : i32", "    %tz = pto.get_tid_z : i32",
                 "    %dx = pto.get_block_dim_x : i32", "    %dy = pto.get_block_dim_y : i32", "    %zy = arith.muli %tz, %dy : i32",
                 "    %row = arith.addi %zy, %ty : i32", "    %begin = arith.muli %row, %dx : i32",
                 "    %index = arith.addi %begin, %tx : i32", "    %at = arith.index_castui %index : i32 to index"]
        return "\n".join([*head, *(f"    {line}" for line in self.lines), *(f"    {line}" for line in self.extra), "    return", "  }"])


class Group:
    """The cases of one kernel, and its buffers."""

    def __init__(self, name):
        self.name, self.cases, self.input, self.output_bytes, self.hints = name, [], bytearray(), 0, 0

    def place_input(self, raw):
        at = len(self.input)
        self.input += raw.tobytes() + bytes(-raw.nbytes % 64)
        return at

    def place_output(self, raw):
        at = self.output_bytes
        self.output_bytes += (raw.nbytes + 63) // 64 * 64
        return at

    def text(self):
        lines = [f"  func.func @{self.name}(%in: !pto.ptr<i8, gm>, %out: !pto.ptr<i8, gm>) attributes {{pto.aicore}} {{"]
        for number, case in enumerate(self.cases):
            words, kinds = [], []
            for place, (_, kind, at, way) in enumerate(case.params):
                name, space = f"%a{number}_{place}", "ub" if way == "ub" else "gm"
                lines.append(f"    {name}_at = arith.constant {at} : {'i64' if way == 'ub' else 'index'}")
                if way == "ub":
                    lines.append(f"    {name} = pto.castptr {name}_at : i64 -> {pointer(kind, space)}")
                else:
                    lines.append(f"    {name}_b = pto.addptr %{way}, {name}_at : !pto.ptr<i8, gm> -> !pto.ptr<i8, gm>")
                    lines.append(f"    {name} = pto.castptr {name}_b : !pto.ptr<i8, gm> -> {pointer(kind)}")
                words.append(name)
                kinds.append(pointer(kind, space))
            extents = [f"%d{number}_{axis}" for axis in "xyz"]
            lines += [f"    {name} = arith.constant {extent} : i32" for name, extent in zip(extents, case.dims)]
            call = f"func.call @{case.name}" if number % 2 else f"pto.simt_launch @{case.name}<<<{', '.join(extents)}>>>"
            lines += [f"    pto.store_vfsimt_info {', '.join(reversed(extents))} : i32, i32, i32"] if number % 2 else []
            lines.append(f"    {call}({', '.join(words)}) : ({', '.join(kinds)}) -> ()")
        return "\n".join([*lines, "    pto.barrier #pto.pipe<PIPE_ALL>", "    return", "  }", *(case.text() for case in self.cases)])

    def prepare(self, folder):
        """The files and arguments of a run."""
        (folder / "in").write_bytes(self.input)
        (folder / "out").write_bytes(bytes(self.output_bytes))
        return "in:in", "inout:out"

    def mismatches(self, folder):
        """(title, what is wrong) of each case."""
        memory = np.frombuffer((folder / "out").read_bytes(), np.uint8)
        return [(case.title, "\n".join(filter(None, (output.wrong(memory) for output in case.outputs)))) for case in self.cases]


# ---- values ---------------------------------------------------------------------------------------------------------

def encode(values, kind):
    return FORMATS[element(kind)].encode(values)


def numbers(raw, kind):
    return FORMATS[element(kind)].decode(raw)


def number_wins(stem, a, b, kind):
    """fmin, fmax: a number wins over NaN, -0 is below +0."""
    x, y = numbers(a, kind), numbers(b, kind)
    return np.where(np.isnan(x), b, np.where(np.isnan(y), a, extremum(stem, a, b, element(kind)))).astype(a.dtype)


def elementary(function, raw, kind):
    with np.errstate(all="ignore"):
        return encode(function(numbers(raw, kind).astype(np.longdouble)).astype(np.float64), kind)


def rounded(raw, kind, rounding):
    x = numbers(raw, kind)
    with np.errstate(all="ignore"):
        return encode(np.copysign(round_integral(x, rounding), x), kind)


def fma(a, b, c, kind):
    """One rounding, of every format."""
    if element(kind) == "bf16":
        with np.errstate(all="ignore"):
            return encode(sum_to_odd(numbers(a, kind) * numbers(b, kind), numbers(c, kind)), kind)
    return fused(a, b, c, element(kind))


UNARY = {
    "absf": (lambda a, kind: a & ~np.array(1 << (8 * a.itemsize - 1), a.dtype), 0),
    "sqrt": (lambda a, kind: elementary(np.sqrt, a, kind), 0), "exp": (lambda a, kind: elementary(np.exp, a, kind), 1),
    "log": (lambda a, kind: elementary(np.log, a, kind), 1), "sin": (lambda a, kind: elementary(np.sin, a, kind), 1),
    "cos": (lambda a, kind: elementary(np.cos, a, kind), 1), "ceil": (lambda a, kind: rounded(a, kind, "C"), 0),
    "floor": (lambda a, kind: rounded(a, kind, "F"), 0), "rint": (lambda a, kind: rounded(a, kind, "R"), 0),
    "round": (lambda a, kind: rounded(a, kind, "A"), 0)}


def power(a, b, kind):
    with np.errstate(all="ignore"):
        return encode(np.power(numbers(a, kind).astype(np.longdouble), numbers(b, kind).astype(np.longdouble)).astype(np.float64), kind)


def integers(raw, unsigned):
    bits = 8 * raw.itemsize
    return [int(word) if unsigned or int(word) < 1 << (bits - 1) else int(word) - (1 << bits) for word in raw]


def words(values, bits):
    return np.array([value & ((1 << bits) - 1) for value in values], f"u{bits // 8}")


# ---- kinds of operations ----------------------------------------------------------------------------------------------

def count(kind):
    return N * (2 if kind in PAIRS else 1)


def math_operands(name, kind, num):
    found = [special_bits(kind, count(kind), 97 * number + len(kind)) for number in range(num)]
    if name in ("sin", "cos"):      # the document promises no accuracy for large arguments
        x = numbers(found[0], kind)
        with np.errstate(invalid="ignore"):
            found[0] = np.where((np.abs(x) > 1e5) & np.isfinite(x), encode(np.remainder(x, 100.0), kind), found[0])
    return found


def math_cases(row):
    group = Group("math_" + row.name)
    for kind in row.types:
        for sign in ("signed", "unsigned") if row.name in ("mulhi", "mul_i32toi64") else ("",):
            case = Case(group, f"{row.name} {kind} {sign}".strip(), [(row.name, kind)])
            raws = math_operands(row.name, kind, 3 if row.name in ("fma", "prmt") else 1 if row.name in UNARY else 2)
            operands = [case.operand(kind, raw) for raw in raws]
            gives, raw, ulps = kind, *math_result(row.name, kind, raws, sign)
            if row.name == "mul_i32toi64":
                gives = "i64"
            value = case.new()
            case.emit(f"{value} = pto.{row.name} {', '.join(operands)}{' ' + sign if sign else ''} : {', '.join([spelled(kind)] * len(raws))} "
                      f"-> {gives}")
            case.result(gives, value, raw, ulps)
    return [group]


def math_result(name, kind, raws, sign):
    if name in UNARY:
        make, ulps = UNARY[name]
        return make(raws[0], kind), ulps
    if name == "prmt":
        return words([prmt(*values) for values in zip(*(integers(raw, False) for raw in raws))], 32), 0
    if name in ("mulhi", "mul_i32toi64"):
        bits = 8 * raws[0].itemsize
        products = [a * b for a, b in zip(*(integers(raw, sign == "unsigned") for raw in raws))]
        return (words(products, 64) if name == "mul_i32toi64" else words([product >> bits for product in products], bits)), 0
    return {"pow": lambda: (power(*raws, kind), 1), "fma": lambda: (fma(*raws, kind), 0),
            "fmin": lambda: (number_wins("vmin", *raws, kind), 0), "fmax": lambda: (number_wins("vmax", *raws, kind), 0)}[name]()


CONVERSIONS = [(a, b) for a in ("f16", "bf16", "f32") for b in ("f16", "bf16", "f32")]
CONVERSIONS += [("i32", to) for to in ("f16", "bf16", "f32")] + [(source, "i32") for source in ("f16", "bf16", "f32")]
CONVERSIONS += [("i64", "f32"), ("f32", "i64"), ("vector<2xf32>", "vector<2xf16>"), ("vector<2xf16>", "vector<2xf32>"),
                ("vector<2xf32>", "vector<2xbf16>"), ("vector<2xbf16>", "vector<2xf32>")]


def converted(raw, source, target, rounding, saturates, unsigned):
    """A float saturates where a finite number is beyond the range; integers always do."""
    names = [(f"u{kind[1:]}" if unsigned else kind) if kind[0] == "i" else kind for kind in (element(source), element(target))]
    values = values_of(raw, names[0])
    rounding = "A" if rounding == "h" else rounding.upper()
    with np.errstate(all="ignore"):
        made = convert(values, *names, rounding, saturates)
        if is_float(source) and is_float(target):
            made = np.where(np.isfinite(values), made, convert(values, *names, rounding, False))
    return made.astype(raw_dtype(target))


def convert_cases(row):
    groups = []
    for source, target in CONVERSIONS:
        group = Group(f"convert_{len(groups)}")
        groups.append(group)
        for sign in ("signed", "unsigned") if "i" in (source[0], target[0]) else ("",):
            case = Case(group, f"convert {source} {target} {sign}, every rounding".replace(" ,", ","), [(row.name, source)])
            raw = special_bits(source, count(source), len(groups))
            value = case.operand(source, raw)
            for rounding in "rafczoh":
                for limit in ("sat",) if target[0] == "i" else ("sat", "nosat"):
                    made = case.new()
                    case.emit(f"{made} = pto.convert {value} round({rounding}) {limit}{' ' + sign if sign else ''} : {source} -> {target}")
                    case.result(target, made, converted(raw, source, target, rounding, limit == "sat", sign == "unsigned"))
    return groups


# Atomics: thread i changes cell i % CELLS, so that cells change several times, in the order of threads.
CELLS = 96


def atomic_step(name, old, value, kind, unsigned):
    if name == "exch":
        return value
    if is_float(kind):
        if name in ("min", "max"):
            return number_wins("v" + name, old, value, kind)
        with np.errstate(all="ignore"):
            x, y = numbers(old, kind), numbers(value, kind)
            return encode(x + y if name == "add" else x - y, kind)
    if name in ("min", "max"):
        pairs = zip(integers(old, unsigned), integers(value, unsigned))
        return words([(max if name == "max" else min)(pair) for pair in pairs], 8 * old.itemsize)
    return {"add": np.add, "sub": np.subtract, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[name](old, value)


def atomic_case(group, row, kind, space, sign):
    name, lanes = row.name.removeprefix("atomic_"), 2 if kind in PAIRS else 1
    case = Case(group, f"{row.name} {kind} {sign}, {space}".replace(" ,", ","), [(row.name, kind)])
    seed = len(group.cases)
    memory, value = (special_bits(kind, number * lanes, seed + number).reshape(-1, lanes) for number in (CELLS, N))
    start, olds = memory.copy(), np.zeros_like(value)
    compare = special_bits(kind, N * lanes, seed + 1).reshape(-1, lanes)
    for i in range(N):
        cell = i % CELLS
        olds[i] = memory[cell]
        if name != "cas":
            memory[cell] = atomic_step(name, memory[cell], value[i], kind, sign == "unsigned")
            continue
        if i % 3:
            compare[i] = memory[cell]
        memory[cell] = value[i] if (compare[i] == memory[cell]).all() else memory[cell]
    operands = [case.operand(kind, array.reshape(-1)) for array in ((compare, value) if name == "cas" else (value,))]
    cells, number = case.constant(CELLS), case.new()
    case.emit(f"{number}_r = arith.remui %index, {cells} : i32", f"{number}_i = arith.index_castui {number}_r : i32 to index")
    base, first = case.place(kind, memory.reshape(-1), BITS if name in ("exch", "cas") else 0), case.new()
    where = base
    case.emit(f"{first} = arith.cmpi ult, %index, {cells} : i32")
    given = case.param(kind, group.place_input(start.reshape(-1)), "in")
    if space == "ub":
        where = case.param(kind, 0, "ub")
    case.emit(f"scf.if {first} {{", f"  {number}_s = pto.ldg {given}[%at] : {pointer(kind)} -> {kind}",
              f"  pto.{'store' if space == 'ub' else 'stg'} {number}_s, {where}[%at] : {pointer(kind, space)}, {kind}", "}", "pto.syncthreads")
    hint = f" l2cache({STORES[seed % len(STORES)]})"
    case.emit(f"{number}_p = pto.addptr {where}, {number}_i : {pointer(kind, space)} -> {pointer(kind, space)}",
              f"{number} = pto.{row.name} {number}_p, {', '.join(operands)}{hint}{' ' + sign if sign else ''} : {pointer(kind, space)}, "
              f"{', '.join([kind] * len(operands))} -> {kind}")
    case.result(kind, number, olds.reshape(-1), BITS if name in ("exch", "cas") else 0)
    if space == "ub":
        case.emit("pto.syncthreads", f"scf.if {first} {{", f"  {number}_e = pto.load {where}[%at] : {pointer(kind, space)} -> {kind}",
                  f"  pto.stg {number}_e, {base}[%at] : {pointer(kind)}, {kind}", "}")


def atomic_cases(row):
    group = Group(row.name)
    for kind in row.types:
        signs = ("signed", "unsigned", "") if kind[0] == "i" and row.name in ("atomic_min", "atomic_max") else ("",)
        for sign in signs:
            for space in ("gm", "ub") if kind != "i64" else ("gm",):
                atomic_case(group, row, kind, space, sign)
    return [group]


# Warps: 80 threads, of which those with an even or small operand are active.
WARPS = 80


def divergent(case, line, kind, values, ulps, active, gives=None):
    """The operation in a branch that active threads take; others store nothing."""
    case.emit(f"%odd = arith.andi {case.operand('i32', active.astype(np.uint32))}, {case.constant(1)} : i32",
              f"%some = arith.cmpi ne, %odd, {case.constant(0)} : i32")
    lines, case.lines = case.lines, []
    line()
    raw = np.where(np.repeat(active, len(values) // WARPS), values, 0).astype(values.dtype)
    case.result(gives or kind, "%r", raw, ulps)
    case.lines = [*lines, "scf.if %some {", *(f"  {text}" for text in case.lines), "}"]


def by_warps(active, make):
    """Results of threads by number: make(warp's active lanes)."""
    found = {}
    for warp in range(0, WARPS, 32):
        lanes = [lane for lane in range(32) if warp + lane < WARPS and active[warp + lane]]
        found.update({warp + lane: value for lane, value in make(warp, lanes).items()} if lanes else {})
    return found


def vote_case(group, row, active, title):
    case = Case(group, f"{row.name} i1, {title}", [(row.name, "i1")], (WARPS, 1, 1))
    pred = np.random.default_rng(len(group.cases)).integers(0, 2, WARPS)
    pred[32:64] = 1
    found = by_warps(active, lambda warp, lanes: meet((row.name,), {lane: int(pred[warp + lane]) for lane in lanes}, {}))
    values = np.array([found.get(i, 0) & 0xFFFFFFFF for i in range(WARPS)], np.uint32)
    word = case.operand("i32", pred.astype(np.uint32))

    def line():
        case.emit(f"%t = arith.trunci {word} : i32 to i1")
        if row.name == "vote_ballot":
            case.emit("%r = pto.vote_ballot %t : i1 -> i32")
        else:
            case.emit(f"%q = pto.{row.name} %t : i1 -> i1", "%r = arith.extui %q : i1 to i32")
    divergent(case, line, "i32", values, 0, active)


def shuffle_case(group, row, kind, width, active, title):
    case = Case(group, f"{row.name} {kind}, width {width or 32}, {title}", [(row.name, kind)], (WARPS, 1, 1))
    lanes_num, draw = 2 if kind in PAIRS else 1, np.random.default_rng(len(group.cases))
    raw = special_bits(kind, WARPS * lanes_num, len(group.cases)).reshape(WARPS, lanes_num)
    control = draw.integers(0, 20, WARPS)
    found = by_warps(active, lambda warp, lanes: meet((row.name, width or 32), {lane: tuple(raw[warp + lane]) for lane in lanes},
                                                     {lane: int(control[warp + lane]) for lane in lanes}))
    values = np.array([found.get(i, (0,) * lanes_num) for i in range(WARPS)], raw.dtype).reshape(-1)
    operands = case.operand(kind, raw.reshape(-1)), case.operand("i32", control.astype(np.uint32))
    attrs = f" {{width = {width} : i32}}" if width else ""
    divergent(case, lambda: case.emit(f"%r = pto.{row.name} {', '.join(operands)}{attrs} : {kind}, i32 -> {kind}"), kind, values, BITS,
              active)


def reduced(name, raw, kind, unsigned):
    """Floats are added from 0 on in the order of lanes, f16 in f32."""
    if kind == "i32":
        numbers_of = integers(raw, unsigned)
        return words([sum(numbers_of) if name == "redux_add" else (max if name == "redux_max" else min)(numbers_of)], 32)[0]
    if name != "redux_add":
        total = raw[:1]
        for value in raw[1:]:
            total = number_wins("v" + name.removeprefix("redux_"), total, np.array([value]), kind)
        return total[0]
    total = np.float32(0)
    with np.errstate(all="ignore"):
        for value in numbers(raw, kind):
            total = np.float32(total + np.float32(value))
    return encode(np.array([float(total)]), kind)[0]


def redux_case(group, row, kind, sign, active, title):
    case = Case(group, f"{row.name} {kind} {sign}, {title}".replace(" ,", ","), [(row.name, kind)], (WARPS, 1, 1))
    raw = special_bits(kind, WARPS, len(group.cases))
    raw[:32] = special_bits("i32", 32, 1) if kind == "i32" else encode(np.random.default_rng(1).normal(0, 10, 32), kind)
    found = by_warps(active, lambda warp, lanes: dict.fromkeys(lanes, reduced(
        row.name, raw[[warp + lane for lane in lanes]], kind, sign == "unsigned")))
    values = np.array([found.get(i, 0) for i in range(WARPS)], raw.dtype)
    operand = case.operand(kind, raw)
    divergent(case, lambda: case.emit(f"%r = pto.{row.name} {operand}{' ' + sign if sign else ''} : {kind} -> {kind}"), kind, values, 0, active)


def group_cases(row):
    group = Group(row.name)
    some = np.array([random.Random(row.name + str(i)).random() < 0.6 for i in range(WARPS)])
    for active, title in ((np.ones(WARPS, bool), "all threads"), (some, "some threads")):
        for kind in row.types:
            if row.name.startswith("vote"):
                vote_case(group, row, active, title)
            elif row.name.startswith("shuffle"):
                for width in (None, 16):
                    shuffle_case(group, row, kind, width, active, title)
            else:
                for sign in ("signed", "unsigned") if kind == "i32" else ("",):
                    redux_case(group, row, kind, sign, active, title)
    return [group]


# Queries: a grid of 5 x 4 x 3 threads.
DIMS = (5, 4, 3)


def query_values(name):
    index = np.arange(60)
    lane = index % 32
    bit = 1 << lane
    axes = {"x": index % 5, "y": index // 5 % 4, "z": index // 20}
    if name in ("get_clock32", "get_clock64", "get_veccoreid"):
        return None
    if name == "get_laneid":
        return lane
    if name.startswith("get_lanemask"):
        return {"eq": bit, "lt": bit - 1, "le": 2 * bit - 1, "gt": ~(2 * bit - 1), "ge": ~(bit - 1)}[name[-2:]]
    axis = name[-1]
    return {"get_tid_": axes[axis], "get_block_dim_": np.full(60, DIMS["xyz".index(axis)]), "get_grid_dim_": np.ones(60, int),
            "get_block_idx_": np.zeros(60, int)}[name[:-1]]


def query_cases(row, group):
    case = Case(group, row.name, [(row.name, kind) for kind in row.types], DIMS)
    kind, values = row.types[0], query_values(row.name)
    if "clock" not in row.name:
        case.emit(f"%r = pto.{row.name} : {kind}")
        case.result(kind, "%r", words(np.zeros(60, int) if values is None else [int(v) for v in values], 32))
        return
    case.emit("%one = pto.get_clock64 : i64", f"%two = pto.{row.name} : {kind}", "%three = pto.get_clock64 : i64")
    if kind == "i32":   # the low word of a counter between two others
        case.emit("%low = arith.trunci %one : i64 to i32", "%high = arith.trunci %three : i64 to i32",
                  "%since = arith.subi %two, %low : i32", "%all = arith.subi %high, %low : i32", "%r = arith.cmpi ule, %since, %all : i32")
    else:
        case.emit("%a = arith.cmpi sle, %one, %two : i64", "%b = arith.cmpi slt, %two, %three : i64", "%r = arith.andi %a, %b : i1")
    case.truth("%r", np.ones(60))


def sync_cases(row, group):
    """What thread i has written is seen by its mirror image behind a barrier; a fence alone changes nothing."""
    case = Case(group, row.name, [(row.name, "")])
    raw = special_bits("i32", N, 1)
    value, ub = case.operand("i32", raw), case.param("i32", 0, "ub")
    fence = row.name != "syncthreads"
    case.emit(f"pto.store {value}, {ub}[%at] : !pto.ptr<i32, ub>, i32", f"pto.{row.name}", f"%mirror = arith.subi {case.constant(N - 1)}, %index : i32",
              f"%from = arith.index_castui {'%index' if fence else '%mirror'} : i32 to index", f"%r = pto.load {ub}[%from] : !pto.ptr<i32, ub> -> i32")
    case.result("i32", "%r", raw if fence else raw[::-1].copy())


def state_cases(keep, resume, group):
    """Each type in a slot, i64 in two; the next launch resumes them."""
    first = Case(group, "keep of each type", [("keep", kind) for kind in keep.types])
    last = Case(group, "resume of each type", [("resume", kind) for kind in resume.types])
    for number, kind in enumerate(keep.types):
        slot = 2 * number + (kind != "i64")
        raw = special_bits("i8" if kind == "i1" else kind, N, number)
        value = first.operand("i8" if kind == "i1" else kind, raw)
        if kind == "i1":
            first.emit(f"%bit = arith.trunci {value} : i8 to i1")
            value = "%bit"
        first.extra.append(f"pto.keep {value} {{slot = {slot} : i64}} : {kind}")
        last.resumes.append(f"%kept{number} = pto.resume {{slot = {slot} : i64}} : {kind}")
        if kind == "i1":
            last.truth(f"%kept{number}", raw & 1)
        else:
            last.result(kind, f"%kept{number}", raw, BITS)


def memory_cases(rows):
    """Each type with some of the hints, and i32 with all of them."""
    group, (ldg, _) = Group("memory"), rows
    for kind in ldg.types:
        case = Case(group, f"ldg, stg {kind}", [("ldg", kind), ("stg", kind)])
        raw = np.random.default_rng(len(group.cases)).integers(0, 256, N * bytes_of(kind), dtype=np.uint8)
        value = case.operand(kind, raw)
        base = case.place("i8", raw)
        case.params[-1] = (base, kind, *case.params[-1][2:])
        case.emit(f"pto.stg {value}, {base}[%at] : {pointer(kind)}, {spelled(kind)}")
    for one in L1:
        for number in range(len(STORES)):
            load, raw = LOADS[number % len(LOADS)], special_bits("i32", N, number)
            case = Case(group, f"l1cache({one}), l2cache({load}), l2cache({STORES[number]})", [])
            source, base = case.param("i32", group.place_input(raw), "in"), case.place("i32", raw)
            case.emit(f"%v = pto.ldg {source}[%at] l1cache({one}) l2cache({load}) : !pto.ptr<i32, gm> -> i32",
                      f"pto.stg %v, {base}[%at] l1cache({one}) l2cache({STORES[number]}) : !pto.ptr<i32, gm>, i32")
    return [group, pair_cases()]


def pair_cases():
    """Arithmetic on pairs, for which `arith` stands."""
    group = Group("pairs")
    for kind in PAIRS:
        for name in ("addf", "subf", "mulf") if is_float(kind) else ("addi", "subi", "muli"):
            case = Case(group, f"arith.{name} {kind}", [])
            raws = [special_bits(kind, 2 * N, number + len(group.cases)) for number in (1, 50)]
            operands = [case.operand(kind, raw) for raw in raws]
            if is_float(kind):
                with np.errstate(all="ignore"):
                    x, y = (numbers(raw, kind) for raw in raws)
                    made = encode({"addf": x + y, "subf": x - y, "mulf": x * y}[name], kind)
            else:
                made = {"addi": np.add, "subi": np.subtract, "muli": np.multiply}[name](*raws)
            case.emit(f"%r = arith.{name} {operands[0]}, {operands[1]} : {kind}")
            case.result(kind, "%r", made)
    return group


def groups(rows):
    """All groups of cases for rows of the table, by kind."""
    found, queries, syncs, state = [], Group("queries"), Group("syncs"), Group("state")
    for row in rows:
        if row.kind == "MATH":
            found += convert_cases(row) if row.name == "convert" else math_cases(row)
        elif row.kind == "ATOMIC":
            found += atomic_cases(row)
        elif row.kind == "GROUP":
            found += group_cases(row)
        elif row.kind == "QUERY":
            query_cases(row, queries)
        elif row.kind == "SYNC":
            sync_cases(row, syncs)
    state_cases(*(next(row for row in rows if row.name == name) for name in ("keep", "resume")), state)
    found += memory_cases([next(row for row in rows if row.name == name) for name in ("ldg", "stg")])
    return [*found, queries, syncs, state]
