// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/ops/tile: shared by the executors of tile instructions.
//
// A record holds copies of the operands in the order of the C call. A tile (kinds T, R, X, M) has 32 bytes, a tensor
// (G) 96, a scalar (S, Q) 16, an integer (I) or attribute (A) 8. Workspaces (W) are dropped, so that instructions with
// and without one have the same layout. An omitted operand is all zeros.
//
// The constraints of the table are checked first: locations, element types, ranges, alignment. An executor then checks
// the shapes and layouts of its family, before it writes the first byte.
#ifndef PTO_OPS_TILE_H
#define PTO_OPS_TILE_H

#include <pto/tile.h>

#include "../../core/core.h"

_Static_assert(offsetof(pto_tile_now_t, loc) == offsetof(pto_cmd_t, loc) &&
                   offsetof(pto_tile_now_t, run) == offsetof(pto_cmd_t, data),
               "what runs now is a command record to those that report it");
_Static_assert(PTO_TILE_RECORD_BYTES <= PTO_CMD_DATA, "what a record holds; on RV32 it is more");

// A row of isa/tile.def.
struct pto_tile_op {
    pto_op_t run;       // of records that are a pto_tile_run_t; first, so that the running record can point here
    pto_op_t op;
    const char *kinds;  // of the arguments of the C call
    const char *places;  // of each operand: bits 1 << pto_tile_loc_t, and 0x80 if it is optional; never 0
    const char *ins, *outs;
    const pto_tile_routine_t *lanes;  // by element type, NULL if the family has none
    uint32_t types;                   // bits 1 << pto_elem_t
    uint8_t pipe;                     // pto_pipe_t, or one of those below
    uint8_t id;                       // PTO_TILE_ID_<id>
    uint8_t observed;                 // pto_tile_observed_t
};

// What observers see of a family.
typedef enum {
    PTO_TILE_BY_PLACE,       // an element is computed from those at its place
    PTO_TILE_REARRANGED,     // from elements at other places
    PTO_TILE_TELLS_RESULTS,  // the executor reports what it writes: merges end when a list does
    PTO_TILE_TELLS_ALL       // the executor reports its windows
} pto_tile_observed_t;

// Pipes that depend on the locations of source and destination.
enum { PTO_TILE_PIPE_LOAD = PTO_PIPE_NUM, PTO_TILE_PIPE_STORE, PTO_TILE_PIPE_MOVE, PTO_TILE_PIPE_PAD };

enum {
#define PTO_TILE_OP(id, name, pipe, family, types, ins, outs, attrs) PTO_TILE_ID_##id,
#include <isa/tile.def>
};

// The op of a record.
static inline const pto_tile_op_t *pto_tile_op_of(const pto_cmd_t *cmd)
{
    return (const pto_tile_op_t *)(const void *)((const uint8_t *)cmd->op - offsetof(pto_tile_op_t, op));
}

// The number of operands that an operation writes, its first.
static inline uint32_t pto_tile_out_num(const pto_tile_op_t *op)
{
    uint32_t num = op->outs[0] != 0;
    for (const char *at = op->outs; *at != 0; at++) {
        num += *at == ' ';
    }
    return num;
}

// Whether an operand of this kind is a tile.
static inline bool pto_tile_is_tile_kind(char kind)
{
    return kind == 'T' || kind == 'R' || kind == 'X' || kind == 'M';
}

// Bytes of an operand in a record.
static inline size_t pto_tile_operand_bytes(char kind)
{
    return pto_tile_is_tile_kind(kind)  ? sizeof(pto_tile_t)
           : kind == 'G'                ? sizeof(pto_tensor_t)
           : kind == 'S' || kind == 'Q' ? sizeof(pto_scalar_t)
           : kind == 'I' || kind == 'A' ? 8
                                        : 0;
}

// pto_op_t.describe of all these records.
size_t pto_tile_describe(const pto_cmd_t *cmd, char *text, size_t bytes);

