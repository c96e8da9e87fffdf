// SPDX-License-Identifier: Apache-2.0
//
// Both backends: the typed functions of stores, over the byte-wise ones of the backend.
#ifndef PTO_VECTOR_STORE_H
#define PTO_VECTOR_STORE_H

#define PTO_BYTES_OF(T, v)           PTO_CAT(pto_bytes_u, PTO_BITS_##T)(pto_raw_##T(v))
#define PTO_STORE_NORM(T, p, v, any) PTO_CAT(pto_store_masked_u, PTO_BITS_##T)(p, pto_raw_##T(v), (any).PTO_GRAN_##T)

#define PTO_STORE_MASK_FN(T, G)                                                                                       \
    PTO_VFN void pto_vsts_##T##_##G(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_##G##_t m, pto_attr_t dist) \
    {                                                                                                                 \
        PTO_OBSERVED_ONLY(pto_site_t *site = PTO_SITE;                                                                \
                          pto_observe_store_dist(site, p + offset, pto_observed_dist(dist, PTO_BITS_##T),             \
                                                 PTO_IMAGE_IF_NEEDED(G, m));)                                         \
        pto_any_t any = pto_any_##G(m);                                                                               \
        if (dist == PTO_ST_NORM) {                                                                                    \
            pto_check_store(p, offset *(ptrdiff_t)sizeof *p, 32);                                                     \
            PTO_STORE_NORM(T, p + offset, v, any);                                                                    \
        } else {                                                                                                      \
            pto_store_dist(p, offset *(ptrdiff_t)sizeof *p, PTO_BYTES_OF(T, v), any,                                  \
                           pto_dist_for(dist, PTO_BITS_##T));                                                         \
        }                                                                                                             \
    }                                                                                                                 \
    PTO_VFN pto_##T##_t *pto_vsts_post_##T##_##G(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t step, pto_##G##_t m,       \
                                                 pto_attr_t dist)                                                     \
    {                                                                                                                 \
        pto_vsts_##T##_##G(v, p, 0, m, dist);                                                                         \
        return p + step;                                                                                              \
    }                                                                                                                 \
    PTO_VFN void pto_vstsx2_##T##_##G(pto_v##T##_t low, pto_v##T##_t high, pto_##T##_t *p, ptrdiff_t offset,          \
                                      pto_##G##_t m, pto_attr_t dist)                                                 \
    {                                                                                                                 \
        PTO_OBSERVE_STORE(p + offset, 2 * PTO_VREG_BYTES);                                                            \
        (void)m;                                                                                                      \
        pto_store_dist2(p, offset *(ptrdiff_t)sizeof *p, PTO_BYTES_OF(T, low), PTO_BYTES_OF(T, high),                 \
                        pto_dist_for(dist, PTO_BITS_##T));                                                            \
    }

#define PTO_STORE_FN(T, ...)                                                                                  \
    PTO_STORE_MASK_FN(T, b8)                                                                                  \
    PTO_STORE_MASK_FN(T, b16)                                                                                 \
    PTO_STORE_MASK_FN(T, b32)                                                                                 \
    PTO_VFN void pto_vsts_all_##T(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_attr_t dist)          \
    {                                                                                                         \
        pto_vsts_##T##_b8(v, p, offset, pto_pset_b8(PTO_PAT_ALL), dist);                                      \
    }                                                                                                         \
    PTO_VFN void pto_vsst_##T(pto_v##T##_t v, pto_##T##_t *p, ptrdiff_t offset, pto_attr_t stride)            \
    {                                                                                                         \
        PTO_OBSERVED_ONLY(pto_observe_strided(p + offset, stride, 1);)                                        \
        pto_store_stride(p, offset *(ptrdiff_t)sizeof *p, PTO_BYTES_OF(T, v), stride);                        \
    }                                                                                                         \
    PTO_VFN void pto_vsstb_##T(pto_v##T##_t v, pto_##T##_t *p, int16_t block, int16_t repeat, pto_m##T##_t m) \
    {                                                                                                         \
        PTO_OBSERVED_ONLY(pto_observe_blocks(p, PTO_BYTES_OF_BLOCKS(repeat), PTO_BYTES_OF_BLOCKS(block),      \
                                             PTO_BITS_##T / 8, PTO_IMAGE_OF(PTO_GRAN_##T, m), 1);)            \
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
    }                                                                                                         \
    PTO_VFN pto_align_t pto_vstus_##T(pto_align_t align, int32_t n, pto_v##T##_t v, pto_##T##_t *p)           \
    {                                                                                                         \
        PTO_OBSERVE_STORE(p, pto_at_most_vreg((size_t)(uint32_t)n * sizeof(pto_##T##_t)));                    \
        pto_store_bytes(p, PTO_BYTES_OF(T, v), (size_t)(uint32_t)n * sizeof(pto_##T##_t));                    \
        return pto_stream_to(align, p + n);                                                                   \
    }                                                                                                         \
    PTO_VFN pto_align_t pto_vstus_post_##T(pto_align_t align, int32_t n, pto_v##T##_t v, pto_##T##_t *p,      \
                                           pto_##T##_t **next)                                                \
    {                                                                                                         \
        *next = p + n;                                                                                        \
        return pto_vstus_##T(align, n, v, p);                                                                 \
    }                                                                                                         \
    PTO_VFN pto_align_t pto_vstus_mode_##T(pto_align_t align, int32_t n, pto_v##T##_t v, pto_##T##_t *p,      \
                                           pto_attr_t mode, pto_##T##_t **next)                               \
    {                                                                                                         \
        *next = mode == PTO_POST_UPDATE ? p + n : p;                                                          \
        return pto_vstus_##T(align, n, v, p);                                                                 \
    }                                                                                                         \
    PTO_VFN pto_align_t pto_vstu_##T(pto_align_t align, ptrdiff_t offset, pto_v##T##_t v, pto_##T##_t *p,     \
                                     pto_attr_t mode, ptrdiff_t *next)                                        \
    {                                                                                                         \
        *next = mode == PTO_POST_UPDATE ? offset + PTO_LANES(T) : offset;                                     \
        PTO_OBSERVE_STORE(p + offset, PTO_VREG_BYTES);                                                        \
        pto_store_bytes(p + offset, PTO_BYTES_OF(T, v), PTO_VREG_BYTES);                                      \
        return pto_stream_to(align, p + offset + PTO_LANES(T));                                               \
    }                                                                                                         \
    PTO_VFN pto_align_t pto_vstur_##T(pto_align_t align, pto_v##T##_t v, pto_##T##_t *p, pto_attr_t mode)     \
    {                                                                                                         \
        pto_spr_t *spr = pto_spr();                                                                           \
        uint8_t *at = (uint8_t *)p + spr->ar;                                                                 \
        PTO_OBSERVE_STORE(at, pto_at_most_vreg(spr->sqzn));                                                   \
        pto_store_bytes(at, PTO_BYTES_OF(T, v), spr->sqzn);                                                   \
        if (mode == PTO_POST_UPDATE) {                                                                        \
            spr->ar += spr->sqzn;                                                                             \
        }                                                                                                     \
        return pto_stream_to(align, at + spr->sqzn);                                                          \
    }                                                                                                         \
    PTO_VFN void pto_vstas_##T(pto_align_t align, pto_##T##_t *p, int32_t offset)                             \
    {                                                                                                         \
        (void)align, (void)p, (void)offset;                                                                   \
    }                                                                                                         \
    PTO_VFN pto_##T##_t *pto_vstas_post_##T(pto_align_t align, pto_##T##_t *p, int32_t offset)                \
    {                                                                                                         \
        (void)align;                                                                                          \
        return p + offset;                                                                                    \
    }                                                                                                         \
    PTO_VFN void pto_vstar_##T(pto_align_t align, pto_##T##_t *p)                                             \
    {                                                                                                         \
        (void)align, (void)p;                                                                                 \
    }                                                                                                         \
    PTO_VFN void pto_vsta_##T(pto_align_t align, pto_##T##_t *p, ptrdiff_t offset)                            \
    {                                                                                                         \
        (void)align, (void)p, (void)offset;                                                                   \
    }
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

#endif
