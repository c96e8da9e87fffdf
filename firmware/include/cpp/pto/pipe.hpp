// SPDX-License-Identifier: Apache-2.0
//
// Tile pipes between the cores of a cluster. Part of <pto/pto-inst.hpp>.
//
// Entries lie in GM if the kernel gives a buffer there, else in the memory of the consumer. In GM a pop loads a tile, and its entry
// is free then; `TFREE` has nothing left to do. In the consumer's memory the tile is the entry until `TFREE`.
//
// Source: pto-isa `docs/isa/TPUSH.md`, `TPOP.md`, `TALLOC.md`, `TFREE.md`; for what is free when, `npu/*/TPop.hpp`, `TFree.hpp`.
#ifndef PTO_CPP_PIPE_HPP
#define PTO_CPP_PIPE_HPP

#include <pto/issue.hpp>

namespace pto {

// How a push from L0C converts, as the last type of TPUSH.
template <LayoutMode_t layout = LayoutMode_t::NZ2ND, QuantMode_t quant = NoQuant, ReluPreMode relu = ReluPreMode::NoRelu,
          STPhase phase = STPhase::Unspecified, uint8_t sub_block = 0, AtomicType atomic = AtomicType::AtomicNone,
          ClipReluMode_t clip = NOCLIP_RELU, bool splits_channels = false>
struct FixpipeParams {
    static constexpr LayoutMode_t LayoutMode = layout;
    static constexpr QuantMode_t QuantPre = quant;
    static constexpr ReluPreMode ReluMode = relu;
    static constexpr STPhase Phase = phase;
    static constexpr uint8_t SubBlockId = sub_block;
    static constexpr AtomicType AtomicT = atomic;
    static constexpr ClipReluMode_t ClipReluMode = clip;
    static constexpr bool IsChannelSplit = splits_channels;
};

enum TileSplitAxis : uint8_t {
    TILE_NO_SPLIT,
    TILE_UP_DOWN,
    TILE_LEFT_RIGHT,
    TILE_UP_DOWN_ODD,
    TILE_LEFT_RIGHT_ODD,
};

enum Direction : uint8_t {
    UNDEFINED,
    DIR_C2V,
    DIR_V2C,
    DIR_BOTH,
    DIR_V2C_CTRL,
    DIR_C2V_GM,
    DIR_V2C_GM,
    DIR_BOTH_GM,
};

// Where the entries of a pipe are, as kernels describe it.
template <int SlotSize, int SlotNum, int LocalSlotNum>
struct RingFIFO {
    static constexpr uint32_t SLOT_SIZE = SlotSize, SLOT_NUM = SlotNum, SLOT_SYNCT = SlotNum, LOCAL_SLOT_NUM = LocalSlotNum;
    __gm__ void *GM_SLOT_BUFFER = nullptr;
    uint32_t C2V_CONSUMER_BUF = 0, V2C_CONSUMER_BUF = 0;  // offsets in UB and in L1
    uint64_t V2C_CONTROL_BUF = 0;

    PTO_INTERNAL RingFIFO(__gm__ void *gm, uint32_t c2v_base, uint32_t v2c_base)
        : GM_SLOT_BUFFER(gm), C2V_CONSUMER_BUF(c2v_base), V2C_CONSUMER_BUF(v2c_base)
    {
    }
};

enum class FIFOType : uint8_t { GM_FIFO, VEC_FIFO, MAT_FIFO, CTRL_FIFO };
enum class VecCubeRatio : uint8_t { V1C1_VEC0, V1C1_VEC1, V2C1_VECS };
template <FIFOType type>
using IsGMFiFo = std::bool_constant<type == FIFOType::GM_FIFO>;
template <FIFOType type>
using IsTileFiFo = std::bool_constant<type == FIFOType::VEC_FIFO || type == FIFOType::MAT_FIFO>;
template <FIFOType type>
using IsCtrlFiFo = std::bool_constant<type == FIFOType::CTRL_FIFO>;

template <class DataType, FIFOType FifoType, int Depth, int Period, int LocalDepth = 0, class = void>
struct DataFIFO {
    static_assert(!IsCtrlFiFo<FifoType>::value, "DataFIFO: pipes of control words are not there");
    static constexpr int fifoDepth = Depth, fifoPeriod = Period;
    static constexpr FIFOType fifoType = FifoType;
    uint32_t fifoBase = 0;  // offset in UB or L1

