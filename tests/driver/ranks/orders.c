// SPDX-License-Identifier: Apache-2.0
//
// Runs programs of three ranks, each a table of operations on cells and signals of its own, one program after the other.

#include <pto/pto.h>

enum { RANKS = 3, OPS = 5, CELLS = 2, SIGNALS = 2, WIDTH = 8 };
enum { NOTHING, PUT, ADD, COPY, COPIED, FENCE, NOTIFY, COUNT, WAIT, GET, DSB };

typedef struct {
    int32_t what, rank, place, value;
} op_t;

static pto_tensor_t row(int32_t *at)
{
    return pto_tensor(at, i32, ND, {1, WIDTH});
}

static void run(const op_t *op, int32_t *values, int32_t *cells, int32_t *signals, int32_t *seen, int64_t *event)
{
    pto_tile_t stage = pto_tile(VEC, i32, 1, WIDTH, .address = 0);
    pto_tensor_t cell = row(pto_remote(cells + op->place * WIDTH, op->rank)), value = row(values + op->value * WIDTH);
    pto_tensor_t signal = pto_tensor(pto_remote(signals + op->place, op->rank), i32, ND, {1, 1});
    pto_tensor_t own = pto_tensor(signals + op->place, i32, ND, {1, 1}), result = row(seen);
    switch (op->what) {
        case PUT: pto_comm_tput(&cell, &value, &stage, PTO_STORE_PLAIN); break;
        case ADD: pto_comm_tput(&cell, &value, &stage, PTO_STORE_ADD); break;
        case COPY: *event = pto_comm_tput_async(&cell, &value); break;
        case COPIED: pto_comm_wait_async(*event); break;
        case FENCE: pto_pipe_barrier(PIPE_ALL); pto_dsb(PTO_DSB_DDR); break;
        case DSB: pto_dsb(PTO_DSB_DDR); break;  // of what pipes have executed
        case NOTIFY: pto_comm_tnotify(&signal, op->value, PTO_NOTIFY_SET); break;
        case COUNT: pto_comm_tnotify(&signal, op->value, PTO_NOTIFY_ADD); break;
        case WAIT: pto_comm_twait(&own, op->value, PTO_COMPARE_GE); break;
        case GET: pto_comm_tget(&result, &cell, &stage); break;
        default: break;
    }
}

PTO_KERNEL(rank_orders, (int32_t *, table), (int32_t *, values), (int32_t *, cells), (int32_t *, signals), (int32_t *, seen),
           (int32_t, programs))
{
    int64_t rank = pto_get_rank();
    for (int32_t p = 0; p < programs; p++) {
        int64_t event = 0;
        for (int32_t i = 0; i < OPS; i++) {
            int32_t at = ((p * RANKS + (int32_t)rank) * OPS + i) * 4;
            op_t op = {pto_load_scalar(table, at), pto_load_scalar(table, at + 1), pto_load_scalar(table, at + 2),
                       pto_load_scalar(table, at + 3)};
            run(&op, values, cells + p * CELLS * WIDTH, signals + p * SIGNALS, seen + (p * OPS + i) * WIDTH, &event);
        }
    }
}
