// SPDX-License-Identifier: Apache-2.0
//
// Traces of tile kernels. A loop over two alternating tiles with flags planned by ptoc
// (tests/ptoc/planned/pingpong.pto) overlaps: the commands of neighbouring pipes for an iteration may come in either
// order, depending on the schedule. A loop over one tile has only one order. And tsync by class of operation is a
// barrier on the pipe of that class.

#include <pto/pto.h>

#include <core/core.h>
#include <pto/tap.h>

#include "../schedules.h"

enum { TURNS = 8, COLS = 64, N = TURNS * COLS, EVENTS_MAX = 64 };

/// Observing ///

// The commands that have run, in the order of their ends, except those that only synchronise.
typedef struct {
    uint32_t pipe;
    const char *name;
} step_t;

static step_t trace[EVENTS_MAX];
static uint32_t trace_num;

pto_step_t pto_observe_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    (void)seq;
    pto_step_t step = pto_step(core, pipe, cmd);
    if (step == PTO_DONE && pipe != PIPE_S && cmd->op->name[0] == 't' && trace_num < EVENTS_MAX) {
        trace[trace_num++] = (step_t){pipe, cmd->op->name};
    }
    return step;
}

// The pipes of barriers in one launch, as issued.
static uint32_t barriers[EVENTS_MAX], barrier_num;

void pto_observe_issue(const pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd, uint32_t seq)
{
    (void)core, (void)seq;
    static const char word[] = "pipe_barrier";
    if (__builtin_memcmp(cmd->op->name, word, sizeof word) == 0 && barrier_num < EVENTS_MAX) {
        barriers[barrier_num++] = pipe;
    }
}

// clang-format off
void pto_observe_launch(const pto_run_t *run) { (void)run; }
void pto_observe_launch_end(const pto_run_t *run) { (void)run; }
void pto_observe_block(const pto_core_t *core) { (void)core; }
void pto_observe_block_end(const pto_core_t *core) { (void)core; }
void pto_observe_give(const void *what, uint32_t number) { (void)what, (void)number; }
void pto_observe_take(const void *what, uint32_t number) { (void)what, (void)number; }
void pto_observe_access(pto_access_t kind, const void *address, uint64_t bytes, uint64_t rows, uint64_t stride)
{
    (void)kind, (void)address, (void)bytes, (void)rows, (void)stride;
}
void pto_observe_some_rows(pto_access_t kind, const pto_table_t *table, const uint32_t *some, uint32_t num)
{
    (void)kind, (void)table, (void)some, (void)num;
}
// clang-format on

/// Overlap ///

extern const pto_kernel_t pto_kernel_kernel;  // of pingpong.pto

