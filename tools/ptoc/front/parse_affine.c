// SPDX-License-Identifier: Apache-2.0
//
// affine.apply, affine.min, affine.max: index maps, which become arith operations on the operands. affine.if: its set
// becomes the condition of an scf.if. And the bounds of affine.parallel.
//
//   apply = name map operands                         affine.apply affine_map<(d0)[s0] -> (d0 * s0 + 1)>(%i)[%n]
//   map   = "affine_map" "<" names ["[" names "]"] "->" "(" sum {"," sum} ")" ">" | ATTR
//   if    = name set operands                         affine.if affine_set<(d0)[s0] : (d0 - 1 >= s0)>(%i)[%n]
//   set   = "affine_set" "<" names ["[" names "]"] ":" "(" test {"," test} ")" ">" | ATTR
//
// `mod` has the remainder of division rounded down, so it is not negative; for a power of two it is a mask.

#include "ptoc.h"

#include "parse.h"

#include <stdlib.h>
#include <string.h>

/// A map while one of its results is parsed: the values of its names, and the insertion point.
typedef struct affine {
    parser_t *p;
    op_t *place;
    builder_t *b;  // if values are written in place of names, else NULL
    const char **names;
    raw_operand_t *values;
    uint32_t num;
} affine_t;

static raw_operand_t literal(affine_t *a, int64_t number)
{
    return (raw_operand_t){.operand = {.loc = a->place->loc},
                           .value = parse_insert_constant(a->p, a->place, number, TYPE_OF_ELEM(ELEM_INDEX))};
}

static void give_operands(affine_t *a, op_t *op, const raw_operand_t *raws, uint32_t num)
{
    op->operands = ARENA_ARRAY(&a->p->cc->arena, operand_t, num);
    op->operands_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->operands[i] = raws[i].operand;
        names_link(a->p, &op->operands[i], &raws[i]);
    }
}

static raw_operand_t combine(affine_t *a, const char *name, raw_operand_t left, raw_operand_t right)
{
    raw_operand_t raws[] = {left, right};
    op_t *op = parse_insert_op(a->p, a->place, name, a->place->loc, "map", TYPE_OF_ELEM(ELEM_INDEX));
    give_operands(a, op, raws, 2);
    return (raw_operand_t){.operand = {.loc = a->place->loc}, .value = op->results};
}

static bool known(const raw_operand_t *raw, int64_t *number)
{
    return raw->value != NULL && value_constant(raw->value, number);
}

static raw_operand_t remainder_of(affine_t *a, raw_operand_t left, raw_operand_t right)
{
    int64_t number;
    if (known(&right, &number) && number > 0 && (number & (number - 1)) == 0) {
        return combine(a, "arith.andi", left, literal(a, number - 1));
    }
    raw_operand_t whole = combine(a, "arith.floordivsi", left, right);
    return combine(a, "arith.subi", left, combine(a, "arith.muli", whole, right));
}

static bool parse_sum(affine_t *a, raw_operand_t *result);

/// factor = INT | WORD | "-" factor | "(" sum ")", or for a name VALUE and "symbol" "(" VALUE ")"
static bool parse_factor(affine_t *a, raw_operand_t *result)
{
    parser_t *p = a->p;
    if (!parse_deeper(p)) {
        return false;
    }
    bool ok = true;
    if (a->b != NULL) {
        parse_take_word(p, "symbol");
    }
    if (a->b != NULL && p->at->kind == TK_VALUE) {
        *result = *parse_value_use(p, a->b, 0);
        p->operands.num--;
    } else if (parse_take(p, '(')) {
        ok = parse_sum(a, result) && parse_expect(p, ')');
    } else if (parse_take(p, '-')) {
        ok = parse_factor(a, result);
        *result = ok ? combine(a, "arith.subi", literal(a, 0), *result) : *result;
    } else if (p->at->kind == TK_INT) {
        *result = literal(a, strtoll(p->at->text, NULL, 0));
        parse_advance(p);
    } else {
        uint32_t i = 0;
        while (i < a->num && (p->at->kind != TK_WORD || a->names[i] != p->at->text)) {
            i++;
        }
        ok = i < a->num || parse_fail(p, "a dimension or a symbol of the map");
        if (ok) {
            *result = a->values[i];
            parse_advance(p);
        }
    }
    p->depth--;
    return ok;
}

/// product = factor {("*" | "floordiv" | "ceildiv" | "mod") factor}
static bool parse_product(affine_t *a, raw_operand_t *result)
{
    parser_t *p = a->p;
    bool ok = parse_factor(a, result);
    while (ok) {
        const char *name = parse_take(p, '*')               ? "arith.muli"
                           : parse_take_word(p, "floordiv") ? "arith.floordivsi"
                           : parse_take_word(p, "ceildiv")  ? "arith.ceildivsi"
                           : parse_take_word(p, "mod")      ? "mod"
                                                            : NULL;
        raw_operand_t right;
        if (name == NULL) {
            break;
        }
        ok = parse_factor(a, &right);
        if (ok) {
            *result = strcmp(name, "mod") == 0 ? remainder_of(a, *result, right) : combine(a, name, *result, right);
        }
    }
    return ok;
}

