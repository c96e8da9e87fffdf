// SPDX-License-Identifier: Apache-2.0
//
// Vector registers and vector instructions: the contract that both backends implement.
//
//   element.h   element types and the macros that iterate over them
//   rvv/        RISC-V V 1.0: a register is one register group, or two at VLEN 128
//   scalar/     plain C: cores without V, and the oracle of the tests
//   generic.h   pto_vadd(a, b, m) and so on, chosen by the type of the operands
//
// The functions are those of pto/ops.def, named and called by the rule at its top. Define
// PTO_VECTOR_SCALAR to get the scalar backend where V exists.
#ifndef PTO_VECTOR_VECTOR_H
#define PTO_VECTOR_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "element.h"

// The values of every attribute: PTO_LD_NORM, PTO_PAT_ALL, PTO_RND_R, ...
typedef enum {
#define PTO_ATTR(class, key, VALUE, spelling) PTO_##VALUE,
#include <pto/attrs.def>
} pto_attr_t;

// What a vector access does wrong.
typedef enum {
    PTO_VECTOR_MISALIGNED_LOAD,
    PTO_VECTOR_MISALIGNED_STORE,
    PTO_VECTOR_BAD_ATTRIBUTE,
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
    int32_t sqzn;   // elements that the last vsqz kept
    uint32_t ar;    // address register: bytes that vstur has streamed
} pto_spr_t;

#if defined(__riscv_v) && !defined(PTO_VECTOR_SCALAR)
#define PTO_VECTOR_RVV 1
#endif

// Every function of a backend is inlined, so that registers stay registers and attributes fold.
#define PTO_VFN static inline __attribute__((always_inline, unused))

#ifdef PTO_VECTOR_RVV
#include "rvv/reg.h"
#else
#include "scalar/reg.h"
#endif

#endif
