# SPDX-License-Identifier: Apache-2.0
"""The model of arithmetic, compares, selects and materialization."""
import numpy as np

import optable
from entries import TYPES
from model_base import Result, is_float, is_signed, mask_image, to_float, vector
from numbers_model import FORMATS, signed, values_of, wrap

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
    if stem == "vdiv":
        x, y = values_of(a, name), values_of(b, name)
        return wrap(np.where(y == 0, -1, np.sign(x) * np.sign(y) * (abs(x) // np.maximum(abs(y), 1))), name)
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


# ---- compare and select -------------------------------------------------------------------------

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


# ---- materialization ----------------------------------------------------------------------------

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
    lane = np.arange(optable.lanes(name))[None, :]
    base = values_of(inputs.scalar(0, name), name)
    total = base - lane if variant[0] == "PTO_DESC" else base + lane    # -0 stays -0 where 0 is subtracted
    return [vector(name, to_float(total, name) if is_float(name) else wrap(total, name))]
