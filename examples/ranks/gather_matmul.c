// SPDX-License-Identifier: Apache-2.0
//
// All-gather and multiply: each rank has 16 rows of x and 64 columns of w, and multiplies all rows with its columns.
//
//   ./ptometal run examples/ranks/gather_matmul.c --ranks 2 in:x.npy in:w.{rank}.npy out:all.{rank}=4096 \
//       out:arrived.{rank}=8 out:y.{rank}.npy=32x64
//
// The vector core sends the rows of its rank to everybody, itself too, each followed by a signal. The cube core does not
// wait for all of them: it multiplies what has arrived.

#include <pto/pto.h>
#include <pto/tile.h>

#define ROWS  16
#define DEPTH 64
#define COLS  64

#define NZ .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR

static void send(pto_f16_t *x, pto_f16_t *all, int32_t *arrived)
{
    int64_t rank = pto_get_rank();
    pto_tile_t stage = pto_tile(VEC, f16, ROWS, DEPTH, .address = 0);
    pto_tensor_t mine = pto_tensor(x, f16, ND, {ROWS, DEPTH});
    for (int64_t to = 0; to < pto_get_rank_num(); to++) {
        pto_tensor_t theirs = pto_tensor(pto_remote(all + rank * ROWS * DEPTH, to), f16, ND, {ROWS, DEPTH});
        pto_tensor_t signal = pto_tensor(pto_remote(arrived + rank, to), i32, ND, {1, 1});
        pto_comm_tput(&theirs, &mine, &stage, PTO_STORE_PLAIN);
        pto_comm_tnotify(&signal, 1, PTO_NOTIFY_SET);
    }
}

static void multiply(pto_f16_t *all, int32_t *arrived, pto_f16_t *w, float *y)
{
    pto_tile_t x_mat = pto_tile(MAT, f16, ROWS, DEPTH, NZ, .address = 0);
    pto_tile_t w_mat = pto_tile(MAT, f16, DEPTH, COLS, NZ, .address = ROWS * DEPTH * 2);
    pto_tile_t left = pto_tile(LEFT, f16, ROWS, DEPTH, NZ, .address = 0);
    pto_tile_t right = pto_tile(RIGHT, f16, DEPTH, COLS, .slayout = PTO_BOX_COL_MAJOR, .address = 0);
    pto_tile_t product = pto_tile(ACC, f32, ROWS, COLS, NZ, .address = 0);
    pto_tensor_t columns = pto_tensor(w, f16, ND, {DEPTH, COLS});
    pto_event_t loaded = pto_tload(&w_mat, &columns, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_tmov(&right, &w_mat, NULL, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1, loaded);
    for (int64_t from = 0; from < pto_get_rank_num(); from++) {
        pto_tensor_t signal = pto_tensor(arrived + from, i32, ND, {1, 1});
        pto_tensor_t rows = pto_tensor(all + from * ROWS * DEPTH, f16, ND, {ROWS, DEPTH});
        pto_tensor_t result = pto_tensor(y + from * ROWS * COLS, f32, ND, {ROWS, COLS});
        pto_comm_twait(&signal, 1, PTO_COMPARE_EQ);
        loaded = pto_tload(&x_mat, &rows, PTO_NONE, PTO_PAD_MODE_NULL);
        pto_event_t there = pto_tmov(&left, &x_mat, NULL, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1, loaded);
        pto_event_t done = pto_tmatmul(&product, &left, &right, PTO_ACC_PHASE_UNSPECIFIED, there);
        pto_tstore(&result, &product, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
        pto_pipe_barrier(PIPE_ALL);
    }
}

PTO_MIXED_KERNEL(gather_matmul, (pto_f16_t *, x), (pto_f16_t *, w), (pto_f16_t *, all), (int32_t *, arrived), (float *, y))
{
    PTO_CUBE_SECTION
    {
        multiply(all, arrived, w, y);
    }
    PTO_VECTOR_SECTION
    {
        if (pto_get_subblock_idx() == 0) {
            send(x, all, arrived);
        }
    }
}
