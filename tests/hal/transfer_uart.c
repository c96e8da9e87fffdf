// SPDX-License-Identifier: Apache-2.0
//
// The target's side of the UART link as a program: its UART are the standard streams. It copies the file `in` reversed
// to the file `out`, says so, and ends with 7. What is on the other end: transfer_uart.py.

#include <hal/console/uart.h>
#include <hal/hal.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

enum { BYTES = 20000, STATUS = 7 };

void hal_uart_init(void)
{
}

void hal_uart_put(uint8_t byte)
{
    if (write(STDOUT_FILENO, &byte, 1) != 1) {
        _exit(1);
    }
}

// A byte, or -1 if none arrives within the time of a byte.
int hal_uart_get(void)
{
    uint8_t byte;
    if (poll(&(struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}, 1, 1) == 0) {
        return -1;
    }
    if (read(STDIN_FILENO, &byte, 1) != 1) {
        _exit(1);
    }
    return byte;
}

// The only hart.
static hal_hart_t hart;
__thread void *hal_host_tp = &hart;

static _Noreturn void end(int status)
{
    hal_exit(status);
    _exit(status);
}

int main(void)
{
    static uint8_t data[BYTES + 1];
    int in = hal_file_open("in", HAL_FILE_READ);
    if (in < 0 || hal_file_size(in) != BYTES || hal_file_read(in, data, sizeof data) != BYTES) {
        end(1);
    }
    for (int i = 0; i < BYTES / 2; i++) {
        uint8_t byte = data[i];
        data[i] = data[BYTES - 1 - i];
        data[BYTES - 1 - i] = byte;
    }
    int out = hal_file_open("out", HAL_FILE_WRITE);
    if (out < 0 || hal_file_write(out, data, BYTES / 2) != BYTES / 2 ||
        hal_file_write(out, data + BYTES / 2, BYTES / 2) != BYTES / 2 || hal_file_close(out) != 0) {
        end(2);
    }
    hal_write(HAL_STDOUT, "reversed\n", 9);
    end(STATUS);
}
