// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files that plan what the text leaves open:
//
//   plan.c         the order of the plans; SSA form to DPS form; what leaves vector scopes
//   plan_memory.c  addresses of tiles
//   plan_access.c  which memory an operation touches, on which pipe
//   plan_sync.c    which operations have to wait for which
//   plan_flags.c   event ids, and the set_flag and wait_flag operations

#ifndef PTOC_PLAN_H
#define PTOC_PLAN_H

#ifndef PTOC_H
#error "include ptoc.h before plan.h"
#endif

/// A part of a memory that an operation reads or writes.
typedef struct access {
    uint8_t space;  // space_t
    bool write;
    const value_t *root;  // GM: the pointer that it lies behind, NULL: any
    int64_t from, to;     // bytes; of GM behind the root
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
bool plan_conflict(const touch_t *a, const touch_t *b);
/// The bytes of the local memory that a tile value may lie in; false: anywhere.
bool plan_tile_range(const value_t *tile, int64_t *from, int64_t *to);
/// The address that alloc_tile, alloc_multi_tile or reserve_buffer has, by its operand, attribute or plan.
bool plan_address(const op_t *op, int64_t *address);
/// The reserve_buffer of another function that import_reserved_buffer names, NULL: there is none.
const op_t *plan_imported(const op_t *op);
/// The first pipe initialisation of a function with that id.
const op_t *plan_pipe_of(const op_t *op);
/// Bytes of the local memories.
uint64_t plan_space_bytes(arch_t arch, space_t space);
arch_t plan_arch(const ptoc_t *cc, const func_t *func);

void plan_memory(ptoc_t *cc, func_t *func);
void plan_sync(ptoc_t *cc, func_t *func);

/// A synchronisation operation in front of or behind an operation.
typedef struct sync_item {
    struct sync_item *next;
    uint8_t kind;  // SYNC_...
    uint32_t pair;
} sync_item_t;

enum { SYNC_SET, SYNC_WAIT, SYNC_BARRIER };

/// A flag from one pipe to another: set at one place, waited for at another.
typedef struct sync_pair {
    uint8_t from, to;  // pipe_t
    uint8_t id;
    bool carried;        // set before the loop too, waited for behind it
    bool off;            // left out, to see whether it is needed
    bool dropped;        // it is not
    uint32_t guard;      // the pair, counted from 1, that keeps this one from being set twice: its credit
    uint32_t credit_of;  // the pair, counted from 1, whose next set it holds back
    op_t *set_op, *wait_op, *loop;
} sync_pair_t;

/// The places of an operation, in op->aux while synchronisation is planned.
typedef struct sync_places {
    sync_item_t *before, *after;
    touch_t *touch;
} sync_places_t;

#endif
