// SPDX-License-Identifier: Apache-2.0
//
// Programs: many launches on shared buffers. A launch is a task; tasks that nothing orders run at the same time on the
// cores that are free, in any legal order.
#ifndef PTO_PROGRAM_H
#define PTO_PROGRAM_H

#include <pto/kernel.h>
#include <pto/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

// What an argument of a task is.
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

// Beside the kind of an address: it is of no account for what waits for what. `after` says that instead.
#define PTO_TASK_UNORDERED 0x100

typedef struct {
    uint32_t kind;  // pto_task_arg_kind_t, perhaps with PTO_TASK_UNORDERED
    uint32_t _pad0;
    uint64_t value;
    uint64_t bytes;
    uint64_t step;  // of an address: what each block adds
} pto_task_arg_t;

/**
 * Adds a task to the program that runs.
 *
 * It waits for tasks that were submitted before it: those that write what it reads or writes, and those that read what
 * it writes. It may touch nothing but what its arguments name, and write only what is OUT or INOUT.
 *
 * Where memory for tasks runs out, the tasks so far run to their end first.
 *
 * @param after  numbers of earlier tasks that it waits for besides
 * @return the number of the task, counted from 0
 */
uint32_t pto_task_submit(const pto_kernel_t *kernel, uint32_t block_num, const pto_task_arg_t *args, uint32_t arg_num,
                         const uint32_t *after, uint32_t after_num);

/**
 * Defines a program: PTO_PROGRAM(name, (type, param)...) { body }, with parameters as a kernel has them.
 *
 * The body runs before its tasks do, and reads and writes its buffers by itself only after pto_flush().
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

// Bytes that a task reads, writes, or both.
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
 * Submits a task of a kernel of this file: pto_submit(kernel, blocks, args...). Numbers become the type of the
 * parameter. Returns the number of the task.
 */
#define pto_submit(kernel_, blocks_, ...)                       \
    pto_submit_at(PTO_LOC, &pto_kernel_##kernel_, (blocks_),    \
                  (const pto_number_t[]){{0, 0, NULL} PTO_MAP(PTO_TASK_ARG, , __VA_ARGS__)} + 1, PTO_NUM(__VA_ARGS__))

// What an argument of pto_submit() is, and where it is.
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

// Runs all tasks so far to their end: their results can be read then.
void pto_flush(void);

/**
 * Begins a program on buffers, which lie in the order of their addresses, with memory for its tasks.
 *
 * @param options  as of pto_run(); block_num is of no account
 */
void pto_program_begin(const pto_gm_buffer_t *buffers, size_t buffer_num, void *memory, size_t bytes,
                       const pto_run_options_t *options);

// Runs what is left. Returns 0, or 1 after a fault where the options ask to return.
int pto_program_end(pto_run_result_t *result);

#ifdef __cplusplus
}
#endif

#endif
