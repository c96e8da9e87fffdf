// SPDX-License-Identifier: Apache-2.0
//
// The numbers of isa/time/ for the profile of the launch.
#ifndef PTO_TIME_TABLE_H
#define PTO_TIME_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
#define TIME_NUMBER(name, value, origin, source) TIME_##name,
#define TIME_OP(...)
#define TIME_TILE(...)
#include <isa/time/a5.def>
    TIME_NUM,
};

typedef enum {
    TIME_UNIT_LOAD,
    TIME_UNIT_STORE,
    TIME_UNIT_ALU,
    TIME_UNIT_ALU0,
    TIME_UNIT_SFU,
    TIME_UNIT_PREDICATE,
    TIME_UNIT_BAR
} time_unit_t;

// Timing of a vector instruction of A5.
typedef struct {
    const char *fn;
    uint32_t types;  // bits 1 << pto_elem_t
    uint8_t latency, forward, interval, unit;
} time_op_t;

// Timing of a vector instruction of A2/A3, which repeats.
typedef struct {
    const char *fn;
    uint32_t types;
    uint8_t start, each, complete, interval;
    bool documented;
} time_tile_t;

extern const uint32_t *time_numbers;  // of the profile
#define TIME(name) (time_numbers[TIME_##name])

// Selects the numbers of a profile. `others` overrides some of them: name=value,name=value.
void time_table_choose(int arch, const char *others);
const time_op_t *time_op_named(const char *fn, uint32_t elem);
// Instructions that the clocks look up often.
#define TIME_KNOWN(X)     \
    X(PLT, "plt")         \
    X(VLDS, "vlds")       \
    X(VSTS, "vsts")       \
    X(PLDS, "plds")       \
    X(PUNPACK, "punpack") \
    X(VADD, "vadd")       \
    X(VOR, "vor")         \
    X(VDUP, "vdup")       \
    X(VSELR, "vselr")     \
    X(VINTLV, "vintlv")   \
    X(VLDSX2, "vldsx2")   \
    X(MEM_BAR, "mem_bar")
typedef enum {
#define TIME_ENUM(NAME, name) TIME_##NAME,
    TIME_KNOWN(TIME_ENUM)
#undef TIME_ENUM
        TIME_KNOWN_NUM
} time_known_t;
const time_op_t *time_op_of(time_known_t which, uint32_t elem);
// Returns the timing of a row of isa/vector.def.
const time_op_t *time_op_of_row(uint32_t row, uint32_t elem);
// Returns the timing of an instruction: measured figures take precedence over documented ones.
const time_tile_t *time_tile_named(const char *fn, uint32_t elem);

#endif
