// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// pto_vadd(a, b, mask) is pto_vadd_f32(a, b, mask) where a is a pto_vf32_t. The type comes from the
// first vector operand, else from the pointer, else from the scalar, else from the mask. Operands that no
// form takes are compile-time errors that name the types.
//
// - Optional attributes may be left out from the right: pto_vlds(p, i), pto_vlds(p, i, PTO_LD_US).
// - Where the result's type is its own, it is the first argument: pto_vcvt(f16, v, mask, PTO_RND_R).
// - Shift counts and lane indices may be of any integer type of the width.
// - Forms that nothing but a name distinguishes have only that: pto_pset_b32(PTO_PAT_ALL).
// clang-format off
#ifndef PTO_VECTOR_GENERIC_H
#define PTO_VECTOR_GENERIC_H

// Optional argument n, or its default.
#define PTO_OPT_1(d, ...) PTO_OPT_1_(0, ##__VA_ARGS__, d)
#define PTO_OPT_2(d, ...) PTO_OPT_2_(0, ##__VA_ARGS__, d, d)
#define PTO_OPT_3(d, ...) PTO_OPT_3_(0, ##__VA_ARGS__, d, d, d)
#define PTO_OPT_1_(z, a, ...) a
#define PTO_OPT_2_(z, a, b, ...) b
#define PTO_OPT_3_(z, a, b, c, ...) c

// An integer register as the unsigned one of its width.
#define PTO_RAW(x) _Generic((x), \
    pto_vi8_t: pto_raw_i8, pto_vu8_t: pto_raw_u8, pto_vi16_t: pto_raw_i16, pto_vu16_t: pto_raw_u16, \
    pto_vi32_t: pto_raw_i32, pto_vu32_t: pto_raw_u32, pto_vi64_t: pto_raw_i64, pto_vu64_t: pto_raw_u64)(x)

// Associations of the index and of the mask.
#define PTO_OF_X(f) pto_vu8_t: f##_u8, pto_vu16_t: f##_u16, pto_vu32_t: f##_u32
#define PTO_OF_G(f) pto_b8_t: f##_b8, pto_b16_t: f##_b16, pto_b32_t: f##_b32

#define PTO_OF_P_1(f) pto_i8_t *: f##_i8, const pto_i8_t *: f##_i8, pto_u8_t *: f##_u8, \
    const pto_u8_t *: f##_u8, pto_i16_t *: f##_i16, const pto_i16_t *: f##_i16, \
    pto_u16_t *: f##_u16, const pto_u16_t *: f##_u16, pto_i32_t *: f##_i32, \
    const pto_i32_t *: f##_i32, pto_u32_t *: f##_u32, const pto_u32_t *: f##_u32, \
    pto_i64_t *: f##_i64, const pto_i64_t *: f##_i64, pto_u64_t *: f##_u64, \
    const pto_u64_t *: f##_u64, pto_f16_t *: f##_f16, const pto_f16_t *: f##_f16, \
    pto_bf16_t *: f##_bf16, const pto_bf16_t *: f##_bf16, pto_f32_t *: f##_f32, \
    const pto_f32_t *: f##_f32, pto_e4m3_t *: f##_e4m3, const pto_e4m3_t *: f##_e4m3, \
    pto_e5m2_t *: f##_e5m2, const pto_e5m2_t *: f##_e5m2, pto_hif8_t *: f##_hif8, \
    const pto_hif8_t *: f##_hif8, pto_e2m1x2_t *: f##_e2m1x2, const pto_e2m1x2_t *: f##_e2m1x2, \
    pto_e1m2x2_t *: f##_e1m2x2, const pto_e1m2x2_t *: f##_e1m2x2
