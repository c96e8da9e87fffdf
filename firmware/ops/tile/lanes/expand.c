// SPDX-License-Identifier: Apache-2.0
//
// Expansions: the element of a row, or of a column, as an operand of all elements of that row or column. And tiles made
// of scalars.

#include "lanes.h"

PTO_LANE_TABLE(texp);
PTO_LANE_TABLE(tadds);
PTO_LANE_TABLE(trsubs);
PTO_LANE_TABLE(tmuls);
PTO_LANE_TABLE(tsdiv);
PTO_LANE_TABLE(tmaxs);
PTO_LANE_TABLE(tmins);

// Returns the operation of an expansion with a scalar as first operand.
static const pto_lane_fn_t *scalar_first(const pto_cmd_t *cmd)
{
    switch (pto_tile_op_of(cmd)->id) {
        case PTO_TILE_ID_trowexpandadd:
            return pto_lanes_tadds;
        case PTO_TILE_ID_trowexpandsub:
            return pto_lanes_trsubs;
        case PTO_TILE_ID_trowexpandmul:
            return pto_lanes_tmuls;
        case PTO_TILE_ID_trowexpanddiv:
            return pto_lanes_tsdiv;
        case PTO_TILE_ID_trowexpandmax:
            return pto_lanes_tmaxs;
        case PTO_TILE_ID_trowexpandmin:
            return pto_lanes_tmins;
        default:
            return NULL;
    }
}

// The one of the two sources that is expanded: the one that has not the shape of dst; of two that have, the second.
static bool is_first_expanded(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src0,
                              const pto_tile_t *src1, bool rows)
{
    bool full0 = src0->valid_rows == dst->valid_rows && src0->valid_cols == dst->valid_cols;
    bool full1 = src1->valid_rows == dst->valid_rows && src1->valid_cols == dst->valid_cols;
    if (!full0 && !full1) {
        PTO_TILE_FAULT(cmd, "neither src0 (%d x %d) nor src1 (%d x %d) has the valid region of dst (%d x %d)",
                       src0->valid_rows, src0->valid_cols, src1->valid_rows, src1->valid_cols, dst->valid_rows,
                       dst->valid_cols);
    }
    const pto_tile_t *full = full0 ? src0 : src1, *part = full0 ? src1 : src0;
    pto_tile_check_rows(cmd, "dst", dst);
    pto_tile_check_rows(cmd, full0 ? "src0" : "src1", full);
    if (!pto_tile_is_plain(part)) {
        PTO_TILE_FAULT(cmd, "%s has boxes", full0 ? "src1" : "src0");
    }
    const int32_t given = rows ? part->valid_rows : part->valid_cols, read = rows ? dst->valid_rows : dst->valid_cols;
    if (given < read) {
        PTO_TILE_FAULT(cmd, "%s has %d valid %s, dst %d", full0 ? "src1" : "src0", given, rows ? "rows" : "columns",
                       read);
    }
    if (given > read) {
        pto_tile_warn_region(cmd, dst, part, full0 ? "src1" : "src0");
    }
    return !full0;
}

#define BLOCK_BYTES 32

typedef struct {
    pto_lane_fn_t fn;           // d = full op value, a value a row
    const pto_lane_fn_t *from;  // d = value op full by element type; NULL: e^(value - full)
    bool first;                 // the value comes first
    uint8_t elem;
    size_t bytes;
} expansion_t;

// d = x op s, or s op x, of `cols` elements.
static void expand_value(const expansion_t *e, uint8_t *d, const uint8_t *x, const uint8_t *s, size_t cols)
{
    if (!e->first) {
        e->fn(&(const pto_tile_run_t){.d = d, .a = x, .b = s, .rows = 1, .cols = cols});
        return;
    }
    uint64_t value = 0;
    __builtin_memcpy(&value, s, e->bytes);
    if (e->from == NULL) {
        pto_lanes_row(pto_lanes_trsubs[e->elem], d, x, NULL, value, cols);
        pto_lanes_row(pto_lanes_texp[e->elem], d, d, NULL, 0, cols);
    } else {
        pto_lanes_row(e->from[e->elem], d, x, NULL, value, cols);
    }
}

