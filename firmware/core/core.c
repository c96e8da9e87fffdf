// SPDX-License-Identifier: Apache-2.0
//
// Core instances: descriptions, reset, the begin and the end of a block.

#include "core.h"

const char *const pto_pipe_names[PTO_PIPE_NUM + 1] = {
    "PIPE_S", "PIPE_V", "PIPE_M", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX", "PIPE_ALL",
};

const char *const pto_mem_names[PTO_MEM_NUM] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};

static const pto_core_kind_t vector_core = {"vector core", 3, {PIPE_MTE2, PIPE_V, PIPE_MTE3}, false, false};
static const pto_core_kind_t cube_core_a5 = {"cube core", 4, {PIPE_MTE2, PIPE_MTE1, PIPE_M, PIPE_FIX}, true, false};
static const pto_core_kind_t cube_core_a2a3 = {
    "cube core", 5, {PIPE_MTE2, PIPE_MTE1, PIPE_M, PIPE_FIX, PIPE_MTE3}, true, false};
#if BOARD_CUBE_CORES
static const pto_core_kind_t unified_core = {
    "unified core", 6, {PIPE_MTE2, PIPE_MTE1, PIPE_M, PIPE_V, PIPE_FIX, PIPE_MTE3}, false, true};
#endif

// Bytes of each memory by profile; the board may have less.
static const uint32_t mem_bytes[PTO_MEM_NUM][2] = {
    [PTO_MEM_UB] = {[PTO_ARCH_A5] = PTO_UB_BYTES, [PTO_ARCH_A2A3] = PTO_UB_BYTES_A2A3},
    [PTO_MEM_L1] = {PTO_L1_BYTES, PTO_L1_BYTES},
    [PTO_MEM_L0A] = {PTO_L0A_BYTES, PTO_L0A_BYTES},
    [PTO_MEM_L0B] = {PTO_L0B_BYTES, PTO_L0B_BYTES},
    [PTO_MEM_L0C] = {[PTO_ARCH_A5] = PTO_L0C_BYTES, [PTO_ARCH_A2A3] = PTO_L0C_BYTES_A2A3},
    [PTO_MEM_BT] = {PTO_BT_BYTES, PTO_BT_BYTES},
    [PTO_MEM_FB] = {PTO_FB_BYTES, PTO_FB_BYTES},
};

// Large, and written before it is read: not in .bss, which start-up clears.
HAL_SHOWN static pto_core_t cores[BOARD_CLUSTERS][PTO_CLUSTER_CORES];
HAL_SHOWN pto_cmd_t pto_records[PTO_RECORDS];

// Writable by vector functions.
HAL_OPEN static struct {
    pto_spr_t spr __attribute__((aligned(64)));
} sprs[BOARD_CLUSTERS][PTO_CLUSTER_CORES];

#if BOARD_CUBE_CORES
static uint8_t scales[BOARD_CLUSTERS][2][PTO_SCALE_BYTES];
#endif

// The bytes of a memory's window that may not be zero.
typedef struct {
    uint32_t from, to;
} dirty_t;

static dirty_t dirty_ub[BOARD_CLUSTERS][BOARD_VECTOR_CORES];
static dirty_t dirty_cube[BOARD_CLUSTERS][PTO_MEM_NUM];
static bool is_dirt_known;

// Returns the window of a memory as a core sees it. UB is the core's own, or that of the cluster's first vector core.
static hal_window_t window(uint32_t mem, uint32_t cluster, uint32_t subblock)
{
    hal_window_t window = hal_memory((hal_mem_t)mem, cluster, subblock);
    uint32_t bytes = mem_bytes[mem][pto_run_state.options.arch];
    if (mem != PTO_MEM_GM && window.bytes > bytes) {
        // A smaller UB ends where the window ends, so that an access past its end hits the guard.
        window.base += mem == PTO_MEM_UB ? window.bytes - bytes : 0;
        window.bytes = bytes;
    }
    return window;
}

// Vector accesses reach the whole UB window of the board.
static pto_reach_t reach(uint32_t cluster, uint32_t subblock)
{
    const uintptr_t window = ~(uintptr_t)(BOARD_UB_BYTES - 1);
    return (pto_reach_t){(uintptr_t)hal_memory(HAL_MEM_UB, cluster, subblock).base, window | (PTO_REACH_ALIGNMENT - 1)};
}

// What memories are filled with for the checker: NaN as f16, bf16 and, doubled, f32; as an integer it is large.
enum { FILL = 0x7fc0 };

