# SPDX-License-Identifier: Apache-2.0
"""Number formats of the model: bits to values and back, in every rounding mode.

Every value of every float format here is exactly a float64, so values are float64 arrays.  Bits are
unsigned integer arrays of the format's width.
"""
import numpy as np

from entries import TYPES


class Format:
    """An IEEE-like binary format.

    inf: it has infinities; nan: it has NaN (without infinities: only the code with all bits set);
    top: the largest finite value where that is not what IEEE has; inward: rounding towards zero
    keeps an overflow finite.
    """

    def __init__(self, exponent_bits, mantissa_bits, top=None, inf=True, nan=True, bias=None,
                 inward=True):
        self.inward = inward
        self.bits = 1 + exponent_bits + mantissa_bits
        self.mantissa_bits = mantissa_bits
        self.bias = (1 << (exponent_bits - 1)) - 1 if bias is None else bias
        self.has_nan = nan
        self.min_exponent = 1 - self.bias
        special = (1 << exponent_bits) - 1
        self.top = top or float((2 - 2.0 ** -mantissa_bits) * 2.0 ** (special - 1 - self.bias))
        self.inf = special << mantissa_bits if inf else None
        self.nan = (self.inf | 1 << (mantissa_bits - 1)) if inf else (1 << (self.bits - 1)) - 1

    def decode(self, raw):
        raw = raw.astype(np.int64)
        fraction = raw & ((1 << self.mantissa_bits) - 1)
        exponent = (raw >> self.mantissa_bits) & ((1 << (self.bits - 1 - self.mantissa_bits)) - 1)
        magnitude = raw & ((1 << (self.bits - 1)) - 1)
        normal = exponent > 0
        value = np.where(normal, fraction + (1 << self.mantissa_bits), fraction).astype(np.float64)
        value = np.ldexp(value, np.where(normal, exponent, 1) - self.bias - self.mantissa_bits)
        if self.inf is None and self.has_nan:
            value = np.where(magnitude == self.nan, np.nan, value)
        elif self.inf is not None:
            value = np.where(magnitude == self.inf, np.inf, value)
            value = np.where(magnitude > self.inf, np.nan, value)
        return np.where(raw >> (self.bits - 1), -value, value)

    def encode(self, value, rounding="R", saturate=False):
        """Bits of the value in this format.  Overflow gives infinity, or NaN where there is none.
        With saturate it gives the largest number, as infinity does, and NaN gives 0."""
        value = np.asarray(value, np.float64)
        _, exponent = np.frexp(np.where(np.isfinite(value), value, 1.0))
        scale = np.maximum(exponent - 1, self.min_exponent) - self.mantissa_bits
        with np.errstate(invalid="ignore", over="ignore"):
            rounded = np.ldexp(round_integral(np.ldexp(value, -scale), rounding), scale)
            size = np.abs(rounded)
            over = size > self.top
            stays = self.inward & np.isfinite(value) & (
                (rounding in "ZO") | ((rounding == "F") & (value > 0)) | ((rounding == "C") & (value < 0)))
            size = np.where(over & (stays | saturate), self.top, np.where(over, np.inf, size))
            fraction, exponent = np.frexp(np.where(np.isfinite(size), size, 1.0))
            subnormal = exponent - 1 < self.min_exponent
            quantum = np.where(subnormal, self.min_exponent, exponent - 1) - self.mantissa_bits
            integer = np.ldexp(np.where(np.isfinite(size), size, 1.0), -quantum).astype(np.int64)
            biased = np.where(subnormal | (size == 0), 0, exponent - 1 + self.bias)
            raw = np.where(biased > 0, (biased << self.mantissa_bits) + integer
                           - (1 << self.mantissa_bits), integer)
        raw = np.where(np.isinf(size), self.nan if self.inf is None else self.inf, raw)
        raw = raw | (np.signbit(value).astype(np.int64) << (self.bits - 1))
        nan = 0 if saturate or not self.has_nan else self.nan
        return np.where(np.isnan(value), nan, raw).astype(f"u{max(self.bits, 8) // 8}")