// A row of it with a block of values, element i with value i of the block again and again: mostly they are all the same.
static void expand_block(const expansion_t *e, uint8_t *d, const uint8_t *x, const uint8_t *block, size_t cols)
{
    if (__builtin_memcmp(block, block + e->bytes, BLOCK_BYTES - e->bytes) == 0) {
        expand_value(e, d, x, block, cols);
        return;
    }
    for (size_t i = 0; i < cols; i++) {
        expand_value(e, d + i * e->bytes, x + i * e->bytes, block + i * e->bytes % BLOCK_BYTES, 1);
    }
}

pto_step_t pto_tile_exec_row_expand_op(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_binary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    bool first = is_first_expanded(cmd, &p->dst, &p->src0, &p->src1, true);
    const pto_tile_t *full = first ? &p->src1 : &p->src0, *part = first ? &p->src0 : &p->src1;
    uint8_t elem = p->dst.elem;
    // A row may be given as a block of 32 bytes: by C++ of values of its own, else of one that is repeated.
    int32_t block = BLOCK_BYTES / pto_elem_bytes[elem];
    if (part->valid_cols != 1 && (part->blayout != PTO_ROW_MAJOR || part->valid_cols != block)) {
        PTO_TILE_FAULT(cmd, "%s has %d valid columns: neither one value nor a block of %d values a row",
                       first ? "src0" : "src1", part->valid_cols, block);
    }
    const expansion_t e = {pto_lanes_of(cmd, pto_tile_op_of(cmd)->lanes, elem), scalar_first(cmd), first, elem,
                           pto_elem_bytes[elem]};
    size_t cols = (size_t)p->dst.valid_cols;
    const bool by_value = part->valid_cols == 1 || !part->blocks;
    if (!first && by_value) {
        e.fn(&(const pto_tile_run_t){
            .d = pto_tile_base(core, &p->dst),
            .a = pto_tile_base(core, full),
            .b = pto_tile_base(core, part),
            .rows = (size_t)p->dst.valid_rows,
            .cols = cols,
            .d_step = pto_tile_row_step(&p->dst),
            .a_step = pto_tile_row_step(full),
            .b_step = pto_tile_row_step(part),
        });
        return PTO_DONE;
    }
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        uint8_t *d = pto_tile_row(core, &p->dst, r);
        const uint8_t *x = pto_tile_row(core, full, r);
        const uint8_t *s = pto_tile_base(core, part) + (size_t)r * (size_t)pto_tile_row_step(part);
        if (by_value) {
            expand_value(&e, d, x, s, cols);
        } else {
            expand_block(&e, d, x, s, cols);
        }
    }
    return PTO_DONE;
}

pto_step_t pto_tile_exec_col_expand_op(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_binary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    bool first = is_first_expanded(cmd, &p->dst, &p->src0, &p->src1, false);
    const pto_tile_t *full = first ? &p->src1 : &p->src0, *part = first ? &p->src0 : &p->src1;
    pto_tile_check_rows(cmd, first ? "src0" : "src1", part);
    pto_lane_fn_t fn = pto_lanes_of(cmd, pto_tile_op_of(cmd)->lanes, p->dst.elem);
    const uint8_t *row = pto_tile_row(core, part, 0);
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        const uint8_t *x = pto_tile_row(core, full, r);
        pto_lanes_row(fn, pto_tile_row(core, &p->dst, r), first ? row : x, first ? x : row, 0,
                      (size_t)p->dst.valid_cols);
    }
    return PTO_DONE;
}

/// Copies ///

pto_step_t pto_tile_exec_row_expand(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    pto_tile_check_rows(cmd, "dst", &p->dst);
    if (!pto_tile_is_plain(&p->src)) {
        PTO_TILE_FAULT(cmd, "src has boxes");
    }
    if (p->src.valid_rows != p->dst.valid_rows || p->src.valid_cols == 0) {
        PTO_TILE_FAULT(cmd, "src of %d x %d valid elements has no value for each of %d rows", p->src.valid_rows,
                       p->src.valid_cols, p->dst.valid_rows);
    }
    pto_lanes_spread(p->dst.elem)(&(const pto_tile_run_t){
        .d = pto_tile_base(core, &p->dst),
        .b = pto_tile_base(core, &p->src),
        .rows = (size_t)p->dst.valid_rows,
        .cols = (size_t)p->dst.valid_cols,
        .d_step = pto_tile_row_step(&p->dst),
        .b_step = pto_tile_row_step(&p->src),
    });
    return PTO_DONE;
}

