// SPDX-License-Identifier: Apache-2.0
//
// The plan of a lane-wise loop: its lanes, its register groups, and whether it may run in strips at all. See strips.h.

#include "ptoc.h"

#include "find.h"

#define VREG_BYTES     256
#define REGISTERS_MANY 32  // registers from which on folding whole strips pays off, despite the reduction at the end

/// Carried values must be either the count of a plt, unused after the loop, or accumulators.
static bool carried_fits(const finder_t *f)
{
    uint32_t carried = f->body->args_num - 1;
    if (f->plan->folds_num != 0) {
        bool alone = !f->plan->stops_at_nan || f->plan->folds_num == 1;
        for (uint32_t i = 0; i < f->plan->addresses_num; i++) {
            alone = alone && !(f->plan->stops_at_nan && f->plan->addresses[i].store);
        }
        return carried == f->plan->folds_num + (f->plan->left_arg != 0) && alone;
    }
    for (uint32_t i = 0; i < f->loop->results_num; i++) {
        if (f->loop->results[i].uses_num != 0) {
            return false;
        }
    }
    return carried == 0 || (carried == 1 && f->plan->left_arg == 1);
}

/// Registers ///

/// An operation's position in the body, for live ranges.
static uint32_t place_of(const op_t *op)
{
    return op->flags >> 16;
}

/// The largest number of live strips, including temporaries of the macros.
static uint32_t strips_alive(const finder_t *f)
{
    uint32_t places = 0, most = 1;
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        op->flags = (op->flags & 0xFFFF) | ++places << 16;
    }
    uint32_t *last_use = ARENA_ARRAY(&f->cc->arena, uint32_t, places + 2);
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        for (uint32_t i = 0; i < op->operands_num; i++) {
            const value_t *value = op->operands[i].value;
            if (value->def != NULL && lanes_is_inside(f->body, value) &&
                (value->lane == LANE_STRIP || value->lane == LANE_PARTS || value->lane == LANE_WIDE ||
                 value->lane == LANE_NARROW)) {
                last_use[place_of(value->def)] = place_of(op);
            }
        }
    }
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        uint32_t alive = 0, at = place_of(op);  // a second result is computed after the first: operands live on
        for (uint32_t i = 1; i <= at; i++) {
            alive += last_use[i] > at || (i == at && last_use[i] >= at);
        }
        const lanes_row_t *row = lanes_row(op);
        alive += row == NULL ? 0 : row->groups;
        alive += (op->flags & OP_PARTS) != 0 ? 1 : lanes_has(op, LANES_MASK_STORE) ? 2 : 0;
        most = alive > most ? alive : most;
    }
    return most;
}

/// Whether no strip is shorter than a register.
static bool groups_fit(const finder_t *f)
{
    for (const op_t *op = f->body->first; op != NULL && !f->failed; op = op->next) {
        for (uint32_t i = 0; i < op->results_num; i++) {
            if (lanes_group(f->plan, &op->results[i]) == 0) {
                return false;
            }
        }
    }
    return true;
}

/// The width of the lanes that a loop counts: that of its stores, else of its mask, else the widest element.
static uint32_t lane_bits(const block_t *body)
{
    uint32_t stored = 0, governed = 0, widest = 0;
    for (const op_t *op = body->first; op != NULL; op = op->next) {
        if (lanes_has(op, LANES_STORE) && stored == 0) {
            bound_t bound[SIG_MAX];
            stored = lanes_stored_bits(op->elem, lanes_attr(bound, ops_operands(op, bound, NULL)));
        } else if (lanes_has(op, LANES_PREFIX) && governed == 0) {
            governed = op->gran;
        }
        bool vector = op->form != NULL && op->results_num != 0 && op->results[0].type.kind == TYPE_VREG;
        uint32_t bits = vector ? elem_bits(op->results[0].type.elem) : 0;
        widest = bits > widest ? bits : widest;
    }
    return stored != 0 ? stored : governed != 0 ? governed : widest;
}

/// The trip count of a loop, -1 if it is only known at run time.
static int64_t trip_count(const op_t *loop, int64_t step)
{
    int64_t lower, upper;
    bool known = value_constant(loop->operands[0].value, &lower) && value_constant(loop->operands[1].value, &upper);
    if (!known || lower < -(INT64_C(1) << 40) || upper > INT64_C(1) << 40) {
        return -1;
    }
    return upper <= lower ? 0 : (upper - lower + step - 1) / step;
}

