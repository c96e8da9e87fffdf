// SPDX-License-Identifier: Apache-2.0
//
// Factors of a product that lie in L1: a move in front of it brings each to L0A or L0B.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// The tile of L0A or L0B for a factor, as the profile lays it out; false where its valid region is not constant.
static bool factor_type(const parser_t *p, type_t *type, space_t space)
{
    shape_t *shape = ARENA_NEW(&p->cc->arena, shape_t);
    *shape = *type->shape;
    bool left = space == SPACE_L0A;
    shape->slayout = left ? LAYOUT_ROW : LAYOUT_COL;
    shape->blayout = left && p->arch == ARCH_A5 ? LAYOUT_COL : LAYOUT_ROW;
    shape->fractal = 512;
    type->space = (uint8_t)space;
    type->shape = shape;
    return shape->valid[0] != DIM_DYNAMIC && shape->valid[1] != DIM_DYNAMIC;
}

static void move_factor(parser_t *p, op_t *op, operand_t *operand, space_t space)
{
    value_t *from = operand->value;
    type_t type = from->type;
    if (!factor_type(p, &type, space)) {
        return;
    }
    uint32_t at = (uint32_t)(operand - op->operands);
    if (at < op->types_num && type_equal(op->types[at].type, from->type)) {
        op->types[at].type = type;
    }
    const char *name = arena_printf(&p->cc->arena, "%s_%s", from->name, tile_space_name(space));
    op_t *tile = parse_insert_op(p, op, "pto.alloc_tile", operand->loc, name, type);
    op_t *move = ARENA_NEW(&p->cc->arena, op_t);
    *move = (op_t){.name = "pto.tmov",
                   .loc = operand->loc,
                   .end_loc = operand->loc,
                   .operands = ARENA_ARRAY(&p->cc->arena, operand_t, 2),
                   .operands_num = 2,
                   .desc = ops_find(p->cc, "pto.tmov"),
                   .implied = true};
    move->operands[0] = *operand;
    move->operands[1] = (operand_t){.value = tile->results, .loc = operand->loc};
    parse_give_clauses(p, move, 1);
    parse_insert_before(move, op);
    tile->results->uses_num += 2;
    operand->value = tile->results;
}

void parse_factors(parser_t *p, op_t *op)
{
    tile_bound_t bound;
    if (!tile_bind(op, &bound) || strcmp(bound.form->family, "matmul") != 0) {
        return;
    }
    for (uint32_t i = 0; i < bound.form->ins_num; i++) {
        uint16_t spaces = bound.form->ins[i].spaces;
        operand_t *operand = bound.ins[i];
        bool factor = spaces == 1u << SPACE_L0A || spaces == 1u << SPACE_L0B;
        if (factor && operand != NULL && operand->value->type.kind == TYPE_TILE &&
            operand->value->type.space == SPACE_L1 && operand->value->type.shape->count == 0) {
            move_factor(p, op, operand, spaces == 1u << SPACE_L0A ? SPACE_L0A : SPACE_L0B);
        }
    }
}
