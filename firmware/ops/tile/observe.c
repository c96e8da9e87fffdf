// SPDX-License-Identifier: Apache-2.0
//
// Reports the accesses of tile instructions to observers: the valid regions of the operands that the table lists as
// read or written. Moves report their windows themselves (window.c), and so do loads and stores of GM.

#include "tile.h"

#ifdef PTO_OBSERVED

// A window, row by row or column by column, whose rows or columns are contiguous.
static pto_runs_t runs_of(const pto_tile_t *tile, const uint8_t *base, int32_t row, int32_t col, int32_t rows,
                          int32_t cols, bool by_rows)
{
    const int64_t bytes = pto_elem_bytes[tile->elem], start = pto_tile_offset(tile, row, col);
    const int32_t num = by_rows ? rows : cols, run = by_rows ? cols : rows;
    const int64_t next = num > 1 ? pto_tile_offset(tile, row + by_rows, col + !by_rows) : start + run;
    return (pto_runs_t){base + start * bytes, (uint64_t)(run * bytes), (uint64_t)((next - start) * bytes),
                        (uint64_t)num, (uint32_t)bytes, by_rows};
}

// A window of a tile without boxes; a single column counts as rows of one element.
static pto_runs_t plain_runs_of(const pto_tile_t *tile, const uint8_t *base, int32_t row, int32_t col, int32_t rows,
                                int32_t cols)
{
    return runs_of(tile, base, row, col, rows, cols, tile->blayout == PTO_ROW_MAJOR || cols == 1);
}

static void observe_runs(pto_runs_t runs, bool writes)
{
    pto_observe_access(writes ? PTO_WRITES : PTO_READS, runs.at, runs.bytes, runs.num, runs.step);
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
        observe_runs(plain_runs_of(tile, base, row, col, rows, cols), writes);
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
            observe_runs(runs_of(tile, base, r, c, num_rows, num_cols, by_rows), writes);
        }
    }
}

void pto_tile_observe_copy(const pto_tile_t *dst, uint8_t *to, int32_t dst_row, int32_t dst_col, const pto_tile_t *src,
                           uint8_t *from, int32_t src_row, int32_t src_col, int32_t rows, int32_t cols)
{
    pto_tile_observe(src, from, src_row, src_col, rows, cols, false);
    if (rows > 0 && cols > 0 && pto_tile_is_plain(dst) && pto_tile_is_plain(src)) {
        pto_observe_operands(plain_runs_of(dst, to, dst_row, dst_col, rows, cols),
                             plain_runs_of(src, from, src_row, src_col, rows, cols), true);
    }
    pto_tile_observe(dst, to, dst_row, dst_col, rows, cols, true);
}

/// Operands of instructions ///

// Of a mask a comparison writes whole stores of bits, and a selection reads the bits that it needs.
static pto_tile_t used_mask(const pto_cmd_t *cmd, pto_tile_t mask, bool writes)
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
    return mask;
}

// The tiles of an instruction that it reads, or those that it writes, with the regions that it uses.
enum { TILES_MAX = PTO_TILE_RECORD_BYTES / sizeof(pto_tile_t) };

typedef struct {
    pto_tile_t tile[TILES_MAX];
    char kind[TILES_MAX];
    uint32_t num;
} operands_t;

static operands_t operands_of(const pto_cmd_t *cmd, const pto_tile_op_t *op, bool writes)
{
    const uint32_t out_num = pto_tile_out_num(op);
    operands_t found = {.num = 0};
    if (op->observed >= (writes ? PTO_TILE_TELLS_RESULTS : PTO_TILE_TELLS_ALL)) {
        return found;
    }
    const uint8_t *at = (const uint8_t *)cmd->data;
    for (uint32_t i = 0; op->kinds[i] != 0 && op->kinds[i] != 'A'; at += pto_tile_operand_bytes(op->kinds[i++])) {
        const pto_tile_t *tile = (const pto_tile_t *)at;
        // Scales of a multiply, beside L0A and L0B, are not reported.
        if (pto_tile_is_tile_kind(op->kinds[i]) && (i < out_num) == writes && pto_tile_is_present(tile) &&
            !(op->pipe == PIPE_M && tile->loc == PTO_LOC_SCALING)) {
            found.kind[found.num] = op->kinds[i];
            found.tile[found.num++] = op->kinds[i] == 'M' ? used_mask(cmd, *tile, writes) : *tile;
        }
    }
    return found;
}

static void observe_tile(const pto_core_t *core, uint32_t pipe, const pto_tile_t *tile, bool writes)
{
    // Multiplies count the elements of fp4, and bytes hold two along k.
    bool pairs = pipe == PIPE_M && (tile->elem == PTO_ELEM_E2M1X2 || tile->elem == PTO_ELEM_E1M2X2);
    int32_t rows = tile->valid_rows / (pairs && tile->loc == PTO_LOC_RIGHT ? 2 : 1);
    int32_t cols = tile->valid_cols / (pairs && tile->loc == PTO_LOC_LEFT ? 2 : 1);
    pto_tile_observe(tile, pto_tile_base(core, tile), 0, 0, rows, cols, writes);
}

static pto_runs_t whole_of(const pto_core_t *core, const pto_tile_t *tile)
{
    return plain_runs_of(tile, pto_tile_base(core, tile), 0, 0, tile->valid_rows, tile->valid_cols);
}

void pto_tile_observe_operands(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_tile_op_t *op = pto_tile_op_of(cmd);
    const operands_t reads = operands_of(cmd, op, false), writes = operands_of(cmd, op, true);
    for (uint32_t i = 0; i < reads.num; i++) {
        observe_tile(core, op->pipe, &reads.tile[i], false);
        for (uint32_t j = 0; j < writes.num && pto_tile_is_plain(&reads.tile[i]); j++) {
            if (pto_tile_is_plain(&writes.tile[j])) {
                pto_observe_operands(whole_of(core, &writes.tile[j]), whole_of(core, &reads.tile[i]),
                                     op->observed == PTO_TILE_BY_PLACE || reads.kind[i] == 'X');
            }
        }
    }
    // Last: an instruction may work in place.
    for (uint32_t i = 0; i < writes.num; i++) {
        observe_tile(core, op->pipe, &writes.tile[i], true);
    }
}

#endif
