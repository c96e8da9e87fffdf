// SPDX-License-Identifier: Apache-2.0
//
// Addresses of the elements of a tile, and the constructors of descriptors. Included by <pto/tile.h>.
//
// All of it is inline: shapes that are constant in the caller leave no code for checks and constructors. Invalid
// descriptors go to a function of the runtime that reports them and does not return.
#ifndef PTO_TILE_H
#error "include <pto/tile.h>"
#endif

#define PTO_TILE_INLINE static inline __attribute__((always_inline))

// Unrolls loops over dimensions.
#if defined(__clang__)
#define PTO_UNROLL_RANK _Pragma("clang loop unroll(full)")
#else
#define PTO_UNROLL_RANK _Pragma("GCC unroll 5")
#endif

// Bytes of an element by pto_elem_t; packed types hold two numbers in a byte.
static const uint8_t pto_elem_bytes[PTO_ELEM_NUM] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 1, 1, 1, 1, 1, 1, 8};

// ---------------------------------------------------------------------------------------------------------------------
// Offsets of elements

// Rows and columns of a box in elements; 1 x 1 without boxes.
typedef struct {
    int32_t rows, cols;
} pto_box_t;

PTO_TILE_INLINE pto_box_t pto_tile_box(const pto_tile_t *tile)
{
    int32_t row = tile->fractal16 / pto_elem_bytes[tile->elem];  // elements of one of its 16 rows
    switch (tile->slayout) {
        case PTO_BOX_ROW_MAJOR:
            return (pto_box_t){16, row};
        case PTO_BOX_COL_MAJOR:
            return (pto_box_t){row, 16};
        default:
            return (pto_box_t){1, 1};
    }
}

// Returns the offset in elements of (row, col) in a tile with boxes.
int64_t pto_tile_box_offset(const pto_tile_t *tile, int32_t row, int32_t col);

// Returns the offset in elements of (row, col).
PTO_TILE_INLINE int64_t pto_tile_offset(const pto_tile_t *tile, int32_t row, int32_t col)
{
    if (tile->slayout != PTO_NONE_BOX) {
        return pto_tile_box_offset(tile, row, col);
    }
    return tile->blayout == PTO_ROW_MAJOR ? (int64_t)row * tile->pitch + col : (int64_t)col * tile->pitch + row;
}

PTO_TILE_INLINE int32_t pto_tile_round_up(int32_t x, int32_t unit)
{
    return (x + unit - 1) / unit * unit;
}

// Returns the bytes from the first to the last element of the allocated tile; with boxes, of whole boxes.
PTO_TILE_INLINE uint64_t pto_tile_span(const pto_tile_t *tile)
{
    pto_box_t box = pto_tile_box(tile);
    int64_t rows = pto_tile_round_up(tile->rows, box.rows), cols = pto_tile_round_up(tile->cols, box.cols);
    bool by_rows = tile->blayout == PTO_ROW_MAJOR;
    int64_t lines = by_rows ? rows / box.rows : cols / box.cols, height = by_rows ? box.rows : box.cols;
    int64_t length = by_rows ? cols : rows;
    return (uint64_t)(((lines - 1) * tile->pitch + length) * height) * pto_elem_bytes[tile->elem];
}

// ---------------------------------------------------------------------------------------------------------------------
// Constructors

// Ends the run with a fault that names the error of a descriptor.
_Noreturn void pto_tile_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile) __attribute__((cold));
// By value, so that the tile stays in registers.
_Noreturn PTO_TILE_INLINE void pto_tile_refuse_copy_at(const pto_loc_t *loc, pto_tile_t tile)
{
    pto_tile_refuse_at(loc, &tile);
}
_Noreturn void pto_tile_address_refuse_at(const pto_loc_t *loc, int64_t address) __attribute__((cold));

// An address unknown to ptoc. As with constant ones, it has to be a multiple of 32.
PTO_TILE_INLINE uint32_t pto_tile_address_at(const pto_loc_t *loc, int64_t address)
{
    if ((uint64_t)address > UINT32_MAX || address % 32 != 0) {
        pto_tile_address_refuse_at(loc, address);
    }
    return (uint32_t)address;
}

