// SPDX-License-Identifier: Apache-2.0
//
// The shapes of isa/system.def, a word at a time. The letters are explained there.

#include "ptoc.h"

#include <string.h>

/// name[:bits], *space, >space, or a letter.
static void read_operand(shape_word_t *word)
{
    const char *colon = memchr(word->name, ':', word->name_size);
    if (word->letter == '>') {
        word->letter = '*';
        word->writes = true;
    }
    if (word->letter == '*' || word->letter == '#') {
        word->name++;
        word->name_size--;
    } else if (colon != NULL && word->name_size > 1) {
        word->letter = 'N';
        for (const char *digit = colon + 1; digit < word->name + word->name_size; digit++) {
            word->bits = word->bits * 10 + (uint32_t)(*digit - '0');
        }
        word->name_size = (size_t)(colon - word->name);
    }
}

/// The word at *at, which ends at one of `ends`.
static bool read_word(const char **at, const char *ends, shape_word_t *word)
{
    *at += strspn(*at, " ,");
    *word = (shape_word_t){.text = *at, .size = strcspn(*at, ends)};
    if (word->size == 0) {
        return false;
    }
    *at += word->size;
    word->name = word->text;
    word->name_size = word->size;
    word->letter = word->text[0];
    char last = word->text[word->size - 1];
    word->repeated = word->size > 1 && last == '*';
    word->optional = word->repeated || (word->size > 1 && last == '?');
    word->name_size -= word->optional;
    const char *bar = memchr(word->name, '|', word->name_size);
    word->name_size = bar != NULL ? (size_t)(bar - word->name) : word->name_size;
    word->takes_number = bar != NULL;
    word->takes_core = bar != NULL && bar[1] == 'c';
    return true;
}

bool shape_next(const char **at, shape_word_t *word)
{
    if (!read_word(at, " ", word)) {
        return false;
    }
    const char *open = memchr(word->text, '(', word->size);
    if (open != NULL) {
        word->letter = '(';
        word->inside = open + 1;
        word->name_size = (size_t)(open - word->text);
    } else {
        read_operand(word);
        word->is_attr = word->letter == '#' || (word->letter >= 'a' && word->letter <= 'z');
    }
    return true;
}

bool shape_next_inside(const char **at, shape_word_t *word)
{
    if (**at == ')' || !read_word(at, ",)", word)) {
        return false;
    }
    read_operand(word);
    return true;
}

bool shape_word_is(const shape_word_t *word, const char *text)
{
    return word->name_size == strlen(text) && memcmp(word->name, text, word->name_size) == 0;
}

static uint32_t plain_operands(const op_t *op, uint32_t before)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < op->operands_num && i < before; i++) {
        count += op->operands[i].clause == 0;
    }
    return count;
}

bool shape_has_optional(const op_t *op)
{
    const char *at = op->desc->shape;
    shape_word_t word;
    uint32_t required = 0;
    while (shape_next(&at, &word) && word.letter != ':') {
        required += !word.optional && !word.is_attr && word.letter != '(' && word.letter != '.';
    }
    return plain_operands(op, UINT32_MAX) > required;
}

/// Operand i of the clause of a word.
static bool word_inside(const shape_word_t *clause, uint32_t i, shape_word_t *word)
{
    const char *at = clause->inside;
    bool found = true;
    for (uint32_t k = 0; found && k <= i; k++) {
        found = shape_next_inside(&at, word);
    }
    return found;
}

bool shape_of_operand(const op_t *op, uint32_t i, shape_word_t *word)
{
    const clause_t *clause = op->operands[i].clause != 0 ? &op->clauses[op->operands[i].clause - 1] : NULL;
    uint32_t skip = plain_operands(op, i);
    bool optional = shape_has_optional(op);
    const char *at = op->desc->shape;
    while (shape_next(&at, word) && word->letter != ':') {
        if (clause != NULL && word->letter == '(' && shape_word_is(word, clause->name)) {
            shape_word_t found = *word;
            return word_inside(&found, i - clause->first, word);
        }
        bool plain = clause == NULL && word->letter != '(' && !word->is_attr && (optional || !word->optional);
        if (plain && skip-- == 0) {
            return word->letter != '.';
        }
    }
    return false;
}

/// Words of synchronisation ///

uint32_t op_items(const op_t *op, item_t *items, uint32_t max)
{
    uint32_t num = 0, operand = 0, attr = 0;
    while (num < max) {
        while (attr < op->attrs_num && (op->attrs[attr].key != NULL || op->attrs[attr].clause != 0)) {
            attr++;
        }
        while (operand < op->operands_num && op->operands[operand].clause != 0) {
            operand++;
        }
        const attr_t *a = attr < op->attrs_num ? &op->attrs[attr] : NULL;
        const operand_t *o = operand < op->operands_num ? &op->operands[operand] : NULL;
        if (a == NULL && o == NULL) {
            break;
        }
        bool take_attr = o == NULL || (a != NULL && a->loc < o->loc);
        items[num++] = take_attr ? (item_t){.attr = a, .loc = a->loc} : (item_t){.operand = o, .loc = o->loc};
        attr += take_attr;
        operand += !take_attr;
    }
    return num;
}

#define ITEMS_READ 16

static bool is_text(const item_t *item)
{
    return item->attr != NULL && item->attr->text != NULL;
}

/// The next item from *at on that is a word, or that is not.
static const item_t *next_item(const item_t *items, uint32_t num, uint32_t *at, bool text)
{
    while (*at < num && is_text(&items[*at]) != text) {
        ++*at;
    }
    return *at < num ? &items[(*at)++] : NULL;
}

/// Words and numbers are in order among themselves, in either order of the two.
bool op_item(const op_t *op, const char *name, uint32_t which, item_t *item)
{
    item_t items[ITEMS_READ];
    uint32_t num = op_items(op, items, ITEMS_READ), required = 0, text = 0, number = 0;
    shape_word_t word;
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':';) {
        required += !word.optional;
    }
    for (const char *at = op->desc->shape; shape_next(&at, &word) && word.letter != ':';) {
        const item_t *found = word.letter != '#' ? next_item(items, num, &text, true) : NULL;
        bool may_number = word.letter == '#' || word.takes_number;
        if (found == NULL && may_number && (!word.optional || num > required)) {
            found = next_item(items, num, &number, false);
        }
        if (shape_word_is(&word, name) && which-- == 0) {
            *item = found != NULL ? *found : (item_t){0};
            return found != NULL;
        }
    }
    return false;
}

bool op_core_number(const op_t *op, item_t *item)
{
    const char *at = op->desc->shape;
    shape_word_t word;
    return shape_next(&at, &word) && word.takes_core && op_item(op, "pipe", 0, item) && !is_text(item);
}

int op_pipe(const op_t *op, uint32_t which)
{
    item_t item;
    int64_t number;
    if (op_core_number(op, &item) || !op_item(op, "pipe", which, &item)) {
        return -1;
    }
    if (is_text(&item)) {
        return pipe_find(item.attr->text);
    }
    return item_constant(&item, &number) ? pipe_of_number(number) : -1;
}

bool item_constant(const item_t *item, int64_t *integer)
{
    if (item->operand != NULL) {
        return item->operand->value != NULL && !item->operand->value->undefined &&
               value_constant(item->operand->value, integer);
    }
    *integer = item->attr->text != NULL ? event_find(item->attr->text) : item->attr->integer;
    return item->attr->text != NULL ? *integer >= 0 : item->attr->kind == ATTR_INT;
}
