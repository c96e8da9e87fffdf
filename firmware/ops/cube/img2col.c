// SPDX-License-Identifier: Apache-2.0
//
// L1 -> L0A: patches of feature maps (pto/conv.h).

#include <pto/conv.h>

#include "../tile/tile.h"
#include "cube.h"

typedef struct {
    pto_tile_t dst;
    pto_conv_t src;
    int64_t pos_m, pos_k;
} record_t;

_Static_assert(sizeof(record_t) <= PTO_CMD_DATA, "a record holds the operands");

enum { H, W };
enum { LEFT, RIGHT, TOP, BOTTOM };

// The number of positions of the filter along one dimension; less than 1 if it is larger than the image.
static int64_t positions(const pto_conv_t *src, int dim)
{
    int64_t size = dim == H ? src->height + src->padding[TOP] + src->padding[BOTTOM]
                            : src->width + src->padding[LEFT] + src->padding[RIGHT];
    int64_t left = size - src->dilation[dim] * (src->filter[dim] - 1) - 1;
    return left < 0 ? 0 : left / src->stride[dim] + 1;
}

static void check_operands(const pto_core_t *core, const pto_cmd_t *cmd, const record_t *r)
{
    const pto_tile_t *dst = &r->dst;
    const pto_conv_t *src = &r->src;
    if (dst->loc != PTO_LOC_LEFT || dst->slayout != PTO_BOX_ROW_MAJOR || dst->fractal16 != 32) {
        PTO_TILE_FAULT(cmd, "dst must be a tile in left with row-major boxes of 512 bytes");
    }
    if (dst->elem != src->elem) {
        PTO_TILE_FAULT(cmd, "dst has elements of %s, src of %s", pto_elem_names[dst->elem], pto_elem_names[src->elem]);
    }
    uint64_t types = PTO_ELEM_BIT(I8) | PTO_ELEM_BIT(U8) | PTO_ELEM_BIT(I16) | PTO_ELEM_BIT(U16) | PTO_ELEM_BIT(I32) |
                     PTO_ELEM_BIT(U32) | PTO_ELEM_BIT(F16) | PTO_ELEM_BIT(BF16) | PTO_ELEM_BIT(F32);
    if ((types >> src->elem & 1) == 0) {
        PTO_TILE_FAULT(cmd, "elements of %s are not for feature maps", pto_elem_names[src->elem]);
    }
    if (src->filter[H] == 0 || src->filter[W] == 0 || src->stride[H] == 0 || src->stride[W] == 0 ||
        src->dilation[H] == 0 || src->dilation[W] == 0) {
        PTO_TILE_FAULT(cmd, "filter, stride and dilation must be at least 1");
    }
    if (positions(src, H) == 0 || positions(src, W) == 0) {
        PTO_TILE_FAULT(cmd, "a filter of %u x %u does not fit %u x %u elements with their padding", src->filter[H],
                       src->filter[W], src->height, src->width);
    }
    int64_t c0 = 32 / pto_elem_bytes[src->elem];
    if (r->pos_m < 0 || r->pos_k < 0 || r->pos_k % c0 != 0) {
        PTO_TILE_FAULT(cmd, "row %ld and column %ld must not be negative, and the column a multiple of %ld",
                       (long)r->pos_m, (long)r->pos_k, (long)c0);
    }
    uint64_t bytes = (uint64_t)src->images * src->groups * src->height * src->width * 32;
    pto_check_mem(core, cmd, "source", PTO_MEM_L1, (uintptr_t)core->mem[PTO_MEM_L1].base + src->address, bytes, 32);
    pto_check_mem(core, cmd, "destination", PTO_MEM_L0A, (uintptr_t)core->mem[PTO_MEM_L0A].base + dst->address,
                  (uint64_t)dst->rows * (uint64_t)dst->cols * pto_elem_bytes[dst->elem], FRACTAL);
}

// Writes the padding to a whole box row of 32 bytes.
static void pad(uint8_t *to, const pto_conv_t *src)
{
    uint32_t bytes = pto_elem_bytes[src->elem];
    for (uint32_t at = 0; at < 32; at += bytes) {
        hal_copy(to + at, &src->pad_bits, bytes);
    }
}

