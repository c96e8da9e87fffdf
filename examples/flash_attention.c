// SPDX-License-Identifier: Apache-2.0
//
// Attention of several heads, out = softmax(q k^T * scale) v, without ever storing the scores: flash attention.
// q, k, v are [heads][seq][64] in f16, out is the same in f32; seq is anything.
//
//   ptometal run examples/flash_attention.c in:q.f16 in:k.f16 in:v.f16 out:o.f32=BYTES HEADS SEQ 0.125 --blocks 2
//
// A block is a cluster. It takes tiles of 128 queries; for each tile the keys and values go by in tiles of 128:
//
//   cube core      scores = q k^T    -> UB, 64 rows for each vector core          SCORES >
//   vector cores   p = exp(scores - maximum so far), row sums                     < SCORES_FREE
//                  p in f16          -> L1                                        < P
//   cube core      o = p v           -> UB                                        P_FREE >   O >
//   vector cores   result = result * exp(old maximum - new) + o                   < O_FREE
//
// The words on the right are the semaphores between the cores; ids from 16 on are those of the second vector core.

#include <pto/pto.h>

#define TILE 128  // queries, and keys
#define HALF 64   // queries of a vector core
#define DIM  64   // of a head

enum { SCORES, SCORES_FREE, P, P_FREE, O, O_FREE };

// L1: queries, two buffers of keys and values, weights
#define L1_Q    pto_l1(pto_f16_t, 0)
#define L1_K(i) pto_l1(pto_f16_t, 16384 + (i) * 32768)
#define L1_V(i) pto_l1(pto_f16_t, 32768 + (i) * 32768)
#define L1_P    pto_l1(pto_f16_t, 81920)
// L0: the operands of the two products, and their results
#define L0A_Q pto_l0a(pto_f16_t, 0)
#define L0A_P pto_l0a(pto_f16_t, 16384)
#define L0B_K pto_l0b(pto_f16_t, 0)
#define L0B_V pto_l0b(pto_f16_t, 16384)
#define L0C_S pto_l0c(float, 0)
#define L0C_O pto_l0c(float, 65536)
// UB of each vector core: its 64 rows of everything
#define UB_SCORES pto_ub(float, 0)
#define UB_P      pto_ub(pto_f16_t, 32768)
#define UB_O      pto_ub(float, 49152)
#define UB_RESULT pto_ub(float, 65536)
#define UB_MAX    pto_ub(float, 81920)
#define UB_SUM    pto_ub(float, 82432)
#define UB_FACTOR pto_ub(float, 82944)

// Both halves of the cluster walk the same tiles.
typedef struct {
    int64_t head, row, rows;  // queries
} work_t;

static int64_t work_num(int64_t heads, int64_t seq)
{
    return heads * ((seq + TILE - 1) / TILE);
}

static work_t work_at(int64_t i, int64_t seq)
{
    int64_t tiles = (seq + TILE - 1) / TILE;
    int64_t row = i % tiles * TILE;
    return (work_t){i / tiles, row, seq - row < TILE ? seq - row : TILE};
}

/// The cube core ///

static void load_tile(const pto_f16_t *src, pto_f16_t *dst, int64_t rows)
{
    pto_mte_gm_l1_frac(src, dst, PTO_ND2NZ, rows, DIM, .src_layout = {DIM * 2}, .dst_group = {1, 1, TILE, 0});
}

static void set_both(pto_pipe_t pipe, int64_t id)
{
    pto_set_intra_block(pipe, id);
    pto_set_intra_block(pipe, 16 + id);
}

static void multiply_scores(int64_t pp, int64_t step)
{
    pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0 + pp);
    pto_wait_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    pto_mte_l1_l0a(L1_Q, L0A_Q, TILE, DIM);
    pto_mte_l1_l0b(L1_K(pp), L0B_K, DIM, TILE);  // the rows of k are the columns of its transpose
    pto_mte_l1_l0b(L1_V(pp), L0B_V, TILE, DIM, .transpose = true);
    pto_set_flag(PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + pp);
    pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);

    pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    pto_wait_flag(PIPE_FIX, PIPE_M, EVENT_ID0);
    pto_mad(L0A_Q, L0B_K, L0C_S, TILE, TILE, DIM);
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);

    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    if (step > 0) {
        pto_wait_intra_block(PIPE_FIX, SCORES_FREE);
        pto_wait_intra_block(PIPE_FIX, 16 + SCORES_FREE);
    }
    pto_mte_l0c_ub(L0C_S, UB_SCORES, TILE, TILE, TILE, TILE, PTO_SPLIT_M);
    set_both(PIPE_FIX, SCORES);
    pto_set_flag(PIPE_FIX, PIPE_M, EVENT_ID0);
}

