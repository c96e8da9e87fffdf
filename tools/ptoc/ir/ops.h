// SPDX-License-Identifier: Apache-2.0
//
// Known operations and their words: the tables of isa/ for the stages of ptoc. Part of ptoc.h.

#ifndef PTOC_OPS_H
#define PTOC_OPS_H

#ifndef PTOC_H
#error "include ptoc.h, which includes this"
#endif

/// ops.c: known operations ///

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
/// The value of a class by spelling; a family without width ("BRC") takes the element's width. NULL: none.
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
    uint8_t bits;   // X16 X32: of an element; 0: 8 to 32
} sig_item_t;

#define SIG_MAX 12

/// A row of isa/vector.def.
typedef struct op_form {
    const char *name;       // "vadd"
    const char *fn;         // stem of the C function
    const char *signature;  // as in the table
    uint32_t types;         // bit set of ELEM_TOKEN_BIT, or of granularities
    uint16_t row;                       // position in the table
    uint8_t operands_num, results_num;  // items
    sig_item_t operands[SIG_MAX];       // operands and attributes, in source order
    sig_item_t results[4];
} op_form_t;

/// The access of an instruction to UB, by the signature of its row.
typedef enum {
    USE_NONE,
    USE_LOAD,  // at its pointer
    USE_STORE,
    USE_GATHER,   // at its indices
    USE_SCATTER,
} form_use_t;

/// Loads begin with their pointer and have a result.
form_use_t form_use(const op_form_t *form);
/// Whether an instruction continues an unaligned stream.
bool form_is_stream(const op_form_t *form);

/// Element types as a bit set (signless and signed share a bit).
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
    T_MASKS = B8 | B16 | B32,  // of predicate instructions
    T_E8M0 = 1 << 19,
    T_BF16X2 = 1 << 20,  // of logical vectors only
    T_NOT_A5 = 1 << 21,  // no type: A5 does not have the instruction
    T_IN_UNITS = 1 << 22,  // no type: its offset is a constant, in units of its distribution
    // No types, but how isa/vmi.def takes integers
    T_ORDERED = 1 << 23,
    T_UNSIGNED = 1 << 24,
    T_SIGNED = 1 << 25,
};
uint32_t elem_table_bit(elem_t elem);
uint32_t gran_table_bit(uint32_t gran);

/// The kind of an operation: where it is allowed and which stage handles it.
typedef enum {
    OPS_ARITH,   // arith.*: anywhere
    OPS_MATH,    // math.*: arithmetic whose calls are in pto/math.h
    OPS_SCF,     // control flow
    OPS_FUNC,    // func.call, return
    OPS_SCOPE,   // vecscope, strict_vecscope, section.*
    OPS_VECTOR,  // isa/vector.def: inside a vector interval (UB-to-UB forms outside)
    OPS_VALUE,   // pointers, queries: no effect but the result
    OPS_SCALAR,  // scalar memory, control registers
    OPS_SYNC,    // flags, buffers, barriers, cross-core
    OPS_DMA,     // transfers of a vector core
    OPS_CUBE,    // needs a cube core
    OPS_TILE,    // isa/tile.def, and operations that make tiles and views
    OPS_LOGICAL,  // isa/vmi.def: operations on logical vectors
    OPS_SIMT,     // isa/simt.def: mostly in functions with pto.simt_entry
} op_class_t;

/// Where a command is allowed.
typedef enum {
    ON_ANY,
    ON_VEC,   // on vector cores
    ON_CUBE,  // on cube cores
    ON_A5,    // on that profile
    ON_A2A3,
} op_where_t;

/// The effect of a command, for the lint and the emitter.
typedef enum {
    DOES_NOTHING,  // none, or sets a register of the scalar unit
    DOES_MOVE,     // reads and writes memories on its pipe
    DOES_SET,      // a flag
    DOES_WAIT,
    DOES_GET,  // a buffer
    DOES_RELEASE,
    DOES_BARRIER,  // of a pipe
    DOES_FENCE,    // in a vector function
    DOES_SIGNAL,   // another core
    DOES_AWAIT,
} op_does_t;

/// The operations of isa/system.def; others are in isa/vector.def.
typedef enum {
    OP_NONE,
#define OP(id, name, cls, shape) OP_##id,
#include <isa/system.def>
#define OP(id, name, cls, shape) OP_##id,
#include <isa/tile_values.def>
#define SIMT(id, name, kind, types, shape) OP_##id,
#include <isa/simt.def>
    OP_COUNT
} op_id_t;

