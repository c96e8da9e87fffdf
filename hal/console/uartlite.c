// SPDX-License-Identifier: Apache-2.0
//
// The AXI UART Lite of AMD's FPGA designs, at BOARD_UART_BASE. Its rate is fixed in the design.

#include <hal/io.h>

#include <board.h>

#include "uart.h"

typedef struct {
    // 0x0: RX_FIFO  [7:0] received; reading takes the byte
    hal_io_ro_32 rx;
    // 0x4: TX_FIFO  [7:0] to send
    hal_io_wo_32 tx;
    // 0x8: STAT_REG [0] RX valid, [2] TX empty, [3] TX full; read only
    hal_io_ro_32 stat;
    // 0xc: CTRL_REG [0] [1] clear the FIFOs, [4] interrupt enable; write only
    hal_io_wo_32 ctrl;
} uartlite_t;

HAL_ASSERT_OFFSET(uartlite_t, tx, 0x4);
HAL_ASSERT_OFFSET(uartlite_t, ctrl, 0xc);

#define UART ((uartlite_t *)BOARD_UART_BASE)

enum { STAT_RX_VALID = 1 << 0, STAT_TX_FULL = 1 << 3, CTRL_CLEAR = 3 };

void hal_uart_init(void)
{
    hal_io_write(&UART->ctrl, CTRL_CLEAR);
}

void hal_uart_put(uint8_t byte)
{
    while ((hal_io_read(&UART->stat) & STAT_TX_FULL) != 0) {
    }
    hal_io_write(&UART->tx, byte);
}

int hal_uart_get(void)
{
    return (hal_io_read(&UART->stat) & STAT_RX_VALID) != 0 ? (int)(hal_io_read(&UART->rx) & 0xff) : -1;
}
