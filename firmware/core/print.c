// SPDX-License-Identifier: Apache-2.0

#include <pto/print.h>

#include <hal/confine.h>

typedef struct {
    char *at, *end;
} sink_t;

static void put(sink_t *sink, char c)
{
    if (sink->at < sink->end) {
        *sink->at++ = c;
    }
}

// What stands between % and the conversion: -, 0 and the width.
typedef struct {
    bool left;
    char fill;
    size_t width;
} field_t;

static void put_field(sink_t *sink, const char *text, size_t length, field_t field)
{
    for (; !field.left && field.width > length; field.width--) {
        put(sink, field.fill);
    }
    for (size_t i = 0; i < length; i++) {
        put(sink, text[i]);
    }
    for (; field.left && field.width > length; field.width--) {
        put(sink, ' ');
    }
}

static void put_text(sink_t *sink, const char *text, size_t limit, field_t field)
{
    size_t length = 0;
    while (length < limit && text[length] != 0) {
        length++;
    }
    field.fill = ' ';
    put_field(sink, text, length, field);
}

static void put_number(sink_t *sink, uint64_t value, bool negative, unsigned base, field_t field)
{
    char digits[24];
    char *p = digits + sizeof digits;
    do {
        *--p = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    if (negative) {
        *--p = '-';
    }
    put_field(sink, p, (size_t)(digits + sizeof digits - p), field);
}

static const char *read_field(const char *p, field_t *field)
{
    *field = (field_t){.left = *p == '-'};
    p += field->left;
    field->fill = *p == '0' ? '0' : ' ';
    for (; *p >= '0' && *p <= '9'; p++) {
        field->width = field->width * 10 + (size_t)(*p - '0');
    }
    return p;
}

// Skips the length of an argument; returns the number of its l and z.
static const char *read_length(const char *p, unsigned *longs)
{
    for (*longs = 0; *p == 'l' || *p == 'z' || *p == 'h'; p++) {
        *longs += *p != 'h';
    }
    return p;
}

size_t pto_vformat(char *text, size_t bytes, const char *format, va_list args)
{
    sink_t sink = {text, text + bytes - 1};
    for (const char *p = format; *p != 0; p++) {
        if (*p != '%') {
            put(&sink, *p);
            continue;
        }
        field_t field;
        p = read_field(p + 1, &field);
        size_t precision = SIZE_MAX;  // limit on the characters of a string
        if (p[0] == '.' && p[1] == '*') {
            precision = (size_t)va_arg(args, int);
            p += 2;
        }
        unsigned longs;
        p = read_length(p, &longs);
        switch (*p) {
            case 'd':
            case 'i': {
                int64_t value = longs > 1    ? va_arg(args, long long)
                                : longs == 1 ? va_arg(args, long)
                                             : va_arg(args, int);
                put_number(&sink, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, 10, field);
                break;
            }
            case 'u':
            case 'x': {
                uint64_t value = longs > 1    ? va_arg(args, unsigned long long)
                                 : longs == 1 ? va_arg(args, unsigned long)
                                              : va_arg(args, unsigned);
                put_number(&sink, value, false, *p == 'u' ? 10 : 16, field);
                break;
            }
            case 'p':
                put_text(&sink, "0x", 2, (field_t){0});
                put_number(&sink, (uintptr_t)va_arg(args, void *), false, 16, field);
                break;
            case 'c': {
                char c = (char)va_arg(args, int);
                field.fill = ' ';
                put_field(&sink, &c, 1, field);
                break;
            }
            case 's':
                put_text(&sink, va_arg(args, const char *), precision, field);
                break;
            default:
                put(&sink, *p);
                break;
        }
    }
    *sink.at = 0;
    return (size_t)(sink.at - text);
}

size_t pto_format(char *text, size_t bytes, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t length = pto_vformat(text, bytes, format, args);
    va_end(args);
    return length;
}

// A confined vector function can reach neither the console's state nor its device.
static void write_released(const char *text, size_t length)
{
    const bool confined = hal_is_confined();
    if (confined) {
        hal_release();
    }
    hal_write(HAL_STDOUT, text, length);
    if (confined) {
        hal_confine(hal_hart()->ub, NULL);
    }
}

void pto_vprintf(const char *format, va_list args)
{
    char text[512];
    size_t length = pto_vformat(text, sizeof text, format, args);
    if (!hal_hart()->muted) {
        write_released(text, length);
    }
}

void pto_printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pto_vprintf(format, args);
    va_end(args);
}

void pto_print(int stream, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    size_t length = pto_vformat(text, sizeof text, format, args);
    va_end(args);
    hal_write(stream, text, length);
}

const char *pto_after(const char *text, const char *prefix)
{
    while (*prefix != 0 && *text == *prefix) {
        text++;
        prefix++;
    }
    return *prefix == 0 ? text : NULL;
}

bool pto_same(const char *a, const char *b)
{
    const char *rest = pto_after(a, b);
    return rest != NULL && *rest == 0;
}
