// SPDX-License-Identifier: Apache-2.0
//
// What all memories have been through: the store behind shadow.c. A state is what bytes have been through. Memory is in
// pages of cells; a cell is the number of the state of 32 bytes, or SPLIT and the number of a list with one for each
// byte. A page whose cells are alike, but perhaps for one range, has no cells.
#ifndef PTO_CHECK_CELLS_H
#define PTO_CHECK_CELLS_H

#include "check.h"
#include "runs.h"

#define READERS 6

typedef struct {
    check_who_t write;
    check_who_t read[READERS];  // those in front, behind them marks of nobody
} state_t;

#define PAGE_BITS  12
#define PAGE_BYTES (1u << PAGE_BITS)
#define CELL_BYTES 32
#define CELL_NUM   (PAGE_BYTES / CELL_BYTES)

typedef uint16_t cell_t;

#define CELLS_AT_MOST(num, max) ((num) < (max) ? (num) : (max))
#define CELLS_STATES            CELLS_AT_MOST(BOARD_IMAGE_BYTES / 8 / sizeof(state_t), SPLIT)

#define UNTOUCHED 0
#define UNKNOWN   1  // there was no room: nothing is said of such bytes
#define SPLIT     0x8000u

typedef struct {
    uintptr_t number;
    uint32_t next;  // 1 + its index, 0: none
    uint16_t line;  // 1 + that of the list of cells, 0: it has none
    cell_t all;     // then the state of its bytes,
    uint16_t from, to;
    cell_t inner;  // and that of those in [from, to), none where both are 0
} page_t;

extern state_t cells_states[];
extern cell_t cells_lines[][CELL_NUM];
extern cell_t cells_splits[][CELL_BYTES];

// A sheet is rows that one transfer or vector function has written as a whole. While all accesses of the same bytes are
// of the same rows, one state stands for all; their cells say nothing. The spans of sheets do not overlap. A grid is a
// sheet of which accesses take some rows, those of a table, so that each has a state.
typedef struct {
    check_rows_t rows;
    uintptr_t end;  // of the span
    cell_t state;
    uint16_t grid;  // 1 + the list of the states of its rows, 0: all have one
} sheet_t;

#define GRIDS     2
#define GRID_ROWS 4096
extern cell_t cells_grids[GRIDS][GRID_ROWS];

#define SHEETS 16
extern sheet_t cells_sheets[SHEETS];
extern uint32_t cells_sheet_num;

void cells_start(void);

#define BUCKETS 16384
extern page_t cells_pages[];
extern uint32_t cells_buckets[BUCKETS];  // 1 + the first page

// NULL: nothing of it has been touched.
static inline page_t *cells_page(uintptr_t number)
{
    uint32_t at = cells_buckets[number % BUCKETS];
    while (at != 0 && cells_pages[at - 1].number != number) {
        at = cells_pages[at - 1].next;
    }
    return at != 0 ? &cells_pages[at - 1] : NULL;
}

// One that there is not. NULL: there is no room.
page_t *cells_new_page(uintptr_t number);
// Gives a page cells, which are what it is but for its range; false: there is no room, and nothing is known of it any
// more.
bool cells_unfold(page_t *page);

static inline cell_t *cells_of(const page_t *page)
{
    return cells_lines[page->line - 1];
}

// Makes all of a page one.
void cells_fill(page_t *page, cell_t state);

// The states of the bytes of a split cell.
static inline cell_t *cells_bytes(cell_t split)
{
    return cells_splits[split - SPLIT];
}

// Splits a cell. Returns its bytes, NULL: there is no room, and nothing is known of it any more.
cell_t *cells_split(cell_t *cell);
// Makes a cell that may be split one state.
void cells_join(cell_t *cell, cell_t state);

static inline state_t *cells_state(cell_t state)
{
    return &cells_states[state];
}

extern uint32_t cells_state_num;
cell_t cells_used_state(void);

// The number of a state that nobody has, or UNKNOWN.
static inline cell_t cells_new_state(void)
{
    return cells_state_num < CELLS_STATES ? (cell_t)cells_state_num++ : cells_used_state();
}

// Counts how often numbers that stand in no cell and no sheet have been given up.
extern uint32_t cells_sweep_num;

#endif
