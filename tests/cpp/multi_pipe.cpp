// SPDX-License-Identifier: Apache-2.0
//
// Pipes that kernels control, for accepted.py: six products, each with one term more than the one before, go from the cube core to
// the vector cores, which scale half of each; these halves go back, and the cube core multiplies them with b once more.
#include <pto/pto-inst.hpp>

using namespace pto;

constexpr int m = 32, n = 32, rounds = 6;
template <class T, int rows, int cols>
using Matrix = GlobalTensor<T, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, cols, 1>>;
template <class T>
using Boxes = Tile<TileType::Mat, T, m, n, BLayout::ColMajor, m, n, SLayout::RowMajor>;
using Acc = TileAcc<float, m, n>;
using Half = Tile<TileType::Vec, float, m / 2, n>;
using Back = Tile<TileType::Vec, half, m / 2, n>;
using BackBoxes = Tile<TileType::Vec, half, m / 2, n, BLayout::ColMajor, m / 2, n, SLayout::RowMajor>;

template <bool in_gm>
AICORE void there_and_back(__gm__ half *a, __gm__ half *b, __gm__ float *fifo, __gm__ half *back_fifo, __gm__ float *out)
{
    using There = TMPipe<0, in_gm ? FIFOType::GM_FIFO : FIFOType::VEC_FIFO, 2, 1, Acc, Half>;
    using BackPipe = TMPipe<2, in_gm ? FIFOType::GM_FIFO : FIFOType::MAT_FIFO, 2, 1, std::conditional_t<in_gm, Back, BackBoxes>, Boxes<half>>;
    There there = [&] {
        if constexpr (in_gm) {
            return There(fifo, 0x1000u);
        } else {
            return There(0x1000u);
        }
    }();
    BackPipe back = [&] {
        if constexpr (in_gm) {
            return BackPipe(back_fifo, 0x8000u);
        } else {
            return BackPipe(0x8000u);
        }
    }();
#ifdef __DAV_CUBE__
    Boxes<half> a_mat, b_mat, returned;
    TileLeft<half, m, n> left;
    TileRight<half, m, n> right;
    Acc acc, product;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x4000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0), TASSIGN(product, 0x4000);
    Matrix<half, m, n> a_gm(a), b_gm(b);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TMOV(right, b_mat);
    for (int i = 0; i < rounds; i++) {
        TMOV(left, a_mat);
        if (i == 0) {
            TMATMUL(acc, left, right);
        } else {
            TMATMUL_ACC(acc, acc, left, right);
        }
        TPUSH(acc, there);
        if constexpr (!in_gm) {
            TASSIGN(returned, 0x8000 + i % 2 * m * n * sizeof(half));
        }
        TPOP(returned, back);
        TMOV(left, returned);
        TMATMUL(product, left, right);
        Matrix<float, m, n> out_gm(out + i * m * n);
        TSTORE(out_gm, product);
        TFREE(back);
    }
#endif
#ifdef __DAV_VEC__
    Half x, y;
    Back narrow;
    BackBoxes boxes;
    TASSIGN(x, 0x1000), TASSIGN(y, 0x4000), TASSIGN(narrow, 0x6000), TASSIGN(boxes, 0x7000);
    for (int i = 0; i < rounds; i++) {
        if constexpr (in_gm) {
            there.cons.setEntryOffset(get_subblockid() * m / 2 * n * sizeof(float));
            back.prod.setEntryOffset(get_subblockid() * m / 2 * n * sizeof(half));
        } else {
            TASSIGN(x, 0x1000 + i % 2 * m / 2 * n * sizeof(float));
        }
        there.cons.setTileId(i, 0);
        TPOP(x, there);
        TMULS(y, x, 0.5f);
        TFREE(there);
        TCVT(narrow, y, RoundMode::CAST_RINT);
        if constexpr (in_gm) {
            TPUSH(narrow, back);
        } else {
            TMOV(boxes, narrow);
            TPUSH(boxes, back);
        }
    }
#endif
}

extern "C" __global__ AICORE void pipes_in_gm(__gm__ half *a, __gm__ half *b, __gm__ float *there, __gm__ half *back, __gm__ float *out)
{
    there_and_back<true>(a, b, there, back, out);
}
extern "C" __global__ AICORE void pipes_in_cores(__gm__ half *a, __gm__ half *b, __gm__ float *there, __gm__ half *back, __gm__ float *out)
{
    there_and_back<false>(a, b, there, back, out);
}
