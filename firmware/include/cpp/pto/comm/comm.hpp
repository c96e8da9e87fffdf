// SPDX-License-Identifier: Apache-2.0
//
// Exchange with other ranks. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/comm`.
#ifndef PTO_CPP_COMM_HPP
#define PTO_CPP_COMM_HPP

#include <pto/event.hpp>
#include <pto/runtime.h>

namespace pto::comm {

enum class ReduceOp : uint8_t { Sum, Max, Min };
enum class NotifyOp : uint8_t { AtomicAdd, Set };
enum class WaitCmp : uint8_t { EQ, NE, GT, GE, LT, LE };
enum class DmaEngine : uint8_t { SDMA, URMA, RDMA };
enum class CollEngine : uint8_t { AIV, CCU };

// The tensors of a group of ranks, in its order.
template <class Tensor>
struct ParallelGroup {
    using value_type = Tensor;
    static constexpr int max_ranks = 16;
    Tensor *tensors = nullptr;
    int nranks = 0;
    int rootIdx = -1;

    constexpr ParallelGroup() = default;
    PTO_INTERNAL constexpr ParallelGroup(Tensor *group, int size, int root)
        : tensors(group), nranks(size), rootIdx(root)
    {
    }
    PTO_INTERNAL static constexpr ParallelGroup Create(Tensor *group, int size, int root) { return {group, size, root}; }
    PTO_INTERNAL constexpr int GetSize() const { return nranks; }
    PTO_INTERNAL constexpr int GetRootIdx() const { return rootIdx; }
    PTO_INTERNAL constexpr bool empty() const { return nranks == 0; }
    PTO_INTERNAL constexpr Tensor &operator[](int rank) const { return tensors[rank]; }
};

template <class T>
struct ParallelGroupTraits {
    static_assert(std::is_void_v<T>, "ParallelGroupTraits: takes a ParallelGroup");
};
template <class Tensor>
struct ParallelGroupTraits<ParallelGroup<Tensor>> {
    using GlobalDataType = Tensor;
};

// Signals: 32-bit integers in GM.
using Signal = GlobalTensor<int32_t, Shape<1, 1, 1, 1, 1>, Stride<1, 1, 1, 1, 1>>;
template <class Element, class Shape, class Stride, Layout layout = Layout::ND>
using GlobalSignal = GlobalTensor<Element, Shape, Stride, layout>;
template <int rows, int cols>
struct Signal2D : GlobalTensor<int32_t, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, DYNAMIC, 1>> {
    using Base = GlobalTensor<int32_t, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, DYNAMIC, 1>>;
    PTO_INTERNAL Signal2D(int32_t *data, int stride = cols) : Base(data, {}, typename Base::Stride(stride)) {}
};

// The address in the buffer that a rank has bound to the same parameter, at the same offset.
template <class Element>
PTO_INST Element *remote(Element *address, int64_t rank, const pto_loc_t *loc = PTO_CPP_LOC)
{
    return static_cast<Element *>(pto_remote_at(loc, address, rank));
}

// An asynchronous copy, under way until a wait for it or for a later one has returned.
struct AsyncEvent {
    uint64_t handle = 0;
    DmaEngine engine = DmaEngine::SDMA;

    PTO_INTERNAL constexpr bool valid() const { return handle != 0; }
    template <class Session>
    PTO_INTERNAL bool Wait(const Session &, const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        return pto_comm_wait_async_at(loc, static_cast<int64_t>(handle));
    }
    template <class Session>
    PTO_INTERNAL bool Test(const Session &, const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        return pto_comm_test_async_at(loc, static_cast<int64_t>(handle));
    }
};
enum class RdmaBackend : uint32_t { NONE, HNS_1825 };

namespace sdma {
// Bytes of a scratch tile, of flags in a workspace, and of a workspace. Kernels size their buffers by them.
constexpr uint32_t kUbAlignSize = 256, kSdmaFlagLength = 128, kSdmaEventRecordBytes = 16;
constexpr uint32_t kSdmaEventSlotCount = kSdmaFlagLength / kSdmaEventRecordBytes;
constexpr uint32_t UB_ALIGN_SIZE = kUbAlignSize, SDMA_FLAG_LENGTH = kSdmaFlagLength;
constexpr uint32_t SDMA_EVENT_RECORD_BYTES = kSdmaEventRecordBytes, SDMA_EVENT_SLOT_COUNT = kSdmaEventSlotCount;
constexpr uint32_t kSdmaContextWorkspaceBytes = 16 * 1024, kSdmaFlagPayloadBytesPerGroup = 512, kSdmaMaxChannelGroups = 48;
constexpr uint32_t kSdmaWorkspaceBytes = kSdmaContextWorkspaceBytes + kSdmaMaxChannelGroups * kSdmaFlagPayloadBytesPerGroup;
constexpr uint64_t kDefaultSdmaBlockBytes = 1024 * 1024;
constexpr uint32_t kAutoChannelGroupIdx = UINT32_MAX;
struct SdmaBaseConfig {
    uint64_t block_bytes, comm_block_offset;
    uint32_t queue_num;
};
using sdma_base_config_t = SdmaBaseConfig;
}  // namespace sdma

// What copies need of an engine: nothing here, so they take a session that is not built too, as pto-isa's CPU simulator does.
struct AsyncSession {
    DmaEngine engine = DmaEngine::SDMA;
    bool valid = false;
    uint8_t *contextGm = nullptr;
    uint32_t syncId = 0, channelGroupIdx = sdma::kAutoChannelGroupIdx;
    uint64_t blockBytes = sdma::kDefaultSdmaBlockBytes, commBlockOffset = 0;
    uint32_t queueNum = 1, destRankId = 0, qpIdx = 0;
    RdmaBackend rdmaBackend = RdmaBackend::NONE;
    uint32_t myPe = 0;
};

}  // namespace pto::comm

