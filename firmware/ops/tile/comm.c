// SPDX-License-Identifier: Apache-2.0
//
// Exchange with other ranks: copies from GM to GM through a tile, signals in GM.

#include <pto/comm.h>
#include <pto/print.h>

#include "tile.h"
#include "transfer.h"

/// Copies ///

static int64_t at_most(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// Iterates over the windows of a tensor that fit a staging tile. All zeros before the first window.
typedef struct {
    int64_t at[PTO_RANK_MAX], shape[PTO_RANK_MAX];
    bool started;
} window_t;

static bool next_window(window_t *w, const int64_t whole[PTO_RANK_MAX], const pto_tile_t *stage)
{
    const int64_t step[PTO_RANK_MAX] = {1, 1, 1, stage->rows, stage->cols};
    bool inside = true;
    for (uint32_t d = 0; d < PTO_RANK_MAX; d++) {
        inside &= whole[d] > 0;
    }
    if (w->started) {
        int d = PTO_RANK_MAX - 1;
        for (; d >= 0 && w->at[d] + step[d] >= whole[d]; d--) {
            w->at[d] = 0;
        }
        inside &= d >= 0;
        w->at[d < 0 ? 0 : d] += d < 0 ? 0 : step[d];
    }
    w->started = true;
    for (uint32_t d = 0; d < PTO_RANK_MAX; d++) {
        w->shape[d] = at_most(step[d], whole[d] - w->at[d]);
    }
    return inside;
}

// A window of a tensor as a tensor, and the tile with its extents.
static pto_tensor_t window_of(const pto_loc_t *loc, const pto_tensor_t *whole, const window_t *w, pto_tile_t *stage)
{
    stage->valid_rows = (int32_t)w->shape[3];
    stage->valid_cols = (int32_t)w->shape[4];
    return pto_partition_at(loc, whole, PTO_RANK_MAX, w->at, w->shape);
}

// The steps of an exchange wait for each other by events. Nothing else of the core waits for them, nor they for it.

static pto_event_t load_window(const pto_loc_t *loc, pto_tile_t *stage, const pto_tensor_t *from, const window_t *w)
{
    pto_tensor_t part = window_of(loc, from, w, stage);
    return pto_tload_at(loc, stage, &part, PTO_NONE, PTO_PAD_MODE_NULL);
}

// Stores a window once its tile is `ready`. Later loads wait, as they may write the tile.
static pto_event_t store_window(const pto_loc_t *loc, const pto_tensor_t *to, pto_tile_t *stage, const window_t *w,
                                uint32_t atomic, pto_event_t ready)
{
    pto_tensor_t part = window_of(loc, to, w, stage);
    pto_tile_after((const pto_event_t[]){ready, PTO_NO_EVENT});
    pto_event_t stored =
        pto_tstore_at(loc, &part, stage, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, atomic, PTO_RELU_NONE);
    pto_wait_event_at(loc, PIPE_MTE2, stored);
    return stored;
}

static void check_shapes(const pto_loc_t *loc, const char *what, const pto_tensor_t *dst, const pto_tensor_t *src)
{
    for (uint32_t i = 0; i < PTO_RANK_MAX; i++) {
        if (dst->shape[i] != src->shape[i]) {
            pto_fault_at(loc, "%s: the destination has %ld elements in dimension %u, the source %ld", what,
                         (long)dst->shape[i], i, (long)src->shape[i]);
        }
    }
}

// A kernel may poll with any of these until another rank has written, so each lets other agents run. What the scalar
// unit does itself follows all that it has issued.
static void begin(const pto_loc_t *loc)
{
    pto_poll();
    pto_pipe_barrier_at(loc, PIPE_ALL);
}

// Ends an exchange. One without a window orders what is around it as others do: the planner counts on that. No command
// has taken the events that its caller gave.
static void end(const pto_loc_t *loc, bool empty)
{
    if (empty) {
        pto_tile_after_at(NULL);
        pto_pipe_barrier_at(loc, PIPE_ALL);
    }
}

pto_event_t pto_comm_copy_at(const pto_loc_t *loc, const char *what, const pto_tensor_t *dst, const pto_tensor_t *src,
                             const pto_tile_t *stage, uint32_t atomic)
{
    check_shapes(loc, what, dst, src);
    pto_poll();
    pto_tile_t tile = *stage;
    pto_event_t stored = PTO_EVENT_DONE;
    bool empty = true;
    for (window_t w = {0}; next_window(&w, src->shape, stage);) {
        pto_event_t loaded = load_window(loc, &tile, src, &w);
        stored = store_window(loc, dst, &tile, &w, atomic, loaded);
        empty = false;
    }
    end(loc, empty);
    return stored;
}

/// Collectives ///

// Rows of the local tensor that belong to a rank.
static pto_tensor_t rows_of(const pto_loc_t *loc, const char *what, const pto_tensor_t *local, const pto_tensor_t *rank,
                            int64_t number)
{
    const int64_t at[PTO_RANK_MAX] = {0, 0, 0, number * rank->shape[3], 0};
    if (at[3] + rank->shape[3] > local->shape[3]) {
        pto_fault_at(loc, "%s: rank %ld has rows %ld to %ld, and there are %ld", what, (long)number, (long)at[3],
                     (long)(at[3] + rank->shape[3] - 1), (long)local->shape[3]);
    }
    return pto_partition_at(loc, local, PTO_RANK_MAX, at, rank->shape);
}

pto_event_t pto_comm_tbroadcast_at(const pto_loc_t *loc, const pto_tensor_t *src, const pto_tile_t *stage,
                                   const pto_tensor_t *const *group, uint32_t num)
{
    pto_event_t last = PTO_EVENT_DONE;
    for (uint32_t i = 0; i < num; i++) {
        last = pto_comm_copy_at(loc, "comm.tbroadcast", group[i], src, stage, PTO_STORE_PLAIN);
    }
    return last;
}

// Between the tensors of a group and as many parts of `whole`.
static inline __attribute__((always_inline)) pto_event_t copy_parts(const pto_loc_t *loc, const char *name,
                                                                    const pto_tensor_t *whole, bool gathers,
                                                                    const pto_tile_t *stage,
                                                                    const pto_tensor_t *const *group, uint32_t num)
{
    pto_event_t last = PTO_EVENT_DONE;
    for (uint32_t i = 0; i < num; i++) {
        pto_tensor_t rows = rows_of(loc, name, whole, group[i], i);
        last =
            pto_comm_copy_at(loc, name, gathers ? &rows : group[i], gathers ? group[i] : &rows, stage, PTO_STORE_PLAIN);
    }
    return last;
}

pto_event_t pto_comm_tgather_at(const pto_loc_t *loc, const pto_tensor_t *dst, const pto_tile_t *stage,
                                const pto_tensor_t *const *group, uint32_t num)
{
    return copy_parts(loc, "comm.tgather", dst, true, stage, group, num);
}

pto_event_t pto_comm_tscatter_at(const pto_loc_t *loc, const pto_tensor_t *src, const pto_tile_t *stage,
                                 const pto_tensor_t *const *group, uint32_t num)
{
    return copy_parts(loc, "comm.tscatter", src, false, stage, group, num);
}

static pto_event_t combine(const pto_loc_t *loc, uint32_t op, const pto_tile_t *sum, const pto_tile_t *next)
{
    switch (op) {
        case PTO_REDUCE_SUM:
            return pto_tadd_at(loc, sum, sum, next);
        case PTO_REDUCE_MAX:
            return pto_tmax_at(loc, sum, sum, next);
        default:
            return pto_tmin_at(loc, sum, sum, next);
    }
}

pto_event_t pto_comm_treduce_at(const pto_loc_t *loc, const pto_tensor_t *dst, const pto_tile_t *acc,
                                const pto_tile_t *stage, const pto_tensor_t *const *group, uint32_t num, uint32_t op)
{
    pto_tile_t sum = *acc, next = *stage;
    for (uint32_t i = 0; i < num; i++) {
        check_shapes(loc, "comm.treduce", dst, group[i]);
    }
    pto_poll();
    pto_event_t stored = PTO_EVENT_DONE;
    bool empty = true;
    for (window_t w = {0}; next_window(&w, dst->shape, stage);) {
        pto_event_t ready = load_window(loc, &sum, group[0], &w);
        for (uint32_t i = 1; i < num; i++) {
            pto_event_t loaded = load_window(loc, &next, group[i], &w);
            pto_tile_after((const pto_event_t[]){loaded, PTO_NO_EVENT});
            ready = combine(loc, op, &sum, &next);
            pto_wait_event_at(loc, PIPE_MTE2, ready);
        }
        stored = store_window(loc, dst, &sum, &w, PTO_STORE_PLAIN, ready);
        empty = false;
    }
    end(loc, empty);
    return stored;
}

/// Copies without a tile ///

static int64_t elements_of(const pto_tensor_t *tensor)
{
    int64_t count = 1;
    for (uint32_t d = 0; d < PTO_RANK_MAX; d++) {
        count *= tensor->shape[d];
    }
    return count;
}

// Operands of a command: tensors on the stack of the scalar unit, then what their copy needs when it lands later.
enum { FLAT_TENSORS, FLAT_NUMBER, FLAT_TO, FLAT_FROM, FLAT_BYTES };
typedef struct {
    const pto_tensor_t *dst, *src;
} flat_t;

// The range of a tensor without gaps.
static uint8_t *flat_range(const pto_cmd_t *cmd, const pto_tensor_t *tensor, int64_t bytes)
{
    int64_t wanted = 1;
    for (int d = PTO_RANK_MAX - 1; d >= 0; d--) {
        if (tensor->shape[d] != 1 && tensor->stride[d] != wanted) {
            PTO_TILE_FAULT(cmd, "the tensor has gaps: the stride of dimension %d is %ld, not %ld", d,
                           (long)tensor->stride[d], (long)wanted);
        }
        wanted *= tensor->shape[d];
    }
    pto_tile_check_gm(cmd, "the tensor", tensor->data, bytes);
    return tensor->data;
}

static void land_flat(pto_core_t *core, const pto_cmd_t *cmd, const uint8_t *stored)
{
    (void)core, (void)stored;
    hal_copy((void *)(uintptr_t)cmd->data[FLAT_TO], (const void *)(uintptr_t)cmd->data[FLAT_FROM], cmd->data[FLAT_BYTES]);
}

static pto_step_t exec_flat(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const flat_t *f = (const flat_t *)(uintptr_t)cmd->data[FLAT_TENSORS];
    int64_t bytes = elements_of(f->src) * pto_elem_bytes[f->src->elem];
    if (bytes == 0) {
        return PTO_DONE;
    }
    const uint8_t *from = flat_range(cmd, f->src, bytes);
    uint8_t *to = flat_range(cmd, f->dst, bytes);
    PTO_OBSERVE(copy, core, (int64_t)cmd->data[FLAT_NUMBER]);
    PTO_OBSERVE(access, PTO_READS, from, (uint64_t)bytes, 1, (uint64_t)bytes);
    PTO_OBSERVE(access, PTO_WRITES, to, (uint64_t)bytes, 1, (uint64_t)bytes);
    PTO_OBSERVE(copy, core, 0);
    pto_cmd_t copy = *cmd;
    copy.data[FLAT_TO] = (uintptr_t)to;
    copy.data[FLAT_FROM] = (uintptr_t)from;
    copy.data[FLAT_BYTES] = (uint64_t)bytes;
    if (core->link != NULL) {
        pto_link_copy(core, &copy, land_flat, (int64_t)cmd->data[FLAT_NUMBER]);
    } else {
        land_flat(core, &copy, NULL);
    }
    return PTO_DONE;
}

static const pto_op_t op_put = {"comm.tput_async", exec_flat, NULL};
static const pto_op_t op_get = {"comm.tget_async", exec_flat, NULL};

int64_t pto_comm_copy_async_at(const pto_loc_t *loc, bool get, const pto_tensor_t *dst, const pto_tensor_t *src)
{
    const pto_op_t *op = get ? &op_get : &op_put;
    pto_core_t *core = pto_issuer(loc, op->name);
    check_shapes(loc, op->name, dst, src);
    begin(loc);
    const int64_t number = ++core->su.copies;
    pto_su_exec(core, &(const pto_cmd_t){.op = op,
                                         .loc = loc,
                                         .data = {(uint64_t)(uintptr_t)&(flat_t){dst, src}, (uint64_t)number}});
    return number;
}

bool pto_comm_wait_async_at(const pto_loc_t *loc, int64_t event)
{
    pto_core_t *core = pto_issuer(loc, "comm.wait_async_event");
    begin(loc);
    pto_link_wait(core, event);
    PTO_OBSERVE(copied, core, event);
    return true;
}

bool pto_comm_test_async_at(const pto_loc_t *loc, int64_t event)
{
    pto_core_t *core = pto_issuer(loc, "comm.test_async_event");
    begin(loc);
    bool done = pto_link_test(core, event);
    if (done) {
        PTO_OBSERVE(copied, core, event);
    }
    return done;
}

/// Signals ///

// Operands of a command, which live on the stack of the scalar unit while it waits.
typedef struct {
    const pto_tensor_t *signal;
    int32_t value;
    uint32_t how;
    bool holds;  // out: of a test
} signal_t;

static signal_t *signal_of(const pto_cmd_t *cmd)
{
    return (signal_t *)(uintptr_t)cmd->data[0];
}

static int32_t *element_of(const pto_tensor_t *signal, int64_t i)
{
    int32_t *at = signal->data;
    for (int d = PTO_RANK_MAX - 1; d >= 0; i /= signal->shape[d], d--) {
        at += i % signal->shape[d] * signal->stride[d];
    }
    return at;
}

static int32_t *element_at(const pto_cmd_t *cmd, const pto_tensor_t *signal, int64_t i)
{
    int32_t *at = element_of(signal, i);
    pto_tile_check_gm(cmd, "the signal", at, sizeof *at);
    return at;
}

static bool compare(int32_t found, uint32_t cmp, int32_t value)
{
    switch (cmp) {
        case PTO_COMPARE_EQ:
            return found == value;
        case PTO_COMPARE_NE:
            return found != value;
        case PTO_COMPARE_GT:
            return found > value;
        case PTO_COMPARE_GE:
            return found >= value;
        case PTO_COMPARE_LT:
            return found < value;
        default:
            return found <= value;
    }
}

static bool holds(const pto_cmd_t *cmd, const signal_t *s)
{
    bool all = true;
    for (int64_t i = 0; i < elements_of(s->signal); i++) {
        all &= compare(__atomic_load_n(element_at(cmd, s->signal, i), __ATOMIC_ACQUIRE), s->how, s->value);
    }
    for (int64_t i = 0; all && i < elements_of(s->signal); i++) {
        PTO_OBSERVE(signal, element_of(s->signal, i), compare, s->how, s->value);
    }
    return all;
}

static pto_step_t exec_notify(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)pipe;
    const signal_t *s = signal_of(cmd);
    for (int64_t i = 0; i < elements_of(s->signal); i++) {
        int32_t *at = element_at(cmd, s->signal, i);
        if (pto_run_state.rank_num > 1) {
            pto_rank_notified(core, at, cmd->loc);
        }
        if (s->how == PTO_NOTIFY_ADD) {
            __atomic_fetch_add(at, s->value, __ATOMIC_ACQ_REL);
        } else {
            __atomic_store_n(at, s->value, __ATOMIC_RELEASE);
        }
        PTO_OBSERVE(notify, at, __atomic_load_n(at, __ATOMIC_RELAXED), s->how == PTO_NOTIFY_ADD);
    }
    pto_wake_all();
    if (pto_run_state.peers != NULL && elements_of(s->signal) != 0) {
        pto_peers_ring(element_of(s->signal, 0));
    }
    return PTO_DONE;
}

