// SPDX-License-Identifier: Apache-2.0
//
// Lowers operations on logical vectors (isa/vmi.def) to instructions on registers.
//
// A logical vector of L lanes of T is ceil(L * bits / 2048) registers, lanes in order. Lanes of the last register
// beyond L are undefined. A mask is one mask for each register, in each granularity that its users need. A conversion
// between widths extends lanes as bits to the wider type (vzunpack), converts lane by lane, and packs the result
// (vpack).
//
//   vmi_table.c    the rows, and the binding of operands and results
//   vmi_check.c    the verifier's rules
//   vmi_narrow.c   turns loops over vectors into loops over registers
//   vmi_build.c    inserts instructions before an operation or its vector scope
//   vmi.c          the walk: values, control flow
//   vmi_lanes.c vmi_masks.c vmi_memory.c vmi_index.c vmi_convert.c vmi_reduce.c vmi_move.c    lowering by kind

#ifndef PTOC_VMI_H
#define PTOC_VMI_H

#ifndef PTOC_H
#error "include ptoc.h before vmi.h"
#endif

#define VMI_LANES_MAX 4096
#define VMI_ITEMS_MAX 8

typedef enum {
    VMI_LANES,
    VMI_MASKS,
    VMI_COMPARE,
    VMI_SELECT,
    VMI_SPREAD,
    VMI_RAMP,
    VMI_PERMUTE,
    VMI_REDUCE,
    VMI_CONVERT,
    VMI_CAST,
    VMI_EXPDIF,
    VMI_HIST,
    VMI_LOAD,
    VMI_LOADIF,
    VMI_STORE,
    VMI_BLOCKS,
    VMI_GATHER,
    VMI_GATHERIF,
    VMI_GATHERB,
    VMI_SCATTER,
    VMI_FIRST,
    VMI_GROUPS,
    VMI_PATTERN,
    VMI_LEFT,
    VMI_INTLV,
    VMI_DINTLV,
} vmi_kind_t;

typedef struct vmi_row {
    const char *name;
    uint8_t kind;
    const char *micro, *signature;
    uint32_t types;
    const char *attrs;
} vmi_row_t;

/// Whether a row of VMI_PATTERN has the pattern of all lanes, else the one of the first lanes.
static inline bool vmi_has_all(const vmi_row_t *row)
{
    return row->micro[0] == 'a';
}

/// An operation bound to its row.
typedef struct vmi_op {
    op_t *op;
    const vmi_row_t *row;
    elem_t elem;     // T; ELEM_NONE: only masks
    uint32_t lanes;  // L
    // In a loop over registers: the bits of its lanes, whose low part holds narrower elements; else 0.
    uint32_t slot;
    operand_t *vectors[4], *masks[2], *scalars[2];  // in source order
    operand_t *pointer, *offset;
    uint32_t vectors_num, masks_num, scalars_num;
    char operand_letters[VMI_ITEMS_MAX], result_letters[VMI_ITEMS_MAX];  // of the signature
} vmi_op_t;

// vmi_table.c
const vmi_row_t *vmi_row_at(uint32_t i);
/// Whether an operation is on logical vectors.
bool vmi_is(const op_t *op);
/// Binds the operands to the row that fits. False if none does; *wrong is then the first operand that the nearest row
/// rejects, NULL if one is missing.
bool vmi_bind(op_t *op, vmi_op_t *bound, const operand_t **wrong);
/// The operands of a row for messages: "vector, vector, [mask]".
const char *vmi_operands_text(ptoc_t *cc, const vmi_row_t *row);
/// The text of an attribute, NULL if absent.
const char *vmi_word(const op_t *op, const char *key);
/// The number of groups; 0 if absent.
uint32_t vmi_groups(const op_t *op);
/// The lanes of an operand that is a vector or a mask.
uint32_t vmi_lanes(const operand_t *operand);
/// The word of a comparison without its prefix: "lt"; NULL if unknown.
const char *vmi_compares(const op_t *op, bool *is_unsigned, bool *is_signed);

// vmi_check.c
/// Reports the errors of an operation; false if there are any.
bool vmi_check(ptoc_t *cc, op_t *op, vmi_op_t *bound);
/// The attributes of the instruction for a conversion of elements, letters as in cvt.def; NULL if there is none.
const char *vmi_conversion(elem_t from, elem_t to);
/// The type that an instruction of that conversion uses for one of its types.
elem_t vmi_converted(elem_t elem, elem_t other, bool result);

