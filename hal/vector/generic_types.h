// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// What the macros of generic.h choose from: f is the stem of a function, x the operand that it is also chosen by.
// clang-format off
#ifndef PTO_VECTOR_GENERIC_TYPES_H
#define PTO_VECTOR_GENERIC_TYPES_H

// Associations of the index and of the mask.
#define PTO_OF_X(f) pto_vu8_t: f##_u8, pto_vu16_t: f##_u16, pto_vu32_t: f##_u32 PTO_OR_MIXED
#define PTO_OF_G(f) pto_b8_t: f##_b8, pto_b16_t: f##_b16, pto_b32_t: f##_b32 PTO_OR_MIXED

// More of them, where <pto/lanes.h> has defined strips: for instructions of isa/lanes.def by their kinds of elements,
// for stores and for conversions; strips beside registers are an error then.
#define PTO_OR_STRIPS_F(f)
#define PTO_OR_STRIPS_FI(f)
#define PTO_OR_STRIPS_FIU(f)
#define PTO_OR_STRIPS_IU(f)
#define PTO_OR_STRIPS_U(f)
#define PTO_OR_STRIPS_ALL(f)
#define PTO_OR_MIXED

// Conversions of isa/lanes.def.
#define PTO_STRIPS_TO_i32(X, ...) X(f32, i32, __VA_ARGS__) X(f16, i32, __VA_ARGS__) X(bf16, i32, \
    __VA_ARGS__) X(i8, i32, __VA_ARGS__) X(i16, i32, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_i32(f)
#define PTO_STRIPS_TO_f32(X, ...) X(i32, f32, __VA_ARGS__) X(u32, f32, __VA_ARGS__) X(f16, f32, \
    __VA_ARGS__) X(bf16, f32, __VA_ARGS__) X(i16, f32, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_f32(f)
#define PTO_STRIPS_TO_i16(X, ...) X(f16, i16, __VA_ARGS__) X(i8, i16, __VA_ARGS__) X(f32, i16, \
    __VA_ARGS__) X(i32, i16, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_i16(f)
#define PTO_STRIPS_TO_f16(X, ...) X(i16, f16, __VA_ARGS__) X(u8, f16, __VA_ARGS__) X(i8, f16, \
    __VA_ARGS__) X(f32, f16, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_f16(f)
#define PTO_STRIPS_TO_u16(X, ...) X(u8, u16, __VA_ARGS__) X(u32, u16, __VA_ARGS__) X(i32, u16, \
    __VA_ARGS__)
#define PTO_OR_STRIPS_TO_u16(f)
#define PTO_STRIPS_TO_u32(X, ...) X(u8, u32, __VA_ARGS__) X(u16, u32, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_u32(f)
#define PTO_STRIPS_TO_bf16(X, ...) X(f32, bf16, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_bf16(f)
#define PTO_STRIPS_TO_i8(X, ...) X(f16, i8, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_i8(f)
#define PTO_STRIPS_TO_u8(X, ...) X(f16, u8, __VA_ARGS__) X(u16, u8, __VA_ARGS__) X(i16, u8, \
    __VA_ARGS__) X(u32, u8, __VA_ARGS__) X(i32, u8, __VA_ARGS__)
#define PTO_OR_STRIPS_TO_u8(f)

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
    pto_vu64_t: f##_u64, pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, pto_vhif8_t: f##_hif8