static void multiply_values(int64_t step, int64_t keys)
{
    pto_wait_intra_block(PIPE_MTE1, P);
    pto_wait_intra_block(PIPE_MTE1, 16 + P);
    pto_mte_l1_l0a(L1_P, L0A_P, TILE, TILE);
    set_both(PIPE_MTE1, P_FREE);
    pto_set_flag(PIPE_MTE1, PIPE_M, EVENT_ID1);

    pto_wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID1);
    pto_wait_flag(PIPE_FIX, PIPE_M, EVENT_ID1);
    // Not TILE: nobody has written the values behind the last one, and no weight of 0 makes a NaN of theirs 0.
    pto_mad(L0A_P, L0B_V, L0C_O, TILE, DIM, keys);
    pto_set_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);  // L0A and L0B are free
    pto_set_flag(PIPE_M, PIPE_FIX, EVENT_ID1);

    pto_wait_flag(PIPE_M, PIPE_FIX, EVENT_ID1);
    if (step > 0) {
        pto_wait_intra_block(PIPE_FIX, O_FREE);
        pto_wait_intra_block(PIPE_FIX, 16 + O_FREE);
    }
    pto_mte_l0c_ub(L0C_O, UB_O, TILE, DIM, TILE, DIM, PTO_SPLIT_M);
    set_both(PIPE_FIX, O);
    pto_set_flag(PIPE_FIX, PIPE_M, EVENT_ID1);
}

static void run_cube(const pto_f16_t *q, const pto_f16_t *k, const pto_f16_t *v, int64_t heads, int64_t seq)
{
    int64_t step = 0;
    for (int64_t i = 0; i < 2; i++) {
        pto_set_flag(PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + i);
        pto_set_flag(PIPE_FIX, PIPE_M, EVENT_ID0 + i);
    }
    pto_set_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);

    for (int64_t i = pto_get_block_idx(); i < work_num(heads, seq); i += pto_get_block_num()) {
        work_t work = work_at(i, seq);
        for (int64_t key = 0; key < seq; key += TILE, step++) {
            int64_t pp = step % 2, keys = seq - key < TILE ? seq - key : TILE;
            int64_t at = (work.head * seq + key) * DIM;
            pto_wait_flag(PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + pp);
            if (key == 0) {
                // Queries have one buffer: the step before must have taken the old ones.
                pto_wait_flag(PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + 1 - pp);
                load_tile(q + (work.head * seq + work.row) * DIM, L1_Q, work.rows);
                pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID2);
                pto_wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID2);
                pto_set_flag(PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + 1 - pp);
            }
            load_tile(k + at, L1_K(pp), keys);
            load_tile(v + at, L1_V(pp), keys);
            pto_set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0 + pp);
            multiply_scores(pp, step);
            multiply_values(step, keys);
        }
    }

    for (int64_t i = 0; i < 2; i++) {
        pto_wait_flag(PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + i);
        pto_wait_flag(PIPE_FIX, PIPE_M, EVENT_ID0 + i);
    }
    pto_wait_flag(PIPE_M, PIPE_MTE1, EVENT_ID0);
    if (step > 0) {
        for (int64_t core = 0; core < 32; core += 16) {
            pto_wait_intra_block(PIPE_FIX, core + SCORES_FREE);
            pto_wait_intra_block(PIPE_FIX, core + O_FREE);
        }
    }
}

/// The vector cores ///

PTO_VF(start_rows, (float *, max), (float *, sum), (float *, result))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(pto_vbr(-__builtin_inff()), max, 0, all);
    pto_vsts(pto_vbr(0.0f), sum, 0, all);
    for (int32_t r = 0; r < HALF; r++) {
        pto_vsts(pto_vbr(0.0f), result, r * DIM, all);
    }
}

// Row by row: the new maximum, the weights relative to it, the factor for all that came before, and the sum.
PTO_VF(weigh, (float *, scores), (pto_f16_t *, p), (float *, max), (float *, sum), (float *, factor), (float, scale),
       (int32_t, keys))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL), first = pto_pset_b32(PTO_PAT_VL1);
    int32_t left = keys;
    pto_b32_t low = pto_plt_b32(left, &left), high = pto_plt_b32(left, &left);
    pto_vf32_t lowest = pto_vbr(-__builtin_inff());

    for (int32_t r = 0; r < HALF; r++) {
        pto_vf32_t a = pto_vsel(pto_vmuls(pto_vlds(scores, r * TILE), scale, low), lowest, low);
        pto_vf32_t b = pto_vsel(pto_vmuls(pto_vlds(scores, r * TILE + 64), scale, high), lowest, high);
        pto_vf32_t old = pto_vlds(max, r, PTO_LD_BRC_B32);
        pto_vf32_t top = pto_vdup(pto_vcmax(pto_vmax(a, b, all), all), all, PTO_LOWEST);
        top = pto_vmax(top, old, all);
        pto_vf32_t keep = pto_vexp(pto_vsub(old, top, all), all);
        a = pto_vexp(pto_vsub(a, top, all), all);
        b = pto_vexp(pto_vsub(b, top, all), all);
        pto_vf32_t added = pto_vcadd(pto_vadd(a, b, all), all);
        pto_vf32_t total = pto_vmula(added, keep, pto_vlds(sum, r, PTO_LD_BRC_B32), first);
        pto_vsts(top, max, r, first, PTO_ST_1PT_B32);
        pto_vsts(keep, factor, r, first, PTO_ST_1PT_B32);
        pto_vsts(total, sum, r, first, PTO_ST_1PT_B32);
        pto_vsts(pto_vcvt(f16, a, all, PTO_RND_R, PTO_NOSAT, PTO_CVT_EVEN), p, r * TILE, all, PTO_ST_PK_B32);
        pto_vsts(pto_vcvt(f16, b, all, PTO_RND_R, PTO_NOSAT, PTO_CVT_EVEN), p, r * TILE + 64, all, PTO_ST_PK_B32);
    }
}

