// SPDX-License-Identifier: Apache-2.0
//
// Control flow rewritten to other operations: scf.index_switch becomes nested scf.if. The bodies of scf.execute_region
// and pto.fusion_region are inlined.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

static void give_operands(parser_t *p, op_t *op, value_t *const *values, uint32_t num)
{
    op->operands = ARENA_ARRAY(&p->cc->arena, operand_t, num);
    op->operands_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->operands[i] = (operand_t){.value = values[i], .loc = op->loc};
        values[i]->uses_num++;
    }
}

static value_t *insert_equal(parser_t *p, op_t *place, value_t *index, int64_t number)
{
    value_t *values[] = {index, parse_insert_constant(p, place, number, TYPE_OF_ELEM(ELEM_INDEX))};
    op_t *op = parse_insert_op(p, place, "arith.cmpi", place->loc, "is_case", TYPE_OF_ELEM(ELEM_I1));
    op->attrs = ARENA_NEW(&p->cc->arena, attr_t);
    op->attrs_num = 1;
    *op->attrs = (attr_t){.kind = ATTR_WORD, .text = intern(p->cc, "eq", 2), .loc = place->loc};
    give_operands(p, op, values, 2);
    return op->results;
}

static op_t *append_op(parser_t *p, const char *name, loc_t loc)
{
    op_t *op = ARENA_NEW(&p->cc->arena, op_t);
    *op = (op_t){.name = intern(p->cc, name, strlen(name)), .loc = loc, .end_loc = loc, .desc = ops_find(p->cc, name)};
    parse_append_op(p, op);
    return op;
}

static bool parse_cases(parser_t *p, op_t *op, value_t *index);

/// The remaining cases, in the else of an scf.if with its results.
static bool parse_other_cases(parser_t *p, op_t *op, value_t *index)
{
    block_t *outer = p->block, *block = ARENA_NEW(&p->cc->arena, block_t);
    *block = (block_t){.region = &op->regions[1], .loc = p->at->loc};
    op->regions[1].block = block;
    if (!parse_deeper(p)) {
        return false;
    }
    p->block = block;
    p->op_depth++;
    op_t *next = append_op(p, "scf.if", p->at->loc);
    next->results = parse_new_args(p, op->results_num);
    next->results_num = op->results_num;
    next->result_types = op->result_types;
    next->result_types_num = op->result_types_num;
    value_t **values = ARENA_ARRAY(&p->cc->arena, value_t *, op->results_num + 1u);
    for (uint32_t i = 0; i < op->results_num; i++) {
        type_t type = i < op->result_types_num ? op->result_types[i].type : (type_t){0};
        next->results[i] =
            (value_t){.name = op->results[i].name, .type = type, .loc = next->loc, .def = next, .index = i};
        values[i] = &next->results[i];
    }
    bool ok = parse_cases(p, next, index);
    op_t *yield = append_op(p, "scf.yield", next->loc);
    give_operands(p, yield, values, op->results_num);
    p->block = outer;
    p->op_depth--;
    p->depth--;
    return ok;
}

/// cases = "case" INT region {"case" INT region} "default" region
static bool parse_cases(parser_t *p, op_t *op, value_t *index)
{
    attr_t number = {0};
    if (!parse_expect_word(p, "case") || !parse_number(p, &number)) {
        return false;
    }
    value_t *condition = insert_equal(p, op, index, number.integer);
    give_operands(p, op, &condition, 1);
    op->regions = ARENA_ARRAY(&p->cc->arena, region_t, 2);
    op->regions_num = 2;
    op->regions[0] = op->regions[1] = (region_t){.owner = op, .func = p->func};
    if (!parse_region(p, &op->regions[0], NULL, 0)) {
        return false;
    }
    return parse_take_word(p, "default") ? parse_region(p, &op->regions[1], NULL, 0) : parse_other_cases(p, op, index);
}

/// results = ["->" (type | "(" types ")")]; a word after them is not part of it
static bool parse_results(parser_t *p, builder_t *b)
{
    if (p->at->kind != TK_ARROW) {
        return true;
    }
    parse_advance(p);
    b->op->has_types = true;
    if (parse_take(p, '(')) {
        return parse_types(p, &p->result_types, b->result_types, NULL) && parse_expect(p, ')');
    }
    listed_type_t *entry = parse_push(p, &p->result_types, sizeof(listed_type_t));
    entry->loc = p->at->loc;
    return parse_type(p, &entry->type);
}

