// SPDX-License-Identifier: Apache-2.0
//
// Views of GM and their parts: extents and layouts known at compile time.

#include "ptoc.h"

#include <string.h>

int64_t view_extent(const value_t *view, uint32_t d)
{
    const op_t *def = view->def;
    const clause_t *clause = def == NULL                 ? NULL
                             : op_is(def, OP_MAKE_VIEW)  ? op_clause(def, "shape", 0)
                             : op_is(def, OP_PARTITION) ? op_clause(def, "sizes", 0)
                                                         : NULL;
    int64_t number;
    bool known = clause != NULL && d < clause->num && value_constant(def->operands[clause->first + d].value, &number);
    return known ? number : view->type.shape->dims[d];
}

/// Extents or strides as five numbers, -1 if unknown; missing leading ones as those of a dense array.
static void pad_list(const op_t *op, const char *name, int64_t out[DIMS_MAX])
{
    const clause_t *clause = op_clause(op, name, 0);
    uint32_t num = clause == NULL ? 0 : clause->num, shift = DIMS_MAX - (num > DIMS_MAX ? DIMS_MAX : num);
    for (uint32_t i = 0; i < DIMS_MAX; i++) {
        out[i] = 1;
        if (i >= shift && !value_constant(op->operands[clause->first + i - shift].value, &out[i])) {
            out[i] = DIM_DYNAMIC;
        }
    }
}

/// Dense rows
static bool is_row_major(const int64_t shape[DIMS_MAX], const int64_t stride[DIMS_MAX])
{
    int64_t rows = shape[3], cols = shape[4];
    return (cols == 1 || stride[4] == 1) && (rows == 1 || stride[3] == (cols == 1 ? 1 : cols));
}

/// Dense columns
static bool is_column_major(const int64_t shape[DIMS_MAX], const int64_t stride[DIMS_MAX])
{
    int64_t rows = shape[3], cols = shape[4];
    return (rows == 1 || stride[3] == 1) && (cols == 1 || stride[4] == (rows == 1 ? 1 : rows));
}

/// The layout of a view without an attribute, inferred from its extents and strides.
static const char *infer_layout(const op_t *op, elem_t elem)
{
    int64_t shape[DIMS_MAX], stride[DIMS_MAX];
    pad_list(op, "shape", shape);
    pad_list(op, "strides", stride);
    int64_t bytes = elem_bits(elem) / 8, rows = shape[3], cols = shape[4];
    bool box = shape[2] == 16 && shape[2] * shape[3] * bytes == 512;
    if (box && stride[4] == 1 && stride[3] == shape[4]) {
        return "NZ";
    }
    bool nd = is_row_major(shape, stride), dn = is_column_major(shape, stride);
    return dn && (!nd || (cols == 1 && rows != 1)) ? "DN" : "ND";
}

const char *view_only_layout(const op_t *op)
{
    int64_t shape[DIMS_MAX], stride[DIMS_MAX];
    pad_list(op, "shape", shape);
    pad_list(op, "strides", stride);
    for (uint32_t i = DIMS_MAX - 2; i < DIMS_MAX; i++) {
        if (shape[i] == DIM_DYNAMIC || stride[i] == DIM_DYNAMIC) {
            return NULL;
        }
    }
    bool nd = is_row_major(shape, stride);
    return nd == is_column_major(shape, stride) ? NULL : nd ? "nd" : "dn";
}

const char *view_layout(const value_t *view)
{
    const op_t *def = view->def;
    if (def != NULL && op_is(def, OP_PARTITION)) {
        def = def->operands[0].value->def;
    }
    if (def == NULL || !op_is(def, OP_MAKE_VIEW)) {
        return NULL;
    }
    const attr_t *attr = op_attr(def, "layout");
    const char *said = attr == NULL ? NULL : attr->text;
    return said == NULL              ? infer_layout(def, def->results[0].type.elem)
           : strcmp(said, "nz") == 0 ? "NZ"
           : strcmp(said, "dn") == 0 ? "DN"
                                     : "ND";
}
