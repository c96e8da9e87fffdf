// SPDX-License-Identifier: Apache-2.0
//
// Brackets after a value: %value[%i].
//
// If the operation's form has an offset (pto.vlds %p[%i]), the last brackets are that offset. All others stand for an
// operation inserted before this one: an array element (pto.local_array_get), or an advanced address (pto.addptr).
// Nothing else can be indexed.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

op_t *parse_insert_op(parser_t *p, op_t *place, const char *op_name, loc_t loc, const char *name, type_t type)
{
    op_t *op = ARENA_NEW(&p->cc->arena, op_t);
    *op = (op_t){.name = intern(p->cc, op_name, strlen(op_name)),
                 .loc = loc,
                 .end_loc = loc,
                 .results_num = 1,
                 .desc = ops_find(p->cc, op_name)};
    op->results = ARENA_NEW(&p->cc->arena, value_t);
    *op->results = (value_t){.name = intern(p->cc, name, strlen(name)), .type = type, .loc = loc, .def = op};
    ir_insert_before(op, place);
    return op;
}

value_t *parse_insert_constant(parser_t *p, op_t *place, int64_t number, type_t type)
{
    const char *name = arena_printf(&p->cc->arena, "%lld", (long long)number);
    op_t *op = parse_insert_op(p, place, "arith.constant", place->loc, name, type);
    op->attrs = ARENA_NEW(&p->cc->arena, attr_t);
    op->attrs_num = 1;
    *op->attrs = (attr_t){.kind = ATTR_INT, .integer = number, .loc = place->loc, .type = type};
    return op->results;
}

bool parse_literal_operand(parser_t *p, builder_t *b, uint32_t clause)
{
    loc_t loc = p->at->loc;
    attr_t *attr = ARENA_NEW(&p->cc->arena, attr_t);
    attr->loc = loc;
    if (!parse_number(p, attr)) {
        return false;
    }
    attr->type = TYPE_OF_ELEM(ELEM_INDEX);
    const char *name = arena_printf(&p->cc->arena, "%lld", (long long)attr->integer);
    op_t *op = parse_insert_op(p, b->op, "arith.constant", loc, name, attr->type);
    op->attrs = attr;
    op->attrs_num = 1;
    raw_operand_t *raw = parse_push(p, &p->operands, sizeof(raw_operand_t));
    *raw = (raw_operand_t){.operand = {.loc = loc, .clause = (uint16_t)clause}, .value = op->results};
    b->plain_num += clause == 0;
    return true;
}

/// index = "[" (value-use | INT) {"," ...} "]"; pushes the values on the operand stack.
static bool parse_index(parser_t *p, builder_t *b, uint32_t clause)
{
    parse_advance(p);
    do {
        if (p->at->kind == TK_VALUE) {
            parse_value_use(p, b, clause);
        } else if (p->at->kind == TK_INT || parse_at(p, '-')) {
            parse_literal_operand(p, b, clause);
        } else {
            return parse_fail(p, "an index");
        }
        ((raw_operand_t *)p->operands.items)[p->operands.num - 1].operand.indexed = true;
    } while (parse_take(p, ','));
    return parse_expect(p, ']');
}

/// Whether the form of an operation has an offset. An unknown operation may have one.
static bool takes_offset(const op_desc_t *desc)
{
    for (uint32_t i = 0; desc != NULL && i < desc->forms_num; i++) {
        for (uint32_t k = 0; k < desc->forms[i].operands_num; k++) {
            if (desc->forms[i].operands[k].indexed) {
                return true;
            }
        }
    }
    if (desc == NULL || desc->cls == OPS_TILE || desc->cls == OPS_LOGICAL) {
        return true;
    }
    static const bool indexed[OP_COUNT] = {
        [OP_LOAD_SCALAR] = true, [OP_LOAD] = true,       [OP_STORE_SCALAR] = true, [OP_STORE] = true,
        [OP_LD_DEV] = true,      [OP_ST_DEV] = true,     [OP_LDG] = true,          [OP_STG] = true,
        [OP_SPRSTI] = true,      [OP_SPRSTS] = true,     [OP_ARRAY_GET] = true,    [OP_ARRAY_SET] = true,
        [OP_STRUCT_GET] = true,  [OP_STRUCT_SET] = true,
    };
    return indexed[desc->id];
}

static value_t *raw_value(parser_t *p, const raw_operand_t *raw)
{
    return raw->value != NULL ? raw->value : names_find(p, raw);
}

/// Text of "%base[%i, %j]" without the first %.
static const char *element_name(parser_t *p, uint32_t base)
{
    const raw_operand_t *raws = p->operands.items;
    text_t text = {0};
    for (uint32_t i = base; i < p->operands.num; i++) {
        const char *name = raws[i].value != NULL ? raws[i].value->name : raws[i].name;
        text_printf(&text, "%s%s", i == base ? "" : i == base + 1 ? "[" : ", ", name);
    }
    const char *name = arena_printf(&p->cc->arena, "%s]", text.data);
    text_free(&text);
    return name;
}

