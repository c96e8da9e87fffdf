// SPDX-License-Identifier: Apache-2.0
//
// Entry points for accesses of commands and scalar units.

#include <hal/vector/observe_site.h>

#include "check.h"

// Makes an access one of the link or of an asynchronous copy, which end later than the command.
static __attribute__((noinline)) void of_link(check_access_t *access, uintptr_t address, pto_access_t kind)
{
    check_core_t *self = access->core;
    if (self->copy != 0) {
        access->who.mark = (self->copies + 1) << CHECK_SEQ_BITS | ((uint32_t)self->copy & CHECK_SEQ_MASK);
        self->last_copy = access->who;
    } else if (!pto_is_read(kind) && access->pipe == PIPE_MTE3 && pto_is_remote(self->core, (const void *)address)) {
        access->who.mark = (self->link + 1) << CHECK_SEQ_BITS | (access->seq & CHECK_SEQ_MASK);
    }
}

static inline void access_rows(check_core_t *self, uint32_t pipe, check_rows_t rows, pto_access_t kind)
{
    check_access_t access = check_access_of(self, pipe);
    if (self->link != 0 && (pto_run_state.rank_num > 1 || self->copy != 0)) {
        of_link(&access, rows.base, kind);
    }
    if (rows.pitch == rows.bytes) {
        rows.bytes *= rows.num;
        rows.num = 1;
    }
    check_lock();
    if (kind == PTO_CARRIES && !check_any_written(&rows)) {
        kind = PTO_READS;
    }
    check_touch_rows(&access, &rows, kind);
    check_unlock();
}

static __attribute__((noinline)) void access_of_other_core(const pto_agent_t *agent, check_rows_t rows,
                                                           pto_access_t kind)
{
    access_rows(check_find_core(agent->core), agent->pipe, rows, kind);
}

void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t num, uint64_t stride)
{
    const pto_agent_t *agent = pto_agent();
    if (bytes == 0 || num == 0 || agent == NULL) {
        return;
    }
    const check_rows_t rows = {(uintptr_t)address, (size_t)bytes, (size_t)stride, (uint32_t)num};
    check_core_t *last = __atomic_load_n(&check_last_core, __ATOMIC_RELAXED);
    if (last->core == agent->core) {  // the common case, without a call that would save registers
        access_rows(last, agent->pipe, rows, kind);
    } else {
        access_of_other_core(agent, rows, kind);
    }
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

/// Accesses of hal/vector/observe.h without a site, and those of scalar units ///

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
        check_if_writable(&access, (uintptr_t)p, bytes, kind);
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

// index_bytes 0: indices are 32-bit byte offsets.
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

/// Stores by a predicate or a mask ///

// Stores the active elements, run by run; `bits` has `step` bits an element, of which the first counts. Returns the
// number of active elements if they are a prefix, else SIZE_MAX.
static size_t store_elements(pto_site_t *site, uintptr_t at, size_t element_bytes, size_t num, unsigned step,
                             const uint64_t *bits)
{
    static const uint8_t shifts[] = {[1] = 0, [2] = 1, [4] = 2, [8] = 3};
    const uint64_t firsts = UINT64_MAX / ((UINT64_C(1) << step) - 1);
    const unsigned shift = shifts[step];
    size_t from = 0, front = 0;
    bool inside = false;
    for (size_t first = 0; first < num; first += 64u >> shift) {
        uint64_t word = *bits++ & firsts, others = inside ? word ^ firsts : word;
        while (others != 0) {
            unsigned bit = (unsigned)__builtin_ctzll(others);
            size_t element = first + (bit >> shift);
            if (element >= num) {
                break;
            }
            if (inside) {
                pto_observe_at_site(site, at + from * element_bytes, (element - from) * element_bytes, true);
                front = from == 0 ? element : SIZE_MAX;
            }
            from = element;
            inside = !inside;
            others = (inside ? word ^ firsts : word) & UINT64_MAX << bit;
        }
    }
    if (inside) {
        pto_observe_at_site(site, at + from * element_bytes, (num - from) * element_bytes, true);
        front = from == 0 ? num : SIZE_MAX;
    }
    return front;
}

void pto_observe_run_at_site(pto_site_t *site, uintptr_t at, size_t element_bytes, unsigned step, const uint64_t *image)
{
    // The predicate of the last call is cached: usually it is the tail of each row.
    static struct {
        uint64_t image[4];
        unsigned step;
        size_t front;
    } last;
    if (step != last.step || last.front == SIZE_MAX || image[0] != last.image[0] || image[1] != last.image[1] ||
        image[2] != last.image[2] || image[3] != last.image[3]) {
        last.step = step;
        last.front = store_elements(site, at, element_bytes, 256 / step, step, image);
        __builtin_memcpy(last.image, image, sizeof last.image);
    } else if (last.front != 0) {
        pto_observe_at_site(site, at, last.front * element_bytes, true);
    }
}

void pto_observe_lanes_at_site(pto_site_t *site, uintptr_t at, size_t element_bytes, size_t lanes, const uint64_t *mask)
{
    store_elements(site, at, element_bytes, lanes, 1, mask);
}
