// SPDX-License-Identifier: Apache-2.0
//
// Dependences of kernel headers on the instruction set: the address of per-hart data, fences, and loading the address
// of a label in inline assembly.
#ifndef HAL_HART_H
#define HAL_HART_H

#ifdef __riscv

// tp: the address of the hart's hal_hart_t.
static inline __attribute__((always_inline)) void *hal_tp(void)
{
    return __builtin_thread_pointer();
}

// Orders earlier accesses of the kinds `before` (letters of r, w, i, o) before later ones of the kinds `after`.
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

#ifdef __SANITIZE_THREAD__
// ThreadSanitizer knows no fences: a change of one variable orders at least as much.
extern unsigned hal_host_fences;
#define hal_fence_of(before, after) ((void)__atomic_fetch_add(&hal_host_fences, 1, __ATOMIC_SEQ_CST))
#else
#define hal_fence_of(before, after) __atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif

#endif

#endif