// Each memory of the cube core has one order, whatever a profile's types call it: L0A columns of boxes (ZZ names the
// same tile on A2A3), L0C boxes of 16 x 16. Boxed bytes in UB are exponents of MX groups, in boxes of 16 x 2; a single
// row of them is flat, as the multiplication of a vector takes its scales.
PTO_TILE_INLINE pto_tile_t pto_tile_canonical(pto_tile_t tile)
{
    if (tile.loc == PTO_LOC_VEC && tile.slayout == PTO_BOX_ROW_MAJOR && tile.blayout == PTO_ROW_MAJOR &&
        pto_elem_bytes[tile.elem] == 1) {
        tile.fractal16 = 32 / 16;
    }
    if (tile.rows == 1 && tile.slayout == PTO_BOX_ROW_MAJOR && tile.blayout == PTO_ROW_MAJOR && tile.fractal16 == 32 / 16) {
        tile.slayout = PTO_NONE_BOX;
    }
    if (tile.loc == PTO_LOC_LEFT && tile.slayout == PTO_BOX_ROW_MAJOR) {
        tile.blayout = tile.rows == 1 ? PTO_ROW_MAJOR : PTO_COL_MAJOR;  // a single row is contiguous
        tile.slayout = tile.rows == 1 ? PTO_NONE_BOX : PTO_BOX_ROW_MAJOR;
        tile.fractal16 = 512 / 16;
    }
    if (tile.slayout != PTO_NONE_BOX && (tile.loc == PTO_LOC_ACC || tile.fractal16 == 0)) {
        tile.fractal16 = (tile.loc == PTO_LOC_ACC ? 1024 : 512) / 16;
    }
    return tile;
}

// Returns the pitch of a packed tile: elements between rows, or between columns of a column-major one.
PTO_TILE_INLINE int32_t pto_tile_extent(const pto_tile_t *tile)
{
    pto_box_t box = pto_tile_box(tile);
    return tile->blayout == PTO_ROW_MAJOR ? pto_tile_round_up(tile->cols, box.cols)
                                          : pto_tile_round_up(tile->rows, box.rows);
}

// Fills in zero fields that follow from the rest (pitch, fractal), and checks the extents.
PTO_TILE_INLINE pto_tile_t pto_tile_at(const pto_loc_t *loc, pto_tile_t tile)
{
    if (tile.loc >= PTO_LOC_NUM || tile.elem >= PTO_ELEM_NUM || tile.rows <= 0 || tile.cols <= 0 ||
        tile.slayout > PTO_BOX_COL_MAJOR) {
        const pto_tile_t refused = {.address = tile.address, .rows = tile.rows, .cols = tile.cols, .loc = tile.loc,
                                    .elem = tile.elem, .slayout = tile.slayout};
        pto_tile_refuse_at(loc, &refused);
    }
    tile = pto_tile_canonical(tile);
    // Refused before the pitch is derived: GCC does not see that a pitch is constant where it is 0 on a way to the fault.
    if ((uint32_t)tile.valid_rows > (uint32_t)tile.rows || (uint32_t)tile.valid_cols > (uint32_t)tile.cols ||
        (tile.slayout != PTO_NONE_BOX && tile.fractal16 < pto_elem_bytes[tile.elem])) {
        pto_tile_refuse_copy_at(loc, tile);
    }
    const int32_t extent = pto_tile_extent(&tile);
    if (tile.pitch == 0) {
        tile.pitch = extent;
    }
    if (tile.pitch < extent) {
        pto_tile_refuse_copy_at(loc, tile);
    }
    return tile;
}

// ---------------------------------------------------------------------------------------------------------------------
// Views

_Noreturn void pto_subview_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t row, int64_t col,
                                     int64_t rows, int64_t cols) __attribute__((cold));
_Noreturn void pto_tile_slot_refuse_at(const pto_loc_t *loc, int64_t slot, int64_t count) __attribute__((cold));
_Noreturn void pto_treshape_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile, const pto_tile_t *shape)
    __attribute__((cold));
_Noreturn void pto_set_validshape_refuse_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t rows, int64_t cols)
    __attribute__((cold));

PTO_TILE_INLINE int32_t pto_tile_clip(int64_t left, int64_t extent)
{
    return (int32_t)(left < 0 ? 0 : left < extent ? left : extent);
}

