// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: contiguous loads with every distribution, strided and block-strided loads, unaligned
// streams.
//
// A distribution works on elements of its own width, independent of the register's type. So each is written once, on
// bytes, and the typed functions cast. `dist` is a constant in every call, so the switches fold.
#ifndef PTO_VECTOR_RVV_LOAD_H
#define PTO_VECTOR_RVV_LOAD_H

// Lane indices of group k within the whole register, as unsigned integers.
#define PTO_VID_OF(e, bits, k) \
    ((k) == 0 ? PTO_VID(e, bits) : PTO_RVV_E(vadd_vx, e)(PTO_VID(e, bits), (k) * PTO_GL_BITS(bits), PTO_VL_BITS(bits)))

// Two-field segment instructions take an LMUL of at most 4.
#if PTO_VLMUL >= 4
#define PTO_SEG(insn, e) __riscv_##insn##_##e##m4x2
#define PTO_SEG_TYPE(u)  v##u##m4x2_t
#define PTO_SEG_GET(e)   __riscv_vget_v_##e##m4x2_##e##m4
#else
#define PTO_SEG(insn, e) __riscv_##insn##_##e##m2x2
#define PTO_SEG_TYPE(u)  v##u##m2x2_t
#define PTO_SEG_GET(e)   __riscv_vget_v_##e##m2x2_##e##m2
#endif

