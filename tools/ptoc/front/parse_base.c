// SPDX-License-Identifier: Apache-2.0
//
// The token cursor, the lists gathered by the parser, and the names of values.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

/// Tokens ///

bool parse_at(const parser_t *p, char c)
{
    return p->at->kind == TK_PUNCT && p->at->punct == c;
}

bool parse_at_word(const parser_t *p, const char *word)
{
    return p->at->kind == TK_WORD && strcmp(p->at->text, word) == 0;
}

const token_t *parse_peek(const parser_t *p, uint32_t ahead)
{
    const token_t *token = p->at;
    while (ahead-- != 0 && token->kind != TK_END) {
        token++;
    }
    return token;
}

void parse_advance(parser_t *p)
{
    if (p->at->kind != TK_END) {
        p->at++;
    }
}

bool parse_take(parser_t *p, char c)
{
    if (!parse_at(p, c)) {
        return false;
    }
    parse_advance(p);
    return true;
}

bool parse_take_word(parser_t *p, const char *word)
{
    if (!parse_at_word(p, word)) {
        return false;
    }
    parse_advance(p);
    return true;
}

static const char *token_spelling(parser_t *p)
{
    const token_t *token = p->at;
    if (token->kind == TK_END) {
        return "the end of the file";
    }
    uint32_t size = token->size > 40 ? 40 : token->size;
    return arena_printf(&p->cc->arena, "'%.*s'", (int)size, p->cc->source.text + token->loc);
}

bool parse_fail(parser_t *p, const char *expected)
{
    if (p->at->kind == TK_ERROR) {
        return false;  // reported by the lexer
    }
    if (p->unknown != NULL) {  // its grammar is unknown
        diag_error(p->cc, p->unknown->loc, "unknown-op", "there is no operation '%s'", p->unknown->name);
    } else {
        diag_error(p->cc, p->at->loc, "syntax", "expected %s, found %s", expected, token_spelling(p));
    }
    return false;
}

bool parse_expect(parser_t *p, char c)
{
    if (parse_take(p, c)) {
        return true;
    }
    char text[4] = {'\'', c, '\'', '\0'};
    return parse_fail(p, text);
}

bool parse_open_region(parser_t *p)
{
    return parse_expect(p, '{') || parse_at_next_op(p) || p->at->kind == TK_TYPE || p->at->kind == TK_ATTR;
}

bool parse_deeper(parser_t *p)
{
    if (p->depth >= DEPTH_MAX) {
        diag_error(p->cc, p->at->loc, "syntax", "nested more than %d levels deep", DEPTH_MAX);
        return false;
    }
    p->depth++;
    return true;
}

/// Stacks ///

void *parse_push(parser_t *p, stack_t *stack, size_t item)
{
    if (stack->num == stack->capacity) {
        uint32_t capacity = stack->capacity == 0 ? 64 : stack->capacity * 2;
        void *items = arena_alloc(&p->cc->arena, item * capacity);
        if (stack->num != 0) {
            memcpy(items, stack->items, item * stack->num);
        }
        stack->items = items;
        stack->capacity = capacity;
    }
    void *slot = (char *)stack->items + item * stack->num++;
    memset(slot, 0, item);
    return slot;
}

/// The items above `base`, moved to the arena.
void *parse_pop(parser_t *p, stack_t *stack, uint32_t base, size_t item, uint16_t *num)
{
    uint32_t count = stack->num - base;
    *num = (uint16_t)count;
    stack->num = base;
    if (count == 0) {
        return NULL;
    }
    void *items = arena_alloc(&p->cc->arena, item * count);
    memcpy(items, (char *)stack->items + item * base, item * count);
    return items;
}

/// Names ///

static symbol_t **symbol_slot(parser_t *p, const char *name)
{
    uint32_t i = (uint32_t)((uintptr_t)name >> 4) * 2654435761u >> 7;
    for (i &= p->symbols_capacity - 1; p->symbols[i] != NULL && p->symbols[i]->name != name;) {
        i = (i + 1) & (p->symbols_capacity - 1);
    }
    return &p->symbols[i];
}

void names_reset(parser_t *p)
{
    if (p->symbols_capacity == 0) {
        p->symbols_capacity = 256;
        p->symbols = ARENA_ARRAY(&p->cc->arena, symbol_t *, p->symbols_capacity);
    }
    memset(p->symbols, 0, sizeof(*p->symbols) * p->symbols_capacity);
    p->symbols_num = 0;
    p->scope = NULL;
    p->isolation = 0;
    p->pending = NULL;
    p->pending_tail = &p->pending;
}

static void symbols_grow(parser_t *p)
{
    symbol_t **old = p->symbols;
    uint32_t capacity = p->symbols_capacity;
    p->symbols_capacity *= 2;
    p->symbols = ARENA_ARRAY(&p->cc->arena, symbol_t *, p->symbols_capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        if (old[i] != NULL) {
            *symbol_slot(p, old[i]->name) = old[i];
        }
    }
}

