// SPDX-License-Identifier: Apache-2.0
#include <pto/pto-inst.hpp>

using namespace pto;

extern "C" __global__ AICORE void misaligned(__gm__ float *x)
{
    Tile<TileType::Vec, float, 4, 5> tile;
    TASSIGN(tile, 0);
    GlobalTensor<float, Shape<1, 1, 1, 4, 5>, Stride<1, 1, 1, 5, 1>> gm(x);
    TLOAD(tile, gm);
}
