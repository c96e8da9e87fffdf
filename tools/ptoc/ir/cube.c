// SPDX-License-Identifier: Apache-2.0
//
// The clauses of cube commands: their words in isa/cube.def, and their positions in an operation.

#include "ptoc.h"

#include <string.h>

static const struct {
    word_set_t set;
    const char *spelling, *c_name;
} words[] = {
#define PTO_WORD(set_, spelling_, value_) {WORDS_##set_, spelling_, #value_},
#include <isa/cube.def>
};

enum { PAYLOAD_SCALAR, PAYLOAD_VEC };

static const quant_t quants[] = {
#define PTO_QUANT(spelling_, value_, payload_, source_, results_) \
    {spelling_, #value_, PAYLOAD_##payload_, ELEM_##source_, results_},
#include <isa/cube.def>
};

#define WORDS_NUM  (sizeof(words) / sizeof(words[0]))
#define QUANTS_NUM (sizeof(quants) / sizeof(quants[0]))

const char *cube_word(word_set_t set, const char *spelling)
{
    for (size_t i = 0; i < WORDS_NUM; i++) {
        if (words[i].set == set && strcmp(words[i].spelling, spelling) == 0) {
            return words[i].c_name;
        }
    }
    return NULL;
}

const char *cube_words(ptoc_t *cc, word_set_t set)
{
    const char *text = "";
    for (size_t i = 0; i < WORDS_NUM; i++) {
        if (words[i].set == set) {
            text = arena_printf(&cc->arena, "%s%s'%s'", text, *text == '\0' ? "" : ", ", words[i].spelling);
        }
    }
    return text;
}

const quant_t *quant_find(const char *spelling)
{
    for (size_t i = 0; i < QUANTS_NUM; i++) {
        if (strcmp(quants[i].spelling, spelling) == 0) {
            return &quants[i];
        }
    }
    return NULL;
}

const clause_t *cube_clause(const op_t *op, const char *name)
{
    return op_clause(op, name, 0);
}

/// An attribute has the number of its clause.
static bool is_inside(const op_t *op, const attr_t *attr, const clause_t *clause)
{
    return clause != NULL && attr->clause == (uint32_t)(clause - op->clauses) + 1;
}

static const char *attr_word(const attr_t *attr)
{
    return attr->text != NULL ? attr->text : attr->kind == ATTR_TYPE ? elem_name((elem_t)attr->type.elem) : "";
}

const char *cube_clause_word(const op_t *op, const clause_t *clause, const char *key)
{
    for (uint32_t i = 0; i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        bool named = key == NULL ? attr->key == NULL : attr->key != NULL && strcmp(attr->key, key) == 0;
        if (is_inside(op, attr, clause) && named) {
            return attr_word(attr);
        }
    }
    return "";
}

const operand_t *cube_clip(const op_t *op, const clause_t *clause)
{
    for (uint32_t i = 0; clause != NULL && i < op->attrs_num; i++) {
        const attr_t *attr = &op->attrs[i];
        if (!is_inside(op, attr, clause) || attr->key == NULL || strcmp(attr->key, "clip") != 0) {
            continue;
        }
        for (uint32_t k = 0; k < clause->num; k++) {
            if (op->operands[clause->first + k].loc > attr->loc) {
                return &op->operands[clause->first + k];
            }
        }
    }
    return NULL;
}

const operand_t *cube_payload(const op_t *op, const clause_t *clause)
{
    const operand_t *first = clause != NULL && clause->num > 0 ? &op->operands[clause->first] : NULL;
    return first != cube_clip(op, clause) ? first : NULL;
}

bool cube_transposes(const op_t *op)
{
    const attr_t *attr = op_attr(op, "transpose");
    return attr != NULL && (attr->kind == ATTR_UNIT || attr->integer != 0);
}
