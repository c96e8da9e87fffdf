// SPDX-License-Identifier: Apache-2.0
//
// Who wrote each byte last, and who has read it since: of all memories, by address.
//
// Memory is in pages, a page is a list of pieces without overlap, in order. A piece is bytes that have been through the
// same; what no piece covers nobody has touched. Whole rows are one piece a page, so it costs little to write one.
//
// One writer a byte is enough: who conflicts with an earlier one conflicts with the last, or the two were reported. Of
// readers those can be forgotten that are over before another one reads: who waits for that one has waited for them.

#include "check.h"

#define PAGE_BITS  12
#define PAGE_BYTES (1u << PAGE_BITS)
#define READERS    6

typedef struct {
    uint32_t next;  // 1 + its index, 0: none
    uint16_t from, to;
    check_who_t write;
    check_who_t read[READERS];  // those in front, behind them marks of nobody
} piece_t;

typedef struct {
    uintptr_t number;
    uint32_t next, first;
} page_t;

#define PIECES  (BOARD_IMAGE_BYTES / 4 / sizeof(piece_t))
#define PAGES   (BOARD_IMAGE_BYTES / 16 / sizeof(page_t))
#define BUCKETS 16384

static piece_t pieces[PIECES] __attribute__((section(".noinit")));
static page_t pages[PAGES] __attribute__((section(".noinit")));
static uint32_t buckets[BUCKETS];  // 1 + the first page
static uint32_t page_num, piece_num, free_piece;

void check_shadow_start(void)
{
    hal_zero(buckets, sizeof buckets);
    page_num = piece_num = free_piece = 0;
}

/// Pages and pieces ///

static page_t *find_page(uintptr_t number, bool make)
{
    uint32_t *bucket = &buckets[number % BUCKETS];
    for (uint32_t at = *bucket; at != 0; at = pages[at - 1].next) {
        if (pages[at - 1].number == number) {
            return &pages[at - 1];
        }
    }
    if (!make) {
        return NULL;
    }
    if (page_num == PAGES) {
        check_unknown("memory behind the first pages that have been touched");
        return NULL;
    }
    pages[page_num] = (page_t){number, *bucket, 0};
    *bucket = ++page_num;
    return &pages[page_num - 1];
}

static uint32_t take_piece(void)
{
    uint32_t taken = free_piece;
    if (taken != 0) {
        free_piece = pieces[taken - 1].next;
    } else if (piece_num < PIECES) {
        taken = ++piece_num;
    } else {
        check_unknown("memory in more pieces than there is room for");
    }
    return taken;
}

static void drop_piece(uint32_t piece)
{
    pieces[piece - 1].next = free_piece;
    free_piece = piece;
}

void check_shadow_forget(hal_window_t window)
{
    uintptr_t first = (uintptr_t)window.base >> PAGE_BITS;
    for (uintptr_t number = first; number < first + window.bytes / PAGE_BYTES; number++) {
        page_t *page = find_page(number, false);
        while (page != NULL && page->first != 0) {
            uint32_t piece = page->first;
            page->first = pieces[piece - 1].next;
            drop_piece(piece);
        }
    }
}

// Cuts a piece in two.
static bool cut(piece_t *piece, uint32_t at)
{
    uint32_t second = take_piece();
    if (second == 0) {
        return false;
    }
    pieces[second - 1] = *piece;
    pieces[second - 1].from = (uint16_t)at;
    piece->to = (uint16_t)at;
    piece->next = second;
    return true;
}

static bool is_same_who(const check_who_t *a, const check_who_t *b)
{
    return a->mark == b->mark && a->block == b->block;
}

static bool is_same(const piece_t *a, const piece_t *b)
{
    bool same = a->to == b->from && is_same_who(&a->write, &b->write);
    for (uint32_t i = 0; same && i < READERS; i++) {
        same = is_same_who(&a->read[i], &b->read[i]);
        if (a->read[i].mark == 0) {
            break;
        }
    }
    return same;
}

static void merge(page_t *page)
{
    for (uint32_t at = page->first; at != 0 && pieces[at - 1].next != 0;) {
        piece_t *piece = &pieces[at - 1];
        uint32_t next = piece->next;
        if (is_same(piece, &pieces[next - 1])) {
            piece->to = pieces[next - 1].to;
            piece->next = pieces[next - 1].next;
            drop_piece(next);
        } else {
            at = next;
        }
    }
}

/// Accesses ///

static bool is_read(pto_access_t kind)
{
    return kind == PTO_READS || kind == PTO_CARRIES || kind == PTO_REST;
}

