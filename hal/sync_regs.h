// SPDX-License-Identifier: Apache-2.0
//
// The register block of a core's sync unit: layout and access rules are in docs/registers.md.
//
// Here RAM and atomics back it: FLAG holds the flags, and the set and clear registers act on it. A board with hardware
// sync units defines BOARD_SYNC_MMIO, and the same functions then access registers with those side effects.
#ifndef HAL_SYNC_REGS_H
#define HAL_SYNC_REGS_H

#include <hal/io.h>

#include <board.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HAL_SYNC_PIPES   8
#define HAL_SYNC_FLAGS   16
#define HAL_SYNC_BUFFERS 32

typedef struct {
    // 0x000: FLAG[src][dst]      [15:0] one bit an event id (0); read only
    uint32_t flag[HAL_SYNC_PIPES][HAL_SYNC_PIPES];
    // 0x100: FLAG_SET[src][dst]  [15:0] write 1 to set; only the source pipe writes
    hal_io_wo_32 flag_set[HAL_SYNC_PIPES][HAL_SYNC_PIPES];
    // 0x200: FLAG_CLR[src][dst]  [15:0] write 1 to clear; only the destination pipe writes
    hal_io_wo_32 flag_clr[HAL_SYNC_PIPES][HAL_SYNC_PIPES];
    // 0x300: _pad0
    uint32_t _pad0[64];
    // 0x400: RELEASED[buffer][pipe]  [31:0] releases that the pipe has retired, modulo 2^32 (0); read only
    uint32_t released[HAL_SYNC_BUFFERS][HAL_SYNC_PIPES];
    // 0x800: RELEASE[buffer][pipe]   any write counts one release; only the pipe itself writes
    hal_io_wo_32 release[HAL_SYNC_BUFFERS][HAL_SYNC_PIPES];
} hal_sync_regs_t;

_Static_assert(offsetof(hal_sync_regs_t, flag) == 0x000, "FLAG");
_Static_assert(offsetof(hal_sync_regs_t, flag_set) == 0x100, "FLAG_SET");
_Static_assert(offsetof(hal_sync_regs_t, flag_clr) == 0x200, "FLAG_CLR");
_Static_assert(offsetof(hal_sync_regs_t, released) == 0x400, "RELEASED");
_Static_assert(offsetof(hal_sync_regs_t, release) == 0x800, "RELEASE");
_Static_assert(sizeof(hal_sync_regs_t) == 0xc00, "sync unit");

// Sets a flag. Returns whether it was set already, and then changes nothing.
static inline bool hal_sync_set(hal_sync_regs_t *regs, uint32_t src, uint32_t dst, uint32_t id)
{
    uint32_t bit = UINT32_C(1) << id;
#ifdef BOARD_SYNC_MMIO
    if (*(hal_io_ro_32 *)&regs->flag[src][dst] & bit) {
        return true;
    }
    __asm__ volatile("fence rw, o" ::: "memory");
    regs->flag_set[src][dst] = bit;
    return false;
#else
    return (__atomic_fetch_or(&regs->flag[src][dst], bit, __ATOMIC_RELEASE) & bit) != 0;
#endif
}

// Clears a flag and returns true, or returns false when it is not set.
static inline bool hal_sync_take(hal_sync_regs_t *regs, uint32_t src, uint32_t dst, uint32_t id)
{
    uint32_t bit = UINT32_C(1) << id;
    if ((__atomic_load_n(&regs->flag[src][dst], __ATOMIC_ACQUIRE) & bit) == 0) {
        return false;
    }
#ifdef BOARD_SYNC_MMIO
    regs->flag_clr[src][dst] = bit;
    __asm__ volatile("fence o, rw" ::: "memory");
#else
    __atomic_fetch_and(&regs->flag[src][dst], ~bit, __ATOMIC_RELAXED);
#endif
    return true;
}

static inline uint32_t hal_sync_flags(const hal_sync_regs_t *regs, uint32_t src, uint32_t dst)
{
    return __atomic_load_n(&regs->flag[src][dst], __ATOMIC_ACQUIRE);
}

// Counts one release of a buffer token by a pipe.
static inline void hal_sync_release(hal_sync_regs_t *regs, uint32_t buffer, uint32_t pipe)
{
#ifdef BOARD_SYNC_MMIO
    __asm__ volatile("fence rw, o" ::: "memory");
    regs->release[buffer][pipe] = 1;
#else
    uint32_t *count = &regs->released[buffer][pipe];
    __atomic_store_n(count, *count + 1, __ATOMIC_RELEASE);
#endif
}

static inline uint32_t hal_sync_released(const hal_sync_regs_t *regs, uint32_t buffer, uint32_t pipe)
{
    return __atomic_load_n(&regs->released[buffer][pipe], __ATOMIC_ACQUIRE);
}

// Clears all flags and counters.
void hal_sync_reset(hal_sync_regs_t *regs);

#endif
