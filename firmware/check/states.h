// SPDX-License-Identifier: Apache-2.0
//
// States of bytes: last writer and readers since, and the transitions that accesses make.
#ifndef PTO_CHECK_STATES_H
#define PTO_CHECK_STATES_H

#include "cells.h"

#define STATES_STEPS 64

typedef struct {
    uint32_t number;  // of the access
    cell_t from, to;
    bool unwritten;
} states_step_t;

// Transitions of the current access, cached by the state that it found. The cache is valid until another access begins
// or the clock of the agent changes.
typedef struct {
    check_who_t who;
    pto_access_t kind;
    uint32_t heard, sweeps;
    uint32_t number;  // of the access
    cell_t written;   // state of the bytes it writes; UNKNOWN: not created yet
    cell_t made;      // the state that it created last for bytes it reads
    states_step_t steps[STATES_STEPS];
} states_now_t;

extern states_now_t states_now;

void states_start(void);
// Checks the access against state `from`, reports conflicts at `address`, caches and returns the new state.
cell_t states_look_at(const check_access_t *access, cell_t from, uintptr_t address);
// Reports a read of unwritten bytes at `address`. Returns `to`.
cell_t states_tell_unwritten(const check_access_t *access, cell_t to, uintptr_t address);
// The state of bytes that an access writes.
cell_t states_written(const check_access_t *access);

static inline void states_begin(const check_access_t *access, pto_access_t kind)
{
    const check_who_t *who = &access->who;
    if (states_now.who.mark != who->mark || states_now.kind != kind || states_now.who.block != who->block ||
        states_now.who.note != who->note || states_now.who.order != who->order || states_now.heard != check_heard ||
        states_now.sweeps != cells_sweep_num) {
        states_now.who = *who;
        states_now.kind = kind;
        states_now.heard = check_heard;
        states_now.sweeps = cells_sweep_num;
        states_now.number++;
        states_now.written = states_now.made = UNKNOWN;
    }
}

// The new state of bytes at `address`: from the cache, or by states_look_at().
static inline cell_t states_follow(const check_access_t *access, cell_t from, uintptr_t address)
{
    const states_step_t *step = &states_now.steps[from % STATES_STEPS];
    if (step->number != states_now.number || step->from != from) {
        return states_look_at(access, from, address);
    }
    return step->unwritten ? states_tell_unwritten(access, step->to, address) : step->to;
}

#endif
