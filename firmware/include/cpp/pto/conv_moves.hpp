// SPDX-License-Identifier: Apache-2.0
//
// Other layouts of feature maps and filters, and their stores. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/TTRANS.md` (ConvTile), `include/pto/cpu/TTrans.hpp`, `TStore.hpp`.
#ifndef PTO_CPP_CONV_MOVES_HPP
#define PTO_CPP_CONV_MOVES_HPP

#include <pto/conv.hpp>
#include <pto/helpers.hpp>
#include <pto/ops.hpp>

namespace pto {

namespace detail {

// A tile that is not used, of either kind; it brings the source location.
struct workspace {
    const pto_loc_t *loc;

    template <class T>
        requires(is_tile_data_v<T> || is_conv_tile_v<T>)
    PTO_INTERNAL workspace(const T &, const pto_loc_t *at = PTO_CPP_LOC) : loc(at)
    {
    }
};

// An element of images, volumes or filters, each in groups.
struct conv_place {
    int64_t g, n, c, d, h, w;
};

// Where a layout has the elements of a tile. Blocks of channels have c0 of them.
struct conv_order {
    Layout layout;
    int64_t s[6], c0;

    template <class T>
    PTO_INTERNAL explicit conv_order(const T &t) : layout(T::layout), c0(T::c0)
    {
        for (int i = 0; i < 6; i++) {
            s[i] = t.GetShape(i);
        }
        const int last = layout == Layout::NC1HWC0 ? 4 : layout == Layout::GNC1HWC0 ? 5 : 3;
        c0 = (is_filter() || layout == Layout::NC1HWC0 || layout == Layout::GNC1HWC0) && s[last] > 0 ? s[last] : c0;
    }
    PTO_INTERNAL constexpr bool is_filter() const { return layout == Layout::FRACTAL_Z || layout == Layout::FRACTAL_Z_3D; }

