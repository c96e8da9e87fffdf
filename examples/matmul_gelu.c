// SPDX-License-Identifier: Apache-2.0
//
// gelu(a x b + bias) for 64 x 64 matrices on tiles: what matmul_gelu.pto leaves to the compiler is written down here.
//
//   ./ptometal run examples/matmul_gelu.c in:a.f16 in:b.f16 in:bias.f32 out:y.f32
//
// Each operation returns an event and takes those that it waits for. The product goes through a pipe of slots in UB; a
// push waits for the multiply and a free for what reads the slot, by flags. split = 1 gives each vector core its half
// of the rows. gelu(x) is x / (1 + exp(-1.702 x)).

#include <pto/pto.h>
#include <pto/tile.h>

#define SIZE  64
#define HALF  (SIZE / 2)
#define SLOTS 8
#define BYTES (SIZE * SIZE * 4)

enum { PRODUCT, SPLIT_ROWS = 1 };

#define NZ .blayout = PTO_COL_MAJOR, .slayout = PTO_BOX_ROW_MAJOR

static pto_event_t load(pto_tile_t *tile, const pto_tensor_t *tensor)
{
    return pto_tload(tile, tensor, PTO_NONE, PTO_PAD_MODE_NULL);
}

static pto_event_t move(pto_tile_t *to, pto_tile_t *from, pto_event_t loaded)
{
    return pto_tmov(to, from, NULL, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1, loaded);
}

static void multiply(pto_f16_t *a, pto_f16_t *b, float *bias)
{
    pto_tensor_t a_gm = pto_tensor(a, f16, ND, {SIZE, SIZE}), b_gm = pto_tensor(b, f16, ND, {SIZE, SIZE});
    pto_tensor_t bias_gm = pto_tensor(bias, f32, ND, {1, SIZE});
    pto_tile_t a_mat = pto_tile(MAT, f16, SIZE, SIZE, NZ, .address = 0);
    pto_tile_t b_mat = pto_tile(MAT, f16, SIZE, SIZE, NZ, .address = SIZE * SIZE * 2);
    pto_tile_t bias_mat = pto_tile(MAT, f32, 1, SIZE, .address = SIZE * SIZE * 4);
    pto_tile_t left = pto_tile(LEFT, f16, SIZE, SIZE, NZ, .address = 0);
    pto_tile_t right = pto_tile(RIGHT, f16, SIZE, SIZE, .slayout = PTO_BOX_COL_MAJOR, .address = 0);
    pto_tile_t bias_tile = pto_tile(BIAS, f32, 1, SIZE, .address = 0);
    pto_tile_t product = pto_tile(ACC, f32, SIZE, SIZE, NZ, .address = 0);

    pto_initialize_pipe(PRODUCT, .dir_mask = 1, .slot_size = BYTES, .slot_num = SLOTS, .local_slot_num = SLOTS);
    pto_event_t a_left = move(&left, &a_mat, load(&a_mat, &a_gm));
    pto_event_t b_right = move(&right, &b_mat, load(&b_mat, &b_gm));
    pto_event_t bias_there = move(&bias_tile, &bias_mat, load(&bias_mat, &bias_gm));
    pto_tmatmul_bias(&product, &left, &right, &bias_tile, PTO_ACC_PHASE_UNSPECIFIED, a_left, b_right, bias_there);
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    pto_tpush_to_aiv(PRODUCT, &product, SPLIT_ROWS);
}

static void gelu(float *y)
{
    pto_tensor_t y_gm = pto_tensor(y + (int64_t)pto_get_subblock_idx() * HALF * SIZE, f32, ND, {HALF, SIZE});
    pto_tile_t gate = pto_tile(VEC, f32, HALF, SIZE, .address = SLOTS * BYTES);

    pto_initialize_pipe(PRODUCT, .dir_mask = 1, .slot_size = BYTES, .slot_num = SLOTS, .local_slot_num = SLOTS);
    pto_tile_t x = pto_tpop_from_aic(PRODUCT, pto_tile(VEC, f32, HALF, SIZE), SPLIT_ROWS);
    pto_set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pto_tmuls(&gate, &x, -1.702f);
    pto_texp(&gate, &gate, PTO_PRECISION_DEFAULT);
    pto_tadds(&gate, &gate, 1.0f);
    pto_event_t done = pto_tdiv(&gate, &x, &gate, PTO_PRECISION_DEFAULT);
    pto_tstore(&y_gm, &gate, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, done);
    pto_set_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    pto_wait_flag(PIPE_V, PIPE_MTE2, EVENT_ID0);
    pto_tfree_from_aic(PRODUCT, SPLIT_ROWS);
}

PTO_MIXED_KERNEL(matmul_gelu, (pto_f16_t *, a), (pto_f16_t *, b), (float *, bias), (float *, y))
{
    PTO_CUBE_SECTION
    {
        multiply(a, b, bias);
    }
    PTO_VECTOR_SECTION
    {
        gelu(y);
    }
}

// `out:y.f32` needs no size.
PTO_BUFFER_BYTES(matmul_gelu, 3, 16384)
