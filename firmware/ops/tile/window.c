// SPDX-License-Identifier: Apache-2.0
//
// Copies of windows between tiles of any layouts: fast paths for frequent pairs of layouts, and one path for all
// others.

#include "transfer.h"

typedef struct {
    const pto_core_t *core;
    const pto_tile_t *dst, *src;
    uint8_t *to;
    const uint8_t *from;
    int32_t dst_row, dst_col, src_row, src_col, rows, cols;
    int64_t bytes;  // of an element
} window_t;

static bool is_nz(const pto_tile_t *tile)
{
    return tile->slayout == PTO_BOX_ROW_MAJOR && tile->blayout == PTO_COL_MAJOR;
}

static bool is_zn(const pto_tile_t *tile)
{
    return tile->slayout == PTO_BOX_COL_MAJOR && tile->blayout == PTO_ROW_MAJOR;
}

static uint8_t *to(const window_t *w, int32_t row, int32_t col)
{
    return w->to + pto_tile_offset(w->dst, w->dst_row + row, w->dst_col + col) * w->bytes;
}

static const uint8_t *from(const window_t *w, int32_t row, int32_t col)
{
    return w->from + pto_tile_offset(w->src, w->src_row + row, w->src_col + col) * w->bytes;
}

// Both tiles without boxes, in the same order: runs of rows or columns.
static void copy_plain(const window_t *w, bool rows)
{
    hal_copy_rows(to(w, 0, 0), w->dst->pitch * w->bytes, from(w, 0, 0), w->src->pitch * w->bytes,
                  (size_t)((rows ? w->cols : w->rows) * w->bytes), (size_t)(rows ? w->rows : w->cols));
}

// In NZ, a column of boxes holds short contiguous rows; ZN is its transpose. `side` states which tiles have boxes: the
// destination, the source or both, which then start at the same offset in a box.
enum { BOXES_DST = 1, BOXES_SRC = 2 };

static void copy_columns_of_boxes(const window_t *w, uint32_t side, bool turned)
{
    const pto_tile_t *boxed = side & BOXES_DST ? w->dst : w->src;
    pto_box_t box = pto_tile_box(boxed);
    int32_t width = turned ? box.rows : box.cols;
    int32_t start = side & BOXES_DST ? (turned ? w->dst_row : w->dst_col) : (turned ? w->src_row : w->src_col);
    int32_t extent = turned ? w->rows : w->cols;
    int64_t dst_step = (side & BOXES_DST ? width : w->dst->pitch) * w->bytes;
    int64_t src_step = (side & BOXES_SRC ? width : w->src->pitch) * w->bytes;
    // Distance to the start of the next column of boxes
    int64_t dst_column = (int64_t)w->dst->pitch * width * w->bytes,
            src_column = (int64_t)w->src->pitch * width * w->bytes;
    uint8_t *d = to(w, 0, 0);
    const uint8_t *s = from(w, 0, 0);
    const int32_t rows = turned ? w->cols : w->rows;
    if (side == (BOXES_DST | BOXES_SRC) && (start | extent) % width == 0) {  // whole columns of boxes are contiguous
        hal_copy_rows(d, dst_column, s, src_column, (size_t)(rows * dst_step), (size_t)(extent / width));
        return;
    }
    for (int32_t at = 0, phase = start % width; at < extent; phase = 0) {
        int32_t left = width - phase, count = left < extent - at ? left : extent - at;
        hal_copy_rows(d, dst_step, s, src_step, (size_t)(count * w->bytes), (size_t)rows);
        d += side & BOXES_DST ? dst_column - phase * w->bytes : count * w->bytes;
        s += side & BOXES_SRC ? src_column - phase * w->bytes : count * w->bytes;
        at += count;
    }
}

// From NZ to ZN with square boxes and a window of whole boxes: by columns of boxes.
static bool copy_turned_boxes(const window_t *w)
{
    pto_box_t box = pto_tile_box(w->dst), src_box = pto_tile_box(w->src);
    if (w->bytes != 2 || box.rows != 16 || box.cols != 16 || src_box.rows != 16 || src_box.cols != 16 ||
        ((w->dst_row | w->dst_col | w->src_row | w->src_col | w->rows | w->cols) & 15) != 0) {
        return false;
    }
    const size_t box_bytes = 512, dst_step = (size_t)w->dst->pitch * 32, src_step = (size_t)w->src->pitch * 32;
    uint8_t *d = to(w, 0, 0);
    const uint8_t *s = from(w, 0, 0);
    const size_t down = (size_t)w->rows / 16, across = (size_t)w->cols / 16;
    for (size_t r = 0; r < down; r++, d += dst_step, s += box_bytes) {
        pto_tile_turn_boxes(d, box_bytes, s, src_step, across);
    }
    return true;
}

