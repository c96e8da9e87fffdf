// SPDX-License-Identifier: Apache-2.0
//
// Times the bench kernels where the board is the host, which counts no instructions: the same loops in plain C and as
// PTO kernels, alternating, in one run. Of each form the fastest of several runs counts. One line for each result, as
// count.h has it, in nanoseconds.

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/runtime.h>

#include "count.h"
#include "thunks.h"

enum { RUNS = 60 };

static _Alignas(256) uint8_t want[BENCH_MAX_FLOATS * sizeof(float)];
static _Alignas(256) uint8_t out[BENCH_MAX_FLOATS * sizeof(float)];

// clang-format off
BENCH_THUNKS(auto)
// clang-format on

typedef struct {
    const char *name;
    void (*plain)(void *out);
    const void *a, *b;
    uint32_t a_bytes, b_bytes, out_bytes;
    uint32_t units;  // 256 bytes of the widest operand
    float tolerance; // relative; 0: every form has to give the same bits
} row_t;

#define ROW(name, ...) {#name, auto_##name##_run, __VA_ARGS__}
#define D              bench_data

static const row_t rows[] = {
    ROW(vabs, D.a, D.b, BENCH_TAIL_N * 4, 4, BENCH_TAIL_N * 4, BENCH_N / 64, 0.0f),
    ROW(vabs_tile, D.a, D.b, BENCH_N * 4, 4, BENCH_N * 4, BENCH_TILE_ROWS, 0.0f),
    ROW(vadd_f32, D.a, D.b, BENCH_N * 4, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW(vadd_i8, D.a, D.b, BENCH_I8_N, BENCH_I8_N, BENCH_I8_N, BENCH_I8_N / 256, 0.0f),
    ROW(axpy, D.a, D.b, BENCH_N * 4, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 2e-6f),
    ROW(relu, D.a, D.b, BENCH_N * 4, 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW(softmax, D.a, D.b, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4, 4, BENCH_SOFTMAX_ROWS * BENCH_COLS * 4,
        BENCH_SOFTMAX_ROWS * BENCH_COLS / 64, 2e-5f),
    ROW(rmsnorm, D.a, D.b, BENCH_N * 4, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 1e-5f),
    ROW(f16_to_f32, D.half, D.b, BENCH_N * 2, 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
    ROW(row_sum, D.a, D.b, BENCH_SUM_ROWS * BENCH_COLS * 4, 4, BENCH_SUM_ROWS * 4, BENCH_SUM_ROWS * BENCH_COLS / 64, 1e-4f),
    ROW(gather, D.ua, D.index, BENCH_N * 4, BENCH_N * 4, BENCH_N * 4, BENCH_N / 64, 0.0f),
};

typedef struct {
    const char *name, *prefix; // of its kernels
} form_t;

static const form_t forms[] = {{"lanes", "l_"}, {"c", "c_"}, {"pto", "t_"}};
enum { FORMS = sizeof forms / sizeof *forms };

static int status;

// The kernel of a row in a form, or NULL.
static const pto_kernel_t *find(const row_t *row, const form_t *form)
{
    char name[32] = {form->prefix[0], form->prefix[1]};
    for (size_t i = 0; i < sizeof name - 3 && row->name[i] != '\0'; i++) {
        name[2 + i] = row->name[i];
    }
    return pto_kernel_find(name);
}

// Initialises an output: the addend of axpy, and elsewhere a value that no kernel writes.
static void reset(const row_t *row, uint8_t *buffer)
{
    __builtin_memset(buffer, 0xa5, sizeof out);
    if (row->plain == auto_axpy_run) {
        __builtin_memcpy(buffer, row->b, row->b_bytes);
    }
}

static uint64_t time_plain(const row_t *row)
{
    reset(row, want);
    uint64_t before = hal_instret();
    row->plain(want);
    return hal_instret() - before;
}

// The time that vector functions take of one run of a kernel.
static uint64_t time_kernel(const row_t *row, const form_t *form, const pto_kernel_t *kernel)
{
    const uint64_t args[] = {PTO_ARG(row->a), PTO_ARG(row->b), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {
        {(void *)row->a, row->a_bytes, "a"}, {(void *)row->b, row->b_bytes, "b"}, {out, row->out_bytes, "out"}};
    const pto_run_options_t options = {.hart_num = 1};
    pto_run_result_t result;
    reset(row, out);
    count_vf_instructions = 0;
    pto_run(kernel, args, buffers, 3, &options, &result);
    size_t same = bench_compare(out, want, row->out_bytes, row->tolerance);
    if (same != row->out_bytes) {
        pto_printf("bench: %s %s: differs from plain C at byte %zu\n", row->name, form->name, same);
        status = 1;
    }
    return count_vf_instructions;
}

static void time_row(const row_t *row)
{
    uint64_t plain = UINT64_MAX, fastest[FORMS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    for (int run = 0; run < RUNS && status == 0; run++) {
        uint64_t taken = time_plain(row);
        plain = taken < plain ? taken : plain;
        for (size_t i = 0; i < FORMS; i++) {
            const pto_kernel_t *kernel = find(row, &forms[i]);
            taken = kernel == NULL ? UINT64_MAX : time_kernel(row, &forms[i], kernel);
            fastest[i] = taken < fastest[i] ? taken : fastest[i];
        }
    }
    count_print(row->name, "plain", plain, row->units);
    for (size_t i = 0; i < FORMS; i++) {
        if (fastest[i] != UINT64_MAX) {
            count_print(row->name, forms[i].name, fastest[i], row->units);
        }
    }
}

int main(void)
{
    bench_fill();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        time_row(&rows[i]);
    }
    return status;
}
