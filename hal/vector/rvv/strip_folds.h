// SPDX-License-Identifier: Apache-2.0
//
// Strips and registers: accumulators of loops over strips (strips.h), and operations on single registers of a strip.
#ifndef PTO_VECTOR_RVV_STRIP_FOLDS_H
#define PTO_VECTOR_RVV_STRIP_FOLDS_H

#include "strips.h"

// A scalar whose splat is made at its use, instead of in a register that the loop needs.
#define PTO_STRIP_HERE(T, s)       \
    (__extension__({               \
        pto_##T##_t here_ = (s);   \
        PTO_CAT(PTO_STRIP_HERE_, PTO_LANE_KIND_##T)(here_); \
        here_;                     \
    }))
#define PTO_STRIP_HERE_F(s) __asm__ volatile("" : "+f"(s))
#define PTO_STRIP_HERE_I(s) __asm__ volatile("" : "+r"(s))
#define PTO_STRIP_HERE_U(s) __asm__ volatile("" : "+r"(s))

// Accumulators. A strip that spans several registers is folded into one register in their order, so that each lane sees
// the same operations as in a loop over registers:
//
//   PTO_STRIP_FOLD(f32, m8, sum, vadd, x)                sum = pto_vadd_f32(sum, part of x, all) for each part
//   PTO_STRIP_FOLD(f32, m8, sum, vmula, x, y)            as above, of two strips
//   PTO_STRIP_FOLD_INSN(f32, m8, top, vfmax_vv, x)       an intrinsic: for maxima without NaN
//
// PTO_STRIP_REGS_<L> is the number of registers in a strip of L; 0: less than one. At VLEN 128 a strip of m8 is half a
// register; PTO_STRIP_HALF(32, 8, i) determines which half, for a strip that begins at element i of its loop.
// PTO_STRIP_FOLDS_<L> says whether strips of L can be folded like this.
#if PTO_VGROUPS == 1
#define PTO_STRIP_REGS_m8 (8 / PTO_VLMUL)
#define PTO_STRIP_REGS_m4 (4 / PTO_VLMUL)
#define PTO_STRIP_REGS_m2 (2 / PTO_VLMUL)
#else
#define PTO_STRIP_REGS_m8 0
#define PTO_STRIP_REGS_m4 0
#define PTO_STRIP_REGS_m2 0
#endif
#define PTO_STRIP_FOLDS_m8 (PTO_STRIP_REGS_m8 >= 1 || PTO_VGROUPS == 2)
#define PTO_STRIP_FOLDS_m4 (PTO_STRIP_REGS_m4 >= 1)
#define PTO_STRIP_FOLDS_m2 (PTO_STRIP_REGS_m2 >= 1)
// The number of lanes that is a multiple of both strip and register, at the end of a loop.
#define PTO_STRIP_WHOLE(strip, lanes) ((strip) < (lanes) ? (size_t)(lanes) : (strip))
// Folds a strip into its part of an accumulator: NEXT(part, ...).
#if PTO_VGROUPS == 2
#define PTO_STRIP_HALF(bits, lmul, i) const size_t pto_half = (size_t)(i) / PTO_STRIP_MAX_(bits, lmul) % 2; (void)pto_half
#define PTO_STRIP_INTO(acc, NEXT, ...)                                                         \
    if (pto_half == 0) {                                                                       \
        (acc).g[0] = NEXT((acc).g[0], __VA_ARGS__);                                            \
    } else {                                                                                   \
        (acc).g[1] = NEXT((acc).g[1], __VA_ARGS__);                                            \
    }
#else
#define PTO_STRIP_HALF(bits, lmul, i)  (void)0
#define PTO_STRIP_INTO(acc, NEXT, ...) (acc).g[0] = NEXT((acc).g[0], __VA_ARGS__);
#endif
// Register j of a strip, a strip with that register replaced, and a step for each register.
#define PTO_STRIP_EACH_1(STEP, ...) STEP(0, __VA_ARGS__)
#define PTO_STRIP_EACH_2(STEP, ...) STEP(0, __VA_ARGS__) STEP(1, __VA_ARGS__)
#define PTO_STRIP_EACH_4(STEP, ...) PTO_STRIP_EACH_2(STEP, __VA_ARGS__) STEP(2, __VA_ARGS__) STEP(3, __VA_ARGS__)
#if PTO_VLMUL == 8
#define PTO_STRIP_GET_m8(E)  PTO_STRIP_SAME
#define PTO_STRIP_PUT_m8(E)  PTO_STRIP_OTHER
#define PTO_STRIP_EACH_m8    PTO_STRIP_EACH_1
#elif PTO_VLMUL == 4
#define PTO_STRIP_GET_m8(E)  __riscv_vget_v_##E##m8_##E##m4
#define PTO_STRIP_PUT_m8(E)  __riscv_vset_v_##E##m4_##E##m8
#define PTO_STRIP_EACH_m8    PTO_STRIP_EACH_2
#define PTO_STRIP_GET_m4(E)  PTO_STRIP_SAME
#define PTO_STRIP_PUT_m4(E)  PTO_STRIP_OTHER
#define PTO_STRIP_EACH_m4    PTO_STRIP_EACH_1
#elif PTO_VLMUL == 2
#define PTO_STRIP_GET_m8(E)  __riscv_vget_v_##E##m8_##E##m2
#define PTO_STRIP_PUT_m8(E)  __riscv_vset_v_##E##m2_##E##m8
#define PTO_STRIP_EACH_m8    PTO_STRIP_EACH_4
#define PTO_STRIP_GET_m4(E)  __riscv_vget_v_##E##m4_##E##m2
#define PTO_STRIP_PUT_m4(E)  __riscv_vset_v_##E##m2_##E##m4
#define PTO_STRIP_EACH_m4    PTO_STRIP_EACH_2
#define PTO_STRIP_GET_m2(E)  PTO_STRIP_SAME
#define PTO_STRIP_PUT_m2(E)  PTO_STRIP_OTHER
#define PTO_STRIP_EACH_m2    PTO_STRIP_EACH_1
#endif
#define PTO_STRIP_SAME(x, j)       (x)
#define PTO_STRIP_OTHER(x, j, y)   (y)
#define PTO_STRIP_GET(E, L)        PTO_STRIP_GET_##L(E)
#define PTO_STRIP_PART(T, L, x, j) PTO_STRIP_GET(PTO_E_##T, L)((x), (j))
#define PTO_STRIP_PUT(E, L)        PTO_STRIP_PUT_##L(E)
#define PTO_STRIP_EVERY(T)         PTO_CAT(pto_pset_, PTO_GRAN_##T)(PTO_PAT_ALL)

#define PTO_STRIP_FN(fn, T) PTO_CAT3(pto_, fn, PTO_CAT(_, T))
#define PTO_STRIP_FOLD(T, L, acc, fn, ...) \
    do { PTO_STRIP_EACH_##L(PTO_STRIP_FOLD_STEP, T, L, acc, fn, __VA_ARGS__) } while (0)
#define PTO_STRIP_FOLD_INSN(T, L, acc, insn, x) \
    do { PTO_STRIP_EACH_##L(PTO_STRIP_FOLD_STEP_INSN, T, L, acc, insn, x) } while (0)
#define PTO_STRIP_FOLD_STEP(j, T, L, acc, fn, ...) \
    PTO_STRIP_INTO(acc, PTO_STRIP_NEXT, fn, T, PTO_VL(T), PTO_STRIP_PARTS_OF(T, L, j, __VA_ARGS__))
#define PTO_STRIP_PARTS_OF(T, L, j, x, ...) \
    PTO_STRIP_PART(T, L, x, j) __VA_OPT__(, PTO_STRIP_PART(T, L, __VA_ARGS__, j))
#define PTO_STRIP_NEXT(part, fn, T, vl, ...) PTO_STRIP_WIDE_FN(fn, T)((part), __VA_ARGS__, (vl))
#define PTO_STRIP_NEXT_SOME(part, fn, T, vl, ...) \
    PTO_CAT(PTO_STRIP_WIDE_FN(fn, T), _tu)((part), PTO_STRIP_OPERANDS(part, __VA_ARGS__), (vl))
// The two operands of a fold: the accumulator and a strip, or two strips that are multiplied.
#define PTO_STRIP_OPERANDS(acc, x, ...)   PTO_CAT(PTO_STRIP_OPERANDS_, __VA_OPT__(2))(acc, x, __VA_ARGS__)
#define PTO_STRIP_OPERANDS_(acc, x, ...)  (acc), (x)
#define PTO_STRIP_OPERANDS_2(acc, x, y)   (x), (y)
#define PTO_STRIP_FOLD_STEP_INSN(j, T, L, acc, insn, x) \
    (acc).g[0] = PTO_RVV(insn, T)((acc).g[0], PTO_STRIP_PART(T, L, x, j), PTO_VL(T));

// As above for the last strip of a prefix mask. `beyond` states the lanes of the accumulator after its end:
//
//   PTO_STRIP_FOLD_LAST(f32, m8, sum, vadd, KEPT, x)     unchanged, as in a sum without an addition
//   PTO_STRIP_FOLD_LAST(f32, m8, sum, vadd, PADDED, x)   adds 0 in the register that contains the end
// PTO_STRIP_FOLD_LAST(f32, m8, sum, vadd, ZEROED, x)   sets them to 0, as predicated operations do with inactive lanes
#define PTO_STRIP_FOLD_LAST(T, L, acc, fn, beyond, ...)                                        \
    do {                                                                                       \
        PTO_STRIP_EACH_##L(PTO_STRIP_STEP_##beyond, T, L, acc, fn, __VA_ARGS__)                \
        if (PTO_STRIP_CUTS_##beyond && pto_vl % PTO_LANES(T) != 0) {                           \
            acc = PTO_STRIP_FN(fn, T)(acc, PTO_STRIP_LASTS(T, L, __VA_ARGS__), PTO_STRIP_UNDER_##beyond(T)); \
        }                                                                                      \
    } while (0)
#define PTO_STRIP_LASTS(T, L, x, ...) PTO_STRIP_LAST(T, L, x) __VA_OPT__(, PTO_STRIP_LAST(T, L, __VA_ARGS__))
// For a strip that may be full or the last one, as in PTO_STRIPS.
#define PTO_STRIP_FOLD_ANY(T, L, acc, fn, beyond, ...)                                         \
    do {                                                                                       \
        if (PTO_STRIP_IS_FULL(T, L)) {                                                         \
            PTO_STRIP_FOLD(T, L, acc, fn, __VA_ARGS__);                                        \
        } else {                                                                               \
            PTO_STRIP_FOLD_LAST(T, L, acc, fn, beyond, __VA_ARGS__);                           \
        }                                                                                      \
    } while (0)
#define PTO_STRIP_CUTS_KEPT   0
#define PTO_STRIP_CUTS_PADDED 1
#define PTO_STRIP_CUTS_ZEROED 1
#define PTO_STRIP_UNDER_KEPT      PTO_STRIP_EVERY
#define PTO_STRIP_UNDER_PADDED    PTO_STRIP_EVERY
#define PTO_STRIP_UNDER_ZEROED(T) PTO_COUNT_MASK(T, pto_vl % PTO_LANES(T))
#define PTO_STRIP_STEP_PADDED   PTO_STRIP_LAST_STEP
#define PTO_STRIP_STEP_ZEROED   PTO_STRIP_LAST_STEP
#define PTO_STRIP_STEP_KEPT(j, T, L, acc, fn, ...)                                             \
    PTO_STRIP_INTO(acc, PTO_STRIP_NEXT_SOME, fn, T, PTO_STRIP_PART_VL(T, L, j),                \
                   PTO_STRIP_PARTS_OF(T, L, j, __VA_ARGS__))
#define PTO_STRIP_PART_VL(T, L, j) pto_strip_part_vl(pto_vl, (j), PTO_LANES(T), PTO_STRIP_REGS_##L)
#define PTO_STRIP_HAS_REG(T, L, j) \
    ((j) + 1 < PTO_STRIP_REGS_##L && (size_t)pto_vl >= ((j) + 1) * (size_t)PTO_LANES(T))
#define PTO_STRIP_LAST_STEP(j, T, L, acc, fn, ...)                                             \
    if (PTO_STRIP_HAS_REG(T, L, j)) {                                                          \
        PTO_STRIP_FOLD_STEP(j, T, L, acc, fn, __VA_ARGS__)                                     \
    }
// The register that contains the end of a strip, with zeros after it.
#define PTO_STRIP_LAST(T, L, x)                                                                \
    (__extension__({                                                                           \
        const size_t cut_ = pto_vl % PTO_LANES(T);                                             \
        PTO_STRIP_REG(T, L, __riscv_vslidedown_tu(PTO_STRIP_INSN(PTO_SPLAT_##T, T, L)(0, PTO_LANES(T)), \
                                                  (x), pto_vl - cut_, cut_), 0);               \
    }))
// Returns the number of lanes in register j of `regs`, for a strip that ends at vl: none, some or all.
PTO_VFN size_t pto_strip_part_vl(size_t vl, size_t j, size_t lanes, size_t regs)
{
    const size_t left = vl > j * lanes ? vl - j * lanes : 0;
    return j + 1 < regs && left > lanes ? lanes : left;
}

// Folds that do not depend on the order run on whole strips, one accumulator lane for each lane of the strip, and are
// combined at the end. Inactive tail lanes are unchanged.
//
//   PTO_STRIP_WIDE(T, L, acc)            a strip in which every register is the accumulator
//   PTO_STRIP_FOLD_WIDE(vmax, T, wide, x), PTO_STRIP_FOLD_WIDE_TAIL; with x, y for two strips
//   PTO_STRIP_WIDE_END(vmax, T, L, acc, wide)
#define PTO_STRIP_WIDE(T, L, acc)                                                              \
    (__extension__({                                                                           \
        PTO_STRIP(T, L) wide_ = PTO_STRIP_PARTS(T, L);                                         \
        PTO_STRIP_EACH_##L(PTO_STRIP_WIDE_STEP, T, L, acc)                                     \
        wide_;                                                                                 \
    }))
#define PTO_STRIP_WIDE_STEP(j, T, L, acc) PTO_STRIP_PUT_REG(T, L, wide_, j, acc);
#define PTO_STRIP_WIDE_FN(fn, T)          PTO_CAT3(PTO_WIDE_, fn, PTO_CAT(_, PTO_LANE_KIND_##T))
#define PTO_STRIP_FOLD_WIDE(fn, T, wide, ...) wide = PTO_STRIP_NEXT(wide, fn, T, pto_vl, __VA_ARGS__)
#define PTO_STRIP_FOLD_WIDE_TAIL(fn, T, wide, ...) wide = PTO_STRIP_NEXT_SOME(wide, fn, T, pto_vl, __VA_ARGS__)
#define PTO_STRIP_WIDE_END(fn, T, L, acc, wide) \
    do { PTO_STRIP_EACH_##L(PTO_STRIP_WIDE_END_STEP, fn, T, L, acc, wide) } while (0)
//   PTO_STRIP_GREATEST(vmax, f32, m8, wide)   the maximum over all lanes, without NaN; vmin: the minimum
#define PTO_STRIP_GREATEST(fn, T, L, wide)                                 \
    PTO_CAT(PTO_STRIP_SCALAR_, PTO_LANE_KIND_##T)                          \
    (PTO_CAT3(PTO_STRIP_RED_, fn, PTO_CAT(_, PTO_LANE_KIND_##T))(wide, PTO_STRIP_FIRST_REG(T, L, wide), PTO_STRIP_FULL(T, L)))
#define PTO_STRIP_FIRST_REG(T, L, x) \
    PTO_CAT3(PTO_CAT3(__riscv_vget_v_, PTO_CAT(PTO_E_##T, L), _), PTO_E_##T, m1)((x), 0)
#define PTO_STRIP_SCALAR_F   __riscv_vfmv_f
#define PTO_STRIP_SCALAR_I   __riscv_vmv_x
#define PTO_STRIP_SCALAR_U   __riscv_vmv_x
// A strip of half a register is only used for its greatest lane, whose position does not matter.
#define PTO_STRIP_WIDE_END_STEP(j, fn, T, L, acc, wide) \
    (acc).g[0] = PTO_STRIP_WIDE_FN(fn, T)((acc).g[0], PTO_STRIP_PART(T, L, wide, j), PTO_VL(T));
// Neutral initial value of a sum that is added to the accumulator at the end.
#define PTO_STRIP_NOTHING(T, L) PTO_STRIP_SPLAT(T, L, PTO_NEUTRAL(vadd, T))
// Records the lanes that have seen a NaN.
#define PTO_STRIP_NANS(nans, x) nans = __riscv_vmor((nans), PTO_STRIP_NAN(x), pto_vl)

// Register j of a strip that spans several, for operations on single registers; and a strip made of registers.
#define PTO_STRIP_REG(T, L, x, j)                                                              \
    (__extension__({                                                                           \
        pto_v##T##_t part_;                                                                    \
        part_.g[0] = PTO_STRIP_PART(T, L, x, j);                                               \
        part_;                                                                                 \
    }))
// The mask of register j of a strip with elements of this width.
#define PTO_STRIP_MASK_REG(bits, m, j)                                                         \
    (__extension__({                                                                           \
        pto_b##bits##_t part_ = PTO_CAT(pto_pset_b, bits)(PTO_PAT_ALLF);                       \
        PTO_MASK_SET(bits, part_, 0,                                                           \
                     PTO_TO_BOOL(bits)(__riscv_vslidedown_vx_u8m1(__riscv_vreinterpret_u8m1(m), \
                                                                  (j) * 256 / (bits), (size_t)-1))); \
        part_;                                                                                 \
    }))
#define PTO_STRIP_PARTS(T, L)          PTO_CAT(__riscv_vundefined_, PTO_CAT(PTO_E_##T, L))()
#define PTO_STRIP_PUT_REG(T, L, x, j, r) x = PTO_STRIP_PUT(PTO_E_##T, L)((x), (j), (r).g[0])

// Before a loop that folds: unrolls it, or not if its body has branches (elementary functions).
#ifdef __clang__
#if PTO_VLMUL == 8
#define PTO_STRIP_UNROLL PTO_STRIP_PAIRS  // clang loads all copies first, and two fit
#else
#define PTO_STRIP_UNROLL _Pragma("clang loop unroll_count(8)")
#endif
#define PTO_STRIP_PAIRS  _Pragma("clang loop unroll_count(2)")
#else
#define PTO_STRIP_UNROLL _Pragma("GCC unroll 8")
#define PTO_STRIP_PAIRS  _Pragma("GCC unroll 2")
#endif

// Whether a strip, or a register, has a NaN.
#define PTO_STRIP_NAN(x)     __riscv_vmfne((x), (x), pto_vl)
#define PTO_STRIP_ANY(m, vl) (__riscv_vfirst((m), (vl)) >= 0)
#define PTO_REG_NAN(T, v)                                                                      \
    PTO_STRIP_ANY(PTO_CMP(vmfne_vv, T)((v).g[0], (v).g[0], PTO_VL(T)), PTO_VL(T))

#endif
