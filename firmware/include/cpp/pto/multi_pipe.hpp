// SPDX-License-Identifier: Apache-2.0
//
// TMPipe: a pipe from the cube core to its vector cores, or back, whose two ends kernels control: which entry is next, whether a
// push waits for room and signals, whether a pop waits and gives its entry back. Part of <pto/pto-inst.hpp>.
//
// The consumer begins with one free entry to give, and the producer ends with one to take. Entries lie in GM, in UB or in L1;
// there tiles are at the addresses that the kernel assigns, and TFREE gives an entry back.
//
// Source: pto-isa `include/pto/npu/a5/TPush.hpp`, `TPop.hpp`, `TFree.hpp`; of A2/A3 that entries take turns.
#ifndef PTO_CPP_MULTI_PIPE_HPP
#define PTO_CPP_MULTI_PIPE_HPP

#include <pto/npu.hpp>
#include <pto/pipe.hpp>

namespace pto {

namespace detail {

// The next entry of one end of a pipe.
struct pipe_end {
    int tile_id = 0, sub_tile_id = 0, entryOffset = 0;

    PTO_INTERNAL void setTileId(int id, int sub_id)
    {
        tile_id = id;
        sub_tile_id = sub_id;
    }
    PTO_INTERNAL int getTileId() const { return tile_id; }
    PTO_INTERNAL int getSubTileId() const { return sub_tile_id; }
    PTO_INTERNAL void setEntryOffset(int bytes) { entryOffset = bytes; }
};

// Part of a tile: `cols` of its columns from a byte on.
template <class T, int cols>
using columns_of = Tile<T::Loc, typename T::DType, T::Rows, T::Cols, BLayout::RowMajor, T::Rows, cols>;
template <class T, int rows, int cols>
using rows_in_gm = GlobalTensor<T, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, cols, 1>>;

}  // namespace detail

template <uint8_t FlagID, FIFOType FifoType, uint8_t FifoDepth, uint8_t FifoPeriod, class Prod, class Cons,
          bool EN_UNIT_FLAG = false, uint8_t LocalDepth = 2, VecCubeRatio Ratio = VecCubeRatio::V2C1_VECS>
struct TMPipe {
    static constexpr bool is_c2v = Prod::Loc == TileType::Acc && Cons::Loc == TileType::Vec;
    static constexpr bool is_v2c = Prod::Loc == TileType::Vec && Cons::Loc == TileType::Mat;
    static constexpr bool in_gm = FifoType == FIFOType::GM_FIFO;
    static_assert(FifoType != FIFOType::CTRL_FIFO, "TMPipe: pipes of control words are not there");
    static_assert(is_c2v || is_v2c, "TMPipe: from a tile in Acc to one in Vec, or from one in Vec to one in Mat");
    static_assert(in_gm || FifoType == (is_c2v ? FIFOType::VEC_FIFO : FIFOType::MAT_FIFO),
                  "TMPipe: entries lie in GM, or with the consumer");
    static_assert(FlagID < 15, "TMPipe: it has the flags FlagID and FlagID + 1, which end at 15");
    using DataFiFo =
        std::conditional_t<in_gm, DataFIFO<typename Cons::DType, FifoType, FifoDepth, FifoPeriod, in_gm ? LocalDepth : 0>,
                           DataFIFO<Cons, in_gm ? FIFOType::VEC_FIFO : FifoType, FifoDepth, FifoPeriod>>;

private:
    static constexpr uint8_t free_flag = FlagID + 1;
    static constexpr pipe_t pushes = is_c2v ? PIPE_FIX : PIPE_MTE3;
    static constexpr pipe_t uses = in_gm ? PIPE_MTE2 : is_c2v ? PIPE_V : PIPE_MTE1;     // of an entry, at the consumer
    static constexpr bool shared = Ratio == VecCubeRatio::V2C1_VECS;
    static constexpr bool by_rows = Prod::Rows != Cons::Rows && shared, by_cols = Prod::Cols != Cons::Cols && shared;

