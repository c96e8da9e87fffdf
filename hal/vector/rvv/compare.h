// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: comparison, selection, permutation, bit casts.
#ifndef PTO_VECTOR_RVV_COMPARE_H
#define PTO_VECTOR_RVV_COMPARE_H

// Comparisons yield 0 in lanes that the seed leaves out. Floats compare as IEEE 754 says: with a NaN only
// `ne` holds.

#define PTO_COMPARE_BODY(T, seed, eq, ne, lt, le, gt, ge)                        \
    pto_m##T##_t r;                                                              \
    r.all = 0;                                                                   \
    PTO_GROUPS(                                                                  \
        PTO_BOOL(T) b; switch (mode) {                                           \
            case PTO_CMP_EQ:                                                     \
                b = (eq);                                                        \
                break;                                                           \
            case PTO_CMP_NE:                                                     \
                b = (ne);                                                        \
                break;                                                           \
            case PTO_CMP_LT:                                                     \
                b = (lt);                                                        \
                break;                                                           \
            case PTO_CMP_LE:                                                     \
                b = (le);                                                        \
                break;                                                           \
            case PTO_CMP_GT:                                                     \
                b = (gt);                                                        \
                break;                                                           \
            case PTO_CMP_GE:                                                     \
                b = (ge);                                                        \
                break;                                                           \
            default:                                                             \
                pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, 0, mode);             \
        } if (!PTO_ALL(seed)) {                                                  \
            b = PTO_RVV_B(vmand_mm, PTO_BITS_##T)(b, pto_view_##T(seed, k), vl); \
        } PTO_MASK_SET_T(T, r, k, b);)                                           \
    return r;

