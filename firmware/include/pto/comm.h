// SPDX-License-Identifier: Apache-2.0
//
// Exchange with other ranks, whose memories are GM here: a remote address is an address in a buffer of the launch.
//
//   pto_comm_copy(&remote, &local, &stage, PTO_STORE_PLAIN)   tput, and with the tensors exchanged tget
//   pto_comm_tnotify(&signal, 1, PTO_NOTIFY_ADD)             after everything that the core has issued
//   pto_comm_twait(&signal, 1, PTO_COMPARE_GE)                until all of the signal is so
//
// Each holds the scalar unit until it is done. Source: `docs/isa/comm`, PTO IR manual 4.21.
#ifndef PTO_COMM_H
#define PTO_COMM_H

#include <pto/tile.h>

#ifdef __cplusplus
extern "C" {
#endif

// Through a tile in UB, as much at a time as it holds. The tensors are of one type and shape.
void pto_comm_copy_at(const pto_loc_t *loc, const char *what, const pto_tensor_t *dst, const pto_tensor_t *src,
                      const pto_tile_t *stage, uint32_t atomic);
#define pto_comm_tput(dst, src, stage, atomic) \
    PTO_SU_CALL("comm.tput", pto_comm_copy_at(PTO_LOC, "comm.tput", dst, src, stage, atomic))
#define pto_comm_tget(dst, src, stage) \
    PTO_SU_CALL("comm.tget", pto_comm_copy_at(PTO_LOC, "comm.tget", dst, src, stage, PTO_STORE_PLAIN))

// Signals are i32 in GM. A wait goes on when a notification makes it true.
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
