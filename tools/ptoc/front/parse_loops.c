// SPDX-License-Identifier: Apache-2.0
//
// Loops of other dialects, which become scf.for: scf.parallel and scf.forall a loop for each variable, in order, and
// affine.for one whose bounds may be numbers or maps.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

#define LOOP_VARIABLES_MAX 8

/// The variables of a loop and its bounds: lower, upper, step.
typedef struct loop {
    value_t variables[LOOP_VARIABLES_MAX];
    raw_operand_t bounds[3][LOOP_VARIABLES_MAX];
    uint32_t num;
} loop_t;

static void become_for(parser_t *p, op_t *op)
{
    op->desc = ops_find(p->cc, "scf.for");
    op->name = op->desc->name;
}

/// A number or a value; a number becomes a constant in front of the operation.
static bool parse_bound(parser_t *p, builder_t *b, raw_operand_t *bound)
{
    bool ok = true;
    if (p->at->kind == TK_VALUE) {
        parse_value_use(p, b, 0);
    } else if (p->at->kind == TK_INT || parse_at(p, '-')) {
        ok = parse_literal_operand(p, b, 0);
    } else {
        return parse_fail(p, "a bound of the loop");
    }
    *bound = ((raw_operand_t *)p->operands.items)[--p->operands.num];
    return ok;
}

static bool parse_bounds(parser_t *p, builder_t *b, loop_t *loop, uint32_t which)
{
    if (!parse_expect(p, '(')) {
        return false;
    }
    for (uint32_t i = 0; i < loop->num; i++) {
        if ((i > 0 && !parse_expect(p, ',')) || !parse_bound(p, b, &loop->bounds[which][i])) {
            return false;
        }
    }
    return parse_expect(p, ')');
}

static void same_bounds(parser_t *p, builder_t *b, loop_t *loop, uint32_t which, int64_t number)
{
    attr_t *attr = ARENA_NEW(&p->cc->arena, attr_t);
    *attr = (attr_t){.kind = ATTR_INT, .integer = number, .loc = b->op->loc, .type = TYPE_OF_ELEM(ELEM_INDEX)};
    op_t *op = parse_insert_op(p, b->op, "arith.constant", b->op->loc, number == 0 ? "0" : "1", attr->type);
    op->attrs = attr;
    op->attrs_num = 1;
    for (uint32_t i = 0; i < loop->num; i++) {
        loop->bounds[which][i] = (raw_operand_t){.operand = {.loc = op->loc}, .value = op->results};
    }
}

/// variables = "(" VALUE {"," VALUE} ")"
static bool parse_variables(parser_t *p, loop_t *loop)
{
    if (!parse_expect(p, '(')) {
        return false;
    }
    do {
        if (p->at->kind != TK_VALUE || loop->num == LOOP_VARIABLES_MAX) {
            return parse_fail(p, p->at->kind == TK_VALUE ? "fewer loop variables" : "a loop variable");
        }
        loop->variables[loop->num++] =
            (value_t){.name = p->at->text, .loc = p->at->loc, .type = TYPE_OF_ELEM(ELEM_INDEX)};
        parse_advance(p);
    } while (parse_take(p, ','));
    return parse_expect(p, ')');
}

/// The loop of variable i, and inside it those behind; the innermost has the region that follows.
static bool parse_nest(parser_t *p, op_t *op, loop_t *loop, uint32_t i)
{
    become_for(p, op);
    op->operands = ARENA_ARRAY(&p->cc->arena, operand_t, 3);
    op->operands_num = 3;
    for (uint32_t which = 0; which < 3; which++) {
        op->operands[which] = loop->bounds[which][i].operand;
        names_link(p, &op->operands[which], &loop->bounds[which][i]);
    }
    region_t *region = op->regions = ARENA_NEW(&p->cc->arena, region_t);
    op->regions_num = 1;
    *region = (region_t){.owner = op, .func = p->func};
    value_t *variable = parse_new_args(p, 1);
    *variable = loop->variables[i];
    if (i + 1 == loop->num) {
        return parse_region(p, region, variable, 1);
    }
    block_t *outer = p->block, *block = ARENA_NEW(&p->cc->arena, block_t);
    *block = (block_t){.region = region, .args = variable, .args_num = 1, .loc = p->at->loc};
    variable->block = region->block = block;
    symbol_t *scope = p->scope;
    names_define(p, variable->name, variable);
    op_t *inner = ARENA_NEW(&p->cc->arena, op_t);
    *inner = (op_t){.loc = op->loc, .end_loc = op->loc};
    p->block = block;
    p->op_depth++;
    parse_append_op(p, inner);
    bool ok = parse_nest(p, inner, loop, i + 1);
    op->end_loc = inner->end_loc;
    names_close(p, scope);
    p->block = outer;
    p->op_depth--;
    return ok;
}

