// SPDX-License-Identifier: Apache-2.0
//
// pto/math.h against the C library of the host: random numbers, and those at which a function turns. Prints TAP.

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

/// A float of any bits.
static float any(void)
{
    uint32_t bits = (uint32_t)rand() << 16 ^ (uint32_t)rand();
    return pto_bitcast(float, bits);
}

/// Whether a double is near enough: zeros and infinities with their signs.
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

/// `fn` at the special numbers, in a range, and rounded to f32 for any.
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
}

static void check_powers(void)
{
    long wrong = 0;
    for (size_t i = 0; i < SPECIAL_NUM - 1; i++) {
        for (size_t j = 0; j < SPECIAL_NUM - 1; j++) {
            wrong += !near(pto_pow_real(special[i], special[j]), pow(special[i], special[j]));
        }
    }
    for (int i = 0; i < 100000; i++) {
        float a = any(), b = any(), c = (float)within(0, 20), d = (float)within(-30, 30);
        wrong += !same(pto_math_powf(a, b), (float)pow(a, b)) + !same(pto_math_powf(c, d), (float)pow(c, d));
        wrong += !near(pto_powi_real(c, i % 21 - 10), pow(c, i % 21 - 10));
    }
    report("powf, fpowi", wrong);
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
    check_integers();
    return report_end();
}
