// SPDX-License-Identifier: Apache-2.0
//
// Vector and predicate instructions in C: the row of isa/vector.def determines the call, by the rule at its top.

#include "ptoc.h"

#include "emit.h"

#include <string.h>

/// A call's arguments while they are gathered: "(a, b, " ...
typedef struct call {
    emitter_t *e;
    bool any;
} call_t;

static void add_arg(call_t *call, const char *text)
{
    emit_printf(call->e, "%s%s", call->any ? ", " : "", text);
    call->any = true;
}

/// Whether this is a load or store of the usual distribution: a function of its own (hal/vector/load.h).
static bool is_normal(const op_form_t *form, const bound_t *bound)
{
    const bool stores = strcmp(form->fn, "vsts") == 0;
    return bound->item->kind == SIG_ATTR && bound->value != NULL && (stores || strcmp(form->fn, "vlds") == 0) &&
           strcmp(bound->value->c_name, stores ? "ST_NORM" : "LD_NORM") == 0;
}

/// The suffix of the C function: T, then the types of X, R and G where the signature has them.
static const char *function_name(emitter_t *e, const op_t *op, const bound_t *bound, uint32_t num)
{
    arena_t *arena = &e->cc->arena;
    const op_form_t *form = op->form;
    const bool normal = num != 0 && is_normal(form, &bound[num - 1]);
    const char *name = arena_printf(arena, normal ? "pto_%s_norm" : "pto_%s", form->fn);
    if ((form->types & (B8 | B16 | B32)) != 0) {
        name = arena_printf(arena, "%s_b%u", name, op->gran);
    } else if (form->types != 0) {
        name = arena_printf(arena, "%s_%s", name, elem_token(op->elem));
    }
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].operand == NULL) {
            continue;
        }
        type_t type = bound[i].operand->value->type;
        if (bound[i].item->kind == SIG_X || bound[i].item->kind == SIG_R) {
            name = arena_printf(arena, "%s_%s", name, elem_token(type.elem));
        } else if (bound[i].item->kind == SIG_G) {
            name = arena_printf(arena, "%s_b%u", name, type.gran);
        }
    }
    for (uint32_t i = 0; i < form->results_num && i < op->results_num; i++) {
        type_t type = op->results[i].type;
        if (form->results[i].kind == SIG_R) {
            name = arena_printf(arena, "%s_%s", name, elem_token(type.elem));
        } else if (form->results[i].kind == SIG_G) {
            name = arena_printf(arena, "%s_b%u", name, type.gran);
        }
    }
    return name;
}

/// A pointer to T. If the text's pointer has another type, the address is computed in that type's elements.
static void add_pointer(call_t *call, const op_t *op, const bound_t *bound)
{
    emitter_t *e = call->e;
    const value_t *pointer = bound->operand->value;
    const char *index = bound->index == NULL ? "0" : bound->index->value->cname;
    bool same = strcmp(elem_token(pointer->type.elem), elem_token(op->elem)) == 0;
    if (same) {
        add_arg(call, pointer->cname);
    } else if (bound->index != NULL) {
        add_arg(call, arena_printf(&e->cc->arena, "(%s *)(%s + %s)", elem_ctype(op->elem), pointer->cname, index));
        index = "0";
    } else {
        add_arg(call, arena_printf(&e->cc->arena, "(%s *)%s", elem_ctype(op->elem), pointer->cname));
    }
    if (bound->item->indexed) {
        add_arg(call, index);
    }
}

/// Any pointer; the offset is in bytes.
static void add_any_pointer(call_t *call, const bound_t *bound)
{
    const value_t *pointer = bound->operand->value;
    add_arg(call, pointer->cname);
    if (!bound->item->indexed) {
        return;
    }
    uint32_t bytes = elem_bits(pointer->type.elem) / 8;
    const char *index = bound->index == NULL ? "0" : bound->index->value->cname;
    add_arg(call, bytes <= 1 ? index : arena_printf(&call->e->cc->arena, "%s * %u", index, bytes));
}

/// U is the unsigned register of T's width: other types are reinterpreted.
static void add_bits(call_t *call, const op_t *op, const value_t *value)
{
    (void)op;
    bool is_unsigned = elem_class(value->type.elem) == CLASS_UINT;
    const char *raw = arena_printf(&call->e->cc->arena, "pto_raw_%s(%s)", elem_token(value->type.elem), value->cname);
    add_arg(call, is_unsigned ? value->cname : raw);
}

static void add_item(call_t *call, const op_t *op, const bound_t *bound)
{
    if (bound->item->kind == SIG_ATTR || bound->operand == NULL) {
        return;
    }
    const value_t *value = bound->operand->value;
    switch (bound->item->kind) {
        case SIG_P:
            add_pointer(call, op, bound);
            break;
        case SIG_Q:
            add_any_pointer(call, bound);
            break;
        case SIG_U:
            add_bits(call, op, value);
            break;
        default:
            add_arg(call, value->cname);
            break;
    }
}

/// Results after the first are written through pointers.
static void declare_results(emitter_t *e, op_t *op)
{
    for (uint32_t i = 1; i < op->results_num; i++) {
        emit_declare(e, op->loc, &op->results[i]);
    }
}

