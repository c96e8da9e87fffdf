// SPDX-License-Identifier: Apache-2.0
//
// How harts wake each other and set alarms, against the registers of a CLINT and of an ACLINT, whose pieces are apart.
// Built once for each part: WAKE_<name> chooses.

#include <hal/hal.h>
#include <hal/io.h>

#include <board.h>

#include "check.h"

enum { CLINT_MTIMECMP = 0x4000, CLINT_MTIME = 0xbff8 };

#ifdef WAKE_clint
uint8_t test_clint[0xc000];
#define MSIP     test_clint
#define MTIMECMP (test_clint + CLINT_MTIMECMP)
#define MTIME    (test_clint + CLINT_MTIME)
#else
uint8_t test_mswi[0x4000], test_mtimecmp[0x7ff8], test_mtime[8];
#define MSIP     test_mswi
#define MTIMECMP test_mtimecmp
#define MTIME    test_mtime
#endif

static hal_hart_t hart;
__thread void *hal_host_tp = &hart;

uint32_t hal_hart_id(uint32_t index)
{
    return index + 1;
}

static uint64_t time_now;
static unsigned early;  // compare values below the time, while a later one is being written

static uint64_t of_hart(const uint8_t *registers, uint32_t id, unsigned bytes)
{
    uint64_t value = 0;
    __builtin_memcpy(&value, registers + (size_t)id * bytes, bytes);
    return value;
}

// MTIME is read-only; it advances between any two reads.
uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes)
{
    uint32_t value = 0;
    time_now += (const uint8_t *)reg - MTIME < 8;
    __builtin_memcpy(MTIME, &time_now, sizeof time_now);
    __builtin_memcpy(&value, (const void *)reg, bytes);
    return value;
}

// MSIP keeps bit 0.
void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes)
{
    value &= (const uint8_t *)reg - MSIP < 0x4000 && (const uint8_t *)reg >= MSIP ? 1 : UINT32_MAX;
    __builtin_memcpy((void *)reg, &value, bytes);
    early += of_hart(MTIMECMP, hart.id, 8) <= time_now;
}

static void test_wake(void)
{
    hal_hart_wake(2);
    CHECK(of_hart(MSIP, 3, 4) == 1, "a wake sets MSIP of the hart with that id");
    CHECK(of_hart(MSIP, 2, 4) == 0 && of_hart(MSIP, 4, 4) == 0, "and of no other");
    hart.id = 3;
    hal_hart_sleep();
    CHECK(of_hart(MSIP, 3, 4) == 0, "who has slept clears it");
}

static void test_alarm(uint64_t now)
{
    time_now = now;
    hal_alarm(3);
    uint64_t compare = of_hart(MTIMECMP, 3, 8);
    CHECK(compare > now + UINT64_C(3) * BOARD_MTIME_HZ && compare <= time_now + UINT64_C(3) * BOARD_MTIME_HZ,
          "an alarm is so many seconds from now");
    CHECK(of_hart(MTIMECMP, 2, 8) == UINT64_MAX && of_hart(MTIMECMP, 4, 8) == UINT64_MAX, "of this hart alone");
}

int main(void)
{
    __builtin_memset(MTIMECMP, 0xff, 8 * 8);
    test_wake();
    test_alarm(0);
    test_alarm(UINT64_C(0x5ffffffff));  // the low half wraps between the reads
    test_alarm(UINT64_C(0x5ffffffff) - UINT64_C(3) * BOARD_MTIME_HZ);
    CHECK(early == 0, "no half of a number is an earlier time");
    return check_done();
}
