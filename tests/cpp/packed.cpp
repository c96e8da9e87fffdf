// SPDX-License-Identifier: Apache-2.0
//
// An entry whose arguments are words of an array, for run.py: out = a * factor.
#include <pto/pto-inst.hpp>

using namespace pto;

extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t *args)
{
    auto a = reinterpret_cast<__gm__ float *>(args[0]);
    auto out = (__gm__ float *)args[2];
    Tile<TileType::Vec, float, 32, 64> x;
    TASSIGN(x, 0);
    GlobalTensor<float, Shape<1, 1, 1, 32, 64>, Stride<1, 1, 1, 64, 1>> a_gm(a), out_gm(out);
    TLOAD(x, a_gm);
    TMULS(x, x, static_cast<float>(args[1]));
    TSTORE(out_gm, x);
}
