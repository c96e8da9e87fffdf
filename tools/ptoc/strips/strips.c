// SPDX-License-Identifier: Apache-2.0
//
// Finds loops of vector functions that run in strips, and other properties that the C compiler cannot see.

#include "ptoc.h"

#include "find.h"

void strips_module(ptoc_t *cc, module_t *module)
{
    lanes_find(cc, module);
    lanes_find_first(cc, module);
    lanes_settle(cc, module);
    lanes_split(module);
}

/// Loop-invariant scalars are hoisted.
static bool is_hoisted(const op_t *op)
{
    const lane_t lane = op->results_num == 0 ? LANE_NONE : (lane_t)op->results[0].lane;
    return lane == (op->desc->cls == OPS_VECTOR ? LANE_FIXED : LANE_SCALAR);
}

strip_kind_t lanes_kind(const lane_plan_t *plan, const op_t *op)
{
    static const struct {
        unsigned trait;
        strip_kind_t kind;
    } kinds[] = {{LANES_LOAD, STRIP_LOAD},
                 {LANES_STORE, STRIP_STORE},
                 {LANES_MASK_STORE, STRIP_MASK_STORE},
                 {LANES_GATHER, STRIP_GATHER},
                 {LANES_CONVERTS, STRIP_CONVERT}};
    if (is_hoisted(op)) {
        return STRIP_HOISTED;
    }
    if (op->desc->cls != OPS_VECTOR || op == plan->plt) {
        return STRIP_NOTHING;
    }
    if ((op->flags & OP_PARTS) != 0) {
        return STRIP_PART;
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (lanes_has(op, kinds[i].trait)) {
            return kinds[i].kind;
        }
    }
    switch (op->results_num == 0 ? LANE_NONE : (lane_t)op->results[0].lane) {
        case LANE_FOLDED:
            return lanes_has(op, LANES_SELECTS) ? STRIP_NOTHING : STRIP_FOLD;
        case LANE_STRIP:
        case LANE_MASK:
            return STRIP_OP;
        default:
            return STRIP_NOTHING;
    }
}

bool lanes_may_misalign(const address_t *address)
{
    return !address->mask && !address->parts && address->multiple % 32 != 0;
}
