// SPDX-License-Identifier: Apache-2.0
//
// Two tiles. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tadd_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSUB(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tsub_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMUL(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tmul_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TDIV(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tdiv_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMAX(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tmax_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMIN(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tmin_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TREM(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trem_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TREM(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_trem_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFMOD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tfmod_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPOW(detail::tile_ref dst, detail::tile_ref base, detail::tile_ref exp_, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(base).reads(exp_).after(events...);
    return command.issued(pto_tpow_at(dst.loc, &dst.tile, &base.tile, &exp_.tile, nullptr, detail::attr(precision)));
}

template <auto precision = DivAlgorithm::DEFAULT, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPOW(detail::tile_ref dst, detail::tile_ref base, detail::tile_ref exp_, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(base).reads(exp_).after(events...);
    return command.issued(pto_tpow_at(dst.loc, &dst.tile, &base.tile, &exp_.tile, nullptr, detail::attr(precision)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TAND(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tand_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TOR(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tor_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TXOR(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_txor_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TXOR(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_txor_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSHL(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tshl_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSHR(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tshr_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPRELU(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tprelu_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPRELU(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tprelu_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADDRELU(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_taddrelu_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSUBRELU(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tsubrelu_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADDRELUCONV(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_taddreluconv_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSUBRELUCONV(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tsubreluconv_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TADDDEQRELU(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::scalar_ref deqScale, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tadddeqrelu_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, deqScale.as(PTO_ELEM_F32), nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMULADDDST(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tmuladddst_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFUSEDMULADD(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tfusedmuladd_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFUSEDMULADDRELU(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tfusedmuladdrelu_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

}  // namespace pto
// clang-format on
