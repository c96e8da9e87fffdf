// SPDX-License-Identifier: Apache-2.0
//
// The contract of a port: everything that the firmware requires from a machine.
//
//   hal/riscv        harts, traps, memory map: shared by all RISC-V boards
//   hal/host         the same interfaces for a Linux process as the board
//   hal/console, transfer, exit, wake, protection, copy, peers
//                    parts with several implementations, of which a board selects one each (boards/<name>/board.cmake)
//   boards/<name>    board.h: preprocessor-only facts, read by C, assembly and the linker script; board.c: discovery
//   hal/vector       the vector instructions, header only
//   hal/sync_regs.h  the register block of a sync unit
//
// A board may also have an implementation of its own: it selects none and defines the functions in board.c.
#ifndef HAL_HAL_H
#define HAL_HAL_H

#include <hal/hart.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Life cycle. Start-up gives every hart a stack, with FP and vectors enabled. It checks VLEN, fills .data and .bss,
// protects memory, and calls main() on hart 0. The others sleep until hal_hart_start().

int main(void);

// Called by hal/libc when main() returns, or NULL.
extern void (*hal_at_end)(void);

// Ends the program with an exit status, from any hart.
_Noreturn void hal_exit(int status);

// ---------------------------------------------------------------------------------------------------------------------
// Console, arguments, files (those of the host, if there is one)

enum { HAL_STDOUT = 1, HAL_STDERR = 2 };

void hal_write(int stream, const char *text, size_t bytes);
void hal_puts(int stream, const char *text);

/**
 * Copies the command line, without the name of the image, as one string.
 *
 * @return its length, or -1 if there is none or it does not fit
 */
ptrdiff_t hal_cmdline(char *buffer, size_t bytes);

typedef enum {
    HAL_FILE_READ,
    HAL_FILE_WRITE,   // truncates or creates
    HAL_FILE_APPEND,  // creates; keeps the contents
} hal_file_mode_t;

// Each returns a negative number on failure.
int hal_file_open(const char *path, hal_file_mode_t mode);
ptrdiff_t hal_file_size(int file);
ptrdiff_t hal_file_read(int file, void *buffer, size_t bytes);
ptrdiff_t hal_file_write(int file, const void *buffer, size_t bytes);
int hal_file_close(int file);
int hal_file_remove(const char *path);

// Whether reading a file again is expensive.
bool hal_files_are_slow(void);

// ---------------------------------------------------------------------------------------------------------------------
// Counters of the calling hart

static inline uint64_t hal_instret(void);
static inline uint64_t hal_cycle(void);

// ---------------------------------------------------------------------------------------------------------------------
// Harts, numbered from 0 without gaps

// The object that tp points to. The first three words belong to the firmware: the core that the hart works for, the
// agent that it runs, and the core again while that agent may issue commands. The first member of a core points to the
// pto_spr_t of hal/vector/core.h. Outside a run they are `idle`, NULL and NULL.
#define HAL_TLS_BYTES 128

typedef struct {
    void *core;
    void *agent;
    void *issuer;
    uint32_t index;
    uint32_t id;  // mhartid
    void (*run)(void *arg);
    void *arg;
    uint64_t idle[6];  // the part of a core that a vector function may read
    const void *ub;    // argument of the last hal_confine()
    uint64_t spr[2];   // of idle
    bool muted;        // repeats a command, whose output is dropped
    // Thread-local variables, which compilers address relative to tp: of a C library (errno), of a kernel.
    uint8_t tls[HAL_TLS_BYTES] __attribute__((aligned(128)));
} __attribute__((aligned(128))) hal_hart_t;

static inline hal_hart_t *hal_hart(void);

// Sections of variables. Vector functions may write only HAL_OPEN data of the image, which is zeroed at start. They may
// read HAL_SHOWN data, which is not initialised; with page protection they may read no other data.
#define HAL_OPEN  __attribute__((section(".bss.open")))
#define HAL_SHOWN __attribute__((section(".noinit.shown")))

uint32_t hal_hart_num(void);
uint32_t hal_hart_id(uint32_t index);  // its mhartid

// Runs a function once on a sleeping hart (not the caller).
void hal_hart_start(uint32_t index, void (*run)(void *arg), void *arg);

// Ends the current or the next hal_hart_sleep() of a hart.
void hal_hart_wake(uint32_t index);

// Waits for hal_hart_wake(). May return early; an earlier wake is not lost.
void hal_hart_sleep(void);

// As above, for at most this long. A board without a timer returns at once.
void hal_hart_nap(uint32_t microseconds);

// Makes the calling hart trap after this many seconds, whatever it does; hal_is_alarm() identifies the cause. 0 cancels
// the alarm. A board without a timer ignores it.
void hal_alarm(uint32_t seconds);

// Sets rounding to nearest and clears the flags, for scalar and vector floating point.
static inline void hal_float_reset(void);

