// SPDX-License-Identifier: Apache-2.0
//
// Communication with other ranks: views of GM, staging tiles, signals.

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

/// (%dst, %src, %session)
static bool async_fits(const op_t *op)
{
    return op->operands_num == 3 && is_view(&op->operands[0]) && is_view(&op->operands[1]) &&
           op->operands[0].value->type.elem == op->operands[1].value->type.elem &&
           op->operands[2].value->type.kind == TYPE_SCALAR;
}

/// (%local, [%acc,] recv(%ping[, %pong]), group(%view, ...))
static bool collective_fits(const op_t *op)
{
    const clause_t *recv = op_clause(op, "recv", 0), *group = op_clause(op, "group", 0);
    uint32_t first = op_is(op, OP_COMM_REDUCE) ? 2 : 1;
    if (recv == NULL || group == NULL || recv->first != first || recv->num < 1 || recv->num > 2 || group->num == 0 ||
        group->first != first + recv->num || op->operands_num != group->first + group->num) {
        return false;
    }
    bool fits = true;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        type_t type = op->operands[i].value->type;
        bool tile = i > 0 && i < group->first;
        fits &= type.elem == op->operands[0].value->type.elem &&
                (tile ? type.kind == TYPE_TILE && type.space == SPACE_UB : is_view(&op->operands[i]));
    }
    return fits;
}

static void check_collective(verifier_t *v, op_t *op)
{
    const attr_t *root = op_attr(op, "root"), *reduce = op_attr(op, "reduceOp");
    bool reduces = op_is(op, OP_COMM_REDUCE);
    if (!collective_fits(op)) {
        FAIL_OP(v, op, "operand-type",
                "'%s' takes a view, %srecv(...) with one or two tiles in vec and group(...) with views, of one type",
                op->name, reduces ? "a tile in vec, " : "");
    } else if (root == NULL || (reduces && reduce == NULL)) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs %s", op->name, root == NULL ? "root" : "reduceOp");
    } else if (root->kind != ATTR_INT || root->integer < 0 || root->integer >= op_clause(op, "group", 0)->num) {
        FAIL_ATTR(v, root, "attribute-value", "root is a place in the group: 0 to %d",
                  op_clause(op, "group", 0)->num - 1);
    } else if (reduces && (reduce->text == NULL || tile_attr_value("reduce_op", reduce->text) == NULL)) {
        FAIL_ATTR(v, reduce, "attribute-value", "reduceOp of '%s' has no value '%s'", op->name,
                  reduce->text == NULL ? "" : reduce->text);
    }
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

static void check_async(verifier_t *v, op_t *op)
{
    if (op_is(op, OP_COMM_SESSION)) {
        bool fits = op->operands_num == 2 && op->operands[0].value->type.kind == TYPE_TILE &&
                    op->operands[1].value->type.kind == TYPE_PTR;
        if (!fits) {
            FAIL_OP(v, op, "operand-type", "'%s' takes a tile and a pointer", op->name);
        }
    } else if (!async_fits(op)) {
        FAIL_OP(v, op, "operand-type", "'%s' takes two views of one type and a session", op->name);
    }
}

/// Handles of copies under way, and completion results, are integers.
static bool gives_handle(const op_t *op)
{
    return OP_IS_ANY(op, OP_COMM_SESSION, OP_COMM_PUT_ASYNC, OP_COMM_GET_ASYNC, OP_PREFETCH_CTX, OP_PREFETCH,
                     OP_PREFETCH_SESSION, OP_ASYNC_WAIT, OP_ASYNC_TEST);
}

/// The attribute of an exchange or a signal, and the class of its values in isa/tile_values.def.
typedef struct {
    const char *key, *cls;
    bool needed;
} choice_t;

static choice_t choice_of(const op_t *op)
{
    if (OP_IS_ANY(op, OP_COMM_TPUT, OP_COMM_TGET)) {
        return (choice_t){"atomicType", "atomic_type", false};
    }
    return op_is(op, OP_COMM_NOTIFY) ? (choice_t){"notifyOp", "notify_op", true} : (choice_t){"cmp", "cmp", true};
}

static void check_choice(verifier_t *v, const op_t *op, choice_t choice)
{
    const attr_t *attr = op_attr(op, choice.key);
    if (attr == NULL && choice.needed) {
        FAIL_OP(v, op, "missing-attribute", "'%s' needs %s", op->name, choice.key);
    } else if (attr != NULL && (attr->text == NULL || tile_attr_value(choice.cls, attr->text) == NULL)) {
        FAIL_ATTR(v, attr, "attribute-value", "%s of '%s' has no value '%s'", choice.key, op->name,
                  attr->text == NULL ? "" : attr->text);
    }
}

static void check_copy(verifier_t *v, const op_t *op)
{
    if (!copy_fits(op)) {
        FAIL_OP(v, op, "operand-type",
                "'%s' takes two views of one type and buf(...) with one or two tiles of it in vec", op->name);
    }
    const attr_t *atomic = op_is(op, OP_COMM_TGET) ? op_attr(op, "atomicType") : NULL;
    if (!v->failed && atomic != NULL && (atomic->text == NULL || strcmp(atomic->text, "atomic_none") != 0)) {
        FAIL_ATTR(v, atomic, "attribute-value", "'%s' has no atomicType: it writes its own memory as it is", op->name);
    }
}

static void check_signal(verifier_t *v, const op_t *op)
{
    if (!signal_fits(op)) {
        FAIL_OP(v, op, "operand-type", "'%s' takes a view of i32 and an integer", op->name);
    }
}

static void check_handle(verifier_t *v, const op_t *op)
{
    bool fits = op->results_num == 0 || (op->results_num == 1 && op->results[0].type.kind == TYPE_SCALAR &&
                                         elem_is_int(op->results[0].type.elem));
    if (!fits) {
        FAIL_OP(v, op, "result-type", "'%s' gives one handle or i1, not %s", op->name,
                verify_type(v, op->results[0].type));
    }
}

/// Copies with staging tiles, and signals.
static void check_exchange(verifier_t *v, const op_t *op)
{
    if (OP_IS_ANY(op, OP_COMM_TPUT, OP_COMM_TGET)) {
        check_copy(v, op);
    } else {
        check_signal(v, op);
    }
    if (!v->failed && op->results_num != (op_is(op, OP_COMM_TEST) ? 1 : 0)) {
        FAIL_OP(v, op, "result-count", "only 'pto.comm.ttest' gives a result, which is an i1");
    }
    if (!v->failed) {
        check_choice(v, op, choice_of(op));
    }
}

void check_tile_comm(verifier_t *v, op_t *op)
{
    if (gives_handle(op)) {
        check_handle(v, op);
    }
    if (v->failed) {
        return;
    }
    if (OP_IS_ANY(op, OP_COMM_BROADCAST, OP_COMM_GATHER, OP_COMM_SCATTER, OP_COMM_REDUCE)) {
        check_collective(v, op);
    } else if (OP_IS_ANY(op, OP_COMM_SESSION, OP_COMM_PUT_ASYNC, OP_COMM_GET_ASYNC)) {
        check_async(v, op);
    } else if (OP_IS_ANY(op, OP_COMM_TPUT, OP_COMM_TGET, OP_COMM_NOTIFY, OP_COMM_WAIT, OP_COMM_TEST)) {
        check_exchange(v, op);
    }
}
