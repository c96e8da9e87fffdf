// SPDX-License-Identifier: Apache-2.0
//
// The kernels of examples/, linked in as C or as text, on matrices of many shapes: right to within a few
// roundings by a double-precision reference, and the same bytes under every schedule.

#include <pto/tap.h>

#include "schedules.h"

enum { MAX_FLOATS = 48 * 1024 };

static float x[MAX_FLOATS];
static float gain[4096];
static float y[MAX_FLOATS];
static float first[MAX_FLOATS]; // the output under the first schedule

static const float eps = 1e-5f;

typedef struct {
    int32_t rows;
    int32_t cols;
} shape_t;

static void fill(void)
{
    uint32_t state = 1;
    for (int i = 0; i < MAX_FLOATS; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (float)(int32_t)state * (8.0f / 2147483648.0f);
    }
    for (int i = 0; i < 4096; i++) {
        gain[i] = 0.5f + (float)(i % 17) / 16.0f;
    }
}

// e^x in double precision: the series for a small x, squared ten times.
static double exp_reference(double value)
{
    double small = value / 1024;
    double sum = 1;
    double term = 1;
    for (int n = 1; n < 12; n++) {
        term *= small / n;
        sum += term;
    }
    for (int i = 0; i < 10; i++) {
        sum *= sum;
    }
    return sum;
}

static double softmax_error(const float *in, const float *out, int32_t cols)
{
    double max = in[0];
    double sum = 0;
    for (int32_t c = 0; c < cols; c++) {
        max = in[c] > max ? in[c] : max;
    }
    for (int32_t c = 0; c < cols; c++) {
        sum += exp_reference(in[c] - max);
    }
    double worst = 0;
    for (int32_t c = 0; c < cols; c++) {
        double want = exp_reference(in[c] - max) / sum;
        double error = __builtin_fabs(out[c] - want) / want;
        worst = error <= worst ? worst : error; // a NaN counts as the worst
    }
    return worst;
}

static double rmsnorm_error(const float *in, const float *out, int32_t cols)
{
    double squares = 0;
    for (int32_t c = 0; c < cols; c++) {
        squares += (double)in[c] * in[c];
    }
    double rms = __builtin_sqrt(squares / cols + (double)eps);
    double worst = 0;
    for (int32_t c = 0; c < cols; c++) {
        double want = in[c] / rms * gain[c];
        double error = __builtin_fabs(out[c] - want) / __builtin_fabs(want);
        worst = error <= worst ? worst : error;
    }
    return worst;
}

typedef double error_of_row_t(const float *in, const float *out, int32_t cols);

// Ten roundings of f32: what a row of a few thousand sums and an exponential of one ulp come to.
static bool is_right(shape_t shape, error_of_row_t *error_of_row)
{
    for (int32_t r = 0; r < shape.rows; r++) {
        double error = error_of_row(x + r * shape.cols, first + r * shape.cols, shape.cols);
        if (!(error < 10 * 0x1p-23)) {
            tap_note("row %d: error of %d ulp", (int)r, error < 1000 ? (int)(error * 0x1p23) : -1);
            return false;
        }
    }
    return true;
}

// One kernel and shape under every schedule.
static void test_shape(const pto_kernel_t *kernel, const uint64_t *args, shape_t shape,
                       error_of_row_t *error_of_row)
{
    const size_t bytes = (size_t)shape.rows * (size_t)shape.cols * sizeof(float);
    const pto_gm_buffer_t buffers[] = {{x, bytes, "x"}, {y, bytes, "y"}, {gain, (size_t)shape.cols * 4, "gain"}};
    unsigned different = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        pto_run_result_t result;
        for (size_t k = 0; k < bytes / sizeof(float); k++) {
            y[k] = -1.0f;
        }
        if (schedule_run(&s, kernel, args, buffers, 3, &result) != 0 || result.warnings != 0) {
            tap_ok(false, "%s %dx%d, %s: %s", kernel->name, (int)shape.rows, (int)shape.cols, s.name,
                   result.report);
            return;
        }
        if (i == 0) {
            __builtin_memcpy(first, y, bytes);
        }
        different += __builtin_memcmp(first, y, bytes) != 0;
    }
    tap_equal(different, 0, "%s %dx%d, the same under %u schedules", kernel->name, (int)shape.rows,
              (int)shape.cols, schedule_num());
    tap_ok(is_right(shape, error_of_row), "%s %dx%d, right", kernel->name, (int)shape.rows, (int)shape.cols);
}

int main(void)
{
    static const shape_t shapes[] = {
        {1, 1}, {3, 7}, {2, 63}, {5, 64}, {4, 65}, {9, 128}, {11, 257}, {40, 1000}, {300, 150}, {12, 4000},
    };
    fill();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        shape_t shape = shapes[i];
        const uint64_t softmax_args[] = {PTO_ARG(&x[0]), PTO_ARG(&y[0]), PTO_ARG(shape.rows), PTO_ARG(shape.cols)};
        test_shape(pto_kernel_find("softmax"), softmax_args, shape, softmax_error);
        const uint64_t rmsnorm_args[] = {PTO_ARG(&x[0]),     PTO_ARG(&gain[0]),   PTO_ARG(&y[0]),
                                         PTO_ARG(shape.rows), PTO_ARG(shape.cols), PTO_ARG(eps)};
        test_shape(pto_kernel_find("rmsnorm"), rmsnorm_args, shape, rmsnorm_error);
    }
    return tap_done();
}
