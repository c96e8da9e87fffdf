// SPDX-License-Identifier: Apache-2.0
//
// PIPE_FIX: results of L0C to L1, UB and GM.

#include "fix.h"

#include "../atomic.h"
#include "cube.h"

enum {
    SRC,
    DST,
    M,
    N,
    SRC_STRIDE,
    DST_STRIDE,
    QUANT,
    RELU,
    CLIP,
    LAYOUT_VALUE,
    COUNT3,
    SRC3,
    DST3,
    OTHER,  // the same offset in the UB of the other vector core
    NUM,
};

// What the record keeps in its small arguments.
typedef struct {
    uint64_t src_elem : 6, dst_elem : 6, quant : 6, relu : 3, layout : 2, mem : 3, unit_flag : 2, clips : 1, sat : 2,
        split : 2, second : 1, atomic_type : 3, atomic_op : 2, raw_quant : 1;
} mode_t;
_Static_assert(sizeof(mode_t) == sizeof((pto_cmd_t){0}.arg), "a record holds the mode");

/// Modes of quantisation ///

#define T_I8   (1u << PTO_ELEM_I8)
#define T_U8   (1u << PTO_ELEM_U8)
#define T_I16  (1u << PTO_ELEM_I16)
#define T_I32  (1u << PTO_ELEM_I32)
#define T_F16  (1u << PTO_ELEM_F16)
#define T_BF16 (1u << PTO_ELEM_BF16)
#define T_F32  (1u << PTO_ELEM_F32)
#define T_E4M3 (1u << PTO_ELEM_E4M3)
#define T_E5M2 (1u << PTO_ELEM_E5M2)
#define T_HIF8 (1u << PTO_ELEM_HIF8)

typedef struct {
    bool vector;
    uint8_t source;
    uint32_t results;
} quant_t;

#define VEC                                                true
#define SCALAR                                             false
#define PTO_QUANT(spelling, value, payload, from, results) [PTO_##value] = {payload, PTO_ELEM_##from, results},
static const quant_t quants[PTO_QUANT_PRE_NUM] = {
#include <isa/cube.def>
};

static bool is_half_first(uint32_t quant)
{
    return quant >= PTO_QF162B8_PRE_VEC && quant <= PTO_QF162S4_PRE_SCALAR;
}

static bool is_half_first_integer(uint32_t quant)
{
    return quant == PTO_QF162S16_PRE_VEC || quant == PTO_QF162S16_PRE_SCALAR;
}

static bool is_four_bits(uint32_t quant)
{
    return quant == PTO_QF162S4_PRE_VEC || quant == PTO_QF162S4_PRE_SCALAR || quant == PTO_REQ4_VEC ||
           quant == PTO_REQ4_SCALAR || quant == PTO_QF322S4_PRE_VEC || quant == PTO_QF322S4_PRE_SCALAR;
}

static bool is_scaling(uint32_t quant)
{
    return quant != PTO_NO_CONVERT && quant != PTO_F32_F16 && quant != PTO_F32_BF16;
}

/// Parameters ///

static float number(uint32_t bits)
{
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

// A parameter word: [31:13] the scale, the upper bits of an f32; [45:37] offset; [46] signed result.
static void set_quant(pto_fix_channel_t *channel, uint64_t word)
{
    channel->scale = number((uint32_t)word & 0xffffe000);
    channel->offset = (int32_t)((int64_t)(word << 18) >> 55);
    channel->is_signed = (word >> 46 & 1) != 0;
}

// The channels [first, first + count) of a store.
static void load_channels(const pto_cmd_t *cmd, mode_t mode, pto_fix_channel_t *channels, uint64_t first,
                          uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        pto_fix_channel_t *channel = &channels[i];
        *channel = (pto_fix_channel_t){1, 1, 0, mode.dst_elem != PTO_ELEM_U8};
        if (quants[mode.quant].vector) {
            const uint64_t *words = (const uint64_t *)(uintptr_t)cmd->data[QUANT];
            set_quant(channel, words[first + i]);
        } else if (mode.raw_quant) {
            set_quant(channel, cmd->data[QUANT]);
        } else {
            channel->scale = number((uint32_t)cmd->data[QUANT]);
        }
        if (mode.relu == PTO_VECTOR_RELU) {
            const uint32_t *words = (const uint32_t *)(uintptr_t)cmd->data[RELU];
            channel->alpha = number(words[first + i] & 0xffffe000);
        } else if (mode.relu == PTO_SCALAR_RELU) {
            channel->alpha = number((uint32_t)cmd->data[RELU]);
        }
    }
}

