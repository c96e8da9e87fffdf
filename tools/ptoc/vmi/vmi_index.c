// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores whose lanes have individual addresses: by an index, or in groups.

#include "ptoc.h"

#include <string.h>

#include "vmi.h"

#define PIECE 64  // lanes of 32 bits in a register

/// Pieces of 64 lanes ///

static value_t *gather(vmi_t *b, value_t *base, elem_t elem, value_t *index, value_t *mask)
{
    return vmi_do(b, "pto.vgather2", vmi_vreg(elem), "", base, index, mask, NULL);
}

/// The offset of lane i from `first` on, in groups of `size`: i % size + i / size * stride, as 32-bit numbers.
static value_t *places(vmi_t *b, uint32_t first, uint32_t size, value_t *stride)
{
    value_t *all = vmi_all(b, 32), *count = vmi_count(b, ELEM_U32);
    value_t *more = vmi_number(b, vmi_add(b, stride, -(int64_t)size), ELEM_I32);
    vmi_start_hoist(b);
    value_t *start = vmi_int(b, ELEM_I32, first);
    value_t *lane = vmi_do(b, "pto.vadds", vmi_vreg(ELEM_U32), "", count, start, all, NULL);
    value_t *row = vmi_row_of(b, ELEM_U32, first, size);
    value_t *skip = vmi_do(b, "pto.vmuls", vmi_vreg(ELEM_U32), "", row, more, all, NULL);
    value_t *sum = vmi_do(b, "pto.vadd", vmi_vreg(ELEM_U32), "", lane, skip, all, NULL);
    vmi_end_hoist(b);
    return sum;
}

/// Packs pieces of 64 lanes, each in the first lanes of a register, into registers of `elem`.
static value_t **join(vmi_t *b, value_t **pieces, elem_t elem, uint32_t lanes)
{
    uint32_t per_reg = vmi_per_reg(elem), num = vmi_regs(elem, lanes), each = per_reg / 64,
             pieces_num = (lanes + 63) / 64;
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = pieces[i * each];
        for (uint32_t k = 1; k < each && i * each + k < pieces_num; k++) {
            value_t *piece = pieces[i * each + k];
            value_t *up = vmi_slide(b, piece, piece, elem, per_reg - 64 * k);
            list[i] = vmi_choose(b, list[i], up, vmi_first(b, elem_bits(elem), 64 * k), elem);
        }
    }
    return list;
}

/// Piece k of 64 lanes, moved to the first lanes of a register.
static value_t *piece_of(vmi_t *b, value_t *const *regs, elem_t elem, uint32_t k)
{
    uint32_t each = vmi_per_reg(elem) / 64, from = k % each * 64;
    return from == 0 ? regs[k / each] : vmi_slide(b, regs[k / each], regs[k / each], elem, from);
}

/// A mask for the first lanes of a register of `bits`, from a mask of 32-bit lanes.
static value_t *narrow_mask(vmi_t *b, value_t *mask, uint32_t bits)
{
    uint32_t lanes = 64;
    if (vmi_is_all(mask)) {
        return vmi_first(b, bits, lanes);
    }
    return vmi_mask_regrain(b, &mask, lanes, 2, vmi_gran(bits))[0];
}

value_t **vmi_gather_groups(vmi_t *b, const vmi_op_t *x, const vmi_place_t *place, uint32_t size, value_t *stride)
{
    uint32_t pieces = (x->lanes + 63) / 64, bits = elem_bits(place->elem);
    value_t **list = vmi_list(b, pieces), *base = vmi_moved(b, place, place->offset);
    for (uint32_t k = 0; k < pieces; k++) {
        uint32_t left = x->lanes - 64 * k < 64 ? x->lanes - 64 * k : 64;
        value_t *index = places(b, 64 * k, size, stride);
        list[k] = gather(b, base, place->elem, index, vmi_first(b, bits, left));
    }
    return join(b, list, place->elem, x->lanes);
}

void vmi_scatter_groups(vmi_t *b, const vmi_op_t *x, const vmi_place_t *place, value_t **regs, uint32_t size,
                        value_t *stride)
{
    uint32_t pieces = (x->lanes + 63) / 64, bits = elem_bits(place->elem);
    value_t *base = vmi_moved(b, place, place->offset);
    for (uint32_t k = 0; k < pieces; k++) {
        uint32_t left = x->lanes - 64 * k < 64 ? x->lanes - 64 * k : 64;
        value_t *index = places(b, 64 * k, size, stride), *piece = piece_of(b, regs, place->elem, k);
        const operand_t *governs = x->masks_num == 0 ? NULL : x->masks[0];  // longer vectors have no mask
        value_t *mask = governs == NULL ? vmi_first(b, bits, left) : vmi_mask_inside(b, governs, bits, k, x->lanes);
        value_t *operands[] = {piece, base, index, mask};
        vmi_do_list(b, "pto.vscatter", "", operands, 4, NULL, NULL, 0);
    }
}

/// By index ///

static value_t *index_reg(vmi_t *b, const operand_t *operand, uint32_t i)
{
    return vmi_as(b, vmi_reg(operand, i), vmi_raw((elem_t)operand->value->type.elem));
}

