// SPDX-License-Identifier: Apache-2.0
//
// Conversions between elements of two widths. Lanes have the wider width; narrower elements are loaded and stored as
// the low part of each lane. Their strips are correspondingly shorter. See strips.h.

#include "ptoc.h"

#include "find.h"

#include <string.h>

static const struct {
    const char *from, *to;
} conversions[] = {
#define PTO_LANES(...)
#define PTO_LANES_CVT(SRC, DST) {#SRC, #DST},
#include <isa/lanes.def>
};

// Distributions that extend elements to wider lanes.
static const struct {
    uint32_t elem, lanes;  // bits
    const char *unpacked, *packed;
} parts[] = {{8, 16, "UNPK_B8", "PK_B16"}, {8, 32, "UNPK4", "PK4_B32"}, {16, 32, "UNPK_B16", "PK_B32"}};
#define PARTS_NUM (sizeof(parts) / sizeof(parts[0]))

static bool is_part(size_t i, elem_t elem, uint32_t bits)
{
    return parts[i].elem == elem_bits(elem) && parts[i].lanes == bits;
}

bool lanes_is_unpacked(const char *dist, elem_t elem, uint32_t bits)
{
    for (size_t i = 0; i < PARTS_NUM; i++) {
        if (is_part(i, elem, bits)) {
            return strcmp(dist, parts[i].unpacked) == 0;
        }
    }
    return false;
}

uint32_t lanes_stored_bits(elem_t elem, const char *dist)
{
    for (size_t i = 0; i < PARTS_NUM; i++) {
        if (is_part(i, elem, parts[i].lanes) && strcmp(dist, parts[i].packed) == 0) {
            return parts[i].lanes;
        }
    }
    return elem_bits(elem);
}

/// An attribute's value or its default.
static const char *attr_text(const bound_t *bound, uint32_t num, attr_class_t cls)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR && bound[i].item->attr == cls && bound[i].value != NULL) {
            return bound[i].value->spelling;
        }
    }
    return "";
}

const char *lanes_rounding(const op_t *op)
{
    bound_t bound[SIG_MAX];
    const char *mode = attr_text(bound, ops_operands(op, bound, NULL), ATTRS_rnd);
    return mode[0] == '\0' ? "R" : mode;
}

bool lanes_saturates(const op_t *op)
{
    bound_t bound[SIG_MAX];
    return strcmp(attr_text(bound, ops_operands(op, bound, NULL), ATTRS_sat), "SAT") == 0;
}

/// Whether the table has a conversion with this rounding.
static bool has_conversion(const op_t *op)
{
    const char *from = elem_token(op->elem), *to = elem_token(op->results[0].type.elem);
    for (size_t i = 0; i < sizeof(conversions) / sizeof(conversions[0]); i++) {
        if (strcmp(conversions[i].from, from) == 0 && strcmp(conversions[i].to, to) == 0) {
            return strcmp(lanes_rounding(op), "O") != 0;
        }
    }
    return false;
}

/// Whether the selected part of a lane is the lowest one.
static bool is_low(const bound_t *bound, uint32_t num)
{
    const char *part = attr_text(bound, num, ATTRS_cvt_part);
    return part[0] == '\0' || strcmp(part, "EVEN") == 0 || strcmp(part, "P0") == 0;
}

bool lanes_visit_conversion(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    if (op->results_num != 1 || bound[0].operand == NULL || bound[1].operand == NULL || !has_conversion(op)) {
        return false;
    }
    const uint32_t from = elem_bits(op->elem), to = elem_bits(op->results[0].type.elem), bits = f->plan->bits;
    const lane_t lane = lanes_class(f, bound[0].operand->value), gate = lanes_class(f, bound[1].operand->value);
    const bool whole = gate == LANE_PREFIX || gate == LANE_ALL;
    value_t *result = &op->results[0];
    if (from < to && to == bits && is_low(bound, num) && lane == LANE_WIDE && gate == LANE_ALL) {
        result->lane = LANE_STRIP;
    } else if (from > to && from == bits && is_low(bound, num) && lane == LANE_STRIP && whole) {
        result->lane = LANE_NARROW;
    } else if (from == to && to == bits && lane == LANE_STRIP && whole) {
        result->lane = LANE_STRIP;
    } else {
        return false;
    }
    return true;
}

uint32_t lanes_group(const lane_plan_t *plan, const value_t *value)
{
    bool part = value->lane == LANE_WIDE || value->lane == LANE_NARROW;
    return part ? plan->lmul * elem_bits(value->type.elem) / plan->bits : plan->lmul;
}
