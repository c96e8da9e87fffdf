// SPDX-License-Identifier: Apache-2.0
//
// Tiles and views whose shapes do not fit each other. Dynamic extents are checked at run time.

#include "ptoc.h"

#include "verify.h"

#include <inttypes.h>
#include <string.h>

/// The elements of a static shape, DIM_DYNAMIC of any other.
static int64_t elements_of(type_t type)
{
    bool tile = type.kind == TYPE_TILE;
    int64_t count = 1;
    for (uint32_t i = 0; i < (tile ? 2 : type.shape->rank); i++) {
        int64_t dim = tile ? type.shape->valid[i] : type.shape->dims[i];
        if (dim < 0 || (dim != 0 && count > INT64_MAX / dim)) {
            return DIM_DYNAMIC;
        }
        count *= dim;
    }
    return count;
}

/// A transfer between a tile and a part of GM.
static void check_transfer(verifier_t *v, op_t *op, const operand_t *tile, const operand_t *part)
{
    type_t in = tile->value->type, out = part->value->type;
    if (in.kind != TYPE_TILE || out.kind != TYPE_PART || in.shape->count != 0) {
        return;
    }
    int64_t wanted = elements_of(in), there = elements_of(out);
    diag_t *diag = NULL;
    if (in.space != SPACE_L0C && elem_bits(in.elem) != elem_bits(out.elem)) {
        diag = FAIL_OPERAND(v, tile, "tile-fit", "'%s' moves elements as they are, and %s has %u bits each, %s %u",
                            op->name, value_spelling(v->cc, tile->value), elem_bits(in.elem),
                            value_spelling(v->cc, part->value), elem_bits(out.elem));
    } else if (wanted != DIM_DYNAMIC && there != DIM_DYNAMIC && wanted > there) {
        diag = FAIL_OPERAND(v, tile, "tile-fit",
                            "the valid region of %s, %" PRId64 " x %" PRId64 ", is more than the %" PRId64
                            " elements of %s",
                            value_spelling(v->cc, tile->value), in.shape->valid[0], in.shape->valid[1], there,
                            value_spelling(v->cc, part->value));
    }
    if (diag != NULL) {
        verify_note_value(v, diag, part->value);
    }
}

static const operand_t *in_space(const tile_bound_t *bound, space_t space)
{
    for (uint32_t i = 0; i < bound->form->ins_num; i++) {
        const operand_t *operand = bound->ins[i];
        if (operand != NULL && operand->value->type.kind == TYPE_TILE && operand->value->type.space == space) {
            return operand;
        }
    }
    return NULL;
}

/// m x k times k x n gives m x n.
static void check_product(verifier_t *v, const tile_bound_t *bound)
{
    const operand_t *left = in_space(bound, SPACE_L0A), *right = in_space(bound, SPACE_L0B), *dst = bound->outs[0];
    if (left == NULL || right == NULL || dst == NULL || dst->value->type.kind != TYPE_TILE) {
        return;
    }
    const shape_t *a = left->value->type.shape, *b = right->value->type.shape, *c = dst->value->type.shape;
    if (a->valid[1] > b->dims[0]) {
        diag_t *diag = FAIL_OPERAND(v, left, "tile-fit", "%s has %" PRId64 " valid columns, and %s %" PRId64 " rows",
                                    value_spelling(v->cc, left->value), a->valid[1],
                                    value_spelling(v->cc, right->value), b->dims[0]);
        verify_note_value(v, diag, right->value);
    } else if (a->valid[0] > c->dims[0] || b->valid[1] > c->dims[1]) {
        diag_t *diag =
            FAIL_OPERAND(v, dst, "tile-fit", "the product is %" PRId64 " x %" PRId64 ", and %s %" PRId64 " x %" PRId64,
                         a->valid[0], b->valid[1], value_spelling(v->cc, dst->value), c->dims[0], c->dims[1]);
        verify_note_value(v, diag, dst->value);
    }
}

