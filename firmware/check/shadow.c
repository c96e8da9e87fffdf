// SPDX-License-Identifier: Apache-2.0
//
// Shadow memory: the last writer and the readers of each byte of all memories, by address.
//
// An access moves all bytes of one state to one other state, so the transition is computed once for each state that it
// meets (states_follow()); the rest copies numbers (cells.h).
//
// Rows that are loaded and stored repeatedly as a whole form a sheet: as long as accesses cover complete rows of it,
// the whole sheet costs as much as one byte.

#include "states.h"

void check_shadow_start(void)
{
    cells_start();
    states_start();
}

void check_shadow_forget(hal_window_t window)
{
    uintptr_t first = (uintptr_t)window.base >> PAGE_BITS;
    for (uintptr_t number = first; number < first + window.bytes / PAGE_BYTES; number++) {
        page_t *page = cells_page(number);
        if (page != NULL) {
            cells_fill(page, UNTOUCHED);
        }
    }
    for (uint32_t i = 0; i < cells_sheet_num;) {
        if (cells_sheets[i].rows.base - (uintptr_t)window.base < window.bytes) {
            cells_sheets[i] = cells_sheets[--cells_sheet_num];
        } else {
            i++;
        }
    }
}

/// Ranges of bytes ///

// An update of the cells of a range. With an access, each cell moves to the state that follows; `looks` only checks for
// conflicts. Without an access, cells are set to `state`.
typedef struct {
    const check_access_t *access;
    bool looks;
    cell_t state;
} walk_t;

static inline cell_t pass(const walk_t *walk, cell_t from, uintptr_t address)
{
    cell_t to = walk->access != NULL ? states_follow(walk->access, from, address) : walk->state;
    return walk->looks ? from : to;
}

static void touch_bytes(const walk_t *walk, cell_t *cell, uintptr_t address, uint32_t from, uint32_t to)
{
    if (*cell < SPLIT) {
        cell_t state = pass(walk, *cell, address + from);
        cell_t *bytes = state == *cell ? NULL : cells_split(cell);
        if (bytes != NULL) {
            check_fill(&bytes[from], to - from, state);
        }
        return;
    }
    cell_t *bytes = cells_bytes(*cell);
    while (from < to) {
        uint32_t num = (uint32_t)check_equal(&bytes[from], to - from);
        check_fill(&bytes[from], num, pass(walk, bytes[from], address + from));
        from += num;
    }
    if (check_equal(bytes, CELL_BYTES) == CELL_BYTES) {
        cells_join(cell, bytes[0]);
    }
}

static void touch_cells(const walk_t *walk, const page_t *page, uint32_t from, uint32_t to)
{
    uintptr_t base = page->number << PAGE_BITS;
    cell_t *cells = cells_of(page);
    uint32_t cell = from / CELL_BYTES, end = to / CELL_BYTES;
    if (from % CELL_BYTES != 0) {
        uint32_t here = cell * CELL_BYTES, until = end > cell ? CELL_BYTES : to - here;
        touch_bytes(walk, &cells[cell++], base + here, from - here, until);
    }
    while (cell < end) {
        uintptr_t address = base + cell * CELL_BYTES;
        if (cells[cell] >= SPLIT) {
            touch_bytes(walk, &cells[cell++], address, 0, CELL_BYTES);
        } else {
            uint32_t num = (uint32_t)check_equal(&cells[cell], end - cell);
            check_fill(&cells[cell], num, pass(walk, cells[cell], address));
            cell += num;
        }
    }
    if (cell == end && to % CELL_BYTES != 0) {
        touch_bytes(walk, &cells[end], base + end * CELL_BYTES, 0, to % CELL_BYTES);
    }
}

// Gives a page cells, including those of its range.
static __attribute__((noinline)) bool unfold(page_t *page)
{
    if (!cells_unfold(page)) {
        return false;
    }
    if (page->to != 0) {
        touch_cells(&(const walk_t){.state = page->inner}, page, page->from, page->to);
    }
    return true;
}

// Updates bytes of a page without cells, inside or outside of its range. False: the result needs cells.
static inline bool touch_folded(const walk_t *walk, page_t *page, uint32_t from, uint32_t to)
{
    uintptr_t address = (page->number << PAGE_BITS) + from;
    bool inside = from >= page->from && to <= page->to;
    if (!inside && from < page->to && to > page->from) {
        return false;
    }
    cell_t before = inside ? page->inner : page->all, state = pass(walk, before, address);
    if (state == before) {
        return true;
    }
    if (inside ? to - from == (uint32_t)page->to - page->from : page->to == 0) {
        page->inner = state;
        page->from = (uint16_t)from;
        page->to = (uint16_t)to;
    } else if (!inside && state == page->inner && (from == page->to || to == page->from)) {
        page->from = (uint16_t)(from == page->to ? page->from : from);
        page->to = (uint16_t)(from == page->to ? to : page->to);
    } else {
        return false;
    }
    return true;
}

