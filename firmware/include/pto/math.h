// SPDX-License-Identifier: Apache-2.0
//
// Scalar functions of the math dialect, for the C that ptoc writes. Everything is computed in double, to 2^-42 or
// better (erf, pow; the others to 2^-50), and rounded to the format of the argument.
//
// No C library is needed: the functions take a number apart into its bits. Names end in _real where they take and give
// a double; the macros at the end take a float of any format.
#ifndef PTO_MATH_H
#define PTO_MATH_H

#include <pto/arith.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTO_MATH_FN static __attribute__((noinline, unused))

// ---------------------------------------------------------------------------------------------------------------------
// Rounding to integers

// What is at least 2^52 has no fraction.
#define PTO_MATH_WHOLE 0x1p52

PTO_ARITH double pto_trunc_real(double a)
{
    if (!(__builtin_fabs(a) < PTO_MATH_WHOLE)) {
        return a;
    }
    return __builtin_copysign((double)(int64_t)a, a);
}

PTO_ARITH double pto_floor_real(double a)
{
    double cut = pto_trunc_real(a);
    return cut > a ? cut - 1 : cut;
}

PTO_ARITH double pto_ceil_real(double a)
{
    double cut = pto_trunc_real(a);
    return cut < a ? __builtin_copysign(cut + 1, a) : cut;
}

// Halves away from zero.
PTO_ARITH double pto_round_real(double a)
{
    double cut = pto_trunc_real(a);
    return __builtin_fabs(a - cut) >= 0.5 ? cut + __builtin_copysign(1, a) : cut;
}

// Halves to the even number.
PTO_ARITH double pto_roundeven_real(double a)
{
    double cut = pto_trunc_real(a), rest = __builtin_fabs(a - cut);
    bool odd = (__builtin_fabs(a) < PTO_MATH_WHOLE) && ((int64_t)cut & 1) != 0;
    return rest > 0.5 || (rest == 0.5 && odd) ? cut + __builtin_copysign(1, a) : cut;
}

// ---------------------------------------------------------------------------------------------------------------------
// Powers, exponentials, logarithms

PTO_ARITH double pto_power_of_two(int exponent)
{
    return pto_bitcast(double, (uint64_t)(exponent + 1023) << 52);
}

// a * 2^exponent, in two steps so that results below the normal numbers are rounded once.
PTO_ARITH double pto_scale_real(double a, int exponent)
{
    exponent = exponent > 2100 ? 2100 : exponent < -2200 ? -2200 : exponent;
    for (; exponent > 1023; exponent -= 1023) {
        a *= 0x1p1023;
    }
    for (; exponent < -1022; exponent += 969) {
        a *= 0x1p-969;
    }
    return a * pto_power_of_two(exponent);
}

// The exponent of a positive number and what is left of it, in [1, 2).
PTO_ARITH int pto_split_real(double a, double *fraction)
{
    int below = 0;
    if (a < 0x1p-1022) {
        a *= 0x1p54;
        below = 54;
    }
    uint64_t bits = pto_bitcast(uint64_t, a);
    *fraction = pto_bitcast(double, (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1023) << 52);
    return (int)(bits >> 52) - 1023 - below;
}

// Newton's steps on the fraction, of which each doubles the digits; the last is taken from the rest, so that squares
// give their roots exactly.
PTO_MATH_FN double pto_sqrt_real(double a)
{
    if (!(a > 0) || a == __builtin_inf()) {
        return a < 0 ? __builtin_nan("") : a;
    }
    double part;
    int exponent = pto_split_real(a, &part);
    if ((exponent & 1) != 0) {
        part *= 2;
        exponent--;
    }
    double root = 0.41731 + 0.59016 * part;
    for (int i = 0; i < 6; i++) {
        root -= (root * root - part) / (2 * root);
    }
    return pto_scale_real(root, exponent / 2);
}

