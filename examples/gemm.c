// SPDX-License-Identifier: Apache-2.0
//
// out = max(a b + bias, 0): a fully connected layer. f16 matrices of any size, row by row; f32 bias and result.
//
//   ptometal run examples/gemm.c in:a.f16 in:b.f16 in:bias.f32 out:c.f32=BYTES M N K
//
// The result is cut into tiles of 128 x 128, dealt to the cube cores round-robin; a tile sums over k in steps of 128. All
// buffers are double: while PIPE_M multiplies step i, MTE1 moves the operands of step i+1 to L0A and L0B, MTE2
// loads those of step i+2 into L1, and FIX stores the tile before. The bias is where the sums start, and the ReLU is
// applied on the way out.

#include <pto/pto.h>

#define TILE 128

// Two buffers of each. A tile of f16 is 32 KiB, of f32 64 KiB.
#define L1_A(i)    pto_l1(pto_f16_t, (i) * 65536)
#define L1_B(i)    pto_l1(pto_f16_t, (i) * 65536 + 32768)
#define L1_BIAS(i) pto_l1(float, 131072 + (i) * 512)
#define L0A(i)     pto_l0a(pto_f16_t, (i) * 32768)
#define L0B(i)     pto_l0b(pto_f16_t, (i) * 32768)
#define L0C(i)     pto_l0c(float, (i) * 65536)
#define BT(i)      pto_bt(float, (i) * 512)

// Who hands what to whom, with one event for each of the two buffers.
#define give(...) pto_set_flag(__VA_ARGS__)
#define take(...) pto_wait_flag(__VA_ARGS__)
#define LOADED(i) PIPE_MTE2, PIPE_MTE1, EVENT_ID0 + (i)  // L1 is full
#define MOVED(i)  PIPE_MTE1, PIPE_MTE2, EVENT_ID0 + (i)  // L1 is free
#define READY(i)  PIPE_MTE1, PIPE_M, EVENT_ID0 + (i)     // L0A and L0B are full
#define USED(i)   PIPE_M, PIPE_MTE1, EVENT_ID0 + (i)     // L0A and L0B are free
#define SUMMED(i) PIPE_M, PIPE_FIX, EVENT_ID0 + (i)      // L0C is full
#define STORED(i) PIPE_FIX, PIPE_M, EVENT_ID0 + (i)      // L0C is free

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t round_up(int64_t x, int64_t unit)
{
    return (x + unit - 1) / unit * unit;
}

// A rows x cols part of a matrix whose rows are `pitch` elements apart, into fractals.
static void load_tile(const pto_f16_t *src, pto_f16_t *dst, int64_t rows, int64_t cols, int64_t pitch)
{
    pto_mte_gm_l1_frac(src, dst, PTO_ND2NZ, rows, cols, .src_layout = {pitch * 2},
                       .dst_group = {1, 1, round_up(rows, 16), 0});
}

PTO_CUBE_KERNEL(gemm, (pto_f16_t *, a), (pto_f16_t *, b), (float *, bias), (float *, c), (int32_t, m), (int32_t, n),
                (int32_t, k))
{
    int64_t columns = (n + TILE - 1) / TILE;
    int64_t tiles = (m + TILE - 1) / TILE * columns;
    int64_t step = 0;  // of all tiles, so that buffers take turns across them
    int64_t mine = 0;  // tiles of this core

    for (int64_t i = 0; i < 2; i++) {
        give(MOVED(i));
        give(USED(i));
        give(STORED(i));
    }

    for (int64_t tile = pto_get_block_idx(); tile < tiles; tile += pto_get_block_num(), mine++) {
        int64_t m0 = tile / columns * TILE, n0 = tile % columns * TILE;
        int64_t rows = least(m - m0, TILE), cols = least(n - n0, TILE);
        int64_t out = mine % 2;

        for (int64_t k0 = 0; k0 < k; k0 += TILE, step++) {
            int64_t depth = least(k - k0, TILE);
            int64_t pp = step % 2;

            take(MOVED(pp));
            load_tile(a + m0 * k + k0, L1_A(pp), rows, depth, k);
            load_tile(b + k0 * n + n0, L1_B(pp), depth, cols, n);
            if (k0 == 0) {
                pto_mte_gm_l1(bias + n0, L1_BIAS(pp), cols * 4, .nburst = {1, 0, 0});
            }
            give(LOADED(pp));

            take(LOADED(pp));
            take(USED(pp));
            pto_mte_l1_l0a(L1_A(pp), L0A(pp), rows, depth);
            pto_mte_l1_l0b(L1_B(pp), L0B(pp), depth, cols, .transpose = true);
            if (k0 == 0) {
                pto_mte_l1_bt(L1_BIAS(pp), BT(pp), round_up(cols, 8) / 8, .nburst = {1, 0, 0});
            }
            give(MOVED(pp));
            give(READY(pp));

            take(READY(pp));
            if (k0 == 0) {
                take(STORED(out));
                pto_mad_bias(L0A(pp), L0B(pp), L0C(out), BT(pp), rows, cols, depth, .disable_gemv = true);
            } else {
                pto_mad_acc(L0A(pp), L0B(pp), L0C(out), rows, cols, depth, .disable_gemv = true);
            }
            give(USED(pp));
        }

        give(SUMMED(out));
        take(SUMMED(out));
        pto_mte_l0c_gm(L0C(out), c + m0 * n + n0, rows, cols, round_up(rows, 16), n, 0, 0,
                       .pre_relu = PTO_PRE_RELU(PTO_NORMAL_RELU), .layout = {PTO_NZ2ND});
        give(STORED(out));
    }

    // The last iterations set flags that no iteration waits for: consume them.
    for (int64_t i = 0; i < 2; i++) {
        take(MOVED(i));
        take(USED(i));
        take(STORED(i));
    }
}
