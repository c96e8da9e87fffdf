// SPDX-License-Identifier: Apache-2.0
//
// The ordering lint: an abstract run of a function in the order in which the scalar unit issues commands.
//
// Each pipe counts its commands. For each pair of pipes the run knows how many commands of one are complete before the
// next command of the other starts: a vector clock per pipe. set_flag and rls_buf publish the clock of a pipe,
// wait_flag and get_buf join it, a barrier of all pipes completes everything. An access to a local memory is reported
// if an earlier access of another pipe overlaps it, one of the two writes, and the clock does not cover the earlier
// one. Sections of cube cores have a run of their own for their memories. Cores share no clocks; operations between
// cores complete everything.
//
// The run is lenient. Addresses are a root and a constant offset. A value that is not constant gets a new root each
// time its operation runs, and different roots never overlap. Loops run at most three times, which covers dependences
// on the next iteration and the one after it. On an unknown condition both branches run, and orders of either count.
// Ids that are not constant match all ids. Only the first bytes of an access count, those of the first iterations.

#include "ptoc.h"

#include <stdlib.h>
#include <string.h>

#include "lint.h"
#include "lint_run.h"

static void run_block(run_t *run, const block_t *block);

/// Scopes ///

static void run_scope(run_t *run, const op_t *op)
{
    const block_t *body = op->regions_num > 0 ? op->regions[0].block : NULL;
    if (body == NULL) {
        return;
    }
    run_issue(run, PIPE_V);
    run->in_scope = true;
    run->stores_num = 0;
    run->loads_num = 0;
    run->settled = 0;
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

/// Control flow ///

/// An unknown value may depend on any load.
static const cell_t any_cell = {.loads = UINT64_MAX};

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

/// What is known of the induction variable of a loop.
typedef struct {
    cell_t low, high, step;
    bool bounded;  // all three are known
    bool small;    // the first values do not overflow
} induction_t;

static induction_t induction_of(run_t *run, const op_t *op)
{
    cell_t low = eval_operand(&run->eval, op, 0), high = eval_operand(&run->eval, op, 1),
           step = eval_operand(&run->eval, op, 2);
    return (induction_t){
        .low = low,
        .high = high,
        .step = step,
        .bounded = low.known && high.known && step.known && step.value > 0,
        .small = low.known && low.value > INT32_MIN && low.value < INT32_MAX && step.known && step.value < INT32_MAX,
    };
}

/// The induction variable in an iteration.
static cell_t induction_at(const induction_t *loop, int iteration)
{
    bool exact = iteration == 0 ? loop->low.known : loop->small;
    return exact ? eval_known(loop->low.value + (iteration == 0 ? 0 : iteration * loop->step.value)) : (cell_t){0};
}

/// Whether a loop is known to end before an iteration.
static bool ends_before(const induction_t *loop, int iteration)
{
    cell_t at = induction_at(loop, iteration);
    return loop->bounded && at.known && at.value >= loop->high.value;
}

static void run_for(run_t *run, const op_t *op)
{
    block_t *body = op->regions_num > 0 ? op->regions[0].block : NULL;
    if (body == NULL || op->operands_num < 3) {
        return;
    }
    uint32_t carried = op->operands_num - 3u;
    carried = carried < body->args_num ? carried : body->args_num - 1;
    copy_values(run, &body->args[1], carried, op, 3);
    induction_t loop = induction_of(run, op);
    tokens_t *before = malloc(sizeof(*before));
    if (before == NULL) {
        abort();
    }
    int iteration = 0;
    for (; iteration < ITERATIONS_MAX && !ends_before(&loop, iteration); iteration++) {
        memcpy(before, run->tokens, sizeof(*before));
        eval_set(&run->eval, &body->args[0], induction_at(&loop, iteration));
        run_block(run, body);
        if (op_is(body->last, OP_YIELD)) {
            copy_values(run, &body->args[1], carried, body->last, 0);
        }
    }
    bool whole = ends_before(&loop, iteration);
    if (!whole) {
        run_check_iteration(run, before);
        run_join_tokens(run->tokens, before);
    }
    free(before);
    // The carried values are exact only if all iterations have run.
    for (uint32_t i = 0; i < op->results_num; i++) {
        eval_set(&run->eval, &op->results[i],
                 whole && i + 1 < body->args_num ? *eval_cell(&run->eval, &body->args[i + 1]) : any_cell);
    }
}

static void run_branch(run_t *run, const op_t *op, uint32_t which)
{
    const block_t *block = which < op->regions_num ? op->regions[which].block : NULL;
    if (block != NULL) {
        run_block(run, block);
    }
}

/// Flags elsewhere that make an unbalanced branch legitimate: a flag in another branch, which may have the same
/// condition, or one with an unknown id.
typedef struct others {
    const op_t *around;
    int src, dst;
    bool any;
} others_t;

static const op_t *owner_of(const op_t *op)
{
    return op->parent != NULL ? op->parent->region->owner : NULL;
}

static void find_others(op_t *op, void *arg)
{
    others_t *others = arg;
    bool flag = op_is(op, OP_SET_FLAG) || op_is(op, OP_WAIT_FLAG);
    if (!flag || op_pipe(op, 0) != others->src || op_pipe(op, 1) != others->dst) {
        return;
    }
    others->any |= lint_id(op) < 0;
    for (const op_t *owner = owner_of(op); owner != NULL && owner != others->around; owner = owner_of(owner)) {
        others->any |= op_is(owner, OP_IF) || op_is(owner, OP_WHILE);
    }
}

/// Reports a branch outside of loops that sets or waits for flags that the other branch does not.
static void check_ways(run_t *run, const op_t *op, const tokens_t *one, const tokens_t *other)
{
    for (const op_t *owner = owner_of(op); owner != NULL; owner = owner_of(owner)) {
        if (OP_IS_ANY(owner, OP_FOR, OP_WHILE, OP_IF)) {
            return;
        }
    }
    for (int at = 0; at < PIPE_COUNT * PIPE_COUNT * (EVENT_IDS - 1); at++) {
        int src = at / (EVENT_IDS - 1) / PIPE_COUNT, dst = at / (EVENT_IDS - 1) % PIPE_COUNT, id = at % (EVENT_IDS - 1);
        if (one->inexact[src][dst] || other->inexact[src][dst] ||
            one->flags[src][dst][id] == other->flags[src][dst][id]) {
            continue;
        }
        others_t others = {.around = op, .src = src, .dst = dst};
        ir_walk(op->func->body.block, find_others, &others);
        if (!others.any) {
            lint_warn(
                run->cc, op, "one-way-flag",
                "flag %d from %s to %s is set more often on one way through this scf.if than on the other: on one "
                "of them it stays set, or its wait never ends",
                id, pipe_name((pipe_t)src), pipe_name((pipe_t)dst));
        }
    }
}

/// Runs both branches from the same state; afterwards the orders of either count.
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
    check_ways(run, op, &tokens[1], run->tokens);
    run_join_tokens(run->tokens, &tokens[1]);
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
        eval_set(&run->eval, &op->results[i], any_cell);
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
    for (int i = 0; i < ITERATIONS_MAX; i++) {
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
        run_forget_tokens(run->tokens);
    }
    for (uint32_t i = 0; i < op->results_num; i++) {
        eval_set(&run->eval, &op->results[i], any_cell);
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
                run_complete_all(run);
            } else if (op_pipe(op, 0) >= 0) {
                run_pipe_barrier(run, op_pipe(op, 0));
            }
            return;
        case DOES_FENCE:
            run_mem_bar(run, op);
            return;
        case DOES_SIGNAL:
        case DOES_AWAIT:
            run_forget_written(run);
            run_complete_all(run);  // another core may have established any order
            return;
        default:
            return;
    }
}

