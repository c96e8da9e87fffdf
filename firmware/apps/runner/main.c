// SPDX-License-Identifier: Apache-2.0
//
// Runs one kernel of this image on files of the host:
//
//   [--entry NAME] [--blocks N] [--harts N] [--policy eager|lazy|random:SEED] [--arch a5|a2a3]
//   [--gm strict|granule|discard] [--timeout S] [--count] [--say-end] [--] ARG...
//   --policy replay:HOLDS, --order, --fill     in images with the checker (pto/runtime.h)
//   --times NAME=N,...    in images with clocks: overrides numbers of isa/time
//   --ranks N     N ranks; the ARGs of rank 1 follow those of rank 0
//   --images --rank R    this image runs rank R, with the files of that one; others beside it run the rest
//   @FILE     arguments from a file, one in each line
//   --progress N     programs: print a line for every N finished tasks
//   --program FILE   instead of a kernel and ARGs: a program (program.c)
//
//   ARG, one for each parameter of the kernel: in:FILE  inout:FILE  out:FILE=BYTES  NUMBER; behind a
//   file @OFFSET, where in its buffer the parameter points
//
// A FILE that is named twice is one buffer. Outputs are written only if the kernel ends normally.
// Exit status: 0 done, 2 wrong usage, 3 the kernel faulted or a checker found something (in the latter case outputs are
// written), 124 the kernel took more than S seconds.

#include "runner.h"

#include <hal/hal.h>
#include <pto/program.h>

void runner_error(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    size_t length = pto_format(text, sizeof text, "error: ");
    length += pto_vformat(text + length, sizeof text - length - 1, format, args);
    va_end(args);
    text[length++] = '\n';
    hal_write(HAL_STDERR, text, length);
    hal_exit(RUNNER_USAGE);
}

void runner_tell_counts(const pto_run_result_t *result)
{
    pto_print(HAL_STDERR, "instructions: %llu\n", (unsigned long long)result->instret);
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        pto_kernel_count_t count = pto_program_count(kernel);
        if (count.tasks != 0) {
            pto_print(HAL_STDERR, "instructions of %s: %llu in %u task%s\n", kernel->name,
                      (unsigned long long)count.instret, count.tasks, count.tasks == 1 ? "" : "s");
        }
    }
}

static int run_kernel(const runner_arguments_t *arguments)
{
    static uint64_t slots[PTO_GM_BUFFER_MAX];
    runner_bind(arguments, slots);

    const pto_gm_buffer_t *buffers;
    size_t buffer_num = runner_buffers(&buffers);
    pto_run_options_t options = arguments->options;
    if (options.rank_num > 1) {
        runner_link_room(&options);
    }
    pto_run_result_t result;
    if (pto_run(arguments->kernel, slots, buffers, buffer_num, &options, &result) != 0) {
        return 3;
    }
    if (!runner_intact()) {
        return 3;
    }
    runner_store();
    if (arguments->options.count) {
        runner_tell_counts(&result);
    }
    return result.findings != 0 ? RUNNER_FINDINGS : 0;
}

int main(void)
{
    static runner_arguments_t arguments;
    runner_parse(&arguments);
    int status = arguments.program != NULL ? runner_program(&arguments) : run_kernel(&arguments);
    if (arguments.say_end) {
        hal_puts(HAL_STDERR, "progress: the run has ended\n");
    }
    return status;
}
