// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: reductions.
//
// Float sums have one order everywhere (docs/spec-decisions.md), so that every VLEN and the scalar backend give the
// same bits:
//
//   vcadd   lane i + lane i + N/2, and so on by halves down to 32 sums, which are added to 0 from first to last: the
//           same few instructions at every VLEN
//   vcgadd  in each 32-byte block, neighbours, then neighbouring sums, and so on
//   vcpadd  neighbours
//
// f16 is summed in f32 and rounded once. Results are in the lowest lanes, all other lanes are zero.
#ifndef PTO_VECTOR_RVV_REDUCE_H
#define PTO_VECTOR_RVV_REDUCE_H

#include "convert.h"
#include "math.h"
#include "reg.h"
#include "wide.h"

// Returns a register of zeros except for element 0 (and 1).
#define PTO_LOWEST_FN(T, ...)                                                     \
    PTO_VFN pto_v##T##_t pto_lowest_##T(pto_##T##_t x)                            \
    {                                                                             \
        pto_v##T##_t r;                                                           \
        PTO_GROUPS(r.g[k] = PTO_RVV(PTO_SPLAT_##T, T)(0, PTO_VL(T));)             \
        r.g[0] = PTO_CAT(PTO_RVV(PTO_CAT(PTO_INSERT_, PTO_LANE_KIND_##T), T), _tu)(r.g[0], x, 1); \
        return r;                                                                 \
    }
#define PTO_INSERT_I vmv_s_x
#define PTO_INSERT_U vmv_s_x
#define PTO_INSERT_F vfmv_s_f
PTO_FOR_INTS(PTO_LOWEST_FN, )
PTO_FOR_F16_32(PTO_LOWEST_FN, )

// Lane 0 is x, lane 1 has the bits of `second`.
#define PTO_LOWEST2_FN(T, U)                                                        \
    PTO_VFN pto_v##T##_t pto_lowest2_##T(pto_##T##_t x, uint32_t second)            \
    {                                                                               \
        pto_##U##_t first;                                                          \
        __builtin_memcpy(&first, &x, sizeof x);                                     \
        pto_v##U##_t r;                                                             \
        PTO_GROUPS(r.g[k] = PTO_RVV(vmv_v_x, U)(0, PTO_VL(U));)                     \
        r.g[0] = PTO_CAT(PTO_RVV(vmv_v_x, U), _tu)(r.g[0], (pto_##U##_t)second, 2); \
        r.g[0] = PTO_CAT(PTO_RVV(vmv_s_x, U), _tu)(r.g[0], first, 1);               \
        return pto_from_raw_##T(r);                                                 \
    }
PTO_FOR_INTS(PTO_WITH_RAW, PTO_LOWEST2_FN)
PTO_FOR_F16_32(PTO_WITH_RAW, PTO_LOWEST2_FN)

// Sums f32 lanes: 64 become 32 by adding halves; one instruction adds these to 0 in order.
#if PTO_VGROUPS == 2
PTO_VFN vfloat32m8_t pto_halves_f32(pto_vf32_t v)
{
    return __riscv_vfadd_vv_f32m8(v.g[0], v.g[PTO_VGROUPS - 1], 32);
}
#else
PTO_VFN pto_hf32_t pto_halves_f32(pto_vf32_t v)
{
    return PTO_RVV_H(vfadd_vv, f32)(PTO_GET_HALF(f32)(v.g[0], 0), PTO_GET_HALF(f32)(v.g[0], 1), 32);
}
#endif
#if PTO_VLMUL == 8
#define PTO_HALF_LMUL m4
#elif PTO_VLMUL == 4
#define PTO_HALF_LMUL m2
#else
#define PTO_HALF_LMUL m1
#endif
// Zeros in the vtype of the halves, so that they need no vsetvli.
#if PTO_VGROUPS == 2
#define PTO_SUM_LMUL m8
#else
#define PTO_SUM_LMUL PTO_HALF_LMUL
#endif
#define PTO_SUM_ZERO(L) PTO_CAT(PTO_SUM_ZERO_, L)
#define PTO_SUM_ZERO_m8 __riscv_vget_v_f32m8_f32m1(__riscv_vfmv_v_f_f32m8(0, 32), 0)
#define PTO_SUM_ZERO_m4 __riscv_vget_v_f32m4_f32m1(__riscv_vfmv_v_f_f32m4(0, 32), 0)
#define PTO_SUM_ZERO_m2 __riscv_vget_v_f32m2_f32m1(__riscv_vfmv_v_f_f32m2(0, 32), 0)
#define PTO_SUM_ZERO_m1 __riscv_vfmv_v_f_f32m1(0, 32)
#define PTO_GET_M1(e)        PTO_GET_M1_(PTO_CAT_MX(__riscv_vget_v_, e), e)
#define PTO_GET_M1_(stem, e) PTO_CAT3(stem, _, PTO_CAT(e, m1))
#define PTO_SET_M1(e)        PTO_CAT(PTO_CAT3(__riscv_vset_v_, e, m1_), PTO_CAT_MX(, e))

PTO_VFN float pto_sum_value_f32(pto_vf32_t v)
{
    return __riscv_vfmv_f(__riscv_vfredosum(pto_halves_f32(v), PTO_SUM_ZERO(PTO_SUM_LMUL), 32));
}

// Returns the sum in lane 0 of a register of zeros.
PTO_VFN pto_vf32_t pto_sum_f32(pto_vf32_t v)
{
#ifdef __clang__
    pto_vf32_t r;
    PTO_GROUPS(r.g[k] = (pto_gf32_t)(pto_own_f32_t){0};)
    r.g[0] = (pto_gf32_t)(pto_own_f32_t){pto_sum_value_f32(v)};
    return r;
#else
    return pto_lowest_f32(pto_sum_value_f32(v));
#endif
}

PTO_VFN pto_vf32_t pto_vcadd_f32(pto_vf32_t v, pto_b32_t m)
{
    return pto_sum_f32(pto_zero_f32(v, m));
}

// Adds lanes i and i + 64 to an f32 register, then sums that.
PTO_VFN pto_vf16_t pto_vcadd_f16(pto_vf16_t v, pto_b16_t m)
{
    v = pto_zero_f16(v, m);
    pto_vf32_t x;
#if PTO_VGROUPS == 1
    x.g[0] = PTO_RVV_E(vfwadd_vv, f32)(PTO_GET_HALF(f16)(v.g[0], 0), PTO_GET_HALF(f16)(v.g[0], 1), PTO_VL(f32));
#else
    x.g[0] = PTO_RVV_E(vfwadd_vv, f32)(PTO_GET_HALF(f16)(v.g[0], 0), PTO_GET_HALF(f16)(v.g[1], 0), PTO_VL(f32));
    x.g[1] = PTO_RVV_E(vfwadd_vv, f32)(PTO_GET_HALF(f16)(v.g[0], 1), PTO_GET_HALF(f16)(v.g[1], 1), PTO_VL(f32));
#endif
    return pto_lowest_f16((pto_f16_t)__riscv_vfmv_f_s_f32m1_f32(PTO_GET_M1(f32)(pto_sum_f32(x).g[0], 0)));
}

// Integers: sums of 8 and 16 bits are twice as wide.

#define PTO_VCADD_INT(T, D, insn)                                                                        \
    PTO_VFN pto_v##D##_t pto_vcadd_##T(pto_v##T##_t v, pto_m##T##_t m)                                   \
    {                                                                                                    \
        pto_v##D##_t r;                                                                                  \
        v = pto_zero_##T(v, m);                                                                          \
        PTO_GROUPS(r.g[k] = PTO_RVV(vmv_v_x, D)(0, PTO_VL(D));)                                          \
        __auto_type sum = PTO_GET_M1(D)(r.g[0], 0);                                                      \
        PTO_GROUPS(sum = PTO_CAT3(PTO_RVV(insn, T), _, PTO_CAT(D, m1_tu))(sum, v.g[k], sum, PTO_VL(T));) \
        r.g[0] = PTO_SET_M1(D)(r.g[0], 0, sum);                                                          \
        return r;                                                                                        \
    }
PTO_VCADD_INT(i8, i16, vwredsum_vs)
PTO_VCADD_INT(u8, u16, vwredsumu_vs)
PTO_VCADD_INT(i16, i32, vwredsum_vs)
PTO_VCADD_INT(u16, u32, vwredsumu_vs)
PTO_VCADD_INT(i32, i32, vredsum_vs)
PTO_VCADD_INT(u32, u32, vredsum_vs)

// Maxima and minima: the value, and the index of the first lane that has it. Inactive lanes count as the identity. The
// result is NaN if there is one.

// Returns the first lane with a NaN, negative if there is none. Integers have none.
#define PTO_FIRST_NAN_INT(T, ...)                  \
    PTO_VFN long pto_first_nan_##T(pto_v##T##_t v) \
    {                                              \
        (void)v;                                   \
        return -1;                                 \
    }
#define PTO_FIRST_NAN(T, ...)                                                                                   \
    PTO_VFN long pto_first_nan_##T(pto_v##T##_t v)                                                              \
    {                                                                                                           \
        long at = -1;                                                                                           \
        PTO_GROUPS(if (at < 0) {                                                                                \
            at = PTO_RVV_B(vfirst_m, PTO_BITS_##T)(PTO_CMP(vmfne_vv, T)(v.g[k], v.g[k], PTO_VL(T)), PTO_VL(T)); \
            at = at < 0 ? at : at + k * (long)PTO_GL(T);                                                        \
        })                                                                                                      \
        return at;                                                                                              \
    }
PTO_FOR_INTS(PTO_FIRST_NAN_INT, )
PTO_FOR_F16_32(PTO_FIRST_NAN, )

#define PTO_RVV_RED(fn, T) PTO_CAT3(PTO_STRIP_RED_, fn, PTO_CAT(_, PTO_LANE_KIND_##T))

// pto_vcmax_lowest_<T>: the first lane of vcmax, without the index in the second.
#define PTO_VCEXTREME_VALUE(T, name, fn)                                                     \
    PTO_VFN pto_##T##_t pto_##name##_value_##T(pto_v##T##_t v)                               \
    {                                                                                        \
        __auto_type x = PTO_GET_M1(T)(v.g[0], 0);                                            \
        PTO_GROUPS(x = PTO_RVV_RED(fn, T)(v.g[k], x, PTO_VL(T));)                            \
        return PTO_CAT(PTO_FIRST_OF_, PTO_LANE_KIND_##T)(x);                                 \
    }
#define PTO_VCEXTREME_ACTIVE(T, name, fn)                                                          \
    PTO_VFN pto_v##T##_t pto_##name##_active_##T(pto_v##T##_t v, pto_m##T##_t m)                               \
    {                                                                                                          \
        if (!PTO_ALL(m)) {                                                                                     \
            PTO_GROUPS(v.g[k] = PTO_RVV(vmerge_vvm, T)(PTO_RVV(PTO_SPLAT_##T, T)(PTO_NEUTRAL(fn, T), PTO_VL(T)), v.g[k], \
                                                       pto_view_##T(m, k), PTO_VL(T));)                        \
        }                                                                                                      \
        return v;                                                                                              \
    }
#define PTO_VCEXTREME_INDEX(T, name, fn)                                                                                                   \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t v, pto_m##T##_t m)                                                                              \
    {                                                                                                                                                  \
        v = pto_##name##_active_##T(v, m);                                                                                                             \
        long nan = pto_first_nan_##T(v);                                                                                                               \
        if (PTO_RARELY(nan >= 0)) {                                                                                                                    \
            return pto_lowest2_##T((pto_##T##_t)__builtin_nanf(""), (uint32_t)nan);                                                                    \
        }                                                                                                                                              \
        pto_##T##_t x = pto_##name##_value_##T(v);                                                                                                     \
        long index = PTO_RVV_B(vfirst_m, PTO_BITS_##T)(PTO_CMP(PTO_CAT(PTO_EQUALS_, PTO_LANE_KIND_##T), T)(v.g[0], x, PTO_VL(T)), PTO_VL(T));          \
        if (PTO_VGROUPS == 2 && index < 0) {                                                                                                           \
            index =                                                                                                                                    \
                PTO_RVV_B(vfirst_m, PTO_BITS_##T)(PTO_CMP(PTO_CAT(PTO_EQUALS_, PTO_LANE_KIND_##T), T)(v.g[PTO_VGROUPS - 1], x, PTO_VL(T)), PTO_VL(T)); \
            index += (long)PTO_GL(T);                                                                                                                  \
        }                                                                                                                                              \
        return pto_lowest2_##T(x, (uint32_t)index);                                                                                                    \
    }
#define PTO_VCEXTREME_LOWEST(T, name, fn)                                                               \
    PTO_VFN pto_##T##_t pto_##name##_lowest_##T(pto_v##T##_t v, pto_m##T##_t m)                                     \
    {                                                                                                               \
        v = pto_##name##_active_##T(v, m);                                                                          \
        return PTO_RARELY(pto_first_nan_##T(v) >= 0) ? (pto_##T##_t)__builtin_nanf("") : pto_##name##_value_##T(v); \
    }
#define PTO_VCEXTREME(T, name, fn)    \
    PTO_VCEXTREME_VALUE(T, name, fn)  \
    PTO_VCEXTREME_ACTIVE(T, name, fn) \
    PTO_VCEXTREME_INDEX(T, name, fn)  \
    PTO_VCEXTREME_LOWEST(T, name, fn)
#define PTO_FIRST_OF_I __riscv_vmv_x
#define PTO_FIRST_OF_U __riscv_vmv_x
#define PTO_FIRST_OF_F __riscv_vfmv_f
#define PTO_EQUALS_I   vmseq_vx
#define PTO_EQUALS_U   vmseq_vx
#define PTO_EQUALS_F   vmfeq_vf
#define PTO_VCEXTREMES(T, ...) PTO_VCEXTREME(T, vcmax, vmax) PTO_VCEXTREME(T, vcmin, vmin)
PTO_FOR_INTS(PTO_VCEXTREMES, )
PTO_FOR_F16_32(PTO_VCEXTREMES, )

// Reductions of neighbours: one step halves the number of lanes. The even lanes are the lower halves of lanes twice as
// wide, the odd ones the upper halves. The results of a register's pairs are in order.

// The lower half of the result is OP of neighbours, the upper half is zero.
#define PTO_NEIGHBOURS(T, U, WIDE, bits, name, OP)                                                                \
    PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t v)                                                         \
    {                                                                                                             \
        pto_v##WIDE##_t x = pto_from_bytes_##WIDE(pto_bytes_##U(pto_raw_##T(v)));                                 \
        pto_v##T##_t r;                                                                                           \
        const size_t vl = PTO_VL(WIDE);                                                                           \
        __auto_type zero = PTO_RVV_HT(PTO_SPLAT_##T, T)(0, vl);                                                   \
        __auto_type low = OP(PTO_AS_HALF(T, U)(PTO_RVV_H(vnsrl_wx, U)(x.g[0], 0, vl)),                            \
                             PTO_AS_HALF(T, U)(PTO_RVV_H(vnsrl_wx, U)(x.g[0], bits, vl)), vl);                    \
        if (PTO_VGROUPS == 2) {                                                                                   \
            __auto_type high = OP(PTO_AS_HALF(T, U)(PTO_RVV_H(vnsrl_wx, U)(x.g[PTO_VGROUPS - 1], 0, vl)),         \
                                  PTO_AS_HALF(T, U)(PTO_RVV_H(vnsrl_wx, U)(x.g[PTO_VGROUPS - 1], bits, vl)), vl); \
            r.g[PTO_VGROUPS - 1] = PTO_SET_HALVES(T)(zero, zero);                                                 \
            r.g[0] = PTO_SET_HALVES(T)(low, high);                                                                \
        } else {                                                                                                  \
            r.g[0] = PTO_SET_HALVES(T)(low, zero);                                                                \
        }                                                                                                         \
        return r;                                                                                                 \
    }
#define PTO_AS_HALF(T, U) PTO_AS_HALF_##T
#define PTO_AS_HALF_u8
#define PTO_AS_HALF_u16
#define PTO_AS_HALF_u32
#define PTO_AS_HALF_i8  PTO_CAST_H(i8, u8)
#define PTO_AS_HALF_i16 PTO_CAST_H(i16, u16)
#define PTO_AS_HALF_i32 PTO_CAST_H(i32, u32)
#define PTO_AS_HALF_f16 PTO_CAST_H(f16, u16)
#define PTO_AS_HALF_f32 PTO_CAST_H(f32, u32)
#define PTO_NEIGHBOURS_INT(T, U, WIDE, bits, max, min)                 \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_add, PTO_RVV_HT(vadd_vv, T)) \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_max, PTO_RVV_HT(max, T))     \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_min, PTO_RVV_HT(min, T))
PTO_NEIGHBOURS_INT(i8, u8, u16, 8, vmax_vv, vmin_vv)
PTO_NEIGHBOURS_INT(u8, u8, u16, 8, vmaxu_vv, vminu_vv)
PTO_NEIGHBOURS_INT(i16, u16, u32, 16, vmax_vv, vmin_vv)
PTO_NEIGHBOURS_INT(u16, u16, u32, 16, vmaxu_vv, vminu_vv)
PTO_NEIGHBOURS_INT(i32, u32, u64, 32, vmax_vv, vmin_vv)
PTO_NEIGHBOURS_INT(u32, u32, u64, 32, vmaxu_vv, vminu_vv)
// As above, with NaN if one of the two is NaN.
#define PTO_OR_NAN(T, bits, name, insn)                                                                                \
    PTO_VFN pto_h##T##_t pto_half_##name##_##T(pto_h##T##_t a, pto_h##T##_t b, size_t vl)                              \
    {                                                                                                                  \
        PTO_BOOL_BITS(bits)                                                                                            \
        nan = PTO_RVV_B(vmor_mm, bits)(PTO_CMP_H(vmfne_vv, T, bits)(a, a, vl), PTO_CMP_H(vmfne_vv, T, bits)(b, b, vl), \
                                       vl);                                                                            \
        return PTO_RVV_H(vfmerge_vfm, T)(PTO_RVV_H(insn, T)(a, b, vl), (pto_##T##_t)__builtin_nanf(""), nan, vl);      \
    }
#define PTO_NEIGHBOURS_FLOAT(T, U, WIDE, bits, wide_bits)               \
    PTO_OR_NAN(T, wide_bits, max, vfmax_vv)                             \
    PTO_OR_NAN(T, wide_bits, min, vfmin_vv)                             \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_add, PTO_RVV_HT(vfadd_vv, T)) \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_max, PTO_RVV_HT(vfmax_vv, T)) \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_min, PTO_RVV_HT(vfmin_vv, T)) \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_max_nan, pto_half_max_##T)    \
    PTO_NEIGHBOURS(T, U, WIDE, bits, pair_min_nan, pto_half_min_##T)
PTO_NEIGHBOURS_FLOAT(f32, u32, u64, 32, 64)
PTO_NEIGHBOURS_FLOAT(f16, u16, u32, 16, 32)

#define PTO_VCPADD(T)                                                   \
    PTO_VFN pto_v##T##_t pto_vcpadd_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                   \
        return pto_pair_add_##T(pto_zero_##T(v, m));                    \
    }
PTO_VCPADD(f16)
PTO_VCPADD(f32)

// Reduces the 8 blocks of 8, 16 or 32 lanes, in 3 to 5 steps.
#define PTO_BLOCKS_32(v, step, T) pto_##step##_##T(pto_##step##_##T(pto_##step##_##T(v)))
#define PTO_BLOCKS_16(v, step, T) pto_##step##_##T(PTO_BLOCKS_32(v, step, T))
#define PTO_BLOCKS_8(v, step, T)  pto_##step##_##T(PTO_BLOCKS_16(v, step, T))
#define PTO_VCG(T, bits, max_nan, min_nan)                              \
    PTO_VFN pto_v##T##_t pto_vcgmax_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                   \
        v = pto_vcmax_active_##T(v, m);                                 \
        if (PTO_RARELY(pto_first_nan_##T(v) >= 0)) {                    \
            return PTO_BLOCKS_##bits(v, max_nan, T);                    \
        }                                                               \
        return PTO_BLOCKS_##bits(v, pair_max, T);                       \
    }                                                                   \
    PTO_VFN pto_v##T##_t pto_vcgmin_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                   \
        v = pto_vcmin_active_##T(v, m);                                 \
        if (PTO_RARELY(pto_first_nan_##T(v) >= 0)) {                    \
            return PTO_BLOCKS_##bits(v, min_nan, T);                    \
        }                                                               \
        return PTO_BLOCKS_##bits(v, pair_min, T);                       \
    }
#define PTO_VCGADD(T, bits)                                             \
    PTO_VFN pto_v##T##_t pto_vcgadd_##T(pto_v##T##_t v, pto_m##T##_t m) \
    {                                                                   \
        return PTO_BLOCKS_##bits(pto_zero_##T(v, m), pair_add, T);      \
    }
PTO_VCG(i8, 8, pair_max, pair_min)
PTO_VCG(u8, 8, pair_max, pair_min)
PTO_FOR_INT16(PTO_VCG, 16, pair_max, pair_min)
PTO_FOR_INT32(PTO_VCG, 32, pair_max, pair_min)
PTO_VCG(f16, 16, pair_max_nan, pair_min_nan)
PTO_VCG(f32, 32, pair_max_nan, pair_min_nan)
PTO_VCGADD(i8, 8)
PTO_VCGADD(u8, 8)
PTO_FOR_INT16(PTO_VCGADD, 16)
PTO_FOR_INT32(PTO_VCGADD, 32)
PTO_VCGADD(f32, 32)

// Adds neighbours in f32, then sums the blocks of that f32 register.
PTO_VFN pto_vf16_t pto_vcgadd_f16(pto_vf16_t v, pto_b16_t m)
{
    pto_vu32_t x = pto_pairs_f16(pto_zero_f16(v, m));
    pto_vf32_t sums;
    PTO_GROUPS(sums.g[k] = PTO_RVV_E(vfwadd_vv, f32)(pto_part_f16(x.g[k], 0), pto_part_f16(x.g[k], 1), PTO_VL(f32));)
    sums = PTO_BLOCKS_32(sums, pair_add, f32);
    pto_vf16_t r;
    PTO_GROUPS(r.g[k] = PTO_RVV_E(vfmv_v_f, f16)(0, PTO_VL(f16));)
    pto_hf16_t low = PTO_RVV_H(vfncvt_f_f_w, f16)(sums.g[0], PTO_VL(f32));
    r.g[0] = PTO_SET_HALVES(f16)(low, PTO_RVV_H(vfmv_v_f, f16)(0, PTO_VL(f32)));
    return r;
}

#endif
