// SPDX-License-Identifier: Apache-2.0
//
// The vector unit of A5. Instructions come in the order of the program, and each gets the first moment at which
//
//   it has been issued     up to vf_issue a cycle, of one turn of a loop; an inner loop begins vf_row cycles after the
//                          one before; instructions that wait for operands are at most vf_waiting
//   a register is free     of vf_registers: the value that was there has been replaced, its readers have started
//   its operands are there `forward` cycles after the instruction that computes them has started
//   its unit is free       two ports with a long unit each; memory, where a store takes as long as two loads
//
// The cycles to come are a ring, so that what is ready earlier goes first although it comes later. Issue stops where
// something would start beyond the ring.

#include "time.h"

#define SPAN   4096  // cycles of the ring
#define MARGIN 64    // more than anything takes its unit for
#define VALUES 4096
#define NAMES  32  // registers that instructions can name: that many values are kept

// What is taken of a cycle to come, and what happens in it.
typedef struct {
    uint8_t loads, stores;
    uint8_t ports;  // a bit each; those of the long units behind them
    uint8_t freed;  // registers
    uint8_t begun;  // instructions that waited
} cycle_t;

// Cycles in which a kind of instruction finds no place: a search that begins there goes on behind them.
typedef struct {
    cycles_t from, to;
    uint32_t interval;
} full_t;

typedef struct {
    cycles_t start;   // of the instruction that computes it
    cycles_t reader;  // the last start of a reader
    const time_op_t *by;
    uint8_t more;  // latency that it has beside that
    bool live;
} value_t;

static struct {
    cycles_t now;     // of the next issue
    uint32_t issued;  // in this cycle
    uint32_t free;    // registers, and those that will come free
    uint32_t freeing;
    uint32_t waiting;  // instructions
    cycles_t end;      // of what has run so far, with what was left out
    cycles_t row;      // where the last inner loop began
    cycles_t barred;   // memory may not be touched before
    cycles_t stored;   // the end of the last store
    cycles_t moved;    // when all bytes so far have gone, in units of 128 bytes
    cycles_t horizon;  // nothing is taken from here on
    full_t no_load, no_store, no_port, no_first, no_long;
    bool has_row;
    uint32_t unpack;  // the next load widens
    uint32_t values;  // the largest number of one
} unit;

static cycle_t cycles[SPAN];
static value_t values[VALUES];

// Values in the order in which they were made, those of NAMES registers.
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

// A cycle that is about to be looked at, inside the ring.
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

// An instruction waits until it starts.
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

// Loads go first; their places, two a cycle, are free of stores. A store finds its place when the bytes of all
// before it have gone: it takes a cycle, a load half of one, and one that widens leaves room for a store.
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

// The ports that can take an instruction in a cycle.
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

/// What turns of loops do ///

// A loop that does the same each turn comes to do it in the same cycles, counted from the begin of the turn. Then the
// turns that are left are as long as those before, and need not be run: time_vector_turn() says how many.
//
// Where a turn has started its instructions as one before did, all that the unit knows is compared, counted from now.
#define LOOPS   8
#define PERIODS 8  // turns after which all is the same again, at most

typedef struct {
    uint64_t left;                              // turns that are to come, 0: unknown
    uint64_t hash;                              // of what this turn has done
    cycles_t began, left_out;                   // when it began
    uint32_t num;                               // turns so far
    bool open;                                  // one runs
    uint64_t hashes[PERIODS];                   // of the last ones
    cycles_t whole[PERIODS], ends[PERIODS];     // their cycles; the ends of what they ran
    cycles_t end;                               // of what this turn has run
    uint32_t alike[PERIODS + 1];                // so many turns were like the one so many before
    uint32_t asked_at, asked_period, patience;  // a state that has been kept; alike turns before the next one is
    uint64_t state;
} loop_t;

static loop_t loops[LOOPS];
static uint32_t depth;     // deeper loops than there is room for run turn by turn
static cycles_t left_out;  // cycles of turns that have not been run

static void mix(uint32_t level, uint64_t what)
{
    if (level != 0 && level <= LOOPS) {
        loops[level - 1].hash = time_key(loops[level - 1].hash, what);
    }
}