    PTO_INTERNAL DataFIFO(uint32_t base) : fifoBase(base) {}
};
template <class DataType, int Depth, int Period, int LocalDepth>
struct DataFIFO<DataType, FIFOType::GM_FIFO, Depth, Period, LocalDepth> {
    static constexpr int fifoDepth = Depth, fifoPeriod = Period, localFiFoDepth = LocalDepth;
    static constexpr FIFOType fifoType = FIFOType::GM_FIFO;
    static constexpr bool useLocalFiFo = LocalDepth > 0;
    using DType = DataType;
    __gm__ DataType *fifoBase = nullptr;
    uint32_t localFiFoBase = 0;

    PTO_INTERNAL DataFIFO(__gm__ DataType *data, uint32_t local) : fifoBase(data), localFiFoBase(local) {}
    PTO_INTERNAL explicit DataFIFO(__gm__ DataType *data)
        requires(LocalDepth == 0)
        : fifoBase(data)
    {
    }
    PTO_INTERNAL __gm__ DataType *getBasePtr() const { return fifoBase; }
};

namespace detail {
// An end of a TPipe. Kernels may ask for its state, and set that to what it is: the runtime has the order of entries.
struct runtime_end {
    const pto_loc_t *loc;
    mutable int tileIndex = 0;  // how many entries there were

    PTO_INTERNAL int getTileId() const { return tileIndex; }
    PTO_INTERNAL int getSubTileId() const { return static_cast<int>(pto_get_subblock_idx()); }
    PTO_INTERNAL void setTileId(int id, int) const { keep(id == tileIndex); }
    PTO_INTERNAL void setEntryOffset(int bytes) const { keep(bytes == 0); }
    PTO_INTERNAL void setAllocateStatus(bool allocate) const { keep(allocate); }
    PTO_INTERNAL void setRecordStatus(bool record) const { keep(record); }
    PTO_INTERNAL void setWaitStatus(bool wait) const { keep(wait); }
    PTO_INTERNAL void setFreeStatus(bool free) const { keep(free); }
    PTO_INTERNAL bool getAllocateStatus() const { return true; }
    PTO_INTERNAL bool getRecordStatus() const { return true; }
    PTO_INTERNAL bool getWaitStatus() const { return true; }
    PTO_INTERNAL bool getFreeStatus() const { return true; }

private:
    PTO_INTERNAL void keep(bool unchanged) const
    {
        if (!unchanged) {
            pto_fault_at(loc, "TPipe: each push and pop waits and signals, for whole entries in turn; a kernel controls TMPipe");
        }
    }
};
}  // namespace detail

template <uint8_t FlagID, uint8_t DirType, uint32_t SlotSize, uint32_t SlotNum, uint32_t LocalSlotNum = 2,
          bool IsNoSplit = false, bool EN_UNIT_FLAG = false>
struct TPipe {
    static_assert((DirType & DIR_BOTH) != 0, "TPipe: pipes of control words are not there");
    static constexpr bool is_c2v = (DirType & DIR_C2V) != 0, is_v2c = (DirType & DIR_V2C) != 0, is_both = is_c2v && is_v2c;
    static constexpr bool is_no_split = IsNoSplit;
    using RingFiFo = RingFIFO<SlotSize, SlotNum, LocalSlotNum>;
    static constexpr int64_t id = FlagID;
    static constexpr uint8_t direction = DirType & DIR_BOTH;
    const bool in_gm;
    const pto_loc_t *const loc;  // of its declaration
    RingFiFo fifo;
    detail::runtime_end prod, cons;

