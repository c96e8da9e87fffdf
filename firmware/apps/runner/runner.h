// SPDX-License-Identifier: Apache-2.0
//
// The kernel runner: arguments, buffers, run, results.
#ifndef RUNNER_RUNNER_H
#define RUNNER_RUNNER_H

#include <pto/runtime.h>

#include <pto/print.h>

// Exit statuses beside 0; 3 is the core's.
enum { RUNNER_USAGE = 2, RUNNER_FINDINGS = 3 };

// Prints `error: ...` on stderr and ends with RUNNER_USAGE.
_Noreturn void runner_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// arguments.c ///

// What a transfer past a buffer of GM is.
typedef enum {
    RUNNER_GM_STRICT,   // a fault
    RUNNER_GM_GRANULE,  // zeros that transfers may read follow the buffers
    RUNNER_GM_DISCARD,  // the same, and transfers may write there
} runner_gm_t;

typedef struct {
    const pto_kernel_t *kernel;
    const char *program;  // file of a program, instead of a kernel; else NULL
    const char *entry;    // name of the kernel, or NULL
    const char *arch;     // the profile, or NULL
    pto_run_options_t options;
    bool count;    // print the instructions of the run
    bool say_end;  // print that the run has ended, so that no other end of the machine is taken for it
    runner_gm_t gm;
    uint32_t arg_num;
    const char *args[PTO_GM_BUFFER_MAX + 1];
} runner_arguments_t;

// Takes the command line apart.
void runner_parse(runner_arguments_t *arguments);

/// buffers.c ///

// Binds the arguments: parses numbers, loads files into GM, checks that outputs can be written.
void runner_bind(const runner_arguments_t *arguments, uint64_t *slots);
size_t runner_buffers(const pto_gm_buffer_t **buffers);

// Whether the kernel has kept to its buffers and has not written its inputs. Says what it has not.
bool runner_intact(void);

// Writes the outputs.
void runner_store(void);

// Files move in pieces: an emulator holds a copy of each while it moves, and small ones do not leave its heap.
#define RUNNER_PIECE (128 * 1024)

// Moves a file in pieces, and says how far it is every now and then.
bool runner_read(const char *path, int file, void *to, size_t bytes);
bool runner_write(const char *path, int file, const void *from, size_t bytes);

/// program.c ///

// Runs the job blocks of a file. Returns the exit status.
int runner_program(const runner_arguments_t *arguments);

#endif
