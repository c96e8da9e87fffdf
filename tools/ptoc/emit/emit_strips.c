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

static const char *address_text(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const address_t *address = strip->address;
    const char *variable = plan->loop->regions[0].block->args[0].cname;
    if (strip->registers) {
        variable =
            arena_printf(&e->cc->arena, "%s * %u / %u", variable, plan->bits, (uint32_t)elem_bits(address->elem));
    }
    const char *text = arena_printf(&e->cc->arena, "%s + %s", address_start(e, plan, address), variable);
    return address->elem == ELEM_BF16 ? arena_printf(&e->cc->arena, "(uint16_t *)(%s)", text) : text;
}

static const char *group_text(emitter_t *e, const lane_plan_t *plan)
{
    return arena_printf(&e->cc->arena, "m%u", plan->lmul);
}

static const char *arg_text(emitter_t *e, const lane_plan_t *plan, const strip_arg_t *arg)
{
    arena_t *arena = &e->cc->arena;
    const char *name = arg->value->cname, *token = elem_token(arg->elem);
    if (arg->kind == STRIP_ARG_VALUE) {
        return name;
    }
    const char *scalar = arg->kind == STRIP_ARG_SCALAR ? arena_printf(arena, "(pto_%s_t)%s", token, name)
                                                       : arena_printf(arena, "PTO_STRIP_FIRST(%s, %s)", token, name);
    return arg->splat ? arena_printf(arena, "PTO_STRIP_SPLAT(%s, %s, %s)", token, group_text(e, plan), scalar) : scalar;
}

/// Operations ///

static void emit_strip_result(emitter_t *e, const strip_op_t *strip, value_t *value)
{
    const char *type = value->type.kind == TYPE_MASK ? "PTO_STRIP_MASK" : "PTO_STRIP";
    const elem_t elem = strip->kind == STRIP_CONVERT ? value->type.elem : strip->op->elem;
    emit_text(e, strip->op->loc, "%s(%s, m%u) %s = ", type, elem_token(elem), strip->lmul, emit_name(e, value));
}

void emit_strip_args(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    for (uint32_t i = 0; i < strip->args_num; i++) {
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", arg_text(e, plan, &strip->args[i]));
    }
}

/// Zeroes the inactive lanes.
static void emit_zeroed(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const value_t *result = &strip->op->results[0];
    if (strip->mask == NULL) {
        return;
    }
    emit_begin(e, strip->op->loc);
    if (result->type.kind == TYPE_MASK) {
        emit_printf(e, "%s = PTO_STRIP_AND(%s, %s);\n", result->cname, result->cname, strip->mask->cname);
    } else {
        emit_printf(e, "%s = PTO_STRIP_ZEROED(%s, %s, %s, %s);\n", result->cname, elem_token(strip->op->elem),
                    group_text(e, plan), result->cname, strip->mask->cname);
    }
}

static void emit_lanewise(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    emit_strip_result(e, strip, &strip->op->results[strip->kind == STRIP_CARRY ? 1 : 0]);
    emit_printf(e, "PTO_LANEWISE(%s, %s, %s)(", strip->function, elem_token(strip->op->elem), group_text(e, plan));
    emit_strip_args(e, plan, strip);
    emit_printf(e, ");\n");
    emit_zeroed(e, plan, strip);
}

static void emit_call_of(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const char *token = elem_token(strip->op->elem), *group = group_text(e, plan);
    const bool difference = lanes_has(strip->op, LANES_DIFFERENCE);  // the exponential of a difference
    emit_strip_result(e, strip, &strip->op->results[0]);
    emit_printf(e, "PTO_STRIP_MATH(%s, %s, %s)(", strip->function, token, group);
    if (difference) {
        emit_printf(e, "PTO_LANEWISE(vsub, %s, %s)(", token, group);
    }
    emit_strip_args(e, plan, strip);
    emit_printf(e, "%s, pto_vl);\n", difference ? ")" : "");
    emit_zeroed(e, plan, strip);
}

static void emit_copy(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    emit_strip_result(e, strip, &strip->op->results[0]);
    emit_printf(e, "%s;\n", arg_text(e, plan, &strip->args[0]));
}

