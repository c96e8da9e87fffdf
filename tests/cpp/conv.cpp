// SPDX-License-Identifier: Apache-2.0
//
// Convolutions for conv.py: loads into each layout of a feature map or filter, patches, products.

#include <pto/pto-inst.hpp>

using namespace pto;

template <class T>
constexpr int C0 = 32 / sizeof(T);

// Copies a ConvTile from L1 to GM.
template <class T, int rows>
AICORE void dump(__gm__ T *out, uint32_t address)
{
    Tile<TileType::Mat, T, rows, C0<T>> bytes;
    TASSIGN(bytes, address);
    GlobalTensor<T, Shape<1, 1, 1, rows, C0<T>>, Stride<1, 1, 1, C0<T>, 1>> gm(out);
    TSTORE(gm, bytes);
}

// Every load: images of two layouts and of their own, volumes, filters of two and of three dimensions.
template <class T>
AICORE void load_all(__gm__ T *in, __gm__ T *out)
{
    constexpr int n = 2, c1 = 2, c = C0<T> + 3, h = 4, w = 5, d = 3, rows = n * c1 * h * w;
    ConvTile<TileType::Mat, T, rows * 32, Layout::NC1HWC0, ConvTileShape<n, c1, h, w>> map;
    ConvTile<TileType::Mat, T, d * rows * 32, Layout::NDC1HWC0, ConvTileShape<n, d, c1, h, w, C0<T>>> volume;
    ConvTile<TileType::Mat, T, c1 * h * w * 16 * 32, Layout::FRACTAL_Z, ConvTileShape<c1 * h * w, 1, 16, C0<T>>> filter;
    ConvTile<TileType::Mat, T, d * c1 * h * w * 16 * 32, Layout::FRACTAL_Z_3D, ConvTileShape<-1, 1, 16, C0<T>>> filter3(
        d * c1 * h * w);
    GlobalTensor<T, Shape<1, n, h, w, c>, Stride<n * h * w * c, h * w * c, w * c, c, 1>, Layout::NHWC> nhwc(in);
    TASSIGN(map, 0);
    TLOAD(map, nhwc);
    dump<T, rows>(out, 0);
    out += rows * C0<T>;

    // Of rows that are longer in GM, the first w elements.
    GlobalTensor<T, Shape<1, n, c, h, w>, Stride<n * h * 8 * c, h * 8 * c, h * 8, 8, 1>, Layout::NCHW> nchw(in);
    TASSIGN(map, 0x4000);
    TLOAD(map, nchw);
    dump<T, rows>(out, 0x4000);
    out += rows * C0<T>;

    constexpr int lane = C0<T>;
    GlobalTensor<T, Shape<n, c1, h, w, lane>, Stride<c1 * h * 8 * lane, h * 8 * lane, 8 * lane, lane, 1>, Layout::NC1HWC0> same(in);
    TASSIGN(map, 0x8000);
    TLOAD(map, same);
    dump<T, rows>(out, 0x8000);
    out += rows * C0<T>;

    GlobalTensor<T, Shape<n, c, d, h, w>, Stride<c * d * h * w, d * h * w, h * w, w, 1>, Layout::NCDHW> ncdhw(in);
    TASSIGN(volume, 0x10000);
    TLOAD(volume, ncdhw);
    dump<T, d * rows>(out, 0x10000);
    out += d * rows * C0<T>;

    GlobalTensor<T, Shape<1, 16, c, h, w>, Stride<1, c * h * w, h * w, w, 1>, Layout::NCHW> weights(in);
    TASSIGN(filter, 0x20000);
    TLOAD(filter, weights);
    dump<T, c1 * h * w * 16>(out, 0x20000);
    out += c1 * h * w * 16 * C0<T>;

    GlobalTensor<T, Shape<16, c, d, h, w>, Stride<c * d * h * w, d * h * w, h * w, w, 1>, Layout::NCDHW> weights3(in);
    TASSIGN(filter3, 0x30000);
    TLOAD(filter3, weights3);
    dump<T, d * c1 * h * w * 16>(out, 0x30000);
}

extern "C" __global__ AICORE void loads_f16(__gm__ half *in, __gm__ half *out) { load_all(in, out); }
extern "C" __global__ AICORE void loads_i8(__gm__ int8_t *in, __gm__ int8_t *out) { load_all(in, out); }
extern "C" __global__ AICORE void loads_f32(__gm__ float *in, __gm__ float *out) { load_all(in, out); }

// How a filter of 3 x 2 moves: over n images of c x h x w, to 16 channels.
struct Case {
    int n, c, h, w, stride_h, stride_w, dilation_h, dilation_w;
    uint8_t padding[4];
    float around;
};

