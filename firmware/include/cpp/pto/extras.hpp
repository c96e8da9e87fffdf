// SPDX-License-Identifier: Apache-2.0
//
// Intrinsics that are not a single command: addresses, views, products with scales. Part of <pto/pto-inst.hpp>.
#ifndef PTO_CPP_EXTRAS_HPP
#define PTO_CPP_EXTRAS_HPP

#include <pto/event.hpp>
#include <pto/ops.hpp>

// As in <pto/ops.hpp>: of calls that are not written from a table.
#define SETFMATRIX_IMPL          SETFMATRIX
#define SET_IMG2COL_PADDING_IMPL SET_IMG2COL_PADDING
#define SET_IMG2COL_RPT_IMPL     SET_IMG2COL_RPT
#define SET_QUANT_SCALAR_IMPL    SET_QUANT_SCALAR
#define SET_QUANT_VECTOR_IMPL    SET_QUANT_VECTOR
#define TASSIGN_IMPL             TASSIGN
#define TBROADCAST_IMPL          TBROADCAST
#define TFREE_IMPL               TFREE
#define TGET_IMPL                TGET
#define TGET_ASYNC_IMPL          TGET_ASYNC
#define TGET_SCALE_ADDR_IMPL     TGET_SCALE_ADDR
#define TIMG2COL_IMPL            TIMG2COL
#define TNOTIFY_IMPL             TNOTIFY
#define TPOP_IMPL                TPOP
#define TPREFETCH_ASYNC_IMPL     TPREFETCH_ASYNC
#define TPUSH_IMPL               TPUSH
#define TPUT_IMPL                TPUT
#define TPUT_ASYNC_IMPL          TPUT_ASYNC
#define TREDUCE_IMPL             TREDUCE
#define TRESHAPE_IMPL            TRESHAPE
#define TSUBVIEW_IMPL            TSUBVIEW
#define TSYNC_IMPL               TSYNC
#define TTEST_IMPL               TTEST
#define TWAIT_IMPL               TWAIT

