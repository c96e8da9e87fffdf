// SPDX-License-Identifier: Apache-2.0
//
// Wrappers that pass each plain form of the bench kernels its arguments: BENCH_THUNKS(auto) defines auto_vabs_run(out) and
// so on. The file that includes it need not use all.

#ifndef PTO_APPS_BENCH_THUNKS_H
#define PTO_APPS_BENCH_THUNKS_H

#include "bench.h"
#include "data.h"

#define BENCH_THUNK __attribute__((unused)) static void

// clang-format off
#define BENCH_THUNKS(form) \
    BENCH_THUNK form##_vabs_run(void *o) { form##_vabs(o, bench_data.a, BENCH_TAIL_N); } \
    BENCH_THUNK form##_vabs_n_run(void *o) { form##_vabs(o, bench_data.a, BENCH_TAIL_N); } \
    BENCH_THUNK form##_vabs_64_run(void *o) { form##_vabs(o, bench_data.a, BENCH_SHORT_N); } \
    BENCH_THUNK form##_vabs_tile_run(void *o) \
    { \
        form##_vabs_tile(o, bench_data.a, BENCH_TILE_ROWS, BENCH_TILE_COLS, BENCH_TILE_PITCH); \
    } \
    BENCH_THUNK form##_vadd_f32_run(void *o) { form##_vadd_f32(o, bench_data.a, bench_data.b, BENCH_N); } \
    BENCH_THUNK form##_vadd_i8_run(void *o) \
    { \
        form##_vadd_i8(o, (int8_t *)bench_data.a, (int8_t *)bench_data.b, BENCH_I8_N); \
    } \
    BENCH_THUNK form##_axpy_run(void *o) { form##_axpy(o, bench_data.a, BENCH_FACTOR, BENCH_N); } \
    BENCH_THUNK form##_relu_run(void *o) { form##_relu(o, bench_data.a, BENCH_N); } \
    BENCH_THUNK form##_softmax_run(void *o) \
    { \
        form##_softmax(o, bench_data.a, BENCH_SOFTMAX_ROWS, BENCH_COLS); \
    } \
    BENCH_THUNK form##_rmsnorm_run(void *o) \
    { \
        form##_rmsnorm(o, bench_data.a, bench_data.b, BENCH_RMS_EPS, BENCH_N); \
    } \
    BENCH_THUNK form##_add_carry_run(void *o) \
    { \
        form##_add_carry(o, bench_data.ua, bench_data.ub, BENCH_LIMB_N); \
    } \
    BENCH_THUNK form##_add_carry_n_run(void *o) { form##_add_carry_run(o); } \
    BENCH_THUNK form##_row_sum_n_run(void *o) { form##_row_sum(o, bench_data.a, BENCH_SUM_ROWS, BENCH_COLS); } \
    BENCH_THUNK form##_f16_to_f32_run(void *o) { form##_f16_to_f32(o, bench_data.half, BENCH_N); } \
    BENCH_THUNK form##_row_sum_run(void *o) { form##_row_sum(o, bench_data.a, BENCH_SUM_ROWS, BENCH_COLS); } \
    BENCH_THUNK form##_gather_run(void *o) { form##_gather(o, bench_data.ua, bench_data.index, BENCH_N); } \
    BENCH_THUNK form##_copy2d_run(void *o) \
    { \
        form##_copy2d(o, (uint8_t *)bench_data.a, BENCH_COPY_ROWS, BENCH_COPY_BYTES, BENCH_COPY_PITCH); \
    }
// clang-format on

#endif // PTO_APPS_BENCH_THUNKS_H
