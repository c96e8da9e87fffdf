// SPDX-License-Identifier: Apache-2.0
//
// PTO kernels in C++: the header that kernels of the ecosystem include.
//
//   extern "C" __global__ AICORE void add(__gm__ float *a, __gm__ float *b, __gm__ float *out)
//   {
//       using Rows = GlobalTensor<float, Shape<1, 1, 1, 64, 64>, Stride<1, 1, 1, 64, 1>>;
//       Tile<TileType::Vec, float, 64, 64> x, y;
//       TASSIGN(x, 0), TASSIGN(y, 0x4000);
//       Rows a_gm(a), b_gm(b), out_gm(out);
//       RecordEvent e0 = TLOAD(x, a_gm), e1 = TLOAD(y, b_gm);
//       RecordEvent sum = TADD(x, x, y, e0, e1);
//       TSTORE(out_gm, x, sum);
//   }
//
// A call issues one command of the C runtime and returns its completion. docs/cpp.md lists the supported parts.
#ifndef PTO_INST_HPP
#define PTO_INST_HPP

#include <pto/types.hpp>

#include <vector>  // kernels use it without including it, since headers of pto-isa do

#include <pto/machine.hpp>

#include <pto/comm/comm.hpp>
#include <pto/conv.hpp>
#include <pto/conv_moves.hpp>
#include <pto/event.hpp>
#include <pto/extras.hpp>
#include <pto/helpers.hpp>
#include <pto/kernel.hpp>
#include <pto/multi_pipe.hpp>
#include <pto/nibbles.hpp>
#include <pto/npu.hpp>
#include <pto/ops.hpp>
#include <pto/pipe.hpp>
#include <pto/raw.hpp>
#include <pto/tensor.hpp>
#include <pto/tile.hpp>
#include <pto/variants.hpp>

#endif
