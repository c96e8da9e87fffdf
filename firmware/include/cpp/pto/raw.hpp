// SPDX-License-Identifier: Apache-2.0
//
// Transfers of the micro level as pto-isa wraps and calls them: destinations first, elements typed. Part of
// <pto/pto-inst.hpp>.
//
// On A5 (`_v2`) strides are bytes from start to start, as are lengths. On A2/A3 lengths are bytes, and gaps lie behind what
// is copied: bytes in GM, blocks of 32 bytes in UB. Copies of whole blocks count blocks, and gaps. Streams and cache modes
// have no effect. `--sync auto` does not see these calls.
//
// Source: pto-isa `include/pto/common/arch_cce_intrinsic.hpp`; of A2/A3 the operands in `npu/a2a3/TLoad.hpp` and `TStore.hpp`.
#ifndef PTO_CPP_RAW_HPP
#define PTO_CPP_RAW_HPP

#include <pto/event.hpp>

// Macros of <pto/dma.h>, of other operands.
#undef pto_copy_ubuf_to_ubuf
#undef pto_copy_gm_to_cbuf
#undef pto_copy_gm_to_cbuf_multi_nd2nz

namespace pto {

template <class T>
PTO_INST void pto_copy_gm_to_ubuf_align_v2(T *dst, const T *src, uint8_t sid, uint32_t bursts, uint32_t bytes, uint8_t left_pad,
                                           uint8_t right_pad, bool constant_pad, uint8_t cache, uint64_t src_stride,
                                           uint32_t dst_stride, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_copy_gm_to_ubuf_at(loc, src, dst, sid, bursts, bytes, left_pad, right_pad, constant_pad, cache, int64_t(src_stride),
                           dst_stride);
}

template <class T>
PTO_INST void pto_copy_ubuf_to_gm_align_v2(T *dst, const T *src, uint8_t sid, uint32_t bursts, uint32_t bytes, uint8_t cache,
                                           uint64_t dst_stride, uint32_t src_stride, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_copy_ubuf_to_gm_at(loc, src, dst, sid, bursts, bytes, cache, int64_t(dst_stride), src_stride);
}

PTO_INST void pto_copy_ubuf_to_ubuf(void *dst, const void *src, uint16_t bursts, uint16_t blocks, uint16_t src_gap,
                                    uint16_t dst_gap, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_copy_local_at(loc, &pto_dma_copy_ubuf_to_ubuf, src, dst, 0, bursts, blocks, src_gap, dst_gap);
}

// Whole blocks, or on A5 any bytes, to L1.
PTO_INST void pto_copy_gm_to_cbuf(void *dst, const void *src, uint8_t, uint16_t bursts, uint16_t blocks, uint16_t src_gap,
                                  uint16_t dst_gap, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_dma_rows_at(loc, &pto_dma_copy_gm_to_cbuf, src, dst, blocks * 32, bursts, (blocks + src_gap) * 32,
                    (blocks + dst_gap) * 32);
}
PTO_INST void pto_copy_gm_to_cbuf_align_v2(void *dst, const void *src, uint8_t, uint32_t bursts, uint32_t bytes, uint8_t left_pad,
                                           uint8_t right_pad, bool, uint8_t, uint64_t src_stride, uint32_t dst_stride,
                                           const pto_loc_t *loc = PTO_CPP_LOC)
{
    if ((left_pad | right_pad) != 0) {
        pto_fault_at(loc, "copy_gm_to_cbuf_align_v2: counts of padding are not supported");
    }
    pto_copy_gm_to_cbuf_at(loc, src, dst, bursts, bytes, int64_t(src_stride), dst_stride);
}

namespace detail {

template <class T>
inline constexpr pto_elem_t bits_of = sizeof(T) == 1 ? PTO_ELEM_U8 : sizeof(T) == 2 ? PTO_ELEM_U16 : PTO_ELEM_U32;

}  // namespace detail

// A matrix of n x d elements into fractals of L1. On A5 the register MTE2_NZ_PARA tells the strides there.
template <class T>
PTO_INST void pto_copy_gm_to_cbuf_multi_nd2nz(T *dst, const T *src, uint8_t sid, uint64_t loop1_src_stride, uint8_t cache, uint16_t n,
                                              uint32_t d, uint64_t loop4_src_stride, bool small_c0 = false,
                                              const pto_loc_t *loc = PTO_CPP_LOC)
{
    static_assert(sizeof(T) <= 4, "copy_gm_to_cbuf_multi_nd2nz: elements of A5 have 1, 2 or 4 bytes");
    pto_copy_gm_to_cbuf_multi_at(loc, src, dst, detail::bits_of<T>, PTO_ND2NZ, sid, int64_t(loop1_src_stride), cache, n, d,
                                 int64_t(loop4_src_stride), small_c0);
}
// On A2/A3 strides in GM, and that between matrices in L1, are elements; the others are blocks.
template <class T>
PTO_INST void pto_copy_gm_to_cbuf_multi_nd2nz(T *dst, const T *src, uint8_t, uint16_t matrices, uint16_t n, uint16_t d,
                                              uint16_t src_matrix_stride, uint16_t src_stride, uint16_t c0_stride, uint16_t n_stride,
                                              uint16_t dst_matrix_stride, const pto_loc_t *loc = PTO_CPP_LOC)
{
    constexpr int64_t words = sizeof(T) == 8 ? 2 : 1, size = sizeof(T);
    if (matrices > 1 && dst_matrix_stride * size % 32 != 0) {
        pto_fault_at(loc, "copy_gm_to_cbuf_multi_nd2nz: matrices of %ld elements are no whole blocks", long(dst_matrix_stride));
    }
    const pto_frac_t shape = {{src_stride * size, src_matrix_stride * size},
                              {matrices, n_stride, c0_stride, dst_matrix_stride * size / 32},
                              {0, false}};
    pto_mte_gm_l1_frac_at(loc, src, dst, detail::bits_of<T>, PTO_ND2NZ, n, d * words, &shape);
}

// Fills blocks of L1: bits 15..0 of the configuration are the number of runs, 30..16 the blocks of one, 46..32 the gap.
template <class T, class U>
PTO_INST void pto_create_cbuf_matrix(T *dst, int64_t config, U value, const pto_loc_t *loc = PTO_CPP_LOC)
{
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "create_cbuf_matrix: elements have 2 or 4 bytes");
    uint32_t bits = 0;
    const auto element = [&] {
        if constexpr (std::is_integral_v<U>) {
            return value;
        } else {
            return T(value);
        }
    }();
    __builtin_memcpy(&bits, &element, sizeof element < sizeof bits ? sizeof element : sizeof bits);
    pto_raw_fill_l1_at(loc, dst, 0, bits, config & 0xffff, config >> 16 & 0x7fff, config >> 32 & 0x7fff, sizeof(T) * 8);
}

