// SPDX-License-Identifier: Apache-2.0
//
// Strips end where the count of a loop does, and registers go on: what the loop as it stands does with the lanes
// beyond. It may store them, by a mask that is not that of the loop; and accumulators take them up.

#include "ptoc.h"

#include "emit/emit.h"
#include "lanes.h"

/// The mask of an operation.
static const value_t *mask_of(const op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    for (uint32_t i = 0; i < num; i++) {
        bool mask = bound[i].item->kind == SIG_M || bound[i].item->kind == SIG_G;
        if (mask && bound[i].operand != NULL) {
            return bound[i].operand->value;
        }
    }
    return NULL;
}

/// Whether a mask has no lane beyond the count: that of the loop, or what a comparison under it found.
static bool ends(const finder_t *f, const value_t *mask)
{
    if (mask == NULL) {
        return false;
    }
    lane_t lane = lanes_class(f, mask);
    return lane == LANE_PREFIX || (lane == LANE_MASK && mask->def->results_num == 1 && ends(f, mask_of(mask->def)));
}

const op_t *lanes_store_beyond(const finder_t *f)
{
    for (const op_t *op = f->body->first; op != NULL && !lanes_all_full(f); op = op->next) {
        if (lanes_has(op, LANES_STORE) && !ends(f, mask_of(op))) {
            return op;
        }
    }
    return NULL;
}
