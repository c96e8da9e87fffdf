// SPDX-License-Identifier: Apache-2.0
//
// Vector tests on target: every vector instruction behind one memory interface.
//
// The generator writes, for each instruction and choice of types, a wrapper that loads the operands
// from a vt_io_t, calls the instruction and stores the results, and compiles it for both backends.
// The image then runs a command file (cases.py) through both and compares all bytes of the results; with VT_ALONE
// through one, and they are there for the model.
#ifndef PTO_TESTS_VECTOR_TEST_H
#define PTO_TESTS_VECTOR_TEST_H

#include <stddef.h>
#include <stdint.h>

#define VT_VREG   256
#define VT_MASK   32
#define VT_MEMORY 2048 // work memory of a case; equal to MEMORY in cases.py

// The operands and the results of one call, each kind counted on its own in the order of the call.
typedef struct {
    _Alignas(256) uint8_t v[3][VT_VREG];
    _Alignas(32) uint8_t m[4][VT_MASK];
    uint64_t s[4];  // scalars and offsets
    uint8_t *p[5];  // pointers into the work memory
    uint8_t *memory;
    _Alignas(256) uint8_t rv[2][VT_VREG];
    _Alignas(32) uint8_t rm[2][VT_MASK];
    uint64_t rs[2]; // scalar results; pointers as offsets in the work memory
} vt_io_t;

typedef void vt_call_t(vt_io_t *io, int variant);

typedef struct {
    const char *name;
    vt_call_t *tried, *ref;          // ref: null in an image with one backend
    uint8_t vectors, masks, scalars; // results of each kind
    uint8_t stores;                  // 1: the work memory is a result too
} vt_entry_t;

extern const vt_entry_t vt_entries[];
extern const uint32_t vt_entries_num;
extern const char *const vt_missing[]; // forms of the op table without a function, then null

// For the wrappers.
#ifdef PTO_VECTOR_SCALAR
#define VT(name) ref_##name
#else
#define VT(name) rvv_##name
#endif
#define LOAD(type, from)                                \
    ({                                                  \
        type load_;                                     \
        __builtin_memcpy(&load_, (from), sizeof load_); \
        load_;                                          \
    })
#define STORE(to, value)                                   \
    do {                                                   \
        __auto_type store_ = (value);                      \
        __builtin_memcpy((to), &store_, sizeof store_);    \
    } while (0)
#define OFFSET(pointer) ((uint64_t)((const uint8_t *)(pointer)-io->memory))

#endif
