// SPDX-License-Identifier: Apache-2.0
//
// What kernels ask about the machine: its architecture, the types and features of that, the sizes of memories. Part of
// <pto/pto-inst.hpp>.
//
// A kernel is compiled once for both profiles, unless `-D __NPU_ARCH__=N` names an architecture: 2201 is A2/A3, 3101 and
// 3510 are A5. Then the macro PTO_NPU_ARCH_A2A3 or PTO_NPU_ARCH_A5 exists, sizes are those of that architecture, and the
// kernel runs on its profile only. Without, the architecture is UNKNOWN, which has all features, and sizes are A5's.
//
// Source: pto-isa `include/pto/common/arch_macro.hpp`, `arch_capability.hpp`, `buffer_limits.hpp`.
#ifndef PTO_CPP_MACHINE_HPP
#define PTO_CPP_MACHINE_HPP

#include <isa/limits.h>

#include <pto/types.hpp>

#ifdef __NPU_ARCH__
#undef PTO_KERNEL_ARCH
#if __NPU_ARCH__ == 2201
#define PTO_NPU_ARCH_A2A3
#define PTO_KERNEL_ARCH PTO_FOR_A2A3
#elif __NPU_ARCH__ == 3101 || __NPU_ARCH__ == 3510
#define PTO_NPU_ARCH_A5
#define PTO_KERNEL_ARCH PTO_FOR_A5
#else
#error "__NPU_ARCH__: the profiles are 2201 (A2/A3), 3101 and 3510 (A5)"
#endif
#endif

// Sizes of memories, in bytes. BT and FB are larger here than the tables of pto-isa say; kernels are laid out by these.
#ifdef PTO_NPU_ARCH_A2A3
#define PTO_UBUF_SIZE_BYTES       unsigned(PTO_UB_BYTES_A2A3)
#define PTO_L0C_SIZE_BYTES        unsigned(PTO_L0C_BYTES_A2A3)
#define PTO_BIAS_SIZE_BYTES       unsigned(PTO_TABLE_PLAN_BYTES_A2A3)
#define PTO_FBUF_SIZE_BYTES       2048u
#define PTO_SCALELEFT_SIZE_BYTES  0u
#define PTO_SCALERIGHT_SIZE_BYTES 0u
#else
#define PTO_UBUF_SIZE_BYTES       unsigned(PTO_UB_BYTES)
#define PTO_L0C_SIZE_BYTES        unsigned(PTO_L0C_BYTES)
#define PTO_BIAS_SIZE_BYTES       unsigned(PTO_TABLE_PLAN_BYTES)
#define PTO_FBUF_SIZE_BYTES       unsigned(PTO_TABLE_PLAN_BYTES)
#define PTO_SCALELEFT_SIZE_BYTES  unsigned(PTO_SCALE_BYTES)
#define PTO_SCALERIGHT_SIZE_BYTES unsigned(PTO_SCALE_BYTES)
#endif
#define PTO_CBUF_SIZE_BYTES  unsigned(PTO_L1_BYTES)
#define PTO_L0A_SIZE_BYTES   unsigned(PTO_L0A_BYTES)
#define PTO_L0B_SIZE_BYTES   unsigned(PTO_L0B_BYTES)
#define PTO_UBUF_ALIGN_BYTES 32u
#define PTO_CBUF_ALIGN_BYTES 32u
#define PTO_L0A_ALIGN_BYTES  32u
#define PTO_L0B_ALIGN_BYTES  32u
#define PTO_L0C_ALIGN_BYTES  32u
#define PTO_BIAS_ALIGN_BYTES 32u
#define PTO_FBUF_ALIGN_BYTES 32u

