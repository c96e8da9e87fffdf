// SPDX-License-Identifier: Apache-2.0
//
// The kernels that `ptometal bench` counts. Each exists in several forms that do the same work:
//
//   hand_*   RVV assembly written by hand (hand/vector.S): any VLEN, with the LMUL that takes fewest instructions
//   same_*   hand-written reductions with the bits of the PTO kernels, which sum in a stated order (hand/same.S)
//   auto_*   plain C that the compiler vectorises (auto.c, auto_tails.c)
//   c_*      a PTO kernel in C (kernels.c)
//   l_*      as above over PTO_FOR_LANES (lanes.c)
//   t_*      the same kernel in .pto text (kernels.pto)
//
// Every form writes the same output from the same input; main.c compares the outputs before it counts.

#ifndef PTO_APPS_BENCH_BENCH_H
#define PTO_APPS_BENCH_BENCH_H

#include <stddef.h>
#include <stdint.h>

enum {
    BENCH_N = 4096,           // lanes of the streaming kernels
    BENCH_TAIL_N = 4093,      // as above with a partial last vector
    BENCH_SHORT_N = 64,       // one register's worth
    BENCH_I8_N = 16384,       // as many bytes as BENCH_N floats
    BENCH_TILE_ROWS = 64,     // a tile whose rows end inside a vector
    BENCH_TILE_COLS = 61,
    BENCH_TILE_PITCH = 64,    // floats between rows
    BENCH_SOFTMAX_ROWS = 8,
    BENCH_SUM_ROWS = 16,
    BENCH_COLS = 1024,        // of softmax and of the row sum
    BENCH_LIMBS = 4,          // 128-bit integers, limb-major
    BENCH_LIMB_N = 1024,      // number of them
    BENCH_COPY_ROWS = 64,
    BENCH_COPY_BYTES = 256,
    BENCH_COPY_PITCH = 512,   // bytes between rows in the source
};

#define BENCH_RMS_EPS 1e-5f
#define BENCH_FACTOR  1.5f // of axpy

typedef _Float16 bench_f16_t;

#define BENCH_DECLARE(form)                                                                       \
    void form##_vabs(float *out, const float *in, size_t n);                                      \
    void form##_vabs_tile(float *out, const float *in, size_t rows, size_t cols, size_t pitch);   \
    void form##_vadd_f32(float *out, const float *a, const float *b, size_t n);                   \
    void form##_vadd_i8(int8_t *out, const int8_t *a, const int8_t *b, size_t n);                 \
    void form##_axpy(float *y, const float *x, float a, size_t n);                                \
    void form##_relu(float *out, const float *in, size_t n);                                      \
    void form##_softmax(float *out, const float *in, size_t rows, size_t cols);                   \
    void form##_rmsnorm(float *out, const float *in, const float *gain, float eps, size_t n);     \
    void form##_add_carry(uint32_t *out, const uint32_t *a, const uint32_t *b, size_t n);         \
    void form##_f16_to_f32(float *out, const bench_f16_t *in, size_t n);                          \
    void form##_row_sum(float *out, const float *in, size_t rows, size_t cols);                   \
    void form##_gather(uint32_t *out, const uint32_t *table, const uint32_t *index, size_t n);    \
    void form##_copy2d(uint8_t *out, const uint8_t *in, size_t rows, size_t bytes, size_t pitch);

BENCH_DECLARE(hand)
BENCH_DECLARE(auto)

// Only for the examples (examples.c).
void hand_scale(float *out, const float *in, float factor, size_t n);

// Hand-written reductions with the bits of the PTO kernels (hand/same.S).
void same_softmax(float *out, const float *in, size_t rows, size_t cols);
void same_rmsnorm(float *out, const float *in, const float *gain, float eps, size_t n);
void same_row_sum(float *out, const float *in, size_t rows, size_t cols);
void same_rmsnorm_rows(float *out, const float *in, const float *gain, size_t rows, size_t cols, float eps);

#endif // PTO_APPS_BENCH_BENCH_H
