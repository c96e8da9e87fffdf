// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: building blocks of operations between elements of two widths.
//
// Such an operation works in lanes of the wider type. The narrow elements are *parts* of those lanes: part p of a
// 32-bit lane is byte p, or halfword p. A lane and its parts are the same bytes, so each group of a register is
// converted independently. The predicate of a lane is its bit in the wider granularity, whatever the type of the mask
// (docs/spec-decisions.md).
#ifndef PTO_VECTOR_RVV_WIDE_H
#define PTO_VECTOR_RVV_WIDE_H

#include "reg.h"

// Reinterpretation of half a group.
#define PTO_CAST_H(to, from) PTO_CAT_HH(__riscv_vreinterpret_v_, from, to)
// Instructions on half groups, by type.
#define PTO_RVV_HT(insn, T)  PTO_RVV_HT_(insn, PTO_E_##T)
#define PTO_RVV_HT_(insn, e) PTO_RVV_H(insn, e)
// Comparisons of half groups; bits is the lane width of the whole group.
#define PTO_CMP_H(insn, e, bits) PTO_CAT3(PTO_RVV_H(insn, e), _b, PTO_RATIO(bits))

// Returns the predicate for wider elements.
#define PTO_WIDER(from, to)                                                  \
    PTO_VFN pto_##to##_t pto_wider_##from##_##to(pto_##from##_t m)           \
    {                                                                        \
        pto_##to##_t r;                                                      \
        PTO_GROUPS(PTO_CAT(PTO_MASK_SET_IMAGE_, to)(r, k, PTO_IMAGE(m, k));) \
        r.all = PTO_ALL(m);                                                  \
        return r;                                                            \
    }
#define PTO_MASK_SET_IMAGE_b8(m, k, b)  PTO_MASK_SET_IMAGE(8, m, k, b)
#define PTO_MASK_SET_IMAGE_b16(m, k, b) PTO_MASK_SET_IMAGE(16, m, k, b)
#define PTO_MASK_SET_IMAGE_b32(m, k, b) PTO_MASK_SET_IMAGE(32, m, k, b)
PTO_WIDER(b8, b8)
PTO_WIDER(b8, b16)
PTO_WIDER(b8, b32)
PTO_WIDER(b16, b16)
PTO_WIDER(b16, b32)
PTO_WIDER(b32, b32)

#endif
