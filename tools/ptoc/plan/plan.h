// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files that plan what the text leaves open:
//
//   plan.c         the order of the plans; SSA form to DPS form; what leaves vector scopes
//   plan_memory.c  addresses of tiles
//   plan_access.c  which memory an operation touches, on which pipe
//   plan_slot.c    which slot of a multi-buffer
//   plan_sync.c    (and plan_state.c) which operations have to wait for which
//   plan_flags.c   event ids, and the set_flag and wait_flag operations

#ifndef PTOC_PLAN_H
#define PTOC_PLAN_H

#ifndef PTOC_H
#error "include ptoc.h before plan.h"
#endif

/// phase + factor * origin + step * (turn of loop), modulo the slots of a buffer.
typedef struct linear {
    const value_t *origin;  // NULL: none
    op_t *loop;             // NULL: the same in every turn
    int64_t phase, factor, step;
} linear_t;

/// A slot of a multi-buffer that is chosen by the turn of a loop.
typedef struct slot {
    const op_t *buffer;  // alloc_multi_tile; NULL: nothing is known
    uint32_t count;
    linear_t number;
} slot_t;

#define ANYWHERE INT64_MAX

/// A part of a memory that an operation reads or writes; to ANYWHERE: which is not known.
typedef struct access {
    uint8_t space;  // space_t
    bool write;
    const value_t *root;  // GM: the pointer that it lies behind, NULL: any
    int64_t from, to;     // bytes; of GM behind the root
    slot_t slot;          // which part of the bytes
} access_t;

#define ACCESSES_MAX 24

/// What the scalar unit issues or does for an operation.
typedef struct touch {
    int pipe;      // pipe_t; -1: touches nothing; PIPE_ALL: waits for all pipes
    bool barrier;  // nothing is known: it stands between two barriers of all pipes
    access_t accesses[ACCESSES_MAX];
    uint32_t num;
} touch_t;

touch_t plan_touch(ptoc_t *cc, op_t *op);
bool plan_conflict(const access_t *a, const access_t *b);
/// The slot that a tile lies in, as far as its loop decides that.
slot_t plan_slot(const value_t *tile);
/// Whether two slots are different ones, the second of them so many turns of their loop later.
bool plan_slots_differ(const slot_t *a, const slot_t *b, int64_t turns);
/// The bytes of the local memory that a tile value may lie in; false: anywhere.
bool plan_tile_range(const value_t *tile, int64_t *from, int64_t *to);
/// The address that alloc_tile, alloc_multi_tile or reserve_buffer has, by its operand, attribute or plan.
bool plan_address(const op_t *op, int64_t *address);
/// The reserve_buffer of another function that import_reserved_buffer names, NULL: there is none.
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
    uint8_t kind;  // SYNC_...; LOADS: a barrier of MTE2 alone
    bool all;      // all ids, around the outermost loop
    uint32_t pair;
} sync_item_t;

enum { SYNC_SET, SYNC_WAIT, SYNC_BARRIER, SYNC_LOADS };

/// A flag from one pipe to another: set at one place, waited for at another.
typedef struct sync_pair {
    uint8_t from, to;  // pipe_t
    uint8_t id;
    bool carried;         // set before the loop too, waited for behind it
    uint8_t turns;        // ids that take turns: that of a set or wait is id + turn of `body` modulo turns
    op_t *body;           // the loop that set and wait stand in, where turns is not 1
    uint32_t token;       // the first of its tokens in a state
    value_t *turning_id;  // once it is written
    bool off;             // left out, to see whether it is needed
    bool dropped;         // it is not
    uint32_t guard;       // the pair, counted from 1, that keeps this one from being set twice: its credit
    uint32_t credit_of;   // the pair, counted from 1, whose next set it holds back
    op_t *set_op, *wait_op, *loop;
} sync_pair_t;

/// The places of an operation, in op->aux while synchronisation is planned.
typedef struct sync_places {
    sync_item_t *before, *after;
    touch_t *touch;
    uint32_t slots;  // of a loop: most slots of a buffer whose use it decides; 0: not asked yet
} sync_places_t;

#endif
