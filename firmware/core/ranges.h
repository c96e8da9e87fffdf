// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/: whether ranges of addresses lie in windows and in the GM buffers of a launch. Part of core.h.
#ifndef PTO_CORE_RANGES_H
#define PTO_CORE_RANGES_H

#ifndef PTO_CORE_H
#error "include core.h, which includes ranges.h"
#endif

static inline bool pto_in_window(hal_window_t window, uintptr_t address, uint64_t bytes)
{
    uintptr_t offset = address - (uintptr_t)window.base;
    return offset <= window.bytes && bytes <= window.bytes - offset;
}

static inline bool pto_in_buffer(const pto_gm_buffer_t *buffer, uintptr_t address, uint64_t bytes)
{
    uintptr_t offset = address - (uintptr_t)buffer->address;
    return offset <= buffer->bytes && bytes <= buffer->bytes - offset;
}

// Returns the GM buffer of a launch that holds a range, or NULL. The list is never empty; its first entry may have size
// 0.
static inline __attribute__((always_inline)) const pto_gm_buffer_t *pto_gm_holder_of(const pto_launch_t *launch,
                                                                                     uintptr_t address, uint64_t bytes)
{
    const pto_gm_buffer_t *buffer = launch->buffers;
    if (__builtin_expect(!pto_in_buffer(buffer, address, bytes), 0)) {
        do {
            if (buffer == launch->last_buffer) {
                return NULL;
            }
            buffer++;
        } while (!pto_in_buffer(buffer, address, bytes));
    }
    return buffer;
}

static inline __attribute__((always_inline)) const pto_gm_buffer_t *pto_gm_holder(uintptr_t address, uint64_t bytes)
{
    return pto_gm_holder_of(pto_launch_now(), address, bytes);
}

static inline bool pto_in_gm(uintptr_t address, uint64_t bytes)
{
    return pto_gm_holder(address, bytes) != NULL;
}

// Returns the GM buffer of the launch that ends nearest before an address, for reports; NULL if none is near.
const pto_gm_buffer_t *pto_gm_before(uintptr_t address);

#endif
