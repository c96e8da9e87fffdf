// SPDX-License-Identifier: Apache-2.0
//
// Pages of a process: the gaps between the windows are inaccessible.
//
// Vector functions check the bounds of vector accesses themselves (PTO_CHECK_BOUNDS). For their plain accesses, GM, the
// windows of other cores and data of the image change their rights: 15 system calls. So only some launches are
// confined: the first four of each function, then the 8th, 16th, 32nd, ... None is with several harts, which share the
// pages, or with a sanitizer, which has data of its own in the image.
//
// The environment variable HAL_HOST_PEERS names a file that images share.

#define _GNU_SOURCE

#include <hal/confine.h>
#include <hal/host/host.h>
#include <hal/riscv/hal_riscv.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096, EACH_BEFORE = 4, FUNCTIONS = 256 };

// Bounds of the image's data, and of what vector functions may write in it.
extern uint8_t __data_start[];                    // the linker's own script
extern uint8_t hal_open_begin[], hal_open_end[];  // linker/host.ld

bool hal_host_confines, hal_host_is_confined, hal_host_shares_gm;

static const void *confined_ub;

static struct {
    const void *function;
    uint32_t launches;
} counts[FUNCTIONS];

static void set_rights(void *base, size_t bytes, int rights)
{
    if (mprotect(base, bytes, rights) != 0) {
        hal_host_give_up("mprotect");
    }
}

// Makes a range of its own for Linux: it would join ranges of equal rights, only to divide them at the next change, which
// takes longer than the change.
static void keep_apart(void *base, size_t bytes)
{
    (void)madvise(base, bytes, MADV_RANDOM);
}

static void set_data_rights(int rights)
{
    uint8_t *begin = (uint8_t *)((uintptr_t)__data_start & ~(uintptr_t)(PAGE_BYTES - 1));
    set_rights(begin, (size_t)(hal_open_begin - begin), rights);
}

// Closes all but what functions of the core with this UB reach. The gaps between the windows are closed already: one call
// takes all from one open window to the next, GM comes last.
static void close_windows(const void *ub)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(0, windows);
    const hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    const hal_window_t end = {gm.base + gm.bytes, 0};
    for (uint8_t *at = (uint8_t *)BOARD_WINDOW_BASE; at != end.base;) {
        const hal_window_t *next = &end;
        for (uint32_t i = 0; i < num; i++) {
            const hal_window_t *window = &windows[i].window;
            if (hal_is_open(&windows[i], ub) && window->base >= at && window->base < next->base) {
                next = window;
            }
        }
        set_rights(at, (size_t)(next->base - at), PROT_NONE);
        at = next->base + next->bytes;
    }
}

static void open_windows(const void *ub)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(0, windows);
    for (uint32_t i = 0; i < num; i++) {
        if (!hal_is_open(&windows[i], ub)) {
            set_rights(windows[i].window.base, windows[i].window.bytes, PROT_READ | PROT_WRITE);
        }
    }
    const hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    set_rights((void *)BOARD_GM_BASE, (size_t)(gm.base + gm.bytes - (uint8_t *)BOARD_GM_BASE), PROT_READ | PROT_WRITE);
}

// Counts a launch; returns whether to confine it. Functions beyond the table share the count of its last entry.
static bool is_chosen(const void *function)
{
    uint32_t i = (uint32_t)((uintptr_t)function / 16 % FUNCTIONS);
    for (uint32_t probes = 1; counts[i].function != function && counts[i].function != NULL && probes < FUNCTIONS;
         probes++) {
        i = (i + 1) % FUNCTIONS;
    }
    counts[i].function = counts[i].function != NULL ? counts[i].function : function;
    uint32_t launches = ++counts[i].launches;
    return launches <= EACH_BEFORE || (launches & (launches - 1)) == 0;
}

void hal_host_confine(const void *ub, const void *function)
{
    if (is_chosen(function)) {
        confined_ub = ub;
        hal_host_is_confined = true;
        close_windows(ub);
        set_data_rights(PROT_READ);
    }
}

void hal_host_release(void)
{
    set_data_rights(PROT_READ | PROT_WRITE);
    open_windows(confined_ub);
    hal_host_is_confined = false;
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
    hal_host_shares_gm = true;
    close(file);
}

void hal_host_map_ram(void)
{
    void *base = (void *)BOARD_RAM_BASE;
    if (mmap(base, hal_ram_bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) != base) {
        hal_host_give_up("the RAM of the board");
    }
    const hal_window_t gm = hal_memory(HAL_MEM_GM, 0, 0);
    set_rights(gm.base, gm.bytes, PROT_READ | PROT_WRITE);
    // Fewer page faults, and quicker changes of rights. Where Linux has no huge pages it fails, which harms nothing.
    (void)madvise(gm.base, gm.bytes, MADV_HUGEPAGE);
    keep_apart(hal_open_begin, (size_t)(hal_open_end - hal_open_begin));
    map_peers(getenv("HAL_HOST_PEERS"));
    hal_host_confines = !BOARD_SANITIZED && hal_hart_num() == 1;
}

void hal_protect(uint32_t hart)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart, windows);
    for (uint32_t i = 0; i < num; i++) {
        set_rights(windows[i].window.base, windows[i].window.bytes, PROT_READ | PROT_WRITE);
        keep_apart(windows[i].window.base, windows[i].window.bytes);
    }
}
