// SPDX-License-Identifier: Apache-2.0
//
// Gather and scatter. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref indices, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(indices).after(events...);
    return command.issued(pto_tgather_at(dst.loc, &dst.tile, &src.tile, &indices.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref indices, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(indices).after(events...);
    return command.issued(pto_tgather_at(dst.loc, &dst.tile, &src.tile, &indices.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref cdst, detail::tile_ref src, detail::scalar_ref kValue, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(cdst).reads(src).after(events...);
    return command.issued(pto_tgather_cmp_at(dst.loc, &dst.tile, &cdst.tile, &src.tile, kValue.as(src.tile.elem), nullptr, PTO_COMPARE_EQ, 0));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref cdst, detail::tile_ref src, detail::scalar_ref kValue, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(cdst).reads(src).after(events...);
    return command.issued(pto_tgather_cmp_at(dst.loc, &dst.tile, &cdst.tile, &src.tile, kValue.as(src.tile.elem), nullptr, PTO_COMPARE_EQ, 0));
}

template <class D = void, class S = void, MaskPattern pattern = MaskPattern::P1111, auto axis = GatherAxis::GATHER_ROW, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tgather_mask_at(dst.loc, &dst.tile, &src.tile, detail::attr(pattern), detail::attr(axis)));
}

template <MaskPattern pattern, GatherAxis axis = GatherAxis::GATHER_ROW, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tgather_mask_at(dst.loc, &dst.tile, &src.tile, detail::attr(pattern), detail::attr(axis)));
}

template <MaskPattern pattern, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tgather_mask_at(dst.loc, &dst.tile, &src.tile, detail::attr(pattern), detail::attr(GatherAxis::GATHER_ROW)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGATHERB(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref offsets, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(offsets).after(events...);
    return command.issued(pto_tgatherb_at(dst.loc, &dst.tile, &src.tile, &offsets.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSCATTER(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref indexes, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(indexes).after(events...);
    return command.issued(pto_tscatter_at(dst.loc, &dst.tile, &src.tile, &indexes.tile));
}

template <MaskPattern pattern = MaskPattern::P1111, auto axis = ScatterAxis::SCATTER_ROW, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSCATTER(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tscatter_mask_at(dst.loc, &dst.tile, &src.tile, detail::attr(pattern), detail::attr(axis)));
}

}  // namespace pto
// clang-format on
