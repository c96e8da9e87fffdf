// SPDX-License-Identifier: Apache-2.0
//
// Tile instructions on target: runs a file of cases, each one record of one instruction.
//
//   tile_test.elf CASES RESULTS
//
// A case has images of local memories and of GM, the operands of the record, and gets the images after it. run.py
// writes the cases and compares all bytes with the numpy model, so what must not change is checked too. A fault is a
// result like any other: its report.

#include <hal/hal.h>
#include <pto/runtime.h>
#include <pto/tile.h>

#include "../../firmware/ops/tile/tile.h"

#define OPERAND_BYTES 232
#define POOL_BYTES    (8 << 20)

// Header of the file; equal to HEADER in run.py.
typedef struct {
    uint32_t op;  // row in isa/tile.def
    uint32_t pipe;
    uint32_t bytes;   // of the local image
    uint32_t memory;  // pto_mem_t of the local image
    uint32_t gm_bytes;
    uint32_t relocations;  // bits: 64-bit words of the operands that are offsets in the GM image
    uint32_t from, size;   // the part of the local image in the result
    uint8_t operands[OPERAND_BYTES];
} case_t;

static const pto_tile_op_t *const ops[] = {
#define PTO_TILE_OP(id, name, pipe, family, types, ins, outs, attrs) &pto_tile_##id,
#include <isa/tile.def>
};

__attribute__((section(".noinit"), aligned(64))) static uint8_t pool[POOL_BYTES];
__attribute__((section(".noinit"), aligned(64))) static uint8_t gm[1 << 16];

static void run_case(const case_t *test, const uint8_t *image, uint8_t *out)
{
    pto_core_t *core = pto_issuer(PTO_LOC, "tile_case");
    uint8_t *local = core->mem[test->memory].base;
    // Tiles of an instruction are consecutive, each in its memory: all get the whole image.
    uint32_t first = test->memory == PTO_MEM_UB ? PTO_MEM_UB : PTO_MEM_L1;
    uint32_t last = test->memory == PTO_MEM_UB ? PTO_MEM_UB : PTO_MEM_FB;
    for (uint32_t mem = first; mem <= last; mem++) {
        hal_copy(core->mem[mem].base, image, test->bytes < core->mem[mem].bytes ? test->bytes : core->mem[mem].bytes);
    }
    for (uint32_t side = 0; side < 2 && core->scales != NULL; side++) {
        hal_copy(core->scales[side], image, test->bytes < PTO_SCALE_BYTES ? test->bytes : PTO_SCALE_BYTES);
    }
    const pto_tile_op_t *op = ops[test->op];
    pto_cmd_t *cmd = pto_issue_begin(core, test->pipe, &op->op, PTO_LOC);
    hal_copy(cmd->data, test->operands, OPERAND_BYTES);
    for (uint32_t i = 0; i < OPERAND_BYTES / 8; i++) {
        if (test->relocations >> i & 1) {
            cmd->data[i] += (uintptr_t)gm;
        }
    }
    pto_issue_commit(core, test->pipe);
    pto_pipe_barrier(PIPE_ALL);
    hal_copy(out, local + test->from, test->size);
}

// The image is in a memory of the instruction's core.
PTO_KERNEL(tile_case, (const void *, test), (const uint8_t *, image), (uint8_t *, out))
{
    run_case(test, image, out);
}

PTO_CUBE_KERNEL(cube_case, (const void *, test), (const uint8_t *, image), (uint8_t *, out))
{
    run_case(test, image, out);
}

static ptrdiff_t words(char *line, char **word, ptrdiff_t max)
{
    ptrdiff_t num = 0;
    for (char *at = line; *at != 0;) {
        while (*at == ' ') {
            *at++ = 0;
        }
        if (*at != 0 && num < max) {
            word[num++] = at;
        }
        while (*at != 0 && *at != ' ') {
            at++;
        }
    }
    return num;
}

static void fail(const char *text)
{
    hal_puts(HAL_STDERR, text);
    hal_exit(1);
}

int main(void)
{
    static char line[1024];
    static pto_run_result_t result;
    char *word[3];  // the image, cases, results
    if (hal_cmdline(line, sizeof line) < 0 || words(line, word, 3) < 3) {
        fail("usage: tile_test CASES RESULTS\n");
    }
    int in = hal_file_open(word[1], HAL_FILE_READ), out = hal_file_open(word[2], HAL_FILE_WRITE);
    if (in < 0 || out < 0 || hal_file_size(in) > POOL_BYTES / 2) {
        fail("tile_test: cannot open the files\n");
    }
    ptrdiff_t bytes = hal_file_read(in, pool, POOL_BYTES / 2);
    uint8_t *results = pool + POOL_BYTES / 2, *to = results;
    for (uint8_t *at = pool; at < pool + bytes;) {
        const case_t *test = (const case_t *)at;
        at += sizeof *test;
        const uint8_t *image = at;
        at += test->bytes;
        hal_copy(gm, at, test->gm_bytes);
        at += (test->gm_bytes + 7) & ~7u;
        uint64_t args[3] = {PTO_ARG(test), PTO_ARG(image), PTO_ARG(to + 8)};
        pto_gm_buffer_t buffer = {.address = gm, .bytes = test->gm_bytes, .name = "gm"};
        pto_run_options_t options = {.hart_num = 1, .return_on_fault = true};
        const pto_kernel_t *kernel = test->memory == PTO_MEM_UB ? &pto_kernel_tile_case : &pto_kernel_cube_case;
        int fault = pto_run(kernel, args, &buffer, 1, &options, &result);
        uint32_t length = 0;
        if (fault) {
            while (result.report[length] != 0) {
                to[8 + length] = (uint8_t)result.report[length];
                length++;
            }
        } else {
            length = test->size;
            hal_copy(to + 8 + length, gm, test->gm_bytes);
            length += test->gm_bytes;
        }
        __builtin_memcpy(to, &(uint32_t){(uint32_t)fault}, 4);
        __builtin_memcpy(to + 4, &length, 4);
        to += 8 + ((length + 7) & ~7u);
    }
    for (uint8_t *at = results; at < to;) {
        ptrdiff_t part = to - at < 1 << 20 ? to - at : 1 << 20;
        if (hal_file_write(out, at, (size_t)part) < 0) {
            fail("tile_test: cannot write the results\n");
        }
        at += part;
    }
    hal_file_close(out);
    return 0;
}
