// SPDX-License-Identifier: Apache-2.0
//
// Scalar functions of the math dialect, for the C that ptoc writes. All compute in double, to a relative error of 2^-50
// (erf, pow: 2^-42) or better, and round to the format of the argument.
//
// No C library is needed: the functions split a number into its bits. Names that end in _real take and return a double;
// the macros at the end take a float of any format.
#ifndef PTO_MATH_H
#define PTO_MATH_H

#include <pto/arith.h>

#define PTO_MATH_FN static __attribute__((noinline, unused))

// ---------------------------------------------------------------------------------------------------------------------
// Rounding to integers

// Numbers from 2^52 on have no fraction.
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

// Rounds halves away from zero.
PTO_ARITH double pto_round_real(double a)
{
    double cut = pto_trunc_real(a);
    return __builtin_fabs(a - cut) >= 0.5 ? cut + __builtin_copysign(1, a) : cut;
}

// Rounds halves to even.
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

// Returns the exponent of a positive number and its significand, in [1, 2).
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

// Newton iterations on the significand, each of which doubles the correct digits. The last one uses the exact
// remainder, so that squares have exact roots.
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

// e^a: 2^n e^r with |r| at most half of ln 2; the series of e^r ends at r^13.
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

// e^a - 1, by the series near 0, where subtracting 1 would cancel digits.
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
PTO_MATH_FN double pto_fpowi_real(double a, int64_t n)
{
    uint64_t count = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    double result = 1;
    for (; count != 0; count >>= 1, a *= a) {
        result *= (count & 1) != 0 ? a : 1;
    }
    return n < 0 ? 1 / result : result;
}

// a^b. Whole powers up to 64 are products; else e^(b ln |a|), with the sign of an odd power.
PTO_MATH_FN double pto_powf_real(double a, double b)
{
    bool whole = pto_trunc_real(b) == b;
    if (a == 1 || b == 0) {
        return 1;
    }
    if (a != a || b != b) {
        return __builtin_nan("");
    }
    if (whole && __builtin_fabs(b) <= 64) {
        return pto_fpowi_real(a, (int64_t)b);
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

// Uses the series of erf up to 3, the continued fraction of erfc beyond.
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

// ---------------------------------------------------------------------------------------------------------------------
// Angles

// 64 bits of 0, then the fraction bits of 2 / pi, as many as the largest double needs.
static const uint32_t pto_two_over_pi[] __attribute__((unused)) = {
    0, 0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

// Returns |a| in quarter turns, modulo 4. Stores in *rest its distance to the nearest of them in radians, at most pi /
// 4 in magnitude. |a| is m * 2^e with m of 53 bits. Bits of 2 / pi above 2^(2 - e) contribute whole turns. The next 192
// bits times m give 190 bits of a fraction; a double near a quarter turn cancels at most 62 of them.
PTO_MATH_FN uint32_t pto_quarter_real(double a, double *rest)
{
    a = __builtin_fabs(a);
    if (a < 0.785398) {
        *rest = a;
        return 0;
    }
    uint64_t bits = pto_bitcast(uint64_t, a), m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    uint32_t at = (uint32_t)(bits >> 52) - 1023 - 52 - 2 + 64, product[6] = {0};
    for (int i = 5; i >= 0; i--) {  // from the lowest word up, each times both halves of m
        const uint32_t *word = &pto_two_over_pi[at / 32 + (uint32_t)i];
        uint32_t digits = at % 32 == 0 ? word[0] : word[0] << at % 32 | word[1] >> (32 - at % 32);
        uint64_t low = digits * (m & UINT32_MAX), high = digits * (m >> 32), carry = 0;
        for (int k = i; k >= 0; k--) {
            carry += product[k] + (k == i ? low & UINT32_MAX : k == i - 1 ? low >> 32 : 0);
            carry += k == i - 1 ? high & UINT32_MAX : k == i - 2 ? high >> 32 : 0;
            product[k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    uint32_t quarter = product[0] >> 30;
    bool behind = (product[0] >> 29 & 1) != 0;  // closer to the next quarter
    double turn = 0, weight = 0x1p-30;
    for (int i = 0; i < 6; i++, weight *= 0x1p-32) {
        uint32_t digits = behind ? ~product[i] : product[i];  // ~x is 1 less than -x, in the last of 190 bits
        turn += (i == 0 ? digits & 0x3fffffff : digits) * weight;
    }
    *rest = (behind ? -turn : turn) * 1.5707963267948966;
    return (quarter + behind) & 3;
}

// The series up to r^17 and r^18.
PTO_ARITH double pto_sin_series(double r)
{
    double sum = 1;
    for (int i = 17; i > 1; i -= 2) {
        sum = 1 - sum * r * r / (i * (i - 1));
    }
    return r * sum;
}

PTO_ARITH double pto_cos_series(double r)
{
    double sum = 1;
    for (int i = 18; i > 0; i -= 2) {
        sum = 1 - sum * r * r / (i * (i - 1));
    }
    return sum;
}

// The sine of `a` plus this many quarter turns.
PTO_MATH_FN double pto_turned_sin(double a, uint32_t quarters)
{
    double rest;
    uint32_t quarter = pto_quarter_real(a, &rest) + quarters;
    double size = (quarter & 1) != 0 ? pto_cos_series(rest) : pto_sin_series(rest);
    return (quarter & 2) != 0 ? -size : size;
}

PTO_ARITH double pto_sin_real(double a)
{
    return a - a != 0 ? a - a : __builtin_signbit(a) ? -pto_turned_sin(a, 0) : pto_turned_sin(a, 0);
}

PTO_ARITH double pto_cos_real(double a)
{
    return a - a != 0 ? a - a : pto_turned_sin(a, 1);
}

PTO_ARITH double pto_tan_real(double a)
{
    return pto_sin_real(a) / pto_cos_real(a);
}

// a * b + c, rounded once. If the product is exact in double, the sum is rounded to odd. Lost bits then still count
// when the result is rounded to a narrower format.
PTO_MATH_FN double pto_fma_real(double a, double b, double c, bool exact)
{
    if (!exact) {
        return __builtin_fma(a, b, c);
    }
    double product = a * b, sum = product + c, back = sum - product;
    double lost = (product - (sum - back)) + (c - back);
    uint64_t bits = pto_bitcast(uint64_t, sum);
    if (sum - sum == 0 && lost != 0 && (bits & 1) == 0) {
        bits += (lost > 0) == (sum > 0) ? 1 : UINT64_MAX;
    }
    return pto_bitcast(double, bits);
}

// pto_math_NAME() for each math.NAME of floats in isa/system.def, over pto_NAME_real()
#include <pto/math_calls.h>
#define pto_math_absf(a)        pto_set_sign(a, false)
#define pto_math_copysign(a, b) pto_set_sign(a, pto_get_sign(b))
#define pto_math_fma(a, b, c)   pto_as(a, pto_fma_real(pto_real(a), pto_real(b), pto_real(c), sizeof(a) < 8))

// ---------------------------------------------------------------------------------------------------------------------
// Integers

#define pto_math_absi(a) (pto_sext(a) < 0 ? pto_cut(a, 0 - (uint64_t)(a)) : (a))
#define pto_math_ctlz(a) \
    pto_cut(a, pto_zext(a) == 0 ? pto_width(a) : __builtin_clzll(pto_zext(a)) - (64 - pto_width(a)))
#define pto_math_cttz(a)  pto_cut(a, pto_zext(a) == 0 ? pto_width(a) : __builtin_ctzll(pto_zext(a)))
#define pto_math_ctpop(a) pto_cut(a, __builtin_popcountll(pto_zext(a)))

#endif
