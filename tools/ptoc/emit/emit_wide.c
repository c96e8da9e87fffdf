// SPDX-License-Identifier: Apache-2.0
//
// Accumulators that may be folded in any order: maxima, minima and sums of integers, and of floats if the user allows
// it. Each lane of a strip has its own accumulator; those of one register lane are combined after the loop. Float
// maxima use the plain instruction. If a NaN occurred, the result is discarded and the loop over registers runs from
// the start.

#include "ptoc.h"

#include "emit.h"

static void begin(emitter_t *e, const lane_plan_t *plan, const fold_t *fold)
{
    const op_t *op = fold->op;
    const value_t *acc = fold->accumulator, *start = fold->start;
    const char *token = elem_token(op->elem);
    emit_text(e, op->loc, "PTO_STRIP(%s, m%u) pto_wide%u = ", token, plan->lmul, acc->index);
    const value_t *scalar = lanes_uniform(start) ? lanes_scalar(start) : NULL;
    if (lanes_has(op, LANES_EXTREME) && scalar != NULL) {
        emit_printf(e, "PTO_STRIP_SPLAT(%s, m%u, PTO_STRIP_HERE(%s, %s));\n", token, plan->lmul, token, scalar->cname);
    } else if (lanes_has(op, LANES_EXTREME)) {
        emit_printf(e, "PTO_STRIP_WIDE(%s, m%u, %s);\n", token, plan->lmul, acc->cname);
    } else {
        emit_printf(e, "PTO_STRIP_NOTHING(%s, m%u);\n", token, plan->lmul);
    }
    if (plan->stops_at_nan) {
        emit_text(e, op->loc, "PTO_STRIP_MASK(%s, m%u) pto_nans = PTO_STRIP_NAN(pto_wide%u);\n", token, plan->lmul,
                  acc->index);
        emit_text(e, op->loc, "int pto_nan = 0;\n");
    }
}

void emit_wide_begin(emitter_t *e, const lane_plan_t *plan)
{
    for (uint32_t i = 0; i < plan->folds_num; i++) {
        begin(e, plan, &plan->folds[i]);
    }
}

void emit_wide_fold(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const op_t *op = strip->op;
    const value_t *acc = strip->fold->accumulator;
    const bool last = e->strips == STRIPS_LAST;
    if (plan->stops_at_nan) {
        emit_text(e, op->loc,
                  last ? "pto_nan = PTO_STRIP_ANY(PTO_STRIP_NAN(%s), pto_vl);\n" : "PTO_STRIP_NANS(pto_nans, %s);\n",
                  strip->args[0].value->cname);
    }
    emit_text(e, op->loc, "PTO_STRIP_FOLD_WIDE%s(%s, %s, pto_wide%u, ", last ? "_TAIL" : "", op->form->fn,
              elem_token(op->elem), acc->index);
    emit_strip_args(e, plan, strip);
    emit_printf(e, ");\n");
}

static void end(emitter_t *e, const lane_plan_t *plan, const fold_t *fold)
{
    const op_t *op = fold->op;
    const value_t *acc = fold->accumulator;
    emit_text(e, op->loc, "PTO_STRIP_WIDE_END(%s, %s, m%u, %s, pto_wide%u);\n",
              lanes_has(op, LANES_TWO) ? "vadd" : op->form->fn, elem_token(op->elem), plan->lmul, acc->cname,
              acc->index);
}

void emit_wide_declare(emitter_t *e, const lane_plan_t *plan)
{
    if (plan->greatest != NULL) {
        const char *name = arena_printf(&e->cc->arena, "pto_greatest%u", ++e->loops_num);
        plan->greatest_value->cname = name;
        emit_text(e, plan->loop->loc, "int %s_known = 0;\n", name);
        emit_text(e, plan->loop->loc, "float %s = 0.0f;\n", name);
    }
}

void emit_wide_clean(emitter_t *e, const lane_plan_t *plan)
{
    emit_text(e, plan->loop->loc, plan->stops_at_nan ? "if (!pto_nan && !PTO_STRIP_ANY(pto_nans, pto_vl)) {\n" : "{\n");
    e->indent++;
}

void emit_wide_end(emitter_t *e, const lane_plan_t *plan, const char *from)
{
    if (plan->greatest != NULL) {
        const char *name = plan->greatest_value->cname;
        emit_text(e, plan->loop->loc, "%s_known = %s >= %s;\n", name, from, plan->loop->operands[1].value->cname);
        emit_text(e, plan->loop->loc, "if (%s_known) {\n", name);
        emit_text(e, plan->loop->loc, "    %s = PTO_STRIP_GREATEST(%s, f32, m%u, pto_wide%u);\n", name,
                  plan->greatest->op->form->fn, plan->lmul, plan->greatest->accumulator->index);
        emit_indent(e);
        emit_printf(e, "} else {\n");
        e->indent++;
    }
    for (uint32_t i = 0; i < plan->folds_num; i++) {
        end(e, plan, &plan->folds[i]);
    }
    for (uint32_t i = 0; i < 1u + (plan->greatest != NULL); i++) {
        emit_close(e);
    }
}
