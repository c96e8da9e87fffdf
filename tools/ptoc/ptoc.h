// SPDX-License-Identifier: Apache-2.0
//
// The internal header of ptoc, the .pto compiler. Its sections are in the order of the stages:
//
//   base/ (source, diagnostics) -> front/ (tokens, parser) -> ir/ -> verify/, lint/ -> plan/ -> strips/ -> emit/
//
// All allocations of a run are in one arena, freed at its end. A stage does not stop at the first error. It reports,
// recovers (a value of unknown type is `poison`, about which no later stage complains) and continues.

#ifndef PTOC_H
#define PTOC_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct ptoc ptoc_t;
typedef struct op op_t;
typedef struct value value_t;
typedef struct block block_t;
typedef struct func func_t;
typedef struct module module_t;

/// source.c: memory, the input file, diagnostics ///

typedef struct arena {
    struct arena_chunk *chunks;
    size_t used, capacity;
} arena_t;

void *arena_alloc(arena_t *arena, size_t bytes);                   // zeroed; aborts if out of memory
char *arena_copy(arena_t *arena, const char *text, size_t bytes);  ///< NUL-terminated copy
char *arena_printf(arena_t *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(arena_t *arena);

#define ARENA_NEW(arena, type)          ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

/// A growing text.
typedef struct text {
    char *data;
    size_t size, capacity;
} text_t;

void text_printf(text_t *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(text_t *text, const char *format, va_list args);
void text_append(text_t *text, const char *data, size_t size);
void text_free(text_t *text);

/// A source location: the byte offset of a token's first character.
typedef uint32_t loc_t;

typedef struct source {
    const char *path;
    const char *text;  // NUL-terminated
    uint32_t size;
    uint32_t *line_starts;
    uint32_t lines_num;
} source_t;

bool source_read(ptoc_t *cc, const char *path);  // false: an error was printed
bool source_set(ptoc_t *cc, const char *path, const char *text, size_t size);
bool source_keep_part(ptoc_t *cc, uint32_t part);  ///< blanks the other parts between lines `// -----`; false: none
void source_position(const ptoc_t *cc, loc_t loc, uint32_t *line, uint32_t *column);  ///< both from 1
uint32_t source_line(const ptoc_t *cc, loc_t loc);

typedef enum { DIAG_ERROR, DIAG_WARNING, DIAG_REMARK } severity_t;

typedef struct note {
    struct note *next;
    loc_t loc;
    const char *text;
} note_t;

typedef struct diag {
    struct diag *next;
    severity_t severity;
    loc_t loc;
    uint32_t span;     // characters to underline, at least 1
    const char *rule;  // the rule's name, printed as [rule]
    const char *text;
    note_t *notes;
} diag_t;

/// Reports at `loc`; `rule` may be NULL. Returns the diagnostic, so that notes can be added. A second diagnostic of the
/// same rule and location is dropped (the return value is still valid).
diag_t *diag_error(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
diag_t *diag_warning(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
diag_t *diag_remark(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_note(ptoc_t *cc, diag_t *diag, loc_t loc, const char *format, ...) __attribute__((format(printf, 4, 5)));
void diag_print(const ptoc_t *cc, FILE *out);  // all of them, in source order

/// lex.c: tokens ///

typedef enum {
    TK_END,
    TK_VALUE,     // %name
    TK_SYMBOL,    // @name or @"name"
    TK_BLOCK,     // ^name
    TK_WORD,      // name, dialect.name
    TK_TYPE,      // !dialect.name
    TK_ATTR,      // #dialect.name
    TK_INT,       // 12, 0x1f
    TK_FLOAT,     // 1.5, 2.0e-3
    TK_STRING,    // "text"
    TK_ARROW,     // ->
    TK_ELLIPSIS,  // ...
    TK_PUNCT,     // one of ( ) { } [ ] < > , : = - + * ? |
    TK_ERROR,
} token_kind_t;

typedef struct token {
    uint8_t kind;     // token_kind_t
    char punct;       // the character of TK_PUNCT, else 0
    bool line_start;  // first token of its line
    loc_t loc;
    uint32_t size;     // bytes in the source
    const char *text;  // name without its sigil, string without quotes and escapes: interned, NUL-terminated
} token_t;

/// Tokens of the whole file, ended by TK_END.
token_t *lex_file(ptoc_t *cc, uint32_t *tokens_num);
/// One copy of each spelling: interned names compare by pointer.
const char *intern(ptoc_t *cc, const char *text, size_t size);

/// ir.c: types, values, operations ///

typedef enum { ARCH_A5, ARCH_A2A3 } arch_t;

typedef enum {
    ELEM_NONE,
#define ELEM(id, spelling, bits, cls, token, ctype) ELEM_##id,
#include <isa/elems.def>
    ELEM_COUNT
} elem_t;

typedef enum {
    CLASS_NONE,
    CLASS_INT,
    CLASS_SINT,
    CLASS_UINT,
    CLASS_IDX,
    CLASS_FLT,
    CLASS_PACK,
    CLASS_INTS,
    CLASS_FLTS
} elem_class_t;

const char *elem_name(elem_t elem);   // "ui16"
const char *elem_token(elem_t elem);  // "u16"
const char *elem_ctype(elem_t elem);  // "uint16_t"
uint32_t elem_bits(elem_t elem);
elem_class_t elem_class(elem_t elem);
bool elem_is_int(elem_t elem);           // INT, SINT, UINT, IDX
bool elem_is_float(elem_t elem);         // FLT
bool elem_is_pair(elem_t elem);          // INTS, FLTS
elem_t elem_find(const char *spelling);  // ELEM_NONE when unknown

typedef enum {
    SPACE_ANY,  // a bare !pto.ptr in a type list
    SPACE_GM,
    SPACE_UB,
    SPACE_L1,
    SPACE_L0A,
    SPACE_L0B,
    SPACE_L0C,
    SPACE_BT,
    SPACE_FB,
    SPACE_COUNT
} space_t;

const char *space_name(space_t space);
/// The bytes of a local memory; UINT64_MAX: not a local memory.
uint64_t space_bytes(space_t space, arch_t arch);

typedef enum {
    TYPE_NONE,    // unknown: poison
    TYPE_SCALAR,  // elem
    TYPE_PTR,     // elem, space
    TYPE_VREG,    // elem, lanes
    TYPE_MASK,    // gran: 8, 16, 32, or 0 for <G> (any)
    TYPE_ALIGN,
    TYPE_LOGICAL,       // !pto.vmi.vreg: elem, lanes
    TYPE_LOGICAL_MASK,  // !pto.vmi.mask: lanes
    TYPE_ARRAY,   // !pto.local_array: name is its spelling, array its sizes and items
    TYPE_STRUCT,  // !pto.struct: name is its spelling, record its fields
    TYPE_TILE,    // elem, space, shape: a tile buffer, or an array of them (shape->count)
    TYPE_TENSOR,  // elem, shape: a view of GM
    TYPE_PART,    // elem, shape: a part of one
    TYPE_OPAQUE,  // another dialect's or level's type; name says which
} type_kind_t;

#define DIMS_MAX    5
#define DIM_DYNAMIC (-1)  // `?`

enum { LAYOUT_NONE = 0, LAYOUT_ROW = 1, LAYOUT_COL = 2 };

/// The shape of a type with several elements. `?` is DIM_DYNAMIC.
typedef struct shape {
    uint32_t rank;
    int64_t dims[DIMS_MAX];  // of tiles: rows, columns
    int64_t valid[2];        // of tiles: the valid rows and columns
    uint8_t blayout;         // LAYOUT_ROW or LAYOUT_COL
    uint8_t slayout;         // the order inside a box; LAYOUT_NONE: no boxes
    uint8_t pad;             // 0 none, 1 zero, 2 max, 3 min
    uint8_t compact;         // 0 none, 1 normal, 2 row plus one
    uint32_t fractal;        // bytes of a box
    uint32_t count;          // of multi_tile_buf: slots; 0: one tile
    const int64_t *strides;  // of a part of a view that is written as a memref, in elements; NULL: of others
} shape_t;

typedef struct type {
    uint8_t kind;   // type_kind_t
    uint8_t elem;   // elem_t
    uint8_t space;  // space_t
    uint8_t gran;
    uint32_t lanes;
    const char *name;  // interned
    const struct array *array;
    const struct record *record;
    const shape_t *shape;
} type_t;

#define ARRAY_RANK_MAX 4

/// Sizes and items of !pto.local_array<2x4xi32>.
typedef struct array {
    type_t item;
    uint32_t rank, sizes[ARRAY_RANK_MAX];
} array_t;

/// The fields of a !pto.struct. Equal types share one record; records of nested structs come first.
typedef struct record {
    struct record *next;
    const char *name;   // as written: "!pto.struct<f16, i8>"
    const char *cname;  // "pto_struct_f16_i8"
    uint32_t fields_num;
    const type_t *fields;
} record_t;

#define TYPE_OF_ELEM(e) ((type_t){.kind = TYPE_SCALAR, .elem = (e)})

bool type_equal(type_t a, type_t b);  // exactly
/// Equal as far as both are specified: poison, a bare !pto.ptr and <G> match anything of their kind.
bool type_compatible(type_t a, type_t b);
const char *type_name(ptoc_t *cc, type_t type);
bool type_is_event(type_t type);  // a result of a tile operation for pto.tsync
// ir_shape.c
bool shape_equal(const shape_t *a, const shape_t *b);
const char *shape_name(ptoc_t *cc, type_t type);

// ir_view.c
/// The extent of a view or of its part; DIM_DYNAMIC: unknown.
int64_t view_extent(const value_t *view, uint32_t d);
/// "ND", "DN" or "NZ"; NULL: unknown.
const char *view_layout(const value_t *view);
/// "nd" or "dn", if the constant extents and strides of make_tensor_view are dense and rule the other out; else NULL.
const char *view_only_layout(const op_t *op);

struct value {
    const char *name;  // without %, as written; result i of a pack "%x:2" is named "x#i"
    type_t type;
    loc_t loc;       // of the definition
    op_t *def;       // the operation whose result it is, or NULL
    block_t *block;  // the block whose argument it is, or NULL
    uint32_t index;  // which result or argument
    uint32_t uses_num;
    bool undefined;  // stands for an undefined name (already reported)
    // emitter and optimiser
    const char *cname;
    void *aux;
    uint8_t lane;  // lane_t of strips.h, during the analysis of a loop
    uint32_t first_uses;  // uses of the first lane alone
    uint32_t across;      // number of its crossing between pieces (emit_pieces.c), or 0
    bool is_resized;      // a tile whose valid region an operation changes
    uint32_t kept;        // its number in the frame that threads keep while others run (emit_threads.c), or 0
    uint32_t timed;       // its number for clocks within the vector function (emit_timed.c), or 0
    const op_t *taken;    // verifier: what goes on from this align value
};

typedef enum {
    ATTR_UNIT,    // {key}
    ATTR_BOOL,    // true, false: integer
    ATTR_INT,     // integer
    ATTR_FLOAT,   // real (integer holds the bits of a 0x... literal when is_bits)
    ATTR_STRING,  // "text"
    ATTR_ENUM,    // <TEXT> or #dialect.name<TEXT>: dialect is "pto.pipe" or NULL
    ATTR_WORD,    // a bare keyword
    ATTR_TYPE,
    ATTR_SYMBOL,  // @text
    ATTR_LIST,    // [items]
    ATTR_DICT,    // {items}
} attr_kind_t;

typedef struct attr {
    const char *key;  // NULL when positional
    uint8_t kind;     // attr_kind_t
    bool is_bits;
    bool too_large;  // the literal does not fit 64 bits
    loc_t loc;
    const char *text;
    const char *dialect;
    int64_t integer;
    double real;
    type_t type;  // of a typed literal `1 : i32`, else TYPE_NONE
    struct attr *items;
    uint32_t items_num;
    /// For positional attributes: the number of plain operands before it.
    uint32_t position;
    uint32_t clause;  // as in operand_t
} attr_t;

typedef struct operand {
    value_t *value;
    loc_t loc;
    uint16_t clause;  // 0: outside of clauses; i: in clauses[i - 1]
    bool indexed;     // written in brackets after the previous operand: %base[%indexed]
    const char *key;  // of `key = %value`, else NULL
} operand_t;

/// A keyword clause: nburst(...), loop(...), or a bare keyword with an argument list.
typedef struct clause {
    const char *name;
    loc_t loc;
    uint16_t first, num;  // its operands
} clause_t;

/// A type as listed after the colon of an operation.
typedef struct listed_type {
    type_t type;
    loc_t loc;
    const char *group;  // the keyword before it ("loop", "pad"), or NULL
} listed_type_t;

/// Bits of op->flags. Bits from 16 on hold an operation's number during a stage.
enum {
    OP_LIVE = 1u << 0,   // emitted
    OP_PARTS = 1u << 1,  // done register by register in a loop in strips
    OP_FIRST = 1u << 2,  // only its first lane is used: a scalar
    OP_SPLIT = 1u << 3,  // a plt of a split loop: all its masks are full in the first part
};

struct op {
    op_t *next, *prev;
    block_t *parent;
    func_t *func;
    const struct op_desc *desc;  // NULL: no such operation (reported)
    const struct op_form *form;  // vector instructions: the row that fits best, see ops_bind
    elem_t elem;                 // vector instructions: T of the form
    uint8_t gran;                // predicate instructions: granularity of M
    const char *name;            // as written, e.g. "pto.vadd"
    loc_t loc;
    loc_t end_loc;  // its closing brace, if it has regions
    operand_t *operands;
    value_t *results;
    attr_t *attrs;  // in the dictionary and positional ones, in source order
    clause_t *clauses;
    listed_type_t *types;         // before the arrow
    listed_type_t *result_types;  // after it
    struct region *regions;
    const char *symbol;  // func.call: the callee
    uint16_t operands_num, results_num, attrs_num, clauses_num;
    uint16_t types_num, result_types_num, regions_num;
    uint8_t depth;   // regions around it, excluding the function's
    bool has_types;  // a colon was written
    bool implied;    // a move that is implicit in the text
    // emitter and optimiser
    uint32_t flags;
    void *aux;
};

struct block {
    struct region *region;
    value_t *args;
    uint32_t args_num;
    op_t *first, *last;
    loc_t loc;
};

/// ptoc has structured control flow only, so each region is a single block (NULL if absent: no else).
typedef struct region {
    op_t *owner;  // NULL: the body of a function
    func_t *func;
    block_t *block;
} region_t;

struct func {
    func_t *next;
    module_t *module;
    const char *name;
    loc_t loc;
    bool is_private;
    func_t *peer;     // the other half of the kernel X, for X_aic and X_aiv
    bool is_kernel;   // pto.aicore or pto.kernel, or a public function without results when none has them
    bool is_threaded;  // emitter: threads of a grid run it, as an entry or called from one
    uint8_t kernel;   // kernel_t, cached
    region_t body;    // body.block == NULL: a declaration
    value_t *params;  // of a declaration; otherwise body.block->args
    type_t *results;
    attr_t *attrs;
    uint32_t params_num, results_num, attrs_num;
    const char *cname;
};

struct module {
    module_t *next, *parent;
    const char *name;  // NULL when anonymous
    loc_t loc;
    attr_t *attrs;
    uint32_t attrs_num;
    module_t *modules, **modules_tail;
    func_t *funcs, **funcs_tail;
};

const attr_t *attr_find(const attr_t *attrs, uint32_t attrs_num, const char *key);
const attr_t *op_attr(const op_t *op, const char *key);       // by key
const operand_t *op_operand(const op_t *op, const char *key);  // of `key = %value`
const attr_t *op_positional(const op_t *op, uint32_t which);  // the which-th attribute without a key
const clause_t *op_clause(const op_t *op, const char *name, uint32_t which);
/// The bare word among the operands, or NULL.
const attr_t *op_word(const op_t *op, const char *word);
/// "%name" for messages.
const char *value_spelling(ptoc_t *cc, const value_t *value);
/// Prints a stage's text before an operation; may be NULL.
typedef void ir_notes_t(const op_t *op, int depth, text_t *out);
void ir_print(ptoc_t *cc, const module_t *module, ir_notes_t *notes, text_t *out);
/// Inserts an operation before another, into its block.
void ir_insert_before(op_t *op, op_t *place);
/// Visits every operation in `block`, outer ones before nested ones.
void ir_walk(block_t *block, void (*visit)(op_t *op, void *arg), void *arg);
/// What ir_replace replaces: the uses of `from` by uses of `to`.
typedef struct {
    const value_t *from;
    value_t *to;
} ir_replacement_t;
/// Replaces a value in an operation's operands; for ir_walk, whose `arg` is an ir_replacement_t.
void ir_replace(op_t *op, void *replacement);
/// Visits all functions of a module and of its nested modules.
void ir_walk_module(module_t *module, void (*visit)(op_t *op, void *arg), void *arg);
/// The kind of core that an operation runs on: its section's, its function's or its module's.
typedef enum { CORE_ANY, CORE_VECTOR, CORE_CUBE } core_t;
core_t op_core(const op_t *op);
core_t func_core(const func_t *func);
/// The kind of core that a kernel is launched on: by its attributes, or else by its operations and calls.
typedef enum { KERNEL_UNKNOWN, KERNEL_VECTOR, KERNEL_CUBE, KERNEL_MIXED } kernel_t;
kernel_t func_kernel(func_t *func);
/// The vector half of a kernel whose cube half is in another module, and vice versa; NULL: none.
func_t *func_other_half(const func_t *func);
/// Another function that is the same half of the same kernel, or NULL.
func_t *func_same_half(const func_t *func);
/// A kernel's parameter for parameter i of a half: the one with its name, else with its position, or NULL.
const value_t *half_param(const func_t *kernel, const func_t *half, uint32_t i);
/// The called or launched function, NULL: unknown.
func_t *op_callee(const op_t *op);
/// Whether threads of a grid run a function: it has pto.simt_entry.
bool func_is_simt(const func_t *func);
/// Whether an operation launches a grid: pto.simt_launch, or a call of such a function.
bool op_is_simt_launch(const op_t *op);
/// Whether threads meet in an operation or a function: in a vote, a shuffle, a reduction, a barrier.
bool op_meets(const op_t *op);
bool func_meets(const func_t *func);
/// pto.simt_max_threads of a function, or its default.
int64_t func_simt_threads(const func_t *func);
/// "a5" or "a2a3", also spelled "a2" or "a3"; false if neither.
bool arch_find(const char *name, arch_t *arch);
/// The profile of a module: its own, its parents', else the command line's; false if none is given.
bool module_arch(const ptoc_t *cc, const module_t *module, arch_t *arch);
/// The profile that an operation is compiled for.
arch_t op_arch(const ptoc_t *cc, const op_t *op);
/// The constant integer of a value (through index casts); false if it is not constant.
bool value_constant(const value_t *value, int64_t *integer);
/// Whether a value is the constant 0 or 0.0, with all bits clear.
bool value_is_zero(const value_t *value);
/// The innermost vector interval (vecscope, strict_vecscope, carrier loop) around an op, or NULL.
op_t *op_vecscope(const op_t *op);
bool op_is_vecscope(const op_t *op);

/// parse*.c ///

/// The file as a module, never NULL; errors have been reported.
module_t *parse_file(ptoc_t *cc);

/// ops.c and its neighbours: the known operations ///

#include "ir/ops.h"

/// verify.c and lint.c ///

/// Checks every rule of the ISA. Counts errors in cc.
void verify_module(ptoc_t *cc, module_t *module);
/// Warnings about ordering. Runs on verified modules only.
void lint_module(ptoc_t *cc, module_t *module);
/// The argument of -W: "no-NAME", "error", "all". False: no such warning.
bool lint_option(ptoc_t *cc, const char *name);

/// vmi.c ///

/// Checks operations on logical vectors and, if a module has no errors, lowers them to instructions.
void vmi_module(ptoc_t *cc, module_t *module);

/// plan.c ///

/// Plans addresses of tiles, and synchronisation of tile kernels.
void plan_module(ptoc_t *cc, module_t *module);

#define REACH_WHOLE UINT32_MAX
/// Raises the bytes of each local memory, from its begin, that a kernel may write: by space_t, REACH_WHOLE if unknown.
void plan_reach(const func_t *func, uint64_t *reach);

/// strips/ ///

/// Finds facts that the C compiler cannot see: unused lanes, loop-invariant masks.
void strips_module(ptoc_t *cc, module_t *module);
/// Prints loops that run in strips, for ir_print.
void strips_print(const op_t *op, int depth, text_t *out);

/// emit*.c ///

/// Emits the module as C over pto/pto.h.
void emit_module(ptoc_t *cc, module_t *module, text_t *out);

/// main.c and library use (fuzzing) ///

struct ptoc {
    arena_t arena;
    source_t source;
    diag_t *diags, **diags_tail;
    uint32_t errors_num, warnings_num, remarks_num;
    arch_t arch;
    bool arch_given;    // --arch
    const char *entry;  // --entry, or NULL
    bool subc_borrow;   // --subc borrow
    bool no_opt;        // -O0
    bool timed;         // --timed
    bool quiet_lint;    // -w
    bool werror;        // -Werror
    bool explain;       // --explain-speed
    bool reassociate;   // --fast-math reassociate
    uint32_t lint_off;  // -Wno-NAME: a bit for each warning, in the order of rules.def
    record_t *records;  // structs
    struct intern_table *names;
    struct ops_table *ops;
};

void ptoc_init(ptoc_t *cc);
void ptoc_free(ptoc_t *cc);

#endif
