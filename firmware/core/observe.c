// SPDX-License-Identifier: Apache-2.0
//
// Execution of commands under an observer.

#include "core.h"

#ifdef PTO_OBSERVED

__attribute__((weak)) bool pto_observe_holds(const pto_core_t *core, const pto_cmd_t *cmd)
{
    (void)core, (void)cmd;
    return false;
}

__attribute__((weak)) void pto_observe_grid(void)
{
}

__attribute__((weak)) void pto_observe_thread(uint32_t index)
{
    (void)index;
}

__attribute__((weak)) void pto_observe_program(void)
{
}

__attribute__((weak)) void pto_observe_operands(pto_runs_t dst, pto_runs_t src, bool in_place)
{
    (void)dst;
    (void)src;
    (void)in_place;
}

__attribute__((weak)) void pto_observe_fence(const pto_core_t *core)
{
    (void)core;
}

__attribute__((weak)) void pto_observe_copy(const pto_core_t *core, int64_t number)
{
    (void)core, (void)number;
}

__attribute__((weak)) void pto_observe_copied(const pto_core_t *core, int64_t number)
{
    (void)core, (void)number;
}

__attribute__((weak)) void pto_observe_task_end(const pto_task_t *task)
{
    (void)task;
}

__attribute__((weak)) void pto_observe_notify(const int32_t *at, int32_t value, bool adds)
{
    (void)value, (void)adds;
    pto_observe_give(at, 0);
}

__attribute__((weak)) void pto_observe_signal(const int32_t *at,
                                              bool (*holds)(int32_t found, uint32_t cmp, int32_t value), uint32_t cmp,
                                              int32_t value)
{
    (void)holds, (void)cmp, (void)value;
    pto_observe_take(at, 0);
}

// Serialises commands across harts: an observer may rerun one on other values (../check/doubt.c), and restores the
// memory afterwards.
pto_step_t pto_execute_alone(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    static uint32_t busy;
    while (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE) != 0) {
    }
    pto_step_t step =
        pto_observe_holds(core, cmd) ? PTO_BLOCKED : pto_observe_execute(core, pipe, cmd, pto_seq(core, pipe));
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
    return step;
}

#endif
