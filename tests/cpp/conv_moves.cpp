// SPDX-License-Identifier: Apache-2.0
//
// Other layouts of feature maps and filters, for conv.py: turned in UB, stored from L0C, filters as right operands.

#include <pto/pto-inst.hpp>

using namespace pto;

template <class T, int num>
using Flat = Tile<TileType::Vec, T, 1, (num + 31) / 32 * 32, BLayout::RowMajor, 1, num>;
template <class T, int num>
using FlatGm = GlobalTensor<T, Shape<1, 1, 1, 1, num>, Stride<num, num, num, num, 1>>;
template <class T, Layout layout, int... shape>
using Turned = ConvTile<TileType::Vec, T, 0, layout, ConvTileShape<shape...>>;

template <class T, int num>
AICORE void load(__gm__ T *from, uint32_t address)
{
    Flat<T, num> tile;
    TASSIGN(tile, address);
    FlatGm<T, num> gm(from);
    TLOAD(tile, gm);
}
template <class T, int num>
AICORE void store(__gm__ T *to, uint32_t address)
{
    Flat<T, num> tile;
    TASSIGN(tile, address);
    FlatGm<T, num> gm(to);
    TSTORE(gm, tile);
}

// Images to blocks of channels, and from these to filters and back. The last filters and channels are not whole blocks.
template <bool by_flags>
AICORE void turn_images(__gm__ float *in, __gm__ float *blocks, __gm__ float *filters, __gm__ float *back)
{
    Turned<float, Layout::NCHW, 2, 18, 3, 5> images, again;
    Turned<float, Layout::NC1HWC0, 2, 3, 3, 5, 8> blocked;
    Turned<float, Layout::FRACTAL_Z, 45, 1, 16, 8> filter;
    Flat<float, 8> tmp;
    TASSIGN(images, 0), TASSIGN(blocked, 0x1000), TASSIGN(again, 0x3000), TASSIGN(filter, 0x4000), TASSIGN(tmp, 0xf000);
    load<float, 540>(in, 0);
    if constexpr (by_flags) {
        PtoSetWaitFlag<PIPE_MTE2, PIPE_V>();
    }
    TTRANS(blocked, images, tmp);
    TTRANS(filter, blocked, tmp);
    TTRANS(again, blocked, tmp);
    if constexpr (by_flags) {
        PtoSetWaitFlag<PIPE_V, PIPE_MTE3>();
    }
    GlobalTensor<float, Shape<2, 3, 3, 5, 8>, Stride<360, 120, 40, 8, 1>, Layout::NC1HWC0> blocks_gm(blocks);
    TSTORE(blocks_gm, blocked);
    GlobalTensor<float, Shape<3, 3, 5, 16, 8>, Stride<1920, 640, 128, 8, 1>, Layout::FRACTAL_Z> filters_gm(filters);
    TSTORE(filters_gm, filter);
    store<float, 540>(back, 0x3000);
}
extern "C" __global__ AICORE void turned(__gm__ float *in, __gm__ float *blocks, __gm__ float *filters, __gm__ float *back)
{
    turn_images<false>(in, blocks, filters, back);
}
extern "C" __global__ AICORE void turned_by_flags(__gm__ float *in, __gm__ float *blocks, __gm__ float *filters, __gm__ float *back)
{
    turn_images<true>(in, blocks, filters, back);
}

// Groups of filters of 8 bits; volumes of 16 bits as filters of three dimensions.
extern "C" __global__ AICORE void grouped(__gm__ uint8_t *in, __gm__ uint8_t *filters)
{
    Turned<uint8_t, Layout::GNCHW, 2, 3, 40, 2, 3> images;
    Turned<uint8_t, Layout::GNC1HWC0, 2, 3, 2, 2, 3, 32> blocked;
    Turned<uint8_t, Layout::FRACTAL_Z, 24, 1, 16, 32> filter;
    TASSIGN(images, 0), TASSIGN(blocked, 0x1000), TASSIGN(filter, 0x2000);
    load<uint8_t, 1440>(in, 0);
    TTRANS(blocked, images, images);
    TTRANS(filter, blocked, images);
    store<uint8_t, 12288>(filters, 0x2000);
}
extern "C" __global__ AICORE void volumes(__gm__ half *in, __gm__ half *filters)
{
    Turned<half, Layout::NCDHW, 18, 20, 2, 3, 2> images;
    Turned<half, Layout::FRACTAL_Z_3D, 24, 2, 16, 16> filter;
    TASSIGN(images, 0), TASSIGN(filter, 0x4000);
    load<half, 4320>(in, 0);
    TTRANS(filter, images, images);
    store<half, 12288>(filters, 0x4000);
}
extern "C" __global__ AICORE void mismatched(__gm__ half *out)
{
    Turned<half, Layout::NCHW, 1, 16, 2, 3> images;
    Turned<half, Layout::NC1HWC0, 1, 1, 2, 4, 16> blocked;
    TASSIGN(images, 0), TASSIGN(blocked, 0x1000);
    TTRANS(blocked, images, images);
    *out = *blocked.data();
}
extern "C" __global__ AICORE void misplaced(__gm__ half *out)
{
    Turned<half, Layout::NC1HWC0, 1, 1, 2, 3, 16> blocked;
    TASSIGN(blocked, 0);
    GlobalTensor<half, Shape<1, 1, 2, 3, 16>, Stride<96, 96, 48, 16, 1>, Layout::NHWC> gm(out);
    TSTORE(gm, blocked);
}

