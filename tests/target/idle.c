// SPDX-License-Identifier: Apache-2.0
//
// Harts without work sleep: while one computes, the others rest in their wait for an interrupt and do not look around.

#include <pto/pto.h>

#include <core/core.h>
#include <hal/hal.h>
#include <pto/runtime.h>
#include <pto/tap.h>

enum { TURNS = 1000 * 1000 };

static uint32_t sleeps[BOARD_HARTS_MAX], slept_meanwhile;

void __real_hal_hart_sleep(void);
void __wrap_hal_hart_sleep(void);

void __wrap_hal_hart_sleep(void)
{
    __atomic_fetch_add(&sleeps[hal_hart()->index], 1, __ATOMIC_RELAXED);
    __real_hal_hart_sleep();
}

static uint32_t sleep_num(void)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < hal_hart_num(); i++) {
        num += __atomic_load_n(&sleeps[i], __ATOMIC_RELAXED);
    }
    return num;
}

PTO_KERNEL(computes)
{
    while (__atomic_load_n(&pto_run_state.busy, __ATOMIC_ACQUIRE) != 1) {
    }
    uint32_t before = sleep_num();
    for (volatile int32_t i = 0; i < TURNS; i++) {
    }
    slept_meanwhile = sleep_num() - before;
}

int main(void)
{
    pto_run_result_t result;
    const pto_run_options_t options = {.hart_num = hal_hart_num(), .block_num = 1};
    tap_equal(pto_run(&pto_kernel_computes, NULL, NULL, 0, &options, &result), 0, "all harts but one fall asleep");
    // A hart without an agent may have just started, or a wake-up may have been in flight.
    tap_ok(slept_meanwhile <= 2 * hal_hart_num(), "%u harts sleep %u times in %d turns of a loop of the one that works",
           (unsigned)hal_hart_num() - 1, (unsigned)slept_meanwhile, (int)TURNS);
    return tap_done();
}
