// SPDX-License-Identifier: Apache-2.0
//
// Private to hal/host.
#ifndef HAL_HOST_H
#define HAL_HOST_H

#include <stdint.h>

// Makes the calling thread hart 0.
void hal_host_boot_harts(void);

// Gives the calling thread, a hart, a stack for its traps.
void hal_host_take_traps(uint32_t hart);

#endif
