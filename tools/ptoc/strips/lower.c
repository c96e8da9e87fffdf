// SPDX-License-Identifier: Apache-2.0
//
// Lowers a loop with a plan to operations on strips, in the order in which they are emitted. All that depends on the
// operands is decided here: which are scalars, which masks govern, where the registers are too few to move accesses.

#include "ptoc.h"

#include "find.h"

/// A loop being lowered, and its current operation.
typedef struct lowering {
    ptoc_t *cc;
    const lane_plan_t *plan;
    strip_op_t **end;  // of the list
    bound_t bound[SIG_MAX];
    uint32_t num;
} lowering_t;

static strip_op_t *append(lowering_t *l, strip_kind_t kind, op_t *op)
{
    strip_op_t *strip = ARENA_NEW(&l->cc->arena, strip_op_t);
    *strip = (strip_op_t){.kind = kind, .op = op, .lmul = l->plan->lmul};
    *l->end = strip;
    l->end = &strip->next;
    return strip;
}

/// Guards ///

/// Appends a guard; returns the end of the list behind it.
static strip_guard_t **add_guard(ptoc_t *cc, strip_guard_t **end, strip_guard_t guard)
{
    *end = ARENA_NEW(&cc->arena, strip_guard_t);
    **end = guard;
    return &(*end)->next;
}

static strip_guard_t **add_aparts(ptoc_t *cc, strip_guard_t **end, const lane_plan_t *plan)
{
    for (uint32_t i = 0; i < plan->aparts_num; i++) {
        end = add_guard(cc, end, (strip_guard_t){.kind = GUARD_APART, .apart = &plan->aparts[i]});
    }
    return end;
}

static void add_guards(ptoc_t *cc, lane_plan_t *plan)
{
    strip_guard_t **end = &plan->guards;
    // Registers are loaded and stored at multiples of 32 bytes; a loop without lanes accesses nothing.
    for (uint32_t i = 0; i < plan->addresses_num && plan->count != 0; i++) {
        if (lanes_may_misalign(&plan->addresses[i])) {
            end = add_guard(cc, end, (strip_guard_t){.kind = GUARD_ALIGNED, .address = &plan->addresses[i]});
        }
    }
    if (plan->sum != NULL && plan->count < 0) {
        end = add_guard(cc, end, (strip_guard_t){.kind = GUARD_COUNT, .address = plan->sum});
    }
    // Whole folds initialise their strip from the accumulator and handle its NaN themselves.
    if (plan->stops_at_nan && !plan->wide) {
        end = add_guard(cc, end, (strip_guard_t){.kind = GUARD_NUMBER, .accumulator = plan->folds[0].accumulator});
    }
    if (plan->apart_name != NULL) {
        add_aparts(cc, &plan->rows_guards, plan);
        end = add_guard(cc, end, (strip_guard_t){.kind = GUARD_ROWS});
    }
    if (plan->aparts_num != 0) {
        end = add_guard(cc, end, (strip_guard_t){.kind = GUARD_ONE});
    }
    if (plan->apart_name == NULL || !plan->rows_same) {
        add_aparts(cc, end, plan);
    }
}

/// Operands ///

static bool is_splat(const lane_plan_t *plan, const value_t *value)
{
    return lanes_is_inside(plan->loop->regions[0].block, value) ? value->lane == LANE_SPLAT : lanes_uniform(value);
}

/// A strip, or the scalar in all of its lanes, broadcast unless the operation takes a scalar.
static strip_arg_t strip_arg(const lane_plan_t *plan, const value_t *value, bool takes_scalar)
{
    if (!is_splat(plan, value)) {
        return (strip_arg_t){.value = value};
    }
    const value_t *scalar = lanes_scalar(value);
    return (strip_arg_t){.kind = scalar == NULL ? STRIP_ARG_FIRST : STRIP_ARG_SCALAR,
                         .value = scalar == NULL ? value : scalar,
                         .elem = value->type.elem,
                         .splat = !takes_scalar};
}

/// Whether an operation's macro, over overloaded intrinsics, accepts a scalar as its second operand.
static bool takes_scalar(const op_t *op)
{
    bool integers_only = lanes_has(op, LANES_EXTREME);
    return lanes_has(op, LANES_SCALAR) && !(integers_only && lanes_elem_kind(op->elem) == 'F');
}

