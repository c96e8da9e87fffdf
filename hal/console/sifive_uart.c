// SPDX-License-Identifier: Apache-2.0
//
// The UART of SiFive's chips, at BOARD_UART_BASE. BOARD_UART_CLOCK in Hz sets the rate to BOARD_UART_BAUD.

#include <hal/io.h>

#include <board.h>

#include "uart.h"

typedef struct {
    // 0x00: TXDATA  [7:0] to send, [31] FULL: no room
    hal_io_rw_32 txdata;
    // 0x04: RXDATA  [7:0] received, [31] EMPTY: nothing there; reading takes the byte
    hal_io_rw_32 rxdata;
    // 0x08: TXCTRL  [0] TXEN (0)
    hal_io_rw_32 txctrl;
    // 0x0c: RXCTRL  [0] RXEN (0)
    hal_io_rw_32 rxctrl;
    // 0x10: IE      interrupt enables (0)
    hal_io_rw_32 ie;
    // 0x14: IP      interrupts pending
    hal_io_rw_32 ip;
    // 0x18: DIV     [15:0] clock / rate - 1
    hal_io_rw_32 div;
} sifive_uart_t;

HAL_ASSERT_OFFSET(sifive_uart_t, rxctrl, 0x0c);
HAL_ASSERT_OFFSET(sifive_uart_t, div, 0x18);

#define UART ((sifive_uart_t *)BOARD_UART_BASE)

#define FULL  UINT32_C(0x80000000)
#define EMPTY UINT32_C(0x80000000)

void hal_uart_init(void)
{
    hal_io_write(&UART->ie, 0);
#ifdef BOARD_UART_CLOCK
    hal_io_write(&UART->div, BOARD_UART_CLOCK / BOARD_UART_BAUD - 1);
#endif
    hal_io_write(&UART->txctrl, 1);
    hal_io_write(&UART->rxctrl, 1);
}

void hal_uart_put(uint8_t byte)
{
    while ((hal_io_read(&UART->txdata) & FULL) != 0) {
    }
    hal_io_write(&UART->txdata, byte);
}

int hal_uart_get(void)
{
    uint32_t data = hal_io_read(&UART->rxdata);
    return (data & EMPTY) != 0 ? -1 : (int)(data & 0xff);
}
