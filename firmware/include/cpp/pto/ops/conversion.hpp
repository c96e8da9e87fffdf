// SPDX-License-Identifier: Apache-2.0
//
// Conversion. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, RoundMode mode, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), PTO_SATURATION_OFF));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, RoundMode mode, SaturationMode saturation, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), detail::attr(saturation)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, RoundMode mode, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), PTO_SATURATION_OFF));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, RoundMode mode, SaturationMode saturation, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), detail::attr(saturation)));
}

template <QuantType type, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref scale, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(scale).after(events...);
    return command.issued(pto_tquant_at(dst.loc, &dst.tile, &src.tile, &scale.tile, nullptr, nullptr, detail::attr(type)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TDEQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref scale, detail::tile_ref offset, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(scale).reads(offset).after(events...);
    return command.issued(pto_tdequant_at(dst.loc, &dst.tile, &src.tile, &scale.tile, &offset.tile));
}

}  // namespace pto
// clang-format on
