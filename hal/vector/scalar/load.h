// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: contiguous loads with every distribution, strided and block-strided loads. Each distribution is
// written once, on bytes; one expression maps a lane to its element in memory.
#ifndef PTO_VECTOR_SCALAR_LOAD_H
#define PTO_VECTOR_SCALAR_LOAD_H

// Returns a register of U whose lane i is the element of type E at index `from` after p.
#define PTO_PICK(U, E, from)                                        \
    {                                                               \
        pto_v##U##_t r_;                                            \
        const pto_alias_##E##_t *e_ = (const pto_alias_##E##_t *)p; \
        PTO_LANE_LOOP(U, i)                                         \
        {                                                           \
            r_.lane[i] = e_[from];                                  \
        }                                                           \
        return pto_bytes_##U(r_);                                   \
    }

PTO_VFN pto_vu8_t pto_load_dist(const void *p, pto_attr_t dist)
{
    switch (dist) {
        case PTO_LD_BRC_B8:
            PTO_PICK(u8, u8, 0)
        case PTO_LD_BRC_B16:
            PTO_PICK(u16, u16, 0)
        case PTO_LD_BRC_B32:
            PTO_PICK(u32, u32, 0)
        case PTO_LD_E2B_B16:
            PTO_PICK(u16, u16, i / 16)
        case PTO_LD_US_B8:
            PTO_PICK(u8, u8, i / 2)
        case PTO_LD_US_B16:
            PTO_PICK(u16, u16, i / 2)
        case PTO_LD_DS_B8:
        case PTO_LD_SPLT2CHN_B8:
            PTO_PICK(u8, u8, 2 * i)
        case PTO_LD_DS_B16:
        case PTO_LD_SPLT2CHN_B16:
            PTO_PICK(u16, u16, 2 * i)
        case PTO_LD_UNPK_B8:
            PTO_PICK(u16, u8, i)
        case PTO_LD_UNPK_B16:
            PTO_PICK(u32, u16, i)
        case PTO_LD_UNPK_B32:
            PTO_PICK(u64, u32, i)
        case PTO_LD_UNPK4:
            PTO_PICK(u32, u8, i)
        case PTO_LD_BRC_BLK:
            PTO_PICK(u8, u8, i % 32)
        case PTO_LD_E2B_B32:
            PTO_PICK(u32, u32, i / 8)
        case PTO_LD_SPLT4CHN:
            PTO_PICK(u8, u8, 4 * i)
        case PTO_LD_NORM:
            return pto_load_u8(p);
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

PTO_VFN pto_vu8_t pto_load_half(const void *p, pto_attr_t dist, unsigned odd)
{
    switch (dist) {
        case PTO_LD2_BDINTLV:
            PTO_PICK(u8, u8, i / 32 * 64 + 32 * odd + i % 32)
        case PTO_LD2_DINTLV_B8:
            PTO_PICK(u8, u8, 2 * i + odd)
        case PTO_LD2_DINTLV_B16:
            PTO_PICK(u16, u16, 2 * i + odd)
        case PTO_LD2_DINTLV_B32:
            PTO_PICK(u32, u32, 2 * i + odd)
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

PTO_VFN pto_vu8_t pto_load_dist2(const void *p, pto_attr_t dist, pto_vu8_t *high)
{
    *high = pto_load_half(p, dist, 1);
    return pto_load_half(p, dist, 0);
}

// Loads every stride-th element, stride in bytes.
#define PTO_LOAD_STRIDED_FN(U)                                                                    \
    PTO_VFN pto_vu8_t pto_load_strided_##U(const void *p, ptrdiff_t stride)                       \
    {                                                                                             \
        pto_v##U##_t r;                                                                           \
        PTO_LANE_LOOP(U, i)                                                                       \
        {                                                                                         \
            r.lane[i] = *(const pto_alias_##U##_t *)((const uint8_t *)p + (ptrdiff_t)i * stride); \
        }                                                                                         \
        return pto_bytes_##U(r);                                                                  \
    }
PTO_LOAD_STRIDED_FN(u16)
PTO_LOAD_STRIDED_FN(u32)
PTO_LOAD_STRIDED_FN(u64)

// Block-strided access: block b of 32 bytes (b < 8) is at `first + b * stride` and is accessed if lane b of the mask is
// set; `flags` has bit b for it.
PTO_VFN pto_vu8_t pto_load_blocks(const void *p, uint32_t first, uint32_t stride, uint32_t flags)
{
    pto_vu8_t r = {{0}};
    for (unsigned b = 0; b < 8; ++b) {
        if (flags >> b & 1) {
            pto_check_element(p, first + b * stride, 32, PTO_VECTOR_LOAD);
            __builtin_memcpy(&r.lane[32 * b], (const uint8_t *)p + first + b * stride, 32);
        }
    }
    return r;
}

#define PTO_BLOCK_FLAGS_FN(G, step)                       \
    PTO_VFN uint32_t pto_block_flags_##G(pto_##G##_t m)   \
    {                                                     \
        uint32_t flags = 0;                               \
        for (unsigned b = 0; b < 8; ++b) {                \
            flags |= (uint32_t)PTO_BIT(m, b * step) << b; \
        }                                                 \
        return flags;                                     \
    }
PTO_BLOCK_FLAGS_FN(b8, 1)
PTO_BLOCK_FLAGS_FN(b16, 2)
PTO_BLOCK_FLAGS_FN(b32, 4)

#endif
