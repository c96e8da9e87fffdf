// SPDX-License-Identifier: Apache-2.0
//
// Accesses of vector functions. While one runs, no other agent's clock changes. So only the bytes that it reads and
// writes matter, and they are reported at its end. Each site in its code merges contiguous accesses to a row, and
// equidistant rows to a rectangle (hal/vector/observe_site.h). They are entered into two bit maps of UB.
//
// Loads are judged before the stores collected at the same time join the map. Bytes that a function has stored before
// it loads them are its own. If that is uncertain, the load is doubtful, and doubt.c decides.

#include <hal/vector/observe_site.h>

#include "map.h"

#define PITCH_MAX BOARD_UB_BYTES

static map_t loaded, stored, doubted;

uint32_t pto_observed_bars;

static struct {
    check_access_t access;
    uintptr_t base, end;         // of UB
    pto_site_t *loads, *stores;  // sites in use
    uint32_t begun;              // ranges and rectangles so far
} vf;

/// Loads of a vector function ///

// Whether a whole range has been judged.
static bool is_judged(uint32_t from, uint32_t to)
{
    words_t words = words_of(from, to);
    if (same_in(&loaded, from, to) == to && is_in(&loaded, from)) {
        return true;
    }
    if ((words.first_bits & ~(loaded.word[words.first] | doubted.word[words.first])) != 0 ||
        (words.last_bits & ~(loaded.word[words.last] | doubted.word[words.last])) != 0) {
        return false;
    }
    for (uint32_t w = words.first + 1; w < words.last; w++) {
        if ((loaded.word[w] | doubted.word[w]) != UINT64_MAX) {
            return false;
        }
    }
    return true;
}

// Returns the last writer of the bytes from `at` on, and the end of its bytes: the function itself if it has stored
// there.
static check_who_t writer(uint32_t at, uint32_t end, uint32_t *until)
{
    bool own = is_in(&stored, at);
    check_who_t who = vf.access.who;
    if (!own) {
        uintptr_t same_until;
        who = check_writer(vf.base + at, vf.base + end, &same_until);
        end = (uint32_t)(same_until - vf.base);
    }
    *until = at / 64 < stored.to && end / 64 >= stored.from ? same_in(&stored, at, end) : end;
    return who;
}

static bool is_same(check_who_t a, check_who_t b)
{
    return a.mark == b.mark && a.block == b.block;
}

// Judges a range of loads of `step` bytes each. Bytes are doubtful if they are unwritten, or if another pipe may be
// writing them. They also are if their writer is not that of the first bytes of the same load.
static void judge(uint32_t from, uint32_t to, uint32_t step)
{
    if (is_judged(from, to)) {
        return;
    }
    uint32_t until;
    for (uint32_t at = from; at < to; at = until) {
        check_who_t who = writer(at, to, &until);
        bool raced = !check_is_ordered(who, &vf.access);
        uint32_t load = from + (at - from) / step * step, doubtful = at, unused;
        if (who.mark == 0 || raced) {
            doubtful = until;
        } else if (load < at && !is_same(writer(load, at, &unused), who)) {
            doubtful = load + step < until ? load + step : until;
        }
        if (doubtful > at) {
            put(&doubted, at, doubtful);
            check_doubt_add(vf.base + at, vf.base + doubtful, who.mark == 0, raced ? who : (check_who_t){0});
        }
        if (doubtful < until) {
            put(&loaded, doubtful, until);
        }
    }
}

/// Rows that are certain: loads without doubt, and stores, as long as a few rows describe them ///

#define PARTS 8

// High half: mem_bars before the row; low half: its begin, in reverse. Of two stores of the same rows only the greater
// one matters: a later load that is unfenced against either is unfenced against it.
typedef uint64_t when_t;

typedef struct {
    check_rows_t part[PARTS];
    when_t when[PARTS];
    uint32_t num;
} list_t;

static list_t rows_loaded, rows_stored;

static uintptr_t end_of(const check_rows_t *rows)
{
    return rows->base + (rows->num - 1) * rows->pitch + rows->bytes;
}

// Merges packed rows to a single one.
static check_rows_t without_gaps(check_rows_t rows)
{
    return rows.num > 1 && rows.pitch <= rows.bytes ? (check_rows_t){rows.base, end_of(&rows) - rows.base, 0, 1} : rows;
}