/// switch = "scf.index_switch" use [dict] results cases
bool parse_index_switch(parser_t *p, builder_t *b)
{
    if (p->at->kind != TK_VALUE) {
        return parse_fail(p, "the index to switch on");
    }
    parse_value_use(p, b, 0);
    if ((parse_at_dict(p) && !parse_ignored_dict(p)) || !parse_results(p, b)) {
        return false;
    }
    parse_take_lists(p, b);
    op_t *op = b->op;
    op->desc = ops_find(p->cc, "scf.if");
    op->name = op->desc->name;
    return parse_cases(p, op, op->operands[0].value);
}

/// Removes the last operation of the current block if it is a yield; NULL if its name or number of operands differ.
static op_t *take_yield(parser_t *p, const char *name, uint32_t num)
{
    op_t *yield = p->block->last;
    if (yield == NULL || (strcmp(yield->name, name) != 0 && !op_is(yield, OP_YIELD))) {
        return NULL;
    }
    *(yield->prev == NULL ? &p->block->first : &yield->prev->next) = NULL;
    p->block->last = yield->prev;
    return strcmp(yield->name, name) == 0 && yield->operands_num == num ? yield : NULL;
}

/// body = "{" {op} yield "}": inlined into the current block; the yielded values are the results.
static bool parse_inline_body(parser_t *p, const char *name, const char *yield_name, value_t *results, uint32_t num)
{
    symbol_t *outer = p->scope;
    loc_t open = p->at->loc;
    if (!parse_open_region(p) || !parse_deeper(p)) {
        return false;
    }
    parse_ops(p);
    names_close(p, outer);
    p->depth--;
    parse_advance(p);
    op_t *yield = take_yield(p, yield_name, num);
    if (yield == NULL) {
        diag_error(p->cc, open, "yield", "the body of %s ends with %s of a value for each result", name, yield_name);
    }
    for (uint32_t i = 0; i < num; i++) {
        results[i].undefined = yield == NULL;
        names_define(p, results[i].name, yield != NULL ? yield->operands[i].value : &results[i]);
    }
    return true;
}

/// inline = "scf.execute_region" ["no_inline"] results body [dict]
bool parse_execute_region(parser_t *p, value_t *results, uint32_t results_num)
{
    builder_t types = {
        .op = ARENA_NEW(&p->cc->arena, op_t), .types = p->types.num, .result_types = p->result_types.num};
    parse_take_word(p, "no_inline");
    bool ok = parse_results(p, &types);
    p->result_types.num = types.result_types;
    ok = ok && parse_inline_body(p, "scf.execute_region", "scf.yield", results, results_num) &&
         (!parse_at_dict(p) || parse_ignored_dict(p));
    parse_skip_location(p);
    return ok;
}

/// fusion = "pto.fusion_region" body [dict] [":" types]; a hint for fusing compilers, without meaning here
bool parse_fusion_region(parser_t *p, value_t *results, uint32_t results_num)
{
    if (!parse_inline_body(p, "pto.fusion_region", "pto.yield", results, results_num) ||
        (parse_at_dict(p) && !parse_ignored_dict(p))) {
        return false;
    }
    uint32_t base = p->types.num;
    bool ok = !parse_take(p, ':') || parse_types(p, &p->types, base, NULL);
    uint32_t listed = p->types.num - base;
    for (uint32_t i = 0; ok && i < listed && i < results_num; i++) {
        const listed_type_t *type = &((const listed_type_t *)p->types.items)[base + i];
        raw_operand_t raw = {.name = results[i].name, .base = results[i].name};
        const value_t *value = names_find(p, &raw);
        if (value != NULL && !type_compatible(type->type, value->type)) {
            diag_error(p->cc, type->loc, "type-mismatch", "%%%s is yielded as %s, and listed as %s", results[i].name,
                       type_name(p->cc, value->type), type_name(p->cc, type->type));
        }
    }
    p->types.num = base;
    parse_skip_location(p);
    return ok;
}
