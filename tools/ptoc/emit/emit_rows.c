// SPDX-License-Identifier: Apache-2.0
//
// Hoists counts and alias checks of lane-wise loops in front of a loop over rows; see strips/rows.c.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>

static const char *expr_text(arena_t *arena, const expr_t *expr)
{
    switch (expr->kind) {
        case EXPR_CONSTANT:
            return arena_printf(arena, "UINT64_C(%" PRIu64 ")", expr->number);
        case EXPR_VALUE:
            return arena_printf(arena, "(uint64_t)%s", expr->value->cname);
        case EXPR_DISTANCE:
            return arena_printf(arena, "((uintptr_t)%s - (uintptr_t)%s + UINT64_C(%" PRIu64 "))", expr->value->cname,
                                expr->from->cname, expr->number);
        case EXPR_MUL:
            return arena_printf(arena, "%s * %s", expr_text(arena, expr->a), expr_text(arena, expr->b));
        case EXPR_ADD:
        case EXPR_SUB:
            return arena_printf(arena, "(%s %c %s)", expr_text(arena, expr->a), expr->kind == EXPR_ADD ? '+' : '-',
                                expr_text(arena, expr->b));
        default:
            return "0";
    }
}

static void emit_apart_value(emitter_t *e, const lane_plan_t *plan)
{
    arena_t *arena = &e->cc->arena;
    const operand_t *bounds = plan->rows->operands;
    const char *name = arena_printf(arena, "pto_apart%u", ++e->loops_num);
    emit_text(e, plan->rows->loc, "const int %s = ", name);
    for (const strip_guard_t *guard = plan->rows_guards; guard != NULL; guard = guard->next) {
        const apart_t *apart = guard->apart;
        emit_printf(e, "%spto_strips_%s_rows(%s, %s, pto_strip_lanes(%s, %s, %s, 1), %s)",
                    guard == plan->rows_guards ? "" : " & ", apart->same_lanes ? "apart" : "clear",
                    expr_text(arena, apart->distance.first),
                    apart->distance.step == NULL ? "0" : expr_text(arena, apart->distance.step), bounds[0].value->cname,
                    bounds[1].value->cname, bounds[2].value->cname, lanes_extents(e, plan, apart));
    }
    emit_printf(e, ";\n");
    *plan->apart_name = name;
}

void emit_rows(emitter_t *e, const op_t *rows)
{
    for (const op_t *op = rows->regions[0].block->first; op != NULL; op = op->next) {
        const lane_plan_t *plan = op_id(op) == OP_FOR ? op->aux : NULL;
        if (plan == NULL || plan->rows != rows) {
            continue;
        }
        if (plan->counted == COUNT_ROWS) {
            emit_printf(e, "#ifdef PTO_HAS_STRIPS\n");
            emit_lanes_value(e, plan, rows->loc);
            emit_printf(e, "#endif\n");
        }
        if (plan->rows_guards != NULL) {
            emit_printf(e, "#ifdef PTO_HAS_STRIPS\n");
            emit_apart_value(e, plan);
            emit_printf(e, "#endif\n");
        }
    }
}
