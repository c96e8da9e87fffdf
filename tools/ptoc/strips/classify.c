// SPDX-License-Identifier: Apache-2.0
//
// Classifies the operations of a loop. See strips.h.

#include "ptoc.h"

#include "find.h"

#include <string.h>

#define MASK_BYTES 32
#define VREG_BYTES 256

enum {
#define PTO_OP(...) +1
    FORMS_MAX = 0
#include <isa/vector.def>
};

static const lanes_row_t rows[] = {
#define PTO_LANES(fn, kinds, groups, traits, function) {#fn, kinds, groups, traits, function},
#define PTO_LANES_ROLE(fn, traits)                     {#fn, "", 0, traits, ""},
#include <isa/lanes.def>
};

char lanes_elem_kind(elem_t elem)
{
    switch (elem) {
        case ELEM_F16:
        case ELEM_F32:
            return 'F';
        case ELEM_U8:
        case ELEM_U16:
        case ELEM_U32:
        case ELEM_U64:
            return 'U';
        default:
            return elem_is_int(elem) && elem != ELEM_I1 ? 'I' : '\0';
    }
}

/// The row of a form; the lookup is cached.
static const lanes_row_t *row_of_form(const op_form_t *form)
{
    static struct {
        bool known;
        const lanes_row_t *row;
    } forms[FORMS_MAX];
    const uint32_t at = form->row;
    for (size_t i = 0; !forms[at].known && i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(form->fn, rows[i].fn) == 0) {
            forms[at].row = &rows[i];
        }
    }
    forms[at].known = true;
    return forms[at].row;
}

const lanes_row_t *lanes_row(const op_t *op)
{
    return op->form == NULL ? NULL : row_of_form(op->form);
}

bool lanes_has(const op_t *op, unsigned trait)
{
    const lanes_row_t *row = lanes_row(op);
    return row != NULL && (row->traits & trait) != 0;
}

void lanes_give_up(finder_t *f, loc_t loc, const char *format, ...)
{
    if (!f->failed && f->cc->explain) {
        text_t text = {0};
        va_list args;
        va_start(args, format);
        text_vprintf(&text, format, args);
        va_end(args);
        f->why = arena_copy(&f->cc->arena, text.data, text.size);
        f->why_loc = loc;
        text_free(&text);
    }
    f->failed = true;
}

/// Values ///

bool lanes_is_inside(const block_t *body, const value_t *value)
{
    const block_t *block = value->def != NULL ? value->def->parent : value->block;
    while (block != NULL && block != body) {
        block = block->region->owner == NULL ? NULL : block->region->owner->parent;
    }
    return block != NULL;
}

bool lanes_is_all(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL || !lanes_has(def, LANES_PATTERN)) {
        return false;
    }
    const attr_t *attr = def->attrs_num != 0 ? &def->attrs[0] : NULL;
    return attr != NULL && attr->text != NULL && strcmp(attr->text, "PAT_ALL") == 0;
}

const char *lanes_attr(const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            return bound[i].value == NULL ? "" : bound[i].value->spelling;
        }
    }
    return "";
}

/// A load of one element into all lanes.
static bool is_broadcast(const op_t *op)
{
    bound_t bound[SIG_MAX];
    char sized[16];
    snprintf(sized, sizeof(sized), "BRC_B%u", elem_bits(op->elem));
    return lanes_has(op, LANES_LOAD) && strcmp(lanes_attr(bound, ops_operands(op, bound, NULL)), sized) == 0;
}

bool lanes_uniform(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL) {
        return false;
    }
    if (lanes_has(def, LANES_SPLAT_IF | LANES_SPLAT_LANE)) {
        return def->operands_num == 2 && lanes_is_all(def->operands[1].value);
    }
    return (lanes_has(def, LANES_SPLAT) && def->operands_num == 1) || is_broadcast(def);
}

const value_t *lanes_scalar(const value_t *value)
{
    if (lanes_has(value->def, LANES_SPLAT_LANE) && lanes_is_first(value->def->operands[0].value)) {
        return value->def->operands[0].value;
    }
    return lanes_has(value->def, LANES_SPLAT_LANE | LANES_LOAD) ? NULL : value->def->operands[0].value;
}

const bound_t *lanes_carried(const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].operand != NULL && bound[i].operand->value->lane == LANE_CARRIED) {
            return &bound[i];
        }
    }
    return NULL;
}

