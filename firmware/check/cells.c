// SPDX-License-Identifier: Apache-2.0
//
// Pages, cells and states. Accesses create thousands of states; once all numbers are taken, a mark-and-sweep pass finds
// those that nothing refers to.

#include "cells.h"

#define PAUSE  (CELLS_STATES / 16)  // allocations between two sweeps, at least
#define LINES  CELLS_AT_MOST(CELLS_ROOM / 8 / (CELL_NUM * sizeof(cell_t)), UINT16_MAX)
#define SPLITS CELLS_AT_MOST(CELLS_ROOM / 16 / (CELL_BYTES * sizeof(cell_t)), SPLIT)
#define PAGES  (CELLS_ROOM / 32 / sizeof(page_t))

// Entries from `used` on are fresh; freed ones are linked through their first word, beginning at `free`.
typedef struct {
    uint32_t used, free;
} pool_t;

state_t cells_states[CELLS_STATES] __attribute__((section(".noinit")));
cell_t cells_lines[LINES][CELL_NUM] __attribute__((section(".noinit"), aligned(64)));
cell_t cells_splits[SPLITS][CELL_BYTES] __attribute__((section(".noinit"), aligned(64)));
page_t cells_pages[PAGES] __attribute__((section(".noinit")));
sheet_t cells_sheets[SHEETS];
cell_t cells_grids[GRIDS][GRID_ROWS] __attribute__((section(".noinit")));
uint32_t cells_sheet_num;
uint32_t cells_buckets[BUCKETS];
static uint32_t page_num;
uint32_t cells_state_num;
static pool_t line_pool, split_pool;
static uint8_t is_used[CELLS_STATES];
static uint32_t next_unused, asked;  // position of the sweep in is_used; allocations since the last sweep
uint32_t cells_sweep_num;

void cells_start(void)
{
    hal_zero(cells_buckets, sizeof cells_buckets);
    page_num = cells_sheet_num = 0;
    line_pool = split_pool = (pool_t){0};
    cells_states[UNTOUCHED] = (state_t){0};
    cells_states[UNKNOWN] = (state_t){.write.mark = CHECK_UNKNOWN};
    cells_state_num = UNKNOWN + 1;
    next_unused = CELLS_STATES;
    asked = PAUSE;
}

/// Pages ///

page_t *cells_new_page(uintptr_t number)
{
    uint32_t *bucket = &cells_buckets[number % BUCKETS];
    if (page_num == PAGES) {
        check_unknown("memory behind the first pages that have been touched");
        return NULL;
    }
    cells_pages[page_num] = (page_t){.number = number, .next = *bucket};
    *bucket = ++page_num;
    return &cells_pages[page_num - 1];
}

bool cells_unfold(page_t *page)
{
    uint32_t line = line_pool.free;
    if (line != 0) {
        line_pool.free = *(const uint32_t *)(const void *)cells_lines[line - 1];
    } else if (line_pool.used < LINES) {
        line = ++line_pool.used;
    } else {
        check_unknown("memory in more pieces than there is room for");
        page->all = UNKNOWN;
        page->from = page->to = 0;
        return false;
    }
    page->line = (uint16_t)line;
    check_fill(cells_lines[line - 1], CELL_NUM, page->all);
    return true;
}

static void drop_split(cell_t cell)
{
    *(uint32_t *)(void *)cells_splits[cell - SPLIT] = split_pool.free;
    split_pool.free = cell - SPLIT + 1;
}

void cells_fill(page_t *page, cell_t state)
{
    page->all = state;
    page->from = page->to = 0;
    if (page->line == 0) {
        return;
    }
    cell_t *cells = cells_lines[page->line - 1];
    for (uint32_t i = 0; i < CELL_NUM; i += (uint32_t)check_equal(&cells[i], CELL_NUM - i)) {
        if (cells[i] >= SPLIT) {
            drop_split(cells[i]);
        }
    }
    *(uint32_t *)(void *)cells = line_pool.free;
    line_pool.free = page->line;
    page->line = 0;
}

/// Split cells ///

cell_t *cells_split(cell_t *cell)
{
    uint32_t split = split_pool.free;
    if (split != 0) {
        split_pool.free = *(const uint32_t *)(const void *)cells_splits[split - 1];
    } else if (split_pool.used < SPLITS) {
        split = ++split_pool.used;
    } else {
        check_unknown("memory in more pieces than there is room for");
        *cell = UNKNOWN;
        return NULL;
    }
    check_fill(cells_splits[split - 1], CELL_BYTES, *cell);
    *cell = (cell_t)(SPLIT + split - 1);
    return cells_splits[split - 1];
}

void cells_join(cell_t *cell, cell_t state)
{
    if (*cell >= SPLIT) {
        drop_split(*cell);
    }
    *cell = state;
}

/// States ///

static void mark_cells(const cell_t *cells, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (cells[i] < SPLIT) {
            is_used[cells[i]] = 1;
        } else {
            mark_cells(cells_bytes(cells[i]), CELL_BYTES);
        }
    }
}

static void mark_all(void)
{
    cells_sweep_num++;
    hal_zero(is_used, sizeof is_used);
    is_used[UNTOUCHED] = is_used[UNKNOWN] = 1;
    for (uint32_t i = 0; i < cells_sheet_num; i++) {
        const sheet_t *sheet = &cells_sheets[i];
        is_used[sheet->state] = 1;
        for (uint32_t row = 0; sheet->grid != 0 && row < sheet->rows.num; row++) {
            is_used[cells_grids[sheet->grid - 1][row]] = 1;
        }
    }
    for (uint32_t i = 0; i < page_num; i++) {
        if (cells_pages[i].line == 0) {
            is_used[cells_pages[i].all] = 1;
            is_used[cells_pages[i].inner] = 1;
        } else {
            mark_cells(cells_lines[cells_pages[i].line - 1], CELL_NUM);
        }
    }
}

// Takes the next state that the last sweep found free; sweeps again at the end of the table.
cell_t cells_used_state(void)
{
    for (asked++;; asked = 0, next_unused = UNKNOWN) {
        while (++next_unused < CELLS_STATES) {
            if (!is_used[next_unused]) {
                return (cell_t)next_unused;
            }
        }
        next_unused = CELLS_STATES;
        if (asked < PAUSE) {
            check_unknown("memory in more states than there is room for");
            return UNKNOWN;
        }
        mark_all();
    }
}
