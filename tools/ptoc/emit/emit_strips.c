// SPDX-License-Identifier: Apache-2.0
//
// Emits lane-wise loops over hal/vector/rvv/strips.h, see strips.h.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

/// Expressions ///

static const char *address_start(emitter_t *e, const lane_plan_t *plan, const address_t *address)
{
    return lanes_start(e, plan, address, address->base->cname);
}

static const address_t *address_of(const lane_plan_t *plan, const op_t *op)
{
    for (uint32_t i = 0; i < plan->addresses_num; i++) {
        if (plan->addresses[i].op == op) {
            return &plan->addresses[i];
        }
    }
    return NULL;
}

static const char *address_text(emitter_t *e, const lane_plan_t *plan, const op_t *op)
{
    const address_t *address = address_of(plan, op);
    const char *variable = plan->loop->regions[0].block->args[0].cname;
    const uint32_t bits = elem_bits(address->elem);
    if (op->results_num != 0 ? op->results[0].lane == LANE_PARTS : op->operands[0].value->lane == LANE_PARTS) {
        variable = arena_printf(&e->cc->arena, "%s * %u / %u", variable, plan->bits, bits);
    }
    const char *text = arena_printf(&e->cc->arena, "%s + %s", address_start(e, plan, address), variable);
    return address->elem == ELEM_BF16 ? arena_printf(&e->cc->arena, "(uint16_t *)(%s)", text) : text;
}

static const char *group_text(emitter_t *e, const lane_plan_t *plan)
{
    return arena_printf(&e->cc->arena, "m%u", plan->lmul);
}

/// Operations ///

/// Whether an operation's macro, over overloaded intrinsics, accepts a scalar as its second operand.
static bool takes_scalar(const op_t *op, elem_t elem)
{
    bool integers_only = lanes_has(op, LANES_EXTREME);
    return lanes_has(op, LANES_SCALAR) && !(integers_only && lanes_elem_kind(elem) == 'F');
}

static bool is_splat(const lane_plan_t *plan, const value_t *value)
{
    return lanes_is_inside(plan->loop->regions[0].block, value) ? value->lane == LANE_SPLAT : lanes_uniform(value);
}

static const char *strip_text(emitter_t *e, const lane_plan_t *plan, const op_t *op, const value_t *value,
                              bool scalar_fits)
{
    if (!is_splat(plan, value)) {
        return value->cname;
    }
    arena_t *arena = &e->cc->arena;
    const value_t *made_of = lanes_scalar(value);
    const char *token = elem_token(value->type.elem);
    const char *scalar = made_of != NULL ? arena_printf(arena, "(pto_%s_t)%s", token, made_of->cname)
                                         : arena_printf(arena, "PTO_STRIP_FIRST(%s, %s)", token, value->cname);
    if (scalar_fits && takes_scalar(op, op->elem)) {
        return scalar;
    }
    return arena_printf(arena, "PTO_STRIP_SPLAT(%s, %s, %s)", token, group_text(e, plan), scalar);
}

/// Whether the first two operands of an operation are swapped, so that a scalar comes second.
static bool swaps(const lane_plan_t *plan, const op_t *op, const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (i >= num || bound[i].operand == NULL || bound[i].item->kind != SIG_V) {
            return false;
        }
    }
    return is_splat(plan, bound[0].operand->value) && !is_splat(plan, bound[1].operand->value) &&
           lanes_has(op, LANES_COMMUTES);
}

/// An operand of a macro, its argument number `at`; NULL for a mask that is omitted.
static const char *macro_arg(emitter_t *e, const lane_plan_t *plan, const op_t *op, const bound_t *item, uint32_t at)
{
    const value_t *value = item->operand->value;
    switch (item->item->kind) {
        case SIG_V:
            return strip_text(e, plan, op, value, at == 1);
        case SIG_S:
            return arena_printf(&e->cc->arena, "(pto_%s_t)%s", elem_token(op->elem), value->cname);
        case SIG_U:
        case SIG_I16:
            return value->cname;
        case SIG_M: {
            bool taken = lanes_has(op, LANES_SELECTS) || (value->lane == LANE_MASK && lanes_has(op, LANES_CARRY));
            return taken ? value->cname : NULL;
        }
        default:
            return NULL;
    }
}

