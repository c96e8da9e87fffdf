// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: interleaving, compression, packing, shifts of lanes, and vci.
//
// A register is a sequence of half groups, 2 or 4 of them. Operations that move elements between groups are written in
// terms of halves: zip makes a group of two halves, evens and odds make halves of a group.
#ifndef PTO_VECTOR_RVV_REARRANGE_H
#define PTO_VECTOR_RVV_REARRANGE_H

#include "reg.h"
#include "wide.h"

// Returns half i of a register as unsigned elements, i < 2 * PTO_VGROUPS, and a register made of halves.
#define PTO_HALVES_FNS(U)                                                            \
    PTO_VFN pto_h##U##_t pto_half_of_##U(pto_v##U##_t v, int i)                      \
    {                                                                                \
        if (PTO_VGROUPS == 1) {                                                      \
            return i == 0 ? PTO_GET_HALF(U)(v.g[0], 0) : PTO_GET_HALF(U)(v.g[0], 1); \
        }                                                                            \
        return i == 0   ? PTO_GET_HALF(U)(v.g[0], 0)                                 \
               : i == 1 ? PTO_GET_HALF(U)(v.g[0], 1)                                 \
               : i == 2 ? PTO_GET_HALF(U)(v.g[PTO_VGROUPS - 1], 0)                   \
                        : PTO_GET_HALF(U)(v.g[PTO_VGROUPS - 1], 1);                  \
    }

// Elements of up to 32 bits: a + (b << w) in lanes twice as wide, as a * 1 + b * 2^w - b * 1 + b.
#define PTO_ZIP_FNS(U, W, w, top)                                         \
    PTO_VFN pto_g##U##_t pto_zip_##U(pto_h##U##_t a, pto_h##U##_t b)      \
    {                                                                     \
        const size_t vl = PTO_GL(W);                                      \
        pto_g##W##_t x = PTO_RVV_E(vwaddu_vv, W)(a, b, vl);               \
        return PTO_CAST_E(U, W)(PTO_RVV_E(vwmaccu_vx, W)(x, top, b, vl)); \
    }                                                                     \
    PTO_VFN pto_h##U##_t pto_evens_##U(pto_g##U##_t x)                    \
    {                                                                     \
        return PTO_RVV_H(vnsrl_wx, U)(PTO_CAST_E(W, U)(x), 0, PTO_GL(W)); \
    }                                                                     \
    PTO_VFN pto_h##U##_t pto_odds_##U(pto_g##U##_t x)                     \
    {                                                                     \
        return PTO_RVV_H(vnsrl_wx, U)(PTO_CAST_E(W, U)(x), w, PTO_GL(W)); \
    }
typedef PTO_CAT(PTO_CAT_H(v, uint64), _t) pto_hu64_t;
PTO_ZIP_FNS(u8, u16, 8, UINT8_MAX)
PTO_ZIP_FNS(u16, u32, 16, UINT16_MAX)
PTO_ZIP_FNS(u32, u64, 32, UINT32_MAX)

// 64-bit elements have no wider lanes, so they are gathered by index.
PTO_VFN pto_gu64_t pto_zip_u64(pto_hu64_t a, pto_hu64_t b)
{
    const size_t vl = PTO_GL(u64);
    pto_gu64_t i = PTO_RVV_E(vid_v, u64)(vl);
    PTO_BOOL_BITS(64) odd = PTO_CMP_E(vmsne_vx, u64, 64)(PTO_RVV_E(vand_vx, u64)(i, 1, vl), 0, vl);
    i = PTO_RVV_E(vsrl_vx, u64)(i, 1, vl);
    pto_gu64_t x = PTO_RVV_E(vrgather_vv, u64)(PTO_EXT_HALF(u64)(a), i, vl);
    pto_gu64_t y = PTO_RVV_E(vrgather_vv, u64)(PTO_EXT_HALF(u64)(b), i, vl);
    return PTO_RVV_E(vmerge_vvm, u64)(x, y, odd, vl);
}

PTO_VFN pto_hu64_t pto_every_other_u64(pto_gu64_t x, uint64_t first)
{
    const size_t vl = PTO_GL(u64);
    pto_gu64_t i = PTO_RVV_E(vid_v, u64)(vl);
    i = PTO_RVV_E(vadd_vx, u64)(PTO_RVV_E(vsll_vx, u64)(i, 1, vl), first, vl);
    return PTO_GET_HALF(u64)(PTO_RVV_E(vrgather_vv, u64)(x, i, vl), 0);
}

