// SPDX-License-Identifier: Apache-2.0
//
// The job block: how a debugger passes arguments to a kernel and fetches results through memory (docs/links.md).
//
// It is at the start of GM. The image writes it, enters hal_job_wait() and stays there while `state` is WAITING. The
// debugger puts the command line and the contents of the files after the block, enters them, sets the size of GM taken,
// and sets READY. It checks in whenever the image is in hal_job_wait(): then the console is full, or state is DONE. If
// so, `status`, the outputs and the rest of the console are there.
#ifndef HAL_TRANSFER_JOB_H
#define HAL_TRANSFER_JOB_H

#include <hal/io.h>

#include <stdint.h>

#define HAL_JOB_MAGIC         UINT32_C(0x6a6f7470)  // "ptoj"
#define HAL_JOB_FILES         32
#define HAL_JOB_NAME_BYTES    40
#define HAL_JOB_CONSOLE_BYTES 4096  // a power of two

enum { HAL_JOB_WAITING = 1, HAL_JOB_READY = 2, HAL_JOB_DONE = 3 };

typedef struct {
    // 0x00: NAME      ends with a zero byte
    char name[HAL_JOB_NAME_BYTES];
    // 0x28: ADDRESS   of the contents, in GM
    uint64_t address;
    // 0x30: BYTES     of the contents; the image sets it for outputs
    uint64_t bytes;
    // 0x38: ROOM      for outputs of the image
    uint64_t room;
} hal_job_file_t;

// The image writes at WRITTEN, the debugger reads at READ: both count bytes modulo 2^32.
typedef struct {
    // 0x00: WRITTEN
    volatile uint32_t written;
    // 0x04: READ
    volatile uint32_t read;
    // 0x08: TEXT
    char text[HAL_JOB_CONSOLE_BYTES];
} hal_job_console_t;

typedef struct {
    // 0x00: MAGIC         the block is there
    volatile uint32_t magic;
    // 0x04: STATE         1 WAITING, 2 READY, 3 DONE
    volatile uint32_t state;
    // 0x08: STATUS        exit status
    int32_t status;
    // 0x0c: FILE_NUM
    uint32_t file_num;
    // 0x10: TAKEN         bytes of GM, from its start, used by the block and the data after it
    uint64_t taken;
    // 0x18: LINE          address of the command line
    uint64_t line;
    // 0x20: LINE_BYTES    without a zero byte
    uint64_t line_bytes;
    // 0x28: FILES
    hal_job_file_t files[HAL_JOB_FILES];
    // 0x828: CONSOLE      of standard output, and of standard error
    hal_job_console_t console[2];
} hal_job_t;

HAL_ASSERT_OFFSET(hal_job_file_t, address, 0x28);
HAL_ASSERT_OFFSET(hal_job_file_t, room, 0x38);
HAL_ASSERT_OFFSET(hal_job_t, status, 0x08);
HAL_ASSERT_OFFSET(hal_job_t, taken, 0x10);
HAL_ASSERT_OFFSET(hal_job_t, files, 0x28);
HAL_ASSERT_OFFSET(hal_job_t, console, 0x828);
_Static_assert(sizeof(hal_job_t) == 0x2838, "the size of the job block");

#endif
