// SPDX-License-Identifier: Apache-2.0
//
// Tiles: descriptors of two-dimensional data in a local memory, of tensors in GM, and the instructions on them.
//
//   pto_tensor_t x = pto_tensor(a, f32, ND, {64, 64});
//   pto_tile_t ta = pto_tile(VEC, f32, 64, 64, .address = 0);
//   pto_tile_t tb = pto_tile(VEC, f32, 64, 64, .address = 16384);
//   pto_event_t loaded = pto_tload(&ta, &x, PTO_PAD_MODE_NULL);
//   pto_event_t done = pto_texp(&tb, &ta, PTO_PRECISION_DEFAULT, loaded);
//   pto_tstore(&x, &tb, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
//
// isa/tile.def lists the instructions; tile_ops.h, generated from it, declares them. A call issues one command and
// returns its completion event. Its operands are outs, ins and attributes in the order of the table, then any number of
// events that the command waits for on its pipe. An omitted operand is NULL, or PTO_NONE for a scalar. The command
// holds copies of the descriptors, so they may change as soon as the call returns. The valid region is that at the
// issue.
//
// Operands are checked when the command runs, before the first byte moves. If their layouts and types are compile-time
// constants (as those of pto_tile are), the call checks them, and the command decodes nothing (pto/tile/run.h).
#ifndef PTO_TILE_H
#define PTO_TILE_H

#include <pto/elem.h>
#include <pto/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Enumerations

// The memory of a tile: UB, L1, L0A, L0B, L0C, BT, FB.
typedef enum {
    PTO_LOC_VEC,
    PTO_LOC_MAT,
    PTO_LOC_LEFT,
    PTO_LOC_RIGHT,
    PTO_LOC_ACC,
    PTO_LOC_BIAS,
    PTO_LOC_SCALING,
    PTO_LOC_NUM,
} pto_tile_loc_t;

typedef enum { PTO_ROW_MAJOR, PTO_COL_MAJOR } pto_blayout_t;
typedef enum { PTO_NONE_BOX, PTO_BOX_ROW_MAJOR, PTO_BOX_COL_MAJOR } pto_slayout_t;

// Value of elements outside the valid region, for instructions that pad.
typedef enum {
    PTO_PAD_NULL,  // nothing
    PTO_PAD_ZERO,
    PTO_PAD_MAX,     // the largest value, of floats the largest finite one
    PTO_PAD_MIN,     // the smallest value, of floats the smallest finite one
    PTO_PAD_CUSTOM,  // pad_bits
} pto_tile_pad_t;

typedef enum { PTO_LAYOUT_ND, PTO_LAYOUT_DN, PTO_LAYOUT_NZ } pto_layout_t;

// The values of every attribute of isa/tile.def.
typedef enum {
#define PTO_TILE_ATTR(class, VALUE, spelling) PTO_##VALUE,
#include <isa/tile.def>
    PTO_TILE_ATTR_NUM,
    // Combined with the comparison of tcmps: rows of result bits are packed if dst has as many valid columns as src.
    PTO_COMPARE_PACKED = 1 << 12,
} pto_tile_attr_t;

// ---------------------------------------------------------------------------------------------------------------------
// Descriptors

/**
 * A tile. 32 bytes, so that a command record holds copies.
 * Without boxes, element (r, c) is at address + (r * pitch + c) * size for a row-major tile and
 * address + (c * pitch + r) * size for a column-major one. With boxes, the tile is a grid of boxes of `fractal` bytes:
 * 16 rows of 32 bytes for a fractal of 512 and a row-major box, 16 x 16 elements of 4 bytes for 1024, 16 rows of
 * 2 bytes for 32; transposed for a column-major box. The grid is stored in the order of blayout, and pitch is the
 * extent of its stored rows or columns in elements. NZ is column-major with row-major boxes, ZN the reverse.
 */
typedef struct {
    uint32_t address;  // byte offset in the memory of `loc`
    int32_t rows;      // allocated
    int32_t cols;
    int32_t valid_rows;  // 0 to rows, may change at run time
    int32_t valid_cols;
    int32_t pitch;  // elements between rows (column-major: columns); more than cols (rows) in a sub-tile
    uint8_t loc;    // pto_tile_loc_t
    uint8_t elem;   // pto_elem_t
    uint8_t blayout : 1;
    uint8_t slayout : 2;
    uint8_t pad : 3;    // pto_tile_pad_t
    uint8_t blocks : 1;  // as in C++: row expansions use each value of a 32-byte block, not only the first
    uint8_t fractal16;  // fractal size in units of 16 bytes
    uint32_t pad_bits;  // of PTO_PAD_CUSTOM, in the lowest bits
} pto_tile_t;

_Static_assert(sizeof(pto_tile_t) == 32, "a record holds seven tiles");

#define PTO_RANK_MAX 5

