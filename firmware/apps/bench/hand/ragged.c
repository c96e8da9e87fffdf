// SPDX-License-Identifier: Apache-2.0
//
// Tiles with a valid region of 61 rows of 50 by hand, of 16 bits (tile.S has those of f32). A row fits a group of m8 at every
// VLEN. NaN, which the data has none of, is left out.

#include <riscv_vector.h>

#include "../tile.h"

enum { ROWS = BENCH_RAGGED_ROWS, COLS = BENCH_RAGGED_COLS, PITCH = BENCH_TILE_EXTENT };

void hand_trowmax_f16_ragged(_Float16 *out, const _Float16 *in)
{
    const vfloat16m1_t first = __riscv_vfmv_v_f_f16m1((_Float16)-__builtin_inff(), 1);
    for (size_t row = 0; row < ROWS; row++, in += PITCH) {
        vfloat16m8_t x = __riscv_vle16_v_f16m8(in, COLS);
        out[row] = __riscv_vfmv_f_s_f16m1_f16(__riscv_vfredmax_vs_f16m8_f16m1(x, first, COLS));
    }
}

void hand_trowmax_i16_ragged(int16_t *out, const int16_t *in)
{
    const vint16m1_t first = __riscv_vmv_v_x_i16m1(INT16_MIN, 1);
    for (size_t row = 0; row < ROWS; row++, in += PITCH) {
        vint16m8_t x = __riscv_vle16_v_i16m8(in, COLS);
        out[row] = __riscv_vmv_x_s_i16m1_i16(__riscv_vredmax_vs_i16m8_i16m1(x, first, COLS));
    }
}

void hand_trowmax_u16_ragged(uint16_t *out, const uint16_t *in)
{
    const vuint16m1_t first = __riscv_vmv_v_x_u16m1(0, 1);
    for (size_t row = 0; row < ROWS; row++, in += PITCH) {
        vuint16m8_t x = __riscv_vle16_v_u16m8(in, COLS);
        out[row] = __riscv_vmv_x_s_u16m1_u16(__riscv_vredmaxu_vs_u16m8_u16m1(x, first, COLS));
    }
}

void hand_trowexpandmul_i16_ragged(int16_t *out, const int16_t *in, const int16_t *factors)
{
    for (size_t row = 0; row < ROWS; row++, in += PITCH, out += PITCH) {
        vint16m8_t x = __riscv_vle16_v_i16m8(in, COLS);
        __riscv_vse16_v_i16m8(out, __riscv_vmul_vx_i16m8(x, factors[row], COLS), COLS);
    }
}

static inline vfloat32m8_t widened(const uint16_t *at, size_t vl)
{
    vuint32m8_t bits = __riscv_vzext_vf2_u32m8(__riscv_vle16_v_u16m4(at, vl), vl);
    return __riscv_vreinterpret_v_u32m8_f32m8(__riscv_vsll_vx_u32m8(bits, 16, vl));
}

void hand_tadd_bf16_ragged(uint16_t *out, const uint16_t *a, const uint16_t *b)
{
    for (size_t row = 0; row < ROWS; row++, a += PITCH, b += PITCH, out += PITCH) {
        for (size_t at = 0, vl; at < COLS; at += vl) {
            vl = __riscv_vsetvl_e16m4(COLS - at);
            vfloat32m8_t sum = __riscv_vfadd_vv_f32m8(widened(a + at, vl), widened(b + at, vl), vl);
            vuint32m8_t bits = __riscv_vreinterpret_v_f32m8_u32m8(sum);
            __riscv_vse16_v_u16m4(out + at, __riscv_vnclipu_wx_u16m4(bits, 16, __RISCV_VXRM_RNE, vl), vl);
        }
    }
}