/// The strips and scalars of a macro, without masks.
static uint32_t macro_args(emitter_t *e, const lane_plan_t *plan, const op_t *op, const char *args[SIG_MAX])
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL), args_num = 0;
    const bool swap = swaps(plan, op, bound, num);
    for (uint32_t i = 0; i < num; i++) {
        const bound_t *item = &bound[swap && i < 2 ? 1 - i : i];
        args[args_num] = item->operand == NULL ? NULL : macro_arg(e, plan, op, item, args_num);
        args_num += args[args_num] != NULL;
    }
    return args_num;
}

static void emit_strip_result(emitter_t *e, const lane_plan_t *plan, value_t *value, elem_t elem)
{
    const char *type = value->type.kind == TYPE_MASK ? "PTO_STRIP_MASK" : "PTO_STRIP";
    emit_printf(e, "%s(%s, %s) %s = ", type, elem_token(elem), group_text(e, plan), emit_name(e, value));
}

/// The name of an operation's macro with its parameters.
static const char *macro_text(emitter_t *e, const lane_plan_t *plan, const op_t *op)
{
    const char *function = lanes_row(op)->function;
    if (function[0] != '\0') {
        return arena_printf(&e->cc->arena, "PTO_STRIP_MATH(%s, %s, %s)", function, elem_token(op->elem),
                            group_text(e, plan));
    }
    bound_t bound[SIG_MAX];
    const char *attr = lanes_attr(bound, ops_operands(op, bound, NULL));
    bool compare = op->results_num == 1 && op->results[0].type.kind == TYPE_MASK;
    const char *name = compare                       ? attr
                       : lanes_has(op, LANES_ROUNDS) ? arena_printf(&e->cc->arena, "vtrc_%s", attr)
                                                     : op->form->fn;
    return arena_printf(&e->cc->arena, "PTO_LANEWISE(%s, %s, %s)", name, elem_token(op->elem), group_text(e, plan));
}

static void emit_macro_args(emitter_t *e, const char *const *args, uint32_t num, const char *last)
{
    for (uint32_t i = 0; i < num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", args[i]);
    }
    emit_printf(e, "%s);\n", last);
}

/// The carry of a sum. Under register pressure it is computed after the sum has been stored.
static void emit_carry_out(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const char *args[SIG_MAX];
    uint32_t num = macro_args(e, plan, op, args);
    emit_begin(e, op->loc);
    emit_strip_result(e, plan, &op->results[1], op->elem);
    emit_printf(e, "PTO_LANEWISE(%s_carry, %s, %s)(", op->form->fn, elem_token(op->elem), group_text(e, plan));
    emit_macro_args(e, args, num, "");
    if (plan->full) {
        emit_begin(e, op->loc);
        emit_printf(e, "PTO_STRIP_FENCE_AT(%s);\n", op->results[1].cname);
    }
}

static bool waits_for_store(const lane_plan_t *plan, const op_t *op)
{
    return plan->full && op != NULL && lanes_has(op, LANES_CARRY) && op->next != NULL &&
           lanes_has(op->next, LANES_STORE) && op->next->operands[0].value == &op->results[0];
}

/// The computed mask that governs an operation, NULL if all lanes of the loop are active.
static const value_t *governing_mask(const op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    for (uint32_t i = 0; i < num && !lanes_has(op, LANES_SELECTS) && !lanes_has(op, LANES_CARRY); i++) {
        if (bound[i].item->kind == SIG_M && bound[i].operand != NULL && bound[i].operand->value->lane == LANE_MASK) {
            return bound[i].operand->value;
        }
    }
    return NULL;
}

