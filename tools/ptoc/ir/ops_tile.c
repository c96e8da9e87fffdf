// SPDX-License-Identifier: Apache-2.0
//
// The rows of isa/tile.def: selection of a row, binding of operands and attributes, the pipe.

#include "ptoc.h"

#include <string.h>

enum { T_NONE = 0 };

typedef struct row {
    const char *fn, *name, *family, *ins, *outs, *attrs;
    uint8_t queue;
    uint32_t types;
} row_t;

static const row_t rows[] = {
#define PTO_TILE_OP(id_, name_, pipe_, family_, types_, ins_, outs_, attrs_) \
    {.fn = #id_,                                                             \
     .name = name_,                                                          \
     .family = #family_,                                                     \
     .ins = ins_,                                                            \
     .outs = outs_,                                                          \
     .attrs = attrs_,                                                        \
     .queue = QUEUE_##pipe_,                                                 \
     .types = types_},
#include <isa/tile.def>
};

#define ROWS_NUM (sizeof(rows) / sizeof(rows[0]))

static const struct {
    const char *cls, *c_name, *spelling;
} values[] = {
#define PTO_TILE_ATTR(cls_, value_, spelling_) {#cls_, "PTO_" #value_, spelling_},
#include <isa/tile.def>
};

#define VALUES_NUM (sizeof(values) / sizeof(values[0]))

/// The table ///

static const struct {
    char letter;
    uint8_t space;
    const char *name;
} letters[] = {
    {'v', SPACE_UB, "vec"},  {'m', SPACE_L1, "mat"},  {'l', SPACE_L0A, "left"},   {'r', SPACE_L0B, "right"},
    {'a', SPACE_L0C, "acc"}, {'b', SPACE_BT, "bias"}, {'s', SPACE_FB, "scaling"}, {'g', SPACE_GM, "gm"},
};

#define LETTERS_NUM (sizeof(letters) / sizeof(letters[0]))

const char *tile_space_name(space_t space)
{
    for (size_t i = 0; i < LETTERS_NUM; i++) {
        if (letters[i].space == space) {
            return letters[i].name;
        }
    }
    return space_name(space);
}

static tile_item_t parse_item(ptoc_t *cc, const char *word, size_t size)
{
    tile_item_t item = {.spaces = 1u << SPACE_UB};
    const char *colon = memchr(word, ':', size);
    item.name = intern(cc, word, (size_t)(colon - word));
    item.kind = colon[1];
    item.optional = word[size - 1] == '?' || item.kind == 'Q';
    const char *at = memchr(word, '@', size);
    if (at != NULL) {
        item.spaces = 0;
        for (at++; at < word + size && *at != '?'; at++) {
            for (size_t i = 0; i < LETTERS_NUM; i++) {
                item.spaces |= letters[i].letter == *at ? (uint16_t)(1u << letters[i].space) : 0;
            }
        }
    }
    return item;
}

static uint8_t parse_items(ptoc_t *cc, const char *text, tile_item_t *items)
{
    uint8_t num = 0;
    while (*text != '\0') {
        size_t size = strcspn(text, " ");
        items[num++] = parse_item(cc, text, size);
        text += size + (text[size] == ' ');
    }
    return num;
}

static uint8_t parse_attrs(ptoc_t *cc, const char *text, tile_attr_t *attrs)
{
    uint8_t num = 0;
    while (*text != '\0') {
        size_t size = strcspn(text, " "), key = strcspn(text, ":"), cls = strcspn(text + key + 1, "=!");
        const char *end = text + key + 1 + cls;
        attrs[num] = (tile_attr_t){.key = intern(cc, text, key), .cls = intern(cc, text + key + 1, cls)};
        if (*end == '=') {
            attrs[num].fallback = intern(cc, end + 1, (size_t)(text + size - end - 1));
        }
        num++;
        text += size + (text[size] == ' ');
    }
    return num;
}

static void parse_row(ptoc_t *cc, const row_t *row, tile_form_t *form)
{
    *form = (tile_form_t){
        .fn = row->fn, .name = row->name, .family = row->family, .queue = row->queue, .types = row->types};
    form->ins_num = parse_items(cc, row->ins, form->ins);
    form->outs_num = parse_items(cc, row->outs, form->outs);
    form->attrs_num = parse_attrs(cc, row->attrs, form->attrs);
}

