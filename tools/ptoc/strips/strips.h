// SPDX-License-Identifier: Apache-2.0
//
// Lane-wise loops: loops in a vecscope whose result is independent of the number of lanes per instruction. find.c finds
// them and makes a plan of each, lower.c lowers them to operations on strips, which emit_strips.c prints over
// hal/vector/rvv/strips.h.
//
//   scf.for %i = %lb to %ub step %lanes iter_args(%left = %n) -> (i32) {
//     %mask, %next = pto.plt_b32 %left : ...        prefix mask: the loop ends after n lanes
//     %x = pto.vlds %in[%i] : ...                   contiguous, one lane for one iteration of %i
//     %y = pto.vabs %x, %mask : ...                 lane by lane
//     pto.vsts %y, %out[%i], %mask : ...
//     scf.yield %next : i32
//   }
//
// Strips change the order of accesses. So every store must be disjoint from every other access of the loop, or access
// exactly the lanes that its own iteration reads. A runtime check covers what is unknown here; if it fails, the
// original loop runs.

#ifndef PTOC_LANES_H
#define PTOC_LANES_H

#ifndef PTOC_H
#error "include ptoc.h before strips.h"
#endif

/// The class of a value in a lane-wise loop.
typedef enum {
    LANE_NONE,     // not representable in strips
    LANE_SCALAR,   // loop invariant
    LANE_INDEX,    // the loop variable plus a loop invariant
    LANE_STRIP,    // a vector register, computed lane by lane
    LANE_SPLAT,    // a vector register with the same scalar in all lanes
    LANE_WIDE,     // elements extended to lanes by a load, to be converted: a strip shorter by that factor
    LANE_NARROW,   // lanes narrowed by a conversion, to be stored packed: likewise shorter
    LANE_PARTS,    // a vector register whose elements are not of the loop's width: whole registers, of any type
    LANE_MASKS,    // a mask for each register of a strip
    LANE_FIXED,    // a loop-invariant register or mask, hoisted
    LANE_CARRIED,  // an accumulator at the start of an iteration
    LANE_FOLDED,   // its new value
    LANE_PREFIX,   // the mask of the remaining lanes
    LANE_ALL,      // the mask of all lanes
    LANE_MASK,     // a computed mask
    LANE_LEFT,     // the number of remaining lanes
    LANE_GONE,     // not emitted: an index used only in addresses
} lane_t;

#define ADDRESS_TERMS 4
#define ROOT_TERMS    (2 * ADDRESS_TERMS)

/// base + factor * term for each term + offset + factor * loop variable, in elements of the pointer. `moves`: each
/// iteration advances it by one register.
typedef struct address {
    const op_t *op;
    const value_t *base;
    const value_t *terms[ADDRESS_TERMS];
    int64_t factors[ADDRESS_TERMS];
    uint32_t terms_num;
    int64_t offset;
    int64_t variable;  // the factor of the loop variable
    bool moves, store;
    bool mask;      // accesses a predicate: one bit for each byte of the lanes
    bool parts;     // accessed register by register, with any distribution
    int64_t pitch;  // bytes from one iteration to the next
    int64_t bytes;  // accessed for a register
    elem_t elem;
    // after following castptr and addptr
    const value_t *root;  // NULL: a known UB address
    const value_t *root_terms[ROOT_TERMS];
    uint64_t root_scales[ROOT_TERMS];  // bytes per unit of the term
    uint32_t root_terms_num;
    bool vague;          // too many terms to compare
    int64_t root_bytes;  // constant part, in bytes
    uint64_t multiple;   // the address is a multiple of this
} address_t;

/// A number modulo 2^64, as indices and addresses are.
typedef struct expr {
    enum { EXPR_CONSTANT, EXPR_VALUE, EXPR_ZERO, EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DISTANCE } kind;
    uint64_t number;           // of a constant; of a distance, the bytes added to it
    const value_t *value;      // of a distance: the pointer minuend
    const value_t *from;       // of a distance: the subtrahend
    const struct expr *a, *b;  // operands
} expr_t;

/// Such a number as a linear function of the row: its value in the first iteration of the loop over rows, and the
/// increment per iteration (NULL: 0).
typedef struct per_row {
    const expr_t *first, *step;
} per_row_t;

/// Two accesses that are compared at run time. Accesses of the same lanes may have the same address. Or a family of such
/// pairs, whose distances lie between those of its first and its last one.
typedef struct apart {
    const address_t *store, *other;
    const address_t *last_store, *last_other;  // NULL: a pair alone
    bool same_lanes;
    per_row_t distance;  // in bytes, if the loop over rows compares them
} apart_t;

