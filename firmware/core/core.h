// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/: cores, agents, command queues. Kernels and apps include <pto/...>.
//
// A core is an instance of a description. Its scalar unit (SU) is a fiber that issues command records; each of its
// pipes is a bounded queue of them and a stepper. Agents (SUs and pipes) live on harts. One hart may host any set.
//
//   SU --issue--> [ring of records] --step--> executor        one producer, one consumer, head and tail only
//                  head           tail
//
// An executor answers PTO_DONE or PTO_BLOCKED; blocked, it has changed nothing and is asked again later. That is all
// the scheduler knows of a command, so waiting, data movement and vector functions are the same kind of thing.
#ifndef PTO_CORE_H
#define PTO_CORE_H

#include <hal/hal.h>
#include <hal/sync_regs.h>
#include <hal/vector/core.h>

#include <board.h>
#include <pto/cube.h>
#include <pto/kernel.h>
#include <pto/runtime.h>
#include <pto/types.h>

#include "order.h"

#ifdef BOARD_QUEUE_DEPTH
#define PTO_QUEUE_DEPTH BOARD_QUEUE_DEPTH
#else
#define PTO_QUEUE_DEPTH 32  // a power of two
#endif

#define PTO_CMD_BYTES 256
#define PTO_CMD_DATA  (PTO_CMD_BYTES - 8 - 2 * sizeof(void *))

#define PTO_CLUSTER_CORES (BOARD_VECTOR_CORES + BOARD_CUBE_CORES)
#define PTO_CORE_MAX      (BOARD_CLUSTERS * PTO_CLUSTER_CORES)
#define PTO_CORE_PIPES    (BOARD_CUBE_CORES ? 6 : 3)  // that the kind with most has, PIPE_S aside

#define PTO_RECORDS (PTO_CORE_MAX * PTO_CORE_PIPES * PTO_QUEUE_DEPTH)

_Static_assert((PTO_QUEUE_DEPTH & (PTO_QUEUE_DEPTH - 1)) == 0, "ring index");
_Static_assert(PTO_EVENT_ID_NUM <= HAL_SYNC_FLAGS && PTO_BUFFER_ID_NUM <= HAL_SYNC_BUFFERS, "sync unit");
_Static_assert((int)PTO_PIPE_NUM <= HAL_SYNC_PIPES, "sync unit");
_Static_assert((int)PTO_MEM_NUM == (int)HAL_MEM_NUM && (int)PTO_MEM_FB == (int)HAL_MEM_FB, "memories");

_Static_assert(PTO_SEMAPHORE_NUM == HAL_SEMAPHORES && PTO_SEMAPHORE_MAX == HAL_SEMAPHORE_MAX &&
                   PTO_CROSS_ID_NUM == HAL_CROSS_FLAG_NUM && PTO_CLUSTER_CORES <= HAL_CLUSTER_CORES,
               "semaphores of a cluster");

typedef struct pto_core pto_core_t;
typedef struct pto_cmd pto_cmd_t;
typedef struct pto_task pto_task_t;  // tasks.h

typedef enum { PTO_DONE, PTO_BLOCKED } pto_step_t;

// What a blocked command waits for: a hart that sleeps is not woken for anything else.
typedef enum {
    PTO_AWAITS_ANY,      // something on its core
    PTO_AWAITS_PIPE,     // pipe arg[0] to go on
    PTO_AWAITS_FLAG,     // the same, to set a flag for pipe arg[1]
    PTO_AWAITS_RELEASE,  // a pipe of its core to release a buffer
    PTO_AWAITS_EMPTY,    // pipes to have nothing left
    PTO_AWAITS_ROOM,     // the queue of pipe arg[0] not to be full
    PTO_AWAITS_SIGNAL,   // what calls pto_wake_group() or pto_wake_all() itself
} pto_awaits_t;

