// SPDX-License-Identifier: Apache-2.0
//
// Calls of an NPU's compiler and its runtime, outside of tile instructions: flags, barriers, registers, caches, atomic modes,
// lane masks. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/scalar/pipeline-sync.md`, `include/pto/common/memory.hpp`, `utils.hpp`.
#ifndef PTO_CPP_NPU_HPP
#define PTO_CPP_NPU_HPP

#include <pto/event.hpp>

// ---------------------------------------------------------------------------------------------------------------------
// Flags, barriers, registers, caches

PTO_INST void set_flag(pipe_t src, pipe_t dst, int64_t id, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_set_flag_here(loc, src, dst, id);
}
PTO_INST void wait_flag(pipe_t src, pipe_t dst, int64_t id, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_wait_flag_here(loc, src, dst, id);
}
// A flag that is set, and waited for at once: the second pipe waits for the first.
namespace pto {
template <pipe_t src, pipe_t dst>
PTO_INTERNAL void PtoSetWaitFlag(event_t set = EVENT_ID0, event_t wait = EVENT_ID0, const pto_loc_t *loc = PTO_CPP_LOC)
{
    set_flag(src, dst, set, loc);
    wait_flag(src, dst, wait, loc);
}
}  // namespace pto
PTO_INST void pipe_barrier(pipe_t pipe, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_pipe_barrier_at(loc, pipe);
}
PTO_INST void get_buf(pipe_t pipe, int64_t id, int64_t mode, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_get_buf_at(loc, pipe, id, mode);
}
PTO_INST void rls_buf(pipe_t pipe, int64_t id, int64_t mode, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_rls_buf_at(loc, pipe, id, mode);
}
PTO_INST void set_intra_block(pipe_t pipe, int64_t id, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_set_intra_block_at(loc, pipe, id);
}
PTO_INST void wait_intra_block(pipe_t pipe, int64_t id, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_wait_intra_block_at(loc, pipe, id);
}
PTO_INST void wait_flag_dev(int64_t id, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_wait_cross_core_at(loc, PIPE_S, id);
}
// The word of ffts_cross_core_sync: 1, the mode, the flag.
PTO_INST void ffts_cross_core_sync(pipe_t pipe, uint64_t word, const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_set_cross_core_at(loc, pipe, static_cast<int64_t>(word >> 4 & 3), static_cast<int64_t>(word >> 8 & 15));
}
PTO_INST int64_t get_block_idx() { return pto_get_block_idx(); }
PTO_INST int64_t get_block_num() { return pto_get_block_num(); }
// The same as variables of an NPU's compiler. They are no macros, so kernels may have others of these names.
inline constexpr struct {
    PTO_INTERNAL operator int64_t() const { return pto_get_block_idx(); }
} block_idx{};
inline constexpr struct {
    PTO_INTERNAL operator int64_t() const { return pto_get_block_num(); }
} block_num{};
// Functions of an NPU's compiler.
template <class A, class B>
    requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
PTO_INST constexpr std::common_type_t<A, B> min(A a, B b)
{
    return b < a ? b : a;
}
template <class A, class B>
    requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
PTO_INST constexpr std::common_type_t<A, B> max(A a, B b)
{
    return a < b ? b : a;
}
PTO_INST int64_t get_subblockid() { return pto_get_subblock_idx(); }
PTO_INST int64_t get_subblockdim() { return pto_get_subblock_num(); }
PTO_INST int64_t get_rank() { return pto_get_rank(); }
PTO_INST int64_t get_rank_num() { return pto_get_rank_num(); }
PTO_INST int64_t get_coreid() { return pto_get_block_idx(); }
PTO_INST uint64_t get_ctrl() { return static_cast<uint64_t>(pto_get_ctrl()); }
PTO_INST void set_ctrl(uint64_t value, const pto_loc_t *loc = PTO_CPP_LOC)
{
    if ((value >> pto::MAD_MODE_BIT & 1) != 0) {
        pto_fault_at(loc, "set_ctrl: products of tiles are of f32, not of TF32");
    }
    pto_set_ctrl(static_cast<int64_t>(value));
}
PTO_INST constexpr uint64_t sbitset0(uint64_t word, int bit) { return word & ~(uint64_t{1} << bit); }
PTO_INST constexpr uint64_t sbitset1(uint64_t word, int bit) { return word | uint64_t{1} << bit; }

// Caches: memory is coherent here, so these calls only order accesses; dsb lands writes to other ranks.
enum mem_dsb_t { DSB_ALL, DSB_DDR, DSB_UB };
enum class cache_line_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE, CACHELINE_OUT };
enum class dcci_dst_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
using enum cache_line_t;
PTO_INST void dsb(int)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    pto_su_fence();
}
template <class... Words>
PTO_INST void dcci(const volatile void *, Words...)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// Instructions of the hart so far.
extern "C" int64_t pto_get_clock64(void);
PTO_INST int64_t get_sys_cnt() { return pto_get_clock64(); }
PTO_INST uint64_t get_task_cookie() { return 0; }
PTO_INST void trap(const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_fault_at(loc, "trap: the kernel gives up");
}

