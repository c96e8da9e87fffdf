// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: generation, algebra, load and store of predicates.
//
// Lane-wise operations work on both view and image. Operations that move bits between lanes (pack, unpack, interleave)
// work on the architectural 32 bytes, collected from the groups' images.
#ifndef PTO_VECTOR_RVV_PRED_H
#define PTO_VECTOR_RVV_PRED_H

// Lane indices of a group, as unsigned integers of this width.
#define PTO_VID(e, bits) PTO_RVV_E(vid_v, e)(PTO_VL_BITS(bits))

// Returns how many of n lanes are in group k, for 0 <= n <= the lanes of the register.
PTO_VFN int32_t pto_part_of_group(int32_t n, int32_t lanes, int k)
{
#if PTO_VGROUPS == 1
    (void)lanes;
    (void)k;
    return n;
#else
    int32_t upper = n < lanes ? 0 : n - lanes;
    return k == 0 ? n - upper : upper;
#endif
}

// The first n lanes of the register, in group k, for 0 <= n <= lanes. The bits of a mask depend on lane indices only,
// not on their width: with LMUL 8, where registers are scarce, lane indices are bytes.
#if PTO_VLMUL == 8
PTO_VFN PTO_BOOL_BITS(32) pto_first_b32(int32_t n, int k)
{
    const size_t vl = PTO_VL_BITS(32);
    int32_t part = pto_part_of_group(n, PTO_GROUP_BYTES / 4, k);
    return PTO_CAT3(PTO_RVV_Q(vmsltu_vx, u8), _b, PTO_RATIO(32))(PTO_RVV_Q(vid_v, u8)(vl), (uint8_t)part, vl);
}

PTO_VFN PTO_BOOL_BITS(16) pto_first_b16(int32_t n, int k)
{
    const size_t vl = PTO_VL_BITS(16);
    int32_t part = pto_part_of_group(n, PTO_GROUP_BYTES / 2, k);
    return PTO_CAT3(PTO_RVV_H(vmsltu_vx, u8), _b, PTO_RATIO(16))(PTO_RVV_H(vid_v, u8)(vl), (uint8_t)part, vl);
}
#else
PTO_VFN PTO_BOOL_BITS(32) pto_first_b32(int32_t n, int k)
{
    (void)k;
    return PTO_CMP_E(vmslt_vx, i32, 32)(PTO_CAST_E(i32, u32)(PTO_VID(u32, 32)), n, PTO_VL_BITS(32));
}

PTO_VFN PTO_BOOL_BITS(16) pto_first_b16(int32_t n, int k)
{
    int32_t part = pto_part_of_group(n, PTO_GROUP_BYTES / 2, k);
    return PTO_CMP_E(vmsltu_vx, u16, 16)(PTO_VID(u16, 16), (uint16_t)part, PTO_VL_BITS(16));
}
#endif

PTO_VFN PTO_BOOL_BITS(8) pto_first_b8(int32_t n, int k)
{
    int32_t part = pto_part_of_group(n, PTO_GROUP_BYTES, k);
#if PTO_VGROUPS == 1
    // 256 does not fit an element, so compare with the last lane, and clear all bits if there is none.
    PTO_BOOL_BITS(8) upto = PTO_CMP_E(vmsleu_vx, u8, 8)(PTO_VID(u8, 8), (uint8_t)(part - 1), PTO_VL_BITS(8));
    vuint8m1_t any = __riscv_vmv_v_x_u8m1((uint8_t)-(part > 0), PTO_GL_BITS(8) / 8);
    return PTO_RVV_B(vmand_mm, 8)(upto, PTO_TO_BOOL(8)(any), PTO_VL_BITS(8));
#else
    return PTO_CMP_E(vmsltu_vx, u8, 8)(PTO_VID(u8, 8), (uint8_t)part, PTO_VL_BITS(8));
#endif
}

// Lanes whose index is a multiple of d (3 or 4).
#define PTO_MULTIPLE_FN(G, e, bits)                                                                    \
    PTO_VFN PTO_BOOL_BITS(bits) pto_multiple_##G(uint32_t d, int k)                                    \
    {                                                                                                  \
        PTO_CAT3(pto_g, e, _t)                                                                         \
        i = PTO_RVV_E(vadd_vx, e)(PTO_VID(e, bits), (size_t)k * PTO_GL_BITS(bits), PTO_VL_BITS(bits)); \
        i = PTO_RVV_E(vremu_vx, e)(i, d, PTO_VL_BITS(bits));                                           \
        return PTO_CMP_E(vmseq_vx, e, bits)(i, 0, PTO_VL_BITS(bits));                                  \
    }
