// SPDX-License-Identifier: Apache-2.0
//
// Creation of tasks and of the dependencies between them.
//
// Each buffer has the accesses that a later task may depend on: writes, and reads since. A write drops the accesses
// that it covers: a later overlapping task depends on the write, and so on them. Many accesses are spread over slots,
// so that a tile of a large buffer is compared with its neighbours only.
//
// The caller owns the memory. Tasks grow from its begin, their data from its end. When the two meet, all tasks so far
// are run and the memory is free again.

#include "tasks.h"

typedef struct access access_t;
struct access {
    uintptr_t first, end;
    pto_task_t *task;
    access_t *next;
};

enum { SLOTS = 1024, LIST_MAX = 128 };

typedef struct {
    access_t *list;    // all, or with slots those longer than a slot
    access_t **slots;  // by the slot of their first byte; NULL: there have been few accesses
    uint32_t num;      // in `list`
    uint32_t shift;    // of an offset in the buffer, to the number of a slot
} accesses_t;

typedef struct {
    accesses_t writes, reads;
} history_t;

static struct {
    uint8_t *memory, *memory_end;
    uint8_t *top;  // end of the free part
    pto_task_t *tasks;
    uint32_t task_num, first_number, block_num;
    size_t reserved;             // bytes, for the task that is submitted
    history_t *history;          // one for each buffer
    pto_kernel_count_t *counts;  // one for each kernel of the image; NULL: not asked for
    pto_run_options_t options;
    pto_run_result_t result;
    const pto_loc_t *loc;  // of the submitting call, if known
} program;

/// Memory ///

static size_t room(void)
{
    return (size_t)(program.top - (uint8_t *)&program.tasks[program.task_num]);
}

// Cannot fail: pto_task_submit() has reserved the maximum that a task needs.
static void *take(size_t bytes)
{
    program.top -= (bytes + 7) & ~(size_t)7;
    return program.top;
}

static void forget_tasks(void)
{
    program.top = program.memory_end;
    program.tasks = (pto_task_t *)(void *)program.memory;
    program.first_number += program.task_num;
    program.task_num = 0;
    size_t bytes = pto_run_state.buffer_num * sizeof(history_t);
    program.history = take(bytes);
    hal_zero(program.history, bytes);
}

void *pto_tasks_room(size_t *bytes)
{
    *bytes = room();
    return &program.tasks[program.task_num];
}

static size_t needs(uint32_t param_num, uint32_t after_num)
{
    return sizeof(pto_task_t) +
           (param_num + 1) * (sizeof(uint64_t) + sizeof(pto_gm_buffer_t) + sizeof(pto_varying_t) + sizeof(access_t)) +
           after_num * sizeof(pto_dependent_t);
}

/// Dependencies ///

static void depend(pto_task_t *task, pto_task_t *on)
{
    // If this dependency is already noted, it is the last one noted.
    if (on == task || (on->dependents != NULL && on->dependents->task == task)) {
        return;
    }
    pto_dependent_t *dependent = take(sizeof *dependent);
    *dependent = (pto_dependent_t){task, on->dependents};
    on->dependents = dependent;
    task->waits++;
}

// Adds dependencies on the accesses of a list that overlap `access`; if it `covers`, drops those inside it. Returns how
// many it has dropped.
static uint32_t depend_on_list(access_t **list, const access_t *access, bool covers)
{
    uint32_t dropped = 0;
    while (*list != NULL) {
        access_t *old = *list;
        if (old->first < access->end && access->first < old->end) {
            depend(access->task, old->task);
        }
        if (covers && old->task != access->task && access->first <= old->first && old->end <= access->end) {
            *list = old->next;
            dropped++;
        } else {
            list = &old->next;
        }
    }
    return dropped;
}

// The lowest power of 2 of bytes that lets slots reach from the begin of a buffer to its end.
static uint32_t slot_shift(const pto_gm_buffer_t *buffer)
{
    uint32_t shift = 0;
    while ((buffer->bytes - 1) >> shift >= SLOTS) {
        shift++;
    }
    return shift;
}

