// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

#define BLOCK_BYTES 32

/// Addresses ///

vmi_place_t vmi_place(vmi_t *b, const vmi_op_t *x, elem_t elem)
{
    vmi_place_t place = {.base = vmi_scalar(x->pointer), .elem = elem};
    place.offset = x->offset == NULL ? NULL : vmi_number(b, vmi_scalar(x->offset), ELEM_INDEX);
    if (place.base->type.elem != vmi_held(elem)) {
        type_t type = {.kind = TYPE_PTR, .elem = (uint8_t)vmi_held(elem), .space = SPACE_UB};
        place.base = vmi_do(b, "pto.castptr", type, "", place.base, NULL);
    }
    return place;
}

static value_t *at(vmi_t *b, const vmi_place_t *place, value_t *more, int64_t elements)
{
    value_t *offset = more == NULL ? place->offset : vmi_sum(b, place->offset, more);
    return vmi_add(b, offset, elements);
}

/// base + offset as a pointer.
value_t *vmi_moved(vmi_t *b, const vmi_place_t *place, value_t *offset)
{
    return value_is_zero(offset) ? place->base
                                 : vmi_do(b, "pto.addptr", place->base->type, "", place->base, offset, NULL);
}

static value_t *load(vmi_t *b, const vmi_place_t *place, value_t *offset, const char *dist)
{
    return vmi_do(b, "pto.vlds", vmi_vreg(place->elem), dist, place->base, offset, NULL);
}

static void store_as(vmi_t *b, const vmi_place_t *place, value_t *reg, value_t *offset, value_t *mask, const char *dist)
{
    value_t *operands[] = {reg, place->base, offset, mask};
    vmi_do_list(b, "pto.vsts", dist, operands, 4, NULL, NULL, 0);
}

static void store(vmi_t *b, const vmi_place_t *place, value_t *reg, value_t *offset, value_t *mask)
{
    store_as(b, place, reg, offset, mask, "");
}

/// The distribution that converts between elements in memory and lanes of `slot` bits.
static const char *slot_dist(vmi_t *b, const vmi_op_t *x, bool loads)
{
    uint32_t bits = elem_bits(x->elem), ratio = x->slot / bits;
    if (ratio <= 1) {
        return loads ? "dist=NORM" : "";
    }
    if (ratio == 4) {
        return loads ? "dist=UNPK4" : "dist=PK4_B32";
    }
    return arena_printf(&b->cc->arena, "dist=%s_B%u", loads ? "UNPK" : "PK", loads ? bits : x->slot);
}

/// One lane per group: such accesses need only be aligned to the size of an element.
static bool is_compact(const vmi_op_t *x)
{
    return x->lanes <= 8 && (x->lanes & (x->lanes - 1)) == 0;
}

/// Loads ///

static void load_rows(vmi_t *b, vmi_op_t *x, const vmi_place_t *place, uint32_t groups)
{
    uint32_t size = x->lanes / groups, per_reg = vmi_per_reg(place->elem), num = vmi_regs(place->elem, x->lanes);
    value_t *stride = vmi_number(b, vmi_scalar(x->scalars[0]), ELEM_INDEX), **list = vmi_list(b, num);
    int64_t known;
    bool dense = size > 1 && value_constant(stride, &known) && known == (int64_t)size && x->lanes % per_reg == 0;
    if (!dense && size % per_reg != 0) {
        vmi_set(b, x, 0, vmi_gather_groups(b, x, place, size, stride), num);
        return;
    }
    for (uint32_t i = 0; i < num; i++) {
        uint32_t lane = i * per_reg;
        value_t *row = dense ? NULL : vmi_times(b, stride, lane / size);
        list[i] = load(b, place, at(b, place, row, dense ? lane : lane % size), "dist=NORM");
    }
    vmi_set(b, x, 0, list, num);
}

static const char *broadcast_dist(vmi_t *b, elem_t elem)
{
    return arena_printf(&b->cc->arena, "dist=BRC_B%u", elem_bits(elem));
}

