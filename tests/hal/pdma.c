// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies by SiFive's DMA engine against a model of its registers, by their offsets in the manual.

#include <hal/hal.h>
#include <hal/io.h>

#include <board.h>
#include <stdlib.h>

#include "check.h"

enum { CONTROL = 0x000, CONFIG = 0x004, BYTES = 0x008, TO = 0x010, FROM = 0x018, CHANNEL_BYTES = 0x1000 };
enum { CLAIM = 1, RUN = 2 };

_Alignas(4096) uint8_t test_pdma[4 * CHANNEL_BYTES];

static hal_hart_t hart = {.index = 2};
__thread void *hal_host_tp = &hart;

static unsigned transfers, unclaimed, elsewhere, wrong_size, polls;
static uint64_t moved;  // total bytes of transfers
static bool broken;

static uint64_t number(uint32_t offset)
{
    uint64_t value;
    __builtin_memcpy(&value, test_pdma + 2 * CHANNEL_BYTES + offset, sizeof value);
    return value;
}

static void set_control(uint32_t value)
{
    __builtin_memcpy(test_pdma + 2 * CHANNEL_BYTES + CONTROL, &value, sizeof value);
}

static void run(void)
{
    uint64_t to = number(TO), from = number(FROM), bytes = number(BYTES);
    uint32_t config = (uint32_t)(number(CONTROL) >> 32);
    uint64_t step = UINT64_C(1) << (config >> 28);
    wrong_size += config >> 28 != (config >> 24 & 15) || ((to | from | bytes) & (step - 1)) != 0;
    transfers++;
    moved += bytes;
    if (!broken) {
        __builtin_memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    }
    polls = 3;
}

uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes)
{
    uintptr_t offset = (uintptr_t)reg - (uintptr_t)test_pdma;
    if (offset == 2 * CHANNEL_BYTES + CONTROL && polls > 0 && --polls == 0) {
        set_control(CLAIM | (broken ? 0x80000000u | RUN : 0x40000000u));
    }
    uint32_t value = 0;
    __builtin_memcpy(&value, (const void *)reg, bytes);
    return value;
}

void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes)
{
    uintptr_t offset = (uintptr_t)reg - (uintptr_t)test_pdma;
    uint32_t before = (uint32_t)number(CONTROL);
    elsewhere += offset / CHANNEL_BYTES != 2;
    __builtin_memcpy((void *)reg, &value, bytes);
    if (offset % CHANNEL_BYTES != CONTROL) {
        unclaimed += (before & CLAIM) == 0;
    } else if ((value & RUN) != 0) {
        unclaimed += (before & CLAIM) == 0;
        run();
    } else if ((value & CLAIM) != 0) {
        __builtin_memset(test_pdma + 2 * CHANNEL_BYTES + CONFIG, 0, 0x20 - CONFIG);
    }
}

void hal_puts(int stream, const char *text)
{
    (void)stream;
    CHECK(text[0] == 'f', "an error of the device is told");
}

void hal_exit(int status)
{
    CHECK(status == 3, "and ends the program");
    exit(check_done());
}

static _Alignas(64) uint8_t from[1 << 14], to[1 << 14];

static bool copied(size_t at, size_t start, size_t bytes)
{
    return __builtin_memcmp(to + at, from + start, bytes) == 0 && to[at + bytes] == 0xee &&
           (at == 0 || to[at - 1] == 0xee);
}

static void clear(void)
{
    __builtin_memset(to, 0xee, sizeof to);
    transfers = 0;
    moved = 0;
}

int main(void)
{
    for (size_t i = 0; i < sizeof from; i++) {
        from[i] = (uint8_t)(i * 2654435761u >> 13);
    }
    clear();
    hal_copy(to, from, 4096);
    CHECK(copied(0, 0, 4096) && transfers == 1 && moved == 4096, "a large copy is one transfer");
    clear();
    hal_copy(to + 8, from + 72, 4099);
    CHECK(copied(8, 72, 4099) && transfers == 1 && moved == 4096, "its last bytes are the CPU's");
    clear();
    hal_copy(to + 1, from + 3, 4096);
    CHECK(copied(1, 3, 4096) && transfers == 0, "and all where nothing is aligned");
    clear();
    hal_copy(to, from, 1000);
    CHECK(copied(0, 0, 1000) && transfers == 0, "a small copy is the CPU's");
    clear();
    hal_copy_rows(to, 512, from, 512, 512, 8);
    CHECK(copied(0, 0, 4096) && transfers == 1, "rows without gaps are one transfer");
    clear();
    hal_copy_rows(to, 2064, from, 2048, 2048, 3);
    CHECK(copied(0, 0, 2048) && copied(2064, 2048, 2048) && copied(4128, 4096, 2048) && transfers == 3,
          "others one each");
    CHECK(unclaimed == 0, "the channel is claimed first");
    CHECK(elsewhere == 0, "it is the hart's own");
    CHECK(wrong_size == 0, "every transfer is of whole bus transactions, as wide on both sides");
    CHECK(((uint32_t)number(CONTROL) & CLAIM) == 0, "the channel is given back");
    broken = true;
    hal_copy(to, from, 4096);
    CHECK(false, "an error was not noticed");
    return check_done();
}