/// An accumulator's lanes of a register beyond the count of the loop.
typedef enum {
    LANES_UNKNOWN,
    LANES_PADDED,  // zeros are folded
    LANES_KEPT,    // unchanged
    LANES_ZEROED,  // 0
} lanes_beyond_t;

/// An operation that folds a strip into an accumulator.
typedef struct fold {
    op_t *op;
    const value_t *accumulator;  // the loop's argument
    const value_t *start;  // the initial accumulator
    lanes_beyond_t beyond;
} fold_t;

/// An operation on strips.
typedef enum {
    STRIP_HOIST,  // of registers or scalars, before the loop
    STRIP_PART,   // done register by register
    STRIP_LOAD,
    STRIP_STORE,
    STRIP_MASK_STORE,
    STRIP_GATHER,
    STRIP_CONVERT,
    STRIP_FOLD,
    STRIP_OP,     // a formula of isa/lanes.def
    STRIP_CALL,   // an elementary function
    STRIP_COPY,   // its operand under another name
    STRIP_CARRY,  // the second result of a sum
    STRIP_FENCE,  // keeps accesses, or the computation of its operand, in place
} strip_kind_t;

/// An operand: a value as it is, a scalar, or the scalar in the first lane of a register.
typedef struct strip_arg {
    enum { STRIP_ARG_VALUE, STRIP_ARG_SCALAR, STRIP_ARG_FIRST } kind;
    elem_t elem;  // of a scalar
    bool splat;   // the scalar is broadcast
    const value_t *value;
} strip_arg_t;

#define STRIP_ARGS 4

typedef struct strip_op {
    struct strip_op *next;
    strip_kind_t kind;
    op_t *op;                  // its operation on registers
    const char *function;      // of STRIP_OP, STRIP_CALL, STRIP_CARRY
    const address_t *address;  // of a load or store
    const fold_t *fold;
    strip_arg_t args[STRIP_ARGS];
    uint32_t args_num;
    const value_t *mask;  // the computed mask that governs it; NULL: all lanes
    uint32_t lmul;        // the register group of its result, or of what it stores
    bool registers;       // loads or stores whole registers, whatever their elements
} strip_op_t;

/// A runtime check of a loop in strips: an address is aligned, else it is a fault; or a condition under which strips
/// run instead of registers. Of those of aliases one kind has to hold: GUARD_ROWS, GUARD_ONE, or GUARD_APART of each
/// pair.
typedef enum {
    GUARD_ALIGNED,
    GUARD_COUNT,   // the count, computed in 32 bits, cannot wrap there
    GUARD_NUMBER,  // the accumulator starts without NaN
    GUARD_ROWS,    // the pairs of plan->rows_guards do not alias in any row
    GUARD_ONE,     // one strip loads all before it stores
    GUARD_APART,   // a pair does not alias; in rows_guards: not in any row
} guard_kind_t;

typedef struct strip_guard {
    struct strip_guard *next;
    guard_kind_t kind;
    const address_t *address;
    const value_t *accumulator;
    const apart_t *apart;
} strip_guard_t;

/// A scalar of the loop, as a sum with the loop variable.
typedef struct lane_scalar {
    struct lane_scalar *next;
    const value_t *value;
    address_t sum;
} lane_scalar_t;

/// The variable that holds the number of lanes, unless that is constant.
typedef enum {
    COUNT_TEXT,  // none: it is used once
    COUNT_LOOP,  // one of the loop
    COUNT_ROWS,  // one of the loop over rows, as all rows have the same number
    COUNT_SAME,  // as COUNT_ROWS, shared with an earlier loop of the row
} count_t;

/// The form of a loop in strips.
typedef enum {
    STRIPS_ONE,    // one strip of at most a register of lanes
    STRIPS_ALL,    // strips up to the last lane
    STRIPS_WHOLE,  // strips of several registers, then the remaining registers
} strips_form_t;

/// Strips per iteration.
typedef enum { PACE_SINGLE, PACE_PAIRS, PACE_UNROLLED } pace_t;