// What a command means to observers: how it orders what others do.
typedef enum {
    PTO_MEANS_WORK,
    PTO_MEANS_VECTOR_FUNCTION,
    PTO_MEANS_SET_FLAG,
    PTO_MEANS_WAIT_FLAG,
    PTO_MEANS_GET_BUF,
    PTO_MEANS_RLS_BUF,
    PTO_MEANS_BARRIER,
    PTO_MEANS_WAIT_EVENT,
    PTO_MEANS_SET_INTRA,
    PTO_MEANS_WAIT_INTRA,
    PTO_MEANS_SET_CROSS,
    PTO_MEANS_WAIT_CROSS,
    PTO_MEANS_ARRIVE,
    PTO_MEANS_SYNCALL,
} pto_means_t;

// What a command is. `describe` writes its operands for reports; `lacks` is of an entry of a tile pipe: the core that
// has yet to do its part before the command can run, NULL where none has.
typedef struct {
    const char *name;
    pto_step_t (*exec)(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd);
    size_t (*describe)(const pto_cmd_t *cmd, char *text, size_t bytes);
    pto_awaits_t awaits;
    uint8_t pipe;   // of tile instructions that run inside their issue
    uint8_t means;  // pto_means_t
    const pto_core_t *(*lacks)(const pto_core_t *core, const pto_cmd_t *cmd);
} pto_op_t;

// A command record: plain data.
struct pto_cmd {
    const pto_op_t *op;
    const pto_loc_t *loc;
    uint16_t arg[4];
    uint64_t data[PTO_CMD_DATA / 8];
};
_Static_assert(sizeof(pto_cmd_t) == PTO_CMD_BYTES, "records are of one size");

typedef struct {
    pto_core_t *core;
    uint8_t pipe;  // PIPE_S: the SU
    uint8_t hart;
    uint8_t blocked;  // while agents take turns (turn.c)
} pto_agent_t;

// Values of `blocked`. An agent that cannot go on is not asked again before that may have changed.
enum {
    PTO_NOT_BLOCKED,
    PTO_UNTIL_ISSUE,  // a pipe without commands; a scalar unit at its end
    PTO_UNTIL_WOKEN,  // by pto_turn_wake(), or as one of the waiters of a pipe
    PTO_UNTIL_ROOM,   // of a scalar unit: until a queue is half empty, or nobody else can go on
    PTO_UNTIL_EMPTY,  // until a pipe of its core has nothing left
    PTO_UNTIL_ANY,    // until any agent goes on
    PTO_UNTIL_IDLE,   // of a scalar unit: until nobody else can go on
};

// The retired count of a pipe is its head, the issued count its tail; both run modulo 2^32. Commands that ran inside
// their issue without a record are not counted.
typedef struct {
    pto_agent_t agent;
    uint32_t head;
    uint32_t half_at;  // the head at which a scalar unit may have room that waits for it (turn.c)
    pto_cmd_t *ring;
    uint32_t *issued_at;  // under the adverse policy, when each command was issued
    uint32_t head_at;     // and that at the head, of a queue that is not empty
#if BOARD_HARTS_MAX > 1
    uint32_t tail __attribute__((aligned(64)));  // written by another hart than head
#else
    uint32_t tail;
#endif
} pto_pipe_queue_t;

// State of a scalar unit. Only its own fiber touches it, except `wait` and `state`, which its hart reads.
typedef enum { PTO_SU_READY, PTO_SU_WAITING, PTO_SU_STANDING_BACK, PTO_SU_FINISHED } pto_su_state_t;