/// Zeroes the inactive lanes.
static void emit_zeroed(emitter_t *e, const lane_plan_t *plan, op_t *op, const value_t *mask)
{
    const value_t *result = &op->results[0];
    if (mask == NULL) {
        return;
    }
    emit_begin(e, op->loc);
    if (result->type.kind == TYPE_MASK) {
        emit_printf(e, "%s = PTO_STRIP_AND(%s, %s);\n", result->cname, result->cname, mask->cname);
    } else {
        emit_printf(e, "%s = PTO_STRIP_ZEROED(%s, %s, %s, %s);\n", result->cname, elem_token(op->elem),
                    group_text(e, plan), result->cname, mask->cname);
    }
}

static void emit_lanewise(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const char *args[SIG_MAX];
    uint32_t num = macro_args(e, plan, op, args);
    emit_begin(e, op->loc);
    emit_strip_result(e, plan, &op->results[0], op->elem);
    if (lanes_has(op, LANES_SELECTS) && op->operands[2].value->lane != LANE_MASK) {
        emit_printf(e, "%s;\n", args[0]);
        return;
    }
    const char *macro = macro_text(e, plan, op);
    if (lanes_has(op, LANES_DIFFERENCE)) {  // the exponential of a difference
        args[0] = arena_printf(&e->cc->arena, "PTO_LANEWISE(vsub, %s, %s)(%s, %s)", elem_token(op->elem),
                               group_text(e, plan), args[0], args[1]);
        num = 1;
    }
    emit_printf(e, "%s(", macro);
    emit_macro_args(e, args, num, lanes_row(op)->function[0] != '\0' ? ", pto_vl" : "");
    emit_zeroed(e, plan, op, governing_mask(op));
    if (op->results_num == 2 && !waits_for_store(plan, op)) {
        emit_carry_out(e, plan, op);
    }
}

static void emit_gather(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    emit_begin(e, op->loc);
    emit_strip_result(e, plan, &op->results[0], op->elem);
    const value_t *index = op->operands[1].value, *mask = op->operands[2].value;
    bool gated = mask->lane == LANE_MASK;
    const char *at = lanes_elem_kind(index->type.elem) == 'U'
                         ? index->cname
                         : arena_printf(&e->cc->arena, "PTO_STRIP_UNSIGNED(%s, %s)", group_text(e, plan), index->cname);
    emit_printf(e, "PTO_STRIP_GATHER%s(%s, %s, %s, %s%s%s);\n", gated ? "_IF" : "", elem_token(op->elem),
                group_text(e, plan), op->operands[0].value->cname, at, gated ? ", " : "", gated ? mask->cname : "");
}

/// As emit_fold, for the last strip, which may end inside a register.
static void emit_last_fold(emitter_t *e, const lane_plan_t *plan, const fold_t *fold)
{
    static const char *const beyond[] = {"", "PADDED", "KEPT", "ZEROED"};
    const op_t *op = fold->op;
    bool two = lanes_has(op, LANES_TWO);
    emit_begin(e, op->loc);
    emit_printf(e, "PTO_STRIP_FOLD_%s%s(%s, %s, %s, %s, %s, %s%s%s);\n", e->strips == STRIPS_ANY ? "ANY" : "LAST",
                two ? "_2" : "", elem_token(op->elem), group_text(e, plan), fold->accumulator->cname, op->form->fn,
                beyond[fold->beyond], fold->strip->cname, two ? ", " : "", two ? op->operands[2].value->cname : "");
}