/// The id of an operation; OP_NONE for NULL and for rows of isa/vector.def.
op_id_t op_id(const op_t *op);
/// Whether an operation has that id; false for NULL.
bool op_is(const op_t *op, op_id_t id);
/// Whether an operation has one of the ids, a list that OP_NONE ends; false for NULL.
bool op_is_any(const op_t *op, const op_id_t *ids);
#define OP_IS_ANY(op, ...) op_is_any((op), (const op_id_t[]){__VA_ARGS__, OP_NONE})
/// Whether an operation computes scalars without other effects: arith.* or math.*.
bool op_is_arith(const op_t *op);
/// Whether an operation keeps the number and changes its type: index_cast, extsi and their unsigned forms.
bool op_is_index_cast(const op_t *op);

/// The kind of a SIMT operation, see isa/simt.def.
typedef enum {
    SIMT_NONE,
    SIMT_LAUNCH,
    SIMT_QUERY,
    SIMT_GROUP,
    SIMT_SYNC,
    SIMT_STATE,
    SIMT_MEMORY,
    SIMT_ATOMIC,
    SIMT_MATH,
} simt_kind_t;

typedef struct op_desc {
    const char *name;        // full: "pto.vadd"
    uint8_t cls;             // op_class_t
    uint8_t where;           // op_where_t
    uint8_t does;            // op_does_t
    uint8_t pipe;            // pipe_t of commands that are queued
    uint16_t id;             // op_id_t, OP_NONE for rows of isa/vector.def
    const char *fn;          // stem of the C call of commands
    const char *shape;       // signature of rows of system.def, described there
    const op_form_t *forms;  // rows of isa/vector.def of that name
    uint32_t forms_num;
    const struct tile_form *tiles;  // rows of isa/tile.def of that name
    uint32_t tiles_num;
    const struct vmi_row *vmi;  // row of isa/vmi.def
    uint8_t simt;               // simt_kind_t
    const char *simt_types;     // spellings of element types, with spaces between them
} op_desc_t;

const op_desc_t *ops_find(ptoc_t *cc, const char *name);  // interned name; NULL when unknown
/// The nearest known name to an unknown one, or NULL.
const char *ops_suggest(ptoc_t *cc, const char *name);
/// Edit distance of two names; `limit` if it is at least that, or a name is very long.
uint32_t edit_distance(const char *a, const char *b, uint32_t limit);
/// The rows of isa/vector.def in order, for tools that list them.
const op_form_t *ops_form_at(uint32_t i);

/// shape.c: a word of a shape ///

typedef struct shape_word {
    const char *text;  // in the table, `size` characters
    size_t size;
    char letter;       // I F A B N = of operands, * of pointers, ( of clauses, else the first character
    const char *name;  // of a number, a memory, a clause: `name_size` characters
    size_t name_size;
    const char *inside;  // of a clause: its operands, see shape_next_inside
    uint32_t bits;       // of a number's field, 0: not limited
    bool writes;         // of a pointer: whether the command writes there
    bool is_attr;        // a word of text
    bool takes_number;   // "pipe|N", "pipe|core": a number is accepted, too
    bool takes_core;     // "pipe|core": the number is a vector core's
    bool optional, repeated;
} shape_word_t;

/// The next word of a shape at *at; false at the end.
bool shape_next(const char **at, shape_word_t *word);
/// The next operand of a clause at *at, which starts as word.inside.
bool shape_next_inside(const char **at, shape_word_t *word);
/// Whether a word has that name.
bool shape_word_is(const shape_word_t *word, const char *name);
/// The positional attribute or the operand for a word of a shape.
typedef struct item {
    const attr_t *attr;
    const operand_t *operand;
    loc_t loc;
} item_t;
/// The positional attributes and the operands outside of clauses, in source order; at most `max`.
uint32_t op_items(const op_t *op, item_t *items, uint32_t max);
/// The item of the which-th word of that name, for a shape that consists of words; false: none.
bool op_item(const op_t *op, const char *name, uint32_t which, item_t *item);
/// The number of a vector core in place of a pipe, see `pipe|core` of isa/system.def.
bool op_core_number(const op_t *op, item_t *item);
/// The which-th pipe of an operation, -1 if there is none or it is not a pipe.
int op_pipe(const op_t *op, uint32_t which);
/// The integer of an item if it is constant: a literal, an event's word, a constant value.
bool item_constant(const item_t *item, int64_t *integer);

/// Whether the optional operands of the shape are present: all of them or none.
bool shape_has_optional(const op_t *op);
/// The word of the shape for operand i; false if there is none.
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

/// The C name without PTO_, NULL if the set has no such word.
const char *cube_word(word_set_t set, const char *spelling);
/// The words of a set for a message: "'sat', 'nosat'".
const char *cube_words(ptoc_t *cc, word_set_t set);

/// A mode of pre_quant.
typedef struct quant {
    const char *spelling, *c_name;
    bool vector;       // its payload is rows in FB
    elem_t source;     // accumulator: ELEM_F32 or ELEM_I32
    uint32_t results;  // destination: T_* bits
} quant_t;
const quant_t *quant_find(const char *spelling);

