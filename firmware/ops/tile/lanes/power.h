// SPDX-License-Identifier: Apache-2.0
//
// x^y of floats, computed in double: plain C, the same bits on every core.
#ifndef PTO_OPS_TILE_POWER_H
#define PTO_OPS_TILE_POWER_H

#include <stdbool.h>
#include <stdint.h>

// log2 of a positive normal double, to about 2^-50 relative: log2(m 2^e) with m near 1 by the series of atanh.
static double pto_power_log2(double x)
{
    uint64_t bits = pto_f64_bits(x);
    int64_t e = (int64_t)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x3ff0000000000000);
    double m;
    __builtin_memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        e++;
    }
    double t = (m - 1) / (m + 1), z = t * t, sum = 0;
    for (int k = 23; k >= 1; k -= 2) {
        sum = sum * z + 1.0 / k;
    }
    return (double)e + 2.885390081777926814 * t * sum;
}

// 2^x for |x| < 1022.
static double pto_power_exp2(double x)
{
    int64_t n = (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
    double r = (x - (double)n) * 0.693147180559945309417, sum = 1;
    for (int k = 15; k >= 1; k--) {
        sum = 1 + sum * r / k;
    }
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double scale;
    __builtin_memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

// Whether a float is an integer, and an odd one. Floats from 2^24 on are even integers, infinities among them.
static bool pto_power_is_integer(float y)
{
    return y >= 0x1p24f || y <= -0x1p24f || (float)(int32_t)y == y;
}

static bool pto_power_is_odd(float y)
{
    return y < 0x1p24f && y > -0x1p24f && (float)(int32_t)y == y && ((int32_t)y & 1);
}

// x^y for an x of the magnitudes 0 and infinity, or an infinite y.
static float pto_power_of_limits(float size, float sign, float y)
{
    if (size == 1) {
        return 1;
    }
    bool infinite_exponent = y - y != 0;
    bool grows = (size > 1) == (y > 0);
    return (infinite_exponent ? 1 : sign) * (grows ? __builtin_inff() : 0.0f);
}

// The special cases are those of C's pow().
static float pto_power_f32(float x, float y)
{
    if (y == 0 || x == 1) {
        return 1;
    }
    if (x != x || y != y) {
        return __builtin_nanf("");
    }
    float size = x < 0 ? -x : x;
    float sign = pto_power_is_odd(y) && __builtin_signbit(x) ? -1.0f : 1.0f;
    if (size == 0 || size - size != 0 || y - y != 0) {
        return pto_power_of_limits(size, sign, y);
    }
    if (x < 0 && !pto_power_is_integer(y)) {
        return __builtin_nanf("");
    }
    double exponent = pto_power_log2((double)size) * (double)y;
    if (exponent > 128) {
        return sign * __builtin_inff();
    }
    return exponent < -160 ? sign * 0.0f : sign * (float)pto_power_exp2(exponent);
}

#endif