// Ends count the cycles that have been left out.
static void note_end(uint32_t level, cycles_t end)
{
    cycles_t *last = level != 0 && level <= LOOPS ? &loops[level - 1].end : &unit.end;
    *last = later(*last, end);
}

// What an instruction did, counted from the moment of its issue.
static void note_start(const time_op_t *op, cycles_t start)
{
    if (depth != 0) {
        cycles_t issued = unit.now - loops[(depth - 1) % LOOPS].began;
        mix(depth, (uint64_t)(uintptr_t)op ^ (start - unit.now) << 48 ^ issued << 32);
    }
}

static value_t *value_of(uint32_t number)
{
    unit.values = number % VALUES > unit.values ? number % VALUES : unit.values;
    return &values[number % VALUES];
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

// Where all values are live none comes free: they are more than there are registers, which code would have spilled.
static void wait_for_register(const time_values_t *v)
{
    for (uint32_t i = 0; i < 2 && v->dst[i] != 0; i++) {
        while (unit.free == 0 && unit.freeing != 0) {
            issue_from(unit.now + 1);
        }
        unit.free -= unit.free != 0;
    }
}

// Its register is free when the last reader has started.
static void replace(uint32_t number)
{
    value_t *value = value_of(number);
    if (value->live) {
        cycles_t read = value->reader + TIME(vf_release), made = value->start + value->by->latency;
        free_register(later(read, made));
    }
    value->live = false;
}

// The oldest value gives its name to a new one, if it still has it.
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

// When the operands are there. A store takes a result two cycles before its end.
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

// A value that a loop carries has another name in the next turn.
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

/// Turns that are like others ///

// Of a moment all that counts: how far it is still ahead.
static uint64_t ahead(cycles_t at)
{
    return at > unit.now ? at - unit.now : 0;
}

static uint64_t state_of_values(uint64_t key)
{
    for (uint32_t i = 1; i <= unit.values; i++) {
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

static void end_turn(loop_t *loop)
{
    // Credit of memory that nothing has used for long is worth nothing more.
    cycles_t units = TIME(vf_memory) / BYTES_UNIT;
    unit.moved = later(unit.moved, unit.now > MARGIN ? (unit.now - MARGIN) * units : 0);
    mix(depth, unit.now - loop->began);
    mix(depth - 1, loop->hash);
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

// Whether all is as it was so many turns before. Asked for the first time it keeps what is; where that was in vain it
// does so again after twice as many turns.
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

static uint64_t turns_to_leave_out(loop_t *loop)
{
    uint32_t period = 1;
    while (period <= PERIODS && loop->alike[period] == 0) {
        period++;
    }
    if (TIME(vf_leave_out) == 0 || period > PERIODS || period > loop->left || !is_as_before(loop, period)) {
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

static void begin_turn(loop_t *loop)
{
    loop->left -= loop->left != 0;
    loop->hash = 0;
    loop->end = 0;
    loop->began = unit.now;
    loop->left_out = left_out;
    loop->open = true;
}

static uint64_t next_turn(uint32_t issue_cycles)
{
    loop_t *loop = &loops[(depth - 1) % LOOPS];
    uint64_t others = 0;
    if (loop->open) {
        end_turn(loop);
        others = turns_to_leave_out(loop);
        loop->left -= others;
        if (others != 0 && loop->left == 0) {
            return others;
        }
    }
    begin_turn(loop);
    issue_from(unit.now + issue_cycles);
    return others;
}

uint64_t time_vector_turn(void)
{
    return next_turn(unit.issued != 0);
}

uint64_t time_vector_row(void)
{
    return next_turn(0);
}

void time_vector_loop(uint64_t turns)
{
    loop_t *loop = &loops[depth++ % LOOPS];
    loop->left = depth <= LOOPS ? turns : 0;
    loop->num = 0;
    loop->open = false;
    loop->asked_period = 0;
    loop->patience = 1;
    hal_zero(loop->alike, sizeof loop->alike);
    if (depth == 1) {
        unit.has_row = false;
        unit.barred = later(unit.barred, unit.stored);  // it may load what the one before has stored
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
        end_turn(loop);
    }
    depth--;
}

/// A function ///

void time_vector_begin(void)
{
    issue_from(unit.horizon);  // empties what is left of the one before
    hal_zero(values, (unit.values + 1) * sizeof values[0]);
    hal_zero(&unit, sizeof unit);
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
