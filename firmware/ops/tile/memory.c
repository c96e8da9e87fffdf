// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of tiles.
//
// The first three dimensions of a tensor enumerate blocks, each a matrix of the last two; the layout of the tensor
// determines the offset of a block in the tile. All blocks are checked before the first one moves.

#include "lanes/lanes.h"
#include "../check.h"
#include "transfer.h"

// One block, cut to the tile's valid region.
typedef struct {
    uint8_t *gm;
    int64_t row_stride, col_stride;  // in GM, elements
    int32_t row, col;                // in the tile
    int32_t rows, cols;
} block_t;

typedef struct {
    const pto_core_t *core;
    const pto_cmd_t *cmd;
    const pto_tensor_t *tensor;
    const pto_tile_t *tile;
    uint8_t *base;  // of the tile
    pto_tile_convert_t convert;
} transfer_t;

static int32_t clip(int64_t extent, int32_t from, int32_t end)
{
    int64_t left = (int64_t)end - from;
    return (int32_t)(left <= 0 ? 0 : left < extent ? left : extent);
}

static inline block_t block_of(const transfer_t *transfer, const int64_t index[3])
{
    const pto_tensor_t *t = transfer->tensor;
    const int64_t *shape = t->shape;
    int64_t offset = index[0] * t->stride[0] + index[1] * t->stride[1] + index[2] * t->stride[2];
    int64_t row = 0, col = 0;
    switch (t->layout) {
        case PTO_LAYOUT_NZ:
            row = index[2] * shape[3];
            col = (index[0] * shape[1] + index[1]) * shape[4];
            break;
        case PTO_LAYOUT_DN:
            col = ((index[0] * shape[1] + index[1]) * shape[2] + index[2]) * shape[4];
            break;
        default:
            row = ((index[0] * shape[1] + index[1]) * shape[2] + index[2]) * shape[3];
            break;
    }
    block_t block = {.gm = (uint8_t *)t->data + offset * pto_elem_bytes[t->elem],
                     .row_stride = t->stride[3],
                     .col_stride = t->stride[4],
                     .row = (int32_t)row,
                     .col = (int32_t)col,
                     .rows = clip(shape[3], (int32_t)row, transfer->tile->valid_rows),
                     .cols = clip(shape[4], (int32_t)col, transfer->tile->valid_cols)};
    return block;
}

typedef void (*visit_t)(const transfer_t *transfer, const block_t *block);

static void for_blocks(const transfer_t *transfer, visit_t visit)
{
    const int64_t *shape = transfer->tensor->shape;
    int64_t index[3] = {0, 0, 0};
    if (shape[0] == 1 && shape[1] == 1 && shape[2] == 1) {  // the common case: one block, at 0 in every layout
        block_t block = block_of(transfer, index);
        if (block.rows > 0 && block.cols > 0) {
            visit(transfer, &block);
        }
        return;
    }
    for (index[0] = 0; index[0] < shape[0]; index[0]++) {
        for (index[1] = 0; index[1] < shape[1]; index[1]++) {
            for (index[2] = 0; index[2] < shape[2]; index[2]++) {
                block_t block = block_of(transfer, index);
                if (block.rows > 0 && block.cols > 0) {
                    visit(transfer, &block);
                }
            }
        }
    }
}

/// Checks ///

void pto_tile_check_gm(const pto_cmd_t *cmd, const char *name, const void *at, int64_t bytes)
{
    if (pto_in_gm((uintptr_t)at, (size_t)bytes)) {
        return;
    }
    const pto_launch_t *launch = pto_launch_now();
    for (size_t i = 0; i < launch->buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &launch->buffers[i];
        if (pto_in_window((hal_window_t){buffer->address, buffer->bytes}, (uintptr_t)at, 0)) {
            PTO_TILE_FAULT(cmd, "%ld bytes of %s at offset %ld of GM buffer %s are outside its %zu bytes", (long)bytes,
                           name, (long)((const uint8_t *)at - (const uint8_t *)buffer->address),
                           buffer->name != NULL ? buffer->name : "(unnamed)", buffer->bytes);
        }
    }
    PTO_TILE_FAULT(cmd, "%ld bytes of %s at address 0x%lx are in no bound GM buffer", (long)bytes, name,
                   (unsigned long)(uintptr_t)at);
}

