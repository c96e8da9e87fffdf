// SPDX-License-Identifier: Apache-2.0
//
// The tile level: types of tiles and views, and the grammar of tile operations.

#include "ptoc.h"

#include "parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// Shapes ///

/// dims = (INT | "?") {"x" (INT | "?")}. The lexer splits "16x64xf32" at odd positions, so this reads the text
/// directly. With `elem`, "x" and an element type follow.
bool parse_dims(parser_t *p, int64_t *dims, uint32_t *rank, uint32_t most, uint8_t *elem)
{
    const char *start = p->cc->source.text + p->at->loc, *at = start;
    *rank = 0;
    while (isdigit((unsigned char)*at) || *at == '?') {
        char *end;
        int64_t dim = *at == '?' ? DIM_DYNAMIC : strtoll(at, &end, 10);
        at = *at == '?' ? at + 1 : end;
        if (*rank == most) {
            diag_error(p->cc, p->at->loc, "syntax", "more than %u dimensions", most);
            return false;
        }
        dims[(*rank)++] = dim;
        bool more = *at == 'x' && (elem != NULL || isdigit((unsigned char)at[1]) || at[1] == '?');
        at += more;
        if (!more) {
            break;
        }
    }
    if (*rank == 0) {
        return parse_fail(p, "a shape");
    }
    if (elem != NULL) {
        at += strncmp(at, "!pto.", 5) == 0 ? 5 : 0;
        size_t size = 0;
        while (isalnum((unsigned char)at[size]) || at[size] == '_') {
            size++;
        }
        const char *spelling = intern(p->cc, at, size);
        *elem = (uint8_t)elem_find(spelling);
        if (*elem == ELEM_NONE) {
            diag_error(p->cc, p->at->loc, "syntax", "unknown element type '%s'", spelling);
            return false;
        }
        at += size;
    }
    while (p->at->kind != TK_END && p->cc->source.text + p->at->loc < at) {
        parse_advance(p);
    }
    return true;
}

static shape_t *new_shape(parser_t *p)
{
    return ARENA_NEW(&p->cc->arena, shape_t);
}

/// shaped = "<" dims "x" elem ">": tensor_view, partition_tensor_view
static bool parse_shaped(parser_t *p, type_t *type, type_kind_t kind)
{
    shape_t *shape = new_shape(p);
    *type = (type_t){.kind = (uint8_t)kind, .space = SPACE_GM, .shape = shape};
    return parse_expect(p, '<') && parse_dims(p, shape->dims, &shape->rank, DIMS_MAX, &type->elem) &&
           parse_expect(p, '>');
}

/// Tiles ///

static bool parse_layout(parser_t *p, uint8_t *layout)
{
    static const char *const names[] = {"none_box", "row_major", "col_major"};
    for (uint8_t i = 0; i < 3; i++) {
        if (parse_take_word(p, names[i])) {
            *layout = i;
            return true;
        }
    }
    return parse_fail(p, "a layout (row_major, col_major, none_box)");
}

static bool parse_word_or_number(parser_t *p, const char *const *names, uint32_t num, uint32_t *value)
{
    for (uint32_t i = 0; i < num; i++) {
        if (parse_take_word(p, names[i])) {
            *value = i;
            return true;
        }
    }
    attr_t attr = {0};
    bool ok = parse_number(p, &attr);
    *value = (uint32_t)attr.integer;
    return ok;
}

static bool parse_dim(parser_t *p, int64_t *dim)
{
    if (parse_take(p, '?')) {
        *dim = DIM_DYNAMIC;
        return true;
    }
    attr_t attr = {0};
    bool ok = parse_number(p, &attr);
    *dim = attr.integer;
    return ok;
}

