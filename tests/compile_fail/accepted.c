// SPDX-License-Identifier: Apache-2.0
//
// The counterpart of the files that must not compile: nothing here is wrong.
// accepted

#include <pto/pto.h>

// As many bytes of parameters as there may be.
typedef struct {
    uint8_t bytes[PTO_VF_PARAM_BYTES];
} largest_t;

PTO_VF(largest, (largest_t, value))
{
    (void)value;
}

// Vector code in a function of its own.
static pto_vf32_t twice(pto_vf32_t v, pto_b32_t mask)
{
    return pto_vadd(v, v, mask);
}

PTO_VF(vf, (float *, ub))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    pto_vsts(twice(pto_vlds(ub, 0), all), ub, 0, all);
    pto_mem_bar(PTO_VST_VLD);
}

#define FOUR(n)    (int32_t, n##a), (int32_t, n##b), (int32_t, n##c), (int32_t, n##d)
#define SIXTEEN(n) FOUR(n##0), FOUR(n##1), FOUR(n##2), FOUR(n##3)

PTO_KERNEL(as_many_as_there_may_be, SIXTEEN(p), SIXTEEN(q))
{
    pto_launch(largest, (largest_t){{0}});
    pto_launch(vf, pto_ub(float, 0));
}

// Commands in a function of its own.
static void load(const float *gm)
{
    pto_mte_gm_ub(gm, pto_ub(float, 0), 0, 32, .nburst = {1, 32, 32});
}

PTO_KERNEL(kernel, (float *, gm))
{
    load(gm);
    pto_copy_gm_to_ubuf(gm, pto_ub(float, 0), 0, 1, 128, 0, 0, false, 0, 128, 128);
    pto_copy_gm_to_ubuf(gm, pto_ub(float, 0), 1, 32, 0, 1, 128, 0, 0, false, 0, 128, 128);
}
