// SPDX-License-Identifier: Apache-2.0
//
// The sync unit as a device, CRC and the conversions of f16, on the host.

#include <hal/hal.h>
#include <hal/sync_regs.h>
#include <hal/transfer/crc32.h>

#include <board.h>

#include "check.h"

_Alignas(4) uint8_t test_sync[3 * 0xc00];

// Model of the devices, by the offsets of docs/registers.md: a sync unit sets and clears the bits that are 1, counts,
// and takes a semaphore when it is read.
static unsigned writes;

enum { BLOCK_BYTES = 0xc00, CLUSTER_BLOCK = 2 };

static uint32_t *word(uint32_t block, uint32_t offset)
{
    return (uint32_t *)(test_sync + block * BLOCK_BYTES + offset);
}

static void write_unit(uint32_t block, uint32_t offset, uint32_t value)
{
    if (offset >= 0x800) {
        ++*word(block, offset - 0x400);  // RELEASE
    } else if (offset == 0x300) {
        __builtin_memset(word(block, 0), 0, BLOCK_BYTES);
    } else if (offset >= 0x200 && offset < 0x300) {
        *word(block, offset - 0x200) &= ~value;
    } else if (offset >= 0x100 && offset < 0x200) {
        *word(block, offset - 0x100) |= value;
    }
}

static void write_cluster(uint32_t offset)
{
    if (offset == 0x180) {
        __builtin_memset(word(CLUSTER_BLOCK, 0), 0, BLOCK_BYTES);
    } else if (offset >= 0x80 && offset < 0x100) {
        ++*word(CLUSTER_BLOCK, offset - 0x80);
    } else if (offset >= 0x600 && offset < 0xa00) {
        ++*word(CLUSTER_BLOCK, offset - 0x400);  // SEND
    } else if (offset >= 0xb00) {
        ++*word(CLUSTER_BLOCK, offset - 0x100);  // TAKE
    }
}

uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes)
{
    uint32_t value = 0;
    __builtin_memcpy(&value, (const void *)reg, bytes);
    uintptr_t offset = (uintptr_t)reg - (uintptr_t)word(CLUSTER_BLOCK, 0);
    if (offset >= 0x100 && offset < 0x180) {
        uint32_t *count = word(CLUSTER_BLOCK, (uint32_t)offset - 0x100);
        value = *count != 0;
        *count -= value;
    }
    return value;
}

void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes)
{
    uintptr_t offset = (uintptr_t)reg - (uintptr_t)test_sync;
    writes++;
    (void)bytes;
    if (offset / BLOCK_BYTES == CLUSTER_BLOCK) {
        write_cluster((uint32_t)offset % BLOCK_BYTES);
    } else {
        write_unit((uint32_t)offset / BLOCK_BYTES, (uint32_t)offset % BLOCK_BYTES, value);
    }
}

static void test_sync_unit(void)
{
    hal_sync_t sync, other;
    hal_sync_open(&sync, 0, 0);
    hal_sync_open(&other, 0, 1);
    uint32_t *flags = word(0, 4 * (8 * 4 + 1));
    CHECK(!hal_sync_take(&sync, 4, 1, 2), "no flag is set at first");
    CHECK(!hal_sync_set(&sync, 4, 1, 2), "a set flag was not set before");
    CHECK(*flags == 4, "the device has set its bit");
    unsigned before = writes;
    CHECK(hal_sync_set(&sync, 4, 1, 2) && writes == before, "setting it twice is told, and writes nothing");
    CHECK(!hal_sync_set(&sync, 4, 1, 7) && *flags == 0x84, "another flag of the pair is apart");
    CHECK(!hal_sync_any(&other) && hal_sync_any(&sync), "the unit of another core is apart");
    CHECK(hal_sync_take(&sync, 4, 1, 2) && *flags == 0x80, "taking clears this flag alone");
    CHECK(!hal_sync_take(&sync, 4, 1, 2), "and once");
    hal_sync_release(&sync, 31, 6);
    hal_sync_release(&sync, 31, 6);
    CHECK(hal_sync_released(&sync, 31, 6) == 2, "releases are counted by the device");
    hal_sync_release(&other, 31, 6);
    hal_sync_reset(&sync);
    CHECK(!hal_sync_any(&sync) && hal_sync_released(&sync, 31, 6) == 0, "a reset clears flags and counts");
    CHECK(hal_sync_released(&other, 31, 6) == 1, "of this core alone");
}

