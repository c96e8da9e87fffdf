// SPDX-License-Identifier: Apache-2.0
//
// A vector load fills whole registers, so it may reach past the data of the kernel; a mask discards the rest later. If
// a load reaches doubtful bytes (vf.c), the vector function is run again with other values in just these bytes. They
// count as read if the result differs.

#include "check.h"
#include "runs.h"

#define DOUBTS 4096
#define PAGE   4096  // bytes saved at once
#define WORDS  (PAGE / 8)
#define PAGES  (BOARD_UB_BYTES / PAGE)
#define AHEAD  3    // pages saved ahead of sequential stores
#define LONG   512  // bytes: too long for the end of a row, so judged as a whole

typedef struct {
    uint32_t from, to;  // offsets in UB
    bool unwritten;
    check_who_t racer;  // the access that may be writing them
} doubt_t;

static doubt_t doubts[DOUBTS];
static uint32_t doubt_num;
static const pto_core_t *core;
static const pto_cmd_t *command;
static pto_spr_t spr, spr_after;

// Contents of saved UB pages before and after the vector function.
static uint64_t before[BOARD_UB_BYTES / 8] __attribute__((section(".noinit"), aligned(64)));
static uint64_t after[BOARD_UB_BYTES / 8] __attribute__((section(".noinit"), aligned(64)));
static bool saved[PAGES];
static unsigned first_pattern, last_pattern;
static bool strayed;  // a repeated run stored to a page that the first run did not

bool check_again;

void check_doubt_begin(const check_access_t *access, const pto_cmd_t *cmd)
{
    core = access->core->core;
    command = cmd;
    spr = *core->view.spr;
    doubt_num = 0;
    hal_zero(saved, sizeof saved);
}

static uint8_t *ub(void)
{
    return core->view.ub.base;
}

static __attribute__((noinline)) void save_page(uint32_t page)
{
    saved[page] = true;
    hal_copy(&before[page * WORDS], ub() + page * PAGE, PAGE);
    if (check_again) {
        hal_copy(&after[page * WORDS], ub() + page * PAGE, PAGE);
        strayed = true;
    }
}

uintptr_t check_doubt_save(uintptr_t address, size_t bytes, uintptr_t *from)
{
    const uintptr_t base = (uintptr_t)ub();
    uint32_t first = (uint32_t)(address - base) / PAGE, page = first;
    uint32_t end = (uint32_t)(address - base + bytes + PAGE - 1) / PAGE;
    // Sequential stores will continue: save some pages ahead.
    bool inside = first > 0 && end <= PAGES && first < end;
    end += inside && saved[first - 1] && !saved[end - 1] ? AHEAD : 0;
    for (; page < PAGES && (page < end || saved[page]); page++) {
        if (!saved[page]) {
            save_page(page);
        }
    }
    *from = base + first * PAGE;
    return base + page * PAGE;
}

void check_doubt_add(uintptr_t from, uintptr_t to, bool unwritten, check_who_t racer)
{
    uint32_t first = (uint32_t)(from - (uintptr_t)ub()), end = (uint32_t)(to - (uintptr_t)ub());
    if (doubt_num < DOUBTS) {
        doubts[doubt_num++] = (doubt_t){first, end, unwritten, racer};
    } else {
        check_unknown("more doubtful ranges of a vector function than there is room for");
    }
}

/// Repeated runs ///

static void copy_saved(void *to, const void *from)
{
    for (uint32_t page = 0; page < PAGES; page++) {
        if (saved[page]) {
            hal_copy((uint8_t *)to + page * PAGE, (const uint8_t *)from + page * PAGE, PAGE);
        }
    }
}

// The value that replaces doubtful bytes: pattern 0 the complement, pattern 1 a large number in any type.
static uint64_t other_value(uint64_t value, unsigned pattern)
{
    return pattern == 0 ? ~value : UINT64_C(0x7effffff7effffff);
}

// Sets all bits of each zero byte and clears the others.
static uint64_t zero_bytes(uint64_t value)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return (~((value & low) + low | value | low) >> 7) * 255;
}

// The bits of a word that belong to a range of bytes.
static uint64_t bits_of(const doubt_t *doubt, uint32_t word)
{
    uint64_t bits = UINT64_MAX;
    bits <<= word * 8 < doubt->from ? (doubt->from - word * 8) * 8 : 0;
    return word * 8 + 8 > doubt->to ? bits & UINT64_MAX >> (word * 8 + 8 - doubt->to) * 8 : bits;
}

static inline uint64_t given(uint64_t now, uint64_t was, uint64_t bits, unsigned pattern)
{
    return (now & ~bits) | (other_value(was, pattern) & bits);
}

static void give_others(const doubt_t *doubt, unsigned pattern)
{
    uint64_t *to = (uint64_t *)(void *)ub();
    uint32_t w = doubt->from / 8, end = doubt->to / 8;
    if (doubt->from % 8 != 0) {
        to[w] = given(to[w], before[w], bits_of(doubt, w), pattern);
        w++;
    }
    for (; w < end; w++) {
        to[w] = other_value(before[w], pattern);
    }
    if (w == end && doubt->to % 8 != 0) {
        to[w] = given(to[w], before[w], bits_of(doubt, w), pattern);
    }
}

