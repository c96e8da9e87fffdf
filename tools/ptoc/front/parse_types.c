// SPDX-License-Identifier: Apache-2.0
//
// Types and attributes.

#include "ptoc.h"

#include "parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_BYTES_MAX 16384  // a quarter of the scalar unit's stack

/// Types ///

void parse_skip_balanced(parser_t *p, char open, char close)
{
    uint32_t level = 0;
    do {
        bool compares =
            close == '>' && p->at->kind != TK_END && p->at[1].punct == '=' && p->at[1].loc == p->at->loc + 1;
        level += parse_at(p, open) && !compares;
        level -= parse_at(p, close) && !compares;
        parse_advance(p);
    } while (level != 0 && p->at->kind != TK_END);
}

bool parse_space(parser_t *p, uint8_t *space)
{
    static const struct {
        const char *spelling;
        space_t space;
    } spellings[] = {
        {"gm", SPACE_GM},    {"ub", SPACE_UB},     {"l1", SPACE_L1},   {"l0a", SPACE_L0A}, {"l0b", SPACE_L0B},
        {"l0c", SPACE_L0C},  {"bt", SPACE_BT},     {"fb", SPACE_FB},   {"vec", SPACE_UB},  {"mat", SPACE_L1},
        {"left", SPACE_L0A}, {"right", SPACE_L0B}, {"acc", SPACE_L0C}, {"bias", SPACE_BT}, {"scaling", SPACE_FB},
        {"cbuf", SPACE_L1},  {"ubuf", SPACE_UB},
    };
    bool wrapped = p->at->kind == TK_ATTR;  // #pto.address_space<ub>
    if (wrapped) {
        parse_advance(p);
        if (!parse_expect(p, '<')) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
        if (parse_at_word(p, spellings[i].spelling)) {
            *space = (uint8_t)spellings[i].space;
            parse_advance(p);
            return !wrapped || parse_expect(p, '>');
        }
    }
    return parse_fail(p, "an address space (gm, ub, l1, l0a, l0b, l0c, bt, fb)");
}

/// packed = "vector" "<" INT "x" elem ">": a few elements in a SIMT register; false without effect for any other type
static bool parse_packed(parser_t *p, uint8_t *elem)
{
    bool sized = parse_at_word(p, "vector") && parse_peek(p, 1)->punct == '<' && parse_peek(p, 2)->kind == TK_INT &&
                 parse_peek(p, 3)->kind == TK_WORD && parse_peek(p, 4)->punct == '>';
    if (!sized) {
        return false;
    }
    *elem =
        (uint8_t)elem_find(arena_printf(&p->cc->arena, "vector<%s%s>", parse_peek(p, 2)->text, parse_peek(p, 3)->text));
    for (int i = 0; i < 5 && *elem != ELEM_NONE; i++) {
        parse_advance(p);
    }
    return *elem != ELEM_NONE;
}

/// elem = WORD | "!pto.hif8" and the like | packed
static bool parse_elem(parser_t *p, const char *spelling, uint8_t *elem)
{
    if (parse_packed(p, elem)) {
        return true;
    }
    *elem = (uint8_t)elem_find(spelling);
    if (*elem == ELEM_NONE) {
        diag_error(p->cc, p->at->loc, "syntax", "unknown element type '%s'", spelling);
        return false;
    }
    parse_advance(p);
    return true;
}

static const char *elem_spelling(const token_t *token)
{
    if (token->kind == TK_TYPE && strncmp(token->text, "pto.", 4) == 0) {
        return token->text + 4;
    }
    return token->kind == TK_WORD ? token->text : "";
}

/// ptr-body = "<" elem ["," space] ">"
static bool parse_ptr_body(parser_t *p, type_t *type)
{
    *type = (type_t){.kind = TYPE_PTR, .space = SPACE_GM};
    if (!parse_expect(p, '<') || !parse_elem(p, elem_spelling(p->at), &type->elem)) {
        return false;
    }
    if (parse_take(p, ',') && !parse_space(p, &type->space)) {
        return false;
    }
    return parse_expect(p, '>');
}