PTO_VFN pto_hu64_t pto_evens_u64(pto_gu64_t x)
{
    return pto_every_other_u64(x, 0);
}

PTO_VFN pto_hu64_t pto_odds_u64(pto_gu64_t x)
{
    return pto_every_other_u64(x, 1);
}

// The halves of two interleaved registers, and the even or odd elements of two.
#define PTO_INTERLEAVE_FNS(U)                                                                                     \
    PTO_HALVES_FNS(U)                                                                                             \
    PTO_VFN pto_v##U##_t pto_interleave_##U(pto_v##U##_t a, pto_v##U##_t b, int upper)                            \
    {                                                                                                             \
        pto_v##U##_t r;                                                                                           \
        PTO_GROUPS(                                                                                               \
            if (upper) {                                                                                          \
                r.g[k] = pto_zip_##U(pto_half_of_##U(a, PTO_VGROUPS + k), pto_half_of_##U(b, PTO_VGROUPS + k));   \
            } else { r.g[k] = pto_zip_##U(pto_half_of_##U(a, k), pto_half_of_##U(b, k)); })                       \
        return r;                                                                                                 \
    }
#define PTO_DEINTERLEAVE_FNS(U)                                                                                   \
    PTO_VFN pto_h##U##_t pto_every_other_of_##U(pto_g##U##_t x, int odd)                                          \
    {                                                                                                             \
        return odd ? pto_odds_##U(x) : pto_evens_##U(x);                                                          \
    }                                                                                                             \
    PTO_VFN pto_v##U##_t pto_deinterleave_##U(pto_v##U##_t a, pto_v##U##_t b, int odd)                            \
    {                                                                                                             \
        pto_v##U##_t r;                                                                                           \
        if (PTO_VGROUPS == 1) {                                                                                   \
            r.g[0] = PTO_SET_HALVES(U)(pto_every_other_of_##U(a.g[0], odd), pto_every_other_of_##U(b.g[0], odd)); \
        } else {                                                                                                  \
            r.g[0] = PTO_SET_HALVES(U)(pto_every_other_of_##U(a.g[0], odd),                                       \
                                       pto_every_other_of_##U(a.g[PTO_VGROUPS - 1], odd));                        \
            r.g[PTO_VGROUPS - 1] = PTO_SET_HALVES(U)(pto_every_other_of_##U(b.g[0], odd),                         \
                                                     pto_every_other_of_##U(b.g[PTO_VGROUPS - 1], odd));          \
        }                                                                                                         \
        return r;                                                                                                 \
    }
PTO_INTERLEAVE_FNS(u8) PTO_DEINTERLEAVE_FNS(u8)
PTO_INTERLEAVE_FNS(u16) PTO_DEINTERLEAVE_FNS(u16)
PTO_INTERLEAVE_FNS(u32) PTO_DEINTERLEAVE_FNS(u32)
PTO_INTERLEAVE_FNS(u64) PTO_DEINTERLEAVE_FNS(u64)

#define PTO_INTLV_OPS(T, U)                                                                                \
    PTO_VFN pto_v##T##_t pto_vintlvv2_##T(pto_v##T##_t a, pto_v##T##_t b, pto_attr_t part)                 \
    {                                                                                                      \
        return pto_from_raw_##T(pto_interleave_##U(pto_raw_##T(a), pto_raw_##T(b), part == PTO_HIGHER));   \
    }                                                                                                      \
    PTO_VFN pto_v##T##_t pto_vdintlvv2_##T(pto_v##T##_t a, pto_v##T##_t b, pto_attr_t part)                \
    {                                                                                                      \
        return pto_from_raw_##T(pto_deinterleave_##U(pto_raw_##T(a), pto_raw_##T(b), part == PTO_HIGHER)); \
    }
PTO_FOR_NUMBERS(PTO_WITH_RAW, PTO_INTLV_OPS)
PTO_FOR_FP8(PTO_WITH_RAW, PTO_INTLV_OPS)

// vsqz compacts the selected elements at the front and leaves their size in SQZN; vusqz counts for each lane the
// selected lanes below it.
#define PTO_SQUEEZE_OPS(T, U)                                                                          \
    PTO_VFN pto_v##T##_t pto_vsqz_##T(pto_v##T##_t v, pto_m##T##_t m)                                  \
    {                                                                                                  \
        const size_t vl = PTO_GL(T);                                                                   \
        pto_v##U##_t x = pto_raw_##T(v);                                                               \
        pto_v##U##_t r;                                                                                \
        size_t kept[PTO_VGROUPS];                                                                      \
        PTO_GROUPS(kept[k] = PTO_RVV_B(vcpop_m, PTO_BITS_##T)(pto_view_##T(m, k), vl);                 \
                   r.g[k] = PTO_CAT(PTO_RVV(vcompress_vm, U), _tu)(PTO_RVV(vmv_v_x, U)(0, vl), x.g[k], \
                                                                   pto_view_##T(m, k), vl);)           \
        size_t count = kept[0];                                                                        \
        if (PTO_VGROUPS == 2) {                                                                        \
            pto_g##U##_t second = r.g[PTO_VGROUPS - 1];                                                \
            r.g[0] = PTO_RVV(vslideup_vx, U)(r.g[0], second, count, vl);                               \
            r.g[PTO_VGROUPS - 1] = PTO_RVV(vslidedown_vx, U)(second, vl - count, vl);                  \
            count += kept[PTO_VGROUPS - 1];                                                            \
        }                                                                                              \
        pto_spr()->sqzn = (uint32_t)(count * sizeof(pto_##T##_t));                                     \
        return pto_from_raw_##T(r);                                                                    \
    }
PTO_FOR_INTS(PTO_WITH_RAW, PTO_SQUEEZE_OPS)
PTO_FOR_FLOATS(PTO_WITH_RAW, PTO_SQUEEZE_OPS)

#define PTO_VUSQZ(T, U)                                                               \
    PTO_VFN pto_v##T##_t pto_vusqz_##T(pto_v##T##_t v, pto_m##T##_t m)                \
    {                                                                                 \
        (void)v;                                                                      \
        const size_t vl = PTO_GL(T);                                                  \
        size_t below = 0;                                                             \
        pto_v##U##_t r;                                                               \
        PTO_GROUPS(r.g[k] = PTO_RVV(viota_m, U)(pto_view_##T(m, k), vl); if (k > 0) { \
            r.g[k] = PTO_RVV(vadd_vx, U)(r.g[k], (pto_##U##_t)below, vl);             \
        } below += PTO_RVV_B(vcpop_m, PTO_BITS_##T)(pto_view_##T(m, k), vl);)         \
        pto_spr()->sqzn = (uint32_t)(below * sizeof(pto_##T##_t));                    \
        return pto_from_raw_##T(r);                                                   \
    }
PTO_FOR_INTS(PTO_WITH_RAW, PTO_VUSQZ)

// Packing keeps the lower half of each element and fills one half of the result, unpacking widens the
// elements of one half.
#define PTO_PACK_FNS(N, W, w)                                                                                          \
    PTO_VFN pto_v##N##_t pto_pack_##W(pto_v##W##_t v, int upper)                                                       \
    {                                                                                                                  \
        pto_v##N##_t r;                                                                                                \
        const size_t vl = PTO_GL(W);                                                                                   \
        PTO_GROUPS(r.g[k] = PTO_RVV(vmv_v_x, N)(0, PTO_GL(N));)                                                        \
        if (PTO_VGROUPS == 1) {                                                                                        \
            pto_h##N##_t zero = PTO_RVV_H(vmv_v_x, N)(0, vl);                                                          \
            pto_h##N##_t x = PTO_RVV_H(vnsrl_wx, N)(v.g[0], 0, vl);                                                    \
            if (upper) {                                                                                               \
                r.g[0] = PTO_SET_HALVES(N)(zero, x);                                                                   \
            } else {                                                                                                   \
                r.g[0] = PTO_SET_HALVES(N)(x, zero);                                                                   \
            }                                                                                                          \
        } else {                                                                                                       \
            r.g[upper ? PTO_VGROUPS - 1 : 0] = PTO_SET_HALVES(N)(PTO_RVV_H(vnsrl_wx, N)(v.g[0], 0, vl),                \
                                                                 PTO_RVV_H(vnsrl_wx, N)(v.g[PTO_VGROUPS - 1], 0, vl)); \
        }                                                                                                              \
        return r;                                                                                                      \
    }
#define PTO_UNPACK_FNS(N, W, w)                                                                                        \
    PTO_VFN pto_v##W##_t pto_unpack_zero_##N(pto_v##N##_t v, int upper)                                                \
    {                                                                                                                  \
        pto_v##W##_t r;                                                                                                \
        PTO_GROUPS(r.g[k] = PTO_RVV(vzext_vf2, W)(pto_half_of_##N(v, upper ? PTO_VGROUPS + k : k), PTO_GL(W));)        \
        return r;                                                                                                      \
    }                                                                                                                  \
    PTO_VFN pto_v##W##_t pto_unpack_sign_##N(pto_v##N##_t v, int upper)                                                \
    {                                                                                                                  \
        pto_v##W##_t r = pto_unpack_zero_##N(v, upper);                                                                \
        PTO_GROUPS(pto_g##W##_t x = PTO_RVV(vsll_vx, W)(r.g[k], w, PTO_GL(W));                                         \
                   r.g[k] = PTO_CAST_E(W, PTO_SIGNED_##W)(                                                             \
                       PTO_RVV_E(vsra_vx, PTO_SIGNED_##W)(PTO_CAST_E(PTO_SIGNED_##W, W)(x), w, PTO_GL(W)));)           \
        return r;                                                                                                      \
    }
#define PTO_SIGNED_u16 i16
#define PTO_SIGNED_u32 i32
#define PTO_SIGNED_u64 i64
PTO_PACK_FNS(u8, u16, 8) PTO_UNPACK_FNS(u8, u16, 8)
PTO_PACK_FNS(u16, u32, 16) PTO_UNPACK_FNS(u16, u32, 16)
PTO_PACK_FNS(u32, u64, 32) PTO_UNPACK_FNS(u32, u64, 32)

#define PTO_PACK_OP(S, D, W)                                                       \
    PTO_VFN pto_v##D##_t pto_vpack_##S##_##D(pto_v##S##_t v, pto_attr_t part)      \
    {                                                                              \
        return pto_from_raw_##D(pto_pack_##W(pto_raw_##S(v), part == PTO_HIGHER)); \
    }
// Selects the half by index or by name.
#define PTO_UNPACK_OP(S, D, N, name, extend)                                                    \
    PTO_VFN pto_v##D##_t pto_##name##_##S##_##D(pto_v##S##_t v, ptrdiff_t part)                 \
    {                                                                                           \
        if (part != 0) {                                                                        \
            return pto_from_raw_##D(pto_unpack_##extend##_##N(pto_raw_##S(v), 1));              \
        }                                                                                       \
        return pto_from_raw_##D(pto_unpack_##extend##_##N(pto_raw_##S(v), 0));                  \
    }                                                                                           \
    PTO_VFN pto_v##D##_t pto_##name##_h_##S##_##D(pto_v##S##_t v, pto_attr_t part)              \
    {                                                                                           \
        return pto_from_raw_##D(pto_unpack_##extend##_##N(pto_raw_##S(v), part == PTO_HIGHER)); \
    }
#define PTO_PACK_OPS_(S, D, N, W)          \
    PTO_PACK_OP(D, S, W)                   \
    PTO_UNPACK_OP(S, D, N, vsunpack, sign) \
    PTO_UNPACK_OP(S, D, N, vzunpack, zero)
#define PTO_PACK_OPS(n, w)                \
    PTO_PACK_OPS_(i##n, i##w, u##n, u##w) \
    PTO_PACK_OPS_(i##n, u##w, u##n, u##w) \
    PTO_PACK_OPS_(u##n, i##w, u##n, u##w) \
    PTO_PACK_OPS_(u##n, u##w, u##n, u##w)
PTO_PACK_OPS(8, 16)
PTO_PACK_OPS(16, 32)
PTO_PACK_OPS(32, 64)

// Shifts of lanes, by an unsigned amount. vslide returns a window of the concatenation b, a; lanes beyond it are 0.
#define PTO_SHIFT_OP(T, U)                                                                     \
    PTO_VFN pto_v##T##_t pto_vshift_##T(pto_v##T##_t v, int16_t amount)                        \
    {                                                                                          \
        const size_t vl = PTO_GL(T);                                                           \
        const size_t n = (uint16_t)amount;                                                     \
        pto_v##U##_t x = pto_raw_##T(v);                                                       \
        pto_g##U##_t zero = PTO_RVV(vmv_v_x, U)(0, vl);                                        \
        if (PTO_VGROUPS == 2) {                                                                \
            /* Lanes of the first group that move to the second. */                            \
            pto_g##U##_t over = n < vl ? PTO_RVV(vslidedown_vx, U)(x.g[0], vl - n, vl)         \
                                       : PTO_RVV(vslideup_vx, U)(zero, x.g[0], n - vl, vl);    \
            x.g[PTO_VGROUPS - 1] = PTO_RVV(vslideup_vx, U)(over, x.g[PTO_VGROUPS - 1], n, vl); \
        }                                                                                      \
        x.g[0] = PTO_RVV(vslideup_vx, U)(zero, x.g[0], n, vl);                                 \
        return pto_from_raw_##T(x);                                                            \
    }
#if PTO_VGROUPS == 1
#define PTO_SLIDE_OP(T, U)                                                              \
    PTO_VFN pto_v##T##_t pto_vslide_##T(pto_v##T##_t a, pto_v##T##_t b, int16_t amount) \
    {                                                                                   \
        const size_t vl = PTO_GL(T), n = (uint16_t)amount;                              \
        pto_v##U##_t x = pto_raw_##T(b), y = pto_raw_##T(a);                            \
        if (n >= vl) {                                                                  \
            x.g[0] = PTO_RVV(vslidedown_vx, U)(y.g[0], n - vl, vl);                     \
        } else {                                                                        \
            x.g[0] = PTO_RVV(vslidedown_vx, U)(x.g[0], n, vl);                          \
            x.g[0] = PTO_RVV(vslideup_vx, U)(x.g[0], y.g[0], vl - n, vl);               \
        }                                                                               \
        return pto_from_raw_##T(x);                                                     \
    }
#else
// Four groups and a window at any lane: through memory.
#define PTO_SLIDE_OP(T, U)                                                              \
    PTO_VFN pto_v##T##_t pto_vslide_##T(pto_v##T##_t a, pto_v##T##_t b, int16_t amount) \
    {                                                                                   \
        const size_t n = (uint16_t)amount, most = 2 * PTO_LANES(U);                     \
        pto_##U##_t row[3 * PTO_LANES(U)];                                              \
        __builtin_memset(row + most, 0, sizeof row / 3);                                \
        pto_store_##U(row, pto_raw_##T(b));                                             \
        pto_store_##U(row + PTO_LANES(U), pto_raw_##T(a));                              \
        return pto_from_raw_##T(pto_load_##U(row + (n < most ? n : most)));             \
    }
#endif
#define PTO_SLIDE_OPS(T, U)  \
    PTO_SHIFT_OP(T, U)       \
    PTO_SLIDE_OP(T, U)
PTO_FOR_NUMBERS(PTO_WITH_RAW, PTO_SLIDE_OPS)

// vci: the base, plus or minus the lane index.
#define PTO_VCI_INT(T, U)                                                                               \
    PTO_VFN pto_v##T##_t pto_vci_##T(pto_##T##_t base, pto_attr_t order)                                \
    {                                                                                                   \
        const size_t vl = PTO_GL(T);                                                                    \
        pto_v##U##_t r;                                                                                 \
        PTO_GROUPS(                                                                                     \
            pto_g##U##_t i = PTO_RVV(vid_v, U)(vl); if (order == PTO_DESC) {                            \
                r.g[k] = PTO_RVV(vrsub_vx, U)(i, (pto_##U##_t)base - (pto_##U##_t)(k * vl), vl);        \
            } else { r.g[k] = PTO_RVV(vadd_vx, U)(i, (pto_##U##_t)base + (pto_##U##_t)(k * vl), vl); }) \
        return pto_from_raw_##T(r);                                                                     \
    }
#define PTO_VCI_FLOAT(T, U)                                                            \
    PTO_VFN pto_v##T##_t pto_vci_##T(pto_##T##_t base, pto_attr_t order)               \
    {                                                                                  \
        const size_t vl = PTO_GL(T);                                                   \
        pto_v##T##_t r;                                                                \
        PTO_GROUPS(                                                                    \
            pto_g##U##_t i = PTO_RVV(vadd_vx, U)(PTO_RVV(vid_v, U)(vl), k * vl, vl);   \
            pto_g##T##_t x = PTO_RVV(vfcvt_f_xu_v, T)(i, vl); if (order == PTO_DESC) { \
                r.g[k] = PTO_RVV(vfrsub_vf, T)(x, base, vl);                           \
            } else { r.g[k] = PTO_RVV(vfadd_vf, T)(x, base, vl); })                    \
        return r;                                                                      \
    }
PTO_VCI_INT(i8, u8)
PTO_VCI_INT(i16, u16)
PTO_VCI_INT(i32, u32)
PTO_VCI_FLOAT(f16, u16)
PTO_VCI_FLOAT(f32, u32)

#endif
