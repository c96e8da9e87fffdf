// SPDX-License-Identifier: Apache-2.0
//
// Counts the vector instructions of the examples, unchanged, at lengths that fill no register, beside hand-written code
// for the same work (hand/). An image has the kernels in C, or those in .pto; BENCH_FORM names the form.

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/runtime.h>

#include "bench.h"
#include "count.h"
#include "data.h"

enum { N = 4093, ROWS = 8, COLS = 1000, MATRIX = ROWS * COLS };

static _Alignas(256) float want[MATRIX], exact[MATRIX], out[MATRIX];

static void add(float *o)
{
    hand_vadd_f32(o, bench_data.a, bench_data.b, N);
}
static void scale(float *o)
{
    hand_scale(o, bench_data.a, BENCH_FACTOR, N);
}
static void softmax(float *o)
{
    hand_softmax(o, bench_data.a, ROWS, COLS);
}
static void softmax_same(float *o)
{
    same_softmax(o, bench_data.a, ROWS, COLS);
}

static void rmsnorm(float *o)
{
    for (int r = 0; r < ROWS; r++) {
        hand_rmsnorm(o + r * COLS, bench_data.a + r * COLS, bench_data.b, BENCH_RMS_EPS, COLS);
    }
}

static void rmsnorm_same(float *o)
{
    same_rmsnorm_rows(o, bench_data.a, bench_data.b, ROWS, COLS, BENCH_RMS_EPS);
}

typedef struct {
    const char *kernel;
    const char *row;
    void (*hand)(float *out);
    void (*same)(float *out);  // with the bits of the kernel, if those of `hand` differ
    float tolerance;           // of `hand`, relative; 0: the same bits
    uint32_t num;              // floats of the result
    uint64_t args[6];
} example_t;

static int status;

static void compare(const example_t *example, const float *other, float tolerance, const char *what)
{
    uint32_t bytes = example->num * sizeof(float);
    size_t same = bench_compare(out, other, bytes, tolerance);
    if (same != bytes) {
        pto_printf("bench: %s " BENCH_FORM ": differs from %s at byte %zu\n", example->row, what, same);
        status = 1;
    }
}

static void count_by_hand(const example_t *example, const char *form, void (*by_hand)(float *), float *result)
{
    uint64_t before = hal_instret();
    by_hand(result);
    count_print(example->row, form, hal_instret() - before, (example->num + 63) / 64);
}

static void count_example(const example_t *example, const pto_kernel_t *kernel)
{
    const pto_gm_buffer_t buffers[] = {
        {bench_data.a, sizeof bench_data.a, "a"}, {bench_data.b, sizeof bench_data.b, "b"}, {out, sizeof out, "out"}};
    const pto_run_options_t options = {.hart_num = 1};
    __builtin_memset(out, 0xa5, sizeof out);
    count_vf_instructions = 0;
    status |= pto_run(kernel, example->args, buffers, 3, &options, NULL);
    count_print(example->row, BENCH_FORM, count_vf_instructions, (example->num + 63) / 64);

    count_by_hand(example, "hand", example->hand, want);
    compare(example, want, example->tolerance, "the form written by hand");
    if (example->same != NULL) {
        count_by_hand(example, "same", example->same, exact);
        compare(example, exact, 0.0f, "the bits of the form written by hand for them");
    }
}

int main(void)
{
    const int32_t n = N, rows = ROWS, cols = COLS;
    const uint64_t a = PTO_ARG(&bench_data.a[0]), b = PTO_ARG(&bench_data.b[0]), o = PTO_ARG(&out[0]);
    const example_t examples[] = {
        {"add", "examples/add", add, NULL, 0.0f, N, {a, b, o, PTO_ARG(n)}},
        {"scale", "project/scale", scale, NULL, 0.0f, N, {a, o, PTO_ARG(BENCH_FACTOR), PTO_ARG(n)}},
        {"softmax", "examples/softmax", softmax, softmax_same, 2e-5f, MATRIX, {a, o, PTO_ARG(rows), PTO_ARG(cols)}},
        {"rmsnorm",
         "examples/rmsnorm",
         rmsnorm,
         rmsnorm_same,
         1e-5f,
         MATRIX,
         {a, b, o, PTO_ARG(rows), PTO_ARG(cols), PTO_ARG(BENCH_RMS_EPS)}},
    };
    bench_fill();
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const pto_kernel_t *kernel = pto_kernel_find(examples[i].kernel);
        if (kernel != NULL) {
            count_example(&examples[i], kernel);
        }
    }
    return status;
}
