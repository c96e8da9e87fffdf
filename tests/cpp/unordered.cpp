// SPDX-License-Identifier: Apache-2.0
//
// No word in this file is of synchronisation, and its calls make the scalar unit wait: order is automatic all the same.

#include <pto/pto-inst.hpp>

using namespace pto;

using Square = GlobalTensor<half, Shape<1, 1, 1, 32, 32>, Stride<1, 1, 1, 32, 1>>;
using Acc = TileAcc<float, 32, 32, 32, 32>;
using Left = TileLeft<half, 32, 32, 32, 32>;
using Right = TileRight<half, 32, 32, 32, 32>;

// out = (a + 1) * b, whose factors the scalar unit loads.
extern "C" __global__ AICORE void loaded(__gm__ half *a, __gm__ half *b, __gm__ float *out)
{
    Square a_gm(a), b_gm(b);
    GlobalTensor<float, Shape<1, 1, 1, 32, 32>, Stride<1, 1, 1, 32, 1>> out_gm(out);
    Tile<TileType::Vec, half, 32, 32> x;
    Left left;
    Right right;
    Acc acc;
    TASSIGN(x, 0), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    TLOAD(x, a_gm);
    TADDS(x, x, half(1));
    TSTORE(a_gm, x);
    TLOAD(left, a_gm);
    TLOAD(right, b_gm);
    TMATMUL(acc, left, right);
    TSTORE(out_gm, acc);
}

// out = 3 * a * b + 1: sums that a cube core hands to its vector cores.
extern "C" __global__ AICORE void pushed(__gm__ half *a, __gm__ half *b, __gm__ float *out)
{
    using Pipe = TPipe<0, Direction::DIR_C2V, 4096, 2>;
    Pipe pipe(static_cast<__gm__ void *>(nullptr), 0x0, 0x0);
#ifdef __DAV_CUBE__
    Square a_gm(a), b_gm(b);
    Tile<TileType::Mat, half, 32, 32, BLayout::ColMajor, 32, 32, SLayout::RowMajor, 512> a_mat, b_mat;
    Left left;
    Right right;
    Acc acc;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x4000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    for (int i = 0; i < 3; i++) {
        TLOAD(a_mat, a_gm);
        TLOAD(b_mat, b_gm);
        TMOV(left, a_mat);
        TMOV(right, b_mat);
        if (i == 0) {
            TMATMUL(acc, left, right);
        } else {
            TMATMUL_ACC(acc, acc, left, right);
        }
        TPUSH<Pipe, Acc, TileSplitAxis::TILE_UP_DOWN>(pipe, acc);
    }
    (void)out;
#endif
#ifdef __DAV_VEC__
    GlobalTensor<float, Shape<1, 1, 1, 16, 32>, Stride<1, 1, 1, 32, 1>> out_gm(out + get_subblockid() * 512);
    Tile<TileType::Vec, float, 16, 32> part, sum;
    TASSIGN(sum, 0x10000);
    for (int i = 0; i < 3; i++) {
        TPOP<Pipe, decltype(part), TileSplitAxis::TILE_UP_DOWN>(pipe, part);
        TADDS(sum, part, 1.0f);
        TFREE<Pipe, TileSplitAxis::TILE_UP_DOWN>(pipe);
        TSTORE(out_gm, sum);
    }
    (void)a, (void)b;
#endif
}

// Prints two rows of a matrix in GM when they are stored.
extern "C" __global__ AICORE void shown(__gm__ float *a)
{
    using Whole = BaseShape2D<float, 4, 8>;
    GlobalTensor<float, TileShape2D<float, 4, 8>, Whole> a_gm(a);
    GlobalTensor<float, TileShape2D<float, 2, 3>, Whole> part(a + 8);
    Tile<TileType::Vec, float, 4, 8> x;
    TASSIGN(x, 0);
    TLOAD(x, a_gm);
    TADDS(x, x, 0.5f);
    TSTORE(a_gm, x);
    TPRINT<PrintFormat::Width8_Precision2>(part);
}

// Two loads into one tile, and two stores of one matrix: transfers of a pipe, which may overlap.
extern "C" __global__ AICORE void again(__gm__ half *a, __gm__ half *b, __gm__ float *out)
{
    Square a_gm(a), b_gm(b);
    GlobalTensor<float, Shape<1, 1, 1, 32, 32>, Stride<1, 1, 1, 32, 1>> out_gm(out);
    Tile<TileType::Vec, half, 32, 32> x;
    Tile<TileType::Vec, float, 32, 32> y, z;
    TASSIGN(x, 0), TASSIGN(y, 0x1000), TASSIGN(z, 0x2000);
    TEXPANDS(z, 1.0f);
    TLOAD(x, a_gm);
    TLOAD(x, b_gm);
    TCVT(y, x, RoundMode::CAST_RINT);
    TSTORE(out_gm, z);
    TSTORE(out_gm, y);
}