// Whether a window of a tile may start there. In a box it starts at a box boundary, unless lines of elements run on from
// one box to the next: rows of NZ (boxes in columns, row-major inside), columns of ZN.
PTO_TILE_INLINE bool pto_subview_starts(const pto_tile_t *tile, pto_box_t box, int64_t row, int64_t col)
{
    bool row_runs = tile->blayout == PTO_COL_MAJOR && tile->slayout == PTO_BOX_ROW_MAJOR;
    bool col_runs = tile->blayout == PTO_ROW_MAJOR && tile->slayout == PTO_BOX_COL_MAJOR;
    return (row % box.rows == 0 || row_runs) && (col % box.cols == 0 || col_runs);
}

// A window of a tile.
PTO_TILE_INLINE pto_tile_t pto_subview_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t row, int64_t col,
                                          int64_t rows, int64_t cols)
{
    pto_box_t box = pto_tile_box(tile);
    if (row < 0 || col < 0 || rows <= 0 || cols <= 0 || row + rows > tile->rows || col + cols > tile->cols ||
        !pto_subview_starts(tile, box, row, col)) {
        const pto_tile_t copy = *tile;
        pto_subview_refuse_at(loc, &copy, row, col, rows, cols);
    }
    pto_tile_t view = *tile;
    int64_t lines = tile->blayout == PTO_ROW_MAJOR ? row : col, along = tile->blayout == PTO_ROW_MAJOR ? col : row;
    int32_t height = tile->blayout == PTO_ROW_MAJOR ? box.rows : box.cols;
    // Only whole boxes, or lines of elements that run through them, are before the window.
    view.address += (uint32_t)((lines * tile->pitch + along * height) * pto_elem_bytes[tile->elem]);
    view.rows = (int32_t)rows;
    view.cols = (int32_t)cols;
    view.valid_rows = pto_tile_clip(tile->valid_rows - row, rows);
    view.valid_cols = pto_tile_clip(tile->valid_cols - col, cols);
    return view;
}

PTO_TILE_INLINE void pto_set_validshape_at(const pto_loc_t *loc, pto_tile_t *tile, int64_t rows, int64_t cols)
{
    if (rows < 0 || rows > tile->rows || cols < 0 || cols > tile->cols) {
        const pto_tile_t copy = *tile;
        pto_set_validshape_refuse_at(loc, &copy, rows, cols);
    }
    tile->valid_rows = (int32_t)rows;
    tile->valid_cols = (int32_t)cols;
}

// A window with this valid region; PTO_VALID_OF_TILE: the part of the tile's valid region in it. Invalid rows and
// columns may lie beyond the tile.
#define PTO_VALID_OF_TILE INT64_MIN
PTO_TILE_INLINE pto_tile_t pto_subview_used_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t row, int64_t col,
                                               int64_t rows, int64_t cols, int64_t valid_rows, int64_t valid_cols)
{
    const int64_t most_rows = tile->rows - row, most_cols = tile->cols - col;
    valid_rows = valid_rows == PTO_VALID_OF_TILE ? pto_tile_clip(tile->valid_rows - row, rows) : valid_rows;
    valid_cols = valid_cols == PTO_VALID_OF_TILE ? pto_tile_clip(tile->valid_cols - col, cols) : valid_cols;
    bool used = most_rows > 0 && most_cols > 0 && valid_rows <= most_rows && valid_cols <= most_cols;
    pto_tile_t view = pto_subview_at(loc, tile, row, col, used && rows > most_rows ? most_rows : rows,
                                     used && cols > most_cols ? most_cols : cols);
    pto_set_validshape_at(loc, &view, valid_rows, valid_cols);
    return view;
}

// The tile of one of `count` slots, which lie `bytes` apart.
PTO_TILE_INLINE pto_tile_t pto_tile_slot_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t slot, int64_t count,
                                            int64_t bytes)
{
    if (slot < 0 || slot >= count) {
        pto_tile_slot_refuse_at(loc, slot, count);
    }
    pto_tile_t view = *tile;
    view.address += (uint32_t)(slot * bytes);
    return view;
}

// ---------------------------------------------------------------------------------------------------------------------
// Tensors (fields: see pto/tile.h)

