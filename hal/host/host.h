// SPDX-License-Identifier: Apache-2.0
//
// Private to the parts of the HAL for a Linux process.
#ifndef HAL_HOST_H
#define HAL_HOST_H

#include <stdbool.h>
#include <stdint.h>

// The arguments of the process.
extern int hal_host_word_num;
extern char **hal_host_words;

// Makes the calling thread hart 0.
void hal_host_boot_harts(void);

// Maps the RAM of the board, inaccessible except for GM (hal/protection).
void hal_host_map_ram(void);

// Whether GM is memory that images side by side share.
extern bool hal_host_shares_gm;

// Gives the calling thread, a hart, a stack for traps.
void hal_host_take_traps(uint32_t hart);

// The signal of alarms: a thread that sets an alarm receives it itself.
int hal_host_alarm_signal(void);

// Prints which system call failed, and why, and ends the program.
_Noreturn void hal_host_give_up(const char *what);

#endif
