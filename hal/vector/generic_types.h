// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// The _Generic associations of generic.h: f is the stem of a function, x an operand that also selects it.
// clang-format off
#ifndef PTO_VECTOR_GENERIC_TYPES_H
#define PTO_VECTOR_GENERIC_TYPES_H

// Associations of the index and of the mask.
#define PTO_OF_X(f) pto_vu8_t: f##_u8, pto_vu16_t: f##_u16, pto_vu32_t: f##_u32 PTO_OR_MIXED
#define PTO_OF_G(f) pto_b8_t: f##_b8, pto_b16_t: f##_b16, pto_b32_t: f##_b32 PTO_OR_MIXED
#define PTO_BY_X(f, x) _Generic((x), PTO_OF_X(f))
#define PTO_BY_G(f, x) _Generic((x), PTO_OF_G(f))

// Associations of a pointer.
#define PTO_OF_PTR(t, f) pto_##t##_t *: f, const pto_##t##_t *: f

// Further associations, if <pto/lanes.h> has defined strips: for instructions of isa/lanes.def by their kinds of
// elements, for stores and for conversions. Mixing strips and registers is then an error.
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

#define PTO_OF_P_1(f) PTO_OF_PTR(i8, f##_i8), PTO_OF_PTR(u8, f##_u8), PTO_OF_PTR(i16, f##_i16), \
    PTO_OF_PTR(u16, f##_u16), PTO_OF_PTR(i32, f##_i32), PTO_OF_PTR(u32, f##_u32), PTO_OF_PTR(i64, \
    f##_i64), PTO_OF_PTR(u64, f##_u64), PTO_OF_PTR(f16, f##_f16), PTO_OF_PTR(bf16, f##_bf16), \
    PTO_OF_PTR(f32, f##_f32), PTO_OF_PTR(e4m3, f##_e4m3), PTO_OF_PTR(e5m2, f##_e5m2), \
    PTO_OF_PTR(hif8, f##_hif8), PTO_OF_PTR(e2m1x2, f##_e2m1x2), PTO_OF_PTR(e1m2x2, f##_e1m2x2)
#define PTO_OF_PX_2(f, x) PTO_OF_PTR(i8, PTO_BY_X(f##_i8, x)), PTO_OF_PTR(u8, PTO_BY_X(f##_u8, \
    x)), PTO_OF_PTR(i16, PTO_BY_X(f##_i16, x)), PTO_OF_PTR(u16, PTO_BY_X(f##_u16, x)), \
    PTO_OF_PTR(i32, PTO_BY_X(f##_i32, x)), PTO_OF_PTR(u32, PTO_BY_X(f##_u32, x)), PTO_OF_PTR(f16, \
    PTO_BY_X(f##_f16, x)), PTO_OF_PTR(bf16, PTO_BY_X(f##_bf16, x)), PTO_OF_PTR(f32, \
    PTO_BY_X(f##_f32, x)), PTO_OF_PTR(e4m3, PTO_BY_X(f##_e4m3, x)), PTO_OF_PTR(e5m2, \
    PTO_BY_X(f##_e5m2, x)), PTO_OF_PTR(hif8, PTO_BY_X(f##_hif8, x))
#define PTO_OF_VG_3(f, x) pto_vi8_t: PTO_BY_G(f##_i8, x), pto_vu8_t: PTO_BY_G(f##_u8, x), \
    pto_vi16_t: PTO_BY_G(f##_i16, x), pto_vu16_t: PTO_BY_G(f##_u16, x), \
    pto_vi32_t: PTO_BY_G(f##_i32, x), pto_vu32_t: PTO_BY_G(f##_u32, x), \
    pto_vi64_t: PTO_BY_G(f##_i64, x), pto_vu64_t: PTO_BY_G(f##_u64, x), \
    pto_vf16_t: PTO_BY_G(f##_f16, x), pto_vbf16_t: PTO_BY_G(f##_bf16, x), \
    pto_vf32_t: PTO_BY_G(f##_f32, x), pto_ve4m3_t: PTO_BY_G(f##_e4m3, x), \
    pto_ve5m2_t: PTO_BY_G(f##_e5m2, x), pto_vhif8_t: PTO_BY_G(f##_hif8, x), \
    pto_ve2m1x2_t: PTO_BY_G(f##_e2m1x2, x), pto_ve1m2x2_t: PTO_BY_G(f##_e1m2x2, x)
#define PTO_OF_V_4(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, \
    pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, pto_vhif8_t: f##_hif8, \
    pto_ve2m1x2_t: f##_e2m1x2, pto_ve1m2x2_t: f##_e1m2x2
#define PTO_OF_VX_5(f, x) pto_vi8_t: PTO_BY_X(f##_i8, x), pto_vu8_t: PTO_BY_X(f##_u8, x), \
    pto_vi16_t: PTO_BY_X(f##_i16, x), pto_vu16_t: PTO_BY_X(f##_u16, x), \
    pto_vi32_t: PTO_BY_X(f##_i32, x), pto_vu32_t: PTO_BY_X(f##_u32, x), \
    pto_vf16_t: PTO_BY_X(f##_f16, x), pto_vbf16_t: PTO_BY_X(f##_bf16, x), \
    pto_vf32_t: PTO_BY_X(f##_f32, x), pto_ve4m3_t: PTO_BY_X(f##_e4m3, x), \
    pto_ve5m2_t: PTO_BY_X(f##_e5m2, x), pto_vhif8_t: PTO_BY_X(f##_hif8, x)
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
#define PTO_OF_R_20(f, r) pto_vf16_t: f##_f16_##r
#define PTO_TO_vcvt_i8 PTO_OF_R_20(pto_vcvt, i8) PTO_OR_STRIPS_TO_i8(pto_vcvt)
#define PTO_OF_R_21(f, r) pto_vf16_t: f##_f16_##r, pto_vu16_t: f##_u16_##r, \
    pto_vi16_t: f##_i16_##r, pto_vu32_t: f##_u32_##r, pto_vi32_t: f##_i32_##r
#define PTO_TO_vcvt_u8 PTO_OF_R_21(pto_vcvt, u8) PTO_OR_STRIPS_TO_u8(pto_vcvt)
#define PTO_OF_R_22(f, r) pto_vf32_t: f##_f32_##r, pto_vf16_t: f##_f16_##r, pto_vi8_t: f##_i8_##r, \
    pto_vu32_t: f##_u32_##r, pto_vi32_t: f##_i32_##r
#define PTO_TO_vcvt_i16 PTO_OF_R_22(pto_vcvt, i16) PTO_OR_STRIPS_TO_i16(pto_vcvt)
#define PTO_OF_R_23(f, r) pto_vu8_t: f##_u8_##r, pto_vu32_t: f##_u32_##r, pto_vi32_t: f##_i32_##r
#define PTO_TO_vcvt_u16 PTO_OF_R_23(pto_vcvt, u16) PTO_OR_STRIPS_TO_u16(pto_vcvt)
#define PTO_OF_R_24(f, r) pto_vf32_t: f##_f32_##r, pto_vf16_t: f##_f16_##r, \
    pto_vbf16_t: f##_bf16_##r, pto_vi8_t: f##_i8_##r, pto_vi16_t: f##_i16_##r, \
    pto_vi64_t: f##_i64_##r
#define PTO_TO_vcvt_i32 PTO_OF_R_24(pto_vcvt, i32) PTO_OR_STRIPS_TO_i32(pto_vcvt)
#define PTO_OF_R_25(f, r) pto_vu8_t: f##_u8_##r, pto_vu16_t: f##_u16_##r, pto_vi16_t: f##_i16_##r
#define PTO_TO_vcvt_u32 PTO_OF_R_25(pto_vcvt, u32) PTO_OR_STRIPS_TO_u32(pto_vcvt)
#define PTO_OF_R_26(f, r) pto_vf32_t: f##_f32_##r, pto_vi32_t: f##_i32_##r
#define PTO_TO_vcvt_i64 PTO_OF_R_26(pto_vcvt, i64)
#define PTO_OF_R_27(f, r) pto_vf32_t: f##_f32_##r, pto_vbf16_t: f##_bf16_##r, \
    pto_vhif8_t: f##_hif8_##r, pto_vu8_t: f##_u8_##r, pto_vi8_t: f##_i8_##r, \
    pto_vi16_t: f##_i16_##r
#define PTO_TO_vcvt_f16 PTO_OF_R_27(pto_vcvt, f16) PTO_OR_STRIPS_TO_f16(pto_vcvt)
#define PTO_OF_R_28(f, r) pto_vf32_t: f##_f32_##r, pto_vf16_t: f##_f16_##r, \
    pto_ve2m1x2_t: f##_e2m1x2_##r, pto_ve1m2x2_t: f##_e1m2x2_##r
#define PTO_TO_vcvt_bf16 PTO_OF_R_28(pto_vcvt, bf16) PTO_OR_STRIPS_TO_bf16(pto_vcvt)
#define PTO_OF_R_29(f, r) pto_vf16_t: f##_f16_##r, pto_vbf16_t: f##_bf16_##r, \
    pto_ve4m3_t: f##_e4m3_##r, pto_ve5m2_t: f##_e5m2_##r, pto_vhif8_t: f##_hif8_##r, \
    pto_vi16_t: f##_i16_##r, pto_vi32_t: f##_i32_##r, pto_vu32_t: f##_u32_##r, \
    pto_vi64_t: f##_i64_##r
#define PTO_TO_vcvt_f32 PTO_OF_R_29(pto_vcvt, f32) PTO_OR_STRIPS_TO_f32(pto_vcvt)
#define PTO_OF_R_30(f, r) pto_vf32_t: f##_f32_##r
#define PTO_TO_vcvt_e4m3 PTO_OF_R_30(pto_vcvt, e4m3)
#define PTO_TO_vcvt_e5m2 PTO_OF_R_30(pto_vcvt, e5m2)
#define PTO_OF_R_31(f, r) pto_vf32_t: f##_f32_##r, pto_vf16_t: f##_f16_##r
#define PTO_TO_vcvt_hif8 PTO_OF_R_31(pto_vcvt, hif8)
#define PTO_OF_R_32(f, r) pto_vbf16_t: f##_bf16_##r
#define PTO_TO_vcvt_e2m1x2 PTO_OF_R_32(pto_vcvt, e2m1x2)
#define PTO_TO_vcvt_e1m2x2 PTO_OF_R_32(pto_vcvt, e1m2x2)
#define PTO_OF_V_33(f) pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32
#define PTO_OF_R_34(f, r) pto_vi8_t: f##_i8_##r, pto_vu8_t: f##_u8_##r, pto_vi16_t: f##_i16_##r, \
    pto_vu16_t: f##_u16_##r, pto_vi32_t: f##_i32_##r, pto_vu32_t: f##_u32_##r, \
    pto_vi64_t: f##_i64_##r, pto_vu64_t: f##_u64_##r, pto_vf16_t: f##_f16_##r, \
    pto_vbf16_t: f##_bf16_##r, pto_vf32_t: f##_f32_##r, pto_ve4m3_t: f##_e4m3_##r, \
    pto_ve5m2_t: f##_e5m2_##r, pto_vhif8_t: f##_hif8_##r, pto_ve2m1x2_t: f##_e2m1x2_##r, \
    pto_ve1m2x2_t: f##_e1m2x2_##r
#define PTO_TO_vbitcast_i8 PTO_OF_R_34(pto_vbitcast, i8)
#define PTO_TO_vbitcast_u8 PTO_OF_R_34(pto_vbitcast, u8)
#define PTO_TO_vbitcast_i16 PTO_OF_R_34(pto_vbitcast, i16)
#define PTO_TO_vbitcast_u16 PTO_OF_R_34(pto_vbitcast, u16)
#define PTO_TO_vbitcast_i32 PTO_OF_R_34(pto_vbitcast, i32)
#define PTO_TO_vbitcast_u32 PTO_OF_R_34(pto_vbitcast, u32)
#define PTO_TO_vbitcast_i64 PTO_OF_R_34(pto_vbitcast, i64)
#define PTO_TO_vbitcast_u64 PTO_OF_R_34(pto_vbitcast, u64)
#define PTO_TO_vbitcast_f16 PTO_OF_R_34(pto_vbitcast, f16)
#define PTO_TO_vbitcast_bf16 PTO_OF_R_34(pto_vbitcast, bf16)
#define PTO_TO_vbitcast_f32 PTO_OF_R_34(pto_vbitcast, f32)
#define PTO_TO_vbitcast_e4m3 PTO_OF_R_34(pto_vbitcast, e4m3)
#define PTO_TO_vbitcast_e5m2 PTO_OF_R_34(pto_vbitcast, e5m2)
#define PTO_TO_vbitcast_hif8 PTO_OF_R_34(pto_vbitcast, hif8)
#define PTO_TO_vbitcast_e2m1x2 PTO_OF_R_34(pto_vbitcast, e2m1x2)
#define PTO_TO_vbitcast_e1m2x2 PTO_OF_R_34(pto_vbitcast, e1m2x2)
#define PTO_TO_vaddreluconv_i8 PTO_OF_R_20(pto_vaddreluconv, i8)
#define PTO_OF_R_35(f, r) pto_vf16_t: f##_f16_##r, pto_vi16_t: f##_i16_##r
#define PTO_TO_vaddreluconv_u8 PTO_OF_R_35(pto_vaddreluconv, u8)
#define PTO_TO_vaddreluconv_f16 PTO_OF_R_30(pto_vaddreluconv, f16)
#define PTO_TO_vaddreluconv_f32 PTO_OF_R_20(pto_vaddreluconv, f32)
#define PTO_TO_vmulconv_i8 PTO_OF_R_20(pto_vmulconv, i8)
#define PTO_TO_vmulconv_u8 PTO_OF_R_20(pto_vmulconv, u8)
#define PTO_TO_vmulconv_f16 PTO_OF_R_30(pto_vmulconv, f16)
#define PTO_OF_V_36(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vf32_t: f##_f32
#define PTO_OF_V_37(f) pto_vi16_t: f##_i16, pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, \
    pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, pto_vf32_t: f##_f32
#define PTO_OF_V_38(f) pto_vu8_t: f##_u8
#define PTO_OF_V_39(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vf16_t: f##_f16, \
    pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, \
    pto_vhif8_t: f##_hif8
#define PTO_OF_V_40(f) pto_vi8_t: f##_i8, pto_vu8_t: f##_u8, pto_vi16_t: f##_i16, \
    pto_vu16_t: f##_u16, pto_vi32_t: f##_i32, pto_vu32_t: f##_u32, pto_vi64_t: f##_i64, \
    pto_vu64_t: f##_u64, pto_vf16_t: f##_f16, pto_vbf16_t: f##_bf16, pto_vf32_t: f##_f32, \
    pto_ve4m3_t: f##_e4m3, pto_ve5m2_t: f##_e5m2, pto_vhif8_t: f##_hif8
#define PTO_OF_R_41(f, r) pto_vi16_t: f##_i16_##r, pto_vu16_t: f##_u16_##r
#define PTO_TO_vpack_i8 PTO_OF_R_41(pto_vpack, i8)
#define PTO_TO_vpack_u8 PTO_OF_R_41(pto_vpack, u8)
#define PTO_OF_R_42(f, r) pto_vi32_t: f##_i32_##r, pto_vu32_t: f##_u32_##r
#define PTO_TO_vpack_i16 PTO_OF_R_42(pto_vpack, i16)
#define PTO_TO_vpack_u16 PTO_OF_R_42(pto_vpack, u16)
#define PTO_OF_R_43(f, r) pto_vi64_t: f##_i64_##r, pto_vu64_t: f##_u64_##r
#define PTO_TO_vpack_i32 PTO_OF_R_43(pto_vpack, i32)
#define PTO_TO_vpack_u32 PTO_OF_R_43(pto_vpack, u32)
#define PTO_OF_R_44(f, r) pto_vi8_t: f##_i8_##r, pto_vu8_t: f##_u8_##r
#define PTO_TO_vsunpack_i16 PTO_OF_R_44(pto_vsunpack, i16)
#define PTO_TO_vsunpack_u16 PTO_OF_R_44(pto_vsunpack, u16)
#define PTO_TO_vsunpack_i32 PTO_OF_R_41(pto_vsunpack, i32)
#define PTO_TO_vsunpack_u32 PTO_OF_R_41(pto_vsunpack, u32)
#define PTO_TO_vsunpack_i64 PTO_OF_R_42(pto_vsunpack, i64)
#define PTO_TO_vsunpack_u64 PTO_OF_R_42(pto_vsunpack, u64)
#define PTO_TO_vzunpack_i16 PTO_OF_R_44(pto_vzunpack, i16)
#define PTO_TO_vzunpack_u16 PTO_OF_R_44(pto_vzunpack, u16)
#define PTO_TO_vzunpack_i32 PTO_OF_R_41(pto_vzunpack, i32)
#define PTO_TO_vzunpack_u32 PTO_OF_R_41(pto_vzunpack, u32)
#define PTO_TO_vzunpack_i64 PTO_OF_R_42(pto_vzunpack, i64)
#define PTO_TO_vzunpack_u64 PTO_OF_R_42(pto_vzunpack, u64)
#define PTO_TO_vsunpack_h_i16 PTO_OF_R_44(pto_vsunpack_h, i16)
#define PTO_TO_vsunpack_h_u16 PTO_OF_R_44(pto_vsunpack_h, u16)
#define PTO_TO_vsunpack_h_i32 PTO_OF_R_41(pto_vsunpack_h, i32)
#define PTO_TO_vsunpack_h_u32 PTO_OF_R_41(pto_vsunpack_h, u32)
#define PTO_TO_vsunpack_h_i64 PTO_OF_R_42(pto_vsunpack_h, i64)
#define PTO_TO_vsunpack_h_u64 PTO_OF_R_42(pto_vsunpack_h, u64)
#define PTO_TO_vzunpack_h_i16 PTO_OF_R_44(pto_vzunpack_h, i16)
#define PTO_TO_vzunpack_h_u16 PTO_OF_R_44(pto_vzunpack_h, u16)
#define PTO_TO_vzunpack_h_i32 PTO_OF_R_41(pto_vzunpack_h, i32)
#define PTO_TO_vzunpack_h_u32 PTO_OF_R_41(pto_vzunpack_h, u32)
#define PTO_TO_vzunpack_h_i64 PTO_OF_R_42(pto_vzunpack_h, i64)
#define PTO_TO_vzunpack_h_u64 PTO_OF_R_42(pto_vzunpack_h, u64)
#define PTO_OF_P_45(f) PTO_OF_PTR(f16, f##_f16), PTO_OF_PTR(f32, f##_f32)
#define PTO_OF_P_46(f) PTO_OF_PTR(i8, f##_i8), PTO_OF_PTR(u8, f##_u8), PTO_OF_PTR(i16, f##_i16), \
    PTO_OF_PTR(u16, f##_u16), PTO_OF_PTR(i32, f##_i32), PTO_OF_PTR(u32, f##_u32), PTO_OF_PTR(f16, \
    f##_f16), PTO_OF_PTR(bf16, f##_bf16), PTO_OF_PTR(f32, f##_f32)

// The first row of isa/vector.def of each function.
#define PTO_ROW_vlds 0
#define PTO_ROW_vlds_post 1
#define PTO_ROW_vldsx2 2
#define PTO_ROW_vldsx2_post 3
#define PTO_ROW_vsld 4
#define PTO_ROW_vsldb 5
#define PTO_ROW_vsldb_post 6
#define PTO_ROW_vsldb_packed 7
#define PTO_ROW_vldas 8
#define PTO_ROW_vldus 9
#define PTO_ROW_vldus_post 10
#define PTO_ROW_vgather2 11
#define PTO_ROW_vgather2_n 12
#define PTO_ROW_vgather2_wide 13
#define PTO_ROW_vgather2_bc 14
#define PTO_ROW_vgatherb 15
#define PTO_ROW_vsts 16
#define PTO_ROW_vsts_all 17
#define PTO_ROW_vsts_post 18
#define PTO_ROW_vstsx2 19
#define PTO_ROW_vsst 20
#define PTO_ROW_vsstb 21
#define PTO_ROW_vsstb_post 22
#define PTO_ROW_vsstb_packed 23
#define PTO_ROW_vscatter 24
#define PTO_ROW_vscatter_n 25
#define PTO_ROW_init_align 26
#define PTO_ROW_vstus 27
#define PTO_ROW_vstus_mode 28
#define PTO_ROW_vstus_post 29
#define PTO_ROW_vstu 30
#define PTO_ROW_vstur 31
#define PTO_ROW_vstas 32
#define PTO_ROW_vstas_post 33
#define PTO_ROW_vstar 34
#define PTO_ROW_vsta 35
#define PTO_ROW_plds 36
#define PTO_ROW_plds_post 37
#define PTO_ROW_pldi 38
#define PTO_ROW_pldi_post 39
#define PTO_ROW_pld 40
#define PTO_ROW_psts 41
#define PTO_ROW_psts_post 42
#define PTO_ROW_psti 43
#define PTO_ROW_psti_post 44
#define PTO_ROW_pst 45
#define PTO_ROW_pstu 46
#define PTO_ROW_pset 47
#define PTO_ROW_pge 50
#define PTO_ROW_plt 53
#define PTO_ROW_pand 56
#define PTO_ROW_por 57
#define PTO_ROW_pxor 58
#define PTO_ROW_pnot 59
#define PTO_ROW_psel 60
#define PTO_ROW_pintlv 61
#define PTO_ROW_pdintlv 64
#define PTO_ROW_ppack 67
#define PTO_ROW_punpack 68
#define PTO_ROW_pbitcast 69
#define PTO_ROW_vbr 70
#define PTO_ROW_vdup 71
#define PTO_ROW_vdups 72
#define PTO_ROW_vci 73
#define PTO_ROW_vabs 74
#define PTO_ROW_vneg 75
#define PTO_ROW_vexp 76
#define PTO_ROW_vln 77
#define PTO_ROW_vsqrt 78
#define PTO_ROW_vrsqrt 79
#define PTO_ROW_vrec 80
#define PTO_ROW_vrelu 81
#define PTO_ROW_vnot 82
#define PTO_ROW_vbcnt 83
#define PTO_ROW_vcls 84
#define PTO_ROW_vmov 85
#define PTO_ROW_vmov_all 86
#define PTO_ROW_vadd 87
#define PTO_ROW_vsub 88
#define PTO_ROW_vmul 89
#define PTO_ROW_vdiv 90
#define PTO_ROW_vmax 91
#define PTO_ROW_vmin 92
#define PTO_ROW_vand 93
#define PTO_ROW_vor 94
#define PTO_ROW_vxor 95
#define PTO_ROW_vshl 96
#define PTO_ROW_vshr 97
#define PTO_ROW_vaddc 98
#define PTO_ROW_vsubc 99
#define PTO_ROW_vaddcs 100
#define PTO_ROW_vsubcs 101
#define PTO_ROW_vprelu 102
#define PTO_ROW_vaddrelu 103
#define PTO_ROW_vsubrelu 104
#define PTO_ROW_vexpdif 105
#define PTO_ROW_vaxpy 106
#define PTO_ROW_vmula 107
#define PTO_ROW_vmull 108
#define PTO_ROW_vadds 109
#define PTO_ROW_vsubs 110
#define PTO_ROW_vmuls 111
#define PTO_ROW_vmaxs 112
#define PTO_ROW_vmins 113
#define PTO_ROW_vands 114
#define PTO_ROW_vors 115
#define PTO_ROW_vxors 116
#define PTO_ROW_vshls 117
#define PTO_ROW_vshrs 118
#define PTO_ROW_vlrelu 119
#define PTO_ROW_vcvt 120
#define PTO_ROW_vtrc 121
#define PTO_ROW_vbitcast 122
#define PTO_ROW_vaddreluconv 123
#define PTO_ROW_vmulconv 124
#define PTO_ROW_vcadd 125
#define PTO_ROW_vcmax 126
#define PTO_ROW_vcmin 127
#define PTO_ROW_vcbmax 128
#define PTO_ROW_vcbmin 129
#define PTO_ROW_vcgadd 130
#define PTO_ROW_vcgmax 131
#define PTO_ROW_vcgmin 132
#define PTO_ROW_vcpadd 133
#define PTO_ROW_dhistv2 134
#define PTO_ROW_chistv2 135
#define PTO_ROW_vcmp 136
#define PTO_ROW_vcmps 137
#define PTO_ROW_vsel 138
#define PTO_ROW_vselr 139
#define PTO_ROW_vselrv2 140
#define PTO_ROW_vperm 141
#define PTO_ROW_vintlv 142
#define PTO_ROW_vdintlv 143
#define PTO_ROW_vintlvv2 144
#define PTO_ROW_vdintlvv2 145
#define PTO_ROW_vsqz 146
#define PTO_ROW_vusqz 147
#define PTO_ROW_vpack 148
#define PTO_ROW_vsunpack 149
#define PTO_ROW_vzunpack 150
#define PTO_ROW_vsunpack_h 151
#define PTO_ROW_vzunpack_h 152
#define PTO_ROW_vshift 153
#define PTO_ROW_vslide 154
#define PTO_ROW_vbitsort 155
#define PTO_ROW_vsort32 156
#define PTO_ROW_vmrgsort4 157
#define PTO_ROW_vtranspose 158

// clang-format on
#endif
