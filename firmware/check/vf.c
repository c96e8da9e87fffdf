// SPDX-License-Identifier: Apache-2.0
//
// Accesses of vector functions and of scalar units.
//
// A vector load takes whole registers, past the end of what a kernel means: what comes from there is masked later. So
// where a load reaches into bytes that give rise to doubt (nobody has written them, another pipe may be writing them,
// or somebody else wrote them than the bytes before) the vector function is run again on other values of just these
// bytes. They were read if anything else comes out.

#include "check.h"

#define DOUBTS   2048
#define GRANULES (BOARD_UB_BYTES / CHECK_GRANULE)

static struct {
    const pto_core_t *core;
    const pto_cmd_t *cmd;
    pto_spr_t spr;
    check_doubt_t doubts[DOUBTS];
    uint32_t doubt_num;
    uintptr_t stored_from, stored_to;  // the bytes of UB that it stores to
    bool again;                        // a second run: nothing is looked at
} vf[PTO_CORE_MAX];

static uint8_t before[BOARD_UB_BYTES] __attribute__((section(".noinit"), aligned(64)));
static uint8_t after[BOARD_UB_BYTES] __attribute__((section(".noinit"), aligned(64)));

// 1 + the doubt about a granule, and the bytes that have other values in a second run.
static uint16_t doubt_of[GRANULES];
static uint32_t other[GRANULES];

static uint32_t place_of(const pto_core_t *core)
{
    uint32_t i = 0;
    while (i + 1 < PTO_CORE_MAX && vf[i].core != core && vf[i].core != NULL) {
        i++;
    }
    vf[i].core = core;
    return i;
}

void check_vf_begin(const check_access_t *access, const pto_cmd_t *cmd)
{
    check_lock();  // until its end: one vector function at a time, as there is one copy of UB
    uint32_t at = place_of(access->core->core);
    vf[at].cmd = cmd;
    vf[at].spr = access->core->core->view.spr;
    vf[at].doubt_num = 0;
    vf[at].stored_from = BOARD_UB_BYTES;
    vf[at].stored_to = 0;
    hal_copy(before, access->core->core->view.ub.base, access->core->core->view.ub.bytes);
}

static void doubt(uint32_t at, const check_doubt_t *doubt)
{
    uint16_t *index = &doubt_of[doubt->granule];
    if (*index != 0) {
        check_doubt_t *known = &vf[at].doubts[*index - 1];
        known->mask |= doubt->mask;
        known->unwritten |= doubt->unwritten;
        known->raced |= doubt->raced;
        known->racer = known->racer == 0 ? doubt->racer : known->racer;
    } else if (vf[at].doubt_num < DOUBTS) {
        vf[at].doubts[vf[at].doubt_num++] = *doubt;
        *index = (uint16_t)vf[at].doubt_num;
    }
}

static void load(const check_access_t *access, uint32_t place, uintptr_t offset, size_t bytes)
{
    const pto_core_t *core = access->core->core;
    check_mark_t first = 0;
    for (size_t at = offset; at < offset + bytes && at < BOARD_UB_BYTES;) {
        uint32_t from = at % CHECK_GRANULE, granule = (uint32_t)(at / CHECK_GRANULE);
        size_t left = offset + bytes - at;
        uint32_t num = (uint32_t)(left < CHECK_GRANULE - from ? left : CHECK_GRANULE - from);
        uint32_t mask = (num == CHECK_GRANULE ? ~0u : (1u << num) - 1) << from;
        check_doubt_t found = {.granule = granule, .mask = mask};
        check_doubts(access, core, &found, &first);
        if (found.mask != 0) {
            doubt(place, &found);
        }
        if ((mask & ~found.mask) != 0) {
            check_read_bytes(access, core, granule, mask & ~found.mask);
        }
        at += num;
    }
}

/// The calls of hal/vector/observe.h and of scalar accesses ///

