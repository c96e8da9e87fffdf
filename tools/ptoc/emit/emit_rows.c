// SPDX-License-Identifier: Apache-2.0
//
// What a loop over rows finds once, in front of it, for the lane-wise loops in its body: how many lanes they have,
// where that is the same in every row.

#include "ptoc.h"

#include "emit.h"
#include "opt/lanes.h"

#include <string.h>

static bool is_inside(const op_t *rows, const value_t *value)
{
    const finder_t finder = {.body = rows->regions[0].block};
    return lanes_is_inside(&finder, value);
}

/// Lanes ///

/// The name of a count that an earlier loop of the rows has, or NULL.
static const char *known_count(const op_t *rows, const op_t *loop, const char *count)
{
    for (const op_t *op = rows->regions[0].block->first; op != loop; op = op->next) {
        const lane_plan_t *other = live_id(op) == OP_FOR ? op->aux : NULL;
        if (other != NULL && other->row_count != NULL && strcmp(other->row_text, count) == 0) {
            return other->row_count;
        }
    }
    return NULL;
}

static void hoist_count(emitter_t *e, const op_t *rows, lane_plan_t *plan)
{
    const op_t *loop = plan->loop;
    bool varies = is_inside(rows, loop->operands[0].value) || is_inside(rows, loop->operands[1].value) ||
                  (plan->plt != NULL && is_inside(rows, plan->left));
    if (plan->count >= 0 || varies) {
        return;
    }
    plan->row_text = lanes_count(e, plan);
    const char *known = known_count(rows, loop, plan->row_text);
    if (known == NULL) {
        known = arena_printf(&e->cc->arena, "pto_lanes%u", ++e->loops_num);
        emit_printf(e, "#ifdef PTO_HAS_STRIPS\n");
        emit_begin(e, rows->loc);
        emit_printf(e, "const ptrdiff_t %s = pto_strips_num((ptrdiff_t)(%s));\n", known, plan->row_text);
        emit_printf(e, "#endif\n");
    }
    plan->row_count = known;
}

void emit_rows(emitter_t *e, op_t *rows)
{
    for (op_t *op = rows->regions[0].block->first; op != NULL && e->scope != NULL; op = op->next) {
        if (live_id(op) == OP_FOR && op->aux != NULL) {
            hoist_count(e, rows, op->aux);
        }
    }
}