static pto_step_t exec_wait(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core, (void)pipe;
    if (!holds(cmd, signal_of(cmd))) {
        return PTO_BLOCKED;
    }
    __atomic_fetch_add(&pto_run_state.moves, 1, __ATOMIC_RELAXED);
    return PTO_DONE;
}

static pto_step_t exec_test(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core, (void)pipe;
    signal_of(cmd)->holds = holds(cmd, signal_of(cmd));
    return PTO_DONE;
}

// Returns the first element that does not compare as it should, or NULL.
static const int32_t *first_open(const signal_t *s)
{
    for (int64_t i = 0; i < elements_of(s->signal); i++) {
        const int32_t *at = element_of(s->signal, i);
        if (!compare(__atomic_load_n(at, __ATOMIC_ACQUIRE), s->how, s->value)) {
            return at;
        }
    }
    return NULL;
}

static size_t describe(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    static const char *const names[] = {"==", "!=", "<", "<=", ">", ">="};
    const signal_t *s = signal_of(cmd);
    const int32_t *at = first_open(s);
    if (pto_run_state.rank_num == 1 || at == NULL) {
        return pto_format(text, bytes, "for a signal in GM %s %d", names[s->how - PTO_COMPARE_EQ], s->value);
    }
    size_t length = pto_format(text, bytes, "for ");
    length += pto_rank_describe(at, text + length, bytes - length);
    length += pto_format(text + length, bytes - length, " %s %d, which is %d", names[s->how - PTO_COMPARE_EQ], s->value,
                         *at);
    return length + pto_rank_describe_notice(at, text + length, bytes - length);
}

