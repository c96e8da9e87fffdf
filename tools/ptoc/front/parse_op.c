// SPDX-License-Identifier: Apache-2.0
//
// Operations: those with a grammar of their own, the plain form, and result types.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

#define RESULTS_MAX 8  // of the form with ins and outs

/// Operations ///

static builder_t begin_op(parser_t *p, const char *name, loc_t loc)
{
    op_t *op = ARENA_NEW(&p->cc->arena, op_t);
    *op = (op_t){.name = name, .loc = loc, .end_loc = loc, .desc = ops_find(p->cc, name)};
    return (builder_t){.op = op,
                       .operands = p->operands.num,
                       .attrs = p->attrs.num,
                       .clauses = p->clauses.num,
                       .types = p->types.num,
                       .result_types = p->result_types.num};
}

void parse_take_lists(parser_t *p, builder_t *b)
{
    op_t *op = b->op;
    uint32_t num = p->operands.num - b->operands;
    op->operands_num = (uint16_t)num;
    op->operands = num == 0 ? NULL : ARENA_ARRAY(&p->cc->arena, operand_t, num);
    for (uint32_t i = 0; i < num; i++) {
        const raw_operand_t *raw = &((const raw_operand_t *)p->operands.items)[b->operands + i];
        op->operands[i] = raw->operand;
        names_link(p, &op->operands[i], raw);
    }
    p->operands.num = b->operands;
    op->attrs = parse_pop(p, &p->attrs, b->attrs, sizeof(attr_t), &op->attrs_num);
    op->clauses = parse_pop(p, &p->clauses, b->clauses, sizeof(clause_t), &op->clauses_num);
    op->types = parse_pop(p, &p->types, b->types, sizeof(listed_type_t), &op->types_num);
    op->result_types = parse_pop(p, &p->result_types, b->result_types, sizeof(listed_type_t), &op->result_types_num);
}

static void drop_lists(parser_t *p, const builder_t *b)
{
    p->operands.num = b->operands;
    p->attrs.num = b->attrs;
    p->clauses.num = b->clauses;
    p->types.num = b->types;
    p->result_types.num = b->result_types;
}

static region_t *add_regions(parser_t *p, op_t *op, uint32_t num)
{
    op->regions = ARENA_ARRAY(&p->cc->arena, region_t, num);
    op->regions_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->regions[i] = (region_t){.owner = op, .func = p->func};
    }
    return op->regions;
}

/// Attributes after a region are added to those before it.
bool parse_late_dict(parser_t *p, op_t *op)
{
    parse_take_word(p, "attributes");
    if (!parse_at_dict(p)) {
        return true;
    }
    uint32_t base = p->attrs.num;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        *(attr_t *)parse_push(p, &p->attrs, sizeof(attr_t)) = op->attrs[i];
    }
    bool ok = parse_dict(p);
    op->attrs = parse_pop(p, &p->attrs, base, sizeof(attr_t), &op->attrs_num);
    return ok;
}

value_t *parse_new_args(parser_t *p, uint32_t num)
{
    return num == 0 ? NULL : ARENA_ARRAY(&p->cc->arena, value_t, num);
}

/// assignments = [VALUE "=" value-use {"," VALUE "=" value-use}] ")"; the names go to args[1..]
static bool parse_assignments(parser_t *p, builder_t *b, value_t **args, uint32_t *args_num, uint32_t reserved)
{
    uint32_t capacity = 8 + reserved;
    value_t *list = parse_new_args(p, capacity);
    *args_num = reserved;
    while (!parse_at(p, ')')) {
        if (p->at->kind != TK_VALUE) {
            return parse_fail(p, "a loop-carried value");
        }
        if (*args_num == capacity) {
            value_t *larger = parse_new_args(p, capacity * 2);
            memcpy(larger, list, sizeof(*list) * capacity);
            list = larger;
            capacity *= 2;
        }
        list[(*args_num)++] = (value_t){.name = p->at->text, .loc = p->at->loc};
        parse_advance(p);
        if (!parse_expect(p, '=')) {
            return false;
        }
        if (p->at->kind != TK_VALUE) {
            return parse_fail(p, "an initial value");
        }
        parse_value_use(p, b, 0);
        if (!parse_take(p, ',') && !parse_at(p, ')')) {
            return parse_fail(p, "',' or ')'");
        }
    }
    parse_advance(p);
    *args = list;
    return true;
}

