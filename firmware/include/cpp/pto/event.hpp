// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation: events between operations, and the calls of the micro level. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/TSYNC.md`, `docs/coding/Event.md`, `docs/isa/scalar/pipeline-sync.md`.
#ifndef PTO_CPP_EVENT_HPP
#define PTO_CPP_EVENT_HPP

#include <pto/issue.hpp>

namespace pto {

// Operations by which events name their pipes. All of PIPE_V are one value.
enum class Op : uint16_t {
    TLOAD,
    TSTORE_VEC,
    SCALAR,
    TRESHAPE,
    VECTOR,
    TMOV_M2B,
    TMOV_M2L,
    TMOV_M2R,
    TMOV_M2S,
    TMOV_V2M,
    TMOV_A2V,
    TMOV_A2M,
    TEXTRACT_V2M,
    TEXTRACT_M2LR,
    TEXTRACT_A2M,
    TINSERT_A2M,
    TSTORE_ACC,
    TSTORE_MAT,
    TMATMUL,
    TGEMV,
    TPREFETCH,
    TFILLPAD_MAT,
    MGATHER_MAT,
    MSCATTER,
    TEXPANDS_MAT,
    TIMG2COL,
    SETFMATRIX,
    SET_IMG2COL_RPT,
    SET_IMG2COL_PADDING,
    TADD = VECTOR, TADDS = VECTOR, TAXPY = VECTOR, TSUB = VECTOR, TSUBS = VECTOR, TMUL = VECTOR, TMULS = VECTOR,
    TDIV = VECTOR, TDIVS = VECTOR, TMIN = VECTOR, TMINS = VECTOR, TMAX = VECTOR, TMAXS = VECTOR, TAND = VECTOR,
    TANDS = VECTOR, TOR = VECTOR, TORS = VECTOR, TXOR = VECTOR, TXORS = VECTOR, TSHL = VECTOR, TSHLS = VECTOR,
    TSHR = VECTOR, TSHRS = VECTOR, TSEL = VECTOR, TSELS = VECTOR, TCMP = VECTOR, TCMPS = VECTOR, TEXP = VECTOR,
    TLOG = VECTOR, TSQRT = VECTOR, TRSQRT = VECTOR, TRECIP = VECTOR, TABS = VECTOR, TNEG = VECTOR, TRELU = VECTOR,
    TNOT = VECTOR, TEXPANDS = VECTOR, TCI = VECTOR, TCVT = VECTOR, TROWSUM = VECTOR, TROWMAX = VECTOR, TROWMIN = VECTOR,
    TROWEXPAND = VECTOR, TCOLSUM = VECTOR, TCOLMAX = VECTOR, TCOLMIN = VECTOR, TCOLEXPAND = VECTOR, TTRANS = VECTOR,
    TGATHER = VECTOR, TGATHERB = VECTOR, TSCATTER = VECTOR, TSORT32 = VECTOR, TMRGSORT = VECTOR, TMOV_V2V = VECTOR,
    TPARTADD = VECTOR, TPARTMAX = VECTOR, TPARTMIN = VECTOR, TLRELU = VECTOR, TPRELU = VECTOR, TQUANT = VECTOR,
    TROWEXPANDMUL = VECTOR, TROWEXPANDDIV = VECTOR, TROWEXPANDSUB = VECTOR, TCOLEXPANDMUL = VECTOR,
    TPARTMUL = VECTOR, TPOW = VECTOR, TPOWS = VECTOR, TROWPROD = VECTOR, TRANDOM = VECTOR, TCOLPROD = VECTOR,
    TTRI = VECTOR, TREM = VECTOR, TFMOD = VECTOR, TREMS = VECTOR, TFMODS = VECTOR, TCONCAT = VECTOR,
    TDEQUANT = VECTOR, TADDDEQRELU = VECTOR, TCOLEXPANDDIV = VECTOR, TCOLEXPANDADD = VECTOR, TCOLEXPANDMAX = VECTOR,
    TCOLEXPANDMIN = VECTOR, TCOLEXPANDSUB = VECTOR, TCOLEXPANDEXPDIF = VECTOR, TROWEXPANDADD = VECTOR,
    TROWEXPANDMAX = VECTOR, TROWEXPANDMIN = VECTOR, TROWEXPANDEXPDIF = VECTOR, TPAIRREDUCESUM = VECTOR,
    TSUBRELUCONV = VECTOR, TADDRELUCONV = VECTOR, TFUSEDMULADD = VECTOR, TMULADDDST = VECTOR, TSUBRELU = VECTOR,
    TFUSEDMULADDRELU = VECTOR, TPARTARGMAX = VECTOR, TPARTARGMIN = VECTOR, TCOLARGMAX = VECTOR, TCOLARGMIN = VECTOR,
    TROWARGMAX = VECTOR, TROWARGMIN = VECTOR, TFILLPAD_VEC = VECTOR, MGATHER_VEC = VECTOR, THISTOGRAM = VECTOR,
    TINTERLEAVE = VECTOR, TDEINTERLEAVE = VECTOR,
};

namespace detail {
constexpr pto_pipe_t pipe_of(Op op)
{
    switch (op) {
        case Op::TLOAD:
        case Op::TPREFETCH:
        case Op::TFILLPAD_MAT:
        case Op::MGATHER_MAT:
        case Op::TEXPANDS_MAT:
            return PIPE_MTE2;
        case Op::TSTORE_VEC:
        case Op::TSTORE_MAT:
        case Op::TMOV_V2M:
        case Op::TEXTRACT_V2M:
        case Op::MSCATTER:
            return PIPE_MTE3;
        case Op::TMOV_M2B:
        case Op::TMOV_M2L:
        case Op::TMOV_M2R:
        case Op::TMOV_M2S:
        case Op::TEXTRACT_M2LR:
        case Op::TIMG2COL:
            return PIPE_MTE1;
        case Op::TMOV_A2V:
        case Op::TMOV_A2M:
        case Op::TEXTRACT_A2M:
        case Op::TINSERT_A2M:
        case Op::TSTORE_ACC:
            return PIPE_FIX;
        case Op::TMATMUL:
        case Op::TGEMV:
            return PIPE_M;
        case Op::SCALAR:
        case Op::TRESHAPE:
        case Op::SETFMATRIX:
        case Op::SET_IMG2COL_RPT:
        case Op::SET_IMG2COL_PADDING:
            return PIPE_S;
        default:
            return PIPE_V;
    }
}
}  // namespace detail

// Event<Op::TLOAD, Op::TADD> e = TLOAD(a, x); TADD(c, a, b, e): holds the event of a command until another one waits
// for it.
template <Op Src, Op Dst, bool AutoToken = true, event_t Id = EVENT_ID0>
struct Event : RecordEvent {
    static constexpr Op srcOp = Src, dstOp = Dst;
    static constexpr pipe_t srcPipe = detail::pipe_of(Src), dstPipe = detail::pipe_of(Dst);
    static constexpr bool isSamePipe = srcPipe == dstPipe;
    // Of a cube core and its vector cores. Such an event is named by a flag of theirs.
    static constexpr bool IsCrossCore = (Src == Op::TMOV_A2V && dstPipe == PIPE_V) ||
                                        ((Src == Op::TMOV_V2M || Src == Op::TEXTRACT_V2M) && dstPipe == PIPE_MTE1);

