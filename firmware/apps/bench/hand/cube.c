// SPDX-License-Identifier: Apache-2.0
//
// Hand-written RVV products in fractal order: three rows at LMUL 8, the right operand by strided loads. `turned`: lanes
// along m, for results of one column.

#include <riscv_vector.h>

#include "../cube.h"

static vfloat32m8_t load_f32(const float *at, size_t vl)
{
    return __riscv_vlse32_v_f32m8(at, 32, vl);
}

static vfloat16m4_t load_f16(const _Float16 *at, size_t vl)
{
    return __riscv_vlse16_v_f16m4(at, 32, vl);
}

static vint16m4_t load_i8(const int8_t *at, size_t vl)
{
    return __riscv_vsext_vf2_i16m4(__riscv_vlse8_v_i8m2(at, 32, vl), vl);
}

// Byte offsets of the lanes of a row of the result.
static vuint32m8_t offsets(size_t pitch, bool turned, size_t vl)
{
    vuint32m8_t lane = __riscv_vid_v_u32m8(vl);
    if (turned) {
        return __riscv_vsll_vx_u32m8(lane, 6, vl);
    }
    vuint32m8_t in_column = __riscv_vsll_vx_u32m8(__riscv_vand_vx_u32m8(lane, 15, vl), 2, vl);
    return __riscv_vmacc_vx_u32m8(in_column, (uint32_t)pitch, __riscv_vsrl_vx_u32m8(lane, 4, vl), vl);
}

#define STEPS(rows_of_step)                                                                        \
    for (size_t k0 = 0; k0 < s->k; k0 += columns) {                                                \
        const T *p = left + k0 / columns * a_pitch + i * columns;                                  \
        const T *q = right + k0 / columns * b_pitch + n0 * columns;                                \
        for (const T *end = p + (s->k - k0 < columns ? s->k - k0 : columns); p != end; p++, q++) { \
            const B step = load(q, vl);                                                            \
            rows_of_step                                                                           \
        }                                                                                          \
    }
#define HAND(name, T_, R, B_, V, ZERO, load_, MACC, STORE)                                           \
    void name(R *c, const T_ *a, const T_ *b, const bench_shape_t *s, bool turned)                   \
    {                                                                                                \
        typedef T_ T;                                                                                \
        typedef B_ B;                                                                                \
        B (*const load)(const T *, size_t) = load_;                                                  \
        const size_t columns = 32 / sizeof(T), m = turned ? s->n : s->m, n = turned ? s->m : s->n;   \
        const size_t a_pitch = (m + 15) / 16 * 16 * columns, b_pitch = (n + 15) / 16 * 16 * columns; \
        const size_t c_pitch = (s->m + 15) / 16 * 1024, row = turned ? 1 : 16;                       \
        const T *left = turned ? b : a, *right = turned ? a : b;                                     \
        size_t vl;                                                                                   \
        for (size_t n0 = 0; n0 < n; n0 += vl) {                                                      \
            vl = __riscv_vsetvl_e32m8(n - n0);                                                       \
            vuint32m8_t lanes = offsets(c_pitch, turned, vl);                                        \
            R *to = turned ? c + n0 * 16 : c + n0 / 16 * (c_pitch / 4);                              \
            size_t i = 0;                                                                            \
            for (; i + 3 <= m; i += 3) {                                                             \
                V x = ZERO(0, vl), y = x, z = x;                                                     \
                STEPS(x = MACC(x, p[0], step, vl); y = MACC(y, p[columns], step, vl);                \
                      z = MACC(z, p[2 * columns], step, vl);)                                        \
                STORE(to + i * row, lanes, x, vl);                                                   \
                STORE(to + (i + 1) * row, lanes, y, vl);                                             \
                STORE(to + (i + 2) * row, lanes, z, vl);                                             \
            }                                                                                        \
            for (; i < m; i++) {                                                                     \
                V x = ZERO(0, vl);                                                                   \
                STEPS(x = MACC(x, p[0], step, vl);)                                                  \
                STORE(to + i * row, lanes, x, vl);                                                   \
            }                                                                                        \
        }                                                                                            \
    }

HAND(hand_mad_f32, float, float, vfloat32m8_t, vfloat32m8_t, __riscv_vfmv_v_f_f32m8, load_f32, __riscv_vfmacc_vf_f32m8,
     __riscv_vsuxei32_v_f32m8)
HAND(hand_mad_f16, _Float16, float, vfloat16m4_t, vfloat32m8_t, __riscv_vfmv_v_f_f32m8, load_f16,
     __riscv_vfwmacc_vf_f32m8, __riscv_vsuxei32_v_f32m8)
HAND(hand_mad_i8, int8_t, int32_t, vint16m4_t, vint32m8_t, __riscv_vmv_v_x_i32m8, load_i8, __riscv_vwmacc_vx_i32m8,
     __riscv_vsuxei32_v_i32m8)
