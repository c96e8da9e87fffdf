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
// Units are tables of the cycles to come, so that what is ready earlier goes first although it comes later. A unit that
// is asked for a cycle that its table has left takes the first one of it.

#include <pto/time.h>

#include "time.h"

#define SPAN   8192  // cycles that a table holds
#define VALUES 4096
#define NAMES  32    // registers that instructions can name: that many values are kept

typedef struct {
    uint8_t used[SPAN];
    cycles_t from;   // what is before is over
    cycles_t until;  // nothing is used from here on
} table_t;

typedef struct {
    cycles_t start;          // of the instruction that computes it
    cycles_t reader;         // the last start of a reader
    const time_op_t *by;
    uint8_t more;            // latency that it has beside that
    bool live;
} value_t;

// The smallest is taken first.
typedef struct {
    cycles_t at[256];
    uint32_t num;
} heap_t;

static struct {
    cycles_t now;     // of the next issue
    uint32_t issued;  // in this cycle
    cycles_t end;     // of what has run so far
    cycles_t row;     // where the last inner loop began
    cycles_t barred;  // memory may not be touched before
    cycles_t stored;  // the end of the last store
    cycles_t moved;   // when all bytes so far have gone, in units of 128 bytes
    bool has_row;
    uint32_t depth;
    uint32_t unpack;  // the next load widens
    uint32_t values;  // the largest number of one
    bool told;        // the function tells of its instructions (pto/time.h)
} unit;

static table_t loads, stored, ports[2], longs[2];
static value_t values[VALUES];
static heap_t waiting, registers;

// Values in the order in which they were made, those of NAMES registers.
static struct {
    uint32_t number;
    cycles_t start;
} kept[NAMES];
static uint32_t kept_next;

static void push(heap_t *heap, cycles_t at)
{
    uint32_t i = heap->num < 255 ? heap->num++ : 254;
    for (; i > 0 && heap->at[(i - 1) / 2] > at; i = (i - 1) / 2) {
        heap->at[i] = heap->at[(i - 1) / 2];
    }
    heap->at[i] = at;
}

static cycles_t pop(heap_t *heap)
{
    cycles_t first = heap->at[0], last = heap->at[--heap->num];
    uint32_t i = 0, child;
    for (; (child = 2 * i + 1) < heap->num; i = child) {
        child += child + 1 < heap->num && heap->at[child + 1] < heap->at[child];
        if (last <= heap->at[child]) {
            break;
        }
        heap->at[i] = heap->at[child];
    }
    heap->at[i] = last;
    return first;
}

/// Tables ///

// Moves on, so that a cycle is inside.
static cycles_t enter(table_t *table, cycles_t at)
{
    for (; at >= table->from + SPAN - 64; table->from++) {
        table->used[table->from % SPAN] = 0;
    }
    at = at > table->from ? at : table->from;
    table->until = at + 64 > table->until ? at + 64 : table->until;
    return at;
}

// Empties it without touching what is empty.
static void clear(table_t *table)
{
    hal_zero(table->used, table->until < SPAN ? table->until : SPAN);
    table->from = table->until = 0;
}

static bool is_free(const table_t *table, cycles_t at, uint32_t cycles)
{
    for (uint32_t i = 0; i < cycles; i++) {
        if (table->used[(at + i) % SPAN] != 0) {
            return false;
        }
    }
    return true;
}

static void take(table_t *table, cycles_t at, uint32_t cycles)
{
    for (uint32_t i = 0; i < cycles; i++) {
        table->used[(at + i) % SPAN] = 1;
    }
}

// Loads go first; their places, two a cycle, are free of stores. A store finds its place when the bytes of all
// before it have gone: it takes a cycle, a load half of one, and one that widens leaves room for a store.
enum { BYTES_UNIT = 128, LOAD = 2, STORE = 4 };

static cycles_t take_place(table_t *table, cycles_t at, uint32_t places)
{
    at = enter(table, at);
    while (table->used[at % SPAN] == places) {
        at = enter(table, at + 1);
    }
    table->used[at % SPAN]++;
    return at;
}

static cycles_t take_load(cycles_t at)
{
    uint32_t units = TIME(vf_memory) / BYTES_UNIT;
    at = take_place(&loads, at, 2);
    cycles_t ready = at * units;
    unit.moved = (unit.moved > ready ? unit.moved : ready) + (unit.unpack == 0 ? LOAD : 0);
    return at;
}

static cycles_t take_store(cycles_t at)
{
    uint32_t units = TIME(vf_memory) / BYTES_UNIT;
    unit.moved += STORE;
    cycles_t moved = unit.moved / units;
    return take_place(&stored, at > moved ? at : moved, 1);
}

static cycles_t free_port(uint32_t port, cycles_t at, const time_op_t *op)
{
    at = enter(&ports[port], at);
    at = op->unit == TIME_UNIT_SFU ? enter(&longs[port], at) : at;
    while (ports[port].used[at % SPAN] != 0 ||
           (op->unit == TIME_UNIT_SFU && !is_free(&longs[port], at, op->interval))) {
        at = enter(&ports[port], at + 1);
    }
    return at;
}

