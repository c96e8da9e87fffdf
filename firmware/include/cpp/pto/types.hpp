// SPDX-License-Identifier: Apache-2.0
//
// Keywords and types of PTO kernels in C++: qualifiers, element types, attributes. Part of <pto/pto-inst.hpp>.
//
// Source of names and values: pto-isa `docs/PTO-Virtual-ISA-Manual.md`, `docs/isa`.
#ifndef PTO_CPP_TYPES_HPP
#define PTO_CPP_TYPES_HPP

// What kernels use without including it, since headers of pto-isa do, is among these.
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

#ifndef __clang__
// Keywords of C11 in the headers of the runtime, which GCC supports in C only. A C library may define them, too.
#undef _Static_assert
#undef _Noreturn
#define _Static_assert static_assert
#define _Noreturn      [[noreturn]]
#endif

#include <pto/types.h>

#ifndef PTO_CHECKED
#include <hal/vector/strips.h>  // for the tile instructions that <pto/tile.h> inlines
#endif

#include <pto/comm.h>
#include <pto/cube.h>
#include <pto/dma.h>
#include <pto/fifo.h>
#include <pto/kernel.h>
#include <pto/runtime.h>
#include <pto/semaphore.h>
#include <pto/tile.h>

#include <pto/floats.hpp>

// Qualifiers of code and pointers: there is one address space here, so they expand to nothing.
#define AICORE
#define __aicore__
#define __global__
#define __vector__
#define __cube__
#define __mix__(...)
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __in__
#define __out__
#define __tf__
#define PTO_INLINE   inline __attribute__((always_inline))
#define PTO_INST     inline __attribute__((always_inline))
#define PTO_INTERNAL inline __attribute__((always_inline))

