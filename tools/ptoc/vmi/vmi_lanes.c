// SPDX-License-Identifier: Apache-2.0
//
// Lane-wise operations: one instruction for each register.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

#define OPERANDS_MAX 6

/// The element type of the instruction: that of the operation, or the integer type with the right order.
static elem_t elem_of(const vmi_op_t *x)
{
    elem_t elem = x->elem;
    if ((x->row->types & T_UNSIGNED) != 0) {
        return vmi_raw(elem);
    }
    if ((x->row->types & T_SIGNED) != 0) {
        return vmi_integer(CLASS_SINT, elem_bits(elem));
    }
    return (x->row->types & T_ORDERED) != 0 ? vmi_unsigned(elem) : elem;
}

/// Operands of register i: the vectors and scalars, then masks.
static uint32_t operands_of(vmi_t *b, const vmi_op_t *x, elem_t elem, uint32_t i, value_t **operands)
{
    uint32_t num = 0, bits = elem_bits(elem);
    bool last = strcmp(x->row->micro, "fma") == 0;  // lhs, rhs, acc
    for (uint32_t k = 0; k < x->vectors_num; k++) {
        operands[num++] = vmi_as(b, vmi_reg(x->vectors[last ? (k + 2) % 3 : k], i), elem);
    }
    for (uint32_t k = 0; k < x->scalars_num; k++) {
        operands[num++] = vmi_scalar(x->scalars[k]);
    }
    for (uint32_t k = 0; k < x->masks_num; k++) {
        operands[num++] = vmi_mask(b, x->masks[k], bits, i);
    }
    if (x->masks_num == 0) {
        operands[num++] = vmi_all(b, bits);
    }
    return num;
}

/// vabs and vneg of bf16 clear or flip the sign bit: in strips, where their instructions go register by register.
static value_t *sign_bit(vmi_t *b, const vmi_op_t *x, value_t *reg, value_t *mask)
{
    bool clears = strcmp(x->row->micro, "vabs") == 0;
    value_t *bit = vmi_splat(b, ELEM_U16, clears ? 0x7fff : 0x8000), *raw = vmi_as(b, reg, ELEM_U16);
    return vmi_as(b, vmi_do(b, clears ? "pto.vand" : "pto.vxor", vmi_vreg(ELEM_U16), "", raw, bit, mask, NULL),
                  x->elem);
}

void vmi_lower_lanes(vmi_t *b, vmi_op_t *x)
{
    elem_t elem = elem_of(x);
    bool fma = strcmp(x->row->micro, "fma") == 0;
    bool sign = elem == ELEM_BF16 && (strcmp(x->row->micro, "vabs") == 0 || strcmp(x->row->micro, "vneg") == 0);
    bool carries = x->op->results_num == 2 && x->result_letters[1] == 'M';
    const char *name = arena_printf(&b->cc->arena, "pto.%s", fma ? "vmula" : x->row->micro);
    uint32_t num = vmi_regs(elem, x->lanes), results_num = x->op->results_num;
    const operand_t *governs = x->masks_num == 0 || carries ? NULL : x->masks[0];
    value_t **lists[2] = {vmi_list(b, num), vmi_list(b, num)};
    for (uint32_t i = 0; i < num; i++) {
        value_t *operands[OPERANDS_MAX], *results[2];
        uint32_t operands_num = operands_of(b, x, elem, i, operands);
        type_t types[] = {vmi_vreg(elem), carries ? vmi_mask_type(2) : vmi_vreg(elem)};
        if (sign) {
            results[0] = sign_bit(b, x, operands[0], operands[operands_num - 1]);
        } else {
            vmi_do_list(b, name, "", operands, operands_num, types, results, results_num);
        }
        for (uint32_t r = 0; r < results_num; r++) {
            value_t *reg = carries && r == 1 ? results[r] : vmi_as(b, results[r], x->elem);
            bool keeps = governs != NULL && vmi_merges(x);
            lists[r][i] = keeps ? vmi_governed(b, x, reg, vmi_reg(x->vectors[0], i), governs, x->elem, i) : reg;
        }
    }
    vmi_set(b, x, 0, lists[0], num);
    if (carries) {
        vmi_set_masks(b, x, 1, 32, lists[1]);
    } else if (results_num == 2) {
        vmi_set(b, x, 1, lists[1], num);
    }
}

