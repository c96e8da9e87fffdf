// SPDX-License-Identifier: Apache-2.0
//
// Matrix. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tmatmul_at(c.loc, &c.tile, &a.tile, &b.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tmatmul_at(c.loc, &c.tile, &a.tile, &b.tile, detail::attr(AccPhase::Unspecified)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_ACC(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tmatmul_acc_at(c.loc, &c.tile, &c.tile, &a.tile, &b.tile, detail::attr(phase)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_ACC(detail::tile_ref c, detail::tile_ref c_in, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c_in).reads(a).reads(b).after(events...);
    return command.issued(pto_tmatmul_acc_at(c.loc, &c.tile, &c_in.tile, &a.tile, &b.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_ACC(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tmatmul_acc_at(c.loc, &c.tile, &c.tile, &a.tile, &b.tile, detail::attr(AccPhase::Unspecified)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_ACC(detail::tile_ref c, detail::tile_ref c_in, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c_in).reads(a).reads(b).after(events...);
    return command.issued(pto_tmatmul_acc_at(c.loc, &c.tile, &c_in.tile, &a.tile, &b.tile, detail::attr(AccPhase::Unspecified)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_BIAS(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, detail::tile_ref bias, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).reads(bias).after(events...);
    return command.issued(pto_tmatmul_bias_at(c.loc, &c.tile, &a.tile, &b.tile, &bias.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_BIAS(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, detail::tile_ref bias, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).reads(bias).after(events...);
    return command.issued(pto_tmatmul_bias_at(c.loc, &c.tile, &a.tile, &b.tile, &bias.tile, detail::attr(AccPhase::Unspecified)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_MX(detail::tile_ref c, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(a_scale).reads(b).reads(b_scale).after(events...);
    return command.issued(pto_tmatmul_mx_at(c.loc, &c.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_MX(detail::tile_ref c, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(a_scale).reads(b).reads(b_scale).after(events...);
    return command.issued(pto_tmatmul_mx_at(c.loc, &c.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, detail::attr(AccPhase::Unspecified)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_MX_ACC(detail::tile_ref dst, detail::tile_ref c_in, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(dst).reads(c_in).reads(a).reads(a_scale).reads(b).reads(b_scale).after(events...);
    return command.issued(pto_tmatmul_mx_acc_at(dst.loc, &dst.tile, &c_in.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, PTO_ACC_PHASE_UNSPECIFIED));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMATMUL_MX_BIAS(detail::tile_ref dst, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, detail::tile_ref bias, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(dst).reads(a).reads(a_scale).reads(b).reads(b_scale).reads(bias).after(events...);
    return command.issued(pto_tmatmul_mx_bias_at(dst.loc, &dst.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, &bias.tile));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tgemv_at(c.loc, &c.tile, &a.tile, &b.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tgemv_at(c.loc, &c.tile, &a.tile, &b.tile, detail::attr(AccPhase::Unspecified)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_ACC(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tgemv_acc_at(c.loc, &c.tile, &c.tile, &a.tile, &b.tile, detail::attr(phase)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_ACC(detail::tile_ref c, detail::tile_ref c_in, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c_in).reads(a).reads(b).after(events...);
    return command.issued(pto_tgemv_acc_at(c.loc, &c.tile, &c_in.tile, &a.tile, &b.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_ACC(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c).reads(a).reads(b).after(events...);
    return command.issued(pto_tgemv_acc_at(c.loc, &c.tile, &c.tile, &a.tile, &b.tile, detail::attr(AccPhase::Unspecified)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_ACC(detail::tile_ref c, detail::tile_ref c_in, detail::tile_ref a, detail::tile_ref b, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(c_in).reads(a).reads(b).after(events...);
    return command.issued(pto_tgemv_acc_at(c.loc, &c.tile, &c_in.tile, &a.tile, &b.tile, detail::attr(AccPhase::Unspecified)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_BIAS(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, detail::tile_ref bias, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).reads(bias).after(events...);
    return command.issued(pto_tgemv_bias_at(c.loc, &c.tile, &a.tile, &b.tile, &bias.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_BIAS(detail::tile_ref c, detail::tile_ref a, detail::tile_ref b, detail::tile_ref bias, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(b).reads(bias).after(events...);
    return command.issued(pto_tgemv_bias_at(c.loc, &c.tile, &a.tile, &b.tile, &bias.tile, detail::attr(AccPhase::Unspecified)));
}

template <AccPhase phase = AccPhase::Unspecified, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_MX(detail::tile_ref c, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(a_scale).reads(b).reads(b_scale).after(events...);
    return command.issued(pto_tgemv_mx_at(c.loc, &c.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, detail::attr(phase)));
}

template <class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_MX(detail::tile_ref c, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(c).reads(a).reads(a_scale).reads(b).reads(b_scale).after(events...);
    return command.issued(pto_tgemv_mx_at(c.loc, &c.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, detail::attr(AccPhase::Unspecified)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_MX_ACC(detail::tile_ref dst, detail::tile_ref c_in, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(dst).reads(c_in).reads(a).reads(a_scale).reads(b).reads(b_scale).after(events...);
    return command.issued(pto_tgemv_mx_acc_at(dst.loc, &dst.tile, &c_in.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, PTO_ACC_PHASE_UNSPECIFIED));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TGEMV_MX_BIAS(detail::tile_ref dst, detail::tile_ref a, detail::tile_ref a_scale, detail::tile_ref b, detail::tile_ref b_scale, detail::tile_ref bias, const Events &...events)
{
    detail::count_elements(a.tile);
    detail::count_elements(b.tile);
    detail::command command;
    command.writes(dst).reads(a).reads(a_scale).reads(b).reads(b_scale).reads(bias).after(events...);
    return command.issued(pto_tgemv_mx_bias_at(dst.loc, &dst.tile, &a.tile, &a_scale.tile, &b.tile, &b_scale.tile, &bias.tile));
}

}  // namespace pto
// clang-format on
