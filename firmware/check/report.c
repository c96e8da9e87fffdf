// SPDX-License-Identifier: Apache-2.0
//
// Findings: one for each pair of source locations, with a count, reported at the end of the launch.

#include "check.h"

#define FINDINGS 128

typedef struct {
    char text[640];
    size_t length;
    uint32_t count;
    // Identity of the finding:
    uint32_t place, other;  // notes
    check_place_t memory;
    uint32_t pipe, core, block;
    uint32_t kind;
    check_mark_t mark, other_mark;  // of the pair counted last
    uint32_t command_num;           // 2: concerns the order of two commands, listed as they ran
    check_who_t command[2];
    check_who_t side[2];     // the two accesses in program order
    check_clock_t known[2];  // and their clocks
} finding_t;

static finding_t findings[FINDINGS];
static uint32_t finding_num;
static const char *unknown[16];
static uint32_t unknown_num;

void check_report_reset(void)
{
    check_places_forget();
    finding_num = 0;
    unknown_num = 0;
}

/// Findings ///

static uint32_t slot_of(check_who_t who)
{
    return ((who.mark >> CHECK_SEQ_BITS) - 1) / PTO_PIPE_NUM % CHECK_SLOTS;
}

static bool is_store(check_who_t who)
{
    return ((who.mark >> CHECK_SEQ_BITS) - 1) % PTO_PIPE_NUM == check_store_pipe(slot_of(who) >= BOARD_VECTOR_CORES);
}

// Whether an access is a write to another rank on the link, or an asynchronous copy.
static bool is_late(check_who_t who, uint32_t pipe)
{
    return slot_of(who) < BOARD_VECTOR_CORES && ((who.mark >> CHECK_SEQ_BITS) - 1) % PTO_PIPE_NUM == pipe &&
           !check_core_by(pto_run_state.cores[0], who)->core->kind->unified;
}

static bool is_copy(check_who_t who)
{
    return is_late(who, CHECK_COPIES);
}

static uint32_t pipe_of(check_who_t who)
{
    return is_store(who) || is_copy(who)  ? PIPE_S
           : is_late(who, CHECK_LINK) ? PIPE_MTE3
                                          : ((who.mark >> CHECK_SEQ_BITS) - 1) % PTO_PIPE_NUM;
}

// The rank of an access, and the number of its core's group among those of all ranks.
static uint32_t rank_of(check_who_t who)
{
    return pto_is_program() ? 0 : who.block / pto_run_state.launch.block_num;
}

static uint32_t group_of(check_who_t who)
{
    const uint32_t block_num = pto_run_state.launch.block_num, group_num = pto_run_state.launch.group_num;
    return pto_is_program() ? who.block % group_num : rank_of(who) * group_num + who.block % block_num % group_num;
}

static uint32_t number_of(check_who_t who)
{
    return (who.mark & CHECK_SEQ_MASK) - is_store(who);
}

// Kinds of findings; those below RACE_OF_BLOCKS are races within a block, numbered by the kinds of the two accesses.
enum {
    RACE_OF_BLOCKS = 16,
    RACE_OF_RANKS = 20,
    RACE_OF_TASKS = 24,
    RACE_OF_THREADS = 28,
    UNINITIALISED = 32,
    CARRIED,
    UNFLUSHED,
    UNFENCED,
    OVERTAKEN,
    OVERLAP,
    OUTSIDE,
    READ_ONLY,
    REUSED,
    SHARED,
    SIGNAL_REUSED,
    SIGNAL_LOST,
    TAKEN,
    LEFT
};

static void note_known(finding_t *finding, const check_access_t *access)
{
    for (uint32_t i = 0; i < 2; i++) {
        check_who_t who = finding->side[i];
        const check_clock_t *known = NULL;
        if (who.mark != 0 && who.block == access->who.block) {
            known = who.mark == access->who.mark ? access->clock : check_known(access->core->core, who);
        }
        if (known != NULL) {
            finding->known[i] = *known;
        }
    }
}

// Whether to report this pair of accesses instead of the one in the finding: the pair whose second access is first in
// program order, and of these the closest pair. So the report does not depend on the order in which commands ran.
static bool is_told_rather(check_who_t first, check_who_t second, const finding_t *finding)
{
    const check_who_t *told = finding->side;
    uint32_t agent = second.mark >> CHECK_SEQ_BITS, other = told[1].mark >> CHECK_SEQ_BITS;
    if (second.block != told[1].block || agent != other) {
        return second.block != told[1].block ? second.block < told[1].block : agent < other;
    }
    return second.order != told[1].order ? second.order < told[1].order : first.order > told[0].order;
}

