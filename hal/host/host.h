// SPDX-License-Identifier: Apache-2.0
//
// Private to the parts of the HAL for a process of Linux.
#ifndef HAL_HOST_H
#define HAL_HOST_H

#include <stdint.h>

// The words that the process was started with.
extern int hal_host_word_num;
extern char **hal_host_words;

// Makes the calling thread hart 0.
void hal_host_boot_harts(void);

// Maps the RAM of the board, of which nothing can be reached but GM (hal/protection).
void hal_host_map_ram(void);

// Gives the calling thread, a hart, a stack for its traps.
void hal_host_take_traps(uint32_t hart);

// The signal of alarms: each thread that sets one gets its own.
int hal_host_alarm_signal(void);

// Says what the system did not do, and why, and ends the program.
_Noreturn void hal_host_give_up(const char *what);

#endif
