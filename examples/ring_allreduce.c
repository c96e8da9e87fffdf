// SPDX-License-Identifier: Apache-2.0
//
// The sum of the data of all ranks, on each of them. A part of the data goes round the ring twice: ranks add theirs to
// it first, then they copy the sum. Nobody else touches a part on its way.
//
//   ./ptometal run examples/ring_allreduce.c --ranks 4 inout:data.{rank}.npy out:signal.{rank}=24 1024

#include <pto/pto.h>

// `signal` has an element for each of the 2 * (ranks - 1) steps; n is a multiple of the number of ranks.
PTO_KERNEL(ring_allreduce, (float *, data), (int32_t *, signal), (int32_t, n))
{
    int64_t rank = pto_get_rank(), rank_num = pto_get_rank_num();
    int64_t next = (rank + 1) % rank_num, count = n / rank_num;
    pto_tile_t stage = pto_tile(VEC, f32, 1, 256, .address = 0);
    for (int64_t step = 0; step < 2 * (rank_num - 1); step++) {
        bool adds = step < rank_num - 1;
        float *part = data + (rank + 2 * rank_num - step) % rank_num * count;
        pto_tensor_t mine = pto_tensor(part, f32, ND, {1, count});
        pto_tensor_t theirs = pto_tensor(pto_remote(part, next), f32, ND, {1, count});
        pto_comm_tput(&theirs, &mine, &stage, adds ? PTO_STORE_ADD : PTO_STORE_PLAIN);

        pto_tensor_t sent = pto_tensor(pto_remote(signal + step, next), i32, ND, {1, 1});
        pto_tensor_t arrived = pto_tensor(signal + step, i32, ND, {1, 1});
        pto_comm_tnotify(&sent, 1, PTO_NOTIFY_SET);
        pto_comm_twait(&arrived, 1, PTO_COMPARE_EQ);
    }
}