void names_define(parser_t *p, const char *name, value_t *value)
{
    if (p->symbols_num * 2 >= p->symbols_capacity) {
        symbols_grow(p);
    }
    symbol_t **slot = symbol_slot(p, name);
    for (symbol_t *same = *slot; same != NULL; same = same->older) {
        if (same->visible && same->isolation == p->isolation) {
            diag_t *diag = diag_error(p->cc, value->loc, "redefined-value", "%%%s is defined twice", name);
            diag_note(p->cc, diag, same->value->loc, "first defined here");
            break;
        }
    }
    p->symbols_num += *slot == NULL;
    symbol_t *older = *slot;
    while (older != NULL && !older->visible) {
        older = older->older;  // scopes that have ended cannot become visible again
    }
    symbol_t *symbol = ARENA_NEW(&p->cc->arena, symbol_t);
    *symbol = (symbol_t){.older = older,
                         .name = name,
                         .value = value,
                         .scope_next = p->scope,
                         .isolation = p->isolation,
                         .visible = true};
    *slot = symbol;
    p->scope = symbol;
}

void names_close(parser_t *p, symbol_t *outer)
{
    for (symbol_t *symbol = p->scope; symbol != outer; symbol = symbol->scope_next) {
        symbol->visible = false;
    }
    p->scope = outer;
}

/// The visible value of that name, or any of the function if `any`.
static value_t *find_name(parser_t *p, const char *name, bool any)
{
    symbol_t *first = *symbol_slot(p, name);
    for (symbol_t *symbol = first; symbol != NULL; symbol = symbol->older) {
        if (symbol->visible) {
            return symbol->value;
        }
    }
    return any && first != NULL ? first->value : NULL;
}

/// "%x" also names the first result of a pack, and "%x#0" a value that is not a pack.
static value_t *find_value(parser_t *p, const raw_operand_t *raw, bool any)
{
    value_t *value = find_name(p, raw->name, any);
    if (value == NULL && raw->base == raw->name) {
        const char *first = arena_printf(&p->cc->arena, "%s#0", raw->name);
        value = find_name(p, intern(p->cc, first, strlen(first)), any);
    } else if (value == NULL && strcmp(raw->name + strlen(raw->base), "#0") == 0) {
        value = find_name(p, raw->base, any);
    }
    return value;
}

value_t *names_find(parser_t *p, const raw_operand_t *raw)
{
    return find_value(p, raw, false);
}

void names_link(parser_t *p, operand_t *operand, const raw_operand_t *raw)
{
    operand->value = raw->value != NULL ? raw->value : find_value(p, raw, true);
    if (operand->value != NULL) {
        operand->value->uses_num++;
        return;
    }
    value_t *placeholder = ARENA_NEW(&p->cc->arena, value_t);
    *placeholder = (value_t){.name = raw->name, .loc = operand->loc};
    operand->value = placeholder;
    pending_t *pending = ARENA_NEW(&p->cc->arena, pending_t);
    *pending = (pending_t){.placeholder = placeholder, .name = raw->name, .base = raw->base};
    *p->pending_tail = pending;
    p->pending_tail = &pending->next;
}

static void report_undefined(parser_t *p, const pending_t *pending)
{
    const char *nearest = NULL;
    uint32_t least = strlen(pending->name) > 3 ? 3 : 2;
    for (uint32_t i = 0; i < p->symbols_capacity; i++) {
        if (p->symbols[i] != NULL && !p->symbols[i]->value->undefined) {
            uint32_t distance = edit_distance(pending->name, p->symbols[i]->name, least + 1);
            if (distance < least ||
                (distance == least && nearest != NULL && strcmp(p->symbols[i]->name, nearest) < 0)) {
                least = distance;
                nearest = p->symbols[i]->name;
            }
        }
    }
    diag_t *diag = diag_error(p->cc, pending->placeholder->loc, "undefined-value", "%%%s is not defined", pending->name);
    if (nearest != NULL && least < 3) {
        value_t *value = find_name(p, nearest, true);
        diag_note(p->cc, diag, value->loc, "did you mean %%%s?", nearest);
    }
}

/// Replaces placeholders by their values. Operands have been copied since, so all operations of the function are
/// visited.
static void link_operands(op_t *op, void *arg)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const pending_t *pending = arg;
        while (pending != NULL && pending->placeholder != op->operands[i].value) {
            pending = pending->next;
        }
        if (pending != NULL) {
            op->operands[i].value = pending->value;
            pending->value->uses_num++;
        }
    }
}

/// Resolves deferred names at the end of a function; those not defined by then are undefined.
void names_resolve(parser_t *p)
{
    for (pending_t *pending = p->pending; pending != NULL; pending = pending->next) {
        raw_operand_t raw = {.name = pending->name, .base = pending->base};
        pending->value = find_value(p, &raw, true);
        if (pending->value == NULL) {
            report_undefined(p, pending);
            pending->value = pending->placeholder;
            pending->value->undefined = true;
            names_define(p, pending->name, pending->value);
        }
    }
    if (p->pending != NULL && p->func->body.block != NULL) {
        ir_walk(p->func->body.block, link_operands, p->pending);
    }
    p->pending = NULL;
    p->pending_tail = &p->pending;
}