typedef struct {
    pto_su_state_t state;
    const pto_cmd_t *wait;  // what it waits for while WAITING
    hal_fiber_t fiber;
    uint32_t block;
    uint32_t done;             // commands of its own, counted for observers
    uint32_t meetings;         // with the other cores of the block, so far
    uint32_t syncall_goal;     // arrivals that the barrier of a launch waits for
    const pto_event_t *after;  // what the next tile instruction waits for, within one expression
    uintptr_t read_last;       // address of the last scalar access
    uint32_t reads;            // scalar accesses, see pto_scalar_at()
    int64_t ctrl;
    // Loop registers of the old DMA spelling: [0] GM -> UB, [1] UB -> GM; loop [0] is the inner one
    struct {
        int64_t count[2], src_stride[2], dst_stride[2];
    } loop[2];
    uint64_t pad_bits;
    uint32_t pad_bytes;
    uint64_t cube_reg[PTO_REG_NUM];  // of the register spelling of cube commands
    // Buffer tokens as issued, in program order
    uint32_t gets[PTO_BUFFER_ID_NUM][HAL_SYNC_PLACES];
    uint8_t users[PTO_BUFFER_ID_NUM];                                       // pipes with any get
    uint32_t held_buffers;                                                  // that a pipe holds: bits
    uint8_t held[PTO_BUFFER_ID_NUM];                                        // pipes that got and did not release
    uint32_t tickets[PTO_BUFFER_ID_NUM][HAL_SYNC_PLACES][HAL_SYNC_PLACES];  // of mode 1 gets, for their releases
    const pto_loc_t *get_loc[PTO_BUFFER_ID_NUM][HAL_SYNC_PLACES];
} pto_su_t;

typedef struct {
    const char *name;
    uint32_t pipe_num;
    uint8_t pipes[6];  // producers before consumers
    bool cube;         // has the memories of a cube core, and no UB
    bool unified;      // has those of both kinds
} pto_core_kind_t;

// What the cores of a cluster share for their synchronisation.
typedef struct {
    hal_cluster_sync_t sync;
    const pto_loc_t *semaphore_loc[PTO_SEMAPHORE_NUM];                // who added last
    const pto_loc_t *cross_loc[PTO_CLUSTER_CORES][PTO_CROSS_ID_NUM];  // who sent last
} pto_cluster_t;

// What the cores of one launch share: the kernel, and the buffers that it was given.
typedef struct {
    const pto_kernel_t *kernel;
    const uint64_t *args;
    const pto_gm_buffer_t *buffers;
    const pto_gm_buffer_t *last_buffer;  // the first one where there is none
    size_t buffer_num;
    uint32_t block_num, group_num;
    uint32_t syncall_arrived[3];  // by who takes part: of their barriers
    pto_task_t *task;             // of a program, beside others on other cores; else NULL
} pto_launch_t;

// The cores of a launch that run one block together: a whole cluster, or one core of it.
typedef struct {
    uint32_t core_num;
    uint32_t arrived;  // at their meetings: counts up to meetings x core_num
    uint64_t harts;    // that host their agents
} pto_group_t;

_Static_assert(offsetof(pto_direct_t, ub) == PTO_VIEW_UB_BASE && offsetof(pto_direct_t, reach) == PTO_REACH_AT &&
                   sizeof((hal_hart_t){0}.idle) >= offsetof(pto_direct_t, ready),
               "what a vector function reads of its core, pto/kernel.h");
_Static_assert(offsetof(hal_hart_t, issuer) == 2 * sizeof(void *), "pto/direct.h");

