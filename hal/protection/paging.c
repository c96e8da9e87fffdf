// SPDX-License-Identifier: Apache-2.0
//
// Page tables, for a hart with an MMU and without PMP: Sv39, or Sv32 on RV32.
//
// The program stays in machine mode, whose loads and stores obey the rules of another mode while mstatus.MPRV is set.
// They then use the page tables, which map every address to itself; instruction fetches do not. The scalar unit and
// commands use supervisor mode, which may access everything except the gaps between the windows; code and constants are
// read-only. Vector functions use user mode. It may access the UB and the stack of their core, the stacks of harts,
// code and constants. Of the data of the image it may access only HAL_OPEN and HAL_SHOWN. A page cannot be writable in
// one mode and readable in the other, so it may write both of these. Traps set MPP to machine mode, so that reports see
// all memory.
//
// Each vector core has an address space. They differ in the access of user mode.

#include <hal/confine.h>
#include <hal/riscv/hal_riscv.h>

#define PAGE_SHIFT 12
#define PAGE_BYTES (1u << PAGE_SHIFT)

#if __riscv_xlen == 64
#define LEVELS     3
#define INDEX_BITS 9
#define SATP_MODE  (UINT64_C(8) << 60)
#define LAST       ((UINT64_C(1) << 38) - 1)  // Sv39 maps its upper half to the end of the 64-bit space
#else
#define LEVELS     2
#define INDEX_BITS 10
#define SATP_MODE  (UINT32_C(1) << 31)
#define LAST       UINT32_MAX
#endif

typedef uintptr_t entry_t;

// Accessed and dirty bits are set in advance: harts may trap instead of setting them.
#define VALID     0x01
#define READ      (VALID | 0x42)
#define WRITE     (READ | 0x84)
#define USER      0x10
#define IS_LEAF   0x02
#define PPN_SHIFT 10

typedef struct {
    entry_t entry[1 << INDEX_BITS];
} table_t;

// A space has a table of each level; one for each piece of the windows; and one at each end of code, of what is open and shown, and of flash.
#define PIECE_BYTES      ((uintptr_t)PAGE_BYTES << INDEX_BITS)
#define TABLES_PER_SPACE (LEVELS + BOARD_WINDOW_BYTES / PIECE_BYTES + 8)
#define SPACES           (BOARD_CLUSTERS * BOARD_VECTOR_CORES)

__attribute__((section(".noinit"), aligned(PAGE_BYTES))) static table_t tables[SPACES * TABLES_PER_SPACE];
static uint32_t table_num;
static struct {
    const void *ub;
    uintptr_t satp;
} spaces[SPACES];

static table_t *new_table(void)
{
    if (table_num == sizeof tables / sizeof tables[0]) {
        hal_puts(HAL_STDERR, "fault: hal/protection/paging.c has too few tables for this board\n");
        hal_exit(HAL_STATUS_FAULT);
    }
    return &tables[table_num++];
}

// Returns the table below an entry. The entries of a new table inherit the mapping of that entry.
static table_t *table_below(entry_t *entry, uint32_t level)
{
    if ((*entry & VALID) != 0 && (*entry & IS_LEAF) == 0) {
        return (table_t *)(*entry >> PPN_SHIFT << PAGE_SHIFT);
    }
    table_t *table = new_table();
    for (uintptr_t i = 0; i < 1 << INDEX_BITS; i++) {
        table->entry[i] = *entry == 0 ? 0 : *entry + (i << (level - 1) * INDEX_BITS << PPN_SHIFT);
    }
    *entry = (uintptr_t)table >> PAGE_SHIFT << PPN_SHIFT | VALID;
    return table;
}

// Maps `begin` to `last`, whole pages, in the largest possible pages. Access 0 denies everything.
static void map(table_t *table, uint32_t level, uintptr_t begin, uintptr_t last, entry_t access)
{
    const uint32_t shift = PAGE_SHIFT + level * INDEX_BITS;
    for (uintptr_t at = begin;; at++) {
        entry_t *entry = &table->entry[at >> shift & ((1 << INDEX_BITS) - 1)];
        const uintptr_t piece = at >> shift << shift, end = piece + (((uintptr_t)1 << shift) - 1);
        const uintptr_t stop = end < last ? end : last;
        if (level == 0 || (at == piece && stop == end)) {
            *entry = access == 0 ? 0 : piece >> PAGE_SHIFT << PPN_SHIFT | access;
        } else {
            map(table_below(entry, level), level - 1, at, stop, access);
        }
        if (stop == last) {
            return;
        }
        at = stop;
    }
}