// Whether memories are filled at the begin of a block, for the checker, instead of cleared.
static bool is_filled(void)
{
#ifdef PTO_OBSERVED
    return pto_run_state.options.fill;
#else
    return false;
#endif
}

static void fill(hal_window_t all)
{
    static const uint16_t shown[32] = {[0 ... 31] = FILL};
    hal_copy(all.base, shown, sizeof shown);
    for (size_t done = sizeof shown; done < all.bytes; done *= 2) {
        hal_copy((uint8_t *)all.base + done, all.base, done < all.bytes - done ? done : all.bytes - done);
    }
}

// Returns how many bytes of a memory blocks of a kernel may write; of no kernel none.
static uint32_t written_by(const pto_kernel_t *kernel, uint32_t mem)
{
    return kernel == NULL ? 0 : kernel->writes == NULL ? UINT32_MAX : kernel->writes[mem];
}

// Clears what is dirty, or fills all, for blocks of a kernel or, if that is NULL, for none.
static void begin_memory(uint32_t mem, uint32_t cluster, uint32_t subblock, dirty_t *dirty, const pto_kernel_t *kernel)
{
    if (is_filled()) {
        const hal_window_t all = hal_memory((hal_mem_t)mem, cluster, subblock);
        fill(all);
        *dirty = (dirty_t){0, (uint32_t)all.bytes};
        return;
    }
    const uint32_t written = written_by(kernel, mem);
    if (dirty->to == 0 && written == 0) {
        return;
    }
    const hal_window_t all = hal_memory((hal_mem_t)mem, cluster, subblock);
    if (dirty->to != 0) {
        hal_zero((uint8_t *)all.base + dirty->from, dirty->to - dirty->from);
    }
    *dirty = (dirty_t){0, written != 0 ? (uint32_t)all.bytes : 0};
    if (written != 0 && written != UINT32_MAX) {
        const hal_window_t own = window(mem, cluster, subblock);
        const uint32_t from = (uint32_t)((uint8_t *)own.base - (uint8_t *)all.base);
        *dirty = written < own.bytes ? (dirty_t){from, from + written} : *dirty;
    }
}

static void begin_cube_memories(uint32_t cluster, const pto_kernel_t *kernel)
{
#if BOARD_CUBE_CORES
    bool is_dirty = false;
    for (uint32_t mem = PTO_MEM_L1; mem < PTO_MEM_NUM; mem++) {
        dirty_t *dirty = &dirty_cube[cluster][mem];
        is_dirty |= dirty->to != 0;
        begin_memory(mem, cluster, 0, dirty, kernel);
    }
    if (is_dirty || is_filled()) {
        hal_zero(scales[cluster], sizeof scales[cluster]);
    }
#else
    (void)cluster, (void)kernel;
#endif
}

static void begin_ub(uint32_t cluster, uint32_t subblock, const pto_kernel_t *kernel)
{
    begin_memory(PTO_MEM_UB, cluster, subblock, &dirty_ub[cluster][subblock], kernel);
}

void pto_core_know_memories(void)
{
    for (uint32_t cluster = 0; cluster < BOARD_CLUSTERS && !is_dirt_known && !hal_ram_was_zero(); cluster++) {
        for (uint32_t i = 0; i < BOARD_VECTOR_CORES; i++) {
            dirty_ub[cluster][i].to = BOARD_UB_BYTES;
        }
        for (uint32_t mem = PTO_MEM_L1; BOARD_CUBE_CORES && mem < PTO_MEM_NUM; mem++) {
            dirty_cube[cluster][mem].to = (uint32_t)hal_memory((hal_mem_t)mem, cluster, 0).bytes;
        }
    }
    is_dirt_known = true;
}

