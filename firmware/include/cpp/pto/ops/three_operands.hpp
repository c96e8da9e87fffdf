// SPDX-License-Identifier: Apache-2.0
//
// Three operands. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADDC(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref src2, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).reads(src2).after(events...);
    return command.issued(pto_taddc_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, &src2.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSUBC(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref src2, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).reads(src2).after(events...);
    return command.issued(pto_tsubc_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, &src2.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADDSC(detail::tile_ref dst, detail::tile_ref src0, detail::scalar_ref scalar, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_taddsc_at(dst.loc, &dst.tile, &src0.tile, scalar.as(src0.tile.elem), &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSUBSC(detail::tile_ref dst, detail::tile_ref src0, detail::scalar_ref scalar, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tsubsc_at(dst.loc, &dst.tile, &src0.tile, scalar.as(src0.tile.elem), &src1.tile));
}

}  // namespace pto
// clang-format on
