// SPDX-License-Identifier: Apache-2.0
//
// Commands that read bytes as one operand and write them as another. Registers and strips differ in length from machine
// to machine, so what such a command reads differs too, unless it works in place.

#include "check.h"

// Whether no element of dst is written before the element of src at its place was read: dst begins where src does, and
// its elements are no further apart.
static bool is_in_place(const pto_runs_t *dst, const pto_runs_t *src)
{
    return dst->at == src->at && dst->by_rows == src->by_rows && dst->element <= src->element &&
           (dst->num == 1 || dst->step <= src->step);
}

// Returns a byte of both; NULL: there is none.
static const uint8_t *shared_byte(const pto_runs_t *a, const pto_runs_t *b)
{
    for (uint64_t i = 0; i < a->num; i++) {
        const uint8_t *begin = a->at + i * a->step, *end = begin + a->bytes;
        if (b->num != 0 && b->bytes != 0 && b->at < end) {
            const uint64_t last = (uint64_t)(end - 1 - b->at) / b->step;  // the last run of b that begins before `end`
            const uint8_t *run = b->at + (last < b->num ? last : b->num - 1) * b->step;
            if (run + b->bytes > begin) {
                return run > begin ? run : begin;
            }
        }
    }
    return NULL;
}

void pto_observe_operands(pto_runs_t dst, pto_runs_t src, bool in_place)
{
    const uint8_t *shared = in_place && is_in_place(&dst, &src) ? NULL : shared_byte(&dst, &src);
    check_access_t access;
    if (shared != NULL && check_current(&access)) {
        check_lock();
        check_operands(&access, (uintptr_t)shared);
        check_unlock();
    }
}
