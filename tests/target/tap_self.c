// SPDX-License-Identifier: Apache-2.0
//
// Every kind of line that tap.c can print, failures included. tap_self.py compares the output with
// tap_self.txt; this is the one program of the suite that is meant to fail.

#include <pto/tap.h>

int main(void)
{
    static const uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const uint8_t late[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10};
    static const uint8_t early[] = {0, 99, 2, 3, 4, 98, 6, 7, 8, 9};

    tap_note("passes");
    tap_ok(1 < 2, "a condition");
    tap_equal(-5, -5, "two %s", "numbers");
    tap_same(bytes, bytes, sizeof bytes, "%zu bytes", sizeof bytes);
    tap_same(bytes, late, 9, "the byte behind the end does not count");
    tap_same(bytes, early, 0, "no bytes");
    tap_like("fault: UB offset 7 at x.c:3", "fault: *offset*x.c", "parts in order");
    tap_like("", "", "empty text");
    tap_skip("no such unit", "a case for another core");

    tap_note("failures");
    tap_ok(2 < 1, "a condition");
    tap_equal(7 * 6, 54, "two numbers");
    tap_same(bytes, early, sizeof bytes, "the first of two differences");
    tap_same(bytes, late, sizeof bytes, "a difference in the last byte");
    tap_like("fault: x.c:3", "x.c*fault", "parts out of order");
    tap_like("fault", "faults", "a part that is longer than the text");
    return tap_done();
}