/// Geometry ///

typedef struct {
    uint32_t bits;     // of an element of the destination
    uint64_t columns;  // elements of a fractal column of the destination, for PTO_NZ2NZ
    uint64_t row;      // bytes from row to row of L0C
} geometry_t;

static geometry_t geometry(const pto_cmd_t *cmd, mode_t mode)
{
    geometry_t g = {.row = 64};
    g.bits = is_four_bits(mode.quant) ? 4 : pto_cube_bits(NULL, cmd->op->name, mode.dst_elem);
    bool split = mode.layout == PTO_NZ2NZ && cmd->data[LAYOUT_VALUE] != 0;
    g.columns = split ? 8 : g.bits >= 16 ? 16 : 256 / g.bits;
    if (mode.layout == PTO_NZ2DN) {
        g.row = cmd->data[LAYOUT_VALUE] * 64;
    }
    return g;
}

// The first element after an m x n result.
static uint64_t extent(const pto_cmd_t *cmd, mode_t mode, const geometry_t *g, uint64_t m, uint64_t n)
{
    uint64_t stride = cmd->data[DST_STRIDE];
    switch (mode.layout) {
        case PTO_NZ2DN:
            return (n - 1) * stride + m;
        case PTO_NZ2NZ:
            return (pto_ceil_div(n, g->columns) - 1) * stride + m * g->columns;
        default:
            return (m - 1) * stride + n;
    }
}

static uint64_t place(const pto_cmd_t *cmd, mode_t mode, const geometry_t *g, uint64_t m, uint64_t n)
{
    uint64_t stride = cmd->data[DST_STRIDE];
    switch (mode.layout) {
        case PTO_NZ2DN:
            return n * stride + m;
        case PTO_NZ2NZ:
            return n / g->columns * stride + m * g->columns + n % g->columns;
        default:
            return m * stride + n;
    }
}

/// Movement ///

// One part of a store: a whole one, or half of a split.
typedef struct {
    const pto_cmd_t *cmd;
    mode_t mode;
    geometry_t g;
    pto_fix_stage_t stage;
    const uint8_t *src;
    uint8_t *dst;
    uint64_t m, n, first_channel;
} part_t;

// Moves `rows` rows from m on of `count` elements from column n on to their places. They lie `row` bytes apart.
static void place_rows(const part_t *part, const uint8_t *src, ptrdiff_t row, uint64_t m, uint64_t rows, uint64_t n,
                       uint64_t count)
{
    uint64_t bytes = part->g.bits / 8, columns = part->g.columns;
    ptrdiff_t stride = (ptrdiff_t)(part->cmd->data[DST_STRIDE] * bytes);
    uint8_t *dst = part->dst + bytes * place(part->cmd, part->mode, &part->g, m, n);
    if (part->mode.layout == PTO_NZ2DN) {
        for (uint64_t i = 0; i < count; i++) {
            hal_copy_rows(dst + (ptrdiff_t)i * stride, (ptrdiff_t)bytes, src + bytes * i, row, bytes, rows);
        }
    } else if (part->mode.layout != PTO_NZ2NZ) {
        hal_copy_rows(dst, stride, src, row, bytes * count, rows);
    } else {
        for (uint64_t i = 0; i < count; i += columns) {
            uint64_t some = count - i < columns ? count - i : columns;
            hal_copy_rows(dst + (ptrdiff_t)(i / columns) * stride, (ptrdiff_t)(columns * bytes), src + bytes * i, row,
                          bytes * some, rows);
        }
    }
}

static uint64_t columns_at(const part_t *part, uint64_t n)
{
    return part->n - n < 16 ? part->n - n : 16;
}

static const uint8_t *source_at(const part_t *part, uint64_t n)
{
    return part->src + n / 16 * part->cmd->data[SRC_STRIDE] * 64;
}

// Elements that stay what they are.
static void copy_part(const part_t *part)
{
    for (uint64_t n = 0; n < part->n; n += 16) {
        place_rows(part, source_at(part, n), (ptrdiff_t)part->g.row, 0, part->m, n, columns_at(part, n));
    }
}

