// SPDX-License-Identifier: Apache-2.0
//
// Accesses to local memories, by vector functions, transfers and the scalar unit, and unordered pairs of these.

#include "ptoc.h"

#include <string.h>

#include "lint.h"
#include "lint_run.h"

/// Accesses ///

static bool meet(const access_t *a, const access_t *b)
{
    return a->space == b->space && a->root == b->root && a->first <= b->last && b->first <= a->last;
}

static const char *const memories[SPACE_COUNT] = {"", "GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};

static void report(run_t *run, const access_t *now, const access_t *earlier)
{
    const char *before = pipe_name((pipe_t)earlier->pipe), *behind = pipe_name((pipe_t)now->pipe);
    const char *use = earlier->write ? "fills" : "reads";
    const char *uses = now->write ? "overwrites" : "reads", *memory = memories[now->space];
    diag_t *diag =
        now->pipe == earlier->pipe
            ? lint_warn(run->cc, now->op, "sync-missing",
                        "'%s' %s %s that %s %s, and its transfers may overlap: pto.pipe_barrier between "
                        "them would order them",
                        now->op->name, uses, memory, before, use)
            : lint_warn(run->cc, now->op, "sync-missing", "'%s' %s %s that %s %s, and nothing orders %s behind %s",
                        now->op->name, uses, memory, before, use, behind, before);
    if (diag != NULL) {
        diag_note(run->cc, diag, earlier->op->loc, "%s %s it here%s", before, use,
                  earlier->op->loc >= now->op->loc ? ", in the iteration before" : "");
    }
}

/// Commands of a pipe run in order, except for transfers of these two. (Their stores to GM may be atomic adds.)
static bool may_overlap(int pipe)
{
    return pipe == PIPE_MTE2 || pipe == PIPE_MTE3;
}

/// Warns about reads of local memory below everything written. (If nothing is written, the text is a fragment.)
static void check_written(run_t *run, const access_t *access)
{
    int64_t *lowest = &run->written[access->space];
    bool local = access->space == SPACE_UB || access->space == SPACE_L1;
    if (access->write) {
        int64_t from = access->root == ROOT_ABSOLUTE ? access->first : 0;
        *lowest = from < *lowest ? from : *lowest;
    } else if (local && *lowest != INT64_MAX && access->root == ROOT_ABSOLUTE && access->last < *lowest) {
        lint_warn(run->cc, access->op, "never-written", "'%s' reads %s at %lld, which nothing has written before",
                  access->op->name, access->space == SPACE_UB ? "UB" : "L1", (long long)access->first);
        *lowest = 0;  // one warning is enough
    }
}

void run_forget_written(run_t *run)
{
    memset(run->written, 0, sizeof(run->written));
}

static void add_access(run_t *run, access_t now)
{
    check_written(run, &now);
    bool merged = false;
    for (uint32_t i = run->accesses_num; i-- > 0;) {
        access_t *earlier = &run->accesses[i];
        if (!meet(earlier, &now)) {
            continue;
        }
        bool apart =
            earlier->pipe != now.pipe || (may_overlap(now.pipe) && now.space != SPACE_GM && earlier->seq != now.seq);
        bool conflict = apart && (earlier->write || now.write);
        if (conflict && run->order->know[now.pipe][earlier->pipe] < earlier->seq) {
            report(run, &now, earlier);
            // Continue as if they were ordered: one warning for one missing edge.
            pipe_clock_t *know = run->order->know;
            run_join_clock(know[now.pipe], know[earlier->pipe]);
            know[now.pipe][earlier->pipe] = earlier->seq;
        }
        bool same = earlier->op == now.op && earlier->first == now.first && earlier->last == now.last;
        if (same && i >= run->accesses_base) {
            earlier->seq = now.seq;
            merged = true;
        }
    }
    if (!merged && run->accesses_num < ACCESSES_MAX) {
        run->accesses[run->accesses_num++] = now;
    }
}

/// Warns about accesses past the end of a local memory. (The verifier checks constant addresses.)
static void check_end(run_t *run, const op_t *op, const value_t *pointer, cell_t cell, int64_t bytes)
{
    if (cell.root != ROOT_ABSOLUTE || pointer->type.space <= SPACE_GM || cell.value < 0 || bytes > INT32_MAX) {
        return;
    }
    int64_t room = (int64_t)space_bytes(pointer->type.space, op_arch(run->cc, op));
    if (room > 0 && cell.value + bytes > room) {
        lint_warn(run->cc, op, "past-the-end", "'%s' uses %s up to %lld, which has %lld bytes", op->name,
                  memories[pointer->type.space], (long long)(cell.value + bytes), (long long)room);
    }
}

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/// The stride of an index in bytes: 1 for predicates, for pldi and psti the size of their distribution.
static uint64_t index_step(const op_t *op, const value_t *pointer)
{
    uint32_t types = op->form == NULL ? 0 : op->form->types;
    if ((types & T_MASKS) == 0) {
        return elem_bits((elem_t)pointer->type.elem) / 8;
    }
    const attr_t *dist = op_attr(op, "dist") != NULL ? op_attr(op, "dist") : op_positional(op, 0);
    bool half = dist != NULL && dist->text != NULL && (strcmp(dist->text, "US") == 0 || strcmp(dist->text, "PK") == 0);
    return (types & T_IN_UNITS) == 0 ? 1 : half ? 16 : 32;
}

/// Records an access to `bytes` bytes at a pointer operand.
static void touch(run_t *run, const op_t *op, const operand_t *pointer, const operand_t *index, int pipe, uint32_t seq,
                  bool write, int64_t bytes)
{
    const value_t *value = pointer->value;
    if (value == NULL || value->type.kind != TYPE_PTR || value->type.space < SPACE_GM) {
        return;
    }
    cell_t cell = *eval_cell(&run->eval, pointer->value);
    if (cell.root == 0 || bytes <= 0) {
        run_forget_written(run);
        return;
    }
    uint64_t first = (uint64_t)cell.value;
    if (index != NULL) {
        cell_t offset = *eval_cell(&run->eval, index->value);
        if (!offset.known) {
            run_forget_written(run);
            return;
        }
        first += (uint64_t)offset.value * index_step(op, value);
    }
    int64_t start = (int64_t)first;
    if (start < 0 || start > INT32_MAX) {
        return;
    }
    bytes = bytes > INT32_MAX ? INT32_MAX : bytes;
    check_end(run, op, value, (cell_t){.root = cell.root, .value = start}, bytes);
    add_access(run, (access_t){.op = op,
                               .root = cell.root,
                               .seq = seq,
                               .first = start,
                               .last = start + bytes - 1,
                               .space = value->type.space,
                               .pipe = (uint8_t)pipe,
                               .write = write});
}

/// Vector scopes ///

/// The barrier that must order a store before a load, NULL if none is needed.
static const char *barrier_for(const store_t *store, bool scalar_load)
{
    if (scalar_load) {
        return store->scalar || store->before_scalar ? NULL : "VST_LD";
    }
    return store->before_vector ? NULL : store->scalar ? "ST_VLD" : "VST_VLD";
}

uint64_t run_loads_of(run_t *run, const op_t *op)
{
    uint64_t loads = 0;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        loads |= eval_operand(&run->eval, op, i).loads;
    }
    return loads;
}

