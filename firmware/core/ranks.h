// SPDX-License-Identifier: Apache-2.0
//
// Ranks of a launch: their windows of GM, the writes that go between them late, and images that run one rank each.
// Included by core.h.
#ifndef PTO_CORE_RANKS_H
#define PTO_CORE_RANKS_H

// ---------------------------------------------------------------------------------------------------------------------
// ranks.c

pto_launch_t *pto_rank_launch(uint32_t rank);

// Makes the launches of all ranks from that of the first; their arguments follow each other.
void pto_ranks_begin(const pto_launch_t *first);

// The number of a core's group among those of all ranks.
static inline uint32_t pto_group_number(const pto_core_t *core)
{
    return core->launch->rank * core->launch->group_num + core->index;
}

// Notes that a core has notified a signal.
void pto_rank_notified(const pto_core_t *core, const void *at, const pto_loc_t *loc);
// Returns a core of the rank that owes a signal of this core's rank, by what it or others have sent; NULL if unknown.
const pto_core_t *pto_rank_owes(const pto_core_t *core, const void *at);
// Writes the name of a signal in the window of a rank, and who has notified it last.
size_t pto_rank_describe(const int32_t *at, char *text, size_t bytes);
size_t pto_rank_describe_notice(const int32_t *at, char *text, size_t bytes);

// ---------------------------------------------------------------------------------------------------------------------
// peers.c: this image runs one rank (options.images)

// Waits until all images have loaded their buffers; until all have ended. A fault if one fails.
void pto_peers_begin(void);
void pto_peers_end(void);
// Tells the others that this image ends with a fault.
void pto_peers_fail(void);
// Rings the doorbell of the rank whose window holds an address.
void pto_peers_ring(const void *at);
// Where all agents of this image wait: rests until there may be something new. A fault if there cannot be.
void pto_peers_idle(void);
// What a rank does that owes a signal, for a report.
const char *pto_peers_stand(uint32_t rank);

// ---------------------------------------------------------------------------------------------------------------------
// link.c

// Performs a posted command with `stored` for its source.
typedef void (*pto_land_t)(pto_core_t *core, const pto_cmd_t *cmd, const uint8_t *stored);

void pto_link_begin(pto_run_t *run);

// Whether an address is in the window of another rank.
bool pto_is_remote(const pto_core_t *core, const void *address);

// Posts a write to another rank, with a copy of the bytes that it stores. Returns false if it has to land now. A core
// without a link does not call it.
bool pto_link_post(pto_core_t *core, const pto_cmd_t *cmd, pto_land_t how, const void *to, const void *stored,
                   size_t bytes);
// Posts an asynchronous copy, which reads its source when it lands.
void pto_link_copy(pto_core_t *core, const pto_cmd_t *cmd, pto_land_t how, int64_t number);

// Lands the writes of a core; its asynchronous copies up to a number; all.
void pto_link_fence(pto_core_t *core);
void pto_link_wait(pto_core_t *core, int64_t number);
void pto_link_end(pto_core_t *core);
// Returns whether the copies up to a number have landed, else lands one.
bool pto_link_test(pto_core_t *core, int64_t number);

// Called where no agent can run: lands the write that the policy chooses, and returns whether there was one. If scalar
// units poll, they run some more times before. Under the random policy writes land now and then.
bool pto_link_idle(bool polls);
void pto_link_land_sometimes(void);

#endif
