// SPDX-License-Identifier: Apache-2.0
//
// Programs: many launches on shared buffers. A launch is a task. Tasks without an order between them run at the same
// time on the free cores, in any legal order.
#ifndef PTO_PROGRAM_H
#define PTO_PROGRAM_H

#include <pto/kernel.h>
#include <pto/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of task arguments.
typedef enum {
    PTO_TASK_VALUE,         // `value` is the slot of a scalar
    PTO_TASK_IN,            // `bytes` bytes from address `value` on: the task reads them,
    PTO_TASK_OUT,           // writes them,
    PTO_TASK_INOUT,         // or both
    PTO_TASK_BLOCK_IDX,     // `value` and the index of the block
    PTO_TASK_BLOCK_NUM,     // `value` and the number of blocks
    PTO_TASK_SUBBLOCK_IDX,  // `value` and the index of the vector core in its cluster
    PTO_TASK_ARG_KINDS,
} pto_task_arg_kind_t;

// Flag beside the kind of an address: the argument adds no dependencies. `after` lists them instead.
#define PTO_TASK_UNORDERED 0x100

typedef struct {
    uint32_t kind;  // pto_task_arg_kind_t, possibly with PTO_TASK_UNORDERED
    uint32_t _pad0;
    uint64_t value;
    uint64_t bytes;
    uint64_t step;  // of an address: added for each block
} pto_task_arg_t;

/**
 * Adds a task to the running program.
 *
 * It depends on earlier tasks that write bytes it reads or writes, or read bytes it writes. It may only touch memory
 * that its arguments name, and only write memory that is OUT or INOUT.
 *
 * If memory for tasks runs out, all tasks so far run to their end first.
 *
 * @param after  numbers of earlier tasks that it depends on in addition
 * @return the number of the task, counted from 0
 */
uint32_t pto_task_submit(const pto_kernel_t *kernel, uint32_t block_num, const pto_task_arg_t *args, uint32_t arg_num,
                         const uint32_t *after, uint32_t after_num);

/** The task that was submitted last leaves the second vector core of each cluster idle. */
void pto_task_on_one_vector(void);

/**
 * The task that was submitted last is one of a rank, counted from 0. Each rank has an equal part of the board's
 * clusters, so that a task may wait for signals that tasks of other ranks send.
 */
void pto_task_on_rank(uint32_t rank);

/**
 * Defines a program: PTO_PROGRAM(name, (type, param)...) { body }. Parameters are those of a kernel.
 *
 * The body runs before its tasks. It may access its buffers itself only after pto_flush().
 *
 *   PTO_PROGRAM(mean, (float *, x), (float *, sums), (int32_t, n))
 *   {
 *       for (int32_t i = 0; i < n; i++) {
 *           pto_submit(sum, 1, pto_in(x + i * 64, 256), pto_out(sums + i, 4), 64);
 *       }
 *       pto_submit(divide, 4, pto_inout(sums, n * 4), n, 64.0f);
 *   }
 */
#define PTO_PROGRAM(name_, ...) PTO_DEFINE_KERNEL(PTO_KERNEL_PROGRAM, name_ __VA_OPT__(, ) __VA_ARGS__)

// Arguments for the bytes that a task reads, writes, or both.
static inline pto_task_arg_t pto_in(const void *address, uint64_t bytes)
{
    return (pto_task_arg_t){PTO_TASK_IN, 0, (uintptr_t)address, bytes, 0};
}

static inline pto_task_arg_t pto_out(void *address, uint64_t bytes)
{
    return (pto_task_arg_t){PTO_TASK_OUT, 0, (uintptr_t)address, bytes, 0};
}

static inline pto_task_arg_t pto_inout(void *address, uint64_t bytes)
{
    return (pto_task_arg_t){PTO_TASK_INOUT, 0, (uintptr_t)address, bytes, 0};
}

/**
 * Submits a task of a kernel of this file: pto_submit(kernel, blocks, args...). Numbers are converted to the type of
 * the parameter. Returns the number of the task.
 */
#define pto_submit(kernel_, blocks_, ...)                       \
    pto_submit_at(PTO_LOC, &pto_kernel_##kernel_, (blocks_),    \
                  (const pto_number_t[]){{0, 0, NULL} PTO_MAP(PTO_TASK_ARG, , __VA_ARGS__)} + 1, PTO_NUM(__VA_ARGS__))

// The kind of an argument of pto_submit(), and its address.
typedef struct {
    uint32_t kind, bytes;
    const void *at;
} pto_number_t;
enum { PTO_NUMBER_INT, PTO_NUMBER_UINT, PTO_NUMBER_FLOAT, PTO_NUMBER_NONE };

#define PTO_TASK_ARG(context, index, x)                                                                          \
    , {_Generic((x), pto_task_arg_t: PTO_NUMBER_NONE, float: PTO_NUMBER_FLOAT, double: PTO_NUMBER_FLOAT,         \
                unsigned char: PTO_NUMBER_UINT, unsigned short: PTO_NUMBER_UINT, unsigned int: PTO_NUMBER_UINT,  \
                unsigned long: PTO_NUMBER_UINT, unsigned long long: PTO_NUMBER_UINT, default: PTO_NUMBER_INT),   \
       sizeof(x), (const __typeof__(x)[1]){x}}

uint32_t pto_submit_at(const pto_loc_t *loc, const pto_kernel_t *kernel, uint32_t block_num, const pto_number_t *args,
                       uint32_t arg_num);

// Runs all tasks so far to their end; their results may then be read.
void pto_flush(void);

/**
 * Begins a program on buffers, sorted by address, with memory for its tasks.
 *
 * @param options  as of pto_run(); block_num is ignored
 */
void pto_program_begin(const pto_gm_buffer_t *buffers, size_t buffer_num, void *memory, size_t bytes,
                       const pto_run_options_t *options);

// Runs the remaining tasks. Returns 0, or 1 after a fault if the options ask to return.
int pto_program_end(pto_run_result_t *result);

// What the tasks of a kernel have taken so far, from their starts to their ends.
typedef struct {
    uint32_t tasks;
    uint64_t instret;
} pto_kernel_count_t;

// Asks for the tasks of a kernel of this program, which has begun with pto_run_options_t.count, and not ended yet or
// ended last. All zeros where nothing was counted.
pto_kernel_count_t pto_program_count(const pto_kernel_t *kernel);

#ifdef __cplusplus
}
#endif

#endif