/// sum = product {("+" | "-") product}
static bool parse_sum(affine_t *a, raw_operand_t *result)
{
    parser_t *p = a->p;
    bool ok = parse_product(a, result);
    while (ok && (parse_at(p, '+') || parse_at(p, '-'))) {
        const char *name = parse_at(p, '+') ? "arith.addi" : "arith.subi";
        raw_operand_t right;
        parse_advance(p);
        ok = parse_product(a, &right);
        *result = ok ? combine(a, name, *result, right) : *result;
    }
    return ok;
}

/// names = [WORD {"," WORD}] close
static bool parse_names(affine_t *a, uint32_t *num, char close)
{
    parser_t *p = a->p;
    while (!parse_at(p, close)) {
        if (p->at->kind != TK_WORD || *num == a->num) {
            return parse_fail(p, *num == a->num ? "as many names as operands" : "a name");
        }
        a->names[(*num)++] = p->at->text;
        parse_advance(p);
        if (!parse_take(p, ',') && !parse_at(p, close)) {
            return parse_fail(p, "',' or the end of the names");
        }
    }
    parse_advance(p);
    return true;
}

/// "affine_map" or "affine_set", "<" names ["[" names "]"]
static bool parse_map_names(affine_t *a, const char *word)
{
    parser_t *p = a->p;
    uint32_t named = 0;
    if (!parse_expect_word(p, word) || !parse_expect(p, '<') || !parse_expect(p, '(') || !parse_names(a, &named, ')') ||
        (parse_take(p, '[') && !parse_names(a, &named, ']'))) {
        return false;
    }
    return named == a->num || parse_fail(p, "as many names as operands");
}

/// The results of a map, combined by `join` if there are several.
static bool parse_map(affine_t *a, const char *join, raw_operand_t *result)
{
    parser_t *p = a->p;
    if (!parse_map_names(a, "affine_map")) {
        return false;
    }
    if (p->at->kind != TK_ARROW) {
        return parse_fail(p, "'->'");
    }
    parse_advance(p);
    if (!parse_expect(p, '(') || !parse_sum(a, result)) {
        return false;
    }
    while (join != NULL && parse_take(p, ',')) {
        raw_operand_t next;
        if (!parse_sum(a, &next)) {
            return false;
        }
        *result = combine(a, join, *result, next);
    }
    return parse_expect(p, ')') && parse_expect(p, '>');
}

/// Finds the text of a map, and moves the parser past it.
static const token_t *take_map(parser_t *p)
{
    const token_t *map = p->at;
    if (p->at->kind == TK_ATTR) {
        for (const alias_t *alias = p->aliases; alias != NULL; alias = alias->next) {
            map = alias->value != NULL && alias->name == p->at->text ? alias->value : map;
        }
        parse_advance(p);
    } else if ((parse_take_word(p, "affine_map") || parse_take_word(p, "affine_set")) && parse_at(p, '<')) {
        parse_skip_balanced(p, '<', '>');
    }
    return map;
}

/// operands = "(" uses ")" ["[" uses "]"]
static bool parse_map_operands(parser_t *p, builder_t *b)
{
    if (!parse_expect(p, '(') || !parse_items(p, b, 0, ')')) {
        return false;
    }
    return !parse_take(p, '[') || parse_items(p, b, 0, ']');
}

/// Parses the text of a map or a set and its operands, then applies `parse` to the text.
static bool parse_with_operands(parser_t *p, builder_t *b,
                                bool (*parse)(affine_t *a, const char *join, raw_operand_t *result), const char *join,
                                raw_operand_t *result)
{
    const token_t *map = take_map(p);
    uint32_t base = p->operands.num;
    if (!parse_map_operands(p, b)) {
        return false;
    }
    affine_t a = {.p = p, .place = b->op, .num = p->operands.num - base};
    a.names = ARENA_ARRAY(&p->cc->arena, const char *, a.num + 1);
    a.values = ARENA_ARRAY(&p->cc->arena, raw_operand_t, a.num + 1);
    memcpy(a.values, (raw_operand_t *)p->operands.items + base, sizeof(raw_operand_t) * a.num);
    p->operands.num = base;
    const token_t *behind = p->at;
    p->at = map;
    bool ok = parse(&a, join, result);
    p->at = ok ? behind : behind - 1;  // continue after the operation; an aliased map may be elsewhere in the text
    return ok;
}

bool parse_affine_map(parser_t *p, builder_t *b, const char *join, raw_operand_t *result)
{
    return parse_with_operands(p, b, parse_map, join, result);
}

