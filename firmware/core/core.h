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
// An executor returns PTO_DONE or PTO_BLOCKED. A blocked command has changed nothing and is retried later. The
// scheduler needs no more than that, so waits, data movement and vector functions are all commands.
#ifndef PTO_CORE_H
#define PTO_CORE_H

#include <hal/hal.h>
#include <hal/peers/peers.h>
#include <hal/sync_regs.h>
#include <hal/vector/core.h>

#include <board.h>
#include <pto/cube.h>
#include <pto/kernel.h>
#include <pto/runtime.h>
#include <pto/types.h>

#include "flags.h"
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
#define PTO_CORE_PIPES    (BOARD_CUBE_CORES ? 6 : 3)  // of the kind with most pipes, without PIPE_S

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
typedef struct pto_link pto_link_t;  // link.c

typedef enum { PTO_DONE, PTO_BLOCKED } pto_step_t;

// Events that a blocked command waits for: a sleeping hart is woken for no others.
typedef enum {
    PTO_AWAITS_ANY,      // something on its core
    PTO_AWAITS_PIPE,     // progress of pipe arg[0]
    PTO_AWAITS_FLAG,     // progress of pipe arg[0], which sets a flag for pipe arg[1]
    PTO_AWAITS_RELEASE,  // a buffer release by a pipe of its core
    PTO_AWAITS_EMPTY,    // empty queues
    PTO_AWAITS_ROOM,     // room in the queue of pipe arg[0]
    PTO_AWAITS_SIGNAL,   // a change whose author calls pto_wake_group() or pto_wake_all()
} pto_awaits_t;

// The meaning of a command to observers: how it orders the commands of other agents.
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

// The description of a command. `describe` formats its operands for reports. `lacks` is set for entries of tile pipes
// and signals: returns the core that still has to push, free or notify before the command can run, NULL if unknown.
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

typedef struct pto_agent {
    pto_core_t *core;
    uint8_t pipe;  // PIPE_S: the SU
    uint8_t hart;
    // Of interleaved agents (interleave.c):
    uint16_t blocked;        // one of the values below
    uint8_t place;           // in the order of the policy
    struct pto_agent *next;  // of those that can run
} pto_agent_t;

// Values of `blocked`. A blocked agent is not retried before the event that may unblock it.
enum {
    PTO_NOT_BLOCKED,
    PTO_UNTIL_ISSUE,  // a pipe without commands; a scalar unit after its end
    PTO_UNTIL_WOKEN,  // by pto_interleave_wake(), or as a waiter of a pipe
    PTO_UNTIL_ROOM,   // scalar unit: until a queue is half empty, or no other agent can run
    PTO_UNTIL_EMPTY,  // until a pipe of its core is empty
    PTO_UNTIL_ANY,    // until any agent makes progress
    PTO_UNTIL_IDLE,   // scalar unit: until no other agent can run
    PTO_UNTIL_FLAG = 0x8000,  // and more: the key of the wait in its ring of flags at which a pipe stands; by its set, or
                              // by pto_interleave_wake()
};

// The head counts retired commands, the tail issued ones; both wrap modulo 2^32. Commands that ran inside their issue
// without a record are not counted.
typedef struct {
    pto_agent_t agent;
    uint32_t head;
    uint32_t half_at;  // the head at which a scalar unit that waits for room is woken (interleave.c)
    pto_cmd_t *ring;
    uint32_t *issued_at;  // adverse policy: when each record of the ring was issued
    uint32_t stop;        // of interleaved agents: the tail at which the pipe may be idle or the queue full
#if BOARD_HARTS_MAX > 1 || PTO_QUEUE_DEPTH >= 8  // one layout for all boards but those with little memory
    uint32_t tail __attribute__((aligned(64)));  // written by another hart than head
#else
    uint32_t tail;
#endif
#if PTO_FLAG_RINGS
    // Flags of an interleaved core, in a ring (flags.h)
    uint32_t flag_head, flag_tail;
    uint32_t flag_stop;  // the tail at which the pipe may be idle or the ring full
    pto_flag_entry_t *flags;
#endif
} pto_pipe_queue_t;