/// The class of a value; values from outside are scalars, constant masks and splats.
lane_t lanes_class(const finder_t *f, const value_t *value)
{
    if (lanes_is_inside(f->body, value)) {
        return (lane_t)value->lane;
    }
    switch (value->type.kind) {
        case TYPE_SCALAR:
        case TYPE_PTR:
            return LANE_SCALAR;
        case TYPE_MASK:
            return lanes_is_all(value) ? LANE_ALL : LANE_NONE;
        case TYPE_VREG:
            return lanes_uniform(value) ? LANE_SPLAT : LANE_NONE;
        default:
            return LANE_NONE;
    }
}

static bool all_operands(const finder_t *f, const op_t *op, lane_t lane)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (lanes_class(f, op->operands[i].value) != lane) {
            return false;
        }
    }
    return true;
}

void lanes_set(const op_t *op, uint32_t result, lane_t lane)
{
    if (result < op->results_num) {
        op->results[result].lane = (uint8_t)lane;
    }
}

/// Operations of the body ///

static const bound_t *find_item(const bound_t *bound, uint32_t num, sig_kind_t kind)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == kind && bound[i].operand != NULL) {
            return &bound[i];
        }
    }
    return NULL;
}

static bool right_width(const finder_t *f, elem_t elem)
{
    return lanes_elem_kind(elem) != '\0' && elem_bits(elem) == f->plan->bits;
}

static bool is_norm(const char *dist, uint32_t bits)
{
    char sized[16];
    snprintf(sized, sizeof(sized), "NORM_B%u", bits);
    return strcmp(dist, "NORM") == 0 || strcmp(dist, sized) == 0;
}

static void visit_load(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const bound_t *pointer = find_item(bound, num, SIG_P);
    const char *dist = lanes_attr(bound, num);
    if (pointer == NULL || op->results_num != 1) {
        lanes_give_up(f, op->loc, "this form of %s has no strips", op->name);
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, false);
    const bool same =
        pointer->operand->value->type.elem != ELEM_NONE && strcmp(elem_token(address->elem), elem_token(op->elem)) == 0;
    if (same && address->moves && lanes_is_unpacked(dist, op->elem, f->plan->bits)) {
        lanes_set(op, 0, LANE_WIDE);
        return;
    }
    const bool norm = is_norm(dist, elem_bits(op->elem)), width = same && right_width(f, op->elem);
    const bool is_strip = norm && width && address->moves;
    if (norm && same && address->pitch == VREG_BYTES && !is_strip && !f->plan->once) {
        f->plan->parts = true;
        lanes_set(op, 0, LANE_PARTS);
        return;
    }
    if (!is_strip && lanes_visit_parts(f, op)) {
        return;
    }
    if (!norm) {
        lanes_give_up(f, op->loc, "distribution %s has no strips", dist);
    } else if (!width) {
        lanes_give_up(f, op->loc, "%u-bit elements in a loop of %u-bit lanes", elem_bits(op->elem), f->plan->bits);
    } else if (!address->moves) {
        lanes_give_up(f, op->loc, "the address does not move with the loop");
    }
    lanes_set(op, 0, LANE_STRIP);
}

/// The operands of a store.
typedef struct store {
    const op_t *op;
    const bound_t *pointer, *data, *mask;
    lane_t lane, gate;  // of the data and of the mask
    const char *dist;
} store_t;

static store_t store_of(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    store_t store = {.op = op,
                     .pointer = find_item(bound, num, SIG_P),
                     .data = find_item(bound, num, SIG_V),
                     .mask = find_item(bound, num, SIG_G),
                     .dist = lanes_attr(bound, num)};
    store.lane = store.data == NULL ? LANE_NONE : lanes_class(f, store.data->operand->value);
    store.gate = store.mask == NULL ? LANE_NONE : lanes_class(f, store.mask->operand->value);
    return store;
}

static bool is_normal_store(const finder_t *f, const store_t *store)
{
    return right_width(f, store->op->elem) && is_norm(store->dist, elem_bits(store->op->elem));
}

static bool is_packed_store(const finder_t *f, const store_t *store)
{
    return store->lane == LANE_NARROW && lanes_stored_bits(store->op->elem, store->dist) == f->plan->bits;
}

/// Whether all of a register is stored unchanged, whatever the width of its elements.
static bool is_whole_store(const store_t *store)
{
    const uint32_t bits = elem_bits(store->op->elem);
    bool all = store->gate == LANE_PREFIX || store->gate == LANE_ALL;
    return all && store->mask->operand->value->type.gran == bits && is_norm(store->dist, bits);
}

