// SPDX-License-Identifier: Apache-2.0
//
// Partial operations: where both sources are valid, the operation; where only one is, its element.

#include "lanes/lanes.h"
#include "transfer.h"

PTO_LANE_TABLE(tadd);
PTO_LANE_TABLE(tmul);
PTO_LANE_TABLE(tmax);
PTO_LANE_TABLE(tmin);

static bool same_valid(const pto_tile_t *a, const pto_tile_t *b)
{
    return a->valid_rows == b->valid_rows && a->valid_cols == b->valid_cols;
}

static void check_part(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    pto_tile_check_rows(cmd, "dst", dst);
    pto_tile_check_rows(cmd, "src0", src0);
    pto_tile_check_rows(cmd, "src1", src1);
    uint8_t id = pto_tile_op_of(cmd)->id;
    bool extreme = id == PTO_TILE_ID_tpartmax || id == PTO_TILE_ID_tpartmin;
    if (!extreme && !same_valid(src0, dst) && !same_valid(src1, dst)) {
        PTO_TILE_FAULT(cmd, "neither src0 (%d x %d) nor src1 (%d x %d) has the valid region of dst (%d x %d)",
                       src0->valid_rows, src0->valid_cols, src1->valid_rows, src1->valid_cols, dst->valid_rows,
                       dst->valid_cols);
    }
    const pto_tile_t *parts[2] = {src0, src1};
    for (uint32_t i = 0; i < 2; i++) {
        if (parts[i]->valid_rows > dst->valid_rows || parts[i]->valid_cols > dst->valid_cols) {
            PTO_TILE_FAULT(cmd, "src%u (%d x %d) exceeds the valid region of dst (%d x %d)", i, parts[i]->valid_rows,
                           parts[i]->valid_cols, dst->valid_rows, dst->valid_cols);
        }
    }
}

static size_t columns_of(const pto_tile_t *tile, int32_t row)
{
    return row < tile->valid_rows ? (size_t)tile->valid_cols : 0;
}

// One row: the columns of both, those of one, those of neither.
static void part_row(const pto_core_t *core, uint8_t elem, pto_lane_fn_t fn, const pto_tile_t *dst,
                     const pto_tile_t *src0, const pto_tile_t *src1, int32_t r, uint64_t neither)
{
    size_t bytes = pto_elem_bytes[elem], n0 = columns_of(src0, r), n1 = columns_of(src1, r);
    size_t both = n0 < n1 ? n0 : n1, one = n0 < n1 ? n1 : n0;
    uint8_t *d = pto_tile_row(core, dst, r);
    const uint8_t *wide = pto_tile_row(core, n0 < n1 ? src1 : src0, r);
    pto_lanes_row(fn, d, pto_tile_row(core, src0, r), pto_tile_row(core, src1, r), 0, both);
    if (d != wide) {
        hal_copy(d + both * bytes, wide + both * bytes, (one - both) * bytes);
    }
    pto_lanes_row(pto_tile_fill_routine(elem), d + one * bytes, NULL, NULL, neither, (size_t)dst->valid_cols - one);
}

pto_step_t pto_tile_exec_part(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_binary_t *p = (const void *)cmd->data;
    if (pto_tile_is_idle(core, cmd)) {
        return PTO_DONE;
    }
    check_part(cmd, &p->dst, &p->src0, &p->src1);
    const pto_lane_fn_t *table;
    switch (pto_tile_op_of(cmd)->id) {
        case PTO_TILE_ID_tpartadd:
            table = pto_lanes_tadd;
            break;
        case PTO_TILE_ID_tpartmul:
            table = pto_lanes_tmul;
            break;
        case PTO_TILE_ID_tpartmax:
            table = pto_lanes_tmax;
            break;
        default:
            table = pto_lanes_tmin;
            break;
    }
    pto_lane_fn_t fn = pto_lanes_of(cmd, table, p->dst.elem);
    uint64_t neither =
        pto_tile_pad_value(p->dst.elem, pto_tile_op_of(cmd)->id == PTO_TILE_ID_tpartmax ? PTO_PAD_MIN : PTO_PAD_MAX, 0);
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        part_row(core, p->dst.elem, fn, &p->dst, &p->src0, &p->src1, r, neither);
    }
    return PTO_DONE;
}

/// With indices ///

static bool exceeds(uint8_t elem, const uint8_t *a, const uint8_t *b)
{
    return elem <= PTO_ELEM_U64 ? pto_tile_integer(elem, a) > pto_tile_integer(elem, b)
                                : pto_tile_number(elem, a) > pto_tile_number(elem, b);
}

// The first source if it is strictly greater (less), else the second.
pto_step_t pto_tile_exec_part_arg(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, dst_idx, src0, src1, idx0, idx1;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    check_part(cmd, &p->dst, &p->src0, &p->src1);
    check_part(cmd, &p->dst_idx, &p->idx0, &p->idx1);
    pto_tile_check_same_valid(cmd, "dstIdx", &p->dst_idx, "dst", &p->dst);
    pto_tile_check_same_valid(cmd, "src0Idx", &p->idx0, "src0", &p->src0);
    pto_tile_check_same_valid(cmd, "src1Idx", &p->idx1, "src1", &p->src1);
    if (p->idx0.elem != p->idx1.elem || p->idx0.elem != p->dst_idx.elem) {
        PTO_TILE_FAULT(cmd, "src0Idx, src1Idx and dstIdx have element types %s, %s and %s",
                       pto_elem_names[p->idx0.elem], pto_elem_names[p->idx1.elem], pto_elem_names[p->dst_idx.elem]);
    }
    bool max = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tpartargmax;
    size_t bytes = pto_elem_bytes[p->dst.elem], index = pto_elem_bytes[p->dst_idx.elem];
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            const uint8_t *a = pto_tile_row(core, &p->src0, r) + (size_t)c * bytes;
            const uint8_t *b = pto_tile_row(core, &p->src1, r) + (size_t)c * bytes;
            bool has_a = r < p->src0.valid_rows && c < p->src0.valid_cols;
            bool has_b = r < p->src1.valid_rows && c < p->src1.valid_cols;
            bool first = has_a && (!has_b || (max ? exceeds(p->dst.elem, a, b) : exceeds(p->dst.elem, b, a)));
            const uint8_t *from = pto_tile_row(core, first ? &p->idx0 : &p->idx1, r) + (size_t)c * index;
            __builtin_memmove(pto_tile_row(core, &p->dst, r) + (size_t)c * bytes, first ? a : b, bytes);
            __builtin_memmove(pto_tile_row(core, &p->dst_idx, r) + (size_t)c * index, from, index);
        }
    }
    return PTO_DONE;
}
