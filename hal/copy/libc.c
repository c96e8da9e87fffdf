// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies by the C library.

#include <hal/hal.h>

#include <string.h>

void hal_copy(void *dst, const void *src, size_t bytes)
{
    if (bytes != 0) {  // else an address may be NULL, which memcpy() may not be given
        memcpy(dst, src, bytes);
    }
}

void hal_zero(void *dst, size_t bytes)
{
    memset(dst, 0, bytes);
}

void hal_copy_rows(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
                   size_t rows)
{
    if (dst_stride == (ptrdiff_t)row_bytes && src_stride == dst_stride) {
        memcpy(dst, src, row_bytes * rows);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        memcpy((uint8_t *)dst + (ptrdiff_t)i * dst_stride, (const uint8_t *)src + (ptrdiff_t)i * src_stride, row_bytes);
    }
}
