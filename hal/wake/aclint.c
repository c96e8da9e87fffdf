// SPDX-License-Identifier: Apache-2.0
//
// Harts wake each other through an ACLINT (BOARD_MSWI_BASE; BOARD_MTIMECMP_BASE and BOARD_MTIME_BASE for alarms).

#include "aclint.h"

#include <board.h>

#define MSIP(id)     (&((hal_mswi_t *)BOARD_MSWI_BASE)->msip[id])
#define MTIMECMP(id) (((hal_mtimecmp_t *)BOARD_MTIMECMP_BASE)->mtimecmp[id])
#define MTIME        (((hal_mtime_t *)BOARD_MTIME_BASE)->mtime)

#include "interrupts.h"