/// The clause of that name, NULL: none.
const clause_t *cube_clause(const op_t *op, const char *name);
/// The word in a clause, or after `key =` in it; "" if there is none. A bare word has no clause.
const char *cube_clause_word(const op_t *op, const clause_t *clause, const char *key);
/// Operands of pre_quant and pre_relu: the payload, and the limit after `clip =`; NULL if absent.
const operand_t *cube_payload(const op_t *op, const clause_t *clause);
const operand_t *cube_clip(const op_t *op, const clause_t *clause);
/// {transpose = true}
bool cube_transposes(const op_t *op);

/// Chooses op->form, op->elem and op->gran by the operands. If nothing fits, form is the nearest row, for the
/// verifier's message. It is NULL only for operations outside isa/vector.def.
void ops_bind(ptoc_t *cc, op_t *op);

/// Binds operands to a form. For item i: its operand (SIG_ATTR: its attribute), NULL if missing.
typedef struct bound {
    const sig_item_t *item;
    const operand_t *operand;   // of an operand item
    const operand_t *index;     // the bracketed index of P[] Q[]
    const attr_t *attr;         // of SIG_ATTR, NULL if omitted
    const attr_value_t *value;  // its value or the default; NULL if the spelling is unknown
} bound_t;
/// Fills bound[SIG_MAX]; returns the number of items. `extra` is the first surplus operand.
uint32_t ops_operands(const op_t *op, bound_t bound[SIG_MAX], const operand_t **extra);

/// ops_tile.c: the rows of isa/tile.def ///

#define TILE_ITEMS_MAX 10

/// `name:kind@locations?`, see isa/tile.def.
typedef struct tile_item {
    const char *name;
    char kind;
    bool optional;
    uint16_t spaces;  // one bit for each space_t where the operand may be
} tile_item_t;

/// `key:class=default`
typedef struct tile_attr {
    const char *key, *cls;
    const char *fallback;  // the default's spelling, NULL: the attribute is required
} tile_attr_t;

/// The pipe that queues a tile operation.
typedef enum { QUEUE_V, QUEUE_M, QUEUE_MTE2, QUEUE_MTE3, QUEUE_MOVE, QUEUE_STORE, QUEUE_PAD, QUEUE_LOAD } queue_t;

typedef struct tile_form {
    const char *fn, *name, *family;
    uint8_t queue;
    uint32_t types;
    uint8_t ins_num, outs_num, attrs_num;
    tile_item_t ins[TILE_ITEMS_MAX], outs[TILE_ITEMS_MAX];
    tile_attr_t attrs[TILE_ITEMS_MAX];
} tile_form_t;

/// The operands of a tile operation, bound to the form that fits best.
typedef struct tile_bound {
    const tile_form_t *form;
    operand_t *ins[TILE_ITEMS_MAX], *outs[TILE_ITEMS_MAX];  // NULL: omitted
    operand_t *extra;                                       // the first surplus one
    const tile_item_t *missing;                             // the first required item without an operand
} tile_bound_t;

#define OPS_VMI_ROWS_MAX 256
/// Makes the description of row i of isa/vmi.def; false at the end.
bool vmi_desc(ptoc_t *cc, uint32_t i, op_desc_t *desc);

#define OPS_TILE_ROWS_MAX 256
/// Makes the description of the name that starts at row i of isa/tile.def; returns its number of rows, 0 at the end.
uint32_t tile_rows(ptoc_t *cc, uint32_t i, op_desc_t *desc);
/// False for operations that are not in isa/tile.def.
bool tile_bind(const op_t *op, tile_bound_t *bound);
/// The C enumerator of an attribute's spelling, NULL if its class has none; `cls` bool and int have numbers.
const char *tile_attr_value(const char *cls, const char *spelling);
/// The i-th spelling of a class, NULL at the end.
const char *tile_attr_spelling(const char *cls, uint32_t i);
/// The pipe that queues a tile operation.
int tile_pipe(const tile_bound_t *bound);
/// Bytes of a tile in memory; of all its slots if it has several.
uint64_t tile_bytes(type_t type);
/// Rows (d = 0) or columns of a box: 1 without boxes, 0 if no whole element fits into a line of one.
int64_t tile_box_extent(type_t type, uint32_t d);
/// The spelling of a memory in #pto.address_space: "vec".
const char *tile_space_name(space_t space);

/// Pipes and events in every spelling. -1: not a pipe.
typedef enum { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_FIX, PIPE_ALL, PIPE_COUNT } pipe_t;
int pipe_find(const char *spelling);
/// The pipe with a number, as given by operands. -1: not a pipe.
int pipe_of_number(int64_t number);
const char *pipe_name(pipe_t pipe);
/// "EVENT_ID3" -> 3, -1: not an event.
int event_find(const char *spelling);

#endif
