// SPDX-License-Identifier: Apache-2.0
//
// mgather and mscatter: the table in GM, its indices and the tile. Dynamic properties are checked at run time, by the
// same rules (firmware/ops/tile/table_access.c).

#include "ptoc.h"

#include <inttypes.h>
#include <string.h>

#include "verify.h"

typedef struct table_op {
    const op_t *op;
    const operand_t *tile, *index, *table;
    const char *tile_name;
    bool scatter, mat;
} table_op_t;

static bool known_differ(int64_t a, int64_t b)
{
    return a != DIM_DYNAMIC && b != DIM_DYNAMIC && a != b;
}

/// Extent i of five; missing ones come first.
static int64_t extent_of(const operand_t *view, uint32_t i)
{
    uint32_t missing = DIMS_MAX - view->value->type.shape->rank;
    return i < missing ? 1 : view_extent(view->value, i - missing);
}

/// The product of the first extents.
static int64_t product_of(const operand_t *view, uint32_t num)
{
    int64_t product = 1;
    for (uint32_t i = 0; i < num; i++) {
        int64_t extent = extent_of(view, i);
        if (extent == DIM_DYNAMIC || (extent != 0 && product > INT64_MAX / extent)) {
            return DIM_DYNAMIC;
        }
        product *= extent;
    }
    return product;
}

typedef enum { MODE_UNKNOWN, MODE_ROWS, MODE_ELEMENTS } access_mode_t;

/// Without an attribute, one index per row means rows, unless it is also one per element.
static access_mode_t mode_of(const table_op_t *t)
{
    const attr_t *attr = op_attr(t->op, "coalesce");
    const char *said = attr == NULL || attr->text == NULL ? "auto" : attr->text;
    if (strcmp(said, "auto") != 0) {
        return strcmp(said, "row") == 0 ? MODE_ROWS : MODE_ELEMENTS;
    }
    const int64_t *index = t->index->value->type.shape->valid, *tile = t->tile->value->type.shape->valid;
    if (known_differ(index[0], tile[0]) || known_differ(index[1], tile[1])) {
        return MODE_ROWS;
    }
    bool known = index[0] == tile[0] && index[1] == tile[1] && index[0] != DIM_DYNAMIC && index[1] != DIM_DYNAMIC;
    return known ? MODE_ELEMENTS : MODE_UNKNOWN;
}

static void check_table_type(verifier_t *v, const table_op_t *t)
{
    type_t tile = t->tile->value->type, table = t->table->value->type;
    const char *layout = view_layout(t->table->value);
    diag_t *diag = NULL;
    if (elem_table_bit((elem_t)table.elem) != elem_table_bit((elem_t)tile.elem)) {
        diag = FAIL_OPERAND(v, t->table, "tile-element", "the table has elements of %s, and %s is of %s",
                            elem_name((elem_t)table.elem), value_spelling(v->cc, t->tile->value),
                            elem_name((elem_t)tile.elem));
    } else if (layout != NULL && strcmp(layout, "ND") != 0) {
        diag = FAIL_OPERAND(v, t->table, "tile-fit", "the table of '%s' has layout nd, not %s", t->op->name,
                            strcmp(layout, "NZ") == 0 ? "nz" : "dn");
    } else if (product_of(t->table, DIMS_MAX) == 0) {
        diag = FAIL_OPERAND(v, t->table, "tile-fit", "the table is empty");
    }
    for (uint32_t i = 0; i < 3 && diag == NULL && t->scatter; i++) {
        if (known_differ(extent_of(t->table, i), 1)) {
            diag = FAIL_OPERAND(v, t->table, "tile-fit",
                                "the table of '%s' is one matrix: all extents but the last two are 1, not %" PRId64,
                                t->op->name, extent_of(t->table, i));
        }
    }
    if (diag != NULL) {
        verify_note_value(v, diag, t->table->value);
    }
}

static void check_index_type(verifier_t *v, const table_op_t *t)
{
    type_t index = t->index->value->type;
    if ((elem_table_bit((elem_t)index.elem) & (T_I32 | T_U32)) == 0) {
        diag_t *diag = FAIL_OPERAND(v, t->index, "element-type", "idx of '%s' has elements of i32 or ui32, not %s",
                                    t->op->name, elem_name((elem_t)index.elem));
        verify_note_value(v, diag, t->index->value);
    }
}

/// The number of indices in GM: one for each row or element.
static void check_index_num(verifier_t *v, const table_op_t *t)
{
    const int64_t *valid = t->tile->value->type.shape->valid;
    bool rows = mode_of(t) == MODE_ROWS;
    int64_t num = product_of(t->index, DIMS_MAX);
    bool known = valid[0] != DIM_DYNAMIC && valid[1] != DIM_DYNAMIC;
    int64_t wanted = rows ? valid[0] : known ? valid[0] * valid[1] : DIM_DYNAMIC;
    if (known_differ(num, wanted)) {
        diag_t *diag = FAIL_OPERAND(v, t->index, "tile-fit", "idx has %" PRId64 " indices for %" PRId64 " %s", num,
                                    wanted, rows ? "rows" : "elements");
        verify_note_value(v, diag, t->tile->value);
    }
}

