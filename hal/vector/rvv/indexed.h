// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: gather and scatter by element index, gather of blocks.
//
// Indices are unsigned. Element i of a register is paired with index i. If one of the two registers has fewer elements,
// the remaining elements of a gather's result are 0, and a scatter ignores the rest.
#ifndef PTO_VECTOR_RVV_INDEXED_H
#define PTO_VECTOR_RVV_INDEXED_H

// Widens the low lanes of a register to twice the width.
PTO_VFN pto_vu16_t pto_widen_lanes_u8(pto_vu8_t v)
{
    pto_vu16_t r;
    PTO_GROUPS(r.g[k] = PTO_RVV(vzext_vf2, u16)(PTO_GET_HALF(u8)(v.g[0], k), PTO_VL(u16));)
    return r;
}

PTO_VFN pto_vu32_t pto_widen_lanes_u16(pto_vu16_t v)
{
    pto_vu32_t r;
    PTO_GROUPS(r.g[k] = PTO_RVV(vzext_vf2, u32)(PTO_GET_HALF(u16)(v.g[0], k), PTO_VL(u32));)
    return r;
}

// Mask bits from bit `first` on, for elements of this width at the LMUL of their use: bit i of a mask register belongs
// to element i at any LMUL.
#define PTO_MASK_FROM(bits, view, first) \
    PTO_TO_BOOL(bits)(__riscv_vslidedown_vx_u8m1(view, (first) / 8, PTO_GL_BITS(8) / 8))

