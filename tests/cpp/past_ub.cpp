// SPDX-License-Identifier: Apache-2.0
#include <pto/pto-inst.hpp>

using namespace pto;

extern "C" __global__ AICORE void past_ub(__gm__ float *x)
{
    Tile<TileType::Vec, float, 64, 64> tile;
    TASSIGN(tile, 256 * 1024 - 32);
    GlobalTensor<float, Shape<1, 1, 1, 64, 64>, Stride<1, 1, 1, 64, 1>> gm(x);
    TLOAD(tile, gm);
}

extern "C" __global__ AICORE void past_tile(int32_t row)
{
    Tile<TileType::Vec, float, 4, 64> tile;
    Tile<TileType::Vec, float, 2, 64> rows;
    TASSIGN(tile, 0);
    TSUBVIEW(rows, tile, row, 0);
    TADD(rows, rows, rows);
}
