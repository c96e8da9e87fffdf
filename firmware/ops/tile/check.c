// SPDX-License-Identifier: Apache-2.0
//
// Constraints of tile instructions. Every executor checks those of its family before it writes anything; a fault names
// the instruction, the operand and the values.

#include "../check.h"
#include "tile.h"

// The name of operand `index` of a C call: a word of the table's outs, else of its ins, up to the colon. Words of kind
// E are no operands there.
static size_t operand_word(const pto_tile_op_t *op, uint32_t index, const char **word)
{
    const char *lists[2] = {op->outs, op->ins};
    for (uint32_t i = 0; i < 2; i++) {
        for (const char *at = lists[i]; *at != 0;) {
            size_t length = 0, colon = 0;
            while (at[length] != 0 && at[length] != ' ') {
                colon = at[length] == ':' ? length : colon;
                length++;
            }
            bool counts = at[colon + 1] != 'E';
            if (counts && index-- == 0) {
                *word = at;
                return length;
            }
            at += length;
            at += *at == ' ';
        }
    }
    *word = "";
    return 0;
}

// Returns the name of an operand in faults, for %.*s.
static __attribute__((cold)) const char *name_of(const pto_cmd_t *cmd, uint32_t index, int *length)
{
    const char *word;
    size_t end = operand_word(pto_tile_op_of(cmd), index, &word), at = 0;
    while (at < end && word[at] != ':') {
        at++;
    }
    *length = (int)at;
    return word;
}

static __attribute__((cold)) int name_length(const pto_cmd_t *cmd, uint32_t index)
{
    int length;
    (void)name_of(cmd, index, &length);
    return length;
}

#define NAME(cmd, index) name_length(cmd, index), name_of(cmd, index, &(int){0})

// The DMA moves blocks of 32 bytes of UB and L1; other units access elements.
static uint32_t alignment_of(const pto_tile_op_t *op, const pto_tile_t *tile)
{
    bool dma = op->pipe == PTO_TILE_PIPE_LOAD || op->pipe == PTO_TILE_PIPE_STORE;
    return dma && (tile->loc == PTO_LOC_VEC || tile->loc == PTO_LOC_MAT) ? 32 : pto_elem_bytes[tile->elem];
}

// Returns the bytes that the tile spans.
static uint64_t check_extents(const pto_core_t *core, const pto_cmd_t *cmd, uint32_t index, const pto_tile_t *tile)
{
    if (tile->loc >= PTO_LOC_NUM || tile->elem >= PTO_ELEM_NUM || tile->rows <= 0 || tile->cols <= 0 ||
        tile->pitch <= 0 || (tile->slayout != PTO_NONE_BOX && tile->fractal16 < pto_elem_bytes[tile->elem])) {
        PTO_TILE_FAULT(cmd, "%.*s is no tile: make one with pto_tile", NAME(cmd, index));
    }
    if ((uint32_t)tile->valid_rows > (uint32_t)tile->rows || (uint32_t)tile->valid_cols > (uint32_t)tile->cols) {
        PTO_TILE_FAULT(cmd, "valid region %d x %d of %.*s exceeds its %d x %d", tile->valid_rows, tile->valid_cols,
                       NAME(cmd, index), tile->rows, tile->cols);
    }
    const uint32_t mem = pto_tile_memory[tile->loc];
    if (core->mem[mem].bytes == 0) {
        PTO_TILE_FAULT(cmd, "%.*s lies in %s, and this core has no %s", NAME(cmd, index), pto_tile_loc_names[tile->loc],
                       pto_mem_names[mem]);
    }
    uint64_t span = pto_tile_span(tile);
    if (tile->address > core->mem[mem].bytes || span > core->mem[mem].bytes - tile->address) {
        PTO_TILE_FAULT(cmd, "%.*s: %lu bytes at %s offset %u are outside its %zu bytes", NAME(cmd, index),
                       (unsigned long)span, pto_mem_names[mem], tile->address, core->mem[mem].bytes);
    }
    const uint32_t alignment = alignment_of(pto_tile_op_of(cmd), tile);
    if (tile->address % alignment != 0) {
        PTO_TILE_FAULT(cmd, "%.*s: %s offset %u is no multiple of %s %u bytes", NAME(cmd, index), pto_mem_names[mem],
                       tile->address, alignment == 32 ? "the DMA's" : "the element's", alignment);
    }
    return span;
}

