// SPDX-License-Identifier: Apache-2.0
//
// Physical memory protection.
//
// Machine mode: an entry of low priority denies the whole region of the windows, and entries of higher priority allow
// the windows; each hart may only access its own stack. Code and constants are read-only. The denying entries are
// locked, as others do not apply to machine mode. So an access that leaves its window traps, at no cost.
//
// Vector functions run in machine mode, but their loads and stores obey the rules of user mode (mstatus.MPRV). They
// reach the stack of the hart, and the UB and the stack of the core that hal_confine() names; they may read the code
// and data of the image, and write HAL_OPEN data. The entries of the windows are not locked, so machine mode reaches
// all windows whatever they state for user mode, and they may change.

#include <hal/confine.h>
#include <hal/riscv/hal_riscv.h>

// NAPOT entries
#define PMP_DENY    0x98  // locked, nothing
#define PMP_CODE    0x9d  // locked, read and execute
#define PMP_MINE    0x1b  // user mode: read and write
#define PMP_SHOWN   0x19  // user mode: read
#define PMP_MACHINE 0x18  // user mode: nothing

#define PMP_ENTRIES_MAX 16

// CSR numbers are part of the instruction, which requires these lists.
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

// Unimplemented entries read as zero.
static uint32_t count_entries(void)
{
    uint32_t num = 0;
    if (HAL_CAN_READ(pmpcfg0)) {
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

static pmp_t pmps[BOARD_HARTS_MAX];

// NAPOT: the address shifted by 2, with a number of low ones that encodes the size
static void add(pmp_t *pmp, uintptr_t base, uintptr_t bytes, uint8_t permission)
{
    if (pmp->num < pmp->max) {
        set_address(pmp->num, base >> 2 | ((bytes >> 3) - 1));
        pmp->config[pmp->num] = permission;
    }
    pmp->num++;
}

extern const char hal_data_begin[], hal_open_begin[], hal_open_end[], hal_image_end[];  // linker/ptometal.ld.in

static uintptr_t power_of_two(uintptr_t bytes)
{
    uintptr_t power = 4096;
    while (power < bytes) {
        power *= 2;
    }
    return power;
}

// Code and constants, data writable by vector functions, then the whole image.
static void add_image(pmp_t *pmp)
{
#ifdef BOARD_FLASH_BASE
    add(pmp, BOARD_FLASH_BASE, BOARD_FLASH_BYTES, PMP_CODE);
#else
    add(pmp, BOARD_IMAGE_BASE, (uintptr_t)hal_data_begin - BOARD_IMAGE_BASE, PMP_CODE);
#endif
    add(pmp, (uintptr_t)hal_open_begin, (uintptr_t)(hal_open_end - hal_open_begin), PMP_MINE);
    add(pmp, BOARD_IMAGE_BASE, power_of_two((uintptr_t)hal_image_end - BOARD_IMAGE_BASE), PMP_SHOWN);
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

// The bit exists if user mode does; user mode has no address translation.
static bool has_user_mode(void)
{
    (void)hal_csr_set(mstatus, HAL_MSTATUS_MPRV);
    bool has = (hal_csr_clear(mstatus, HAL_MSTATUS_MPRV) & HAL_MSTATUS_MPRV) != 0;
    (void)hal_csr_clear(mstatus, HAL_MSTATUS_MPP);
    return has;
}

static uint8_t permission(const hal_guarded_t *guarded, const void *ub)
{
    return hal_is_open(guarded, ub) ? PMP_MINE : PMP_MACHINE;
}

void hal_protect(uint32_t hart)
{
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart, windows);
    pmp_t *pmp = &pmps[hart];
    *pmp = (pmp_t){{0}, 0, count_entries()};
    for (uint32_t i = 0; i < num; i++) {
        add(pmp, (uintptr_t)windows[i].window.base, windows[i].window.bytes, permission(&windows[i], NULL));
    }
    add(pmp, BOARD_WINDOW_BASE, BOARD_WINDOW_BYTES, PMP_DENY);
    add_image(pmp);
    if (pmp->num > pmp->max || !has_user_mode()) {
        hal_puts(HAL_STDERR,
                 "fault: this hart has too few PMP entries or no user mode: "
                 "its board needs set(PTO_BOARD_PROTECTION none)\n");
        hal_exit(HAL_STATUS_FAULT);
    }
    apply(pmp);
}

void hal_confine_to(const void *ub)
{
    hal_hart_t *hart = hal_hart();
    hal_guarded_t windows[HAL_WINDOWS_MAX];
    uint32_t num = hal_windows(hart->index, windows);
    pmp_t *pmp = &pmps[hart->index];
    for (uint32_t i = 0; i < num; i++) {
        pmp->config[i] = permission(&windows[i], ub);
    }
    apply(pmp);
    hart->ub = ub;
}
