// SPDX-License-Identifier: Apache-2.0
//
// The register blocks of a core's sync unit and of a cluster's semaphores: layout and access rules are in
// docs/registers.md.
//
// A board with hardware for them defines BOARD_SYNC_MMIO, and the addresses of the blocks of each core and cluster as
// BOARD_SYNC_BASE(cluster, core) and BOARD_CLUSTER_SYNC_BASE(cluster). Otherwise RAM and atomics hold the state: FLAG,
// RELEASED, SEMAPHORE, SENT and TAKEN, without the other registers.
#ifndef HAL_SYNC_REGS_H
#define HAL_SYNC_REGS_H

#include <hal/hal.h>
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
    hal_io_ro_32 flag[HAL_SYNC_PIPES][HAL_SYNC_PIPES];
    // 0x100: FLAG_SET[src][dst]  [15:0] write 1 to set; only the source pipe writes
    hal_io_wo_32 flag_set[HAL_SYNC_PIPES][HAL_SYNC_PIPES];
    // 0x200: FLAG_CLR[src][dst]  [15:0] write 1 to clear; only the destination pipe writes
    hal_io_wo_32 flag_clr[HAL_SYNC_PIPES][HAL_SYNC_PIPES];
    // 0x300: CLEAR               any write clears the block
    hal_io_wo_32 clear;
    // 0x304: _pad0
    uint32_t _pad0[63];
    // 0x400: RELEASED[buffer][pipe]  [31:0] releases that the pipe has retired, modulo 2^32 (0); read only
    hal_io_ro_32 released[HAL_SYNC_BUFFERS][HAL_SYNC_PIPES];
    // 0x800: RELEASE[buffer][pipe]   any write counts one release; only the pipe itself writes
    hal_io_wo_32 release[HAL_SYNC_BUFFERS][HAL_SYNC_PIPES];
} hal_sync_regs_t;

HAL_ASSERT_OFFSET(hal_sync_regs_t, flag, 0x000);
HAL_ASSERT_OFFSET(hal_sync_regs_t, flag_set, 0x100);
HAL_ASSERT_OFFSET(hal_sync_regs_t, flag_clr, 0x200);
HAL_ASSERT_OFFSET(hal_sync_regs_t, clear, 0x300);
HAL_ASSERT_OFFSET(hal_sync_regs_t, released, 0x400);
HAL_ASSERT_OFFSET(hal_sync_regs_t, release, 0x800);
_Static_assert(sizeof(hal_sync_regs_t) == 0xc00, "sync unit");

// State in RAM has a slot for each pipe of the board's cores.
#if BOARD_CUBE_CORES || defined BOARD_SYNC_MMIO
#define HAL_SYNC_PLACES HAL_SYNC_PIPES
#else
#define HAL_SYNC_PLACES 4  // PIPE_S, PIPE_V, PIPE_MTE2, PIPE_MTE3
#endif

static inline __attribute__((always_inline)) uint32_t hal_sync_place(uint32_t pipe)
{
#if HAL_SYNC_PLACES == HAL_SYNC_PIPES
    return pipe;
#else
    return (pipe + (pipe >> 2) * 2) & 3;
#endif
}

// The index of the flags of a pair of pipes.
static inline __attribute__((always_inline)) uint32_t hal_sync_pair(uint32_t src, uint32_t dst)
{
    return hal_sync_place(src) * HAL_SYNC_PLACES + hal_sync_place(dst);
}

// A core's handle to its sync unit: the address, or the state.
typedef struct {
#ifdef BOARD_SYNC_MMIO
    hal_sync_regs_t *regs;
#else
    uint32_t flag[HAL_SYNC_PLACES][HAL_SYNC_PLACES];
    uint32_t released[HAL_SYNC_BUFFERS][HAL_SYNC_PLACES];
#endif
} hal_sync_t;

// Call before all others.
static inline void hal_sync_open(hal_sync_t *sync, uint32_t cluster, uint32_t core)
{
#ifdef BOARD_SYNC_MMIO
    sync->regs = (hal_sync_regs_t *)BOARD_SYNC_BASE(cluster, core);
#else
    (void)sync;
    (void)cluster;
    (void)core;
#endif
}

