# SPDX-License-Identifier: Apache-2.0
"""What every vector instruction computes, in numpy, written from the ISA documents.

This is the oracle: it shares no code with hal/vector.  Where the documents leave a choice, it follows
docs/spec-decisions.md.  A function evaluates all cases of one variant at once; arrays have the cases
in their first dimension and hold bits as unsigned integers.
"""
import re
from dataclasses import dataclass

import numpy as np

import optable
from entries import TYPES, squeeze_type
from numbers_model import FORMATS, round_integral, signed, values_of, wrap

VREG = 256


class Undecided(Exception):
    """The documents do not say what this does, and the model does not check it."""


@dataclass
class Inputs:
    """The operands of all cases of a variant."""
    v: list          # vectors, as bytes [cases, 256]
    m: list          # predicates, as booleans [cases, 256]: one for each byte of a register
    s: list          # scalars, int64 [cases]
    p: list          # pointers: offsets in the memory, int64 [cases]
    memory: object   # bytes [cases, MEMORY]

    def lanes(self, number, name):
        return as_lanes(self.v[number], name)

    def mask(self, number, name):
        return mask_lanes(self.m[number], name)

    def scalar(self, number, name):
        """A scalar operand as lanes of one: bits [cases, 1]."""
        bits = TYPES[name][0]
        return (self.s[number].astype(np.uint64) & np.uint64((1 << bits) - 1)).astype(
            f"u{bits // 8}")[:, None]


@dataclass
class Result:
    """An expected result.  ulp: how far floats may be from `near`, the value before rounding."""
    kind: str                # vector, mask, scalar or memory
    data: object             # bits [cases, lanes], booleans, int64 or bytes
    type: str = ""
    near: object = None      # float64, for results that need not be correctly rounded
    tolerance: object = None  # absolute tolerance around near, broadcastable
    measured: bool = False    # the error is worth reporting, in units of the tolerance


def as_lanes(raw, name):
    return np.ascontiguousarray(raw).view(f"u{TYPES[name][0] // 8}")