static cycles_t take_port(cycles_t at, const time_op_t *op)
{
    cycles_t first = free_port(0, at, op), second = op->unit == TIME_UNIT_ALU0 ? UINT64_MAX : free_port(1, at, op);
    uint32_t port = second < first;
    cycles_t start = port ? second : first;
    take(&ports[port], start, 1);
    if (op->unit == TIME_UNIT_SFU) {
        take(&longs[port], start, op->interval);
    }
    return start;
}

static value_t *value_of(uint32_t number)
{
    unit.values = number % VALUES > unit.values ? number % VALUES : unit.values;
    return &values[number % VALUES];
}

/// Issue ///

static void issue_from(cycles_t at)
{
    if (at > unit.now) {
        unit.now = at;
        unit.issued = 0;
    }
}

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
    while (waiting.num != 0 && waiting.at[0] <= unit.now) {
        pop(&waiting);
    }
    if (waiting.num >= TIME(vf_waiting)) {
        issue_from(pop(&waiting));
    }
}

static void wait_for_register(const time_values_t *v)
{
    for (uint32_t i = 0; i < 2 && v->dst[i] != 0 && registers.num != 0; i++) {
        issue_from(pop(&registers));
    }
}

// Its register is free when the last reader has started.
static void replace(uint32_t number)
{
    value_t *value = value_of(number);
    if (value->live) {
        cycles_t read = value->reader + TIME(vf_release), made = value->start + value->by->latency;
        cycles_t free = read > made ? read : made;
        push(&registers, free > unit.now ? free : unit.now);
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

static cycles_t later(cycles_t a, cycles_t b)
{
    return a > b ? a : b;
}

static void run_memory(const time_op_t *op, const time_values_t *v)
{
    cycles_t at = later(unit.now + 1, later(operands(v, op), unit.barred));
    at = stores(op) ? at : later(at, TIME(vf_start));
    cycles_t start = at;
    for (uint32_t i = 0; i < op->interval; i++) {
        start = stores(op) ? take_store(start) : take_load(start);
    }
    cycles_t end = start + op->latency;
    read_by(v, start);
    define(v, op, start);
    unit.end = later(unit.end, end);
    if (stores(op)) {
        push(&waiting, start);
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
        push(&waiting, start);
        read_by(v, start);
        define(v, op, start);
        unit.end = later(unit.end, start + op->latency);
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

/// Loops ///

void time_vector_loop(void)
{
    if (++unit.depth == 1) {
        unit.has_row = false;
        unit.barred = later(unit.barred, unit.stored);  // it may load what the one before has stored
        return;
    }
    cycles_t next = unit.now + (unit.issued != 0);
    issue_from(unit.has_row ? later(next, unit.row + TIME(vf_row)) : unit.now + 1);
    unit.row = unit.now;
    unit.has_row = true;
}

void time_vector_turn(void)
{
    issue_from(unit.now + (unit.issued != 0));
}

void time_vector_loop_end(void)
{
    unit.depth--;
}

/// A function ///

void time_vector_begin(void)
{
    clear(&loads);
    clear(&stored);
    for (uint32_t i = 0; i < 2; i++) {
        clear(&ports[i]);
        clear(&longs[i]);
    }
    hal_zero(values, (unit.values + 1) * sizeof values[0]);
    hal_zero(&unit, sizeof unit);
    unit.now = TIME(vf_start) - 2;
    unit.end = TIME(vf_start);
    hal_zero(kept, sizeof kept);
    waiting.num = 0;
    registers.num = 0;
    for (uint32_t i = 0; i < TIME(vf_registers); i++) {
        push(&registers, 0);
    }
}

cycles_t time_vector_end(void)
{
    return unit.end + TIME(vf_drain);
}

/// What kernels tell (pto/time.h) ///

// Of functions in C only the accesses are known: what is between a load and the next store is taken for one
// instruction, and a store for the end of a turn.
void time_vector_access(bool is_store)
{
    enum { LOADED = 1, COMPUTED };
    if (unit.told) {
        return;
    }
    if (!is_store) {
        time_vector_op(time_op_named("vlds", PTO_ELEM_F32), &(time_values_t){.dst = {LOADED}});
        return;
    }
    time_vector_op(time_op_named("vadd", PTO_ELEM_F32), &(time_values_t){.dst = {COMPUTED}, .src = {LOADED}});
    time_vector_op(time_op_named("vsts", PTO_ELEM_F32), &(time_values_t){.src = {COMPUTED}});
    time_vector_turn();
}

bool time_vector_is_guess(void)
{
    return !unit.told;
}

void pto_time_op(uint32_t row, uint32_t elem, uint32_t results, uint32_t sources, uint32_t more)
{
    unit.told = true;
    time_values_t values = {
        .dst = {(uint16_t)results, (uint16_t)(results >> 16)},
        .src = {(uint16_t)sources, (uint16_t)(sources >> 16), (uint16_t)more, (uint16_t)(more >> 16)},
    };
    time_vector_op(time_op_of_row(row, elem), &values);
}

void pto_time_widen(void)
{
    time_vector_widen();
}

void pto_time_bar(void)
{
    time_vector_op(time_op_named("mem_bar", PTO_ELEM_F32), &(time_values_t){0});
}

void pto_time_move(uint32_t dst, uint32_t src)
{
    time_vector_move(dst, src);
}

void pto_time_loop(void)
{
    time_vector_loop();
}

void pto_time_turn(void)
{
    time_vector_turn();
}

void pto_time_loop_end(void)
{
    time_vector_loop_end();
}
