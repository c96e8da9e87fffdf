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

/// The type of result i if none is written.
static type_t implied_type(const op_t *op, uint32_t i)
{
    op_id_t id = op_id(op);
    switch (id) {
        case OP_CONSTANT: {
            const attr_t *attr = op->attrs_num != 0 ? &op->attrs[0] : NULL;
            bool boolean = attr != NULL && attr->kind == ATTR_BOOL;
            return op->types_num != 0 ? op->types[0].type
                   : boolean          ? TYPE_OF_ELEM(ELEM_I1)
                   : attr != NULL     ? attr->type
                                      : (type_t){0};
        }
        case OP_CMPI:
        case OP_CMPF:
            return TYPE_OF_ELEM(ELEM_I1);
        case OP_SELECT:
            return op->types_num != 0     ? op->types[op->types_num - 1].type
                   : op->operands_num > 1 ? op->operands[1].value->type
                                          : (type_t){0};
        case OP_ADDUI_EXT:
            return i == 1 ? TYPE_OF_ELEM(ELEM_I1) : listed_type(op, 0);
        case OP_BLOCK_IDX:
        case OP_BLOCK_NUM:
        case OP_SUBBLOCK_IDX:
        case OP_SUBBLOCK_NUM:
        case OP_RANK:
        case OP_RANK_NUM:
        case OP_GET_CTRL:
        case OP_SBITSET0:
        case OP_SBITSET1:
            return TYPE_OF_ELEM(ELEM_I64);
        case OP_VMS4_SR:
            return TYPE_OF_ELEM(ELEM_I16);
        case OP_LOAD_SCALAR:
        case OP_LOAD:
        case OP_LD_DEV:
            return first_operand_type(op).elem == ELEM_NONE ? (type_t){0} : TYPE_OF_ELEM(first_operand_type(op).elem);
        case OP_ADDPTR:
        case OP_REMOTE:
        case OP_SPRSTI:
        case OP_SPRSTS:
            return first_operand_type(op);
        case OP_ARRAY_GET:
            return first_operand_type(op).kind == TYPE_ARRAY ? first_operand_type(op).array->item : (type_t){0};
        case OP_MAKE_VIEW:
        case OP_ALLOC_TILE:
        case OP_ALLOC_MULTI:
            return listed_type(op, 0);
        case OP_GET_VALID:
        case OP_VIEW_DIM:
        case OP_VIEW_STRIDE:
        case OP_VALID_ROWS:
        case OP_VALID_COLS:
            return TYPE_OF_ELEM(ELEM_INDEX);
        case OP_TGETVAL:
            return listed_type(op, op->types_num - 1u);
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
            op->results[i].type = op_is(op, OP_PARTITION) ? parse_part_type(cc, op) : implied_type(op, i);
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
