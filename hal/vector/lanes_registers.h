// SPDX-License-Identifier: Apache-2.0
//
// PTO_FOR_LANES (hal/vector/lanes.h) as a plain loop over registers. Used on cores without V, which have no strips, and
// for the checker, which observes the accesses of registers.
//
// A strip is a register. An element narrower than its lane is the lane's lowest part.
#ifndef PTO_VECTOR_LANES_REGISTERS_H
#define PTO_VECTOR_LANES_REGISTERS_H

enum { pto_lanes_bits = 0 };

// The registers of each scope: those of its lanes, and of narrower ones.
#define PTO_SCOPE_REGISTER(T, ...) pto_v##T##_t *T;
#define PTO_SCOPE_8                PTO_SCOPE_REGISTER(i8) PTO_SCOPE_REGISTER(u8)
#define PTO_SCOPE_16               PTO_FOR_INT16(PTO_SCOPE_REGISTER, ) PTO_SCOPE_REGISTER(f16) PTO_SCOPE_REGISTER(bf16)
#define PTO_SCOPE_32               PTO_FOR_INT32(PTO_SCOPE_REGISTER, ) PTO_SCOPE_REGISTER(f32) PTO_FOR_INT64(PTO_SCOPE_REGISTER, )
struct pto_lanes_b8 {
    pto_b8_t *mask;
    PTO_SCOPE_8
};
struct pto_lanes_b16 {
    pto_b16_t *mask;
    PTO_SCOPE_8 PTO_SCOPE_16
};
struct pto_lanes_b32 {
    pto_b32_t *mask;
    PTO_SCOPE_8 PTO_SCOPE_16 PTO_SCOPE_32
};

// Masks of the first n lanes of a register, all of them for more. 64-bit elements use masks of 32-bit lanes, of which
// every second bit counts.
#define PTO_LANES_MASK(bits, G, lanes, each)                                             \
    PTO_VFN pto_##G##_t pto_lanes_mask_##bits(size_t n)                                  \
    {                                                                                    \
        int32_t left;                                                                    \
        return pto_plt_##G(n < (lanes) ? (int32_t)n * (each) : (lanes) * (each), &left); \
    }
PTO_LANES_MASK(8, b8, 256, 1)
PTO_LANES_MASK(16, b16, 128, 1)
PTO_LANES_MASK(32, b32, 64, 1)
PTO_LANES_MASK(64, b32, 32, 2)

