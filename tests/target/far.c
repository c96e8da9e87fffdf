// SPDX-License-Identifier: Apache-2.0
//
// GM of more than 4 GiB: transfers, tiles, strides and indices beyond 32 bits. The buffers are in the board's GM;
// untouched pages take no memory of the emulator's host. far.py gives the board its GM.

#include <pto/pto.h>

#include <hal/hal.h>
#include <pto/runtime.h>
#include <pto/tap.h>

#define GIB    (INT64_C(1) << 30)
#define TABLE  (5 * GIB)  // bytes of the table
#define ROW    64         // elements
#define ROWS   (TABLE / ROW / 4)
#define ROW_AT (ROWS - 9)
#define STRIDE (TABLE / 4 / 4)  // elements between the rows of the view with a large stride

static float result[6 * ROW];

PTO_KERNEL(far_rows, (float *, table), (float *, y))
{
    pto_tile_t a = pto_tile(VEC, f32, 1, ROW), b = pto_tile(VEC, f32, 1, ROW, .address = 1024);
    pto_tile_t wide = pto_tile(VEC, f32, 4, ROW, .address = 2048);
    pto_tile_t idx = pto_tile(VEC, u32, 1, ROW, .address = 4096);
    pto_tensor_t view = pto_tensor(table, f32, ND, {ROWS, ROW});
    const int64_t first[2] = {0, 0}, last[2] = {ROW_AT, 0}, shape[2] = {1, ROW};
    pto_tensor_t near = pto_partition(&view, 2, first, shape), far = pto_partition(&view, 2, last, shape);
    pto_tensor_t strided = pto_tensor(table, f32, ND, {4, ROW}, {STRIDE, 1});
    pto_tensor_t sum = pto_tensor(y, f32, ND, {1, ROW}), four = pto_tensor(y + ROW, f32, ND, {4, ROW});
    pto_tensor_t flat = pto_tensor(table, f32, ND, {ROWS, ROW}), taken = pto_tensor(y + 5 * ROW, f32, ND, {1, ROW});

    pto_tload(&a, &near, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_event_t loaded = pto_tload(&b, &far, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_event_t added = pto_tadd(&a, &a, &b, loaded);
    pto_tstore(&sum, &a, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, added);
    pto_event_t rows = pto_tload(&wide, &strided, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_tstore(&four, &wide, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, rows);

    // Elements of the last row, by indices whose byte offsets exceed 32 bits.
    for (int64_t i = 0; i < ROW; i++) {
        pto_tsetval(uint32_t, &idx, i, (uint32_t)(ROW_AT * ROW + ROW - 1 - i));
    }
    pto_event_t gathered = pto_mgather(&b, &flat, &idx, PTO_COALESCE_ELEM, PTO_GATHER_UNDEFINED, added);
    pto_event_t stored =
        pto_tstore(&taken, &b, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, gathered);
    // ... and back to the row after it, reversed.
    pto_tsync(stored);
    for (int64_t i = 0; i < ROW; i++) {
        pto_tsetval(uint32_t, &idx, i, (uint32_t)((ROW_AT + 1) * ROW + i));
    }
    pto_mscatter(&flat, &b, &idx, PTO_COALESCE_ELEM, PTO_SCATTER_STORE, PTO_SCATTER_UNDEFINED, PTO_CONFLICT_DEFAULT);
}

// The end of a buffer is compared as a 64-bit address, not modulo 4 GiB.
PTO_KERNEL(past_the_end, (float *, table), (float *, y))
{
    pto_tile_t a = pto_tile(VEC, f32, 1, ROW);
    pto_tensor_t view = pto_tensor(table + TABLE / 4, f32, ND, {1, ROW});
    pto_tload(&a, &view, PTO_NONE, PTO_PAD_MODE_NULL);
    (void)y;
}

static void check_rows(const float *table)
{
    bool right = true;
    for (int64_t i = 0; i < ROW; i++) {
        right = right && result[i] == (float)(3 * i + 1);
    }
    tap_ok(right, "a row %ld MiB behind another", (long)(ROW_AT * ROW * 4 >> 20));
    right = true;
    for (int64_t r = 0; r < 4; r++) {
        for (int64_t i = 0; i < ROW; i++) {
            right = right && result[(1 + r) * ROW + i] == (r == 0 ? (float)i : (float)(1000 * r + i));
        }
    }
    tap_ok(right, "rows %ld MiB apart", (long)(STRIDE * 4 >> 20));
    right = true;
    for (int64_t i = 0; i < ROW; i++) {
        float wanted = (float)(2 * (ROW - 1 - i) + 1);
        right = right && result[5 * ROW + i] == wanted && table[(ROW_AT + 1) * ROW + i] == wanted;
    }
    tap_ok(right, "elements by index from beyond 4 GiB, and back");
}

int main(void)
{
    hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    if (gm.bytes < TABLE + 4096) {
        tap_ok(false, "GM has %lu bytes, the test needs %ld", (unsigned long)gm.bytes, (long)TABLE + 4096);
        return tap_done();
    }
    float *table = (float *)(void *)gm.base;
    for (int64_t i = 0; i < ROW; i++) {
        table[i] = (float)i;
        table[ROW_AT * ROW + i] = (float)(2 * i + 1);
        for (int64_t r = 1; r < 4; r++) {
            table[r * STRIDE + i] = (float)(1000 * r + i);
        }
    }
    const uint64_t args[] = {PTO_ARG(table), PTO_ARG(&result[0])};
    const pto_gm_buffer_t buffers[] = {{table, TABLE, "table"}, {result, sizeof result, "y"}};
    const pto_run_options_t options = {.hart_num = 1, .return_on_fault = true};
    static pto_run_result_t status;
    tap_equal(pto_run(&pto_kernel_far_rows, args, buffers, 2, &options, &status), 0, "the kernel ends: %s",
              status.report);
    check_rows(table);
    pto_run(&pto_kernel_past_the_end, args, buffers, 2, &options, &status);
    tap_like(status.report,
             "*256 bytes of the tensor at offset 5368709120 of GM buffer table are outside its 5368709120 bytes*",
             "the end of a buffer behind 4 GiB");
    return tap_done();
}
