// SPDX-License-Identifier: Apache-2.0
//
// Initialisation before main(): harts, RAM, traps.

#define _GNU_SOURCE

#include <hal/hal.h>

#include <board.h>
#include <stdio.h>
#include <string.h>

#include <hal/riscv/hal_riscv.h>

#include "host.h"

void (*hal_at_end)(void);
int hal_host_word_num;
char **hal_host_words;

void hal_host_give_up(const char *what)
{
    perror(what);
    hal_exit(HAL_STATUS_FAULT);
}

size_t hal_ram_bytes(void)
{
    return BOARD_RAM_BYTES;
}

void hal_puts(int stream, const char *text)
{
    hal_write(stream, text, strlen(text));
}

// Makes the linker define the bounds of the kernel section even if there is no kernel.
__attribute__((used, section("pto_kernels"))) static const char no_kernel[] = {};

__attribute__((constructor)) static void boot(int word_num, char **words)
{
    hal_host_word_num = word_num;
    hal_host_words = words;
    hal_host_boot_harts();
    hal_host_map_ram();
    for (uint32_t hart = 0; hart < hal_hart_num(); hart++) {
        hal_protect(hart);
    }
}
