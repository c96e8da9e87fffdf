// SPDX-License-Identifier: Apache-2.0
//
// Both backends: typed gather and scatter functions on top of the backend's byte-wise ones.
#ifndef PTO_VECTOR_INDEXED_H
#define PTO_VECTOR_INDEXED_H

// The typed functions, for every pair of element and index

#define PTO_GATHER_OF(T, X)  PTO_CAT(PTO_CAT3(pto_gather_u, PTO_BITS_##T, _u), PTO_BITS_##X)
#define PTO_SCATTER_OF(T, X) PTO_CAT(PTO_CAT3(pto_scatter_u, PTO_BITS_##T, _u), PTO_BITS_##X)
#define PTO_UNSIGNED(T)      PTO_CAT3(uint, PTO_BITS_##T, _t)
#define PTO_COUNT_MASK(T, n) PTO_CAT(pto_plt_, PTO_GRAN_##T)((int32_t)(n), &(int32_t){0})

// For the checker: reports the indices and the mask as arrays in memory.
#define PTO_OBSERVE_INDEXED(T, X, p, x, m, stores)                                                                     \
    PTO_OBSERVED_ONLY(uint8_t at_[PTO_VREG_BYTES]; PTO_CAT(pto_store_u, PTO_BITS_##X)((void *)at_, pto_raw_##X(x));    \
                      pto_observe_indexed(p, sizeof *p, at_, PTO_BITS_##X / 8,                                         \
                                          PTO_LANES(T) < PTO_LANES(X) ? PTO_LANES(T) : PTO_LANES(X), PTO_BITS_##T / 8, \
                                          PTO_IMAGE_OF(PTO_GRAN_##T, m), stores);)

#define PTO_VGATHER2_FNS(T, X)                                                                           \
    PTO_VFN pto_v##T##_t pto_vgather2_##T##_##X(const pto_##T##_t *p, pto_v##X##_t x, pto_m##T##_t m)    \
    {                                                                                                    \
        PTO_OBSERVE_INDEXED(T, X, p, x, m, 0)                                                            \
        pto_check_load(p, 0, 1, sizeof *p, 1);                                                           \
        return pto_from_raw_##T(PTO_GATHER_OF(T, X)((const PTO_UNSIGNED(T) *)p, pto_raw_##X(x), m));     \
    }                                                                                                    \
    PTO_VFN pto_v##T##_t pto_vgather2_n_##T##_##X(const pto_##T##_t *p, pto_v##X##_t x, ptrdiff_t n)     \
    {                                                                                                    \
        return pto_vgather2_##T##_##X(p, x, PTO_COUNT_MASK(T, n));                                       \
    }                                                                                                    \
    PTO_VFN pto_v##T##_t pto_vgather2_bc_##T##_##X(const pto_##T##_t *p, pto_v##X##_t x, pto_m##T##_t m) \
    {                                                                                                    \
        return pto_vgather2_##T##_##X(p, x, m);                                                          \
    }
#define PTO_VSCATTER_FNS(T, X)                                                                          \
    PTO_VFN void pto_vscatter_##T##_##X(pto_v##T##_t v, pto_##T##_t *p, pto_v##X##_t x, pto_m##T##_t m) \
    {                                                                                                   \
        PTO_OBSERVE_INDEXED(T, X, p, x, m, 1)                                                           \
        pto_check_store(p, 0, 1, sizeof *p);                                                            \
        PTO_SCATTER_OF(T, X)((PTO_UNSIGNED(T) *)p, pto_raw_##T(v), pto_raw_##X(x), m);                  \
    }                                                                                                   \
    PTO_VFN void pto_vscatter_n_##T##_##X(pto_v##T##_t v, pto_##T##_t *p, pto_v##X##_t x, ptrdiff_t n)  \
    {                                                                                                   \
        pto_vscatter_##T##_##X(v, p, x, PTO_COUNT_MASK(T, n));                                          \
    }
#define PTO_INDEXED_FN(T, X) PTO_VGATHER2_FNS(T, X) PTO_VSCATTER_FNS(T, X)
#define PTO_INDEXED_FNS(T, ...) \
    PTO_INDEXED_FN(T, i8)       \
    PTO_INDEXED_FN(T, u8)       \
    PTO_INDEXED_FN(T, i16)      \
    PTO_INDEXED_FN(T, u16)      \
    PTO_INDEXED_FN(T, i32)      \
    PTO_INDEXED_FN(T, u32)
PTO_FOR_INTS(PTO_INDEXED_FNS, )
PTO_FOR_FLOATS(PTO_INDEXED_FNS, )
PTO_FOR_FP8(PTO_INDEXED_FNS, )

// T is the type of the bytes, U that of the lanes.
#define PTO_GATHER_WIDE_FN(T, U, X)                                                                      \
    PTO_VFN pto_v##U##_t pto_vgather2_wide_##T##_##X(const pto_##T##_t *p, pto_v##X##_t x, pto_b16_t m)  \
    {                                                                                                    \
        PTO_OBSERVED_ONLY(uint16_t at_[128]; pto_store_u16((void *)at_, pto_raw_##X(x));                 \
                          pto_observe_indexed(p, 1, at_, 2, 128, 2, PTO_IMAGE_OF(b16, m), 0);)           \
        pto_check_load(p, 0, 1, 1, 1);                                                                   \
        return pto_from_raw_##U(pto_gather_wide((const uint8_t *)p, pto_raw_##X(x), m));                 \
    }
PTO_GATHER_WIDE_FN(i8, i16, i16)
PTO_GATHER_WIDE_FN(i8, i16, u16)
PTO_GATHER_WIDE_FN(u8, u16, i16)
PTO_GATHER_WIDE_FN(u8, u16, u16)

// Every other byte of T, by the lanes of X.
#define PTO_SCATTER_WIDE_FN(T, X)                                                                             \
    PTO_VFN void pto_vscatter_wide_##T##_##X(pto_v##T##_t v, pto_##T##_t *p, pto_v##X##_t x, pto_b16_t m)     \
    {                                                                                                         \
        PTO_OBSERVED_ONLY(uint16_t at_[128]; pto_store_u16((void *)at_, pto_raw_##X(x));                      \
                          pto_observe_indexed(p, 1, at_, 2, 128, 2, PTO_IMAGE_OF(b16, m), 1);)                \
        pto_check_store(p, 0, 1, 1);                                                                          \
        pto_scatter_wide((uint8_t *)p, pto_from_bytes_u16(pto_bytes_u8(pto_raw_##T(v))), pto_raw_##X(x), m);  \
    }
PTO_SCATTER_WIDE_FN(i8, i16)
PTO_SCATTER_WIDE_FN(i8, u16)
PTO_SCATTER_WIDE_FN(u8, i16)
PTO_SCATTER_WIDE_FN(u8, u16)

#define PTO_GATHERB_FN(T, X)                                                                       \
    PTO_VFN pto_v##T##_t pto_vgatherb_##T##_##X(const pto_##T##_t *p, pto_v##X##_t x, pto_b32_t m) \
    {                                                                                              \
        PTO_OBSERVED_ONLY(uint32_t at_[64]; pto_store_u32(at_, pto_raw_##X(x));                    \
                          pto_observe_indexed(p, 32, at_, 0, 8, 4, PTO_IMAGE_OF(b32, m), 0);)      \
        return PTO_FROM_BYTES(T, pto_gather_blocks(p, pto_raw_##X(x), m));                         \
    }
#define PTO_GATHERB_FNS(T, ...) PTO_GATHERB_FN(T, i32) PTO_GATHERB_FN(T, u32)
PTO_FOR_ANY(PTO_GATHERB_FNS, )

#endif