/// Folds the registers of a strip into the accumulator one by one. Maxima of floats use the plain instruction: the
/// first strip with a NaN exits the loop, and the loop over registers continues there.
static void emit_fold(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const fold_t *fold = plan->folds;
    while (fold->op != op) {
        fold++;
    }
    const char *token = elem_token(op->elem), *group = group_text(e, plan);
    const char *acc = fold->accumulator->cname, *strip = fold->strip->cname;
    if (plan->wide) {
        emit_wide_fold(e, plan, fold);
        return;
    }
    if (e->strips != STRIPS_FULL) {
        emit_last_fold(e, plan, fold);
        return;
    }
    emit_begin(e, op->loc);
    if (plan->stops_at_nan) {
        emit_printf(e, "if (PTO_STRIP_ANY(PTO_STRIP_NAN(%s), pto_vl)) {\n", strip);
        emit_indent(e);
        emit_printf(e, "    break;\n");
        emit_indent(e);
        emit_printf(e, "}\n");
        emit_begin(e, op->loc);
        emit_printf(e, "PTO_STRIP_FOLD_INSN(%s, %s, %s, vf%s_vv, %s);\n", token, group, acc, op->form->fn + 1, strip);
    } else if (lanes_has(op, LANES_TWO)) {
        emit_printf(e, "PTO_STRIP_FOLD_2(%s, %s, %s, %s, %s, %s);\n", token, group, acc, op->form->fn, strip,
                    op->operands[2].value->cname);
    } else {
        emit_printf(e, "PTO_STRIP_FOLD(%s, %s, %s, %s, %s);\n", token, group, acc, op->form->fn, strip);
    }
}

static void emit_load(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const char *token = elem_token(op->elem);
    uint32_t lmul = lanes_group(plan, &op->results[0]);
    emit_begin(e, op->loc);
    emit_printf(e, "PTO_STRIP(%s, m%u) %s = PTO_STRIP_LOAD%s(%s, m%u, %s);\n", token, lmul,
                emit_name(e, &op->results[0]), lanes_whole(plan) && e->strips == STRIPS_FULL ? "_WHOLE" : "", token,
                lmul, address_text(e, plan, op));
}

static void emit_mask_store(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    const value_t *variable = &plan->loop->regions[0].block->args[0];
    emit_begin(e, op->loc);
    emit_printf(e, "PTO_STRIP_STORE_MASK(%u, %s, %s + %s * %u / 64, %s);\n", plan->bits, group_text(e, plan),
                address_start(e, plan, address_of(plan, op)), variable->cname, plan->bits,
                op->operands[0].value->cname);
}

static void emit_store(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    bound_t bound[SIG_MAX];
    ops_operands(op, bound, NULL);
    const char *data = strip_text(e, plan, op, bound[0].operand->value, false);
    const value_t *mask = bound[2].operand->value;
    bool gated = mask->lane == LANE_MASK;
    uint32_t lmul = lanes_group(plan, bound[0].operand->value);
    emit_begin(e, op->loc);
    const char *form = bound[0].operand->value->lane == LANE_PARTS ? "_WHOLE" : gated ? "_IF" : "";
    emit_printf(e, "PTO_STRIP_STORE%s(%s, m%u, %s, %s%s%s);\n", form, elem_token(op->elem), lmul,
                address_text(e, plan, op), data, gated ? ", " : "", gated ? mask->cname : "");
    if (waits_for_store(plan, op->prev)) {
        emit_carry_out(e, plan, op->prev);
    } else if (plan->full && op->next != NULL && op_id(op->next) != OP_YIELD) {
        emit_begin(e, op->loc);
        emit_printf(e, "PTO_STRIP_FENCE();\n");
    }
}

static void emit_strip_op(emitter_t *e, const lane_plan_t *plan, op_t *op)
{
    static void (*const emits[])(emitter_t *, const lane_plan_t *, op_t *) = {
        [STRIP_PART] = emit_parts,    [STRIP_LOAD] = emit_load,
        [STRIP_STORE] = emit_store,   [STRIP_MASK_STORE] = emit_mask_store,
        [STRIP_GATHER] = emit_gather, [STRIP_CONVERT] = emit_conversion,
        [STRIP_FOLD] = emit_fold,     [STRIP_OP] = emit_lanewise,
    };
    const strip_kind_t kind = lanes_kind(plan, op);
    if (emits[kind] != NULL) {
        emits[kind](e, plan, op);
    }
}

/// Loops ///

