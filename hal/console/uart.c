// SPDX-License-Identifier: Apache-2.0
//
// The console on a UART: both streams, unmodified.

#include "uart.h"

#include <hal/hal.h>

void hal_write(int stream, const char *text, size_t bytes)
{
    (void)stream;
    static bool ready;
    if (!ready) {
        hal_uart_init();
        ready = true;
    }
    for (size_t i = 0; i < bytes; i++) {
        hal_uart_put((uint8_t)text[i]);
    }
}
