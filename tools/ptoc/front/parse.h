// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files of the parser:
//
//   parse.c        regions, functions, modules; recovery after a syntax error
//   parse_op.c     operations, the types of their results
//   parse_switch.c  scf.index_switch, and regions that stand in their place
//   parse_loops.c  loops of other dialects
//   parse_affine.c  maps of indices
//   parse_branches.c  branches between blocks
//   parse_pipes.c  pipes between cores as handles
//   parse_index.c  brackets behind a value
//   parse_names.c  other names of operations
//   parse_rewrite.c  other forms of instructions
//   parse_items.c  operand lists, clauses, listed types
//   parse_tile.c   types and operations of the tile level
//   parse_types.c  types and attributes
//   parse_base.c   tokens, lists, names
//
// A function that returns false has reported why; whoever called it gives up too, up to parse_op.

#ifndef PTOC_PARSE_H
#define PTOC_PARSE_H

#ifndef PTOC_H
#error "include ptoc.h before parse.h"
#endif

#define DEPTH_MAX 120   // regions, lists and types inside each other
#define ITEMS_MAX 4096  // operands, attributes or types of one operation

/// A name of the function, newest first.
typedef struct symbol {
    struct symbol *older;  // of the same name, and visible when this one was defined
    const char *name;      // interned
    value_t *value;
    struct symbol *scope_next;
    uint32_t isolation;  // see parser_t
    bool visible;
} symbol_t;

typedef struct pending {
    struct pending *next;
    value_t *placeholder, *value;  // what the operand has until the function ends, and then
    const char *name, *base;
} pending_t;

/// Where an operation's lists are gathered before they are copied to the arena: stacks shared by the nested
/// operations, each of which uses the part above its base.
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
    const token_t *value;  // of an attribute: where its text stands; NULL: a type
} alias_t;

#define NODES_MAX 64

/// A block of a function that has several, until parse_structure.
typedef struct node {
    const char *label;  // NULL: the first
    loc_t loc;
    value_t *args;
    uint32_t args_num;
    op_t *before;       // the operation in front of it, NULL: none
    op_t *first, *end;   // `end` branches or returns
    struct node *next[2];
    operand_t *inits;  // of the head of a loop
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
    uint32_t isolation;  // strict scopes that are open: their bodies may use the names around them anew
    arch_t arch;         // of the module
    pending_t *pending, **pending_tail;
    stack_t operands, attrs, clauses, types, result_types;
    alias_t *aliases;
    const op_t *unknown;  // no operation, while its text is tried
    value_t *undefined;  // one value for each undefined name of a function, through scope-less symbols
} parser_t;

/// One operation while it is parsed.
typedef struct builder {
    op_t *op;
    uint32_t operands, attrs, clauses, types, result_types;  // bases in the parser's stacks
    uint32_t plain_num;
    bool failed;
    bool unknown_tile;  // no operation, and written with ins(...)
} builder_t;

// parse_base.c: tokens
bool parse_at(const parser_t *p, char c);
bool parse_at_word(const parser_t *p, const char *word);
const token_t *parse_peek(const parser_t *p, uint32_t ahead);
void parse_advance(parser_t *p);
/// Go on behind the token when it is the one.
bool parse_take(parser_t *p, char c);
bool parse_take_word(parser_t *p, const char *word);
/// The same, and report when it is not.
bool parse_expect(parser_t *p, char c);
/// The '{' of a region. Where it is missing in front of an operation, that is an error and the region goes on all the same.
bool parse_open_region(parser_t *p);
bool parse_expect_word(parser_t *p, const char *word);
bool parse_fail(parser_t *p, const char *expected);
/// One level deeper, or a report that there are too many; parser_t.depth is counted down by the caller.
bool parse_deeper(parser_t *p);

// Lists
/// A new zeroed item on a stack.
void *parse_push(parser_t *p, stack_t *stack, size_t item);
/// The items above `base`, moved to the arena.
void *parse_pop(parser_t *p, stack_t *stack, uint32_t base, size_t item, uint16_t *num);

// Names
void names_reset(parser_t *p);
void names_define(parser_t *p, const char *name, value_t *value);
void names_close(parser_t *p, symbol_t *outer);
/// Link an operand to its value, now or at the end of the function.
void names_link(parser_t *p, operand_t *operand, const raw_operand_t *raw);
void names_resolve(parser_t *p);
/// The value that a name stands for here, or NULL.
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
/// The entries go on the attribute stack.
bool parse_dict(parser_t *p);
bool parse_ignored_dict(parser_t *p);

// parse_items.c
bool parse_items(parser_t *p, builder_t *b, uint32_t clause, char close);
bool parse_types(parser_t *p, stack_t *stack, uint32_t base, const char *group);
bool parse_type_part(parser_t *p, builder_t *b);
raw_operand_t *parse_value_use(parser_t *p, builder_t *b, uint32_t clause);
bool parse_at_next_op(const parser_t *p);
void parse_append_op(parser_t *p, op_t *op);
void parse_insert_before(op_t *op, op_t *place);
void parse_move_before(op_t *op, op_t *place);
/// A literal in place of an operand becomes a constant of its own in front of the operation.
bool parse_literal_operand(parser_t *p, builder_t *b, uint32_t clause);

