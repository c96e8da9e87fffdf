// SPDX-License-Identifier: Apache-2.0

#include "atomic.h"

#include "../core/core.h"

static double number(uint32_t type, uint32_t bits)
{
    switch (type) {
        case PTO_ATOMIC_F32:
            return (double)pto_f32_of(bits);
        case PTO_ATOMIC_F16:
            return (double)pto_wide_f16(pto_f16_of(bits));
        case PTO_ATOMIC_BF16:
            return (double)pto_f32_of(bits << 16);
        case PTO_ATOMIC_S32:
            return (double)(int32_t)bits;
        case PTO_ATOMIC_U32:
            return (double)bits;
        case PTO_ATOMIC_S16:
            return (double)(int16_t)bits;
        default:
            return (double)(int8_t)bits;
    }
}

static uint32_t sum(uint32_t type, uint32_t a, uint32_t b)
{
    switch (type) {
        case PTO_ATOMIC_F32:
            return pto_f32_bits(pto_narrow_f32(pto_f32_of(a) + pto_f32_of(b)));
        case PTO_ATOMIC_F16:
            return pto_f16_bits(pto_narrow_f16(pto_wide_f16(pto_f16_of(a)) + pto_wide_f16(pto_f16_of(b))));
        case PTO_ATOMIC_BF16:
            return pto_bf16_from_float(pto_f32_of(a << 16) + pto_f32_of(b << 16)).bits;
        default:
            return a + b;
    }
}

// The new value of an element; a NaN in memory stays.
static uint32_t combine(pto_atomic_mode_t mode, uint32_t there, uint32_t value)
{
    if (mode.op == PTO_ATOMIC_ADD) {
        return sum(mode.type, there, value);
    }
    double a = number(mode.type, there), b = number(mode.type, value);
    bool first = mode.op == PTO_ATOMIC_MAX ? b < a : a < b;
    return first || a != a ? there : value;
}

uint32_t pto_atomic_type_of(uint8_t elem)
{
    static const uint8_t types[PTO_ELEM_NUM] = {
        [PTO_ELEM_F32] = PTO_ATOMIC_F32, [PTO_ELEM_F16] = PTO_ATOMIC_F16, [PTO_ELEM_BF16] = PTO_ATOMIC_BF16,
        [PTO_ELEM_I32] = PTO_ATOMIC_S32, [PTO_ELEM_I16] = PTO_ATOMIC_S16, [PTO_ELEM_I8] = PTO_ATOMIC_S8,
    };
    return elem < PTO_ELEM_NUM ? types[elem] : PTO_ATOMIC_NONE;
}

uint32_t pto_atomic_bytes(uint32_t type)
{
    static const uint8_t bytes[] = {
        [PTO_ATOMIC_F32] = 4, [PTO_ATOMIC_F16] = 2, [PTO_ATOMIC_BF16] = 2, [PTO_ATOMIC_S32] = 4,
        [PTO_ATOMIC_S16] = 2, [PTO_ATOMIC_S8] = 1,  [PTO_ATOMIC_U32] = 4,
    };
    return type < sizeof(bytes) ? bytes[type] : 0;
}

void pto_atomic_update(void *at, pto_atomic_mode_t mode, uint32_t value)
{
    uint32_t bytes = pto_atomic_bytes(mode.type), shift = (uint32_t)((uintptr_t)at % 4 * 8);
    uint32_t *word = (uint32_t *)((uintptr_t)at & ~(uintptr_t)3);
    uint32_t mask = bytes == 4 ? UINT32_MAX : ((1u << 8 * bytes) - 1) << shift;
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    do {
        next = (old & ~mask) | (combine(mode, (old & mask) >> shift, value) << shift & mask);
    } while (!__atomic_compare_exchange_n(word, &old, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

void pto_atomic_row(void *dst, const void *src, size_t bytes, pto_atomic_mode_t mode)
{
    uint32_t size = pto_atomic_bytes(mode.type);
    for (size_t i = 0; i < bytes; i += size) {
        uint32_t value = 0;
        __builtin_memcpy(&value, (const uint8_t *)src + i, size);
        pto_atomic_update((uint8_t *)dst + i, mode, value);
    }
}
