// SPDX-License-Identifier: Apache-2.0
//
// The tile rows of the bench as kernels in C++: those of tile_kernels.c.

#define PTO_TILE_COUNTED
#include <pto/pto-inst.hpp>

#include "tile.h"

using namespace pto;

namespace {

template <class T, int rows, int cols, int pitch = cols>
using Gm = GlobalTensor<T, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, pitch, 1>>;

// A tile with a valid region; a column is stored as such.
template <class T, int rows, int cols, int valid_rows = rows, int valid_cols = cols>
using Ub =
    Tile<TileType::Vec, T, rows, cols, cols == 1 ? BLayout::ColMajor : BLayout::RowMajor, valid_rows, valid_cols>;

enum { EXTENT = BENCH_TILE_EXTENT, ROWS = BENCH_RAGGED_ROWS, COLS = BENCH_RAGGED_COLS };
using Full = Ub<float, EXTENT, EXTENT>;
template <class T>
using Ragged = Ub<T, EXTENT, EXTENT, ROWS, COLS>;
template <class T>
using RaggedLine = Ub<T, EXTENT, 1, ROWS, 1>;
using GmFull = Gm<float, EXTENT, EXTENT>;
using GmPitched = Gm<float, EXTENT, EXTENT, BENCH_TILE_GM_PITCH>;
template <class T>
using GmRagged = Gm<T, ROWS, COLS, EXTENT>;
template <class T>
using GmLine = Gm<T, ROWS, 1>;

// The calls of a kernel stand in it, as users write them.
#define IN_PLACE __attribute__((always_inline))

// One source.
template <class X, class D, class GmX, class GmD>
PTO_INLINE void map(GmX source, GmD result, auto instruction)
{
    X x;
    D d;
    TASSIGN(x, 0), TASSIGN(d, BENCH_TILE_BYTES);
    RecordEvent loaded = TLOAD(x, source);
    RecordEvent done = instruction(d, x, loaded);
    TSTORE(result, d, done);
}

// Two sources.
template <class X, class Y, class GmX, class GmY>
PTO_INLINE void combine(GmX left, GmY right, GmX result, auto instruction)
{
    X x, d;
    Y y;
    TASSIGN(x, 0), TASSIGN(y, BENCH_TILE_BYTES), TASSIGN(d, 2 * BENCH_TILE_BYTES);
    TLOAD(x, left);
    RecordEvent loaded = TLOAD(y, right);
    RecordEvent done = instruction(d, x, y, loaded);
    TSTORE(result, d, done);
}

template <class T>
PTO_INLINE void row_max(GmRagged<T> source, GmLine<T> result)
{
    map<Ragged<T>, RaggedLine<T>>(source, result,
                                  [](auto &d, auto &x, auto &e) IN_PLACE { return TROWMAX(d, x, x, e); });
}

}  // namespace

extern "C" __global__ AICORE void x_tabs(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Full, Full>(GmFull(a), GmFull(out), [](auto &d, auto &x, auto &e) IN_PLACE { return TABS(d, x, e); });
}

extern "C" __global__ AICORE void x_tcvt_f16_f32(__gm__ half *a, __gm__ float *, __gm__ float *out)
{
    map<Ub<half, EXTENT, EXTENT>, Full>(
        Gm<half, EXTENT, EXTENT>(a), GmFull(out),
        [](auto &d, auto &x, auto &e) IN_PLACE { return TCVT(d, x, RoundMode::CAST_RINT, SaturationMode::OFF, e); });
}

extern "C" __global__ AICORE void x_tcvt_f32_f16(__gm__ float *a, __gm__ float *, __gm__ half *out)
{
    map<Full, Ub<half, EXTENT, EXTENT>>(
        GmFull(a), Gm<half, EXTENT, EXTENT>(out),
        [](auto &d, auto &x, auto &e) IN_PLACE { return TCVT(d, x, RoundMode::CAST_RINT, SaturationMode::OFF, e); });
}

extern "C" __global__ AICORE void x_texp(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Full, Full>(GmFull(a), GmFull(out), [](auto &d, auto &x, auto &e) IN_PLACE { return TEXP(d, x, e); });
}

extern "C" __global__ AICORE void x_trowsum(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Full, Ub<float, EXTENT, 1>>(GmFull(a), Gm<float, EXTENT, 1>(out),
                                    [](auto &d, auto &x, auto &e) IN_PLACE { return TROWSUM(d, x, x, e); });
}

extern "C" __global__ AICORE void x_trowmax(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Full, Ub<float, EXTENT, 1>>(GmFull(a), Gm<float, EXTENT, 1>(out),
                                    [](auto &d, auto &x, auto &e) IN_PLACE { return TROWMAX(d, x, x, e); });
}

extern "C" __global__ AICORE void x_tcolsum(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Full, Ub<float, 1, EXTENT>>(GmFull(a), Gm<float, 1, EXTENT>(out),
                                    [](auto &d, auto &x, auto &e) IN_PLACE { return TCOLSUM(d, x, e); });
}

extern "C" __global__ AICORE void x_ttrans(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Full, Full>(GmFull(a), GmFull(out), [](auto &d, auto &x, auto &e) IN_PLACE { return TTRANS(d, x, x, e); });
}