#define PTO_CMP_FN(T, f, u)                                                                                       \
    PTO_VFN pto_m##T##_t pto_vcmp_##T(pto_v##T##_t a, pto_v##T##_t c, pto_m##T##_t seed, pto_attr_t mode)         \
    {                                                                                                             \
        const size_t vl = PTO_VL(T);                                                                              \
        PTO_COMPARE_BODY(                                                                                         \
            T, seed, PTO_CMP(vm##f##eq_vv, T)(a.g[k], c.g[k], vl), PTO_CMP(vm##f##ne_vv, T)(a.g[k], c.g[k], vl),  \
            PTO_CMP(vm##f##lt##u##_vv, T)(a.g[k], c.g[k], vl), PTO_CMP(vm##f##le##u##_vv, T)(a.g[k], c.g[k], vl), \
            PTO_CMP(vm##f##lt##u##_vv, T)(c.g[k], a.g[k], vl), PTO_CMP(vm##f##le##u##_vv, T)(c.g[k], a.g[k], vl)) \
    }
#define PTO_CMPS_FN(T, f, u, x)                                                                             \
    PTO_VFN pto_m##T##_t pto_vcmps_##T(pto_v##T##_t a, pto_##T##_t s, pto_m##T##_t seed, pto_attr_t mode)   \
    {                                                                                                       \
        const size_t vl = PTO_VL(T);                                                                        \
        PTO_COMPARE_BODY(                                                                                   \
            T, seed, PTO_CMP(vm##f##eq_v##x, T)(a.g[k], s, vl), PTO_CMP(vm##f##ne_v##x, T)(a.g[k], s, vl),  \
            PTO_CMP(vm##f##lt##u##_v##x, T)(a.g[k], s, vl), PTO_CMP(vm##f##le##u##_v##x, T)(a.g[k], s, vl), \
            PTO_CMP(vm##f##gt##u##_v##x, T)(a.g[k], s, vl), PTO_CMP(vm##f##ge##u##_v##x, T)(a.g[k], s, vl)) \
    }
#define PTO_CMP_FNS(T, f, u, x) PTO_CMP_FN(T, f, u) PTO_CMPS_FN(T, f, u, x)
PTO_FOR_SINT(PTO_CMP_FNS, s, , x)
PTO_FOR_UINT(PTO_CMP_FNS, s, u, x)
PTO_CMP_FNS(i64, s, , x)
PTO_CMP_FNS(u64, s, u, x)
PTO_FOR_F16_32(PTO_CMP_FNS, f, , f)

// bf16: signed integers in the order of the values, both zeros 0.
PTO_VFN pto_gi16_t pto_value_bf16(pto_gu16_t x)
{
    const size_t vl = PTO_VL(i16);
    pto_gi16_t sign = PTO_RVV(vsra_vx, i16)(PTO_CAST_E(i16, u16)(x), 15, vl);
    pto_gi16_t size = PTO_CAST_E(i16, u16)(PTO_RVV(vand_vx, u16)(x, 0x7fff, vl));
    return PTO_RVV(vsub_vv, i16)(PTO_RVV(vxor_vv, i16)(size, sign, vl), sign, vl);
}

#define PTO_ORDERED(insn, p, q) \
    PTO_RVV_B(vmandn_mm, 16)(PTO_CMP(insn, i16)(pto_value_bf16(p), pto_value_bf16(q), vl), nan, vl)
PTO_VFN pto_b16_t pto_vcmp_bf16(pto_vbf16_t a, pto_vbf16_t c, pto_b16_t seed, pto_attr_t mode)
{
    const size_t vl = PTO_VL(bf16);
#define nan PTO_RVV_B(vmor_mm, 16)(pto_is_nan_bf16(a.g[k]), pto_is_nan_bf16(c.g[k]), vl)
    PTO_COMPARE_BODY(bf16, seed, PTO_ORDERED(vmseq_vv, a.g[k], c.g[k]),
                     PTO_RVV_B(vmnot_m, 16)(PTO_ORDERED(vmseq_vv, a.g[k], c.g[k]), vl),
                     PTO_ORDERED(vmslt_vv, a.g[k], c.g[k]), PTO_ORDERED(vmsle_vv, a.g[k], c.g[k]),
                     PTO_ORDERED(vmslt_vv, c.g[k], a.g[k]), PTO_ORDERED(vmsle_vv, c.g[k], a.g[k]))
#undef nan
}

PTO_VFN pto_b16_t pto_vcmps_bf16(pto_vbf16_t a, pto_bf16_t s, pto_b16_t seed, pto_attr_t mode)
{
    return pto_vcmp_bf16(a, pto_splat_bf16(s), seed, mode);
}

#define PTO_SEL_FN(T, ...)                                                                          \
    PTO_VFN pto_v##T##_t pto_vsel_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)               \
    {                                                                                               \
        if (PTO_ALL(m)) {                                                                           \
            return a;                                                                               \
        }                                                                                           \
        PTO_GROUPS(b.g[k] = PTO_RVV(vmerge_vvm, T)(b.g[k], a.g[k], pto_view_##T(m, k), PTO_VL(T));) \
        return b;                                                                                   \
    }
PTO_FOR_ANY(PTO_SEL_FN, )

// Lanes by index, modulo the number of lanes. With two groups, the one that does not hold the lane gives 0.
#if PTO_VGROUPS == 1
#define PTO_PICK_GROUP(U) PTO_RVV(vrgather_vv, U)(v.g[0], i, PTO_VL(U))
#else
#define PTO_PICK_GROUP(U)                                                                                        \
    PTO_RVV(vor_vv, U)(PTO_RVV(vrgather_vv, U)(v.g[0], i, PTO_VL(U)),                                            \
                       PTO_RVV(vrgather_vv, U)(v.g[1], PTO_RVV(vsub_vx, U)(i, PTO_GL(U), PTO_VL(U)), PTO_VL(U)), \
                       PTO_VL(U))
#endif
#define PTO_PICK_FN(U)                                                          \
    PTO_VFN pto_v##U##_t pto_pick_##U(pto_v##U##_t v, pto_v##U##_t index)       \
    {                                                                           \
        pto_v##U##_t r;                                                         \
        PTO_GROUPS(pto_g##U##_t i = index.g[k]; if (PTO_BITS_##U > 8) {         \
            i = PTO_RVV(vand_vx, U)(i, (uint8_t)(PTO_LANES(U) - 1), PTO_VL(U)); \
        } r.g[k] = PTO_PICK_GROUP(U);)                                          \
        return r;                                                               \
    }
PTO_PICK_FN(u8)
PTO_PICK_FN(u16)
PTO_PICK_FN(u32)

#define PTO_PERMUTE_FN(T, name)                                                                     \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, PTO_CAT3(pto_vu, PTO_BITS_##T, _t) index) \
    {                                                                                               \
        return pto_from_raw_##T(PTO_CAT(pto_pick_u, PTO_BITS_##T)(pto_raw_##T(a), index));          \
    }
#define PTO_PERMUTE_FNS(name)            \
    PTO_FOR_INTS(PTO_PERMUTE_FN, name)   \
    PTO_FOR_FLOATS(PTO_PERMUTE_FN, name) \
    PTO_FOR_FP8(PTO_PERMUTE_FN, name)
PTO_PERMUTE_FNS(vselr)
PTO_PERMUTE_FNS(vselrv2)
PTO_PERMUTE_FNS(vperm)

#endif
