// SPDX-License-Identifier: Apache-2.0
//
// Who wrote and who read UB last, in granules of 32 bytes with a bit for each byte. A granule remembers as many writers
// and readers as kernels have at one time; where there are more, the oldest is forgotten, never invented.

#include "check.h"

#define WRITERS 2
#define READERS 4

typedef struct {
    check_mark_t mark;
    uint32_t mask;
} entry_t;

typedef struct {
    entry_t write[WRITERS], read[READERS];
    uint32_t written;  // bytes that somebody has written
} granule_t;

#define UB_GRANULES (BOARD_UB_BYTES / CHECK_GRANULE)

static granule_t shadows[BOARD_CLUSTERS * BOARD_VECTOR_CORES][UB_GRANULES] __attribute__((section(".noinit")));

static granule_t *shadow_of(const pto_core_t *core)
{
    return shadows[(uint32_t)(core->cluster - pto_clusters) * BOARD_VECTOR_CORES + core->slot];
}

void check_shadow_reset(const pto_core_t *core)
{
    if (!core->kind->cube) {
        hal_zero(shadow_of(core), sizeof shadows[0]);
    }
}

// Puts a mark on bytes: theirs alone where it is a write.
static void put(entry_t *entries, uint32_t num, check_mark_t mark, uint32_t mask, bool alone)
{
    entry_t *place = NULL;
    for (uint32_t i = 0; i < num; i++) {
        entry_t *entry = &entries[i];
        if (entry->mark == mark) {
            place = entry;
        } else if (alone) {
            entry->mask &= ~mask;
        }
    }
    for (uint32_t i = 0; i < num && place == NULL; i++) {
        place = entries[i].mask == 0 ? &entries[i] : NULL;
    }
    if (place == NULL) {
        place = &entries[0];
        for (uint32_t i = 1; i < num; i++) {
            entries[i - 1] = entries[i];
        }
        place = &entries[num - 1];
        *place = (entry_t){0, 0};
    }
    place->mask = place->mark == mark ? place->mask | mask : mask;
    place->mark = mark;
}

static void conflicts(const check_access_t *access, check_kind_t kind, const entry_t *entries, uint32_t num,
                      uint32_t mask, check_kind_t other, uintptr_t start)
{
    for (uint32_t i = 0; i < num; i++) {
        uint32_t both = entries[i].mask & mask;
        if (both != 0 && !check_is_ordered(entries[i].mark, access)) {
            check_race(access, kind, entries[i].mark, other, "UB", start + check_first(both));
        }
    }
}

static void access_granule(const check_access_t *access, const pto_core_t *owner, uint32_t at, uint32_t mask,
                           check_kind_t kind)
{
    granule_t *granule = &shadow_of(owner)[at];
    uintptr_t start = (uintptr_t)at * CHECK_GRANULE;
    check_mark_t mark = check_mark(access);
    conflicts(access, kind, granule->write, WRITERS, mask, CHECK_WRITE, start);
    if (kind == CHECK_WRITE) {
        conflicts(access, kind, granule->read, READERS, mask, CHECK_READ, start);
        put(granule->write, WRITERS, mark, mask, true);
        for (uint32_t i = 0; i < READERS; i++) {
            granule->read[i].mask &= ~mask;
        }
        granule->written |= mask;
        return;
    }
    // To copy what nobody has written is no mistake: kernels store whole tiles of which they have computed a part.
    if ((mask & ~granule->written) != 0 && access->pipe != PIPE_MTE3) {
        uint32_t unwritten = mask & ~granule->written;
        check_uninitialised(access, "UB", start + check_first(unwritten));
        granule->written |= mask;  // said once
    }
    put(granule->read, READERS, mark, mask, false);
}

void check_local(const check_access_t *access, const pto_core_t *owner, uintptr_t offset, size_t bytes,
                 check_kind_t kind)
{
    if (owner->kind->cube || offset >= BOARD_UB_BYTES) {
        return;
    }
    size_t end = bytes < BOARD_UB_BYTES - offset ? offset + bytes : BOARD_UB_BYTES;
    for (size_t at = offset; at < end;) {
        uint32_t first = at % CHECK_GRANULE;
        uint32_t num = (uint32_t)(end - at < CHECK_GRANULE - first ? end - at : CHECK_GRANULE - first);
        uint32_t mask = (num == CHECK_GRANULE ? ~0u : (1u << num) - 1) << first;
        access_granule(access, owner, (uint32_t)(at / CHECK_GRANULE), mask, kind);
        at += num;
    }
}

// Notes a read that has been judged already.
void check_mark_read(const check_access_t *access, const pto_core_t *owner, uint32_t granule, uint32_t mask)
{
    put(shadow_of(owner)[granule].read, READERS, check_mark(access), mask, false);
}

void check_read_bytes(const check_access_t *access, const pto_core_t *owner, uint32_t granule, uint32_t mask)
{
    access_granule(access, owner, granule, mask, CHECK_READ);
}

void check_doubts(const check_access_t *access, const pto_core_t *owner, check_doubt_t *doubt, check_mark_t *first)
{
    const granule_t *granule = &shadow_of(owner)[doubt->granule];
    uint32_t mask = doubt->mask;
    doubt->unwritten = mask & ~granule->written;
    doubt->mask = doubt->unwritten;
    doubt->racer = 0;
    doubt->raced = 0;
    for (uint32_t i = 0; i < WRITERS; i++) {
        const entry_t *writer = &granule->write[i];
        uint32_t both = writer->mask & mask;
        if (both == 0) {
            continue;
        }
        if (*first == 0) {
            *first = writer->mark;
        }
        if (!check_is_ordered(writer->mark, access)) {
            doubt->racer = writer->mark;
            doubt->raced = both;
            doubt->mask |= both;
        } else if (writer->mark != *first) {
            doubt->mask |= both;
        }
    }
}
