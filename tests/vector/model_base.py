# SPDX-License-Identifier: Apache-2.0
"""Shared by the parts of the model: operands, results, lanes and masks."""
from dataclasses import dataclass

import numpy as np

import optable
from entries import TYPES
from numbers_model import FORMATS

VREG = 256


class Undecided(Exception):
    """The documents leave this open, and the model does not check it."""


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
