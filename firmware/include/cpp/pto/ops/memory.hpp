// SPDX-License-Identifier: Apache-2.0
//
// Memory. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TLOAD(detail::tile_ref dst, detail::tensor_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tload_at(dst.loc, &dst.tile, &src.tensor, PTO_NONE, PTO_PAD_MODE_NULL));
}

template <class D = void, class S = void, AtomicType atomic = AtomicType::AtomicNone, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSTORE(detail::tensor_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &dst.tensor, &src.tile, nullptr, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, detail::attr(atomic), detail::attr(relu)));
}

template <STPhase phase, class D = void, class S = void, AtomicType atomic = AtomicType::AtomicNone, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSTORE(detail::tensor_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &dst.tensor, &src.tile, nullptr, PTO_NONE, detail::attr(phase), detail::attr(atomic), detail::attr(relu)));
}

template <class D = void, class S = void, AtomicType atomic = AtomicType::AtomicNone, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSTORE(detail::tensor_ref dst, detail::tile_ref src, uint64_t preQuantScalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &dst.tensor, &src.tile, nullptr, detail::to_scalar(preQuantScalar), PTO_ST_PHASE_UNSPECIFIED, detail::attr(atomic), detail::attr(relu)));
}

template <STPhase phase, class D = void, class S = void, AtomicType atomic = AtomicType::AtomicNone, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSTORE(detail::tensor_ref dst, detail::tile_ref src, uint64_t preQuantScalar, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &dst.tensor, &src.tile, nullptr, detail::to_scalar(preQuantScalar), detail::attr(phase), detail::attr(atomic), detail::attr(relu)));
}

template <class D = void, class S = void, class F = void, AtomicType atomic = AtomicType::AtomicNone, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSTORE_FP(detail::tensor_ref dst, detail::tile_ref src, detail::tile_ref fp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &dst.tensor, &src.tile, &fp.tile, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, detail::attr(atomic), detail::attr(relu)));
}

template <STPhase phase, class D = void, class S = void, class F = void, AtomicType atomic = AtomicType::AtomicNone, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TSTORE_FP(detail::tensor_ref dst, detail::tile_ref src, detail::tile_ref fp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return command.issued(pto_tstore_at(dst.loc, &dst.tensor, &src.tile, &fp.tile, PTO_NONE, detail::attr(phase), detail::attr(atomic), detail::attr(relu)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TPREFETCH(detail::tile_ref dst, detail::tensor_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tprefetch_at(dst.loc, &dst.tile, &src.tensor));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tile_ref idx, const Events &...events)
{
    detail::behind(dst.loc, PIPE_V, PIPE_MTE2);
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return detail::ahead(dst.loc, PIPE_V, command.issued(pto_mgather_at(dst.loc, &dst.tile, &mem.tensor, &idx.tile, PTO_COALESCE_ROW, PTO_GATHER_UNDEFINED)));
}

template <Coalesce coalesce, GatherOOB oob = GatherOOB::Undefined, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tile_ref idx, const Events &...events)
{
    detail::behind(dst.loc, PIPE_V, PIPE_MTE2);
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return detail::ahead(dst.loc, PIPE_V, command.issued(pto_mgather_at(dst.loc, &dst.tile, &mem.tensor, &idx.tile, detail::attr(coalesce), detail::attr(oob))));
}

template <Coalesce coalesce, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tile_ref idx, const Events &...events)
{
    detail::behind(dst.loc, PIPE_V, PIPE_MTE2);
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return detail::ahead(dst.loc, PIPE_V, command.issued(pto_mgather_at(dst.loc, &dst.tile, &mem.tensor, &idx.tile, detail::attr(coalesce), detail::attr(GatherOOB::Undefined))));
}

template <Coalesce coalesce, GatherOOB oob = GatherOOB::Undefined, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tensor_ref idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return command.issued(pto_mgather_rows_at(dst.loc, &dst.tile, &mem.tensor, &idx.tensor, detail::attr(oob)));
}

template <Coalesce coalesce, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tensor_ref idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return command.issued(pto_mgather_rows_at(dst.loc, &dst.tile, &mem.tensor, &idx.tensor, detail::attr(GatherOOB::Undefined)));
}

