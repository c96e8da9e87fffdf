// SPDX-License-Identifier: Apache-2.0
//
// Output of a kernel on the console. The scalar unit prints in program order; tprint is a command of PIPE_V.

#include <hal/transfer/lock.h>
#include <pto/print.h>

#include "tile.h"

// One call's output, so that other harts cannot interleave with it. Static, since stacks are small.
static hal_lock_t lock;
static char message[512];

void pto_trap_at(const pto_loc_t *loc)
{
    pto_fault_at(loc, "trap: the kernel asked to end");
}

// A conversion of a format string.
typedef struct {
    bool left, plus, space, zero;
    uint32_t width, places;
    char letter;
} spec_t;

#define PLACES_MAX 9
#define WIDTH_MAX  64

static size_t put_places(char *text, size_t bytes, double x, uint32_t places)
{
    if (x != x || x > 0x1p62) {
        return pto_format(text, bytes, x != x ? "nan" : x - x != 0 ? "inf" : "large");
    }
    int64_t unit = 1;
    for (uint32_t i = 0; i < places; i++) {
        unit *= 10;
    }
    int64_t whole = (int64_t)x, part = (int64_t)((x - (double)whole) * (double)unit + 0.5);
    whole += part / unit;
    part %= unit;
    size_t length = pto_format(text, bytes, places == 0 ? "%ld" : "%ld.", (long)whole);
    for (uint32_t i = 0; i < places && length + 1 < bytes; i++) {
        unit /= 10;
        text[length++] = (char)('0' + part / unit % 10);
    }
    text[length] = 0;
    return length;
}

static char *put_many(char *at, char c, size_t num)
{
    while (num-- > 0) {
        *at++ = c;
    }
    return at;
}

// The digits of a number without its sign. Returns their length.
static size_t put_digits(char *digits, size_t bytes, const spec_t *spec, uint32_t elem, uint64_t bits, bool *negative)
{
    if (elem == PTO_ELEM_F16 || elem == PTO_ELEM_BF16 || elem == PTO_ELEM_F32 || elem == PTO_ELEM_F64) {
        double x = pto_tile_number((uint8_t)elem, &bits);
        *negative = x == x && __builtin_signbit(x);
        return put_places(digits, bytes, *negative ? -x : x, spec->places);
    }
    bool hex = spec->letter == 'x' || spec->letter == 'X';
    int64_t x = pto_tile_integer((uint8_t)elem, (const uint8_t *)&bits);
    *negative = x < 0 && !hex && spec->letter != 'u';
    return pto_format(digits, bytes, hex ? "%lx" : "%lu", *negative ? 0 - (uint64_t)x : (uint64_t)x);
}

