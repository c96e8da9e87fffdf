// SPDX-License-Identifier: Apache-2.0
//
// Checks of operations that create, change and query tiles and views: those of isa/tile_values.def.

#include "ptoc.h"

#include <inttypes.h>
#include <string.h>

#include "verify.h"

#define COUNT_MAX   16
#define COUNT_LEAST 2

/// Minimum numbers of operands and results, the kind of the first operand and that of the results (TYPE_NONE: any). A
/// tile that is an entry of a pipe may be a view instead. Queries of views accept parts of views.
static const struct need {
    op_id_t id;
    uint8_t operands, results, first, gives;
} needs[] = {
    {OP_MAKE_VIEW, 1, 1, TYPE_PTR, TYPE_TENSOR},   {OP_PARTITION, 1, 1, TYPE_TENSOR, TYPE_PART},
    {OP_VIEW_DIM, 2, 1, TYPE_TENSOR, TYPE_SCALAR}, {OP_VIEW_STRIDE, 2, 1, TYPE_TENSOR, TYPE_SCALAR},
    {OP_VIEW_ADDR, 1, 1, TYPE_TENSOR, TYPE_PTR},   {OP_ALLOC_TILE, 0, 1, TYPE_NONE, TYPE_TILE},
    {OP_ALLOC_MULTI, 0, 1, TYPE_NONE, TYPE_TILE},  {OP_MULTI_GET, 2, 1, TYPE_TILE, TYPE_TILE},
    {OP_SUBVIEW, 3, 1, TYPE_TILE, TYPE_TILE},      {OP_SUBSET, 3, 1, TYPE_TILE, TYPE_TILE},
    {OP_TRESHAPE, 1, 1, TYPE_TILE, TYPE_TILE},     {OP_TILE_BITCAST, 1, 1, TYPE_TILE, TYPE_TILE},
    {OP_TASSIGN, 2, 1, TYPE_TILE, TYPE_TILE},      {OP_DECLARE_TILE, 0, 1, TYPE_NONE, TYPE_TILE},
    {OP_SET_VALID, 3, 0, TYPE_TILE, TYPE_NONE},    {OP_GET_VALID, 1, 2, TYPE_TILE, TYPE_SCALAR},
    {OP_VALID_ROWS, 1, 1, TYPE_TILE, TYPE_SCALAR}, {OP_VALID_COLS, 1, 1, TYPE_TILE, TYPE_SCALAR},
    {OP_TILE_ADDR, 1, 1, TYPE_TILE, TYPE_PTR},     {OP_TGETVAL, 2, 1, TYPE_TILE, TYPE_SCALAR},
    {OP_TSETVAL, 3, 0, TYPE_SCALAR, TYPE_NONE},    {OP_RESERVE, 0, 1, TYPE_NONE, TYPE_SCALAR},
    {OP_IMPORT, 0, 1, TYPE_NONE, TYPE_SCALAR},     {OP_TALLOC_AIV, 0, 1, TYPE_NONE, TYPE_TILE},
    {OP_TALLOC_AIC, 0, 1, TYPE_NONE, TYPE_TILE},   {OP_TPUSH_AIV, 1, 0, TYPE_TILE, TYPE_NONE},
    {OP_TPUSH_AIC, 1, 0, TYPE_TILE, TYPE_NONE},    {OP_TPOP_AIC, 0, 1, TYPE_NONE, TYPE_TILE},
    {OP_TPOP_AIV, 0, 1, TYPE_NONE, TYPE_TILE},     {OP_PRINT, 1, 0, TYPE_SCALAR, TYPE_NONE},
    {OP_SET_FFTS, 1, 0, TYPE_PTR, TYPE_NONE},      {OP_QUANT_SCALAR, 1, 0, TYPE_SCALAR, TYPE_NONE},
    {OP_QUANT_VECTOR, 1, 0, TYPE_TILE, TYPE_NONE}, {OP_FENCE_ALL, 0, 0, TYPE_NONE, TYPE_NONE},
    {OP_TRAP, 0, 0, TYPE_NONE, TYPE_NONE},         {OP_CACHE_INVALID, 0, 0, TYPE_NONE, TYPE_NONE},
    {OP_SCALE_ADDR, 2, 0, TYPE_TILE, TYPE_NONE},
};

static const struct need *need_of(const op_t *op)
{
    for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++) {
        if (op_is(op, needs[i].id)) {
            return &needs[i];
        }
    }
    return NULL;
}