// vmi_build.c

/// The registers or masks of a logical value. Masks have a list for each granularity needed: 8, 16, 32.
typedef struct vmi_value {
    uint8_t need;  // of masks: bit g for the granularity 8 << g; 1 of other values
    value_t **parts[3];
    uint32_t num[3];
} vmi_value_t;

typedef struct vmi {
    ptoc_t *cc;
    func_t *func;
    op_t *at;    // insertion point
    op_t *home;  // the first original operation of the vector scope
    loc_t loc;
    bool hoists;  // insert before `home`, each operation once
    op_t **hoisted;
    uint32_t hoisted_num, hoisted_capacity, made;
} vmi_t;

uint32_t vmi_gran(uint32_t bits);  ///< the index of a granularity: 0 for 8 bits
type_t vmi_vreg(elem_t elem);
type_t vmi_mask_type(uint32_t gran);
elem_t vmi_integer(elem_class_t class, uint32_t bits);  ///< the integer of a class for lanes of 8, 16 or 32 bits
elem_t vmi_raw(elem_t elem);                            ///< the unsigned integer of that width
elem_t vmi_signless(elem_t elem);                       ///< the signless type of integers, else the same
elem_t vmi_unsigned(elem_t elem);                       // the unsigned type of signless integers, else the same
elem_t vmi_held(elem_t elem);       // the element type of a logical vector's registers: integers for pairs
uint32_t vmi_per_reg(elem_t elem);  ///< lanes of a register
uint32_t vmi_regs(elem_t elem, uint32_t lanes);
/// Inserts an operation with one result; `attrs` are "key=WORD key=WORD", operands end with NULL.
value_t *vmi_do(vmi_t *b, const char *name, type_t type, const char *attrs, ...);
/// As above from a list, with any number of results.
void vmi_do_list(vmi_t *b, const char *name, const char *attrs, value_t *const *operands, uint32_t num,
                 const type_t *types, value_t **results, uint32_t results_num);
/// A vector instruction on a register under a full mask.
value_t *vmi_all_lanes(vmi_t *b, const char *name, elem_t elem, const char *attrs, value_t *x, value_t *y);
/// Hoisted constants and masks.
value_t *vmi_int(vmi_t *b, elem_t elem, int64_t number);
value_t *vmi_float(vmi_t *b, elem_t elem, double number);
value_t *vmi_all(vmi_t *b, uint32_t bits);
value_t *vmi_first(vmi_t *b, uint32_t bits, uint32_t lanes);
value_t *vmi_between(vmi_t *b, uint32_t bits, uint32_t from, uint32_t to);
/// A register with the same number in each lane; one with 0, 1, 2, ...
value_t *vmi_splat(vmi_t *b, elem_t elem, int64_t number);
value_t *vmi_count(vmi_t *b, elem_t elem);
value_t *vmi_as(vmi_t *b, value_t *reg, elem_t elem);  // the same bits as another type
/// The scalar integer x op number, folded if x is constant.
value_t *vmi_add(vmi_t *b, value_t *x, int64_t number);
value_t *vmi_times(vmi_t *b, value_t *x, int64_t number);
value_t *vmi_sum(vmi_t *b, value_t *x, value_t *y);
value_t *vmi_number(vmi_t *b, value_t *x, elem_t elem);  // truncated or cast to that integer type
bool vmi_is_all(const value_t *mask);
/// x[i + n] of low followed by high, for n lanes.
value_t *vmi_slide(vmi_t *b, value_t *high, value_t *low, elem_t elem, uint32_t n);
/// m[i] ? x[i] : y[i]
value_t *vmi_choose(vmi_t *b, value_t *x, value_t *y, value_t *mask, elem_t elem);
void vmi_start_hoist(vmi_t *b);
void vmi_end_hoist(vmi_t *b);

// vmi_narrow.c
/// Turns a loop over vectors into one over registers, if it has that form. Runs before everything else.
void vmi_narrow(vmi_t *b, op_t *loop);

