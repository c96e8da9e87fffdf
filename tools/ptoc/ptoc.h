// SPDX-License-Identifier: Apache-2.0
//
// The internal header of ptoc, the .pto compiler. Sections follow the files, in the order of the stages:
//
//   base/ (source, diagnostics) -> front/ (tokens, parser) -> ir/ -> verify/, lint/ -> opt/ -> emit/
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

typedef enum {
    TYPE_NONE,    // not known: poison
    TYPE_SCALAR,  // elem
    TYPE_PTR,     // elem, space
    TYPE_VREG,    // elem, lanes
    TYPE_MASK,    // gran: 8, 16, 32, or 0 for <G> (any)
    TYPE_ALIGN,
    TYPE_ARRAY,   // !pto.local_array: name is its spelling, array its sizes and items
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
    const shape_t *shape;
} type_t;

#define ARRAY_RANK_MAX 4

/// What !pto.local_array<2x4xi32> holds.
typedef struct array {
    type_t item;
    uint32_t rank, sizes[ARRAY_RANK_MAX];
} array_t;

#define TYPE_OF_ELEM(e) ((type_t){.kind = TYPE_SCALAR, .elem = (e)})

bool type_equal(type_t a, type_t b);  // exactly
/// Equal where both say something: poison, a bare !pto.ptr and <G> match anything of their kind.
bool type_compatible(type_t a, type_t b);
const char *type_name(ptoc_t *cc, type_t type);
// ir_shape.c
bool shape_equal(const shape_t *a, const shape_t *b);
const char *shape_name(ptoc_t *cc, type_t type);

typedef struct value {
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
    uint8_t lane;  // lane_t of lanes.h, while a loop is looked at
} value_t;

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
void ir_print(ptoc_t *cc, const module_t *module, text_t *out);
/// Visit every op below `block`, outer ops before the ops inside them.
void ir_walk(block_t *block, void (*visit)(op_t *op, void *arg), void *arg);
/// The kind of core that an operation runs on: its section's, its function's or its module's.
typedef enum { CORE_ANY, CORE_VECTOR, CORE_CUBE } core_t;
core_t op_core(const op_t *op);
core_t func_core(const func_t *func);
/// What a kernel is launched on: as its attributes say, or by what it contains, calls included.
typedef enum { KERNEL_UNKNOWN, KERNEL_VECTOR, KERNEL_CUBE, KERNEL_MIXED } kernel_t;
kernel_t func_kernel(func_t *func);
/// The vector half of a kernel that has its cube half in another module, and the other way round; NULL: none.
func_t *func_other_half(const func_t *func);
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
/// The innermost vector interval (vecscope, strict_vecscope, carrier loop) around an op, or NULL.
op_t *op_vecscope(const op_t *op);
bool op_is_vecscope(const op_t *op);

/// parse*.c ///

/// The file as a module. Never NULL; what could not be understood was reported.
module_t *parse_file(ptoc_t *cc);

/// ops.c: what operations there are ///

/// Attribute classes of isa/attrs.def.
typedef enum {
    ATTRS_NONE,
    ATTRS_dist_ld,
    ATTRS_dist_ldx2,
    ATTRS_dist_st,
    ATTRS_dist_stx2,
    ATTRS_dist_pld,
    ATTRS_dist_pst,
    ATTRS_stride,
    ATTRS_pat,
    ATTRS_rnd,
    ATTRS_sat,
    ATTRS_part,
    ATTRS_cvt_part,
    ATTRS_half,
    ATTRS_cmp,
    ATTRS_position,
    ATTRS_order,
    ATTRS_post,
    ATTRS_COUNT
} attr_class_t;

typedef struct attr_value {
    uint8_t cls;           // attr_class_t
    const char *key;       // of the dictionary form
    const char *c_name;    // "LD_NORM": PTO_LD_NORM
    const char *spelling;  // "NORM"
} attr_value_t;

const char *attr_class_name(attr_class_t cls);
const char *attr_class_key(attr_class_t cls);
/// The value of a class by spelling; a family without its width ("BRC") takes the element's. NULL: none.
const attr_value_t *attr_value_find(attr_class_t cls, const char *spelling, elem_t elem);
/// The i-th value of a class, NULL after the last.
const attr_value_t *attr_value_at(attr_class_t cls, uint32_t i);

/// One item of a signature of isa/vector.def.
typedef enum {
    SIG_V,
    SIG_C,
    SIG_R,
    SIG_U,
    SIG_G,
    SIG_S,
    SIG_F,
    SIG_X,
    SIG_M,
    SIG_M8,
    SIG_M16,
    SIG_M32,
    SIG_P,
    SIG_Q,
    SIG_A,
    SIG_I16,
    SIG_I32,
    SIG_I64,
    SIG_IDX,
    SIG_ATTR,
} sig_kind_t;

