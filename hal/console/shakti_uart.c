// SPDX-License-Identifier: Apache-2.0
//
// The UART of the Shakti cores, at BOARD_UART_BASE. BOARD_UART_CLOCK in Hz sets the rate to BOARD_UART_BAUD.

#include <hal/io.h>

#include <board.h>

#include "uart.h"

typedef struct {
    // 0x00: BAUD    [15:0] clock / (16 * rate)
    hal_io_rw_32 baud;
    // 0x04: TX      [7:0] to send
    hal_io_wo_32 tx;
    // 0x08: RX      [7:0] received; reading takes the byte
    hal_io_ro_32 rx;
    // 0x0c: STATUS  [0] TX empty, [1] TX full, [2] RX not empty, [3] RX full; read only
    hal_io_ro_32 status;
} shakti_uart_t;

HAL_ASSERT_OFFSET(shakti_uart_t, tx, 0x04);
HAL_ASSERT_OFFSET(shakti_uart_t, status, 0x0c);

#define UART ((shakti_uart_t *)BOARD_UART_BASE)

enum { STATUS_TX_FULL = 1 << 1, STATUS_RX_NOT_EMPTY = 1 << 2 };

void hal_uart_init(void)
{
#ifdef BOARD_UART_CLOCK
    hal_io_write(&UART->baud, BOARD_UART_CLOCK / (16 * BOARD_UART_BAUD));
#endif
}

void hal_uart_put(uint8_t byte)
{
    while ((hal_io_read(&UART->status) & STATUS_TX_FULL) != 0) {
    }
    hal_io_write(&UART->tx, byte);
}

int hal_uart_get(void)
{
    return (hal_io_read(&UART->status) & STATUS_RX_NOT_EMPTY) != 0 ? (int)(hal_io_read(&UART->rx) & 0xff) : -1;
}