pto_core_t *pto_core_take(uint32_t cluster, uint32_t slot, bool unified)
{
    pto_core_t *core = &cores[cluster][slot];
    bool cube = slot == BOARD_VECTOR_CORES;
    const pto_core_kind_t *cube_kind = pto_run_state.options.arch == PTO_ARCH_A2A3 ? &cube_core_a2a3 : &cube_core_a5;
    core->kind = cube ? cube_kind : &vector_core;
#if BOARD_CUBE_CORES
    core->kind = unified ? &unified_core : core->kind;
#else
    (void)unified;
#endif
    core->cluster = &pto_clusters[cluster];
    core->slot = slot;
    core->subblock = cube ? 0 : slot;
    hal_sync_open(&core->view.sync, cluster, slot);
    core->pipe_mask = 1u << PIPE_S;
    core->direct = false;
    core->interleaved = 0;
    pto_set_pending(core, 0);
    hal_zero(core->waiters, sizeof core->waiters);
    core->harts = 0;
    for (uint32_t mem = 0; mem < PTO_MEM_NUM; mem++) {
        core->mem[mem] = window(mem, cluster, core->subblock);
    }
    // The memory that scalar accesses and vector functions of this core reach: a cube core has no UB.
    core->view.spr = &sprs[cluster][slot].spr;
    core->view.ub = cube ? (hal_window_t){NULL, 0} : core->mem[PTO_MEM_UB];
    core->view.reach = reach(cluster, core->subblock);
    core->view.now.loc = NULL;
    core->view.flag_loc = &core->flag_loc;
#if BOARD_CUBE_CORES
    core->scales = scales[cluster];
#endif
    core->role = "";  // until it joins a group: reports may be of an idle core
    core->su.state = PTO_SU_READY;
    core->su.wait = NULL;
    core->su.done = 0;
    core->su.after = NULL;
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        core->pipe[pipe] = (pto_pipe_queue_t){.agent = {core, (uint8_t)pipe, 0}};
    }
    pto_cmd_t *rings = &pto_records[(cluster * PTO_CLUSTER_CORES + slot) * PTO_CORE_PIPES * PTO_QUEUE_DEPTH];
    for (uint32_t i = 0; i < core->kind->pipe_num; i++) {
        core->pipe_mask |= 1u << core->kind->pipes[i];
        core->pipe[core->kind->pipes[i]].ring = &rings[i * PTO_QUEUE_DEPTH];
    }
    return core;
}

void pto_core_join(pto_core_t *core, pto_launch_t *launch, pto_group_t *group, uint32_t index)
{
    static const char *const roles[] = {" AIV0", " AIV1", " AIV2", " AIV3"};
    _Static_assert(BOARD_VECTOR_CORES <= sizeof roles / sizeof roles[0], "a name for each vector core");
    core->launch = launch;
    core->group = group;
    core->index = index;
    core->role = group->core_num == 1 ? "" : core->kind->cube ? " AIC" : roles[core->slot];
    core->view.gm = launch->buffers;
    // In a program, the vector cores may run another task.
    bool is_apart = launch->task != NULL && group->core_num == 1 && core->kind->cube;
    core->mem[PTO_MEM_UB] = window(PTO_MEM_UB, pto_cluster_index(core), core->subblock);
    core->mem[PTO_MEM_UB].bytes = is_apart ? 0 : core->mem[PTO_MEM_UB].bytes;
    core->su.meetings = 0;
    if (group->core_num == 1 && core->subblock == 0 && launch->task == NULL) {
        begin_cube_memories(pto_cluster_index(core), NULL);
    }
}

void pto_core_uses_l1(const pto_core_t *core)
{
    if (core->launch->task != NULL && core->group->core_num == 1 && !core->kind->cube) {
        pto_fault_at(NULL, "the cube core of the cluster, whose L1 this writes, may run another task");
    }
    // By each vector core of the cluster.
    __atomic_store_n(&dirty_cube[pto_cluster_index(core)][PTO_MEM_L1].to, (uint32_t)core->mem[PTO_MEM_L1].bytes,
                     __ATOMIC_RELAXED);
}

// A block begins with cleared memories. A cube core alone in its cluster may also write the cluster's UBs.
static void begin_memories(const pto_core_t *core)
{
    uint32_t cluster = pto_cluster_index(core);
    const pto_kernel_t *kernel = core->launch->kernel;
    if (!core->kind->cube) {
        begin_ub(cluster, core->subblock, kernel);
        if (!core->kind->unified) {
            return;
        }
    }
    begin_cube_memories(cluster, kernel);
    bool is_alone = core->kind->cube && core->group->core_num == 1 && core->launch->task == NULL;
    for (uint32_t i = 0; is_alone && i < BOARD_VECTOR_CORES; i++) {
        begin_ub(cluster, i, kernel);
    }
}

void pto_core_begin_block(pto_core_t *core, uint32_t block)
{
    pto_su_t *su = &core->su;
    *core->view.spr = (pto_spr_t){0};
    su->block = block;
    su->ctrl = 0;
    for (uint32_t i = 0; i < 2; i++) {
        su->loop[i].count[0] = su->loop[i].count[1] = 1;
        su->loop[i].src_stride[0] = su->loop[i].src_stride[1] = 0;
        su->loop[i].dst_stride[0] = su->loop[i].dst_stride[1] = 0;
    }
    su->pad_bits = 0;
    su->pad_bytes = 1;
    hal_zero(su->cube_reg, sizeof su->cube_reg);
    su->cube_reg[PTO_REG_LOOP_SIZE_OUTTOL1] = 1 << 21 | 1;
    su->cube_reg[PTO_REG_LOOP3_PARA] = su->cube_reg[PTO_REG_MTE2_NZ_PARA] = 1;
    hal_zero(core->unit_flags, sizeof core->unit_flags);
    hal_zero(core->fifo, sizeof core->fifo);
    hal_zero(su->gets, sizeof su->gets);
    hal_zero(su->users, sizeof su->users);
    hal_zero(su->held, sizeof su->held);
    su->held_buffers = 0;
    hal_sync_reset(&core->view.sync);
    pto_order_reset(&core->order);
    begin_memories(core);
    // Makes the reset state visible to pipes on other harts before the first command.
    hal_fence();
}