typedef struct sig_item {
    uint8_t kind;   // sig_kind_t
    bool indexed;   // P[] Q[]: this pointer is followed by an index operand
    bool optional;  // #a?
    uint8_t attr;   // attr_class_t of SIG_ATTR
} sig_item_t;

#define SIG_MAX 12

/// A row of isa/vector.def.
typedef struct op_form {
    const char *name;       // "vadd"
    const char *fn;         // stem of the C function
    const char *signature;  // as in the table
    uint32_t types;         // bit set of ELEM_TOKEN_BIT, or of granularities
    uint16_t latency;
    uint8_t operands_num, results_num;  // items
    sig_item_t operands[SIG_MAX];       // operands and attributes, in the order of the text
    sig_item_t results[4];
} op_form_t;

/// Element types as the table's bit set (signless and signed are one bit).
enum {
    T_I8 = 1 << 0,
    T_U8 = 1 << 1,
    T_I16 = 1 << 2,
    T_U16 = 1 << 3,
    T_I32 = 1 << 4,
    T_U32 = 1 << 5,
    T_I64 = 1 << 6,
    T_U64 = 1 << 7,
    T_F16 = 1 << 8,
    T_BF16 = 1 << 9,
    T_F32 = 1 << 10,
    T_E4M3 = 1 << 11,
    T_E5M2 = 1 << 12,
    T_HIF8 = 1 << 13,
    T_E2M1X2 = 1 << 14,
    T_E1M2X2 = 1 << 15,
    B8 = 1 << 16,
    B16 = 1 << 17,
    B32 = 1 << 18,
};
uint32_t elem_table_bit(elem_t elem);
uint32_t gran_table_bit(uint32_t gran);

/// What kind of operation it is: where it may stand and who handles it.
typedef enum {
    OPS_ARITH,   // arith.*: anywhere
    OPS_SCF,     // control flow
    OPS_FUNC,    // func.call, return
    OPS_SCOPE,   // vecscope, strict_vecscope, section.*
    OPS_VECTOR,  // isa/vector.def: inside a vector interval (UB-to-UB forms outside)
    OPS_SCALAR,  // pointers, scalar memory, queries, control registers
    OPS_SYNC,    // flags, buffers, barriers, cross-core
    OPS_DMA,     // transfers of a vector core
    OPS_CUBE,    // needs a cube core
    OPS_TILE,    // isa/tile.def, and what makes tiles and views
} op_class_t;

/// Where a command may stand.
typedef enum {
    ON_ANY,
    ON_VEC,   // on vector cores
    ON_CUBE,  // on cube cores
    ON_A5,    // on that profile
    ON_A2A3,
} op_where_t;

/// What a command does, for the lint and the emitter.
typedef enum {
    DOES_NOTHING,  // no command, or one that sets a register of the scalar unit
    DOES_MOVE,     // reads and writes memories on its pipe
    DOES_SET,      // a flag
    DOES_WAIT,
    DOES_GET,  // a buffer
    DOES_RELEASE,
    DOES_BARRIER,  // of a pipe
    DOES_FENCE,    // of a vector function
    DOES_SIGNAL,   // another core
    DOES_AWAIT,
} op_does_t;

/// The operations that are not in isa/vector.def: isa/system.def.
typedef enum {
    OP_NONE,
#define OP(id, name, cls, shape) OP_##id,
#include <isa/system.def>
#define OP(id, name, cls, shape) OP_##id,
#include <isa/tile_values.def>
    OP_COUNT
} op_id_t;

/// Whether an operation is that one; false for NULL.
bool op_is(const op_t *op, op_id_t id);

typedef struct op_desc {
    const char *name;        // full: "pto.vadd"
    uint8_t cls;             // op_class_t
    uint8_t where;           // op_where_t
    uint8_t does;            // op_does_t
    uint8_t pipe;            // pipe_t of commands that are queued on one
    uint16_t id;             // op_id_t, OP_NONE for rows of isa/vector.def
    const char *fn;          // stem of the C call of commands
    const char *shape;       // signature of rows of system.def, see there
    const op_form_t *forms;  // rows of isa/vector.def of that name
    uint32_t forms_num;
    const struct tile_form *tiles;  // rows of isa/tile.def of that name
    uint32_t tiles_num;
} op_desc_t;

