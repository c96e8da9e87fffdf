// SPDX-License-Identifier: Apache-2.0
//
// What findings say: the two accesses or commands, where they stand, and what would order them.

#include "finding.h"

static void put_command(finding_t *finding, uint32_t number)
{
    const check_note_t *note = check_note(number);
    if (note->pc != 0) {
        finding_put(finding, "%s at pc=0x%zx", note->op, note->pc - 2);
    } else if (note->vf != NULL) {
        finding_put(finding, "vector function %s at %s:%u", note->vf, note->loc->file, note->loc->line);
    } else {
        finding_put(finding, "%s at %s:%u", note->op, note->loc->file, note->loc->line);
    }
}

static const char *verb(pto_access_t kind)
{
    return pto_is_read(kind) ? "reads" : "writes";
}

static void put_agent(finding_t *finding, const check_access_t *access, check_who_t who)
{
    const char *role = check_core_by(access->core->core, who)->core->role;
    finding_put(finding, "%s%s%s", role[0] == ' ' ? role + 1 : role, role[0] == ' ' ? " " : "",
                pto_pipe_names[pipe_of(who)]);
}

static void put_block(finding_t *finding, const check_access_t *access, check_who_t who)
{
    check_task_t task;
    if (check_task_of(who, &task)) {
        finding_put(finding, "; task %u, %s", task.number, task.kernel);
    }
    finding_put(finding, "; ");
    if (pto_run_state.rank_num > 1) {
        finding_put(finding, "rank %u, ", rank_of(who));
    }
    finding_put(finding, "core %u%s, block %u", access->core->core->index,
                check_core_by(access->core->core, who)->core->role, task.block);
}

// An address by memory and offset; names the core that owns the memory unless it made both accesses.
static void put_place(finding_t *finding, const check_access_t *access, check_place_t place, check_who_t first,
                      check_who_t second)
{
    const pto_core_t *owner = place.owner, *core = access->core->core;
    finding_put(finding, "%s", place.name != NULL ? place.name : "address");
    if (owner != NULL && owner->index != core->index) {
        finding_put(finding, " of core %u%s", owner->index, owner->role);
    } else if (owner != NULL && (owner->slot != slot_of(first) || owner->slot != slot_of(second))) {
        finding_put(finding, " of%s", owner->role);
    }
    finding_put(finding, " +0x%zx", place.offset);
}

/// Races: which of the two accesses ran first has no influence on the report ///

typedef struct {
    check_who_t who;
    bool reads;
} side_t;

static bool are_of_two_tasks(check_who_t a, check_who_t b)
{
    check_task_t one, other;
    return check_task_of(a, &one) && check_task_of(b, &other) && one.number != other.number;
}

// Program order. Between cores and blocks there is none: the writer is named first.
static bool comes_first(const side_t *a, const side_t *b)
{
    if (are_of_two_tasks(a->who, b->who)) {
        return a->who.block < b->who.block;
    }
    if (a->who.block == b->who.block && slot_of(a->who) == slot_of(b->who)) {
        return a->who.order < b->who.order;
    }
    if (a->reads != b->reads) {
        return b->reads;
    }
    uint32_t line = check_note(a->who.note)->loc->line, other = check_note(b->who.note)->loc->line;
    return line != other                  ? line < other
           : a->who.block != b->who.block ? a->who.block < b->who.block
                                          : a->who.mark < b->who.mark;
}

// Which synchronisation would order two accesses of one block.
static void put_advice(finding_t *finding, check_who_t first, check_who_t second)
{
    if (is_copy(first)) {
        finding_put(finding, "a wait for the event of the first would");
        return;
    }
    if (is_late(first, CHECK_LINK)) {
        finding_put(finding, "a fence (pto_dsb) behind the first would");
        return;
    }
    const char *from = pto_pipe_names[pipe_of(first)], *to = pto_pipe_names[pipe_of(second)];
    if (slot_of(first) != slot_of(second)) {
        finding_put(finding, "a semaphore between the two cores would");
    } else if (pipe_of(first) == pipe_of(second)) {
        finding_put(finding, "pipe_barrier %s between them would", from);
    } else {
        finding_put(finding, "set_flag %s -> %s behind the first and its wait_flag in front of the second would", from,
                    to);
    }
}

