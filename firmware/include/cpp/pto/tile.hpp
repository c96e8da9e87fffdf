// SPDX-License-Identifier: Apache-2.0
//
// Tiles. Part of <pto/pto-inst.hpp>.
//
//   using Square = Tile<TileType::Vec, float, 64, 64>;                                  all of it is valid
//   using Ragged = Tile<TileType::Vec, float, 64, 64, BLayout::RowMajor, -1, -1>;       valid(rows, cols) at run time
#ifndef PTO_CPP_TILE_HPP
#define PTO_CPP_TILE_HPP

#include <pto/runtime.h>
#include <pto/types.hpp>

namespace pto {

namespace detail {

constexpr pto_tile_loc_t location(TileType type)
{
    switch (type) {
        case TileType::Mat:
            return PTO_LOC_MAT;
        case TileType::Left:
            return PTO_LOC_LEFT;
        case TileType::Right:
            return PTO_LOC_RIGHT;
        case TileType::Acc:
            return PTO_LOC_ACC;
        case TileType::Bias:
            return PTO_LOC_BIAS;
        case TileType::Scaling:
        case TileType::ScaleLeft:
        case TileType::ScaleRight:
            return PTO_LOC_SCALING;
        default:
            return PTO_LOC_VEC;
    }
}

constexpr pto_mem_t memory(TileType type)
{
    constexpr pto_mem_t of[] = {PTO_MEM_UB,  PTO_MEM_L1, PTO_MEM_L0A, PTO_MEM_L0B, PTO_MEM_L0C,
                                PTO_MEM_BT, PTO_MEM_FB, PTO_MEM_L0A, PTO_MEM_L0B, PTO_MEM_UB};
    return of[static_cast<int>(type)];
}

// The size of a memory on the profile that the kernel is compiled for, or on A5.
constexpr size_t bytes_of(pto_mem_t memory)
{
    switch (memory) {
        case PTO_MEM_L1:
            return PTO_CBUF_SIZE_BYTES;
        case PTO_MEM_L0A:
            return PTO_L0A_SIZE_BYTES;
        case PTO_MEM_L0B:
            return PTO_L0B_SIZE_BYTES;
        case PTO_MEM_L0C:
            return PTO_L0C_SIZE_BYTES;
        case PTO_MEM_BT:
            return PTO_BT_BYTES;
        case PTO_MEM_FB:
            return PTO_FB_BYTES;
        default:
            return PTO_UBUF_SIZE_BYTES;
    }
}

// In C++ the extremes of floats are the infinities, or 0 for types without; in text they are the finite extremes.
template <class T>
constexpr PadValue pad_of(PadValue pad)
{
    if (pad != PadValue::Max && pad != PadValue::Min) {
        return pad;
    }
    const bool least = pad == PadValue::Min;
    switch (elem_of<T>) {
        case PTO_ELEM_F32:
            return PadValueCustom(least ? 0xff800000u : 0x7f800000u);
        case PTO_ELEM_F16:
            return PadValueCustom16(least ? 0xfc00 : 0x7c00);
        case PTO_ELEM_BF16:
            return PadValueCustom16(least ? 0xff80 : 0x7f80);
        default:
            return elem_of<T> > PTO_ELEM_F32 ? PadValue::Zero : pad;
    }
}

// Returns the byte offset in a memory that a kernel names: by the offset, or by an address.
PTO_INTERNAL uint32_t offset_in(pto_mem_t mem, uint64_t where)
{
    constexpr uint64_t largest = uint64_t{1} << 24;  // no memory is larger
    return static_cast<uint32_t>(where < largest ? where
                                                 : uint64_t(pto_mem_offset(mem, reinterpret_cast<void *>(where))));
}

// Whether commands automatically wait for earlier ones that touch the same bytes: `--sync auto`.
#ifdef PTO_SYNC_AUTO
inline constexpr bool is_automatic = true;
#else
inline constexpr bool is_automatic = false;
#endif

// Makes the scalar unit wait for commands that touch the tile (pto/issue.hpp).
PTO_INTERNAL void settle_tile(const pto_loc_t *loc, const pto_tile_t *tile, bool write);

}  // namespace detail

template <class T>
constexpr size_t GetTileOffset(int row, int col);

template <TileType Loc_, class Element_, int Rows_, int Cols_, BLayout BFractal_ = BLayout::RowMajor,
          int RowValid_ = Rows_, int ColValid_ = Cols_, SLayout SFractal_ = SLayout::NoneBox,
          int SFractalSize_ = TileConfig::fractalABSize, auto PadVal_ = PadValue::Null,
          CompactMode Compact_ = CompactMode::Null>
struct Tile {
    using DType = Element_;
    using TileDType = DType *;
    static constexpr TileType Loc = Loc_;
    static constexpr int Rows = Rows_, Cols = Cols_, Numel = Rows * Cols;
    static constexpr int ValidRow = RowValid_, ValidCol = ColValid_;
    static constexpr BLayout BFractal = BFractal_;
    static constexpr SLayout SFractal = SFractal_;
    static constexpr int SFractalSize = SFractalSize_;
    static constexpr PadValue PadVal = static_cast<PadValue>(PadVal_);
    static constexpr CompactMode Compact = Compact_;
    static constexpr bool isRowMajor = BFractal == BLayout::RowMajor;
    static constexpr bool isBoxedLayout = SFractal != SLayout::NoneBox;
    static constexpr bool isInnerRowMajor = SFractal == SLayout::RowMajor;
    static constexpr bool isInnerColMajor = SFractal == SLayout::ColMajor;
    static constexpr int RowStride = isRowMajor ? Cols : 1;
    static constexpr int ColStride = isRowMajor ? 1 : Rows;

private:
    static constexpr int box_length = SFractalSize / 16 / int(sizeof(DType)) * elements_per_byte<DType>;
    // If two elements share a byte the runtime counts bytes, along the contiguous dimension.
    static constexpr bool by_rows = SFractal == SLayout::NoneBox ? BFractal == BLayout::RowMajor
                                                                 : SFractal == SLayout::RowMajor;
    static constexpr int cols_share = by_rows ? elements_per_byte<DType> : 1;
    static constexpr int rows_share = by_rows ? 1 : elements_per_byte<DType>;

public:
    static constexpr int InnerRows = isInnerRowMajor ? 16 : isInnerColMajor ? box_length : 1;
    static constexpr int InnerCols = isInnerRowMajor ? box_length : isInnerColMajor ? 16 : 1;
    static constexpr int InnerNumel = InnerRows * InnerCols;

