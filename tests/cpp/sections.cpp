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

// The cube core multiplies, each vector core scales half of the rows once that is in GM: by flags, or by an event of both.
template <bool by_event>
AICORE void multiply(__gm__ half *a, __gm__ half *b, __gm__ float *scratch, __gm__ float *out)
{
    [[maybe_unused]] Event<Op::TMOV_A2V, Op::TMULS, false> done;
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
    if constexpr (by_event) {
        done.Record<5>();
    } else {
        set_intra_block(PIPE_FIX, 3);
        set_intra_block(PIPE_FIX, 3 + 16);
    }
    if (factor<float>() != 3) {
        set_intra_block(PIPE_FIX, 99);
    }
#elif defined(__DAV_VEC__)
    Tile<TileType::Vec, float, m / 2, n> x;
    TASSIGN(x, 0);
    const int64_t first = get_subblockid() * (m / 2) * n;
    Matrix<m / 2, n> from(scratch + first), to(out + first);
    if constexpr (by_event) {
        done.Wait<5>();
    } else {
        wait_intra_block(PIPE_MTE2, 3);
    }
    TLOAD(x, from);
    TMULS(x, x, factor<float>());
    TSTORE(to, x);
#endif
}
extern "C" __global__ AICORE void scaled_product(__gm__ half *a, __gm__ half *b, __gm__ float *scratch, __gm__ float *out)
{
    multiply<false>(a, b, scratch, out);
}
extern "C" __global__ AICORE void scaled_by_event(__gm__ half *a, __gm__ half *b, __gm__ float *scratch, __gm__ float *out)
{
    multiply<true>(a, b, scratch, out);
}

// Six products over a pipe, each with one term more than the one before; each vector core adds its halves. Entries lie in UB,
// or in GM.
template <bool in_gm>
AICORE void over_pipes(__gm__ half *a, __gm__ half *b, __gm__ float *fifo, __gm__ float *out)
{
    [[maybe_unused]] constexpr int m = 32, k = 64, n = 32, rounds = 6;
    using Pipe = TPipe<2, Direction::DIR_C2V, m * n * sizeof(float), 2>;
    Pipe pipe(in_gm ? fifo : nullptr, 0x4000, 0);
#ifdef __DAV_CUBE__
    Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor> a_mat;
    Tile<TileType::Mat, half, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    TileLeft<half, m, k> left;
    TileRight<half, k, n> right;
    using Acc = TileAcc<float, m, n>;
    Acc acc;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x8000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    GlobalTensor<half, Shape<1, 1, 1, m, k>, Stride<1, 1, 1, k, 1>> a_gm(a);
    GlobalTensor<half, Shape<1, 1, 1, k, n>, Stride<1, 1, 1, n, 1>> b_gm(b);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TMOV(left, a_mat);
    TMOV(right, b_mat);
    TMATMUL(acc, left, right);
    for (int i = 0; i < rounds; i++) {
        TPUSH<Pipe, Acc, TileSplitAxis::TILE_UP_DOWN>(pipe, acc);
        TMATMUL_ACC(acc, left, right);
    }
#endif
#ifdef __DAV_VEC__
    using Half = Tile<TileType::Vec, float, m / 2, n>;
    Half x, sum;
    TASSIGN(sum, 0);
    TEXPANDS(sum, 0.0f);
    Matrix<m / 2, n> to(out + get_subblockid() * (m / 2) * n);
    for (int i = 0; i < rounds; i++) {
        TPOP<Pipe, Half, TileSplitAxis::TILE_UP_DOWN>(pipe, x);
        TADD(sum, sum, x);
        TFREE<Pipe, TileSplitAxis::TILE_UP_DOWN>(pipe);
    }
    TSTORE(to, sum);
#endif
}

