// SPDX-License-Identifier: Apache-2.0
//
// Reductions of all lanes, or of each group, to a lane of a compact vector.
//
// Groups of whole registers are folded lane by lane and then reduced (vcadd). Groups of whole 32-byte blocks within a
// register are reduced block by block (vcgadd), then neighbours are folded until one lane is left. All other groups are
// reduced one by one under masks of their own.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

#define BLOCK_BITS 256

typedef struct reduction {
    vmi_t *b;
    const vmi_op_t *x;
    const char *how;          // "add", "max", "min"
    elem_t elem;              // of the registers, 16 bits for vectors of bytes
    value_t **regs, **masks;  // masks without lanes beyond L
    uint32_t lanes, size;     // of the vector, of a group
    // the compact result
    value_t **list;
} reduction_t;

/// Pieces of the result ///

/// A register's first `num` lanes become the results from lane `at` on.
static void put(reduction_t *s, value_t *reg, uint32_t at, uint32_t num)
{
    vmi_t *b = s->b;
    uint32_t per_reg = vmi_per_reg(s->elem), bits = elem_bits(s->elem), lane = at % per_reg;
    value_t **to = &s->list[at / per_reg];
    if (*to == NULL && lane == 0) {
        *to = reg;
        return;
    }
    value_t *mask = vmi_between(b, bits, lane, lane + num);
    if (num == 1) {
        reg = vmi_do(b, "pto.vdup", vmi_vreg(s->elem), "position=LOWEST", reg, vmi_all(b, bits), NULL);
    } else if (lane != 0) {
        reg = vmi_slide(b, reg, reg, s->elem, per_reg - lane);
    }
    *to = *to == NULL ? reg : vmi_choose(b, reg, *to, mask, s->elem);
}

/// Reducing ///

static value_t *fold(reduction_t *s, value_t *one, value_t *two)
{
    vmi_t *b = s->b;
    const char *name = arena_printf(&b->cc->arena, "pto.v%s", s->how);
    return vmi_all_lanes(b, name, s->elem, "", one, two);
}

/// The neutral element: 0, the least or the greatest number.
static value_t *neutral(reduction_t *s)
{
    vmi_t *b = s->b;
    uint32_t bits = elem_bits(s->elem);
    bool max = strcmp(s->how, "max") == 0, sign = elem_class(s->elem) != CLASS_UINT;
    if (strcmp(s->how, "add") == 0) {
        return vmi_as(b, vmi_splat(b, vmi_raw(s->elem), 0), s->elem);
    }
    if (elem_is_float(s->elem)) {  // infinities
        int64_t infinity = s->elem == ELEM_F32 ? 0x7f800000 : 0x7c00;
        return vmi_as(b, vmi_splat(b, vmi_raw(s->elem), infinity | (max ? INT64_C(1) << (bits - 1) : 0)), s->elem);
    }
    int64_t top = (INT64_C(1) << (bits - sign)) - 1;
    return vmi_splat(b, s->elem, max ? (sign ? -top - 1 : 0) : top);
}

/// A register with its inactive lanes neutral.
static value_t *masked(reduction_t *s, uint32_t i)
{
    value_t *other = vmi_is_all(s->masks[i]) ? NULL : neutral(s);
    return vmi_choose(s->b, s->regs[i], other, s->masks[i], s->elem);
}

/// Reduces the lanes of a register to its lane 0 ("c") or those of its blocks ("cg"). Sums of integers are twice as
/// wide; only their low half is used.
static value_t *reduce(reduction_t *s, const char *step, value_t *reg, value_t *mask)
{
    vmi_t *b = s->b;
    const char *name = arena_printf(&b->cc->arena, "pto.v%s%s", step, s->how);
    bool wide = elem_is_int(s->elem) && elem_bits(s->elem) < 32 && strcmp(step, "c") == 0 && s->how[0] == 'a';
    elem_t sum = elem_class(s->elem) == CLASS_UINT ? ELEM_U32 : ELEM_I32;
    return vmi_as(b, vmi_do(b, name, vmi_vreg(wide ? sum : s->elem), "", reg, mask, NULL), s->elem);
}

/// Groups of whole registers.
static void reduce_registers(reduction_t *s)
{
    uint32_t each = (s->size + vmi_per_reg(s->elem) - 1) / vmi_per_reg(s->elem), groups = s->lanes / s->size;
    for (uint32_t g = 0; g < groups; g++) {
        value_t *reg, *all = vmi_all(s->b, elem_bits(s->elem));
        if (each == 1) {
            reg = reduce(s, "c", s->regs[g], s->masks[g]);
        } else {
            reg = masked(s, g * each);
            for (uint32_t i = 1; i < each; i++) {
                reg = fold(s, reg, masked(s, g * each + i));
            }
            reg = reduce(s, "c", reg, all);
        }
        put(s, reg, g, 1);
    }
}