void pto_tile_check_atomic(const pto_cmd_t *cmd, const pto_tensor_t *tensor)
{
    const uint32_t bytes = pto_elem_bytes[tensor->elem];
    if ((uintptr_t)tensor->data % bytes != 0) {
        PTO_TILE_FAULT(cmd, "atomic updates of elements of %u bytes at GM 0x%lx, which is no multiple of it", bytes,
                       (unsigned long)(uintptr_t)tensor->data);
    }
}

static void check_span(const transfer_t *transfer, const block_t *block, bool reads)
{
    int64_t row_span = (block->rows - 1) * block->row_stride;
    int64_t col_span = (block->cols - 1) * block->col_stride;
    int64_t low = (row_span < 0 ? row_span : 0) + (col_span < 0 ? col_span : 0);
    int64_t high = (row_span > 0 ? row_span : 0) + (col_span > 0 ? col_span : 0);
    int64_t bytes = pto_elem_bytes[transfer->tensor->elem];
    const uint8_t *first = block->gm + low * bytes;
    int64_t span = (high - low + 1) * bytes;
    if (reads && pto_run_state.options.open_views && !pto_in_gm((uintptr_t)first, (size_t)span) &&
        pto_is_in_slack(transfer->cmd, true, (uintptr_t)first, (uint64_t)span)) {
        return;
    }
    pto_tile_check_gm(transfer->cmd, "the tensor", first, span);
}

static void check_block(const transfer_t *transfer, const block_t *block)
{
    check_span(transfer, block, true);
}

// As above for a store. With slack, writes to an input are allowed and do not reach its file.
static void check_written(const transfer_t *transfer, const block_t *block)
{
    check_span(transfer, block, false);
    const pto_gm_buffer_t *buffer = pto_gm_holder((uintptr_t)block->gm, 1);
    if (buffer->read_only && buffer->slack == 0) {
        pto_bad_write(transfer->cmd, buffer);
    }
}

// The extents of the tensor as one matrix.
static void check_shapes(const transfer_t *transfer)
{
    const int64_t *shape = transfer->tensor->shape;
    int64_t rows = shape[3], cols = shape[4];
    switch (transfer->tensor->layout) {
        case PTO_LAYOUT_NZ:
            rows *= shape[2];
            cols *= shape[0] * shape[1];
            break;
        case PTO_LAYOUT_DN:
            cols *= shape[0] * shape[1] * shape[2];
            break;
        default:
            rows *= shape[0] * shape[1] * shape[2];
            break;
    }
    const pto_tile_t *tile = transfer->tile;
    if (tile->valid_rows > rows || tile->valid_cols > cols) {
        PTO_TILE_FAULT(transfer->cmd, "valid region %d x %d of the tile exceeds the tensor's %ld x %ld",
                       tile->valid_rows, tile->valid_cols, (long)rows, (long)cols);
    }
}

static void check_sizes(const pto_cmd_t *cmd, const pto_tensor_t *tensor, const pto_tile_t *tile)
{
    if (tensor->elem >= PTO_ELEM_NUM || pto_elem_bytes[tensor->elem] != pto_elem_bytes[tile->elem]) {
        PTO_TILE_FAULT(cmd, "elements of the tensor (%s) and of the tile (%s) differ in size",
                       tensor->elem < PTO_ELEM_NUM ? pto_elem_names[tensor->elem] : "?", pto_elem_names[tile->elem]);
    }
}

/// Moves ///

// Copies one run of `rows` rows of `bytes` bytes, into the tile or out of it.
static void copy(bool to_gm, uint8_t *tile, int64_t tile_stride, uint8_t *gm, int64_t gm_stride, int64_t bytes,
                 int64_t rows)
{
    if (to_gm) {
        hal_copy_rows(gm, gm_stride, tile, tile_stride, (size_t)bytes, (size_t)rows);
    } else {
        hal_copy_rows(tile, tile_stride, gm, gm_stride, (size_t)bytes, (size_t)rows);
    }
}

