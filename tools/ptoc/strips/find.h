// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files that find loops to run in strips:
//
//   find.c      the plan of a loop
//   classify.c  the role of each operation
//   address.c   the addresses of its accesses
//   families.c  comparisons of addresses joined
//   count.c     the mask of the loop and its count
//   convert.c   conversions between widths
//   parts.c     operations done register by register
//   cut.c       lanes beyond the count
//   rows.c      hoists checks and counts in front of a loop over rows
//   lower.c     the operations on strips
//   split.c     loops whose first part has full masks
//   first.c     registers of which only the first lane is used

#ifndef PTOC_FIND_H
#define PTOC_FIND_H

#include "ptoc.h"

#include "strips.h"

/// A loop under analysis.
typedef struct finder {
    ptoc_t *cc;
    op_t *loop;
    block_t *body;
    lane_plan_t *plan;
    uint32_t addresses_capacity;
    bool failed;
    loc_t why_loc;  // of the operation that prevents strips
    const char *why;
} finder_t;

// classify.c
/// Classifies the results of an operation of the body, or gives up.
void lanes_visit(finder_t *f, op_t *op);
/// Gives up: the original loop is kept. Only the first reason is reported.
void lanes_give_up(finder_t *f, loc_t loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
lane_t lanes_class(const finder_t *f, const value_t *value);
/// Sets the class of a result; ignored if there is no such result.
void lanes_set(const op_t *op, uint32_t result, lane_t lane);
/// The accumulator among an operation's operands, or NULL.
const bound_t *lanes_carried(const bound_t *bound, uint32_t num);

// address.c
/// The address of a load or store, from its bound pointer operand.
address_t *lanes_new_address(finder_t *f, const op_t *op, const bound_t *pointer, bool store);
/// Compares every store with every other access.
void lanes_compare(finder_t *f);
/// Whether two sums have the same terms, factors and constants.
bool lanes_same_sum(const address_t *a, const address_t *b);
/// A scalar of the loop as a sum, in an address without base; false unless it is the loop variable plus loop
/// invariants.
bool lanes_affine(finder_t *f, const value_t *value, address_t *address);

// families.c
/// Joins the comparisons of pairs whose distances differ by multiples of one value; may leave any number above the limit.
void lanes_join_families(finder_t *f, uint32_t limit);

// count.c
/// Classifies a plt, a mask of the first lanes.
void lanes_visit_plt(finder_t *f, op_t *op);

// convert.c
/// Whether a load with this distribution extends elements to lanes of `bits`.
bool lanes_is_unpacked(const char *dist, elem_t elem, uint32_t bits);
/// The width of the lanes stored with this distribution.
uint32_t lanes_stored_bits(elem_t elem, const char *dist);
/// A conversion of strips; false if strips do not implement it.
bool lanes_visit_conversion(finder_t *f, op_t *op);

// rows.c
/// Hoists counts and alias checks of lane-wise loops in front of the loop over rows around them.
void lanes_find_rows(ptoc_t *cc, op_t *rows);

// parts.c
/// An operation that strips of several registers can do register by register.
bool lanes_visit_parts(finder_t *f, op_t *op);
/// An operation whose results are the same in each iteration.
bool lanes_visit_fixed(const finder_t *f, op_t *op);

// cut.c
lanes_beyond_t lanes_beyond(const finder_t *f, const op_t *fold);
/// A store whose mask may include lanes beyond the count, or NULL.
const op_t *lanes_store_beyond(const finder_t *f);
/// Whether the last strip of a loop with accumulators may end inside a register.
bool lanes_may_cut(const finder_t *f);
/// Whether accumulators may fold strips of half a register.
bool lanes_may_halve(const finder_t *f);

// lower.c
void lanes_lower(ptoc_t *cc, lane_plan_t *plan);

// find.c
/// The first count of the loop's mask, if it is constant.
bool lanes_left(const lane_plan_t *plan, int64_t *left);
/// Whether the count depends on values computed in the block.
bool lanes_left_is_inside(const lane_plan_t *plan, const block_t *block);
/// Whether every iteration provably has a whole register of lanes.
bool lanes_all_full(const finder_t *f);
/// Sets op->aux of loops that can run in strips.
void lanes_find(ptoc_t *cc, module_t *module);
/// Completes the plans once neighbouring loops have been analysed.
void lanes_settle(ptoc_t *cc, module_t *module);

// split.c
/// Marks the plt of each loop that is split.
void lanes_split(module_t *module);

// first.c
/// Marks registers of which only the first lane is used.
void lanes_find_first(ptoc_t *cc, module_t *module);

#endif
