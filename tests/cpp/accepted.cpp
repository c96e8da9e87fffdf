// SPDX-License-Identifier: Apache-2.0
//
// Calls that headers of pto-isa accept, for accepted.py: of one header's defaults, of operands of other types and shapes.

#include <pto/pto-inst.hpp>

using namespace pto;

template <class T, int rows, int cols>
using Rows = Tile<TileType::Vec, T, rows, cols>;
template <class T, int rows, int cols>
using Matrix = GlobalTensor<T, TileShape2D<T, rows, cols>, BaseShape2D<T, rows, cols>>;

// Gather and scatter without a mode, by the shape of their indices: single elements, then rows.
extern "C" __global__ AICORE void shaped(__gm__ float *table, __gm__ int32_t *indices, __gm__ float *out, __gm__ float *spread)
{
    Rows<float, 4, 16> elements, rows;
    Rows<int32_t, 4, 16> places;
    Tile<TileType::Vec, int32_t, 1, 16, BLayout::RowMajor, 1, 4> lines;
    TASSIGN(elements, 0), TASSIGN(rows, 0x200), TASSIGN(places, 0x400), TASSIGN(lines, 0x600);
    Matrix<float, 16, 16> table_gm(table), spread_gm(spread), lines_gm(spread + 256);
    Matrix<int32_t, 4, 16> indices_gm(indices);
    GlobalTensor<int32_t, Shape<1, 1, 1, 1, 4>, Stride<1, 1, 1, 4, 1>> first_gm(indices + 64);
    Matrix<float, 4, 16> out_gm(out), rows_gm(out + 64);
    TLOAD(places, indices_gm);
    TLOAD(lines, first_gm);
    MGATHER(elements, table_gm, places);
    MGATHER(rows, table_gm, lines);
    TSTORE(out_gm, elements);
    TSTORE(rows_gm, rows);
    MSCATTER(spread_gm, elements, places);
    MSCATTER(lines_gm, rows, lines);
}

// Exponents of MX groups, in both orders.
extern "C" __global__ AICORE void reordered(__gm__ float *x, __gm__ uint8_t *out)
{
    Rows<float, 32, 128> src, scaling;
    Rows<int8_t, 32, 128> dst;
    Rows<uint8_t, 1, 128> exp, exp_zz;
    Rows<float, 1, 128> max;
    TASSIGN(src, 0), TASSIGN(scaling, 0x4000), TASSIGN(dst, 0x8000), TASSIGN(exp, 0xa000), TASSIGN(exp_zz, 0xa100);
    TASSIGN(max, 0xa200);
    Matrix<float, 32, 128> src_gm(x);
    Matrix<uint8_t, 1, 128> exp_gm(out), zz_gm(out + 128);
    TLOAD(src, src_gm);
    TQUANT<QuantType::MXFP8, VecStoreMode::NZ>(dst, src, &exp, &max, &scaling, &exp_zz);
    TSTORE(exp_gm, exp);
    TSTORE(zz_gm, exp_zz);
}

// Moves between elements of one size: padded, transposed. A conversion of the valid region of dst. An odd number of pairs.
extern "C" __global__ AICORE void retyped(__gm__ float *x, __gm__ int32_t *out, __gm__ half *narrow, __gm__ uint8_t *pairs)
{
    Tile<TileType::Vec, float, 8, 16, BLayout::RowMajor, 5, 11> part;
    Rows<float, 8, 16> all;
    Tile<TileType::Vec, int32_t, 8, 16, BLayout::RowMajor, 8, 16, SLayout::NoneBox, 512, PadValue::Min> padded;
    Rows<int32_t, 16, 8> turned, tmp;
    Tile<TileType::Vec, half, 8, 16, BLayout::RowMajor, 6, 12> converted;
    Rows<half, 8, 16> halves;
    Tile<TileType::Vec, float4_e2m1x2_t, 1, 64, BLayout::RowMajor, 1, 37> odd, copied;
    Rows<float4_e2m1x2_t, 1, 64> whole;
    Rows<uint8_t, 1, 32> bytes;
    TASSIGN(part, 0), TASSIGN(all, 0), TASSIGN(padded, 0x200), TASSIGN(turned, 0x400), TASSIGN(tmp, 0x600);
    TASSIGN(converted, 0x800), TASSIGN(halves, 0x800), TASSIGN(odd, 0xa00), TASSIGN(copied, 0xb00), TASSIGN(whole, 0xb00);
    TASSIGN(bytes, 0xb00);
    using Tensor = Matrix<float, 8, 16>;
    Tensor x_gm(x, Tensor::defaultShape, Tensor::defaultStride);
    Matrix<int32_t, 8, 16> padded_gm(out);
    Matrix<int32_t, 16, 8> turned_gm(out + 128);
    Matrix<half, 8, 16> narrow_gm(narrow);
    GlobalTensor<float4_e2m1x2_t, Shape<1, 1, 1, 1, 37>, Stride<1, 1, 1, 64, 1>> odd_gm(
        reinterpret_cast<__gm__ float4_e2m1x2_t *>(x));
    Matrix<float4_e2m1x2_t, 1, 64> whole_gm(reinterpret_cast<__gm__ float4_e2m1x2_t *>(pairs));
    TLOAD(all, x_gm);
    TFILLPAD(padded, part);
    TTRANS(turned, all, tmp);
    TEXPANDS(halves, half(9));
    TCVT(converted, part, RoundMode::CAST_RINT);
    TLOAD(odd, odd_gm);
    TEXPANDS(bytes, uint8_t(0xee));
    TMOV(copied, odd);
    TSTORE(padded_gm, padded);
    TSTORE(turned_gm, turned);
    TSTORE(narrow_gm, halves);
    TSTORE(whole_gm, whole);
}

