// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/ops/tile: lane-wise work on runs of contiguous elements.
//
// A lane function computes d[i] from a[i], b[i], c[i] and a scalar for i < cols, in each of `rows` rows
// (pto_tile_run_t). The instructions differ only in the steps between rows. Elementwise ones take rows, or a packed
// tile as a single one; expansions reuse the same row; reductions of columns let d be a, with a step of 0. So one
// function serves several of them.
//
// On cores with vectors, a function is a loop over strips (hal/vector/rvv/strips.h). It uses the operations of the
// vector instructions, so that tile and vector instructions give the same bits. The plain loop is its twin. d may be
// one of the sources; kernels have to avoid other overlaps.
#ifndef PTO_OPS_TILE_LANES_H
#define PTO_OPS_TILE_LANES_H

#include "../tile.h"

#include <hal/vector/strips.h>

typedef pto_tile_routine_t pto_lane_fn_t;

// The functions of an instruction by element type; NULL if there is none.
typedef const pto_lane_fn_t pto_lane_table_t[PTO_ELEM_NUM];

#define PTO_LANE_TABLE(id) extern pto_lane_table_t pto_lanes_##id

// Computes d from up to three sources of the same valid region and layout (NULL if there are fewer).
void pto_lanes_apply(const pto_core_t *core, const pto_cmd_t *cmd, pto_lane_fn_t fn, const pto_tile_t *d,
                     const pto_tile_t *a, const pto_tile_t *b, const pto_tile_t *c, uint64_t s);

// Returns the lane function for an element type; faults if there is none.
pto_lane_fn_t pto_lanes_of(const pto_cmd_t *cmd, const pto_lane_fn_t *table, uint8_t elem);

// Returns the routine that sets each row to its value at b, by the size of elements of up to 32 bits.
pto_tile_routine_t pto_lanes_spread(uint32_t elem);

// One row.
static inline void pto_lanes_row(pto_lane_fn_t fn, void *d, const void *a, const void *b, uint64_t s, size_t n)
{
    fn(&(const pto_tile_run_t){.d = d, .a = a, .b = b, .s = s, .rows = 1, .cols = n});
}

// ---------------------------------------------------------------------------------------------------------------------
// Definitions of lane functions

// The head of a lane function of one row, and before it the function over all rows.
#define PTO_LANE_PARAMS                                                                                           \
    __attribute__((unused)) void *d_, __attribute__((unused)) const void *a_,                                     \
        __attribute__((unused)) const void *b_, __attribute__((unused)) const void *c_,                           \
        __attribute__((unused)) uint64_t s_, size_t n
#define PTO_LANE_HEAD(id, T) PTO_LANE_HEAD_OF(id, T, )
#define PTO_LANE_HEAD_OF(id, T, ...)                                                                              \
    static inline __attribute__((always_inline)) void lane_##id##_##T(PTO_LANE_PARAMS);                           \
    static void lanes_##id##_##T(const pto_tile_run_t *run) { __VA_ARGS__ PTO_LANE_ROWS(run, lane_##id##_##T); }  \
    static inline __attribute__((always_inline)) void lane_##id##_##T(PTO_LANE_PARAMS)
#define PTO_LANE_ROWS(run, row)                                                                                   \
    do {                                                                                                          \
        uint8_t *d = (run)->d;                                                                                    \
        const uint8_t *a = (run)->a, *b = (run)->b, *c = (run)->c;                                                \
        const size_t n = (run)->cols;                                                                             \
        size_t left = (run)->rows;                                                                                \
        if (left == 0) {                                                                                          \
            break;                                                                                                \
        }                                                                                                         \
        for (;; d += (run)->d_step, a += (run)->a_step, b += (run)->b_step, c += (run)->c_step) {                 \
            row(d, a, b, c, (run)->s, n);                                                                         \
            if (--left == 0) {                                                                                    \
                break;                                                                                            \
            }                                                                                                     \
        }                                                                                                         \
    } while (0)

#define PTO_LANE_SCALAR(T) \
    pto_##T##_t s;         \
    __builtin_memcpy(&s, &s_, sizeof s)

// A loop with independent iterations, although d may alias a source.
#if defined(__clang__)
#define PTO_LANE_LOOP_C _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < n; i++)
#else
#define PTO_LANE_LOOP_C _Pragma("GCC ivdep") for (size_t i = 0; i < n; i++)
#endif