const op_desc_t *ops_find(ptoc_t *cc, const char *name);  // interned name; NULL when unknown
/// Unknown spelling: the nearest known one, or NULL.
const char *ops_suggest(ptoc_t *cc, const char *name);
/// Edits between two names; `limit` where they are at least as many, or a name is very long.
uint32_t edit_distance(const char *a, const char *b, uint32_t limit);
/// The rows of isa/vector.def in order, for tools that list them.
const op_form_t *ops_form_at(uint32_t i);

/// shape.c: a word of a shape ///

typedef struct shape_word {
    const char *text;  // as it stands in the table, `size` characters
    size_t size;
    char letter;       // I F A B N = of operands, * of pointers, ( of clauses, else the first character
    const char *name;  // of a number, a memory, a clause: `name_size` characters
    size_t name_size;
    const char *inside;  // of a clause: its operands, see shape_next_inside
    uint32_t bits;       // of a number's field, 0: not limited
    bool writes;         // of a pointer: the command writes there
    bool is_attr;        // a word of text
    bool takes_number;   // "pipe|N": or a number
    bool optional, repeated;
} shape_word_t;

/// The next word of a shape at *at; false at the end.
bool shape_next(const char **at, shape_word_t *word);
/// The next operand of a clause at *at, which starts as word.inside.
bool shape_next_inside(const char **at, shape_word_t *word);
/// Whether that is a word's name.
bool shape_word_is(const shape_word_t *word, const char *name);
/// What stands for a word of a shape: a positional attribute or an operand.
typedef struct item {
    const attr_t *attr;
    const operand_t *operand;
    loc_t loc;
} item_t;
/// The positional attributes and the operands outside of clauses, in the order of the text; at most `max`.
uint32_t op_items(const op_t *op, item_t *items, uint32_t max);
/// The item of the which-th word of that name in the shape of an operation whose shape is words alone; false: none.
bool op_item(const op_t *op, const char *name, uint32_t which, item_t *item);
/// The which-th pipe that an operation names, -1 when there is none or it is no pipe.
int op_pipe(const op_t *op, uint32_t which);
/// The integer of an item when it is known at compile time: a literal, an event's word, a constant.
bool item_constant(const item_t *item, int64_t *integer);

/// Whether the optional operands of the shape are there: all of them or none.
bool shape_has_optional(const op_t *op);
/// The word of the shape that operand i stands for; false when there is none.
bool shape_of_operand(const op_t *op, uint32_t i, shape_word_t *word);

/// cube.c: words of cube commands ///

/// Sets of words of isa/cube.def.
typedef enum {
    WORDS_MAD_UNIT_FLAG,
    WORDS_FIX_UNIT_FLAG,
    WORDS_TF32_MODE,
    WORDS_SAT,
    WORDS_SAT_NAN,
    WORDS_FRAC,
    WORDS_LAYOUT,
    WORDS_RELU,
    WORDS_SPLIT,
    WORDS_ATOMIC_TYPE,
    WORDS_ATOMIC_OP,
    WORDS_COUNT,
} word_set_t;

/// What follows PTO_ in C, NULL when the set has no such word.
const char *cube_word(word_set_t set, const char *spelling);
/// The words of a set for a message: "'sat', 'nosat'".
const char *cube_words(ptoc_t *cc, word_set_t set);

/// A mode of pre_quant.
typedef struct quant {
    const char *spelling, *c_name;
    bool vector;       // its payload is rows in FB
    elem_t source;     // of the accumulator: ELEM_F32 or ELEM_I32
    uint32_t results;  // of the destination: T_* bits
} quant_t;
const quant_t *quant_find(const char *spelling);

/// The clause of that name, NULL: none.
const clause_t *cube_clause(const op_t *op, const char *name);
/// The word in a clause, or behind `key =` in it; "" when there is none. A bare word has no clause.
const char *cube_clause_word(const op_t *op, const clause_t *clause, const char *key);
/// Whether a bare word stands among the operands.
const attr_t *cube_flag(const op_t *op, const char *word);
/// Operands of pre_quant and pre_relu: the payload in front and the limit behind `clip =`; NULL: not given.
const operand_t *cube_payload(const op_t *op, const clause_t *clause);
const operand_t *cube_clip(const op_t *op, const clause_t *clause);
/// {transpose = true}
bool cube_transposes(const op_t *op);

/// Choose op->form, op->elem and op->gran by the operands. When nothing fits, form is the nearest row,
/// so that the verifier can say what is wrong; it is NULL only for operations outside isa/vector.def.
void ops_bind(ptoc_t *cc, op_t *op);

