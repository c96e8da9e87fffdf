// SPDX-License-Identifier: Apache-2.0
//
// Fibers on the host. AddressSanitizer is told of each change of stacks, and of frames that are never returned from.

#define _GNU_SOURCE

#include <hal/hal.h>

#include <pthread.h>
#include <ucontext.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // what GCC says
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define __sanitizer_start_switch_fiber(shadow, stack, bytes)  ((void)(shadow), (void)(stack), (void)(bytes))
#define __sanitizer_finish_switch_fiber(shadow, stack, bytes) ((void)(shadow))
#define __asan_unpoison_memory_region(memory, bytes)          ((void)(memory), (void)(bytes))
#endif

_Static_assert(sizeof(ucontext_t) <= sizeof(((hal_fiber_t *)0)->context), "a context of the C library fits");

static ucontext_t *context_of(hal_fiber_t *fiber)
{
    return (ucontext_t *)fiber->context;
}

// The stack that the calling thread was made with.
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

// makecontext() hands over ints only.
static void begin(unsigned high, unsigned low)
{
    hal_fiber_t *fiber = (hal_fiber_t *)(uintptr_t)((uint64_t)high << 32 | low);
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    fiber->entry(fiber->arg);
}

void hal_fiber_init(hal_fiber_t *fiber, void *stack, size_t bytes, void (*entry)(void *arg), void *arg)
{
    *fiber = (hal_fiber_t){.entry = entry, .arg = arg, .stack = stack, .bytes = bytes};
    __asan_unpoison_memory_region(stack, bytes);  // whoever ran there before may not have returned
    ucontext_t *context = context_of(fiber);
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = bytes;
    uint64_t address = (uintptr_t)fiber;
    makecontext(context, (void (*)(void))begin, 2, (unsigned)(address >> 32), (unsigned)address);
}

void hal_fiber_switch(hal_fiber_t *from, const hal_fiber_t *to)
{
    hal_window_t stack = to->stack != NULL ? (hal_window_t){(uint8_t *)to->stack, to->bytes} : thread_stack();
    __sanitizer_start_switch_fiber(&from->shadow, stack.base, stack.bytes);
    // swapcontext() does this too; AddressSanitizer has one of its own, which warns of itself.
    from->returns = 0;
    getcontext(context_of(from));
    if (from->returns++ == 0) {
        setcontext((const ucontext_t *)to->context);
    }
    __sanitizer_finish_switch_fiber(from->shadow, NULL, NULL);
}

// The second return of hal_fiber_save(), on the stack of the thread: what was called since is never returned from.
uintptr_t hal_host_came_back(void)
{
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    hal_window_t stack = thread_stack();
    char *frame = __builtin_frame_address(0);
    size_t depth = (size_t)(frame - (char *)stack.base);
    size_t bytes = depth < 1 << 18 ? depth : 1 << 18;
    __asan_unpoison_memory_region(frame - bytes, bytes);
    return 1;
}
