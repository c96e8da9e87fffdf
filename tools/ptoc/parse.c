// SPDX-License-Identifier: Apache-2.0
//
// Tokens to IR: recursive descent over the MLIR forms that .pto files use.
//
// Most operations need no grammar of their own. Behind the name stands a loose list of operands, attributes,
// keywords and clauses, then the types; `parse_items` and `parse_types` take all of it down with its places, and
// the verifier compares it with the op table. Only operations with regions and functions have rules here.
//
// Names are resolved on the way. A name that is not known yet is put aside until the function ends: when it is
// defined somewhere in the function the operand is linked to it (the verifier reports the order or the scope),
// otherwise it is an undefined value.
//
// After a syntax error the parser skips to the next line that starts an operation, so that one run finds them all.

#include "ptoc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 120  // regions, lists and types inside each other
#define ITEMS_MAX 4096 // operands, attributes or types of one operation

/// A name of the function, newest first.
typedef struct symbol {
    struct symbol *older;  // of the same name
    const char *name;      // interned
    value_t *value;
    struct symbol *scope_next;
    uint32_t isolation;  // see parser_t
    bool visible;
} symbol_t;

typedef struct pending {
    struct pending *next;
    operand_t *operand;
    const char *name, *base;
} pending_t;

/// Where an operation's lists are gathered before they are copied to the arena: stacks shared by the nested
/// operations, each of which uses the part above its base.
typedef struct stack {
    void *items;
    uint32_t num, capacity;
} stack_t;

typedef struct raw_operand {
    operand_t operand;
    const char *name, *base;  // "x#1" and "x"
} raw_operand_t;

typedef struct type_alias {
    struct type_alias *next;
    const char *name;
    type_t type;
} type_alias_t;

typedef struct parser {
    ptoc_t *cc;
    const token_t *tokens, *at;
    func_t *func;
    block_t *block;
    uint32_t depth, op_depth;
    symbol_t **symbols;  // open addressing by the name's pointer
    uint32_t symbols_capacity, symbols_num;
    symbol_t *scope;
    uint32_t isolation;  // strict scopes that are open: their bodies may use the names around them anew
    pending_t *pending, **pending_tail;
    stack_t operands, attrs, clauses, types, result_types;
    type_alias_t *aliases;
    value_t *undefined;  // one value for each undefined name of a function, through scope-less symbols
} parser_t;

/// One operation while it is parsed.
typedef struct builder {
    op_t *op;
    uint32_t operands, attrs, clauses, types, result_types;  // bases in the parser's stacks
    uint32_t plain_num;
    bool failed;
} builder_t;

static bool parse_region(parser_t *p, region_t *region, value_t *args, uint32_t args_num);
static bool parse_op(parser_t *p);
static bool parse_type(parser_t *p, type_t *type);
static bool parse_attr_value(parser_t *p, attr_t *attr);

/// Tokens ///

static bool at_punct(const parser_t *p, char c) {
    return p->at->kind == TK_PUNCT && p->at->punct == c;
}

static bool at_word(const parser_t *p, const char *word) {
    return p->at->kind == TK_WORD && strcmp(p->at->text, word) == 0;
}

static const token_t *peek(const parser_t *p, uint32_t ahead) {
    const token_t *token = p->at;
    while (ahead-- != 0 && token->kind != TK_END) {
        token++;
    }
    return token;
}

static void advance(parser_t *p) {
    if (p->at->kind != TK_END) {
        p->at++;
    }
}

static bool take_punct(parser_t *p, char c) {
    if (!at_punct(p, c)) {
        return false;
    }
    advance(p);
    return true;
}

static bool take_word(parser_t *p, const char *word) {
    if (!at_word(p, word)) {
        return false;
    }
    advance(p);
    return true;
}

static const char *token_spelling(parser_t *p) {
    const token_t *token = p->at;
    if (token->kind == TK_END) {
        return "the end of the file";
    }
    uint32_t size = token->size > 40 ? 40 : token->size;
    return arena_printf(&p->cc->arena, "'%.*s'", (int)size, p->cc->source.text + token->loc);
}

static bool fail(parser_t *p, const char *expected) {
    if (p->at->kind != TK_ERROR) {  // the lexer has reported that one
        diag_error(p->cc, p->at->loc, "syntax", "expected %s, found %s", expected, token_spelling(p));
    }
    return false;
}

static bool expect_punct(parser_t *p, char c) {
    if (take_punct(p, c)) {
        return true;
    }
    char text[4] = {'\'', c, '\'', '\0'};
    return fail(p, text);
}

static bool deeper(parser_t *p) {
    if (p->depth >= DEPTH_MAX) {
        diag_error(p->cc, p->at->loc, "syntax", "nested more than %d levels deep", DEPTH_MAX);
        return false;
    }
    p->depth++;
    return true;
}

/// Stacks ///