// Sets a flag. If it was set already, changes nothing and returns true.
static inline bool hal_sync_set(hal_sync_t *sync, uint32_t src, uint32_t dst, uint32_t id)
{
    uint32_t bit = UINT32_C(1) << id;
#ifdef BOARD_SYNC_MMIO
    if (hal_io_read(&sync->regs->flag[src][dst]) & bit) {
        return true;
    }
    hal_fence_to_device();
    hal_io_write(&sync->regs->flag_set[src][dst], bit);
    return false;
#else
    return (__atomic_fetch_or(&sync->flag[hal_sync_place(src)][hal_sync_place(dst)], bit, __ATOMIC_RELEASE) & bit) != 0;
#endif
}

// Clears a flag and returns true; returns false if it is not set.
static inline bool hal_sync_take(hal_sync_t *sync, uint32_t src, uint32_t dst, uint32_t id)
{
    uint32_t bit = UINT32_C(1) << id;
#ifdef BOARD_SYNC_MMIO
    if ((hal_io_read(&sync->regs->flag[src][dst]) & bit) == 0) {
        return false;
    }
    hal_io_write(&sync->regs->flag_clr[src][dst], bit);
    hal_fence_from_device();
#else
    if ((__atomic_load_n(&sync->flag[hal_sync_place(src)][hal_sync_place(dst)], __ATOMIC_ACQUIRE) & bit) == 0) {
        return false;
    }
    __atomic_fetch_and(&sync->flag[hal_sync_place(src)][hal_sync_place(dst)], ~bit, __ATOMIC_RELAXED);
#endif
    return true;
}

// As above if all pipes of the core live on the calling hart, for the index of a pair.
static inline bool hal_sync_set_pair_here(hal_sync_t *sync, uint32_t pair, uint32_t id)
{
#ifdef BOARD_SYNC_MMIO
    return hal_sync_set(sync, pair / HAL_SYNC_PLACES, pair % HAL_SYNC_PLACES, id);
#else
    uint32_t *word = &sync->flag[0][0] + pair, flags = *word, bit = UINT32_C(1) << id;
    *word = flags | bit;
    return (flags & bit) != 0;
#endif
}

static inline bool hal_sync_take_pair_here(hal_sync_t *sync, uint32_t pair, uint32_t id)
{
#ifdef BOARD_SYNC_MMIO
    return hal_sync_take(sync, pair / HAL_SYNC_PLACES, pair % HAL_SYNC_PLACES, id);
#else
    uint32_t *word = &sync->flag[0][0] + pair, flags = *word;
    if ((flags >> id & 1) == 0) {
        return false;
    }
    *word = flags ^ UINT32_C(1) << id;
    return true;
#endif
}

static inline bool hal_sync_set_here(hal_sync_t *sync, uint32_t src, uint32_t dst, uint32_t id)
{
    return hal_sync_set_pair_here(sync, hal_sync_pair(src, dst), id);
}

static inline bool hal_sync_take_here(hal_sync_t *sync, uint32_t src, uint32_t dst, uint32_t id)
{
    return hal_sync_take_pair_here(sync, hal_sync_pair(src, dst), id);
}

// Returns the flags of a pair of pipes. For reports: implies no ordering.
static inline uint32_t hal_sync_flags(const hal_sync_t *sync, uint32_t src, uint32_t dst)
{
#ifdef BOARD_SYNC_MMIO
    return hal_io_read(&sync->regs->flag[src][dst]);
#else
    return __atomic_load_n(&sync->flag[hal_sync_place(src)][hal_sync_place(dst)], __ATOMIC_RELAXED);
#endif
}

// Whether any flag is set. For reports: implies no ordering.
static inline bool hal_sync_any(const hal_sync_t *sync)
{
    uint64_t any = 0;
#ifdef BOARD_SYNC_MMIO
    for (uint32_t i = 0; i < HAL_SYNC_PIPES * HAL_SYNC_PIPES; i++) {
        any |= hal_sync_flags(sync, i / HAL_SYNC_PIPES, i % HAL_SYNC_PIPES);
    }
#else
    // In packed words, which compilers turn into a few wide loads.
    for (size_t i = 0; i < sizeof sync->flag; i += sizeof any) {
        uint64_t word;
        __builtin_memcpy(&word, (const char *)sync->flag + i, sizeof word);
        any |= word;
    }
#endif
    return any != 0;
}

// Counts one release of a buffer token by a pipe.
static inline void hal_sync_release(hal_sync_t *sync, uint32_t buffer, uint32_t pipe)
{
#ifdef BOARD_SYNC_MMIO
    hal_fence_to_device();
    hal_io_write(&sync->regs->release[buffer][pipe], 1);
#else
    uint32_t *count = &sync->released[buffer][hal_sync_place(pipe)];
    __atomic_store_n(count, *count + 1, __ATOMIC_RELEASE);
#endif
}

