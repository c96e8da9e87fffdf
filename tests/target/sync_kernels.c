// SPDX-License-Identifier: Apache-2.0
//
// Small kernels for sync.c. Each takes (in, out), 4096 floats each, and should leave out = |in| in whatever
// part it writes; those called race_* leave something out that the documents require.

#include <pto/pto.h>

#include "sync_kernels.h"

enum { UB_IN = 0, UB_OUT = 64 * 1024 };

PTO_VF(abs_vf, (const float *, in), (float *, out), (int32_t, n))
{
    for (int32_t i = 0, left = n; i < n; i += 64) {
        pto_b32_t mask = pto_plt_b32(left, &left);
        pto_vsts(pto_vabs(pto_vlds(in, i), mask), out, i, mask);
    }
}

static inline pto_event_t load(const float *gm, int32_t ub, int32_t n)
{
    return pto_mte_gm_ub(gm, pto_ub(uint8_t, ub), 0, n * 4, .nburst = {1, n * 4, n * 4});
}

static inline pto_event_t store(int32_t ub, float *gm, int32_t n)
{
    return pto_mte_ub_gm(pto_ub(uint8_t, ub), gm, n * 4, .nburst = {1, n * 4, n * 4});
}

static inline pto_event_t compute(int32_t from, int32_t to, int32_t n)
{
    return pto_launch(abs_vf, pto_ub(float, from), pto_ub(float, to), n);
}

PTO_KERNEL(straight_line, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
}

// Many more commands than a queue can hold: the scalar unit has to wait for space.
PTO_KERNEL(back_pressure, (float *, in), (float *, out))
{
    for (int32_t i = 0; i < SYNC_N; i += 8) {
        load(in + i, UB_IN + i * 4, 8);
    }
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    for (int32_t i = 0; i < SYNC_N; i += 64) {
        compute(UB_IN + i * 4, UB_OUT + i * 4, 64);
    }
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    for (int32_t i = 0; i < SYNC_N; i += 8) {
        store(UB_OUT + i * 4, out + i, 8);
    }
}

// Commands of one pipe keep their order: the last load of each address wins.
PTO_KERNEL(order_in_a_pipe, (float *, in), (float *, out))
{
    load(in + SYNC_N / 2, UB_IN, SYNC_N / 2);
    load(in, UB_IN, SYNC_N / 2);
    load(in, UB_IN, SYNC_N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    compute(UB_IN, UB_OUT, 64);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT + SYNC_N * 2, out, SYNC_N / 2);
    pto_pipe_barrier(PIPE_MTE3);
    store(UB_OUT, out, SYNC_N);
}

