// SPDX-License-Identifier: Apache-2.0
//
// Checks of local arrays: small arrays of scalars or pointers on the stack of the scalar unit.

#include "ptoc.h"

#include <string.h>

#include "verify.h"

static type_t operand_type(const op_t *op, uint32_t i)
{
    return i < op->operands_num && op->operands[i].value != NULL ? op->operands[i].value->type : (type_t){0};
}

static void check_declare(verifier_t *v, op_t *op)
{
    type_t type = op->results_num == 1 ? op->results[0].type : (type_t){0};
    if (op->results_num != 1 || op->operands_num != 0) {
        FAIL_OP(v, op, "operand-count", "'%s' takes nothing and gives one array", op->name);
    } else if (type.kind != TYPE_ARRAY && type.kind != TYPE_NONE && type.kind != TYPE_OPAQUE) {  // unknown: reported
        FAIL_OP(v, op, "result-type", "'%s' gives a !pto.local_array, not %s", op->name, verify_type(v, type));
    }
}

static void check_index(verifier_t *v, const operand_t *index, uint32_t size)
{
    type_t type = index->value->type;
    int64_t constant;
    if (type.kind == TYPE_NONE) {
        return;
    }
    if (type.kind != TYPE_SCALAR || !elem_is_int(type.elem)) {
        verify_fail_value(v, index, "operand-type", "an index is an integer");
    } else if (value_constant(index->value, &constant) && (constant < 0 || constant >= size)) {
        FAIL_OPERAND(v, index, "array-index", "an index here is 0 to %u, and this is %lld", size - 1,
                     (long long)constant);
    }
}

/// %array[%i, %j], followed by the value for a set.
static void check_element_access(verifier_t *v, op_t *op, type_t moved, uint32_t others)
{
    type_t type = operand_type(op, 0);
    uint32_t indices = op->operands_num > others ? op->operands_num - others : 0;
    if (type.kind == TYPE_NONE && op->operands_num != 0) {
        return;
    }
    if (type.kind != TYPE_ARRAY) {
        FAIL_OP(v, op, "operand-type", "'%s' takes an array and its indices: %%array[%%i]", op->name);
        return;
    }
    const array_t *array = type.array;
    if (op->types_num != 0 && !type_compatible(op->types[0].type, type)) {
        FAIL_OP(v, op, "type-mismatch", "%s is %s, but %s is listed", value_spelling(v->cc, op->operands[0].value),
                type.name, verify_type(v, op->types[0].type));
        return;
    }
    if (indices != array->rank) {
        FAIL_OP(v, op, "array-index", "an element of %s has %u %s, and %u %s given", type.name, array->rank,
                array->rank == 1 ? "index" : "indices", indices, indices == 1 ? "is" : "are");
        return;
    }
    for (uint32_t i = 0; i < array->rank; i++) {
        check_index(v, &op->operands[i + 1], array->sizes[i]);
    }
    if (!type_compatible(moved, array->item)) {
        FAIL_OP(v, op, "type-mismatch", "the items of %s are %s, not %s", type.name, verify_type(v, array->item),
                verify_type(v, moved));
    }
}

/// An array cannot be passed on as a value: only its elements are used.
static void check_whole(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (operand_type(op, i).kind == TYPE_ARRAY) {
            diag_t *diag =
                FAIL_OPERAND(v, &op->operands[i], "operand-type", "'%s' cannot take a whole array: write %s[%%i]",
                             op->name, value_spelling(v->cc, op->operands[i].value));
            verify_note_value(v, diag, op->operands[i].value);
        }
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (op->results[i].type.kind == TYPE_ARRAY) {
            FAIL_OP(v, op, "result-type", "only pto.declare_local_array gives an array, not '%s'", op->name);
        }
    }
}

void check_array(verifier_t *v, op_t *op)
{
    bool get = op_is(op, OP_ARRAY_GET), set = op_is(op, OP_ARRAY_SET);
    if (!get && !set && !op_is(op, OP_ARRAY)) {
        check_whole(v, op);
        return;
    }
    const op_t *scope = op_vecscope(op);
    if (scope != NULL) {
        diag_t *diag =
            FAIL_OP(v, op, "in-scope",
                    get ? "an array belongs to the scalar unit: inside a vector scope its index comes from outside"
                        : "'%s' is of the scalar unit and cannot stand inside a vector scope",
                    op->name);
        diag_note(v->cc, diag, scope->loc, "the scope starts here");
    } else if (get && op->results_num != 1) {
        FAIL_OP(v, op, "result-count", "'%s' gives one value, but %u are bound", op->name, op->results_num);
    } else if (get) {
        check_element_access(v, op, op->results[0].type, 1);
    } else if (set) {
        check_element_access(v, op, operand_type(op, op->operands_num - 1u), 2);
    } else {
        check_declare(v, op);
    }
}
