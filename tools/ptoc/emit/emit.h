// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of the emitter:
//
//   emit_names.c   names in C
//   emit.c         types, functions, vector functions
//   emit_kernel.c  which kind of kernel, the two sides of mixed kernels
//   emit_flow.c    loops, branches, calls
//   emit_scalar.c  arith, pointers
//   emit_command.c synchronisation, transfers
//   emit_cube.c    commands of the cube core
//   emit_vector.c  the instructions of isa/vector.def
//   emit_timed.c   what vector instructions tell the clocks of `ptometal run --time`
//   emit_scales.c  scales of MX products
//   emit_tile.c    tiles and views; emit_form.c the operations of isa/tile.def
//   emit_strips.c  loops in strips; emit_rows.c what loops over rows find once for them
//   emit_live.c    what is emitted at all, and what a vecscope captures
//
// A value is a C variable of its own name. Each operation is one statement behind a #line directive.

#ifndef PTOC_EMIT_H
#define PTOC_EMIT_H

#ifndef PTOC_H
#error "include ptoc.h before emit.h"
#endif

#include "strips/strips.h"

/// Names that are in use in the C scopes around the current place.
typedef struct names {
    struct name_slot {
        const char *name;
        uint32_t visible;
    } *slots;
    uint32_t capacity, num;
    const char **order;  // as taken, so that a scope can give back its own
    uint32_t order_num, order_capacity;
} names_t;

/// Which strips of a loop are written.
typedef enum {
    STRIPS_FULL,  // as many lanes as they hold, in loops that have others besides
    STRIPS_LAST,  // what is left behind these
    STRIPS_ANY,   // all that the loop has
} strips_t;

typedef struct shared_form shared_form_t;  // emit_form.c

typedef struct emitter {
    ptoc_t *cc;
    text_t *out;          // where statements go
    text_t *prelude;      // vector functions go here, in front of the function that launches them
    const char *profile;  // of the kernels that come next: A5, A2A3 or ANY
    const module_t *root;
    func_t *func;
    strips_t strips;  // of the loop that is written
    bool full;    // the first part of a split loop: all lanes are left
    op_t *scope;  // the vector interval that is emitted, or NULL in a kernel's scalar code
    names_t names;
    uint32_t indent;
    uint32_t vf_num, loops_num;
    uint32_t forms_num;  // tile operations of the table in the function
    shared_form_t *shared;
    uint32_t timed_num;  // of values that have a number for clocks
    uint32_t line;  // what the C compiler takes the next line's number to be; 0: not known
} emitter_t;

/// Outside values that a vecscope uses: parameters of its vector function, and constants that it makes again.
typedef struct captures {
    value_t **values;
    uint32_t num;
    op_t **constants;
    uint32_t constants_num;
} captures_t;

// emit_live.c
void live_mark(ptoc_t *cc, func_t *func);
captures_t live_captures(ptoc_t *cc, op_t *scope);

// emit_names.c
/// An identifier out of any text, which is no macro.
const char *emit_identifier(emitter_t *e, const char *text);
/// Give a value a C name that is free in the current scope.
const char *emit_name(emitter_t *e, value_t *value);
/// The C name of a kernel, its own wherever it is no macro; of any other function, which the file scope has to hold.
const char *emit_kernel_name(emitter_t *e, const char *name);
const char *emit_helper_name(emitter_t *e, const char *name);
/// By what a kernel is asked for: its name in the text, where no other has the same and C can say it, else that in C.
const char *emit_kernel_title(emitter_t *e, const char *name, const char *cname);
/// Take a name in the current scope; false: it was taken.
bool emit_name_take(emitter_t *e, const char *name);
/// Names taken after the mark are free again after the release: the end of a C scope.
uint32_t emit_names_mark(const emitter_t *e);
void emit_names_release(emitter_t *e, uint32_t mark);

