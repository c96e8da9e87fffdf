// SPDX-License-Identifier: Apache-2.0
//
// Conversions of f16 without a core instruction: functions that compilers call by name and that libgcc 12 lacks; or,
// for a compiler without f16, the functions behind pto_wide_f16() and pto_narrow_f16().
//
// They round to nearest, ties to even. Every NaN becomes the canonical one, as with the instructions of Zfh.

#include <hal/vector/element.h>

#if !defined(__FLT16_MANT_DIG__) || (!defined(__riscv_zfh) && !defined(__riscv_zfhmin))

static float widen(pto_f16_t x)
{
    uint16_t half = pto_f16_bits(x);
    uint32_t sign = (uint32_t)(half >> 15) << 31;
    uint32_t exponent = half >> 10 & 31, mantissa = half & 0x3ff;
    uint32_t bits;
    if (exponent == 31) {
        bits = mantissa != 0 ? 0x7fc00000 : sign | 0x7f800000;
    } else if (exponent != 0) {
        bits = sign | (exponent + 112) << 23 | mantissa << 13;
    } else if (mantissa == 0) {
        bits = sign;
    } else {
        // Subnormal: 2^-24 times the mantissa, normalised.
        uint32_t shift = (uint32_t)__builtin_clz(mantissa) - 21;
        bits = sign | (113 - shift) << 23 | (mantissa << shift & 0x3ff) << 13;
    }
    return pto_f32_of(bits);
}

static pto_f16_t narrow(double x)
{
    uint64_t bits = pto_f64_bits(x);
    uint16_t sign = (uint16_t)(bits >> 63 << 15);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    uint16_t half;
    if (x != x) {
        half = 0x7e00;
    } else if (exponent > 15) {
        half = sign | 0x7c00;
    } else if (exponent < -25) {
        half = sign;
    } else {
        // The lowest kept bit: of 11 in a normal number, fewer in a subnormal one. A carry of the rounding may reach
        // the exponent.
        unsigned drop = exponent >= -14 ? 42 : (unsigned)(42 - 14 - exponent);
        uint64_t kept = mantissa >> drop, rest = mantissa << (64 - drop);
        uint64_t tie = UINT64_C(1) << 63;
        kept += rest > tie || (rest == tie && (kept & 1) != 0);
        half = sign | (uint16_t)(exponent >= -14 ? kept + ((uint64_t)(exponent + 14) << 10) : kept);
    }
    pto_f16_t result;
    __builtin_memcpy(&result, &half, sizeof result);
    return result;
}

#ifdef __FLT16_MANT_DIG__

float __extendhfsf2(_Float16 x);
double __extendhfdf2(_Float16 x);
_Float16 __truncsfhf2(float x);
_Float16 __truncdfhf2(double x);

float __extendhfsf2(_Float16 x)
{
    return widen(x);
}

double __extendhfdf2(_Float16 x)
{
    return widen(x);
}

_Float16 __truncsfhf2(float x)
{
    return narrow(x);
}

_Float16 __truncdfhf2(double x)
{
    return narrow(x);
}

#else

float pto_f16_to_float(pto_f16_t x)
{
    return widen(x);
}

pto_f16_t pto_f16_from_double(double x)
{
    return narrow(x);
}

#endif

#endif

// Integers of 64 bits; Zfh has instructions for them if registers have 64 bits.
#if defined(__FLT16_MANT_DIG__) && !(defined(__riscv_zfh) && __riscv_xlen == 64)

int64_t __fixhfdi(_Float16 x);
uint64_t __fixunshfdi(_Float16 x);
_Float16 __floatdihf(int64_t x);
_Float16 __floatundihf(uint64_t x);

int64_t __fixhfdi(_Float16 x)
{
    volatile float wide = x;  // volatile: else the compiler merges both steps into a call of this function
    return (int64_t)wide;
}

uint64_t __fixunshfdi(_Float16 x)
{
    volatile float wide = x;
    return (uint64_t)wide;
}

// Magnitudes from 65520 on become infinity.
_Float16 __floatdihf(int64_t x)
{
    return (_Float16)(int32_t)(x > 65536 ? 65536 : x < -65536 ? -65536 : x);
}

_Float16 __floatundihf(uint64_t x)
{
    return (_Float16)(int32_t)(x > 65536 ? 65536 : x);
}

#endif