// State of a scalar unit. Only its own fiber accesses it, except `wait` and `state`, which its hart reads.
typedef enum { PTO_SU_READY, PTO_SU_WAITING, PTO_SU_STANDING_BACK, PTO_SU_FINISHED } pto_su_state_t;

typedef struct {
    pto_su_state_t state;
    const pto_cmd_t *wait;  // the blocking command while WAITING
    hal_fiber_t fiber;
    uint32_t block;
    uint32_t done;             // commands that ran on PIPE_S, counted for observers
    uint32_t meetings;         // with the other cores of the block, so far
    int64_t copies;            // asynchronous ones, so far
    uint32_t syncall_goal;     // number of arrivals that ends the barrier of the launch
    const pto_event_t *after;  // events that the next tile instruction waits for, within one expression
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
    uint8_t users[PTO_BUFFER_ID_NUM];                                       // pipes with at least one get
    uint32_t held_buffers;                                                  // bits of buffers held by any pipe
    uint8_t held[PTO_BUFFER_ID_NUM];                                        // pipes with a get and no release yet
    uint32_t tickets[PTO_BUFFER_ID_NUM][HAL_SYNC_PLACES][HAL_SYNC_PLACES];  // of mode 1 gets, for their releases
    const pto_loc_t *get_loc[PTO_BUFFER_ID_NUM][HAL_SYNC_PLACES];
} pto_su_t;

typedef struct {
    const char *name;
    uint32_t pipe_num;
    uint8_t pipes[6];  // producers before consumers
    bool cube;         // has the memories of a cube core, and no UB
    bool unified;      // has the memories of both kinds
} pto_core_kind_t;

// Synchronisation state shared by the cores of a cluster.
typedef struct {
    hal_cluster_sync_t sync;
    const pto_loc_t *semaphore_loc[PTO_SEMAPHORE_NUM];                // last add
    const pto_loc_t *cross_loc[PTO_CLUSTER_CORES][PTO_CROSS_ID_NUM];  // last send
} pto_cluster_t;

