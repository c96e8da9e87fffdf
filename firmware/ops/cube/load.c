// SPDX-License-Identifier: Apache-2.0
//
// Transfers into L1 as fractals, and from L1 to L0A, L0B, their scales, BT and FB. Transfers of plain rows are in
// firmware/ops/dma.c.

#include <hal/cube/cube.h>

#include "cube.h"

uint32_t pto_cube_bits(const pto_loc_t *loc, const char *name, uint32_t elem)
{
    static const uint8_t bits[PTO_ELEM_NUM] = {
        [PTO_ELEM_I8] = 8,   [PTO_ELEM_U8] = 8,   [PTO_ELEM_I16] = 16,   [PTO_ELEM_U16] = 16,   [PTO_ELEM_I32] = 32,
        [PTO_ELEM_U32] = 32, [PTO_ELEM_F16] = 16, [PTO_ELEM_BF16] = 16,  [PTO_ELEM_F32] = 32,   [PTO_ELEM_E4M3] = 8,
        [PTO_ELEM_E5M2] = 8, [PTO_ELEM_HIF8] = 8, [PTO_ELEM_E2M1X2] = 4, [PTO_ELEM_E1M2X2] = 4,
    };
    if (elem >= PTO_ELEM_NUM || bits[elem] == 0) {
        pto_fault_at(loc, "%s: elements of 64 bits are not for the cube core", name);
    }
    return bits[elem];
}

pto_cmd_t *pto_cube_begin(const pto_loc_t *loc, uint32_t pipe, const pto_op_t *op, const uint64_t *data, size_t num)
{
    pto_cmd_t *cmd = pto_issue_begin(pto_issuer(loc, op->name), pipe, op, loc);
    hal_copy(cmd->data, data, num * sizeof *data);
    return cmd;
}

pto_event_t pto_cube_commit(uint32_t pipe)
{
    return pto_issue_commit(hal_hart()->issuer, pipe);
}

void pto_cube_check_fields(const pto_cmd_t *cmd, const pto_cube_field_t *fields, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        pto_check_width(cmd->op, fields[i].what, cmd->data[fields[i].field], fields[i].bits);
    }
}

static uint8_t *address(uint64_t value)
{
    return (uint8_t *)(uintptr_t)value;
}

static size_t describe_pair(const pto_cmd_t *cmd, char *text, size_t bytes, uint32_t from, uint32_t to)
{
    return pto_format(text, bytes, "%s +0x%lx to %s +0x%lx", pto_mem_names[from],
                      (unsigned long)pto_mem_offset((pto_mem_t)from, address(cmd->data[0])), pto_mem_names[to],
                      (unsigned long)pto_mem_offset((pto_mem_t)to, address(cmd->data[1])));
}

/// GM -> L1, into fractals ///

// arg[0] mode   arg[1] element bytes   arg[2] small C0
enum { FRAC_SRC, FRAC_DST, FRAC_N, FRAC_D, FRAC_INNER, FRAC_OUTER, FRAC_COUNT, FRAC_2, FRAC_3, FRAC_4, FRAC_NUM };

// Source rows are n. Rows of at most 32 bytes, a fractal column at a time.
static void move_nd(const uint64_t *data, uint32_t bytes, const uint8_t *src, uint8_t *dst)
{
    uint64_t row = data[FRAC_D] * bytes;
    ptrdiff_t step = (ptrdiff_t)data[FRAC_2] * 32;
    for (uint64_t at = 0; at < row; at += 32) {
        uint64_t part = row - at < 32 ? row - at : 32;
        uint8_t *column = dst + at * data[FRAC_3];
        hal_copy_rows(column, step, src + at, (ptrdiff_t)data[FRAC_INNER], part, data[FRAC_N]);
        for (uint64_t n = 0; part < 32 && n < data[FRAC_N]; n++) {
            hal_zero(column + (ptrdiff_t)n * step + part, 32 - part);
        }
    }
}

