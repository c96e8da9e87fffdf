// SPDX-License-Identifier: Apache-2.0
//
// Programs: job blocks from a file, each with buffers, tasks on them, and the results to store. docs/programs.md
// describes the format; tools/ptometal/program/job.py writes it.
//
// While it runs, a block is at the end of GM, its buffers are at the offsets it states, and memory for tasks is in
// between. The file may be a pipe: the next block arrives when it is written, and finds the buffers as the last one
// left them.

#include <hal/hal.h>
#include <pto/program.h>

#include "runner.h"

#define MAGIC      0x4a4f5450  // "PTOJ"
#define VERSION    1
#define GAP        4096  // after each buffer: unused memory
#define GAP_FILLER UINT64_C(0xa5a5a5a5a5a5a5a5)

typedef struct {
    uint32_t magic, version;
    uint64_t bytes;  // of the block, without this header
    uint32_t flags;
    uint32_t kernel_num, buffer_num, task_num, arg_num, after_num;
} header_t;

enum { ANSWERS = 1 };  // header_t.flags: print a line when the block is done

typedef struct {
    uint64_t offset;  // in GM
    uint64_t bytes, slack;
    uint64_t file_bytes;      // read by LOADS
    uint32_t from, to, name;  // files of LOADS and STORES, and its own name: offsets in the strings
    uint32_t flags;
} buffer_t;

enum { LOADS = 1, STORES = 2, IS_NEW = 4, DISCARDS = 8 };  // buffer_t.flags; a new one is zeroed after the loaded bytes

// In task_t.blocks, beside the number of blocks: the rank, and that the second vector core of a cluster does nothing.
enum { RANK_SHIFT = 24, RANK_MASK = 0x7f };
#define ONE_VECTOR (UINT32_C(1) << 31)

typedef struct {
    uint32_t kernel, blocks;
    uint32_t arg, arg_num;      // arguments from `arg` on
    uint32_t after, after_num;  // tasks of this block, counted from 0
} task_t;

// Addresses of the parts of a block. In an address argument, _pad0 is the buffer and `value` the offset in it.
typedef struct {
    const header_t *header;
    const buffer_t *buffers;
    pto_task_arg_t *args;
    const task_t *tasks;
    const uint32_t *after;
    const uint32_t *kernels;
    const char *strings;
} job_t;

/// Reading ///

static bool read_all(int file, void *to, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        size_t piece = bytes - done < RUNNER_PIECE ? bytes - done : RUNNER_PIECE;
        ptrdiff_t length = hal_file_read(file, (uint8_t *)to + done, piece);
        if (length <= 0) {
            return false;
        }
        done += (size_t)length;
    }
    return true;
}

// Returns false at the end of the file.
static bool read_job(int file, const char *path, job_t *job)
{
    static header_t header;
    hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    if (!read_all(file, &header, sizeof header)) {
        return false;
    }
    if (header.magic != MAGIC || header.version != VERSION) {
        runner_error("%s is no program of version %u", path, VERSION);
    }
    if (header.bytes > gm.bytes / 2) {
        runner_error("%s: %zu bytes of tasks do not fit the %zu bytes of GM", path, (size_t)header.bytes, gm.bytes);
    }
    uint8_t *at = (uint8_t *)(((uintptr_t)gm.base + gm.bytes - (size_t)header.bytes) & ~(uintptr_t)63);
    if (!read_all(file, at, (size_t)header.bytes)) {
        runner_error("%s ends within a block", path);
    }
    job->header = &header;
    job->buffers = (const buffer_t *)(const void *)at;
    job->args = (pto_task_arg_t *)(uintptr_t)(job->buffers + header.buffer_num);
    job->tasks = (const task_t *)(const void *)(job->args + header.arg_num);
    job->after = (const uint32_t *)(job->tasks + header.task_num);
    job->kernels = job->after + header.after_num;
    job->strings = (const char *)(job->kernels + header.kernel_num);
    return true;
}

/// Buffers ///

static uint64_t *gap_of(const pto_gm_buffer_t *buffer)
{
    return (uint64_t *)(((uintptr_t)buffer->address + buffer->bytes + buffer->slack + 7) & ~(uintptr_t)7);
}

static bool is_used;  // end of GM used by tasks and buffers of earlier blocks

static void load(const job_t *job, const buffer_t *from, const pto_gm_buffer_t *buffer)
{
    const char *path = job->strings + from->from;
    uint8_t *at = buffer->address;
    size_t loaded = (from->flags & LOADS) != 0 ? (size_t)from->file_bytes : 0;
    if ((from->flags & LOADS) != 0) {
        int file = hal_file_open(path, HAL_FILE_READ);
        if (file < 0 || !runner_read(path, file, at, loaded)) {
            runner_error("cannot read %s", path);
        }
        hal_file_close(file);
    }
    if ((from->flags & IS_NEW) == 0) {
        return;
    }
    if (is_used || !hal_ram_was_zero()) {
        hal_zero(at + loaded, buffer->bytes + buffer->slack - loaded);
    }
    for (uint32_t i = 0; i < GAP / 8 - 1; i++) {
        gap_of(buffer)[i] = GAP_FILLER;
    }
}

