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

// One window of both tensors.
static void copy_window(const pto_loc_t *loc, const pto_tensor_t *dst, const pto_tensor_t *src, pto_tile_t stage,
                        const int64_t offset[PTO_RANK_MAX], const int64_t shape[PTO_RANK_MAX], uint32_t atomic)
{
    pto_tensor_t to = pto_partition_at(loc, dst, PTO_RANK_MAX, offset, shape);
    pto_tensor_t from = pto_partition_at(loc, src, PTO_RANK_MAX, offset, shape);
    stage.valid_rows = (int32_t)shape[3];
    stage.valid_cols = (int32_t)shape[4];
    pto_tload_at(loc, &stage, &from, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_pipe_barrier_at(loc, PIPE_ALL);
    pto_tstore_at(loc, &to, &stage, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, atomic, PTO_RELU_NONE);
    pto_pipe_barrier_at(loc, PIPE_ALL);
}

void pto_comm_copy_at(const pto_loc_t *loc, const char *what, const pto_tensor_t *dst, const pto_tensor_t *src,
                      const pto_tile_t *stage, uint32_t atomic)
{
    const int64_t *whole = src->shape;
    for (uint32_t i = 0; i < PTO_RANK_MAX; i++) {
        if (dst->shape[i] != whole[i]) {
            pto_fault_at(loc, "%s: the destination has %ld elements in dimension %u, the source %ld", what,
                         (long)dst->shape[i], i, (long)whole[i]);
        }
    }
    pto_pipe_barrier_at(loc, PIPE_ALL);
    int64_t at[PTO_RANK_MAX];
    for (int64_t outer = 0; outer < whole[0] * whole[1] * whole[2]; outer++) {
        at[0] = outer / (whole[1] * whole[2]);
        at[1] = outer / whole[2] % whole[1];
        at[2] = outer % whole[2];
        for (at[3] = 0; at[3] < whole[3]; at[3] += stage->rows) {
            for (at[4] = 0; at[4] < whole[4]; at[4] += stage->cols) {
                const int64_t shape[PTO_RANK_MAX] = {1, 1, 1, at_most(stage->rows, whole[3] - at[3]),
                                                     at_most(stage->cols, whole[4] - at[4])};
                copy_window(loc, dst, src, *stage, at, shape, atomic);
            }
        }
    }
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

static int32_t *element_at(const pto_cmd_t *cmd, const pto_tensor_t *signal, int64_t i)
{
    int32_t *at = signal->data;
    for (int d = PTO_RANK_MAX - 1; d >= 0; i /= signal->shape[d], d--) {
        at += i % signal->shape[d] * signal->stride[d];
    }
    pto_tile_check_gm(cmd, "the signal", at, sizeof *at);
    return at;
}

static int64_t elements_of(const pto_tensor_t *signal)
{
    int64_t count = 1;
    for (uint32_t d = 0; d < PTO_RANK_MAX; d++) {
        count *= signal->shape[d];
    }
    return count;
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
    return all;
}

static pto_step_t exec_notify(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core, (void)pipe;
    const signal_t *s = signal_of(cmd);
    for (int64_t i = 0; i < elements_of(s->signal); i++) {
        int32_t *at = element_at(cmd, s->signal, i);
        if (s->how == PTO_NOTIFY_ADD) {
            __atomic_fetch_add(at, s->value, __ATOMIC_ACQ_REL);
        } else {
            __atomic_store_n(at, s->value, __ATOMIC_RELEASE);
        }
    }
    pto_wake_all();
    return PTO_DONE;
}

static pto_step_t exec_wait(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core, (void)pipe;
    return holds(cmd, signal_of(cmd)) ? PTO_DONE : PTO_BLOCKED;
}

static pto_step_t exec_test(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    (void)core, (void)pipe;
    signal_of(cmd)->holds = holds(cmd, signal_of(cmd));
    return PTO_DONE;
}

static size_t describe(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    static const char *const names[] = {"==", "!=", "<", "<=", ">", ">="};
    const signal_t *s = signal_of(cmd);
    return pto_format(text, bytes, "for a signal in GM %s %d", names[s->how - PTO_COMPARE_EQ], s->value);
}

static size_t describe_notify(const pto_cmd_t *cmd, char *text, size_t bytes)
{
    const signal_t *s = signal_of(cmd);
    return pto_format(text, bytes, "%d", s->value);
}

static const pto_op_t op_notify = {"comm.tnotify", exec_notify, describe_notify};
static const pto_op_t op_wait = {"comm.twait", exec_wait, describe, PTO_AWAITS_SIGNAL};
static const pto_op_t op_test = {"comm.ttest", exec_test, describe};

static void run(const pto_loc_t *loc, const pto_op_t *op, signal_t *s)
{
    pto_core_t *core = pto_issuer(loc, op->name);
    if (s->signal->elem != PTO_ELEM_I32 && s->signal->elem != PTO_ELEM_U32) {
        pto_fault_at(loc, "%s: a signal is of i32, not %s", op->name, pto_elem_names[s->signal->elem]);
    }
    pto_pipe_barrier_at(loc, PIPE_ALL);
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