class Table:
    """A format given by its values; it has one zero. beyond: the code where infinity would be."""

    def __init__(self, values, bits, nan, beyond):
        self.bits, self.nan = bits, nan
        self.values = np.full(1 << bits, np.nan)
        for raw, value in values.items():
            self.values[raw] = value
        positive = {value: raw for raw, value in values.items() if value >= 0 and np.isfinite(value)}
        self.inf = next(raw for raw, value in values.items() if value == np.inf)
        self.grid = np.array(sorted(positive) + [beyond])
        self.codes = np.array([positive[value] for value in sorted(positive)] + [self.inf])

    def decode(self, raw):
        return self.values[raw.astype(np.int64)]

    def encode(self, value, rounding="R", saturate=False):
        """Bits of the value; overflow gives infinity.  With saturate it gives the largest number,
        and NaN gives 0."""
        value = np.asarray(value, np.float64)
        rounding = rounding if rounding in "FCZ" else "A"
        grid, codes, last = self.grid, self.codes, len(self.grid) - 1
        size = np.minimum(np.nan_to_num(np.abs(value), nan=0.0, posinf=np.inf), grid[last])
        low = np.clip(np.searchsorted(grid, size, side="right") - 1, 0, last)
        high = np.minimum(low + 1, last)
        middle = (grid[low] + grid[high]) / 2
        up = {"A": size >= middle, "Z": size < 0, "F": value < 0, "C": value > 0}[rounding]
        index = np.where((grid[low] != size) & up, high, low)
        raw = codes[np.where(saturate & (index == last), last - 1, index)]
        raw = np.where((raw != 0) & np.signbit(value), raw | (1 << (self.bits - 1)), raw)
        return np.where(np.isnan(value), 0 if saturate else self.nan, raw).astype(np.uint8)


def round_integral(value, rounding):
    """Round to integral values: R to even, A and H half away, F down, C up, Z to zero, O to odd."""
    if rounding == "R":
        return np.rint(value)
    if rounding in "AH":
        whole = np.trunc(value)
        return np.where(np.abs(value - whole) >= 0.5, whole + np.sign(value), whole)
    if rounding == "F":
        return np.floor(value)
    if rounding == "C":
        return np.ceil(value)
    whole = np.trunc(value)
    if rounding == "Z":
        return whole
    odd = np.mod(whole, 2) != 0
    return np.where((value == whole) | odd, whole, whole + np.sign(value))


def hif8_values():
    """HiFloat8: a sign, a prefix code that says how many exponent bits follow, a tapered mantissa."""
    values = {0: 0.0}
    for raw in range(1, 128):
        if raw >> 5:                       # 11, 10, 01: four, three, two exponent bits
            count, rest = {3: 4, 2: 3, 1: 2}[raw >> 5], 5
        elif raw >> 4:                     # 001: one
            count, rest = 1, 4
        elif raw >> 3:                     # 0001: none
            count, rest = 0, 3
        else:                              # 0000: denormal, a power of two
            values[raw] = 2.0 ** (raw - 23)
            continue
        mantissa_bits = rest - count
        field = (raw >> mantissa_bits) & ((1 << count) - 1)
        mantissa = raw & ((1 << mantissa_bits) - 1)
        exponent = 0
        if count:
            size = (1 << (count - 1)) | (field & ((1 << (count - 1)) - 1))
            exponent = -size if field >> (count - 1) else size
        values[raw] = (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** exponent
    values[0x6f] = np.inf
    values.update({raw | 0x80: -value for raw, value in list(values.items()) if raw})
    return values                          # 0x80 is NaN


FORMATS = {
    "f16": Format(5, 10),
    "bf16": Format(8, 7),
    "f32": Format(8, 23),
    "e5m2": Format(5, 2, inward=False),
    "e4m3": Format(4, 3, top=448.0, inf=False, inward=False),
    "hif8": Table(hif8_values(), 8, nan=0x80, beyond=1.5 * 2.0 ** 15),
    "e2m1": Format(2, 1, top=6.0, inf=False, nan=False),
    "e1m2": Format(1, 2, top=1.75, inf=False, nan=False, bias=1),
}


def signed(raw, bits):
    """Unsigned bits as signed integers."""
    return raw.astype(f"u{bits // 8}").view(f"i{bits // 8}")


def values_of(raw, name):
    """The values of lanes: float64 for floats, exact integers otherwise (object for 64 bits)."""
    bits, kind = TYPES[name]
    if kind == "f":
        return FORMATS[name].decode(raw)
    if bits == 64:
        return (signed(raw, 64) if kind == "i" else raw).astype(object)
    return signed(raw, bits).astype(np.int64) if kind == "i" else raw.astype(np.int64)


def wrap(values, name):
    """Integers modulo the width of a type, as bits."""
    bits = TYPES[name][0]
    if values.dtype == object:
        values = values & ((1 << bits) - 1)
    return values.astype(f"u{bits // 8}")