static bool expect_value(parser_t *p, builder_t *b, const char *what)
{
    if (p->at->kind != TK_VALUE) {
        return parse_fail(p, what);
    }
    parse_value_use(p, b, 0);
    return true;
}

bool parse_expect_word(parser_t *p, const char *word)
{
    if (parse_take_word(p, word)) {
        return true;
    }
    return parse_fail(p, arena_printf(&p->cc->arena, "'%s'", word));
}

/// The loop variable and its bounds: VALUE "=" use "to" use "step" use
static bool parse_for_bounds(parser_t *p, builder_t *b, value_t *iv)
{
    *iv = (value_t){.name = p->at->text, .loc = p->at->loc};
    if (p->at->kind != TK_VALUE) {
        return parse_fail(p, "the loop variable");
    }
    parse_advance(p);
    return parse_expect(p, '=') && expect_value(p, b, "the lower bound") && parse_expect_word(p, "to") &&
           expect_value(p, b, "the upper bound") && parse_expect_word(p, "step") && expect_value(p, b, "the step");
}

/// Types of the loop variable and of what the loop carries, from what is written or from their initial values.
static void type_for_args(op_t *op, value_t *args, uint32_t args_num, type_t iv_type)
{
    args[0].type = iv_type.kind != TYPE_NONE ? iv_type
                   : op->types_num != 0      ? op->types[0].type
                                             : op->operands[0].value->type;
    if (args[0].type.kind == TYPE_NONE) {
        args[0].type = TYPE_OF_ELEM(ELEM_INDEX);
    }
    for (uint32_t i = 1; i < args_num; i++) {
        args[i].type = i - 1 < op->result_types_num ? op->result_types[i - 1].type : op->operands[i + 2].value->type;
    }
}

/// for = "scf.for" bounds ["iter_args" "(" assignments ["->" types]] [":" type] region [dict]
static bool parse_for(parser_t *p, builder_t *b)
{
    value_t iv;
    if (!parse_for_bounds(p, b, &iv)) {
        return false;
    }
    value_t *args = NULL;
    uint32_t args_num = 1;
    if (!parse_take_word(p, "iter_args")) {
        args = parse_new_args(p, 1);
    } else if (!parse_expect(p, '(') || !parse_assignments(p, b, &args, &args_num, 1)) {
        return false;
    }
    args[0] = iv;
    if (!parse_type_part(p, b) && !parse_at(p, '{')) {
        return false;
    }
    if (p->at->kind == TK_ARROW && !parse_type_part(p, b)) {
        return false;
    }
    type_t iv_type = {0};
    if (parse_take(p, ':') && !parse_type(p, &iv_type)) {
        return false;
    }
    parse_take_lists(p, b);
    type_for_args(b->op, args, args_num, iv_type);
    return parse_region(p, add_regions(p, b->op, 1), args, args_num) && parse_late_dict(p, b->op);
}

/// if = ("scf.if" use | "affine.if" set operands) ["->" types] region ["else" region] [dict]
static bool parse_if(parser_t *p, builder_t *b)
{
    bool set = strcmp(b->op->name, "affine.if") == 0;
    if (!(set ? parse_affine_set(p, b) : expect_value(p, b, "the condition")) || !parse_type_part(p, b)) {
        return false;
    }
    b->op->desc = ops_find(p->cc, "scf.if");
    b->op->name = b->op->desc->name;
    parse_take_lists(p, b);
    region_t *regions = add_regions(p, b->op, 2);
    if (!parse_region(p, &regions[0], NULL, 0)) {
        return false;
    }
    if (parse_take_word(p, "else") && !parse_region(p, &regions[1], NULL, 0)) {
        return false;
    }
    return parse_late_dict(p, b->op);
}

/// while = "scf.while" ["(" assignments] ":" types "->" types region "do" region ["attributes" dict]
static bool parse_while(parser_t *p, builder_t *b)
{
    value_t *args = NULL;
    uint32_t args_num = 0;
    if (parse_take(p, '(') && !parse_assignments(p, b, &args, &args_num, 0)) {
        return false;
    }
    if (!parse_type_part(p, b)) {
        return false;
    }
    parse_take_lists(p, b);
    op_t *op = b->op;
    for (uint32_t i = 0; i < args_num; i++) {
        args[i].type = i < op->types_num ? op->types[i].type : op->operands[i].value->type;
    }
    region_t *regions = add_regions(p, op, 2);
    return parse_region(p, &regions[0], args, args_num) && parse_expect_word(p, "do") &&
           parse_region(p, &regions[1], NULL, 0) && parse_late_dict(p, op);
}

