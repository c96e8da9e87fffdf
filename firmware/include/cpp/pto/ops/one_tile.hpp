// SPDX-License-Identifier: Apache-2.0
//
// One tile. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TABS(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tabs_at(dst.loc, &dst.tile, &src.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TNEG(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tneg_at(dst.loc, &dst.tile, &src.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TNOT(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tnot_at(dst.loc, &dst.tile, &src.tile));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXP(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_texp_at(dst.loc, &dst.tile, &src.tile, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TLOG(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tlog_at(dst.loc, &dst.tile, &src.tile, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSQRT(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tsqrt_at(dst.loc, &dst.tile, &src.tile, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TRSQRT(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trsqrt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TRSQRT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trsqrt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TRECIP(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trecip_at(dst.loc, &dst.tile, &src.tile, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TRELU(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trelu_at(dst.loc, &dst.tile, &src.tile));
}

}  // namespace pto
// clang-format on
