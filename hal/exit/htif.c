// SPDX-License-Identifier: Apache-2.0
//
// The host of HTIF ends the program, with its status.

#include <hal/console/htif.h>
#include <hal/hal.h>

void hal_exit(int status)
{
    hal_htif_send(HTIF_WORD(HTIF_SYSCALL, 0, (uint64_t)(status & 0xff) << 1 | 1));
    for (;;) {
        hal_wait_for_interrupt();
    }
}
