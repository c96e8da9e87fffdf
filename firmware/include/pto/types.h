// SPDX-License-Identifier: Apache-2.0
//
// Types shared by all PTO headers: pipes, events, memories, source locations, scopes.
#ifndef PTO_TYPES_H
#define PTO_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// pto_f16_t, pto_bf16_t, pto_e4m3_t ...
#include <hal/vector/element.h>

#ifdef __cplusplus
extern "C" {
#endif

// The pipes of a core. A core has a subset; PIPE_S is the scalar unit itself.
typedef enum {
    PIPE_S,
    PIPE_V,
    PIPE_M,
    PIPE_MTE1,
    PIPE_MTE2,
    PIPE_MTE3,
    PIPE_FIX,
    PTO_PIPE_NUM,
    PIPE_ALL = PTO_PIPE_NUM,  // only for pto_pipe_barrier
} pto_pipe_t;

// Event flags of one (source, destination) pair. The A5 profile has 8, A2A3 too; the sync unit holds 16.
typedef enum {
    EVENT_ID0,
    EVENT_ID1,
    EVENT_ID2,
    EVENT_ID3,
    EVENT_ID4,
    EVENT_ID5,
    EVENT_ID6,
    EVENT_ID7,
    EVENT_ID8,
    EVENT_ID9,
    EVENT_ID10,
    EVENT_ID11,
    EVENT_ID12,
    EVENT_ID13,
    EVENT_ID14,
    EVENT_ID15,
} pto_event_id_t;

// The memories of a cluster. GM is shared by all clusters; UB belongs to a vector core, the rest to the cube core.
typedef enum {
    PTO_MEM_GM,
    PTO_MEM_UB,
    PTO_MEM_L1,
    PTO_MEM_L0A,
    PTO_MEM_L0B,
    PTO_MEM_L0C,
    PTO_MEM_BT,
    PTO_MEM_FB,
    PTO_MEM_NUM,
} pto_mem_t;

// A source location in a kernel. Records keep a pointer to it, so it has static storage.
typedef struct {
    const char *file;
    const char *function;
    uint32_t line;
} pto_loc_t;

#define PTO_LOC                                                               \
    (__extension__({                                                          \
        static const pto_loc_t pto_loc_here = {__FILE__, __func__, __LINE__}; \
        &pto_loc_here;                                                        \
    }))

// A part of GM that a launch may touch. A transfer that starts in the buffer may read on into the slack after it, as on
// a device that maps memory in larger units. This gives one warning for each command in the source.
typedef struct {
    void *address;
    size_t bytes;
    const char *name;  // for reports; may be NULL
    size_t slack;
    bool discards;     // transfers may also write the slack; its contents are discarded
    bool read_only;    // an input: no command may write it
    uint32_t rank;     // whose window it is in; a launch sets it
    size_t unwritten;  // uninitialised bytes at its end; all, for an output
} pto_gm_buffer_t;

// Completion of one issued command: it is done once `pipe` has retired `seq` commands. A command that ran within its
// issue returns PTO_EVENT_DONE.
typedef struct {
    uint32_t pipe;
    uint32_t seq;
} pto_event_t;

#define PTO_EVENT_DONE ((pto_event_t){PIPE_S, 0})

// ---------------------------------------------------------------------------------------------------------------------
// Scopes. `pto_scope` has a different type in a kernel body, in a vector function and elsewhere. So macros can reject
// at compile time what a scope does not allow. It is never evaluated.

struct pto_scope_none;
struct pto_scope_kernel;
struct pto_scope_vf;
extern struct pto_scope_none *pto_scope;

#define PTO_IN_VF     _Generic(pto_scope, struct pto_scope_vf *: 1, default: 0)
#define PTO_IN_KERNEL _Generic(pto_scope, struct pto_scope_kernel *: 1, default: 0)

// Commands of the scalar unit: not in a vector function.
#define PTO_SU_ONLY(what) _Static_assert(!PTO_IN_VF, what " is not allowed inside a vector function")

// Vector instructions: not directly in a kernel body. An expression, for use in macros that return a value.
#define PTO_VECTOR_SCOPE_CHECK(what)                                                        \
    ((void)sizeof(struct {                                                                  \
        _Static_assert(!PTO_IN_KERNEL, what " needs a vector function (PTO_VF) around it"); \
        int unused;                                                                         \
    }))

#ifdef __cplusplus
}
#endif

#endif