/// "<" INT, capped: the limits of lanes are rules of the verifier
static bool parse_lanes(parser_t *p, type_t *type)
{
    if (!parse_expect(p, '<')) {
        return false;
    }
    if (p->at->kind != TK_INT) {
        return parse_fail(p, "a number of lanes");
    }
    unsigned long lanes = strtoul(p->at->text, NULL, 10);
    type->lanes = lanes > 1u << 20 ? 1u << 20 : (uint32_t)lanes;
    parse_advance(p);
    return true;
}

/// vreg-body = "<" INT "x" elem ">", where the lexer has cut "64xf32" into 64 and xf32
static bool parse_vreg_body(parser_t *p, type_t *type)
{
    *type = (type_t){.kind = TYPE_VREG};
    if (!parse_lanes(p, type)) {
        return false;
    }
    if (p->at->kind != TK_WORD || p->at->text[0] != 'x') {
        return parse_fail(p, "'x' and an element type");
    }
    if (p->at->text[1] == '\0') {
        parse_advance(p);
        return parse_elem(p, elem_spelling(p->at), &type->elem) && parse_expect(p, '>');
    }
    return parse_elem(p, p->at->text + 1, &type->elem) && parse_expect(p, '>');
}

/// logical-body = "<" INT ["x" elem] ["," attr] ">": a logical vector or mask. Its granularity and layout only place
/// lanes, so they are not part of the type.
static bool parse_logical_body(parser_t *p, bool mask, type_t *type)
{
    *type = (type_t){.kind = mask ? TYPE_LOGICAL_MASK : TYPE_LOGICAL};
    if (!parse_lanes(p, type)) {
        return false;
    }
    bool sized = p->at->kind == TK_WORD && p->at->text[0] == 'x';
    if (!sized && !mask) {
        return parse_fail(p, "'x' and an element type");
    }
    if (sized && mask && strcmp(p->at->text, "xpred") != 0 && strcmp(p->at->text, "xb8") != 0 &&
        strcmp(p->at->text, "xb16") != 0 && strcmp(p->at->text, "xb32") != 0) {
        return parse_fail(p, "'x' and pred, b8, b16 or b32");
    }
    const char *elem = p->at->text + 1;
    if (sized && (mask || *elem == '\0')) {
        parse_advance(p);
    }
    if (!mask && !parse_elem(p, *elem == '\0' ? elem_spelling(p->at) : elem, &type->elem)) {
        return false;
    }
    attr_t layout = {0};
    return (!parse_take(p, ',') || parse_enum(p, &layout)) && parse_expect(p, '>');
}

/// mask-body = "<" ("b8" | "b16" | "b32" | "G") ">"
static bool parse_mask_body(parser_t *p, type_t *type)
{
    *type = (type_t){.kind = TYPE_MASK};
    if (!parse_at(p, '<')) {
        return true;  // !pto.mask: any granularity
    }
    parse_advance(p);
    const char *text = p->at->kind == TK_WORD ? p->at->text : "";
    bool known =
        strcmp(text, "b8") == 0 || strcmp(text, "b16") == 0 || strcmp(text, "b32") == 0 || strcmp(text, "b64") == 0;
    if (!known && strcmp(text, "G") != 0) {
        return parse_fail(p, "a mask granularity (b8, b16, b32)");
    }
    type->gran = (uint8_t)(known ? atoi(text + 1) : 0);
    parse_advance(p);
    return parse_expect(p, '>');
}

/// sizes = INT {"x" INT} "x", where the lexer has cut "4x8xf32" into 4 and x8xf32; *rest is the text after the last x
static bool parse_sizes(parser_t *p, array_t *array, const char **rest)
{
    const char *at = p->at->text;
    if (p->at->kind != TK_INT) {
        return parse_fail(p, "a size");
    }
    parse_advance(p);
    for (bool more = true; more; array->rank++) {
        unsigned long size = strtoul(at, NULL, 10);
        if (array->rank == ARRAY_RANK_MAX || size == 0 || size > UINT16_MAX) {
            diag_error(p->cc, p->at[-1].loc, "array-type", "an array has up to %d sizes of 1 to %d", ARRAY_RANK_MAX,
                       UINT16_MAX);
            return false;
        }
        array->sizes[array->rank] = (uint32_t)size;
        bool behind_token = array->rank == 0;
        at = behind_token && p->at->kind == TK_WORD ? p->at->text : at + strspn(at, "0123456789");
        if (*at != 'x') {
            return parse_fail(p, "'x' and a type");
        }
        at++;
        more = *at >= '0' && *at <= '9';
    }
    *rest = at;
    parse_advance(p);
    return true;
}