static bool takes(const op_t *op, const struct need *need, uint8_t kind)
{
    bool view = kind == TYPE_TENSOR || kind == TYPE_PART;
    bool asks = OP_IS_ANY(op, OP_VIEW_DIM, OP_VIEW_STRIDE, OP_VIEW_ADDR);
    return kind == need->first || (view && (asks || op_is(op, OP_TPUSH_AIV) || op_is(op, OP_TPUSH_AIC)));
}

static const char *what_it_is(uint8_t kind)
{
    return kind == TYPE_PTR      ? "a pointer"
           : kind == TYPE_TENSOR ? "a view of a tensor"
           : kind == TYPE_PART   ? "a part of a view"
           : kind == TYPE_TILE   ? "a tile"
                                 : "a scalar";
}

static bool gives(const op_t *op, const struct need *need, uint8_t kind)
{
    bool entry = OP_IS_ANY(op, OP_TPOP_AIC, OP_TPOP_AIV, OP_TALLOC_AIC, OP_TALLOC_AIV);
    return need->gives == TYPE_NONE || kind == TYPE_NONE || kind == need->gives ||
           (entry && (kind == TYPE_TENSOR || kind == TYPE_PART));
}

/// Operands after the queried or changed value are sizes, offsets, indices and addresses.
static void check_integers(verifier_t *v, const op_t *op, const struct need *need)
{
    bool element = op_is(op, OP_TSETVAL);  // the offset comes first, then the value and the tile
    uint32_t end = element ? 1 : op_is(op, OP_SCALE_ADDR) ? 0 : op->operands_num;
    for (uint32_t i = need->operands == 0 || element ? 0 : 1; i < end && !v->failed; i++) {
        const value_t *value = op->operands[i].value;
        if (value->type.kind != TYPE_NONE && (value->type.kind != TYPE_SCALAR || !elem_is_int(value->type.elem))) {
            verify_fail_value(v, &op->operands[i], "operand-type", "'%s' takes an integer here", op->name);
        }
    }
}

/// The invalidated cache line must be in GM.
static void check_cache_line(verifier_t *v, const op_t *op)
{
    for (uint32_t i = 0; i < op->operands_num && !v->failed; i++) {
        const value_t *value = op->operands[i].value;
        type_t type = value->type;
        bool gm = type.kind == TYPE_PTR && (type.space == SPACE_GM || type.space == SPACE_ANY);
        if (!gm && type.kind != TYPE_TENSOR && type.kind != TYPE_PART && type.kind != TYPE_NONE) {
            verify_fail_value(v, &op->operands[i], "operand-type", "'%s' takes a pointer to GM or a view here",
                              op->name);
        }
    }
}

void check_tile_values(verifier_t *v, op_t *op)
{
    const struct need *need = need_of(op);
    if (need == NULL) {
        return;
    }
    if (op->operands_num < need->operands) {
        FAIL_OP(v, op, "operand-count", "'%s' takes %u operand%s, but %u %s given", op->name, need->operands,
                need->operands == 1 ? "" : "s", op->operands_num, op->operands_num == 1 ? "is" : "are");
    } else if (op->results_num != need->results) {
        FAIL_OP(v, op, "result-count", "'%s' gives %u result%s, but %u %s bound", op->name, need->results,
                need->results == 1 ? "" : "s", op->results_num, op->results_num == 1 ? "is" : "are");
    } else if (need->first != TYPE_NONE) {
        const value_t *value = op->operands[0].value;
        if (value->type.kind == TYPE_NONE && v->cc->errors_num != 0) {
            v->failed = true;  // its definition was reported
        } else if (!takes(op, need, value->type.kind)) {
            verify_fail_value(v, &op->operands[0], "operand-type", "'%s' takes %s here", op->name,
                              what_it_is(need->first));
        }
    }
    if (op_is(op, OP_CACHE_INVALID)) {
        check_cache_line(v, op);
    } else if (!v->failed) {
        check_integers(v, op, need);
    }
    for (uint32_t i = 0; i < op->results_num && !v->failed; i++) {
        if (!gives(op, need, op->results[i].type.kind)) {
            FAIL_OP(v, op, "result-type", "'%s' gives %s, not %s", op->name, what_it_is(need->gives),
                    verify_type(v, op->results[i].type));
        }
    }
}

static bool constant_operand(const operand_t *operand, int64_t *value)
{
    return operand != NULL && value_constant(operand->value, value);
}

/// Non-integer elements of four and eight bits, which exist on A5.
#define LOW_BITS (T_E4M3 | T_E5M2 | T_HIF8 | T_E2M1X2 | T_E1M2X2 | T_E8M0)