// Rows in boxes: one run for each column of boxes. For column-major boxes `rows` and `cols` are exchanged.
static void copy_boxes(const transfer_t *transfer, const block_t *block, bool to_gm, bool turned)
{
    const pto_tile_t *tile = transfer->tile;
    int64_t bytes = pto_elem_bytes[tile->elem];
    pto_box_t box = pto_tile_box(tile);
    int32_t width = turned ? box.rows : box.cols;
    int32_t from = turned ? block->row : block->col, end = from + (turned ? block->rows : block->cols);
    int64_t gm_run = (turned ? block->col_stride : block->row_stride) * bytes;
    uint8_t *local = transfer->base + pto_tile_offset(tile, block->row, block->col) * bytes;
    if (!to_gm && width * bytes == 32 && from % width == 0 &&
        pto_tile_copy_to_boxes(local, (size_t)tile->pitch * 32, block->gm, (ptrdiff_t)gm_run,
                               (size_t)((end - from) * bytes), (size_t)(turned ? block->cols : block->rows))) {
        return;
    }
    for (int32_t at = from, phase = from % width; at < end; phase = 0) {
        int32_t left = width - phase, count = left < end - at ? left : end - at;
        copy(to_gm, local, width * bytes, block->gm + (at - from) * bytes, gm_run, count * bytes,
             turned ? block->cols : block->rows);
        local += ((int64_t)tile->pitch * width - phase) * bytes;  // to the start of the next column of boxes
        at += count;
    }
}

static void copy_elements(const transfer_t *transfer, const block_t *block, bool to_gm)
{
    const pto_tile_t *tile = transfer->tile;
    int64_t bytes = pto_elem_bytes[tile->elem];
    for (int32_t r = 0; r < block->rows; r++) {
        for (int32_t c = 0; c < block->cols; c++) {
            uint8_t *local = transfer->base + pto_tile_offset(tile, block->row + r, block->col + c) * bytes;
            uint8_t *gm = block->gm + (r * block->row_stride + c * block->col_stride) * bytes;
            __builtin_memcpy(to_gm ? gm : local, to_gm ? local : gm, (size_t)bytes);
        }
    }
}

static void move_block(const transfer_t *transfer, const block_t *block, bool to_gm)
{
    const pto_tile_t *tile = transfer->tile;
    int64_t bytes = pto_elem_bytes[tile->elem];
    bool rows = block->col_stride == 1 || block->cols == 1;  // rows are contiguous in GM
    bool cols = block->row_stride == 1 || block->rows == 1;  // columns are
    uint8_t *local = transfer->base + pto_tile_offset(tile, block->row, block->col) * bytes;
    if (pto_tile_is_plain(tile) && tile->blayout == PTO_ROW_MAJOR && rows) {
        copy(to_gm, local, tile->pitch * bytes, block->gm, block->row_stride * bytes, block->cols * bytes, block->rows);
    } else if (pto_tile_is_plain(tile) && tile->blayout == PTO_COL_MAJOR && cols) {
        copy(to_gm, local, tile->pitch * bytes, block->gm, block->col_stride * bytes, block->rows * bytes, block->cols);
    } else if (tile->slayout == PTO_BOX_ROW_MAJOR && tile->blayout == PTO_COL_MAJOR && rows) {
        copy_boxes(transfer, block, to_gm, false);
    } else if (tile->slayout == PTO_BOX_COL_MAJOR && tile->blayout == PTO_ROW_MAJOR && cols) {
        copy_boxes(transfer, block, to_gm, true);
    } else {
        copy_elements(transfer, block, to_gm);
    }
}

// Copies a block, by contiguous rows, contiguous columns or single elements.
static void observe_block(const transfer_t *transfer, const block_t *block, pto_access_t kind)
{
#ifdef PTO_OBSERVED
    int64_t bytes = pto_elem_bytes[transfer->tensor->elem];
    bool by_cols = block->row_stride == 1 && block->col_stride != 1;
    int32_t num = by_cols ? block->cols : block->rows, run = by_cols ? block->rows : block->cols;
    int64_t step = by_cols ? block->col_stride : block->row_stride;
    int64_t run_step = by_cols ? block->row_stride : block->col_stride;
    if (run_step == 1 || run == 1) {
        pto_observe_access(kind, block->gm, (uint64_t)(run * bytes), (uint64_t)num, (uint64_t)(step * bytes));
        return;
    }
    for (int32_t i = 0; i < num; i++) {
        pto_observe_access(kind, block->gm + i * step * bytes, (uint64_t)bytes, (uint64_t)run,
                           (uint64_t)(run_step * bytes));
    }
#else
    (void)transfer, (void)block, (void)kind;
#endif
}

