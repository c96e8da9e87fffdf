// SPDX-License-Identifier: Apache-2.0
//
// The 16550 and compatible UARTs, at BOARD_UART_BASE with their registers 1 << BOARD_UART_REG_SHIFT bytes apart.
//
// BOARD_UART_CLOCK, the clock of the device in Hz, sets the rate to BOARD_UART_BAUD; without it the rate of the boot
// loader or emulator is kept.

#include <hal/io.h>

#include <board.h>

#include "uart.h"

#ifndef BOARD_UART_REG_SHIFT
#error "board.h does not define BOARD_UART_REG_SHIFT: the registers of a 16550 are 1 << BOARD_UART_REG_SHIFT bytes apart"
#endif

#if BOARD_UART_REG_SHIFT == 2
typedef hal_io_rw_32 reg_t;
#else
typedef hal_io_rw_8 reg_t;
#endif

typedef struct {
    // 0: RBR/THR  [7:0] received, to send; DLL with LCR.DLAB
    reg_t data;
    // 1: IER      interrupt enables (0); DLM with LCR.DLAB
    reg_t ier;
    // 2: FCR      [0] FIFOs on, [1] [2] clear them; write only
    reg_t fcr;
    // 3: LCR      [1:0] 3: 8 bits, [7] DLAB
    reg_t lcr;
    // 4: MCR
    reg_t mcr;
    // 5: LSR      [0] data ready, [5] room to send; read only
    reg_t lsr;
} uart16550_t;

HAL_ASSERT_OFFSET(uart16550_t, fcr, 2 << BOARD_UART_REG_SHIFT);
HAL_ASSERT_OFFSET(uart16550_t, lsr, 5 << BOARD_UART_REG_SHIFT);

#define UART ((uart16550_t *)BOARD_UART_BASE)

enum { LCR_8BITS = 3, LCR_DLAB = 0x80, FCR_CLEAR = 7, LSR_READY = 1, LSR_ROOM = 0x20 };

void hal_uart_init(void)
{
    hal_io_write(&UART->ier, 0);
#ifdef BOARD_UART_CLOCK
    uint32_t divisor = (BOARD_UART_CLOCK + 8 * BOARD_UART_BAUD) / (16 * BOARD_UART_BAUD);
    hal_io_write(&UART->lcr, LCR_DLAB);
    hal_io_write(&UART->data, divisor & 0xff);
    hal_io_write(&UART->ier, divisor >> 8);
#endif
    hal_io_write(&UART->lcr, LCR_8BITS);
    hal_io_write(&UART->fcr, FCR_CLEAR);
}

void hal_uart_put(uint8_t byte)
{
    while ((hal_io_read(&UART->lsr) & LSR_ROOM) == 0) {
    }
    hal_io_write(&UART->data, byte);
}

int hal_uart_get(void)
{
    return (hal_io_read(&UART->lsr) & LSR_READY) != 0 ? (int)hal_io_read(&UART->data) : -1;
}