/// Walk operands against a form. For item i: its operand (SIG_ATTR: its attribute), NULL when missing.
typedef struct bound {
    const sig_item_t *item;
    const operand_t *operand;   // of an operand item
    const operand_t *index;     // the bracketed index of P[] Q[]
    const attr_t *attr;         // of SIG_ATTR, NULL when it is left out
    const attr_value_t *value;  // its value or the default; NULL when the spelling is unknown
} bound_t;
/// Fills bound[SIG_MAX]; returns the number of items. `extra` is the first operand that no item takes.
uint32_t ops_operands(const op_t *op, bound_t bound[SIG_MAX], const operand_t **extra);

/// ops_tile.c: the rows of isa/tile.def ///

#define TILE_ITEMS_MAX 10

/// `name:kind@locations?`, see isa/tile.def.
typedef struct tile_item {
    const char *name;
    char kind;
    bool optional;
    uint16_t spaces;  // a bit for each space_t where the operand may lie
} tile_item_t;

/// `key:class=default`
typedef struct tile_attr {
    const char *key, *cls;
    const char *fallback;  // the spelling of its default, NULL: the attribute must be given
} tile_attr_t;

/// Where a tile operation is queued.
typedef enum { QUEUE_V, QUEUE_M, QUEUE_MTE2, QUEUE_MTE3, QUEUE_MOVE, QUEUE_STORE, QUEUE_PAD, QUEUE_LOAD } queue_t;

typedef struct tile_form {
    const char *fn, *name, *family;
    uint8_t queue;
    uint32_t types;
    uint8_t ins_num, outs_num, attrs_num;
    tile_item_t ins[TILE_ITEMS_MAX], outs[TILE_ITEMS_MAX];
    tile_attr_t attrs[TILE_ITEMS_MAX];
} tile_form_t;

/// The operands of a tile operation by the items of the form that fits best.
typedef struct tile_bound {
    const tile_form_t *form;
    operand_t *ins[TILE_ITEMS_MAX], *outs[TILE_ITEMS_MAX];  // NULL: left out
    operand_t *extra;                                       // the first that no item takes
    const tile_item_t *missing;                             // the first item without an operand that needs one
} tile_bound_t;

#define OPS_TILE_ROWS_MAX 256
/// Make the description of the name that row i of isa/tile.def starts; returns how many rows that are, 0 at the end.
uint32_t tile_rows(ptoc_t *cc, uint32_t i, op_desc_t *desc);
/// False for operations that are not in isa/tile.def.
bool tile_bind(const op_t *op, tile_bound_t *bound);
/// The C enumerator of an attribute's spelling, NULL when its class has none such; `cls` bool and int have numbers.
const char *tile_attr_value(const char *cls, const char *spelling);
/// The spellings of a class, one after the other; NULL behind the last.
const char *tile_attr_spelling(const char *cls, uint32_t i);
/// The pipe that a tile operation is queued on.
int tile_pipe(const tile_bound_t *bound);
/// Bytes of a tile as it lies in memory; of all its slots when it has several.
uint64_t tile_bytes(type_t type);
/// How #pto.address_space spells a memory: "vec".
const char *tile_space_name(space_t space);

/// Pipes and events in every spelling. -1: not a pipe.
typedef enum { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_FIX, PIPE_ALL, PIPE_COUNT } pipe_t;
int pipe_find(const char *spelling);
/// The pipe of a number, as operands give it. -1: not a pipe.
int pipe_of_number(int64_t number);
const char *pipe_name(pipe_t pipe);
/// "EVENT_ID3" -> 3, -1: not an event.
int event_find(const char *spelling);

/// verify.c and lint.c ///

/// Every rule of the ISA. Errors are counted in cc.
void verify_module(ptoc_t *cc, module_t *module);
/// Warnings about ordering. Runs on verified modules only.
void lint_module(ptoc_t *cc, module_t *module);
/// What follows -W: "no-NAME", "error", "all". False: there is no such warning.
bool lint_option(ptoc_t *cc, const char *name);

/// plan.c ///

/// Addresses of tiles, synchronisation of tile kernels.
void plan_module(ptoc_t *cc, module_t *module);

/// opt.c ///

/// What the C compiler cannot see: lanes that nobody looks at, masks that do not change.
void opt_module(ptoc_t *cc, module_t *module);

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
    bool quiet_lint;    // -w
    bool werror;        // -Werror
    bool explain;       // --explain-speed
    uint32_t lint_off;  // -Wno-NAME: a bit for each warning, in the order of rules.def
    struct intern_table *names;
    struct ops_table *ops;
};

void ptoc_init(ptoc_t *cc);
void ptoc_free(ptoc_t *cc);

#endif
