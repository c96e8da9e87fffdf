// SPDX-License-Identifier: Apache-2.0
//
// Harts wake each other by software interrupts, and a timer interrupts work that takes too long. Included by parts that
// define the register addresses: MSIP(id) and MTIMECMP(id) of a hart, MTIME.
#ifndef HAL_WAKE_INTERRUPTS_H
#define HAL_WAKE_INTERRUPTS_H

#include <hal/hal.h>
#include <hal/io.h>

#include <board.h>

void hal_hart_wake(uint32_t index)
{
    // Device writes are not implicitly ordered after memory writes.
    hal_fence_to_device();
    hal_io_write(MSIP(hal_hart_id(index)), 1);
}

// A hart with an alarm takes timer interrupts as traps, at any instruction. It must not take the software interrupts
// that end its sleep. So those are enabled only while it sleeps, when no interrupt is taken.

#define MSTATUS_MIE 0x8
#define MIE_MSIE    0x8
#define MIE_MTIE    0x80

void hal_hart_sleep(void)
{
    hal_io_rw_32 *pending = MSIP(hal_hart()->id);
    uintptr_t status = hal_csr_clear(mstatus, MSTATUS_MIE);
    hal_csr_set(mie, MIE_MSIE);
    hal_wait_for_interrupt();  // returns at once if the interrupt is already pending
    hal_io_write(pending, 0);
    // The clear must not be reordered after reads of the state that the wake announced.
    hal_fence_from_device();
    if (status & MSTATUS_MIE) {
        hal_csr_clear(mie, MIE_MSIE);
        hal_csr_set(mstatus, MSTATUS_MIE);
    }
}

#ifdef BOARD_MTIME_HZ
static uint64_t alarm_at;  // of the hart that has one

static void set_mtimecmp(uint64_t value)
{
    hal_io_rw_32 *halves = MTIMECMP(hal_hart()->id);
    hal_io_write(&halves[1], UINT32_MAX);  // not early through a mixture of old and new halves
    hal_io_write(&halves[0], (uint32_t)value);
    hal_io_write(&halves[1], (uint32_t)(value >> 32));
}

static uint64_t mtime(void)
{
    hal_io_rw_32 *halves = MTIME;
    uint32_t high, low;
    do {
        high = hal_io_read(&halves[1]);
        low = hal_io_read(&halves[0]);
    } while (high != hal_io_read(&halves[1]));
    return (uint64_t)high << 32 | low;
}

void hal_alarm(uint32_t seconds)
{
    if (seconds == 0) {
        hal_csr_clear(mstatus, MSTATUS_MIE);
        return;
    }
    alarm_at = mtime() + (uint64_t)seconds * BOARD_MTIME_HZ;
    set_mtimecmp(alarm_at);
    hal_csr_clear(mie, MIE_MSIE);
    hal_csr_set(mie, MIE_MTIE);
    hal_csr_set(mstatus, MSTATUS_MIE);
}

// The timer ends the sleep without a trap, as no interrupt is taken meanwhile.
void hal_hart_nap(uint32_t microseconds)
{
    uintptr_t status = hal_csr_clear(mstatus, MSTATUS_MIE);
    uintptr_t enabled = hal_csr_set(mie, MIE_MTIE);
    set_mtimecmp(mtime() + (uint64_t)microseconds * BOARD_MTIME_HZ / 1000000);
    hal_hart_sleep();
    if (status & MSTATUS_MIE) {
        set_mtimecmp(alarm_at);
        hal_csr_clear(mie, MIE_MSIE);
        hal_csr_set(mstatus, MSTATUS_MIE);
    } else if ((enabled & MIE_MTIE) == 0) {
        hal_csr_clear(mie, MIE_MTIE);
    }
}
#else
void hal_alarm(uint32_t seconds)
{
    (void)seconds;
}

void hal_hart_nap(uint32_t microseconds)
{
    (void)microseconds;
}
#endif

#endif
