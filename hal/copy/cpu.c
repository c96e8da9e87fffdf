// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies for harts without vectors.

#include "cpu.h"

#include <hal/hal.h>

#ifndef __riscv_vector

void HAL_CPU_COPY(void *dst, const void *src, size_t bytes)
{
    uint8_t *to = dst;
    const uint8_t *from = src;
    if ((((uintptr_t)to | (uintptr_t)from) & 7) == 0) {
        for (; bytes >= 8; bytes -= 8, to += 8, from += 8) {
            uint64_t word;
            __builtin_memcpy(&word, __builtin_assume_aligned(from, 8), 8);
            __builtin_memcpy(__builtin_assume_aligned(to, 8), &word, 8);
        }
    }
    for (; bytes > 0; bytes--) {
        *to++ = *from++;
        __asm__ volatile("" ::: "memory");  // keeps the compiler from making this a call of memcpy
    }
}

void HAL_CPU_COPY_ROWS(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
                       size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        HAL_CPU_COPY((uint8_t *)dst + (ptrdiff_t)i * dst_stride, (const uint8_t *)src + (ptrdiff_t)i * src_stride,
                     row_bytes);
    }
}

void hal_zero(void *dst, size_t bytes)
{
    uint8_t *to = dst;
    for (; bytes >= 8 && ((uintptr_t)to & 7) == 0; bytes -= 8, to += 8) {
        __builtin_memcpy(__builtin_assume_aligned(to, 8), &(const uint64_t){0}, 8);
    }
    for (; bytes > 0; bytes--) {
        *to++ = 0;
        __asm__ volatile("" ::: "memory");
    }
}

#endif