static void warn_flags(const pto_core_t *core, uint32_t src, uint32_t dst, uint32_t flags)
{
    for (; flags != 0; flags &= flags - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(flags);
        const pto_loc_t *loc = core->flag_loc[hal_sync_place(src)][hal_sync_place(dst)][id];
        pto_left_over(core, loc, "flag %s -> %s EVENT_ID%u is still set at the end of block %u; set at %s:%u",
                      pto_pipe_names[src], pto_pipe_names[dst], id, core->su.block, loc->file, loc->line);
    }
}

static void warn_buffers(const pto_core_t *core, uint32_t buffer)
{
    for (uint32_t pipes = core->su.held[buffer]; pipes != 0; pipes &= pipes - 1) {
        uint32_t pipe = (uint32_t)__builtin_ctz(pipes);
        const pto_loc_t *loc = core->su.get_loc[buffer][hal_sync_place(pipe)];
        pto_left_over(core, loc, "buffer %u is still held by %s at the end of block %u; got at %s:%u", buffer,
                      pto_pipe_names[pipe], core->su.block, loc->file, loc->line);
    }
}

static __attribute__((noinline, cold)) void warn_all(const pto_core_t *core)
{
    for (uint32_t src = 0; src < PTO_PIPE_NUM; src++) {
        for (uint32_t dst = 0; dst < PTO_PIPE_NUM; dst++) {
            // Only pipes of this core: pipes that it lacks may share a slot of the flags.
            const uint32_t both = 1u << src | 1u << dst;
            if ((core->pipe_mask & both) == both) {
                warn_flags(core, src, dst, hal_sync_flags(&core->view.sync, src, dst));
            }
        }
    }
    for (uint32_t buffer = 0; buffer < PTO_BUFFER_ID_NUM; buffer++) {
        warn_buffers(core, buffer);
    }
}

#ifdef PTO_OBSERVED
// Whether bytes, a multiple of 8, still are what fill() has written. Without an early end, so that it is vectorised.
static bool is_as_filled(const uint64_t *at, size_t bytes)
{
    uint64_t other = 0;
    for (size_t i = 0; i < bytes / 8; i++) {
        other |= at[i] ^ FILL * UINT64_C(0x0001000100010001);
    }
    return other == 0;
}

// Faults if a block wrote more of a memory than its kernel says. Else the next block would begin with that.
static void check_written(const pto_core_t *core, uint32_t mem)
{
    const pto_kernel_t *kernel = core->launch->kernel;
    const hal_window_t own = core->mem[mem];
    const uint64_t allowed = written_by(kernel, mem), first = (allowed + 7) & ~UINT64_C(7);
    const uint8_t *base = own.base;
    if (first >= own.bytes || is_as_filled((const uint64_t *)(const void *)(base + first), own.bytes - first)) {
        return;
    }
    uint64_t at = first;
    while (*(const uint16_t *)(const void *)(base + at) == FILL) {
        at += 2;
    }
    pto_fault_at(kernel->loc, "kernel %s has written %s at %u, and PTO_KERNEL_WRITES allows %u bytes", kernel->name,
                 pto_mem_names[mem], (uint32_t)at, (uint32_t)allowed);
}

static void check_all_written(const pto_core_t *core)
{
    for (uint32_t mem = PTO_MEM_UB; is_filled() && mem < PTO_MEM_NUM; mem++) {
        if (core->kind->unified || core->kind->cube == (mem != PTO_MEM_UB)) {
            check_written(core, mem);
        }
    }
}
#endif

// Anything left over is no error by itself, but would affect the next block or launch.
void pto_core_end_block(pto_core_t *core)
{
    if (__builtin_expect(hal_sync_any(&core->view.sync) || core->su.held_buffers != 0, 0)) {
        warn_all(core);
    }
#ifdef PTO_OBSERVED
    check_all_written(core);
#endif
}
