// SPDX-License-Identifier: Apache-2.0
//
// pto/math.h against the C library of the host: random numbers, and critical arguments of each function. Prints TAP.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <pto/math.h>

#include "report.h"

static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1e-310};
#define SPECIAL_NUM (sizeof(special) / sizeof(special[0]))

static double within(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

/// A float with random bits.
static float any(void)
{
    uint32_t bits = (uint32_t)rand() << 16 ^ (uint32_t)rand();
    return pto_bitcast(float, bits);
}

/// Whether a double is close enough: zeros and infinities with their signs.
static bool near(double got, double want)
{
    if (isnan(want) || isinf(want) || want == 0) {
        return isnan(want) ? isnan(got) : got == want && signbit(got) == signbit(want);
    }
    return fabs(got - want) <= fabs(want) * 0x1p-42 || fabs(got - want) <= 0x1p-1074;
}

static bool same(float got, float want)
{
    return isnan(want) ? isnan(got) : got == want && signbit(got) == signbit(want);
}

/// `fn` at special numbers, in a range, and rounded to f32 for any argument.
#define CHECK(fn, low, high)                                             \
    do {                                                                 \
        long wrong = 0;                                                  \
        for (size_t i = 0; i < SPECIAL_NUM; i++) {                       \
            wrong += !near(pto_##fn##_real(special[i]), fn(special[i])); \
        }                                                                \
        for (int i = 0; i < 100000; i++) {                               \
            double x = within(low, high);                                \
            float y = any();                                             \
            wrong += !near(pto_##fn##_real(x), fn(x));                   \
            wrong += !same(pto_math_##fn(y), (float)fn(y));              \
        }                                                                \
        report(#fn, wrong);                                              \
    } while (0)

static double rsqrt(double x)
{
    return 1 / sqrt(x);
}

static double roundeven_(double x)
{
    return nearbyint(x);
}
#define roundeven roundeven_

static void check_functions(void)
{
    CHECK(sqrt, 0, 1e9);
    CHECK(rsqrt, 0, 1e9);
    CHECK(exp, -750, 712);
    CHECK(exp2, -1080, 1030);
    CHECK(expm1, -2, 2);
    CHECK(log, 0, 4);
    CHECK(log2, 0, 4);
    CHECK(log10, 0, 4);
    CHECK(log1p, -1, 4);
    CHECK(tanh, -22, 22);
    CHECK(erf, -7, 7);
    CHECK(floor, -9, 9);
    CHECK(ceil, -9, 9);
    CHECK(trunc, -9, 9);
    CHECK(round, -9, 9);
    CHECK(roundeven, -9, 9);
    CHECK(sin, -9, 9);
    CHECK(cos, -9, 9);
    CHECK(tan, -9, 9);
}

static void check_powers(void)
{
    long wrong = 0;
    for (size_t i = 0; i < SPECIAL_NUM - 1; i++) {
        for (size_t j = 0; j < SPECIAL_NUM - 1; j++) {
            wrong += !near(pto_powf_real(special[i], special[j]), pow(special[i], special[j]));
        }
    }
    for (int i = 0; i < 100000; i++) {
        float a = any(), b = any(), c = (float)within(0, 20), d = (float)within(-30, 30);
        wrong += !same(pto_math_powf(a, b), (float)pow(a, b)) + !same(pto_math_powf(c, d), (float)pow(c, d));
        wrong += !near(pto_fpowi_real(c, i % 21 - 10), pow(c, i % 21 - 10));
    }
    report("powf, fpowi", wrong);
}

/// Sine, cosine and tangent at any double and next to multiples of a quarter turn: to 2^-50, two in the last place.
static void check_angles(void)
{
    static double (*const fns[][2])(double) = {{pto_sin_real, sin}, {pto_cos_real, cos}, {pto_tan_real, tan}};
    static const char *const names[] = {"sin to 2^-50", "cos to 2^-50", "tan to 2^-50"};
    for (size_t fn = 0; fn < 3; fn++) {
        long wrong = 0;
        for (int i = 0; i < 400000; i++) {
            double quarter = (rand() % 2 != 0 ? rand() : rand() % 32) * 1.5707963267948966;
            uint64_t bits = pto_bitcast(uint64_t, quarter) + (uint64_t)(rand() % 3) - 1;
            bits = i % 2 != 0 ? bits : (uint64_t)rand() << 42 ^ (uint64_t)rand() << 21 ^ (uint64_t)rand();
            double x = pto_bitcast(double, bits), want = fns[fn][1](x), got = fns[fn][0](x);
            wrong += isnan(want) ? !isnan(got) : !(fabs(got - want) <= fabs(want) * 0x1p-50) && got != want;
        }
        report(names[fn], wrong);
    }
}

/// a * b + c in each format against the fma of the C library, whose double is rounded to odd by hand for those below f32.
static void check_fma(void)
{
    long wrong = 0;
    for (int i = 0; i < 1000000; i++) {
        float a = any(), b = any(), c = any();
        if (i % 2 != 0) {  // the sum is close to the product, and both are near half a unit in the last place
            a = (float)(rand() % 8192 - 4096) * 0x1p-11f;
            b = (float)(rand() % 4096 * 2 + 1) * 0x1p-12f;
            c = (float)within(-1, 1) * (i % 4 == 1 ? 0x1p-40f : 0x1p20f);
        }
        double x = (double)a * 1.1, y = (double)b * 1.3, z = (double)c * 1.7;
        wrong += !same(pto_math_fma(a, b, c), fmaf(a, b, c));
        wrong += pto_math_fma(x, y, z) != fma(x, y, z) && !isnan(fma(x, y, z));
    }
    report("fma of f32 and f64", wrong);
    // 1.0078125 * 1.5 is halfway between two bf16, so any addend decides, however small.
    pto_bf16_t p = pto_real_to_bf16(1.0078125), q = pto_real_to_bf16(1.5), up = pto_real_to_bf16(0x1p-80);
    pto_bf16_t down = pto_real_to_bf16(-0x1p-80);
    report("fma of bf16 is rounded once", (pto_real(pto_math_fma(p, q, up)) != 1.515625) +
                                              (pto_real(pto_math_fma(p, q, down)) != 1.5078125));
}

static void check_integers(void)
{
    long wrong = 0;
    for (int i = -128; i < 128; i++) {
        int8_t a = (int8_t)i;
        int lead = 0, trail = 0, ones = 0;
        while (lead < 8 && ((uint8_t)i >> (7 - lead) & 1) == 0) {
            lead++;
        }
        while (trail < 8 && (i >> trail & 1) == 0) {
            trail++;
        }
        for (int bit = 0; bit < 8; bit++) {
            ones += i >> bit & 1;
        }
        wrong += pto_math_absi(a) != (int8_t)abs(i);
        wrong += (pto_math_ctlz(a) != lead) + (pto_math_cttz(a) != trail) + (pto_math_ctpop(a) != ones);
    }
    report("absi, ctlz, cttz, ctpop", wrong);
    float half = -0.5f, two = 2.0f;
    report("absf, copysign", (pto_math_absf(half) != 0.5f) + (pto_math_copysign(two, half) != -2.0f));
}

int main(void)
{
    srand(1);
    check_functions();
    check_powers();
    check_angles();
    check_fma();
    check_integers();
    return report_end();
}