// parse_tile.c
/// The fields of a struct, in < and >.
bool parse_struct_body(parser_t *p, type_t *type);
/// Whether a name is one of mscatter, mgather and what stands behind them: assembly, without a dialect.
bool parse_is_assembly(const char *name);
/// Operations of no dialect.
bool parse_is_bare(const char *name);
/// Turn the operands and the name of such an operation into ins(...), outs(...) and attributes.
void parse_assembly(parser_t *p, op_t *op, const char *name);
bool parse_tile_type(parser_t *p, const char *name, type_t *type, bool *ok);
bool parse_clause_types(parser_t *p, builder_t *b, const char *group);
bool parse_tile_keyed(parser_t *p, builder_t *b, uint32_t clause, bool *ok);
bool parse_tile_op(parser_t *p, builder_t *b);
void parse_generic_words(parser_t *p, op_t *op);
/// Give the operands of a generic form their clauses; false: it has been refused.
bool parse_generic_tile(parser_t *p, op_t *op);
/// Turn a tile operation that has results into one that writes tiles; false: it is none. The results are then those of
/// the operations in front that make the tiles.
bool parse_level1(parser_t *p, op_t *op);
/// The last operands are outs, the others ins.
void parse_give_clauses(parser_t *p, op_t *op, uint32_t outs);
/// What partition_view gives when no type is written: the sizes that are constants.
type_t parse_part_type(ptoc_t *cc, const op_t *op);

// parse_branches.c
bool parse_branch(parser_t *p, builder_t *b);
bool parse_label(parser_t *p);
/// Turn the branches of a function that has been read into scf; not where it has errors.
void parse_structure(parser_t *p, uint32_t errors_before);

// parse_pipes.c
/// Turn the handles of pipes of a function that has been read into numbers.
void parse_pipe_handles(parser_t *p);

// parse_names.c
/// What the tables here call an operation.
const char *parse_own_name(const parser_t *p, const char *name);

// parse_rewrite.c
/// Turn other forms of an instruction into its own.
void parse_rewrite(parser_t *p, op_t *op);
/// Whether an operation without a row has a rewriting here.
bool parse_is_rewritten(const char *name);

// parse_implied.c
/// Insert the moves that an operation leaves out.
void parse_implied_moves(parser_t *p, op_t *op);

// parse.c
bool parse_func_region(parser_t *p, func_t *func);
bool parse_module_region(parser_t *p, module_t *parent, loc_t loc, attr_t *attrs, uint16_t attrs_num);

// parse_generic.c
bool parse_at_generic(const parser_t *p, const char *name);
bool parse_generic_module(parser_t *p, module_t *parent);
bool parse_generic_func(parser_t *p, module_t *module);

// parse_tassign.c
bool parse_tassign(parser_t *p, builder_t *b);
void parse_bind_address(parser_t *p, op_t *op);

// parse_regions.c
/// Read sources by the valid region of dst.
void parse_regions(parser_t *p, op_t *op);

// parse_index.c
/// An operation in front of another, with one result, whose name nobody else sees.
op_t *parse_insert_op(parser_t *p, op_t *place, const char *op_name, loc_t loc, const char *name, type_t type);
bool parse_indexed_value(parser_t *p, builder_t *b, uint32_t clause);
void parse_value_last(op_t *op);
/// Move the elements of arrays that vector scopes use in front of them.
void parse_hoist_elements(block_t *block);

// parse_op.c
bool parse_op(parser_t *p);
/// Take the lists over into the operation, link its operands.
void parse_take_lists(parser_t *p, builder_t *b);
bool parse_late_dict(parser_t *p, op_t *op);
value_t *parse_new_args(parser_t *p, uint32_t num);
void parse_skip_location(parser_t *p);

// parse_switch.c
bool parse_index_switch(parser_t *p, builder_t *b);
/// Its operations become some of the block that is open; false where the text is broken, which has been reported.
bool parse_execute_region(parser_t *p, value_t *results, uint32_t results_num);
bool parse_fusion_region(parser_t *p, value_t *results, uint32_t results_num);

// parse_loops.c
bool parse_parallel(parser_t *p, builder_t *b);
bool parse_reduce(parser_t *p, builder_t *b);
bool parse_forall(parser_t *p, builder_t *b);
bool parse_affine_for(parser_t *p, builder_t *b);
bool parse_affine_parallel(parser_t *p, builder_t *b);

// parse_affine.c
/// affine.apply, affine.min, affine.max: they become operations of arith.
bool parse_affine(parser_t *p, builder_t *b);
/// A map with its operands; `join` is the operation of several results, NULL: there is one.
bool parse_affine_map(parser_t *p, builder_t *b, const char *join, raw_operand_t *result);
/// A set with its operands, as a condition on the stack of operands.
bool parse_affine_set(parser_t *p, builder_t *b);
/// The bounds of affine.parallel, one for each variable.
bool parse_affine_bounds(parser_t *p, builder_t *b, raw_operand_t *bounds, uint32_t num);

// parse.c
bool parse_block_args(parser_t *p, value_t **args, uint32_t *args_num);
/// The operations up to the '}' that ends the region.
void parse_ops(parser_t *p);
bool parse_region(parser_t *p, region_t *region, value_t *args, uint32_t args_num);

#endif
