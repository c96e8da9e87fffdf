# SPDX-License-Identifier: Apache-2.0
"""The model of rearrangement and of predicates."""
import numpy as np

from entries import TYPES
from model_base import Result, VREG, as_lanes, mask_image, vector
from numbers_model import signed, wrap

# ---- rearrangement ------------------------------------------------------------------------------

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


# ---- predicates ---------------------------------------------------------------------------------

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