/// Valid rows (dim 0) or columns (1) of an allocation.
static void check_valid(verifier_t *v, op_t *op, const shape_t *shape, int dim)
{
    static const char *const keys[] = {"valid_row", "valid_col"}, *const words[] = {"rows", "columns"};
    const operand_t *operand = op_operand(op, keys[dim]);
    const int64_t size = shape->dims[dim];
    int64_t valid;
    if (size <= 0 || shape->valid[dim] > size) {
        FAIL_OP(v, op, "tile-shape", "a tile has at least one of its %s, and no more valid ones than it has",
                words[dim]);
    } else if ((shape->valid[dim] == DIM_DYNAMIC) != (operand != NULL)) {
        FAIL_OP(v, op, "tile-alloc",
                operand == NULL ? "the valid %s are '?', which needs %s = %%value"
                                : "the valid %s stand in the type: %s is for '?'",
                words[dim], keys[dim]);
    } else if (constant_operand(operand, &valid) && (valid < 0 || valid > size)) {
        FAIL_OPERAND(v, operand, "tile-shape", "the tile has %" PRId64 " %s, and %" PRId64 " cannot be valid", size,
                     words[dim], valid);
    }
}

static void check_address(verifier_t *v, op_t *op, type_t type)
{
    const operand_t *addr = op_operand(op, "addr");
    uint64_t capacity = space_bytes((space_t)type.space, op_arch(v->cc, op));
    int64_t address;
    if (constant_operand(addr, &address) &&
        (address < 0 || address % 32 != 0 || (uint64_t)address + tile_bytes(type) > capacity)) {
        FAIL_OPERAND(v, addr, "tile-address",
                     "a tile of %" PRIu64 " bytes lies at a multiple of 32 in %s, which has %" PRIu64
                     " bytes, and not at %" PRId64,
                     tile_bytes(type), tile_space_name((space_t)type.space), capacity, address);
    }
}

/// alloc_tile and alloc_multi_tile
static void check_alloc(verifier_t *v, op_t *op)
{
    type_t type = op->results[0].type;
    bool multi = op_is(op, OP_ALLOC_MULTI);
    if (type.kind != TYPE_TILE || (type.shape->count != 0) != multi) {
        FAIL_OP(v, op, "result-type", "'%s' gives %s", op->name, multi ? "a !pto.multi_tile_buf" : "a !pto.tile_buf");
        return;
    }
    if (op_arch(v->cc, op) == ARCH_A2A3 && (elem_table_bit((elem_t)type.elem) & LOW_BITS) != 0) {
        FAIL_OP(v, op, "arch", "there are no tiles of %s on A2/A3", elem_name((elem_t)type.elem));
        return;
    }
    const shape_t *shape = type.shape;
    check_valid(v, op, shape, 0);
    check_valid(v, op, shape, 1);
    if (shape->fractal != 32 && shape->fractal != 512 && shape->fractal != 1024) {
        FAIL_OP(v, op, "tile-shape", "a fractal has 32, 512 or 1024 bytes, not %u", shape->fractal);
    }
    if (multi && (shape->count < COUNT_LEAST || shape->count > COUNT_MAX)) {
        FAIL_OP(v, op, "tile-shape", "a multi-buffer has %d to %d slots, not %u", COUNT_LEAST, COUNT_MAX, shape->count);
    }
    if (!v->failed) {
        check_address(v, op, type);
    }
}

static uint32_t clause_size(const op_t *op, const char *name)
{
    const clause_t *clause = op_clause(op, name, 0);
    return clause == NULL ? 0 : clause->num;
}

/// A part must lie in its view, and have the sizes of its type. A dynamic offset counts as at least 0.
static void check_part_range(verifier_t *v, op_t *op)
{
    const value_t *view = op->operands[0].value;
    const shape_t *from = view->type.shape, *to = op->results[0].type.shape;
    for (uint32_t d = 0; d < from->rank && !v->failed; d++) {
        int64_t extent = view_extent(view, d), size = view_extent(&op->results[0], d), offset = 0;
        (void)value_constant(op->operands[op_clause(op, "offsets", 0)->first + d].value, &offset);
        if (offset < 0 || size < DIM_DYNAMIC) {
            FAIL_OP(v, op, "view-range", "dimension %u has offset %" PRId64 " and size %" PRId64 ", which is negative",
                    d, offset, size);
        } else if (to->dims[d] != DIM_DYNAMIC && size != to->dims[d]) {
            FAIL_OP(v, op, "view-range", "dimension %u has size %" PRId64 ", and %" PRId64 " in the type of the part",
                    d, size, to->dims[d]);
        } else if (extent != DIM_DYNAMIC && size > 0 && offset > extent - size) {
            diag_t *diag = FAIL_OP(v, op, "view-range",
                                   "elements %" PRId64 " to %" PRId64
                                   " of dimension %u are outside of %s, which has %" PRId64,
                                   offset, offset + size - 1, d, value_spelling(v->cc, view), extent);
            verify_note_value(v, diag, view);
        }
    }
}

