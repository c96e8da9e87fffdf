// SPDX-License-Identifier: Apache-2.0
//
// The errors of vexp, vln and vrsqrt that docs/spec-decisions.md states, measured on the host with the
// scalar backend, whose bits are those of the RVV one (tests/vector). Reference is the C library in
// double precision.
//
//   ulp [STRIDE]    tries every STRIDE-th f32 argument; 1, all of them, takes some minutes

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PTO_VECTOR_SCALAR 1
#include "vector.h"

typedef struct {
    const char *name;
    float (*function)(float);
    double (*reference)(double);
    double bound;
} function_t;

static float vexp(float x)
{
    return pto_scalar_exp(x);
}

static float vln(float x)
{
    return pto_scalar_ln(x);
}

static float vrsqrt(float x)
{
    return pto_scalar_rsqrt(x);
}

static double rsqrt(double x)
{
    return 1 / sqrt(x);
}

static const function_t functions[] = {
    {"vexp", vexp, exp, 0.996},
    {"vln", vln, log, 0.829},
    {"vrsqrt", vrsqrt, rsqrt, 0.501},
};

// The distance of y from the exact result, in units of the last place that the exact result has in a
// format of `digits` bits with the given least exponent. Infinite where only one of them is special.
static double error_ulp(double y, double exact, int digits, int exponent_min, double largest)
{
    // Halfway between the largest number and the one after it.
    double limit = largest + ldexp(1, (int)floor(log2(largest)) - digits);
    if (isnan(exact) || isinf(exact) || fabs(exact) >= limit) {
        int same = isnan(exact) ? isnan(y) : isinf(y) && signbit(y) == signbit(exact);
        return same ? 0 : INFINITY;
    }
    int exponent;
    frexp(exact, &exponent);
    exponent = exponent - 1 < exponent_min ? exponent_min : exponent - 1;
    double error = fabs(y - exact) / ldexp(1, exponent - digits + 1);
    return isnan(error) ? INFINITY : error;
}

static int report(int number, const char *type, const function_t *f, double worst, float where, double bound)
{
    int ok = worst <= bound;
    printf("%sok %d - %s %s within %.3f ulp\n", ok ? "" : "not ", number, f->name, type, bound);
    printf("# worst %.4f at %a\n", worst, (double)where);
    return !ok;
}

static int check_f32(int number, const function_t *f, uint64_t stride)
{
    double worst = 0;
    float where = 0;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += stride) {
        float x = pto_f32_of((uint32_t)bits);
        double error = error_ulp(f->function(x), f->reference(x), 24, -126, 0x1.fffffep127);
        if (error > worst) {
            worst = error;
            where = x;
        }
    }
    return report(number, "f32", f, worst, where, f->bound);
}

// All arguments of f16.
static int check_f16(int number, const function_t *f)
{
    double worst = 0;
    float where = 0;
    for (uint32_t bits = 0; bits <= UINT16_MAX; bits++) {
        uint16_t narrow = (uint16_t)bits;
        pto_f16_t x;
        memcpy(&x, &narrow, sizeof x);
        double y = (double)(pto_f16_t)f->function((float)x);
        double error = error_ulp(y, f->reference((double)x), 11, -14, 65504);
        if (error > worst) {
            worst = error;
            where = (float)x;
        }
    }
    return report(number, "f16", f, worst, where, 0.5004);
}

int main(int argc, char **argv)
{
    const int functions_num = sizeof functions / sizeof *functions;
    uint64_t stride = argc > 1 ? strtoull(argv[1], NULL, 0) : 101;
    int failed = 0;
    printf("1..%d\n", 2 * functions_num);
    for (int i = 0; i < functions_num; i++) {
        failed += check_f32(2 * i + 1, &functions[i], stride ? stride : 1);
        failed += check_f16(2 * i + 2, &functions[i]);
    }
    return failed != 0;
}
