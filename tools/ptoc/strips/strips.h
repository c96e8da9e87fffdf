// SPDX-License-Identifier: Apache-2.0
//
// Lane-wise loops: loops in a vecscope whose result does not depend on how many lanes an instruction takes.
// find.c finds them and describes each in a plan, emit_strips.c writes them over hal/vector/rvv/strips.h.
//
//   scf.for %i = %lb to %ub step %lanes iter_args(%left = %n) -> (i32) {
//     %mask, %next = pto.plt_b32 %left : ...        prefix mask: the loop ends after n lanes
//     %x = pto.vlds %in[%i] : ...                   contiguous, one lane for one turn of %i
//     %y = pto.vabs %x, %mask : ...                 lane by lane
//     pto.vsts %y, %out[%i], %mask : ...
//     scf.yield %next : i32
//   }
//
// Strips change the order of accesses, so every store must either miss every other access of the loop or hit
// exactly the lanes that its own turn reads. What is not known here is checked when the loop starts, and the
// loop as it was written stands by.

#ifndef PTOC_LANES_H
#define PTOC_LANES_H

#ifndef PTOC_H
#error "include ptoc.h before strips.h"
#endif

/// What a value is in a lane-wise loop.
typedef enum {
    LANE_NONE,     // nothing that strips can hold
    LANE_SCALAR,   // does not change in the loop
    LANE_INDEX,    // the loop variable plus something that does not change
    LANE_STRIP,    // a vector register whose lanes are computed
    LANE_SPLAT,    // a vector register with the same scalar in all lanes
    LANE_WIDE,     // loaded as the low part of each lane, to be converted: a strip shorter by as much
    LANE_NARROW,   // converted to the low part of each lane, to be stored packed: the same
    LANE_PARTS,    // a vector register whose elements are not of the loop's width: whole registers, of any type
    LANE_MASKS,    // a mask for each register of a strip
    LANE_FIXED,    // a register or mask that is the same in each turn, made in front of the loop
    LANE_CARRIED,  // an accumulator as the turn finds it
    LANE_FOLDED,   // and as it leaves it
    LANE_PREFIX,   // the mask of the first lanes that are left
    LANE_ALL,      // the mask of all lanes
    LANE_MASK,     // a mask that is computed
    LANE_LEFT,     // the number of lanes that are left
    LANE_GONE,     // not written at all: an index that only addresses use
} lane_t;

#define ADDRESS_TERMS 4

/// base + factor * term for each term + offset + factor * the loop variable, in elements of the pointer. It moves when
/// each turn of the loop is a register further on.
typedef struct address {
    const op_t *op;
    const value_t *base;
    const value_t *terms[ADDRESS_TERMS];
    int64_t factors[ADDRESS_TERMS];
    uint32_t terms_num;
    int64_t offset;
    int64_t variable;  // the factor of the loop variable
    bool moves, store;
    bool mask;      // of a predicate: one bit for each byte of the lanes
    bool parts;     // by each register for itself, of any distribution
    int64_t pitch;  // bytes from one turn to the next
    int64_t bytes;  // of a register's access
    elem_t elem;
    // after following castptr and addptr
    const value_t *root;  // NULL: an address of UB that is known
    const value_t *root_terms[ADDRESS_TERMS * 2];
    uint64_t root_scales[ADDRESS_TERMS * 2];  // bytes that one of the term is
    uint32_t root_terms_num;
    bool vague;          // too many terms to be compared
    int64_t root_bytes;  // constant part, in bytes
    uint64_t multiple;   // the address is a multiple of this
} address_t;

/// A number modulo 2^64, as indices and addresses are.
typedef struct expr {
    enum { EXPR_CONSTANT, EXPR_VALUE, EXPR_ZERO, EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DISTANCE } kind;
    uint64_t number;           // of a constant; of a distance, bytes that come to it
    const value_t *value;      // of a distance: the pointer that is the farther one
    const value_t *from;       // of a distance
    const struct expr *a, *b;  // operands
} expr_t;

