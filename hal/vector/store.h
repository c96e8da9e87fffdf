// SPDX-License-Identifier: Apache-2.0
//
// Both backends: typed store functions on top of the backend's byte-wise ones.
#ifndef PTO_VECTOR_STORE_H
#define PTO_VECTOR_STORE_H

#ifndef PTO_BYTES_OF
#define PTO_BYTES_OF(T, v) PTO_CAT(pto_bytes_u, PTO_BITS_##T)(pto_raw_##T(v))
#endif
#define PTO_STORE_NORM(T, p, v, any) PTO_CAT(pto_store_masked_u, PTO_BITS_##T)(p, pto_raw_##T(v), (any).PTO_GRAN_##T)

// NORM and the other distributions of one register. The mask governs the elements in memory.
PTO_VFN void pto_store_dist(void *p, pto_vu8_t v, pto_any_t m, pto_attr_t dist)
{
    switch (dist) {
        case PTO_ST_1PT_B8:
            pto_store_first_u8(p, v);
            return;
        case PTO_ST_1PT_B16:
            pto_store_first_u16(p, v);
            return;
        case PTO_ST_1PT_B32:
            pto_store_first_u32(p, v);
            return;
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
            pto_store_packed_u16(p, pto_from_bytes_u16(v), m.b16);
            return;
        case PTO_ST_PK_B32:
            pto_store_packed_u32(p, pto_from_bytes_u32(v), m.b32);
            return;
        case PTO_ST_PK_B64:
            pto_store_packed_u64(p, pto_from_bytes_u64(v), m.b32);
            return;
        case PTO_ST_PK4_B32:
            pto_store_packed4_u32(p, pto_from_bytes_u32(v), m.b32);
            return;
        case PTO_ST_MRG4CHN_B8:
            pto_store_masked_u32(p, pto_from_bytes_u32(pto_merge_planes_u8(v, 5, 3)), m.b32);
            return;
        case PTO_ST_MRG2CHN_B8:
            pto_store_masked_u16(p, pto_from_bytes_u16(pto_merge_planes_u8(v, 5, 4)), m.b16);
            return;
        case PTO_ST_MRG2CHN_B16: {
            pto_vu16_t merged = pto_merge_planes_u16(pto_from_bytes_u16(v), 4, 3);
            pto_store_masked_u32(p, pto_from_bytes_u32(pto_bytes_u16(merged)), m.b32);
            return;
        }
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

PTO_VFN void pto_store_any(void *p, ptrdiff_t offset, unsigned bytes, pto_vu8_t v, pto_any_t m, pto_attr_t dist)
{
    pto_check_store(p, offset, bytes, pto_dist_alignment(dist));
    pto_store_dist((uint8_t *)p + offset * (ptrdiff_t)bytes, v, m, dist);
}

PTO_VFN void pto_store_any2(void *base, ptrdiff_t offset, unsigned bytes, pto_vu8_t low, pto_vu8_t high,
                            pto_attr_t dist)
{
    void *p = (uint8_t *)base + offset * (ptrdiff_t)bytes;
    pto_check_store(base, offset, bytes, 32);
    pto_check_last(p, 2 * PTO_VREG_BYTES, PTO_VECTOR_STORE);
    switch (dist) {
        case PTO_ST2_INTLV_B8:
            pto_store_pairs_u8(p, low, high);
            return;
        case PTO_ST2_INTLV_B16:
            pto_store_pairs_u16(p, low, high);
            return;
        case PTO_ST2_INTLV_B32:
            pto_store_pairs_u32(p, low, high);
            return;
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

PTO_VFN void pto_store_stride(void *p, pto_vu8_t v, pto_attr_t stride)
{
    const unsigned bytes = pto_check_stride(p, stride, PTO_VECTOR_STORE);
    const ptrdiff_t step = bytes * pto_stride_step(stride);
    bytes == 2   ? pto_store_strided_u16(p, v, step)
    : bytes == 4 ? pto_store_strided_u32(p, v, step)
                 : pto_store_strided_u64(p, v, step);
}

// Stores the first n bytes of v at any alignment.
PTO_VFN void pto_store_unaligned(void *p, pto_vu8_t v, size_t n)
{
    pto_check_store(p, 0, 1, 1);
    pto_store_bytes(p, v, n);
}

#define PTO_STORE_IF_FN(T, G)                                                                                         \
    PTO_VFN void pto_vsts_norm_##T##_##G(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_##G##_t m)             \
    {                                                                                                                 \
        PTO_OBSERVED_ONLY(pto_site_t *site = PTO_SITE;                                                                \
                          pto_observe_store_dist(site, p + offset, pto_observed_dist(PTO_ST_NORM, PTO_BITS_##T),      \
                                                 PTO_IMAGE_IF_NEEDED(G, m));)                                         \
        pto_check_store(p, offset, sizeof *p, 32);                                                                    \
        PTO_STORE_NORM(T, p + offset, v, pto_any_##G(m));                                                             \
    }                                                                                                                 \
    PTO_VFN void pto_vsts_##T##_##G(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_##G##_t m, pto_attr_t dist) \
    {                                                                                                                 \
        if (dist == PTO_ST_NORM) {                                                                                    \
            pto_vsts_norm_##T##_##G(v, p, offset, m);                                                                 \
            return;                                                                                                   \
        }                                                                                                             \
        PTO_OBSERVED_ONLY(pto_site_t *site = PTO_SITE; pto_observe_store_dist(                                        \
                              site, p + offset, pto_observed_dist(dist, PTO_BITS_##T), PTO_IMAGE_IF_NEEDED(G, m));)   \
        pto_store_any(p, offset, sizeof *p, PTO_BYTES_OF(T, v), pto_any_##G(m), pto_dist_for(dist, PTO_BITS_##T));    \
    }
#define PTO_STORE_IF_FNS(T, G)                                                                                  \
    PTO_VFN pto_##T##_t *pto_vsts_post_##T##_##G(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t step, pto_##G##_t m, \
                                                 pto_attr_t dist)                                               \
    {                                                                                                           \
        pto_vsts_##T##_##G(v, p, 0, m, dist);                                                                   \
        return p + step;                                                                                        \
    }                                                                                                           \
    PTO_VFN void pto_vstsx2_##T##_##G(pto_v##T##_t low, pto_v##T##_t high, pto_##T##_t *p, ptrdiff_t offset,    \
                                      pto_##G##_t m, pto_attr_t dist)                                           \
    {                                                                                                           \
        PTO_OBSERVE_STORE(p + offset, 2 * PTO_VREG_BYTES);                                                      \
        (void)m;                                                                                                \
        pto_store_any2(p, offset, sizeof *p, PTO_BYTES_OF(T, low), PTO_BYTES_OF(T, high),                       \
                       pto_dist_for(dist, PTO_BITS_##T));                                                       \
    }
#define PTO_STORE_MASK_FN(T, G) \
    PTO_STORE_IF_FN(T, G)       \
    PTO_STORE_IF_FNS(T, G)

#define PTO_STORE_ALL_FNS(T)                                                                         \
    PTO_VFN void pto_vsts_all_##T(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_attr_t dist) \
    {                                                                                                \
        pto_vsts_##T##_b8(v, p, offset, pto_pset_b8(PTO_PAT_ALL), dist);                             \
    }                                                                                                \
    PTO_VFN void pto_vsst_##T(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_attr_t stride)   \
    {                                                                                                \
        PTO_OBSERVED_ONLY(pto_observe_strided(p + offset, stride, 1);)                               \
        pto_store_stride(p + offset, PTO_BYTES_OF(T, v), stride);                                    \
    }
#define PTO_STORE_BLOCKS_FNS(T)                                                                               \
    PTO_VFN void pto_vsstb_##T(pto_v##T##_t v, pto_##T##_t *p, int16_t block, int16_t repeat, pto_m##T##_t m) \
    {                                                                                                         \
        PTO_OBSERVED_ONLY(pto_observe_blocks(p, PTO_BYTES_OF_BLOCKS(repeat), PTO_BYTES_OF_BLOCKS(block),      \
                                             PTO_BITS_##T / 8, PTO_IMAGE_OF(PTO_GRAN_##T, m), 1);)            \
        pto_check_store(p, 0, 1, 32);                                                                         \
        pto_store_blocks(p, PTO_BYTES_OF(T, v), PTO_BYTES_OF_BLOCKS(repeat), PTO_BYTES_OF_BLOCKS(block),      \
                         PTO_BLOCK_FLAGS(T, m));                                                              \
    }                                                                                                         \
    PTO_VFN void pto_vsstb_packed_##T(pto_v##T##_t v, pto_##T##_t *p, int32_t strides, pto_m##T##_t m)        \
    {                                                                                                         \
        pto_vsstb_##T(v, p, (int16_t)((uint32_t)strides >> 16), (int16_t)strides, m);                         \
    }                                                                                                         \
    PTO_VFN pto_##T##_t *pto_vsstb_post_##T(pto_v##T##_t v, pto_##T##_t *p, int16_t block, int16_t repeat,    \
                                            pto_m##T##_t m)                                                   \
    {                                                                                                         \
        pto_vsstb_##T(v, p, block, 0, m);                                                                     \
        return (pto_##T##_t *)((uint8_t *)p + PTO_BYTES_OF_BLOCKS(repeat));                                   \
    }
#define PTO_STORE_STREAM_FNS(T)                                                                          \
    PTO_VFN pto_align_t pto_vstus_##T(pto_align_t align, int32_t n, pto_v##T##_t v, pto_##T##_t *p)      \
    {                                                                                                    \
        PTO_OBSERVE_STORE(p, pto_at_most_vreg((size_t)(uint32_t)n * sizeof(pto_##T##_t)));               \
        pto_store_unaligned(p, PTO_BYTES_OF(T, v), (size_t)(uint32_t)n * sizeof(pto_##T##_t));           \
        PTO_OBSERVE_STREAM(align, p + n);                                                                \
        return pto_stream_to(align, p + n);                                                              \
    }                                                                                                    \
    PTO_VFN pto_align_t pto_vstus_post_##T(pto_align_t align, int32_t n, pto_v##T##_t v, pto_##T##_t *p, \
                                           pto_##T##_t **next)                                           \
    {                                                                                                    \
        *next = p + n;                                                                                   \
        return pto_vstus_##T(align, n, v, p);                                                            \
    }                                                                                                    \
    PTO_VFN pto_align_t pto_vstus_mode_##T(pto_align_t align, int32_t n, pto_v##T##_t v, pto_##T##_t *p, \
                                           pto_attr_t mode, pto_##T##_t **next)                          \
    {                                                                                                    \
        *next = mode == PTO_POST_UPDATE ? p + n : p;                                                     \
        return pto_vstus_##T(align, n, v, p);                                                            \
    }
#define PTO_STORE_STREAM_AT_FN(T)                                                                         \
    PTO_VFN pto_align_t pto_vstu_##T(pto_align_t align, ptrdiff_t offset, pto_v##T##_t v, pto_##T##_t *p, \
                                     pto_attr_t mode, ptrdiff_t *next)                                    \
    {                                                                                                     \
        *next = mode == PTO_POST_UPDATE ? offset + PTO_LANES(T) : offset;                                 \
        PTO_OBSERVE_STORE(p + offset, PTO_VREG_BYTES);                                                    \
        pto_store_unaligned(p + offset, PTO_BYTES_OF(T, v), PTO_VREG_BYTES);                              \
        PTO_OBSERVE_STREAM(align, p + offset + PTO_LANES(T));                                             \
        return pto_stream_to(align, p + offset + PTO_LANES(T));                                           \
    }
#define PTO_STORE_STREAM_ON_FN(T)                                                                         \
    PTO_VFN pto_align_t pto_vstur_##T(pto_align_t align, pto_v##T##_t v, pto_##T##_t *p, pto_attr_t mode) \
    {                                                                                                     \
        pto_spr_t *spr = pto_spr();                                                                       \
        uint8_t *at = (uint8_t *)p + spr->ar;                                                             \
        PTO_OBSERVE_STORE(at, pto_at_most_vreg(spr->sqzn));                                               \
        pto_store_unaligned(at, PTO_BYTES_OF(T, v), spr->sqzn);                                           \
        if (mode == PTO_POST_UPDATE) {                                                                    \
            spr->ar += spr->sqzn;                                                                         \
        }                                                                                                 \
        PTO_OBSERVE_STREAM(align, at + spr->sqzn);                                                        \
        return pto_stream_to(align, at + spr->sqzn);                                                      \
    }
#define PTO_STORE_STREAM_AT_FNS(T) \
    PTO_STORE_STREAM_AT_FN(T)      \
    PTO_STORE_STREAM_ON_FN(T)
#define PTO_STORE_LAST_FNS(T)                                                                  \
    PTO_VFN void pto_vstas_##T(pto_align_t align, pto_##T##_t *p, int32_t offset)              \
    {                                                                                          \
        PTO_OBSERVE_STREAM(align, NULL);                                                       \
        (void)align, (void)p, (void)offset;                                                    \
    }                                                                                          \
    PTO_VFN pto_##T##_t *pto_vstas_post_##T(pto_align_t align, pto_##T##_t *p, int32_t offset) \
    {                                                                                          \
        PTO_OBSERVE_STREAM(align, NULL);                                                       \
        (void)align;                                                                           \
        return p + offset;                                                                     \
    }
#define PTO_STORE_REST_FNS(T)                                                      \
    PTO_VFN void pto_vstar_##T(pto_align_t align, pto_##T##_t *p)                  \
    {                                                                              \
        PTO_OBSERVE_STREAM(align, NULL);                                           \
        (void)align, (void)p;                                                      \
    }                                                                              \
    PTO_VFN void pto_vsta_##T(pto_align_t align, pto_##T##_t *p, ptrdiff_t offset) \
    {                                                                              \
        PTO_OBSERVE_STREAM(align, NULL);                                           \
        (void)align, (void)p, (void)offset;                                        \
    }
#define PTO_STORE_END_FNS(T) \
    PTO_STORE_LAST_FNS(T)    \
    PTO_STORE_REST_FNS(T)
#define PTO_STORE_FN(T, ...)   \
    PTO_STORE_MASK_FN(T, b8)   \
    PTO_STORE_MASK_FN(T, b16)  \
    PTO_STORE_MASK_FN(T, b32)  \
    PTO_STORE_ALL_FNS(T)       \
    PTO_STORE_BLOCKS_FNS(T)    \
    PTO_STORE_STREAM_FNS(T)    \
    PTO_STORE_STREAM_AT_FNS(T) \
    PTO_STORE_END_FNS(T)
PTO_FOR_ANY(PTO_STORE_FN, )

PTO_VFN pto_align_t pto_init_align(void)
{
    return (pto_align_t){0};
}

// sprclr "AR"
PTO_VFN void pto_sprclr_ar(void)
{
    pto_spr()->ar = 0;
}

// Masks in memory: psts, and the older forms with offsets in words of 8 bytes.
#define PTO_MASKS_IN_MEMORY(G)                                                                 \
    PTO_VFN void pto_psts_##G(pto_##G##_t m, void *p, ptrdiff_t offset, pto_attr_t dist)       \
    {                                                                                          \
        PTO_OBSERVE_STORE((uint8_t *)p + offset, dist == PTO_PST_PK ? 16 : 32);                \
        pto_check_store(p, offset, 1, 1);                                                      \
        pto_check_last((uint8_t *)p + offset, dist == PTO_PST_PK ? 16 : 32, PTO_VECTOR_STORE); \
        pto_keep_##G(m, (uint8_t *)p + offset, dist);                                          \
    }                                                                                          \
    PTO_VFN pto_##G##_t pto_pld_##G(const void *p, int32_t words, pto_attr_t dist)             \
    {                                                                                          \
        return pto_plds_##G(p, (ptrdiff_t)words * 8, dist);                                    \
    }                                                                                          \
    PTO_VFN void pto_pst_##G(pto_##G##_t m, void *p, int32_t words, pto_attr_t dist)           \
    {                                                                                          \
        pto_psts_##G(m, p, (ptrdiff_t)words * 8, dist);                                        \
    }
PTO_FOR_MASKS(PTO_MASKS_IN_MEMORY)
#undef PTO_MASKS_IN_MEMORY

// Immediate offsets are in units of the distribution: 32 bytes; for US and PK 16.
#define PTO_MASK_BYTES(units, dist, half) ((ptrdiff_t)(units) * ((dist) == (half) ? 16 : 32))
#define PTO_MASKS_BY_UNITS(G)                                                           \
    PTO_VFN pto_##G##_t pto_pldi_##G(const void *p, ptrdiff_t units, pto_attr_t dist)   \
    {                                                                                   \
        return pto_plds_##G(p, PTO_MASK_BYTES(units, dist, PTO_PLD_US), dist);          \
    }                                                                                   \
    PTO_VFN void pto_psti_##G(pto_##G##_t m, void *p, ptrdiff_t units, pto_attr_t dist) \
    {                                                                                   \
        pto_psts_##G(m, p, PTO_MASK_BYTES(units, dist, PTO_PST_PK), dist);              \
    }
#define PTO_MASKS_POST(G)                                                                         \
    PTO_VFN pto_##G##_t pto_plds_post_##G(void *p, ptrdiff_t step, pto_attr_t dist, void **next)  \
    {                                                                                             \
        *next = (uint8_t *)p + step;                                                              \
        return pto_plds_##G(p, 0, dist);                                                          \
    }                                                                                             \
    PTO_VFN pto_##G##_t pto_pldi_post_##G(void *p, ptrdiff_t units, pto_attr_t dist, void **next) \
    {                                                                                             \
        return pto_plds_post_##G(p, PTO_MASK_BYTES(units, dist, PTO_PLD_US), dist, next);         \
    }                                                                                             \
    PTO_VFN void *pto_psts_post_##G(pto_##G##_t m, void *p, ptrdiff_t step, pto_attr_t dist)      \
    {                                                                                             \
        pto_psts_##G(m, p, 0, dist);                                                              \
        return (uint8_t *)p + step;                                                               \
    }                                                                                             \
    PTO_VFN void *pto_psti_post_##G(pto_##G##_t m, void *p, ptrdiff_t units, pto_attr_t dist)     \
    {                                                                                             \
        return pto_psts_post_##G(m, p, PTO_MASK_BYTES(units, dist, PTO_PST_PK), dist);            \
    }
#define PTO_MASKS_ADVANCING(G) \
    PTO_MASKS_BY_UNITS(G)      \
    PTO_MASKS_POST(G)
PTO_FOR_MASKS(PTO_MASKS_ADVANCING)
#undef PTO_MASK_BYTES
#undef PTO_MASKS_BY_UNITS
#undef PTO_MASKS_POST
#undef PTO_MASKS_ADVANCING

#endif