static inline uint32_t hal_sync_released(const hal_sync_t *sync, uint32_t buffer, uint32_t pipe)
{
#ifdef BOARD_SYNC_MMIO
    uint32_t count = hal_io_read(&sync->regs->released[buffer][pipe]);
    hal_fence_from_device();
    return count;
#else
    return __atomic_load_n(&sync->released[buffer][hal_sync_place(pipe)], __ATOMIC_ACQUIRE);
#endif
}

// Clears all flags and counters.
static inline void hal_sync_reset(hal_sync_t *sync)
{
#ifdef BOARD_SYNC_MMIO
    hal_io_write(&sync->regs->clear, 1);
    hal_fence_from_device();
#else
    hal_zero(sync, sizeof *sync);
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// Semaphores of a cluster

#define HAL_CLUSTER_CORES  4  // vector cores first, then the cube core
#define HAL_SEMAPHORES     32
#define HAL_SEMAPHORE_MAX  15
#define HAL_CROSS_MODES    4
#define HAL_CROSS_FLAG_NUM 16

typedef struct {
    // 0x000: SEMAPHORE[id]       [3:0] count (0); read only
    hal_io_ro_32 semaphore[HAL_SEMAPHORES];
    // 0x080: SEMAPHORE_ADD[id]   any write adds 1
    hal_io_wo_32 semaphore_add[HAL_SEMAPHORES];
    // 0x100: SEMAPHORE_TAKE[id]  a read gives 1 and takes 1 away, or gives 0 where there is none
    hal_io_ro_32 semaphore_take[HAL_SEMAPHORES];
    // 0x180: CLEAR               any write clears the block
    hal_io_wo_32 clear;
    // 0x184: _pad0
    uint32_t _pad0[31];
    // 0x200: SENT[core][mode][flag]  [31:0] cross-core flags that the core has sent, modulo 2^32 (0); read only
    hal_io_ro_32 sent[HAL_CLUSTER_CORES][HAL_CROSS_MODES][HAL_CROSS_FLAG_NUM];
    // 0x600: SEND[core][mode][flag]  any write counts one; only the core itself writes
    hal_io_wo_32 send[HAL_CLUSTER_CORES][HAL_CROSS_MODES][HAL_CROSS_FLAG_NUM];
    // 0xa00: TAKEN[core][flag]   [31:0] cross-core flags that the core has taken, modulo 2^32 (0); read only
    hal_io_ro_32 taken[HAL_CLUSTER_CORES][HAL_CROSS_FLAG_NUM];
    // 0xb00: TAKE[core][flag]    any write counts one; only the core itself writes
    hal_io_wo_32 take[HAL_CLUSTER_CORES][HAL_CROSS_FLAG_NUM];
} hal_cluster_regs_t;

HAL_ASSERT_OFFSET(hal_cluster_regs_t, semaphore, 0x000);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, semaphore_add, 0x080);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, semaphore_take, 0x100);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, clear, 0x180);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, sent, 0x200);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, send, 0x600);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, taken, 0xa00);
HAL_ASSERT_OFFSET(hal_cluster_regs_t, take, 0xb00);
_Static_assert(sizeof(hal_cluster_regs_t) == 0xc00, "semaphores of a cluster");

// A core's handle to the block of its cluster: the address, or the state of the cores that the board has.
#define HAL_BOARD_CORES (BOARD_VECTOR_CORES + BOARD_CUBE_CORES)

typedef struct {
#ifdef BOARD_SYNC_MMIO
    hal_cluster_regs_t *regs;
#else
    uint32_t semaphore[HAL_SEMAPHORES];
    uint32_t sent[HAL_BOARD_CORES][HAL_CROSS_MODES][HAL_CROSS_FLAG_NUM];
    uint32_t taken[HAL_BOARD_CORES][HAL_CROSS_FLAG_NUM];
#endif
} hal_cluster_sync_t;

// Call before all others.
static inline void hal_cluster_open(hal_cluster_sync_t *sync, uint32_t cluster)
{
#ifdef BOARD_SYNC_MMIO
    sync->regs = (hal_cluster_regs_t *)BOARD_CLUSTER_SYNC_BASE(cluster);
#else
    (void)sync;
    (void)cluster;
#endif
}