static __attribute__((noinline)) void touch_unfolded(const walk_t *walk, page_t *page, uint32_t from, uint32_t to)
{
    if (page->line == 0 && !unfold(page)) {
        return;
    }
    touch_cells(walk, page, from, to);
    const cell_t *cells = cells_of(page);
    if (to - from == PAGE_BYTES && check_equal(cells, CELL_NUM) == CELL_NUM) {
        cells_fill(page, cells[0]);
    }
}

static inline void touch_page(const walk_t *walk, page_t *page, uint32_t from, uint32_t to)
{
    if (page->line != 0 || !touch_folded(walk, page, from, to)) {
        touch_unfolded(walk, page, from, to);
    }
}

// Returns the end of the last page if all its bytes have one state, else 0.
static uintptr_t touch_range(const walk_t *walk, uintptr_t address, size_t bytes)
{
    uintptr_t alike = 0;
    for (uintptr_t at = address; at < address + bytes;) {
        uint32_t from = at % PAGE_BYTES;
        size_t left = address + bytes - at;
        uint32_t num = left < PAGE_BYTES - from ? (uint32_t)left : PAGE_BYTES - from;
        page_t *page = cells_page(at >> PAGE_BITS);
        page = page != NULL ? page : cells_new_page(at >> PAGE_BITS);
        if (page == NULL) {
            return 0;
        }
        if (num == PAGE_BYTES && page->line == 0 && page->to == 0) {
            page->all = pass(walk, page->all, at);
        } else {
            touch_page(walk, page, from, from + num);
        }
        at += num;
        alike = page->line == 0 && page->to == 0 ? (page->number + 1) << PAGE_BITS : 0;
    }
    return alike;
}

static void walk_rows(const walk_t *walk, const check_rows_t *rows)
{
    uintptr_t seen = 0;  // end of the bytes whose state has been checked already
    for (uint32_t row = 0; row < rows->num; row++) {
        uintptr_t from = rows->base + row * rows->pitch;
        if (!walk->looks || from + rows->bytes > seen) {
            seen = touch_range(walk, from, rows->bytes);
        }
    }
}

void check_shadow_forget_bytes(uintptr_t address, size_t bytes)
{
    touch_range(&(const walk_t){.state = UNTOUCHED}, address, bytes);
}

void check_shadow_settle(uintptr_t address, size_t bytes)
{
    touch_range(&(const walk_t){.state = UNKNOWN}, address, bytes);
}

/// Sheets ///

#define SHEET_BYTES 128  // least bytes of a row; shorter rows are more often accessed in other shapes

// The end of the span of addresses of some rows.
static uintptr_t span_end(const check_rows_t *rows)
{
    return rows->base + (rows->num - 1) * rows->pitch + rows->bytes;
}

// The end of rows that can be a sheet; 0: they can not.
static uintptr_t sheet_end(const check_rows_t *rows)
{
    const size_t locals = (size_t)BOARD_CLUSTERS * BOARD_CLUSTER_STRIDE;
    uintptr_t offset = rows->base - BOARD_CLUSTER_BASE;
    bool may_be = rows->num > 1 && rows->bytes >= SHEET_BYTES && rows->pitch > rows->bytes && offset < locals &&
                  rows->num < locals / rows->pitch;
    return may_be ? span_end(rows) : 0;
}

static cell_t state_of_row(const sheet_t *sheet, size_t row)
{
    return sheet->grid != 0 ? cells_grids[sheet->grid - 1][row] : sheet->state;
}

// Dissolves a sheet: writes its states to cells. UNTOUCHED ones need no write, since their cells say the same.
static void lay_down(sheet_t *sheet)
{
    for (uint32_t row = 0; row < sheet->rows.num; row++) {
        const walk_t walk = {.state = state_of_row(sheet, row)};
        if (walk.state != UNTOUCHED) {
            touch_range(&walk, sheet->rows.base + row * sheet->rows.pitch, sheet->rows.bytes);
        }
    }
    *sheet = cells_sheets[--cells_sheet_num];
}

static void lay_down_all(uintptr_t from, uintptr_t to)
{
    for (uint32_t i = 0; i < cells_sheet_num;) {
        if (cells_sheets[i].rows.base < to && cells_sheets[i].end > from) {
            lay_down(&cells_sheets[i]);
        } else {
            i++;
        }
    }
}

