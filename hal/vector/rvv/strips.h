// SPDX-License-Identifier: Apache-2.0
//
// Lane-wise loops without vector registers of 256 bytes.
//
// If every operation of a loop is lane-wise on contiguous data, its result does not depend on how many lanes one
// instruction processes. Such a loop may run in *strips* of any register group size: longer than a PTO register if VLEN
// is large, shorter if it is small. This is the form of a hand-written RVV loop, at the same cost. ptoc emits its
// lane-wise loops in this form; kernels in C may use it too:
//
//   PTO_STRIPS(f32, m8, i, n)
//   {
//       PTO_STRIP(f32, m8) x = PTO_STRIP_LOAD(f32, m8, in + i);
//       PTO_STRIP_STORE(f32, m8, out + i, PTO_LANEWISE(vabs, f32, m8)(x));
//   }
//
// PTO_STRIPS(T, L, i, n)     runs its body for each strip of n elements: i is the offset of the strip, pto_vl its
//                           length for intrinsics: any number from that of a full strip on means full. n may be
//                           any size, also 0.
// PTO_STRIPS_COUNTED(T, L, i, n)  as above for n >= 0: pass pto_strips_num() of it, hoisted out of a loop over rows
// PTO_STRIPS_SINGLE(T, L, i, n)  as PTO_STRIPS for a body with so many pointers that two copies run out of registers
// PTO_SLICES(T, L, i, n)    as above for a constant n of at most one register (256 bytes): straight-line code.
// PTO_STRIP(T, L)           the type of a strip of elements T in a register group L (m1 m2 m4 m8)
// PTO_LANEWISE(op, T, L)(...)  the operation of isa/vector.def on strips, without its mask: the same bits
//
// A prefix mask (plt, PAT_VL) is the length of the loop. The caller checks once per loop that strips start inside UB,
// and aligned: PTO_STRIP_ALIGNED(p).
//
// Choose L so that the live strips fit: three of m8, seven of m4.
#ifndef PTO_VECTOR_RVV_STRIPS_H
#define PTO_VECTOR_RVV_STRIPS_H

#include "../observe.h"
#include "ops.h"
#include "reg.h"
#include "strip_loop.h"

#define PTO_HAS_STRIPS 1

#define PTO_LMUL_m1 1
#define PTO_LMUL_m2 2
#define PTO_LMUL_m4 4
#define PTO_LMUL_m8 8
#define PTO_STRIP_MAX_(bits, lmul) ((size_t)__riscv_v_fixed_vlen * (lmul) / (bits))
// Elements in a full strip.
#define PTO_STRIP_MAX(T, L) PTO_STRIP_MAX_(PTO_BITS_##T, PTO_LMUL_##L)

// The vl of a full strip.
#define PTO_STRIP_FULL(T, L) PTO_STRIP_FULL_(PTO_STRIP_MAX(T, L))
#define PTO_STRIP_IS_FULL(T, L) ((size_t)pto_vl >= PTO_STRIP_MAX(T, L))

#define PTO_STRIPS(T, L, i, n)         PTO_STRIPS_COUNTED(T, L, i, pto_strips_num((ptrdiff_t)(n)))
#define PTO_STRIPS_COUNTED(T, L, i, n) PTO_STRIPS_(PTO_STRIP_PAIR, T, L, i, n)
#define PTO_STRIPS_SINGLE(T, L, i, n)  PTO_STRIPS_(1, T, L, i, pto_strips_num((ptrdiff_t)(n)))
#define PTO_STRIPS_(copies, T, L, i, n) \
    PTO_STRIP_LOOP(PTO_STAGE_TAIL, copies, (ptrdiff_t)PTO_STRIP_MAX(T, L), i, n, pto_vl)

#define PTO_SLICES(T, L, i, n) PTO_SLICES_(PTO_STRIP_MAX(T, L), i, n)
#define PTO_SLICES_(max, i, n)                                                                 \
    PTO_UNROLL_ALL                                                                             \
    for (size_t i = 0, pto_vl = (n) < (max) ? (n) : (max); i < (n);                            \
         i += (max), pto_vl = (n) - i < (max) ? (n) - i : (max))

#define PTO_STRIP_(c, L) PTO_CAT3(c, L, _t)
#define PTO_STRIP(T, L)  PTO_STRIP_(PTO_STRIP_C_##T, L)

