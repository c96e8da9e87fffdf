// SPDX-License-Identifier: Apache-2.0
//
// PTO_FOR_LANES: a loop over lanes that is as fast as a hand-written one. Include <pto/lanes.h>.
//
// A loop over registers of 256 bytes has overhead for each register. It spills if the core's registers are short, and
// wastes them if they are long. If every lane is computed independently, write instead:
//
//   PTO_VF(scale, (const float *, in), (float *, out), (float, factor), (int32_t, n))
//   {
//       PTO_FOR_LANES(f32, i, n, mask) {
//           pto_strip(f32) x = pto_vlds(in, i);
//           pto_vsts(pto_vmuls(x, factor, mask), out, i, mask);
//       }
//   }
//
// PTO_FOR_LANES(T, i, n, mask) { body }
// Runs the body for lanes 0 to n - 1 of element type T, once for each strip of lanes: the strip starts at i, and its
//     mask is `mask`. The core decides the length of a strip; the bits of all results are those of this loop over
//     registers:
//
//         for (i = 0, left = n; i < n; i += 64) { mask = pto_plt_b32(left, &left); body }
//
//    The body has no `break` and no `return`, and stores nothing that a later lane loads.
// PTO_FOR_LANES(T, i, n, mask, m4)
//    In strips of half the length: for bodies with more than three live strips, up to seven.
//
// pto_strip(T)      the type of a value in each lane, of T or of a narrower type; pto_strip(mask) of a mask of lanes
// pto_vlds, pto_vsts, pto_vbr, pto_vdups, pto_vgather2
//                   one element for each lane, only in NORM distribution
// the instructions and conversions of isa/lanes.def
//                   as on registers, with `mask` or with the mask of a comparison; pto_vcvt cannot round to odd
//
//     Elements narrower than the lanes, and bf16, can only be loaded, converted and stored. 8 bits in 32-bit lanes need
//     strips of full length.
//
// Accumulators fold all strips into the lanes of one register, in the order of the loop above:
//
//   pto_fold_f32_t sum = pto_fold_f32(0.0f);                        // the initial value of every lane
//   PTO_FOR_LANES(f32, i, n, mask) {
//       pto_fold_add(sum, pto_vlds(in, i), mask);                   // lanes outside of the mask are unchanged
//   }
//   float total = pto_folded_sum(sum);
//
// pto_fold_<T>_t    an accumulator; pto_fold_<T>(s) initialises one, pto_folded(a) returns the register
// pto_fold_add(a, x, mask), _mul, _max, _min, pto_fold_mula(a, x, y, mask)
//                   a = a + x, a * x, ... in the lanes of the mask. An accumulator has one kind of fold only.
// pto_folded_sum(a), _max, _min
//                   over the lanes of that register, as vcadd, vcmax and vcmin: a scalar
// pto_first(v)      the first lane of a register, as a scalar
#ifndef PTO_VECTOR_LANES_H
#define PTO_VECTOR_LANES_H

#include "vector.h"

// Values outside of a loop. Inside, variables of these names give the strip types, the number of lanes of this strip,
// and its phase: which part of a register it is.
struct pto_strips_are_for_the_body_of_PTO_FOR_LANES;
extern struct pto_strips_are_for_the_body_of_PTO_FOR_LANES *const pto_lanes;
enum { pto_lanes_vl = 0, pto_lanes_phase = 0 };

#define pto_strip(T) __typeof__(*pto_lanes->T)

PTO_VFN size_t pto_lanes_num(int64_t n)
{
    return n > 0 ? (size_t)n : 0;
}

// Associations of _Generic: the function f for the type of an operand.
#define PTO_REGISTER(T, f)     , pto_v##T##_t : f##_##T
#define PTO_ACCUMULATOR(T, f)  , pto_fold_##T##_t : f##_##T
#define PTO_NUMBERS_OF(X, ...) PTO_FOR_INTS(X, __VA_ARGS__) PTO_FOR_F16_32(X, __VA_ARGS__)

#define pto_lanes_all(G)  pto_lanes_all_(G)
#define pto_lanes_all_(G) pto_pset_##G(PTO_PAT_ALL)
#define PTO_FOLDED_SUM(T, D)                                                                   \
    PTO_VFN pto_##D##_t pto_folded_sum_##T(pto_fold_##T##_t a)                                 \
    {                                                                                          \
        return pto_first_##D((pto_vcadd_##T)(pto_folded_##T(a), pto_lanes_all(PTO_GRAN_##T))); \
    }

#if defined(PTO_VECTOR_RVV) && !defined(PTO_LANES_AS_REGISTERS)
#include "rvv/folds.h"
#define PTO_LANES_LOOP PTO_LANES_STRIPS
#else
#include "lanes_registers.h"
#define PTO_LANES_LOOP PTO_LANES_REGISTERS
#endif

PTO_FOLDED_SUM(i8, i16)
PTO_FOLDED_SUM(u8, u16)
PTO_FOLDED_SUM(i16, i32)
PTO_FOLDED_SUM(u16, u32)
PTO_FOLDED_SUM(i32, i32)
PTO_FOLDED_SUM(u32, u32)
PTO_FOLDED_SUM(f16, f16)

#define PTO_FOR_LANES(T, i, n, mask, ...) PTO_LANES_LOOP_(T, PTO_OPT_1(m8, ##__VA_ARGS__), i, n, mask)
#define PTO_LANES_LOOP_(T, L, i, n, mask) PTO_LANES_LOOP(T, L, i, n, mask)

#define PTO_OF_FOLD(f, a) (_Generic((a), struct pto_no_type *: 0 PTO_NUMBERS_OF(PTO_ACCUMULATOR, f))(a))
#define pto_folded(a)     PTO_OF_FOLD(pto_folded, a)
#define pto_folded_sum(a) PTO_VECTOR_FOLDED(vcadd, pto_folded(a), PTO_OF_FOLD(pto_folded_sum, a))
#define pto_folded_max(a) PTO_VECTOR_FOLDED(vcmax, pto_folded(a), PTO_OF_FOLD(pto_folded_max, a))
#define pto_folded_min(a) PTO_VECTOR_FOLDED(vcmin, pto_folded(a), PTO_OF_FOLD(pto_folded_min, a))
#define pto_first(v)      PTO_VECTOR_FIRST(v, _Generic((v), struct pto_no_type *: 0 PTO_NUMBERS_OF(PTO_REGISTER, pto_first)))

#define pto_fold_add(a, x, m)     PTO_VECTOR_FOLD(vadd, add, a, x, m)
#define pto_fold_mul(a, x, m)     PTO_VECTOR_FOLD(vmul, mul, a, x, m)
#define pto_fold_max(a, x, m)     PTO_VECTOR_FOLD(vmax, max, a, x, m)
#define pto_fold_min(a, x, m)     PTO_VECTOR_FOLD(vmin, min, a, x, m)
#define pto_fold_mula(a, x, y, m) PTO_VECTOR_FOLD(vmula, mula, a, x, y, m)

#endif
