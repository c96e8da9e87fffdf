// SPDX-License-Identifier: Apache-2.0
//
// The lint of ordering: an abstract run of a function in the order in which the scalar unit issues commands.
//
// Each pipe counts its commands. For each pairs of pipes the run knows how many commands of one are complete before
// the next command of the other starts: a vector clock per pipe. set_flag and rls_buf publish the clock of a pipe,
// wait_flag and get_buf take it over, a barrier of all pipes completes everything. An access to a local memory is
// reported when it meets an earlier access of another pipe to the same bytes, one of the two writes, and the clock does
// not cover the earlier one. The same goes for the memories of a cube core, whose sections have a run of their own:
// cores share no clocks, and whatever one core has to do with another completes everything.
//
// The run is on the lenient side everywhere. Addresses are a root and a constant offset: what is not a constant is a
// new root each time its operation runs, and different roots never meet. Loops run at most three times, which shows
// the edges back to the next iteration and to the one behind it. Both branches of an unknown condition run, and what
// one of them orders counts as ordered. Ids that are not constant match all ids. Only the first bytes of an access
// count, those of the first iterations.

#include "ptoc.h"

#include <stdlib.h>
#include <string.h>

#include "lint.h"

#define STEPS_MAX    100000
#define TURNS_MAX    3  // of a loop: enough for the edge back to a buffer of a pair
#define ACCESSES_MAX 1024
#define STORES_MAX   256
#define EVENT_IDS    (8 + 1)   // the last one stands for ids that are not constant
#define BUF_IDS      (32 + 1)  // here too
#define IF_STEPS     100       // what a branch of unknown condition costs: it copies the state
#define VREG_BYTES   256

typedef uint32_t pipe_clock_t[PIPE_COUNT];

typedef struct access {
    const op_t *op;
    uint32_t root, seq;
    int64_t first, last;  // bytes, last included
    uint8_t space;        // space_t
    uint8_t pipe;
    bool write;
} access_t;

/// What a branch copies.
typedef struct order {
    pipe_clock_t know[PIPE_COUNT];
    pipe_clock_t flags[PIPE_COUNT][PIPE_COUNT][EVENT_IDS];
    pipe_clock_t released[BUF_IDS];
    pipe_clock_t issued;
} order_t;

/// Flags that are set and buffers that are held, as far as ids and branches are known.
typedef struct tokens {
    int32_t flags[PIPE_COUNT][PIPE_COUNT][EVENT_IDS];  // sets less waits
    bool inexact[PIPE_COUNT][PIPE_COUNT];
    uint8_t held[PIPE_COUNT][BUF_IDS];
} tokens_t;

enum { BUF_FREE, BUF_HELD, BUF_UNKNOWN };

typedef struct store {
    const op_t *op;
    uint32_t root;
    int64_t first, last;
    bool scalar;                        // by the scalar part of the scope
    bool before_vector, before_scalar;  // a barrier orders it before later loads of that kind
} store_t;

typedef struct run {
    ptoc_t *cc;
    eval_t eval;
    order_t *order;
    tokens_t *tokens;
    const op_t *setters[PIPE_COUNT][PIPE_COUNT][EVENT_IDS], *waiters[PIPE_COUNT][PIPE_COUNT][EVENT_IDS],
        *getters[PIPE_COUNT][BUF_IDS];
    access_t accesses[ACCESSES_MAX];
    uint32_t accesses_num, accesses_base;  // entries before the base belong to code around the branch
    store_t stores[STORES_MAX];            // of the vector scope
    uint32_t stores_num;
    uint32_t steps;
    bool in_scope;
    bool on_cube;  // the run of a cube core: sections of vector cores are left out, else those of cube cores
} run_t;

static void run_block(run_t *run, const block_t *block);

/// Clocks ///

static void clock_join(pipe_clock_t into, const pipe_clock_t from)
{
    for (int i = 0; i < PIPE_COUNT; i++) {
        into[i] = into[i] > from[i] ? into[i] : from[i];
    }
}

