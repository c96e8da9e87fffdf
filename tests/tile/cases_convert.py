# SPDX-License-Identifier: Apache-2.0
"""Conversions between every two types, and to 8 bits by scales. The expected values are those of the model of vector
conversions."""
import sys
from pathlib import Path

import numpy as np

from cases import Layout
from cases_data import COLS, ROWS, VALID, case
from tiles import OPS, Tile

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vector"))

from model_convert import convert  # noqa: E402  (after the path is right)
from numbers_model import FORMATS, values_of  # noqa: E402

PACKED = ("e2m1x2", "e1m2x2")
ROUNDINGS = {"RINT": "R", "ROUND": "A", "FLOOR": "F", "CEIL": "C", "TRUNC": "Z"}

# What A5 and A2/A3 do in modes that the pair of types does not have.
TO_INTEGER, OTHERWISE = {"NONE": "Z", "ODD": "Z"}, {"NONE": "R"}

RINT = ["ROUND_RINT", "SATURATION_ON"]


def unsigned(data):
    return np.ascontiguousarray(data).view(f"u{data.dtype.itemsize}")


def conversions(rng):
    types = [elem for elem in OPS["tcvt"][1].types if elem not in PACKED]
    for source in types:
        for target in types:
            if source == target:
                continue
            to_integer = source[0] not in "iu" and target[0] in "iu"
            for rounding, letter in (ROUNDINGS | (TO_INTEGER if to_integer else OTHERWISE)).items():
                lay = Layout(rng)
                dst, src = lay.add(target, ROWS, COLS, VALID), lay.add(source, ROWS, COLS, VALID)
                values = values_of(unsigned(src.region), source)
                with np.errstate(all="ignore"):
                    # No value exceeds f32, whose NaN and infinities are preserved.
                    wanted = convert(values, source, target, letter, target != "f32")
                wanted = np.asarray(wanted).astype(f"u{dst.data.dtype.itemsize}").view(dst.data.dtype)
                yield case(lay, "tcvt", [dst, src, None], [(dst, wanted)], f"{source} to {target} {rounding}",
                           [f"ROUND_{rounding}", "SATURATION_ON"])


def packed(rng):
    """Two numbers per byte, the first in the low half; valid columns count bytes."""
    for elem in PACKED:
        code = FORMATS[elem[:-2]]
        lay = Layout(rng)
        dst, src = lay.add(elem, ROWS, 32, (5, 30)), lay.add("bf16", ROWS, COLS, (5, 60), small=True)
        wanted = code.encode(values_of(src.region, "bf16"), "R", True).astype(np.uint8)
        yield case(lay, "tcvt", [dst, src, None], [(dst, wanted[:, 0::2] | wanted[:, 1::2] << 4)], f"bf16 to {elem}", RINT)
        lay = Layout(rng)
        dst, src = lay.add("bf16", ROWS, COLS, (5, 60)), lay.add(elem, ROWS, 32, (5, 30))
        codes = np.stack([src.region & 15, src.region >> 4], axis=2).reshape(5, 60)
        wanted = FORMATS["bf16"].encode(code.decode(codes), "R", True).astype(np.uint16)
        yield case(lay, "tcvt", [dst, src, None], [(dst, wanted)], f"{elem} to bf16", RINT)


