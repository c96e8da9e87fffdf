// SPDX-License-Identifier: Apache-2.0
//
// Conversions of single elements, for the scalar backend and SIMT code.
//
// Every float is converted through double, which holds all values of the formats exactly; every integer through
// int64_t. An element conversion is pto_to_<D>(x, rnd, sat) of such a value, with one rounding function on doubles.
#ifndef PTO_VECTOR_ELEMENT_CONVERT_H
#define PTO_VECTOR_ELEMENT_CONVERT_H

#include "core.h"
#include "hif8.h"

// Rounding

// Rounds x to an integer. H is defined for hif8 results only; elsewhere it rounds as A does.
PTO_VFN double pto_round_integer(double x, pto_attr_t rnd)
{
    if (!(__builtin_fabs(x) < 0x1p52)) {
        return x;
    }
    double whole = (double)(int64_t)x;
    double rest = __builtin_fabs(x - whole);
    double away = whole + (x < 0 ? -1.0 : 1.0);
    double r = whole;
    switch (rnd) {
        case PTO_RND_R:
            r = rest > 0.5 || (rest == 0.5 && (int64_t)whole % 2 != 0) ? away : whole;
            break;
        case PTO_RND_A:
        case PTO_RND_H:
            r = rest >= 0.5 ? away : whole;
            break;
        case PTO_RND_F:
            r = rest != 0 && x < 0 ? away : whole;
            break;
        case PTO_RND_C:
            r = rest != 0 && x > 0 ? away : whole;
            break;
        case PTO_RND_O:
            r = rest != 0 && (int64_t)whole % 2 == 0 ? away : whole;
            break;
        default:
            break;
    }
    return __builtin_copysign(r, x);
}

// Returns the exponent of |x|, at least low.
PTO_VFN int pto_exponent(double x, int low)
{
    int e = (int)(pto_f64_bits(x) >> 52 & 0x7ff) - 1023;
    return e < low ? low : e;
}

PTO_VFN double pto_power(int e)
{
    return pto_f64_of((uint64_t)(1023 + e) << 52);
}

// Rounds x to a format with `places` fraction bits and smallest exponent `low`.
PTO_VFN double pto_round_float(double x, int places, int low, pto_attr_t rnd)
{
    if (!(__builtin_fabs(x) < __builtin_inf())) {
        return x;
    }
    double last = pto_power(pto_exponent(x, low) - places);
    return pto_round_integer(x / last, rnd) * last;
}

// Result of overflow beyond max: max if the rounding is away from infinity, or with saturation; else infinity.
PTO_VFN double pto_overflow(double x, double rounded, double max, pto_attr_t rnd, pto_attr_t sat)
{
    if (!(__builtin_fabs(rounded) > max)) {
        return rounded;
    }
    int infinite = __builtin_fabs(x) == __builtin_inf();
    int inward = rnd == PTO_RND_Z || rnd == PTO_RND_O || (rnd == PTO_RND_F && x > 0) || (rnd == PTO_RND_C && x < 0);
    double r = sat == PTO_SAT || (inward && !infinite) ? max : __builtin_inf();
    return __builtin_copysign(r, x);
}

// To integers: values out of range saturate, NaN becomes 0. Without saturation, integers of 8 and 16 bits are the low
// bits of the 32-bit result.

PTO_VFN int64_t pto_integer(double x, pto_attr_t rnd, int64_t low, int64_t high)
{
    if (x != x) {
        return 0;
    }
    x = pto_round_integer(x, rnd);
    return x <= (double)low ? low : x >= (double)high ? high : (int64_t)x;
}