static bool hold(const check_rows_t *rows, const check_rows_t *others)
{
    if (others->base < rows->base || end_of(others) > end_of(rows)) {
        return false;
    }
    return rows->num == 1 || ((others->base - rows->base) % rows->pitch + others->bytes <= rows->bytes &&
                              (others->num == 1 || others->pitch == rows->pitch));
}

// Whether rows begin at the end of others, row by row.
static bool go_on(const check_rows_t *rows, const check_rows_t *others)
{
    return rows->base + rows->bytes == others->base && rows->num == others->num &&
           (rows->num == 1 || rows->pitch == others->pitch);
}

static void put_rows(map_t *map, const check_rows_t *rows)
{
    for (uint32_t row = 0; row < rows->num; row++) {
        uint32_t from = (uint32_t)(rows->base + row * rows->pitch - vf.base);
        put(map, from, from + (uint32_t)rows->bytes);
    }
}

// Joins rows with others that begin at their end, or end at their begin, row by row.
static bool join(check_rows_t *rows, const check_rows_t *others)
{
    bool behind = go_on(others, rows);
    if (!behind && !go_on(rows, others)) {
        return false;
    }
    rows->base = behind ? others->base : rows->base;
    rows->bytes += others->bytes;
    return true;
}

static inline when_t when_of(const pto_site_t *site)
{
    return (when_t)site->bars << 32 | (UINT32_MAX - site->began);
}

static inline when_t greater(when_t a, when_t b)
{
    return a > b ? a : b;
}

static void remove_part(list_t *list, uint32_t i)
{
    list->part[i] = list->part[--list->num];
    list->when[i] = list->when[list->num];
}

// Adds rows to a list, or to a map if the list is full.
static void add_rows(list_t *list, map_t *map, check_rows_t rows, when_t when)
{
    for (uint32_t i = 0; i < list->num;) {
        if (hold(&list->part[i], &rows)) {
            list->when[i] = greater(list->when[i], when);
            return;
        }
        if (join(&rows, &list->part[i])) {
            rows = without_gaps(rows);
            when = greater(list->when[i], when);
            remove_part(list, i);
            i = 0;
        } else {
            i++;
        }
    }
    if (list->num < PARTS) {
        list->when[list->num] = when;
        list->part[list->num++] = rows;
    } else {
        put_rows(map, &rows);
    }
}

// Whether rows of loads are certain: all were stored by this function, or by one agent that happens before it.
static bool is_certain(const check_rows_t *rows)
{
    bool may_be_own = rows->base < vf.base + stored.to * 64 && end_of(rows) > vf.base + stored.from * 64;
    for (uint32_t i = 0; i < rows_stored.num; i++) {
        const check_rows_t *part = &rows_stored.part[i];
        if (hold(part, rows)) {
            return true;
        }
        may_be_own |= part->base < end_of(rows) && end_of(part) > rows->base;
    }
    check_who_t who;
    return !may_be_own && check_writer_of_rows(*rows, &who) && who.mark != 0 && check_is_ordered(who, &vf.access);
}

/// Rows with doubtful ends: registers reach past the area that one agent wrote ///

static list_t rows_judged;

// Returns the offset of others in a row of `rows`.
static size_t column_of(const check_rows_t *rows, const check_rows_t *others)
{
    return (others->base - rows->base) % rows->pitch;
}

// Whether rows begin inside others, row by row, and end after them.
static bool begin_in(const check_rows_t *rows, const check_rows_t *others)
{
    if (rows->num == 1 || rows->pitch != others->pitch || rows->base < others->base ||
        rows->base + (rows->num - 1) * rows->pitch >= end_of(others)) {
        return false;
    }
    size_t column = column_of(others, rows);
    return column < others->bytes && column + rows->bytes > others->bytes;
}

