// SPDX-License-Identifier: Apache-2.0
//
// Expansions along rows: an operation of each element with the value of its row. A run has the values at b.

#include "columns.h"

// clang-format off

// Row by row, as the operation with a scalar.
#define EACH_ROW(T, id, scalar)                                                                                  \
    static void lanes_##id##_##T(const pto_tile_run_t *run)                                                      \
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
// Returns where the rows begin that are left over, fewer than four groups.
#define EXPAND_GROUPS(T, id, op)                                                                                 \
    PTO_VFN size_t id##_groups_##T(const pto_tile_run_t *run)                                                    \
    {                                                                                                            \
        const size_t rows = PTO_STRIP_MAX(T, m8) / run->cols, first = run->rows & -(4 * rows);                   \
        if (first == 0) {                                                                                        \
            return 0;                                                                                            \
        }                                                                                                        \
        const uint8_t *a = run->a, *b = run->b;                                                                  \
        uint8_t *d = run->d, *const end = d + first * (size_t)run->d_step;                                       \
        const size_t pto_vl = PTO_LANE_VLMAX(T, m8), b_step = rows * (size_t)run->b_step;                        \
        EXPAND_OFFSETS(T) at = PTO_CAT(__riscv_vid_v_u16, EXPAND_O(T))(pto_vl);                                  \
        at = __riscv_vmul(__riscv_vdivu(at, (uint16_t)run->cols, pto_vl), (uint16_t)run->b_step, pto_vl);        \
        size_t pto_step = PTO_STRIP_MAX(T, m8) * sizeof(pto_##T##_t);                                            \
        PTO_OPAQUE(pto_step);                                                                                    \
        PTO_STRIP_FOURS(d, end, EXPAND_GROUP(T, op))                                                             \
        return first;                                                                                            \
    }
#define EXPAND_GROUP(T, op)                                                                                      \
    {                                                                                                            \
        PTO_STRIP(T, m8) y = PTO_STRIP_INSN(vluxei16_v, T, m8)((const pto_##T##_t *)(const void *)b, at, pto_vl); \
        b += b_step;                                                                                             \
        PTO_LANE_LOAD(x, T, m8, a)                                                                               \
        PTO_LANE_STORE(T, m8, PTO_LANEWISE(op, T, m8)(x, y))                                                     \
    }
#define EXPAND_O(T)       EXPAND_O_##T
#define EXPAND_O_f32      m4
#define EXPAND_O_f16      m8
#define EXPAND_OFFSETS(T) PTO_CAT3(vuint16, EXPAND_O(T), _t)

// Rows of `num` strips of one length, which is set once.
#define EXPAND_STRIPS(T, id, op)                                                                                 \
    PTO_VFN void id##_strips_##T(const pto_tile_run_t *run, size_t first, size_t pto_vl, int num)                \
    {                                                                                                            \
        const uint8_t *a = run->a + (ptrdiff_t)first * run->a_step, *b = run->b + (ptrdiff_t)first * run->b_step; \
        uint8_t *d = run->d + (ptrdiff_t)first * run->d_step;                                                    \
        const ptrdiff_t a_step = run->a_step, b_step = run->b_step, d_step = run->d_step;                        \
        _Pragma("GCC unroll 4")                                                                                  \
        for (size_t left = run->rows - first; left != 0; left--) {                                               \
            const pto_##T##_t s = *(const pto_##T##_t *)(const void *)b;                                         \
            for (int i = 0; i < num; i++) {                                                                      \
                const size_t at = (size_t)i * PTO_STRIP_MAX(T, m8);                                              \
                PTO_STRIP(T, m8) x = PTO_STRIP_LOAD(T, m8, (const pto_##T##_t *)(const void *)a + at);           \
                PTO_STRIP_STORE(T, m8, (pto_##T##_t *)(void *)d + at, PTO_LANEWISE(op, T, m8)(x, s));            \
            }                                                                                                    \
            a += a_step, b += b_step, d += d_step;                                                               \
        }                                                                                                        \
    }

// Rows of any length.
#define EXPAND_RAGGED(T, id, op)                                                                                 \
    PTO_VFN void id##_ragged_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        for (size_t r = 0; r < run->rows; r++) {                                                                 \
            const uint8_t *a = run->a + (ptrdiff_t)r * run->a_step;                                              \
            uint8_t *d = run->d + (ptrdiff_t)r * run->d_step;                                                    \
            const pto_##T##_t s = *(const pto_##T##_t *)(const void *)(run->b + (ptrdiff_t)r * run->b_step);     \
            for (size_t left = run->cols, pto_vl; left != 0; left -= pto_vl) {                                   \
                pto_vl = PTO_LANE_VL(T, m8, left);                                                               \
                const size_t pto_step = pto_vl * sizeof(pto_##T##_t);                                            \
                PTO_LANE_LOAD(x, T, m8, a)                                                                       \
                PTO_LANE_STORE(T, m8, PTO_LANEWISE(op, T, m8)(x, s))                                             \
            }                                                                                                    \
        }                                                                                                        \
    }

#define EXPAND_ROWS(T, id)                                                                                       \
    static void lanes_##id##_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        const size_t all = PTO_STRIP_MAX(T, m8), cols = run->cols;                                               \
        if (cols <= all) {                                                                                       \
            const bool fills = pto_rows_fill_groups(run, all, sizeof(pto_##T##_t));                              \
            /* As far as offsets of 16 bits reach. */                                                            \
            const size_t first = fills && (size_t)run->b_step * all < 65536 ? id##_groups_##T(run) : 0;          \
            if (first != run->rows) {                                                                            \
                id##_strips_##T(run, first, PTO_LANE_VL(T, m8, cols), 1);                                        \
            }                                                                                                    \
        } else if (cols == 2 * all) {                                                                            \
            id##_strips_##T(run, 0, PTO_LANE_VLMAX(T, m8), 2);                                                   \
        } else if (cols % all == 0) {                                                                            \
            id##_strips_##T(run, 0, PTO_LANE_VLMAX(T, m8), (int)(cols / all));                                   \
        } else {                                                                                                 \
            id##_ragged_##T(run);                                                                                \
        }                                                                                                        \
    }
// The same in less code: for types and operations that kernels expand rarely.
#define EXPAND_SMALL_ROWS(T, id)                                                                                 \
    static void lanes_##id##_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        if (run->cols <= PTO_STRIP_MAX(T, m8)) {                                                                 \
            id##_strips_##T(run, 0, PTO_LANE_VL(T, m8, run->cols), 1);                                           \
        } else {                                                                                                 \
            id##_ragged_##T(run);                                                                                \
        }                                                                                                        \
    }

#define EXPAND(T, id, scalar, op) \
    EXPAND_GROUPS(T, id, op) EXPAND_STRIPS(T, id, op##s) EXPAND_RAGGED(T, id, op##s) EXPAND_ROWS(T, id)
#define EXPAND_SMALL(T, id, scalar, op) \
    EXPAND_STRIPS(T, id, op##s) EXPAND_RAGGED(T, id, op##s) EXPAND_SMALL_ROWS(T, id)
#else
#define EXPAND(T, id, scalar, op)       EACH_ROW(T, id, scalar)
#define EXPAND_SMALL(T, id, scalar, op) EACH_ROW(T, id, scalar)
#endif

#define FLOAT_ROWS(id) PTO_FOR_FLOATS(PTO_ROW, id)
// Sums, differences and products of integers have the same bits with and without a sign.
#define WRAPPING(id, scalar, op)                                                                                 \
    PTO_LANE_TABLE(scalar);                                                                                      \
    PTO_FOR_SINT(EXPAND_SMALL, id, scalar, op) PTO_FOR_F16_32(EXPAND, id, scalar, op) EACH_ROW(bf16, id, scalar) \
    PTO_LANES_TABLE(id, PTO_FOR_SINT(PTO_ROW, id) FLOAT_ROWS(id) [PTO_ELEM_U8] = lanes_##id##_i8,                \
                    [PTO_ELEM_U16] = lanes_##id##_i16, [PTO_ELEM_U32] = lanes_##id##_i32)
#define ORDERED(id, scalar, op)                                                                                  \
    PTO_LANE_TABLE(scalar);                                                                                      \
    PTO_FOR_INTS(EXPAND_SMALL, id, scalar, op) PTO_FOR_F16_32(EXPAND_SMALL, id, scalar, op)                      \
    EACH_ROW(bf16, id, scalar)                                                                                   \
    PTO_LANES_TABLE(id, PTO_FOR_INTS(PTO_ROW, id) FLOAT_ROWS(id))
WRAPPING(trowexpandadd, tadds, vadd);
WRAPPING(trowexpandsub, tsubs, vsub);
WRAPPING(trowexpandmul, tmuls, vmul);
ORDERED(trowexpandmax, tmaxs, vmax);
ORDERED(trowexpandmin, tmins, vmin);
// Quotients of integers are no operation of isa/lanes.def.
PTO_LANE_TABLE(tdivs);
PTO_FOR_INTS(EACH_ROW, trowexpanddiv, tdivs)
EACH_ROW(bf16, trowexpanddiv, tdivs)
PTO_FOR_F16_32(EXPAND, trowexpanddiv, tdivs, vdiv)
PTO_LANES_TABLE(trowexpanddiv, PTO_FOR_INTS(PTO_ROW, trowexpanddiv) FLOAT_ROWS(trowexpanddiv));
PTO_LANE_TABLE(texpdifs);
PTO_FOR_F16_32(EACH_ROW, trowexpandexpdif, texpdifs)
PTO_LANES_TABLE(trowexpandexpdif, PTO_FOR_F16_32(PTO_ROW, trowexpandexpdif));

// The value of a row in all its elements, which are bits.
#ifdef PTO_HAS_STRIPS
#define SPREAD(T, ...)                                                                                           \
    static void lanes_spread_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        uint8_t *row = run->d;                                                                                   \
        const uint8_t *b = run->b;                                                                               \
        const ptrdiff_t d_step = run->d_step, b_step = run->b_step;                                              \
        const size_t pto_vl = PTO_LANE_VL(T, m8, run->cols);                                                     \
        if (pto_vl == run->cols) {                                                                               \
            _Pragma("GCC unroll 4")                                                                              \
            for (size_t left = run->rows; left != 0; left--, row += d_step, b += b_step) {                       \
                const pto_##T##_t s = *(const pto_##T##_t *)(const void *)b;                                     \
                PTO_STRIP_STORE(T, m8, (pto_##T##_t *)(void *)row, PTO_STRIP_SPLAT(T, m8, s));                   \
            }                                                                                                    \
            return;                                                                                              \
        }                                                                                                        \
        for (size_t left = run->rows; left != 0; left--, row += d_step, b += b_step) {                           \
            const pto_##T##_t s = *(const pto_##T##_t *)(const void *)b;                                         \
            pto_##T##_t *d = (void *)row;                                                                        \
            for (size_t n = run->cols, pto_vl; n != 0; n -= pto_vl, d += pto_vl) {                               \
                pto_vl = PTO_LANE_VL(T, m8, n);                                                                  \
                PTO_STRIP_STORE(T, m8, d, PTO_STRIP_SPLAT(T, m8, s));                                            \
            }                                                                                                    \
        }                                                                                                        \
    }
#else
#define SPREAD(T, ...)                                                                                           \
    static void lanes_spread_##T(const pto_tile_run_t *run)                                                      \
    {                                                                                                            \
        for (size_t r = 0; r < run->rows; r++) {                                                                 \
            pto_##T##_t *d = (void *)(run->d + (ptrdiff_t)r * run->d_step);                                      \
            const pto_##T##_t s = *(const pto_##T##_t *)(const void *)(run->b + (ptrdiff_t)r * run->b_step);     \
            for (size_t i = 0; i < run->cols; i++) {                                                             \
                d[i] = s;                                                                                        \
            }                                                                                                    \
        }                                                                                                        \
    }
#endif
PTO_FOR_UINT(SPREAD, ) SPREAD(u64, )
// clang-format on

pto_tile_routine_t pto_lanes_spread(uint32_t elem)
{
    return pto_elem_bytes[elem] == 1   ? lanes_spread_u8
           : pto_elem_bytes[elem] == 2 ? lanes_spread_u16
           : pto_elem_bytes[elem] == 4 ? lanes_spread_u32
                                       : lanes_spread_u64;
}
