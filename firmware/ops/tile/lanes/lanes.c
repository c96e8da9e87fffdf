// SPDX-License-Identifier: Apache-2.0
//
// Elementwise tile instructions: how tiles become runs of elements, and the executors of the families.

#include "lanes.h"

pto_lane_fn_t pto_lanes_of(const pto_cmd_t *cmd, const pto_lane_fn_t *table, uint8_t elem)
{
    if (table == NULL || table[elem] == NULL) {
        PTO_TILE_FAULT(cmd, "no form for elements of %s", pto_elem_names[elem]);
    }
    return table[elem];
}

// Rows of a row-major tile, columns of a column-major one.
static size_t run_num(const pto_tile_t *tile)
{
    return (size_t)(tile->blayout == PTO_ROW_MAJOR ? tile->valid_rows : tile->valid_cols);
}

static size_t run_length(const pto_tile_t *tile)
{
    return (size_t)(tile->blayout == PTO_ROW_MAJOR ? tile->valid_cols : tile->valid_rows);
}

static bool are_runs_contiguous(const pto_tile_t *tile, size_t length)
{
    return tile == NULL || (size_t)tile->pitch == length;
}

// Bytes from run to run.
static ptrdiff_t step_of(const pto_tile_t *tile)
{
    return tile == NULL ? 0 : (ptrdiff_t)tile->pitch * pto_elem_bytes[tile->elem];
}

// A source is read by the region of dst, as devices do, if its tile covers that.
static __attribute__((noinline, cold)) void check_region(const pto_cmd_t *cmd, const pto_tile_t *d,
                                                         const pto_tile_t *x, const char *name)
{
    if (x->rows < d->valid_rows || x->cols < d->valid_cols) {
        pto_tile_check_same_valid(cmd, name, x, "dst", d);
    }
    pto_tile_warn_region(cmd, d, x, name);
}

static void check_operand(const pto_cmd_t *cmd, const pto_tile_t *d, const pto_tile_t *x, const char *name)
{
    if (x == NULL) {
        return;
    }
    if (x->valid_rows != d->valid_rows || x->valid_cols != d->valid_cols) {
        check_region(cmd, d, x, name);
    }
    if (!pto_tile_is_plain(x) || x->blayout != d->blayout) {
        // A single row or column is the same in both layouts, as long as it is contiguous.
        PTO_TILE_FAULT(cmd, "%s and dst are not both %s-major without boxes", name,
                       d->blayout == PTO_ROW_MAJOR ? "row" : "column");
    }
}

void pto_lanes_apply(const pto_core_t *core, const pto_cmd_t *cmd, pto_lane_fn_t fn, const pto_tile_t *d,
                     const pto_tile_t *a, const pto_tile_t *b, const pto_tile_t *c, uint64_t s)
{
    if (!pto_tile_is_plain(d)) {
        PTO_TILE_FAULT(cmd, "dst has boxes");
    }
    check_operand(cmd, d, a, "the first source");
    check_operand(cmd, d, b, "the second source");
    check_operand(cmd, d, c, "the third source");
    size_t runs = run_num(d), length = run_length(d);
    if (are_runs_contiguous(d, length) && are_runs_contiguous(a, length) && are_runs_contiguous(b, length) &&
        are_runs_contiguous(c, length)) {
        length *= runs;
        runs = length != 0;
    }
    fn(&(const pto_tile_run_t){
        .d = pto_tile_base(core, d),
        .a = a == NULL ? NULL : pto_tile_base(core, a),
        .b = b == NULL ? NULL : pto_tile_base(core, b),
        .c = c == NULL ? NULL : pto_tile_base(core, c),
        .s = s,
        .rows = runs,
        .cols = length,
        .d_step = step_of(d),
        .a_step = step_of(a),
        .b_step = step_of(b),
        .c_step = step_of(c),
    });
}

/// Families ///

// clang-format off
// An executor: the sources, of which one may be dst, for those that accumulate; the scalar; and the operands of a record.
#define FAMILY(name, a, b, c, scalar, ...)                                                                       \
    pto_step_t pto_tile_exec_##name(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)                       \
    {                                                                                                            \
        const struct {                                                                                           \
            __VA_ARGS__                                                                                          \
        } *p = (const void *)cmd->data;                                                                          \
        pto_tile_check(core, cmd);                                                                               \
        pto_lane_fn_t fn = pto_lanes_of(cmd, pto_tile_op_of(cmd)->lanes, p->dst.elem);                           \
        pto_lanes_apply(core, cmd, fn, &p->dst, a, b, c, scalar);                                                \
        return PTO_DONE;                                                                                         \
    }
#define SCALAR pto_tile_scalar(cmd, p->scalar, p->dst.elem)
FAMILY(binary, &p->src0, &p->src1, &p->dst, 0, pto_tile_t dst, src0, src1;)
FAMILY(unary, &p->src, NULL, NULL, 0, pto_tile_t dst, src;)
FAMILY(scalar, &p->src, NULL, NULL, SCALAR, pto_tile_t dst, src; pto_scalar_t scalar;)
FAMILY(scalar_first, &p->src, NULL, NULL, SCALAR, pto_tile_t dst; pto_scalar_t scalar; pto_tile_t src;)
FAMILY(ternary, &p->src0, &p->src1, &p->src2, 0, pto_tile_t dst, src0, src1, src2;)
FAMILY(ternary_scalar, &p->src0, &p->src1, NULL, SCALAR, pto_tile_t dst, src0; pto_scalar_t scalar; pto_tile_t src1;)
// clang-format on

// dst of f32 may take a source of f16.
pto_step_t pto_tile_exec_axpy(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        pto_scalar_t scalar;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    const pto_lane_fn_t *table = pto_tile_op_of(cmd)->lanes;
    pto_lane_fn_t fn = pto_lanes_of(cmd, table, p->dst.elem);
    if (p->dst.elem == PTO_ELEM_F32 && p->src.elem == PTO_ELEM_F16) {
        fn = table[PTO_ELEM_F64];  // the entry of the mixed form
    } else if (p->dst.elem != p->src.elem) {
        PTO_TILE_FAULT(cmd, "src of %s is accumulated into dst of %s", pto_elem_names[p->src.elem],
                       pto_elem_names[p->dst.elem]);
    }
    pto_lanes_apply(core, cmd, fn, &p->dst, &p->src, &p->dst, NULL, pto_tile_scalar(cmd, p->scalar, p->src.elem));
    return PTO_DONE;
}