    PTO_INTERNAL static bool produces() { return pto_on_cube_core() == is_c2v; }
    // Sends a flag when the pipe is done with what it has, or awaits one. Automatic order does not see what other cores do.
    PTO_INTERNAL static void send(const pto_loc_t *loc, pipe_t pipe, uint8_t flag)
    {
        if (!in_gm) {
            detail::settle_all(loc);
        }
        pto_set_cross_core_at(loc, pipe, 2, flag);
    }
    PTO_INTERNAL static void await(const pto_loc_t *loc, pipe_t pipe, uint8_t flag)
    {
        pto_wait_cross_core_at(loc, detail::is_automatic && !in_gm ? PIPE_S : pipe, flag);
    }
    template <class T>
    PTO_INTERNAL static T *entry(const DataFiFo &fifo, const detail::pipe_end &end, size_t bytes)
    {
        const size_t offset = size_t(end.tile_id % FifoDepth) * bytes + size_t(end.entryOffset);
        return reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(fifo.fifoBase) + offset);
    }

    // Copies a tile and an entry in GM, which has a matrix for each Narrow::Cols columns of the tile.
    template <class Narrow, class Wide>
    PTO_INTERNAL static RecordEvent by_parts(const DataFiFo &fifo, const detail::pipe_end &end, const Wide &tile, auto copy)
    {
        using T = typename Wide::DType;
        constexpr int parts = Wide::Cols / Narrow::Cols;
        RecordEvent last;
        for (int i = 0; i < parts; i++) {
            detail::columns_of<Wide, Narrow::Cols> columns;
            columns.assign(tile.address() + size_t(i) * Narrow::Cols * sizeof(T));
            detail::rows_in_gm<T, Wide::Rows, Narrow::Cols> rows(
                entry<T>(fifo, end, size_t(parts) * Narrow::Numel * sizeof(T)) + i * Narrow::Numel);
            last = copy(rows, columns);
        }
        return last;
    }

public:
    struct Producer : detail::pipe_end {
        bool isAllocate = true, isRecord = true;
        const pto_loc_t *loc = nullptr;

        PTO_INTERNAL void setAllocateStatus(bool allocate) { isAllocate = allocate; }
        PTO_INTERNAL bool getAllocateStatus() const { return isAllocate; }
        PTO_INTERNAL void setRecordStatus(bool record) { isRecord = record; }
        PTO_INTERNAL bool getRecordStatus() const { return isRecord; }
        PTO_INTERNAL void allocate() const
        {
            if (produces()) {
                await(loc, pushes, free_flag);
            }
        }
        PTO_INTERNAL void record() const { send(loc, pushes, FlagID); }
        PTO_INTERNAL RecordEvent push(DataFiFo &fifo, Prod &tile)
        {
            using T = typename Prod::DType;
            if constexpr (in_gm && is_c2v) {
                using Rows = detail::rows_in_gm<T, Prod::Rows, Prod::Cols>;
                Rows rows(entry<T>(fifo, *this, size_t(Cons::Cols / Prod::Cols) * Prod::Numel * sizeof(T)));
                return TSTORE<EN_UNIT_FLAG ? STPhase::Final : STPhase::Unspecified>(rows, tile);
            } else if constexpr (in_gm) {
                return by_parts<Cons>(fifo, *this, tile, [](auto &rows, auto &columns) { return TSTORE(rows, columns); });
            } else if constexpr (is_c2v) {
                using Part = std::conditional_t<
                    by_rows, Tile<TileType::Vec, T, Prod::Rows / 2, Prod::Cols>,
                    std::conditional_t<by_cols, Tile<TileType::Vec, T, Prod::Rows, Prod::Cols / 2>, Cons>>;
                constexpr AccToVecMode mode = by_rows   ? AccToVecMode::DualModeSplitM
                                              : by_cols ? AccToVecMode::DualModeSplitN
                                                        : AccToVecMode::SingleModeVec0;
                Part part;
                part.assign(fifo.fifoBase + (tile_id % FifoDepth) * Part::GetSizeInBytes() + entryOffset);
                return TMOV<Part, Prod, mode>(part, tile);
            } else {
                Cons whole;
                whole.assign(fifo.fifoBase + (tile_id % FifoDepth) * Cons::GetSizeInBytes());
                const int64_t second = shared ? pto_get_subblock_idx() : 0;
                return TINSERT(whole, tile, by_rows ? second * (Cons::Rows / 2) : 0, by_cols ? second * Prod::Cols : 0);
            }
        }
    };

    struct Consumer : detail::pipe_end {
        bool isWait = true, isFree = true;
        const pto_loc_t *loc = nullptr;