#define PTO_OF_PX_2(f, x) pto_i8_t *: _Generic((x), PTO_OF_X(f##_i8)), \
    const pto_i8_t *: _Generic((x), PTO_OF_X(f##_i8)), pto_u8_t *: _Generic((x), \
    PTO_OF_X(f##_u8)), const pto_u8_t *: _Generic((x), PTO_OF_X(f##_u8)), \
    pto_i16_t *: _Generic((x), PTO_OF_X(f##_i16)), const pto_i16_t *: _Generic((x), \
    PTO_OF_X(f##_i16)), pto_u16_t *: _Generic((x), PTO_OF_X(f##_u16)), \
    const pto_u16_t *: _Generic((x), PTO_OF_X(f##_u16)), pto_i32_t *: _Generic((x), \
    PTO_OF_X(f##_i32)), const pto_i32_t *: _Generic((x), PTO_OF_X(f##_i32)), \
    pto_u32_t *: _Generic((x), PTO_OF_X(f##_u32)), const pto_u32_t *: _Generic((x), \
    PTO_OF_X(f##_u32)), pto_f16_t *: _Generic((x), PTO_OF_X(f##_f16)), \
    const pto_f16_t *: _Generic((x), PTO_OF_X(f##_f16)), pto_bf16_t *: _Generic((x), \
    PTO_OF_X(f##_bf16)), const pto_bf16_t *: _Generic((x), PTO_OF_X(f##_bf16)), \
    pto_f32_t *: _Generic((x), PTO_OF_X(f##_f32)), const pto_f32_t *: _Generic((x), \
    PTO_OF_X(f##_f32)), pto_e4m3_t *: _Generic((x), PTO_OF_X(f##_e4m3)), \
    const pto_e4m3_t *: _Generic((x), PTO_OF_X(f##_e4m3)), pto_e5m2_t *: _Generic((x), \
    PTO_OF_X(f##_e5m2)), const pto_e5m2_t *: _Generic((x), PTO_OF_X(f##_e5m2)), \
    pto_hif8_t *: _Generic((x), PTO_OF_X(f##_hif8)), const pto_hif8_t *: _Generic((x), \
    PTO_OF_X(f##_hif8))
#define PTO_OF_VG_3(f, x) pto_vi8_t: _Generic((x), PTO_OF_G(f##_i8)), pto_vu8_t: _Generic((x), \
    PTO_OF_G(f##_u8)), pto_vi16_t: _Generic((x), PTO_OF_G(f##_i16)), pto_vu16_t: _Generic((x), \
    PTO_OF_G(f##_u16)), pto_vi32_t: _Generic((x), PTO_OF_G(f##_i32)), pto_vu32_t: _Generic((x), \
    PTO_OF_G(f##_u32)), pto_vi64_t: _Generic((x), PTO_OF_G(f##_i64)), pto_vu64_t: _Generic((x), \
    PTO_OF_G(f##_u64)), pto_vf16_t: _Generic((x), PTO_OF_G(f##_f16)), pto_vbf16_t: _Generic((x), \
    PTO_OF_G(f##_bf16)), pto_vf32_t: _Generic((x), PTO_OF_G(f##_f32)), pto_ve4m3_t: _Generic((x), \
    PTO_OF_G(f##_e4m3)), pto_ve5m2_t: _Generic((x), PTO_OF_G(f##_e5m2)), \
    pto_vhif8_t: _Generic((x), PTO_OF_G(f##_hif8)), pto_ve2m1x2_t: _Generic((x), \
    PTO_OF_G(f##_e2m1x2)), pto_ve1m2x2_t: _Generic((x), PTO_OF_G(f##_e1m2x2))
#define PTO_OF_V_4(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, \
    pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, pto_vhif8_t: f##_hif8, \
    pto_ve2m1x2_t: f##_e2m1x2, pto_ve1m2x2_t: f##_e1m2x2
#define PTO_OF_VX_5(f, x) pto_vi8_t: _Generic((x), PTO_OF_X(f##_i8)), pto_vu8_t: _Generic((x), \
    PTO_OF_X(f##_u8)), pto_vi16_t: _Generic((x), PTO_OF_X(f##_i16)), pto_vu16_t: _Generic((x), \
    PTO_OF_X(f##_u16)), pto_vi32_t: _Generic((x), PTO_OF_X(f##_i32)), pto_vu32_t: _Generic((x), \
    PTO_OF_X(f##_u32)), pto_vf16_t: _Generic((x), PTO_OF_X(f##_f16)), pto_vbf16_t: _Generic((x), \
    PTO_OF_X(f##_bf16)), pto_vf32_t: _Generic((x), PTO_OF_X(f##_f32)), pto_ve4m3_t: _Generic((x), \
    PTO_OF_X(f##_e4m3)), pto_ve5m2_t: _Generic((x), PTO_OF_X(f##_e5m2)), \
    pto_vhif8_t: _Generic((x), PTO_OF_X(f##_hif8))
#define PTO_OF_M_6(f) pto_b8_t: f##_b8, pto_b16_t: f##_b16, pto_b32_t: f##_b32
#define PTO_OF_M_7(f) pto_b16_t: f##_b16, pto_b32_t: f##_b32
#define PTO_OF_S_8(f) pto_i8_t: f##_i8, pto_u8_t: f##_u8, pto_i16_t: f##_i16, pto_u16_t: f##_u16, \
    pto_i32_t: f##_i32, pto_u32_t: f##_u32, pto_f16_t: f##_f16, pto_bf16_t: f##_bf16, \
    pto_f32_t: f##_f32
#define PTO_OF_V_9(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_OF_S_10(f) pto_i8_t: f##_i8, pto_u8_t: f##_u8, pto_i16_t: f##_i16, pto_u16_t: f##_u16, \
    pto_i32_t: f##_i32, pto_u32_t: f##_u32, pto_i64_t: f##_i64, pto_u64_t: f##_u64, \
    pto_f16_t: f##_f16, pto_bf16_t: f##_bf16, pto_f32_t: f##_f32
#define PTO_OF_S_11(f) pto_i8_t: f##_i8, pto_i16_t: f##_i16, pto_i32_t: f##_i32, \
    pto_f16_t: f##_f16, pto_f32_t: f##_f32
#define PTO_OF_V_12(f) pto_vf16_t: f##_f16, pto_vf32_t: f##_f32
#define PTO_OF_V_13(f) pto_vi8_t: f##_i8, pto_vi16_t: f##_i16, pto_vi32_t: f##_i32, \
    pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_OF_V_14(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64
#define PTO_OF_V_15(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32
#define PTO_OF_V_16(f) pto_vi16_t: f##_i16, pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, \
    pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_OF_V_17(f) pto_vi32_t: f##_i32, pto_vu32_t: f##_u32
#define PTO_OF_V_18(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_TO_vcvt_i8 pto_vf16_t: pto_vcvt_f16_i8
#define PTO_TO_vcvt_u8 pto_vf16_t: pto_vcvt_f16_u8, pto_vu16_t: pto_vcvt_u16_u8, \
    pto_vi16_t: pto_vcvt_i16_u8, pto_vu32_t: pto_vcvt_u32_u8, pto_vi32_t: pto_vcvt_i32_u8
#define PTO_TO_vcvt_i16 pto_vf32_t: pto_vcvt_f32_i16, pto_vf16_t: pto_vcvt_f16_i16, \
    pto_vi8_t: pto_vcvt_i8_i16, pto_vu32_t: pto_vcvt_u32_i16, pto_vi32_t: pto_vcvt_i32_i16
#define PTO_TO_vcvt_u16 pto_vu8_t: pto_vcvt_u8_u16, pto_vu32_t: pto_vcvt_u32_u16, \
    pto_vi32_t: pto_vcvt_i32_u16
#define PTO_TO_vcvt_i32 pto_vf32_t: pto_vcvt_f32_i32, pto_vf16_t: pto_vcvt_f16_i32, \
    pto_vbf16_t: pto_vcvt_bf16_i32, pto_vi8_t: pto_vcvt_i8_i32, pto_vi16_t: pto_vcvt_i16_i32, \
    pto_vi64_t: pto_vcvt_i64_i32
#define PTO_TO_vcvt_u32 pto_vu8_t: pto_vcvt_u8_u32, pto_vu16_t: pto_vcvt_u16_u32, \
    pto_vi16_t: pto_vcvt_i16_u32
#define PTO_TO_vcvt_i64 pto_vf32_t: pto_vcvt_f32_i64, pto_vi32_t: pto_vcvt_i32_i64
#define PTO_TO_vcvt_f16 pto_vf32_t: pto_vcvt_f32_f16, pto_vbf16_t: pto_vcvt_bf16_f16, \
    pto_vhif8_t: pto_vcvt_hif8_f16, pto_vu8_t: pto_vcvt_u8_f16, pto_vi8_t: pto_vcvt_i8_f16, \
    pto_vi16_t: pto_vcvt_i16_f16
#define PTO_TO_vcvt_bf16 pto_vf32_t: pto_vcvt_f32_bf16, pto_vf16_t: pto_vcvt_f16_bf16, \
    pto_ve2m1x2_t: pto_vcvt_e2m1x2_bf16, pto_ve1m2x2_t: pto_vcvt_e1m2x2_bf16
#define PTO_TO_vcvt_f32 pto_vf16_t: pto_vcvt_f16_f32, pto_vbf16_t: pto_vcvt_bf16_f32, \
    pto_ve4m3_t: pto_vcvt_e4m3_f32, pto_ve5m2_t: pto_vcvt_e5m2_f32, \
    pto_vhif8_t: pto_vcvt_hif8_f32, pto_vi16_t: pto_vcvt_i16_f32, pto_vi32_t: pto_vcvt_i32_f32, \
    pto_vu32_t: pto_vcvt_u32_f32, pto_vi64_t: pto_vcvt_i64_f32
#define PTO_TO_vcvt_e4m3 pto_vf32_t: pto_vcvt_f32_e4m3
#define PTO_TO_vcvt_e5m2 pto_vf32_t: pto_vcvt_f32_e5m2
#define PTO_TO_vcvt_hif8 pto_vf32_t: pto_vcvt_f32_hif8, pto_vf16_t: pto_vcvt_f16_hif8
#define PTO_TO_vcvt_e2m1x2 pto_vbf16_t: pto_vcvt_bf16_e2m1x2
#define PTO_TO_vcvt_e1m2x2 pto_vbf16_t: pto_vcvt_bf16_e1m2x2
#define PTO_OF_V_19(f) pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_TO_vbitcast_i8 pto_vi8_t: pto_vbitcast_i8_i8, pto_vu8_t: pto_vbitcast_u8_i8, \
    pto_vi16_t: pto_vbitcast_i16_i8, pto_vu16_t: pto_vbitcast_u16_i8, \
    pto_vi32_t: pto_vbitcast_i32_i8, pto_vu32_t: pto_vbitcast_u32_i8, \
    pto_vi64_t: pto_vbitcast_i64_i8, pto_vu64_t: pto_vbitcast_u64_i8, \
    pto_vf16_t: pto_vbitcast_f16_i8, pto_vbf16_t: pto_vbitcast_bf16_i8, \
    pto_vf32_t: pto_vbitcast_f32_i8, pto_ve4m3_t: pto_vbitcast_e4m3_i8, \
    pto_ve5m2_t: pto_vbitcast_e5m2_i8, pto_vhif8_t: pto_vbitcast_hif8_i8, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_i8, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_i8
#define PTO_TO_vbitcast_u8 pto_vi8_t: pto_vbitcast_i8_u8, pto_vu8_t: pto_vbitcast_u8_u8, \
    pto_vi16_t: pto_vbitcast_i16_u8, pto_vu16_t: pto_vbitcast_u16_u8, \
    pto_vi32_t: pto_vbitcast_i32_u8, pto_vu32_t: pto_vbitcast_u32_u8, \
    pto_vi64_t: pto_vbitcast_i64_u8, pto_vu64_t: pto_vbitcast_u64_u8, \
    pto_vf16_t: pto_vbitcast_f16_u8, pto_vbf16_t: pto_vbitcast_bf16_u8, \
    pto_vf32_t: pto_vbitcast_f32_u8, pto_ve4m3_t: pto_vbitcast_e4m3_u8, \
    pto_ve5m2_t: pto_vbitcast_e5m2_u8, pto_vhif8_t: pto_vbitcast_hif8_u8, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_u8, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_u8
#define PTO_TO_vbitcast_i16 pto_vi8_t: pto_vbitcast_i8_i16, pto_vu8_t: pto_vbitcast_u8_i16, \
    pto_vi16_t: pto_vbitcast_i16_i16, pto_vu16_t: pto_vbitcast_u16_i16, \
    pto_vi32_t: pto_vbitcast_i32_i16, pto_vu32_t: pto_vbitcast_u32_i16, \
    pto_vi64_t: pto_vbitcast_i64_i16, pto_vu64_t: pto_vbitcast_u64_i16, \
    pto_vf16_t: pto_vbitcast_f16_i16, pto_vbf16_t: pto_vbitcast_bf16_i16, \
    pto_vf32_t: pto_vbitcast_f32_i16, pto_ve4m3_t: pto_vbitcast_e4m3_i16, \
    pto_ve5m2_t: pto_vbitcast_e5m2_i16, pto_vhif8_t: pto_vbitcast_hif8_i16, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_i16, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_i16
#define PTO_TO_vbitcast_u16 pto_vi8_t: pto_vbitcast_i8_u16, pto_vu8_t: pto_vbitcast_u8_u16, \
    pto_vi16_t: pto_vbitcast_i16_u16, pto_vu16_t: pto_vbitcast_u16_u16, \
    pto_vi32_t: pto_vbitcast_i32_u16, pto_vu32_t: pto_vbitcast_u32_u16, \
    pto_vi64_t: pto_vbitcast_i64_u16, pto_vu64_t: pto_vbitcast_u64_u16, \
    pto_vf16_t: pto_vbitcast_f16_u16, pto_vbf16_t: pto_vbitcast_bf16_u16, \
    pto_vf32_t: pto_vbitcast_f32_u16, pto_ve4m3_t: pto_vbitcast_e4m3_u16, \
    pto_ve5m2_t: pto_vbitcast_e5m2_u16, pto_vhif8_t: pto_vbitcast_hif8_u16, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_u16, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_u16
#define PTO_TO_vbitcast_i32 pto_vi8_t: pto_vbitcast_i8_i32, pto_vu8_t: pto_vbitcast_u8_i32, \
    pto_vi16_t: pto_vbitcast_i16_i32, pto_vu16_t: pto_vbitcast_u16_i32, \
    pto_vi32_t: pto_vbitcast_i32_i32, pto_vu32_t: pto_vbitcast_u32_i32, \
    pto_vi64_t: pto_vbitcast_i64_i32, pto_vu64_t: pto_vbitcast_u64_i32, \
    pto_vf16_t: pto_vbitcast_f16_i32, pto_vbf16_t: pto_vbitcast_bf16_i32, \
    pto_vf32_t: pto_vbitcast_f32_i32, pto_ve4m3_t: pto_vbitcast_e4m3_i32, \
    pto_ve5m2_t: pto_vbitcast_e5m2_i32, pto_vhif8_t: pto_vbitcast_hif8_i32, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_i32, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_i32
#define PTO_TO_vbitcast_u32 pto_vi8_t: pto_vbitcast_i8_u32, pto_vu8_t: pto_vbitcast_u8_u32, \
    pto_vi16_t: pto_vbitcast_i16_u32, pto_vu16_t: pto_vbitcast_u16_u32, \
    pto_vi32_t: pto_vbitcast_i32_u32, pto_vu32_t: pto_vbitcast_u32_u32, \
    pto_vi64_t: pto_vbitcast_i64_u32, pto_vu64_t: pto_vbitcast_u64_u32, \
    pto_vf16_t: pto_vbitcast_f16_u32, pto_vbf16_t: pto_vbitcast_bf16_u32, \
    pto_vf32_t: pto_vbitcast_f32_u32, pto_ve4m3_t: pto_vbitcast_e4m3_u32, \
    pto_ve5m2_t: pto_vbitcast_e5m2_u32, pto_vhif8_t: pto_vbitcast_hif8_u32, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_u32, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_u32
#define PTO_TO_vbitcast_i64 pto_vi8_t: pto_vbitcast_i8_i64, pto_vu8_t: pto_vbitcast_u8_i64, \
    pto_vi16_t: pto_vbitcast_i16_i64, pto_vu16_t: pto_vbitcast_u16_i64, \
    pto_vi32_t: pto_vbitcast_i32_i64, pto_vu32_t: pto_vbitcast_u32_i64, \
    pto_vi64_t: pto_vbitcast_i64_i64, pto_vu64_t: pto_vbitcast_u64_i64, \
    pto_vf16_t: pto_vbitcast_f16_i64, pto_vbf16_t: pto_vbitcast_bf16_i64, \
    pto_vf32_t: pto_vbitcast_f32_i64, pto_ve4m3_t: pto_vbitcast_e4m3_i64, \
    pto_ve5m2_t: pto_vbitcast_e5m2_i64, pto_vhif8_t: pto_vbitcast_hif8_i64, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_i64, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_i64
#define PTO_TO_vbitcast_u64 pto_vi8_t: pto_vbitcast_i8_u64, pto_vu8_t: pto_vbitcast_u8_u64, \
    pto_vi16_t: pto_vbitcast_i16_u64, pto_vu16_t: pto_vbitcast_u16_u64, \
    pto_vi32_t: pto_vbitcast_i32_u64, pto_vu32_t: pto_vbitcast_u32_u64, \
    pto_vi64_t: pto_vbitcast_i64_u64, pto_vu64_t: pto_vbitcast_u64_u64, \
    pto_vf16_t: pto_vbitcast_f16_u64, pto_vbf16_t: pto_vbitcast_bf16_u64, \
    pto_vf32_t: pto_vbitcast_f32_u64, pto_ve4m3_t: pto_vbitcast_e4m3_u64, \
    pto_ve5m2_t: pto_vbitcast_e5m2_u64, pto_vhif8_t: pto_vbitcast_hif8_u64, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_u64, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_u64
#define PTO_TO_vbitcast_f16 pto_vi8_t: pto_vbitcast_i8_f16, pto_vu8_t: pto_vbitcast_u8_f16, \
    pto_vi16_t: pto_vbitcast_i16_f16, pto_vu16_t: pto_vbitcast_u16_f16, \
    pto_vi32_t: pto_vbitcast_i32_f16, pto_vu32_t: pto_vbitcast_u32_f16, \
    pto_vi64_t: pto_vbitcast_i64_f16, pto_vu64_t: pto_vbitcast_u64_f16, \
    pto_vf16_t: pto_vbitcast_f16_f16, pto_vbf16_t: pto_vbitcast_bf16_f16, \
    pto_vf32_t: pto_vbitcast_f32_f16, pto_ve4m3_t: pto_vbitcast_e4m3_f16, \
    pto_ve5m2_t: pto_vbitcast_e5m2_f16, pto_vhif8_t: pto_vbitcast_hif8_f16, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_f16, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_f16
#define PTO_TO_vbitcast_bf16 pto_vi8_t: pto_vbitcast_i8_bf16, pto_vu8_t: pto_vbitcast_u8_bf16, \
    pto_vi16_t: pto_vbitcast_i16_bf16, pto_vu16_t: pto_vbitcast_u16_bf16, \
    pto_vi32_t: pto_vbitcast_i32_bf16, pto_vu32_t: pto_vbitcast_u32_bf16, \
    pto_vi64_t: pto_vbitcast_i64_bf16, pto_vu64_t: pto_vbitcast_u64_bf16, \
    pto_vf16_t: pto_vbitcast_f16_bf16, pto_vbf16_t: pto_vbitcast_bf16_bf16, \
    pto_vf32_t: pto_vbitcast_f32_bf16, pto_ve4m3_t: pto_vbitcast_e4m3_bf16, \
    pto_ve5m2_t: pto_vbitcast_e5m2_bf16, pto_vhif8_t: pto_vbitcast_hif8_bf16, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_bf16, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_bf16
#define PTO_TO_vbitcast_f32 pto_vi8_t: pto_vbitcast_i8_f32, pto_vu8_t: pto_vbitcast_u8_f32, \
    pto_vi16_t: pto_vbitcast_i16_f32, pto_vu16_t: pto_vbitcast_u16_f32, \
    pto_vi32_t: pto_vbitcast_i32_f32, pto_vu32_t: pto_vbitcast_u32_f32, \
    pto_vi64_t: pto_vbitcast_i64_f32, pto_vu64_t: pto_vbitcast_u64_f32, \
    pto_vf16_t: pto_vbitcast_f16_f32, pto_vbf16_t: pto_vbitcast_bf16_f32, \
    pto_vf32_t: pto_vbitcast_f32_f32, pto_ve4m3_t: pto_vbitcast_e4m3_f32, \
    pto_ve5m2_t: pto_vbitcast_e5m2_f32, pto_vhif8_t: pto_vbitcast_hif8_f32, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_f32, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_f32
#define PTO_TO_vbitcast_e4m3 pto_vi8_t: pto_vbitcast_i8_e4m3, pto_vu8_t: pto_vbitcast_u8_e4m3, \
    pto_vi16_t: pto_vbitcast_i16_e4m3, pto_vu16_t: pto_vbitcast_u16_e4m3, \
    pto_vi32_t: pto_vbitcast_i32_e4m3, pto_vu32_t: pto_vbitcast_u32_e4m3, \
    pto_vi64_t: pto_vbitcast_i64_e4m3, pto_vu64_t: pto_vbitcast_u64_e4m3, \
    pto_vf16_t: pto_vbitcast_f16_e4m3, pto_vbf16_t: pto_vbitcast_bf16_e4m3, \
    pto_vf32_t: pto_vbitcast_f32_e4m3, pto_ve4m3_t: pto_vbitcast_e4m3_e4m3, \
    pto_ve5m2_t: pto_vbitcast_e5m2_e4m3, pto_vhif8_t: pto_vbitcast_hif8_e4m3, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_e4m3, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_e4m3
#define PTO_TO_vbitcast_e5m2 pto_vi8_t: pto_vbitcast_i8_e5m2, pto_vu8_t: pto_vbitcast_u8_e5m2, \
    pto_vi16_t: pto_vbitcast_i16_e5m2, pto_vu16_t: pto_vbitcast_u16_e5m2, \
    pto_vi32_t: pto_vbitcast_i32_e5m2, pto_vu32_t: pto_vbitcast_u32_e5m2, \
    pto_vi64_t: pto_vbitcast_i64_e5m2, pto_vu64_t: pto_vbitcast_u64_e5m2, \
    pto_vf16_t: pto_vbitcast_f16_e5m2, pto_vbf16_t: pto_vbitcast_bf16_e5m2, \
    pto_vf32_t: pto_vbitcast_f32_e5m2, pto_ve4m3_t: pto_vbitcast_e4m3_e5m2, \
    pto_ve5m2_t: pto_vbitcast_e5m2_e5m2, pto_vhif8_t: pto_vbitcast_hif8_e5m2, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_e5m2, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_e5m2
#define PTO_TO_vbitcast_hif8 pto_vi8_t: pto_vbitcast_i8_hif8, pto_vu8_t: pto_vbitcast_u8_hif8, \
    pto_vi16_t: pto_vbitcast_i16_hif8, pto_vu16_t: pto_vbitcast_u16_hif8, \
    pto_vi32_t: pto_vbitcast_i32_hif8, pto_vu32_t: pto_vbitcast_u32_hif8, \
    pto_vi64_t: pto_vbitcast_i64_hif8, pto_vu64_t: pto_vbitcast_u64_hif8, \
    pto_vf16_t: pto_vbitcast_f16_hif8, pto_vbf16_t: pto_vbitcast_bf16_hif8, \
    pto_vf32_t: pto_vbitcast_f32_hif8, pto_ve4m3_t: pto_vbitcast_e4m3_hif8, \
    pto_ve5m2_t: pto_vbitcast_e5m2_hif8, pto_vhif8_t: pto_vbitcast_hif8_hif8, \
    pto_ve2m1x2_t: pto_vbitcast_e2m1x2_hif8, pto_ve1m2x2_t: pto_vbitcast_e1m2x2_hif8
#define PTO_TO_vbitcast_e2m1x2 pto_vi8_t: pto_vbitcast_i8_e2m1x2, \
    pto_vu8_t: pto_vbitcast_u8_e2m1x2, pto_vi16_t: pto_vbitcast_i16_e2m1x2, \
    pto_vu16_t: pto_vbitcast_u16_e2m1x2, pto_vi32_t: pto_vbitcast_i32_e2m1x2, \
    pto_vu32_t: pto_vbitcast_u32_e2m1x2, pto_vi64_t: pto_vbitcast_i64_e2m1x2, \
    pto_vu64_t: pto_vbitcast_u64_e2m1x2, pto_vf16_t: pto_vbitcast_f16_e2m1x2, \
    pto_vbf16_t: pto_vbitcast_bf16_e2m1x2, pto_vf32_t: pto_vbitcast_f32_e2m1x2, \
    pto_ve4m3_t: pto_vbitcast_e4m3_e2m1x2, pto_ve5m2_t: pto_vbitcast_e5m2_e2m1x2, \
    pto_vhif8_t: pto_vbitcast_hif8_e2m1x2, pto_ve2m1x2_t: pto_vbitcast_e2m1x2_e2m1x2, \
    pto_ve1m2x2_t: pto_vbitcast_e1m2x2_e2m1x2
#define PTO_TO_vbitcast_e1m2x2 pto_vi8_t: pto_vbitcast_i8_e1m2x2, \
    pto_vu8_t: pto_vbitcast_u8_e1m2x2, pto_vi16_t: pto_vbitcast_i16_e1m2x2, \
    pto_vu16_t: pto_vbitcast_u16_e1m2x2, pto_vi32_t: pto_vbitcast_i32_e1m2x2, \
    pto_vu32_t: pto_vbitcast_u32_e1m2x2, pto_vi64_t: pto_vbitcast_i64_e1m2x2, \
    pto_vu64_t: pto_vbitcast_u64_e1m2x2, pto_vf16_t: pto_vbitcast_f16_e1m2x2, \
    pto_vbf16_t: pto_vbitcast_bf16_e1m2x2, pto_vf32_t: pto_vbitcast_f32_e1m2x2, \
    pto_ve4m3_t: pto_vbitcast_e4m3_e1m2x2, pto_ve5m2_t: pto_vbitcast_e5m2_e1m2x2, \
    pto_vhif8_t: pto_vbitcast_hif8_e1m2x2, pto_ve2m1x2_t: pto_vbitcast_e2m1x2_e1m2x2, \
    pto_ve1m2x2_t: pto_vbitcast_e1m2x2_e1m2x2
#define PTO_TO_vaddreluconv_i8 pto_vf16_t: pto_vaddreluconv_f16_i8
#define PTO_TO_vaddreluconv_u8 pto_vf16_t: pto_vaddreluconv_f16_u8, \
    pto_vi16_t: pto_vaddreluconv_i16_u8
#define PTO_TO_vaddreluconv_f16 pto_vf32_t: pto_vaddreluconv_f32_f16
#define PTO_TO_vaddreluconv_f32 pto_vf16_t: pto_vaddreluconv_f16_f32
#define PTO_TO_vmulconv_i8 pto_vf16_t: pto_vmulconv_f16_i8
#define PTO_TO_vmulconv_u8 pto_vf16_t: pto_vmulconv_f16_u8
#define PTO_TO_vmulconv_f16 pto_vf32_t: pto_vmulconv_f32_f16
#define PTO_OF_V_20(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vf32_t: f##_f32
#define PTO_OF_V_21(f) pto_vi16_t: f##_i16, pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, \
    pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, pto_vf32_t: f##_f32
#define PTO_OF_V_22(f) pto_vu8_t: f##_u8
#define PTO_OF_V_23(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, \
    pto_vhif8_t: f##_hif8
#define PTO_OF_V_24(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, \
    pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, pto_vhif8_t: f##_hif8
#define PTO_TO_vpack_i8 pto_vi16_t: pto_vpack_i16_i8, pto_vu16_t: pto_vpack_u16_i8
#define PTO_TO_vpack_u8 pto_vi16_t: pto_vpack_i16_u8, pto_vu16_t: pto_vpack_u16_u8
#define PTO_TO_vpack_i16 pto_vi32_t: pto_vpack_i32_i16, pto_vu32_t: pto_vpack_u32_i16
#define PTO_TO_vpack_u16 pto_vi32_t: pto_vpack_i32_u16, pto_vu32_t: pto_vpack_u32_u16
#define PTO_TO_vpack_i32 pto_vi64_t: pto_vpack_i64_i32, pto_vu64_t: pto_vpack_u64_i32
#define PTO_TO_vpack_u32 pto_vi64_t: pto_vpack_i64_u32, pto_vu64_t: pto_vpack_u64_u32
#define PTO_TO_vsunpack_i16 pto_vi8_t: pto_vsunpack_i8_i16, pto_vu8_t: pto_vsunpack_u8_i16
#define PTO_TO_vsunpack_u16 pto_vi8_t: pto_vsunpack_i8_u16, pto_vu8_t: pto_vsunpack_u8_u16
#define PTO_TO_vsunpack_i32 pto_vi16_t: pto_vsunpack_i16_i32, pto_vu16_t: pto_vsunpack_u16_i32
#define PTO_TO_vsunpack_u32 pto_vi16_t: pto_vsunpack_i16_u32, pto_vu16_t: pto_vsunpack_u16_u32
#define PTO_TO_vsunpack_i64 pto_vi32_t: pto_vsunpack_i32_i64, pto_vu32_t: pto_vsunpack_u32_i64
#define PTO_TO_vsunpack_u64 pto_vi32_t: pto_vsunpack_i32_u64, pto_vu32_t: pto_vsunpack_u32_u64
#define PTO_TO_vzunpack_i16 pto_vi8_t: pto_vzunpack_i8_i16, pto_vu8_t: pto_vzunpack_u8_i16
#define PTO_TO_vzunpack_u16 pto_vi8_t: pto_vzunpack_i8_u16, pto_vu8_t: pto_vzunpack_u8_u16
#define PTO_TO_vzunpack_i32 pto_vi16_t: pto_vzunpack_i16_i32, pto_vu16_t: pto_vzunpack_u16_i32
#define PTO_TO_vzunpack_u32 pto_vi16_t: pto_vzunpack_i16_u32, pto_vu16_t: pto_vzunpack_u16_u32
#define PTO_TO_vzunpack_i64 pto_vi32_t: pto_vzunpack_i32_i64, pto_vu32_t: pto_vzunpack_u32_i64
#define PTO_TO_vzunpack_u64 pto_vi32_t: pto_vzunpack_i32_u64, pto_vu32_t: pto_vzunpack_u32_u64
#define PTO_TO_vsunpack_h_i16 pto_vi8_t: pto_vsunpack_h_i8_i16, pto_vu8_t: pto_vsunpack_h_u8_i16
#define PTO_TO_vsunpack_h_u16 pto_vi8_t: pto_vsunpack_h_i8_u16, pto_vu8_t: pto_vsunpack_h_u8_u16
#define PTO_TO_vsunpack_h_i32 pto_vi16_t: pto_vsunpack_h_i16_i32, \
    pto_vu16_t: pto_vsunpack_h_u16_i32
#define PTO_TO_vsunpack_h_u32 pto_vi16_t: pto_vsunpack_h_i16_u32, \
    pto_vu16_t: pto_vsunpack_h_u16_u32
#define PTO_TO_vsunpack_h_i64 pto_vi32_t: pto_vsunpack_h_i32_i64, \
    pto_vu32_t: pto_vsunpack_h_u32_i64
#define PTO_TO_vsunpack_h_u64 pto_vi32_t: pto_vsunpack_h_i32_u64, \
    pto_vu32_t: pto_vsunpack_h_u32_u64
#define PTO_TO_vzunpack_h_i16 pto_vi8_t: pto_vzunpack_h_i8_i16, pto_vu8_t: pto_vzunpack_h_u8_i16
#define PTO_TO_vzunpack_h_u16 pto_vi8_t: pto_vzunpack_h_i8_u16, pto_vu8_t: pto_vzunpack_h_u8_u16
#define PTO_TO_vzunpack_h_i32 pto_vi16_t: pto_vzunpack_h_i16_i32, \
    pto_vu16_t: pto_vzunpack_h_u16_i32
#define PTO_TO_vzunpack_h_u32 pto_vi16_t: pto_vzunpack_h_i16_u32, \
    pto_vu16_t: pto_vzunpack_h_u16_u32
#define PTO_TO_vzunpack_h_i64 pto_vi32_t: pto_vzunpack_h_i32_i64, \
    pto_vu32_t: pto_vzunpack_h_u32_i64
#define PTO_TO_vzunpack_h_u64 pto_vi32_t: pto_vzunpack_h_i32_u64, \
    pto_vu32_t: pto_vzunpack_h_u32_u64
#define PTO_OF_P_25(f) pto_f16_t *: f##_f16, const pto_f16_t *: f##_f16, pto_f32_t *: f##_f32, \
    const pto_f32_t *: f##_f32
#define PTO_OF_P_26(f) pto_i8_t *: f##_i8, const pto_i8_t *: f##_i8, pto_u8_t *: f##_u8, \
    const pto_u8_t *: f##_u8, pto_i16_t *: f##_i16, const pto_i16_t *: f##_i16, \
    pto_u16_t *: f##_u16, const pto_u16_t *: f##_u16, pto_i32_t *: f##_i32, \
    const pto_i32_t *: f##_i32, pto_u32_t *: f##_u32, const pto_u32_t *: f##_u32, \
    pto_f16_t *: f##_f16, const pto_f16_t *: f##_f16, pto_bf16_t *: f##_bf16, \
    const pto_bf16_t *: f##_bf16, pto_f32_t *: f##_f32, const pto_f32_t *: f##_f32

#define pto_vlds(p, offset, ...) (PTO_VECTOR_SCOPE_CHECK("vlds"), _Generic((p), \
    PTO_OF_P_1(pto_vlds))(p, offset, PTO_OPT_1(PTO_LD_NORM, ##__VA_ARGS__)))
#define pto_vlds_post(p, i, dist_ld, out1) (PTO_VECTOR_SCOPE_CHECK("vlds_post"), _Generic((p), \
    PTO_OF_P_1(pto_vlds_post))(p, i, dist_ld, out1))
#define pto_vldsx2(p, offset, dist_ldx2, out1) (PTO_VECTOR_SCOPE_CHECK("vldsx2"), _Generic((p), \
    PTO_OF_P_1(pto_vldsx2))(p, offset, dist_ldx2, out1))
#define pto_vldsx2_post(p, i, dist_ldx2, out1, out2) (PTO_VECTOR_SCOPE_CHECK("vldsx2_post"), \
    _Generic((p), PTO_OF_P_1(pto_vldsx2_post))(p, i, dist_ldx2, out1, out2))
#define pto_vsld(p, offset, stride) (PTO_VECTOR_SCOPE_CHECK("vsld"), _Generic((p), \
    PTO_OF_P_1(pto_vsld))(p, offset, stride))
#define pto_vsldb(p, i, i2, m) (PTO_VECTOR_SCOPE_CHECK("vsldb"), _Generic((p), \
    PTO_OF_P_1(pto_vsldb))(p, i, i2, m))
#define pto_vsldb_post(p, i, i2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vsldb_post"), _Generic((p), \
    PTO_OF_P_1(pto_vsldb_post))(p, i, i2, m, out1))
#define pto_vsldb_packed(p, i, m) (PTO_VECTOR_SCOPE_CHECK("vsldb_packed"), _Generic((p), \
    PTO_OF_P_1(pto_vsldb_packed))(p, i, m))
#define pto_vldas(p) (PTO_VECTOR_SCOPE_CHECK("vldas"), _Generic((p), PTO_OF_P_1(pto_vldas))(p))
#define pto_vldus(p, align, out1) (PTO_VECTOR_SCOPE_CHECK("vldus"), _Generic((p), \
    PTO_OF_P_1(pto_vldus))(p, align, out1))
#define pto_vldus_post(p, align, i, out1, out2) (PTO_VECTOR_SCOPE_CHECK("vldus_post"), \
    _Generic((p), PTO_OF_P_1(pto_vldus_post))(p, align, i, out1, out2))
#define pto_vgather2(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgather2"), _Generic((p), \
    PTO_OF_PX_2(pto_vgather2, PTO_RAW(x)))(p, PTO_RAW(x), m))
#define pto_vgather2_n(p, x, i) (PTO_VECTOR_SCOPE_CHECK("vgather2_n"), _Generic((p), \
    PTO_OF_PX_2(pto_vgather2_n, PTO_RAW(x)))(p, PTO_RAW(x), i))
#define pto_vgather2_bc(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgather2_bc"), _Generic((p), \
    PTO_OF_PX_2(pto_vgather2_bc, PTO_RAW(x)))(p, PTO_RAW(x), m))
#define pto_vgatherb(p, x, m) (PTO_VECTOR_SCOPE_CHECK("vgatherb"), _Generic((p), \
    pto_i8_t *: pto_vgatherb_i8_u32, const pto_i8_t *: pto_vgatherb_i8_u32, \
    pto_u8_t *: pto_vgatherb_u8_u32, const pto_u8_t *: pto_vgatherb_u8_u32, \
    pto_i16_t *: pto_vgatherb_i16_u32, const pto_i16_t *: pto_vgatherb_i16_u32, \
    pto_u16_t *: pto_vgatherb_u16_u32, const pto_u16_t *: pto_vgatherb_u16_u32, \
    pto_i32_t *: pto_vgatherb_i32_u32, const pto_i32_t *: pto_vgatherb_i32_u32, \
    pto_u32_t *: pto_vgatherb_u32_u32, const pto_u32_t *: pto_vgatherb_u32_u32, \
    pto_i64_t *: pto_vgatherb_i64_u32, const pto_i64_t *: pto_vgatherb_i64_u32, \
    pto_u64_t *: pto_vgatherb_u64_u32, const pto_u64_t *: pto_vgatherb_u64_u32, \
    pto_f16_t *: pto_vgatherb_f16_u32, const pto_f16_t *: pto_vgatherb_f16_u32, \
    pto_bf16_t *: pto_vgatherb_bf16_u32, const pto_bf16_t *: pto_vgatherb_bf16_u32, \
    pto_f32_t *: pto_vgatherb_f32_u32, const pto_f32_t *: pto_vgatherb_f32_u32, \
    pto_e4m3_t *: pto_vgatherb_e4m3_u32, const pto_e4m3_t *: pto_vgatherb_e4m3_u32, \
    pto_e5m2_t *: pto_vgatherb_e5m2_u32, const pto_e5m2_t *: pto_vgatherb_e5m2_u32, \
    pto_hif8_t *: pto_vgatherb_hif8_u32, const pto_hif8_t *: pto_vgatherb_hif8_u32, \
    pto_e2m1x2_t *: pto_vgatherb_e2m1x2_u32, const pto_e2m1x2_t *: pto_vgatherb_e2m1x2_u32, \
    pto_e1m2x2_t *: pto_vgatherb_e1m2x2_u32, const pto_e1m2x2_t *: pto_vgatherb_e1m2x2_u32)(p, \
    PTO_RAW(x), m))
#define pto_vsts(v, p, offset, m, ...) (PTO_VECTOR_SCOPE_CHECK("vsts"), _Generic((v), \
    PTO_OF_VG_3(pto_vsts, m))(v, p, offset, m, PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__)))
#define pto_vsts_all(v, p, offset, ...) (PTO_VECTOR_SCOPE_CHECK("vsts_all"), _Generic((v), \
    PTO_OF_V_4(pto_vsts_all))(v, p, offset, PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__)))
#define pto_vsts_post(v, p, i, m, ...) (PTO_VECTOR_SCOPE_CHECK("vsts_post"), _Generic((v), \
    PTO_OF_VG_3(pto_vsts_post, m))(v, p, i, m, PTO_OPT_1(PTO_ST_NORM, ##__VA_ARGS__)))
#define pto_vstsx2(v, v2, p, offset, m, dist_stx2) (PTO_VECTOR_SCOPE_CHECK("vstsx2"), \
    _Generic((v), PTO_OF_VG_3(pto_vstsx2, m))(v, v2, p, offset, m, dist_stx2))
#define pto_vsst(v, p, offset, stride) (PTO_VECTOR_SCOPE_CHECK("vsst"), _Generic((v), \
    PTO_OF_V_4(pto_vsst))(v, p, offset, stride))
#define pto_vsstb(v, p, i, i2, m) (PTO_VECTOR_SCOPE_CHECK("vsstb"), _Generic((v), \
    PTO_OF_V_4(pto_vsstb))(v, p, i, i2, m))
#define pto_vsstb_post(v, p, i, i2, m) (PTO_VECTOR_SCOPE_CHECK("vsstb_post"), _Generic((v), \
    PTO_OF_V_4(pto_vsstb_post))(v, p, i, i2, m))
#define pto_vsstb_packed(v, p, i, m) (PTO_VECTOR_SCOPE_CHECK("vsstb_packed"), _Generic((v), \
    PTO_OF_V_4(pto_vsstb_packed))(v, p, i, m))
#define pto_vscatter(v, p, x, m) (PTO_VECTOR_SCOPE_CHECK("vscatter"), _Generic((v), \
    PTO_OF_VX_5(pto_vscatter, PTO_RAW(x)))(v, p, PTO_RAW(x), m))
#define pto_vscatter_n(v, p, x, i) (PTO_VECTOR_SCOPE_CHECK("vscatter_n"), _Generic((v), \
    PTO_OF_VX_5(pto_vscatter_n, PTO_RAW(x)))(v, p, PTO_RAW(x), i))
