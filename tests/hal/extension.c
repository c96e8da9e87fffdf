// SPDX-License-Identifier: Apache-2.0
//
// The extension of each instruction, from an assembler's encodings.

#include <hal/hal.h>
#include <string.h>

#include "check.h"

enum { E8 = 0 << 3, E16 = 1 << 3, E32 = 2 << 3 };

static const struct {
    const char *text;
    uint32_t code;
    uintptr_t vtype;
    const char *extension;
} cases[] = {
    {"flh fa0,0(a0)", 0x00051507, 0, "Zfh"},
    {"flw fa0,0(a0)", 0x00052507, 0, "F"},
    {"c.fld fa0,8(a0)", 0x2508, 0, "D"},
    {"c.fsd fa0,8(sp)", 0xa42a, 0, "D"},
    {"fadd.h fa0,fa0,fa0", 0x04a57553, 0, "Zfh"},
    {"fadd.s fa0,fa0,fa0", 0x00a57553, 0, "F"},
    {"fmadd.d fa0,fa0,fa0,fa0", 0x52a57543, 0, "D"},
    {"fcvt.s.h fa0,fa0", 0x40250553, 0, "Zfh"},
    {"fcvt.d.h fa0,fa0", 0x42250553, 0, "Zfh"},
    {"fmv.h.x fa0,a0", 0xf4050553, 0, "Zfh"},
    {"vfadd.vv v8,v8,v8", 0x02841457, E16, "Zvfh"},
    {"vfadd.vf v8,v8,fa0", 0x02855457, E16, "Zvfh"},
    {"vfadd.vv v8,v8,v8", 0x02841457, E32, "V"},
    {"vfwcvt.f.x.v v8,v4", 0x4a419457, E8, "Zvfh"},
    {"vfwcvtbf16.f.f.v v8,v4", 0x4a469457, E16, "Zvfbfmin"},
    {"vfncvtbf16.f.f.w v4,v8", 0x4a8e9257, E16, "Zvfbfmin"},
    {"vadd.vv v8,v8,v8", 0x02840457, E16, "V"},
    {"vle16.v v8,(a0)", 0x02055407, E16, "V"},
    {"add a0,a0,a0", 0x952a, 0, NULL},
    {"ld a0,0(a0)", 0x6108, 0, NULL},
    {"unimp", 0xc0001073, 0, NULL},
    {"nothing", 0, 0, NULL},
};

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = hal_trap_extension(cases[i].code, cases[i].vtype);
        const char *wanted = cases[i].extension;
        CHECK(wanted == NULL ? got == NULL : got != NULL && strcmp(got, wanted) == 0, cases[i].text);
    }
    return check_done();
}