static void conflicts(const check_access_t *access, pto_access_t kind, const piece_t *piece, uintptr_t address)
{
    if (kind == PTO_BURSTS && piece->write.mark == access->who.mark && piece->write.block == access->who.block) {
        check_overlap(access, address);
    }
    if (!check_is_ordered(piece->write, access) && !(kind == PTO_UPDATES && piece->write.updates)) {
        check_race(access, kind, piece->write, PTO_WRITES, address);
    }
    for (uint32_t i = 0; !is_read(kind) && i < READERS && piece->read[i].mark != 0; i++) {
        if (!check_is_ordered(piece->read[i], access)) {
            check_race(access, kind, piece->read[i], PTO_READS, address);
        }
    }
}

// Readers that are ordered before this one stay as long as there is room: a write that comes too late for both is told
// of both, as it is where it comes first.
static void note_reader(const check_access_t *access, piece_t *piece)
{
    check_who_t me = access->who, readers[READERS];
    uint32_t num = 0, kept = 0;
    for (uint32_t i = 0; i < READERS && piece->read[i].mark != 0; i++) {
        if (!check_same_agent(piece->read[i].mark, me.mark) || piece->read[i].block != me.block) {
            readers[num++] = piece->read[i];
        }
    }
    for (uint32_t i = 0; i < num; i++) {
        if (num < READERS || !check_is_ordered(readers[i], access)) {
            piece->read[kept++] = readers[i];
        }
    }
    kept -= kept == READERS;
    piece->read[kept] = me;
    if (kept + 1 < READERS) {
        piece->read[kept + 1].mark = 0;
    }
}

static void touch_page(const check_access_t *access, page_t *page, uint32_t from, uint32_t to, pto_access_t kind)
{
    uint32_t *link = &page->first;
    while (*link != 0 && pieces[*link - 1].to <= from) {
        link = &pieces[*link - 1].next;
    }
    for (uint32_t at = from; at < to;) {
        piece_t *piece = *link != 0 ? &pieces[*link - 1] : NULL;
        uintptr_t address = (page->number << PAGE_BITS) + at;
        if (piece == NULL || piece->from > at) {
            uint32_t made = take_piece();
            if (made == 0) {
                return;
            }
            uint32_t end = piece != NULL && piece->from < to ? piece->from : to;
            piece = &pieces[made - 1];
            piece->next = *link;
            piece->from = (uint16_t)at;
            piece->to = (uint16_t)end;
            piece->write = (check_who_t){0};
            piece->read[0].mark = 0;
            *link = made;
        } else if (piece->from < at) {
            if (!cut(piece, at)) {
                return;
            }
            link = &piece->next;
            continue;
        } else if (piece->to > to && !cut(piece, to)) {
            return;
        }
        conflicts(access, kind, piece, address);
        if (is_read(kind)) {
            if (piece->write.mark == 0 && kind == PTO_READS) {
                check_uninitialised(access, address);
            }
            note_reader(access, piece);
        } else {
            piece->write = access->who;
            piece->write.updates = kind == PTO_UPDATES;
            piece->read[0].mark = 0;
        }
        at = piece->to;
        link = &piece->next;
    }
    merge(page);
}

void check_touch(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind)
{
    for (uintptr_t at = address; at < address + bytes;) {
        uint32_t from = at % PAGE_BYTES;
        size_t left = address + bytes - at;
        uint32_t num = left < PAGE_BYTES - from ? (uint32_t)left : PAGE_BYTES - from;
        page_t *page = find_page(at >> PAGE_BITS, true);
        if (page == NULL) {
            return;
        }
        touch_page(access, page, from, from + num, kind);
        at += num;
    }
}

check_who_t check_writer(uintptr_t address, uintptr_t end, uintptr_t *same_until)
{
    uintptr_t page_end = (address | (PAGE_BYTES - 1)) + 1;
    *same_until = page_end < end ? page_end : end;
    const page_t *page = find_page(address >> PAGE_BITS, false);
    uint32_t at = address % PAGE_BYTES, next = page != NULL ? page->first : 0;
    while (next != 0 && pieces[next - 1].to <= at) {
        next = pieces[next - 1].next;
    }
    if (next == 0) {
        return (check_who_t){0};
    }
    const piece_t *piece = &pieces[next - 1];
    bool inside = piece->from <= at;
    uintptr_t until = address - at + (inside ? piece->to : piece->from);
    *same_until = until < *same_until ? until : *same_until;
    return inside ? piece->write : (check_who_t){0};
}

bool check_any_written(uintptr_t address, size_t bytes)
{
    for (uintptr_t at = address, until; at < address + bytes; at = until) {
        if (check_writer(at, address + bytes, &until).mark != 0) {
            return true;
        }
    }
    return false;
}
