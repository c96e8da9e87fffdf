// SPDX-License-Identifier: Apache-2.0
//
// The tile rows of the bench: one instruction each on tiles of 64 x 64 floats.
//
//   hand_*   RVV assembly written by hand (hand/tile.S)
//   c_*      a kernel in C (tile_kernels.c)
//   x_*      a kernel in C++ (tile_kernels.cpp)
//   t_*      a kernel in .pto text (tile_kernels.pto)
//
// The valid region of a ragged tile is constant in C, and known only at run time in text.
//
// For the kernels, the routine of the instruction is counted, as it runs on its pipe; the cost of an issue is in the
// rows of commands.

#ifndef PTO_APPS_BENCH_TILE_H
#define PTO_APPS_BENCH_TILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BENCH_TILE_EXTENT = 64,
    BENCH_TILE_LANES = BENCH_TILE_EXTENT * BENCH_TILE_EXTENT,
    BENCH_TILE_BYTES = BENCH_TILE_LANES * 4,
    BENCH_TILE_GM_PITCH = 256,  // floats between rows in GM, of loads and stores
    BENCH_RAGGED_ROWS = 61,     // valid region of ragged tiles
    BENCH_RAGGED_COLS = 50,
};

// Counts the rows. Returns whether all forms agree.
bool bench_tile(void);

void hand_tadd(float *out, const float *a, const float *b);
void hand_tabs(float *out, const float *in);
void hand_tcvt_f16_f32(float *out, const _Float16 *in);
void hand_tcvt_f32_f16(_Float16 *out, const float *in);
void hand_texp(float *out, const float *in);
void hand_trowsum(float *out, const float *in);
int hand_trowmax(float *out, const float *in);
void hand_tcolsum(float *out, const float *in);
void hand_ttrans(float *out, const float *in);
void hand_trowexpandmul(float *out, const float *in, const float *factors);
void hand_tload(float *out, const float *in);
void hand_tstore(float *out, const float *in);
void hand_mscatter(float *table, const float *in, const uint32_t *index);
void hand_mscatter_rows(float *table, const float *in, const uint32_t *index);
void hand_tadd_ragged(float *out, const float *a, const float *b);
void hand_trowsum_ragged(float *out, const float *in);
void hand_trowmax_ragged(float *out, const float *in);
void hand_trowexpandmul_ragged(float *out, const float *in, const float *factors);
void hand_trowmax_f16_ragged(_Float16 *out, const _Float16 *in);
void hand_trowmax_i16_ragged(int16_t *out, const int16_t *in);
void hand_trowmax_u16_ragged(uint16_t *out, const uint16_t *in);
void hand_trowexpandmul_i16_ragged(int16_t *out, const int16_t *in, const int16_t *factors);
void hand_tadd_bf16_ragged(uint16_t *out, const uint16_t *a, const uint16_t *b);

#endif  // PTO_APPS_BENCH_TILE_H
