// SPDX-License-Identifier: Apache-2.0
//
// Partial operations: where both sources are valid, the operation; where one is, its element.

#include "lanes.h"

PTO_LANE_TABLE(tadd);
PTO_LANE_TABLE(tmul);
PTO_LANE_TABLE(tmax);
PTO_LANE_TABLE(tmin);

static uint8_t *row_of(const pto_core_t *core, const pto_tile_t *tile, int32_t row)
{
    return pto_tile_base(core, tile) + (size_t)row * (size_t)tile->pitch * pto_elem_bytes[tile->elem];
}

static bool same_valid(const pto_tile_t *a, const pto_tile_t *b)
{
    return a->valid_rows == b->valid_rows && a->valid_cols == b->valid_cols;
}

static void check_part(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src0, const pto_tile_t *src1)
{
    pto_tile_check_rows(cmd, "dst", dst);
    pto_tile_check_rows(cmd, "src0", src0);
    pto_tile_check_rows(cmd, "src1", src1);
    if (!same_valid(src0, dst) && !same_valid(src1, dst)) {
        PTO_TILE_FAULT(cmd, "neither src0 (%d x %d) nor src1 (%d x %d) has the valid region of dst (%d x %d)",
                       src0->valid_rows, src0->valid_cols, src1->valid_rows, src1->valid_cols, dst->valid_rows,
                       dst->valid_cols);
    }
    const pto_tile_t *part = same_valid(src0, dst) ? src1 : src0;
    if (part->valid_rows > dst->valid_rows || part->valid_cols > dst->valid_cols) {
        PTO_TILE_FAULT(cmd, "%s (%d x %d) exceeds the valid region of dst (%d x %d)", part == src0 ? "src0" : "src1",
                       part->valid_rows, part->valid_cols, dst->valid_rows, dst->valid_cols);
    }
}

pto_step_t pto_tile_exec_part(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src0, src1;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
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
    const pto_tile_t *full = same_valid(&p->src0, &p->dst) ? &p->src0 : &p->src1;
    const pto_tile_t *part = full == &p->src0 ? &p->src1 : &p->src0;
    size_t bytes = pto_elem_bytes[p->dst.elem];
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        size_t both = r < part->valid_rows ? (size_t)part->valid_cols : 0;
        uint8_t *d = row_of(core, &p->dst, r);
        const uint8_t *whole = row_of(core, full, r);
        fn(d, row_of(core, &p->src0, r), row_of(core, &p->src1, r), NULL, 0, both);
        if (d != whole) {
            hal_copy(d + both * bytes, whole + both * bytes, ((size_t)p->dst.valid_cols - both) * bytes);
        }
    }
    return PTO_DONE;
}

/// With places ///

static float value_of(uint8_t elem, const uint8_t *at)
{
    switch (elem) {
        case PTO_ELEM_F16:
            return *(const pto_f16_t *)at;
        case PTO_ELEM_BF16:
            return pto_bf16_to_float(*(const pto_bf16_t *)at);
        default:
            return *(const float *)at;
    }
}

static int64_t integer_of(uint8_t elem, const uint8_t *at)
{
    switch (elem) {
        case PTO_ELEM_I8:
            return (int8_t)*at;
        case PTO_ELEM_U8:
            return *at;
        case PTO_ELEM_I16:
            return *(const int16_t *)at;
        case PTO_ELEM_U16:
            return *(const uint16_t *)at;
        case PTO_ELEM_I32:
            return *(const int32_t *)at;
        default:
            return *(const uint32_t *)at;
    }
}

static bool exceeds(uint8_t elem, const uint8_t *a, const uint8_t *b)
{
    return elem <= PTO_ELEM_U64 ? integer_of(elem, a) > integer_of(elem, b) : value_of(elem, a) > value_of(elem, b);
}

// The first source only where it is strictly more (less): of equal ones the second.
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
        PTO_TILE_FAULT(cmd, "src0Idx, src1Idx and dstIdx have element types %s, %s and %s", pto_elem_names[p->idx0.elem],
                       pto_elem_names[p->idx1.elem], pto_elem_names[p->dst_idx.elem]);
    }
    bool max = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tpartargmax;
    size_t bytes = pto_elem_bytes[p->dst.elem], index = pto_elem_bytes[p->dst_idx.elem];
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            const uint8_t *a = row_of(core, &p->src0, r) + (size_t)c * bytes;
            const uint8_t *b = row_of(core, &p->src1, r) + (size_t)c * bytes;
            bool has_a = r < p->src0.valid_rows && c < p->src0.valid_cols;
            bool has_b = r < p->src1.valid_rows && c < p->src1.valid_cols;
            bool first = has_a && (!has_b || (max ? exceeds(p->dst.elem, a, b) : exceeds(p->dst.elem, b, a)));
            const uint8_t *from = row_of(core, first ? &p->idx0 : &p->idx1, r) + (size_t)c * index;
            __builtin_memmove(row_of(core, &p->dst, r) + (size_t)c * bytes, first ? a : b, bytes);
            __builtin_memmove(row_of(core, &p->dst_idx, r) + (size_t)c * index, from, index);
        }
    }
    return PTO_DONE;
}