/// Replaces the value at `base` of the operand stack and its indices by the result of an inserted operation.
static void replace_by_op(parser_t *p, builder_t *b, uint32_t base, uint32_t clause, const char *op_name, type_t type)
{
    raw_operand_t *raws = (raw_operand_t *)p->operands.items + base;
    uint32_t num = p->operands.num - base;
    op_t *op = parse_insert_op(p, b->op, op_name, raws[0].operand.loc, element_name(p, base), type);
    op->operands_num = (uint16_t)num;
    op->operands = ARENA_ARRAY(&p->cc->arena, operand_t, num);
    for (uint32_t i = 0; i < num; i++) {
        op->operands[i] = raws[i].operand;
        op->operands[i].clause = 0;
        names_link(p, &op->operands[i], &raws[i]);
    }
    raws[0].value = op->results;
    p->operands.num = base + 1;
    b->plain_num -= clause == 0 ? num - 1 : 0;
}

static void report_brackets(parser_t *p, const builder_t *b, const value_t *value, loc_t loc)
{
    diag_t *diag = diag_error(p->cc, loc, "brackets", "brackets stand behind a pointer or an array, and %s is %s",
                              value_spelling(p->cc, value), type_name(p->cc, value->type));
    diag_note(p->cc, diag, value->loc, "%s is defined here", value_spelling(p->cc, value));
    if (value->type.kind == TYPE_SCALAR && b->op->desc != NULL && b->op->desc->cls == OPS_SYNC) {
        const char *elem = elem_name(value->type.elem);
        diag_note(p->cc, diag, loc,
                  "an array of ids is made by pto.declare_local_array -> !pto.local_array<2x%s> and filled by "
                  "pto.local_array_set %%array[%%i], %%id : !pto.local_array<2x%s>, %s",
                  elem, elem, elem);
    }
}

/// Decides what the brackets after the value at `base` denote. They stay if they are the form's own offset.
static void settle_brackets(parser_t *p, builder_t *b, uint32_t base, uint32_t clause, loc_t loc)
{
    const raw_operand_t *raw = (raw_operand_t *)p->operands.items + base;
    const value_t *value = raw_value(p, raw);
    type_t type = value == NULL ? (type_t){0} : value->type;
    op_id_t id = op_id(b->op);
    bool own_form = id == OP_ARRAY_GET || id == OP_ARRAY_SET || id == OP_STRUCT_GET || id == OP_STRUCT_SET;
    if (type.kind == TYPE_NONE || type.kind == TYPE_TILE || own_form) {
        return;  // unknown: has its own error
    }
    if (type.kind == TYPE_ARRAY) {
        replace_by_op(p, b, base, clause, "pto.local_array_get", type.array->item);
    } else if (type.kind != TYPE_PTR) {
        report_brackets(p, b, value, loc);
        b->plain_num -= clause == 0 ? p->operands.num - base - 1 : 0;
        p->operands.num = base + 1;
    } else if (!takes_offset(b->op->desc) || parse_at(p, '[')) {
        replace_by_op(p, b, base, clause, "pto.addptr", type);
    }
}

/// indexed-value = value-use {index}
bool parse_indexed_value(parser_t *p, builder_t *b, uint32_t clause)
{
    uint32_t base = p->operands.num;
    parse_value_use(p, b, clause);
    while (parse_at(p, '[')) {
        loc_t loc = p->at->loc;
        if (!parse_index(p, b, clause)) {
            return false;
        }
        settle_brackets(p, b, base, clause, loc);
    }
    return true;
}

/// memref.store %v, %m[%i] becomes pto.local_array_set %m[%i], %v
void parse_value_last(op_t *op)
{
    if (op->operands_num != 0) {
        operand_t value = op->operands[0];
        memmove(op->operands, op->operands + 1, sizeof(value) * (op->operands_num - 1u));
        op->operands[op->operands_num - 1] = value;
    }
}

/// Arrays belong to the scalar unit, so an element used in a vector scope is read at the launch of the scope.
static bool known_outside(const value_t *value, const op_t *scope)
{
    const op_t *home = value->def != NULL ? value->def : value->block != NULL ? value->block->region->owner : NULL;
    for (; home != NULL; home = home->parent == NULL ? NULL : home->parent->region->owner) {
        if (home == scope) {
            return op_is(value->def, OP_CONSTANT);
        }
    }
    return true;
}

void parse_move_before(op_t *op, op_t *place)
{
    *(op->prev == NULL ? &op->parent->first : &op->prev->next) = op->next;
    *(op->next == NULL ? &op->parent->last : &op->next->prev) = op->prev;
    ir_insert_before(op, place);
}

operand_t *parse_append_operand(parser_t *p, op_t *op, operand_t operand)
{
    operand_t *operands = ARENA_ARRAY(&p->cc->arena, operand_t, op->operands_num + 1u);
    for (uint32_t i = 0; i < op->operands_num; i++) {
        operands[i] = op->operands[i];
    }
    operands[op->operands_num] = operand;
    op->operands = operands;
    return &operands[op->operands_num++];
}

static void hoist_element(op_t *op)
{
    op_t *scope = op_is(op, OP_ARRAY_GET) ? op_vecscope(op) : NULL;
    if (scope == NULL || op_is(scope, OP_STRICT)) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (!known_outside(op->operands[i].value, scope)) {
            return;  // the verifier reports it
        }
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        op_t *def = op->operands[i].value->def;
        if (def != NULL && op_vecscope(def) == scope) {
            parse_move_before(def, scope);
        }
    }
    parse_move_before(op, scope);
}

void parse_hoist_elements(block_t *block)
{
    for (op_t *op = block->first, *next; op != NULL; op = next) {
        next = op->next;
        for (uint32_t i = 0; i < op->regions_num; i++) {
            if (op->regions[i].block != NULL) {
                parse_hoist_elements(op->regions[i].block);
            }
        }
        hoist_element(op);
    }
}
