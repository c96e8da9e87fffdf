// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// The typed functions in kernels that count cycles: a call by its typed name is reported as one of generic.h.
// clang-format off
#ifndef PTO_VECTOR_TYPED_UB_TO_UB_H
#define PTO_VECTOR_TYPED_UB_TO_UB_H

#define PTO_TYPED_vbitsort(f, ...) PTO_VECTOR_DO(vbitsort, 0, f, __VA_ARGS__)
#define pto_vbitsort_f16(...) PTO_TYPED_vbitsort(pto_vbitsort_f16, __VA_ARGS__)
#define pto_vbitsort_f32(...) PTO_TYPED_vbitsort(pto_vbitsort_f32, __VA_ARGS__)
#define PTO_TYPED_vsort32(f, ...) PTO_VECTOR_DO(vsort32, 0, f, __VA_ARGS__)
#define pto_vsort32_f16(...) PTO_TYPED_vsort32(pto_vsort32_f16, __VA_ARGS__)
#define pto_vsort32_f32(...) PTO_TYPED_vsort32(pto_vsort32_f32, __VA_ARGS__)
#define PTO_TYPED_vmrgsort4(f, ...) PTO_VECTOR_DO(vmrgsort4, 0, f, __VA_ARGS__)
#define pto_vmrgsort4_f16(...) PTO_TYPED_vmrgsort4(pto_vmrgsort4_f16, __VA_ARGS__)
#define pto_vmrgsort4_f32(...) PTO_TYPED_vmrgsort4(pto_vmrgsort4_f32, __VA_ARGS__)
#define PTO_TYPED_vtranspose(f, ...) PTO_VECTOR_DO(vtranspose, 0, f, __VA_ARGS__)
#define pto_vtranspose_i8(...) PTO_TYPED_vtranspose(pto_vtranspose_i8, __VA_ARGS__)
#define pto_vtranspose_u8(...) PTO_TYPED_vtranspose(pto_vtranspose_u8, __VA_ARGS__)
#define pto_vtranspose_i16(...) PTO_TYPED_vtranspose(pto_vtranspose_i16, __VA_ARGS__)
#define pto_vtranspose_u16(...) PTO_TYPED_vtranspose(pto_vtranspose_u16, __VA_ARGS__)
#define pto_vtranspose_i32(...) PTO_TYPED_vtranspose(pto_vtranspose_i32, __VA_ARGS__)
#define pto_vtranspose_u32(...) PTO_TYPED_vtranspose(pto_vtranspose_u32, __VA_ARGS__)
#define pto_vtranspose_f16(...) PTO_TYPED_vtranspose(pto_vtranspose_f16, __VA_ARGS__)
#define pto_vtranspose_bf16(...) PTO_TYPED_vtranspose(pto_vtranspose_bf16, __VA_ARGS__)
#define pto_vtranspose_f32(...) PTO_TYPED_vtranspose(pto_vtranspose_f32, __VA_ARGS__)

// clang-format on
#endif