// Blocks of 16 x 16 elements.
static void convert_blocks(const part_t *part)
{
    pto_fix_channel_t channels[16] = {0};
    pto_fix_channels_t all;
    uint32_t in[PTO_FIX_BLOCK] = {0}, out[PTO_FIX_BLOCK];
    bool same = !quants[part->mode.quant].vector && part->mode.relu != PTO_VECTOR_RELU;  // for all columns
    for (uint64_t n = 0; n < part->n; n += 16) {
        uint64_t count = columns_at(part, n);
        if (n == 0 || !same) {
            load_channels(part->cmd, part->mode, channels, part->first_channel + n, same ? 16 : count);
            pto_fix_repeat(&all, &part->stage, channels);
        }
        const uint8_t *src = source_at(part, n);
        for (uint64_t m = 0; m < part->m; m += 16, src += 16 * part->g.row) {
            uint64_t rows = part->m - m < 16 ? part->m - m : 16;
            hal_copy_rows(in, 64, src, (ptrdiff_t)part->g.row, 64, rows);
            pto_fix_rows(&part->stage, &all, in, out);
            place_rows(part, (const uint8_t *)out, (ptrdiff_t)(2 * part->g.bits), m, rows, n, count);
        }
    }
}

static void put(const part_t *part, uint64_t at, uint32_t value)
{
    uint8_t *to = part->dst + at * part->g.bits / 8;
    if (part->mode.atomic_type != PTO_ATOMIC_NONE) {
        pto_atomic_update(to, (pto_atomic_mode_t){part->mode.atomic_type, part->mode.atomic_op}, value);
    } else if (part->g.bits == 4) {
        uint32_t shift = at % 2 * 4;
        *to = (uint8_t)((*to & ~(15u << shift)) | (value & 15) << shift);
    } else {
        __builtin_memcpy(to, &value, part->g.bits / 8);
    }
}

static void convert_part(const part_t *part)
{
    pto_fix_channel_t channels[16];
    for (uint64_t n = 0; n < part->n; n += 16) {
        uint64_t count = columns_at(part, n);
        const uint8_t *src = source_at(part, n);
        load_channels(part->cmd, part->mode, channels, part->first_channel + n, count);
        for (uint64_t m = 0; m < part->m; m++, src += part->g.row) {
            for (uint64_t i = 0; i < count; i++) {
                uint32_t accumulator;
                __builtin_memcpy(&accumulator, src + 4 * i, sizeof accumulator);
                put(part, place(part->cmd, part->mode, &part->g, m, n + i),
                    pto_fix_element(&part->stage, &channels[i], accumulator));
            }
        }
    }
}

static bool is_plain(const part_t *part)
{
    return part->mode.src_elem == part->mode.dst_elem && part->mode.quant == PTO_NO_CONVERT &&
           part->mode.relu == PTO_NO_RELU && part->mode.atomic_type == PTO_ATOMIC_NONE;
}

// For observers: what a part reads of L0C and writes, in runs of rows of the layout.
static void observe_part(const part_t *part)
{
#ifdef PTO_OBSERVED
    const uint64_t *data = part->cmd->data;
    pto_access_t kind = part->mode.atomic_type != PTO_ATOMIC_NONE ? PTO_UPDATES : PTO_WRITES;
    uint64_t bits = part->g.bits, stride = data[DST_STRIDE];
    for (uint64_t n = 0; n < part->n; n += 16) {
        uint64_t count = part->n - n < 16 ? part->n - n : 16;
        pto_observe_access(n == 0 ? PTO_CARRIES : PTO_REST, part->src + n / 16 * data[SRC_STRIDE] * 64, count * 4, part->m, part->g.row);
    }
    if (part->mode.layout == PTO_NZ2DN) {
        pto_observe_access(kind, part->dst, pto_ceil_div(part->m * bits, 8), part->n, stride * bits / 8);
    } else if (part->mode.layout == PTO_NZ2NZ) {
        uint64_t width = part->g.columns;
        for (uint64_t n = 0; n < part->n; n += width) {
            uint64_t count = part->n - n < width ? part->n - n : width;
            pto_observe_access(kind, part->dst + n / width * stride * bits / 8, pto_ceil_div(count * bits, 8), part->m,
                               width * bits / 8);
        }
    } else {
        pto_observe_access(kind, part->dst, pto_ceil_div(part->n * bits, 8), part->m, stride * bits / 8);
    }
#else
    (void)part;
#endif
}

// The same of rows of parameters, and of unit flags.
static void observe_rest(const pto_core_t *core, const pto_cmd_t *cmd, mode_t mode)
{
    if (quants[mode.quant].vector) {
        PTO_OBSERVE(access, PTO_READS, (const void *)(uintptr_t)cmd->data[QUANT], cmd->data[N] * 8, 1, 0);
    }
    if (mode.relu == PTO_VECTOR_RELU) {
        PTO_OBSERVE(access, PTO_READS, (const void *)(uintptr_t)cmd->data[RELU], cmd->data[N] * 4, 1, 0);
    }
    (void)core;
}

