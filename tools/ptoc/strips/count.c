// SPDX-License-Identifier: Apache-2.0
//
// The mask of a loop: a plt whose count is loop-carried, or recomputed in each iteration.

#include "ptoc.h"

#include "find.h"

/// A plt of a carried count whose remaining count is carried on.
static bool is_chained(const finder_t *f, const op_t *op)
{
    const block_t *body = f->body;
    const op_t *yield = body->last;
    const value_t *count = op->operands[0].value;
    return count->block == body && count->index > 0 && op_id(yield) == OP_YIELD &&
           yield->operands_num >= count->index && op->results_num == 2 &&
           yield->operands[count->index - 1].value == &op->results[1];
}

static const value_t *cast_of(const value_t *value)
{
    const op_t *def = value->def;
    bool cast = def != NULL && (op_id(def) == OP_INDEX_CAST || op_id(def) == OP_EXTSI);
    return cast ? def->operands[0].value : value;
}

/// Whether a sum has the same value in a wider type, provided that it fits 32 bits.
static bool is_exact(finder_t *f, const value_t *value, uint32_t depth)
{
    address_t sum;
    const op_t *def = value->def;
    if (lanes_class(f, value) == LANE_SCALAR || value == &f->body->args[0]) {
        return true;
    }
    if (cast_of(value) != value) {
        return lanes_affine(f, cast_of(value), &sum) && sum.terms_num == 0;
    }
    bool pair = def != NULL && depth < 8 && (op_id(def) == OP_ADDI || op_id(def) == OP_SUBI || op_id(def) == OP_MULI);
    return pair && is_exact(f, def->operands[0].value, depth + 1) && is_exact(f, def->operands[1].value, depth + 1);
}

/// A count recomputed in each iteration that decreases by a register's lanes, as %n - %i, possibly clipped to a
/// register's lanes.
static const address_t *counted_anew(finder_t *f, const value_t *count)
{
    int64_t limit;
    const value_t *whole = cast_of(count);
    const op_t *def = whole->def;
    if (def != NULL && op_id(def) == OP_MINSI && def->operands_num == 2) {
        bool first = value_constant(def->operands[0].value, &limit);
        if (!first && !value_constant(def->operands[1].value, &limit)) {
            return NULL;
        }
        whole = limit < f->plan->lanes ? NULL : cast_of(def->operands[first ? 1 : 0].value);
    }
    address_t *sum = ARENA_NEW(&f->cc->arena, address_t);
    bool counts = whole != NULL && is_exact(f, whole, 0) && lanes_affine(f, whole, sum) &&
                  (f->plan->once || sum->variable * f->plan->step == -(int64_t)f->plan->lanes);
    for (uint32_t i = 0; counts && i < sum->terms_num; i++) {
        const elem_t elem = sum->terms[i]->type.elem;
        bool wide = elem == ELEM_INDEX || elem_bits(elem) == 64 || sum->factors[i] == 1;
        counts = wide && !lanes_is_inside(f->body, sum->terms[i]);
    }
    return counts ? sum : NULL;
}

/// Whether a plt of the loop's width takes its first count: the loop carries the remaining one, or has a single
/// iteration.
static bool starts_count(const finder_t *f, const op_t *op)
{
    return f->plan->plt == NULL &&
           (is_chained(f, op) || (f->plan->once && lanes_class(f, op->operands[0].value) == LANE_SCALAR));
}

/// Makes a plt the mask of the loop if its count is carried or recomputed.
static bool take_plt(finder_t *f, op_t *op)
{
    lane_plan_t *plan = f->plan;
    const value_t *count = op->operands[0].value;
    if (plan->plt != NULL && plan->plt->operands[0].value == count) {
        return true;
    }
    if (starts_count(f, op)) {
        plan->plt = op;
        plan->left_arg = is_chained(f, op) ? count->index : 0;
        plan->left = plan->left_arg != 0 ? f->loop->operands[2 + count->index].value : count;
        return true;
    }
    bool alone = op->results_num == 2 && op->results[1].uses_num == 0 && lanes_class(f, count) == LANE_GONE;
    const address_t *sum = alone ? counted_anew(f, count) : NULL;
    if (sum == NULL || (plan->plt != NULL && (plan->sum == NULL || !lanes_same_sum(plan->sum, sum)))) {
        return false;
    }
    plan->plt = plan->plt == NULL ? op : plan->plt;
    plan->sum = plan->sum == NULL ? sum : plan->sum;
    return true;
}

/// The mask of the first lanes. A plt with a constant count of all lanes is no mask. In a single-iteration loop any
/// count may be the mask.
void lanes_visit_plt(finder_t *f, op_t *op)
{
    const lane_plan_t *plan = f->plan;
    const value_t *count = op->operands_num == 1 ? op->operands[0].value : NULL;
    const bool width = op->gran == plan->bits;
    int64_t constant;
    bool fixed = count != NULL && lanes_class(f, count) == LANE_SCALAR && op->results_num == 2 &&
                 op->results[1].uses_num == 0 && !plan->once;
    if (count == NULL || (!width && !fixed)) {
        lanes_give_up(f, op->loc, "this mask is not of the width of the lanes");
    } else if (width && value_constant(count, &constant) && constant >= plan->lanes) {
        lanes_set(op, 0, LANE_ALL);
    } else if (width && take_plt(f, op)) {
        lanes_set(op, 0, LANE_PREFIX);
    } else if (fixed) {
        lanes_set(op, 0, LANE_FIXED);
    } else {
        lanes_give_up(f, op->loc, "the count of this plt is neither carried nor counted down by the loop");
    }
    lanes_set(op, 1, LANE_LEFT);
}
