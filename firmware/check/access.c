// SPDX-License-Identifier: Apache-2.0
//
// Accesses of commands and of scalar units, as they come.

#include <hal/vector/observe_site.h>

#include "check.h"

void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t rows, uint64_t stride)
{
    check_access_t access;
    if (bytes == 0 || rows == 0 || !check_current(&access)) {
        return;
    }
    check_lock();
    if (stride == bytes) {
        bytes *= rows;
        rows = 1;
    }
    if (kind == PTO_CARRIES) {
        bool any = false;
        for (uint64_t row = 0; row < rows && !any; row++) {
            any = check_any_written((uintptr_t)address + row * stride, bytes);
        }
        kind = any ? kind : PTO_READS;
    }
    check_touch_rows(&access, (check_rows_t){(uintptr_t)address, (size_t)bytes, (size_t)stride, (uint32_t)rows}, kind);
    check_unlock();
}

void pto_observe_some_rows(pto_access_t kind, const pto_table_t *table, const uint32_t *some, uint32_t num)
{
    check_access_t access;
    if (num == 0 || !check_current(&access)) {
        return;
    }
    check_lock();
    check_rows_t rows = {(uintptr_t)table->base, (size_t)table->bytes, (size_t)table->pitch, (uint32_t)table->num};
    check_touch_some_rows(&access, rows, some, num, kind);
    check_unlock();
}

/// The calls of hal/vector/observe.h that have no place, and those of scalar units ///

static void access_bytes(const void *p, size_t bytes, pto_access_t kind)
{
    check_access_t access;
    if (!check_current(&access)) {
        return;
    }
    if (access.pipe == PIPE_V) {
        check_vf_access((uintptr_t)p, bytes, kind != PTO_READS);
    } else if (check_place((uintptr_t)p).name != NULL) {
        pto_observe_access(kind, p, bytes, 1, bytes);
    }
}

void pto_observe_load(const void *p, size_t bytes);
void pto_observe_store(const void *p, size_t bytes);
void pto_observe_blocks(const void *p, uint32_t first, uint32_t stride, unsigned step, const uint64_t *image,
                        int stores);
void pto_observe_indexed(const void *p, unsigned element_bytes, const void *index, unsigned index_bytes, unsigned lanes,
                         unsigned step, const uint64_t *image, int stores);

void pto_observe_load(const void *p, size_t bytes)
{
    if (pto_agent() != NULL && pto_agent()->pipe == PIPE_V) {
        check_vf_next();
    }
    access_bytes(p, bytes, PTO_READS);
}

void pto_observe_store(const void *p, size_t bytes)
{
    if (pto_agent() != NULL && pto_agent()->pipe == PIPE_V) {
        check_vf_next();
    }
    access_bytes(p, bytes, PTO_WRITES);
}

static bool has_bit(const uint64_t *image, unsigned bit)
{
    return (image[bit / 64] >> bit % 64 & 1) != 0;
}

void pto_observe_blocks(const void *p, uint32_t first, uint32_t stride, unsigned step, const uint64_t *image,
                        int stores)
{
    check_vf_next();
    for (unsigned b = 0; b < 8; b++) {
        if (has_bit(image, b * step)) {
            check_vf_access((uintptr_t)p + first + b * stride, 32, stores != 0);
        }
    }
}

// index_bytes 0: indices are offsets in bytes, of 32 bits.
void pto_observe_indexed(const void *p, unsigned element_bytes, const void *index, unsigned index_bytes, unsigned lanes,
                         unsigned step, const uint64_t *image, int stores)
{
    check_vf_next();
    for (unsigned i = 0; i < lanes; i++) {
        if (image == NULL || has_bit(image, i * step)) {
            uint32_t at = index_bytes == 1   ? ((const uint8_t *)index)[i]
                          : index_bytes == 2 ? ((const uint16_t *)index)[i]
                                             : ((const uint32_t *)index)[i];
            check_vf_access((uintptr_t)p + (index_bytes == 0 ? at : at * element_bytes), element_bytes, stores != 0);
        }
    }
}