static void move_part(part_t part)
{
    const uint64_t *data = part.cmd->data;
    for (uint64_t i = 0; i < data[COUNT3]; i++) {
        observe_part(&part);
        if (is_plain(&part)) {
            copy_part(&part);
        } else if (part.mode.atomic_type == PTO_ATOMIC_NONE && pto_fix_has_rows(&part.stage)) {
            convert_blocks(&part);
        } else {
            convert_part(&part);
        }
        part.src += data[SRC3] * 64;
        part.dst += data[DST3] * part.g.bits / 8;
    }
}

/// Checks ///

static mode_t mode_of(const pto_cmd_t *cmd)
{
    mode_t mode;
    __builtin_memcpy(&mode, cmd->arg, sizeof mode);
    return mode;
}

static void check_fields(const pto_cmd_t *cmd)
{
    static const pto_cube_field_t fields[] = {{M, 16, "m"},
                                              {N, 12, "n"},
                                              {SRC_STRIDE, 16, "source stride"},
                                              {DST_STRIDE, 32, "destination stride"},
                                              {LAYOUT_VALUE, 16, "layout operand"},
                                              {COUNT3, 16, "loop3 count"}};
    static const pto_cube_field_t strides[] = {{SRC3, 16, "loop3 source stride"},
                                               {DST3, 32, "loop3 destination stride"}};
    PTO_CUBE_CHECK(cmd, fields);
    if (cmd->data[COUNT3] > 1) {
        PTO_CUBE_CHECK(cmd, strides);
    }
}

static void check_parameters(const pto_core_t *core, const pto_cmd_t *cmd, mode_t mode)
{
    if (quants[mode.quant].vector) {
        pto_check_mem(core, cmd, "pre_quant", PTO_MEM_FB, (uintptr_t)cmd->data[QUANT], cmd->data[N] * 8, 32);
    }
    if (mode.relu == PTO_VECTOR_RELU) {
        pto_check_mem(core, cmd, "pre_relu", PTO_MEM_FB, (uintptr_t)cmd->data[RELU], cmd->data[N] * 4, 32);
    }
}

static void check_destination(const pto_core_t *core, const pto_cmd_t *cmd, mode_t mode, const geometry_t *g)
{
    const uint64_t *data = cmd->data;
    uint64_t m = mode.split == PTO_UB_SPLIT_M ? data[M] / 2 : data[M];
    uint64_t n = mode.split == PTO_UB_SPLIT_N ? data[N] / 2 : data[N];
    if (g->bits == 4 && (data[DST_STRIDE] % 2 != 0 || data[DST3] % 2 != 0 || mode.layout == PTO_NZ2DN)) {
        pto_fault_at(NULL, "%s: rows of 4-bit results start at whole bytes, in layouts nz2nd and nz2nz", cmd->op->name);
    }
    uint64_t elements = (data[COUNT3] - 1) * data[DST3] + extent(cmd, mode, g, m, n);
    uint64_t span = pto_ceil_div(elements * g->bits, 8);
    pto_check_mem(core, cmd, "destination", (uint32_t)mode.mem, (uintptr_t)data[DST], span, 32);
}

/// Unit flags ///

// Whether the flags of all fractals that a store reads are set; `clear` clears them.
static bool take_unit_flags(pto_core_t *core, const pto_cmd_t *cmd, const geometry_t *g, bool clear)
{
    const uint64_t *data = cmd->data;
    uint64_t base = data[SRC] - (uintptr_t)core->mem[PTO_MEM_L0C].base;
    for (uint64_t r = 0; r < data[COUNT3]; r++) {
        for (uint64_t n = 0; n < data[N]; n += 16) {
            uint64_t first = base + r * data[SRC3] * 64 + n / 16 * data[SRC_STRIDE] * 64;
            uint64_t last = first + (data[M] - 1) * g->row;
            for (uint64_t i = first / FRACTAL_L0C; i <= last / FRACTAL_L0C; i++) {
                uint32_t *word = &core->unit_flags[i / 32], flag = 1u << i % 32;
                if (clear) {
                    __atomic_fetch_and(word, ~flag, __ATOMIC_RELEASE);
                } else if ((__atomic_load_n(word, __ATOMIC_ACQUIRE) & flag) == 0) {
                    return false;
                }
                PTO_OBSERVE(take, core->unit_flags, (uint32_t)i + UNIT_FLAG_SET);
                if (clear) {
                    PTO_OBSERVE(give, core->unit_flags, (uint32_t)i);
                }
            }
        }
    }
    return true;
}

