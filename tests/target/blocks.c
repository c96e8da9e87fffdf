// SPDX-License-Identifier: Apache-2.0
//
// Launches of several blocks: each block does its share, whichever core runs it and in whatever order.

#include <pto/pto.h>

#include <core/core.h>
#include <pto/tap.h>

#include "schedules.h"

enum { N = 4096, MAX_BLOCKS = 16 };

static float in[N];
static float out[N];
static float want[N];
static int32_t seen[MAX_BLOCKS]; // how often each block ran

PTO_VF(abs_vf, (const float *, from), (float *, to), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vabs(pto_vlds(from, i), mask), to, i, mask);
    }
}

// out = |in|, in shares of whole vectors. Every block uses the same UB addresses and event ids: those of its core.
PTO_KERNEL(shares, (float *, in), (float *, out), (int32_t *, seen))
{
    int32_t block = (int32_t)pto_get_block_idx();
    int32_t vectors = N / 64;
    int32_t first = vectors * block / (int32_t)pto_get_block_num() * 64;
    int32_t end = vectors * (block + 1) / (int32_t)pto_get_block_num() * 64;
    int32_t n = end - first;
    float *ub_in = pto_ub(float, 0);
    float *ub_out = pto_ub(float, 64 * 1024);

    pto_mte_gm_ub(in + first, ub_in, 0, n * 4, .nburst = {1, n * 4, n * 4});
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(abs_vf, ub_in, ub_out, n);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(ub_out, out + first, n * 4, .nburst = {1, n * 4, n * 4});
    // Without ranks the launch is the only one, rank 0 of 1.
    int32_t times = pto_load_scalar(seen, block) + (int32_t)pto_get_rank_num();
    pto_store_scalar(times, pto_remote(seen, pto_get_rank()), block);
}

enum { WAIT_LOAD, WAIT_DSB, WAIT_DCCI, WAIT_POLL, WAIT_TEST, WAIT_NUM, WAIT_STANDING };

// All blocks except the last poll for its write.
PTO_KERNEL(readers, (int32_t *, signal), (int32_t, how))
{
    pto_tensor_t view = pto_tensor(signal, i32, ND, {1, 1});
    volatile const int32_t *seen = signal;
    if (pto_get_block_idx() == pto_get_block_num() - 1) {
        pto_store_scalar(1, signal, 0);
    }
    bool found = false;
    while (!found) {
        switch (how) {
            case WAIT_LOAD: found = pto_load_scalar(seen, 0) != 0; break;
            case WAIT_DSB: pto_dsb(PTO_DSB_DDR); found = *seen != 0; break;
            case WAIT_DCCI: pto_dcci(signal, PTO_SINGLE_CACHE_LINE); found = *seen != 0; break;
            case WAIT_POLL: pto_poll(); found = *seen != 0; break;
            case WAIT_STANDING: pto_comm_twait(&view, 1, PTO_COMPARE_EQ); found = true; break;
            default: found = pto_comm_ttest(&view, 1, PTO_COMPARE_EQ); break;
        }
    }
}

static bool each_block_once(int32_t blocks)
{
    for (int32_t i = 0; i < MAX_BLOCKS; i++) {
        if (seen[i] != (i < blocks ? 1 : 0)) {
            return false;
        }
    }
    return true;
}

static void test_blocks(int32_t blocks)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), PTO_ARG(&seen[0])};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}, {seen, sizeof seen, "seen"}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = (uint32_t)blocks;
        for (int k = 0; k < N; k++) {
            out[k] = -1.0f;
        }
        for (int k = 0; k < MAX_BLOCKS; k++) {
            seen[k] = 0;
        }
        pto_run_result_t result;
        bool clean = schedule_run(&s, &pto_kernel_shares, args, buffers, 3, &result) == 0 && result.warnings == 0;
        if (!clean || !each_block_once(blocks) || __builtin_memcmp(out, want, sizeof out) != 0) {
            tap_note("%s: %s", s.name, clean ? "wrong result" : result.report);
            wrong++;
        }
    }
    tap_equal(wrong, 0, "%d blocks under %u schedules", (int)blocks, schedule_num());
}

static void test_readers(uint64_t how)
{
    static int32_t signal[8];
    const uint64_t args[] = {PTO_ARG(&signal[0]), how};
    const pto_gm_buffer_t buffers[] = {{signal, sizeof signal, "signal"}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = 4;
        s.options.timeout_s = 5;
        signal[0] = 0;
        pto_run_result_t result;
        if (schedule_run(&s, &pto_kernel_readers, args, buffers, 1, &result) != 0) {
            tap_note("%s: %s", s.name, result.report);
            wrong++;
        }
    }
    tap_equal(wrong, 0, "blocks that wait by reading, way %d, under %u schedules", (int)how, schedule_num());
}

// Counts the words of UB that are not zero at the begin of a block, then writes the first 512 bytes.
static inline void look(int32_t *found)
{
    const pto_core_t *core = hal_hart()->issuer;
    volatile uint64_t *ub = pto_ub(uint64_t, 0);
    int32_t num = 0;
    for (uint32_t i = 0; i < core->mem[PTO_MEM_UB].bytes / 8; i++) {
        num += ub[i] != 0;
    }
    for (uint32_t i = 0; i < 64; i++) {
        ub[i] = i + 1;
    }
    pto_store_scalar(num, found, pto_get_block_idx());
}