static void load_block(const transfer_t *transfer, const block_t *block)
{
    observe_block(transfer, block, PTO_READS);
    move_block(transfer, block, false);
}

static void store_block(const transfer_t *transfer, const block_t *block)
{
    observe_block(transfer, block, PTO_WRITES);
    move_block(transfer, block, true);
}

/// Padding ///

uint64_t pto_tile_pad_value(uint8_t elem, uint32_t pad, uint32_t pad_bits)
{
    static const uint64_t largest[PTO_ELEM_F32 + 1] = {0x7f,      0xff,       0x7fff, 0xffff, 0x7fffffff, 0xffffffff,
                                                       INT64_MAX, UINT64_MAX, 0x7bff, 0x7f7f, 0x7f7fffff};
    static const uint64_t smallest[PTO_ELEM_F32 + 1] = {
        0x80, 0, 0x8000, 0, 0x80000000, 0, (uint64_t)INT64_MIN, 0, 0xfbff, 0xff7f, 0xff7fffff};
    switch (pad) {
        case PTO_PAD_MAX:
            return elem <= PTO_ELEM_F32 ? largest[elem] : elem == PTO_ELEM_E5M2 ? 0x7c : 0x7e;
        case PTO_PAD_MIN:
            return elem <= PTO_ELEM_F32 ? smallest[elem] : elem == PTO_ELEM_E5M2 ? 0xfc : 0xfe;
        case PTO_PAD_CUSTOM:
            return pad_bits;
        default:
            return 0;
    }
}

void pto_tile_fill(const pto_core_t *core, const pto_tile_t *tile, int32_t row, int32_t col, int32_t rows, int32_t cols,
                   uint64_t bits)
{
    size_t bytes = pto_elem_bytes[tile->elem];
    uint8_t *base = pto_tile_base(core, tile);
    if (cols <= 0) {
        return;
    }
    pto_tile_observe(tile, base, row, col, rows, cols, true);
    for (int32_t r = row; r < row + rows; r++) {
        if (pto_tile_is_rows(tile)) {
            pto_lanes_row(pto_tile_fill_routine(tile->elem), base + pto_tile_offset(tile, r, col) * (int64_t)bytes, NULL, NULL,
                          bits, (size_t)cols);
            continue;
        }
        for (int32_t c = col; c < col + cols; c++) {
            __builtin_memcpy(base + pto_tile_offset(tile, r, c) * (int64_t)bytes, &bits, bytes);
        }
    }
}

void pto_tile_fill_outside(const pto_core_t *core, const pto_tile_t *tile, int32_t rows, int32_t cols, uint64_t bits)
{
    pto_tile_fill(core, tile, 0, cols, rows, tile->cols - cols, bits);
    pto_tile_fill(core, tile, rows, 0, tile->rows - rows, tile->cols, bits);
}

/// Instructions ///

