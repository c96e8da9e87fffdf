// SPDX-License-Identifier: Apache-2.0
//
// Tile descriptions in C: parts of tiles, other shapes of the same bytes, valid regions that change, and tensors of up
// to five dimensions in each layout. Each kernel is compared with loops over elements, all bytes of its result, under
// every schedule. Events order the commands.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

#include "../schedules.h"

enum { N = 4096 };

static _Alignas(64) float in[N], out[N], want[N];

#define LOAD(tile, tensor, ...) pto_tload(&(tile), &(tensor), PTO_NONE, PTO_PAD_MODE_NULL __VA_OPT__(, ) __VA_ARGS__)
#define STORE(tensor, tile, ...)                                                                             \
    pto_tstore(&(tensor), &(tile), NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, \
               __VA_ARGS__)

/// Parts of tiles ///

// Doubles the middle of a tile.
PTO_KERNEL(window, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 16, 64), part = pto_subview(&t, 4, 24, 7, 16);
    pto_tensor_t from = pto_tensor(x, f32, ND, {16, 64}), to = pto_tensor(y, f32, ND, {16, 64});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, t, pto_tadd(&part, &part, &part, loaded));
}

static void expect_window(void)
{
    for (int32_t r = 0; r < 16; r++) {
        for (int32_t c = 0; c < 64; c++) {
            bool inside = r >= 4 && r < 11 && c >= 24 && c < 40;
            want[r * 64 + c] = in[r * 64 + c] * (inside ? 2 : 1);
        }
    }
}

// The invalid part of a window may extend past its tile.
PTO_KERNEL(window_beyond, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 16, 64);
    pto_tile_t part = pto_subview_used(&t, 9, 24, 16, 48, 7, 16), open = pto_subview_used(&t, 0, 40, 4, 64,
                                                                            PTO_VALID_OF_TILE, PTO_VALID_OF_TILE);
    pto_tensor_t from = pto_tensor(x, f32, ND, {16, 64}), to = pto_tensor(y, f32, ND, {16, 64});
    pto_event_t loaded = LOAD(t, from);
    pto_tadd(&open, &open, &open, loaded);
    STORE(to, t, pto_tadd(&part, &part, &part));
}

static void expect_window_beyond(void)
{
    for (int32_t r = 0; r < 16; r++) {
        for (int32_t c = 0; c < 64; c++) {
            bool inside = (r >= 9 && c >= 24 && c < 40) || (r < 4 && c >= 40);
            want[r * 64 + c] = in[r * 64 + c] * (inside ? 2 : 1);
        }
    }
}

// The valid region of a part is its intersection with the tile's; a part of a part counts from its start.
PTO_KERNEL(window_of_window, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 16, 64, .valid_rows = 10, .valid_cols = 40);
    pto_tile_t part = pto_subview(&t, 8, 16, 8, 32), inner = pto_subview(&part, 1, 8, 4, 24);
    pto_tensor_t from = pto_tensor(x, f32, ND, {10, 40}, {64, 1}), to = pto_tensor(y, f32, ND, {4, 24}, {64, 1});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, inner, loaded);
}

static void expect_window_of_window(void)
{
    for (int32_t c = 0; c < 16; c++) {  // one row and 16 columns remain: row 9, columns 24 to 39
        want[c] = in[9 * 64 + 24 + c];
    }
}

// A box of a tile of boxes.
PTO_KERNEL(box, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 32, .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR);
    pto_tile_t part = pto_subview(&t, 16, 8, 16, 16);
    pto_tensor_t from = pto_tensor(x, f32, ND, {32, 32}), to = pto_tensor(y, f32, ND, {16, 16});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, part, loaded);
}

static void expect_box(void)
{
    for (int32_t r = 0; r < 16; r++) {
        for (int32_t c = 0; c < 16; c++) {
            want[r * 16 + c] = in[(16 + r) * 32 + 8 + c];
        }
    }
}

