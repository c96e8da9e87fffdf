// SPDX-License-Identifier: Apache-2.0
//
// The functions of <string.h> that compilers call in freestanding code, and hal_puts().

#include <hal/copy/cpu.h>
#include <hal/hal.h>

void hal_puts(int stream, const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    hal_write(stream, text, length);
}

__attribute__((weak)) void *memcpy(void *restrict dst, const void *restrict src, size_t bytes)
{
    HAL_CPU_COPY(dst, src, bytes);
    return dst;
}

__attribute__((weak)) void *memset(void *dst, int value, size_t bytes)
{
    if (value == 0) {
        hal_zero(dst, bytes);
        return dst;
    }
    uint8_t *to = dst;
    for (size_t i = 0; i < bytes; i++) {
        to[i] = (uint8_t)value;
        __asm__ volatile("" ::: "memory");
    }
    return dst;
}

__attribute__((weak)) void *memmove(void *dst, const void *src, size_t bytes)
{
    uint8_t *to = dst;
    const uint8_t *from = src;
    if ((uintptr_t)to - (uintptr_t)from >= bytes) {
        HAL_CPU_COPY(to, from, bytes);
        return dst;
    }
    while (bytes-- > 0) {
        to[bytes] = from[bytes];
        __asm__ volatile("" ::: "memory");
    }
    return dst;
}

__attribute__((weak)) int memcmp(const void *a, const void *b, size_t bytes)
{
    const uint8_t *p = a, *q = b;
    for (size_t i = 0; i < bytes; i++) {
        if (p[i] != q[i]) {
            return p[i] - q[i];
        }
    }
    return 0;
}
