# SPDX-License-Identifier: Apache-2.0
"""The results of tile instructions, in numpy, written from the documents.

Floats of 16 bits are computed in f32 and rounded once; f32 results that are not exactly rounded have a tolerance in
units in the last place.
"""
import numpy as np


def to_float(elem, x):
    """Elements as f32 (floats) or as integers."""
    if elem == "bf16":
        return (x.astype(np.uint32) << 16).view(np.float32)
    return x.astype(np.float32) if elem in ("f16", "f32") else x if elem == "u64" else x.astype(np.int64)


def to_bits(elem, x):
    """Values back to elements: floats are rounded to nearest even, integers wrap."""
    if elem == "f32":
        return x.astype(np.float32)
    if elem == "f16":
        with np.errstate(over="ignore"):
            return x.astype(np.float16)
    if elem == "bf16":
        bits = x.astype(np.float32).view(np.uint32)
        rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16
        return np.where(np.isnan(x), 0x7fc0, rounded).astype(np.uint16)
    return x.astype({"i8": "i1", "u8": "u1", "i16": "i2", "u16": "u2", "i32": "i4", "u32": "u4", "i64": "i8",
                     "u64": "u8"}[elem])


def is_float(elem):
    return elem in ("f16", "bf16", "f32")


def divide(elem, x, y):
    if is_float(elem):
        return (x.astype(np.float32) / y.astype(np.float32)).astype(np.float32)
    by = np.where(y == 0, 1, y).astype(y.dtype)
    towards_zero = x // by + ((x % by != 0) & ((x < 0) != (by < 0)))
    return np.where(y == 0, np.array(-1).astype(x.dtype), towards_zero)


def remainder(elem, x, y):
    if is_float(elem):
        return np.fmod(x, y)
    return np.where(y == 0, x, np.fmod(x, np.where(y == 0, 1, y).astype(y.dtype)))


def floor_remainder(elem, x, y):
    r = remainder(elem, x, y)
    return np.where((r != 0) & ((r < 0) != (y < 0)), r + y, r)


def shift_count(elem, y):
    return np.mod(y, y.dtype.type(elem[1:]))


BINARY = {
    "tadd": lambda e, x, y: x + y,
    "tsub": lambda e, x, y: x - y,
    "tmul": lambda e, x, y: x * y,
    "tdiv": divide,
    "tmax": lambda e, x, y: np.maximum(x, y),
    "tmin": lambda e, x, y: np.minimum(x, y),
    "tfmod": remainder,
    "trem": floor_remainder,
    "tand": lambda e, x, y: x & y,
    "tor": lambda e, x, y: x | y,
    "txor": lambda e, x, y: x ^ y,
    "tshl": lambda e, x, y: x << shift_count(e, y),
    "tshr": lambda e, x, y: x >> shift_count(e, y),
    "taddrelu": lambda e, x, y: np.maximum(to_float(e, to_bits(e, x + y)), 0),
    "tsubrelu": lambda e, x, y: np.maximum(to_float(e, to_bits(e, x - y)), 0),
    "tprelu": lambda e, x, y: np.where(x >= 0, x, x * y),
}
SCALAR = {"tadds": "tadd", "tsubs": "tsub", "tmuls": "tmul", "tdivs": "tdiv", "tmaxs": "tmax", "tmins": "tmin",
          "tfmods": "tfmod", "trems": "trem", "tands": "tand", "tors": "tor", "txors": "txor", "tshls": "tshl",
          "tshrs": "tshr", "tlrelu": "tprelu"}
# Functions that are not exactly rounded have a tolerance in units in the last place of f32; f16 may differ by one.
UNARY = {
    "tabs": (lambda e, x: np.abs(x), 0),
    "tneg": (lambda e, x: -x, 0),
    "tnot": (lambda e, x: ~x, 0),
    "trelu": (lambda e, x: np.maximum(x, 0), 0),
    "texp": (lambda e, x: np.exp(x.astype(np.float64)), 1),
    "tlog": (lambda e, x: np.log(np.abs(x.astype(np.float64)) + 0.125), 1),
    "tsqrt": (lambda e, x: np.sqrt(np.abs(x)), 0),
    "trsqrt": (lambda e, x: 1 / np.sqrt(np.abs(x.astype(np.float64)) + 0.125), 1),
    "trecip": (lambda e, x: np.float32(1) / x, 0),
}
ROW_REDUCE = {
    "trowsum": lambda x: x.sum(axis=1, keepdims=True),
    "trowprod": lambda x: x.prod(axis=1, keepdims=True),
    "trowmax": lambda x: x.max(axis=1, keepdims=True),
    "trowmin": lambda x: x.min(axis=1, keepdims=True),
}
COL_REDUCE = {
    "tcolsum": lambda x: x.sum(axis=0, keepdims=True),
    "tcolprod": lambda x: x.prod(axis=0, keepdims=True),
    "tcolmax": lambda x: x.max(axis=0, keepdims=True),
    "tcolmin": lambda x: x.min(axis=0, keepdims=True),
}
EXPAND = {"add": "tadd", "sub": "tsub", "mul": "tmul", "div": "tdiv", "max": "tmax", "min": "tmin"}
COMPARE = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
           "GE": np.greater_equal}


def pack_bits(mask, store=8):
    """Rows of bits, from the lowest bit of the first byte on, with zeros up to a multiple of `store` bits."""
    return np.packbits(np.pad(mask, ((0, 0), (0, -mask.shape[1] % store))), axis=1, bitorder="little")


def bits_of_store(elem):
    """The elements whose comparison is one store of predicates."""
    return 256 if elem in ("i8", "u8") else 128