/// A store in a vector scope over bytes loaded before needs a barrier, unless the stored value depends on the load. A
/// store of less than a register may be a row's; the load may have read past the end of its own row.
static void check_loads(run_t *run, const store_t *store)
{
    bool full = store->last - store->first + 1 >= VREG_BYTES;
    for (uint32_t i = 0; i < run->loads_num; i++) {
        const load_t *load = &run->loads[i];
        bool ordered = store->scalar ? load->scalar || load->before_scalar : load->before_vector;
        int64_t last = full ? load->last : load->first_last;
        if (ordered || (store->loads >> i & 1) != 0 || load->root != store->root || load->first > store->last ||
            store->first > last) {
            continue;
        }
        const char *barrier = store->scalar ? "VLD_ST" : load->scalar ? "LD_VST" : "VLD_VST";
        diag_t *diag = lint_warn(run->cc, store->op, "missing-mem-bar",
                                 "'%s' overwrites what this scope loaded; without pto.mem_bar \"%s\" that load may "
                                 "see the new bytes",
                                 store->op->name, barrier);
        if (diag != NULL) {
            diag_note(run->cc, diag, load->op->loc, "loaded here");
        }
        return;
    }
}

static void keep_store(run_t *run, const store_t *store)
{
    check_loads(run, store);
    if (run->stores_num < STORES_MAX) {
        run->stores[run->stores_num++] = *store;
    }
}

static void keep_load(run_t *run, const load_t *load)
{
    if (run->loads_num < LOADS_MAX) {
        run->loaded = UINT64_C(1) << run->loads_num | run->settled;
        run->loads[run->loads_num++] = *load;
    }
}

