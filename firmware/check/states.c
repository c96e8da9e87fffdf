// SPDX-License-Identifier: Apache-2.0
//
// One writer per byte suffices: an access that conflicts with an earlier writer conflicts with the last one too, or
// those two have been reported. A reader may be dropped when a later one is ordered after it: what waits for the later
// one has waited for both. Atomic updates of one kind do not conflict, so they are kept like readers.

#include "states.h"

states_now_t states_now;

void states_start(void)
{
    states_now.who.mark = 0;
}

// The kind of an atomic update, from 1; 0: not an update.
static uint32_t updates_of(pto_access_t kind)
{
    return kind >= PTO_UPDATES ? 1 + kind - PTO_UPDATES : 0;
}

static bool is_read_by(const state_t *state, check_who_t who)
{
    for (uint32_t i = 0; i < READERS && state->read[i].mark != 0; i++) {
        if (state->read[i].mark == who.mark && state->read[i].block == who.block) {
            return true;
        }
    }
    return false;
}

static __attribute__((noinline)) void conflicts(const check_access_t *access, pto_access_t kind, const state_t *state,
                                                uintptr_t address)
{
    if (kind == PTO_BURSTS && state->write.mark == access->who.mark && state->write.block == access->who.block) {
        check_overlap(access, address);
    }
    if (kind == PTO_BURSTS && is_read_by(state, access->who)) {
        check_operands(access, address);
    }
    uint32_t updates = updates_of(kind);
    if (!check_is_ordered(state->write, access) && (updates == 0 || state->write.updates != updates)) {
        check_race(access, kind, state->write, PTO_WRITES, address);
    }
    for (uint32_t i = 0; i < READERS && state->read[i].mark != 0; i++) {
        check_who_t other = state->read[i];
        if (other.mark == CHECK_UNKNOWN && !pto_is_read(kind) && updates == 0) {
            check_unknown("writes behind more readers than there is room for");
        }
        bool conflict = other.updates != 0 ? updates != other.updates : !pto_is_read(kind);
        if (conflict && !check_is_ordered(other, access)) {
            check_race(access, kind, other, other.updates != 0 ? PTO_WRITES : PTO_READS, address);
        }
    }
}

// The common case: the writer is ordered before the access and there are no readers.
static inline bool is_settled(const check_access_t *access, const state_t *state)
{
    return state->read[0].mark == 0 && states_now.kind != PTO_BURSTS && check_is_ordered(state->write, access);
}

static check_who_t as_kept(const check_access_t *access)
{
    check_who_t who = access->who;
    who.updates = updates_of(states_now.kind);
    return who;
}

// Adds a reader. Readers ordered before it are dropped only for lack of room, so that a conflicting write is reported
// against each of them, whichever order the run happens to take.
static void note_reader(const check_access_t *access, const state_t *from, state_t *state)
{
    check_who_t me = as_kept(access), readers[READERS];
    uint32_t num = 0, kept = 0;
    bool lost = false;  // readers of whom nothing is left but that there were some
    for (uint32_t i = 0; i < READERS && from->read[i].mark != 0; i++) {
        if (from->read[i].mark == CHECK_UNKNOWN) {
            lost = true;
        } else if (!check_same_agent(from->read[i].mark, me.mark) || from->read[i].block != me.block ||
            from->read[i].updates != me.updates) {
            readers[num++] = from->read[i];
        }
    }
    for (uint32_t i = 0; i < num; i++) {
        if (num + lost < READERS || !check_is_ordered(readers[i], access)) {
            state->read[kept++] = readers[i];
        }
    }
    if (lost || kept == READERS) {
        kept = kept + 1 < READERS ? kept : READERS - 2;
        state->read[kept++] = (check_who_t){.mark = CHECK_UNKNOWN};
    }
    state->read[kept] = me;
    if (kept + 1 < READERS) {
        state->read[kept + 1].mark = 0;
    }
}

static inline bool is_last_reader(const state_t *state, const check_who_t *me)
{
    uint32_t i = 0;
    while (i + 1 < READERS && state->read[i + 1].mark != 0) {
        i++;
    }
    return state->read[i].mark == me->mark && state->read[i].block == me->block && state->read[i].note == me->note &&
           state->read[i].updates == 0;
}

static bool is_same_who(const check_who_t *a, const check_who_t *b)
{
    return a->mark == b->mark && a->block == b->block && a->updates == b->updates && a->note == b->note &&
           a->order == b->order;
}

static bool is_same_state(const state_t *a, const state_t *b)
{
    bool same = is_same_who(&a->write, &b->write), more = true;
    for (uint32_t i = 0; i < READERS && same && more; i++) {
        more = a->read[i].mark != 0 || b->read[i].mark != 0;
        same = !more || is_same_who(&a->read[i], &b->read[i]);
    }
    return same;
}

// The state after the first read.
static inline cell_t state_with_first(const check_access_t *access, check_who_t write)
{
    cell_t made = cells_new_state();
    if (made != UNKNOWN) {
        state_t *state = cells_state(made);
        state->write = write;
        state->read[0] = access->who;
        state->read[1].mark = 0;
    }
    return states_now.made = made;
}

// State `from` with one more reader. Often several states lead to the same one, so the last result is compared first.
static __attribute__((noinline)) cell_t state_with_reader(const check_access_t *access, const state_t *from,
                                                          check_who_t write)
{
    static state_t state;
    state.write = write;
    note_reader(access, from, &state);
    if (states_now.made != UNKNOWN && is_same_state(cells_state(states_now.made), &state)) {
        return states_now.made;
    }
    cell_t made = cells_new_state();
    if (made != UNKNOWN) {
        *cells_state(made) = state;
    }
    return states_now.made = made;
}

static cell_t read_state(const check_access_t *access, cell_t from)
{
    const state_t *state = cells_state(from);
    if (state->read[0].mark == 0 && states_now.made == UNKNOWN) {
        return state_with_first(access, state->write);
    }
    return is_last_reader(state, &access->who) ? from : state_with_reader(access, state, state->write);
}

cell_t states_written(const check_access_t *access)
{
    if (states_now.written == UNKNOWN) {
        states_now.written = cells_new_state();
    }
    if (states_now.written != UNKNOWN) {
        state_t *state = cells_state(states_now.written);
        state->write = access->who;
        state->read[0].mark = 0;
    }
    return states_now.written;
}

cell_t states_tell_unwritten(const check_access_t *access, cell_t to, uintptr_t address)
{
    (states_now.kind == PTO_READS ? check_uninitialised : check_carried)(access, address);
    return to;
}

cell_t states_look_at(const check_access_t *access, cell_t from, uintptr_t address)
{
    if (from > UNKNOWN && !is_settled(access, cells_state(from))) {
        conflicts(access, states_now.kind, cells_state(from), address);
    }
    bool reads = pto_is_read(states_now.kind);
    cell_t to = reads                              ? read_state(access, from)
                : updates_of(states_now.kind) != 0 ? state_with_reader(access, cells_state(from), as_kept(access))
                                                   : states_written(access);
    bool unwritten = reads && cells_state(from)->write.mark == 0;
    if (states_now.sweeps != cells_sweep_num) {
        states_begin(access, states_now.kind);  // the sweep may have freed cached states
    }
    states_now.steps[from % STATES_STEPS] = (states_step_t){states_now.number, from, to, unwritten};
    return unwritten ? states_tell_unwritten(access, to, address) : to;
}
