// SPDX-License-Identifier: Apache-2.0
//
// Values of the abstract run: known integers, and pointers as a root and a byte offset. An unknown value gets a new
// root each time its operation runs, so pointers that may differ never compare equal.

#include "ptoc.h"

#include <string.h>

#include "lint.h"

cell_t *eval_cell(eval_t *eval, value_t *value)
{
    if (value->aux == NULL) {
        value->aux = ARENA_NEW(&eval->cc->arena, cell_t);
        if (value->type.kind == TYPE_PTR) {
            ((cell_t *)value->aux)->root = ++eval->roots_num;
        }
    }
    return value->aux;
}

cell_t eval_operand(eval_t *eval, const op_t *op, uint32_t i)
{
    return i < op->operands_num && op->operands[i].value != NULL ? *eval_cell(eval, op->operands[i].value)
                                                                 : (cell_t){0};
}

void eval_set(eval_t *eval, value_t *value, cell_t cell)
{
    if (value->type.kind == TYPE_PTR && cell.root == 0) {
        cell = (cell_t){.root = ++eval->roots_num, .loads = cell.loads};
    }
    *eval_cell(eval, value) = cell;
}

cell_t eval_known(int64_t value)
{
    return (cell_t){.known = true, .value = value};
}

/// Wraps to the width of a type, signed.
static int64_t wrap(int64_t value, elem_t elem)
{
    uint32_t bits = elem_bits(elem);
    if (bits == 0 || bits >= 64) {
        return value;
    }
    if (bits == 1) {
        return value & 1;
    }
    return (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits);
}

static uint64_t unsigned_of(int64_t value, elem_t elem)
{
    uint32_t bits = elem_bits(elem);
    return bits == 0 || bits >= 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << bits) - 1);
}

static cell_t compare(const op_t *op, int64_t a, int64_t b)
{
    const attr_t *attr = op_positional(op, 0);
    const char *name = attr != NULL && attr->text != NULL ? attr->text : "";
    elem_t elem = (elem_t)op->operands[0].value->type.elem;
    uint64_t ua = unsigned_of(a, elem), ub = unsigned_of(b, elem);
    const struct {
        const char *name;
        bool result;
    } predicates[] = {{"eq", a == b},  {"ne", a != b},   {"slt", a < b},    {"sle", a <= b},  {"sgt", a > b},
                      {"sge", a >= b}, {"ult", ua < ub}, {"ule", ua <= ub}, {"ugt", ua > ub}, {"uge", ua >= ub}};
    for (size_t i = 0; i < sizeof(predicates) / sizeof(predicates[0]); i++) {
        if (strcmp(predicates[i].name, name) == 0) {
            return eval_known(predicates[i].result);
        }
    }
    return (cell_t){0};
}

static cell_t arithmetic(const op_t *op, int64_t a, int64_t b)
{
    elem_t elem = (elem_t)op->operands[0].value->type.elem;
    uint64_t ua = unsigned_of(a, elem), ub = unsigned_of(b, elem);
    uint32_t bits = elem_bits(elem);
    bool overflows = b == -1 && a == INT64_MIN;
    // A flat list: one expression for each operation.
    switch (op->desc->id) {
        case OP_ADDI:
            return eval_known(wrap((int64_t)((uint64_t)a + (uint64_t)b), elem));
        case OP_SUBI:
            return eval_known(wrap((int64_t)((uint64_t)a - (uint64_t)b), elem));
        case OP_MULI:
            return eval_known(wrap((int64_t)((uint64_t)a * (uint64_t)b), elem));
        case OP_DIVSI:
            return b == 0 || overflows ? (cell_t){0} : eval_known(wrap(a / b, elem));
        case OP_REMSI:
            return b == 0 || overflows ? (cell_t){0} : eval_known(wrap(a % b, elem));
        case OP_DIVUI:
            return ub == 0 ? (cell_t){0} : eval_known(wrap((int64_t)(ua / ub), elem));
        case OP_REMUI:
            return ub == 0 ? (cell_t){0} : eval_known(wrap((int64_t)(ua % ub), elem));
        case OP_ANDI:
            return eval_known(a & b);
        case OP_ORI:
            return eval_known(a | b);
        case OP_XORI:
            return eval_known(a ^ b);
        case OP_SHLI:
            return ub >= bits ? (cell_t){0} : eval_known(wrap((int64_t)((uint64_t)a << ub), elem));
        case OP_SHRUI:
            return ub >= bits ? (cell_t){0} : eval_known(wrap((int64_t)(ua >> ub), elem));
        case OP_CMPI:
            return compare(op, a, b);
        default:
            return (cell_t){0};
    }
}