/// Registers are loaded and stored at multiples of 32 bytes; a loop without lanes accesses nothing.
static void emit_checks(emitter_t *e, const lane_plan_t *plan)
{
    for (uint32_t i = 0; i < plan->addresses_num && plan->count != 0; i++) {
        const address_t *address = &plan->addresses[i];
        if (lanes_may_misalign(address)) {
            emit_begin(e, address->op->loc);
            emit_printf(e, "%sPTO_STRIP_ALIGNED(%s);\n", plan->count > 0 ? "" : "if (pto_n > 0) ",
                        address_start(e, plan, address));
        }
    }
}

static void emit_strip_body(emitter_t *e, const lane_plan_t *plan)
{
    e->indent++;
    if (plan->halves) {
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "PTO_STRIP_HALF(%u, %u, %s);\n", plan->bits, plan->lmul,
                    plan->loop->regions[0].block->args[0].cname);
    }
    for (op_t *op = plan->loop->regions[0].block->first; op != NULL; op = op->next) {
        emit_strip_op(e, plan, op);
    }
    e->indent--;
    emit_indent(e);
    emit_printf(e, "}\n");
}

static void emit_open(emitter_t *e)
{
    emit_indent(e);
    emit_printf(e, "{\n");
}

/// The prologue of a loop over strips: scalars, the number of lanes, the alignment checks.
static const char *emit_strips_head(emitter_t *e, const lane_plan_t *plan)
{
    for (op_t *op = plan->loop->regions[0].block->first; op != NULL; op = op->next) {
        if (lanes_kind(plan, op) == STRIP_HOISTED) {
            (op->desc->cls == OPS_VECTOR ? emit_vector : emit_scalar)(e, op);
        }
    }
    const char *count = lanes_count(e, plan);
    if (plan->count < 0) {
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "const ptrdiff_t pto_n = %s;\n", count);
        count = "pto_n";
    }
    emit_checks(e, plan);
    return count;
}

/// PTO_STRIPS or PTO_SLICES.
static void emit_strips_loop(emitter_t *e, const lane_plan_t *plan, const char *count, const char *loop)
{
    emit_begin(e, plan->loop->loc);
    const char *variable = emit_name(e, &plan->loop->regions[0].block->args[0]);
    uint32_t lmul = plan->lmul / (plan->bits / elem_bits(plan->addresses[0].elem));
    emit_printf(e, "%s(%s, m%u, %s, %s)\n", loop, elem_token(plan->addresses[0].elem), lmul, variable, count);
    emit_open(e);
    emit_strip_body(e, plan);
}

static const char *strips_macro(const lane_plan_t *plan)
{
    if (plan->form == STRIPS_ONE) {
        return "PTO_SLICES";
    }
    return plan->pace == PACE_SINGLE   ? "PTO_STRIPS_SINGLE"
           : plan->lanes_value != NULL ? "PTO_STRIPS_COUNTED"
                                       : "PTO_STRIPS";
}

static void emit_strips(emitter_t *e, const lane_plan_t *plan)
{
    uint32_t mark = emit_names_mark(e);
    emit_open(e);
    e->indent++;
    const char *count = emit_strips_head(e, plan);
    emit_strips_loop(e, plan, count, strips_macro(plan));
    e->indent--;
    emit_indent(e);
    emit_printf(e, "}\n");
    emit_names_release(e, mark);
}

/// The alias check: buffers are disjoint as found before the loop over rows, or one strip loads all before it stores,
/// or each pair is compared.
static void emit_apart_condition(emitter_t *e, const lane_plan_t *plan)
{
    if (plan->apart_value != NULL) {
        emit_printf(e, "%s || ", plan->apart_value->cname);
    }
    emit_printf(e, "PTO_STRIPS_ONE(%u, %s, %u, %s)", plan->bits, group_text(e, plan), plan->lanes,
                lanes_count(e, plan));
    if (plan->apart_value != NULL && plan->rows_same) {
        return;
    }
    for (uint32_t i = 0; i < plan->aparts_num; i++) {
        const apart_t *apart = &plan->aparts[i];
        emit_printf(e, "%spto_strips_%s(%s, %s, %s)", i == 0 ? " || (" : " && ", apart->same_lanes ? "apart" : "clear",
                    address_start(e, plan, apart->store), address_start(e, plan, apart->other),
                    lanes_extents(e, plan, apart));
    }
    emit_printf(e, ")");
}

