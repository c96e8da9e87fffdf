// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: contiguous stores with every distribution, strided and block-strided stores, unaligned
// streams.
//
// As for loads, each distribution is written once, on bytes. Its mask has the granularity of its own width, derived
// from that of the operand (pto_any_t).
#ifndef PTO_VECTOR_RVV_STORE_H
#define PTO_VECTOR_RVV_STORE_H

#define PTO_STORE_MASKED_FN(U, bits, G)                                                                                \
    PTO_VFN void pto_store_masked_##U(void *p, pto_v##U##_t v, pto_##G##_t m)                                          \
    {                                                                                                                  \
        if (PTO_ALL(m)) {                                                                                              \
            pto_check_last(p, PTO_VREG_BYTES, PTO_VECTOR_STORE);                                                       \
            pto_store_##U(p, v);                                                                                       \
        } else {                                                                                                       \
            PTO_GROUPS(                                                                                                \
                PTO_RVV_M(vse##bits##_v, U)(pto_view_##U(m, k), (pto_##U##_t *)p + k * PTO_GL(U), v.g[k], PTO_VL(U));) \
        }                                                                                                              \
    }
PTO_STORE_MASKED_FN(u8, 8, b8)
PTO_STORE_MASKED_FN(u16, 16, b16)
PTO_STORE_MASKED_FN(u32, 32, b32)
PTO_STORE_MASKED_FN(u64, 64, b32)

// PK: the lower half of each element.
#define PTO_STORE_PACKED_FN(U, N, bits, half, G)                                             \
    PTO_VFN void pto_store_packed_##U(void *p, pto_v##U##_t v, pto_##G##_t m)                \
    {                                                                                        \
        PTO_GROUPS(                                                                          \
            pto_h##N##_t x = PTO_RVV_H(vncvt_x_x_w, N)(v.g[k], PTO_VL(U));                   \
            pto_##N##_t *at = (pto_##N##_t *)p + k * PTO_GL(U); if (PTO_ALL(m)) {            \
                PTO_RVV_H(vse##half##_v, N)(at, x, PTO_VL(U));                               \
            } else { PTO_RVV_H_M(vse##half##_v, N)(pto_view_##U(m, k), at, x, PTO_VL(U)); }) \
    }
PTO_STORE_PACKED_FN(u16, u8, 16, 8, b16)
PTO_STORE_PACKED_FN(u32, u16, 32, 16, b32)
PTO_STORE_PACKED_FN(u64, u32, 64, 32, b32)

PTO_VFN void pto_store_packed4_u32(void *p, pto_vu32_t v, pto_b32_t m)
{
    PTO_GROUPS(
        pto_qu8_t x = PTO_RVV_Q(vncvt_x_x_w, u8)(PTO_RVV_H(vncvt_x_x_w, u16)(v.g[k], PTO_VL(u32)), PTO_VL(u32));
        uint8_t *at = (uint8_t *)p + k * PTO_GL(u32); if (PTO_ALL(m)) {
            PTO_RVV_Q(vse8_v, u8)(at, x, PTO_VL(u32));
        } else { PTO_RVV_Q_M(vse8_v, u8)(PTO_VIEW(32, m, k), at, x, PTO_VL(u32)); })
}

// Stores only the first element.
#ifdef __clang__
#define PTO_BYTES_OF(T, v)                                             \
    (__extension__({                                                   \
        const pto_v##T##_t from_ = (v);                                \
        pto_vu8_t bytes_;                                              \
        PTO_GROUPS(bytes_.g[k] = (pto_gu8_t)(pto_own_u8_t)from_.g[k];) \
        bytes_;                                                        \
    }))
#define PTO_STORE_FIRST_FN(U, bits)                                                        \
    PTO_VFN void pto_store_first_##U(void *p, pto_vu8_t v)                                 \
    {                                                                                      \
        const pto_##U##_t first = ((pto_own_##U##_t)v.g[0])[0];                            \
        __builtin_memcpy(__builtin_assume_aligned(p, sizeof first), &first, sizeof first); \
    }
#else
#define PTO_STORE_FIRST_FN(U, bits)                                                \
    PTO_VFN void pto_store_first_##U(void *p, pto_vu8_t v)                         \
    {                                                                              \
        PTO_CAT(__riscv_vse, bits)((pto_##U##_t *)p, PTO_STORE_AS_##U(v.g[0]), 1); \
    }
#define PTO_STORE_AS_u8(x)  (x)
#define PTO_STORE_AS_u16(x) PTO_CAST_E(u16, u8)(x)
#define PTO_STORE_AS_u32(x) PTO_CAST_E(u32, u8)(x)
#endif
PTO_STORE_FIRST_FN(u8, 8)
PTO_STORE_FIRST_FN(u16, 16)
PTO_STORE_FIRST_FN(u32, 32)

// MRG: in each block of `1 << block` elements, interleaves planes of `1 << plane` elements: element c of group j comes
// from element j of plane c.
#define PTO_MERGE_PLANES_FN(U)                                                                         \
    PTO_VFN pto_v##U##_t pto_merge_planes_##U(pto_v##U##_t v, int block, int plane)                    \
    {                                                                                                  \
        const size_t vl = PTO_VL(U);                                                                   \
        const size_t in_block = (1u << block) - 1, channel = (1u << (block - plane)) - 1;              \
        pto_g##U##_t i = PTO_RVV(vid_v, U)(vl);                                                        \
        pto_g##U##_t from = PTO_RVV(vand_vx, U)(i, ~in_block, vl);                                     \
        pto_g##U##_t c = PTO_RVV(vsll_vx, U)(PTO_RVV(vand_vx, U)(i, channel, vl), plane, vl);          \
        pto_g##U##_t j = PTO_RVV(vsrl_vx, U)(PTO_RVV(vand_vx, U)(i, in_block, vl), block - plane, vl); \
        from = PTO_RVV(vor_vv, U)(from, PTO_RVV(vor_vv, U)(c, j, vl), vl);                             \
        PTO_GROUPS(v.g[k] = PTO_RVV(vrgather_vv, U)(v.g[k], from, vl);)                                \
        return v;                                                                                      \
    }
PTO_MERGE_PLANES_FN(u8)
PTO_MERGE_PLANES_FN(u16)

// INTLV: elements of low and high alternate, 512 bytes.
#if PTO_VLMUL <= 4
#define PTO_INTLV_GROUP(U, ctype, bits) \
    PTO_SEG(vsseg2e##bits##_v, U)(at, PTO_SEG_SET(U)(low.g[k], high.g[k]), PTO_VL_BITS(bits));
#else
#define PTO_INTLV_GROUP(U, ctype, bits)                                                      \
    enum { half = PTO_GROUP_BYTES * 4 / bits };                                              \
    PTO_SEG(vsseg2e##bits##_v, U)                                                            \
    (at, PTO_SEG_SET(U)(PTO_GET_HALF(U)(low.g[k], 0), PTO_GET_HALF(U)(high.g[k], 0)), half); \
    PTO_SEG(vsseg2e##bits##_v, U)                                                            \
    (at + 2 * half, PTO_SEG_SET(U)(PTO_GET_HALF(U)(low.g[k], 1), PTO_GET_HALF(U)(high.g[k], 1)), half);
#endif
#define PTO_SEG_SET(e) PTO_SEG(vcreate_v, e)
#define PTO_STORE_PAIRS_FN(U, ctype, bits)                                                                          \
    PTO_VFN void pto_store_pairs_##U(void *p, pto_vu8_t low_bytes, pto_vu8_t high_bytes)                            \
    {                                                                                                               \
        pto_v##U##_t low = pto_from_bytes_##U(low_bytes);                                                           \
        pto_v##U##_t high = pto_from_bytes_##U(high_bytes);                                                         \
        PTO_GROUPS(pto_##U##_t *at = (pto_##U##_t *)p + 2 * k * PTO_GL_BITS(bits); PTO_INTLV_GROUP(U, ctype, bits)) \
    }
PTO_STORE_PAIRS_FN(u8, uint8, 8)
PTO_STORE_PAIRS_FN(u16, uint16, 16)
PTO_STORE_PAIRS_FN(u32, uint32, 32)

#define PTO_STORE_STRIDED_FN(U, bits)                                                                               \
    PTO_VFN void pto_store_strided_##U(void *p, pto_vu8_t bytes, ptrdiff_t stride)                                  \
    {                                                                                                               \
        pto_v##U##_t v = pto_from_bytes_##U(bytes);                                                                 \
        PTO_GROUPS(PTO_RVV(vsse##bits##_v, U)((void *)((uint8_t *)p + (ptrdiff_t)(k * PTO_GL(U)) * stride), stride, \
                                              v.g[k], PTO_VL(U));)                                                  \
    }
PTO_STORE_STRIDED_FN(u16, 16)
PTO_STORE_STRIDED_FN(u32, 32)
PTO_STORE_STRIDED_FN(u64, 64)

// Blocks that overlap are written in order: the last one wins.
PTO_VFN void pto_store_blocks(void *p, pto_vu8_t v, uint32_t first, uint32_t stride, pto_gu32_t flags)
{
    pto_vu32_t r = pto_from_bytes_u32(v);
    PTO_GROUPS(PTO_RVV_M(vsoxei32_v, u32)(pto_block_mask(flags, k), (uint32_t *)p, pto_block_offsets(first, stride, k),
                                          r.g[k], PTO_VL(u32));)
}

// Stores the first n bytes of v at any alignment.
PTO_VFN void pto_store_bytes(void *p, pto_vu8_t v, size_t n)
{
    n = n > PTO_VREG_BYTES ? PTO_VREG_BYTES : n;
#if PTO_VGROUPS == 1
    PTO_RVV(vse8_v, u8)(p, v.g[0], n);
#else
    size_t low = n > PTO_GROUP_BYTES ? PTO_GROUP_BYTES : n;
    PTO_RVV(vse8_v, u8)(p, v.g[0], low);
    PTO_RVV(vse8_v, u8)((uint8_t *)p + low, v.g[1], n - low);
#endif
}

#endif