// vmi.c
vmi_value_t *vmi_value(const operand_t *operand);
value_t *vmi_reg(const operand_t *operand, uint32_t i);
value_t *vmi_scalar(const operand_t *operand);
/// The mask of register i for elements of `bits`; full if there is no operand.
value_t *vmi_mask(vmi_t *b, const operand_t *operand, uint32_t bits, uint32_t i);
/// As above, without the last register's lanes beyond L.
value_t *vmi_mask_inside(vmi_t *b, const operand_t *operand, uint32_t bits, uint32_t i, uint32_t lanes);
/// Sets the registers of result r; vmi_set_masks sets masks.
void vmi_set(vmi_t *b, vmi_op_t *x, uint32_t r, value_t **regs, uint32_t num);
void vmi_set_masks(vmi_t *b, vmi_op_t *x, uint32_t r, uint32_t bits, value_t **masks);
value_t **vmi_list(vmi_t *b, uint32_t num);
/// The inactive lanes of a result register become 0, or those of `old` when merging; NULL old: 0.
value_t *vmi_governed(vmi_t *b, vmi_op_t *x, value_t *reg, value_t *old, const operand_t *mask, elem_t elem,
                      uint32_t i);
bool vmi_merges(const vmi_op_t *x);

// The kinds
void vmi_lower_lanes(vmi_t *b, vmi_op_t *x);
void vmi_lower_compare(vmi_t *b, vmi_op_t *x);
void vmi_lower_select(vmi_t *b, vmi_op_t *x);
void vmi_lower_masks(vmi_t *b, vmi_op_t *x);
void vmi_lower_first(vmi_t *b, vmi_op_t *x);
void vmi_lower_groups(vmi_t *b, vmi_op_t *x);
void vmi_lower_pattern(vmi_t *b, vmi_op_t *x);
void vmi_lower_left(vmi_t *b, vmi_op_t *x);
void vmi_lower_load(vmi_t *b, vmi_op_t *x);
void vmi_lower_loadif(vmi_t *b, vmi_op_t *x);
void vmi_lower_store(vmi_t *b, vmi_op_t *x);
void vmi_lower_blocks(vmi_t *b, vmi_op_t *x);
void vmi_lower_gather(vmi_t *b, vmi_op_t *x);
void vmi_lower_gatherb(vmi_t *b, vmi_op_t *x);
void vmi_lower_scatter(vmi_t *b, vmi_op_t *x);
void vmi_lower_spread(vmi_t *b, vmi_op_t *x);
void vmi_lower_ramp(vmi_t *b, vmi_op_t *x);
void vmi_lower_permute(vmi_t *b, vmi_op_t *x);
void vmi_lower_reduce(vmi_t *b, vmi_op_t *x);
void vmi_lower_convert(vmi_t *b, vmi_op_t *x);
void vmi_lower_cast(vmi_t *b, vmi_op_t *x);
void vmi_lower_expdif(vmi_t *b, vmi_op_t *x);
void vmi_lower_hist(vmi_t *b, vmi_op_t *x);
void vmi_lower_intlv(vmi_t *b, vmi_op_t *x);
void vmi_lower_dintlv(vmi_t *b, vmi_op_t *x);

// vmi_memory.c
typedef struct vmi_place {
    value_t *base, *offset;  // in elements of the pointer
    elem_t elem;             // of the registers
} vmi_place_t;
vmi_place_t vmi_place(vmi_t *b, const vmi_op_t *x, elem_t elem);
/// base + offset as a pointer.
value_t *vmi_moved(vmi_t *b, const vmi_place_t *place, value_t *offset);
// vmi_index.c: groups of `size` lanes, `stride` elements apart
value_t **vmi_gather_groups(vmi_t *b, const vmi_op_t *x, const vmi_place_t *place, uint32_t size, value_t *stride);
void vmi_scatter_groups(vmi_t *b, const vmi_op_t *x, const vmi_place_t *place, value_t **regs, uint32_t size,
                        value_t *stride);
// Masks converted to another granularity, with the same lanes.
value_t **vmi_mask_regrain(vmi_t *b, value_t **masks, uint32_t lanes, uint32_t from, uint32_t to);
// vmi_convert.c: lanes as bits, extended to another width
value_t **vmi_widen(vmi_t *b, value_t **regs, uint32_t lanes, elem_t from, uint32_t bits, bool sign);
value_t **vmi_pack(vmi_t *b, value_t **regs, uint32_t lanes, uint32_t from, uint32_t bits);
// vmi_move.c: the lanes of a compact vector, each repeated for its group
value_t **vmi_spread_groups(vmi_t *b, value_t **slots, elem_t elem, uint32_t groups, uint32_t lanes);
/// Lane i / size, as 32-bit (or `elem`) lanes from `first` on.
value_t *vmi_row_of(vmi_t *b, elem_t elem, uint32_t first, uint32_t size);

#endif
