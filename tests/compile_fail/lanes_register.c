// SPDX-License-Identifier: Apache-2.0
//
// A register is no strip: what all lanes shall have is a scalar.
// error: pto_vf32_t

#include <pto/lanes.h>

PTO_VF(vf, (float *, x), (int32_t, n))
{
    pto_vf32_t factor = pto_vbr(2.0f);
    PTO_FOR_LANES(f32, i, n, mask) {
        pto_vsts(pto_vmul(pto_vlds(x, i), factor, mask), x, i, mask); // <- here
    }
}

PTO_KERNEL(kernel, (float *, gm))
{
    pto_launch(vf, pto_ub(float, 0), 64);
}
