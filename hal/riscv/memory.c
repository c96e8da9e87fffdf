// SPDX-License-Identifier: Apache-2.0
//
// The memory map of the board: its windows, all in one region. hal/protection denies the gaps between them.

#include <hal/hal.h>

#include <board.h>

#include "hal_riscv.h"

#define CLUSTER_CORES (BOARD_VECTOR_CORES + BOARD_CUBE_CORES)

#ifndef BOARD_RAM_ZERO_AT_RESET
#define BOARD_RAM_ZERO_AT_RESET 0
#endif

__attribute__((weak)) size_t hal_gm_taken = 0;
__attribute__((weak)) const bool hal_ram_is_zero = BOARD_RAM_ZERO_AT_RESET;
__attribute__((weak)) const bool hal_has_slow_files = false;

uint32_t hal_cluster_num(void)
{
    return BOARD_CLUSTERS;
}

uint32_t hal_vector_core_num(void)
{
    return BOARD_VECTOR_CORES;
}

uint32_t hal_cube_core_num(void)
{
    return BOARD_CUBE_CORES;
}

static hal_window_t in_cluster(uint32_t cluster, uint32_t offset, size_t bytes)
{
    return (hal_window_t){(uint8_t *)(BOARD_CLUSTER_BASE + (uintptr_t)cluster * BOARD_CLUSTER_STRIDE + offset), bytes};
}

hal_window_t hal_memory(hal_mem_t mem, uint32_t cluster, uint32_t core)
{
    switch (mem) {
        case HAL_MEM_GM:
            return (hal_window_t){(uint8_t *)BOARD_GM_BASE + hal_gm_taken,
                                  hal_ram_bytes() - (BOARD_GM_BASE - BOARD_RAM_BASE) - hal_gm_taken};
        case HAL_MEM_UB:
            return in_cluster(cluster, BOARD_UB_OFFSET + core * BOARD_UB_STRIDE, BOARD_UB_BYTES);
#if BOARD_CUBE_CORES
        case HAL_MEM_L1:
            return in_cluster(cluster, BOARD_L1_OFFSET, BOARD_L1_BYTES);
        case HAL_MEM_L0A:
            return in_cluster(cluster, BOARD_L0A_OFFSET, BOARD_L0A_BYTES);
        case HAL_MEM_L0B:
            return in_cluster(cluster, BOARD_L0B_OFFSET, BOARD_L0B_BYTES);
        case HAL_MEM_L0C:
            return in_cluster(cluster, BOARD_L0C_OFFSET, BOARD_L0C_BYTES);
        case HAL_MEM_BT:
            return in_cluster(cluster, BOARD_BT_OFFSET, BOARD_BT_BYTES);
        case HAL_MEM_FB:
            return in_cluster(cluster, BOARD_FB_OFFSET, BOARD_FB_BYTES);
#endif
        default:
            return (hal_window_t){NULL, 0};
    }
}

bool hal_ram_was_zero(void)
{
    return hal_ram_is_zero;
}

bool hal_files_are_slow(void)
{
    return hal_has_slow_files;
}

hal_window_t hal_su_stack(uint32_t cluster, uint32_t core)
{
#if BOARD_CUBE_CORES
    if (core == BOARD_VECTOR_CORES) {
        return in_cluster(cluster, BOARD_CUBE_OFFSET, BOARD_SU_STACK_BYTES);
    }
#endif
    return in_cluster(cluster, BOARD_SU_STACK_OFFSET + core * BOARD_SU_STACK_STRIDE, BOARD_SU_STACK_BYTES);
}

static hal_window_t hart_stack(uint32_t hart)
{
    return (hal_window_t){(uint8_t *)(BOARD_HART_STACK_BASE + (uintptr_t)hart * BOARD_HART_STACK_STRIDE),
                          BOARD_HART_STACK_BYTES};
}

// Whether an address is below a stack, within the likely reach of a frame.
static bool is_below(hal_window_t stack, uintptr_t address)
{
    return address < (uintptr_t)stack.base && (uintptr_t)stack.base - address <= BOARD_HART_STACK_STRIDE / 2;
}

bool hal_is_stack_overflow(const hal_trap_t *trap)
{
    const uintptr_t accesses = 1 << 5 | 1 << 7 | 1 << 13 | 1 << 15;  // denied loads and stores
    if (trap->cause > 15 || (accesses >> trap->cause & 1) == 0) {
        return false;
    }
    for (uint32_t hart = 0; hart < hal_hart_num(); hart++) {
        if (is_below(hart_stack(hart), trap->value)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < BOARD_CLUSTERS * CLUSTER_CORES; i++) {
        if (is_below(hal_su_stack(i / CLUSTER_CORES, i % CLUSTER_CORES), trap->value)) {
            return true;
        }
    }
    return false;
}

uint32_t hal_windows(uint32_t hart, hal_guarded_t *windows)
{
    uint32_t num = 0;
    windows[num++] = (hal_guarded_t){hart_stack(hart), .of_hart = true};
    for (uint32_t cluster = 0; cluster < BOARD_CLUSTERS; cluster++) {
        for (uint32_t core = 0; core < BOARD_VECTOR_CORES; core++) {
            const hal_window_t ub = hal_memory(HAL_MEM_UB, cluster, core);
            windows[num++] = (hal_guarded_t){ub, .ub = ub.base};
            windows[num++] = (hal_guarded_t){hal_su_stack(cluster, core), .ub = ub.base};
        }
#if BOARD_CUBE_CORES
        windows[num++] = (hal_guarded_t){in_cluster(cluster, BOARD_CUBE_OFFSET, BOARD_CUBE_BYTES)};
#endif
    }
    return num;
}

#define IS_NAPOT(base, bytes) (((bytes) & ((bytes) - 1)) == 0 && (base) % (bytes) == 0)
_Static_assert(IS_NAPOT(BOARD_WINDOW_BASE, BOARD_WINDOW_BYTES), "a power of two, aligned to itself");
_Static_assert(IS_NAPOT(BOARD_HART_STACK_BASE, BOARD_HART_STACK_BYTES), "a power of two, aligned to itself");
_Static_assert(IS_NAPOT(BOARD_CLUSTER_BASE + BOARD_UB_OFFSET, BOARD_UB_BYTES), "a power of two, aligned to itself");
_Static_assert(IS_NAPOT(BOARD_CLUSTER_BASE + BOARD_SU_STACK_OFFSET, BOARD_SU_STACK_BYTES), "as above");
_Static_assert(BOARD_UB_OFFSET != 0 || BOARD_CLUSTER_BASE != BOARD_WINDOW_BASE, "what is below UB must be denied");
#if BOARD_CUBE_CORES
_Static_assert(IS_NAPOT(BOARD_CLUSTER_BASE + BOARD_CUBE_OFFSET, BOARD_CUBE_BYTES), "as above");
_Static_assert((BOARD_SU_STACK_OFFSET + BOARD_VECTOR_CORES * BOARD_SU_STACK_STRIDE <= BOARD_CUBE_OFFSET ||
                BOARD_CUBE_OFFSET + BOARD_CUBE_BYTES < BOARD_SU_STACK_OFFSET) &&
                   BOARD_SU_STACK_BYTES < BOARD_SU_STACK_STRIDE,
               "what is below a stack must be denied, that of a cube core too");
_Static_assert(BOARD_CUBE_OFFSET + BOARD_SU_STACK_BYTES <= BOARD_L1_OFFSET, "the stack of a cube core comes first");
#endif
