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
//   emit_simt.c    operations of threads; emit_threads.c the functions that run them for each thread of a
//                  grid, emit_alone.c those of threads that never meet
//   emit_tile.c    tiles and views; emit_form.c the operations of isa/tile.def
//   emit_strips.c  loops in strips; emit_rows.c what loops over rows find once for them
//   emit_live.c    what is emitted at all, and what a vecscope captures
//
// A value is a C variable named after it. Each operation is one statement after a #line directive.

#ifndef PTOC_EMIT_H
#define PTOC_EMIT_H

#ifndef PTOC_H
#error "include ptoc.h before emit.h"
#endif

#include "strips/strips.h"

/// Names in use in the enclosing C scopes.
typedef struct names {
    struct name_slot {
        const char *name;
        uint32_t visible;
    } *slots;
    uint32_t capacity, num;
    const char **order;  // in order of declaration, so that a scope can release its own
    uint32_t order_num, order_capacity;
} names_t;

/// The strips of a loop that are being emitted.
typedef enum {
    STRIPS_FULL,  // strips with all their lanes; others follow
    STRIPS_LAST,  // the last strip, after the full ones
    STRIPS_ANY,   // all strips of the loop
} strips_t;

typedef struct shared_form shared_form_t;  // emit_form.c

typedef struct emitter {
    ptoc_t *cc;
    text_t *out;          // statements
    text_t *prelude;      // vector functions, before the function that launches them
    const char *profile;  // of the kernels that follow: A5, A2A3 or ANY
    const module_t *root;
    func_t *func;
    strips_t strips;  // of the loop being emitted
    bool full;    // the first part of a split loop, in which all masks are full
    op_t *scope;  // the enclosing vector interval, NULL in scalar code
    names_t names;
    uint32_t indent;
    uint32_t vf_num, loops_num;
    uint32_t forms_num;  // tile operations of the table in the function
    shared_form_t *shared;
    const op_t *flat;    // the sum that is the number of a thread, in a loop over numbers (emit_alone.c)
    const char *thread;  // code of threads: "thread" or "confined" as in pto_thread_load(), else NULL
    uint32_t timed_num;  // of values that have a number for the clocks of --time
    uint32_t places_num;  // of operations of threads, for the same
    bool has_long_scope;  // of more operations than fit a piece (emit_pieces.c)
    uint32_t line;  // the line that the C compiler assumes for the next line; 0: unknown
} emitter_t;

/// Outside values that a vecscope uses: parameters of its vector function, and constants that it repeats.
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
/// A C identifier made of any text; never the name of a macro.
const char *emit_identifier(emitter_t *e, const char *text);
/// Give a value a C name that is free in the current scope.
const char *emit_name(emitter_t *e, value_t *value);
/// The C name of a kernel: its own unless that is a macro. Names of other functions must fit the file scope, too.
const char *emit_kernel_name(emitter_t *e, const char *name);
const char *emit_helper_name(emitter_t *e, const char *name);
/// The name by which users select a kernel: that of the text if it is unique and valid in C, else the C name.
const char *emit_kernel_title(emitter_t *e, const char *name, const char *cname);
/// Declares a name in the current scope; false if it is already in use.
bool emit_name_take(emitter_t *e, const char *name);
/// Names declared after the mark are released, at the end of a C scope.
uint32_t emit_names_mark(const emitter_t *e);
void emit_names_release(emitter_t *e, uint32_t mark);

