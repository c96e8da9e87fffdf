// SPDX-License-Identifier: Apache-2.0
//
// Counts the instructions of the bench kernels in each form.

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/runtime.h>

#include "bench.h"
#include "count.h"
#include "cube.h"
#include "data.h"
#include "thunks.h"
#include "tile.h"

static _Alignas(256) uint8_t want[BENCH_MAX_FLOATS * sizeof(float)];
static _Alignas(256) uint8_t exact[BENCH_MAX_FLOATS * sizeof(float)]; // result of the kernels, bit for bit
static _Alignas(256) uint8_t out[BENCH_MAX_FLOATS * sizeof(float)];

// ---------------------------------------------------------------------------------------------------------------------
// Wrappers that pass each plain form its arguments.

static void same_softmax_run(void *o) { same_softmax(o, bench_data.a, BENCH_SOFTMAX_ROWS, BENCH_COLS); }
static void same_rmsnorm_run(void *o) { same_rmsnorm(o, bench_data.a, bench_data.b, BENCH_RMS_EPS, BENCH_N); }
static void same_row_sum_run(void *o) { same_row_sum(o, bench_data.a, BENCH_SUM_ROWS, BENCH_COLS); }
static void same_row_sum_n_run(void *o) { same_row_sum_run(o); }

// clang-format off
BENCH_THUNKS(hand)
BENCH_THUNKS(auto)
// clang-format on

// ---------------------------------------------------------------------------------------------------------------------
// The table

typedef struct {
    const char *name;
    void (*hand)(void *out);
    void (*autovectorised)(void *out);
    const void *a;
    const void *b;
    uint32_t a_bytes;
    uint32_t b_bytes;
    uint32_t out_bytes;
    uint32_t units;
    float tolerance; // relative; 0: every form has to give the same bits
    void (*same)(void *out); // by hand with the bits of the kernels, if those of `hand` differ
} row_t;