static void emit_fence(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    (void)plan;
    const value_t *value = strip->args[0].value;
    emit_text(e, strip->op->loc, value == NULL ? "PTO_STRIP_FENCE();\n" : "PTO_STRIP_FENCE_AT(%s);\n",
              value == NULL ? "" : value->cname);
}

static void emit_conversion(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const op_t *op = strip->op;
    emit_strip_result(e, strip, &strip->op->results[0]);
    emit_printf(e, "PTO_STRIP_CVT_%s_%s(%s, %s, %s, m%u);\n", elem_token(op->elem),
                elem_token(op->results[0].type.elem), strip->args[0].value->cname, lanes_rounding(op),
                lanes_saturates(op) ? "SAT" : "NOSAT", plan->lmul);
}

static void emit_gather(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const value_t *index = strip->args[1].value;
    const char *at = lanes_elem_kind(index->type.elem) == 'U'
                         ? index->cname
                         : arena_printf(&e->cc->arena, "PTO_STRIP_UNSIGNED(%s, %s)", group_text(e, plan), index->cname);
    emit_strip_result(e, strip, &strip->op->results[0]);
    emit_printf(e, "PTO_STRIP_GATHER%s(%s, %s, %s, %s%s%s);\n", strip->mask != NULL ? "_IF" : "",
                elem_token(strip->op->elem), group_text(e, plan), strip->args[0].value->cname, at,
                strip->mask != NULL ? ", " : "", strip->mask != NULL ? strip->mask->cname : "");
}

/// Folds the registers of a strip into the accumulator one by one. Maxima of floats use the plain instruction: the
/// first strip with a NaN exits the loop, and the loop over registers continues there.
static void emit_fold(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    static const char *const forms[] = {[STRIPS_FULL] = "", [STRIPS_LAST] = "_LAST", [STRIPS_ANY] = "_ANY"};
    static const char *const beyond[] = {"", "PADDED, ", "KEPT, ", "ZEROED, "};
    const op_t *op = strip->op;
    const char *token = elem_token(op->elem), *group = group_text(e, plan), *acc = strip->fold->accumulator->cname;
    if (plan->wide) {
        emit_wide_fold(e, plan, strip);
        return;
    }
    emit_begin(e, op->loc);
    if (plan->stops_at_nan && e->strips == STRIPS_FULL) {
        const char *data = strip->args[0].value->cname;
        emit_printf(e, "if (PTO_STRIP_ANY(PTO_STRIP_NAN(%s), pto_vl)) {\n", data);
        emit_indent(e);
        emit_printf(e, "    break;\n");
        emit_indent(e);
        emit_printf(e, "}\n");
        emit_text(e, op->loc, "PTO_STRIP_FOLD_INSN(%s, %s, %s, vf%s_vv, %s);\n", token, group, acc, op->form->fn + 1,
                  data);
        return;
    }
    emit_printf(e, "PTO_STRIP_FOLD%s(%s, %s, %s, %s, %s", forms[e->strips], token, group, acc, op->form->fn,
                e->strips == STRIPS_FULL ? "" : beyond[strip->fold->beyond]);
    emit_strip_args(e, plan, strip);
    emit_printf(e, ");\n");
}

static void emit_load(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    emit_strip_result(e, strip, &strip->op->results[0]);
    emit_printf(e, "PTO_STRIP_LOAD%s(%s, m%u, %s);\n", lanes_whole(plan) && e->strips == STRIPS_FULL ? "_WHOLE" : "",
                elem_token(strip->op->elem), strip->lmul, address_text(e, plan, strip));
}

static void emit_mask_store(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    emit_text(e, strip->op->loc, "PTO_STRIP_STORE_MASK(%u, %s, %s + %s * %u / 64, %s);\n", plan->bits,
              group_text(e, plan), address_start(e, plan, strip->address), plan->loop->regions[0].block->args[0].cname,
              plan->bits, strip->args[0].value->cname);
}

static void emit_store(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    const char *form = strip->registers ? "_WHOLE" : strip->mask != NULL ? "_IF" : "";
    emit_text(e, strip->op->loc, "PTO_STRIP_STORE%s(%s, m%u, %s, %s%s%s);\n", form, elem_token(strip->op->elem),
              strip->lmul, address_text(e, plan, strip), arg_text(e, plan, &strip->args[0]),
              strip->mask != NULL ? ", " : "", strip->mask != NULL ? strip->mask->cname : "");
}

