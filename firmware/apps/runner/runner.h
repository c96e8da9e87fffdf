// SPDX-License-Identifier: Apache-2.0
//
// The kernel runner: arguments, buffers, run, results.
#ifndef RUNNER_RUNNER_H
#define RUNNER_RUNNER_H

#include <pto/runtime.h>

#include <pto/print.h>

// Exit statuses other than 0; 3 is that of the core.
enum { RUNNER_USAGE = 2, RUNNER_FINDINGS = 3 };

// Prints `error: ...` on stderr and ends with RUNNER_USAGE.
// Prints the instructions of the run, and those of each kernel of a program.
void runner_tell_counts(const pto_run_result_t *result);

_Noreturn void runner_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// arguments.c ///

// Handling of transfers beyond a buffer of GM.
typedef enum {
    RUNNER_GM_STRICT,   // a fault
    RUNNER_GM_GRANULE,  // zeros that transfers may read follow the buffers
    RUNNER_GM_DISCARD,  // as above, and transfers may write there
} runner_gm_t;

typedef struct {
    const pto_kernel_t *kernel;
    const char *program;  // file of a program, instead of a kernel; else NULL
    const char *entry;    // name of the kernel, or NULL
    const char *arch;     // the profile, or NULL
    pto_run_options_t options;
    bool say_end;  // print that the run has ended, to distinguish it from any other exit of the machine
    runner_gm_t gm;
    uint32_t arg_num;
    const char *args[PTO_GM_BUFFER_MAX + 1];
} runner_arguments_t;

// Parses the command line.
void runner_parse(runner_arguments_t *arguments);

/// buffers.c ///

// Binds the arguments: parses numbers, loads files into GM, checks that outputs can be written.
void runner_bind(const runner_arguments_t *arguments, uint64_t *slots);
// Gives a run of ranks the rest of GM for their links.
void runner_link_room(pto_run_options_t *options);
size_t runner_buffers(const pto_gm_buffer_t **buffers);

// Whether the kernel has stayed within its buffers and has not written its inputs. Reports violations.
bool runner_intact(void);

// Writes the outputs.
void runner_store(void);

// Files are moved in pieces: an emulator buffers a whole transfer, and small buffers stay in its heap.
#define RUNNER_PIECE (128 * 1024)

// Moves a file in pieces, with regular progress reports.
bool runner_read(const char *path, int file, void *to, size_t bytes);
bool runner_write(const char *path, int file, const void *from, size_t bytes);

/// program.c ///

// Runs the job blocks of a file. Returns the exit status.
int runner_program(const runner_arguments_t *arguments);

#endif
