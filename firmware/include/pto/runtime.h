// SPDX-License-Identifier: Apache-2.0
//
// Running kernels from an image: what the kernel runner, the tests and the bench call.
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

// Parameters that a kernel of an image has at most, and so buffers.
#ifdef BOARD_PARAM_MAX
#define PTO_GM_BUFFER_MAX BOARD_PARAM_MAX
#else
#define PTO_GM_BUFFER_MAX PTO_PARAM_MAX
#endif

typedef struct {
    uint32_t block_num;  // 0 is 1
    uint32_t hart_num;   // harts to spread the agents over; 0: all that the machine has
    pto_arch_t arch;
    pto_policy_t policy;
    uint64_t seed;
    // Of PTO_POLICY_REPLAY: commands that wait until others are over, C.S.P.N.C.S.P.N,... Each command is the core's number
    // and slot in its cluster, the pipe, and which one it is of that, from 1; of PIPE_S how many steps were before.
    const char *holds;
    bool order;            // in images with the checker: print each command when it is over
    bool fill;             // in images with the checker: local memories begin with 0x7fc0, NaNs, and not with zeros
    const char *times;     // in images with clocks: numbers of isa/time that are other ones, name=value,... ; may be NULL
    uint32_t progress;     // of programs: a line on stderr each time that so many more tasks are over; 0: none
    uint32_t timeout_s;    // 0: none. Else a launch that takes longer ends in a report of where each agent stands
    bool return_on_fault;  // hart_num 1 only: a fault ends the run, not the program; nothing is printed
} pto_run_options_t;

#ifdef BOARD_REPORT_BYTES
#define PTO_REPORT_BYTES BOARD_REPORT_BYTES
#else
#define PTO_REPORT_BYTES 1024
#endif

typedef struct {
    uint32_t faults;                // 0 or 1
    uint32_t warnings;              // flags and buffers left behind
    uint32_t findings;              // of the checker, in images that have it
    uint64_t instret_entry;         // counter when the first block entered the kernel, and what warnings took since
    uint64_t instret;               // counted from there to the end of the last block
    char report[PTO_REPORT_BYTES];  // the fault or the last warning, one line
} pto_run_result_t;

/**
 * Runs a kernel to its end: all blocks, all pipes empty.
 *
 * Every core starts afresh: memories zero, flags clear, loop registers at their reset values. May be called again.
 *
 * @param buffers  at most PTO_GM_BUFFER_MAX
 * @param args     one 64-bit slot for each parameter, little end first (PTO_ARG)
 * @param options  may be NULL: one block, all harts, eager
 * @param result   may be NULL
 * @return 0, or 1 after a fault where the options ask to return
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

// Runs one vector function on PIPE_V. Weak: an image may define its own, to measure or to trace; what that writes is
// HAL_OPEN (hal/hal.h).
void pto_vf_run(const pto_vf_t *vf, const void *params);
// The same for the routine of a tile instruction (pto/tile_run.h).
struct pto_tile_run;
void pto_tile_run(const struct pto_tile_run *run);

// Finds a kernel of this image, or NULL.
const pto_kernel_t *pto_kernel_find(const char *name);

/**
 * Reports a fault and ends the run: `fault: <what>`, with the core, the pipe, the command and `loc` (NULL: the place of
 * the running command). The format takes %s %c %d %u %x %p with l and z lengths, and a field width.
 */
_Noreturn void pto_fault_at(const pto_loc_t *loc, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

#ifdef __cplusplus
}
#endif

#endif