/// Whether a strip or a splat is stored, under a mask that strips can apply.
static bool has_strip_to_store(const store_t *store)
{
    return (store->lane == LANE_STRIP || store->lane == LANE_SPLAT) && store->gate != LANE_MASKS &&
           store->gate != LANE_FIXED;
}

/// Whether the mask of a store is the loop's or computed; a full mask counts only in loops without a plt.
static bool is_governed(const finder_t *f, const store_t *store)
{
    bool gated =
        store->gate == LANE_PREFIX || store->gate == LANE_MASK || (store->gate == LANE_ALL && f->plan->plt == NULL);
    return gated && store->mask->operand->value->type.gran == f->plan->bits;
}

static void visit_store(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const store_t store = store_of(f, op, bound, num);
    const bool packed = is_packed_store(f, &store), normal = is_normal_store(f, &store);
    const bool whole = store.lane == LANE_PARTS && is_whole_store(&store);
    if (whole && lanes_new_address(f, op, store.pointer, true)->pitch == VREG_BYTES) {
        return;
    }
    if (!packed && !(normal && has_strip_to_store(&store)) && lanes_visit_parts(f, op)) {
        return;
    }
    if (store.pointer == NULL || store.data == NULL || store.mask == NULL || !(normal || packed)) {
        lanes_give_up(f, op->loc, "this store has no strips: distribution %s of %u-bit elements, %u-bit lanes",
                      store.dist, elem_bits(op->elem), f->plan->bits);
        return;
    }
    bool held = store.lane == LANE_STRIP || store.lane == LANE_SPLAT || store.lane == LANE_NARROW;
    if (!held || !is_governed(f, &store)) {
        lanes_give_up(f, op->loc, "the mask of the store is not that of the loop");
        return;
    }
    address_t *address = lanes_new_address(f, op, store.pointer, true);
    bool moves = address->moves && strcmp(elem_token(address->elem), elem_token(op->elem)) == 0;
    if (!moves && !lanes_visit_parts(f, op)) {
        lanes_give_up(f, op->loc, "the address does not move with the loop");
    }
}

/// Stores a computed mask as the bits of a register.
static void visit_mask_store(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const bound_t *pointer = find_item(bound, num, SIG_Q), *mask = find_item(bound, num, SIG_M);
    bool fits = pointer != NULL && mask != NULL && lanes_class(f, mask->operand->value) == LANE_MASK &&
                mask->operand->value->type.gran == f->plan->bits && strcmp(lanes_attr(bound, num), "NORM") == 0 &&
                elem_bits(pointer->operand->value->type.elem) == 8;
    if (!(fits && lanes_all_full(f)) && lanes_visit_parts(f, op)) {
        return;
    }
    if (!fits) {
        lanes_give_up(f, op->loc, "this store of a mask has no strips");
        return;
    }
    address_t *address = lanes_new_address(f, op, pointer, true);
    address->mask = true;
    address->moves = f->plan->once || address->variable * f->plan->step == MASK_BYTES;
    f->plan->masks = true;
    if (!address->moves) {
        lanes_give_up(f, op->loc, "the address does not move with the loop");
    }
}

static bool operand_fits(const finder_t *f, const op_t *op, const bound_t *bound)
{
    lane_t lane = lanes_class(f, bound->operand->value);
    switch (bound->item->kind) {
        case SIG_V:
            return lane == LANE_STRIP || lane == LANE_SPLAT;
        case SIG_U:
            return lane == LANE_STRIP && elem_class(bound->operand->value->type.elem) == CLASS_UINT;
        case SIG_S:
        case SIG_I16:
            return lane == LANE_SCALAR;
        case SIG_M:
            if (bound->operand == &op->operands[2] && lanes_has(op, LANES_CARRY_IN)) {
                return lane == LANE_MASK;
            }
            return lane == LANE_PREFIX || lane == LANE_ALL ||
                   (lane == LANE_MASK && bound->operand->value->type.gran == f->plan->bits &&
                    !lanes_has(op, LANES_CARRY));
        default:
            return false;
    }
}

/// The vsel that restores an accumulator's lanes beyond the loop's mask; whole strips have no such lanes.
static const op_t *kept_where_masked(const finder_t *f, const value_t *folded, const value_t *before)
{
    for (const op_t *op = folded->def->next; op != NULL && folded->uses_num == 1; op = op->next) {
        if (lanes_has(op, LANES_SELECTS) && op->operands_num == 3 && op->operands[0].value == folded) {
            lane_t gate = lanes_class(f, op->operands[2].value);
            bool whole = gate == LANE_PREFIX || gate == LANE_ALL;
            return whole && op->operands[1].value == before ? op : NULL;
        }
    }
    return NULL;
}