void vmi_lower_compare(vmi_t *b, vmi_op_t *x)
{
    bool is_unsigned, is_signed;
    const char *word = vmi_compares(x->op, &is_unsigned, &is_signed);
    elem_t elem = vmi_unsigned(x->elem);
    if (elem_is_int(elem) && is_signed) {
        elem = vmi_integer(CLASS_SINT, elem_bits(elem));
    } else if (elem_is_int(elem) && is_unsigned) {
        elem = vmi_raw(elem);
    }
    const char *attrs = arena_printf(&b->cc->arena, "cmp_mode=%s", word);
    uint32_t num = vmi_regs(elem, x->lanes), bits = elem_bits(elem);
    value_t **masks = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        value_t *one = vmi_as(b, vmi_reg(x->vectors[0], i), elem),
                *seed = vmi_mask(b, x->masks_num == 0 ? NULL : x->masks[0], bits, i);
        type_t type = vmi_mask_type(vmi_gran(bits));
        if (x->scalars_num != 0) {
            masks[i] = vmi_do(b, "pto.vcmps", type, attrs, one, vmi_scalar(x->scalars[0]), seed, NULL);
        } else {
            value_t *two = vmi_as(b, vmi_reg(x->vectors[1], i), elem);
            masks[i] = vmi_do(b, "pto.vcmp", type, attrs, one, two, seed, NULL);
        }
    }
    vmi_set_masks(b, x, 0, bits, masks);
}

void vmi_lower_select(vmi_t *b, vmi_op_t *x)
{
    uint32_t num = vmi_regs(x->elem, x->lanes);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        value_t *mask = vmi_mask(b, x->masks[0], elem_bits(x->elem), i);
        list[i] = vmi_choose(b, vmi_reg(x->vectors[0], i), vmi_reg(x->vectors[1], i), mask, x->elem);
    }
    vmi_set(b, x, 0, list, num);
}

void vmi_lower_expdif(vmi_t *b, vmi_op_t *x)
{
    uint32_t num = vmi_regs(ELEM_F32, x->lanes);
    value_t **list = vmi_list(b, num), **one = vmi_value(x->vectors[0])->parts[0],
            **two = vmi_value(x->vectors[1])->parts[0];
    bool half = x->elem == ELEM_F16;
    one = half ? vmi_widen(b, one, x->lanes, ELEM_F16, 32, false) : one;
    two = half ? vmi_widen(b, two, x->lanes, ELEM_F16, 32, false) : two;
    for (uint32_t i = 0; i < num; i++) {
        value_t *a = vmi_as(b, one[i], x->elem), *max = vmi_as(b, two[i], x->elem),
                *all = vmi_all(b, elem_bits(x->elem));
        list[i] = vmi_do(b, "pto.vexpdif", vmi_vreg(ELEM_F32), "part=EVEN", a, max, all, NULL);
        list[i] = vmi_governed(b, x, list[i], half ? NULL : vmi_reg(x->vectors[0], i), x->masks[0], ELEM_F32, i);
    }
    vmi_set(b, x, 0, list, num);
}

void vmi_lower_hist(vmi_t *b, vmi_op_t *x)
{
    uint32_t num = x->lanes / 128, from = vmi_regs(ELEM_U8, vmi_lanes(x->vectors[1]));
    const char *name = arena_printf(&b->cc->arena, "pto.%s", x->row->micro);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        value_t *acc = vmi_as(b, vmi_reg(x->vectors[0], i), ELEM_U16), *bin = vmi_int(b, ELEM_I32, i);
        for (uint32_t k = 0; k < from; k++) {
            value_t *src = vmi_as(b, vmi_reg(x->vectors[1], k), ELEM_U8);
            value_t *mask = vmi_mask_inside(b, x->masks[0], 8, k, vmi_lanes(x->vectors[1]));
            acc = vmi_do(b, name, vmi_vreg(ELEM_U16), "", acc, src, mask, bin, NULL);
        }
        list[i] = vmi_as(b, acc, x->elem);
    }
    vmi_set(b, x, 0, list, num);
}