#define pto_init_align() (PTO_VECTOR_SCOPE_CHECK("init_align"), (pto_init_align)())
#define pto_vstus(align, i, v, p) (PTO_VECTOR_SCOPE_CHECK("vstus"), _Generic((v), \
    PTO_OF_V_4(pto_vstus))(align, i, v, p))
#define pto_vstus_mode(align, i, v, p, post, out1) (PTO_VECTOR_SCOPE_CHECK("vstus_mode"), \
    _Generic((v), PTO_OF_V_4(pto_vstus_mode))(align, i, v, p, post, out1))
#define pto_vstus_post(align, i, v, p, out1) (PTO_VECTOR_SCOPE_CHECK("vstus_post"), _Generic((v), \
    PTO_OF_V_4(pto_vstus_post))(align, i, v, p, out1))
#define pto_vstu(align, i, v, p, post, out1) (PTO_VECTOR_SCOPE_CHECK("vstu"), _Generic((v), \
    PTO_OF_V_4(pto_vstu))(align, i, v, p, post, out1))
#define pto_vstur(align, v, p, post) (PTO_VECTOR_SCOPE_CHECK("vstur"), _Generic((v), \
    PTO_OF_V_4(pto_vstur))(align, v, p, post))
#define pto_vstas(align, p, i) (PTO_VECTOR_SCOPE_CHECK("vstas"), _Generic((p), \
    PTO_OF_P_1(pto_vstas))(align, p, i))