static size_t slot_of_byte(const accesses_t *set, const pto_gm_buffer_t *buffer, uintptr_t address)
{
    return (address - (uintptr_t)buffer->address) >> set->shift;
}

static void depend_on(accesses_t *set, const pto_gm_buffer_t *buffer, const access_t *access, bool covers)
{
    set->num -= depend_on_list(&set->list, access, covers);
    if (set->slots == NULL) {
        return;
    }
    size_t slot = slot_of_byte(set, buffer, access->first), last = slot_of_byte(set, buffer, access->end - 1);
    for (slot -= slot != 0; slot <= last; slot++) {  // an access of the slot before may reach into the first
        (void)depend_on_list(&set->slots[slot], access, covers);
    }
}

static void add_access(accesses_t *set, const pto_gm_buffer_t *buffer, access_t *access)
{
    bool in_slot = set->slots != NULL && access->end - access->first <= (uintptr_t)1 << set->shift;
    access_t **list = in_slot ? &set->slots[slot_of_byte(set, buffer, access->first)] : &set->list;
    access->next = *list;
    *list = access;
    set->num += !in_slot;
}

static void spread(accesses_t *set, const pto_gm_buffer_t *buffer)
{
    access_t *access = set->list;
    set->slots = take(SLOTS * sizeof(access_t *));
    set->shift = slot_shift(buffer);
    hal_zero(set->slots, SLOTS * sizeof(access_t *));
    set->list = NULL;
    set->num = 0;
    while (access != NULL) {
        access_t *next = access->next;
        add_access(set, buffer, access);
        access = next;
    }
}

static void note_access(history_t *history, const pto_gm_buffer_t *buffer, access_t *access, bool writes)
{
    if (access->first == access->end) {
        return;
    }
    depend_on(&history->writes, buffer, access, writes);
    if (writes) {
        depend_on(&history->reads, buffer, access, true);
    }
    accesses_t *set = writes ? &history->writes : &history->reads;
    add_access(set, buffer, access);
    if (set->num > LIST_MAX && set->slots == NULL && room() >= program.reserved + SLOTS * sizeof(access_t *)) {
        spread(set, buffer);
    }
}

// Source location for reports: the submitting call, else the kernel.
static const pto_loc_t *place(const pto_kernel_t *kernel)
{
    return program.loc != NULL ? program.loc : kernel->loc;
}

/// Arguments ///

static uint32_t kind_of(const pto_task_arg_t *arg)
{
    return arg->kind & ~(uint32_t)PTO_TASK_UNORDERED;
}

static bool is_address(const pto_task_arg_t *arg)
{
    return kind_of(arg) >= PTO_TASK_IN && kind_of(arg) <= PTO_TASK_INOUT;
}

// Returns the buffer that holds an address: the last one that begins before it.
static const pto_gm_buffer_t *find_buffer(uintptr_t address)
{
    size_t low = 0, high = pto_run_state.buffer_num;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)pto_run_state.buffers[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? NULL : &pto_run_state.buffers[low - 1];
}

static const pto_gm_buffer_t *check_arg(const pto_kernel_t *kernel, uint32_t i, const pto_task_arg_t *arg)
{
    const pto_param_t *param = &kernel->params[i];
    if ((param->kind == PTO_PARAM_POINTER) != is_address(arg)) {
        pto_fault_at(place(kernel), "task %u: parameter %s of %s is %s", program.first_number + program.task_num,
                     param->name, kernel->name, is_address(arg) ? "a number" : "a pointer");
    }
    if (!is_address(arg)) {
        return NULL;
    }
    const pto_gm_buffer_t *buffer = find_buffer((uintptr_t)arg->value);
    if (buffer == NULL || !pto_in_buffer(buffer, (uintptr_t)arg->value, arg->bytes)) {
        pto_fault_at(place(kernel), "task %u: the %lu bytes for parameter %s of %s are in no buffer",
                     program.first_number + program.task_num, (unsigned long)arg->bytes, param->name, kernel->name);
    }
    return buffer;
}

