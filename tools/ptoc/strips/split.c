// SPDX-License-Identifier: Apache-2.0
//
// Loops of a vecscope over a remaining count: the mask is full while at least a register of lanes is left, which the C
// compiler cannot see. These iterations get a loop of their own.

#include "ptoc.h"

#include "find.h"

#define BODY_MAX 100  // operations: longer bodies are not duplicated

/// A plt whose count and remaining count are loop-carried.
static bool is_carried(const block_t *body, const op_t *op)
{
    const value_t *count = op->operands_num == 1 ? op->operands[0].value : NULL;
    const op_t *yield = op_is(body->last, OP_YIELD) ? body->last : NULL;
    return lanes_has(op, LANES_PREFIX) && op->results_num == 2 && count != NULL && count->block == body &&
           count->index != 0 && yield != NULL && count->index <= yield->operands_num &&
           yield->operands[count->index - 1].value == &op->results[1];
}

/// The only such plt of a short body without nested loops or branches, or NULL.
static op_t *splitting_plt(const block_t *body)
{
    op_t *found = NULL;
    uint32_t ops = 0;
    for (op_t *op = body->first; op != NULL; op = op->next, ops++) {
        bool carried = is_carried(body, op);
        if (op->regions_num != 0 || (carried && found != NULL)) {
            return NULL;
        }
        found = carried ? op : found;
    }
    return ops > BODY_MAX ? NULL : found;
}

static void split_in(op_t *op, void *arg)
{
    (void)arg;
    const lane_plan_t *plan = op_id(op) == OP_FOR ? op->aux : NULL;
    bool vector = op_id(op) == OP_FOR && op->regions_num == 1 && (op_vecscope(op) != NULL || op_is_vecscope(op));
    // Strips that replace the whole loop leave no iterations.
    bool runs = plan == NULL || plan->whole || lanes_whole(plan);
    op_t *plt = vector && runs ? splitting_plt(op->regions[0].block) : NULL;
    if (plt != NULL) {
        plt->flags |= OP_SPLIT;
    }
}

void lanes_split(module_t *module)
{
    ir_walk_module(module, split_in, NULL);
}
