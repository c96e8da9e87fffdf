// SPDX-License-Identifier: Apache-2.0
//
// QEMU `virt` that runs from its flash: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "qemu-virt-flash"

#define BOARD_HARTS_MAX 8

// Code stays in flash and runs there; what it writes is in RAM.
#define BOARD_FLASH_BASE  0x20000000
#define BOARD_FLASH_BYTES 0x02000000

#define BOARD_RAM_BASE  0x80000000
#define BOARD_RAM_BYTES 0x08000000

#define BOARD_CLINT_BASE     0x02000000
#define BOARD_UART_BASE      0x10000000
#define BOARD_UART_REG_SHIFT 0
#define BOARD_FINISHER_BASE  0x00100000

#include <hal/layout.h>

#endif
