// SPDX-License-Identifier: Apache-2.0
//
// Data movement between lanes: broadcasts, ramps, permutations, interleaving.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

static bool is_power(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

static uint32_t log2_of(uint32_t n)
{
    uint32_t log = 0;
    while (n > 1) {
        n /= 2;
        log++;
    }
    return log;
}

/// Groups ///

value_t *vmi_row_of(vmi_t *b, elem_t elem, uint32_t first, uint32_t size)
{
    uint32_t bits = elem_bits(elem), per_reg = vmi_per_reg(elem);
    bool hoists = b->hoists;
    vmi_start_hoist(b);
    value_t *row, *all = vmi_all(b, bits);
    if (is_power(size) && size < per_reg && first % size == 0) {
        value_t *lane = vmi_count(b, elem), *shift = vmi_int(b, ELEM_I16, log2_of(size));
        row = vmi_do(b, "pto.vshrs", vmi_vreg(elem), "", lane, shift, all, NULL);
        value_t *start = vmi_int(b, elem, first / size);
        row = first == 0 ? row : vmi_do(b, "pto.vadds", vmi_vreg(elem), "", row, start, all, NULL);
    } else {
        row = vmi_splat(b, elem, first / size);
        for (uint32_t at = (first / size + 1) * size; at < first + per_reg; at += size) {
            value_t *next = vmi_splat(b, elem, at / size), *before = vmi_first(b, bits, at - first);
            row = vmi_choose(b, row, next, before, elem);
        }
    }
    b->hoists = hoists;
    return row;
}

static value_t *permute(vmi_t *b, value_t *reg, value_t *index, elem_t elem)
{
    return vmi_do(b, "pto.vselr", vmi_vreg(elem), "", reg, index, NULL);
}

/// Broadcasts one lane of a register.
static value_t *lane_everywhere(vmi_t *b, value_t *reg, elem_t elem, uint32_t lane)
{
    bool has_dup = elem_is_int(elem) || elem_is_float(elem);
    if (lane == 0 && has_dup) {
        return vmi_do(b, "pto.vdup", vmi_vreg(elem), "position=LOWEST", reg, vmi_all(b, elem_bits(elem)), NULL);
    }
    return permute(b, reg, vmi_splat(b, vmi_raw(elem), lane), elem);
}

/// Register i of a vector whose group k repeats lane k of `slots`.
static value_t *spread_reg(vmi_t *b, value_t **slots, elem_t elem, uint32_t size, uint32_t lanes, uint32_t i)
{
    uint32_t per_reg = vmi_per_reg(elem), first = i * per_reg;
    uint32_t last = first + per_reg < lanes ? first + per_reg : lanes, from = first / size, to = (last - 1) / size;
    if (from == to) {
        return lane_everywhere(b, slots[from / per_reg], elem, from % per_reg);
    }
    value_t *reg = NULL;
    for (uint32_t r = from / per_reg; r <= to / per_reg; r++) {      // the slots lie in one register, or in two
        value_t *index = vmi_row_of(b, vmi_raw(elem), first, size);  // modulo the lanes of a register
        value_t *part = permute(b, slots[r], index, elem);
        uint32_t begin = r * per_reg * size;
        reg = reg == NULL ? part : vmi_choose(b, reg, part, vmi_first(b, elem_bits(elem), begin - first), elem);
    }
    return reg;
}

value_t **vmi_spread_groups(vmi_t *b, value_t **slots, elem_t elem, uint32_t groups, uint32_t lanes)
{
    uint32_t num = vmi_regs(elem, lanes);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = lanes == groups ? slots[i] : spread_reg(b, slots, elem, lanes / groups, lanes, i);
    }
    return list;
}

void vmi_lower_spread(vmi_t *b, vmi_op_t *x)
{
    const operand_t *source = x->vectors[0];
    elem_t elem = x->elem;
    uint32_t num = vmi_regs(elem, x->lanes), groups = vmi_groups(x->op);
    value_t **list = vmi_list(b, num);
    if (source->value->type.kind == TYPE_SCALAR) {
        int64_t known;
        value_t *scalar = vmi_scalar(source), *all = vmi_all(b, elem_bits(elem));
        bool hoists = value_constant(scalar, &known);
        list[0] = hoists ? vmi_splat(b, elem, known) : vmi_do(b, "pto.vdup", vmi_vreg(elem), "", scalar, all, NULL);
        for (uint32_t i = 1; i < num; i++) {
            list[i] = list[0];
        }
    } else {
        list = vmi_spread_groups(b, vmi_value(source)->parts[0], elem, groups == 0 ? 1 : groups, x->lanes);
    }
    vmi_set(b, x, 0, list, num);
}

/// Ramps ///

/// base + lanes or base - lanes, restarting in each group.
static value_t *group_ramp(vmi_t *b, elem_t elem, value_t *base, uint32_t size, bool down)
{
    elem_t index = vmi_integer(CLASS_INT, elem_bits(elem));
    value_t *all = vmi_all(b, elem_bits(elem));
    vmi_start_hoist(b);
    value_t *mask = vmi_int(b, index, size - 1), *lane = vmi_count(b, index);
    value_t *rest = vmi_do(b, "pto.vands", vmi_vreg(index), "", lane, mask, all, NULL);
    rest = down ? vmi_do(b, "pto.vneg", vmi_vreg(index), "", rest, all, NULL) : rest;
    rest = elem_is_float(elem) ? vmi_do(b, "pto.vcvt", vmi_vreg(elem), "rnd=R", rest, all, NULL) : rest;
    vmi_end_hoist(b);
    return vmi_do(b, "pto.vadds", vmi_vreg(elem), "", rest, base, all, NULL);
}

