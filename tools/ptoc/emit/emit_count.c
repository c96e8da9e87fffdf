// SPDX-License-Identifier: Apache-2.0
//
// The first lane and the number of lanes of a lane-wise loop, as C; see strips.h.

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

/// The count of the mask of the first iteration.
static const char *left_text(emitter_t *e, const lane_plan_t *plan)
{
    arena_t *arena = &e->cc->arena;
    return plan->sum == NULL ? plan->left->cname
                             : arena_printf(arena, "(int32_t)(%s)", lanes_start(e, plan, plan->sum, "INT64_C(0)"));
}

void emit_lanes_value(emitter_t *e, const lane_plan_t *plan, loc_t loc)
{
    const char *name = arena_printf(&e->cc->arena, "pto_lanes%u", ++e->loops_num);
    plan->lanes_value->cname = NULL;
    emit_text(e, loc, "const ptrdiff_t %s = pto_strips_num((ptrdiff_t)(%s));\n", name, lanes_count(e, plan));
    plan->lanes_value->cname = name;
}

const char *lanes_count(emitter_t *e, const lane_plan_t *plan)
{
    arena_t *arena = &e->cc->arena;
    const op_t *loop = plan->loop;
    if (plan->count >= 0) {
        return arena_printf(arena, "%" PRId64, plan->count);
    }
    if (plan->lanes_value != NULL && plan->lanes_value->cname != NULL) {
        return plan->lanes_value->cname;
    }
    const char *bounds = arena_printf(arena, "%s, %s, %" PRId64 ", %u", loop->operands[0].value->cname,
                                      loop->operands[1].value->cname, plan->step, plan->lanes);
    return plan->plt == NULL ? arena_printf(arena, "(ptrdiff_t)pto_strip_lanes(%s)", bounds)
                             : arena_printf(arena, "pto_strip_count(%s, %s)", bounds, left_text(e, plan));
}

static const char *extent_text(arena_t *arena, const lane_plan_t *plan, const address_t *address, const char *count)
{
    if (plan->count >= 0) {
        return arena_printf(arena, "%" PRId64, lanes_extent(plan, address));
    }
    if (address->parts) {
        return arena_printf(arena, "(%s / %u * %" PRId64 " + %" PRId64 ")", count, plan->lanes, address->pitch,
                            address->pitch + address->bytes);
    }
    return arena_printf(arena, "%s * %u", count, elem_bits(address->elem) / 8);
}

const char *lanes_extents(emitter_t *e, const lane_plan_t *plan, const apart_t *apart)
{
    arena_t *arena = &e->cc->arena;
    const char *count = lanes_count(e, plan), *store = extent_text(arena, plan, apart->store, count);
    return apart->same_lanes ? store
                             : arena_printf(arena, "%s, %s", store, extent_text(arena, plan, apart->other, count));
}