// Source rows are d: successive elements go to the same column of successive destination rows.
static void move_dn(const uint64_t *data, uint32_t bytes, const uint8_t *src, uint8_t *dst)
{
    uint64_t row = data[FRAC_D] * bytes;
    ptrdiff_t step = (ptrdiff_t)data[FRAC_2] * 32;
    for (uint64_t at = 0; at < row; at += bytes) {
        uint8_t *to = dst + at / 32 * data[FRAC_3] * 32 + at % 32;
        hal_copy_rows(to, step, src + at / bytes * data[FRAC_INNER], bytes, bytes, data[FRAC_N]);
    }
    for (uint64_t n = 0; row % 32 != 0 && n < data[FRAC_N]; n++) {
        hal_zero(dst + row / 32 * data[FRAC_3] * 32 + (ptrdiff_t)n * step + row % 32, 32 - row % 32);
    }
}

// Rows of four elements, packed; the last 32 bytes are padded.
static void move_small(const uint64_t *data, uint32_t bytes, bool dn, const uint8_t *src, uint8_t *dst)
{
    uint64_t row = 4 * bytes, end = pto_ceil_div(data[FRAC_N] * row, 32) * 32;
    hal_zero(dst, end);
    for (uint64_t d = 0; d < data[FRAC_D]; d++) {
        const uint8_t *from = src + d * (dn ? data[FRAC_INNER] : bytes);
        hal_copy_rows(dst + d * bytes, (ptrdiff_t)row, from, dn ? (ptrdiff_t)bytes : (ptrdiff_t)data[FRAC_INNER], bytes,
                      data[FRAC_N]);
    }
}

static pto_step_t exec_frac(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    static const pto_cube_field_t fields[] = {{FRAC_N, PTO_BITS_FRAC_N, "n"},
                                              {FRAC_D, PTO_BITS_FRAC_D, "d"},
                                              {FRAC_INNER, PTO_BITS_FRAC_SRC, "inner source stride"},
                                              {FRAC_OUTER, PTO_BITS_FRAC_SRC, "outer source stride"},
                                              {FRAC_COUNT, PTO_BITS_FRAC_GROUP, "group count"},
                                              {FRAC_2, PTO_BITS_FRAC_GROUP, "loop2 stride"},
                                              {FRAC_3, PTO_BITS_FRAC_GROUP, "loop3 stride"},
                                              {FRAC_4, PTO_BITS_FRAC_GROUP, "loop4 stride"}};
    const uint64_t *data = cmd->data;
    PTO_CUBE_CHECK(cmd, fields);
    bool dn = cmd->arg[0] == PTO_DN2NZ, small = cmd->arg[2] != 0;
    uint32_t bytes = cmd->arg[1];
    if (small && data[FRAC_D] > 4) {
        pto_fault_at(NULL, "%s: small C0 takes at most 4 elements of d, not %lu", cmd->op->name,
                     (unsigned long)data[FRAC_D]);
    }
    if (data[FRAC_N] == 0 || data[FRAC_D] == 0 || data[FRAC_COUNT] == 0) {
        return PTO_DONE;
    }
    uint64_t rows = dn ? data[FRAC_D] : data[FRAC_N], row = (dn ? data[FRAC_N] : data[FRAC_D]) * bytes;
    uint64_t src_span = (data[FRAC_COUNT] - 1) * data[FRAC_OUTER] + (rows - 1) * data[FRAC_INNER] + row;
    uint64_t columns = pto_ceil_div(data[FRAC_D] * bytes, 32);
    uint64_t one = small ? pto_ceil_div(data[FRAC_N] * 4 * bytes, 32)
                         : (columns - 1) * data[FRAC_3] + (data[FRAC_N] - 1) * data[FRAC_2] + 1;
    uint64_t dst_span = ((data[FRAC_COUNT] - 1) * data[FRAC_4] + one) * 32;
    pto_check_mem(core, cmd, "source", PTO_MEM_GM, (uintptr_t)data[FRAC_SRC], src_span, 1);
    pto_check_mem(core, cmd, "destination", PTO_MEM_L1, (uintptr_t)data[FRAC_DST], dst_span, 32);
    for (uint64_t g = 0; g < data[FRAC_COUNT]; g++) {
        const uint8_t *src = address(data[FRAC_SRC]) + g * data[FRAC_OUTER];
        uint8_t *dst = address(data[FRAC_DST]) + g * data[FRAC_4] * 32;
        PTO_OBSERVE(access, PTO_READS, src, row, rows, data[FRAC_INNER]);
        for (uint64_t i = 0; i < (small ? 1 : columns); i++) {
            PTO_OBSERVE(access, PTO_BURSTS, dst + i * data[FRAC_3] * 32, 32, small ? one : data[FRAC_N],
                        small ? 32 : data[FRAC_2] * 32);
        }
        if (small) {
            move_small(data, bytes, dn, src, dst);
        } else if (dn) {
            move_dn(data, bytes, src, dst);
        } else {
            move_nd(data, bytes, src, dst);
        }
    }
    return PTO_DONE;
}

