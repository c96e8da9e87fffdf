// SPDX-License-Identifier: Apache-2.0
//
// Strips end at the count of a loop, registers may extend past it. Here is what the original loop does with the lanes
// beyond: it may store them, under another mask than the loop's, and fold them into accumulators.

#include "ptoc.h"

#include "find.h"

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

/// Whether a mask excludes all lanes beyond the count: the loop's mask, or a comparison under it.
static bool ends(const finder_t *f, const value_t *mask)
{
    if (mask == NULL) {
        return false;
    }
    lane_t lane = lanes_class(f, mask);
    return lane == LANE_PREFIX || (lane == LANE_MASK && mask->def->results_num == 1 && ends(f, mask_of(mask->def)));
}

/// Whether a strip is zero beyond the count.
static bool is_padded(const finder_t *f, const value_t *strip)
{
    return lanes_class(f, strip) == LANE_STRIP && !lanes_has(strip->def, LANES_SELECTS | LANES_LOAD | LANES_GATHER) &&
           ends(f, mask_of(strip->def));
}

/// The vsel that ends a fold, or NULL.
static const op_t *select_of(const op_t *fold)
{
    for (const op_t *op = fold->next; op != NULL; op = op->next) {
        if (lanes_has(op, LANES_SELECTS) && op->results[0].lane == LANE_FOLDED &&
            op->operands[0].value == &fold->results[0]) {
            return op;
        }
    }
    return NULL;
}

/// The initial value of an accumulator.
static const value_t *start_of(const finder_t *f, const op_t *fold)
{
    const bool first = fold->operands[0].value->lane == LANE_CARRIED;
    return f->plan->loop->operands[2 + fold->operands[first ? 0 : 1].value->index].value;
}

/// Whether adding zeros leaves a sum unchanged. It changes -0.0, which a sum that starts with 0.0 never becomes. A
/// rounded product of a multiply-add may be -0.0.
static bool ignores_zeros(const finder_t *f, const op_t *fold)
{
    if (!lanes_has(fold, LANES_SUMS) || lanes_elem_kind(fold->elem) != 'F') {
        return lanes_has(fold, LANES_SUMS);
    }
    const value_t *start = start_of(f, fold);
    const value_t *scalar = lanes_uniform(start) ? lanes_scalar(start) : NULL;
    return !lanes_has(fold, LANES_TWO) && scalar != NULL && value_is_zero(scalar);
}

lanes_beyond_t lanes_beyond(const finder_t *f, const op_t *fold)
{
    const op_t *select = select_of(fold);
    if (select != NULL && lanes_class(f, mask_of(select)) == LANE_PREFIX) {
        return LANES_KEPT;
    }
    if (lanes_class(f, mask_of(fold)) == LANE_PREFIX) {
        return LANES_ZEROED;
    }
    for (uint32_t i = 0; i < fold->operands_num && f->plan->plt != NULL; i++) {
        const value_t *value = fold->operands[i].value;
        if (value->type.kind == TYPE_VREG && value->lane != LANE_CARRIED && !is_padded(f, value)) {
            return LANES_UNKNOWN;
        }
    }
    return ignores_zeros(f, fold) ? LANES_KEPT : LANES_PADDED;
}

/// Folding whole strips skips the lanes beyond the count. So the fold must add zeros there, or keep the accumulator.
static bool fold_fits(const finder_t *f, const op_t *fold)
{
    lanes_beyond_t beyond = lanes_beyond(f, fold);
    if (f->plan->wide) {
        return beyond == LANES_KEPT || (beyond == LANES_PADDED && lanes_has(fold, LANES_SUMS));
    }
    return beyond != LANES_UNKNOWN && !f->plan->stops_at_nan;
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

/// Whether all folds of the loop satisfy a predicate.
static bool all_folds(const finder_t *f, bool (*is)(const finder_t *f, const op_t *fold))
{
    bool all = f->plan->folds_num != 0 && !f->plan->parts && !f->plan->masks;
    for (const op_t *op = f->body->first; op != NULL && all; op = op->next) {
        if (op->results_num == 1 && op->results[0].lane == LANE_FOLDED && !lanes_has(op, LANES_SELECTS)) {
            all = is(f, op);
        }
    }
    return all;
}

bool lanes_may_cut(const finder_t *f)
{
    return all_folds(f, fold_fits) && lanes_store_beyond(f) == NULL;
}

/// If a strip ends inside a register, the fold must keep the register's other half.
static bool keeps(const finder_t *f, const op_t *fold)
{
    return !f->plan->cut || lanes_beyond(f, fold) == LANES_KEPT;
}

bool lanes_may_halve(const finder_t *f)
{
    return f->plan->lmul == 8 && f->plan->stops_at_nan == f->plan->wide && all_folds(f, keeps);
}