#define PTO_LANES_REGISTERS(T, L, i, n, mask) \
    PTO_LANES_REGISTERS_(PTO_GRAN_##T, PTO_BITS_##T, (size_t)PTO_LANES(T), i, n, mask)
#define PTO_LANES_REGISTERS_(...) PTO_LANES_REGISTERS_G(__VA_ARGS__)
#define PTO_LANES_REGISTERS_G(G, bits, lanes, i, n, mask)                                                        \
    for (__attribute__((unused)) struct pto_lanes_##G *pto_lanes = NULL, *pto_once_ = (struct pto_lanes_##G *)1; \
         pto_once_ != NULL; pto_once_ = NULL)                                                                    \
        for (size_t i = 0, pto_lanes_bits = bits, pto_n_ = pto_lanes_num(n); i < pto_n_;                         \
             i += (lanes), (void)pto_lanes_bits)                                                                 \
            for (pto_##G##_t mask = PTO_VECTOR_CALL(plt, 0, 0, pto_lanes_mask_##bits, pto_n_ - i),               \
                             *pto_mask_ = &mask;                                                                 \
                 pto_mask_ != NULL; pto_mask_ = NULL)

PTO_VFN pto_attr_t pto_lanes_load(pto_attr_t dist, size_t bytes, size_t bits)
{
    return dist != PTO_LD_NORM       ? dist
           : bytes == 1 && bits == 16 ? PTO_LD_UNPK_B8
           : bytes == 1 && bits == 32 ? PTO_LD_UNPK4
           : bytes == 2 && bits == 32 ? PTO_LD_UNPK_B16
                                      : dist;
}

PTO_VFN pto_attr_t pto_lanes_store(pto_attr_t dist, size_t bytes, size_t bits)
{
    return dist != PTO_ST_NORM       ? dist
           : bytes == 1 && bits == 16 ? PTO_ST_PK_B16
           : bytes == 1 && bits == 32 ? PTO_ST_PK4_B32
           : bytes == 2 && bits == 32 ? PTO_ST_PK_B32
                                      : dist;
}

#undef pto_vlds
#define pto_vlds(p, offset, ...)          \
    (PTO_VECTOR_SCOPE_CHECK("vlds"),      \
     PTO_VECTOR_CALL(vlds, 0, 0, _Generic((p), PTO_OF_P_1(pto_vlds)), \
         p, offset, pto_lanes_load(PTO_OPT_1(PTO_LD_NORM, ##__VA_ARGS__), sizeof *(p), pto_lanes_bits)))
#undef pto_vsts
#define pto_vsts(v, p, offset, m, ...)        \
    (PTO_VECTOR_SCOPE_CHECK("vsts"),          \
     PTO_VECTOR_DO(vsts, 1, _Generic((v), PTO_OF_VG_3(pto_vsts, m)), \
         v, p, offset, m, pto_lanes_store(PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__), sizeof *(p), pto_lanes_bits)))

// Accumulators

// Names in brackets are not reported to the clocks: PTO_VECTOR_FOLD is.
#define PTO_FOLD_TYPE(T, ...)                               \
    typedef struct {                                        \
        pto_v##T##_t v;                                     \
    } pto_fold_##T##_t;                                     \
    PTO_VFN pto_fold_##T##_t pto_fold_##T(pto_##T##_t s)    \
    {                                                       \
        pto_fold_##T##_t a = {(pto_vbr_##T)(s)};            \
        PTO_NO_NUMBER(a.v)                                  \
        return a;                                           \
    }                                                       \
    PTO_VFN pto_v##T##_t pto_folded_##T(pto_fold_##T##_t a) \
    {                                                       \
        return a.v;                                         \
    }
PTO_NUMBERS_OF(PTO_FOLD_TYPE, )

#define PTO_FOLD_BY(T, name, op)                                                                                  \
    PTO_VFN pto_fold_##T##_t pto_fold_##name##_##T(pto_fold_##T##_t a, pto_v##T##_t x, pto_m##T##_t m, int phase) \
    {                                                                                                             \
        (void)phase;                                                                                              \
        return (pto_fold_##T##_t){(pto_vsel_##T)((pto_##op##_##T)(a.v, x, m), a.v, m)};                           \
    }
#define PTO_FOLD_BY_MULA(T, ...)                                                                                   \
    PTO_VFN pto_fold_##T##_t pto_fold_mula_##T(pto_fold_##T##_t a, pto_v##T##_t x, pto_v##T##_t y, pto_m##T##_t m, \
                                               int phase)                                                          \
    {                                                                                                              \
        (void)phase;                                                                                               \
        return (pto_fold_##T##_t){(pto_vsel_##T)((pto_vmula_##T)(a.v, x, y, m), a.v, m)};                          \
    }
PTO_NUMBERS_OF(PTO_FOLD_BY, add, vadd)
PTO_NUMBERS_OF(PTO_FOLD_BY, max, vmax)
PTO_NUMBERS_OF(PTO_FOLD_BY, min, vmin)
PTO_NUMBERS_OF(PTO_FOLD_BY_MULA, )
PTO_FOR_INT16(PTO_FOLD_BY, mul, vmul)
PTO_FOR_INT32(PTO_FOLD_BY, mul, vmul)
PTO_FOR_F16_32(PTO_FOLD_BY, mul, vmul)
__attribute__((error("vmul has no 8-bit elements"))) void pto_fold_mul_i8();
__attribute__((error("vmul has no 8-bit elements"))) void pto_fold_mul_u8();

#define PTO_FOLD_OF(name, x) (_Generic((x), struct pto_no_type *: 0 PTO_NUMBERS_OF(PTO_REGISTER, pto_fold_##name)))

#define PTO_FOLDED_EXTREME(T, name)                                                   \
    PTO_VFN pto_##T##_t pto_folded_##name##_##T(pto_fold_##T##_t a)                   \
    {                                                                                 \
        return pto_first_##T((pto_vc##name##_##T)(a.v, pto_lanes_all(PTO_GRAN_##T))); \
    }
PTO_NUMBERS_OF(PTO_FOLDED_EXTREME, max)
PTO_NUMBERS_OF(PTO_FOLDED_EXTREME, min)
PTO_FOLDED_SUM(f32, f32)

// Conversions of lane parts use the mask of the lanes: its bit for a lane is also that of the lowest part.
#define PTO_SAME_MASK(G)                            \
    PTO_VFN pto_##G##_t pto_same_##G(pto_##G##_t m) \
    {                                               \
        return m;                                   \
    }
PTO_FOR_MASKS(PTO_SAME_MASK)
#define PTO_MASK_OF_8(m)  _Generic((m), pto_b8_t: pto_same_b8, pto_b16_t: pto_pbitcast_b16_b8, pto_b32_t: pto_pbitcast_b32_b8)
#define PTO_MASK_OF_16(m) _Generic((m), pto_b8_t: pto_same_b8, pto_b16_t: pto_same_b16, pto_b32_t: pto_pbitcast_b32_b16)
#define PTO_LANES_VCVT_MASK(v, m)                                                                                    \
    (_Generic((v),                                                                                                   \
         pto_vi8_t: PTO_MASK_OF_8(m),                                                                                \
         pto_vu8_t: PTO_MASK_OF_8(m),                                                                                \
         pto_vi16_t: PTO_MASK_OF_16(m),                                                                              \
         pto_vu16_t: PTO_MASK_OF_16(m),                                                                              \
         pto_vf16_t: PTO_MASK_OF_16(m),                                                                              \
         pto_vbf16_t: PTO_MASK_OF_16(m),                                                                             \
         default: _Generic((m), pto_b8_t: pto_same_b8, pto_b16_t: pto_same_b16, pto_b32_t: pto_same_b32))(m))
#undef pto_vcvt
#define pto_vcvt(type, v, m, ...)                                                                         \
    (PTO_VECTOR_SCOPE_CHECK("vcvt"),                                                                      \
     PTO_VECTOR_CALL(vcvt, 1, 0, _Generic((v), PTO_TO_vcvt_##type), v, PTO_LANES_VCVT_MASK(v, m), PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), \
                                       PTO_OPT_2(PTO_NOSAT, ##__VA_ARGS__), PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))

#endif