static void put_side(finding_t *finding, const side_t *side)
{
    finding_put(finding, " %s it (", side->reads ? "reads" : "writes");
    put_command(finding, side->who.note);
    finding_put(finding, ")");
}

static void put_side_of_task(finding_t *finding, const side_t *side)
{
    check_task_t task;
    check_task_of(side->who, &task);
    finding_put(finding, "task %u, %s,", task.number, task.kernel);
    if (task.block_num > 1) {
        finding_put(finding, " block %u", task.block);
    }
    put_side(finding, side);
}

static void put_race_of_tasks(finding_t *finding, check_place_t place, const side_t *first, const side_t *second)
{
    finding_put(finding, "race between tasks: %s +0x%zx: ", place.name != NULL ? place.name : "address", place.offset);
    put_side_of_task(finding, first);
    finding_put(finding, ", ");
    put_side_of_task(finding, second);
    finding_put(finding, ", and neither waits for the other");
}

static void put_race_of_blocks(finding_t *finding, check_place_t place, const side_t *first, const side_t *second)
{
    const char *name = place.name != NULL ? place.name : "address";
    check_task_t one, other;
    bool of_task = check_task_of(first->who, &one);
    check_task_of(second->who, &other);
    finding_put(finding, "race between blocks: %s +0x%zx: block %u", name, place.offset, one.block);
    put_side(finding, first);
    finding_put(finding, ", block %u", other.block);
    put_side(finding, second);
    finding_put(finding, "; blocks run in any order, and at one time");
    if (of_task) {
        finding_put(finding, "; task %u, %s", one.number, one.kernel);
    }
}

// What would order an access of one rank and a later one of another.
static void put_advice_of_ranks(finding_t *finding, const check_access_t *access, check_who_t first)
{
    // What the later access knows of the command that posted the write.
    uint32_t agent = (first.mark >> CHECK_SEQ_BITS) - 1;
    uint32_t known = access->clock->at[agent - agent % PTO_PIPE_NUM + PIPE_MTE3];
    if (is_copy(first)) {
        finding_put(finding,
                    "a wait for the event of the first, then a tnotify, and a twait in front of the second would");
    } else if (is_late(first, CHECK_LINK) && known >= number_of(first)) {
        finding_put(finding,
                    "the first may land after what tells of it: a fence (pto_dsb) of its core behind it would");
    } else {
        finding_put(finding, "a tnotify behind the first and a twait in front of the second would");
    }
}

static void put_race_of_ranks(finding_t *finding, const check_access_t *access, check_place_t place,
                              const side_t *first, const side_t *second)
{
    finding_put(finding, "race between ranks: %s +0x%zx: rank %u", place.name != NULL ? place.name : "address",
                place.offset, rank_of(first->who));
    put_side(finding, first);
    finding_put(finding, ", rank %u", rank_of(second->who));
    put_side(finding, second);
    finding_put(finding, ", and nothing orders the two: ");
    put_advice_of_ranks(finding, access, first->who);
}

static void put_race(finding_t *finding, const check_access_t *access, check_place_t place, const side_t *first,
                     const side_t *second)
{
    const char *name = first->reads ? "write after read" : second->reads ? "read after write" : "write after write";
    finding_put(finding, "race, %s: ", name);
    put_place(finding, access, place, first->who, second->who);
    finding_put(finding, ": ");
    put_agent(finding, access, first->who);
    put_side(finding, first);
    finding_put(finding, ", ");
    put_agent(finding, access, second->who);
    put_side(finding, second);
    finding_put(finding, ", and nothing orders the two: ");
    put_advice(finding, first->who, second->who);
    put_block(finding, access, second->who);
}

