// SPDX-License-Identifier: Apache-2.0

#include "table.h"

#include <pto/print.h>
#include <pto/runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <pto/elem.h>

#define T(ID)   (UINT32_C(1) << PTO_ELEM_##ID)
#define F32     T(F32)
#define F16     T(F16)
#define BF16    T(BF16)
#define INT8    (T(I8) | T(U8))
#define INT16   (T(I16) | T(U16))
#define INT32   (T(I32) | T(U32))
#define INTS    (INT8 | INT16 | INT32)
#define ANY     UINT32_MAX

static const uint32_t a5[TIME_NUM] = {
#define TIME_NUMBER(name, value, origin, source) [TIME_##name] = (value),
#define TIME_OP(...)
#define TIME_TILE(...)
#include <isa/time/a5.def>
};

static const uint32_t a2a3[TIME_NUM] = {
#define TIME_NUMBER(name, value, origin, source) [TIME_##name] = (value),
#define TIME_OP(...)
#define TIME_TILE(...)
#include <isa/time/a2a3.def>
};

static const time_op_t ops[] = {
#define TIME_NUMBER(...)
#define TIME_TILE(...)
#define TIME_OP(fn, types, latency, forward, interval, unit, origin, source) \
    {#fn, types, latency, forward, interval, TIME_UNIT_##unit},
#include <isa/time/a5.def>
};

enum { TIME_IS_DOCUMENTED = true, TIME_IS_MEASURED = false, TIME_IS_ESTIMATE = false };
static const time_tile_t tiles[] = {
#define TIME_NUMBER(...)
#define TIME_OP(...)
#define TIME_TILE(fn, types, start, each, complete, interval, origin, source) \
    {#fn, types, start, each, complete, interval, TIME_IS_##origin},
#include <isa/time/a2a3.def>
};

#undef F32
#undef F16
#undef BF16
#undef INT8
#undef INT16
#undef INT32
#undef INTS
#undef ANY

static const char *const rows[] = {
#define PTO_OP(name, fn, signature, types) #fn,
#include <isa/vector.def>
};

static const char *const names[TIME_NUM] = {
#define TIME_NUMBER(name, value, origin, source) [TIME_##name] = #name,
#define TIME_OP(...)
#define TIME_TILE(...)
#include <isa/time/a5.def>
};

static uint32_t numbers[TIME_NUM];
const uint32_t *time_numbers = numbers;

// Returns the value after `name=`, or NULL if the text begins with another name.
static const char *value_of(const char *text, const char *name)
{
    const char *rest = pto_after(text, name);
    return rest != NULL && *rest == '=' ? rest + 1 : NULL;
}

static void replace(const char *text)
{
    for (uint32_t i = 0; i < TIME_NUM; i++) {
        const char *digit = value_of(text, names[i]);
        if (digit != NULL) {
            numbers[i] = 0;
            for (; *digit >= '0' && *digit <= '9'; digit++) {
                numbers[i] = numbers[i] * 10 + (uint32_t)(*digit - '0');
            }
        }
    }
}

void time_table_choose(int arch, const char *others)
{
    const uint32_t *table = arch == PTO_ARCH_A2A3 ? a2a3 : a5;
    for (uint32_t i = 0; i < TIME_NUM; i++) {
        numbers[i] = table[i];
    }
    while (others != NULL && *others != 0) {
        replace(others);
        while (*others != 0 && *others++ != ',') {
        }
    }
}

// Whether a name matches a row: it is the same, or has the row's prefix if the row ends in a star.
static bool fits(const char *row, const char *fn)
{
    for (; *row != '*'; row++, fn++) {
        if (*row != *fn) {
            return false;
        }
        if (*row == 0) {
            return true;
        }
    }
    return true;
}

const time_op_t *time_op_named(const char *fn, uint32_t elem)
{
    const time_op_t *op = ops;
    while (!fits(op->fn, fn) || (op->types >> elem & 1) == 0) {
        op++;
    }
    return op;
}

const time_op_t *time_op_of(time_known_t which, uint32_t elem)
{
#define TIME_NAME(NAME, name) name,
    static const char *const called[] = {TIME_KNOWN(TIME_NAME)};
#undef TIME_NAME
    static const time_op_t *known[TIME_KNOWN_NUM][PTO_ELEM_NUM];
    const time_op_t **op = &known[which][elem];
    if (*op == NULL) {
        *op = time_op_named(called[which], elem);
    }
    return *op;
}

const time_op_t *time_op_of_row(uint32_t row, uint32_t elem)
{
    static const time_op_t *known[sizeof rows / sizeof rows[0]][PTO_ELEM_NUM];
    const time_op_t **op = &known[row][elem];
    if (*op == NULL) {
        *op = time_op_named(rows[row], elem);
    }
    return *op;
}

static const time_tile_t *tile_of(const char *fn, uint32_t elem, bool documented)
{
    for (const time_tile_t *tile = tiles; *tile->fn != '*'; tile++) {
        if (tile->documented == documented && fits(tile->fn, fn) && (tile->types >> elem & 1) != 0) {
            return tile;
        }
    }
    return NULL;
}

const time_tile_t *time_tile_named(const char *fn, uint32_t elem)
{
    const time_tile_t *tile = tile_of(fn, elem, false);
    tile = tile == NULL ? tile_of(fn, elem, true) : tile;
    return tile == NULL ? &tiles[sizeof tiles / sizeof tiles[0] - 1] : tile;
}
