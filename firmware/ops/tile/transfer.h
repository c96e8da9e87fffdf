// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/ops/tile: shared by loads, stores and moves.
#ifndef PTO_OPS_TILE_TRANSFER_H
#define PTO_OPS_TILE_TRANSFER_H

#include "tile.h"

// Faults unless the bytes lie in one bound GM buffer.
void pto_tile_check_gm(const pto_cmd_t *cmd, const char *name, const void *at, int64_t bytes);

// Faults unless elements of the tensor can be updated atomically: they are aligned to their size.
void pto_tile_check_atomic(const pto_cmd_t *cmd, const pto_tensor_t *tensor);

// The bits of a pad value as an element.
uint64_t pto_tile_pad_value(uint8_t elem, uint32_t pad, uint32_t pad_bits);

// Whether cores that run at the same time may write the same GM: updates of its elements are then atomic instructions.
static inline bool pto_tile_shares_gm(void)
{
    return pto_run_state.hart_num > 1 || pto_run_state.peers != NULL;
}

// Fills a tile with the pad value outside of its first rows x cols elements.
void pto_tile_fill(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col, int32_t rows, int32_t cols,
                   uint64_t bits);
void pto_tile_fill_outside(const pto_core_t *core, const pto_tile_t *tile, int32_t rows, int32_t cols, uint64_t bits);

// Conversion of an element on its way out of a tile: quantisation, ReLU, type, atomic addition.
typedef struct {
    uint8_t from, to;  // pto_elem_t
    bool plain;        // nothing: bytes move
    bool relu, quantise;
    uint8_t add;         // the type of an atomic addition (PTO_ATOMIC_*), or PTO_ATOMIC_NONE
    pto_scalar_t scale;  // raw parameter word of all columns ...
    const void *scales;  // ... or one a column: a word, or a float that is the scale
    uint8_t scales_elem;
} pto_tile_convert_t;

// Checks that the instruction has this conversion. Elements of a tile outside of acc keep their type.
pto_tile_convert_t pto_tile_conversion(const pto_core_t *core, const pto_cmd_t *cmd, const pto_tile_t *src, uint8_t to,
                                       const pto_tile_t *fp, pto_scalar_t scale, bool relu, bool add);
void pto_tile_convert(const pto_tile_convert_t *convert, const void *from, void *to, int32_t col);

// Copies rows x cols elements between tiles of any layouts and one element size.
void pto_tile_copy_window(const pto_core_t *core, const pto_tile_t *dst, int32_t dst_row, int32_t dst_col,
                          const pto_tile_t *src, int32_t src_row, int32_t src_col, int32_t rows, int32_t cols);

// As above with a conversion, to a tile at `base`.
void pto_tile_convert_window(const pto_core_t *core, const pto_tile_convert_t *convert, const pto_tile_t *dst,
                             uint8_t *base, int32_t dst_row, int32_t dst_col, const pto_tile_t *src, int32_t src_row,
                             int32_t src_col, int32_t rows, int32_t cols);

// Copies rows from GM into columns of boxes with rows of 32 bytes, `column` bytes apart. False: has no fast path.
bool pto_tile_copy_to_boxes(uint8_t *tile, size_t column, const uint8_t *gm, ptrdiff_t gm_step, size_t row,
                            size_t rows);

// Transposes boxes of 16 x 16 elements of 16 bits; steps from box to box in bytes.
void pto_tile_turn_boxes(uint8_t *d, size_t d_step, const uint8_t *s, size_t s_step, size_t num);

// d[c, r] = s[r, c], steps in elements.
void pto_tile_turn(void *d, int64_t d_step, const void *s, int64_t s_step, int32_t rows, int32_t cols, int64_t bytes);

#endif