// Restricts m to lanes below n, in group k.
#define PTO_FEWER_FN(G, bits)                                                                                       \
    PTO_VFN pto_##G##_t pto_fewer_##G(pto_##G##_t m, int32_t n)                                                     \
    {                                                                                                               \
        pto_##G##_t r;                                                                                              \
        r.all = 0;                                                                                                  \
        PTO_GROUPS(                                                                                                 \
            PTO_MASK_SET(bits, r, k,                                                                                \
                         PTO_RVV_B(vmand_mm, bits)(PTO_VIEW(bits, m, k), pto_first_##G(n, k), PTO_VL_BITS(bits)));) \
        return r;                                                                                                   \
    }
PTO_FEWER_FN(b8, 8)
PTO_FEWER_FN(b16, 16)

// Gather, by width of element and index

PTO_VFN pto_vu8_t pto_gather_u8_u8(const uint8_t *p, pto_vu8_t x, pto_b8_t m)
{
    pto_vu8_t r;
    PTO_GROUPS(r.g[k] = PTO_RVV_M(vluxei8_v, u8)(PTO_VIEW(8, m, k), p, x.g[k], PTO_VL(u8));)
    return pto_zero_u8(r, m);
}

PTO_VFN pto_vu8_t pto_gather_u8_u16(const uint8_t *p, pto_vu16_t x, pto_b8_t m)
{
    pto_vu8_t r;
    pto_hu8_t low = PTO_RVV_H_M(vluxei16_v, u8)(PTO_MASK_FROM(16, m.view[0], 0), p, x.g[0], PTO_VL(u16));
#if PTO_VGROUPS == 1
    r.g[0] = PTO_EXT_HALF(u8)(low);
#else
    pto_hu8_t high = PTO_RVV_H_M(vluxei16_v, u8)(PTO_MASK_FROM(16, m.view[0], 64), p, x.g[1], PTO_VL(u16));
    r.g[0] = PTO_SET_HALVES(u8)(low, high);
    r.g[1] = r.g[0];
#endif
    return pto_zero_u8(r, pto_fewer_b8(m, 128));
}

PTO_VFN pto_vu8_t pto_gather_u8_u32(const uint8_t *p, pto_vu32_t x, pto_b8_t m)
{
    pto_vu8_t r;
    pto_qu8_t low = PTO_RVV_Q_M(vluxei32_v, u8)(PTO_MASK_FROM(32, m.view[0], 0), p, pto_guarded(x.g[0]), PTO_VL(u32));
    r.g[0] = PTO_EXT_QUARTER(u8)(low);
#if PTO_VGROUPS == 2
    pto_qu8_t high = PTO_RVV_Q_M(vluxei32_v, u8)(PTO_MASK_FROM(32, m.view[0], 32), p, pto_guarded(x.g[1]), PTO_VL(u32));
    r.g[0] = PTO_RVV(vslideup_vx, u8)(r.g[0], PTO_EXT_QUARTER(u8)(high), PTO_GL(u32), PTO_VL(u8));
    r.g[1] = r.g[0];
#endif
    return pto_zero_u8(r, pto_fewer_b8(m, 64));
}

// Gathers bytes into lanes of 16 bits.
PTO_VFN pto_vu16_t pto_gather_wide(const uint8_t *p, pto_vu16_t x, pto_b16_t m)
{
    pto_vu16_t r;
    PTO_GROUPS(pto_hu8_t bytes = PTO_RVV_H_M(vluxei16_v, u8)(PTO_VIEW(16, m, k), p, x.g[k], PTO_VL(u16));
               r.g[k] = PTO_RVV(vzext_vf2, u16)(bytes, PTO_VL(u16));)
    return pto_zero_u16(r, m);
}

// Scaled 16-bit indices may exceed 64 KiB: processes half a group at a time, with 32-bit offsets.
PTO_VFN pto_vu16_t pto_gather_u16_u16(const uint16_t *p, pto_vu16_t x, pto_b16_t m)
{
    enum { n = PTO_GROUP_BYTES / 4 };
    pto_vu16_t r;
    PTO_GROUPS(pto_gu32_t off0 = PTO_RVV(vwmulu_vx, u32)(PTO_GET_HALF(u16)(x.g[k], 0), 2, n);
               pto_gu32_t off1 = PTO_RVV(vwmulu_vx, u32)(PTO_GET_HALF(u16)(x.g[k], 1), 2, n);
               pto_hu16_t low = PTO_RVV_H_M(vluxei32_v, u16)(PTO_MASK_FROM(32, m.view[k], 0), p, off0, n);
               pto_hu16_t high = PTO_RVV_H_M(vluxei32_v, u16)(PTO_MASK_FROM(32, m.view[k], n), p, off1, n);
               r.g[k] = PTO_SET_HALVES(u16)(low, high);)
    return pto_zero_u16(r, m);
}

PTO_VFN pto_vu16_t pto_gather_u16_u32(const uint16_t *p, pto_vu32_t x, pto_b16_t m)
{
    pto_vu16_t r;
    PTO_GROUPS(x.g[k] = pto_guarded(PTO_RVV(vsll_vx, u32)(x.g[k], 1, PTO_VL(u32)));)
    pto_hu16_t low = PTO_RVV_H_M(vluxei32_v, u16)(PTO_MASK_FROM(32, m.view[0], 0), p, x.g[0], PTO_VL(u32));
#if PTO_VGROUPS == 1
    r.g[0] = PTO_EXT_HALF(u16)(low);
#else
    pto_hu16_t high = PTO_RVV_H_M(vluxei32_v, u16)(PTO_MASK_FROM(32, m.view[0], 32), p, x.g[1], PTO_VL(u32));
    r.g[0] = PTO_SET_HALVES(u16)(low, high);
    r.g[1] = r.g[0];
#endif
    return pto_zero_u16(r, pto_fewer_b16(m, 64));
}

PTO_VFN pto_vu16_t pto_gather_u16_u8(const uint16_t *p, pto_vu8_t x, pto_b16_t m)
{
    return pto_gather_u16_u16(p, pto_widen_lanes_u8(x), m);
}

PTO_VFN pto_vu32_t pto_gather_u32_u32(const uint32_t *p, pto_vu32_t x, pto_b32_t m)
{
    pto_vu32_t r;
    PTO_GROUPS(
        pto_gu32_t off = pto_guarded(PTO_RVV(vsll_vx, u32)(x.g[k], 2, PTO_VL(u32)));
        if (PTO_ALL(m)) { r.g[k] = PTO_RVV(vluxei32_v, u32)(p, off, PTO_VL(u32)); } else {
            r.g[k] = PTO_RVV_MU(vluxei32_v, u32)(PTO_VIEW(32, m, k), PTO_RVV(vmv_v_x, u32)(0, PTO_VL(u32)), p, off,
                                                 PTO_VL(u32));
        })
    return r;
}

PTO_VFN pto_vu32_t pto_gather_u32_u16(const uint32_t *p, pto_vu16_t x, pto_b32_t m)
{
    return pto_gather_u32_u32(p, pto_widen_lanes_u16(x), m);
}

PTO_VFN pto_vu32_t pto_gather_u32_u8(const uint32_t *p, pto_vu8_t x, pto_b32_t m)
{
    return pto_gather_u32_u32(p, pto_widen_lanes_u16(pto_widen_lanes_u8(x)), m);
}

// Scatter. If indices collide, the lowest lane wins: lanes are stored in descending order.

#define PTO_REVERSE_FN(U, G, bits)                                                                                     \
    PTO_VFN pto_v##U##_t pto_reverse_##U(pto_v##U##_t v, uint32_t n)                                                   \
    {                                                                                                                  \
        pto_v##U##_t from;                                                                                             \
        PTO_GROUPS(from.g[k] = PTO_RVV(vrsub_vx, U)(PTO_VID_OF(U, bits, k), n - 1, PTO_VL(U));)                        \
        return pto_pick_##U(v, from);                                                                                  \
    }                                                                                                                  \
    PTO_VFN pto_##G##_t pto_reverse_##G(pto_##G##_t m, uint32_t n)                                                     \
    {                                                                                                                  \
        pto_v##U##_t one;                                                                                              \
        PTO_GROUPS(one.g[k] =                                                                                          \
                       PTO_RVV(vmerge_vxm, U)(PTO_RVV(vmv_v_x, U)(0, PTO_VL(U)), 1, PTO_VIEW(bits, m, k), PTO_VL(U));) \
        one = pto_reverse_##U(one, n);                                                                                 \
        PTO_GROUPS(PTO_MASK_SET(bits, m, k, PTO_CMP(vmsne_vx, U)(one.g[k], 0, PTO_VL(U)));)                            \
        return m;                                                                                                      \
    }
PTO_REVERSE_FN(u8, b8, 8)
PTO_REVERSE_FN(u16, b16, 16)
PTO_REVERSE_FN(u32, b32, 32)

PTO_VFN void pto_scatter_u8_u8(uint8_t *p, pto_vu8_t v, pto_vu8_t x, pto_b8_t m)
{
    v = pto_reverse_u8(v, 256);
    x = pto_reverse_u8(x, 256);
    m = pto_reverse_b8(m, 256);
    PTO_GROUPS(PTO_RVV_M(vsoxei8_v, u8)(PTO_VIEW(8, m, k), p, x.g[k], v.g[k], PTO_VL(u8));)
}

PTO_VFN void pto_scatter_u8_u16(uint8_t *p, pto_vu8_t v, pto_vu16_t x, pto_b8_t m)
{
    v = pto_reverse_u8(v, 128);
    x = pto_reverse_u16(x, 128);
    m = pto_reverse_b8(m, 128);
    PTO_GROUPS(PTO_RVV_H_M(vsoxei16_v, u8)(PTO_MASK_FROM(16, m.view[0], k * 64), p, x.g[k], PTO_GET_HALF(u8)(v.g[0], k),
                                           PTO_VL(u16));)
}

// The low bytes of lanes of 16 bits.
PTO_VFN void pto_scatter_wide(uint8_t *p, pto_vu16_t v, pto_vu16_t x, pto_b16_t m)
{
    v = pto_reverse_u16(v, 128);
    x = pto_reverse_u16(x, 128);
    m = pto_reverse_b16(m, 128);
    PTO_GROUPS(PTO_RVV_H_M(vsoxei16_v, u8)(PTO_VIEW(16, m, k), p, x.g[k],
                                           PTO_RVV_H(vnsrl_wx, u8)(v.g[k], 0, PTO_VL(u16)), PTO_VL(u16));)
}

PTO_VFN void pto_scatter_u8_u32(uint8_t *p, pto_vu8_t v, pto_vu32_t x, pto_b8_t m)
{
    v = pto_reverse_u8(v, 64);
    x = pto_reverse_u32(x, 64);
    m = pto_reverse_b8(m, 64);
    PTO_GROUPS(pto_gu8_t part = PTO_RVV(vslidedown_vx, u8)(v.g[0], k * 32, PTO_VL(u8));
               PTO_RVV_Q_M(vsoxei32_v, u8)(PTO_MASK_FROM(32, m.view[0], k * 32), p, pto_guarded(x.g[k]),
                                           PTO_TRUNC_QUARTER(u8)(part), PTO_VL(u32));)
}

PTO_VFN void pto_scatter_u16_u16(uint16_t *p, pto_vu16_t v, pto_vu16_t x, pto_b16_t m)
{
    enum { n = PTO_GROUP_BYTES / 4 };
    v = pto_reverse_u16(v, 128);
    x = pto_reverse_u16(x, 128);
    m = pto_reverse_b16(m, 128);
    PTO_GROUPS(pto_gu32_t off0 = PTO_RVV(vwmulu_vx, u32)(PTO_GET_HALF(u16)(x.g[k], 0), 2, n);
               pto_gu32_t off1 = PTO_RVV(vwmulu_vx, u32)(PTO_GET_HALF(u16)(x.g[k], 1), 2, n);
               PTO_RVV_H_M(vsoxei32_v, u16)(PTO_MASK_FROM(32, m.view[k], 0), p, off0, PTO_GET_HALF(u16)(v.g[k], 0), n);
               PTO_RVV_H_M(vsoxei32_v, u16)(PTO_MASK_FROM(32, m.view[k], n), p, off1, PTO_GET_HALF(u16)(v.g[k], 1), n);)
}

PTO_VFN void pto_scatter_u16_u32(uint16_t *p, pto_vu16_t v, pto_vu32_t x, pto_b16_t m)
{
    v = pto_reverse_u16(v, 64);
    x = pto_reverse_u32(x, 64);
    m = pto_reverse_b16(m, 64);
    PTO_GROUPS(PTO_RVV_H_M(vsoxei32_v, u16)(PTO_MASK_FROM(32, m.view[0], k * 32), p,
                                            pto_guarded(PTO_RVV(vsll_vx, u32)(x.g[k], 1, PTO_VL(u32))),
                                            PTO_GET_HALF(u16)(v.g[0], k), PTO_VL(u32));)
}

PTO_VFN void pto_scatter_u16_u8(uint16_t *p, pto_vu16_t v, pto_vu8_t x, pto_b16_t m)
{
    pto_scatter_u16_u16(p, v, pto_widen_lanes_u8(x), m);
}

PTO_VFN void pto_scatter_u32_u32(uint32_t *p, pto_vu32_t v, pto_vu32_t x, pto_b32_t m)
{
    v = pto_reverse_u32(v, 64);
    x = pto_reverse_u32(x, 64);
    m = pto_reverse_b32(m, 64);
    PTO_GROUPS(PTO_RVV_M(vsoxei32_v, u32)(PTO_VIEW(32, m, k), p,
                                          pto_guarded(PTO_RVV(vsll_vx, u32)(x.g[k], 2, PTO_VL(u32))), v.g[k],
                                          PTO_VL(u32));)
}

PTO_VFN void pto_scatter_u32_u16(uint32_t *p, pto_vu32_t v, pto_vu16_t x, pto_b32_t m)
{
    pto_scatter_u32_u32(p, v, pto_widen_lanes_u16(x), m);
}

PTO_VFN void pto_scatter_u32_u8(uint32_t *p, pto_vu32_t v, pto_vu8_t x, pto_b32_t m)
{
    pto_scatter_u32_u32(p, v, pto_widen_lanes_u16(pto_widen_lanes_u8(x)), m);
}

// Block b of 32 bytes is at byte offset x[b] if lane b of m is set, else it is 0.
PTO_VFN pto_vu8_t pto_gather_blocks(const void *p, pto_vu32_t x, pto_b32_t m)
{
    pto_check_start((uintptr_t)p, 32, PTO_VECTOR_LOAD);
    pto_gu32_t flags = pto_block_flags_b32(m);
    PTO_BOOL(u32) on = PTO_TO_BOOL(32)(m.view[0]);
    pto_gu32_t low = PTO_RVV(vand_vx, u32)(x.g[0], 31, 8);
    long first = PTO_RVV_B(vfirst_m, 32)(PTO_RVV_B(vmand_mm, 32)(PTO_CMP(vmsne_vx, u32)(low, 0, 8), on, 8), 8);
    if (__builtin_expect(first >= 0, 0)) {
        pto_vector_fault(PTO_VECTOR_LOAD, (uintptr_t)p + (uintptr_t)first, 32);
    }
    pto_vu32_t r;
    PTO_GROUPS(pto_gu32_t i = PTO_VID_OF(u32, 32, k); pto_gu32_t block = PTO_RVV(vsrl_vx, u32)(i, 3, PTO_VL(u32));
               pto_gu32_t off = PTO_RVV(vrgather_vv, u32)(x.g[0], block, PTO_VL(u32));
               pto_gu32_t in_block = PTO_RVV(vsll_vx, u32)(PTO_RVV(vand_vx, u32)(i, 7, PTO_VL(u32)), 2, PTO_VL(u32));
               r.g[k] = PTO_RVV_MU(vluxei32_v, u32)(
                   pto_block_mask(flags, k), PTO_RVV(vmv_v_x, u32)(0, PTO_VL(u32)), (const uint32_t *)p,
                   pto_guarded(PTO_RVV(vadd_vv, u32)(off, in_block, PTO_VL(u32))), PTO_VL(u32));)
    return pto_bytes_u32(r);
}

#endif
