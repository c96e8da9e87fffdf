// SPDX-License-Identifier: Apache-2.0
//
// Expansions along rows: an operation of each element with the value of its row. A run has the values at b.

#include "columns.h"

// clang-format off
#define FOR_TYPES(X, ...) \
    X(i8, __VA_ARGS__) X(u8, __VA_ARGS__) X(i16, __VA_ARGS__) X(u16, __VA_ARGS__) X(i32, __VA_ARGS__)            \
    X(u32, __VA_ARGS__) X(f16, __VA_ARGS__) X(bf16, __VA_ARGS__) X(f32, __VA_ARGS__)

// Row by row, as the operation with a scalar.
#define EACH_ROW(T, id, scalar)                                                                                  \
    static __attribute__((noinline)) void id##_rows_##T(const pto_tile_run_t *run)                               \
    {                                                                                                            \
        for (size_t r = 0; r < run->rows; r++) {                                                                 \
            uint64_t s = 0;                                                                                      \
            __builtin_memcpy(&s, run->b + (ptrdiff_t)r * run->b_step, sizeof(pto_##T##_t));                      \
            pto_lanes_row(pto_lanes_##scalar[PTO_ELEM_OF_TOKEN(T)], run->d + (ptrdiff_t)r * run->d_step,         \
                          run->a + (ptrdiff_t)r * run->a_step, NULL, s, run->cols);                              \
        }                                                                                                        \
    }

#ifdef PTO_HAS_STRIPS
// Rows that follow each other and of which several fill a group: their values come in by offsets, one for each lane.
// Rows of one strip, or of two: the vector length is set once.
#define EXPAND(T, id, op, scalar_op)                                                                             \
    PTO_VFN void id##_strips_##T(const pto_tile_run_t *run, size_t first, size_t pto_vl, int num);               \
    static void id##_many_##T(const pto_tile_run_t *run)                                                         \
    {                                                                                                            \
        const size_t rows = PTO_STRIP_MAX(T, m8) / run->cols, some = run->rows & (4 * rows - 1);                 \
        const uint8_t *a = run->a, *b = run->b;                                                                  \
        uint8_t *d = run->d;                                                                                     \
        if (run->rows != some) {                                                                                 \
            const size_t pto_vl = PTO_LANE_VLMAX(T, m8), b_step = rows * (size_t)run->b_step;                    \
            EXPAND_OFFSETS(T) at = PTO_CAT(__riscv_vid_v_u16, EXPAND_O_##T)(pto_vl);                             \
            at = __riscv_vmul(__riscv_vdivu(at, (uint16_t)run->cols, pto_vl), (uint16_t)run->b_step, pto_vl);    \
            size_t pto_step = PTO_STRIP_MAX(T, m8) * sizeof(pto_##T##_t);                                        \
            __asm__("" : "+r"(pto_step));                                                                        \
            const uint8_t *const end = d + (run->rows - some) * (size_t)run->d_step;                             \
            do {                                                                                                 \
                PTO_UNROLL_ALL                                                                                   \
                for (int i = 0; i < 4; i++) {                                                                    \
                    EXPAND_GROUP(T, op)                                                                          \
                }                                                                                                \
            } while (d != end);                                                                                  \
        }                                                                                                        \
        if (some != 0) {                                                                                         \
            id##_strips_##T(run, run->rows - some, PTO_LANE_VL(T, m8, run->cols), 1);                            \
        }                                                                                                        \
    }                                                                                                            \
    PTO_VFN void id##_strips_##T(const pto_tile_run_t *run, size_t first, size_t pto_vl, int num)                \
    {                                                                                                            \
        const uint8_t *a = run->a + (ptrdiff_t)first * run->a_step, *b = run->b + (ptrdiff_t)first * run->b_step; \
        uint8_t *d = run->d + (ptrdiff_t)first * run->d_step;                                                    \
        const ptrdiff_t a_step = run->a_step, b_step = run->b_step, d_step = run->d_step;                        \
        _Pragma("GCC unroll 4")                                                                                  \
        for (size_t left = run->rows - first; left != 0; left--) {                                                       \
            const pto_##T##_t s = *(const pto_##T##_t *)(const void *)b;                                         \
            for (int i = 0; i < num; i++) {                                                                      \
                const size_t at = (size_t)i * PTO_STRIP_MAX(T, m8);                                              \
                PTO_STRIP(T, m8) x = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)a + at);           \
                PTO_STRIP_STORE(T, m8, (pto_##T##_t *)(void *)d + at, PTO_LANEWISE(scalar_op, T, m8)(x, s));     \
            }                                                                                                    \
            a += a_step, b += b_step, d += d_step;                                                               \
        }                                                                                                        \
    }                                                                                                            \
    static void id##_ragged_##T(const pto_tile_run_t *run)                                                       \
    {                                                                                                            \
        for (size_t r = 0; r < run->rows; r++) {                                                                 \
            const uint8_t *a = run->a + (ptrdiff_t)r * run->a_step;                                              \
            uint8_t *d = run->d + (ptrdiff_t)r * run->d_step;                                                    \
            const pto_##T##_t s = *(const pto_##T##_t *)(const void *)(run->b + (ptrdiff_t)r * run->b_step);     \
            for (size_t left = run->cols, pto_vl; left != 0; left -= pto_vl) {                                   \
                pto_vl = PTO_LANE_VL(T, m8, left);                                                               \
                const size_t pto_step = pto_vl * sizeof(pto_##T##_t);                                            \
                PTO_LANE_LOAD(x, T, m8, a)                                                                       \
                PTO_LANE_STORE(T, m8, PTO_LANEWISE(scalar_op, T, m8)(x, s))                                      \
            }                                                                                                    \
        }                                                                                                        \
    }                                                                                                            \
    static void id##_##T(const pto_tile_run_t *run)                                                              \
    {                                                                                                            \
        const size_t all = PTO_STRIP_MAX(T, m8), row = run->cols * sizeof(pto_##T##_t);                          \
        if (run->cols != 0 && 2 * run->cols <= all && all % run->cols == 0 && run->a_step == (ptrdiff_t)row &&   \
            run->d_step == (ptrdiff_t)row && (size_t)run->b_step * all < 65536) {                                \
            id##_many_##T(run);                                                                                  \
        } else if (run->cols <= all) {                                                                           \
            id##_strips_##T(run, 0, PTO_LANE_VL(T, m8, run->cols), 1);                                           \
        } else if (run->cols == 2 * all) {                                                                       \
            id##_strips_##T(run, 0, PTO_LANE_VLMAX(T, m8), 2);                                                   \
        } else if (run->cols % all == 0) {                                                                       \
            id##_strips_##T(run, 0, PTO_LANE_VLMAX(T, m8), (int)(run->cols / all));                              \
        } else {                                                                                                 \
            id##_ragged_##T(run);                                                                                \
        }                                                                                                        \
    }
#define EXPAND_O_f32 m4
#define EXPAND_O_f16 m8
#define EXPAND_OFFSETS(T) PTO_CAT3(vuint16, EXPAND_O_##T, _t)
#define EXPAND_GROUP(T, op)                                                                                      \
    PTO_STRIP(T, m8) y = PTO_STRIP_INSN(vluxei16_v, T, m8)((const pto_##T##_t *)(const void *)b, at, pto_vl);    \
    b += b_step;                                                                                                 \
    PTO_LANE_LOAD(x, T, m8, a)                                                                                   \
    PTO_LANE_STORE(T, m8, PTO_LANEWISE(op, T, m8)(x, y))
#else
#define EXPAND(T, id, op, scalar_op) \
    static void id##_##T(const pto_tile_run_t *run) { id##_rows_##T(run); }
#endif

#define FLOAT_OP(id, scalar, op, scalar_op)                                                                      \
    PTO_LANE_TABLE(scalar);                                                                                      \
    FOR_TYPES(EACH_ROW, id, scalar)                                                                              \
    EXPAND(f32, id, op, scalar_op)                                                                               \
    EXPAND(f16, id, op, scalar_op)                                                                               \
    TABLE(id, id##_f32, id##_f16)
#define TABLE(id, f32_, f16_)                                                                                    \
    const pto_tile_routine_t pto_lanes_##id[PTO_ELEM_NUM] = {                                                    \
        [PTO_ELEM_I8] = id##_rows_i8,   [PTO_ELEM_U8] = id##_rows_u8,     [PTO_ELEM_I16] = id##_rows_i16,        \
        [PTO_ELEM_U16] = id##_rows_u16, [PTO_ELEM_I32] = id##_rows_i32,   [PTO_ELEM_U32] = id##_rows_u32,        \
        [PTO_ELEM_F16] = f16_,          [PTO_ELEM_BF16] = id##_rows_bf16, [PTO_ELEM_F32] = f32_};
FLOAT_OP(trowexpandadd, tadds, vadd, vadds)
FLOAT_OP(trowexpandsub, tsubs, vsub, vsubs)
FLOAT_OP(trowexpandmul, tmuls, vmul, vmuls)
FLOAT_OP(trowexpanddiv, tdivs, vdiv, vdivs)
#define OTHER_OP(id, scalar)                                                                                     \
    PTO_LANE_TABLE(scalar);                                                                                      \
    FOR_TYPES(EACH_ROW, id, scalar)                                                                              \
    TABLE(id, id##_rows_f32, id##_rows_f16)
OTHER_OP(trowexpandmax, tmaxs)
OTHER_OP(trowexpandmin, tmins)
PTO_LANE_TABLE(texpdifs);
EACH_ROW(f32, trowexpandexpdif, texpdifs)
EACH_ROW(f16, trowexpandexpdif, texpdifs)
const pto_tile_routine_t pto_lanes_trowexpandexpdif[PTO_ELEM_NUM] = {
    [PTO_ELEM_F16] = trowexpandexpdif_rows_f16, [PTO_ELEM_F32] = trowexpandexpdif_rows_f32};
// clang-format on
