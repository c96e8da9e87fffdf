// SPDX-License-Identifier: Apache-2.0
//
// The board of the host's tests: its devices are arrays, and accesses go through a model.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_HARTS_MAX     4
#define BOARD_CLINT_BASE    ((uintptr_t)test_clint)
#define BOARD_MSWI_BASE     ((uintptr_t)test_mswi)
#define BOARD_MTIMECMP_BASE ((uintptr_t)test_mtimecmp)
#define BOARD_MTIME_BASE    ((uintptr_t)test_mtime)
#define BOARD_MTIME_HZ      10000000
#ifdef DEVICE_pdma
#define BOARD_PDMA_BASE ((uintptr_t)test_pdma)
#endif
#define BOARD_PEERS_BASE     ((uintptr_t)test_peers)
#define BOARD_DOORBELL_BASE  ((uintptr_t)test_doorbell)
#define BOARD_UART_BASE      ((uintptr_t)test_uart)
#define BOARD_UART_REG_SHIFT 0
#define BOARD_SYNC_MMIO      1

// A block for each of the two cores, then their cluster's.
#define BOARD_SYNC_BASE(cluster, core)   ((uintptr_t)test_sync + (core) * 0xc00)
#define BOARD_CLUSTER_SYNC_BASE(cluster) ((uintptr_t)test_sync + 2 * 0xc00)

#include <stdint.h>

extern uint8_t test_pdma[4 * 0x1000];
extern uint8_t test_clint[0xc000], test_mswi[0x4000], test_mtimecmp[0x7ff8], test_mtime[8], test_uart[0x40],
    test_sync[3 * 0xc00], test_peers[0x1000], test_doorbell[0x40];

#endif