static size_t describe_frac(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "%ld x (%ld x %ld) to L1 +0x%lx", (long)cmd->data[FRAC_COUNT],
                      (long)cmd->data[FRAC_N], (long)cmd->data[FRAC_D],
                      (unsigned long)pto_mem_offset(PTO_MEM_L1, address(cmd->data[FRAC_DST])));
}

static const pto_op_t op_frac = {"mte_gm_l1_frac", exec_frac, describe_frac};

pto_event_t pto_mte_gm_l1_frac_at(const pto_loc_t *loc, const void *src, void *dst, pto_elem_t elem,
                                  pto_frac_mode_t mode, int64_t n, int64_t d, const pto_frac_t *shape)
{
    const uint64_t data[FRAC_NUM] = {
        (uintptr_t)src,
        (uintptr_t)dst,
        (uint64_t)n,
        (uint64_t)d,
        (uint64_t)shape->src_layout.inner_stride,
        (uint64_t)shape->src_layout.outer_stride,
        (uint64_t)shape->dst_group.count,
        (uint64_t)shape->dst_group.loop2_stride,
        (uint64_t)shape->dst_group.loop3_stride,
        (uint64_t)shape->dst_group.loop4_stride,
    };
    if ((uint64_t)shape->ctrl.l2_cache_ctrl > 15) {
        pto_fault_at(loc, "%s: cache control %ld does not fit 4 bits", op_frac.name, (long)shape->ctrl.l2_cache_ctrl);
    }
    uint32_t bits = pto_cube_bits(loc, op_frac.name, elem);
    pto_cmd_t *cmd = pto_cube_begin(loc, PIPE_MTE2, &op_frac, data, FRAC_NUM);
    cmd->arg[0] = (uint16_t)mode;
    cmd->arg[1] = (uint16_t)(bits < 8 ? 1 : bits / 8);
    cmd->arg[2] = shape->ctrl.smallc0;
    return pto_cube_commit(PIPE_MTE2);
}

pto_event_t pto_copy_gm_to_cbuf_multi_at(const pto_loc_t *loc, const void *src, void *dst, pto_elem_t elem,
                                         pto_frac_mode_t mode, int64_t sid, int64_t loop1_src_stride,
                                         int64_t l2_cache_ctrl, int64_t n, int64_t d, int64_t loop4_src_stride,
                                         bool smallc0)
{
    (void)sid;
    uint64_t para = pto_issuer(loc, op_frac.name)->su.cube_reg[PTO_REG_MTE2_NZ_PARA];
    const pto_frac_t shape = {
        .src_layout = {loop1_src_stride, loop4_src_stride},
        .dst_group = {(int64_t)(para & 0xffff), (int64_t)(para >> 16 & 0xffff), (int64_t)(para >> 32 & 0xffff),
                      (int64_t)(para >> 48)},
        .ctrl = {l2_cache_ctrl, smallc0},
    };
    return pto_mte_gm_l1_frac_at(loc, src, dst, elem, mode, n, d, &shape);
}

/// Filling L1 ///

// arg[0] bits of a word
enum { FILL_DST, FILL_VALUE, FILL_REPEAT, FILL_BLOCKS, FILL_GAP, FILL_NUM };