// Returns the part of a buffer that the task may access.
static pto_gm_buffer_t window_of(const pto_gm_buffer_t *buffer, const pto_task_arg_t *args, uint32_t arg_num,
                                 uint32_t self)
{
    const pto_task_arg_t *arg = &args[self];
    pto_gm_buffer_t window = *buffer;
    size_t behind = (size_t)((uintptr_t)buffer->address + buffer->bytes - (uintptr_t)(arg->value + arg->bytes));
    window.address = (void *)(uintptr_t)arg->value;
    window.bytes = (size_t)arg->bytes;
    window.slack = buffer->slack == 0 ? 0 : behind < buffer->slack ? buffer->slack : behind;
    window.discards = buffer->discards && behind == 0;
    window.unwritten = 0;
    window.read_only = kind_of(arg) == PTO_TASK_IN;
    for (uint32_t i = 0; i < arg_num && window.read_only; i++) {
        bool writes = kind_of(&args[i]) == PTO_TASK_OUT || kind_of(&args[i]) == PTO_TASK_INOUT;
        window.read_only = !writes || args[i].value + args[i].bytes <= arg->value ||
                           arg->value + arg->bytes <= args[i].value;
    }
    return window;
}

static void note_varying(pto_task_t *task, uint32_t param, const pto_task_arg_t *arg)
{
    if (kind_of(arg) >= PTO_TASK_BLOCK_IDX || (is_address(arg) && arg->step != 0)) {
        task->varying[task->varying_num++] = (pto_varying_t){(uint16_t)param, (uint16_t)kind_of(arg), arg->step};
    }
}

static void take_args(pto_task_t *task, const pto_task_arg_t *args, uint32_t arg_num)
{
    for (uint32_t i = 0; i < arg_num; i++) {
        const pto_gm_buffer_t *buffer = check_arg(task->kernel, i, &args[i]);
        task->args[i] = args[i].value;
        note_varying(task, i, &args[i]);
        if (buffer == NULL) {
            task->buffers[i] = (pto_gm_buffer_t){0};
            continue;
        }
        task->buffers[i] = window_of(buffer, args, arg_num, i);
        if ((args[i].kind & PTO_TASK_UNORDERED) != 0) {
            continue;
        }
        access_t *access = take(sizeof *access);
        uintptr_t first = (uintptr_t)args[i].value;
        *access = (access_t){first, first + (uintptr_t)args[i].bytes, task, NULL};
        note_access(&program.history[buffer - pto_run_state.buffers], buffer, access, args[i].kind != PTO_TASK_IN);
    }
}

/// Entry ///

static void check_kernel(const pto_kernel_t *kernel, uint32_t block_num, uint32_t arg_num)
{
    uint32_t number = program.first_number + program.task_num;
    if (arg_num != kernel->param_num) {
        pto_fault_at(place(kernel), "task %u: kernel %s takes %u arguments, %u are given", number, kernel->name,
                     kernel->param_num, arg_num);
    }
    if (block_num == 0) {
        pto_fault_at(place(kernel), "task %u: kernel %s on no blocks", number, kernel->name);
    }
    if (kernel->kind != PTO_KERNEL_VECTOR && BOARD_CUBE_CORES == 0) {
        pto_fault_at(place(kernel), "kernel %s needs a cube core, which the board has not", kernel->name);
    }
    if (kernel->kind == PTO_KERNEL_UNIFIED) {
        pto_fault_at(place(kernel), "task %u: kernel %s is for a unified core, which programs do not have", number,
                     kernel->name);
    }
    pto_kernel_arch_t arch = program.options.arch == PTO_ARCH_A2A3 ? PTO_FOR_A2A3 : PTO_FOR_A5;
    if (kernel->arch != PTO_FOR_ANY && kernel->arch != arch) {
        pto_fault_at(place(kernel), "kernel %s is for %s, and the program for %s", kernel->name,
                     kernel->arch == PTO_FOR_A5 ? "a5" : "a2a3", arch == PTO_FOR_A5 ? "a5" : "a2a3");
    }
}