    static_assert(is_element<DType>, "Tile: not an element type of PTO");
    static_assert(Rows > 0 && Cols > 0, "Tile: rows and columns must be positive");
    static_assert(ValidRow <= Rows && ValidCol <= Cols, "Tile: the valid region exceeds the tile");
    static_assert(isBoxedLayout || Loc == TileType::Scaling ||
                      (isRowMajor ? Cols : Rows) * sizeof(DType) / elements_per_byte<DType> % 32 == 0,
                  "Tile: a row (row-major) or a column (column-major) must be a multiple of 32 bytes");
    static_assert(!isBoxedLayout || Cols % InnerCols == 0, "Tile: columns must be a multiple of those of a box");

    PTO_INTERNAL constexpr Tile() = default;
    PTO_INTERNAL constexpr Tile(int64_t rows, int64_t cols)
        requires(ValidRow == DYNAMIC && ValidCol == DYNAMIC)
        : RowMaskInternal(static_cast<unsigned>(rows)), ColMaskInternal(static_cast<unsigned>(cols))
    {
    }
    PTO_INTERNAL constexpr explicit Tile(int64_t rows)
        requires(ValidRow == DYNAMIC && ValidCol != DYNAMIC)
        : RowMaskInternal(static_cast<unsigned>(rows))
    {
    }
    PTO_INTERNAL constexpr explicit Tile(int64_t cols)
        requires(ValidRow != DYNAMIC && ValidCol == DYNAMIC)
        : ColMaskInternal(static_cast<unsigned>(cols))
    {
    }

