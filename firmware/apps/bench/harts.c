// SPDX-License-Identifier: Apache-2.0
//
// Times kernels by the clock, on all harts of the machine: `ptometal bench --harts` boots it with one hart and with
// several and compares. One line for each result, in ticks of the machine's timer:
//
//   harts <row> <ticks>

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/pto.h>
#include <pto/runtime.h>

#include <limits.h>

#include "../../../tests/target/sync_kernels.h"

enum { BLOCKS = 4, LANES = 2048, ITERATIONS = 1500, REPEATS = 5 };
enum { M = 128, N = 128, K = 256, HEADS = 2, SEQ = 256, WIDTH = 64 };

static float in[BLOCKS * LANES], out[BLOCKS * LANES];
static pto_f16_t a[M * K], b[K * N], q[HEADS * SEQ * WIDTH], k[HEADS * SEQ * WIDTH], v[HEADS * SEQ * WIDTH];
static float bias[N], c[M * N], o[HEADS * SEQ * WIDTH];

// Much computation on data that is loaded once.
PTO_VF(iterate, (float *, x), (float *, y))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < LANES; i += 64) {
        pto_vf32_t value = pto_vlds(x, i);
        for (int32_t i = 0; i < ITERATIONS; i++) {
            value = pto_vmul(pto_vadd(value, value, all), value, all);
        }
        pto_vsts(value, y, i, all);
    }
}

PTO_KERNEL(compute, (float *, x), (float *, y))
{
    const int64_t first = pto_get_block_idx() * LANES;
    pto_mte_gm_ub(x + first, pto_ub(float, 0), 0, LANES * 4, .nburst = {1, LANES * 4, LANES * 4});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(iterate, pto_ub(float, 0), pto_ub(float, LANES * 4));
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(float, LANES * 4), y + first, LANES * 4, .nburst = {1, LANES * 4, LANES * 4});
}

static unsigned long now(void)
{
    unsigned long ticks;
    __asm__ volatile("rdtime %0" : "=r"(ticks)::"memory");
    return ticks;
}

static int failed;

// Returns the fastest of several runs.
static unsigned long best_of(const pto_kernel_t *kernel, const uint64_t *args, const pto_gm_buffer_t *buffers,
                             size_t num, uint32_t blocks)
{
    unsigned long best = ULONG_MAX;
    for (int i = 0; i < REPEATS; i++) {
        const pto_run_options_t options = {.block_num = blocks};
        pto_run_result_t result;
        unsigned long start = now();
        failed |= pto_run(kernel, args, buffers, num, &options, &result) != 0 || result.warnings != 0;
        unsigned long ticks = now() - start;
        best = ticks < best ? ticks : best;
    }
    return best;
}

static void time_compute(const char *row, uint32_t blocks)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    pto_printf("harts %s %lu\n", row, best_of(&pto_kernel_compute, args, buffers, 2, blocks));
}

extern const pto_kernel_t pto_kernel_gemm, pto_kernel_flash_attention;

static void time_gemm(void)
{
    const int32_t m = M, n = N, depth = K;
    const uint64_t args[] = {PTO_ARG(&a[0]), PTO_ARG(&b[0]), PTO_ARG(&bias[0]), PTO_ARG(&c[0]),
                             PTO_ARG(m),     PTO_ARG(n),     PTO_ARG(depth)};
    const pto_gm_buffer_t buffers[] = {
        {a, sizeof a, "a"}, {b, sizeof b, "b"}, {bias, sizeof bias, "bias"}, {c, sizeof c, "c"}};
    pto_printf("harts gemm %lu\n", best_of(&pto_kernel_gemm, args, buffers, 4, 2));
}

static void time_attention(void)
{
    const int32_t heads = HEADS, seq = SEQ;
    const uint64_t args[] = {PTO_ARG(&q[0]), PTO_ARG(&k[0]), PTO_ARG(&v[0]), PTO_ARG(&o[0]),
                             PTO_ARG(heads), PTO_ARG(seq),   PTO_ARG(0.125f)};
    const pto_gm_buffer_t buffers[] = {{q, sizeof q, "q"}, {k, sizeof k, "k"}, {v, sizeof v, "v"}, {o, sizeof o, "o"}};
    pto_printf("harts flash_attention %lu\n", best_of(&pto_kernel_flash_attention, args, buffers, 4, 2));
}

// Runs all complete kernels of the synchronisation tests as often as a test suite on several harts does.
static void time_tests(void)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{in, SYNC_N * sizeof *in, "in"}, {out, SYNC_N * sizeof *out, "out"}};
    unsigned long sum = 0;
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        if (kernel->param_num == 2 && kernel != &pto_kernel_compute &&
            __builtin_memcmp(kernel->name, "race_", 5) != 0) {
            sum += best_of(kernel, args, buffers, 2, 1);
        }
    }
    pto_printf("harts handovers %lu\n", sum);
}

int main(void)
{
    for (int i = 0; i < BLOCKS * LANES; i++) {
        in[i] = (float)(i + 1) * (i % 2 == 0 ? 1.0f : -1.0f);
    }
    time_tests();
    time_compute("compute_1", 1);
    time_compute("compute_4", BLOCKS);
    time_gemm();
    time_attention();
    return failed;
}
