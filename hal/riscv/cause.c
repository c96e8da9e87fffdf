// SPDX-License-Identifier: Apache-2.0
//
// Names of trap causes, for reports.

#include <hal/hal.h>

bool hal_is_alarm(uintptr_t cause)
{
    const uintptr_t machine_timer_interrupt = ~(UINTPTR_MAX >> 1) | 7;
    return cause == machine_timer_interrupt;
}

const char *hal_trap_name(uintptr_t cause)
{
    static const char *const names[] = {
        "instruction address misaligned",
        "instruction access fault",
        "illegal instruction",
        "breakpoint (ebreak)",
        "load address misaligned",
        "load access fault",
        "store address misaligned",
        "store access fault",
        "environment call",
        [13] = "load access fault",  // page faults too: page tables deny accesses like PMP
        [15] = "store access fault",
    };
    const char *name = cause < sizeof names / sizeof names[0] ? names[cause] : NULL;
    return name != NULL ? name : "unexpected trap";
}

const char *const hal_trap_registers[] = {"zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
                                          "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
                                          "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6", NULL};