/// Whether the first two operands of an operation are swapped, so that a scalar comes second.
static bool swaps(const lowering_t *l, const op_t *op)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (i >= l->num || l->bound[i].operand == NULL || l->bound[i].item->kind != SIG_V) {
            return false;
        }
    }
    return is_splat(l->plan, l->bound[0].operand->value) && !is_splat(l->plan, l->bound[1].operand->value) &&
           lanes_has(op, LANES_COMMUTES);
}

static void add_arg(const lowering_t *l, strip_op_t *strip, const bound_t *bound)
{
    const op_t *op = strip->op;
    const value_t *value = bound->operand->value;
    strip_arg_t *arg = &strip->args[strip->args_num];
    switch (bound->item->kind) {
        case SIG_V:
            *arg = strip_arg(l->plan, value, strip->args_num == 1 && takes_scalar(op));
            break;
        case SIG_S:
            *arg = (strip_arg_t){.kind = STRIP_ARG_SCALAR, .value = value, .elem = op->elem};
            break;
        case SIG_U:
        case SIG_I16:
            *arg = (strip_arg_t){.value = value};
            break;
        case SIG_M:
            if (lanes_has(op, LANES_SELECTS) || (value->lane == LANE_MASK && lanes_has(op, LANES_CARRY))) {
                *arg = (strip_arg_t){.value = value};
                break;
            }
            strip->mask = value->lane == LANE_MASK && strip->mask == NULL ? value : strip->mask;
            return;
        default:
            return;
    }
    strip->args_num++;
}

/// The strips, scalars and masks of a lane-wise operation.
static void add_args(lowering_t *l, strip_op_t *strip)
{
    const bool swap = swaps(l, strip->op);
    for (uint32_t i = 0; i < l->num; i++) {
        const bound_t *bound = &l->bound[swap && i < 2 ? 1 - i : i];
        if (bound->operand != NULL) {
            add_arg(l, strip, bound);
        }
    }
}

static void set_args(strip_op_t *strip, const value_t *first, const value_t *second)
{
    strip->args[0].value = first;
    strip->args[1].value = second;
    strip->args_num = second == NULL ? 1 : 2;
}

static const value_t *mask_if_computed(const value_t *mask)
{
    return mask->lane == LANE_MASK ? mask : NULL;
}

static const address_t *address_of(const lane_plan_t *plan, const op_t *op)
{
    const address_t *address = plan->addresses;
    while (address->op != op) {
        address++;
    }
    return address;
}

/// Operations ///

/// The carry of a sum. Under register pressure it is computed after the sum has been stored.
static void add_carry(lowering_t *l, op_t *op)
{
    l->num = ops_operands(op, l->bound, NULL);
    strip_op_t *carry = append(l, STRIP_CARRY, op);
    carry->function = arena_printf(&l->cc->arena, "%s_carry", op->form->fn);
    add_args(l, carry);
    if (l->plan->full) {
        set_args(append(l, STRIP_FENCE, op), &op->results[1], NULL);
    }
}

static bool waits_for_store(const lane_plan_t *plan, const op_t *op)
{
    return plan->full && op != NULL && lanes_has(op, LANES_CARRY) && op->next != NULL &&
           lanes_has(op->next, LANES_STORE) && op->next->operands[0].value == &op->results[0];
}

static void lower_load(lowering_t *l, strip_op_t *load)
{
    const value_t *result = &load->op->results[0];
    load->address = address_of(l->plan, load->op);
    load->lmul = lanes_group(l->plan, result);
    load->registers = result->lane == LANE_PARTS;
}

static void lower_store(lowering_t *l, strip_op_t *store)
{
    op_t *op = store->op;
    const value_t *data = l->bound[0].operand->value;
    store->address = address_of(l->plan, op);
    store->lmul = lanes_group(l->plan, data);
    store->registers = data->lane == LANE_PARTS;
    store->args[store->args_num++] = strip_arg(l->plan, data, false);
    store->mask = mask_if_computed(l->bound[2].operand->value);
    if (waits_for_store(l->plan, op->prev)) {
        add_carry(l, op->prev);
    } else if (l->plan->full && op->next != NULL && op_id(op->next) != OP_YIELD) {
        append(l, STRIP_FENCE, op);
    }
}