#define pto_vstas_post(align, p, i) (PTO_VECTOR_SCOPE_CHECK("vstas_post"), _Generic((p), \
    PTO_OF_P_1(pto_vstas_post))(align, p, i))
#define pto_vstar(align, p) (PTO_VECTOR_SCOPE_CHECK("vstar"), _Generic((p), \
    PTO_OF_P_1(pto_vstar))(align, p))
#define pto_vsta(align, p, offset) (PTO_VECTOR_SCOPE_CHECK("vsta"), _Generic((p), \
    PTO_OF_P_1(pto_vsta))(align, p, offset))
#define pto_plds_b8(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("plds_b8"), (pto_plds_b8)(p, \
    offset, dist_pld))
#define pto_plds_b16(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("plds_b16"), (pto_plds_b16)(p, \
    offset, dist_pld))
#define pto_plds_b32(p, offset, dist_pld) (PTO_VECTOR_SCOPE_CHECK("plds_b32"), (pto_plds_b32)(p, \
    offset, dist_pld))
#define pto_pld_b8(p, i, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pld_b8"), (pto_pld_b8)(p, i, \
    dist_pld))
#define pto_pld_b16(p, i, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pld_b16"), (pto_pld_b16)(p, i, \
    dist_pld))
#define pto_pld_b32(p, i, dist_pld) (PTO_VECTOR_SCOPE_CHECK("pld_b32"), (pto_pld_b32)(p, i, \
    dist_pld))
