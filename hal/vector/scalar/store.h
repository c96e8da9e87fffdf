// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: contiguous stores with every distribution, strided and block-strided stores.
#ifndef PTO_VECTOR_SCALAR_STORE_H
#define PTO_VECTOR_SCALAR_STORE_H

#define PTO_STORE_MASKED_FN(U, G)                                             \
    PTO_VFN void pto_store_masked_##U(void *p, pto_v##U##_t v, pto_##G##_t m) \
    {                                                                         \
        PTO_LANE_LOOP(U, i)                                                   \
        {                                                                     \
            if (PTO_ON(U, m, i)) {                                            \
                ((pto_alias_##U##_t *)p)[i] = v.lane[i];                      \
            }                                                                 \
        }                                                                     \
    }
PTO_STORE_MASKED_FN(u8, b8)
PTO_STORE_MASKED_FN(u16, b16)
PTO_STORE_MASKED_FN(u32, b32)
PTO_STORE_MASKED_FN(u64, b32)

// The low bits of each element that fit N.
#define PTO_STORE_PACKED(U, N, m)                                      \
    {                                                                  \
        pto_v##U##_t x_ = pto_from_bytes_##U(v);                       \
        PTO_LANE_LOOP(U, i)                                            \
        {                                                              \
            if (PTO_ON(U, m, i)) {                                     \
                ((pto_alias_##N##_t *)p)[i] = (pto_##N##_t)x_.lane[i]; \
            }                                                          \
        }                                                              \
        return;                                                        \
    }

// In each block, merges planes of `plane` elements: element c of group j comes from element j of plane c.
#define PTO_MERGE_PLANES_FN(U)                                                                \
    PTO_VFN pto_v##U##_t pto_merge_planes_##U(pto_v##U##_t v, unsigned block, unsigned plane) \
    {                                                                                         \
        pto_v##U##_t r;                                                                       \
        const unsigned channels = block / plane;                                              \
        PTO_LANE_LOOP(U, i)                                                                   \
        {                                                                                     \
            const unsigned at = i % block;                                                    \
            r.lane[i] = v.lane[i - at + at % channels * plane + at / channels];               \
        }                                                                                     \
        return r;                                                                             \
    }
PTO_MERGE_PLANES_FN(u8)
PTO_MERGE_PLANES_FN(u16)

PTO_VFN void pto_store_dist(void *base, ptrdiff_t offset, pto_vu8_t v, pto_any_t m, pto_attr_t dist)
{
    void *p = (uint8_t *)base + offset;
    switch (dist) {
        case PTO_ST_1PT_B8:
            __builtin_memcpy(p, &v, 1);
            return;
        case PTO_ST_1PT_B16:
            pto_check_store(base, offset, 2);
            __builtin_memcpy(p, &v, 2);
            return;
        case PTO_ST_1PT_B32:
            pto_check_store(base, offset, 4);
            __builtin_memcpy(p, &v, 4);
            return;
        default:
            break;
    }
    pto_check_store(base, offset, 32);
    switch (dist) {
        case PTO_ST_NORM_B8:
            pto_store_masked_u8(p, v, m.b8);
            return;
        case PTO_ST_NORM_B16:
            pto_store_masked_u16(p, pto_from_bytes_u16(v), m.b16);
            return;
        case PTO_ST_NORM_B32:
            pto_store_masked_u32(p, pto_from_bytes_u32(v), m.b32);
            return;
        case PTO_ST_PK_B16:
            PTO_STORE_PACKED(u16, u8, m.b16)
        case PTO_ST_PK_B32:
            PTO_STORE_PACKED(u32, u16, m.b32)
        case PTO_ST_PK_B64:
            PTO_STORE_PACKED(u64, u32, m.b32)
        case PTO_ST_PK4_B32:
            PTO_STORE_PACKED(u32, u8, m.b32)
        case PTO_ST_MRG4CHN_B8:
            pto_store_masked_u32(p, pto_from_bytes_u32(pto_merge_planes_u8(v, 32, 8)), m.b32);
            return;
        case PTO_ST_MRG2CHN_B8:
            pto_store_masked_u16(p, pto_from_bytes_u16(pto_merge_planes_u8(v, 32, 16)), m.b16);
            return;
        case PTO_ST_MRG2CHN_B16: {
            pto_vu16_t merged = pto_merge_planes_u16(pto_from_bytes_u16(v), 16, 8);
            pto_store_masked_u32(p, pto_from_bytes_u32(pto_bytes_u16(merged)), m.b32);
            return;
        }
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

#define PTO_STORE_PAIRS(U)                                                        \
    {                                                                             \
        pto_v##U##_t x_ = pto_from_bytes_##U(low), y_ = pto_from_bytes_##U(high); \
        pto_alias_##U##_t *at_ = (pto_alias_##U##_t *)p;                          \
        PTO_LANE_LOOP(U, i)                                                       \
        {                                                                         \
            at_[2 * i] = x_.lane[i];                                              \
            at_[2 * i + 1] = y_.lane[i];                                          \
        }                                                                         \
        return;                                                                   \
    }

PTO_VFN void pto_store_dist2(void *base, ptrdiff_t offset, pto_vu8_t low, pto_vu8_t high, pto_attr_t dist)
{
    void *p = (uint8_t *)base + offset;
    pto_check_store(base, offset, 32);
    switch (dist) {
        case PTO_ST2_INTLV_B8:
            PTO_STORE_PAIRS(u8)
        case PTO_ST2_INTLV_B16:
            PTO_STORE_PAIRS(u16)
        case PTO_ST2_INTLV_B32:
            PTO_STORE_PAIRS(u32)
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

#define PTO_STORE_STRIDED(U, step)                             \
    {                                                          \
        pto_v##U##_t x_ = pto_from_bytes_##U(v);               \
        pto_check_store(base, offset, sizeof(pto_##U##_t));    \
        PTO_LANE_LOOP(U, i)                                    \
        {                                                      \
            ((pto_alias_##U##_t *)p)[i * (step)] = x_.lane[i]; \
        }                                                      \
        return;                                                \
    }

PTO_VFN void pto_store_stride(void *base, ptrdiff_t offset, pto_vu8_t v, pto_attr_t stride)
{
    void *p = (uint8_t *)base + offset;
    switch (stride) {
        case PTO_STRIDE_S3_B16:
            PTO_STORE_STRIDED(u16, 3)
        case PTO_STRIDE_VSST_S8_B16:
            PTO_STORE_STRIDED(u16, 8)
        case PTO_STRIDE_S8_B32:
            PTO_STORE_STRIDED(u32, 8)
        case PTO_STRIDE_S2_B64:
            PTO_STORE_STRIDED(u64, 2)
        case PTO_STRIDE_S4_B64:
            PTO_STORE_STRIDED(u64, 4)
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, stride);
    }
}

// Blocks whose places collide are written in order: the last one wins.
PTO_VFN void pto_store_blocks(void *p, pto_vu8_t v, uint32_t first, uint32_t stride, uint32_t flags)
{
    pto_check_store(p, 0, 32);
    for (unsigned b = 0; b < 8; ++b) {
        if (flags >> b & 1) {
            __builtin_memcpy((uint8_t *)p + first + b * stride, &v.lane[32 * b], 32);
        }
    }
}

// The first n bytes of v, to any address.
PTO_VFN void pto_store_bytes(void *p, pto_vu8_t v, size_t n)
{
    for (size_t i = 0; i < n && i < PTO_VREG_BYTES; ++i) {
        ((pto_alias_u8_t *)p)[i] = v.lane[i];
    }
}

#endif
