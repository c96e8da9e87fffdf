// SPDX-License-Identifier: Apache-2.0
//
// The vector unit of A5. Instructions arrive in program order, and each starts at the earliest time at which
//
// it has been issued     up to vf_issue for each cycle, all of one iteration; an inner loop begins vf_row cycles after
//                          the previous one; at most vf_waiting instructions wait for operands
//   a register is free     of vf_registers: its old value has been replaced and the readers of that have started
//   its operands are ready `forward` cycles after the start of the instruction that computes them
//   its unit is free       two ports with a long unit each; memory, where a store takes as long as two loads
//
// Future cycles are a ring, so that a later instruction may start earlier if it is ready. Issue stalls if an
// instruction would start beyond the ring.

#include "time.h"

#define SPAN   4096  // cycles of the ring
#define MARGIN 64    // longer than any instruction occupies its unit
#define VALUES 4096
#define NAMES  32  // registers that instructions can name: as many values are kept

// Resources used in a future cycle, and events in it.
typedef struct {
    uint8_t loads, stores;
    uint8_t ports;  // a bit each; those of the long units above
    uint8_t freed;  // registers
    uint8_t begun;  // waiting instructions that start
} cycle_t;

// Cycles without room for a kind of instruction: a search that begins there continues after them.
typedef struct {
    cycles_t from, to;
    uint32_t interval;
} full_t;

typedef struct {
    cycles_t start;   // of the instruction that computes it
    cycles_t reader;  // start of its last reader
    const time_op_t *by;
    uint8_t more;  // additional latency
    bool live;
} value_t;

static struct {
    cycles_t now;     // cycle of the next issue
    uint32_t issued;  // in this cycle
    uint32_t free;    // registers, and those that will become free
    uint32_t freeing;
    uint32_t waiting;  // instructions
    cycles_t end;      // of everything run so far, with skipped iterations
    cycles_t row;      // begin of the last inner loop
    cycles_t barred;   // no memory access before
    cycles_t stored;   // end of the last store
    cycles_t moved;    // time at which all bytes so far have moved, in units of 128 bytes
    cycles_t horizon;  // no resource is used from here on
    full_t no_load, no_store, no_port, no_first, no_long;
    bool has_row;
    uint32_t unpack;  // the next load widens
    uint32_t first, values;  // the smallest and the largest number of a value
} unit;

static cycle_t cycles[SPAN];
static value_t values[VALUES];

// Values in the order of their creation, as many as NAMES.
static struct {
    uint32_t number;
    cycles_t start;
} kept[NAMES];
static uint32_t kept_next;

static cycles_t later(cycles_t a, cycles_t b)
{
    return a > b ? a : b;
}

/// Cycles ///

static cycle_t *cycle_at(cycles_t at)
{
    return &cycles[at % SPAN];
}

static void issue_from(cycles_t at)
{
    while (unit.now < at) {
        cycle_t *cycle = cycle_at(++unit.now);
        unit.free += cycle->freed;
        unit.freeing -= cycle->freed;
        unit.waiting -= cycle->begun;
        *cycle = (cycle_t){0};
        unit.issued = 0;
    }
}

// Extends the ring to a cycle that is about to be accessed.
static cycles_t reach(cycles_t at)
{
    if (at >= unit.now + SPAN - MARGIN) {
        issue_from(at - (SPAN - MARGIN) + 1);
    }
    unit.horizon = later(unit.horizon, at + MARGIN);
    return at;
}

static cycles_t behind(const full_t *full, cycles_t at)
{
    return at >= full->from && at < full->to ? full->to : at;
}

static void note_full(full_t *full, cycles_t from, cycles_t to)
{
    full->from = from >= full->from && from <= full->to ? full->from : from;
    full->to = to;
}

// Counts an instruction as waiting until it starts.
static void wait_until(cycles_t start)
{
    unit.waiting++;
    cycle_at(start)->begun++;
}

static void free_register(cycles_t at)
{
    if (at <= unit.now) {
        unit.free++;
    } else {
        cycle_at(reach(at))->freed++;
        unit.freeing++;
    }
}

/// Units ///

// Loads have priority; their slots, two for each cycle, are independent of stores. A store gets a slot once the bytes
// of all earlier accesses have moved. A store takes a cycle, a load half of one; a load that widens leaves time for a
// store.
enum { BYTES_UNIT = 128, LOAD = 2, STORE = 4 };

