// SPDX-License-Identifier: Apache-2.0
//
// The effect of the policies of one hart. Each kernel races on purpose, and its result tells which command came first:
// program order gives the result of the eager policy.

#include <pto/pto.h>

#include <hal/hal.h>
#include <pto/runtime.h>
#include <pto/tap.h>

enum { N = 64, BYTES = N * 4, SEEDS = 24 };

static float gm[4 * N];

PTO_VF(twice, (const float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vadds(pto_vlds(in, 0), 1.0f, all), out, 0, all);
}

static void load(const float *from, uint32_t at)
{
    pto_mte_gm_ub(from, pto_ub(float, at), 0, BYTES, .nburst = {1, BYTES, BYTES});
}

static void store(uint32_t at, float *to)
{
    pto_mte_ub_gm(pto_ub(float, at), to, BYTES, .nburst = {1, BYTES, BYTES});
}

// Stores the result at +4096 when all has completed.
static void finish(float *x)
{
    pto_pipe_barrier(PIPE_ALL);
    store(4096, x + 3 * N);
}

// The vector function reads what MTE2 loads.
PTO_KERNEL(read_after_write, (float *, x))
{
    load(x, 0);
    pto_launch(twice, pto_ub(float, 0), pto_ub(float, 4096));
    finish(x);
}

// MTE2 overwrites data that the vector function reads.
PTO_KERNEL(write_after_read, (float *, x))
{
    load(x, 0);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(twice, pto_ub(float, 0), pto_ub(float, 4096));
    load(x + N, 0);
    finish(x);
}

// Both write the result.
PTO_KERNEL(write_after_write, (float *, x))
{
    load(x, 4096);
    pto_launch(twice, pto_ub(float, 0), pto_ub(float, 4096));
    finish(x);
}

// Three pipes concurrently: the sum encodes their order.
PTO_KERNEL(all_at_once, (float *, x))
{
    load(x, 0);
    pto_launch(twice, pto_ub(float, 0), pto_ub(float, 0));
    store(0, x + 2 * N);
    load(x + 2 * N, 4096);
    pto_launch(twice, pto_ub(float, 4096), pto_ub(float, 4096));
    store(4096, x + N);
    finish(x);
}

// More flags than a ring of them holds, without a command between them.
PTO_KERNEL(flags_alone, (float *, x))
{
    for (int i = 0; i < 200; i++) {
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_set_flag(PIPE_V, PIPE_MTE2, i & 1);
        pto_wait_flag(PIPE_V, PIPE_MTE2, i & 1);
    }
    load(x, 4096);
    finish(x);
}

// Waits for flags by their events: what was issued before them is done, and what comes behind them need not be.
PTO_KERNEL(events_of_flags, (float *, x))
{
    load(x, 0);
    pto_event_t loaded = pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_S, PIPE_MTE2, EVENT_ID1);
    load(x + N, 0);
    pto_wait_event(PIPE_MTE3, loaded);
    store(0, x + 2 * N);
    pto_event_t stored = pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_event_t waited = pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    pto_wait_event(PIPE_S, stored);
    pto_wait_event(PIPE_S, waited);
    pto_set_flag(PIPE_S, PIPE_MTE2, EVENT_ID1);
    pto_pipe_barrier(PIPE_ALL);
    load(x + 2 * N, 4096);
    finish(x);
}

static float result(const pto_kernel_t *kernel, pto_policy_t policy, uint64_t seed)
{
    for (uint32_t i = 0; i < 4 * N; i++) {
        gm[i] = (float)(10 * (i / N) + 5);
    }
    const pto_gm_buffer_t buffer = {.address = gm, .bytes = sizeof gm};
    const pto_run_options_t options = {.hart_num = 1, .policy = policy, .seed = seed, .return_on_fault = true};
    const uint64_t args[] = {(uintptr_t)gm};
    pto_run_result_t ended;
    pto_run(kernel, args, &buffer, 1, &options, &ended);
    return gm[N] * 1000.0f + gm[2 * N] * 100.0f + gm[3 * N];
}

static void test_kernel(const pto_kernel_t *kernel, const char *name)
{
    float eager = result(kernel, PTO_POLICY_EAGER, 0);
    uint32_t differ = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        differ += result(kernel, PTO_POLICY_RANDOM, seed) != eager;
    }
    tap_ok(result(kernel, PTO_POLICY_ADVERSE, 0) != eager, "%s: the adverse policy shows it", name);
    tap_ok(differ >= SEEDS / 3, "%s: %u of %u seeds show it", name, differ, SEEDS);
}

// One core's four agents have 24 initial orders.
static void test_seeds(void)
{
    float seen[SEEDS];
    uint32_t num = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        float now = result(&pto_kernel_all_at_once, PTO_POLICY_RANDOM, seed);
        uint32_t i = 0;
        while (i < num && seen[i] != now) {
            i++;
        }
        if (i == num) {
            seen[num++] = now;
        }
    }
    tap_ok(num >= 4, "%u seeds give %u different results", SEEDS, num);
    tap_ok(result(&pto_kernel_all_at_once, PTO_POLICY_RANDOM, 1) != result(&pto_kernel_all_at_once, PTO_POLICY_EAGER, 0),
           "random:1 is not eager");
}

// A kernel without races: the result is that of the eager policy under all others.
static void test_same(const pto_kernel_t *kernel, float want, const char *name)
{
    uint32_t right = result(kernel, PTO_POLICY_EAGER, 0) == want;
    right += result(kernel, PTO_POLICY_LAZY, 0) == want;
    right += result(kernel, PTO_POLICY_ADVERSE, 0) == want;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        right += result(kernel, PTO_POLICY_RANDOM, seed) == want;
    }
    tap_ok(right == SEEDS + 3, "%s: %u of %u orders give the result", name, right, SEEDS + 3);
}

int main(void)
{
    test_kernel(&pto_kernel_read_after_write, "read after write");
    test_kernel(&pto_kernel_write_after_read, "write after read");
    test_kernel(&pto_kernel_write_after_write, "write after write");
    test_seeds();
    test_same(&pto_kernel_flags_alone, 15.0f * 1000.0f + 25.0f * 100.0f + 5.0f, "flags alone");
    test_same(&pto_kernel_events_of_flags, 15.0f * 1000.0f + 5.0f * 100.0f + 5.0f, "events of flags");
    return tap_done();
}