// From NZ to ZN: in pieces within one column of boxes on each side.
static void copy_nz_to_zn(const window_t *w)
{
    if (copy_turned_boxes(w)) {
        return;
    }
    pto_box_t dst_box = pto_tile_box(w->dst), src_box = pto_tile_box(w->src);
    for (int32_t r = 0; r < w->rows;) {
        int32_t rows = dst_box.rows - (w->dst_row + r) % dst_box.rows;
        rows = rows < w->rows - r ? rows : w->rows - r;
        for (int32_t c = 0; c < w->cols;) {
            int32_t cols = src_box.cols - (w->src_col + c) % src_box.cols;
            cols = cols < w->cols - c ? cols : w->cols - c;
            pto_tile_turn(to(w, r, c), dst_box.rows, from(w, r, c), src_box.cols, rows, cols, w->bytes);
            c += cols;
        }
        r += rows;
    }
}

static void copy_elements(const window_t *w)
{
    for (int32_t r = 0; r < w->rows; r++) {
        for (int32_t c = 0; c < w->cols; c++) {
            __builtin_memmove(to(w, r, c), from(w, r, c), (size_t)w->bytes);
        }
    }
}

// Whether boxes are alike on both sides and the window begins at the same offset in them.
static bool same_phase(const window_t *w)
{
    pto_box_t d = pto_tile_box(w->dst), s = pto_tile_box(w->src);
    return d.rows == s.rows && d.cols == s.cols && w->dst_row % d.rows == w->src_row % s.rows &&
           w->dst_col % d.cols == w->src_col % s.cols;
}

void pto_tile_copy_window(const pto_core_t *core, const pto_tile_t *dst, int32_t dst_row, int32_t dst_col,
                          const pto_tile_t *src, int32_t src_row, int32_t src_col, int32_t rows, int32_t cols)
{
    const window_t w = {.core = core,
                        .dst = dst,
                        .src = src,
                        .to = pto_tile_base(core, dst),
                        .from = pto_tile_base(core, src),
                        .dst_row = dst_row,
                        .dst_col = dst_col,
                        .src_row = src_row,
                        .src_col = src_col,
                        .rows = rows,
                        .cols = cols,
                        .bytes = pto_elem_bytes[src->elem]};
    if (rows <= 0 || cols <= 0) {
        return;
    }
    pto_tile_observe_copy(dst, w.to, dst_row, dst_col, src, w.from, src_row, src_col, rows, cols);
    bool plain = pto_tile_is_plain(dst) && pto_tile_is_plain(src);
    bool dst_rows = pto_tile_is_rows(dst), src_rows = pto_tile_is_rows(src);
    if (plain && dst->blayout == src->blayout) {
        copy_plain(&w, dst_rows);
    } else if (is_nz(dst) && src_rows) {
        copy_columns_of_boxes(&w, BOXES_DST, false);
    } else if (is_nz(src) && dst_rows) {
        copy_columns_of_boxes(&w, BOXES_SRC, false);
    } else if (is_nz(dst) && is_nz(src) && same_phase(&w)) {
        copy_columns_of_boxes(&w, BOXES_DST | BOXES_SRC, false);
    } else if (is_zn(dst) && is_zn(src) && same_phase(&w)) {
        copy_columns_of_boxes(&w, BOXES_DST | BOXES_SRC, true);
    } else if (is_nz(src) && is_zn(dst)) {
        copy_nz_to_zn(&w);
    } else {
        copy_elements(&w);
    }
}

void pto_tile_convert_window(const pto_core_t *core, const pto_tile_convert_t *convert, const pto_tile_t *dst,
                             uint8_t *base, int32_t dst_row, int32_t dst_col, const pto_tile_t *src, int32_t src_row,
                             int32_t src_col, int32_t rows, int32_t cols)
{
    int64_t dst_bytes = pto_elem_bytes[dst->elem], src_bytes = pto_elem_bytes[src->elem];
    const uint8_t *from_base = pto_tile_base(core, src);
    pto_tile_observe_copy(dst, base, dst_row, dst_col, src, pto_tile_base(core, src), src_row, src_col, rows, cols);
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0; c < cols; c++) {
            pto_tile_convert(convert, from_base + pto_tile_offset(src, src_row + r, src_col + c) * src_bytes,
                             base + pto_tile_offset(dst, dst_row + r, dst_col + c) * dst_bytes, src_col + c);
        }
    }
}
