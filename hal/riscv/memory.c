// SPDX-License-Identifier: Apache-2.0
//
// The memory map of the board, and its protection.
//
// All windows (UB, cube memories, stacks) lie in one region that a low-priority PMP entry denies to every mode. Entries
// of higher priority allow the windows, each hart its own stack only. They are locked, or they would not bind machine
// mode. So an address that leaves its window traps, at no cost. The memories of a cube core share one entry, as there
// are too few: no instruction of a program reaches them but through commands, which check their ranges. An
// implementation with too few entries ignores the last, the deny.

#include <hal/hal.h>
#include <hal/sync_regs.h>

#include <board.h>

#include "hal_riscv.h"

#define PMP_ALLOW 0x9b  // locked, NAPOT, read and write
#define PMP_DENY  0x98  // locked, NAPOT, nothing

#define CLUSTER_CORES (BOARD_VECTOR_CORES + BOARD_CUBE_CORES)

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
            return (hal_window_t){(uint8_t *)BOARD_GM_BASE, BOARD_GM_BYTES};
        case HAL_MEM_UB:
            return in_cluster(cluster, BOARD_UB_OFFSET + core * BOARD_UB_STRIDE, BOARD_UB_BYTES);
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
        default:
            return (hal_window_t){NULL, 0};
    }
}

hal_window_t hal_su_stack(uint32_t cluster, uint32_t core)
{
    return in_cluster(cluster, BOARD_SU_STACK_OFFSET + core * BOARD_SU_STACK_STRIDE, BOARD_SU_STACK_BYTES);
}

static hal_window_t hart_stack(uint32_t hart)
{
    return (hal_window_t){(uint8_t *)(BOARD_HART_STACK_BASE + (uintptr_t)hart * BOARD_HART_STACK_STRIDE),
                          BOARD_HART_STACK_BYTES};
}

// The space below a stack, as far as a frame is likely to reach.
static bool is_below(hal_window_t stack, uintptr_t address)
{
    return address < (uintptr_t)stack.base && (uintptr_t)stack.base - address <= BOARD_HART_STACK_STRIDE / 2;
}

bool hal_is_stack_guard(uintptr_t address)
{
    for (uint32_t hart = 0; hart < hal_hart_num(); hart++) {
        if (is_below(hart_stack(hart), address)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < BOARD_CLUSTERS * CLUSTER_CORES; i++) {
        if (is_below(hal_su_stack(i / CLUSTER_CORES, i % CLUSTER_CORES), address)) {
            return true;
        }
    }
    return false;
}

#define PMP_ENTRIES 16

// CSR numbers are part of the instruction, hence the switch.
static void pmp_set_address(uint32_t entry, uint64_t value)
{
#define ENTRY(n)                                                 \
    case n:                                                      \
        __asm__ volatile("csrw pmpaddr" #n ", %0" ::"r"(value)); \
        break;
    switch (entry) {
        ENTRY(0)
        ENTRY(1)
        ENTRY(2) ENTRY(3) ENTRY(4) ENTRY(5) ENTRY(6) ENTRY(7) ENTRY(8) ENTRY(9) ENTRY(10) ENTRY(11) ENTRY(12) ENTRY(13)
            ENTRY(14) ENTRY(15) default : break;
    }
#undef ENTRY
}

typedef struct {
    uint64_t config[2];
    uint32_t num;
} pmp_t;

static void pmp_add(pmp_t *pmp, hal_window_t window, uint64_t permission)
{
    // NAPOT: the address shifted by 2, with as many low ones as the size needs
    pmp_set_address(pmp->num, ((uint64_t)window.base >> 2) | ((window.bytes >> 3) - 1));
    pmp->config[pmp->num / 8] |= permission << (pmp->num % 8 * 8);
    pmp->num++;
}

#define IS_NAPOT(base, bytes) (((bytes) & ((bytes) - 1)) == 0 && (base) % (bytes) == 0)
_Static_assert(IS_NAPOT(BOARD_WINDOW_BASE, BOARD_WINDOW_BYTES), "PMP");
_Static_assert(IS_NAPOT(BOARD_HART_STACK_BASE, BOARD_HART_STACK_BYTES), "PMP");
_Static_assert(IS_NAPOT(BOARD_CLUSTER_BASE + BOARD_UB_OFFSET, BOARD_UB_BYTES), "PMP");
_Static_assert(BOARD_UB_OFFSET != 0 || BOARD_CLUSTER_BASE != BOARD_WINDOW_BASE, "what is below UB must be denied");
_Static_assert(IS_NAPOT(BOARD_CLUSTER_BASE + BOARD_CUBE_OFFSET, BOARD_CUBE_BYTES), "PMP");
_Static_assert(IS_NAPOT(BOARD_CLUSTER_BASE + BOARD_SU_STACK_OFFSET, BOARD_SU_STACK_BYTES), "PMP");
_Static_assert(BOARD_SU_STACK_OFFSET != BOARD_CUBE_OFFSET + BOARD_CUBE_BYTES, "what is below a stack must be denied");
_Static_assert(BOARD_CLUSTERS *(BOARD_VECTOR_CORES + 1 + CLUSTER_CORES) + 2 <= PMP_ENTRIES,
               "more windows than PMP entries");

void hal_protect(uint32_t hart)
{
    pmp_t pmp = {{0, 0}, 0};
    pmp_add(&pmp, hart_stack(hart), PMP_ALLOW);
    for (uint32_t cluster = 0; cluster < BOARD_CLUSTERS; cluster++) {
        for (uint32_t core = 0; core < BOARD_VECTOR_CORES; core++) {
            pmp_add(&pmp, hal_memory(HAL_MEM_UB, cluster, core), PMP_ALLOW);
        }
        pmp_add(&pmp, in_cluster(cluster, BOARD_CUBE_OFFSET, BOARD_CUBE_BYTES), PMP_ALLOW);
        for (uint32_t core = 0; core < CLUSTER_CORES; core++) {
            pmp_add(&pmp, hal_su_stack(cluster, core), PMP_ALLOW);
        }
    }
    pmp_add(&pmp, (hal_window_t){(uint8_t *)BOARD_WINDOW_BASE, BOARD_WINDOW_BYTES}, PMP_DENY);
    __asm__ volatile("csrw pmpcfg0, %0" ::"r"(pmp.config[0]));
    __asm__ volatile("csrw pmpcfg2, %0" ::"r"(pmp.config[1]));
}

void hal_sync_reset(hal_sync_regs_t *regs)
{
#ifdef BOARD_SYNC_MMIO
    for (uint32_t i = 0; i < HAL_SYNC_PIPES * HAL_SYNC_PIPES; i++) {
        regs->flag_clr[i / HAL_SYNC_PIPES][i % HAL_SYNC_PIPES] = (1u << HAL_SYNC_FLAGS) - 1;
    }
#else
    hal_zero(regs->flag, sizeof regs->flag);
    hal_zero(regs->released, sizeof regs->released);
#endif
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
    };
    return cause < sizeof names / sizeof names[0] ? names[cause] : "unexpected trap";
}
