// SPDX-License-Identifier: Apache-2.0
//
// Reports: faults, traps, deadlocks, warnings. A fault ends the program with status 3. If the caller of pto_run() wants
// it and one hart runs everything, it ends only the run.

#include <pto/print.h>

#include <hal/confine.h>

#include "core.h"

#define STATUS_FAULT   3
#define STATUS_TIMEOUT 124

static int status = STATUS_FAULT;

__attribute__((section(".noinit"))) static union {
    pto_report_t report;
    char bytes[sizeof(pto_report_t) + PTO_REPORT_ROOM];
} report_text;
static uint32_t owner;  // of the report: a hart, from 1 on, or 0

static void append_list(pto_report_t *report, const char *format, va_list args)
{
    report->length += pto_vformat(report->text + report->length, PTO_REPORT_ROOM - report->length, format, args);
}

void pto_append(pto_report_t *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    append_list(report, format, args);
    va_end(args);
}

static _Noreturn void end(pto_report_t *report)
{
    pto_append(report, "\n");
    hal_write(HAL_STDERR, report->text, report->length);
    hal_exit(status);
}

// The other harts go on while one reports, so what it reads of them may change under its hands.
void hal_trap_in_report(void)
{
    pto_append(&report_text.report, " ... (this report ends here: reading on trapped)");
    end(&report_text.report);
}

