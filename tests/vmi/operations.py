# SPDX-License-Identifier: Apache-2.0
"""A case for each row and element type of isa/vmi.def, on special values and on lengths that are no multiple of anything.

What an instruction computes on lanes is that of the models of tests/vector; groups, masks and places of lanes are here.
"""
from types import SimpleNamespace

import numpy as np

from logical_values import FLOATS, INTS, LOW, PACKED, Mask, Vector, bits, bits_of, is_int, numbers, pointer, raw_type, spelled, token
from kernel import IN_BYTES, OUT_BASE, OUT_BYTES, Kernel
from model import evaluate
from model_base import Inputs
from model_convert import convert
from model_lanes import extremum
from numbers_model import FORMATS, values_of
from optable import load_pairs
from vmi_reference import OTHER, load as load_rows, types as row_types

LANES = [77, 130, 10, 37, 100, 256]
SHORT = 77                                       # lanes of a case that has one length
ELEMS = {"u8": "ui8", "u16": "ui16", "u32": "ui32", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "e2m1x2": "f4E2M1x2", "e1m2x2": "f4E1M2x2"}
SIGNED = [f"si{width}" for width in (8, 16, 32)]     # as i8 in the table, which is signed or without a sign
WORDS = ["eq", "ne", "lt", "le", "gt", "ge"]
SPECIAL = {"f32": 1024, "f16": 4096, "bf16": 6144}      # addresses; exact sums stand 1 KiB behind
SUMS = 1024
PAIRS = load_pairs()["vcvt"]
COMPUTES = ("LANES", "CONVERT", "REDUCE", "EXPDIF")      # what may give another NaN
MAIN = {row.name for heading, listed in load_rows().items() if heading != OTHER for row in listed}


def special_values(elem, count, source):
    """Bits of a float: special values, numbers near 1, arbitrary bits."""
    form, top = FORMATS[elem], 1 << (bits_of(elem) - 1)
    edges = [0, 1, (1 << form.mantissa_bits) - 1, 1 << form.mantissa_bits, form.inf - 1, form.inf, form.nan,
             *(int(raw) for raw in form.encode(np.array([1, 0.5, 1.5, 2.5, 127.5, 128, 255.5, 448, 449, 464, 1e5, 3e9, 6.5, 88.8, 11.1])))]
    edges = np.array(edges + [edge | top for edge in edges], raw_type(elem))
    near = form.encode(source.normal(0, 8, count))
    some = source.integers(0, 2 * top, count).astype(raw_type(elem))
    kind = source.integers(0, 4, count)
    return np.where(kind < 2, source.choice(edges, count), np.where(kind == 2, near, some)).astype(raw_type(elem))