// Counts a pair of commands. Returns its finding if this pair is the one to report, new or replacing another; else
// NULL.
static finding_t *find_pair(uint32_t kind, const check_access_t *access, check_who_t other, check_who_t first,
                            check_who_t second, uintptr_t address)
{
    uint32_t place = second.note, before = first.mark != 0 ? first.note : UINT32_MAX, i = 0, count = 1;
    while (i < finding_num && (findings[i].kind != kind || findings[i].place != place || findings[i].other != before)) {
        i++;
    }
    if (i == FINDINGS) {
        return NULL;
    }
    finding_t *finding = &findings[i];
    if (i < finding_num) {
        bool same = finding->mark == second.mark && finding->other_mark == first.mark;
        count = finding->count += !same;
        finding->mark = second.mark;
        finding->other_mark = first.mark;
        if (!is_told_rather(first, second, finding)) {
            return NULL;
        }
    }
    finding_num += i == finding_num;
    *finding = (finding_t){.count = count,
                           .place = place,
                           .other = before,
                           .kind = kind,
                           .mark = second.mark,
                           .other_mark = first.mark,
                           .memory = kind >= REUSED ? (check_place_t){0} : check_place(address),
                           .pipe = pipe_of(second),
                           .core = pto_is_program() ? access->core->core->index : pto_group_number(access->core->core),
                           .block = second.block,
                           .side = {first, second}};
    note_known(finding, access);
    if (other.mark != 0 && !pto_is_program() && !is_copy(other) && !is_copy(access->who)) {
        finding->command_num = 2;
        finding->command[0] = other;
        finding->command[1] = access->who;
    }
    return finding;
}

static finding_t *find(uint32_t kind, const check_access_t *access, check_who_t other, uintptr_t address)
{
    return find_pair(kind, access, other, other, access->who, address);
}

// Adds to the text of a finding.
static void __attribute__((format(printf, 2, 3))) put(finding_t *finding, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding->length +=
        pto_vformat(finding->text + finding->length, sizeof finding->text - finding->length, format, args);
    va_end(args);
}

static void put_command(finding_t *finding, uint32_t number)
{
    const check_note_t *note = check_note(number);
    if (note->pc != 0) {
        put(finding, "%s at pc=0x%zx", note->op, note->pc - 2);
    } else if (note->vf != NULL) {
        put(finding, "vector function %s at %s:%u", note->vf, note->loc->file, note->loc->line);
    } else {
        put(finding, "%s at %s:%u", note->op, note->loc->file, note->loc->line);
    }
}

static bool is_read(pto_access_t kind)
{
    return kind == PTO_READS || kind == PTO_CARRIES || kind == PTO_REST;
}

static const char *verb(pto_access_t kind)
{
    return is_read(kind) ? "reads" : "writes";
}

static void put_agent(finding_t *finding, const check_access_t *access, check_who_t who)
{
    const char *role = check_core_by(access->core->core, who)->core->role;
    put(finding, "%s%s%s", role[0] == ' ' ? role + 1 : role, role[0] == ' ' ? " " : "", pto_pipe_names[pipe_of(who)]);
}

static void put_block(finding_t *finding, const check_access_t *access, check_who_t who)
{
    check_task_t task;
    if (check_task_of(who, &task)) {
        put(finding, "; task %u, %s", task.number, task.kernel);
    }
    put(finding, "; ");
    if (pto_run_state.rank_num > 1) {
        put(finding, "rank %u, ", rank_of(who));
    }
    put(finding, "core %u%s, block %u", access->core->core->index,
        check_core_by(access->core->core, who)->core->role, task.block);
}