static bool is_pointer_result(const op_t *op, uint32_t i)
{
    return op->results[i].type.kind == TYPE_PTR;
}

/// A plt with a full mask: at least a register of lanes is left.
static void emit_full_plt(emitter_t *e, op_t *op)
{
    emit_define(e, op->loc, &op->results[0], "pto_pset_b%u(PTO_PAT_ALL);\n", op->gran);
    emit_define(e, op->loc, &op->results[1], "%s - %u;\n", op->operands[0].value->cname, 2048u / op->gran);
}

/// The reduction whose first lane is broadcast: its index is unused, and finding it would double the cost. So the
/// broadcast reads the operands of the reduction.
const op_t *emit_lowest_of(const op_t *op)
{
    const op_t *def = lanes_has(op, LANES_SPLAT_LANE) ? op->operands[0].value->def : NULL;
    if (def == NULL || !lanes_has(def, LANES_LOWEST) || def->parent != op->parent || def->operands_num != 2) {
        return NULL;
    }
    bound_t bound[SIG_MAX];
    bool first = strcmp(lanes_attr(bound, ops_operands(op, bound, NULL)), "HIGHEST") != 0;
    return first && lanes_is_all(op->operands[1].value) && (op->flags & OP_PARTS) == 0 ? def : NULL;
}

static void emit_lowest(emitter_t *e, op_t *op, const op_t *def)
{
    const char *token = elem_token(op->elem);
    emit_define(e, op->loc, &op->results[0], "pto_vbr_%s(pto_%s_lowest_%s(%s, %s));\n", token, def->form->fn, token,
                def->operands[0].value->cname, def->operands[1].value->cname);
}

/// A vector operand where a scalar is expected.
static const char *first_text(emitter_t *e, const value_t *value)
{
    bool scalar = value->type.kind != TYPE_VREG || lanes_is_first(value);
    return scalar ? value->cname : arena_printf(&e->cc->arena, "pto_first_f32(%s)", value->cname);
}

/// The first lane alone; sums and maxima read the whole register.
static void emit_first(emitter_t *e, op_t *op)
{
    bool whole = lanes_has(op, LANES_REDUCES);
    const op_t *loop = op->operands[0].value->def;
    const lane_plan_t *plan = whole && loop != NULL && op_id(loop) == OP_FOR ? loop->aux : NULL;
    emit_begin_op(e, op);
    if (plan != NULL && plan->greatest != NULL) {
        emit_printf(e, "%s_known ? %s : ", plan->greatest_value->cname, plan->greatest_value->cname);
    }
    emit_printf(e, "pto_first_%s_f32(", op->form->fn);
    for (uint32_t i = 0; i < op->operands_num - (whole ? 0u : 1u); i++) {
        const value_t *value = op->operands[i].value;
        emit_printf(e, "%s%s", i == 0 ? "" : ", ", whole ? value->cname : first_text(e, value));
    }
    emit_printf(e, ");\n");
}

/// A scalar broadcast to the active lanes.
static bool emit_first_dup(emitter_t *e, op_t *op)
{
    const op_t *def = lanes_has(op, LANES_SPLAT_LANE) ? op->operands[0].value->def : NULL;
    if (def == NULL || !lanes_is_first(&def->results[0])) {
        return false;
    }
    const value_t *mask = op->operands[1].value;
    emit_begin_op(e, op);
    if (lanes_is_all(mask)) {
        emit_printf(e, "pto_vbr_f32(%s);\n", def->results[0].cname);
    } else {
        emit_printf(e, "pto_vdups_f32(%s, %s);\n", def->results[0].cname, mask->cname);
    }
    return true;
}

void emit_vector(emitter_t *e, op_t *op)
{
    if (e->full && (op->flags & OP_SPLIT) != 0) {
        emit_full_plt(e, op);
        return;
    }
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    emit_timed_op(e, op);
    if ((op->flags & OP_FIRST) != 0) {
        emit_first(e, op);
        return;
    }
    if (emit_first_dup(e, op)) {
        return;
    }
    const op_t *lowest = emit_lowest_of(op);
    if (lowest != NULL) {
        emit_lowest(e, op, lowest);
        return;
    }
    const char *function = function_name(e, op, bound, num);
    declare_results(e, op);
    emit_begin_op(e, op);
    if (op->results_num != 0 && is_pointer_result(op, 0)) {
        emit_printf(e, "(%s)", emit_type(e, op->results[0].type));
    }
    emit_printf(e, "%s(", function);
    call_t call = {.e = e};
    for (uint32_t i = 0; i < num; i++) {
        add_item(&call, op, &bound[i]);
    }
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR && bound[i].value != NULL && !is_normal(op->form, &bound[i])) {
            add_arg(&call, arena_printf(&e->cc->arena, "PTO_%s", bound[i].value->c_name));
        }
    }
    for (uint32_t i = 1; i < op->results_num; i++) {
        const char *cast = is_pointer_result(op, i) ? "(void *)" : "";
        add_arg(&call, arena_printf(&e->cc->arena, "%s&%s", cast, op->results[i].cname));
    }
    emit_printf(e, ");\n");
}
