// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files that plan what the text leaves open:
//
//   plan.c         the order of the plans; SSA form to DPS form; what leaves vector scopes
//   plan_memory.c  addresses of tiles
//   plan_access.c  which memory an operation touches, on which pipe
//   plan_slot.c    which slot of a multi-buffer
//   plan_sync.c    (and plan_state.c, plan_needs.c) which operations have to wait for which
//   plan_flags.c   event ids, and the set_flag and wait_flag operations
//   plan_reach.c   how much of each local memory a kernel may write

#ifndef PTOC_PLAN_H
#define PTOC_PLAN_H

#ifndef PTOC_H
#error "include ptoc.h before plan.h"
#endif

/// phase + factor * origin + step * (iteration of loop), modulo the number of slots of a buffer.
typedef struct linear {
    const value_t *origin;  // NULL: none
    op_t *loop;             // NULL: the same in every iteration
    int64_t phase, factor, step;
} linear_t;

/// A slot of a multi-buffer, chosen by the iteration of a loop.
typedef struct slot {
    const op_t *buffer;  // alloc_multi_tile; NULL: unknown
    uint32_t count;
    linear_t number;
} slot_t;

#define ANYWHERE INT64_MAX

/// A part of a memory that an operation reads or writes; `to` is ANYWHERE if the part is unknown.
typedef struct access {
    uint8_t space;  // space_t
    bool write;
    const value_t *root;  // GM: the pointer that it is addressed from, NULL: any
    int64_t from, to;     // bytes; in GM from the root
    slot_t slot;          // which part of the bytes
} access_t;

#define ACCESSES_MAX 24

/// What the scalar unit issues or does for an operation.
typedef struct touch {
    int pipe;      // pipe_t; -1: no access; PIPE_ALL: waits for all pipes
    bool barrier;  // accesses unknown: put between two barriers of all pipes
    access_t accesses[ACCESSES_MAX];
    uint32_t num;
    struct touch *then;  // the next step of an exchange, which waits for this one; NULL: none
} touch_t;

touch_t plan_touch(ptoc_t *cc, op_t *op);
bool plan_conflict(const access_t *a, const access_t *b);
/// Whether two accesses write bytes of GM that are known to be the same.
bool plan_stores_meet(const access_t *a, const access_t *b);
/// The operation that makes the tile behind windows, reshapes and bitcasts; NULL: an argument of a block.
const op_t *plan_tile_op(const value_t *tile);
/// The slot of a tile, if the iteration of a loop decides it.
slot_t plan_slot(const value_t *tile);
/// Whether slot `a` and slot `b`, used `distance` iterations of their loop later, are different.
bool plan_slots_differ(const slot_t *a, const slot_t *b, int64_t distance);
/// The range of bytes in local memory that a tile may occupy; false: unknown.
bool plan_tile_range(const value_t *tile, int64_t *from, int64_t *to);
/// The address of an alloc_tile, alloc_multi_tile or reserve_buffer, from its operand, attribute or the plan.
bool plan_address(const op_t *op, int64_t *address);
/// The reserve_buffer of another function that import_reserved_buffer names, or NULL.
const op_t *plan_imported(const op_t *op);
/// The first pipe initialisation of a function with that id.
const op_t *plan_pipe_of(const op_t *op);
/// What the vector cores pop from the pipe that an operation belongs to, or NULL.
const op_t *plan_popped(const op_t *op);
arch_t plan_arch(const ptoc_t *cc, const func_t *func);

void plan_memory(ptoc_t *cc, func_t *func);
void plan_sync(ptoc_t *cc, func_t *func);

/// A synchronisation operation in front of or behind an operation.
typedef struct sync_item {
    struct sync_item *next;
    uint8_t kind;  // SYNC_...; LOADS, STORES: a barrier of MTE2 or MTE3 alone
    bool all;      // all ids of the rotation, around the outermost loop
    uint32_t pair;
} sync_item_t;

enum { SYNC_SET, SYNC_WAIT, SYNC_BARRIER, SYNC_LOADS, SYNC_STORES };

/// The pipe of a barrier.
static inline pipe_t sync_barrier_pipe(uint8_t kind)
{
    return kind == SYNC_LOADS ? PIPE_MTE2 : kind == SYNC_STORES ? PIPE_MTE3 : PIPE_ALL;
}

/// A flag from one pipe to another, with one set and one wait.
typedef struct sync_pair {
    uint8_t from, to;  // pipe_t
    uint8_t id;
    bool carried;          // from one iteration to a later one: also set before the loop, waited for after it
    uint8_t ids_num;       // ids used in rotation: a set or wait takes id + (iteration of `body`) % ids_num
    op_t *body;            // the loop around set and wait, if ids_num > 1
    uint32_t token;        // index of its first token in a state
    value_t *rotating_id;  // the value of the id in the loop, once emitted
    bool off;              // left out for a trial walk
    bool dropped;          // found superfluous
    uint32_t guard;        // 1 + index of the credit that keeps this one from being set twice; 0: none
    uint32_t credit_of;    // 1 + index of the pair whose next set it holds back; 0: no credit
    op_t *set_op, *wait_op, *loop;
    uint32_t first_event, last_event;  // 1 + index in the log of the walk; 0: none
} sync_pair_t;

/// Synchronisation planned around an operation, in op->aux.
typedef struct sync_places {
    sync_item_t *before, *after;
    touch_t *touch;
    uint32_t slots;  // of a loop: the most slots of a buffer that it selects from; 0: not computed yet
} sync_places_t;

#endif