/// Records an access in a vector scope; a load that overlaps an earlier store needs a barrier.
static void check_stores(run_t *run, const op_t *op, const operand_t *pointer, const operand_t *index, bool scalar,
                         bool write, int64_t bytes)
{
    cell_t cell = *eval_cell(&run->eval, pointer->value);
    cell_t offset = index != NULL ? *eval_cell(&run->eval, index->value) : eval_known(0);
    if (cell.root == 0 || !offset.known) {
        return;
    }
    uint64_t step = index_step(op, pointer->value);
    int64_t first = (int64_t)((uint64_t)cell.value + (uint64_t)offset.value * step);
    if (first < 0 || first > INT32_MAX) {
        return;
    }
    int64_t last = first + bytes - 1;
    if (write) {
        keep_store(run, &(store_t){.op = op,
                                   .root = cell.root,
                                   .first = first,
                                   .last = last,
                                   .scalar = scalar,
                                   .loads = run_loads_of(run, op)});
        return;
    }
    keep_load(run, &(load_t){.op = op,
                             .root = cell.root,
                             .first = first,
                             .first_last = first + (int64_t)step - 1,
                             .last = last,
                             .scalar = scalar});
    bool warned = false;
    for (uint32_t i = 0; i < run->stores_num; i++) {
        const store_t *store = &run->stores[i];
        const char *barrier = barrier_for(store, scalar);
        if (barrier == NULL || store->root != cell.root || store->first > last || first > store->last) {
            continue;
        }
        run->loaded |= store->loads;  // continue as if there were a barrier
        diag_t *diag = warned ? NULL
                              : lint_warn(run->cc, op, "missing-mem-bar",
                                          "'%s' reads what this scope stored; without pto.mem_bar \"%s\" it may see "
                                          "the old bytes",
                                          op->name, barrier);
        warned = true;
        if (diag != NULL) {
            diag_note(run->cc, diag, store->op->loc, "stored here");
        }
    }
}

void run_mem_bar(run_t *run, const op_t *op)
{
    static const struct {
        const char *name;
        bool from_scalar, to_scalar, stores, loads;  // orders stores before loads, loads before stores
    } barriers[] = {
        {"VV_ALL", false, false, true, true},   {"VST_VLD", false, false, true, false},
        {"VLD_VST", false, false, false, true}, {"VS_ALL", false, true, true, true},
        {"VST_LD", false, true, true, false},   {"VLD_ST", false, true, false, true},
        {"SV_ALL", true, false, true, true},    {"ST_VLD", true, false, true, false},
        {"LD_VST", true, false, false, true},
    };
    const attr_t *attr = op_positional(op, 0);
    for (size_t b = 0; attr != NULL && attr->text != NULL && b < sizeof(barriers) / sizeof(barriers[0]); b++) {
        bool this = strcmp(attr->text, barriers[b].name) == 0, to_scalar = barriers[b].to_scalar;
        for (uint32_t i = 0; this && barriers[b].stores && i < run->stores_num; i++) {
            store_t *store = &run->stores[i];
            bool from = store->scalar == barriers[b].from_scalar;
            store->before_scalar |= from && to_scalar;
            store->before_vector |= from && !to_scalar;
            run->settled |= from && !to_scalar ? store->loads : 0;
        }
        for (uint32_t i = 0; this && barriers[b].loads && i < run->loads_num; i++) {
            load_t *load = &run->loads[i];
            bool from = load->scalar == barriers[b].from_scalar;
            load->before_scalar |= from && to_scalar;
            load->before_vector |= from && !to_scalar;
        }
    }
}

/// Whether an operand is a full mask.
static bool is_full_mask(const operand_t *operand)
{
    const op_t *def = operand != NULL && operand->value != NULL ? operand->value->def : NULL;
    bool is_pattern = def != NULL && def->form != NULL && def->form->operands[0].attr == ATTRS_pat;
    const attr_t *pattern = is_pattern ? op_positional(def, 0) : NULL;
    return pattern != NULL && pattern->text != NULL && strcmp(pattern->text, "PAT_ALL") == 0;
}

