// SPDX-License-Identifier: Apache-2.0
//
// hal_copy_rows() has a form for every relation of row length, register size and strides. Compares all of them, with
// one row more and less than an iteration of their loops, with a loop of bytes; bytes around the rows must be
// preserved.

#include <hal/hal.h>
#include <pto/tap.h>

enum { AREA = 1 << 16, AROUND = 64, ROWS_MAX = 9, UNTOUCHED = 0xee };

static uint8_t source[AREA], got[AREA], want[AREA];

static void check_rows(size_t bytes, size_t rows, ptrdiff_t src_stride, ptrdiff_t dst_stride, bool *good)
{
    size_t used = rows * (size_t)dst_stride + bytes + AROUND;
    for (size_t i = 0; i < used; i++) {
        got[i] = want[i] = UNTOUCHED;
    }
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < bytes; i++) {
            want[row * (size_t)dst_stride + i] = source[row * (size_t)src_stride + i];
        }
    }
    hal_copy_rows(got, dst_stride, source, src_stride, bytes, rows);
    for (size_t i = 0; i < used; i++) {
        if (got[i] != want[i]) {
            tap_note("%zu rows of %zu bytes, strides %zd and %zd: byte %zu", rows, bytes, src_stride, dst_stride, i);
            *good = false;
            return;
        }
    }
}

// Contiguous, with gaps, unaligned, and all rows at one address.
static void test_length(size_t bytes)
{
    const ptrdiff_t strides[] = {(ptrdiff_t)bytes, (ptrdiff_t)bytes + 32, (ptrdiff_t)bytes + 1, 0};
    bool good = true;
    for (size_t rows = 0; rows <= ROWS_MAX; rows++) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                check_rows(bytes, rows, strides[i], strides[j], &good);
            }
        }
    }
    tap_ok(good, "rows of %zu bytes", bytes);
}

// Every length around an iteration of eight groups, and unaligned addresses.
static void test_zero(void)
{
    bool good = true;
    for (size_t group = 128; group <= 1024; group *= 2) {
        for (size_t bytes = 8 * group - 2; good && bytes <= 8 * group + 2; bytes++) {
            for (size_t i = 0; i < 2 * bytes + AROUND; i++) {
                got[i] = UNTOUCHED;
            }
            hal_zero(got + 3, 2 * bytes);
            for (size_t i = 0; i < 2 * bytes + AROUND; i++) {
                good = good && got[i] == (i >= 3 && i < 2 * bytes + 3 ? 0 : UNTOUCHED);
            }
        }
    }
    tap_ok(good, "hal_zero() clears what it shall");
}

int main(void)
{
    for (size_t i = 0; i < AREA; i++) {
        source[i] = (uint8_t)((uint32_t)i * 2654435761u >> 13);
    }
    test_zero();
    test_length(0);
    test_length(1);
    // A register has 16, 32, 64 or 128 bytes, a group up to 8 registers.
    for (size_t bytes = 16; bytes <= 2048; bytes *= 2) {
        test_length(bytes - 1);
        test_length(bytes);
        test_length(bytes + 1);
        test_length(bytes / 2 * 3);
    }
    return tap_done();
}
