// SPDX-License-Identifier: Apache-2.0
//
// How far into each local memory a kernel may write, so that less has to be cleared in front of the next block. A tile
// ends where its planned address and its shape say; behind a pointer the whole memory may be written.

#include "ptoc.h"

#include "plan.h"

#define CALL_STEPS_MAX 64

typedef struct walk {
    uint64_t *reach;  // by space_t
    uint32_t calls;
} walk_t;

static void extend(uint64_t *reach, uint8_t space, uint64_t end)
{
    reach[space] = end > reach[space] ? end : reach[space];
}

static void extend_all(uint64_t *reach)
{
    for (uint32_t space = 0; space < SPACE_COUNT; space++) {
        reach[space] = REACH_WHOLE;
    }
}

static void add_pointer(uint64_t *reach, type_t type)
{
    if (type.kind == TYPE_PTR && type.space == SPACE_ANY) {
        extend_all(reach);
    } else if (type.kind == TYPE_PTR) {
        reach[type.space] = REACH_WHOLE;
    }
}

/// The tiles that an operation makes; views lie in tiles that others have made.
static void add_tile(uint64_t *reach, const op_t *op, const value_t *tile)
{
    int64_t from, to;
    switch (op_id(op)) {
        case OP_SUBVIEW:
        case OP_SUBSET:
        case OP_TRESHAPE:
        case OP_TILE_BITCAST:
        case OP_MULTI_GET:
        case OP_SELECT:
        case OP_FOR:
        case OP_WHILE:
        case OP_IF:
        case OP_TPOP_AIC:  // in the buffer of its pipe
        case OP_TPOP_AIV:
            return;
        default:
            extend(reach, tile->type.space, plan_tile_range(tile, &from, &to) ? (uint64_t)to : REACH_WHOLE);
            return;
    }
}

static int64_t number_of(const op_t *op, const char *key, int64_t missing)
{
    const attr_t *attr = op_attr(op, key);
    return attr == NULL ? missing : attr->integer;
}

/// The buffer into which another core of the cluster pushes.
static void add_consumer(uint64_t *reach, const op_t *pipe, const char *key, uint8_t space)
{
    const operand_t *buffer = op_operand(pipe, key);
    if (buffer == NULL) {
        return;
    }
    int64_t at, size = 0;
    const op_t *def = buffer->value->def;
    bool known = value_constant(buffer->value, &at);
    if (!known && (op_id(def) == OP_RESERVE || op_id(def) == OP_IMPORT)) {
        known = plan_address(def, &at);
        size = number_of(op_id(def) == OP_IMPORT ? plan_imported(def) : def, "size", 0);
    }
    int64_t slots = number_of(pipe, "slot_size", 0) * number_of(pipe, "slot_num", 8);
    extend(reach, space, known ? (uint64_t)(at + (slots > size ? slots : size)) : REACH_WHOLE);
}

static void add_op(op_t *op, void *arg)
{
    walk_t *walk = arg;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        add_pointer(walk->reach, op->operands[i].value->type);
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        add_pointer(walk->reach, op->results[i].type);
        if (op->results[i].type.kind == TYPE_TILE) {
            add_tile(walk->reach, op, &op->results[i]);
        }
    }
    if (op_is(op, OP_AIC_PIPE) || op_is(op, OP_AIV_PIPE)) {
        add_consumer(walk->reach, op, "c2v_consumer_buf", SPACE_UB);
        add_consumer(walk->reach, op, "v2c_consumer_buf", SPACE_L1);
    }
    if (op->symbol == NULL) {
        return;
    }
    const func_t *callee = op_callee(op);
    if (callee == NULL || callee->body.block == NULL || walk->calls == CALL_STEPS_MAX) {
        extend_all(walk->reach);
        return;
    }
    walk->calls++;
    ir_walk(callee->body.block, add_op, walk);
}

void plan_reach(const func_t *func, uint64_t *reach)
{
    walk_t walk = {.reach = reach};
    ir_walk(func->body.block, add_op, &walk);
}