// The scalar unit at either end of a flag: it writes data that MTE2 loads, and reads data that MTE3 stored.
PTO_KERNEL(flags_of_the_scalar_unit, (float *, in), (float *, out))
{
    for (int32_t i = 0; i < SYNC_N; i++) {
        pto_store_scalar(-pto_load_scalar(in, i), out, i);
    }
    pto_set_flag(PIPE_S, PIPE_MTE2, EVENT_ID0);
    pto_wait_flag(PIPE_S, PIPE_MTE2, EVENT_ID0);
    load(out, UB_IN, SYNC_N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
    pto_set_flag(PIPE_MTE3, PIPE_S, EVENT_ID0);
    pto_wait_flag(PIPE_MTE3, PIPE_S, EVENT_ID0);
    // A negative value is a stale one: 0 makes the result wrong in any case.
    for (int32_t i = 0; i < SYNC_N; i++) {
        float value = pto_load_scalar(out, i);
        pto_store_scalar(value < 0 ? 0.0f : value, out, i);
    }
}

// PIPE_ALL blocks the scalar unit until everything has completed.
PTO_KERNEL(barrier_of_all_pipes, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    pto_pipe_barrier(PIPE_ALL);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_pipe_barrier(PIPE_ALL);
    const float *ub = pto_ub(float, UB_OUT);
    for (int32_t i = 0; i < SYNC_N; i++) {
        pto_store_scalar(pto_load_scalar(ub, i), out, i);
    }
}

// The completion event returned by a command.
PTO_KERNEL(completion_events, (float *, in), (float *, out))
{
    for (int32_t i = 0; i < SYNC_N; i += 512) {
        pto_event_t loaded = load(in + i, UB_IN + i * 4, 512);
        pto_wait_event(PIPE_V, loaded);
        pto_event_t computed = compute(UB_IN + i * 4, UB_OUT + i * 4, 512);
        pto_wait_event(PIPE_MTE3, computed);
        pto_event_t stored = store(UB_OUT + i * 4, out + i, 512);
        pto_wait_event(PIPE_S, stored);
        pto_store_scalar(pto_load_scalar(out, i), out, i);
    }
}

// One load, many uses: get_buf needs no first iteration of its own.
PTO_KERNEL(one_load_eight_slices, (float *, in), (float *, out))
{
    enum { SLICE = SYNC_N / 8 };
    pto_get_buf(PIPE_MTE2, 0, 0);
    load(in, UB_IN, SYNC_N);
    pto_rls_buf(PIPE_MTE2, 0, 0);
    for (int32_t slice = 0; slice < 8; slice++) {
        pto_get_buf(PIPE_V, 0, 0);
        pto_get_buf(PIPE_V, 1, 0);
        compute(UB_IN + slice * SLICE * 4, UB_OUT + slice * SLICE * 4, SLICE);
        pto_rls_buf(PIPE_V, 1, 0);
        pto_rls_buf(PIPE_V, 0, 0);
        pto_get_buf(PIPE_MTE3, 1, 0);
        store(UB_OUT + slice * SLICE * 4, out + slice * SLICE, SLICE);
        pto_rls_buf(PIPE_MTE3, 1, 0);
    }
}

// All eight ids of two pairs of pipes at once, waited for in another order.
PTO_KERNEL(all_event_ids, (float *, in), (float *, out))
{
    enum { PART = SYNC_N / 8 };
    for (int32_t id = 0; id < 8; id++) {
        load(in + id * PART, UB_IN + id * PART * 4, PART);
        pto_set_flag(PIPE_MTE2, PIPE_V, id);
    }
    for (int32_t id = 7; id >= 0; id--) {
        pto_wait_flag(PIPE_MTE2, PIPE_V, id);
        compute(UB_IN + id * PART * 4, UB_OUT + id * PART * 4, PART);
        pto_set_flag(PIPE_V, PIPE_MTE3, id);
    }
    for (int32_t i = 0; i < 8; i++) {
        int32_t id = i * 3 % 8;
        pto_wait_flag(PIPE_V, PIPE_MTE3, id);
        store(UB_OUT + id * PART * 4, out + id * PART, PART);
    }
}

// Arguments are copied when a vector function is launched; what the scalar unit does to its own variables
// afterwards is its own affair.
PTO_KERNEL(arguments_are_copied, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    const float *from = pto_ub(float, UB_IN);
    float *to = pto_ub(float, UB_OUT);
    for (int32_t i = 0; i < SYNC_N / 64; i++) {
        pto_launch(abs_vf, from, to, 64);
        from += 64;
        to += 64;
    }
    from = to = NULL;
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
}

// In mode 1 the release waits, not the get: after it the load has completed.
PTO_KERNEL(release_of_mode_1_waits, (float *, in), (float *, out))
{
    pto_get_buf(PIPE_MTE2, 0, 0);
    load(in, UB_IN, SYNC_N);
    pto_rls_buf(PIPE_MTE2, 0, 0);
    pto_get_buf(PIPE_V, 0, 1);
    pto_rls_buf(PIPE_V, 0, 1);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
}

// Every kind of mem_bar: values pass through UB from one step to the next.
PTO_VF(barriers_vf, (const float *, in), (float *, out), (float *, scratch), (int32_t, n))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < n; i += 64) {
        pto_vf32_t v = pto_vabs(pto_vlds(in, i), all);
#define THROUGH_MEMORY(type)       \
    pto_vsts(v, scratch, 0, all);  \
    pto_mem_bar(type);             \
    v = pto_vlds(scratch, 0)
        THROUGH_MEMORY(PTO_VV_ALL);
        THROUGH_MEMORY(PTO_VST_VLD);
        THROUGH_MEMORY(PTO_VLD_VST);
        THROUGH_MEMORY(PTO_VST_VST);
        THROUGH_MEMORY(PTO_VS_ALL);
        THROUGH_MEMORY(PTO_VST_LD);
        THROUGH_MEMORY(PTO_VLD_ST);
        THROUGH_MEMORY(PTO_VST_ST);
        THROUGH_MEMORY(PTO_SV_ALL);
        THROUGH_MEMORY(PTO_ST_VLD);
        THROUGH_MEMORY(PTO_LD_VST);
        THROUGH_MEMORY(PTO_ST_VST);
#undef THROUGH_MEMORY
        pto_vsts(v, out, i, all);
    }
}

PTO_KERNEL(all_memory_barriers, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_launch(barriers_vf, pto_ub(float, UB_IN), pto_ub(float, UB_OUT), pto_ub(float, 2 * UB_OUT), SYNC_N);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
}

// ---------------------------------------------------------------------------------------------------------------------
// Orders that the documents do not guarantee

// vlds before copy_gm_to_ubuf has completed.
PTO_KERNEL(race_load_compute, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
}

// copy_ubuf_to_gm before vsts has completed.
PTO_KERNEL(race_compute_store, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    compute(UB_IN, UB_OUT, SYNC_N);
    store(UB_OUT, out, SYNC_N);
}

// The scalar unit reads immediately what a vector function will write: the launch is asynchronous.
PTO_KERNEL(race_launch_scalar, (float *, in), (float *, out))
{
    load(in, UB_IN, SYNC_N);
    pto_pipe_barrier(PIPE_ALL);
    compute(UB_IN, UB_OUT, SYNC_N);
    const float *ub = pto_ub(float, UB_OUT);
    for (int32_t i = 0; i < SYNC_N; i++) {
        pto_store_scalar(pto_load_scalar(ub, i), out, i);
    }
}

// The scalar unit overwrites data that MTE2 has yet to load.
PTO_KERNEL(race_load_scalar, (float *, in), (float *, out))
{
    for (int32_t i = 0; i < SYNC_N; i++) {
        pto_store_scalar(pto_load_scalar(in, i), out, i);
    }
    load(out, UB_IN, SYNC_N);
    for (int32_t i = 0; i < SYNC_N; i++) {
        pto_store_scalar(7.0f, out, i);
    }
    pto_pipe_barrier(PIPE_ALL);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_pipe_barrier(PIPE_ALL);
    store(UB_OUT, out, SYNC_N);
}

// A get_buf of mode 1 does not wait.
PTO_KERNEL(race_get_of_mode_1, (float *, in), (float *, out))
{
    pto_get_buf(PIPE_MTE2, 0, 0);
    load(in, UB_IN, SYNC_N);
    pto_rls_buf(PIPE_MTE2, 0, 0);
    pto_get_buf(PIPE_V, 0, 1);
    compute(UB_IN, UB_OUT, SYNC_N);
    pto_rls_buf(PIPE_V, 0, 1);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    store(UB_OUT, out, SYNC_N);
}