#define pto_psts(m, p, offset, dist_pst) (PTO_VECTOR_SCOPE_CHECK("psts"), _Generic((m), \
    PTO_OF_M_6(pto_psts))(m, (p) + (offset), 0, dist_pst))
#define pto_pst(m, p, i, dist_pst) (PTO_VECTOR_SCOPE_CHECK("pst"), _Generic((m), \
    PTO_OF_M_6(pto_pst))(m, p, i, dist_pst))
#define pto_pstu(align, m, p, out1) (PTO_VECTOR_SCOPE_CHECK("pstu"), _Generic((m), \
    PTO_OF_M_7(pto_pstu))(align, m, p, out1))
#define pto_pset_b8(pat) (PTO_VECTOR_SCOPE_CHECK("pset_b8"), (pto_pset_b8)(pat))
#define pto_pset_b16(pat) (PTO_VECTOR_SCOPE_CHECK("pset_b16"), (pto_pset_b16)(pat))
#define pto_pset_b32(pat) (PTO_VECTOR_SCOPE_CHECK("pset_b32"), (pto_pset_b32)(pat))
#define pto_pge_b8(pat) (PTO_VECTOR_SCOPE_CHECK("pge_b8"), (pto_pge_b8)(pat))
#define pto_pge_b16(pat) (PTO_VECTOR_SCOPE_CHECK("pge_b16"), (pto_pge_b16)(pat))
#define pto_pge_b32(pat) (PTO_VECTOR_SCOPE_CHECK("pge_b32"), (pto_pge_b32)(pat))
#define pto_plt_b8(i, out1) (PTO_VECTOR_SCOPE_CHECK("plt_b8"), (pto_plt_b8)(i, out1))
#define pto_plt_b16(i, out1) (PTO_VECTOR_SCOPE_CHECK("plt_b16"), (pto_plt_b16)(i, out1))
#define pto_plt_b32(i, out1) (PTO_VECTOR_SCOPE_CHECK("plt_b32"), (pto_plt_b32)(i, out1))
#define pto_pand(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("pand"), _Generic((m), \
    PTO_OF_M_6(pto_pand))(m, m2, m3))