// Orders memory accesses; memory accesses before device accesses that follow; device accesses before memory accesses.
static inline void hal_fence(void);
static inline void hal_fence_to_device(void);
static inline void hal_fence_from_device(void);

// Rests until an interrupt is pending; may return earlier.
static inline void hal_wait_for_interrupt(void);

// ---------------------------------------------------------------------------------------------------------------------
// Fibers: stacks that a hart switches between

#ifdef __riscv
typedef struct {
    uintptr_t saved[14];   // ra, sp, s0-s11
    uint64_t saved_f[12];  // fs0-fs11, where the ABI has them
} hal_fiber_t;
#else
#include <hal/host/fiber.h>
#endif

// Prepares a fiber that runs entry(arg) when switched to. entry() must not return.
void hal_fiber_init(hal_fiber_t *fiber, void *stack, size_t bytes, void (*entry)(void *arg), void *arg);

// Saves the running fiber in `from` and continues `to`.
void hal_fiber_switch(hal_fiber_t *from, const hal_fiber_t *to);

// Returns 0. Returns again, with a non-zero value, when another fiber switches to `fiber`.
uintptr_t hal_fiber_save(hal_fiber_t *fiber) __attribute__((returns_twice));

// ---------------------------------------------------------------------------------------------------------------------
// Memory map. An access just outside a window traps, in machine mode too.

typedef enum {
    HAL_MEM_GM,
    HAL_MEM_UB,
    HAL_MEM_L1,
    HAL_MEM_L0A,
    HAL_MEM_L0B,
    HAL_MEM_L0C,
    HAL_MEM_BT,
    HAL_MEM_FB,
    HAL_MEM_NUM,
} hal_mem_t;

typedef struct {
    uint8_t *base;
    size_t bytes;  // 0: the board has no such memory
} hal_window_t;

uint32_t hal_cluster_num(void);
uint32_t hal_vector_core_num(void);  // in each cluster
uint32_t hal_cube_core_num(void);    // in each cluster: 1, or 0 on a board without

// The memory of a cluster; UB is that of vector core `core`. GM ignores both.
hal_window_t hal_memory(hal_mem_t mem, uint32_t cluster, uint32_t core);

// Whether memories read as zero before they are first written, as on an emulator.
bool hal_ram_was_zero(void);

// The guarded stack of a scalar unit: `core` 0.. are the vector cores of the cluster, then the cube core.
hal_window_t hal_su_stack(uint32_t cluster, uint32_t core);

// ---------------------------------------------------------------------------------------------------------------------
// Images side by side, each with harts and memories of its own, numbered from 0 (hal/peers/peers.h, docs/porting.md)

// Returns the part of GM that all of them reach at the same addresses; 0 bytes: the board shares none.
hal_window_t hal_peers_window(void);

// Ends the current or the next hal_doorbell_wait() of an image. Earlier writes of the caller are visible to it then.
void hal_doorbell_ring(uint32_t image);

// Waits for the doorbell of this image, for less than a millisecond. May return early; an earlier ring is not lost.
void hal_doorbell_wait(uint32_t image);

// ---------------------------------------------------------------------------------------------------------------------
// Bulk data: the copy engine of the machine, or its fastest loop

// Copies `rows` rows. Rows must not overlap each other.
void hal_copy_rows(void *dst, ptrdiff_t dst_stride, const void *src, ptrdiff_t src_stride, size_t row_bytes,
                   size_t rows);
void hal_copy(void *dst, const void *src, size_t bytes);
void hal_zero(void *dst, size_t bytes);

// ---------------------------------------------------------------------------------------------------------------------
// Traps. The firmware defines hal_trap(), which reports. It runs on a separate stack and does not return, but may leave
// by hal_trap_rearm() and a switch to a fiber. A trap within it calls hal_trap_in_report(), which ends the program; one
// within that ends it at once.

typedef struct {
    uintptr_t x[32];  // integer registers; x[1] is the return address
    uintptr_t pc, cause, value, status;
    uintptr_t vtype, vl, vstart;
    uintptr_t _pad0;
} hal_trap_t;

_Noreturn void hal_trap(const hal_trap_t *trap);
_Noreturn void hal_trap_in_report(void);
void hal_trap_rearm(void);

// Whether a trap is the alarm of hal_alarm().
bool hal_is_alarm(uintptr_t cause);

// Whether a trap is an access below one of the guarded stacks.
bool hal_is_stack_overflow(const hal_trap_t *trap);

// The names of hal_trap_t.x, up to NULL.
extern const char *const hal_trap_registers[];

// Returns for example "load access fault".
const char *hal_trap_name(uintptr_t cause);

// Returns the extension of an illegal instruction ("Zvfh"), or NULL if it belongs to no optional extension.
const char *hal_trap_extension(uint32_t instruction, uintptr_t vtype);

#ifdef __cplusplus
}
#endif

// Functions that expand to a few instructions.
#ifdef __riscv
#include <hal/riscv/inline.h>
#else
#include <hal/host/inline.h>
#endif

#endif