// e^a: 2^n e^r with r at most half of ln 2, whose series ends at r^13.
PTO_MATH_FN double pto_exp_real(double a)
{
    if (!(a > -746 && a < 710)) {
        return a != a ? a : a > 0 ? __builtin_inf() : 0;
    }
    double n = pto_roundeven_real(a * 1.4426950408889634);
    double r = (a - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33, sum = 1;
    for (int i = 13; i > 0; i--) {
        sum = 1 + sum * r / i;
    }
    return pto_scale_real(sum, (int)n);
}

// e^a - 1, by the series where the 1 would take the digits.
PTO_MATH_FN double pto_expm1_real(double a)
{
    if (!(__builtin_fabs(a) < 0.35)) {
        return pto_exp_real(a) - 1;
    }
    double sum = 1;
    for (int i = 14; i > 1; i--) {
        sum = 1 + sum * a / i;
    }
    return a * sum;
}

// 2 artanh(s): ln of (1 + s) / (1 - s), with |s| below 0.172.
PTO_ARITH double pto_log_series(double s)
{
    double square = s * s, sum = 0;
    for (int i = 21; i > 1; i -= 2) {
        sum = (sum + 1.0 / i) * square;
    }
    return 2 * s + 2 * s * sum;
}

PTO_MATH_FN double pto_log_real(double a)
{
    if (!(a > 0) || a == __builtin_inf()) {
        return a == 0 ? -__builtin_inf() : a > 0 ? a : __builtin_nan("");
    }
    double part;
    int exponent = pto_split_real(a, &part);
    if (part > 1.4142135623730951) {
        part *= 0.5;
        exponent++;
    }
    double low = pto_log_series((part - 1) / (part + 1)) + exponent * 0x1.a39ef35793c76p-33;
    return low + exponent * 0x1.62e42feep-1;
}

PTO_MATH_FN double pto_log1p_real(double a)
{
    return __builtin_fabs(a) < 0.25 ? pto_log_series(a / (2 + a)) : pto_log_real(1 + a);
}

PTO_MATH_FN double pto_tanh_real(double a)
{
    if (!(__builtin_fabs(a) < 20)) {
        return a != a ? a : __builtin_copysign(1, a);
    }
    double grown = pto_expm1_real(2 * a);
    return grown / (grown + 2);
}

// a^n by squaring.
PTO_MATH_FN double pto_powi_real(double a, int64_t n)
{
    uint64_t count = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    double result = 1;
    for (; count != 0; count >>= 1, a *= a) {
        result *= (count & 1) != 0 ? a : 1;
    }
    return n < 0 ? 1 / result : result;
}

// a^b. Whole powers up to 64 are products; else e^(b ln |a|), with the sign of an odd power.
PTO_MATH_FN double pto_pow_real(double a, double b)
{
    bool whole = pto_trunc_real(b) == b;
    if (a == 1 || b == 0) {
        return 1;
    }
    if (a != a || b != b) {
        return __builtin_nan("");
    }
    if (whole && __builtin_fabs(b) <= 64) {
        return pto_powi_real(a, (int64_t)b);
    }
    if (a == -1 && __builtin_fabs(b) == __builtin_inf()) {
        return 1;
    }
    if (a < 0 && !whole && a != -__builtin_inf()) {
        return __builtin_nan("");
    }
    bool odd = whole && __builtin_fabs(b) < 0x1p53 && ((int64_t)b & 1) != 0;
    double size = pto_exp_real(b * pto_log_real(__builtin_fabs(a)));
    return odd && __builtin_signbit(a) ? -size : size;
}

PTO_ARITH double pto_rsqrt_real(double a)
{
    return 1 / pto_sqrt_real(a);
}

PTO_ARITH double pto_exp2_real(double a)
{
    double n = pto_roundeven_real(__builtin_fabs(a) < 2100 ? a : 0);
    return n == 0 ? pto_exp_real(a * 0.69314718055994531)
                  : pto_scale_real(pto_exp_real((a - n) * 0.69314718055994531), (int)n);
}

// Powers of two have whole logarithms.
PTO_ARITH double pto_log2_real(double a)
{
    double part = 1;
    int exponent = a > 0 && a < __builtin_inf() ? pto_split_real(a, &part) : 0;
    return part == 1 && exponent != 0 ? exponent : pto_log_real(a) * 1.4426950408889634;
}

PTO_ARITH double pto_log10_real(double a)
{
    return pto_log_real(a) * 0.43429448190325182;
}

// The series of erf up to 3, the continued fraction of erfc beyond.
PTO_MATH_FN double pto_erf_real(double a)
{
    double x = __builtin_fabs(a), term = x, sum = x;
    if (!(x < 6)) {
        return a != a ? a : __builtin_copysign(1, a);
    }
    if (x < 3) {
        for (int i = 1; i < 80; i++) {
            term *= -x * x / i;
            sum += term / (2 * i + 1);
        }
        return __builtin_copysign(sum * 1.1283791670955126, a);
    }
    double tail = x;
    for (int i = 60; i > 0; i--) {
        tail = x + 0.5 * i / tail;
    }
    return __builtin_copysign(1 - pto_exp_real(-x * x) / tail * 0.56418958354775629, a);
}

#define pto_math_absf(a)        pto_as(a, __builtin_fabs(pto_real(a)))
#define pto_math_copysign(a, b) pto_as(a, __builtin_copysign(pto_real(a), pto_real(b)))
#define pto_math_powf(a, b)     pto_as(a, pto_pow_real(pto_real(a), pto_real(b)))
#define pto_math_fpowi(a, n)    pto_as(a, pto_powi_real(pto_real(a), pto_sext(n)))
#define pto_math_trunc(a)       pto_as(a, pto_trunc_real(pto_real(a)))
#define pto_math_floor(a)       pto_as(a, pto_floor_real(pto_real(a)))
#define pto_math_ceil(a)        pto_as(a, pto_ceil_real(pto_real(a)))
#define pto_math_round(a)       pto_as(a, pto_round_real(pto_real(a)))
#define pto_math_roundeven(a)   pto_as(a, pto_roundeven_real(pto_real(a)))
#define pto_math_sqrt(a)        pto_as(a, pto_sqrt_real(pto_real(a)))
#define pto_math_rsqrt(a)       pto_as(a, pto_rsqrt_real(pto_real(a)))
#define pto_math_exp(a)         pto_as(a, pto_exp_real(pto_real(a)))
#define pto_math_exp2(a)        pto_as(a, pto_exp2_real(pto_real(a)))
#define pto_math_expm1(a)       pto_as(a, pto_expm1_real(pto_real(a)))
#define pto_math_log(a)         pto_as(a, pto_log_real(pto_real(a)))
#define pto_math_log2(a)        pto_as(a, pto_log2_real(pto_real(a)))
#define pto_math_log10(a)       pto_as(a, pto_log10_real(pto_real(a)))
#define pto_math_log1p(a)       pto_as(a, pto_log1p_real(pto_real(a)))
#define pto_math_tanh(a)        pto_as(a, pto_tanh_real(pto_real(a)))
#define pto_math_erf(a)         pto_as(a, pto_erf_real(pto_real(a)))

// ---------------------------------------------------------------------------------------------------------------------
// Integers

#define pto_math_absi(a) (pto_sext(a) < 0 ? pto_cut(a, 0 - (uint64_t)(a)) : (a))
#define pto_math_ctlz(a) \
    pto_cut(a, pto_zext(a) == 0 ? pto_width(a) : __builtin_clzll(pto_zext(a)) - (64 - pto_width(a)))
#define pto_math_cttz(a)  pto_cut(a, pto_zext(a) == 0 ? pto_width(a) : __builtin_ctzll(pto_zext(a)))
#define pto_math_ctpop(a) pto_cut(a, __builtin_popcountll(pto_zext(a)))

#ifdef __cplusplus
}
#endif

#endif