static void lower_mask_store(lowering_t *l, strip_op_t *store)
{
    store->address = address_of(l->plan, store->op);
    set_args(store, store->op->operands[0].value, NULL);
}

static void lower_gather(lowering_t *l, strip_op_t *gather)
{
    (void)l;
    const operand_t *operands = gather->op->operands;
    set_args(gather, operands[0].value, operands[1].value);
    gather->mask = mask_if_computed(operands[2].value);
}

static void lower_conversion(lowering_t *l, strip_op_t *conversion)
{
    conversion->lmul = lanes_group(l->plan, &conversion->op->results[0]);
    set_args(conversion, conversion->op->operands[0].value, NULL);
}

static void lower_fold(lowering_t *l, strip_op_t *strip)
{
    const op_t *op = strip->op;
    const fold_t *fold = l->plan->folds;
    while (fold->op != op) {
        fold++;
    }
    strip->fold = fold;
    set_args(strip, op->operands[fold->accumulator == op->operands[0].value ? 1 : 0].value,
             lanes_has(op, LANES_TWO) ? op->operands[2].value : NULL);
}

static void lower_lanewise(lowering_t *l, strip_op_t *strip)
{
    op_t *op = strip->op;
    const char *attr = lanes_attr(l->bound, l->num);
    add_args(l, strip);
    if (lanes_has(op, LANES_SELECTS) && op->operands[2].value->lane != LANE_MASK) {
        strip->kind = STRIP_COPY;
        strip->args_num = 1;
    } else if (lanes_row(op)->function[0] != '\0') {
        strip->kind = STRIP_CALL;
        strip->function = lanes_row(op)->function;
    } else if (op->results_num == 1 && op->results[0].type.kind == TYPE_MASK) {
        strip->function = attr;
    } else {
        strip->function =
            lanes_has(op, LANES_ROUNDS) ? arena_printf(&l->cc->arena, "%s_%s", op->form->fn, attr) : op->form->fn;
    }
    if (op->results_num == 2 && !waits_for_store(l->plan, op)) {
        add_carry(l, op);
    }
}

/// Loop-invariant scalars, registers and masks are hoisted.
static bool is_hoisted(const op_t *op)
{
    const lane_t lane = op->results_num == 0 ? LANE_NONE : (lane_t)op->results[0].lane;
    return lane == (op->desc->cls == OPS_VECTOR ? LANE_FIXED : LANE_SCALAR);
}

static void lower_op(lowering_t *l, op_t *op)
{
    static const struct {
        unsigned trait;
        strip_kind_t kind;
        void (*lower)(lowering_t *l, strip_op_t *strip);
    } roles[] = {{LANES_LOAD, STRIP_LOAD, lower_load},
                 {LANES_STORE, STRIP_STORE, lower_store},
                 {LANES_MASK_STORE, STRIP_MASK_STORE, lower_mask_store},
                 {LANES_GATHER, STRIP_GATHER, lower_gather},
                 {LANES_CONVERTS, STRIP_CONVERT, lower_conversion}};
    if (is_hoisted(op)) {
        append(l, STRIP_HOIST, op);
        return;
    }
    if (op->desc->cls != OPS_VECTOR || op == l->plan->plt) {
        return;
    }
    if ((op->flags & OP_PARTS) != 0) {
        append(l, STRIP_PART, op);
        return;
    }
    l->num = ops_operands(op, l->bound, NULL);
    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        if (lanes_has(op, roles[i].trait)) {
            roles[i].lower(l, append(l, roles[i].kind, op));
            return;
        }
    }
    const lane_t lane = op->results_num == 0 ? LANE_NONE : (lane_t)op->results[0].lane;
    if (lane == LANE_FOLDED && !lanes_has(op, LANES_SELECTS)) {
        lower_fold(l, append(l, STRIP_FOLD, op));
    } else if (lane == LANE_STRIP || lane == LANE_MASK) {
        lower_lanewise(l, append(l, STRIP_OP, op));
    }
}

void lanes_lower(ptoc_t *cc, lane_plan_t *plan)
{
    lowering_t l = {.cc = cc, .plan = plan, .end = &plan->ops};
    add_guards(cc, plan);
    for (op_t *op = plan->loop->regions[0].block->first; op != NULL; op = op->next) {
        lower_op(&l, op);
    }
}
