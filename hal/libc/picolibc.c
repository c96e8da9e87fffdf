// SPDX-License-Identifier: Apache-2.0
//
// The system interface of picolibc: its streams. It passes single characters; each hart collects its own to lines, so
// that those of several harts do not mix. An unfinished line is written at the end of the program, and lost in a fault.
// malloc uses the memory between __heap_start and __heap_end.

#include <hal/hal.h>

#include <board.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    size_t bytes;
    char text[120];
} line_t;

static line_t lines[HAL_STDERR][BOARD_HARTS_MAX];

static void flush(int stream, line_t *line)
{
    if (line->bytes != 0) {
        hal_write(stream, line->text, line->bytes);
        line->bytes = 0;
    }
}

static void flush_all(void)
{
    for (int stream = HAL_STDOUT; stream <= HAL_STDERR; stream++) {
        for (uint32_t hart = 0; hart < BOARD_HARTS_MAX; hart++) {
            flush(stream, &lines[stream - 1][hart]);
        }
    }
}

static int put(int stream, char character)
{
    line_t *line = &lines[stream - 1][hal_hart()->index];
    hal_at_end = flush_all;
    if (hal_hart()->muted) {
        return (unsigned char)character;
    }
    line->text[line->bytes++] = character;
    if (character == '\n' || line->bytes == sizeof line->text) {
        flush(stream, line);
    }
    return (unsigned char)character;
}

static int put_out(char character, FILE *file)
{
    (void)file;
    return put(HAL_STDOUT, character);
}

static int put_error(char character, FILE *file)
{
    (void)file;
    return put(HAL_STDERR, character);
}

static int flush_hart(FILE *file)
{
    (void)file;
    for (int stream = HAL_STDOUT; stream <= HAL_STDERR; stream++) {
        flush(stream, &lines[stream - 1][hal_hart()->index]);
    }
    return 0;
}

static int at_end(FILE *file)
{
    (void)file;
    return EOF;
}

static FILE in = FDEV_SETUP_STREAM(NULL, at_end, NULL, _FDEV_SETUP_READ);
static FILE out = FDEV_SETUP_STREAM(put_out, NULL, flush_hart, _FDEV_SETUP_WRITE);
static FILE error = FDEV_SETUP_STREAM(put_error, NULL, flush_hart, _FDEV_SETUP_WRITE);
FILE *const stdin = &in;
FILE *const stdout = &out;
FILE *const stderr = &error;

_Noreturn void _exit(int status)
{
    hal_exit(status);
}
