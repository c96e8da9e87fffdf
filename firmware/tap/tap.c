// SPDX-License-Identifier: Apache-2.0

#include <pto/tap.h>

#include <stdarg.h>

#include <pto/print.h>

static unsigned case_num;
static unsigned failed_num;

static void print_result(bool pass, const char *name, va_list args)
{
    case_num++;
    failed_num += !pass;
    pto_printf("%s %u - ", pass ? "ok" : "not ok", case_num);
    pto_vprintf(name, args);
}

static void print_bytes(const uint8_t *bytes, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        pto_printf(" %02x", bytes[i]);
    }
}

bool tap_ok_at(const char *file, int line, bool pass, const char *condition, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    print_result(pass, name, args);
    va_end(args);
    pto_printf("\n");
    if (!pass) {
        tap_note("%s:%d: not true: %s", file, line, condition);
    }
    return pass;
}

bool tap_equal_at(const char *file, int line, int64_t got, int64_t want, const char *what, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    print_result(got == want, name, args);
    va_end(args);
    pto_printf("\n");
    if (got != want) {
        tap_note("%s:%d: %s: got %lld, expected %lld", file, line, what, (long long)got, (long long)want);
    }
    return got == want;
}

bool tap_same_at(const char *file, int line, const void *got, const void *want, size_t bytes, const char *name, ...)
{
    const uint8_t *g = got;
    const uint8_t *w = want;
    size_t first = bytes;
    size_t differ = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (g[i] != w[i]) {
            first = differ == 0 ? i : first;
            differ++;
        }
    }

    va_list args;
    va_start(args, name);
    print_result(differ == 0, name, args);
    va_end(args);
    pto_printf("\n");
    if (differ != 0) {
        // The word around the first difference: most elements are four bytes or fewer.
        size_t start = first & ~(size_t)3;
        size_t shown = bytes - start < 4 ? bytes - start : 4;
        pto_printf("# %s:%d: %zu bytes differ from offset %zu: got", file, line, differ, first);
        print_bytes(g + start, shown);
        pto_printf(", expected");
        print_bytes(w + start, shown);
        pto_printf("\n");
    }
    return differ == 0;
}

// Whether `text` begins with `part` up to its '*' or end.
static bool begins(const char *text, const char *part)
{
    while (*part != '\0' && *part != '*') {
        if (*text++ != *part++) {
            return false;
        }
    }
    return true;
}

static bool like(const char *text, const char *pattern)
{
    for (;;) {
        while (!begins(text, pattern)) {
            if (*text++ == '\0') {
                return false;
            }
        }
        while (*pattern != '\0' && *pattern != '*') {
            text++;
            pattern++;
        }
        if (*pattern++ == '\0') {
            return true;
        }
    }
}

bool tap_like_at(const char *file, int line, const char *text, const char *pattern, const char *name, ...)
{
    bool pass = like(text, pattern);
    va_list args;
    va_start(args, name);
    print_result(pass, name, args);
    va_end(args);
    pto_printf("\n");
    if (!pass) {
        tap_note("%s:%d: got \"%s\", expected \"%s\"", file, line, text, pattern);
    }
    return pass;
}

void tap_skip(const char *why, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    print_result(true, name, args);
    va_end(args);
    pto_printf(" # SKIP %s\n", why);
}

void tap_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pto_printf("# ");
    pto_vprintf(format, args);
    va_end(args);
    pto_printf("\n");
}

int tap_done(void)
{
    pto_printf("1..%u\n", case_num);
    if (failed_num != 0) {
        tap_note("%u of %u failed", failed_num, case_num);
    }
    return failed_num != 0;
}