    // Of a region that is fixed they are static: constants, also of a tile that is a parameter.
    PTO_INTERNAL static constexpr unsigned GetValidRow()
        requires(ValidRow != DYNAMIC)
    {
        return ValidRow;
    }
    PTO_INTERNAL constexpr unsigned GetValidRow() const
        requires(ValidRow == DYNAMIC)
    {
        return RowMaskInternal;
    }
    PTO_INTERNAL static constexpr unsigned GetValidCol()
        requires(ValidCol != DYNAMIC)
    {
        return ValidCol;
    }
    PTO_INTERNAL constexpr unsigned GetValidCol() const
        requires(ValidCol == DYNAMIC)
    {
        return ColMaskInternal;
    }
    PTO_INTERNAL void SetValidRow(int64_t rows)
    {
        static_assert(ValidRow == DYNAMIC, "SetValidRow: the rows of this tile are fixed");
        RowMaskInternal = static_cast<unsigned>(rows);
    }
    PTO_INTERNAL void SetValidCol(int64_t cols)
    {
        static_assert(ValidCol == DYNAMIC, "SetValidCol: the columns of this tile are fixed");
        ColMaskInternal = static_cast<unsigned>(cols);
    }
    PTO_INTERNAL void SetValidShape(int64_t rows, int64_t cols)
    {
        SetValidRow(rows);
        SetValidCol(cols);
    }

    // The valid region if it is DYNAMIC.
    unsigned RowMaskInternal = Rows;
    unsigned ColMaskInternal = Cols;

    // Fields without effect here.
    PTO_INTERNAL bool GetKAligned() const { return k_aligned_; }
    PTO_INTERNAL void SetKAligned(bool aligned) { k_aligned_ = aligned; }

    // Products of tiles of f32 are not rounded to TF32.
    PTO_INTERNAL void SetMadTF32Mode(RoundMode = RoundMode::CAST_ROUND, const pto_loc_t *loc = PTO_CPP_LOC)
    {
        pto_fault_at(loc, "SetMadTF32Mode: products of tiles are of f32");
    }
    PTO_INTERNAL void ResetMadMode() {}

    static constexpr size_t GetSizeInUnits() { return size_t(Numel) / elements_per_byte<DType>; }
    static constexpr size_t GetSizeInBytes() { return size_t(Numel) * sizeof(DType) / elements_per_byte<DType>; }

    // Accesses one element by its linear index, on the scalar unit.
    PTO_INTERNAL DType GetValue(uint32_t index, const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        return __builtin_bit_cast(DType, static_cast<word>(*element(index, false, loc)));
    }
    PTO_INTERNAL void SetValue(uint32_t index, DType value, const pto_loc_t *loc = PTO_CPP_LOC)
    {
        *element(index, true, loc) = __builtin_bit_cast(word, value);
    }
    // As above by row and column.
    PTO_INTERNAL DType GetElement(int64_t row, int64_t col, const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        return GetValue(linear(row, col), loc);
    }
    PTO_INTERNAL void SetElement(int64_t row, int64_t col, DType value, const pto_loc_t *loc = PTO_CPP_LOC)
    {
        SetValue(linear(row, col), value, loc);
    }
    PTO_INTERNAL void AddToElement(int64_t row, int64_t col, DType summand, const pto_loc_t *loc = PTO_CPP_LOC)
    {
        SetElement(row, col, static_cast<DType>(GetElement(row, col, loc) + summand), loc);
    }

    // Returns the address of its first byte, for accesses of the scalar unit.
    PTO_INTERNAL DType *data(const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        if constexpr (detail::is_automatic) {
            const pto_tile_t tile = descriptor(loc);
            detail::settle_tile(loc, &tile, true);
        }
        return static_cast<DType *>(pto_mem_addr_at(loc, detail::memory(Loc), address_));
    }
    PTO_INTERNAL uint32_t address() const { return address_; }

