// SPDX-License-Identifier: Apache-2.0
//
// Stores of a vector function over bytes that it has loaded: without a mem_bar VLD_VST between, the load may see the
// new bytes, unless the stored value depends on it. Pairs of sites whose areas meet are candidates. For these the
// function runs again: once to record its accesses in order, then with a single load disturbed. A store that stays the
// same does not depend on that load; the loaded bytes matter if another store changes.

#include <hal/vector/observe_site.h>

#include "check.h"

#define EVENTS    128  // recorded accesses; later ones are not judged
#define PAIRS     16   // of a load and a store, judged for one execution
#define INSTANCES 2    // of them from the same two sites
#define PLACES    256
#define DISTURBED 2048  // bytes of a load

uint32_t pto_observed_load_bars;
bool check_recording;

typedef struct {
    pto_site_t *site;
    uintptr_t at, end;
    uint64_t sum;  // of the stored bytes
    uint32_t bars, load_bars;
    bool stores;
} event_t;

// A load, and a later store over bytes of it. `latest`: its site has not loaded again between the two.
typedef struct {
    uint32_t load, store;  // indices of events
    bool latest;
    uintptr_t from, to;
} pair_t;

static event_t events[EVENTS] __attribute__((section(".noinit")));
static pair_t pairs[PAIRS];
static uint32_t event_num, pair_num;
static uintptr_t base;        // of UB
static bool any;              // candidate
static pto_site_t *sites[2];  // of loads, and of stores

// Sites that may be candidates, in a hash table without probing: a collision evicts.
static struct {
    const pto_site_t *load, *store;
    bool done, again;  // judged; judged for the second time
} places[PLACES];

// The run with a disturbed load; NULL: the accesses are recorded.
static const pair_t *disturbed;
static uintptr_t disturbed_from;
static size_t disturbed_bytes;
static unsigned pattern;
static uint32_t at_event;  // index of the next event
static bool is_disturbed, depends, matters;

/// Candidates ///

void check_overtake_begin(uintptr_t ub)
{
    base = ub;
    any = false;
}

static uint32_t place_of(const pto_site_t *load, const pto_site_t *store)
{
    uint32_t at = ((uint32_t)((uintptr_t)load >> 3) * 31 + (uint32_t)((uintptr_t)store >> 3)) % PLACES;
    if (places[at].load != load || places[at].store != store) {
        places[at].load = load;
        places[at].store = store;
        places[at].done = places[at].again = false;
    }
    return at;
}

void check_overtake_look(const pto_site_t *load, const pto_site_t *stores)
{
    const uintptr_t load_from = load->from - load->rows * load->pitch;
    for (const pto_site_t *store = stores; store != NULL; store = store->next) {
        uintptr_t from = store->from - store->rows * store->pitch, to = store->end < load->end ? store->end : load->end;
        from = from > load_from ? from : load_from;
        if (store->from != store->end && from < to && from >= base && to <= base + BOARD_UB_BYTES) {
            uint32_t place = place_of(load, store);
            any |= !places[place].done;
            places[place].done = true;
        }
    }
}

/// Runs that record, or disturb a load ///

static uint64_t sum_of(uintptr_t at, uintptr_t end)
{
    uint64_t sum = 0, word;
    for (; end - at >= sizeof word; at += sizeof word) {
        __builtin_memcpy(&word, (const void *)at, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 32;
    }
    for (; at < end; at++) {
        sum = (sum ^ *(const uint8_t *)at) * UINT64_C(0x100000001b3);
    }
    return sum;
}

// Whether pairs are of the same sites.
static bool are_alike(const pair_t *a, const pair_t *b)
{
    return events[a->load].site == events[b->load].site && events[a->store].site == events[b->store].site &&
           a->latest == b->latest;
}

static void add_pair(pair_t pair)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < pair_num; i++) {
        same += are_alike(&pairs[i], &pair);
    }
    if (same < INSTANCES && pair_num < PAIRS) {
        pairs[pair_num++] = pair;
    }
}

static void find_pairs(uint32_t store)
{
    const event_t *event = &events[store], *load = event;
    while (load > events && (--load)->load_bars == event->load_bars) {
        if (!load->stores && load->at < event->end && event->at < load->end) {
            uint32_t index = (uint32_t)(load - events);
            add_pair((pair_t){index, store, load->site->began == index, load->at > event->at ? load->at : event->at,
                              load->end < event->end ? load->end : event->end});
        }
    }
}

// A store is complete when the next access begins.
static void complete_recorded(void)
{
    if (event_num != 0 && events[event_num - 1].stores) {
        event_t *last = &events[event_num - 1];
        last->sum = sum_of(last->at, last->end);
    }
}

static void record(event_t event)
{
    complete_recorded();
    if (event_num == EVENTS) {
        check_recording = false;
        return;
    }
    events[event_num] = event;
    if (event.stores) {
        find_pairs(event_num);
    } else {
        event.site->began = event_num;
    }
    event_num++;
}