// emit.c
/// The C type of a value.
const char *emit_type(emitter_t *e, type_t type);
/// The same where the value may be a register of which a scalar is left.
const char *emit_value_type(emitter_t *e, const value_t *value);
/// The next line of C comes from the line of `loc`.
void emit_line(emitter_t *e, loc_t loc);
/// Begin a statement: the #line of the operation when it is on another line than the last, then the indentation.
void emit_begin(emitter_t *e, loc_t loc);
void emit_printf(emitter_t *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_indent(emitter_t *e);
/// A variable, its type in front: of a value that has its C name.
void emit_declare(emitter_t *e, value_t *value);
/// `type name = ` of a result that is about to be computed.
void emit_result(emitter_t *e, value_t *value);

void emit_block(emitter_t *e, block_t *block);
/// Operations of one block, up to `end`.
void emit_operations(emitter_t *e, op_t *first, const op_t *end);
/// The parameters of a vector function; the constants that it makes again.
void emit_params(emitter_t *e, value_t *const *params, uint32_t num);
void emit_constants(emitter_t *e, const captures_t *captures);

// emit_pieces.c
/// A vector function of many operations as several of C; false: it is not so long.
bool emit_pieces(emitter_t *e, op_t *op, const char *name, const captures_t *captures, value_t *const *params,
                 uint32_t num);

// emit_flow.c
void emit_for(emitter_t *e, op_t *op);
void emit_if(emitter_t *e, op_t *op);
void emit_while(emitter_t *e, op_t *op);
void emit_call(emitter_t *e, op_t *op);
void emit_return(emitter_t *e, op_t *op);
/// A region, one level further in.
void emit_body(emitter_t *e, block_t *block);

// emit_scalar.c
void emit_scalar(emitter_t *e, op_t *op);
/// The types of the structs of a file; their operations.
void emit_structs(emitter_t *e);
void emit_struct(emitter_t *e, op_t *op);
/// A constant's value as a C expression.
void emit_literal(emitter_t *e, const attr_t *attr, type_t type);

// emit_command.c
void emit_sync(emitter_t *e, op_t *op);
void emit_dma(emitter_t *e, op_t *op);
/// The C name of an operand.
const char *emit_arg(const op_t *op, uint32_t i);
/// The operands outside of clauses.
void emit_plain_args(emitter_t *e, const op_t *op);
/// The clauses of row transfers behind them.
void emit_row_clauses(emitter_t *e, const op_t *op);

// emit_cube.c
void emit_cube(emitter_t *e, op_t *op);

// emit_kernel.c
/// Whether a kernel is the one that was asked for, or all are.
bool kernel_is_entry(const ptoc_t *cc, const func_t *func);
void emit_kernel_head(emitter_t *e, func_t *func, const char *title, const char *name, kernel_t kernel);
/// What the tensor views say of the sizes of a kernel's buffers, where they are static.
void emit_buffer_bytes(emitter_t *e, const func_t *func, const func_t *half, const char *name);
/// What a function is called in C: the half of a kernel leaves the kernel's name to the whole.
const char *emit_half_name(emitter_t *e, const func_t *func);
/// A kernel whose halves are functions: behind the cube half, which calls the other by its prototype.
void emit_whole_kernel(emitter_t *e, func_t *cube, func_t *vector, text_t *out);

// emit_scales.c
/// False: this is about no scales of MX products.
bool emit_scales(emitter_t *e, op_t *op);

// emit_tile.c
void emit_tile(emitter_t *e, op_t *op);
/// Which pointer of the kernel, and so which buffer of a launch, a pointer most likely is.
uint32_t emit_buffer_of(const value_t *pointer);
/// A tile's type and valid region, checked, up to its address; false: some of it is only known at run time.
bool emit_checked_tile(emitter_t *e, type_t type, const operand_t *rows, const operand_t *cols);

// emit_form.c
/// To be called before the operations of a function.
void emit_find_forms(emitter_t *e, const func_t *func);
void emit_tile_form(emitter_t *e, const op_t *op, const tile_bound_t *bound);

// emit_timed.c: in front of an instruction; behind a loop-carried assignment; a call of pto/time.h without arguments.
/// Nothing without --timed, and outside of vector functions.
void emit_timed_op(emitter_t *e, op_t *op);
void emit_timed_move(emitter_t *e, value_t *target, value_t *source);
void emit_timed_call(emitter_t *e, const char *what);
// In front of a loop: how many turns it has, where all do the same.
void emit_timed_loop(emitter_t *e, const op_t *op, const char *from);

// emit_parts.c
/// An operation, one register of the strip after the other.
void emit_parts(emitter_t *e, const lane_plan_t *plan, op_t *op);

// emit_wide.c
/// The accumulators of a plan that folds strips whole: in front of its loop, in it, and behind it, where a block is
/// opened and closed of what is done when all went well.
void emit_wide_begin(emitter_t *e, const lane_plan_t *plan);
void emit_wide_fold(emitter_t *e, const lane_plan_t *plan, const fold_t *fold);
void emit_wide_clean(emitter_t *e, const lane_plan_t *plan);
void emit_wide_end(emitter_t *e, const lane_plan_t *plan, const char *from);
/// The greatest lane of a maximum, found without its register where the strips are all that the loop has: variables in
/// front of both.
void emit_wide_declare(emitter_t *e, const lane_plan_t *plan);

// emit_rows.c
/// In front of a loop over rows: what its lane-wise loops need not find in every row.
void emit_rows(emitter_t *e, const op_t *rows);

// emit_convert.c
void emit_conversion(emitter_t *e, const lane_plan_t *plan, op_t *op);

// emit_count.c
/// "base + start + term + 64", without the loop variable.
const char *lanes_start(emitter_t *e, const lane_plan_t *plan, const address_t *address, const char *base);
/// How many lanes a loop has.
const char *lanes_count(emitter_t *e, const lane_plan_t *plan);
/// Its variable.
void emit_lanes_value(emitter_t *e, const lane_plan_t *plan, loc_t loc);
/// The bytes that two accesses of a loop touch, as C: one number where they are the same lanes, else two.
const char *lanes_extents(emitter_t *e, const lane_plan_t *plan, const apart_t *apart);

// emit_strips.c
/// A loop with a plan; `emit_plain` writes it as it stands.
void emit_lanes(emitter_t *e, op_t *op, void (*emit_plain)(emitter_t *e, op_t *op));
/// A loop over whole registers: its strips, in front of the loop as it stands, which starts at `from` then.
bool emit_lanes_whole(emitter_t *e, op_t *op, const char **from);
/// Where strips of a loop with accumulators are, as a condition of the preprocessor.
const char *emit_lanes_where(emitter_t *e, const lane_plan_t *plan);

// emit_vector.c
void emit_vector(emitter_t *e, op_t *op);

#endif