bool lanes_left(const lane_plan_t *plan, int64_t *left)
{
    int64_t lower;
    if (plan->sum == NULL) {
        return value_constant(plan->left, left);
    }
    if (plan->sum->terms_num != 0 || !value_constant(plan->loop->operands[0].value, &lower)) {
        return false;
    }
    return !__builtin_mul_overflow(plan->sum->variable, lower, left) &&
           !__builtin_add_overflow(*left, plan->sum->offset, left);
}

bool lanes_left_is_inside(const lane_plan_t *plan, const block_t *block)
{
    if (plan->sum == NULL) {
        return lanes_is_inside(block, plan->left);
    }
    bool inside = lanes_is_inside(block, plan->loop->operands[0].value);
    for (uint32_t i = 0; i < plan->sum->terms_num; i++) {
        inside = inside || lanes_is_inside(block, plan->sum->terms[i]);
    }
    return inside;
}

/// The lanes of the whole loop, if its bounds are constant.
static int64_t count_lanes(const finder_t *f)
{
    int64_t left, iterations = trip_count(f->loop, f->plan->step), total = iterations * f->plan->lanes;
    if (iterations < 0) {
        return -1;
    }
    if (f->plan->plt == NULL) {
        return total;
    }
    if (!lanes_left(f->plan, &left)) {
        return -1;
    }
    return left < 0 ? 0 : left < total ? left : total;
}

bool lanes_all_full(const finder_t *f)
{
    return f->plan->plt == NULL ||
           (count_lanes(f) >= 0 && count_lanes(f) == trip_count(f->loop, f->plan->step) * f->plan->lanes);
}

static bool is_fold(const op_t *op)
{
    return op->results_num == 1 && op->results[0].lane == LANE_FOLDED && !lanes_has(op, LANES_SELECTS);
}

/// Whether the accumulators are independent of the order, bit for bit: maxima, minima, sums of integers. Sums of floats
/// are not, and are reordered only if the user allows it.
static bool folds_in_any_order(const finder_t *f)
{
    uint32_t folds = 0;
    for (const op_t *op = f->body->first; op != NULL && !f->failed; op = op->next) {
        bool fold = is_fold(op);
        bool floats = lanes_elem_kind(op->elem) == 'F',
             few = f->plan->count >= 0 && f->plan->count < REGISTERS_MANY * f->plan->lanes;
        bool sum = lanes_has(op, LANES_SUMS) && (!floats || (f->cc->reassociate && !few));
        if (fold && !lanes_has(op, LANES_EXTREME) && !sum) {
            return false;
        }
        folds += fold;
    }
    return folds != 0 && !f->plan->parts;
}

static void list_folds(finder_t *f)
{
    lane_plan_t *plan = f->plan;
    plan->folds = ARENA_ARRAY(&f->cc->arena, fold_t, plan->folds_num);
    uint32_t num = 0;
    for (op_t *op = f->body->first; op != NULL && plan->folds_num != 0; op = op->next) {
        if (is_fold(op)) {
            const value_t *accumulator = op->operands[op->operands[0].value->lane == LANE_CARRIED ? 0 : 1].value;
            plan->folds[num++] =
                (fold_t){op, accumulator, f->loop->operands[2 + accumulator->index].value, lanes_beyond(f, op)};
        }
    }
}

/// Chooses the form of the loop, when everything else is known.
static void choose_form(finder_t *f)
{
    lane_plan_t *plan = f->plan;
    const bool slices = plan->count >= 0 && plan->count <= (int64_t)plan->lanes;
    // A constant number of whole strips unrolls better, and has the fewest calls of elementary functions.
    const bool all = !lanes_whole(plan) || (plan->cut && !plan->wide && !plan->calls && plan->count < 0);
    plan->form = !all ? STRIPS_WHOLE : slices ? STRIPS_ONE : STRIPS_ALL;
    if (all) {
        // A pair of strips needs three addresses per access: its own, that of the second strip, and that of the next
        // pair.
        plan->pace = plan->addresses_num > 6 ? PACE_SINGLE : PACE_PAIRS;
    } else {
        // When strips are folded whole, at most two fit the registers.
        plan->pace = plan->calls || plan->parts ? PACE_SINGLE : plan->wide ? PACE_PAIRS : PACE_UNROLLED;
    }
    list_folds(f);
}