static void access_bytes(const void *p, size_t bytes, check_kind_t kind)
{
    check_access_t access;
    if (bytes == 0 || !check_current(&access)) {
        return;
    }
    const pto_core_t *core = access.core->core;
    uintptr_t offset = (uintptr_t)p - (uintptr_t)core->view.ub.base;
    if (offset >= core->view.ub.bytes) {
        return;  // the access itself faults, or is one of the scalar unit to GM
    }
    if (access.pipe != PIPE_V) {
        check_lock();
        check_local(&access, core, offset, bytes, kind);
        check_unlock();
        return;
    }
    uint32_t place = place_of(core);
    if (vf[place].again) {
        return;
    }
    if (kind == CHECK_READ) {
        load(&access, place, offset, bytes);
    } else {
        vf[place].stored_from = offset < vf[place].stored_from ? offset : vf[place].stored_from;
        vf[place].stored_to = offset + bytes > vf[place].stored_to ? offset + bytes : vf[place].stored_to;
        check_local(&access, core, offset, bytes, kind);
    }
}

void pto_observe_load(const void *p, size_t bytes);
void pto_observe_store(const void *p, size_t bytes);
void pto_observe_store_if(const void *p, unsigned element_bytes, unsigned step, const uint64_t *image);
void pto_observe_blocks(const void *p, uint32_t first, uint32_t stride, unsigned step, const uint64_t *image,
                        int stores);
void pto_observe_indexed(const void *p, unsigned element_bytes, const void *index, unsigned index_bytes, unsigned lanes,
                         unsigned step, const uint64_t *image, int stores);

void pto_observe_load(const void *p, size_t bytes)
{
    access_bytes(p, bytes, CHECK_READ);
}

void pto_observe_store(const void *p, size_t bytes)
{
    access_bytes(p, bytes, CHECK_WRITE);
}

static bool has_bit(const uint64_t *image, unsigned bit)
{
    return (image[bit / 64] >> bit % 64 & 1) != 0;
}

void pto_observe_store_if(const void *p, unsigned element_bytes, unsigned step, const uint64_t *image)
{
    const uint8_t *at = p;
    unsigned lanes = 256 / step;
    for (unsigned i = 0; i < lanes;) {
        if (!has_bit(image, i * step)) {
            i++;
            continue;
        }
        unsigned end = i + 1;
        while (end < lanes && has_bit(image, end * step)) {
            end++;
        }
        access_bytes(at + (size_t)i * element_bytes, (size_t)(end - i) * element_bytes, CHECK_WRITE);
        i = end + 1;
    }
}

void pto_observe_blocks(const void *p, uint32_t first, uint32_t stride, unsigned step, const uint64_t *image,
                        int stores)
{
    for (unsigned b = 0; b < 8; b++) {
        if (has_bit(image, b * step)) {
            access_bytes((const uint8_t *)p + first + b * stride, 32, stores ? CHECK_WRITE : CHECK_READ);
        }
    }
}

// index_bytes 0: indices are offsets in bytes, of 32 bits.
void pto_observe_indexed(const void *p, unsigned element_bytes, const void *index, unsigned index_bytes, unsigned lanes,
                         unsigned step, const uint64_t *image, int stores)
{
    for (unsigned i = 0; i < lanes; i++) {
        uint32_t at = index_bytes == 1   ? ((const uint8_t *)index)[i]
                      : index_bytes == 2 ? ((const uint16_t *)index)[i]
                                         : ((const uint32_t *)index)[i];
        if (has_bit(image, i * step)) {
            access_bytes((const uint8_t *)p + (index_bytes == 0 ? at : at * element_bytes), element_bytes,
                         stores ? CHECK_WRITE : CHECK_READ);
        }
    }
}

/// Second runs ///

