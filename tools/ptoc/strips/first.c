// SPDX-License-Identifier: Apache-2.0
//
// Registers of which only the first lane is used: sums and maxima of a register, and computations on them under a mask
// with the first lane, up to the vdup that broadcasts it. They are scalars (hal/vector/first.h).

#include "ptoc.h"

#include "find.h"

#include <string.h>

/// The vector operations of a function, in order.
typedef struct list {
    ptoc_t *cc;
    op_t **ops;
    uint32_t num, capacity;
} list_t;

static void gather(op_t *op, void *arg)
{
    list_t *list = arg;
    if (op->form == NULL || op_vecscope(op) == NULL) {
        return;
    }
    if (list->num == list->capacity) {
        list->capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        op_t **larger = ARENA_ARRAY(&list->cc->arena, op_t *, list->capacity);
        for (uint32_t i = 0; i < list->num; i++) {
            larger[i] = list->ops[i];
        }
        list->ops = larger;
    }
    list->ops[list->num++] = op;
}

/// Operations in loops that run in strips are emitted differently.
static bool in_strips(const op_t *op)
{
    for (const op_t *at = op->parent->region->owner; at != NULL; at = at->parent->region->owner) {
        if (op_id(at) == OP_FOR && at->aux != NULL) {
            return true;
        }
    }
    return false;
}

/// A constant mask that includes the first lane.
static bool has_first(const value_t *mask)
{
    const op_t *def = mask->def;
    bool pattern = def != NULL && lanes_has(def, LANES_PATTERN) && def->attrs_num != 0 && def->attrs[0].text != NULL;
    return pattern &&
           (strcmp(def->attrs[0].text, "PAT_ALL") == 0 || strncmp(def->attrs[0].text, "PAT_VL", strlen("PAT_VL")) == 0);
}

static bool governed(const op_t *op)
{
    const value_t *mask = op->operands_num == 0 ? NULL : op->operands[op->operands_num - 1].value;
    return mask != NULL && mask->type.kind == TYPE_MASK && has_first(mask);
}

/// An operation whose first lane first.h can compute as a scalar.
static bool may_be_first(const op_t *op)
{
    return lanes_has(op, LANES_FIRST) && op->elem == ELEM_F32 && op->results_num == 1 &&
           op->results[0].type.kind == TYPE_VREG && op->results[0].type.elem == ELEM_F32 && governed(op) &&
           !in_strips(op);
}

static bool is_lowest(const op_t *op)
{
    bound_t bound[SIG_MAX];
    return lanes_has(op, LANES_SPLAT_LANE) && op->elem == ELEM_F32 && op->operands_num == 2 && !in_strips(op) &&
           strcmp(lanes_attr(bound, ops_operands(op, bound, NULL)), "HIGHEST") != 0;
}

/// Backwards: marks results whose only uses are vdups and operations that are marked themselves.
static void mark(op_t *op)
{
    bool first =
        may_be_first(op) && op->results[0].uses_num != 0 && op->results[0].first_uses == op->results[0].uses_num;
    op->flags = first ? op->flags | OP_FIRST : op->flags & ~(uint32_t)OP_FIRST;
    for (uint32_t i = 0; i < op->operands_num && (first || is_lowest(op)); i++) {
        op->operands[i].value->first_uses++;
    }
}

/// Forwards: unmarks operations without a scalar operand, which are cheaper on registers.
static void unmark(op_t *op)
{
    bool scalar = (op->flags & OP_FIRST) == 0 || lanes_has(op, LANES_REDUCES);
    for (uint32_t i = 0; i < op->operands_num && !scalar; i++) {
        scalar = lanes_is_first(op->operands[i].value);
    }
    op->flags = scalar ? op->flags : op->flags & ~(uint32_t)OP_FIRST;
}

bool lanes_is_first(const value_t *value)
{
    return value->def != NULL && value->def->form != NULL && (value->def->flags & OP_FIRST) != 0;
}

static void find_in(ptoc_t *cc, func_t *func)
{
    list_t list = {.cc = cc};
    ir_walk(func->body.block, gather, &list);
    for (uint32_t i = list.num; i-- > 0;) {
        mark(list.ops[i]);
    }
    for (uint32_t i = 0; i < list.num; i++) {
        unmark(list.ops[i]);
    }
}

void lanes_find_first(ptoc_t *cc, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            find_in(cc, func);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        lanes_find_first(cc, inner);
    }
}
