// SPDX-License-Identifier: Apache-2.0
//
// The internal header of ptoc, the .pto compiler. Sections follow the files, in the order of the stages:
//
//   base/ (source, diagnostics) -> front/ (tokens, parser) -> ir/ -> verify/, lint/ -> plan/ -> strips/ -> emit/
//
// Everything a run allocates lives in one arena and is freed at the end of the run. A stage never
// stops at the first mistake: it reports, repairs what it can (a value of unknown type is `poison`:
// no later stage may complain about it) and goes on.

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

void *arena_alloc(arena_t *arena, size_t bytes);                   ///< zeroed; aborts when memory is out
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

/// A place in the source: byte offset of a token's first character.
typedef uint32_t loc_t;

typedef struct source {
    const char *path;
    const char *text;  // NUL-terminated
    uint32_t size;
    uint32_t *line_starts;
    uint32_t lines_num;
} source_t;

bool source_read(ptoc_t *cc, const char *path);  ///< false: a message was printed
bool source_set(ptoc_t *cc, const char *path, const char *text, size_t size);
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

/// Report at `loc`; `rule` may be NULL. Returns the diagnostic so that notes can be added.
/// A second diagnostic of the same rule at the same place is dropped (the return value is still valid).
diag_t *diag_error(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
diag_t *diag_warning(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
diag_t *diag_remark(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_note(ptoc_t *cc, diag_t *diag, loc_t loc, const char *format, ...) __attribute__((format(printf, 4, 5)));
void diag_print(const ptoc_t *cc, FILE *out);  ///< all of them, in the order of the source

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

/// The whole file as tokens, ended by TK_END.
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

typedef enum { CLASS_NONE, CLASS_INT, CLASS_SINT, CLASS_UINT, CLASS_IDX, CLASS_FLT, CLASS_PACK } elem_class_t;

const char *elem_name(elem_t elem);   // "ui16"
const char *elem_token(elem_t elem);  // "u16"
const char *elem_ctype(elem_t elem);  // "uint16_t"
uint32_t elem_bits(elem_t elem);
elem_class_t elem_class(elem_t elem);
bool elem_is_int(elem_t elem);           // INT, SINT, UINT, IDX
bool elem_is_float(elem_t elem);         // FLT
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
/// The bytes of a local memory; UINT64_MAX: it is none.
uint64_t space_bytes(space_t space, arch_t arch);

typedef enum {
    TYPE_NONE,    // not known: poison
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

/// What a type of more than one element looks like. `?` is DIM_DYNAMIC.
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

/// What !pto.local_array<2x4xi32> holds.
typedef struct array {
    type_t item;
    uint32_t rank, sizes[ARRAY_RANK_MAX];
} array_t;

/// The fields of a !pto.struct. Each struct of a file is there once; those inside another stand in front of it.
typedef struct record {
    struct record *next;
    const char *name;   // as written: "!pto.struct<f16, i8>"
    const char *cname;  // "pto_struct_f16_i8"
    uint32_t fields_num;
    const type_t *fields;
} record_t;

#define TYPE_OF_ELEM(e) ((type_t){.kind = TYPE_SCALAR, .elem = (e)})

bool type_equal(type_t a, type_t b);  // exactly
/// Equal where both say something: poison, a bare !pto.ptr and <G> match anything of their kind.
bool type_compatible(type_t a, type_t b);
const char *type_name(ptoc_t *cc, type_t type);
bool type_is_event(type_t type);  ///< what a tile operation gives for pto.tsync
// ir_shape.c
bool shape_equal(const shape_t *a, const shape_t *b);
const char *shape_name(ptoc_t *cc, type_t type);

// ir_view.c
/// The extent of a view or of a part of one; DIM_DYNAMIC: not known.
int64_t view_extent(const value_t *view, uint32_t d);
/// "ND", "DN" or "NZ"; NULL: not known.
const char *view_layout(const value_t *view);

struct value {
    const char *name;  // without %, as written; result i of a pack "%x:2" is named "x#i"
    type_t type;
    loc_t loc;       // where it is defined
    op_t *def;       // the operation whose result it is, or NULL
    block_t *block;  // the block whose argument it is, or NULL
    uint32_t index;  // which result or argument
    uint32_t uses_num;
    bool undefined;  // stands for a name that is used and never defined (already reported)
    // emitter and optimiser
    const char *cname;
    void *aux;
    uint8_t lane;  // lane_t of strips.h, while a loop is looked at
    uint32_t first_uses;  // that ask for the first lane alone
    uint32_t across;      // number of its crossing between pieces (emit_pieces.c), or 0
    bool is_resized;      // a tile whose valid region some operation sets
    uint32_t timed;       // its number for clocks within the vector function (emit_timed.c), or 0
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
    /// For positional attributes: how many plain operands stand before it in the text.
    uint32_t position;
    uint32_t clause;  // as in operand_t
} attr_t;

typedef struct operand {
    value_t *value;
    loc_t loc;
    uint16_t clause;  // 0: outside of clauses; i: in clauses[i - 1]
    bool indexed;     // stands in brackets after the previous operand: %base[%indexed]
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

/// Bits of op->flags. From bit 16 on a stage keeps an operation's number within its block.
enum {
    OP_LIVE = 1u << 0,   // emitted
    OP_PARTS = 1u << 1,  // done register by register in a loop of strips
    OP_FIRST = 1u << 2,  // only its first lane is used: a scalar
    OP_SPLIT = 1u << 3,  // a plt whose loop is split: all lanes are left in the first part
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
    attr_t *attrs;  // of the dictionary and positional ones, in the order of the text
    clause_t *clauses;
    listed_type_t *types;         // before the arrow
    listed_type_t *result_types;  // after it
    struct region *regions;
    const char *symbol;  // func.call: the callee
    uint16_t operands_num, results_num, attrs_num, clauses_num;
    uint16_t types_num, result_types_num, regions_num;
    uint8_t depth;   // how many regions enclose it, below the function's
    bool has_types;  // a colon was written
    bool implied;    // a move that the text leaves out
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

/// ptoc has structured control flow only, so each region is one block (NULL when it is absent: no else).
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
    func_t *peer;     // of X_aic and X_aiv, which are the two sides of one kernel X: the other one
    bool is_kernel;   // pto.aicore or pto.kernel, or a public function without results when none has them
    uint8_t kernel;   // kernel_t, once it was asked for
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
/// "%name" for messages.
const char *value_spelling(ptoc_t *cc, const value_t *value);
/// What a stage has to say in front of an operation, or NULL.
typedef void ir_notes_t(const op_t *op, int depth, text_t *out);
void ir_print(ptoc_t *cc, const module_t *module, ir_notes_t *notes, text_t *out);
/// Visit every op below `block`, outer ops before the ops inside them.
void ir_walk(block_t *block, void (*visit)(op_t *op, void *arg), void *arg);
/// Those of all functions of a module and of the modules in it.
void ir_walk_module(module_t *module, void (*visit)(op_t *op, void *arg), void *arg);
/// The kind of core that an operation runs on: its section's, its function's or its module's.
typedef enum { CORE_ANY, CORE_VECTOR, CORE_CUBE } core_t;
core_t op_core(const op_t *op);
core_t func_core(const func_t *func);
/// What a kernel is launched on: as its attributes say, or by what it contains, calls included.
typedef enum { KERNEL_UNKNOWN, KERNEL_VECTOR, KERNEL_CUBE, KERNEL_MIXED } kernel_t;
kernel_t func_kernel(func_t *func);
/// The vector half of a kernel that has its cube half in another module, and the other way round; NULL: none.
func_t *func_other_half(const func_t *func);
/// Another function that would be the same half of a kernel, or NULL.
func_t *func_same_half(const func_t *func);
/// The parameter of a kernel that is parameter i of one of its halves: that of its name, else of its place, or NULL.
const value_t *half_param(const func_t *kernel, const func_t *half, uint32_t i);
/// The function that a call means, NULL: none.
func_t *op_callee(const op_t *op);
/// "a5" or "a2a3", which may be written "a2" or "a3"; false where it is neither.
bool arch_find(const char *name, arch_t *arch);
/// The profile of a module: its own, its parents', else the command line's; false where nobody states one.
bool module_arch(const ptoc_t *cc, const module_t *module, arch_t *arch);
/// The profile that an operation is compiled for.
arch_t op_arch(const ptoc_t *cc, const op_t *op);
/// The constant integer behind a value (through index casts), false when it is not known.
bool value_constant(const value_t *value, int64_t *integer);
/// Whether a value is the constant 0 or 0.0, all bits of which are clear.
bool value_is_zero(const value_t *value);
/// The innermost vector interval (vecscope, strict_vecscope, carrier loop) around an op, or NULL.
op_t *op_vecscope(const op_t *op);
bool op_is_vecscope(const op_t *op);

/// parse*.c ///

/// The file as a module. Never NULL; what could not be understood was reported.
module_t *parse_file(ptoc_t *cc);

/// ops.c and its neighbours: what operations there are ///

#include "ir/ops.h"

/// verify.c and lint.c ///

/// Every rule of the ISA. Errors are counted in cc.
void verify_module(ptoc_t *cc, module_t *module);
/// Warnings about ordering. Runs on verified modules only.
void lint_module(ptoc_t *cc, module_t *module);
/// What follows -W: "no-NAME", "error", "all". False: there is no such warning.
bool lint_option(ptoc_t *cc, const char *name);

/// vmi.c ///

/// Check the operations on logical vectors and, where a module has no errors, put instructions in their place.
void vmi_module(ptoc_t *cc, module_t *module);

/// plan.c ///

/// Addresses of tiles, synchronisation of tile kernels.
void plan_module(ptoc_t *cc, module_t *module);

/// strips/ ///

/// What the C compiler cannot see: lanes that nobody looks at, masks that do not change.
void strips_module(ptoc_t *cc, module_t *module);
/// Loops that run in strips, for ir_print.
void strips_print(const op_t *op, int depth, text_t *out);

/// emit*.c ///

/// The module as C over pto/pto.h.
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