static inline uint64_t taken_back(uint64_t now, uint32_t w, uint64_t bits, unsigned pattern)
{
    uint64_t kept = zero_bytes(after[w] ^ before[w]) & zero_bytes(now ^ other_value(before[w], pattern)) & bits;
    return (now & ~kept) | (after[w] & kept);
}

// Restores doubtful bytes that the function did not store to: their replaced value is not a difference.
static void take_back(const doubt_t *doubt, unsigned pattern)
{
    uint64_t *to = (uint64_t *)(void *)ub();
    uint32_t w = doubt->from / 8, end = doubt->to / 8;
    if (doubt->from % 8 != 0) {
        to[w] = taken_back(to[w], w, bits_of(doubt, w), pattern);
        w++;
    }
    for (; w < end; w++) {
        bool none = after[w] == before[w] && to[w] == other_value(before[w], pattern);
        to[w] = none ? after[w] : taken_back(to[w], w, UINT64_MAX, pattern);
    }
    if (w == end && doubt->to % 8 != 0) {
        to[w] = taken_back(to[w], w, bits_of(doubt, w), pattern);
    }
}

// Whether UB holds the result of the first run, and no other page has been stored to.
static bool is_as_after(void)
{
    bool same = !strayed;
    for (uint32_t page = 0; page < PAGES && same; page++) {
        same = !saved[page] ||
               check_same((const uint64_t *)(const void *)ub() + page * WORDS, &after[page * WORDS], WORDS);
    }
    return same;
}

static void run_again(void)
{
    *core->view.spr = spr;
    check_again = hal_hart()->muted = true;
    command->op->exec((pto_core_t *)core, PIPE_V, command);
    check_again = hal_hart()->muted = false;
}

void check_doubt_keep(void)
{
    copy_saved(after, ub());
    spr_after = *core->view.spr;
}

void check_doubt_repeat(void)
{
    copy_saved(ub(), before);
    run_again();
}

void check_doubt_restore(void)
{
    copy_saved(ub(), after);
    *core->view.spr = spr_after;
}

static bool matters_in(const doubt_t *some, uint32_t num, unsigned pattern)
{
    copy_saved(ub(), before);
    for (uint32_t i = 0; i < num; i++) {
        give_others(&some[i], pattern);
    }
    strayed = false;
    run_again();
    for (uint32_t i = 0; i < num; i++) {
        take_back(&some[i], pattern);
    }
    return !is_as_after();
}

// Limit of repeated runs of one vector function. Ranges left after that count as not read.
#define RUNS 64
static uint32_t runs;

static bool matter(const doubt_t *some, uint32_t num)
{
    if (runs++ == RUNS) {
        runs--;
        return false;
    }
    return (first_pattern == 0 && matters_in(some, num, 0)) || (last_pattern == 1 && matters_in(some, num, 1));
}

// The first launch of a source location is repeated with both patterns, later ones with one of them in alternation.
static void choose_patterns(void)
{
    static struct {
        const pto_loc_t *loc;
        uint32_t launches;
    } places[256];
    uint32_t at = (uint32_t)((uintptr_t)command->loc >> 4) % 256;
    if (places[at].loc != command->loc) {
        places[at].loc = command->loc;
        places[at].launches = 0;
    }
    uint32_t launch = places[at].launches++;
    first_pattern = launch == 0 ? 0 : launch % 2;
    last_pattern = launch == 0 ? 1 : launch % 2;
}

void check_doubt_end(void (*read)(uintptr_t from, uintptr_t to))
{
    if (doubt_num == 0) {
        return;
    }
    const uintptr_t base = (uintptr_t)ub();
    uintptr_t floor = 0, limit = 0;
    for (uint32_t i = 0; i < doubt_num; i++) {
        uintptr_t from = base + doubts[i].from, to = base + doubts[i].to;
        if (from < floor || to > limit) {
            limit = check_doubt_save(from, to - from, &floor);
        }
    }
    check_doubt_keep();
    choose_patterns();
    runs = 0;
    bool any = matter(doubts, doubt_num);
    first_pattern = 0, last_pattern = 1;
    for (uint32_t i = 0; any && i < doubt_num;) {
        // Adjacent ranges are tried together first, and each of them only if together they matter.
        uint32_t end = i + 1;
        while (end < doubt_num && doubts[end].from == doubts[end - 1].to) {
            end++;
        }
        bool whole = doubts[end - 1].to - doubts[i].from >= LONG,
             all = doubt_num == end - i || matter(&doubts[i], end - i);
        for (; i < end; i++) {
            if (all && (whole || doubt_num == 1 || matter(&doubts[i], 1))) {
                read((uintptr_t)ub() + doubts[i].from, (uintptr_t)ub() + doubts[i].to);
            }
        }
    }
    if (any) {
        copy_saved(ub(), after);
    }
    *core->view.spr = spr_after;
}