/// The initial plan of a loop, or NULL.
static lane_plan_t *new_plan(finder_t *f)
{
    op_t *loop = f->loop;
    int64_t step;
    uint32_t bits = lane_bits(f->body);
    if (loop->operands_num < 3 || !value_constant(loop->operands[2].value, &step) || step <= 0 || step > 1 << 20) {
        lanes_give_up(f, loop->loc, "the step is not a constant");
        return NULL;
    }
    if (bits == 0) {
        lanes_give_up(f, loop->loc, "the loop neither loads nor stores");
        return NULL;
    }
    lane_plan_t *plan = ARENA_NEW(&f->cc->arena, lane_plan_t);
    *plan = (lane_plan_t){
        .loop = loop, .lanes = VREG_BYTES * 8 / bits, .bits = bits, .step = step, .once = trip_count(loop, step) == 1};
    return plan;
}

static void visit_body(finder_t *f)
{
    for (uint32_t i = 0; i < f->body->args_num; i++) {
        bool vector = f->body->args[i].type.kind == TYPE_VREG;
        f->body->args[i].lane = (uint8_t)(i == 0 ? LANE_INDEX : vector ? LANE_CARRIED : LANE_LEFT);
    }
    for (op_t *op = f->body->first; op != NULL && !f->failed; op = op->next) {
        lanes_visit(f, op);
    }
    if (!f->failed && !carried_fits(f)) {
        lanes_give_up(f, f->loop->loc, "what the loop carries or returns is neither a count nor an accumulator alone");
    }
}

/// Gives up if strips cannot handle the count of the loop.
static void check_count(finder_t *f)
{
    const lane_plan_t *plan = f->plan;
    const op_t *beyond = lanes_whole(plan) ? NULL : lanes_store_beyond(f);
    int64_t left;
    if (plan->sum != NULL && lanes_left(plan, &left) && (left < -(INT64_C(1) << 30) || left > INT32_MAX)) {
        lanes_give_up(f, plan->plt->loc, "the count of this plt does not fit into 32 bits");
    } else if (plan->masks && (plan->count < 0 || !lanes_all_full(f))) {
        lanes_give_up(f, f->loop->loc, "a stored mask may be that of a part of a register");
    } else if (plan->parts && plan->count >= 0 && plan->count < 2 * (int64_t)plan->lanes) {
        lanes_give_up(f, f->loop->loc, "it has one register, and not all of it is done lane by lane");
    } else if (beyond != NULL) {
        lanes_give_up(f, beyond->loc, "the mask of this store may have lanes beyond the count of the loop");
    }
}

static void check_places(finder_t *f)
{
    const lane_plan_t *plan = f->plan;
    lanes_compare(f);
    if (plan->aparts_num != 0 && plan->plt != NULL && lanes_left_is_inside(plan, f->body)) {
        lanes_give_up(f, plan->plt->loc, "the count of this plt is computed in the loop");
    }
}

/// The register groups that fit, and how accumulators use them.
static void choose_registers(finder_t *f)
{
    lane_plan_t *plan = f->plan;
    const uint32_t alive = strips_alive(f);
    plan->lmul = alive <= 3 ? 8 : alive <= 7 ? 4 : 2;
    plan->wide = folds_in_any_order(f) && alive + plan->folds_num <= (plan->lmul == 8 ? 3 : 7);
    plan->full = alive * plan->lmul >= 24;
    plan->cut = lanes_may_cut(f);
    plan->halves = lanes_may_halve(f);
    if (plan->addresses_num == 0) {
        lanes_give_up(f, f->loop->loc, "the loop neither loads nor stores");
    } else if (alive > 14 || !groups_fit(f)) {
        lanes_give_up(f, f->loop->loc, "too many values are alive at one time");
    }
}

static lane_plan_t *plan_loop(finder_t *f)
{
    static void (*const steps[])(finder_t *) = {check_count, check_places, choose_registers, choose_form};
    f->plan = new_plan(f);
    if (f->plan == NULL) {
        return NULL;
    }
    visit_body(f);
    f->plan->count = f->failed ? -1 : count_lanes(f);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !f->failed; i++) {
        steps[i](f);
    }
    return f->failed ? NULL : f->plan;
}