/// What carries values from one turn to all others has no order that would be the text's.
static bool no_results(parser_t *p, const builder_t *b)
{
    bool carries = parse_at_word(p, "init") || parse_at_word(p, "shared_outs") || b->op->results_num != 0;
    if (carries) {
        diag_error(p->cc, b->op->loc, "unknown-op", "'%s' with results is not part of the language: write scf.for",
                   b->op->name);
    }
    return !carries;
}

/// parallel = "scf.parallel" variables "=" bounds "to" bounds "step" bounds region [dict]
bool parse_parallel(parser_t *p, builder_t *b)
{
    loop_t *loop = ARENA_NEW(&p->cc->arena, loop_t);
    return parse_variables(p, loop) && parse_expect(p, '=') && parse_bounds(p, b, loop, 0) &&
           parse_expect_word(p, "to") && parse_bounds(p, b, loop, 1) && parse_expect_word(p, "step") &&
           parse_bounds(p, b, loop, 2) && no_results(p, b) && parse_nest(p, b->op, loop, 0) &&
           parse_late_dict(p, b->op);
}

/// forall = "scf.forall" variables ("in" bounds | "=" bounds "to" bounds "step" bounds) region [dict]
bool parse_forall(parser_t *p, builder_t *b)
{
    loop_t *loop = ARENA_NEW(&p->cc->arena, loop_t);
    if (!parse_variables(p, loop)) {
        return false;
    }
    if (parse_take_word(p, "in")) {
        same_bounds(p, b, loop, 0, 0);
        same_bounds(p, b, loop, 2, 1);
        if (!parse_bounds(p, b, loop, 1)) {
            return false;
        }
    } else if (!parse_expect(p, '=') || !parse_bounds(p, b, loop, 0) || !parse_expect_word(p, "to") ||
               !parse_bounds(p, b, loop, 1) || !parse_expect_word(p, "step") || !parse_bounds(p, b, loop, 2)) {
        return false;
    }
    return no_results(p, b) && parse_nest(p, b->op, loop, 0) && parse_late_dict(p, b->op);
}

/// affine-bound = ["min" | "max"] map operands | INT | VALUE
static bool parse_affine_bound(parser_t *p, builder_t *b, bool upper, raw_operand_t *bound)
{
    const char *word = upper ? "min" : "max", *join = upper ? "arith.minsi" : "arith.maxsi";
    bool several = parse_take_word(p, word);
    if (several || p->at->kind == TK_ATTR || parse_at_word(p, "affine_map")) {
        return parse_affine_map(p, b, several ? join : NULL, bound);
    }
    return parse_bound(p, b, bound);
}

/// affine-for = "affine.for" VALUE "=" affine-bound "to" affine-bound ["step" INT] region [dict]
bool parse_affine_for(parser_t *p, builder_t *b)
{
    loop_t *loop = ARENA_NEW(&p->cc->arena, loop_t);
    if (p->at->kind != TK_VALUE) {
        return parse_fail(p, "the loop variable");
    }
    loop->num = 1;
    loop->variables[0] = (value_t){.name = p->at->text, .loc = p->at->loc, .type = TYPE_OF_ELEM(ELEM_INDEX)};
    parse_advance(p);
    if (!parse_expect(p, '=') || !parse_affine_bound(p, b, false, &loop->bounds[0][0]) || !parse_expect_word(p, "to") ||
        !parse_affine_bound(p, b, true, &loop->bounds[1][0])) {
        return false;
    }
    if (!parse_take_word(p, "step")) {
        same_bounds(p, b, loop, 2, 1);
    } else if (!parse_bound(p, b, &loop->bounds[2][0])) {
        return false;
    }
    if (parse_at_word(p, "iter_args") || b->op->results_num != 0) {
        diag_error(p->cc, b->op->loc, "unknown-op",
                   "'affine.for' with results is not part of the language: write scf.for");
        return false;
    }
    return parse_nest(p, b->op, loop, 0) && parse_late_dict(p, b->op);
}
