// SPDX-License-Identifier: Apache-2.0
//
// Prints a run as lines, from which the driver makes JSON and the report:
//
//   time: launch ARCH MHZ
//   time: + CORE BLOCK PIPE SEQ KIND ISSUED WAIT START END BYTES AFTER OP|FUNCTION|PLACE    a command; AFTER is
//                                    CORE.PIPE.SEQ or -; KIND 1: synchronisation, 2: its cost is a guess
//   time: wall START END             with --wall: of the command before, in ticks of hal_cycle()
//   time: core CORE ROLE
//   time: cluster CORES              of each cluster, in the order of their numbers: for programs
//   time: task NUMBER CYCLES FIRST CORES PER_CLUSTER GROUPS BUSY... KERNEL    a task of a program: GROUPS groups of CORES
//                                    neighbouring cores, PER_CLUSTER in a cluster from core FIRST on; busy cycles by pipe
//   time: before NUMBER TASK         a task that waits for this one
//   time: pipe CORE PIPE BUSY WAITING COMMANDS BYTES PRODUCTS POSSIBLE
//   time: end CYCLES

#include "../core/tasks.h"
#include "time.h"

#define BUFFER 16384
static char buffer[BUFFER];
static size_t length;

static void flush(void)
{
    hal_write(HAL_STDERR, buffer, length);
    length = 0;
}

// Returns space for a line; names of files and operations are short.
static char *line(void)
{
    if (length > BUFFER - 1024) {
        flush();
    }
    return buffer + length;
}

// Commands are kept in binary form and printed at the end, or when there are very many.
typedef struct {
    time_span_t span;
    uint32_t core, block;
    const char *op, *function;
    const pto_loc_t *loc;
} kept_t;

#define KEPT 4096
static kept_t kept[KEPT] __attribute__((section(".noinit")));
static uint32_t kept_num;

void time_report_begin(const pto_run_t *run)
{
    length = 0;
    kept_num = 0;
    length += pto_format(line(), 1024, "time: launch %s %u\n", run->options.arch == PTO_ARCH_A2A3 ? "a2a3" : "a5",
                         TIME(clock_mhz));
    for (uint32_t i = 0; i < time_core_num; i++) {
        length += pto_format(line(), 1024, "time: core %u %s\n", i, time_cores[i].core->kind->name);
    }
    if (pto_is_program()) {
        length += pto_format(line(), 1024, "time: cluster %u\n", (unsigned)PTO_CLUSTER_CORES);
    }
}

static size_t write_after(char *text, moment_t cause)
{
    if (cause.agent == 0) {
        return pto_format(text, 64, "- ");
    }
    return pto_format(text, 64, "%u.%u.%u ", (cause.agent - 1) / PTO_PIPE_NUM, (cause.agent - 1) % PTO_PIPE_NUM,
                      cause.seq);
}

static void write_command(const kept_t *k)
{
    const time_span_t *span = &k->span;
    length +=
        pto_format(line(), 512, "time: + %u %u %u %u %u %lu %lu %lu %lu %lu ", k->core, k->block, span->pipe, span->seq,
                   span->syncs + 2u * span->guess, (unsigned long)span->issued, (unsigned long)span->waited,
                   (unsigned long)span->start, (unsigned long)span->end, (unsigned long)span->bytes);
    length += write_after(buffer + length, span->cause);
    length += pto_format(buffer + length, 448, "%s|%s|%s:%u\n", k->op, k->function, k->loc == NULL ? "" : k->loc->file,
                         k->loc == NULL ? 0 : k->loc->line);
    if (TIME(wall) != 0) {
        length += pto_format(line(), 64, "time: wall %lu %lu\n", (unsigned long)span->wall_start,
                             (unsigned long)span->wall_end);
    }
}

static void write_commands(void)
{
    for (uint32_t i = 0; i < kept_num; i++) {
        write_command(&kept[i]);
    }
    kept_num = 0;
}

void time_report_task(const pto_launch_t *launch, cycles_t cycles, const cycles_t *busy)
{
    const pto_task_t *task = launch->task;
    const pto_share_t *share = &pto_shares[launch->kernel->kind];
    length += pto_format(line(), 256, "time: task %u %lu %u %u %u %u ", pto_task_number(task), (unsigned long)cycles,
                         share->first_slot, share->core_num, share->block_num, launch->group_num);
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        length += pto_format(buffer + length, 32, "%lu ", (unsigned long)busy[pipe]);
    }
    length += pto_format(buffer + length, 448, "%s\n", launch->kernel->name);
    for (const pto_dependent_t *next = task->dependents; next != NULL; next = next->next) {
        length += pto_format(line(), 64, "time: before %u %u\n", pto_task_number(task), pto_task_number(next->task));
    }
}

void time_report_command(const time_core_t *self, const pto_cmd_t *cmd, const time_span_t *span)
{
    if (pto_is_program()) {
        return;
    }
    bool is_function = cmd->op->means == PTO_MEANS_VECTOR_FUNCTION;
    if (kept_num == KEPT) {
        write_commands();
    }
    kept[kept_num++] = (kept_t){
        .span = *span,
        .core = (uint32_t)(self - time_cores),
        .block = self->block,
        .op = is_function ? "vecscope" : cmd->op->name,
        .function = is_function ? ((const pto_vf_t *)(uintptr_t)cmd->data[0])->name : "",
        .loc = cmd->loc,
    };
}

void time_report_end(cycles_t cycles)
{
    write_commands();
    for (uint32_t i = 0; i < time_core_num; i++) {
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM && !pto_is_program(); pipe++) {
            const time_agent_t *agent = &time_cores[i].agent[pipe];
            if ((time_cores[i].core->pipe_mask >> pipe & 1) != 0) {
                length +=
                    pto_format(line(), 512, "time: pipe %u %u %lu %lu %u %lu %lu %lu\n", i, pipe, (unsigned long)agent->busy,
                               (unsigned long)agent->waiting, agent->commands, (unsigned long)agent->bytes, (unsigned long)agent->products,
                                     (unsigned long)agent->possible);
            }
        }
    }
    length += pto_format(line(), 512, "time: end %lu\n", (unsigned long)cycles);
    flush();
}
