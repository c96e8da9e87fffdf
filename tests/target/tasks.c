// SPDX-License-Identifier: Apache-2.0
//
// Programs of random tasks on regions that overlap, on three kinds of cores: the same bytes as the tasks one after the
// other, under every schedule. A number on the command line says how many, 24 without.

#include <hal/hal.h>
#include <pto/pto.h>
#include <pto/program.h>
#include <pto/tap.h>

#include "schedules.h"

enum { WORDS = 512, BUFFERS = 3, TASKS_MAX = 12, BLOCKS_MAX = 9, REGION = 64 };

static int32_t data[BUFFERS][WORDS], start[BUFFERS][WORDS], want[BUFFERS][WORDS];
static uint64_t memory[4096];

/// Kernels: to[i] = to[i] * 3 + from[i] + add + block, each block its words ///

// By scalar accesses, available on all kinds of cores.
static void mix(const int32_t *from, int32_t *to, int32_t add, int32_t n)
{
    int64_t block = pto_get_block_idx(), num = pto_get_block_num();
    for (int64_t i = n * block / num; i < n * (block + 1) / num; i++) {
        pto_store_scalar(pto_load_scalar(to, i) * 3 + pto_load_scalar(from, i) + add + (int32_t)block, to, i);
    }
}

PTO_KERNEL(on_vector, (const int32_t *, from), (int32_t *, to), (int32_t, add), (int32_t, n))
{
    mix(from, to, add, n);
}

PTO_CUBE_KERNEL(on_cube, (const int32_t *, from), (int32_t *, to), (int32_t, add), (int32_t, n))
{
    mix(from, to, add, n);
}

// Both vector cores of a cluster, one after the other, half of the words each.
PTO_MIXED_KERNEL(on_cluster, (const int32_t *, from), (int32_t *, to), (int32_t, add), (int32_t, n))
{
    int64_t block = pto_get_block_idx(), num = pto_get_block_num();
    int64_t first = n * block / num, end = n * (block + 1) / num;
    PTO_VECTOR_SECTION
    {
        int64_t middle = (first + end) / 2;
        bool is_second = pto_get_subblock_idx() == 1;
        for (int64_t i = is_second ? middle : first; i < (is_second ? end : middle); i++) {
            pto_store_scalar(pto_load_scalar(to, i) * 3 + pto_load_scalar(from, i) + add + (int32_t)block, to, i);
        }
    }
}

// All blocks synchronise: to[0] = their number, once each of them has counted itself in to[1].
PTO_KERNEL(meeting, (int32_t *, to), (int32_t *, counter))
{
    int64_t block = pto_get_block_idx();
    pto_store_scalar((int32_t)block + 1, to, block);
    pto_syncall_soft(PTO_SYNC_AIV_ONLY, counter, 0);
    if (block == 0) {
        int32_t sum = 0;
        for (int64_t i = 0; i < pto_get_block_num(); i++) {
            sum += pto_load_scalar(to, i);
        }
        pto_store_scalar(sum, to, 8);
    }
}

// Arguments here, queries in other kernels.
PTO_KERNEL(coordinates, (int32_t *, to), (int32_t, block), (int32_t, num), (int32_t, subblock))
{
    pto_store_scalar(block * 100 + num * 10 + subblock, to, 0);
}

PTO_KERNEL(poke, (const int32_t *, from), (int32_t *, to), (int32_t, at))
{
    (void)from;
    pto_store_scalar(1, to, at);
}

// One block waits for a signal, which the last block of another task gives.
PTO_KERNEL(awaiting, (int32_t *, signal), (int32_t *, to))
{
    pto_tensor_t view = pto_tensor(signal, i32, ND, {1, 1});
    pto_comm_twait(&view, 1, PTO_COMPARE_EQ);
    pto_store_scalar(7, to, 0);
}

PTO_KERNEL(giving, (int32_t *, signal), (int32_t *, to))
{
    int64_t block = pto_get_block_idx();
    pto_store_scalar((int32_t)block + 1, to, block);
    if (block == pto_get_block_num() - 1) {
        pto_tensor_t view = pto_tensor(signal, i32, ND, {1, 1});
        pto_comm_tnotify(&view, 1, PTO_NOTIFY_SET);
    }
}

/// Programs ///

typedef struct {
    const pto_kernel_t *kernel;
    uint32_t block_num;
    int32_t from_buffer, from_at, to_buffer, to_at, n, add;
} step_t;

static uint32_t random_state;

static int32_t draw(int32_t num)
{
    random_state = random_state * 1664525 + 1013904223;
    return (int32_t)((uint64_t)(random_state >> 8) * (uint32_t)num >> 24);
}

