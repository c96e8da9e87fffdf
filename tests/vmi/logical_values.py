# SPDX-License-Identifier: Apache-2.0
"""Logical vectors and masks as numpy arrays of bits, with the number formats of tests/vector."""
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vector"))
from numbers_model import FORMATS  # noqa: E402

INTS = [f"{sign}i{bits}" for sign in ("", "s", "u") for bits in (8, 16, 32)]
FLOATS = ["f16", "bf16", "f32"]
LOW = {"f8E4M3FN": "e4m3", "f8E5M2": "e5m2", "hif8": "hif8"}
PACKED = {"bf16x2": 32, "f4E2M1x2": 8, "f4E1M2x2": 8}     # pairs, for conversions alone
WIDTH = {"f16": 16, "bf16": 16, "f32": 32, **dict.fromkeys(LOW, 8), **PACKED}


def bits_of(elem):
    return WIDTH.get(elem) or int(elem.lstrip("siu"))


def raw_type(elem):
    return np.dtype(f"u{bits_of(elem) // 8}")


def is_int(elem):
    return elem not in WIDTH


def token(elem, signed=None):
    """The name in the models of tests/vector; signless integers are unsigned unless `signed`."""
    if not is_int(elem):
        return LOW.get(elem, {"f4E2M1x2": "e2m1x2", "f4E1M2x2": "e1m2x2"}.get(elem, elem))
    sign = elem[0] == "s" or (elem[0] == "i" and bool(signed))
    return f"{'i' if sign else 'u'}{bits_of(elem)}"


def numbers(raw, elem, signed=None):
    """Bits as float64, or as signed or unsigned int64."""
    if not is_int(elem):
        return FORMATS[token(elem)].decode(raw)
    name = token(elem, signed)
    return raw.view(f"{name[0]}{bits_of(elem) // 8}").astype(np.int64)


def bits(values, elem):
    if is_int(elem):
        return (np.asarray(values).astype(np.int64).astype(np.uint64) & np.uint64((1 << bits_of(elem)) - 1)).astype(raw_type(elem))
    return FORMATS[token(elem)].encode(np.asarray(values, float)).astype(raw_type(elem))


def spelled(elem):
    return f"!pto.{elem}" if elem == "hif8" or elem in PACKED else elem


class Vector:
    def __init__(self, name, elem, raw, fresh=False):
        self.name, self.elem, self.raw, self.fresh = name, elem, raw, fresh

    @property
    def lanes(self):
        return len(self.raw)

    @property
    def type(self):
        return f"!pto.vmi.vreg<{self.lanes}x{spelled(self.elem)}>"

    def values(self, signed=None):
        return numbers(self.raw, self.elem, signed)


class Mask:
    def __init__(self, name, lanes):
        self.name, self.set = name, lanes

    @property
    def type(self):
        return f"!pto.vmi.mask<{len(self.set)}xpred>"


def pointer(elem):
    return f"!pto.ptr<{spelled(elem)}, ub>"