template <Coalesce coalesce, GatherOOB oob = GatherOOB::Undefined, GatherExec exec = GatherExec::Scalar, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tensor_ref idx, detail::tensor_ref scratch, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return command.issued(pto_mgather_elems_at(dst.loc, &dst.tile, &mem.tensor, &idx.tensor, &dst.tile, detail::attr(oob)));
}

template <Coalesce coalesce, GatherOOB oob = GatherOOB::Undefined, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tensor_ref idx, detail::tensor_ref scratch, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return command.issued(pto_mgather_elems_at(dst.loc, &dst.tile, &mem.tensor, &idx.tensor, &dst.tile, detail::attr(oob)));
}

template <Coalesce coalesce, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MGATHER(detail::tile_ref dst, detail::tensor_ref mem, detail::tensor_ref idx, detail::tensor_ref scratch, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(mem).reads(idx).after(events...);
    return command.issued(pto_mgather_elems_at(dst.loc, &dst.tile, &mem.tensor, &idx.tensor, &dst.tile, detail::attr(GatherOOB::Undefined)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MSCATTER(detail::tensor_ref mem, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::behind(mem.loc, PIPE_V, PIPE_MTE3);
    detail::command command;
    command.writes(mem).reads(src).reads(idx).after(events...);
    return detail::ahead(mem.loc, PIPE_V, command.issued(pto_mscatter_at(mem.loc, &mem.tensor, &src.tile, &idx.tile, PTO_COALESCE_ROW, PTO_SCATTER_STORE, PTO_SCATTER_UNDEFINED, PTO_CONFLICT_DEFAULT)));
}

template <Coalesce coalesce, ScatterAtomicOp atomic = ScatterAtomicOp::None, ScatterOOB oob = ScatterOOB::Undefined, ScatterConflict conflict = ScatterConflict::Default, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MSCATTER(detail::tensor_ref mem, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::behind(mem.loc, PIPE_V, PIPE_MTE3);
    detail::command command;
    command.writes(mem).reads(src).reads(idx).after(events...);
    return detail::ahead(mem.loc, PIPE_V, command.issued(pto_mscatter_at(mem.loc, &mem.tensor, &src.tile, &idx.tile, detail::attr(coalesce), detail::attr(atomic), detail::attr(oob), detail::attr(conflict))));
}

template <Coalesce coalesce, ScatterAtomicOp atomic = ScatterAtomicOp::None, ScatterOOB oob = ScatterOOB::Undefined, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MSCATTER(detail::tensor_ref mem, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::behind(mem.loc, PIPE_V, PIPE_MTE3);
    detail::command command;
    command.writes(mem).reads(src).reads(idx).after(events...);
    return detail::ahead(mem.loc, PIPE_V, command.issued(pto_mscatter_at(mem.loc, &mem.tensor, &src.tile, &idx.tile, detail::attr(coalesce), detail::attr(atomic), detail::attr(oob), detail::attr(ScatterConflict::Default))));
}

template <Coalesce coalesce, ScatterAtomicOp atomic = ScatterAtomicOp::None, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MSCATTER(detail::tensor_ref mem, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::behind(mem.loc, PIPE_V, PIPE_MTE3);
    detail::command command;
    command.writes(mem).reads(src).reads(idx).after(events...);
    return detail::ahead(mem.loc, PIPE_V, command.issued(pto_mscatter_at(mem.loc, &mem.tensor, &src.tile, &idx.tile, detail::attr(coalesce), detail::attr(atomic), detail::attr(ScatterOOB::Undefined), detail::attr(ScatterConflict::Default))));
}

template <Coalesce coalesce, class Named, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent MSCATTER(detail::tensor_ref mem, detail::tile_ref src, detail::tile_ref idx, const Events &...events)
{
    detail::behind(mem.loc, PIPE_V, PIPE_MTE3);
    detail::command command;
    command.writes(mem).reads(src).reads(idx).after(events...);
    return detail::ahead(mem.loc, PIPE_V, command.issued(pto_mscatter_at(mem.loc, &mem.tensor, &src.tile, &idx.tile, detail::attr(coalesce), detail::attr(ScatterAtomicOp::None), detail::attr(ScatterOOB::Undefined), detail::attr(ScatterConflict::Default))));
}

}  // namespace pto
// clang-format on
