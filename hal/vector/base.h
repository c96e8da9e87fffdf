// SPDX-License-Identifier: Apache-2.0
//
// What strips and registers of both backends build on: element types, attributes, lane operations, checked accesses.
#ifndef PTO_VECTOR_BASE_H
#define PTO_VECTOR_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core.h"
#include "element.h"

// The values of every attribute: PTO_LD_NORM, PTO_PAT_ALL, PTO_RND_R, ...
typedef enum {
#define PTO_ATTR(class, key, VALUE, spelling) PTO_##VALUE,
#include <isa/attrs.def>
    // Families of distributions: the element width selects the member.
    PTO_LD_BRC,
    PTO_LD_US,
    PTO_LD_DS,
    PTO_LD_UNPK,
    PTO_LD_E2B,
    PTO_LD_SPLT2CHN,
    PTO_LD2_DINTLV,
    PTO_ST_1PT,
    PTO_ST_PK,
    PTO_ST_MRG2CHN,
    PTO_ST2_INTLV,
} pto_attr_t;

// An instruction of the generic macros, with or without a result: the function of this type on its arguments. Argument
// `of` has the element type, 0: the result has it; `also` points to a second register, 0: none.
//
// Kernels that count cycles replace these macros, to report the instruction. Their registers, masks and streams have a
// further field, the number of their value (pto/time.h).
#ifndef PTO_VECTOR_CALL
#define PTO_VECTOR_CALL(fn, of, also, function, ...) function(__VA_ARGS__)
#define PTO_VECTOR_DO(fn, of, function, ...)         function(__VA_ARGS__)
#define PTO_VALUE_NUMBER
#define PTO_KEEP_NUMBER(to, from)
#define PTO_NO_NUMBER(v)
// Of lanes.h: a fold of an accumulator, the fold of its lanes, and the first lane of a register.
#define PTO_VECTOR_FOLD(fn, name, a, x, ...) ((a) = PTO_FOLD_OF(name, x)(a, x, __VA_ARGS__, pto_lanes_phase))
#define PTO_VECTOR_FOLDED(fn, register, scalar) (scalar)
#define PTO_VECTOR_FIRST(register, function)    (function(register))
#endif

// State of an unaligned stream: its address. Stores reach memory at once, so there is never anything to flush
// (docs/spec-decisions.md).
typedef struct {
    uintptr_t at;
    PTO_VALUE_NUMBER
} pto_align_t;

#if defined(__riscv_v) && !defined(PTO_VECTOR_SCALAR)
#define PTO_VECTOR_RVV 1
#endif

// Meaning of the mask of vsubc and vsubcs. 0: a set bit means no borrow; 1: it means a borrow. Documents disagree
// (docs/spec-decisions.md).
#ifndef PTO_SUBC_BORROW
#define PTO_SUBC_BORROW 0
#endif

// Every function of a backend is inlined, so that registers stay registers and attributes are constants. In a debug
// build of GCC (-O0) none is: gdb drops lines whose only code comes from functions of other files. For clang their code
// is that of the line that calls them: without lines of their own it compiles in a tenth less of the time.
#ifdef PTO_VECTOR_CALLS
#define PTO_VFN static inline __attribute__((unused))
#elif defined(__clang__)
#define PTO_VFN static inline __attribute__((always_inline, nodebug, unused))
#else
#define PTO_VFN static inline __attribute__((always_inline, unused))
#endif

// Operations on registers in plain C, for scopes that ptoc finds long: calls, which compile in a tenth of the time.
#ifdef PTO_LONG_SCOPES
#define PTO_VOP static __attribute__((noinline, unused))
#else
#define PTO_VOP PTO_VFN
#endif

PTO_VFN pto_align_t pto_stream_to(pto_align_t align, const void *p)
{
    align.at = (uintptr_t)p;
    return align;
}

// Returns the member of a family for elements of `bits`. Its members have widths 8 << first to 8 << last.
PTO_VFN pto_attr_t pto_family_member(pto_attr_t family, pto_attr_t member, unsigned first, unsigned last, unsigned bits)
{
    const unsigned width = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    return width < first || width > last ? family : (pto_attr_t)(member + (width - first));
}

PTO_VFN pto_attr_t pto_dist_for(pto_attr_t dist, unsigned bits)
{
    switch (dist) {
        case PTO_LD_BRC:
            return pto_family_member(dist, PTO_LD_BRC_B8, 0, 2, bits);
        case PTO_LD_US:
            return pto_family_member(dist, PTO_LD_US_B8, 0, 1, bits);
        case PTO_LD_DS:
            return pto_family_member(dist, PTO_LD_DS_B8, 0, 1, bits);
        case PTO_LD_UNPK:
            return pto_family_member(dist, PTO_LD_UNPK_B8, 0, 2, bits);
        case PTO_LD_E2B:
            return pto_family_member(dist, PTO_LD_E2B_B16, 1, 2, bits);
        case PTO_LD_SPLT2CHN:
            return pto_family_member(dist, PTO_LD_SPLT2CHN_B8, 0, 1, bits);
        case PTO_LD2_DINTLV:
            return pto_family_member(dist, PTO_LD2_DINTLV_B8, 0, 2, bits);
        case PTO_ST_1PT:
            return pto_family_member(dist, PTO_ST_1PT_B8, 0, 2, bits);
        case PTO_ST_PK:
            return pto_family_member(dist, PTO_ST_PK_B16, 1, 3, bits);
        case PTO_ST_MRG2CHN:
            return pto_family_member(dist, PTO_ST_MRG2CHN_B8, 0, 1, bits);
        case PTO_ST2_INTLV:
            return pto_family_member(dist, PTO_ST2_INTLV_B8, 0, 2, bits);
        default:
            return dist;
    }
}

// Returns the number of lanes that a pattern sets if these are a prefix, else -1.
PTO_VFN int32_t pto_pattern_prefix(pto_attr_t pattern, int32_t lanes)
{
    switch (pattern) {
        case PTO_PAT_ALL:
            return lanes;
        case PTO_PAT_ALLF:
            return 0;
        case PTO_PAT_VL1:
            return 1;
        case PTO_PAT_VL2:
            return 2;
        case PTO_PAT_VL3:
            return 3;
        case PTO_PAT_VL4:
            return 4;
        case PTO_PAT_VL8:
            return 8;
        case PTO_PAT_VL16:
            return 16;
        case PTO_PAT_VL32:
            return 32;
        case PTO_PAT_VL64:
            return 64;
        case PTO_PAT_VL128:
            return 128;
        case PTO_PAT_H:
            return lanes / 2;
        case PTO_PAT_Q:
            return lanes / 4;
        default:
            return -1;
    }
}

#ifndef PTO_VECTOR_SCOPE_CHECK
#define PTO_VECTOR_SCOPE_CHECK(what) ((void)0)
#endif

#include "access.h"
#include "hal/vector/lane_ops.h"
#include "observe.h"

#endif