// The first hart to report owns the console until the end; harts that fault later stop here.
static pto_report_t *begin(void)
{
    const uint32_t self = hal_hart()->index + 1;
    uint32_t now = 0;
    hal_release();
    hal_alarm(0);
    if (!__atomic_compare_exchange_n(&owner, &now, self, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        if (now == self) {
            hal_trap_in_report();
        }
        for (;;) {
            hal_hart_sleep();
        }
    }
    status = STATUS_FAULT;
    report_text.report.length = 0;
    return &report_text.report;
}

static _Noreturn void finish(pto_report_t *report)
{
    pto_run_t *run = &pto_run_state;
    if (run->kernel != NULL) {
        PTO_OBSERVE(launch_end, run);
    }
    if (run->peers != NULL) {
        pto_peers_fail();
    }
    if (run->kernel == NULL || !run->options.return_on_fault || run->hart_num > 1) {
        end(report);
    }
    owner = 0;
    run->result.faults = 1;
    pto_format(run->result.report, sizeof run->result.report, "%s", report->text);
    hal_fiber_t left;
    hal_trap_rearm();
    hal_fiber_switch(&left, &run->escape);
    __builtin_unreachable();
}

// Returns the bare name in a C++ signature: "run" of "void ns::run(T *) [T = float]". Names in C are unchanged.
static const char *bare_name(const char *function, int *length)
{
    const char *name = function, *end = function;
    for (; *end != 0 && *end != '(' && *end != '<'; end++) {
        if (*end == ' ' || *end == '*' || *end == ':') {
            name = end + 1;
        }
    }
    *length = (int)(end - name);
    return name;
}

static void append_loc(pto_report_t *report, const pto_loc_t *loc)
{
    // The body of a kernel is a separate function: see PTO_KERNEL.
    const char *kernel = pto_after(loc->function, "pto_kernel_body_");
    if (kernel != NULL && pto_agent() != NULL && pto_launch_now() != NULL) {
        kernel = pto_launch_now()->kernel->name;
    }
    int length = INT32_MAX;
    const char *name = kernel != NULL ? kernel : bare_name(loc->function, &length);
    pto_append(report, "%s:%u in %.*s", loc->file, loc->line, length, name);
}

void pto_append_cmd(pto_report_t *report, const pto_cmd_t *cmd)
{
    pto_append(report, "%s ", cmd->op->name);
    report->length += cmd->op->describe(cmd, report->text + report->length, PTO_REPORT_ROOM - report->length);
}

// The launch of the task that a core runs, or NULL. Read once: another hart may end the task meanwhile.
static const pto_launch_t *launch_of_task(const pto_core_t *core)
{
    const pto_launch_t *launch = core->launch;
    return launch != NULL && launch->task != NULL ? launch : NULL;
}

// Appends for example "core 0 AIV1, block 3, PIPE_V".
static void append_agent(pto_report_t *report, const pto_agent_t *agent)
{
    const pto_core_t *core = agent->core;
    const pto_launch_t *launch = launch_of_task(core);
    if (launch != NULL) {
        pto_append(report, "task %u, %s, ", pto_task_number(launch->task), launch->kernel->name);
    }
    if (core->launch != NULL && pto_run_state.rank_num > 1) {
        pto_append(report, "rank %u, ", core->launch->rank);
    }
    pto_append(report, "core %u%s, block %u, %s", core->index, core->role, core->su.block, pto_pipe_names[agent->pipe]);
}

// Returns the agent on whose behalf this hart runs.
static const pto_agent_t *acting(void)
{
    const pto_agent_t *agent = pto_agent();
    const pto_cmd_t *now = agent != NULL && agent->pipe == PIPE_S ? pto_now(agent->core) : NULL;
    return now != NULL ? &agent->core->pipe[now->op->pipe].agent : agent;
}

// Appends the second half of a fault's line: the source location.
static void append_place(pto_report_t *report, const pto_loc_t *loc)
{
    const pto_agent_t *agent = acting();
    const pto_cmd_t *cmd = agent != NULL ? pto_current_cmd(agent) : NULL;
    if (loc == NULL && cmd != NULL) {
        loc = cmd->loc;
    }
    if (loc != NULL) {
        pto_append(report, "; at ");
        append_loc(report, loc);
    }
    if (agent != NULL) {
        pto_append(report, "; ");
        append_agent(report, agent);
    }
    if (cmd != NULL && agent->pipe != PIPE_S) {
        pto_append(report, ", ");
        pto_append_cmd(report, cmd);
    }
}

static pto_report_t *begin_fault(const char *format, va_list args)
{
    pto_report_t *report = begin();
    pto_append(report, "fault: ");
    append_list(report, format, args);
    return report;
}

void pto_fault_at(const pto_loc_t *loc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pto_report_t *report = begin_fault(format, args);
    va_end(args);
    append_place(report, loc);
    finish(report);
}

void pto_vector_fault(pto_vector_fault_kind_t kind, uintptr_t addr, unsigned bytes)
{
    // An address inside the call: the call never returns, so the bytes after it may belong to another function.
    uintptr_t pc = (uintptr_t)__builtin_return_address(0) - 2;
    switch (kind) {
        case PTO_VECTOR_LOAD:
        case PTO_VECTOR_STORE: {
            const char *what = kind == PTO_VECTOR_LOAD ? "load" : "store";
            long offset = (long)pto_mem_offset(PTO_MEM_UB, (const void *)addr);
            if (addr % bytes != 0) {
                pto_fault_at(NULL,
                             "misaligned vector %s: address 0x%zx (UB offset 0x%lx) is no multiple of %u, pc=0x%zx",
                             what, addr, (unsigned long)offset, bytes, pc);
            }
            pto_fault_at(NULL, "vector %s outside UB: address 0x%zx (UB offset %ld), pc=0x%zx", what, addr, offset, pc);
        }
        default:
            pto_fault_at(NULL, "bad attribute %u of a vector access at address 0x%zx, pc=0x%zx", bytes, addr, pc);
    }
}

/// Deadlock and time limit ///

static void append_stand(pto_report_t *report, const pto_agent_t *agent, const char *verb)
{
    const pto_cmd_t *cmd = pto_current_cmd(agent);
    if (cmd != NULL && cmd->op == &pto_op_idle) {
        return;
    }
    const pto_su_state_t state = agent->core->su.state;  // one that polls stands back again and again
    bool runs = cmd == NULL && agent->pipe == PIPE_S && (state == PTO_SU_READY || state == PTO_SU_STANDING_BACK);
    if (cmd == NULL && !runs) {
        return;
    }
    pto_append(report, "\n  ");
    append_agent(report, agent);
    pto_append(report, "%s", runs ? " runs the kernel" : verb);
    if (runs) {
        return;
    }
    pto_append_cmd(report, cmd);
    pto_append(report, ", at ");
    append_loc(report, cmd->loc);
    if (agent->pipe != PIPE_S) {
        const pto_pipe_queue_t *queue = &agent->core->pipe[agent->pipe];
        uint32_t flags = pto_flags_left(queue), now = cmd == pto_now(agent->core) ? 1 : 0;
        pto_append(report, "; %u commands queued", queue->tail - queue->head + flags + now);
    }
}

// Appends one line for each agent with a current command; pipes first, as most SUs wait for them.
void pto_append_agents(pto_report_t *report, const char *verb)
{
    const pto_run_t *run = &pto_run_state;
    for (uint32_t i = 0; i < run->core_num; i++) {
        const pto_core_t *core = run->cores[i];
        for (uint32_t j = 0; j < core->kind->pipe_num; j++) {
            append_stand(report, &core->pipe[core->kind->pipes[j]].agent, verb);
        }
    }
    for (uint32_t i = 0; i < run->core_num; i++) {
        if (run->cores[i]->su.state != PTO_SU_FINISHED) {
            append_stand(report, &run->cores[i]->pipe[PIPE_S].agent, verb);
        }
    }
}

_Noreturn void pto_fault_deadlock(void)
{
    pto_report_t *report = begin();
    pto_append(report, "fault: deadlock: ");
    pto_append_deadlock(report);
    finish(report);
}

void pto_fault_peer(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pto_report_t *report = begin_fault(format, args);
    va_end(args);
    pto_append_agents(report, " waits: ");
    finish(report);
}

// Appends a hint if the scalar unit runs without a command while others on its hart are ready: it may poll for one of
// them.
static void append_poll_hint(pto_report_t *report)
{
    const pto_agent_t *self = pto_agent();
    const pto_run_t *run = &pto_run_state;
    bool spins = self != NULL && self->pipe == PIPE_S && pto_current_cmd(self) == NULL, others = false;
    for (uint32_t i = 0; spins && i < run->core_num; i++) {
        const pto_core_t *core = run->cores[i];
        others |= core != self->core && core->su.state == PTO_SU_READY && core->pipe[PIPE_S].agent.hart == self->hart;
    }
    if (others) {
        pto_append(report, "\n  other cores share its hart: a loop that waits for one of them has to call pto_poll()");
    }
}

// Lists the current command of each agent. Which agents wait is unknown, except for the one that the alarm interrupted.
static _Noreturn void report_timeout(const hal_trap_t *trap)
{
    pto_report_t *report = begin();
    status = STATUS_TIMEOUT;
    pto_append(report, "fault: no end within %u s: pc=0x%zx ra=0x%zx", pto_run_state.options.timeout_s, trap->pc,
               trap->x[1]);
    append_place(report, NULL);
    pto_append_agents(report, " is at ");
    append_poll_hint(report);
    finish(report);
}

/// Traps ///

// A register in full width. %zx prints a uintptr_t too: size_t has the same width.
#if UINTPTR_MAX > UINT32_MAX
#define REG_FORMAT "0x%016zx"
#else
#define REG_FORMAT "0x%08zx"
#endif

static void append_registers(pto_report_t *report, const hal_trap_t *trap)
{
    for (uint32_t i = 0; hal_trap_registers[i] != NULL; i++) {
        pto_append(report, "%s%-4s " REG_FORMAT, i % 4 == 0 ? "\n  " : "  ", hal_trap_registers[i], trap->x[i]);
    }
#ifdef __riscv
    pto_append(report,
               "\n  mepc " REG_FORMAT "  mcause 0x%zx  mtval 0x%zx  mstatus 0x%zx  vtype 0x%zx  vl %zu  vstart %zu",
               trap->pc, trap->cause, trap->value, trap->status, trap->vtype, trap->vl, trap->vstart);
#endif
}

// Appends for example "UB + 0x40000 of core 1" if the address is near a window, for accesses just beyond it.
static void append_near(pto_report_t *report, uintptr_t address)
{
    const pto_agent_t *agent = pto_agent();
    if (agent == NULL) {
        return;
    }
    for (uint32_t mem = PTO_MEM_UB; mem < PTO_MEM_NUM; mem++) {
        hal_window_t window = agent->core->mem[mem];
        int64_t offset = (int64_t)(address - (uintptr_t)window.base);
        if (window.bytes != 0 && offset >= -(int64_t)window.bytes && offset < 2 * (int64_t)window.bytes) {
            pto_append(report, " (%s offset %ld of %zu bytes)", pto_mem_names[mem], (long)offset, window.bytes);
            return;
        }
    }
}

void hal_trap(const hal_trap_t *trap)
{
    if (hal_is_alarm(trap->cause)) {
        report_timeout(trap);
    }
    pto_report_t *report = begin();
    if (hal_is_stack_overflow(trap)) {
        pto_append(report, "fault: stack overflow: address 0x%zx", trap->value);
    } else if (trap->cause == 2) {
        pto_append(report, "fault: illegal instruction 0x%zx", trap->value);
        const char *extension = hal_trap_extension((uint32_t)trap->value, trap->vtype);
        if (extension != NULL) {
            pto_append(report, " of %s, which this core does not have", extension);
        }
    } else {
        pto_append(report, "fault: %s: address 0x%zx", hal_trap_name(trap->cause), trap->value);
        append_near(report, trap->value);
    }
    pto_append(report, ", pc=0x%zx ra=0x%zx", trap->pc, trap->x[1]);
    append_place(report, NULL);
    append_registers(report, trap);
    finish(report);
}

/// Warnings ///

// Excludes the instructions of a report from the kernel's count: moves the begin of hart 0's count.
static void count_without(uint64_t before)
{
    pto_run_result_t *result = &pto_run_state.result;
    if (hal_hart()->index == 0 && result->instret_entry != 0) {
        result->instret_entry += hal_instret() - before;
    }
}

#define WARNING "warning: "

// Writes the task of a core, or of the agent that runs, as "; task 3, copy"; nothing if it has none.
static size_t describe_task(const pto_core_t *core, char *text, size_t bytes)
{
    const pto_agent_t *agent = pto_agent();
    core = core == NULL && agent != NULL ? agent->core : core;
    const pto_launch_t *launch = core != NULL ? launch_of_task(core) : NULL;
    return launch == NULL
               ? 0
               : pto_format(text, bytes, "; task %u, %s", pto_task_number(launch->task), launch->kernel->name);
}

static void warn(char *text, size_t length)
{
    pto_run_result_t *result = &pto_run_state.result;
    __atomic_fetch_add(&result->warnings, 1, __ATOMIC_RELAXED);
    pto_format(result->report, sizeof result->report, "%s", text);
    text[length++] = '\n';
    if (!pto_run_state.options.return_on_fault) {
        hal_write(HAL_STDERR, text, length);
    }
}

#ifdef PTO_OBSERVED
__attribute__((weak)) bool pto_observe_left(const pto_core_t *core, const pto_loc_t *loc, const char *text)
{
    (void)core, (void)loc, (void)text;
    return false;
}
#endif

// core: of a left-over, which observers may report instead; else NULL.
static void tell(const pto_core_t *core, const pto_loc_t *loc, const char *format, va_list args)
{
    uint64_t before = hal_instret();
    char text[PTO_REPORT_BYTES];
    size_t length = pto_format(text, sizeof text, WARNING);
    length += pto_vformat(text + length, sizeof text - length - 1, format, args);  // with room for a newline
    bool told = false;
#ifdef PTO_OBSERVED
    told = core != NULL && pto_observe_left(core, loc, text + sizeof WARNING - 1);
#else
    (void)core, (void)loc;
#endif
    if (!told) {
        length += describe_task(core, text + length, sizeof text - length - 1);
        warn(text, length);
    }
    count_without(before);
}

void pto_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(NULL, NULL, format, args);
    va_end(args);
}

void pto_left_over(const pto_core_t *core, const pto_loc_t *loc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(core, loc, format, args);
    va_end(args);
}