static sheet_t *find_sheet(const check_rows_t *rows, bool grid)
{
    for (uint32_t i = 0; i < cells_sheet_num; i++) {
        if (check_same_rows(&cells_sheets[i].rows, rows)) {
            return grid == (cells_sheets[i].grid != 0) ? &cells_sheets[i] : NULL;
        }
    }
    return NULL;
}

static sheet_t *make_sheet(const check_rows_t *rows, uintptr_t end, cell_t state)
{
    static uint32_t victim;
    if (cells_sheet_num == SHEETS) {
        lay_down(&cells_sheets[victim++ % SHEETS]);
    }
    cells_sheets[cells_sheet_num] = (sheet_t){.rows = *rows, .end = end, .state = state};
    return &cells_sheets[cells_sheet_num++];
}

static void add_sheet(const check_rows_t *rows, size_t first, size_t num, cell_t state)
{
    if (num != 0) {
        const check_rows_t some = {rows->base + first * rows->pitch, rows->bytes, rows->pitch, (uint32_t)num};
        cells_sheets[cells_sheet_num++] = (sheet_t){some, span_end(&some), state, 0};
    }
}

// Cuts rows out of a larger sheet, for a last iteration with fewer rows. NULL: there is no such sheet, or no room.
static sheet_t *cut_sheet(const check_rows_t *rows, uintptr_t end)
{
    for (uint32_t i = 0; i < cells_sheet_num && cells_sheet_num + 2 <= SHEETS; i++) {
        const sheet_t sheet = cells_sheets[i];
        size_t offset = rows->base - sheet.rows.base;
        if (sheet.grid == 0 && sheet.rows.pitch == rows->pitch && sheet.rows.bytes == rows->bytes &&
            rows->base >= sheet.rows.base && end <= sheet.end && offset % rows->pitch == 0) {
            size_t before = offset / rows->pitch;
            cells_sheets[i] = (sheet_t){*rows, end, sheet.state, 0};
            add_sheet(&sheet.rows, 0, before, sheet.state);
            add_sheet(&sheet.rows, before + rows->num, sheet.rows.num - before - rows->num, sheet.state);
            return &cells_sheets[i];
        }
    }
    return NULL;
}

static __attribute__((noinline)) void touch_any(const check_access_t *access, uintptr_t address, size_t bytes)
{
    if (cells_sheet_num != 0) {
        lay_down_all(address, address + bytes);
    }
    touch_range(&(const walk_t){.access = access}, address, bytes);
}

// The common case: the range is that of a page without cells, or can become it.
static void touch_one(const check_access_t *access, uintptr_t address, size_t bytes)
{
    uint32_t from = address % PAGE_BYTES;
    page_t *page = cells_page(address >> PAGE_BITS);
    page = page != NULL ? page : cells_new_page(address >> PAGE_BITS);
    bool may_be = page != NULL && page->line == 0 && bytes - 1 < PAGE_BYTES - 1 - from && cells_sheet_num == 0;
    bool same = may_be && page->from == from && page->to == from + bytes;
    if (!same && (!may_be || page->to != 0)) {
        touch_any(access, address, bytes);
        return;
    }
    cell_t before = same ? page->inner : page->all, state = states_follow(access, before, address);
    if (state == before) {
        return;
    }
    page->inner = state;
    page->from = (uint16_t)from;
    page->to = (uint16_t)(from + bytes);
}

static __attribute__((noinline)) void touch_several(const check_access_t *access, const check_rows_t *rows,
                                                    pto_access_t kind)
{
    uintptr_t end = sheet_end(rows);
    sheet_t *sheet = end != 0 ? find_sheet(rows, false) : NULL;
    sheet = end != 0 && sheet == NULL ? cut_sheet(rows, end) : sheet;
    if (sheet != NULL) {
        sheet->state = states_follow(access, sheet->state, rows->base);
        return;
    }
    for (uint32_t row = 0; end == 0 && row < rows->num; row++) {
        uintptr_t from = rows->base + row * rows->pitch;
        lay_down_all(from, from + rows->bytes);
    }
    if (end != 0) {
        lay_down_all(rows->base, end);
    }
    const walk_t walk = {.access = access, .looks = end != 0 && !pto_is_read(kind)};
    walk_rows(&walk, rows);
    if (walk.looks) {
        make_sheet(rows, end, states_written(access));
    }
}

void check_touch_rows(const check_access_t *access, const check_rows_t *rows, pto_access_t kind)
{
    states_begin(access, kind);
    if (rows->num == 1) {
        touch_one(access, rows->base, rows->bytes);
    } else {
        touch_several(access, rows, kind);
    }
}