static cycles_t take_load(cycles_t asked)
{
    uint32_t units = TIME(vf_memory) / BYTES_UNIT;
    cycles_t at = reach(behind(&unit.no_load, asked));
    while (cycle_at(at)->loads == 2) {
        at = reach(at + 1);
    }
    note_full(&unit.no_load, asked, at);
    cycle_at(at)->loads++;
    unit.moved = later(unit.moved, at * units) + (unit.unpack == 0 ? LOAD : 0);
    return at;
}

static cycles_t take_store(cycles_t at)
{
    uint32_t units = TIME(vf_memory) / BYTES_UNIT;
    unit.moved += STORE;
    cycles_t asked = later(at, unit.moved / units);
    at = reach(behind(&unit.no_store, asked));
    while (cycle_at(at)->stores != 0) {
        at = reach(at + 1);
    }
    note_full(&unit.no_store, asked, at);
    cycle_at(at)->stores = 1;
    return at;
}

// Returns the ports that can accept an instruction in a cycle.
static uint32_t ports_at(cycles_t at, const time_op_t *op)
{
    uint32_t taken = cycle_at(at)->ports & 3;
    for (uint32_t i = 0; op->unit == TIME_UNIT_SFU && i < op->interval; i++) {
        taken |= cycle_at(at + i)->ports >> 2;
    }
    return ~taken & (op->unit == TIME_UNIT_ALU0 ? 1 : 3);
}

static full_t *full_ports(const time_op_t *op)
{
    full_t *full = op->unit == TIME_UNIT_SFU    ? &unit.no_long
                   : op->unit == TIME_UNIT_ALU0 ? &unit.no_first
                                                : &unit.no_port;
    if (full->interval != op->interval) {
        *full = (full_t){0, 0, op->interval};
    }
    return full;
}

static cycles_t take_port(cycles_t asked, const time_op_t *op)
{
    full_t *full = full_ports(op);
    cycles_t at = reach(behind(full, asked));
    uint32_t ports;
    while ((ports = ports_at(at, op)) == 0) {
        at = reach(at + 1);
    }
    note_full(full, asked, at);
    uint32_t port = (ports & 1) != 0 ? 1 : 2;
    cycle_at(at)->ports |= port;
    for (uint32_t i = 0; op->unit == TIME_UNIT_SFU && i < op->interval; i++) {
        cycle_at(at + i)->ports |= port << 2;
    }
    return at;
}

/// State of loops ///

// A loop with equal iterations reaches a steady state, in which they do the same in the same cycles from their begin.
// The remaining iterations then take as long as earlier ones, and are skipped: time_vector_iteration() returns their number.
//
// The whole state of the unit is compared, relative to the current cycle: after each long iteration, and after a short one
// that has started its instructions like an earlier one.
#define LOOPS   8
#define PERIODS 8   // longest period of a steady state, in iterations
#define LONG    24  // instructions that take longer to run than the state to compare

typedef struct {
    uint64_t left;                              // remaining iterations, 0: unknown
    uint64_t hash;                              // of the events of this iteration
    cycles_t began, left_out;                   // at its begin
    uint32_t num;                               // iterations so far
    bool open;                                  // an iteration is running
    uint64_t hashes[PERIODS];                   // of the last iterations
    cycles_t whole[PERIODS], ends[PERIODS];     // their cycles, and the ends of what they ran
    cycles_t end;                               // of what this iteration has run
    uint32_t alike[PERIODS + 1];                // number of iterations equal to the one this many before
    uint32_t asked_at, asked_period, patience;  // iteration of the saved state; equal iterations until the next one
    uint64_t state;
    uint32_t ops;               // instructions run in this iteration
    uint64_t states[PERIODS];   // after the last iterations, 0: unknown
} loop_t;

static loop_t loops[LOOPS];
static uint32_t depth;     // loops nested deeper than LOOPS run every iteration
static cycles_t left_out;  // cycles of skipped iterations

static void mix(uint32_t level, uint64_t what)
{
    if (level != 0 && level <= LOOPS) {
        loops[level - 1].hash = time_key(loops[level - 1].hash, what);
    }
}

// Ends include the cycles of skipped iterations.
static void note_end(uint32_t level, cycles_t end)
{
    cycles_t *last = level != 0 && level <= LOOPS ? &loops[level - 1].end : &unit.end;
    *last = later(*last, end);
}