void vmi_lower_ramp(vmi_t *b, vmi_op_t *x)
{
    elem_t elem = vmi_signless(x->elem);
    const char *order = vmi_word(x->op, "order");
    bool down = order != NULL && strcmp(order, "DESC") == 0;
    uint32_t num = vmi_regs(elem, x->lanes), per_reg = vmi_per_reg(elem), groups = vmi_groups(x->op);
    uint32_t size = x->lanes / (groups == 0 ? 1 : groups);
    value_t **list = vmi_list(b, num), *base = vmi_scalar(x->scalars[0]);
    for (uint32_t i = 0; i < num; i++) {
        int64_t before = (int64_t)(i * per_reg % size) * (down ? -1 : 1);
        value_t *start = base;
        if (before != 0 && elem_is_float(elem)) {
            value_t *more = vmi_float(b, elem, (double)before);
            start = vmi_do(b, "arith.addf", base->type, "", base, more, NULL);
        } else if (before != 0) {
            start = vmi_add(b, base, before);
        }
        bool many = size < per_reg && groups > 1;
        list[i] = many ? group_ramp(b, elem, base, size, down)
                       : vmi_do(b, "pto.vci", vmi_vreg(elem), down ? "order=DESC" : "order=ASC", start, NULL);
        list[i] = vmi_as(b, list[i], x->elem);
    }
    vmi_set(b, x, 0, list, num);
}

/// Permutation ///

void vmi_lower_permute(vmi_t *b, vmi_op_t *x)
{
    value_t **list = vmi_list(b, 1);
    value_t *index = vmi_as(b, vmi_reg(x->vectors[1], 0), vmi_raw(x->elem));
    list[0] = permute(b, vmi_reg(x->vectors[0], 0), index, x->elem);
    vmi_set(b, x, 0, list, 1);
}

/// Interleaving ///

/// The registers for `lanes` lanes of a stream from lane `from` on.
static value_t **stream_part(vmi_t *b, value_t **stream, elem_t elem, uint32_t from, uint32_t lanes)
{
    uint32_t per_reg = vmi_per_reg(elem), num = vmi_regs(elem, lanes), slide = from % per_reg;
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        uint32_t at = from / per_reg + i;
        bool next = slide != 0 && (i + 1) * per_reg - slide < lanes;  // lanes of the next register are needed
        list[i] = slide == 0 ? stream[at] : vmi_slide(b, stream[next ? at + 1 : at], stream[at], elem, slide);
    }
    return list;
}

/// Both results have the same mask.
static void set_pair(vmi_t *b, vmi_op_t *x, value_t **one, value_t **two)
{
    uint32_t num = vmi_regs(x->elem, x->lanes);
    const operand_t *mask = x->masks_num == 0 ? NULL : x->masks[0];
    for (uint32_t i = 0; i < num; i++) {
        one[i] = vmi_governed(b, x, one[i], NULL, mask, x->elem, i);
        two[i] = vmi_governed(b, x, two[i], NULL, mask, x->elem, i);
    }
    vmi_set(b, x, 0, one, num);
    vmi_set(b, x, 1, two, num);
}

void vmi_lower_intlv(vmi_t *b, vmi_op_t *x)
{
    uint32_t num = vmi_regs(x->elem, x->lanes);
    value_t **stream = vmi_list(b, 2 * num);
    type_t types[] = {vmi_vreg(x->elem), vmi_vreg(x->elem)};
    for (uint32_t i = 0; i < num; i++) {
        value_t *pair[] = {vmi_reg(x->vectors[0], i), vmi_reg(x->vectors[1], i)};
        vmi_do_list(b, "pto.vintlv", "", pair, 2, types, &stream[2 * i], 2);
    }
    value_t **low = stream_part(b, stream, x->elem, 0, x->lanes);
    set_pair(b, x, low, stream_part(b, stream, x->elem, x->lanes, x->lanes));
}

/// The registers of two concatenated vectors, an even number of them.
static value_t **stream_of(vmi_t *b, const vmi_op_t *x)
{
    uint32_t per_reg = vmi_per_reg(x->elem), num = vmi_regs(x->elem, x->lanes), rest = x->lanes % per_reg;
    value_t **stream = vmi_list(b, 2 * num), **one = vmi_value(x->vectors[0])->parts[0];
    value_t **two = vmi_value(x->vectors[1])->parts[0];
    for (uint32_t i = 0; i < 2 * num; i++) {
        uint32_t k = i - x->lanes / per_reg;  // registers of the second
        if (i < x->lanes / per_reg) {
            stream[i] = one[i];
        } else if (rest == 0) {
            stream[i] = two[k];
        } else {
            value_t *high = two[k < num ? k : num - 1], *low = two[k == 0 ? 0 : k - 1];
            stream[i] = vmi_slide(b, high, low, x->elem, per_reg - rest);
            stream[i] =
                k == 0 ? vmi_choose(b, one[i], stream[i], vmi_first(b, elem_bits(x->elem), rest), x->elem) : stream[i];
        }
    }
    return stream;
}

void vmi_lower_dintlv(vmi_t *b, vmi_op_t *x)
{
    uint32_t num = vmi_regs(x->elem, x->lanes);
    value_t **stream = stream_of(b, x), **even = vmi_list(b, num), **odd = vmi_list(b, num);
    type_t types[] = {vmi_vreg(x->elem), vmi_vreg(x->elem)};
    for (uint32_t i = 0; i < num; i++) {
        value_t *results[2];
        vmi_do_list(b, "pto.vdintlv", "", &stream[2 * i], 2, types, results, 2);
        even[i] = results[0];
        odd[i] = results[1];
    }
    set_pair(b, x, even, odd);
}