/// The indices of each register or piece; 16-bit ones are extended unless the elements have 16 bits, too.
static value_t **indices_of(vmi_t *b, const operand_t *index, uint32_t lanes, bool same)
{
    elem_t elem = vmi_raw((elem_t)index->value->type.elem);
    uint32_t num = vmi_regs(elem, lanes);
    value_t **list = vmi_list(b, num);
    for (uint32_t i = 0; i < num; i++) {
        list[i] = index_reg(b, index, i);
    }
    return same ? list : vmi_widen(b, list, lanes, elem, 32, false);
}

/// The mask of register or piece i.
static value_t *piece_mask(vmi_t *b, const vmi_op_t *x, bool same, uint32_t i)
{
    uint32_t bits = elem_bits(x->elem);
    value_t *mask = vmi_mask_inside(b, x->masks[0], same ? bits : 32, i, x->lanes);
    return same || bits == 32 ? mask : narrow_mask(b, mask, bits);
}

static value_t **gather_all(vmi_t *b, vmi_op_t *x, value_t *base, value_t **indices, bool same)
{
    uint32_t pieces = same ? vmi_regs(x->elem, x->lanes) : (x->lanes + PIECE - 1) / PIECE;
    value_t **list = vmi_list(b, pieces);
    for (uint32_t i = 0; i < pieces; i++) {
        list[i] = gather(b, base, x->elem, indices[i], piece_mask(b, x, same, i));
    }
    return same || elem_bits(x->elem) == 32 ? list : join(b, list, x->elem, x->lanes);
}

/// Lanes of the index's width are done register by register, others in pieces.
void vmi_lower_gather(vmi_t *b, vmi_op_t *x)
{
    const operand_t *index = x->vectors[0], *old = x->vectors_num == 2 ? x->vectors[1] : NULL;
    vmi_place_t place = vmi_place(b, x, x->elem);
    uint32_t bits = elem_bits(x->elem), num = vmi_regs(x->elem, x->lanes);
    bool same = bits == elem_bits(index->value->type.elem);
    value_t **list = gather_all(b, x, place.base, indices_of(b, index, x->lanes, same), same);
    for (uint32_t i = 0; i < num && old != NULL; i++) {
        list[i] = vmi_choose(b, list[i], vmi_reg(old, i), vmi_mask(b, x->masks[0], bits, i), x->elem);
    }
    vmi_set(b, x, 0, list, num);
}

void vmi_lower_scatter(vmi_t *b, vmi_op_t *x)
{
    const operand_t *value = x->vectors[0], *index = x->vectors[1];
    vmi_place_t place = vmi_place(b, x, x->elem);
    uint32_t bits = elem_bits(x->elem);
    bool same = bits == elem_bits(index->value->type.elem);
    uint32_t pieces = same ? vmi_regs(x->elem, x->lanes) : (x->lanes + PIECE - 1) / PIECE;
    value_t **indices = indices_of(b, index, x->lanes, same);
    for (uint32_t i = pieces; i-- > 0;) {  // of equal indices the lowest lane wins: it is stored last
        value_t *piece = same ? vmi_reg(value, i) : piece_of(b, vmi_value(value)->parts[0], x->elem, i);
        value_t *mask = piece_mask(b, x, same, i), *operands[] = {piece, place.base, indices[i], mask};
        vmi_do_list(b, "pto.vscatter", "", operands, 4, NULL, NULL, 0);
    }
}

/// Register i of a result with block offsets: one for each of its eight blocks.
static value_t *gather_blocks(vmi_t *b, const vmi_op_t *x, value_t *base, value_t **offsets, uint32_t i)
{
    uint32_t from = i * 8 % PIECE;
    value_t *reg = offsets[i * 8 / PIECE], *mask = vmi_first(b, 32, 8);
    reg = from == 0 ? reg : vmi_slide(b, reg, reg, ELEM_U32, from);
    return vmi_do(b, "pto.vgatherb", vmi_vreg(x->elem), "", base, reg, mask, NULL);
}

/// Offsets in bytes: of each lane, or, if there are fewer offsets than lanes, of each block of 32 bytes.
void vmi_lower_gatherb(vmi_t *b, vmi_op_t *x)
{
    const operand_t *offset = x->vectors[0];
    vmi_place_t place = vmi_place(b, x, x->elem);
    uint32_t bits = elem_bits(x->elem), num = vmi_regs(x->elem, x->lanes), lanes = vmi_lanes(offset);
    value_t **offsets = indices_of(b, offset, lanes, false), **list;
    if (lanes == x->lanes) {
        value_t *shift = vmi_int(b, ELEM_I16, bits == 8 ? 0 : bits == 16 ? 1 : 2), *all = vmi_all(b, 32);
        for (uint32_t i = 0; i < (lanes + PIECE - 1) / PIECE; i++) {
            offsets[i] = vmi_do(b, "pto.vshrs", vmi_vreg(ELEM_U32), "", offsets[i], shift, all, NULL);
        }
        list = gather_all(b, x, place.base, offsets, false);
    } else {
        list = vmi_list(b, num);
        for (uint32_t i = 0; i < num; i++) {
            value_t *reg = gather_blocks(b, x, place.base, offsets, i);
            list[i] = vmi_governed(b, x, reg, NULL, x->masks[0], x->elem, i);
        }
    }
    vmi_set(b, x, 0, list, num);
}
