// SPDX-License-Identifier: Apache-2.0
//
// Compare and select. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCMP(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, CmpMode mode, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcmp_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, detail::attr(mode)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCMPS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, CmpMode mode, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcmps_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), detail::attr(mode)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSEL(detail::tile_ref dst, detail::tile_ref mask, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mask).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tsel_at(dst.loc, &dst.tile, &mask.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSEL(detail::tile_ref dst, detail::tile_ref mask, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mask).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tsel_at(dst.loc, &dst.tile, &mask.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSELS(detail::tile_ref dst, detail::tile_ref mask, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mask).reads(src).after(events...);
    return command.issued(pto_tsels_at(dst.loc, &dst.tile, &mask.tile, &src.tile, nullptr, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSELS(detail::tile_ref dst, detail::tile_ref mask, detail::tile_ref src, detail::tile_ref tmp, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mask).reads(src).after(events...);
    return command.issued(pto_tsels_at(dst.loc, &dst.tile, &mask.tile, &src.tile, nullptr, scalar.as(src.tile.elem)));
}

}  // namespace pto
// clang-format on