// The type of a comparison's result: PTO_STRIP_MASK(f32, m8) is vbool4_t.
#define PTO_STRIP_MASK(T, L) PTO_CAT3(vbool, PTO_STRIP_RATIO(T, L), _t)
#define PTO_STRIP_RATIO(T, L) PTO_CAT3(PTO_RATIO_, PTO_BITS_##T, L)

#define PTO_STRIP_INSN(insn, T, L) PTO_CAT(PTO_CAT3(__riscv_, insn, _), PTO_CAT(PTO_E_##T, L))
#ifdef __clang__
// Whole strips are accessed by plain loads and stores instead of intrinsics. Compilers know the size of a plain access,
// and can derive the end of the loop from the address.
#define PTO_STRIP_IS_WHOLE(T, L) (__builtin_constant_p(pto_vl) && PTO_STRIP_IS_FULL(T, L))
#define PTO_STRIP_LOAD(T, L, p)                                                                \
    (__extension__({                                                                           \
        PTO_STRIP(T, L) pto_strip_;                                                            \
        if (PTO_STRIP_IS_WHOLE(T, L)) {                                                        \
            pto_strip_ = PTO_STRIP_LOAD_WHOLE(T, L, p);                                        \
        } else {                                                                               \
            pto_strip_ = PTO_STRIP_LOAD_ANY(T, L, p);                                          \
        }                                                                                      \
        pto_strip_;                                                                            \
    }))
#define PTO_STRIP_STORE(T, L, p, v)                                                            \
    do {                                                                                       \
        if (PTO_STRIP_IS_WHOLE(T, L)) {                                                        \
            PTO_STRIP_STORE_WHOLE(T, L, p, v);                                                 \
        } else {                                                                               \
            PTO_STRIP_STORE_ANY(T, L, p, v);                                                   \
        }                                                                                      \
    } while (0)