static void place(const job_t *job, const char *path, pto_gm_buffer_t *buffers)
{
    hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    uint64_t used = 0, most = (uint64_t)((uintptr_t)buffers - (uintptr_t)gm.base);
    for (uint32_t i = 0; i < job->header->buffer_num; i++) {
        const buffer_t *from = &job->buffers[i];
        if (from->offset < used || from->offset > most || from->bytes > most || from->slack > most ||
            from->offset + from->bytes + from->slack + GAP > most) {
            runner_error("%s: the buffers exceed the %zu bytes of GM", path, gm.bytes);
        }
        used = from->offset + from->bytes + from->slack + GAP;
        buffers[i] = (pto_gm_buffer_t){
            .address = gm.base + from->offset,
            .bytes = (size_t)from->bytes,
            .name = job->strings + from->name,
            .slack = (size_t)from->slack,
            .discards = (from->flags & DISCARDS) != 0,
            .unwritten = (from->flags & IS_NEW) != 0 ? (size_t)(from->bytes - from->file_bytes) : 0,
        };
        load(job, from, &buffers[i]);
    }
}

static bool is_intact(const pto_gm_buffer_t *buffer)
{
    const uint64_t *gap = gap_of(buffer);
    for (uint32_t i = 0; i < GAP / 8 - 1; i++) {
        if (gap[i] != GAP_FILLER) {
            pto_print(HAL_STDERR,
                      "fault: a task has written past the end of GM buffer %s: at offset %zu, and it has "
                      "%zu bytes\n",
                      buffer->name, (size_t)((uintptr_t)&gap[i] - (uintptr_t)buffer->address), buffer->bytes);
            return false;
        }
    }
    return true;
}

static void store(const job_t *job, const pto_gm_buffer_t *buffers)
{
    for (uint32_t i = 0; i < job->header->buffer_num; i++) {
        const char *path = job->strings + job->buffers[i].to;
        if ((job->buffers[i].flags & STORES) == 0) {
            continue;
        }
        int file = hal_file_open(path, HAL_FILE_WRITE);
        if (file < 0 || !runner_write(path, file, buffers[i].address, buffers[i].bytes) || hal_file_close(file) != 0) {
            runner_error("cannot write %s", path);
        }
    }
}

/// Tasks ///

static void submit(const job_t *job, const pto_gm_buffer_t *buffers, const pto_kernel_t *const *kernels)
{
    for (uint32_t i = 0; i < job->header->task_num; i++) {
        const task_t *task = &job->tasks[i];
        pto_task_arg_t *args = &job->args[task->arg];
        for (uint32_t j = 0; j < task->arg_num; j++) {
            uint32_t kind = args[j].kind & ~(uint32_t)PTO_TASK_UNORDERED;
            if (kind >= PTO_TASK_IN && kind <= PTO_TASK_INOUT) {
                args[j].value += (uintptr_t)buffers[args[j]._pad0].address;
            }
        }
        pto_task_submit(kernels[task->kernel], task->blocks & ((UINT32_C(1) << RANK_SHIFT) - 1), args, task->arg_num,
                        &job->after[task->after], task->after_num);
        pto_task_on_rank(task->blocks >> RANK_SHIFT & RANK_MASK);
        if ((task->blocks & ONE_VECTOR) != 0) {
            pto_task_on_one_vector();
        }
    }
}

static void find_kernels(const job_t *job, const pto_kernel_t **kernels)
{
    for (uint32_t i = 0; i < job->header->kernel_num; i++) {
        kernels[i] = pto_kernel_find(job->strings + job->kernels[i]);
        if (kernels[i] == NULL) {
            runner_error("there is no kernel %s in the image", job->strings + job->kernels[i]);
        }
    }
}

// Tables that the block lacks are placed before it; the memory left below them is for tasks.
static int run_job(const runner_arguments_t *arguments, const job_t *job)
{
    const header_t *header = job->header;
    pto_gm_buffer_t *buffers = (pto_gm_buffer_t *)((uintptr_t)job->buffers & ~(uintptr_t)63) - header->buffer_num;
    const pto_kernel_t **kernels = (const pto_kernel_t **)(void *)buffers - header->kernel_num;
    find_kernels(job, kernels);
    place(job, arguments->program, buffers);
    uint8_t *memory = hal_memory(HAL_MEM_GM, 0, 0).base;
    if (header->buffer_num != 0) {
        memory = (uint8_t *)gap_of(&buffers[header->buffer_num - 1]) + GAP;
    }
    size_t room = (size_t)((uint8_t *)kernels - memory);
    is_used = true;
    pto_program_begin(buffers, header->buffer_num, memory, room, &arguments->options);
    submit(job, buffers, kernels);
    pto_run_result_t result;
    bool intact = pto_program_end(&result) == 0;
    for (uint32_t i = 0; i < header->buffer_num; i++) {
        intact = intact && is_intact(&buffers[i]);
    }
    if (!intact) {
        hal_exit(3);
    }
    store(job, buffers);
    if (arguments->options.count) {
        runner_tell_counts(&result);
    }
    if ((header->flags & ANSWERS) != 0) {
        hal_puts(HAL_STDERR, "done\n");
    }
    return result.findings != 0 ? RUNNER_FINDINGS : 0;
}

int runner_program(const runner_arguments_t *arguments)
{
    int file = hal_file_open(arguments->program, HAL_FILE_READ);
    if (file < 0) {
        runner_error("cannot read %s", arguments->program);
    }
    int status = 0;
    for (job_t job; read_job(file, arguments->program, &job);) {
        int found = run_job(arguments, &job);
        status = found != 0 ? found : status;
    }
    return status;
}
