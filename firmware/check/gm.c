// SPDX-License-Identifier: Apache-2.0
//
// Transfers from and to GM. Each is a rectangle of rows; new ones are held against those that touch the same pages.
// Within a block clocks say what is ordered. Blocks are not ordered at all, whichever core ran them and when, except by
// a barrier of the whole launch.

#include "check.h"

typedef struct {
    uintptr_t address;
    uint64_t len, rows, stride, end;
    check_core_t *core;
    uint32_t block, epoch;
    check_mark_t mark;
    check_note_t note;
    bool write;
} record_t;

#define RECORDS   16384
#define PAGE_BITS 12
#define BUCKETS   1024
#define LINKS     (RECORDS * 4)

static record_t records[RECORDS] __attribute__((section(".noinit")));
static struct {
    uint32_t record, next;
} links[LINKS] __attribute__((section(".noinit")));
static uint32_t buckets[BUCKETS];  // 1 + the first link
static uint32_t record_num, link_num, seen[RECORDS] __attribute__((section(".noinit")));
static bool full;

void check_gm_reset(void)
{
    hal_zero(buckets, sizeof buckets);
    hal_zero(seen, sizeof seen);
    record_num = link_num = 0;
    full = false;
}

// Whether [from, to) meets a row of the other.
static bool meets(uintptr_t from, uintptr_t to, const record_t *other)
{
    if (to <= other->address || from >= other->end) {
        return false;
    }
    if (other->rows == 1 || other->stride <= other->len) {
        return true;
    }
    uint64_t first = from <= other->address ? 0 : (from - other->address) / other->stride;
    for (uint64_t row = first; row < other->rows && row <= first + 1; row++) {
        uintptr_t start = other->address + row * other->stride;
        if (from < start + other->len && start < to) {
            return true;
        }
    }
    return to - from >= other->stride;
}

// The first address that both touch, 0 if there is none.
static uintptr_t common(const record_t *a, const record_t *b)
{
    const record_t *few = a->rows <= b->rows ? a : b, *many = few == a ? b : a;
    if (few->rows > 1 && few->stride <= few->len) {
        return meets(few->address, few->end, many) ? (few->address > many->address ? few->address : many->address) : 0;
    }
    for (uint64_t row = 0; row < few->rows; row++) {
        uintptr_t start = few->address + row * few->stride;
        if (meets(start, start + few->len, many)) {
            return start > many->address ? start : many->address;
        }
    }
    return 0;
}

static const pto_gm_buffer_t *buffer_of(uintptr_t address)
{
    for (size_t i = 0; i < pto_run_state.buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &pto_run_state.buffers[i];
        if (address - (uintptr_t)buffer->address < buffer->bytes) {
            return buffer;
        }
    }
    return NULL;
}

static void compare(const check_access_t *access, const record_t *now, const record_t *before, check_kind_t kind)
{
    check_kind_t other = before->write ? CHECK_WRITE : CHECK_READ;
    bool same_block = before->core->core->group == now->core->core->group && before->block == now->block;
    if ((!now->write && !before->write) || (same_block && check_is_ordered(before->mark, access)) ||
        (!same_block && before->epoch < now->epoch)) {
        return;
    }
    uintptr_t at = common(now, before);
    if (at == 0) {
        return;
    }
    const pto_gm_buffer_t *buffer = buffer_of(at);
    const char *name = buffer == NULL || buffer->name == NULL ? "GM" : buffer->name;
    uintptr_t offset = buffer == NULL ? at : at - (uintptr_t)buffer->address;
    if (same_block) {
        check_race(access, kind, before->mark, other, name, offset);
    } else {
        check_race_of_blocks(access, kind, &before->note, before->block, other, name, offset);
    }
}

static void link(uint32_t bucket, uint32_t record)
{
    if (link_num < LINKS) {
        links[link_num].record = record;
        links[link_num].next = buckets[bucket];
        buckets[bucket] = ++link_num;
    } else {
        full = true;
    }
}

void check_gm(const check_access_t *access, const pto_cmd_t *cmd, uintptr_t address, uint64_t len, uint64_t rows,
              uint64_t stride, check_kind_t kind)
{
    if (record_num == RECORDS || full) {
        check_unknown("transfers behind the first 16384");
        return;
    }
    record_t *now = &records[record_num];
    *now = (record_t){address,
                      len,
                      rows,
                      stride,
                      address + (rows - 1) * stride + len,
                      access->core,
                      access->core->core->su.block,
                      access->core->epoch,
                      check_mark(access),
                      {cmd->loc, cmd->op->name, NULL, access->seq},
                      kind == CHECK_WRITE};
    uintptr_t first = address >> PAGE_BITS, last = (now->end - 1) >> PAGE_BITS;
    last = last - first >= BUCKETS ? first + BUCKETS - 1 : last;
    for (uintptr_t page = first; page <= last; page++) {
        uint32_t bucket = (uint32_t)page % BUCKETS;
        for (uint32_t at = buckets[bucket]; at != 0; at = links[at - 1].next) {
            uint32_t other = links[at - 1].record;
            if (other != record_num && seen[other] != record_num + 1) {
                seen[other] = record_num + 1;
                compare(access, now, &records[other], kind);
            }
        }
        link(bucket, record_num);
    }
    record_num++;
}
