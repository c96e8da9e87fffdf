// SPDX-License-Identifier: Apache-2.0
//
// Running kernels from an image: the interface for the kernel runner, the tests and the bench.
#ifndef PTO_RUNTIME_H
#define PTO_RUNTIME_H

#include <pto/kernel.h>
#include <pto/types.h>

#include <board.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
#define PTO_POLICY(ID, name, argument, text) PTO_POLICY_##ID,
#include <pto/policies.def>
} pto_policy_t;

typedef enum {
    PTO_ARCH_A5,    // UB 256 KiB
    PTO_ARCH_A2A3,  // UB 192 KiB
} pto_arch_t;

// Maximum number of parameters of a kernel in an image, and so of buffers.
#ifdef BOARD_PARAM_MAX
#define PTO_GM_BUFFER_MAX BOARD_PARAM_MAX
#else
#define PTO_GM_BUFFER_MAX PTO_PARAM_MAX
#endif

typedef struct {
    uint32_t block_num;  // 0 means 1
    uint32_t rank_num;   // 0 means 1; every rank runs the blocks on its own cores, with its own arguments
    bool images;         // this image runs one of the ranks; others beside it run the rest (hal_peers_window)
    uint32_t rank;       // the one
    uint32_t hart_num;   // harts to spread the agents over; 0: all harts of the machine
    pto_arch_t arch;
    pto_policy_t policy;
    uint64_t seed;
    // PTO_POLICY_REPLAY: commands that wait until others are over, C.S.P.N.C.S.P.N,... A command is the number of the
    // core and its slot in the cluster, the pipe, and its sequence number there from 1. For PIPE_S it is the number of
    // earlier steps.
    const char *holds;
    bool order;            // in images with the checker: print each command when it is over
    bool fill;             // images with the checker: local memories begin with 0x7fc0, NaNs, instead of zeros
    bool open_views;       // a part may exceed its view, with a warning: what is behind the view is accessed
    const char *times;     // images with clocks: overrides of numbers in isa/time, name=value,... ; may be NULL
    void *link_room;       // ranks: memory for writes under way; NULL: they land at once
    size_t link_bytes;
    uint32_t progress;     // programs: a line on stderr for every so many finished tasks; 0: none
    bool count;            // programs on one hart: tasks run one at a time, and are counted by kernel (pto_program_count)
    uint32_t timeout_s;    // 0: none. A longer launch ends with a report of each agent's source location
    bool return_on_fault;  // hart_num 1 only: a fault ends the run, not the program; nothing is printed
} pto_run_options_t;

#ifdef BOARD_REPORT_BYTES
#define PTO_REPORT_BYTES BOARD_REPORT_BYTES
#else
#define PTO_REPORT_BYTES 1024
#endif

typedef struct {
    uint32_t faults;                // 0 or 1
    uint32_t warnings;              // of flags and buffers left over
    uint32_t findings;              // of the checker, in images with it
    uint64_t instret_entry;         // counter when the first block entered the kernel, plus the cost of warnings since
    uint64_t instret;               // counted from there to the end of the last block
    char report[PTO_REPORT_BYTES];  // the fault or the last warning, one line
} pto_run_result_t;

/**
 * Runs a kernel to its end: all blocks, all pipes empty.
 *
 * Every core starts reset: memories zero, flags clear, loop registers at their reset values. May be called repeatedly.
 *
 * @param buffers  at most PTO_GM_BUFFER_MAX
 * @param args     one 64-bit slot for each parameter, little end first (PTO_ARG); those of rank 1 follow rank 0's
 * @param options  may be NULL: one block, all harts, eager
 * @param result   may be NULL
 * @return 0, or 1 after a fault if the options ask to return
 */
int pto_run(const pto_kernel_t *kernel, const uint64_t *args, const pto_gm_buffer_t *buffers, size_t buffer_num,
            const pto_run_options_t *options, pto_run_result_t *result);

// A value as the 64-bit slot of an argument.
#define PTO_ARG(value)                                             \
    (__extension__({                                               \
        __typeof__(value) pto_value = (value);                     \
        uint64_t pto_slot = 0;                                     \
        __builtin_memcpy(&pto_slot, &pto_value, sizeof pto_value); \
        pto_slot;                                                  \
    }))

// Runs one vector function on PIPE_V. Weak: an image may override it, to measure or to trace. Variables that it writes
// have to be HAL_OPEN (hal/hal.h).
void pto_vf_run(const pto_vf_t *vf, const void *params);
// As above for the routine of a tile instruction (pto/tile/run.h).
struct pto_tile_run;
void pto_tile_run(const struct pto_tile_run *run);

// Finds a kernel of this image, or NULL.
const pto_kernel_t *pto_kernel_find(const char *name);

/**
 * Reports a fault and ends the run: `fault: <what>`, with the core, the pipe, the command and `loc` (NULL: that of the
 * running command). The format takes %s %c %d %u %x %p with l and z lengths, and a field width.
 */
_Noreturn void pto_fault_at(const pto_loc_t *loc, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

#ifdef __cplusplus
}
#endif

#endif