// Rows from the middle of a box on: those of NZ run on from box to box.
PTO_KERNEL(rows_in_boxes, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 32, .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR);
    pto_tile_t part = pto_subview(&t, 13, 8, 5, 16);
    pto_tensor_t from = pto_tensor(x, f32, ND, {32, 32}), rows = pto_tensor(x, f32, ND, {5, 16}, {32, 1});
    pto_tensor_t to = pto_tensor(y, f32, ND, {32, 32});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, t, LOAD(part, rows, loaded));
}

static void expect_rows_in_boxes(void)
{
    for (int32_t r = 0; r < 32; r++) {
        for (int32_t c = 0; c < 32; c++) {
            bool inside = r >= 13 && r < 18 && c >= 8 && c < 24;
            want[r * 32 + c] = inside ? in[(r - 13) * 32 + c - 8] : in[r * 32 + c];
        }
    }
}

// Sources with another valid region are read by that of dst: fewer rows of one, more values to expand of the others.
PTO_KERNEL(region_of_dst, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 64), sum = pto_tile(VEC, f32, 8, 64, .address = 4096, .valid_rows = 6);
    pto_tile_t less = pto_tile(VEC, f32, 8, 64, .valid_rows = 4);
    pto_tile_t column = pto_tile(VEC, f32, 8, 1, .blayout = PTO_COL_MAJOR, .address = 8192);
    pto_tensor_t from = pto_tensor(x, f32, ND, {8, 64}), to = pto_tensor(y, f32, ND, {6, 64});
    pto_tensor_t values = pto_tensor(x, f32, DN, {8, 1}, {1, 8});
    pto_event_t loaded = LOAD(t, from), second = LOAD(column, values);
    pto_tile_t narrow = pto_tile(VEC, f32, 1, 64, .valid_cols = 4), same = pto_tile(VEC, f32, 8, 64, .address = 12288);
    pto_event_t added = pto_tadd(&sum, &less, &less, loaded);
    pto_event_t spread = pto_tcolexpand(&same, &narrow, loaded);
    same.valid_rows = 6;
    pto_event_t product = pto_trowexpandmul(&sum, &sum, &column, NULL, added, second);
    STORE(to, sum, pto_tadd(&sum, &sum, &same, product, spread));
}

static void expect_region_of_dst(void)
{
    for (int32_t i = 0; i < 6 * 64; i++) {
        want[i] = (in[i] + in[i]) * in[i / 64] + in[i % 64];
    }
}

/// Other shapes of the same bytes ///

// Rows of 64 as rows of 32; then the bits without their signs.
PTO_KERNEL(reshape, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 8, 64), other = pto_treshape(&t, pto_tile(VEC, f32, 16, 32));
    pto_tile_t bits = pto_treshape(&t, pto_tile(VEC, u32, 16, 32));
    pto_tensor_t from = pto_tensor(x, f32, ND, {8, 64}), to = pto_tensor(y, f32, ND, {16, 32}, {40, 1});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, other, pto_tands(&bits, &bits, UINT32_C(0x7fffffff), loaded));
}

static void expect_reshape(void)
{
    for (int32_t i = 0; i < 512; i++) {
        want[i / 32 * 40 + i % 32] = in[i] < 0 ? -in[i] : in[i];
    }
}

// A column reinterpreted as a row.
PTO_KERNEL(reshape_column, (float *, x), (float *, y))
{
    pto_tile_t column = pto_tile(VEC, f32, 64, 1, .blayout = PTO_COL_MAJOR);
    pto_tile_t row = pto_treshape(&column, pto_tile(VEC, f32, 1, 64));
    pto_tile_t t = pto_tile(VEC, f32, 64, 16, .address = 4096);
    pto_tensor_t from = pto_tensor(x, f32, ND, {64, 16}), to = pto_tensor(y, f32, ND, {1, 64});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, row, pto_trowmax(&column, &t, NULL, loaded));
}

static void expect_reshape_column(void)
{
    for (int32_t r = 0; r < 64; r++) {
        want[r] = in[r * 16];
        for (int32_t c = 1; c < 16; c++) {
            want[r] = in[r * 16 + c] > want[r] ? in[r * 16 + c] : want[r];
        }
    }
}