static void test_cluster(void)
{
    hal_cluster_sync_t sync;
    hal_cluster_open(&sync, 0);
    CHECK(!hal_semaphore_take(&sync, 5), "a semaphore starts without counts");
    CHECK(hal_semaphore_add(&sync, 5) && hal_semaphore_add(&sync, 5), "it counts");
    CHECK(hal_semaphore_take(&sync, 5) && hal_semaphore_count(&sync, 5) == 1, "the read that takes takes one");
    CHECK(hal_semaphore_take(&sync, 5) && !hal_semaphore_take(&sync, 5), "and gives no more than there were");
    for (int i = 0; i < HAL_SEMAPHORE_MAX; i++) {
        hal_semaphore_add(&sync, 31);
    }
    CHECK(!hal_semaphore_add(&sync, 31) && hal_semaphore_count(&sync, 31) == HAL_SEMAPHORE_MAX,
          "it has a highest count");
    hal_cross_send(&sync, 2, 1, 3);
    CHECK(hal_cross_sent(&sync, 2, 1, 3) == 1 && hal_cross_sent(&sync, 2, 1, 4) == 0, "a cross-core flag is sent");
    CHECK(hal_cross_take(&sync, 1, 3, 0) && hal_cross_taken(&sync, 1, 3) == 1, "and taken");
    hal_cluster_reset(&sync);
    CHECK(
        hal_semaphore_count(&sync, 31) == 0 && hal_cross_sent(&sync, 2, 1, 3) == 0 && hal_cross_taken(&sync, 1, 3) == 0,
        "a reset clears all of it");
}

#ifdef __FLT16_MANT_DIG__
// The functions under test, in addition to those of the host's compiler.
#define __extendhfsf2 test_extendhfsf2
#define __extendhfdf2 test_extendhfdf2
#define __truncsfhf2  test_truncsfhf2
#define __truncdfhf2  test_truncdfhf2
#define __fixhfdi     test_fixhfdi
#define __fixunshfdi  test_fixunshfdi
#define __floatdihf   test_floatdihf
#define __floatundihf test_floatundihf
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
    for (uint32_t bits = 0; bits < 0x7c00; bits++) {
        uint16_t half = (uint16_t)bits;
        _Float16 x;
        __builtin_memcpy(&x, &half, sizeof x);
        wrong += test_fixhfdi(x) != (int64_t)(float)x || test_fixhfdi(-x) != -(int64_t)(float)x;
        wrong += test_fixunshfdi(x) != (uint64_t)(float)x;
    }
    CHECK(wrong == 0, "every f16 becomes the same integer of 64 bits");
    for (int64_t x = -70000; x <= 70000; x++) {
        wrong +=
            test_floatdihf(x) != (_Float16)(float)x || (x >= 0 && test_floatundihf((uint64_t)x) != (_Float16)(float)x);
    }
    wrong += test_floatdihf(INT64_MIN) != -(_Float16)__builtin_inff() ||
             test_floatundihf(1ull << 63) != (_Float16)__builtin_inff();
    CHECK(wrong == 0, "integers of 64 bits round to the same f16");
}
#else
static void test_half(void)
{
    printf("ok %d - f16 # SKIP this compiler has no _Float16\n", ++check_num);
}
#endif

int main(void)
{
    test_sync_unit();
    test_cluster();
    CHECK(hal_crc32(0, "123456789", 9) == 0xcbf43926, "the CRC of the well-known text");
    CHECK(hal_crc32(hal_crc32(0, "1234", 4), "56789", 5) == 0xcbf43926, "in two pieces");
    test_half();
    return check_done();
}
