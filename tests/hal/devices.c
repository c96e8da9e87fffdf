// SPDX-License-Identifier: Apache-2.0
//
// The CLINT, the sync unit as a device, CRC and the conversions of f16, on the host.

#include <hal/hal.h>
#include <hal/sync_regs.h>
#include <hal/transfer/crc32.h>

#include <board.h>

#include "check.h"

uint8_t test_clint[0xc000];
static hal_sync_regs_t device;
static hal_sync_t sync = {&device};

static hal_hart_t hart;
hal_hart_t *hal_host_hart = &hart;

uint32_t hal_hart_id(uint32_t index)
{
    return index + 1;
}

// What a device does with a write: MSIP keeps bit 0; the sync unit sets, clears and counts.
static unsigned writes;
static uint32_t last_offset;

uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes)
{
    uint32_t value = 0;
    __builtin_memcpy(&value, (const void *)reg, bytes);
    return value;
}

void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes)
{
    uintptr_t offset = (uintptr_t)reg - (uintptr_t)&device;
    writes++;
    if (offset >= sizeof device) {
        last_offset = (uint32_t)((uintptr_t)reg - (uintptr_t)test_clint);
        value &= 1;
        __builtin_memcpy((void *)reg, &value, bytes);
    } else if (offset >= 0x800) {
        ((uint32_t *)device.released)[(offset - 0x800) / 4]++;
    } else if (offset >= 0x200) {
        ((uint32_t *)device.flag)[(offset - 0x200) / 4] &= ~value;
    } else {
        ((uint32_t *)device.flag)[(offset - 0x100) / 4] |= value;
    }
}

static void test_clint_wakes(void)
{
    hal_hart_wake(2);
    CHECK(last_offset == 4 * 3 && test_clint[12] == 1, "a wake sets MSIP of the hart with that id");
    hart.id = 3;
    hal_hart_sleep();
    CHECK(test_clint[12] == 0, "who has slept clears it");
}

static void test_sync_unit(void)
{
    CHECK(!hal_sync_take(&sync, 4, 1, 2), "no flag is set at first");
    CHECK(!hal_sync_set(&sync, 4, 1, 2), "a set flag was not set before");
    CHECK(device.flag[4][1] == 4, "the device has set its bit");
    unsigned before = writes;
    CHECK(hal_sync_set(&sync, 4, 1, 2) && writes == before, "setting it twice is told, and writes nothing");
    CHECK(!hal_sync_set(&sync, 4, 1, 7) && device.flag[4][1] == 0x84, "another flag of the pair is apart");
    CHECK(hal_sync_take(&sync, 4, 1, 2) && device.flag[4][1] == 0x80, "taking clears this flag alone");
    CHECK(!hal_sync_take(&sync, 4, 1, 2), "and once");
    hal_sync_release(&sync, 31, 6);
    hal_sync_release(&sync, 31, 6);
    CHECK(hal_sync_released(&sync, 31, 6) == 2, "releases are counted by the device");
}

#ifdef __FLT16_MANT_DIG__
// The functions under test beside those of the host's compiler.
#define __extendhfsf2 test_extendhfsf2
#define __extendhfdf2 test_extendhfdf2
#define __truncsfhf2  test_truncsfhf2
#define __truncdfhf2  test_truncdfhf2
#include <hal/riscv/half.c>

static void test_half(void)
{
    unsigned wrong = 0;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        uint16_t half = (uint16_t)bits;
        _Float16 x;
        __builtin_memcpy(&x, &half, sizeof x);
        float got = test_extendhfsf2(x), want = (float)x;
        wrong += __builtin_memcmp(&got, &want, sizeof got) != 0 && !(got != got && want != want);
    }
    CHECK(wrong == 0, "every f16 becomes the same float");
    for (uint64_t bits = 0; bits < UINT64_C(0x100000000); bits += 4099) {
        uint32_t single = (uint32_t)bits;
        float x;
        __builtin_memcpy(&x, &single, sizeof x);
        _Float16 got = test_truncsfhf2(x), want = (_Float16)x;
        wrong += __builtin_memcmp(&got, &want, sizeof got) != 0 && x == x;
    }
    CHECK(wrong == 0, "a million floats round to the same f16");
}
#else
static void test_half(void)
{
    printf("ok %d - f16 # SKIP this compiler has no _Float16\n", ++check_num);
}
#endif

int main(void)
{
    test_clint_wakes();
    test_sync_unit();
    CHECK(hal_crc32(0, "123456789", 9) == 0xcbf43926, "the CRC of the well-known text");
    CHECK(hal_crc32(hal_crc32(0, "1234", 4), "56789", 5) == 0xcbf43926, "in two pieces");
    test_half();
    return check_done();
}
