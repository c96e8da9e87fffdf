// SPDX-License-Identifier: Apache-2.0
//
// Transposition: of matrices anywhere, and the instruction.

#include "lanes/columns.h"
#include "transfer.h"

// A run: d[c, r] = a[r, c].
typedef pto_tile_run_t turn_t;

// clang-format off
#ifdef PTO_HAS_STRIPS
// A group holds a column of as many rows as fit; or several columns, where those follow each other in d and offsets of
// 16 bits reach all rows, of which there are 1 to half of a group.
#define TURN_COLUMNS(T, L, O)                                                                                    \
    PTO_VFN void turn_columns_##T(const turn_t *run, size_t most)                                                \
    {                                                                                                            \
        const size_t bytes = sizeof(pto_##T##_t), p_step = most * bytes, d_step = run->rows * p_step;            \
        const vuint16##O##_t at = pto_column_offsets_##O(run->rows, most, run->a_step, bytes);                   \
        const uint8_t *p = run->a, *const end = p + run->cols * bytes, *const last = end - 4 * p_step;           \
        uint8_t *d = run->d;                                                                                     \
        size_t pto_vl = run->rows * most;                                                                        \
        if (run->cols >= 4 * most) {                                                                             \
            do {                                                                                                 \
                PTO_UNROLL_ALL                                                                                   \
                for (int i = 0; i < 4; i++, p += p_step, d += d_step) {                                          \
                    PTO_STRIP_STORE(T, L, (pto_##T##_t *)(void *)d, TURN_OFFSETS(T, L, p));                      \
                }                                                                                                \
            } while (p <= last);                                                                                 \
        }                                                                                                        \
        for (size_t cols; p != end; p += cols * bytes, d += d_step) {                                            \
            cols = (size_t)(end - p) / bytes < most ? (size_t)(end - p) / bytes : most;                          \
            pto_vl = run->rows * cols;                                                                           \
            PTO_STRIP_STORE(T, L, (pto_##T##_t *)(void *)d, TURN_OFFSETS(T, L, p));                              \
        }                                                                                                        \
    }
#define TURN(T, L, O)                                                                                            \
    TURN_COLUMNS(T, L, O)                                                                                        \
    static void turn_##T(const turn_t *run)                                                                      \
    {                                                                                                            \
        const size_t bytes = sizeof(pto_##T##_t), all = PTO_STRIP_MAX(T, L);                                     \
        if (run->rows - 1 < all / 2 && run->d_step == (ptrdiff_t)(run->rows * bytes) &&                          \
            run->rows * (size_t)run->a_step + all * bytes < 65536) {                                             \
            turn_columns_##T(run, all / run->rows);                                                                 \
            return;                                                                                              \
        }                                                                                                        \
        const ptrdiff_t a_step = run->a_step, d_step = run->d_step;                                              \
        const size_t cols = run->cols;                                                                           \
        for (size_t done = 0, pto_vl; done < run->rows; done += pto_vl) {                                        \
            pto_vl = PTO_LANE_VL(T, L, run->rows - done);                                                        \
            const uint8_t *p = run->a + (ptrdiff_t)done * a_step;                                                \
            uint8_t *d = run->d + done * bytes;                                                                  \
            _Pragma("GCC unroll 4")                                                                              \
            for (size_t left = cols; left != 0; left--, p += bytes, d += d_step) {                               \
                PTO_STRIP_STORE(T, L, (pto_##T##_t *)(void *)d, TURN_STEP(T, L, p, a_step));                     \
            }                                                                                                    \
        }                                                                                                        \
    }
#define TURN_OFFSETS(T, L, p) PTO_STRIP_INSN(vluxei16_v, T, L)((const pto_##T##_t *)(const void *)(p), at, pto_vl)
#define TURN_STEP(T, L, p, step)                                                                                 \
    PTO_STRIP_INSN(PTO_CAT3(vlse, PTO_BITS_##T, _v), T, L)((const pto_##T##_t *)(const void *)(p), step, pto_vl)
TURN(u8, m4, m8)
TURN(u16, m8, m8)
TURN(u32, m8, m4)
TURN(u64, m8, m2)
#else
#define TURN(T)                                                                                                  \
    static void turn_##T(const turn_t *run)                                                                      \
    {                                                                                                            \
        for (size_t c = 0; c < run->cols; c++) {                                                                 \
            pto_##T##_t *d = (void *)(run->d + (ptrdiff_t)c * run->d_step);                                      \
            for (size_t r = 0; r < run->rows; r++) {                                                             \
                d[r] = ((const pto_##T##_t *)(const void *)(run->a + (ptrdiff_t)r * run->a_step))[c];            \
            }                                                                                                    \
        }                                                                                                        \
    }
TURN(u8)
TURN(u16)
TURN(u32)
TURN(u64)
#endif

#define TURN_ENTRY(T, U, ...) [PTO_ELEM_TOKEN_##T] = turn_##U,
const pto_tile_routine_t pto_lanes_ttrans[PTO_ELEM_NUM] = {PTO_FOR_RAW(TURN_ENTRY, ) TURN_ENTRY(e8m0, u8)};
// clang-format on

void pto_tile_turn(void *d, int64_t d_step, const void *s, int64_t s_step, int32_t rows, int32_t cols, int64_t bytes)
{
    static const uint8_t elems[9] = {[1] = PTO_ELEM_U8, [2] = PTO_ELEM_U16, [4] = PTO_ELEM_U32, [8] = PTO_ELEM_U64};
    pto_lanes_ttrans[elems[bytes]](&(const turn_t){.d = d,
                                                   .a = s,
                                                   .rows = (size_t)rows,
                                                   .cols = (size_t)cols,
                                                   .d_step = d_step * bytes,
                                                   .a_step = s_step * bytes});
}

void pto_tile_turn_boxes(uint8_t *d, size_t d_step, const uint8_t *s, size_t s_step, size_t num)
{
    enum { EXTENT = 16, LANES = EXTENT * EXTENT };
#ifdef PTO_HAS_STRIPS
    const size_t all = PTO_STRIP_MAX(u16, m8), vl = all < LANES ? all : LANES;
    const vuint16m8_t at = pto_column_offsets_m8(EXTENT, vl / EXTENT, EXTENT * 2, 2);
    _Pragma("GCC unroll 4")
    for (; num != 0; num--, d += d_step, s += s_step) {
        PTO_UNROLL_ALL
        for (size_t i = 0; i < LANES; i += vl) {
            __riscv_vse16_v_u16m8((uint16_t *)(void *)d + i,
                                  __riscv_vluxei16_v_u16m8((const uint16_t *)(const void *)s + i / EXTENT, at, vl), vl);
        }
    }
#else
    for (; num != 0; num--, d += d_step, s += s_step) {
        for (size_t i = 0; i < LANES; i++) {
            ((uint16_t *)(void *)d)[i] = ((const uint16_t *)(const void *)s)[i % EXTENT * EXTENT + i / EXTENT];
        }
    }
#endif
}

pto_step_t pto_tile_exec_trans(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, src, dst);
    if (p->dst.rows < p->src.valid_cols || p->dst.cols < p->src.valid_rows) {
        PTO_TILE_FAULT(cmd, "dst of %d x %d has no room for the transpose of %d x %d", p->dst.rows, p->dst.cols,
                       p->src.valid_rows, p->src.valid_cols);
    }
    if (p->dst.address == p->src.address) {
        PTO_TILE_FAULT(cmd, "dst is src: a transposition in place is not possible");
    }
    pto_tile_turn(pto_tile_base(core, &p->dst), p->dst.pitch, pto_tile_base(core, &p->src), p->src.pitch,
                  p->src.valid_rows, p->src.valid_cols, pto_elem_bytes[p->src.elem]);
    return PTO_DONE;
}