// ---------------------------------------------------------------------------------------------------------------------
// Elements (geometry.c)

extern const char *const pto_elem_names[PTO_ELEM_NUM + 1];
extern const char *const pto_tile_loc_names[PTO_LOC_NUM];
extern const uint8_t pto_tile_memory[PTO_LOC_NUM];  // pto_mem_t

#define PTO_ELEM_BIT(ID) (UINT32_C(1) << PTO_ELEM_##ID)

// An element of an integer type, by value; I64 and U64 as their bits.
static inline int64_t pto_tile_integer(uint8_t elem, const uint8_t *at)
{
    switch (elem) {
        case PTO_ELEM_I8:
            return (int8_t)*at;
        case PTO_ELEM_U8:
            return *at;
        case PTO_ELEM_I16:
            return (int16_t)*(const pto_alias_u16_t *)at;
        case PTO_ELEM_U16:
            return *(const pto_alias_u16_t *)at;
        case PTO_ELEM_I32:
            return (int32_t)*(const pto_alias_u32_t *)at;
        case PTO_ELEM_U32:
            return *(const pto_alias_u32_t *)at;
        default:
            return (int64_t)*(const pto_alias_u64_t *)at;
    }
}

// An element of an integer type or of a float type of at least 16 bits, as a number.
static inline double pto_tile_number(uint8_t elem, const void *at)
{
    switch (elem) {
        case PTO_ELEM_F16:
            return (double)pto_wide_f16(pto_f16_of(*(const pto_alias_u16_t *)at));
        case PTO_ELEM_BF16:
            return pto_bf16_to_float((pto_bf16_t){*(const pto_alias_u16_t *)at});
        case PTO_ELEM_F32:
            return pto_f32_of(*(const pto_alias_u32_t *)at);
        case PTO_ELEM_F64:
            return pto_f64_of(*(const pto_alias_u64_t *)at);
        default:
            return (double)pto_tile_integer(elem, at);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Geometry (pto/tile/geometry.h)

// Scales of MX groups are beside L0A, or beside L0B if their boxes are column-major. Other tiles in scaling are in FB.
static inline bool pto_tile_is_scales(const pto_tile_t *tile)
{
    return tile->loc == PTO_LOC_SCALING && (tile->slayout != PTO_NONE_BOX || tile->fractal16 == 32 / 16);
}

// Address of element (0, 0) in the memory of a core.
static inline uint8_t *pto_tile_base(const pto_core_t *core, const pto_tile_t *tile)
{
    if (pto_tile_is_scales(tile)) {
        return core->scales[tile->slayout == PTO_BOX_COL_MAJOR] + tile->address;
    }
    return core->mem[pto_tile_memory[tile->loc]].base + tile->address;
}

// Addresses of an element, and of a row of a tile without boxes.
static inline uint8_t *pto_tile_element(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col)
{
    return pto_tile_base(core, tile) + pto_tile_offset(tile, row, col) * pto_elem_bytes[tile->elem];
}

static inline uint8_t *pto_tile_row(const pto_core_t *core, const pto_tile_t *tile, int32_t row)
{
    return pto_tile_base(core, tile) + (size_t)row * (size_t)tile->pitch * pto_elem_bytes[tile->elem];
}

// Writes an integer as an element.
static inline void pto_tile_put(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col, int64_t value)
{
    size_t bytes = pto_elem_bytes[tile->elem];
    __builtin_memcpy(pto_tile_base(core, tile) + (size_t)pto_tile_offset(tile, row, col) * bytes, &value, bytes);
}

static inline bool pto_tile_is_present(const pto_tile_t *tile)
{
    return tile->rows != 0;
}

static inline bool pto_tensor_is_present(const pto_tensor_t *tensor)
{
    return tensor->data != NULL;
}

static inline bool pto_scalar_is_present(pto_scalar_t scalar)
{
    return scalar.elem != PTO_ELEM_NUM;
}

// Nothing is valid of it: what writes there does nothing. Of a kernel that both vector cores run, one often has such tiles.
static inline bool pto_tile_is_void(const pto_tile_t *tile)
{
    return tile->valid_rows == 0 || tile->valid_cols == 0;
}

static inline bool pto_tile_is_plain(const pto_tile_t *tile)
{
    return tile->slayout == PTO_NONE_BOX;
}

static inline bool pto_tile_is_rows(const pto_tile_t *tile)
{
    return tile->slayout == PTO_NONE_BOX && tile->blayout == PTO_ROW_MAJOR;
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks (check.c)

// Checks a record against the table: kinds, locations, element types, extents, ranges, alignment.
void pto_tile_check(const pto_core_t *core, const pto_cmd_t *cmd);

// As above for an instruction whose record begins with its result. Returns true if the result has no valid element, so
// that there is nothing to do.
static inline bool pto_tile_is_idle(const pto_core_t *core, const pto_cmd_t *cmd)
{
    pto_tile_check(core, cmd);
    return pto_tile_is_void((const pto_tile_t *)(const void *)cmd->data);
}

// Records of one source and of two.
typedef struct {
    pto_tile_t dst, src;
} pto_tile_unary_t;

typedef struct {
    pto_tile_t dst, src0, src1;
} pto_tile_binary_t;

// For observers (observe.c): a window of a tile at `base`, a copy from window to window, and all operands of an
// instruction.
#ifdef PTO_OBSERVED
void pto_tile_observe(const pto_tile_t *tile, uint8_t *base, int32_t row, int32_t col, int32_t rows, int32_t cols,
                      bool writes);
void pto_tile_observe_copy(const pto_tile_t *dst, uint8_t *to, int32_t dst_row, int32_t dst_col, const pto_tile_t *src,
                           uint8_t *from, int32_t src_row, int32_t src_col, int32_t rows, int32_t cols);
void pto_tile_observe_operands(const pto_core_t *core, const pto_cmd_t *cmd);
#else
#define pto_tile_observe_copy(...)     ((void)0)
#define pto_tile_observe(...)          ((void)0)
#define pto_tile_observe_operands(...) ((void)0)
#endif

// The bytes that a comparison of rows writes to each row of dst; whether it writes a stream of bits instead.
size_t pto_tile_compare_bytes(const pto_tile_t *dst, const pto_tile_t *src);
bool pto_tile_compare_is_packed(const pto_tile_t *dst, const pto_tile_t *src, uint64_t mode);

#define PTO_TILE_FAULT(cmd, format, ...) pto_fault_at(NULL, "%s: " format, (cmd)->op->name __VA_OPT__(, ) __VA_ARGS__)

// Warns once for a command that it reads another region of a source than is valid there: that of dst.
void pto_tile_warn_region(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src, const char *name)
    __attribute__((cold));

// Each names the operands that break the rule.
void pto_tile_check_same_valid(const pto_cmd_t *cmd, const char *a_name, const pto_tile_t *a, const char *b_name,
                               const pto_tile_t *b);
void pto_tile_check_rows(const pto_cmd_t *cmd, const char *name, const pto_tile_t *tile);

// Checks a record p against the table, and that these of its operands are rows.
#define PTO_TILE_CHECK_ROWS(core, cmd, p, ...) (pto_tile_check(core, cmd) PTO_MAP(PTO_TILE_CHECK_ROW, p, __VA_ARGS__))
#define PTO_TILE_CHECK_ROW(p, index, operand)  , pto_tile_check_rows(cmd, #operand, &(p)->operand)

// The bits of a scalar operand as an element of that type; a fault where there is no sensible conversion.
uint64_t pto_tile_scalar(const pto_cmd_t *cmd, pto_scalar_t scalar, uint8_t elem);

#endif
