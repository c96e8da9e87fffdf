// SPDX-License-Identifier: Apache-2.0
//
// Conversions of f16 from and to 4-bit integers, for run.py. A row has a byte for each element; pairs lie at its begin.
#include <pto/pto-inst.hpp>

using namespace pto;

template <class T, int rows, int cols>
using Matrix = GlobalTensor<T, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, cols, 1>>;

// In each rounding mode: pairs, as they lie in the tile, and the numbers that they are.
template <bool flags>
AICORE void convert_all(__gm__ half *x, __gm__ uint8_t *pairs, __gm__ half *numbers)
{
    const auto after = [](pipe_t src, pipe_t dst) {
        if constexpr (flags) {
            set_flag(src, dst, EVENT_ID0);
            wait_flag(src, dst, EVENT_ID0);
        }
    };
    using Narrow = Tile<TileType::Vec, int4b_t, 4, 64, BLayout::RowMajor, 4, 39>;
    using Bytes = Tile<TileType::Vec, int4b_t, 4, 64>;
    using Wide = Tile<TileType::Vec, half, 4, 64, BLayout::RowMajor, 4, 39>;
    Narrow narrow;
    Bytes all;
    Tile<TileType::Vec, uint8_t, 4, 64> clear;
    Wide wide, back, tmp;
    TASSIGN(narrow, 0), TASSIGN(all, 0), TASSIGN(clear, 0), TASSIGN(wide, 0x400), TASSIGN(back, 0x800), TASSIGN(tmp, 0xc00);
    GlobalTensor<half, Shape<1, 1, 1, 4, 39>, Stride<1, 1, 1, 39, 1>> x_gm(x);
    TLOAD(wide, x_gm);
    after(PIPE_MTE2, PIPE_V);
    const auto convert = [&](int place, RoundMode mode) {
        TEXPANDS(clear, uint8_t(0xee));
        TCVT(narrow, wide, mode);
        TCVT<true, Wide, Narrow>(back, narrow, tmp, RoundMode::CAST_NONE, SaturationMode::ON);
        after(PIPE_V, PIPE_MTE3);
        Matrix<int4b_t, 4, 64> pairs_gm(reinterpret_cast<int4b_t *>(pairs) + place * 256);
        GlobalTensor<half, Shape<1, 1, 1, 4, 39>, Stride<1, 1, 1, 39, 1>> numbers_gm(numbers + place * 156);
        TSTORE(pairs_gm, all);
        TSTORE(numbers_gm, back);
        after(PIPE_MTE3, PIPE_V);
    };
    convert(0, RoundMode::CAST_RINT);
    convert(1, RoundMode::CAST_ROUND);
    convert(2, RoundMode::CAST_FLOOR);
    convert(3, RoundMode::CAST_CEIL);
    convert(4, RoundMode::CAST_NONE);
}
extern "C" __global__ AICORE void nibbles_ordered(__gm__ half *x, __gm__ uint8_t *pairs, __gm__ half *numbers)
{
    convert_all<false>(x, pairs, numbers);
}
extern "C" __global__ AICORE void nibbles_flagged(__gm__ half *x, __gm__ uint8_t *pairs, __gm__ half *numbers)
{
    convert_all<true>(x, pairs, numbers);
}

extern "C" __global__ AICORE void refused(__gm__ half *)
{
    Tile<TileType::Vec, int4b_t, 1, 64> narrow;
    Tile<TileType::Vec, float, 1, 64> wide;
    TASSIGN(narrow, 0), TASSIGN(wide, 0x100);
    TCVT(wide, narrow, RoundMode::CAST_NONE);
}
