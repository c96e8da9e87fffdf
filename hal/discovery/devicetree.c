// SPDX-License-Identifier: Apache-2.0
//
// The numbers of harts and the size of RAM are read from the device tree that the boot loader, or the emulator, passes
// at reset.

#include <hal/board.h>
#include <hal/riscv/hal_riscv.h>

#include <board.h>

// The tree is big-endian, this code is not. Tokens are compared unconverted, as there are many.
#define BE32(x) ((x) >> 24 | ((x) >> 8 & 0xff00) | ((x) << 8 & 0xff0000) | (x) << 24)

#define FDT_MAGIC      BE32(UINT32_C(0xd00dfeed))
#define FDT_BEGIN_NODE BE32(UINT32_C(1))
#define FDT_END_NODE   BE32(UINT32_C(2))
#define FDT_PROP       BE32(UINT32_C(3))
#define FDT_NOP        BE32(UINT32_C(4))

#define IS_CPU(p)    ((p)[0] == 'c' && (p)[1] == 'p' && (p)[2] == 'u' && (p)[3] == '@')
#define IS_MEMORY(p) ((p)[0] == 'm' && (p)[1] == 'e' && (p)[2] == 'm' && (p)[3] == 'o')

#define MEMORY_REG_BYTES 16  // of the property "reg" of a memory: base and size, two cells each

// Returns the words of a property of this size. A tree has less than 16 MiB.
static uint32_t words_of(const uint32_t *bytes)
{
    const uint8_t *digits = (const uint8_t *)bytes;
    return (((uint32_t)digits[1] << 16 | (uint32_t)digits[2] << 8 | digits[3]) + 3) / 4;
}

// Counts the nodes named cpu@..., and reads the size of the memory at BOARD_RAM_BASE. Stops after the node with the
// second of the two: most of a tree describes devices.
static board_machine_t walk(const uint32_t *fdt)
{
    const uint32_t *p = fdt + BE32(fdt[2]) / 4;
    board_machine_t machine = {0, BOARD_RAM_BYTES};
    bool in_memory = false, has_memory = false;
    for (uint32_t depth = 0;;) {
        for (; *p == FDT_PROP; p += 3 + words_of(&p[1])) {
            if (in_memory && BE32(p[1]) == MEMORY_REG_BYTES && BE32(p[4]) == (uint32_t)BOARD_RAM_BASE) {
                machine.ram_bytes = (uint64_t)BE32(p[5]) << 32 | BE32(p[6]);
                has_memory = true;
            }
        }
        uint32_t token = *p++;
        if (token == FDT_END_NODE) {
            if (--depth == 1 && has_memory && machine.hart_num != 0) {
                return machine;
            }
        } else if (token == FDT_BEGIN_NODE) {
            depth++;
            machine.hart_num += IS_CPU((const char *)p);
            in_memory = IS_MEMORY((const char *)p);
            // The name ends in the first word with a zero byte.
            uint32_t word;
            do {
                word = *p++;
            } while (((word - 0x01010101) & ~word & 0x80808080) == 0);
        } else if (token != FDT_NOP) {
            return machine;
        }
    }
}

board_machine_t board_discover(void *device_tree)
{
    uint32_t *fdt = device_tree;
    if (fdt == NULL || ((uintptr_t)fdt & 3) != 0 || *fdt != FDT_MAGIC) {
        return (board_machine_t){1, BOARD_RAM_BYTES};
    }
    board_machine_t machine = walk(fdt);
    hal_zero(fdt, BE32(fdt[1]));
    uint32_t num = machine.hart_num > HAL_HART_FIRST ? machine.hart_num - HAL_HART_FIRST : 1;
    machine.hart_num = num > BOARD_HARTS_MAX ? BOARD_HARTS_MAX : num;
    return machine;
}
