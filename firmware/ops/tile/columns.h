// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/ops/tile: register groups that hold columns of several rows.
//
// The rows of a tile are often shorter than a register group. What goes on along rows then works on columns: lane
// c * rows + r is column c of row r, so that one instruction takes the same step of many rows. An indexed load picks
// the lanes up, wherever the rows start.
#ifndef PTO_OPS_TILE_COLUMNS_H
#define PTO_OPS_TILE_COLUMNS_H

#include "lanes.h"

#ifdef PTO_HAS_STRIPS

// Offsets of 16 bits reach so many rows.
static inline size_t pto_columns_rows(size_t rows, size_t most, ptrdiff_t step)
{
    size_t reach = step > 0 ? 65000 / (size_t)step + 1 : 1;
    most = reach < most ? reach : most;
    return rows < most ? rows : most;
}

// Byte offsets of the lanes. The group of offsets is half of a group of floats.
#define PTO_COLUMNS_OFFSETS(L)                                                                                    \
    PTO_VFN vuint16##L##_t pto_column_offsets_##L(size_t rows, size_t cols, ptrdiff_t row_step, size_t bytes)     \
    {                                                                                                             \
        size_t vl = rows * cols;                                                                                  \
        vuint16##L##_t lane = __riscv_vid_v_u16##L(vl);                                                           \
        vuint16##L##_t col = __riscv_vdivu(lane, (uint16_t)rows, vl);                                             \
        vuint16##L##_t row = __riscv_vsub(lane, __riscv_vmul(col, (uint16_t)rows, vl), vl);                       \
        row = __riscv_vmul(row, (uint16_t)row_step, vl);                                                          \
        return __riscv_vadd(row, __riscv_vmul(col, (uint16_t)bytes, vl), vl);                                     \
    }
PTO_COLUMNS_OFFSETS(m2)
PTO_COLUMNS_OFFSETS(m4)
PTO_COLUMNS_OFFSETS(m8)

// Copies rows of which several fill a group, a group at a time, where they follow each other on one side. Says whether
// it could.
static inline bool pto_tile_copy_groups(const pto_tile_run_t *run)
{
    const size_t words = run->cols / 8, most = words == 0 ? 0 : PTO_STRIP_MAX(u64, m8) / words;
    const bool load = run->d_step == (ptrdiff_t)run->cols, store = run->a_step == (ptrdiff_t)run->cols;
    const ptrdiff_t step = load ? run->a_step : run->d_step;
    if (most < 2 || run->cols % 8 != 0 || load == store || step < 0 || (size_t)step * most >= 65536 ||
        (((uintptr_t)run->d | (uintptr_t)run->a | (uintptr_t)step) & 7) != 0) {
        return false;
    }
    size_t vl = most * words, left = run->rows;
    // Lane by lane along the rows: the turn of columns of `words` rows.
    const vuint16m2_t at = pto_column_offsets_m2(words, most, 8, (size_t)step);
    const uint8_t *a = run->a;
    uint8_t *d = run->d;
    const size_t jump = most * (size_t)step, bytes = vl * 8;
    const size_t a_step = load ? jump : bytes, d_step = load ? bytes : jump;
    for (; left >= 4 * most; left -= 4 * most) {
        PTO_UNROLL_ALL
        for (int i = 0; i < 4; i++, a += a_step, d += d_step) {
            if (load) {
                __riscv_vse64((uint64_t *)(void *)d, __riscv_vluxei16((const uint64_t *)(const void *)a, at, vl), vl);
            } else {
                __riscv_vsuxei16((uint64_t *)(void *)d, at, __riscv_vle64_v_u64m8((const uint64_t *)(const void *)a, vl),
                                 vl);
            }
        }
    }
    hal_copy_rows(d, run->d_step, a, run->a_step, run->cols, left);
    return true;
}

#else
static inline bool pto_tile_copy_groups(const pto_tile_run_t *run)
{
    (void)run;
    return false;
}
#endif
#endif
