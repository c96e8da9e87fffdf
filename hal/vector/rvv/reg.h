// SPDX-License-Identifier: Apache-2.0
//
// RVV backend: vector and predicate registers, and the building blocks of operations.
//
// A register is PTO_VGROUPS fixed-length register groups of LMUL PTO_VLMUL: together 256 bytes. A predicate is, for
// each group, two mask registers (stored as vuint8m1_t, which both compilers can keep in a struct):
//
//   view   bit i governs element i of the predicate's granularity in this group, ready for v0
//   image  bit i is bit i of the architectural predicate, one for each byte of the group
//
// and `all`: 1 only if all bits of the view are known to be set, at compile time or, after plt, at run time. Operations
// then branch around their masked form, and the compiler makes one loop of full registers and a remainder loop. A
// function that creates a predicate sets all three; unused ones are not computed.
//
// How to write an operation, once for all its types:
//
//   #define PTO_RVV_BINARY(T, name, insn)
//       PTO_VFN pto_v##T##_t pto_##name##_##T(pto_v##T##_t a, pto_v##T##_t b, pto_m##T##_t m)
//       {
//           pto_v##T##_t r;
//           PTO_GROUPS(r.g[k] = PTO_RVV(insn, T)(a.g[k], b.g[k], PTO_VL(T));)
//           return pto_zero_##T(r, m);
//       }
//   PTO_FOR_INTS64(PTO_RVV_BINARY, vadd, vadd_vv)
//
// PTO_GROUPS(statements) repeats the statements with the constant k = 0 (and 1 with two groups). PTO_RVV(insn, T) is
// the intrinsic for T's register type, PTO_VL(T) its vl (PTO_GL(T) the number of elements). pto_zero_T(r, m) clears the
// inactive lanes of m, at no cost if m is known to be all ones. Explicit forms: PTO_RVV_E(insn, i32) with the
// intrinsic's element suffix.
//
//   PTO_BOOL(T)           the mask type for elements of T            pto_view_T(m, k) its value
//   PTO_CMP(insn, T)      comparison intrinsics, vector to mask
//   PTO_MASK_SET(G, m, k, b)   sets group k of predicate m of granularity G from the mask b
//   pto_raw_T(v), pto_from_raw_T(u)    to and from the unsigned register of T's width
#ifndef PTO_VECTOR_RVV_REG_H
#define PTO_VECTOR_RVV_REG_H

#include <riscv_vector.h>

#ifndef __riscv_v_fixed_vlen
#error "the RVV backend needs a fixed VLEN: compile with -mrvv-vector-bits=zvl"
#endif

// Shape of a register

#if __riscv_v_fixed_vlen == 128
#define PTO_VGROUPS 2
#define PTO_VLMUL   8
#elif __riscv_v_fixed_vlen == 256
#define PTO_VGROUPS 1
#define PTO_VLMUL   8
#elif __riscv_v_fixed_vlen == 512
#define PTO_VGROUPS 1
#define PTO_VLMUL   4
#elif __riscv_v_fixed_vlen == 1024
#define PTO_VGROUPS 1
#define PTO_VLMUL   2
#else
#error "VLEN must be 128, 256, 512 or 1024"
#endif

#if PTO_VLMUL == 8
#define PTO_L         m8
#define PTO_L_HALF    m4
#define PTO_L_QUARTER m2
#elif PTO_VLMUL == 4
#define PTO_L         m4
#define PTO_L_HALF    m2
#define PTO_L_QUARTER m1
#else
#define PTO_L         m2
#define PTO_L_HALF    m1
#define PTO_L_QUARTER mf2
#endif

// Before a loop that carries registers across iterations: with groups of LMUL 8, compilers that unroll it load ahead
// and spill.
#if PTO_VLMUL < 8
#define PTO_REG_LOOP
#elif defined(__clang__)
#define PTO_REG_LOOP _Pragma("clang loop unroll(disable)")
#else
#define PTO_REG_LOOP _Pragma("GCC unroll 1")
#endif

#define PTO_GROUP_BYTES (PTO_VREG_BYTES / PTO_VGROUPS)

#if PTO_VGROUPS == 1
#define PTO_GROUPS(...) \
    {                   \
        enum { k = 0 }; \
        __VA_ARGS__     \
    }
#else
#define PTO_GROUPS(...) \
    {                   \
        enum { k = 0 }; \
        __VA_ARGS__     \
    }                   \
    {                   \
        enum { k = 1 }; \
        __VA_ARGS__     \
    }
