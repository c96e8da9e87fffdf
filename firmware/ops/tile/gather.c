// SPDX-License-Identifier: Apache-2.0
//
// Gathers and scatters within UB: by index, by mask pattern, by comparison.

#include "tile.h"

static int64_t index_at(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col)
{
    const uint8_t *from = pto_tile_element(core, tile, row, col);
    switch (tile->elem) {
        case PTO_ELEM_I16:
            return *(const int16_t *)from;
        case PTO_ELEM_U16:
            return *(const uint16_t *)from;
        case PTO_ELEM_I32:
            return *(const int32_t *)from;
        default:
            return *(const uint32_t *)from;
    }
}

// The element that an index names, counted in row-major order over the allocated tile; outside is a fault.
static uint8_t *place(const pto_core_t *core, const pto_cmd_t *cmd, const char *name, const pto_tile_t *tile,
                      int64_t index, int32_t row, int32_t col)
{
    if (index < 0 || index >= (int64_t)tile->rows * tile->cols) {
        PTO_TILE_FAULT(cmd, "index %ld at (%d, %d) is outside %s of %d x %d", (long)index, row, col, name, tile->rows,
                       tile->cols);
    }
    return pto_tile_element(core, tile, (int32_t)(index / tile->cols), (int32_t)(index % tile->cols));
}

/// By index ///

pto_step_t pto_tile_exec_gather(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, idx;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    pto_tile_check_rows(cmd, "indices", &p->idx);
    if (p->idx.valid_rows < p->dst.valid_rows || p->idx.valid_cols < p->dst.valid_cols) {
        PTO_TILE_FAULT(cmd, "indices of %d x %d are too few for %d x %d elements", p->idx.valid_rows, p->idx.valid_cols,
                       p->dst.valid_rows, p->dst.valid_cols);
    }
    size_t bytes = pto_elem_bytes[p->dst.elem];
    for (uint32_t pass = 0; pass < 2; pass++) {  // first all checks
        for (int32_t r = 0; r < p->dst.valid_rows; r++) {
            for (int32_t c = 0; c < p->dst.valid_cols; c++) {
                const uint8_t *from = place(core, cmd, "src", &p->src, index_at(core, &p->idx, r, c), r, c);
                if (pass == 1) {
                    __builtin_memcpy(pto_tile_element(core, &p->dst, r, c), from, bytes);
                }
            }
        }
    }
    return PTO_DONE;
}

pto_step_t pto_tile_exec_scatter(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, idx;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    pto_tile_check_rows(cmd, "indexes", &p->idx);
    size_t bytes = pto_elem_bytes[p->dst.elem], wanted = bytes == 1 ? 2 : bytes == 8 ? 4 : bytes;
    if (pto_elem_bytes[p->idx.elem] != wanted) {
        PTO_TILE_FAULT(cmd, "indexes of %s go with elements of %u bytes, not %zu", pto_elem_names[p->idx.elem],
                       pto_elem_bytes[p->idx.elem], bytes);
    }
    if (p->idx.valid_rows > p->src.valid_rows || p->idx.valid_cols > p->src.valid_cols) {
        PTO_TILE_FAULT(cmd, "indexes of %d x %d exceed src of %d x %d", p->idx.valid_rows, p->idx.valid_cols,
                       p->src.valid_rows, p->src.valid_cols);
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (int32_t r = 0; r < p->idx.valid_rows; r++) {
            for (int32_t c = 0; c < p->idx.valid_cols; c++) {
                uint8_t *to = place(core, cmd, "dst", &p->dst, index_at(core, &p->idx, r, c), r, c);
                if (pass == 1) {
                    __builtin_memcpy(to, pto_tile_element(core, &p->src, r, c), bytes);
                }
            }
        }
    }
    return PTO_DONE;
}