static const shape_t *shape_of(const operand_t *operand)
{
    bool tile = operand != NULL && operand->value->type.kind == TYPE_TILE && operand->value->type.shape->count == 0;
    return tile ? operand->value->type.shape : NULL;
}

static bool differ(int64_t a, int64_t b)
{
    return a != DIM_DYNAMIC && b != DIM_DYNAMIC && a != b;
}

static const char *const extents[] = {"rows", "columns"};

/// Whether a reduction rejects an empty source: A2/A3 accepts empty columns, and products have a neutral element.
static bool needs_elements(const verifier_t *v, const op_t *op, const tile_form_t *form)
{
    return strcmp(form->family, "col_reduce") != 0 ||
           (op_arch(v->cc, op) == ARCH_A5 && strcmp(form->name, "tcolprod") != 0);
}

/// One result for each row (axis 0) or each column (axis 1).
static void check_reduction(verifier_t *v, op_t *op, const tile_bound_t *bound, int axis)
{
    const operand_t *from = bound->ins[0], *to = bound->outs[0], *wrong = to;
    const shape_t *src = shape_of(from), *dst = shape_of(to);
    bool index = strcmp(bound->form->family, "row_arg") == 0 || strcmp(bound->form->family, "col_arg") == 0;
    if (src == NULL || dst == NULL || (!index && dst->valid[0] == 0 && dst->valid[1] == 0)) {
        return;  // an empty result
    }
    diag_t *diag = NULL;
    if ((src->valid[0] == 0 || src->valid[1] == 0) && needs_elements(v, op, bound->form)) {
        wrong = from;
        diag =
            FAIL_OPERAND(v, from, "tile-fit", "'%s' reduces at least one element, and the valid region of %s is empty",
                         op->name, value_spelling(v->cc, from->value));
    } else if (differ(src->valid[axis], dst->valid[axis])) {
        diag = FAIL_OPERAND(v, to, "tile-fit",
                            "'%s' writes a value for each of %" PRId64 " %s, and %s has %" PRId64 " valid", op->name,
                            src->valid[axis], extents[axis], value_spelling(v->cc, to->value), dst->valid[axis]);
    } else if (axis == 0 && differ(dst->valid[1], 1)) {
        diag = FAIL_OPERAND(v, to, "tile-fit", "'%s' writes one valid column, and %s has %" PRId64, op->name,
                            value_spelling(v->cc, to->value), dst->valid[1]);
    }
    if (diag != NULL) {
        verify_note_value(v, diag, wrong->value);
    }
}

/// The index of a window, if it is a literal constant.
static bool index_constant(const operand_t *operand, int64_t *index)
{
    return operand != NULL && operand->value->def != NULL && op_is(operand->value->def, OP_CONSTANT) &&
           value_constant(operand->value, index);
}

/// textract copies a window of src to dst, tinsert the valid region of src into a window of dst.
static void check_place(verifier_t *v, const tile_bound_t *bound, bool extract)
{
    const operand_t *part = extract ? bound->outs[0] : bound->ins[0], *whole = extract ? bound->ins[0] : bound->outs[0];
    const shape_t *inner = shape_of(part), *outer = shape_of(whole);
    for (uint32_t d = 0; d < 2 && inner != NULL && outer != NULL && !v->failed; d++) {
        int64_t index, size = extract ? inner->dims[d] : inner->valid[d];
        const operand_t *at = bound->ins[1 + d];
        if (!index_constant(at, &index)) {
            continue;
        }
        if (index < 0) {
            FAIL_OPERAND(v, at, "tile-fit", "%s are counted from 0, not from %" PRId64, extents[d], index);
        } else if (size != DIM_DYNAMIC && size > outer->dims[d] - index) {
            diag_t *diag =
                FAIL_OPERAND(v, at, "tile-fit", "%" PRId64 " %s from %" PRId64 " are outside %s, which has %" PRId64,
                             size, extents[d], index, value_spelling(v->cc, whole->value), outer->dims[d]);
            verify_note_value(v, diag, whole->value);
        }
    }
}