/// Descriptors that passed before ///

// Whether an instruction accepts a tile depends on all fields of its descriptor but the address and the valid region.
// Usually only these two change from iteration to iteration, so each hart remembers the descriptors that passed, and
// checks the two fields alone when it meets them again.
enum { SEEN_TILES = 4, SEEN_OTHERS = 4, SEEN_SETS = 16 };

typedef struct {
    int32_t rows, cols, pitch;
    uint32_t layout;  // the bytes from loc on
    uint32_t span;
    uint8_t at;  // offset in the record
    uint8_t mem;
    uint8_t unaligned;  // bits of the address that are 0
} seen_tile_t;

typedef struct {
    const pto_tile_op_t *op;  // NULL: none
    uint8_t tiles_num;
    uint8_t tensors_num, absent_num;  // required tensors, and omitted tiles
    uint8_t others[SEEN_OTHERS];      // their offsets in the record
    seen_tile_t tiles[SEEN_TILES];
} __attribute__((aligned(128))) seen_t;

// two-way associative, the newer entry first
static seen_t seen_by[BOARD_HARTS_MAX][SEEN_SETS][2];

static uint32_t layout_of(const pto_tile_t *tile)
{
    uint32_t layout;
    __builtin_memcpy(&layout, &tile->loc, sizeof layout);
    return layout;
}

// The set is chosen by instruction, and by columns and layout of the first operand, as loops often alternate these.
static seen_t *seen_set(const pto_tile_op_t *op, const pto_cmd_t *cmd)
{
    const pto_tile_t *first = (const pto_tile_t *)(const void *)cmd->data;
    uint32_t hash = ((uint32_t)first->cols + layout_of(first) + op->id * 8u) * UINT32_C(0x9e3779b1);
    return seen_by[hal_hart()->index][hash / (UINT32_MAX / SEEN_SETS + 1)];
}

static bool was_seen(const pto_core_t *core, const pto_cmd_t *cmd, const pto_tile_op_t *op, const seen_t *seen)
{
    if (seen->op != op) {
        return false;
    }
    const uint8_t *data = (const uint8_t *)cmd->data, *other = seen->others;
    for (const uint8_t *end = other + seen->tensors_num; other != end; other++) {
        if (!pto_tensor_is_present((const pto_tensor_t *)(const void *)(data + *other))) {
            return false;
        }
    }
    for (const uint8_t *end = other + seen->absent_num; other != end; other++) {
        if (pto_tile_is_present((const pto_tile_t *)(const void *)(data + *other))) {
            return false;
        }
    }
    for (const seen_tile_t *s = seen->tiles, *end = s + seen->tiles_num; s != end; s++) {
        const pto_tile_t *tile = (const pto_tile_t *)(const void *)(data + s->at);
        const size_t bytes = core->mem[s->mem].bytes;
        if (((uint32_t)(s->rows ^ tile->rows) | (uint32_t)(s->cols ^ tile->cols) | (uint32_t)(s->pitch ^ tile->pitch) |
             (s->layout ^ layout_of(tile)) | (tile->address & s->unaligned)) != 0 ||
            (uint32_t)tile->valid_rows > (uint32_t)s->rows || (uint32_t)tile->valid_cols > (uint32_t)s->cols ||
            s->span > bytes || tile->address > bytes - s->span) {
            return false;
        }
    }
    return true;
}