    // Sets the address of the tile: a byte offset in its memory, or an address in it.
    PTO_INTERNAL void assign(uint64_t where) { address_ = detail::offset_in(detail::memory(Loc), where); }

    // Returns the descriptor for the runtime.
    PTO_INTERNAL pto_tile_t descriptor(const pto_loc_t *loc) const
    {
        pto_tile_t tile = {};
        tile.address = address_;
        tile.rows = Rows / rows_share;
        tile.cols = Cols / cols_share;
        // The last one of an odd number has its byte.
        tile.valid_rows = (static_cast<int32_t>(GetValidRow()) + rows_share - 1) / rows_share;
        tile.valid_cols = (static_cast<int32_t>(GetValidCol()) + cols_share - 1) / cols_share;
        tile.loc = detail::location(Loc);
        tile.elem = elem_of<DType>;
        tile.blayout = isRowMajor ? PTO_ROW_MAJOR : PTO_COL_MAJOR;
        tile.slayout = static_cast<uint8_t>(SFractal) & 3;
        tile.fractal16 = isBoxedLayout ? SFractalSize / 16 : 0;
        tile.blocks = 1;
        constexpr PadValue pad = detail::pad_of<DType>(PadVal);
        tile.pad = isCustomPadValue(pad) ? PTO_PAD_CUSTOM : static_cast<uint8_t>(pad) & 7;
        tile.pad_bits = isCustomPadValue(pad) ? getCustomPadBits(pad) : 0;
        return pto_tile_at(loc, tile);
    }

private:
    PTO_INTERNAL static uint32_t linear(int64_t row, int64_t col)
    {
        return static_cast<uint32_t>(GetTileOffset<Tile>(static_cast<int>(row), static_cast<int>(col)));
    }
    using word = detail::word_of<DType>;
    PTO_INTERNAL volatile word *element(int64_t index, bool write, const pto_loc_t *loc) const
    {
        const pto_tile_t tile = descriptor(loc);
        detail::settle_tile(loc, &tile, write);
        return static_cast<volatile word *>(pto_tile_element_at(loc, &tile, index, sizeof(DType)));
    }

