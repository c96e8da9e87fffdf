// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/ops/tile: register groups that hold columns of several rows.
//
// The rows of a tile are often shorter than a register group. Operations along rows then work on columns: lane c * rows
// + r is column c of row r. So one instruction does the same step for many rows. An indexed load gathers the lanes from
// any row addresses.
#ifndef PTO_OPS_TILE_COLUMNS_H
#define PTO_OPS_TILE_COLUMNS_H

#include "lanes.h"

#ifdef PTO_HAS_STRIPS

// Returns how many rows, at most `most`, 16-bit offsets reach. Steps are rarely long enough to need the division.
static inline size_t pto_columns_rows(size_t rows, size_t most, ptrdiff_t step)
{
    if ((size_t)(step - 1) >= 65000 / most) {
        const size_t reach = step > 0 ? 65000 / (size_t)step + 1 : 1;
        most = reach < most ? reach : most;
    }
    return rows < most ? rows : most;
}

// Whether the rows of a run of an expansion follow each other, and several fill a group of `all` lanes.
static inline bool pto_rows_fill_groups(const pto_tile_run_t *run, size_t all, size_t bytes)
{
    const ptrdiff_t row = (ptrdiff_t)(run->cols * bytes);
    return run->cols != 0 && 2 * run->cols <= all && all % run->cols == 0 && run->a_step == row && run->d_step == row;
}

// Comparisons raise the flag `invalid` for NaN: it is cleared before them, and read after them.
static inline void pto_forget_nans(void)
{
    __asm__ volatile("csrwi fflags, 0");
}

static inline bool pto_saw_nan(void)
{
    uint64_t flags;
    __asm__ volatile("csrr %0, fflags" : "=r"(flags));
    return (flags & 16) != 0;
}

// Byte offsets of the lanes, `bytes` a power of two. The group of offsets is half of a group of floats.
#define PTO_COLUMNS_OFFSETS(L)                                                                                    \
    PTO_VFN vuint16##L##_t pto_column_offsets_##L(size_t rows, size_t cols, ptrdiff_t row_step, size_t bytes)     \
    {                                                                                                             \
        size_t vl = rows * cols;                                                                                  \
        vuint16##L##_t lane = __riscv_vid_v_u16##L(vl);                                                           \
        vuint16##L##_t col = __riscv_vdivu(lane, (uint16_t)rows, vl);                                             \
        vuint16##L##_t row = __riscv_vnmsac(lane, (uint16_t)rows, col, vl);                                       \
        row = __riscv_vmul(row, (uint16_t)row_step, vl);                                                          \
        return __riscv_vadd(row, __riscv_vsll(col, (size_t)__builtin_ctzl(bytes), vl), vl);                       \
    }
PTO_COLUMNS_OFFSETS(m2)
PTO_COLUMNS_OFFSETS(m4)
PTO_COLUMNS_OFFSETS(m8)

#endif
#endif
