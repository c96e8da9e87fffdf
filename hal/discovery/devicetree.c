// SPDX-License-Identifier: Apache-2.0
//
// How many harts there are is in the device tree that the boot loader, or the emulator, passes at reset.

#include <hal/board.h>
#include <hal/riscv/hal_riscv.h>

#include <board.h>

// The tree is big-endian and this code is not. Tokens are compared as they lie in memory; there are many.
#define BE32(x) ((x) >> 24 | ((x) >> 8 & 0xff00) | ((x) << 8 & 0xff0000) | (x) << 24)

#define FDT_MAGIC      BE32(UINT32_C(0xd00dfeed))
#define FDT_BEGIN_NODE BE32(UINT32_C(1))
#define FDT_END_NODE   BE32(UINT32_C(2))
#define FDT_PROP       BE32(UINT32_C(3))
#define FDT_NOP        BE32(UINT32_C(4))

#define IS_CPU(p) ((p)[0] == 'c' && (p)[1] == 'p' && (p)[2] == 'u' && (p)[3] == '@')

// Counts the nodes named cpu@...
static uint32_t count_cpus(const uint32_t *fdt)
{
    const uint32_t *p = fdt + BE32(fdt[2]) / 4;
    uint32_t num = 0;
    for (;;) {
        uint32_t token = *p++;
        if (token == FDT_PROP) {
            p += 2 + (BE32(p[0]) + 3) / 4;
        } else if (token == FDT_BEGIN_NODE) {
            num += IS_CPU((const char *)p);
            // The name ends in the first word with a zero byte.
            uint32_t word;
            do {
                word = *p++;
            } while (((word - 0x01010101) & ~word & 0x80808080) == 0);
        } else if (token != FDT_END_NODE && token != FDT_NOP) {
            return num;
        }
    }
}

uint32_t board_hart_num(const void *device_tree)
{
    const uint32_t *fdt = device_tree;
    if (fdt == NULL || ((uintptr_t)fdt & 3) != 0 || *fdt != FDT_MAGIC) {
        return 1;
    }
    uint32_t num = count_cpus(fdt);
    num = num > HAL_HART_FIRST ? num - HAL_HART_FIRST : 1;
    return num > BOARD_HARTS_MAX ? BOARD_HARTS_MAX : num;
}