/// What such a number is in the first iteration of a loop over rows, and what each iteration adds to it (NULL:
/// nothing).
typedef struct per_row {
    const expr_t *first, *step;
} per_row_t;

/// Two accesses whose places are compared at run time. Those of the same lanes may be one place.
typedef struct apart {
    const address_t *store, *other;
    bool same_lanes;
    per_row_t distance;  // in bytes, where the loop over rows compares them
} apart_t;

/// What an accumulator has in the lanes of a register that are beyond the count of the loop.
typedef enum {
    LANES_UNKNOWN,
    LANES_PADDED,  // zeros take part
    LANES_KEPT,    // what it had
    LANES_ZEROED,  // 0
} lanes_beyond_t;

/// An operation that folds a strip into an accumulator.
typedef struct fold {
    op_t *op;
    const value_t *accumulator;  // the loop's argument
    const value_t *strip;
    const value_t *start;  // the accumulator in front of the loop
    lanes_beyond_t beyond;
} fold_t;

/// A scalar of the loop as the loop variable makes it.
typedef struct lane_scalar {
    struct lane_scalar *next;
    const value_t *value;
    address_t sum;
} lane_scalar_t;

/// Who has the number of lanes as a variable, where it is not a constant.
typedef enum {
    COUNT_TEXT,  // nobody: it is used once
    COUNT_LOOP,  // the loop
    COUNT_ROWS,  // the loop over rows, as it is the same in each row
    COUNT_SAME,  // the same, for an earlier loop of the row
} count_t;

/// Which strips a loop has.
typedef enum {
    STRIPS_ONE,    // one of no more lanes than a register has
    STRIPS_ALL,    // strips up to the last lane
    STRIPS_WHOLE,  // strips of several registers, then what is left of registers
} strips_form_t;

/// How many strips are written in one iteration.
typedef enum { PACE_SINGLE, PACE_PAIRS, PACE_UNROLLED } pace_t;

typedef struct lane_plan {
    op_t *loop;
    const op_t *plt;      // NULL: all lanes
    const value_t *left;  // how many of them, at the first turn
    uint32_t left_arg;    // the block argument that carries the rest; 0: none does
    const address_t *sum;  // the count of a plt that each turn finds anew, as %n - %i; NULL: of no such
    uint32_t lanes;       // of a register
    int64_t step;         // of the loop
    bool once;            // the loop has one turn, whatever its step
    uint32_t bits;        // of an element
    uint8_t lmul;         // 8, 4, 2
    bool full;            // strips fill the registers: nothing may be loaded early
    bool whole;           // only for strips of at least one register
    bool masks;           // predicates are stored: only where all registers are full
    uint32_t folds_num;   // accumulators: strips of several registers, folded one by one; no strip is cut by a mask
    bool parts;           // something is done register by register: strips of several registers, as for accumulators
    bool wide;            // accumulators of which each strip is folded whole
    bool cut;             // its last strip may end inside a register
    bool halves;          // its accumulators take up strips of half a register, too
    bool calls;           // elementary functions, which have branches
    bool stops_at_nan;    // the accumulator is a maximum or minimum of floats
    int64_t count;        // lanes in all, -1 when only known at run time
    address_t *addresses;
    uint32_t addresses_num;
    apart_t *aparts;
    uint32_t aparts_num;
    strips_form_t form;
    pace_t pace;
    fold_t *folds;             // folds_num of them
    const value_t *nan_start;  // the accumulator that must not be NaN where strips begin, or NULL
    lane_scalar_t *scalars;    // read by what is done register by register
    const op_t *rows;          // the loop over rows around it, or NULL
    count_t counted;
    value_t *lanes_value;    // the number of lanes, where that is a variable
    value_t *apart_value;    // whether its places are apart in all rows; NULL: no loop over rows finds it
    bool rows_same;          // which is the same for each row
    const fold_t *greatest;  // the maximum whose greatest lane is all that is used of it, or NULL
    value_t *greatest_value;
} lane_plan_t;

