// SPDX-License-Identifier: Apache-2.0
//
// Functions with pto.simt_entry, which the threads of a grid run.

#include "ptoc.h"

#include <isa/limits.h>

bool func_is_simt(const func_t *func)
{
    return attr_find(func->attrs, func->attrs_num, "pto.simt_entry") != NULL;
}

int64_t func_simt_threads(const func_t *func)
{
    const attr_t *threads = attr_find(func->attrs, func->attrs_num, "pto.simt_max_threads");
    return threads != NULL ? threads->integer : PTO_SIMT_THREADS;
}

bool op_is_simt_launch(const op_t *op)
{
    const func_t *callee = op_is(op, OP_CALL) ? op_callee(op) : NULL;
    return op_is(op, OP_SIMT_LAUNCH) || (callee != NULL && func_is_simt(callee));
}

static void find_meeting(op_t *op, void *arg)
{
    bool group = op->desc != NULL && op->desc->cls == OPS_SIMT && op->desc->simt == SIMT_GROUP;
    *(bool *)arg |= group || op_is(op, OP_SYNCTHREADS);
}

bool op_meets(const op_t *op)
{
    bool found = false;
    find_meeting((op_t *)op, &found);
    for (uint32_t i = 0; i < op->regions_num && !found; i++) {
        if (op->regions[i].block != NULL) {
            ir_walk(op->regions[i].block, find_meeting, &found);
        }
    }
    return found;
}

bool func_meets(const func_t *func)
{
    bool found = false;
    if (func->body.block != NULL) {
        ir_walk(func->body.block, find_meeting, &found);
    }
    return found;
}
