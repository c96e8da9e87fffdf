// SPDX-License-Identifier: Apache-2.0
//
// Reductions. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWSUM(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowsum_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWSUM(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowsum_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWPROD(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowprod_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWPROD(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowprod_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWMAX(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWMAX(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWMIN(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWMIN(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWARGMAX(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowargmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWARGMAX(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowargmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWARGMIN(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowargmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWARGMIN(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    dst.tile.valid_cols = 1;
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowargmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLSUM(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolsum_at(dst.loc, &dst.tile, &src.tile, nullptr, 0));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLSUM(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolsum_at(dst.loc, &dst.tile, &src.tile, nullptr, 0));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLSUM(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, bool isBinary, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolsum_at(dst.loc, &dst.tile, &src.tile, nullptr, isBinary));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLPROD(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolprod_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLPROD(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolprod_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLMAX(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLMAX(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLMIN(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLMIN(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLARGMAX(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolargmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLARGMAX(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolargmax_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLARGMIN(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolargmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLARGMIN(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolargmin_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPAIRREDUCESUM(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tpairreducesum_at(dst.loc, &dst.tile, &src.tile));
}

template <HistByte byte, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent THISTOGRAM(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(idx).after(events...);
    return command.issued(pto_thistogram_at(dst.loc, &dst.tile, &src.tile, &idx.tile, static_cast<int64_t>(byte)));
}

}  // namespace pto
// clang-format on