    uint32_t address_ = 0;
    bool k_aligned_ = false;
};

template <class T>
struct is_tile : std::false_type {
    static constexpr SLayout layout_enum = SLayout::NoneBox;
};
template <TileType L, class E, int R, int C, BLayout B, int RV, int CV, SLayout S, int F, auto P, CompactMode M>
struct is_tile<Tile<L, E, R, C, B, RV, CV, S, F, P, M>> : std::true_type {
    static constexpr SLayout layout_enum = S;
};
template <class T>
inline constexpr bool is_tile_data_v = is_tile<T>::value;

namespace detail {
template <class T, BLayout blayout, SLayout slayout>
constexpr bool is_in()
{
    return T::BFractal == blayout && T::SFractal == slayout;
}
template <class T>
constexpr bool has_boxes()
{
    if constexpr (is_tile_data_v<T>) {
        return T::isBoxedLayout;
    }
    return false;
}
}  // namespace detail
template <class T>
inline constexpr bool is_boxed_tile = detail::has_boxes<T>();
template <class T>
inline constexpr bool is_boxed_data_v = is_boxed_tile<T>;
template <class T>
struct is_Nz_layout : std::bool_constant<detail::is_in<T, BLayout::ColMajor, SLayout::RowMajor>()> {};
template <class T>
struct is_Zn_layout : std::bool_constant<detail::is_in<T, BLayout::RowMajor, SLayout::ColMajor>()> {};
template <class T>
struct is_Zz_layout : std::bool_constant<detail::is_in<T, BLayout::RowMajor, SLayout::RowMajor>()> {};

enum class TileLayoutCustom : uint8_t { ND, DN, NZ, ZN, ZZ, NONE };

template <class T>
constexpr TileLayoutCustom GetTileLayoutCustom()
{
    if (T::SFractal == SLayout::NoneBox) {
        return T::isRowMajor ? TileLayoutCustom::ND : TileLayoutCustom::DN;
    }
    if (T::SFractalSize != TileConfig::fractalABSize) {
        return TileLayoutCustom::NONE;
    }
    return is_Nz_layout<T>::value   ? TileLayoutCustom::NZ
           : is_Zn_layout<T>::value ? TileLayoutCustom::ZN
           : is_Zz_layout<T>::value ? TileLayoutCustom::ZZ
                                    : TileLayoutCustom::NONE;
}

// Returns the linear index of an element.
template <class T>
constexpr size_t GetTileOffset(int row, int col)
{
    if constexpr (!T::isBoxedLayout) {
        return size_t(row) * T::RowStride + size_t(col) * T::ColStride;
    }
    const size_t box = size_t(T::InnerNumel), in_row = row % T::InnerRows, in_col = col % T::InnerCols;
    const size_t inner = T::isInnerRowMajor ? in_row * T::InnerCols + in_col : in_col * T::InnerRows + in_row;
    const size_t box_row = row / T::InnerRows, box_col = col / T::InnerCols;
    const size_t before = T::isRowMajor ? box_row * (T::Cols / T::InnerCols) + box_col
                                        : box_col * (T::Rows / T::InnerRows) + box_row;
    return before * box + inner;
}
template <class T>
constexpr size_t GetTileElementOffset(size_t row, size_t col)
{
    return GetTileOffset<T>(static_cast<int>(row), static_cast<int>(col));
}

// Left operands are NZ on A5 and ZZ on A2/A3; the L0A of A2/A3 accepts either here.
template <class E, int R, int C, int RV = R, int CV = C>
using TileLeft = Tile<TileType::Left, E, R, C, BLayout::ColMajor, RV, CV, SLayout::RowMajor>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileRight = Tile<TileType::Right, E, R, C, BLayout::RowMajor, RV, CV, SLayout::ColMajor>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileAcc = Tile<TileType::Acc, E, R, C, BLayout::ColMajor, RV, CV, SLayout::RowMajor, TileConfig::fractalCSize>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileLeftScale = Tile<TileType::ScaleLeft, E, R, C, BLayout::RowMajor, RV, CV, SLayout::RowMajor,
                           TileConfig::fractalMxSize>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileRightScale = Tile<TileType::ScaleRight, E, R, C, BLayout::ColMajor, RV, CV, SLayout::ColMajor,
                            TileConfig::fractalMxSize>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileLeftScaleCompact = Tile<TileType::ScaleLeft, E, R, C, BLayout::RowMajor, RV, CV, SLayout::RowMajor,
                                  TileConfig::fractalMxSize, PadValue::Null, CompactMode::Normal>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileRightScaleCompact = Tile<TileType::ScaleRight, E, R, C, BLayout::ColMajor, RV, CV, SLayout::ColMajor,
                                   TileConfig::fractalMxSize, PadValue::Null, CompactMode::Normal>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileLeftCompact = Tile<TileType::Left, E, R, C, BLayout::ColMajor, RV, CV, SLayout::RowMajor,
                             TileConfig::fractalABSize, PadValue::Null, CompactMode::Normal>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileRightCompact = Tile<TileType::Right, E, R, C, BLayout::RowMajor, RV, CV, SLayout::ColMajor,
                              TileConfig::fractalABSize, PadValue::Null, CompactMode::Normal>;
template <class E, int R, int C, int RV = R, int CV = C>
using TileAccCompact = Tile<TileType::Acc, E, R, C, BLayout::ColMajor, RV, CV, SLayout::RowMajor,
                            TileConfig::fractalCSize, PadValue::Null, CompactMode::Normal>;

}  // namespace pto

#endif
