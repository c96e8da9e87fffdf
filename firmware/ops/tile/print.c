// SPDX-License-Identifier: Apache-2.0
//
// What a kernel says on the console. The scalar unit prints when it gets there; tprint when PIPE_V does.

#include "../../core/print.h"

#include "tile.h"

void pto_trap_at(const pto_loc_t *loc)
{
    pto_fault_at(loc, "trap: the kernel asked to end");
}

static double double_of(uint32_t elem, uint64_t bits)
{
    switch (elem) {
        case PTO_ELEM_F16: {
            pto_f16_t x;
            __builtin_memcpy(&x, &bits, sizeof x);
            return (double)x;
        }
        case PTO_ELEM_BF16:
            return pto_bf16_to_float((pto_bf16_t){(uint16_t)bits});
        case PTO_ELEM_F32: {
            float x;
            __builtin_memcpy(&x, &bits, sizeof x);
            return x;
        }
        default: {
            double x;
            __builtin_memcpy(&x, &bits, sizeof x);
            return x;
        }
    }
}

static int64_t integer_of(uint32_t elem, uint64_t bits)
{
    switch (elem) {
        case PTO_ELEM_I8:
            return (int8_t)bits;
        case PTO_ELEM_U8:
            return (uint8_t)bits;
        case PTO_ELEM_I16:
            return (int16_t)bits;
        case PTO_ELEM_U16:
            return (uint16_t)bits;
        case PTO_ELEM_I32:
            return (int32_t)bits;
        case PTO_ELEM_U32:
            return (uint32_t)bits;
        default:
            return (int64_t)bits;
    }
}

// A number with four places, and its sign at the place of `text`. Returns the length.
static size_t put_double(char *text, size_t bytes, double x)
{
    if (x != x) {
        return pto_format(text, bytes, "nan");
    }
    const char *sign = __builtin_signbit(x) ? "-" : "";
    x = x < 0 ? -x : x;
    if (x > 0x1p62) {
        return pto_format(text, bytes, x - x != 0 ? "%sinf" : "%slarge", sign);
    }
    int64_t whole = (int64_t)x;
    int64_t places = (int64_t)((x - (double)whole) * 10000 + 0.5);
    whole += places / 10000;
    places %= 10000;
    return pto_format(text, bytes, "%s%ld.%s%ld", sign, (long)whole,
                      places < 10     ? "000"
                      : places < 100  ? "00"
                      : places < 1000 ? "0"
                                      : "",
                      (long)places);
}

static size_t put_element(char *text, size_t bytes, uint32_t elem, uint64_t bits)
{
    if (elem == PTO_ELEM_F16 || elem == PTO_ELEM_BF16 || elem == PTO_ELEM_F32 || elem == PTO_ELEM_F64) {
        return put_double(text, bytes, double_of(elem, bits));
    }
    return pto_format(text, bytes, "%ld", (long)integer_of(elem, bits));
}

void pto_print_value_at(const pto_loc_t *loc, const char *format, pto_scalar_t value)
{
    static char text[512];
    (void)pto_issuer(loc, "print");
    size_t length = 0;
    bool put = false;
    for (const char *at = format; *at != 0 && length < sizeof text - 64; at++) {
        if (*at != '%' || put) {
            text[length++] = *at;
            continue;
        }
        // One conversion: flags, width and length up to its letter.
        while (at[1] != 0 && (at[1] < 'A' || (at[1] == 'l' || at[1] == 'h'))) {
            at++;
        }
        at += at[1] != 0;
        length += put_element(text + length, sizeof text - length, value.elem, value.bits);
        put = true;
    }
    text[length] = 0;
    hal_puts(HAL_STDOUT, text);
}

// Rows of the valid region, one a line.
pto_step_t pto_tile_exec_print(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    const pto_tile_t *tile = (const pto_tile_t *)cmd->data;
    static char text[64];
    pto_tile_check(core, cmd);
    size_t bytes = pto_elem_bytes[tile->elem];
    pto_format(text, sizeof text, "tile %d x %d %s, %s +0x%x\n", tile->valid_rows, tile->valid_cols,
               pto_elem_names[tile->elem], pto_tile_loc_names[tile->loc], tile->address);
    hal_puts(HAL_STDOUT, text);
    for (int32_t r = 0; r < tile->valid_rows; r++) {
        for (int32_t c = 0; c < tile->valid_cols; c++) {
            uint64_t bits = 0;
            __builtin_memcpy(&bits, pto_tile_base(core, tile) + (size_t)pto_tile_offset(tile, r, c) * bytes, bytes);
            put_element(text, sizeof text, tile->elem, bits);
            hal_puts(HAL_STDOUT, c == 0 ? "" : " ");
            hal_puts(HAL_STDOUT, text);
        }
        hal_puts(HAL_STDOUT, "\n");
    }
    return PTO_DONE;
}
