// SPDX-License-Identifier: Apache-2.0
//
// Exchange with other ranks, whose memories are part of GM here: a remote address is an address in a buffer of the
// launch.
//
//   pto_comm_tput(&remote, &local, &stage, PTO_STORE_PLAIN)   a load on MTE2 and a store on MTE3, piecewise
//   pto_comm_tnotify(&signal, 1, PTO_NOTIFY_ADD)              after all commands that the core has issued
//   pto_comm_twait(&signal, 1, PTO_COMPARE_GE)                until the comparison holds for the whole signal
//
// Copies through tiles are commands like any others: they need a flag or an event behind what they read or overwrite,
// and return the event of their last store. Signals hold the scalar unit. Source: `docs/isa/comm`, PTO IR manual 4.21.
#ifndef PTO_COMM_H
#define PTO_COMM_H

#include <pto/tile.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Ranks ///

// The number of the running rank, and how many run (`run --ranks N`). Without ranks: 0 of 1.
int64_t pto_get_rank(void);
int64_t pto_get_rank_num(void);

// Returns the address in the buffer that another rank has bound to the same parameter, at the same offset.
void *pto_remote_at(const pto_loc_t *loc, const void *address, int64_t rank);
#define pto_remote(address, rank) \
    PTO_SU_CALL("a remote address", (__typeof__(address))pto_remote_at(PTO_LOC, address, rank))

/// Operations ///

// Copies through a tile in UB, piecewise by its size. The tensors have the same type and shape. Events behind the
// operands are those that the first load waits for.
pto_event_t pto_comm_copy_at(const pto_loc_t *loc, const char *what, const pto_tensor_t *dst, const pto_tensor_t *src,
                             const pto_tile_t *stage, uint32_t atomic);
#define pto_comm_tput(dst, src, stage, atomic, ...)                                                           \
    PTO_SU_CALL("comm.tput", (pto_tile_after((const pto_event_t[]){__VA_ARGS__ __VA_OPT__(, ) PTO_NO_EVENT}), \
                              pto_comm_copy_at(PTO_LOC, "comm.tput", dst, src, stage, atomic)))
#define pto_comm_tget(dst, src, stage, ...)                                                                   \
    PTO_SU_CALL("comm.tget", (pto_tile_after((const pto_event_t[]){__VA_ARGS__ __VA_OPT__(, ) PTO_NO_EVENT}), \
                              pto_comm_copy_at(PTO_LOC, "comm.tget", dst, src, stage, PTO_STORE_PLAIN)))

// Between the root and all ranks of a group, in its order. Gather and scatter move rows of the local tensor rank by
// rank; reductions are the sum, maximum or minimum over the ranks. The caller is the root; the other ranks do nothing.
#define PTO_GROUP(...)                          \
    (const pto_tensor_t *const[]){__VA_ARGS__}, \
        sizeof((const pto_tensor_t *const[]){__VA_ARGS__}) / sizeof(const pto_tensor_t *)
pto_event_t pto_comm_tbroadcast_at(const pto_loc_t *loc, const pto_tensor_t *src, const pto_tile_t *stage,
                                   const pto_tensor_t *const *group, uint32_t num);
pto_event_t pto_comm_tgather_at(const pto_loc_t *loc, const pto_tensor_t *dst, const pto_tile_t *stage,
                                const pto_tensor_t *const *group, uint32_t num);
pto_event_t pto_comm_tscatter_at(const pto_loc_t *loc, const pto_tensor_t *src, const pto_tile_t *stage,
                                 const pto_tensor_t *const *group, uint32_t num);
pto_event_t pto_comm_treduce_at(const pto_loc_t *loc, const pto_tensor_t *dst, const pto_tile_t *acc,
                                const pto_tile_t *stage, const pto_tensor_t *const *group, uint32_t num, uint32_t op);
#define pto_comm_tbroadcast(src, stage, ...) \
    PTO_SU_CALL("comm.tbroadcast", pto_comm_tbroadcast_at(PTO_LOC, src, stage, PTO_GROUP(__VA_ARGS__)))
#define pto_comm_tgather(dst, stage, ...) \
    PTO_SU_CALL("comm.tgather", pto_comm_tgather_at(PTO_LOC, dst, stage, PTO_GROUP(__VA_ARGS__)))
#define pto_comm_tscatter(src, stage, ...) \
    PTO_SU_CALL("comm.tscatter", pto_comm_tscatter_at(PTO_LOC, src, stage, PTO_GROUP(__VA_ARGS__)))
#define pto_comm_treduce(op, dst, acc, stage, ...) \
    PTO_SU_CALL("comm.treduce", pto_comm_treduce_at(PTO_LOC, dst, acc, stage, PTO_GROUP(__VA_ARGS__), op))

// Without a tile: packed tensors of one shape. Returns an event; the copy is under way until a wait for it, or for a later
// one, has returned, and reads its source when it wants. A notify does not order it.
int64_t pto_comm_copy_async_at(const pto_loc_t *loc, bool get, const pto_tensor_t *dst, const pto_tensor_t *src);
#define pto_comm_tput_async(dst, src) \
    PTO_SU_CALL("comm.tput_async", pto_comm_copy_async_at(PTO_LOC, false, dst, src))
#define pto_comm_tget_async(dst, src) \
    PTO_SU_CALL("comm.tget_async", pto_comm_copy_async_at(PTO_LOC, true, dst, src))

// Waits for a copy and all before it, or tests whether they are done.
bool pto_comm_wait_async_at(const pto_loc_t *loc, int64_t event);
bool pto_comm_test_async_at(const pto_loc_t *loc, int64_t event);
#define pto_comm_wait_async(event) PTO_SU_CALL("comm.wait_async_event", pto_comm_wait_async_at(PTO_LOC, event))
#define pto_comm_test_async(event) PTO_SU_CALL("comm.test_async_event", pto_comm_test_async_at(PTO_LOC, event))

// Signals are i32 in GM. A notification that makes its condition true unblocks a wait.
void pto_comm_tnotify_at(const pto_loc_t *loc, const pto_tensor_t *signal, int32_t value, uint32_t how);
void pto_comm_twait_at(const pto_loc_t *loc, const pto_tensor_t *signal, int32_t value, uint32_t cmp);
bool pto_comm_ttest_at(const pto_loc_t *loc, const pto_tensor_t *signal, int32_t value, uint32_t cmp);
#define pto_comm_tnotify(signal, value, how) \
    PTO_SU_CALL("comm.tnotify", pto_comm_tnotify_at(PTO_LOC, signal, value, how))
#define pto_comm_twait(signal, value, cmp) PTO_SU_CALL("comm.twait", pto_comm_twait_at(PTO_LOC, signal, value, cmp))
#define pto_comm_ttest(signal, value, cmp) PTO_SU_CALL("comm.ttest", pto_comm_ttest_at(PTO_LOC, signal, value, cmp))

#ifdef __cplusplus
}
#endif

#endif