void check_race(const check_access_t *access, pto_access_t kind, check_who_t other, pto_access_t other_kind,
                uintptr_t address)
{
    side_t sides[2] = {{other, pto_is_read(other_kind)}, {access->who, pto_is_read(kind)}};
    bool turned = comes_first(&sides[1], &sides[0]);
    const side_t *first = &sides[turned], *second = &sides[!turned];
    bool of_tasks = are_of_two_tasks(first->who, second->who), of_blocks = other.block != access->who.block;
    bool of_ranks = !of_tasks && rank_of(other) != rank_of(access->who);
    uint32_t between = of_tasks ? RACE_OF_TASKS : of_ranks ? RACE_OF_RANKS : of_blocks ? RACE_OF_BLOCKS : 0;
    finding_t *finding = finding_of_pair(between | (uint32_t)second->reads << 1 | (uint32_t)first->reads, access, other,
                                         first->who, second->who, address);
    if (finding == NULL) {
        return;
    }
    if (of_tasks) {
        put_race_of_tasks(finding, check_place(address), first, second);
    } else if (of_ranks) {
        put_race_of_ranks(finding, access, check_place(address), first, second);
    } else if (of_blocks) {
        put_race_of_blocks(finding, check_place(address), first, second);
    } else {
        put_race(finding, access, check_place(address), first, second);
    }
}

void check_reused(const check_access_t *access, const pto_cmd_t *set, check_who_t wait)
{
    finding_t *finding = finding_of(REUSED, access, wait, 0);
    if (finding == NULL) {
        return;
    }
    const char *src = pto_pipe_names[set->arg[0]], *dst = pto_pipe_names[set->arg[1]];
    finding_put(finding, "flag reused: %s -> %s EVENT_ID%u is set (", src, dst, set->arg[2]);
    put_command(finding, access->who.note);
    finding_put(finding, ") while it may be pending from before (");
    put_command(finding, wait.note);
    finding_put(finding,
                " takes that), and nothing orders the two: set_flag %s -> %s behind the wait and its wait_flag "
                "in front of the set would",
                dst, src);
    put_block(finding, access, access->who);
}

static void put_signal(finding_t *finding, const int32_t *signal)
{
    check_place_t place = check_place((uintptr_t)signal);
    finding_put(finding, "%s +0x%zx", place.name != NULL ? place.name : "address", place.offset);
}

void check_signal_reused(const check_access_t *access, const int32_t *signal, check_who_t wait)
{
    finding_t *finding = finding_of(SIGNAL_REUSED, access, wait, 0);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "signal reused: ");
    put_signal(finding, signal);
    finding_put(finding, " is set by rank %u (", rank_of(access->who));
    put_command(finding, access->who.note);
    finding_put(finding, ") while rank %u may still wait for what it was (", rank_of(wait));
    put_command(finding, wait.note);
    finding_put(finding,
                "), and nothing orders the two: a tnotify behind the wait and its twait in front of the set would");
}

void check_signal_lost(const check_access_t *access, const int32_t *signal, check_who_t lost, check_who_t by)
{
    finding_t *finding = finding_of(SIGNAL_LOST, access, lost, 0);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "signal lost: ");
    put_signal(finding, signal);
    finding_put(finding, " is set by rank %u (", rank_of(lost));
    put_command(finding, lost.note);
    finding_put(finding, ") and again by rank %u (", rank_of(by));
    put_command(finding, by.note);
    finding_put(finding, "), and rank %u may wait for the first when it is gone (", rank_of(access->who));
    put_command(finding, access->who.note);
    finding_put(finding, "): a signal of its own would do");
}

