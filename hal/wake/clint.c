// SPDX-License-Identifier: Apache-2.0
//
// Harts wake each other by software interrupts of a CLINT or an ACLINT (BOARD_CLINT_BASE).

#include "clint.h"

#include <hal/hal.h>

#include <board.h>

static hal_io_rw_32 *msip(uint32_t id)
{
    return &((hal_clint_t *)BOARD_CLINT_BASE)->msip[id];
}

void hal_hart_wake(uint32_t index)
{
    // Device writes are not ordered after memory writes by themselves.
    hal_fence_to_device();
    hal_io_write(msip(hal_hart_id(index)), 1);
}

void hal_hart_sleep(void)
{
    hal_io_rw_32 *pending = msip(hal_hart()->id);
    hal_wait_for_interrupt();  // goes on at once when the interrupt is pending already
    hal_io_write(pending, 0);
    // The clear must not pass the reads that look for what the wake was about.
    hal_fence_from_device();
}
