// SPDX-License-Identifier: Apache-2.0
//
// Events seen by observers of a run, under every schedule: each command once, in order, with its operands and its end.

#include <pto/pto.h>

#include <core/core.h>
#include <pto/tap.h>

#include "schedules.h"

enum { N = 256, EVENTS_MAX = 256, BLOCKS = 2 };

typedef enum { ISSUE, BEGIN, END, BLOCK, BLOCK_END } what_t;

typedef struct {
    what_t what;
    uint32_t block, pipe, seq, line;
    const char *name;
    char text[64];  // the operands
} seen_t;

static seen_t seen[EVENTS_MAX];
static uint32_t seen_num, launches, launch_ends;

static void note(what_t what, const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    uint32_t i = __atomic_fetch_add(&seen_num, 1, __ATOMIC_SEQ_CST);
    if (i < EVENTS_MAX) {
        seen[i] = (seen_t){what, core->su.block, pipe, seq, cmd != NULL ? cmd->loc->line : 0,
                           cmd != NULL ? cmd->op->name : "", ""};
        if (cmd != NULL) {
            cmd->op->describe(cmd, seen[i].text, sizeof seen[i].text);
        }
    }
}

void pto_observe_launch(const pto_run_t *run)
{
    (void)run;
    launches++;
}

void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t rows, uint64_t stride)
{
    (void)kind, (void)address, (void)bytes, (void)rows, (void)stride;
}

void pto_observe_some_rows(pto_access_t kind, const pto_table_t *table, const uint32_t *some, uint32_t num)
{
    (void)kind, (void)table, (void)some, (void)num;
}

void pto_observe_give(const void *what, uint32_t number)
{
    (void)what, (void)number;
}

void pto_observe_take(const void *what, uint32_t number)
{
    (void)what, (void)number;
}

void pto_observe_launch_end(const pto_run_t *run)
{
    (void)run;
    launch_ends++;
}

void pto_observe_block(const pto_core_t *core)
{
    note(BLOCK, core, PIPE_S, NULL, 0);
}

void pto_observe_block_end(const pto_core_t *core)
{
    note(BLOCK_END, core, PIPE_S, NULL, 0);
}

void pto_observe_issue(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    note(ISSUE, core, pipe, cmd, seq);
}

static void note_begin(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    // A blocked command starts repeatedly: once is enough here.
    for (uint32_t i = __atomic_load_n(&seen_num, __ATOMIC_SEQ_CST); i > 0; i--) {
        const seen_t *s = &seen[(i - 1) % EVENTS_MAX];
        if (s->block == core->su.block && s->pipe == pipe && s->what != ISSUE) {
            if (s->what == BEGIN && s->seq == seq) {
                return;
            }
            break;
        }
    }
    note(BEGIN, core, pipe, cmd, seq);
}

pto_step_t pto_observe_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    note_begin(core, pipe, cmd, seq);
    pto_step_t step = pto_step(core, pipe, cmd);
    if (step == PTO_DONE) {
        note(END, core, pipe, cmd, seq);
    }
    return step;
}

/// The kernel: one command of each kind with a fast path ///

static float in[N];
static float out[N];

PTO_VF(abs_vf, (const float *, from), (float *, to))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t i = 0; i < N; i += 64) {
        pto_vsts(pto_vabs(pto_vlds(from, i), all), to, i, all);
    }
}

PTO_KERNEL(watched, (const float *, in), (float *, out))
{
    float *from = pto_ub(float, 0), *to = pto_ub(float, 4096);
    pto_get_buf(PIPE_MTE2, 3, 0);
    pto_mte_gm_ub(in, from, 0, N * 4, .nburst = {1, N * 4, N * 4});
    pto_rls_buf(PIPE_MTE2, 3, 0);
    pto_get_buf(PIPE_V, 3, 0);
    pto_launch(abs_vf, from, to);
    pto_rls_buf(PIPE_V, 3, 0);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID5);
    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID5);
    pto_pipe_barrier(PIPE_MTE3);
    if (pto_get_block_idx() == 0) {
        pto_mte_ub_gm(to, out, N * 4, .nburst = {1, N * 4, N * 4});
    }
    pto_set_flag(PIPE_MTE3, PIPE_S, EVENT_ID0);
    pto_wait_flag(PIPE_MTE3, PIPE_S, EVENT_ID0);
}

typedef struct {
    uint32_t pipe;
    const char *name, *text;
} expected_t;

