// SPDX-License-Identifier: Apache-2.0
//
// Console. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <PrintFormat = PrintFormat::Width8_Precision4, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPRINT(detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.reads(src).after(events...);
    return command.issued(pto_tprint_at(src.loc, &src.tile, nullptr));
}

template <PrintFormat = PrintFormat::Width8_Precision4, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPRINT(detail::tile_ref src, detail::tensor_ref tmp, const Events &...events)
{
    detail::command command;
    command.reads(src).after(events...);
    return command.issued(pto_tprint_at(src.loc, &src.tile, nullptr));
}

}  // namespace pto
// clang-format on