    PTO_INTERNAL Event() = default;
    PTO_INTERNAL Event(RecordEvent recorded) : RecordEvent(recorded) {}

    // The base address of flags on an NPU; they are registers here.
    PTO_INTERNAL Event &InitAddr(uint64_t) { return *this; }

    // Records all commands issued to its source pipe so far, without a command that returns it.
    template <uint8_t Flag = 255>
    PTO_INTERNAL Event &Init(const pto_loc_t *loc = PTO_CPP_LOC)
    {
        if constexpr (IsCrossCore && Flag != 255) {
            pto_set_cross_core_at(loc, srcPipe, 2, Flag);
        } else {
            event = pto_pipe_barrier_at(loc, srcPipe);
        }
        return *this;
    }
    template <uint8_t Flag = 255>
    PTO_INTERNAL Event &Record(const pto_loc_t *loc = PTO_CPP_LOC)
    {
        return Init<Flag>(loc);
    }
    // Blocks its destination pipe.
    template <uint8_t Flag = 255>
    PTO_INTERNAL Event &Wait(const pto_loc_t *loc = PTO_CPP_LOC)
    {
        if constexpr (IsCrossCore && Flag != 255) {
            pto_wait_cross_core_at(loc, PIPE_S, Flag);
        } else if constexpr (dstPipe == PIPE_S) {
            RecordEvent::Wait(loc);
        } else {
            pto_wait_event_at(loc, dstPipe, event);
        }
        return *this;
    }
};

template <class T>
struct is_event : std::bool_constant<detail::is_event<std::remove_cv_t<T>>> {};

// Blocks the scalar unit until all events have happened.
template <class... Events>
    requires all_events_v<Events...>
PTO_INST void TSYNC(const Events &...events)
{
    (static_cast<const RecordEvent &>(events).Wait(), ...);
}

// Later commands of the pipe of an operation wait for all earlier ones.
template <Op Operation>
PTO_INST void TSYNC(const pto_loc_t *loc = PTO_CPP_LOC)
{
    pto_pipe_barrier_at(loc, detail::pipe_of(Operation));
}

template <SyncCoreType Cores = SyncCoreType::AIVOnly>
PTO_INST void SYNCALL(const pto_loc_t *loc = PTO_CPP_LOC)
{
    constexpr pto_sync_core_type_t who[] = {PTO_SYNC_AIV_ONLY, PTO_SYNC_AIC_ONLY, PTO_SYNC_MIX};
    pto_syncall_at(loc, who[static_cast<int>(Cores)]);
}

// The runtime has counters of its own: it needs no workspace, and all cores take part.
template <SyncAllMode Mode, SyncCoreType Cores = SyncCoreType::AIVOnly, class Workspace>
PTO_INST void SYNCALL(const Workspace &, int32_t = 0, const pto_loc_t *loc = PTO_CPP_LOC)
{
    SYNCALL<Cores>(loc);
}

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

// Hands out the flags of two pipes in a cycle. Each block has its own counter: blocks run at the same time.
template <pipe_t Src, pipe_t Dst>
class EventIdCounter {
public:
    PTO_INTERNAL static event_t GetNextId() { return static_cast<event_t>(next()++ % PTO_EVENT_ID_NUM); }
    PTO_INTERNAL static event_t PeekNextId() { return static_cast<event_t>(next() % PTO_EVENT_ID_NUM); }
    PTO_INTERNAL static void Reset() { next() = 0; }

private:
    static constexpr unsigned cores = 64;   // more than any board has
    PTO_INTERNAL static uint8_t &next()
    {
        static uint8_t counters[cores];
        return counters[static_cast<unsigned>(pto_get_block_idx() * pto_get_subblock_num() + pto_get_subblock_idx()) % cores];
    }
};

// Blocks the scalar unit until all events have happened.
template <class... Events>
PTO_INTERNAL void WaitAllEvents(const Events &...events)
{
    TSYNC(events...);
}

// How many take part in a SYNCALL of cores of both kinds: each cluster has its cube core, and vector cores.
PTO_INST int32_t SYNCALL_GET_MIX_AIV_RATIO() { return static_cast<int32_t>(pto_get_subblock_num()); }
PTO_INST int32_t SYNCALL_GET_MIX_AIC_BLOCKS() { return static_cast<int32_t>(pto_get_block_num()); }
PTO_INST int32_t SYNCALL_GET_MIX_PARTICIPANT_COUNT()
{
    return SYNCALL_GET_MIX_AIC_BLOCKS() * (1 + SYNCALL_GET_MIX_AIV_RATIO());
}

}  // namespace pto

// The event ids of a pair of pipes.
#define EVENT_ID_MAX PTO_EVENT_ID_NUM

// Facts about a kernel for the loader of an NPU. The driver finds these itself.
#define PTO_SYNCALL_AIV_KERNEL_META(kernel)
#define PTO_SYNCALL_AIC_KERNEL_META(kernel)
#define PTO_SYNCALL_MIX_AIC_KERNEL_META(kernel, aic_ratio, aiv_ratio)

// ---------------------------------------------------------------------------------------------------------------------
// The micro level

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

// The lane mask of the vector unit: no effect on tile instructions, which have their own.
PTO_INST void set_mask_norm() {}
PTO_INST void set_mask_count() {}
PTO_INST void set_vector_mask(uint64_t, uint64_t) {}

#endif
