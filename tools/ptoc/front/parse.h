// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of the parser:
//
//   parse.c        regions, functions, modules; recovery after a syntax error
//   parse_op.c     operations, their result types
//   parse_switch.c  scf.index_switch, and inlined regions
//   parse_loops.c  loops of other dialects
//   parse_affine.c  maps of indices
//   parse_branches.c  branches between blocks
//   parse_memref.c  parameters that are memrefs
//   parse_pipes.c  pipes between cores as handles
//   parse_index.c  brackets after a value
//   parse_names.c  aliases of operations
//   parse_rewrite.c  alternative forms of instructions
//   parse_items.c  operand lists, clauses, listed types
//   parse_tile.c   types and operations of the tile level
//   parse_types.c  types and attributes
//   parse_base.c   tokens, lists, names
//
// A function that returns false has reported an error; its callers return, up to parse_op.

#ifndef PTOC_PARSE_H
#define PTOC_PARSE_H

#ifndef PTOC_H
#error "include ptoc.h before parse.h"
#endif

#define DEPTH_MAX 120   // nesting of regions, lists and types
#define ITEMS_MAX 4096  // operands, attributes or types of one operation

/// A name of the function, newest first.
typedef struct symbol {
    struct symbol *older;  // of the same name, and visible where this one was defined
    const char *name;      // interned
    value_t *value;
    struct symbol *scope_next;
    uint32_t isolation;  // see parser_t
    bool visible;
} symbol_t;

typedef struct pending {
    struct pending *next;
    value_t *placeholder, *value;  // the operand until the function ends, and its value after that
    const char *name, *base;
} pending_t;

/// Buffers that gather an operation's lists before they are copied to the arena. They are stacks shared by nested
/// operations; each operation uses the part above its base.
typedef struct stack {
    void *items;
    uint32_t num, capacity;
} stack_t;

typedef struct raw_operand {
    operand_t operand;
    const char *name, *base;  // "x#1" and "x"
    value_t *value;           // known without a name, or NULL
} raw_operand_t;

typedef struct alias {
    struct alias *next;
    const char *name;
    type_t type;
    const token_t *value;  // of an attribute: the first token of its text; NULL: a type
} alias_t;

#define NODES_MAX 64

/// A block of a function with several blocks, until parse_structure.
typedef struct node {
    const char *label;  // NULL: the first
    loc_t loc;
    value_t *args;
    uint32_t args_num;
    op_t *before;       // the preceding operation, NULL: none
    op_t *first, *end;   // `end` branches or returns
    struct node *next[2];
    operand_t *inits;  // of a loop's head block
    bool moved;
} node_t;

typedef struct parser {
    ptoc_t *cc;
    const token_t *tokens, *at;
    func_t *func;
    block_t *block;
    uint32_t depth, op_depth, body_depth;
    node_t *nodes;  // of the function
    uint32_t nodes_num;
    symbol_t **symbols;  // open addressing by the name's pointer
    uint32_t symbols_capacity, symbols_num;
    symbol_t *scope;
    uint32_t isolation;  // open strict scopes: their bodies may reuse outer names
    arch_t arch;         // of the module
    pending_t *pending, **pending_tail;
    stack_t operands, attrs, clauses, types, result_types;
    alias_t *aliases;
    const op_t *unknown;  // the unknown operation whose text is being parsed
    value_t *undefined;  // one value for each undefined name of a function, through scope-less symbols
} parser_t;

/// An operation being parsed.
typedef struct builder {
    op_t *op;
    uint32_t operands, attrs, clauses, types, result_types;  // bases in the parser's stacks
    uint32_t plain_num;
    bool failed;
    bool unknown_tile;  // an unknown operation, written with ins(...)
} builder_t;

// parse_base.c: tokens
bool parse_at(const parser_t *p, char c);
bool parse_at_word(const parser_t *p, const char *word);
const token_t *parse_peek(const parser_t *p, uint32_t ahead);
void parse_advance(parser_t *p);
/// Consumes the token if it is `c`.
bool parse_take(parser_t *p, char c);
bool parse_take_word(parser_t *p, const char *word);
/// As above, with an error if it is not.
bool parse_expect(parser_t *p, char c);
/// The '{' of a region. If it is missing before an operation, reports that and parses the region nevertheless.
bool parse_open_region(parser_t *p);
bool parse_expect_word(parser_t *p, const char *word);
bool parse_fail(parser_t *p, const char *expected);
/// Enters a nesting level, or reports that there are too many; the caller decrements parser_t.depth.
bool parse_deeper(parser_t *p);

