// SPDX-License-Identifier: Apache-2.0
//
// Written by tools/generic.py from isa/vector.def: do not edit.
//
// The typed functions in kernels that count cycles: a call by its typed name is reported as one of generic.h.
// clang-format off
#ifndef PTO_VECTOR_TYPED_PREDICATE_LOAD_AND_STORE_H
#define PTO_VECTOR_TYPED_PREDICATE_LOAD_AND_STORE_H

#define PTO_TYPED_psts(f, ...) PTO_VECTOR_DO(psts, 0, f, __VA_ARGS__)
#define pto_psts_b8(...) PTO_TYPED_psts(pto_psts_b8, __VA_ARGS__)
#define pto_psts_b16(...) PTO_TYPED_psts(pto_psts_b16, __VA_ARGS__)
#define pto_psts_b32(...) PTO_TYPED_psts(pto_psts_b32, __VA_ARGS__)
#define PTO_TYPED_psts_post(f, ...) PTO_VECTOR_CALL(psts_post, 0, 0, f, __VA_ARGS__)
#define pto_psts_post_b8(...) PTO_TYPED_psts_post(pto_psts_post_b8, __VA_ARGS__)
#define pto_psts_post_b16(...) PTO_TYPED_psts_post(pto_psts_post_b16, __VA_ARGS__)
#define pto_psts_post_b32(...) PTO_TYPED_psts_post(pto_psts_post_b32, __VA_ARGS__)
#define PTO_TYPED_psti(f, ...) PTO_VECTOR_DO(psti, 0, f, __VA_ARGS__)
#define pto_psti_b8(...) PTO_TYPED_psti(pto_psti_b8, __VA_ARGS__)
#define pto_psti_b16(...) PTO_TYPED_psti(pto_psti_b16, __VA_ARGS__)
#define pto_psti_b32(...) PTO_TYPED_psti(pto_psti_b32, __VA_ARGS__)
#define PTO_TYPED_psti_post(f, ...) PTO_VECTOR_CALL(psti_post, 0, 0, f, __VA_ARGS__)
#define pto_psti_post_b8(...) PTO_TYPED_psti_post(pto_psti_post_b8, __VA_ARGS__)
#define pto_psti_post_b16(...) PTO_TYPED_psti_post(pto_psti_post_b16, __VA_ARGS__)
#define pto_psti_post_b32(...) PTO_TYPED_psti_post(pto_psti_post_b32, __VA_ARGS__)
#define PTO_TYPED_pst(f, ...) PTO_VECTOR_DO(pst, 0, f, __VA_ARGS__)
#define pto_pst_b8(...) PTO_TYPED_pst(pto_pst_b8, __VA_ARGS__)
#define pto_pst_b16(...) PTO_TYPED_pst(pto_pst_b16, __VA_ARGS__)
#define pto_pst_b32(...) PTO_TYPED_pst(pto_pst_b32, __VA_ARGS__)
#define PTO_TYPED_pstu(f, ...) PTO_VECTOR_CALL(pstu, 0, 0, f, __VA_ARGS__)
#define pto_pstu_b16(...) PTO_TYPED_pstu(pto_pstu_b16, __VA_ARGS__)
#define pto_pstu_b32(...) PTO_TYPED_pstu(pto_pstu_b32, __VA_ARGS__)

// clang-format on
#endif
