// SPDX-License-Identifier: Apache-2.0
//
// The console of the debugger or emulator.

#include <hal/hal.h>
#include <hal/transfer/semihosting.h>

static int open_console(int stream)
{
    static int handles[2] = {-1, -1};
    int *handle = &handles[stream == HAL_STDERR];
    if (*handle < 0) {
        *handle = hal_semihost_open(":tt", stream == HAL_STDERR ? HAL_SEMIHOST_STDERR : HAL_SEMIHOST_STDOUT);
    }
    return *handle;
}

void hal_write(int stream, const char *text, size_t bytes)
{
    const uintptr_t block[] = {(uintptr_t)open_console(stream), (uintptr_t)text, bytes};
    hal_semihost(HAL_SEMIHOST_WRITE, block);
}