/// The operation replaces the last one inserted for the map; if there is none, it adds 0.
static void become_last(affine_t *a, raw_operand_t result)
{
    op_t *op = a->place, *last = result.value == NULL ? NULL : result.value->def;
    bool own = last != NULL && last == op->prev;
    const char *name = own ? last->name : "arith.addi";
    if (own && strcmp(name, "arith.constant") != 0) {
        *(last->prev == NULL ? &last->parent->first : &last->prev->next) = op;
        op->prev = last->prev;
        op->operands = last->operands;
        op->operands_num = last->operands_num;
    } else {
        raw_operand_t raws[] = {result, literal(a, 0)};
        name = "arith.addi";
        give_operands(a, op, raws, 2);
    }
    op->desc = ops_find(a->p->cc, intern(a->p->cc, name, strlen(name)));
    op->name = op->desc->name;
}

bool parse_affine(parser_t *p, builder_t *b)
{
    const char *join = strcmp(b->op->name, "affine.min") == 0   ? "arith.minsi"
                       : strcmp(b->op->name, "affine.max") == 0 ? "arith.maxsi"
                                                                : NULL;
    raw_operand_t result;
    if (!parse_affine_map(p, b, join, &result) || (parse_at_dict(p) && !parse_ignored_dict(p))) {
        return false;
    }
    affine_t a = {.p = p, .place = b->op};
    become_last(&a, result);
    return true;
}

/// Sets ///

static raw_operand_t compare(affine_t *a, const char *predicate, raw_operand_t left, raw_operand_t right)
{
    raw_operand_t raws[] = {left, right};
    op_t *op = parse_insert_op(a->p, a->place, "arith.cmpi", a->place->loc, "in_set", TYPE_OF_ELEM(ELEM_I1));
    give_operands(a, op, raws, 2);
    op->attrs = ARENA_NEW(&a->p->cc->arena, attr_t);
    op->attrs_num = 1;
    *op->attrs = (attr_t){.kind = ATTR_WORD, .text = intern(a->p->cc, predicate, strlen(predicate)), .loc = op->loc};
    return (raw_operand_t){.operand = {.loc = op->loc}, .value = op->results};
}

/// test = sum (">=" | "<=" | "==") sum
static bool parse_test(affine_t *a, raw_operand_t *result)
{
    parser_t *p = a->p;
    raw_operand_t left, right;
    if (!parse_sum(a, &left)) {
        return false;
    }
    const char *predicate = parse_take(p, '>') ? "sge" : parse_take(p, '<') ? "sle" : parse_take(p, '=') ? "eq" : NULL;
    if (predicate == NULL || !parse_take(p, '=')) {
        return parse_fail(p, "'>=', '<=' or '=='");
    }
    bool ok = parse_sum(a, &right);
    *result = ok ? compare(a, predicate, left, right) : left;
    return ok;
}

/// The conjunction of all tests of a set.
static bool parse_set(affine_t *a, const char *join, raw_operand_t *result)
{
    parser_t *p = a->p;
    if (!parse_map_names(a, "affine_set") || !parse_expect(p, ':') || !parse_expect(p, '(') || !parse_test(a, result)) {
        return false;
    }
    while (parse_take(p, ',')) {
        raw_operand_t next;
        if (!parse_test(a, &next)) {
            return false;
        }
        *result = combine(a, join, *result, next);
        result->value->type = TYPE_OF_ELEM(ELEM_I1);
    }
    return parse_expect(p, ')') && parse_expect(p, '>');
}

/// Pushes the condition of affine.if on the operand stack.
bool parse_affine_set(parser_t *p, builder_t *b)
{
    raw_operand_t result;
    bool ok = parse_with_operands(p, b, parse_set, "arith.andi", &result);
    *(raw_operand_t *)parse_push(p, &p->operands, sizeof(raw_operand_t)) = ok ? result : (raw_operand_t){0};
    p->operands.num -= !ok;
    return ok;
}

/// bounds = "(" bound {"," bound} ")", bound = sum | ("min" | "max") "(" sum {"," sum} ")": `num` of them
bool parse_affine_bounds(parser_t *p, builder_t *b, raw_operand_t *bounds, uint32_t num)
{
    affine_t a = {.p = p, .place = b->op, .b = b};
    bool ok = parse_expect(p, '(');
    for (uint32_t i = 0; ok && i < num; i++) {
        ok = i == 0 || parse_expect(p, ',');
        const char *join = parse_at_word(p, "min") ? "arith.minsi" : parse_at_word(p, "max") ? "arith.maxsi" : NULL;
        if (ok && join != NULL) {
            parse_advance(p);
            ok = parse_expect(p, '(');
        }
        ok = ok && parse_sum(&a, &bounds[i]);
        while (ok && join != NULL && parse_take(p, ',')) {
            raw_operand_t next;
            ok = parse_sum(&a, &next);
            bounds[i] = ok ? combine(&a, join, bounds[i], next) : bounds[i];
        }
        ok = ok && (join == NULL || parse_expect(p, ')'));
    }
    return ok && parse_expect(p, ')');
}