// The channels of one group under one element of the filter, for one position of it; NULL: padding.
static const uint8_t *find(const pto_core_t *core, const pto_conv_t *src, int64_t m, int64_t block)
{
    int64_t size = src->filter[H] * src->filter[W], in_filter = block % size;
    int64_t cols = positions(src, W), each = cols * positions(src, H);
    int64_t image = m / each, group = block / size, row = m % each / cols, col = m % cols;
    int64_t y = row * src->stride[H] + in_filter / src->filter[W] * src->dilation[H] - src->padding[TOP];
    int64_t x = col * src->stride[W] + in_filter % src->filter[W] * src->dilation[W] - src->padding[LEFT];
    if (image >= src->images || group >= src->groups || y < 0 || y >= src->height || x < 0 || x >= src->width) {
        return NULL;
    }
    int64_t at = ((image * src->groups + group) * src->height + y) * src->width + x;
    return core->mem[PTO_MEM_L1].base + src->address + at * 32;
}

static pto_step_t exec_img2col(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const record_t *r = (const record_t *)cmd->data;
    check_operands(core, cmd, r);
    uint32_t bytes = pto_elem_bytes[r->src.elem];
    int32_t c0 = (int32_t)(32 / bytes);
    for (int32_t row = 0; row < r->dst.valid_rows; row++) {
        for (int32_t col = 0; col < r->dst.valid_cols; col += c0) {
            uint8_t *to = pto_tile_base(core, &r->dst) + pto_tile_offset(&r->dst, row, col) * bytes;
            const uint8_t *from = find(core, &r->src, r->pos_m + row, (r->pos_k + col) / c0);
            PTO_OBSERVE(access, PTO_BURSTS, to, 32, 1, 32);
            if (from == NULL) {
                pad(to, &r->src);
            } else {
                PTO_OBSERVE(access, PTO_READS, from, 32, 1, 32);
                hal_copy(to, from, 32);
            }
        }
    }
    return PTO_DONE;
}

static size_t describe_img2col(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    const record_t *r = (const record_t *)cmd->data;
    return pto_format(text, bytes, "left +0x%x %d x %d %s, patches of %u x %u from L1 +0x%x", r->dst.address,
                      r->dst.valid_rows, r->dst.valid_cols, pto_elem_names[r->dst.elem], r->src.filter[H],
                      r->src.filter[W], r->src.address);
}

static const pto_tile_op_t op_img2col = {.op = {"timg2col", exec_img2col, describe_img2col}};

/// Registers ///

// A set register is not 0: an image has rows, and bit 32 marks padding.
static uint64_t pack(const pto_conv_t *src)
{
    uint64_t value = (uint64_t)src->height << 16 | src->width;
    for (int i = 0; i < 4; i++) {
        value |= (uint64_t)src->padding[i] << (32 + 8 * i);
    }
    return value;
}

void pto_setfmatrix_at(const pto_loc_t *loc, const pto_conv_t *src, pto_fmatrix_t which)
{
    if (which != PTO_FMATRIX_NONE) {
        pto_set_cube_reg_at(loc, PTO_REG_FMATRIX + which, pack(src));
    }
}

void pto_set_img2col_padding_at(const pto_loc_t *loc, const pto_conv_t *src, pto_fmatrix_t which)
{
    if (which != PTO_FMATRIX_NONE) {
        pto_set_cube_reg_at(loc, PTO_REG_PADDING + which, UINT64_C(1) << 32 | src->pad_bits);
    }
}

static void apply(pto_conv_t *src, const uint64_t *reg, pto_fmatrix_t which)
{
    uint64_t map = reg[PTO_REG_FMATRIX + which], padding = reg[PTO_REG_PADDING + which];
    if (map != 0) {
        src->height = (uint16_t)(map >> 16);
        src->width = (uint16_t)map;
        for (int i = 0; i < 4; i++) {
            src->padding[i] = (uint8_t)(map >> (32 + 8 * i));
        }
    }
    if (padding != 0) {
        src->pad_bits = (uint32_t)padding;
    }
}

pto_event_t pto_timg2col_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_conv_t *src, int64_t pos_m, int64_t pos_k,
                            pto_fmatrix_t which)
{
    const pto_core_t *core = pto_issuer(loc, op_img2col.op.name);
    record_t *r = pto_tile_begin_at(loc, &op_img2col, PIPE_MTE1);
    *r = (record_t){*dst, *src, pos_m, pos_k};
    if (which != PTO_FMATRIX_NONE) {
        apply(&r->src, core->su.cube_reg, which);
    }
    return pto_tile_commit_at(PIPE_MTE1);
}