/// Running ///

static void run_parts(const pto_cmd_t *cmd, mode_t mode, const geometry_t *g)
{
    const uint64_t *data = cmd->data;
    part_t part = {
        .cmd = cmd,
        .mode = mode,
        .g = *g,
        .stage = {.dst_elem = mode.dst_elem,
                  .integer = mode.src_elem == PTO_ELEM_I32,
                  .scales = is_scaling(mode.quant),
                  .half_first = is_half_first(mode.quant) || is_half_first_integer(mode.quant),
                  .four_bits = g->bits == 4,
                  .clips = mode.clips,
                  .relu = mode.relu,
                  .sat = mode.sat,
                  .clip = (uint32_t)data[CLIP]},
        .src = (const uint8_t *)(uintptr_t)data[SRC],
        .dst = (uint8_t *)(uintptr_t)data[mode.second ? OTHER : DST],
        .m = mode.split == PTO_UB_SPLIT_M ? data[M] / 2 : data[M],
        .n = mode.split == PTO_UB_SPLIT_N ? data[N] / 2 : data[N],
    };
    move_part(part);
    if (mode.split != PTO_UB_ONE) {
        part.dst = (uint8_t *)(uintptr_t)data[OTHER];
        part.src += mode.split == PTO_UB_SPLIT_M ? part.m * part.g.row : part.n / 16 * data[SRC_STRIDE] * 64;
        part.first_channel = mode.split == PTO_UB_SPLIT_N ? part.n : 0;
        move_part(part);
    }
}

static pto_step_t exec_fix(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const uint64_t *data = cmd->data;
    mode_t mode = mode_of(cmd);
    check_fields(cmd);
    if (data[M] == 0 || data[N] == 0 || data[COUNT3] == 0) {
        return PTO_DONE;
    }
    geometry_t g = geometry(cmd, mode);
    uint64_t columns = pto_ceil_div(data[N], 16) - 1;
    uint64_t src_span = ((data[COUNT3] - 1) * data[SRC3] + columns * data[SRC_STRIDE] + 1) * 64 + (data[M] - 1) * g.row;
    pto_check_mem(core, cmd, "source", PTO_MEM_L0C, (uintptr_t)data[SRC], src_span, 64);
    check_destination(core, cmd, mode, &g);
    check_parameters(core, cmd, mode);
    if (mode.unit_flag != PTO_UNIT_FLAG_OFF && !take_unit_flags(core, cmd, &g, false)) {
        return PTO_BLOCKED;
    }
    observe_rest(core, cmd, mode);
    run_parts(cmd, mode, &g);
    if (mode.unit_flag == PTO_CHECK_AND_CLEAR) {
        take_unit_flags(core, cmd, &g, true);
        pto_wake_core(core);
    }
    return PTO_DONE;
}

static size_t describe_fix(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    uint32_t mem = (uint32_t)mode_of(cmd).mem;
    return pto_format(text, bytes, "%ld x %ld from L0C +0x%lx to %s 0x%lx", (long)cmd->data[M], (long)cmd->data[N],
                      (unsigned long)pto_mem_offset(PTO_MEM_L0C, (const void *)(uintptr_t)cmd->data[SRC]),
                      pto_mem_names[mem],
                      (unsigned long)pto_mem_offset((pto_mem_t)mem, (const void *)(uintptr_t)cmd->data[DST]));
}

/// Issue ///

static const pto_op_t op_gm = {"mte_l0c_gm", exec_fix, describe_fix};
static const pto_op_t op_l1 = {"mte_l0c_l1", exec_fix, describe_fix};
static const pto_op_t op_ub = {"mte_l0c_ub", exec_fix, describe_fix};

static void check_types(const pto_loc_t *loc, const char *name, mode_t mode)
{
    uint32_t results;
    if (mode.src_elem != PTO_ELEM_F32 && mode.src_elem != PTO_ELEM_I32) {
        pto_fault_at(loc, "%s: the source is f32 or i32", name);
    }
    if (mode.quant == PTO_NO_CONVERT) {
        results = mode.src_elem == PTO_ELEM_I32 ? T_I32 : T_F32 | T_F16 | T_BF16;
    } else {
        results = quants[mode.quant].source == mode.src_elem ? quants[mode.quant].results : 0;
    }
    if ((results >> mode.dst_elem & 1) == 0) {
        pto_fault_at(loc, "%s: this pre_quant does not go between these element types", name);
    }
}