#define PTO_OF_V_15(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32
#define PTO_OF_V_16(f) pto_vi16_t: f##_i16, pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, \
    pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_OF_V_17(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64
#define PTO_OF_V_18(f) pto_vi32_t: f##_i32, pto_vu32_t: f##_u32
#define PTO_OF_V_19(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_TO_vcvt_i8 pto_vf16_t: pto_vcvt_f16_i8 PTO_OR_STRIPS_TO_i8(pto_vcvt)
#define PTO_TO_vcvt_u8 pto_vf16_t: pto_vcvt_f16_u8, pto_vu16_t: pto_vcvt_u16_u8, \
    pto_vi16_t: pto_vcvt_i16_u8, pto_vu32_t: pto_vcvt_u32_u8, \
    pto_vi32_t: pto_vcvt_i32_u8 PTO_OR_STRIPS_TO_u8(pto_vcvt)
#define PTO_TO_vcvt_i16 pto_vf32_t: pto_vcvt_f32_i16, pto_vf16_t: pto_vcvt_f16_i16, \
    pto_vi8_t: pto_vcvt_i8_i16, pto_vu32_t: pto_vcvt_u32_i16, \
    pto_vi32_t: pto_vcvt_i32_i16 PTO_OR_STRIPS_TO_i16(pto_vcvt)
#define PTO_TO_vcvt_u16 pto_vu8_t: pto_vcvt_u8_u16, pto_vu32_t: pto_vcvt_u32_u16, \
    pto_vi32_t: pto_vcvt_i32_u16 PTO_OR_STRIPS_TO_u16(pto_vcvt)
#define PTO_TO_vcvt_i32 pto_vf32_t: pto_vcvt_f32_i32, pto_vf16_t: pto_vcvt_f16_i32, \
    pto_vbf16_t: pto_vcvt_bf16_i32, pto_vi8_t: pto_vcvt_i8_i32, pto_vi16_t: pto_vcvt_i16_i32, \
    pto_vi64_t: pto_vcvt_i64_i32 PTO_OR_STRIPS_TO_i32(pto_vcvt)
#define PTO_TO_vcvt_u32 pto_vu8_t: pto_vcvt_u8_u32, pto_vu16_t: pto_vcvt_u16_u32, \
    pto_vi16_t: pto_vcvt_i16_u32 PTO_OR_STRIPS_TO_u32(pto_vcvt)
#define PTO_TO_vcvt_i64 pto_vf32_t: pto_vcvt_f32_i64, pto_vi32_t: pto_vcvt_i32_i64
#define PTO_TO_vcvt_f16 pto_vf32_t: pto_vcvt_f32_f16, pto_vbf16_t: pto_vcvt_bf16_f16, \
    pto_vhif8_t: pto_vcvt_hif8_f16, pto_vu8_t: pto_vcvt_u8_f16, pto_vi8_t: pto_vcvt_i8_f16, \
    pto_vi16_t: pto_vcvt_i16_f16 PTO_OR_STRIPS_TO_f16(pto_vcvt)
#define PTO_TO_vcvt_bf16 pto_vf32_t: pto_vcvt_f32_bf16, pto_vf16_t: pto_vcvt_f16_bf16, \
    pto_ve2m1x2_t: pto_vcvt_e2m1x2_bf16, \
    pto_ve1m2x2_t: pto_vcvt_e1m2x2_bf16 PTO_OR_STRIPS_TO_bf16(pto_vcvt)
#define PTO_TO_vcvt_f32 pto_vf16_t: pto_vcvt_f16_f32, pto_vbf16_t: pto_vcvt_bf16_f32, \
    pto_ve4m3_t: pto_vcvt_e4m3_f32, pto_ve5m2_t: pto_vcvt_e5m2_f32, \
    pto_vhif8_t: pto_vcvt_hif8_f32, pto_vi16_t: pto_vcvt_i16_f32, pto_vi32_t: pto_vcvt_i32_f32, \
    pto_vu32_t: pto_vcvt_u32_f32, pto_vi64_t: pto_vcvt_i64_f32 PTO_OR_STRIPS_TO_f32(pto_vcvt)
#define PTO_TO_vcvt_e4m3 pto_vf32_t: pto_vcvt_f32_e4m3
#define PTO_TO_vcvt_e5m2 pto_vf32_t: pto_vcvt_f32_e5m2
#define PTO_TO_vcvt_hif8 pto_vf32_t: pto_vcvt_f32_hif8, pto_vf16_t: pto_vcvt_f16_hif8
#define PTO_TO_vcvt_e2m1x2 pto_vbf16_t: pto_vcvt_bf16_e2m1x2
#define PTO_TO_vcvt_e1m2x2 pto_vbf16_t: pto_vcvt_bf16_e1m2x2
#define PTO_OF_V_20(f) pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
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
#define PTO_OF_V_21(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vf32_t: f##_f32
#define PTO_OF_V_22(f) pto_vi16_t: f##_i16, pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, \
    pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, pto_vf32_t: f##_f32
#define PTO_OF_V_23(f) pto_vu8_t: f##_u8
#define PTO_OF_V_24(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, \
    pto_vhif8_t: f##_hif8
#define PTO_OF_V_25(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
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
#define PTO_OF_P_26(f) pto_f16_t *: f##_f16, const pto_f16_t *: f##_f16, pto_f32_t *: f##_f32, \
    const pto_f32_t *: f##_f32
#define PTO_OF_P_27(f) pto_i8_t *: f##_i8, const pto_i8_t *: f##_i8, pto_u8_t *: f##_u8, \
    const pto_u8_t *: f##_u8, pto_i16_t *: f##_i16, const pto_i16_t *: f##_i16, \
    pto_u16_t *: f##_u16, const pto_u16_t *: f##_u16, pto_i32_t *: f##_i32, \
    const pto_i32_t *: f##_i32, pto_u32_t *: f##_u32, const pto_u32_t *: f##_u32, \
    pto_f16_t *: f##_f16, const pto_f16_t *: f##_f16, pto_bf16_t *: f##_bf16, \
    const pto_bf16_t *: f##_bf16, pto_f32_t *: f##_f32, const pto_f32_t *: f##_f32

// clang-format on
#endif
