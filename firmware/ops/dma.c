// SPDX-License-Identifier: Apache-2.0
//
// The transfer engine: one executor for every pair of memories and both spellings.
//
// Record of a transfer:
//   arg[0] loops   arg[1] element bytes of the padding, 0 none   arg[2] left, arg[3] right padding in bytes
//   data[0] source  [1] destination  [2] bytes of a burst  [3] rows  [4] source stride  [5] destination stride
//   [6] padding bits; of stores to GM the atomic mode
//   [7] and on: count, source stride, destination stride of each loop, from inner to outer
//   arg[0] is CHECKED if the transfer has passed all checks when it was issued: rows alone, without an atomic mode
//
// Stores to GM take the atomic mode that CTRL has when they are issued.
//
// Nothing moves before everything is checked: field widths, alignment, and the span from the first to the last byte
// that the transfer touches on either side. A span is enough, because a memory or buffer is one piece.

#include <pto/cube.h>
#include <pto/dma.h>

#include <isa/limits.h>

#include <pto/print.h>

#include "../core/core.h"
#include "atomic.h"
#include "check.h"

#define BLOCK_BYTES PTO_DMA_BLOCK_BYTES

enum { SRC, DST, LEN, ROWS, SRC_STRIDE, DST_STRIDE, PAD_BITS, LOOPS, ATOMIC = PAD_BITS };
enum { LOOP_NUM, PAD_BYTES, PAD_LEFT, PAD_RIGHT };
enum { CHECKED = 1024 };  // more loops than there are

_Static_assert((LOOPS + 3 * PTO_DMA_LOOPS) * 8 <= PTO_CMD_DATA, "a record holds a transfer with all loops");

// Starts with the operation, so that a record's op names the kind.
struct pto_dma_kind {
    pto_op_t op;
    uint8_t pipe;
    uint8_t src_mem, dst_mem;
    uint8_t src_bits, dst_bits;  // widths of the stride fields
    bool blocks;                 // lengths and gaps count 32-byte blocks
    bool loops, pad;             // has such clauses
    uint32_t loads, stores;      // from GM to UB and from UB to GM, the common cases: bits of `ready`, else 0
};

static pto_step_t exec_dma(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd);
static size_t describe_dma(const pto_cmd_t *cmd, char *text, size_t bytes);