template <class T, class Acc, Case X, SetFmatrixMode mode>
AICORE void convolve(__gm__ T *x, __gm__ T *weights, __gm__ Acc *out)
{
    constexpr int fh = 3, fw = 2, c1 = (X.c + C0<T> - 1) / C0<T>, k = fh * fw * C0<T>, n = 16;
    constexpr int rows = (X.h + X.padding[2] + X.padding[3] - X.dilation_h * (fh - 1) - 1) / X.stride_h + 1;
    constexpr int cols = (X.w + X.padding[0] + X.padding[1] - X.dilation_w * (fw - 1) - 1) / X.stride_w + 1;
    constexpr int m = X.n * rows * cols, part = (m + 31) / 32 * 16;     // in two parts
    ConvTile<TileType::Mat, T, X.n * c1 * X.h * X.w * 32, Layout::NC1HWC0, ConvTileShape<X.n, c1, X.h, X.w>> map;
    ConvTile<TileType::Mat, T, c1 * fh * fw * n * 32, Layout::FRACTAL_Z, ConvTileShape<c1 * fh * fw, 1, 16, C0<T>>> filter;
    Tile<TileType::Mat, T, k, n, BLayout::RowMajor, k, n, SLayout::ColMajor> of_group;
    TileLeft<T, part, k, DYNAMIC, k> left(part);
    TileRight<T, k, n> right;
    TileAcc<Acc, part, n, DYNAMIC, n> acc(part);
    TASSIGN(map, 0);
    TASSIGN(filter, 0x10000);
    TASSIGN(left, 0);
    TASSIGN(right, 0);
    TASSIGN(acc, 0);
    map.SetFilterH(fh), map.SetFilterW(fw);
    map.SetStrideH(X.stride_h), map.SetStrideW(X.stride_w);
    map.SetDilationH(X.dilation_h), map.SetDilationW(X.dilation_w);
    map.SetPadListArray(X.padding);
    map.SetPadValue(static_cast<T>(X.around));
    map.SetFmapH(X.h), map.SetFmapW(X.w);
    GlobalTensor<T, Shape<1, X.n, X.c, X.h, X.w>, Stride<1, X.c * X.h * X.w, X.h * X.w, X.w, 1>, Layout::NCHW> x_gm(x);
    GlobalTensor<T, Shape<1, n, X.c, fh, fw>, Stride<1, X.c * fh * fw, fh * fw, fw, 1>, Layout::NCHW> weights_gm(weights);
    TLOAD(map, x_gm);
    TLOAD(filter, weights_gm);
    if constexpr (mode == SetFmatrixMode::FMATRIX_A_MANUAL || mode == SetFmatrixMode::FMATRIX_B_MANUAL) {
        SETFMATRIX<decltype(map), mode>(map);
        SET_IMG2COL_RPT<decltype(map), mode>(map);
        SET_IMG2COL_PADDING<decltype(map), mode>(map);
        map.SetPadListArray({9, 9, 9, 9});     // the registers have the numbers from before
        map.SetPadValue(static_cast<T>(99));
    }
    for (int at = 0; at < m; at += part) {
        left.SetValidRow(m - at < part ? m - at : part);
        acc.SetValidRow(left.GetValidRow());
        for (int group = 0; group < c1; group++) {
            TASSIGN(of_group, 0x10000 + group * k * n * sizeof(T));
            TMOV(right, of_group);
            TIMG2COL<decltype(left), decltype(map), mode>(left, map, at, group * k);
            if (group == 0) {
                TMATMUL(acc, left, right);
            } else {
                TMATMUL_ACC(acc, acc, left, right);
            }
        }
        GlobalTensor<Acc, Shape<1, 1, 1, DYNAMIC, n>, Stride<1, 1, 1, n, 1>> out_gm(
            out + at * n, Shape<1, 1, 1, DYNAMIC, n>(left.GetValidRow()));
        TSTORE(out_gm, acc);
    }
}

extern "C" __global__ AICORE void plain(__gm__ half *x, __gm__ half *weights, __gm__ float *out)
{
    convolve<half, float, Case{1, 16, 6, 7, 1, 1, 1, 1, {0, 0, 0, 0}, 0}, SetFmatrixMode::FMATRIX_A_AUTO>(x, weights, out);
}
extern "C" __global__ AICORE void padded(__gm__ half *x, __gm__ half *weights, __gm__ float *out)
{
    convolve<half, float, Case{2, 21, 6, 7, 1, 2, 1, 1, {1, 2, 3, 0}, 1.5f}, SetFmatrixMode::FMATRIX_A_MANUAL>(x, weights, out);
}
extern "C" __global__ AICORE void dilated(__gm__ int8_t *x, __gm__ int8_t *weights, __gm__ int32_t *out)
{
    convolve<int8_t, int32_t, Case{2, 40, 9, 8, 2, 1, 2, 3, {0, 1, 1, 2}, -3}, SetFmatrixMode::FMATRIX_B_MANUAL>(x, weights, out);
}
extern "C" __global__ AICORE void single(__gm__ float *x, __gm__ float *weights, __gm__ float *out)
{
    convolve<float, float, Case{1, 11, 5, 6, 1, 1, 1, 2, {2, 0, 0, 1}, 0.5f}, SetFmatrixMode::FMATRIX_B_AUTO>(x, weights, out);
}

// A filter that is larger than its image.
extern "C" __global__ AICORE void too_large(__gm__ half *out)
{
    ConvTile<TileType::Mat, half, 128, Layout::NC1HWC0, ConvTileShape<1, 1, 2, 2>> map;
    TileLeft<half, 16, 16> left;
    TASSIGN(map, 0);
    TASSIGN(left, 0);
    map.SetFilterH(3);
    TIMG2COL(left, map);
}
