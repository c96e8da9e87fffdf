// SPDX-License-Identifier: Apache-2.0
//
// Finds lane-wise loops, see lanes.h.

#include "ptoc.h"

#include "emit.h"
#include "lanes.h"

#include <string.h>

#define VREG_BYTES 256

typedef struct finder {
    ptoc_t *cc;
    op_t *loop;
    block_t *body;
    lane_plan_t *plan;
    uint32_t addresses_capacity;
    bool failed;
} finder_t;

/// Instructions with a macro in strips.h, and for which kinds of elements: floats, signed, unsigned.
static const struct {
    const char *name, *kinds;
} lane_ops[] = {
    {"vabs", "FIU"},  {"vneg", "FI"},   {"vsqrt", "F"},    {"vrec", "F"},     {"vrelu", "FI"},  {"vnot", "IU"},
    {"vmov", "FIU"},  {"vadd", "FIU"},  {"vsub", "FIU"},   {"vmul", "FIU"},   {"vdiv", "F"},    {"vmax", "FIU"},
    {"vmin", "FIU"},  {"vand", "IU"},   {"vor", "IU"},     {"vxor", "IU"},    {"vshl", "IU"},   {"vshr", "IU"},
    {"vadds", "FIU"}, {"vsubs", "FIU"}, {"vmuls", "FIU"},  {"vmaxs", "IU"},   {"vmins", "IU"},  {"vands", "IU"},
    {"vors", "IU"},   {"vxors", "IU"},  {"vshls", "IU"},   {"vshrs", "IU"},   {"vmula", "FIU"}, {"vaxpy", "F"},
    {"vlrelu", "F"},  {"vprelu", "F"},  {"vaddrelu", "F"}, {"vsubrelu", "F"}, {"vsel", "FIU"},  {"vcmp", "FIU"},
    {"vcmps", "FIU"}, {"vexp", "F"},    {"vln", "F"},      {"vrsqrt", "F"},   {"vaddc", "U"},   {"vsubc", "U"},
    {"vaddcs", "U"},  {"vsubcs", "U"},
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

const char *lanes_kinds(const op_t *op)
{
    for (size_t i = 0; op->form != NULL && i < sizeof(lane_ops) / sizeof(lane_ops[0]); i++) {
        bool found = strcmp(op->form->fn, lane_ops[i].name) == 0 ||
                     (strcmp(op->form->fn, "vmov_all") == 0 && strcmp(lane_ops[i].name, "vmov") == 0);
        if (found) {
            return lane_ops[i].kinds;
        }
    }
    return NULL;
}

static bool is_fn(const op_t *op, const char *name)
{
    return op->form != NULL && strcmp(op->form->fn, name) == 0;
}

static void give_up(finder_t *f)
{
    f->failed = true;
}

/// Values ///

static bool is_inside(const finder_t *f, const value_t *value)
{
    const block_t *block = value->def != NULL ? value->def->parent : value->block;
    while (block != NULL && block != f->body) {
        block = block->region->owner == NULL ? NULL : block->region->owner->parent;
    }
    return block != NULL;
}

static bool is_all_mask(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL || (!is_fn(def, "pset") && !is_fn(def, "pge"))) {
        return false;
    }
    const attr_t *attr = def->attrs_num != 0 ? &def->attrs[0] : NULL;
    return attr != NULL && attr->text != NULL && strcmp(attr->text, "PAT_ALL") == 0;
}

bool lanes_uniform(const value_t *value)
{
    const op_t *def = value->def;
    if (def == NULL || def->form == NULL) {
        return false;
    }
    if (is_fn(def, "vdup") || is_fn(def, "vdups")) {
        return def->operands_num == 2 && is_all_mask(def->operands[1].value);
    }
    return is_fn(def, "vbr") && def->operands_num == 1;
}

