// SPDX-License-Identifier: Apache-2.0
//
// Plain C accesses of scalar units. Checked kernels are compiled with clang's coverage of loads and stores, or with
// GCC's kernel address sanitizer, so that each load and store calls a function below. Nothing else of either is linked.

#include "check.h"

#define LOCAL_BYTES ((size_t)BOARD_CLUSTERS * BOARD_CLUSTER_STRIDE)
// The range of addresses that holds GM and the local memories.
#define SHARED_BASE (BOARD_GM_BASE < BOARD_CLUSTER_BASE ? BOARD_GM_BASE : BOARD_CLUSTER_BASE)
#define SHARED_END \
    (BOARD_GM_BASE < BOARD_CLUSTER_BASE ? BOARD_CLUSTER_BASE + LOCAL_BYTES : BOARD_GM_BASE + (size_t)BOARD_GM_BYTES)

static bool is_in(uintptr_t address, uintptr_t base, size_t bytes)
{
    return address - base < bytes;
}

// Orchestrations write between runs of their tasks.
static void write_of_orchestration(uintptr_t address, size_t bytes)
{
    if (pto_run_state.kernel == NULL && check_place(address).name != NULL) {
        check_shadow_settle(address, bytes);
    }
}

// A store comes after the loads of its scalar unit, those of this step too, which others do not know to be over yet.
static void touch(const check_access_t *access, uintptr_t address, size_t bytes, pto_access_t kind)
{
    check_agent_t *su = &access->core->agent[PIPE_S];
    uint32_t *loads = &su->knows.at[su->self], known = *loads;
    *loads = kind == PTO_WRITES ? su->seq : known;
    check_touch(access, address, bytes, kind);
    *loads = known;
}

static __attribute__((noinline)) void access_shared(uintptr_t address, size_t bytes, pto_access_t kind, uintptr_t pc)
{
    const pto_agent_t *agent = pto_agent();
    bool gm = is_in(address, BOARD_GM_BASE, BOARD_GM_BYTES), local = is_in(address, BOARD_CLUSTER_BASE, LOCAL_BYTES);
    if (agent == NULL && gm && kind == PTO_WRITES) {
        write_of_orchestration(address, bytes);
    }
    if (agent == NULL || agent->pipe != PIPE_S || !(gm || local)) {
        return;
    }
    const pto_core_t *core = agent->core;
    hal_window_t stack = hal_su_stack(pto_cluster_index(core), core->slot);
    if (is_in(address, (uintptr_t)stack.base, stack.bytes) || check_is_argument(core, address)) {
        return;
    }
    check_access_t access;
    check_current(&access);
    access.who.note = check_note_number(NULL, "a scalar access", NULL, pc);
    if (kind == PTO_WRITES) {
        access.who.mark = (access.core->stores + 1) << CHECK_SEQ_BITS | ((access.who.mark + 1) & CHECK_SEQ_MASK);
    }
    check_lock();
    if (pto_run_state.options.order) {
        check_order_scalar(&access);
    }
    bool own = core->view.ub.bytes != 0 && pto_in_window(core->view.ub, address, bytes);
    if (own || pto_in_gm(address, bytes)) {
        touch(&access, address, bytes, kind);
        check_if_writable(&access, address, bytes, kind);
    } else {
        check_outside(&access, address, bytes, kind);
    }
    check_unlock();
}

static inline void access_at(uintptr_t address, size_t bytes, pto_access_t kind, uintptr_t pc)
{
    // Most accesses are of the image: its tables and stacks.
    if (is_in(address, SHARED_BASE, SHARED_END - SHARED_BASE)) {
        access_shared(address, bytes, kind, pc);
    }
}

// clang-format off
#define SCALAR(name, bytes, kind)                                                        \
    void name(uintptr_t address);                                                        \
    void name(uintptr_t address)                                                         \
    {                                                                                    \
        access_at(address, bytes, kind, (uintptr_t)__builtin_return_address(0));         \
    }
#define SCALARS(bytes)                                          \
    SCALAR(__sanitizer_cov_load##bytes, bytes, PTO_READS)       \
    SCALAR(__sanitizer_cov_store##bytes, bytes, PTO_WRITES)     \
    SCALAR(__asan_load##bytes##_noabort, bytes, PTO_READS)      \
    SCALAR(__asan_store##bytes##_noabort, bytes, PTO_WRITES)
SCALARS(1)
SCALARS(2)
SCALARS(4)
SCALARS(8)
SCALARS(16)
#define SCALAR_N(name, kind)                                                             \
    void name(uintptr_t address, size_t bytes);                                          \
    void name(uintptr_t address, size_t bytes)                                           \
    {                                                                                    \
        access_at(address, bytes, kind, (uintptr_t)__builtin_return_address(0));         \
    }
SCALAR_N(__asan_loadN_noabort, PTO_READS)
SCALAR_N(__asan_storeN_noabort, PTO_WRITES)
// clang-format on

// The compiler calls this before a noreturn function.
void __asan_handle_no_return(void);
void __asan_handle_no_return(void)
{
}