// Assertions of a kernel: those at run time are disabled, as on devices.
#define PTO_STATIC_ASSERT(...)         static_assert(__VA_ARGS__)
#define PTO_ASSERT(condition, message) ((void)0)
#define PTO_CPU_ASSERT(...)            ((void)0)
#define DEBUG_CHECK(condition, message)                                     \
    do {                                                                    \
        if (!(condition)) {                                                 \
            pto_fault_at(PTO_LOC, "%s: %s", (message), #condition);         \
        }                                                                   \
    } while (0)

// The source location of a call, as default argument of the types to which the call converts its operands.
#define PTO_CPP_LOC static_cast<const pto_loc_t *>(static_cast<const void *>(__builtin_source_location()))
static_assert(sizeof(std::source_location::__impl) == sizeof(pto_loc_t) &&
                  __builtin_offsetof(std::source_location::__impl, _M_function_name) ==
                      __builtin_offsetof(pto_loc_t, function) &&
                  __builtin_offsetof(std::source_location::__impl, _M_line) == __builtin_offsetof(pto_loc_t, line),
              "a source location of the compiler is one of the runtime");

using half = pto_f16_t;
using pipe_t = pto_pipe_t;
using event_t = pto_event_id_t;

using float16_t = half;
using float32_t = float;
using GM_ADDR = uint8_t *;
using aclrtStream = void *;
using aclFloat16 = half;  // the host's name of it
PTO_INTERNAL float aclFloat16ToFloat(half value) { return static_cast<float>(value); }

namespace pto {

struct float8_e8m0_t {
    uint8_t bits;
};

// Small floats by their exponent and mantissa bits, and by whether two share a byte.
namespace detail {
template <int Exponent, int Mantissa, bool Twin>
struct small_float;
template <>
struct small_float<2, 1, true> : std::type_identity<float4_e2m1x2_t> {};
template <>
struct small_float<1, 2, true> : std::type_identity<float4_e1m2x2_t> {};
template <>
struct small_float<4, 3, false> : std::type_identity<float8_e4m3_t> {};
template <>
struct small_float<5, 2, false> : std::type_identity<float8_e5m2_t> {};
template <>
struct small_float<8, 0, false> : std::type_identity<float8_e8m0_t> {};
}  // namespace detail
template <int Exponent, int Mantissa, int Bias, bool Twin>
using MXType = typename detail::small_float<Exponent, Mantissa, Twin>::type;

}  // namespace pto

using pto::float4_e1m2x2_t, pto::float4_e2m1x2_t, pto::float8_e4m3_t, pto::float8_e5m2_t, pto::float8_e8m0_t,
    pto::hifloat8_t, pto::MXType;

namespace cce {
using ::printf;
}

namespace pto {

// A 4-bit integer. Tiles have a byte for each in their extents; TCVT packs two in a byte (pto/nibbles.hpp).
struct int4b_t {
    uint8_t storage;
    int4b_t() = default;
    constexpr explicit int4b_t(int32_t value) : storage(static_cast<uint8_t>(value & 15)) {}
    constexpr operator int8_t() const { return static_cast<int8_t>((storage & 15) - 2 * (storage & 8)); }
};

// The element type of the runtime for an element in C++.
template <class T>
inline constexpr pto_elem_t elem_of = PTO_ELEM_NUM;
template <class T>
inline constexpr pto_elem_t elem_of<const T> = elem_of<T>;
#define PTO_CPP_ELEM(type, ELEM) \
    template <>                  \
    inline constexpr pto_elem_t elem_of<type> = PTO_ELEM_##ELEM;
PTO_CPP_ELEM(int8_t, I8)
PTO_CPP_ELEM(char, U8)
PTO_CPP_ELEM(bool, U8)
PTO_CPP_ELEM(uint8_t, U8)
PTO_CPP_ELEM(int16_t, I16)
PTO_CPP_ELEM(uint16_t, U16)
PTO_CPP_ELEM(int32_t, I32)
PTO_CPP_ELEM(uint32_t, U32)
PTO_CPP_ELEM(int64_t, I64)
PTO_CPP_ELEM(long long, I64)
PTO_CPP_ELEM(uint64_t, U64)
PTO_CPP_ELEM(unsigned long long, U64)
PTO_CPP_ELEM(half, F16)
PTO_CPP_ELEM(bfloat16_t, BF16)
PTO_CPP_ELEM(float, F32)
PTO_CPP_ELEM(double, F64)
PTO_CPP_ELEM(float8_e4m3_t, E4M3)
PTO_CPP_ELEM(float8_e5m2_t, E5M2)
PTO_CPP_ELEM(hifloat8_t, HIF8)
PTO_CPP_ELEM(float4_e2m1x2_t, E2M1X2)
PTO_CPP_ELEM(float4_e1m2x2_t, E1M2X2)
PTO_CPP_ELEM(float8_e8m0_t, E8M0)
PTO_CPP_ELEM(int4b_t, E8M0)  // bytes that moves take, and no arithmetic
#undef PTO_CPP_ELEM

template <class T>
inline constexpr bool is_element = elem_of<T> != PTO_ELEM_NUM;

// 2 for floats of four bits.
template <class T>
inline constexpr int elements_per_byte =
    std::is_same_v<T, float4_e2m1x2_t> || std::is_same_v<T, float4_e1m2x2_t> ? 2 : 1;

// ---------------------------------------------------------------------------------------------------------------------
// Tiles and tensors

enum class TileType { Vec, Mat, Left, Right, Acc, Bias, Scaling, ScaleLeft, ScaleRight, Ctrl };
enum class BLayout { RowMajor, ColMajor };
enum class SLayout { NoneBox, RowMajor, ColMajor };
enum class CompactMode { Null, Normal, RowPlusOne, RowAlignedPadding };
enum class Layout {
    ND,
    DN,
    NZ,
    SCALE,
    MX_A_ND,
    MX_A_DN,
    MX_A_ZZ,
    MX_B_ND,
    MX_B_DN,
    MX_B_NN,
    HIF4_A_ZZ,
    HIF4_B_NN,
    NC1HWC0,
    GNC1HWC0,
    NCHW,
    GNCHW,
    NHWC,
    NDC1HWC0,
    NCDHW,
    FRACTAL_Z,
    FRACTAL_Z_S16S8,
    FRACTAL_Z_3D,
    MAX,
};

// A value from CustomBase on has the bits of the element in its lower half.
enum class PadValue : uint64_t { Null, Zero, Max, Min, CustomBase = uint64_t{1} << 32 };

constexpr bool isCustomPadValue(PadValue value)
{
    return static_cast<uint64_t>(value) >= static_cast<uint64_t>(PadValue::CustomBase);
}

constexpr uint32_t getCustomPadBits(PadValue value)
{
    return static_cast<uint32_t>(value);
}

template <class T>
constexpr PadValue PadValueCustom(T value)
{
    using bits = std::make_unsigned_t<T>;
    return static_cast<PadValue>(static_cast<uint64_t>(PadValue::CustomBase) | __builtin_bit_cast(bits, value));
}

constexpr PadValue PadValueCustom16(uint16_t bits)
{
    return PadValueCustom(bits);
}

constexpr PadValue PadValueCustom(bfloat16_t value)
{
    return PadValueCustom16(value.bits);
}

namespace detail {
template <auto Value>
constexpr auto pad_element()
{
    if constexpr (std::is_same_v<std::remove_cv_t<decltype(Value)>, double>) {
        return static_cast<float>(Value);
    } else {
        return Value;
    }
}
}  // namespace detail

template <auto Value>
inline constexpr PadValue PadCustom = PadValueCustom(detail::pad_element<Value>());

struct TileConfig {
    static constexpr int alignedSize = 32;
    static constexpr int fixedRowSize = 16;
    static constexpr int fixedColSize = 16;
    static constexpr int fixedMxRowSize = 16;
    static constexpr int fixedMxColSize = 2;
    static constexpr int fractalABSize = 512;
    static constexpr int fractalCSize = 1024;
    static constexpr int fractalMxSize = 32;
};

inline constexpr int DYNAMIC = -1;

inline constexpr int BLOCK_BYTE_SIZE = 32, C0_SIZE_BYTE = 32, BLOCK_LEN = 16, CUBE_BLOCK_SIZE = 512;
inline constexpr int FRACTAL_NZ_ROW = 16, FRACTAL_ZZ_ROW = 16, ACC_C0_SIZE = 16, REPEAT_BYTE = 256, REPEAT_MAX = 255;
inline constexpr int REPEAT_STRIDE_MAX = 255, FIXP_BURST_UNIT_LEN = 64, PAD_SHIFT_LENGTH = 32;
inline constexpr int NUM_1 = 1, NUM_4 = 4, NUM_8 = 8, NUM_12 = 12, NUM_16 = 16, NUM_32 = 32, NUM_64 = 64, NUM_77 = 77;
inline constexpr int NUM_96 = 96, NUM_128 = 128, NUM_256 = 256, NUM_512 = 512;
inline constexpr int MX_COL_LEN = 2, MX_ROW_LEN = 16, MX_BLOCK_SIZE = 32;
inline constexpr int HIF4_COL_LEN = 4, HIF4_ROW_LEN = 16, HIF4_BLOCK_SIZE = 64;
inline constexpr uint64_t BLOCK_MAX_PER_REPEAT = 8, MASK_LEN = 64;
inline constexpr uint32_t B4_C0_SIZE = 64, SHIFT_BLOCK_LEN = 4, SHIFT_BLOCK_BYTE = 5, SHIFT_FRACTAL_BYTE = 9;
inline constexpr uint32_t TMP_UB_SIZE = 8 * 1024, TMP_UB_OFFSET = 184 * 1024;
inline constexpr int PTO_RANDOM_KEY_SIZE = 2, PTO_RANDOM_COUNTER_SIZE = 4;
inline constexpr int B8_DATA_TYPE_OFFSET = 8, MAD_MODE_BIT = 46, MAD_ROUND_MODE_BIT = 47;
inline constexpr int TROW_PROD_LOOP_B16 = 7, TROW_PROD_LOOP_B32 = 6;
inline constexpr uint16_t PTO_TIME_1 = 1, PTO_TIME_2 = 2, PTO_TIME_4 = 4;
inline constexpr uint16_t PTO_IDX_0 = 0, PTO_IDX_1 = 1, PTO_IDX_2 = 2, PTO_IDX_3 = 3;
// Flags of cores that SYNCALL takes on an NPU, and how it polls there. Here it has counters of its own.
inline constexpr uint16_t SYNC_AIC_FLAG = 11, SYNC_AIV_FLAG = 12, SYNC_AIC_AIV_FLAG = 13, SYNC_AIV_ONLY_ALL = 14;
inline constexpr uint16_t SYNC_FLAG_ID_MAX = 16;
inline constexpr int32_t SYNCALL_SOFT_WORKSPACE_INT32 = 16, SYNCALL_SOFT_BACKOFF_THRESHOLD = 16;
inline constexpr int32_t SYNCALL_SOFT_MAX_POLL_ITERATIONS = 1000000;

namespace GlobalTensorDim {
inline constexpr int DIM_0 = 0, DIM_1 = 1, DIM_2 = 2, DIM_3 = 3, DIM_4 = 4, TOTAL_DIM = 5;
}

// ---------------------------------------------------------------------------------------------------------------------
// Attributes

enum class CmpMode : uint8_t { EQ, NE, LT, LE, GT, GE };
enum class RoundMode : uint8_t { CAST_NONE, CAST_RINT, CAST_ROUND, CAST_FLOOR, CAST_CEIL, CAST_TRUNC, CAST_ODD };
enum class SaturationMode : uint8_t { ON, OFF };
enum class AtomicType : uint8_t { AtomicNone, AtomicAdd };
enum class ReluPreMode : uint8_t { NoRelu, NormalRelu };
enum class AccToVecMode : uint8_t { SingleModeVec0, SingleModeVec1, DualModeSplitM, DualModeSplitN };
// How a store from L0C converts: by none, by a scale, or (V...) by one for each column.
enum QuantMode_t {
    NoQuant = 0,
    F322F16 = 1,
    VREQ8 = 2,
    REQ8 = 3,
    VDEQF16 = 4,
    DEQF16 = 5,
    F322BF16 = 16,
    VQF322B8_PRE = 23,
    QF322B8_PRE = 24,
    QF322F16_PRE = 32,
    QF322BF16_PRE = 34,
};
enum class LayoutMode_t : uint8_t { NZ2NZ, NZ2ND, NZ2DN };
typedef enum { NOCLIP_RELU, CLIP_RELU } ClipReluMode_t;
enum class STPhase : uint8_t { Unspecified = 0, Partial = 2, Final = 3 };
enum class AccPhase : uint8_t { Unspecified = 0, Unknown = 0, Partial = 2, Final = 3 };
enum class TFillPadMode : uint8_t { Normal, InPlace, Expand };
enum class TInsertMode : uint8_t { SPLIT2 = 2, SPLIT4 = 3 };
enum class Coalesce : uint8_t { Row, Elem };
enum class GatherOOB : uint8_t { Undefined, Clamp, Wrap, Zero };
enum class GatherExec : uint8_t { Scalar, Simt };  // who computes addresses on A5: without effect here
enum class ScatterOOB : uint8_t { Undefined, Skip, Clamp, Wrap };
enum class ScatterAtomicOp : uint8_t { None, Add, Max, Min };
enum class ScatterConflict : uint8_t { Last, Default };
enum class GatherAxis : uint8_t { GATHER_ROW, GATHER_COL };
enum class ScatterAxis : uint8_t { SCATTER_ROW, SCATTER_COL };
enum class MaskPattern : uint8_t { P0101 = 1, P1010, P0001, P0010, P0100, P1000, P1111 };
enum class QuantType { MXFP8, MXFP4_E2M1, INT8_SYM, INT8_ASYM };
enum class QuantScaleAlg { OCP, NV };
enum class MxQuantAlg { OcpMxFp8E4M3, NvMxFp8E4M3, OcpMxFp4E2M1, NvMxFp4E2M1, Hif4 };
enum class VecStoreMode { ND, NZ };
enum class HistByte : uint8_t { BYTE_0, BYTE_1, BYTE_2, BYTE_3 };
enum class PrintFormat : uint8_t { Width8_Precision4, Width8_Precision2, Width10_Precision6 };
enum class SyncAllMode : uint8_t { Hard, Soft };
enum class TCopyMode : uint8_t { SHALLOW_COPY, DEEP_COPY };
enum class SetFmatrixMode { FMATRIX_A_AUTO, FMATRIX_B_AUTO, FMATRIX_A_MANUAL, FMATRIX_B_MANUAL };
// How the vector function of an operation walks on A5: without effect here.
enum VFImplKind : unsigned {
    VFIMPL_DEFAULT,
    VFIMPL_1D_NO_POST_UPDATE,
    VFIMPL_2D_NO_POST_UPDATE,
    VFIMPL_1D_POST_UPDATE,
    VFIMPL_2D_POST_UPDATE,
};
enum class SyncCoreType : uint8_t { AIVOnly, AICOnly, Mix };
enum class DivAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
using PowAlgorithm = DivAlgorithm;
using SqrtAlgorithm = DivAlgorithm;
using RsqrtAlgorithm = DivAlgorithm;
using RecipAlgorithm = DivAlgorithm;
using ExpAlgorithm = DivAlgorithm;
using LogAlgorithm = DivAlgorithm;
using FmodAlgorithm = DivAlgorithm;
using FmodSAlgorithm = DivAlgorithm;
using RemAlgorithm = DivAlgorithm;
using RemSAlgorithm = DivAlgorithm;

using TRandomKey = uint32_t[PTO_RANDOM_KEY_SIZE];
using TRandomCounter = uint32_t[PTO_RANDOM_COUNTER_SIZE];

// The number of elements that a merge consumed from each list.
struct MrgSortExecutedNumList {
    uint16_t mrgSortList0, mrgSortList1, mrgSortList2, mrgSortList3;
};

namespace detail {

// Returns the attribute of the runtime. The enumerators of a class are in isa/tile.def in the order of the ISA;
// exceptions have a case of their own.
constexpr pto_tile_attr_t attr(pto_tile_attr_t first, auto value)
{
    return static_cast<pto_tile_attr_t>(first + static_cast<int>(value));
}
constexpr pto_tile_attr_t attr(pto_tile_attr_t value) { return value; }
constexpr pto_tile_attr_t attr(CmpMode mode) { return attr(PTO_COMPARE_EQ, mode); }
constexpr pto_tile_attr_t attr(RoundMode mode) { return attr(PTO_ROUND_NONE, mode); }
constexpr pto_tile_attr_t attr(SaturationMode mode) { return attr(PTO_SATURATION_ON, mode); }
// Where the file sets the atomic mode of stores, which is a register: of internal linkage, so that it costs others nothing.
static const pto_loc_t *atomic_mode_loc = nullptr;
// A store without an atomic type takes that of the register.
PTO_INTERNAL pto_tile_attr_t attr(AtomicType type)
{
    const int64_t ctrl = atomic_mode_loc != nullptr && type == AtomicType::AtomicNone ? pto_get_ctrl() : 0;
    if ((ctrl & PTO_CTRL_ATOMIC_TYPE) == 0) {
        return attr(PTO_STORE_PLAIN, type);
    }
    if ((ctrl & PTO_CTRL_ATOMIC_OP) != PTO_ATOMIC_ADD << 9) {
        pto_fault_at(atomic_mode_loc, "TSTORE: the atomic mode of tiles is addition");
    }
    return PTO_STORE_ADD;
}
constexpr pto_tile_attr_t attr(ReluPreMode mode) { return attr(PTO_RELU_NONE, mode); }
constexpr pto_tile_attr_t attr(AccToVecMode mode) { return attr(PTO_ACC_TO_VEC_0, mode); }
constexpr pto_tile_attr_t attr(STPhase phase)
{
    return attr(PTO_ST_PHASE_UNSPECIFIED, phase == STPhase::Unspecified ? 0 : static_cast<int>(phase) - 1);
}
constexpr pto_tile_attr_t attr(AccPhase phase)
{
    return attr(PTO_ACC_PHASE_UNSPECIFIED, phase == AccPhase::Unspecified ? 0 : static_cast<int>(phase) - 1);
}
constexpr pto_tile_attr_t attr(TInsertMode mode) { return attr(PTO_INSERT_WHOLE, static_cast<int>(mode) - 1); }
constexpr pto_tile_attr_t attr(Coalesce mode) { return attr(PTO_COALESCE_ROW, mode); }
constexpr pto_tile_attr_t attr(GatherOOB mode) { return attr(PTO_GATHER_UNDEFINED, mode); }
constexpr pto_tile_attr_t attr(ScatterOOB mode) { return attr(PTO_SCATTER_UNDEFINED, mode); }
constexpr pto_tile_attr_t attr(ScatterAtomicOp op) { return attr(PTO_SCATTER_STORE, op); }
constexpr pto_tile_attr_t attr(ScatterConflict conflict)
{
    return conflict == ScatterConflict::Last ? PTO_CONFLICT_LAST : PTO_CONFLICT_DEFAULT;
}
constexpr pto_tile_attr_t attr(GatherAxis axis) { return attr(PTO_AXIS_ROW, axis); }
constexpr pto_tile_attr_t attr(ScatterAxis axis) { return attr(PTO_AXIS_ROW, axis); }
constexpr pto_tile_attr_t attr(MaskPattern pattern) { return attr(PTO_MASK_P0101, static_cast<int>(pattern) - 1); }
constexpr pto_tile_attr_t attr(DivAlgorithm precision) { return attr(PTO_PRECISION_DEFAULT, precision); }
constexpr pto_tile_attr_t attr(VecStoreMode mode) { return attr(PTO_VEC_STORE_ND, mode); }
constexpr pto_tile_attr_t attr(QuantScaleAlg alg) { return attr(PTO_QUANT_OCP, alg); }
enum class mx_axis { ROWS, COLS };  // direction of a group of elements that share a scale
constexpr pto_tile_attr_t attr(mx_axis axis) { return attr(PTO_GROUP_AXIS0, axis); }
template <MxQuantAlg alg>
constexpr QuantType format()
{
    static_assert(alg != MxQuantAlg::Hif4, "TQUANT: HiFloat4 has no meaning here");
    return static_cast<QuantType>(static_cast<int>(alg) / 2);
}
template <MxQuantAlg alg>
constexpr QuantScaleAlg scaling()
{
    return static_cast<QuantScaleAlg>(static_cast<int>(alg) % 2);
}
constexpr pto_tile_attr_t attr(QuantType type)
{
    constexpr pto_tile_attr_t types[] = {PTO_QUANT_MXFP8, PTO_QUANT_MXFP4_E2M1, PTO_QUANT_INT8_SYM,
                                         PTO_QUANT_INT8_ASYM};
    return types[static_cast<int>(type)];
}
// The fill value of an operation: that of the tile by default.
constexpr pto_tile_attr_t attr(PadValue value) { return attr(PTO_PAD_VALUE_NULL, value); }
PTO_INTERNAL pto_tile_attr_t filling(const pto_tile_t &dst)  // default of L1: zeros
{
    return dst.loc == PTO_LOC_MAT && dst.pad == PTO_PAD_NULL ? PTO_PAD_VALUE_ZERO : PTO_PAD_VALUE_TILE;
}

}  // namespace detail
}  // namespace pto

#endif