/// Whether an operation with the accumulator as operand `carried` can fold strips.
static bool can_fold(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num, const bound_t *carried)
{
    bool place = carried == &bound[0] || (carried == &bound[1] && lanes_has(op, LANES_COMMUTES));
    bool fits = place && lanes_has(op, LANES_FOLDS) && right_width(f, op->elem) && op->results_num == 1;
    for (uint32_t i = 0; i < num; i++) {
        lane_t lane = bound[i].operand == NULL ? LANE_NONE : lanes_class(f, bound[i].operand->value);
        bool governs = lane == LANE_ALL || lane == LANE_PREFIX;
        fits = fits && (&bound[i] == carried || (bound[i].item->kind == SIG_V ? lane == LANE_STRIP : governs));
    }
    return fits;
}

/// Whether the loop carries `after` as the next value of `before`, and nothing else uses it.
static bool is_carried_on(const finder_t *f, const value_t *before, const value_t *after)
{
    const op_t *yield = f->body->last;
    return after->uses_num == 1 && op_is(yield, OP_YIELD) && yield->operands_num >= before->index &&
           yield->operands[before->index - 1].value == after;
}

/// An accumulator: read once, by a lane-wise operation, and written by it.
static void visit_fold(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *carried = lanes_carried(bound, num);
    const value_t *before = carried->operand->value;
    const bool fits = can_fold(f, op, bound, num, carried);
    const op_t *kept = fits ? kept_where_masked(f, &op->results[0], before) : NULL;
    if (!fits || before->uses_num != (kept != NULL ? 2 : 1) ||
        !is_carried_on(f, before, kept != NULL ? &kept->results[0] : &op->results[0])) {
        lanes_give_up(f, op->loc, "this use of the accumulator has no strips");
        return;
    }
    f->plan->folds_num++;
    f->plan->stops_at_nan |= lanes_has(op, LANES_EXTREME) && lanes_elem_kind(op->elem) == 'F';
    lanes_set(op, 0, LANE_FOLDED);
    if (kept != NULL) {
        lanes_set(kept, 0, LANE_FOLDED);
    }
}

/// A gather reads anywhere, so its table must not alias what the loop stores. Strips must be whole registers: then each
/// register is read before any part of it is stored.
static void visit_gather(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *table = find_item(bound, num, SIG_P), *index = find_item(bound, num, SIG_X),
                  *mask = find_item(bound, num, SIG_M);
    bool fits = table != NULL && index != NULL && mask != NULL && right_width(f, op->elem) && f->plan->bits == 32 &&
                op->results_num == 1 && lanes_class(f, table->operand->value) == LANE_SCALAR &&
                lanes_class(f, index->operand->value) == LANE_STRIP &&
                lanes_elem_kind(index->operand->value->type.elem) != 'F' &&
                elem_bits(index->operand->value->type.elem) == f->plan->bits &&
                strcmp(elem_token(table->operand->value->type.elem), elem_token(op->elem)) == 0;
    lane_t gate = mask == NULL ? LANE_NONE : lanes_class(f, mask->operand->value);
    fits = fits && (gate == LANE_PREFIX || gate == LANE_ALL || gate == LANE_MASK);
    if (!fits && lanes_visit_parts(f, op)) {
        return;
    }
    if (!fits) {
        lanes_give_up(f, op->loc, "this gather has no strips");
        return;
    }
    f->plan->whole = true;
    lanes_set(op, 0, LANE_STRIP);
}

/// Whether the table has an operation on elements of this type.
static bool has_row(const finder_t *f, const op_t *op)
{
    bool wide_result = lanes_has(op, LANES_DIFFERENCE) && op->elem != ELEM_F32;
    const lanes_row_t *row = lanes_row(op);
    bool counts = op->results_num == (lanes_has(op, LANES_CARRY) ? 2 : 1);
    char kind = lanes_elem_kind(op->elem);
    return row != NULL && right_width(f, op->elem) && (kind == '\0' || strchr(row->kinds, kind) != NULL) && counts &&
           !wide_result;
}

/// The first operand that is not a strip, as its number; 0: all are strips.
static uint32_t operand_amiss(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind != SIG_ATTR && (bound[i].operand == NULL || !operand_fits(f, op, &bound[i]))) {
            return i + 1;
        }
    }
    return 0;
}

