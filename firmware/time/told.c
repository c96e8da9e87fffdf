// SPDX-License-Identifier: Apache-2.0
//
// Reports of vector functions (pto/time.h) to the unit of vector.c.

#include <pto/time.h>

#include "time.h"

static bool told;    // the function reports its instructions
static bool varies;  // its cycles do not follow from its parameters

#define ALL UINT32_MAX

uint32_t pto_time_left_out;
static uint32_t inside;  // depth of loops inside skipped iterations

void time_told_begin(bool is_known)
{
    told = varies = false;
    pto_time_left_out = is_known ? ALL : 0;
    inside = 0;
}

// Functions without instructions of V only report accesses. Code between a load and the next store is modelled as one
// instruction, and a store as the end of an iteration.
void time_told_access(bool is_store)
{
    enum { LOADED = 1, COMPUTED };
    if (told || pto_time_left_out != 0) {
        return;
    }
    if (!is_store) {
        time_vector_op(time_op_of(TIME_VLDS, PTO_ELEM_F32), &(time_values_t){.dst = {LOADED}});
        return;
    }
    time_vector_op(time_op_of(TIME_VADD, PTO_ELEM_F32), &(time_values_t){.dst = {COMPUTED}, .src = {LOADED}});
    time_vector_op(time_op_of(TIME_VSTS, PTO_ELEM_F32), &(time_values_t){.src = {COMPUTED}});
    time_vector_next();
}

bool time_told_is_guess(void)
{
    return !told;
}

bool time_told_varies(void)
{
    return !told || varies;
}

void pto_time_varies(void)
{
    varies = true;
}

void pto_time_op(uint32_t row, uint32_t elem, uint32_t results, uint32_t sources, uint32_t more)
{
    told = true;
    time_values_t values = {
        .dst = {(uint16_t)results, (uint16_t)(results >> 16)},
        .src = {(uint16_t)sources, (uint16_t)(sources >> 16), (uint16_t)more, (uint16_t)(more >> 16)},
    };
    time_vector_op(time_op_of_row(row, elem), &values);
}

void pto_time_widen(void)
{
    time_vector_widen();
}

void pto_time_bar(void)
{
    if (pto_time_left_out != 0) {
        return;
    }
    time_vector_op(time_op_of(TIME_MEM_BAR, PTO_ELEM_F32), &(time_values_t){0});
}

void pto_time_move(uint32_t dst, uint32_t src)
{
    time_vector_move(dst, src);
}

void pto_time_loop(uint64_t iterations)
{
    if (pto_time_left_out != 0) {
        inside++;
    } else {
        time_vector_loop(iterations);
    }
}

void pto_time_iteration(void)
{
    if (pto_time_left_out == 0) {
        uint64_t others = time_vector_iteration();
        pto_time_left_out = others < ALL ? (uint32_t)others : ALL - 1;
    } else if (inside == 0 && pto_time_left_out != ALL) {
        pto_time_left_out--;
    }
}

void pto_time_loop_end(void)
{
    if (pto_time_left_out != 0 && (inside != 0 || pto_time_left_out == ALL)) {
        inside--;
    } else {
        pto_time_left_out = 0;
        time_vector_loop_end();
    }
}