/// Loads a scalar for each group and broadcasts it to the group's lanes.
static void load_spread(vmi_t *b, vmi_op_t *x, const vmi_place_t *place, uint32_t groups)
{
    uint32_t num = vmi_regs(place->elem, x->lanes);
    if (groups <= 1) {
        value_t **list = vmi_list(b, num), *one = load(b, place, place->offset, broadcast_dist(b, place->elem));
        for (uint32_t i = 0; i < num; i++) {
            list[i] = one;
        }
        vmi_set(b, x, 0, list, num);
        return;
    }
    vmi_op_t slots = *x;
    slots.lanes = groups;
    value_t *stride = vmi_number(b, vmi_scalar(x->scalars[0]), ELEM_INDEX);
    value_t **regs = vmi_gather_groups(b, &slots, place, 1, stride);
    vmi_set(b, x, 0, vmi_spread_groups(b, regs, place->elem, groups, x->lanes), num);
}

static void load_pairs(vmi_t *b, vmi_op_t *x, const vmi_place_t *place)
{
    uint32_t num = vmi_regs(place->elem, x->lanes), per_reg = vmi_per_reg(place->elem);
    value_t **low = vmi_list(b, num), **high = vmi_list(b, num);
    const char *dist = arena_printf(&b->cc->arena, "dist=DINTLV_B%u", elem_bits(place->elem));
    for (uint32_t i = 0; i < num; i++) {
        value_t *operands[] = {place->base, at(b, place, NULL, 2 * (int64_t)i * per_reg)}, *results[2];
        type_t types[] = {vmi_vreg(place->elem), vmi_vreg(place->elem)};
        vmi_do_list(b, "pto.vldsx2", dist, operands, 2, types, results, 2);
        low[i] = results[0];
        high[i] = results[1];
    }
    vmi_set(b, x, 0, low, num);
    vmi_set(b, x, 1, high, num);
}

/// Loads narrower elements into the low bits of lanes, without conversion.
static void load_unpacked(vmi_t *b, vmi_op_t *x)
{
    elem_t from = (elem_t)x->pointer->value->type.elem;
    vmi_place_t place = vmi_place(b, x, vmi_raw(from));
    uint32_t num = vmi_regs(place.elem, x->lanes), wide = vmi_regs(x->elem, x->lanes);
    value_t **regs = vmi_list(b, num), **list = vmi_list(b, wide);
    for (uint32_t i = 0; i < num; i++) {
        regs[i] = load(b, &place, at(b, &place, NULL, (int64_t)i * vmi_per_reg(place.elem)), "dist=NORM");
    }
    regs = vmi_widen(b, regs, x->lanes, place.elem, elem_bits(x->elem), false);
    for (uint32_t i = 0; i < wide; i++) {
        list[i] = vmi_as(b, regs[i], x->elem);
    }
    vmi_set(b, x, 0, list, wide);
}

typedef struct blocks {
    value_t *block, *repeat;  // i16
} blocks_t;

static blocks_t strides_of(vmi_t *b, const vmi_op_t *x)
{
    blocks_t s = {.block = vmi_number(b, vmi_scalar(x->scalars[0]), ELEM_I16)};
    s.repeat = x->scalars_num == 2 ? vmi_number(b, vmi_scalar(x->scalars[1]), ELEM_I16) : vmi_int(b, ELEM_I16, 0);
    return s;
}

/// The pointer of register i, whose first block is 8 * i.
static value_t *block_base(vmi_t *b, const vmi_place_t *place, const blocks_t *s, uint32_t i)
{
    uint32_t per_block = BLOCK_BYTES * 8 / elem_bits(place->elem);
    value_t *more = i == 0 ? NULL : vmi_times(b, vmi_number(b, s->block, ELEM_INDEX), (int64_t)8 * per_block * i);
    return vmi_moved(b, place, at(b, place, more, 0));
}

