// SPDX-License-Identifier: Apache-2.0
//
// Sources whose valid region differs from that of dst: NPU runtimes go by the region of dst, whatever is valid of a
// source. If the source's tile covers it, it is read so, with a warning.

#include "ptoc.h"

#include "parse.h"

#include <inttypes.h>
#include <string.h>

static bool goes_by_dst(const tile_form_t *form)
{
    static const char *const families[] = {"unary", "binary", "scalar", "col_expand"};
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        if (strcmp(families[i], form->family) == 0) {
            return true;
        }
    }
    return false;
}

/// The region to read of a source; false if it is the source's own, is unknown or exceeds the tile.
static bool region_read(const type_t *src, const type_t *dst, bool columns_only, int64_t region[2])
{
    bool differs = false;
    for (int d = 0; d < 2; d++) {
        bool own = columns_only && d == 0;
        region[d] = own ? src->shape->valid[d] : dst->shape->valid[d];
        if (src->shape->valid[d] == DIM_DYNAMIC || region[d] == DIM_DYNAMIC || region[d] > src->shape->dims[d]) {
            return false;
        }
        differs |= region[d] != src->shape->valid[d];
    }
    return differs;
}

static void read_region(parser_t *p, op_t *op, operand_t *operand, const tile_item_t *item, const int64_t region[2])
{
    value_t *from = operand->value;
    const int64_t *own = from->type.shape->valid;
    diag_warning(p->cc, operand->loc, "source-region",
                 "%s of '%s' has %" PRId64 " x %" PRId64 " valid elements and is read as %" PRId64 " x %" PRId64
                 ", which dst asks for",
                 item->name, op->name, own[0], own[1], region[0], region[1]);
    shape_t *shape = ARENA_NEW(&p->cc->arena, shape_t);
    *shape = *from->type.shape;
    shape->valid[0] = region[0];
    shape->valid[1] = region[1];
    type_t type = from->type;
    type.shape = shape;
    uint32_t at = (uint32_t)(operand - op->operands);
    if (at < op->types_num && type_equal(op->types[at].type, from->type)) {
        op->types[at].type = type;
    }
    const char *name = arena_printf(&p->cc->arena, "%s_read", from->name);
    op_t *view = parse_insert_op(p, op, "pto.treshape", operand->loc, name, type);
    view->operands = ARENA_NEW(&p->cc->arena, operand_t);
    view->operands_num = 1;
    *view->operands = (operand_t){.value = from, .loc = operand->loc};
    view->results->uses_num++;
    operand->value = view->results;
}

void parse_regions(parser_t *p, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound) || !goes_by_dst(bound.form) || bound.outs[0] == NULL || bound.extra != NULL) {
        return;
    }
    const type_t *dst = &bound.outs[0]->value->type;
    for (uint32_t i = 0; i < bound.form->ins_num; i++) {
        operand_t *operand = bound.ins[i];
        const type_t *src = operand == NULL ? NULL : &operand->value->type;
        bool tiles = src != NULL && src->kind == TYPE_TILE && dst->kind == TYPE_TILE && src->elem == dst->elem;
        int64_t region[2];
        if (tiles && bound.form->ins[i].kind == 'T' && src->shape->count == 0 && elem_bits(src->elem) >= 8 &&
            region_read(src, dst, strcmp(bound.form->family, "col_expand") == 0, region)) {
            read_region(p, op, operand, &bound.form->ins[i], region);
        }
    }
}