static pto_step_t exec_fill(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    static const pto_cube_field_t fields[] = {{FILL_REPEAT, PTO_BITS_FILL, "repeat count"},
                                              {FILL_BLOCKS, PTO_BITS_FILL, "block count"},
                                              {FILL_GAP, PTO_BITS_FILL, "gap"}};
    const uint64_t *data = cmd->data;
    PTO_CUBE_CHECK(cmd, fields);
    if (data[FILL_REPEAT] == 0 || data[FILL_BLOCKS] == 0) {
        return PTO_DONE;
    }
    uint64_t step = (data[FILL_BLOCKS] + data[FILL_GAP]) * 32;
    uint64_t span = (data[FILL_REPEAT] - 1) * step + data[FILL_BLOCKS] * 32;
    pto_check_mem(core, cmd, "destination", PTO_MEM_L1, (uintptr_t)data[FILL_DST], span, 32);
    uint32_t value = (uint32_t)data[FILL_VALUE];
    if (cmd->arg[0] == 16) {
        value = (value & 0xffff) * 0x10001u;
    }
    PTO_OBSERVE(access, PTO_BURSTS, address(data[FILL_DST]), data[FILL_BLOCKS] * 32, data[FILL_REPEAT], step);
    for (uint64_t r = 0; r < data[FILL_REPEAT]; r++) {
        uint32_t *word = (uint32_t *)(void *)(address(data[FILL_DST]) + r * step);
        for (uint64_t i = 0; i < data[FILL_BLOCKS] * 8; i++) {
            word[i] = value;
        }
    }
    return PTO_DONE;
}

static size_t describe_fill(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    return pto_format(text, bytes, "%ld x %ld blocks at L1 +0x%lx", (long)cmd->data[FILL_REPEAT],
                      (long)cmd->data[FILL_BLOCKS],
                      (unsigned long)pto_mem_offset(PTO_MEM_L1, address(cmd->data[FILL_DST])));
}

static const pto_op_t op_fill = {"raw_fill_l1", exec_fill, describe_fill};

pto_event_t pto_raw_fill_l1_at(const pto_loc_t *loc, void *dst, int64_t byte_offset, uint32_t value, int64_t repeat,
                               int64_t blocks, int64_t gap, int64_t word_bits)
{
    if (word_bits != 16 && word_bits != 32) {
        pto_fault_at(loc, "%s: a word has 16 or 32 bits, not %ld", op_fill.name, (long)word_bits);
    }
    const uint64_t data[FILL_NUM] = {(uintptr_t)dst + (uintptr_t)byte_offset, value, (uint64_t)repeat, (uint64_t)blocks,
                                     (uint64_t)gap};
    pto_cube_begin(loc, PIPE_MTE2, &op_fill, data, FILL_NUM)->arg[0] = (uint16_t)word_bits;
    return pto_cube_commit(PIPE_MTE2);
}

/// L1 -> L0A, L0B ///

// arg[0] memory   arg[1] element bits   arg[2] transpose
enum { LOAD_SRC, LOAD_DST, LOAD_M, LOAD_K, LOAD_MS, LOAD_KS, LOAD_SS, LOAD_DS, LOAD_NUM };

static void check_transpose(const pto_cmd_t *cmd, uint32_t bits)
{
    uint64_t unit_m = bits == 8 ? 2 : bits == 4 ? 4 : 1, unit_k = bits == 32 ? 2 : 1;
    if (cmd->data[LOAD_MS] % unit_m != 0) {
        pto_fault_at(NULL, "%s: transposing elements of %u bits takes a multiple of %lu fractal rows, not %lu",
                     cmd->op->name, bits, (unsigned long)unit_m, (unsigned long)cmd->data[LOAD_MS]);
    }
    if (cmd->data[LOAD_KS] % unit_k != 0) {
        pto_fault_at(NULL, "%s: transposing elements of %u bits takes a multiple of %lu fractal columns, not %lu",
                     cmd->op->name, bits, (unsigned long)unit_k, (unsigned long)cmd->data[LOAD_KS]);
    }
}