/// scope = name ["(" items ")"] region [":" "(" types ")" "->" "(" ")"] [dict]
static bool parse_scope(parser_t *p, builder_t *b)
{
    if (parse_take(p, '(') && !parse_items(p, b, 0, ')')) {
        return false;
    }
    bool empty_region = parse_peek(p, 1)->punct == '}';
    if (parse_at_dict(p) && !empty_region && !parse_dict(p)) {
        return false;
    }
    parse_take_lists(p, b);
    op_t *op = b->op;
    bool strict = op_is(op, OP_STRICT);
    p->isolation += strict;
    bool body = parse_region(p, add_regions(p, op, 1), NULL, 0);
    p->isolation -= strict;
    if (!body) {
        return false;
    }
    builder_t late = {.op = op, .types = p->types.num, .result_types = p->result_types.num};
    bool ok = parse_type_part(p, &late);
    op->types = parse_pop(p, &p->types, late.types, sizeof(listed_type_t), &op->types_num);
    op->result_types = parse_pop(p, &p->result_types, late.result_types, sizeof(listed_type_t), &op->result_types_num);
    return ok && parse_late_dict(p, op);
}

/// regions = "(" region {"," region} ")"
static bool parse_generic_regions(parser_t *p, builder_t *b)
{
    parse_advance(p);
    uint32_t num = 0, capacity = 4;
    region_t *regions = ARENA_ARRAY(&p->cc->arena, region_t, capacity);
    do {
        if (num == capacity) {
            return parse_fail(p, "')'");
        }
        regions[num] = (region_t){.owner = b->op, .func = p->func};
        if (!parse_region(p, &regions[num++], NULL, 0)) {
            return false;
        }
    } while (parse_take(p, ','));
    b->op->regions = regions;
    b->op->regions_num = (uint16_t)num;
    return parse_expect(p, ')');
}

/// outs = "outs" "(" [VALUE {"," VALUE} [":" types]] ")"; these are the names of the results
static bool parse_outs(parser_t *p, builder_t *b)
{
    value_t *results = parse_new_args(p, RESULTS_MAX);
    uint16_t num = 0;
    parse_advance(p);
    parse_advance(p);
    while (p->at->kind == TK_VALUE) {
        if (num == RESULTS_MAX) {
            return parse_fail(p, "fewer results");
        }
        results[num++] = (value_t){.name = p->at->text, .loc = p->at->loc};
        parse_advance(p);
        if (!parse_take(p, ',')) {
            break;
        }
    }
    b->op->results = results;
    b->op->results_num = num;
    if (parse_take(p, ':') && !parse_types(p, &p->result_types, b->result_types, NULL)) {
        return false;
    }
    return parse_expect(p, ')');
}

/// dps = name "ins" "(" items [dict] [":" types] ")" [outs] [dict]: the form of the manual in which results are written
/// as destinations
static bool parse_dps(parser_t *p, builder_t *b)
{
    parse_advance(p);
    parse_advance(p);
    if (!parse_items(p, b, 0, '\0') || (parse_at_dict(p) && !parse_dict(p)) || !parse_type_part(p, b) ||
        !parse_expect(p, ')')) {
        return false;
    }
    bool outs = parse_at_word(p, "outs") && parse_peek(p, 1)->punct == '(';
    if ((outs && !parse_outs(p, b)) || (parse_at_dict(p) && !parse_dict(p))) {
        return false;
    }
    parse_take_lists(p, b);
    return true;
}