// An address by memory and offset; names the core that owns the memory unless it made both accesses.
static void put_place(finding_t *finding, const check_access_t *access, check_place_t place, check_who_t first,
                      check_who_t second)
{
    const pto_core_t *owner = place.owner, *core = access->core->core;
    put(finding, "%s", place.name != NULL ? place.name : "address");
    if (owner != NULL && owner->index != core->index) {
        put(finding, " of core %u%s", owner->index, owner->role);
    } else if (owner != NULL && (owner->slot != slot_of(first) || owner->slot != slot_of(second))) {
        put(finding, " of%s", owner->role);
    }
    put(finding, " +0x%zx", place.offset);
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
        put(finding, "a wait for the event of the first would");
        return;
    }
    if (is_late(first, CHECK_LINK)) {
        put(finding, "a fence (pto_dsb) behind the first would");
        return;
    }
    const char *from = pto_pipe_names[pipe_of(first)], *to = pto_pipe_names[pipe_of(second)];
    if (slot_of(first) != slot_of(second)) {
        put(finding, "a semaphore between the two cores would");
    } else if (pipe_of(first) == pipe_of(second)) {
        put(finding, "pipe_barrier %s between them would", from);
    } else {
        put(finding, "set_flag %s -> %s behind the first and its wait_flag in front of the second would", from, to);
    }
}

static void put_side(finding_t *finding, const side_t *side)
{
    put(finding, " %s it (", side->reads ? "reads" : "writes");
    put_command(finding, side->who.note);
    put(finding, ")");
}

static void put_side_of_task(finding_t *finding, const side_t *side)
{
    check_task_t task;
    check_task_of(side->who, &task);
    put(finding, "task %u, %s,", task.number, task.kernel);
    if (task.block_num > 1) {
        put(finding, " block %u", task.block);
    }
    put_side(finding, side);
}

static void put_race_of_tasks(finding_t *finding, check_place_t place, const side_t *first, const side_t *second)
{
    put(finding, "race between tasks: %s +0x%zx: ", place.name != NULL ? place.name : "address", place.offset);
    put_side_of_task(finding, first);
    put(finding, ", ");
    put_side_of_task(finding, second);
    put(finding, ", and neither waits for the other");
}

static void put_race_of_blocks(finding_t *finding, check_place_t place, const side_t *first, const side_t *second)
{
    const char *name = place.name != NULL ? place.name : "address";
    check_task_t one, other;
    bool of_task = check_task_of(first->who, &one);
    check_task_of(second->who, &other);
    put(finding, "race between blocks: %s +0x%zx: block %u", name, place.offset, one.block);
    put_side(finding, first);
    put(finding, ", block %u", other.block);
    put_side(finding, second);
    put(finding, "; blocks run in any order, and at one time");
    if (of_task) {
        put(finding, "; task %u, %s", one.number, one.kernel);
    }
}

// What would order an access of one rank and a later one of another.
static void put_advice_of_ranks(finding_t *finding, const check_access_t *access, check_who_t first)
{
    // What the later access knows of the command that posted the write.
    uint32_t agent = (first.mark >> CHECK_SEQ_BITS) - 1;
    uint32_t known = access->clock->at[agent - agent % PTO_PIPE_NUM + PIPE_MTE3];
    if (is_copy(first)) {
        put(finding, "a wait for the event of the first, then a tnotify, and a twait in front of the second would");
    } else if (is_late(first, CHECK_LINK) && known >= number_of(first)) {
        put(finding, "the first may land after what tells of it: a fence (pto_dsb) of its core behind it would");
    } else {
        put(finding, "a tnotify behind the first and a twait in front of the second would");
    }
}

static void put_race_of_ranks(finding_t *finding, const check_access_t *access, check_place_t place,
                              const side_t *first, const side_t *second)
{
    put(finding, "race between ranks: %s +0x%zx: rank %u", place.name != NULL ? place.name : "address", place.offset,
        rank_of(first->who));
    put_side(finding, first);
    put(finding, ", rank %u", rank_of(second->who));
    put_side(finding, second);
    put(finding, ", and nothing orders the two: ");
    put_advice_of_ranks(finding, access, first->who);
}

static void put_race(finding_t *finding, const check_access_t *access, check_place_t place, const side_t *first,
                     const side_t *second)
{
    const char *name = first->reads ? "write after read" : second->reads ? "read after write" : "write after write";
    put(finding, "race, %s: ", name);
    put_place(finding, access, place, first->who, second->who);
    put(finding, ": ");
    put_agent(finding, access, first->who);
    put_side(finding, first);
    put(finding, ", ");
    put_agent(finding, access, second->who);
    put_side(finding, second);
    put(finding, ", and nothing orders the two: ");
    put_advice(finding, first->who, second->who);
    put_block(finding, access, second->who);
}