/// Lane b of a mask of blocks governs block b; blocks beyond L are inactive.
static value_t *block_mask(vmi_t *b, const vmi_op_t *x, const vmi_place_t *place, uint32_t i)
{
    uint32_t bits = elem_bits(place->elem), per_block = BLOCK_BYTES * 8 / bits;
    uint32_t blocks = (x->lanes + per_block - 1) / per_block - 8 * i;
    value_t *mask = vmi_mask(b, x->masks_num == 0 ? NULL : x->masks[0], bits, i);
    if (blocks >= 8) {
        return mask;
    }
    value_t *first = vmi_first(b, bits, blocks);
    return vmi_is_all(mask) ? first : vmi_do(b, "pto.pand", mask->type, "", mask, first, first, NULL);
}

static void load_blocks(vmi_t *b, vmi_op_t *x, const vmi_place_t *place)
{
    uint32_t num = vmi_regs(place->elem, x->lanes);
    value_t **list = vmi_list(b, num);
    blocks_t s = strides_of(b, x);
    for (uint32_t i = 0; i < num; i++) {
        value_t *base = block_base(b, place, &s, i), *mask = block_mask(b, x, place, i);
        list[i] = vmi_do(b, "pto.vsldb", vmi_vreg(place->elem), "", base, s.block, s.repeat, mask, NULL);
    }
    vmi_set(b, x, 0, list, num);
}

void vmi_lower_load(vmi_t *b, vmi_op_t *x)
{
    const char *mode = vmi_word(x->op, "dist_mode");
    mode = mode == NULL ? "" : mode;
    uint32_t groups = vmi_groups(x->op), num = vmi_regs(x->elem, x->lanes), per_reg = vmi_per_reg(x->elem);
    if (strcmp(mode, "unpack") == 0) {
        load_unpacked(b, x);
        return;
    }
    vmi_place_t place = vmi_place(b, x, x->elem);
    if (strcmp(mode, "dintlv") == 0 || strcmp(x->row->micro, "dintlv") == 0) {
        load_pairs(b, x, &place);
    } else if (strcmp(mode, "brc") == 0 || strcmp(x->row->micro, "brc") == 0) {
        load_spread(b, x, &place, groups);
    } else if (groups != 0) {
        load_rows(b, x, &place, groups);
    } else if (x->scalars_num != 0) {
        load_blocks(b, x, &place);
    } else if (is_compact(x)) {
        vmi_set(b, x, 0, vmi_gather_groups(b, x, &place, 1, vmi_int(b, ELEM_INDEX, 1)), num);
    } else {
        value_t **list = vmi_list(b, num);
        for (uint32_t i = 0; i < num; i++) {
            list[i] = load(b, &place, at(b, &place, NULL, (int64_t)i * per_reg), slot_dist(b, x, true));
        }
        vmi_set(b, x, 0, list, num);
    }
}

void vmi_lower_loadif(vmi_t *b, vmi_op_t *x)
{
    vmi_place_t place = vmi_place(b, x, x->elem);
    uint32_t num = vmi_regs(x->elem, x->lanes);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = load(b, &place, at(b, &place, NULL, (int64_t)i * vmi_per_reg(x->elem)), "dist=NORM");
        value_t *mask = vmi_mask(b, x->masks[0], elem_bits(x->elem), i);
        list[i] = vmi_choose(b, list[i], vmi_reg(x->vectors[0], i), mask, vmi_held(x->elem));
    }
    vmi_set(b, x, 0, list, num);
}

/// Stores ///

