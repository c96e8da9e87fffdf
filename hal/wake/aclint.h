// SPDX-License-Identifier: Apache-2.0
//
// The advanced core-local interruptor: two devices; the second has two parts, each with its own address.
#ifndef HAL_WAKE_ACLINT_H
#define HAL_WAKE_ACLINT_H

#include <hal/io.h>

// MSWI: software interrupts of machine mode.
typedef struct {
    // 0x0000: MSIP[hart]      [0] software interrupt pending (0)
    hal_io_rw_32 msip[4095];
    // 0x3ffc: _pad0
    uint32_t _pad0;
} hal_mswi_t;

HAL_ASSERT_OFFSET(hal_mswi_t, msip, 0x0000);
HAL_ASSERT_OFFSET(hal_mswi_t, _pad0, 0x3ffc);
_Static_assert(sizeof(hal_mswi_t) == 0x4000, "MSWI");

// MTIMER: the compare value of each hart's timer interrupt, and the time that all of them compare with.
typedef struct {
    // 0x0000: MTIMECMP[hart]  64 bits, low half first; the timer interrupt is pending while MTIME is not below
    hal_io_rw_32 mtimecmp[4095][2];
} hal_mtimecmp_t;

_Static_assert(sizeof(hal_mtimecmp_t) == 0x7ff8, "MTIMER");

typedef struct {
    // 0x0000: MTIME           64 bits, low half first; counts at a constant rate
    hal_io_rw_32 mtime[2];
} hal_mtime_t;

#endif
