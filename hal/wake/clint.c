// SPDX-License-Identifier: Apache-2.0
//
// Harts wake each other through a CLINT (BOARD_CLINT_BASE).

#include "clint.h"

#include <board.h>

#define CLINT        ((hal_clint_t *)BOARD_CLINT_BASE)
#define MSIP(id)     (&CLINT->msip[id])
#define MTIMECMP(id) (CLINT->mtimecmp[id])
#define MTIME        (CLINT->mtime)

#include "interrupts.h"