// Elements 0, 2, 4... and 1, 3, 5... of the 512 bytes at p.
#if PTO_VLMUL <= 4
#define PTO_PAIRS_GROUP(U, ctype, bits)                                           \
    PTO_SEG_TYPE(ctype) s = PTO_SEG(vlseg2e##bits##_v, U)(at, PTO_VL_BITS(bits)); \
    even.g[k] = PTO_SEG_GET(U)(s, 0);                                             \
    odd->g[k] = PTO_SEG_GET(U)(s, 1);
#else
#define PTO_PAIRS_GROUP(U, ctype, bits)                                         \
    enum { half = PTO_GROUP_BYTES * 4 / bits };                                 \
    PTO_SEG_TYPE(ctype) s = PTO_SEG(vlseg2e##bits##_v, U)(at, half);            \
    PTO_SEG_TYPE(ctype) t = PTO_SEG(vlseg2e##bits##_v, U)(at + 2 * half, half); \
    even.g[k] = PTO_SET_HALVES(U)(PTO_SEG_GET(U)(s, 0), PTO_SEG_GET(U)(t, 0));  \
    odd->g[k] = PTO_SET_HALVES(U)(PTO_SEG_GET(U)(s, 1), PTO_SEG_GET(U)(t, 1));
#endif
#define PTO_LOAD_PAIRS_FN(U, ctype, bits)                                                      \
    PTO_VFN pto_vu8_t pto_load_pairs_##U(const void *p, pto_vu8_t *odd_bytes)                  \
    {                                                                                          \
        pto_v##U##_t even, odd_v, *odd = &odd_v;                                               \
        PTO_GROUPS(const pto_##U##_t *at = (const pto_##U##_t *)p + 2 * k * PTO_GL_BITS(bits); \
                   PTO_PAIRS_GROUP(U, ctype, bits))                                            \
        *odd_bytes = pto_bytes_##U(odd_v);                                                     \
        return pto_bytes_##U(even);                                                            \
    }
PTO_LOAD_PAIRS_FN(u8, uint8, 8)
PTO_LOAD_PAIRS_FN(u16, uint16, 16)
PTO_LOAD_PAIRS_FN(u32, uint32, 32)

// Loads half a register's elements, zero-extended to twice their width.
#define PTO_LOAD_UNPACKED_FN(U, W, bits)                                                                     \
    PTO_VFN pto_v##W##_t pto_load_unpacked_##U(const void *p)                                                \
    {                                                                                                        \
        pto_v##W##_t r;                                                                                      \
        PTO_GROUPS(const pto_##U##_t *at = (const pto_##U##_t *)p + k * PTO_GL(W);                           \
                   r.g[k] = PTO_RVV_E(vzext_vf2, W)(PTO_RVV_H(vle##bits##_v, U)(at, PTO_VL(W)), PTO_VL(W));) \
        return r;                                                                                            \
    }
PTO_LOAD_UNPACKED_FN(u8, u16, 8)
PTO_LOAD_UNPACKED_FN(u16, u32, 16)
PTO_LOAD_UNPACKED_FN(u32, u64, 32)

PTO_VFN pto_vu32_t pto_load_unpacked4(const void *p)
{
    pto_vu32_t r;
    PTO_GROUPS(const uint8_t *at = (const uint8_t *)p + k * PTO_GL(u32);
               r.g[k] = PTO_RVV_E(vzext_vf4, u32)(PTO_RVV_Q(vle8_v, u8)(at, PTO_VL(u32)), PTO_VL(u32));)
    return r;
}

// US: each of half a register's elements twice.
PTO_VFN pto_vu8_t pto_load_doubled_u8(const void *p)
{
    pto_vu16_t r = pto_load_unpacked_u8(p);
    PTO_GROUPS(r.g[k] = PTO_RVV(vmul_vx, u16)(r.g[k], 0x0101, PTO_VL(u16));)
    return pto_bytes_u16(r);
}

PTO_VFN pto_vu8_t pto_load_doubled_u16(const void *p)
{
    pto_vu32_t r = pto_load_unpacked_u16(p);
    PTO_GROUPS(r.g[k] = PTO_RVV(vmul_vx, u32)(r.g[k], 0x00010001, PTO_VL(u32));)
    return pto_bytes_u32(r);
}

// BRC_BLK: the 32 bytes at p, eight times.
PTO_VFN pto_vu8_t pto_load_block(const void *p)
{
    pto_gu64_t block = PTO_RVV(vle64_v, u64)(p, 4);
    pto_gu64_t lane = PTO_RVV(vand_vx, u64)(PTO_VID(u64, 64), 3, PTO_VL(u64));
    pto_vu64_t r;
    PTO_GROUPS(r.g[k] = PTO_RVV(vrgather_vv, u64)(block, lane, PTO_VL(u64));)
    return pto_bytes_u64(r);
}

// E2B: each of 8 elements fills a block of 32 bytes.
#define PTO_LOAD_TO_BLOCKS_FN(U, bits, shift)                                                         \
    PTO_VFN pto_vu8_t pto_load_to_blocks_##U(const void *p)                                           \
    {                                                                                                 \
        pto_g##U##_t e = PTO_RVV(vle##bits##_v, U)(p, 8);                                             \
        pto_v##U##_t r;                                                                               \
        PTO_GROUPS(pto_g##U##_t lane = PTO_RVV(vsrl_vx, U)(PTO_VID_OF(U, bits, k), shift, PTO_VL(U)); \
                   r.g[k] = PTO_RVV(vrgather_vv, U)(e, lane, PTO_VL(U));)                             \
        return pto_bytes_##U(r);                                                                      \
    }
PTO_LOAD_TO_BLOCKS_FN(u16, 16, 4)
PTO_LOAD_TO_BLOCKS_FN(u32, 32, 3)

// BDINTLV: blocks 0, 2, 4... of the 512 bytes at p. RV32 has no indices of 64 bits.
PTO_VFN pto_vu8_t pto_load_even_blocks(const void *p)
{
    pto_vu32_t r;
    PTO_GROUPS(pto_gu32_t i = PTO_VID(u32, 32); pto_gu32_t block = PTO_RVV(vand_vx, u32)(i, ~7u, PTO_VL(u32));
               pto_gu32_t lane = PTO_RVV(vadd_vv, u32)(i, block, PTO_VL(u32));
               r.g[k] = PTO_RVV(vluxei32_v, u32)((const uint32_t *)p + 2 * k * PTO_GL(u32),
                                                 PTO_RVV(vsll_vx, u32)(lane, 2, PTO_VL(u32)), PTO_VL(u32));)
    return pto_bytes_u32(r);
}

// Loads every stride-th element, stride in bytes.
#define PTO_LOAD_STRIDED_FN(U, bits)                                                                                  \
    PTO_VFN pto_vu8_t pto_load_strided_##U(const void *p, ptrdiff_t stride)                                           \
    {                                                                                                                 \
        pto_v##U##_t r;                                                                                               \
        PTO_GROUPS(r.g[k] = PTO_RVV(vlse##bits##_v, U)(                                                               \
                       (const void *)((const uint8_t *)p + (ptrdiff_t)(k * PTO_GL(U)) * stride), stride, PTO_VL(U));) \
        return pto_bytes_##U(r);                                                                                      \
    }
PTO_LOAD_STRIDED_FN(u8, 8)
PTO_LOAD_STRIDED_FN(u16, 16)
PTO_LOAD_STRIDED_FN(u32, 32)
PTO_LOAD_STRIDED_FN(u64, 64)

PTO_VFN pto_vu8_t pto_load_dist(const void *p, pto_attr_t dist)
{
    pto_vu8_t odd;
    switch (dist) {
        case PTO_LD_BRC_B8:
            return pto_splat_u8(*(const pto_alias_u8_t *)p);
        case PTO_LD_BRC_B16:
            return pto_bytes_u16(pto_splat_u16(*(const pto_alias_u16_t *)p));
        case PTO_LD_BRC_B32:
            return pto_bytes_u32(pto_splat_u32(*(const pto_alias_u32_t *)p));
        case PTO_LD_E2B_B16:
            return pto_load_to_blocks_u16(p);
        case PTO_LD_US_B8:
            return pto_load_doubled_u8(p);
        case PTO_LD_US_B16:
            return pto_load_doubled_u16(p);
        case PTO_LD_DS_B8:
        case PTO_LD_SPLT2CHN_B8:
            return pto_load_pairs_u8(p, &odd);
        case PTO_LD_DS_B16:
        case PTO_LD_SPLT2CHN_B16:
            return pto_load_pairs_u16(p, &odd);
        case PTO_LD_UNPK_B8:
            return pto_bytes_u16(pto_load_unpacked_u8(p));
        case PTO_LD_UNPK_B16:
            return pto_bytes_u32(pto_load_unpacked_u16(p));
        case PTO_LD_UNPK_B32:
            return pto_bytes_u64(pto_load_unpacked_u32(p));
        case PTO_LD_UNPK4:
            return pto_bytes_u32(pto_load_unpacked4(p));
        case PTO_LD_BRC_BLK:
            return pto_load_block(p);
        case PTO_LD_E2B_B32:
            return pto_load_to_blocks_u32(p);
        case PTO_LD_SPLT4CHN:
            return pto_load_strided_u8(p, 4);
        case PTO_LD_NORM:
            return pto_load_u8(p);
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

PTO_VFN pto_vu8_t pto_load_dist2(const void *p, pto_attr_t dist, pto_vu8_t *high)
{
    switch (dist) {
        case PTO_LD2_BDINTLV:
            *high = pto_load_even_blocks((const uint8_t *)p + 32);
            return pto_load_even_blocks(p);
        case PTO_LD2_DINTLV_B8:
            return pto_load_pairs_u8(p, high);
        case PTO_LD2_DINTLV_B16:
            return pto_load_pairs_u16(p, high);
        case PTO_LD2_DINTLV_B32:
            return pto_load_pairs_u32(p, high);
        default:
            pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, dist);
    }
}

// Clamps byte offsets of elements relative to an address in UB. If no hardware confines them, offsets that leave UB are
// redirected to the unused memory after it.
PTO_VFN pto_gu32_t pto_guarded(pto_gu32_t offsets)
{
#ifdef PTO_CHECK_BOUNDS
    offsets = PTO_RVV(vminu_vx, u32)(offsets, PTO_UB_BYTES, PTO_VL(u32));
#endif
    return offsets;
}

// Block-strided access: block b of 32 bytes (b < 8) is at `first + b * stride` and is accessed if lane b of the mask is
// set. For each group of u32 elements: their byte offsets, and their mask.

PTO_VFN pto_gu32_t pto_block_offsets(uint32_t first, uint32_t stride, int k)
{
    pto_gu32_t i = PTO_VID_OF(u32, 32, k);
    pto_gu32_t off = PTO_RVV(vmul_vx, u32)(PTO_RVV(vsrl_vx, u32)(i, 3, PTO_VL(u32)), stride, PTO_VL(u32));
    pto_gu32_t in_block = PTO_RVV(vsll_vx, u32)(PTO_RVV(vand_vx, u32)(i, 7, PTO_VL(u32)), 2, PTO_VL(u32));
    off = PTO_RVV(vadd_vv, u32)(off, in_block, PTO_VL(u32));
    return pto_guarded(PTO_RVV(vadd_vx, u32)(off, first, PTO_VL(u32)));
}

// Returns 1 in element b of group 0 for each active block b.
PTO_VFN pto_gu32_t pto_block_flags_b32(pto_b32_t m)
{
    pto_gu32_t zero = PTO_RVV(vmv_v_x, u32)(0, PTO_VL(u32));
    return PTO_RVV(vmerge_vxm, u32)(zero, 1, PTO_VIEW(32, m, 0), PTO_VL(u32));
}

PTO_VFN pto_gu32_t pto_block_flags_b16(pto_b16_t m)
{
    pto_gu16_t zero = PTO_RVV(vmv_v_x, u16)(0, PTO_VL(u16));
    pto_gu16_t one = PTO_RVV(vmerge_vxm, u16)(zero, 1, PTO_VIEW(16, m, 0), PTO_VL(u16));
    return PTO_RVV(vzext_vf2, u32)(PTO_TRUNC_HALF(u16)(one), PTO_VL(u32));
}

PTO_VFN pto_gu32_t pto_block_flags_b8(pto_b8_t m)
{
    pto_gu8_t zero = PTO_RVV(vmv_v_x, u8)(0, PTO_VL(u8));
    pto_gu8_t one = PTO_RVV(vmerge_vxm, u8)(zero, 1, PTO_VIEW(8, m, 0), PTO_VL(u8));
    return PTO_RVV(vzext_vf4, u32)(PTO_TRUNC_QUARTER(u8)(one), PTO_VL(u32));
}

PTO_VFN PTO_BOOL(u32) pto_block_mask(pto_gu32_t flags, int k)
{
    pto_gu32_t block = PTO_RVV(vsrl_vx, u32)(PTO_VID_OF(u32, 32, k), 3, PTO_VL(u32));
    return PTO_CMP(vmsne_vx, u32)(PTO_RVV(vrgather_vv, u32)(flags, block, PTO_VL(u32)), 0, PTO_VL(u32));
}

PTO_VFN pto_vu8_t pto_load_blocks(const void *p, uint32_t first, uint32_t stride, pto_gu32_t flags)
{
    pto_vu32_t r;
    PTO_GROUPS(r.g[k] =
                   PTO_RVV_MU(vluxei32_v, u32)(pto_block_mask(flags, k), PTO_RVV(vmv_v_x, u32)(0, PTO_VL(u32)),
                                               (const uint32_t *)p, pto_block_offsets(first, stride, k), PTO_VL(u32));)
    return pto_bytes_u32(r);
}

#endif
