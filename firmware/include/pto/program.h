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

typedef struct {
    uint32_t kind;  // pto_task_arg_kind_t
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