namespace pto {

// What a prefetch needs of an engine: nothing here.
struct PrefetchAsyncContext {
    uint8_t *workspace = nullptr;
    comm::AsyncSession session;
    comm::AsyncSession *externalSession = nullptr;

    constexpr PrefetchAsyncContext() = default;
    PTO_INTERNAL constexpr explicit PrefetchAsyncContext(uint8_t *space, comm::AsyncSession *external = nullptr)
        : workspace(space), externalSession(external)
    {
    }
    PTO_INTERNAL comm::AsyncSession &GetSession() { return externalSession ? *externalSession : session; }
};
// Brings data into L2, which no machine here has: it waits for its events and returns an event that has happened.
template <class Tensor, class... Events>
    requires(detail::is_tensor<Tensor> && all_events_v<Events...>)
PTO_INST comm::AsyncEvent TPREFETCH_ASYNC(const Tensor &, PrefetchAsyncContext &, const Events &...events)
{
    (static_cast<const RecordEvent &>(events).Wait(), ...);
    return {};
}

}  // namespace pto

namespace pto::detail {

// Prepares work of the scalar unit: waits for the events, and for commands that touch the operands.
template <class... Events>
    requires all_events_v<Events...>
PTO_INTERNAL void wait_all(const Events &...events)
{
    (static_cast<const RecordEvent &>(events).Wait(), ...);
}

// The end of a copy, of which automatic events know nothing: the scalar unit waits for it.
PTO_INTERNAL RecordEvent copied(const pto_loc_t *loc, pto_event_t last)
{
    if constexpr (is_automatic) {
        const pto_event_t events[] = {last, PTO_NO_EVENT};
        pto_tsync_at(loc, events);
    }
    return {last};
}

// One copy between ranks through a stage.
template <class... Events>
PTO_INTERNAL RecordEvent copy(const char *name, const tensor_ref &dst, const tensor_ref &src, const tile_ref &stage,
                              pto_tile_attr_t atomic, const Events &...events)
{
    wait_all(events...);
    settle(src, false), settle(dst, true), settle(stage, true);
    return copied(dst.loc, pto_comm_copy_at(dst.loc, name, &dst.tensor, &src.tensor, &stage.tile, atomic));
}

// The tensors of a group, in the form of the runtime.
template <class Tensor>
struct group_ref {
    static constexpr int max_ranks = comm::ParallelGroup<Tensor>::max_ranks;
    pto_tensor_t tensors[max_ranks];
    const pto_tensor_t *of[max_ranks];
    uint32_t num;

    PTO_INTERNAL group_ref(const comm::ParallelGroup<Tensor> &group, bool write, const pto_loc_t *loc)
        : num(static_cast<uint32_t>(group.nranks))
    {
        if (group.nranks < 0 || group.nranks > max_ranks) {
            pto_fault_at(loc, "a group of %d ranks: at most %d are possible", group.nranks, max_ranks);
        }
        for (uint32_t rank = 0; rank < num; rank++) {
            const tensor_ref tensor(group[static_cast<int>(rank)], loc);
            tensors[rank] = tensor.tensor;
            of[rank] = &tensors[rank];
            settle(tensor, write);
        }
    }
};

constexpr pto_tile_attr_t attr(comm::ReduceOp op) { return attr(PTO_REDUCE_SUM, op); }
constexpr pto_tile_attr_t attr(comm::NotifyOp op)
{
    return op == comm::NotifyOp::Set ? PTO_NOTIFY_SET : PTO_NOTIFY_ADD;
}
constexpr pto_tile_attr_t attr(comm::WaitCmp cmp)
{
    constexpr CmpMode modes[] = {CmpMode::EQ, CmpMode::NE, CmpMode::GT, CmpMode::GE, CmpMode::LT, CmpMode::LE};
    return attr(modes[static_cast<int>(cmp)]);
}

}  // namespace pto::detail