void check_touch(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind)
{
    states_begin(access, kind);
    touch_one(access, address, bytes);
}

/// Last writers ///

// The sheet that holds an address, or NULL. Lowers `end` to the next address where that changes.
static const sheet_t *sheet_at(uintptr_t address, uintptr_t *end)
{
    for (uint32_t i = 0; i < cells_sheet_num; i++) {
        const sheet_t *sheet = &cells_sheets[i];
        if (address >= sheet->rows.base && address < sheet->end) {
            size_t offset = (address - sheet->rows.base) % sheet->rows.pitch;
            bool inside = offset < sheet->rows.bytes;
            uintptr_t last = address - offset + (inside ? sheet->rows.bytes : sheet->rows.pitch);
            *end = last < *end ? last : *end;
            if (inside) {
                return sheet;
            }
        } else if (address < sheet->rows.base && sheet->rows.base < *end) {
            *end = sheet->rows.base;
        }
    }
    return NULL;
}

// The state of a byte of a page without cells.
static cell_t folded_at(const page_t *page, uint32_t at, uintptr_t page_end, uintptr_t *same_until)
{
    bool inside = at >= page->from && at < page->to;
    if (inside || at < page->from) {
        uintptr_t until = page_end - PAGE_BYTES + (inside ? page->to : page->from);
        *same_until = until < *same_until ? until : *same_until;
    }
    return inside ? page->inner : page->all;
}

// The state of the byte at an address by its cell; `same_until`, at most `end`: where another state begins.
static cell_t cell_at(uintptr_t address, uintptr_t end, uintptr_t *same_until)
{
    uintptr_t page_end = (address | (PAGE_BYTES - 1)) + 1, last = page_end < end ? page_end : end;
    page_t *page = cells_page(address >> PAGE_BITS);
    *same_until = last;
    if (page == NULL) {
        return UNTOUCHED;
    }
    if (page->line == 0) {
        return folded_at(page, address % PAGE_BYTES, page_end, same_until);
    }
    const cell_t *cells = cells_of(page);
    uint32_t cell = address % PAGE_BYTES / CELL_BYTES, i = address % CELL_BYTES;
    if (cells[cell] >= SPLIT) {
        const cell_t *bytes = cells_bytes(cells[cell]);
        uintptr_t until = address + check_equal(&bytes[i], CELL_BYTES - i);
        *same_until = until < last ? until : last;
        return bytes[i];
    }
    uintptr_t until = address - i + check_equal(&cells[cell], CELL_NUM - cell) * CELL_BYTES;
    *same_until = until < last ? until : last;
    return cells[cell];
}

// As above, by sheet or cell.
static cell_t state_at(uintptr_t address, uintptr_t end, uintptr_t *same_until)
{
    const sheet_t *sheet = sheet_at(address, &end);
    if (sheet == NULL) {
        return cell_at(address, end, same_until);
    }
    *same_until = end;
    return state_of_row(sheet, (address - sheet->rows.base) / sheet->rows.pitch);
}

check_who_t check_writer(uintptr_t address, uintptr_t end, uintptr_t *same_until)
{
    return cells_state(state_at(address, end, same_until))->write;
}

// Whether `who` wrote all bytes of a range last.
static bool is_by(check_who_t who, uintptr_t from, uintptr_t to)
{
    for (uintptr_t at = from, until; at < to; at = until) {
        check_who_t other = check_writer(at, to, &until);
        if (other.mark != who.mark || other.block != who.block) {
            return false;
        }
    }
    return true;
}

bool check_sheet_at(uintptr_t address, check_rows_t *rows, check_who_t *writer)
{
    uintptr_t until = UINTPTR_MAX;
    const sheet_t *sheet = sheet_at(address, &until);
    if (sheet == NULL || sheet->grid != 0) {
        return false;
    }
    *rows = sheet->rows;
    *writer = cells_state(sheet->state)->write;
    return true;
}

bool check_writer_of_rows(check_rows_t rows, check_who_t *writer)
{
    uintptr_t until = UINTPTR_MAX, end = rows.base + (rows.num - 1) * rows.pitch + rows.bytes;
    const sheet_t *sheet = sheet_at(rows.base, &until);
    if (sheet != NULL && sheet->grid == 0 && rows.base + rows.bytes <= until && end <= sheet->end &&
        (rows.num == 1 || rows.pitch == sheet->rows.pitch)) {
        *writer = cells_state(sheet->state)->write;
        return true;
    }
    *writer = check_writer(rows.base, rows.base + rows.bytes, &until);
    bool all = until >= rows.base + rows.bytes || is_by(*writer, until, rows.base + rows.bytes);
    for (uint32_t row = 1; row < rows.num && all; row++) {
        all = is_by(*writer, rows.base + row * rows.pitch, rows.base + row * rows.pitch + rows.bytes);
    }
    return all;
}