// Of a TPipe kernels read the state of its ends, and set it to what it is.
extern "C" __global__ AICORE void ends(__gm__ half *x, __gm__ half *fifo, __gm__ half *out, int32_t controls)
{
    [[maybe_unused]] constexpr int m = 32, n = 32;
    using Whole = Rows<half, m, n>;
    using Boxes = Tile<TileType::Mat, half, m, n, BLayout::ColMajor, m, n, SLayout::RowMajor>;
    using Pipe = TPipe<0, Direction::DIR_V2C, m * n * sizeof(half), 2>;
    static_assert(Pipe::is_v2c && !Pipe::is_c2v && Pipe::RingFiFo::SLOT_NUM == 2);
    Pipe::reset_for_cpu_sim();
    Pipe pipe(fifo, 0, 0x8000);
    Whole rows;
    Boxes boxes;
    TASSIGN(rows, 0);
    Matrix<half, m, n> x_gm(x);
    GlobalTensor<half, TileShape2D<half, m, n, Layout::NZ>, BaseShape2D<half, m, n, Layout::NZ>, Layout::NZ> out_gm(out);
    TLOAD(rows, x_gm);
    pipe.prod.setTileId(0, 0);
    pipe.prod.setAllocateStatus(true);
    TPUSH<Pipe, Whole, TileSplitAxis::TILE_NO_SPLIT>(pipe, rows);
    if (pipe.cons.getWaitStatus() && pipe.fifo.GM_SLOT_BUFFER == fifo) {
        TPOP<Pipe, Boxes, TileSplitAxis::TILE_NO_SPLIT>(pipe, boxes);
    }
    TSTORE(out_gm, boxes);
    out[m * n] = static_cast<half>(10 * pipe.prod.getTileId() + pipe.cons.getTileId());
    pipe.cons.setFreeStatus(controls == 0);
}

// What no pipe stores: operands and a bias, in layouts of GM.
extern "C" __global__ AICORE void from_operands(__gm__ half *a, __gm__ half *rows, __gm__ half *columns, __gm__ float *bias)
{
    using Boxes = Tile<TileType::Mat, half, 32, 32, BLayout::ColMajor, 32, 32, SLayout::RowMajor>;
    Boxes mat;
    Tile<TileType::Mat, float, 1, 32> of_bias;
    TileLeft<half, 32, 32, 30, 20> left;
    TileRight<half, 32, 32> right;
    Tile<TileType::Bias, float, 1, 32> wide;
    TASSIGN(mat, 0), TASSIGN(of_bias, 0x1000), TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(wide, 0);
    Matrix<half, 32, 32> a_gm(a);
    GlobalTensor<half, Shape<1, 1, 1, 30, 20>, Stride<1, 1, 1, 20, 1>> rows_gm(rows);
    Matrix<float, 1, 32> first_gm(reinterpret_cast<__gm__ float *>(a)), bias_gm(bias);
    GlobalTensor<half, Shape<1, 1, 1, 32, 32>, Stride<1, 1, 1, 1, 32>, Layout::DN> columns_gm(columns);
    TLOAD(mat, a_gm);
    TLOAD(of_bias, first_gm);
    TMOV(left, mat);
    TMOV(right, mat);
    TMOV(wide, of_bias);
    TSTORE(rows_gm, left);
    TSTORE<TileRight<half, 32, 32>, decltype(columns_gm)>(columns_gm, right);
    TSTORE(bias_gm, wide);
}
