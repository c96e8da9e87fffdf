// SPDX-License-Identifier: Apache-2.0
//
// The atomic modes of stores to GM. Private to firmware/ops.
#ifndef PTO_OPS_ATOMIC_H
#define PTO_OPS_ATOMIC_H

#include <pto/cube.h>

// A type of mscatter alone: CTRL has three bits, and none for it.
#define PTO_ATOMIC_U32 8

typedef struct {
    uint32_t type, op;
} pto_atomic_mode_t;

// The mode of stores without one of their own: that of CTRL of their core.
static inline pto_atomic_mode_t pto_atomic_of_ctrl(int64_t ctrl)
{
    return (pto_atomic_mode_t){ctrl >> 6 & 7, ctrl >> 9 & 3};
}

// The type of atomic updates of elements (pto_elem_t); PTO_ATOMIC_NONE: these have none.
uint32_t pto_atomic_type_of(uint8_t elem);

// Bytes of an element of a type; 0: no such type.
uint32_t pto_atomic_bytes(uint32_t type);

// Combines the element at `at` with `bits` atomically: other cores may change it and its neighbours.
void pto_atomic_update(void *at, pto_atomic_mode_t mode, uint32_t value);

// As above, for each element of a row of `bytes` bytes.
void pto_atomic_row(void *dst, const void *src, size_t bytes, pto_atomic_mode_t mode);

#endif