#define ROW(name, a, a_bytes, b, b_bytes, out_bytes, units, tolerance) \
    {#name, hand_##name##_run, auto_##name##_run, a, b, a_bytes, b_bytes, out_bytes, units, tolerance, NULL}
#define ROW_SAME(name, a, a_bytes, b, b_bytes, out_bytes, units, tolerance) \
    {#name, hand_##name##_run, auto_##name##_run, a, b, a_bytes, b_bytes, out_bytes, units, tolerance, same_##name##_run}
#define D bench_data

static const row_t rows[] = {
    ROW(vabs, D.a, BENCH_TAIL_N * 4, D.b, 4, BENCH_TAIL_N * 4, BENCH_N / 64, 0.0f),
    ROW(vabs_n, D.a, BENCH_TAIL_N * 4, D.b, 4, BENCH_TAIL_N * 4, BENCH_N / 64, 0.0f),
    ROW(vabs_64, D.a, BENCH_SHORT_N * 4, D.b, 4, BENCH_SHORT_N * 4, 1, 0.0f),
    ROW(vabs_tile, D.a, BENCH_N * 4, D.b, 4, BENCH_N * 4, BENCH_TILE_ROWS, 0.0f),
    ROW(vadd_f32, D.a, BENCH_N * 4, D.b, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW(vadd_i8, D.a, BENCH_I8_N, D.b, BENCH_I8_N, BENCH_I8_N, BENCH_I8_N / 256, 0.0f),
    ROW(axpy, D.a, BENCH_N * 4, D.b, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 2e-6f),
    ROW(relu, D.a, BENCH_N * 4, D.b, 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW_SAME(softmax, D.a, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4, D.b, 4, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4,
        BENCH_SOFTMAX_ROWS * BENCH_COLS / 64, 2e-5f),
    ROW_SAME(rmsnorm, D.a, BENCH_N * 4, D.b, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 1e-5f),
    ROW(add_carry, D.ua, BENCH_LIMBS * BENCH_LIMB_N * 4, D.ub, BENCH_LIMBS * BENCH_LIMB_N * 4,
        BENCH_LIMBS * BENCH_LIMB_N * 4, BENCH_LIMBS * BENCH_LIMB_N / 64, 0.0f),
    ROW(add_carry_n, D.ua, BENCH_LIMBS * BENCH_LIMB_N * 4, D.ub, BENCH_LIMBS * BENCH_LIMB_N * 4,
        BENCH_LIMBS * BENCH_LIMB_N * 4, BENCH_LIMBS * BENCH_LIMB_N / 64, 0.0f),
    ROW(f16_to_f32, D.half, BENCH_N * 2, D.b, 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW_SAME(row_sum, D.a, BENCH_SUM_ROWS * BENCH_COLS * 4, D.b, 4, BENCH_SUM_ROWS * 4,
        BENCH_SUM_ROWS * BENCH_COLS / 64, 1e-4f),
    ROW_SAME(row_sum_n, D.a, BENCH_SUM_ROWS * BENCH_COLS * 4, D.b, 4, BENCH_SUM_ROWS * 4,
        BENCH_SUM_ROWS * BENCH_COLS / 64, 1e-4f),
    ROW(gather, D.ua, BENCH_N * 4, D.index, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW(copy2d, D.a, BENCH_COPY_ROWS * BENCH_COPY_PITCH, D.b, 4, BENCH_COPY_ROWS * BENCH_COPY_BYTES,
        BENCH_COPY_ROWS * BENCH_COPY_BYTES / 256, 0.0f),
};

// ---------------------------------------------------------------------------------------------------------------------
// Counting

static int status;

// Initialises the output buffer: the addend of axpy, and elsewhere a value that no kernel writes.
static void reset(const row_t *row, uint8_t *buffer)
{
    bool accumulates = row->hand == hand_axpy_run;
    for (size_t i = 0; i < sizeof out; i++) {
        buffer[i] = accumulates && i < row->b_bytes ? ((const uint8_t *)row->b)[i] : 0xa5;
    }
}

static void check(const row_t *row, const char *form)
{
    size_t same = bench_compare(out, want, row->out_bytes, row->tolerance);
    if (same != row->out_bytes) {
        pto_printf("bench: %s %s: differs from the hand-written form at byte %zu\n", row->name, form, same);
        status = 1;
    }
}

static void count_plain(const row_t *row)
{
    reset(row, want);
    uint64_t before = hal_instret();
    row->hand(want);
    count_print(row->name, "hand", hal_instret() - before, row->units);

    reset(row, out);
    before = hal_instret();
    row->autovectorised(out);
    count_print(row->name, "auto", hal_instret() - before, row->units);
    check(row, "auto");

    if (row->same != NULL) {
        reset(row, exact);
        before = hal_instret();
        row->same(exact);
        count_print(row->name, "same", hal_instret() - before, row->units);
        __builtin_memcpy(out, exact, row->out_bytes);
        check(row, "same");
    }
}

// Runs a kernel of this image that takes (a, b, out). Returns false if none has this name.
static bool run_kernel(const row_t *row, const char *prefix, pto_run_result_t *result)
{
    char name[32];
    size_t length = 0;
    for (const char *c = prefix; *c != '\0'; c++) {
        name[length++] = *c;
    }
    for (const char *c = row->name; length < sizeof name - 1 && *c != '\0'; c++) {
        name[length++] = *c;
    }
    name[length] = '\0';
    const pto_kernel_t *kernel = pto_kernel_find(name);
    if (kernel == NULL) {
        return false;
    }
    const uint64_t args[] = {PTO_ARG(row->a), PTO_ARG(row->b), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {
        {(void *)row->a, row->a_bytes, "a"}, {(void *)row->b, row->b_bytes, "b"}, {out, row->out_bytes, "out"}};
    const pto_run_options_t options = {.hart_num = 1};
    count_vf_instructions = 0;
    pto_run(kernel, args, buffers, 3, &options, result);
    return true;
}

static void count_kernel(const row_t *row, const char *form, const char *prefix)
{
    pto_run_result_t base = {0};
    pto_run_result_t result;
    bool is_transfer = run_kernel(row, "base_", &base);
    reset(row, out);
    if (!run_kernel(row, prefix, &result)) {
        return;
    }
    uint64_t count = is_transfer ? result.instret - base.instret : count_vf_instructions;
    count_print(row->name, form, count, row->units);
    check(row, form);
    if (row->same != NULL && bench_compare(out, exact, row->out_bytes, 0.0f) != row->out_bytes) {
        pto_printf("bench: %s %s: has not the bits of the form written by hand for them\n", row->name, form);
        status = 1;
    }
}

int main(void)
{
    bench_fill();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        count_plain(&rows[i]);
        count_kernel(&rows[i], "c", "c_");
        count_kernel(&rows[i], "lanes", "l_");
        count_kernel(&rows[i], "pto", "t_");
    }
    if (!bench_tile()) {
        status = 1;
    }
    if (!bench_cube()) {
        pto_printf("bench: mad: the forms give other products\n");
        status = 1;
    }
    return status;
}