// emit.c
/// The C type of a value.
const char *emit_type(emitter_t *e, type_t type);
/// As above; a vector register of which only the first lane is used has a scalar type.
const char *emit_value_type(emitter_t *e, const value_t *value);
/// Maps the next line of C to the line of `loc`.
void emit_line(emitter_t *e, loc_t loc);
/// Begins a statement: a #line directive if the operation's line differs from the last one, then the indentation.
void emit_begin(emitter_t *e, loc_t loc);
void emit_printf(emitter_t *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Begins a statement with a text.
void emit_text(emitter_t *e, loc_t loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// Braces around a block, whose statements are indented.
void emit_open(emitter_t *e);
void emit_close(emitter_t *e);
void emit_indent(emitter_t *e);
/// `type name = ` for a value, which is given its C name.
void emit_result(emitter_t *e, value_t *value);
/// Declares a value.
void emit_declare(emitter_t *e, loc_t loc, value_t *value);
/// Declares a value that is initialised by a text.
void emit_define(emitter_t *e, loc_t loc, value_t *value, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Begins the statement of an operation: a definition of its first result if it has any.
void emit_begin_op(emitter_t *e, op_t *op);

void emit_block(emitter_t *e, block_t *block);
/// Operations of a block before `end`.
void emit_operations(emitter_t *e, op_t *first, const op_t *end);
/// The parameters of a vector function, and the constants that it repeats.
void emit_params(emitter_t *e, value_t *const *params, uint32_t num);
void emit_constants(emitter_t *e, const captures_t *captures);

// emit_pieces.c
/// Emits a long vector function as several C functions; false if it is short.
bool emit_pieces(emitter_t *e, op_t *op, const char *name, const captures_t *captures, value_t *const *params,
                 uint32_t num);

// emit_flow.c
void emit_for(emitter_t *e, op_t *op);
void emit_if(emitter_t *e, op_t *op);
void emit_while(emitter_t *e, op_t *op);
void emit_call(emitter_t *e, op_t *op);
void emit_return(emitter_t *e, op_t *op);
/// A region, indented by one more level.
void emit_body(emitter_t *e, block_t *block);

// emit_scalar.c
void emit_scalar(emitter_t *e, op_t *op);
/// A statement with this call, and the result if there is one.
void emit_query(emitter_t *e, op_t *op, const char *call);
/// An access to an element by a scalar unit, with this call, or by a thread.
const char *emit_element_load(emitter_t *e, const op_t *op, const char *scalar);
const char *emit_element_store(emitter_t *e, const op_t *op, const char *scalar);
/// The struct types of a file; operations on structs.
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
/// The clauses of row transfers, after the operands.
void emit_row_clauses(emitter_t *e, const op_t *op);

// emit_cube.c
void emit_cube(emitter_t *e, op_t *op);

// emit_kernel.c
/// Whether a kernel is the selected one, or none was selected.
bool kernel_is_entry(const ptoc_t *cc, const func_t *func);
void emit_kernel_head(emitter_t *e, func_t *func, const char *title, const char *name, kernel_t kernel);
/// What a kernel, or a kernel of two halves, may write in each local memory.
void emit_reach(emitter_t *e, const func_t *func, const func_t *half);
/// The buffer sizes that follow from static tensor views of a kernel.
void emit_buffer_bytes(emitter_t *e, const func_t *func, const func_t *half, const char *name);
/// The C name of a function: the half of a mixed kernel has a suffix.
const char *emit_half_name(emitter_t *e, const func_t *func);
/// A kernel whose halves are functions. Emitted after the cube half; calls the vector half by its prototype.
void emit_whole_kernel(emitter_t *e, func_t *cube, func_t *vector, text_t *out);

// emit_scales.c
/// False if the operation is not about scales of MX products.
bool emit_scales(emitter_t *e, op_t *op);

// emit_tile.c
void emit_tile(emitter_t *e, op_t *op);
/// The kernel's pointer parameter, and so the buffer of a launch, that a pointer most likely is based on.
uint32_t emit_buffer_of(const value_t *pointer);
/// A tile's type and valid region, checked, up to its address; false if some of it is only known at run time.
bool emit_checked_tile(emitter_t *e, type_t type, const operand_t *rows, const operand_t *cols);

// emit_form.c
/// To be called before the operations of a function.
void emit_find_forms(emitter_t *e, const func_t *func);
void emit_tile_form(emitter_t *e, const op_t *op, const tile_bound_t *bound);

// emit_timed.c: before an instruction; after a loop-carried assignment; a call of pto/time.h without arguments.
/// Emits nothing without --timed, or outside of vector functions.
void emit_timed_op(emitter_t *e, op_t *op);
void emit_timed_move(emitter_t *e, value_t *target, value_t *source);
void emit_timed_call(emitter_t *e, const char *what);
// Before an operation of a thread; before one that the threads of a mask do together.
void emit_timed_thread_op(emitter_t *e, op_t *op);
void emit_timed_exchange(emitter_t *e, op_t *op, const char *mask);
// Before a loop: its trip count, or 0 if iterations differ.
void emit_timed_loop(emitter_t *e, const op_t *op, const char *from);

// emit_parts.c
/// An operation of a strip, register by register.
void emit_parts(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip);

// emit_wide.c
/// Accumulators of a plan that folds strips whole: before its loop, in it, and after it. wide_clean opens a block for
/// the case without NaN, wide_end closes it.
void emit_wide_begin(emitter_t *e, const lane_plan_t *plan);
void emit_wide_fold(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip);
void emit_wide_clean(emitter_t *e, const lane_plan_t *plan);
void emit_wide_end(emitter_t *e, const lane_plan_t *plan, const char *from);
/// The greatest lane of a maximum, computed without its register if strips run the whole loop. Declares variables for
/// it, before the strips and the loop over registers.
void emit_wide_declare(emitter_t *e, const lane_plan_t *plan);

// emit_rows.c
/// Before a loop over rows: the checks and counts of its lane-wise loops that are hoisted.
void emit_rows(emitter_t *e, const op_t *rows);

// emit_count.c
/// "base + start + term + 64", without the loop variable.
const char *lanes_start(emitter_t *e, const lane_plan_t *plan, const address_t *address, const char *base);
/// The number of lanes of a loop.
const char *lanes_count(emitter_t *e, const lane_plan_t *plan);
/// Declares the variable for it.
void emit_lanes_value(emitter_t *e, const lane_plan_t *plan, loc_t loc);
/// The bytes that two accesses of a loop touch, as C: one number for accesses of the same lanes, else two.
const char *lanes_extents(emitter_t *e, const lane_plan_t *plan, const apart_t *apart);

// emit_strips.c
/// The operands of an operation on strips, as arguments of a macro.
void emit_strip_args(emitter_t *e, const lane_plan_t *plan, const strip_op_t *strip);
/// A loop with a plan; `emit_plain` writes the original loop.
void emit_lanes(emitter_t *e, op_t *op, void (*emit_plain)(emitter_t *e, op_t *op));
/// The strips of a loop over whole registers, before the original loop, which then starts at `from`.
bool emit_lanes_whole(emitter_t *e, op_t *op, const char **from);
/// The preprocessor condition under which a loop with accumulators runs in strips.
const char *emit_lanes_where(emitter_t *e, const lane_plan_t *plan);

// emit_simt.c
void emit_simt(emitter_t *e, op_t *op);

// emit_threads.c
/// Marks the functions that threads run.
void threads_mark(module_t *module);
/// The prototype of a function with pto.simt_entry, and the vector function that runs it.
void emit_threads_prototype(emitter_t *e, func_t *func);
void emit_threads(emitter_t *e, func_t *func);
#define PTO_GRID_PARAM "const pto_grid_t *pto_grid"
/// The head of a C function with the parameters of a SIMT function behind those named `first`.
void threads_head(emitter_t *e, const func_t *func, const char *kind, const char *suffix, const char *first);
/// The arguments for these parameters, after a comma.
const char *threads_args(emitter_t *e, const func_t *func);
/// Either ends the confinement of the vector function, or checks the pointers that it starts from.
void threads_confine(emitter_t *e, const func_t *func, bool opens);

// emit_alone.c
void emit_threads_alone(emitter_t *e, func_t *func, bool opens);

// emit_vector.c
const op_t *emit_lowest_of(const op_t *op);
void emit_vector(emitter_t *e, op_t *op);

#endif
