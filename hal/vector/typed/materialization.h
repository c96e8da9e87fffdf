// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// The typed functions in kernels that count cycles: a call by its typed name is reported as one of generic.h.
// clang-format off
#ifndef PTO_VECTOR_TYPED_MATERIALIZATION_H
#define PTO_VECTOR_TYPED_MATERIALIZATION_H

#define PTO_TYPED_vbr(f, ...) PTO_VECTOR_CALL(vbr, 0, 0, f, __VA_ARGS__)
#define pto_vbr_i8(...) PTO_TYPED_vbr(pto_vbr_i8, __VA_ARGS__)
#define pto_vbr_u8(...) PTO_TYPED_vbr(pto_vbr_u8, __VA_ARGS__)
#define pto_vbr_i16(...) PTO_TYPED_vbr(pto_vbr_i16, __VA_ARGS__)
#define pto_vbr_u16(...) PTO_TYPED_vbr(pto_vbr_u16, __VA_ARGS__)
#define pto_vbr_i32(...) PTO_TYPED_vbr(pto_vbr_i32, __VA_ARGS__)
#define pto_vbr_u32(...) PTO_TYPED_vbr(pto_vbr_u32, __VA_ARGS__)
#define pto_vbr_f16(...) PTO_TYPED_vbr(pto_vbr_f16, __VA_ARGS__)
#define pto_vbr_bf16(...) PTO_TYPED_vbr(pto_vbr_bf16, __VA_ARGS__)
#define pto_vbr_f32(...) PTO_TYPED_vbr(pto_vbr_f32, __VA_ARGS__)
#define PTO_TYPED_vdup(f, ...) PTO_VECTOR_CALL(vdup, 1, 0, f, __VA_ARGS__)
#define pto_vdup_i8(...) PTO_TYPED_vdup(pto_vdup_i8, __VA_ARGS__)
#define pto_vdup_u8(...) PTO_TYPED_vdup(pto_vdup_u8, __VA_ARGS__)
#define pto_vdup_i16(...) PTO_TYPED_vdup(pto_vdup_i16, __VA_ARGS__)
#define pto_vdup_u16(...) PTO_TYPED_vdup(pto_vdup_u16, __VA_ARGS__)
#define pto_vdup_i32(...) PTO_TYPED_vdup(pto_vdup_i32, __VA_ARGS__)
#define pto_vdup_u32(...) PTO_TYPED_vdup(pto_vdup_u32, __VA_ARGS__)
#define pto_vdup_i64(...) PTO_TYPED_vdup(pto_vdup_i64, __VA_ARGS__)
#define pto_vdup_u64(...) PTO_TYPED_vdup(pto_vdup_u64, __VA_ARGS__)
#define pto_vdup_f16(...) PTO_TYPED_vdup(pto_vdup_f16, __VA_ARGS__)
#define pto_vdup_bf16(...) PTO_TYPED_vdup(pto_vdup_bf16, __VA_ARGS__)
#define pto_vdup_f32(...) PTO_TYPED_vdup(pto_vdup_f32, __VA_ARGS__)
#define PTO_TYPED_vdups(f, ...) PTO_VECTOR_CALL(vdups, 0, 0, f, __VA_ARGS__)
#define pto_vdups_i8(...) PTO_TYPED_vdups(pto_vdups_i8, __VA_ARGS__)
#define pto_vdups_u8(...) PTO_TYPED_vdups(pto_vdups_u8, __VA_ARGS__)
#define pto_vdups_i16(...) PTO_TYPED_vdups(pto_vdups_i16, __VA_ARGS__)
#define pto_vdups_u16(...) PTO_TYPED_vdups(pto_vdups_u16, __VA_ARGS__)
#define pto_vdups_i32(...) PTO_TYPED_vdups(pto_vdups_i32, __VA_ARGS__)
#define pto_vdups_u32(...) PTO_TYPED_vdups(pto_vdups_u32, __VA_ARGS__)
#define pto_vdups_i64(...) PTO_TYPED_vdups(pto_vdups_i64, __VA_ARGS__)
#define pto_vdups_u64(...) PTO_TYPED_vdups(pto_vdups_u64, __VA_ARGS__)
#define pto_vdups_f16(...) PTO_TYPED_vdups(pto_vdups_f16, __VA_ARGS__)
#define pto_vdups_bf16(...) PTO_TYPED_vdups(pto_vdups_bf16, __VA_ARGS__)
#define pto_vdups_f32(...) PTO_TYPED_vdups(pto_vdups_f32, __VA_ARGS__)
#define PTO_TYPED_vci(f, ...) PTO_VECTOR_CALL(vci, 0, 0, f, __VA_ARGS__)
#define pto_vci_i8(...) PTO_TYPED_vci(pto_vci_i8, __VA_ARGS__)
#define pto_vci_i16(...) PTO_TYPED_vci(pto_vci_i16, __VA_ARGS__)
#define pto_vci_i32(...) PTO_TYPED_vci(pto_vci_i32, __VA_ARGS__)
#define pto_vci_f16(...) PTO_TYPED_vci(pto_vci_f16, __VA_ARGS__)
#define pto_vci_f32(...) PTO_TYPED_vci(pto_vci_f32, __VA_ARGS__)

// clang-format on
#endif
