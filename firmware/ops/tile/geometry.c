// SPDX-License-Identifier: Apache-2.0
//
// Tile descriptors: addresses of elements in boxes, checks, access to elements; tensors.

#include "../check.h"
#include "tile.h"

const char *const pto_elem_names[PTO_ELEM_NUM + 1] = {"i8",     "u8",     "i16",  "u16", "i32",    "u32",  "i64",
                                                      "u64",    "f16",    "bf16", "f32", "e4m3",   "e5m2", "hif8",
                                                      "e2m1x2", "e1m2x2", "e8m0", "f64", "nothing"};

const char *const pto_tile_loc_names[PTO_LOC_NUM] = {"vec", "mat", "left", "right", "acc", "bias", "scaling"};

const uint8_t pto_tile_memory[PTO_LOC_NUM] = {PTO_MEM_UB,  PTO_MEM_L1, PTO_MEM_L0A, PTO_MEM_L0B,
                                              PTO_MEM_L0C, PTO_MEM_BT, PTO_MEM_FB};

/// Addresses of elements ///

int64_t pto_tile_box_offset(const pto_tile_t *tile, int32_t row, int32_t col)
{
    if ((row | col) == 0) {
        return 0;
    }
    pto_box_t box = pto_tile_box(tile);
    int64_t inner_row = row % box.rows, inner_col = col % box.cols;
    int64_t inner =
        tile->slayout == PTO_BOX_ROW_MAJOR ? inner_row * box.cols + inner_col : inner_col * box.rows + inner_row;
    int64_t boxes =
        tile->blayout == PTO_ROW_MAJOR
            ? (int64_t)(row / box.rows) * tile->pitch * box.rows + (int64_t)(col / box.cols) * box.rows * box.cols
            : (int64_t)(col / box.cols) * tile->pitch * box.cols + (int64_t)(row / box.rows) * box.rows * box.cols;
    return boxes + inner;
}

/// Checks of descriptors ///

void pto_tile_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile)
{
    if (tile->loc >= PTO_LOC_NUM || tile->elem >= PTO_ELEM_NUM) {
        pto_fault_at(loc, "a tile of location %u and element type %u: there is none of that number", tile->loc,
                     tile->elem);
    }
    if (tile->rows <= 0 || tile->cols <= 0) {
        pto_fault_at(loc, "a tile of %d x %d elements is empty", tile->rows, tile->cols);
    }
    if ((uint32_t)tile->valid_rows > (uint32_t)tile->rows || (uint32_t)tile->valid_cols > (uint32_t)tile->cols) {
        pto_fault_at(loc, "valid region %d x %d exceeds the tile's %d x %d", tile->valid_rows, tile->valid_cols,
                     tile->rows, tile->cols);
    }
    if (tile->slayout > PTO_BOX_COL_MAJOR) {
        pto_fault_at(loc, "a tile of box layout %u: there is none of that number", tile->slayout);
    }
    if (tile->slayout != PTO_NONE_BOX && tile->fractal16 < pto_elem_bytes[tile->elem]) {
        pto_fault_at(loc, "a box of %u bytes holds no 16 x 1 elements of %s", tile->fractal16 * 16,
                     pto_elem_names[tile->elem]);
    }
    pto_fault_at(loc, "a tile of %d x %d elements with rows or columns %d elements apart overlaps itself", tile->rows,
                 tile->cols, tile->pitch);
}

void pto_tile_address_refuse_at(const pto_loc_t *loc, int64_t address)
{
    pto_fault_at(loc, "a tile at address %ld: it lies at a multiple of 32", (long)address);
}

void pto_subview_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t row, int64_t col, int64_t rows,
                           int64_t cols)
{
    if (row < 0 || col < 0 || rows <= 0 || cols <= 0 || row + rows > tile->rows || col + cols > tile->cols) {
        pto_fault_at(loc, "subview: %ld x %ld elements from (%ld, %ld) are outside the tile's %d x %d", (long)rows,
                     (long)cols, (long)row, (long)col, tile->rows, tile->cols);
    }
    pto_box_t box = pto_tile_box(tile);
    pto_fault_at(loc, "subview: (%ld, %ld) is not the start of a box of %d x %d elements", (long)row, (long)col,
                 box.rows, box.cols);
}

void pto_tile_slot_refuse_at(const pto_loc_t *loc, int64_t slot, int64_t count)
{
    pto_fault_at(loc, "slot %ld of a multi-buffer of %ld", (long)slot, (long)count);
}

