// SPDX-License-Identifier: Apache-2.0
//
// Runs a kernel under every schedule, and without each of its waits. Include after waits.h and the kernel.
#ifndef PTO_TESTS_NEEDED_H
#define PTO_TESTS_NEEDED_H

#include <hal/hal.h>
#include <pto/tap.h>
#include <target/schedules.h>

// Runs the kernel; false after a fault.
typedef bool run_t(const schedule_t *schedule, pto_run_result_t *result);

// The bytes in `got` are the same under every schedule, with 1 block and with several.
__attribute__((unused)) static void check_schedules(run_t *run, const void *got, void *first, size_t bytes,
                                                    uint32_t blocks, const char *name)
{
    unsigned wrong = 0;
    for (uint32_t block_num = 1; block_num <= blocks; block_num++) {
        for (unsigned i = 0; i < schedule_num(); i++) {
            schedule_t s = schedule(i);
            s.options.block_num = block_num;
            pto_run_result_t result;
            bool clean = run(&s, &result) && result.warnings == 0;
            if (i == 0 && block_num == 1) {
                __builtin_memcpy(first, got, bytes);
            }
            if (!clean || __builtin_memcmp(first, got, bytes) != 0) {
                tap_note("%s, %u blocks: %s", s.name, (unsigned)block_num, clean ? "other bytes" : result.report);
                wrong++;
            }
        }
    }
    tap_equal(wrong, 0, "%s: %u schedules, up to %u blocks", name, schedule_num(), (unsigned)blocks);
}

static bool is_noticed(run_t *run, const void *got, const void *first, size_t bytes, uint32_t blocks)
{
    for (unsigned i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = blocks;
        pto_run_result_t result;
        if (!run(&s, &result) || result.warnings != 0 || __builtin_memcmp(first, got, bytes) != 0) {
            return true;
        }
    }
    return false;
}

// Removes each wait, one at a time. On several harts a fault ends the program, so this uses one, and one vector length,
// as the waits do not depend on it.
#if defined(__riscv_v_min_vlen) && __riscv_v_min_vlen != 512
#define TRIES_WAITS false
#else
#define TRIES_WAITS (hal_hart_num() == 1)
#endif
__attribute__((unused)) static void check_waits(run_t *run, const void *got, void *first, size_t bytes, uint32_t blocks)
{
    if (!TRIES_WAITS) {
        return;
    }
    schedule_t s = schedule(0);
    s.options.block_num = blocks;
    pto_run_result_t result;
    for (int line = 0; line < LINES; line++) {
        waits_at[line] = false;
    }
    tap_ok(run(&s, &result) && result.warnings == 0, "all waits in place");
    __builtin_memcpy(first, got, bytes);
    for (int line = 1; line < LINES; line++) {
        if (waits_at[line]) {
            taken_away = line;
            tap_ok(is_noticed(run, got, first, bytes, blocks), "without the wait of line %d", line);
        }
    }
    taken_away = 0;
}

#endif