#define UNIT_BYTE                 false
#define UNIT_BLOCK                true
#define CLAUSE_LOOPS              true
#define CLAUSE_FLAT               false
#define CLAUSE_PAD                true
#define CLAUSE_BARE               false
#define MOVES(src, dst, from, to) ((src) == PTO_MEM_##from && (dst) == PTO_MEM_##to ? 1u | PTO_TURNS : 0u)
#define KIND(name, pipe, src, dst, unit, src_bits, dst_bits, loops, pad)                               \
    const pto_dma_kind_t pto_dma_##name = {{#name, exec_dma, describe_dma},                            \
                                           PIPE_##pipe,                                                \
                                           PTO_MEM_##src,                                              \
                                           PTO_MEM_##dst,                                              \
                                           src_bits,                                                   \
                                           dst_bits,                                                   \
                                           UNIT_##unit,                                                \
                                           CLAUSE_##loops,                                             \
                                           CLAUSE_##pad,                                               \
                                           MOVES(PTO_MEM_##src, PTO_MEM_##dst, GM, UB) << PIPE_##pipe, \
                                           MOVES(PTO_MEM_##src, PTO_MEM_##dst, UB, GM) << PIPE_##pipe};
#define PTO_TRANSFER(id, name, where, pipe, src, dst, unit, src_bits, dst_bits, loops, pad, form) \
    KIND(name, pipe, src, dst, unit, src_bits, dst_bits, loops, pad)
#include <isa/transfer.def>
KIND(mte_gm_l1, MTE2, GM, L1, BYTE, 40, 21, LOOPS, PAD)
KIND(copy_gm_to_cbuf, MTE2, GM, L1, BYTE, 40, 21, LOOPS, PAD)

/// Checks ///

static inline void check_side(const pto_core_t *core, const pto_cmd_t *cmd, const char *side, uint32_t mem,
                              uintptr_t address, uint64_t stride, uint64_t rows, uint64_t span)
{
    const pto_op_t *op = cmd->op;
    if (mem == PTO_MEM_GM) {
        pto_check_gm(core, cmd, side, address, span);
        return;
    }
    if (address % BLOCK_BYTES != 0) {
        pto_bad_alignment(op, side, mem, "offset", pto_mem_offset(mem, (const void *)address), BLOCK_BYTES);
    }
    if (rows > 1 && stride % BLOCK_BYTES != 0) {
        pto_bad_alignment(op, side, mem, "stride", (int64_t)stride, BLOCK_BYTES);
    }
    if (!pto_in_window(core->mem[mem], address, span)) {
        pto_bad_range(core, op, side, mem, address, span);
    }
}

// The mode of a store to GM.
static pto_atomic_mode_t atomic_mode(const pto_cmd_t *cmd)
{
    return (pto_atomic_mode_t){(uint32_t)cmd->data[ATOMIC] & 7, (uint32_t)cmd->data[ATOMIC] >> 3};
}

static bool is_atomic(const pto_cmd_t *cmd)
{
    return ((const pto_dma_kind_t *)cmd->op)->dst_mem == PTO_MEM_GM && cmd->data[ATOMIC] != 0;
}

// `all` is the bitwise or of a destination, its strides and its length: checks that elements are whole and aligned.
static void check_atomic(const pto_cmd_t *cmd, uint64_t all)
{
    pto_atomic_mode_t mode = atomic_mode(cmd);
    uint32_t bytes = pto_atomic_bytes(mode.type);
    if (bytes == 0 || mode.op >= PTO_ATOMIC_OP_NUM) {
        pto_fault_at(NULL, "%s: CTRL holds no atomic mode: type %u, operation %u", cmd->op->name, mode.type, mode.op);
    }
    if (all % bytes != 0) {
        pto_fault_at(NULL, "%s: an atomic store of elements of %u bytes to GM 0x%lx, %lu bytes with stride %lu",
                     cmd->op->name, bytes, (unsigned long)cmd->data[DST], (unsigned long)cmd->data[LEN],
                     (unsigned long)cmd->data[DST_STRIDE]);
    }
}

/// Movement ///

// Repeats an element of 1, 2, 4 or 8 bytes to 8 bytes.
static uint64_t repeat(uint64_t bits, uint32_t element_bytes)
{
    for (uint32_t width = element_bytes; width < 8; width *= 2) {
        bits |= bits << (8 * width);
    }
    return bits;
}

// Fills bytes [from, to) of an aligned row; byte k gets byte k modulo 8 of the pattern.
static void fill(uint8_t *row, uint64_t from, uint64_t to, uint64_t pattern)
{
    uint64_t i = from;
    for (; i < to && i % 8 != 0; i++) {
        row[i] = (uint8_t)(pattern >> (i % 8 * 8));
    }
    for (; i + 8 <= to; i += 8) {
        __builtin_memcpy(__builtin_assume_aligned(row + i, 8), &pattern, 8);
    }
    for (; i < to; i++) {
        row[i] = (uint8_t)(pattern >> (i % 8 * 8));
    }
}

// Bytes of a padded row: up to the stride, or to the next block where the stride is less.
static uint64_t padded_row(const pto_cmd_t *cmd)
{
    uint64_t end = cmd->arg[PAD_LEFT] + cmd->data[LEN] + cmd->arg[PAD_RIGHT];
    uint64_t stride = cmd->data[DST_STRIDE];
    return stride >= end ? stride : (end + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
}

static void move_rows(const pto_cmd_t *cmd, uint8_t *dst, const uint8_t *src)
{
    uint64_t len = cmd->data[LEN], rows = cmd->data[ROWS];
    uint64_t left = cmd->arg[PAD_LEFT];
    const pto_dma_kind_t *kind = (const pto_dma_kind_t *)cmd->op;
    PTO_OBSERVE(access, PTO_CARRIES, src, len, rows, cmd->data[SRC_STRIDE]);
    PTO_OBSERVE(access, is_atomic(cmd) ? PTO_UPDATES_BY(atomic_mode(cmd).op) : PTO_BURSTS, dst,
                cmd->arg[PAD_BYTES] != 0 ? padded_row(cmd) : len, rows, cmd->data[DST_STRIDE]);
    if (kind->src_mem == kind->dst_mem) {
        // Source and destination may overlap, so rows are copied one by one.
        for (uint64_t i = 0; i < rows; i++) {
            hal_copy(dst + i * cmd->data[DST_STRIDE], src + i * cmd->data[SRC_STRIDE], len);
        }
        return;
    }
    if (is_atomic(cmd)) {
        for (uint64_t i = 0; i < rows; i++) {
            pto_atomic_row(dst + i * cmd->data[DST_STRIDE], src + i * cmd->data[SRC_STRIDE], len, atomic_mode(cmd));
        }
        return;
    }
    hal_copy_rows(dst + left, (ptrdiff_t)cmd->data[DST_STRIDE], src, (ptrdiff_t)cmd->data[SRC_STRIDE], len, rows);
    if (cmd->arg[PAD_BYTES] != 0) {
        uint64_t end = padded_row(cmd);
        uint64_t pattern = repeat(cmd->data[PAD_BITS], cmd->arg[PAD_BYTES]);
        for (uint64_t i = 0; i < rows; i++) {
            uint8_t *row = dst + i * cmd->data[DST_STRIDE];
            fill(row, 0, left, pattern);
            fill(row, left + len, end, pattern);
        }
    }
}

static void move_loops(const pto_cmd_t *cmd, uint32_t loop_num, uint8_t *dst, const uint8_t *src)
{
    if (loop_num == 0) {
        move_rows(cmd, dst, src);
        return;
    }
    const uint64_t *loop = &cmd->data[LOOPS + 3 * (loop_num - 1)];
    for (uint64_t i = 0; i < loop[0]; i++) {
        move_loops(cmd, loop_num - 1, dst + i * loop[2], src + i * loop[1]);
    }
}

// Whether rows between GM and UB pass every check. If unsure returns false; the executor then finds the reason. Strides
// need no check of their own: one wider than its field leaves the buffer or UB, unless it is unused.
static inline __attribute__((always_inline)) bool are_rows_good(const pto_core_t *core, bool to_gm, uintptr_t gm,
                                                                uint64_t gm_stride, uintptr_t ub, uint64_t ub_stride,
                                                                uint64_t len, uint64_t n)
{
    if (((len | n) >> 16 | (gm_stride | ub_stride) >> 40) != 0 || (ub | ub_stride) % BLOCK_BYTES != 0) {
        return false;
    }
    if (!pto_in_window(core->view.ub, ub, (n - 1) * ub_stride + len)) {
        return false;
    }
    const pto_gm_buffer_t *buffer = pto_gm_holder_of(core->launch, gm, (n - 1) * gm_stride + len);
    return buffer != NULL && !(to_gm && buffer->read_only);
}

// As above for a transfer that is being issued; false for one that is not of the common kinds, or has to be checked
// when it runs.
static inline __attribute__((always_inline)) bool passes_checks(const pto_core_t *core, const pto_dma_kind_t *kind,
                                                                const void *src, const void *dst, int64_t len,
                                                                int64_t n, int64_t src_stride, int64_t dst_stride)
{
    uint32_t ready = core->view.ready;
    if ((ready & kind->loads) != 0) {
        return are_rows_good(core, false, (uintptr_t)src, (uint64_t)src_stride, (uintptr_t)dst, (uint64_t)dst_stride,
                             (uint64_t)len, (uint64_t)n);
    }
    return (ready & kind->stores) != 0 && pto_atomic_of_ctrl(core->su.ctrl).type == PTO_ATOMIC_NONE &&
           are_rows_good(core, true, (uintptr_t)dst, (uint64_t)dst_stride, (uintptr_t)src, (uint64_t)src_stride,
                         (uint64_t)len, (uint64_t)n);
}

// As are_rows_good() for a record; false for one with loops, padding or an atomic mode.
static inline bool is_good(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_dma_kind_t *kind = (const pto_dma_kind_t *)cmd->op;
    bool load = kind->loads != 0;
    if ((cmd->arg[LOOP_NUM] | cmd->arg[PAD_BYTES]) != 0 || !(load || (kind->stores != 0 && !is_atomic(cmd)))) {
        return false;
    }
    uint32_t gm = load ? 0 : DST - SRC;
    return are_rows_good(core, !load, cmd->data[SRC + gm], cmd->data[SRC_STRIDE + gm], cmd->data[DST - gm],
                         cmd->data[DST_STRIDE - gm], cmd->data[LEN], cmd->data[ROWS]);
}

static pto_step_t exec_checked(pto_core_t *core, const pto_cmd_t *cmd);

static void land(pto_core_t *core, const pto_cmd_t *cmd, const uint8_t *stored)
{
    (void)core;
    move_loops(cmd, cmd->arg[LOOP_NUM], (uint8_t *)(uintptr_t)cmd->data[DST], stored);
}

static pto_step_t exec_dma(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
#ifdef PTO_OBSERVED
    return exec_checked(core, cmd);
#else
    if (cmd->arg[LOOP_NUM] != CHECKED && (core->link != NULL || !is_good(core, cmd))) {
        return exec_checked(core, cmd);
    }
    hal_copy_rows((uint8_t *)cmd->data[DST], (ptrdiff_t)cmd->data[DST_STRIDE], (const uint8_t *)cmd->data[SRC],
                  (ptrdiff_t)cmd->data[SRC_STRIDE], cmd->data[LEN], cmd->data[ROWS]);
    return PTO_DONE;
#endif
}

static __attribute__((noinline)) pto_step_t exec_checked(pto_core_t *core, const pto_cmd_t *cmd)
{
    const pto_op_t *op = cmd->op;
    const pto_dma_kind_t *kind = (const pto_dma_kind_t *)op;
    uint64_t len = cmd->data[LEN], rows = cmd->data[ROWS];
    uint64_t src_stride = cmd->data[SRC_STRIDE], dst_stride = cmd->data[DST_STRIDE];
    uint32_t loop_num = cmd->arg[LOOP_NUM];
    bool pad = cmd->arg[PAD_BYTES] != 0;
    uint32_t scale = kind->blocks ? 6 : 0;  // widths have been checked in blocks; (len + gap) * 32 needs 6 bits more

    pto_check_width(op, "burst length", len, 16 + scale);
    pto_check_width(op, "burst count", rows, 16);
    if (rows > 1 || pad) {
        pto_check_width(op, "destination stride", dst_stride, kind->dst_bits + scale);
    }
    if (rows > 1) {
        pto_check_width(op, "source stride", src_stride, kind->src_bits + scale);
    }
    if (len == 0 || rows == 0) {
        return PTO_DONE;
    }
    uint64_t src_span = (rows - 1) * src_stride + len;
    uint64_t dst_span = (rows - 1) * dst_stride + (pad ? padded_row(cmd) : len);
    uint64_t src_strides = src_stride, dst_strides = dst_stride;
    uint64_t copies = rows;
    for (uint32_t i = 0; i < loop_num; i++) {
        const uint64_t *loop = &cmd->data[LOOPS + 3 * i];
        pto_check_width(op, "loop count", loop[0], 21);
        if (loop[0] == 0) {
            return PTO_DONE;
        }
        if (loop[0] > 1) {
            pto_check_width(op, "loop source stride", loop[1], kind->src_bits);
            pto_check_width(op, "loop destination stride", loop[2], kind->dst_bits);
            src_span += (loop[0] - 1) * loop[1];
            dst_span += (loop[0] - 1) * loop[2];
            // All strides are aligned if their bitwise or is.
            src_strides = (copies > 1 ? src_strides : 0) | loop[1];
            dst_strides = (copies > 1 ? dst_strides : 0) | loop[2];
            copies = 2;
        }
    }
    uint8_t *dst = (uint8_t *)(uintptr_t)cmd->data[DST];
    const uint8_t *src = (const uint8_t *)(uintptr_t)cmd->data[SRC];
    check_side(core, cmd, "source", kind->src_mem, (uintptr_t)src, src_strides, copies, src_span);
    check_side(core, cmd, "destination", kind->dst_mem, (uintptr_t)dst, dst_strides, copies, dst_span);
    if (is_atomic(cmd)) {
        check_atomic(cmd, (uintptr_t)dst | len | (copies > 1 ? dst_strides : 0));
    }
    if (kind->dst_mem == PTO_MEM_L1) {
        pto_core_uses_l1(core);
    }
    if (core->link != NULL && kind->dst_mem == PTO_MEM_GM && pto_link_post(core, cmd, land, dst, src, src_span)) {
        return PTO_DONE;
    }
    move_loops(cmd, loop_num, dst, src);
    return PTO_DONE;
}

static size_t describe_side(char *text, size_t bytes, uint32_t mem, uintptr_t address, uint64_t stride)
{
    return pto_format(text, bytes, mem == PTO_MEM_GM ? "%s 0x%lx stride %ld" : "%s +0x%lx stride %ld",
                      pto_mem_names[mem], (unsigned long)pto_mem_offset(mem, (const void *)address), (long)stride);
}

static size_t describe_dma(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    const pto_dma_kind_t *kind = (const pto_dma_kind_t *)cmd->op;
    size_t length = pto_format(text, bytes, "%ld x %ld bytes from ", (long)cmd->data[ROWS], (long)cmd->data[LEN]);
    length +=
        describe_side(text + length, bytes - length, kind->src_mem, (uintptr_t)cmd->data[SRC], cmd->data[SRC_STRIDE]);
    length += pto_format(text + length, bytes - length, " to ");
    return length + describe_side(text + length, bytes - length, kind->dst_mem, (uintptr_t)cmd->data[DST],
                                  cmd->data[DST_STRIDE]);
}

/// Issue ///

static inline void fill_rows(pto_cmd_t *cmd, const void *src, void *dst, int64_t len, int64_t n, int64_t src_stride,
                             int64_t dst_stride)
{
    cmd->data[SRC] = (uintptr_t)src;
    cmd->data[DST] = (uintptr_t)dst;
    cmd->data[LEN] = (uint64_t)len;
    cmd->data[ROWS] = (uint64_t)n;
    cmd->data[SRC_STRIDE] = (uint64_t)src_stride;
    cmd->data[DST_STRIDE] = (uint64_t)dst_stride;
}

static pto_cmd_t *begin(const pto_core_t *core, const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src,
                        void *dst, int64_t len, int64_t n, int64_t src_stride, int64_t dst_stride)
{
    pto_cmd_t *cmd = pto_issue_begin((pto_core_t *)core, kind->pipe, &kind->op, loc);
    if (kind->blocks) {
        // In blocks, and with gaps for strides. A value too large for 16 bits stays too large, so it is still a fault.
        bool fits = ((uint64_t)len | (uint64_t)src_stride | (uint64_t)dst_stride) >> 16 == 0;
        if (!fits) {
            pto_fault_at(loc, "%s: burst length %ld, source gap %ld or destination gap %ld does not fit 16 bits",
                         kind->op.name, (long)len, (long)src_stride, (long)dst_stride);
        }
        src_stride = (len + src_stride) * BLOCK_BYTES;
        dst_stride = (len + dst_stride) * BLOCK_BYTES;
        len *= BLOCK_BYTES;
    }
    fill_rows(cmd, src, dst, len, n, src_stride, dst_stride);
    __builtin_memset(cmd->arg, 0, sizeof cmd->arg);  // no loops, no padding
    if (kind->dst_mem == PTO_MEM_GM) {
        pto_atomic_mode_t mode = pto_atomic_of_ctrl(core->su.ctrl);
        cmd->data[ATOMIC] = mode.type == PTO_ATOMIC_NONE ? 0 : mode.type | mode.op << 3;
    }
    return cmd;
}

static void add_loop(pto_cmd_t *cmd, int64_t count, int64_t src_stride, int64_t dst_stride)
{
    uint64_t *loop = &cmd->data[LOOPS + 3 * cmd->arg[LOOP_NUM]++];
    loop[0] = (uint64_t)count;
    loop[1] = (uint64_t)src_stride;
    loop[2] = (uint64_t)dst_stride;
}

static void add_pad(const pto_loc_t *loc, pto_cmd_t *cmd, uint64_t bits, uint32_t element_bytes, int64_t left,
                    int64_t right, uint32_t unit)
{
    if ((uint64_t)left > 255 || (uint64_t)right > 255) {
        pto_fault_at(loc, "%s: padding count %ld does not fit 8 bits", cmd->op->name,
                     (long)((uint64_t)left > 255 ? left : right));
    }
    if (element_bytes > 8 || (element_bytes & (element_bytes - 1)) != 0) {
        pto_fault_at(loc, "%s: a padding element of %u bytes is not 1, 2, 4 or 8", cmd->op->name, element_bytes);
    }
    cmd->data[PAD_BITS] = bits;
    cmd->arg[PAD_BYTES] = (uint16_t)element_bytes;
    cmd->arg[PAD_LEFT] = (uint16_t)(left * unit);
    cmd->arg[PAD_RIGHT] = (uint16_t)(right * unit);
}

static __attribute__((noinline)) pto_event_t queue_rows(const pto_loc_t *loc, const pto_dma_kind_t *kind,
                                                        const void *src, void *dst, int64_t len, int64_t n,
                                                        int64_t src_stride, int64_t dst_stride)
{
    begin(pto_issuer(loc, kind->op.name), loc, kind, src, dst, len, n, src_stride, dst_stride);
    return pto_issue_commit(hal_hart()->issuer, kind->pipe);
}

static __attribute__((noinline)) pto_event_t queue_checked(const pto_loc_t *loc, const pto_dma_kind_t *kind,
                                                           const void *src, void *dst, int64_t len, int64_t n,
                                                           int64_t src_stride, int64_t dst_stride);

// As queue_checked() where the queue may be idle or full.
static __attribute__((noinline)) pto_event_t queue_stopped(const pto_loc_t *loc, const pto_dma_kind_t *kind,
                                                           const void *src, void *dst, int64_t len, int64_t n,
                                                           int64_t src_stride, int64_t dst_stride)
{
    return pto_interleave_make_room(hal_hart()->issuer, kind->pipe)
               ? queue_checked(loc, kind, src, dst, len, n, src_stride, dst_stride)
               : queue_rows(loc, kind, src, dst, len, n, src_stride, dst_stride);
}

// As queue_rows() on an interleaved core, for a transfer that has passed all checks.
static pto_event_t queue_checked(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst,
                                 int64_t len, int64_t n, int64_t src_stride, int64_t dst_stride)
{
    pto_core_t *core = hal_hart()->issuer;
    if (pto_interleave_is_stopped(core, kind->pipe)) {
        return queue_stopped(loc, kind, src, dst, len, n, src_stride, dst_stride);
    }
    pto_cmd_t *cmd = pto_take_record(&core->pipe[kind->pipe], &kind->op, loc);
    fill_rows(cmd, src, dst, len, n, src_stride, dst_stride);
    cmd->arg[LOOP_NUM] = CHECKED;
    return pto_interleave_commit(core, kind->pipe, true);
}

// Checks a transfer where its operands are in registers; one that fails is checked again when it runs, and reported
// then. Separate from the paths that need a record, so that it saves few registers. All calls but one are tail calls.
pto_event_t pto_dma_rows_at(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst, int64_t len,
                            int64_t n, int64_t src_stride, int64_t dst_stride)
{
    static const pto_event_t done = {PIPE_S, 0};  // PTO_EVENT_DONE as an object, cheaper than building it here
    const pto_core_t *core = hal_hart()->issuer;
    if (core == NULL || !passes_checks(core, kind, src, dst, len, n, src_stride, dst_stride)) {
        return queue_rows(loc, kind, src, dst, len, n, src_stride, dst_stride);
    }
    if (core->view.ready >= PTO_TURNS) {
        return queue_checked(loc, kind, src, dst, len, n, src_stride, dst_stride);
    }
    hal_copy_rows(dst, dst_stride, src, src_stride, (size_t)len, (size_t)n);
    return done;
}

pto_event_t pto_dma_at(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst, int64_t len,
                       const pto_mte_t *shape)
{
    pto_core_t *core = pto_issuer(loc, kind->op.name);
    pto_cmd_t *cmd =
        begin(core, loc, kind, src, dst, len, shape->nburst.n, shape->nburst.src_stride, shape->nburst.dst_stride);
    for (uint32_t i = 0; i < PTO_DMA_LOOPS; i++) {
        const pto_loop_t *loop = &shape->loop[i];
        if (loop->present || (loop->count | loop->src_stride | loop->dst_stride) != 0) {
            add_loop(cmd, loop->count, loop->src_stride, loop->dst_stride);
        }
    }
    if (shape->pad.element_bytes != 0) {
        add_pad(loc, cmd, shape->pad.bits, shape->pad.element_bytes, shape->pad.left, shape->pad.right,
                shape->pad.element_bytes);
    }
    if ((cmd->arg[LOOP_NUM] != 0 && !kind->loops) || (cmd->arg[PAD_BYTES] != 0 && !kind->pad)) {
        pto_fault_at(loc, "%s has no %s", kind->op.name, cmd->arg[LOOP_NUM] != 0 && !kind->loops ? "loops" : "padding");
    }
    return pto_issue_commit(core, kind->pipe);
}

void pto_dma_bad_l2(const pto_loc_t *loc, int64_t l2_cache_ctl)
{
    pto_fault_at(loc, "mte_gm_ub: cache control %ld does not fit 2 bits", (long)l2_cache_ctl);
}

/// The spelling before v0.6 ///

// Drops loops of one iteration, which keeps the transfer eligible for the fast path.
static void add_register_loops(pto_core_t *core, pto_cmd_t *cmd, uint32_t direction)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (core->su.loop[direction].count[i] != 1) {
            add_loop(cmd, core->su.loop[direction].count[i], core->su.loop[direction].src_stride[i],
                     core->su.loop[direction].dst_stride[i]);
        }
    }
}

pto_event_t pto_copy_gm_to_ubuf_at(const pto_loc_t *loc, const void *src, void *dst, int64_t sid, int64_t n_burst,
                                   int64_t len_burst, int64_t left_pad, int64_t right_pad, bool data_select,
                                   int64_t l2_cache_ctl, int64_t src_stride, int64_t dst_stride)
{
    (void)sid;
    const pto_dma_kind_t *kind = &pto_dma_copy_gm_to_ubuf;
    pto_core_t *core = pto_issuer(loc, kind->op.name);
    if ((uint64_t)l2_cache_ctl > 3) {
        pto_fault_at(loc, "%s: cache control %ld does not fit 2 bits", kind->op.name, (long)l2_cache_ctl);
    }
    pto_cmd_t *cmd = begin(core, loc, kind, src, dst, len_burst, n_burst, src_stride, dst_stride);
    add_register_loops(core, cmd, 0);
    if (data_select) {
        add_pad(loc, cmd, core->su.pad_bits, core->su.pad_bytes, left_pad, right_pad, 1);
    }
    return pto_issue_commit(core, kind->pipe);
}

pto_event_t pto_copy_ubuf_to_gm_at(const pto_loc_t *loc, const void *src, void *dst, int64_t sid, int64_t n_burst,
                                   int64_t len_burst, int64_t reserved, int64_t dst_stride, int64_t src_stride)
{
    (void)sid;
    (void)reserved;
    const pto_dma_kind_t *kind = &pto_dma_copy_ubuf_to_gm;
    pto_core_t *core = pto_issuer(loc, kind->op.name);
    pto_cmd_t *cmd = begin(core, loc, kind, src, dst, len_burst, n_burst, src_stride, dst_stride);
    add_register_loops(core, cmd, 1);
    return pto_issue_commit(core, kind->pipe);
}

pto_event_t pto_copy_gm_to_cbuf_at(const pto_loc_t *loc, const void *src, void *dst, int64_t n_burst, int64_t len_burst,
                                   int64_t src_stride, int64_t dst_stride)
{
    const pto_dma_kind_t *kind = &pto_dma_copy_gm_to_cbuf;
    pto_core_t *core = pto_issuer(loc, kind->op.name);
    pto_cmd_t *cmd = begin(core, loc, kind, src, dst, len_burst, n_burst, src_stride, dst_stride);
    uint64_t sizes = core->su.cube_reg[PTO_REG_LOOP_SIZE_OUTTOL1];
    const uint64_t strides[2] = {core->su.cube_reg[PTO_REG_LOOP1_STRIDE_OUTTOL1],
                                 core->su.cube_reg[PTO_REG_LOOP2_STRIDE_OUTTOL1]};
    for (uint32_t i = 0; i < 2; i++) {
        int64_t count = (int64_t)(sizes >> 21 * i & 0x1fffff);
        if (count != 1) {
            add_loop(cmd, count, (int64_t)(strides[i] & 0xffffffffff), (int64_t)(strides[i] >> 40));
        }
    }
    return pto_issue_commit(core, kind->pipe);
}

pto_event_t pto_copy_local_at(const pto_loc_t *loc, const pto_dma_kind_t *kind, const void *src, void *dst, int64_t sid,
                              int64_t n_burst, int64_t len_burst, int64_t src_gap, int64_t dst_gap)
{
    (void)sid;
    return pto_dma_rows_at(loc, kind, src, dst, len_burst, n_burst, src_gap, dst_gap);
}

void pto_set_loop_size_at(const pto_loc_t *loc, uint32_t direction, int64_t loop1, int64_t loop2)
{
    pto_core_t *core = pto_issuer(loc, "set_loop_size");
    if (((uint64_t)loop1 | (uint64_t)loop2) >> 21 != 0) {
        pto_fault_at(loc, "set_loop_size: count %ld or %ld does not fit 21 bits", (long)loop1, (long)loop2);
    }
    core->su.loop[direction].count[0] = loop1;
    core->su.loop[direction].count[1] = loop2;
}

void pto_set_loop_stride_at(const pto_loc_t *loc, uint32_t direction, uint32_t loop, int64_t src, int64_t dst)
{
    pto_core_t *core = pto_issuer(loc, "set_loop_stride");
    core->su.loop[direction].src_stride[loop] = src;
    core->su.loop[direction].dst_stride[loop] = dst;
}

void pto_set_mov_pad_val_at(const pto_loc_t *loc, uint64_t bits, uint32_t element_bytes)
{
    pto_core_t *core = pto_issuer(loc, "set_mov_pad_val");
    core->su.pad_bits = bits;
    core->su.pad_bytes = element_bytes;
}
