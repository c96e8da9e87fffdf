// SPDX-License-Identifier: Apache-2.0
//
// QEMU `virt`: how many harts there are is in the device tree that QEMU passes at reset.

#include <hal/board.h>

#include <board.h>

#define FDT_MAGIC      0xd00dfeed
#define FDT_BEGIN_NODE 1
#define FDT_END_NODE   2
#define FDT_PROP       3
#define FDT_NOP        4

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static const uint8_t *align4(const uint8_t *p)
{
    return (const uint8_t *)(((uintptr_t)p + 3) & ~(uintptr_t)3);
}

// Counts the nodes named cpu@...
static uint32_t count_cpus(const uint8_t *fdt)
{
    const uint8_t *p = fdt + be32(fdt + 8);
    uint32_t num = 0;
    for (;;) {
        uint32_t token = be32(p);
        p += 4;
        if (token == FDT_BEGIN_NODE) {
            num += p[0] == 'c' && p[1] == 'p' && p[2] == 'u' && p[3] == '@';
            while (*p != 0) {
                p++;
            }
            p = align4(p + 1);
        } else if (token == FDT_PROP) {
            p = align4(p + 8 + be32(p));
        } else if (token != FDT_END_NODE && token != FDT_NOP) {
            return num;
        }
    }
}

uint32_t board_hart_num(const void *device_tree)
{
    const uint8_t *fdt = device_tree;
    if (fdt == NULL || ((uintptr_t)fdt & 3) != 0 || be32(fdt) != FDT_MAGIC) {
        return 1;
    }
    uint32_t num = count_cpus(fdt);
    return num == 0 ? 1 : num > BOARD_HARTS_MAX ? BOARD_HARTS_MAX : num;
}
