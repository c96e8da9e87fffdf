// SPDX-License-Identifier: Apache-2.0

#include <hal/transfer/semihosting.h>
#include <stddef.h>

int hal_semihost_open(const char *path, uintptr_t mode)
{
    size_t length = 0;
    while (path[length] != 0) {
        length++;
    }
    const uintptr_t block[] = {(uintptr_t)path, mode, length};
    return (int)hal_semihost(HAL_SEMIHOST_OPEN, block);
}
