// SPDX-License-Identifier: Apache-2.0
//
// The board of the host's tests: its devices are arrays, and what is read and written goes through a model.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_HARTS_MAX      4
#define BOARD_CLINT_BASE     ((uintptr_t)test_clint)
#define BOARD_UART_BASE      ((uintptr_t)test_uart)
#define BOARD_UART_REG_SHIFT 0
#define BOARD_SYNC_MMIO      1
#define BOARD_SYNC_BASE(cluster, core)   NULL
#define BOARD_CLUSTER_SYNC_BASE(cluster) NULL

#include <stdint.h>

extern uint8_t test_clint[0xc000], test_uart[0x40];

#endif