namespace pto {

enum class ChipArch : uint8_t { A2A3, A5, KIRIN9030, KIRINX90, A6, UNKNOWN = 255 };

// The features of an architecture, and its types: void if it has none. Only A2A3, A5 and UNKNOWN run here.
template <ChipArch arch>
struct ArchTraits {
    static_assert(arch == ChipArch::A2A3 || arch == ChipArch::A5 || arch == ChipArch::UNKNOWN,
                  "ArchTraits: the architectures are A2A3 and A5");
    static constexpr ChipArch Id = arch;
    static constexpr bool SupportsBf16 = true, SupportsSyncAll = true, SupportsComm = true;
    static constexpr bool SupportsFp8 = arch != ChipArch::A2A3, SupportsFp4 = SupportsFp8, SupportsTQuant = SupportsFp8;
    static constexpr bool SupportsTHistogram = SupportsFp8, SupportsMxLayout = SupportsFp8;
    static constexpr bool AccSupportsFloat = true, AccSupportsInt32 = true;
    static constexpr bool AccSupportsHalf = arch == ChipArch::UNKNOWN;
    using Bf16Type = bfloat16_t;
    using HiFloat8Type = std::conditional_t<SupportsFp8, hifloat8_t, void>;
    using Float8E4M3Type = std::conditional_t<SupportsFp8, float8_e4m3_t, void>;
    using Float8E5M2Type = std::conditional_t<SupportsFp8, float8_e5m2_t, void>;
    using Float8E8M0Type = std::conditional_t<SupportsFp8, float8_e8m0_t, void>;
    using Float4E2M1Type = std::conditional_t<SupportsFp4, float4_e2m1x2_t, void>;
    using Float4E1M2Type = std::conditional_t<SupportsFp4, float4_e1m2x2_t, void>;
};
#if defined(PTO_NPU_ARCH_A2A3)
using CurrArch = ArchTraits<ChipArch::A2A3>;
#elif defined(PTO_NPU_ARCH_A5)
using CurrArch = ArchTraits<ChipArch::A5>;
#else
using CurrArch = ArchTraits<ChipArch::UNKNOWN>;
#endif
constexpr ChipArch GetCurrentArch() noexcept { return CurrArch::Id; }

// Whether T, but for qualifiers, is a type, or any of several.
namespace caps {
template <class T, class... Types>
inline constexpr bool is_any = (std::is_same_v<std::remove_cv_t<T>, Types> || ...);

#define PTO_CPP_IS(Name, ...)           \
    template <class T>                  \
    constexpr bool Name()               \
    {                                   \
        return is_any<T, __VA_ARGS__>;  \
    }
PTO_CPP_IS(IsFP32, float)
PTO_CPP_IS(IsFP16, half)
PTO_CPP_IS(IsInt4, int4b_t)
PTO_CPP_IS(IsSInt8, int8_t)
PTO_CPP_IS(IsUInt8, uint8_t)
PTO_CPP_IS(IsInt8, int8_t, uint8_t)
PTO_CPP_IS(IsSInt16, int16_t)
PTO_CPP_IS(IsUInt16, uint16_t)
PTO_CPP_IS(IsInt16, int16_t, uint16_t)
PTO_CPP_IS(IsSInt32, int32_t)
PTO_CPP_IS(IsUInt32, uint32_t)
PTO_CPP_IS(IsInt32, int32_t, uint32_t)
PTO_CPP_IS(IsSInt64, int64_t)
PTO_CPP_IS(IsUInt64, uint64_t)
PTO_CPP_IS(IsInt64, int64_t, uint64_t)
PTO_CPP_IS(IsSInteger, int8_t, int16_t, int32_t, int64_t)
PTO_CPP_IS(IsUInteger, uint8_t, uint16_t, uint32_t, uint64_t)
#undef PTO_CPP_IS

// Of types that not every architecture has.
#define PTO_CPP_IS_OF_ARCH(Name, Type)                                              \
    template <class T, class Arch = CurrArch>                                       \
    constexpr bool Name()                                                           \
    {                                                                               \
        return !std::is_void_v<typename Arch::Type> && is_any<T, typename Arch::Type>; \
    }
PTO_CPP_IS_OF_ARCH(IsBF16, Bf16Type)
PTO_CPP_IS_OF_ARCH(IsHF8, HiFloat8Type)
PTO_CPP_IS_OF_ARCH(IsFP8E4M3, Float8E4M3Type)
PTO_CPP_IS_OF_ARCH(IsFP8E5M2, Float8E5M2Type)
PTO_CPP_IS_OF_ARCH(IsFP8E8M0, Float8E8M0Type)
PTO_CPP_IS_OF_ARCH(IsFP4E2M1, Float4E2M1Type)
PTO_CPP_IS_OF_ARCH(IsFP4E1M2, Float4E1M2Type)
#undef PTO_CPP_IS_OF_ARCH

template <class T, class = CurrArch>
constexpr bool IsHIF4()
{
    return false;  // of A6
}
template <class T>
constexpr bool IsFP4()
{
    return IsFP4E2M1<T>() || IsFP4E1M2<T>();
}
template <class T>
constexpr bool IsFP8()
{
    return IsHF8<T>() || IsFP8E4M3<T>() || IsFP8E5M2<T>() || IsFP8E8M0<T>();
}
template <class T>
constexpr bool IsFloatingPoint()
{
    return IsFP32<T>() || IsFP16<T>() || IsBF16<T>() || IsFP8<T>() || IsFP4<T>();
}
template <class T>
constexpr bool IsInteger()
{
    return IsSInteger<T>() || IsUInteger<T>() || IsInt4<T>();
}
template <class T>
constexpr bool IsTypeSupported()
{
    return IsFloatingPoint<T>() || IsInteger<T>();
}
}  // namespace caps

}  // namespace pto

#endif