// State shared by the cores of one launch: the kernel and its buffers.
typedef struct {
    const pto_kernel_t *kernel;
    const uint64_t *args;
    const pto_gm_buffer_t *buffers;
    const pto_gm_buffer_t *last_buffer;  // == buffers if the list is empty
    size_t buffer_num;
    uint32_t block_num, group_num;
    uint32_t syncall_arrived[3];  // at barriers of the launch, by the kind of cores that meet
    pto_task_t *task;             // task of a program, beside others on other cores; else NULL
    uint32_t rank;                // ranks.c
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

// Fields that every command reads come first: an offset of up to 2 KiB fits a load instruction.
struct pto_core {
    pto_direct_t view;
    uint32_t pipe_mask;  // pipes of this core, with PIPE_S
    uint32_t pending;    // direct core: pipes with a non-empty queue
    bool direct;         // eager policy, all agents on one hart: commands that can run at once run inside their issue
    uint8_t interleaved;  // the policy if it is not eager: all agents share a hart and are interleaved; else 0
    uint8_t waiters[PTO_PIPE_NUM];  // interleaved core: agents that wait for progress of a pipe, bits of pipes
    pto_launch_t *launch;           // NULL: the core waits for a task
    pto_pipe_queue_t pipe[PTO_PIPE_NUM];  // [PIPE_S], the SU, has no ring; its counts stay 0
    const pto_core_kind_t *kind;
    bool has_task;
    pto_group_t *group;
    uint32_t index;  // of its group in the launch; it runs the blocks index, index + group_num, ...
    pto_cluster_t *cluster;
    uint32_t slot;      // in the cluster: the vector cores, then the cube core
    uint32_t subblock;  // which vector core of its cluster, 0 on a cube core
    const char *role;   // in a group of several: " AIC", " AIV0", " AIV1", else ""
    uint64_t harts;     // that host its agents
    hal_window_t mem[PTO_MEM_NUM];
    // Cube core: the scales of L0A and L0B, and a unit flag for each fractal of L0C
    uint8_t (*scales)[PTO_SCALE_BYTES];
    uint32_t unit_flags[PTO_L0C_BYTES / PTO_L0C_FRACTAL_BYTES / 32];
    // Progress of this core on the entries of tile pipes in this block, by direction: cube to vector, and back. Read by
    // the other cores of the cluster.
    struct {
        uint32_t pushed, popped, freed;
    } fifo[PTO_FIFO_NUM][2];
    pto_su_t su;
    pto_flag_locs_t flag_loc;
    pto_order_t order;
    pto_link_t *link;  // holds writes to other ranks until they land; NULL: they land at once
};

// A notification of one rank by another.
typedef struct {
    const void *at;  // the signal
    uint32_t by;     // the rank that has sent it
    const pto_loc_t *loc;
} pto_notice_t;

// The last ones, for the report of a deadlock. A board with short queues has little memory.
#define PTO_NOTICES (PTO_QUEUE_DEPTH < 8 ? 1 : 32)
typedef struct {
    uint32_t num;  // so far
    pto_notice_t last[PTO_NOTICES];
} pto_notices_t;

// What images side by side share beside the buffers, zeroed before they start (peers.c).
typedef struct {
    uint32_t changes;   // times that an image has begun to wait behind writes of its own, or has ended
    uint32_t deadlock;  // whether an image has found one
    uint32_t failed;    // the first rank that has ended with a fault, counted from 1; 0: none
    struct {
        uint32_t state, seen;
    } rank[HAL_PEERS_MAX];
    pto_notices_t notices;
} pto_peers_t;

// A board with short queues has little memory.
#define PTO_OVERRUN_MAX (PTO_QUEUE_DEPTH < 8 ? 4 : 32)

// One run of a launch. Holds copies of the arguments: other harts cannot reach the caller's stack. How many cores a
// board has is known where something of them is defined, so that what else is compiled is the same for all boards.
typedef struct {
    const pto_kernel_t *kernel;  // NULL: nothing runs
    pto_launch_t launch;         // of rank 0; the others have theirs in ranks.c
    uint32_t rank_num;
    uint64_t args[PTO_GM_BUFFER_MAX];  // of all ranks
    pto_gm_buffer_t copies[PTO_GM_BUFFER_MAX];
    const pto_gm_buffer_t *buffers;  // all of them
    size_t buffer_num;
    const pto_loc_t *overrun[PTO_OVERRUN_MAX];  // commands already warned of for using slack
    pto_run_options_t options;
    pto_run_result_t result;
    uint32_t core_num, hart_num;
    bool semaphores_used;
    pto_notices_t own_notices, *notices;
    pto_peers_t *peers;   // of images side by side; NULL: all ranks run here
    uint32_t moves;       // signals that waits have taken, and writes that have landed late
    uint32_t under_way;   // writes on the links of all cores
    uint32_t cores_left;  // whose SU has not finished
    uint32_t busy;        // harts not asleep
    uint32_t inside;      // harts in the scheduler
    hal_fiber_t escape;   // where a fault returns to
    pto_core_t *cores[];  // cores of this run: up to PTO_CORE_MAX
} pto_run_t;

extern pto_run_t pto_run_state;
extern pto_group_t pto_groups[];      // as many as cores
extern pto_cluster_t pto_clusters[];  // BOARD_CLUSTERS

static inline uint32_t pto_cluster_index(const pto_core_t *core)
{
    return (uint32_t)(core->cluster - pto_clusters);
}

#include "observe.h"

// ---------------------------------------------------------------------------------------------------------------------
// Execution

// Returns the sequence number of the running command within its agent.
static inline uint32_t pto_seq(const pto_core_t *core, uint32_t pipe)
{
    return (pipe == PIPE_S ? core->su.done : core->pipe[pipe].head) + 1;
}

// For observers: runs the command itself.
static inline pto_step_t pto_step(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
    pto_step_t step = cmd->op->exec(core, pipe, cmd);
    if (pipe == PIPE_S && step == PTO_DONE) {
        core->su.done++;
    }
    return step;
}

// Runs or blocks a command while observed on several harts (observe.c).
pto_step_t pto_execute_alone(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd);

// Runs a command, or returns that it is blocked. The only caller of executors.
static inline pto_step_t pto_execute(pto_core_t *core, uint32_t pipe, const pto_cmd_t *cmd)
{
#ifdef PTO_OBSERVED
    return pto_run_state.hart_num > 1 ? pto_execute_alone(core, pipe, cmd)
                                      : pto_observe_execute(core, pipe, cmd, pto_seq(core, pipe));
#else
    return cmd->op->exec(core, pipe, cmd);
#endif
}

// Whether a command may run inside its issue, without a record: nothing is queued ahead of it and nobody observes. The
// caller then does the executor's work and returns PTO_EVENT_DONE.
static inline bool pto_can_skip(const pto_core_t *core, uint32_t pipe)
{
    return (core->view.ready >> pipe & 1) != 0;
}

// Sets the non-empty pipes of a direct core: call it whenever that set changes.
static inline void pto_set_pending(pto_core_t *core, uint32_t pending)
{
    core->pending = pending;
#ifndef PTO_OBSERVED
    if (core->direct) {
        core->view.ready = pending == 0 ? core->pipe_mask : 0;
    } else {
        core->view.ready = core->interleaved && core->link == NULL ? core->pipe_mask * PTO_TURNS : 0;
    }
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// launch.c

// Cores of a cluster that a block of each kind of kernel uses.
typedef struct {
    uint32_t first_slot;  // of the first block of the cluster; the cube core's slot follows those of the vector cores
    uint32_t core_num;    // of a block
    uint32_t block_num;   // blocks that a cluster runs at the same time
} pto_share_t;

extern const pto_share_t pto_shares[];

// Takes a core of the board for a run; `life` is the entry of its scalar unit.
pto_core_t *pto_take_core(pto_run_t *run, uint32_t cluster, uint32_t slot, void (*life)(void *core));

// Entry of a scalar unit in a launch: runs every group_num-th block.
void pto_run_blocks(pto_core_t *core);

// Runs a launch or a program: takes cores by `take`, assigns them to harts, calls `begin`, and ends with the last
// scalar unit. Returns as pto_run() does.
int pto_run_cores(const pto_kernel_t *kernel, const pto_run_options_t *options, void (*take)(pto_run_t *run),
                  void (*begin)(pto_run_t *run), pto_run_result_t *result);

#include "ranks.h"

// ---------------------------------------------------------------------------------------------------------------------
// tasks.c

extern const pto_op_t pto_op_idle;  // the wait of a scalar unit without a task

// pto_run() of a program (submit.c).
int pto_program_run(const pto_kernel_t *kernel, const uint64_t *args, const pto_gm_buffer_t *buffers, size_t buffer_num,
                    const pto_run_options_t *options, pto_run_result_t *result);

// The number of a task.
uint32_t pto_task_number(const pto_task_t *task);
// Whether this core of a cluster does nothing for its task.
bool pto_task_leaves_out(const pto_core_t *core);

// Returns the arguments of a block: in `slots` if they change from block to block, else those of the task.
const uint64_t *pto_task_args(const pto_core_t *core, uint64_t *slots);

// ---------------------------------------------------------------------------------------------------------------------
// core.c

extern pto_cmd_t pto_records[];  // PTO_RECORDS, of the queues of all cores
extern const char *const pto_pipe_names[PTO_PIPE_NUM + 1];
extern const char *const pto_mem_names[PTO_MEM_NUM];

// To be called before the first core of a run is taken: what has to be cleared depends on what RAM started as.
void pto_core_know_memories(void);

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

// The tile instruction that runs inside its issue (pto/direct.h), or NULL. The scalar unit runs it on behalf of the
// pipe.
static inline const pto_cmd_t *pto_now(const pto_core_t *core)
{
    return core->view.now.loc != NULL ? (const pto_cmd_t *)(const void *)&core->view.now : NULL;
}

// Whether this run is a program: each task has a launch of its own.
static inline bool pto_is_program(void)
{
    return pto_run_state.launch.kernel == NULL;
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

// Returns the core whose SU is the caller, after checking that it may issue commands at all.
static inline pto_core_t *pto_issuer(const pto_loc_t *loc, const char *what)
{
    pto_core_t *core = hal_hart()->issuer;
    if (__builtin_expect(core == NULL, 0)) {
        pto_bad_issuer(loc, what);
    }
    return core;
}

/**
 * Takes the next record of a pipe's queue; waits while the queue is full. The caller has checked the pipe's number,
 * fills in the fields after the header, and calls pto_issue_commit().
 */
pto_cmd_t *pto_issue_begin(pto_core_t *core, uint32_t pipe, const pto_op_t *op, const pto_loc_t *loc);
pto_event_t pto_issue_commit(pto_core_t *core, uint32_t pipe);

// As one value, which costs less to return than two.
static inline pto_event_t pto_event(uint32_t pipe, uint32_t seq)
{
    const uint64_t both = pipe | (uint64_t)seq << 32;
    pto_event_t event;
    __builtin_memcpy(&event, &both, sizeof event);
    return event;
}

// Takes the next record of a queue that has room.
static inline pto_cmd_t *pto_take_record(pto_pipe_queue_t *queue, const pto_op_t *op, const pto_loc_t *loc)
{
    pto_cmd_t *cmd = &queue->ring[queue->tail % PTO_QUEUE_DEPTH];
    cmd->op = op;
    cmd->loc = loc;
    return cmd;
}

// Bracket of a command that runs inside its issue (pto_can_skip()). It still uses a record, which reports name.
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

// Blocks the SU until all its commands are done (sync.c).
void pto_sync_finish(pto_core_t *core, const pto_loc_t *loc);

// Runs a command on the SU itself: blocks the kernel function while the command is blocked.
void pto_su_exec(pto_core_t *core, const pto_cmd_t *cmd);

// Queues a command without operands beyond arg[]; runs it at once if the pipe is PIPE_S.
pto_event_t pto_sync_issue(pto_core_t *core, uint32_t pipe, const pto_op_t *op, const pto_loc_t *loc, uint32_t a,
                           uint32_t b, uint32_t c);

// Faults unless the core has the pipe.
void pto_sync_check_pipe(const pto_core_t *core, const pto_loc_t *loc, const char *what, uint32_t pipe);

// Whether the event that a command of PTO_AWAITS_PIPE or PTO_AWAITS_FLAG waits for has happened. Does not consume it.
bool pto_sync_has_come(pto_core_t *core, const pto_cmd_t *cmd);

// Whether a pipe has released a buffer as often as the get's tickets require.
static inline bool pto_has_released(const pto_core_t *core, uint32_t buffer, uint32_t pipe, const uint32_t *tickets)
{
    return (int32_t)(hal_sync_released(&core->view.sync, buffer, pipe) - tickets[hal_sync_place(pipe)]) >= 0;
}

// A flag in a ring as a command record: fills in `cmd` and returns it.
const pto_cmd_t *pto_flag_show(const pto_flag_entry_t *entry, pto_flag_cmd_t *cmd);
// Faults: a flag is set again.
_Noreturn void pto_flag_set_twice(const pto_core_t *core, const pto_flag_entry_t *entry) __attribute__((cold));

// Blocks the SU until all cores of its block arrive. No-op in a group of one.
void pto_sync_meet(pto_core_t *core, const pto_loc_t *loc);

// Whether a command is one of the waits at the end of a kernel.
bool pto_sync_is_end(const pto_cmd_t *cmd);

// ---------------------------------------------------------------------------------------------------------------------
// semaphore.c

// Clears all flags for a launch. Warns of flags left set by the cores of a block, before the next block.
void pto_semaphore_begin(void);
void pto_semaphore_end_block(const pto_core_t *core);
void pto_semaphore_end(void);

// Clears the sent and taken counts of `num` cores before a task: all cores of a cluster, or one of them.
void pto_semaphore_forget(const pto_core_t *first, uint32_t num);

// ---------------------------------------------------------------------------------------------------------------------
// sched.c

// Prepares the harts of the launch, without agents.
void pto_sched_reset(void);

// No agent of this image can go on: a deadlock, unless another image may end a wait. Returns when that may be so.
void pto_sched_stuck(void);

// Assigns an agent to a hart.
void pto_sched_host(pto_agent_t *agent, uint32_t hart);

// Runs all agents to the end, on all harts.
void pto_sched_run(void);

// Ends an SU.
_Noreturn void pto_sched_finish(pto_core_t *core);

// Call after a change that agents on other harts may wait for.
void pto_wake_hart(uint32_t hart);
void pto_wake_core(const pto_core_t *core);
void pto_wake_waiting(const pto_core_t *core, uint32_t pipe);  // waiters for progress of this pipe
void pto_wake_group(const pto_core_t *core);
void pto_wake_all(void);

// Runs the pipes of a direct core until all are empty or blocked.
void pto_sched_settle(pto_core_t *core);

// Runs local pipes as the policy wants, after a command was queued on one of them.
void pto_sched_issued(pto_core_t *core, pto_pipe_queue_t *queue);

// Leaves the SU's fiber until its state is ready again.
void pto_sched_leave(pto_core_t *core);

// Eager policy on one hart: lets all other agents run first. So data handed over by another core is there on return, as
// if the cores ran in parallel.
void pto_sched_stand_back(pto_core_t *core);

// Lets all other agents of the hart run first. For operations that a kernel may repeat until another agent makes
// progress. Returns at once if no other agent could run.
void pto_sched_poll(pto_core_t *core);

// ---------------------------------------------------------------------------------------------------------------------
// deadlock.c

// Returns the current command of an agent: the head of its queue, or the command that the SU runs itself. NULL: none.
// For a flag in a ring, a copy that is valid until the next call for this agent.
const pto_cmd_t *pto_current_cmd(const pto_agent_t *agent);

// ---------------------------------------------------------------------------------------------------------------------
// replay.c

// Whether the run follows a schedule (PTO_POLICY_REPLAY).
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

// Whether the schedule holds an agent back.
bool pto_replay_holds(const pto_agent_t *agent);

// Gives up the first hold that keeps an agent back, as no other agent can run. Returns false if there is none.
bool pto_replay_give_up(void);

// ---------------------------------------------------------------------------------------------------------------------
// fault.c

// The text of a fault; a deadlock has a line for each agent.
#define PTO_REPORT_ROOM (PTO_REPORT_BYTES * (1 + PTO_CORE_MAX))
typedef struct {
    size_t length;
    char text[];  // PTO_REPORT_ROOM
} pto_report_t;

void pto_append(pto_report_t *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pto_append_cmd(pto_report_t *report, const pto_cmd_t *cmd);

// Appends a line for each agent with a current command: its source location.
void pto_append_agents(pto_report_t *report, const char *verb);

// Appends who waits for whom, the agents, and the likely cause on a line of its own, if there is one (deadlock.c).
void pto_append_deadlock(pto_report_t *report);

_Noreturn void pto_fault_deadlock(void);
// A fault of another image, for which the agents of this one wait.
_Noreturn void pto_fault_peer(const char *format, ...) __attribute__((format(printf, 1, 2)));
void pto_warn(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

// Reports synchronisation left over by a block of a core, by a command at `loc`: as a warning, or through an observer.
void pto_left_over(const pto_core_t *core, const pto_loc_t *loc, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

#include "interleave.h"
#include "ranges.h"

#endif
