// SPDX-License-Identifier: Apache-2.0
//
// What the vector instructions ask of the firmware core: to report faults, and registers of their own.
#ifndef PTO_VECTOR_CORE_H
#define PTO_VECTOR_CORE_H

#include <stdint.h>

// What a vector access does wrong.
typedef enum {
    PTO_VECTOR_MISALIGNED_LOAD,
    PTO_VECTOR_MISALIGNED_STORE,
    PTO_VECTOR_BAD_ATTRIBUTE,
    PTO_VECTOR_OUTSIDE_UB,
} pto_vector_fault_kind_t;

/**
 * Reports an illegal vector access and ends the kernel. The firmware core defines it.
 *
 * @param kind   what is wrong
 * @param addr   the address accessed
 * @param bytes  the alignment that the access needs, or the attribute value that it does not take
 */
_Noreturn void pto_vector_fault(pto_vector_fault_kind_t kind, uintptr_t addr, unsigned bytes)
    __attribute__((cold));

// Special-purpose registers of a vector core that vector instructions read and write.
typedef struct {
    uint32_t sqzn;     // bytes that the last vsqz or vusqz kept
    uint32_t ar;       // address register: bytes that vstur has streamed
    uint64_t vms4_sr;  // elements of each list that the last vmrgsort4 consumed, 16 bits each
} pto_spr_t;

// Of the core that this hart works for: the first word of the block that tp points to. Inline, as a call
// would cost a vector function all its registers.
#ifndef PTO_SPR_INLINE
static inline pto_spr_t *pto_spr(void)
{
    pto_spr_t **block;
    __asm__("mv %0, tp" : "=r"(block));
    return *block;
}
#endif

#endif
