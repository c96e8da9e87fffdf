// SPDX-License-Identifier: Apache-2.0
//
// Expansions along columns: an operation of each row with the same row, which a run has at b.

#include "lanes.h"

// clang-format off
#define FOR_TYPES(X, ...) \
    X(i8, __VA_ARGS__) X(u8, __VA_ARGS__) X(i16, __VA_ARGS__) X(u16, __VA_ARGS__) X(i32, __VA_ARGS__)            \
    X(u32, __VA_ARGS__) X(f16, __VA_ARGS__) X(bf16, __VA_ARGS__) X(f32, __VA_ARGS__)

// As the operation on runs, with a step of 0 between rows.
#define EACH_ROW(T, id, base)                                                                                    \
    static __attribute__((unused)) void id##_rows_##T(const pto_tile_run_t *run)                                 \
    {                                                                                                            \
        pto_lanes_##base[PTO_ELEM_OF_TOKEN(T)](run);                                                             \
    }

#ifdef PTO_HAS_STRIPS
// A strip of columns from row to row. Of short rows that follow each other, several in a group: the row comes in by
// offsets then, again and again.
#define EXPAND(T, id, op)                                                                                        \
    static __attribute__((noinline)) void id##_many_##T(const pto_tile_run_t *run)                               \
    {                                                                                                            \
        const uint8_t *a = run->a;                                                                               \
        uint8_t *d = run->d;                                                                                     \
        const size_t n = run->rows * run->cols, all = PTO_LANE_VLMAX(T, m8);                                     \
        EXPAND_OFFSETS(T) at = PTO_CAT(__riscv_vid_v_u16, EXPAND_O_##T)(all);                                    \
        at = __riscv_vmul(__riscv_vremu(at, (uint16_t)run->cols, all), (uint16_t)sizeof(pto_##T##_t), all);      \
        const PTO_STRIP(T, m8) y =                                                                               \
            PTO_STRIP_INSN(vluxei16_v, T, m8)((const pto_##T##_t *)(const void *)run->b, at, all);               \
        PTO_LANE_STRIPS(T, m8, { PTO_LANE_LOAD(x, T, m8, a) PTO_LANE_STORE(T, m8, PTO_LANEWISE(op, T, m8)(x, y)) }) \
    }                                                                                                            \
    static void id##_##T(const pto_tile_run_t *run)                                                              \
    {                                                                                                            \
        const size_t all = PTO_STRIP_MAX(T, m8), row = run->cols * sizeof(pto_##T##_t);                          \
        if (run->rows > 1 && run->cols != 0 && 2 * run->cols <= all && all % run->cols == 0 &&                   \
            run->a_step == (ptrdiff_t)row && run->d_step == (ptrdiff_t)row) {                                    \
            id##_many_##T(run);                                                                                  \
            return;                                                                                              \
        }                                                                                                        \
        for (size_t c = 0, pto_vl; c < run->cols; c += pto_vl) {                                                 \
            pto_vl = PTO_LANE_VL(T, m8, run->cols - c);                                                          \
            const uint8_t *a = run->a + c * sizeof(pto_##T##_t);                                                 \
            uint8_t *d = run->d + c * sizeof(pto_##T##_t);                                                       \
            const ptrdiff_t a_step = run->a_step, d_step = run->d_step;                                          \
            const PTO_STRIP(T, m8) y = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)run->b + c);     \
            _Pragma("GCC unroll 4")                                                                              \
            for (size_t left = run->rows; left != 0; left--) {                                                   \
                PTO_STRIP(T, m8) x = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)a);                \
                PTO_STRIP_STORE(T, m8, (pto_##T##_t *)(void *)d, PTO_LANEWISE(op, T, m8)(x, y));                 \
                a += a_step, d += d_step;                                                                        \
            }                                                                                                    \
        }                                                                                                        \
    }
#define EXPAND_O_f32 m4
#define EXPAND_O_f16 m8
#define EXPAND_OFFSETS(T) PTO_CAT3(vuint16, EXPAND_O_##T, _t)
#else
#define EXPAND(T, id, op) \
    static void id##_##T(const pto_tile_run_t *run) { id##_rows_##T(run); }
#endif

#define REAL_OP(id, base, op)                                                                                    \
    PTO_LANE_TABLE(base);                                                                                        \
    FOR_TYPES(EACH_ROW, id, base)                                                                                \
    EXPAND(f32, id, op)                                                                                          \
    EXPAND(f16, id, op)                                                                                          \
    const pto_tile_routine_t pto_lanes_##id[PTO_ELEM_NUM] = {                                                    \
        [PTO_ELEM_I8] = id##_rows_i8,   [PTO_ELEM_U8] = id##_rows_u8,     [PTO_ELEM_I16] = id##_rows_i16,        \
        [PTO_ELEM_U16] = id##_rows_u16, [PTO_ELEM_I32] = id##_rows_i32,   [PTO_ELEM_U32] = id##_rows_u32,        \
        [PTO_ELEM_F16] = id##_f16,      [PTO_ELEM_BF16] = id##_rows_bf16, [PTO_ELEM_F32] = id##_f32};
REAL_OP(tcolexpandadd, tadd, vadd)
REAL_OP(tcolexpandsub, tsub, vsub)
REAL_OP(tcolexpandmul, tmul, vmul)
REAL_OP(tcolexpanddiv, tdiv, vdiv)
REAL_OP(tcolexpandmax, tmax, vmax)
REAL_OP(tcolexpandmin, tmin, vmin)
PTO_LANE_TABLE(texpdif);
EACH_ROW(f32, tcolexpandexpdif, texpdif)
EACH_ROW(f16, tcolexpandexpdif, texpdif)
const pto_tile_routine_t pto_lanes_tcolexpandexpdif[PTO_ELEM_NUM] = {
    [PTO_ELEM_F16] = tcolexpandexpdif_rows_f16, [PTO_ELEM_F32] = tcolexpandexpdif_rows_f32};
// clang-format on
