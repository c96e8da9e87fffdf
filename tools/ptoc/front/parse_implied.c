// SPDX-License-Identifier: Apache-2.0
//
// Moves that the text leaves implicit: factors of a product in L1 move to L0A and L0B, and loads to the memories of
// bias and scales go through L1.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// The type of a factor's tile in L0A or L0B, with the profile's layout; false if its valid region is not constant.
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

/// Replaces an operand by another tile, allocated before the operation.
static value_t *replace_tile(parser_t *p, op_t *op, operand_t *operand, type_t type)
{
    value_t *own = operand->value;
    for (uint32_t i = 0; i < op->types_num; i++) {
        bool listed = i == (uint32_t)(operand - op->operands) && type_equal(op->types[i].type, own->type);
        op->types[i].type = listed ? type : op->types[i].type;
    }
    const char *name = arena_printf(&p->cc->arena, "%s_%s", own->name, tile_space_name((space_t)type.space));
    op_t *tile = parse_insert_op(p, op, "pto.alloc_tile", operand->loc, name, type);
    tile->results->uses_num += 2;
    operand->value = tile->results;
    return tile->results;
}

static op_t *new_move(parser_t *p, value_t *from, value_t *to, loc_t loc)
{
    op_t *move = ARENA_NEW(&p->cc->arena, op_t);
    *move = (op_t){.name = "pto.tmov",
                   .loc = loc,
                   .end_loc = loc,
                   .operands = ARENA_ARRAY(&p->cc->arena, operand_t, 2),
                   .operands_num = 2,
                   .desc = ops_find(p->cc, "pto.tmov"),
                   .implied = true};
    move->operands[0] = (operand_t){.value = from, .loc = loc};
    move->operands[1] = (operand_t){.value = to, .loc = loc};
    parse_give_clauses(p, move, 1);
    return move;
}

static void move_factor(parser_t *p, op_t *op, operand_t *operand, space_t space)
{
    value_t *from = operand->value;
    type_t type = from->type;
    if (factor_type(p, &type, space)) {
        value_t *to = replace_tile(p, op, operand, type);
        ir_insert_before(new_move(p, from, to, operand->loc), op);
    }
}

static bool is_constant_tile(const operand_t *operand)
{
    const type_t *type = operand == NULL ? NULL : &operand->value->type;
    return type != NULL && type->kind == TYPE_TILE && type->shape->count == 0 && type->shape->valid[0] != DIM_DYNAMIC &&
           type->shape->valid[1] != DIM_DYNAMIC;
}

/// Loads to the memories of bias and scales go through L1.
static void load_by_mat(parser_t *p, op_t *op, operand_t *dst)
{
    value_t *to = dst->value;
    type_t type = to->type;
    if (is_constant_tile(dst) && (type.space == SPACE_BT || type.space == SPACE_FB)) {
        type.space = SPACE_L1;
        value_t *from = replace_tile(p, op, dst, type);
        parse_append_op(p, new_move(p, from, to, dst->loc));
    }
}

void parse_implied_moves(parser_t *p, op_t *op)
{
    tile_bound_t bound;
    bool known = tile_bind(op, &bound);
    if (known && strcmp(bound.form->name, "tload") == 0 && bound.outs[0] != NULL) {
        load_by_mat(p, op, bound.outs[0]);
    }
    if (!known || strcmp(bound.form->family, "matmul") != 0) {
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