/// A stated layout must be one of those that the strides allow.
static void check_stated_layout(verifier_t *v, op_t *op)
{
    const attr_t *said = op_attr(op, "layout");
    const char *only = said == NULL || said->text == NULL || v->failed ? NULL : view_only_layout(op);
    if (only != NULL && strcmp(said->text, strcmp(only, "nd") == 0 ? "dn" : "nd") == 0) {
        FAIL_ATTR(v, said, "attribute-value", "the strides of this view are those of layout %s, not of %s", only,
                  said->text);
    }
}

static void check_view(verifier_t *v, op_t *op)
{
    bool make = op_is(op, OP_MAKE_VIEW);
    type_t from = op->operands[0].value->type, to = op->results[0].type;
    if (to.kind != (make ? TYPE_TENSOR : TYPE_PART)) {
        FAIL_OP(v, op, "result-type", "'%s' gives a !pto.%s", op->name, make ? "tensor_view" : "partition_tensor_view");
        return;
    }
    uint32_t rank = make ? to.shape->rank : from.shape->rank;
    const char *first = make ? "shape" : "offsets", *second = make ? "strides" : "sizes";
    if (clause_size(op, first) != rank || clause_size(op, second) != rank) {
        FAIL_OP(v, op, "view-rank", "a view of %u dimensions has as many in %s and in %s, not %u and %u", rank, first,
                second, clause_size(op, first), clause_size(op, second));
    } else if (to.shape->rank != rank) {
        FAIL_OP(v, op, "view-rank", "a part of a view of %u dimensions has as many, not %u", rank, to.shape->rank);
    }
    if (make) {
        check_stated_layout(v, op);
    } else if (!v->failed) {
        check_part_range(v, op);
    }
    if (from.elem != to.elem && from.elem != ELEM_NONE) {
        FAIL_OPERAND(v, &op->operands[0], "tile-element", "a view of %s is made of %s, not of %s", elem_name(to.elem),
                     make ? "a pointer to it" : "a view of it", elem_name(from.elem));
    }
}

static void check_subset(verifier_t *v, op_t *op, type_t to)
{
    for (uint32_t d = 0; d < 2 && !v->failed; d++) {
        int64_t box = tile_box_extent(to, d);
        box = box == 0 ? 1 : box;
        if (to.shape->dims[d] <= 0 || to.shape->dims[d] % box != 0) {
            FAIL_OP(v, op, "tile-window", "a subset of this tile has a multiple of %" PRId64 " %s, and not %" PRId64, box,
                    d == 0 ? "rows" : "columns", to.shape->dims[d]);
        }
    }
}

static void check_window(verifier_t *v, op_t *op)
{
    type_t from = op->operands[0].value->type, to = op->results[0].type;
    if (to.kind != TYPE_TILE) {
        FAIL_OP(v, op, "result-type", "'%s' gives a !pto.tile_buf", op->name);
    } else if (to.space != from.space || to.elem != from.elem) {
        FAIL_OP(v, op, "tile-window", "a window has the memory and the element type of its tile: %s of %s",
                tile_space_name((space_t)from.space), elem_name(from.elem));
    }
    if (op_is(op, OP_SUBSET)) {
        check_subset(v, op, to);
    }
    const clause_t *clause = op_clause(op, "valid", 0);
    for (uint32_t d = 0; d < 2 && !v->failed; d++) {
        int64_t offset, used = to.shape->valid[d];
        if (clause != NULL && clause->num == 2 && !value_constant(op->operands[clause->first + d].value, &used)) {
            used = DIM_DYNAMIC;
        }
        // Invalid elements may lie beyond the tile, but at least one element must lie in it.
        used = used > 1 ? used : 1;
        if (value_constant(op->operands[1 + d].value, &offset) && (offset < 0 || offset > from.shape->dims[d] - used)) {
            FAIL_OPERAND(v, &op->operands[1 + d], "tile-window",
                         "a window of %" PRId64 " %s from %" PRId64 " does not fit a tile of %" PRId64, used,
                         d == 0 ? "rows" : "columns", offset, from.shape->dims[d]);
        }
    }
}

