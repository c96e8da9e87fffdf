// SPDX-License-Identifier: Apache-2.0
//
// A step of a stencil: y[i] = x[i - 1] + x[i] + x[i + 1] for rows of 256 numbers, which lie on the ranks in order; the row
// behind the last one is the first. A rank sends its first and last row to its neighbours.
//
//   ./ptometal run examples/ranks/halo.c --ranks 3 in:x.npy out:halo.{rank}=2048 out:arrived.{rank}=8 \
//       out:y.{rank}.npy=4x256 4

#include <pto/pto.h>
#include <pto/tile.h>

#define COLS 256

enum { ABOVE, BELOW };  // rows of the halo, and their signals

static void send(float *row, float *halo, int32_t *arrived, int64_t to, int64_t side)
{
    pto_tile_t stage = pto_tile(VEC, f32, 1, COLS, .address = 0);
    pto_tensor_t mine = pto_tensor(row, f32, ND, {1, COLS});
    pto_tensor_t theirs = pto_tensor(pto_remote(halo + side * COLS, to), f32, ND, {1, COLS});
    pto_tensor_t signal = pto_tensor(pto_remote(arrived + side, to), i32, ND, {1, 1});
    pto_comm_tput(&theirs, &mine, &stage, PTO_STORE_PLAIN);
    pto_comm_tnotify(&signal, 1, PTO_NOTIFY_SET);
}

static void await(int32_t *arrived, int64_t side)
{
    pto_tensor_t signal = pto_tensor(arrived + side, i32, ND, {1, 1});
    pto_comm_twait(&signal, 1, PTO_COMPARE_EQ);
}

static void load(pto_tile_t *tile, float *row)
{
    pto_tensor_t tensor = pto_tensor(row, f32, ND, {1, COLS});
    pto_tload(tile, &tensor, PTO_NONE, PTO_PAD_MODE_NULL);
}

PTO_KERNEL(halo_step, (float *, x), (float *, halo), (int32_t *, arrived), (float *, y), (int32_t, rows))
{
    int64_t rank = pto_get_rank(), rank_num = pto_get_rank_num();
    pto_tile_t above = pto_tile(VEC, f32, 1, COLS, .address = 0), row = pto_tile(VEC, f32, 1, COLS, .address = 1024);
    pto_tile_t below = pto_tile(VEC, f32, 1, COLS, .address = 2048);
    send(x, halo, arrived, (rank + rank_num - 1) % rank_num, BELOW);
    send(x + (rows - 1) * COLS, halo, arrived, (rank + 1) % rank_num, ABOVE);
    await(arrived, ABOVE);
    await(arrived, BELOW);
    for (int32_t i = 0; i < rows; i++) {
        pto_tensor_t sum = pto_tensor(y + i * COLS, f32, ND, {1, COLS});
        load(&above, i == 0 ? halo : x + (i - 1) * COLS);
        load(&row, x + i * COLS);
        load(&below, i == rows - 1 ? halo + COLS : x + (i + 1) * COLS);
        pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
        pto_tadd(&above, &above, &row);
        pto_event_t done = pto_tadd(&above, &above, &below);
        pto_tstore(&sum, &above, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
        pto_pipe_barrier(PIPE_ALL);  // the tiles are free for the next row
    }
}