#define pto_por(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("por"), _Generic((m), PTO_OF_M_6(pto_por))(m, \
    m2, m3))
#define pto_pxor(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("pxor"), _Generic((m), \
    PTO_OF_M_6(pto_pxor))(m, m2, m3))
#define pto_pnot(m, m2) (PTO_VECTOR_SCOPE_CHECK("pnot"), _Generic((m), PTO_OF_M_6(pto_pnot))(m, \
    m2))
#define pto_psel(m, m2, m3) (PTO_VECTOR_SCOPE_CHECK("psel"), _Generic((m), \
    PTO_OF_M_6(pto_psel))(m, m2, m3))
#define pto_pintlv(m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("pintlv"), _Generic((m), \
    PTO_OF_M_6(pto_pintlv))(m, m2, out1))
#define pto_pdintlv(m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("pdintlv"), _Generic((m), \
    PTO_OF_M_6(pto_pdintlv))(m, m2, out1))
#define pto_ppack(type, m, half) (PTO_VECTOR_SCOPE_CHECK("ppack"), _Generic((m), \
    pto_b8_t: pto_ppack_b8_##type, pto_b16_t: pto_ppack_b16_##type, \
    pto_b32_t: pto_ppack_b32_##type)(m, half))
#define pto_punpack(type, m, half) (PTO_VECTOR_SCOPE_CHECK("punpack"), _Generic((m), \
    pto_b8_t: pto_punpack_b8_##type, pto_b16_t: pto_punpack_b16_##type, \
    pto_b32_t: pto_punpack_b32_##type)(m, half))