static void see_tile(seen_t *seen, const pto_cmd_t *cmd, const pto_tile_t *tile, uint64_t span)
{
    if (seen->tiles_num < SEEN_TILES) {
        seen->tiles[seen->tiles_num] = (seen_tile_t){
            .rows = tile->rows,
            .cols = tile->cols,
            .pitch = tile->pitch,
            .layout = layout_of(tile),
            .span = (uint32_t)span,
            .at = (uint8_t)((const uint8_t *)tile - (const uint8_t *)cmd->data),
            .mem = pto_tile_memory[tile->loc],
            .unaligned = (uint8_t)(alignment_of(seen->op, tile) - 1),
        };
    }
    seen->tiles_num++;
}

// Records a tensor or an omitted tile. Tensors come first in others[], whatever the order of operands.
static void see_other(seen_t *seen, const pto_cmd_t *cmd, const void *operand, bool tensor)
{
    uint32_t num = seen->tensors_num + seen->absent_num;
    if (num < SEEN_OTHERS) {
        uint32_t place = tensor ? seen->tensors_num : num;
        seen->others[num] = seen->others[place];
        seen->others[place] = (uint8_t)((const uint8_t *)operand - (const uint8_t *)cmd->data);
    }
    *(tensor ? &seen->tensors_num : &seen->absent_num) += 1;
}

// Counts of tconcatidx may have 8 bits.
static bool is_index(const pto_tile_op_t *op, uint32_t elem)
{
    bool bytes = (elem == PTO_ELEM_I8 || elem == PTO_ELEM_U8) && op->id == PTO_TILE_ID_tconcatidx;
    return bytes || elem == PTO_ELEM_I16 || elem == PTO_ELEM_U16 || elem == PTO_ELEM_I32 || elem == PTO_ELEM_U32;
}

// Checks the element type of a tile by its kind. `common` is the type of the tiles of kind T before it, if any.
static void check_elem(const pto_cmd_t *cmd, const pto_tile_op_t *op, uint32_t index, uint32_t elem, uint32_t *common)
{
    const char kind = op->kinds[index];
    if (kind == 'T') {
        if ((op->types >> elem & 1) == 0) {
            PTO_TILE_FAULT(cmd, "%.*s has element type %s, which the instruction does not take", NAME(cmd, index),
                           pto_elem_names[elem]);
        }
        if (*common != PTO_ELEM_NUM && *common != elem) {
            PTO_TILE_FAULT(cmd, "%.*s has element type %s, the tiles before it %s", NAME(cmd, index),
                           pto_elem_names[elem], pto_elem_names[*common]);
        }
        *common = elem;
    } else if (kind == 'X' && !is_index(op, elem)) {
        PTO_TILE_FAULT(cmd, "%.*s has element type %s: indices are integers of 16 or 32 bits", NAME(cmd, index),
                       pto_elem_names[elem]);
    } else if (kind == 'M' && elem > PTO_ELEM_U64) {
        PTO_TILE_FAULT(cmd, "%.*s has element type %s: masks are integers", NAME(cmd, index), pto_elem_names[elem]);
    }
}

static void check_tensor(seen_t *seen, const pto_cmd_t *cmd, uint32_t index, bool optional, const pto_tensor_t *tensor)
{
    if (optional) {
        return;
    }
    if (!pto_tensor_is_present(tensor)) {
        PTO_TILE_FAULT(cmd, "tensor %.*s is missing", NAME(cmd, index));
    }
    see_other(seen, cmd, tensor, true);
}