// Reads a count of the block.
#ifdef BOARD_SYNC_MMIO
#define HAL_CLUSTER_COUNT(sync, member) hal_cluster_count(&(sync)->regs->member)
static inline uint32_t hal_cluster_count(hal_io_ro_32 *reg)
{
    uint32_t count = hal_io_read(reg);
    hal_fence_from_device();
    return count;
}
#else
#define HAL_CLUSTER_COUNT(sync, member) __atomic_load_n(&(sync)->member, __ATOMIC_ACQUIRE)
#endif

static inline uint32_t hal_semaphore_count(const hal_cluster_sync_t *sync, uint32_t id)
{
    return HAL_CLUSTER_COUNT(sync, semaphore[id]);
}

// Adds 1 and returns true; returns false if the count is at its maximum.
static inline bool hal_semaphore_add(hal_cluster_sync_t *sync, uint32_t id)
{
    uint32_t count = hal_semaphore_count(sync, id);
#ifdef BOARD_SYNC_MMIO
    if (count == HAL_SEMAPHORE_MAX) {
        return false;
    }
    hal_fence_to_device();
    hal_io_write(&sync->regs->semaphore_add[id], 1);
#else
    do {
        if (count == HAL_SEMAPHORE_MAX) {
            return false;
        }
    } while (!__atomic_compare_exchange_n(&sync->semaphore[id], &count, count + 1, true, __ATOMIC_RELEASE,
                                          __ATOMIC_RELAXED));
#endif
    return true;
}

// Subtracts 1 and returns true; returns false if the count is 0.
static inline bool hal_semaphore_take(hal_cluster_sync_t *sync, uint32_t id)
{
#ifdef BOARD_SYNC_MMIO
    bool taken = hal_io_read(&sync->regs->semaphore_take[id]) != 0;
    hal_fence_from_device();
    return taken;
#else
    uint32_t count = hal_semaphore_count(sync, id);
    do {
        if (count == 0) {
            return false;
        }
    } while (!__atomic_compare_exchange_n(&sync->semaphore[id], &count, count - 1, true, __ATOMIC_ACQUIRE,
                                          __ATOMIC_RELAXED));
    return true;
#endif
}

static inline uint32_t hal_cross_sent(const hal_cluster_sync_t *sync, uint32_t core, uint32_t mode, uint32_t flag)
{
    return HAL_CLUSTER_COUNT(sync, sent[core][mode][flag]);
}

static inline uint32_t hal_cross_taken(const hal_cluster_sync_t *sync, uint32_t core, uint32_t flag)
{
    return HAL_CLUSTER_COUNT(sync, taken[core][flag]);
}

static inline void hal_cross_send(hal_cluster_sync_t *sync, uint32_t core, uint32_t mode, uint32_t flag)
{
#ifdef BOARD_SYNC_MMIO
    hal_fence_to_device();
    hal_io_write(&sync->regs->send[core][mode][flag], 1);
#else
    __atomic_fetch_add(&sync->sent[core][mode][flag], 1, __ATOMIC_RELEASE);
#endif
}

// Increments the count from `taken`; returns false if another pipe of the core has changed it.
static inline bool hal_cross_take(hal_cluster_sync_t *sync, uint32_t core, uint32_t flag, uint32_t taken)
{
#ifdef BOARD_SYNC_MMIO
    (void)taken;
    hal_io_write(&sync->regs->take[core][flag], 1);
    hal_fence_from_device();
    return true;
#else
    return __atomic_compare_exchange_n(&sync->taken[core][flag], &taken, taken + 1, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
#endif
}

#ifndef BOARD_SYNC_MMIO
// Clears the counts of what a core has sent and taken.
static inline void hal_cross_forget(hal_cluster_sync_t *sync, uint32_t core)
{
    hal_zero(sync->sent[core], sizeof sync->sent[core]);
    hal_zero(sync->taken[core], sizeof sync->taken[core]);
}
#endif

// Clears all counts.
static inline void hal_cluster_reset(hal_cluster_sync_t *sync)
{
#ifdef BOARD_SYNC_MMIO
    hal_io_write(&sync->regs->clear, 1);
    hal_fence_from_device();
#else
    // Word by word: a core of another block may be reading, from among all senders, those of this cluster.
    _Static_assert(sizeof *sync % sizeof(uint32_t) == 0, "the counts are words");
    for (uint32_t *word = (uint32_t *)sync; word != (uint32_t *)(sync + 1); word++) {
        __atomic_store_n(word, 0, __ATOMIC_RELAXED);
    }
#endif
}

#endif