// Hashes the start of an instruction, relative to its issue.
static void note_start(const time_op_t *op, cycles_t start)
{
    if (depth != 0) {
        cycles_t issued = unit.now - loops[(depth - 1) % LOOPS].began;
        loops[(depth - 1) % LOOPS].ops++;
        mix(depth, (uint64_t)(uintptr_t)op ^ (start - unit.now) << 48 ^ issued << 32);
    }
}

static value_t *value_of(uint32_t number)
{
    number %= VALUES;
    unit.values = number > unit.values ? number : unit.values;
    unit.first = number < unit.first ? number : unit.first;
    return &values[number];
}

/// Issue ///

static cycles_t issue(void)
{
    if (unit.issued == TIME(vf_issue)) {
        issue_from(unit.now + 1);
    }
    unit.issued++;
    return unit.now;
}

static void wait_for_place(void)
{
    while (unit.waiting >= TIME(vf_waiting)) {
        issue_from(unit.now + 1);
    }
}

// If all values are live, no register becomes free: the code has more values than registers, and would spill.
static void wait_for_register(const time_values_t *v)
{
    for (uint32_t i = 0; i < 2 && v->dst[i] != 0; i++) {
        while (unit.free == 0 && unit.freeing != 0) {
            issue_from(unit.now + 1);
        }
        unit.free -= unit.free != 0;
    }
}

// Frees the register of a value when its last reader has started.
static void replace(uint32_t number)
{
    value_t *value = value_of(number);
    if (value->live) {
        cycles_t read = value->reader + TIME(vf_release), made = value->start + value->by->latency;
        free_register(later(read, made));
    }
    value->live = false;
}

// The oldest value passes its name to a new one, if it still has it.
static void keep(uint32_t number, cycles_t start)
{
    uint32_t i = kept_next++ % NAMES;
    if (kept[i].number != 0 && values[kept[i].number % VALUES].start == kept[i].start) {
        replace(kept[i].number);
    }
    kept[i].number = number;
    kept[i].start = start;
}

static void define(const time_values_t *v, const time_op_t *op, cycles_t start)
{
    for (uint32_t i = 0; i < 2 && v->dst[i] != 0; i++) {
        replace(v->dst[i]);
        keep(v->dst[i], start);
        *value_of(v->dst[i]) = (value_t){start, 0, op, (uint8_t)unit.unpack, true};
    }
}

static bool stores(const time_op_t *op)
{
    return op->unit == TIME_UNIT_STORE;
}

// Returns when the operands are ready. A store reads a result two cycles before its end.
static cycles_t operands(const time_values_t *v, const time_op_t *op)
{
    cycles_t ready = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const value_t *value = &values[v->src[i] % VALUES];
        if (v->src[i] != 0 && value->by != NULL) {
            uint32_t delay = value->by->forward;
            if (stores(op) && value->by->unit != TIME_UNIT_LOAD) {
                delay = value->by->latency > 2 ? value->by->latency - 2 : 1;
            }
            cycles_t there = value->start + delay + value->more;
            ready = there > ready ? there : ready;
        }
    }
    return ready;
}

static void read_by(const time_values_t *v, cycles_t start)
{
    for (uint32_t i = 0; i < 4; i++) {
        value_t *value = &values[v->src[i] % VALUES];
        if (v->src[i] != 0 && start > value->reader) {
            value->reader = start;
        }
    }
}

static void run_memory(const time_op_t *op, const time_values_t *v)
{
    cycles_t at = later(unit.now + 1, later(operands(v, op), unit.barred));
    at = stores(op) ? at : later(at, TIME(vf_start));
    cycles_t start = at;
    for (uint32_t i = 0; i < op->interval; i++) {
        start = stores(op) ? take_store(start) : take_load(start);
    }
    note_start(op, start);
    cycles_t end = start + op->latency;
    read_by(v, start);
    define(v, op, start);
    note_end(depth, end + left_out);
    if (stores(op)) {
        wait_until(start);
        unit.stored = later(unit.stored, end);
    }
}

void time_vector_op(const time_op_t *op, const time_values_t *v)
{
    if (op->unit == TIME_UNIT_BAR) {
        issue_from(unit.now + TIME(vf_bar));
        unit.barred = later(unit.barred, unit.stored);
        return;
    }
    if (op->unit == TIME_UNIT_PREDICATE) {
        cycles_t at = later(issue() + 1, operands(v, op));
        note_start(op, at);
        for (uint32_t i = 0; i < 2 && v->dst[i] != 0; i++) {
            *value_of(v->dst[i]) = (value_t){at, 0, op, 0, false};
        }
        return;
    }
    if (op->unit != TIME_UNIT_LOAD) {
        wait_for_place();
    }
    wait_for_register(v);
    issue();
    if (op->unit == TIME_UNIT_LOAD || stores(op)) {
        run_memory(op, v);
    } else {
        cycles_t start = take_port(later(unit.now + 2, operands(v, op)), op);
        note_start(op, start);
        wait_until(start);
        read_by(v, start);
        define(v, op, start);
        note_end(depth, start + op->latency + left_out);
    }
    unit.unpack = 0;
}

