// SPDX-License-Identifier: Apache-2.0
//
// Vector functions in C: the instructions that a function has recorded (pto/time.h), to the unit of vector.c.
//
// C does not report its loops. They are found in the trace: places of the code are numbered in the order of the text, so
// an instruction that runs again at a place begins another iteration. The cycles depend on the trace alone, so that a
// trace that has been seen is not run again.

#include <pto/time.h>

#include "time.h"

#define EVENTS 16384
#define PLACES (PTO_TIME_PLACES + 1)
#define NESTED 8  // deeper loops are run as straight code

static pto_time_event_t events[EVENTS] __attribute__((section(".noinit")));
static uint16_t next_at[EVENTS] __attribute__((section(".noinit")));  // the next event of the same place
static uint16_t seen[PLACES];
static bool recorded, overflowed;

pto_time_event_t *pto_time_event = events, *pto_time_events_end = events + EVENTS;
uint32_t pto_time_scalar;

static uint32_t place_at(uint32_t at)
{
    return (uint32_t)(events[at].what >> 32) & 0xffff;
}

static void run_event(const pto_time_event_t *event)
{
    uint32_t row = event->what & 0xffff, elem = event->what >> 16 & 0xff, flags = event->what >> 24 & 0xff;
    uint16_t place = (uint16_t)(event->what >> 32);
    uint64_t sources = event->sources;
    if ((flags & PTO_TIME_BAR) != 0) {
        time_vector_op(time_op_of(TIME_MEM_BAR, PTO_ELEM_F32), &(time_values_t){0});
        return;
    }
    if ((flags & PTO_TIME_WIDENS) != 0) {
        time_vector_widen();
    }
    time_values_t values = {
        .src = {(uint16_t)sources, (uint16_t)(sources >> 16), (uint16_t)(sources >> 32), (uint16_t)(sources >> 48)},
    };
    uint32_t num = 0;
    if ((flags & PTO_TIME_RESULT) != 0) {
        values.dst[num++] = place;
    }
    if ((flags & PTO_TIME_RESULTS) != 0) {
        values.dst[num] = place + 1;
    }
    time_vector_op(time_op_of_row(row, elem), &values);
}

/// Loops ///

// A loop that begins at `from`. Its iterations begin where its first place comes again, after the place `back`.
typedef struct {
    uint32_t from, to;
    uint32_t back;
    uint32_t last;  // the largest place in it
} loop_t;

static uint32_t next_iteration(const loop_t *loop, uint32_t at)
{
    do {
        at = next_at[at];
    } while (at < loop->to && place_at(at - 1) != loop->back);
    return at < loop->to ? at : loop->to;
}

// If an inner loop begins at the same place, the loop is the one whose iterations jump back from furthest behind. The
// last iteration ends with the first place that is not among those of the loop.
static loop_t loop_at(uint32_t from, uint32_t to)
{
    loop_t loop = {from, to, 0, 0};
    uint32_t last = from;
    for (uint32_t at = next_at[from]; at < to; at = next_at[at]) {
        loop.back = place_at(at - 1) > loop.back ? place_at(at - 1) : loop.back;
        last = at;
    }
    for (uint32_t at = from; at < last; at++) {
        loop.last = place_at(at) > loop.last ? place_at(at) : loop.last;
    }
    loop.to = last;
    while (loop.to < to && place_at(loop.to) >= place_at(from) && place_at(loop.to) <= loop.last) {
        loop.to++;
    }
    return loop;
}

static bool is_same(uint32_t a, uint32_t b, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (events[a + i].what != events[b + i].what || events[a + i].sources != events[b + i].sources) {
            return false;
        }
    }
    return true;
}

// Returns how many iterations from the one at `at` equal the one before it, of `num` instructions.
static uint32_t turns_like(const loop_t *loop, uint32_t at, uint32_t num)
{
    uint32_t iterations = 0;
    while (at < loop->to) {
        uint32_t end = next_iteration(loop, at);
        if (end - at != num || !is_same(at, at - num, num)) {
            break;
        }
        iterations++;
        at = end;
    }
    return iterations;
}

static void run_events(uint32_t from, uint32_t to, uint32_t depth);

static void run_loop(const loop_t *loop, uint32_t depth)
{
    uint32_t at = loop->from, num = 0, alike = 0;
    time_vector_loop(0);
    while (at < loop->to) {
        if (alike == 0 && num != 0) {
            alike = turns_like(loop, at, num);
        }
        uint32_t others = (uint32_t)time_vector_iterations_alike(alike);
        bool skipped = others != 0;
        alike -= others;
        for (; others != 0; others--) {
            at = next_iteration(loop, at);
        }
        if (at == loop->to) {
            break;
        }
        if (skipped && alike == 0) {
            time_vector_iterations_alike(0);
        }
        uint32_t end = next_iteration(loop, at);
        run_events(at, end, depth);
        alike -= alike != 0;
        num = end - at;
        at = end;
    }
    time_vector_loop_end();
}

static void run_events(uint32_t from, uint32_t to, uint32_t depth)
{
    uint32_t at = from;
    while (at < to) {
        if (next_at[at] >= to || depth == NESTED) {
            run_event(&events[at++]);
            continue;
        }
        loop_t loop = loop_at(at, to);
        run_loop(&loop, depth + 1);
        at = loop.to;
    }
}

static void run_trace(void)
{
    uint32_t num = (uint32_t)(pto_time_event - events);
    for (uint32_t i = 0; i < num; i++) {
        seen[place_at(i)] = EVENTS;
    }
    for (uint32_t i = num; i-- != 0;) {
        next_at[i] = seen[place_at(i)];
        seen[place_at(i)] = (uint16_t)i;
    }
    run_events(0, num, 0);
    pto_time_event = events;
}

/// A function ///

void time_trace_begin(void)
{
    pto_time_event = events;
    pto_time_scalar = 0;
    recorded = overflowed = false;
}

bool time_trace_any(void)
{
    recorded |= overflowed || pto_time_event != events;
    return recorded;
}

// A longer trace is run in parts, each with loops of its own.
void pto_time_events_full(void)
{
    overflowed = true;
    run_trace();
}

cycles_t time_trace_end(void)
{
    uint64_t key = 1;
    cycles_t cycles;
    if (overflowed) {
        run_trace();
        return time_vector_end();
    }
    for (const pto_time_event_t *event = events; event != pto_time_event; event++) {
        key = time_key(key, event->what ^ event->sources * 5);
    }
    if (time_recall(key, &cycles)) {
        return cycles;
    }
    run_trace();
    cycles = time_vector_end();
    time_remember(key, cycles);
    return cycles;
}
