// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: comparison, selection, permutation, bit casts.
#ifndef PTO_VECTOR_RVV_COMPARE_H
#define PTO_VECTOR_RVV_COMPARE_H

// bf16: signed integers in the order of the values, 0 for both zeros. With a NaN only `ne` is true.
PTO_VFN pto_gi16_t pto_value_bf16(pto_gu16_t x)
{
    const size_t vl = PTO_VL(i16);
    pto_gi16_t sign = PTO_RVV(vsra_vx, i16)(PTO_CAST_E(i16, u16)(x), 15, vl);
    pto_gi16_t size = PTO_CAST_E(i16, u16)(PTO_RVV(vand_vx, u16)(x, 0x7fff, vl));
    return PTO_RVV(vsub_vv, i16)(PTO_RVV(vxor_vv, i16)(size, sign, vl), sign, vl);
}
#define PTO_ORDERED_BF16(insn, x, y)                     \
    PTO_RVV_B(vmandn_mm, 16)                             \
    (insn(pto_value_bf16(x), pto_value_bf16(y), pto_vl), \
     PTO_RVV_B(vmor_mm, 16)(pto_is_nan_bf16(x), pto_is_nan_bf16(y), pto_vl), pto_vl)
#define PTO_LANE_eq_B(x, y) PTO_ORDERED_BF16(__riscv_vmseq, x, y)
#define PTO_LANE_ne_B(x, y) PTO_RVV_B(vmnot_m, 16)(PTO_LANE_eq_B(x, y), pto_vl)
#define PTO_LANE_lt_B(x, y) PTO_ORDERED_BF16(__riscv_vmslt, x, y)
#define PTO_LANE_le_B(x, y) PTO_ORDERED_BF16(__riscv_vmsle, x, y)
#define PTO_LANE_gt_B(x, y) PTO_ORDERED_BF16(__riscv_vmsgt, x, y)
#define PTO_LANE_ge_B(x, y) PTO_ORDERED_BF16(__riscv_vmsge, x, y)

// Comparisons return 0 in lanes outside of the seed.
#define PTO_CMP_FN(T, name, type, y)                                                                  \
    PTO_VFN pto_m##T##_t pto_##name##_##T(pto_v##T##_t a, type b, pto_m##T##_t seed, pto_attr_t mode) \
    {                                                                                                 \
        const size_t pto_vl = PTO_VL(T);                                                              \
        pto_m##T##_t r;                                                                               \
        r.all = 0;                                                                                    \
        PTO_GROUPS(PTO_BOOL(T) mask; PTO_LANE_COMPARE(T, mask, mode, a.g[k], y) if (!PTO_ALL(seed)) { \
            mask = PTO_RVV_B(vmand_mm, PTO_BITS_##T)(mask, pto_view_##T(seed, k), pto_vl);            \
        } PTO_MASK_SET_T(T, r, k, mask);)                                                             \
        return r;                                                                                     \
    }
#define PTO_CMP_FNS(T, ...) PTO_CMP_FN(T, vcmp, pto_v##T##_t, b.g[k]) PTO_CMP_FN(T, vcmps, pto_##T##_t, b)
PTO_FOR_INTS64(PTO_CMP_FNS, )
PTO_FOR_F16_32(PTO_CMP_FNS, )
PTO_CMP_FN(bf16, vcmp, pto_vbf16_t, b.g[k])

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

// Selects lanes by index, modulo the number of lanes. With two groups, the one without the lane gives 0.
#if PTO_VGROUPS == 1
#define PTO_PICK_GROUP(U) PTO_RVV(vrgather_vv, U)(v.g[0], i, PTO_VL(U))
#else
#define PTO_PICK_GROUP(U)                           \
    PTO_RVV(vor_vv, U)                              \
    (PTO_RVV(vrgather_vv, U)(v.g[0], i, PTO_VL(U)), \
     PTO_RVV(vrgather_vv, U)(v.g[1], PTO_RVV(vsub_vx, U)(i, PTO_GL(U), PTO_VL(U)), PTO_VL(U)), PTO_VL(U))
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

#endif
