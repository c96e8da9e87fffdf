// SPDX-License-Identifier: Apache-2.0
//
// Fibers on the host. Sanitizers are notified of each switch of stacks, and of frames that never return.
//
// The C library has contexts too, but they change the signal mask on each switch, which is a system call.

#define _GNU_SOURCE

#include <hal/hal.h>

#include <pthread.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // as GCC defines it
#endif
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#else
#define __tsan_get_current_fiber()         NULL
#define __tsan_create_fiber(flags)         NULL
#define __tsan_destroy_fiber(thread)       ((void)(thread))
#define __tsan_switch_to_fiber(thread, no) ((void)(thread))
#endif

#ifndef __SANITIZE_ADDRESS__  // the headers of other sanitizers declare these
#define __sanitizer_start_switch_fiber(shadow, stack, bytes)  ((void)(shadow), (void)(stack), (void)(bytes))
#define __sanitizer_finish_switch_fiber(shadow, stack, bytes) ((void)(shadow))
#define __asan_unpoison_memory_region(memory, bytes)          ((void)(memory), (void)(bytes))
#endif

void hal_host_switch(uintptr_t *from, const uintptr_t *to);
extern const char hal_host_start[];

// hal_host_switch(from, to), and hal_host_save(from), which returns a second time with 1. A fiber starts with its
// address in the register to which hal_fiber_init() assigns it.
#if defined(__x86_64__)
enum { TO, STACK, SELF = 4 };
__asm__(".macro HAL_HOST_SAVE\n"
        "    movq (%rsp), %rax\n"
        "    movq %rax, (%rdi)\n"
        "    leaq 8(%rsp), %rax\n"
        "    movq %rax, 8(%rdi)\n"
        "    movq %rbx, 16(%rdi)\n"
        "    movq %rbp, 24(%rdi)\n"
        "    movq %r12, 32(%rdi)\n"
        "    movq %r13, 40(%rdi)\n"
        "    movq %r14, 48(%rdi)\n"
        "    movq %r15, 56(%rdi)\n"
        ".endm\n"
        ".text\n"
        ".globl hal_host_switch\n"
        "hal_host_switch:\n"
        "    HAL_HOST_SAVE\n"
        "    movq 16(%rsi), %rbx\n"
        "    movq 24(%rsi), %rbp\n"
        "    movq 32(%rsi), %r12\n"
        "    movq 40(%rsi), %r13\n"
        "    movq 48(%rsi), %r14\n"
        "    movq 56(%rsi), %r15\n"
        "    movq 8(%rsi), %rsp\n"
        "    movl $1, %eax\n"
        "    jmpq *(%rsi)\n"
        ".globl hal_host_save\n"
        "hal_host_save:\n"
        "    HAL_HOST_SAVE\n"
        "    xorl %eax, %eax\n"
        "    ret\n"
        ".globl hal_host_start\n"
        "hal_host_start:\n"
        "    movq %r12, %rdi\n"
        "    call hal_host_begin\n");
#elif defined(__aarch64__)
enum { TO, STACK, SELF };
__asm__(".macro HAL_HOST_SAVE\n"
        "    mov x9, sp\n"
        "    stp x30, x9, [x0]\n"
        "    stp x19, x20, [x0, 16]\n"
        "    stp x21, x22, [x0, 32]\n"
        "    stp x23, x24, [x0, 48]\n"
        "    stp x25, x26, [x0, 64]\n"
        "    stp x27, x28, [x0, 80]\n"
        "    str x29, [x0, 96]\n"
        "    stp d8, d9, [x0, 104]\n"
        "    stp d10, d11, [x0, 120]\n"
        "    stp d12, d13, [x0, 136]\n"
        "    stp d14, d15, [x0, 152]\n"
        ".endm\n"
        ".text\n"
        ".globl hal_host_switch\n"
        "hal_host_switch:\n"
        "    HAL_HOST_SAVE\n"
        "    ldp x30, x9, [x1]\n"
        "    ldp x19, x20, [x1, 16]\n"
        "    ldp x21, x22, [x1, 32]\n"
        "    ldp x23, x24, [x1, 48]\n"
        "    ldp x25, x26, [x1, 64]\n"
        "    ldp x27, x28, [x1, 80]\n"
        "    ldr x29, [x1, 96]\n"
        "    ldp d8, d9, [x1, 104]\n"
        "    ldp d10, d11, [x1, 120]\n"
        "    ldp d12, d13, [x1, 136]\n"
        "    ldp d14, d15, [x1, 152]\n"
        "    mov sp, x9\n"
        "    mov x0, 1\n"
        "    ret\n"
        ".globl hal_host_save\n"
        "hal_host_save:\n"
        "    HAL_HOST_SAVE\n"
        "    mov x0, 0\n"
        "    ret\n"
        ".globl hal_host_start\n"
        "hal_host_start:\n"
        "    mov x0, x19\n"
        "    bl hal_host_begin\n");
#else
#error "fibers are there for x86-64 and AArch64"
#endif

#ifdef __SANITIZE_ADDRESS__
// Returns the stack that the calling thread was created with.
static hal_window_t thread_stack(void)
{
    static __thread hal_window_t stack;
    if (stack.base == NULL) {
        pthread_attr_t attributes;
        void *base = NULL;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &base, &stack.bytes);
            pthread_attr_destroy(&attributes);
        }
        stack.base = base;
    }
    return stack;
}
#endif

__attribute__((used)) void hal_host_begin(hal_fiber_t *fiber);

void hal_host_begin(hal_fiber_t *fiber)
{
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    fiber->entry(fiber->arg);
    __builtin_trap();
}

void hal_fiber_init(hal_fiber_t *fiber, void *stack, size_t bytes, void (*entry)(void *arg), void *arg)
{
    void *thread = fiber->stack == stack ? fiber->thread : NULL;  // of the previous fiber on this stack
    *fiber = (hal_fiber_t){.entry = entry, .arg = arg, .stack = stack, .bytes = bytes};
    fiber->thread = thread != NULL ? thread : __tsan_create_fiber(0);
    __asan_unpoison_memory_region(stack, bytes);  // frames of the previous fiber may never have returned
    fiber->saved[TO] = (uintptr_t)hal_host_start;
    fiber->saved[STACK] = ((uintptr_t)stack + bytes) & ~(uintptr_t)15;
    fiber->saved[SELF] = (uintptr_t)fiber;
}

void hal_fiber_switch(hal_fiber_t *from, const hal_fiber_t *to)
{
#ifdef __SANITIZE_ADDRESS__
    hal_window_t stack = to->stack != NULL ? (hal_window_t){(uint8_t *)to->stack, to->bytes} : thread_stack();
    __sanitizer_start_switch_fiber(&from->shadow, stack.base, stack.bytes);
#endif
    from->thread = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to->thread, 0);
    hal_host_switch(from->saved, to->saved);
    __sanitizer_finish_switch_fiber(from->shadow, NULL, NULL);
}

uintptr_t *hal_host_saves(hal_fiber_t *fiber)
{
    fiber->thread = __tsan_get_current_fiber();
    return fiber->saved;
}

// The second return of hal_fiber_save(), on the thread's stack: calls since then never return.
uintptr_t hal_host_came_back(void)
{
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    hal_window_t stack = thread_stack();
    char *frame = __builtin_frame_address(0);
    size_t depth = (size_t)(frame - (char *)stack.base);
    size_t bytes = depth < 1 << 18 ? depth : 1 << 18;
    __asan_unpoison_memory_region(frame - bytes, bytes);
#endif
    return 1;
}
