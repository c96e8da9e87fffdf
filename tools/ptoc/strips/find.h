// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files that find loops of strips:
//
//   find.c      the plan of a loop
//   classify.c  what its operations are to strips
//   address.c   the places that it reads and writes
//   count.c     the mask of the loop and its count
//   convert.c   conversions between widths
//   parts.c     what is done register by register
//   cut.c       lanes beyond the count
//   rows.c      what a loop over rows finds once
//   split.c     loops whose first part has full masks
//   first.c     registers of which only one lane is used

#ifndef PTOC_FIND_H
#define PTOC_FIND_H

#include "ptoc.h"

#include "strips.h"

/// A loop that is looked at.
typedef struct finder {
    ptoc_t *cc;
    op_t *loop;
    block_t *body;
    lane_plan_t *plan;
    uint32_t addresses_capacity;
    bool failed;
    loc_t why_loc;  // of the operation that keeps the loop from strips
    const char *why;
} finder_t;

// classify.c
/// Say what the results of an operation of the body are, or give up.
void lanes_visit(finder_t *f, op_t *op);
/// The loop stays as it is written; the first reason is the one that is told.
void lanes_give_up(finder_t *f, loc_t loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
lane_t lanes_class(const finder_t *f, const value_t *value);
/// What a result is; nothing where there is no such result.
void lanes_set(const op_t *op, uint32_t result, lane_t lane);
/// The accumulator among an operation's operands, or NULL.
const bound_t *lanes_carried(const bound_t *bound, uint32_t num);

// address.c
/// The place of a load or store, from its bound pointer operand.
address_t *lanes_new_address(finder_t *f, const op_t *op, const bound_t *pointer, bool store);
/// Every store against every other access.
void lanes_compare(finder_t *f);
/// Whether two sums are the same of the same.
bool lanes_same_sum(const address_t *a, const address_t *b);
/// What a scalar of the loop is, as the address of nothing; false: not the loop variable plus what does not change.
bool lanes_affine(finder_t *f, const value_t *value, address_t *address);

// count.c
/// The mask of the first lanes.
void lanes_visit_plt(finder_t *f, op_t *op);

// convert.c
/// Whether a load with this distribution makes elements the low part of lanes of so many bits.
bool lanes_is_unpacked(const char *dist, elem_t elem, uint32_t bits);
/// The width of the lanes that a store with this distribution stores.
uint32_t lanes_stored_bits(elem_t elem, const char *dist);
/// A conversion of strips; false: strips have none like it.
bool lanes_visit_conversion(finder_t *f, op_t *op);

// rows.c
/// What a loop over rows finds once, in front of it, for the lane-wise loops in its body.
void lanes_find_rows(ptoc_t *cc, op_t *rows);

// parts.c
/// An operation that strips of several registers can do one register after the other.
bool lanes_visit_parts(finder_t *f, op_t *op);
/// An operation whose results are the same in each iteration.
bool lanes_visit_fixed(const finder_t *f, op_t *op);

// cut.c
lanes_beyond_t lanes_beyond(const finder_t *f, const op_t *fold);
/// A store whose mask may have lanes beyond the count, or NULL.
const op_t *lanes_store_beyond(const finder_t *f);
/// Whether the last strip of a loop with accumulators may end inside a register.
bool lanes_may_cut(const finder_t *f);
/// Whether accumulators may take up strips that are halves of registers.
bool lanes_may_halve(const finder_t *f);

// find.c
/// The first count of the loop's mask, where that is known.
bool lanes_left(const lane_plan_t *plan, int64_t *left);
/// Whether it is computed from what is found in the block.
bool lanes_left_is_inside(const lane_plan_t *plan, const block_t *block);
/// Whether every iteration of the loop has a whole register of lanes, as far as is known.
bool lanes_all_full(const finder_t *f);
/// op->aux of a loop that has one.
void lanes_find(ptoc_t *cc, module_t *module);
/// What is known of a loop when its neighbours have been looked at.
void lanes_settle(ptoc_t *cc, module_t *module);

// split.c
/// Marks the plt of each loop that is split.
void lanes_split(module_t *module);

// first.c
/// Marks registers of which only the first lane is asked for.
void lanes_find_first(ptoc_t *cc, module_t *module);

#endif
