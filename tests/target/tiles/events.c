// SPDX-License-Identifier: Apache-2.0
//
// Order of tile instructions in C: program order within a pipe, flags, events that an instruction waits for, and tsync,
// which blocks the scalar unit. Each kernel computes y = |x| + |x| under every schedule. Without the tested
// synchronisation the same kernel fails under at least one schedule, which shows that it is needed.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/runtime.h>
#include <pto/tap.h>

#include "../schedules.h"

enum { ROWS = 8, COLS = 64, N = ROWS * COLS };

static _Alignas(64) float in[N], out[N];

#define LOAD(tile, tensor, ...) pto_tload(&(tile), &(tensor), PTO_NONE, PTO_PAD_MODE_NULL __VA_OPT__(, ) __VA_ARGS__)
#define STORE(tensor, tile, ...)                                                              \
    pto_tstore(&(tensor), &(tile), NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, \
               PTO_RELU_NONE __VA_OPT__(, ) __VA_ARGS__)

#define OPERANDS                                                                                         \
    pto_tile_t a = pto_tile(VEC, f32, ROWS, COLS), b = pto_tile(VEC, f32, ROWS, COLS, .address = 4 * N); \
    pto_tile_t c = pto_tile(VEC, f32, ROWS, COLS, .address = 8 * N);                                     \
    pto_tensor_t gx = pto_tensor(x, f32, ND, {ROWS, COLS}), gy = pto_tensor(y, f32, ND, {ROWS, COLS});   \
    (void)b, (void)c

// An event, or none if the kernel is to go wrong.
static pto_event_t only_if(bool ordered, pto_event_t event)
{
    return ordered ? event : PTO_EVENT_DONE;
}

// Rule 1: commands of one pipe on a tile run in program order, without any event.
PTO_KERNEL(program_order, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    pto_event_t loaded = LOAD(a, gx);
    pto_tabs(&a, &a, only_if(ordered, loaded));
    pto_tadd(&a, &a, &a);
    pto_event_t done = pto_tmuls(&a, &a, 1.0f);
    STORE(gy, a, done);
}

// Rule 2: flags between the pipes of tile instructions.
PTO_KERNEL(flags, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    LOAD(a, gx);
    if (ordered) {
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
    }
    pto_tabs(&a, &a);
    pto_tadd(&a, &a, &a);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    STORE(gy, a);
}

// Rule 3: an instruction that takes two events waits for both.
PTO_KERNEL(chain, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    pto_event_t e0 = LOAD(a, gx), e1 = LOAD(b, gx);
    pto_event_t e2 = pto_tabs(&c, &a, e0);
    pto_event_t e3 = pto_tabs(&b, &b, only_if(ordered, e1));
    STORE(gy, c, pto_tadd(&c, &c, &b, e2, e3));
}

// An event stays valid: two instructions may wait for it, even long after it has completed.
PTO_KERNEL(twice, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    pto_event_t loaded = only_if(ordered, LOAD(a, gx));
    pto_tabs(&b, &a, loaded);
    pto_event_t done = pto_tadd(&c, &b, &b, loaded);
    STORE(gy, c, done);
    pto_tsync(done);
    STORE(gy, c, done);
}

// A write after a read: the tile is reloaded only after the store of its old contents.
PTO_KERNEL(write_after_read, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    pto_tensor_t zeros = pto_tensor(y, f32, ND, {ROWS, COLS});
    pto_event_t loaded = LOAD(a, gx);
    pto_event_t doubled = pto_tadd(&b, &a, &a, loaded);
    pto_event_t done = pto_tabs(&b, &b, doubled);
    LOAD(a, zeros, only_if(ordered, doubled));
    STORE(gy, b, done);
}

// An instruction reads GM written by an earlier one.
PTO_KERNEL(through_gm, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    pto_event_t loaded = LOAD(a, gx);
    pto_event_t stored = STORE(gy, a, pto_tabs(&a, &a, loaded));
    pto_event_t again = LOAD(b, gy, only_if(ordered, stored));
    STORE(gy, b, pto_tadd(&b, &b, &b, again));
}

// tsync blocks the scalar unit, which reads the elements itself.
PTO_KERNEL(tsync, (float *, x), (float *, y), (bool, ordered))
{
    OPERANDS;
    pto_event_t e0 = LOAD(a, gx), e1 = LOAD(b, gx);
    pto_event_t done = pto_tabs(&c, &b, e1);
    if (ordered) {
        pto_tsync(e0, done);
    }
    for (int64_t i = 0; i < N; i++) {
        float value = pto_tgetval(float, &a, i);
        pto_tsetval(float, &a, i, (value < 0 ? -value : value) + pto_tgetval(float, &c, i));
    }
    STORE(gy, a);
}

/// The test ///

static bool run(const schedule_t *s, const pto_kernel_t *kernel, bool ordered, pto_run_result_t *result)
{
    __builtin_memset(out, 0, sizeof out);
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), PTO_ARG(ordered)};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "x"}, {out, sizeof out, "y"}};
    bool right = schedule_run(s, kernel, args, buffers, 2, result) == 0;
    for (int32_t i = 0; i < N; i++) {
        right = right && out[i] == 2 * (in[i] < 0 ? -in[i] : in[i]);
    }
    return right;
}

static const pto_kernel_t *const kernels[] = {&pto_kernel_program_order,   &pto_kernel_flags,      &pto_kernel_chain,
                                              &pto_kernel_twice,           &pto_kernel_through_gm, &pto_kernel_tsync,
                                              &pto_kernel_write_after_read};

int main(void)
{
    for (int32_t i = 0; i < N; i++) {
        in[i] = (float)(i * 37 % 1009 - 500) + 0.5f;
    }
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        const char *name = kernels[k]->name;
        unsigned wrong = 0;
        for (unsigned i = 0; i < schedule_num(); i++) {
            schedule_t s = schedule(i);
            pto_run_result_t result;
            tap_ok(run(&s, kernels[k], true, &result), "%s, %s %s", name, s.name, result.report);
            // Concurrent harts may be right by chance.
            wrong += s.options.hart_num == 1 && !run(&s, kernels[k], false, &result);
        }
        if (hal_hart_num() == 1) {
            tap_ok(wrong > 0, "%s: %u schedules are wrong without it", name, wrong);
        }
    }
    return tap_done();
}
