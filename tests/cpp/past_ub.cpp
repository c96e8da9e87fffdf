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

extern "C" __global__ AICORE void nibbles(__gm__ half *)
{
    Tile<TileType::Vec, int4b_t, 1, 64> small;
    Tile<TileType::Vec, half, 1, 64> wide;
    TASSIGN(small, 0), TASSIGN(wide, 0x100);
    TCVT(wide, small, RoundMode::CAST_NONE);
}