// A loop-carried value has another name in the next iteration.
void time_vector_move(uint32_t dst, uint32_t src)
{
    bool live = values[dst % VALUES].live;
    if (live && dst != src) {
        replace(dst);
    }
    *value_of(dst) = values[src % VALUES];
    values[src % VALUES].live = values[src % VALUES].live && dst == src;
}

void time_vector_widen(void)
{
    unit.unpack = TIME(vf_load_unpack);
}

void time_vector_wait(uint32_t cycles)
{
    issue_from(unit.now + cycles);
}

void time_vector_next(void)
{
    issue_from(unit.now + (unit.issued != 0));
}

/// Steady state ///

// The part of a time that matters: its distance ahead of now.
static uint64_t ahead(cycles_t at)
{
    return at > unit.now ? at - unit.now : 0;
}

static uint64_t state_of_values(uint64_t key)
{
    for (uint32_t i = unit.first; i <= unit.values; i++) {
        const value_t *v = &values[i];
        if (v->by != NULL) {
            key = time_key(key,
                           ahead(v->start + MARGIN) << 32 | ahead(v->reader + MARGIN) << 16 | v->more << 8 | v->live);
            key = time_key(key, (uintptr_t)v->by);
        }
    }
    for (uint32_t i = 0; i < NAMES; i++) {
        uint32_t number = kept[(kept_next + i) % NAMES].number;
        bool has = number != 0 && values[number % VALUES].start == kept[(kept_next + i) % NAMES].start;
        key = time_key(key, has ? number : 0);
    }
    return key;
}

static uint64_t state_of_unit(void)
{
    uint64_t key = (uint64_t)unit.free << 32 | unit.waiting;
    key = time_key(key, unit.moved - unit.now * (TIME(vf_memory) / BYTES_UNIT));
    key = time_key(key, ahead(unit.stored) << 32 | ahead(unit.barred));
    key = time_key(key, (unit.has_row ? ahead(unit.row + TIME(vf_row)) : 0) << 8 | unit.issued);
    for (cycles_t at = unit.now + 1; at < unit.horizon; at++) {
        const cycle_t *c = cycle_at(at);
        uint64_t all = (uint64_t)c->freed << 32 | (uint64_t)c->begun << 24 | c->ports << 16 | c->stores << 8 | c->loads;
        key = all != 0 ? time_key(key, all ^ ahead(at) << 40) : key;
    }
    return state_of_values(key);
}

static void end_iteration(loop_t *loop)
{
    // Unused memory bandwidth of the distant past is lost.
    cycles_t units = TIME(vf_memory) / BYTES_UNIT;
    unit.moved = later(unit.moved, unit.now > MARGIN ? (unit.now - MARGIN) * units : 0);
    mix(depth, unit.now - loop->began);
    mix(depth - 1, loop->hash);
    if (depth > 1) {
        loops[(depth - 2) % LOOPS].ops += loop->ops;
    }
    for (uint32_t i = 1; i <= PERIODS; i++) {
        bool same = loop->num >= i && loop->hashes[(loop->num - i) % PERIODS] == loop->hash;
        loop->alike[i] = same ? loop->alike[i] + 1 : 0;
    }
    loop->hashes[loop->num % PERIODS] = loop->hash;
    loop->ends[loop->num % PERIODS] = loop->end;
    note_end(depth - 1, loop->end);
    loop->whole[loop->num % PERIODS] = unit.now - loop->began + left_out - loop->left_out;
    loop->num++;
    loop->open = false;
}

// Whether the state equals that of `period` iterations before. The first call saves the state. If they differ, the
// state is saved again after twice as many equal iterations.
static bool is_as_before(loop_t *loop, uint32_t period)
{
    bool has_state = loop->asked_period == period && loop->num <= loop->asked_at + period;
    if (!has_state && loop->alike[period] >= loop->patience) {
        loop->asked_period = period;
        loop->asked_at = loop->num;
        loop->state = state_of_unit();
        loop->patience *= 2;
    } else if (has_state && loop->num == loop->asked_at + period) {
        loop->asked_period = 0;
        return state_of_unit() == loop->state;
    }
    return false;
}

