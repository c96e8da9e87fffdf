// SPDX-License-Identifier: Apache-2.0
//
// HTIF as a UART.

#include "htif.h"

#include <stdbool.h>

#include "uart.h"

void hal_htif_send(uint64_t word)
{
    while (tohost != 0) {
        fromhost = 0;
    }
    tohost = word;
}

void hal_uart_init(void)
{
}

void hal_uart_put(uint8_t byte)
{
    hal_htif_send(HTIF_WORD(HTIF_CONSOLE, HTIF_CONSOLE_PUT, byte));
}

int hal_uart_get(void)
{
    static bool asked;
    if (!asked) {
        hal_htif_send(HTIF_WORD(HTIF_CONSOLE, HTIF_CONSOLE_GET, 0));
        asked = true;
    }
    uint64_t answer = fromhost;
    if (answer >> 56 != HTIF_CONSOLE) {
        return -1;
    }
    fromhost = 0;
    asked = false;
    return (int)(answer & 0xff);
}
