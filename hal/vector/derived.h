// SPDX-License-Identifier: Apache-2.0
//
// Both backends: operations in terms of other operations.
#ifndef PTO_VECTOR_DERIVED_H
#define PTO_VECTOR_DERIVED_H

#define PTO_COPY_FNS(T, ...)                                          \
    PTO_VFN pto_v##T##_t pto_vmov_all_##T(pto_v##T##_t a)             \
    {                                                                 \
        return a;                                                     \
    }                                                                 \
    PTO_VFN pto_v##T##_t pto_vdups_##T(pto_##T##_t s, pto_m##T##_t m) \
    {                                                                 \
        return pto_zero_##T(pto_splat_##T(s), m);                     \
    }
PTO_FOR_NUMBERS(PTO_COPY_FNS, )

#define PTO_BR_FN(T, ...)                           \
    PTO_VFN pto_v##T##_t pto_vbr_##T(pto_##T##_t s) \
    {                                               \
        return pto_splat_##T(s);                    \
    }
PTO_FOR_INTS(PTO_BR_FN, )
PTO_FOR_FLOATS(PTO_BR_FN, )

// Selections of lanes by index.
#define PTO_PERMUTE_FNS(name)            \
    PTO_FOR_INTS(PTO_PERMUTE_FN, name)   \
    PTO_FOR_FLOATS(PTO_PERMUTE_FN, name) \
    PTO_FOR_FP8(PTO_PERMUTE_FN, name)
PTO_PERMUTE_FNS(vselr)
PTO_PERMUTE_FNS(vselrv2)
PTO_PERMUTE_FNS(vperm)

#define PTO_NOT_FN(T, ...)                                            \
    PTO_VFN pto_v##T##_t pto_vnot_##T(pto_v##T##_t a, pto_m##T##_t m) \
    {                                                                 \
        return pto_from_raw_##T(pto_vnot_u8(pto_raw_##T(a), m));      \
    }
PTO_FOR_FP8(PTO_NOT_FN, )

// Both halves of an interleaving, and the even and odd elements.
#define PTO_INTLV_FN(T, name)                                                                \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_v##T##_t *high) \
    {                                                                                        \
        *high = pto_##name##v2_##T(a, b, PTO_HIGHER);                                        \
        return pto_##name##v2_##T(a, b, PTO_LOWER);                                          \
    }
PTO_FOR_NUMBERS(PTO_INTLV_FN, vintlv)
PTO_FOR_NUMBERS(PTO_INTLV_FN, vdintlv)
PTO_FOR_FP8(PTO_INTLV_FN, vintlv)
PTO_FOR_FP8(PTO_INTLV_FN, vdintlv)

#define PTO_PGE_FN(G)                                   \
    PTO_VFN pto_##G##_t pto_pge_##G(pto_attr_t pattern) \
    {                                                   \
        return pto_pset_##G(pattern);                   \
    }
PTO_FOR_MASKS(PTO_PGE_FN)

// Packs one bit a lane: 16 bytes of a b16 predicate, 8 of a b32.
#define PTO_PSTU_FN(G, bytes, store)                                                                 \
    PTO_VFN pto_align_t pto_pstu_##G(pto_align_t align, pto_##G##_t m, void *p, void **next)         \
    {                                                                                                \
        PTO_OBSERVE_STORE(p, bytes);                                                                 \
        pto_check_store(p, 0, 1, 1);                                                                 \
        pto_check_last(p, bytes, PTO_VECTOR_STORE);                                                  \
        store(m, p);                                                                                 \
        *next = (uint8_t *)p + bytes;                                                                \
        PTO_OBSERVE_STREAM(align, *next);                                                            \
        return pto_stream_to(align, *next);                                                          \
    }
PTO_PSTU_FN(b16, 16, pto_store_halves)
PTO_PSTU_FN(b32, 8, pto_store_quarters)

#endif