static void other_values(uint8_t *ub, const check_doubt_t *doubts, uint32_t num, unsigned way)
{
    for (uint32_t i = 0; i < num; i++) {
        other[doubts[i].granule] = doubts[i].mask;
        for (uint32_t b = 0; b < CHECK_GRANULE; b++) {
            if (doubts[i].mask >> b & 1) {
                uint8_t *byte = &ub[doubts[i].granule * CHECK_GRANULE + b];
                *byte = way == 0 ? (uint8_t)~*byte : b % 4 == 3 ? 0x7e : 0xff;
            }
        }
    }
}

// Whether what the function stores is another now. What it did not store keeps the other value.
static bool differs(const uint8_t *ub, uint32_t place)
{
    for (size_t i = vf[place].stored_from / 8 * 8; i < vf[place].stored_to; i += 8) {
        uint64_t now, then;
        __builtin_memcpy(&now, ub + i, 8);
        __builtin_memcpy(&then, after + i, 8);
        for (size_t b = i; now != then && b < i + 8; b++) {
            bool kept = (other[b / CHECK_GRANULE] >> b % CHECK_GRANULE & 1) != 0 && after[b] == before[b];
            if (ub[b] != after[b] && !kept) {
                return true;
            }
        }
    }
    return false;
}

// Whether other values of the doubtful bytes lead to another result. UB is left as the second run left it.
static bool matters(const pto_core_t *core, uint32_t place, const check_doubt_t *doubts, uint32_t num)
{
    uint8_t *ub = core->view.ub.base;
    bool found = false;
    for (unsigned way = 0; way < 2 && !found; way++) {
        hal_copy(ub, before, core->view.ub.bytes);
        other_values(ub, doubts, num, way);
        ((pto_core_t *)core)->view.spr = vf[place].spr;
        vf[place].again = true;
        vf[place].cmd->op->exec((pto_core_t *)core, PIPE_V, vf[place].cmd);
        vf[place].again = false;
        found = differs(ub, place);
    }
    for (uint32_t i = 0; i < num; i++) {
        other[doubts[i].granule] = 0;
    }
    return found;
}

// Bytes that were doubtful have been read.
static void confirm(const check_access_t *access, const check_doubt_t *doubt)
{
    uintptr_t start = (uintptr_t)doubt->granule * CHECK_GRANULE;
    if (doubt->unwritten != 0) {
        check_uninitialised(access, "UB", start + check_first(doubt->unwritten));
    }
    if (doubt->racer != 0) {
        check_race(access, CHECK_READ, doubt->racer, CHECK_WRITE, "UB", start + check_first(doubt->raced));
    }
    check_mark_read(access, access->core->core, doubt->granule, doubt->mask);
}

void check_vf_end(const check_access_t *access, const pto_cmd_t *cmd)
{
    (void)cmd;
    const pto_core_t *core = access->core->core;
    uint32_t place = place_of(core);
    uint32_t num = vf[place].doubt_num;
    if (num != 0) {
        pto_spr_t spr = core->view.spr;
        hal_copy(after, core->view.ub.base, core->view.ub.bytes);
        // Runs of neighbours one by one, and only if all of them together matter.
        bool any = matters(core, place, vf[place].doubts, num);
        for (uint32_t i = 0; any && i < num;) {
            uint32_t end = i + 1;
            while (end < num && vf[place].doubts[end].granule == vf[place].doubts[end - 1].granule + 1) {
                end++;
            }
            // Of long runs, which are no ends of rows, all of it.
            bool whole = end - i >= 16;
            for (uint32_t j = i; j < end && (j > i || matters(core, place, &vf[place].doubts[i], end - i)); j++) {
                if (whole || matters(core, place, &vf[place].doubts[j], 1)) {
                    confirm(access, &vf[place].doubts[j]);
                }
            }
            i = end;
        }
        hal_copy(core->view.ub.base, after, core->view.ub.bytes);
        ((pto_core_t *)core)->view.spr = spr;
        for (uint32_t i = 0; i < num; i++) {
            doubt_of[vf[place].doubts[i].granule] = 0;
        }
    }
    check_unlock();
}
