// SPDX-License-Identifier: Apache-2.0
//
// The host-target interface of Spike and its relatives: two words of memory that the host finds by their names.
#ifndef HAL_CONSOLE_HTIF_H
#define HAL_CONSOLE_HTIF_H

#include <stdint.h>

// The board defines them. [63:56] device, [55:48] command, [47:0] payload. The host takes tohost away by writing 0.
extern volatile uint64_t tohost, fromhost;

enum { HTIF_SYSCALL = 0, HTIF_CONSOLE = 1 };
enum { HTIF_CONSOLE_GET = 0, HTIF_CONSOLE_PUT = 1 };

#define HTIF_WORD(device, command, payload) ((uint64_t)(device) << 56 | (uint64_t)(command) << 48 | (payload))

// Waits until the host has taken the last word, and gives it one.
void hal_htif_send(uint64_t word);

#endif
