// SPDX-License-Identifier: Apache-2.0
//
// Files, arguments, console and exit through the UART of the board: each is a request that the host answers
// (docs/links.md). The UART may lose and change bytes: a corrupt frame is dropped, and the image repeats its request
// until the answer arrives. Time-outs are up to the host; the image only waits for bytes.
//
//   FLAG  body  CRC-32 of the body  FLAG        in body and CRC, FLAG and ESCAPE are ESCAPE and the byte ^ FLIP
//
//   request   op, number (8 bits each), file (16), at (64), data       from the image
//   answer    'A', number, value (64), data                            from the host, to the request of that number
//   poll      'P'                                                      from the host: repeat the last request

#include <hal/console/uart.h>
#include <hal/hal.h>
#include <hal/riscv/hal_riscv.h>

#include "crc32.h"
#include "lock.h"

enum { FLAG = 0x7e, ESCAPE = 0x7d, FLIP = 0x20 };
enum { REQUEST_BYTES = 12, ANSWER_BYTES = 10, DATA_BYTES = 512, CRC_BYTES = 4 };
enum { FILES_MAX = 64 };
enum { FRAMES_VERSION = 1 };  // the file of a request for the command line

const bool hal_has_slow_files = true;

typedef enum {
    OP_COMMAND_LINE = 'C',
    OP_OPEN = 'O',
    OP_SIZE = 'S',
    OP_READ = 'R',
    OP_WRITE = 'W',
    OP_CLOSE = 'K',
    OP_REMOVE = 'D',
    OP_TEXT = 'T',
    OP_EXIT = 'X',
} op_t;

typedef struct {
    op_t op;
    uint16_t file;
    uint64_t at;
    const void *data;
    size_t bytes;
} request_t;

typedef enum { GOT_ANSWER, GOT_OLD_ANSWER, GOT_NOTHING_RIGHT } got_t;

static uint8_t number;                                        // of the last request
static uint8_t frame[ANSWER_BYTES + DATA_BYTES + CRC_BYTES];  // the last frame received
static size_t frame_bytes;
static uint64_t positions[FILES_MAX];

/// Frames ///

static void put_stuffed(uint8_t byte)
{
    if (byte == FLAG || byte == ESCAPE) {
        hal_uart_put(ESCAPE);
        byte ^= FLIP;
    }
    hal_uart_put(byte);
}

static uint32_t put_bytes(uint32_t crc, const void *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        put_stuffed(((const uint8_t *)data)[i]);
    }
    return hal_crc32(crc, data, bytes);
}

static void put_little_endian(uint8_t *to, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++, value >>= 8) {
        to[i] = (uint8_t)value;
    }
}

static uint64_t get_little_endian(const uint8_t *from, size_t bytes)
{
    uint64_t value = 0;
    while (bytes-- > 0) {
        value = value << 8 | from[bytes];
    }
    return value;
}

static void send(const request_t *request)
{
    uint8_t head[REQUEST_BYTES] = {(uint8_t)request->op, number}, check[CRC_BYTES];
    put_little_endian(head + 2, request->file, 2);
    put_little_endian(head + 4, request->at, 8);
    hal_uart_put(FLAG);
    uint32_t crc = put_bytes(0, head, sizeof head);
    crc = put_bytes(crc, request->data, request->bytes);
    put_little_endian(check, crc, CRC_BYTES);
    put_bytes(0, check, CRC_BYTES);
    hal_uart_put(FLAG);
}

static int ahead = -1;  // a byte that has been read but not consumed

static int next_byte(void)
{
    int byte = ahead >= 0 ? ahead : hal_uart_get();
    ahead = -1;
    return byte;
}

static bool has_more(void)
{
    ahead = next_byte();
    return ahead >= 0;
}

// Receives up to the end of the next frame and stores its contents; returns whether its CRC is right.
static bool receive(void)
{
    bool escaped = false;
    frame_bytes = 0;
    for (;;) {
        int byte = next_byte();
        if (byte < 0) {
            continue;
        }
        if (byte == FLAG) {
            if (frame_bytes == 0) {
                continue;
            }
            if (frame_bytes <= CRC_BYTES || frame_bytes > sizeof frame) {
                return false;
            }
            frame_bytes -= CRC_BYTES;
            return hal_crc32(0, frame, frame_bytes) == get_little_endian(frame + frame_bytes, CRC_BYTES);
        }
        if (byte == ESCAPE) {
            escaped = true;
            continue;
        }
        if (frame_bytes < sizeof frame) {
            frame[frame_bytes] = (uint8_t)(escaped ? byte ^ FLIP : byte);
        }
        // One byte too many marks a frame as too long.
        frame_bytes += frame_bytes <= sizeof frame;
        escaped = false;
    }
}

