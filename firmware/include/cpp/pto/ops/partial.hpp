// SPDX-License-Identifier: Apache-2.0
//
// Partial. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPARTADD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tpartadd_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPARTMUL(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tpartmul_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPARTMAX(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tpartmax_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPARTMIN(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tpartmin_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPARTARGMAX(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref dstIdx, detail::tile_ref src0Idx, detail::tile_ref src1Idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(dstIdx).reads(src0).reads(src1).reads(src0Idx).reads(src1Idx).after(events...);
    return command.issued(pto_tpartargmax_at(dst.loc, &dst.tile, &dstIdx.tile, &src0.tile, &src1.tile, &src0Idx.tile, &src1Idx.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPARTARGMIN(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref dstIdx, detail::tile_ref src0Idx, detail::tile_ref src1Idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(dstIdx).reads(src0).reads(src1).reads(src0Idx).reads(src1Idx).after(events...);
    return command.issued(pto_tpartargmin_at(dst.loc, &dst.tile, &dstIdx.tile, &src0.tile, &src1.tile, &src0Idx.tile, &src1Idx.tile));
}

}  // namespace pto
// clang-format on
