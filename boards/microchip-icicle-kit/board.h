// SPDX-License-Identifier: Apache-2.0
//
// QEMU `microchip-icicle-kit`, the PolarFire SoC board: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "microchip-icicle-kit"

// Hart 0 is a monitor core without F and D: it is kept out, and hart 1 boots.
#define BOARD_HART_FIRST 1
#define BOARD_HARTS_MAX  4

#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x08000000  // of 1 GiB at this address
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLINT_BASE     0x02000000
#define BOARD_UART_BASE      0x20000000  // MMUART0
#define BOARD_UART_REG_SHIFT 2

#include <hal/layout.h>

#endif