// Formats a number with sign and padding. Returns its length.
static size_t put_number(char *text, size_t bytes, const spec_t *spec, uint32_t elem, uint64_t bits)
{
    char digits[64];
    bool negative;
    size_t length = put_digits(digits, sizeof digits, spec, elem, bits, &negative);
    char sign = negative ? '-' : spec->plus ? '+' : spec->space ? ' ' : 0;
    size_t taken = length + (sign != 0);
    size_t fill = spec->width > taken ? spec->width - taken : 0;
    if (taken + fill + 1 > bytes) {
        return 0;
    }
    const size_t zeros = spec->zero && !spec->left ? fill : 0, behind = spec->left ? fill : 0;
    char *at = text;
    at = put_many(at, ' ', fill - zeros - behind);
    at = put_many(at, sign, sign != 0);
    at = put_many(at, '0', zeros);
    __builtin_memcpy(at, digits, length);
    at = put_many(at + length, ' ', behind);
    *at = 0;
    return (size_t)(at - text);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Parses the conversion after a %: flags, width, precision, length, letter. Returns its end.
static const char *read_spec(const char *at, spec_t *spec)
{
    *spec = (spec_t){.places = 6};
    for (; *at == '-' || *at == '+' || *at == ' ' || *at == '0' || *at == '#'; at++) {
        spec->left |= *at == '-';
        spec->plus |= *at == '+';
        spec->space |= *at == ' ';
        spec->zero |= *at == '0';
    }
    for (; is_digit(*at); at++) {
        spec->width = spec->width * 10 + (uint32_t)(*at - '0');
        spec->width = spec->width > WIDTH_MAX ? WIDTH_MAX : spec->width;
    }
    if (*at == '.') {
        spec->places = 0;
        for (at++; is_digit(*at); at++) {
            spec->places = spec->places * 10 + (uint32_t)(*at - '0');
            spec->places = spec->places > PLACES_MAX ? PLACES_MAX : spec->places;
        }
    }
    while (*at == 'l' || *at == 'h' || *at == 'z' || *at == 'j') {
        at++;
    }
    spec->letter = *at;
    return *at == 0 ? at : at + 1;
}

// Prints from the scalar unit: a format with one number.
void pto_print_value_at(const pto_loc_t *loc, const char *format, pto_scalar_t value)
{
    (void)pto_issuer(loc, "print");
    bool had_it = hal_lock_take(&lock);
    size_t length = pto_format(message, sizeof message - WIDTH_MAX * 2, "%s:%u: ", loc->file, (unsigned)loc->line);
    for (const char *at = format; *at != 0 && length < sizeof message - 2 * WIDTH_MAX;) {
        spec_t spec;
        if (*at != '%') {
            message[length++] = *at++;
        } else if (at[1] == '%') {
            message[length++] = '%';
            at += 2;
        } else {
            at = read_spec(at + 1, &spec);
            length += put_number(message + length, sizeof message - length, &spec, value.elem, value.bits);
        }
    }
    message[length] = 0;
    hal_puts(HAL_STDOUT, message);
    hal_puts(HAL_STDOUT, length != 0 && message[length - 1] == '\n' ? "" : "\n");
    hal_lock_give(&lock, had_it);
}

// Rows of the valid region, one a line.
pto_step_t pto_tile_exec_print(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_t *tile = (const pto_tile_t *)cmd->data;
    pto_tile_check(core, cmd);
    size_t bytes = pto_elem_bytes[tile->elem];
    static const spec_t spec = {.places = 4};
    bool had_it = hal_lock_take(&lock);
    pto_format(message, sizeof message, "%s:%u: tile %d x %d %s, %s +0x%x\n", cmd->loc->file, (unsigned)cmd->loc->line,
               tile->valid_rows, tile->valid_cols, pto_elem_names[tile->elem], pto_tile_loc_names[tile->loc],
               tile->address);
    hal_puts(HAL_STDOUT, message);
    for (int32_t r = 0; r < tile->valid_rows; r++) {
        for (int32_t c = 0; c < tile->valid_cols; c++) {
            uint64_t bits = 0;
            __builtin_memcpy(&bits, pto_tile_base(core, tile) + (size_t)pto_tile_offset(tile, r, c) * bytes, bytes);
            put_number(message, sizeof message, &spec, tile->elem, bits);
            hal_puts(HAL_STDOUT, c == 0 ? "" : " ");
            hal_puts(HAL_STDOUT, message);
        }
        hal_puts(HAL_STDOUT, "\n");
    }
    hal_lock_give(&lock, had_it);
    return PTO_DONE;
}

// Prints elements of GM from the scalar unit, those of the last dimension one a line.
void pto_print_tensor_at(const pto_loc_t *loc, const pto_tensor_t *tensor)
{
    const int64_t *shape = tensor->shape, *stride = tensor->stride;
    const size_t bytes = pto_elem_bytes[tensor->elem];
    static const spec_t spec = {.places = 4};
    bool had_it = hal_lock_take(&lock);
    pto_format(message, sizeof message, "%s:%u: tensor %ld x %ld x %ld x %ld x %ld %s\n", loc->file, (unsigned)loc->line,
               (long)shape[0], (long)shape[1], (long)shape[2], (long)shape[3], (long)shape[4],
               pto_elem_names[tensor->elem]);
    hal_puts(HAL_STDOUT, message);
    for (int64_t row = 0; row < shape[0] * shape[1] * shape[2] * shape[3]; row++) {
        int64_t place = 0;
        for (int64_t dim = PTO_RANK_MAX - 2, rest = row; dim >= 0; rest /= shape[dim--]) {
            place += rest % shape[dim] * stride[dim];
        }
        for (int64_t c = 0; c < shape[4]; c++) {
            uint64_t bits = 0;
            const uint8_t *at = (const uint8_t *)tensor->data + (size_t)(place + c * stride[4]) * bytes;
            __builtin_memcpy(&bits, pto_scalar_at(loc, at, bytes), bytes);
            put_number(message, sizeof message, &spec, tensor->elem, bits);
            hal_puts(HAL_STDOUT, c == 0 ? "" : " ");
            hal_puts(HAL_STDOUT, message);
        }
        hal_puts(HAL_STDOUT, "\n");
    }
    hal_lock_give(&lock, had_it);
}