static void store_rows(vmi_t *b, vmi_op_t *x, const vmi_place_t *place, value_t **regs, uint32_t groups)
{
    uint32_t size = x->lanes / groups, per_reg = vmi_per_reg(place->elem), num = vmi_regs(place->elem, x->lanes);
    value_t *stride = vmi_number(b, vmi_scalar(x->scalars[0]), ELEM_INDEX);
    int64_t known;
    bool dense = size > 1 && value_constant(stride, &known) && known == (int64_t)size;
    if (!dense && size % per_reg != 0) {
        vmi_scatter_groups(b, x, place, regs, size, stride);
        return;
    }
    for (uint32_t i = 0; i < num; i++) {
        uint32_t lane = i * per_reg;
        value_t *row = dense ? NULL : vmi_times(b, stride, lane / size);
        value_t *offset = at(b, place, row, dense ? lane : lane % size);
        store(b, place, regs[i], offset, vmi_mask_inside(b, NULL, elem_bits(place->elem), i, x->lanes));
    }
}

static void store_pairs(vmi_t *b, vmi_op_t *x, const vmi_place_t *place)
{
    uint32_t num = vmi_regs(place->elem, x->lanes), per_reg = vmi_per_reg(place->elem), bits = elem_bits(place->elem);
    for (uint32_t i = 0; i < num; i++) {
        value_t *pair[] = {vmi_reg(x->vectors[0], i), vmi_reg(x->vectors[1], i)}, *streams[2];
        type_t types[] = {vmi_vreg(place->elem), vmi_vreg(place->elem)};
        vmi_do_list(b, "pto.vintlv", "", pair, 2, types, streams, 2);
        for (uint32_t k = 0; k < 2 && (2 * i + k) * per_reg < 2 * x->lanes; k++) {
            value_t *offset = at(b, place, NULL, (int64_t)(2 * i + k) * per_reg);
            store(b, place, streams[k], offset, vmi_mask_inside(b, NULL, bits, 2 * i + k, 2 * x->lanes));
        }
    }
}

static void store_blocks(vmi_t *b, vmi_op_t *x, const vmi_place_t *place)
{
    blocks_t s = strides_of(b, x);
    for (uint32_t i = 0; i < vmi_regs(place->elem, x->lanes); i++) {
        value_t *base = block_base(b, place, &s, i), *mask = block_mask(b, x, place, i);
        value_t *operands[] = {vmi_reg(x->vectors[0], i), base, s.block, s.repeat, mask};
        vmi_do_list(b, "pto.vsstb", "", operands, 5, NULL, NULL, 0);
    }
}

void vmi_lower_blocks(vmi_t *b, vmi_op_t *x)
{
    vmi_place_t place = vmi_place(b, x, x->elem);
    store_blocks(b, x, &place);
}

void vmi_lower_store(vmi_t *b, vmi_op_t *x)
{
    const char *mode = vmi_word(x->op, "dist_mode");
    uint32_t groups = vmi_groups(x->op);
    bool narrow = elem_bits(x->pointer->value->type.elem) < elem_bits(x->elem);  // the low byte
    elem_t elem = narrow ? ELEM_U8 : x->elem;
    vmi_place_t place = vmi_place(b, x, elem);
    value_t **regs = vmi_value(x->vectors[0])->parts[0];
    regs = narrow ? vmi_pack(b, regs, x->lanes, 32, 8) : regs;
    if ((mode != NULL && strcmp(mode, "dintlv") == 0) || strcmp(x->row->micro, "dintlv") == 0) {
        store_pairs(b, x, &place);
    } else if (groups != 0) {
        store_rows(b, x, &place, regs, groups);
    } else if (x->scalars_num != 0) {
        store_blocks(b, x, &place);
    } else if (is_compact(x)) {
        vmi_scatter_groups(b, x, &place, regs, 1, vmi_int(b, ELEM_INDEX, 1));
    } else {
        uint32_t bits = x->slot != 0 ? x->slot : elem_bits(elem);
        for (uint32_t i = 0; i < vmi_regs(elem, x->lanes); i++) {
            const operand_t *mask = x->masks_num == 0 ? NULL : x->masks[0];
            value_t *offset = at(b, &place, NULL, (int64_t)i * vmi_per_reg(elem));
            value_t *inside = vmi_mask_inside(b, mask, bits, i, x->lanes);
            store_as(b, &place, regs[i], offset, inside, slot_dist(b, x, false));
        }
    }
}
