// SPDX-License-Identifier: Apache-2.0
//
// Physical memory protection, with as many entries as the hart has.
//
// Where they suffice, an entry of low priority denies the whole region of the windows to every mode, and entries of
// higher priority allow the windows, each hart its own stack only. Where they do not, each denies one gap: those below
// the stacks first, then those around the UBs. Entries are locked, or they would not bind machine mode; so an address
// that leaves its window traps, at no cost. Two entries more make code and constants read-only. A hart without PMP has
// no guards.

#include <hal/riscv/hal_riscv.h>

#define PMP_ALLOW 0x9b  // locked, NAPOT, read and write
#define PMP_DENY  0x98  // locked, NAPOT, nothing
#define PMP_CODE  0x8d  // locked, from the address of the entry before, read and execute

#define PMP_ENTRIES_MAX 16

// CSR numbers are part of the instruction, hence the lists.
// clang-format off
#define FOR_ENTRIES(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#if __riscv_xlen == 64
#define FOR_CONFIGS(X) X(0, 0) X(1, 2)
#else
#define FOR_CONFIGS(X) X(0, 0) X(1, 1) X(2, 2) X(3, 3)
#endif
// clang-format on

static void set_address(uint32_t entry, uintptr_t value)
{
    switch (entry) {
#define ENTRY(n)                                                 \
    case n:                                                      \
        __asm__ volatile("csrw pmpaddr" #n ", %0" ::"r"(value)); \
        break;
        FOR_ENTRIES(ENTRY)
#undef ENTRY
    }
}

static uintptr_t get_address(uint32_t entry)
{
    uintptr_t value = 0;
    switch (entry) {
#define ENTRY(n)                                                 \
    case n:                                                      \
        __asm__ volatile("csrr %0, pmpaddr" #n : "=r"(value)::); \
        break;
        FOR_ENTRIES(ENTRY)
#undef ENTRY
    }
    return value;
}

// Whether the hart has the registers at all: else reading one traps, and the trap comes back here.
static bool has_pmp(void)
{
    uintptr_t found, saved, scratch;
    __asm__ volatile(
        "la   %2, 1f\n"
        "csrrw %1, mtvec, %2\n"
        "li   %0, 0\n"
        "csrr %2, pmpcfg0\n"
        "li   %0, 1\n"
        ".balign 4\n"
        "1: csrw mtvec, %1\n"
        : "=&r"(found), "=&r"(saved), "=&r"(scratch)::"memory");
    return found != 0;
}

// Entries that are not there read as zero.
static uint32_t count_entries(void)
{
    uint32_t num = 0;
    if (has_pmp()) {
        for (; num < PMP_ENTRIES_MAX; num++) {
            set_address(num, ~(uintptr_t)0);
            if (get_address(num) == 0) {
                break;
            }
        }
    }
    return num;
}

typedef struct {
    uint8_t config[PMP_ENTRIES_MAX];
    uint32_t num, max;
} pmp_t;

static void add(pmp_t *pmp, uintptr_t base, uintptr_t bytes, uint8_t permission)
{
    if (pmp->num < pmp->max) {
        // NAPOT: the address shifted by 2, with as many low ones as the size needs
        set_address(pmp->num, base >> 2 | ((bytes >> 3) - 1));
        pmp->config[pmp->num++] = permission;
    }
}

extern const char hal_data_begin[];  // linker/ptometal.ld.in

// Denies stores to code and constants. In flash they are safe anyway.
static void add_code(pmp_t *pmp)
{
#ifndef BOARD_FLASH_BASE
    if (pmp->num + 2 <= pmp->max) {
        set_address(pmp->num++, BOARD_IMAGE_BASE >> 2);
        set_address(pmp->num, (uintptr_t)hal_data_begin >> 2);
        pmp->config[pmp->num++] = PMP_CODE;
    }
#else
    (void)pmp;
#endif
}

static void apply(const pmp_t *pmp)
{
#define CONFIG(i, n)                                                           \
    if (pmp->max > (i) * sizeof(uintptr_t)) {                                  \
        uintptr_t word;                                                        \
        __builtin_memcpy(&word, pmp->config + (i) * sizeof word, sizeof word); \
        __asm__ volatile("csrw pmpcfg" #n ", %0" ::"r"(word));                 \
    }
    FOR_CONFIGS(CONFIG)
#undef CONFIG
}

void hal_protect(uint32_t hart)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart, windows);
    pmp_t pmp = {{0}, 0, count_entries()};
    if (num + 1 <= pmp.max) {
        for (uint32_t i = 0; i < num; i++) {
            add(&pmp, (uintptr_t)windows[i].window.base, windows[i].window.bytes, PMP_ALLOW);
        }
        add(&pmp, BOARD_WINDOW_BASE, BOARD_WINDOW_BYTES, PMP_DENY);
        add_code(&pmp);
    } else {
        for (uint32_t round = 0; round < 2; round++) {
            for (uint32_t i = 0; i < num; i++) {
                hal_window_t window = windows[i].window;
                if (windows[i].stack == (round == 0)) {
                    add(&pmp, (uintptr_t)window.base - window.bytes, window.bytes, PMP_DENY);
                }
                if (!windows[i].stack && round == 1) {
                    add(&pmp, (uintptr_t)window.base + window.bytes, window.bytes, PMP_DENY);
                }
            }
        }
    }
    apply(&pmp);
}
