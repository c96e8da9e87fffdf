// SPDX-License-Identifier: Apache-2.0
//
// Properties of quantisation modes by name.
#ifndef PTO_TESTS_MODES_H
#define PTO_TESTS_MODES_H

#include <pto/pto.h>

// One parameter per column, from FB.
static inline bool in_rows(uint32_t mode)
{
    static const bool rows[PTO_QUANT_PRE_NUM] = {[PTO_QF322F32_PRE_VEC] = true,
                                                 [PTO_QF322F16_PRE_VEC] = true,
                                                 [PTO_QF322BF16_PRE_VEC] = true,
                                                 [PTO_QF322HIF8_PRE_VEC] = true,
                                                 [PTO_QF322HIF8_PRE_HYBRID_VEC] = true,
                                                 [PTO_QF322FP8_PRE_VEC] = true,
                                                 [PTO_QF322B8_PRE_VEC] = true,
                                                 [PTO_QF322S4_PRE_VEC] = true,
                                                 [PTO_QF162B8_PRE_VEC] = true,
                                                 [PTO_QF162S4_PRE_VEC] = true,
                                                 [PTO_QF162S16_PRE_VEC] = true,
                                                 [PTO_REQ8_VEC] = true,
                                                 [PTO_REQ4_VEC] = true,
                                                 [PTO_DEQF16_VEC] = true,
                                                 [PTO_DEQS16_VEC] = true,
                                                 [PTO_DEQS32_INT_VEC] = true,
                                                 [PTO_QS322BF16_PRE_VEC] = true};
    return rows[mode];
}

// Rounded to f16 before scaling.
static inline bool through_half(uint32_t mode)
{
    return mode == PTO_QF162B8_PRE_SCALAR || mode == PTO_QF162S4_PRE_SCALAR || mode == PTO_QF162S16_PRE_SCALAR ||
           mode == PTO_QF162B8_PRE_VEC || mode == PTO_QF162S4_PRE_VEC || mode == PTO_QF162S16_PRE_VEC;
}

// Two results per byte.
static inline bool to_four_bits(uint32_t mode)
{
    return mode == PTO_QF322S4_PRE_SCALAR || mode == PTO_QF162S4_PRE_SCALAR || mode == PTO_REQ4_SCALAR ||
           mode == PTO_QF322S4_PRE_VEC || mode == PTO_QF162S4_PRE_VEC || mode == PTO_REQ4_VEC;
}

#endif
