// SPDX-License-Identifier: Apache-2.0
//
// Conversion. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <bool = true, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, RoundMode mode, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), PTO_SATURATION_OFF));
}

template <bool = true, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, RoundMode mode, SaturationMode saturation, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), detail::attr(saturation)));
}

template <bool = true, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, RoundMode mode, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), PTO_SATURATION_OFF));
}

template <bool = true, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCVT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, RoundMode mode, SaturationMode saturation, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tcvt_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::attr(mode), detail::attr(saturation)));
}

template <QuantType type, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref scale, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(scale).after(events...);
    return command.issued(pto_tquant_at(dst.loc, &dst.tile, &src.tile, &scale.tile, nullptr, nullptr, detail::attr(type)));
}

template <QuantType type, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref scale, detail::tile_pointer offset, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(scale).reads(offset).after(events...);
    return command.issued(pto_tquant_at(dst.loc, &dst.tile, &src.tile, &scale.tile, offset.get(), nullptr, detail::attr(type)));
}

template <QuantType type, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref scale, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(scale).after(events...);
    return command.issued(pto_tquant_at(dst.loc, &dst.tile, &src.tile, &scale.tile, nullptr, nullptr, detail::attr(type)));
}

template <QuantType type, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref scale, detail::tile_ref tmp, detail::tile_pointer offset, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(scale).reads(offset).after(events...);
    return command.issued(pto_tquant_at(dst.loc, &dst.tile, &src.tile, &scale.tile, offset.get(), nullptr, detail::attr(type)));
}

template <QuantType type, class D = void, class S = void, class E = void, class M = void, class F = void, QuantScaleAlg alg = QuantScaleAlg::OCP, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_pointer exp, detail::tile_pointer max, detail::tile_pointer scaling, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(exp).writes(max).writes(scaling).reads(src).after(events...);
    return command.issued(pto_tquant_mx_at(dst.loc, &dst.tile, exp.get(), max.get(), scaling.get(), nullptr, &src.tile, detail::attr(type), detail::attr(alg), PTO_VEC_STORE_ND, PTO_GROUP_AXIS1, 0));
}

template <QuantType type, VecStoreMode mode, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_pointer exp, detail::tile_pointer max, detail::tile_pointer scaling, detail::tile_pointer exp_zz, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(exp).writes(max).writes(scaling).writes(exp_zz).reads(src).after(events...);
    return command.issued(pto_tquant_mx_at(dst.loc, &dst.tile, exp.get(), max.get(), scaling.get(), exp_zz.get(), &src.tile, detail::attr(type), PTO_QUANT_OCP, detail::attr(mode), PTO_GROUP_AXIS1, 0));
}

template <int axis, MxQuantAlg alg, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_pointer exp, detail::tile_pointer max, detail::tile_pointer scaling, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(exp).writes(max).writes(scaling).reads(src).after(events...);
    return command.issued(pto_tquant_mx_at(dst.loc, &dst.tile, exp.get(), max.get(), scaling.get(), nullptr, &src.tile, detail::attr(detail::format<alg>()), detail::attr(detail::scaling<alg>()), PTO_VEC_STORE_ND, detail::attr(static_cast<detail::mx_axis>(axis)), 0));
}

template <int axis, MxQuantAlg alg, bool interleave, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_pointer exp, detail::tile_pointer max, detail::tile_pointer scaling, const Events &...events)
{
    detail::command command;
    command.writes(dst).writes(exp).writes(max).writes(scaling).reads(src).after(events...);
    return command.issued(pto_tquant_mx_at(dst.loc, &dst.tile, exp.get(), max.get(), scaling.get(), nullptr, &src.tile, detail::attr(detail::format<alg>()), detail::attr(detail::scaling<alg>()), PTO_VEC_STORE_ND, detail::attr(static_cast<detail::mx_axis>(axis)), interleave));
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
