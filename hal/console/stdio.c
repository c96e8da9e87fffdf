// SPDX-License-Identifier: Apache-2.0
//
// The standard output and error of a process. Output of the host's C library is line-buffered, and dropped on a muted
// hart.

#define _GNU_SOURCE

#include <hal/hal.h>

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

void hal_write(int stream, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t done = write(stream, text, bytes);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return;
        }
        text += done;
        bytes -= (size_t)done;
    }
}

static ssize_t print(int stream, const char *text, size_t bytes)
{
    if (!hal_hart()->muted) {
        hal_write(stream, text, bytes);
    }
    return (ssize_t)bytes;
}

static ssize_t print_out(void *cookie, const char *text, size_t bytes)
{
    (void)cookie;
    return print(HAL_STDOUT, text, bytes);
}

static ssize_t print_error(void *cookie, const char *text, size_t bytes)
{
    (void)cookie;
    return print(HAL_STDERR, text, bytes);
}

__attribute__((constructor)) static void open_streams(void)
{
    FILE *out = fopencookie(NULL, "w", (cookie_io_functions_t){.write = print_out});
    FILE *error = fopencookie(NULL, "w", (cookie_io_functions_t){.write = print_error});
    if (out != NULL && error != NULL) {
        setvbuf(out, NULL, _IOLBF, BUFSIZ);
        setvbuf(error, NULL, _IOLBF, BUFSIZ);
        stdout = out;
        stderr = error;
    }
}