// Reserves the maximum: a task may depend on every other one.
static void make_room(const pto_kernel_t *kernel, uint32_t after_num)
{
    size_t bytes = needs(kernel->param_num, after_num) + (program.task_num + 1) * sizeof(pto_dependent_t);
    if (room() < bytes) {
        pto_flush();
    }
    if (room() < bytes) {
        pto_fault_at(place(kernel), "there is no memory for a task of kernel %s: %zu bytes, and %zu are left",
                     kernel->name, bytes, room());
    }
    program.reserved = bytes;
}

uint32_t pto_task_submit(const pto_kernel_t *kernel, uint32_t block_num, const pto_task_arg_t *args, uint32_t arg_num,
                         const uint32_t *after, uint32_t after_num)
{
    if (program.result.faults != 0) {
        return 0;
    }
    check_kernel(kernel, block_num, arg_num);
    make_room(kernel, after_num);
    pto_task_t *task = &program.tasks[program.task_num];
    *task = (pto_task_t){
        .kernel = kernel,
        .block_num = block_num,
        .number = program.first_number + program.task_num,
        .first_block = program.block_num,
        .args = take(arg_num * sizeof *task->args),
        .buffers = take((arg_num + 1) * sizeof *task->buffers),
        .varying = take(arg_num * sizeof *task->varying),
    };
    task->buffers[0] = (pto_gm_buffer_t){0};
    take_args(task, args, arg_num);
    for (uint32_t i = 0; i < after_num; i++) {
        if (after[i] >= task->number) {
            pto_fault_at(place(kernel), "task %u cannot wait for task %u, which comes later", task->number, after[i]);
        }
        if (after[i] >= program.first_number) {
            depend(task, &program.tasks[after[i] - program.first_number]);
        }
    }
    program.block_num += block_num;
    program.task_num++;
    return task->number;
}

void pto_task_on_one_vector(void)
{
    if (program.task_num != 0) {
        program.tasks[program.task_num - 1].one_vector = true;
    }
}

void pto_task_on_rank(uint32_t rank)
{
    if (program.task_num != 0) {
        program.tasks[program.task_num - 1].rank = rank;
    }
}

/// From C ///

static int64_t whole(const pto_number_t *number)
{
    int64_t value = 0;
    __builtin_memcpy(&value, number->at, number->bytes);
    uint32_t unused = 64 - 8 * number->bytes;
    return number->kind == PTO_NUMBER_UINT ? value : (int64_t)((uint64_t)value << unused) >> unused;
}

static double real(const pto_number_t *number)
{
    if (number->kind != PTO_NUMBER_FLOAT) {
        return (double)whole(number);
    }
    return number->bytes == 4 ? (double)*(const float *)number->at : *(const double *)number->at;
}

// Converts a number to the slot of a parameter.
static uint64_t slot_of(const pto_loc_t *loc, const pto_kernel_t *kernel, const pto_param_t *param,
                        const pto_number_t *number)
{
    bool is_whole = param->kind == PTO_PARAM_INT || param->kind == PTO_PARAM_UINT || param->kind == PTO_PARAM_POINTER;
    if (is_whole && number->kind != PTO_NUMBER_FLOAT) {
        return (uint64_t)whole(number);
    }
    if (param->kind == PTO_PARAM_FLOAT && param->bytes == 4) {
        return PTO_ARG((float)real(number));
    }
    if (param->kind == PTO_PARAM_FLOAT && param->bytes == 8) {
        return PTO_ARG(real(number));
    }
    pto_fault_at(loc, "pto_submit: parameter %s of %s is %s, this is another number", param->name, kernel->name,
                 param->type);
}

