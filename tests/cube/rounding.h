// SPDX-License-Identifier: Apache-2.0
//
// Model of rounding to small formats: tries all codes.
#ifndef PTO_TESTS_ROUNDING_H
#define PTO_TESTS_ROUNDING_H

#include <pto/pto.h>

#include <hal/vector/hif8.h>

// Ties to even.
static inline double round_even(double x)
{
    if (__builtin_fabs(x) >= 0x1p52) {
        return x;
    }
    double big = x < 0 ? -0x1p52 : 0x1p52;
    volatile double sum = x + big;
    return sum - big;
}

// The code of a magnitude in a format of `fraction` bits and the bias: found by trying all codes.
static inline double fp8_value(uint32_t code, int fraction, int bias)
{
    uint32_t e = (code & 0x7f) >> fraction, f = code & ((1u << fraction) - 1);
    double value = e == 0 ? (double)f : (double)(f + (1u << fraction));
    int power = (e == 0 ? 1 : (int)e) - bias - fraction;
    for (; power > 0; power--) {
        value *= 2;
    }
    for (; power < 0; power++) {
        value /= 2;
    }
    return value;
}

static inline uint32_t to_fp8(double x, int fraction, int bias, uint32_t max, uint32_t over, uint32_t nan, uint32_t sat)
{
    if (x != x) {
        return sat == PTO_SAT_ON ? 0 : nan;
    }
    uint32_t sign = __builtin_signbit(x) ? 0x80 : 0, best = 0;
    double magnitude = __builtin_fabs(x), top = fp8_value(max, fraction, bias);
    double half_step = (top - fp8_value(max - 1, fraction, bias)) / 2;
    if (magnitude >= top + half_step) {
        return sign | (sat == PTO_SAT_OFF ? over : max);
    }
    for (uint32_t code = 0; code <= max; code++) {
        double now = __builtin_fabs(fp8_value(code, fraction, bias) - magnitude);
        double before = __builtin_fabs(fp8_value(best, fraction, bias) - magnitude);
        if (now < before || (now == before && code % 2 == 0)) {
            best = code;
        }
    }
    return sign | best;
}

// To the nearest number of the format, ties away from zero; saturated.
static inline uint32_t to_hif8(double x)
{
    uint32_t best = 0;
    if (x != x) {
        return 0;
    }
    for (uint32_t code = 0; code < 256; code++) {
        double now = (double)pto_f32_of(pto_hif8_values[code]), before = (double)pto_f32_of(pto_hif8_values[best]);
        if (code == PTO_HIF8_NAN || __builtin_fabs(now) > 0x1p15) {
            continue;
        }
        double nearer = __builtin_fabs(before - x) - __builtin_fabs(now - x);
        if (nearer > 0 || (nearer == 0 && __builtin_fabs(now) > __builtin_fabs(before))) {
            best = code;
        }
        if (__builtin_fabs(x) >= 0x1p15 && __builtin_fabs(now) == 0x1p15 && (now < 0) == (x < 0)) {
            return code;
        }
    }
    return best;
}

#endif
