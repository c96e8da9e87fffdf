// SPDX-License-Identifier: Apache-2.0
//
// Pages of a process: the gaps between the windows are inaccessible. All harts reach all windows; vector functions
// check their bounds themselves (PTO_CHECK_BOUNDS). The environment variable HAL_HOST_PEERS names a file that images share.

#define _GNU_SOURCE

#include <hal/host/host.h>
#include <hal/riscv/hal_riscv.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void allow(void *base, size_t bytes)
{
    if (mprotect(base, bytes, PROT_READ | PROT_WRITE) != 0) {
        hal_host_give_up("mprotect");
    }
}

// Images side by side: a file is the part of GM that they share.
static void map_peers(const char *path)
{
    if (path == NULL) {
        return;
    }
    int file = open(path, O_RDWR | O_CLOEXEC);
    off_t bytes = file < 0 ? -1 : lseek(file, 0, SEEK_END);
    if (bytes <= 0 || mmap((void *)BOARD_GM_BASE, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
                          MAP_FAILED) {
        hal_host_give_up(path);
    }
    close(file);
}

void hal_host_map_ram(void)
{
    void *base = (void *)BOARD_RAM_BASE;
    if (mmap(base, BOARD_RAM_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) != base) {
        hal_host_give_up("the RAM of the board");
    }
    allow((void *)BOARD_GM_BASE, BOARD_GM_BYTES);
    map_peers(getenv("HAL_HOST_PEERS"));
}

void hal_protect(uint32_t hart)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart, windows);
    for (uint32_t i = 0; i < num; i++) {
        allow(windows[i].window.base, windows[i].window.bytes);
    }
}
