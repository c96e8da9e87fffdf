// SPDX-License-Identifier: Apache-2.0
//
// Kernels with code for each kind of core, for run.py.
#include <pto/pto-inst.hpp>

using namespace pto;

#ifdef __DAV_VEC__
constexpr bool on_vector = true;
#else
constexpr bool on_vector = false;
#endif

template <int rows, int cols>
using Matrix = GlobalTensor<float, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, cols, 1>>;

// Which code a template got: it must not be shared by the kinds of cores.
template <class T>
__attribute__((noinline)) T factor()
{
    return on_vector ? 2 : 3;
}

// A body for one kind of core is not empty.
extern "C" __global__ AICORE void doubled(__gm__ float *a, __gm__ float *out)
{
#if defined(__DAV_C220_VEC__)
    Tile<TileType::Vec, float, 32, 64> x;
    TASSIGN(x, 0);
    Matrix<32, 64> a_gm(a), out_gm(out);
    TLOAD(x, a_gm);
    TADD(x, x, x);
    TSTORE(out_gm, x);
#endif
}

// The cube core multiplies, each vector core scales half of the rows once that is in GM.
extern "C" __global__ AICORE void scaled_product(__gm__ half *a, __gm__ half *b, __gm__ float *scratch, __gm__ float *out)
{
    [[maybe_unused]] constexpr int m = 32, k = 64, n = 32;
#if defined(__DAV_CUBE__)
    Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor> a_mat;
    Tile<TileType::Mat, half, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    TileLeft<half, m, k> left;
    TileRight<half, k, n> right;
    TileAcc<float, m, n> acc;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x8000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    GlobalTensor<half, Shape<1, 1, 1, m, k>, Stride<1, 1, 1, k, 1>> a_gm(a);
    GlobalTensor<half, Shape<1, 1, 1, k, n>, Stride<1, 1, 1, n, 1>> b_gm(b);
    Matrix<m, n> to(scratch);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TMOV(left, a_mat);
    TMOV(right, b_mat);
    TMATMUL(acc, left, right);
    TSTORE(to, acc);
    set_intra_block(PIPE_FIX, 3);
    set_intra_block(PIPE_FIX, 3 + 16);
    if (factor<float>() != 3) {
        set_intra_block(PIPE_FIX, 99);
    }
#elif defined(__DAV_VEC__)
    Tile<TileType::Vec, float, m / 2, n> x;
    TASSIGN(x, 0);
    const int64_t first = get_subblockid() * (m / 2) * n;
    Matrix<m / 2, n> from(scratch + first), to(out + first);
    wait_intra_block(PIPE_MTE2, 3);
    TLOAD(x, from);
    TMULS(x, x, factor<float>());
    TSTORE(to, x);
#endif
}