PTO_KERNEL(looks_anywhere, (int32_t *, found))
{
    look(found);
    *(volatile uint64_t *)pto_ub(uint64_t, 100000) = 1;
}

#undef PTO_KERNEL_WRITES
#define PTO_KERNEL_WRITES ((const uint32_t[PTO_MEM_NUM]){[PTO_MEM_UB] = 512})
PTO_KERNEL(looks, (int32_t *, found))
{
    look(found);
}
#undef PTO_KERNEL_WRITES
#define PTO_KERNEL_WRITES NULL

// Only what kernels may have written is cleared.
static void test_cleared(pto_arch_t arch)
{
    extern const pto_kernel_t pto_kernel_looks, pto_kernel_looks_anywhere;
    const pto_kernel_t *const kernels[] = {&pto_kernel_looks_anywhere, &pto_kernel_looks, &pto_kernel_looks,
                                           &pto_kernel_looks_anywhere, &pto_kernel_looks};
    static int32_t found[MAX_BLOCKS];
    const uint64_t args[] = {PTO_ARG(&found[0])};
    const pto_gm_buffer_t buffers[] = {{found, sizeof found, "found"}};
    int32_t wrong = 0;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        pto_run_result_t result;
        const pto_run_options_t options = {.block_num = MAX_BLOCKS, .arch = arch};
        wrong += pto_run(kernels[i], args, buffers, 1, &options, &result);
        for (uint32_t block = 0; block < MAX_BLOCKS; block++) {
            wrong += found[block] != 0;
        }
    }
    tap_equal(wrong, 0, "UB of each block begins as zeros behind kernels that write a part or all of it, profile %d",
              arch);
}

PTO_VF(nothing, (float *, ub))
{
    (void)ub;
}

// PIPE_V waits for a flag that is never set, and its queue fills up.
PTO_KERNEL(stuck, (int32_t *, gm))
{
    (void)gm;
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    for (int i = 0; i < 100; i++) {
        pto_launch(nothing, pto_ub(float, 0));
    }
}

static void test_full_queue(void)
{
    static int32_t gm[8];
    const uint64_t args[] = {PTO_ARG(&gm[0])};
    const pto_gm_buffer_t buffers[] = {{gm, sizeof gm, "gm"}};
    unsigned wrong = 0;
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.timeout_s = 5;
        pto_run_result_t result;
        schedule_run(&s, &pto_kernel_stuck, args, buffers, 1, &result);
        if (__builtin_strncmp(result.report, "fault: deadlock", sizeof "fault: deadlock" - 1) != 0) {
            tap_note("%s: %s", s.name, result.report);
            wrong++;
        }
    }
    tap_equal(wrong, 0, "a deadlock behind a full queue under %u schedules", schedule_num());
}

// More blocks than the board has cores: waiting ones keep the last one from starting.
static void test_waves(void)
{
    static int32_t signal[8];
    const uint64_t args[] = {PTO_ARG(&signal[0]), WAIT_STANDING};
    const pto_gm_buffer_t buffers[] = {{signal, sizeof signal, "signal"}};
    pto_run_result_t result;
    schedule_t s = schedule(0);
    s.options.block_num = MAX_BLOCKS;
    schedule_run(&s, &pto_kernel_readers, args, buffers, 1, &result);
    tap_like(result.report,
             "fault: deadlock*likely cause: 16 blocks run in waves of * on this board, block * and those behind it "
             "have not begun: comm.twait for a signal in GM == 1 at *blocks.c*may be for one of them",
             "blocks that wait for one of a later wave");
}

// The harts of the last launch's agents: heavy agents are apart, if there are enough harts.
static void test_places(void)
{
    const pto_run_t *run = &pto_run_state;
    uint32_t harts = hal_hart_num(), vector_pipes[BOARD_HARTS_MAX] = {0};
    uint32_t most = 0;
    for (uint32_t i = 0; i < run->core_num; i++) {
        uint32_t num = ++vector_pipes[run->cores[i]->pipe[PIPE_V].agent.hart];
        most = num > most ? num : most;
    }
    uint32_t fair = (run->core_num + harts - 1) / harts;
    tap_equal(most, fair, "%u cores on %u harts: at most %u vector pipes on one", run->core_num, harts, fair);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        in[i] = (float)(i + 1) * (i % 2 == 0 ? 1.0f : -1.0f);
        want[i] = (float)(i + 1);
    }
    static const int32_t numbers[] = {1, 2, 3, 4, 7, 16};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        test_blocks(numbers[i]);
        test_places();
    }
    for (uint64_t how = 0; how < WAIT_NUM; how++) {
        test_readers(how);
    }
    test_cleared(PTO_ARCH_A5);
    test_cleared(PTO_ARCH_A2A3);
    if (hal_hart_num() == 1) {
        test_full_queue();
        test_waves();
    }
    return tap_done();
}
