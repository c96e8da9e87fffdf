// SPDX-License-Identifier: Apache-2.0
//
// No source. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXPANDS(detail::tile_ref dst, detail::scalar_ref scalar, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_V);
    detail::command command;
    command.writes(dst).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_texpands_at(dst.loc, &dst.tile, scalar.as(dst.tile.elem))));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCI(detail::tile_ref dst, detail::scalar_ref start, const Events &...events)
{
    detail::behind(dst.loc, PIPE_S, PIPE_V);
    detail::command command;
    command.writes(dst).after(events...);
    return detail::ahead(dst.loc, PIPE_S, command.issued(pto_tci_at(dst.loc, &dst.tile, start.as(dst.tile.elem), nullptr, 0)));
}

template <class D = void, class S = void, int descending, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCI(detail::tile_ref dst, detail::scalar_ref start, const Events &...events)
{
    detail::behind(dst.loc, PIPE_S, PIPE_V);
    detail::command command;
    command.writes(dst).after(events...);
    return detail::ahead(dst.loc, PIPE_S, command.issued(pto_tci_at(dst.loc, &dst.tile, start.as(dst.tile.elem), nullptr, descending)));
}

template <class D = void, class S = void, int descending, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCI(detail::tile_ref dst, detail::scalar_ref start, detail::tile_ref tmp, const Events &...events)
{
    detail::behind(dst.loc, PIPE_S, PIPE_V);
    detail::command command;
    command.writes(dst).after(events...);
    return detail::ahead(dst.loc, PIPE_S, command.issued(pto_tci_at(dst.loc, &dst.tile, start.as(dst.tile.elem), nullptr, descending)));
}

template <class D = void, class W = void, class S = void, int descending, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCI(detail::tile_ref dst, detail::scalar_ref start, detail::tile_ref tmp, const Events &...events)
{
    detail::behind(dst.loc, PIPE_S, PIPE_V);
    detail::command command;
    command.writes(dst).after(events...);
    return detail::ahead(dst.loc, PIPE_S, command.issued(pto_tci_at(dst.loc, &dst.tile, start.as(dst.tile.elem), nullptr, descending)));
}

template <class D = void, int upper, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TTRI(detail::tile_ref dst, int64_t diagonal, const Events &...events)
{
    detail::command command;
    command.writes(dst).after(events...);
    return command.issued(pto_ttri_at(dst.loc, &dst.tile, diagonal, upper));
}

template <uint16_t rounds = 10, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TRANDOM(detail::tile_ref dst, const TRandomKey & key, const TRandomCounter & counter, const Events &...events)
{
    detail::command command;
    command.writes(dst).after(events...);
    return command.issued(pto_trandom_at(dst.loc, &dst.tile, key[0], key[1], counter[0], counter[1], counter[2], counter[3], rounds));
}

}  // namespace pto
// clang-format on
