// SPDX-License-Identifier: Apache-2.0
//
// Operations that strips cannot do lane by lane but register by register, on strips of several whole registers: results
// that depend on other lanes of a register, types without own arithmetic, distributions. Loads, stores and lane-wise
// operations around them still work on strips. See strips.h.

#include "ptoc.h"

#include "find.h"

#include <string.h>

#define VREG_BYTES  256
#define MASK_BYTES  32
#define BLOCK_BYTES 32

bool lanes_whole(const lane_plan_t *plan)
{
    return plan->folds_num != 0 || plan->parts;
}

/// Whether a register or mask has a variable, or one for each register of the strip.
static bool is_held(const finder_t *f, const value_t *value)
{
    if (!lanes_is_inside(f->body, value)) {
        return true;
    }
    switch ((lane_t)value->lane) {
        case LANE_STRIP:
        case LANE_PARTS:
        case LANE_MASKS:
        case LANE_FIXED:
        case LANE_PREFIX:
        case LANE_ALL:
            return true;
        case LANE_MASK:
            return value->type.gran == f->plan->bits;
        case LANE_SPLAT:
            return lanes_scalar(value) != NULL;
        default:
            return false;
    }
}

/// Records a scalar that is affine in the loop variable; false for any other.
static bool note_scalar(finder_t *f, const value_t *value)
{
    lane_scalar_t *scalar = ARENA_NEW(&f->cc->arena, lane_scalar_t);
    if (!lanes_affine(f, value, &scalar->sum)) {
        return false;
    }
    scalar->value = value;
    scalar->next = f->plan->scalars;
    f->plan->scalars = scalar;
    return true;
}

/// A loop invariant, or a scalar that each register of a strip can compute by itself.
static bool is_known(finder_t *f, const value_t *value)
{
    if (lanes_class(f, value) == LANE_SCALAR) {
        return true;
    }
    elem_t elem = value->type.elem;
    return value->type.kind == TYPE_SCALAR && elem_is_int(elem) && elem_bits(elem) <= 32 && note_scalar(f, value);
}

/// The address of an operation; one already created is reused.
static address_t *address_of(finder_t *f, const op_t *op, const bound_t *pointer, bool store)
{
    lane_plan_t *plan = f->plan;
    address_t *last = plan->addresses_num == 0 ? NULL : &plan->addresses[plan->addresses_num - 1];
    return last != NULL && last->op == op ? last : lanes_new_address(f, op, pointer, store);
}

/// Upper bound of the bytes that an operation accesses for one register.
static int64_t bytes_of(const op_t *op, const bound_t *bound, uint32_t num)
{
    if (lanes_has(op, LANES_MASK_STORE) || (op->results_num != 0 && op->results[0].type.kind == TYPE_MASK)) {
        return MASK_BYTES;
    }
    if (strncmp(lanes_attr(bound, num), "BRC_", 4) == 0) {
        return BLOCK_BYTES;
    }
    bool half = strncmp(lanes_attr(bound, num), "DS_", 3) == 0;
    return lanes_has(op, LANES_ACCESS) || half ? 2 * VREG_BYTES : VREG_BYTES;
}

/// The address of an access with an indexed pointer. A pointer without index is a table.
static bool visit_pointer(finder_t *f, const op_t *op, const bound_t *bound, uint32_t num, const bound_t *pointer)
{
    if (!pointer->item->indexed) {
        return lanes_has(op, LANES_GATHER | LANES_TABLE) && lanes_class(f, pointer->operand->value) == LANE_SCALAR;
    }
    if (!lanes_has(op, LANES_LOAD | LANES_STORE | LANES_MASK_STORE | LANES_ACCESS)) {
        return false;
    }
    address_t *address = address_of(f, op, pointer, op->results_num == 0);
    address->parts = true;
    address->mask = false;
    address->bytes = bytes_of(op, bound, num);
    return !f->failed && address->pitch >= 0 && (pointer->index == NULL || note_scalar(f, pointer->index->value));
}

static bool gives_registers(const op_t *op)
{
    for (uint32_t i = 0; i < op->results_num; i++) {
        type_kind_t kind = op->results[i].type.kind;
        if (kind != TYPE_VREG && kind != TYPE_MASK) {
            return false;
        }
    }
    return true;
}

/// Whether an operand can be split into the registers of a strip.
static bool operand_has_parts(finder_t *f, const op_t *op, const bound_t *bound, uint32_t num, const bound_t *of)
{
    const value_t *value = of->operand->value;
    switch (value->type.kind) {
        case TYPE_PTR:
            return visit_pointer(f, op, bound, num, of);
        case TYPE_VREG:
        case TYPE_MASK:
            return is_held(f, value);
        case TYPE_SCALAR:
            return is_known(f, value);
        default:
            return false;
    }
}

bool lanes_visit_parts(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    bool memory = false;
    if (op->form == NULL || f->plan->once || f->failed || !gives_registers(op)) {
        return false;
    }
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].operand == NULL) {
            continue;
        }
        if (!operand_has_parts(f, op, bound, num, &bound[i])) {
            return false;
        }
        memory |= bound[i].operand->value->type.kind == TYPE_PTR;
    }
    if (op->results_num == 0 && !memory) {
        return false;
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        type_t type = op->results[i].type;
        bool lanes =
            type.kind == TYPE_VREG && lanes_elem_kind(type.elem) != '\0' && elem_bits(type.elem) == f->plan->bits;
        lanes_set(op, i, type.kind == TYPE_MASK ? LANE_MASKS : lanes ? LANE_STRIP : LANE_PARTS);
    }
    f->plan->parts = true;
    op->flags |= OP_PARTS;
    return true;
}

bool lanes_visit_fixed(const finder_t *f, op_t *op)
{
    if (op->form == NULL || op->results_num == 0) {
        return false;
    }
    for (uint32_t i = 0; i < op->operands_num; i++) {
        const value_t *value = op->operands[i].value;
        bool fixed =
            lanes_class(f, value) == LANE_SCALAR || value->lane == LANE_FIXED || !lanes_is_inside(f->body, value);
        if (value->type.kind == TYPE_PTR || value->type.kind == TYPE_ALIGN || !fixed) {
            return false;
        }
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        type_kind_t kind = op->results[i].type.kind;
        if (kind != TYPE_VREG && kind != TYPE_MASK && op->results[i].uses_num != 0) {
            return false;
        }
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        op->results[i].lane = LANE_FIXED;
    }
    return true;
}
