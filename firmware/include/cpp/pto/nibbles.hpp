// SPDX-License-Identifier: Apache-2.0
//
// TCVT of f16 from and to 4-bit integers. Part of <pto/pto-inst.hpp>.
//
// A row of a tile of int4b_t has a byte for each of its columns. The pairs lie at its begin, the first element in the low half of
// a byte; the bytes behind them stay as they are.
//
// Source: pto-isa `include/pto/npu/a2a3/TCvt.hpp`; docs/spec-decisions.md.
#ifndef PTO_CPP_NIBBLES_HPP
#define PTO_CPP_NIBBLES_HPP

#include <pto/ops.hpp>

namespace pto {

namespace detail {

template <class T>
concept has_nibbles = is_tile_data_v<T> && std::is_same_v<typename T::DType, int4b_t>;

// Rounds to an integer of four bits, which saturates. What is no number is 0.
constexpr int8_t to_nibble(float x, RoundMode mode)
{
    const float near = x != x ? 0.0f : std::min(std::max(x, -9.0f), 8.0f);
    const int whole = static_cast<int>(near), away = near < 0 ? -1 : 1;
    const float rest = (near - static_cast<float>(whole)) * static_cast<float>(away);
    const bool grows = mode == RoundMode::CAST_RINT    ? rest > 0.5f || (rest == 0.5f && whole % 2 != 0)
                       : mode == RoundMode::CAST_ROUND ? rest >= 0.5f
                       : mode == RoundMode::CAST_FLOOR ? rest > 0 && away < 0
                       : mode == RoundMode::CAST_CEIL  ? rest > 0 && away > 0
                                                       : false;
    return static_cast<int8_t>(std::min(std::max(whole + (grows ? away : 0), -8), 7));
}

// Converts on the scalar unit, behind earlier commands of PIPE_V.
inline void convert_nibbles(const tile_ref &dst, const tile_ref &src, RoundMode mode, bool packs)
{
    const pto_loc_t *loc = dst.loc;
    const pto_tile_t &wide = packs ? src.tile : dst.tile, &narrow = packs ? dst.tile : src.tile;
    if (wide.elem != PTO_ELEM_F16 || wide.loc != PTO_LOC_VEC || narrow.loc != PTO_LOC_VEC ||
        wide.blayout != PTO_ROW_MAJOR || narrow.blayout != PTO_ROW_MAJOR || wide.slayout != 0 || narrow.slayout != 0) {
        pto_fault_at(loc, "TCVT: int4b_t converts from and to f16, in row-major tiles of UB");
    }
    const int32_t rows = dst.tile.valid_rows, cols = dst.tile.valid_cols;
    if (rows > wide.rows || rows > narrow.rows || cols > wide.cols || cols > 2 * narrow.cols) {
        pto_fault_at(loc, "TCVT: the valid region exceeds the tile of the source");
    }
    if constexpr (is_automatic) {
        settle(src, false);
        settle(dst, true);
    } else {
        pto_order_ahead_at(loc, PIPE_S, pto_order_behind_at(loc, PIPE_V));
    }
    half *const numbers = static_cast<half *>(pto_mem_addr_at(loc, PTO_MEM_UB, wide.address));
    uint8_t *const pairs = static_cast<uint8_t *>(pto_mem_addr_at(loc, PTO_MEM_UB, narrow.address));
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t col = 0; col < cols; col++) {
            half &number = numbers[row * wide.pitch + col];
            uint8_t &pair = pairs[row * narrow.pitch + col / 2];
            const int shift = col % 2 * 4;
            if (packs) {
                const int nibble = to_nibble(static_cast<float>(number), mode) & 15;
                pair = static_cast<uint8_t>((pair & ~(15 << shift)) | nibble << shift);
            } else {
                number = static_cast<half>(static_cast<int8_t>(int4b_t(pair >> shift)));
            }
        }
    }
}

}  // namespace detail

// Saturation is not optional for 4-bit integers.
#define PTO_CPP_NIBBLES(...)                                                                                         \
    template <bool = true, class Dst, class... Types, class... Events>                                               \
        requires(detail::has_nibbles<Dst> && all_events_v<Events...>)                                                \
    PTO_INST RecordEvent TCVT(Dst &dst, detail::tile_ref src, __VA_ARGS__, const Events &...events)                  \
    {                                                                                                                \
        detail::wait_for(src.loc, events...);                                                                        \
        detail::convert_nibbles(detail::tile_ref(dst, src.loc), src, mode, true);                                    \
        return {};                                                                                                   \
    }                                                                                                                \
    template <bool = true, class Named = void, class Src, class... Types, class... Events>                           \
        requires(detail::has_nibbles<Src> && all_events_v<Events...>)                                                \
    PTO_INST RecordEvent TCVT(detail::tile_ref dst, Src &src, __VA_ARGS__, const Events &...events)                  \
    {                                                                                                                \
        detail::wait_for(dst.loc, events...);                                                                        \
        detail::convert_nibbles(dst, detail::tile_ref(src, dst.loc), mode, false);                                   \
        return {};                                                                                                   \
    }
PTO_CPP_NIBBLES(RoundMode mode)
PTO_CPP_NIBBLES(RoundMode mode, SaturationMode)
PTO_CPP_NIBBLES(detail::tile_ref, RoundMode mode)
PTO_CPP_NIBBLES(detail::tile_ref, RoundMode mode, SaturationMode)
#undef PTO_CPP_NIBBLES

}  // namespace pto

#endif
