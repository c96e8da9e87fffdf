// SPDX-License-Identifier: Apache-2.0
//
// Tile and scalar. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADDS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tadds_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSUBS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tsubs_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMULS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tmuls_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TDIVS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tdivs_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TDIVS(detail::tile_ref dst, detail::scalar_ref scalar, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tsdiv_at(dst.loc, &dst.tile, scalar.as(src.tile.elem), &src.tile, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMAXS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tmaxs_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMINS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tmins_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <auto precision = RemSAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TREMS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trems_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), nullptr));
}

template <auto precision = RemSAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TREMS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trems_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), nullptr));
}

template <auto precision = FmodSAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFMODS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tfmods_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPOWS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tpows_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPOWS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tpows_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), nullptr, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TANDS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tands_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TORS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tors_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TXORS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_txors_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TXORS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_txors_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem), nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSHLS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tshls_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSHRS(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tshrs_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TLRELU(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref slope, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tlrelu_at(dst.loc, &dst.tile, &src.tile, slope.as(src.tile.elem)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TAXPY(detail::tile_ref dst, detail::tile_ref src, detail::scalar_ref scalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_taxpy_at(dst.loc, &dst.tile, &src.tile, scalar.as(src.tile.elem)));
}

}  // namespace pto
// clang-format on