// As above with one tile of each kind: an iteration of a pipe waits for the previous one of its neighbour.
PTO_KERNEL(single, (float *, x), (float *, y), (int64_t, n))
{
    pto_tile_t a = pto_tile(VEC, f32, 1, COLS), b = pto_tile(VEC, f32, 1, COLS, .address = 4 * COLS);
    pto_event_t done = PTO_EVENT_DONE, stored = PTO_EVENT_DONE;
    for (int64_t i = 0; i < n; i++) {
        pto_tensor_t gx = pto_tensor(x + i * COLS, f32, ND, {1, COLS}),
                     gy = pto_tensor(y + i * COLS, f32, ND, {1, COLS});
        pto_event_t loaded = pto_tload(&a, &gx, PTO_NONE, PTO_PAD_MODE_NULL, done);
        done = pto_texp(&b, &a, PTO_PRECISION_DEFAULT, loaded, stored);
        stored = pto_tstore(&gy, &b, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
    }
}

// The position in the trace of `pipe`'s command for iteration `turn`.
static uint32_t place(uint32_t pipe, uint32_t turn)
{
    for (uint32_t i = 0; i < trace_num; i++) {
        if (trace[i].pipe == pipe && turn-- == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

// In how many iterations of all schedules the next one of `ahead` came before that of `behind`, and after it.
typedef struct {
    uint32_t before, after;
} orders_t;

static void count(orders_t *orders, uint32_t ahead, uint32_t behind)
{
    for (uint32_t turn = 0; turn + 1 < TURNS; turn++) {
        bool before = place(ahead, turn + 1) < place(behind, turn);
        orders->before += before;
        orders->after += !before;
    }
}

static float in[N], out[N];

static void test_overlap(const char *name, const pto_kernel_t *kernel, bool overlaps)
{
    orders_t loads = {0}, results = {0};
    for (unsigned k = 0; k < schedule_num(); k++) {
        schedule_t s = schedule(k);
        const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&out[0]), PTO_ARG(TURNS)};
        const pto_gm_buffer_t buffers[] = {{in, sizeof in, "x"}, {out, sizeof out, "y"}};
        pto_run_result_t result;
        trace_num = 0;
        int fault = schedule_run(&s, kernel, args, buffers, 2, &result);
        tap_ok(!fault && trace_num == 3 * TURNS, "%s, %s: each pipe has done its %u turns %s", name, s.name,
               (unsigned)TURNS, result.report);
        count(&loads, PIPE_MTE2, PIPE_V);
        count(&results, PIPE_V, PIPE_MTE3);
    }
    tap_note(
        "%s: the next load before this exp %u times, after it %u times; the next exp before this store %u, after %u",
        name, loads.before, loads.after, results.before, results.after);
    tap_ok((loads.before > 0) == overlaps && loads.after > 0, "%s: loads %s work", name,
           overlaps ? "overlap" : "wait for");
    tap_ok((results.before > 0) == overlaps && results.after > 0, "%s: work %s stores", name,
           overlaps ? "overlaps" : "waits for");
}

/// Classes of operations ///

PTO_KERNEL(vector_classes)
{
    pto_tsync_op(tadd, PTO_LOC_VEC);
    pto_tsync_op(tload, PTO_LOC_VEC);
    pto_tsync_op(tstore, PTO_LOC_VEC);
    pto_tsync_op(tmov, PTO_LOC_VEC);
    pto_tsync_op(mgather, PTO_LOC_VEC);
    pto_tsync_op(mscatter, PTO_LOC_VEC);
    pto_tsync_op(tfillpad, PTO_LOC_VEC);
}
static const uint32_t vector_pipes[] = {PIPE_V, PIPE_MTE2, PIPE_MTE3, PIPE_V, PIPE_MTE2, PIPE_MTE3, PIPE_V};

PTO_CUBE_KERNEL(cube_classes)
{
    pto_tsync_op(tmatmul, PTO_LOC_LEFT);
    pto_tsync_op(tload, PTO_LOC_MAT);
    pto_tsync_op(tstore, PTO_LOC_ACC);
    pto_tsync_op(tmov, PTO_LOC_MAT);
    pto_tsync_op(textract, PTO_LOC_ACC);
    pto_tsync_op(tgemv_acc, PTO_LOC_LEFT);
    pto_tsync_op(tfillpad, PTO_LOC_MAT);
}
static const uint32_t cube_pipes[] = {PIPE_M, PIPE_MTE2, PIPE_FIX, PIPE_MTE1, PIPE_FIX, PIPE_M, PIPE_MTE1};

static void test_classes(const pto_kernel_t *kernel, const uint32_t *pipes, uint32_t num)
{
    schedule_t s = schedule(0);
    pto_run_result_t result;
    barrier_num = 0;
    int fault = schedule_run(&s, kernel, NULL, NULL, 0, &result);
    tap_ok(!fault && barrier_num == num, "%s: %u barriers %s", kernel->name, barrier_num, result.report);
    for (uint32_t i = 0; i < num; i++) {
        tap_equal(barriers[i], pipes[i], "%s: the pipe of barrier %u", kernel->name, i);
    }
}

int main(void)
{
    test_overlap("two tiles in turn", &pto_kernel_kernel, true);
    test_overlap("one tile", &pto_kernel_single, false);
    test_classes(&pto_kernel_vector_classes, vector_pipes, sizeof vector_pipes / sizeof *vector_pipes);
    test_classes(&pto_kernel_cube_classes, cube_pipes, sizeof cube_pipes / sizeof *cube_pipes);
    return tap_done();
}
