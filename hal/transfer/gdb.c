// SPDX-License-Identifier: Apache-2.0
//
// Files, arguments, console and exit through memory that a debugger reads and writes (job.h).

#include <hal/hal.h>

#include <hal/riscv/hal_riscv.h>

#include <board.h>

#include "job.h"
#include "lock.h"
#include "same.h"

#define JOB ((hal_job_t *)BOARD_GM_BASE)

// Override those of hal/riscv/memory.c. A debugger may start the image in memory that was used before; it clears .bss
// and nothing else.
size_t hal_gm_taken = sizeof(hal_job_t);
const bool hal_ram_is_zero = false;

// The image waits here for the debugger: the address for a breakpoint. A debugger that cannot step over its own
// breakpoint continues at hal_job_waited.
__attribute__((noinline)) void hal_job_wait(void)
{
    __asm__ volatile(
        "nop\n"
        ".globl hal_job_waited\n"
        "hal_job_waited:\n"
        "nop\n" ::
            : "memory");
}

static uint64_t positions[HAL_JOB_FILES];

// Initialises the block, once.
static void init(void)
{
    static bool ready;
    if (ready) {
        return;
    }
    ready = true;
    hal_zero(JOB, sizeof *JOB);
    hal_fence();
    JOB->magic = HAL_JOB_MAGIC;
}

static size_t minimum(uint64_t a, uint64_t b)
{
    return (size_t)(a < b ? a : b);
}

ptrdiff_t hal_cmdline(char *buffer, size_t bytes)
{
    init();
    JOB->state = HAL_JOB_WAITING;
    while (JOB->state == HAL_JOB_WAITING) {
        hal_job_wait();
    }
    hal_fence();
    hal_gm_taken = (size_t)JOB->taken;
    if (JOB->line_bytes >= bytes) {
        return -1;
    }
    hal_copy(buffer, (const void *)(uintptr_t)JOB->line, (size_t)JOB->line_bytes);
    buffer[JOB->line_bytes] = 0;
    return (ptrdiff_t)JOB->line_bytes;
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    for (uint32_t i = 0; i < JOB->file_num; i++) {
        hal_job_file_t *file = &JOB->files[i];
        if (!hal_same(file->name, path)) {
            continue;
        }
        if (mode != HAL_FILE_READ && file->room == 0) {
            return -1;
        }
        file->bytes = mode == HAL_FILE_WRITE ? 0 : file->bytes;
        positions[i] = mode == HAL_FILE_APPEND ? file->bytes : 0;
        return (int)i;
    }
    return -1;
}

ptrdiff_t hal_file_size(int file)
{
    return (ptrdiff_t)JOB->files[file].bytes;
}

static uint8_t *place(int file)
{
    return (uint8_t *)(uintptr_t)(JOB->files[file].address + positions[file]);
}

ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes)
{
    bytes = minimum(bytes, JOB->files[file].bytes - positions[file]);
    hal_copy(buffer, place(file), bytes);
    positions[file] += bytes;
    return (ptrdiff_t)bytes;
}

ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes)
{
    if (bytes > JOB->files[file].room - positions[file]) {
        return -1;
    }
    hal_copy(place(file), buffer, bytes);
    positions[file] += bytes;
    JOB->files[file].bytes = positions[file];
    return (ptrdiff_t)bytes;
}

int hal_file_close(int file)
{
    (void)file;
    return 0;
}

// A missing output has no bytes.
int hal_file_remove(const char *path)
{
    (void)path;
    return 0;
}

void hal_write(int stream, const char *text, size_t bytes)
{
    static hal_lock_t lock;
    bool had_it = hal_lock_take(&lock);
    init();
    hal_job_console_t *console = &JOB->console[stream == HAL_STDERR];
    for (size_t i = 0; i < bytes; i++) {
        while (console->written - console->read >= HAL_JOB_CONSOLE_BYTES) {
            hal_job_wait();
        }
        console->text[console->written % HAL_JOB_CONSOLE_BYTES] = text[i];
        // The debugger may stop the hart anywhere: counted bytes must be visible.
        hal_fence();
        console->written++;
    }
    hal_lock_give(&lock, had_it);
}

void hal_exit(int status)
{
    init();
    JOB->status = status;
    hal_fence();
    JOB->state = HAL_JOB_DONE;
    for (;;) {
        hal_job_wait();
    }
}
