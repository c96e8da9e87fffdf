// SPDX-License-Identifier: Apache-2.0
//
// Operations that a strip does register by register, see strips/parts.c: the original operation once per register. The
// operand strips are split before it, and the result strip is assembled after it.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>

/// Temporary names while an operation works on one register.
typedef struct renamed {
    value_t *value;
    const char *cname;
} renamed_t;

typedef struct parts {
    emitter_t *e;
    const lane_plan_t *plan;
    op_t *op;
    uint32_t part;
    renamed_t renamed[SIG_MAX * 2];
    uint32_t renamed_num;
} parts_t;

/// The distance of a register's iteration from the first one, times a factor.
static const char *turn_text(const parts_t *p, int64_t factor)
{
    const lane_plan_t *plan = p->plan;
    return arena_printf(&p->e->cc->arena, "((ptrdiff_t)%s / %u + %u) * %" PRId64,
                        plan->loop->regions[0].block->args[0].cname, plan->lanes, p->part, factor);
}

/// A scalar that depends on the loop variable.
static const char *scalar_text(const parts_t *p, const value_t *value)
{
    const lane_scalar_t *scalar = p->plan->scalars;
    while (scalar->value != value) {
        scalar = scalar->next;
    }
    const char *start = lanes_start(p->e, p->plan, &scalar->sum, "0");
    return arena_printf(&p->e->cc->arena, "(%s)(%s + %s)", emit_type(p->e, value->type), start,
                        turn_text(p, scalar->sum.variable * p->plan->step));
}

static const char *part_text(const parts_t *p, const value_t *value)
{
    arena_t *arena = &p->e->cc->arena;
    const char *token = elem_token(value->type.elem);
    switch ((lane_t)value->lane) {
        case LANE_STRIP:
        case LANE_PARTS:
            return arena_printf(arena, "PTO_STRIP_REG(%s, m%u, %s, %u)", token, p->plan->lmul, value->cname, p->part);
        case LANE_MASKS:
            return arena_printf(arena, "%s[%u]", value->cname, p->part);
        case LANE_MASK:
            return arena_printf(arena, "PTO_STRIP_MASK_REG(%u, %s, %u)", p->plan->bits, value->cname, p->part);
        case LANE_PREFIX:
        case LANE_ALL:
            return arena_printf(arena, "pto_pset_b%u(PTO_PAT_ALL)", value->type.gran);
        case LANE_SPLAT:
            return arena_printf(arena, "pto_vbr_%s((pto_%s_t)%s)", token, token, lanes_scalar(value)->cname);
        case LANE_INDEX:
        case LANE_GONE:
            return scalar_text(p, value);
        default:
            return value->cname;
    }
}

static void rename_value(parts_t *p, value_t *value, const char *cname)
{
    p->renamed[p->renamed_num++] = (renamed_t){value, value->cname};
    value->cname = cname;
}

static void rename_operands(parts_t *p)
{
    const op_t *op = p->op;
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const char *names[SIG_MAX * 2];
    value_t *values[SIG_MAX * 2];
    uint32_t values_num = 0;
    for (uint32_t i = 0; i < num; i++) {
        const operand_t *both[2] = {bound[i].operand, bound[i].index};
        for (uint32_t j = 0; j < 2; j++) {
            if (both[j] != NULL && lanes_is_inside(p->plan->loop->regions[0].block, both[j]->value)) {
                values[values_num] = both[j]->value;
                names[values_num++] = part_text(p, both[j]->value);
            }
        }
    }
    for (uint32_t i = 0; i < values_num; i++) {  // all texts first: an operand may occur twice
        rename_value(p, values[i], names[i]);
    }
}

/// The strip or the masks assembled from the registers' results.
static void declare(parts_t *p, value_t *value)
{
    emitter_t *e = p->e;
    emit_begin(e, p->op->loc);
    if (value->type.kind == TYPE_MASK) {
        emit_printf(e, "pto_b%u_t %s[PTO_STRIP_REGS_m%u];\n", value->type.gran, emit_name(e, value), p->plan->lmul);
        return;
    }
    const char *token = elem_token(value->type.elem);
    emit_printf(e, "PTO_STRIP(%s, m%u) %s = PTO_STRIP_PARTS(%s, m%u);\n", token, p->plan->lmul, emit_name(e, value),
                token, p->plan->lmul);
}

static void put_back(parts_t *p, const value_t *value, const char *strip)
{
    emitter_t *e = p->e;
    emit_begin(e, p->op->loc);
    if (value->type.kind == TYPE_MASK) {
        emit_printf(e, "%s[%u] = %s;\n", strip, p->part, value->cname);
    } else {
        emit_printf(e, "PTO_STRIP_PUT_REG(%s, m%u, %s, %u, %s);\n", elem_token(value->type.elem), p->plan->lmul, strip,
                    p->part, value->cname);
    }
}

static void emit_part(parts_t *p)
{
    emitter_t *e = p->e;
    op_t *op = p->op;
    const char *strips[SIG_MAX];
    uint32_t mark = emit_names_mark(e);
    emit_open(e);
    rename_operands(p);
    for (uint32_t i = 0; i < op->results_num; i++) {
        strips[i] = op->results[i].cname;
        rename_value(p, &op->results[i], NULL);
    }
    emit_vector(e, op);
    for (uint32_t i = 0; i < op->results_num; i++) {
        put_back(p, &op->results[i], strips[i]);
    }
    while (p->renamed_num != 0) {
        const renamed_t *renamed = &p->renamed[--p->renamed_num];
        renamed->value->cname = renamed->cname;
    }
    emit_close(e);
    emit_names_release(e, mark);
}

void emit_parts(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip)
{
    op_t *op = strip->op;
    parts_t parts = {.e = e, .plan = plan, .op = op};
    for (uint32_t i = 0; i < op->results_num; i++) {
        declare(&parts, &op->results[i]);
    }
    for (parts.part = 0; parts.part < plan->lmul / 2u; parts.part++) {
        if (parts.part == 2) {  // m8 is two registers or four
            emit_printf(e, "#if PTO_STRIP_REGS_m%u > 2\n", plan->lmul);
        }
        emit_part(&parts);
    }
    if (parts.part > 2) {
        emit_printf(e, "#endif\n");
    }
}
