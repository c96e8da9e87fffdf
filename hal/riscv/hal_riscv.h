// SPDX-License-Identifier: Apache-2.0
//
// Private to hal/riscv; included by C and assembly.
#ifndef HAL_RISCV_H
#define HAL_RISCV_H

#include <board.h>

// Loads and stores of an integer register, and of a register in which the ABI passes floats.
#if __riscv_xlen == 64
#define REG_BYTES 8
#define REG_L     ld
#define REG_S     sd
#else
#define REG_BYTES 4
#define REG_L     lw
#define REG_S     sw
#endif
#if defined(__riscv_float_abi_double)
#define FREG_L fld
#define FREG_S fsd
#elif defined(__riscv_float_abi_single)
#define FREG_L flw
#define FREG_S fsw
#endif

#define MSTATUS_FS_INITIAL 0x00002000
#define MSTATUS_VS_INITIAL 0x00000200
#define MIP_MSIP           0x8

#define HAL_HART_SHIFT       8  // sizeof(hal_hart_t)
#ifdef BOARD_TRAP_STACK_SHIFT
#define HAL_TRAP_STACK_SHIFT BOARD_TRAP_STACK_SHIFT
#else
#define HAL_TRAP_STACK_SHIFT 13
#endif
#define HAL_TRAP_BYTES       (REG_BYTES * 40)  // sizeof(hal_trap_t), a multiple of 16

#define HAL_STATUS_FAULT 3

// The mhartid of the boot hart. Harts with a lower one are parked: they lack extensions of the others.
#ifdef BOARD_HART_FIRST
#define HAL_HART_FIRST BOARD_HART_FIRST
#else
#define HAL_HART_FIRST 0
#endif

#ifndef __ASSEMBLER__

#include <hal/hal.h>

// Entered from start.S
_Noreturn void hal_boot(void *device_tree);
_Noreturn void hal_hart_main(uint32_t index);

extern const char hal_trap_entry[];  // start.S

// From BOARD_RAM_BASE on.
size_t hal_ram_bytes(void);

// Links may override: bytes reserved at the start of GM (0), whether RAM starts as zeros, whether file accesses are
// slow (no).
extern size_t hal_gm_taken;
extern const bool hal_ram_is_zero, hal_has_slow_files;

// A range in the region of the windows that a hart may access: its own stack, the memories and the scalar units' stacks
// of all cores. The stack and the memories of a cube core count as one range: commands check their bounds.
typedef struct {
    hal_window_t window;  // a power of two, aligned to itself
    const void *ub;       // of the vector core that owns it; NULL: owned by a cube core, or by a hart
    bool of_hart;
} hal_guarded_t;

#define HAL_WINDOWS_MAX (1 + BOARD_CLUSTERS * (2 * BOARD_VECTOR_CORES + BOARD_CUBE_CORES))

uint32_t hal_windows(uint32_t hart, hal_guarded_t *windows);

// Whether vector functions of the core with this UB reach a window: the UB itself, or a stack they may run on.
static inline bool hal_is_open(const hal_guarded_t *guarded, const void *ub)
{
    return guarded->of_hart || (guarded->ub != NULL && guarded->ub == ub);
}

// Whether the hart has a control register. If not, the read traps, to the label below.
#define HAL_CAN_READ(name)                                           \
    (__extension__({                                                 \
        uintptr_t found, saved, scratch;                             \
        __asm__ volatile(                                            \
            "la   %2, 1f\n"                                          \
            "csrrw %1, mtvec, %2\n"                                  \
            "li   %0, 0\n"                                           \
            "csrr %2, " #name "\n"                                   \
            "li   %0, 1\n"                                           \
            ".balign 4\n"                                            \
            "1: csrw mtvec, %1\n"                                    \
            : "=&r"(found), "=&r"(saved), "=&r"(scratch)::"memory"); \
        found != 0;                                                  \
    }))

// Gives this hart access to its windows and denies the gaps, as far as the hart supports it (hal/protection).
void hal_protect(uint32_t hart);

#endif

#endif
