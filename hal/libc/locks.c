// SPDX-License-Identifier: Apache-2.0
//
// The locks of newlib and picolibc, which both expect them from the system by the same names. One recursive lock serves
// all, as a hart holds it only inside the library.
//
// State of the library without a lock (strtok, rand; with newlib also the digits of floats in sprintf) is for one hart
// at a time.

#include <hal/hal.h>

// Opaque to the libraries.
struct __lock {
    uint32_t holder;  // 1 + the index of the hart, 0: free
    uint32_t depth;
};

// The locks by their library names; all alias the first.
struct __lock __lock___libc_recursive_mutex;
#define ALSO(name) extern struct __lock name __attribute__((alias("__lock___libc_recursive_mutex")))
ALSO(__lock___sinit_recursive_mutex);
ALSO(__lock___sfp_recursive_mutex);
ALSO(__lock___atexit_recursive_mutex);
ALSO(__lock___at_quick_exit_mutex);
ALSO(__lock___malloc_recursive_mutex);
ALSO(__lock___env_recursive_mutex);
ALSO(__lock___tz_mutex);
ALSO(__lock___dd_hash_mutex);
ALSO(__lock___arc4random_mutex);

static bool try_acquire(void)
{
    struct __lock *lock = &__lock___libc_recursive_mutex;
    uint32_t me = hal_hart()->index + 1, nobody = 0;
    if (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) != me &&
        !__atomic_compare_exchange_n(&lock->holder, &nobody, me, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        return false;
    }
    lock->depth++;
    return true;
}

static void acquire(void)
{
    while (!try_acquire()) {
    }
}

static void release(void)
{
    struct __lock *lock = &__lock___libc_recursive_mutex;
    if (--lock->depth == 0) {
        __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
    }
}

#define LOCK_LIFE(recursive)                                    \
    void __retarget_lock_init##recursive(struct __lock **lock); \
    void __retarget_lock_close##recursive(struct __lock *lock); \
    void __retarget_lock_init##recursive(struct __lock **lock)  \
    {                                                           \
        *lock = &__lock___libc_recursive_mutex;                 \
    }                                                           \
    void __retarget_lock_close##recursive(struct __lock *lock)  \
    {                                                           \
        (void)lock;                                             \
    }

#define LOCK_USE(recursive)                                          \
    void __retarget_lock_acquire##recursive(struct __lock *lock);    \
    int __retarget_lock_try_acquire##recursive(struct __lock *lock); \
    void __retarget_lock_release##recursive(struct __lock *lock);    \
    void __retarget_lock_acquire##recursive(struct __lock *lock)     \
    {                                                                \
        (void)lock;                                                  \
        acquire();                                                   \
    }                                                                \
    int __retarget_lock_try_acquire##recursive(struct __lock *lock)  \
    {                                                                \
        (void)lock;                                                  \
        return try_acquire();                                        \
    }                                                                \
    void __retarget_lock_release##recursive(struct __lock *lock)     \
    {                                                                \
        (void)lock;                                                  \
        release();                                                   \
    }

LOCK_LIFE()
LOCK_LIFE(_recursive)
LOCK_USE()
LOCK_USE(_recursive)

// A newlib built without these locks still calls the one of malloc.
struct _reent;
void __malloc_lock(struct _reent *reent);
void __malloc_unlock(struct _reent *reent);

void __malloc_lock(struct _reent *reent)
{
    (void)reent;
    acquire();
}

void __malloc_unlock(struct _reent *reent)
{
    (void)reent;
    release();
}