// Replaces the bytes of the load by others, or restores them.
static void exchange(void)
{
    static uint8_t kept[DISTURBED];
    static const uint8_t large[] = {0xff, 0xff, 0xff, 0x7e};
    uint8_t *bytes = (uint8_t *)disturbed_from;
    for (size_t i = 0; i < disturbed_bytes; i++) {
        uint8_t byte = is_disturbed ? kept[i] : pattern == 0 ? (uint8_t)~bytes[i] : large[(disturbed_from + i) % 4];
        kept[i] = bytes[i];
        bytes[i] = byte;
    }
    is_disturbed = !is_disturbed;
}

// Compares what the last store has stored. A store depends on a load, too, if a mem_bar orders it after one that does.
static void compare_last(void)
{
    const uint32_t last = at_event - 1;
    if (at_event == 0 || !events[last].stores || sum_of(events[last].at, events[last].end) == events[last].sum) {
        return;
    }
    bool barred = last < disturbed->store && events[last].bars != events[disturbed->store].bars;
    depends |= last == disturbed->store || (last > disturbed->load && barred);
    matters |= last > disturbed->load;
}

// If the run takes another way than the recorded one, all that follows depends on the load.
static void follow(event_t event)
{
    if (is_disturbed) {
        exchange();
    }
    compare_last();
    const event_t *same = &events[at_event];
    if (depends || at_event == event_num) {
        check_recording = false;
        return;
    }
    depends = same->site != event.site || same->at != event.at || same->end != event.end;
    if (at_event == disturbed->load) {
        exchange();
    }
    at_event++;
}

void check_overtake_access(pto_site_t *site, uintptr_t at, size_t bytes, bool stores)
{
    if (at < base || at + bytes > base + BOARD_UB_BYTES) {
        return;
    }
    if (stores) {
        check_doubt_save(at, bytes, &(uintptr_t){0});
    }
    event_t event = {site, at, at + bytes, 0, pto_observed_bars, pto_observed_load_bars, stores};
    if (disturbed == NULL) {
        record(event);
    } else {
        follow(event);
    }
}

// Runs the function with each access of its sites a call of check_overtake_access(), until check_recording is false.
// Returns whether it still is true.
static bool run_recorded(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        for (pto_site_t *site = sites[i]; site != NULL; site = site->next) {
            site->end = UINTPTR_MAX;
            site->rows = 0;
        }
    }
    check_recording = true;
    check_doubt_repeat();
    bool open = check_recording;
    check_recording = false;
    return open;
}

/// Verdicts ///

// Runs the function with bytes of a load disturbed.
static void disturb(const pair_t *pair, unsigned with, uintptr_t from, uintptr_t to)
{
    disturbed = pair;
    disturbed_from = from;
    disturbed_bytes = to - from < DISTURBED ? to - from : DISTURBED;
    pattern = with;
    at_event = 0;
    is_disturbed = depends = matters = false;
    bool open = run_recorded();
    if (is_disturbed) {
        exchange();
    }
    if (open) {
        compare_last();
    }
}

typedef enum { UNDECIDED, DEPENDS, OVERTAKES } verdict_t;

// Whether a store depends on all that the load has loaded; if not, whether another one depends on what they share.
static verdict_t judge(const pair_t *pair)
{
    const event_t *load = &events[pair->load];
    for (unsigned with = 0; with < 2; with++) {
        disturb(pair, with, load->at, load->end);
        if (depends) {
            return DEPENDS;
        }
    }
    for (unsigned with = 0; with < 2; with++) {
        disturb(pair, with, pair->from, pair->to);
        if (matters) {
            return OVERTAKES;
        }
    }
    return UNDECIDED;
}

// Judges all pairs like pair i, unless they have been judged.
static void judge_alike(const check_access_t *access, uint32_t i)
{
    const pair_t *first = &pairs[i], *found = NULL;
    bool dependent = false;
    for (uint32_t j = 0; j < pair_num && !dependent; j++) {
        if (!are_alike(first, &pairs[j])) {
            continue;
        }
        if (j < i) {
            return;
        }
        verdict_t verdict = judge(&pairs[j]);
        dependent = verdict == DEPENDS;
        found = verdict == OVERTAKES && found == NULL ? &pairs[j] : found;
    }
    uint32_t place = place_of(events[first->load].site, events[first->store].site);
    places[place].done = dependent || found != NULL || places[place].again;
    places[place].again = true;
    if (found != NULL && !dependent) {
        check_overtaken(access, found->from);
    }
}

void check_overtake_end(const check_access_t *access, pto_site_t *loads, pto_site_t *stores)
{
    if (!any) {
        return;
    }
    check_doubt_keep();
    sites[0] = loads;
    sites[1] = stores;
    disturbed = NULL;
    event_num = pair_num = 0;
    if (run_recorded()) {
        complete_recorded();
    }
    for (uint32_t i = 0; i < pair_num; i++) {
        judge_alike(access, i);
    }
    check_doubt_restore();
}