/// A command is issued on a pipe: it starts behind what the scalar unit knows to be complete. Returns its number.
static uint32_t issue(run_t *run, int pipe)
{
    order_t *order = run->order;
    clock_join(order->know[pipe], order->know[PIPE_S]);
    return ++order->issued[pipe];
}

/// What is complete when the commands issued so far on a pipe are.
static void completed(const order_t *order, int pipe, pipe_clock_t clock)
{
    memcpy(clock, order->know[pipe], sizeof(pipe_clock_t));
    clock_join(clock, order->know[PIPE_S]);
    clock[pipe] = order->issued[pipe];
}

static void complete_all(run_t *run)
{
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        clock_join(run->order->know[pipe], run->order->issued);
    }
    run->accesses_num = run->accesses_base;
}

/// The id of a flag or buffer operation, `ids - 1` when it is not known.
static int run_id(run_t *run, const op_t *op, int ids)
{
    int id = lint_id(op);
    if (id < 0 && op->operands_num > 0) {
        cell_t cell = eval_operand(&run->eval, op, 0);
        id = cell.known && cell.value >= 0 && cell.value < ids ? (int)cell.value : -1;
    }
    return id < 0 || id >= ids ? ids - 1 : id;
}

static void count_set(run_t *run, const op_t *op, int src, int dst, int id)
{
    int32_t *count = &run->tokens->flags[src][dst][id];
    ++*count;
    const op_t *before = run->setters[src][dst][id];
    run->setters[src][dst][id] = op;
    if (*count < 2 || run->tokens->inexact[src][dst]) {
        return;
    }
    *count = 1;
    diag_t *diag =
        lint_warn(run->cc, op, "set-without-wait", "this flag from %s to %s is set again before anything waited for it",
                  pipe_name((pipe_t)src), pipe_name((pipe_t)dst));
    if (diag != NULL && before != NULL) {
        diag_note(run->cc, diag, before->loc, "it was set here");
    }
}

static void run_flag(run_t *run, const op_t *op)
{
    int src = op_pipe(op, 0), dst = op_pipe(op, 1), id = run_id(run, op, EVENT_IDS);
    if (src < 0 || dst < 0) {
        return;
    }
    pipe_clock_t *flags = run->order->flags[src][dst];
    run->tokens->inexact[src][dst] |= id == EVENT_IDS - 1;
    if (op_is(op, OP_SET_FLAG)) {
        issue(run, src);
        pipe_clock_t clock;
        completed(run->order, src, clock);
        clock_join(flags[id], clock);
        count_set(run, op, src, dst, id);
        return;
    }
    for (int i = 0; i < EVENT_IDS; i++) {
        if (i == id || i == EVENT_IDS - 1 || id == EVENT_IDS - 1) {
            clock_join(run->order->know[dst], flags[i]);
        }
    }
    issue(run, dst);
    run->tokens->flags[src][dst][id]--;
    run->waiters[src][dst][id] = op;
}

/// A pipe holds a buffer once, and releases what it holds.
static void count_buffer(run_t *run, const op_t *op, int pipe, int id)
{
    uint8_t *held = run->tokens->held[pipe];
    bool get = op_is(op, OP_GET_BUF);
    if (id == BUF_IDS - 1) {
        memset(held, BUF_UNKNOWN, BUF_IDS);
        return;
    }
    if (held[id] == (get ? BUF_HELD : BUF_FREE)) {
        diag_t *diag = get ? lint_warn(run->cc, op, "buffer-unpaired", "%s acquires buffer %d and holds it already",
                                       pipe_name((pipe_t)pipe), id)
                           : lint_warn(run->cc, op, "buffer-unpaired", "%s releases buffer %d and does not hold it",
                                       pipe_name((pipe_t)pipe), id);
        if (diag != NULL && get && run->getters[pipe][id] != NULL) {
            diag_note(run->cc, diag, run->getters[pipe][id]->loc, "acquired here");
        }
    }
    held[id] = get ? BUF_HELD : BUF_FREE;
    run->getters[pipe][id] = get ? op : run->getters[pipe][id];
}

