// SPDX-License-Identifier: Apache-2.0
//
// Transfers of the micro level as pto-isa wraps them for A5: destinations first, elements typed. Part of
// <pto/pto-inst.hpp>.
//
// Strides are bytes from start to start, as are lengths; copies within UB count blocks of 32 bytes, and gaps. Streams and
// cache modes have no effect. `--sync auto` does not see these calls.
//
// Source: pto-isa `include/pto/common/arch_cce_intrinsic.hpp`.
#ifndef PTO_CPP_RAW_HPP
#define PTO_CPP_RAW_HPP

#include <pto/event.hpp>

// Macros of <pto/dma.h>, of other operands.
#undef pto_copy_ubuf_to_ubuf

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

// Sets the element of padding, of the width of its type. The register for loads to L1 is not read here.
template <TileType type, class T>
PTO_INST void pto_set_tload_pad_val(T bits, const pto_loc_t *loc = PTO_CPP_LOC)
{
    if constexpr (type == TileType::Vec) {
        pto_set_mov_pad_val_at(loc, bits, sizeof bits);
    }
}

}  // namespace pto

#endif