// What every command reads comes first: an offset of up to 2 KiB is part of an instruction.
struct pto_core {
    pto_direct_t view;
    uint32_t pipe_mask;  // the pipes it has, PIPE_S among them
    uint32_t pending;    // of a direct core: pipes whose queue is not empty
    bool direct;         // eager, and all its agents on one hart: commands that can run at once do, inside the issue
    uint8_t turns;       // the policy, where it is another one: all agents live on one hart and take turns; else 0
    uint8_t waiters[PTO_PIPE_NUM];  // of a core that takes turns: agents that wait for a pipe to go on, bits of pipes
    pto_pipe_queue_t pipe[PTO_PIPE_NUM];  // [PIPE_S], the SU, has no ring; its counts stay 0
    const pto_core_kind_t *kind;
    pto_launch_t *launch;  // NULL: the core waits for a task
    bool has_task;
    pto_group_t *group;
    uint32_t index;  // of its group in the launch; it runs the blocks index, index + group_num, ...
    pto_cluster_t *cluster;
    uint32_t slot;      // in the cluster: the vector cores, then the cube core
    uint32_t subblock;  // which vector core of its cluster, 0 on a cube core
    const char *role;   // in a group of several: " AIC", " AIV0", " AIV1", else ""
    uint64_t harts;     // that host its agents
    hal_window_t mem[PTO_MEM_NUM];
    // Of a cube core: the scales that belong to L0A and L0B, and a unit flag for each fractal of L0C
    uint8_t (*scales)[PTO_SCALE_BYTES];
    uint32_t unit_flags[PTO_L0C_BYTES / PTO_L0C_FRACTAL_BYTES / 32];
    // What this core has done with the entries of tile pipes in this block, towards the vector cores and back. Other
    // cores of the cluster read it.
    struct {
        uint32_t pushed, popped, freed;
    } fifo[PTO_FIFO_NUM][2];
    pto_su_t su;
    pto_flag_locs_t flag_loc;
    pto_order_t order;
};

// A board with short queues has little memory.
#define PTO_OVERRUN_MAX (PTO_QUEUE_DEPTH < 8 ? 4 : 32)

// One run, of a launch. Copies of what the caller passed: its stack is out of reach for the other harts.
typedef struct {
    const pto_kernel_t *kernel;  // NULL: nothing runs
    pto_launch_t launch;
    uint64_t args[PTO_GM_BUFFER_MAX];
    pto_gm_buffer_t copies[PTO_GM_BUFFER_MAX];
    const pto_gm_buffer_t *buffers;  // all that are there
    size_t buffer_num;
    const pto_loc_t *overrun[PTO_OVERRUN_MAX];  // commands that have been warned of for using slack
    pto_run_options_t options;
    pto_run_result_t result;
    pto_core_t *cores[PTO_CORE_MAX];  // that take part
    pto_group_t groups[PTO_CORE_MAX];
    uint32_t core_num, hart_num;
    bool semaphores_used;
    uint32_t cores_left;  // whose SU has not finished
    uint32_t busy;        // harts not asleep
    uint32_t inside;      // harts in the scheduler
    hal_fiber_t escape;   // where a fault returns to
} pto_run_t;

extern pto_run_t pto_run_state;
extern pto_cluster_t pto_clusters[BOARD_CLUSTERS];

static inline uint32_t pto_cluster_index(const pto_core_t *core)
{
    return (uint32_t)(core->cluster - pto_clusters);
}

#include "observe.h"

// ---------------------------------------------------------------------------------------------------------------------
// Execution

// Which command of its agent a command is that runs now.
static inline uint32_t pto_seq(const pto_core_t *core, uint32_t pipe)
{
    return (pipe == PIPE_S ? core->su.done : core->pipe[pipe].head) + 1;
}

// For observers: what a command does.
static inline pto_step_t pto_step(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    pto_step_t step = cmd->op->exec(core, pipe, cmd);
    if (pipe == PIPE_S && step == PTO_DONE) {
        core->su.done++;
    }
    return step;
}

// observe.c
pto_step_t pto_execute_alone(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd);

// Runs a command, or finds it blocked. The only way into an executor.
static inline pto_step_t pto_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
#ifdef PTO_OBSERVED
    return pto_run_state.hart_num > 1 ? pto_execute_alone(core, pipe, cmd)
                                      : pto_observe_execute(core, pipe, cmd, pto_seq(core, pipe));
#else
    return cmd->op->exec(core, pipe, cmd);
#endif
}

// Whether a command may do without a record and run inside its issue: nothing is ahead of it and nobody observes.
// Whoever makes use of that does what the executor would have done, and answers PTO_EVENT_DONE.
static inline bool pto_can_skip(const pto_core_t *core, uint32_t pipe)
{
    return (core->view.ready >> pipe & 1) != 0;
}

