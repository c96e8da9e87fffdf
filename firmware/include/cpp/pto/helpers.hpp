// SPDX-License-Identifier: Apache-2.0
//
// Functions and traits that kernels take from the headers of pto-isa: arithmetic of sizes, pad values. Part of
// <pto/pto-inst.hpp>.
//
// Source of names and values: pto-isa `include/pto/common/utils.hpp`, `constants.hpp`, `memory.hpp`.
#ifndef PTO_CPP_HELPERS_HPP
#define PTO_CPP_HELPERS_HPP

#include <pto/tile.hpp>

namespace pto {

template <class T, class... Types>
using isSupportTypeImpl = std::bool_constant<(std::is_same_v<T, Types> || ...)>;
template <class T, class... Types>
inline constexpr bool isSupportType = isSupportTypeImpl<T, Types...>::value;

// The unsigned integer of a type's size; of 32 bits for larger ones, too.
template <class T>
struct LoadTypeBySize : std::conditional<sizeof(T) == 1, uint8_t, std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>> {};
template <class T>
using LoadTypeBySize_t = typename LoadTypeBySize<T>::type;

// Quotient and multiple, rounded up; 0 where the divisor is.
constexpr int32_t CeilDivision(int32_t num, int32_t by)
{
    return by == 0 ? 0 : (num + by - 1) / by;
}
constexpr uint32_t CeilAlignment(uint32_t num, uint32_t to)
{
    return to == 0 ? 0 : (num + to - 1) / to * to;
}

// Two elements of 8 bits as one of 16 bits.
template <class T>
struct B82B16Trait {
    static constexpr bool isB8 = isSupportType<T, int8_t, uint8_t>;
    using TransType = std::conditional_t<isB8, int16_t, T>;

    PTO_INTERNAL static constexpr TransType TransValue(T value)
    {
        if constexpr (isB8) {
            return static_cast<TransType>(static_cast<uint8_t>(value) * 0x101u);
        } else {
            return value;
        }
    }
    PTO_INTERNAL static constexpr uint64_t TransSize(uint64_t size) { return isB8 ? (size + 1) / 2 : size; }
    template <uint64_t stride>
    PTO_INTERNAL static constexpr uint64_t TransStride()
    {
        return isB8 ? stride / 2 : stride;
    }
};

// An element of 32 bits as two of 16 bits.
template <class T>
struct B322B16Trait {
    static constexpr bool isB32 = isSupportType<T, int32_t, uint32_t>;
    using TransType = std::conditional_t<isB32, int16_t, int32_t>;

    PTO_INTERNAL static constexpr uint64_t TransSize(uint64_t size) { return isB32 ? size * 2 : size; }
    template <uint64_t stride>
    PTO_INTERNAL static constexpr uint64_t TransStride()
    {
        return TransSize(stride);
    }
};

// The bits of a pad value as an element of a type: infinities for floats, 0 for those of 8 and 4 bits and for 64 bits.
template <class T, PadValue pad>
struct PadValueMap {
    static_assert(is_element<T> && !isCustomPadValue(pad), "PadValueMap: takes an element type, and Null, Zero, Max or Min");

private:
    static constexpr auto bits()
    {
        using word = LoadTypeBySize_t<T>;
        constexpr PadValue value = detail::pad_of<T>(pad);
        if constexpr (isCustomPadValue(value)) {
            return static_cast<word>(getCustomPadBits(value));
        } else if constexpr (!std::is_integral_v<T> || sizeof(T) > 4 || value == PadValue::Null || value == PadValue::Zero) {
            return word{0};
        } else {
            return static_cast<word>(value == PadValue::Max ? std::numeric_limits<T>::max() : std::numeric_limits<T>::lowest());
        }
    }

public:
    static constexpr auto value = bits();
};

// The same for the pad value of a tile.
template <class TileData>
constexpr auto GetPadValue()
{
    using T = typename TileData::DType;
    if constexpr (isCustomPadValue(TileData::PadVal)) {
        return getCustomPadBits(TileData::PadVal) & (sizeof(T) < 4 ? (1u << 8 * sizeof(T)) - 1 : UINT32_MAX);
    } else {
        return PadValueMap<T, TileData::PadVal>::value;
    }
}

// The type of a tile's data in a memory.
template <TileType, class T>
struct MemoryQualifier {
    using type = T *;
};

// Names of a layout and a memory, for messages.
constexpr const char *GetLayoutName(BLayout outer, SLayout inner) noexcept
{
    constexpr const char *names[][2] = {{"ND", "DN"}, {"Zz", "Nz"}, {"Zn", "Nn"}};
    return names[static_cast<int>(inner)][static_cast<int>(outer)];
}
template <TileType type>
constexpr const char *GetTileTypeName() noexcept
{
    constexpr const char *names[] = {"Vec",  "Mat",     "Left",      "Right",      "Acc",
                                     "Bias", "Scaling", "ScaleLeft", "ScaleRight", "Ctrl"};
    return names[static_cast<int>(type)];
}

// How many rows a mask pattern takes one of, and which that is.
template <MaskPattern mask>
constexpr int GetTimesByMask()
{
    return mask == MaskPattern::P1111 ? 1 : mask <= MaskPattern::P1010 ? 2 : 4;
}
template <MaskPattern mask, uint16_t RowStride>
constexpr int GetStrideByMask(int row)
{
    constexpr int times = GetTimesByMask<mask>();
    constexpr int first = times == 1 ? 0 : static_cast<int>(mask) - static_cast<int>(times == 2 ? MaskPattern::P0101
                                                                                                 : MaskPattern::P0001);
    return (times * row + first) * RowStride;
}

// Whether two elements share a byte.
template <class T>
constexpr bool IsTwinType()
{
    return elements_per_byte<std::remove_cv_t<T>> == 2;
}

}  // namespace pto

// The pointer of a tile's data, which is one already.
#define __cce_get_tile_ptr(pointer) (pointer)
#define F16_MAX                     65504.0f

#endif
