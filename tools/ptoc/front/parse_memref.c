// SPDX-License-Identifier: Apache-2.0
//
// Parameters that are memrefs in GM: a pointer, and a view of all that it points to. Lowered texts have them.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// strided = "strided" "<" "[" INT {"," INT} "]" ["," "offset" ":" "0"] ">"
static bool parse_strided(parser_t *p, int64_t *strides, uint32_t rank)
{
    attr_t number = {0};
    uint32_t num = 0;
    if (!parse_take(p, '<') || !parse_take(p, '[')) {
        return false;
    }
    do {
        if (num == rank || p->at->kind != TK_INT || !parse_number(p, &number)) {
            return false;
        }
        strides[num++] = number.integer;
    } while (parse_take(p, ','));
    if (num != rank || !parse_take(p, ']')) {
        return false;
    }
    if (parse_take(p, ',')) {
        bool offset = parse_take_word(p, "offset") && parse_take(p, ':') && p->at->kind == TK_INT;
        if (!offset || !parse_number(p, &number) || number.integer != 0) {
            return false;
        }
    }
    return parse_take(p, '>');
}

/// memref = "memref" "<" INT {"x" INT} "x" elem ["," strided] "," "#pto.address_space" "<" "gm" ">" ">"
bool parse_memref(parser_t *p, type_t *type)
{
    const token_t *start = p->at;
    parse_advance(p);
    shape_t *shape = ARENA_NEW(&p->cc->arena, shape_t);
    int64_t *strides = ARENA_ARRAY(&p->cc->arena, int64_t, DIMS_MAX);
    *type = (type_t){.kind = TYPE_PART, .shape = shape};
    bool ok = parse_at(p, '<') && parse_peek(p, 1)->kind == TK_INT;
    if (ok) {
        parse_advance(p);
        ok = parse_dims(p, shape->dims, &shape->rank, DIMS_MAX, &type->elem);
    }
    int64_t stride = 1;
    for (uint32_t d = shape->rank; ok && d-- > 0;) {
        ok = shape->dims[d] > 0 && !__builtin_mul_overflow(stride, shape->dims[d], &stride);
        strides[d] = ok ? stride / shape->dims[d] : 0;
    }
    ok = ok && parse_take(p, ',');
    if (ok && parse_take_word(p, "strided")) {
        ok = parse_strided(p, strides, shape->rank) && parse_take(p, ',');
    }
    ok = ok && p->at->kind == TK_ATTR && parse_space(p, &type->space) && type->space == SPACE_GM && parse_take(p, '>');
    shape->strides = strides;
    p->at = ok ? p->at : start;
    return ok;
}

/// Gives an operation its first operand, and two clauses with a number for each dimension.
static void give_numbers(parser_t *p, op_t *op, value_t *first, uint32_t rank, const char *const names[2],
                         const int64_t *const numbers[2])
{
    op->operands_num = (uint16_t)(1 + 2 * rank);
    op->operands = ARENA_ARRAY(&p->cc->arena, operand_t, op->operands_num);
    op->clauses_num = 2;
    op->clauses = ARENA_ARRAY(&p->cc->arena, clause_t, 2);
    op->operands[0] = (operand_t){.value = first, .loc = op->loc};
    for (uint32_t k = 0; k < 2; k++) {
        uint16_t at = (uint16_t)(1 + k * rank);
        op->clauses[k] = (clause_t){
            .name = intern(p->cc, names[k], strlen(names[k])), .loc = op->loc, .first = at, .num = (uint16_t)rank};
        for (uint32_t d = 0; d < rank; d++) {
            op->operands[at + d] =
                (operand_t){.value = parse_insert_constant(p, op, numbers[k][d], TYPE_OF_ELEM(ELEM_INDEX)),
                            .loc = op->loc,
                            .clause = (uint16_t)(k + 1)};
        }
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        op->operands[i].value->uses_num++;
    }
}

/// The view of all that the pointer points to, made at the begin of the function.
static value_t *view_of(parser_t *p, value_t *pointer, type_t type)
{
    const shape_t *shape = type.shape;
    static const int64_t none[DIMS_MAX];
    op_t *place = p->func->body.block->first;
    type_t whole = type;
    whole.kind = TYPE_TENSOR;
    op_t *view = parse_insert_op(p, place, "pto.make_tensor_view", place->loc, pointer->name, whole);
    give_numbers(p, view, pointer, shape->rank, (const char *const[]){"shape", "strides"},
                 (const int64_t *const[]){shape->dims, shape->strides});
    op_t *part = parse_insert_op(p, place, "pto.partition_view", place->loc, pointer->name, type);
    give_numbers(p, part, view->results, shape->rank, (const char *const[]){"offsets", "sizes"},
                 (const int64_t *const[]){none, shape->dims});
    return part->results;
}

void parse_memref_params(parser_t *p)
{
    func_t *func = p->func;
    block_t *body = func->body.block;
    bool any = false;
    for (uint32_t i = 0; i < func->params_num; i++) {
        any |= func->params[i].type.kind == TYPE_PART && func->params[i].type.shape->strides != NULL;
    }
    if (!any || func->is_private || body->first == NULL) {
        return;
    }
    value_t *old = func->params, *params = ARENA_ARRAY(&p->cc->arena, value_t, func->params_num);
    for (uint32_t i = 0; i < func->params_num; i++) {
        type_t type = old[i].type;
        params[i] = old[i];
        params[i].uses_num = 0;
        ir_replacement_t r = {&old[i], &params[i]};
        if (type.kind == TYPE_PART && type.shape->strides != NULL) {
            params[i].type = (type_t){.kind = TYPE_PTR, .space = SPACE_GM, .elem = type.elem};
            r.to = view_of(p, &params[i], type);
        }
        ir_walk(body, ir_replace, &r);
    }
    func->params = params;
    body->args = body->args == old ? params : body->args;
}