/// array-body = "<" sizes type ">"
static bool parse_array_body(parser_t *p, type_t *type)
{
    array_t *array = ARENA_NEW(&p->cc->arena, array_t);
    const char *rest = "";
    loc_t loc = p->at->loc;
    if (!parse_expect(p, '<') || !parse_sizes(p, array, &rest)) {
        return false;
    }
    if (*rest == '\0') {
        if (!parse_type(p, &array->item)) {
            return false;
        }
    } else {
        array->item = TYPE_OF_ELEM((uint8_t)elem_find(rest));
    }
    bool scalar = array->item.kind == TYPE_SCALAR && array->item.elem != ELEM_NONE;
    if (!scalar && (array->item.kind != TYPE_PTR || array->item.elem == ELEM_NONE)) {
        diag_error(p->cc, loc, "array-type", "the items of an array are scalars or pointers");
        return false;
    }
    text_t text = {0};
    uint64_t bytes = scalar ? (elem_bits(array->item.elem) + 7) / 8 : 8;
    for (uint32_t i = 0; i < array->rank; i++) {
        text_printf(&text, "%s%ux", i == 0 ? "!pto.local_array<" : "", array->sizes[i]);
        bytes *= array->sizes[i];
    }
    text_printf(&text, "%s>", type_name(p->cc, array->item));
    *type = (type_t){.kind = TYPE_ARRAY, .array = array, .name = intern(p->cc, text.data, text.size)};
    text_free(&text);
    if (bytes > ARRAY_BYTES_MAX) {
        diag_error(p->cc, loc, "array-type", "an array has at most %d bytes, and this one has %llu", ARRAY_BYTES_MAX,
                   (unsigned long long)bytes);
        return false;
    }
    return parse_expect(p, '>');
}

/// event-array-body = "<" INT ">": an array of that many index
static bool parse_event_array_body(parser_t *p, type_t *type)
{
    array_t *array = ARENA_NEW(&p->cc->arena, array_t);
    unsigned long size = parse_peek(p, 1)->kind == TK_INT ? strtoul(parse_peek(p, 1)->text, NULL, 10) : 0;
    if (!parse_expect(p, '<')) {
        return false;
    }
    if (size == 0 || size > ARRAY_BYTES_MAX / 8) {
        diag_error(p->cc, p->at->loc, "array-type", "an array of events has a size of 1 to %d", ARRAY_BYTES_MAX / 8);
        return false;
    }
    *array = (array_t){.rank = 1, .sizes = {(uint32_t)size}, .item = TYPE_OF_ELEM(ELEM_INDEX)};
    const char *name = arena_printf(&p->cc->arena, "!pto.local_array<%luxindex>", size);
    *type = (type_t){.kind = TYPE_ARRAY, .array = array, .name = intern(p->cc, name, strlen(name))};
    parse_advance(p);
    return parse_expect(p, '>');
}

static const alias_t *find_type_alias(const parser_t *p, const char *name)
{
    const alias_t *alias = p->aliases;
    while (alias != NULL && !(alias->value == NULL && alias->name == name)) {
        alias = alias->next;
    }
    return alias;
}

static bool parse_ptr_type(parser_t *p, type_t *type)
{
    *type = (type_t){.kind = TYPE_PTR};
    return !parse_at(p, '<') || parse_ptr_body(p, type);
}

static bool parse_logical_vector(parser_t *p, type_t *type)
{
    return parse_logical_body(p, false, type);
}

static bool parse_logical_mask(parser_t *p, type_t *type)
{
    return parse_logical_body(p, true, type);
}

/// Handles of asynchronous copies: only their order matters.
static bool parse_handle_type(parser_t *p, type_t *type)
{
    (void)p;
    *type = TYPE_OF_ELEM(ELEM_I64);
    return true;
}

static bool parse_align_type(parser_t *p, type_t *type)
{
    (void)p;
    *type = (type_t){.kind = TYPE_ALIGN};
    return true;
}

