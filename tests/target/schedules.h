// SPDX-License-Identifier: Apache-2.0
//
// The orders in which a test runs a kernel: on one hart eager, lazy, adverse and twenty random ones, otherwise
// the agents spread over the harts of the machine, several times.

#ifndef PTO_TESTS_SCHEDULES_H
#define PTO_TESTS_SCHEDULES_H

#include <stddef.h>
#include <stdint.h>

#include <pto/runtime.h>

enum { SCHEDULE_SEEDS = 20 };

typedef struct {
    pto_run_options_t options;
    char name[16]; // "eager", "random:7", "4 harts"
} schedule_t;

/// The number of schedules on this machine.
unsigned schedule_num(void);

/// One of them. On one hart a fault only ends the run, so that the test can inspect it.
schedule_t schedule(unsigned index);

/// Runs a kernel; `args` are 64-bit slots, `buffers` the accessible memory. Returns 0, or 1 after a fault.
int schedule_run(const schedule_t *schedule, const pto_kernel_t *kernel, const uint64_t *args,
                 const pto_gm_buffer_t *buffers, size_t buffer_num, pto_run_result_t *result);

#endif // PTO_TESTS_SCHEDULES_H
