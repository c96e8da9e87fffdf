// SPDX-License-Identifier: Apache-2.0
//
// Moves. Written by tools/tile_cpp.py from isa/tile.def and isa/cpp.def: do not edit. Part of <pto/pto-inst.hpp>.
//
// clang-format off

#pragma once

#include <pto/issue.hpp>

namespace pto {

template <class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <STPhase, class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, PTO_NONE, detail::attr(mode), detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <STPhase, class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, PTO_NONE, detail::attr(mode), detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::to_scalar(preQuantScalar), PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <STPhase, class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::to_scalar(preQuantScalar), PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::to_scalar(preQuantScalar), detail::attr(mode), detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <STPhase, class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, nullptr, detail::to_scalar(preQuantScalar), detail::attr(mode), detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <class D = void, class S = void, class F = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, &fp.tile, PTO_NONE, detail::attr(mode), detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <STPhase, class D = void, class S = void, class F = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, &fp.tile, PTO_NONE, detail::attr(mode), detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).reads(tmp).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, &tmp.tile, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, PTO_GROUP_AXIS1)));
}

template <int axis, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).reads(tmp).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, &tmp.tile, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, detail::attr(static_cast<detail::mx_axis>(axis)))));
}

template <class D = void, class S = void, class F = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV_FP(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, &fp.tile, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <STPhase, class D = void, class S = void, class F = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TMOV_FP(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, const Events &...events)
{
    detail::behind(dst.loc, detail::moving(dst.tile, src.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return detail::ahead(dst.loc, detail::moving(dst.tile, src.tile), command.issued(pto_tmov_at(dst.loc, &dst.tile, &src.tile, &fp.tile, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_GROUP_AXIS1)));
}

template <class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT(detail::tile_ref dst, detail::tile_ref src, int64_t row = 0, int64_t col = 0, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_textract_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu)));
}

template <class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT(detail::tile_ref dst, detail::tile_ref src, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_textract_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, PTO_NONE, detail::attr(mode), detail::attr(relu)));
}

template <class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_textract_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, detail::to_scalar(preQuantScalar), PTO_ACC_TO_VEC_0, detail::attr(relu)));
}

template <class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_textract_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, detail::to_scalar(preQuantScalar), detail::attr(mode), detail::attr(relu)));
}

template <class D = void, class S = void, class F = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return command.issued(pto_textract_at(dst.loc, &dst.tile, &src.tile, row, col, &fp.tile, PTO_NONE, detail::attr(mode), detail::attr(relu)));
}

template <class D = void, class S = void, class F = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT_FP(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return command.issued(pto_textract_at(dst.loc, &dst.tile, &src.tile, row, col, &fp.tile, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu)));
}

template <class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT(detail::tile_ref dst, detail::tile_ref src, int64_t row = 0, int64_t col = 0, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_INSERT_WHOLE));
}

template <class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT(detail::tile_ref dst, detail::tile_ref src, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, PTO_NONE, detail::attr(mode), detail::attr(relu), PTO_INSERT_WHOLE));
}

template <TInsertMode mode, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT(detail::tile_ref dst, detail::tile_ref src, int64_t row = 0, int64_t col = 0, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, PTO_NONE, PTO_ACC_TO_VEC_0, PTO_RELU_NONE, detail::attr(mode)));
}

template <class D = void, class S = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, detail::to_scalar(preQuantScalar), PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_INSERT_WHOLE));
}

template <class D = void, class S = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT(detail::tile_ref dst, detail::tile_ref src, uint64_t preQuantScalar, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, nullptr, detail::to_scalar(preQuantScalar), detail::attr(mode), detail::attr(relu), PTO_INSERT_WHOLE));
}

template <class D = void, class S = void, class F = void, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, &fp.tile, PTO_NONE, detail::attr(mode), detail::attr(relu), PTO_INSERT_WHOLE));
}

template <class D = void, class S = void, class F = void, ReluPreMode relu = ReluPreMode::NoRelu, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINSERT_FP(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref fp, int64_t row, int64_t col, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).reads(fp).after(events...);
    return command.issued(pto_tinsert_at(dst.loc, &dst.tile, &src.tile, row, col, &fp.tile, PTO_NONE, PTO_ACC_TO_VEC_0, detail::attr(relu), PTO_INSERT_WHOLE));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TTRANS(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_ttrans_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TTRANS(detail::tile_ref dst, detail::tile_ref src, detail::tile_ref tmp, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return command.issued(pto_ttrans_at(dst.loc, &dst.tile, &src.tile, nullptr));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCONCAT(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tconcat_at(dst.loc, &dst.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCONCAT(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref src0Idx, detail::tile_ref src1Idx, const Events &...events)
{
    detail::command command;
    command.writes(dst).reads(src0).reads(src1).reads(src0Idx).reads(src1Idx).after(events...);
    return command.issued(pto_tconcatidx_at(dst.loc, &dst.tile, &src0.tile, &src1.tile, &src0Idx.tile, &src1Idx.tile));
}

template <TFillPadMode = TFillPadMode::Normal, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFILLPAD(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_tfillpad_at(dst.loc, &dst.tile, &src.tile, detail::attr(detail::filling(dst.tile)))));
}

template <class D, PadValue pad = PadValue::Zero, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFILLPAD(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_tfillpad_at(dst.loc, &dst.tile, &src.tile, detail::attr(pad))));
}

template <PadValue pad, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFILLPAD(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_tfillpad_at(dst.loc, &dst.tile, &src.tile, detail::attr(pad))));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFILLPAD_INPLACE(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_tfillpad_at(dst.loc, &dst.tile, &src.tile, detail::attr(detail::filling(dst.tile)))));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFILLPAD_EXPAND(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_tfillpad_at(dst.loc, &dst.tile, &src.tile, detail::attr(detail::filling(dst.tile)))));
}

template <class D, class Named, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TFILLPAD(detail::tile_ref dst, detail::tile_ref src, const Events &...events)
{
    detail::behind(dst.loc, detail::padding(dst.tile), PIPE_MTE1);
    detail::command command;
    command.writes(dst).reads(src).after(events...);
    return detail::ahead(dst.loc, detail::padding(dst.tile), command.issued(pto_tfillpad_at(dst.loc, &dst.tile, &src.tile, detail::attr(PadValue::Zero))));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TINTERLEAVE(detail::tile_ref dst1, detail::tile_ref dst0, detail::tile_ref src1, detail::tile_ref src0, const Events &...events)
{
    detail::command command;
    command.writes(dst0).writes(dst1).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tinterleave_at(dst1.loc, &dst0.tile, &dst1.tile, &src0.tile, &src1.tile));
}

template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TDEINTERLEAVE(detail::tile_ref dst1, detail::tile_ref dst0, detail::tile_ref src1, detail::tile_ref src0, const Events &...events)
{
    detail::command command;
    command.writes(dst0).writes(dst1).reads(src0).reads(src1).after(events...);
    return command.issued(pto_tdeinterleave_at(dst1.loc, &dst0.tile, &dst1.tile, &src0.tile, &src1.tile));
}

}  // namespace pto
// clang-format on
