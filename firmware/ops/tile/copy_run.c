// SPDX-License-Identifier: Apache-2.0
//
// Copies rows between a tile and GM: short rows several to a register group, others one by one.

#include "lanes/columns.h"
#include "transfer.h"

void pto_tile_copy_rows(const pto_tile_run_t *run)
{
    hal_copy_rows(run->d, run->d_step, run->a, run->a_step, run->cols, run->rows);
}

#ifdef PTO_HAS_STRIPS

#define GROUP_BYTES ((size_t)__riscv_v_fixed_vlen)  // of eight registers
#define BOX_BYTES   ((size_t)32)                    // of a row of a box

// Byte offsets of the double words of `rows` rows, `step` bytes apart.
static inline vuint16m2_t offsets(size_t row_words, size_t step)
{
    const size_t vl = GROUP_BYTES / 8;
    vuint16m2_t word = __riscv_vid_v_u16m2(vl);
    vuint16m2_t row = __riscv_vdivu(word, (uint16_t)row_words, vl);
    return __riscv_vmacc(__riscv_vsll(word, 3, vl), (uint16_t)(step - 8 * row_words), row, vl);
}

// clang-format off
#define COPY_GROUPS(name, far_step)                                                                              \
    static void name(const pto_tile_run_t *run)                                                                  \
    {                                                                                                            \
        const size_t rows = GROUP_BYTES / run->cols, left = run->rows % (4 * rows), grouped = run->rows - left;  \
        const uint8_t *a = run->a;                                                                               \
        uint8_t *d = run->d;                                                                                     \
        if (grouped != 0) {                                                                                      \
            const vuint16m2_t at = offsets(run->cols / 8, (size_t)run->far_step);                                \
            const size_t vl = __riscv_vsetvlmax_e64m8(), jump = rows * (size_t)run->far_step;                    \
            size_t group = GROUP_BYTES;                                                                          \
            PTO_OPAQUE(group);                                                                                   \
            COPY_##name                                                                                          \
        }                                                                                                        \
        if (left != 0) {                                                                                         \
            hal_copy_rows(d, run->d_step, a, run->a_step, run->cols, left);                                      \
        }                                                                                                        \
    }
#define COPY_EACH_GROUP(near, step, a_by, d_by, ...)                                                             \
    const uint8_t *const end = near + grouped * (size_t)(step);                                                  \
    PTO_STRIP_FOURS(near, end, __VA_ARGS__; a += a_by; d += d_by;)
#define COPY_load_groups                                                                                         \
    COPY_EACH_GROUP(d, run->cols, jump, group, __riscv_vse64((uint64_t *)(void *)d,                              \
               __riscv_vluxei16((const uint64_t *)(const void *)a, at, vl), vl))
#define COPY_store_groups                                                                                        \
    COPY_EACH_GROUP(a, run->cols, group, jump, __riscv_vsuxei16((uint64_t *)(void *)d, at,                       \
               __riscv_vle64_v_u64m8((const uint64_t *)(const void *)a, vl), vl))
COPY_GROUPS(load_groups, a_step)
COPY_GROUPS(store_groups, d_step)
// clang-format on

pto_tile_routine_t pto_tile_copy_routine(uint32_t address, const void *gm, size_t row, size_t tile_step, size_t gm_step,
                                         bool to_gm)
{
    bool groups = tile_step == row && gm_step != row && row >= 8 && 2 * row <= GROUP_BYTES && GROUP_BYTES % row == 0 &&
                  (((uintptr_t)gm | address | gm_step) & 7) == 0 && GROUP_BYTES / row * gm_step < 65536;
    return !groups ? pto_tile_copy_rows : to_gm ? store_groups : load_groups;
}

bool pto_tile_copy_to_boxes(uint8_t *tile, size_t column, const uint8_t *gm, ptrdiff_t gm_step, size_t row, size_t rows)
{
    const size_t all = row / BOX_BYTES, full = GROUP_BYTES / BOX_BYTES;
    if (row % BOX_BYTES != 0 || (((uintptr_t)tile | column | (uintptr_t)gm | (uintptr_t)gm_step) & 7) != 0) {
        return false;
    }
    // Moves as many columns at a time as fit a group and the range of offsets. A few columns of many rows are faster
    // one by one, with a register for each word of their rows.
    size_t most = column > 65000 / full ? 65000 / column + 1 : full;
    most = all < most ? all : most;
    if (most < 4 || (2 * most < full && rows > 64)) {
        return false;
    }
    const vuint16m2_t word = __riscv_vid_v_u16m2(GROUP_BYTES / 8), box = __riscv_vsrl(word, 2, GROUP_BYTES / 8);
    const vuint16m2_t at =
        __riscv_vmacc(__riscv_vsll(word, 3, GROUP_BYTES / 8), (uint16_t)(column - BOX_BYTES), box, GROUP_BYTES / 8);
    for (size_t columns = all, num; columns != 0; columns -= num) {
        num = columns < most ? columns : most;
        const size_t vl = __riscv_vsetvl_e64m8(num * (BOX_BYTES / 8));
        const uint8_t *a = gm;
        uint8_t *d = tile;
        _Pragma("GCC unroll 4") for (size_t left = rows; left != 0; left--, a += gm_step, d += BOX_BYTES)
        {
            __riscv_vsuxei16((uint64_t *)(void *)d, at, __riscv_vle64_v_u64m8((const uint64_t *)(const void *)a, vl),
                             vl);
        }
        gm += num * BOX_BYTES;
        tile += num * column;
    }
    return true;
}

#else

bool pto_tile_copy_to_boxes(uint8_t *tile, size_t column, const uint8_t *gm, ptrdiff_t gm_step, size_t row, size_t rows)
{
    (void)tile, (void)column, (void)gm, (void)gm_step, (void)row, (void)rows;
    return false;
}

pto_tile_routine_t pto_tile_copy_routine(uint32_t address, const void *gm, size_t row, size_t tile_step, size_t gm_step,
                                         bool to_gm)
{
    (void)address, (void)gm, (void)row, (void)tile_step, (void)gm_step, (void)to_gm;
    return pto_tile_copy_rows;
}

#endif
