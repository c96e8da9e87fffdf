// SPDX-License-Identifier: Apache-2.0
//
// The driver of a UART against a model of its registers: it waits for room, sends, receives, and says when nothing is
// there. Built once for each driver: DRIVER_<name> chooses the model.

#include <hal/console/uart.h>
#include <hal/hal.h>
#include <hal/io.h>

#include <board.h>

#include "check.h"

uint8_t test_uart[0x40];

// Initialisation steps of the device so far: 3 when it is ready. Some devices need none.
#ifdef DRIVER_shakti_uart
#define DEVICE_NEEDS_NOTHING 3
#else
#define DEVICE_NEEDS_NOTHING 0
#endif

// The device: busy for a few reads of its status, then it takes a byte. One byte may wait to be read.
static int busy, received = -1;
static char sent[64];
static unsigned sent_num, lost, enabled = DEVICE_NEEDS_NOTHING;

static uint32_t take(void)
{
    uint32_t byte = (uint32_t)received;
    received = -1;
    return byte;
}

static void send(uint32_t value)
{
    lost += busy > 0;
    sent[sent_num++] = (char)value;
    busy = 3;
}

static bool has_room(void)
{
    return busy == 0 || --busy == 0;
}

// Registers by their offsets in the manuals of the devices, not by the structs of the drivers.
static uint32_t read_reg(uint32_t offset)
{
#if defined(DRIVER_uart16550)
    return offset == 5 ? (has_room() ? 0x20u : 0) | (received >= 0) : offset == 0 ? take() : 0;
#elif defined(DRIVER_sifive_uart)
    return offset == 0 ? (has_room() ? 0 : 0x80000000u) : offset == 4 ? (received < 0 ? 0x80000000u : take()) : 0;
#elif defined(DRIVER_uartlite)
    return offset == 8 ? (has_room() ? 0 : 8u) | (received >= 0) : offset == 0 ? take() : 0;
#elif defined(DRIVER_shakti_uart)
    return offset == 0xc ? (has_room() ? 0 : 2u) | (received >= 0 ? 4u : 0) : offset == 8 ? take() : 0;
#endif
}

static void write_reg(uint32_t offset, uint32_t value)
{
#if defined(DRIVER_uart16550)
    static uint32_t lcr;
    lcr = offset == 3 ? value : lcr;
    enabled |= (offset == 3 && value == 3) | (offset == 2 && (value & 1)) << 1;
    if (offset == 0 && (lcr & 0x80) == 0) {
        send(value);
    }
#elif defined(DRIVER_sifive_uart)
    enabled |= (offset == 8 && (value & 1)) | (offset == 0xc && (value & 1)) << 1;
    if (offset == 0) {
        send(value);
    }
#else
    enabled |= offset == 0xc && value == 3 ? 3 : 0;
    if (offset == 4) {
        send(value);
    }
#endif
}

uint32_t hal_io_read_model(const volatile void *reg, unsigned bytes)
{
    (void)bytes;
    return read_reg((uint32_t)((uintptr_t)reg - BOARD_UART_BASE));
}

void hal_io_write_model(volatile void *reg, uint32_t value, unsigned bytes)
{
    (void)bytes;
    write_reg((uint32_t)((uintptr_t)reg - BOARD_UART_BASE), value);
}

int main(void)
{
    static const char text[] = "fault: nothing\n";
    hal_write(HAL_STDERR, text, sizeof text - 1);
    CHECK(sent_num == sizeof text - 1 && __builtin_memcmp(sent, text, sent_num) == 0, "every byte is sent, in order");
    CHECK(lost == 0, "no byte is sent while there is no room");
    CHECK(enabled == 3, "the device has been made ready");
    CHECK(hal_uart_get() == -1, "nothing has arrived");
    received = 0xa5;
    CHECK(hal_uart_get() == 0xa5, "a byte arrives");
    CHECK(hal_uart_get() == -1, "and is taken");
    received = 0;
    CHECK(hal_uart_get() == 0, "a zero arrives too");
    return check_done();
}