/// generic = name items ["(" regions ")"] [outs] [dict] type-part ; plain forms have no regions, outs is of operations
/// without operands
static bool parse_plain(parser_t *p, builder_t *b)
{
    if (parse_at_dps(p, b, "ins")) {
        return parse_dps(p, b);
    }
    bool notes = op_is(b->op, OP_CONSTANT) && parse_at_dict(p);
    if ((notes && !parse_ignored_dict(p)) || !parse_items(p, b, 0, '\0')) {
        return false;
    }
    if (parse_at(p, '(') && parse_peek(p, 1)->punct == '{' && !parse_generic_regions(p, b)) {
        return false;
    }
    if ((parse_at_dps(p, b, "outs") && !parse_outs(p, b)) || (parse_at_dict(p) && !parse_dict(p))) {
        return false;
    }
    bool unknown_region = b->op->desc == NULL && parse_at(p, '{');
    if (unknown_region && !parse_region(p, add_regions(p, b->op, 1), NULL, 0)) {
        return false;
    }
    bool ok = parse_type_part(p, b);
    parse_take_lists(p, b);
    return ok;
}

/// syncall = name "(" [uses ":" types] ")" items
static bool parse_syncall(parser_t *p, builder_t *b)
{
    if (parse_take(p, '(')) {
        while (p->at->kind == TK_VALUE) {
            parse_value_use(p, b, 0);
            if (!parse_take(p, ',')) {
                break;
            }
        }
        if (!parse_type_part(p, b) || !parse_expect(p, ')')) {
            return false;
        }
    }
    return parse_plain(p, b);
}

/// Forms of other dialects with a grammar of their own, which become other operations.
static bool (*other_form(const char *name))(parser_t *p, builder_t *b)
{
    static const struct {
        const char *name;
        bool (*parse)(parser_t *p, builder_t *b);
    } forms[] = {
        {"scf.index_switch", parse_index_switch},
        {"scf.parallel", parse_parallel},
        {"scf.forall", parse_forall},
        {"affine.for", parse_affine_for},
        {"affine.apply", parse_affine},
        {"affine.min", parse_affine},
        {"affine.max", parse_affine},
        {"affine.if", parse_if},
        {"affine.parallel", parse_affine_parallel},
        {"cf.br", parse_branch},
        {"cf.cond_br", parse_branch},
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (strcmp(forms[i].name, name) == 0) {
            return forms[i].parse;
        }
    }
    return NULL;
}

/// yield = name ["(" reduce] items
static bool parse_yield(parser_t *p, builder_t *b)
{
    return parse_at(p, '(') && strcmp(b->op->name, "scf.reduce") == 0 ? parse_reduce(p, b) : parse_plain(p, b);
}

static bool parse_form(parser_t *p, builder_t *b, bool quoted)
{
    static bool (*const forms[OP_COUNT])(parser_t *p, builder_t *b) = {
        [OP_YIELD] = parse_yield,
        [OP_FOR] = parse_for,
        [OP_IF] = parse_if,
        [OP_WHILE] = parse_while,
        [OP_VECSCOPE] = parse_scope,
        [OP_STRICT] = parse_scope,
        [OP_SECTION_CUBE] = parse_scope,
        [OP_SECTION_VEC] = parse_scope,
        [OP_SYNCALL] = parse_syncall,
        [OP_TASSIGN] = parse_tassign,
        [OP_SIMT_LAUNCH] = parse_simt_launch,
    };
    bool (*form)(parser_t *p, builder_t *b) = quoted ? NULL : forms[op_id(b->op)];
    if (b->op->desc == NULL && !quoted) {
        form = other_form(b->op->name);
    }
    if (form != NULL) {
        return form(p, b);
    }
    b->unknown_tile = b->op->desc == NULL && parse_at_word(p, "ins") && parse_peek(p, 1)->punct == '(';
    if (quoted && b->op->desc != NULL && b->op->desc->cls == OPS_TILE) {
        return parse_tile_op(p, b) && parse_generic_tile(p, b->op);
    }
    return parse_is_tile(b) ? parse_tile_op(p, b) : parse_plain(p, b);
}

void parse_skip_location(parser_t *p)
{
    if (parse_at_word(p, "loc") && parse_peek(p, 1)->punct == '(') {
        parse_advance(p);
        parse_skip_balanced(p, '(', ')');
    }
}

/// The name at the start of an operation, in its spellings.
typedef struct {
    const char *name;      // as the table has it
    const char *assembly;  // the spelling of gathers and scatters in assembly, or NULL
    const char *written;   // for error messages, where the operation gets another name; or NULL
    bool quoted;           // generic form
    bool value_first;      // memref.store: the value stands before the address
} spelling_t;

