// SPDX-License-Identifier: Apache-2.0
//
// examples/flash_attention.c, or flash_attention.pto: right by a reference in double precision, the same bytes under
// every schedule, and each wait needed.

#include "waits.h"

#include EXAMPLE

#include "needed.h"

enum { HEADS = 2, SEQ = 200, WIDTH = 64, ALL = HEADS * SEQ * WIDTH };

static pto_f16_t q[ALL], k[ALL], v[ALL];
static float got[ALL], first[ALL];
static int32_t seq_of_run = SEQ, heads_of_run = HEADS;

static void fill(void)
{
    uint32_t state = 1;
    for (int i = 0; i < ALL; i++) {
        pto_f16_t *const of[] = {&q[i], &k[i], &v[i]};
        for (int j = 0; j < 3; j++) {
            state = state * 1664525u + 1013904223u;
            *of[j] = (pto_f16_t)((float)(int32_t)state * (2.0f / 2147483648.0f));
        }
    }
}

// e^x in double precision: the series for a small x, squared ten times.
static double exp_reference(double value)
{
    double small = value / 1024, sum = 1, term = 1;
    for (int n = 1; n < 12; n++) {
        term *= small / n;
        sum += term;
    }
    for (int i = 0; i < 10; i++) {
        sum *= sum;
    }
    return sum;
}

static double row_error(const pto_f16_t *query, const pto_f16_t *keys, const pto_f16_t *values, const float *out)
{
    static double weight[SEQ];
    double max = -1e9, sum = 0, worst = 0;
    for (int j = 0; j < seq_of_run; j++) {
        weight[j] = 0;
        for (int d = 0; d < WIDTH; d++) {
            weight[j] += (double)query[d] * (double)keys[j * WIDTH + d] * 0.125;
        }
        max = weight[j] > max ? weight[j] : max;
    }
    for (int j = 0; j < seq_of_run; j++) {
        weight[j] = exp_reference(weight[j] - max);
        sum += weight[j];
    }
    for (int d = 0; d < WIDTH; d++) {
        double want = 0;
        for (int j = 0; j < seq_of_run; j++) {
            want += weight[j] / sum * (double)values[j * WIDTH + d];
        }
        double distance = __builtin_fabs(out[d] - want);
        worst = distance <= worst ? worst : distance;
    }
    return worst;
}

static bool run_once(const schedule_t *s, pto_run_result_t *result)
{
    size_t elements = (size_t)(heads_of_run * seq_of_run * WIDTH);
    const uint64_t args[] = {PTO_ARG(&q[0]),        PTO_ARG(&k[0]),      PTO_ARG(&v[0]), PTO_ARG(&got[0]),
                             PTO_ARG(heads_of_run), PTO_ARG(seq_of_run), PTO_ARG(0.125f)};
    const pto_gm_buffer_t buffers[] = {
        {q, elements * 2, "q"}, {k, elements * 2, "k"}, {v, elements * 2, "v"}, {got, elements * 4, "out"}};
    __builtin_memset(got, 0x55, sizeof got);
    return schedule_run(s, &pto_kernel_flash_attention, args, buffers, 4, result) == 0;
}

int main(void)
{
    static const int32_t heads[] = {HEADS, 1}, lengths[] = {1, 140};
    fill();
    for (int i = 0; i < 2; i++) {
        heads_of_run = heads[i];
        seq_of_run = lengths[i];
        size_t bytes = (size_t)(heads_of_run * seq_of_run * WIDTH) * 4;
        check_schedules(run_once, got, first, bytes, 2, "flash attention");
        double worst = 0;
        for (int row = 0; row < heads_of_run * seq_of_run; row += 1 + seq_of_run / 20) {
            size_t head = (size_t)(row / seq_of_run * seq_of_run) * WIDTH;
            double distance = row_error(q + row * WIDTH, k + head, v + head, got + row * WIDTH);
            worst = distance <= worst ? worst : distance;
        }
        tap_ok(worst < 1e-3, "flash attention over %d keys, double precision", (int)seq_of_run);
    }
    seq_of_run = SEQ;
    check_waits(run_once, got, first, sizeof got, 1);
    return tap_done();
}