static pto_step_t exec_load(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    static const pto_cube_field_t fields[] = {
        {LOAD_M, PTO_BITS_LOAD_START, "m start"},         {LOAD_K, PTO_BITS_LOAD_START, "k start"},
        {LOAD_MS, PTO_BITS_LOAD_STEP, "m step"},          {LOAD_KS, PTO_BITS_LOAD_STEP, "k step"},
        {LOAD_SS, PTO_BITS_LOAD_STRIDE, "source stride"}, {LOAD_DS, PTO_BITS_LOAD_STRIDE, "destination stride"}};
    const uint64_t *data = cmd->data;
    PTO_CUBE_CHECK(cmd, fields);
    if (data[LOAD_MS] == 0 || data[LOAD_KS] == 0) {
        pto_fault_at(NULL, "%s: a step of 0 fractals", cmd->op->name);
    }
    uint32_t bits = cmd->arg[1];
    bool transpose = cmd->arg[2] != 0;
    uint64_t elements = 32 * 8 / bits;  // of a fractal column
    uint64_t dst_columns = data[LOAD_KS], dst_rows = data[LOAD_MS];
    if (transpose) {
        check_transpose(cmd, bits);
        dst_columns = data[LOAD_MS] * 16 / elements;
        dst_rows = data[LOAD_KS] * elements / 16;
        if (dst_columns == 0) {
            dst_columns = 1;
        }
    }
    const uint8_t *src = address(data[LOAD_SRC]);
    uint64_t first = (data[LOAD_K] * data[LOAD_SS] + data[LOAD_M]) * FRACTAL;
    uint64_t src_span = first + ((data[LOAD_KS] - 1) * data[LOAD_SS] + data[LOAD_MS]) * FRACTAL;
    uint64_t dst_span = ((dst_columns - 1) * data[LOAD_DS] + dst_rows) * FRACTAL;
    pto_check_mem(core, cmd, "source", PTO_MEM_L1, (uintptr_t)src, src_span, 32);
    pto_check_mem(core, cmd, "destination", cmd->arg[0], (uintptr_t)data[LOAD_DST], dst_span, FRACTAL);
    src += first;
    uint8_t *dst = address(data[LOAD_DST]);
    ptrdiff_t src_column = (ptrdiff_t)data[LOAD_SS] * FRACTAL, dst_column = (ptrdiff_t)data[LOAD_DS] * FRACTAL;
    PTO_OBSERVE(access, PTO_CARRIES, src, data[LOAD_MS] * FRACTAL, data[LOAD_KS], (uint64_t)src_column);
    PTO_OBSERVE(access, PTO_BURSTS, dst, dst_rows * FRACTAL, dst_columns, (uint64_t)dst_column);
    if (transpose) {
        hal_cube_transpose(dst, dst_column, src, src_column, data[LOAD_MS] * 16, data[LOAD_KS] * elements, bits);
    } else {
        hal_copy_rows(dst, dst_column, src, src_column, data[LOAD_MS] * FRACTAL, data[LOAD_KS]);
    }
    return PTO_DONE;
}

static size_t describe_load(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    size_t length =
        pto_format(text, bytes, "%ld x %ld fractals from ", (long)cmd->data[LOAD_MS], (long)cmd->data[LOAD_KS]);
    return length + describe_pair(cmd, text + length, bytes - length, PTO_MEM_L1, cmd->arg[0]);
}

static const pto_op_t ops_load[2] = {{"mte_l1_l0a", exec_load, describe_load},
                                     {"mte_l1_l0b", exec_load, describe_load}};
static const pto_op_t ops_load_raw[2] = {{"load_cbuf_to_ca", exec_load, describe_load},
                                         {"load_cbuf_to_cb", exec_load, describe_load}};

static pto_event_t issue_load(const pto_loc_t *loc, const pto_op_t *ops, uint32_t mem, const void *src, void *dst,
                              pto_elem_t elem, const int64_t steps[6], bool transpose)
{
    uint64_t data[LOAD_NUM] = {(uintptr_t)src, (uintptr_t)dst};
    for (int i = 0; i < 6; i++) {
        data[LOAD_M + i] = (uint64_t)steps[i];
    }
    const pto_op_t *op = &ops[mem == PTO_MEM_L0B];
    uint32_t bits = pto_cube_bits(loc, op->name, elem);
    pto_cmd_t *cmd = pto_cube_begin(loc, PIPE_MTE1, op, data, LOAD_NUM);
    cmd->arg[0] = (uint16_t)mem;
    cmd->arg[1] = (uint16_t)bits;
    cmd->arg[2] = transpose;
    return pto_cube_commit(PIPE_MTE1);
}