// The product of 30 pixels, of two images, with a filter of 16 x 24, which L1 has in its layout, in every layout of a map.
template <class Map>
AICORE void multiply(__gm__ float *pixels, __gm__ float *filter, Map out)
{
    constexpr int k = 16, n = 24;
    Tile<TileType::Mat, float, 32, k, BLayout::ColMajor, 30, k, SLayout::RowMajor> left_mat;
    ConvTile<TileType::Mat, float, 0, Layout::FRACTAL_Z, ConvTileShape<2, 2, 16, 8>> filter_mat;
    TileLeft<float, 32, k, 30, k> left;
    TileRight<float, k, 32, k, n> right;
    TileAcc<float, 32, 32, 30, n> acc;
    TASSIGN(left_mat, 0), TASSIGN(filter_mat, 0x8000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    GlobalTensor<float, Shape<1, 1, 1, 30, k>, Stride<1, 1, 1, k, 1>> pixels_gm(pixels);
    GlobalTensor<float, Shape<2, 1, 1, 32, 8>, Stride<256, 256, 256, 8, 1>, Layout::FRACTAL_Z> filter_gm(filter);
    TLOAD(left_mat, pixels_gm);
    TLOAD(filter_mat, filter_gm);
    TMOV(left, left_mat);
    TEXTRACT(right, filter_mat, 0, 0);
    TMATMUL(acc, left, right);
    TSTORE(out, acc);
}
extern "C" __global__ AICORE void maps(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    multiply(a, b, GlobalTensor<float, Shape<2, 3, 3, 5, 8>, Stride<360, 120, 40, 8, 1>, Layout::NC1HWC0>(out));
    multiply(a, b, GlobalTensor<float, Shape<2, 1, 3, 3, 5>, Stride<360, 360, 120, 40, 8>, Layout::NDC1HWC0>(out + 720));
    multiply(a, b, GlobalTensor<float, Shape<1, 2, 24, 3, 5>, Stride<720, 360, 15, 5, 1>, Layout::NCHW>(out + 1440));
    multiply(a, b, GlobalTensor<float, Shape<2, 24, 1, 3, 5>, Stride<360, 15, 15, 5, 1>, Layout::NCDHW>(out + 2160));
    multiply(a, b, GlobalTensor<float, Shape<1, 2, 3, 5, 24>, Stride<720, 360, 120, 24, 1>, Layout::NHWC>(out + 2880));
}

// As kernels for a simulator do: tiles in memory of their own, which the scalar unit loads, turns and stores.
extern "C" __global__ AICORE void outside(__gm__ float *in, __gm__ float *images, __gm__ float *blocks)
{
    using Blocked = ConvTile<TileType::Vec, float, 720 * 4, Layout::NC1HWC0, ConvTileShape<2, 3, 3, 5, 8>>;
    using Images = Turned<float, Layout::NCHW, 2, 18, 3, 5>;
    std::vector<float> buffer(720), turned(540);
    Blocked blocked;
    Images again;
    Flat<float, 8> tmp;
    TASSIGN(tmp, 0xf000);
    blocked.data() = reinterpret_cast<Blocked::TileDType>(buffer.data());
    again.data() = turned.data();
    GlobalTensor<float, Shape<2, 3, 3, 5, 8>, Stride<360, 120, 40, 8, 1>, Layout::NC1HWC0> in_gm(in), blocks_gm(blocks);
    TLOAD(blocked, in_gm);
    TTRANS(again, blocked, tmp);
    TSTORE(blocks_gm, blocked);
    for (int i = 0; i < 540; i++) {
        images[i] = again.data()[i];
    }
}

// TIMG2COL reads L1.
extern "C" __global__ AICORE void patches_outside(__gm__ half *)
{
    std::vector<half> buffer(64);
    ConvTile<TileType::Mat, half, 128, Layout::NC1HWC0, ConvTileShape<1, 1, 2, 2>> map;
    TileLeft<half, 16, 16> left;
    TASSIGN(left, 0);
    map.data() = buffer.data();
    map.SetFilterH(1), map.SetFilterW(1);
    TIMG2COL(left, map);
}