void check_race(const check_access_t *access, pto_access_t kind, check_who_t other, pto_access_t other_kind,
                uintptr_t address)
{
    side_t sides[2] = {{other, is_read(other_kind)}, {access->who, is_read(kind)}};
    bool turned = comes_first(&sides[1], &sides[0]);
    const side_t *first = &sides[turned], *second = &sides[!turned];
    bool of_tasks = are_of_two_tasks(first->who, second->who), of_blocks = other.block != access->who.block;
    bool of_ranks = !of_tasks && rank_of(other) != rank_of(access->who);
    uint32_t between = of_tasks ? RACE_OF_TASKS : of_ranks ? RACE_OF_RANKS : of_blocks ? RACE_OF_BLOCKS : 0;
    finding_t *finding = find_pair(between | (uint32_t)second->reads << 1 | (uint32_t)first->reads, access, other,
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
    finding_t *finding = find(REUSED, access, wait, 0);
    if (finding == NULL) {
        return;
    }
    const char *src = pto_pipe_names[set->arg[0]], *dst = pto_pipe_names[set->arg[1]];
    put(finding, "flag reused: %s -> %s EVENT_ID%u is set (", src, dst, set->arg[2]);
    put_command(finding, access->who.note);
    put(finding, ") while it may be pending from before (");
    put_command(finding, wait.note);
    put(finding,
        " takes that), and nothing orders the two: set_flag %s -> %s behind the wait and its wait_flag "
        "in front of the set would",
        dst, src);
    put_block(finding, access, access->who);
}

static void put_signal(finding_t *finding, const int32_t *signal)
{
    check_place_t place = check_place((uintptr_t)signal);
    put(finding, "%s +0x%zx", place.name != NULL ? place.name : "address", place.offset);
}

void check_signal_reused(const check_access_t *access, const int32_t *signal, check_who_t wait)
{
    finding_t *finding = find(SIGNAL_REUSED, access, wait, 0);
    if (finding == NULL) {
        return;
    }
    put(finding, "signal reused: ");
    put_signal(finding, signal);
    put(finding, " is set by rank %u (", rank_of(access->who));
    put_command(finding, access->who.note);
    put(finding, ") while rank %u may still wait for what it was (", rank_of(wait));
    put_command(finding, wait.note);
    put(finding, "), and nothing orders the two: a tnotify behind the wait and its twait in front of the set would");
}

void check_signal_lost(const check_access_t *access, const int32_t *signal, check_who_t lost, check_who_t by)
{
    finding_t *finding = find(SIGNAL_LOST, access, lost, 0);
    if (finding == NULL) {
        return;
    }
    put(finding, "signal lost: ");
    put_signal(finding, signal);
    put(finding, " is set by rank %u (", rank_of(lost));
    put_command(finding, lost.note);
    put(finding, ") and again by rank %u (", rank_of(by));
    put_command(finding, by.note);
    put(finding, "), and rank %u may wait for the first when it is gone (", rank_of(access->who));
    put_command(finding, access->who.note);
    put(finding, "): a signal of its own would do");
}

void check_shared(const check_access_t *access, const pto_cmd_t *set, uint32_t dst, check_who_t other)
{
    finding_t *finding = find(SHARED, access, other, 0);
    if (finding == NULL) {
        return;
    }
    const char *src = pto_pipe_names[set->arg[0]];
    put(finding, "flag shared: %s -> %s EVENT_ID%u is set (", src, pto_pipe_names[set->arg[1]], set->arg[2]);
    put_command(finding, access->who.note);
    put(finding, ") while %s -> %s EVENT_ID%u may be pending (", src, pto_pipe_names[dst], set->arg[2]);
    put_command(finding, other.note);
    put(finding, "): on A2A3 they are one flag, whoever waits for it; another event id would do");
    put_block(finding, access, access->who);
}

void check_taken(const check_access_t *access, const pto_cmd_t *cmd, check_who_t wait)
{
    bool turned = access->who.order < wait.order;
    check_who_t first = turned ? access->who : wait, second = turned ? wait : access->who;
    finding_t *finding = find_pair(TAKEN, access, wait, first, second, 0);
    if (finding == NULL) {
        return;
    }
    put(finding, "semaphore taken: semaphore %u is waited for by ", cmd->arg[0]);
    put_agent(finding, access, first);
    put(finding, " (");
    put_command(finding, first.note);
    put(finding, ") and by ");
    put_agent(finding, access, second);
    put(finding, " (");
    put_command(finding, second.note);
    put(finding, "), and nothing orders the two: one may take the set that the other one needs");
    put_block(finding, access, access->who);
}

bool pto_observe_left(const pto_core_t *core, const pto_loc_t *loc, const char *text)
{
    check_access_t access = check_access_of(check_core_of(core), PIPE_S);
    access.who.note = check_note_number(loc, "a command", NULL, 0);
    finding_t *finding = find(LEFT, &access, (check_who_t){0}, 0);
    if (finding != NULL) {
        put(finding, "left over: %s", text);
        put_block(finding, &access, access.who);
    }
    return true;
}

void check_overlap(const check_access_t *access, uintptr_t address)
{
    finding_t *finding = find(OVERLAP, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    put(finding, "overlapping bursts: ");
    put_place(finding, access, check_place(address), access->who, access->who);
    put(finding, " is written twice by one transfer, in any order: ");
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
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
    finding_t *finding = find(OUTSIDE, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    put(finding, "out of bounds: ");
    put_agent(finding, access, access->who);
    check_place_t place = check_place(address);
    const pto_gm_buffer_t *buffer = buffer_before(address);
    if (place.name == NULL && buffer != NULL) {
        put(finding, " %s %zu bytes at offset %zu of %s, which has %zu: ", verb(kind), bytes,
            (size_t)(address - (uintptr_t)buffer->address), buffer->name != NULL ? buffer->name : "GM", buffer->bytes);
    } else {
        put(finding, " %s %zu bytes at ", verb(kind), bytes);
        put_place(finding, access, place, access->who, access->who);
        put(finding, ", which it does not reach: ");
    }
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_read_only(const check_access_t *access, uintptr_t address)
{
    finding_t *finding = find(READ_ONLY, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    put(finding, "read-only: ");
    put_agent(finding, access, access->who);
    put(finding, " writes ");
    put_place(finding, access, check_place(address), access->who, access->who);
    put(finding, ", which the arguments of its task let it only read: ");
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

// "X reads L1 +0x20, which nothing has written: its command"
static __attribute__((noinline)) void put_unwritten(uint32_t kind, const char *name, const char *verb,
                                                    const check_access_t *access, uintptr_t address)
{
    check_place_t place = check_place(address);
    finding_t *finding = place.written_at_start ? NULL : find(kind, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    put(finding, "%s: ", name);
    put_agent(finding, access, access->who);
    put(finding, " %s ", verb);
    put_place(finding, access, place, access->who, access->who);
    put(finding, ", which nothing %shas written: ", place.owner == NULL ? "" : "in this block ");
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
    put(finding, side->thread >= UINT32_MAX - 1 ? "several threads" : "thread %u", side->thread);
    put(finding, " %s it (%s:%u)", side->reads ? "read" : "wrote", side->loc->file, side->loc->line);
}

void check_thread_race(const check_access_t *access, uintptr_t address, check_side_t first, check_side_t second)
{
    finding_t *finding = find(RACE_OF_THREADS, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    put(finding, "race between threads: ");
    put_place(finding, access, check_place(address), access->who, access->who);
    put(finding, ": ");
    put_thread(finding, &first);
    put(finding, ", ");
    put_thread(finding, &second);
    put(finding, ", and no syncthreads is between: ");
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

void check_unflushed(const check_access_t *access, uintptr_t address)
{
    finding_t *finding = find(UNFLUSHED, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    check_place_t place = check_place(address);
    put(finding,
        "unflushed: a stream of unaligned stores ends at %s +0x%zx, and its last bytes, from "
        "+0x%zx on, stay behind: a flush (vstas, vstar) would store them: ",
        place.name, place.offset, place.offset & ~(size_t)31);
    put_command(finding, access->who.note);
    put_block(finding, access, access->who);
}

static void put_unfenced(uint32_t kind, const check_access_t *access, uintptr_t address, const char *order,
                         const char *bar)
{
    finding_t *finding = find(kind, access, (check_who_t){0}, address);
    if (finding == NULL) {
        return;
    }
    check_place_t place = check_place(address);
    put(finding, "unfenced: %s +0x%zx: %s, and no mem_bar %s between the two keeps them in order: ", place.name,
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

void check_unknown(const char *op)
{
    for (uint32_t i = 0; i < unknown_num; i++) {
        if (unknown[i] == op) {
            return;
        }
    }
    if (unknown_num < sizeof unknown / sizeof unknown[0]) {
        unknown[unknown_num++] = op;
    }
}

/// Output: a line of JSON for each finding, from which the driver makes a report ///

static void write_string(const char *name, const char *text, size_t length)
{
    pto_print(HAL_STDERR, "\"%s\": \"", name);
    size_t written = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            hal_write(HAL_STDERR, text + written, i - written);
            hal_puts(HAL_STDERR, "\\");
            written = i;
        }
    }
    hal_write(HAL_STDERR, text + written, length - written);
    hal_puts(HAL_STDERR, "\"");
}

static size_t length_of(const char *text, char end)
{
    size_t length = 0;
    while (text[length] != 0 && text[length] != end) {
        length++;
    }
    return length;
}

static void write_place(uint32_t number, check_who_t who, const check_clock_t *known)
{
    const check_note_t *note = check_note(number);
    pto_print(HAL_STDERR, "{\"pipe\": \"%s\", \"slot\": %u, \"number\": %u, \"order\": %u, ",
              pto_pipe_names[pipe_of(who)], slot_of(who), number_of(who), who.order);
    // Its clock: for each pipe of its core, the number of commands known to be complete.
    hal_puts(HAL_STDERR, "\"known\": {");
    uint32_t agent = (who.mark >> CHECK_SEQ_BITS) - 1;
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        pto_print(HAL_STDERR, "%s\"%s\": %u", pipe == 0 ? "" : ", ", pto_pipe_names[pipe],
                  known->at[agent - agent % PTO_PIPE_NUM + pipe]);
    }
    hal_puts(HAL_STDERR, "}, ");
    write_string("command", note->op, length_of(note->op, 0));
    if (note->pc != 0) {
        pto_print(HAL_STDERR, ", \"pc\": \"pc=0x%zx\"}", note->pc - 2);
        return;
    }
    hal_puts(HAL_STDERR, ", ");
    write_string("file", note->loc->file, length_of(note->loc->file, 0));
    pto_print(HAL_STDERR, ", \"line\": %u}", note->loc->line);
}

static void write_finding(const finding_t *finding)
{
    check_task_t task;
    bool of_task = check_task_of((check_who_t){.block = finding->block & 0xffffff}, &task);
    hal_puts(HAL_STDERR, "check: {");
    write_string("finding", finding->text, length_of(finding->text, ':'));
    const char *memory = finding->memory.name != NULL ? finding->memory.name : "";
    hal_puts(HAL_STDERR, ", ");
    write_string("memory", memory, length_of(memory, 0));
    pto_print(
        HAL_STDERR, ", \"offset\": %zu, \"pipe\": \"%s\", \"core\": %u, \"block\": %u, \"count\": %u, \"places\": [",
        (size_t)finding->memory.offset, pto_pipe_names[finding->pipe], finding->core, task.block, finding->count);
    if (finding->other != UINT32_MAX) {
        write_place(finding->other, finding->side[0], &finding->known[0]);
        hal_puts(HAL_STDERR, ", ");
    }
    write_place(finding->place, finding->side[1], &finding->known[1]);
    hal_puts(HAL_STDERR, "], \"commands\": [");
    for (uint32_t i = 0; i < finding->command_num; i++) {
        check_who_t who = finding->command[i];
        pto_print(HAL_STDERR, "%s[%u, %u, \"%s\", %u]", i == 0 ? "" : ", ", group_of(who),
                  slot_of(who), pto_pipe_names[pipe_of(who)], number_of(who));
    }
    hal_puts(HAL_STDERR, "], ");
    if (of_task) {
        pto_print(HAL_STDERR, "\"task\": %u, ", task.number);
    }
    write_string("text", finding->text, length_of(finding->text, 0));
    hal_puts(HAL_STDERR, "}\n");
}

uint32_t check_report_end(void)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < finding_num; i++) {
        write_finding(&findings[i]);
        num += findings[i].kind != CARRIED;
    }
    for (uint32_t i = 0; i < unknown_num; i++) {
        pto_print(HAL_STDERR, "check: note: not looked at: %s\n", unknown[i]);
    }
    return num;
}

/// The order of a run, for --explore ///

void check_order(const check_access_t *access)
{
    finding_t line = {.length = 0};
    const pto_core_t *core = access->core->core;
    put_command(&line, access->who.note);
    pto_print(HAL_STDERR, "order: core %u%s %s %u: %s\n", pto_group_number(core), core->role, pto_pipe_names[access->pipe],
              access->seq, line.text);
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
