// SPDX-License-Identifier: Apache-2.0

#include "schedules.h"

#include <hal/hal.h>

unsigned schedule_num(void)
{
    return hal_hart_num() == 1 ? 3 + SCHEDULE_SEEDS : 5;
}

static void append(char *text, size_t at, const char *more)
{
    while ((text[at] = *more++) != '\0') {
        at++;
    }
}

static void append_number(char *text, size_t at, unsigned value)
{
    char digits[4] = {(char)('0' + value / 10 % 10), (char)('0' + value % 10), '\0'};
    append(text, at, value < 10 ? digits + 1 : digits);
}

schedule_t schedule(unsigned index)
{
    schedule_t s = {.options = {.hart_num = 1, .return_on_fault = true}};
    if (hal_hart_num() != 1) {
        s.options = (pto_run_options_t){.hart_num = hal_hart_num()};
        append_number(s.name, 0, hal_hart_num());
        append(s.name, hal_hart_num() < 10 ? 1 : 2, " harts");
    } else if (index == 0) {
        s.options.policy = PTO_POLICY_EAGER;
        append(s.name, 0, "eager");
    } else if (index == 1) {
        s.options.policy = PTO_POLICY_LAZY;
        append(s.name, 0, "lazy");
    } else if (index == 2) {
        s.options.policy = PTO_POLICY_ADVERSE;
        append(s.name, 0, "adverse");
    } else {
        s.options.policy = PTO_POLICY_RANDOM;
        s.options.seed = index - 2;
        append(s.name, 0, "random:");
        append_number(s.name, 7, index - 2);
    }
    return s;
}

int schedule_run(const schedule_t *schedule, const pto_kernel_t *kernel, const uint64_t *args,
                 const pto_gm_buffer_t *buffers, size_t buffer_num, pto_run_result_t *result)
{
    return pto_run(kernel, args, buffers, buffer_num, &schedule->options, result);
}