// Sets the element of padding, of the width of its type. The register for loads to L1 is not read here.
template <TileType type, class T>
PTO_INST void pto_set_tload_pad_val(T bits, const pto_loc_t *loc = PTO_CPP_LOC)
{
    if constexpr (type == TileType::Vec) {
        pto_set_mov_pad_val_at(loc, bits, sizeof bits);
    }
}

}  // namespace pto

// ---------------------------------------------------------------------------------------------------------------------
// The same as functions of an NPU's compiler

template <class T>
PTO_INST void copy_gm_to_ubuf_align_v2(T *dst, const T *src, uint8_t sid, uint32_t bursts, uint32_t bytes, uint8_t left_pad,
                                       uint8_t right_pad, bool constant_pad, uint8_t cache, uint64_t src_stride,
                                       uint32_t dst_stride, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto::pto_copy_gm_to_ubuf_align_v2(dst, src, sid, bursts, bytes, left_pad, right_pad, constant_pad, cache, src_stride, dst_stride,
                                      loc);
}
template <class T>
PTO_INST void copy_ubuf_to_gm_align_v2(T *dst, const T *src, uint8_t sid, uint32_t bursts, uint32_t bytes, uint8_t cache,
                                       uint64_t dst_stride, uint32_t src_stride, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto::pto_copy_ubuf_to_gm_align_v2(dst, src, sid, bursts, bytes, cache, dst_stride, src_stride, loc);
}

