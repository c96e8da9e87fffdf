// SPDX-License-Identifier: Apache-2.0
//
// Pages of a process: the gaps between the windows are inaccessible. All harts reach all windows; vector functions
// check their bounds themselves (PTO_CHECK_BOUNDS).

#define _GNU_SOURCE

#include <hal/host/host.h>
#include <hal/riscv/hal_riscv.h>

#include <sys/mman.h>

static void allow(void *base, size_t bytes)
{
    if (mprotect(base, bytes, PROT_READ | PROT_WRITE) != 0) {
        hal_host_give_up("mprotect");
    }
}

void hal_host_map_ram(void)
{
    void *base = (void *)BOARD_RAM_BASE;
    if (mmap(base, BOARD_RAM_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) != base) {
        hal_host_give_up("the RAM of the board");
    }
    allow((void *)BOARD_GM_BASE, BOARD_GM_BYTES);
}

void hal_protect(uint32_t hart)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart, windows);
    for (uint32_t i = 0; i < num; i++) {
        allow(windows[i].window.base, windows[i].window.bytes);
    }
}
