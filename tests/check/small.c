// SPDX-License-Identifier: Apache-2.0
//
// Runs small kernels under the checker, one launch each, in one image; differential.py compares them with all orders.
//
//   small.elf FILE      FILE: for each kernel its number of commands, then four bytes per command: opcode, a, b, c
//
// Prints for each kernel its findings, one line of JSON each with line numbers 1.. for its commands, and its end.

#include <pto/pto.h>

#include <hal/hal.h>
#include <pto/print.h>
#include <pto/runtime.h>

// A slot is two rows, with a gap after each in UB.
enum { COMMANDS_MAX = 16, ROW_BYTES = 256, PITCH = 320, SLOT_BYTES = 2 * ROW_BYTES, FILE_BYTES = 1 << 20 };

typedef struct {
    uint8_t what, a, b, c;
} small_t;

static const small_t *commands;
static uint32_t command_num;
static pto_loc_t locs[COMMANDS_MAX];

PTO_VF(scale, (const float *, in), (float *, out))
{
    pto_b32_t all = pto_pset_b32(PTO_PAT_ALL);
    for (ptrdiff_t i = 0; i < 2 * PITCH / 4; i += PITCH / 4) {
        pto_vsts(pto_vmuls(pto_vlds(in, i), 2.0f, all), out, i, all);
    }
}

#undef PTO_LOC
#define PTO_LOC (&locs[at])

static void issue(uint32_t at, float *const *gm)
{
    small_t s = commands[at];
    float *ub_a = pto_ub(float, s.a * 2 * PITCH), *ub_b = pto_ub(float, s.b * 2 * PITCH);
    switch (s.what) {
        case 'l':
            pto_mte_gm_ub(gm[s.b], ub_a, 0, ROW_BYTES, .nburst = {2, ROW_BYTES, PITCH});
            break;
        case 'c':
            pto_launch(scale, ub_a, ub_b);
            break;
        case 's':
            // Stores to the second buffer have one row: they conflict with the same commands.
            pto_mte_ub_gm(ub_a, gm[s.b], ROW_BYTES, .nburst = {s.b == 2 ? 1 : 2, PITCH, ROW_BYTES});
            break;
        case 'S':
            pto_set_flag(s.a, s.b, s.c);
            break;
        case 'W':
            pto_wait_flag(s.a, s.b, s.c);
            break;
        case 'b':
            pto_pipe_barrier(s.a);
            break;
        case 'g':
            pto_get_buf(s.a, s.b, s.c);
            break;
        case 'r':
            pto_rls_buf(s.a, s.b, s.c);
            break;
        default:
            pto_fault_at(PTO_LOC, "there is no command %c", s.what);
    }
}

PTO_KERNEL(small, (float *, in), (float *, first), (float *, second))
{
    float *gm[] = {in, first, second};
    for (uint32_t at = 0; at < command_num; at++) {
        issue(at, gm);
    }
}

static void run(uint32_t number)
{
    static float in[SLOT_BYTES / 4], first[SLOT_BYTES / 4], second[SLOT_BYTES / 4];
    const pto_gm_buffer_t buffers[] = {{.address = in, .bytes = SLOT_BYTES, .name = "in"},
                                       {.address = first, .bytes = SLOT_BYTES, .name = "first"},
                                       {.address = second, .bytes = SLOT_BYTES, .name = "second"}};
    const uint64_t args[] = {PTO_ARG(&in[0]), PTO_ARG(&first[0]), PTO_ARG(&second[0])};
    const pto_run_options_t options = {.hart_num = 1,
                                       .policy = number % 3 == 0   ? PTO_POLICY_EAGER
                                                 : number % 3 == 1 ? PTO_POLICY_LAZY
                                                                   : PTO_POLICY_RANDOM,
                                       .seed = number,
                                       .return_on_fault = true};
    static pto_run_result_t result;
    for (uint32_t i = 0; i < SLOT_BYTES / 4; i++) {
        in[i] = 1.0f + (float)i;
        first[i] = second[i] = 0.0f;
    }
    pto_run(pto_kernel_find("small"), args, buffers, 3, &options, &result);
    pto_print(HAL_STDERR, "end: %u ", number);
    hal_puts(HAL_STDERR, result.faults != 0 ? result.report : "");
    hal_puts(HAL_STDERR, "\n");
}

int main(void)
{
    static uint8_t text[FILE_BYTES];
    char line[256];
    ptrdiff_t length = hal_cmdline(line, sizeof line);
    const char *path = line;
    while (length > 0 && *path != 0 && *path++ != ' ') {
    }
    int file = hal_file_open(path, HAL_FILE_READ);
    length = file < 0 ? -1 : hal_file_read(file, text, sizeof text);
    if (length < 0) {
        pto_print(HAL_STDERR, "cannot read %s\n", path);
        return 2;
    }
    for (uint32_t i = 0; i < COMMANDS_MAX; i++) {
        locs[i] = (pto_loc_t){.file = "small", .line = i + 1, .function = "small"};
    }
    uint32_t number = 0;
    for (const uint8_t *at = text; at < text + length; at += 1 + command_num * sizeof(small_t)) {
        command_num = *at;
        commands = (const small_t *)(at + 1);
        run(number++);
    }
    return 0;
}