static bool parse_opaque_type(parser_t *p, const char *name, type_t *type)
{
    *type = (type_t){.kind = TYPE_OPAQUE, .name = name};
    if (parse_at(p, '<')) {
        parse_skip_balanced(p, '<', '>');
    }
    return true;
}

static bool parse_dialect_type(parser_t *p, type_t *type)
{
    static const struct {
        const char *name;
        bool (*parse)(parser_t *p, type_t *type);  // what follows the name
    } types[] = {
        {"pto.ptr", parse_ptr_type},
        {"pto.vreg", parse_vreg_body},
        {"pto.mask", parse_mask_body},
        {"pto.align", parse_align_type},
        {"pto.vmi.vreg", parse_logical_vector},
        {"pto.vmi.mask", parse_logical_mask},
        {"pto.local_array", parse_array_body},
        {"pto.eventid_array", parse_event_array_body},
        {"pto.struct", parse_struct_body},
        {"pto.async_event", parse_handle_type},
        {"pto.async_session", parse_handle_type},
        {"pto.prefetch_async_context", parse_handle_type},
    };
    const char *name = p->at->text;
    const alias_t *alias = find_type_alias(p, name);
    parse_advance(p);
    if (alias != NULL) {
        *type = alias->type;
        return true;
    }
    if (strncmp(name, "pto.", 4) == 0 && elem_find(name + 4) != ELEM_NONE) {
        *type = TYPE_OF_ELEM((uint8_t)elem_find(name + 4));
        return true;
    }
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (strcmp(name, types[i].name) == 0) {
            return types[i].parse(p, type);
        }
    }
    bool ok;
    return parse_tile_type(p, name, type, &ok) ? ok : parse_opaque_type(p, name, type);
}

bool parse_at_type(const parser_t *p)
{
    if (p->at->kind == TK_TYPE || parse_at(p, '<')) {
        return true;
    }
    if (p->at->kind != TK_WORD) {
        return false;
    }
    bool shaped =
        strcmp(p->at->text, "vector") == 0 || strcmp(p->at->text, "memref") == 0 || strcmp(p->at->text, "tensor") == 0;
    return elem_find(p->at->text) != ELEM_NONE || strcmp(p->at->text, "none") == 0 ||
           (shaped && parse_peek(p, 1)->punct == '<');
}

/// type = elem | "!pto.ptr" [ptr-body] | ptr-body | "!pto.vreg" vreg-body | "!pto.mask" [mask-body] | "!pto.align"
///      | ("!pto.local_array" | "memref") array-body | memref | "!pto.struct" struct-body | "!" name ["<" ... ">"]
bool parse_type(parser_t *p, type_t *type)
{
    *type = (type_t){0};
    if (p->at->kind == TK_TYPE) {
        return parse_dialect_type(p, type);
    }
    if (parse_at(p, '<')) {
        return parse_ptr_body(p, type);  // <f32, ub>: short for !pto.ptr<f32, ub>
    }
    if (!parse_at_type(p)) {
        if (p->at->kind == TK_WORD) {
            diag_error(p->cc, p->at->loc, "syntax", "unknown type '%s'", p->at->text);
            return false;
        }
        return parse_fail(p, "a type");
    }
    elem_t elem = elem_find(p->at->text);
    if (elem != ELEM_NONE) {
        *type = TYPE_OF_ELEM((uint8_t)elem);
        parse_advance(p);
        return true;
    }
    *type = TYPE_OF_ELEM(ELEM_NONE);
    if (parse_packed(p, &type->elem)) {
        return true;
    }
    bool sized =
        parse_peek(p, 2)->kind == TK_INT && parse_peek(p, 3)->kind == TK_WORD && parse_peek(p, 4)->punct == '>';
    if (parse_at_word(p, "memref") && sized) {  // of constant sizes, densely packed
        parse_advance(p);
        return parse_array_body(p, type);
    }
    if (parse_at_word(p, "memref") && parse_memref(p, type)) {
        return true;
    }
    *type = (type_t){.kind = TYPE_OPAQUE, .name = p->at->text};
    parse_advance(p);
    if (parse_at(p, '<')) {
        parse_skip_balanced(p, '<', '>');
    }
    return true;
}

/// Attributes ///