/// The runtime check before a loop in strips.
static void emit_condition(emitter_t *e, const lane_plan_t *plan)
{
    const value_t *extreme = plan->nan_start;
    const bool counts = plan->sum != NULL && plan->count < 0, apart = plan->aparts_num != 0;
    if (!counts && extreme == NULL && !apart) {
        return;
    }
    const char *more = apart ? " && (" : "";
    emit_begin(e, plan->loop->loc);
    emit_printf(e, "if (");
    if (counts) {
        // The count may be computed in 32 bits: strips only run if it cannot wrap there.
        emit_printf(e, "(uint64_t)(%s + 0x40000000) < 0xC0000000%s", lanes_start(e, plan, plan->sum, "INT64_C(0)"),
                    extreme != NULL ? " && " : more);
    }
    if (extreme != NULL) {
        emit_printf(e, "!PTO_REG_NAN(%s, %s)%s", elem_token(extreme->type.elem), extreme->cname, more);
    }
    if (apart) {
        emit_apart_condition(e, plan);
    }
    emit_printf(e, "%s)\n", apart && (extreme != NULL || counts) ? ")" : "");
}

/// The remaining registers after whole strips, as one strip; it includes the last lanes if strips may end inside a
/// register.
static void emit_last_strip(emitter_t *e, const lane_plan_t *plan, const char *variable, const char *count)
{
    emit_begin(e, plan->loop->loc);
    const char *rest = arena_printf(&e->cc->arena, "%s - pto_whole", count);
    if (!plan->cut) {
        rest = arena_printf(&e->cc->arena, "(%s) / %u * %u", rest, plan->lanes, plan->lanes);
    }
    emit_printf(e, "const size_t pto_rest = %s > 0 ? %s : 0;\n", count, rest);
    emit_begin(e, plan->loop->loc);
    emit_printf(e, "if (pto_rest != 0) {\n");
    e->indent++;
    emit_begin(e, plan->loop->loc);
    emit_printf(e, "const size_t pto_vl = pto_rest;\n");
    e->indent--;
    e->strips = STRIPS_LAST;
    emit_strip_body(e, plan);
    e->strips = STRIPS_FULL;
    emit_begin(e, plan->loop->loc);
    emit_printf(e, "%s += pto_rest;\n", variable);
}

/// Advances the loop over registers past `lanes` lanes.
static void emit_done(emitter_t *e, const lane_plan_t *plan, const char *from, const char *lanes)
{
    const block_t *body = plan->loop->regions[0].block;
    emit_begin(e, plan->loop->loc);
    emit_printf(e, "%s += (%s + %u) / %u * %" PRId64 ";\n", from, lanes, plan->cut ? plan->lanes - 1 : 0, plan->lanes,
                plan->step);
    if (plan->left_arg != 0) {
        emit_begin(e, plan->loop->loc);
        emit_printf(e, "%s -= (int32_t)%s;\n", body->args[plan->left_arg].cname, lanes);
    }
}

/// All lanes of the loop in strips, as for a loop without accumulators.
static void emit_all_strips(emitter_t *e, const lane_plan_t *plan, const char *count, const char *from)
{
    e->strips = STRIPS_ANY;
    emit_strips_loop(e, plan, count, strips_macro(plan));
    e->strips = STRIPS_FULL;
    emit_done(e, plan, from, plan->count < 0 ? "(pto_n > 0 ? pto_n : 0)" : count);
}

