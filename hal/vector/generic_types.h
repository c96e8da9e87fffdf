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

// clang-format on
#endif