PTO_VFN int64_t pto_saturate(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

#define PTO_TO_INT(D, low, high)                                               \
    PTO_VFN pto_##D##_t pto_to_##D(double x, pto_attr_t rnd, pto_attr_t sat)   \
    {                                                                          \
        int64_t i = pto_integer(x, rnd, INT32_MIN, INT32_MAX);                 \
        return (pto_##D##_t)(sat == PTO_SAT ? pto_saturate(i, low, high) : i); \
    }                                                                          \
    PTO_VFN pto_##D##_t pto_to_##D##_int(int64_t i, pto_attr_t sat)            \
    {                                                                          \
        return (pto_##D##_t)(sat == PTO_SAT ? pto_saturate(i, low, high) : i); \
    }
PTO_TO_INT(i8, INT8_MIN, INT8_MAX)
PTO_TO_INT(u8, 0, UINT8_MAX)
PTO_TO_INT(i16, INT16_MIN, INT16_MAX)
PTO_TO_INT(u16, 0, UINT16_MAX)
PTO_TO_INT(i32, INT32_MIN, INT32_MAX)

PTO_VFN pto_i64_t pto_to_i64(double x, pto_attr_t rnd, pto_attr_t sat)
{
    (void)sat;
    return pto_integer(x, rnd, INT64_MIN, INT64_MAX);
}

// To floats

PTO_VFN pto_f16_t pto_to_f16(double x, pto_attr_t rnd, pto_attr_t sat)
{
    if (x != x) {
        return pto_narrow_f16(sat == PTO_SAT ? 0.0f : __builtin_nanf(""));
    }
    return pto_narrow_f16(pto_overflow(x, pto_round_float(x, 10, -14, rnd), 65504.0, rnd, sat));
}

PTO_VFN pto_f32_t pto_to_f32(double x, pto_attr_t rnd, pto_attr_t sat)
{
    (void)rnd, (void)sat;
    return (float)x;
}

PTO_VFN pto_bf16_t pto_to_bf16(double x, pto_attr_t rnd, pto_attr_t sat)
{
    float y = (float)pto_overflow(x, pto_round_float(x, 7, -126, rnd), 0x1.fep127, rnd, sat);
    uint32_t bits = pto_f32_bits(y);
    return (pto_bf16_t){x != x ? (sat == PTO_SAT ? 0 : 0x7fc0) : (uint16_t)(bits >> 16)};
}

// Returns the code of a magnitude that the format can represent: exponent and fraction as one number.
PTO_VFN uint32_t pto_float_code(double x, int places, int low)
{
    x = __builtin_fabs(x);
    int e = pto_exponent(x, low);
    double fraction = x / pto_power(e);  // below 1 for subnormals
    uint32_t code = (uint32_t)(fraction * (double)(1 << places));
    return ((uint32_t)(e - low) << places) + code;
}

PTO_VFN uint8_t pto_to_fp8(double x, int places, int low, uint32_t max, uint32_t over, uint32_t nan, pto_attr_t rnd,
                           pto_attr_t sat)
{
    if (x != x) {
        return (uint8_t)(sat == PTO_SAT ? 0 : nan);
    }
    uint32_t sign = __builtin_signbit(x) ? 0x80 : 0;
    double y = pto_round_float(x, places, low, rnd);
    uint32_t code = __builtin_fabs(y) > 0x1p20 ? 0xff : pto_float_code(y, places, low);
    return (uint8_t)(sign | (code <= max ? code : sat == PTO_SAT ? max : over));
}

PTO_VFN pto_e4m3_t pto_to_e4m3(double x, pto_attr_t rnd, pto_attr_t sat)
{
    return (pto_e4m3_t){pto_to_fp8(x, 3, -6, 0x7e, 0x7f, 0x7f, rnd, sat)};
}

PTO_VFN pto_e5m2_t pto_to_e5m2(double x, pto_attr_t rnd, pto_attr_t sat)
{
    return (pto_e5m2_t){pto_to_fp8(x, 2, -14, 0x7b, 0x7c, 0x7e, rnd, sat)};
}

// Rounds by F, C and Z as elsewhere, otherwise by A.
PTO_VFN pto_hif8_t pto_to_hif8(double x, pto_attr_t rnd, pto_attr_t sat)
{
    if (x != x) {
        return (pto_hif8_t){sat == PTO_SAT ? 0 : PTO_HIF8_NAN};
    }
    rnd = rnd == PTO_RND_F || rnd == PTO_RND_C || rnd == PTO_RND_Z ? rnd : PTO_RND_A;
    int e = pto_exponent(x, -22);
    int size = e < 0 ? -e : e;
    int places = size <= 3 ? 3 : size <= 7 ? 2 : size <= 15 ? 1 : 0;
    double y = __builtin_fabs(pto_round_float(x, places, -22, rnd));
    if (y == 0) {
        return (pto_hif8_t){0};
    }
    uint32_t code =
        y > 0x1p15 ? (sat == PTO_SAT ? PTO_HIF8_MAX : PTO_HIF8_INF) : pto_hif8_codes[pto_float_code(y, 3, -22) - 8];
    return (pto_hif8_t){(uint8_t)(code | (x < 0 ? 0x80 : 0))};
}

// 4-bit formats. Overflow gives the largest number, NaN gives 0.
PTO_VFN uint8_t pto_to_fp4(double x, int places, pto_attr_t rnd)
{
    if (x != x) {
        return 0;
    }
    double y = pto_round_float(x, places, 0, rnd);
    uint32_t code = __builtin_fabs(y) > 8 ? 7 : pto_float_code(y, places, 0);
    return (uint8_t)((code > 7 ? 7 : code) | (__builtin_signbit(x) ? 8 : 0));
}

// Converts an integer that double may not represent to f32.
PTO_VFN float pto_int_f32(int64_t x, pto_attr_t rnd)
{
    uint64_t magnitude = x < 0 ? -(uint64_t)x : (uint64_t)x;
    int shift = 0;
    while (magnitude >> shift >= (uint64_t)1 << 26) {
        shift++;
    }
    /* Bits shifted out are kept as one sticky bit below those that decide the rounding. */
    uint64_t kept = magnitude >> shift;
    kept |= (kept << shift) != magnitude;
    double y = (double)kept * (x < 0 ? -1.0 : 1.0);
    return (float)(pto_round_float(y, 23, -126, rnd) * pto_power(shift));
}

// From the formats

PTO_VFN double pto_from_f16(pto_f16_t x)
{
    return (double)pto_wide_f16(pto_canonical_f16(x));
}

PTO_VFN double pto_from_f32(float x)
{
    return (double)x;
}

PTO_VFN double pto_from_bf16(pto_bf16_t x)
{
    return (double)pto_bf16_to_float(x);
}

PTO_VFN double pto_from_code(uint32_t code, int places, int low)
{
    uint32_t exponent = code >> places;
    uint32_t fraction = code & ((1u << places) - 1);
    fraction += exponent == 0 ? 0 : 1u << places;
    return (double)fraction * pto_power(low - places + (int)(exponent == 0 ? 0 : exponent - 1));
}

PTO_VFN double pto_from_e4m3(pto_e4m3_t x)
{
    double y = (x.bits & 0x7f) == 0x7f ? __builtin_nan("") : pto_from_code(x.bits & 0x7f, 3, -6);
    return x.bits & 0x80 && y == y ? -y : y;
}

PTO_VFN double pto_from_e5m2(pto_e5m2_t x)
{
    uint32_t code = x.bits & 0x7f;
    double y = code > 0x7c ? __builtin_nan("") : code == 0x7c ? __builtin_inf() : pto_from_code(code, 2, -14);
    return x.bits & 0x80 && y == y ? -y : y;
}

PTO_VFN double pto_from_hif8(pto_hif8_t x)
{
    return (double)pto_f32_of(pto_hif8_values[x.bits]);
}

#endif
