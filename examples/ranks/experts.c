// SPDX-License-Identifier: Apache-2.0
//
// Experts: each rank has tokens, rows of 64 numbers, and is an expert. A token goes to the expert that its route names, which
// multiplies it by its own weight; the result goes back to where the token came from.
//
//   ./ptometal run examples/ranks/experts.c --ranks 3 in:x.npy in:route.npy out:inbox.{rank}=6144 \
//       out:arrived.{rank}=8 out:y.{rank}.npy=8x64 8 '{rank}'
//
// The inbox has a row for each token of each rank, so that no two tokens meet. The signals count ranks: [0] those that have
// sent all tokens for this expert, [1] the experts that have sent everything back.

#include <pto/pto.h>
#include <pto/tile.h>

#define WIDTH 64

enum { SENT, RETURNED };

static void put(float *to, float *from)
{
    pto_tile_t stage = pto_tile(VEC, f32, 1, WIDTH, .address = 0);
    pto_tensor_t source = pto_tensor(from, f32, ND, {1, WIDTH}), target = pto_tensor(to, f32, ND, {1, WIDTH});
    pto_comm_tput(&target, &source, &stage, PTO_STORE_PLAIN);
}

static void tell_all(int32_t *signal)
{
    for (int64_t to = 0; to < pto_get_rank_num(); to++) {
        pto_tensor_t count = pto_tensor(pto_remote(signal, to), i32, ND, {1, 1});
        pto_comm_tnotify(&count, 1, PTO_NOTIFY_ADD);
    }
}

static void await_all(int32_t *signal)
{
    pto_tensor_t count = pto_tensor(signal, i32, ND, {1, 1});
    pto_comm_twait(&count, (int32_t)pto_get_rank_num(), PTO_COMPARE_GE);
}

static void weigh(float *row, float weight)
{
    pto_tile_t tile = pto_tile(VEC, f32, 1, WIDTH, .address = 1024);
    pto_tensor_t tensor = pto_tensor(row, f32, ND, {1, WIDTH});
    pto_event_t loaded = pto_tload(&tile, &tensor, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_event_t done = pto_tmuls(&tile, &tile, weight, loaded);
    pto_tstore(&tensor, &tile, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
    pto_pipe_barrier(PIPE_ALL);
}

PTO_KERNEL(experts, (float *, x), (int32_t *, route), (float *, inbox), (int32_t *, arrived), (float *, y),
           (int32_t, tokens), (float, weight))
{
    int64_t rank = pto_get_rank();
    for (int32_t t = 0; t < tokens; t++) {
        float *row = inbox + (rank * tokens + t) * WIDTH;
        put(pto_remote(row, pto_load_scalar(route, t)), x + t * WIDTH);
    }
    tell_all(arrived + SENT);
    await_all(arrived + SENT);
    for (int64_t from = 0; from < pto_get_rank_num(); from++) {
        for (int32_t t = 0; t < tokens; t++) {
            float *row = inbox + (from * tokens + t) * WIDTH;
            if (pto_load_scalar(pto_remote(route, from), t) == rank) {
                weigh(row, weight);
                put(pto_remote(y, from) + t * WIDTH, row);
            }
        }
    }
    tell_all(arrived + RETURNED);
    await_all(arrived + RETURNED);
}
