// SPDX-License-Identifier: Apache-2.0
//
// Element types of tiles, tensors and matrices, named by their tokens in isa/elems.def. Signless and signed integers
// are one type.
#ifndef PTO_ELEM_H
#define PTO_ELEM_H

#include <hal/vector/type_names.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PTO_ELEM_I8,
    PTO_ELEM_U8,
    PTO_ELEM_I16,
    PTO_ELEM_U16,
    PTO_ELEM_I32,
    PTO_ELEM_U32,
    PTO_ELEM_I64,
    PTO_ELEM_U64,
    PTO_ELEM_F16,
    PTO_ELEM_BF16,
    PTO_ELEM_F32,
    PTO_ELEM_E4M3,
    PTO_ELEM_E5M2,
    PTO_ELEM_HIF8,
    PTO_ELEM_E2M1X2,
    PTO_ELEM_E1M2X2,
    PTO_ELEM_E8M0,  // scales: 2^(bits - 127)
    PTO_ELEM_F64,   // scalars only
    PTO_ELEM_NUM,
} pto_elem_t;

static inline bool pto_is_fp8(uint32_t elem)
{
    return elem == PTO_ELEM_E4M3 || elem == PTO_ELEM_E5M2;
}

// Pairs of 4-bit floats.
static inline bool pto_is_fp4(uint32_t elem)
{
    return elem == PTO_ELEM_E2M1X2 || elem == PTO_ELEM_E1M2X2;
}

// The enumerator of a token: PTO_ELEM_OF_TOKEN(f32).
#define PTO_ELEM_OF_TOKEN(T) PTO_ELEM_TOKEN_##T
#define PTO_ELEM_TOKEN_e8m0  PTO_ELEM_E8M0

#ifdef __cplusplus
}
#endif

#endif
