// SPDX-License-Identifier: Apache-2.0
//
// Conversions: lanes are extended as bits to the wider type, converted in place, and packed.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

value_t **vmi_widen(vmi_t *b, value_t **regs, uint32_t lanes, elem_t from, uint32_t bits, bool sign)
{
    for (uint32_t have = elem_bits(from); have < bits; have *= 2) {
        elem_t narrow = vmi_integer(sign ? CLASS_SINT : CLASS_UINT, have);
        elem_t wide = vmi_integer(sign ? CLASS_SINT : CLASS_UINT, have * 2);
        uint32_t num = vmi_regs(wide, lanes);
        value_t **list = vmi_list(b, num);
        for (uint32_t i = 0; i < num; i++) {
            list[i] = vmi_do(b, sign ? "pto.vsunpack" : "pto.vzunpack", vmi_vreg(wide),
                             i % 2 == 0 ? "part=LOWER" : "part=HIGHER", vmi_as(b, regs[i / 2], narrow), NULL);
        }
        regs = list;
    }
    return regs;
}

value_t **vmi_pack(vmi_t *b, value_t **regs, uint32_t lanes, uint32_t from, uint32_t bits)
{
    for (; from > bits; from /= 2) {
        elem_t wide = vmi_integer(CLASS_UINT, from), narrow = vmi_integer(CLASS_UINT, from / 2);
        uint32_t num = vmi_regs(narrow, lanes), have = vmi_regs(wide, lanes);
        value_t **list = vmi_list(b, num);
        for (uint32_t i = 0; i < num; i++) {
            value_t *low = vmi_as(b, regs[2 * i], wide);
            list[i] = vmi_do(b, "pto.vpack", vmi_vreg(narrow), "part=LOWER", low, NULL);
            if (2 * i + 1 < have) {
                value_t *high = vmi_as(b, regs[2 * i + 1], wide);
                high = vmi_do(b, "pto.vpack", vmi_vreg(narrow), "part=HIGHER", high, NULL);
                list[i] = vmi_all_lanes(b, "pto.vor", narrow, "", list[i], high);
            }
        }
        regs = list;
    }
    return regs;
}

/// A step ///

typedef struct step {
    uint32_t lanes, slot;             // as in vmi_op_t
    const char *rounding, *saturate;  // of the last step
} step_t;

/// Reinterprets a register as an element type that logical vectors do not hold: pairs of fp4.
static value_t *as_written(vmi_t *b, value_t *reg, elem_t elem)
{
    type_t type = {.kind = TYPE_VREG, .elem = (uint8_t)elem, .lanes = vmi_per_reg(elem)};
    return reg->type.elem == elem ? reg : vmi_do(b, "pto.vbitcast", type, "", reg, NULL);
}

/// Converts by the instruction for this pair of types.
static value_t **convert(vmi_t *b, const step_t *s, value_t **regs, elem_t from, elem_t to)
{
    const char *letters = vmi_conversion(from, to);
    uint32_t in = elem_bits(from), out = elem_bits(to), slot = in > out ? in : out;
    elem_t source = vmi_converted(from, to, false), result = vmi_converted(to, from, true);
    const char *rounding = s->rounding != NULL ? s->rounding : to == ELEM_HIF8 ? "A" : "R";
    const char *attrs =
        arena_printf(&b->cc->arena, "%s%s%s%s%s", strchr(letters, 'r') != NULL ? "rnd=" : "",
                     strchr(letters, 'r') != NULL ? rounding : "",
                     strchr(letters, 's') == NULL || s->saturate == NULL ? ""
                     : strcmp(s->saturate, "SAT") == 0                   ? " sat=SAT"
                                                                         : " sat=NOSAT",
                     strchr(letters, 'p') != NULL ? " part=EVEN" : "", strchr(letters, 'q') != NULL ? " part=P0" : "");
    attrs += strspn(attrs, " ");
    regs = s->slot != 0 ? regs : vmi_widen(b, regs, s->lanes, from, slot, false);
    slot = s->slot != 0 ? s->slot : slot;
    uint32_t num = (s->lanes + 2048 / slot - 1) / (2048 / slot);
    value_t **list = vmi_list(b, num);
    type_t type = {.kind = TYPE_VREG, .elem = (uint8_t)result, .lanes = vmi_per_reg(result)};
    for (uint32_t i = 0; i < num; i++) {
        value_t *reg = as_written(b, regs[i], source), *all = vmi_all(b, elem_bits(source));
        list[i] = vmi_do(b, "pto.vcvt", type, attrs, reg, all, NULL);
    }
    return s->slot != 0 ? list : vmi_pack(b, list, s->lanes, slot, out);
}