/// field = key "=" value
static bool parse_tile_field(parser_t *p, type_t *type, shape_t *shape)
{
    static const char *const pads[] = {"null", "zero", "max", "min"};
    static const char *const compacts[] = {"null", "normal", "row_plus_one"};
    const char *key = p->at->text;
    loc_t loc = p->at->loc;
    if (p->at->kind != TK_WORD) {
        return parse_fail(p, "a property of the tile");
    }
    parse_advance(p);
    if (!parse_expect(p, '=')) {
        return false;
    }
    uint32_t number = 0, rank;
    bool ok;
    if (strcmp(key, "dtype") == 0) {
        type_t elem = {0};
        ok = parse_type(p, &elem);
        type->elem = elem.elem;
    } else if (strcmp(key, "rows") == 0 || strcmp(key, "cols") == 0) {
        ok = parse_dim(p, &shape->dims[*key == 'c']);
    } else if (strcmp(key, "v_row") == 0 || strcmp(key, "v_col") == 0) {
        ok = parse_dim(p, &shape->valid[key[2] == 'c']);
    } else if (strcmp(key, "valid") == 0) {
        ok = parse_dims(p, shape->valid, &rank, 2, NULL) && (rank == 2 || parse_fail(p, "two valid dimensions"));
    } else if (strcmp(key, "blayout") == 0) {
        ok = parse_layout(p, &shape->blayout);
    } else if (strcmp(key, "slayout") == 0) {
        ok = parse_layout(p, &shape->slayout);
    } else if (strcmp(key, "pad") == 0) {
        ok = parse_word_or_number(p, pads, 4, &number);
        shape->pad = (uint8_t)number;
    } else if (strcmp(key, "compact") == 0) {
        ok = parse_word_or_number(p, compacts, 3, &number);
        shape->compact = (uint8_t)number;
    } else if (strcmp(key, "fractal") == 0) {
        ok = parse_word_or_number(p, NULL, 0, &shape->fractal);
    } else if (strcmp(key, "count") == 0) {
        ok = parse_word_or_number(p, NULL, 0, &shape->count);
    } else {
        diag_error(p->cc, loc, "syntax", "a tile has no property '%s'", key);
        return false;
    }
    return ok;
}

/// The profile determines the layout of the left operand in L0A, whatever its type says.
static void settle_left(const parser_t *p, const type_t *type, shape_t *shape)
{
    if (type->space == SPACE_L0A && shape->slayout != LAYOUT_NONE) {
        shape->blayout = p->arch == ARCH_A5 ? LAYOUT_COL : LAYOUT_ROW;
    }
}

/// Starts from the type of a slot: multi-buffered tiles.
static bool parse_slot_type(parser_t *p, type_t *type, shape_t *shape)
{
    type_t slot;
    if (!parse_type(p, &slot)) {
        return false;
    }
    if (slot.kind != TYPE_TILE) {
        return parse_fail(p, "the type of a slot in front");
    }
    *shape = *slot.shape;
    *type = slot;
    type->shape = shape;
    return true;
}

/// "loc" "=" space: the dimensions follow as fields.
static bool parse_keyed_space(parser_t *p, type_t *type, shape_t *shape)
{
    parse_advance(p);
    parse_advance(p);
    shape->valid[0] = shape->valid[1] = DIM_DYNAMIC - 1;
    return parse_space(p, &type->space);
}

/// [space ","] dims "x" elem
static bool parse_space_and_dims(parser_t *p, type_t *type, shape_t *shape)
{
    if (p->at->kind == TK_WORD && (!parse_space(p, &type->space) || !parse_expect(p, ','))) {
        return false;
    }
    if (!parse_dims(p, shape->dims, &shape->rank, 2, &type->elem)) {
        return false;
    }
    if (shape->rank == 1) {  // one row
        shape->dims[1] = shape->dims[0];
        shape->dims[0] = 1;
        shape->rank = 2;
    }
    shape->valid[0] = shape->dims[0];
    shape->valid[1] = shape->dims[1];
    return true;
}

/// The element type that a list of properties begins with; ELEM_NONE: there is no list here.
static elem_t listed_elem(const token_t *at)
{
    static const struct {
        const char *name;
        elem_t elem;
    } names[] = {{"int8", ELEM_I8}, {"int16", ELEM_I16}, {"int32", ELEM_I32}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && at->kind == TK_WORD; i++) {
        if (strcmp(at->text, names[i].name) == 0) {
            return names[i].elem;
        }
    }
    return at->kind == TK_WORD ? elem_find(at->text) : ELEM_NONE;
}

/// "," word of a list
static bool parse_listed_word(parser_t *p, const char *const *names, uint32_t num, uint8_t *value)
{
    uint32_t number = 0;
    bool ok = parse_expect(p, ',') && parse_word_or_number(p, names, num, &number);
    *value = (uint8_t)number;
    return ok;
}

/// list = elem "," rows "," cols ["," blayout "," slayout "," fractal "," pad], as the ISA's chapter on syntax has it
static bool parse_tile_list(parser_t *p, type_t *type, shape_t *shape)
{
    static const char *const layouts[] = {"NoneBox", "RowMajor", "ColMajor"}, *const orders[] = {"None", "NZ", "ZN", "ZZ"},
                             *const pads[] = {"Null", "Zero", "Max", "Min"};
    type->elem = (uint8_t)listed_elem(p->at);
    parse_advance(p);
    for (int d = 0; d < 2; d++) {
        if (!parse_expect(p, ',') || !parse_dim(p, &shape->dims[d])) {
            return false;
        }
        shape->valid[d] = shape->dims[d];
    }
    uint8_t order;  // follows from the layouts
    return !parse_at(p, ',') || parse_peek(p, 2)->punct == '=' ||
           (parse_listed_word(p, layouts, 3, &shape->blayout) && parse_listed_word(p, layouts, 3, &shape->slayout) &&
            parse_listed_word(p, orders, 4, &order) && parse_listed_word(p, pads, 4, &shape->pad));
}