    // Each declaration begins with no entries.
    PTO_INTERNAL static void reset_for_cpu_sim() {}

    PTO_INTERNAL explicit TPipe(__gm__ void *gm, uint32_t c2v_base, uint32_t v2c_base,
                                const pto_loc_t *loc = PTO_CPP_LOC)
        : in_gm(gm != nullptr), loc(loc), fifo(gm, c2v_base, v2c_base), prod{loc}, cons{loc}
    {
        pto_pipe_config_t config = {};
        config.dir_mask = DirType & DIR_BOTH;
        config.slot_size = SlotSize;
        config.slot_num = SlotNum;
        config.local_slot_num = LocalSlotNum;
        config.gm = gm;
        config.c2v_base = c2v_base;
        config.v2c_base = v2c_base;
        config.direct = !in_gm;
        pto_initialize_pipe_at(loc, id, config);
    }
};

namespace detail {
template <class T>
inline constexpr bool is_pipe = false;
template <uint8_t Id, uint8_t Dir, uint32_t Size, uint32_t Num, uint32_t Local, bool NoSplit, bool Unit>
inline constexpr bool is_pipe<TPipe<Id, Dir, Size, Num, Local, NoSplit, Unit>> = true;

template <class Pipe>
struct pipe_ref {
    const pto_loc_t *loc;
    const Pipe &pipe;

    PTO_INTERNAL pipe_ref(const Pipe &p, const pto_loc_t *at = PTO_CPP_LOC) : loc(at), pipe(p) {}
};

struct scale_ref {
    float value;
    const pto_loc_t *loc;

