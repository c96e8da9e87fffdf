// SPDX-License-Identifier: Apache-2.0
//
// What a UART has to do for the console and for the transfer over a serial line. One of the files beside this one
// implements it for the device at BOARD_UART_BASE.
#ifndef HAL_CONSOLE_UART_H
#define HAL_CONSOLE_UART_H

#include <stdint.h>

// Readies the device at the rate that the board asks for, where it can be set. Called once, before the others.
void hal_uart_init(void);

// Waits for room and sends a byte.
void hal_uart_put(uint8_t byte);

// Returns a byte that has arrived, or -1.
int hal_uart_get(void);

#endif
