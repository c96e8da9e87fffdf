// SPDX-License-Identifier: Apache-2.0
//
// For reports: the extension of an instruction that a core rejects. The encodings are those of the unprivileged
// specification, chapters "F", "D", "Zfh", "V" and "Zvfh". Other instructions belong to no optional extension.

#include <hal/hal.h>

// Loads and stores of FP registers and of vector registers share their opcodes.
static const char *of_width(uint32_t width)
{
    static const char *const names[8] = {"V", "Zfh", "F", "D", NULL, "V", "V", "V"};
    return names[width];
}

static const char *of_arithmetic(uint32_t instruction)
{
    enum { HALF = 2, FCVT_BETWEEN_FORMATS = 8 };
    uint32_t format = instruction >> 25 & 3, source = instruction >> 20 & 31;
    bool converts = (instruction & 0x7f) == 0x53 && instruction >> 27 == FCVT_BETWEEN_FORMATS;
    if (format == HALF || (converts && source == HALF)) {
        return "Zfh";
    }
    return format == 0 && !(converts && source == 1) ? "F" : format <= 1 ? "D" : NULL;
}

static const char *of_vector(uint32_t instruction, uintptr_t vtype)
{
    enum { OPFVV = 1, OPFVF = 5, VFUNARY0 = 0x12, VFWCVTBF16 = 13, VFNCVTBF16 = 29 };
    uint32_t kind = instruction >> 12 & 7, operation = instruction >> 26, unary = instruction >> 15 & 31;
    if (kind != OPFVV && kind != OPFVF) {
        return "V";
    }
    if (kind == OPFVV && operation == VFUNARY0 && (unary == VFWCVTBF16 || unary == VFNCVTBF16)) {
        return "Zvfbfmin";
    }
    const uintptr_t bits = 8U << (vtype >> 3 & 7);
    return bits <= 16 ? "Zvfh" : "V";
}

const char *hal_trap_extension(uint32_t instruction, uintptr_t vtype)
{
    if ((instruction & 3) != 3) {
        bool is_fp = (instruction & 1) == 0 && (instruction >> 13 & 3) == 1;  // c.fld, c.fsd and their sp forms
        return is_fp ? "D" : NULL;
    }
    switch (instruction & 0x7f) {
        case 0x07:  // LOAD-FP
        case 0x27:  // STORE-FP
            return of_width(instruction >> 12 & 7);
        case 0x43:  // FMADD to FNMADD
        case 0x47:
        case 0x4b:
        case 0x4f:
        case 0x53:  // OP-FP
            return of_arithmetic(instruction);
        case 0x57:  // OP-V
            return of_vector(instruction, vtype);
        default:
            return NULL;
    }
}
