// SPDX-License-Identifier: Apache-2.0

#include "count.h"

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/runtime.h>

HAL_OPEN uint64_t count_vf_instructions;  // written inside vector functions

// Overrides the runtime's call of vector functions (pto/runtime.h).
void pto_vf_run(const pto_vf_t *vf, const void *params)
{
    uint64_t before = hal_instret();
    vf->entry(params);
    count_vf_instructions += hal_instret() - before;
}

void count_print(const char *row, const char *form, uint64_t instructions, uint32_t units)
{
    pto_printf("bench %s %s %lu %u\n", row, form, (unsigned long)instructions, (unsigned)units);
}
