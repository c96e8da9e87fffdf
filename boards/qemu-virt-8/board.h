// SPDX-License-Identifier: Apache-2.0
//
// QEMU `virt` with eight clusters, for many ranks: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "qemu-virt-8"

#define BOARD_HARTS_MAX 16

#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x20000000
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLINT_BASE     0x02000000
#define BOARD_MTIME_HZ       10000000
#define BOARD_UART_BASE      0x10000000
#define BOARD_UART_REG_SHIFT 0
#define BOARD_FINISHER_BASE  0x00100000

#define BOARD_CLUSTERS     8
#define BOARD_VECTOR_CORES 2
#define BOARD_CUBE_CORES   1

#include <hal/layout.h>

#endif