// Plain loops: on every core. x, y and z, and the scalar s have the type in which elements are computed.
#define PTO_LANES_C(id, T, operands, expr)                                        \
    PTO_LANE_HEAD(id, T)                                                          \
    {                                                                             \
        pto_##T##_t *d = d_, bits;                                                \
        __attribute__((unused)) const pto_##T##_t *a = a_, *b = b_, *c = c_;      \
        __builtin_memcpy(&bits, &s_, sizeof bits);                                \
        __attribute__((unused)) const pto_wide_##T##_t s = pto_wide_##T(bits);    \
        PTO_LANE_LOOP_C                                                           \
        {                                                                         \
            operands;                                                             \
            d[i] = expr;                                                          \
        }                                                                         \
    }
#define PTO_WIDE_X(T)              const pto_wide_##T##_t x = pto_wide_##T(a[i])
#define PTO_WIDE_XY(T)             PTO_WIDE_X(T), y = pto_wide_##T(b[i])
#define PTO_WIDE_XYZ(T)            PTO_WIDE_XY(T), z = pto_wide_##T(c[i])
#define PTO_LANES_C1(id, T, expr)  PTO_LANES_C(id, T, PTO_WIDE_X(T), pto_narrow_##T(expr))
#define PTO_LANES_C2(id, T, expr)  PTO_LANES_C(id, T, PTO_WIDE_XY(T), pto_narrow_##T(expr))
#define PTO_LANES_C3(id, T, expr)  PTO_LANES_C(id, T, PTO_WIDE_XYZ(T), pto_narrow_##T(expr))

// As above, by a formula of isa/lanes.def on elements.
#define PTO_FORMULA_C(T, id, op, ...) PTO_LANES_C(id, T, , PTO_LANEWISE_C(op, T)(T, __VA_ARGS__))
#define PTO_FORMULA_C1(T, id, op)     PTO_FORMULA_C(T, id, op, a[i])
#define PTO_FORMULA_C1S(T, id, op)    PTO_FORMULA_C(T, id, op, a[i], bits)
#define PTO_FORMULA_C2(T, id, op)     PTO_FORMULA_C(T, id, op, a[i], b[i])
#define PTO_FORMULA_C2S(T, id, op)    PTO_FORMULA_C(T, id, op, a[i], b[i], bits)

// Strips, and their twin in plain C: `strip` and `expr` of the same x, y, z and s.
//
// PTO_LANE_STRIPS(T, L, body) runs `body` for each strip of n elements T. Full strips go four in each iteration, with
// the vector length set once; then comes the remainder. Pointers advance by pto_step bytes. It is hidden in a variable:
// else compilers add offsets for each strip and once more for the iteration.
#ifdef PTO_HAS_STRIPS
#define PTO_LANE_VLMAX(T, L) PTO_LANE_SETVL(__riscv_vsetvlmax_e, T, L)()
#define PTO_LANE_VL(T, L, n) PTO_LANE_SETVL(__riscv_vsetvl_e, T, L)(n)
#define PTO_LANE_SETVL(fn, T, L) PTO_CAT3(fn, PTO_BITS_##T, L)

