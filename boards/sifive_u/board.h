// SPDX-License-Identifier: Apache-2.0
//
// QEMU `sifive_u`, the HiFive Unleashed: facts, for C, assembly and the linker script. Preprocessor only.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "sifive_u"

// Hart 0 is a monitor core without F, D and V: it is kept out, and hart 1 boots.
#define BOARD_HART_FIRST 1
#define BOARD_HARTS_MAX  4

#define BOARD_RAM_BASE          0x80000000
#define BOARD_RAM_BYTES         0x08000000
#define BOARD_RAM_ZERO_AT_RESET 1

#define BOARD_CLINT_BASE 0x02000000
#define BOARD_UART_BASE  0x10010000
#define BOARD_PDMA_BASE  0x03000000

#include <hal/layout.h>

#endif