/// Rows of a name may be scattered: the first one gathers them.
uint32_t tile_rows(ptoc_t *cc, uint32_t i, op_desc_t *desc)
{
    uint32_t passed = 0;
    bool seen = true;
    for (; seen && i < ROWS_NUM; i++, passed++) {
        seen = false;
        for (uint32_t j = 0; j < i; j++) {
            seen |= strcmp(rows[j].name, rows[i].name) == 0;
        }
        if (!seen) {
            break;
        }
    }
    if (i >= ROWS_NUM) {
        return 0;
    }
    tile_form_t *forms = ARENA_ARRAY(&cc->arena, tile_form_t, 8);
    *desc = (op_desc_t){
        .name = arena_printf(&cc->arena, "pto.%s", rows[i].name), .cls = OPS_TILE, .shape = "", .tiles = forms};
    for (uint32_t j = i; j < ROWS_NUM && desc->tiles_num < 8; j++) {
        if (strcmp(rows[j].name, rows[i].name) == 0) {
            parse_row(cc, &rows[j], &forms[desc->tiles_num++]);
        }
    }
    return passed + 1;
}

/// Attributes ///

const char *tile_attr_value(const char *cls, const char *spelling)
{
    for (size_t i = 0; i < VALUES_NUM; i++) {
        if (strcmp(values[i].cls, cls) == 0 && strcmp(values[i].spelling, spelling) == 0) {
            return values[i].c_name;
        }
    }
    return NULL;
}

const char *tile_attr_spelling(const char *cls, uint32_t i)
{
    for (size_t row = 0; row < VALUES_NUM; row++) {
        if (strcmp(values[row].cls, cls) == 0 && i-- == 0) {
            return values[row].spelling;
        }
    }
    return NULL;
}

/// Binding ///

static bool item_takes(const tile_item_t *item, const operand_t *operand)
{
    uint8_t kind = operand->value->type.kind;
    if (kind == TYPE_NONE) {
        return true;
    }
    switch (item->kind) {
        case 'G':
            return kind == TYPE_PART || kind == TYPE_TENSOR || kind == TYPE_PTR;
        case 'S':
        case 'Q':
            return kind == TYPE_SCALAR;
        case 'I':
            return kind == TYPE_SCALAR && elem_is_int(operand->value->type.elem);
        case 'E':
            return kind == TYPE_OPAQUE;
        case 'W':
            return kind == ((item->spaces & 1u << SPACE_GM) != 0 ? TYPE_PART : TYPE_TILE);
        default:
            return kind == TYPE_TILE;
    }
}

static bool is_key(const operand_t *operand, const tile_item_t *item)
{
    bool other = strcmp(operand->key, "pre_quant") == 0 && strcmp(item->name, "preQuantScalar") == 0;
    return other || strcmp(operand->key, item->name) == 0;
}

/// Whether an operand belongs to a list: by its clause, or without clauses to ins.
static bool in_list(const op_t *op, const operand_t *operand, const char *list)
{
    if (operand->clause != 0) {
        return strcmp(op->clauses[operand->clause - 1].name, list) == 0;
    }
    return op->clauses_num == 0 && strcmp(list, "ins") == 0;
}

/// Binds an operand with a keyword to the items of that keyword.
static void bind_keyed(const tile_item_t *items, uint32_t items_num, operand_t *operand, operand_t **slots)
{
    for (uint32_t i = 0; i < items_num; i++) {
        if (is_key(operand, &items[i])) {
            slots[i] = operand;
        }
    }
}

/// Binds the operands of one list without keyword, in order; returns the misfit.
static uint32_t bind_ordered(const op_t *op, const char *list, const tile_item_t *items, uint32_t items_num,
                             operand_t **slots, tile_bound_t *bound)
{
    uint32_t bad = 0, next = 0, left = 0, needed = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        left += in_list(op, &op->operands[i], list) && op->operands[i].key == NULL;
    }
    for (uint32_t i = 0; i < items_num; i++) {
        needed += !items[i].optional;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        operand_t *operand = &op->operands[i];
        if (!in_list(op, operand, list) || operand->key != NULL) {
            continue;
        }
        // Omit an optional item if the operand has another kind, or is needed for a later item.
        while (next < items_num && items[next].optional && (!item_takes(&items[next], operand) || left <= needed)) {
            next++;
        }
        left--;
        if (next == items_num) {
            bad += 4;
            bound->extra = bound->extra == NULL ? operand : bound->extra;
            continue;
        }
        needed -= !items[next].optional;
        bad += item_takes(&items[next], operand) ? 0 : 3;
        slots[next++] = operand;
    }
    return bad;
}

