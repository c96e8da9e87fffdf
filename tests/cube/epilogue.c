// SPDX-License-Identifier: Apache-2.0
//
// A kernel of A2A3 that uses the parts together. Every cluster multiplies its share of k and adds it to one i32 sum in
// GM; when all cube cores have (mode 0), each tells its vector cores (mode 2), which dequantise half of a slice of the
// rows each, exchange the largest values that they saw through GM (mode 1), and store the results divided by the larger
// one.

#include "waits.h"

#include <board.h>

#undef pto_wait_flag_dev
#define pto_wait_flag_dev(id) WAIT_IF(pto_wait_cross_core_at(PTO_LOC, PIPE_S, id))

enum { M = 32, N = 64, K = 64, BLOCKS = BOARD_CLUSTERS * BOARD_CUBE_CORES > 1 ? 2 : 1 };
enum { ADDED, SUMMED, SEEN };

static void multiply(const int8_t *a, const int8_t *b, const int32_t *bias, int32_t *sum)
{
    const int64_t k = K / pto_get_block_num(), first = pto_get_block_idx() * k;
    int8_t *l1_a = pto_l1(int8_t, 0), *l1_b = pto_l1(int8_t, 8192);
    int32_t *l1_bias = pto_l1(int32_t, 16384);
    pto_mte_gm_l1_frac(a + first, l1_a, PTO_ND2NZ, M, k, .src_layout = {K}, .dst_group = {1, 1, M, 0});
    pto_mte_gm_l1_frac(b + first * N, l1_b, PTO_ND2NZ, k, N, .src_layout = {N}, .dst_group = {1, 1, k, 0});
    pto_mte_gm_l1(bias, l1_bias, N * 4, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    pto_mte_l1_l0a(l1_a, pto_l0a(int8_t, 0), M, k);
    pto_mte_l1_l0b(l1_b, pto_l0b(int8_t, 0), k, N, .transpose = true);
    pto_mte_l1_bt(l1_bias, pto_bt(int32_t, 0), N * 4 / 32, .nburst = {1, 0, 0});
    pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    int32_t *l0c = pto_l0c(int32_t, 0);
    if (first == 0) {  // once for all blocks
        pto_mad_bias(pto_l0a(int8_t, 0), pto_l0b(int8_t, 0), l0c, pto_bt(int32_t, 0), M, N, k);
    } else {
        pto_mad(pto_l0a(int8_t, 0), pto_l0b(int8_t, 0), l0c, M, N, k);
    }
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    pto_mte_l0c_gm(l0c, sum, M, N, M, N, 0, 0, .layout = {PTO_NZ2ND}, .atomic = {PTO_ATOMIC_S32, PTO_ATOMIC_ADD});
    pto_set_cross_core(PIPE_FIX, 0, ADDED);
    pto_wait_flag_dev(ADDED);
    pto_set_cross_core(PIPE_FIX, 2, SUMMED);
}

// ReLU and conversion of n numbers; the maximum of each of 64 lanes.
PTO_VF(convert, (const int32_t *, from), (float *, to), (float *, largest), (int32_t, n))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t most = pto_vbr_f32(1.0f);
    for (int32_t i = 0; i < n; i += 64) {
        pto_vf32_t x = pto_vrelu(pto_vcvt(f32, pto_vlds(from, i), all, PTO_RND_R), all);
        most = pto_vmax(most, x, all);
        pto_vsts(x, to, i, all);
    }
    pto_vsts(most, largest, 0, all);
}

PTO_VF(divide, (float *, x), (const float *, mine), (const float *, other), (int32_t, n))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vf32_t most = pto_vmax(pto_vlds(mine, 0), pto_vlds(other, 0), all);
    for (int32_t i = 0; i < n; i += 64) {
        pto_vsts(pto_vdiv(pto_vlds(x, i), most, all), x, i, all);
    }
}