pto_event_t pto_load_cbuf_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, pto_elem_t elem,
                             const int64_t steps[6], bool transpose)
{
    return issue_load(loc, ops_load_raw, mem, src, dst, elem, steps, transpose);
}

pto_event_t pto_mte_l1_l0_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, pto_elem_t elem,
                             int64_t rows, int64_t k, const pto_l0_load_t *shape)
{
    const pto_op_t *op = &ops_load[mem == PTO_MEM_L0B];
    uint32_t bits = pto_cube_bits(loc, op->name, elem);
    if (rows <= 0 || k <= 0 || rows > 0xffff || k > 0xffff) {
        pto_fault_at(loc, "%s: an extent of %ld x %ld elements", op->name, (long)rows, (long)k);
    }
    uint64_t elements = 32 * 8 / bits;
    uint64_t unit = shape->transpose && elements > 16 ? elements : 16;
    uint64_t row_blocks = pto_ceil_div((uint64_t)rows, unit) * (unit / 16);
    int64_t start_col = bits == 4 ? shape->start_col / 2 : shape->start_col;
    int64_t steps[6] = {shape->start_row, start_col};
    if (!shape->transpose) {
        steps[2] = (int64_t)row_blocks;
        steps[3] = (int64_t)pto_ceil_div((uint64_t)k, elements);
        steps[4] = steps[5] = (int64_t)row_blocks;
    } else {
        // Fractal rows of the source run along k.
        uint64_t k_blocks = pto_ceil_div((uint64_t)k, unit) * (unit / 16);
        steps[2] = (int64_t)k_blocks;
        steps[3] = (int64_t)(row_blocks * 16 / elements);
        steps[4] = (int64_t)k_blocks;
        steps[5] = (int64_t)row_blocks;
    }
    return issue_load(loc, ops_load, mem, src, dst, elem, steps, shape->transpose);
}

/// Scales ///

// arg[0] memory of the data   arg[1] whether the destination is the data's
enum { MX_SRC, MX_DST, MX_X, MX_Y, MX_XS, MX_YS, MX_SS, MX_DS, MX_NUM };

static pto_step_t exec_scales(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const uint64_t *data = cmd->data;
    static const pto_cube_field_t fields[] = {
        {MX_X, PTO_BITS_LOAD_START, "x start"},         {MX_Y, PTO_BITS_LOAD_START, "y start"},
        {MX_XS, PTO_BITS_LOAD_STEP, "x step"},          {MX_YS, PTO_BITS_LOAD_STEP, "y step"},
        {MX_SS, PTO_BITS_LOAD_STRIDE, "source stride"}, {MX_DS, PTO_BITS_LOAD_STRIDE, "destination stride"}};
    PTO_CUBE_CHECK(cmd, fields);
    if (data[MX_XS] == 0 || data[MX_YS] == 0) {
        return PTO_DONE;
    }
    uint32_t mem = cmd->arg[0];
    uint64_t first = (data[MX_X] * data[MX_SS] + data[MX_Y]) * 32;
    uint64_t src_span = first + ((data[MX_XS] - 1) * data[MX_SS] + data[MX_YS]) * 32;
    uint64_t dst_span = ((data[MX_XS] - 1) * data[MX_DS] + data[MX_YS]) * 32;
    pto_check_mem(core, cmd, "source", PTO_MEM_L1, (uintptr_t)data[MX_SRC], src_span, 32);
    pto_check_mem(core, cmd, "destination", mem, (uintptr_t)data[MX_DST], 0, 16);
    uint64_t offset = (uint64_t)pto_mem_offset((pto_mem_t)mem, address(data[MX_DST]));
    offset = cmd->arg[1] ? offset / 16 : offset;
    if (offset + dst_span > PTO_SCALE_BYTES) {
        pto_fault_at(NULL, "%s: destination range of %lu bytes at offset %lu is outside the %u bytes of scales of %s",
                     cmd->op->name, (unsigned long)dst_span, (unsigned long)offset, PTO_SCALE_BYTES,
                     pto_mem_names[mem]);
    }
    PTO_OBSERVE(access, PTO_CARRIES, address(data[MX_SRC]) + first, data[MX_YS] * 32, data[MX_XS], data[MX_SS] * 32);
    PTO_OBSERVE(access, PTO_BURSTS, core->scales[mem == PTO_MEM_L0B] + offset, data[MX_YS] * 32, data[MX_XS],
                data[MX_DS] * 32);
    hal_copy_rows(core->scales[mem == PTO_MEM_L0B] + offset, (ptrdiff_t)data[MX_DS] * 32, address(data[MX_SRC]) + first,
                  (ptrdiff_t)data[MX_SS] * 32, data[MX_YS] * 32, data[MX_XS]);
    return PTO_DONE;
}