static void *stack_push(parser_t *p, stack_t *stack, size_t item) {
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
static void *stack_take(parser_t *p, stack_t *stack, uint32_t base, size_t item, uint16_t *num) {
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

static symbol_t **symbol_slot(parser_t *p, const char *name) {
    uint32_t i = (uint32_t)((uintptr_t)name >> 4) * 2654435761u >> 7;
    for (i &= p->symbols_capacity - 1; p->symbols[i] != NULL && p->symbols[i]->name != name;) {
        i = (i + 1) & (p->symbols_capacity - 1);
    }
    return &p->symbols[i];
}

static void symbols_reset(parser_t *p) {
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

static void symbols_grow(parser_t *p) {
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

static void define(parser_t *p, const char *name, value_t *value) {
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
    symbol_t *symbol = ARENA_NEW(&p->cc->arena, symbol_t);
    *symbol = (symbol_t){.older = *slot, .name = name, .value = value, .scope_next = p->scope, .isolation = p->isolation, .visible = true};
    *slot = symbol;
    p->scope = symbol;
}

static void close_scope(parser_t *p, symbol_t *outer) {
    for (symbol_t *symbol = p->scope; symbol != outer; symbol = symbol->scope_next) {
        symbol->visible = false;
    }
    p->scope = outer;
}

/// The visible value of that name, else any of the function when `any`.
static value_t *find_name(parser_t *p, const char *name, bool any) {
    symbol_t *first = *symbol_slot(p, name);
    for (symbol_t *symbol = first; symbol != NULL; symbol = symbol->older) {
        if (symbol->visible) {
            return symbol->value;
        }
    }
    return any && first != NULL ? first->value : NULL;
}

/// "%x" is the first result of a pack too, and "%x#0" is a value without a pack.
static value_t *find_value(parser_t *p, const raw_operand_t *raw, bool any) {
    value_t *value = find_name(p, raw->name, any);
    if (value == NULL && raw->base == raw->name) {
        const char *first = arena_printf(&p->cc->arena, "%s#0", raw->name);
        value = find_name(p, intern(p->cc, first, strlen(first)), any);
    } else if (value == NULL && strcmp(raw->name + strlen(raw->base), "#0") == 0) {
        value = find_name(p, raw->base, any);
    }
    return value;
}

static void link_operand(parser_t *p, operand_t *operand, const raw_operand_t *raw) {
    operand->value = find_value(p, raw, true);
    if (operand->value != NULL) {
        operand->value->uses_num++;
        return;
    }
    value_t *placeholder = ARENA_NEW(&p->cc->arena, value_t);
    *placeholder = (value_t){.name = raw->name, .loc = operand->loc};
    operand->value = placeholder;
    pending_t *pending = ARENA_NEW(&p->cc->arena, pending_t);
    *pending = (pending_t){.operand = operand, .name = raw->name, .base = raw->base};
    *p->pending_tail = pending;
    p->pending_tail = &pending->next;
}

static uint32_t name_distance(const char *a, const char *b) {
    size_t a_size = strlen(a), b_size = strlen(b);
    if (a_size > 40 || b_size > 40 || a_size > b_size + 2 || b_size > a_size + 2) {
        return 9;
    }
    uint8_t row[48];
    for (size_t j = 0; j <= b_size; j++) {
        row[j] = (uint8_t)j;
    }
    for (size_t i = 1; i <= a_size; i++) {
        uint8_t diagonal = row[0];
        row[0] = (uint8_t)i;
        for (size_t j = 1; j <= b_size; j++) {
            uint8_t best = (uint8_t)(diagonal + (a[i - 1] != b[j - 1]));
            diagonal = row[j];
            best = best < row[j] + 1 ? best : (uint8_t)(row[j] + 1);
            row[j] = best < row[j - 1] + 1 ? best : (uint8_t)(row[j - 1] + 1);
        }
    }
    return row[b_size];
}

static void report_undefined(parser_t *p, const pending_t *pending) {
    const char *nearest = NULL;
    uint32_t least = strlen(pending->name) > 3 ? 3 : 2;
    for (uint32_t i = 0; i < p->symbols_capacity; i++) {
        if (p->symbols[i] != NULL && !p->symbols[i]->value->undefined) {
            uint32_t distance = name_distance(pending->name, p->symbols[i]->name);
            if (distance < least || (distance == least && nearest != NULL && strcmp(p->symbols[i]->name, nearest) < 0)) {
                least = distance;
                nearest = p->symbols[i]->name;
            }
        }
    }
    diag_t *diag = diag_error(p->cc, pending->operand->loc, "undefined-value", "%%%s is not defined", pending->name);
    if (nearest != NULL && least < 3) {
        value_t *value = find_name(p, nearest, true);
        diag_note(p->cc, diag, value->loc, "did you mean %%%s?", nearest);
    }
}

/// At the end of a function: what was put aside is defined by now, or nowhere.
static void resolve_pending(parser_t *p) {
    for (pending_t *pending = p->pending; pending != NULL; pending = pending->next) {
        raw_operand_t raw = {.name = pending->name, .base = pending->base};
        value_t *value = find_value(p, &raw, true);
        if (value != NULL) {
            pending->operand->value = value;
            value->uses_num++;
            continue;
        }
        report_undefined(p, pending);
        pending->operand->value->undefined = true;
        define(p, pending->name, pending->operand->value);
    }
    p->pending = NULL;
    p->pending_tail = &p->pending;
}

/// Types ///

static void skip_balanced(parser_t *p, char open, char close) {
    uint32_t level = 0;
    do {
        level += at_punct(p, open);
        level -= at_punct(p, close);
        advance(p);
    } while (level != 0 && p->at->kind != TK_END);
}

static bool parse_space(parser_t *p, uint8_t *space) {
    static const struct {
        const char *spelling;
        space_t space;
    } spellings[] = {
        {"gm", SPACE_GM},   {"ub", SPACE_UB},    {"l1", SPACE_L1},   {"l0a", SPACE_L0A},   {"l0b", SPACE_L0B}, {"l0c", SPACE_L0C},
        {"bt", SPACE_BT},   {"fb", SPACE_FB},    {"vec", SPACE_UB},  {"mat", SPACE_L1},    {"left", SPACE_L0A}, {"right", SPACE_L0B},
        {"acc", SPACE_L0C}, {"bias", SPACE_BT},  {"scaling", SPACE_FB}, {"cbuf", SPACE_L1}, {"ubuf", SPACE_UB},
    };
    bool wrapped = p->at->kind == TK_ATTR;  // #pto.address_space<ub>
    if (wrapped) {
        advance(p);
        if (!expect_punct(p, '<')) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
        if (at_word(p, spellings[i].spelling)) {
            *space = (uint8_t)spellings[i].space;
            advance(p);
            return !wrapped || expect_punct(p, '>');
        }
    }
    return fail(p, "an address space (gm, ub, l1, l0a, l0b, l0c, bt, fb)");
}

/// elem = WORD | "!pto.hif8" and the like
static bool parse_elem(parser_t *p, const char *spelling, uint8_t *elem) {
    *elem = (uint8_t)elem_find(spelling);
    if (*elem == ELEM_NONE) {
        diag_error(p->cc, p->at->loc, "syntax", "unknown element type '%s'", spelling);
        return false;
    }
    advance(p);
    return true;
}

static const char *elem_spelling(const token_t *token) {
    if (token->kind == TK_TYPE && strncmp(token->text, "pto.", 4) == 0) {
        return token->text + 4;
    }
    return token->kind == TK_WORD ? token->text : "";
}

/// ptr-body = "<" elem ["," space] ">"
static bool parse_ptr_body(parser_t *p, type_t *type) {
    *type = (type_t){.kind = TYPE_PTR, .space = SPACE_GM};
    if (!expect_punct(p, '<') || !parse_elem(p, elem_spelling(p->at), &type->elem)) {
        return false;
    }
    if (take_punct(p, ',') && !parse_space(p, &type->space)) {
        return false;
    }
    return expect_punct(p, '>');
}

/// vreg-body = "<" INT "x" elem ">", where the lexer has cut "64xf32" into 64 and xf32
static bool parse_vreg_body(parser_t *p, type_t *type) {
    *type = (type_t){.kind = TYPE_VREG};
    if (!expect_punct(p, '<')) {
        return false;
    }
    if (p->at->kind != TK_INT) {
        return fail(p, "a number of lanes");
    }
    unsigned long lanes = strtoul(p->at->text, NULL, 10);
    type->lanes = lanes > 1u << 20 ? 1u << 20 : (uint32_t)lanes;
    advance(p);
    if (p->at->kind != TK_WORD || p->at->text[0] != 'x') {
        return fail(p, "'x' and an element type");
    }
    if (p->at->text[1] == '\0') {
        advance(p);
        return parse_elem(p, elem_spelling(p->at), &type->elem) && expect_punct(p, '>');
    }
    return parse_elem(p, p->at->text + 1, &type->elem) && expect_punct(p, '>');
}

/// mask-body = "<" ("b8" | "b16" | "b32" | "G") ">"
static bool parse_mask_body(parser_t *p, type_t *type) {
    *type = (type_t){.kind = TYPE_MASK};
    if (!at_punct(p, '<')) {
        return true;  // !pto.mask: any granularity
    }
    advance(p);
    const char *text = p->at->kind == TK_WORD ? p->at->text : "";
    bool known = strcmp(text, "b8") == 0 || strcmp(text, "b16") == 0 || strcmp(text, "b32") == 0 || strcmp(text, "b64") == 0;
    if (!known && strcmp(text, "G") != 0) {
        return fail(p, "a mask granularity (b8, b16, b32)");
    }
    type->gran = (uint8_t)(known ? atoi(text + 1) : 0);
    advance(p);
    return expect_punct(p, '>');
}

static bool parse_dialect_type(parser_t *p, type_t *type) {
    const char *name = p->at->text;
    for (type_alias_t *alias = p->aliases; alias != NULL; alias = alias->next) {
        if (alias->name == name) {
            *type = alias->type;
            advance(p);
            return true;
        }
    }
    if (strncmp(name, "pto.", 4) == 0 && elem_find(name + 4) != ELEM_NONE) {
        *type = TYPE_OF_ELEM((uint8_t)elem_find(name + 4));
        advance(p);
        return true;
    }
    advance(p);
    if (strcmp(name, "pto.ptr") == 0) {
        if (at_punct(p, '<')) {
            return parse_ptr_body(p, type);
        }
        *type = (type_t){.kind = TYPE_PTR};
        return true;
    }
    if (strcmp(name, "pto.vreg") == 0) {
        return parse_vreg_body(p, type);
    }
    if (strcmp(name, "pto.mask") == 0) {
        return parse_mask_body(p, type);
    }
    *type = (type_t){.kind = strcmp(name, "pto.align") == 0 ? TYPE_ALIGN : TYPE_OPAQUE};
    if (type->kind == TYPE_OPAQUE) {
        type->name = name;
        if (at_punct(p, '<')) {
            skip_balanced(p, '<', '>');
        }
    }
    return true;
}

static bool at_type(const parser_t *p) {
    if (p->at->kind == TK_TYPE || at_punct(p, '<')) {
        return true;
    }
    if (p->at->kind != TK_WORD) {
        return false;
    }
    bool shaped = strcmp(p->at->text, "vector") == 0 || strcmp(p->at->text, "memref") == 0 || strcmp(p->at->text, "tensor") == 0;
    return elem_find(p->at->text) != ELEM_NONE || strcmp(p->at->text, "none") == 0 || (shaped && peek(p, 1)->punct == '<');
}

/// type = elem | "!pto.ptr" [ptr-body] | ptr-body | "!pto.vreg" vreg-body | "!pto.mask" [mask-body] | "!pto.align"
///      | "!" name ["<" ... ">"]
static bool parse_type(parser_t *p, type_t *type) {
    *type = (type_t){0};
    if (p->at->kind == TK_TYPE) {
        return parse_dialect_type(p, type);
    }
    if (at_punct(p, '<')) {
        return parse_ptr_body(p, type);  // <f32, ub>: short for !pto.ptr<f32, ub>
    }
    if (!at_type(p)) {
        if (p->at->kind == TK_WORD) {
            diag_error(p->cc, p->at->loc, "syntax", "unknown type '%s'", p->at->text);
            return false;
        }
        return fail(p, "a type");
    }
    elem_t elem = elem_find(p->at->text);
    if (elem != ELEM_NONE) {
        *type = TYPE_OF_ELEM((uint8_t)elem);
        advance(p);
        return true;
    }
    *type = (type_t){.kind = TYPE_OPAQUE, .name = p->at->text};
    advance(p);
    if (at_punct(p, '<')) {
        skip_balanced(p, '<', '>');
    }
    return true;
}

/// Attributes ///

/// number = ["-"] (INT | FLOAT)
static bool parse_number(parser_t *p, attr_t *attr) {
    bool negative = take_punct(p, '-');
    if (p->at->kind != TK_INT && p->at->kind != TK_FLOAT) {
        return fail(p, "a number");
    }
    const char *text = p->at->text;
    bool hex = text[0] == '0' && text[1] == 'x';
    attr->kind = p->at->kind == TK_INT ? ATTR_INT : ATTR_FLOAT;
    attr->is_bits = hex;
    errno = 0;
    if (attr->kind == ATTR_INT) {
        uint64_t magnitude = strtoull(text, NULL, hex ? 16 : 10);
        attr->too_large = errno == ERANGE || (negative && magnitude > (uint64_t)INT64_MAX + 1);
        attr->integer = (int64_t)(negative ? 0 - magnitude : magnitude);
    } else {
        attr->real = negative ? -strtod(text, NULL) : strtod(text, NULL);
    }
    if (attr->kind == ATTR_INT) {
        attr->real = negative ? -strtod(text, NULL) : strtod(text, NULL);
    }
    advance(p);
    return true;
}

/// enum = "<" WORD ">" | "#" name ["<" (WORD | STRING | INT) ">"]
static bool parse_enum(parser_t *p, attr_t *attr) {
    attr->kind = ATTR_ENUM;
    attr->text = "";
    if (p->at->kind == TK_ATTR) {
        attr->dialect = p->at->text;
        advance(p);
        if (!at_punct(p, '<')) {
            attr->text = attr->dialect;
            attr->dialect = NULL;
            return true;
        }
    }
    advance(p);
    if (p->at->kind == TK_WORD || p->at->kind == TK_STRING || p->at->kind == TK_INT) {
        attr->text = p->at->text;
        attr->integer = p->at->kind == TK_INT ? strtoll(p->at->text, NULL, 0) : 0;
        advance(p);
        if (take_punct(p, '>')) {
            return true;
        }
    }
    for (uint32_t level = 1; p->at->kind != TK_END && level != 0; advance(p)) {  // a structured attribute: not looked into
        level += at_punct(p, '<');
        level -= at_punct(p, '>');
        if (at_punct(p, '}')) {
            return fail(p, "'>'");
        }
    }
    return true;
}

/// dict = "{" [entry {"," entry}] "}" ; entry = (WORD | STRING) ["=" value]
/// Pushes the entries on the attribute stack.
static bool parse_dict(parser_t *p) {
    advance(p);
    while (!at_punct(p, '}')) {
        if (p->at->kind != TK_WORD && p->at->kind != TK_STRING) {
            return fail(p, "an attribute name or '}'");
        }
        attr_t attr = {.key = p->at->text, .loc = p->at->loc};
        advance(p);
        if (take_punct(p, '=') && !parse_attr_value(p, &attr)) {
            return false;
        }
        *(attr_t *)stack_push(p, &p->attrs, sizeof(attr_t)) = attr;
        if (!take_punct(p, ',') && !at_punct(p, '}')) {
            return fail(p, "',' or '}'");
        }
    }
    advance(p);
    return true;
}

static bool parse_attr_items(parser_t *p, attr_t *attr) {
    uint32_t base = p->attrs.num;
    attr->kind = at_punct(p, '{') ? ATTR_DICT : ATTR_LIST;
    bool ok = deeper(p);
    if (!ok) {
        return false;
    }
    if (attr->kind == ATTR_DICT) {
        ok = parse_dict(p);
    } else {
        advance(p);
        while (ok && !at_punct(p, ']')) {
            attr_t item = {.loc = p->at->loc};
            ok = parse_attr_value(p, &item);
            *(attr_t *)stack_push(p, &p->attrs, sizeof(attr_t)) = item;
            ok = ok && (take_punct(p, ',') || at_punct(p, ']') || fail(p, "',' or ']'"));
        }
        ok = ok && take_punct(p, ']');
    }
    p->depth--;
    uint16_t num;
    attr->items = stack_take(p, &p->attrs, base, sizeof(attr_t), &num);
    attr->items_num = num;
    return ok;
}

/// value = number [":" type] | STRING | "true" | "false" | "unit" | enum | SYMBOL | list | dict | type | WORD
static bool parse_attr_value(parser_t *p, attr_t *attr) {
    bool ok = true;
    if (p->at->kind == TK_INT || p->at->kind == TK_FLOAT || at_punct(p, '-')) {
        ok = parse_number(p, attr);
    } else if (p->at->kind == TK_STRING) {
        attr->kind = ATTR_STRING;
        attr->text = p->at->text;
        advance(p);
    } else if (at_word(p, "true") || at_word(p, "false")) {
        attr->kind = ATTR_BOOL;
        attr->integer = at_word(p, "true");
        advance(p);
    } else if (at_word(p, "unit")) {
        advance(p);
    } else if (p->at->kind == TK_ATTR || (at_punct(p, '<') && peek(p, 2)->punct == '>')) {
        ok = parse_enum(p, attr);
    } else if (p->at->kind == TK_SYMBOL) {
        attr->kind = ATTR_SYMBOL;
        attr->text = p->at->text;
        advance(p);
    } else if (at_punct(p, '[') || at_punct(p, '{')) {
        return parse_attr_items(p, attr);
    } else if (at_type(p)) {
        attr->kind = ATTR_TYPE;
        return parse_type(p, &attr->type);
    } else if (p->at->kind == TK_WORD) {
        attr->kind = ATTR_WORD;
        attr->text = p->at->text;
        advance(p);
        if (at_punct(p, '<')) {
            skip_balanced(p, '<', '>');
        }
    } else {
        return fail(p, "an attribute value");
    }
    if (ok && take_punct(p, ':')) {
        return parse_type(p, &attr->type);
    }
    return ok;
}

/// Operand lists ///

/// statement-start = VALUE [":" INT] {"," VALUE [":" INT]} "="
static bool at_statement(const parser_t *p) {
    const token_t *token = p->at;
    while (token->kind == TK_VALUE) {
        token++;
        if (token->punct == ':' && token[1].kind == TK_INT) {
            token += 2;
        }
        if (token->punct == '=') {
            return true;
        }
        if (token->punct != ',') {
            return false;
        }
        token++;
    }
    return false;
}

static attr_t *push_attr(parser_t *p, builder_t *b, uint32_t clause) {
    attr_t *attr = stack_push(p, &p->attrs, sizeof(attr_t));
    *attr = (attr_t){.loc = p->at->loc, .position = b->plain_num, .clause = clause};
    return attr;
}

/// value-use = VALUE ["#" INT]
static raw_operand_t *parse_value_use(parser_t *p, builder_t *b, uint32_t clause) {
    raw_operand_t *raw = stack_push(p, &p->operands, sizeof(raw_operand_t));
    raw->operand.loc = p->at->loc;
    raw->operand.clause = (uint16_t)clause;
    raw->base = raw->name = p->at->text;
    const token_t *value = p->at;
    advance(p);
    bool adjacent = p->at->kind == TK_ATTR && p->at->loc == value->loc + value->size;
    if (adjacent && strspn(p->at->text, "0123456789") == strlen(p->at->text)) {
        const char *name = arena_printf(&p->cc->arena, "%s#%s", raw->base, p->at->text);
        raw->name = intern(p->cc, name, strlen(name));
        advance(p);
    }
    b->plain_num += clause == 0;
    return raw;
}

static void append_op(parser_t *p, op_t *op) {
    op->parent = p->block;
    op->func = p->func;
    op->depth = (uint8_t)p->op_depth;
    op->prev = p->block->last;
    *(p->block->last == NULL ? &p->block->first : &p->block->last->next) = op;
    p->block->last = op;
}

static void insert_before(op_t *op, op_t *place) {
    op->parent = place->parent;
    op->func = place->func;
    op->depth = place->depth;
    op->next = place;
    op->prev = place->prev;
    *(place->prev == NULL ? &place->parent->first : &place->prev->next) = op;
    place->prev = op;
}

/// A literal index `%p[4]` becomes a constant of its own.
static void push_literal_index(parser_t *p, builder_t *b, uint32_t clause) {
    op_t *op = ARENA_NEW(&p->cc->arena, op_t);
    *op = (op_t){.name = "arith.constant", .loc = p->at->loc, .attrs_num = 1, .results_num = 1};
    op->desc = ops_find(p->cc, op->name);
    op->attrs = ARENA_NEW(&p->cc->arena, attr_t);
    op->attrs->loc = p->at->loc;
    if (!parse_number(p, op->attrs)) {
        return;
    }
    op->attrs->type = TYPE_OF_ELEM(ELEM_INDEX);
    op->results = ARENA_NEW(&p->cc->arena, value_t);
    const char *name = arena_printf(&p->cc->arena, "literal%u", op->loc);
    *op->results = (value_t){.name = intern(p->cc, name, strlen(name)), .type = TYPE_OF_ELEM(ELEM_INDEX), .loc = op->loc, .def = op};
    insert_before(op, b->op);
    define(p, op->results->name, op->results);
    raw_operand_t *raw = stack_push(p, &p->operands, sizeof(raw_operand_t));
    *raw = (raw_operand_t){.operand = {.loc = op->loc, .clause = (uint16_t)clause, .indexed = true}, .name = op->results->name, .base = op->results->name};
    b->plain_num += clause == 0;
}

/// index = "[" (value-use | INT) {"," ...} "]"
static bool parse_index(parser_t *p, builder_t *b, uint32_t clause) {
    advance(p);
    do {
        if (p->at->kind == TK_VALUE) {
            parse_value_use(p, b, clause)->operand.indexed = true;
        } else if (p->at->kind == TK_INT || at_punct(p, '-')) {
            push_literal_index(p, b, clause);
        } else {
            return fail(p, "an index");
        }
    } while (take_punct(p, ','));
    return expect_punct(p, ']');
}

static bool at_dict(const parser_t *p) {
    const token_t *first = peek(p, 1), *second = peek(p, 2);
    if (!at_punct(p, '{')) {
        return false;
    }
    return first->punct == '}' || ((first->kind == TK_WORD || first->kind == TK_STRING) && (second->punct == '=' || second->punct == ',' || second->punct == '}'));
}

static bool parse_items(parser_t *p, builder_t *b, uint32_t clause, char close);

/// word-item = WORD "(" items ")" | WORD "=" value | WORD "<" ... ">" | WORD
static bool parse_word_item(parser_t *p, builder_t *b, uint32_t clause) {
    const token_t *next = peek(p, 1);
    if (next->punct == '(' && clause == 0) {
        clause_t *entry = stack_push(p, &p->clauses, sizeof(clause_t));
        *entry = (clause_t){.name = p->at->text, .loc = p->at->loc, .first = (uint16_t)(p->operands.num - b->operands)};
        uint32_t number = p->clauses.num - b->clauses;
        advance(p);
        advance(p);
        if (!parse_items(p, b, number, ')')) {
            return false;
        }
        entry = &((clause_t *)p->clauses.items)[b->clauses + number - 1];
        entry->num = (uint16_t)(p->operands.num - b->operands - entry->first);
        return true;
    }
    if (next->punct == '=') {
        attr_t attr = {.key = p->at->text, .loc = p->at->loc, .clause = clause};
        advance(p);
        advance(p);
        if (p->at->kind == TK_VALUE) {  // clip = %limit: the key, then an operand of the clause
            *(attr_t *)stack_push(p, &p->attrs, sizeof(attr_t)) = attr;
            parse_value_use(p, b, clause);
            return true;
        }
        bool ok = parse_attr_value(p, &attr);
        *(attr_t *)stack_push(p, &p->attrs, sizeof(attr_t)) = attr;
        return ok;
    }
    attr_t *attr = push_attr(p, b, clause);
    if (at_word(p, "true") || at_word(p, "false")) {
        attr->kind = ATTR_BOOL;
        attr->integer = at_word(p, "true");
        advance(p);
        return true;
    }
    attr->kind = ATTR_WORD;
    attr->text = p->at->text;
    advance(p);
    if (at_punct(p, '<')) {  // fastmath<contract>
        attr->key = attr->text;
        skip_balanced(p, '<', '>');
    }
    return true;
}

/// item = value-use {index} | STRING | number | enum | word-item | SYMBOL | "[" items "]" | "(" items ")"
static bool parse_item(parser_t *p, builder_t *b, uint32_t clause) {
    switch (p->at->kind) {
        case TK_VALUE:
            parse_value_use(p, b, clause);
            while (at_punct(p, '[')) {
                if (!parse_index(p, b, clause)) {
                    return false;
                }
            }
            return true;
        case TK_STRING: {
            attr_t *attr = push_attr(p, b, clause);
            attr->kind = ATTR_STRING;
            attr->text = p->at->text;
            advance(p);
            return true;
        }
        case TK_INT:
        case TK_FLOAT:
            return parse_number(p, push_attr(p, b, clause));
        case TK_ATTR:
            return parse_enum(p, push_attr(p, b, clause));
        case TK_WORD:
            return parse_word_item(p, b, clause);
        case TK_SYMBOL:
            b->op->symbol = p->at->text;
            advance(p);
            return true;
        case TK_ELLIPSIS:
            diag_error(p->cc, p->at->loc, "syntax", "'...' is a placeholder of the documents, not an operand");
            return false;
        default:
            break;
    }
    if (at_punct(p, '<')) {
        return parse_enum(p, push_attr(p, b, clause));
    }
    if (at_punct(p, '-')) {
        return parse_number(p, push_attr(p, b, clause));
    }
    char close = at_punct(p, '[') ? ']' : at_punct(p, '(') ? ')' : '\0';
    if (close == '\0') {
        return fail(p, "an operand");
    }
    advance(p);
    return parse_items(p, b, clause, close);
}

/// A word that cannot be a keyword of the operation before it.
static bool at_next_op(const parser_t *p) {
    if (p->at->kind != TK_WORD) {
        return p->at->kind == TK_VALUE && p->at->line_start && at_statement(p);
    }
    return strchr(p->at->text, '.') != NULL || strcmp(p->at->text, "return") == 0 || strcmp(p->at->text, "call") == 0 ||
           (p->at->line_start && strcmp(p->at->text, "module") == 0);
}

/// items = [item {[","] item}], up to `close` (and over it), or to what cannot be an item when close is 0.
static bool parse_items(parser_t *p, builder_t *b, uint32_t clause, char close) {
    if (!deeper(p)) {
        return false;
    }
    bool ok = true, comma = true;
    while (ok) {
        if (close != '\0' && at_punct(p, close)) {
            advance(p);
            break;
        }
        bool ends = p->at->kind == TK_END || p->at->kind == TK_ARROW || p->at->kind == TK_BLOCK || at_punct(p, '}') || at_punct(p, ':') ||
                    at_punct(p, '{') || at_punct(p, ']') || at_punct(p, ')') || at_next_op(p);
        bool string_op = p->at->kind == TK_STRING && p->at->line_start && peek(p, 1)->punct == '(' && close == '\0';
        if (ends || string_op || (at_word(p, "loc") && peek(p, 1)->punct == '(')) {
            char text[4] = {'\'', close, '\'', '\0'};
            ok = close == '\0' || fail(p, text);
            break;
        }
        if (p->at->kind == TK_VALUE && !comma) {
            ok = fail(p, "','");
            break;
        }
        if (at_punct(p, '(') && peek(p, 1)->punct == '{') {
            break;  // the regions of a generic form
        }
        if (at_punct(p, '<') && peek(p, 1)->punct == '{') {
            advance(p);
            ok = parse_dict(p) && expect_punct(p, '>');  // properties of a generic form
            continue;
        }
        ok = parse_item(p, b, clause);
        comma = take_punct(p, ',') || at_punct(p, '(') || p->at[-1].punct == ')' || p->at[-1].kind == TK_WORD;
        if (p->operands.num - b->operands > ITEMS_MAX || p->attrs.num - b->attrs > ITEMS_MAX || p->clauses.num - b->clauses > ITEMS_MAX) {
            diag_error(p->cc, p->at->loc, "syntax", "more than %d operands", ITEMS_MAX);
            ok = false;
        }
    }
    p->depth--;
    return ok;
}

/// i33, f8: meant as a type, not as the keyword of a group.
static bool looks_like_type(const char *word) {
    size_t letters = strspn(word, "bfisu");
    size_t digits = strspn(word + letters, "0123456789");
    return letters > 0 && letters <= 2 && digits > 0 && word[letters + digits] == '\0';
}

/// types = type-item {"," type-item} ; type-item = [WORD] type | WORD | [WORD] "(" [types] ")"
static bool parse_types(parser_t *p, stack_t *stack, uint32_t base, const char *group) {
    if (!deeper(p)) {
        return false;
    }
    bool ok = true, comma = true;
    while (ok) {
        if (at_punct(p, '(')) {
            advance(p);
            ok = at_punct(p, ')') || parse_types(p, stack, base, group);
            ok = ok && expect_punct(p, ')');
        } else if (at_type(p) && !(p->at->kind == TK_WORD && p->at->line_start && !comma)) {
            listed_type_t *entry = stack_push(p, stack, sizeof(listed_type_t));
            entry->loc = p->at->loc;
            entry->group = group;
            type_t type;
            ok = parse_type(p, &type);
            ((listed_type_t *)stack->items)[stack->num - 1].type = type;
        } else if (p->at->kind == TK_WORD && looks_like_type(p->at->text)) {
            diag_error(p->cc, p->at->loc, "syntax", "unknown type '%s'", p->at->text);
            ok = false;
        } else if (p->at->kind == TK_WORD && !at_next_op(p) && !at_word(p, "to") && !at_word(p, "do") && !at_word(p, "loc")) {
            group = p->at->text;  // loop i64, i64, i64
            advance(p);
            comma = take_punct(p, ',');
            if (comma || at_type(p) || at_punct(p, '(')) {
                continue;
            }
            break;
        } else {
            ok = fail(p, "a type");
            break;
        }
        if (stack->num - base > ITEMS_MAX) {
            diag_error(p->cc, p->at->loc, "syntax", "more than %d types", ITEMS_MAX);
            ok = false;
        }
        comma = take_punct(p, ',');
        bool group_follows = p->at->kind == TK_WORD && !at_next_op(p) && !at_word(p, "to") && !at_word(p, "do") && !at_word(p, "loc") &&
                             !at_word(p, "else") && !at_word(p, "attributes") && elem_find(p->at->text) == ELEM_NONE;
        if (!comma && !group_follows) {
            break;
        }
        if (comma && (at_punct(p, ')') || at_punct(p, '}') || at_next_op(p))) {
            break;  // a trailing comma
        }
    }
    p->depth--;
    return ok;
}

/// type-part = ":" types [("->" | "to") types] | "->" types
static bool parse_type_part(parser_t *p, builder_t *b) {
    bool ok = true;
    if (take_punct(p, ':')) {
        b->op->has_types = true;
        bool empty = at_punct(p, '(') && peek(p, 1)->punct == ')';
        if (empty) {
            advance(p);
            advance(p);
        } else if (p->at->kind != TK_ARROW) {
            ok = parse_types(p, &p->types, b->types, NULL);
        }
    }
    if (ok && (p->at->kind == TK_ARROW || at_word(p, "to"))) {
        advance(p);
        b->op->has_types = true;
        if (at_punct(p, '(') && peek(p, 1)->punct == ')') {
            advance(p);
            advance(p);
            return true;
        }
        ok = parse_types(p, &p->result_types, b->result_types, NULL);
    }
    return ok;
}

/// Operations ///

static builder_t begin_op(parser_t *p, const char *name, loc_t loc) {
    op_t *op = ARENA_NEW(&p->cc->arena, op_t);
    *op = (op_t){.name = name, .loc = loc, .end_loc = loc, .desc = ops_find(p->cc, name)};
    return (builder_t){.op = op, .operands = p->operands.num, .attrs = p->attrs.num, .clauses = p->clauses.num,
                       .types = p->types.num, .result_types = p->result_types.num};
}

/// Take the lists over into the operation, link its operands.
static void take_lists(parser_t *p, builder_t *b) {
    op_t *op = b->op;
    uint32_t num = p->operands.num - b->operands;
    op->operands_num = (uint16_t)num;
    op->operands = num == 0 ? NULL : ARENA_ARRAY(&p->cc->arena, operand_t, num);
    for (uint32_t i = 0; i < num; i++) {
        const raw_operand_t *raw = &((const raw_operand_t *)p->operands.items)[b->operands + i];
        op->operands[i] = raw->operand;
        link_operand(p, &op->operands[i], raw);
    }
    p->operands.num = b->operands;
    op->attrs = stack_take(p, &p->attrs, b->attrs, sizeof(attr_t), &op->attrs_num);
    op->clauses = stack_take(p, &p->clauses, b->clauses, sizeof(clause_t), &op->clauses_num);
    op->types = stack_take(p, &p->types, b->types, sizeof(listed_type_t), &op->types_num);
    op->result_types = stack_take(p, &p->result_types, b->result_types, sizeof(listed_type_t), &op->result_types_num);
}

static void drop_lists(parser_t *p, const builder_t *b) {
    p->operands.num = b->operands;
    p->attrs.num = b->attrs;
    p->clauses.num = b->clauses;
    p->types.num = b->types;
    p->result_types.num = b->result_types;
}

static region_t *add_regions(parser_t *p, op_t *op, uint32_t num) {
    op->regions = ARENA_ARRAY(&p->cc->arena, region_t, num);
    op->regions_num = (uint16_t)num;
    for (uint32_t i = 0; i < num; i++) {
        op->regions[i] = (region_t){.owner = op, .func = p->func};
    }
    return op->regions;
}

/// Attributes that stand behind a region are added to those before it.
static bool parse_late_dict(parser_t *p, op_t *op) {
    take_word(p, "attributes");
    if (!at_dict(p)) {
        return true;
    }
    uint32_t base = p->attrs.num;
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        *(attr_t *)stack_push(p, &p->attrs, sizeof(attr_t)) = op->attrs[i];
    }
    bool ok = parse_dict(p);
    op->attrs = stack_take(p, &p->attrs, base, sizeof(attr_t), &op->attrs_num);
    return ok;
}

static value_t *new_args(parser_t *p, uint32_t num) {
    return num == 0 ? NULL : ARENA_ARRAY(&p->cc->arena, value_t, num);
}

/// assignments = [VALUE "=" value-use {"," VALUE "=" value-use}] ")"; the names go to args[1..]
static bool parse_assignments(parser_t *p, builder_t *b, value_t **args, uint32_t *args_num, uint32_t reserved) {
    uint32_t capacity = 8 + reserved;
    value_t *list = new_args(p, capacity);
    *args_num = reserved;
    while (!at_punct(p, ')')) {
        if (p->at->kind != TK_VALUE) {
            return fail(p, "a loop-carried value");
        }
        if (*args_num == capacity) {
            value_t *larger = new_args(p, capacity * 2);
            memcpy(larger, list, sizeof(*list) * capacity);
            list = larger;
            capacity *= 2;
        }
        list[(*args_num)++] = (value_t){.name = p->at->text, .loc = p->at->loc};
        advance(p);
        if (!expect_punct(p, '=')) {
            return false;
        }
        if (p->at->kind != TK_VALUE) {
            return fail(p, "an initial value");
        }
        parse_value_use(p, b, 0);
        if (!take_punct(p, ',') && !at_punct(p, ')')) {
            return fail(p, "',' or ')'");
        }
    }
    advance(p);
    *args = list;
    return true;
}

static bool expect_value(parser_t *p, builder_t *b, const char *what) {
    if (p->at->kind != TK_VALUE) {
        return fail(p, what);
    }
    parse_value_use(p, b, 0);
    return true;
}

static bool expect_word(parser_t *p, const char *word) {
    if (take_word(p, word)) {
        return true;
    }
    return fail(p, arena_printf(&p->cc->arena, "'%s'", word));
}

/// for = "scf.for" VALUE "=" use "to" use "step" use ["iter_args" "(" assignments ["->" types]] [":" type]
///       region [dict]
static bool parse_for(parser_t *p, builder_t *b) {
    value_t iv = {.name = p->at->text, .loc = p->at->loc};
    if (p->at->kind != TK_VALUE) {
        return fail(p, "the loop variable");
    }
    advance(p);
    if (!expect_punct(p, '=') || !expect_value(p, b, "the lower bound") || !expect_word(p, "to") ||
        !expect_value(p, b, "the upper bound") || !expect_word(p, "step") || !expect_value(p, b, "the step")) {
        return false;
    }
    value_t *args = NULL;
    uint32_t args_num = 1;
    if (take_word(p, "iter_args")) {
        if (!expect_punct(p, '(') || !parse_assignments(p, b, &args, &args_num, 1)) {
            return false;
        }
    } else {
        args = new_args(p, 1);
    }
    args[0] = iv;
    if (!parse_type_part(p, b) && !at_punct(p, '{')) {
        return false;
    }
    if (p->at->kind == TK_ARROW && !parse_type_part(p, b)) {
        return false;
    }
    type_t iv_type = {0};
    if (take_punct(p, ':') && !parse_type(p, &iv_type)) {
        return false;
    }
    take_lists(p, b);
    op_t *op = b->op;
    args[0].type = iv_type.kind != TYPE_NONE ? iv_type : op->types_num != 0 ? op->types[0].type : op->operands[0].value->type;
    if (args[0].type.kind == TYPE_NONE) {
        args[0].type = TYPE_OF_ELEM(ELEM_INDEX);
    }
    for (uint32_t i = 1; i < args_num; i++) {
        args[i].type = i - 1 < op->result_types_num ? op->result_types[i - 1].type : op->operands[i + 2].value->type;
    }
    return parse_region(p, add_regions(p, op, 1), args, args_num) && parse_late_dict(p, op);
}

/// if = "scf.if" use ["->" types] region ["else" region] [dict]
static bool parse_if(parser_t *p, builder_t *b) {
    if (!expect_value(p, b, "the condition") || !parse_type_part(p, b)) {
        return false;
    }
    take_lists(p, b);
    region_t *regions = add_regions(p, b->op, 2);
    if (!parse_region(p, &regions[0], NULL, 0)) {
        return false;
    }
    if (take_word(p, "else") && !parse_region(p, &regions[1], NULL, 0)) {
        return false;
    }
    return parse_late_dict(p, b->op);
}

/// while = "scf.while" ["(" assignments] ":" types "->" types region "do" region ["attributes" dict]
static bool parse_while(parser_t *p, builder_t *b) {
    value_t *args = NULL;
    uint32_t args_num = 0;
    if (take_punct(p, '(') && !parse_assignments(p, b, &args, &args_num, 0)) {
        return false;
    }
    if (!parse_type_part(p, b)) {
        return false;
    }
    take_lists(p, b);
    op_t *op = b->op;
    for (uint32_t i = 0; i < args_num; i++) {
        args[i].type = i < op->types_num ? op->types[i].type : op->operands[i].value->type;
    }
    region_t *regions = add_regions(p, op, 2);
    return parse_region(p, &regions[0], args, args_num) && expect_word(p, "do") &&
           parse_region(p, &regions[1], NULL, 0) && parse_late_dict(p, op);
}

/// scope = name ["(" items ")"] region [":" "(" types ")" "->" "(" ")"] [dict]
static bool parse_scope(parser_t *p, builder_t *b) {
    if (take_punct(p, '(') && !parse_items(p, b, 0, ')')) {
        return false;
    }
    bool empty_region = peek(p, 1)->punct == '}';
    if (at_dict(p) && !empty_region && !parse_dict(p)) {
        return false;
    }
    take_lists(p, b);
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
    op->types = stack_take(p, &p->types, late.types, sizeof(listed_type_t), &op->types_num);
    op->result_types = stack_take(p, &p->result_types, late.result_types, sizeof(listed_type_t), &op->result_types_num);
    return ok && parse_late_dict(p, op);
}

/// regions = "(" region {"," region} ")"
static bool parse_generic_regions(parser_t *p, builder_t *b) {
    advance(p);
    uint32_t num = 0, capacity = 4;
    region_t *regions = ARENA_ARRAY(&p->cc->arena, region_t, capacity);
    do {
        if (num == capacity) {
            return fail(p, "')'");
        }
        regions[num] = (region_t){.owner = b->op, .func = p->func};
        if (!parse_region(p, &regions[num++], NULL, 0)) {
            return false;
        }
    } while (take_punct(p, ','));
    b->op->regions = regions;
    b->op->regions_num = (uint16_t)num;
    return expect_punct(p, ')');
}

/// generic = name items ["(" regions ")"] [dict] type-part ; plain forms have no regions
static bool parse_plain(parser_t *p, builder_t *b) {
    if (!parse_items(p, b, 0, '\0')) {
        return false;
    }
    if (at_punct(p, '(') && peek(p, 1)->punct == '{' && !parse_generic_regions(p, b)) {
        return false;
    }
    if (at_dict(p) && !parse_dict(p)) {
        return false;
    }
    bool unknown_region = b->op->desc == NULL && at_punct(p, '{');
    if (unknown_region && !parse_region(p, add_regions(p, b->op, 1), NULL, 0)) {
        return false;
    }
    bool ok = parse_type_part(p, b);
    take_lists(p, b);
    return ok;
}

static bool parse_form(parser_t *p, builder_t *b, bool quoted) {
    op_id_t id = b->op->desc == NULL || quoted ? OP_NONE : (op_id_t)b->op->desc->id;
    switch (id) {
        case OP_FOR:
            return parse_for(p, b);
        case OP_IF:
            return parse_if(p, b);
        case OP_WHILE:
            return parse_while(p, b);
        case OP_VECSCOPE:
        case OP_STRICT:
        case OP_SECTION_CUBE:
        case OP_SECTION_VEC:
            return parse_scope(p, b);
        default:
            return parse_plain(p, b);
    }
}

/// Result types ///

static type_t listed_type(const op_t *op, uint32_t i) {
    return i < op->types_num ? op->types[i].type : (type_t){0};
}

static type_t first_operand_type(const op_t *op) {
    return op->operands_num != 0 ? op->operands[0].value->type : (type_t){0};
}

/// What result i is when no type was written for it.
static type_t implied_type(const op_t *op, uint32_t i) {
    op_id_t id = op->desc == NULL ? OP_NONE : (op_id_t)op->desc->id;
    switch (id) {
        case OP_CONSTANT: {
            const attr_t *attr = op->attrs_num != 0 ? &op->attrs[0] : NULL;
            bool boolean = attr != NULL && attr->kind == ATTR_BOOL;
            return op->types_num != 0 ? op->types[0].type : boolean ? TYPE_OF_ELEM(ELEM_I1) : attr != NULL ? attr->type : (type_t){0};
        }
        case OP_CMPI:
        case OP_CMPF:
            return TYPE_OF_ELEM(ELEM_I1);
        case OP_SELECT:
            return op->types_num != 0 ? op->types[op->types_num - 1].type : op->operands_num > 1 ? op->operands[1].value->type : (type_t){0};
        case OP_ADDUI_EXT:
            return i == 1 ? TYPE_OF_ELEM(ELEM_I1) : listed_type(op, 0);
        case OP_BLOCK_IDX:
        case OP_BLOCK_NUM:
        case OP_SUBBLOCK_IDX:
        case OP_SUBBLOCK_NUM:
        case OP_GET_CTRL:
        case OP_SBITSET0:
        case OP_SBITSET1:
            return TYPE_OF_ELEM(ELEM_I64);
        case OP_VMS4_SR:
            return TYPE_OF_ELEM(ELEM_I16);
        case OP_LOAD_SCALAR:
        case OP_LOAD:
            return first_operand_type(op).elem == ELEM_NONE ? (type_t){0} : TYPE_OF_ELEM(first_operand_type(op).elem);
        case OP_ADDPTR:
            return first_operand_type(op);
        default:
            break;
    }
    if (op->desc != NULL && op->desc->cls == OPS_ARITH) {
        return op->types_num != 0 ? op->types[0].type : first_operand_type(op);
    }
    if (op->operands_num == 0) {
        return listed_type(op, i);  // pset_b32 "PAT_ALL" : !pto.mask<b32>
    }
    return (type_t){0};
}

/// !pto.mask<G> as a result is the granularity that the instruction makes.
static type_t settle_mask(const op_t *op, type_t type) {
    if (type.kind == TYPE_MASK && type.gran == 0 && op->form != NULL) {
        type.gran = op->gran;
    }
    return type;
}

static type_t inferred_type(const op_t *op, uint32_t i) {
    if (op->form == NULL || i >= op->form->results_num) {
        return (type_t){0};
    }
    uint32_t bits = elem_bits(op->elem);
    switch (op->form->results[i].kind) {
        case SIG_V:
            return op->elem == ELEM_NONE ? (type_t){0} : (type_t){.kind = TYPE_VREG, .elem = op->elem, .lanes = 2048 / bits};
        case SIG_M:
            return (type_t){.kind = TYPE_MASK, .gran = op->gran};
        case SIG_A:
            return (type_t){.kind = TYPE_ALIGN};
        case SIG_I32:
            return TYPE_OF_ELEM(ELEM_I32);
        case SIG_P:
        case SIG_Q:
            for (uint32_t k = 0; k < op->operands_num; k++) {
                if (op->operands[k].value->type.kind == TYPE_PTR) {
                    return op->operands[k].value->type;
                }
            }
            return (type_t){0};
        default:
            return (type_t){0};
    }
}

static void set_result_types(ptoc_t *cc, op_t *op) {
    for (uint32_t i = 0; i < op->results_num; i++) {
        op->results[i].type = i < op->result_types_num ? op->result_types[i].type : (type_t){0};
        if (op->result_types_num == 0) {
            op->results[i].type = implied_type(op, i);
        }
    }
    ops_bind(cc, op);
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (op->results[i].type.kind == TYPE_NONE && op->result_types_num == 0) {
            op->results[i].type = inferred_type(op, i);
        }
        op->results[i].type = settle_mask(op, op->results[i].type);
    }
}

/// names = VALUE [":" INT] {"," VALUE [":" INT]} "="
static bool parse_result_names(parser_t *p, value_t **results, uint16_t *num) {
    uint32_t capacity = 8, count = 0;
    value_t *list = new_args(p, capacity);
    do {
        if (p->at->kind != TK_VALUE) {
            return fail(p, "a result name");
        }
        const token_t *name = p->at;
        uint32_t pack = 1;
        advance(p);
        bool packed = at_punct(p, ':');
        if (packed) {
            advance(p);
            if (p->at->kind != TK_INT) {
                return fail(p, "a number of results");
            }
            unsigned long wanted = strtoul(p->at->text, NULL, 10);
            if (wanted == 0 || wanted > 64) {
                return fail(p, "a number of results from 1 to 64");
            }
            pack = (uint32_t)wanted;
            advance(p);
        }
        if (count + pack > ITEMS_MAX) {
            return fail(p, "fewer results");
        }
        for (uint32_t i = 0; i < pack; i++) {
            if (count == capacity) {
                value_t *larger = new_args(p, capacity * 2);
                memcpy(larger, list, sizeof(*list) * capacity);
                list = larger;
                capacity *= 2;
            }
            const char *text = name->text;
            if (pack > 1) {
                const char *numbered = arena_printf(&p->cc->arena, "%s#%u", text, i);
                text = intern(p->cc, numbered, strlen(numbered));
            }
            list[count++] = (value_t){.name = text, .loc = name->loc};
        }
    } while (take_punct(p, ','));
    *results = list;
    *num = (uint16_t)count;
    return expect_punct(p, '=');
}

static void skip_location(parser_t *p) {
    if (at_word(p, "loc") && peek(p, 1)->punct == '(') {
        advance(p);
        skip_balanced(p, '(', ')');
    }
}

/// op = [names] (WORD | STRING) form [loc]
static bool parse_op(parser_t *p) {
    value_t *results = NULL;
    uint16_t results_num = 0;
    if (p->at->kind == TK_VALUE && !parse_result_names(p, &results, &results_num)) {
        return false;
    }
    bool quoted = p->at->kind == TK_STRING;
    if (p->at->kind != TK_WORD && !quoted) {
        return fail(p, "an operation");
    }
    bool dotted = strchr(p->at->text, '.') != NULL;
    if (!dotted && !at_word(p, "return") && !at_word(p, "call")) {
        diag_error(p->cc, p->at->loc, "syntax", "expected an operation, found '%s'", p->at->text);
        return false;
    }
    builder_t b = begin_op(p, p->at->text, p->at->loc);
    b.op->results = results;
    b.op->results_num = results_num;
    advance(p);
    op_t *op = b.op;
    append_op(p, op);  // before its regions, so that they see where they stand
    bool ok = parse_form(p, &b, quoted);
    if (!ok) {
        drop_lists(p, &b);
        op->desc = NULL;  // half an operation: known to be broken
        op->name = "";
    } else {
        skip_location(p);
        set_result_types(p->cc, op);
    }
    for (uint32_t i = 0; i < results_num; i++) {
        results[i].def = op;
        results[i].index = i;
        define(p, results[i].name, &results[i]);
    }
    return ok;
}

/// To the next line that may start an operation, or to the '}' that ends the region.
static void recover(parser_t *p) {
    uint32_t level = 0;
    const token_t *start = p->at;
    for (; p->at->kind != TK_END; advance(p)) {
        if (level == 0 && at_punct(p, '}')) {
            return;
        }
        level += at_punct(p, '{');
        level -= at_punct(p, '}');
        bool starts = p->at->line_start && p->at != start && level == 0;
        if (starts && (at_next_op(p) || p->at->kind == TK_END)) {
            return;
        }
    }
}

/// block-args = "^" name ["(" VALUE ":" type {"," VALUE ":" type} ")"] ":"
static bool parse_block_args(parser_t *p, value_t **args, uint32_t *args_num) {
    advance(p);
    uint32_t capacity = 8;
    value_t *list = new_args(p, capacity);
    *args_num = 0;
    if (take_punct(p, '(')) {
        while (!at_punct(p, ')')) {
            if (p->at->kind != TK_VALUE) {
                return fail(p, "a block argument");
            }
            if (*args_num == capacity) {
                value_t *larger = new_args(p, capacity * 2);
                memcpy(larger, list, sizeof(*list) * capacity);
                list = larger;
                capacity *= 2;
            }
            value_t *arg = &list[(*args_num)++];
            *arg = (value_t){.name = p->at->text, .loc = p->at->loc};
            advance(p);
            if (!expect_punct(p, ':') || !parse_type(p, &arg->type)) {
                return false;
            }
            if (!take_punct(p, ',') && !at_punct(p, ')')) {
                return fail(p, "',' or ')'");
            }
        }
        advance(p);
    }
    *args = list;
    return expect_punct(p, ':');
}

/// region = "{" [block-args] {op} "}"
static bool parse_region(parser_t *p, region_t *region, value_t *args, uint32_t args_num) {
    loc_t open = p->at->loc;
    if (!expect_punct(p, '{') || !deeper(p)) {
        return false;
    }
    symbol_t *outer_scope = p->scope;
    block_t *outer_block = p->block;
    bool ok = true;
    if (p->at->kind == TK_BLOCK) {
        ok = parse_block_args(p, &args, &args_num);
        if (!ok) {
            recover(p);
        }
    }
    block_t *block = ARENA_NEW(&p->cc->arena, block_t);
    *block = (block_t){.region = region, .args = args, .args_num = args == NULL ? 0 : args_num, .loc = open};
    for (uint32_t i = 0; i < block->args_num; i++) {
        args[i].block = block;
        args[i].index = i;
        define(p, args[i].name, &args[i]);
    }
    region->block = block;
    p->block = block;
    p->op_depth++;
    while (!at_punct(p, '}') && p->at->kind != TK_END) {
        if (p->at->kind == TK_BLOCK) {
            diag_error(p->cc, p->at->loc, "syntax", "branches between blocks are not part of the language: use scf");
            advance(p);
            recover(p);
        } else if (!parse_op(p)) {
            recover(p);
        }
    }
    if (region->owner != NULL) {
        region->owner->end_loc = p->at->loc;
    }
    if (p->at->kind == TK_END) {
        diag_t *diag = diag_error(p->cc, p->at->loc, "syntax", "expected '}' before the end of the file");
        diag_note(p->cc, diag, open, "the region starts here");
    }
    advance(p);
    close_scope(p, outer_scope);
    p->block = outer_block;
    p->op_depth--;
    p->depth--;
    return true;
}

/// Functions and modules ///

/// param = VALUE ":" type [dict] | type [dict]
static bool parse_params(parser_t *p, func_t *func) {
    uint32_t capacity = 8;
    value_t *list = new_args(p, capacity);
    while (!at_punct(p, ')')) {
        if (func->params_num == capacity) {
            value_t *larger = new_args(p, capacity * 2);
            memcpy(larger, list, sizeof(*list) * capacity);
            list = larger;
            capacity *= 2;
        }
        value_t *param = &list[func->params_num];
        *param = (value_t){.name = arena_printf(&p->cc->arena, "arg%u", func->params_num), .loc = p->at->loc};
        if (p->at->kind == TK_VALUE) {
            param->name = p->at->text;
            advance(p);
            if (!expect_punct(p, ':')) {
                return false;
            }
        }
        if (!parse_type(p, &param->type)) {
            return false;
        }
        func->params_num++;
        uint32_t base = p->attrs.num;
        bool ok = !at_punct(p, '{') || parse_dict(p);
        p->attrs.num = base;  // attributes of parameters say nothing to us
        skip_location(p);
        if (!ok || (!take_punct(p, ',') && !at_punct(p, ')') && !fail(p, "',' or ')'"))) {
            return false;
        }
    }
    advance(p);
    func->params = list;
    return true;
}

static bool parse_result_list(parser_t *p, func_t *func) {
    uint32_t base = p->result_types.num;
    bool empty = at_punct(p, '(') && peek(p, 1)->punct == ')';
    if (empty) {
        advance(p);
        advance(p);
        return true;
    }
    bool ok = parse_types(p, &p->result_types, base, NULL);
    uint16_t num;
    listed_type_t *types = stack_take(p, &p->result_types, base, sizeof(listed_type_t), &num);
    func->results = ARENA_ARRAY(&p->cc->arena, type_t, (size_t)num + 1);
    func->results_num = num;
    for (uint32_t i = 0; i < num; i++) {
        func->results[i] = types[i].type;
    }
    return ok;
}

/// func = "func.func" ["private" | "public"] SYMBOL "(" params ")" ["->" types] ["attributes" dict] [region]
static bool parse_func(parser_t *p, module_t *module) {
    advance(p);
    func_t *func = ARENA_NEW(&p->cc->arena, func_t);
    func->module = module;
    func->is_private = at_word(p, "private");
    if (func->is_private || at_word(p, "public") || at_word(p, "nested")) {
        advance(p);
    }
    if (p->at->kind != TK_SYMBOL) {
        return fail(p, "@ and the function's name");
    }
    func->name = p->at->text;
    func->loc = p->at->loc;
    advance(p);
    symbols_reset(p);
    p->func = func;
    if (!expect_punct(p, '(') || !parse_params(p, func)) {
        return false;
    }
    if (p->at->kind == TK_ARROW) {
        advance(p);
        if (!parse_result_list(p, func)) {
            return false;
        }
    }
    uint32_t base = p->attrs.num;
    bool ok = !take_word(p, "attributes") || !at_punct(p, '{') || parse_dict(p);
    uint16_t num;
    func->attrs = stack_take(p, &p->attrs, base, sizeof(attr_t), &num);
    func->attrs_num = num;
    *module->funcs_tail = func;
    module->funcs_tail = &func->next;
    if (!ok) {
        return false;
    }
    func->body = (region_t){.func = func};
    if (at_punct(p, '{')) {
        ok = parse_region(p, &func->body, func->params, func->params_num);
        resolve_pending(p);
    }
    p->func = NULL;
    skip_location(p);
    return ok;
}

static module_t *new_module(parser_t *p, module_t *parent, loc_t loc) {
    module_t *module = ARENA_NEW(&p->cc->arena, module_t);
    module->parent = parent;
    module->loc = loc;
    module->modules_tail = &module->modules;
    module->funcs_tail = &module->funcs;
    return module;
}

static void parse_module_body(parser_t *p, module_t *module);

/// module = "module" [SYMBOL] ["attributes" dict] "{" module-body "}"
static bool parse_module(parser_t *p, module_t *parent) {
    module_t *module = new_module(p, parent, p->at->loc);
    advance(p);
    if (p->at->kind == TK_SYMBOL) {
        module->name = p->at->text;
        advance(p);
    }
    uint32_t base = p->attrs.num;
    bool ok = !take_word(p, "attributes") || !at_punct(p, '{') || parse_dict(p);
    uint16_t num;
    module->attrs = stack_take(p, &p->attrs, base, sizeof(attr_t), &num);
    module->attrs_num = num;
    *parent->modules_tail = module;
    parent->modules_tail = &module->next;
    loc_t open = p->at->loc;
    if (!ok || !expect_punct(p, '{') || !deeper(p)) {
        return false;
    }
    parse_module_body(p, module);
    if (p->at->kind == TK_END) {
        diag_t *diag = diag_error(p->cc, p->at->loc, "syntax", "expected '}' before the end of the file");
        diag_note(p->cc, diag, open, "the module starts here");
    }
    advance(p);
    p->depth--;
    skip_location(p);
    return true;
}

/// alias = TYPE "=" type | ATTR "=" value
static bool parse_alias(parser_t *p) {
    bool is_type = p->at->kind == TK_TYPE;
    type_alias_t *alias = ARENA_NEW(&p->cc->arena, type_alias_t);
    alias->name = p->at->text;
    advance(p);
    if (!expect_punct(p, '=')) {
        return false;
    }
    if (!is_type) {
        attr_t ignored = {0};
        if (at_word(p, "loc")) {
            skip_location(p);
            return true;
        }
        return parse_attr_value(p, &ignored);
    }
    if (!parse_type(p, &alias->type)) {
        return false;
    }
    alias->next = p->aliases;
    p->aliases = alias;
    return true;
}

/// module-body = {func | module | alias}
static void parse_module_body(parser_t *p, module_t *module) {
    while (p->at->kind != TK_END && !(at_punct(p, '}') && module->parent != NULL)) {
        bool ok;
        if (at_word(p, "func.func") || at_word(p, "func")) {
            ok = parse_func(p, module);
            p->func = NULL;
            p->block = NULL;
        } else if (at_word(p, "module") || at_word(p, "builtin.module")) {
            ok = parse_module(p, module);
        } else if (p->at->kind == TK_TYPE || p->at->kind == TK_ATTR) {
            ok = parse_alias(p);
        } else {
            ok = fail(p, "func.func or module");
            advance(p);
        }
        while (!ok && p->at->kind != TK_END && !at_word(p, "func.func") && !at_word(p, "module") && !(at_punct(p, '}') && module->parent != NULL)) {
            if (at_punct(p, '{')) {
                skip_balanced(p, '{', '}');
            } else {
                advance(p);
            }
        }
    }
}

/// A function is a kernel when it says so, or when it is the public face of a module that says nothing.
static void mark_kernels(module_t *module) {
    bool named = false;
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        func->is_kernel = attr_find(func->attrs, func->attrs_num, "pto.aicore") != NULL ||
                          attr_find(func->attrs, func->attrs_num, "pto.kernel") != NULL ||
                          attr_find(func->attrs, func->attrs_num, "pto.entry") != NULL;
        named |= func->is_kernel;
    }
    for (func_t *func = module->funcs; func != NULL && !named; func = func->next) {
        func->is_kernel = !func->is_private && func->results_num == 0 && func->body.block != NULL;
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        mark_kernels(inner);
    }
}

module_t *parse_file(ptoc_t *cc) {
    uint32_t tokens_num;
    parser_t parser = {.cc = cc, .tokens = lex_file(cc, &tokens_num)};
    parser.at = parser.tokens;
    module_t *top = new_module(&parser, NULL, 0);
    symbols_reset(&parser);
    parse_module_body(&parser, top);
    mark_kernels(top);
    return top->funcs == NULL && top->modules != NULL && top->modules->next == NULL ? top->modules : top;
}
