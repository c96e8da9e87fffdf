// SPDX-License-Identifier: Apache-2.0
//
// The spellings of calls for run.py: types and attributes between <>, operands that may be left out, layouts by name.

#include <pto/comm/pto_comm_inst.hpp>
#include <pto/common/pto_tile.hpp>
#include <pto/pto-inst.hpp>

using namespace pto;

template <class T, int rows, int cols>
using Rows = Tile<TileType::Vec, T, rows, cols>;
template <class T, int rows, int cols, Layout layout = Layout::ND>
using Matrix = GlobalTensor<T, TileShape2D<T, rows, cols, layout>, BaseShape2D<T, rows, cols, layout>, layout>;

// out[0] = sums, then interleaved, blocks, padded, and what names of types and attributes change nothing of.
extern "C" __global__ AICORE void spelled(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    using T = Rows<float, 8, 64>;
    T x, y, z, w;
    Rows<half, 8, 64> h;
    Rows<float, 8, 8> block;
    Tile<TileType::Vec, float, 8, 64, BLayout::RowMajor, 8, 64, SLayout::NoneBox, 512, PadValue::Max> padded;
    Tile<TileType::Vec, float, 8, 64, BLayout::RowMajor, DYNAMIC, DYNAMIC> part(6, 60);
    TASSIGN(x, 0), TASSIGN(y, 0x800), TASSIGN(z, 0x1000), TASSIGN(w, 0x1800), TASSIGN(h, 0x2000);
    TASSIGN(block, 0x2800), TASSIGN(padded, 0x3000), TASSIGN(part, 0);
    Matrix<float, 8, 64> a_gm(a), b_gm(b);
    Matrix<float, 8, 8> block_gm(b);
    const auto store = [&](int place, auto &tile) {
        Matrix<float, 8, 64> gm(out + place * 512);
        TSTORE<T, Matrix<float, 8, 64>, AtomicType::AtomicNone>(gm, tile);
    };
    TLOAD<T, Matrix<float, 8, 64>>(x, a_gm);
    TLOAD(y, b_gm);
    TLOAD(block, block_gm);
    TADD<T, T, T>(z, x, y);
    store(0, z);
    TINTERLEAVE(w, z, y, x);  // dst1, dst0, src1, src0
    store(1, z);
    TDEINTERLEAVE<T, T>(w, z, y, x);
    store(2, z);
    TROWEXPANDMUL(z, x, block);
    store(3, z);
    part.ColMaskInternal = 50;
    TFILLPAD<TFillPadMode::Normal>(padded, part);
    store(4, padded);
    TCVT<true>(h, x, RoundMode::CAST_RINT, SaturationMode::ON);
    TCVT<false, T, Rows<half, 8, 64>>(z, h, w, RoundMode::CAST_RINT);
    TDIV<DivAlgorithm::HIGH_PRECISION>(z, z, y);
    TFMODS<FmodSAlgorithm::DEFAULT>(z, z, 2.0f);
    TMOV<STPhase::Final>(w, z);
    store(5, w);
    TTRI<0>(w, 3);
    store(6, w);
}

// Comparison with the first element of a tile, whose mask has more valid columns than bytes of bits; two windows of one
// tile, rows of as many elements as tiles say.
extern "C" __global__ AICORE void windows(__gm__ float *a, __gm__ int32_t *counts, __gm__ float *out)
{
    Rows<float, 8, 64> x;
    Rows<float, 8, 8> first;
    Rows<float, 8, 32> left, right;
    Rows<float, 8, 128> both;
    Rows<int32_t, 8, 8> num0, num1, num;
    Rows<uint8_t, 8, 32> bits;
    TASSIGN(x, 0), TASSIGN(first, 0x800), TASSIGN(left, 0x1000), TASSIGN(right, 0x1400), TASSIGN(both, 0x2000);
    TASSIGN(num0, 0x3000), TASSIGN(num1, 0x3100), TASSIGN(num, 0x3200), TASSIGN(bits, 0x3400);
    Matrix<float, 8, 64> a_gm(a);
    Matrix<int32_t, 8, 8> num0_gm(counts), num1_gm(counts + 64), num_gm((__gm__ int32_t *)out);
    Matrix<float, 8, 8> first_gm(a + 8);
    Matrix<uint8_t, 8, 32> bits_gm((__gm__ uint8_t *)(out + 64));
    Matrix<float, 8, 128> both_gm(out + 128);
    TLOAD(x, a_gm);
    TLOAD(first, first_gm);
    TLOAD(num0, num0_gm);
    TLOAD(num1, num1_gm);
    TEXPANDS(bits, uint8_t(0));
    TCMPS(bits, x, first, CmpMode::GT);
    TSTORE(bits_gm, bits);
    TEXTRACT(left, right, x, 0, 32, 0, 0);
    TEXPANDS(both, 0.0f);
    TEXPANDS(num, 0);
    SYNCALL<SyncAllMode::Soft>(num_gm, 1);
    TCONCAT(both, left, right, num, num0, num1);
    TSTORE(both_gm, both);
    TSTORE(num_gm, num);
}