/// A lower bound of the bytes that a vector access uses: all of a plain load and of an unmasked plain store, else the
/// first element.
static int64_t sure_bytes(const op_t *op, const bound_t *bound, uint32_t num, bool write)
{
    int64_t element = op->elem != ELEM_NONE ? elem_bits(op->elem) / 8 : 1;
    bool plain = false, full = false;
    for (uint32_t i = 0; i < num; i++) {
        const attr_value_t *value = bound[i].item->kind == SIG_ATTR ? bound[i].value : NULL;
        if (value != NULL && value->cls == ATTRS_dist_ld && strcmp(value->spelling, "NORM") == 0 && !write) {
            return VREG_BYTES;
        }
        plain |= value != NULL && value->cls == ATTRS_dist_st && starts_with(value->spelling, "NORM");
        full |= bound[i].operand != NULL && is_full_mask(bound[i].operand);
    }
    if ((write && plain && full) || (!write && form_is_stream(op->form))) {
        return VREG_BYTES;
    }
    return element > 0 ? element : 1;
}

void run_vector(run_t *run, const op_t *op, uint32_t seq)
{
    const form_use_t use = form_use(op->form);
    const bool write = use == USE_STORE;
    if (use == USE_SCATTER) {
        run_forget_written(run);  // it may write anywhere
    }
    if (use != USE_LOAD && use != USE_STORE) {
        return;
    }
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    for (uint32_t i = 0; i < num; i++) {
        uint8_t kind = bound[i].item->kind;
        if ((kind != SIG_P && kind != SIG_Q) || bound[i].operand == NULL || bound[i].operand->value == NULL) {
            continue;
        }
        int64_t bytes = sure_bytes(op, bound, num, write);
        touch(run, op, bound[i].operand, bound[i].index, PIPE_V, seq, write, bytes);
        // Unaligned stores retain bytes, so the addresses they write are unknown.
        if (!write || !form_is_stream(op->form)) {
            check_stores(run, op, bound[i].operand, bound[i].index, false, write, bytes);
        }
    }
}

/// Transfers and scalar accesses ///

/// The value of a named operand of a transfer, 0 if unknown.
static int64_t transfer_word(run_t *run, const op_t *op, const char *name)
{
    shape_word_t word;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (shape_of_operand(op, i, &word) && shape_word_is(&word, name)) {
            cell_t cell = eval_operand(&run->eval, op, i);
            return cell.known && cell.value > 0 && cell.value < INT32_MAX ? cell.value : 0;
        }
    }
    return 0;
}

/// The bytes from the first burst to the end of the last one, on one side of a transfer.
static int64_t transfer_span(run_t *run, const op_t *op, bool writes, int64_t bytes)
{
    int64_t count = transfer_word(run, op, "count"),
            stride = transfer_word(run, op, writes ? "destination_stride" : "source_stride");
    return count > 1 ? (count - 1) * stride + bytes : bytes;
}

void run_transfer(run_t *run, const op_t *op)
{
    uint32_t seq = run_issue(run, op->desc->pipe);
    // The first burst, if its length is in bytes.
    int64_t length = transfer_word(run, op, "burst_length"), bytes = length > 0 ? length : 1;
    shape_word_t word;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        bool flagged = op_clause(op, "unit_flag", 0) != NULL;  // multiply and store synchronise on L0C by themselves
        if (shape_of_operand(op, i, &word) && word.letter == '*' && !(flagged && shape_word_is(&word, "L0C"))) {
            touch(run, op, &op->operands[i], NULL, op->desc->pipe, seq, word.writes, bytes);
            const value_t *pointer = op->operands[i].value;
            if (pointer != NULL && pointer->type.kind == TYPE_PTR) {
                check_end(run, op, pointer, eval_operand(&run->eval, op, i),
                          transfer_span(run, op, word.writes, bytes));
            }
        }
    }
}

void run_scalar_access(run_t *run, const op_t *op)
{
    bool write = op_is(op, OP_STORE_SCALAR) || op_is(op, OP_STORE);  // ld_dev and st_dev: GM is not linted
    uint32_t at = write ? 1 : 0;
    if (op->operands_num <= at) {
        return;
    }
    const operand_t *index = op->operands_num > at + 1 ? &op->operands[at + 1] : NULL;
    if (run->in_scope) {
        const value_t *pointer = op->operands[at].value;
        if (pointer->type.kind == TYPE_PTR && pointer->type.space == SPACE_UB) {
            check_stores(run, op, &op->operands[at], index, true, write, elem_bits((elem_t)pointer->type.elem) / 8);
        }
        return;
    }
    uint32_t seq = run_issue(run, PIPE_S);
    // Accesses of the scalar unit complete before it issues anything else.
    touch(run, op, &op->operands[at], index, PIPE_S, seq, write, 1);
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        run->order->know[pipe][PIPE_S] = seq;
    }
}
