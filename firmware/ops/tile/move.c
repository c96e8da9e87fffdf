// SPDX-License-Identifier: Apache-2.0
//
// Moves between tiles: whole tiles, windows out of and into larger ones, transposition, concatenation, padding.

#include "lanes/lanes.h"
#include "transfer.h"

/// Moves and windows ///

// Parameters of a move, extract or insert.
typedef struct {
    const pto_tile_t *dst, *src, *fp;
    int64_t dst_row, dst_col, src_row, src_col;
    int32_t rows, cols;
    pto_scalar_t pre_quant;
    uint64_t mode, relu;
} move_t;

static bool is_legal_pair(uint32_t src, uint32_t dst)
{
    switch (src) {
        case PTO_LOC_VEC:
            return dst == PTO_LOC_VEC || dst == PTO_LOC_MAT;
        case PTO_LOC_MAT:
            return dst != PTO_LOC_MAT && dst != PTO_LOC_ACC;
        default:
            return dst == PTO_LOC_VEC || dst == PTO_LOC_MAT;
    }
}

static void check_options(const pto_cmd_t *cmd, const move_t *m)
{
    bool from_acc = m->src->loc == PTO_LOC_ACC;
    if (!from_acc && (pto_tile_is_present(m->fp) || pto_scalar_is_present(m->pre_quant) || m->relu != PTO_RELU_NONE ||
                      m->mode != PTO_ACC_TO_VEC_0)) {
        PTO_TILE_FAULT(cmd, "fp, preQuantScalar, reluPreMode and accToVecMode are for sources in acc");
    }
    if (from_acc && m->dst->loc != PTO_LOC_VEC && m->mode != PTO_ACC_TO_VEC_0) {
        PTO_TILE_FAULT(cmd, "accToVecMode is for moves from acc to vec");
    }
}

static void check_elements(const pto_cmd_t *cmd, const move_t *m)
{
    uint8_t src = m->src->elem, dst = m->dst->elem;
    bool widens = m->dst->loc == PTO_LOC_BIAS && dst == PTO_ELEM_F32 && (src == PTO_ELEM_F16 || src == PTO_ELEM_BF16);
    if (m->src->loc != PTO_LOC_ACC && !widens && pto_elem_bytes[src] != pto_elem_bytes[dst]) {
        PTO_TILE_FAULT(cmd, "elements of %s do not move to elements of %s", pto_elem_names[src], pto_elem_names[dst]);
    }
}

// Whether rows x cols elements from (row, col) lie in a tile.
static bool lies_in(const pto_tile_t *tile, int64_t row, int64_t col, int32_t rows, int32_t cols)
{
    return row >= 0 && col >= 0 && row + rows <= tile->rows && col + cols <= tile->cols;
}

static void check_move(const pto_cmd_t *cmd, const move_t *m)
{
    uint32_t src = m->src->loc, dst = m->dst->loc;
    if (!is_legal_pair(src, dst)) {
        PTO_TILE_FAULT(cmd, "no path from %s to %s", pto_tile_loc_names[src], pto_tile_loc_names[dst]);
    }
    check_options(cmd, m);
    check_elements(cmd, m);
    if (!lies_in(m->src, m->src_row, m->src_col, m->rows, m->cols)) {
        PTO_TILE_FAULT(cmd, "%d x %d elements from (%ld, %ld) are outside src's %d x %d", m->rows, m->cols,
                       (long)m->src_row, (long)m->src_col, m->src->rows, m->src->cols);
    }
    // The halves of a split have half the rows or columns in dst.
    int32_t rows = m->mode == PTO_ACC_TO_VEC_SPLIT_M ? m->rows / 2 : m->rows;
    int32_t cols = m->mode == PTO_ACC_TO_VEC_SPLIT_N ? m->cols / 2 : m->cols;
    if (!lies_in(m->dst, m->dst_row, m->dst_col, rows, cols)) {
        PTO_TILE_FAULT(cmd, "%d x %d elements at (%ld, %ld) are outside dst's %d x %d", rows, cols,
                       (long)m->dst_row, (long)m->dst_col, m->dst->rows, m->dst->cols);
    }
}