static void map_bytes(table_t *root, uintptr_t base, uintptr_t bytes, entry_t access)
{
    if (bytes != 0) {
        map(root, LEVELS - 1, base, base + bytes - 1, access);
    }
}

static void map_window(table_t *root, const hal_guarded_t *guarded, const void *ub)
{
    const hal_window_t window = guarded->window;
    map_bytes(root, (uintptr_t)window.base, window.bytes, hal_is_open(guarded, ub) ? WRITE | USER : WRITE);
}

// linker/ptometal.ld.in
extern const char hal_data_begin[], hal_open_begin[], hal_open_end[], hal_shown_begin[], hal_shown_end[];

// A piece of whole pages.
static void map_piece(table_t *root, const char *begin, const char *end, entry_t access)
{
    map_bytes(root, (uintptr_t)begin, (uintptr_t)(end - begin), access);
}

// Harts share the spaces, so the stacks of all harts are accessible.
static table_t *make_space(const void *ub)
{
    table_t *root = new_table();
    *root = (table_t){{0}};
    map(root, LEVELS - 1, 0, LAST, WRITE);
    map_piece(root, hal_open_begin, hal_open_end, WRITE | USER);
    map_piece(root, hal_shown_begin, hal_shown_end, WRITE | USER);
#ifdef BOARD_FLASH_BASE
    map_bytes(root, BOARD_FLASH_BASE, BOARD_FLASH_BYTES, READ | USER);
#else
    map_bytes(root, BOARD_IMAGE_BASE, (uintptr_t)hal_data_begin - BOARD_IMAGE_BASE, READ | USER);
#endif
    map_bytes(root, BOARD_WINDOW_BASE, BOARD_WINDOW_BYTES, 0);
    for (uint32_t hart = 0; hart < BOARD_HARTS_MAX; hart++) {
        hal_guarded_t windows[HAL_WINDOWS_MAX];
        const uint32_t num = hal_windows(hart, windows);
        for (uint32_t i = 0; i < num; i++) {
            map_window(root, &windows[i], ub);
        }
    }
    return root;
}

// Called before hart 0 starts the others.
static void make_spaces(void)
{
    for (uint32_t i = 0; i < SPACES; i++) {
        spaces[i].ub = hal_memory(HAL_MEM_UB, i / BOARD_VECTOR_CORES, i % BOARD_VECTOR_CORES).base;
        spaces[i].satp = SATP_MODE | (uintptr_t)make_space(spaces[i].ub) >> PAGE_SHIFT;
    }
}

static void enter(uintptr_t satp)
{
    __asm__ volatile("csrw satp, %0\n\tsfence.vma" ::"r"(satp) : "memory");
}

// If there is PMP too, it denies everything to modes below machine mode until an entry allows it.
static void open_pmp(void)
{
    if (HAL_CAN_READ(pmpcfg0)) {
        __asm__ volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1" ::"r"(-1), "r"(0x1f));
    }
}

// Unsupported modes do not persist in mstatus.
static bool has_modes(void)
{
    const uintptr_t home = HAL_MSTATUS_MPRV | HAL_MSTATUS_SUM | HAL_MSTATUS_MPP_S;
    if (!HAL_CAN_READ(satp)) {
        return false;
    }
    (void)hal_csr_clear(mstatus, HAL_MSTATUS_MPP);
    const uintptr_t user = hal_csr_set(mstatus, home);
    const uintptr_t supervisor = hal_csr_clear(mstatus, HAL_MSTATUS_MPRV);
    enter(spaces[0].satp);
    return (user & HAL_MSTATUS_MPP) == 0 && (supervisor & (HAL_MSTATUS_MPP | home)) == home &&
           hal_csr_set(satp, 0) == spaces[0].satp;
}

void hal_protect(uint32_t hart)
{
    if (hart == 0) {
        make_spaces();
    }
    open_pmp();
    if (!has_modes()) {
        hal_puts(HAL_STDERR,
                 "fault: this hart has no page tables or no user mode: "
                 "its board needs set(PTO_BOARD_PROTECTION pmp), or none\n");
        hal_exit(HAL_STATUS_FAULT);
    }
    (void)hal_csr_set(mstatus, HAL_MSTATUS_MPRV);
}

void hal_confine_to(const void *ub)
{
    for (uint32_t i = 0; i < SPACES; i++) {
        if (spaces[i].ub == ub) {
            enter(spaces[i].satp);
        }
    }
    hal_hart()->ub = ub;
}