// Whether no row overlaps a row of any sheet.
static bool is_between_sheets(const check_rows_t *rows)
{
    const uintptr_t end = span_end(rows);
    bool between = true;
    for (uint32_t i = 0; i < cells_sheet_num && between; i++) {
        const sheet_t *sheet = &cells_sheets[i];
        if (sheet->rows.base < end && sheet->end > rows->base) {
            size_t column = (rows->base - sheet->rows.base) % rows->pitch;
            between = sheet->rows.base <= rows->base && sheet->rows.pitch == rows->pitch &&
                      column >= sheet->rows.bytes && column + rows->bytes <= rows->pitch;
        }
    }
    return between;
}

bool check_are_unwritten(const check_rows_t *rows)
{
    if (!is_between_sheets(rows)) {
        return false;
    }
    uintptr_t until = 0;
    for (uint32_t row = 0; row < rows->num; row++) {
        uintptr_t from = rows->base + row * rows->pitch, end = from + rows->bytes;
        for (from = from > until ? from : until; from < end; from = until) {
            if (cells_state(cell_at(from, UINTPTR_MAX, &until))->write.mark != 0) {
                return false;
            }
        }
    }
    return true;
}

bool check_any_written(const check_rows_t *rows)
{
    uintptr_t from = rows->base;
    for (uint32_t row = 0; row < rows->num; row++, from += rows->pitch) {
        for (uintptr_t at = from, end = from + rows->bytes, until; at < end; at = until) {
            if (cells_state(state_at(at, end, &until))->write.mark != 0) {
                return true;
            }
        }
    }
    return false;
}

/// Grids ///

#define SPARSE 16  // a grid pays off only if an access takes at least one row in SPARSE

// Returns 1 + an unused list of row states; if all are in use, dissolves a grid.
static uint16_t take_grid(void)
{
    static uint32_t victim;
    uint32_t users[GRIDS] = {0};  // 1 + index of their sheets
    for (uint32_t i = 0; i < cells_sheet_num; i++) {
        if (cells_sheets[i].grid != 0) {
            users[cells_sheets[i].grid - 1] = i + 1;
        }
    }
    uint32_t grid = 0;
    while (grid < GRIDS && users[grid] != 0) {
        grid++;
    }
    if (grid == GRIDS) {
        grid = victim++ % GRIDS;
        lay_down(&cells_sheets[users[grid] - 1]);
    }
    return (uint16_t)(grid + 1);
}

// Makes a grid. NULL: some row has bytes of different states.
static sheet_t *make_grid(const check_rows_t *rows)
{
    uintptr_t end = span_end(rows);
    lay_down_all(rows->base, end);
    uint16_t grid = take_grid();
    uintptr_t until = 0;
    cell_t state = UNTOUCHED;
    for (uint32_t row = 0; row < rows->num; row++) {
        uintptr_t from = rows->base + row * rows->pitch, row_end = from + rows->bytes;
        state = from < until ? state : state_at(from, UINTPTR_MAX, &until);
        while (until < row_end) {
            if (state_at(until, UINTPTR_MAX, &until) != state) {
                return NULL;
            }
        }
        cells_grids[grid - 1][row] = state;
    }
    sheet_t *sheet = make_sheet(rows, end, UNTOUCHED);
    sheet->grid = grid;
    return sheet;
}

void check_touch_some_rows(const check_access_t *access, check_rows_t table, const uint32_t *some, uint32_t num,
                           pto_access_t kind)
{
    states_begin(access, kind);
    bool may_be = table.num <= GRID_ROWS && table.num <= num * SPARSE && table.bytes <= table.pitch;
    sheet_t *sheet = may_be ? find_sheet(&table, true) : NULL;
    sheet = may_be && sheet == NULL ? make_grid(&table) : sheet;
    if (sheet == NULL) {
        for (uint32_t i = 0; i < num; i++) {
            check_touch(access, table.base + some[i] * table.pitch, table.bytes, kind);
        }
        return;
    }
    cell_t *states = cells_grids[sheet->grid - 1], from = UNKNOWN, to = UNKNOWN;
    for (uint32_t i = 0; i < num; i++) {
        cell_t *state = &states[some[i]];
        if (*state != from || kind == PTO_READS) {  // reads report every unwritten address
            from = *state;
            to = states_follow(access, from, table.base + some[i] * table.pitch);
        }
        *state = to;
    }
}
