// SPDX-License-Identifier: Apache-2.0
//
// Text without a libc. Formats: %s %c %d %i %u %x %p %%, with l ll z h, a width, - and 0.
#ifndef PTO_PRINT_H
#define PTO_PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Like vsnprintf, but returns the number of characters written, without the terminator.
size_t pto_vformat(char *text, size_t bytes, const char *format, va_list args);
size_t pto_format(char *text, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Whether two strings are equal; the rest of a string after a prefix, or NULL.
bool pto_same(const char *a, const char *b);
const char *pto_after(const char *text, const char *prefix);

// Prints to HAL_STDOUT.
void pto_vprintf(const char *format, va_list args);
void pto_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Prints to a stream of hal_write(), at most 512 characters a call.
void pto_print(int stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif

#endif
