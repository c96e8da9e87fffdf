// SPDX-License-Identifier: Apache-2.0
//
// The core-local interruptor: software interrupts and the timer of each hart.
#ifndef HAL_WAKE_CLINT_H
#define HAL_WAKE_CLINT_H

#include <hal/io.h>

typedef struct {
    // 0x0000: MSIP[hart]      [0] software interrupt pending (0)
    hal_io_rw_32 msip[4096];
    // 0x4000: MTIMECMP[hart]  64 bits, low half first; the timer interrupt is pending while MTIME is not below
    hal_io_rw_32 mtimecmp[4095][2];
    // 0xbff8: MTIME           64 bits, low half first; counts at a constant rate
    hal_io_rw_32 mtime[2];
} hal_clint_t;

HAL_ASSERT_OFFSET(hal_clint_t, msip, 0x0000);
HAL_ASSERT_OFFSET(hal_clint_t, mtimecmp, 0x4000);
HAL_ASSERT_OFFSET(hal_clint_t, mtime, 0xbff8);

#endif