// Moves to the bias table, widening f16 and bf16.
static void widen(const pto_core_t *core, const move_t *m)
{
    pto_tile_observe(m->src, pto_tile_base(core, m->src), (int32_t)m->src_row, (int32_t)m->src_col, 1, m->cols, false);
    pto_tile_observe(m->dst, pto_tile_base(core, m->dst), 0, (int32_t)m->dst_col, 1, m->cols, true);
    for (int32_t c = 0; c < m->cols; c++) {
        const uint8_t *from =
            pto_tile_base(core, m->src) + pto_tile_offset(m->src, (int32_t)m->src_row, (int32_t)m->src_col + c) * 2;
        float value = m->src->elem == PTO_ELEM_F16 ? (float)pto_wide_f16(*(const pto_f16_t *)from)
                                                   : pto_bf16_to_float(*(const pto_bf16_t *)from);
        ((float *)pto_tile_base(core, m->dst))[m->dst_col + c] = value;
    }
}

// The destination of a result: the UB of one vector core of the cluster, or of both, half of the result each.
static void move_from_acc(const pto_core_t *core, const pto_cmd_t *cmd, const move_t *m)
{
    pto_tile_convert_t convert =
        pto_tile_conversion(core, cmd, m->src, m->dst->elem, m->fp, m->pre_quant, m->relu == PTO_RELU_NORMAL, false);
    uint8_t *base = pto_tile_base(core, m->dst);
    int32_t rows = m->rows, cols = m->cols;
    if (m->dst->loc == PTO_LOC_VEC && m->mode != PTO_ACC_TO_VEC_0) {
        uint8_t *other = hal_memory(HAL_MEM_UB, pto_cluster_index(core), 1).base + m->dst->address;
        if (m->mode == PTO_ACC_TO_VEC_1) {
            base = other;
        } else {
            rows = m->mode == PTO_ACC_TO_VEC_SPLIT_M ? rows / 2 : rows;
            cols = m->mode == PTO_ACC_TO_VEC_SPLIT_N ? cols / 2 : cols;
            if ((m->mode == PTO_ACC_TO_VEC_SPLIT_M ? m->rows : m->cols) % 2 != 0) {
                PTO_TILE_FAULT(cmd, "%d x %d elements do not split in halves", m->rows, m->cols);
            }
            pto_tile_convert_window(core, &convert, m->dst, other, (int32_t)m->dst_row, (int32_t)m->dst_col, m->src,
                                    (int32_t)m->src_row + m->rows - rows, (int32_t)m->src_col + m->cols - cols, rows,
                                    cols);
        }
    }
    pto_tile_convert_window(core, &convert, m->dst, base, (int32_t)m->dst_row, (int32_t)m->dst_col, m->src,
                            (int32_t)m->src_row, (int32_t)m->src_col, rows, cols);
}

static void check_scales(const pto_cmd_t *cmd, const pto_tile_t *dst)
{
    if (pto_tile_is_scales(dst) && dst->address + pto_tile_span(dst) > PTO_SCALE_BYTES) {
        PTO_TILE_FAULT(cmd, "dst: %lu bytes at offset %u are outside the %u bytes of scales",
                       (unsigned long)pto_tile_span(dst), dst->address, PTO_SCALE_BYTES);
    }
}

// Whether pairs of 4-bit elements are along the rows of src and along the columns of dst; extents from C++ imply this.
static bool turns_pairs(const pto_cmd_t *cmd, const move_t *m)
{
    const pto_tile_t *src = m->src, *dst = m->dst;
    if ((src->elem != PTO_ELEM_E2M1X2 && src->elem != PTO_ELEM_E1M2X2) || src->loc != PTO_LOC_MAT ||
        dst->loc != PTO_LOC_RIGHT || src->slayout != PTO_BOX_ROW_MAJOR || dst->slayout != PTO_BOX_COL_MAJOR) {
        return false;
    }
    const bool whole = src->rows == 2 * dst->rows && 2 * src->cols == dst->cols &&
                       src->valid_rows >= 2 * dst->valid_rows && 2 * src->valid_cols >= dst->valid_cols &&
                       (m->src_row | m->src_col | m->dst_row | m->dst_col) == 0;
    if (!whole && dst->blocks) {
        PTO_TILE_FAULT(cmd, "4-bit elements move to right as whole tiles only");
    }
    return whole;
}