/// Groups of blocks, several in a register.
static void reduce_blocks(reduction_t *s)
{
    vmi_t *b = s->b;
    uint32_t per_reg = vmi_per_reg(s->elem), block = BLOCK_BITS / elem_bits(s->elem), groups = s->lanes / s->size;
    type_t types[] = {vmi_vreg(s->elem), vmi_vreg(s->elem)};
    for (uint32_t i = 0, at = 0; at < groups; i++) {
        value_t *reg = reduce(s, "cg", s->regs[i], s->masks[i]);
        for (uint32_t blocks = s->size / block; blocks > 1; blocks /= 2) {
            value_t *pair[] = {reg, reg}, *halves[2];
            vmi_do_list(b, "pto.vdintlv", "", pair, 2, types, halves, 2);
            reg = fold(s, halves[0], halves[1]);
        }
        uint32_t here = per_reg / s->size < groups - at ? per_reg / s->size : groups - at;
        put(s, reg, at, here);
        at += here;
    }
}

/// Any other group, by its lanes in each register.
static void reduce_ranges(reduction_t *s)
{
    vmi_t *b = s->b;
    uint32_t per_reg = vmi_per_reg(s->elem), bits = elem_bits(s->elem), groups = s->lanes / s->size;
    for (uint32_t g = 0; g < groups; g++) {
        value_t *sum = NULL;
        for (uint32_t at = g * s->size, next; at < (g + 1) * s->size; at = next) {
            uint32_t i = at / per_reg, end = (i + 1) * per_reg;
            next = end < (g + 1) * s->size ? end : (g + 1) * s->size;
            value_t *range = vmi_between(b, bits, at - i * per_reg, next - i * per_reg), *mask = s->masks[i];
            mask = vmi_is_all(mask) ? range : vmi_do(b, "pto.pand", mask->type, "", mask, range, range, NULL);
            value_t *part = reduce(s, "c", s->regs[i], mask);
            sum = sum == NULL ? part : fold(s, sum, part);
        }
        put(s, sum, g, 1);
    }
}

static bool is_power(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

static void reduce_groups(reduction_t *s)
{
    uint32_t per_reg = vmi_per_reg(s->elem), block = BLOCK_BITS / elem_bits(s->elem);
    if (s->size % per_reg == 0 || s->size == s->lanes) {
        reduce_registers(s);
    } else if (s->size < per_reg && s->size % block == 0 && is_power(s->size)) {
        reduce_blocks(s);
    } else {
        reduce_ranges(s);
    }
}

/// Bytes are reduced as 16-bit integers: there is no instruction on blocks of bytes, and sums would be wide.
static void widen_bytes(reduction_t *s)
{
    vmi_t *b = s->b;
    bool sign = elem_class(s->elem) == CLASS_SINT;
    elem_t wide = sign ? ELEM_S16 : ELEM_U16;
    s->regs = vmi_widen(b, s->regs, s->lanes, s->elem, 16, sign);
    s->masks = vmi_mask_regrain(b, s->masks, s->lanes, 0, 1);
    s->elem = wide;
}

void vmi_lower_reduce(vmi_t *b, vmi_op_t *x)
{
    uint32_t groups = vmi_groups(x->op), num = vmi_regs(x->elem, x->lanes), bits = elem_bits(x->elem);
    groups = groups == 0 ? 1 : groups;
    reduction_t s = {.b = b, .x = x, .how = x->row->micro, .elem = vmi_unsigned(x->elem)};
    s.lanes = x->lanes;
    s.size = x->lanes / groups;
    s.regs = vmi_list(b, num);
    s.masks = vmi_list(b, num);
    s.list = vmi_list(b, vmi_regs(x->elem, groups) * 2);
    for (uint32_t i = 0; i < num; i++) {
        s.regs[i] = vmi_as(b, vmi_reg(x->vectors[0], i), s.elem);
        s.masks[i] = vmi_mask_inside(b, x->masks[0], bits, i, x->lanes);
    }
    if (bits == 8) {
        widen_bytes(&s);
    }
    reduce_groups(&s);
    value_t **list = bits == 8 ? vmi_pack(b, s.list, groups, 16, 8) : s.list;
    for (uint32_t i = 0; i < vmi_regs(x->elem, groups); i++) {
        list[i] = vmi_as(b, list[i], x->elem);
    }
    vmi_set(b, x, 0, list, vmi_regs(x->elem, groups));
}