const value_t *lanes_scalar(const value_t *value)
{
    return is_fn(value->def, "vdup") ? NULL : value->def->operands[0].value;
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

/// What a value is here; values from outside are scalars, constant masks and splats.
static lane_t lane_of(const finder_t *f, const value_t *value)
{
    if (is_inside(f, value)) {
        return (lane_t)value->lane;
    }
    switch (value->type.kind) {
        case TYPE_SCALAR:
        case TYPE_PTR:
            return LANE_SCALAR;
        case TYPE_MASK:
            return is_all_mask(value) ? LANE_ALL : LANE_NONE;
        case TYPE_VREG:
            return lanes_uniform(value) ? LANE_SPLAT : LANE_NONE;
        default:
            return LANE_NONE;
    }
}

static bool all_operands(const finder_t *f, const op_t *op, lane_t lane)
{
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (lane_of(f, op->operands[i].value) != lane) {
            return false;
        }
    }
    return true;
}

static void set_lane(const op_t *op, uint32_t result, lane_t lane)
{
    if (result < op->results_num) {
        op->results[result].lane = (uint8_t)lane;
    }
}

/// Addresses ///

static void add_term(finder_t *f, address_t *address, const value_t *value)
{
    if (address->terms_num == ADDRESS_TERMS) {
        give_up(f);
        return;
    }
    address->terms[address->terms_num++] = value;
}

