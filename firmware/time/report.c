// SPDX-License-Identifier: Apache-2.0
//
// A run in lines, of which the driver makes JSON and the report:
//
//   time: launch ARCH MHZ
//   time: + CORE BLOCK PIPE SEQ KIND ISSUED WAIT START END BYTES AFTER OP|FUNCTION|PLACE    a command; AFTER is
//                                    CORE.PIPE.SEQ or -; KIND 1: it synchronises, 2: its cost is a guess
//   time: core CORE ROLE
//   time: pipe CORE PIPE BUSY WAITING COMMANDS BYTES
//   time: end CYCLES

#include "time.h"

#define BUFFER 16384
static char buffer[BUFFER];
static size_t length;

static void flush(void)
{
    hal_write(HAL_STDERR, buffer, length);
    length = 0;
}

// Room for a line, whose names of files and operations are short.
static char *line(void)
{
    if (length > BUFFER - 1024) {
        flush();
    }
    return buffer + length;
}

void time_report_begin(const pto_run_t *run)
{
    length = 0;
    length += pto_format(line(), 1024, "time: launch %s %u\n", run->options.arch == PTO_ARCH_A2A3 ? "a2a3" : "a5",
                         TIME(clock_mhz));
    for (uint32_t i = 0; i < time_core_num; i++) {
        length += pto_format(line(), 1024, "time: core %u %s\n", i, time_cores[i].core->kind->name);
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

void time_report_command(const time_core_t *self, const pto_cmd_t *cmd, const time_span_t *span)
{
    bool is_function = cmd->op->means == PTO_MEANS_VECTOR_FUNCTION;
    const char *function = is_function ? ((const pto_vf_t *)(uintptr_t)cmd->data[0])->name : "";
    length += pto_format(line(), 512, "time: + %u %u %u %u %u %lu %lu %lu %lu %lu ", (uint32_t)(self - time_cores),
                         self->block, span->pipe, span->seq, span->syncs + 2u * span->guess,
                         (unsigned long)span->issued, (unsigned long)span->waited, (unsigned long)span->start,
                         (unsigned long)span->end, (unsigned long)span->bytes);
    length += write_after(buffer + length, span->cause);
    length += pto_format(buffer + length, 448, "%s|%s|%s:%u\n", is_function ? "vecscope" : cmd->op->name, function,
                         cmd->loc == NULL ? "" : cmd->loc->file, cmd->loc == NULL ? 0 : cmd->loc->line);
}

void time_report_end(cycles_t cycles)
{
    for (uint32_t i = 0; i < time_core_num; i++) {
        for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
            const time_agent_t *agent = &time_cores[i].agent[pipe];
            if ((time_cores[i].core->pipe_mask >> pipe & 1) != 0) {
                length += pto_format(line(), 512, "time: pipe %u %u %lu %lu %u %lu\n", i, pipe,
                                     (unsigned long)agent->busy, (unsigned long)agent->waiting, agent->commands,
                                     (unsigned long)agent->bytes);
            }
        }
    }
    length += pto_format(line(), 512, "time: end %lu\n", (unsigned long)cycles);
    flush();
}
