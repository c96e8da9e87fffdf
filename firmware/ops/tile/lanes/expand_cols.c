// SPDX-License-Identifier: Apache-2.0
//
// Expansions along columns: an operation of each row with the same row, which a run has at b.

#include "columns.h"

// clang-format off
// As the operation on runs, with a step of 0 between rows.
#define EACH_ROW(T, id, base)                                                                                    \
    static void lanes_##id##_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        pto_lanes_##base[PTO_ELEM_OF_TOKEN(T)](run);                                                             \
    }

#ifdef PTO_HAS_STRIPS
// Several short rows in a group: the row comes in by offsets, again and again.
#define EXPAND_GROUPS(T, id, op)                                                                                 \
    static __attribute__((noinline)) void id##_groups_##T(const pto_tile_run_t *run)                             \
    {                                                                                                            \
        const uint8_t *a = run->a;                                                                               \
        uint8_t *d = run->d;                                                                                     \
        const size_t n = run->rows * run->cols, all = PTO_LANE_VLMAX(T, m8);                                     \
        EXPAND_OFFSETS(T) at = PTO_CAT(__riscv_vid_v_u16, EXPAND_O_##T)(all);                                    \
        at = __riscv_vmul(__riscv_vremu(at, (uint16_t)run->cols, all), (uint16_t)sizeof(pto_##T##_t), all);      \
        const PTO_STRIP(T, m8) y =                                                                               \
            PTO_STRIP_INSN(vluxei16_v, T, m8)((const pto_##T##_t *)(const void *)run->b, at, all);               \
        PTO_LANE_STRIPS(T, m8, { PTO_LANE_LOAD(x, T, m8, a) PTO_LANE_STORE(T, m8, PTO_LANEWISE(op, T, m8)(x, y)) }) \
    }
#define EXPAND_O_f32 m4
#define EXPAND_O_f16 m8
#define EXPAND_OFFSETS(T) PTO_CAT3(vuint16, EXPAND_O_##T, _t)
// A strip of columns from row to row.
#define EXPAND(T, id, base, op)                                                                                  \
    EXPAND_GROUPS(T, id, op)                                                                                     \
    static void lanes_##id##_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        if (run->rows > 1 && pto_rows_fill_groups(run, PTO_STRIP_MAX(T, m8), sizeof(pto_##T##_t))) {             \
            id##_groups_##T(run);                                                                                \
            return;                                                                                              \
        }                                                                                                        \
        const ptrdiff_t a_step = run->a_step, d_step = run->d_step;                                              \
        for (size_t c = 0, pto_vl; c < run->cols; c += pto_vl) {                                                 \
            pto_vl = PTO_LANE_VL(T, m8, run->cols - c);                                                          \
            const uint8_t *a = run->a + c * sizeof(pto_##T##_t);                                                 \
            uint8_t *d = run->d + c * sizeof(pto_##T##_t);                                                       \
            const PTO_STRIP(T, m8) y = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)run->b + c);     \
            _Pragma("GCC unroll 4")                                                                              \
            for (size_t left = run->rows; left != 0; left--, a += a_step, d += d_step) {                         \
                PTO_STRIP(T, m8) x = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)a);                \
                PTO_STRIP_STORE(T, m8, (pto_##T##_t *)(void *)d, PTO_LANEWISE(op, T, m8)(x, y));                 \
            }                                                                                                    \
        }                                                                                                        \
    }
#else
#define EXPAND(T, id, base, op) EACH_ROW(T, id, base)
#endif

#define EXPANSION(id, base, op)                                                                                  \
    PTO_LANE_TABLE(base);                                                                                        \
    PTO_FOR_INTS(EACH_ROW, id, base) EACH_ROW(bf16, id, base) PTO_FOR_F16_32(EXPAND, id, base, op)               \
    PTO_LANES_TABLE(id, PTO_FOR_INTS(PTO_ROW, id) PTO_FOR_FLOATS(PTO_ROW, id))
EXPANSION(tcolexpandadd, tadd, vadd);
EXPANSION(tcolexpandsub, tsub, vsub);
EXPANSION(tcolexpandmul, tmul, vmul);
EXPANSION(tcolexpanddiv, tdiv, vdiv);
EXPANSION(tcolexpandmax, tmax, vmax);
EXPANSION(tcolexpandmin, tmin, vmin);
PTO_LANE_TABLE(texpdif);
PTO_FOR_F16_32(EACH_ROW, tcolexpandexpdif, texpdif)
PTO_LANES_TABLE(tcolexpandexpdif, PTO_FOR_F16_32(PTO_ROW, tcolexpandexpdif));
// clang-format on
