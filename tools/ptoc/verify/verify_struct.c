// SPDX-License-Identifier: Apache-2.0
//
// Checks of structs. A struct is storage of the function that declares it: its value may be passed to callees only.

#include <string.h>

#include "ptoc.h"

#include "verify.h"

static type_t operand_type(const op_t *op, uint32_t i)
{
    return i < op->operands_num && op->operands[i].value != NULL ? op->operands[i].value->type : (type_t){0};
}

/// Follows the path after the struct; false if an error was reported.
static bool follow(verifier_t *v, op_t *op, type_t *type)
{
    uint32_t last = 0;
    for (uint32_t i = 1; i < op->operands_num && op->operands[i].indexed; i++) {
        int64_t field;
        last = i;
        if (!value_constant(op->operands[i].value, &field)) {
            FAIL_OPERAND(v, &op->operands[i], "struct-field", "a path is made of numbers, and %s is none",
                         value_spelling(v->cc, op->operands[i].value));
            return false;
        }
        if (type->kind != TYPE_STRUCT) {
            FAIL_OPERAND(v, &op->operands[i], "struct-field", "the path goes on behind a field of %s",
                         verify_type(v, *type));
            return false;
        }
        if (field < 0 || field >= type->record->fields_num) {
            FAIL_OPERAND(v, &op->operands[i], "struct-field", "%s has fields 0 to %u, and this is %lld", type->name,
                         type->record->fields_num - 1, (long long)field);
            return false;
        }
        *type = type->record->fields[field];
    }
    if (last == 0) {
        FAIL_OP(v, op, "struct-field", "'%s' takes a struct and the path of a field: %%s[0]", op->name);
    } else if (type->kind == TYPE_STRUCT) {
        FAIL_OPERAND(v, &op->operands[last], "struct-field", "the path ends at %s; it goes on to one of its scalars",
                     type->name);
    }
    return last != 0 && type->kind != TYPE_STRUCT;
}

static void check_access(verifier_t *v, op_t *op)
{
    bool get = op_is(op, OP_STRUCT_GET);
    type_t whole = operand_type(op, 0), field = whole;
    const op_t *scope = op_vecscope(op);
    if (scope != NULL) {
        diag_t *diag =
            FAIL_OP(v, op, "in-scope", "'%s' is of the scalar unit and cannot stand inside a vector scope", op->name);
        diag_note(v->cc, diag, scope->loc, "the scope starts here");
        return;
    }
    if (whole.kind == TYPE_NONE && op->operands_num != 0) {
        return;
    }
    if (whole.kind != TYPE_STRUCT) {
        FAIL_OP(v, op, "operand-type", "'%s' takes a struct and the path of a field: %%s[0]", op->name);
        return;
    }
    if (op->types_num != 0 && !type_compatible(op->types[0].type, whole)) {
        FAIL_OP(v, op, "type-mismatch", "%s is %s, but %s is listed", value_spelling(v->cc, op->operands[0].value),
                whole.name, verify_type(v, op->types[0].type));
        return;
    }
    if (!follow(v, op, &field)) {
        return;
    }
    const operand_t *end = &op->operands[op->operands_num - 1u];
    if (get ? op->results_num != 1 || !end->indexed : op->results_num != 0 || end->indexed) {
        FAIL_OP(v, op, "operand-count",
                get ? "'%s' takes a struct and gives one field" : "'%s' takes a struct and a value", op->name);
        return;
    }
    type_t moved = get ? op->results[0].type : end->value->type;
    if (!type_compatible(moved, field)) {
        FAIL_OP(v, op, "type-mismatch", "the field of %s is %s, not %s", whole.name, verify_type(v, field),
                verify_type(v, moved));
    }
}

static void check_passed(verifier_t *v, op_t *op)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (operand_type(op, i).kind == TYPE_STRUCT && !op_is(op, OP_CALL)) {
            diag_t *diag = FAIL_OPERAND(v, &op->operands[i], "operand-type",
                                        "a struct does not leave its function: '%s' cannot take %s", op->name,
                                        value_spelling(v->cc, op->operands[i].value));
            verify_note_value(v, diag, op->operands[i].value);
        }
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        if (op->results[i].type.kind == TYPE_STRUCT) {
            FAIL_OP(v, op, "result-type", "only pto.declare_struct gives a struct, not '%s'", op->name);
        }
    }
}

void check_struct(verifier_t *v, op_t *op)
{
    if (op_is(op, OP_STRUCT)) {
        bool one = op->operands_num == 0 && op->results_num == 1;
        if (!one || (op->results[0].type.kind != TYPE_STRUCT && op->results[0].type.kind != TYPE_NONE)) {
            FAIL_OP(v, op, "result-type", "'%s' takes nothing and gives a !pto.struct", op->name);
        }
    } else if (op_is(op, OP_STRUCT_GET) || op_is(op, OP_STRUCT_SET)) {
        check_access(v, op);
    } else {
        check_passed(v, op);
    }
}
