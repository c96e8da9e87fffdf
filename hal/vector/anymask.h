// SPDX-License-Identifier: Apache-2.0
//
// Both backends: the operand of stores, a mask whose granularity may differ from that of the distribution.
#ifndef PTO_VECTOR_ANYMASK_H
#define PTO_VECTOR_ANYMASK_H

// A mask at all granularities; unused ones are never computed.
typedef struct {
    pto_b8_t b8;
    pto_b16_t b16;
    pto_b32_t b32;
} pto_any_t;

#define PTO_ANY_FN(G)                                                                                       \
    PTO_VFN pto_any_t pto_any_##G(pto_##G##_t m)                                                            \
    {                                                                                                       \
        return (pto_any_t){pto_pbitcast_##G##_b8(m), pto_pbitcast_##G##_b16(m), pto_pbitcast_##G##_b32(m)}; \
    }
PTO_FOR_MASKS(PTO_ANY_FN)

#endif