static step_t draw_step(void)
{
    static const pto_kernel_t *const kernels[] = {&pto_kernel_on_vector, &pto_kernel_on_vector,
#if BOARD_CUBE_CORES
                                                  &pto_kernel_on_cube, &pto_kernel_on_cluster
#endif
    };
    step_t step = {.kernel = kernels[draw(sizeof kernels / sizeof kernels[0])], .add = draw(1000)};
    step.block_num = draw(4) == 0 ? 1 + (uint32_t)draw(BLOCKS_MAX) : 1;
    step.n = 1 + draw(REGION);
    step.from_buffer = draw(BUFFERS);
    step.to_buffer = draw(BUFFERS);
    step.from_at = draw(WORDS / 4 - REGION / 2);
    step.to_at = draw(WORDS / 4 - REGION / 2);
    if (step.from_buffer == step.to_buffer) {
        step.from_at += WORDS / 2;  // blocks of one task read and write disjoint words
        step.from_buffer = draw(2) == 0 ? step.from_buffer : (step.from_buffer + 1) % BUFFERS;
    }
    return step;
}

static void run_in_order(const step_t *step)
{
    for (int32_t block = 0; block < (int32_t)step->block_num; block++) {
        int32_t num = (int32_t)step->block_num;
        for (int32_t i = step->n * block / num; i < step->n * (block + 1) / num; i++) {
            int32_t *to = &want[step->to_buffer][step->to_at + i];
            *to = *to * 3 + want[step->from_buffer][step->from_at + i] + step->add + block;
        }
    }
}

static pto_task_arg_t region(pto_task_arg_kind_t kind, int32_t *at, int32_t n)
{
    return (pto_task_arg_t){.kind = kind, .value = (uintptr_t)at, .bytes = (uint64_t)n * sizeof *at};
}

static pto_task_arg_t number(int32_t value)
{
    return (pto_task_arg_t){.kind = PTO_TASK_VALUE, .value = (uint32_t)value};
}

static void submit(const step_t *step)
{
    const pto_task_arg_t args[] = {region(PTO_TASK_IN, &data[step->from_buffer][step->from_at], step->n),
                                   region(PTO_TASK_INOUT, &data[step->to_buffer][step->to_at], step->n),
                                   number(step->add), number(step->n)};
    pto_task_submit(step->kernel, step->block_num, args, 4, NULL, 0);
}

static void begin(const schedule_t *schedule, size_t bytes)
{
    static pto_gm_buffer_t buffers[BUFFERS];
    static const char *const names[BUFFERS] = {"first", "second", "third"};
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = (pto_gm_buffer_t){data[i], sizeof data[i], names[i]};
    }
    pto_program_begin(buffers, BUFFERS, memory, bytes, &schedule->options);
}

static bool is_as_wanted(const schedule_t *schedule, int program, bool faulted, const pto_run_result_t *result)
{
    bool same = !faulted && result->warnings == 0 && __builtin_memcmp(data, want, sizeof data) == 0;
    if (!same) {
        tap_note("program %d, %s: %s", program, schedule->name, faulted ? result->report : "wrong result");
    }
    return same;
}

// A program that exceeds memory runs in several parts.
static void test_random(size_t bytes, int programs)
{
    unsigned wrong = 0;
    for (int program = 0; program < programs; program++) {
        step_t steps[TASKS_MAX];
        random_state = (uint32_t)program + 1;
        int num = 2 + draw(TASKS_MAX - 1);
        for (int i = 0; i < BUFFERS * WORDS; i++) {
            start[i / WORDS][i % WORDS] = want[i / WORDS][i % WORDS] = draw(10000);
        }
        for (int i = 0; i < num; i++) {
            steps[i] = draw_step();
            run_in_order(&steps[i]);
        }
        for (unsigned s = (unsigned)program % 3; s < schedule_num(); s += 3) {
            schedule_t schedule_now = schedule(s);
            __builtin_memcpy(data, start, sizeof data);
            pto_run_result_t result;
            begin(&schedule_now, bytes);
            for (int i = 0; i < num; i++) {
                submit(&steps[i]);
            }
            bool faulted = pto_program_end(&result) != 0;
            wrong += !is_as_wanted(&schedule_now, program, faulted, &result);
        }
    }
    tap_equal(wrong, 0, "%d programs with %zu bytes for tasks", programs, bytes);
}

/// Single rules ///

static void test_meeting(void)
{
    unsigned wrong = 0;
    const uint32_t blocks = BOARD_CLUSTERS * BOARD_VECTOR_CORES;
    for (unsigned s = 0; s < schedule_num(); s++) {
        schedule_t schedule_now = schedule(s);
        __builtin_memset(data, 0, sizeof data);
        begin(&schedule_now, sizeof memory);
        for (int i = 0; i < 3; i++) {  // earlier and later ones have single cores
            submit(&(step_t){&pto_kernel_on_vector, 1, 1, i * 64, 2, i * 64, 64, 1});
            const pto_task_arg_t args[] = {region(PTO_TASK_OUT, &data[0][i * 64], 16),
                                           region(PTO_TASK_INOUT, &data[0][i * 64 + 32], 16)};
            pto_task_submit(&pto_kernel_meeting, blocks, args, 2, NULL, 0);
        }
        bool faulted = pto_program_end(NULL) != 0;
        for (int i = 0; i < 3; i++) {
            wrong += faulted || data[0][i * 64 + 8] != (int32_t)(blocks * (blocks + 1) / 2);
        }
    }
    tap_equal(wrong, 0, "all blocks of a task run at the same time");
}