/// Binds the operands of one list; returns the misfit.
static uint32_t bind_list(const op_t *op, const char *list, const tile_item_t *items, uint32_t items_num,
                          operand_t **slots, tile_bound_t *bound)
{
    uint32_t bad = bind_ordered(op, list, items, items_num, slots, bound);
    for (uint32_t i = 0; i < op->operands_num; i++) {
        operand_t *operand = &op->operands[i];
        if (operand->key != NULL && (operand->clause == 0 || in_list(op, operand, list))) {
            bind_keyed(items, items_num, operand, slots);
        }
    }
    for (uint32_t i = 0; i < items_num; i++) {
        if (slots[i] == NULL && !items[i].optional) {
            bad += 4;
            bound->missing = bound->missing == NULL ? &items[i] : bound->missing;
        }
    }
    return bad;
}

/// A workspace that the row has in outs may be written last in ins, unless `no_tmp` is given. Returns by how much the
/// misfit decreases.
static uint32_t bind_workspace(const op_t *op, tile_bound_t *bound)
{
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        if (op->attrs[i].key == NULL && op->attrs[i].text != NULL && strcmp(op->attrs[i].text, "no_tmp") == 0) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < bound->form->outs_num; i++) {
        bool empty = bound->form->outs[i].kind == 'W' && bound->outs[i] == NULL;
        if (empty && bound->extra != NULL && bound->extra->value->type.kind == TYPE_TILE) {
            bound->outs[i] = bound->extra;
            bound->extra = NULL;
            return 5;
        }
    }
    return 0;
}

bool tile_bind(const op_t *op, tile_bound_t *bound)
{
    int best = INT32_MAX;
    if (op->desc == NULL || op->desc->tiles_num == 0) {
        return false;
    }
    for (uint32_t f = 0; f < op->desc->tiles_num; f++) {
        tile_bound_t now = {.form = &op->desc->tiles[f]};
        int bad = (int)bind_list(op, "ins", now.form->ins, now.form->ins_num, now.ins, &now);
        bad += (int)bind_list(op, "outs", now.form->outs, now.form->outs_num, now.outs, &now);
        bad -= (int)bind_workspace(op, &now);
        for (uint32_t a = 0; a < now.form->attrs_num; a++) {
            bad += now.form->attrs[a].fallback == NULL && op_attr(op, now.form->attrs[a].key) == NULL ? 2 : 0;
        }
        for (uint32_t a = 0; a < op->attrs_num; a++) {
            bool known = op->attrs[a].key == NULL;
            for (uint32_t k = 0; k < now.form->attrs_num && !known; k++) {
                known = strcmp(now.form->attrs[k].key, op->attrs[a].key) == 0;
            }
            bad += !known;
        }
        if (bad < best) {
            best = bad;
            *bound = now;
        }
    }
    return true;
}

/// Pipes ///

static uint8_t space_of(const operand_t *operand)
{
    return operand == NULL ? SPACE_ANY : operand->value->type.space;
}

int tile_pipe(const tile_bound_t *bound)
{
    uint8_t from = space_of(bound->ins[0]), to = space_of(bound->outs[0]);
    switch (bound->form->queue) {
        case QUEUE_V:
            return PIPE_V;
        case QUEUE_M:
            return PIPE_M;
        case QUEUE_MTE3:
            return PIPE_MTE3;
        case QUEUE_MOVE:
            return from == SPACE_L0C ? PIPE_FIX : from == SPACE_L1 ? PIPE_MTE1 : to == SPACE_L1 ? PIPE_MTE3 : PIPE_V;
        case QUEUE_STORE:
            return from == SPACE_L0C ? PIPE_FIX : PIPE_MTE3;
        case QUEUE_PAD:
            return from == SPACE_L1 ? PIPE_MTE1 : PIPE_V;
        default:
            return PIPE_MTE2;
    }
}

/// Sizes ///

uint64_t tile_bytes(type_t type)
{
    const shape_t *shape = type.shape;
    uint64_t elements = (uint64_t)shape->dims[0] * (uint64_t)shape->dims[1];
    uint64_t bytes = (elements * elem_bits(type.elem) + 7) / 8;
    if (shape->compact == 2) {
        bytes += (uint64_t)shape->dims[shape->blayout == LAYOUT_ROW ? 0 : 1] * elem_bits(type.elem) / 8;
    }
    return bytes * (shape->count == 0 ? 1 : shape->count);
}

int64_t tile_box_extent(type_t type, uint32_t d)
{
    const shape_t *shape = type.shape;
    uint32_t bits = elem_bits(type.elem);
    bool along = d == (shape->slayout == LAYOUT_ROW ? 1 : 0);  // the lines
    if (shape->slayout == LAYOUT_NONE) {
        return 1;
    }
    return !along ? 16 : bits == 0 ? 0 : shape->fractal * 8 / 16 / bits;
}