// Forms that are several commands, or commands on parts: extremes with places, quotients of integers, halves of rows.
extern "C" __global__ AICORE void composed(__gm__ float *a, __gm__ int32_t *whole, __gm__ float *out)
{
    using Column = Tile<TileType::Vec, float, 8, 8, BLayout::RowMajor, 8, 1>;
    using Places = Tile<TileType::Vec, uint32_t, 8, 8, BLayout::RowMajor, 8, 1>;
    Rows<float, 8, 64> x, tmp;
    Rows<float, 8, 32> even, odd;
    Rows<int32_t, 8, 64> n, quotient;
    Column most;
    Places place;
    TASSIGN(x, 0), TASSIGN(tmp, 0x800), TASSIGN(even, 0x1000), TASSIGN(odd, 0x1800), TASSIGN(n, 0x2000);
    TASSIGN(quotient, 0x2800), TASSIGN(most, 0x3000), TASSIGN(place, 0x3200);
    Matrix<float, 8, 64> a_gm(a);
    Matrix<int32_t, 8, 64> whole_gm(whole), quotient_gm((__gm__ int32_t *)out);
    Matrix<float, 8, 32> odd_gm(out + 512);
    Matrix<float, 8, 1> most_gm(out + 768);
    Matrix<uint32_t, 8, 1> place_gm((__gm__ uint32_t *)out + 776);
    TLOAD(x, a_gm);
    TLOAD(n, whole_gm);
    TRECIP(quotient, n);
    TSTORE(quotient_gm, quotient);
    TDEINTERLEAVE(odd, even, x);
    TSTORE(odd_gm, odd);
    TROWARGMAX(most, place, x, tmp);
    TSTORE(most_gm, most);
    TSTORE(place_gm, place);
}

// Gather by comparison, with a threshold a row: the places, which begin at 10, and the counts.
extern "C" __global__ AICORE void matched(__gm__ float *a, __gm__ int32_t *limits, __gm__ int32_t *out)
{
    Rows<float, 8, 64> x;
    Rows<int32_t, 8, 64> places;
    Rows<int32_t, 1, 8> limit, counts;
    Rows<uint8_t, 8, 64> tmp;
    TASSIGN(x, 0), TASSIGN(places, 0x800), TASSIGN(limit, 0x1000), TASSIGN(counts, 0x1020), TASSIGN(tmp, 0x1040);
    Matrix<float, 8, 64> a_gm(a);
    Matrix<int32_t, 1, 8> limits_gm(limits), counts_gm(out);
    Matrix<int32_t, 8, 64> places_gm(out + 8);
    TLOAD(x, a_gm);
    TLOAD(limit, limits_gm);
    TEXPANDS(places, -1);
    TGATHER<decltype(places), decltype(x), decltype(limit), decltype(counts), decltype(tmp), CmpMode::GT>(
        places, x, limit, counts, tmp, 10);
    TSTORE(counts_gm, counts);
    TSTORE(places_gm, places);
}