// Finds the written area in which such rows begin, and its writer: this function, or an agent that happens before it.
// Returns false if there is none, or if this function has also stored next to it.
static bool find_written(const check_rows_t *rows, check_rows_t *written, check_who_t *who)
{
    bool own = false, others = rows->base < vf.base + stored.to * 64 && end_of(rows) > vf.base + stored.from * 64;
    for (uint32_t i = 0; i < rows_stored.num; i++) {
        const check_rows_t *part = &rows_stored.part[i];
        bool same = begin_in(rows, part) && end_of(part) < end_of(rows);
        others |= (own || !same) && part->base < end_of(rows) && end_of(part) > rows->base;
        own |= same;
        *written = same ? *part : *written;
    }
    if (others || own) {
        *who = vf.access.who;
        return !others;
    }
    return check_sheet_at(rows->base, written, who) && begin_in(rows, written) && who->mark != 0 &&
           check_is_ordered(*who, &vf.access);
}

// Judges the end of a row of loads, from `at` to `to`; its last load begins in bytes of `writer`.
static void judge_end(uintptr_t at, uintptr_t to, check_who_t writer)
{
    for (uintptr_t until; at < to; at = until) {
        check_who_t who = check_writer(at, to, &until);
        bool raced = !check_is_ordered(who, &vf.access), certain = who.mark != 0 && !raced && is_same(who, writer);
        put(certain ? &loaded : &doubted, (uint32_t)(at - vf.base), (uint32_t)(until - vf.base));
        if (!certain) {
            check_doubt_add(at, until, who.mark == 0, raced ? who : (check_who_t){0});
        }
    }
}

// Judges the ends of all rows except the last. No map records them; rows_judged does.
static void judge_ends(check_rows_t ends, check_who_t writer)
{
    bool unwritten = check_are_unwritten(&ends);
    for (uintptr_t at = ends.base; ends.num != 0; ends.num--, at += ends.pitch) {
        if (unwritten) {
            check_doubt_add(at, at + ends.bytes, true, (check_who_t){0});
        } else {
            judge_end(at, at + ends.bytes, writer);
        }
    }
}

// Judges rows of loads of `step` bytes each that are certain except for their ends. Returns false without any effect if
// they are not.
static bool take_ends(const check_rows_t *rows, uint32_t step)
{
    for (uint32_t i = 0; i < rows_judged.num; i++) {
        if (check_same_rows(&rows_judged.part[i], rows)) {
            return true;
        }
    }
    check_rows_t written;
    check_who_t who;
    if (rows_judged.num == PARTS || !find_written(rows, &written, &who)) {
        return false;
    }
    // The last load of a row contains the end of the written area, and ends inside that of the next row.
    const size_t column = column_of(&written, rows), bytes = written.bytes - column, width = rows->pitch - column;
    const size_t more = rows->bytes > width ? rows->bytes - width : 0;
    if (bytes % step == 0 || bytes / step * step + step != rows->bytes || more > written.bytes) {
        return false;
    }
    judge_ends((check_rows_t){rows->base + bytes, rows->bytes - more - bytes, rows->pitch, rows->num - 1}, who);
    judge_end(rows->base + (rows->num - 1) * rows->pitch + bytes, end_of(rows), who);
    add_rows(&rows_loaded, &loaded, (check_rows_t){rows->base, bytes, rows->pitch, rows->num}, 0);
    if (more != 0) {
        add_rows(&rows_loaded, &loaded, (check_rows_t){rows->base + width, more, rows->pitch, rows->num - 1}, 0);
    }
    rows_judged.part[rows_judged.num++] = *rows;
    return true;
}

/// Sites ///

// Judges or stores rows one by one, as far as they are in UB.
static void take_rows(const check_rows_t *rows, bool stores, uint32_t step)
{
    for (uint32_t i = 0; i < rows_stored.num; i++) {
        put_rows(&stored, &rows_stored.part[i]);
    }
    rows_stored.num = 0;
    uintptr_t from = rows->base, end = from + rows->bytes;
    for (uint32_t row = 0; row < rows->num; row++, from += rows->pitch, end += rows->pitch) {
        uintptr_t first = from < vf.base ? vf.base : from, last = end < vf.end ? end : vf.end;
        if (first < last && stores) {
            put(&stored, (uint32_t)(first - vf.base), (uint32_t)(last - vf.base));
        } else if (first < last) {
            judge((uint32_t)(first - vf.base), (uint32_t)(last - vf.base), step);
        }
    }
}

// Rows of loads of `step` bytes each that are not judged yet. Copies of an unrolled body access adjacent rows, which
// are judged together.
static struct {
    list_t rows;
    uint32_t step;
} met;

