// SPDX-License-Identifier: Apache-2.0
//
// Order as vector clocks, and the flags and buffer tokens that carry it between pipes.

#include "ptoc.h"

#include <string.h>

#include "lint.h"
#include "lint_run.h"

/// Clocks ///

void run_join_clock(pipe_clock_t into, const pipe_clock_t from)
{
    for (int i = 0; i < PIPE_COUNT; i++) {
        into[i] = into[i] > from[i] ? into[i] : from[i];
    }
}

uint32_t run_issue(run_t *run, int pipe)
{
    order_t *order = run->order;
    run_join_clock(order->know[pipe], order->know[PIPE_S]);
    return ++order->issued[pipe];
}

/// The clock when all commands issued so far on a pipe are complete.
static void completed(const order_t *order, int pipe, pipe_clock_t clock)
{
    memcpy(clock, order->know[pipe], sizeof(pipe_clock_t));
    run_join_clock(clock, order->know[PIPE_S]);
    clock[pipe] = order->issued[pipe];
}

void run_complete_all(run_t *run)
{
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        run_join_clock(run->order->know[pipe], run->order->issued);
    }
    run->accesses_num = run->accesses_base;
}

/// The id of a flag or buffer operation, `ids - 1` if unknown.
static int run_id(run_t *run, const op_t *op, int ids)
{
    int id = lint_id(op);
    if (id < 0 && op->operands_num > 0) {
        cell_t cell = eval_operand(&run->eval, op, 0);
        id = cell.known && cell.value >= 0 && cell.value < ids ? (int)cell.value : -1;
    }
    return id < 0 || id >= ids ? ids - 1 : id;
}

static void count_set(run_t *run, const op_t *op, int src, int dst, int id)
{
    int32_t *count = &run->tokens->flags[src][dst][id];
    ++*count;
    const op_t *before = run->setters[src][dst][id];
    run->setters[src][dst][id] = op;
    if (*count < 2 || run->tokens->inexact[src][dst]) {
        return;
    }
    *count = 1;
    diag_t *diag =
        lint_warn(run->cc, op, "set-without-wait", "this flag from %s to %s is set again before anything waited for it",
                  pipe_name((pipe_t)src), pipe_name((pipe_t)dst));
    if (diag != NULL && before != NULL) {
        diag_note(run->cc, diag, before->loc, "it was set here");
    }
}

void run_flag(run_t *run, const op_t *op)
{
    int src = op_pipe(op, 0), dst = op_pipe(op, 1), id = run_id(run, op, EVENT_IDS);
    if (src < 0 || dst < 0) {
        return;
    }
    pipe_clock_t *flags = run->order->flags[src][dst];
    run->tokens->inexact[src][dst] |= id == EVENT_IDS - 1;
    if (op_is(op, OP_SET_FLAG)) {
        run_issue(run, src);
        pipe_clock_t clock;
        completed(run->order, src, clock);
        run_join_clock(flags[id], clock);
        count_set(run, op, src, dst, id);
        return;
    }
    for (int i = 0; i < EVENT_IDS; i++) {
        if (i == id || i == EVENT_IDS - 1 || id == EVENT_IDS - 1) {
            run_join_clock(run->order->know[dst], flags[i]);
        }
    }
    run_issue(run, dst);
    if (--run->tokens->flags[src][dst][id] < 0 && run->waiters[src][dst][id] == NULL) {
        run->waiters[src][dst][id] = op;
    }
}

/// A pipe acquires a buffer once, and releases only a buffer that it holds.
static void count_buffer(run_t *run, const op_t *op, int pipe, int id)
{
    uint8_t *held = run->tokens->held[pipe];
    bool get = op_is(op, OP_GET_BUF);
    if (id == BUF_IDS - 1) {
        memset(held, BUF_UNKNOWN, BUF_IDS);
        return;
    }
    if (held[id] == (get ? BUF_HELD : BUF_FREE)) {
        diag_t *diag = get ? lint_warn(run->cc, op, "buffer-unpaired", "%s acquires buffer %d and holds it already",
                                       pipe_name((pipe_t)pipe), id)
                           : lint_warn(run->cc, op, "buffer-unpaired", "%s releases buffer %d and does not hold it",
                                       pipe_name((pipe_t)pipe), id);
        if (diag != NULL && get && run->getters[pipe][id] != NULL) {
            diag_note(run->cc, diag, run->getters[pipe][id]->loc, "acquired here");
        }
    }
    held[id] = get ? BUF_HELD : BUF_FREE;
    run->getters[pipe][id] = get ? op : run->getters[pipe][id];
}