namespace pto {

// Assigns a tile its address (an offset, or an address), or a tensor its data.
template <class T, class Where>
PTO_INST void TASSIGN(T &object, Where where)
{
    if constexpr (requires { object.assign(uint64_t{}); }) {
        if constexpr (std::is_pointer_v<Where>) {
            object.assign(reinterpret_cast<uint64_t>(where));
        } else {
            object.assign(static_cast<uint64_t>(where));
        }
    } else {
        object.SetAddr(reinterpret_cast<typename T::DType *>(where));
    }
}
// A constant address is checked: tiles begin at a multiple of 32 bytes, and end within their memory.
template <size_t Where, class T>
PTO_INST void TASSIGN(T &tile)
{
    static_assert(Where % 32 == 0, "TASSIGN: the address must be a multiple of 32");
    static_assert(Where + T::GetSizeInBytes() <= detail::bytes_of(detail::memory(T::Loc)),
                  "TASSIGN: the tile must end within its memory");
    tile.assign(Where);
}

// Returns another view of the bytes of a tile.
template <class Dst, class Src, class... Events>
    requires(is_tile_data_v<Dst> && is_tile_data_v<Src> && all_events_v<Events...>)
PTO_INST RecordEvent TRESHAPE(Dst &dst, const Src &src, const Events &...events)
{
    static_assert(Dst::Loc == Src::Loc, "TRESHAPE: both tiles must lie in one memory");
    static_assert(Dst::Numel * sizeof(typename Dst::DType) == Src::Numel * sizeof(typename Src::DType),
                  "TRESHAPE: both tiles must have as many bytes");
    TSYNC(events...);
    dst.assign(src.address());
    return {};
}

// Places a tile at (row, col) of another one. It is a window of that if it has the same pitch: its columns if row-major,
// its rows if column-major.
template <class Dst, class Src>
PTO_INST RecordEvent TSUBVIEW(Dst &dst, const Src &src, int64_t row, int64_t col, const pto_loc_t *loc = PTO_CPP_LOC)
{
    static_assert(Dst::Loc == Src::Loc, "TSUBVIEW: both tiles must lie in one memory");
    const pto_tile_t tile = src.descriptor(loc);
    const int64_t rows = dst.GetValidRow(), cols = dst.GetValidCol();
    if (row < 0 || col < 0 || row + rows > Src::Rows || col + cols > Src::Cols) {
        pto_subview_refuse_at(loc, &tile, row, col, rows, cols);
    }
    dst.assign(src.address() + static_cast<uint64_t>(pto_tile_offset(&tile, static_cast<int32_t>(row),
                                                                     static_cast<int32_t>(col))) *
                                   sizeof(typename Src::DType));
    return {};
}
template <class Dst, class Src, class Event, class... Events>
    requires all_events_v<Event, Events...>
PTO_INST RecordEvent TSUBVIEW(Dst &dst, const Src &src, int64_t row, int64_t col, const Event &event,
                              const Events &...events)
{
    TSYNC(event, events...);
    return TSUBVIEW(dst, src, row, col);
}

// Returns the address of an operand's scales: beside L0A or L0B, at 1/16 of its offset there.
PTO_INST uint64_t GetScaleAddr(const volatile void *operand, const pto_loc_t *loc = PTO_CPP_LOC)
{
    const auto offset = [&](pto_mem_t mem) {
        return reinterpret_cast<uintptr_t>(operand) - reinterpret_cast<uintptr_t>(pto_mem_addr_at(loc, mem, 0));
    };
    return std::min(offset(PTO_MEM_L0A), offset(PTO_MEM_L0B)) / 16;
}
template <class Dst, class Src, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGET_SCALE_ADDR(Dst &dst, const Src &src, const Events &...events)
{
    TSYNC(events...);
    dst.assign(src.address() / (Src::Loc == TileType::Left || Src::Loc == TileType::Right ? 16 : 1));
    return {};
}

namespace detail {
// A product with scales and a sixth operand: c_in if that is in the memory of c, else a bias, which comes last.
PTO_INTERNAL RecordEvent scaled(auto with_c_in, auto with_bias, pto_tile_attr_t phase, tile_ref (&&x)[6],
                                const auto &...events)
{
    command command;
    const bool has_c = x[1].tile.loc == PTO_LOC_ACC;
    count_elements(x[has_c ? 2 : 1].tile), count_elements(x[has_c ? 4 : 3].tile);
    command.writes(x[0]).reads(x[1]).reads(x[2]).reads(x[3]).reads(x[4]).reads(x[5]).after(events...);
    const pto_loc_t *loc = x[0].loc;
    const auto issue = [&](auto call, auto... more) {
        return call(loc, &x[0].tile, &x[1].tile, &x[2].tile, &x[3].tile, &x[4].tile, &x[5].tile, more...);
    };
    return command.issued(has_c ? issue(with_c_in, phase) : issue(with_bias));
}
}  // namespace detail

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_MX(detail::tile_ref x0, detail::tile_ref x1, detail::tile_ref x2, detail::tile_ref x3,
                                detail::tile_ref x4, detail::tile_ref x5, const Events &...events)
{
    return detail::scaled(pto_tmatmul_mx_acc_at, pto_tmatmul_mx_bias_at, detail::attr(phase), {x0, x1, x2, x3, x4, x5},
                          events...);
}
template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_MX(detail::tile_ref x0, detail::tile_ref x1, detail::tile_ref x2, detail::tile_ref x3,
                              detail::tile_ref x4, detail::tile_ref x5, const Events &...events)
{
    return detail::scaled(pto_tgemv_mx_acc_at, pto_tgemv_mx_bias_at, detail::attr(phase), {x0, x1, x2, x3, x4, x5},
                          events...);
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_MX(detail::tile_ref x0, detail::tile_ref x1, detail::tile_ref x2, detail::tile_ref x3,
                                detail::tile_ref x4, detail::tile_ref x5, const Events &...events)
{
    return TMATMUL_MX<AccPhase::Unspecified>(x0, x1, x2, x3, x4, x5, events...);
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_MX(detail::tile_ref x0, detail::tile_ref x1, detail::tile_ref x2, detail::tile_ref x3,
                              detail::tile_ref x4, detail::tile_ref x5, const Events &...events)
{
    return TGEMV_MX<AccPhase::Unspecified>(x0, x1, x2, x3, x4, x5, events...);
}

}  // namespace pto

#endif