static void check_layout(const pto_loc_t *loc, const char *name, mode_t mode, const pto_fix_t *clauses, bool has_loop)
{
    if (mode.layout == PTO_NZ2NZ && has_loop) {
        pto_fault_at(loc, "%s: nz2nz has no loop3", name);
    }
    if (mode.layout == PTO_NZ2NZ && clauses->layout.value != 0 && mode.dst_elem != PTO_ELEM_F32) {
        pto_fault_at(loc, "%s: nz2nz splits columns of f32 only", name);
    }
    if (mode.layout == PTO_NZ2DN && clauses->layout.value != 1 && mode.unit_flag != PTO_UNIT_FLAG_OFF) {
        pto_fault_at(loc, "%s: no unit_flag with nz2dn(%ld)", name, (long)clauses->layout.value);
    }
}

static void check_clauses(const pto_loc_t *loc, const char *name, mode_t mode, const pto_fix_t *clauses, bool has_loop)
{
    if (clauses->pre_quant.mode >= PTO_QUANT_PRE_NUM || clauses->pre_relu.mode >= PTO_RELU_PRE_NUM) {
        pto_fault_at(loc, "%s: no such mode", name);
    }
    check_types(loc, name, mode);
    check_layout(loc, name, mode, clauses, has_loop);
    if (is_scaling(mode.quant) && !clauses->pre_quant.present) {
        pto_fault_at(loc, "%s: this pre_quant needs a parameter", name);
    }
    bool takes = mode.relu == PTO_SCALAR_RELU || mode.relu == PTO_VECTOR_RELU;
    if (takes != clauses->pre_relu.present) {
        pto_fault_at(loc, "%s: this pre_relu %s a parameter", name, takes ? "needs" : "has no");
    }
    if (mode.clips && ((T_F16 | T_U8 | T_I8 | T_I16) >> mode.dst_elem & 1) == 0) {
        pto_fault_at(loc, "%s: no clip of this element type", name);
    }
    if (mode.unit_flag == PTO_CHECK_AND_SET) {
        pto_fault_at(loc, "%s: unit_flag(check_and_set) is for multiplies", name);
    }
}

// An atomic mode whose elements are not those of the destination.
static void check_atomic(const pto_loc_t *loc, const char *name, mode_t mode)
{
    static const uint32_t types[PTO_ATOMIC_TYPE_NUM] = {
        [PTO_ATOMIC_F32] = T_F32, [PTO_ATOMIC_F16] = T_F16, [PTO_ATOMIC_S16] = T_I16,
        [PTO_ATOMIC_S32] = T_I32, [PTO_ATOMIC_S8] = T_I8,   [PTO_ATOMIC_BF16] = T_BF16,
    };
    if (mode.atomic_type == PTO_ATOMIC_NONE) {
        return;
    }
    if (mode.atomic_type >= PTO_ATOMIC_TYPE_NUM || mode.atomic_op >= PTO_ATOMIC_OP_NUM ||
        (types[mode.atomic_type] >> mode.dst_elem & 1) == 0) {
        pto_fault_at(loc, "%s: the atomic type is not the element type of the destination", name);
    }
}

static void check_split(const pto_loc_t *loc, const char *name, mode_t mode, int64_t m, int64_t n)
{
    if (mode.split == PTO_UB_SPLIT_M && m % 2 != 0) {
        pto_fault_at(loc, "%s: split_m halves %ld rows", name, (long)m);
    }
    if (mode.split == PTO_UB_SPLIT_N && n % 32 != 0) {
        pto_fault_at(loc, "%s: split_n takes a multiple of 32 columns, not %ld", name, (long)n);
    }
    if (mode.split != PTO_UB_ONE && (mode.quant != PTO_NO_CONVERT || mode.relu != PTO_NO_RELU || mode.clips ||
                                     (mode.layout != PTO_LAYOUT_DEFAULT && mode.layout != PTO_NZ2ND))) {
        pto_fault_at(loc, "%s: a split is for plain results in layout nz2nd", name);
    }
}

typedef struct {
    const void *src;
    void *dst;
    int64_t m, n, src_stride, dst_stride;
    pto_elem_t src_elem, dst_elem;
} store_t;