#endif

// Names of intrinsics and types (hal/vector/type_names.h). PTO_E_T is the element suffix of T's register type.

#define PTO_CAT_(a, b)     a##b
#define PTO_CAT(a, b)      PTO_CAT_(a, b)
#define PTO_CAT3_(a, b, c) a##b##c
#define PTO_CAT3(a, b, c)  PTO_CAT3_(a, b, c)
// X of T and the unsigned type of its width.
#define PTO_WITH_RAW(T, X)     PTO_WITH_RAW_(X, T, PTO_CAT(u, PTO_BITS_##T))
#define PTO_WITH_RAW_(X, T, U) X(T, U)
// Names of groups of LMUL M, of half (H) and of a quarter of it (Q).
#define PTO_CAT_M(a, b)     PTO_CAT(a##b, PTO_L)
#define PTO_CAT_MM(a, b, c) PTO_CAT3(a##b, PTO_L, PTO_CAT(_##c, PTO_L))
#define PTO_CAT_H(a, b)     PTO_CAT(a##b, PTO_L_HALF)
#define PTO_CAT_Q(a, b)     PTO_CAT(a##b, PTO_L_QUARTER)
#define PTO_CAT_HH(a, b, c) PTO_CAT3(a##b, PTO_L_HALF, PTO_CAT(_##c, PTO_L_HALF))
#define PTO_CAT_MH(a, b)    PTO_CAT3(a##b, PTO_L, PTO_CAT(_##b, PTO_L_HALF))
#define PTO_CAT_HM(a, b)    PTO_CAT3(a##b, PTO_L_HALF, PTO_CAT(_##b, PTO_L))
#define PTO_CAT_MQ(a, b)    PTO_CAT3(a##b, PTO_L, PTO_CAT(_##b, PTO_L_QUARTER))
#define PTO_CAT_QM(a, b)    PTO_CAT3(a##b, PTO_L_QUARTER, PTO_CAT(_##b, PTO_L))
#define PTO_CAT_MX(a, b)    PTO_CAT_M(a, b)
// Bits of a mask type: SEW / LMUL of the vectors it governs. b64 is for 64-bit elements.
#define PTO_RATIO(bits)     PTO_CAT3(PTO_RATIO_, bits, PTO_L)

// PTO_RVV_E(vadd_vv, i32) is __riscv_vadd_vv_i32m4 where LMUL is 4.
#define PTO_RVV_E(insn, e) PTO_CAT_MX(__riscv_##insn##_, e)
#define PTO_RVV(insn, T)   PTO_RVV_E(insn, PTO_E_##T)
// Masked forms that keep (mu) inactive lanes of their first operand.
#define PTO_RVV_MU_E(insn, e) PTO_CAT(PTO_RVV_E(insn, e), _mu)
#define PTO_RVV_MU(insn, T)   PTO_RVV_MU_E(insn, PTO_E_##T)
// Masked forms whose inactive result lanes do not matter (stores, reductions).
#define PTO_RVV_M_E(insn, e) PTO_CAT(PTO_RVV_E(insn, e), _m)
#define PTO_RVV_M(insn, T)   PTO_RVV_M_E(insn, PTO_E_##T)
// The instruction on groups of half and of a quarter of the LMUL, for results of other widths.
#define PTO_RVV_H(insn, e)   PTO_CAT_H(__riscv_##insn##_, e)
#define PTO_RVV_Q(insn, e)   PTO_CAT_Q(__riscv_##insn##_, e)
#define PTO_RVV_H_M(insn, e) PTO_CAT(PTO_RVV_H(insn, e), _m)
#define PTO_RVV_Q_M(insn, e) PTO_CAT(PTO_RVV_Q(insn, e), _m)
// Half i of a group, a group of two halves, and the lowest quarter of a group.
#define PTO_GET_HALF(e)      PTO_CAT_MH(__riscv_vget_v_, e)
#define PTO_SET_HALVES(e)    PTO_CAT_HM(__riscv_vcreate_v_, e)
#define PTO_TRUNC_HALF(e)    PTO_CAT_MH(__riscv_vlmul_trunc_v_, e)
#define PTO_TRUNC_QUARTER(e) PTO_CAT_MQ(__riscv_vlmul_trunc_v_, e)
#define PTO_EXT_HALF(e)      PTO_CAT_HM(__riscv_vlmul_ext_v_, e)
#define PTO_EXT_QUARTER(e)   PTO_CAT_QM(__riscv_vlmul_ext_v_, e)
// Comparisons: PTO_CMP(vmslt_vv, i32) is __riscv_vmslt_vv_i32m4_b8.
#define PTO_CMP_E(insn, e, bits) PTO_CAT3(PTO_RVV_E(insn, e), _b, PTO_RATIO(bits))
#define PTO_CMP(insn, T)         PTO_CMP_E(insn, PTO_E_##T, PTO_BITS_##T)
// Mask instructions for elements of this width: PTO_RVV_B(vmand_mm, 32) is __riscv_vmand_mm_b8.
#define PTO_RVV_B(insn, bits) PTO_CAT(__riscv_##insn##_b, PTO_RATIO(bits))
#define PTO_BOOL_BITS(bits)   PTO_CAT3(vbool, PTO_RATIO(bits), _t)
#define PTO_BOOL(T)           PTO_BOOL_BITS(PTO_BITS_##T)
#define PTO_TO_BOOL(bits)     PTO_CAT(__riscv_vreinterpret_v_u8m1_b, PTO_RATIO(bits))
#define PTO_FROM_BOOL(bits)   PTO_CAT3(__riscv_vreinterpret_v_b, PTO_RATIO(bits), _u8m1)
// Reinterpretation of a group: PTO_CAST_E(u32, f32)(x) takes f32 to u32. Floats only convert to and from integers of
// their width.
#define PTO_CAST_E(to, from) PTO_CAT_MM(__riscv_vreinterpret_v_, from, to)