// Regions that grow in each iteration; a command has the region at its issue.
PTO_KERNEL(valid_region, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 16, 64);
    pto_tensor_t from = pto_tensor(x, f32, ND, {16, 64});
    pto_event_t loaded = LOAD(t, from);
    for (int32_t i = 0; i < 3; i++) {
        pto_set_validshape(&t, 2 + i, 8 * i + 5);
        pto_tensor_t to = pto_tensor(y + 1024 * i, f32, ND, {2 + i, 8 * i + 5}, {64, 1});
        STORE(to, t, loaded);
    }
}

static void expect_valid_region(void)
{
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t r = 0; r < 2 + i; r++) {
            for (int32_t c = 0; c < 8 * i + 5; c++) {
                want[1024 * i + r * 64 + c] = in[r * 64 + c];
            }
        }
    }
}

/// Tensors ///

// Five dimensions, each with a stride of its own: the first three repeat the rows downwards.
PTO_KERNEL(five_nd, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 48, 16, .valid_cols = 11);
    pto_tensor_t from = pto_tensor(x, f32, ND, {2, 3, 2, 4, 11}, {1700, 500, 230, 17, 1});
    pto_tensor_t to = pto_tensor(y, f32, ND, {48, 11}, {16, 1});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, t, loaded);
}

static void expect_five_nd(void)
{
    for (int32_t r = 0; r < 48; r++) {
        for (int32_t c = 0; c < 11; c++) {
            want[r * 16 + c] = in[r / 24 * 1700 + r / 8 % 3 * 500 + r / 4 % 2 * 230 + r % 4 * 17 + c];
        }
    }
}

// The same from a tile.
PTO_KERNEL(five_nd_out, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 48, 16, .valid_cols = 11);
    pto_tensor_t from = pto_tensor(x, f32, ND, {48, 11}, {16, 1});
    pto_tensor_t to = pto_tensor(y, f32, ND, {2, 3, 2, 4, 11}, {1700, 500, 230, 17, 1});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, t, loaded);
}

static void expect_five_nd_out(void)
{
    for (int32_t r = 0; r < 48; r++) {
        for (int32_t c = 0; c < 11; c++) {
            want[r / 24 * 1700 + r / 8 % 3 * 500 + r / 4 % 2 * 230 + r % 4 * 17 + c] = in[r * 16 + c];
        }
    }
}

// Columns are contiguous, and the first three dimensions repeat them to the right.
PTO_KERNEL(five_dn, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 16, 24, .valid_rows = 9, .blayout = PTO_COL_MAJOR);
    pto_tensor_t from = pto_tensor(x, f32, DN, {2, 1, 3, 9, 4}, {900, 900, 250, 1, 20});
    pto_tensor_t to = pto_tensor(y, f32, ND, {9, 24}, {32, 1});
    pto_event_t loaded = LOAD(t, from);
    STORE(to, t, loaded);
}

static void expect_five_dn(void)
{
    for (int32_t r = 0; r < 9; r++) {
        for (int32_t c = 0; c < 24; c++) {
            want[r * 32 + c] = in[c / 12 * 900 + c / 4 % 3 * 250 + c % 4 * 20 + r];
        }
    }
}

// Boxes of 16 x 8 in GM, column of boxes by column of boxes, into a tile of such boxes and into rows.
PTO_KERNEL(boxes, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 24, .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR);
    pto_tile_t rows = pto_tile(VEC, f32, 32, 24, .address = 8192);
    pto_tensor_t from = pto_tensor(x, f32, NZ, {1, 3, 2, 16, 8}, {900, 300, 130, 8, 1});
    pto_tensor_t to = pto_tensor(y, f32, ND, {32, 24}), too = pto_tensor(y + 1024, f32, ND, {32, 24});
    pto_event_t boxed = LOAD(t, from), plain = LOAD(rows, from);
    STORE(to, t, boxed);
    STORE(too, rows, plain);
}

