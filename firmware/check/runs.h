// SPDX-License-Identifier: Apache-2.0
//
// Searches for runs of equal numbers, with the vector unit where the compiler can.
#ifndef PTO_CHECK_RUNS_H
#define PTO_CHECK_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __riscv_v_intrinsic
#include <riscv_vector.h>
#endif

// Length of the run of numbers equal to the first; num > 0.
static inline size_t check_equal(const uint16_t *from, size_t num)
{
    const uint16_t first = *from;
#ifdef __riscv_v_intrinsic
    for (size_t at = 0, step; at < num; at += step) {
        step = __riscv_vsetvl_e16m8(num - at);
        long other = __riscv_vfirst(__riscv_vmsne(__riscv_vle16_v_u16m8(from + at, step), first, step), step);
        if (other >= 0) {
            return at + (size_t)other;
        }
    }
    return num;
#else
    size_t at = 1;
    while (at < num && from[at] == first) {
        at++;
    }
    return at;
#endif
}

// Index of the first word that differs from `value`, or num.
static inline size_t check_other(const uint64_t *from, size_t num, uint64_t value)
{
#if defined __riscv_v_intrinsic && __riscv_xlen == 64
    for (size_t at = 0, step; at < num; at += step) {
        step = __riscv_vsetvl_e64m8(num - at);
        long other = __riscv_vfirst(__riscv_vmsne(__riscv_vle64_v_u64m8(from + at, step), value, step), step);
        if (other >= 0) {
            return at + (size_t)other;
        }
    }
    return num;
#else
    size_t at = 0;
    while (at < num && from[at] == value) {
        at++;
    }
    return at;
#endif
}

// Whether two arrays of words are equal.
static inline bool check_same(const uint64_t *a, const uint64_t *b, size_t num)
{
#if defined __riscv_v_intrinsic && __riscv_xlen == 64
    for (size_t at = 0, step; at < num; at += step) {
        step = __riscv_vsetvl_e64m8(num - at);
        vuint64m8_t words = __riscv_vle64_v_u64m8(a + at, step);
        if (__riscv_vfirst(__riscv_vmsne(words, __riscv_vle64_v_u64m8(b + at, step), step), step) >= 0) {
            return false;
        }
    }
    return true;
#else
    // No early exit, so that compilers vectorise the loop.
    uint64_t difference = 0;
    for (size_t at = 0; at < num; at++) {
        difference |= a[at] ^ b[at];
    }
    return difference == 0;
#endif
}

static inline void check_fill(uint16_t *to, size_t num, uint16_t value)
{
#ifdef __riscv_v_intrinsic
    for (size_t at = 0, step; at < num; at += step) {
        step = __riscv_vsetvl_e16m8(num - at);
        __riscv_vse16(to + at, __riscv_vmv_v_x_u16m8(value, step), step);
    }
#else
    for (size_t at = 0; at < num; at++) {
        to[at] = value;
    }
#endif
}

static inline void check_set_words(uint64_t *to, size_t num)
{
#ifdef __riscv_v_intrinsic
    for (size_t at = 0, step; at < num * 2; at += step) {
        step = __riscv_vsetvl_e32m8(num * 2 - at);
        __riscv_vse32((uint32_t *)(void *)to + at, __riscv_vmv_v_x_u32m8(UINT32_MAX, step), step);
    }
#else
    for (size_t at = 0; at < num; at++) {
        to[at] = UINT64_MAX;
    }
#endif
}

#endif
