// SPDX-License-Identifier: Apache-2.0
//
// Console, arguments, files and exit through semihosting.

#include <hal/hal.h>

#include "hal_riscv.h"

enum {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_FLEN = 0x0c,
    SYS_REMOVE = 0x0e,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT = 0x18,
    SYS_EXIT_EXTENDED = 0x20,
};

#define ADP_STOPPED_APPLICATION_EXIT 0x20026

// Modes of SYS_OPEN: the index into "r" "rb" "r+" "r+b" "w" "wb" ... "a" "ab"
enum { MODE_RB = 1, MODE_WB = 5, MODE_AB = 9, MODE_STDOUT = 4, MODE_STDERR = 8 };

static size_t length(const char *text)
{
    size_t n = 0;
    while (text[n] != 0) {
        n++;
    }
    return n;
}

static int open_mode(const char *path, uintptr_t mode)
{
    const uintptr_t block[] = {(uintptr_t)path, mode, length(path)};
    return (int)hal_semihost(SYS_OPEN, block);
}

static int console(int stream)
{
    static int handles[2] = {-1, -1};
    int *handle = &handles[stream == HAL_STDERR];
    if (*handle < 0) {
        *handle = open_mode(":tt", stream == HAL_STDERR ? MODE_STDERR : MODE_STDOUT);
    }
    return *handle;
}

void hal_write(int stream, const char *text, size_t bytes)
{
    const uintptr_t block[] = {(uintptr_t)console(stream), (uintptr_t)text, bytes};
    hal_semihost(SYS_WRITE, block);
}

void hal_puts(int stream, const char *text)
{
    hal_write(stream, text, length(text));
}

ptrdiff_t hal_cmdline(char *buffer, size_t bytes)
{
    uintptr_t block[] = {(uintptr_t)buffer, bytes};
    if (hal_semihost(SYS_GET_CMDLINE, block) != 0 || block[1] >= bytes) {
        return -1;
    }
    buffer[block[1]] = 0;
    return (ptrdiff_t)length(buffer);
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    static const uint8_t modes[] = {MODE_RB, MODE_WB, MODE_AB};
    return open_mode(path, modes[mode]);
}

ptrdiff_t hal_file_size(int file)
{
    const uintptr_t block[] = {(uintptr_t)file};
    return hal_semihost(SYS_FLEN, block);
}

// SYS_READ and SYS_WRITE return how many bytes they left out.
static ptrdiff_t transfer(uintptr_t operation, int file, const void *buffer, size_t bytes)
{
    const uintptr_t block[] = {(uintptr_t)file, (uintptr_t)buffer, bytes};
    intptr_t left = hal_semihost(operation, block);
    return left < 0 || (size_t)left > bytes ? -1 : (ptrdiff_t)(bytes - (size_t)left);
}

ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes)
{
    return transfer(SYS_READ, file, buffer, bytes);
}

ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes)
{
    return transfer(SYS_WRITE, file, buffer, bytes);
}

int hal_file_close(int file)
{
    const uintptr_t block[] = {(uintptr_t)file};
    return (int)hal_semihost(SYS_CLOSE, block);
}

int hal_file_remove(const char *path)
{
    const uintptr_t block[] = {(uintptr_t)path, length(path)};
    return hal_semihost(SYS_REMOVE, block) == 0 ? 0 : -1;
}

void hal_exit(int status)
{
    const uintptr_t block[] = {ADP_STOPPED_APPLICATION_EXIT, (uintptr_t)status};
    // On RV32, SYS_EXIT takes the reason alone and drops the status.
    hal_semihost(sizeof(uintptr_t) == 4 ? SYS_EXIT_EXTENDED : SYS_EXIT, block);
    for (;;) {
        __asm__ volatile("wfi");
    }
}