static void judge_met(void)
{
    for (uint32_t i = 0; i < met.rows.num; i++) {
        const check_rows_t *rows = &met.rows.part[i], whole = without_gaps(*rows);
        if (is_certain(&whole)) {
            add_rows(&rows_loaded, &loaded, whole, 0);
        } else if (!take_ends(rows, met.step)) {
            take_rows(rows, false, met.step);
        }
    }
    met.rows.num = 0;
}

// Whether rows and others are whole loads, contiguous row by row, and do not reach into the next row.
static bool are_neighbours(const check_rows_t *rows, const check_rows_t *others)
{
    bool whole = rows->bytes % met.step == 0 && others->bytes % met.step == 0;
    return whole && (rows->num == 1 || rows->bytes + others->bytes <= rows->pitch);
}

static void meet(check_rows_t rows, uint32_t step)
{
    if (step != met.step || met.rows.num == PARTS) {
        if (met.rows.num != 0) {
            judge_met();
        }
        met.step = step;
    }
    for (uint32_t i = 0; i < met.rows.num;) {
        check_rows_t *part = &met.rows.part[i];
        if (are_neighbours(&rows, part) && join(&rows, part)) {
            rows = rows.bytes == rows.pitch ? without_gaps(rows) : rows;
            remove_part(&met.rows, i);
            i = 0;
        } else {
            i++;
        }
    }
    met.rows.part[met.rows.num++] = rows;
}

static void finish_rows(const pto_site_t *site, check_rows_t rows)
{
    check_rows_t whole = without_gaps(rows);
    bool inside = whole.base >= vf.base && end_of(&whole) <= vf.end;
    if (inside && site->stores) {
        add_rows(&rows_stored, &stored, whole, when_of(site));
    } else if (inside) {
        meet(rows, site->step);
    } else {
        take_rows(&rows, site->stores, site->step);
    }
}

static uintptr_t start_of(const pto_site_t *site)
{
    return site->from - site->rows * site->pitch;
}

static void finish(pto_site_t *site)
{
    size_t last_bytes = site->end - site->from;
    if (last_bytes == 0) {
        return;
    }
    bool same = site->rows != 0 && last_bytes == site->row_bytes;
    if (site->rows != 0) {
        finish_rows(site, (check_rows_t){start_of(site), site->row_bytes, site->pitch, site->rows + same});
    }
    if (!same) {
        finish_rows(site, (check_rows_t){site->from, last_bytes, 0, 1});
    }
    site->from = site->end;
    site->rows = 0;
}

// Whether a site loads, row by row, what other sites have just stored: the same rows, except for the end of the last
// register. There may be several, as compilers emit copies of the body for full registers and for the remainder loop.
static bool follows_stores(const pto_site_t *load)
{
    uintptr_t stored_to = start_of(load);
    size_t row_bytes = load->rows != 0 ? load->row_bytes : load->end - load->from;
    for (const pto_site_t *store = vf.stores; store != NULL;) {
        uintptr_t end = start_of(store) + (store->rows != 0 ? store->row_bytes : store->end - store->from);
        bool goes_on = store->from != store->end && store->began < load->began && start_of(store) <= stored_to &&
                       end > stored_to && (load->rows == 0 || store->pitch == load->pitch);
        stored_to = goes_on ? end : stored_to;
        store = goes_on ? vf.stores : store->next;
    }
    return stored_to + load->step > start_of(load) + row_bytes;
}

// Whether a load that begins at an address follows a store of some rows without a mem_bar in between.
static inline bool is_unfenced(uintptr_t at, when_t load, const check_rows_t *rows, when_t store)
{
    return store >> 32 == load >> 32 && store > load && at >= rows->base && at < end_of(rows) &&
           (rows->num == 1 || (at - rows->base) % rows->pitch < rows->bytes);
}

// A load of bytes that this function has stored needs a mem_bar in between: without one it may run first. Only the
// begin of a load is certain to be used; its end may reach past the stored bytes.
static void judge_order(const pto_site_t *load)
{
    const uintptr_t at = start_of(load);
    const when_t when = when_of(load);
    bool unfenced = false;
    for (uint32_t i = 0; i < rows_stored.num; i++) {
        unfenced |= is_unfenced(at, when, &rows_stored.part[i], rows_stored.when[i]);
    }
    for (const pto_site_t *store = vf.stores; store != NULL; store = store->next) {
        if (store->from != store->end && store->began < load->began) {
            check_rows_t rows = {start_of(store), store->rows != 0 ? store->row_bytes : store->end - store->from,
                                 store->pitch, store->rows + 1};
            unfenced |= is_unfenced(at, when, &rows, when_of(store));
        }
    }
    if (unfenced) {
        check_unfenced(&vf.access, at);
    }
}