PTO_VF(accumulate, (float *, result), (float *, o), (float *, factor))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t r = 0; r < HALF; r++) {
        pto_vf32_t old = pto_vlds(result, r * DIM);
        pto_vsts(pto_vmula(pto_vlds(o, r * DIM), old, pto_vlds(factor, r, PTO_LD_BRC_B32), all), result, r * DIM, all);
    }
}

PTO_VF(divide, (float *, result), (float *, sum))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (int32_t r = 0; r < HALF; r++) {
        pto_vf32_t x = pto_vlds(result, r * DIM);
        pto_vsts(pto_vdiv(x, pto_vlds(sum, r, PTO_LD_BRC_B32), all), result, r * DIM, all);
    }
}

// One tile of keys for 64 queries.
static void run_step(int64_t step, int32_t keys, float scale)
{
    int64_t half = pto_get_subblock_idx();
    pto_wait_intra_block(PIPE_V, SCORES);
    pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    pto_launch(weigh, UB_SCORES, UB_P, UB_MAX, UB_SUM, UB_FACTOR, scale, keys);
    pto_set_intra_block(PIPE_V, SCORES_FREE);
    pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);

    pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    if (step > 0) {
        pto_wait_intra_block(PIPE_MTE3, P_FREE);
    }
    // Rows in UB, fractals in L1: a column of 16 elements at a time.
    for (int64_t column = 0; column < TILE / 16; column++) {
        pto_mte_ub_l1(UB_P + column * 16, L1_P + column * TILE * 16 + half * HALF * 16, 1,
                      .nburst = {HALF, TILE / 16 - 1, 0});
    }
    pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    pto_set_intra_block(PIPE_MTE3, P);

    pto_wait_intra_block(PIPE_V, O);
    pto_launch(accumulate, UB_RESULT, UB_O, UB_FACTOR);
    pto_set_intra_block(PIPE_V, O_FREE);
}

static void run_vector(float *out, int64_t heads, int64_t seq, float scale)
{
    int64_t step = 0, half = pto_get_subblock_idx();
    pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID1);

    for (int64_t i = pto_get_block_idx(); i < work_num(heads, seq); i += pto_get_block_num()) {
        work_t work = work_at(i, seq);
        pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID1);  // the result before has been stored
        pto_launch(start_rows, UB_MAX, UB_SUM, UB_RESULT);
        for (int64_t key = 0; key < seq; key += TILE, step++) {
            run_step(step, (int32_t)(seq - key < TILE ? seq - key : TILE), scale);
        }
        pto_launch(divide, UB_RESULT, UB_SUM);
        pto_set_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);

        pto_wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID1);
        int64_t rows = work.rows - half * HALF;
        rows = rows < 0 ? 0 : rows < HALF ? rows : HALF;
        float *to = out + (work.head * seq + work.row + (rows > 0 ? half * HALF : 0)) * DIM;
        pto_mte_ub_gm(UB_RESULT, to, DIM * 4, .nburst = {rows, DIM * 4, DIM * 4});
        pto_set_flag(PIPE_MTE3, PIPE_V, EVENT_ID1);
    }

    pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID0);
    pto_wait_flag(PIPE_MTE3, PIPE_V, EVENT_ID1);
    if (step > 0) {
        pto_wait_intra_block(PIPE_MTE3, P_FREE);
    }
}

PTO_MIXED_KERNEL(flash_attention, (pto_f16_t *, q), (pto_f16_t *, k), (pto_f16_t *, v), (float *, out),
                 (int32_t, heads), (int32_t, seq), (float, scale))
{
    PTO_CUBE_SECTION
    {
        run_cube(q, k, v, heads, seq);
    }
    PTO_VECTOR_SECTION
    {
        run_vector(out, heads, seq, scale);
    }
}
