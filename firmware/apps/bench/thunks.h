// SPDX-License-Identifier: Apache-2.0
//
// Wrappers that pass each plain form of the bench kernels its arguments: BENCH_THUNKS(auto) defines auto_vabs_run(out) and
// so on. The file that includes it need not use all.

#ifndef PTO_APPS_BENCH_THUNKS_H
#define PTO_APPS_BENCH_THUNKS_H

#include "bench.h"
#include "data.h"

// clang-format off
#define BENCH_THUNK(form, row, function, ...) \
    __attribute__((unused)) static void form##_##row##_run(void *o) { form##_##function(o, __VA_ARGS__); }
#define BENCH_THUNKS(form) \
    BENCH_THUNK(form, vabs, vabs, bench_data.a, BENCH_TAIL_N) \
    BENCH_THUNK(form, vabs_n, vabs, bench_data.a, BENCH_TAIL_N) \
    BENCH_THUNK(form, vabs_64, vabs, bench_data.a, BENCH_SHORT_N) \
    BENCH_THUNK(form, vabs_tile, vabs_tile, bench_data.a, BENCH_TILE_ROWS, BENCH_TILE_COLS, BENCH_TILE_PITCH) \
    BENCH_THUNK(form, vadd_f32, vadd_f32, bench_data.a, bench_data.b, BENCH_N) \
    BENCH_THUNK(form, vadd_i8, vadd_i8, (int8_t *)bench_data.a, (int8_t *)bench_data.b, BENCH_I8_N) \
    BENCH_THUNK(form, axpy, axpy, bench_data.a, BENCH_FACTOR, BENCH_N) \
    BENCH_THUNK(form, relu, relu, bench_data.a, BENCH_N) \
    BENCH_THUNK(form, softmax, softmax, bench_data.a, BENCH_SOFTMAX_ROWS, BENCH_COLS) \
    BENCH_THUNK(form, rmsnorm, rmsnorm, bench_data.a, bench_data.b, BENCH_RMS_EPS, BENCH_N) \
    BENCH_THUNK(form, add_carry, add_carry, bench_data.ua, bench_data.ub, BENCH_LIMB_N) \
    BENCH_THUNK(form, add_carry_n, add_carry, bench_data.ua, bench_data.ub, BENCH_LIMB_N) \
    BENCH_THUNK(form, f16_to_f32, f16_to_f32, bench_data.half, BENCH_N) \
    BENCH_THUNK(form, row_sum, row_sum, bench_data.a, BENCH_SUM_ROWS, BENCH_COLS) \
    BENCH_THUNK(form, row_sum_n, row_sum, bench_data.a, BENCH_SUM_ROWS, BENCH_COLS) \
    BENCH_THUNK(form, gather, gather, bench_data.ua, bench_data.index, BENCH_N) \
    BENCH_THUNK(form, copy2d, copy2d, (uint8_t *)bench_data.a, BENCH_COPY_ROWS, BENCH_COPY_BYTES, BENCH_COPY_PITCH)
// clang-format on

#endif // PTO_APPS_BENCH_THUNKS_H