// Offsets are of blocks of 32 bytes from the start of src on, in bytes.
pto_step_t pto_tile_exec_gatherb(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, offsets;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst);
    int32_t block = 32 / pto_elem_bytes[p->dst.elem];
    int32_t blocks = (p->dst.valid_cols + block - 1) / block;
    uint64_t span = pto_tile_span(&p->src);
    if (p->offsets.valid_rows < p->dst.valid_rows || p->offsets.valid_cols < blocks) {
        PTO_TILE_FAULT(cmd, "offsets of %d x %d are too few for %d x %d blocks", p->offsets.valid_rows,
                       p->offsets.valid_cols, p->dst.valid_rows, blocks);
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (int32_t r = 0; r < p->dst.valid_rows; r++) {
            for (int32_t b = 0; b < blocks; b++) {
                uint64_t offset = (uint32_t)index_at(core, &p->offsets, r, b);
                int32_t left = p->dst.valid_cols - b * block;
                size_t bytes = (size_t)(left < block ? left : block) * pto_elem_bytes[p->dst.elem];
                if (offset + bytes > span) {
                    PTO_TILE_FAULT(cmd, "offset %lu at (%d, %d) is outside the %lu bytes of src", (unsigned long)offset,
                                   r, b, (unsigned long)span);
                }
                if (pass == 1) {
                    __builtin_memcpy(pto_tile_element(core, &p->dst, r, b * block),
                                     pto_tile_base(core, &p->src) + offset, bytes);
                }
            }
        }
    }
    return PTO_DONE;
}

/// By mask pattern ///

// Whether a pattern selects element `index`; the expansion factor of the pattern.
static bool takes(uint64_t pattern, int32_t index)
{
    switch (pattern) {
        case PTO_MASK_P0101:
            return index % 2 == 0;
        case PTO_MASK_P1010:
            return index % 2 == 1;
        case PTO_MASK_P0001:
            return index % 4 == 0;
        case PTO_MASK_P0010:
            return index % 4 == 1;
        case PTO_MASK_P0100:
            return index % 4 == 2;
        case PTO_MASK_P1000:
            return index % 4 == 3;
        default:
            return true;
    }
}

static int32_t count_taken(uint64_t pattern, int32_t n)
{
    int32_t count = 0;
    for (int32_t i = 0; i < n; i++) {
        count += takes(pattern, i);
    }
    return count;
}

static void gather_rows(const pto_core_t *core, const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src,
                        uint64_t pattern)
{
    int32_t rows = count_taken(pattern, src->valid_rows);
    if (rows > dst->rows || src->valid_cols > dst->cols) {
        PTO_TILE_FAULT(cmd, "dst of %d x %d has no room for %ld elements", dst->rows, dst->cols,
                       (long)rows * src->valid_cols);
    }
    for (int32_t r = 0, to = 0; r < src->valid_rows; r++) {
        if (takes(pattern, r)) {
            __builtin_memcpy(pto_tile_element(core, dst, to++, 0), pto_tile_element(core, src, r, 0),
                             (size_t)src->valid_cols * pto_elem_bytes[src->elem]);
        }
    }
}

// Packs the selected elements of all rows, or all elements of the selected rows.
pto_step_t pto_tile_exec_gather_mask(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        uint64_t pattern, axis;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    if (pto_elem_bytes[p->dst.elem] != pto_elem_bytes[p->src.elem]) {
        PTO_TILE_FAULT(cmd, "elements of %s do not move to elements of %s", pto_elem_names[p->src.elem],
                       pto_elem_names[p->dst.elem]);
    }
    if (p->axis == PTO_AXIS_COL) {
        gather_rows(core, cmd, &p->dst, &p->src, p->pattern);
        return PTO_DONE;
    }
    if (p->dst.valid_cols != p->dst.cols) {
        PTO_TILE_FAULT(cmd, "dst has %d valid columns of %d, and elements are packed without gaps", p->dst.valid_cols,
                       p->dst.cols);
    }
    int64_t total = (int64_t)count_taken(p->pattern, p->src.valid_cols) * p->src.valid_rows;
    if (total > (int64_t)p->dst.rows * p->dst.cols) {
        PTO_TILE_FAULT(cmd, "dst of %d x %d has no room for %ld elements", p->dst.rows, p->dst.cols, (long)total);
    }
    size_t bytes = pto_elem_bytes[p->dst.elem];
    int64_t to = 0;
    for (int32_t r = 0; r < p->src.valid_rows; r++) {
        for (int32_t c = 0; c < p->src.valid_cols; c++) {
            if (takes(p->pattern, c)) {
                __builtin_memcpy(
                    pto_tile_element(core, &p->dst, (int32_t)(to / p->dst.cols), (int32_t)(to % p->dst.cols)),
                    pto_tile_element(core, &p->src, r, c), bytes);
                to++;
            }
        }
    }
    return PTO_DONE;
}