#else
#define PTO_STRIP_LOAD(T, L, p)     PTO_STRIP_LOAD_ANY(T, L, p)
#define PTO_STRIP_STORE(T, L, p, v) PTO_STRIP_STORE_ANY(T, L, p, v)
#endif
#define PTO_STRIP_LOAD_ANY(T, L, p)                                                            \
    (PTO_OBSERVE_LOAD((p), PTO_STRIP_BYTES(T, L)),                                             \
     PTO_STRIP_INSN(PTO_CAT3(vle, PTO_BITS_##T, _v), T, L)((p), pto_vl))
#define PTO_STRIP_STORE_ANY(T, L, p, v)                                                        \
    (PTO_OBSERVE_STORE((p), PTO_STRIP_BYTES(T, L)),                                            \
     PTO_STRIP_INSN(PTO_CAT3(vse, PTO_BITS_##T, _v), T, L)((p), (v), pto_vl))
#define PTO_STRIP_STORE_IF(T, L, p, v, mask)                                                   \
    (PTO_OBSERVE_STRIP_IF(T, L, p, mask),                                                      \
     PTO_CAT(PTO_STRIP_INSN(PTO_CAT3(vse, PTO_BITS_##T, _v), T, L), _m)((mask), (p), (v), pto_vl))
#define PTO_STRIP_SPLAT(T, L, x) PTO_STRIP_INSN(PTO_SPLAT_##T, T, L)((x), pto_vl)

// Reports to a checker: the lanes of the strip, and for a masked store those whose bits are set.
#define PTO_STRIP_LANES(T, L) ((size_t)pto_vl < PTO_STRIP_MAX(T, L) ? (size_t)pto_vl : PTO_STRIP_MAX(T, L))
#define PTO_STRIP_BYTES(T, L) (PTO_STRIP_LANES(T, L) * (PTO_BITS_##T / 8))
#if defined(PTO_CHECKED) && !defined(PTO_TIMED)
#define PTO_STRIP_MASK_BITS(T, L, mask)                                                        \
    (__extension__({                                                                           \
        __riscv_vsm((uint8_t *)lanes_, (mask), pto_vl);                                        \
        (const uint64_t *)lanes_;                                                              \
    }))
#define PTO_OBSERVE_STRIP_IF(T, L, p, mask)                                                          \
    (__extension__({                                                                                 \
        uint64_t lanes_[PTO_STRIP_MAX(T, L) / 64 + 1];                                               \
        pto_observe_lanes_at_site(PTO_SITE, (uintptr_t)(p), PTO_BITS_##T / 8, PTO_STRIP_LANES(T, L), \
                                  PTO_STRIP_MASK_BITS(T, L, mask));                                  \
    }))
// The indices x are unsigned, of the width of the elements.
#define PTO_OBSERVE_GATHER(T, L, p, x, mask)                                                   \
    (__extension__({                                                                           \
        uint64_t lanes_[PTO_STRIP_MAX(T, L) / 64 + 1] __attribute__((unused));                 \
        PTO_CAT3(uint, PTO_BITS_##T, _t) at_[PTO_STRIP_MAX(T, L)];                             \
        PTO_CAT(__riscv_vse, PTO_BITS_##T)(at_, (x), pto_vl);                                  \
        pto_observe_indexed((p), PTO_BITS_##T / 8, at_, PTO_BITS_##T / 8,                      \
                            (unsigned)PTO_STRIP_LANES(T, L), 1, (mask), 0);                    \
    }))
#else
#define PTO_OBSERVE_STRIP_IF(T, L, p, mask)  ((void)0)
#define PTO_OBSERVE_GATHER(T, L, p, x, mask) ((void)0)
#endif

// Vector accesses in NORM distribution start at a multiple of 32 bytes, and strips start inside UB.
#define PTO_STRIP_ALIGNED(p) pto_check_start((uintptr_t)(p), 32, PTO_VECTOR_LOAD)

// Returns the lanes of a loop from `lower` to `upper` with a register of `lanes` for each step; then how many of them
// remain under a count of lanes left (the operand of plt).
PTO_VFN size_t pto_strip_lanes(int64_t lower, int64_t upper, uint32_t step, uint32_t lanes)
{
    return upper <= lower ? 0 : ((size_t)(upper - lower) + step - 1) / step * lanes;
}

PTO_VFN size_t pto_strip_left(size_t all, int32_t left)
{
    return left <= 0 ? 0 : (size_t)left < all ? (size_t)left : all;
}

// Combines both. Usually the loop starts at 0 and the count equals its lanes.
PTO_VFN ptrdiff_t pto_strip_count(int64_t lower, int64_t upper, uint32_t step, uint32_t lanes, int32_t left)
{
    if (__builtin_constant_p(lower) && lower == 0 && step == lanes && __builtin_expect(upper == left, 1)) {
        return left;
    }
    return (ptrdiff_t)pto_strip_left(pto_strip_lanes(lower, upper, step, lanes), left);
}

// Whether two ranges are disjoint.
PTO_VFN int pto_strips_clear(const void *a, const void *b, size_t a_bytes, size_t b_bytes)
{
    const uintptr_t distance = (uintptr_t)a - (uintptr_t)b;
    return distance + a_bytes - 1 >= a_bytes + b_bytes - 1;
}

// Whether two ranges of equal size are identical or disjoint: then strips may replace registers. Tests for disjoint
// ranges first, the usual case.
PTO_VFN int pto_strips_apart(const void *a, const void *b, size_t bytes)
{
    return __builtin_expect(pto_strips_clear(a, b, bytes, bytes), 1) || a == b;
}

// As above for pairs of which the first and the last are given: the distances of the others lie between theirs.
PTO_VFN int pto_strips_apart_all(const void *a, const void *b, const void *last_a, const void *last_b, ptrdiff_t bytes)
{
    const ptrdiff_t first = (ptrdiff_t)((uintptr_t)a - (uintptr_t)b);
    const ptrdiff_t last = (ptrdiff_t)((uintptr_t)last_a - (uintptr_t)last_b);
    return (first >= bytes && last >= bytes) || (first <= -bytes && last <= -bytes);
}

// As above for all rows, given the distance of the ranges modulo 2^64: `first` in the first row, and `step` more in
// each next one. Returns 0 also if it is unknown.
PTO_VFN int pto_strips_clear_rows(ptrdiff_t first, ptrdiff_t step, size_t rows, ptrdiff_t a_bytes, ptrdiff_t b_bytes)
{
    ptrdiff_t last;
    if (__builtin_mul_overflow(step, rows - (rows != 0), &last) || __builtin_add_overflow(first, last, &last) ||
        a_bytes < 0 || b_bytes < 0) {
        return 0;
    }
    return (first >= b_bytes && last >= b_bytes) || (first <= -a_bytes && last <= -a_bytes);
}

PTO_VFN int pto_strips_apart_rows(ptrdiff_t first, ptrdiff_t step, size_t rows, ptrdiff_t bytes)
{
    return (first == 0 && (step == 0 || rows <= 1)) || pto_strips_clear_rows(first, step, rows, bytes, bytes);
}

// Whether a loop with this many lanes is one register and one strip: its loads and stores may then alias freely.
#define PTO_STRIPS_ONE(bits, L, lanes, n) (PTO_STRIP_MAX_(bits, PTO_LMUL_##L) >= (lanes) && (n) <= (lanes))

// Gather by unsigned indices of the element's width.
#define PTO_STRIP_GATHER(T, L, p, x)                                                           \
    (PTO_OBSERVE_GATHER(T, L, p, x, NULL),                                                     \
     PTO_STRIP_INSN(PTO_CAT3(vluxei, PTO_BITS_##T, _v), T, L)                                    \
     ((p), PTO_STRIP_GUARDED(T, __riscv_vsll((x), PTO_BITS_##T / 16 - PTO_BITS_##T / 64, pto_vl)), pto_vl))
#ifdef PTO_CHECK_BOUNDS
// Clamps 32-bit offsets that leave UB, as pto_guarded() does.
#define PTO_STRIP_GUARDED(T, offsets) PTO_CAT(PTO_STRIP_GUARDED_, PTO_BITS_##T)(offsets)
#define PTO_STRIP_GUARDED_8(offsets)  (offsets)
#define PTO_STRIP_GUARDED_16(offsets) (offsets)
#define PTO_STRIP_GUARDED_32(offsets) __riscv_vminu((offsets), PTO_UB_BYTES, pto_vl)
#else
#define PTO_STRIP_GUARDED(T, offsets) (offsets)
#endif

// As above in lanes of a mask, 0 elsewhere; signed indices are reinterpreted as unsigned.
#define PTO_STRIP_GATHER_IF(T, L, p, x, mask)                                                  \
    (PTO_OBSERVE_GATHER(T, L, p, x, PTO_STRIP_MASK_BITS(T, L, mask)),                          \
     PTO_CAT(PTO_STRIP_INSN(PTO_CAT3(vluxei, PTO_BITS_##T, _v), T, L), _mu)                      \
     ((mask), PTO_STRIP_SPLAT(T, L, 0), (p),                                                   \
      __riscv_vsll((x), PTO_BITS_##T / 16 - PTO_BITS_##T / 64, pto_vl), pto_vl))
#define PTO_STRIP_UNSIGNED(L, x) PTO_CAT(__riscv_vreinterpret_v_i32, PTO_CAT3(L, _u32, L))(x)

// Applies a computed mask: 0 in inactive lanes; and the intersection of two masks.
#define PTO_STRIP_ZEROED(T, L, x, mask) __riscv_vmerge(PTO_STRIP_SPLAT(T, L, 0), (x), (mask), pto_vl)
#define PTO_STRIP_AND(mask, other)      __riscv_vmand((mask), (other), pto_vl)

// Stores a mask as bits of a predicate register, which has a bit for each byte: that of the lane's first byte is set.
#define PTO_STRIP_STORE_MASK(bits, L, p, mask)                                                            \
    do {                                                                                                  \
        PTO_STRIP_(PTO_CAT(vuint, bits), L) ones_ = PTO_CAT3(__riscv_vmv_v_x_u, bits, L)(0, pto_vl);      \
        ones_ = __riscv_vmerge(ones_, 1, (mask), pto_vl);                                                 \
        PTO_STRIP_(vuint8, L) bytes_ = PTO_STRIP_BYTES_##bits(L)(ones_);                                  \
        uint8_t *to_ = (void *)(p);                                                                       \
        PTO_OBSERVE_STORE(to_, ((size_t)pto_vl * ((bits) / 8) + 7) / 8);                                  \
        __riscv_vsm(to_, __riscv_vmsne(bytes_, 0, pto_vl * ((bits) / 8)), pto_vl * ((bits) / 8));         \
    } while (0)
#define PTO_STRIP_BYTES_8(L)
#define PTO_STRIP_BYTES_16(L) PTO_CAT(__riscv_vreinterpret_v_u16, PTO_CAT3(L, _u8, L))
#define PTO_STRIP_BYTES_32(L) PTO_CAT(__riscv_vreinterpret_v_u32, PTO_CAT3(L, _u8, L))

// Floats to integers and back, if the float is small enough to have a fraction.
#define PTO_LANE_vtrc_R_F(x) PTO_LANE_TRC((x), __RISCV_FRM_RNE)
#define PTO_LANE_vtrc_A_F(x) PTO_LANE_TRC((x), __RISCV_FRM_RMM)
#define PTO_LANE_vtrc_H_F(x) PTO_LANE_TRC((x), __RISCV_FRM_RMM)
#define PTO_LANE_vtrc_F_F(x) PTO_LANE_TRC((x), __RISCV_FRM_RDN)
#define PTO_LANE_vtrc_C_F(x) PTO_LANE_TRC((x), __RISCV_FRM_RUP)
#define PTO_LANE_vtrc_Z_F(x) PTO_LANE_TRC((x), __RISCV_FRM_RTZ)
#define PTO_LANE_TRC(x, mode)                                                                    \
    __riscv_vmerge((x),                                                                          \
                   __riscv_vfsgnj(__riscv_vfcvt_f(__riscv_vfcvt_x((x), (mode), pto_vl), pto_vl), \
                                  (x), pto_vl),                                                  \
                   __riscv_vmflt(__riscv_vfabs((x), pto_vl), PTO_LANE_WHOLE(x), pto_vl), pto_vl)
// Every float from here on is an integer.
#define PTO_LANE_WHOLE(x) _Generic(__riscv_vfmv_f(x), float: 0x1p23f, default: (pto_f16_t)0x1p10f)

// Keeps a compiler from starting the next loads while earlier strips still occupy the registers.
#define PTO_STRIP_FENCE() __asm__ volatile("" ::: "memory")
// As above; also forces mask m to be computed here, into v0, where it takes no register from strips.
#define PTO_STRIP_FENCE_AT(m) __asm__ volatile("" : "+vm"(m) : : "memory")

// Loads or stores a strip of whole registers, ignoring pto_vl: needs no vsetvli.
#define PTO_STRIP_LOAD_WHOLE(T, L, p)                                                          \
    (__extension__({                                                                           \
        PTO_OBSERVE_LOAD((p), PTO_STRIP_MAX(T, L) * (PTO_BITS_##T / 8));                       \
        typedef PTO_STRIP(T, L) pto_whole_t __attribute__((                                    \
            riscv_rvv_vector_bits(__riscv_v_fixed_vlen * PTO_LMUL_##L), may_alias));           \
        PTO_STRIP(T, L) pto_loaded = *(const pto_whole_t *)(p);                                \
        pto_loaded;                                                                            \
    }))

#define PTO_STRIP_STORE_WHOLE(T, L, p, v)                                                      \
    do {                                                                                       \
        PTO_OBSERVE_STORE((p), PTO_STRIP_MAX(T, L) * (PTO_BITS_##T / 8));                      \
        typedef PTO_STRIP(T, L) pto_whole_t __attribute__((                                    \
            riscv_rvv_vector_bits(__riscv_v_fixed_vlen * PTO_LMUL_##L), may_alias));           \
        *(pto_whole_t *)(p) = (v);                                                             \
    } while (0)

// Returns the scalar that all lanes of a register hold.
#ifdef __clang__
#define PTO_STRIP_FIRST(T, v)   PTO_OWN_FIRST(T, (v).g[0])
#else
#define PTO_STRIP_FIRST(T, v)   PTO_STRIP_FIRST_(PTO_LANE_KIND_##T, PTO_E_##T, T)((v).g[0])
#define PTO_STRIP_FIRST_(kind, E, T) PTO_CAT3(PTO_RVV(PTO_CAT(PTO_STRIP_FIRST_, kind), T), _, E)
#define PTO_STRIP_FIRST_F vfmv_f_s
#define PTO_STRIP_FIRST_I vmv_x_s
#define PTO_STRIP_FIRST_U vmv_x_s
#endif

// Elementary functions: PTO_STRIP_MATH(exp, f32, m4)(x). Fastest at m4 and below.
#define PTO_STRIP_MATH(fn, T, L) PTO_STRIP_MATH_(PTO_CAT3(pto_rvv_, fn, _), PTO_CAT(T, L))
#define PTO_STRIP_MATH_(stem, shape) PTO_CAT(stem, shape)

#include "strip_convert.h"
#include "strip_folds.h"

#endif
