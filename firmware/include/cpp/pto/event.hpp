// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation: events between operations, barriers of cores. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/TSYNC.md`, `docs/coding/Event.md`.
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
            detail::waits_itself();
            pto_wait_event_at(loc, dstPipe, event);
        }
        return *this;
    }
};

template <class T>
struct is_event : std::bool_constant<detail::is_event<std::remove_cv_t<T>>> {};

namespace detail {
// Blocks the scalar unit until all events have happened, for a call at this place.
PTO_INTERNAL void wait_for(const pto_loc_t *loc, const auto &...events)
{
    (void)loc;
    (static_cast<const RecordEvent &>(events).Wait(loc), ...);
}
}  // namespace detail

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

}  // namespace pto

// The event ids of a pair of pipes.
#define EVENT_ID_MAX PTO_EVENT_ID_NUM

#endif