// Of the UBs of a cluster commands name the first.
static uintptr_t other_ub(const pto_loc_t *loc, const char *name, const pto_core_t *core, const void *dst)
{
    if (hal_vector_core_num() < 2) {
        pto_fault_at(loc, "%s: the cluster has one vector core", name);
    }
    uint32_t cluster = (uint32_t)(core->cluster - pto_clusters);
    uintptr_t offset = (uintptr_t)dst - (uintptr_t)hal_memory(HAL_MEM_UB, cluster, 0).base;
    return (uintptr_t)hal_memory(HAL_MEM_UB, cluster, 1).base + offset;
}

static pto_event_t issue(const pto_loc_t *loc, const pto_op_t *op, uint32_t mem, const store_t *store,
                         const pto_fix_t *clauses, const pto_ub_dst_t *where)
{
    const pto_core_t *core = pto_issuer(loc, op->name);
    uint64_t ctrl = (uint64_t)core->su.ctrl;
    const pto_loop_t *loop = &clauses->loop3;
    bool has_loop = loop->present || (loop->count | loop->src_stride | loop->dst_stride) != 0;
    mode_t mode = {
        .src_elem = store->src_elem,
        .dst_elem = store->dst_elem,
        .quant = clauses->pre_quant.mode & 63,
        .relu = clauses->pre_relu.mode & 7,
        .layout = clauses->layout.mode,
        .mem = mem,
        .unit_flag = clauses->unit_flag,
        .clips = clauses->clip.present,
        .sat = clauses->sat != PTO_SAT_AS_SET ? clauses->sat
               : ctrl >> 48 & 1               ? PTO_SAT_OFF
               : ctrl >> 50 & 1               ? PTO_SAT_PRESERVE_NAN
                                              : PTO_SAT_ON,
        .split = where != NULL ? where->split : PTO_UB_ONE,
        .second = where != NULL && where->subblock == 1,
        .raw_quant = clauses->pre_quant.raw,
    };
    if (mem == PTO_MEM_GM) {
        bool own = clauses->atomic.type != PTO_ATOMIC_NONE;
        pto_atomic_mode_t other = pto_atomic_of_ctrl(core->su.ctrl);
        mode.atomic_type = own ? clauses->atomic.type : other.type;
        mode.atomic_op = own ? clauses->atomic.op : other.op;
    } else if (clauses->atomic.type != PTO_ATOMIC_NONE) {
        pto_fault_at(loc, "%s has no atomic", op->name);
    }
    check_clauses(loc, op->name, mode, clauses, has_loop);
    check_atomic(loc, op->name, mode);
    check_split(loc, op->name, mode, store->m, store->n);
    bool other = mode.split != PTO_UB_ONE || mode.second;
    const uint64_t data[NUM] = {
        [SRC] = (uintptr_t)store->src,
        [DST] = (uintptr_t)store->dst,
        [M] = (uint64_t)store->m,
        [N] = (uint64_t)store->n,
        [SRC_STRIDE] = (uint64_t)store->src_stride,
        [DST_STRIDE] = (uint64_t)store->dst_stride,
        [QUANT] = clauses->pre_quant.payload,
        [RELU] = clauses->pre_relu.payload,
        [CLIP] = clauses->clip.bits,
        [LAYOUT_VALUE] = (uint64_t)clauses->layout.value,
        [COUNT3] = has_loop ? (uint64_t)loop->count : 1,
        [SRC3] = (uint64_t)loop->src_stride,
        [DST3] = (uint64_t)loop->dst_stride,
        [OTHER] = other ? other_ub(loc, op->name, core, store->dst) : 0,
    };
    pto_cmd_t *cmd = pto_cube_begin(loc, PIPE_FIX, op, data, NUM);
    __builtin_memcpy(cmd->arg, &mode, sizeof mode);
    return pto_cube_commit(PIPE_FIX);
}

pto_event_t pto_mte_l0c_gm_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              int64_t sid, int64_t l2_cache_ctrl, const pto_fix_t *clauses)
{
    if ((uint64_t)sid > 3 || (uint64_t)l2_cache_ctrl > 15) {
        pto_fault_at(loc, "%s: stream %ld is not 0 to 3, or cache control %ld not 0 to 15", op_gm.name, (long)sid,
                     (long)l2_cache_ctrl);
    }
    const store_t store = {src, dst, m, n, src_stride, dst_stride, src_elem, dst_elem};
    return issue(loc, &op_gm, PTO_MEM_GM, &store, clauses, NULL);
}

pto_event_t pto_mte_l0c_l1_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              const pto_fix_t *clauses)
{
    const store_t store = {src, dst, m, n, src_stride, dst_stride, src_elem, dst_elem};
    return issue(loc, &op_l1, PTO_MEM_L1, &store, clauses, NULL);
}