static void expect_boxes(void)
{
    for (int32_t r = 0; r < 32; r++) {
        for (int32_t c = 0; c < 24; c++) {
            want[r * 24 + c] = want[1024 + r * 24 + c] = in[c / 8 * 300 + r / 16 * 130 + r % 16 * 8 + c % 8];
        }
    }
}

// A tile of boxes and one of rows become boxes in GM.
PTO_KERNEL(boxes_out, (float *, x), (float *, y))
{
    pto_tile_t t = pto_tile(VEC, f32, 32, 24, .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR);
    pto_tile_t rows = pto_tile(VEC, f32, 32, 24, .address = 8192);
    pto_tensor_t from = pto_tensor(x, f32, ND, {32, 24});
    pto_tensor_t to = pto_tensor(y, f32, NZ, {1, 3, 2, 16, 8}, {900, 300, 130, 8, 1});
    pto_tensor_t too = pto_tensor(y + 2048, f32, NZ, {1, 3, 2, 16, 8}, {900, 300, 130, 8, 1});
    pto_event_t boxed = LOAD(t, from), plain = LOAD(rows, from);
    STORE(to, t, boxed);
    STORE(too, rows, plain);
}

static void expect_boxes_out(void)
{
    for (int32_t r = 0; r < 32; r++) {
        for (int32_t c = 0; c < 24; c++) {
            int32_t at = c / 8 * 300 + r / 16 * 130 + r % 16 * 8 + c % 8;
            want[at] = want[2048 + at] = in[r * 24 + c];
        }
    }
}

// A part of a tensor keeps its strides.
PTO_KERNEL(partition, (float *, x), (float *, y))
{
    const int64_t offset[3] = {1, 2, 5}, shape[3] = {2, 3, 7};
    pto_tensor_t whole = pto_tensor(x, f32, ND, {3, 8, 32}, {1000, 64, 1});
    pto_tensor_t from = pto_partition(&whole, 3, offset, shape), to = pto_tensor(y, f32, ND, {6, 7}, {8, 1});
    pto_tile_t t = pto_tile(VEC, f32, 6, 8, .valid_cols = 7);
    pto_event_t loaded = LOAD(t, from);
    STORE(to, t, loaded);
    const int64_t behind[3] = {4, 0, 40}, nothing[3] = {0, 8, 32};
    (void)pto_partition(&whole, 3, behind, nothing);  // empty: may be anywhere
}

static void expect_partition(void)
{
    for (int32_t r = 0; r < 6; r++) {
        for (int32_t c = 0; c < 7; c++) {
            want[r * 8 + c] = in[(1 + r / 3) * 1000 + (2 + r % 3) * 64 + 5 + c];
        }
    }
}

/// The test ///

#define CASE(name) {#name, &pto_kernel_##name, expect_##name}
static const struct {
    const char *name;
    const pto_kernel_t *kernel;
    void (*expect)(void);
} cases[] = {CASE(window),       CASE(window_beyond),    CASE(window_of_window), CASE(box),         CASE(rows_in_boxes), CASE(region_of_dst), CASE(reshape), CASE(reshape_column),
             CASE(valid_region), CASE(five_nd),          CASE(five_nd_out), CASE(five_dn), CASE(boxes),
             CASE(boxes_out),    CASE(partition)};

int main(void)
{
    for (int32_t i = 0; i < N; i++) {
        in[i] = (float)(i * 37 % 1009 - 500);
    }
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        __builtin_memset(want, 0, sizeof want);
        cases[k].expect();
        for (unsigned i = 0; i < schedule_num(); i++) {
            schedule_t s = schedule(i);
            __builtin_memset(out, 0, sizeof out);
            const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0])};
            const pto_gm_buffer_t buffers[] = {{in, sizeof in, "x"}, {out, sizeof out, "y"}};
            pto_run_result_t result;
            int fault = schedule_run(&s, cases[k].kernel, args, buffers, 2, &result);
            tap_ok(!fault && __builtin_memcmp(out, want, sizeof out) == 0, "%s, %s %s", cases[k].name, s.name,
                   fault ? result.report : "");
        }
    }
    return tap_done();
}