pto_step_t pto_tile_exec_load(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst;
        pto_tensor_t src;
        pto_scalar_t pad_value;
        uint64_t pad_mode;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    check_sizes(cmd, &p->src, &p->dst);
    transfer_t transfer = {.core = core, .cmd = cmd, .tensor = &p->src, .tile = &p->dst};
    transfer.base = pto_tile_base(core, &p->dst);
    check_shapes(&transfer);
    for_blocks(&transfer, check_block);
    if (p->dst.loc == PTO_LOC_MAT) {
        pto_core_uses_l1(core);
    }
    if (p->dst.pad != PTO_PAD_NULL && p->dst.loc == PTO_LOC_VEC) {
        pto_tile_fill_outside(core, &p->dst, p->dst.valid_rows, p->dst.valid_cols,
                              pto_tile_pad_value(p->dst.elem, p->dst.pad, p->dst.pad_bits));
    } else if (!pto_tile_is_plain(&p->dst)) {
        // The last box of each row is filled up with zeros, as by the transfers into fractals.
        pto_box_t box = pto_tile_box(&p->dst);
        int32_t rest = (box.cols - p->dst.valid_cols % box.cols) % box.cols;
        int32_t left = p->dst.cols - p->dst.valid_cols;
        pto_tile_fill(core, &p->dst, 0, p->dst.valid_cols, p->dst.valid_rows, rest < left ? rest : left, 0);
    }
    for_blocks(&transfer, load_block);
    if (pto_tile_op_of(cmd)->id == PTO_TILE_ID_tload && p->pad_mode == PTO_PAD_MODE_VALUE) {
        pto_tile_fill(core, &p->dst, 0, p->dst.valid_cols, p->dst.valid_rows, p->dst.cols - p->dst.valid_cols,
                      pto_tile_scalar(cmd, p->pad_value, p->dst.elem));
    }
    return PTO_DONE;
}

static void convert_block(const transfer_t *transfer, const block_t *block)
{
    const pto_tile_t *tile = transfer->tile;
    int64_t src_bytes = pto_elem_bytes[tile->elem], dst_bytes = pto_elem_bytes[transfer->tensor->elem];
    observe_block(transfer, block, transfer->convert.add != PTO_ATOMIC_NONE ? PTO_UPDATES : PTO_WRITES);
    for (int32_t r = 0; r < block->rows; r++) {
        for (int32_t c = 0; c < block->cols; c++) {
            const uint8_t *from = transfer->base + pto_tile_offset(tile, block->row + r, block->col + c) * src_bytes;
            uint8_t *to = block->gm + (r * block->row_stride + c * block->col_stride) * dst_bytes;
            pto_tile_convert(&transfer->convert, from, to, block->col + c);
        }
    }
}

typedef struct {
    pto_tensor_t dst;
    pto_tile_t src, fp;
    pto_scalar_t pre_quant;
    uint64_t phase, atomic, relu;
} store_t;

static transfer_t store_of(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const store_t *p = (const void *)cmd->data;
    transfer_t transfer = {.core = core, .cmd = cmd, .tensor = &p->dst, .tile = &p->src};
    transfer.base = pto_tile_base(core, &p->src);
    transfer.convert = pto_tile_conversion(core, cmd, &p->src, p->dst.elem, &p->fp, p->pre_quant,
                                           p->relu == PTO_RELU_NORMAL, p->atomic == PTO_STORE_ADD);
    return transfer;
}

static void store(const transfer_t *transfer)
{
    for_blocks(transfer, transfer->convert.plain ? store_block : convert_block);
}

static void land(pto_core_t *core, const pto_cmd_t *cmd, const uint8_t *stored)
{
    transfer_t transfer = store_of(core, cmd);
    transfer.base = (uint8_t *)(uintptr_t)stored;
    store(&transfer);
}

pto_step_t pto_tile_exec_store(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const store_t *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    bool from_acc = p->src.loc == PTO_LOC_ACC;
    bool quantised = pto_tile_is_present(&p->fp) || pto_scalar_is_present(p->pre_quant);
    if (!from_acc && (quantised || p->relu != PTO_RELU_NONE)) {
        PTO_TILE_FAULT(cmd, "%s is for tiles in acc, and src lies in %s", quantised ? "pre-quantisation" : "ReLU",
                       pto_tile_loc_names[p->src.loc]);
    }
    if (!from_acc) {
        check_sizes(cmd, &p->dst, &p->src);
    }
    transfer_t transfer = store_of(core, cmd);
    check_shapes(&transfer);
    if (transfer.convert.add != PTO_ATOMIC_NONE) {
        pto_tile_check_atomic(cmd, &p->dst);
    }
    for_blocks(&transfer, check_written);
    // Scales are read when the store executes, so one with a vector of them lands at once.
    bool posted = core->link != NULL && !pto_tile_is_present(&p->fp) &&
                  pto_link_post(core, cmd, land, p->dst.data, transfer.base, pto_tile_span(&p->src));
    if (!posted) {
        store(&transfer);
    }
    return PTO_DONE;
}