void check_shared(const check_access_t *access, const pto_cmd_t *set, uint32_t dst, check_who_t other)
{
    finding_t *finding = finding_of(SHARED, access, other, 0);
    if (finding == NULL) {
        return;
    }
    const char *src = pto_pipe_names[set->arg[0]];
    finding_put(finding, "flag shared: %s -> %s EVENT_ID%u is set (", src, pto_pipe_names[set->arg[1]], set->arg[2]);
    put_command(finding, access->who.note);
    finding_put(finding, ") while %s -> %s EVENT_ID%u may be pending (", src, pto_pipe_names[dst], set->arg[2]);
    put_command(finding, other.note);
    finding_put(finding, "): on A2A3 they are one flag, whoever waits for it; another event id would do");
    put_block(finding, access, access->who);
}

void check_taken(const check_access_t *access, const pto_cmd_t *cmd, check_who_t wait)
{
    bool turned = access->who.order < wait.order;
    check_who_t first = turned ? access->who : wait, second = turned ? wait : access->who;
    finding_t *finding = finding_of_pair(TAKEN, access, wait, first, second, 0);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "semaphore taken: semaphore %u is waited for by ", cmd->arg[0]);
    put_agent(finding, access, first);
    finding_put(finding, " (");
    put_command(finding, first.note);
    finding_put(finding, ") and by ");
    put_agent(finding, access, second);
    finding_put(finding, " (");
    put_command(finding, second.note);
    finding_put(finding, "), and nothing orders the two: one may take the set that the other one needs");
    put_block(finding, access, access->who);
}

bool pto_observe_left(const pto_core_t *core, const pto_loc_t *loc, const char *text)
{
    check_access_t access = check_access_of(check_core_of(core), PIPE_S);
    access.who.note = check_note_number(loc, "a command", NULL, 0);
    finding_t *finding = finding_of(LEFT, &access, (check_who_t){0}, 0);
    if (finding != NULL) {
        finding_put(finding, "left over: %s", text);
        put_block(finding, &access, access.who);
    }
    return true;
}