static const expected_t expected[] = {
    {PIPE_MTE2, "get_buf", "buffer 3 mode 0"},
    {PIPE_MTE2, "mte_gm_ub", "1 x 1024 bytes from GM"},
    {PIPE_MTE2, "rls_buf", "buffer 3 mode 0"},
    {PIPE_V, "get_buf", "buffer 3 mode 0"},
    {PIPE_V, "vector function", "abs_vf"},
    {PIPE_V, "rls_buf", "buffer 3 mode 0"},
    {PIPE_V, "set_flag", "PIPE_V -> PIPE_MTE3 EVENT_ID5"},
    {PIPE_MTE3, "wait_flag", "PIPE_V -> PIPE_MTE3 EVENT_ID5"},
    {PIPE_MTE3, "pipe_barrier", "PIPE_MTE3"},
    {PIPE_MTE3, "mte_ub_gm", "1 x 1024 bytes from UB"},
    {PIPE_MTE3, "set_flag", "PIPE_MTE3 -> PIPE_S EVENT_ID0"},
};
enum { EXPECTED = sizeof expected / sizeof *expected };

static bool starts_with(const char *text, const char *start)
{
    while (*start != '\0') {
        if (*text++ != *start++) {
            return false;
        }
    }
    return true;
}

static const seen_t *find(what_t what, uint32_t block, uint32_t pipe, uint32_t seq)
{
    for (uint32_t i = 0; i < seen_num; i++) {
        const seen_t *s = &seen[i];
        if (s->what == what && s->block == block && s->pipe == pipe && s->seq == seq) {
            return s;
        }
    }
    return NULL;
}

static bool is_expected(const seen_t *s, const expected_t *e)
{
    return s != NULL && s->pipe == e->pipe && starts_with(s->name, e->name) && starts_with(s->text, e->text);
}

// Issues are in program order; each command starts after its issue and ends after its start.
static bool is_block_right(uint32_t block)
{
    uint32_t next[PTO_PIPE_NUM] = {0};
    uint32_t skipped = 0;
    const seen_t *last = find(BLOCK, block, PIPE_S, 0);
    const seen_t *stop = find(BLOCK_END, block, PIPE_S, 0);
    for (uint32_t i = 0; i < EXPECTED; i++) {
        const expected_t *e = &expected[i];
        if (block != 0 && starts_with(e->name, "mte_ub_gm")) {
            skipped++;
            continue;
        }
        uint32_t seq = ++next[e->pipe];
        const seen_t *issue = find(ISSUE, block, e->pipe, seq), *begin = find(BEGIN, block, e->pipe, seq),
                     *end = find(END, block, e->pipe, seq);
        if (!is_expected(issue, e) || !is_expected(begin, e) || !is_expected(end, e) || last == NULL || stop == NULL ||
            !(last < issue && issue < begin && begin < end && end < stop) || issue->line != end->line) {
            tap_note("block %u, command %u: %s", block, i, e->name);
            return false;
        }
        last = issue;
    }
    return skipped == (block != 0);
}

// A wait ends after the set has started, under any schedule.
static bool is_order_right(uint32_t block)
{
    const seen_t *set = find(BEGIN, block, PIPE_V, 4), *wait = find(END, block, PIPE_MTE3, 1);
    const seen_t *release = find(BEGIN, block, PIPE_MTE2, 3), *get = find(END, block, PIPE_V, 1);
    return set < wait && release < get;
}

int main(void)
{
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0])};
    const pto_gm_buffer_t buffers[] = {{in, sizeof in, "in"}, {out, sizeof out, "out"}};
    for (uint32_t i = 0; i < schedule_num(); i++) {
        schedule_t s = schedule(i);
        s.options.block_num = BLOCKS;
        // Harts that inspect the record must not see entries of an earlier run while these are being overwritten.
        __builtin_memset(seen, 0, sizeof seen);
        seen_num = launches = launch_ends = 0;
        pto_run_result_t result;
        bool clean = schedule_run(&s, &pto_kernel_watched, args, buffers, 2, &result) == 0;
        tap_ok(clean && launches == 1 && launch_ends == 1, "%s: one launch begins and ends", s.name);
        for (uint32_t block = 0; block < BLOCKS; block++) {
            tap_ok(is_block_right(block), "%s, block %u: each command is issued, begins and ends", s.name, block);
            tap_ok(is_order_right(block), "%s, block %u: sets begin before waits end", s.name, block);
            const seen_t *wait = find(END, block, PIPE_S, 1), *end = find(END, block, PIPE_S, 2);
            tap_ok(wait != NULL && starts_with(wait->name, "wait_flag") && end != NULL &&
                       starts_with(end->name, "the end of the kernel"),
                   "%s, block %u: the scalar unit's own commands", s.name, block);
        }
    }
    return tap_done();
}