def mask_lanes(bits, name):
    """Lane predicates of a type or granularity: the first of the bits that belong to each lane."""
    width = int(name[1:]) if name in optable.GRANULARITIES else TYPES[name][0]
    return bits[:, ::width // 8]


def mask_image(active, name):
    """The predicate register in which exactly the first bit of each active lane is set."""
    width = int(name[1:]) if name in optable.GRANULARITIES else TYPES[name][0]
    image = np.zeros((active.shape[0], VREG), bool)
    image[:, ::width // 8] = active
    return image


def vector(name, raw, active=None, **rest):
    raw = raw.astype(f"u{TYPES[name][0] // 8}")
    return Result("vector", raw if active is None else np.where(active, raw, 0).astype(raw.dtype),
                  name, **rest)


def is_float(name):
    return TYPES[name][1] == "f"


def is_signed(name):
    return TYPES[name][1] == "i"


def to_float(values, name):
    """Bits of float results that are exact in float64, rounded to nearest."""
    return FORMATS[name].encode(values)


# ---- lane-wise arithmetic --------------------------------------------------------------------

def float_binary(stem, a, b, name):
    """One rounding: float64 holds enough bits for sums, products and quotients of f16, bf16, f32."""
    x, y = values_of(a, name), values_of(b, name)
    with np.errstate(all="ignore"):
        value = {"vadd": lambda: x + y, "vsub": lambda: x - y, "vmul": lambda: x * y,
                 "vdiv": lambda: x / y}[stem]()
    return to_float(value, name)


def binary(stem, a, b, name):
    """vadd and its relatives on bits."""
    if stem in ("vand", "vor", "vxor"):
        return {"vand": np.bitwise_and, "vor": np.bitwise_or, "vxor": np.bitwise_xor}[stem](a, b)
    if stem in ("vmax", "vmin"):
        return extremum(stem, a, b, name)
    if is_float(name):
        return float_binary(stem, a, b, name)
    with np.errstate(over="ignore"):
        return {"vadd": np.add, "vsub": np.subtract, "vmul": np.multiply}[stem](a, b)


def extremum(stem, a, b, name):
    """Maximum or minimum.  Floats: a NaN operand gives NaN, and -0 is less than +0."""
    if not is_float(name):
        x, y = (signed(a, TYPES[name][0]), signed(b, TYPES[name][0])) if is_signed(name) else (a, b)
        return np.where((x > y) == (stem == "vmax"), a, b)
    x, y = values_of(a, name), values_of(b, name)
    with np.errstate(invalid="ignore"):
        first = np.where(x == y, np.signbit(y) & ~np.signbit(x), x > y)
    chosen = np.where(first == (stem == "vmax"), a, b)
    return np.where(np.isnan(x) | np.isnan(y), FORMATS[name].nan, chosen)


def absolute(a, name):
    bits = TYPES[name][0]
    if is_float(name):
        return a & ((1 << (bits - 1)) - 1)
    if not is_signed(name):
        return a
    x = signed(a, bits)
    return np.where(x < 0, (0 - a).astype(a.dtype), a)


def negate(a, name):
    if is_float(name):
        return a ^ (1 << (TYPES[name][0] - 1))
    return (0 - a).astype(a.dtype)


def relu(a, name):
    """max(a, 0): a NaN becomes 0."""
    if is_float(name):
        with np.errstate(invalid="ignore"):
            return np.where(values_of(a, name) > 0, a, 0)
    return np.where(signed(a, TYPES[name][0]) > 0, a, 0)


def popcount(a, name):
    return sum((a >> bit) & 1 for bit in range(TYPES[name][0]))


def leading_sign_bits(a, name):
    """Equal bits from the top, the top bit among them."""
    bits = TYPES[name][0]
    top, count, same = (a >> (bits - 1)) & 1, np.zeros_like(a), np.ones(a.shape, bool)
    for bit in reversed(range(bits)):
        same &= (a >> bit) & 1 == top
        count = count + same
    return count


def shift(a, counts, name, left):
    """Shifts by counts modulo the width of the type."""
    bits = TYPES[name][0]
    counts = (counts.astype(object) % bits).astype(np.int64)
    if left:
        return np.left_shift(a, counts.astype(a.dtype))
    if is_signed(name):
        return np.right_shift(signed(a, bits), counts.astype(f"i{bits // 8}")).view(a.dtype)
    return np.right_shift(a, counts.astype(a.dtype))


def unary(stem, inputs, name):
    a, active = inputs.lanes(0, name), inputs.mask(0, name)
    simple = {"vabs": absolute, "vneg": negate, "vrelu": relu, "vbcnt": popcount,
              "vcls": leading_sign_bits, "vnot": lambda a, _: ~a, "vmov": lambda a, _: a}
    if stem in simple:
        return [vector(name, simple[stem](a, name), active)]
    x = values_of(a, name)
    wide = x.astype(np.longdouble)
    with np.errstate(all="ignore"):
        value = {"vexp": lambda: np.exp(wide), "vln": lambda: np.log(wide),
                 "vsqrt": lambda: np.sqrt(x), "vrsqrt": lambda: 1 / np.sqrt(wide),
                 "vrec": lambda: 1 / x}[stem]().astype(np.float64)
    exact = stem in ("vsqrt", "vrec")
    return [vector(name, to_float(value, name), active, near=None if exact else value,
                   tolerance=None if exact else ulps(value, name, 1.0), measured=not exact)]


def ulps(value, name, count):
    """`count` units in the last place of a format at some values."""
    form = FORMATS[name]
    _, exponent = np.frexp(np.where(np.isfinite(value), value, 1.0))
    return count * np.ldexp(1.0, np.maximum(exponent - 1, form.min_exponent) - form.mantissa_bits)


def sum_to_odd(x, y):
    """x + y in float64, rounded to odd: rounding that once more to fewer bits is then exact."""
    total = x + y
    back = total - x
    error = (x - (total - back)) + (y - back)
    even = total.view(np.int64) & 1 == 0
    inexact = np.isfinite(total) & (error != 0) & even
    return np.where(inexact, np.nextafter(total, np.where(error > 0, np.inf, -np.inf)), total)


def fused(product_a, product_b, addend, name):
    """a * b + c with one rounding; bf16 by way of f32, as all its arithmetic."""
    x, y, z = (values_of(item, name) for item in (product_a, product_b, addend))
    with np.errstate(all="ignore"):
        value = sum_to_odd(x * y, z)         # the product is exact in float64
        if name == "bf16":
            value = FORMATS["f32"].decode(to_float(value, "f32"))
    return to_float(value, name)


# ---- instructions by stem of the C function -----------------------------------------------------

def model_binary(entry, variant, inputs):
    name = entry.type
    return [vector(name, binary(entry.stem, inputs.lanes(0, name), inputs.lanes(1, name), name),
                   inputs.mask(0, name))]


def model_scalar(entry, variant, inputs):
    """vadds and its relatives: the second operand is a scalar."""
    name = entry.type
    return [vector(name, binary(entry.stem[:-1], inputs.lanes(0, name), inputs.scalar(0, name), name),
                   inputs.mask(0, name))]


def model_unary(entry, variant, inputs):
    return unary(entry.stem, inputs, entry.type)


def model_vmov_all(entry, variant, inputs):
    return [vector(entry.type, inputs.lanes(0, entry.type))]


def model_shift(entry, variant, inputs):
    """vshl vshr vshls vshrs."""
    name, left = entry.type, "shl" in entry.stem
    a = inputs.lanes(0, name)
    if entry.stem.endswith("s"):
        counts = inputs.s[0].astype(np.int16).astype(np.int64)[:, None] + 0 * a.astype(np.int64)
    else:
        counts = inputs.lanes(1, f"u{TYPES[name][0]}")
    return [vector(name, shift(a, counts, name, left), inputs.mask(0, name))]


def model_carry(entry, variant, inputs):
    """vaddc vsubc vaddcs vsubcs: the carry of a subtraction is set when it does not borrow."""
    name = entry.type
    a, b = (inputs.lanes(i, name).astype(np.int64) for i in (0, 1))
    chained = entry.stem.endswith("s")
    carry = inputs.mask(0, name).astype(np.int64) if chained else int("sub" in entry.stem)
    active = inputs.mask(1 if chained else 0, name)
    total = a + b + carry if "add" in entry.stem else a - b - (1 - carry)
    out = total >> 32 != 0 if "add" in entry.stem else total >= 0
    return [vector(name, wrap(total, name), active),
            Result("mask", mask_image(out & active, name))]


def model_vmull(entry, variant, inputs):
    name, active = entry.type, inputs.mask(0, entry.type)
    a, b = (values_of(inputs.lanes(i, name), name).astype(object) for i in (0, 1))
    product = a * b
    return [vector(name, (product & 0xffffffff).astype(np.uint32), active),
            vector(name, ((product >> 32) & 0xffffffff).astype(np.uint32), active)]


def model_vmula(entry, variant, inputs):
    name = entry.type
    acc, a, b = (inputs.lanes(i, name) for i in range(3))
    with np.errstate(over="ignore"):
        raw = fused(a, b, acc, name) if is_float(name) else acc + a * b
    return [vector(name, raw, inputs.mask(0, name))]


def model_vaxpy(entry, variant, inputs):
    name = entry.type
    a, b, alpha = inputs.lanes(0, name), inputs.lanes(1, name), inputs.scalar(0, name)
    return [vector(name, fused(a, alpha + 0 * a, b, name), inputs.mask(0, name))]


def leaky(a, slope, name):
    """a where it is at least 0, else slope * a."""
    with np.errstate(invalid="ignore"):
        return np.where(values_of(a, name) >= 0, a, float_binary("vmul", a, slope, name))


def model_vlrelu(entry, variant, inputs):
    name = entry.type
    return [vector(name, leaky(inputs.lanes(0, name), inputs.scalar(0, name), name),
                   inputs.mask(0, name))]


def model_vprelu(entry, variant, inputs):
    name = entry.type
    return [vector(name, leaky(inputs.lanes(0, name), inputs.lanes(1, name), name),
                   inputs.mask(0, name))]


def model_fused_relu(entry, variant, inputs):
    """vaddrelu vsubrelu."""
    name, stem = entry.type, entry.stem[:4]
    return [vector(name, relu(float_binary(stem, inputs.lanes(0, name), inputs.lanes(1, name), name),
                              name), inputs.mask(0, name))]


def model_vexpdif(entry, variant, inputs):
    """exp(a - b) in f32; the part says which lanes of f16 operands are taken."""
    name, part = entry.type, variant[0]
    a, b = (values_of(inputs.lanes(i, name), name) for i in (0, 1))
    active = inputs.mask(0, name)
    if name == "f16":
        at = 1 if part == "PTO_PART_ODD" else 0
        a, b, active = a[:, at::2], b[:, at::2], inputs.mask(0, "b32")
    with np.errstate(all="ignore"):
        difference = (a - b).astype(np.float32)
        value = np.exp(difference.astype(np.longdouble)).astype(np.float64)
    return [vector("f32", to_float(value, "f32"), active, near=value,
                   tolerance=ulps(value, "f32", 1.0), measured=True)]


# ---- conversion ---------------------------------------------------------------------------------

def convert(values, source, target, rounding, saturate):
    """Lanes of one type as bits of another.  Values are float64, or integers."""
    if TYPES[target][1] == "f":
        return FORMATS[target].encode(float_of(values), rounding, saturate)
    bits, kind = TYPES[target]
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind == "i" else (0, (1 << bits) - 1)
    if TYPES[source][1] == "f":
        return float_to_integer(values, bits, low, high, rounding, saturate)
    values = values.astype(object)
    return wrap(np.clip(values, low, high) if saturate else values, target)


def float_of(values):
    """Values as float64; integers that do not fit are rounded to odd, so that they round on alike."""
    near = values.astype(np.float64)
    if values.dtype != object:
        return near
    error = np.array([np.sign(value - int(close)) for value, close in zip(values.flat, near.flat)],
                     np.float64).reshape(near.shape)
    even = near.view(np.int64) & 1 == 0
    return np.where((error != 0) & even, np.nextafter(near, np.inf * np.where(error, error, 1)), near)


def float_to_integer(values, bits, low, high, rounding, saturate):
    """Saturates; without `saturate` 8 and 16 bits are the low ones of the 32-bit result.  NaN is 0."""
    if not saturate and bits < 32:
        low, high = -(1 << 31), (1 << 31) - 1
    whole = np.where(np.isnan(values), 0, round_integral(values, rounding))
    whole = np.clip(whole, -2.0 ** 100, 2.0 ** 100)
    exact = np.clip(np.vectorize(int, otypes=[object])(whole), low, high)
    return np.vectorize(lambda value: value & ((1 << bits) - 1), otypes=[np.uint64])(exact)


def attributes_of(variant):
    """Rounding, saturation and part of a conversion's variant."""
    rounding, saturation, part = variant
    number = {"EVEN": 0, "ODD": 1}.get(part.rpartition("_")[2]) if "EVEN" in part or "ODD" in part \
        else int(part[-1])
    return rounding[-1], saturation == "PTO_SAT", number


def place(raw, active, source, target, part):
    """Converted source lanes in the result: narrowing fills lane ratio * i + part of each group."""
    ratio = TYPES[source][0] // TYPES[target][0]
    out = np.zeros((raw.shape[0], raw.shape[1] * ratio), f"u{TYPES[target][0] // 8}")
    out[:, part::ratio] = np.where(active, raw, 0)
    return out


def convert_vector(raw, mask, source, target, variant):
    """Lanes are counted in the wider type and governed by its predicate bits."""
    rounding, saturate, part = attributes_of(variant)
    values = values_of(as_lanes(raw, source), source)
    if TYPES[source][0] < TYPES[target][0]:
        values = values[:, part::TYPES[target][0] // TYPES[source][0]]
        return vector(target, convert(values, source, target, rounding, saturate),
                      mask_lanes(mask, target))
    converted = convert(values, source, target, rounding, saturate)
    return vector(target, place(converted, mask_lanes(mask, source), source, target, part))


def to_pairs(inputs, source, target, variant):
    """bf16 to fp4: the two bf16 of a 32-bit lane make one byte, part p of that lane."""
    rounding, _, part = attributes_of(variant)
    values, active = values_of(inputs.lanes(0, source), source), inputs.mask(0, source)
    codes = np.where(active, FORMATS[target[:4]].encode(values, rounding, True), 0)
    out = np.zeros((len(codes), VREG), np.uint8)
    out[:, part::4] = codes[:, ::2] | codes[:, 1::2] << 4
    return vector(target, out)


def from_pairs(inputs, source, target, variant):
    _, _, part = attributes_of(variant)
    pairs = inputs.v[0][:, part::4]
    codes = np.stack([pairs & 15, pairs >> 4], axis=-1).reshape(len(pairs), -1)
    return vector(target, to_float(FORMATS[source[:4]].decode(codes), target), inputs.mask(0, target))


def model_vcvt(entry, variant, inputs):
    source, target = entry.type, entry.result
    if target.endswith("x2"):
        return [to_pairs(inputs, source, target, variant)]
    if source.endswith("x2"):
        return [from_pairs(inputs, source, target, variant)]
    return [convert_vector(inputs.v[0], inputs.m[0], source, target, variant)]


def model_fused_convert(entry, variant, inputs):
    """vaddreluconv vmulconv: rounded to the source type, then vrelu, then vcvt."""
    name = entry.type
    stem = "vmul" if entry.stem == "vmulconv" else "vadd"
    raw = relu(binary(stem, inputs.lanes(0, name), inputs.lanes(1, name), name), name)
    raw = np.ascontiguousarray(raw.astype(f"u{TYPES[name][0] // 8}")).view(np.uint8)
    return [convert_vector(raw, inputs.m[0], name, entry.result, variant)]


def model_vtrc(entry, variant, inputs):
    name = entry.type
    a = inputs.lanes(0, name)
    values = values_of(a, name)
    with np.errstate(invalid="ignore"):
        raw = to_float(np.copysign(round_integral(values, variant[0][-1]), values), name)
    return [vector(name, raw, inputs.mask(0, name))]


# ---- compare and select ---------------------------------------------------------------------------

COMPARISONS = {"PTO_CMP_EQ": np.equal, "PTO_CMP_NE": np.not_equal, "PTO_CMP_LT": np.less,
               "PTO_CMP_LE": np.less_equal, "PTO_CMP_GT": np.greater, "PTO_CMP_GE": np.greater_equal}


def comparable(raw, name):
    if is_float(name):
        return values_of(raw, name)
    return signed(raw, TYPES[name][0]) if is_signed(name) else raw


def model_vcmp(entry, variant, inputs):
    name = entry.type
    a = comparable(inputs.lanes(0, name), name)
    b = comparable(inputs.scalar(0, name) if entry.stem == "vcmps" else inputs.lanes(1, name), name)
    with np.errstate(invalid="ignore"):
        holds = COMPARISONS[variant[0]](a, b) & inputs.mask(0, name)
    return [Result("mask", mask_image(holds, name))]


def model_vsel(entry, variant, inputs):
    name = entry.type
    return [vector(name, np.where(inputs.mask(0, name), inputs.lanes(0, name), inputs.lanes(1, name)))]


# ---- materialization --------------------------------------------------------------------------------

def model_vbr(entry, variant, inputs):
    raw = inputs.scalar(0, entry.type)
    return [vector(entry.type, np.repeat(raw, optable.lanes(entry.type), axis=1))]


def model_vdup(entry, variant, inputs):
    name = entry.type
    a = inputs.lanes(0, name)
    lane = a[:, -1:] if variant[0] == "PTO_HIGHEST" else a[:, :1]
    return [vector(name, lane + 0 * a, inputs.mask(0, name))]


def model_vdups(entry, variant, inputs):
    name = entry.type
    return [vector(name, np.repeat(inputs.scalar(0, name), optable.lanes(name), axis=1),
                   inputs.mask(0, name))]


def model_vci(entry, variant, inputs):
    name = entry.type
    lane = np.arange(optable.lanes(name)) * (-1 if variant[0] == "PTO_DESC" else 1)
    base = values_of(inputs.scalar(0, name), name)
    total = base + lane[None, :]
    return [vector(name, to_float(total, name) if is_float(name) else wrap(total, name))]


# ---- reductions ---------------------------------------------------------------------------------------

def lowest(name, maximum):
    """The identity of a maximum (or minimum), as bits."""
    bits = TYPES[name][0]
    if is_float(name):
        return FORMATS[name].inf | ((1 << (bits - 1)) if maximum else 0)
    if is_signed(name):
        return 1 << (bits - 1) if maximum else (1 << (bits - 1)) - 1
    return 0 if maximum else (1 << bits) - 1


def halves_sum(x):
    """Lane i plus lane i + N/2, and so on until 32 sums are left; these from the first to the last."""
    while x.shape[-1] > 32:
        half = x.shape[-1] // 2
        x = x[..., :half] + x[..., half:]
    total = np.zeros_like(x[..., 0])
    for lane in range(32):
        total = total + x[..., lane]
    return total


def neighbours_sum(x):
    while x.shape[-1] > 1:
        x = x[..., ::2] + x[..., 1::2]
    return x[..., 0]


def model_sum(entry, variant, inputs):
    """vcadd (one group, in the accumulation type), vcgadd (eight groups); floats are summed in f32."""
    name = entry.type
    groups = 1 if entry.stem == "vcadd" else 8
    out = optable.accumulator(name) if entry.stem == "vcadd" else name
    x = np.where(inputs.mask(0, name), values_of(inputs.lanes(0, name), name), 0)
    x = x.reshape(x.shape[0], groups, -1)
    raw = np.zeros((x.shape[0], optable.lanes(out)), f"u{TYPES[out][0] // 8}")
    if is_float(name):
        total = (halves_sum if groups == 1 else neighbours_sum)(x.astype(np.float32))
        raw[:, :groups] = to_float(total.astype(np.float64), name)
    else:
        raw[:, :groups] = wrap(x.sum(axis=-1), out)
    return [vector(out, raw)]


def reduce_extremum(entry, inputs, groups):
    """The extremum of each group [cases, groups], its first lane, and the lanes equal to it.
    Inactive lanes are the identity; a NaN wins; -0 equals +0, but is the smaller value."""
    name, maximum = entry.type, entry.stem.endswith("max")
    active = inputs.mask(0, name)
    a = np.where(active, inputs.lanes(0, name), lowest(name, maximum)).astype(f"u{TYPES[name][0] // 8}")
    key = comparable(a, name).reshape(len(a), groups, -1)
    a = a.reshape(key.shape)
    worst = np.isnan(key) if is_float(name) else np.zeros(key.shape, bool)
    best = key.max(axis=-1, keepdims=True) if maximum else key.min(axis=-1, keepdims=True)
    equal = np.where(worst.any(axis=-1, keepdims=True), worst, key == best)
    at = equal.argmax(axis=-1)
    value = np.take_along_axis(a, at[..., None], axis=-1)[..., 0]
    if is_float(name):                       # of zeros with both signs the one that wins
        sign = 1 << (TYPES[name][0] - 1)
        plus, minus = ((equal & (a == bits)).any(axis=-1) for bits in (0, sign))
        value = np.where(plus & minus, 0 if maximum else sign, value)
    return value, at, equal.reshape(len(a), -1) & active


def model_extremum(entry, variant, inputs):
    """vcmax vcmin: the value, then the first index of it; vcgmax vcgmin: eight values;
    vcbmax vcbmin: the value, and a predicate of the lanes that have it."""
    name, kind = entry.type, entry.stem[:-3]
    groups = 8 if kind == "vcg" else 1
    value, at, equal = reduce_extremum(entry, inputs, groups)
    raw = np.zeros((len(value), optable.lanes(name)), f"u{TYPES[name][0] // 8}")
    raw[:, :groups] = value
    if kind == "vc":
        raw[:, 1] = at[:, 0]
    results = [vector(name, raw)]
    return results + [Result("mask", mask_image(equal, name))] if kind == "vcb" else results


def model_histogram(entry, variant, inputs):
    """dhistv2 chistv2: counts of bytes, or of bytes up to a value, added to half of the 256 bins."""
    data, active = inputs.v[1], inputs.mask(0, "u8")
    counts = np.stack([np.bincount(row[keep], minlength=256) for row, keep in zip(data, active)])
    if entry.stem == "chistv2":
        counts = np.cumsum(counts, axis=1)
    upper = (inputs.s[0] != 0)[:, None]
    chosen = np.where(upper, counts[:, 128:], counts[:, :128])
    return [vector("u16", wrap(inputs.lanes(0, "u16").astype(np.int64) + chosen, "u16"))]


def model_vcpadd(entry, variant, inputs):
    """Sums of neighbours, in the low half."""
    name = entry.type
    x = np.where(inputs.mask(0, name), values_of(inputs.lanes(0, name), name), 0)
    half = x.shape[1] // 2
    raw = np.zeros((x.shape[0], 2 * half), f"u{TYPES[name][0] // 8}")
    with np.errstate(all="ignore"):
        raw[:, :half] = to_float(x[:, ::2] + x[:, 1::2], name)
    return [vector(name, raw)]


# ---- rearrangement ----------------------------------------------------------------------------------------

def interleave(a, b):
    mixed = np.stack([a, b], axis=-1).reshape(a.shape[0], -1)
    return mixed[:, :a.shape[1]], mixed[:, a.shape[1]:]


def deinterleave(a, b):
    both = np.concatenate([a, b], axis=1)
    return both[:, ::2], both[:, 1::2]


def model_interleave(entry, variant, inputs):
    """vintlv vdintlv, and the v2 forms that give one half."""
    name = entry.type
    mix = deinterleave if "vdintlv" in entry.stem else interleave
    low, high = mix(inputs.lanes(0, name), inputs.lanes(1, name))
    if entry.stem.endswith("v2"):
        return [vector(name, high if variant[0] == "PTO_HIGHER" else low)]
    return [vector(name, low), vector(name, high)]


def model_vsqz(entry, variant, inputs):
    name = entry.type
    a, active = inputs.lanes(0, name), inputs.mask(0, name)
    raw = np.zeros_like(a)
    for row, (lane, keep) in enumerate(zip(a, active)):
        kept = lane[keep]
        raw[row, :len(kept)] = kept
    return [vector(name, raw)]


def model_vusqz(entry, variant, inputs):
    active = inputs.mask(0, entry.type).astype(np.int64)
    before = np.cumsum(active, axis=1) - active
    return [vector(entry.type, wrap(before, entry.type))]


def model_vpack(entry, variant, inputs):
    a = inputs.lanes(0, entry.type)
    raw = np.zeros((a.shape[0], 2 * a.shape[1]), f"u{TYPES[entry.result][0] // 8}")
    start = a.shape[1] if variant[0] == "PTO_HIGHER" else 0
    raw[:, start:start + a.shape[1]] = a & ((1 << TYPES[entry.result][0]) - 1)
    return [vector(entry.result, raw)]


def model_unpack(entry, variant, inputs):
    """vsunpack vzunpack: one half of the lanes, to twice their width."""
    name, bits = entry.type, TYPES[entry.type][0]
    a = inputs.lanes(0, name)
    high = variant[0] == "PTO_HIGHER" if variant else (inputs.s[0] != 0)[:, None]
    half = a.shape[1] // 2
    chosen = np.where(high, a[:, half:], a[:, :half]).astype(a.dtype)
    wide = signed(chosen, bits).astype(np.int64) if entry.stem.startswith("vs") else chosen.astype(
        np.int64)
    return [vector(entry.result, wrap(wide, entry.result))]


def model_vshift(entry, variant, inputs):
    name = entry.type
    a, amount = inputs.lanes(0, name), inputs.s[0].astype(np.int16).astype(np.int64)
    source = np.arange(a.shape[1])[None, :] - amount[:, None]
    inside = (source >= 0) & (source < a.shape[1])
    return [vector(name, np.where(inside, np.take_along_axis(
        a, np.clip(source, 0, a.shape[1] - 1), axis=1), 0))]


def model_vslide(entry, variant, inputs):
    name = entry.type
    window = np.concatenate([inputs.lanes(1, name), inputs.lanes(0, name)], axis=1)
    amount = inputs.s[0].astype(np.int16).astype(np.int64)
    source = np.arange(window.shape[1] // 2)[None, :] + amount[:, None]
    return [vector(name, np.take_along_axis(window, source, axis=1))]


def model_select_lanes(entry, variant, inputs):
    """vselr vselrv2 vperm: lanes by index; an index beyond the last lane wraps."""
    name = entry.type
    a = inputs.lanes(0, name)
    index = inputs.lanes(1, name).astype(np.int64) % a.shape[1]
    return [vector(name, np.take_along_axis(a, index, axis=1))]


def model_vbitcast(entry, variant, inputs):
    return [vector(entry.result, as_lanes(inputs.v[0], entry.result))]


# ---- predicates ---------------------------------------------------------------------------------------------

def pattern(variant, lanes):
    word = variant.removeprefix("PTO_PAT_")
    lane = np.arange(lanes)
    if word.startswith("VL"):
        return lane < int(word[2:])
    return {"ALL": lane >= 0, "ALLF": lane < 0, "M3": lane % 3 == 0, "M4": lane % 4 == 0,
            "H": lane < lanes // 2, "Q": lane < lanes // 4}[word]


def model_pset(entry, variant, inputs):
    lanes = VREG * 8 // int(entry.type[1:])
    active = np.tile(pattern(variant[0], lanes), (inputs.memory.shape[0], 1))
    return [Result("mask", mask_image(active, entry.type))]


def model_plt(entry, variant, inputs):
    lanes = VREG * 8 // int(entry.type[1:])
    count = inputs.s[0].astype(np.int32).astype(np.int64)
    active = np.arange(lanes)[None, :] < count[:, None]
    return [Result("mask", mask_image(active, entry.type)),
            Result("scalar", np.where(count < lanes, 0, count - lanes))]


def model_predicate_algebra(entry, variant, inputs):
    """pand por pxor pnot psel work on all 256 bits."""
    a, b = inputs.m[0], inputs.m[1]
    bits = {"pand": lambda: a & b & inputs.m[2], "por": lambda: (a | b) & inputs.m[2],
            "pxor": lambda: (a ^ b) & inputs.m[2], "pnot": lambda: ~a & b,
            "psel": lambda: np.where(inputs.m[2], a, b)}[entry.stem]()
    return [Result("mask", bits)]


def model_predicate_interleave(entry, variant, inputs):
    """Groups of bits that belong to one lane move together."""
    step = int(entry.type[1:]) // 8
    a, b = (bits.reshape(bits.shape[0], -1, step) for bits in inputs.m[:2])
    if entry.stem == "pintlv":
        both = np.stack([a, b], axis=2).reshape(a.shape[0], -1, step)
    else:
        both = np.concatenate([a, b], axis=1)
        both = np.concatenate([both[:, ::2], both[:, 1::2]], axis=1)
    half = a.shape[1]
    return [Result("mask", both[:, :half].reshape(a.shape[0], VREG)),
            Result("mask", both[:, half:].reshape(a.shape[0], VREG))]


def model_ppack(entry, variant, inputs):
    """Every other bit, into one half."""
    bits = np.zeros_like(inputs.m[0])
    start = 128 if variant[0] == "PTO_HIGHER" else 0
    bits[:, start:start + 128] = inputs.m[0][:, ::2]
    return [Result("mask", bits)]


def model_punpack(entry, variant, inputs):
    bits = np.zeros_like(inputs.m[0])
    start = 128 if variant[0] == "PTO_HIGHER" else 0
    bits[:, ::2] = inputs.m[0][:, start:start + 128]
    return [Result("mask", bits)]


def model_pbitcast(entry, variant, inputs):
    return [Result("mask", inputs.m[0])]


# ---- memory -----------------------------------------------------------------------------------------------------

def read(memory, at, sources):
    """Bytes of the memory: sources are offsets from `at`, negative ones give zero."""
    index = np.asarray(at)[:, None] + np.maximum(sources, 0)
    return np.where(sources >= 0, np.take_along_axis(memory, index, axis=1), 0).astype(np.uint8)


def write(memory, at, targets, data, active):
    """Store bytes: data[:, i] to at + targets[i] where active."""
    after = memory.copy()
    for row in range(memory.shape[0]):
        keep = active[row]
        after[row, at[row] + np.broadcast_to(targets, active.shape[1:])[keep]] = data[row][keep]
    return Result("memory", after)


def element_bytes(name):
    return TYPES[name][0] // 8 if name in TYPES else 1


def address(entry, inputs, pointer=0, offset=None):
    """Base and index, in elements of the pointer's type."""
    at = inputs.p[pointer]
    return at if offset is None else at + inputs.s[offset] * element_bytes(entry.type)


def distribution(name):
    """The family of a distribution and its width in bytes: BRC_B32 is BRC, 4."""
    family, width = re.fullmatch(r"(\w+?)(?:_B(\d+))?", name).groups()
    return family, int(width or 8) // 8


def load_map(dist):
    """For each byte of the register, the byte after the address that a load puts there; -1 zero."""
    (family, size), byte = distribution(dist), np.arange(VREG)
    if dist == "NORM":
        return byte
    if dist == "BRC_BLK":
        return byte % 32
    lane, rest = byte // size, byte % size
    if family == "BRC":
        return rest
    if family == "US":
        return lane // 2 * size + rest
    if family == "DS":
        return lane * 2 * size + rest
    if family == "E2B":
        return byte // 32 * size + rest
    if family == "UNPK":
        return np.where(lane % 2 == 0, lane // 2 * size + rest, -1)
    if dist == "UNPK4":
        return np.where(byte % 4 == 0, byte // 4, -1)
    if dist == "SPLT4CHN":
        return 4 * byte
    assert family == "SPLT2CHN"
    return lane * 2 * size + rest


def model_vlds(entry, variant, inputs):
    """vlds vlds_post."""
    post = entry.stem.endswith("_post")
    at = address(entry, inputs, 0, None if post else 0)
    raw = read(inputs.memory, at, load_map(variant[0].removeprefix("PTO_LD_")))
    results = [vector(entry.type, as_lanes(raw, entry.type))]
    if post:
        results.append(Result("scalar", address(entry, inputs, 0, 0)))
    return results


def model_vldsx2(entry, variant, inputs):
    post = entry.stem.endswith("_post")
    at = address(entry, inputs, 0, None if post else 0)
    dist = variant[0].removeprefix("PTO_LD2_")
    size = 32 if dist == "BDINTLV" else distribution(dist)[1]
    byte = np.arange(VREG)
    even = byte // size * 2 * size + byte % size
    results = [vector(entry.type, as_lanes(read(inputs.memory, at, sources), entry.type))
               for sources in (even, even + size)]
    if post:
        results.append(Result("scalar", address(entry, inputs, 0, 0)))
    return results


def store_plan(dist, name):
    """For each byte stored: source byte, target byte, predicate bit (-1: always)."""
    (family, size), byte = distribution(dist), np.arange(VREG)
    if dist == "NORM":
        family, size = "NORM", element_bytes(name)
    if family == "NORM":
        return byte, byte, byte // size * size
    if family == "1PT":
        return byte[:size], byte[:size], np.full(size, -1)
    if family in ("PK", "PK4"):
        kept = size // (2 if family == "PK" else 4)
        target = np.arange(VREG * kept // size)
        source = target // kept * size + target % kept
        return source, target, source // size * size
    assert family in ("MRG4CHN", "MRG2CHN")
    channels = 4 if family == "MRG4CHN" else 2
    lane, rest = byte % 32 // size, byte % size
    plane = 32 // size // channels
    source = byte // 32 * 32 + (lane % channels * plane + lane // channels) * size + rest
    return source, byte, byte // (size * channels) * size * channels


def model_vsts(entry, variant, inputs):
    """vsts vsts_all vsts_post."""
    post = entry.stem == "vsts_post"
    at = address(entry, inputs, 0, None if post else 0)
    source, target, bit = store_plan(variant[0].removeprefix("PTO_ST_"), entry.type)
    everything = np.ones((len(at), len(bit)), bool)
    active = everything if entry.stem == "vsts_all" else np.where(bit >= 0, inputs.m[0][:, bit], True)
    after = write(inputs.memory, at, target, inputs.v[0][:, source], active)
    return [Result("scalar", address(entry, inputs, 0, 0)), after] if post else [after]


def model_vstsx2(entry, variant, inputs):
    at = address(entry, inputs, 0, 0)
    size = distribution(variant[0])[1]
    low, high = interleave(*(data.reshape(len(at), -1, size).view(f"V{size}")[..., 0]
                             for data in inputs.v[:2]))
    data = np.ascontiguousarray(np.concatenate([low, high], axis=1)).view(np.uint8)
    return [write(inputs.memory, at, np.arange(512), data, np.ones((len(at), 512), bool))]


def indexed(entry, inputs, vector_number):
    """Byte offsets of the lanes of a gather or scatter [cases, lanes], and which take part.  Where the
    registers of data and indices have different numbers of lanes, the smaller one counts."""
    name, size = entry.type, element_bytes(entry.type)
    index = inputs.lanes(vector_number, entry.index)
    index = index.astype(np.int64)           # unsigned, whatever the type is called
    count = min(index.shape[1], optable.lanes(name))
    if entry.stem.endswith("_n"):
        active = np.arange(count)[None, :] < inputs.s[0][:, None]
    else:
        active = inputs.mask(0, name)[:, :count]
    return np.where(active, index[:, :count] * size, 0), active


def model_vgather2(entry, variant, inputs):
    """vgather2 vgather2_bc vgather2_n: lanes by index, the others zero."""
    name, size = entry.type, element_bytes(entry.type)
    offsets, active = indexed(entry, inputs, 0)
    at = inputs.p[0][:, None] + offsets
    data = np.stack([np.take_along_axis(inputs.memory, at + byte, axis=1) for byte in range(size)],
                    axis=-1)
    raw = np.zeros((len(at), optable.lanes(name)), f"u{size}")
    raw[:, :at.shape[1]] = np.where(active, np.ascontiguousarray(data).view(f"u{size}")[..., 0], 0)
    return [vector(name, raw)]


def model_vgatherb(entry, variant, inputs):
    """Eight blocks of 32 bytes at byte offsets; bit 4 * i of the b32 predicate governs block i."""
    offsets = values_of(inputs.lanes(0, entry.index), entry.index)[:, :8]
    active = mask_lanes(inputs.m[0], "b32")[:, :8]
    sources = np.repeat(np.where(active, offsets, -1), 32, axis=1)
    sources = np.where(sources >= 0, sources + np.arange(VREG) % 32, -1)
    return [vector(entry.type, as_lanes(read(inputs.memory, inputs.p[0], sources), entry.type))]


def model_vscatter(entry, variant, inputs):
    """vscatter vscatter_n: of lanes with the same index the lowest one wins."""
    size, after = element_bytes(entry.type), inputs.memory.copy()
    offsets, active = indexed(entry, inputs, 1)
    for row in range(len(after)):
        for lane in reversed(np.flatnonzero(active[row])):
            at = inputs.p[0][row] + offsets[row, lane]
            after[row, at:at + size] = inputs.v[0][row, lane * size:(lane + 1) * size]
    return [Result("memory", after)]


def stride_of(variant):
    """STRIDE_S3_B16: element i at 3 * i, 16 bits wide: the offsets of all bytes of a register."""
    factor, width = re.search(r"S(\d+)_B(\d+)", variant[0]).groups()
    size, byte = int(width) // 8, np.arange(VREG)
    return byte // size * size * int(factor) + byte % size


def model_vsld(entry, variant, inputs):
    raw = read(inputs.memory, address(entry, inputs, 0, 0), stride_of(variant))
    return [vector(entry.type, as_lanes(raw, entry.type))]


def model_vsst(entry, variant, inputs):
    active = np.ones((len(inputs.memory), VREG), bool)
    return [write(inputs.memory, address(entry, inputs, 0, 0), stride_of(variant), inputs.v[0], active)]


def blocks(entry, inputs):
    """Block-strided access: offsets of all bytes [cases, 256], which take part, and the next base.
    Strides count blocks of 32 bytes; lane b of the mask governs block b; a post-update form moves
    the base by the repeat stride instead of adding it."""
    stride, repeat = inputs.s[0] & 0xffff, (inputs.s[1] if len(inputs.s) > 1 else inputs.s[0]) & 0xffff
    if len(inputs.s) == 1:                       # packed
        stride = (inputs.s[0] >> 16) & 0xffff
    first = 0 * repeat if entry.stem.endswith("_post") else repeat
    block = np.arange(VREG) // 32
    offsets = (first[:, None] + block * stride[:, None]) * 32 + np.arange(VREG) % 32
    grain = optable.granularity(entry.type)      # of 64-bit elements too
    active = np.repeat(inputs.mask(0, grain)[:, :8], 32, axis=1)
    return offsets, active, inputs.p[0] + repeat * 32


def model_vsldb(entry, variant, inputs):
    offsets, active, base = blocks(entry, inputs)
    raw = read(inputs.memory, inputs.p[0], np.where(active, offsets, -1))
    results = [vector(entry.type, as_lanes(raw, entry.type))]
    return results + [Result("scalar", base)] * entry.stem.endswith("_post")


def model_vsstb(entry, variant, inputs):
    offsets, active, base = blocks(entry, inputs)
    after = inputs.memory.copy()
    for row in range(len(after)):
        for byte in np.flatnonzero(active[row]):
            after[row, inputs.p[0][row] + offsets[row, byte]] = inputs.v[0][row, byte]
    results = [Result("scalar", base)] * entry.stem.endswith("_post")
    return results + [Result("memory", after)]


def predicate_bytes(bits):
    """A predicate as packed bytes."""
    return np.packbits(bits, axis=1, bitorder="little")


def model_predicate_load(entry, variant, inputs):
    """plds (also pldi), pld: NORM 32 bytes; US 16 bytes, each bit twice; DS 64 bytes, every other bit."""
    at = inputs.p[0] + inputs.s[0] * (8 if entry.stem == "pld" else 1)
    dist = variant[0].removeprefix("PTO_PLD_")
    count = {"NORM": 32, "US": 16, "DS": 64}[dist]
    raw = read(inputs.memory, at, np.arange(count))
    bits = np.unpackbits(raw, axis=1, bitorder="little").astype(bool)
    bits = {"NORM": lambda: bits, "US": lambda: np.repeat(bits, 2, axis=1),
            "DS": lambda: bits[:, ::2]}[dist]()
    return [Result("mask", bits)]


def model_predicate_store(entry, variant, inputs):
    """psts (also psti), pst: NORM 32 bytes; PK 16 bytes, every other bit."""
    at = inputs.p[0] + inputs.s[0] * (8 if entry.stem == "pst" else 1)
    bits = inputs.m[0] if variant[0] == "PTO_PST_NORM" else inputs.m[0][:, ::2]
    raw = predicate_bytes(bits)
    return [write(inputs.memory, at, np.arange(raw.shape[1]), raw, np.ones(raw.shape, bool))]


# ---- UB to UB ------------------------------------------------------------------------------------------------------------------

def record_bytes(score_bytes, indices):
    """Records of 8 bytes: the score in the low four, zero-extended, and the index."""
    records = np.zeros((len(indices), 8), np.uint8)
    records[:, :score_bytes.shape[1]] = score_bytes
    records[:, 4:] = indices.astype("<u4").view(np.uint8).reshape(-1, 4)
    return records.reshape(-1)


def descending(values):
    """The order that sorts scores: highest first, equal ones as they are, NaN last."""
    return np.lexsort((np.where(np.isnan(values), 0, -values), np.isnan(values)))


def elements(memory, at, count, name):
    size = element_bytes(name)
    return np.ascontiguousarray(memory[at:at + count * size]).view(f"u{size}")


def model_vbitsort(entry, variant, inputs):
    """Groups of 32 scores, each sorted with its indices."""
    name, size, after = entry.type, element_bytes(entry.type), inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        dest, source, indices = (int(pointer[row]) for pointer in inputs.p[:3])
        for repeat in range(int(inputs.s[0][row])):
            raw = elements(memory, source + repeat * 32 * size, 32, name)
            order = descending(values_of(raw, name))
            index = elements(memory, indices + repeat * 128, 32, "u32")
            after[row, dest + repeat * 256:][:256] = record_bytes(
                raw[order].view(np.uint8).reshape(32, size), index[order])
    return [Result("memory", after)]


def model_vsort32(entry, variant, inputs):
    """32 scores to 32 scores; the low byte of config counts groups, 0 is 1."""
    name, size, after = entry.type, element_bytes(entry.type), inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        for repeat in range(max(int(inputs.s[0][row]) & 0xff, 1)):
            offset = repeat * 32 * size
            raw = elements(memory, int(inputs.p[1][row]) + offset, 32, name)
            at = int(inputs.p[0][row]) + offset
            after[row, at:at + 32 * size] = raw[descending(values_of(raw, name))].view(np.uint8)
    return [Result("memory", after)]


def merge_lists(lists, name, stop_when_empty):
    """Records of up to four sorted lists in one order: of equal scores the earlier list first."""
    taken, merged = [0] * len(lists), []

    def score(number):
        value = values_of(elements(lists[number], taken[number] * 8, 1, name), name)[0]
        return -np.inf if np.isnan(value) else value, not np.isnan(value)
    while True:
        left = [number for number in range(len(lists)) if taken[number] * 8 < len(lists[number])]
        if not left or (stop_when_empty and len(left) < len(lists)):
            return merged
        best = max(left, key=lambda number: (score(number), -number))
        merged.append(lists[best][taken[best] * 8:][:8])
        taken[best] += 1


def model_vmrgsort4(entry, variant, inputs):
    """count: four lengths of 16 bits; config[7:0] repetitions, [11:8] lists, [12] stop when empty.
    A repetition takes the lists that follow all of this one."""
    after = inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        count, config = int(inputs.s[0][row]), int(inputs.s[1][row])
        lengths = [count] * 4 if count < 65536 else [count >> 16 * i & 0xffff for i in range(4)]
        dest, *sources = (int(pointer[row]) for pointer in inputs.p)
        used = [i for i in range(4) if (config >> 8 & 15 or 15) >> i & 1 and lengths[i]]
        step = 8 * sum(lengths[i] for i in used)
        for repeat in range(max(config & 0xff, 1)):
            lists = [memory[sources[i] + repeat * step:][:lengths[i] * 8] for i in used]
            merged = merge_lists(lists, entry.type, bool(config >> 12 & 1))
            for number, record in enumerate(merged):
                at = dest + repeat * step + number * 8
                after[row, at:at + 8] = record
    return [Result("memory", after)]


def model_vtranspose(entry, variant, inputs):
    """Blocks of 16 x 16 elements; the low half-word of config counts them, 0 is 1."""
    name, size, after = entry.type, element_bytes(entry.type), inputs.memory.copy()
    for row, memory in enumerate(inputs.memory):
        for block in range(max(int(inputs.s[0][row]) & 0xffff, 1)):
            offset = block * 256 * size
            raw = elements(memory, int(inputs.p[1][row]) + offset, 256, name).reshape(16, 16)
            at = int(inputs.p[0][row]) + offset
            after[row, at:at + 256 * size] = np.ascontiguousarray(raw.T).reshape(-1).view(np.uint8)
    return [Result("memory", after)]


# ---- sequences on the alignment state --------------------------------------------------------------------------------

def model_seq_vldus(entry, variant, inputs):
    return [vector(entry.type, as_lanes(read(inputs.memory, inputs.p[0], np.arange(VREG)), entry.type))]


def model_seq_vldus_post(entry, variant, inputs):
    size = element_bytes(entry.type)
    second = inputs.p[0] + inputs.s[0] * size
    return [vector(entry.type, as_lanes(read(inputs.memory, at, np.arange(VREG)), entry.type))
            for at in (inputs.p[0], second)] + [Result("scalar", second + inputs.s[0] * size)]


def stream(inputs, size, pieces):
    """Store vectors one after another: pieces are (vector, elements [cases])."""
    at, after = inputs.p[0].copy(), inputs.memory
    for data, count in pieces:
        active = np.arange(VREG)[None, :] < (count * size)[:, None]
        after = write(after, at, np.arange(VREG), data, active).data
        at = at + count * size
    return at, Result("memory", after)


def model_seq_vstus(entry, variant, inputs):
    return [stream(inputs, element_bytes(entry.type), [(inputs.v[0], inputs.s[0])])[1]]


def model_seq_vstus_post(entry, variant, inputs):
    end, after = stream(inputs, element_bytes(entry.type),
                        [(inputs.v[0], inputs.s[0]), (inputs.v[1], inputs.s[1])])
    return [Result("scalar", end), after]


model_seq_vstus_mode = model_seq_vstus_post


def model_seq_vstu(entry, variant, inputs):
    """Whole vectors, the offset in elements."""
    name, lanes = entry.type, optable.lanes(entry.type)
    first = Inputs([], [], [], [inputs.p[0] + inputs.s[0] * element_bytes(name)], inputs.memory)
    count = np.full(len(inputs.memory), lanes)
    _, after = stream(first, element_bytes(name), [(inputs.v[0], count), (inputs.v[1], count)])
    return [Result("scalar", inputs.s[0] + 2 * lanes), after]


def model_seq_vstur(entry, variant, inputs):
    """As many bytes as the lanes that vsqz kept; one after another through AR."""
    name = squeeze_type(entry.type)
    pieces = []
    for number in (0, 1):
        data = inputs.v[number]
        if name == entry.type:
            data = as_lanes(model_vsqz(entry, variant, Inputs([data], [inputs.m[number]], [], [],
                                                              inputs.memory))[0].data, "u8")
        pieces.append((data, inputs.mask(number, name).sum(axis=1) * element_bytes(name)))
    return [stream(inputs, 1, pieces)[1]]


def model_seq_pstu(entry, variant, inputs):
    """Each predicate is stored packed: one bit a lane."""
    step = int(entry.type[1:]) // 8
    raws = [predicate_bytes(bits[:, ::step]) for bits in inputs.m[:2]]
    raw = np.concatenate(raws, axis=1)
    after = write(inputs.memory, inputs.p[0], np.arange(raw.shape[1]), raw, np.ones(raw.shape, bool))
    return [Result("scalar", inputs.p[0] + raw.shape[1]), after]


MODELS = {
    **dict.fromkeys("vadd vsub vmul vdiv vmax vmin vand vor vxor".split(), model_binary),
    **dict.fromkeys("vadds vsubs vmuls vmaxs vmins vands vors vxors".split(), model_scalar),
    **dict.fromkeys("vabs vneg vexp vln vsqrt vrsqrt vrec vrelu vnot vbcnt vcls vmov".split(), model_unary),
    **dict.fromkeys("vshl vshr vshls vshrs".split(), model_shift),
    **dict.fromkeys("vaddc vsubc vaddcs vsubcs".split(), model_carry),
    **dict.fromkeys("vcmp vcmps".split(), model_vcmp),
    **dict.fromkeys("vcadd vcgadd".split(), model_sum),
    **dict.fromkeys("vcmax vcmin vcgmax vcgmin vcbmax vcbmin".split(), model_extremum),
    **dict.fromkeys("dhistv2 chistv2".split(), model_histogram),
    **dict.fromkeys("vaddreluconv vmulconv".split(), model_fused_convert),
    **dict.fromkeys("vaddrelu vsubrelu".split(), model_fused_relu),
    **dict.fromkeys("vintlv vdintlv vintlvv2 vdintlvv2".split(), model_interleave),
    **dict.fromkeys("vsunpack vzunpack vsunpack_h vzunpack_h".split(), model_unpack),
    **dict.fromkeys("vselr vselrv2 vperm".split(), model_select_lanes),
    **dict.fromkeys("pset pge".split(), model_pset),
    **dict.fromkeys("pand por pxor pnot psel".split(), model_predicate_algebra),
    **dict.fromkeys("pintlv pdintlv".split(), model_predicate_interleave),
    **dict.fromkeys("vlds vlds_post".split(), model_vlds),
    **dict.fromkeys("vldsx2 vldsx2_post".split(), model_vldsx2),
    **dict.fromkeys("vsts vsts_all vsts_post".split(), model_vsts),
    **dict.fromkeys("vgather2 vgather2_bc vgather2_n".split(), model_vgather2),
    **dict.fromkeys("vscatter vscatter_n".split(), model_vscatter),
    **dict.fromkeys("vsldb vsldb_packed vsldb_post".split(), model_vsldb),
    **dict.fromkeys("vsstb vsstb_packed vsstb_post".split(), model_vsstb),
    **dict.fromkeys("plds pld".split(), model_predicate_load),
    **dict.fromkeys("psts pst".split(), model_predicate_store),
}


def evaluate(entry, variant, inputs):
    """The expected results of all cases of a variant, or Undecided."""
    model = MODELS.get(entry.stem) or globals().get("model_" + entry.stem)
    if not model:
        raise Undecided
    return model(entry, variant, inputs)
