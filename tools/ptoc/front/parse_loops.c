// SPDX-License-Identifier: Apache-2.0
//
// Loops of other dialects, which become scf.for: scf.parallel and scf.forall a nest of loops in order of the variables,
// affine.for one whose bounds may be numbers or maps. Reductions of scf.parallel are loop-carried through the whole
// nest; the bodies of scf.reduce come at the end of each iteration.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

#define LOOP_VARIABLES_MAX 8
#define LOOP_CARRIED_MAX   16

/// The variables of a loop and its bounds (lower, upper, step); the names of its carried values and their initial
/// values.
typedef struct loop {
    value_t variables[LOOP_VARIABLES_MAX];
    raw_operand_t bounds[3][LOOP_VARIABLES_MAX];
    uint32_t num;
    value_t carried[LOOP_CARRIED_MAX];
    raw_operand_t inits[LOOP_CARRIED_MAX];
    uint32_t carried_num;
} loop_t;

static void become_for(parser_t *p, op_t *op)
{
    op->desc = ops_find(p->cc, "scf.for");
    op->name = op->desc->name;
}

/// A number or a value; a number becomes a constant before the operation.
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
    value_t *bound = parse_insert_constant(p, b->op, number, TYPE_OF_ELEM(ELEM_INDEX));
    for (uint32_t i = 0; i < loop->num; i++) {
        loop->bounds[which][i] = (raw_operand_t){.operand = {.loc = b->op->loc}, .value = bound};
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

static void give_operands(parser_t *p, op_t *op, const loop_t *loop, uint32_t i)
{
    uint32_t num = 3 + loop->carried_num;
    op->operands = ARENA_ARRAY(&p->cc->arena, operand_t, num);
    op->operands_num = (uint16_t)num;
    for (uint32_t k = 0; k < num; k++) {
        const raw_operand_t *raw = k < 3 ? &loop->bounds[k][i] : &loop->inits[k - 3];
        op->operands[k] = raw->operand;
        names_link(p, &op->operands[k], raw);
    }
}

/// A loop inside `outer` with results of the same types.
static op_t *append_inner(parser_t *p, const op_t *outer, const loop_t *loop)
{
    op_t *inner = ARENA_NEW(&p->cc->arena, op_t);
    *inner = (op_t){.loc = outer->loc,
                    .end_loc = outer->loc,
                    .result_types = outer->result_types,
                    .result_types_num = outer->result_types_num,
                    .results = parse_new_args(p, loop->carried_num),
                    .results_num = (uint16_t)loop->carried_num};
    for (uint32_t i = 0; i < loop->carried_num; i++) {
        inner->results[i] = loop->carried[i];
        inner->results[i].def = inner;
        inner->results[i].index = i;
    }
    parse_append_op(p, inner);
    return inner;
}

static void append_yield(parser_t *p, const op_t *inner)
{
    op_t *yield = ARENA_NEW(&p->cc->arena, op_t);
    *yield = (op_t){.name = intern(p->cc, "scf.yield", 9), .loc = inner->loc, .end_loc = inner->loc};
    yield->desc = ops_find(p->cc, yield->name);
    yield->operands = ARENA_ARRAY(&p->cc->arena, operand_t, inner->results_num);
    yield->operands_num = inner->results_num;
    for (uint32_t i = 0; i < inner->results_num; i++) {
        yield->operands[i] = (operand_t){.value = &inner->results[i], .loc = inner->loc};
        inner->results[i].uses_num++;
    }
    parse_append_op(p, yield);
}

/// The loop of variable i, around those of the variables after it; the innermost has the region that follows.
static bool parse_nest(parser_t *p, op_t *op, loop_t *loop, uint32_t i)
{
    become_for(p, op);
    give_operands(p, op, loop, i);
    region_t *region = op->regions = ARENA_NEW(&p->cc->arena, region_t);
    op->regions_num = 1;
    *region = (region_t){.owner = op, .func = p->func};
    uint32_t args_num = 1 + loop->carried_num;
    value_t *args = parse_new_args(p, args_num);
    args[0] = loop->variables[i];
    memcpy(args + 1, loop->carried, sizeof(*args) * loop->carried_num);
    if (i + 1 == loop->num) {
        return parse_region(p, region, args, args_num);
    }
    block_t *outer = p->block, *block = ARENA_NEW(&p->cc->arena, block_t);
    *block = (block_t){.region = region, .args = args, .args_num = args_num, .loc = p->at->loc};
    for (uint32_t k = 0; k < args_num; k++) {
        args[k].block = block;
        args[k].index = k;
    }
    for (uint32_t k = 0; k < loop->carried_num; k++) {
        loop->inits[k] = (raw_operand_t){.operand = {.loc = op->loc}, .value = &args[k + 1]};
    }
    region->block = block;
    symbol_t *scope = p->scope;
    names_define(p, args->name, args);
    p->block = block;
    p->op_depth++;
    op_t *inner = append_inner(p, op, loop);
    bool ok = parse_nest(p, inner, loop, i + 1);
    op->end_loc = inner->end_loc;
    if (loop->carried_num != 0) {
        append_yield(p, inner);
    }
    names_close(p, scope);
    p->block = outer;
    p->op_depth--;
    return ok;
}

/// Rejects shared_outs: tensors shared by all iterations.
static bool no_results(parser_t *p, const builder_t *b)
{
    bool carries = parse_at_word(p, "shared_outs") || b->op->results_num != 0;
    if (carries) {
        diag_error(p->cc, b->op->loc, "unknown-op", "'%s' with results is not part of the language: write scf.for",
                   b->op->name);
    }
    return !carries;
}

/// A name that cannot occur in the text, unique among the enclosing loops.
static const char *carried_name(parser_t *p, const value_t *result)
{
    const char *name = arena_printf(&p->cc->arena, "%s so far", result->name);
    raw_operand_t raw = {.name = intern(p->cc, name, strlen(name))};
    raw.base = raw.name;
    if (names_find(p, &raw) != NULL) {
        name = arena_printf(&p->cc->arena, "%s at %u so far", result->name, (unsigned)result->loc);
    }
    return intern(p->cc, name, strlen(name));
}

/// Takes the last operands as initial values of the carried values.
static bool take_carried(parser_t *p, builder_t *b, loop_t *loop, uint32_t base)
{
    op_t *op = b->op;
    uint32_t inits = p->operands.num - base, kept = inits < LOOP_CARRIED_MAX ? inits : LOOP_CARRIED_MAX;
    if (kept != 0) {
        memcpy(loop->inits, (raw_operand_t *)p->operands.items + base, sizeof(raw_operand_t) * kept);
    }
    p->operands.num = base;
    parse_take_lists(p, b);
    if (inits != op->results_num || op->result_types_num != inits || inits > LOOP_CARRIED_MAX) {
        diag_error(p->cc, op->loc, "loop-carried", "'%s' has an initial value and a type for each result, %d at most",
                   op->name, LOOP_CARRIED_MAX);
        return false;
    }
    loop->carried_num = inits;
    for (uint32_t i = 0; i < inits; i++) {
        loop->carried[i].type = op->result_types[i].type;
        if (loop->carried[i].name == NULL) {
            loop->carried[i].name = carried_name(p, &op->results[i]);
            loop->carried[i].loc = op->loc;
        }
    }
    return true;
}

/// init = "init" "(" use {"," use} ")" "->" types
static bool parse_init(parser_t *p, builder_t *b, loop_t *loop)
{
    uint32_t base = p->operands.num;
    if (parse_take_word(p, "init") && (!parse_expect(p, '(') || !parse_items(p, b, 0, ')') || !parse_type_part(p, b))) {
        return false;
    }
    return take_carried(p, b, loop, base);
}

/// parallel = "scf.parallel" variables "=" bounds "to" bounds "step" bounds [init] region [dict]
bool parse_parallel(parser_t *p, builder_t *b)
{
    loop_t *loop = ARENA_NEW(&p->cc->arena, loop_t);
    return parse_variables(p, loop) && parse_expect(p, '=') && parse_bounds(p, b, loop, 0) &&
           parse_expect_word(p, "to") && parse_bounds(p, b, loop, 1) && parse_expect_word(p, "step") &&
           parse_bounds(p, b, loop, 2) && parse_init(p, b, loop) && parse_nest(p, b->op, loop, 0) &&
           parse_late_dict(p, b->op);
}

static op_t *take_last(block_t *block)
{
    op_t *op = block->last;
    *(op->prev == NULL ? &block->first : &op->prev->next) = NULL;
    block->last = op->prev;
    return op;
}

/// body = "{" "^" name "(" VALUE ":" type "," VALUE ":" type ")" ":" {op} "scf.reduce.return" use "}": combines two
/// values; returns the result
static value_t *parse_combiner(parser_t *p, value_t *left, value_t *right)
{
    value_t *args = NULL, *both[] = {left, right}, *result = NULL;
    uint32_t args_num = 0;
    loc_t open = p->at->loc;
    symbol_t *scope = p->scope;
    if (!parse_open_region(p) || !parse_deeper(p)) {
        return NULL;
    }
    bool ok = p->at->kind == TK_BLOCK && parse_block_args(p, &args, &args_num);
    for (uint32_t i = 0; i < args_num && i < 2; i++) {
        ok &= type_compatible(args[i].type, both[i]->type);
        names_define(p, args[i].name, both[i]);
    }
    parse_ops(p);
    parse_advance(p);
    op_t *last = p->block->last;
    if (last != NULL && strcmp(last->name, "scf.reduce.return") == 0 && last->operands_num == 1) {
        result = take_last(p->block)->operands[0].value;
    }
    names_close(p, scope);
    p->depth--;
    if (!ok || args_num != 2 || result == NULL) {
        diag_error(p->cc, open, "yield",
                   "a body of scf.reduce takes two values of its operand's type and ends with scf.reduce.return");
        return NULL;
    }
    return result;
}

/// reduce = "scf.reduce" "(" use {"," use} ":" types ")" body {"," body}: the carried values of the next iteration
bool parse_reduce(parser_t *p, builder_t *b)
{
    op_t *op = b->op;
    if (!parse_expect(p, '(') || !parse_items(p, b, 0, '\0') || !parse_type_part(p, b) || !parse_expect(p, ')')) {
        return false;
    }
    parse_take_lists(p, b);
    const block_t *block = p->block;
    bool ends =
        op->operands_num != 0 && op_is(block->region->owner, OP_FOR) && block->args_num == op->operands_num + 1u;
    if (!ends || strchr(block->args[1].name, ' ') == NULL) {
        diag_error(p->cc, op->loc, "yield", "scf.reduce ends the body of scf.parallel, with a value for each result");
        return false;
    }
    take_last(p->block);  // scf.reduce itself: its bodies have been emitted before it
    bool ok = true;
    for (uint32_t i = 0; ok && i < op->operands_num; i++) {
        value_t *result =
            i == 0 || parse_expect(p, ',') ? parse_combiner(p, &block->args[i + 1], op->operands[i].value) : NULL;
        ok = result != NULL;
        if (ok) {
            op->operands[i].value = result;
            result->uses_num++;
        }
    }
    op->types_num = 0;  // those of the operands in the text
    op->next = op->prev = NULL;
    parse_append_op(p, op);
    return ok;
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

/// iter-args = "iter_args" "(" VALUE "=" use {"," VALUE "=" use} ")" "->" types
static bool parse_iter_args(parser_t *p, builder_t *b, loop_t *loop)
{
    uint32_t base = p->operands.num, num = 0;
    if (!parse_take_word(p, "iter_args")) {
        return take_carried(p, b, loop, base);
    }
    bool ok = parse_expect(p, '(');
    for (bool more = ok; more; more = ok && parse_take(p, ',')) {
        const token_t *name = p->at;
        ok = name->kind == TK_VALUE && num < LOOP_CARRIED_MAX && parse_peek(p, 1)->punct == '=';
        if (!ok) {
            return parse_fail(p, "a value and what it starts with, '%a = %b'");
        }
        loop->carried[num++] = (value_t){.name = name->text, .loc = name->loc};
        parse_advance(p);
        parse_advance(p);
        ok = parse_bound(p, b, &loop->inits[num - 1]);
        *(raw_operand_t *)parse_push(p, &p->operands, sizeof(raw_operand_t)) = loop->inits[num - 1];
    }
    return ok && parse_expect(p, ')') && parse_type_part(p, b) && take_carried(p, b, loop, base);
}

/// affine-for = "affine.for" VALUE "=" affine-bound "to" affine-bound ["step" INT] [iter-args] region [dict]
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
    return parse_iter_args(p, b, loop) && parse_nest(p, b->op, loop, 0) && parse_late_dict(p, b->op);
}

/// Reductions of affine.parallel: the word, the operation, and the initial value.
static const struct reduction {
    const char *word, *op;
    enum { START_ZERO, START_ONE, START_ONES, START_LEAST, START_MOST, START_NAN } start;
} reductions[] = {
    {"addf", "arith.addf", START_ZERO},          {"addi", "arith.addi", START_ZERO},
    {"mulf", "arith.mulf", START_ONE},           {"muli", "arith.muli", START_ONE},
    {"andi", "arith.andi", START_ONES},          {"ori", "arith.ori", START_ZERO},
    {"maximumf", "arith.maximumf", START_LEAST}, {"minimumf", "arith.minimumf", START_MOST},
    {"maxnumf", "arith.maxnumf", START_NAN},     {"minnumf", "arith.minnumf", START_NAN},
    {"maxs", "arith.maxsi", START_LEAST},        {"mins", "arith.minsi", START_MOST},
    {"maxu", "arith.maxui", START_ZERO},         {"minu", "arith.minui", START_ONES},
};

/// The bits of a float initial value: infinities by sign, a quiet NaN.
static int64_t float_bits(elem_t elem, int start)
{
    uint32_t bits = elem_bits(elem), fraction = elem == ELEM_F16 ? 10 : elem == ELEM_BF16 ? 7 : bits == 32 ? 23 : 52;
    uint64_t exponents = ((UINT64_C(1) << (bits - 1 - fraction)) - 1) << fraction;
    uint64_t one = (exponents >> 1) & exponents;
    uint64_t value = start == START_ZERO    ? 0
                     : start == START_ONE   ? one
                     : start == START_LEAST ? exponents | UINT64_C(1) << (bits - 1)
                     : start == START_NAN   ? exponents | UINT64_C(1) << (fraction - 1)
                                            : exponents;
    return (int64_t)value;
}

static int64_t integer_start(elem_t elem, int start)
{
    uint64_t top = UINT64_C(1) << (elem_bits(elem) - 1);
    return start == START_ONE     ? 1
           : start == START_ONES  ? -1
           : start == START_LEAST ? -(int64_t)(top - 1) - 1
           : start == START_MOST  ? (int64_t)(top - 1)
                                  : 0;
}

static raw_operand_t start_of(parser_t *p, op_t *place, const struct reduction *reduction, type_t type)
{
    bool is_float = elem_is_float((elem_t)type.elem);
    attr_t *attr = ARENA_NEW(&p->cc->arena, attr_t);
    *attr = (attr_t){.kind = ATTR_INT, .is_bits = is_float, .loc = place->loc, .type = type};
    attr->integer = (is_float ? float_bits : integer_start)((elem_t)type.elem, reduction->start);
    op_t *op = parse_insert_op(p, place, "arith.constant", place->loc, "start", type);
    op->attrs = attr;
    op->attrs_num = 1;
    return (raw_operand_t){.operand = {.loc = op->loc}, .value = op->results};
}

/// reduce = ["reduce" "(" STRING {"," STRING} ")" "->" types]
static bool parse_reductions(parser_t *p, builder_t *b, loop_t *loop, const struct reduction **kinds)
{
    uint32_t base = p->operands.num, num = 0;
    bool ok = !parse_take_word(p, "reduce") || parse_expect(p, '(');
    while (ok && p->at->kind == TK_STRING && num < LOOP_CARRIED_MAX) {
        const struct reduction *kind = NULL;
        for (size_t i = 0; i < sizeof(reductions) / sizeof(reductions[0]); i++) {
            kind = strcmp(reductions[i].word, p->at->text) == 0 ? &reductions[i] : kind;
        }
        if (kind == NULL) {
            return parse_fail(p, "a reduction such as \"addf\"");
        }
        kinds[num++] = kind;
        parse_advance(p);
        ok = parse_take(p, ',') || parse_expect(p, ')');
    }
    if (!ok || !parse_type_part(p, b)) {
        return false;
    }
    for (uint32_t i = 0; i < num; i++) {
        uint32_t at = b->result_types + i;
        type_t type = at < p->result_types.num ? ((const listed_type_t *)p->result_types.items)[at].type : (type_t){0};
        if (type.kind != TYPE_SCALAR || elem_bits((elem_t)type.elem) < 8 + 8u * elem_is_float((elem_t)type.elem)) {
            type = TYPE_OF_ELEM(ELEM_I32);  // instead of the result's type, which has been reported
        }
        *(raw_operand_t *)parse_push(p, &p->operands, sizeof(raw_operand_t)) = start_of(p, b->op, kinds[i], type);
    }
    return take_carried(p, b, loop, base);
}

/// Combines each yielded value with the carried one.
static void join_yields(parser_t *p, const loop_t *loop, const op_t *op, const struct reduction *const *kinds)
{
    block_t *block = op->regions[0].block;
    for (uint32_t i = 1; i < loop->num; i++) {
        block = block->first->regions[0].block;
    }
    op_t *yield = block->last;
    for (uint32_t i = 0; op_is(yield, OP_YIELD) && i < yield->operands_num && i < loop->carried_num; i++) {
        op_t *joined = parse_insert_op(p, yield, kinds[i]->op, yield->loc, "joined", loop->carried[i].type);
        joined->operands = ARENA_ARRAY(&p->cc->arena, operand_t, 2);
        joined->operands_num = 2;
        joined->operands[0] = (operand_t){.value = &block->args[i + 1], .loc = yield->loc};
        joined->operands[1] = yield->operands[i];
        block->args[i + 1].uses_num++;
        yield->operands[i] = (operand_t){.value = joined->results, .loc = yield->operands[i].loc};
        joined->results->uses_num++;
    }
}

/// affine-parallel = "affine.parallel" variables "=" bounds "to" bounds ["step" bounds] [reduce] region [dict]
bool parse_affine_parallel(parser_t *p, builder_t *b)
{
    loop_t *loop = ARENA_NEW(&p->cc->arena, loop_t);
    const struct reduction *kinds[LOOP_CARRIED_MAX];
    if (!parse_variables(p, loop) || !parse_expect(p, '=') || !parse_affine_bounds(p, b, loop->bounds[0], loop->num) ||
        !parse_expect_word(p, "to") || !parse_affine_bounds(p, b, loop->bounds[1], loop->num)) {
        return false;
    }
    if (!parse_take_word(p, "step")) {
        same_bounds(p, b, loop, 2, 1);
    } else if (!parse_bounds(p, b, loop, 2)) {
        return false;
    }
    if (!parse_reductions(p, b, loop, kinds) || !parse_nest(p, b->op, loop, 0)) {
        return false;
    }
    join_yields(p, loop, b->op, kinds);
    return parse_late_dict(p, b->op);
}
