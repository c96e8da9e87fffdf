// SPDX-License-Identifier: Apache-2.0
//
// Dead code elimination: operations with effects and their transitive operands are emitted. Scalar code that only feeds
// sections of absent cores is dropped with these. Also finds the captures of a vecscope: values become parameters of
// its vector function, constants are repeated inside, where the compiler sees them.

#include "ptoc.h"

#include "emit.h"

static bool is_pure(const op_t *op)
{
    return op->desc == NULL || op_is_arith(op) || op->desc->cls == OPS_VALUE;
}

/// The vecscope whose vector function reads the operands of `op`.
static op_t *use_scope(op_t *op)
{
    return op_id(op) == OP_FOR && op_is_vecscope(op) ? op : op_vecscope(op);
}

static op_t *scope_of_value(const value_t *value)
{
    if (value->def != NULL) {
        return op_vecscope(value->def);
    }
    for (const block_t *block = value->block; block != NULL && block->region->owner != NULL;
         block = block->region->owner->parent) {
        if (op_is_vecscope(block->region->owner)) {
            return block->region->owner;
        }
    }
    return NULL;
}

static void mark_op(op_t *op)
{
    if ((op->flags & OP_LIVE) != 0) {
        return;
    }
    op->flags |= OP_LIVE;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        op_t *def = op->operands[i].value->def;
        if (def == NULL) {
            continue;
        }
        // A constant used only in another scope is emitted there instead.
        if (op_id(def) != OP_CONSTANT || use_scope(op) == op_vecscope(def)) {
            mark_op(def);
        }
    }
}

/// A section for a core that the kernel does not have.
static bool is_left_out(const op_t *op)
{
    kernel_t kernel = op->func->is_kernel ? func_kernel(op->func) : KERNEL_MIXED;
    return (op_id(op) == OP_SECTION_CUBE && kernel == KERNEL_VECTOR) ||
           (op_id(op) == OP_SECTION_VEC && kernel == KERNEL_CUBE);
}

static void mark_block(const block_t *block)
{
    for (op_t *op = block->first; op != NULL; op = op->next) {
        if (is_left_out(op)) {
            continue;
        }
        if (!is_pure(op)) {
            mark_op(op);
        }
        for (uint32_t i = 0; i < op->regions_num; i++) {
            if (op->regions[i].block != NULL) {
                mark_block(op->regions[i].block);
            }
        }
    }
}

void live_mark(ptoc_t *cc, func_t *func)
{
    (void)cc;
    if (func->body.block != NULL) {
        mark_block(func->body.block);
    }
}

typedef struct collector {
    ptoc_t *cc;
    op_t *scope;
    captures_t *captures;
    uint32_t values_capacity, constants_capacity;
} collector_t;

static void *grow(ptoc_t *cc, void *items, uint32_t num, uint32_t *capacity)
{
    if (num < *capacity) {
        return items;
    }
    *capacity = *capacity == 0 ? 16 : *capacity * 2;
    void **larger = ARENA_ARRAY(&cc->arena, void *, *capacity);
    for (uint32_t i = 0; i < num; i++) {
        larger[i] = ((void **)items)[i];
    }
    return larger;
}

static void capture_value(collector_t *c, value_t *value)
{
    op_t *from = scope_of_value(value);
    if (from == c->scope || value->aux == c->scope) {
        return;
    }
    value->aux = c->scope;
    captures_t *captures = c->captures;
    if (value->def != NULL && op_id(value->def) == OP_CONSTANT) {
        captures->constants = grow(c->cc, captures->constants, captures->constants_num, &c->constants_capacity);
        captures->constants[captures->constants_num++] = value->def;
    } else {
        captures->values = grow(c->cc, captures->values, captures->num, &c->values_capacity);
        captures->values[captures->num++] = value;
    }
}

static void capture_operands(op_t *op, void *arg)
{
    collector_t *c = arg;
    if ((op->flags & OP_LIVE) == 0) {
        return;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        capture_value(c, op->operands[i].value);
    }
}

captures_t live_captures(ptoc_t *cc, op_t *scope)
{
    captures_t captures = {0};
    collector_t collector = {.cc = cc, .scope = scope, .captures = &captures};
    if (op_id(scope) == OP_FOR) {
        capture_operands(scope, &collector);
    }
    for (uint32_t i = 0; i < scope->regions_num; i++) {
        if (scope->regions[i].block != NULL) {
            ir_walk(scope->regions[i].block, capture_operands, &collector);
        }
    }
    return captures;
}
