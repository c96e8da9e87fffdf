// SPDX-License-Identifier: Apache-2.0
//
// Expansion. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPAND(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_trowexpand_at(dst.loc, &dst.tile, &src.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDADD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandadd_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDADD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandadd_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDSUB(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandsub_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDSUB(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandsub_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDMUL(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandmul_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDMUL(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandmul_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDDIV(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpanddiv_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDDIV(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpanddiv_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDMAX(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandmax_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDMAX(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandmax_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDMIN(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandmin_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDMIN(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandmin_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDEXPDIF(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandexpdif_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TROWEXPANDEXPDIF(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trowexpandexpdif_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPAND(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcolexpand_at(dst.loc, &dst.tile, &src.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDADD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpandadd_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDSUB(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpandsub_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDMUL(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpandmul_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDDIV(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpanddiv_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDMAX(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpandmax_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDMIN(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpandmin_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCOLEXPANDEXPDIF(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tcolexpandexpdif_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

}  // namespace pto
// clang-format on
