// SPDX-License-Identifier: Apache-2.0
//
// Convolution as a matrix product: the rows of the left operand are the patches of a feature map under the filter.
//
//   pto_conv_t map = {.address = 0, .elem = PTO_ELEM_F16, .images = 1, .groups = 2, .height = 6, .width = 8,
//                     .filter = {3, 3}, .stride = {1, 1}, .dilation = {1, 1}, .padding = {1, 1, 1, 1}};
//   pto_timg2col(&left, &map, 0, 0, PTO_FMATRIX_NONE);
//
// Source: pto-isa `docs/isa/TIMG2COL.md`, `SETFMATRIX.md`, `SET_IMG2COL_PADDING.md`; for the order of rows and columns
// `include/pto/cpu/TImg2col.hpp`, for the registers `include/pto/npu/a5/TImg2col.hpp`. The text has no such operations.
#ifndef PTO_CONV_H
#define PTO_CONV_H

#include <pto/cube.h>
#include <pto/tile.h>

#ifdef __cplusplus
extern "C" {
#endif

// A feature map in L1, [images][groups][height][width][C0] (NC1HWC0), and how a filter moves over it. C0 elements have
// 32 bytes. Pairs are {height, width}.
typedef struct {
    uint32_t address;  // byte offset in L1, a multiple of 32
    uint8_t elem;      // pto_elem_t
    uint8_t padding[4];  // elements around an image: left, right, top, bottom
    uint16_t images, groups, height, width;
    uint16_t filter[2];
    uint16_t stride[2];    // of the filter's positions
    uint16_t dilation[2];  // of the filter's elements
    uint32_t pad_bits;     // the element around an image
} pto_conv_t;

// Registers with parameters of a map, of which there are two of each kind. At the start of a block none is set.
typedef enum { PTO_FMATRIX_A, PTO_FMATRIX_B, PTO_FMATRIX_NONE } pto_fmatrix_t;

// Set a register from a map: its height, width and padding; the element around an image.
#define pto_setfmatrix(src, which)          PTO_SU_CALL("setfmatrix", pto_setfmatrix_at(PTO_LOC, src, which))
#define pto_set_img2col_padding(src, which) PTO_SU_CALL("set_img2col_padding", pto_set_img2col_padding_at(PTO_LOC, src, which))
void pto_setfmatrix_at(const pto_loc_t *loc, const pto_conv_t *src, pto_fmatrix_t which);
void pto_set_img2col_padding_at(const pto_loc_t *loc, const pto_conv_t *src, pto_fmatrix_t which);

/**
 * timg2col, on PIPE_MTE1: the valid region of `dst` (left, NZ or ZZ) from row pos_m and column pos_k of the patches.
 *
 * Row m is a position of the filter: image, row, column. Column k is an element under it: group of C0 channels, row and
 * column of the filter, channel. Rows behind the last image, and columns behind the last group, are padding. With
 * `which`, those of its registers that are set replace the parameters of `src`. Events may follow. Faults: other
 * locations, layouts or types; pos_k no multiple of C0; a filter larger than the padded image; ranges.
 */
#define pto_timg2col(dst, src, pos_m, pos_k, which, ...)                                                      \
    PTO_SU_CALL("timg2col", (pto_tile_after((const pto_event_t[]){__VA_ARGS__ __VA_OPT__(, ) PTO_NO_EVENT}), \
                             pto_timg2col_at(PTO_LOC, dst, src, pos_m, pos_k, which)))
pto_event_t pto_timg2col_at(const pto_loc_t *loc, const pto_tile_t *dst, const pto_conv_t *src, int64_t pos_m, int64_t pos_k,
                            pto_fmatrix_t which);

#ifdef __cplusplus
}
#endif

#endif
