// SPDX-License-Identifier: Apache-2.0
//
// A launch that exceeds its time is ended, wherever it is, with the position of each agent in the report. On one hart
// the report returns; on several it ends the image with the status of a time limit.

#include <pto/pto.h>

#include <hal/hal.h>
#include <pto/runtime.h>
#include <pto/tap.h>

HAL_OPEN static volatile int32_t ended;  // not in the data that vector functions cannot read on some boards

PTO_VF(turn, (int32_t, unused))
{
    (void)unused;
    while (!ended) {
    }
}

PTO_KERNEL(in_vector_function)
{
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    pto_launch(turn, 0);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
}

PTO_KERNEL(in_scalar_unit)
{
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    while (!ended) {
    }
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
}

PTO_KERNEL(without_poll)
{
    while (pto_get_block_idx() == 0 && !ended) {
    }
}

PTO_MIXED_KERNEL(ends)
{
    pto_pipe_barrier(PIPE_ALL);
}

static const pto_run_result_t *run(const pto_kernel_t *kernel, pto_policy_t policy)
{
    static pto_run_result_t result;
    uint32_t block_num = kernel == &pto_kernel_without_poll ? 2 : 1;
    const pto_run_options_t options = {
        .policy = policy, .block_num = block_num, .timeout_s = 1, .return_on_fault = true};
    pto_run(kernel, NULL, NULL, 0, &options, &result);
    return &result;
}

static void test_policy(pto_policy_t policy, const char *name)
{
    tap_like(run(&pto_kernel_in_vector_function, policy)->report,
             "fault: no end within 1 s: pc=0x*in in_vector_function; core 0, block 0, PIPE_V, vector function turn*"
             "PIPE_V is at vector function turn, at *limit.c:24 in in_vector_function; *"
             "PIPE_MTE3 is at wait_flag PIPE_V -> PIPE_MTE3 EVENT_ID0, at *limit.c:23",
             "%s: in a vector function", name);
    tap_like(run(&pto_kernel_in_scalar_unit, policy)->report,
             "fault: no end within 1 s: pc=0x*; core 0, block 0, PIPE_S*PIPE_MTE3 is at wait_flag*; 1 commands queued*"
             "PIPE_S runs the kernel",
             "%s: in the scalar unit", name);
    tap_like(run(&pto_kernel_without_poll, policy)->report,
             "fault: no end within 1 s*other cores share its hart: a loop that waits for one of them has to call pto_poll()",
             "%s: a loop of plain loads that holds up another core", name);
    tap_equal(run(&pto_kernel_ends, policy)->faults, 0, "%s: a launch that ends in time", name);
}

int main(void)
{
    if (hal_hart_num() > 1) {
        run(&pto_kernel_ends, PTO_POLICY_EAGER);
        run(&pto_kernel_in_vector_function, PTO_POLICY_EAGER);
        return 1;
    }
    test_policy(PTO_POLICY_EAGER, "eager");
    test_policy(PTO_POLICY_LAZY, "lazy");
    return tap_done();
}