// Padding counts elements of the width in the name.
#define PTO_CPP_ALIGNED(width)                                                                                             \
    PTO_INST void copy_gm_to_ubuf_align_b##width(void *dst, const void *src, uint8_t sid, uint16_t bursts, uint32_t bytes, \
                                                 uint8_t left_pad, uint8_t right_pad, uint32_t src_gap,                    \
                                                 uint32_t dst_gap, const pto_loc_t *loc = PTO_CPP_LOC)                     \
    {                                                                                                                      \
        const int64_t left = left_pad * (width / 8), right = right_pad * (width / 8);                                      \
        const int64_t blocks = (left + bytes + right + 31) / 32 + dst_gap;                                                 \
        pto_copy_gm_to_ubuf_at(loc, src, dst, sid, bursts, bytes, left, right, (left | right) != 0, 0,                     \
                               int64_t{bytes} + src_gap, blocks * 32);                                                     \
    }                                                                                                                      \
    PTO_INST void copy_ubuf_to_gm_align_b##width(void *dst, const void *src, uint8_t sid, uint16_t bursts, uint32_t bytes, \
                                                 uint8_t, uint8_t, uint32_t src_gap, uint32_t dst_gap,                     \
                                                 const pto_loc_t *loc = PTO_CPP_LOC)                                       \
    {                                                                                                                      \
        const int64_t blocks = (int64_t{bytes} + 31) / 32 + src_gap;                                                       \
        pto_copy_ubuf_to_gm_at(loc, src, dst, sid, bursts, bytes, 0, int64_t{bytes} + dst_gap, blocks * 32);               \
    }
PTO_CPP_ALIGNED(8)
PTO_CPP_ALIGNED(16)
PTO_CPP_ALIGNED(32)
#undef PTO_CPP_ALIGNED

// A place that is no operand by mistake: 0 converts to a pointer.
namespace pto::detail {

struct place_t {
    const pto_loc_t *loc;
};

}  // namespace pto::detail

// Blocks and gaps; on A2/A3 a stream comes first.
PTO_INST void copy_ubuf_to_ubuf(void *dst, const void *src, uint16_t bursts, uint16_t blocks, uint16_t src_gap, uint16_t dst_gap,
                                pto::detail::place_t place = {PTO_CPP_LOC})
{
    pto::pto_copy_ubuf_to_ubuf(dst, src, bursts, blocks, src_gap, dst_gap, place.loc);
}
PTO_INST void copy_ubuf_to_ubuf(void *dst, const void *src, uint8_t, uint16_t bursts, uint16_t blocks, uint16_t src_gap,
                                uint16_t dst_gap, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto::pto_copy_ubuf_to_ubuf(dst, src, bursts, blocks, src_gap, dst_gap, loc);
}
PTO_INST void copy_ubuf_to_cbuf(void *dst, const void *src, uint8_t, uint16_t bursts, uint16_t blocks, uint16_t src_gap,
                                uint16_t dst_gap, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_copy_local_at(loc, &pto_dma_copy_ubuf_to_cbuf, src, dst, 0, bursts, blocks, src_gap, dst_gap);
}
PTO_INST void set_mte2_nz_para(uint64_t word, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_set_cube_reg_at(loc, PTO_REG_MTE2_NZ_PARA, word);
}

#endif
