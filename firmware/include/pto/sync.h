// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation of the pipes of one core: event flags, buffer tokens, barriers, completion events.
//
// Each command is queued on the pipe that performs it, in program order with that pipe's data commands:
//
//   pto_set_flag(src, dst, id)   on src: sets the flag when src reaches it. Setting a flag that is set is a fault
//   pto_wait_flag(src, dst, id)  on dst: blocks dst until the flag is set, then clears it
//   pto_get_buf(pipe, id, mode)  on pipe: acquires a buffer token        \  modes: see docs/registers.md
//   pto_rls_buf(pipe, id, mode)  on pipe: releases it                    /
//   pto_pipe_barrier(pipe)       on pipe: earlier commands of the pipe complete before later ones start
//   pto_pipe_barrier(PIPE_ALL)   blocks the scalar unit until every pipe of the core is empty
//   pto_wait_event(pipe, event)  on pipe: blocks it until the command that returned `event` is done
//
// PIPE_S is the scalar unit: its commands take effect at once, its waits block the kernel function.
#ifndef PTO_SYNC_H
#define PTO_SYNC_H

#include <pto/direct.h>
#include <pto/types.h>

#include <hal/hart.h>

#ifdef __cplusplus
extern "C" {
#endif

pto_event_t pto_set_flag_at(const pto_loc_t *loc, uint32_t src, uint32_t dst, int64_t id);
pto_event_t pto_wait_flag_at(const pto_loc_t *loc, uint32_t src, uint32_t dst, int64_t id);
pto_event_t pto_flag_at(const pto_loc_t *loc, uint32_t word);  // either of them, see pto_flag_word()
pto_event_t pto_get_buf_at(const pto_loc_t *loc, uint32_t pipe, int64_t id, int64_t mode);
pto_event_t pto_rls_buf_at(const pto_loc_t *loc, uint32_t pipe, int64_t id, int64_t mode);
pto_event_t pto_pipe_barrier_at(const pto_loc_t *loc, uint32_t pipe);
pto_event_t pto_wait_event_at(const pto_loc_t *loc, uint32_t pipe, pto_event_t event);

#define PTO_SU_CALL(what, call) \
    (__extension__({            \
        PTO_SU_ONLY(what);      \
        call;                   \
    }))

// Whether a flag is constant, and one of a pipe that queues it.
#define PTO_IS_KNOWN_FLAG(pipe, src, dst, id) \
    (__builtin_constant_p((src) | (dst) | (id)) && (pipe) != PIPE_S && pto_is_flag(0x7f, src, dst, id))

// On a host they are called: in a kernel they would take longer to compile than most kernels run.
#ifdef PTO_FLAGS_CALLED
#define pto_set_flag_here  pto_set_flag_at
#define pto_wait_flag_here pto_wait_flag_at
#else
static inline __attribute__((always_inline)) pto_event_t pto_set_flag_here(const pto_loc_t *loc, uint32_t src,
                                                                           uint32_t dst, int64_t id)
{
    if (pto_set_flag_now(loc, src, dst, id)) {
        return PTO_EVENT_DONE;
    }
    return PTO_IS_KNOWN_FLAG(src, src, dst, id) ? pto_flag_at(loc, pto_flag_word(true, src, dst, (uint32_t)id))
                                                : pto_set_flag_at(loc, src, dst, id);
}

static inline __attribute__((always_inline)) pto_event_t pto_wait_flag_here(const pto_loc_t *loc, uint32_t src,
                                                                            uint32_t dst, int64_t id)
{
    if (pto_wait_flag_now(src, dst, id)) {
        return PTO_EVENT_DONE;
    }
    return PTO_IS_KNOWN_FLAG(dst, src, dst, id) ? pto_flag_at(loc, pto_flag_word(false, src, dst, (uint32_t)id))
                                                : pto_wait_flag_at(loc, src, dst, id);
}
#endif

#define pto_set_flag(src, dst, id)  PTO_SU_CALL("set_flag", pto_set_flag_here(PTO_LOC, src, dst, id))
#define pto_wait_flag(src, dst, id) PTO_SU_CALL("wait_flag", pto_wait_flag_here(PTO_LOC, src, dst, id))
#define pto_get_buf(pipe, id, mode) PTO_SU_CALL("get_buf", pto_get_buf_at(PTO_LOC, pipe, id, mode))
#define pto_rls_buf(pipe, id, mode) PTO_SU_CALL("rls_buf", pto_rls_buf_at(PTO_LOC, pipe, id, mode))
#define pto_pipe_barrier(pipe)      PTO_SU_CALL("pipe_barrier", pto_pipe_barrier_at(PTO_LOC, pipe))
#define pto_wait_event(pipe, event) PTO_SU_CALL("wait_event", pto_wait_event_at(PTO_LOC, pipe, event))

// Order of accesses to UB inside a vector function: (prior)_(later). V marks a vector access; without V it is scalar.
typedef enum {
    PTO_VV_ALL,
    PTO_VST_VLD,
    PTO_VLD_VST,
    PTO_VST_VST,
    PTO_VS_ALL,
    PTO_VST_LD,
    PTO_VLD_ST,
    PTO_VST_ST,
    PTO_SV_ALL,
    PTO_ST_VLD,
    PTO_LD_VST,
    PTO_ST_VST,
    PTO_MEM_BAR_NUM,
} pto_mem_bar_t;

// A hart runs a vector function in program order. So this only restrains the compiler, and cores whose vector unit has
// a separate path to memory.
static inline __attribute__((always_inline)) void pto_mem_bar_order(pto_mem_bar_t type)
{
    switch (type) {
        case PTO_VST_VLD:
        case PTO_VST_LD:
        case PTO_ST_VLD:
            hal_fence_of(w, r);
            break;
        case PTO_VLD_VST:
        case PTO_VLD_ST:
        case PTO_LD_VST:
            hal_fence_of(r, w);
            break;
        case PTO_VST_VST:
        case PTO_VST_ST:
        case PTO_ST_VST:
            hal_fence_of(w, w);
            break;
        default:
            hal_fence_of(rw, rw);
            break;
    }
}

#define pto_mem_bar(type)                                                                         \
    (__extension__({                                                                              \
        _Static_assert((type) >= 0 && (type) < PTO_MEM_BAR_NUM, "mem_bar: no such barrier type"); \
        _Static_assert(!PTO_IN_KERNEL, "mem_bar needs a vector function (PTO_VF) around it");     \
        pto_mem_bar_order(type);                                                                  \
        PTO_OBSERVE_MEM_BAR((type) == PTO_VV_ALL || (type) == PTO_VST_VLD,                        \
                            (type) == PTO_VV_ALL || (type) == PTO_VLD_VST);                       \
    }))

#ifdef __cplusplus
}
#endif

#endif
