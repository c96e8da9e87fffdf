// SPDX-License-Identifier: Apache-2.0
//
// examples/gemm.c, or gemm.pto: right by a reference in double precision, the same bytes under every schedule, and each
// wait needed.

#include "waits.h"

#include EXAMPLE

#include "needed.h"

enum { MAX = 300 };

static pto_f16_t a[MAX * MAX], b[MAX * MAX];
static float bias[MAX];
static float got[MAX * MAX], first[MAX * MAX];

static void fill(void)
{
    uint32_t state = 1;
    for (int i = 0; i < MAX * MAX; i++) {
        state = state * 1664525u + 1013904223u;
        a[i] = (pto_f16_t)((float)(int32_t)state / 2147483648.0f);
        state = state * 1664525u + 1013904223u;
        b[i] = (pto_f16_t)((float)(int32_t)state / 2147483648.0f);
    }
    for (int i = 0; i < MAX; i++) {
        bias[i] = (float)(i % 19) / 4 - 2;
    }
}

static double error(int m, int n, int k)
{
    double worst = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            double sum = bias[j];
            for (int l = 0; l < k; l++) {
                sum += (double)a[i * k + l] * (double)b[l * n + j];
            }
            double distance = __builtin_fabs(got[i * n + j] - (sum > 0 ? sum : 0));
            worst = distance <= worst ? worst : distance;
        }
    }
    return worst;
}

static const int32_t (*shape)[3];

static bool run_once(const schedule_t *s, pto_run_result_t *result)
{
    int32_t m = (*shape)[0], n = (*shape)[1], k = (*shape)[2];
    const uint64_t args[] = {PTO_ARG(&a[0]), PTO_ARG(&b[0]), PTO_ARG(&bias[0]), PTO_ARG(&got[0]),
                             PTO_ARG(m),     PTO_ARG(n),     PTO_ARG(k)};
    const pto_gm_buffer_t buffers[] = {{a, (size_t)(m * k) * 2, "a"},
                                       {b, (size_t)(k * n) * 2, "b"},
                                       {bias, (size_t)n * 4, "bias"},
                                       {got, (size_t)(m * n) * 4, "c"}};
    __builtin_memset(got, 0x55, sizeof got);
    return schedule_run(s, &pto_kernel_gemm, args, buffers, 4, result) == 0;
}

int main(void)
{
    static const int32_t shapes[][3] = {{1, 1, 1}, {16, 16, 16}, {40, 70, 50}, {129, 140, 140}};
    fill();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        shape = &shapes[i];
        size_t bytes = (size_t)(shapes[i][0] * shapes[i][1]) * 4;
        check_schedules(run_once, got, first, bytes, 2, "gemm");
        double worst = error(shapes[i][0], shapes[i][1], shapes[i][2]);
        tap_ok(worst < 1e-4, "gemm %d x %d x %d, double precision", (int)shapes[i][0], (int)shapes[i][1],
               (int)shapes[i][2]);
    }
    static const int32_t several[3] = {257, 20, 300};
    shape = &several;
    check_waits(run_once, got, first, 257 * 20 * 4, 1);
    return tap_done();
}