typedef struct lane_plan {
    op_t *loop;
    const op_t *plt;      // NULL: all lanes
    const value_t *left;  // its count in the first iteration
    uint32_t left_arg;    // the block argument that carries the remaining count; 0: none
    const address_t *sum;  // a count that each iteration recomputes, as %n - %i; NULL: none
    uint32_t lanes;       // of a register
    int64_t step;         // of the loop
    bool once;            // single iteration, whatever the step
    uint32_t bits;        // of an element
    uint8_t lmul;         // 8, 4, 2
    bool full;            // strips fill the registers, so loads must not be moved up
    bool whole;           // only for strips of at least one register
    bool masks;           // predicates are stored: only with full registers
    uint32_t folds_num;   // accumulators: strips of several registers, folded one by one; no mask ends a strip early
    bool parts;           // some operations are done register by register: strips of several registers
    bool wide;            // each strip is folded whole into accumulators
    bool cut;             // the last strip may end inside a register
    bool halves;          // accumulators may fold strips of half a register
    bool calls;           // elementary functions, which have branches
    bool stops_at_nan;    // the accumulator is a maximum or minimum of floats
    int64_t count;        // total lanes, -1 if only known at run time
    address_t *addresses;
    uint32_t addresses_num;
    apart_t *aparts;
    uint32_t aparts_num;
    strips_form_t form;
    pace_t pace;
    fold_t *folds;             // folds_num of them
    lane_scalar_t *scalars;    // read by operations done register by register
    const op_t *rows;          // the loop over rows around it, or NULL
    count_t counted;
    value_t *lanes_value;    // the number of lanes, if a variable holds it
    const char **apart_name;  // of the hoisted alias check, which the emitter gives; NULL: not hoisted
    bool rows_same;          // the check is the same for each row
    strip_guard_t *guards;       // in the order in which they run, those of alignment first
    strip_guard_t *rows_guards;  // hoisted in front of the loop over rows
    strip_op_t *ops;         // in the order in which they run
    const fold_t *greatest;  // the maximum of which only the greatest lane is used, or NULL
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
    LANES_FIRST = 1u << 11,
    LANES_GREATEST = 1u << 12,
    // operations that are not lane-wise
    LANES_ACCESS = 1u << 14,  // a load or store of whole registers only
    LANES_TABLE = 1u << 15,   // reads a table, register by register
    LANES_LOAD = 1u << 16,
    LANES_STORE = 1u << 17,
    LANES_MASK_STORE = 1u << 18,
    LANES_GATHER = 1u << 19,
    LANES_CONVERTS = 1u << 20,
    LANES_PREFIX = 1u << 21,
    LANES_PATTERN = 1u << 22,
    LANES_SPLAT = 1u << 23,       // broadcasts a scalar
    LANES_SPLAT_IF = 1u << 24,    // broadcasts under a mask
    LANES_LOWEST = 1u << 13,      // gives an extreme and its index, which is often unused
    LANES_REDUCES = 1u << 26,     // of all lanes of a register
    LANES_SPLAT_LANE = 1u << 25,  // broadcasts a lane under a mask
};

/// The row of a lane-wise instruction, NULL for all others.
const lanes_row_t *lanes_row(const op_t *op);
bool lanes_has(const op_t *op, unsigned trait);
/// The spelling of an operation's first attribute, "" where it has none.
const char *lanes_attr(const bound_t *bound, uint32_t num);
/// 'I', 'U' or 'F'; 0: bf16 and small floats, for which a strip has whatever an instruction has.
char lanes_elem_kind(elem_t elem);
bool lanes_is_inside(const block_t *body, const value_t *value);
/// A mask known to be full.
bool lanes_is_all(const value_t *value);
/// Whether all lanes of a register are known to be equal.
bool lanes_uniform(const value_t *value);
/// The scalar that it was broadcast from; NULL: read its first lane.
const value_t *lanes_scalar(const value_t *value);
/// Whether only the first lane of a register is used.
bool lanes_is_first(const value_t *value);
/// The rounding of a conversion, as a letter; and whether it saturates.
const char *lanes_rounding(const op_t *op);
bool lanes_saturates(const op_t *op);

/// Whether an address may be misaligned to 32 bytes, which is a fault.
bool lanes_may_misalign(const address_t *address);

/// Whether strips are several registers, and the remainder is done register by register.
bool lanes_whole(const lane_plan_t *plan);
/// The register group of a value: smaller than the plan's if its elements are parts of lanes, 0 if that is less than a
/// register.
uint32_t lanes_group(const lane_plan_t *plan, const value_t *value);
/// Bytes that an access touches in the whole loop; the number of lanes must be constant.
int64_t lanes_extent(const lane_plan_t *plan, const address_t *address);

#endif
