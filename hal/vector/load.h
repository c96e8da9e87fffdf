// SPDX-License-Identifier: Apache-2.0
//
// Both backends: typed load functions on top of the backend's byte-wise ones.
#ifndef PTO_VECTOR_LOAD_H
#define PTO_VECTOR_LOAD_H

#define PTO_FROM_BYTES(T, bytes)    pto_from_raw_##T(PTO_CAT(pto_from_bytes_u, PTO_BITS_##T)(bytes))
#define PTO_BLOCK_FLAGS(T, m)       PTO_CAT(pto_block_flags_, PTO_GRAN_##T)(m)
#define PTO_BYTES_OF_BLOCKS(blocks) ((uint32_t)(uint16_t)(blocks) * 32)

PTO_VFN pto_vu8_t pto_load_any(const void *p, ptrdiff_t offset, unsigned bytes, pto_attr_t dist)
{
    pto_check_load(p, offset, bytes, pto_dist_alignment(dist), pto_attr_bytes(dist));
    return pto_load_dist((const uint8_t *)p + offset * (ptrdiff_t)bytes, dist);
}

PTO_VFN pto_vu8_t pto_load_any2(const void *p, ptrdiff_t offset, unsigned bytes, pto_attr_t dist, pto_vu8_t *high)
{
    pto_check_load(p, offset, bytes, 32, 2 * PTO_VREG_BYTES);
    return pto_load_dist2((const uint8_t *)p + offset * (ptrdiff_t)bytes, dist, high);
}

PTO_VFN pto_vu8_t pto_load_unaligned(const void *p)
{
    pto_check_load(p, 0, 1, 1, PTO_VREG_BYTES);
    return pto_load_u8(p);
}

PTO_VFN pto_vu8_t pto_load_stride(const void *p, pto_attr_t stride)
{
    const unsigned bytes = pto_check_stride(p, stride, PTO_VECTOR_LOAD);
    const ptrdiff_t step = bytes * pto_stride_step(stride);
    return bytes == 2   ? pto_load_strided_u16(p, step)
           : bytes == 4 ? pto_load_strided_u32(p, step)
                        : pto_load_strided_u64(p, step);
}

