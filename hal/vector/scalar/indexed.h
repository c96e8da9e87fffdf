// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: gather and scatter by element index, gather of blocks.
//
// Indices are unsigned. Element i of a register is paired with index i. If one of the two registers has fewer elements,
// the remaining elements of a gather's result are 0, and a scatter ignores the rest.
#ifndef PTO_VECTOR_SCALAR_INDEXED_H
#define PTO_VECTOR_SCALAR_INDEXED_H

#define PTO_FEWER_LANES(U, X) (PTO_LANES(U) < PTO_LANES(X) ? PTO_LANES(U) : PTO_LANES(X))

// Byte offsets have 32 bits, as in the address unit. If indices of a scatter collide, the lowest lane wins: lanes are
// stored in descending order.
#define PTO_GATHER_FN(U, X)                                                                         \
    PTO_VFN pto_v##U##_t pto_gather_##U##_##X(const pto_##U##_t *p, pto_v##X##_t x, pto_m##U##_t m) \
    {                                                                                               \
        pto_v##U##_t r = {{0}};                                                                     \
        for (unsigned i = 0; i < PTO_FEWER_LANES(U, X); ++i) {                                      \
            if (PTO_ON(U, m, i)) {                                                                  \
                const uint32_t offset = (uint32_t)x.lane[i] * sizeof *p;                            \
                pto_check_element(p, offset, sizeof *p, PTO_VECTOR_LOAD);                           \
                r.lane[i] = *(const pto_alias_##U##_t *)((const uint8_t *)p + offset);              \
            }                                                                                       \
        }                                                                                           \
        return r;                                                                                   \
    }
#define PTO_SCATTER_FN(U, X)                                                                           \
    PTO_VFN void pto_scatter_##U##_##X(pto_##U##_t *p, pto_v##U##_t v, pto_v##X##_t x, pto_m##U##_t m) \
    {                                                                                                  \
        for (unsigned i = PTO_FEWER_LANES(U, X); i-- > 0;) {                                           \
            if (PTO_ON(U, m, i)) {                                                                     \
                const uint32_t offset = (uint32_t)x.lane[i] * sizeof *p;                               \
                pto_check_element(p, offset, sizeof *p, PTO_VECTOR_STORE);                             \
                *(pto_alias_##U##_t *)((uint8_t *)p + offset) = v.lane[i];                             \
            }                                                                                          \
        }                                                                                              \
    }
#define PTO_GATHER_FNS(U)                                           \
    PTO_GATHER_FN(U, u8) PTO_GATHER_FN(U, u16) PTO_GATHER_FN(U, u32) \
    PTO_SCATTER_FN(U, u8) PTO_SCATTER_FN(U, u16) PTO_SCATTER_FN(U, u32)
PTO_GATHER_FNS(u8)
PTO_GATHER_FNS(u16)
PTO_GATHER_FNS(u32)

// Gathers bytes into lanes of 16 bits.
PTO_VFN pto_vu16_t pto_gather_wide(const uint8_t *p, pto_vu16_t x, pto_b16_t m)
{
    pto_vu16_t r = {{0}};
    for (unsigned i = 0; i < PTO_LANES(u16); ++i) {
        if (PTO_ON(u16, m, i)) {
            pto_check_element(p, x.lane[i], 1, PTO_VECTOR_LOAD);
            r.lane[i] = p[x.lane[i]];
        }
    }
    return r;
}

// The low bytes of lanes of 16 bits.
PTO_VFN void pto_scatter_wide(uint8_t *p, pto_vu16_t v, pto_vu16_t x, pto_b16_t m)
{
    for (unsigned i = PTO_LANES(u16); i-- > 0;) {
        if (PTO_ON(u16, m, i)) {
            pto_check_element(p, x.lane[i], 1, PTO_VECTOR_STORE);
            p[x.lane[i]] = (uint8_t)v.lane[i];
        }
    }
}

// Block b of 32 bytes is at byte offset x[b] if lane b of m is set, else it is 0.
PTO_VFN pto_vu8_t pto_gather_blocks(const void *p, pto_vu32_t x, pto_b32_t m)
{
    pto_check_start((uintptr_t)p, 32, PTO_VECTOR_LOAD);
    pto_vu8_t r = {{0}};
    for (unsigned b = 0; b < 8; ++b) {
        if (PTO_ON(u32, m, b)) {
            pto_check_element(p, x.lane[b], 32, PTO_VECTOR_LOAD);
            pto_check_start((uintptr_t)p + x.lane[b] % 32, 32, PTO_VECTOR_LOAD);
            __builtin_memcpy(&r.lane[32 * b], (const uint8_t *)p + x.lane[b], 32);
        }
    }
    return r;
}

#endif
