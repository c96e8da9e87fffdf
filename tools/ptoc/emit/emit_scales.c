// SPDX-License-Identifier: Apache-2.0
//
// Scales of MX products in C. In GM and L1 they are packed boxes, in the order in which a product reads them. For L0A
// and L0B they lie at 1/16 of the address of the data. Loads and moves copy bytes, whatever the extents of views and
// tiles.

#include "ptoc.h"

#include "emit.h"

#include <inttypes.h>
#include <string.h>

static bool is_scales(type_t type, space_t space)
{
    return type.kind == TYPE_TILE && type.elem == ELEM_E8M0 && type.space == space &&
           type.shape->slayout == type.shape->blayout;
}

/// Bytes of whole boxes of 16 rows by 2 groups; those of a row vector are contiguous.
static int64_t scales_bytes(type_t type)
{
    bool left = type.shape->blayout == LAYOUT_ROW;
    int64_t rows = type.shape->dims[!left], groups = type.shape->dims[left];
    return left && rows == 1 ? (groups + 31) / 32 * 32 : (rows + 15) / 16 * 16 * ((groups + 1) / 2 * 2);
}

static void emit_load(emitter_t *e, const char *dst, const char *src, int64_t bytes)
{
    emit_printf(e,
                "{ const pto_tile_t bytes = pto_tile(MAT, u8, 1, %" PRId64
                ", .address = %s.address); "
                "const pto_tensor_t gm = pto_tensor_at(PTO_LOC, %s.data, PTO_ELEM_U8, PTO_LAYOUT_ND, 2, "
                "(const int64_t[]){1, %" PRId64 "}, (const int64_t[]){%" PRId64
                ", 1}); pto_tload(&bytes, &gm, PTO_NONE, PTO_PAD_MODE_NULL); }\n",
                bytes, dst, src, bytes, bytes);
}

static void emit_move(emitter_t *e, const char *dst, const char *src, type_t type)
{
    bool left = type.shape->blayout == LAYOUT_ROW;
    int64_t boxes = scales_bytes(type) / 32;
    emit_printf(e,
                "pto_load_cbuf_to_c%c_mx(pto_tile_buf_addr(uint8_t, &%s), pto_l0%c(uint8_t, %s.address), 0, 0, 1, "
                "%" PRId64 ", %" PRId64 ", %" PRId64 ");\n",
                left ? 'a' : 'b', src, left ? 'a' : 'b', dst, boxes, boxes, boxes);
}

bool emit_scales(emitter_t *e, op_t *op)
{
    bool load = strcmp(op->name, "pto.tload") == 0, move = strcmp(op->name, "pto.tmov") == 0;
    bool bind = op_is(op, OP_SCALE_ADDR);
    if ((!load && !move && !bind) || op->operands_num != 2) {
        return false;
    }
    const value_t *src = op->operands[0].value, *dst = op->operands[1].value;
    bool vector = load && dst->type.kind == TYPE_TILE && dst->type.shape->dims[0] == 1;  // its view is plain
    if (bind) {
        emit_text(e, op->loc, "%s.address = %s.address / 16;\n", dst->cname, src->cname);
    } else if (load && !vector && is_scales(dst->type, SPACE_L1)) {
        emit_begin(e, op->loc);
        emit_load(e, dst->cname, src->cname, scales_bytes(dst->type));
    } else if (move && is_scales(dst->type, SPACE_FB) && is_scales(src->type, SPACE_L1)) {
        emit_begin(e, op->loc);
        emit_move(e, dst->cname, src->cname, dst->type);
    } else {
        return false;
    }
    return true;
}