// Scatters elements or rows of src to the selected positions; the others become 0.
pto_step_t pto_tile_exec_scatter_mask(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        uint64_t pattern, axis;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    bool cols = p->axis == PTO_AXIS_ROW;  // within rows
    int32_t spread = cols ? p->dst.valid_cols : p->dst.valid_rows;
    int32_t wanted_rows = cols ? p->dst.valid_rows : count_taken(p->pattern, spread);
    int32_t wanted_cols = cols ? count_taken(p->pattern, spread) : p->dst.valid_cols;
    if (p->src.valid_rows != wanted_rows || p->src.valid_cols != wanted_cols) {
        PTO_TILE_FAULT(cmd, "src has %d x %d valid elements, and dst takes %d x %d", p->src.valid_rows,
                       p->src.valid_cols, wanted_rows, wanted_cols);
    }
    size_t bytes = pto_elem_bytes[p->dst.elem];
    for (int32_t r = 0, from_row = 0; r < p->dst.valid_rows; r++) {
        bool row_taken = cols || takes(p->pattern, r);
        for (int32_t c = 0, from_col = 0; c < p->dst.valid_cols; c++) {
            bool taken = row_taken && (!cols || takes(p->pattern, c));
            if (taken) {
                __builtin_memcpy(pto_tile_element(core, &p->dst, r, c),
                                 pto_tile_element(core, &p->src, from_row, from_col), bytes);
                from_col++;
            } else {
                __builtin_memset(pto_tile_element(core, &p->dst, r, c), 0, bytes);
            }
        }
        from_row += row_taken;
    }
    return PTO_DONE;
}

/// By comparison ///

// Writes the numbers of the elements for which the comparison holds, counted from `offset` through the rows of the
// allocated tile, and how many each row has to cdst.
pto_step_t pto_tile_exec_gather_cmp(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, cdst, src;
        pto_scalar_t value;
        uint64_t mode;
        int64_t offset;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    if (p->mode != PTO_COMPARE_EQ && p->mode != PTO_COMPARE_GT) {
        PTO_TILE_FAULT(cmd, "cmpMode is neither eq nor gt");
    }
    if (p->dst.valid_rows < p->src.valid_rows || p->dst.cols < p->src.valid_cols) {
        PTO_TILE_FAULT(cmd, "dst of %d x %d may have no room for the indices of %d x %d", p->dst.valid_rows,
                       p->dst.cols, p->src.valid_rows, p->src.valid_cols);
    }
    if ((int64_t)p->cdst.valid_rows * p->cdst.valid_cols < p->src.valid_rows) {
        PTO_TILE_FAULT(cmd, "cdst of %d x %d has no room for %d counts", p->cdst.valid_rows, p->cdst.valid_cols,
                       p->src.valid_rows);
    }
    const uint64_t scalar = pto_tile_scalar(cmd, p->value, p->src.elem);
    double wanted = pto_tile_number(p->src.elem, &scalar);
    for (int32_t r = 0; r < p->src.valid_rows; r++) {
        int32_t count = 0;
        for (int32_t c = 0; c < p->src.valid_cols; c++) {
            double x = pto_tile_number(p->src.elem, pto_tile_element(core, &p->src, r, c));
            if (p->mode == PTO_COMPARE_EQ ? x == wanted : x > wanted) {
                pto_tile_put(core, &p->dst, r, count++, p->offset + (int64_t)r * p->src.cols + c);
            }
        }
        bool row = p->cdst.valid_rows == 1;
        pto_tile_put(core, &p->cdst, row ? 0 : r, row ? r : 0, count);
    }
    return PTO_DONE;
}
