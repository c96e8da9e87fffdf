// SPDX-License-Identifier: Apache-2.0
//
// Kernels in C++ for run.py. Those that say nothing of synchronisation are for --sync auto.

#include <pto/pto-inst.hpp>
#include <pto/common/constants.hpp>

using namespace pto;

template <class T, int rows, int cols>
using Matrix = GlobalTensor<T, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, cols, 1>>;

// out = a + b, in the order that events give.
extern "C" __global__ AICORE void chained(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    Tile<TileType::Vec, float, 64, 64> x, y;
    TASSIGN(x, 0);
    TASSIGN(y, 0x4000);
    Matrix<float, 64, 64> a_gm(a), b_gm(b), out_gm(out);
    RecordEvent e0 = TLOAD(x, a_gm);
    Event<Op::TLOAD, Op::TADD> e1 = TLOAD(y, b_gm);
    Event<Op::TADD, Op::TSTORE_VEC> sum = TADD(x, x, y, e0, e1);
    TSTORE(out_gm, x, sum);
}

// The same with flags.
extern "C" __global__ AICORE void flagged(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    Tile<TileType::Vec, float, 64, 64> x, y;
    TASSIGN(x, 0);
    TASSIGN(y, 0x4000);
    Matrix<float, 64, 64> a_gm(a), b_gm(b), out_gm(out);
    TLOAD(x, a_gm);
    TLOAD(y, b_gm);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TADD(x, x, y);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    TSTORE(out_gm, x);
}

// The same under a name of C++.
__global__ AICORE void mangled(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    flagged(a, b, out);
}

// Indices, a gather and a scatter, with the flags of the pipes that pto-isa has them on: PIPE_S and PIPE_V.
extern "C" __global__ AICORE void borrowed(__gm__ float *table, __gm__ float *out)
{
    Tile<TileType::Vec, int32_t, 1, 64> places;
    Tile<TileType::Vec, float, 1, 64> x;
    TASSIGN(places, 0);
    TASSIGN(x, 0x100);
    Matrix<float, 64, 64> table_gm(table);
    Matrix<float, 1, 64> out_gm(out), again_gm(out + 128);
    Matrix<int32_t, 1, 64> places_gm((__gm__ int32_t *)out + 64);
    TCI<decltype(places), int32_t, 1>(places, 63);  // descending
    set_flag(PIPE_S, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_S, PIPE_MTE3, EVENT_ID0);
    TSTORE(places_gm, places);
    set_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID0);
    wait_flag(PIPE_MTE3, PIPE_MTE2, EVENT_ID0);
    TLOAD(places, places_gm);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    MGATHER<Coalesce::Elem, decltype(x), decltype(table_gm), decltype(places)>(x, table_gm, places);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
    TSTORE(out_gm, x);
    MSCATTER<Coalesce::Elem>(again_gm, x, places);
    TEXPANDS(x, 0.0f);  // on PIPE_V too, so behind what the scatter reads
    pipe_barrier(PIPE_ALL);
}

// Softmax of each row of an n x 48 matrix, 16 rows at a time in the same tiles: each turn overwrites what the last one reads.
extern "C" __global__ AICORE void softmax(__gm__ float *in, __gm__ float *out, int32_t n)
{
    using Rows = Tile<TileType::Vec, float, 16, 64, BLayout::RowMajor, DYNAMIC, 48>;
    using Column = Tile<TileType::Vec, float, 16, 1, BLayout::ColMajor, DYNAMIC, 1>;
    using View = GlobalTensor<float, Shape<1, 1, 1, DYNAMIC, 48>, Stride<1, 1, 1, 48, 1>>;
    for (int32_t row = 0; row < n; row += 16) {
        const int32_t rows = n - row < 16 ? n - row : 16;
        Rows x(rows), tmp(rows);
        Column extreme(rows), sum(rows);
        TASSIGN(x, 0);
        TASSIGN(tmp, 0x1000);
        TASSIGN(extreme, 0x2000);
        TASSIGN(sum, 0x2100);
        View in_gm(in + row * 48, rows), out_gm(out + row * 48, rows);
        TLOAD(x, in_gm);
        TROWMAX(extreme, x, tmp);
        TROWEXPANDSUB(x, x, extreme);
        TEXP(x, x);
        TROWSUM(sum, x, tmp);
        TROWEXPANDDIV(x, x, sum);
        TSTORE(out_gm, x);
    }
}

// The example of pto-isa's `machine-model/ordering-and-synchronization.md`, with tiles that the scalar unit loads.
extern "C" __global__ AICORE void documented(__gm__ half *left, __gm__ half *right, __gm__ float *out)
{
    TileLeft<half, 32, 64> a;
    TileRight<half, 64, 48> b;
    TileAcc<float, 32, 48> c;
    TASSIGN(a, 0), TASSIGN(b, 0), TASSIGN(c, 0);
    Matrix<half, 32, 64> ga(left);
    Matrix<half, 64, 48> gb(right);
    Matrix<float, 32, 48> out_gm(out);
    RecordEvent e0 = TLOAD(a, ga);     // produces event
    RecordEvent e1 = TLOAD(b, gb);     // produces event
    TMATMUL(c, a, b, e0, e1);          // waits for both e0 and e1 before executing
    pipe_barrier(PIPE_ALL);
    TSTORE(out_gm, c);
}

// out = (a x b) * 0.5 + 1 on one core: cube and vector tiles, without sections.
extern "C" __global__ AICORE void product(__gm__ half *a, __gm__ half *b, __gm__ float *out)
{
    constexpr int m = 32, k = 64, n = 48;
    Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor> a_mat;
    Tile<TileType::Mat, half, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    TileLeft<half, m, k> left;
    TileRight<half, k, n> right;
    TileAcc<float, m, n> acc;
    Tile<TileType::Vec, float, m, n> y;
    TASSIGN(a_mat, 0);
    TASSIGN(b_mat, 0x10000);
    TASSIGN(left, 0);
    TASSIGN(right, 0);
    TASSIGN(acc, 0);
    TASSIGN(y, 0x400);
    Matrix<half, m, k> a_gm(a);
    Matrix<half, k, n> b_gm(b);
    Matrix<float, m, n> out_gm(out);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TMOV(left, a_mat);
    TMOV(right, b_mat);
    TMATMUL(acc, left, right);
    TMOV(y, acc);
    TMULS(y, y, 0.5);
    TADDS(y, y, 1);
    TSTORE(out_gm, y);
}

// What the scalar unit reads and writes of a tile is in order too; blocks take a row each.
extern "C" __global__ AICORE void scalars(__gm__ int32_t *in, __gm__ int32_t *out)
{
    Tile<TileType::Vec, int32_t, 1, 64> x;
    TASSIGN(x, 0);
    Matrix<int32_t, 1, 64> in_gm(in + get_block_idx() * 64), out_gm(out + get_block_idx() * 64);
    TLOAD(x, in_gm);
    TADDS(x, x, 1);
    x.SetValue(63, x.GetValue(0) + x.GetValue(1));
    TMULS(x, x, 2);
    TSTORE(out_gm, x);
}
