// SPDX-License-Identifier: Apache-2.0
//
// Where a lane-wise loop starts and how many lanes it has, as C; see lanes.h.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>

/// "text + term", "text + term * 64".
static const char *add_product(arena_t *arena, const char *text, const value_t *term, int64_t factor)
{
    if (factor == 1) {
        return arena_printf(arena, "%s + %s", text, term->cname);
    }
    return arena_printf(arena, "%s + %s * %" PRId64, text, term->cname, factor);
}

const char *lanes_start(emitter_t *e, const lane_plan_t *plan, const address_t *address, const char *base)
{
    arena_t *arena = &e->cc->arena;
    const char *text = base;
    const value_t *lower = plan->loop->operands[0].value;
    int64_t constant = 0, offset = address->offset;
    if (!value_constant(lower, &constant) && address->variable != 0) {
        text = add_product(arena, text, lower, address->variable);
    }
    offset += address->variable * constant;
    for (uint32_t i = 0; i < address->terms_num; i++) {
        text = add_product(arena, text, address->terms[i], address->factors[i]);
    }
    return offset == 0 ? text : arena_printf(arena, "%s + %" PRId64, text, offset);
}

/// How many lanes the mask of the first turn has at most.
static const char *left_text(emitter_t *e, const lane_plan_t *plan)
{
    arena_t *arena = &e->cc->arena;
    return plan->sum == NULL ? plan->left->cname
                             : arena_printf(arena, "(int32_t)(%s)", lanes_start(e, plan, plan->sum, "INT64_C(0)"));
}

const char *lanes_count(emitter_t *e, const lane_plan_t *plan)
{
    arena_t *arena = &e->cc->arena;
    const op_t *loop = plan->loop;
    if (plan->count >= 0) {
        return arena_printf(arena, "%" PRId64, plan->count);
    }
    if (plan->row_count != NULL) {
        return plan->row_count;
    }
    const char *bounds = arena_printf(arena, "%s, %s, %" PRId64 ", %u", loop->operands[0].value->cname,
                                      loop->operands[1].value->cname, plan->step, plan->lanes);
    return plan->plt == NULL ? arena_printf(arena, "(ptrdiff_t)pto_strip_lanes(%s)", bounds)
                             : arena_printf(arena, "pto_strip_count(%s, %s)", bounds, left_text(e, plan));
}
