// SPDX-License-Identifier: Apache-2.0
//
// Intrinsics that are several commands, or commands on parts of their operands. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa`, the pages of the intrinsics.
#ifndef PTO_CPP_VARIANTS_HPP
#define PTO_CPP_VARIANTS_HPP

#include <pto/ops.hpp>

namespace pto {

namespace detail {
// Copies the valid region from GM to a tile, or back.
inline void copy_by_scalar(const pto_loc_t *loc, const pto_tile_t &tile, void *base, const pto_tensor_t &tensor, bool loads)
{
    const int64_t *shape = tensor.shape, *stride = tensor.stride;
    const size_t bytes = pto_elem_bytes[tile.elem];
    int64_t i[PTO_RANK_MAX] = {};
    const auto next = [&] {
        int dim = PTO_RANK_MAX - 1;
        while (dim >= 0 && ++i[dim] == shape[dim]) {
            i[dim--] = 0;
        }
        return dim >= 0;
    };
    do {
        const int64_t outer = i[0] * shape[1] + i[1], block = outer * shape[2] + i[2];
        const int64_t row = tensor.layout == PTO_LAYOUT_NZ   ? i[2] * shape[3] + i[3]
                            : tensor.layout == PTO_LAYOUT_DN ? i[3]
                                                             : block * shape[3] + i[3];
        const int64_t col = tensor.layout == PTO_LAYOUT_NZ   ? outer * shape[4] + i[4]
                            : tensor.layout == PTO_LAYOUT_DN ? block * shape[4] + i[4]
                                                             : i[4];
        if (row >= tile.valid_rows || col >= tile.valid_cols) {
            continue;
        }
        int64_t place = 0;
        for (int dim = 0; dim < PTO_RANK_MAX; dim++) {
            place += i[dim] * stride[dim];
        }
        uint8_t *const at = static_cast<uint8_t *>(tensor.data) + place * static_cast<int64_t>(bytes);
        const int64_t offset = pto_tile_offset(&tile, static_cast<int32_t>(row), static_cast<int32_t>(col));
        uint8_t *const element = static_cast<uint8_t *>(base) + static_cast<size_t>(offset) * bytes;
        uint8_t *const from = loads ? at : element, *const to = loads ? element : at;
        pto_scalar_at(loc, at, bytes);
        __builtin_memcpy(to, from, bytes);
#ifdef PTO_CHECKED
        // memcpy() is not compiled for the checker.
        pto_observe_load(from, bytes);
        pto_observe_store(to, bytes);
#endif
    } while (next());
}
}  // namespace detail

// Extremes with their indices: two commands in sequence on PIPE_V.
#define PTO_CPP_EXTREME(NAME, VALUE, ...)                                                                        \
    template <class... Types, class... Events>                                                                   \
        requires all_events_v<Events...>                                                                         \
    PTO_INST RecordEvent NAME(detail::tile_ref dstVal, detail::tile_ref dstIdx, detail::tile_ref src,            \
                              detail::tile_ref tmp, const Events &...events)                                     \
    {                                                                                                            \
        VALUE(dstVal, src __VA_OPT__(, ) __VA_ARGS__, events...);                                                \
        return NAME(dstIdx, src, tmp);                                                                           \
    }
PTO_CPP_EXTREME(TROWARGMAX, TROWMAX, tmp)
PTO_CPP_EXTREME(TROWARGMIN, TROWMIN, tmp)
PTO_CPP_EXTREME(TCOLARGMAX, TCOLMAX)
PTO_CPP_EXTREME(TCOLARGMIN, TCOLMIN)
#undef PTO_CPP_EXTREME

// 1 / x of integers is a division of 1 by x.
template <auto precision = RecipAlgorithm::DEFAULT, class Dst, class Src, class... Events>
    requires(is_tile_data_v<Dst> && is_tile_data_v<Src> && std::is_integral_v<typename Dst::DType> &&
             all_events_v<Events...>)
PTO_INST RecordEvent TRECIP(Dst &dst, Src &src, const Events &...events)
{
    return TDIVS(detail::tile_ref(dst), typename Dst::DType(1), detail::tile_ref(src), events...);
}

// The even and the odd elements of a row: computed from its halves, one after the other.
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TDEINTERLEAVE(detail::tile_ref dst1, detail::tile_ref dst0, detail::tile_ref src,
                                   const Events &...events)
{
    const int32_t half = src.tile.valid_cols / 2;
    detail::tile_ref right = src;
    src.tile.valid_cols = right.tile.valid_cols = dst0.tile.valid_cols = dst1.tile.valid_cols = half;
    right.tile.cols -= half;
    right.tile.address += static_cast<uint32_t>(half) * pto_elem_bytes[src.tile.elem];
    return TDEINTERLEAVE(dst1, dst0, right, src, events...);
}

// Loads to memories that MTE2 does not reach, and stores from those that no pipe stores, as in kernels for a simulator: the
// scalar unit copies, once all commands issued so far are done.
template <class Dst, class... Events>
    requires(is_tile_data_v<Dst> && Dst::Loc != TileType::Vec && Dst::Loc != TileType::Mat && all_events_v<Events...>)
PTO_INST RecordEvent TLOAD(Dst &dst, detail::tensor_ref src, const Events &...events)
{
    (static_cast<const RecordEvent &>(events).Wait(), ...);
    pto_tile_settle_at(src.loc, PIPE_ALL);
    detail::copy_by_scalar(src.loc, dst.descriptor(src.loc), dst.data(src.loc), src.tensor, true);
    return {};
}
template <class... Types, class Src, class... Events>
    requires(is_tile_data_v<Src> && Src::Loc != TileType::Vec && Src::Loc != TileType::Mat && Src::Loc != TileType::Acc &&
             all_events_v<Events...>)
PTO_INST RecordEvent TSTORE(detail::tensor_ref dst, const Src &src, const Events &...events)
{
    (static_cast<const RecordEvent &>(events).Wait(), ...);
    pto_tile_settle_at(dst.loc, PIPE_ALL);
    const pto_tile_t tile = src.descriptor(dst.loc);
    if (tile.elem != dst.tensor.elem) {
        pto_fault_at(dst.loc, "TSTORE: the scalar unit converts no elements");
    }
    detail::copy_by_scalar(dst.loc, tile, src.data(dst.loc), dst.tensor, false);
    return {};
}

// Elements of GM, which the scalar unit prints once all commands issued so far are done.
template <PrintFormat = PrintFormat::Width8_Precision4, class Tensor>
    requires detail::is_tensor<Tensor>
PTO_INST void TPRINT(Tensor &src, const pto_loc_t *loc = PTO_CPP_LOC)
{
    const pto_tensor_t tensor = src.descriptor();
    pto_tile_settle_at(loc, PIPE_ALL);
    pto_print_tensor_at(loc, &tensor);
}

// A comparison with the first element of a tile, which the scalar unit reads when PIPE_V has written it.
template <class D = void, class S = void, class Src1, class... Events>
    requires(is_tile_data_v<Src1> && all_events_v<Events...>)
PTO_INST RecordEvent TCMPS(detail::tile_ref dst, detail::tile_ref src0, Src1 &src1, CmpMode mode, const Events &...events)
{
    detail::wait_for(dst.loc, events...);
    pto_tile_settle_at(dst.loc, PIPE_V);
    return TCMPS(dst, src0, src1.GetValue(0, dst.loc), mode);
}

// Gathers by comparison, with a threshold for each row: a command a row, as the scalar unit reads the thresholds once
// PIPE_V has written them.
template <class D, class S, class K, class C, class W, CmpMode mode, class... Events>
    requires(is_tile_data_v<K> && all_events_v<Events...>)
PTO_INST RecordEvent TGATHER(detail::tile_ref dst, detail::tile_ref src, K &k_value, detail::tile_ref cdst, const W &,
                             uint32_t offset, const Events &...events)
{
    detail::wait_for(dst.loc, events...);
    pto_tile_settle_at(dst.loc, PIPE_V);
    const int32_t rows = src.tile.valid_rows;
    for (pto_tile_t *tile : {&dst.tile, &src.tile, &cdst.tile}) {
        tile->rows = tile->valid_rows = 1;
    }
    cdst.tile.cols = cdst.tile.pitch = cdst.tile.valid_cols = 1;
    RecordEvent last;
    for (int32_t row = 0; row < rows; row++) {
        const detail::scalar_ref threshold = k_value.GetValue(row, dst.loc);
        detail::command command;
        command.writes(dst).writes(cdst).reads(src);
        last = command.issued(pto_tgather_cmp_at(dst.loc, &dst.tile, &cdst.tile, &src.tile, threshold.as(src.tile.elem),
                                                 nullptr, detail::attr(mode), offset));
        for (pto_tile_t *tile : {&dst.tile, &src.tile, &cdst.tile}) {
            tile->address += static_cast<uint32_t>(tile->pitch) * pto_elem_bytes[tile->elem];
        }
        offset += static_cast<uint32_t>(src.tile.cols);
    }
    return last;
}

// The exponents in the order of the multiplier too: a row-major group of 32 elements each in exp, boxes of 16 x 2 in exp_zz.
template <QuantType type, VecStoreMode mode, class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TQUANT(detail::tile_ref dst, detail::tile_ref src, detail::tile_pointer exp, detail::tile_pointer max,
                            detail::tile_pointer scaling, detail::tile_pointer exp_zz, const Events &...events)
{
    static_assert(mode == VecStoreMode::NZ, "TQUANT: exponents are reordered for VecStoreMode::NZ");
    const RecordEvent quantised = TQUANT<type>(dst, src, exp, max, scaling, events...);
    if (!exp_zz.present) {
        return quantised;
    }
    detail::tile_ref from = src, to = dst;
    from.tile = exp.tile;
    to.tile = exp_zz.tile;
    to.tile.rows = to.tile.valid_rows = src.tile.valid_rows;
    to.tile.cols = to.tile.valid_cols = to.tile.pitch = src.tile.valid_cols / 32;
    return TMOV(to, from, from);
}

// Two windows of one tile.
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TEXTRACT(detail::tile_ref dst0, detail::tile_ref dst1, detail::tile_ref src, int64_t row0 = 0,
                              int64_t col0 = 0, int64_t row1 = 0, int64_t col1 = 0, const Events &...events)
{
    TEXTRACT(dst0, src, row0, col0, events...);
    return TEXTRACT(dst1, src, row1, col1);
}

// The bytes of each row, which are a sum, go to a tile of their own.
template <class... Types, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent TCONCAT(detail::tile_ref dst, detail::tile_ref src0, detail::tile_ref src1, detail::tile_ref dstIdx,
                             detail::tile_ref src0Idx, detail::tile_ref src1Idx, const Events &...events)
{
    TCONCAT(dst, src0, src1, src0Idx, src1Idx, events...);
    dstIdx.tile.valid_cols = src0Idx.tile.valid_cols = src1Idx.tile.valid_cols = 1;
    return TADD(dstIdx, src0Idx, src1Idx);
}

}  // namespace pto

#endif
