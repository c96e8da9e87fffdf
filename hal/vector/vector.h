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
#include "core.h"

// The values of every attribute: PTO_LD_NORM, PTO_PAT_ALL, PTO_RND_R, ...
typedef enum {
#define PTO_ATTR(class, key, VALUE, spelling) PTO_##VALUE,
#include <pto/attrs.def>
} pto_attr_t;

// The state of an unaligned stream: where it stands. Stores reach memory at once, so that a flush finds
// nothing left (docs/spec-decisions.md).
typedef struct {
    uintptr_t at;
} pto_align_t;

#if defined(__riscv_v) && !defined(PTO_VECTOR_SCALAR)
#define PTO_VECTOR_RVV 1
#endif

// Every function of a backend is inlined, so that registers stay registers and attributes fold.
#define PTO_VFN static inline __attribute__((always_inline, unused))

PTO_VFN pto_align_t pto_stream_to(pto_align_t align, const void *p)
{
    align.at = (uintptr_t)p;
    return align;
}

// Alignment of the vector access at p + offset (in bytes), a power of two. The fault reports p plus what
// the offset adds to its misalignment: where a loop adds multiples of the alignment, that is p, and the
// check leaves the loop.
PTO_VFN void pto_check_access(const void *p, ptrdiff_t offset, unsigned alignment,
                              pto_vector_fault_kind_t kind)
{
    uintptr_t at = (uintptr_t)p + ((uintptr_t)offset & (alignment - 1));
    if (__builtin_expect((at & (alignment - 1)) != 0, 0)) {
        pto_vector_fault(kind, at, alignment);
    }
}

PTO_VFN void pto_check_load(const void *p, ptrdiff_t offset, unsigned alignment)
{
    pto_check_access(p, offset, alignment, PTO_VECTOR_MISALIGNED_LOAD);
}

PTO_VFN void pto_check_store(const void *p, ptrdiff_t offset, unsigned alignment)
{
    pto_check_access(p, offset, alignment, PTO_VECTOR_MISALIGNED_STORE);
}

#ifndef PTO_VECTOR_SCOPE_CHECK
#define PTO_VECTOR_SCOPE_CHECK(what) ((void)0)
#endif

#ifdef PTO_VECTOR_RVV
#include "rvv/reg.h"
#include "rvv/pred.h"
#include "anymask.h"
#include "rvv/load.h"
#include "rvv/store.h"
#include "rvv/arith.h"
#include "rvv/compare.h"
#include "rvv/indexed.h"
#include "rvv/math.h"
#include "rvv/convert.h"
#include "rvv/minifloat.h"
#else
#include "scalar/reg.h"
#include "scalar/pred.h"
#include "anymask.h"
#include "scalar/load.h"
#include "scalar/store.h"
#include "scalar/arith.h"
#include "scalar/compare.h"
#include "scalar/indexed.h"
#include "scalar/math.h"
#include "scalar/convert.h"
#endif
#include "load.h"
#include "store.h"
#include "indexed.h"
#include "bitcast.h"

#endif
