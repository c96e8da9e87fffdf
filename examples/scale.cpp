// SPDX-License-Identifier: Apache-2.0
//
// y = factor * x for n floats, in C++: the kernel of `ptometal new --cpp`.
//
//   ptometal run scale.cpp in:x.f32 out:y.f32=4000 1.5 1000
//
// Tiles of the data stream through the UB. A command waits for the events that it is given.

#include <pto/pto-inst.hpp>

using namespace pto;

constexpr int TILE = 8192;  // floats: 32 KiB

extern "C" __global__ AICORE void scale(__gm__ float *x, __gm__ float *y, float factor, int32_t n)
{
    using Row = Tile<TileType::Vec, float, 1, TILE, BLayout::RowMajor, 1, DYNAMIC>;
    using Part = GlobalTensor<float, Shape<1, 1, 1, 1, DYNAMIC>, Stride<TILE, TILE, TILE, TILE, 1>>;

    for (int32_t at = 0; at < n; at += TILE) {
        const int32_t count = n - at < TILE ? n - at : TILE;
        Row in(count), out(count);
        TASSIGN(in, 0);
        TASSIGN(out, TILE * 4);
        Part from(x + at, Shape<1, 1, 1, 1, DYNAMIC>(count)), to(y + at, Shape<1, 1, 1, 1, DYNAMIC>(count));

        RecordEvent loaded = TLOAD(in, from);
        RecordEvent scaled = TMULS(out, in, factor, loaded);
        TSTORE(to, out, scaled);

        // The next tile overwrites both buffers: first let everything finish.
        pipe_barrier(PIPE_ALL);
    }
}
