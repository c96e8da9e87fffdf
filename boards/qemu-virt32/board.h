// SPDX-License-Identifier: Apache-2.0
//
// QEMU `virt` with RV32: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "qemu-virt32"

#define BOARD_HARTS_MAX 8

// A small board: GM has 16 MiB.
#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x02000000
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_MSWI_BASE      0x02000000
#define BOARD_MTIMECMP_BASE  0x02004000
#define BOARD_MTIME_BASE     0x0200bff8
#define BOARD_MTIME_HZ       10000000
#define BOARD_UART_BASE      0x10000000
#define BOARD_UART_REG_SHIFT 0
#define BOARD_FINISHER_BASE  0x00100000

#include <hal/layout.h>

#endif