static void test_awaiting(void)
{
    unsigned wrong = 0;
    const uint32_t blocks = BOARD_CLUSTERS * BOARD_VECTOR_CORES;
    for (unsigned s = 0; s < schedule_num(); s++) {
        schedule_t schedule_now = schedule(s);
        __builtin_memset(data, 0, sizeof data);
        begin(&schedule_now, sizeof memory);
        pto_task_arg_t signal = region(PTO_TASK_INOUT, data[0], 16);
        signal.kind |= PTO_TASK_UNORDERED;
        const pto_task_arg_t awaiting[] = {signal, region(PTO_TASK_OUT, data[1], 16)};
        const pto_task_arg_t giving[] = {signal, region(PTO_TASK_OUT, data[2], 16)};
        pto_task_submit(&pto_kernel_awaiting, 1, awaiting, 2, NULL, 0);
        pto_task_submit(&pto_kernel_giving, blocks, giving, 2, NULL, 0);
        wrong += pto_program_end(NULL) != 0 || data[1][0] != 7;
        for (uint32_t i = 0; i < blocks; i++) {
            wrong += data[2][i] != (int32_t)i + 1;
        }
    }
    tap_equal(wrong, 0, "a task needs the core of one that waits for it");
}

static void test_coordinates(void)
{
    schedule_t schedule_now = schedule(0);
    begin(&schedule_now, sizeof memory);
    pto_task_arg_t args[] = {region(PTO_TASK_OUT, data[0], 64), {.kind = PTO_TASK_BLOCK_IDX, .value = 1},
                             {.kind = PTO_TASK_BLOCK_NUM}, {.kind = PTO_TASK_SUBBLOCK_IDX}};
    args[0].step = 16;
    pto_task_submit(&pto_kernel_coordinates, 6, args, 4, NULL, 0);
    pto_program_end(NULL);
    bool right = true;
    for (int block = 0; block < 6; block++) {
        right &= data[0][block * 4] == (block + 1) * 100 + 60;
    }
    tap_ok(right, "block index, number of blocks and an address that advances");
}

// Tasks ordered only by `after`, in both directions.
static void test_after(void)
{
    unsigned wrong = 0;
    for (unsigned s = 0; s < schedule_num(); s++) {
        schedule_t schedule_now = schedule(s);
        begin(&schedule_now, sizeof memory);
        __builtin_memset(data, 0, sizeof data);
        submit(&(step_t){&pto_kernel_on_vector, 1, 1, 0, 0, 0, 8, 5});
        const uint32_t after[] = {0, 0};
        const pto_task_arg_t late[] = {region(PTO_TASK_IN, &data[1][0], 8), region(PTO_TASK_INOUT, &data[2][0], 8),
                                       number(7), number(8)};
        uint32_t number = pto_task_submit(&pto_kernel_on_cube, 1, late, 4, after, 2);
        wrong += pto_program_end(NULL) != 0 || number != 1 || data[0][0] != 5 || data[2][0] != 7;
    }
    tap_equal(wrong, 0, "a task after another one");
}

static void expect_fault(const char *pattern, const pto_kernel_t *kernel, uint32_t blocks, const pto_task_arg_t *args,
                         uint32_t arg_num, const char *what)
{
    schedule_t schedule_now = schedule(0);
    if (hal_hart_num() != 1) {
        tap_skip("faults end the program on several harts", "%s", what);
        return;
    }
    begin(&schedule_now, sizeof memory);
    submit(&(step_t){&pto_kernel_on_vector, 1, 0, 0, 1, 0, 8, 1});
    pto_task_submit(kernel, blocks, args, arg_num, NULL, 0);
    pto_run_result_t result;
    tap_ok(pto_program_end(&result) != 0, "%s is a fault", what);
    tap_like(result.report, pattern, "%s: its text", what);
}

static void test_faults(void)
{
    const pto_task_arg_t outside[] = {region(PTO_TASK_IN, data[0], 8), region(PTO_TASK_OUT, data[1], 8), number(8)};
    expect_fault("scalar access of 4 bytes*outside*task 1, poke, core 0", &pto_kernel_poke, 1, outside, 3,
                 "an access behind the region of a task");
}

// The first number of the command line.
static int programs_asked(void)
{
    static char line[256];
    int number = 0;
    const char *p = hal_cmdline(line, sizeof line) > 0 ? line : "";
    while (*p != 0 && *p != ' ') {  // the image's name
        p++;
    }
    for (; *p == ' ' || (*p >= '0' && *p <= '9'); p++) {
        number = *p == ' ' ? number : number * 10 + *p - '0';
    }
    return number != 0 ? number : 24;
}

int main(void)
{
    int programs = programs_asked();
    test_random(sizeof memory, programs);
    test_random(3 * 1024, programs);
    test_meeting();
    test_awaiting();
    test_coordinates();
    test_after();
    test_faults();
    return tap_done();
}