static void emit_strip_op(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    static void (*const emits[])(emitter_t *, const lane_plan_t *, const strip_op_t *) = {
        [STRIP_PART] = emit_parts,     [STRIP_LOAD] = emit_load,
        [STRIP_STORE] = emit_store,    [STRIP_MASK_STORE] = emit_mask_store,
        [STRIP_GATHER] = emit_gather,  [STRIP_CONVERT] = emit_conversion,
        [STRIP_FOLD] = emit_fold,      [STRIP_OP] = emit_lanewise,
        [STRIP_CALL] = emit_call_of,   [STRIP_COPY] = emit_copy,
        [STRIP_CARRY] = emit_lanewise, [STRIP_FENCE] = emit_fence,
    };
    if (emits[strip->kind] != NULL) {
        emits[strip->kind](e, plan, strip);
    }
}

/// Loops ///

/// The operations of a strip, and the end of the block.
static void emit_strip_body(emitter_t *e, const lane_plan_t *plan)
{
    if (plan->halves) {
        emit_text(e, plan->loop->loc, "PTO_STRIP_HALF(%u, %u, %s);\n", plan->bits, plan->lmul,
                  plan->loop->regions[0].block->args[0].cname);
    }
    for (const strip_op_t *strip = plan->ops; strip != NULL; strip = strip->next) {
        emit_strip_op(e, plan, strip);
    }
    emit_close(e);
}

/// The prologue of a loop over strips: scalars, the number of lanes, the alignment checks.
static const char *emit_strips_head(emitter_t *e, const lane_plan_t *plan)
{
    for (const strip_op_t *strip = plan->ops; strip != NULL; strip = strip->next) {
        if (strip->kind == STRIP_HOIST) {
            (strip->op->desc->cls == OPS_VECTOR ? emit_vector : emit_scalar)(e, strip->op);
        }
    }
    const char *count = lanes_count(e, plan);
    if (plan->count < 0) {
        emit_text(e, plan->loop->loc, "const ptrdiff_t pto_n = %s;\n", count);
        count = "pto_n";
    }
    for (const strip_guard_t *guard = plan->guards; guard != NULL && guard->kind == GUARD_ALIGNED;
         guard = guard->next) {
        emit_text(e, guard->address->op->loc, "%sPTO_STRIP_ALIGNED(%s);\n", plan->count > 0 ? "" : "if (pto_n > 0) ",
                  address_start(e, plan, guard->address));
    }
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
    const char *count = emit_strips_head(e, plan);
    emit_strips_loop(e, plan, count, strips_macro(plan));
    emit_close(e);
    emit_names_release(e, mark);
}

/// Whether a pair does not alias.
static void emit_pair(emitter_t *e, const lane_plan_t *plan, const apart_t *apart)
{
    const bool family = apart->last_store != NULL;
    emit_printf(e, "pto_strips_%s(%s, %s, ", family ? "apart_all" : apart->same_lanes ? "apart" : "clear",
                address_start(e, plan, apart->store), address_start(e, plan, apart->other));
    if (family) {
        emit_printf(e, "%s, %s, ", address_start(e, plan, apart->last_store),
                    address_start(e, plan, apart->last_other));
    }
    emit_printf(e, "%s)", lanes_extents(e, plan, apart));
}

/// The alternatives of the alias check, which are the last guards.
static void emit_alternatives(emitter_t *e, const lane_plan_t *plan, const strip_guard_t *guard)
{
    if (guard->kind == GUARD_ROWS) {
        emit_printf(e, "%s || ", *plan->apart_name);
        guard = guard->next;
    }
    emit_printf(e, "PTO_STRIPS_ONE(%u, %s, %u, %s)", plan->bits, group_text(e, plan), plan->lanes,
                lanes_count(e, plan));
    const char *before = " || (";
    for (guard = guard->next; guard != NULL; guard = guard->next, before = " && ") {
        emit_printf(e, "%s", before);
        emit_pair(e, plan, guard->apart);
        emit_printf(e, guard->next == NULL ? ")" : "");
    }
}