void pto_treshape_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile, const pto_tile_t *shape)
{
    if (pto_tile_is_plain(tile) != pto_tile_is_plain(shape) && tile->rows != 1 && shape->rows != 1) {
        pto_fault_at(loc, "treshape: one layout has boxes and the other has none");
    }
    pto_fault_at(loc, "treshape: %lu bytes become %lu", (unsigned long)pto_tile_span(tile),
                 (unsigned long)pto_tile_span(shape));
}

void pto_set_validshape_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t rows, int64_t cols)
{
    pto_fault_at(loc, "set_validshape: %ld x %ld is outside the tile's %d x %d", (long)rows, (long)cols, tile->rows,
                 tile->cols);
}

/// Access ///

void *pto_tile_buf_addr_at(const pto_loc_t *loc, const pto_tile_t *tile)
{
    return pto_mem_addr_at(loc, (pto_mem_t)pto_tile_memory[tile->loc], tile->address);
}

void *pto_tile_element_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t index, size_t bytes)
{
    if (tile->loc != PTO_LOC_VEC) {
        pto_fault_at(loc, "scalar access to a tile in %s: only vec tiles have it", pto_tile_loc_names[tile->loc]);
    }
    if (bytes != pto_elem_bytes[tile->elem]) {
        pto_fault_at(loc, "scalar access of %zu bytes to a tile of %s", bytes, pto_elem_names[tile->elem]);
    }
    if (index < 0 || index >= (int64_t)tile->rows * tile->cols) {
        pto_fault_at(loc, "element %ld is outside the tile's %d x %d", (long)index, tile->rows, tile->cols);
    }
    int32_t major = (int32_t)(tile->blayout == PTO_ROW_MAJOR ? index / tile->cols : index % tile->rows);
    int32_t minor = (int32_t)(tile->blayout == PTO_ROW_MAJOR ? index % tile->cols : index / tile->rows);
    int64_t offset = pto_tile_offset(tile, major, minor) * (int64_t)bytes;
    return pto_scalar_at(loc, (uint8_t *)pto_tile_buf_addr_at(loc, tile) + offset, bytes);
}

/// Tensors ///

void pto_tensor_refuse_at(const pto_loc_t *loc, uint32_t rank, const int64_t *shape)
{
    for (uint32_t i = 0; i < rank && rank <= PTO_RANK_MAX; i++) {
        if (shape[i] < 0) {
            pto_fault_at(loc, "a tensor of extent %ld in dimension %u", (long)shape[i], i);
        }
    }
    pto_fault_at(loc, "a tensor of %u dimensions: 1 to %u are possible", rank, PTO_RANK_MAX);
}

void pto_partition_refuse_at(const pto_loc_t *loc, uint32_t rank)
{
    pto_fault_at(loc, "a partition of %u dimensions: 1 to %u are possible", rank, PTO_RANK_MAX);
}

void pto_partition_beyond_at(const pto_loc_t *loc, const int64_t *extent, uint32_t rank, const int64_t *offset,
                             const int64_t *shape)
{
    for (uint32_t i = 0; i < rank; i++) {
        if (offset[i] < 0 || shape[i] < 0) {
            pto_fault_at(loc, "partition: offset %ld or extent %ld of dimension %u is negative", (long)offset[i],
                         (long)shape[i], i);
        }
        if (offset[i] <= extent[i] - shape[i]) {
            continue;
        }
        if (!pto_run_state.options.open_views) {
            pto_fault_at(loc, "partition: %ld elements from %ld are outside the view's %ld of dimension %u (--open-views)",
                         (long)shape[i], (long)offset[i], (long)extent[i], i);
        }
        if (pto_is_first_warning(loc)) {
            pto_warn("partition: %ld elements from %ld leave the view's %ld of dimension %u; at %s:%u", (long)shape[i],
                     (long)offset[i], (long)extent[i], i, loc->file, loc->line);
        }
    }
}

pto_tensor_t pto_tensor_dims_at(const pto_loc_t *loc, void *data, pto_elem_t elem, pto_layout_t layout,
                                const pto_dims_t dims[2])
{
    uint32_t rank = PTO_RANK_MAX;
    while (rank > 1 && dims[0][rank - 1] == 0) {
        rank--;
    }
    return pto_tensor_at(loc, data, elem, layout, rank, dims[0], dims[1][0] == 0 ? NULL : dims[1]);
}