PTO_MULTIPLE_FN(b8, u8, 8)
PTO_MULTIPLE_FN(b16, u16, 16)
PTO_MULTIPLE_FN(b32, u32, 32)

// Whether pto_first_G accepts any count, so that plt need not clamp it.
#define PTO_PLT_ANY_b8  0
#define PTO_PLT_ANY_b16 0
#define PTO_PLT_ANY_b32 (PTO_VLMUL < 8)

#define PTO_PATTERN_FN(G, bits)                                                                \
    PTO_VFN pto_##G##_t pto_pset_##G(pto_attr_t pattern)                                       \
    {                                                                                          \
        const int32_t lanes = PTO_VREG_BYTES * 8 / bits;                                       \
        int32_t n = pto_pattern_prefix(pattern, lanes);                                        \
        pto_##G##_t m;                                                                         \
        m.all = n >= lanes;                                                                    \
        if (n >= lanes) {                                                                      \
            PTO_GROUPS(PTO_MASK_SET(bits, m, k, PTO_RVV_B(vmset_m, bits)(PTO_VL_BITS(bits)));) \
        } else if (n == 0) {                                                                   \
            PTO_GROUPS(PTO_MASK_SET(bits, m, k, PTO_RVV_B(vmclr_m, bits)(PTO_VL_BITS(bits)));) \
        } else if (n > 0) {                                                                    \
            PTO_GROUPS(PTO_MASK_SET(bits, m, k, pto_first_##G(n, k));)                         \
        } else {                                                                               \
            uint32_t d = pattern == PTO_PAT_M3 ? 3 : 4;                                        \
            PTO_GROUPS(PTO_MASK_SET(bits, m, k, pto_multiple_##G(d, k));)                      \
        }                                                                                      \
        return m;                                                                              \
    }
#define PTO_PLT_FN(G, bits)                                            \
    PTO_VFN pto_##G##_t pto_plt_##G(int32_t n, int32_t *left)          \
    {                                                                  \
        const int32_t lanes = PTO_VREG_BYTES * 8 / bits;               \
        if (n >= lanes) {                                              \
            *left = n - lanes;                                         \
            return pto_pset_##G(PTO_PAT_ALL);                          \
        }                                                              \
        const int32_t count = PTO_PLT_ANY_##G ? n : n < 0 ? 0 : n;     \
        pto_##G##_t m;                                                 \
        m.all = 0;                                                     \
        *left = 0;                                                     \
        PTO_GROUPS(PTO_MASK_SET(bits, m, k, pto_first_##G(count, k));) \
        return m;                                                      \
    }
#define PTO_PSET_FN(G, bits) \
    PTO_PATTERN_FN(G, bits)  \
    PTO_PLT_FN(G, bits)
PTO_FOR_MASK_BITS(PTO_PSET_FN)

// Algebra. `view` and `image` are expressions of the group's masks named x, y and on.
#define PTO_ALGEBRA_STEP(bits, field, expr)                           \
    {                                                                 \
        const PTO_BOOL_BITS(bits) x = PTO_TO_BOOL(bits)(a.field[k]);  \
        const PTO_BOOL_BITS(bits) y = PTO_TO_BOOL(bits)(b.field[k]);  \
        const PTO_BOOL_BITS(bits) on = PTO_TO_BOOL(bits)(m.field[k]); \
        const size_t vl = PTO_VL_BITS(bits);                          \
        (void)x;                                                      \
        (void)y;                                                      \
        r.field[k] = PTO_FROM_BOOL(bits)(expr);                       \
    }
#define PTO_AND(bits, x, y) PTO_RVV_B(vmand_mm, bits)(x, y, vl)
#define PTO_OR(bits, x, y)  PTO_RVV_B(vmor_mm, bits)(x, y, vl)
#define PTO_XOR(bits, x, y) PTO_RVV_B(vmxor_mm, bits)(x, y, vl)

// If all lanes are active, the view needs no second step; the image does, for the bits between lanes.
#define PTO_ALGEBRA_FN(G, bits, name, OP, known)                                        \
    PTO_VFN pto_##G##_t pto_##name##_##G(pto_##G##_t a, pto_##G##_t b, pto_##G##_t m)   \
    {                                                                                   \
        pto_##G##_t r;                                                                  \
        r.all = known;                                                                  \
        PTO_GROUPS(PTO_ALGEBRA_STEP(8, image, PTO_AND(8, OP(8, x, y), on)))             \
        if (PTO_ALL(m)) {                                                               \
            PTO_GROUPS(PTO_ALGEBRA_STEP(bits, view, ((void)on, OP(bits, x, y))))        \
        } else {                                                                        \
            PTO_GROUPS(PTO_ALGEBRA_STEP(bits, view, PTO_AND(bits, OP(bits, x, y), on))) \
        }                                                                               \
        return r;                                                                       \
    }
#define PTO_ALGEBRA_FNS(G, bits)                                                        \
    PTO_ALGEBRA_FN(G, bits, pand, PTO_AND, a.all & b.all & m.all)                       \
    PTO_ALGEBRA_FN(G, bits, por, PTO_OR, (a.all | b.all) & m.all)                       \
    PTO_ALGEBRA_FN(G, bits, pxor, PTO_XOR, 0)                                           \
    PTO_VFN pto_##G##_t pto_pnot_##G(pto_##G##_t a, pto_##G##_t m)                      \
    {                                                                                   \
        const pto_##G##_t b = a;                                                        \
        pto_##G##_t r;                                                                  \
        r.all = 0;                                                                      \
        PTO_GROUPS(PTO_ALGEBRA_STEP(8, image, PTO_RVV_B(vmandn_mm, 8)(on, x, vl)))      \
        PTO_GROUPS(PTO_ALGEBRA_STEP(bits, view, PTO_RVV_B(vmandn_mm, bits)(on, x, vl))) \
        return r;                                                                       \
    }
#define PTO_PSEL_FN(G, bits)                                                                                         \
    PTO_VFN pto_##G##_t pto_psel_##G(pto_##G##_t a, pto_##G##_t b, pto_##G##_t m)                                    \
    {                                                                                                                \
        pto_##G##_t r;                                                                                               \
        r.all = m.all & a.all;                                                                                       \
        PTO_GROUPS(PTO_ALGEBRA_STEP(8, image, PTO_OR(8, PTO_AND(8, x, on), PTO_RVV_B(vmandn_mm, 8)(y, on, vl))))     \
        PTO_GROUPS(                                                                                                  \
            PTO_ALGEBRA_STEP(bits, view, PTO_OR(bits, PTO_AND(bits, x, on), PTO_RVV_B(vmandn_mm, bits)(y, on, vl)))) \
        return r;                                                                                                    \
    }
#define PTO_ALGEBRA(G, bits) PTO_ALGEBRA_FNS(G, bits) PTO_PSEL_FN(G, bits)
PTO_FOR_MASK_BITS(PTO_ALGEBRA)

// The same bits at another granularity. `all` only survives if lanes do not get narrower.
#define PTO_PBITCAST_FN(G, H, bits, keeps)                           \
    PTO_VFN pto_##H##_t pto_pbitcast_##G##_##H(pto_##G##_t m)        \
    {                                                                \
        pto_##H##_t r;                                               \
        r.all = m.all & keeps;                                       \
        PTO_GROUPS(PTO_MASK_SET_IMAGE(bits, r, k, PTO_IMAGE(m, k));) \
        return r;                                                    \
    }
#define PTO_PBITCAST_SAME(G)                                  \
    PTO_VFN pto_##G##_t pto_pbitcast_##G##_##G(pto_##G##_t m) \
    {                                                         \
        return m;                                             \
    }
PTO_FOR_MASKS(PTO_PBITCAST_SAME)
PTO_PBITCAST_FN(b8, b16, 16, 1)
PTO_PBITCAST_FN(b8, b32, 32, 1)
PTO_PBITCAST_FN(b16, b8, 8, 0)
PTO_PBITCAST_FN(b16, b32, 32, 1)
PTO_PBITCAST_FN(b32, b8, 8, 0)
PTO_PBITCAST_FN(b32, b16, 16, 0)

// The architectural 32 bytes in one register (a group of two at VLEN 128).
#if PTO_VGROUPS == 1
typedef vuint8m1_t pto_packed_t;
typedef vuint16m1_t pto_packed16_t;
typedef vuint16m2_t pto_packed_wide_t;
#define PTO_PACKED(insn, e)      __riscv_##insn##_##e##m1
#define PTO_PACKED_WIDE(insn, e) __riscv_##insn##_##e##m2
#define PTO_PACKED_HALF(insn, e) __riscv_##insn##_##e##mf2
#define PTO_PACKED_AS16          __riscv_vreinterpret_v_u8m1_u16m1
#define PTO_PACKED_AS8           __riscv_vreinterpret_v_u16m1_u8m1
#define PTO_PACKED_EXT           __riscv_vlmul_ext_v_u8mf2_u8m1
#define PTO_PACKED_TRUNC         __riscv_vlmul_trunc_v_u8m1_u8mf2
#else
typedef vuint8m2_t pto_packed_t;
typedef vuint16m2_t pto_packed16_t;
typedef vuint16m4_t pto_packed_wide_t;
#define PTO_PACKED(insn, e)      __riscv_##insn##_##e##m2
#define PTO_PACKED_WIDE(insn, e) __riscv_##insn##_##e##m4
#define PTO_PACKED_HALF(insn, e) __riscv_##insn##_##e##m1
#define PTO_PACKED_AS16          __riscv_vreinterpret_v_u8m2_u16m2
#define PTO_PACKED_AS8           __riscv_vreinterpret_v_u16m2_u8m2
#define PTO_PACKED_EXT           __riscv_vlmul_ext_v_u8m1_u8m2
#define PTO_PACKED_TRUNC         __riscv_vlmul_trunc_v_u8m2_u8m1
#endif

PTO_VFN pto_packed_t pto_pack_images(const pto_bits_t image[PTO_VGROUPS])
{
#if PTO_VGROUPS == 1
    return image[0];
#else
    return __riscv_vcreate_v_u8m1_u8m2(image[0], image[1]);
#endif
}

PTO_VFN PTO_BOOL_BITS(8) pto_unpack_image(pto_packed_t bits, int k)
{
#if PTO_VGROUPS == 1
    (void)k;
    return PTO_TO_BOOL(8)(bits);
#else
    return PTO_TO_BOOL(8)(k == 0 ? __riscv_vget_v_u8m2_u8m1(bits, 0) : __riscv_vget_v_u8m2_u8m1(bits, 1));
#endif
}

// One step of moving bit fields inside 16-bit elements: keep `mask` of (x | x shifted).
PTO_VFN pto_packed16_t pto_squeeze_step(pto_packed16_t x, size_t shift, uint16_t mask)
{
    x = PTO_PACKED(vor_vv, u16)(x, PTO_PACKED(vsrl_vx, u16)(x, shift, 16), 16);
    return PTO_PACKED(vand_vx, u16)(x, mask, 16);
}

PTO_VFN pto_packed_wide_t pto_spread_step(pto_packed_wide_t x, size_t shift, uint16_t mask, size_t vl)
{
    x = PTO_PACKED_WIDE(vor_vv, u16)(x, PTO_PACKED_WIDE(vsll_vx, u16)(x, shift, vl), vl);
    return PTO_PACKED_WIDE(vand_vx, u16)(x, mask, vl);
}

// Keeps every second field of `width` bits (1, 2 or 4; `odd` the second ones): 32 bytes become 16, with zeros above.
PTO_VFN pto_packed_t pto_squeeze_bits(pto_packed_t bits, int width, int odd)
{
    pto_packed16_t x = PTO_PACKED_AS16(bits);
    if (odd) {
        x = PTO_PACKED(vsrl_vx, u16)(x, (size_t)width, 16);
    }
    x = PTO_PACKED(vand_vx, u16)(x, width == 1 ? 0x5555 : width == 2 ? 0x3333 : 0x0f0f, 16);
    if (width == 1) {
        x = pto_squeeze_step(x, 1, 0x3333);
    }
    if (width <= 2) {
        x = pto_squeeze_step(x, 2, 0x0f0f);
    }
    x = pto_squeeze_step(x, 4, 0x00ff);
    pto_packed_t r = PTO_PACKED_EXT(PTO_PACKED_HALF(vnsrl_wx, u8)(x, 0, 16));
    pto_packed_t zero = PTO_PACKED(vmv_v_x, u8)(0, 32);
    return PTO_PACKED(vslideup_vx, u8)(r, zero, 16, 32);
}

// The inverse: 16 bytes, the upper ones of `bits` if `upper`, become 32 with zero fields between.
PTO_VFN pto_packed_t pto_spread_bits(pto_packed_t bits, int width, int upper)
{
    if (upper) {
        bits = PTO_PACKED(vslidedown_vx, u8)(bits, 16, 32);
    }
    pto_packed_wide_t x = PTO_PACKED_WIDE(vzext_vf2, u16)(bits, 16);
    x = pto_spread_step(x, 4, 0x0f0f, 16);
    if (width <= 2) {
        x = pto_spread_step(x, 2, 0x3333, 16);
    }
    if (width == 1) {
        x = pto_spread_step(x, 1, 0x5555, 16);
    }
#if PTO_VGROUPS == 1
    return __riscv_vreinterpret_v_u16m1_u8m1(__riscv_vlmul_trunc_v_u16m2_u16m1(x));
#else
    return __riscv_vreinterpret_v_u16m2_u8m2(__riscv_vlmul_trunc_v_u16m4_u16m2(x));
#endif
}

PTO_VFN pto_packed_t pto_shift_fields(pto_packed_t bits, size_t width)
{
    return PTO_PACKED_AS8(PTO_PACKED(vsll_vx, u16)(PTO_PACKED_AS16(bits), width, 16));
}

PTO_VFN pto_packed_t pto_or_bits(pto_packed_t a, pto_packed_t b)
{
    return PTO_PACKED(vor_vv, u8)(a, b, 32);
}

// 16 bytes moved to the upper half, zeros below.
PTO_VFN pto_packed_t pto_upper_bits(pto_packed_t bits)
{
    return PTO_PACKED(vslideup_vx, u8)(PTO_PACKED(vmv_v_x, u8)(0, 32), bits, 16, 32);
}

#define PTO_PPACK_FN(G, H, bits)                                                           \
    PTO_VFN pto_##H##_t pto_ppack_##G##_##H(pto_##G##_t m, pto_attr_t part)                \
    {                                                                                      \
        pto_packed_t p = pto_squeeze_bits(pto_pack_images(m.image), 1, 0);                 \
        if (part == PTO_HIGHER) {                                                          \
            p = pto_upper_bits(p);                                                         \
        }                                                                                  \
        pto_##H##_t r;                                                                     \
        r.all = 0;                                                                         \
        PTO_GROUPS(PTO_MASK_SET_IMAGE(bits, r, k, pto_unpack_image(p, k));)                \
        return r;                                                                          \
    }                                                                                      \
    PTO_VFN pto_##H##_t pto_punpack_##G##_##H(pto_##G##_t m, pto_attr_t part)              \
    {                                                                                      \
        pto_packed_t p = pto_spread_bits(pto_pack_images(m.image), 1, part == PTO_HIGHER); \
        pto_##H##_t r;                                                                     \
        r.all = 0;                                                                         \
        PTO_GROUPS(PTO_MASK_SET_IMAGE(bits, r, k, pto_unpack_image(p, k));)                \
        return r;                                                                          \
    }
#define PTO_PPACK_FNS(G) PTO_PPACK_FN(G, b8, 8) PTO_PPACK_FN(G, b16, 16) PTO_PPACK_FN(G, b32, 32)
PTO_FOR_MASKS(PTO_PPACK_FNS)

// Interleaving moves whole lanes: fields of 1, 2 or 4 bits.
#define PTO_PINTLV_FN(G, bits, name                )                                         \
    PTO_VFN pto_##G##_t pto_##name##_##G(pto_##G##_t a, pto_##G##_t b, pto_##G##_t *high)  \
    {                                                                                    \
        enum { width = bits / 8 };                                                       \
        pto_packed_t x = pto_pack_images(a.image), y = pto_pack_images(b.image);         \
        pto_packed_t lo = pto_##name##_bits(x, y, width, 0), hi = pto_##name##_bits(x, y, width, 1); \
        pto_##G##_t r;                                                                   \
        r.all = high->all = a.all & b.all;                                               \
        PTO_GROUPS(PTO_MASK_SET_IMAGE(bits, r, k, pto_unpack_image(lo, k));)             \
        PTO_GROUPS(PTO_MASK_SET_IMAGE(bits, *high, k, pto_unpack_image(hi, k));)         \
        return r;                                                                        \
    }
PTO_VFN pto_packed_t pto_pintlv_bits(pto_packed_t x, pto_packed_t y, unsigned width, int upper)
{
    return pto_or_bits(pto_spread_bits(x, width, upper), pto_shift_fields(pto_spread_bits(y, width, upper), width));
}

PTO_VFN pto_packed_t pto_pdintlv_bits(pto_packed_t x, pto_packed_t y, unsigned width, int odd)
{
    return pto_or_bits(pto_squeeze_bits(x, width, odd), pto_upper_bits(pto_squeeze_bits(y, width, odd)));
}

#define PTO_PINTLV_FNS(G, bits) PTO_PINTLV_FN(G, bits, pintlv) PTO_PINTLV_FN(G, bits, pdintlv)
PTO_FOR_MASK_BITS(PTO_PINTLV_FNS)

// Load and store. NORM moves the 32 bytes unchanged; US doubles each of 128 bits; DS keeps every second of 512; PK
// keeps every second of 256.

PTO_VFN pto_packed_t pto_load_bits(const uint8_t *p, pto_attr_t dist)
{
    switch (dist) {
        case PTO_PLD_US: {
            pto_packed_t x = pto_spread_bits(PTO_PACKED(vle8_v, u8)(p, 16), 1, 0);
            return pto_or_bits(x, pto_shift_fields(x, 1));
        }
        case PTO_PLD_DS: {
            pto_packed_t lo = pto_squeeze_bits(PTO_PACKED(vle8_v, u8)(p, 32), 1, 0);
            pto_packed_t hi = pto_squeeze_bits(PTO_PACKED(vle8_v, u8)(p + 32, 32), 1, 0);
            return pto_or_bits(lo, pto_upper_bits(hi));
        }
        default:
            return PTO_PACKED(vle8_v, u8)(p, 32);
    }
}

PTO_VFN void pto_store_bits(pto_packed_t bits, uint8_t *p, pto_attr_t dist)
{
    if (dist == PTO_PST_PK) {
        PTO_PACKED(vse8_v, u8)(p, pto_squeeze_bits(bits, 1, 0), 16);
    } else {
        PTO_PACKED(vse8_v, u8)(p, bits, 32);
    }
}

#define PTO_PLDS_FN(G, bits)                                                                   \
    PTO_VFN pto_##G##_t pto_plds_##G(const void *p, ptrdiff_t offset, pto_attr_t dist)         \
    {                                                                                          \
        const size_t bytes = dist == PTO_PLD_DS ? 64 : dist == PTO_PLD_US ? 16 : 32;           \
        PTO_OBSERVE_LOAD((const uint8_t *)p + offset, bytes);                                  \
        pto_check_load(p, offset, 1, 1, bytes);                                                \
        pto_packed_t b = pto_load_bits((const uint8_t *)p + offset, dist);                     \
        pto_##G##_t m;                                                                         \
        m.all = 0;                                                                             \
        PTO_GROUPS(PTO_MASK_SET_IMAGE(bits, m, k, pto_unpack_image(b, k));)                    \
        return m;                                                                              \
    }                                                                                          \
    /* To any memory, not only UB. */                                                          \
    PTO_VFN void pto_keep_##G(pto_##G##_t m, void *p, pto_attr_t dist)                         \
    {                                                                                          \
        pto_store_bits(pto_pack_images(m.image), p, dist);                                     \
    }
PTO_FOR_MASK_BITS(PTO_PLDS_FN)

// Stores every second bit of a predicate, and every fourth.
PTO_VFN void pto_store_halves(pto_b16_t m, void *p)
{
    PTO_PACKED(vse8_v, u8)(p, pto_squeeze_bits(pto_pack_images(m.image), 1, 0), 16);
}

PTO_VFN void pto_store_quarters(pto_b32_t m, void *p)
{
    PTO_PACKED(vse8_v, u8)(p, pto_squeeze_bits(pto_squeeze_bits(pto_pack_images(m.image), 1, 0), 1, 0), 8);
}

#endif