/// Clamps integers to the range of a narrower type before they are packed: si32 to si8, and the like.
static value_t **clamp(vmi_t *b, const step_t *s, value_t **regs, elem_t from, elem_t to)
{
    bool sign = elem_class(to) == CLASS_SINT;
    int64_t most = (INT64_C(1) << (elem_bits(to) - sign)) - 1, least = sign ? -most - 1 : 0;
    bool below = elem_class(from) == CLASS_SINT;
    uint32_t num = vmi_regs(from, s->lanes);
    elem_t elem = vmi_unsigned(from);
    value_t **list = vmi_list(b, num), *all = vmi_all(b, elem_bits(from));
    value_t *top = vmi_int(b, elem, most), *bottom = vmi_int(b, elem, least);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = vmi_do(b, "pto.vmins", vmi_vreg(elem), "", vmi_as(b, regs[i], elem), top, all, NULL);
        list[i] = !below ? list[i] : vmi_do(b, "pto.vmaxs", vmi_vreg(elem), "", list[i], bottom, all, NULL);
    }
    return list;
}

static value_t **integers(vmi_t *b, const step_t *s, value_t **regs, elem_t from, elem_t to, bool sign)
{
    uint32_t in = elem_bits(from), out = elem_bits(to);
    if (in < out) {
        return vmi_widen(b, regs, s->lanes, from, out, sign);
    }
    if (s->saturate == NULL || strcmp(s->saturate, "SAT") != 0) {
        return vmi_pack(b, regs, s->lanes, in, out);
    }
    if (vmi_conversion(from, to) != NULL && elem_class(to) != CLASS_INT) {
        return convert(b, s, regs, from, to);
    }
    return vmi_pack(b, clamp(b, s, regs, from, to), s->lanes, in, out);
}

/// Widens an integer or a narrow float to f32, or to a wider integer that can be converted. Each step is exact.
static value_t **to_f32(vmi_t *b, const step_t *s, value_t **regs, elem_t *from)
{
    bool sign = elem_class(*from) != CLASS_UINT;
    while (vmi_conversion(*from, ELEM_F32) == NULL && elem_is_int(*from)) {
        uint32_t bits = elem_bits(*from) * 2;
        regs = vmi_widen(b, regs, s->lanes, *from, bits, sign);
        *from = vmi_integer(sign ? CLASS_SINT : CLASS_UINT, bits);
    }
    const step_t exact = {.lanes = s->lanes};
    regs = convert(b, &exact, regs, *from, ELEM_F32);
    *from = ELEM_F32;
    return regs;
}

void vmi_lower_convert(vmi_t *b, vmi_op_t *x)
{
    elem_t from = x->elem, to = (elem_t)x->op->results[0].type.elem;
    step_t s = {.lanes = x->lanes,
                .slot = x->slot,
                .rounding = vmi_word(x->op, "rounding"),
                .saturate = vmi_word(x->op, "saturate")};
    value_t **regs = vmi_value(x->vectors[0])->parts[0];
    if (elem_is_int(from) && elem_is_int(to) && s.slot == 0) {
        bool sign = x->row->micro[0] == '\0' ? elem_class(from) == CLASS_SINT : x->row->micro[0] == 's';
        regs = integers(b, &s, regs, from, to, sign);
    } else if (vmi_conversion(from, to) != NULL) {
        regs = convert(b, &s, regs, from, to);
    } else {
        regs = to_f32(b, &s, regs, &from);
        regs = to == ELEM_F32 ? regs : convert(b, &s, regs, from, to);
    }
    uint32_t num = vmi_regs(to, x->lanes);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = vmi_governed(b, x, vmi_as(b, regs[i], to), NULL, x->masks_num == 0 ? NULL : x->masks[0], to, i);
    }
    vmi_set(b, x, 0, list, num);
}

void vmi_lower_cast(vmi_t *b, vmi_op_t *x)
{
    elem_t to = (elem_t)x->op->results[0].type.elem;
    uint32_t num = vmi_regs(to, x->op->results[0].type.lanes);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = vmi_as(b, vmi_reg(x->vectors[0], i), to);
    }
    vmi_set(b, x, 0, list, num);
}
