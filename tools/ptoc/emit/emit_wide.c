// SPDX-License-Identifier: Apache-2.0
//
// Accumulators whose order does not matter: maxima, minima and sums of integers, and of floats where the user says so.
// Each lane of a strip has one of its own, and those of a lane of the register come together behind the loop. A maximum
// of floats is that of the plain instruction; when there was a NaN, nothing is taken, and the loop over registers does
// it all.

#include "ptoc.h"

#include "emit.h"

#include <string.h>

/// The accumulator among the operands of a fold.
static const value_t *accumulator(const op_t *op)
{
    return op->operands[op->operands[0].value->lane == LANE_CARRIED ? 0 : 1].value;
}

static bool is_fold(const op_t *op)
{
    return op->results_num == 1 && op->results[0].lane == LANE_FOLDED && !lanes_has(op, LANES_SELECTS);
}

/// Calls `write` for each fold of the loop.
static void for_each_fold(emitter_t *e, const lane_plan_t *plan,
                          void (*write)(emitter_t *, const lane_plan_t *, const op_t *))
{
    for (const op_t *op = plan->loop->regions[0].block->first; op != NULL; op = op->next) {
        if (is_fold(op)) {
            write(e, plan, op);
        }
    }
}

static void begin(emitter_t *e, const lane_plan_t *plan, const op_t *op)
{
    const value_t *acc = accumulator(op);
    const char *token = elem_token(op->elem);
    emit_begin(e, op->loc);
    emit_printf(e, "PTO_STRIP(%s, m%u) pto_wide%u = ", token, plan->lmul, acc->index);
    const value_t *start = plan->loop->operands[2 + acc->index].value;
    const value_t *scalar = lanes_uniform(start) ? lanes_scalar(start) : NULL;
    if (lanes_has(op, LANES_EXTREME) && scalar != NULL) {
        emit_printf(e, "PTO_STRIP_SPLAT(%s, m%u, PTO_STRIP_HERE(%s, %s));\n", token, plan->lmul, token, scalar->cname);
    } else if (lanes_has(op, LANES_EXTREME)) {
        emit_printf(e, "PTO_STRIP_WIDE(%s, m%u, %s);\n", token, plan->lmul, acc->cname);
    } else {
        emit_printf(e, "PTO_STRIP_NOTHING(%s, m%u);\n", token, plan->lmul);
    }
    if (plan->stops_at_nan) {
        emit_begin(e, op->loc);
        emit_printf(e, "PTO_STRIP_MASK(%s, m%u) pto_nans = PTO_STRIP_NAN(pto_wide%u);\n", token, plan->lmul,
                    acc->index);
        emit_begin(e, op->loc);
        emit_printf(e, "int pto_nan = 0;\n");
    }
}

void emit_wide_begin(emitter_t *e, const lane_plan_t *plan)
{
    for_each_fold(e, plan, begin);
}

void emit_wide_fold(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const value_t *acc = accumulator(op);
    const char *strip = op->operands[acc == op->operands[0].value ? 1 : 0].value->cname;
    const char *tail = plan->tail ? "_TAIL" : "";
    if (plan->stops_at_nan) {
        emit_begin(e, op->loc);
        emit_printf(e,
                    plan->tail ? "pto_nan = PTO_STRIP_ANY(PTO_STRIP_NAN(%s), pto_vl);\n"
                               : "PTO_STRIP_NANS(pto_nans, %s);\n",
                    strip);
    }
    emit_begin(e, op->loc);
    if (lanes_has(op, LANES_TWO)) {
        emit_printf(e, "PTO_STRIP_FOLD_WIDE_2%s(%s, %s, pto_wide%u, %s, %s);\n", tail, op->form->fn,
                    elem_token(op->elem), acc->index, strip, op->operands[2].value->cname);
    } else {
        emit_printf(e, "PTO_STRIP_FOLD_WIDE%s(%s, %s, pto_wide%u, %s);\n", tail, op->form->fn, elem_token(op->elem),
                    acc->index, strip);
    }
}

static void end(emitter_t *e, const lane_plan_t *plan, const op_t *op)
{
    const value_t *acc = accumulator(op);
    emit_begin(e, op->loc);
    emit_printf(e, "PTO_STRIP_WIDE_END(%s, %s, m%u, %s, pto_wide%u);\n",
                lanes_has(op, LANES_TWO) ? "vadd" : op->form->fn, elem_token(op->elem), plan->lmul, acc->cname,
                acc->index);
}

/// The fold of a loop whose maximum is all that is asked of its register: its greatest lane.
static const op_t *greatest_fold(const lane_plan_t *plan)
{
    const op_t *fold = plan->loop->regions[0].block->first;
    while (fold != NULL && !(is_fold(fold) && lanes_has(fold, LANES_EXTREME))) {
        fold = fold->next;
    }
    if (fold == NULL || fold->elem != ELEM_F32 || plan->folds_num != 1) {
        return NULL;
    }
    const value_t *result = &plan->loop->results[accumulator(fold)->index - 1];
    const char *wanted = fold->form->fn[2] == 'a' ? "vcmax" : "vcmin";
    for (const op_t *op = plan->loop->next; op != NULL && result->uses_num == 1; op = op->next) {
        if (op->operands_num == 2 && op->operands[0].value == result) {
            bool asks = lanes_is_first(&op->results[0]) && strcmp(op->form->fn, wanted) == 0;
            return asks && lanes_is_all(op->operands[1].value) ? fold : NULL;
        }
    }
    return NULL;
}

void emit_wide_declare(emitter_t *e, lane_plan_t *plan)
{
    if (plan->wide && plan->stops_at_nan && greatest_fold(plan) != NULL) {
        plan->greatest = arena_printf(&e->cc->arena, "pto_greatest%u", ++e->loops_num);
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "int %s_known = 0;\n", plan->greatest);
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "float %s = 0.0f;\n", plan->greatest);
    }
}

void emit_wide_clean(emitter_t *e, const lane_plan_t *plan)
{
    emit_begin(e, plan->loop->loc);
    emit_printf(e, plan->stops_at_nan ? "if (!pto_nan && !PTO_STRIP_ANY(pto_nans, pto_vl)) {\n" : "{\n");
    e->indent++;
}

void emit_wide_end(emitter_t *e, const lane_plan_t *plan, const char *from)
{
    if (plan->greatest != NULL) {
        const op_t *fold = greatest_fold(plan);
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "%s_known = %s >= %s;\n", plan->greatest, from, plan->loop->operands[1].value->cname);
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "if (%s_known) {\n", plan->greatest);
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "    %s = PTO_STRIP_GREATEST(%s, f32, m%u, pto_wide%u);\n", plan->greatest, fold->form->fn,
                    plan->lmul, accumulator(fold)->index);
        emit_indent(e);
        emit_printf(e, "} else {\n");
        e->indent++;
    }
    for_each_fold(e, plan, end);
    for (uint32_t i = 0; i < 1u + (plan->greatest != NULL); i++) {
        e->indent--;
        emit_indent(e);
        emit_printf(e, "}\n");
    }
}