static void run_buffer(run_t *run, const op_t *op)
{
    int pipe = op_pipe(op, 0), id = run_id(run, op, BUF_IDS);
    if (pipe < 0) {
        return;
    }
    count_buffer(run, op, pipe, id);
    if (op_is(op, OP_RLS_BUF)) {
        issue(run, pipe);
        pipe_clock_t clock;
        completed(run->order, pipe, clock);
        clock_join(run->order->released[id], clock);
        return;
    }
    for (int i = 0; i < BUF_IDS; i++) {
        if (i == id || i == BUF_IDS - 1 || id == BUF_IDS - 1) {
            clock_join(run->order->know[pipe], run->order->released[i]);
        }
    }
    issue(run, pipe);
}

/// What a call or another way out of sight may have done to flags and buffers.
static void forget_tokens(tokens_t *tokens)
{
    memset(tokens->inexact, true, sizeof(tokens->inexact));
    memset(tokens->held, BUF_UNKNOWN, sizeof(tokens->held));
}

/// Where two states of the tokens differ, nothing is known: behind a branch, and behind a loop that ran too short.
static void tokens_join(tokens_t *into, const tokens_t *other)
{
    for (int src = 0; src < PIPE_COUNT; src++) {
        for (int dst = 0; dst < PIPE_COUNT; dst++) {
            into->inexact[src][dst] |= other->inexact[src][dst] || memcmp(into->flags[src][dst], other->flags[src][dst],
                                                                          sizeof(into->flags[src][dst])) != 0;
        }
        for (int id = 0; id < BUF_IDS; id++) {
            into->held[src][id] = into->held[src][id] == other->held[src][id] ? into->held[src][id] : BUF_UNKNOWN;
        }
    }
}

static void check_flags_left(run_t *run, int src, int dst)
{
    const char *from = pipe_name((pipe_t)src), *to = pipe_name((pipe_t)dst);
    for (int id = 0; id < EVENT_IDS - 1 && !run->tokens->inexact[src][dst]; id++) {
        int32_t count = run->tokens->flags[src][dst][id];
        if (count > 0) {
            lint_warn(run->cc, run->setters[src][dst][id], "set-without-wait",
                      "nothing waits for this flag from %s to %s, and it stays set", from, to);
        } else if (count < 0) {
            lint_warn(run->cc, run->waiters[src][dst][id], "wait-without-set",
                      "flag %d from %s to %s is waited for more often than it is set", id, from, to);
        }
    }
}

/// What is left at the end of the function.
static void check_tokens(run_t *run)
{
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        for (int id = 0; id < BUF_IDS - 1; id++) {
            if (run->tokens->held[pipe][id] == BUF_HELD) {
                lint_warn(run->cc, run->getters[pipe][id], "buffer-unpaired", "%s never releases buffer %d",
                          pipe_name((pipe_t)pipe), id);
            }
        }
        for (int dst = 0; dst < PIPE_COUNT; dst++) {
            check_flags_left(run, pipe, dst);
        }
    }
}

/// Accesses ///

static bool meet(const access_t *a, const access_t *b)
{
    return a->space == b->space && a->root == b->root && a->first <= b->last && b->first <= a->last;
}