static cell_t eval_arith(eval_t *eval, const op_t *op)
{
    int64_t constant;
    cell_t a = eval_operand(eval, op, 0), b = eval_operand(eval, op, 1);
    switch (op->desc->id) {
        case OP_CONSTANT:
            return value_constant(&op->results[0], &constant) ? eval_known(constant) : (cell_t){0};
        case OP_INDEX_CAST:
        case OP_EXTSI:
        case OP_TRUNCI:
            return a.known ? eval_known(wrap(a.value, (elem_t)op->results[0].type.elem)) : (cell_t){0};
        case OP_INDEX_CASTUI:
        case OP_EXTUI:
            return a.known ? eval_known(wrap((int64_t)unsigned_of(a.value, (elem_t)op->operands[0].value->type.elem),
                                             (elem_t)op->results[0].type.elem))
                           : (cell_t){0};
        case OP_SELECT:
            return a.known ? eval_operand(eval, op, a.value != 0 ? 1 : 2) : (cell_t){0};
        default:
            return op->operands_num == 2 && a.known && b.known ? arithmetic(op, a.value, b.value) : (cell_t){0};
    }
}

static cell_t eval_pointer(eval_t *eval, const op_t *op)
{
    cell_t base = eval_operand(eval, op, 0), offset = eval_operand(eval, op, 1);
    if (op_is(op, OP_CASTPTR)) {
        bool from_integer = op->operands[0].value->type.kind == TYPE_SCALAR;
        if (from_integer) {
            return base.known ? (cell_t){.root = ROOT_ABSOLUTE, .value = base.value} : (cell_t){0};
        }
        return op->results[0].type.kind == TYPE_PTR ? base : (cell_t){0};
    }
    if (op_is(op, OP_ADDPTR) && offset.known) {
        uint64_t bytes = (uint64_t)offset.value * (elem_bits((elem_t)op->operands[0].value->type.elem) / 8);
        base.value = (int64_t)((uint64_t)base.value + bytes);
        return base;
    }
    return (cell_t){0};
}

/// The cells of an array's items in row-major order.
static cell_t *array_cells(eval_t *eval, value_t *array, uint32_t *num)
{
    *num = 1;
    for (uint32_t i = 0; i < array->type.array->rank; i++) {
        *num *= array->type.array->sizes[i];
    }
    if (array->aux == NULL) {
        array->aux = ARENA_ARRAY(&eval->cc->arena, cell_t, *num);
    }
    return array->aux;
}

/// The item that a get or set accesses, NULL if an index is unknown.
static cell_t *array_item(eval_t *eval, const op_t *op)
{
    value_t *value = op->operands[0].value;
    uint32_t num, at = 0;
    cell_t *cells = array_cells(eval, value, &num);
    for (uint32_t i = 0; i < value->type.array->rank; i++) {
        cell_t index = eval_operand(eval, op, i + 1);
        if (!index.known || index.value < 0 || index.value >= value->type.array->sizes[i]) {
            return NULL;
        }
        at = at * value->type.array->sizes[i] + (uint32_t)index.value;
    }
    return &cells[at];
}

void eval_array_set(eval_t *eval, const op_t *op)
{
    cell_t *item = op->parent->region->owner == NULL ? array_item(eval, op) : NULL;
    if (item != NULL) {
        *item = eval_operand(eval, op, op->operands_num - 1u);
        return;
    }
    uint32_t num;
    cell_t *cells = array_cells(eval, op->operands[0].value, &num);
    memset(cells, 0, num * sizeof(*cells));
}

cell_t eval_op(eval_t *eval, const op_t *op)
{
    if (op_is_arith(op)) {
        return eval_arith(eval, op);
    }
    if (op_is(op, OP_ARRAY_GET)) {
        const cell_t *item = array_item(eval, op);
        return item != NULL ? *item : (cell_t){0};
    }
    return op_is(op, OP_CASTPTR) || op_is(op, OP_ADDPTR) ? eval_pointer(eval, op) : (cell_t){0};
}

/// Clears value_t.aux, which holds the cells: the emitter expects NULL.
static void forget_block(block_t *block)
{
    for (uint32_t i = 0; i < block->args_num; i++) {
        block->args[i].aux = NULL;
    }
}

static void forget_op(op_t *op, void *arg)
{
    (void)arg;
    for (uint32_t i = 0; i < op->results_num; i++) {
        op->results[i].aux = NULL;
    }
    for (uint32_t i = 0; i < op->regions_num; i++) {
        if (op->regions[i].block != NULL) {
            forget_block(op->regions[i].block);
        }
    }
}

void eval_forget(func_t *func)
{
    ir_walk(func->body.block, forget_op, NULL);
    forget_block(func->body.block);
}