// Lists
/// Pushes a zeroed item.
void *parse_push(parser_t *p, stack_t *stack, size_t item);
/// Moves the items above `base` to the arena.
void *parse_pop(parser_t *p, stack_t *stack, uint32_t base, size_t item, uint16_t *num);

// Names
void names_reset(parser_t *p);
void names_define(parser_t *p, const char *name, value_t *value);
void names_close(parser_t *p, symbol_t *outer);
/// Links an operand to its value, now or at the end of the function.
void names_link(parser_t *p, operand_t *operand, const raw_operand_t *raw);
void names_resolve(parser_t *p);
/// The visible value of a name, or NULL.
value_t *names_find(parser_t *p, const raw_operand_t *raw);

// parse_types.c
bool parse_at_type(const parser_t *p);
bool parse_type(parser_t *p, type_t *type);
bool parse_space(parser_t *p, uint8_t *space);
void parse_skip_balanced(parser_t *p, char open, char close);
bool parse_attr_value(parser_t *p, attr_t *attr);
bool parse_number(parser_t *p, attr_t *attr);
bool parse_enum(parser_t *p, attr_t *attr);
bool parse_at_dict(const parser_t *p);
bool parse_is_tile(const builder_t *b);
/// Pushes the entries on the attribute stack.
bool parse_dict(parser_t *p);
bool parse_ignored_dict(parser_t *p);

// parse_items.c
bool parse_items(parser_t *p, builder_t *b, uint32_t clause, char close);
bool parse_at_dps(const parser_t *p, const builder_t *b, const char *word);
bool parse_types(parser_t *p, stack_t *stack, uint32_t base, const char *group);
bool parse_type_part(parser_t *p, builder_t *b);
raw_operand_t *parse_value_use(parser_t *p, builder_t *b, uint32_t clause);
bool parse_at_next_op(const parser_t *p);
void parse_append_op(parser_t *p, op_t *op);
void parse_move_before(op_t *op, op_t *place);
/// Gives an operation a further operand.
operand_t *parse_append_operand(parser_t *p, op_t *op, operand_t operand);
/// Turns a literal operand into a constant, inserted before the operation.
bool parse_literal_operand(parser_t *p, builder_t *b, uint32_t clause);

// parse_tile.c
/// The fields of a struct, in < and >.
bool parse_struct_body(parser_t *p, type_t *type);
/// Whether a name is an assembly form without dialect prefix: mscatter, mgather and their suffixed forms.
bool parse_is_assembly(const char *name);
/// Whether an operation has no dialect prefix.
bool parse_is_bare(const char *name);
/// Turns the operands and the name of such an operation into ins(...), outs(...) and attributes.
void parse_assembly(parser_t *p, op_t *op, const char *name);
bool parse_tile_type(parser_t *p, const char *name, type_t *type, bool *ok);
bool parse_dims(parser_t *p, int64_t *dims, uint32_t *rank, uint32_t most, uint8_t *elem);
bool parse_clause_types(parser_t *p, builder_t *b, const char *group);
bool parse_tile_keyed(parser_t *p, builder_t *b, uint32_t clause, bool *ok);
bool parse_tile_op(parser_t *p, builder_t *b);
void parse_generic_words(parser_t *p, op_t *op);
/// Assigns the operands of a generic form to clauses; false if it has been rejected.
bool parse_generic_tile(parser_t *p, op_t *op);
/// Turns a tile operation with results into one that writes tiles; false for other operations. Inserted operations then
/// allocate these tiles, and have the results.
bool parse_level1(parser_t *p, op_t *op);
/// Makes the last operands outs, the others ins.
void parse_give_clauses(parser_t *p, op_t *op, uint32_t outs);
/// The type of partition_view if none is written: with the sizes that are constant.
type_t parse_part_type(ptoc_t *cc, const op_t *op);
/// The type of a subset: that of its tile, of the given sizes.
type_t parse_window_type(ptoc_t *cc, const op_t *op);

// parse_branches.c
bool parse_branch(parser_t *p, builder_t *b);
bool parse_label(parser_t *p);
/// Turns the branches of a parsed function into scf; does nothing if it has errors.
void parse_structure(parser_t *p, uint32_t errors_before);

