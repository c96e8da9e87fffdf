// SPDX-License-Identifier: Apache-2.0
//
// A single hart: there is no other to wake it or to wait for.

#include <hal/hal.h>

#include <board.h>

_Static_assert(BOARD_HARTS_MAX == 1, "harts that cannot wake each other");

void hal_hart_wake(uint32_t index)
{
    (void)index;
}

void hal_hart_sleep(void)
{
}

void hal_hart_nap(uint32_t microseconds)
{
    (void)microseconds;
}

void hal_alarm(uint32_t seconds)
{
    (void)seconds;
}