/**
 * A part of GM as an array of up to five dimensions; missing leading dimensions have extent 1.
 *
 * Shape and strides count elements. ND: dimensions 3 and 4 are the rows and columns of a tile; the first three repeat
 * them downwards. DN: as ND, with contiguous columns. NZ: dimensions 1 to 4 are columns of boxes, rows of boxes, rows
 * of a box, elements of a row of a box.
 */
typedef struct {
    void *data;
    int64_t shape[PTO_RANK_MAX];
    int64_t stride[PTO_RANK_MAX];
    uint8_t elem;    // pto_elem_t
    uint8_t layout;  // pto_layout_t
    uint8_t buffer;  // hint: the buffer of the launch that most likely holds the data
} pto_tensor_t;

_Static_assert(sizeof(pto_tensor_t) == 96, "a record holds a tensor and four tiles");

// A scalar operand with its type; PTO_NONE if omitted.
typedef struct {
    uint64_t bits;
    uint32_t elem;  // pto_elem_t
} pto_scalar_t;

#define PTO_NONE ((pto_scalar_t){0, PTO_ELEM_NUM})

static inline pto_scalar_t pto_scalar_from(const void *value, size_t bytes, uint32_t elem)
{
    pto_scalar_t scalar = {0, elem};
    if (bytes == sizeof scalar) {
        __builtin_memcpy(&scalar, value, sizeof scalar);
    } else {
        __builtin_memcpy(&scalar.bits, value, bytes < 8 ? bytes : 8);
    }
    return scalar;
}

#define PTO_ELEM_OF_VALUE(x)        \
    _Generic((x),                   \
        bool: PTO_ELEM_U8,          \
        int8_t: PTO_ELEM_I8,        \
        uint8_t: PTO_ELEM_U8,       \
        int16_t: PTO_ELEM_I16,      \
        uint16_t: PTO_ELEM_U16,     \
        int32_t: PTO_ELEM_I32,      \
        uint32_t: PTO_ELEM_U32,     \
        float: PTO_ELEM_F32,        \
        double: PTO_ELEM_F64,       \
        pto_f16_t: PTO_ELEM_F16,    \
        pto_bf16_t: PTO_ELEM_BF16,  \
        pto_e4m3_t: PTO_ELEM_E4M3,  \
        pto_e5m2_t: PTO_ELEM_E5M2,  \
        pto_hif8_t: PTO_ELEM_HIF8,  \
        pto_scalar_t: PTO_ELEM_NUM, \
        default: PTO_ELEM_I64)

#define PTO_TILE_SCALAR(x)                                                           \
    (__extension__({                                                                 \
        const __typeof__(x) pto_value = (x);                                         \
        pto_scalar_from(&pto_value, sizeof pto_value, PTO_ELEM_OF_VALUE(pto_value)); \
    }))

// ---------------------------------------------------------------------------------------------------------------------
// Constructors and views. They issue no command; an invalid operand is a fault at the caller's source location.

#include <pto/tile/geometry.h>

/**
 * A tile of rows x cols elements: pto_tile(VEC, f32, 64, 64, .address = 4096).
 *
 * Further fields by name: .address, .valid_rows, .valid_cols, .blayout, .slayout, .fractal16, .pad, .pad_bits.
 * The whole tile is valid by default.
 */
#define pto_tile(LOC, T, rows_, cols_, ...)                                        \
    pto_tile_at(PTO_LOC, PTO_TILE_QUIET((pto_tile_t){.rows = (rows_),              \
                                                     .cols = (cols_),              \
                                                     .valid_rows = (rows_),        \
                                                     .valid_cols = (cols_),        \
                                                     .loc = PTO_LOC_##LOC,         \
                                                     .elem = PTO_ELEM_OF_TOKEN(T), \
                                                     __VA_ARGS__}))