static void hear_releases(run_t *run, int pipe, int id)
{
    for (int i = 0; i < BUF_IDS; i++) {
        if (i == id || i == BUF_IDS - 1 || id == BUF_IDS - 1) {
            run_join_clock(run->order->know[pipe], run->order->released[i]);
        }
    }
}

/// In mode 1 rls_buf waits, and get_buf orders nothing.
static bool waits_at_release(const op_t *op)
{
    item_t item;
    int64_t mode;
    return op_item(op, "mode", 0, &item) && item_constant(&item, &mode) && mode == 1;
}

void run_pipe_barrier(run_t *run, int pipe)
{
    run->order->know[pipe][pipe] = run->order->issued[pipe];
}

void run_buffer(run_t *run, const op_t *op)
{
    int pipe = op_pipe(op, 0), id = run_id(run, op, BUF_IDS);
    if (pipe < 0) {
        return;
    }
    count_buffer(run, op, pipe, id);
    bool release = op_is(op, OP_RLS_BUF), late = waits_at_release(op);
    if (release) {
        if (late) {
            hear_releases(run, pipe, id);
        }
        run_issue(run, pipe);
        pipe_clock_t clock;
        completed(run->order, pipe, clock);
        run_join_clock(run->order->released[id], clock);
        return;
    }
    if (!late) {
        hear_releases(run, pipe, id);
    }
    run_issue(run, pipe);
}

void run_forget_tokens(tokens_t *tokens)
{
    memset(tokens->inexact, true, sizeof(tokens->inexact));
    memset(tokens->held, BUF_UNKNOWN, sizeof(tokens->held));
}

void run_join_tokens(tokens_t *into, const tokens_t *other)
{
    for (int src = 0; src < PIPE_COUNT; src++) {
        for (int dst = 0; dst < PIPE_COUNT; dst++) {
            into->inexact[src][dst] |= other->inexact[src][dst] || memcmp(into->flags[src][dst], other->flags[src][dst],
                                                                          sizeof(into->flags[src][dst])) != 0;
        }
        for (int id = 0; id < BUF_IDS; id++) {
            into->held[src][id] = into->held[src][id] == other->held[src][id] ? into->held[src][id] : BUF_UNKNOWN;
        }
    }
}

void run_check_iteration(run_t *run, const tokens_t *before)
{
    const tokens_t *now = run->tokens;
    for (int at = 0; at < PIPE_COUNT * PIPE_COUNT * (EVENT_IDS - 1); at++) {
        int src = at / (EVENT_IDS - 1) / PIPE_COUNT, dst = at / (EVENT_IDS - 1) % PIPE_COUNT, id = at % (EVENT_IDS - 1);
        int32_t count = now->flags[src][dst][id];
        const op_t *wait = run->waiters[src][dst][id];
        if (!now->inexact[src][dst] && count < 0 && count < before->flags[src][dst][id] && wait != NULL) {
            lint_warn(run->cc, wait, "wait-without-set",
                      "flag %d from %s to %s is waited for more often than it is set in each iteration: %s waits for "
                      "ever in the second",
                      id, pipe_name((pipe_t)src), pipe_name((pipe_t)dst), pipe_name((pipe_t)dst));
        }
    }
}

static void check_flags_left(run_t *run, int src, int dst)
{
    const char *from = pipe_name((pipe_t)src), *to = pipe_name((pipe_t)dst);
    for (int id = 0; id < EVENT_IDS - 1 && !run->tokens->inexact[src][dst]; id++) {
        int32_t count = run->tokens->flags[src][dst][id];
        if (count > 0) {
            lint_warn(run->cc, run->setters[src][dst][id], "set-without-wait",
                      "nothing waits for this flag from %s to %s, and it stays set", from, to);
        } else if (count < 0) {
            lint_warn(run->cc, run->waiters[src][dst][id], "wait-without-set",
                      "flag %d from %s to %s is waited for here before anything sets it: one more set in front of this "
                      "is missing",
                      id, from, to);
        }
    }
}

void run_check_tokens(run_t *run)
{
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        for (int id = 0; id < BUF_IDS - 1; id++) {
            if (run->tokens->held[pipe][id] == BUF_HELD) {
                lint_warn(run->cc, run->getters[pipe][id], "buffer-unpaired", "%s never releases buffer %d",
                          pipe_name((pipe_t)pipe), id);
            }
        }
        for (int dst = 0; dst < PIPE_COUNT; dst++) {
            check_flags_left(run, pipe, dst);
        }
    }
}
