// SPDX-License-Identifier: Apache-2.0
//
// Inputs of the bench kernels, and the comparison of the forms' results.

#ifndef PTO_APPS_BENCH_DATA_H
#define PTO_APPS_BENCH_DATA_H

#include "bench.h"

enum { BENCH_MAX_FLOATS = BENCH_SUM_ROWS * BENCH_COLS };

typedef struct {
    _Alignas(256) float a[BENCH_MAX_FLOATS];
    _Alignas(256) float b[BENCH_MAX_FLOATS];
    _Alignas(256) bench_f16_t half[BENCH_N];
    _Alignas(256) uint32_t index[BENCH_N];
    _Alignas(256) uint32_t ua[BENCH_LIMBS * BENCH_LIMB_N];
    _Alignas(256) uint32_t ub[BENCH_LIMBS * BENCH_LIMB_N];
} bench_data_t;

extern bench_data_t bench_data;

/// Fills bench_data, identically in every run.
void bench_fill(void);

/// Offset of the first byte where two results differ, `bytes` if they agree. With a tolerance they are floats and may
/// have that relative difference, as sums in another order do.
size_t bench_compare(const void *got, const void *want, size_t bytes, float tolerance);

#endif // PTO_APPS_BENCH_DATA_H