// Where flags of cores lie on an NPU; they are registers here.
PTO_INST void set_ffts_base_addr(uint64_t) {}

// ---------------------------------------------------------------------------------------------------------------------
// The atomic mode of later stores to GM: of copies, and of TSTORE without an atomic type of its own

#define PTO_CPP_ATOMIC(name, mask, value)                                                                       \
    PTO_INST void set_atomic_##name(const pto_loc_t *loc = PTO_CPP_LOC)                                         \
    {                                                                                                           \
        pto::detail::atomic_mode_loc = loc;                                                                     \
        pto_set_ctrl((pto_get_ctrl() & ~int64_t{mask}) | (value));                                              \
    }
PTO_CPP_ATOMIC(none, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_NONE << 6)
PTO_CPP_ATOMIC(f32, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_F32 << 6)
PTO_CPP_ATOMIC(f16, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_F16 << 6)
PTO_CPP_ATOMIC(bf16, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_BF16 << 6)
PTO_CPP_ATOMIC(s32, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_S32 << 6)
PTO_CPP_ATOMIC(s16, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_S16 << 6)
PTO_CPP_ATOMIC(s8, PTO_CTRL_ATOMIC_TYPE, PTO_ATOMIC_S8 << 6)
PTO_CPP_ATOMIC(add, PTO_CTRL_ATOMIC_OP, PTO_ATOMIC_ADD << 9)
PTO_CPP_ATOMIC(max, PTO_CTRL_ATOMIC_OP, PTO_ATOMIC_MAX << 9)
PTO_CPP_ATOMIC(min, PTO_CTRL_ATOMIC_OP, PTO_ATOMIC_MIN << 9)
#undef PTO_CPP_ATOMIC

// ---------------------------------------------------------------------------------------------------------------------
// Lane masks

// No effect: tile instructions have lane masks of their own.
PTO_INST void set_mask_norm() {}
PTO_INST void set_mask_count() {}
PTO_INST void set_vector_mask(uint64_t, uint64_t) {}

namespace pto {

PTO_INST void SetContinuousMask(unsigned lanes)
{
    const auto low = [](unsigned n) { return n >= MASK_LEN ? ~uint64_t{0} : (uint64_t{1} << n) - 1; };
    set_vector_mask(lanes > MASK_LEN ? low(lanes - unsigned{MASK_LEN}) : 0, low(lanes));
}
PTO_INST void SetVectorCount(uint64_t lanes) { set_vector_mask(0, lanes); }
template <class>
PTO_INST void SetFullVecMaskByDType()
{
    set_vector_mask(~uint64_t{0}, ~uint64_t{0});
}
template <class>
PTO_INST void SetContMaskByDType(unsigned lanes)
{
    SetContinuousMask(lanes);
}
template <int half_of_mask>
PTO_INST void movemask(uint64_t)
{
    static_assert(half_of_mask == 0 || half_of_mask == 1, "movemask: the mask has the halves 0 and 1");
}

// ---------------------------------------------------------------------------------------------------------------------
// Barriers of cores

#define SYNCALL_IMPL SYNCALL

// The software form has no counters of its own here: it is the same barrier, of all cores of a kind.
template <SyncCoreType Cores = SyncCoreType::AIVOnly>
PTO_INST void SYNCALL_SOFT_IMPL(const int32_t *, int32_t = 0, const pto_loc_t *loc = PTO_CPP_LOC)
{
    SYNCALL<Cores>(loc);
}
PTO_INST void SYNCALL_SOFT_AIC_IMPL(const int32_t *, int32_t = 0, const pto_loc_t *loc = PTO_CPP_LOC)
{
    SYNCALL<SyncCoreType::AICOnly>(loc);
}
template <SyncCoreType Cores = SyncCoreType::Mix>
PTO_INST void SYNCALL_SOFT_MIX_IMPL(const int32_t *, int32_t = 0, const pto_loc_t *loc = PTO_CPP_LOC)
{
    SYNCALL<Cores>(loc);
}

// How many take part in a SYNCALL of cores of both kinds: each cluster has its cube core, and vector cores.
PTO_INST int32_t SYNCALL_GET_MIX_AIV_RATIO() { return static_cast<int32_t>(pto_get_subblock_num()); }
PTO_INST int32_t SYNCALL_GET_MIX_AIC_BLOCKS() { return static_cast<int32_t>(pto_get_block_num()); }
PTO_INST int32_t SYNCALL_GET_MIX_PARTICIPANT_COUNT()
{
    return SYNCALL_GET_MIX_AIC_BLOCKS() * (1 + SYNCALL_GET_MIX_AIV_RATIO());
}

}  // namespace pto

// Facts about a kernel for the loader of an NPU. The driver finds these itself.
#define PTO_SYNCALL_AIV_KERNEL_META(kernel)
#define PTO_SYNCALL_AIC_KERNEL_META(kernel)
#define PTO_SYNCALL_MIX_AIC_KERNEL_META(kernel, aic_ratio, aiv_ratio)

#endif