/// The first guard that is a condition, or NULL.
static const strip_guard_t *condition_of(const lane_plan_t *plan)
{
    const strip_guard_t *guard = plan->guards;
    while (guard != NULL && guard->kind == GUARD_ALIGNED) {
        guard = guard->next;
    }
    return guard;
}

/// The runtime check before a loop in strips.
static void emit_condition(emitter_t *e, const lane_plan_t *plan)
{
    const strip_guard_t *first = condition_of(plan);
    if (first == NULL) {
        return;
    }
    emit_text(e, plan->loop->loc, "if (");
    for (const strip_guard_t *guard = first; guard != NULL; guard = guard->next) {
        emit_printf(e, "%s", guard == first ? "" : " && ");
        if (guard->kind == GUARD_ROWS || guard->kind == GUARD_ONE) {
            emit_printf(e, guard == first ? "" : "(");
            emit_alternatives(e, plan, guard);
            emit_printf(e, guard == first ? "" : ")");
            break;
        }
        if (guard->kind == GUARD_COUNT) {
            emit_printf(e, "(uint64_t)(%s + 0x40000000) < 0xC0000000",
                        lanes_start(e, plan, guard->address, "INT64_C(0)"));
        } else {
            emit_printf(e, "!PTO_REG_NAN(%s, %s)", elem_token(guard->accumulator->type.elem),
                        guard->accumulator->cname);
        }
    }
    emit_printf(e, ")\n");
}

/// The remaining registers after whole strips, as one strip; it includes the last lanes if strips may end inside a
/// register.
static void emit_last_strip(emitter_t *e, const lane_plan_t *plan, const char *variable, const char *count)
{
    const char *rest = arena_printf(&e->cc->arena, "%s - pto_whole", count);
    if (!plan->cut) {
        rest = arena_printf(&e->cc->arena, "(%s) / %u * %u", rest, plan->lanes, plan->lanes);
    }
    emit_text(e, plan->loop->loc, "const size_t pto_rest = %s > 0 ? %s : 0;\n", count, rest);
    emit_text(e, plan->loop->loc, "if (pto_rest != 0) {\n");
    e->indent++;
    emit_text(e, plan->loop->loc, "const size_t pto_vl = pto_rest;\n");
    e->strips = STRIPS_LAST;
    emit_strip_body(e, plan);
    e->strips = STRIPS_FULL;
    emit_text(e, plan->loop->loc, "%s += pto_rest;\n", variable);
}

/// Advances the loop over registers past `lanes` lanes.
static void emit_done(emitter_t *e, const lane_plan_t *plan, const char *from, const char *lanes)
{
    const block_t *body = plan->loop->regions[0].block;
    emit_text(e, plan->loop->loc, "%s += (%s + %u) / %u * %" PRId64 ";\n", from, lanes, plan->cut ? plan->lanes - 1 : 0,
              plan->lanes, plan->step);
    if (plan->left_arg != 0) {
        emit_text(e, plan->loop->loc, "%s -= (int32_t)%s;\n", body->args[plan->left_arg].cname, lanes);
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
    emit_text(e, plan->loop->loc, "size_t %s = 0;\n", variable);
    if (plan->wide) {
        emit_wide_begin(e, plan);
    }
    emit_begin(e, plan->loop->loc);
    static const char *const paces[] = {"ROLL", "PAIRS", "UNROLL"};
    emit_printf(e, "PTO_STRIP_%s for (; %s != pto_whole; %s += pto_strip) {\n", paces[plan->pace], variable, variable);
    e->indent++;
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
    const bool has_else = condition_of(plan) != NULL;
    if (has_else) {
        emit_indent(e);
        emit_printf(e, "else\n#endif\n");
    } else {
        emit_printf(e, "#else\n");
    }
    emit_open(e);
    emit_plain(e, op);
    emit_close(e);
    if (!has_else) {
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
    emit_text(e, op->loc, "%s %s = %s;\n", emit_type(e, op->regions[0].block->args[0].type), *from,
              op->operands[0].value->cname);
    emit_wide_declare(e, plan);
    emit_folds(e, plan, *from);
    return true;
}