_Noreturn void pto_tensor_refuse_at(const pto_loc_t *loc, uint32_t rank, const int64_t *shape) __attribute__((cold));
// A part beyond its view: a fault, or a warning if views are open.
void pto_partition_beyond_at(const pto_loc_t *loc, const int64_t *extent, uint32_t rank, const int64_t *offset,
                             const int64_t *shape) __attribute__((cold));
_Noreturn void pto_partition_refuse_at(const pto_loc_t *loc, uint32_t rank) __attribute__((cold));

PTO_TILE_INLINE pto_tensor_t pto_tensor_at(const pto_loc_t *loc, void *data, pto_elem_t elem, pto_layout_t layout,
                                           uint32_t rank, const int64_t *shape, const int64_t *stride)
{
    if (rank - 1 >= PTO_RANK_MAX) {
        pto_tensor_refuse_at(loc, rank, shape);
    }
    pto_tensor_t tensor = {.data = data, .elem = (uint8_t)elem, .layout = (uint8_t)layout};
    const uint32_t missing = PTO_RANK_MAX - rank;
    int64_t dense = 1, signs = 0;
    PTO_UNROLL_RANK for (uint32_t i = PTO_RANK_MAX; i-- > 0;)
    {
        tensor.shape[i] = i < missing ? 1 : shape[i - missing];
        tensor.stride[i] = stride != NULL && i >= missing ? stride[i - missing] : dense;
        dense *= tensor.shape[i];
        signs |= tensor.shape[i];
    }
    if (signs < 0) {
        pto_tensor_refuse_at(loc, rank, shape);
    }
    if (layout == PTO_LAYOUT_DN && (stride == NULL || rank < 2)) {
        tensor.stride[3] = 1;
        tensor.stride[4] = stride == NULL ? tensor.shape[3] : tensor.stride[4];
    }
    return tensor;
}

// A tensor whose data most likely lies in this buffer of the launch; otherwise the lookup is slower.
PTO_TILE_INLINE pto_tensor_t pto_tensor_in_buffer(uint8_t buffer, pto_tensor_t tensor)
{
    tensor.buffer = buffer % PTO_PARAM_MAX;
    return tensor;
}

PTO_TILE_INLINE pto_tensor_t pto_partition_at(const pto_loc_t *loc, const pto_tensor_t *tensor, uint32_t rank,
                                              const int64_t *offset, const int64_t *shape)
{
    if (rank - 1 >= PTO_RANK_MAX) {
        pto_partition_refuse_at(loc, rank);
    }
    pto_tensor_t part = *tensor;
    const uint32_t missing = PTO_RANK_MAX - rank;
    int64_t skip = 0, signs = 0;
    bool beyond = false, empty = false;
    PTO_UNROLL_RANK for (uint32_t i = 0; i < rank; i++)
    {
        signs |= offset[i] | shape[i];
        beyond |= offset[i] > tensor->shape[missing + i] - shape[i];
        empty |= shape[i] == 0;
        skip += offset[i] * tensor->stride[missing + i];
        part.shape[missing + i] = shape[i];
    }
    if (signs < 0 || (beyond && !empty)) {
        int64_t extent[PTO_RANK_MAX];
        PTO_UNROLL_RANK for (uint32_t i = 0; i < rank; i++)
        {
            extent[i] = tensor->shape[missing + i];
        }
        pto_partition_beyond_at(loc, extent, rank, offset, shape);
    }
    part.data = (uint8_t *)tensor->data + skip * pto_elem_bytes[tensor->elem];
    return part;
}

// Returns a view of the same bytes with the shape, element type and layout of `shape`, whose address and location are
// ignored.
PTO_TILE_INLINE pto_tile_t pto_treshape_at(const pto_loc_t *loc, const pto_tile_t *tile, pto_tile_t shape)
{
    shape.address = tile->address;
    shape.loc = tile->loc;
    shape = pto_tile_at(loc, shape);
    bool boxes = (tile->slayout == PTO_NONE_BOX) != (shape.slayout == PTO_NONE_BOX);
    if ((boxes && tile->rows != 1 && shape.rows != 1) || pto_tile_span(tile) != pto_tile_span(&shape)) {
        const pto_tile_t from = *tile, to = shape;
        pto_treshape_refuse_at(loc, &from, &to);
    }
    return shape;
}
