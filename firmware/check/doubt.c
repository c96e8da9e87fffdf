// SPDX-License-Identifier: Apache-2.0
//
// A vector load takes whole registers, past the end of what a kernel means: what comes from there is masked later. So
// where a load reaches into bytes that give rise to doubt (vf.c) the vector function is run again on other values of
// just these bytes. They were read if anything else comes out.

#include "check.h"
#include "runs.h"

#define DOUBTS 4096
#define PAGE   4096  // bytes that are saved together
#define WORDS  (PAGE / 8)
#define PAGES  (BOARD_UB_BYTES / PAGE)
#define AHEAD  3    // pages
#define LONG   512  // bytes: no end of a row, so all of them were meant if some were

typedef struct {
    uint32_t from, to;  // offsets in UB
    bool unwritten;
    check_who_t racer;  // who may be writing them
} doubt_t;

static doubt_t doubts[DOUBTS];
static uint32_t doubt_num;
static const pto_core_t *core;
static const pto_cmd_t *command;
static pto_spr_t spr;

// UB before the vector function and after it, of pages that have been saved.
static uint64_t before[BOARD_UB_BYTES / 8] __attribute__((section(".noinit"), aligned(64)));
static uint64_t after[BOARD_UB_BYTES / 8] __attribute__((section(".noinit"), aligned(64)));
static bool saved[PAGES];
static unsigned first_way, last_way;
static bool strayed;  // a run on other values has stored to a page that the first one did not

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
    // What goes on behind saved pages is going to go on.
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

/// Running it again ///

static void copy_saved(void *to, const void *from)
{
    for (uint32_t page = 0; page < PAGES; page++) {
        if (saved[page]) {
            hal_copy((uint8_t *)to + page * PAGE, (const uint8_t *)from + page * PAGE, PAGE);
        }
    }
}

// What stands in doubtful bytes instead: what is unlike them, or what is large whatever its type is.
static uint64_t other_value(uint64_t value, unsigned way)
{
    return way == 0 ? ~value : UINT64_C(0x7effffff7effffff);
}

// All bits of each byte that is zero.
static uint64_t zero_bytes(uint64_t value)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return (~((value & low) + low | value | low) >> 7) * 255;
}

// The bits of a word that are in a range of bytes.
static uint64_t bits_of(const doubt_t *doubt, uint32_t word)
{
    uint64_t bits = UINT64_MAX;
    bits <<= word * 8 < doubt->from ? (doubt->from - word * 8) * 8 : 0;
    return word * 8 + 8 > doubt->to ? bits & UINT64_MAX >> (word * 8 + 8 - doubt->to) * 8 : bits;
}

static inline uint64_t given(uint64_t now, uint64_t was, uint64_t bits, unsigned way)
{
    return (now & ~bits) | (other_value(was, way) & bits);
}

static void give_others(const doubt_t *doubt, unsigned way)
{
    uint64_t *to = (uint64_t *)(void *)ub();
    uint32_t w = doubt->from / 8, end = doubt->to / 8;
    if (doubt->from % 8 != 0) {
        to[w] = given(to[w], before[w], bits_of(doubt, w), way);
        w++;
    }
    for (; w < end; w++) {
        to[w] = other_value(before[w], way);
    }
    if (w == end && doubt->to % 8 != 0) {
        to[w] = given(to[w], before[w], bits_of(doubt, w), way);
    }
}

static inline uint64_t taken_back(uint64_t now, uint32_t w, uint64_t bits, unsigned way)
{
    uint64_t kept = zero_bytes(after[w] ^ before[w]) & zero_bytes(now ^ other_value(before[w], way)) & bits;
    return (now & ~kept) | (after[w] & kept);
}

// What the function did not store to keeps the other value. That is no difference.
static void take_back(const doubt_t *doubt, unsigned way)
{
    uint64_t *to = (uint64_t *)(void *)ub();
    uint32_t w = doubt->from / 8, end = doubt->to / 8;
    if (doubt->from % 8 != 0) {
        to[w] = taken_back(to[w], w, bits_of(doubt, w), way);
        w++;
    }
    for (; w < end; w++) {
        bool none = after[w] == before[w] && to[w] == other_value(before[w], way);
        to[w] = none ? after[w] : taken_back(to[w], w, UINT64_MAX, way);
    }
    if (w == end && doubt->to % 8 != 0) {
        to[w] = taken_back(to[w], w, bits_of(doubt, w), way);
    }
}

// Whether what is in UB now is what the first run left, and nothing else has been stored to.
static bool is_as_after(void)
{
    bool same = !strayed;
    for (uint32_t page = 0; page < PAGES && same; page++) {
        same = !saved[page] ||
               check_same((const uint64_t *)(const void *)ub() + page * WORDS, &after[page * WORDS], WORDS);
    }
    return same;
}

static bool matters_in(const doubt_t *some, uint32_t num, unsigned way)
{
    copy_saved(ub(), before);
    for (uint32_t i = 0; i < num; i++) {
        give_others(&some[i], way);
    }
    *core->view.spr = spr;
    strayed = false;
    check_again = hal_hart()->muted = true;
    command->op->exec((pto_core_t *)core, PIPE_V, command);
    check_again = hal_hart()->muted = false;
    for (uint32_t i = 0; i < num; i++) {
        take_back(&some[i], way);
    }
    return !is_as_after();
}

// Runs again at most so often for one vector function: what is left then counts as not read, behind what was found.
#define RUNS 64
static uint32_t runs;

static bool matter(const doubt_t *some, uint32_t num)
{
    if (runs++ == RUNS) {
        runs--;
        return false;
    }
    return (first_way == 0 && matters_in(some, num, 0)) || (last_way == 1 && matters_in(some, num, 1));
}

// The first launch of a place is run again on both kinds of other values, those after it on one and the other in turn.
static void choose_ways(void)
{
    static struct {
        const pto_loc_t *loc;
        uint32_t turns;
    } places[256];
    uint32_t at = (uint32_t)((uintptr_t)command->loc >> 4) % 256;
    if (places[at].loc != command->loc) {
        places[at].loc = command->loc;
        places[at].turns = 0;
    }
    uint32_t turn = places[at].turns++;
    first_way = turn == 0 ? 0 : turn % 2;
    last_way = turn == 0 ? 1 : turn % 2;
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
    copy_saved(after, ub());
    pto_spr_t spr_after = *core->view.spr;
    choose_ways();
    runs = 0;
    bool any = matter(doubts, doubt_num);
    first_way = 0, last_way = 1;
    for (uint32_t i = 0; any && i < doubt_num;) {
        // Neighbours together, and each of them only if together they matter.
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