static bool parse_spelling(parser_t *p, spelling_t *to)
{
    bool quoted = p->at->kind == TK_STRING;
    if (p->at->kind != TK_WORD && !quoted) {
        return parse_fail(p, "an operation");
    }
    const char *name = p->at->text;
    bool is_assembly = parse_is_assembly(name);
    if (strchr(name, '.') == NULL && !is_assembly && !parse_is_bare(name)) {
        diag_error(p->cc, p->at->loc, "syntax", "expected an operation, found '%s'", name);
        return false;
    }
    *to = (spelling_t){.name = name, .assembly = is_assembly ? name : NULL, .quoted = quoted};
    if (is_assembly) {
        to->name = name[1] == 's' ? "pto.mscatter" : "pto.mgather";
    }
    to->value_first = strcmp(to->name, "memref.store") == 0;
    to->written = strstr(to->name, "_intra_block") != NULL ? to->name : NULL;
    to->name = parse_own_name(p, to->name);
    return true;
}

/// Parses what follows the name. Forms that are not in the table may have any words.
static bool parse_known_form(parser_t *p, builder_t *b, const spelling_t *spelling)
{
    const op_t *around = p->unknown;
    bool known = b->op->desc != NULL || (!spelling->quoted && other_form(spelling->name) != NULL) ||
                 parse_is_rewritten(spelling->name);
    p->unknown = known ? NULL : b->op;
    bool ok = parse_form(p, b, spelling->quoted);
    p->unknown = around;
    return ok;
}

/// Turns the operation as it is written into the one that later stages know.
static void rewrite_form(parser_t *p, op_t *op, const spelling_t *spelling)
{
    if (spelling->quoted) {
        parse_generic_words(p, op);
    }
    parse_rewrite(p, op);
    if (spelling->written != NULL && op->desc != NULL) {
        op->name = spelling->written;
    }
    if (spelling->value_first) {
        parse_value_last(op);
    }
    if (spelling->assembly != NULL) {
        parse_assembly(p, op, spelling->assembly);
    }
    parse_result_types(p->cc, op);
}

/// Defines `made` results, the first `named` of them by name. At level 1 each is an allocation in front of `op`.
static void define_results(parser_t *p, op_t *op, uint32_t made, uint32_t named, bool level1)
{
    op_t *home = op;
    for (uint32_t i = 0; level1 && i < made; i++) {
        home = home->prev;
    }
    for (uint32_t i = 0; i < made; i++, home = level1 ? home->next : op) {
        op->results[i].def = home;
        op->results[i].index = level1 ? 0 : i;
        if (i < named) {
            names_define(p, op->results[i].name, &op->results[i]);
        }
    }
}

/// op = [names] (WORD | STRING) form [loc]
bool parse_op(parser_t *p)
{
    value_t *results = NULL;
    uint16_t results_num = 0;
    if (p->at->kind == TK_VALUE && !parse_result_names(p, &results, &results_num)) {
        return false;
    }
    spelling_t spelling = {0};
    if (!parse_spelling(p, &spelling)) {
        return false;
    }
    if (parse_take_word(p, "scf.execute_region")) {
        return parse_execute_region(p, results, results_num);
    }
    if (parse_take_word(p, "pto.fusion_region")) {
        return parse_fusion_region(p, results, results_num);
    }
    builder_t b = begin_op(p, intern(p->cc, spelling.name, strlen(spelling.name)), p->at->loc);
    op_t *op = b.op;
    op->results = results;
    op->results_num = results_num;
    parse_advance(p);
    parse_append_op(p, op);  // before its regions are parsed, which look at their parents
    if (!parse_known_form(p, &b, &spelling)) {
        drop_lists(p, &b);
        op->desc = NULL;  // incomplete: suppresses further errors
        op->name = "";
        define_results(p, op, op->results_num, results_num, false);
        return false;
    }
    parse_skip_location(p);
    uint32_t named = op->results_num;  // a rewritten form may have more results than the text
    rewrite_form(p, op, &spelling);
    uint32_t made = op->results_num;
    bool level1 = parse_level1(p, op);
    parse_implied_moves(p, op);
    parse_regions(p, op);
    if (op_is(op, OP_TASSIGN) && op->results_num == 0) {
        parse_bind_address(p, op);
    } else if (op_is(op, OP_TRESHAPE) && op->results_num == 0) {
        parse_bind_reshaped(p, op);
    }
    define_results(p, op, made, named, level1);
    return true;
}