pto_step_t pto_tile_exec_col_expand(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    pto_tile_check_rows(cmd, "dst", &p->dst);
    pto_tile_check_rows(cmd, "src", &p->src);
    if (p->src.cols < p->dst.valid_cols || p->src.valid_rows == 0) {
        PTO_TILE_FAULT(cmd, "src of %d x %d valid elements has no value for each of %d columns", p->src.valid_rows,
                       p->src.valid_cols, p->dst.valid_cols);
    }
    if (p->src.valid_cols != p->dst.valid_cols) {
        pto_tile_warn_region(cmd, &p->dst, &p->src, "src");
    }
    size_t bytes = (size_t)p->dst.valid_cols * pto_elem_bytes[p->dst.elem];
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        uint8_t *row = pto_tile_row(core, &p->dst, r);
        const uint8_t *src = pto_tile_row(core, &p->src, 0);
        if (row != src) {
            hal_copy(row, src, bytes);
        }
    }
    return PTO_DONE;
}

/// Tiles of scalars ///

pto_step_t pto_tile_exec_expands(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        pto_scalar_t scalar;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    uint64_t bits = pto_tile_scalar(cmd, p->scalar, p->dst.elem);
    if (pto_tile_is_plain(&p->dst)) {
        pto_lanes_apply(core, cmd, pto_tile_fill_routine(p->dst.elem), &p->dst, NULL, NULL, NULL, bits);
        return PTO_DONE;
    }
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            __builtin_memcpy(
                pto_tile_base(core, &p->dst) + (size_t)pto_tile_offset(&p->dst, r, c) * pto_elem_bytes[p->dst.elem],
                &bits, pto_elem_bytes[p->dst.elem]);
        }
    }
    return PTO_DONE;
}

pto_step_t pto_tile_exec_iota(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        pto_scalar_t start;
        int64_t descending;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    if (!pto_tile_is_plain(&p->dst)) {
        PTO_TILE_FAULT(cmd, "dst has boxes");
    }
    uint64_t value = pto_tile_scalar(cmd, p->start, p->dst.elem);
    double number = pto_tile_number(p->dst.elem, &value);
    size_t bytes = pto_elem_bytes[p->dst.elem];
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            __builtin_memcpy(pto_tile_base(core, &p->dst) + (size_t)pto_tile_offset(&p->dst, r, c) * bytes, &value,
                             bytes);
            value += p->descending ? UINT64_MAX : 1;
            if (p->dst.elem > PTO_ELEM_U64) {  // each sum is rounded once
                pto_scalar_t next = {0, PTO_ELEM_F64};
                number += p->descending ? -1 : 1;
                __builtin_memcpy(&next.bits, &number, sizeof number);
                value = pto_tile_scalar(cmd, next, p->dst.elem);
            }
        }
    }
    return PTO_DONE;
}

// The bits of 1.
static uint64_t one_of(uint8_t elem)
{
    switch (elem) {
        case PTO_ELEM_F16:
            return 0x3c00;
        case PTO_ELEM_BF16:
            return 0x3f80;
        case PTO_ELEM_F32:
            return 0x3f800000;
        default:
            return 1;
    }
}

pto_step_t pto_tile_exec_triangle(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        int64_t diagonal, upper;
    } *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst);
    if (p->upper != 0 && p->upper != 1) {
        PTO_TILE_FAULT(cmd, "upperOrLower is %ld, not 0 or 1", (long)p->upper);
    }
    pto_lane_fn_t fill = pto_tile_fill_routine(p->dst.elem);
    size_t bytes = pto_elem_bytes[p->dst.elem];
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        // Columns before `split` on one side, from it on the other.
        int64_t split = r + p->diagonal + (p->upper ? 0 : 1);
        split = split < 0 ? 0 : split > p->dst.valid_cols ? p->dst.valid_cols : split;
        uint8_t *row = pto_tile_row(core, &p->dst, r);
        uint64_t one = one_of(p->dst.elem);
        pto_lanes_row(fill, row, NULL, NULL, p->upper ? 0 : one, (size_t)split);
        pto_lanes_row(fill, row + (size_t)split * bytes, NULL, NULL, p->upper ? one : 0,
                      (size_t)(p->dst.valid_cols - split));
    }
    return PTO_DONE;
}
