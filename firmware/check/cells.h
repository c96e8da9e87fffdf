// SPDX-License-Identifier: Apache-2.0
//
// Storage of shadow.c. A *state* is the last writer and the readers of some bytes. Memory is divided into pages of
// cells; a cell holds the number of the state of 32 bytes, or SPLIT + the number of a list with a state for each byte.
// A page has no cells while all its bytes have one state, or all but one range of them.
#ifndef PTO_CHECK_CELLS_H
#define PTO_CHECK_CELLS_H

#include "check.h"
#include "runs.h"

#define READERS 6

typedef struct {
    check_who_t write;
    check_who_t read[READERS];  // used entries first; mark 0 ends them
} state_t;

#define PAGE_BITS  12
#define PAGE_BYTES (1u << PAGE_BITS)
#define CELL_BYTES 32
#define CELL_NUM   (PAGE_BYTES / CELL_BYTES)

typedef uint16_t cell_t;

// All that is known about memory takes a part of the image; a process has room, of which it takes what is written.
#ifdef BOARD_IS_PROCESS
#define CELLS_ROOM (64u << 20)
#else
#define CELLS_ROOM BOARD_IMAGE_BYTES
#endif
#define CELLS_AT_MOST(num, max) ((num) < (max) ? (num) : (max))
#define CELLS_STATES            CELLS_AT_MOST(CELLS_ROOM / 8 / sizeof(state_t), SPLIT)

#define UNTOUCHED 0
#define UNKNOWN   1  // out of memory: such bytes are not checked
#define SPLIT     0x8000u

typedef struct {
    uintptr_t number;
    uint32_t next;  // 1 + index of the next page in the bucket; 0: none
    uint16_t line;  // 1 + index of its cells; 0: no cells, then
    cell_t all;     //   the state of its bytes
    uint16_t from, to;
    cell_t inner;  //   and of those in [from, to); empty if both are 0
} page_t;

extern state_t cells_states[];
extern cell_t cells_lines[][CELL_NUM];
extern cell_t cells_splits[][CELL_BYTES];

// A sheet is a set of rows that one transfer or vector function has written completely. As long as every access to one
// of its bytes covers the same rows, one state stands for all, and their cells are stale. Spans of sheets do not
// overlap. A grid is a sheet with a state for each row, for accesses that gather or scatter rows.
typedef struct {
    check_rows_t rows;
    uintptr_t end;  // of its span of addresses
    cell_t state;
    uint16_t grid;  // 1 + index of the states of its rows; 0: one state for all
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
extern uint32_t cells_buckets[BUCKETS];  // 1 + index of the first page; 0: none

// NULL: no byte of the page has been accessed.
static inline page_t *cells_page(uintptr_t number)
{
    uint32_t at = cells_buckets[number % BUCKETS];
    while (at != 0 && cells_pages[at - 1].number != number) {
        at = cells_pages[at - 1].next;
    }
    return at != 0 ? &cells_pages[at - 1] : NULL;
}

// Adds a page. NULL: out of memory.
page_t *cells_new_page(uintptr_t number);
// Gives a page cells, all with the state outside of its range. False: out of memory, the page becomes UNKNOWN.
bool cells_unfold(page_t *page);

static inline cell_t *cells_of(const page_t *page)
{
    return cells_lines[page->line - 1];
}

// Sets all bytes of a page to one state.
void cells_fill(page_t *page, cell_t state);

// The states of the bytes of a split cell.
static inline cell_t *cells_bytes(cell_t split)
{
    return cells_splits[split - SPLIT];
}

// Splits a cell into bytes and returns these. NULL: out of memory, the cell becomes UNKNOWN.
cell_t *cells_split(cell_t *cell);
// Sets all bytes of a cell, split or not, to one state.
void cells_join(cell_t *cell, cell_t state);

static inline state_t *cells_state(cell_t state)
{
    return &cells_states[state];
}

extern uint32_t cells_state_num;
cell_t cells_used_state(void);

// An unused state, or UNKNOWN if there is none.
static inline cell_t cells_new_state(void)
{
    return cells_state_num < CELLS_STATES ? (cell_t)cells_state_num++ : cells_used_state();
}

// Counts sweeps: each frees the states that no cell and no sheet refers to.
extern uint32_t cells_sweep_num;

#endif