static void report(run_t *run, const access_t *now, const access_t *earlier)
{
    const char *before = pipe_name((pipe_t)earlier->pipe), *behind = pipe_name((pipe_t)now->pipe);
    const char *use = earlier->write ? "fills" : "reads";
    static const char *const memories[SPACE_COUNT] = {"", "GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};
    diag_t *diag = lint_warn(run->cc, now->op, "sync-missing", "'%s' %s %s that %s %s, and nothing orders %s behind %s",
                             now->op->name, now->write ? "overwrites" : "reads", memories[now->space], before, use,
                             behind, before);
    if (diag != NULL) {
        diag_note(run->cc, diag, earlier->op->loc, "%s %s it here%s", before, use,
                  earlier->op->loc >= now->op->loc ? ", in the iteration before" : "");
    }
}

static void add_access(run_t *run, access_t now)
{
    bool merged = false;
    for (uint32_t i = run->accesses_num; i-- > 0;) {
        access_t *earlier = &run->accesses[i];
        if (!meet(earlier, &now)) {
            continue;
        }
        bool conflict = earlier->pipe != now.pipe && (earlier->write || now.write);
        if (conflict && run->order->know[now.pipe][earlier->pipe] < earlier->seq) {
            report(run, &now, earlier);
            // Go on as if the order were there: one warning for one missing edge.
            pipe_clock_t *know = run->order->know;
            clock_join(know[now.pipe], know[earlier->pipe]);
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

/// The bytes at a pointer operand, `bytes` of them.
static void touch(run_t *run, const op_t *op, const operand_t *pointer, const operand_t *index, int pipe, uint32_t seq,
                  bool write, int64_t bytes)
{
    const value_t *value = pointer->value;
    if (value == NULL || value->type.kind != TYPE_PTR || value->type.space <= SPACE_GM || bytes <= 0) {
        return;
    }
    cell_t cell = *eval_cell(&run->eval, pointer->value);
    if (cell.root == 0) {
        return;
    }
    uint64_t first = (uint64_t)cell.value;
    if (index != NULL) {
        cell_t offset = *eval_cell(&run->eval, index->value);
        if (!offset.known) {
            return;
        }
        first += (uint64_t)offset.value * (elem_bits((elem_t)value->type.elem) / 8);
    }
    int64_t start = (int64_t)first;
    if (start < 0 || start > INT32_MAX) {
        return;
    }
    bytes = bytes > INT32_MAX ? INT32_MAX : bytes;
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

/// The barrier that orders a store before a load, NULL when nothing need.
static const char *barrier_for(const store_t *store, bool scalar_load)
{
    if (scalar_load) {
        return store->scalar || store->before_scalar ? NULL : "VST_LD";
    }
    return store->before_vector ? NULL : store->scalar ? "ST_VLD" : "VST_VLD";
}

/// An access inside a vector scope: stores are kept, loads that meet one of them need a barrier between.
static void check_stores(run_t *run, const op_t *op, const operand_t *pointer, const operand_t *index, bool scalar,
                         bool write, int64_t bytes)
{
    cell_t cell = *eval_cell(&run->eval, pointer->value);
    cell_t offset = index != NULL ? *eval_cell(&run->eval, index->value) : eval_known(0);
    if (cell.root == 0 || !offset.known) {
        return;
    }
    uint64_t step = elem_bits((elem_t)pointer->value->type.elem) / 8;
    int64_t first = (int64_t)((uint64_t)cell.value + (uint64_t)offset.value * step);
    if (first < 0 || first > INT32_MAX) {
        return;
    }
    int64_t last = first + bytes - 1;
    if (write) {
        if (run->stores_num < STORES_MAX) {
            run->stores[run->stores_num++] =
                (store_t){.op = op, .root = cell.root, .first = first, .last = last, .scalar = scalar};
        }
        return;
    }
    for (uint32_t i = 0; i < run->stores_num; i++) {
        const store_t *store = &run->stores[i];
        const char *barrier = barrier_for(store, scalar);
        if (barrier == NULL || store->root != cell.root || store->first > last || first > store->last) {
            continue;
        }
        diag_t *diag =
            lint_warn(run->cc, op, "missing-mem-bar",
                      "'%s' reads what this scope stored; without pto.mem_bar \"%s\" it may see the old bytes",
                      op->name, barrier);
        if (diag != NULL) {
            diag_note(run->cc, diag, store->op->loc, "stored here");
        }
        return;
    }
}

static void run_mem_bar(run_t *run, const op_t *op)
{
    static const struct {
        const char *name;
        bool from_scalar, to_scalar;
    } barriers[] = {
        {"VV_ALL", false, false}, {"VST_VLD", false, false}, {"VS_ALL", false, true},
        {"VST_LD", false, true},  {"SV_ALL", true, false},   {"ST_VLD", true, false},
    };
    const attr_t *attr = op_positional(op, 0);
    for (size_t b = 0; attr != NULL && attr->text != NULL && b < sizeof(barriers) / sizeof(barriers[0]); b++) {
        for (uint32_t i = 0; strcmp(attr->text, barriers[b].name) == 0 && i < run->stores_num; i++) {
            store_t *store = &run->stores[i];
            if (store->scalar == barriers[b].from_scalar) {
                store->before_scalar |= barriers[b].to_scalar;
                store->before_vector |= !barriers[b].to_scalar;
            }
        }
    }
}

/// Bytes that a vector access is sure to use: all of a plain load, the first element of everything else.
static int64_t sure_bytes(const op_t *op, const bound_t *bound, uint32_t num, bool write)
{
    int64_t element = op->elem != ELEM_NONE ? elem_bits(op->elem) / 8 : 1;
    for (uint32_t i = 0; i < num; i++) {
        const attr_value_t *value = bound[i].item->kind == SIG_ATTR ? bound[i].value : NULL;
        if (value != NULL && value->cls == ATTRS_dist_ld && strcmp(value->spelling, "NORM") == 0 && !write) {
            return VREG_BYTES;
        }
    }
    return element > 0 ? element : 1;
}

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/// Whether an instruction uses the bytes at its pointer. Gathers and scatters use those at their indices.
typedef enum { USE_NONE, USE_READ, USE_WRITE } use_t;

static use_t vector_use(const op_form_t *form)
{
    if (starts_with(form->name, "vgather") || starts_with(form->name, "vscatter")) {
        return USE_NONE;
    }
    if (starts_with(form->name, "vld") || starts_with(form->name, "vsld") || starts_with(form->name, "pld")) {
        return USE_READ;
    }
    if (starts_with(form->name, "vst") || starts_with(form->name, "vsst") || starts_with(form->name, "pst")) {
        return USE_WRITE;
    }
    return USE_NONE;
}

static void run_vector(run_t *run, const op_t *op, uint32_t seq)
{
    use_t use = vector_use(op->form);
    bound_t bound[SIG_MAX];
    uint32_t num = ops_operands(op, bound, NULL);
    for (uint32_t i = 0; i < num && use != USE_NONE; i++) {
        uint8_t kind = bound[i].item->kind;
        if ((kind != SIG_P && kind != SIG_Q) || bound[i].operand == NULL || bound[i].operand->value == NULL) {
            continue;
        }
        bool write = use == USE_WRITE;
        int64_t bytes = sure_bytes(op, bound, num, write);
        touch(run, op, bound[i].operand, bound[i].index, PIPE_V, seq, write, bytes);
        // The unaligned streams keep bytes back and have rules of their own.
        bool stream = starts_with(op->form->name, "vstu") || starts_with(op->form->name, "vsta") ||
                      starts_with(op->form->name, "pstu") || starts_with(op->form->name, "vldu") ||
                      starts_with(op->form->name, "vlda");
        if (!stream) {
            check_stores(run, op, bound[i].operand, bound[i].index, false, write, bytes);
        }
    }
}

static void run_scope(run_t *run, const op_t *op)
{
    const block_t *body = op->regions_num > 0 ? op->regions[0].block : NULL;
    if (body == NULL) {
        return;
    }
    issue(run, PIPE_V);
    run->in_scope = true;
    run->stores_num = 0;
    if (op_is(op, OP_STRICT)) {
        for (uint32_t i = 0; i < body->args_num && i < op->operands_num; i++) {
            eval_set(&run->eval, &body->args[i], eval_operand(&run->eval, op, i));
        }
    }
    if (op_is(op, OP_FOR)) {
        eval_set(&run->eval, &body->args[0], eval_operand(&run->eval, op, 0));
    }
    run_block(run, body);
    run->in_scope = false;
}

/// Transfers and scalar accesses ///

/// Bytes that an operand of a transfer surely touches, the first ones: its burst where that is given in bytes.
static int64_t transfer_bytes(run_t *run, const op_t *op)
{
    shape_word_t word;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        if (shape_of_operand(op, i, &word) && shape_word_is(&word, "burst_length")) {
            cell_t length = eval_operand(&run->eval, op, i);
            return length.known ? length.value : 1;
        }
    }
    return 1;
}

static void run_transfer(run_t *run, const op_t *op)
{
    uint32_t seq = issue(run, op->desc->pipe);
    int64_t bytes = transfer_bytes(run, op);
    shape_word_t word;
    for (uint32_t i = 0; i < op->operands_num; i++) {
        bool flagged = op_clause(op, "unit_flag", 0) != NULL;  // multiply and store order L0C between themselves
        if (shape_of_operand(op, i, &word) && word.letter == '*' && !(flagged && shape_word_is(&word, "L0C"))) {
            touch(run, op, &op->operands[i], NULL, op->desc->pipe, seq, word.writes, bytes);
        }
    }
}

static void run_scalar_access(run_t *run, const op_t *op)
{
    bool write = op_is(op, OP_STORE_SCALAR) || op_is(op, OP_STORE);  // ld_dev and st_dev: GM, which the lint leaves out
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
    uint32_t seq = issue(run, PIPE_S);
    // The scalar unit is done with an access before it issues anything else.
    touch(run, op, &op->operands[at], index, PIPE_S, seq, write, 1);
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        run->order->know[pipe][PIPE_S] = seq;
    }
}

/// Control flow ///

static void copy_values(run_t *run, value_t *to, uint32_t num, const op_t *from, uint32_t first)
{
    cell_t cells[64];
    for (uint32_t i = 0; i < num && i < 64; i++) {
        cells[i] = eval_operand(&run->eval, from, first + i);
    }
    for (uint32_t i = 0; i < num; i++) {
        eval_set(&run->eval, &to[i], i < 64 ? cells[i] : (cell_t){0});
    }
}

static void run_for(run_t *run, const op_t *op)
{
    block_t *body = op->regions_num > 0 ? op->regions[0].block : NULL;
    if (body == NULL || op->operands_num < 3) {
        return;
    }
    cell_t low = eval_operand(&run->eval, op, 0), high = eval_operand(&run->eval, op, 1),
           step = eval_operand(&run->eval, op, 2);
    uint32_t carried = op->operands_num - 3u;
    copy_values(run, &body->args[1], carried < body->args_num ? carried : body->args_num - 1, op, 3);
    bool bounded = low.known && high.known && step.known && step.value > 0;
    bool small = low.known && low.value > INT32_MIN && low.value < INT32_MAX && step.known && step.value < INT32_MAX;
    bool whole = false;
    tokens_t *before = malloc(sizeof(*before));
    if (before == NULL) {
        abort();
    }
    for (int turn = 0; turn < TURNS_MAX && !whole; turn++) {
        memcpy(before, run->tokens, sizeof(*before));
        bool exact = turn == 0 ? low.known : small;
        int64_t at = exact ? low.value + (turn == 0 ? 0 : turn * step.value) : 0;
        whole = bounded && exact && at >= high.value;
        if (!whole) {
            eval_set(&run->eval, &body->args[0], exact ? eval_known(at) : (cell_t){0});
            run_block(run, body);
            if (op_is(body->last, OP_YIELD)) {
                copy_values(run, &body->args[1], carried < body->args_num ? carried : body->args_num - 1, body->last,
                            0);
            }
        }
    }
    whole |= bounded && small && low.value + TURNS_MAX * step.value >= high.value;
    if (!whole) {
        tokens_join(run->tokens, before);
    }
    free(before);
    // The carried values are exact only if that was the whole loop.
    for (uint32_t i = 0; i < op->results_num; i++) {
        eval_set(&run->eval, &op->results[i],
                 whole && i + 1 < body->args_num ? *eval_cell(&run->eval, &body->args[i + 1]) : (cell_t){0});
    }
}

static void run_branch(run_t *run, const op_t *op, uint32_t which)
{
    const block_t *block = which < op->regions_num ? op->regions[which].block : NULL;
    if (block != NULL) {
        run_block(run, block);
    }
}

/// Both branches from the same state; afterwards all that one of them ordered is ordered.
static void run_both(run_t *run, const op_t *op)
{
    run->steps += IF_STEPS;
    uint32_t outer_base = run->accesses_base, before = run->accesses_num;
    order_t *start = malloc(sizeof(*start)), *other = malloc(sizeof(*other));
    access_t *aside = malloc(sizeof(run->accesses));
    tokens_t *tokens = malloc(2 * sizeof(*tokens));
    if (start == NULL || other == NULL || aside == NULL || tokens == NULL) {
        abort();
    }
    memcpy(&tokens[0], run->tokens, sizeof(*tokens));
    memcpy(start, run->order, sizeof(*start));
    run->accesses_base = before;
    run_branch(run, op, 0);
    uint32_t aside_num = run->accesses_num - before;
    memcpy(aside, &run->accesses[before], sizeof(access_t) * aside_num);
    run->accesses_num = before;
    memcpy(other, run->order, sizeof(*other));
    memcpy(run->order, start, sizeof(*start));
    memcpy(&tokens[1], run->tokens, sizeof(*tokens));
    memcpy(run->tokens, &tokens[0], sizeof(*tokens));
    run_branch(run, op, 1);
    tokens_join(run->tokens, &tokens[1]);
    uint32_t *into = (uint32_t *)run->order;
    const uint32_t *from = (const uint32_t *)other;
    for (size_t i = 0; i < sizeof(order_t) / sizeof(uint32_t); i++) {
        into[i] = into[i] > from[i] ? into[i] : from[i];
    }
    for (uint32_t i = 0; i < aside_num && run->accesses_num < ACCESSES_MAX; i++) {
        run->accesses[run->accesses_num++] = aside[i];
    }
    run->accesses_base = outer_base;
    free(start);
    free(other);
    free(aside);
    free(tokens);
}

static void run_if(run_t *run, const op_t *op)
{
    cell_t condition = eval_operand(&run->eval, op, 0);
    if (condition.known) {
        uint32_t which = condition.value != 0 ? 0 : 1;
        run_branch(run, op, which);
        const block_t *block = which < op->regions_num ? op->regions[which].block : NULL;
        if (block != NULL && op_is(block->last, OP_YIELD)) {
            copy_values(run, op->results, op->results_num, block->last, 0);
        }
        return;
    }
    run_both(run, op);
    for (uint32_t i = 0; i < op->results_num; i++) {
        eval_set(&run->eval, &op->results[i], (cell_t){0});
    }
}

static void run_while(run_t *run, const op_t *op)
{
    block_t *before = op->regions_num > 1 ? op->regions[0].block : NULL;
    block_t *after = op->regions_num > 1 ? op->regions[1].block : NULL;
    if (before == NULL || after == NULL) {
        return;
    }
    copy_values(run, before->args, before->args_num, op, 0);
    bool whole = false;
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        run_block(run, before);
        if (op_is(before->last, OP_CONDITION)) {
            cell_t condition = eval_operand(&run->eval, before->last, 0);
            copy_values(run, after->args, after->args_num, before->last, 1);
            if (condition.known && condition.value == 0) {
                whole = true;
                break;
            }
        }
        run_block(run, after);
        if (op_is(after->last, OP_YIELD)) {
            copy_values(run, before->args, before->args_num, after->last, 0);
        }
    }
    if (!whole) {
        forget_tokens(run->tokens);
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        eval_set(&run->eval, &op->results[i], (cell_t){0});
    }
}

/// One operation ///

static void run_command(run_t *run, const op_t *op)
{
    switch (op->desc->does) {
        case DOES_MOVE:
            run_transfer(run, op);
            return;
        case DOES_SET:
        case DOES_WAIT:
            run_flag(run, op);
            return;
        case DOES_GET:
        case DOES_RELEASE:
            run_buffer(run, op);
            return;
        case DOES_BARRIER:
            if (op_pipe(op, 0) == PIPE_ALL) {
                complete_all(run);
            }
            return;
        case DOES_FENCE:
            run_mem_bar(run, op);
            return;
        case DOES_SIGNAL:
        case DOES_AWAIT:
            complete_all(run);  // another core may have ordered anything
            return;
        default:
            return;
    }
}

static void run_system(run_t *run, const op_t *op)
{
    switch (op->desc->id) {
        case OP_FOR:
            run_for(run, op);
            return;
        case OP_IF:
            run_if(run, op);
            return;
        case OP_WHILE:
            run_while(run, op);
            return;
        case OP_SECTION_VEC:
        case OP_SECTION_CUBE:
            if (op_is(op, OP_SECTION_CUBE) == run->on_cube) {
                run_branch(run, op, 0);
            }
            return;
        case OP_CALL:
            forget_tokens(run->tokens);
            complete_all(run);
            return;
        case OP_LOAD:
        case OP_LOAD_SCALAR:
        case OP_STORE:
        case OP_STORE_SCALAR:
            run_scalar_access(run, op);
            return;
        case OP_ARRAY_SET:
            eval_array_set(&run->eval, op);
            return;
        default:
            run_command(run, op);
            return;
    }
}

static void run_op(run_t *run, const op_t *op)
{
    if (op->desc == NULL || ++run->steps > STEPS_MAX) {
        return;
    }
    if (op_is_vecscope(op) && !run->in_scope) {
        run_scope(run, op);
        return;
    }
    if (op->desc->cls == OPS_VECTOR) {
        if (run->in_scope) {
            run_vector(run, op, run->order->issued[PIPE_V]);
        }
    } else if (op->desc->cls != OPS_ARITH) {
        run_system(run, op);
    }
    bool region = op->regions_num > 0;
    bool array = op_is(op, OP_ARRAY);
    for (uint32_t i = 0; i < op->results_num && !region && !array; i++) {
        eval_set(&run->eval, &op->results[i], i == 0 ? eval_op(&run->eval, op) : (cell_t){0});
    }
}

static void run_block(run_t *run, const block_t *block)
{
    for (const op_t *op = block->first; op != NULL && run->steps <= STEPS_MAX; op = op->next) {
        run_op(run, op);
    }
}

static void run_core(ptoc_t *cc, func_t *func, bool on_cube)
{
    run_t *run = calloc(1, sizeof(*run));
    order_t *order = calloc(1, sizeof(*order));
    tokens_t *tokens = calloc(1, sizeof(*tokens));
    if (run == NULL || order == NULL || tokens == NULL) {
        abort();
    }
    run->cc = cc;
    run->on_cube = on_cube;
    run->order = order;
    run->tokens = tokens;
    run->eval = (eval_t){.cc = cc, .roots_num = ROOT_ABSOLUTE};
    run_block(run, func->body.block);
    if (!func->is_private && run->steps <= STEPS_MAX) {
        check_tokens(run);
    }
    eval_forget(func);
    free(tokens);
    free(order);
    free(run);
}

static void find_section(op_t *op, void *arg)
{
    *(bool *)arg |= op_is(op, OP_SECTION_CUBE);
}

void lint_order(ptoc_t *cc, func_t *func)
{
    bool cube = false;
    ir_walk(func->body.block, find_section, &cube);
    run_core(cc, func, false);
    if (cube) {
        run_core(cc, func, true);
    }
}
