// SPDX-License-Identifier: Apache-2.0
//
// Semihosting: calls that a debugger or an emulator handles.
#ifndef HAL_TRANSFER_SEMIHOSTING_H
#define HAL_TRANSFER_SEMIHOSTING_H

#include <stdint.h>

enum {
    HAL_SEMIHOST_OPEN = 0x01,
    HAL_SEMIHOST_CLOSE = 0x02,
    HAL_SEMIHOST_WRITE = 0x05,
    HAL_SEMIHOST_READ = 0x06,
    HAL_SEMIHOST_FLEN = 0x0c,
    HAL_SEMIHOST_REMOVE = 0x0e,
    HAL_SEMIHOST_GET_CMDLINE = 0x15,
    HAL_SEMIHOST_EXIT = 0x18,
    HAL_SEMIHOST_EXIT_EXTENDED = 0x20,
};

// Modes of an open: the index into "r" "rb" "r+" "r+b" "w" "wb" ... "a" "ab"
enum {
    HAL_SEMIHOST_RB = 1,
    HAL_SEMIHOST_STDOUT = 4,
    HAL_SEMIHOST_WB = 5,
    HAL_SEMIHOST_STDERR = 8,
    HAL_SEMIHOST_AB = 9,
};

// Makes one call (hal/riscv/semihost.S).
intptr_t hal_semihost(uintptr_t operation, const void *block);

int hal_semihost_open(const char *path, uintptr_t mode);

#endif