static size_t describe_scales(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    size_t length =
        pto_format(text, bytes, "%ld x %ld fragments from ", (long)cmd->data[MX_XS], (long)cmd->data[MX_YS]);
    return length + describe_pair(cmd, text + length, bytes - length, PTO_MEM_L1, cmd->arg[0]);
}

static const pto_op_t ops_scales[2][2] = {
    {{"load_cbuf_to_ca_mx", exec_scales, describe_scales}, {"load_cbuf_to_cb_mx", exec_scales, describe_scales}},
    {{"mte_l1_l0a_mx", exec_scales, describe_scales}, {"mte_l1_l0b_mx", exec_scales, describe_scales}},
};

pto_event_t pto_load_cbuf_mx_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, bool of_data,
                                const int64_t steps[6])
{
    uint64_t data[MX_NUM] = {(uintptr_t)src, (uintptr_t)dst};
    for (int i = 0; i < 6; i++) {
        data[MX_X + i] = (uint64_t)steps[i];
    }
    pto_cmd_t *cmd = pto_cube_begin(loc, PIPE_MTE1, &ops_scales[of_data][mem == PTO_MEM_L0B], data, MX_NUM);
    cmd->arg[0] = (uint16_t)mem;
    cmd->arg[1] = of_data;
    return pto_cube_commit(PIPE_MTE1);
}

pto_event_t pto_mte_l1_l0_mx_at(const pto_loc_t *loc, uint32_t mem, const void *src, void *dst, int64_t rows, int64_t k,
                                const pto_mx_load_t *shape)
{
    int64_t fragments = (k + 63) / 64;
    const int64_t steps[6] = {shape->start_row, shape->start_col, (rows + 15) / 16, fragments, fragments, fragments};
    return pto_load_cbuf_mx_at(loc, mem, src, dst, true, steps);
}

/// L1 -> BT, FB ///

// arg[0] destination   arg[1] bytes of a source unit   arg[2] element to widen, PTO_ELEM_NUM: none
enum { TABLE_SRC, TABLE_DST, TABLE_LEN, TABLE_COUNT, TABLE_SRC_GAP, TABLE_DST_GAP, TABLE_NUM };

static void widen(float *dst, const uint8_t *src, uint64_t elements, uint32_t elem)
{
    for (uint64_t i = 0; i < elements; i++) {
        if (elem == PTO_ELEM_F16) {
            dst[i] = (float)pto_wide_f16(((const pto_f16_t *)(const void *)src)[i]);
        } else {
            dst[i] = pto_bf16_to_float(((const pto_bf16_t *)(const void *)src)[i]);
        }
    }
}

