// SPDX-License-Identifier: Apache-2.0
//
// Reports the accesses of tile instructions to observers: the valid regions of the operands that the table lists as
// read or written. Moves report their windows themselves (window.c), and so do loads and stores of GM.

#include "tile.h"

#ifdef PTO_OBSERVED

// A range of columns that is contiguous in each row.
static void observe_rows(const pto_tile_t *tile, uint8_t *base, int32_t row, int32_t col, int32_t rows, int32_t cols,
                         bool writes)
{
    int64_t bytes = pto_elem_bytes[tile->elem];
    int64_t start = pto_tile_offset(tile, row, col);
    int64_t step = rows > 1 ? pto_tile_offset(tile, row + 1, col) - start : cols;
    pto_observe_access(writes ? PTO_WRITES : PTO_READS, base + start * bytes, (uint64_t)(cols * bytes), (uint64_t)rows,
                       (uint64_t)(step * bytes));
}

static void observe_cols(const pto_tile_t *tile, uint8_t *base, int32_t row, int32_t col, int32_t rows, int32_t cols,
                         bool writes)
{
    int64_t bytes = pto_elem_bytes[tile->elem];
    int64_t start = pto_tile_offset(tile, row, col);
    int64_t step = cols > 1 ? pto_tile_offset(tile, row, col + 1) - start : rows;
    pto_observe_access(writes ? PTO_WRITES : PTO_READS, base + start * bytes, (uint64_t)(rows * bytes), (uint64_t)cols,
                       (uint64_t)(step * bytes));
}

static int32_t up_to_box(int32_t at, int32_t end, int32_t box)
{
    int32_t count = box - at % box;
    return count < end - at ? count : end - at;
}

void pto_tile_observe(const pto_tile_t *tile, uint8_t *base, int32_t row, int32_t col, int32_t rows, int32_t cols,
                      bool writes)
{
    if (rows <= 0 || cols <= 0) {
        return;
    }
    if (pto_tile_is_plain(tile)) {
        (tile->blayout == PTO_ROW_MAJOR ? observe_rows : observe_cols)(tile, base, row, col, rows, cols, writes);
        return;
    }
    // Boxes of a column follow each other where boxes are in columns: then their rows are one run.
    pto_box_t box = pto_tile_box(tile);
    bool by_rows = tile->slayout == PTO_BOX_ROW_MAJOR;
    bool long_rows = by_rows && tile->blayout == PTO_COL_MAJOR, long_cols = !by_rows && tile->blayout == PTO_ROW_MAJOR;
    for (int32_t r = row, num_rows; r < row + rows; r += num_rows) {
        num_rows = long_rows ? rows : up_to_box(r, row + rows, box.rows);
        for (int32_t c = col, num_cols; c < col + cols; c += num_cols) {
            num_cols = long_cols ? cols : up_to_box(c, col + cols, box.cols);
            (by_rows ? observe_rows : observe_cols)(tile, base, r, c, num_rows, num_cols, writes);
        }
    }
}

static void observe_tile(const pto_core_t *core, uint32_t pipe, const pto_tile_t *tile, bool writes)
{
    // Scales of a multiply, beside L0A and L0B, are not reported.
    if (!pto_tile_is_present(tile) || (pipe == PIPE_M && tile->loc == PTO_LOC_SCALING)) {
        return;
    }
    // Multiplies count the elements of fp4, and bytes hold two along k.
    bool pairs = pipe == PIPE_M && (tile->elem == PTO_ELEM_E2M1X2 || tile->elem == PTO_ELEM_E1M2X2);
    int32_t rows = tile->valid_rows / (pairs && tile->loc == PTO_LOC_RIGHT ? 2 : 1);
    int32_t cols = tile->valid_cols / (pairs && tile->loc == PTO_LOC_LEFT ? 2 : 1);
    pto_tile_observe(tile, pto_tile_base(core, tile), 0, 0, rows, cols, writes);
}

// Of a mask a comparison writes whole stores of bits, and a selection reads the bits that it needs.
static void observe_mask(const pto_core_t *core, const pto_cmd_t *cmd, pto_tile_t mask, bool writes)
{
    const struct {
        pto_tile_t dst, src;
        pto_scalar_t scalar;
        uint64_t mode;
    } *p = (const void *)cmd->data;  // of tcmps
    bool scalar = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tcmps;
    if (!scalar || !pto_tile_compare_is_packed(&p->dst, &p->src, p->mode)) {
        const pto_tile_t *tile = writes ? &p->src : &p->dst;
        size_t bytes = writes ? pto_tile_compare_bytes(&mask, tile) : ((size_t)tile->valid_cols + 7) / 8;
        int32_t cols = (int32_t)((bytes + pto_elem_bytes[mask.elem] - 1) / pto_elem_bytes[mask.elem]);
        mask.valid_rows = tile->valid_rows < mask.rows ? tile->valid_rows : mask.rows;
        mask.valid_cols = cols < mask.cols ? cols : mask.cols;
    }
    observe_tile(core, PIPE_V, &mask, writes);
}

void pto_tile_observe_operands(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_tile_op_t *op = pto_tile_op_of(cmd);
    uint32_t out_num = pto_tile_out_num(op);
    if (op->observed == PTO_TILE_TELLS_ALL) {
        return;
    }
    // Sources first: an instruction may work in place.
    for (uint32_t writes = 0; writes < (op->observed == PTO_TILE_TELLS_RESULTS ? 1 : 2); writes++) {
        const uint8_t *at = (const uint8_t *)cmd->data;
        for (uint32_t i = 0; op->kinds[i] != 0 && op->kinds[i] != 'A'; at += pto_tile_operand_bytes(op->kinds[i++])) {
            if (pto_tile_is_tile_kind(op->kinds[i]) && (i < out_num) == (writes != 0)) {
                const pto_tile_t *tile = (const pto_tile_t *)at;
                if (op->kinds[i] == 'M') {
                    observe_mask(core, cmd, *tile, writes != 0);
                } else {
                    observe_tile(core, op->pipe, tile, writes != 0);
                }
            }
        }
    }
}

#endif