    PTO_INTERNAL scale_ref(float scale, const pto_loc_t *at = PTO_CPP_LOC) : value(scale), loc(at) {}
};

// Whether commands of this core, as producer or as consumer, are about entries for the cube core: by the direction of the
// pipe, if it has one, as a unified core is of both kinds.
template <class Pipe>
PTO_INTERNAL uint32_t to_cube(bool produces)
{
    return Pipe::direction == DIR_BOTH ? pto_on_cube_core() != produces : Pipe::direction == DIR_V2C;
}

// A pop overwrites a slot, and a free gives one away: automatic order puts them behind all that the core was given.
PTO_INTERNAL void settle_all(const pto_loc_t *loc)
{
    if constexpr (is_automatic) {
        pto_tile_settle_at(loc, PIPE_ALL);
    }
}

// Sets a tensor to an entry in GM; to the part of this core, if that is a vector core.
template <TileSplitAxis Split, class Tensor>
PTO_INTERNAL void show(Tensor &window, const pto_tensor_t &entry)
{
    static_assert(Split <= TILE_LEFT_RIGHT, "an entry in GM has no odd halves");
    const pto_tensor_t part = window.descriptor();
    const int64_t cols = part.shape[4], elements = Split == TILE_UP_DOWN ? part.shape[3] * cols : cols;
    const bool whole = Split == TILE_NO_SPLIT || pto_on_cube_core();
    window.SetAddr(static_cast<typename Tensor::DType *>(entry.data) + (whole ? 0 : pto_get_subblock_idx() * elements));
}

template <class Pipe, class Prod>
PTO_INTERNAL RecordEvent push(const pipe_ref<Pipe> &pipe, const Prod &tile, TileSplitAxis split, int64_t part)
{
    const tile_ref operand(tile, pipe.loc);
    settle(operand, false);
    command command;
    command.reads(operand);
    pipe.pipe.prod.tileIndex++;
    return command.issued(pto_tpush_at(pipe.loc, Pipe::id, Prod::Loc != TileType::Acc, &operand.tile, split, part));
}

template <class T>
inline constexpr bool is_conversion = false;
template <LayoutMode_t L, QuantMode_t Q, ReluPreMode R, STPhase P, uint8_t S, AtomicType A, ClipReluMode_t C, bool H>
inline constexpr bool is_conversion<FixpipeParams<L, Q, R, P, S, A, C, H>> = true;

// The type of the elements of an entry.
template <class Acc, QuantMode_t quant>
using converted = std::conditional_t<
    quant == F322F16 || quant == QF322F16_PRE || quant == DEQF16 || quant == VDEQF16, half,
    std::conditional_t<quant == F322BF16 || quant == QF322BF16_PRE, bfloat16_t,
                       std::conditional_t<quant == NoQuant, Acc, int8_t>>>;

}  // namespace detail

template <QuantMode_t quant, class Acc>
struct FixpipeConsDType : std::type_identity<detail::converted<Acc, quant>> {};
template <QuantMode_t quant, class Acc>
using FixpipeConsDType_t = detail::converted<Acc, quant>;
enum class DequantType { SCALAR, TENSOR };

namespace detail {
constexpr pto_scaled_t scaling(QuantMode_t quant)
{
    const bool by_row = quant == VREQ8 || quant == VDEQF16 || quant == VQF322B8_PRE;
    const bool by_none = quant == NoQuant || quant == F322F16 || quant == F322BF16;
    return by_row ? PTO_SCALED_BY_ROW : by_none ? PTO_SCALED_NOT : PTO_SCALED_BY_ONE;
}

// All of FB: which row of it a push reads is known to the runtime only.
struct rows_of_scales {
    const pto_loc_t *loc;
};
PTO_INTERNAL pto_touch_t touch(const rows_of_scales &, bool write)
{
    return {0, UINT32_MAX, PTO_LOC_SCALING, write};
}

template <class Config, class Pipe, class Prod>
PTO_INTERNAL RecordEvent push_as(const pipe_ref<Pipe> &pipe, const Prod &tile)
{
    static_assert(Prod::Loc == TileType::Acc, "TPUSH: only tiles in Acc are converted");
    static_assert(Config::AtomicT == AtomicType::AtomicNone && Config::ClipReluMode == NOCLIP_RELU &&
                      !Config::IsChannelSplit && Config::SubBlockId < 2,
                  "TPUSH: a conversion adds to nothing, clips nothing, and splits neither channels nor the tile");
    const tile_ref operand(tile, pipe.loc);
    pto_tile_t becomes = operand.tile;
    becomes.loc = PTO_LOC_VEC;
    becomes.elem = elem_of<converted<typename Prod::DType, Config::QuantPre>>;
    becomes.blayout = Config::LayoutMode == LayoutMode_t::NZ2ND ? PTO_ROW_MAJOR : PTO_COL_MAJOR;
    becomes.slayout = Config::LayoutMode == LayoutMode_t::NZ2NZ ? PTO_BOX_ROW_MAJOR : PTO_NONE_BOX;
    becomes.address = 0;
    becomes.pitch = 0;
    becomes.fractal16 = Config::LayoutMode == LayoutMode_t::NZ2NZ ? 32 : 0;
    if (pipe.pipe.in_gm && Config::LayoutMode != LayoutMode_t::NZ2ND) {
        pto_fault_at(pipe.loc, "TPUSH: an entry in GM is rows (NZ2ND)");
    }
    becomes = pto_tile_at(pipe.loc, becomes);
    constexpr pto_scaled_t scaled = scaling(Config::QuantPre);
    command command;
    command.reads(operand);
    settle(operand, false);
    if constexpr (scaled == PTO_SCALED_BY_ROW) {
        const rows_of_scales scales = {pipe.loc};
        settle(scales, false);
        command.reads(scales);
    }
    pipe.pipe.prod.tileIndex++;
    return command.issued(pto_tpush_as_at(pipe.loc, Pipe::id, &operand.tile, &becomes, scaled,
                                          Config::ReluMode == ReluPreMode::NormalRelu));
}

template <class Pipe, class Cons>
PTO_INTERNAL RecordEvent pop(const pipe_ref<Pipe> &pipe, Cons &tile, TileSplitAxis split, int64_t part)
{
    constexpr uint32_t to_cube = Cons::Loc == TileType::Mat;
    settle_all(pipe.loc);
    pipe.pipe.cons.tileIndex++;
    tile.assign(0);
    tile.assign(pto_tpop_at(pipe.loc, Pipe::id, to_cube, tile.descriptor(pipe.loc), split, part).address);
    RecordEvent popped;
    if constexpr (is_automatic) {
        command command;
        command.writes(tile_ref(tile, pipe.loc));
        popped = command.issued(pto_tile_reached_at(pipe.loc, PIPE_MTE2));
    }
    if (pipe.pipe.in_gm) {
        popped = {pto_tfree_at(pipe.loc, Pipe::id, to_cube, split)};
    }
    return popped;
}
}  // namespace detail

// The scale of later pushes that convert: one, or a tile in Scaling with a parameter word for each column.
template <class Out, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent SET_QUANT_SCALAR(detail::scale_ref scale, const Events &...events)
{
    detail::wait_for(scale.loc, events...);
    const uint64_t is_signed = uint64_t{std::is_same_v<Out, int8_t>} << 46;
    pto_set_cube_reg_at(scale.loc, PTO_REG_QUANT_PRE, __builtin_bit_cast(uint32_t, scale.value) | is_signed);
    return {};
}
template <class Types = void, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent SET_QUANT_VECTOR(detail::tile_ref scales, const Events &...events)
{
    detail::wait_for(scales.loc, events...);
    if (scales.tile.loc != PTO_LOC_SCALING || scales.tile.elem != PTO_ELEM_U64 || scales.tile.address % 128 != 0) {
        pto_fault_at(scales.loc, "SET_QUANT_VECTOR: takes a tile in Scaling of uint64_t, at a multiple of 128 bytes");
    }
    pto_set_cube_reg_at(scales.loc, PTO_REG_FPC, scales.tile.address / 128 << 8);
    return {};
}

// <Pipe, Tile, Split>(pipe, tile), optionally with the vector core whose part the tile is.
template <class Pipe, class Prod, TileSplitAxis Split, class... Events>
    requires(is_tile_data_v<Prod> && all_events_v<Events...>)
PTO_INST RecordEvent TPUSH(detail::pipe_ref<Pipe> pipe, Prod &tile, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::push(pipe, tile, Split, PTO_OWN_PART);
}
template <class Pipe, class Prod, TileSplitAxis Split, class... Events>
    requires(is_tile_data_v<Prod> && all_events_v<Events...>)
PTO_INST RecordEvent TPUSH(detail::pipe_ref<Pipe> pipe, Prod &tile, int32_t subBlockId, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::push(pipe, tile, Split, subBlockId);
}
// <Pipe, Tile, FixpipeParams<...>>(pipe, tile): converted on the way from L0C.
template <class Pipe, class Prod, class Config, class... Events>
    requires(is_tile_data_v<Prod> && detail::is_conversion<Config> && all_events_v<Events...>)
PTO_INST RecordEvent TPUSH(detail::pipe_ref<Pipe> pipe, Prod &tile, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::push_as<Config>(pipe, tile);
}
template <class Prod, class Pipe, class... Events>
    requires(detail::is_pipe<Pipe> && is_tile_data_v<Prod> && all_events_v<Events...>)
PTO_INST RecordEvent TPUSH(Prod &tile, Pipe &pipe, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::push<Pipe>({pipe, pipe.loc}, tile, TILE_NO_SPLIT, PTO_OWN_PART);
}

template <class Pipe, class Cons, TileSplitAxis Split, class... Events>
    requires(is_tile_data_v<Cons> && all_events_v<Events...>)
PTO_INST RecordEvent TPOP(detail::pipe_ref<Pipe> pipe, Cons &tile, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::pop(pipe, tile, Split, PTO_OWN_PART);
}
template <class Pipe, class Cons, TileSplitAxis Split, class... Events>
    requires(is_tile_data_v<Cons> && all_events_v<Events...>)
PTO_INST RecordEvent TPOP(detail::pipe_ref<Pipe> pipe, Cons &tile, int32_t subBlockId, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::pop(pipe, tile, Split, subBlockId);
}
template <class Cons, class Pipe, class... Events>
    requires(detail::is_pipe<Pipe> && is_tile_data_v<Cons> && all_events_v<Events...>)
PTO_INST RecordEvent TPOP(Cons &tile, Pipe &pipe, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return detail::pop<Pipe>({pipe, pipe.loc}, tile, TILE_NO_SPLIT, PTO_OWN_PART);
}

template <class Pipe, TileSplitAxis Split, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFREE(detail::pipe_ref<Pipe> pipe, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    if (pipe.pipe.in_gm) {
        return {};
    }
    detail::settle_all(pipe.loc);
    return {pto_tfree_at(pipe.loc, Pipe::id, detail::to_cube<Pipe>(false), Split)};
}
template <class Pipe, class... Events>
    requires(detail::is_pipe<Pipe> && all_events_v<Events...>)
PTO_INST RecordEvent TFREE(Pipe &pipe, const Events &...events)
{
    return TFREE<Pipe, TILE_NO_SPLIT>(detail::pipe_ref<Pipe>(pipe, pipe.loc), events...);
}

// Entries in GM that the kernel reads and writes itself, through a tensor.
template <class Pipe, class Tensor, TileSplitAxis Split, class... Events>
    requires(detail::is_tensor<Tensor> && all_events_v<Events...>)
PTO_INST RecordEvent TALLOC(detail::pipe_ref<Pipe> pipe, Tensor &entry, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    detail::show<Split>(entry, pto_talloc_global_at(pipe.loc, Pipe::id, detail::to_cube<Pipe>(true), Split));
    return {};
}
template <class Pipe, class Tensor, TileSplitAxis Split, class... Events>
    requires(detail::is_tensor<Tensor> && all_events_v<Events...>)
PTO_INST RecordEvent TPUSH(detail::pipe_ref<Pipe> pipe, Tensor &, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    pipe.pipe.prod.tileIndex++;
    return {pto_tpush_global_at(pipe.loc, Pipe::id, detail::to_cube<Pipe>(true), Split)};
}
template <class Pipe, class Tensor, TileSplitAxis Split, class... Events>
    requires(detail::is_tensor<Tensor> && all_events_v<Events...>)
PTO_INST RecordEvent TPOP(detail::pipe_ref<Pipe> pipe, Tensor &entry, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    pipe.pipe.cons.tileIndex++;
    detail::show<Split>(entry, pto_tpop_global_at(pipe.loc, Pipe::id, detail::to_cube<Pipe>(false), Split));
    return {};
}
template <class Pipe, class Tensor, TileSplitAxis Split, class... Events>
    requires(detail::is_tensor<Tensor> && all_events_v<Events...>)
PTO_INST RecordEvent TFREE(detail::pipe_ref<Pipe> pipe, Tensor &, const Events &...events)
{
    detail::wait_for(pipe.loc, events...);
    return {pto_tfree_at(pipe.loc, Pipe::id, detail::to_cube<Pipe>(false), Split)};
}

// Pipes between neighbours of a grid of cores, of A2/A3's `npu/a2a3/grid_intrinsic.hpp`. Clusters have no neighbours here.
enum class GridDirection : uint8_t { EAST, WEST, NORTH, SOUTH, SOURCE };
enum class GridSpan : uint8_t { ROW, COL };
template <class TileT, int SlotBytes, int SlotCount>
struct GridPipe {
    static_assert(SlotCount < 0, "GridPipe: a cluster has no neighbours here");
};

}  // namespace pto

#endif