// out = a x b + bias, of tiles that are loaded where MTE2 does not reach; the rest of a tile in L1 becomes zeros.
extern "C" __global__ AICORE void simulated(__gm__ half *a, __gm__ half *b, __gm__ float *bias, __gm__ float *out)
{
    constexpr int m = 32, k = 64, n = 32, valid = 50;
    Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, valid, SLayout::RowMajor> a_mat;
    Tile<TileType::Mat, half, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor> all;
    TileLeft<half, m, k> left;
    TileRight<half, k, n> right;
    TileAcc<float, m, n> acc;
    Tile<TileType::Bias, float, 1, n> added;
    TASSIGN(a_mat, 0), TASSIGN(all, 0), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0), TASSIGN(added, 0);
    GlobalTensor<half, Shape<1, 1, 1, m, valid>, Stride<1, 1, 1, k, 1>> a_gm(a);
    Matrix<half, k, n> b_gm(b);
    Matrix<float, 1, n> bias_gm(bias);
    Matrix<float, m, n> out_gm(out);
    TLOAD(a_mat, a_gm);
    TFILLPAD(a_mat, a_mat);
    TMOV(left, all);
    TLOAD(right, b_gm);
    TLOAD(added, bias_gm);
    TMATMUL_BIAS<decltype(acc), decltype(left), decltype(right), decltype(added)>(acc, left, right, added);
    TSTORE(out_gm, acc);
}

// out = a x b with scales in each layout that they have in GM: the two last ones are a's and b's.
template <Layout left_layout, Layout right_layout, class T, int n>
AICORE void multiply(__gm__ T *a, __gm__ T *b, __gm__ uint8_t *as, __gm__ uint8_t *bs, __gm__ float *out)
{
    constexpr int m = 32, k = 128, groups = k / 32;
    Tile<TileType::Mat, T, m, k, BLayout::ColMajor, m, k, SLayout::RowMajor> a_mat;
    Tile<TileType::Mat, T, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    Tile<TileType::Mat, float8_e8m0_t, m, groups, BLayout::RowMajor, m, groups, SLayout::RowMajor, 32> as_mat;
    Tile<TileType::Mat, float8_e8m0_t, groups, n, BLayout::ColMajor, groups, n, SLayout::ColMajor, 32> bs_mat;
    TileLeft<T, m, k> left;
    TileRight<T, k, n> right;
    TileLeftScale<float8_e8m0_t, m, groups> left_scale;
    TileRightScale<float8_e8m0_t, groups, n> right_scale;
    TileAcc<float, m, n> acc;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x2000), TASSIGN(as_mat, 0x4000), TASSIGN(bs_mat, 0x5000);
    TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0);
    TGET_SCALE_ADDR(left_scale, left);
    TGET_SCALE_ADDR(right_scale, right);
    Matrix<T, m, k> a_gm(a);
    Matrix<T, k, n> b_gm(b);
    Matrix<float8_e8m0_t, m, groups, left_layout> as_gm((__gm__ float8_e8m0_t *)as);
    Matrix<float8_e8m0_t, groups, n, right_layout> bs_gm((__gm__ float8_e8m0_t *)bs);
    Matrix<float, m, n> out_gm(out);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TLOAD(as_mat, as_gm);
    TLOAD(bs_mat, bs_gm);
    TMOV(left, a_mat);
    TMOV(right, b_mat);
    TMOV(left_scale, as_mat);
    TMOV(right_scale, bs_mat);
    TMATMUL_MX<AccPhase::Final>(acc, left, left_scale, right, right_scale);
    TSTORE<STPhase::Final>(out_gm, acc);
}

extern "C" __global__ AICORE void scaled(__gm__ uint8_t *a, __gm__ uint8_t *b, __gm__ uint8_t *scales,
                                         __gm__ float *out)
{
    const auto left = (__gm__ float8_e4m3_t *)a, right = (__gm__ float8_e4m3_t *)b;
    multiply<Layout::MX_A_ZZ, Layout::MX_B_NN, float8_e4m3_t, 32>(left, right, scales, scales + 128, out);
    multiply<Layout::MX_A_ND, Layout::MX_B_ND, float8_e4m3_t, 32>(left, right, scales + 256, scales + 384, out + 1024);
    multiply<Layout::MX_A_DN, Layout::MX_B_DN, float8_e4m3_t, 32>(left, right, scales + 512, scales + 640, out + 2048);
}