/// Whole strips, and the remaining registers.
static void emit_whole_strips(emitter_t *e, const lane_plan_t *plan, const char *count, const char *from)
{
    emit_begin(e, plan->loop->loc);
    const char *variable = emit_name(e, &plan->loop->regions[0].block->args[0]);
    emit_printf(e,
                "const size_t pto_strip = PTO_STRIP_MAX_(%u, %u), pto_vl = PTO_STRIP_FULL_(pto_strip), "
                "pto_whole = %s > 0 ? %s - %s %% %s : 0;\n",
                plan->bits, plan->lmul, count, count, count,
                plan->cut ? "pto_strip" : arena_printf(&e->cc->arena, "PTO_STRIP_WHOLE(pto_strip, %u)", plan->lanes));
    emit_begin(e, plan->loop->loc);
    emit_printf(e, "size_t %s = 0;\n", variable);
    if (plan->wide) {
        emit_wide_begin(e, plan);
    }
    emit_begin(e, plan->loop->loc);
    static const char *const paces[] = {"ROLL", "PAIRS", "UNROLL"};
    emit_printf(e, "PTO_STRIP_%s for (; %s != pto_whole; %s += pto_strip) {\n", paces[plan->pace], variable, variable);
    emit_strip_body(e, plan);
    if (plan->wide || plan->cut) {
        emit_last_strip(e, plan, variable, count);
    }
    if (plan->wide) {
        emit_wide_clean(e, plan);
    }
    emit_done(e, plan, from, variable);
    if (plan->wide) {
        emit_wide_end(e, plan, from);
    }
}

const char *emit_lanes_where(emitter_t *e, const lane_plan_t *plan)
{
    return plan->halves ? "PTO_STRIP_FOLDS_m8"
                        : arena_printf(&e->cc->arena, "PTO_STRIP_REGS_m%u %s 1", plan->lmul, plan->parts ? ">" : ">=");
}

/// Strips of several registers into accumulators; the remainder loop runs register by register.
static void emit_folds(emitter_t *e, const lane_plan_t *plan, const char *from)
{
    emit_printf(e, "#if %s\n", emit_lanes_where(e, plan));
    emit_condition(e, plan);
    uint32_t mark = emit_names_mark(e);
    emit_open(e);
    e->indent++;
    const char *count = emit_strips_head(e, plan);
    (plan->form == STRIPS_WHOLE ? emit_whole_strips : emit_all_strips)(e, plan, count, from);
    e->indent--;
    emit_indent(e);
    emit_printf(e, "}\n#endif\n");
    emit_names_release(e, mark);
}

void emit_lanes(emitter_t *e, op_t *op, void (*emit_plain)(emitter_t *e, op_t *op))
{
    const lane_plan_t *plan = op->aux;
    uint32_t mark = emit_names_mark(e);
    if (plan->whole) {
        emit_printf(e, "#if PTO_STRIP_REGS_m%u >= 1\n", plan->lmul);
    } else {
        emit_printf(e, "#ifdef PTO_HAS_STRIPS\n");
    }
    if (plan->counted == COUNT_LOOP) {
        emit_lanes_value(e, plan, op->loc);
    }
    emit_condition(e, plan);
    emit_strips(e, plan);
    if (needs_runtime_check(plan)) {
        emit_indent(e);
        emit_printf(e, "else\n#endif\n");
    } else {
        emit_printf(e, "#else\n");
    }
    emit_open(e);
    e->indent++;
    emit_plain(e, op);
    e->indent--;
    emit_indent(e);
    emit_printf(e, "}\n");
    if (!needs_runtime_check(plan)) {
        emit_printf(e, "#endif\n");
    }
    emit_names_release(e, mark);
}

bool emit_lanes_whole(emitter_t *e, op_t *op, const char **from)
{
    const lane_plan_t *plan = op->aux;
    if (plan == NULL || !lanes_whole(plan)) {
        return false;
    }
    *from = arena_printf(&e->cc->arena, "pto_from%u", ++e->loops_num);
    emit_begin(e, op->loc);
    emit_printf(e, "%s %s = %s;\n", emit_type(e, op->regions[0].block->args[0].type), *from,
                op->operands[0].value->cname);
    emit_wide_declare(e, plan);
    emit_folds(e, plan, *from);
    return true;
}