extern "C" __global__ AICORE void pipe_in_ub(__gm__ half *a, __gm__ half *b, __gm__ float *fifo, __gm__ float *out)
{
    over_pipes<false>(a, b, fifo, out);
}
extern "C" __global__ AICORE void pipe_in_gm(__gm__ half *a, __gm__ half *b, __gm__ float *fifo, __gm__ float *out)
{
    over_pipes<true>(a, b, fifo, out);
}

template <pipe_t from, pipe_t to>
AICORE void hand_over()
{
    set_flag(from, to, EVENT_ID0);
    wait_flag(from, to, EVENT_ID0);
}

// Vector cores push halves of the left operand into L1; the product returns through an entry in GM that both sides access
// themselves. Flags order the pipes of each core, but for what a pop or free orders.
extern "C" __global__ AICORE void pipes_by_flags(__gm__ half *a, __gm__ half *b, __gm__ float *fifo, __gm__ float *out)
{
    [[maybe_unused]] constexpr int m = 32, k = 64, n = 32;
    using ToCube = TPipe<0, Direction::DIR_V2C, m * k * sizeof(half), 2>;
    using ToVector = TPipe<2, Direction::DIR_C2V_GM, m * n * sizeof(float), 2>;
    ToCube to_cube(nullptr, 0, 0);
    ToVector to_vector(fifo, 0, 0);
#ifdef __DAV_CUBE__
    using Left = Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor>;
    Left a_mat;
    Tile<TileType::Mat, half, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    TileLeft<half, m, k> left;
    TileRight<half, k, n> right;
    TileAcc<float, m, n> acc;
    TASSIGN(b_mat, 0x8000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    GlobalTensor<half, Shape<1, 1, 1, k, n>, Stride<1, 1, 1, n, 1>> b_gm(b);
    TLOAD(b_mat, b_gm);
    hand_over<PIPE_MTE2, PIPE_MTE1>();
    TPOP<ToCube, Left, TileSplitAxis::TILE_UP_DOWN>(to_cube, a_mat);
    TMOV(left, a_mat);
    TFREE<ToCube, TileSplitAxis::TILE_UP_DOWN>(to_cube);
    TMOV(right, b_mat);
    hand_over<PIPE_MTE1, PIPE_M>();
    TMATMUL(acc, left, right);
    hand_over<PIPE_M, PIPE_FIX>();
    Matrix<m, n> entry;
    TALLOC<ToVector, Matrix<m, n>, TileSplitAxis::TILE_UP_DOWN>(to_vector, entry);
    TSTORE(entry, acc);
    TPUSH<ToVector, Matrix<m, n>, TileSplitAxis::TILE_UP_DOWN>(to_vector, entry);
#else
    using Half = Tile<TileType::Vec, half, m / 2, k>;
    Half x;
    Tile<TileType::Vec, float, m / 2, n> y;
    TASSIGN(x, 0), TASSIGN(y, 0x2000);
    GlobalTensor<half, Shape<1, 1, 1, m / 2, k>, Stride<1, 1, 1, k, 1>> a_gm(a + get_subblockid() * (m / 2) * k);
    TLOAD(x, a_gm);
    hand_over<PIPE_MTE2, PIPE_MTE3>();
    TPUSH<ToCube, Half, TileSplitAxis::TILE_UP_DOWN>(to_cube, x);
    using Part = Matrix<m / 2, n>;
    Part entry, to(out + get_subblockid() * (m / 2) * n);
    TPOP<ToVector, Part, TileSplitAxis::TILE_UP_DOWN>(to_vector, entry);
    TLOAD(y, entry);
    TFREE<ToVector, Part, TileSplitAxis::TILE_UP_DOWN>(to_vector, entry);
    hand_over<PIPE_MTE2, PIPE_MTE3>();
    TSTORE(to, y);
#endif
}

// A product in four types: by one scale and without negative numbers, by a scale for each column, unscaled, and by one again.
template <bool in_gm>
AICORE void converted_over_pipe(__gm__ half *a, __gm__ half *b, __gm__ uint64_t *scales, __gm__ uint8_t *fifo,
                                __gm__ uint8_t *out)
{
    [[maybe_unused]] constexpr int m = 32, k = 64, n = 32;
    using Pipe = TPipe<2, Direction::DIR_C2V, m * n * sizeof(half), 2>;
    Pipe pipe(in_gm ? fifo : nullptr, 0x4000, 0);
#ifdef __DAV_CUBE__
    Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor> a_mat;
    Tile<TileType::Mat, half, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    Tile<TileType::Mat, uint64_t, 1, n> scales_mat;
    Tile<TileType::Scaling, uint64_t, 1, n> factors;
    TileLeft<half, m, k> left;
    TileRight<half, k, n> right;
    using Acc = TileAcc<float, m, n>;
    Acc acc;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x8000), TASSIGN(scales_mat, 0x10000), TASSIGN(left, 0), TASSIGN(right, 0);
    TASSIGN(acc, 0), TASSIGN(factors, 0x100);
    GlobalTensor<half, Shape<1, 1, 1, m, k>, Stride<1, 1, 1, k, 1>> a_gm(a);
    GlobalTensor<half, Shape<1, 1, 1, k, n>, Stride<1, 1, 1, n, 1>> b_gm(b);
    GlobalTensor<uint64_t, Shape<1, 1, 1, 1, n>, Stride<1, 1, 1, n, 1>> scales_gm(scales);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TLOAD(scales_mat, scales_gm);
    TMOV(left, a_mat);
    TMOV(right, b_mat);
    TMOV(factors, scales_mat);
    TMATMUL(acc, left, right);
    SET_QUANT_SCALAR<int8_t>(0.25f);
    TPUSH<Pipe, Acc, FixpipeParams<LayoutMode_t::NZ2ND, QuantMode_t::QF322B8_PRE, ReluPreMode::NormalRelu>>(pipe, acc);
    SET_QUANT_VECTOR(factors);
    TPUSH<Pipe, Acc, FixpipeParams<LayoutMode_t::NZ2ND, QuantMode_t::VQF322B8_PRE>>(pipe, acc);
    TPUSH<Pipe, Acc, FixpipeParams<LayoutMode_t::NZ2ND, QuantMode_t::F322F16>>(pipe, acc);
    SET_QUANT_SCALAR<bfloat16_t>(2.0f);
    TPUSH<Pipe, Acc, FixpipeParams<LayoutMode_t::NZ2ND, QuantMode_t::QF322BF16_PRE>>(pipe, acc);
#endif
#ifdef __DAV_VEC__
    const auto take = [&]<class T>(T, __gm__ uint8_t *to) {
        using Entry = Tile<TileType::Vec, T, m, n>;
        Entry entry;
        TPOP<Pipe, Entry, TileSplitAxis::TILE_NO_SPLIT>(pipe, entry);
        GlobalTensor<T, Shape<1, 1, 1, m, n>, Stride<1, 1, 1, n, 1>> gm((__gm__ T *)to);
        TSTORE(gm, entry);
        TFREE<Pipe, TileSplitAxis::TILE_NO_SPLIT>(pipe);
    };
    if (get_subblockid() == 0) {
        take(int8_t(), out);
        take(int8_t(), out + m * n);
        take(half(), out + 2 * m * n);
        take(bfloat16_t(), out + 4 * m * n);
    }
#endif
}

extern "C" __global__ AICORE void converted_in_ub(__gm__ half *a, __gm__ half *b, __gm__ uint64_t *scales,
                                                  __gm__ uint8_t *fifo, __gm__ uint8_t *out)
{
    converted_over_pipe<false>(a, b, scales, fifo, out);
}
extern "C" __global__ AICORE void converted_in_gm(__gm__ half *a, __gm__ half *b, __gm__ uint64_t *scales,
                                                  __gm__ uint8_t *fifo, __gm__ uint8_t *out)
{
    converted_over_pipe<true>(a, b, scales, fifo, out);
}