// Checks a record by the table and remembers it in `set` if it passes.
static __attribute__((noinline)) void check_operands(const pto_core_t *core, const pto_cmd_t *cmd,
                                                     const pto_tile_op_t *op, seen_t *set)
{
    seen_t seen = {.op = op};
    const uint8_t *at = (const uint8_t *)cmd->data;
    uint32_t common = PTO_ELEM_NUM;
    for (uint32_t index = 0; op->places[index] != 0; at += pto_tile_operand_bytes(op->kinds[index++])) {
        const uint8_t place = (uint8_t)op->places[index];
        const bool optional = (place & 0x80) != 0;
        const pto_tile_t *tile = (const pto_tile_t *)at;
        if (op->kinds[index] == 'G') {
            check_tensor(&seen, cmd, index, optional, (const pto_tensor_t *)at);
        } else if (!pto_tile_is_tile_kind(op->kinds[index])) {
            continue;
        } else if (pto_tile_is_present(tile)) {
            see_tile(&seen, cmd, tile, check_extents(core, cmd, index, tile));
            if ((place >> tile->loc & 1) == 0) {
                PTO_TILE_FAULT(cmd, "%.*s may not lie in %s", NAME(cmd, index), pto_tile_loc_names[tile->loc]);
            }
            check_elem(cmd, op, index, tile->elem, &common);
        } else if (optional) {
            see_other(&seen, cmd, tile, false);
        } else {
            PTO_TILE_FAULT(cmd, "tile %.*s is missing", NAME(cmd, index));
        }
    }
    if (seen.tiles_num <= SEEN_TILES && seen.tensors_num + seen.absent_num <= SEEN_OTHERS) {
        set[1] = set[0];
        set[0] = seen;
    }
}

void pto_tile_check(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_tile_op_t *op = pto_tile_op_of(cmd);
    seen_t *set = seen_set(op, cmd);
    if (!was_seen(core, cmd, op, &set[0]) && !was_seen(core, cmd, op, &set[1])) {
        check_operands(core, cmd, op, set);
    }
    pto_tile_observe_operands(core, cmd);
}

void pto_tile_check_same_valid(const pto_cmd_t *cmd, const char *a_name, const pto_tile_t *a, const char *b_name,
                               const pto_tile_t *b)
{
    if (a->valid_rows != b->valid_rows || a->valid_cols != b->valid_cols) {
        PTO_TILE_FAULT(cmd, "valid region %d x %d of %s differs from %d x %d of %s", a->valid_rows, a->valid_cols,
                       a_name, b->valid_rows, b->valid_cols, b_name);
    }
}

void pto_tile_warn_region(const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src, const char *name)
{
    if (pto_is_first_warning(cmd->loc)) {
        pto_warn("%s: %d x %d elements of %s are valid, and dst with %d x %d decides what is read; at %s:%u",
                 cmd->op->name, src->valid_rows, src->valid_cols, name, dst->valid_rows, dst->valid_cols,
                 cmd->loc->file, cmd->loc->line);
    }
}

void pto_tile_check_rows(const pto_cmd_t *cmd, const char *name, const pto_tile_t *tile)
{
    if (!pto_tile_is_rows(tile)) {
        PTO_TILE_FAULT(cmd, "%s is not a row-major tile without boxes", name);
    }
}

/// Scalars ///

static bool is_float(uint32_t elem)
{
    return elem == PTO_ELEM_F16 || elem == PTO_ELEM_BF16 || elem == PTO_ELEM_F32 || elem == PTO_ELEM_F64;
}

uint64_t pto_tile_scalar(const pto_cmd_t *cmd, pto_scalar_t scalar, uint8_t elem)
{
    if (!pto_scalar_is_present(scalar)) {
        PTO_TILE_FAULT(cmd, "the scalar is missing");
    }
    if (is_float(scalar.elem) != is_float(elem) && (is_float(elem) || elem <= PTO_ELEM_U64)) {
        PTO_TILE_FAULT(cmd, "a scalar of %s does not become an element of %s", pto_elem_names[scalar.elem],
                       pto_elem_names[elem]);
    }
    if (scalar.elem == elem || !is_float(elem)) {
        return scalar.bits;
    }
    double value = pto_tile_number(scalar.elem, &scalar.bits);
    if (elem == PTO_ELEM_F16) {
        return pto_f16_bits(pto_narrow_f16(value));
    }
    if (elem == PTO_ELEM_BF16) {
        return pto_bf16_from_float((float)value).bits;
    }
    return pto_f32_bits((float)value);
}
