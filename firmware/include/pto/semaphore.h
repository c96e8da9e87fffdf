// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation of cores: semaphores of a cluster (A5), cross-core flags (A2A3), barriers of all cores.
//
//   pto_set_intra_block(pipe, id)        on pipe: adds 1 to a semaphore when pipe reaches it. More than 15 is a fault
//   pto_wait_intra_block(pipe, id)       on pipe: blocks that pipe until the semaphore is not 0, then subtracts 1
//   pto_wait_intra_core(pipe, id)        another name of it in the ISA
//
// Ids are 0 to 31: 0 to 15 between the cube core and vector core 0, 16 to 31 between it and vector core 1. A vector
// core names its own by 0 to 15; vector core 1 may also use 16 to 31. One set satisfies one wait: nothing is broadcast.
// A5 only.
//
//   pto_set_cross_core(pipe, mode, id)   on pipe: sends flag id, 0 to 15
// pto_wait_flag_dev(id)                blocks the scalar unit until the flag has arrived, then takes it: no command is
//                                        issued meanwhile, and issued ones go on
//   pto_set_cross_core_with(core, id)    mode 2, after all that the core has issued: blocks the scalar unit until then.
//                                        `core` is a vector core, 0 or 1; the flag still reaches both
//   pto_wait_flag_dev_with(core, id)     as wait_flag_dev
//   pto_wait_cross_core(pipe, id)        on pipe: as wait_flag_dev, but blocks only that pipe
//
// The mode of a flag selects where it arrives:
//   0  at every core of the sender's kind, once all of them have sent it
//   1  at every vector core of the cluster, once all of them have sent it
//   2  from the cube core: at each vector core of the cluster; from vector cores: at the cube core, once all have
//      sent it
// A core counts arrivals up to 15; more is a fault.
//
//   pto_sync_set(pipe, id)               set_intra_block on A5, set_cross_core of mode 2 on A2A3
//   pto_sync_wait(pipe, id)              wait_intra_block on A5, wait_flag_dev on A2A3
//
//   pto_syncall(who)                     blocks the scalar unit until all cores of the launch that `who` names arrive.
//                                        It orders arrivals only: their commands may still run
//   pto_syncall_soft(who, counter, num)  as above over a counter in GM, initially 0; `num` of the cores, 0 is all
//
// A barrier of a whole launch needs all of its blocks to run at the same time: if they run in waves, it is a fault.
#ifndef PTO_SEMAPHORE_H
#define PTO_SEMAPHORE_H

#include <pto/sync.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PTO_SYNC_AIV_ONLY,  // vector cores
    PTO_SYNC_AIC_ONLY,  // cube cores
    PTO_SYNC_MIX,       // both
} pto_sync_core_type_t;

pto_event_t pto_set_intra_block_at(const pto_loc_t *loc, uint32_t pipe, int64_t id);
pto_event_t pto_wait_intra_block_at(const pto_loc_t *loc, uint32_t pipe, int64_t id);
pto_event_t pto_set_cross_core_at(const pto_loc_t *loc, uint32_t pipe, int64_t mode, int64_t id);
pto_event_t pto_wait_cross_core_at(const pto_loc_t *loc, uint32_t pipe, int64_t id);
void pto_set_cross_core_with_at(const pto_loc_t *loc, int64_t core_id, int64_t id);
void pto_wait_flag_dev_with_at(const pto_loc_t *loc, int64_t core_id, int64_t id);
pto_event_t pto_sync_set_at(const pto_loc_t *loc, uint32_t pipe, int64_t id);
pto_event_t pto_sync_wait_at(const pto_loc_t *loc, uint32_t pipe, int64_t id);
void pto_syncall_at(const pto_loc_t *loc, pto_sync_core_type_t who);
void pto_syncall_soft_at(const pto_loc_t *loc, pto_sync_core_type_t who, int32_t *counter, int64_t num);

#define pto_set_intra_block(pipe, id)       PTO_SU_CALL("set_intra_block", pto_set_intra_block_at(PTO_LOC, pipe, id))
#define pto_wait_intra_block(pipe, id)      PTO_SU_CALL("wait_intra_block", pto_wait_intra_block_at(PTO_LOC, pipe, id))
#define pto_wait_intra_core(pipe, id)       PTO_SU_CALL("wait_intra_core", pto_wait_intra_block_at(PTO_LOC, pipe, id))
#define pto_set_cross_core(pipe, mode, id)  PTO_SU_CALL("set_cross_core", pto_set_cross_core_at(PTO_LOC, pipe, mode, id))
#define pto_wait_cross_core(pipe, id)       PTO_SU_CALL("wait_cross_core", pto_wait_cross_core_at(PTO_LOC, pipe, id))
#define pto_wait_flag_dev(id)               PTO_SU_CALL("wait_flag_dev", pto_wait_cross_core_at(PTO_LOC, PIPE_S, id))
#define pto_set_cross_core_with(core, id)   PTO_SU_CALL("set_cross_core", pto_set_cross_core_with_at(PTO_LOC, core, id))
#define pto_wait_flag_dev_with(core, id)    PTO_SU_CALL("wait_flag_dev", pto_wait_flag_dev_with_at(PTO_LOC, core, id))
#define pto_sync_set(pipe, id)              PTO_SU_CALL("sync_set", pto_sync_set_at(PTO_LOC, pipe, id))
#define pto_sync_wait(pipe, id)             PTO_SU_CALL("sync_wait", pto_sync_wait_at(PTO_LOC, pipe, id))
#define pto_syncall(who)                    PTO_SU_CALL("syncall", pto_syncall_at(PTO_LOC, who))
#define pto_syncall_soft(who, counter, num) PTO_SU_CALL("syncall", pto_syncall_soft_at(PTO_LOC, who, counter, num))

#ifdef __cplusplus
}
#endif

#endif
