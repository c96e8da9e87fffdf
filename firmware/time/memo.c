// SPDX-License-Identifier: Apache-2.0
//
// Memoised results: the cycles of vector functions by their parameters, of tile operations by their shapes. A key is a
// hash of everything that the cycles depend on.

#include "time.h"

#define KNOWN 256

static struct {
    uint64_t key;
    cycles_t cycles;
} known[KNOWN];

static uint64_t function_key;
static bool function_is_known;

uint64_t time_key(uint64_t key, uint64_t more)
{
    key = (key ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 29;
}

void time_memo_reset(void)
{
    hal_zero(known, sizeof known);
}

bool time_recall(uint64_t key, cycles_t *cycles)
{
    *cycles = known[key % KNOWN].cycles;
    return known[key % KNOWN].key == key && key != 0;
}

void time_remember(uint64_t key, cycles_t cycles)
{
    known[key % KNOWN].key = key;
    known[key % KNOWN].cycles = cycles;
}

/// Vector functions ///

void time_function_begin(const pto_cmd_t *cmd)
{
    cycles_t cycles;
    const pto_vf_t *vf = (const pto_vf_t *)(uintptr_t)cmd->data[0];
    function_key = cmd->data[0];
    for (uint32_t i = 0; i < (cmd->arg[0] + 7) / 8; i++) {
        bool is_pointer = (vf->pointers >> i & 1) != 0;  // the cycles don't depend on addresses
        function_key = time_key(function_key, is_pointer ? 0 : cmd->data[1 + i]);
    }
    function_is_known = time_recall(function_key, &cycles);
    time_trace_begin();
    time_threads_begin();
    if (!function_is_known) {
        time_vector_begin();
    }
    time_told_begin(function_is_known);
}

bool time_function_is_guess(void)
{
    return !function_is_known && !time_trace_any() && !time_threads_any() && time_told_is_guess();
}

cycles_t time_function_end(void)
{
    cycles_t cycles;
    if (time_trace_any()) {
        return time_trace_end();
    }
    if (time_threads_any()) {
        return time_threads_end();
    }
    if (time_recall(function_key, &cycles)) {
        return cycles;
    }
    cycles = time_vector_end();
    if (!time_told_varies()) {
        time_remember(function_key, cycles);
    }
    return cycles;
}