// parse_pipes.c
/// Turns the pipe handles of a parsed function into numbers.
void parse_pipe_handles(parser_t *p);

// parse_memref.c
/// A memref in GM, of constant sizes, becomes the type of a part of a view; false: another one, of which nothing is
/// read.
bool parse_memref(parser_t *p, type_t *type);
/// Such parameters of the function become pointers, of which its body makes views.
void parse_memref_params(parser_t *p);

// parse_names.c
/// The name of an operation in our tables.
const char *parse_own_name(const parser_t *p, const char *name);

// parse_rewrite.c
/// Turns an alternative form of an instruction into the table's.
void parse_rewrite(parser_t *p, op_t *op);
/// Whether a rewrite exists for an operation without a row.
bool parse_is_rewritten(const char *name);

// parse_implied.c
/// Inserts the moves that an operation implies.
void parse_implied_moves(parser_t *p, op_t *op);

// parse.c
bool parse_func_region(parser_t *p, func_t *func);
bool parse_module_region(parser_t *p, module_t *parent, loc_t loc, attr_t *attrs, uint16_t attrs_num);

// parse_generic.c
bool parse_at_generic(const parser_t *p, const char *name);
bool parse_generic_module(parser_t *p, module_t *parent);
bool parse_generic_func(parser_t *p, module_t *module);

// parse_simt.c
bool parse_simt_launch(parser_t *p, builder_t *b);

// parse_tassign.c
bool parse_tassign(parser_t *p, builder_t *b);
void parse_bind_address(parser_t *p, op_t *op);
void parse_bind_reshaped(parser_t *p, op_t *op);

// parse_regions.c
/// Reads sources by the valid region of dst.
void parse_regions(parser_t *p, op_t *op);

// parse_index.c
/// Inserts an operation before `place`, with one result of a private name.
op_t *parse_insert_op(parser_t *p, op_t *place, const char *op_name, loc_t loc, const char *name, type_t type);
/// Inserts an integer constant before `place`, named by its number and located where `place` is.
value_t *parse_insert_constant(parser_t *p, op_t *place, int64_t number, type_t type);
bool parse_indexed_value(parser_t *p, builder_t *b, uint32_t clause);
void parse_value_last(op_t *op);
/// Hoists array elements that vector scopes use out of these scopes.
void parse_hoist_elements(block_t *block);

// parse_op.c
bool parse_op(parser_t *p);
/// Moves the lists into the operation and links its operands.
void parse_take_lists(parser_t *p, builder_t *b);
bool parse_late_dict(parser_t *p, op_t *op);
value_t *parse_new_args(parser_t *p, uint32_t num);
void parse_skip_location(parser_t *p);

// parse_results.c
bool parse_result_names(parser_t *p, value_t **results, uint16_t *num);
/// Types of the results: as written, or what the operation implies.
void parse_result_types(ptoc_t *cc, op_t *op);

// parse_switch.c
bool parse_index_switch(parser_t *p, builder_t *b);
/// Inlines its operations into the current block; false after a syntax error, which has been reported.
bool parse_execute_region(parser_t *p, value_t *results, uint32_t results_num);
bool parse_fusion_region(parser_t *p, value_t *results, uint32_t results_num);

// parse_loops.c
bool parse_parallel(parser_t *p, builder_t *b);
bool parse_reduce(parser_t *p, builder_t *b);
bool parse_forall(parser_t *p, builder_t *b);
bool parse_affine_for(parser_t *p, builder_t *b);
bool parse_affine_parallel(parser_t *p, builder_t *b);

// parse_affine.c
/// affine.apply, affine.min, affine.max: they become arith operations.
bool parse_affine(parser_t *p, builder_t *b);
/// A map with its operands; `join` combines several results, NULL if there is only one.
bool parse_affine_map(parser_t *p, builder_t *b, const char *join, raw_operand_t *result);
/// A set with its operands; pushes its condition on the operand stack.
bool parse_affine_set(parser_t *p, builder_t *b);
/// The bounds of affine.parallel, one for each variable.
bool parse_affine_bounds(parser_t *p, builder_t *b, raw_operand_t *bounds, uint32_t num);

// parse.c
bool parse_block_args(parser_t *p, value_t **args, uint32_t *args_num);
/// Operations up to the '}' that ends the region.
void parse_ops(parser_t *p);
bool parse_region(parser_t *p, region_t *region, value_t *args, uint32_t args_num);

#endif