namespace pto::comm {

template <AtomicType atomic = AtomicType::AtomicNone, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPUT(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref stage,
                          const Events &...events)
{
    return detail::copy("comm.tput", dst, src, stage, detail::attr(atomic), events...);
}
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPUT(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref stage, AtomicType atomic,
                          const Events &...events)
{
    return detail::copy("comm.tput", dst, src, stage, detail::attr(atomic), events...);
}
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGET(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref stage,
                          const Events &...events)
{
    return detail::copy("comm.tget", dst, src, stage, PTO_STORE_PLAIN, events...);
}
// Ping-pong forms with two tiles: one is enough here.
template <AtomicType atomic = AtomicType::AtomicNone, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPUT(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref ping, detail::tile_ref,
                          const Events &...events)
{
    return TPUT<atomic>(dst, src, ping, events...);
}
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGET(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref ping, detail::tile_ref,
                          const Events &...events)
{
    return TGET(dst, src, ping, events...);
}

// Prepares a session. SDMA and RDMA have a scratch tile for their control words, URMA and RDMA a peer. Returns false
// without a workspace.
PTO_INTERNAL bool build_session(const AsyncSession &wanted, AsyncSession &session)
{
    session = wanted;
    session.valid = session.contextGm != nullptr;
    return session.valid;
}
template <DmaEngine engine = DmaEngine::SDMA, class Scratch>
PTO_INST bool BuildAsyncSession(Scratch &, uint8_t *workspace, AsyncSession &session, uint32_t id = 0,
                                const sdma::SdmaBaseConfig &config = {sdma::kDefaultSdmaBlockBytes, 0, 1},
                                uint32_t group = sdma::kAutoChannelGroupIdx)
{
    static_assert(engine == DmaEngine::SDMA, "BuildAsyncSession: URMA and RDMA have overloads of their own");
    static_assert(Scratch::Loc == TileType::Vec && Scratch::Rows * Scratch::Cols * sizeof(typename Scratch::DType) >= 8,
                  "BuildAsyncSession: the scratch tile has at least 8 bytes of UB");
    return build_session({.contextGm = workspace,
                          .syncId = id,
                          .channelGroupIdx = group,
                          .blockBytes = config.block_bytes,
                          .commBlockOffset = config.comm_block_offset,
                          .queueNum = config.queue_num},
                         session);
}
template <DmaEngine engine>
    requires(engine == DmaEngine::URMA)
PTO_INST bool BuildAsyncSession(uint8_t *workspace, AsyncSession &session)
{
    return build_session({.engine = engine, .contextGm = workspace}, session);
}
template <DmaEngine engine>
    requires(engine == DmaEngine::URMA)
PTO_INST bool BuildAsyncSession(uint8_t *workspace, uint32_t peer, AsyncSession &session)
{
    return build_session({.engine = engine, .contextGm = workspace, .destRankId = peer}, session);
}
template <DmaEngine engine, class Scratch>
    requires(engine == DmaEngine::RDMA)
PTO_INST bool BuildAsyncSession(Scratch &, uint8_t *workspace, uint32_t self, AsyncSession &session, uint32_t id = 0)
{
    return build_session({.engine = engine, .contextGm = workspace, .syncId = id, .myPe = self}, session);
}
template <DmaEngine engine, class Scratch>
    requires(engine == DmaEngine::RDMA)
PTO_INST bool BuildAsyncSession(Scratch &, uint8_t *workspace, uint32_t peer, uint32_t self, AsyncSession &session,
                                uint32_t id = 0)
{
    return build_session({.engine = engine, .contextGm = workspace, .syncId = id, .destRankId = peer, .myPe = self}, session);
}

// Without a tile, between packed tensors. The address of a remote tensor says which rank: a peer adds nothing.
template <DmaEngine = DmaEngine::SDMA, class... Types, class Session, class... Events>
    requires all_events_v<Events...>
PTO_INST AsyncEvent TPUT_ASYNC(detail::tensor_ref dst, detail::tensor_ref src, const Session &, const Events &...events)
{
    detail::wait_all(events...);
    detail::settle(src, false), detail::settle(dst, true);
    return {static_cast<uint64_t>(pto_comm_copy_async_at(dst.loc, false, &dst.tensor, &src.tensor))};
}
template <DmaEngine engine = DmaEngine::SDMA, class... Types, class Session, class... Events>
    requires all_events_v<Events...>
PTO_INST AsyncEvent TPUT_ASYNC(detail::tensor_ref dst, detail::tensor_ref src, const Session &session, uint32_t,
                               const Events &...events)
{
    return TPUT_ASYNC<engine>(dst, src, session, events...);
}
template <DmaEngine = DmaEngine::SDMA, class... Types, class Session, class... Events>
    requires all_events_v<Events...>
PTO_INST AsyncEvent TGET_ASYNC(detail::tensor_ref dst, detail::tensor_ref src, const Session &, const Events &...events)
{
    detail::wait_all(events...);
    detail::settle(src, false), detail::settle(dst, true);
    return {static_cast<uint64_t>(pto_comm_copy_async_at(dst.loc, true, &dst.tensor, &src.tensor))};
}
template <DmaEngine engine = DmaEngine::SDMA, class... Types, class Session, class... Events>
    requires all_events_v<Events...>
PTO_INST AsyncEvent TGET_ASYNC(detail::tensor_ref dst, detail::tensor_ref src, const Session &session, uint32_t,
                               const Events &...events)
{
    return TGET_ASYNC<engine>(dst, src, session, events...);
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST void TNOTIFY(detail::tensor_ref signal, int32_t value, NotifyOp op, const Events &...events)
{
    detail::wait_all(events...);
    pto_comm_tnotify_at(signal.loc, &signal.tensor, value, detail::attr(op));
}
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST void TWAIT(detail::tensor_ref signal, int32_t value, WaitCmp cmp, const Events &...events)
{
    detail::wait_all(events...);
    pto_comm_twait_at(signal.loc, &signal.tensor, value, detail::attr(cmp));
}
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST bool TTEST(detail::tensor_ref signal, int32_t value, WaitCmp cmp, const Events &...events)
{
    detail::wait_all(events...);
    return pto_comm_ttest_at(signal.loc, &signal.tensor, value, detail::attr(cmp));
}

// The calls of a group: with one tile, and in ping-pong form with two.
#define PTO_CPP_GROUP(NAME, call, writes)                                                                           \
    template <CollEngine engine = CollEngine::AIV, class... Types, class Tensor, class... Events>                   \
        requires all_events_v<Events...>                                                                            \
    PTO_INST RecordEvent NAME(const ParallelGroup<Tensor> &group, detail::tensor_ref local, detail::tile_ref stage, \
                              const Events &...events)                                                              \
    {                                                                                                               \
        detail::wait_all(events...);                                                                                \
        const detail::group_ref<Tensor> ranks(group, writes, local.loc);                                            \
        detail::settle(local, !(writes)), detail::settle(stage, true);                                              \
        return detail::copied(local.loc, call(local.loc, &local.tensor, &stage.tile, ranks.of, ranks.num));         \
    }                                                                                                               \
    template <CollEngine engine = CollEngine::AIV, class... Types, class Tensor, class... Events>                   \
        requires all_events_v<Events...>                                                                            \
    PTO_INST RecordEvent NAME(const ParallelGroup<Tensor> &group, detail::tensor_ref local, detail::tile_ref ping,  \
                              detail::tile_ref, const Events &...events)                                            \
    {                                                                                                               \
        return NAME(group, local, ping, events...);                                                                 \
    }
PTO_CPP_GROUP(TGATHER, pto_comm_tgather_at, false)
PTO_CPP_GROUP(TSCATTER, pto_comm_tscatter_at, true)
PTO_CPP_GROUP(TBROADCAST, pto_comm_tbroadcast_at, true)
#undef PTO_CPP_GROUP

template <CollEngine engine = CollEngine::AIV, class... Types, class Tensor, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TREDUCE(const ParallelGroup<Tensor> &group, detail::tensor_ref dst, detail::tile_ref acc,
                             detail::tile_ref stage, ReduceOp op, const Events &...events)
{
    detail::wait_all(events...);
    const detail::group_ref<Tensor> ranks(group, false, dst.loc);
    detail::settle(dst, true), detail::settle(acc, true), detail::settle(stage, true);
    return detail::copied(dst.loc, pto_comm_treduce_at(dst.loc, &dst.tensor, &acc.tile, &stage.tile, ranks.of,
                                                       ranks.num, detail::attr(op)));
}
template <CollEngine engine = CollEngine::AIV, class... Types, class Tensor, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TREDUCE(const ParallelGroup<Tensor> &group, detail::tensor_ref dst, detail::tile_ref acc,
                             detail::tile_ref ping, detail::tile_ref, ReduceOp op, const Events &...events)
{
    return TREDUCE(group, dst, acc, ping, op, events...);
}

}  // namespace pto::comm

#endif
