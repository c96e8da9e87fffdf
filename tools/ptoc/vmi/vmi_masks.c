// SPDX-License-Identifier: Apache-2.0
//
// Masks: constructors, logic, other granularities.

#include "ptoc.h"

#include <stdlib.h>
#include <string.h>

#include "vmi.h"

static uint32_t per_reg(uint32_t g)
{
    return 256u >> g;
}

static uint32_t masks_of(uint32_t lanes, uint32_t g)
{
    return (lanes + per_reg(g) - 1) / per_reg(g);
}

/// To lanes twice as wide: each mask becomes two.
static value_t **unpack(vmi_t *b, value_t **masks, uint32_t lanes, uint32_t g)
{
    uint32_t num = masks_of(lanes, g + 1);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = vmi_is_all(masks[i / 2]) ? vmi_all(b, 8u << (g + 1))
                                           : vmi_do(b, "pto.punpack", vmi_mask_type(g + 1),
                                                    i % 2 == 0 ? "part=LOWER" : "part=HIGHER", masks[i / 2], NULL);
    }
    return list;
}

/// To lanes half as wide: two masks become one.
static value_t **pack(vmi_t *b, value_t **masks, uint32_t lanes, uint32_t g)
{
    uint32_t num = masks_of(lanes, g - 1), from = masks_of(lanes, g);
    type_t type = vmi_mask_type(g - 1);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        bool both = 2 * i + 1 < from;
        if (vmi_is_all(masks[2 * i]) && (!both || vmi_is_all(masks[2 * i + 1]))) {
            list[i] = vmi_all(b, 8u << (g - 1));
            continue;
        }
        list[i] = vmi_do(b, "pto.ppack", type, "part=LOWER", masks[2 * i], NULL);
        if (both) {
            value_t *high = vmi_do(b, "pto.ppack", type, "part=HIGHER", masks[2 * i + 1], NULL);
            list[i] = vmi_do(b, "pto.por", type, "", list[i], high, vmi_all(b, 8u << (g - 1)), NULL);
        }
    }
    return list;
}

value_t **vmi_mask_regrain(vmi_t *b, value_t **masks, uint32_t lanes, uint32_t from, uint32_t to)
{
    for (; from < to; from++) {
        masks = unpack(b, masks, lanes, from);
    }
    for (; from > to; from--) {
        masks = pack(b, masks, lanes, from);
    }
    return masks;
}

void vmi_lower_masks(vmi_t *b, vmi_op_t *x)
{
    vmi_value_t *result = x->op->results[0].aux;
    const char *name = arena_printf(&b->cc->arena, "pto.%s", x->row->micro);
    for (uint32_t g = 0; g < 3; g++) {
        value_t *all = (result->need >> g & 1) == 0 ? NULL : vmi_all(b, 8u << g);
        result->parts[g] = vmi_list(b, result->num[g]);
        for (uint32_t i = 0; all != NULL && i < result->num[g]; i++) {
            value_t *one = vmi_mask(b, x->masks[0], 8u << g, i);
            value_t *two = x->masks_num == 2 ? vmi_mask(b, x->masks[1], 8u << g, i) : all;
            result->parts[g][i] = x->masks_num == 2 ? vmi_do(b, name, vmi_mask_type(g), "", one, two, all, NULL)
                                                    : vmi_do(b, name, vmi_mask_type(g), "", one, two, NULL);
        }
    }
}

/// A mask of the first `count` lanes, a constant.
static void first_known(vmi_t *b, vmi_value_t *mask, uint32_t count)
{
    for (uint32_t g = 0; g < 3; g++) {
        mask->parts[g] = vmi_list(b, mask->num[g]);
        for (uint32_t i = 0; (mask->need >> g & 1) != 0 && i < mask->num[g]; i++) {
            uint32_t before = i * per_reg(g), left = count > before ? count - before : 0;
            mask->parts[g][i] = vmi_first(b, 8u << g, left);
        }
    }
}