static bool parse_tile_head(parser_t *p, type_t *type, shape_t *shape, bool multi)
{
    if (multi && p->at->kind == TK_TYPE) {
        return parse_slot_type(p, type, shape);
    }
    if (parse_at_word(p, "loc") && parse_peek(p, 1)->punct == '=') {
        bool ok = parse_keyed_space(p, type, shape);
        if (!ok || !parse_at(p, ',') || listed_elem(parse_peek(p, 1)) == ELEM_NONE) {
            return ok;
        }
        parse_advance(p);
        return parse_tile_list(p, type, shape);
    }
    return listed_elem(p->at) != ELEM_NONE ? parse_tile_list(p, type, shape) : parse_space_and_dims(p, type, shape);
}

/// tile = "<" (space "," dims "x" elem | ["loc" "=" space ","] list | "loc" "=" space) {"," field} ">"
static bool parse_tile(parser_t *p, type_t *type, bool multi)
{
    shape_t *shape = new_shape(p);
    *type = (type_t){.kind = TYPE_TILE, .space = SPACE_UB, .shape = shape};
    *shape = (shape_t){.rank = 2, .blayout = LAYOUT_ROW, .fractal = 512};
    if (!parse_expect(p, '<') || !parse_tile_head(p, type, shape, multi)) {
        return false;
    }
    while (parse_take(p, ',')) {
        if (!parse_tile_field(p, type, shape)) {
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        shape->valid[i] = shape->valid[i] < DIM_DYNAMIC ? shape->dims[i] : shape->valid[i];
    }
    settle_left(p, type, shape);
    return parse_expect(p, '>');
}

/// The type after its name, which has been consumed; false if it is not of the tile level.
bool parse_tile_type(parser_t *p, const char *name, type_t *type, bool *ok)
{
    if (strcmp(name, "pto.tile_buf") == 0 || strcmp(name, "pto.tile") == 0) {
        *ok = parse_tile(p, type, false);
    } else if (strcmp(name, "pto.multi_tile_buf") == 0) {
        *ok = parse_tile(p, type, true);
    } else if (strcmp(name, "pto.tensor_view") == 0) {
        *ok = parse_shaped(p, type, TYPE_TENSOR);
    } else if (strcmp(name, "pto.partition_tensor_view") == 0) {
        *ok = parse_shaped(p, type, TYPE_PART);
    } else {
        return false;
    }
    return true;
}

/// Operations ///

/// clause-types = ":" type {"," (type | STRING)}, up to the next operand: `: !pto.tile_buf<...> fp %scale`
bool parse_clause_types(parser_t *p, builder_t *b, const char *group)
{
    parse_advance(p);
    b->op->has_types = true;
    do {
        if (p->at->kind == TK_VALUE || (p->at->kind == TK_WORD && parse_peek(p, 1)->punct == '=')) {
            return true;
        }
        if (p->at->kind == TK_STRING) {  // tgather ins(%a, {maskPattern = ...} : T, "row")
            *(attr_t *)parse_push(p, &p->attrs, sizeof(attr_t)) =
                (attr_t){.key = intern(p->cc, "axis", 4), .kind = ATTR_STRING, .text = p->at->text, .loc = p->at->loc};
            parse_advance(p);
            continue;
        }
        type_t type;
        loc_t loc = p->at->loc;
        if (!parse_type(p, &type)) {
            return false;
        }
        *(listed_type_t *)parse_push(p, &p->types, sizeof(listed_type_t)) =
            (listed_type_t){.type = type, .loc = loc, .group = group};
    } while (parse_take(p, ','));
    return true;
}

/// list = "[" [(VALUE | number) {"," ...}] "]": makes a clause
static bool parse_list_clause(parser_t *p, builder_t *b, const char *name, loc_t loc)
{
    clause_t *entry = parse_push(p, &p->clauses, sizeof(clause_t));
    *entry = (clause_t){.name = name, .loc = loc, .first = (uint16_t)(p->operands.num - b->operands)};
    uint32_t number = p->clauses.num - b->clauses;
    parse_advance(p);
    while (!parse_at(p, ']')) {
        if (p->at->kind == TK_VALUE) {
            parse_value_use(p, b, number);
        } else if (!parse_literal_operand(p, b, number)) {
            return false;
        }
        if (!parse_take(p, ',') && !parse_at(p, ']')) {
            return parse_fail(p, "',' or ']'");
        }
    }
    entry = &((clause_t *)p->clauses.items)[b->clauses + number - 1];
    entry->num = (uint16_t)(p->operands.num - b->operands - entry->first);
    parse_advance(p);
    return true;
}

/// keyed = WORD ["="] list | WORD VALUE; false when it is neither
bool parse_tile_keyed(parser_t *p, builder_t *b, uint32_t clause, bool *ok)
{
    const token_t *word = p->at, *next = parse_peek(p, 1);
    if (next->punct == '=' && parse_peek(p, 2)->punct == '[') {
        parse_advance(p);
        parse_advance(p);
        *ok = parse_list_clause(p, b, word->text, word->loc);
    } else if (next->punct == '[') {
        parse_advance(p);
        *ok = parse_list_clause(p, b, word->text, word->loc);
    } else if (next->kind == TK_VALUE && !next->line_start && !word->line_start) {
        parse_advance(p);
        parse_value_use(p, b, clause)->operand.key = word->text;
        *ok = true;
    } else {
        return false;
    }
    return true;
}

/// tile-op = items {dict | items | ":" type}, and the types of results. A type after a DPS operand belongs to that
/// operand. Operations without outs(...) end with their types as others do.
bool parse_tile_op(parser_t *p, builder_t *b)
{
    bool dps = false;
    for (;;) {
        const token_t *start = p->at;
        if (!parse_items(p, b, 0, '\0')) {
            return false;
        }
        for (uint32_t i = b->clauses; i < p->clauses.num; i++) {
            dps |= strcmp(((clause_t *)p->clauses.items)[i].name, "outs") == 0;
        }
        if (parse_at_dict(p) && !parse_dict(p)) {
            return false;
        }
        if (dps && parse_at(p, ':')) {
            if (!parse_clause_types(p, b, "")) {
                return false;
            }
        }
        if (p->at == start || parse_at(p, ':') || p->at->kind == TK_ARROW || parse_at(p, '}') || parse_at_next_op(p)) {
            break;
        }
    }
    bool ok = parse_type_part(p, b);
    parse_take_lists(p, b);
    for (uint32_t i = 0; i < b->op->attrs_num; i++) {
        attr_t *attr = &b->op->attrs[i];
        if (attr->key != NULL && strcmp(attr->key, "sat_mode") == 0) {
            attr->key = intern(p->cc, "satmode", strlen("satmode"));  // both names are in use
        }
    }
    return ok;
}

/// The valid rows (d = 0) or columns of a window.
static int64_t window_valid(const op_t *op, const shape_t *whole, int64_t size, uint32_t d)
{
    int64_t offset;
    if (whole->valid[d] == DIM_DYNAMIC || !value_constant(op->operands[1 + d].value, &offset)) {
        return DIM_DYNAMIC;
    }
    int64_t left = whole->valid[d] - offset;
    return left < 0 ? 0 : left < size ? left : size;
}

type_t parse_window_type(ptoc_t *cc, const op_t *op)
{
    const clause_t *sizes = op_clause(op, "sizes", 0);
    type_t type = op->operands_num < 3 ? (type_t){0} : op->operands[0].value->type;
    if (type.kind != TYPE_TILE || sizes == NULL || sizes->num != 2) {
        return (type_t){0};
    }
    shape_t *shape = ARENA_NEW(&cc->arena, shape_t);
    *shape = *type.shape;
    for (uint32_t d = 0; d < 2; d++) {
        if (!value_constant(op->operands[sizes->first + d].value, &shape->dims[d])) {
            return (type_t){0};
        }
        shape->valid[d] = window_valid(op, type.shape, shape->dims[d], d);
    }
    type.shape = shape;
    return type;
}

type_t parse_part_type(ptoc_t *cc, const op_t *op)
{
    const clause_t *sizes = op_clause(op, "sizes", 0);
    type_t whole = op->operands_num == 0 ? (type_t){0} : op->operands[0].value->type;
    if (whole.kind != TYPE_TENSOR || sizes == NULL || sizes->num > DIMS_MAX) {
        return (type_t){0};
    }
    shape_t *shape = ARENA_NEW(&cc->arena, shape_t);
    shape->rank = sizes->num;
    for (uint32_t i = 0; i < sizes->num; i++) {
        if (!value_constant(op->operands[sizes->first + i].value, &shape->dims[i])) {
            shape->dims[i] = DIM_DYNAMIC;
        }
    }
    return (type_t){.kind = TYPE_PART, .elem = whole.elem, .space = SPACE_GM, .shape = shape};
}