/// number = ["-"] (INT | FLOAT)
bool parse_number(parser_t *p, attr_t *attr)
{
    bool negative = parse_take(p, '-');
    if (p->at->kind != TK_INT && p->at->kind != TK_FLOAT) {
        return parse_fail(p, "a number");
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
    parse_advance(p);
    return true;
}

/// fields = WORD "=" WORD {"," WORD "=" WORD} ">": the words of a structured attribute; false for any other.
static bool parse_enum_fields(parser_t *p, attr_t *attr)
{
    uint32_t num = 0;
    bool more = true;
    for (; more; num += 4) {
        bool word = parse_peek(p, num)->kind == TK_WORD && parse_peek(p, num + 1)->punct == '=' &&
                    parse_peek(p, num + 2)->kind == TK_WORD;
        char end = word ? parse_peek(p, num + 3)->punct : '\0';
        if (end != ',' && end != '>') {
            return false;
        }
        more = end == ',';
    }
    attr->kind = ATTR_DICT;
    attr->items_num = (uint16_t)(num / 4);
    attr->items = ARENA_ARRAY(&p->cc->arena, attr_t, attr->items_num);
    for (uint32_t i = 0; i < attr->items_num; i++) {
        attr->items[i] = (attr_t){.key = p->at->text, .loc = p->at->loc, .kind = ATTR_WORD};
        parse_advance(p);
        parse_advance(p);
        attr->items[i].text = p->at->text;
        parse_advance(p);
        parse_advance(p);
    }
    return true;
}

/// The value of an attribute alias: its text is parsed again.
static bool parse_attr_alias(parser_t *p, attr_t *attr, bool *ok)
{
    for (const alias_t *alias = p->aliases; alias != NULL; alias = alias->next) {
        if (alias->value != NULL && alias->name == p->at->text && parse_peek(p, 1)->punct != '<') {
            const token_t *behind = p->at + 1;
            p->at = alias->value;
            *ok = parse_attr_value(p, attr);
            p->at = behind;
            return true;
        }
    }
    return false;
}

/// enum = "<" WORD ">" | "#" name ["<" [WORD] (WORD | STRING | INT | fields) ">"], where #pto<cmp eq> is #pto.cmp<eq>
bool parse_enum(parser_t *p, attr_t *attr)
{
    bool ok;
    if (p->at->kind == TK_ATTR && parse_attr_alias(p, attr, &ok)) {
        return ok;
    }
    attr->kind = ATTR_ENUM;
    attr->text = "";
    if (p->at->kind == TK_ATTR) {
        attr->dialect = p->at->text;
        parse_advance(p);
        if (!parse_at(p, '<')) {
            attr->text = attr->dialect;
            attr->dialect = NULL;
            return true;
        }
    }
    parse_advance(p);
    if (parse_enum_fields(p, attr)) {
        return true;
    }
    if (p->at->kind == TK_WORD && parse_peek(p, 1)->kind == TK_WORD && attr->dialect != NULL) {
        attr->dialect = arena_printf(&p->cc->arena, "%s.%s", attr->dialect, p->at->text);
        parse_advance(p);
    }
    if (p->at->kind == TK_WORD || p->at->kind == TK_STRING || p->at->kind == TK_INT) {
        attr->text = p->at->text;
        attr->integer = p->at->kind == TK_INT ? strtoll(p->at->text, NULL, 0) : 0;
        parse_advance(p);
        if (parse_take(p, '>')) {
            return true;
        }
    }
    for (uint32_t level = 1; p->at->kind != TK_END && level != 0;
         parse_advance(p)) {  // a structured attribute: skipped
        level += parse_at(p, '<');
        level -= parse_at(p, '>');
        if (parse_at(p, '}')) {
            return parse_fail(p, "'>'");
        }
    }
    return true;
}

/// dict = "{" [entry {"," entry}] "}" ; entry = (WORD | STRING) ["=" value]
/// Pushes the entries on the attribute stack.
bool parse_dict(parser_t *p)
{
    parse_advance(p);
    while (!parse_at(p, '}')) {
        if (p->at->kind != TK_WORD && p->at->kind != TK_STRING) {
            return parse_fail(p, "an attribute name or '}'");
        }
        attr_t attr = {.key = p->at->text, .loc = p->at->loc};
        parse_advance(p);
        if (parse_take(p, '=') && !parse_attr_value(p, &attr)) {
            return false;
        }
        *(attr_t *)parse_push(p, &p->attrs, sizeof(attr_t)) = attr;
        if (!parse_take(p, ',') && !parse_at(p, '}')) {
            return parse_fail(p, "',' or '}'");
        }
    }
    parse_advance(p);
    return true;
}

/// Skips attributes without meaning here: of parameters, of results, before the value of a constant.
bool parse_ignored_dict(parser_t *p)
{
    uint32_t base = p->attrs.num;
    bool ok = !parse_at(p, '{') || parse_dict(p);
    p->attrs.num = base;
    return ok;
}

static bool parse_attr_items(parser_t *p, attr_t *attr)
{
    uint32_t base = p->attrs.num;
    attr->kind = parse_at(p, '{') ? ATTR_DICT : ATTR_LIST;
    bool ok = parse_deeper(p);
    if (!ok) {
        return false;
    }
    if (attr->kind == ATTR_DICT) {
        ok = parse_dict(p);
    } else {
        parse_advance(p);
        while (ok && !parse_at(p, ']')) {
            attr_t item = {.loc = p->at->loc};
            ok = parse_attr_value(p, &item);
            *(attr_t *)parse_push(p, &p->attrs, sizeof(attr_t)) = item;
            ok = ok && (parse_take(p, ',') || parse_at(p, ']') || parse_fail(p, "',' or ']'"));
        }
        ok = ok && parse_take(p, ']');
    }
    p->depth--;
    uint16_t num;
    attr->items = parse_pop(p, &p->attrs, base, sizeof(attr_t), &num);
    attr->items_num = num;
    return ok;
}

/// function-type = "(" [type {"," type}] ")" "->" (type | "(" [type {"," type}] ")"), which is unused
static bool parse_function_type(parser_t *p, attr_t *attr)
{
    attr->kind = ATTR_TYPE;
    parse_skip_balanced(p, '(', ')');
    if (p->at->kind != TK_ARROW) {
        return parse_fail(p, "'->'");
    }
    parse_advance(p);
    if (parse_at(p, '(')) {
        parse_skip_balanced(p, '(', ')');
        return true;
    }
    return parse_type(p, &attr->type);
}

/// value = number [":" type] | STRING | "true" | "false" | "unit" | enum | SYMBOL | list | dict | type | function-type
///       | WORD
bool parse_attr_value(parser_t *p, attr_t *attr)
{
    bool ok = true;
    if (p->at->kind == TK_INT || p->at->kind == TK_FLOAT || parse_at(p, '-')) {
        ok = parse_number(p, attr);
    } else if (p->at->kind == TK_STRING) {
        attr->kind = ATTR_STRING;
        attr->text = p->at->text;
        parse_advance(p);
    } else if (parse_at_word(p, "true") || parse_at_word(p, "false")) {
        attr->kind = ATTR_BOOL;
        attr->integer = parse_at_word(p, "true");
        parse_advance(p);
    } else if (parse_at_word(p, "unit")) {
        parse_advance(p);
    } else if (p->at->kind == TK_ATTR || (parse_at(p, '<') && parse_peek(p, 2)->punct == '>')) {
        ok = parse_enum(p, attr);
    } else if (p->at->kind == TK_SYMBOL) {
        attr->kind = ATTR_SYMBOL;
        attr->text = p->at->text;
        parse_advance(p);
    } else if (parse_at(p, '[') || parse_at(p, '{')) {
        return parse_attr_items(p, attr);
    } else if (parse_at(p, '(')) {
        return parse_function_type(p, attr);
    } else if (parse_at_type(p)) {
        attr->kind = ATTR_TYPE;
        return parse_type(p, &attr->type);
    } else if (p->at->kind == TK_WORD) {
        attr->kind = ATTR_WORD;
        attr->text = p->at->text;
        parse_advance(p);
        if (parse_at(p, '<')) {
            parse_skip_balanced(p, '<', '>');
        }
    } else {
        return parse_fail(p, "an attribute value");
    }
    if (ok && parse_take(p, ':')) {
        return parse_type(p, &attr->type);
    }
    return ok;
}
