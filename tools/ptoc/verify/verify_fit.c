// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores and products whose shapes do not fit each other. What is not known is left to the run, which checks it.

#include "ptoc.h"

#include "verify.h"

#include <inttypes.h>
#include <string.h>

/// The elements of a static shape, DIM_DYNAMIC where it is not one.
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

/// Between a tile and a part of GM
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

/// m x k times k x n into m x n
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

void check_tile_fit(verifier_t *v, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound)) {
        return;
    }
    const char *name = bound.form->name;
    if (strcmp(name, "tload") == 0 && bound.ins[0] != NULL && bound.outs[0] != NULL) {
        check_transfer(v, op, bound.outs[0], bound.ins[0]);
    } else if (strcmp(name, "tstore") == 0 && bound.ins[0] != NULL && bound.outs[0] != NULL) {
        check_transfer(v, op, bound.ins[0], bound.outs[0]);
    } else if (strcmp(bound.form->family, "matmul") == 0) {
        check_product(v, &bound);
    }
}
