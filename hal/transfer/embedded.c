// SPDX-License-Identifier: Apache-2.0
//
// Files without a host: inputs are part of the image, outputs go to the console.
//
//   ptometal: file gm2.bin 4000
//   :0000803f0000004000004040...            up to 64 bytes a line
//   ptometal: end gm2.bin 1a2b3c4d          CRC-32 of all of it

#include "embedded.h"

#include <hal/hal.h>

#include "crc32.h"
#include "same.h"

// Defaults for an image linked without any.
__attribute__((weak)) const char hal_embedded_cmdline[] = "image";
__attribute__((weak)) const hal_embedded_file_t hal_embedded_files[] = {{NULL, NULL, 0}};

#define LINE_BYTES 64
#define OUTPUT     1000  // the handle of the current output; smaller ones are inputs

static int input = -1;      // the current input: inputs are read one at a time, though several may be open
static size_t position;     // within the input
static const char *output;  // name of the current output

ptrdiff_t hal_cmdline(char *buffer, size_t bytes)
{
    size_t length = 0;
    while (hal_embedded_cmdline[length] != 0) {
        length++;
    }
    if (length >= bytes) {
        return -1;
    }
    hal_copy(buffer, hal_embedded_cmdline, length + 1);
    return (ptrdiff_t)length;
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    if (mode != HAL_FILE_READ) {
        output = path;
        return OUTPUT;
    }
    input = -1;
    for (int i = 0; hal_embedded_files[i].name != NULL; i++) {
        if (hal_same(hal_embedded_files[i].name, path)) {
            return i;
        }
    }
    return -1;
}

ptrdiff_t hal_file_size(int file)
{
    return (ptrdiff_t)hal_embedded_files[file].bytes;
}

ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes)
{
    const hal_embedded_file_t *from = &hal_embedded_files[file];
    position = file == input ? position : 0;
    input = file;
    size_t left = from->bytes - position;
    bytes = bytes < left ? bytes : left;
    hal_copy(buffer, from->data + position, bytes);
    position += bytes;
    return (ptrdiff_t)bytes;
}

static char *put_hex(char *to, uint32_t value, unsigned digits)
{
    while (digits-- > 0) {
        *to++ = "0123456789abcdef"[value >> 4 * digits & 15];
    }
    return to;
}

static void put_decimal(size_t value)
{
    char digits[24];
    char *p = digits + sizeof digits - 1;
    *p = 0;
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    hal_puts(HAL_STDOUT, p);
}

ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes)
{
    (void)file;
    const uint8_t *data = buffer;
    hal_puts(HAL_STDOUT, "ptometal: file ");
    hal_puts(HAL_STDOUT, output);
    hal_puts(HAL_STDOUT, " ");
    put_decimal(bytes);
    hal_puts(HAL_STDOUT, "\n");
    for (size_t at = 0; at < bytes; at += LINE_BYTES) {
        char line[2 * LINE_BYTES + 2] = ":";
        char *end = line + 1;
        for (size_t i = at; i < bytes && i < at + LINE_BYTES; i++) {
            end = put_hex(end, data[i], 2);
        }
        *end++ = '\n';
        hal_write(HAL_STDOUT, line, (size_t)(end - line));
    }
    char crc[10];
    char *end = put_hex(crc, hal_crc32(0, data, bytes), 8);
    *end++ = '\n';
    hal_puts(HAL_STDOUT, "ptometal: end ");
    hal_puts(HAL_STDOUT, output);
    hal_puts(HAL_STDOUT, " ");
    hal_write(HAL_STDOUT, crc, (size_t)(end - crc));
    return (ptrdiff_t)bytes;
}

int hal_file_close(int file)
{
    (void)file;
    return 0;
}

int hal_file_remove(const char *path)
{
    (void)path;
    return 0;
}