static void check_slot(verifier_t *v, op_t *op)
{
    int64_t slot;
    uint32_t count = op->operands[0].value->type.shape->count;
    if (count == 0) {
        FAIL_OPERAND(v, &op->operands[0], "operand-type", "'%s' takes a !pto.multi_tile_buf", op->name);
    } else if (value_constant(op->operands[1].value, &slot) && (slot < 0 || slot >= count)) {
        FAIL_OPERAND(v, &op->operands[1], "tile-slot", "there are slots 0 to %u, and no slot %" PRId64, count - 1,
                     slot);
    }
}

static void check_tile_addr(verifier_t *v, op_t *op)
{
    space_t space = (space_t)op->operands[0].value->type.space;
    if (op->results[0].type.kind == TYPE_PTR && op->results[0].type.space == SPACE_GM) {
        FAIL_OP(v, op, "address-space", "the address of a tile in %s is no pointer to gm", tile_space_name(space));
    }
}

static void check_view_query(verifier_t *v, op_t *op)
{
    int64_t index, rank = op->operands[0].value->type.shape->rank;
    if (value_constant(op->operands[1].value, &index) && (index < 0 || index >= rank)) {
        FAIL_OPERAND(v, &op->operands[1], "view-rank", "a view of %" PRId64 " dimensions has no dimension %" PRId64, rank,
                     index);
    }
}

static void check_set_valid(verifier_t *v, op_t *op)
{
    const shape_t *shape = op->operands[0].value->type.shape;
    for (uint32_t d = 0; d < 2; d++) {
        int64_t valid;
        if (shape->valid[d] != DIM_DYNAMIC) {
            FAIL_OPERAND(v, &op->operands[0], "tile-alloc", "the valid %s of this tile are fixed by its type",
                         d == 0 ? "rows" : "columns");
            return;
        }
        if (value_constant(op->operands[1 + d].value, &valid) && (valid < 0 || valid > shape->dims[d])) {
            FAIL_OPERAND(v, &op->operands[1 + d], "tile-shape",
                         "the tile has %" PRId64 " %s, and %" PRId64 " cannot be valid", shape->dims[d],
                         d == 0 ? "rows" : "columns", valid);
        }
    }
}

/// treshape and bitcast: another type for the same bytes.
static void check_reshape(verifier_t *v, op_t *op)
{
    type_t from = op->operands[0].value->type, to = op->results[0].type;
    if (to.kind != TYPE_TILE) {
        return;  // its type is written nowhere
    }
    if (to.space != from.space) {
        FAIL_OP(v, op, "tile-location", "'%s' leaves a tile in its memory: %s, not %s", op->name,
                tile_space_name((space_t)from.space), tile_space_name((space_t)to.space));
    } else if (tile_bytes(from) != tile_bytes(to)) {
        FAIL_OP(v, op, "tile-fit", "'%s' leaves a tile its size: %" PRIu64 " bytes, not %" PRIu64, op->name,
                tile_bytes(from), tile_bytes(to));
    } else if ((from.shape->slayout == LAYOUT_NONE) != (to.shape->slayout == LAYOUT_NONE)) {
        FAIL_OP(v, op, "tile-fit", "'%s' makes no boxes and dissolves none", op->name);
    }
}

static void check_read_element(verifier_t *v, op_t *op)
{
    elem_t from = (elem_t)op->operands[0].value->type.elem, to = (elem_t)op->results[0].type.elem;
    if (to != ELEM_NONE && elem_table_bit(from) != elem_table_bit(to)) {
        FAIL_OP(v, op, "tile-element", "an element of this tile is %s, not %s", elem_name(from), elem_name(to));
    }
}

void check_tile_forms(verifier_t *v, op_t *op)
{
    switch (op_id(op)) {
        case OP_ALLOC_TILE:
        case OP_ALLOC_MULTI:
            check_alloc(v, op);
            break;
        case OP_MAKE_VIEW:
        case OP_PARTITION:
            check_view(v, op);
            break;
        case OP_SUBVIEW:
        case OP_SUBSET:
            check_window(v, op);
            break;
        case OP_MULTI_GET:
            check_slot(v, op);
            break;
        case OP_SET_VALID:
            check_set_valid(v, op);
            break;
        case OP_TRESHAPE:
        case OP_TILE_BITCAST:
            check_reshape(v, op);
            break;
        case OP_TILE_ADDR:
            check_tile_addr(v, op);
            break;
        case OP_VIEW_DIM:
        case OP_VIEW_STRIDE:
            check_view_query(v, op);
            break;
        case OP_TGETVAL:
            check_read_element(v, op);
            break;
        default:
            break;
    }
}
