// SPDX-License-Identifier: Apache-2.0
//
// Test results from the target as TAP, the Test Anything Protocol: one line for each case, notes after '#'. The plan is
// at the end, so that a program that dies early is noticed.
//
//   tap_same(got, want, sizeof want, "add, %d lanes", n);
//   return tap_done();
//
// A failing line is followed by the source location of the check and the difference:
//
//   not ok 3 - add, 61 lanes
//   # tests/target/add.c:40: 256 bytes differ from offset 244: got 00 00 80 3f, expected 00 00 00 40

#ifndef PTO_TAP_H
#define PTO_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAP_FORMAT(n) __attribute__((format(printf, n, n + 1)))

/// A case that passes if `condition` holds. Returns the condition.
#define tap_ok(condition, ...) tap_ok_at(__FILE__, __LINE__, condition, #condition, __VA_ARGS__)

/// A case that passes if two integers are equal.
#define tap_equal(got, want, ...) \
    tap_equal_at(__FILE__, __LINE__, (int64_t)(got), (int64_t)(want), #got, __VA_ARGS__)

/// A case that passes if `bytes` bytes of memory are the same.
#define tap_same(got, want, bytes, ...) tap_same_at(__FILE__, __LINE__, got, want, bytes, __VA_ARGS__)

/// A case that passes if `text` contains each of the parts of `pattern`, in order; '*' stands between parts.
#define tap_like(text, pattern, ...) tap_like_at(__FILE__, __LINE__, text, pattern, __VA_ARGS__)

bool tap_ok_at(const char *file, int line, bool pass, const char *condition, const char *name, ...) TAP_FORMAT(5);
bool tap_equal_at(const char *file, int line, int64_t got, int64_t want, const char *what, const char *name, ...)
    TAP_FORMAT(6);
bool tap_same_at(const char *file, int line, const void *got, const void *want, size_t bytes, const char *name, ...)
    TAP_FORMAT(6);
bool tap_like_at(const char *file, int line, const char *text, const char *pattern, const char *name, ...)
    TAP_FORMAT(5);

/// A case that cannot run here.
void tap_skip(const char *why, const char *name, ...) TAP_FORMAT(2);

/// A note that belongs to no case.
void tap_note(const char *format, ...) TAP_FORMAT(1);

/// Prints the plan. Returns the exit status of the program: 0 if every case passed.
int tap_done(void);

#endif