pto_event_t pto_mte_l0c_ub_at(const pto_loc_t *loc, const void *src, pto_elem_t src_elem, void *dst,
                              pto_elem_t dst_elem, int64_t m, int64_t n, int64_t src_stride, int64_t dst_stride,
                              pto_ub_dst_t where, const pto_fix_t *clauses)
{
    if (where.subblock != 0 && where.subblock != 1) {
        pto_fault_at(loc, "%s: sub-block %ld is not 0 or 1", op_ub.name, (long)where.subblock);
    }
    const store_t store = {src, dst, m, n, src_stride, dst_stride, src_elem, dst_elem};
    return issue(loc, &op_ub, PTO_MEM_UB, &store, clauses, &where);
}

/// The register spelling ///

static pto_fix_t clauses_of(const pto_core_t *core, uint64_t xt)
{
    static const pto_unit_flag_t unit_flags[] = {PTO_UNIT_FLAG_OFF, PTO_UNIT_FLAG_OFF, PTO_CHECK_ONLY,
                                                 PTO_CHECK_AND_CLEAR};
    const uint64_t *reg = core->su.cube_reg;
    uintptr_t fb = (uintptr_t)core->mem[PTO_MEM_FB].base;
    uint64_t loop3 = reg[PTO_REG_LOOP3_PARA];
    uint16_t quant = (uint16_t)((xt >> 34 & 31) | (xt >> 29 & 1) << 5), relu = (uint16_t)(xt >> 39 & 7);
    bool nd = (xt >> 43 & 1) != 0, dn = (xt >> 62 & 1) != 0;
    bool rows = quant < PTO_QUANT_PRE_NUM && quants[quant].vector;
    pto_fix_t clauses = {
        .unit_flag = unit_flags[xt >> 32 & 3],
        .pre_quant = {.payload = rows ? fb + (reg[PTO_REG_FPC] >> 8 & 255) * 128 : reg[PTO_REG_QUANT_PRE],
                      .mode = quant,
                      .present = true,
                      .raw = !rows},
        .pre_relu = {.payload = relu == PTO_VECTOR_RELU ? fb + (reg[PTO_REG_FPC] & 255) * 64 : reg[PTO_REG_RELU_ALPHA],
                     .mode = relu,
                     .present = relu == PTO_SCALAR_RELU || relu == PTO_VECTOR_RELU},
        .clip = {reg[PTO_REG_FIX_CLIP_RELU] & 0xffff, (xt >> 30 & 3) != 0},
        .layout = {nd   ? PTO_NZ2ND
                   : dn ? PTO_NZ2DN
                        : PTO_NZ2NZ,
                   dn ? (int64_t)(reg[PTO_REG_CHANNEL_PARA] >> 48) : (int64_t)(xt >> 42 & 1)},
    };
    if (nd || dn) {
        clauses.loop3 =
            (pto_loop_t){(int64_t)(loop3 & 0xffff), (int64_t)(loop3 >> 16 & 0xffff), (int64_t)(loop3 >> 32), true};
    }
    return clauses;
}

pto_event_t pto_copy_matrix_cc_at(const pto_loc_t *loc, uint32_t mem, const void *src, pto_elem_t src_elem, void *dst,
                                  pto_elem_t dst_elem, uint64_t xm, uint64_t xt)
{
    static const pto_op_t ops[] = {{"copy_matrix_cc_to_gm", exec_fix, describe_fix},
                                   {"copy_matrix_cc_to_cbuf", exec_fix, describe_fix},
                                   {"copy_matrix_cc_to_ub", exec_fix, describe_fix}};
    const pto_op_t *op = &ops[mem == PTO_MEM_GM ? 0 : mem == PTO_MEM_L1 ? 1 : 2];
    const pto_fix_t clauses = clauses_of(pto_issuer(loc, op->name), xt);
    const store_t store = {src,
                           dst,
                           (int64_t)(xm >> 16 & 0xffff),
                           (int64_t)(xm >> 4 & 0xfff),
                           (int64_t)(xt & 0xffff),
                           (int64_t)(xm >> 32),
                           src_elem,
                           dst_elem};
    uint32_t dual = (uint32_t)(xt >> 16 & 3);
    const pto_ub_dst_t where = {(int64_t)(xt >> 18 & 1), dual == 1   ? PTO_UB_SPLIT_M
                                                         : dual == 2 ? PTO_UB_SPLIT_N
                                                                     : PTO_UB_ONE};
    return issue(loc, op, mem, &store, &clauses, mem == PTO_MEM_UB ? &where : NULL);
}
