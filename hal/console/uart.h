// SPDX-License-Identifier: Apache-2.0
//
// The interface of a UART for the console and for the transfer over a serial line. One of the files in this folder
// implements it for the device at BOARD_UART_BASE.
#ifndef HAL_CONSOLE_UART_H
#define HAL_CONSOLE_UART_H

#include <stdint.h>

// Initialises the device, at the rate of the board if it can be set. Called once, before the others.
void hal_uart_init(void);

// Waits for room and sends a byte.
void hal_uart_put(uint8_t byte);

// Returns a received byte, or -1.
int hal_uart_get(void);

#endif
