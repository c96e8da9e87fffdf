// SPDX-License-Identifier: Apache-2.0
//
// Scalar backend: contiguous stores with every distribution, strided and block-strided stores.
#ifndef PTO_VECTOR_SCALAR_STORE_H
#define PTO_VECTOR_SCALAR_STORE_H

// Stores element i after p; the last element of a store may be the one that leaves UB.
#define PTO_STORE_LANE(U, p, i, value)                                                      \
    (pto_check_last((pto_alias_##U##_t *)(p) + (i), sizeof(pto_##U##_t), PTO_VECTOR_STORE), \
     (void)(((pto_alias_##U##_t *)(p))[i] = (pto_##U##_t)(value)))

// Stores inside UB need no check for each lane, and stores of all lanes no test: where code of all ways has room.
#define PTO_STORE_INSIDE(U, N, p, v, m)                                             \
    if (PTO_TESTS_FULL && pto_ends_within(p, PTO_LANES(U) * sizeof(pto_##N##_t))) { \
        pto_alias_##N##_t *to = (p);                                                \
        if (pto_is_full(m.image, sizeof(pto_##U##_t))) {                            \
            PTO_LANE_LOOP(U, i)                                                     \
            {                                                                       \
                to[i] = (pto_##N##_t)(v).lane[i];                                   \
            }                                                                       \
            return;                                                                 \
        }                                                                           \
        PTO_LANE_LOOP(U, i)                                                         \
        {                                                                           \
            if (PTO_ON(U, m, i)) {                                                  \
                to[i] = (pto_##N##_t)(v).lane[i];                                   \
            }                                                                       \
        }                                                                           \
        return;                                                                     \
    }

// The lower bits of each element: all of them, or for PK a half or a quarter.
#define PTO_STORE_MASKED_FN(name, U, N, G)                                      \
    PTO_VFN void pto_store_##name##_##U(void *p, pto_v##U##_t v, pto_##G##_t m) \
    {                                                                           \
        PTO_STORE_INSIDE(U, N, p, v, m)                                         \
        PTO_LANE_LOOP(U, i)                                                     \
        {                                                                       \
            if (PTO_ON(U, m, i)) {                                              \
                PTO_STORE_LANE(N, p, i, v.lane[i]);                             \
            }                                                                   \
        }                                                                       \
    }
PTO_STORE_MASKED_FN(masked, u8, u8, b8)
PTO_STORE_MASKED_FN(masked, u16, u16, b16)
PTO_STORE_MASKED_FN(masked, u32, u32, b32)
PTO_STORE_MASKED_FN(masked, u64, u64, b32)
PTO_STORE_MASKED_FN(packed, u16, u8, b16)
PTO_STORE_MASKED_FN(packed, u32, u16, b32)
PTO_STORE_MASKED_FN(packed, u64, u32, b32)
PTO_STORE_MASKED_FN(packed4, u32, u8, b32)

// Stores only the first element.
#define PTO_STORE_FIRST_FN(U, FROM)                        \
    PTO_VFN void pto_store_first_##U(void *p, pto_vu8_t v) \
    {                                                      \
        PTO_STORE_LANE(U, p, 0, FROM(v).lane[0]);          \
    }
PTO_STORE_FIRST_FN(u8, )
PTO_STORE_FIRST_FN(u16, pto_from_bytes_u16)
PTO_STORE_FIRST_FN(u32, pto_from_bytes_u32)

// MRG: in each block of `1 << block` elements, interleaves planes of `1 << plane` elements: element c of group j comes
// from element j of plane c.
#define PTO_MERGE_PLANES_FN(U)                                                      \
    PTO_VFN pto_v##U##_t pto_merge_planes_##U(pto_v##U##_t v, int block, int plane) \
    {                                                                               \
        pto_v##U##_t r;                                                             \
        const unsigned channels = 1u << (block - plane);                            \
        PTO_LANE_LOOP(U, i)                                                         \
        {                                                                           \
            const unsigned at = i & ((1u << block) - 1);                            \
            r.lane[i] = v.lane[i - at + (at % channels << plane) + at / channels];  \
        }                                                                           \
        return r;                                                                   \
    }
PTO_MERGE_PLANES_FN(u8)
PTO_MERGE_PLANES_FN(u16)

// INTLV: elements of low and high alternate, 512 bytes.
#define PTO_STORE_PAIRS_FN(U)                                                                    \
    PTO_VFN void pto_store_pairs_##U(void *p, pto_vu8_t low_bytes, pto_vu8_t high_bytes)         \
    {                                                                                            \
        pto_v##U##_t low = pto_from_bytes_##U(low_bytes), high = pto_from_bytes_##U(high_bytes); \
        PTO_LANE_LOOP(U, i)                                                                      \
        {                                                                                        \
            ((pto_alias_##U##_t *)p)[2 * i] = low.lane[i];                                       \
            ((pto_alias_##U##_t *)p)[2 * i + 1] = high.lane[i];                                  \
        }                                                                                        \
    }
PTO_STORE_PAIRS_FN(u8)
PTO_STORE_PAIRS_FN(u16)
PTO_STORE_PAIRS_FN(u32)

// Stores to every stride-th element, stride in bytes.
#define PTO_STORE_STRIDED_FN(U)                                                       \
    PTO_VFN void pto_store_strided_##U(void *p, pto_vu8_t bytes, ptrdiff_t stride)    \
    {                                                                                 \
        pto_v##U##_t v = pto_from_bytes_##U(bytes);                                   \
        PTO_LANE_LOOP(U, i)                                                           \
        {                                                                             \
            *(pto_alias_##U##_t *)((uint8_t *)p + (ptrdiff_t)i * stride) = v.lane[i]; \
        }                                                                             \
    }
PTO_STORE_STRIDED_FN(u16)
PTO_STORE_STRIDED_FN(u32)
PTO_STORE_STRIDED_FN(u64)

// Blocks that overlap are written in order: the last one wins.
PTO_VFN void pto_store_blocks(void *p, pto_vu8_t v, uint32_t first, uint32_t stride, uint32_t flags)
{
    for (unsigned b = 0; b < 8; ++b) {
        if (flags >> b & 1) {
            pto_check_element(p, first + b * stride, 32, PTO_VECTOR_STORE);
            __builtin_memcpy((uint8_t *)p + first + b * stride, &v.lane[32 * b], 32);
        }
    }
}

// Stores the first n bytes of v at any alignment.
PTO_VFN void pto_store_bytes(void *p, pto_vu8_t v, size_t n)
{
    for (size_t i = 0; i < n && i < PTO_VREG_BYTES; ++i) {
        PTO_STORE_LANE(u8, p, i, v.lane[i]);
    }
}

#endif