/// A row of isa/lanes.def.
typedef struct lanes_row {
    const char *fn, *kinds;
    uint32_t groups;
    unsigned traits;  // LANES_...
    const char *function;
} lanes_row_t;

enum {
    LANES_COMMUTES = 1u << 0,
    LANES_SCALAR = 1u << 1,
    LANES_CARRY = 1u << 2,
    LANES_CARRY_IN = 1u << 3,
    LANES_FOLDS = 1u << 4,
    LANES_EXTREME = 1u << 5,
    LANES_TWO = 1u << 6,
    LANES_SELECTS = 1u << 7,
    LANES_ROUNDS = 1u << 8,
    LANES_DIFFERENCE = 1u << 9,
    LANES_SUMS = 1u << 10,
    // what is not computed lane by lane
    LANES_ACCESS = 1u << 14,  // a load or store of whole registers alone
    LANES_TABLE = 1u << 15,   // reads a table, register by register
    LANES_LOAD = 1u << 16,
    LANES_STORE = 1u << 17,
    LANES_MASK_STORE = 1u << 18,
    LANES_GATHER = 1u << 19,
    LANES_CONVERTS = 1u << 20,
    LANES_PREFIX = 1u << 21,
    LANES_PATTERN = 1u << 22,
    LANES_SPLAT = 1u << 23,       // of a scalar
    LANES_SPLAT_IF = 1u << 24,    // where a mask is set
    LANES_LOWEST = 1u << 13,      // of a register, with a place that is often not asked for
    LANES_SPLAT_LANE = 1u << 25,  // of a lane, where a mask is set
};

/// The row of an instruction that works lane by lane, NULL for all others.
const lanes_row_t *lanes_row(const op_t *op);
bool lanes_has(const op_t *op, unsigned trait);
/// The spelling of an operation's first attribute, "" where it has none.
const char *lanes_attr(const bound_t *bound, uint32_t num);
/// 'I', 'U' or 'F'; 0: of no arithmetic.
char lanes_elem_kind(elem_t elem);
bool lanes_is_inside(const block_t *body, const value_t *value);
/// A mask that is known to have all lanes.
bool lanes_is_all(const value_t *value);
/// Whether all lanes of a register are the same for all we know.
bool lanes_uniform(const value_t *value);
/// The scalar that it was made of; NULL: ask its first lane.
const value_t *lanes_scalar(const value_t *value);
/// Whether only the first lane of a register is used.
bool lanes_is_first(const value_t *value);
/// How a conversion rounds, as a letter; and whether it saturates.
const char *lanes_rounding(const op_t *op);
bool lanes_saturates(const op_t *op);

/// What becomes of an operation of a loop.
typedef enum {
    STRIP_NOTHING,  // it is part of another, or of the loop
    STRIP_HOISTED,  // computed in front of the loop
    STRIP_PART,     // done register by register
    STRIP_LOAD,
    STRIP_STORE,
    STRIP_MASK_STORE,
    STRIP_GATHER,
    STRIP_CONVERT,
    STRIP_FOLD,
    STRIP_OP,
} strip_kind_t;
strip_kind_t lanes_kind(const lane_plan_t *plan, const op_t *op);
/// Whether an access may be at an address that is no multiple of 32 bytes, which is a fault.
bool lanes_may_misalign(const address_t *address);

/// Whether strips are several registers, and what is left is done register by register.
bool lanes_whole(const lane_plan_t *plan);
/// The register group of a value: shorter than that of the plan where its elements are parts of lanes, 0 where that is
/// less than a register.
uint32_t lanes_group(const lane_plan_t *plan, const value_t *value);
/// Whether only a check before the loop can tell that it may run in strips: aliases, or a trip count known at run time.
bool needs_runtime_check(const lane_plan_t *plan);
/// Bytes that an access touches in the whole loop, whose lanes are known.
int64_t lanes_extent(const lane_plan_t *plan, const address_t *address);

#endif