// The same of some pipe, given as bits.
static inline bool pto_can_skip_any(const pto_core_t *core, uint32_t pipes)
{
    return (core->view.ready & pipes) != 0;
}

// To be called when pipes of a direct core get something to do, or have no more.
static inline void pto_set_pending(pto_core_t *core, uint32_t pending)
{
    core->pending = pending;
#ifndef PTO_OBSERVED
    core->view.ready = core->direct && pending == 0 ? core->pipe_mask : 0;
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// launch.c

// What a block of each kind of kernel takes of a cluster.
typedef struct {
    uint32_t first_slot;  // of the first block of the cluster; the cube core's is behind those of the vector cores
    uint32_t core_num;    // of a block
    uint32_t block_num;   // that a cluster can run at a time
} pto_share_t;

extern const pto_share_t pto_shares[];

// Takes a core of the board for a run, with what its scalar unit does.
pto_core_t *pto_take_core(pto_run_t *run, uint32_t cluster, uint32_t slot, void (*life)(void *core));

// The life of a scalar unit in a launch: every group_num-th block.
void pto_run_blocks(pto_core_t *core);

// A run: takes cores by `take`, gives them to harts, calls `begin`, and ends when all scalar units have. Returns as
// pto_run() does.
int pto_run_cores(const pto_kernel_t *kernel, const pto_run_options_t *options, void (*take)(pto_run_t *run),
                  void (*begin)(pto_run_t *run), pto_run_result_t *result);

// ---------------------------------------------------------------------------------------------------------------------
// tasks.c

extern const pto_op_t pto_op_idle;  // what a scalar unit without a task does

// pto_run() of a program (submit.c).
int pto_program_run(const pto_kernel_t *kernel, const uint64_t *args, const pto_gm_buffer_t *buffers, size_t buffer_num,
                    const pto_run_options_t *options, pto_run_result_t *result);

// The number of a task.
uint32_t pto_task_number(const pto_task_t *task);

// The arguments of a block, where they change from one to another: in `slots`, else those of the task.
const uint64_t *pto_task_args(const pto_core_t *core, uint64_t *slots);

// ---------------------------------------------------------------------------------------------------------------------
// core.c

extern pto_cmd_t pto_records[PTO_RECORDS];  // of the queues of all cores
extern const char *const pto_pipe_names[PTO_PIPE_NUM + 1];
extern const char *const pto_mem_names[PTO_MEM_NUM];

/**
 * Takes a core of the board for a run, in the state after reset, and gives it to a launch.
 *
 * @param slot   in the cluster: 0.. are the vector cores, then comes the cube core
 * @param index  of the group in the launch
 * @param unified  whether it has the pipes and memories of both kinds of cores
 */
pto_core_t *pto_core_take(uint32_t cluster, uint32_t slot, bool unified);
void pto_core_join(pto_core_t *core, pto_launch_t *launch, pto_group_t *group, uint32_t index);
void pto_core_begin_block(pto_core_t *core, uint32_t block);
void pto_core_end_block(pto_core_t *core);

// To be called by commands of a vector core that write the memories of the cube core of its cluster.
void pto_core_uses_l1(const pto_core_t *core);

// The agent that this hart runs, or NULL outside a run.
static inline pto_agent_t *pto_agent(void)
{
    return hal_hart()->agent;
}

// The tile instruction that runs inside its issue (pto/direct.h), or NULL. It is the scalar unit that runs it, in the
// name of the pipe.
static inline const pto_cmd_t *pto_now(const pto_core_t *core)
{
    return core->view.now.loc != NULL ? (const pto_cmd_t *)(const void *)&core->view.now : NULL;
}

// The launch that this hart works for.
static inline pto_launch_t *pto_launch_now(void)
{
    return ((const pto_core_t *)hal_hart()->core)->launch;
}

static inline void pto_enter(pto_agent_t *agent)
{
    hal_hart_t *hart = hal_hart();
    hart->core = agent->core;
    hart->agent = agent;
    hart->issuer = agent->pipe == PIPE_S ? agent->core : NULL;
}

static inline void pto_leave(void)
{
    hal_hart_t *hart = hal_hart();
    hart->core = hart->idle;
    hart->agent = NULL;
    hart->issuer = NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// issue.c

_Noreturn void pto_bad_issuer(const pto_loc_t *loc, const char *what) __attribute__((cold));

// The core whose SU calls, after checking that it may issue commands at all.
static inline pto_core_t *pto_issuer(const pto_loc_t *loc, const char *what)
{
    pto_core_t *core = hal_hart()->issuer;
    if (__builtin_expect(core == NULL, 0)) {
        pto_bad_issuer(loc, what);
    }
    return core;
}

/**
 * Takes the next record of a pipe's queue; waits while the queue is full. The caller has checked that the number is
 * one of a pipe, fills in what follows the header, and calls pto_issue_commit().
 */
pto_cmd_t *pto_issue_begin(pto_core_t *core, uint32_t pipe, const pto_op_t *op, const pto_loc_t *loc);
pto_event_t pto_issue_commit(pto_core_t *core, uint32_t pipe);

// The next record of a queue that has room.
static inline pto_cmd_t *pto_take_record(pto_pipe_queue_t *queue, const pto_op_t *op, const pto_loc_t *loc)
{
    pto_cmd_t *cmd = &queue->ring[queue->tail % PTO_QUEUE_DEPTH];
    cmd->op = op;
    cmd->loc = loc;
    return cmd;
}

// Around what runs inside its issue, pto_can_skip() allowing: on a record all the same, as that is what a report names.
static inline void pto_enter_pipe(pto_core_t *core, uint32_t pipe)
{
    hal_hart_t *hart = hal_hart();
    core->pipe[pipe].tail++;
    hart->agent = &core->pipe[pipe].agent;
    hart->issuer = NULL;
}

static inline void pto_leave_pipe(pto_core_t *core, uint32_t pipe)
{
    hal_hart_t *hart = hal_hart();
    hart->agent = &core->pipe[PIPE_S].agent;
    hart->issuer = core;
    core->pipe[pipe].head++;
}

// Holds the SU until all its commands are done (sync.c).
void pto_sync_finish(pto_core_t *core, const pto_loc_t *loc);

// Runs a command on the SU itself: holds the kernel function while it is blocked.
void pto_su_exec(pto_core_t *core, const pto_cmd_t *cmd);

// Queues a command without operands beyond arg[], or runs it at once where the pipe is the SU itself.
pto_event_t pto_sync_issue(pto_core_t *core, uint32_t pipe, const pto_op_t *op, const pto_loc_t *loc, uint32_t a,
                           uint32_t b, uint32_t c);

// Faults unless the core has the pipe.
void pto_sync_check_pipe(const pto_core_t *core, const pto_loc_t *loc, const char *what, uint32_t pipe);

// Whether what a command of PTO_AWAITS_PIPE or PTO_AWAITS_FLAG waits for has come; it is not taken.
bool pto_sync_has_come(pto_core_t *core, const pto_cmd_t *cmd);

// Whether a pipe has released a buffer as often as the tickets say that were drawn for a get.
static inline bool pto_has_released(const pto_core_t *core, uint32_t buffer, uint32_t pipe, const uint32_t *tickets)
{
    return (int32_t)(hal_sync_released(&core->view.sync, buffer, pipe) - tickets[hal_sync_place(pipe)]) >= 0;
}

// Holds the SU until all cores of its block are here. Nothing in a group of one.
void pto_sync_meet(pto_core_t *core, const pto_loc_t *loc);

// Whether a command is one of those at the end of a kernel.
bool pto_sync_is_end(const pto_cmd_t *cmd);

// ---------------------------------------------------------------------------------------------------------------------
// semaphore.c

// Clears all, for a launch. Warns of what the cores of a block left, before the next one.
void pto_semaphore_begin(void);
void pto_semaphore_end_block(const pto_core_t *core);
void pto_semaphore_end(void);

// Clears what `num` cores have sent and taken, before they begin a task: the cores of a cluster, or one of them.
void pto_semaphore_forget(const pto_core_t *first, uint32_t num);

// ---------------------------------------------------------------------------------------------------------------------
// sched.c

// Prepares the harts of the launch, which host nobody yet.
void pto_sched_reset(void);

// Gives an agent to a hart.
void pto_sched_host(pto_agent_t *agent, uint32_t hart);

// Runs all agents to the end, on all harts.
void pto_sched_run(void);

// Ends an SU.
_Noreturn void pto_sched_finish(pto_core_t *core);

// To be called after a change that agents on other harts may wait for.
void pto_wake_hart(uint32_t hart);
void pto_wake_core(const pto_core_t *core);
void pto_wake_waiting(const pto_core_t *core, uint32_t pipe);  // for this pipe to go on
void pto_wake_group(const pto_core_t *core);
void pto_wake_all(void);

// Runs the pipes of a direct core until all are empty or blocked.
void pto_sched_settle(pto_core_t *core);

// Lets local pipes run after a command was queued on one of them, as the policy wants.
void pto_sched_issued(pto_core_t *core, pto_pipe_queue_t *queue);

// Leaves the SU's fiber until its state allows it to go on.
void pto_sched_leave(pto_core_t *core);

// Under the eager policy of one hart, lets all other agents go first. What a core hands to another one is there then,
// as it would be on cores that run side by side.
void pto_sched_stand_back(pto_core_t *core);

// Lets all other agents of the hart go first: for what a kernel may do again and again until another agent has done
// something. Returns at once where there is no other agent that could run.
void pto_sched_poll(pto_core_t *core);

// ---------------------------------------------------------------------------------------------------------------------
// turn.c: lazy, adverse and random orders on one hart

extern bool pto_turn_woken;
extern uint32_t pto_turn_commands;  // issued so far, under the adverse policy

// An agent of a core may go on.
static inline void pto_turn_wake(pto_core_t *core, uint32_t pipe)
{
    if (core->pipe[pipe].agent.blocked > PTO_UNTIL_ISSUE) {
        core->pipe[pipe].agent.blocked = PTO_NOT_BLOCKED;
        pto_turn_woken = true;
    }
}

// Runs all agents to the end. They come in the order of the policy, which changes it.
void pto_turn_run(pto_agent_t **agents, uint32_t agent_num, hal_fiber_t *loop);

// To be called by a scalar unit: after a command was queued, by the random policy; when it waits; after its end, not to
// return.
pto_event_t pto_turn_pass_issued(pto_core_t *core, const pto_pipe_queue_t *queue);
void pto_turn_pass(pto_core_t *core);
// Lets all others go first.
void pto_turn_stand_back(pto_core_t *core);
void pto_turn_finish(pto_core_t *core);

// Whether a frequent command may be issued without the calls above.
static inline bool pto_turn_can_issue(const pto_core_t *core, uint32_t pipe)
{
    return core->turns != 0 && core->pipe[pipe].tail - core->pipe[pipe].head != PTO_QUEUE_DEPTH;
}

// After the tail of a queue has moved. Of the commands that end a step of the scalar unit, flags are none: they touch no
// memory, and whatever they let go on may go on after the next command too.
static inline pto_event_t pto_turn_queued(pto_core_t *core, uint32_t pipe, bool ends_step)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    bool first = queue->head == queue->tail - 1;
    if (core->turns == PTO_POLICY_ADVERSE) {
        uint32_t at = ++pto_turn_commands;
        queue->issued_at[(queue->tail - 1) % PTO_QUEUE_DEPTH] = at;
        queue->head_at = first ? at : queue->head_at;
    }
    if (first) {
        queue->agent.blocked = PTO_NOT_BLOCKED;
    }
    if (core->turns == PTO_POLICY_RANDOM && ends_step) {
        return pto_turn_pass_issued(core, queue);
    }
    return (pto_event_t){pipe, queue->tail};
}

static inline pto_event_t pto_turn_commit(pto_core_t *core, uint32_t pipe, bool ends_step)
{
    pto_pipe_queue_t *queue = &core->pipe[pipe];
    PTO_OBSERVE(issue, core, pipe, &queue->ring[queue->tail % PTO_QUEUE_DEPTH], queue->tail + 1);
    queue->tail++;
    return pto_turn_queued(core, pipe, ends_step);
}

// ---------------------------------------------------------------------------------------------------------------------
// deadlock.c

// What an agent is doing: the head of its queue, or what the SU executes itself. NULL: nothing.
const pto_cmd_t *pto_current_cmd(const pto_agent_t *agent);

// ---------------------------------------------------------------------------------------------------------------------
// replay.c

// Whether the run is one of PTO_POLICY_REPLAY.
static inline bool pto_is_replay(void)
{
#ifdef PTO_OBSERVED
    return pto_run_state.options.policy == PTO_POLICY_REPLAY;
#else
    return false;
#endif
}

// Reads the schedule.
void pto_replay_begin(void);

// Whether an agent may not go on yet.
bool pto_replay_holds(const pto_agent_t *agent);

// Gives up the first hold that keeps an agent back, as nobody else can go on. Returns false where none does.
bool pto_replay_give_up(void);

// ---------------------------------------------------------------------------------------------------------------------
// fault.c

// What a fault says; a deadlock has a line for each agent.
typedef struct {
    size_t length;
    char text[PTO_REPORT_BYTES * (1 + PTO_CORE_MAX)];
} pto_report_t;

void pto_append(pto_report_t *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pto_append_cmd(pto_report_t *report, const pto_cmd_t *cmd);

// A line for each agent that has something to do: where it stands.
void pto_append_agents(pto_report_t *report, const char *verb);

// deadlock.c: who waits for whom, the agents, and the likely cause on a line of its own, where there is one.
void pto_append_deadlock(pto_report_t *report);

_Noreturn void pto_fault_deadlock(void);
void pto_warn(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

// Synchronisation that a block of a core has left behind, by a command at `loc`: a warning, or for observers to tell.
void pto_left_over(const pto_core_t *core, const pto_loc_t *loc, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

// ---------------------------------------------------------------------------------------------------------------------
// Ranges

static inline bool pto_in_window(hal_window_t window, uintptr_t address, uint64_t bytes)
{
    uintptr_t offset = address - (uintptr_t)window.base;
    return offset <= window.bytes && bytes <= window.bytes - offset;
}

static inline bool pto_in_buffer(const pto_gm_buffer_t *buffer, uintptr_t address, uint64_t bytes)
{
    uintptr_t offset = address - (uintptr_t)buffer->address;
    return offset <= buffer->bytes && bytes <= buffer->bytes - offset;
}

// The GM buffer of the launch that holds a range of addresses, or NULL. There is a first one, if need be of no bytes.
static inline __attribute__((always_inline)) const pto_gm_buffer_t *pto_gm_holder(uintptr_t address, uint64_t bytes)
{
    const pto_launch_t *launch = pto_launch_now();
    const pto_gm_buffer_t *buffer = launch->buffers;
    if (__builtin_expect(!pto_in_buffer(buffer, address, bytes), 0)) {
        do {
            if (buffer == launch->last_buffer) {
                return NULL;
            }
            buffer++;
        } while (!pto_in_buffer(buffer, address, bytes));
    }
    return buffer;
}

static inline bool pto_in_gm(uintptr_t address, uint64_t bytes)
{
    return pto_gm_holder(address, bytes) != NULL;
}

#endif