/// Requests ///

static got_t await_frame(void)
{
    if (!receive() || frame_bytes < ANSWER_BYTES || frame[0] != 'A') {
        return GOT_NOTHING_RIGHT;
    }
    return frame[1] == number ? GOT_ANSWER : GOT_OLD_ANSWER;
}

// Repeats a request until it is answered, and returns the value. The answer's data follow the header in `frame`. If
// several polls arrived while the image was busy, only the last one counts.
static int64_t ask(const request_t *request)
{
    static bool ready;
    if (!ready) {
        hal_uart_init();
        ready = true;
    }
    number++;
    send(request);
    for (got_t got; (got = await_frame()) != GOT_ANSWER;) {
        if (got == GOT_NOTHING_RIGHT && !has_more()) {
            send(request);
        }
    }
    return (int64_t)get_little_endian(frame + 2, 8);
}

static size_t length_of(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

static size_t minimum(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Requests the next bytes, at most as many as an answer holds. Returns their number, or -1; `value` is that of the
// answer.
static ptrdiff_t fetch(op_t op, int file, uint64_t at, uint8_t *to, size_t bytes, int64_t *value)
{
    uint8_t wanted[2];
    put_little_endian(wanted, minimum(bytes, DATA_BYTES), sizeof wanted);
    *value = ask(&(request_t){op, (uint16_t)file, at, wanted, sizeof wanted});
    size_t came = frame_bytes - ANSWER_BYTES;
    if (*value < 0 || came > bytes) {
        return -1;
    }
    hal_copy(to, frame + ANSWER_BYTES, came);
    return (ptrdiff_t)came;
}

/// hal.h ///

ptrdiff_t hal_cmdline(char *buffer, size_t bytes)
{
    int64_t length;
    size_t done = 0;
    do {
        ptrdiff_t came = fetch(OP_COMMAND_LINE, FRAMES_VERSION, done, (uint8_t *)buffer + done, bytes - done, &length);
        if (came < 0 || length >= (int64_t)bytes) {
            return -1;
        }
        done += (size_t)came;
    } while ((int64_t)done < length);
    buffer[length] = 0;
    return (ptrdiff_t)length;
}

int hal_file_open(const char *path, hal_file_mode_t mode)
{
    int file = (int)ask(&(request_t){OP_OPEN, (uint16_t)mode, 0, path, minimum(length_of(path), DATA_BYTES)});
    if (file < 0 || file >= FILES_MAX) {
        return -1;
    }
    positions[file] = mode == HAL_FILE_APPEND ? (uint64_t)hal_file_size(file) : 0;
    return file;
}

ptrdiff_t hal_file_size(int file)
{
    return (ptrdiff_t)ask(&(request_t){OP_SIZE, (uint16_t)file, 0, NULL, 0});
}

ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes)
{
    size_t done = 0;
    while (done < bytes) {
        int64_t value;
        ptrdiff_t came = fetch(OP_READ, file, positions[file], (uint8_t *)buffer + done, bytes - done, &value);
        if (came < 0) {
            return -1;
        }
        if (came == 0) {
            break;
        }
        positions[file] += (uint64_t)came;
        done += (size_t)came;
    }
    return (ptrdiff_t)done;
}

ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes)
{
    size_t done = 0;
    while (done < bytes) {
        size_t piece = minimum(bytes - done, DATA_BYTES);
        if (ask(&(request_t){OP_WRITE, (uint16_t)file, positions[file], (const uint8_t *)buffer + done, piece}) < 0) {
            return -1;
        }
        positions[file] += piece;
        done += piece;
    }
    return (ptrdiff_t)done;
}

int hal_file_close(int file)
{
    return (int)ask(&(request_t){OP_CLOSE, (uint16_t)file, 0, NULL, 0});
}

int hal_file_remove(const char *path)
{
    return (int)ask(&(request_t){OP_REMOVE, 0, 0, path, minimum(length_of(path), DATA_BYTES)});
}

static hal_lock_t lock;

void hal_write(int stream, const char *text, size_t bytes)
{
    bool had_it = hal_lock_take(&lock);
    while (bytes > 0) {
        size_t piece = minimum(bytes, DATA_BYTES);
        ask(&(request_t){OP_TEXT, (uint16_t)stream, 0, text, piece});
        text += piece;
        bytes -= piece;
    }
    hal_lock_give(&lock, had_it);
}

void hal_exit(int status)
{
    ask(&(request_t){OP_EXIT, 0, (uint64_t)(unsigned)status, NULL, 0});
    for (;;) {
        hal_wait_for_interrupt();
    }
}