#define PTO_LANE_STRIPS(T, L, ...)    PTO_LANE_STRIPS_(T, L, 4, __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__, __VA_ARGS__)
#define PTO_LANE_STRIPS_1(T, L, ...)  PTO_LANE_STRIPS_(T, L, 1, __VA_ARGS__, __VA_ARGS__)
#define PTO_LANE_STRIPS_(T, L, num, iteration, strip)                                                             \
    const size_t pto_group = (num) * PTO_STRIP_MAX(T, L);                                                         \
    if (n >= pto_group) {                                                                                         \
        const size_t pto_vl = PTO_LANE_VLMAX(T, L);                                                               \
        size_t pto_step = PTO_STRIP_MAX(T, L) * sizeof(pto_##T##_t);                                              \
        PTO_OPAQUE(pto_step);                                                                                     \
        size_t pto_half = pto_step / 2;                                                                           \
        PTO_OPAQUE(pto_half);                                                                                     \
        const uint8_t *const end = d + n / pto_group * (pto_group * sizeof(pto_##T##_t));                         \
        do {                                                                                                      \
            iteration                                                                                             \
        } while (d != end);                                                                                       \
    }                                                                                                             \
    for (size_t pto_rest = n % pto_group, pto_vl; pto_rest != 0; pto_rest -= pto_vl) {                            \
        pto_vl = PTO_LANE_VL(T, L, pto_rest);                                                                     \
        const size_t pto_step = pto_vl * sizeof(pto_##T##_t);                                                     \
        __attribute__((unused)) const size_t pto_half = pto_step / 2;                                             \
        strip                                                                                                     \
    }
#define PTO_LANE_LOAD(x, T, L, p)                                                                                 \
    PTO_STRIP(T, L) x = PTO_STRIP_LOAD(T, L, (const pto_##T##_t *)p);                                             \
    p += pto_step;
#define PTO_LANE_STORE(T, L, value)                                                                               \
    PTO_STRIP_STORE(T, L, (pto_##T##_t *)d, value);                                                               \
    d += pto_step;
#define PTO_LANE_D uint8_t *d = d_
#define PTO_LANE_A const uint8_t *a = a_
#define PTO_LANE_B __attribute__((unused)) const uint8_t *b = b_
#define PTO_LANE_C const uint8_t *c = c_

// Rows of one strip: its length is set once.
#define PTO_LANE_SHORT_ROWS(T, L, ...)                                                                            \
    if (run->rows > 1 && run->cols <= PTO_STRIP_MAX(T, L) && run->cols != 0) {                                    \
        const size_t pto_vl = PTO_LANE_VL(T, L, run->cols);                                                       \
        const ptrdiff_t d_step = run->d_step, a_step = run->a_step;                                               \
        __attribute__((unused)) const ptrdiff_t b_step = run->b_step;                                             \
        __attribute__((unused)) const uint64_t s_ = run->s;                                                       \
        uint8_t *d = run->d;                                                                                      \
        const uint8_t *a = run->a;                                                                                \
        __attribute__((unused)) const uint8_t *b = run->b;                                                        \
        for (size_t left = run->rows; left != 0; left--, d += d_step) {                                           \
            __VA_ARGS__                                                                                           \
        }                                                                                                         \
        return;                                                                                                   \
    }
#define PTO_LANE_SHORT_LOAD(x, T, L, p)                                                                           \
    PTO_STRIP(T, L) x = PTO_STRIP_LOAD(T, L, (const pto_##T##_t *)p);                                             \
    p += p##_step;
#define PTO_LANE_SHORT_STORE(T, L, value) PTO_STRIP_STORE(T, L, (pto_##T##_t *)d, value);
#define PTO_LANE_SHORT_1(T, L, strip)                                                                             \
    PTO_LANE_SHORT_ROWS(T, L, PTO_LANE_SHORT_LOAD(x, T, L, a) PTO_LANE_SHORT_STORE(T, L, (strip)))
#define PTO_LANE_SHORT_1S(T, L, strip)                                                                            \
    PTO_LANE_SHORT_ROWS(T, L, PTO_LANE_SCALAR(T); PTO_LANE_SHORT_LOAD(x, T, L, a)                                 \
                        PTO_LANE_SHORT_STORE(T, L, (strip)))
#define PTO_LANE_SHORT_2(T, L, strip)                                                                             \
    PTO_LANE_SHORT_ROWS(T, L, PTO_LANE_SHORT_LOAD(x, T, L, a) PTO_LANE_SHORT_LOAD(y, T, L, b)                     \
                        PTO_LANE_SHORT_STORE(T, L, (strip)))

#define PTO_LANES_OF(id, T, L, rows, scalar, loads, strip)                                                        \
    PTO_LANE_HEAD_OF(id, T, rows)                                                                                 \
    {                                                                                                             \
        scalar;                                                                                                   \
        PTO_LANE_D; PTO_LANE_A; PTO_LANE_B;                                                                       \
        PTO_LANE_STRIPS(T, L, { loads PTO_LANE_STORE(T, L, (strip)) })                                            \
    }
#define PTO_LANE_LOAD_1(T, L) PTO_LANE_LOAD(x, T, L, a)
#define PTO_LANE_LOAD_2(T, L) PTO_LANE_LOAD(x, T, L, a) PTO_LANE_LOAD(y, T, L, b)
#define PTO_LANES_1(id, T, L, strip, expr)  PTO_LANES_OF(id, T, L, PTO_LANE_SHORT_1(T, L, strip), , PTO_LANE_LOAD_1(T, L), strip)
#define PTO_LANES_1S(id, T, L, strip, expr) \
    PTO_LANES_OF(id, T, L, PTO_LANE_SHORT_1S(T, L, strip), PTO_LANE_SCALAR(T), PTO_LANE_LOAD_1(T, L), strip)
#define PTO_LANES_2(id, T, L, strip, expr)  PTO_LANES_OF(id, T, L, PTO_LANE_SHORT_2(T, L, strip), , PTO_LANE_LOAD_2(T, L), strip)
#define PTO_LANES_2S(id, T, L, strip, expr) PTO_LANES_OF(id, T, L, , PTO_LANE_SCALAR(T), PTO_LANE_LOAD_2(T, L), strip)
// bf16 is the upper half of f32, in which it is computed. A clip by 16 bits rounds to nearest even; NaN passes it, as sums,
// products and quotients leave it canonical.
#define PTO_LANE_BF16_LOAD(x, p, step)                                                                            \
    const vuint32m8_t x##_bits = __riscv_vzext_vf2(__riscv_vle16_v_u16m4((const uint16_t *)p, pto_vl), pto_vl);   \
    const vfloat32m8_t x = __riscv_vreinterpret_v_u32m8_f32m8(__riscv_vsll(x##_bits, 16, pto_vl));                \
    p += step;
#define PTO_LANE_BF16_STORE(value)                                                                                \
    __riscv_vse16((uint16_t *)d, __riscv_vnclipu(__riscv_vreinterpret_v_f32m8_u32m8(value), 16,                   \
                                                 __RISCV_VXRM_RNE, pto_vl), pto_vl);
#define PTO_LANE_BF16_SCALAR                                                                                      \
    pto_bf16_t s_bf16;                                                                                            \
    __builtin_memcpy(&s_bf16, &s_, sizeof s_bf16);                                                                \
    const float s = pto_bf16_to_float(s_bf16)
#define PTO_LANES_BF16_1S(id, value)                                                                              \
    PTO_LANE_HEAD_OF(id, bf16, PTO_LANE_SHORT_ROWS(u16, m4, PTO_LANE_BF16_SCALAR;                                 \
                     PTO_LANE_BF16_LOAD(x, a, a_step) PTO_LANE_BF16_STORE(value)))                                \
    {                                                                                                             \
        PTO_LANE_BF16_SCALAR;                                                                                     \
        PTO_LANE_D; PTO_LANE_A;                                                                                   \
        PTO_LANE_STRIPS_1(u16, m4, {                                                                              \
            PTO_LANE_BF16_LOAD(x, a, pto_step) PTO_LANE_BF16_STORE(value) d += pto_step;                          \
        })                                                                                                        \
    }
#define PTO_LANES_BF16_2(id, value)                                                                               \
    PTO_LANE_HEAD_OF(id, bf16, PTO_LANE_SHORT_ROWS(u16, m4, PTO_LANE_BF16_LOAD(x, a, a_step)                      \
                     PTO_LANE_BF16_LOAD(y, b, b_step) PTO_LANE_BF16_STORE(value)))                                \
    {                                                                                                             \
        PTO_LANE_D; PTO_LANE_A; PTO_LANE_B;                                                                       \
        PTO_LANE_STRIPS_1(u16, m4, {                                                                              \
            PTO_LANE_BF16_LOAD(x, a, pto_step) PTO_LANE_BF16_LOAD(y, b, pto_step)                                 \
            PTO_LANE_BF16_STORE(value) d += pto_step;                                                             \
        })                                                                                                        \
    }
// Elementary functions are long: one strip in each iteration.
#define PTO_LANES_MATH(id, T, L, strip, expr)                                                                     \
    PTO_LANE_HEAD(id, T)                                                                                          \
    {                                                                                                             \
        PTO_LANE_D; PTO_LANE_A;                                                                                   \
        PTO_LANE_STRIPS_1(T, L, { PTO_LANE_LOAD(x, T, L, a) PTO_LANE_STORE(T, L, (strip)) })                      \
    }
#else
#define PTO_LANES_1(id, T, L, strip, expr)  PTO_LANES_C1(id, T, expr)
#define PTO_LANES_1S(id, T, L, strip, expr) PTO_LANES_C1(id, T, expr)
#define PTO_LANES_2(id, T, L, strip, expr)  PTO_LANES_C2(id, T, expr)
#define PTO_LANES_2S(id, T, L, strip, expr) PTO_LANES_C2(id, T, expr)
#define PTO_LANES_MATH(id, T, L, strip, expr) PTO_LANES_C1(id, T, expr)
#endif

// The table of an instruction: PTO_LANES_TABLE(tadd, PTO_FOR_NUMBERS(PTO_ROW, tadd)).
#define PTO_LANES_TABLE(id, ...) pto_lane_table_t pto_lanes_##id = {__VA_ARGS__}
#define PTO_ROW(T, id)           PTO_ENTRY(T, lanes_##id)
#define PTO_ENTRY(T, fn)         [PTO_ELEM_TOKEN_##T] = fn##_##T,

// An instruction that is a lane operation of one tile (1) or two (2), with a scalar (S): its functions and its table. bf16
// has strips if it is computed in f32 (H).
#define PTO_LANES_INSTRUCTION(id, shape, op, TYPES) \
    TYPES(PTO_FORMULA_##shape, id, op) PTO_LANES_TABLE(id, TYPES(PTO_ROW, id))
#ifdef PTO_HAS_STRIPS
#define PTO_FORMULA_1(T, id, op)            PTO_FORMULA_BY(T, 1)(T, id, op)
#define PTO_FORMULA_1S(T, id, op)           PTO_FORMULA_BY(T, 1S)(T, id, op)
#define PTO_FORMULA_2(T, id, op)            PTO_FORMULA_BY(T, 2)(T, id, op)
#define PTO_FORMULA_2S(T, id, op)           PTO_FORMULA_BY(T, 2S)(T, id, op)
#define PTO_FORMULA_BY(T, shape)            PTO_CAT3(PTO_FORMULA_, PTO_CAT(PTO_FORMULA_WAY_, PTO_LANE_KIND_##T), shape)
#define PTO_FORMULA_WAY_F                   S
#define PTO_FORMULA_WAY_I                   S
#define PTO_FORMULA_WAY_U                   S
#define PTO_FORMULA_WAY_B                   C
#define PTO_FORMULA_S1(T, id, op)           PTO_LANES_1(id, T, m8, PTO_LANEWISE(op, T, m8)(x), )
#define PTO_FORMULA_S1S(T, id, op)          PTO_LANES_1S(id, T, m8, PTO_LANEWISE(op, T, m8)(x, s), )
#define PTO_FORMULA_S2(T, id, op)           PTO_LANES_2(id, T, m8, PTO_LANEWISE(op, T, m8)(x, y), )
#define PTO_FORMULA_S2S(T, id, op)          PTO_LANES_2S(id, T, m8, PTO_LANEWISE(op, T, m8)(x, y, s), )
#define PTO_FORMULA_1SH(T, id, op)          PTO_FORMULA_BY_H(T, 1S)(T, id, op)
#define PTO_FORMULA_2H(T, id, op)           PTO_FORMULA_BY_H(T, 2)(T, id, op)
#define PTO_FORMULA_BY_H(T, shape)          PTO_CAT3(PTO_FORMULA_, PTO_CAT(PTO_FORMULA_WIDE_, PTO_LANE_KIND_##T), shape)
#define PTO_FORMULA_WIDE_F                  S
#define PTO_FORMULA_WIDE_I                  S
#define PTO_FORMULA_WIDE_U                  S
#define PTO_FORMULA_WIDE_B                  H
#define PTO_FORMULA_H1S(T, id, op)          PTO_LANES_BF16_1S(id, PTO_LANEWISE(op, f32, m8)(x, s))
#define PTO_FORMULA_H2(T, id, op)           PTO_LANES_BF16_2(id, PTO_LANEWISE(op, f32, m8)(x, y))
#else
#define PTO_FORMULA_1SH PTO_FORMULA_C1S
#define PTO_FORMULA_2H  PTO_FORMULA_C2
#define PTO_FORMULA_1  PTO_FORMULA_C1
#define PTO_FORMULA_1S PTO_FORMULA_C1S
#define PTO_FORMULA_2  PTO_FORMULA_C2
#define PTO_FORMULA_2S PTO_FORMULA_C2S
#endif

// An intermediate result, rounded to its type.
#define PTO_LANE_ROUND(T, x) pto_wide_##T(pto_narrow_##T(x))

// Sums and products of integers wrap.
#define PTO_LANE_WRAP(T, x, op, y) ((pto_##T##_t)((uint64_t)(x)op(uint64_t)(y)))

#endif
