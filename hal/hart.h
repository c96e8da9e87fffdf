// SPDX-License-Identifier: Apache-2.0
//
// What even the headers of kernels ask of the instruction set: where a hart has what is its own, fences, and, for
// inline assembly, how the address of a label comes into a register.
#ifndef HAL_HART_H
#define HAL_HART_H

#ifdef __riscv

// tp: the address of the hart's hal_hart_t.
static inline __attribute__((always_inline)) void *hal_tp(void)
{
    return __builtin_thread_pointer();
}

// Accesses of the kinds `before` (letters of r, w, i, o) come before later ones of the kinds `after`.
#define hal_fence_of(before, after) __asm__ volatile("fence " #before ", " #after ::: "memory")

#define HAL_LOAD_ADDRESS(to, label) "lla " to ", " label

#else

#ifdef __x86_64__
#define HAL_LOAD_ADDRESS(to, label) "leaq " label "(%%rip), " to
#else
#define HAL_LOAD_ADDRESS(to, label) "adrp " to ", " label "\n\tadd " to ", " to ", :lo12:" label
#endif

extern __thread void *hal_host_tp;  // a thread of the host is a hart

static inline void *hal_tp(void)
{
    return hal_host_tp;
}

#define hal_fence_of(before, after) __atomic_thread_fence(__ATOMIC_SEQ_CST)

#endif

#endif