/// An index as loop variable + terms + constant.
static void split_index(finder_t *f, address_t *address, const value_t *index, uint32_t depth)
{
    int64_t constant;
    if (index == &f->body->args[0]) {
        if (address->moves) {
            give_up(f);  // twice the loop variable
        }
        address->moves = true;
    } else if (value_constant(index, &constant)) {
        address->offset += constant;
    } else if (lane_of(f, index) == LANE_SCALAR) {
        add_term(f, address, index);
    } else if (index->def != NULL && live_id(index->def) == OP_ADDI && index->def->operands_num == 2 && depth < 8) {
        split_index(f, address, index->def->operands[0].value, depth + 1);
        split_index(f, address, index->def->operands[1].value, depth + 1);
    } else {
        give_up(f);
    }
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// A number that always divides the value; 0 for the constant 0.
static uint64_t multiple_of(const value_t *value, uint32_t depth)
{
    int64_t constant;
    if (value_constant(value, &constant)) {
        return constant < 0 ? 0 - (uint64_t)constant : (uint64_t)constant;
    }
    const op_t *def = value->def;
    if (def == NULL && value->block != NULL && value->index == 0 && value->block->region->owner != NULL) {
        const op_t *owner = value->block->region->owner;  // a loop variable
        bool counts = live_id(owner) == OP_FOR && owner->operands_num >= 3 && depth < 8;
        return counts ? gcd(multiple_of(owner->operands[0].value, depth + 1),
                            multiple_of(owner->operands[2].value, depth + 1))
                      : 1;
    }
    if (def == NULL || depth >= 8) {
        return 1;
    }
    if (def->operands_num == 2 && (live_id(def) == OP_ADDI || live_id(def) == OP_SUBI || live_id(def) == OP_MULI)) {
        uint64_t a = multiple_of(def->operands[0].value, depth + 1), b = multiple_of(def->operands[1].value, depth + 1);
        bool small = a < 1u << 20 && b < 1u << 20;
        return live_id(def) != OP_MULI ? gcd(a, b) : small ? a * b : 1;
    }
    bool cast = live_id(def) == OP_INDEX_CAST || live_id(def) == OP_INDEX_CASTUI || live_id(def) == OP_EXTSI ||
                live_id(def) == OP_EXTUI;
    return cast && def->operands_num == 1 ? multiple_of(def->operands[0].value, depth + 1) : 1;
}

static void add_root_term(address_t *address, const value_t *value, uint64_t bytes)
{
    int64_t constant;
    if (value_constant(value, &constant)) {
        address->root_bytes += constant * (int64_t)bytes;
        return;
    }
    uint64_t multiple = multiple_of(value, 0);
    address->multiple = gcd(address->multiple, multiple < 1u << 20 ? multiple * bytes : bytes);
    if (address->root_terms_num < ADDRESS_TERMS * 2) {
        address->root_scales[address->root_terms_num] = bytes;
        address->root_terms[address->root_terms_num++] = value;
    } else {
        address->vague = true;
    }
}

/// Follow the base to where it comes from: an UB address, or a pointer about which nothing is known.
static void find_root(address_t *address)
{
    uint64_t bytes = elem_bits(address->elem) / 8;
    const value_t *pointer = address->base;
    address->multiple = 0;
    address->root_bytes = address->offset * (int64_t)bytes;
    for (uint32_t i = 0; i < address->terms_num; i++) {
        add_root_term(address, address->terms[i], bytes);
    }
    for (uint32_t depth = 0; pointer->def != NULL && depth < 8; depth++) {
        const op_t *def = pointer->def;
        if (live_id(def) == OP_ADDPTR && def->operands_num == 2) {
            add_root_term(address, def->operands[1].value, elem_bits(pointer->type.elem) / 8);
            pointer = def->operands[0].value;
        } else if (live_id(def) == OP_CASTPTR && def->operands[0].value->type.kind == TYPE_PTR) {
            pointer = def->operands[0].value;
        } else {
            break;
        }
    }
    int64_t constant;
    bool known = pointer->def != NULL && live_id(pointer->def) == OP_CASTPTR &&
                 value_constant(pointer->def->operands[0].value, &constant);
    if (known) {
        address->root_bytes += constant;
    } else {
        address->root = pointer;
        address->multiple = gcd(address->multiple, 1);
    }
    address->multiple =
        gcd(address->multiple, (uint64_t)(address->root_bytes < 0 ? -address->root_bytes : address->root_bytes));
}

static address_t *new_address(finder_t *f, const op_t *op, const bound_t *pointer, bool store)
{
    lane_plan_t *plan = f->plan;
    if (plan->addresses_num == f->addresses_capacity) {
        uint32_t capacity = f->addresses_capacity == 0 ? 8 : f->addresses_capacity * 2;
        address_t *larger = ARENA_ARRAY(&f->cc->arena, address_t, capacity);
        for (uint32_t i = 0; i < plan->addresses_num; i++) {
            larger[i] = plan->addresses[i];
        }
        plan->addresses = larger;
        f->addresses_capacity = capacity;
    }
    address_t *address = &plan->addresses[plan->addresses_num++];
    *address = (address_t){
        .op = op, .base = pointer->operand->value, .elem = pointer->operand->value->type.elem, .store = store};
    if (lane_of(f, address->base) != LANE_SCALAR) {
        give_up(f);
        return address;
    }
    if (pointer->index != NULL) {
        split_index(f, address, pointer->index->value, 0);
    }
    find_root(address);
    return address;
}

/// Whether two accesses differ by a number of bytes that is known.
static bool known_distance(const address_t *a, const address_t *b, int64_t *bytes)
{
    if (a->vague || b->vague || a->root != b->root || a->root_terms_num != b->root_terms_num) {
        return false;
    }
    for (uint32_t i = 0; i < a->root_terms_num; i++) {
        if (a->root_terms[i] != b->root_terms[i] || a->root_scales[i] != b->root_scales[i]) {
            return false;
        }
    }
    *bytes = a->root_bytes - b->root_bytes;
    return true;
}

/// Whether an address is computed in the loop, so that it is not known in front of it.
static bool starts_inside(const finder_t *f, const address_t *address)
{
    bool inside = is_inside(f, address->base);
    for (uint32_t i = 0; i < address->terms_num; i++) {
        inside |= is_inside(f, address->terms[i]);
    }
    return inside;
}

/// Bytes that an access touches in the whole loop.
static int64_t extent_of(const finder_t *f, const address_t *address)
{
    return f->plan->count * (int64_t)(elem_bits(address->elem) / 8);
}

/// A store against another access: apart, the same lanes, or to be compared when the loop starts.
static void compare_addresses(finder_t *f, const address_t *store, const address_t *other)
{
    lane_plan_t *plan = f->plan;
    int64_t distance;
    bool same_width = elem_bits(store->elem) == elem_bits(other->elem);
    if (known_distance(store, other, &distance)) {
        if (distance == 0 && same_width) {
            return;
        }
        if (plan->count >= 0 && (distance >= extent_of(f, other) || -distance >= extent_of(f, store))) {
            return;
        }
        if (plan->count >= 0) {
            give_up(f);
            return;
        }
    }
    if (!same_width || plan->folds_num != 0 || starts_inside(f, store) || starts_inside(f, other)) {
        give_up(f);
        return;
    }
    plan->aparts[plan->aparts_num++] = (apart_t){.store = store, .other = other};
}

static void compare_all(finder_t *f)
{
    lane_plan_t *plan = f->plan;
    uint32_t stores = 0;
    for (uint32_t i = 0; i < plan->addresses_num; i++) {
        stores += plan->addresses[i].store;
    }
    if (stores > 8 || plan->addresses_num > 24) {
        give_up(f);
        return;
    }
    plan->aparts = ARENA_ARRAY(&f->cc->arena, apart_t, (size_t)stores * plan->addresses_num + 1);
    for (uint32_t i = 0; i < plan->addresses_num && !f->failed; i++) {
        for (uint32_t j = 0; j < plan->addresses_num && plan->addresses[i].store; j++) {
            if (j != i && !(plan->addresses[j].store && j < i)) {
                compare_addresses(f, &plan->addresses[i], &plan->addresses[j]);
            }
        }
    }
    if (plan->aparts_num > 4) {
        give_up(f);  // the comparisons would cost more than they win
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

static const char *attr_spelling(const bound_t *bound, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            return bound[i].value == NULL ? "" : bound[i].value->spelling;
        }
    }
    return "";
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
    const char *dist = attr_spelling(bound, num);
    if (pointer == NULL || op->results_num != 1) {
        give_up(f);
        return;
    }
    address_t *address = new_address(f, op, pointer, false);
    bool same =
        pointer->operand->value->type.elem != ELEM_NONE && strcmp(elem_token(address->elem), elem_token(op->elem)) == 0;
    if (same && address->moves && strcmp(dist, "UNPK_B16") == 0 && op->elem == ELEM_F16 && f->plan->bits == 32) {
        set_lane(op, 0, LANE_WIDE);
        return;
    }
    if (f->failed || !same || !right_width(f, op->elem) || !is_norm(dist, elem_bits(op->elem)) || !address->moves) {
        give_up(f);
        return;
    }
    set_lane(op, 0, LANE_STRIP);
}

static void visit_store(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    const bound_t *pointer = find_item(bound, num, SIG_P), *data = find_item(bound, num, SIG_V),
                  *mask = find_item(bound, num, SIG_G);
    if (pointer == NULL || data == NULL || mask == NULL || !right_width(f, op->elem) ||
        !is_norm(attr_spelling(bound, num), elem_bits(op->elem))) {
        give_up(f);
        return;
    }
    lane_t lane = lane_of(f, data->operand->value), gate = lane_of(f, mask->operand->value);
    bool gated = gate == LANE_PREFIX || gate == LANE_MASK || (gate == LANE_ALL && f->plan->plt == NULL);
    bool gran = mask->operand->value->type.gran == f->plan->bits;
    if ((lane != LANE_STRIP && lane != LANE_SPLAT) || !gated || !gran) {
        give_up(f);
        return;
    }
    address_t *address = new_address(f, op, pointer, true);
    if (!address->moves || strcmp(elem_token(address->elem), elem_token(op->elem)) != 0) {
        give_up(f);
    }
}

static bool operand_fits(const finder_t *f, const op_t *op, const bound_t *bound)
{
    lane_t lane = lane_of(f, bound->operand->value);
    switch (bound->item->kind) {
        case SIG_V:
            return lane == LANE_STRIP || lane == LANE_SPLAT;
        case SIG_U:
            return lane == LANE_STRIP && elem_class(bound->operand->value->type.elem) == CLASS_UINT;
        case SIG_S:
        case SIG_I16:
            return lane == LANE_SCALAR;
        case SIG_M:
            if (bound->operand == &op->operands[2] && (is_fn(op, "vaddcs") || is_fn(op, "vsubcs"))) {
                return lane == LANE_MASK;
            }
            return is_fn(op, "vsel") ? lane == LANE_MASK || lane == LANE_PREFIX || lane == LANE_ALL
                                     : lane == LANE_PREFIX || lane == LANE_ALL;
        default:
            return false;
    }
}

/// An accumulator: read once, by an operation that works lane by lane, and written by it.
static void visit_fold(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *carried = lanes_carried(bound, num);
    const value_t *before = carried->operand->value;
    const op_t *yield = f->body->last;
    bool kind = is_fn(op, "vadd") || is_fn(op, "vsub") || is_fn(op, "vmul") || is_fn(op, "vmax") || is_fn(op, "vmin") ||
                is_fn(op, "vmula");
    bool place = carried == &bound[0] && kind && right_width(f, op->elem) && lanes_elem_kind(op->elem) != '\0';
    bool chain = before->uses_num == 1 && op->results_num == 1 && op->results[0].uses_num == 1 &&
                 live_id(yield) == OP_YIELD && yield->operands_num >= before->index &&
                 yield->operands[before->index - 1].value == &op->results[0];
    for (uint32_t i = 1; i < num; i++) {
        lane_t lane = bound[i].operand == NULL ? LANE_NONE : lane_of(f, bound[i].operand->value);
        place = place && (bound[i].item->kind == SIG_V ? lane == LANE_STRIP : lane == LANE_ALL);
    }
    if (!place || !chain) {
        give_up(f);
        return;
    }
    f->plan->folds_num++;
    f->plan->stops_at_nan |= (is_fn(op, "vmax") || is_fn(op, "vmin")) && lanes_elem_kind(op->elem) == 'F';
    set_lane(op, 0, LANE_FOLDED);
}

/// f16 in 32-bit slots to f32: the even halves are all there is.
static bool is_widening(const finder_t *f, const op_t *op, const bound_t *bound)
{
    const attr_t *part = op_attr(op, "part");
    return is_fn(op, "vcvt") && op->elem == ELEM_F16 && f->plan->bits == 32 && op->results_num == 1 &&
           op->results[0].type.elem == ELEM_F32 &&
           (part == NULL || (part->text != NULL && strcmp(part->text, "EVEN") == 0)) && bound[0].operand != NULL &&
           bound[1].operand != NULL && lane_of(f, bound[0].operand->value) == LANE_WIDE &&
           lane_of(f, bound[1].operand->value) == LANE_ALL;
}

/// A gather reads anywhere: its table must not be what the loop stores, and strips must hold whole registers,
/// so that a register is read before any of it is stored.
static void visit_gather(finder_t *f, op_t *op, const bound_t *bound, uint32_t num)
{
    const bound_t *table = find_item(bound, num, SIG_P), *index = find_item(bound, num, SIG_X),
                  *mask = find_item(bound, num, SIG_M);
    bool fits = table != NULL && index != NULL && mask != NULL && right_width(f, op->elem) && f->plan->bits <= 32 &&
                op->results_num == 1 && lane_of(f, table->operand->value) == LANE_SCALAR &&
                lane_of(f, index->operand->value) == LANE_STRIP &&
                elem_class(index->operand->value->type.elem) == CLASS_UINT &&
                elem_bits(index->operand->value->type.elem) == f->plan->bits &&
                strcmp(elem_token(table->operand->value->type.elem), elem_token(op->elem)) == 0;
    lane_t gate = mask == NULL ? LANE_NONE : lane_of(f, mask->operand->value);
    if (!fits || (gate != LANE_PREFIX && gate != LANE_ALL)) {
        give_up(f);
        return;
    }
    f->plan->whole = true;
    set_lane(op, 0, LANE_STRIP);
}

static bool has_two_results(const op_t *op)
{
    return is_fn(op, "vaddc") || is_fn(op, "vsubc") || is_fn(op, "vaddcs") || is_fn(op, "vsubcs");
}

static void visit_lanewise(finder_t *f, op_t *op)
{
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    if (lanes_carried(bound, num) != NULL) {
        visit_fold(f, op, bound, num);
        return;
    }
    if (is_widening(f, op, bound)) {
        set_lane(op, 0, LANE_STRIP);
        return;
    }
    if (is_fn(op, "vgather2")) {
        visit_gather(f, op, bound, num);
        return;
    }
    const char *kinds = lanes_kinds(op);
    bool counts = op->results_num == (has_two_results(op) ? 2 : 1);
    if (kinds == NULL || !right_width(f, op->elem) || strchr(kinds, lanes_elem_kind(op->elem)) == NULL || !counts) {
        give_up(f);
        return;
    }
    uint32_t strips = 0;
    for (uint32_t i = 0; i < num; i++) {
        if (bound[i].item->kind == SIG_ATTR) {
            continue;
        }
        if (bound[i].operand == NULL || !operand_fits(f, op, &bound[i])) {
            give_up(f);
            return;
        }
        strips += lane_of(f, bound[i].operand->value) == LANE_STRIP;
    }
    if (strips == 0) {
        give_up(f);
        return;
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        set_lane(op, i, op->results[i].type.kind == TYPE_MASK ? LANE_MASK : LANE_STRIP);
    }
}

/// The chain of the loop: plt of a carried count whose rest is carried on.
static void visit_plt(finder_t *f, op_t *op)
{
    block_t *body = f->body;
    op_t *yield = body->last;
    value_t *count = op->operands_num == 1 ? op->operands[0].value : NULL;
    bool carried = count != NULL && count->block == body && count->index > 0 && live_id(yield) == OP_YIELD &&
                   yield->operands_num >= count->index && op->results_num == 2 &&
                   yield->operands[count->index - 1].value == &op->results[1];
    if (!carried || f->plan->plt != NULL || op->gran != f->plan->bits) {
        give_up(f);
        return;
    }
    f->plan->plt = op;
    set_lane(op, 0, LANE_PREFIX);
    set_lane(op, 1, LANE_LEFT);
}

static void visit_scalar(finder_t *f, op_t *op)
{
    bool movable = op->desc->cls == OPS_ARITH || live_id(op) == OP_ADDPTR || live_id(op) == OP_CASTPTR;
    if (movable && all_operands(f, op, LANE_SCALAR)) {
        for (uint32_t i = 0; i < op->results_num; i++) {
            set_lane(op, i, LANE_SCALAR);
        }
        return;
    }
    if (live_id(op) == OP_ADDI) {
        set_lane(op, 0, LANE_GONE);  // an index; addresses take it apart
        return;
    }
    give_up(f);
}

static void visit_op(finder_t *f, op_t *op)
{
    if (op->desc == NULL || op->regions_num != 0) {
        give_up(f);
    } else if (op->desc->cls != OPS_VECTOR) {
        if (live_id(op) != OP_YIELD) {
            visit_scalar(f, op);
        }
    } else if (is_fn(op, "plt")) {
        visit_plt(f, op);
    } else if (op->results_num == 1 && is_all_mask(&op->results[0])) {
        set_lane(op, 0, LANE_ALL);
    } else if (is_fn(op, "vlds")) {
        visit_load(f, op);
    } else if (is_fn(op, "vsts")) {
        visit_store(f, op);
    } else if (is_fn(op, "vbr") && all_operands(f, op, LANE_SCALAR)) {
        set_lane(op, 0, LANE_SPLAT);
    } else {
        visit_lanewise(f, op);
    }
}

/// Carried is either the count of a plt, which nobody may ask for afterwards, or accumulators.
static bool carried_fits(const finder_t *f)
{
    uint32_t carried = f->body->args_num - 1;
    if (f->plan->folds_num != 0) {
        bool alone = !f->plan->stops_at_nan || f->plan->folds_num == 1;
        for (uint32_t i = 0; i < f->plan->addresses_num; i++) {
            alone = alone && !(f->plan->stops_at_nan && f->plan->addresses[i].store);
        }
        return carried == f->plan->folds_num && f->plan->plt == NULL && alone;
    }
    for (uint32_t i = 0; i < f->loop->results_num; i++) {
        if (f->loop->results[i].uses_num != 0) {
            return false;
        }
    }
    return carried == 0 ||
           (carried == 1 && f->plan->plt != NULL && f->plan->plt->operands[0].value == &f->body->args[1]);
}

/// The lanes of the whole loop, when its bounds are constants.
static int64_t count_lanes(const finder_t *f)
{
    int64_t lower, upper, left;
    const op_t *loop = f->loop;
    bool known = value_constant(loop->operands[0].value, &lower) && value_constant(loop->operands[1].value, &upper);
    if (!known || lower < -(INT64_C(1) << 40) || upper > INT64_C(1) << 40) {
        return -1;
    }
    int64_t lanes = f->plan->lanes, total = upper <= lower ? 0 : (upper - lower + lanes - 1) / lanes * lanes;
    if (f->plan->plt == NULL) {
        return total;
    }
    if (!value_constant(loop->operands[3].value, &left)) {
        return -1;
    }
    return left < 0 ? 0 : left < total ? left : total;
}

/// Registers ///

/// An operation's place in the body, for live ranges.
static uint32_t place_of(const op_t *op)
{
    return op->flags >> 16;
}

/// The most strips that are alive at one time, with what the macros need besides.
static uint32_t strips_alive(const finder_t *f)
{
    uint32_t places = 0, most = 1;
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        op->flags = (op->flags & 0xFFFF) | ++places << 16;
    }
    uint32_t *last_use = ARENA_ARRAY(&f->cc->arena, uint32_t, places + 2);
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        for (uint32_t i = 0; i < op->operands_num; i++) {
            const value_t *value = op->operands[i].value;
            if (value->def != NULL && is_inside(f, value) && (value->lane == LANE_STRIP || value->lane == LANE_WIDE)) {
                last_use[place_of(value->def)] = place_of(op);
            }
        }
    }
    for (op_t *op = f->body->first; op != NULL; op = op->next) {
        uint32_t alive = 0, at = place_of(op);  // a second result is computed after the first: both find the operands
        for (uint32_t i = 1; i <= at; i++) {
            alive += last_use[i] > at || (i == at && last_use[i] >= at);
        }
        bool temporaries = is_fn(op, "vmax") || is_fn(op, "vmin") || is_fn(op, "vlrelu") || is_fn(op, "vprelu") ||
                           (is_fn(op, "vabs") && lanes_elem_kind(op->elem) == 'I');
        alive += temporaries + (has_two_results(op) ? 2 : 0);
        // The functions need groups of their own beside the result.
        alive += is_fn(op, "vexp") ? 2 : is_fn(op, "vln") || is_fn(op, "vrsqrt") ? 4 : 0;
        most = alive > most ? alive : most;
    }
    return most;
}