/// An operation on strips, lane by lane.
static bool is_lanewise(const finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    uint32_t strips = 0;
    for (uint32_t i = 0; i < num; i++) {
        strips += bound[i].operand != NULL && lanes_class(f, bound[i].operand->value) == LANE_STRIP;
    }
    return has_row(f, op) && operand_amiss(f, op, bound, num) == 0 && strips != 0;
}

static void explain_lanewise(finder_t *f, const op_t *op, const bound_t *bound, uint32_t num)
{
    uint32_t amiss = operand_amiss(f, op, bound, num);
    if (!has_row(f, op)) {
        lanes_give_up(f, op->loc, "%s of %s has no strips%s", op->name, elem_name(op->elem),
                      f->plan->once ? ", and the loop has one iteration" : "");
    } else if (amiss != 0) {
        lanes_give_up(f, op->loc, "operand %u of %s is nothing that strips can hold", amiss, op->name);
    } else {
        lanes_give_up(f, op->loc, "no operand of %s moves with the loop", op->name);
    }
}

static void visit_lanewise(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    if (op->results_num == 1 && op->results[0].lane == LANE_FOLDED) {
        return;  // the vsel of a fold
    }
    if (lanes_carried(bound, num) != NULL) {
        visit_fold(f, op, bound, num);
        return;
    }
    if (lanes_has(op, LANES_CONVERTS) && lanes_visit_conversion(f, op)) {
        return;
    }
    if (lanes_has(op, LANES_GATHER)) {
        visit_gather(f, op, bound, num);
        return;
    }
    if (!is_lanewise(f, op, bound, num)) {
        bool done = lanes_visit_fixed(f, op) || lanes_visit_parts(f, op);
        if (!done) {
            explain_lanewise(f, op, bound, num);
        }
        return;
    }
    f->plan->calls |= lanes_row(op)->function[0] != '\0';
    for (uint32_t i = 0; i < op->results_num; i++) {
        lanes_set(op, i, op->results[i].type.kind == TYPE_MASK ? LANE_MASK : LANE_STRIP);
    }
}

static void visit_scalar(finder_t *f, op_t *op)
{
    bool movable = op_is_arith(op) || op_id(op) == OP_ADDPTR || op_id(op) == OP_CASTPTR;
    if (movable && all_operands(f, op, LANE_SCALAR)) {
        for (uint32_t i = 0; i < op->results_num; i++) {
            lanes_set(op, i, LANE_SCALAR);
        }
        return;
    }
    if (OP_IS_ANY(op, OP_ADDI, OP_SUBI, OP_MULI, OP_MINSI) || op_is_index_cast(op)) {  // addresses and counts
        lanes_set(op, 0, LANE_GONE);
        return;
    }
    lanes_give_up(f, op->loc, op->results_num == 0 ? "%s inside the loop" : "%s changes in the loop", op->name);
}

/// A scalar broadcast to all lanes; lanes beyond the loop's mask are never stored.
static bool is_splat(const finder_t *f, const op_t *op)
{
    if (lanes_has(op, LANES_SPLAT)) {
        return all_operands(f, op, LANE_SCALAR);
    }
    if (!lanes_has(op, LANES_SPLAT_IF) || op->operands_num != 2 ||
        lanes_class(f, op->operands[0].value) != LANE_SCALAR) {
        return false;
    }
    lane_t gate = lanes_class(f, op->operands[1].value);
    return gate == LANE_ALL || (gate == LANE_PREFIX && f->plan->folds_num == 0);
}

void lanes_visit(finder_t *f, op_t *op)
{
    op->flags &= ~(uint32_t)OP_PARTS;
    if (op->desc == NULL || op->regions_num != 0) {
        lanes_give_up(f, op->loc, "%s inside the loop", op->name);
    } else if (op->desc->cls != OPS_VECTOR) {
        if (op_id(op) != OP_YIELD) {
            visit_scalar(f, op);
        }
    } else if (lanes_has(op, LANES_PREFIX)) {
        lanes_visit_plt(f, op);
    } else if (op->results_num == 1 && lanes_is_all(&op->results[0])) {
        lanes_set(op, 0, LANE_ALL);
    } else if (lanes_has(op, LANES_LOAD)) {
        visit_load(f, op);
    } else if (lanes_has(op, LANES_STORE)) {
        visit_store(f, op);
    } else if (lanes_has(op, LANES_MASK_STORE)) {
        visit_mask_store(f, op);
    } else if (is_splat(f, op)) {
        lanes_set(op, 0, LANE_SPLAT);
    } else {
        visit_lanewise(f, op);
    }
}
