// SPDX-License-Identifier: Apache-2.0
//
// Exchange with other ranks: views of GM, tiles on the way, signals.

#include "ptoc.h"

#include "verify.h"

#include <string.h>

static bool is_view(const operand_t *operand)
{
    uint8_t kind = operand->value->type.kind;
    return kind == TYPE_PART || kind == TYPE_TENSOR;
}

/// (%dst, %src, buf(%ping[, %pong]))
static bool copy_fits(const op_t *op)
{
    const clause_t *stage = op_clause(op, "buf", 0);
    if (stage == NULL || stage->num < 1 || stage->num > 2 || op->operands_num != 2u + stage->num || stage->first != 2) {
        return false;
    }
    uint8_t elem = op->operands[0].value->type.elem;
    bool fits = is_view(&op->operands[0]) && is_view(&op->operands[1]) && op->operands[1].value->type.elem == elem;
    for (uint32_t i = 2; i < op->operands_num; i++) {
        type_t type = op->operands[i].value->type;
        fits &= type.kind == TYPE_TILE && type.space == SPACE_UB && type.elem == elem;
    }
    return fits;
}

/// (%signal, %value)
static bool signal_fits(const op_t *op)
{
    if (op->operands_num != 2 || !is_view(&op->operands[0])) {
        return false;
    }
    type_t value = op->operands[1].value->type;
    return elem_bits(op->operands[0].value->type.elem) == 32 && elem_is_int(op->operands[0].value->type.elem) &&
           value.kind == TYPE_SCALAR && elem_is_int(value.elem);
}

void check_tile_comm(verifier_t *v, op_t *op)
{
    bool copies = op_is(op, OP_COMM_TPUT) || op_is(op, OP_COMM_TGET), notifies = op_is(op, OP_COMM_NOTIFY);
    if (!copies && !notifies && !op_is(op, OP_COMM_WAIT) && !op_is(op, OP_COMM_TEST)) {
        return;
    }
    const char *key = copies ? "atomicType" : notifies ? "notifyOp" : "cmp";
    const char *cls = copies ? "atomic_type" : notifies ? "notify_op" : "cmp";
    const attr_t *attr = op_attr(op, key);
    if (copies && !copy_fits(op)) {
        FAIL_OP(v, op, "operand-type",
                "'%s' takes two views of one type and buf(...) with one or two tiles of it in vec", op->name);
    } else if (!copies && !signal_fits(op)) {
        FAIL_OP(v, op, "operand-type", "'%s' takes a view of i32 and an integer", op->name);
    } else if (op->results_num != (op_is(op, OP_COMM_TEST) ? 1 : 0)) {
        FAIL_OP(v, op, "result-count", "only 'pto.comm.ttest' gives a result, which is an i1");
    } else if (attr == NULL && !copies) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs %s", op->name, key);
    } else if (attr != NULL && (attr->text == NULL || tile_attr_value(cls, attr->text) == NULL)) {
        FAIL_ATTR(v, attr, "attribute-value", "%s of '%s' has no value '%s'", key, op->name,
                  attr->text == NULL ? "" : attr->text);
    }
}