static lane_plan_t *plan_loop(ptoc_t *cc, op_t *loop)
{
    finder_t f = {.cc = cc, .loop = loop, .body = loop->regions[0].block};
    int64_t step;
    if (loop->operands_num < 3 || !value_constant(loop->operands[2].value, &step) || step < 32 || step > 256 ||
        (step & (step - 1)) != 0) {
        return NULL;
    }
    f.plan = ARENA_NEW(&cc->arena, lane_plan_t);
    *f.plan = (lane_plan_t){.loop = loop, .lanes = (uint32_t)step, .bits = (uint32_t)(VREG_BYTES * 8 / step)};
    for (uint32_t i = 0; i < f.body->args_num; i++) {
        bool vector = f.body->args[i].type.kind == TYPE_VREG;
        f.body->args[i].lane = (uint8_t)(i == 0 ? LANE_INDEX : vector ? LANE_CARRIED : LANE_LEFT);
    }
    for (op_t *op = f.body->first; op != NULL && !f.failed; op = op->next) {
        visit_op(&f, op);
    }
    if (f.failed || !carried_fits(&f)) {
        return NULL;
    }
    f.plan->count = count_lanes(&f);
    compare_all(&f);
    uint32_t alive = f.failed ? 0 : strips_alive(&f);
    f.plan->lmul = alive <= 3 ? 8 : alive <= 7 ? 4 : 2;
    f.plan->full = alive * f.plan->lmul >= 24;
    return f.failed || f.plan->addresses_num == 0 || alive > 14 ? NULL : f.plan;
}

static void find_in(op_t *op, void *arg)
{
    ptoc_t *cc = arg;
    if (live_id(op) == OP_FOR && op->regions_num == 1 && (op_vecscope(op) != NULL || op_is_vecscope(op))) {
        op->aux = plan_loop(cc, op);
    }
}

void lanes_find(ptoc_t *cc, module_t *module)
{
    for (func_t *func = module->funcs; func != NULL; func = func->next) {
        if (func->body.block != NULL) {
            ir_walk(func->body.block, find_in, cc);
        }
    }
    for (module_t *inner = module->modules; inner != NULL; inner = inner->next) {
        lanes_find(cc, inner);
    }
}