/// A number of lanes, clamped to 0 to `most`. The lower bound is skipped for a count that a loop decrements: it is
/// never far below 0, and plt treats negative counts as 0.
static value_t *clamp(vmi_t *b, value_t *count, uint32_t most, bool counted)
{
    type_t type = count->type;
    value_t *zero = vmi_int(b, (elem_t)type.elem, 0), *top = vmi_int(b, (elem_t)type.elem, most);
    count = counted ? count : vmi_do(b, "arith.maxsi", type, "", count, zero, NULL);
    return vmi_number(b, vmi_do(b, "arith.minsi", type, "", count, top, NULL), ELEM_I32);
}

static void first_counted(vmi_t *b, vmi_value_t *mask, value_t *count, uint32_t lanes, bool counted)
{
    count = clamp(b, count, lanes, counted);
    for (uint32_t g = 0; g < 3; g++) {
        type_t types[] = {vmi_mask_type(g), TYPE_OF_ELEM(ELEM_I32)};
        value_t *left = count, *results[2];
        mask->parts[g] = vmi_list(b, mask->num[g]);
        for (uint32_t i = 0; (mask->need >> g & 1) != 0 && i < mask->num[g]; i++) {
            const char *name = arena_printf(&b->cc->arena, "pto.plt_b%u", 8u << g);
            vmi_do_list(b, name, "", &left, 1, types, results, 2);
            mask->parts[g][i] = results[0];
            left = results[1];
        }
    }
}

static void first(vmi_t *b, vmi_value_t *mask, value_t *count, uint32_t lanes, bool counted)
{
    int64_t known;
    if (value_constant(count, &known)) {
        first_known(b, mask, known < 0 ? 0 : known > lanes ? lanes : (uint32_t)known);
    } else {
        first_counted(b, mask, count, lanes, counted);
    }
}

void vmi_lower_first(vmi_t *b, vmi_op_t *x)
{
    first(b, x->op->results[0].aux, vmi_scalar(x->scalars[0]), x->lanes, x->slot != 0);
}

void vmi_lower_left(vmi_t *b, vmi_op_t *x)
{
    value_t *count = vmi_scalar(x->scalars[0]), **left = vmi_list(b, 1);
    first(b, x->op->results[0].aux, count, x->lanes, false);
    value_t *rest = vmi_add(b, count, -(int64_t)x->lanes), *zero = vmi_int(b, (elem_t)count->type.elem, 0);
    left[0] = vmi_do(b, "arith.maxsi", count->type, "", rest, zero, NULL);
    vmi_set(b, x, 1, left, 1);
}

/// Groups ///

typedef struct groups {
    uint32_t lanes, size;
    value_t *count;  // at most `size`, i32
    int64_t known;   // -1: unknown
} groups_t;

/// A mask of the lanes of a register that are in a group and below its count.
static value_t *group_part(vmi_t *b, const groups_t *s, uint32_t bits, uint32_t from, uint32_t to, uint32_t skipped)
{
    if (s->known >= 0) {
        int64_t end = from + s->known - skipped;
        return vmi_between(b, bits, from, end < from ? from : end > to ? to : (uint32_t)end);
    }
    value_t *zero = vmi_int(b, ELEM_I32, 0), *count = vmi_add(b, s->count, -(int64_t)skipped);
    count = skipped == 0 ? count : vmi_do(b, "arith.maxsi", count->type, "", count, zero, NULL);
    count = vmi_add(b, count, from);
    type_t types[] = {vmi_mask_type(vmi_gran(bits)), TYPE_OF_ELEM(ELEM_I32)};
    value_t *results[2];
    vmi_do_list(b, arena_printf(&b->cc->arena, "pto.plt_b%u", bits), "", &count, 1, types, results, 2);
    value_t *upto = vmi_first(b, bits, to), *all = vmi_all(b, bits);
    value_t *mask = vmi_is_all(upto) ? results[0] : vmi_do(b, "pto.pand", types[0], "", results[0], upto, all, NULL);
    if (from == 0) {
        return mask;
    }
    value_t *before = vmi_first(b, bits, from);
    return vmi_do(b, "pto.pxor", types[0], "", mask, before, all, NULL);
}

