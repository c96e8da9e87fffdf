// SPDX-License-Identifier: Apache-2.0
//
// PIPE_FIX: results of L0C to L1, UB and GM.

#include "fix.h"

#include "../atomic.h"
#include "cube.h"
#include "fix_store.h"

/// Modes of quantisation ///

#define VEC                                                true
#define SCALAR                                             false
#define PTO_QUANT(spelling, value, payload, from, results) [PTO_##value] = {payload, PTO_ELEM_##from, results},
const quant_t pto_fix_quants[PTO_QUANT_PRE_NUM] = {
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

/// Parameters ///

// A parameter word: [31:13] the scale, the upper bits of an f32; [45:37] offset; [46] signed result.
static void set_quant(pto_fix_channel_t *channel, uint64_t word)
{
    channel->scale = pto_f32_of((uint32_t)word & 0xffffe000);
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
        if (pto_fix_quants[mode.quant].vector) {
            const uint64_t *words = (const uint64_t *)(uintptr_t)cmd->data[QUANT];
            set_quant(channel, words[first + i]);
        } else if (mode.raw_quant) {
            set_quant(channel, cmd->data[QUANT]);
        } else {
            channel->scale = pto_f32_of((uint32_t)cmd->data[QUANT]);
        }
        if (mode.relu == PTO_VECTOR_RELU) {
            const uint32_t *words = (const uint32_t *)(uintptr_t)cmd->data[RELU];
            channel->alpha = pto_f32_of(words[first + i] & 0xffffe000);
        } else if (mode.relu == PTO_SCALAR_RELU) {
            channel->alpha = pto_f32_of((uint32_t)cmd->data[RELU]);
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

// The end of an m x n result, in elements.
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

// A store, or one half of a split store.
typedef struct {
    const pto_cmd_t *cmd;
    mode_t mode;
    geometry_t g;
    pto_fix_stage_t stage;
    const uint8_t *src;
    uint8_t *dst;
    uint64_t m, n, first_channel;
} part_t;

// Stores `rows` rows from row m on, each with `count` elements from column n on, `row` bytes apart.
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

// Elements without conversion.
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
    bool same = !pto_fix_quants[part->mode.quant].vector && part->mode.relu != PTO_VECTOR_RELU;  // for all columns
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

// For observers: the bytes of L0C that a part reads, and those it writes, as runs of rows of the layout.
static void observe_part(const part_t *part)
{
#ifdef PTO_OBSERVED
    const uint64_t *data = part->cmd->data;
    pto_access_t kind = part->mode.atomic_type != PTO_ATOMIC_NONE ? PTO_UPDATES_BY(part->mode.atomic_op) : PTO_WRITES;
    uint64_t bits = part->g.bits, stride = data[DST_STRIDE];
    for (uint64_t n = 0; n < part->n; n += 16) {
        uint64_t count = part->n - n < 16 ? part->n - n : 16;
        pto_observe_access(n == 0 ? PTO_CARRIES : PTO_REST, part->src + n / 16 * data[SRC_STRIDE] * 64, count * 4,
                           part->m, part->g.row);
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

// As above, for rows of parameters and for unit flags.
static void observe_rest(const pto_core_t *core, const pto_cmd_t *cmd, mode_t mode)
{
    if (pto_fix_quants[mode.quant].vector) {
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
    static const pto_cube_field_t fields[] = {{M, PTO_BITS_FIX_M, "m"},
                                              {N, PTO_BITS_FIX_N, "n"},
                                              {SRC_STRIDE, PTO_BITS_FIX_SRC, "source stride"},
                                              {DST_STRIDE, PTO_BITS_FIX_DST, "destination stride"},
                                              {LAYOUT_VALUE, PTO_BITS_FIX_ROWS, "layout operand"},
                                              {COUNT3, PTO_BITS_FIX_COUNT, "loop3 count"}};
    static const pto_cube_field_t strides[] = {{SRC3, PTO_BITS_FIX_SRC, "loop3 source stride"},
                                               {DST3, PTO_BITS_FIX_DST, "loop3 destination stride"}};
    PTO_CUBE_CHECK(cmd, fields);
    if (cmd->data[COUNT3] > 1) {
        PTO_CUBE_CHECK(cmd, strides);
    }
}

static void check_parameters(const pto_core_t *core, const pto_cmd_t *cmd, mode_t mode)
{
    if (pto_fix_quants[mode.quant].vector) {
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

pto_step_t pto_fix_exec(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
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

size_t pto_fix_describe(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    uint32_t mem = (uint32_t)mode_of(cmd).mem;
    return pto_format(text, bytes, "%ld x %ld from L0C +0x%lx to %s 0x%lx", (long)cmd->data[M], (long)cmd->data[N],
                      (unsigned long)pto_mem_offset(PTO_MEM_L0C, (const void *)(uintptr_t)cmd->data[SRC]),
                      pto_mem_names[mem],
                      (unsigned long)pto_mem_offset((pto_mem_t)mem, (const void *)(uintptr_t)cmd->data[DST]));
}
