// SPDX-License-Identifier: Apache-2.0
//
// Harts: boot and start. hal/wake wakes them.

#include <hal/board.h>
#include <hal/confine.h>
#include <hal/vector/core.h>

#include <board.h>

#include "hal_riscv.h"

_Static_assert(sizeof(hal_hart_t) == 1 << HAL_HART_SHIFT, "start.S indexes hal_harts");
_Static_assert(sizeof(hal_trap_t) == HAL_TRAP_BYTES, "start.S fills a hal_trap_t");
_Static_assert(offsetof(hal_trap_t, vstart) == REG_BYTES * 38, "start.S fills a hal_trap_t");

HAL_OPEN hal_hart_t hal_harts[BOARD_HARTS_MAX];  // contains errno

// The first thread-local variable: the linker computes offsets from tp, and tp points to a hal_hart_t.
static _Thread_local char self[offsetof(hal_hart_t, tls)]
    __attribute__((used, aligned(128), section(".tdata.hal_hart"))) = {0};
extern const char hal_tdata_begin[], hal_tdata_end[];  // linker/ptometal.ld.in
static board_machine_t machine;
void (*hal_at_end)(void);

#ifdef __riscv_vector
#ifdef __riscv_v_fixed_vlen
#define IMAGE_VLEN __riscv_v_fixed_vlen
#else
#define IMAGE_VLEN __riscv_v_min_vlen
#endif

static char *put_number(char *to, uint64_t value)
{
    if (value >= 10) {
        to = put_number(to, value / 10);
    }
    *to++ = (char)('0' + value % 10);
    return to;
}

// Every vector register group in the image has a fixed size, so it only works at that VLEN.
static void check_vlen(void)
{
    uintptr_t misa, vlenb = 0;
    __asm__ volatile("csrr %0, misa" : "=r"(misa));
    if (misa >> ('V' - 'A') & 1) {
        __asm__ volatile("csrr %0, vlenb" : "=r"(vlenb));
        if (vlenb * 8 == IMAGE_VLEN) {
            return;
        }
    }
    char number[24];
    hal_puts(HAL_STDERR, "fault: wrong VLEN: the image is built for ");
    *put_number(number, IMAGE_VLEN) = 0;
    hal_puts(HAL_STDERR, number);
    if (vlenb == 0) {
        hal_puts(HAL_STDERR, " bits, the hart has no vector unit\n");
    } else {
        hal_puts(HAL_STDERR, " bits, the hart has ");
        *put_number(number, vlenb * 8) = 0;
        hal_puts(HAL_STDERR, number);
        hal_puts(HAL_STDERR, "\n");
    }
    hal_exit(HAL_STATUS_FAULT);
}
#else
static void check_vlen(void)
{
}
#endif

static void hart_init(uint32_t index)
{
    check_vlen();
    hal_hart_t *hart = hal_hart();
    hal_copy(hart->tls, hal_tdata_begin + sizeof self, (size_t)(hal_tdata_end - hal_tdata_begin) - sizeof self);
    hart->index = index;
    hart->id = hal_hart_id(index);
    pto_idle_core(hart->idle, hart->spr);
    hart->core = hart->idle;
    hal_protect(index);
}

void hal_boot(void *device_tree)
{
    hart_init(0);
    machine = board_discover(device_tree);
    int status = main();
    if (hal_at_end != NULL) {
        hal_at_end();
    }
    hal_exit(status);
}

void hal_hart_main(uint32_t index)
{
    hart_init(index);
    hal_hart_t *hart = hal_hart();
    for (;;) {
        hal_hart_sleep();
        void (*run)(void *) = __atomic_load_n(&hart->run, __ATOMIC_ACQUIRE);
        if (run != NULL) {
            void *arg = hart->arg;
            __atomic_store_n(&hart->run, NULL, __ATOMIC_RELAXED);
            run(arg);
        }
    }
}

size_t hal_ram_bytes(void)
{
    return (size_t)machine.ram_bytes;
}

uint32_t hal_hart_num(void)
{
    return machine.hart_num;
}

uint32_t hal_hart_id(uint32_t index)
{
    return HAL_HART_FIRST + index;
}

void hal_hart_start(uint32_t index, void (*run)(void *arg), void *arg)
{
    hal_harts[index].arg = arg;
    __atomic_store_n(&hal_harts[index].run, run, __ATOMIC_RELEASE);
    hal_hart_wake(index);
}

void hal_trap_rearm(void)
{
    __asm__ volatile("csrw mtvec, %0" ::"r"(hal_trap_entry));
    (void)hal_csr_clear(mstatus, HAL_MSTATUS_MPP & ~HAL_MSTATUS_HOME);
}

extern const char hal_fiber_start[];  // fiber.S

void hal_fiber_init(hal_fiber_t *fiber, void *stack, size_t bytes, void (*entry)(void *arg), void *arg)
{
    *fiber = (hal_fiber_t){0};
    fiber->saved[0] = (uintptr_t)hal_fiber_start;
    fiber->saved[1] = ((uintptr_t)stack + bytes) & ~(uintptr_t)15;
    fiber->saved[2] = (uintptr_t)entry;
    fiber->saved[3] = (uintptr_t)arg;
}
