// SPDX-License-Identifier: Apache-2.0
//
// Traps: signals on a separate stack, translated to RISC-V traps.

#define _GNU_SOURCE

#include <hal/confine.h>

#include <board.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include <hal/riscv/hal_riscv.h>

#include "host.h"

enum {
    ILLEGAL_INSTRUCTION = 2,
    BREAKPOINT = 3,
    LOAD_ACCESS_FAULT = 5,
    STORE_ACCESS_FAULT = 7,
    DIVISION = 24,  // reserved for custom use
    ALARM = 63,
};

enum { TRAP_STACK_BYTES = 1 << 18 };

static __thread int in_trap;  // 1 in a report, 2 at the end of one that trapped

#if defined(__x86_64__)
const char *const hal_trap_registers[] = {"rax", "ra", "rsp", "rbp", "rbx", "rcx", "rdx", "rsi", "rdi",
                                          "r8",  "r9", "r10", "r11", "r12", "r13", "r14", "r15", NULL};

static bool is_store(const ucontext_t *context)
{
    enum { WRITE = 2 };  // bit of the error code of a page fault
    return (context->uc_mcontext.gregs[REG_ERR] & WRITE) != 0;
}

static void read_registers(hal_trap_t *trap, int number, const ucontext_t *context)
{
    static const uint8_t places[] = {REG_RAX, 0,      REG_RSP, REG_RBP, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI,
                                     REG_R8,  REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    for (uint32_t i = 0; i < sizeof places; i++) {
        trap->x[i] = (uintptr_t)context->uc_mcontext.gregs[places[i]];
    }
    trap->pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP] - (number == SIGTRAP);  // pc after the trap
    // The frame pointer leads to the return address if it points into the stack. Without a frame pointer the register
    // may hold anything, also an address in the guard below the stack: a direct read could trap again.
    uintptr_t frame = trap->x[3], stack = trap->x[2], pair[2] = {0, 0};
    if (frame % 8 == 0 && frame >= stack && frame - stack < 1 << 16) {
        const struct iovec to = {pair, sizeof pair}, from = {(void *)frame, sizeof pair};
        trap->x[1] = process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof pair ? pair[1] : 0;
    }
}
#elif defined(__aarch64__)
const char *const hal_trap_registers[] = {"x0",  "ra",  "sp",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",
                                          "x9",  "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19",
                                          "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", NULL};

// The exception syndrome is in a record after the registers.
static bool is_store(const ucontext_t *context)
{
    enum { DATA_ABORT = 0x24, WNR = 1 << 6 };
    const struct _aarch64_ctx *record = (const struct _aarch64_ctx *)(const void *)context->uc_mcontext.__reserved;
    while (record->magic != 0) {
        if (record->magic == ESR_MAGIC) {
            uint64_t syndrome = ((const struct esr_context *)(const void *)record)->esr;
            return syndrome >> 26 == DATA_ABORT && (syndrome & WNR) != 0;
        }
        record = (const struct _aarch64_ctx *)(const void *)((const uint8_t *)record + record->size);
    }
    return false;
}

static void read_registers(hal_trap_t *trap, int number, const ucontext_t *context)
{
    (void)number;
    trap->x[0] = context->uc_mcontext.regs[0];
    trap->x[1] = context->uc_mcontext.regs[30];
    trap->x[2] = context->uc_mcontext.sp;
    for (uint32_t i = 1; i < 30; i++) {
        trap->x[2 + i] = context->uc_mcontext.regs[i];
    }
    trap->pc = context->uc_mcontext.pc;
}
#endif

static uintptr_t cause_of(int number, const ucontext_t *context)
{
    switch (number) {
        case SIGSEGV:
        case SIGBUS:
            return is_store(context) ? STORE_ACCESS_FAULT : LOAD_ACCESS_FAULT;
        case SIGILL:
            return ILLEGAL_INSTRUCTION;
        case SIGTRAP:
            return BREAKPOINT;
        case SIGFPE:
            return DIVISION;
        default:
            return ALARM;
    }
}

static void take(int number, siginfo_t *info, void *context)
{
    if (in_trap == 1 && number != hal_host_alarm_signal()) {
        in_trap = 2;
        hal_trap_in_report();
    } else if (in_trap == 2) {
        hal_exit(HAL_STATUS_FAULT);
    }
    in_trap = 1;
    hal_release();
    hal_trap_t trap = {.cause = cause_of(number, context)};
    read_registers(&trap, number, context);
    if (number == SIGSEGV || number == SIGBUS) {
        trap.value = (uintptr_t)info->si_addr;
    } else if (number == SIGILL) {
        __builtin_memcpy(&trap.value, (const void *)trap.pc, 4);
    }
    hal_trap(&trap);
}

int hal_host_alarm_signal(void)
{
    return SIGRTMIN;
}

void hal_host_take_traps(uint32_t hart)
{
    // Not data of the image, which may be read-only when a trap comes.
    void *memory = mmap(NULL, TRAP_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = memory, .ss_size = TRAP_STACK_BYTES};
    if (memory == MAP_FAILED || sigaltstack(&stack, NULL) != 0) {
        hal_host_give_up("a stack for traps");
    }
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, hal_host_alarm_signal()};
    struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (uint32_t i = 0; hart == 0 && i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

// No signal was masked.
void hal_trap_rearm(void)
{
    in_trap = 0;
}

bool hal_is_alarm(uintptr_t cause)
{
    return cause == ALARM;
}

const char *hal_trap_name(uintptr_t cause)
{
    static const char *const names[] = {
        [BREAKPOINT] = "breakpoint",
        [LOAD_ACCESS_FAULT] = "load access fault",
        [STORE_ACCESS_FAULT] = "store access fault",
        [DIVISION] = "division by zero",
    };
    const char *name = cause < sizeof names / sizeof names[0] ? names[cause] : NULL;
    return name != NULL ? name : "unexpected trap";
}

// Instructions that the host lacks are not RISC-V instructions.
const char *hal_trap_extension(uint32_t instruction, uintptr_t vtype)
{
    (void)instruction, (void)vtype;
    return NULL;
}
