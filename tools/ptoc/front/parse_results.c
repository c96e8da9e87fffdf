// SPDX-License-Identifier: Apache-2.0
//
// Results of operations: their names in front of an operation, and the types that they have without being written.

#include "ptoc.h"

#include "parse.h"

#include <stdlib.h>
#include <string.h>

static type_t listed_type(const op_t *op, uint32_t i)
{
    return i < op->types_num ? op->types[i].type : (type_t){0};
}

static type_t first_operand_type(const op_t *op)
{
    return op->operands_num != 0 ? op->operands[0].value->type : (type_t){0};
}

static type_t pointee_type(const op_t *op)
{
    elem_t elem = (elem_t)first_operand_type(op).elem;
    return elem == ELEM_NONE ? (type_t){0} : TYPE_OF_ELEM(elem);
}

static type_t item_type(const op_t *op)
{
    type_t type = first_operand_type(op);
    return type.kind == TYPE_ARRAY ? type.array->item : (type_t){0};
}

static type_t constant_type(const op_t *op)
{
    if (op->types_num != 0 || op->attrs_num == 0) {
        return listed_type(op, 0);
    }
    return op->attrs[0].kind == ATTR_BOOL ? TYPE_OF_ELEM(ELEM_I1) : op->attrs[0].type;
}

static type_t select_type(const op_t *op)
{
    if (op->types_num != 0) {
        return listed_type(op, op->types_num - 1u);
    }
    return op->operands_num > 1 ? op->operands[1].value->type : (type_t){0};
}

static type_t first_listed_type(const op_t *op)
{
    return listed_type(op, 0);
}

static type_t last_listed_type(const op_t *op)
{
    return listed_type(op, op->types_num - 1u);
}

/// The types of results that need not be written: an element type, or what a function takes from the operation.
static const struct {
    elem_t elem;
    type_t (*type)(const op_t *op);
} implied[OP_COUNT] = {
    [OP_CONSTANT] = {.type = constant_type},
    [OP_SELECT] = {.type = select_type},
    [OP_ADDUI_EXT] = {.type = first_listed_type},
    [OP_CMPI] = {ELEM_I1, NULL},
    [OP_CMPF] = {ELEM_I1, NULL},
    [OP_BLOCK_IDX] = {ELEM_I64, NULL},
    [OP_BLOCK_NUM] = {ELEM_I64, NULL},
    [OP_SUBBLOCK_IDX] = {ELEM_I64, NULL},
    [OP_SUBBLOCK_NUM] = {ELEM_I64, NULL},
    [OP_RANK] = {ELEM_I64, NULL},
    [OP_RANK_NUM] = {ELEM_I64, NULL},
    [OP_GET_CTRL] = {ELEM_I64, NULL},
    [OP_SBITSET0] = {ELEM_I64, NULL},
    [OP_SBITSET1] = {ELEM_I64, NULL},
    [OP_VMS4_SR] = {ELEM_I16, NULL},
    [OP_GET_VALID] = {ELEM_INDEX, NULL},
    [OP_VIEW_DIM] = {ELEM_INDEX, NULL},
    [OP_VIEW_STRIDE] = {ELEM_INDEX, NULL},
    [OP_VALID_ROWS] = {ELEM_INDEX, NULL},
    [OP_VALID_COLS] = {ELEM_INDEX, NULL},
    [OP_LOAD_SCALAR] = {.type = pointee_type},
    [OP_LOAD] = {.type = pointee_type},
    [OP_LD_DEV] = {.type = pointee_type},
    [OP_ADDPTR] = {.type = first_operand_type},
    [OP_REMOTE] = {.type = first_operand_type},
    [OP_SPRSTI] = {.type = first_operand_type},
    [OP_SPRSTS] = {.type = first_operand_type},
    [OP_ARRAY_GET] = {.type = item_type},
    [OP_MAKE_VIEW] = {.type = first_listed_type},
    [OP_ALLOC_TILE] = {.type = first_listed_type},
    [OP_ALLOC_MULTI] = {.type = first_listed_type},
    [OP_TGETVAL] = {.type = last_listed_type},
};

/// The type of result i if none is written.
static type_t implied_type(const op_t *op, uint32_t i)
{
    op_id_t id = op_id(op);
    if (id == OP_ADDUI_EXT && i == 1) {
        return TYPE_OF_ELEM(ELEM_I1);
    }
    if (implied[id].elem != ELEM_NONE) {
        return TYPE_OF_ELEM(implied[id].elem);
    }
    if (implied[id].type != NULL) {
        return implied[id].type(op);
    }
    if (op_is_arith(op)) {
        return op->types_num != 0 ? op->types[0].type : first_operand_type(op);
    }
    return op->operands_num == 0 ? listed_type(op, i) : (type_t){0};  // pset_b32 "PAT_ALL" : !pto.mask<b32>
}

/// !pto.mask<G> as a result has the granularity of the instruction.
static type_t settle_mask(const op_t *op, type_t type)
{
    if (type.kind == TYPE_MASK && type.gran == 0 && op->form != NULL) {
        type.gran = op->gran;
    }
    return type;
}

static type_t inferred_type(const op_t *op, uint32_t i)
{
    if (op->form == NULL || i >= op->form->results_num) {
        return (type_t){0};
    }
    uint32_t bits = elem_bits(op->elem);
    switch (op->form->results[i].kind) {
        case SIG_V:
            return op->elem == ELEM_NONE ? (type_t){0}
                                         : (type_t){.kind = TYPE_VREG, .elem = op->elem, .lanes = 2048 / bits};
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

void parse_result_types(ptoc_t *cc, op_t *op)
{
    for (uint32_t i = 0; i < op->results_num; i++) {
        op->results[i].type = i < op->result_types_num ? op->result_types[i].type : (type_t){0};
        if (op->result_types_num == 0) {
            op->results[i].type = op_is(op, OP_PARTITION) ? parse_part_type(cc, op)
                                  : op_is(op, OP_SUBSET)  ? parse_window_type(cc, op)
                                                          : implied_type(op, i);
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
bool parse_result_names(parser_t *p, value_t **results, uint16_t *num)
{
    uint32_t capacity = 8, count = 0;
    value_t *list = parse_new_args(p, capacity);
    do {
        if (p->at->kind != TK_VALUE) {
            return parse_fail(p, "a result name");
        }
        const token_t *name = p->at;
        uint32_t pack = 1;
        parse_advance(p);
        bool packed = parse_at(p, ':');
        if (packed) {
            parse_advance(p);
            if (p->at->kind != TK_INT) {
                return parse_fail(p, "a number of results");
            }
            unsigned long wanted = strtoul(p->at->text, NULL, 10);
            if (wanted == 0 || wanted > 64) {
                return parse_fail(p, "a number of results from 1 to 64");
            }
            pack = (uint32_t)wanted;
            parse_advance(p);
        }
        if (count + pack > ITEMS_MAX) {
            return parse_fail(p, "fewer results");
        }
        for (uint32_t i = 0; i < pack; i++) {
            if (count == capacity) {
                value_t *larger = parse_new_args(p, capacity * 2);
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
    } while (parse_take(p, ','));
    *results = list;
    *num = (uint16_t)count;
    return parse_expect(p, '=');
}
