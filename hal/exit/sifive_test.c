// SPDX-License-Identifier: Apache-2.0
//
// The test finisher of emulators and simulators, at BOARD_FINISHER_BASE: one register that ends the machine.

#include <hal/hal.h>
#include <hal/io.h>

#include <board.h>

typedef struct {
    // 0x0: FINISHER  [15:0] 0x5555: success, 0x3333: failure with the status in [31:16]
    hal_io_wo_32 finisher;
} sifive_test_t;

enum { PASS = 0x5555, FAIL = 0x3333 };

void hal_exit(int status)
{
    uint32_t value = status == 0 ? PASS : FAIL | (uint32_t)(status & 0xff) << 16;
    hal_fence_to_device();
    hal_io_write(&((sifive_test_t *)BOARD_FINISHER_BASE)->finisher, value);
    for (;;) {
        hal_wait_for_interrupt();
    }
}
