// SPDX-License-Identifier: Apache-2.0
//
// Initialisation before main(): harts, RAM, traps. The environment variable HAL_HOST_RAM sets the bytes of RAM, for tools
// that follow each of its pages, as valgrind does. HAL_HOST_PARENT is the process that started this one, and ends with it.

#define _GNU_SOURCE

#include <hal/hal.h>

#include <board.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <hal/riscv/hal_riscv.h>

#include "host.h"

void (*hal_at_end)(void);
int hal_host_word_num;
char **hal_host_words;

static size_t ram_bytes = BOARD_RAM_BYTES;

void hal_host_give_up(const char *what)
{
    perror(what);
    hal_exit(HAL_STATUS_FAULT);
}

// The driver of a run may be killed: nobody else would end this process then.
static void end_with_parent(void)
{
    const char *parent = getenv("HAL_HOST_PARENT");
    if (parent == NULL) {
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != strtol(parent, NULL, 10)) {    // it has died already
        raise(SIGKILL);
    }
}

// Takes whole pages, with room for the windows and some GM, and no more than the board has.
static void read_ram_bytes(void)
{
    const size_t least = 2 * (BOARD_GM_BASE - BOARD_RAM_BASE), page = 1 << 16;
    const char *wanted = getenv("HAL_HOST_RAM");
    if (wanted == NULL) {
        return;
    }
    char *end;
    unsigned long long bytes = strtoull(wanted, &end, 0);
    if (end == wanted || *end != 0 || bytes < least || bytes > BOARD_RAM_BYTES || bytes % page != 0) {
        fprintf(stderr, "fault: HAL_HOST_RAM=%s: not a number of bytes from %zu to %zu in steps of %zu\n", wanted, least,
                (size_t)BOARD_RAM_BYTES, page);
        hal_exit(HAL_STATUS_FAULT);
    }
    ram_bytes = bytes;
}

size_t hal_ram_bytes(void)
{
    return ram_bytes;
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
    end_with_parent();
    read_ram_bytes();
    hal_host_boot_harts();
    hal_host_map_ram();
    for (uint32_t hart = 0; hart < hal_hart_num(); hart++) {
        hal_protect(hart);
    }
}
