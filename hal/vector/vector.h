// SPDX-License-Identifier: Apache-2.0
//
// Vector registers and vector instructions: the contract that both backends implement.
//
//   base.h      element types, attributes, lane operations
//   rvv/        RISC-V V 1.0: a register is one register group, or two at VLEN 128
//   scalar/     plain C: cores without V, and the oracle of the tests
//   generic.h   pto_vadd(a, b, m) and so on, selected by the type of the operands
//
// The functions are those of isa/vector.def, named and called by the rule at its top. PTO_VECTOR_SCALAR selects the
// scalar backend on cores with V.
#ifndef PTO_VECTOR_VECTOR_H
#define PTO_VECTOR_VECTOR_H

#include "base.h"

// The order matters: each header uses those above it.
// clang-format off
#ifdef PTO_VECTOR_RVV
#include "rvv/reg.h"
#include "rvv/pred.h"
#include "anymask.h"
#include "rvv/load.h"
#include "rvv/store.h"
#include "rvv/ops.h"
#include "rvv/arith.h"
#include "rvv/compare.h"
#include "rvv/indexed.h"
#include "rvv/math.h"
#include "rvv/convert.h"
#include "rvv/minifloat.h"
#include "rvv/reduce.h"
#include "rvv/rearrange.h"
#include "rvv/strips.h"
#else
#include "scalar/reg.h"
#include "scalar/pred.h"
#include "anymask.h"
#include "scalar/load.h"
#include "scalar/store.h"
#include "scalar/arith.h"
#include "scalar/compare.h"
#include "scalar/indexed.h"
#include "scalar/math.h"
#include "scalar/convert.h"
#include "scalar/reduce.h"
#include "scalar/rearrange.h"
#endif
#include "load.h"
#include "store.h"
#include "indexed.h"
#include "bitcast.h"
#include "derived.h"
#include "first.h"
#include "fused.h"
#include "count.h"
#include "sort.h"
#include "hal/vector/generic.h"
#ifdef PTO_TIME_CALL
#include "hal/vector/typed.h"
#endif
// clang-format on

#endif