// vlds_norm: what ptoc calls, which has no code of other distributions to compile.
#define PTO_LOAD_REGISTER_FNS(T)                                                                                \
    PTO_VFN pto_v##T##_t pto_vlds_norm_##T(const pto_##T##_t *p, ptrdiff_t offset)                              \
    {                                                                                                           \
        PTO_OBSERVE_LOAD(p + offset, PTO_VREG_BYTES);                                                           \
        pto_check_load(p, offset, sizeof *p, 32, PTO_VREG_BYTES);                                               \
        return pto_load_##T(p + offset);                                                                        \
    }                                                                                                           \
    PTO_VFN pto_v##T##_t pto_vlds_##T(const pto_##T##_t *p, ptrdiff_t offset, pto_attr_t dist)                  \
    {                                                                                                           \
        if (dist == PTO_LD_NORM) {                                                                              \
            return pto_vlds_norm_##T(p, offset);                                                                \
        }                                                                                                       \
        PTO_OBSERVE_LOAD(p + offset, pto_attr_bytes(pto_dist_for(dist, PTO_BITS_##T)));                         \
        return PTO_FROM_BYTES(T, pto_load_any(p, offset, sizeof *p, pto_dist_for(dist, PTO_BITS_##T)));         \
    }                                                                                                           \
    PTO_VFN pto_v##T##_t pto_vlds_post_##T(pto_##T##_t *p, ptrdiff_t step, pto_attr_t dist, pto_##T##_t **next) \
    {                                                                                                           \
        *next = p + step;                                                                                       \
        return pto_vlds_##T(p, 0, dist);                                                                        \
    }
#define PTO_LOAD_PAIR_FNS(T)                                                                                         \
    PTO_VFN pto_v##T##_t pto_vldsx2_##T(const pto_##T##_t *p, ptrdiff_t offset, pto_attr_t dist, pto_v##T##_t *high) \
    {                                                                                                                \
        PTO_OBSERVE_LOAD(p + offset, 2 * PTO_VREG_BYTES);                                                            \
        pto_vu8_t h, l = pto_load_any2(p, offset, sizeof *p, pto_dist_for(dist, PTO_BITS_##T), &h);                  \
        *high = PTO_FROM_BYTES(T, h);                                                                                \
        return PTO_FROM_BYTES(T, l);                                                                                 \
    }                                                                                                                \
    PTO_VFN pto_v##T##_t pto_vldsx2_post_##T(pto_##T##_t *p, ptrdiff_t step, pto_attr_t dist, pto_v##T##_t *high,    \
                                             pto_##T##_t **next)                                                     \
    {                                                                                                                \
        *next = p + step;                                                                                            \
        return pto_vldsx2_##T(p, 0, dist, high);                                                                     \
    }
#define PTO_LOAD_BLOCKS_FNS(T)                                                                                      \
    PTO_VFN pto_v##T##_t pto_vsld_##T(const pto_##T##_t *p, ptrdiff_t offset, pto_attr_t stride)                    \
    {                                                                                                               \
        PTO_OBSERVED_ONLY(pto_observe_strided(p + offset, stride, 0);)                                              \
        return PTO_FROM_BYTES(T, pto_load_stride(p + offset, stride));                                              \
    }                                                                                                               \
    PTO_VFN pto_v##T##_t pto_vsldb_##T(const pto_##T##_t *p, int16_t block, int16_t repeat, pto_m##T##_t m)         \
    {                                                                                                               \
        PTO_OBSERVED_ONLY(pto_observe_blocks(p, PTO_BYTES_OF_BLOCKS(repeat), PTO_BYTES_OF_BLOCKS(block),            \
                                             PTO_BITS_##T / 8, PTO_IMAGE_OF(PTO_GRAN_##T, m), 0);)                  \
        pto_check_load(p, 0, 1, 32, 1);                                                                             \
        return PTO_FROM_BYTES(                                                                                      \
            T, pto_load_blocks(p, PTO_BYTES_OF_BLOCKS(repeat), PTO_BYTES_OF_BLOCKS(block), PTO_BLOCK_FLAGS(T, m))); \
    }
#define PTO_LOAD_BLOCKS_MORE_FNS(T)                                                                        \
    PTO_VFN pto_v##T##_t pto_vsldb_packed_##T(const pto_##T##_t *p, int32_t strides, pto_m##T##_t m)       \
    {                                                                                                      \
        return pto_vsldb_##T(p, (int16_t)((uint32_t)strides >> 16), (int16_t)strides, m);                  \
    }                                                                                                      \
    PTO_VFN pto_v##T##_t pto_vsldb_post_##T(pto_##T##_t *p, int16_t block, int16_t repeat, pto_m##T##_t m, \
                                            pto_##T##_t **next)                                            \
    {                                                                                                      \
        *next = (pto_##T##_t *)((uint8_t *)p + PTO_BYTES_OF_BLOCKS(repeat));                               \
        return pto_vsldb_##T(p, block, 0, m);                                                              \
    }
#define PTO_LOAD_STREAM_FNS(T)                                                                                       \
    PTO_VFN pto_align_t pto_vldas_##T(const pto_##T##_t *p)                                                          \
    {                                                                                                                \
        return (pto_align_t){(uintptr_t)p};                                                                          \
    }                                                                                                                \
    PTO_VFN pto_v##T##_t pto_vldus_##T(const pto_##T##_t *p, pto_align_t align, pto_align_t *align_out)              \
    {                                                                                                                \
        *align_out = pto_stream_to(align, p + PTO_LANES(T));                                                         \
        PTO_OBSERVE_LOAD(p, PTO_VREG_BYTES);                                                                         \
        return PTO_FROM_BYTES(T, pto_load_unaligned(p));                                                             \
    }                                                                                                                \
    PTO_VFN pto_v##T##_t pto_vldus_post_##T(pto_##T##_t *p, pto_align_t align, int32_t step, pto_align_t *align_out, \
                                            pto_##T##_t **next)                                                      \
    {                                                                                                                \
        *next = p + step;                                                                                            \
        *align_out = pto_stream_to(align, *next);                                                                    \
        PTO_OBSERVE_LOAD(p, PTO_VREG_BYTES);                                                                         \
        return PTO_FROM_BYTES(T, pto_load_unaligned(p));                                                             \
    }
#define PTO_LOAD_FN(T, ...)     \
    PTO_LOAD_REGISTER_FNS(T)    \
    PTO_LOAD_PAIR_FNS(T)        \
    PTO_LOAD_BLOCKS_FNS(T)      \
    PTO_LOAD_BLOCKS_MORE_FNS(T) \
    PTO_LOAD_STREAM_FNS(T)
PTO_FOR_ANY(PTO_LOAD_FN, )

#endif