// Elements of T in one group.
#define PTO_GL(T)         PTO_GL_BITS(PTO_BITS_##T)
#define PTO_GL_BITS(bits) ((size_t)(PTO_GROUP_BYTES * 8 / (bits)))
// The vl of whole-group operations: the number of elements. Clang saves vsetvli instructions if it is VLMAX.
#ifdef __clang__
#define PTO_VL(T)         ((size_t)-1)
#define PTO_VL_BITS(bits) ((size_t)-1)
#else
#define PTO_VL(T)         PTO_GL(T)
#define PTO_VL_BITS(bits) PTO_GL_BITS(bits)
#endif

#define PTO_FIXED(lmul) __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen * (lmul))))

typedef vuint8m1_t pto_bits_t PTO_FIXED(1);

#define PTO_GROUP_TYPE(T, ...) typedef PTO_CAT3(PTO_STRIP_C_##T, PTO_L, _t) pto_g##T##_t PTO_FIXED(PTO_VLMUL);
PTO_FOR_INTS64(PTO_GROUP_TYPE, )
PTO_FOR_F16_32(PTO_GROUP_TYPE, )

// Groups as vector types of the compiler: clang tracks an element of such a vector from its definition to its use.
#ifdef __clang__
#define PTO_OWN_GROUP(U, ...) typedef pto_##U##_t pto_own_##U##_t __attribute__((vector_size(sizeof(pto_g##U##_t))));
PTO_FOR_INTS64(PTO_OWN_GROUP, )
PTO_FOR_F16_32(PTO_OWN_GROUP, )
// The first element of a group, and a group with that element only.
#define PTO_OWN_FIRST(T, x)  (((PTO_CAT3(pto_own_, T, _t))(x))[0])
#define PTO_OWN_FIRSTS(T, x) PTO_OWN_FIRSTS_(T, PTO_CAT(u, PTO_BITS_##T), x)
#define PTO_OWN_FIRSTS_(T, U, x) \
    ((PTO_CAT3(pto_g, PTO_E_##T, _t))((PTO_CAT3(pto_own_, U, _t)){0} + PTO_OWN_FIRST(U, x)))
#endif

// Half and quarter groups, as plain (sizeless) types: for local variables only.
#define PTO_HALF_TYPE(T, ...)    typedef PTO_CAT3(PTO_STRIP_C_##T, PTO_L_HALF, _t) pto_h##T##_t;
#define PTO_QUARTER_TYPE(T, ...) typedef PTO_CAT3(PTO_STRIP_C_##T, PTO_L_QUARTER, _t) pto_q##T##_t;
PTO_FOR_INTS(PTO_HALF_TYPE, )
PTO_FOR_F16_32(PTO_HALF_TYPE, )
PTO_QUARTER_TYPE(i8)
PTO_QUARTER_TYPE(u8)
PTO_FOR_INT16(PTO_QUARTER_TYPE, )

// Registers

#define PTO_VREG_TYPE(T, ...)                          \
    typedef struct pto_vreg_##T {                      \
        PTO_CAT3(pto_g, PTO_E_##T, _t) g[PTO_VGROUPS]; \
        PTO_VALUE_NUMBER                               \
    } pto_v##T##_t;
PTO_FOR_ANY(PTO_VREG_TYPE, )

// One type for each granularity, so that a mask of the wrong one is a compile-time error.
#define PTO_MASK_TYPE(G)               \
    typedef struct pto_mask_##G {      \
        pto_bits_t view[PTO_VGROUPS];  \
        pto_bits_t image[PTO_VGROUPS]; \
        int all;                       \
        PTO_VALUE_NUMBER               \
    } pto_##G##_t;
PTO_FOR_MASKS(PTO_MASK_TYPE)

#define PTO_MASK_OF(T, ...) typedef PTO_CAT3(pto_, PTO_GRAN_##T, _t) pto_m##T##_t;
PTO_FOR_ANY(PTO_MASK_OF, )

// Forces a carry to be computed here. Compilers would move it after the checks of the next limb, where its operands are
// live together with those of that limb, and registers run out.
#define PTO_CARRIED(carry) __asm__ volatile("" : "+vr"(carry))

// Whether m is known to have no inactive lane.
#define PTO_ALL(m) ((m).all)

// Bits of registers: the unsigned register of the same width, and bytes.

#define PTO_RAW_FN(T, U, ...)                             \
    PTO_VFN pto_v##U##_t pto_raw_##T(pto_v##T##_t v)      \
    {                                                     \
        pto_v##U##_t r;                                   \
        PTO_GROUPS(r.g[k] = PTO_TO_RAW_##T(v.g[k]);)      \
        PTO_KEEP_NUMBER(r, v)                             \
        return r;                                         \
    }                                                     \
    PTO_VFN pto_v##T##_t pto_from_raw_##T(pto_v##U##_t v) \
    {                                                     \
        pto_v##T##_t r;                                   \
        PTO_GROUPS(r.g[k] = PTO_OF_RAW_##T(v.g[k]);)      \
        PTO_KEEP_NUMBER(r, v)                             \
        return r;                                         \
    }
PTO_FOR_RAW(PTO_RAW_FN, )

// pto_bytes_u32(v) is v as bytes, pto_from_bytes_u32(b) the inverse.
#define PTO_BYTES(U, TO, FROM)                           \
    PTO_VFN pto_vu8_t pto_bytes_##U(pto_v##U##_t v)      \
    {                                                    \
        pto_vu8_t r;                                     \
        PTO_GROUPS(r.g[k] = TO(v.g[k]);)                 \
        return r;                                        \
    }                                                    \
    PTO_VFN pto_v##U##_t pto_from_bytes_##U(pto_vu8_t v) \
    {                                                    \
        pto_v##U##_t r;                                  \
        PTO_GROUPS(r.g[k] = FROM(v.g[k]);)               \
        return r;                                        \
    }
PTO_BYTES(u8, , )
PTO_BYTES(u16, PTO_CAST_E(u8, u16), PTO_CAST_E(u16, u8))
PTO_BYTES(u32, PTO_CAST_E(u8, u32), PTO_CAST_E(u32, u8))
PTO_BYTES(u64, PTO_CAST_E(u8, u64), PTO_CAST_E(u64, u8))

// Predicates: converts between a group's view and its image. In the image of a wider element only the bit of its first
// byte is set, and only that bit is read.

#define PTO_MASK_BITS(bits, U)                                                                  \
    PTO_VFN PTO_BOOL_BITS(8) pto_image_of_b##bits(PTO_BOOL_BITS(bits) view)                     \
    {                                                                                           \
        pto_g##U##_t one = PTO_RVV_E(vmv_v_x, U)(0, PTO_VL_BITS(bits));                         \
        one = PTO_RVV_E(vmerge_vxm, U)(one, 1, view, PTO_VL_BITS(bits));                        \
        return PTO_CMP_E(vmsne_vx, u8, 8)(PTO_CAST_E(u8, U)(one), 0, PTO_VL_BITS(8));           \
    }                                                                                           \
    PTO_VFN PTO_BOOL_BITS(bits) pto_view_of_b##bits(PTO_BOOL_BITS(8) image)                     \
    {                                                                                           \
        pto_gu8_t one = PTO_RVV_E(vmv_v_x, u8)(0, PTO_VL_BITS(8));                              \
        one = PTO_RVV_E(vmerge_vxm, u8)(one, 1, image, PTO_VL_BITS(8));                         \
        pto_g##U##_t bit = PTO_RVV_E(vand_vx, U)(PTO_CAST_E(U, u8)(one), 1, PTO_VL_BITS(bits)); \
        return PTO_CMP_E(vmsne_vx, U, bits)(bit, 0, PTO_VL_BITS(bits));                         \
    }
PTO_MASK_BITS(16, u16)
PTO_MASK_BITS(32, u32)
PTO_MASK_BITS(64, u64)

PTO_VFN PTO_BOOL_BITS(8) pto_image_of_b8(PTO_BOOL_BITS(8) view)
{
    return view;
}

PTO_VFN PTO_BOOL_BITS(8) pto_view_of_b8(PTO_BOOL_BITS(8) image)
{
    return image;
}

// Returns the view for 64-bit elements of a b32 view.
PTO_VFN PTO_BOOL_BITS(64) pto_view_64_of_32(PTO_BOOL_BITS(32) view)
{
    pto_gu32_t one = PTO_RVV_E(vmv_v_x, u32)(0, PTO_VL_BITS(32));
    one = PTO_RVV_E(vmerge_vxm, u32)(one, 1, view, PTO_VL_BITS(32));
    pto_gu64_t bit = PTO_RVV_E(vand_vx, u64)(PTO_CAST_E(u64, u32)(one), 1, PTO_VL_BITS(64));
    return PTO_CMP_E(vmsne_vx, u64, 64)(bit, 0, PTO_VL_BITS(64));
}

PTO_VFN PTO_BOOL_BITS(32) pto_view_32_of_64(PTO_BOOL_BITS(64) view)
{
    pto_gu64_t one = PTO_RVV_E(vmv_v_x, u64)(0, PTO_VL_BITS(64));
    one = PTO_RVV_E(vmerge_vxm, u64)(one, 1, view, PTO_VL_BITS(64));
    return PTO_CMP_E(vmsne_vx, u32, 32)(PTO_CAST_E(u32, u64)(one), 0, PTO_VL_BITS(32));
}

// Sets group k of mask m (granularity of 8, 16 or 32 bits) from a view or from an image. The caller sets m.all: 0
// unless every lane is known to be set.
#define PTO_MASK_SET(bits, m, k, b)                                            \
    do {                                                                       \
        PTO_BOOL_BITS(bits) pto_mask_view_ = (b);                              \
        (m).view[k] = PTO_FROM_BOOL(bits)(pto_mask_view_);                     \
        (m).image[k] = PTO_FROM_BOOL(8)(pto_image_of_b##bits(pto_mask_view_)); \
    } while (0)
#define PTO_MASK_SET_IMAGE(bits, m, k, b)                                        \
    do {                                                                         \
        PTO_BOOL_BITS(8) pto_mask_image_ = (b);                                  \
        (m).image[k] = PTO_FROM_BOOL(8)(pto_mask_image_);                        \
        (m).view[k] = PTO_FROM_BOOL(bits)(pto_view_of_b##bits(pto_mask_image_)); \
    } while (0)
// As above for elements of T, which may have 64 bits.
#define PTO_MASK_SET_T(T, m, k, b) PTO_CAT(PTO_MASK_SET_, PTO_BITS_##T)(m, k, b)
#define PTO_MASK_SET_8(m, k, b)    PTO_MASK_SET(8, m, k, b)
#define PTO_MASK_SET_16(m, k, b)   PTO_MASK_SET(16, m, k, b)
#define PTO_MASK_SET_32(m, k, b)   PTO_MASK_SET(32, m, k, b)
#define PTO_MASK_SET_64(m, k, b)   PTO_MASK_SET(32, m, k, pto_view_32_of_64(b))

// Group k of a predicate as an RVV mask.
#define PTO_VIEW(bits, m, k) PTO_TO_BOOL(bits)((m).view[k])
#define PTO_IMAGE(m, k)      PTO_TO_BOOL(8)((m).image[k])

#define PTO_VIEW_FN(T, ...)                                 \
    PTO_VFN PTO_BOOL(T) pto_view_##T(pto_m##T##_t m, int k) \
    {                                                       \
        return PTO_CAT(PTO_VIEW_, PTO_BITS_##T)(m, k);      \
    }
#define PTO_VIEW_8(m, k)  PTO_VIEW(8, m, k)
#define PTO_VIEW_16(m, k) PTO_VIEW(16, m, k)
#define PTO_VIEW_32(m, k) PTO_VIEW(32, m, k)
#define PTO_VIEW_64(m, k) pto_view_64_of_32(PTO_VIEW(32, m, k))
PTO_FOR_ANY(PTO_VIEW_FN, )

// Predication zeroes: r in lanes set in m, 0 elsewhere. If a group is a quarter of the register file (LMUL 8), a vector
// of zeros to merge from is too expensive: the mask is inverted instead.
#if PTO_VLMUL == 8
#define PTO_ZERO_GROUP(T)                             \
    PTO_OF_RAW_##T                                    \
    (PTO_RVV_E(vmerge_vxm, PTO_CAT(u, PTO_BITS_##T))( \
        PTO_TO_RAW_##T(r.g[k]), 0, PTO_RVV_B(vmnot_m, PTO_BITS_##T)(pto_view_##T(m, k), PTO_VL(T)), PTO_VL(T)))
#else
#define PTO_ZERO_GROUP(T)  \
    PTO_RVV(vmerge_vvm, T) \
    (PTO_RVV(PTO_SPLAT_##T, T)(0, PTO_VL(T)), r.g[k], pto_view_##T(m, k), PTO_VL(T))
#endif
#define PTO_ZERO_FN(T, ...)                                           \
    PTO_VFN pto_v##T##_t pto_zero_##T(pto_v##T##_t r, pto_m##T##_t m) \
    {                                                                 \
        if (!PTO_ALL(m)) {                                            \
            PTO_GROUPS(r.g[k] = PTO_ZERO_GROUP(T);)                   \
        }                                                             \
        return r;                                                     \
    }
PTO_FOR_ANY(PTO_ZERO_FN, )

// Splat of a scalar, and unchecked loads and stores of whole registers, aligned to the element.
#define PTO_WHOLE_FN(T, ...)                                                                                                 \
    PTO_VFN pto_v##T##_t pto_splat_##T(pto_##T##_t x)                                                                        \
    {                                                                                                                        \
        pto_v##T##_t r;                                                                                                      \
        PTO_GROUPS(r.g[k] = PTO_RVV(PTO_SPLAT_##T, T)(x, PTO_VL(T));)                                                        \
        return r;                                                                                                            \
    }                                                                                                                        \
    PTO_VFN pto_v##T##_t pto_load_##T(const void *p)                                                                         \
    {                                                                                                                        \
        pto_v##T##_t r;                                                                                                      \
        PTO_GROUPS(r.g[k] = PTO_RVV(PTO_CAT3(vle, PTO_BITS_##T, _v), T)((const pto_##T##_t *)p + k * PTO_GL(T), PTO_VL(T));) \
        return r;                                                                                                            \
    }                                                                                                                        \
    PTO_VFN void pto_store_##T(void *p, pto_v##T##_t v)                                                                      \
    {                                                                                                                        \
        PTO_GROUPS(PTO_RVV(PTO_CAT3(vse, PTO_BITS_##T, _v), T)((pto_##T##_t *)p + k * PTO_GL(T), v.g[k], PTO_VL(T));)        \
    }
PTO_FOR_INTS64(PTO_WHOLE_FN, )
PTO_FOR_F16_32(PTO_WHOLE_FN, )

#define PTO_WHOLE_RAW_FN(T, U, ...)                     \
    PTO_VFN pto_v##T##_t pto_splat_##T(pto_##T##_t x)   \
    {                                                   \
        return pto_from_raw_##T(pto_splat_##U(x.bits)); \
    }                                                   \
    PTO_VFN pto_v##T##_t pto_load_##T(const void *p)    \
    {                                                   \
        return pto_from_raw_##T(pto_load_##U(p));       \
    }                                                   \
    PTO_VFN void pto_store_##T(void *p, pto_v##T##_t v) \
    {                                                   \
        pto_store_##U(p, pto_raw_##T(v));               \
    }
PTO_WHOLE_RAW_FN(bf16, u16)
PTO_FOR_FP8(PTO_WHOLE_RAW_FN, u8)
PTO_FOR_FP4(PTO_WHOLE_RAW_FN, u8)

#endif