static value_t *or_masks(vmi_t *b, value_t *one, value_t *two, uint32_t bits)
{
    return one == NULL ? two : vmi_do(b, "pto.por", two->type, "", one, two, vmi_all(b, bits), NULL);
}

/// Lane % size < count, for registers with several groups whose size is a power of two.
static value_t *compare_rest(vmi_t *b, const groups_t *s, uint32_t bits)
{
    elem_t elem = vmi_integer(CLASS_UINT, bits), scalar = vmi_integer(CLASS_INT, bits);
    value_t *count = vmi_number(b, s->known >= 0 ? vmi_int(b, ELEM_I32, s->known) : s->count, scalar);
    vmi_start_hoist(b);
    value_t *mask = vmi_int(b, scalar, s->size - 1), *lane = vmi_count(b, elem), *all = vmi_all(b, bits);
    value_t *rest = vmi_do(b, "pto.vands", vmi_vreg(elem), "", lane, mask, all, NULL);
    mask = vmi_do(b, "pto.vcmps", vmi_mask_type(vmi_gran(bits)), "cmp_mode=lt", rest, count, all, NULL);
    vmi_end_hoist(b);
    return mask;
}

static value_t *groups_of(vmi_t *b, const groups_t *s, uint32_t bits, uint32_t i)
{
    uint32_t lanes = 2048 / bits, first = i * lanes, last = first + lanes < s->lanes ? first + lanes : s->lanes;
    bool power = (s->size & (s->size - 1)) == 0;
    if (s->known == (int64_t)s->size) {
        return vmi_all(b, bits);
    }
    if (power && s->size < lanes) {
        return compare_rest(b, s, bits);
    }
    value_t *mask = NULL;
    for (uint32_t at = first, next; at < last; at = next) {
        next = (at / s->size + 1) * s->size < last ? (at / s->size + 1) * s->size : last;
        mask = or_masks(b, mask, group_part(b, s, bits, at - first, next - first, at % s->size), bits);
    }
    return mask;
}

static void lower_groups(vmi_t *b, vmi_value_t *mask, groups_t *s, value_t *count)
{
    if (!value_constant(count, &s->known)) {
        s->known = -1;
        s->count = clamp(b, count, s->size, false);
    } else {
        s->known = s->known < 0 ? 0 : s->known > s->size ? s->size : s->known;
    }
    for (uint32_t g = 0; g < 3; g++) {
        mask->parts[g] = vmi_list(b, mask->num[g]);
        for (uint32_t i = 0; (mask->need >> g & 1) != 0 && i < mask->num[g]; i++) {
            mask->parts[g][i] = groups_of(b, s, 8u << g, i);
        }
    }
}

void vmi_lower_groups(vmi_t *b, vmi_op_t *x)
{
    groups_t s = {.lanes = x->lanes, .size = (uint32_t)op_attr(x->op, "group_size")->integer};
    lower_groups(b, x->op->results[0].aux, &s, vmi_scalar(x->scalars[0]));
}

void vmi_lower_pattern(vmi_t *b, vmi_op_t *x)
{
    const attr_t *attr = op_positional(x->op, 0);
    attr = attr == NULL ? op_attr(x->op, "pattern") : attr;
    uint32_t groups = vmi_groups(x->op), count = attr->text[4] == 'A' ? x->lanes : (uint32_t)atoi(attr->text + 6);
    groups_t s = {.lanes = x->lanes, .size = x->lanes / (groups == 0 ? 1 : groups)};
    lower_groups(b, x->op->results[0].aux, &s, vmi_int(b, ELEM_I32, count));
}
