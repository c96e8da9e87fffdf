// SPDX-License-Identifier: Apache-2.0
//
// Inputs of the bench kernels, and the comparison of the forms' results.

#include "data.h"

bench_data_t bench_data;

// Numerical Recipes' 32-bit generator: the inputs are equal in every run and build.
static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

void bench_fill(void)
{
    bench_data_t *d = &bench_data;
    uint32_t state = 2026;
    for (size_t i = 0; i < BENCH_MAX_FLOATS; i++) {
        // Within [-4, 4): small enough for softmax, signed for abs and relu.
        d->a[i] = (float)(int32_t)(next(&state) - (1u << 23)) * (4.0f / (1u << 23));
        d->b[i] = (float)(int32_t)(next(&state) - (1u << 23)) * (4.0f / (1u << 23));
    }
    for (size_t i = 0; i < BENCH_N; i++) {
        d->half[i] = (bench_f16_t)d->a[i];
        d->index[i] = next(&state) % BENCH_N;
    }
    for (size_t i = 0; i < BENCH_LIMBS * BENCH_LIMB_N; i++) {
        // All ones now and then, so that carries propagate through several limbs.
        uint32_t x = next(&state) << 8 | (next(&state) & 0xff);
        d->ua[i] = x % 5 == 0 ? UINT32_MAX : x;
        d->ub[i] = next(&state) << 8;
    }
}

size_t bench_compare(const void *got, const void *want, size_t bytes, float tolerance)
{
    if (tolerance == 0.0f) {
        const uint8_t *g = got;
        const uint8_t *w = want;
        for (size_t i = 0; i < bytes; i++) {
            if (g[i] != w[i]) {
                return i;
            }
        }
        return bytes;
    }
    const float *g = got;
    const float *w = want;
    for (size_t i = 0; i < bytes / sizeof(float); i++) {
        float error = __builtin_fabsf(g[i] - w[i]);
        // This form makes a NaN on either side count as a difference.
        if (!(error <= tolerance * __builtin_fabsf(w[i]) + 1e-9f)) {
            return i * sizeof(float);
        }
    }
    return bytes;
}