// The product of the first row of a, whose scales are a row, too.
extern "C" __global__ AICORE void scaled_row(__gm__ uint8_t *a, __gm__ uint8_t *b, __gm__ uint8_t *scales, __gm__ float *out)
{
    constexpr int k = 128, groups = k / 32, n = 32;
    using Row = Tile<TileType::Mat, float8_e8m0_t, 1, groups, BLayout::RowMajor, 1, groups, SLayout::RowMajor, 32>;
    Tile<TileType::Mat, float8_e4m3_t, 1, k> a_mat;
    Tile<TileType::Mat, float8_e4m3_t, k, n, BLayout::ColMajor, k, n, SLayout::RowMajor> b_mat;
    Row as_mat;
    Tile<TileType::Mat, float8_e8m0_t, groups, n, BLayout::ColMajor, groups, n, SLayout::ColMajor, 32> bs_mat;
    TileLeft<float8_e4m3_t, 1, k> left;
    TileRight<float8_e4m3_t, k, n> right;
    TileLeftScale<float8_e8m0_t, 1, groups> left_scale;
    TileRightScale<float8_e8m0_t, groups, n> right_scale;
    TileAcc<float, 16, n, 1, n> acc;
    TASSIGN(a_mat, 0), TASSIGN(b_mat, 0x2000), TASSIGN(as_mat, 0x4000), TASSIGN(bs_mat, 0x5000);
    TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(acc, 0), TASSIGN(left_scale, 0), TASSIGN(right_scale, 0);
    Matrix<float8_e4m3_t, 1, k> a_gm((__gm__ float8_e4m3_t *)a);
    Matrix<float8_e4m3_t, k, n> b_gm((__gm__ float8_e4m3_t *)b);
    Matrix<float8_e8m0_t, 1, groups> as_gm((__gm__ float8_e8m0_t *)scales + 256);
    Matrix<float8_e8m0_t, groups, n, Layout::MX_B_ND> bs_gm((__gm__ float8_e8m0_t *)scales + 384);
    Matrix<float, 1, n> out_gm(out);
    TLOAD(a_mat, a_gm);
    TLOAD(b_mat, b_gm);
    TLOAD(as_mat, as_gm);
    TLOAD(bs_mat, bs_gm);
    TEXTRACT(left, a_mat, 0, 0);
    TMOV(right, b_mat);
    TMOV(left_scale, as_mat);
    TMOV(right_scale, bs_mat);
    TGEMV_MX(acc, left, left_scale, right, right_scale);
    TSTORE(out_gm, acc);
}

// The same of elements of four bits, of which two along the columns share a byte.
extern "C" __global__ AICORE void small(__gm__ uint8_t *a, __gm__ uint8_t *b, __gm__ uint8_t *scales, __gm__ float *out)
{
    const auto left = (__gm__ float4_e2m1x2_t *)a, right = (__gm__ float4_e2m1x2_t *)b;
    multiply<Layout::MX_A_ND, Layout::MX_B_DN, float4_e2m1x2_t, 64>(left, right, scales, scales + 128, out);
}

// Ranks of a group are parts of one buffer: gathered, scattered, spread, added; a signal between two blocks.
extern "C" __global__ AICORE void exchanged(__gm__ float *ranks, __gm__ int32_t *signals, __gm__ float *out)
{
    using View = Matrix<float, 8, 16>;
    Rows<float, 8, 16> x, y, z;
    TASSIGN(x, 0), TASSIGN(y, 0x400), TASSIGN(z, 0x800);
    View parts[] = {View(ranks), View(ranks + 128)};
    const auto group = comm::ParallelGroup<View>::Create(parts, 2, 0);
    Matrix<float, 16, 16> both(out);
    View sum(out + 256), copy(out + 384);
    comm::TGATHER(group, both, x, y);
    comm::TREDUCE(group, sum, x, y, z, comm::ReduceOp::Sum);
    comm::TBROADCAST(group, sum, x);
    comm::TPUT<AtomicType::AtomicAdd>(copy, parts[1], x, y);
    comm::TPUT(copy, parts[0], x, AtomicType::AtomicAdd);
    comm::Signal2D<1, 8> signal(signals);
    comm::TNOTIFY(signal, 5, comm::NotifyOp::Set);
    comm::TWAIT(signal, 5, comm::WaitCmp::GE);
    if (comm::TTEST(signal, 6, comm::WaitCmp::GE)) {
        out[0] = 0;
    }
}