static bool holds_loop(const block_t *body)
{
    const op_t *op = body->first;
    while (op != NULL && op_id(op) != OP_FOR) {
        op = op->next;
    }
    return op != NULL;
}

/// --explain-speed: whether a loop runs in strips, or the operation that prevents it. Of a loop over rows, its loops tell.
static void explain(const finder_t *f, const lane_plan_t *plan)
{
    if (holds_loop(f->body)) {
        return;
    }
    if (plan != NULL) {
        diag_remark(f->cc, f->loop->loc, "speed", "the loop runs in strips of register groups m%u%s", plan->lmul,
                    plan->parts ? ", some of it register by register" : "");
        return;
    }
    diag_t *diag = diag_remark(f->cc, f->loop->loc, "speed", "the loop runs register by register: %s", f->why);
    if (f->why_loc != f->loop->loc) {
        diag_note(f->cc, diag, f->why_loc, "here");
    }
}

/// --fast-math reassociate: reports sums whose bits may differ from the original loop's.
static void tell_reassociated(const finder_t *f)
{
    for (const op_t *op = f->body->first; op != NULL; op = op->next) {
        bool fold = op->results_num == 1 && op->results[0].lane == LANE_FOLDED;
        if (fold && lanes_has(op, LANES_SUMS) && lanes_elem_kind(op->elem) == 'F') {
            diag_remark(f->cc, op->loc, "fast-math", "this sum is taken in another order (--fast-math reassociate)");
        }
    }
}

static void find_in(op_t *op, void *arg)
{
    ptoc_t *cc = arg;
    if (op_id(op) == OP_FOR && op->regions_num == 1 && (op_vecscope(op) != NULL || op_is_vecscope(op))) {
        finder_t f = {.cc = cc, .loop = op, .body = op->regions[0].block};
        const lane_plan_t *plan = op->aux = plan_loop(&f);
        if (plan != NULL && plan->wide) {
            tell_reassociated(&f);
        }
        if (cc->explain) {
            explain(&f, plan);
        }
    }
}

/// The maximum of which only the greatest lane is used after the loop, or NULL.
static const fold_t *greatest_of(const lane_plan_t *plan)
{
    if (!plan->wide || !plan->stops_at_nan || plan->folds_num != 1 || plan->folds[0].op->elem != ELEM_F32) {
        return NULL;
    }
    const fold_t *fold = &plan->folds[0];
    const value_t *result = &plan->loop->results[fold->accumulator->index - 1];
    for (const op_t *op = plan->loop->next; op != NULL && result->uses_num == 1; op = op->next) {
        if (op->operands_num == 2 && op->operands[0].value == result) {
            bool same = lanes_has(op, LANES_GREATEST) == lanes_has(fold->op, LANES_GREATEST);
            bool asks = lanes_is_first(&op->results[0]) && lanes_has(op, LANES_LOWEST) && same;
            return asks && lanes_is_all(op->operands[1].value) ? fold : NULL;
        }
    }
    return NULL;
}

/// Decisions that depend on the operations around a loop.
static void settle(op_t *op, void *arg)
{
    ptoc_t *cc = arg;
    const bool vector = op_id(op) == OP_FOR && op->regions_num == 1;
    if (vector && (op_vecscope(op) != NULL || op_is_vecscope(op))) {
        lanes_find_rows(cc, op);
    }
    lane_plan_t *plan = vector ? op->aux : NULL;
    if (plan == NULL) {
        return;
    }
    plan->greatest = greatest_of(plan);
    plan->greatest_value = plan->greatest == NULL ? NULL : ARENA_NEW(&cc->arena, value_t);
    plan->halves = plan->halves && (!plan->wide || plan->greatest != NULL);
    if (plan->counted == COUNT_TEXT && plan->count < 0 && plan->aparts_num != 0 && !lanes_whole(plan)) {
        plan->counted = COUNT_LOOP;
        plan->lanes_value = ARENA_NEW(&cc->arena, value_t);
    }
    lanes_lower(cc, plan);
}

void lanes_find(ptoc_t *cc, module_t *module)
{
    ir_walk_module(module, find_in, cc);
}

void lanes_settle(ptoc_t *cc, module_t *module)
{
    ir_walk_module(module, settle, cc);
}
