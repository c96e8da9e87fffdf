// SPDX-License-Identifier: Apache-2.0
//
// Interface of the vector instructions to the firmware core: reports of faults, and special-purpose registers.
#ifndef PTO_VECTOR_CORE_H
#define PTO_VECTOR_CORE_H

#include <hal/hart.h>
#include <stdint.h>

#define PTO_RARELY(condition) __builtin_expect((condition), 0)

// Kinds of faults of vector accesses.
typedef enum {
    PTO_VECTOR_LOAD,
    PTO_VECTOR_STORE,
    PTO_VECTOR_BAD_ATTRIBUTE,
} pto_vector_fault_kind_t;

/**
 * Reports an illegal vector access and ends the kernel. The firmware core defines it.
 *
 * @param kind   a load or a store that is misaligned or leaves UB, or an access with a bad attribute
 * @param addr   the address accessed
 * @param bytes  the alignment that the access needs, or the invalid attribute value
 */
_Noreturn void pto_vector_fault(pto_vector_fault_kind_t kind, uintptr_t addr, unsigned bytes) __attribute__((cold));

// Special-purpose registers of a vector core that vector instructions read and write.
typedef struct {
    uint32_t sqzn;     // bytes that the last vsqz or vusqz kept
    uint32_t ar;       // address register: bytes that vstur has streamed
    uint64_t vms4_sr;  // elements of each list that the last vmrgsort4 consumed, 16 bits each
} pto_spr_t;

// The addresses at which vector accesses of this alignment, the widest one, may start: those with (p & mask) == base,
// as UB is aligned to its size. Outside a run any multiple is valid.
#define PTO_REACH_ALIGNMENT 32
typedef struct {
    uintptr_t base, mask;
} pto_reach_t;

// Its offset in a core, after the pointer to the registers and the window of UB.
#define PTO_REACH_AT (3 * (int)sizeof(void *))

#if __riscv_xlen == 64
#define PTO_LOAD_WORD "ld"
#else
#define PTO_LOAD_WORD "lw"
#endif

// Initialises the idle core that a hart uses outside a run: zeros, with this reach and these registers.
static inline void pto_idle_core(void *core, void *spr)
{
    const uintptr_t mask = PTO_REACH_ALIGNMENT - 1;
    __builtin_memcpy(core, &spr, sizeof spr);
    __builtin_memcpy((char *)core + PTO_REACH_AT + sizeof mask, &mask, sizeof mask);
}

// Reads words of the core that this hart works for; tp points to the core. As instructions without memory operands, so
// that one read serves a whole vector function, whose stores cannot change it. A macro: without optimisation, arguments
// are not constants. Both words of the reach come from one read of tp, or GCC finds loops too large to unswitch.
#ifdef __riscv
#define PTO_CORE()                                                    \
    (__extension__({                                                  \
        uintptr_t pto_core;                                           \
        __asm__(PTO_LOAD_WORD " %0, 0(tp)" : "=r"(pto_core));         \
        pto_core;                                                     \
    }))
#define PTO_WORD_AT(core, at)                                                              \
    (__extension__({                                                                       \
        uintptr_t pto_word;                                                                \
        __asm__(PTO_LOAD_WORD " %0, %2(%1)" : "=r"(pto_word) : "r"(core), "i"((int)(at))); \
        pto_word;                                                                          \
    }))
#else
#define PTO_CORE()            (*(const uintptr_t *)hal_tp())
#define PTO_WORD_AT(core, at) (*(const uintptr_t *)((core) + (uintptr_t)(at)))
#endif

static inline __attribute__((always_inline)) pto_reach_t pto_reach(void)
{
    const uintptr_t core = PTO_CORE();
    pto_reach_t reach = {PTO_WORD_AT(core, PTO_REACH_AT), PTO_WORD_AT(core, PTO_REACH_AT + (int)sizeof(uintptr_t))};
    return reach;
}

// Inline, as a call would clobber all vector registers of a vector function. The registers lie outside of the core,
// which vector functions may not write.
static inline __attribute__((always_inline)) pto_spr_t *pto_spr(void)
{
    return (pto_spr_t *)PTO_WORD_AT(PTO_CORE(), 0);
}

#endif