static void finish(const int32_t *sum, float *seen, float *out)
{
    const int64_t core = pto_get_block_idx() * 2 + pto_get_subblock_idx(), rows = M / pto_get_block_num() / 2;
    const int64_t n = rows * N, bytes = n * 4, at = core * n;
    float *x = pto_ub(float, 16384), *mine = pto_ub(float, 32768), *other = pto_ub(float, 36864);
    pto_wait_flag_dev(SUMMED);
    pto_mte_gm_ub(sum + at, pto_ub(int32_t, 0), 0, bytes, .nburst = {1, bytes, bytes});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(convert, pto_ub(int32_t, 0), x, mine, (int32_t)n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(mine, seen + core * 64, 256, .nburst = {1, 256, 256});
    pto_set_cross_core(PIPE_MTE3, 1, SEEN);
    pto_wait_flag_dev(SEEN);
    pto_mte_gm_ub(seen + (core ^ 1) * 64, other, 0, 256, .nburst = {1, 256, 256});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID1);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID1);
    pto_launch(divide, x, mine, other, (int32_t)n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
    pto_mte_ub_gm(x, out + at, bytes, .nburst = {1, bytes, bytes});
}

PTO_MIXED_KERNEL(epilogue, (int8_t *, a), (int8_t *, b), (int32_t *, bias), (int32_t *, sum), (float *, seen),
                 (float *, out))
{
    PTO_CUBE_SECTION multiply(a, b, bias, sum);
    PTO_VECTOR_SECTION finish(sum, seen, out);
}

#include "needed.h"

static int8_t a[M * K], b[K * N];
static int32_t bias[N], sum[M * N];
static float seen[2 * BLOCKS * 64], out[M * N], first[M * N], want[M * N];

static bool run_once(const schedule_t *s, pto_run_result_t *result)
{
    const uint64_t args[] = {PTO_ARG(&a[0]),   PTO_ARG(&b[0]),    PTO_ARG(&bias[0]),
                             PTO_ARG(&sum[0]), PTO_ARG(&seen[0]), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{a, sizeof a, "a"},          {b, sizeof b, "b"},
                                       {bias, sizeof bias, "bias"}, {sum, sizeof sum, "sum"},
                                       {seen, sizeof seen, "seen"}, {out, sizeof out, "out"}};
    schedule_t mine = *s;
    mine.options.arch = PTO_ARCH_A2A3;
    __builtin_memset(sum, 0, sizeof sum);
    __builtin_memset(seen, 0, sizeof seen);
    __builtin_memset(out, 0x55, sizeof out);
    return schedule_run(&mine, &pto_kernel_epilogue, args, buffers, 6, result) == 0;
}

// A register is a row, so the maximum of a lane is that of a column over the rows of a block.
static void model(int blocks)
{
    const int rows = M / blocks;
    for (int at = 0; at < blocks * N; at++) {
        const int top = at / N * rows, j = at % N;
        float most = 1;
        for (int i = top; i < top + rows; i++) {
            int32_t x = bias[j];
            for (int k = 0; k < K; k++) {
                x += a[i * K + k] * b[k * N + j];
            }
            want[i * N + j] = x > 0 ? (float)x : 0;
            most = want[i * N + j] > most ? want[i * N + j] : most;
        }
        for (int i = top; i < top + rows; i++) {
            want[i * N + j] /= most;
        }
    }
}

static void fill(int8_t *to, int num, uint32_t state)
{
    for (int i = 0; i < num; i++) {
        state = state * 1664525u + 1013904223u;
        to[i] = (int8_t)(state >> 24);
    }
}

int main(void)
{
    fill(a, M * K, 1);
    fill(b, K * N, 2);
    for (int j = 0; j < N; j++) {
        bias[j] = (j - 20) * 1000;
    }
    for (uint32_t blocks = 1; blocks <= BLOCKS; blocks++) {
        model((int)blocks);
        unsigned wrong = 0;
        for (unsigned i = 0; i < schedule_num(); i++) {
            schedule_t s = schedule(i);
            s.options.block_num = blocks;
            pto_run_result_t result;
            bool clean = run_once(&s, &result) && result.warnings == 0;
            if (!clean || __builtin_memcmp(out, want, sizeof want) != 0) {
                tap_note("%s: %s", s.name, clean ? "other bytes" : result.report);
                wrong++;
            }
        }
        tap_equal(wrong, 0, "%u blocks under %u schedules, against plain loops", (unsigned)blocks, schedule_num());
    }
    check_waits(run_once, out, first, sizeof out, BLOCKS);
    return tap_done();
}