static void turn_pairs(const pto_core_t *core, const move_t *m)
{
    const pto_tile_t *src = m->src, *dst = m->dst;
    uint8_t *from = pto_tile_base(core, src);
    uint8_t *to = pto_tile_base(core, dst);
    pto_tile_observe(src, from, 0, 0, 2 * dst->valid_rows, dst->valid_cols / 2, false);
    pto_tile_observe(dst, to, 0, 0, dst->valid_rows, dst->valid_cols, true);
    for (int32_t r = 0; r < dst->valid_rows; r++) {
        for (int32_t c = 0; c < dst->valid_cols; c++) {
            const int shift = c % 2 * 4;
            const uint32_t low = from[pto_tile_offset(src, 2 * r, c / 2)] >> shift & 15;
            const uint32_t high = from[pto_tile_offset(src, 2 * r + 1, c / 2)] >> shift & 15;
            to[pto_tile_offset(dst, r, c)] = (uint8_t)(low | high << 4);
        }
    }
}

static void run_move(const pto_core_t *core, const pto_cmd_t *cmd, const move_t *m)
{
    if (turns_pairs(cmd, m)) {
        turn_pairs(core, m);
        return;
    }
    check_move(cmd, m);
    check_scales(cmd, m->dst);
    if (m->dst->loc == PTO_LOC_MAT) {
        pto_core_uses_l1(core);
    }
    if (m->src->loc == PTO_LOC_ACC) {
        move_from_acc(core, cmd, m);
    } else if (pto_elem_bytes[m->src->elem] != pto_elem_bytes[m->dst->elem]) {
        widen(core, m);
    } else {
        pto_tile_copy_window(core, m->dst, (int32_t)m->dst_row, (int32_t)m->dst_col, m->src, (int32_t)m->src_row,
                             (int32_t)m->src_col, m->rows, m->cols);
    }
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// The exponents of MX groups in the order of the multiplier: boxes of 16 x 2.
static void pack_exponents(const pto_core_t *core, const pto_cmd_t *cmd, const pto_tile_t *dst, const pto_tile_t *src,
                           bool axis0)
{
    pto_tile_check_rows(cmd, "src", src);
    int64_t count = (int64_t)src->valid_rows * src->valid_cols;
    if (pto_elem_bytes[src->elem] != 1 || pto_elem_bytes[dst->elem] != 1) {
        PTO_TILE_FAULT(cmd, "exponents are bytes, not %s", pto_elem_names[src->elem]);
    }
    if ((int64_t)dst->valid_rows * dst->valid_cols != count) {
        PTO_TILE_FAULT(cmd, "dst has %d x %d valid elements, src %d x %d", dst->valid_rows, dst->valid_cols,
                       src->valid_rows, src->valid_cols);
    }
    const uint8_t *from = pto_tile_base(core, src);
    uint8_t *to = pto_tile_base(core, dst);
    pto_tile_observe(src, pto_tile_base(core, src), 0, 0, src->valid_rows, src->valid_cols, false);
    pto_tile_observe(dst, to, 0, 0, dst->valid_rows, dst->valid_cols, true);
    if (axis0) {
        if (src->valid_rows % 2 != 0 || src->valid_cols % 16 != 0) {
            PTO_TILE_FAULT(cmd, "src of %d x %d is no multiple of 2 x 16", src->valid_rows, src->valid_cols);
        }
        for (int32_t c = 0; c < src->valid_cols; c += 16) {
            for (int32_t r = 0; r < src->valid_rows; r += 2) {
                for (int32_t i = 0; i < 32; i++) {
                    *to++ = from[(r + i % 2) * src->pitch + c + i / 2];
                }
            }
        }
        return;
    }
    if (dst->valid_cols % 2 != 0) {
        PTO_TILE_FAULT(cmd, "dst has %d valid columns, an odd number", dst->valid_cols);
    }
    // src holds dst's rows one after the other.
    int32_t rows = dst->valid_rows, cols = dst->valid_cols;
    if ((uint64_t)((rows + 15) / 16 * 16 * cols) > pto_tile_span(dst)) {
        PTO_TILE_FAULT(cmd, "dst has no room for %d rows of %d exponents", (rows + 15) / 16 * 16, cols);
    }
    for (int32_t r = 0; r < rows; r += 16) {
        for (int32_t c = 0; c < cols; c += 2) {
            for (int32_t i = 0; i < 32; i++) {
                int32_t row = r + i / 2;
                *to++ = row < rows ? from[row * cols + c + i % 2] : 0;
            }
        }
    }
}

pto_step_t pto_tile_exec_move(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src, fp;
        pto_scalar_t pre_quant;
        uint64_t mode, relu, axis;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    if (pto_tile_is_present(&p->fp) && p->fp.loc != PTO_LOC_SCALING) {
        pack_exponents(core, cmd, &p->dst, &p->src, p->axis == PTO_GROUP_AXIS0);
        return PTO_DONE;
    }
    move_t m = {
        .dst = &p->dst, .src = &p->src, .fp = &p->fp, .pre_quant = p->pre_quant, .mode = p->mode, .relu = p->relu};
    m.rows = smaller(p->src.valid_rows, p->dst.valid_rows * (p->mode == PTO_ACC_TO_VEC_SPLIT_M ? 2 : 1));
    m.cols = smaller(p->src.valid_cols, p->dst.valid_cols * (p->mode == PTO_ACC_TO_VEC_SPLIT_N ? 2 : 1));
    run_move(core, cmd, &m);
    return PTO_DONE;
}

// A window of src becomes dst (textract), or src becomes a window of dst.
static pto_step_t move_window(pto_core_t *core, const pto_cmd_t *cmd, bool inserts)
{
    const struct {
        pto_tile_t dst, src;
        int64_t row, col;
        pto_tile_t fp;
        pto_scalar_t pre_quant;
        uint64_t mode, relu;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    const pto_tile_t *whole = inserts ? &p->src : &p->dst;
    move_t m = {.dst = &p->dst,
                .src = &p->src,
                .fp = &p->fp,
                .rows = whole->valid_rows,
                .cols = whole->valid_cols,
                .pre_quant = p->pre_quant,
                .mode = p->mode,
                .relu = p->relu};
    *(inserts ? &m.dst_row : &m.src_row) = p->row;
    *(inserts ? &m.dst_col : &m.src_col) = p->col;
    run_move(core, cmd, &m);
    return PTO_DONE;
}

pto_step_t pto_tile_exec_extract(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    return move_window(core, cmd, false);
}

pto_step_t pto_tile_exec_insert(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    return move_window(core, cmd, true);
}

/// Concatenation ///

// The number of columns that an index tile gives for a row: its first element, in bytes of as many indices.
static int32_t columns_of(const pto_core_t *core, const pto_tile_t *index, int32_t row, int32_t limit)
{
    const uint32_t bytes = pto_elem_bytes[index->elem];
    const uint8_t *at = pto_tile_base(core, index) + pto_tile_offset(index, row, 0) * (int64_t)bytes;
    uint32_t value = 0;
    __builtin_memcpy(&value, at, bytes);
    value /= bytes;
    return value > (uint32_t)limit ? limit : (int32_t)value;
}

pto_step_t pto_tile_exec_concat(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src0, src1, idx0, idx1;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    bool indexed = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tconcatidx;
    pto_tile_check_rows(cmd, "dst", &p->dst);
    pto_tile_check_rows(cmd, "src0", &p->src0);
    pto_tile_check_rows(cmd, "src1", &p->src1);
    if (p->src0.valid_rows != p->dst.valid_rows || p->src1.valid_rows != p->dst.valid_rows) {
        PTO_TILE_FAULT(cmd, "dst, src0 and src1 have %d, %d and %d valid rows", p->dst.valid_rows, p->src0.valid_rows,
                       p->src1.valid_rows);
    }
    if (!indexed && p->src0.valid_cols + p->src1.valid_cols > p->dst.cols) {
        PTO_TILE_FAULT(cmd, "%d and %d columns exceed the %d of dst", p->src0.valid_cols, p->src1.valid_cols,
                       p->dst.cols);
    }
    if (!indexed) {
        pto_tile_copy_window(core, &p->dst, 0, 0, &p->src0, 0, 0, p->dst.valid_rows, p->src0.valid_cols);
        pto_tile_copy_window(core, &p->dst, 0, p->src0.valid_cols, &p->src1, 0, 0, p->dst.valid_rows,
                             p->src1.valid_cols);
        return PTO_DONE;
    }
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        int32_t room = p->dst.valid_cols;
        int32_t cols0 = columns_of(core, &p->idx0, r, p->src0.valid_cols < room ? p->src0.valid_cols : room);
        room -= cols0;
        int32_t cols1 = columns_of(core, &p->idx1, r, p->src1.valid_cols < room ? p->src1.valid_cols : room);
        pto_tile_copy_window(core, &p->dst, r, 0, &p->src0, r, 0, 1, cols0);
        pto_tile_copy_window(core, &p->dst, r, cols0, &p->src1, r, 0, 1, cols1);
    }
    return PTO_DONE;
}

// Bits, whatever the types are.
pto_step_t pto_tile_exec_pack(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_unary_t *p = (const void *)cmd->data;
    PTO_TILE_CHECK_ROWS(core, cmd, p, dst, src);
    size_t from = pto_elem_bytes[p->src.elem], to = pto_elem_bytes[p->dst.elem];
    if (to >= from) {
        PTO_TILE_FAULT(cmd, "elements of %zu bytes are not packed to %zu", from, to);
    }
    pto_tile_check_same_valid(cmd, "src", &p->src, "dst", &p->dst);
    for (int32_t r = 0; r < p->dst.valid_rows; r++) {
        for (int32_t c = 0; c < p->dst.valid_cols; c++) {
            __builtin_memcpy(pto_tile_element(core, &p->dst, r, c), pto_tile_element(core, &p->src, r, c), to);
        }
    }
    return PTO_DONE;
}

/// Padding ///

pto_step_t pto_tile_exec_fillpad(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst, src;
        uint64_t value;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    const uint32_t pad = p->value == PTO_PAD_VALUE_TILE ? p->dst.pad : (uint32_t)p->value - PTO_PAD_VALUE_NULL;
    if (pad == PTO_PAD_NULL) {
        PTO_TILE_FAULT(cmd, "dst has no pad value");
    }
    if (p->src.loc != p->dst.loc) {
        PTO_TILE_FAULT(cmd, "src lies in %s and dst in %s", pto_tile_loc_names[p->src.loc],
                       pto_tile_loc_names[p->dst.loc]);
    }
    if (p->src.valid_rows > p->dst.rows || p->src.valid_cols > p->dst.cols) {
        PTO_TILE_FAULT(cmd, "dst of %d x %d has no room for the %d x %d valid elements of src", p->dst.rows,
                       p->dst.cols, p->src.valid_rows, p->src.valid_cols);
    }
    if (p->dst.address != p->src.address || p->dst.pitch != p->src.pitch) {
        pto_tile_copy_window(core, &p->dst, 0, 0, &p->src, 0, 0, p->src.valid_rows, p->src.valid_cols);
    }
    pto_tile_fill_outside(core, &p->dst, p->src.valid_rows, p->src.valid_cols,
                          pto_tile_pad_value(p->dst.elem, pad, p->dst.pad_bits));
    return PTO_DONE;
}

/// Interleaving ///

// Interleaves the elements of both sources, the first half of each row to dst0; or the inverse.
pto_step_t pto_tile_exec_interleave(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const struct {
        pto_tile_t dst0, dst1, src0, src1;
    } *p = (const void *)cmd->data;
    pto_tile_check(core, cmd);
    const pto_tile_t *tiles[4] = {&p->dst0, &p->dst1, &p->src0, &p->src1};
    static const char *const names[4] = {"dst0", "dst1", "src0", "src1"};
    uint8_t *base[4];
    for (uint32_t i = 0; i < 4; i++) {
        pto_tile_check_rows(cmd, names[i], tiles[i]);
        pto_tile_check_same_valid(cmd, names[i], tiles[i], "dst0", &p->dst0);
        base[i] = pto_tile_base(core, tiles[i]);
    }
    bool join = pto_tile_op_of(cmd)->id == PTO_TILE_ID_tinterleave;
    int32_t cols = p->dst0.valid_cols;
    if (cols % 2 != 0) {
        PTO_TILE_FAULT(cmd, "%d valid columns are an odd number", cols);
    }
    int64_t bytes = pto_elem_bytes[p->dst0.elem];
    for (int32_t r = 0; r < p->dst0.valid_rows; r++) {
        for (int32_t i = 0; i < 2 * cols; i++) {
            // Position i of the interleaved row, and its element.
            uint32_t half = i < cols ? 0 : 1, turn = (uint32_t)i % 2;
            int64_t stream = (int64_t)r * tiles[join ? half : 2 + half]->pitch + i % cols;
            int64_t single = (int64_t)r * tiles[join ? 2 + turn : turn]->pitch + i / 2;
            uint8_t *to = join ? base[half] + stream * bytes : base[turn] + single * bytes;
            const uint8_t *at = join ? base[2 + turn] + single * bytes : base[2 + half] + stream * bytes;
            __builtin_memcpy(to, at, (size_t)bytes);
        }
    }
    return PTO_DONE;
}