extern "C" __global__ AICORE void x_tadd(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    combine<Full, Full>(GmFull(a), GmFull(b), GmFull(out),
                        [](auto &d, auto &x, auto &y, auto &e) IN_PLACE { return TADD(d, x, y, e); });
}

extern "C" __global__ AICORE void x_trowexpandmul(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    combine<Full, Ub<float, EXTENT, 1>>(GmFull(a), Gm<float, EXTENT, 1>(b), GmFull(out),
                                        [](auto &d, auto &x, auto &y, auto &e)
                                            IN_PLACE { return TROWEXPANDMUL(d, x, y, e); });
}

extern "C" __global__ AICORE void x_tload(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    Full x;
    TASSIGN(x, 0);
    GmPitched source(a);
    GmFull result(out);
    RecordEvent loaded = TLOAD(x, source);
    TSTORE(result, x, loaded);
}

extern "C" __global__ AICORE void x_tstore(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    Full x;
    TASSIGN(x, 0);
    GmFull source(a);
    GmPitched result(out);
    RecordEvent loaded = TLOAD(x, source);
    TSTORE(result, x, loaded);
}

extern "C" __global__ AICORE void x_mscatter(__gm__ float *a, __gm__ uint32_t *b, __gm__ float *out)
{
    Full x;
    Ub<uint32_t, EXTENT, EXTENT> index;
    TASSIGN(x, 0), TASSIGN(index, BENCH_TILE_BYTES);
    GmFull source(a), table(out);
    Gm<uint32_t, EXTENT, EXTENT> places(b);
    TLOAD(x, source);
    RecordEvent loaded = TLOAD(index, places);
    MSCATTER<Coalesce::Elem, ScatterAtomicOp::None, ScatterOOB::Skip>(table, x, index, loaded);
}

extern "C" __global__ AICORE void x_mscatter_rows(__gm__ float *a, __gm__ uint32_t *b, __gm__ float *out)
{
    Full x;
    Ub<uint32_t, 1, EXTENT> index;
    TASSIGN(x, 0), TASSIGN(index, BENCH_TILE_BYTES);
    GmFull source(a), table(out);
    Gm<uint32_t, 1, EXTENT> places(b);
    TLOAD(x, source);
    RecordEvent loaded = TLOAD(index, places);
    MSCATTER<Coalesce::Row, ScatterAtomicOp::Add, ScatterOOB::Skip>(table, x, index, loaded);
}

extern "C" __global__ AICORE void x_trowsum_ragged(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    map<Ragged<float>, RaggedLine<float>>(GmRagged<float>(a), GmLine<float>(out),
                                          [](auto &d, auto &x, auto &e) IN_PLACE { return TROWSUM(d, x, x, e); });
}

extern "C" __global__ AICORE void x_trowmax_ragged(__gm__ float *a, __gm__ float *, __gm__ float *out)
{
    row_max(GmRagged<float>(a), GmLine<float>(out));
}

extern "C" __global__ AICORE void x_trowmax_f16_ragged(__gm__ half *a, __gm__ float *, __gm__ half *out)
{
    row_max(GmRagged<half>(a), GmLine<half>(out));
}

extern "C" __global__ AICORE void x_trowmax_i16_ragged(__gm__ int16_t *a, __gm__ float *, __gm__ int16_t *out)
{
    row_max(GmRagged<int16_t>(a), GmLine<int16_t>(out));
}

extern "C" __global__ AICORE void x_trowmax_u16_ragged(__gm__ uint16_t *a, __gm__ float *, __gm__ uint16_t *out)
{
    row_max(GmRagged<uint16_t>(a), GmLine<uint16_t>(out));
}

extern "C" __global__ AICORE void x_tadd_ragged(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    combine<Ragged<float>, Ragged<float>>(GmRagged<float>(a), GmRagged<float>(b), GmRagged<float>(out),
                                          [](auto &d, auto &x, auto &y, auto &e) IN_PLACE { return TADD(d, x, y, e); });
}

extern "C" __global__ AICORE void x_tadd_bf16_ragged(__gm__ bfloat16_t *a, __gm__ bfloat16_t *b, __gm__ bfloat16_t *out)
{
    combine<Ragged<bfloat16_t>, Ragged<bfloat16_t>>(
        GmRagged<bfloat16_t>(a), GmRagged<bfloat16_t>(b), GmRagged<bfloat16_t>(out),
        [](auto &d, auto &x, auto &y, auto &e) IN_PLACE { return TADD(d, x, y, e); });
}

extern "C" __global__ AICORE void x_trowexpandmul_ragged(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    combine<Ragged<float>, RaggedLine<float>>(GmRagged<float>(a), GmLine<float>(b), GmRagged<float>(out),
                                              [](auto &d, auto &x, auto &y, auto &e)
                                                  IN_PLACE { return TROWEXPANDMUL(d, x, y, e); });
}

extern "C" __global__ AICORE void x_trowexpandmul_i16_ragged(__gm__ int16_t *a, __gm__ int16_t *b, __gm__ int16_t *out)
{
    combine<Ragged<int16_t>, RaggedLine<int16_t>>(GmRagged<int16_t>(a), GmLine<int16_t>(b), GmRagged<int16_t>(out),
                                                  [](auto &d, auto &x, auto &y, auto &e)
                                                      IN_PLACE { return TROWEXPANDMUL(d, x, y, e); });
}
