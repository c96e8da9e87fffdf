// SPDX-License-Identifier: Apache-2.0
//
// The debugger or emulator ends the program, with its status.

#include <hal/hal.h>
#include <hal/transfer/semihosting.h>

#define ADP_STOPPED_APPLICATION_EXIT 0x20026

void hal_exit(int status)
{
    const uintptr_t block[] = {ADP_STOPPED_APPLICATION_EXIT, (uintptr_t)status};
    // On RV32, the plain exit has only a reason and drops the status.
    hal_semihost(sizeof(uintptr_t) == 4 ? HAL_SEMIHOST_EXIT_EXTENDED : HAL_SEMIHOST_EXIT, block);
    for (;;) {
        hal_wait_for_interrupt();
    }
}
