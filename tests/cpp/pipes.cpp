// SPDX-License-Identifier: Apache-2.0
//
// Both ends of pipes between cores in one function without sections: a unified core is producer and consumer.

#include <pto/pto-inst.hpp>

using namespace pto;

// out = the sum over rounds of ((a + round) * b + round); `fifo` has the sums on their way, if there is one.
AICORE void turn(__gm__ half *a, __gm__ half *b, __gm__ void *fifo, __gm__ float *out)
{
    using ToCube = TPipe<0, Direction::DIR_V2C, 32 * 32 * sizeof(half), 2>;
    using ToVector = TPipe<2, Direction::DIR_C2V, 32 * 32 * sizeof(float), 2>;
    ToCube to_cube(static_cast<__gm__ void *>(nullptr), 0x0, 0x0);
    ToVector to_vector(fifo, 0x0, 0x0);
    GlobalTensor<half, Shape<1, 1, 1, 32, 32>, Stride<1, 1, 1, 32, 1>> a_gm(a), b_gm(b);
    GlobalTensor<float, Shape<1, 1, 1, 32, 32>, Stride<1, 1, 1, 32, 1>> out_gm(out);
    using Mat = Tile<TileType::Mat, half, 32, 32, BLayout::ColMajor, 32, 32, SLayout::RowMajor, 512>;
    using Factor = Tile<TileType::Vec, half, 32, 32>;
    using Sum = Tile<TileType::Vec, float, 32, 32>;
    Mat a_mat, b_mat;
    TileLeft<half, 32, 32, 32, 32> left;
    TileRight<half, 32, 32, 32, 32> right;
    using Acc = TileAcc<float, 32, 32, 32, 32>;
    Acc acc;
    Factor x;
    Sum y, sum;
    TASSIGN(b_mat, 0x8000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0), TASSIGN(x, 0x8000);
    TASSIGN(sum, 0x9000);
    TLOAD(b_mat, b_gm);
    TMOV(right, b_mat);
    TLOAD(x, a_gm);
    TEXPANDS(sum, 0.0f);
    for (int round = 0; round < 5; round++) {
        TPUSH<ToCube, Factor, TileSplitAxis::TILE_NO_SPLIT>(to_cube, x);
        TADDS(x, x, half(1));
        TPOP<ToCube, Mat, TileSplitAxis::TILE_NO_SPLIT>(to_cube, a_mat);
        TMOV(left, a_mat);
        TFREE<ToCube, TileSplitAxis::TILE_NO_SPLIT>(to_cube);
        TMATMUL(acc, left, right);
        TPUSH<ToVector, Acc, TileSplitAxis::TILE_NO_SPLIT>(to_vector, acc);
        TPOP<ToVector, Sum, TileSplitAxis::TILE_NO_SPLIT>(to_vector, y);
        TADDS(sum, sum, float(round));
        TADD(sum, sum, y);
        TFREE<ToVector, TileSplitAxis::TILE_NO_SPLIT>(to_vector);
    }
    TSTORE(out_gm, sum);
}

extern "C" __global__ AICORE void in_slots(__gm__ half *a, __gm__ half *b, __gm__ float *out)
{
    turn(a, b, nullptr, out);
}

extern "C" __global__ AICORE void in_gm(__gm__ half *a, __gm__ half *b, __gm__ float *fifo, __gm__ float *out)
{
    turn(a, b, fifo, out);
}

// A unified core has no halves.
extern "C" __global__ AICORE void halves(__gm__ float *out)
{
    using Pipe = TPipe<0, Direction::DIR_C2V, 4096, 2>;
    Pipe pipe(static_cast<__gm__ void *>(nullptr), 0x0, 0x0);
    using Acc = TileAcc<float, 32, 32, 32, 32>;
    using Half = Tile<TileType::Vec, float, 16, 32>;
    Acc acc;
    Half x;
    TASSIGN(acc, 0);
    TPUSH<Pipe, Acc, TileSplitAxis::TILE_UP_DOWN>(pipe, acc);
    TPOP<Pipe, Half, TileSplitAxis::TILE_UP_DOWN>(pipe, x);
    GlobalTensor<float, Shape<1, 1, 1, 16, 32>, Stride<1, 1, 1, 32, 1>> out_gm(out);
    TSTORE(out_gm, x);
}
