# SPDX-License-Identifier: Apache-2.0
"""The model of reductions."""
import numpy as np

import optable
from entries import TYPES
from model_base import Result, is_float, is_signed, mask_image, to_float, vector
from model_lanes import comparable
from numbers_model import FORMATS, values_of, wrap

# ---- reductions ---------------------------------------------------------------------------------

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