    // Extents, of filters by those of the other tile.
    PTO_INTERNAL conv_place extents(const conv_place &other) const
    {
        switch (layout) {
            case Layout::NCHW:
                return {1, s[0], s[1], 1, s[2], s[3]};
            case Layout::GNCHW:
                return {s[0], s[1], s[2], 1, s[3], s[4]};
            case Layout::NCDHW:
                return {1, s[0], s[1], s[2], s[3], s[4]};
            case Layout::NC1HWC0:
                return {1, s[0], s[1] * c0, 1, s[2], s[3]};
            case Layout::GNC1HWC0:
                return {s[0], s[1], s[2] * c0, 1, s[3], s[4]};
            default:
                return {other.g, s[1] * s[2], (other.c + c0 - 1) / c0 * c0, other.d, other.h, other.w};
        }
    }
    // The index of an element.
    PTO_INTERNAL int64_t at(const conv_place &p, const conv_place &extent) const
    {
        const int64_t plane = p.h * extent.w + p.w, area = extent.h * extent.w;
        switch (layout) {
            case Layout::NCHW:
            case Layout::GNCHW:
            case Layout::NCDHW:
                return (((p.g * extent.n + p.n) * extent.c + p.c) * extent.d + p.d) * area + plane;
            case Layout::NC1HWC0:
            case Layout::GNC1HWC0:
                return (((p.g * extent.n + p.n) * (extent.c / c0) + p.c / c0) * area + plane) * c0 + p.c % c0;
            default: {
                const int64_t block = ((p.g + p.d) * (extent.c / c0) + p.c / c0) * area + plane;
                return ((block * s[1] + p.n / s[2]) * s[2] + p.n % s[2]) * c0 + p.c % c0;
            }
        }
    }
};

// Whether TTRANS converts between two layouts.
constexpr bool transposes(Layout dst, Layout src)
{
    switch (src) {
        case Layout::NCHW:
            return dst == Layout::NC1HWC0;
        case Layout::GNCHW:
            return dst == Layout::GNC1HWC0;
        case Layout::NCDHW:
            return dst == Layout::FRACTAL_Z_3D;
        case Layout::NC1HWC0:
            return dst == Layout::NCHW || dst == Layout::FRACTAL_Z;
        case Layout::GNC1HWC0:
            return dst == Layout::GNCHW || dst == Layout::FRACTAL_Z;
        default:
            return false;
    }
}

// Copies elements on the scalar unit; those that the source does not have are 0.
template <class Word>
PTO_INTERNAL void transpose(Word *dst, const Word *src, const conv_order &to, const conv_order &from)
{
    const conv_place have = from.extents({}), extent = to.extents(have);
    conv_place p;
    for (p.g = 0; p.g < extent.g; p.g++) {
        for (p.n = 0; p.n < extent.n; p.n++) {
            for (p.c = 0; p.c < extent.c; p.c++) {
                for (p.d = 0; p.d < extent.d; p.d++) {
                    for (p.h = 0; p.h < extent.h; p.h++) {
                        for (p.w = 0; p.w < extent.w; p.w++) {
                            dst[to.at(p, extent)] = p.n < have.n && p.c < have.c ? src[from.at(p, have)] : Word{0};
                        }
                    }
                }
            }
        }
    }
}

}  // namespace detail

// Another layout of images, volumes or filters in UB. The scalar unit does it, behind earlier commands of PIPE_V.
template <class Dst, class Src, class... Events>
    requires(is_conv_tile_v<Dst> && is_conv_tile_v<Src> && all_events_v<Events...>)
PTO_INST RecordEvent TTRANS(Dst &dst, const Src &src, detail::workspace tmp, const Events &...events)
{
    using word = LoadTypeBySize_t<typename Src::DType>;
    static_assert(Dst::Loc == TileType::Vec && Src::Loc == TileType::Vec, "TTRANS: a ConvTile lies in UB (TileType::Vec)");
    static_assert(sizeof(typename Dst::DType) == sizeof(word) && sizeof(typename Src::DType) == sizeof(word),
                  "TTRANS: elements have 1, 2 or 4 bytes, alike in both tiles");
    static_assert(detail::transposes(Dst::layout, Src::layout), "TTRANS: it does not convert between these layouts");
    const pto_loc_t *loc = tmp.loc;
    const detail::conv_order to(dst), from(src);
    const detail::conv_place have = from.extents({}), extent = to.extents(have);
    if (have.g != extent.g || have.n > extent.n || have.d != extent.d || have.h != extent.h || have.w != extent.w ||
        (have.c > extent.c && Dst::layout != Layout::NCHW && Dst::layout != Layout::GNCHW)) {
        pto_fault_at(loc, "TTRANS: the shapes of the ConvTiles do not match");
    }
    detail::wait_for(loc, events...);
    if constexpr (detail::is_automatic) {
        detail::settle(loc, touch(detail::conv_bytes(dst), true));
        detail::settle(loc, touch(detail::conv_bytes(src), false));
    } else {
        pto_order_ahead_at(loc, PIPE_S, pto_order_behind_at(loc, PIPE_V));
    }
    detail::transpose(reinterpret_cast<word *>(dst.place(loc)), reinterpret_cast<const word *>(src.place(loc)), to, from);
    return {};
}

// Stores a ConvTile in its own layout.
template <class... Types, class Src, class... Events>
    requires(is_conv_tile_v<Src> && all_events_v<Events...>)
PTO_INST RecordEvent TSTORE(detail::array_ref dst, const Src &src, const Events &...events)
{
    if (dst.layout != Src::layout || sizeof(typename Src::DType) != dst.element_bytes) {
        pto_fault_at(dst.loc, "TSTORE: a ConvTile is stored in its own layout, with elements of its size");
    }
    if (src.is_outside(dst.loc)) {
        detail::wait_for(dst.loc, events...);
        detail::copy_outside(src, dst, false);
        return {};
    }
    const pto_tile_t tile = src.rows_of_c0(dst.loc);
    const pto_tensor_t tensor = dst.rows_of_c0(elem_of<typename Src::DType>);
    detail::command command;
    command.reads(detail::conv_bytes(src)).writes(dst).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &tensor, &tile, nullptr, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN,
                                        PTO_RELU_NONE));
}

}  // namespace pto

#endif