static void report_overlap(uint32_t kind, const char *name, const char *what, const check_access_t *access,
                           uintptr_t address)
{
    finding_t *finding = finding_of(kind, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "%s: ", name);
    put_place(finding, access, check_place(address), access->who, access->who);
    finding_put(finding, " is %s, in any order: ", what);
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_overlap(const check_access_t *access, uintptr_t address)
{
    report_overlap(OVERLAP, "overlapping bursts", "written twice by one transfer", access, address);
}

void check_operands(const check_access_t *access, uintptr_t address)
{
    report_overlap(OPERANDS, "overlapping operands", "read and written by one command", access, address);
}

// The last buffer that begins at or before an address.
static const pto_gm_buffer_t *buffer_before(uintptr_t address)
{
    const pto_gm_buffer_t *found = NULL;
    for (size_t i = 0; i < pto_run_state.buffer_num; i++) {
        const pto_gm_buffer_t *buffer = &pto_run_state.buffers[i];
        if ((uintptr_t)buffer->address <= address && (found == NULL || buffer->address > found->address)) {
            found = buffer;
        }
    }
    return found;
}

void check_outside(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind)
{
    finding_t *finding = finding_of(OUTSIDE, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "out of bounds: ");
    put_agent(finding, access, access->who);
    check_place_t place = check_place(address);
    const pto_gm_buffer_t *buffer = buffer_before(address);
    if (place.name == NULL && buffer != NULL) {
        finding_put(finding, " %s %zu bytes at offset %zu of %s, which has %zu: ", verb(kind), bytes,
                    (size_t)(address - (uintptr_t)buffer->address), buffer->name != NULL ? buffer->name : "GM",
                    buffer->bytes);
    } else {
        finding_put(finding, " %s %zu bytes at ", verb(kind), bytes);
        put_place(finding, access, place, access->who, access->who);
        finding_put(finding, ", which it does not reach: ");
    }
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_read_only(const check_access_t *access, uintptr_t address)
{
    finding_t *finding = finding_of(READ_ONLY, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "read-only: ");
    put_agent(finding, access, access->who);
    finding_put(finding, " writes ");
    put_place(finding, access, check_place(address), access->who, access->who);
    finding_put(finding, ", which the arguments of its task let it only read: ");
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

// "X reads L1 +0x20, which nothing has written: its command"
static __attribute__((noinline)) void put_unwritten(uint32_t kind, const char *name, const char *verb,
                                                    const check_access_t *access, uintptr_t address)
{
    check_place_t place = check_place(address);
    finding_t *finding = place.written_at_start ? NULL : finding_of(kind, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "%s: ", name);
    put_agent(finding, access, access->who);
    finding_put(finding, " %s ", verb);
    put_place(finding, access, place, access->who, access->who);
    finding_put(finding, ", which nothing %shas written: ", place.owner == NULL ? "" : "in this block ");
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_uninitialised(const check_access_t *access, uintptr_t address)
{
    if (!check_is_of_input(address)) {
        put_unwritten(UNINITIALISED, "uninitialised", "reads", access, address);
    }
}

void check_carried(const check_access_t *access, uintptr_t address)
{
    if (!check_is_of_input(address)) {
        put_unwritten(CARRIED, "carried", "takes along", access, address);
    }
}

static void put_thread(finding_t *finding, const check_side_t *side)
{
    finding_put(finding, side->thread >= UINT32_MAX - 1 ? "several threads" : "thread %u", side->thread);
    finding_put(finding, " %s it (%s:%u)", side->reads ? "read" : "wrote", side->loc->file, side->loc->line);
}

void check_thread_race(const check_access_t *access, uintptr_t address, check_side_t first, check_side_t second)
{
    finding_t *finding = finding_of(RACE_OF_THREADS, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    finding_put(finding, "race between threads: ");
    put_place(finding, access, check_place(address), access->who, access->who);
    finding_put(finding, ": ");
    put_thread(finding, &first);
    finding_put(finding, ", ");
    put_thread(finding, &second);
    finding_put(finding, ", and no syncthreads is between: ");
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_unflushed(const check_access_t *access, uintptr_t address)
{
    finding_t *finding = finding_of(UNFLUSHED, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    check_place_t place = check_place(address);
    finding_put(finding,
                "unflushed: a stream of unaligned stores ends at %s +0x%zx, and its last bytes, from "
                "+0x%zx on, stay behind: a flush (vstas, vstar) would store them: ",
                place.name, place.offset, place.offset & ~(size_t)31);
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

static void put_unfenced(uint32_t kind, const check_access_t *access, uintptr_t address, const char *order,
                         const char *bar)
{
    finding_t *finding = finding_of(kind, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    check_place_t place = check_place(address);
    finding_put(finding, "unfenced: %s +0x%zx: %s, and no mem_bar %s between the two keeps them in order: ", place.name,
                place.offset, order, bar);
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_unfenced(const check_access_t *access, uintptr_t address)
{
    put_unfenced(UNFENCED, access, address, "stored and then loaded", "VST_VLD");
}

void check_overtaken(const check_access_t *access, uintptr_t address)
{
    put_unfenced(OVERTAKEN, access, address, "loaded and then stored from other data", "VLD_VST");
}

/// The order of a run, for --explore ///

void check_order(const check_access_t *access)
{
    finding_t line = {.length = 0};
    const pto_core_t *core = access->core->core;
    put_command(&line, access->who.note);
    hal_puts(HAL_STDERR, "order: ");
    if (core->launch->task != NULL) {
        pto_print(HAL_STDERR, "task %u, %s, ", pto_task_number(core->launch->task), core->launch->kernel->name);
    }
    uint32_t number = core->launch->task != NULL ? pto_cluster_index(core) : pto_group_number(core);
    pto_print(HAL_STDERR, "core %u%s %s %u: %s\n", number, core->role, pto_pipe_names[access->pipe], access->seq,
              line.text);
}

void check_order_scalar(const check_access_t *access)
{
    static check_mark_t last[PTO_CORE_MAX];
    check_mark_t *mark = &last[check_agent(access->core, PIPE_S) / PTO_PIPE_NUM];
    if (*mark != access->who.mark) {
        *mark = access->who.mark;
        check_order(access);
    }
}