def input_bytes():
    source = np.random.default_rng(30)
    data = source.integers(0, 256, IN_BYTES, dtype=np.uint8)
    edges = np.array([0, 1, 127, 128, 255, 254], np.uint8)
    data[:1024] = np.where(source.random(1024) < 0.4, source.choice(edges, 1024), data[:1024])
    for elem, at in SPECIAL.items():
        data[at:at + SUMS] = special_values(elem, SUMS * 8 // bits_of(elem), source).view(np.uint8)
        exact = source.integers(-3, 4, SUMS * 8 // bits_of(elem)).astype(float)
        data[at + SUMS:at + 2 * SUMS] = bits(exact, elem).view(np.uint8)
    return data


DATA = input_bytes()


class Cases(Kernel):
    """A kernel with some of the cases; each knows its part of the output."""

    def __init__(self, number):
        super().__init__(f"oracle{number}", DATA)
        self.ranges, self.turn = [], 0

    @property
    def full(self):
        return self.out > OUT_BASE + OUT_BYTES - 8192 or len(self.lines) > 400

    def case(self, title, make, row, *args):
        begin, self.ulps, self.stored = self.out, 0, set()
        self.lines += ["}", "pto.vecscope {"] if self.lines else []     # the values that a scope takes from outside are limited
        make(self, row, *args)
        elem = self.stored.pop() if len(self.stored) == 1 and row.kind in COMPUTES else ""
        self.ranges.append((title, begin, self.out, elem, self.ulps))

    def store(self, vector, mask=None):
        self.stored.add(token(vector.elem))
        super().store(vector, mask)

    def mismatches(self, folder):
        """(title, what is wrong) of each case."""
        got = np.concatenate([np.zeros(OUT_BASE, np.uint8), np.frombuffer((folder / "out.bin").read_bytes(), np.uint8)])
        return [(title, difference(got[begin:end], self.memory[begin:end], elem, ulps)) for title, begin, end, elem, ulps in self.ranges]

    # ---- operands
    def load(self, elem, lanes, exact=False):
        """A vector of the input, each time from another place."""
        size = bits_of(elem) // 8
        at = SPECIAL.get(elem, 0) + (SUMS if exact and elem in SPECIAL else 0)
        limit = SUMS if elem in SPECIAL else 4096
        self.turn += 1
        offset = max(0, min(self.turn * 5 % 16 * 32, (limit - lanes * size) // 32 * 32)) // size
        vector = Vector(self.new(), elem, self.read(elem, at, offset, np.arange(lanes)))
        self.emit(f"{vector.name} = pto.vmi.vload {self.base(elem, at)}[{self.constant(offset)}] : {pointer(elem)} -> {vector.type}")
        return vector

    def mask(self, lanes):
        """A mask with holes: of a comparison."""
        one, two, ones = self.load("ui8", lanes), self.load("ui8", lanes), self.all(lanes)
        name = self.new()
        self.emit(f'{name} = pto.vmi.vcmp {one.name}, {two.name}, {ones.name} {{cmp = "lt"}} : {one.type}, {two.type}, {ones.type} -> {ones.type}')
        return Mask(name, one.raw < two.raw)

    def scalar(self, elem, number=None):
        value = (3 if is_int(elem) else 1.5) if number is None else number
        return SimpleNamespace(name=self.constant(value, elem), type=elem, raw=bits(np.array([value]), elem))

    def number(self, value, kind="index"):
        return SimpleNamespace(name=self.constant(value, kind), type=kind, value=value)

    def pointer(self, elem, at, offset=None):
        name = self.base(elem, at) + ("" if offset is None else f"[{self.constant(offset)}]")
        return SimpleNamespace(name=name, type=pointer(elem))

    # ---- operations
    def operation(self, name, operands, results, attrs=(), word=""):
        """Emits one; results are Vector, Mask or number."""
        gives = ", ".join(result.name for result in results)
        text = (f"{gives} = " if results else "") + f"pto.vmi.{name} " + (f'"{word}"' + (", " if operands else "") if word else "")
        text += ", ".join(operand.name for operand in operands) + (f" {{{', '.join(attrs)}}}" if attrs else "")
        kinds = ", ".join(operand.type for operand in operands)
        self.emit(f"{text} : {kinds}{' -> ' if operands and results else ''}{', '.join(result.type for result in results)}")

    def vector(self, elem, raw):
        return Vector(self.new(), elem, np.asarray(raw).astype(raw_type(elem)))

    def store_mask(self, mask):
        """Stores lanes where a mask is set."""
        self.store(self.load("ui16", len(mask.set)), mask)


def difference(got, expected, elem, ulps):
    """What is wrong with bytes. Floats may be any NaN for NaN, and some units in the last place off."""
    wrong = got != expected
    if elem in FORMATS:
        size, form = FORMATS[elem].bits // 8, FORMATS[elem]
        raws = [np.ascontiguousarray(part).view(f"u{size}") for part in (got, expected)]
        top = 1 << (form.bits - 1)
        ordered = [np.where(raw >= top, top - raw.astype(np.int64), raw.astype(np.int64)) for raw in raws]
        values = [form.decode(raw) for raw in raws]
        near = (np.abs(ordered[0] - ordered[1]) <= ulps) & ~np.isnan(values[0]) & ~np.isnan(values[1])
        wrong &= ~np.repeat(near | (np.isnan(values[0]) & np.isnan(values[1])), size)
    if not wrong.any():
        return ""
    at = np.flatnonzero(wrong)[0] // 4 * 4
    return f"{wrong.sum()} wrong bytes, first {at}: got {got[at:at + 8].tobytes().hex()}, expected {expected[at:at + 8].tobytes().hex()}"


def active_of(mask, lanes):
    return np.ones(lanes, bool) if mask is None else mask.set


def governed(raw, mask, old=None):
    return raw if mask is None else np.where(mask.set, raw, 0 if old is None else old).astype(raw.dtype)


# ---- lane by lane -------------------------------------------------------------------------------------------------------

def lane_name(row, elem):
    """The type of the models: signless integers are signed to some instructions."""
    if row.name == "shrui":
        return f"u{bits_of(elem)}"
    if row.name == "shrsi":
        return f"i{bits_of(elem)}"
    return token(elem, row.micro in ("vabs", "vrelu", "vmull"))


def model_of(row, elem, vectors, scalars, masks, lanes):
    """The results of the instruction on lanes."""
    name, width = lane_name(row, elem), bits_of(elem) // 8
    if row.micro == "fma":
        vectors = [vectors[2], vectors[0], vectors[1]]
    inputs = Inputs([vector.raw.view(np.uint8)[None] for vector in vectors],
                    [np.repeat(active_of(mask, lanes), width)[None] for mask in masks or [None]],
                    [np.array([int(scalar.raw[0] if hasattr(scalar, "raw") else scalar.value)]) for scalar in scalars], [], None)
    entry = SimpleNamespace(stem="vmula" if row.micro == "fma" else row.micro, type=name, result="", op=None)
    return evaluate(entry, (), inputs)


def lanes_case(k, row, elem, lanes, masked, merge):
    letters = row.signature.split(":")[0].split()
    vectors, scalars, masks = [], [], []
    for letter in letters:
        if letter == "V":
            vectors.append(k.load(elem, lanes))
        elif letter in ("S", "n"):
            scalars.append(k.scalar(elem) if letter == "S" else k.number(3, "i16"))
        elif letter == "M" or masked:
            masks.append(k.mask(lanes))
    carries = row.micro in ("vaddc", "vaddcs")
    if carries:
        active = masks[-1].set
        total = sum(vector.raw.astype(np.uint64) for vector in vectors) + (masks[0].set if len(masks) == 2 else 0)
        results = [k.vector(elem, np.where(active, total, 0)), Mask(k.new(), active & (total >> np.uint64(32) != 0))]
    else:
        found = model_of(row, elem, vectors, scalars, masks, lanes)
        old = vectors[0].raw if merge else None
        results = [k.vector(elem, governed(result.data[0], masks[0] if masks else None, old)) for result in found]
        if found[0].near is not None:
            k.ulps = 1
    k.operation(row.name, vectors + scalars + masks, results, ['pmode = "merge"'] if merge else [])
    for result in results:
        k.store_mask(result) if isinstance(result, Mask) else k.store(result)


def each_lanes(row, elem):
    optional, merges = "M?" in row.signature, "pmode" in row.attrs
    for number, lanes in enumerate(LANES[:2]):
        yield f"{lanes} lanes", lanes_case, lanes, False, False
        if optional:
            yield f"{lanes} lanes, mask{', merge' if merges and number else ''}", lanes_case, lanes, True, bool(merges and number)


def masks_case(k, row, elem, lanes):
    masks = [k.mask(lanes) for letter in row.signature.split(":")[0].split()]
    made = {"pand": np.logical_and, "por": np.logical_or, "pxor": np.logical_xor, "pnot": np.logical_not}[row.micro]
    result = Mask(k.new(), made(*(mask.set for mask in masks)))
    k.operation(row.name, masks, [result])
    k.store_mask(result)


def compared(word, a, b):
    return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[word]


def compare_case(k, row, elem, word, signed):
    lanes = SHORT
    operands = [k.load(elem, lanes), k.scalar(elem) if "S" in row.signature else k.load(elem, lanes)]
    seed = k.mask(lanes) if "M :" in row.signature else None
    a, b = (numbers(operand.raw, elem, signed) for operand in operands)
    result = Mask(k.new(), compared(word[-2:], a, b) & active_of(seed, lanes))
    named = row.name in ("cmpf", "cmpi")
    k.operation(row.name, operands + ([seed] if seed else []), [result] if not named else [result],
                [] if named else [f'cmp = "{word}"'], word if named else "")
    k.store_mask(result)


def each_compare(row, elem):
    for word in WORDS:
        if row.name == "cmpf":
            yield f"o{word}", compare_case, f"o{word}", None
        elif row.name == "cmpi" and word not in ("eq", "ne"):
            yield f"s{word}", compare_case, f"s{word}", True
            if elem[0] != "s":
                yield f"u{word}", compare_case, f"u{word}", False
        else:
            yield word, compare_case, word, None


def select_case(k, row, elem, lanes):
    mask, one, two = k.mask(lanes), k.load(elem, lanes), k.load(elem, lanes)
    result = k.vector(elem, np.where(mask.set, one.raw, two.raw))
    k.operation(row.name, [mask, one, two], [result])
    k.store(result)


def expdif_case(k, row, elem, lanes):
    one, two, mask = k.load(elem, lanes), k.load(elem, lanes, True), k.mask(lanes)
    with np.errstate(all="ignore"):
        value = np.exp((one.values() - two.values()).astype(np.float32).astype(np.longdouble)).astype(np.float64)
    result = k.vector("f32", governed(bits(value, "f32"), mask))
    k.ulps = 1
    k.operation(row.name, [one, two, mask], [result])
    k.store(result)


# ---- groups -------------------------------------------------------------------------------------------------------------

GROUPS = [(1, 77), (7, 77), (3, 300), (8, 128), (32, 128), (100, 100)]      # groups and lanes


def reduced(micro, elem, raw, active):
    """Of one group. Without an active lane it is the identity, 0 for sums."""
    raw = raw[active]
    if micro == "add":
        return bits(np.array([numbers(raw, elem).sum()]), elem)[0]
    name = token(elem)
    total = raw[:1]
    for value in raw[1:]:
        total = extremum("v" + micro, total, np.array([value], raw.dtype), name)
    if not is_int(elem) and np.isnan(numbers(total, elem)).any():
        return FORMATS[name].nan
    return total[0]


def reduce_case(k, row, elem, groups, lanes, masked):
    exact = row.micro == "add"
    a, mask = k.load(elem, lanes, exact), k.mask(lanes) if masked else k.all(lanes)
    parts, some = a.raw.reshape(groups, -1), mask.set.reshape(groups, -1)
    if not exact and not some.any(axis=1).all():
        mask, some = k.all(lanes), np.ones_like(some)
    result = k.vector(elem, [reduced(row.micro, elem, part, active) for part, active in zip(parts, some)])
    attrs = [f"{'num_groups' if 'num_groups!' in row.attrs else 'group'} = {groups}"] if groups > 1 or "num_groups!" in row.attrs else []
    attrs += ["reassoc"] if "reassoc" in row.attrs and not is_int(elem) else []
    k.operation(row.name, [a, mask], [result], attrs)
    k.store(result)


def each_reduce(row, elem):
    grouped = any(attr.rstrip("!") in ("group", "num_groups") for attr in row.attrs)
    many = elem == "ui16"       # many groups are many operations: once is enough
    for groups, lanes in GROUPS[:5 + many] if grouped else GROUPS[:1]:
        yield f"{groups} of {lanes} lanes, mask", reduce_case, groups, lanes, True
    yield "77 lanes", reduce_case, 1, 77, False


def spread_case(k, row, elem, groups, lanes):
    a = k.scalar(elem) if groups == 0 else k.load(elem, groups)
    result = k.vector(elem, np.repeat(a.raw, lanes // max(1, groups)))
    named = "num_groups!" in row.attrs
    k.operation(row.name, [a], [result], [f"{'num_groups' if named else 'group'} = {groups}"] if groups > 1 or named else [])
    k.store(result)


def each_spread(row, elem):
    if "num_groups!" not in row.attrs:
        yield "a scalar", spread_case, 0, 77
        yield "lane 0", spread_case, 1, 130
    if "group" in row.attrs or "num_groups!" in row.attrs:
        for groups, lanes in GROUPS[1:5]:
            yield f"{groups} groups of {lanes} lanes", spread_case, groups, lanes


def ramp_case(k, row, elem, order, groups, lanes):
    start = 5
    step = np.arange(lanes) % (lanes // groups)
    result = k.vector(elem, bits(start + step if order == "ASC" else start - step, elem))
    attrs = [f'order = "{order}"'] + ([f"group = {groups}"] if groups > 1 or "group!" in row.attrs else [])
    k.operation(row.name, [k.scalar(elem, start if is_int(elem) else float(start))], [result], attrs)
    k.store(result)


def each_ramp(row, elem):
    for order in ("ASC", "DESC"):
        if "group!" not in row.attrs:
            yield order, ramp_case, order, 1, 77
        if any(attr.startswith("group") for attr in row.attrs):
            yield f"{order}, 4 groups of 128 lanes", ramp_case, order, 4, 128


# ---- conversions -----------------------------------------------------------------------------------------------------------

def has_step(source, target):
    """Whether cvt.def has the pair, with the signs that VMI gives to signless integers."""
    def named(elem, other, gives):
        if not is_int(elem) or elem[0] != "i":
            return token(elem)
        wide = f"u{bits_of(elem)}"
        return wide if is_int(other) or (gives and (token(other), wide) in PAIRS) else f"i{bits_of(elem)}"
    pair = named(source, target, False), named(target, source, True)
    return pair if pair in PAIRS else None


def conversion(source, target):
    """The types between which it converts, if there is this conversion."""
    if is_int(source) and is_int(target):
        return (token(source), token(target)) if bits_of(source) != bits_of(target) else None
    if source == target or source in PACKED or target in PACKED:
        return None
    pair, exact = has_step(source, target), source != "f32" and not (is_int(source) and bits_of(source) == 32)
    if pair:
        return pair
    last = ("f32", "f32") if target == "f32" else has_step("f32", target)
    return (token(source, True), last[1]) if exact and last else None


def modes(source, target):
    """(rounding or none, saturation or none) of a conversion."""
    narrows = bits_of(target) < bits_of(source) or (not is_int(source) and not is_int(target) and bits_of(target) == bits_of(source))
    to_int = not is_int(source) and is_int(target)
    saturates = narrows or (to_int and (source, bits_of(target)) != ("f16", 32))
    rounds = not is_int(source) and (narrows or to_int)
    for limit in ("SAT", "NOSAT") if saturates else (None,):
        for rounding in (None, *("RAFCZ" if to_int else "RAHZ")) if rounds else (None,):
            yield rounding, limit


def convert_case(k, row, elem, target, pair, rounding, limit, masked):
    lanes = SHORT
    a, mask = k.load(elem, lanes), k.mask(lanes) if masked else None
    used = rounding or ("A" if target == "hif8" else "R")
    with np.errstate(all="ignore"):
        raw = convert(values_of(a.raw, pair[0]), pair[0], pair[1], used, limit == "SAT")
    result = k.vector(target, governed(np.asarray(raw).astype(raw_type(target)), mask))
    attrs = [f'rounding = "{rounding}"'] if rounding else []
    attrs += [f'saturate = "{limit}"'] if limit else []
    k.operation(row.name, [a] + ([mask] if mask else []), [result], attrs)
    k.store(result)


def pairs_case(k, row, elem, target, rounding):
    """Two bf16 and a byte of two numbers of 4 bits."""
    a = k.load(elem, SHORT)
    if elem == "bf16x2":
        form = FORMATS[token(target)[:4]]
        codes = form.encode(FORMATS["bf16"].decode(a.raw.view(np.uint16)), rounding or "R", True)
        raw = codes[::2] | codes[1::2] << 4
    else:
        codes = np.stack([a.raw & 15, a.raw >> 4], axis=-1).reshape(-1)
        raw = FORMATS["bf16"].encode(FORMATS[token(elem)[:4]].decode(codes)).view(np.uint32)
    result = k.vector(target, raw)
    k.operation(row.name, [a], [result], [f'rounding = "{rounding}"'] if rounding else [])
    k.store(result)


def each_convert(row, elem):
    only = {"extf": lambda to: not is_int(elem) and not is_int(to) and bits_of(to) > bits_of(elem),
            "truncf": lambda to: not is_int(elem) and not is_int(to) and bits_of(to) <= bits_of(elem),
            "fptosi": lambda to: not is_int(elem) and to[0] == "s", "fptoui": lambda to: not is_int(elem) and to[0] == "u",
            "sitofp": lambda to: not is_int(to), "extsi": lambda to: is_int(to) and bits_of(to) > bits_of(elem),
            "extui": lambda to: is_int(to) and bits_of(to) > bits_of(elem), "trunci": lambda to: is_int(to) and bits_of(to) < bits_of(elem),
            "vcvt": lambda to: True}[row.name]
    for target in ("f4E2M1x2", "f4E1M2x2") if elem == "bf16x2" else ("bf16x2",) if elem in PACKED else ():
        if only(target):
            for rounding in (None, *"RAFCZ") if elem == "bf16x2" else (None,):
                if rounding is None or "rounding" in row.attrs:
                    yield f"to {target} {rounding or ''}".strip(), pairs_case, target, rounding
    for target in [*INTS, *FLOATS, *LOW]:
        pair = conversion(elem, target)
        if not pair or not only(target):
            continue
        if row.name in ("extsi", "extui"):
            pair = (f"{'i' if row.name == 'extsi' else 'u'}{bits_of(elem)}", pair[1])   # whatever sign the type has
        found = [mode for mode in modes(elem, target) if (not mode[0] or "rounding" in row.attrs) and (not mode[1] or "saturate" in row.attrs)]
        for number, (rounding, limit) in enumerate(found):
            masked = row.name == "vcvt" and number % 2 == 1
            yield f"to {target} {rounding or ''} {limit or ''}{' mask' * masked}".rstrip(), convert_case, target, pair, rounding, limit, masked


def cast_case(k, row, elem, target):
    lanes = 256 * 8 // bits_of(elem)
    a = k.load(elem, lanes)
    result = k.vector(target, a.raw.view(raw_type(target)))
    k.operation(row.name, [a], [result])
    k.store(result)


# ---- loads and stores ----------------------------------------------------------------------------------------------------------

def load_case(k, row, elem, mode):
    lanes, size = SHORT, bits_of(elem) // 8
    base = k.pointer(elem, 0, 64 // size)
    read, index = (lambda where: k.read(elem, 0, 64 // size, where)), np.arange(lanes)
    alone = "dist_mode" not in row.attrs
    if mode == "dintlv":
        results = [k.vector(elem, read(2 * index + part)) for part in (0, 1)]
        k.operation(row.name, [base], results, [] if alone else ['dist_mode = "dintlv"'])
    elif mode in ("group", "group brc"):
        index = index // 11 * 13 + (index % 11 if mode == "group" else 0)
        results, groups = [k.vector(elem, read(index))], "num_groups = 7" if alone else "group = 7"
        k.operation(row.name, [base, k.number(13)], results, [groups] + (['dist_mode = "brc"'] if mode == "group brc" and not alone else []))
    elif mode == "blocks":
        per_block = 32 // size
        index = np.arange(4 * per_block)
        raw, strides = read(index // per_block * 2 * per_block + index % per_block), [k.number(2, "i16")]
        mask = None
        if alone:
            mask = Mask(k.new(), np.arange(len(raw)) < 3)
            k.operation("create_mask", [k.number(3)], [mask])
            raw, strides = np.where(index // per_block < 3, raw, 0), [k.number(2, "i16"), k.number(0, "i16")]
        results = [k.vector(elem, raw)]
        k.operation(row.name, [base, *strides] + ([mask] if mask else []), results)
    else:
        raw = read(0 * index) if mode == "brc" else read(index)
        target = {8: "ui16", 16: "ui32"}.get(bits_of(elem), elem) if mode == "unpack" else elem
        results = [k.vector(target, raw)]
        k.operation(row.name, [base], results, [f'dist_mode = "{mode}"'] if mode in ("brc", "unpack") else [])
    for result in results:
        k.store(result)


def each_load(row, elem):
    found = [row.micro] if row.micro else ["continuous"]
    if row.name == "vload":
        found += ["brc", "dintlv", "group", "group brc", "blocks"]
        found += ["unpack"] if is_int(elem) and bits_of(elem) < 32 else []
    for mode in found:
        yield mode, load_case, {"brc": "group brc"}.get(mode, mode) if row.name != "vload" else mode


def store_case(k, row, elem, mode, masked):
    lanes, size = SHORT, bits_of(elem) // 8
    a, alone = k.load(elem, lanes), "dist_mode" not in row.attrs
    mask = k.mask(lanes) if masked else None
    if mode == "dintlv":
        b, to = k.load(elem, lanes), k.take(2 * lanes * size)
        k.operation(row.name, [a, b, k.pointer(elem, to, 0)], [], [] if alone else ['dist_mode = "dintlv"'])
        k.write(elem, to, np.arange(2 * lanes), np.stack([a.raw, b.raw], axis=1).reshape(-1))
    elif mode == "group":
        to = k.take(7 * 13 * size)
        k.operation(row.name, [a, k.pointer(elem, to, 0), k.number(13)], [], ["num_groups = 7" if alone else "group = 7"])
        k.write(elem, to, np.arange(lanes) // 11 * 13 + np.arange(lanes) % 11, a.raw)
    elif mode == "blocks":
        per_block = 32 // size
        a, index, to = k.load(elem, 4 * per_block), np.arange(4 * per_block), k.take(8 * 32)
        mask = Mask(k.new(), index < 3)
        k.operation("create_mask", [k.number(3)], [mask])
        strides = [k.number(2, "i16")] + ([k.number(0, "i16")] if row.name != "vsstb" else [])
        k.operation(row.name, [a, k.pointer(elem, to, 0), *strides, mask], [])
        k.write(elem, to, index // per_block * 2 * per_block + index % per_block, a.raw, index // per_block < 3)
    else:
        to = k.take(lanes * size)
        k.operation(row.name, [a, k.pointer(elem, to, 0)] + ([mask] if mask else []), [])
        k.write(elem, to, np.arange(lanes), a.raw, mask.set if mask else None)


def each_store(row, elem):
    if row.kind == "BLOCKS" or row.micro:
        yield row.micro, store_case, row.micro or "blocks", False
        return
    masked = "M" in row.signature
    if row.name != "masked_store":
        yield "continuous", store_case, "continuous", False
    if masked:
        yield "mask", store_case, "continuous", True
    if row.name == "vstore":
        yield "dintlv", store_case, "dintlv", False
        yield "group", store_case, "group", False


def loadif_case(k, row, elem):
    lanes, size = SHORT, bits_of(elem) // 8
    mask, other = k.mask(lanes), k.load(elem, lanes)
    result = k.vector(elem, np.where(mask.set, k.read(elem, 0, 64 // size, np.arange(lanes)), other.raw))
    k.operation(row.name, [k.pointer(elem, 0, 64 // size), mask, other], [result])
    k.store(result)


# ---- by index -----------------------------------------------------------------------------------------------------------------

def indices(k, elem, lanes, most):
    """A vector of indices below a power of two, from arbitrary words."""
    raw, top = k.load(elem, lanes), k.vector(elem, np.full(lanes, most - 1))
    k.operation("vbrc", [k.scalar(elem, most - 1)], [top])
    result = k.vector(elem, raw.raw & top.raw)
    k.operation("vand", [raw, top], [result])
    return result


def gather_case(k, row, elem, width):
    lanes = SHORT
    index, mask, base = indices(k, f"ui{width}", lanes, 64), k.mask(lanes), k.pointer(elem, 0)
    other = k.load(elem, lanes) if row.kind == "GATHERIF" else None
    raw = np.where(mask.set, k.read(elem, 0, 0, index.raw.astype(int)), other.raw if other else 0)
    result = k.vector(elem, raw)
    k.operation(row.name, [base, index, mask] + ([other] if other else []), [result])
    k.store(result)


def gatherb_case(k, row, elem, blocks):
    size = bits_of(elem) // 8
    lanes = 8 * 32 // size if blocks else SHORT
    index = indices(k, "ui32", 8 if blocks else lanes, 64)
    scale, scaled = k.vector("ui32", np.full(index.lanes, 32 if blocks else size)), k.vector("ui32", index.raw * (32 if blocks else size))
    k.operation("vbrc", [k.scalar("ui32", 32 if blocks else size)], [scale])
    k.operation("vmul", [index, scale], [scaled])
    mask = k.mask(lanes)
    per_block = 32 // size
    where = (scaled.raw.astype(int) // size)[np.arange(lanes) // per_block] + np.arange(lanes) % per_block if blocks else index.raw.astype(int)
    result = k.vector(elem, np.where(mask.set, k.read(elem, 0, 0, where), 0))
    k.operation(row.name, [k.pointer(elem, 0), scaled, mask], [result])
    k.store(result)


def scatter_case(k, row, elem, width):
    lanes = SHORT
    a, index, mask, to = k.load(elem, lanes), indices(k, f"ui{width}", lanes, 64), k.mask(lanes), k.take(64 * bits_of(elem) // 8)
    k.operation(row.name, [a, k.pointer(elem, to), index, mask], [])
    order = np.arange(lanes)[::-1]      # of equal indices the lowest lane wins
    k.write(elem, to, index.raw[order], a.raw[order], mask.set[order])


def permute_case(k, row, elem):
    lanes = 2048 // bits_of(elem) - 3
    a = k.load(elem, lanes)
    index = indices(k, f"i{bits_of(elem)}", lanes, 1 << ((lanes).bit_length() - 1))
    result = k.vector(elem, a.raw[index.raw.astype(int)])
    k.operation(row.name, [a, index], [result])
    k.store(result)


def hist_case(k, row, elem, bins, lanes):
    acc, src, mask = k.load(elem, bins), k.load("ui8", lanes), k.mask(lanes)
    counts = np.bincount(src.raw[mask.set], minlength=256)
    counts = counts if row.name == "vdhist" else np.cumsum(counts)
    result = k.vector(elem, acc.raw + counts[:bins])
    k.operation(row.name, [acc, src, mask], [result])
    k.store(result)


# ---- masks and rearrangement -----------------------------------------------------------------------------------------------------

def mask_case(k, row, elem, lanes, count):
    index = np.arange(lanes)
    if row.kind == "LEFT":
        mask, left = Mask(k.new(), index < count), k.number(max(0, count - lanes), "i32")
        left.name = k.new()
        k.operation(row.name, [k.number(count, "i32")], [mask, left])
        word = k.vector("i32", [left.value])
        k.operation("vbrc", [left], [word])
        k.store(word)
    elif row.kind == "GROUPS":
        mask = Mask(k.new(), index % 11 < count)
        k.operation(row.name, [k.number(count)], [mask], [f"num_groups = {lanes // 11}", "group_size = 11"])
    elif row.kind == "FIRST":
        mask = Mask(k.new(), index < count)
        k.operation(row.name, [k.number(count)], [mask])
    else:
        groups, first = (7, 4) if count else (1, 16)
        word = "PAT_ALL" if row.name == "pset" else f"PAT_VL{first}"
        mask = Mask(k.new(), index % (lanes // groups) < (lanes if row.name == "pset" else first))
        k.operation(row.name, [], [mask], [f"group = {groups}"] if groups > 1 else [], word)
    k.store_mask(mask)


def each_mask(row, elem):
    for lanes, count in ((77, 0), (77, 5), (77, 11), (154, 100), (77, 90)) if row.kind != "PATTERN" else ((77, 0), (77, 1)):
        yield f"{lanes} lanes, {count}", mask_case, lanes, count


def interleave_case(k, row, elem, lanes, masked):
    a, b, mask = k.load(elem, lanes), k.load(elem, lanes), k.mask(lanes) if masked else None
    both = np.concatenate([a.raw, b.raw])
    parts = np.stack([a.raw, b.raw], axis=1).reshape(2, -1) if row.kind == "INTLV" else np.stack([both[::2], both[1::2]])
    results = [k.vector(elem, governed(part, mask)) for part in parts]
    k.operation(row.name, [a, b] + ([mask] if mask else []), results)
    for result in results:
        k.store(result)


# ---- all of them -------------------------------------------------------------------------------------------------------------------

def each_kind(row, elem):
    """(title, function, arguments...) of the cases of a row with a type."""
    special = {"LANES": each_lanes, "COMPARE": each_compare, "REDUCE": each_reduce, "SPREAD": each_spread, "RAMP": each_ramp,
               "CONVERT": each_convert, "LOAD": each_load, "STORE": each_store, "BLOCKS": each_store, "FIRST": each_mask,
               "GROUPS": each_mask, "PATTERN": each_mask, "LEFT": each_mask}
    if row.kind in special:
        yield from special[row.kind](row, elem)
    elif row.kind in ("INTLV", "DINTLV"):
        for lanes, masked in ((78, False), (78, True), (300, False)):
            yield f"{lanes} lanes{', mask' * masked}", interleave_case, lanes, masked
    elif row.kind in ("MASKS", "SELECT", "EXPDIF"):
        for lanes in LANES[:2]:
            yield f"{lanes} lanes", {"MASKS": masks_case, "SELECT": select_case, "EXPDIF": expdif_case}[row.kind], lanes
    elif row.kind == "CAST":
        for target in ("ui8", "si16", "f32"):
            yield f"to {target}", cast_case, target
    elif row.kind in ("GATHER", "GATHERIF", "SCATTER"):
        for width in sorted({32, max(16, bits_of(elem))}):
            yield f"indices of {width} bits", scatter_case if row.kind == "SCATTER" else gather_case, width
    elif row.kind == "GATHERB":
        yield "lanes", gatherb_case, False
        yield "blocks", gatherb_case, True
    elif row.kind == "HIST":
        for bins, lanes in ((256, 300), (128, 77)):
            yield f"{bins} bins", hist_case, bins, lanes
    else:
        yield "", {"LOADIF": loadif_case, "PERMUTE": permute_case}[row.kind]


def elems(row):
    """(type of the table, spellings of it)."""
    for name in row_types(row) or [""]:
        elem = ELEMS.get(name, name)
        yield name, [elem, f"s{elem}"] if f"s{elem}" in SIGNED and not (row.kind == "HIST") else [elem]


def chosen(row, elem):
    """The cases of a row. Other names get one, or one for each result type: they are other forms of rows in front."""
    found, seen = list(each_kind(row, elem)), set()
    if row.name in MAIN:
        return found
    if row.kind != "CONVERT":
        return found[:1]
    return [case for case in found if not (case[2] in seen or seen.add(case[2]))]


def kernels(rows):
    """Kernels with all cases, and the (row, type) pairs that have one."""
    found, covered = [Cases(0)], set()
    for number, row in enumerate(rows):
        for name, spellings in elems(row):
            for elem in spellings:
                for title, make, *args in chosen(row, elem):
                    if found[-1].full:
                        found.append(Cases(len(found)))
                    found[-1].case(" ".join(filter(None, (row.name, spelled(elem), title))), make, row, elem, *args)
                    covered.add((number, name))
    return found, covered
