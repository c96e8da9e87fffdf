// SPDX-License-Identifier: Apache-2.0
//
// Sorting. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSORT32(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(idx).after(events...);
    return command.issued(pto_tsort32_at(dst.loc, &dst.tile, &src.tile, &idx.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSORT32(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref idx, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(idx).after(events...);
    return command.issued(pto_tsort32_at(dst.loc, &dst.tile, &src.tile, &idx.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMRGSORT(detail::tile_ref dst, detail::tile_ref src, int64_t blockLen, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tmrgsort_at(dst.loc, &dst.tile, &src.tile, blockLen));
}

template <class D = void, class W = void, class A = void, class B = void, bool exhausted, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMRGSORT(detail::tile_ref dst, MrgSortExecutedNumList & executed, detail::tile_ref tmp, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tmrgsort2_at(dst.loc, &dst.tile, &tmp.tile, &src0.tile, &src1.tile, exhausted));
}

template <class D = void, class W = void, class A = void, class B = void, class C = void, bool exhausted, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMRGSORT(detail::tile_ref dst, MrgSortExecutedNumList & executed, detail::tile_ref tmp, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref src2, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).reads(src2).after(events...);
    return command.issued(pto_tmrgsort3_at(dst.loc, &dst.tile, &tmp.tile, &src0.tile, &src1.tile, &src2.tile, exhausted));
}

template <class D = void, class W = void, class A = void, class B = void, class C = void, class E = void, bool exhausted, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMRGSORT(detail::tile_ref dst, MrgSortExecutedNumList & executed, detail::tile_ref tmp, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref src2, detail::tile_ref src3, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).reads(src2).reads(src3).after(events...);
    return command.issued(pto_tmrgsort4_at(dst.loc, &dst.tile, &tmp.tile, &src0.tile, &src1.tile, &src2.tile, &src3.tile, exhausted));
}

}  // namespace pto
// clang-format on