// Returns how many iterations ago the state was the same, or 0.
static uint32_t period_of_long(loop_t *loop)
{
    uint64_t state = state_of_unit();
    uint32_t period = 1;
    while (period <= PERIODS && (loop->num <= period || loop->states[(loop->num - period) % PERIODS] != state)) {
        period++;
    }
    loop->states[loop->num % PERIODS] = state;
    return period <= PERIODS ? period : 0;
}

static uint32_t period_of_short(loop_t *loop)
{
    uint32_t period = 1;
    while (period <= PERIODS && loop->alike[period] == 0) {
        period++;
    }
    return period <= PERIODS && period <= loop->left && is_as_before(loop, period) ? period : 0;
}

static uint64_t turns_to_leave_out(loop_t *loop)
{
    if (TIME(vf_leave_out) == 0 || loop->left == 0) {
        return 0;
    }
    uint32_t period = loop->ops >= LONG ? period_of_long(loop) : period_of_short(loop);
    if (period == 0 || period > loop->left) {
        return 0;
    }
    cycles_t cycles = 0, end = 0;
    for (uint32_t i = 1; i <= period; i++) {
        cycles += loop->whole[(loop->num - i) % PERIODS];
        end = later(end, loop->ends[(loop->num - i) % PERIODS]);
    }
    uint64_t times = loop->left / period;
    left_out += times * cycles;
    note_end(depth - 1, end != 0 ? end + times * cycles : 0);
    mix(depth - 1, times * period);
    return times * period;
}

static void begin_iteration(loop_t *loop)
{
    loop->left -= loop->left != 0;
    loop->hash = 0;
    loop->ops = 0;
    loop->end = 0;
    loop->began = unit.now;
    loop->left_out = left_out;
    loop->open = true;
}

static uint64_t next_iteration(uint32_t issue_cycles)
{
    loop_t *loop = &loops[(depth - 1) % LOOPS];
    uint64_t others = 0;
    if (loop->open) {
        end_iteration(loop);
        others = turns_to_leave_out(loop);
        loop->left -= others;
        if (others != 0 && loop->left == 0) {
            return others;
        }
    }
    begin_iteration(loop);
    issue_from(unit.now + issue_cycles);
    return others;
}

uint64_t time_vector_iteration(void)
{
    return next_iteration(unit.issued != 0);
}

uint64_t time_vector_iterations_alike(uint64_t alike)
{
    loops[(depth - 1) % LOOPS].left = depth <= LOOPS ? alike : 0;
    return time_vector_iteration();
}

uint64_t time_vector_row(void)
{
    return next_iteration(0);
}

void time_vector_loop(uint64_t iterations)
{
    loop_t *loop = &loops[depth++ % LOOPS];
    loop->left = depth <= LOOPS ? iterations : 0;
    loop->num = 0;
    loop->open = false;
    loop->asked_period = 0;
    loop->patience = 1;
    hal_zero(loop->alike, sizeof loop->alike);
    hal_zero(loop->states, sizeof loop->states);
    if (depth == 1) {
        unit.has_row = false;
        unit.barred = later(unit.barred, unit.stored);  // the loop may load what the previous one has stored
        return;
    }
    cycles_t next = unit.now + (unit.issued != 0);
    issue_from(unit.has_row ? later(next, unit.row + TIME(vf_row)) : unit.now + 1);
    unit.row = unit.now;
    unit.has_row = true;
    mix(depth - 1, unit.now - loops[(depth - 2) % LOOPS].began);
}

void time_vector_loop_end(void)
{
    loop_t *loop = &loops[(depth - 1) % LOOPS];
    if (loop->open) {
        end_iteration(loop);
    }
    depth--;
}

/// A function ///

void time_vector_begin(void)
{
    issue_from(unit.horizon);  // discards the state of the previous function
    if (unit.first <= unit.values) {
        hal_zero(values + unit.first, (unit.values + 1 - unit.first) * sizeof values[0]);
    }
    hal_zero(&unit, sizeof unit);
    unit.first = VALUES;
    hal_zero(kept, sizeof kept);
    unit.now = TIME(vf_start) - 2;
    unit.end = TIME(vf_start);
    unit.free = TIME(vf_registers);
    depth = 0;
    left_out = 0;
}

cycles_t time_vector_end(void)
{
    return unit.end + TIME(vf_drain);
}