void check_vf_next(void)
{
    if (check_again) {
        return;
    }
    for (const pto_site_t *load = vf.loads; load != NULL; load = load->next) {
        if (load->from != load->end) {
            judge_order(load);
            check_overtake_look(load, vf.stores);
        }
    }
    for (pto_site_t *load = vf.loads; load != NULL; load = load->next) {
        if (load->from != load->end && !follows_stores(load)) {
            finish(load);
        }
    }
    judge_met();
    for (pto_site_t *store = vf.stores; store != NULL; store = store->next) {
        finish(store);
    }
    for (pto_site_t *load = vf.loads; load != NULL; load = load->next) {
        finish(load);
    }
    if (met.rows.num != 0) {
        judge_met();
    }
}

// Whether an access begins the next row of a rectangle.
static inline bool is_next_row(pto_site_t *site, uintptr_t at)
{
    size_t row_bytes = site->end - site->from, pitch = at - site->from;
    if (site->rows == 0) {
        site->row_bytes = row_bytes;
        site->pitch = pitch;
        return row_bytes != 0 && pitch < PITCH_MAX;
    }
    return pitch == site->pitch && row_bytes == site->row_bytes;
}

static __attribute__((noinline)) void begin_row(pto_site_t *site, uintptr_t at, size_t bytes, bool stores)
{
    if (!site->met) {
        pto_site_t **sites = stores ? &vf.stores : &vf.loads;
        *site = (pto_site_t){.met = true, .stores = stores, .next = *sites};
        *sites = site;
    }
    if (site->from != site->end) {
        check_vf_next();
    }
    site->from = at;
    site->step = (uint32_t)bytes;
    site->began = vf.begun++;
    site->bars = pto_observed_bars;
}

static __attribute__((noinline)) void at_other_place(pto_site_t *site, uintptr_t at, size_t bytes, bool stores)
{
    if (check_recording) {
        check_overtake_access(site, at, bytes, stores);
        return;
    }
    if (at != site->end) {
        if (is_next_row(site, at) && site->met) {
            site->from = at;
            site->bars = pto_observed_bars;
            site->rows++;
        } else {
            begin_row(site, at, bytes, stores);
        }
    } else if (!site->met) {
        begin_row(site, at, bytes, stores);
    }
    site->end = at + bytes;
    if (stores && (site->end > site->limit || at < site->floor)) {
        site->limit = check_doubt_save(at, bytes, &site->floor);
    }
}

void pto_observe_at_site(pto_site_t *site, uintptr_t at, size_t bytes, bool stores)
{
    // Most accesses begin the next row of a rectangle.
    uintptr_t end = at + bytes;
    bool next = site->rows != 0 && at - site->from == site->pitch && site->end - site->from == site->row_bytes;
    if (next && (!stores || (end <= site->limit && at >= site->floor))) {
        site->from = at;
        site->bars = pto_observed_bars;
        site->rows++;
        site->end = end;
    } else {
        at_other_place(site, at, bytes, stores);
    }
}

void check_vf_access(uintptr_t address, size_t bytes, bool stores)
{
    uintptr_t end = address + bytes < vf.end ? address + bytes : vf.end;
    if (address < vf.base || address >= vf.end || end != address + bytes) {
        check_outside(&vf.access, address, bytes, stores ? PTO_WRITES : PTO_READS);
    }
    if (address < vf.base || address >= vf.end) {
        return;
    }
    if (stores) {
        check_doubt_save(address, end - address, &(uintptr_t){0});
    }
    if (check_again) {
        return;
    }
    if (stores) {
        put(&stored, (uint32_t)(address - vf.base), (uint32_t)(end - vf.base));
    } else {
        judge((uint32_t)(address - vf.base), (uint32_t)(end - vf.base), (uint32_t)bytes);
    }
}