/// Concatenation of tiles, each with the rows of dst.
static void check_concat(verifier_t *v, op_t *op, const tile_bound_t *bound)
{
    const shape_t *dst = shape_of(bound->outs[0]);
    for (uint32_t i = 0; i < bound->form->ins_num && dst != NULL && !v->failed; i++) {
        const shape_t *src = shape_of(bound->ins[i]);
        if (src != NULL && differ(src->valid[0], dst->valid[0])) {
            diag_t *diag = FAIL_OPERAND(v, bound->ins[i], "tile-fit",
                                        "%s of '%s' has the valid rows of dst: %" PRId64 ", not %" PRId64,
                                        bound->form->ins[i].name, op->name, dst->valid[0], src->valid[0]);
            verify_note_value(v, diag, bound->outs[0]->value);
        }
    }
    const shape_t *a = shape_of(bound->ins[0]), *b = shape_of(bound->ins[1]);
    bool known = dst != NULL && a != NULL && b != NULL && a->valid[1] != DIM_DYNAMIC && b->valid[1] != DIM_DYNAMIC;
    if (!v->failed && known && bound->form->ins_num == 2 && a->valid[1] + b->valid[1] > dst->dims[1]) {
        diag_t *diag = FAIL_OPERAND(
            v, bound->outs[0], "tile-fit", "%" PRId64 " and %" PRId64 " columns do not fit %s, which has %" PRId64,
            a->valid[1], b->valid[1], value_spelling(v->cc, bound->outs[0]->value), dst->dims[1]);
        verify_note_value(v, diag, bound->outs[0]->value);
    }
}

/// A5 transposes blocks of 32 bytes.
static void check_transpose(verifier_t *v, op_t *op, const tile_bound_t *bound)
{
    const operand_t *tiles[] = {bound->ins[0], bound->outs[0]};
    for (int i = 0; i < 2 && op_arch(v->cc, op) == ARCH_A5 && !v->failed; i++) {
        const shape_t *shape = shape_of(tiles[i]);
        if (shape == NULL) {
            continue;
        }
        int major = shape->blayout == LAYOUT_COL ? 0 : 1;
        int64_t bytes = shape->dims[major] * elem_bits(tiles[i]->value->type.elem) / 8;
        if (bytes % 32 != 0) {
            diag_t *diag = FAIL_OPERAND(v, tiles[i], "tile-fit",
                                        "'%s' takes %s of a multiple of 32 bytes, and those of %s have %" PRId64,
                                        op->name, extents[1 - major], value_spelling(v->cc, tiles[i]->value), bytes);
            verify_note_value(v, diag, tiles[i]->value);
        }
    }
}

void check_tile_fit(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound)) {
        return;
    }
    const char *family = bound.form->family;
    if (strcmp(bound.form->name, "tload") == 0 && bound.ins[0] != NULL && bound.outs[0] != NULL) {
        check_transfer(v, op, bound.outs[0], bound.ins[0]);
    } else if (strcmp(family, "store") == 0 && bound.ins[0] != NULL && bound.outs[0] != NULL) {
        check_transfer(v, op, bound.ins[0], bound.outs[0]);
    } else if (strcmp(family, "matmul") == 0) {
        check_product(v, &bound);
    } else if (strcmp(family, "row_reduce") == 0 || strcmp(family, "row_arg") == 0) {
        check_reduction(v, op, &bound, 0);
    } else if (strcmp(family, "col_reduce") == 0 || strcmp(family, "col_arg") == 0) {
        check_reduction(v, op, &bound, 1);
    } else if (strcmp(family, "extract") == 0 || strcmp(family, "insert") == 0) {
        check_place(v, &bound, strcmp(family, "extract") == 0);
    } else if (strcmp(family, "concat") == 0) {
        check_concat(v, op, &bound);
    } else if (strcmp(family, "trans") == 0) {
        check_transpose(v, op, &bound);
    }
}