#define pto_pbitcast(type, m) (PTO_VECTOR_SCOPE_CHECK("pbitcast"), _Generic((m), \
    pto_b8_t: pto_pbitcast_b8_##type, pto_b16_t: pto_pbitcast_b16_##type, \
    pto_b32_t: pto_pbitcast_b32_##type)(m))
#define pto_vbr(s) (PTO_VECTOR_SCOPE_CHECK("vbr"), _Generic((s), PTO_OF_S_8(pto_vbr))(s))
#define pto_vdup(v, m, ...) (PTO_VECTOR_SCOPE_CHECK("vdup"), _Generic((v), \
    PTO_OF_V_9(pto_vdup))(v, m, PTO_OPT_1(PTO_LOWEST, ##__VA_ARGS__)))
#define pto_vdups(s, m) (PTO_VECTOR_SCOPE_CHECK("vdups"), _Generic((s), PTO_OF_S_10(pto_vdups))(s, \
    m))
#define pto_vci(s, ...) (PTO_VECTOR_SCOPE_CHECK("vci"), _Generic((s), PTO_OF_S_11(pto_vci))(s, \
    PTO_OPT_1(PTO_ASC, ##__VA_ARGS__)))
#define pto_vabs(v, m) (PTO_VECTOR_SCOPE_CHECK("vabs"), _Generic((v), PTO_OF_V_9(pto_vabs))(v, m))
#define pto_vneg(v, m) (PTO_VECTOR_SCOPE_CHECK("vneg"), _Generic((v), PTO_OF_V_9(pto_vneg))(v, m))
#define pto_vexp(v, m) (PTO_VECTOR_SCOPE_CHECK("vexp"), _Generic((v), PTO_OF_V_12(pto_vexp))(v, \
    m))
#define pto_vln(v, m) (PTO_VECTOR_SCOPE_CHECK("vln"), _Generic((v), PTO_OF_V_12(pto_vln))(v, m))
#define pto_vsqrt(v, m) (PTO_VECTOR_SCOPE_CHECK("vsqrt"), _Generic((v), PTO_OF_V_12(pto_vsqrt))(v, \
    m))
#define pto_vrsqrt(v, m) (PTO_VECTOR_SCOPE_CHECK("vrsqrt"), _Generic((v), \
    PTO_OF_V_12(pto_vrsqrt))(v, m))
#define pto_vrec(v, m) (PTO_VECTOR_SCOPE_CHECK("vrec"), _Generic((v), PTO_OF_V_12(pto_vrec))(v, \
    m))
#define pto_vrelu(v, m) (PTO_VECTOR_SCOPE_CHECK("vrelu"), _Generic((v), PTO_OF_V_13(pto_vrelu))(v, \
    m))
#define pto_vnot(v, m) (PTO_VECTOR_SCOPE_CHECK("vnot"), _Generic((v), PTO_OF_V_14(pto_vnot))(v, \
    m))
#define pto_vbcnt(v, m) (PTO_VECTOR_SCOPE_CHECK("vbcnt"), _Generic((v), PTO_OF_V_15(pto_vbcnt))(v, \
    m))
#define pto_vcls(v, m) (PTO_VECTOR_SCOPE_CHECK("vcls"), _Generic((v), PTO_OF_V_15(pto_vcls))(v, \
    m))
#define pto_vmov(v, m) (PTO_VECTOR_SCOPE_CHECK("vmov"), _Generic((v), PTO_OF_V_9(pto_vmov))(v, m))
#define pto_vmov_all(v) (PTO_VECTOR_SCOPE_CHECK("vmov_all"), _Generic((v), \
    PTO_OF_V_9(pto_vmov_all))(v))
#define pto_vadd(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vadd"), _Generic((v), PTO_OF_V_9(pto_vadd))(v, \
    v2, m))
#define pto_vsub(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vsub"), _Generic((v), PTO_OF_V_9(pto_vsub))(v, \
    v2, m))
#define pto_vmul(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vmul"), _Generic((v), \
    PTO_OF_V_16(pto_vmul))(v, v2, m))
#define pto_vdiv(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vdiv"), _Generic((v), \
    PTO_OF_V_12(pto_vdiv))(v, v2, m))
#define pto_vmax(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vmax"), _Generic((v), PTO_OF_V_9(pto_vmax))(v, \
    v2, m))
#define pto_vmin(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vmin"), _Generic((v), PTO_OF_V_9(pto_vmin))(v, \
    v2, m))
#define pto_vand(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vand"), _Generic((v), PTO_OF_V_4(pto_vand))(v, \
    v2, m))
#define pto_vor(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vor"), _Generic((v), PTO_OF_V_4(pto_vor))(v, \
    v2, m))
#define pto_vxor(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vxor"), _Generic((v), PTO_OF_V_4(pto_vxor))(v, \
    v2, m))
#define pto_vshl(v, n, m) (PTO_VECTOR_SCOPE_CHECK("vshl"), _Generic((v), PTO_OF_V_14(pto_vshl))(v, \
    PTO_RAW(n), m))
#define pto_vshr(v, n, m) (PTO_VECTOR_SCOPE_CHECK("vshr"), _Generic((v), PTO_OF_V_14(pto_vshr))(v, \
    PTO_RAW(n), m))
#define pto_vaddc(v, v2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vaddc"), _Generic((v), \
    PTO_OF_V_17(pto_vaddc))(v, v2, m, out1))
#define pto_vsubc(v, v2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vsubc"), _Generic((v), \
    PTO_OF_V_17(pto_vsubc))(v, v2, m, out1))
#define pto_vaddcs(v, v2, m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("vaddcs"), _Generic((v), \
    PTO_OF_V_17(pto_vaddcs))(v, v2, m, m2, out1))
#define pto_vsubcs(v, v2, m, m2, out1) (PTO_VECTOR_SCOPE_CHECK("vsubcs"), _Generic((v), \
    PTO_OF_V_17(pto_vsubcs))(v, v2, m, m2, out1))
#define pto_vprelu(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vprelu"), _Generic((v), \
    PTO_OF_V_12(pto_vprelu))(v, v2, m))
#define pto_vaddrelu(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vaddrelu"), _Generic((v), \
    PTO_OF_V_12(pto_vaddrelu))(v, v2, m))
#define pto_vsubrelu(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vsubrelu"), _Generic((v), \
    PTO_OF_V_12(pto_vsubrelu))(v, v2, m))
#define pto_vexpdif(v, v2, m, part) (PTO_VECTOR_SCOPE_CHECK("vexpdif"), _Generic((v), \
    PTO_OF_V_12(pto_vexpdif))(v, v2, m, part))
#define pto_vaxpy(v, v2, s, m) (PTO_VECTOR_SCOPE_CHECK("vaxpy"), _Generic((v), \
    PTO_OF_V_12(pto_vaxpy))(v, v2, s, m))
#define pto_vmula(v, v2, v3, m) (PTO_VECTOR_SCOPE_CHECK("vmula"), _Generic((v), \
    PTO_OF_V_18(pto_vmula))(v, v2, v3, m))
#define pto_vmull(v, v2, m, out1) (PTO_VECTOR_SCOPE_CHECK("vmull"), _Generic((v), \
    PTO_OF_V_17(pto_vmull))(v, v2, m, out1))
#define pto_vadds(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vadds"), _Generic((v), \
    PTO_OF_V_9(pto_vadds))(v, s, m))
#define pto_vsubs(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vsubs"), _Generic((v), \
    PTO_OF_V_9(pto_vsubs))(v, s, m))
#define pto_vmuls(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vmuls"), _Generic((v), \
    PTO_OF_V_16(pto_vmuls))(v, s, m))
#define pto_vmaxs(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vmaxs"), _Generic((v), \
    PTO_OF_V_9(pto_vmaxs))(v, s, m))
#define pto_vmins(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vmins"), _Generic((v), \
    PTO_OF_V_9(pto_vmins))(v, s, m))
#define pto_vands(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vands"), _Generic((v), \
    PTO_OF_V_14(pto_vands))(v, s, m))
#define pto_vors(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vors"), _Generic((v), PTO_OF_V_14(pto_vors))(v, \
    s, m))
#define pto_vxors(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vxors"), _Generic((v), \
    PTO_OF_V_14(pto_vxors))(v, s, m))
#define pto_vshls(v, i, m) (PTO_VECTOR_SCOPE_CHECK("vshls"), _Generic((v), \
    PTO_OF_V_14(pto_vshls))(v, i, m))
#define pto_vshrs(v, i, m) (PTO_VECTOR_SCOPE_CHECK("vshrs"), _Generic((v), \
    PTO_OF_V_14(pto_vshrs))(v, i, m))
