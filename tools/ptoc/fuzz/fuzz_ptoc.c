// SPDX-License-Identifier: Apache-2.0
//
// The fuzz target: any bytes through the whole of ptoc, in this process. tests/ptoc/fuzz.py runs it.

#include <string.h>

#include "ptoc.h"

#define SIZE_MAX_BYTES (64 * 1024)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_nowhere(const ptoc_t *cc)
{
    static FILE *nowhere;
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
    }
    if (nowhere != NULL) {
        diag_print(cc, nowhere);
    }
}

static void compile(ptoc_t *cc)
{
    text_t out = {0};
    module_t *module = parse_file(cc);
    ir_print(cc, module, NULL, &out);
    verify_module(cc, module);
    vmi_module(cc, module);
    if (cc->errors_num == 0) {
        lint_module(cc, module);
    }
    if (cc->errors_num == 0) {
        if (!cc->no_opt) {
            strips_module(cc, module);
            ir_print(cc, module, strips_print, &out);
        }
        emit_module(cc, module, &out);
    }
    text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > SIZE_MAX_BYTES) {
        return -1;
    }
    ptoc_t cc;
    ptoc_init(&cc);
    cc.no_opt = size % 2 != 0;
    cc.arch = size % 4 < 2 ? ARCH_A5 : ARCH_A2A3;
    if (source_set(&cc, "fuzz.pto", (const char *)data, size)) {
        compile(&cc);
        print_nowhere(&cc);
    }
    ptoc_free(&cc);
    return 0;
}