        PTO_INTERNAL void setWaitStatus(bool wait) { isWait = wait; }
        PTO_INTERNAL bool getWaitStatus() const { return isWait; }
        PTO_INTERNAL void setFreeStatus(bool free) { isFree = free; }
        PTO_INTERNAL bool getFreeStatus() const { return isFree; }
        PTO_INTERNAL void wait() const { await(loc, uses, FlagID); }
        PTO_INTERNAL void free() const
        {
            if (!produces()) {
                send(loc, uses, free_flag);
            }
        }
        PTO_INTERNAL RecordEvent pop(DataFiFo &fifo, Cons &tile)
        {
            if constexpr (!in_gm) {
                return {};      // the kernel has assigned the tile its entry
            } else {
                using T = typename Cons::DType;
                if constexpr (DataFiFo::useLocalFiFo) {
                    tile.assign(fifo.localFiFoBase + (tile_id % LocalDepth) * Cons::GetSizeInBytes());
                }
                if constexpr (is_v2c) {
                    using Rows = detail::rows_in_gm<T, Cons::Rows, Cons::Cols>;
                    Rows rows(entry<T>(fifo, *this, size_t(Cons::Rows) * Prod::Cols * sizeof(T)));
                    return TLOAD(tile, rows);
                } else {
                    return by_parts<Prod>(fifo, *this, tile, [](auto &rows, auto &columns) { return TLOAD(columns, rows); });
                }
            }
        }
    };

    DataFiFo fifo;
    Producer prod;
    Consumer cons;

    PTO_INTERNAL explicit TMPipe(__gm__ typename Cons::DType *gm, uint32_t local, const pto_loc_t *loc = PTO_CPP_LOC)
        requires in_gm
        : fifo(gm, local)
    {
        begin(loc);
    }
    PTO_INTERNAL explicit TMPipe(__gm__ typename Cons::DType *gm, const pto_loc_t *loc = PTO_CPP_LOC)
        requires(in_gm && LocalDepth == 0)
        : fifo(gm)
    {
        begin(loc);
    }
    PTO_INTERNAL explicit TMPipe(uint32_t base, const pto_loc_t *loc = PTO_CPP_LOC)
        requires(!in_gm)
        : fifo(base)
    {
        begin(loc);
    }
    PTO_INTERNAL ~TMPipe() { prod.allocate(); }

private:
    PTO_INTERNAL void begin(const pto_loc_t *loc)
    {
        prod.loc = cons.loc = loc;
        cons.free();
    }
};

namespace detail {
template <class T>
inline constexpr bool is_multi_pipe = false;
template <uint8_t I, FIFOType T, uint8_t D, uint8_t N, class P, class C, bool U, uint8_t L, VecCubeRatio R>
inline constexpr bool is_multi_pipe<TMPipe<I, T, D, N, P, C, U, L, R>> = true;
}  // namespace detail

template <class Prod, class Pipe, class... Events>
    requires(detail::is_multi_pipe<Pipe> && is_tile_data_v<Prod> && all_events_v<Events...>)
PTO_INST RecordEvent TPUSH(Prod &tile, Pipe &pipe, const Events &...events)
{
    detail::wait_for(pipe.prod.loc, events...);
    if (pipe.prod.getAllocateStatus()) {
        pipe.prod.allocate();
    }
    const RecordEvent pushed = pipe.prod.push(pipe.fifo, tile);
    pipe.prod.tile_id++;
    if (pipe.prod.getRecordStatus()) {
        pipe.prod.record();
    }
    return pushed;
}
template <class Cons, class Pipe, class... Events>
    requires(detail::is_multi_pipe<Pipe> && is_tile_data_v<Cons> && all_events_v<Events...>)
PTO_INST RecordEvent TPOP(Cons &tile, Pipe &pipe, const Events &...events)
{
    detail::wait_for(pipe.cons.loc, events...);
    if (pipe.cons.getWaitStatus()) {
        pipe.cons.wait();
    }
    const RecordEvent popped = pipe.cons.pop(pipe.fifo, tile);
    pipe.cons.tile_id++;
    if (Pipe::in_gm && pipe.cons.getFreeStatus()) {
        pipe.cons.free();
    }
    return popped;
}
template <class Pipe, class... Events>
    requires(detail::is_multi_pipe<Pipe> && all_events_v<Events...>)
PTO_INST RecordEvent TFREE(Pipe &pipe, const Events &...events)
{
    detail::wait_for(pipe.cons.loc, events...);
    if (!Pipe::in_gm && pipe.cons.getFreeStatus()) {
        pipe.cons.free();
    }
    return {};
}

}  // namespace pto

#endif
