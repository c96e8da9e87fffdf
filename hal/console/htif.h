// SPDX-License-Identifier: Apache-2.0
//
// The host-target interface of Spike and similar simulators: two words of memory that the host finds by symbol name.
#ifndef HAL_CONSOLE_HTIF_H
#define HAL_CONSOLE_HTIF_H

#include <stdint.h>

// Defined by the board. [63:56] device, [55:48] command, [47:0] payload. The host acknowledges tohost by writing 0.
extern volatile uint64_t tohost, fromhost;

enum { HTIF_SYSCALL = 0, HTIF_CONSOLE = 1 };
enum { HTIF_CONSOLE_GET = 0, HTIF_CONSOLE_PUT = 1 };

#define HTIF_WORD(device, command, payload) ((uint64_t)(device) << 56 | (uint64_t)(command) << 48 | (payload))

// Waits until the host has acknowledged the last word, then sends one.
void hal_htif_send(uint64_t word);

#endif
