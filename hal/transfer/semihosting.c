// SPDX-License-Identifier: Apache-2.0
//
// Arguments and files through semihosting.

#include "semihosting.h"

#include <hal/hal.h>

static size_t length(const char *text)
{
    size_t n = 0;
    while (text[n] != 0) {
        n++;
    }
    return n;
}

ptrdiff_t hal_cmdline(char *buffer, size_t bytes)
{
    uintptr_t block[] = {(uintptr_t)buffer, bytes};
    if (hal_semihost(HAL_SEMIHOST_GET_CMDLINE, block) != 0 || block[1] >= bytes) {
        return -1;
    }
    buffer[block[1]] = 0;
    return (ptrdiff_t)length(buffer);
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    static const uint8_t modes[] = {HAL_SEMIHOST_RB, HAL_SEMIHOST_WB, HAL_SEMIHOST_AB};
    return hal_semihost_open(path, modes[mode]);
}

ptrdiff_t hal_file_size(int file)
{
    const uintptr_t block[] = {(uintptr_t)file};
    return hal_semihost(HAL_SEMIHOST_FLEN, block);
}

// HAL_SEMIHOST_READ and HAL_SEMIHOST_WRITE return the number of bytes not transferred.
static ptrdiff_t transfer(uintptr_t operation, int file, const void *buffer, size_t bytes)
{
    const uintptr_t block[] = {(uintptr_t)file, (uintptr_t)buffer, bytes};
    intptr_t left = hal_semihost(operation, block);
    return left < 0 || (size_t)left > bytes ? -1 : (ptrdiff_t)(bytes - (size_t)left);
}

ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes)
{
    return transfer(HAL_SEMIHOST_READ, file, buffer, bytes);
}

ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes)
{
    return transfer(HAL_SEMIHOST_WRITE, file, buffer, bytes);
}

int hal_file_close(int file)
{
    const uintptr_t block[] = {(uintptr_t)file};
    return (int)hal_semihost(HAL_SEMIHOST_CLOSE, block);
}

int hal_file_remove(const char *path)
{
    const uintptr_t block[] = {(uintptr_t)path, length(path)};
    return hal_semihost(HAL_SEMIHOST_REMOVE, block) == 0 ? 0 : -1;
}