#define pto_vlrelu(v, s, m) (PTO_VECTOR_SCOPE_CHECK("vlrelu"), _Generic((v), \
    PTO_OF_V_12(pto_vlrelu))(v, s, m))
#define pto_vcvt(type, v, m, ...) (PTO_VECTOR_SCOPE_CHECK("vcvt"), _Generic((v), \
    PTO_TO_vcvt_##type)(v, m, PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), PTO_OPT_2(PTO_NOSAT, \
    ##__VA_ARGS__), PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))
#define pto_vtrc(v, m, rnd) (PTO_VECTOR_SCOPE_CHECK("vtrc"), _Generic((v), \
    PTO_OF_V_19(pto_vtrc))(v, m, rnd))
#define pto_vbitcast(type, v) (PTO_VECTOR_SCOPE_CHECK("vbitcast"), _Generic((v), \
    PTO_TO_vbitcast_##type)(v))
#define pto_vaddreluconv(type, v, v2, m, ...) (PTO_VECTOR_SCOPE_CHECK("vaddreluconv"), \
    _Generic((v), PTO_TO_vaddreluconv_##type)(v, v2, m, PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), \
    PTO_OPT_2(PTO_NOSAT, ##__VA_ARGS__), PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))
#define pto_vmulconv(type, v, v2, m, ...) (PTO_VECTOR_SCOPE_CHECK("vmulconv"), _Generic((v), \
    PTO_TO_vmulconv_##type)(v, v2, m, PTO_OPT_1(PTO_RND_R, ##__VA_ARGS__), PTO_OPT_2(PTO_NOSAT, \
    ##__VA_ARGS__), PTO_OPT_3(PTO_CVT_EVEN, ##__VA_ARGS__)))
#define pto_vcadd(v, m) (PTO_VECTOR_SCOPE_CHECK("vcadd"), _Generic((v), PTO_OF_V_20(pto_vcadd))(v, \
    m))
#define pto_vcmax(v, m) (PTO_VECTOR_SCOPE_CHECK("vcmax"), _Generic((v), PTO_OF_V_20(pto_vcmax))(v, \
    m))
#define pto_vcmin(v, m) (PTO_VECTOR_SCOPE_CHECK("vcmin"), _Generic((v), PTO_OF_V_20(pto_vcmin))(v, \
    m))
#define pto_vcbmax(v, m, out1) (PTO_VECTOR_SCOPE_CHECK("vcbmax"), _Generic((v), \
    PTO_OF_V_20(pto_vcbmax))(v, m, out1))
#define pto_vcbmin(v, m, out1) (PTO_VECTOR_SCOPE_CHECK("vcbmin"), _Generic((v), \
    PTO_OF_V_20(pto_vcbmin))(v, m, out1))
#define pto_vcgadd(v, m) (PTO_VECTOR_SCOPE_CHECK("vcgadd"), _Generic((v), \
    PTO_OF_V_21(pto_vcgadd))(v, m))
#define pto_vcgmax(v, m) (PTO_VECTOR_SCOPE_CHECK("vcgmax"), _Generic((v), \
    PTO_OF_V_21(pto_vcgmax))(v, m))
#define pto_vcgmin(v, m) (PTO_VECTOR_SCOPE_CHECK("vcgmin"), _Generic((v), \
    PTO_OF_V_21(pto_vcgmin))(v, m))
#define pto_vcpadd(v, m) (PTO_VECTOR_SCOPE_CHECK("vcpadd"), _Generic((v), \
    PTO_OF_V_12(pto_vcpadd))(v, m))
#define pto_dhistv2(i, v, m, i2) (PTO_VECTOR_SCOPE_CHECK("dhistv2"), _Generic((v), \
    PTO_OF_V_22(pto_dhistv2))(i, v, m, i2))
#define pto_chistv2(i, v, m, i2) (PTO_VECTOR_SCOPE_CHECK("chistv2"), _Generic((v), \
    PTO_OF_V_22(pto_chistv2))(i, v, m, i2))
#define pto_vcmp(v, v2, m, cmp) (PTO_VECTOR_SCOPE_CHECK("vcmp"), _Generic((v), \
    PTO_OF_V_9(pto_vcmp))(v, v2, m, cmp))
#define pto_vcmps(v, s, m, cmp) (PTO_VECTOR_SCOPE_CHECK("vcmps"), _Generic((v), \
    PTO_OF_V_9(pto_vcmps))(v, s, m, cmp))
#define pto_vsel(v, v2, m) (PTO_VECTOR_SCOPE_CHECK("vsel"), _Generic((v), PTO_OF_V_4(pto_vsel))(v, \
    v2, m))
#define pto_vselr(v, n) (PTO_VECTOR_SCOPE_CHECK("vselr"), _Generic((v), PTO_OF_V_23(pto_vselr))(v, \
    PTO_RAW(n)))
#define pto_vselrv2(v, n) (PTO_VECTOR_SCOPE_CHECK("vselrv2"), _Generic((v), \
    PTO_OF_V_23(pto_vselrv2))(v, PTO_RAW(n)))
#define pto_vperm(v, n) (PTO_VECTOR_SCOPE_CHECK("vperm"), _Generic((v), PTO_OF_V_23(pto_vperm))(v, \
    PTO_RAW(n)))
#define pto_vintlv(v, v2, out1) (PTO_VECTOR_SCOPE_CHECK("vintlv"), _Generic((v), \
    PTO_OF_V_24(pto_vintlv))(v, v2, out1))
#define pto_vdintlv(v, v2, out1) (PTO_VECTOR_SCOPE_CHECK("vdintlv"), _Generic((v), \
    PTO_OF_V_24(pto_vdintlv))(v, v2, out1))
#define pto_vintlvv2(v, v2, half) (PTO_VECTOR_SCOPE_CHECK("vintlvv2"), _Generic((v), \
    PTO_OF_V_24(pto_vintlvv2))(v, v2, half))
#define pto_vdintlvv2(v, v2, half) (PTO_VECTOR_SCOPE_CHECK("vdintlvv2"), _Generic((v), \
    PTO_OF_V_24(pto_vdintlvv2))(v, v2, half))
#define pto_vsqz(v, m) (PTO_VECTOR_SCOPE_CHECK("vsqz"), _Generic((v), PTO_OF_V_18(pto_vsqz))(v, \
    m))
#define pto_vusqz(v, m) (PTO_VECTOR_SCOPE_CHECK("vusqz"), _Generic((v), PTO_OF_V_15(pto_vusqz))(v, \
    m))
#define pto_vpack(type, v, half) (PTO_VECTOR_SCOPE_CHECK("vpack"), _Generic((v), \
    PTO_TO_vpack_##type)(v, half))
#define pto_vsunpack(type, v, i) (PTO_VECTOR_SCOPE_CHECK("vsunpack"), _Generic((v), \
    PTO_TO_vsunpack_##type)(v, i))
#define pto_vzunpack(type, v, i) (PTO_VECTOR_SCOPE_CHECK("vzunpack"), _Generic((v), \
    PTO_TO_vzunpack_##type)(v, i))
#define pto_vsunpack_h(type, v, half) (PTO_VECTOR_SCOPE_CHECK("vsunpack_h"), _Generic((v), \
    PTO_TO_vsunpack_h_##type)(v, half))
#define pto_vzunpack_h(type, v, half) (PTO_VECTOR_SCOPE_CHECK("vzunpack_h"), _Generic((v), \
    PTO_TO_vzunpack_h_##type)(v, half))
#define pto_vshift(v, i) (PTO_VECTOR_SCOPE_CHECK("vshift"), _Generic((v), \
    PTO_OF_V_9(pto_vshift))(v, i))
#define pto_vslide(v, v2, i) (PTO_VECTOR_SCOPE_CHECK("vslide"), _Generic((v), \
    PTO_OF_V_9(pto_vslide))(v, v2, i))
#define pto_vbitsort(p, p2, p3, i) (PTO_VECTOR_SCOPE_CHECK("vbitsort"), _Generic((p), \
    PTO_OF_P_25(pto_vbitsort))(p, p2, p3, i))
#define pto_vsort32(p, p2, i) (PTO_VECTOR_SCOPE_CHECK("vsort32"), _Generic((p), \
    PTO_OF_P_25(pto_vsort32))(p, p2, i))
#define pto_vmrgsort4(p, p2, p3, p4, p5, i, i2) (PTO_VECTOR_SCOPE_CHECK("vmrgsort4"), \
    _Generic((p), PTO_OF_P_25(pto_vmrgsort4))(p, p2, p3, p4, p5, i, i2))
#define pto_vtranspose(p, p2, i) (PTO_VECTOR_SCOPE_CHECK("vtranspose"), _Generic((p), \
    PTO_OF_P_26(pto_vtranspose))(p, p2, i))

// clang-format on
#endif