static void check_index_shape(verifier_t *v, const table_op_t *t)
{
    const shape_t *index = t->index->value->type.shape, *tile = t->tile->value->type.shape;
    access_mode_t mode = mode_of(t);
    diag_t *diag = NULL;
    if (index->slayout != LAYOUT_NONE) {
        diag = FAIL_OPERAND(v, t->index, "tile-fit", "idx of '%s' has no boxes", t->op->name);
    } else if (mode == MODE_ELEMENTS && index->blayout != LAYOUT_ROW) {
        diag = FAIL_OPERAND(v, t->index, "tile-fit", "idx of '%s' by elements is row-major", t->op->name);
    } else if (mode == MODE_ELEMENTS &&
               (known_differ(index->valid[0], tile->valid[0]) || known_differ(index->valid[1], tile->valid[1]))) {
        diag = FAIL_OPERAND(v, t->index, "tile-fit", "idx has an index for each of %" PRId64 " x %" PRId64
                            " elements, not %" PRId64 " x %" PRId64, tile->valid[0], tile->valid[1], index->valid[0],
                            index->valid[1]);
    } else if (mode == MODE_ROWS) {
        bool row = known_differ(index->valid[0], 1) || known_differ(index->valid[1], tile->valid[0]);
        bool column = known_differ(index->valid[1], 1) || known_differ(index->valid[0], tile->valid[0]);
        if (row && column) {
            diag = FAIL_OPERAND(v, t->index, "tile-fit",
                                "idx has an index for each of %" PRId64 " rows, not %" PRId64 " x %" PRId64,
                                tile->valid[0], index->valid[0], index->valid[1]);
        }
    }
    if (diag != NULL) {
        verify_note_value(v, diag, t->index->value);
    }
}

static void check_table_tile(verifier_t *v, const table_op_t *t)
{
    type_t type = t->tile->value->type;
    const shape_t *shape = type.shape;
    int64_t bytes = shape->dims[1] * elem_bits((elem_t)type.elem) / 8, width = extent_of(t->table, 4);
    bool nz = shape->blayout == LAYOUT_COL && shape->slayout == LAYOUT_ROW;
    diag_t *diag = NULL;
    if (t->mat ? !nz : shape->blayout != LAYOUT_ROW || shape->slayout != LAYOUT_NONE) {
        diag = FAIL_OPERAND(v, t->tile, "tile-fit", "%s of '%s' %s", t->tile_name, t->op->name,
                            t->mat ? "in mat is column-major with row-major boxes (NZ)" : "is row-major without boxes");
    } else if (t->scatter && bytes % 32 != 0) {
        diag = FAIL_OPERAND(v, t->tile, "tile-fit", "rows of %s are a multiple of 32 bytes, not %" PRId64, t->tile_name,
                            bytes);
    } else if (mode_of(t) == MODE_ROWS && width != DIM_DYNAMIC && shape->valid[1] > width) {
        diag = FAIL_OPERAND(v, t->tile, "tile-fit", "rows of %" PRId64 " elements and a table of %" PRId64 " columns",
                            shape->valid[1], width);
    }
    if (diag != NULL) {
        verify_note_value(v, diag, t->tile->value);
    }
}

/// The element types of atomic updates.
static void check_atomic(verifier_t *v, const table_op_t *t)
{
    const attr_t *attr = op_attr(t->op, "scatterAtomicOp"), *conflict = op_attr(t->op, "scatterConflict");
    elem_t elem = (elem_t)t->tile->value->type.elem;
    bool atomic = attr != NULL && attr->text != NULL && strcmp(attr->text, "none") != 0;
    bool adds = atomic && strcmp(attr->text, "add") == 0;
    if (atomic && !adds && op_arch(v->cc, t->op) == ARCH_A2A3) {
        FAIL_ATTR(v, attr, "arch", "there is no atomic %s on A2/A3", attr->text);
    } else if (atomic && (elem_table_bit(elem) & (T_I32 | T_U32 | T_F32 | (adds ? T_F16 : 0))) == 0) {
        FAIL_ATTR(v, attr, "element-type", "atomic %s takes elements of %s, not %s", attr->text,
                  adds ? "i32, ui32, f16 or f32" : "i32, ui32 or f32", elem_name(elem));
    } else if (conflict != NULL && op_arch(v->cc, t->op) == ARCH_A2A3) {
        FAIL_ATTR(v, conflict, "arch", "there is no scatterConflict on A2/A3: the last one stays");
    }
}

/// For gathers into mat, the workspace distinguishes elements from rows. The attribute must agree with it.
static void check_coalesce(verifier_t *v, const table_op_t *t, bool rows)
{
    const char *wanted = rows ? "row" : "elem";
    const attr_t *attr = op_attr(t->op, "coalesce");
    if (attr == NULL || attr->text == NULL || strcmp(attr->text, wanted) != 0) {
        FAIL_OP(v, t->op, "missing-attribute", "'%s' into mat %s scratch needs {coalesce = %s}", t->op->name,
                rows ? "without" : "with", wanted);
    }
}

void check_tile_table(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound)) {
        return;
    }
    const char *family = bound.form->family;
    bool scatter = strcmp(family, "mscatter") == 0, mat = strcmp(family, "mgather_gm") == 0;
    if (!scatter && !mat && strcmp(family, "mgather") != 0) {
        return;
    }
    table_op_t t = {.op = op, .index = bound.ins[1], .scatter = scatter, .mat = mat};
    t.tile = scatter ? bound.ins[0] : bound.outs[0];
    t.tile_name = scatter ? "src" : "dst";
    t.table = scatter ? bound.outs[0] : bound.ins[0];
    if (t.tile->value->type.kind != TYPE_TILE || t.table->value->type.shape == NULL ||
        t.index->value->type.shape == NULL) {
        return;  // has a type that was reported
    }
    if (mat) {
        check_coalesce(v, &t, strcmp(bound.form->fn, "mgather_rows") == 0);
    }
    static void (*const checks[])(verifier_t *, const table_op_t *) = {check_index_type, check_table_type,
                                                                       check_table_tile, check_atomic};
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]) && !v->failed; i++) {
        checks[i](v, &t);
    }
    if (!v->failed) {
        (mat ? check_index_num : check_index_shape)(v, &t);
    }
}
