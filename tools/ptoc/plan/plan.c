// SPDX-License-Identifier: Apache-2.0
//
// What the text of tile kernels leaves open, in the order in which it is decided.

#include "ptoc.h"

#include "plan.h"

static void leave(op_t *op, op_t *scope)
{
    block_t *block = op->parent;
    *(op->prev == NULL ? &block->first : &op->prev->next) = op->next;
    *(op->next == NULL ? &block->last : &op->next->prev) = op->prev;
    op->parent = scope->parent;
    op->depth = scope->depth;
    op->prev = scope->prev;
    op->next = scope;
    *(scope->prev == NULL ? &scope->parent->first : &scope->prev->next) = op;
    scope->prev = op;
}

/// Descriptors of tiles stay with the scalar unit: a vector function takes the addresses.
static void hoist_addresses(op_t *scope)
{
    block_t *body = scope->regions_num == 0 ? NULL : scope->regions[0].block;
    for (op_t *op = body == NULL ? NULL : body->first, *next; op != NULL; op = next) {
        next = op->next;
        bool query = OP_IS_ANY(op, OP_TILE_ADDR, OP_GET_VALID, OP_VALID_ROWS, OP_VALID_COLS);
        const op_t *def = query ? op->operands[0].value->def : NULL;
        if (query && (def == NULL || op_vecscope(def) == NULL)) {
            leave(op, scope);
        }
    }
}

static void visit_scope(op_t *op, void *arg)
{
    (void)arg;
    if (op_is_vecscope(op)) {
        hoist_addresses(op);
    }
}

void plan_module(ptoc_t *cc, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block == NULL) {
            continue;
        }
        ir_walk(func->body.block, visit_scope, NULL);
        plan_memory(cc, func);
        if (cc->errors_num == 0) {
            plan_sync(cc, func);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        plan_module(cc, inner);
    }
}