uint32_t pto_submit_at(const pto_loc_t *loc, const pto_kernel_t *kernel, uint32_t block_num, const pto_number_t *args,
                       uint32_t arg_num)
{
    pto_task_arg_t given[PTO_PARAM_MAX];
    for (uint32_t i = 0; i < arg_num && i < kernel->param_num; i++) {
        given[i] = args[i].kind == PTO_NUMBER_NONE
                       ? *(const pto_task_arg_t *)args[i].at
                       : (pto_task_arg_t){.value = slot_of(loc, kernel, &kernel->params[i], &args[i])};
    }
    program.loc = loc;
    uint32_t number = pto_task_submit(kernel, block_num, given, arg_num, NULL, 0);
    program.loc = NULL;
    return number;
}

/// Counts ///

static void count_tasks(void)
{
    for (uint32_t i = 0; program.counts != NULL && i < program.task_num; i++) {
        pto_kernel_count_t *count = &program.counts[program.tasks[i].kernel - pto_kernels_begin];
        count->tasks++;
        count->instret += program.tasks[i].instret;
    }
}

pto_kernel_count_t pto_program_count(const pto_kernel_t *kernel)
{
    return program.counts == NULL ? (pto_kernel_count_t){0} : program.counts[kernel - pto_kernels_begin];
}

/// The whole program ///

void pto_flush(void)
{
    pto_run_result_t result;
    if (program.task_num != 0 && program.result.faults == 0) {
        pto_tasks_run(program.tasks, program.task_num, &program.options, &result);
        result.instret += program.result.instret;
        result.warnings += program.result.warnings;
        result.findings += program.result.findings;
        program.result = result;
        count_tasks();
    }
    forget_tasks();
}

void pto_program_begin(const pto_gm_buffer_t *buffers, size_t buffer_num, void *memory, size_t bytes,
                       const pto_run_options_t *options)
{
    PTO_OBSERVE(program);
    pto_run_state.buffers = buffers;
    pto_run_state.buffer_num = buffer_num;
    program.options = options != NULL ? *options : (pto_run_options_t){0};
    uintptr_t first = ((uintptr_t)memory + 7) & ~(uintptr_t)7, end = ((uintptr_t)memory + bytes) & ~(uintptr_t)7;
    size_t count_bytes =
        program.options.count ? (size_t)(pto_kernels_end - pto_kernels_begin) * sizeof *program.counts : 0;
    if (first + count_bytes + buffer_num * sizeof(history_t) > end) {
        pto_fault_at(NULL, "%zu bytes are no memory for a program on %zu buffers", bytes, buffer_num);
    }
    program.counts = count_bytes == 0 ? NULL : (pto_kernel_count_t *)first;
    hal_zero((void *)first, count_bytes);
    program.memory = (uint8_t *)first + count_bytes;
    program.memory_end = (uint8_t *)end;
    program.result = (pto_run_result_t){0};
    program.task_num = program.first_number = program.block_num = 0;
    forget_tasks();
}

int pto_program_run(const pto_kernel_t *kernel, const uint64_t *args, const pto_gm_buffer_t *buffers, size_t buffer_num,
                    const pto_run_options_t *options, pto_run_result_t *result)
{
    enum { GAP = 128 * 1024 };
    hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    uintptr_t used = (uintptr_t)gm.base, end = used + gm.bytes;
    for (size_t i = 0; i < buffer_num; i++) {
        uintptr_t behind = (uintptr_t)buffers[i].address + buffers[i].bytes + buffers[i].slack + GAP;
        used = behind > used && behind < end ? behind : used;
    }
    pto_program_begin(buffers, buffer_num, (void *)used, end - used, options);
    kernel->entry(args);
    return pto_program_end(result);
}

int pto_program_end(pto_run_result_t *result)
{
    pto_flush();
    if (result != NULL) {
        *result = program.result;
    }
    return program.result.faults != 0;
}
