// SPDX-License-Identifier: Apache-2.0
//
// The machine that the host plays: RAM with its windows, traps, console, end. It is there before main() is called.

#define _GNU_SOURCE

#include <hal/hal.h>

#include <board.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hal/riscv/hal_riscv.h>

#include "host.h"

void (*hal_at_end)(void);

static _Noreturn void give_up(const char *what)
{
    perror(what);
    exit(HAL_STATUS_FAULT);
}

static void allow(void *base, size_t bytes)
{
    if (mprotect(base, bytes, PROT_READ | PROT_WRITE) != 0) {
        give_up("mprotect");
    }
}

// All of RAM but GM is out of reach, except for the windows of all harts.
static void map_ram(void)
{
    void *base = (void *)BOARD_RAM_BASE;
    if (mmap(base, BOARD_RAM_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) != base) {
        give_up("RAM");
    }
    allow((void *)BOARD_GM_BASE, BOARD_GM_BYTES);
    for (uint32_t hart = 0; hart < hal_hart_num(); hart++) {
        hal_protect(hart);
    }
}

void hal_protect(uint32_t hart)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart, windows);
    for (uint32_t i = 0; i < num; i++) {
        allow(windows[i].window.base, windows[i].window.bytes);
    }
}

size_t hal_ram_bytes(void)
{
    return BOARD_RAM_BYTES;
}

// ---------------------------------------------------------------------------------------------------------------------
// Traps: signals. The cause is that of RISC-V's load access fault; the host says of no access what it was, in a way
// that all hosts share.

enum { LOAD_ACCESS_FAULT = 5, TRAP_STACK_BYTES = 1 << 18 };

static void take(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    hal_trap_t trap = {.cause = LOAD_ACCESS_FAULT, .value = (uintptr_t)info->si_addr};
    hal_trap(&trap);
}

void hal_host_take_traps(uint32_t hart)
{
    static uint8_t stacks[BOARD_HARTS_MAX][TRAP_STACK_BYTES];
    stack_t stack = {.ss_sp = stacks[hart], .ss_size = TRAP_STACK_BYTES};
    if (sigaltstack(&stack, NULL) != 0) {
        give_up("a stack for traps");
    }
}

// What leaves a trap goes to a context that has its own mask of signals.
void hal_trap_rearm(void)
{
}

// So that the linker gathers kernels also where there is none.
__attribute__((used, section("pto_kernels"))) static const char no_kernel[] = {};

__attribute__((constructor)) static void boot(void)
{
    hal_host_boot_harts();
    map_ram();
    struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

// ---------------------------------------------------------------------------------------------------------------------
// Console and end

void hal_write(int stream, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t done = write(stream, text, bytes);
        if (done <= 0) {
            return;
        }
        text += done;
        bytes -= (size_t)done;
    }
}

void hal_puts(int stream, const char *text)
{
    hal_write(stream, text, strlen(text));
}

void hal_exit(int status)
{
    _exit(status);
}
