// SPDX-License-Identifier: Apache-2.0
//
// States of bytes: who wrote them last and who has read them since, and what an access makes of that.
#ifndef PTO_CHECK_STATES_H
#define PTO_CHECK_STATES_H

#include "cells.h"

#define STATES_STEPS 64

typedef struct {
    uint32_t number;  // of the access
    cell_t from, to;
    bool unwritten;
} states_step_t;

// Where the states lead that the access met which is going on. It ends where somebody else accesses, or where its agent
// hears of others.
typedef struct {
    check_who_t who;
    pto_access_t kind;
    uint32_t heard, sweeps;
    uint32_t number;  // of the access
    cell_t written;   // the state of what it writes, once that has one
    cell_t made;      // that it made last of another one
    states_step_t steps[STATES_STEPS];
} states_now_t;

extern states_now_t states_now;

void states_start(void);
// Judges an access to bytes of a state, from an address on, and notes where it leads, which is returned.
cell_t states_look_at(const check_access_t *access, cell_t from, uintptr_t address);
// Nobody has written what is read from an address on. Returns `to`.
cell_t states_tell_unwritten(const check_access_t *access, cell_t to, uintptr_t address);
// The state of what an access writes.
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

static inline bool states_is_read(pto_access_t kind)
{
    return kind == PTO_READS || kind == PTO_CARRIES || kind == PTO_REST;
}

// What a state becomes of bytes from an address on.
static inline cell_t states_follow(const check_access_t *access, cell_t from, uintptr_t address)
{
    const states_step_t *step = &states_now.steps[from % STATES_STEPS];
    if (step->number != states_now.number || step->from != from) {
        return states_look_at(access, from, address);
    }
    return step->unwritten ? states_tell_unwritten(access, step->to, address) : step->to;
}

#endif