// The core of the rank that owes a wait its signal.
static const pto_core_t *owes(const pto_core_t *core, const pto_cmd_t *cmd)
{
    const int32_t *at = first_open(signal_of(cmd));
    return at == NULL ? NULL : pto_rank_owes(core, at);
}

static size_t describe_notify(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    const signal_t *s = signal_of(cmd);
    return pto_format(text, bytes, "%d", s->value);
}

static const pto_op_t op_notify = {"comm.tnotify", exec_notify, describe_notify};
static const pto_op_t op_wait = {"comm.twait", exec_wait, describe, PTO_AWAITS_SIGNAL, .lacks = owes};
static const pto_op_t op_test = {"comm.ttest", exec_test, describe};

static void run(const pto_loc_t *loc, const pto_op_t *op, signal_t *s)
{
    pto_core_t *core = pto_issuer(loc, op->name);
    if (s->signal->elem != PTO_ELEM_I32 && s->signal->elem != PTO_ELEM_U32) {
        pto_fault_at(loc, "%s: a signal is of i32, not %s", op->name, pto_elem_names[s->signal->elem]);
    }
    if (op == &op_notify) {
        begin(loc);
        PTO_OBSERVE(fence, core);
        pto_link_fence(core);
    } else {
        pto_poll();
    }
    pto_su_exec(core, &(const pto_cmd_t){.op = op, .loc = loc, .data = {(uint64_t)(uintptr_t)s}});
}

void pto_comm_tnotify_at(const pto_loc_t *loc, const pto_tensor_t *signal, int32_t value, uint32_t how)
{
    run(loc, &op_notify, &(signal_t){.signal = signal, .value = value, .how = how});
}

void pto_comm_twait_at(const pto_loc_t *loc, const pto_tensor_t *signal, int32_t value, uint32_t cmp)
{
    run(loc, &op_wait, &(signal_t){.signal = signal, .value = value, .how = cmp});
}

bool pto_comm_ttest_at(const pto_loc_t *loc, const pto_tensor_t *signal, int32_t value, uint32_t cmp)
{
    signal_t s = {.signal = signal, .value = value, .how = cmp};
    run(loc, &op_test, &s);
    return s.holds;
}