/// Streams of unaligned stores: the bytes after the last multiple of 32 stay in the register until a flush ///

#define STREAMS 16
static uintptr_t streams[STREAMS];  // addresses of streams with pending bytes
static uint32_t stream_num;

void pto_observe_stream(uintptr_t from, const void *to);

void pto_observe_stream(uintptr_t from, const void *to)
{
    uint32_t i = 0;
    while (i < stream_num && streams[i] != from) {
        i++;
    }
    if (i < stream_num) {
        streams[i] = streams[--stream_num];
    }
    if ((uintptr_t)to % 32 != 0 && stream_num < STREAMS) {
        streams[stream_num++] = (uintptr_t)to;
    }
}

/// Begin and end ///

void check_vf_begin(const check_access_t *access, const pto_cmd_t *cmd)
{
    check_lock();  // until check_vf_end(): one vector function at a time
    vf.access = *access;
    vf.base = (uintptr_t)access->core->core->view.ub.base;
    vf.end = vf.base + access->core->core->view.ub.bytes;
    vf.loads = vf.stores = NULL;
    stream_num = 0;
    rows_loaded.num = rows_stored.num = rows_judged.num = met.rows.num = 0;
    clear(&loaded);
    clear(&stored);
    clear(&doubted);
    check_doubt_begin(access, cmd);
    check_overtake_begin(vf.base);
}

static void read_doubtful(uintptr_t from, uintptr_t to)
{
    check_touch(&vf.access, from, to - from, PTO_READS);
}

static void touch_rows(const check_rows_t *rows, uint32_t num, pto_access_t kind)
{
    check_touch_rows(&vf.access, &(check_rows_t){vf.base + rows->base, rows->bytes, rows->pitch, num}, kind);
}

// Whether a part of a list is inside another one, which has grown since; of two equal ones, the second is.
static bool is_in_others(const list_t *list, uint32_t part)
{
    for (uint32_t i = 0; i < list->num; i++) {
        if (i != part && hold(&list->part[i], &list->part[part]) &&
            (i < part || !hold(&list->part[part], &list->part[i]))) {
            return true;
        }
    }
    return false;
}

// Reports runs of equal length and distance as rows, as transfers do.
static void touch_map(const map_t *map, pto_access_t kind)
{
    check_rows_t rows = {0};
    for (uint32_t from, to = 0; next_run(map, &from, &to);) {
        size_t bytes = to - from, pitch = from - rows.base - (rows.num - 1) * rows.pitch;
        if (rows.num != 0 && bytes == rows.bytes && (rows.num == 1 || pitch == rows.pitch)) {
            rows.pitch = pitch;
            rows.num++;
        } else if (rows.num == 2 && bytes == rows.bytes) {
            touch_rows(&rows, 1, kind);
            rows.base += rows.pitch;
            rows.pitch = pitch;
        } else {
            touch_rows(&rows, rows.num, kind);
            rows = (check_rows_t){from, bytes, bytes, 1};
        }
    }
    if (rows.num != 0) {
        touch_rows(&rows, rows.num, kind);
    }
}

// A map may contain the ends of listed rows.
static void touch_all(const list_t *list, map_t *map, pto_access_t kind)
{
    for (uint32_t i = 0; i < list->num; i++) {
        if (map->from < map->to) {
            put_rows(map, &list->part[i]);
        } else if (list->num == 1 || !is_in_others(list, i)) {
            check_touch_rows(&vf.access, &list->part[i], kind);
        }
    }
    if (map->from < map->to) {
        touch_map(map, kind);
    }
}

static void forget(pto_site_t *sites)
{
    for (pto_site_t *next; sites != NULL; sites = next) {
        next = sites->next;
        *sites = (pto_site_t){0};
    }
}

void check_vf_end(void)
{
    check_vf_next();
    for (uint32_t i = 0; i < stream_num; i++) {
        check_unflushed(&vf.access, streams[i]);
    }
    check_doubt_end(read_doubtful);
    check_overtake_end(&vf.access, vf.loads, vf.stores);
    forget(vf.loads);
    forget(vf.stores);
    // Reports its own stores first: loads of them do not read what was there before.
    touch_all(&rows_stored, &stored, PTO_WRITES);
    touch_all(&rows_loaded, &loaded, PTO_READS);
    check_unlock();
}