static void run_system(run_t *run, const op_t *op)
{
    if (op_is_simt_launch(op)) {
        run_issue(run, PIPE_V);
        run_forget_written(run);  // threads may write any of it
        return;
    }
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
            run_forget_written(run);
            run_forget_tokens(run->tokens);
            run_complete_all(run);
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
    run->loaded = 0;
    if (op_is_vecscope(op) && !run->in_scope) {
        run_scope(run, op);
        return;
    }
    if (op->desc->cls == OPS_VECTOR) {
        if (run->in_scope) {
            run_vector(run, op, run->order->issued[PIPE_V]);
        }
    } else if (op->desc->cls == OPS_TILE) {
        run_forget_written(run);
    } else if (!op_is_arith(op)) {
        run_system(run, op);
    }
    bool region = op->regions_num > 0;
    bool array = op_is(op, OP_ARRAY);
    uint64_t loads = run->in_scope && !region ? run_loads_of(run, op) | run->loaded : 0;
    for (uint32_t i = 0; i < op->results_num && !region && !array; i++) {
        cell_t cell = i == 0 ? eval_op(&run->eval, op) : (cell_t){0};
        cell.loads |= loads;
        eval_set(&run->eval, &op->results[i], cell);
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
    for (int space = 0; space < SPACE_COUNT; space++) {
        run->written[space] = INT64_MAX;
    }
    run->eval = (eval_t){.cc = cc, .roots_num = ROOT_ABSOLUTE};
    run_block(run, func->body.block);
    if (!func->is_private && run->steps <= STEPS_MAX) {
        run_check_tokens(run);
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
