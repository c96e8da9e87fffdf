# SPDX-License-Identifier: Apache-2.0
"""The model of conversions."""
import numpy as np

from entries import TYPES
from model_base import VREG, as_lanes, mask_lanes, to_float, vector
from model_lanes import binary, relu
from numbers_model import FORMATS, round_integral, values_of, wrap

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
    """Values as float64; integers that do not fit are rounded to odd, so that a second rounding is correct."""
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
    """The positions of converted lanes in the result: narrowing fills lane ratio * i + part of each group."""
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