def packed_by_elements(rng):
    """Where both tiles have equally many columns, those of packed elements count elements: rows are half as long."""
    for elem in PACKED:
        code = FORMATS[elem[:-2]]
        lay = Layout(rng)
        dst, src = lay.add(elem, ROWS, COLS, (5, 60)), lay.add("bf16", ROWS, COLS, (5, 60), small=True)
        codes = code.encode(values_of(src.region, "bf16"), "R", True).astype(np.uint8)
        wanted = np.zeros((5, COLS // 2), np.uint8)
        wanted[:, :30] = codes[:, 0::2] | codes[:, 1::2] << 4
        rows = Tile(elem, ROWS, COLS // 2, (5, COLS // 2), address=dst.address)
        yield case(lay, "tcvt", [dst, src, None], [(rows, wanted)], f"bf16 to {elem} by elements", RINT)
        lay = Layout(rng)
        dst, src = lay.add("bf16", ROWS, COLS, (5, 60)), lay.add(elem, ROWS, COLS, (5, 60))
        pairs = src.data.reshape(2 * ROWS, COLS // 2)[:5, :30]
        codes = np.stack([pairs & 15, pairs >> 4], axis=2).reshape(5, 60)
        wanted = FORMATS["bf16"].encode(code.decode(codes), "R", True).astype(np.uint16)
        yield case(lay, "tcvt", [dst, src, None], [(dst, wanted)], f"{elem} to bf16 by elements", RINT)


def quantised(rng):
    for kind, target, low, high in (("SYM", "i8", -128, 127), ("ASYM", "u8", 0, 255)):
        lay = Layout(rng)
        dst, src = lay.add(target, ROWS, COLS, VALID), lay.add("f32", ROWS, COLS, VALID)
        scale = lay.add("f32", ROWS, 1, (5, 1), column_major=True, data=rng.uniform(5, 40, (ROWS, 1)).astype(np.float32))
        offset = lay.add("f32", ROWS, 1, (5, 1), column_major=True, data=rng.integers(90, 160, (ROWS, 1)).astype(np.float32))
        x = src.region * scale.region + (offset.region if kind == "ASYM" else np.float32(0))
        wanted = np.clip(np.rint(x), low, high).astype(dst.data.dtype)
        yield case(lay, "tquant", [dst, src, scale, offset if kind == "ASYM" else None, None], [(dst, wanted)], target,
                   ["QUANT_INT8_" + kind])
    for elem in OPS["tdequant"][1].types:
        lay = Layout(rng)
        dst, src = lay.add("f32", ROWS, COLS, VALID), lay.add(elem, ROWS, COLS, VALID)
        scale, offset = (lay.add("f32", ROWS, 1, (5, 1), column_major=True) for _ in range(2))
        wanted = (src.region.astype(np.float32) - offset.region) * scale.region
        yield case(lay, "tdequant", [dst, src, scale, offset], [(dst, wanted)], elem)


def powers(most, target, algorithm):
    """The exponents of groups: OCP brings the largest number to the top binade of the format, NV to no more than its
    largest number."""
    if algorithm == "OCP":
        return np.floor(np.log2(most)).astype(int) - (8 if target == "e4m3" else 2)
    mantissa, exponent = np.frexp(np.float32(most) * np.float32(1 / (448 if target == "e4m3" else 6)))
    return exponent - (mantissa == 0.5)


def grouped(rng):
    """Each group of 32 columns is scaled by a power of two; one that has a NaN has the exponent 255."""
    for elem in OPS["tquant_mx"][1].types:
        for kind, target, algorithm in (("MXFP8", "e4m3", "OCP"), ("MXFP4_E2M1", "e2m1x2", "OCP"), ("MXFP8", "e4m3", "NV"),
                                        ("MXFP4_E2M1", "e2m1x2", "NV")):
            lay = Layout(rng)
            src, cols = lay.add(elem, 8, COLS), COLS // (1 if target == "e4m3" else 2)
            dst, exponent = lay.add(target, 8, cols), lay.add("e8m0", 8, 32, (8, 2))
            # The largest numbers have the source's type.
            largest, factor = lay.add(elem, 8, 32, (8, 2)), lay.add(elem, 8, 32, (8, 2))
            unsigned(src.data)[2, 5] = {"f16": 0x7e00, "bf16": 0x7fc0, "f32": 0x7fc00000}[elem]
            x = values_of(unsigned(src.region), elem).reshape(8, 2, 32)
            most = np.abs(x).max(axis=2)
            finite = np.nan_to_num(most, nan=1)
            power = powers(finite, target, algorithm)
            scale = np.where(np.isnan(most), np.nan, 2.0 ** -power)
            x = x * scale[:, :, None]
            if target != "e4m3" and elem == "bf16":  # products of bf16 are rounded to it
                x = values_of(FORMATS["bf16"].encode(x, "R", False).astype(np.uint16), "bf16")
            codes = FORMATS[target[:4]].encode(x, "R", True).astype(np.uint8).reshape(8, COLS)
            codes[np.isnan(x).reshape(8, COLS)] = 0 if target == "e4m3" else 7
            wanted = codes if target == "e4m3" else codes[:, 0::2] | codes[:, 1::2] << 4

            def as_type(values, elem=elem):
                return FORMATS[elem].encode(values, "R", False).astype(f"u{2 if elem != 'f32' else 4}")
            yield case(lay, "tquant_mx", [dst, exponent, largest, factor, None, src],
                       [(dst, wanted), (exponent, np.where(np.isnan(most), 255, power + 127).astype(np.uint8)),
                        (largest, as_type(most)), (factor, as_type(scale))], f"{elem} {kind} {algorithm}",
                       ["QUANT_" + kind, "QUANT_" + algorithm, "VEC_STORE_ND", "GROUP_AXIS1", 0])


def all_cases(rng):
    for family in (conversions, packed, packed_by_elements, quantised, grouped):
        yield from family(rng)