static pto_step_t exec_table(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    static const pto_cube_field_t fields[] = {{TABLE_LEN, PTO_BITS_TABLE, "burst length"},
                                              {TABLE_COUNT, PTO_BITS_TABLE, "burst count"},
                                              {TABLE_SRC_GAP, PTO_BITS_TABLE, "source gap"},
                                              {TABLE_DST_GAP, PTO_BITS_TABLE, "destination gap"}};
    const uint64_t *data = cmd->data;
    PTO_CUBE_CHECK(cmd, fields);
    if (data[TABLE_LEN] == 0 || data[TABLE_COUNT] == 0) {
        return PTO_DONE;
    }
    bool widens = cmd->arg[2] != PTO_ELEM_NUM;
    uint64_t unit = cmd->arg[1], dst_unit = widens ? 2 * unit : unit;
    uint64_t length = data[TABLE_LEN] * unit, dst_length = data[TABLE_LEN] * dst_unit;
    uint64_t src_step = length + data[TABLE_SRC_GAP] * unit, dst_step = dst_length + data[TABLE_DST_GAP] * dst_unit;
    pto_check_mem(core, cmd, "source", PTO_MEM_L1, (uintptr_t)data[TABLE_SRC],
                  (data[TABLE_COUNT] - 1) * src_step + length, 32);
    pto_check_mem(core, cmd, "destination", cmd->arg[0], (uintptr_t)data[TABLE_DST],
                  (data[TABLE_COUNT] - 1) * dst_step + dst_length, 32);
    PTO_OBSERVE(access, PTO_CARRIES, address(data[TABLE_SRC]), length, data[TABLE_COUNT], src_step);
    PTO_OBSERVE(access, PTO_BURSTS, address(data[TABLE_DST]), dst_length, data[TABLE_COUNT], dst_step);
    for (uint64_t i = 0; i < data[TABLE_COUNT]; i++) {
        const uint8_t *src = address(data[TABLE_SRC]) + i * src_step;
        uint8_t *dst = address(data[TABLE_DST]) + i * dst_step;
        if (widens) {
            widen((float *)(void *)dst, src, length / 2, cmd->arg[2]);
        } else {
            hal_copy(dst, src, length);
        }
    }
    return PTO_DONE;
}

static size_t describe_table(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    size_t length =
        pto_format(text, bytes, "%ld x %ld units from ", (long)cmd->data[TABLE_COUNT], (long)cmd->data[TABLE_LEN]);
    return length + describe_pair(cmd, text + length, bytes - length, PTO_MEM_L1, cmd->arg[0]);
}

static const pto_op_t op_bt = {"mte_l1_bt", exec_table, describe_table};
static const pto_op_t op_fb = {"mte_l1_fb", exec_table, describe_table};

static pto_event_t issue_table(const pto_loc_t *loc, const pto_op_t *op, uint32_t pipe, uint32_t mem, const void *src,
                               void *dst, uint32_t unit, uint32_t widened, int64_t len, const pto_mte_t *shape)
{
    const uint64_t data[TABLE_NUM] = {(uintptr_t)src,
                                      (uintptr_t)dst,
                                      (uint64_t)len,
                                      (uint64_t)shape->nburst.n,
                                      (uint64_t)shape->nburst.src_stride,
                                      (uint64_t)shape->nburst.dst_stride};
    pto_cmd_t *cmd = pto_cube_begin(loc, pipe, op, data, TABLE_NUM);
    cmd->arg[0] = (uint16_t)mem;
    cmd->arg[1] = (uint16_t)unit;
    cmd->arg[2] = (uint16_t)widened;
    return pto_cube_commit(pipe);
}

pto_event_t pto_mte_l1_bt_at(const pto_loc_t *loc, const void *src, void *dst, pto_elem_t src_elem, pto_elem_t dst_elem,
                             int64_t len, const pto_mte_t *shape)
{
    bool widens = dst_elem == PTO_ELEM_F32 && (src_elem == PTO_ELEM_F16 || src_elem == PTO_ELEM_BF16);
    if (!widens && !(src_elem == dst_elem && (src_elem == PTO_ELEM_F32 || src_elem == PTO_ELEM_I32))) {
        pto_fault_at(loc, "%s: the types are f32, f16 or bf16 to f32, or i32 to i32", op_bt.name);
    }
    return issue_table(loc, &op_bt, PIPE_MTE1, PTO_MEM_BT, src, dst, 32, widens ? src_elem : PTO_ELEM_NUM, len, shape);
}

pto_event_t pto_mte_l1_fb_at(const pto_loc_t *loc, const void *src, void *dst, int64_t len, const pto_mte_t *shape)
{
    return issue_table(loc, &op_fb, PIPE_FIX, PTO_MEM_FB, src, dst, 64, PTO_ELEM_NUM, len, shape);
}

/// Registers ///

void pto_set_cube_reg_at(const pto_loc_t *loc, pto_cube_reg_t reg, uint64_t value)
{
    pto_issuer(loc, "setting a cube register")->su.cube_reg[reg] = value;
}