// As above, for callers that give pitch and valid region and have checked everything. Generates no code and no
// branches: removing those takes compilers most of their time in kernels of many tiles.
#define pto_checked_tile(LOC, T, rows_, cols_, ...) \
    ((pto_tile_t){                                  \
        .rows = (rows_), .cols = (cols_), .loc = PTO_LOC_##LOC, .elem = PTO_ELEM_OF_TOKEN(T), __VA_ARGS__})
#define PTO_TILE_QUIET(...)                                                                  \
    (__extension__({                                                                         \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Woverride-init\"") \
            const pto_tile_t pto_tile_new = __VA_ARGS__;                                     \
        _Pragma("GCC diagnostic pop") pto_tile_new;                                          \
    }))

// Returns a window of a tile. With boxes, it has to start and end at box boundaries.
#define pto_subview(tile, row, col, rows, cols) pto_subview_at(PTO_LOC, tile, row, col, rows, cols)

// Returns a window with valid_rows x valid_cols valid elements; the rest may lie beyond the tile.
#define pto_subview_used(tile, row, col, rows, cols, valid_rows, valid_cols) \
    pto_subview_used_at(PTO_LOC, tile, row, col, rows, cols, valid_rows, valid_cols)

// Returns a view of the same bytes with the shape, element type and layout of `shape`, whose address and location are
// ignored.
#define pto_treshape(tile, shape) pto_treshape_at(PTO_LOC, tile, shape)

// Sets the valid region of a tile.
#define pto_set_validshape(tile, rows, cols) pto_set_validshape_at(PTO_LOC, tile, rows, cols)

// Returns the address of a tile's first byte, for instructions that take pointers.
void *pto_tile_buf_addr_at(const pto_loc_t *loc, const pto_tile_t *tile);
#define pto_tile_buf_addr(T, tile) ((T *)pto_tile_buf_addr_at(PTO_LOC, tile))

// Returns one element of a tile in UB by its linear index in the allocated shape, on the scalar unit.
void *pto_tile_element_at(const pto_loc_t *loc, const pto_tile_t *tile, int64_t index, size_t bytes);
#define pto_tgetval(T, tile, index) (*(const volatile T *)pto_tile_element_at(PTO_LOC, tile, index, sizeof(T)))
#define pto_tsetval(T, tile, index, value) \
    ((void)(*(volatile T *)pto_tile_element_at(PTO_LOC, tile, index, sizeof(T)) = (value)))

/**
 * A tensor of a shape: pto_tensor(x, f32, ND, {8, 64}), or with strides pto_tensor(x, f32, ND, {8, 64}, {512, 1}).
 * Default strides are those of a packed array; for DN, of one whose last two dimensions are swapped.
 */
#define pto_tensor(data, T, LAYOUT, ...) PTO_TENSOR(data, T, LAYOUT, __VA_ARGS__)
#define PTO_TENSOR(data, T, LAYOUT, ...) \
    pto_tensor_dims_at(PTO_LOC, data, PTO_ELEM_OF_TOKEN(T), PTO_LAYOUT_##LAYOUT, (const pto_dims_t[2]){__VA_ARGS__})

// Extents or strides of an initialiser list: the rank is the number of elements up to the last non-zero one.
typedef int64_t pto_dims_t[PTO_RANK_MAX];
pto_tensor_t pto_tensor_dims_at(const pto_loc_t *loc, void *data, pto_elem_t elem, pto_layout_t layout,
                                const pto_dims_t dims[2]);

// Returns a part of a tensor: offsets and extents of its last `rank` dimensions.
#define pto_partition(tensor, rank, offset, shape) pto_partition_at(PTO_LOC, tensor, rank, offset, shape)

// ---------------------------------------------------------------------------------------------------------------------
// The console

// Ends the run with a fault at the caller's source location.
_Noreturn void pto_trap_at(const pto_loc_t *loc);
#define pto_trap() pto_trap_at(PTO_LOC)

// Prints a text on the scalar unit; its % conversion formats the value.
void pto_print_value_at(const pto_loc_t *loc, const char *format, pto_scalar_t value);
#define pto_print_value(format, value) pto_print_value_at(PTO_LOC, format, PTO_TILE_SCALAR(value))

// Prints elements of GM on the scalar unit, those of the last dimension one a line.
void pto_print_tensor_at(const pto_loc_t *loc, const pto_tensor_t *tensor);

// ---------------------------------------------------------------------------------------------------------------------
// Events

typedef struct pto_tile_op pto_tile_op_t;

#define PTO_NO_EVENT ((pto_event_t){PIPE_ALL, 0})

// Blocks the scalar unit until all events have happened: pto_tsync(e0, e1).
void pto_tsync_at(const pto_loc_t *loc, const pto_event_t *events);
#define pto_tsync(...) PTO_SU_CALL("tsync", pto_tsync_at(PTO_LOC, (const pto_event_t[]){__VA_ARGS__, PTO_NO_EVENT}))

// Holds the scalar unit until a pipe has done all that it was given: for operands that the scalar unit reads itself.
void pto_tile_settle_at(const pto_loc_t *loc, uint32_t pipe);

// Returns the event that a pipe has done all that it was given. Kernels in C++ that call pto_pipe_barrier_at() have
// synchronisation of their own; what the headers call for automatic order must not count as that.
pto_event_t pto_tile_reached_at(const pto_loc_t *loc, uint32_t pipe);

// Barrier form, by instruction: later commands of its pipe wait for all earlier ones. `src_loc` is the location of the
// source of loads, stores and moves: pto_tsync_op(tadd, PTO_LOC_VEC), pto_tsync_op(tmov, PTO_LOC_MAT).
#define pto_tsync_op(op, src_loc) PTO_SU_CALL("tsync", pto_tsync_op_at(PTO_LOC, &pto_tile_##op, src_loc))
void pto_tsync_op_at(const pto_loc_t *loc, const pto_tile_op_t *op, pto_tile_loc_t src);

// ---------------------------------------------------------------------------------------------------------------------
// Instructions

#include <pto/tile/run.h>
#include <pto/tile/inline.h>
#include <pto/tile/issue.h>
#include <pto/tile_ops.h>

#ifdef __cplusplus
}
#endif

#endif
