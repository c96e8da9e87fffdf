// SPDX-License-Identifier: Apache-2.0
//
// Names of pto-isa's headers that are no instructions: their values, and in `named` what they do. For names.py.

#include <pto/common/arch_capability.hpp>
#include <pto/common/buffer_limits.hpp>
#include <pto/common/utils.hpp>
#include <pto/comm/async_common/async_types.hpp>
#include <pto/common/tassign_check.hpp>
#include <pto/npu/a2a3/TLoad.hpp>
#include "pto/cpu/NPUMemoryModel.hpp"
#include <pto/pto-inst.hpp>

using namespace pto;

#ifdef PTO_NPU_ARCH_A2A3
static_assert(GetCurrentArch() == ChipArch::A2A3 && PTO_UBUF_SIZE_BYTES == 192 << 10 && PTO_L0C_SIZE_BYTES == 128 << 10);
static_assert(PTO_BIAS_SIZE_BYTES == 1024 && PTO_FBUF_SIZE_BYTES == 2048 && PTO_SCALELEFT_SIZE_BYTES == 0);
static_assert(!caps::IsFP8<float8_e4m3_t>() && !caps::IsTypeSupported<float4_e2m1x2_t>() && caps::IsBF16<bfloat16_t>());
#else
static_assert(GetCurrentArch() == ChipArch::UNKNOWN && PTO_UBUF_SIZE_BYTES == 256 << 10 && PTO_L0C_SIZE_BYTES == 256 << 10);
static_assert(PTO_BIAS_SIZE_BYTES == 4096 && PTO_FBUF_SIZE_BYTES == 4096 && PTO_SCALERIGHT_SIZE_BYTES == 4096);
static_assert(caps::IsFP8<const float8_e4m3_t>() && caps::IsFP4<float4_e1m2x2_t>() && caps::IsHF8<hifloat8_t>());
static_assert(!caps::IsBF16<half>() && !caps::IsFP8E4M3<uint8_t>() && !caps::IsFP8E8M0<float8_e5m2_t>());
#endif
static_assert(PTO_CBUF_SIZE_BYTES == 512 << 10 && PTO_L0A_SIZE_BYTES == 64 << 10 && PTO_L0B_ALIGN_BYTES == 32);
static_assert(caps::IsInteger<int4b_t>() && caps::IsUInteger<uint64_t>() && !caps::IsSInteger<uint8_t>() &&
              caps::IsInt16<uint16_t>() && !caps::IsSInt16<uint16_t>() && !caps::IsFloatingPoint<int32_t>());
static_assert(ArchTraits<ChipArch::A5>::SupportsFp4 && !ArchTraits<ChipArch::A2A3>::SupportsMxLayout);

static_assert(CeilDivision(65, 64) == 2 && CeilDivision(64, 64) == 1 && CeilDivision(5, 0) == 0);
static_assert(CeilAlignment(33, 32) == 64 && CeilAlignment(32, 32) == 32 && CeilAlignment(5, 0) == 0);
static_assert(isSupportType<half, float, half> && !isSupportType<int8_t, float, half>);
static_assert(std::is_same_v<LoadTypeBySize_t<half>, uint16_t> && std::is_same_v<LoadTypeBySize_t<double>, uint32_t>);
static_assert(B82B16Trait<int8_t>::TransValue(-2) == int16_t(0xfefe) && B82B16Trait<int8_t>::TransSize(5) == 3);
static_assert(B82B16Trait<half>::TransSize(5) == 5 && B82B16Trait<uint8_t>::TransStride<64>() == 32);
static_assert(B322B16Trait<float>::TransSize(5) == 5 && B322B16Trait<uint32_t>::TransStride<8>() == 16);

template <class T, auto pad>
using Padded = Tile<TileType::Vec, T, 1, 32, BLayout::RowMajor, 1, 32, SLayout::NoneBox, 512, pad>;
static_assert(GetPadValue<Padded<float, PadValue::Min>>() == 0xff800000 && GetPadValue<Padded<half, PadValue::Max>>() == 0x7c00);
static_assert(GetPadValue<Padded<int16_t, PadValue::Min>>() == 0x8000 && GetPadValue<Padded<uint8_t, PadValue::Max>>() == 0xff);
static_assert(GetPadValue<Padded<int32_t, PadValue::Null>>() == 0 && GetPadValue<Padded<float, PadCustom<-1.0f>>>() == 0xbf800000);
static_assert(GetPadValue<Padded<int8_t, PadValueCustom(int8_t(-3))>>() == 0xfd);
static_assert(PadValueMap<int64_t, PadValue::Max>::value == 0 && sizeof(PadValueMap<half, PadValue::Max>::value) == 2);
static_assert(GetTimesByMask<MaskPattern::P1111>() == 1 && GetTimesByMask<MaskPattern::P1000>() == 4);
static_assert(GetStrideByMask<MaskPattern::P1010, 8>(3) == 56 && GetStrideByMask<MaskPattern::P0100, 8>(2) == 80 &&
              GetStrideByMask<MaskPattern::P1111, 8>(2) == 16);

static_assert(GetTileShape2DNZCols<half, 64>() == 4 && GetTileShape2DNZRows<half, 64>() == 4);
static_assert(GetTileShape2DNZRows<float, DYNAMIC>() == DYNAMIC && GetBaseShape2DStride1<float, 32>() == 256);
static_assert(GetBaseShape2DStride0<half, 4, DYNAMIC>() == DYNAMIC && GetBaseShape2DStride0<half, 4, 8>() == 32);
static_assert(std::is_same_v<comm::ParallelGroupTraits<comm::ParallelGroup<comm::Signal>>::GlobalDataType, comm::Signal>);
static_assert(std::is_same_v<FixpipeConsDType_t<VREQ8, int32_t>, int8_t> && std::is_same_v<FixpipeConsDType_t<NoQuant, float>, float>);
static_assert(RingFIFO<1024, 4, 2>::SLOT_SYNCT == 4 && DataFIFO<half, FIFOType::MAT_FIFO, 4, 2>::fifoDepth == 4);
static_assert(DataFIFO<half, FIFOType::GM_FIFO, 4, 2, 2>::useLocalFiFo && !DataFIFO<half, FIFOType::GM_FIFO, 4, 2>::useLocalFiFo);
static_assert(SYNC_FLAG_ID_MAX == 16 && SYNC_AIV_ONLY_ALL == 14 && EVENT_ID_MAX == 8 && PTO_IDX_3 == 3 && VFIMPL_2D_POST_UPDATE == 4);
static_assert(int8_t(int4b_t(-3)) == -3 && int8_t(int4b_t(7)) == 7);
static_assert(Event<Op::TIMG2COL, Op::SETFMATRIX>::srcPipe == PIPE_MTE1 && Event<Op::TIMG2COL, Op::SETFMATRIX>::dstPipe == PIPE_S);
static_assert(Event<Op::TEXPANDS_MAT, Op::TSUBRELUCONV>::srcPipe == PIPE_MTE2 &&
              Event<Op::TEXPANDS_MAT, Op::TSUBRELUCONV>::dstPipe == PIPE_V);
static_assert(Event<Op::TADD, Op::TMUL>::isSamePipe && Event<Op::TMOV_A2V, Op::TADD>::IsCrossCore &&
              Event<Op::TMOV_V2M, Op::TMOV_M2L>::IsCrossCore && !Event<Op::TLOAD, Op::TADD>::IsCrossCore);
static_assert(std::is_same_v<MemoryQualifier<TileType::Acc, float>::type, float *> && comm::RdmaBackend::HNS_1825 != comm::RdmaBackend::NONE);
static_assert(GetTileTypeName<TileType::ScaleLeft>()[6] == 'e' && GetLayoutName(BLayout::ColMajor, SLayout::RowMajor)[0] == 'N');
static_assert(Padded<half, PadValue::Null>::GetValidRow() == 1 && Padded<half, PadValue::Null>::GetValidCol() == 32);
static_assert(Padded<half, PadValue::Null>::GetSizeInUnits() == 32 && Padded<half, PadValue::Null>::GetSizeInBytes() == 64);

static_assert(bfloat16_t(1.0f).bits == 0x3f80 && bfloat16_t(-3).bits == 0xc040 && float(bfloat16_t(2.5)) == 2.5f);
static_assert(bfloat16_t(0x1.01p0f).bits == 0x3f80 && bfloat16_t(0x1.03p0f).bits == 0x3f82 &&
              bfloat16_t(1e-40f).bits == 1);
static_assert(bfloat16_t(3.4e38f).bits == 0x7f80 && bfloat16_t(-__builtin_huge_valf()).bits == 0xff80);
static_assert(float8_e4m3_t(464.0f).bits == 0x7e && float8_e4m3_t(465.0f).bits == 0x7f &&
              float8_e4m3_t(0x1p-9f).bits == 1);
static_assert(float8_e5m2_t(57344.0f).bits == 0x7b && float8_e5m2_t(61440.0f).bits == 0x7c &&
              float8_e4m3_t(0x1.8p-8f) == 0x1.8p-8f);
static_assert(std::numeric_limits<bfloat16_t>::max() == 0x1.fep127f &&
              std::numeric_limits<float8_e4m3_t>::max() == 448 &&
              std::numeric_limits<float8_e5m2_t>::lowest() == -57344 &&
              std::numeric_limits<bfloat16_t>::min() == 0x1p-126f);
static_assert(std::is_same_v<decltype(true ? -1 : bfloat16_t()), bfloat16_t> && static_cast<int>(bfloat16_t(-2.5f)) == -2);
static_assert(bfloat16_t(1) + 1 == 2.0f && bfloat16_t(3) - bfloat16_t(1) > 1 && bfloat16_t(1) != bfloat16_t(2));
constexpr float total(float sum, bfloat16_t x) { return sum += x; }
static_assert(total(1, 2) == 3 && 2 != bfloat16_t(3) && std::is_same_v<decltype(2.0 * bfloat16_t(3)), double> &&
              std::is_same_v<decltype(float8_e4m3_t(1) / half(2)), float>);
static_assert(bfloat16_t(half(0.5f)).bits == 0x3f00 && float8_e5m2_t(bfloat16_t(3)).bits == 0x42);
static_assert(PadCustom<bfloat16_t(-1.0)> == PadValueCustom16(0xbf80) && std::is_trivially_copyable_v<bfloat16_t>);
static_assert(IsTwinType<float4_e1m2x2_t>() && is_event<RecordEvent>::value && !is_event<int>::value);
static_assert(GetTileElementOffset<TileLeft<half, 32, 32>>(17, 16) == 512 + 256 + 16 &&
              GetTileElementOffset<TileRight<float, 8, 32>>(1, 16) == 128 + 1);
static_assert(ConvTile<TileType::Mat, half, 512, Layout::NC1HWC0, ConvTileShape<1, DYNAMIC, 2, 3, 16>>::isDynamicDim[1]);
static_assert(!std::is_constructible_v<hifloat8_t, float> && !std::is_constructible_v<float4_e2m1x2_t, int>);

PTO_SYNCALL_AIV_KERNEL_META(named)

// out = max(a - b, 0) as f16, with flags; then what the scalar unit has seen.
extern "C" __global__ AICORE void named(__gm__ float *a, __gm__ float *b, __gm__ half *out, __gm__ int32_t *seen)
{
    Tile<TileType::Vec, float, 8, 64> x, y;
    Tile<TileType::Vec, half, 8, 64> z;
    GlobalTensor<float, TileShape2D<float, 8, 64>, BaseShape2D<float, 8, 64>> a_gm(a), b_gm(b);
    GlobalTensor<half, TileShape2D<half, 8, 64>, BaseShape2D<half, 8, 64>> out_gm(out);
    TASSIGN_IMPL(x, 0), TASSIGN(y, 0x800), TASSIGN(z, 0x1000);
    PrefetchAsyncContext context;
    const comm::AsyncEvent fetched = TPREFETCH_ASYNC(a_gm, context);
    Event<Op::TLOAD, Op::TSUBRELUCONV> first = TLOAD(x, a_gm), second = TLOAD(y, b_gm);
    WaitAllEvents(first, second);
    SetContinuousMask(3);
    SetFullVecMaskByDType<half>();
    movemask<0>(1);
    TSUBRELUCONV_IMPL(z, x, y);
    PtoSetWaitFlag<PIPE_V, PIPE_MTE3>();
    TSTORE(out_gm, z);
    DataFIFO<half, FIFOType::GM_FIFO, 4, 2> fifo(out);
    seen[0] = fetched.Wait(context.GetSession()) && fetched.Test(context.session);
    seen[1] = fifo.getBasePtr() == out;
    seen[2] = SYNCALL_GET_MIX_PARTICIPANT_COUNT();
}

// Three copies of 2 x 28 bytes with padding: to UB, within it, and back.
extern "C" __global__ AICORE void copied(__gm__ int32_t *a, __gm__ int32_t *out)
{
    using Ids = EventIdCounter<PIPE_MTE2, PIPE_V>;
    Tile<TileType::Vec, int32_t, 2, 8> x, y;
    TASSIGN(x, 0), TASSIGN(y, 0x100);
    pto_set_tload_pad_val<TileType::Vec>(uint32_t{7});
    pto_copy_gm_to_ubuf_align_v2(x.data(), a, 0, 2, 28, 0, 1, true, 0, 28, 32);
    Ids::Reset();
    const event_t id = Ids::GetNextId();
    set_flag(PIPE_MTE2, PIPE_V, id);
    wait_flag(PIPE_MTE2, PIPE_V, id);
    pto_copy_ubuf_to_ubuf(y.data(), x.data(), 2, 1, 0, 0);
    PtoSetWaitFlag<PIPE_V, PIPE_MTE3>(Ids::GetNextId(), EVENT_ID1);
    pto_copy_ubuf_to_gm_align_v2(out, y.data(), 0, 2, 32, 0, 32, 32);
    SYNCALL_SOFT_IMPL(out, 1);
    out[16] = Ids::PeekNextId();
}

// Doubles a window of 4 x 16 elements, at (2, 32).
extern "C" __global__ AICORE void viewed(__gm__ float *a, __gm__ float *out)
{
    Tile<TileType::Vec, float, 8, 64> x;
    Tile<TileType::Vec, float, 8, 64, BLayout::RowMajor, 8, DYNAMIC> whole(64);
    Tile<TileType::Vec, float, 4, 64, BLayout::RowMajor, 4, 16> window;
    TASSIGN(x, 0x200);
    GlobalTensor<float, TileShape2D<float, 8, 64>, BaseShape2D<float, 8, 64>> a_gm(a), out_gm(out);
    const RecordEvent loaded = TLOAD(x, a_gm);
    TRESHAPE(whole, x, loaded);
    TSUBVIEW(window, whole, 2, 32, loaded);
    TADD(window, window, window);
    TSTORE(out_gm, x);
}

// Adds twice: a copy, and a tile; then elements on the scalar unit, whose pointer waits for the tile's command.
extern "C" __global__ AICORE void added(__gm__ float *a, __gm__ half *b, __gm__ float *out)
{
    Tile<TileType::Vec, float, 1, 64> x, y;
    Tile<TileType::Vec, half, 1, 64> z;
    TASSIGN(x, 0), TASSIGN(y, 0x100), TASSIGN(z, 0x200);
    GlobalTensor<float, TileShape2D<float, 1, 64>, BaseShape2D<float, 1, 64>> a_gm(a), out_gm(out);
    GlobalTensor<half, TileShape2D<half, 1, 64>, BaseShape2D<half, 1, 64>> b_gm(b);
    TLOAD(x, a_gm);
    set_mask_count();
    set_ffts_base_addr(0);
    TLOAD(z, b_gm);
    TADDS(y, x, 1.0f);
    __ubuf__ float *p = __cce_get_tile_ptr(y.data());
    p[0] = p[63];
    y.AddToElement(0, 1, 100);
    set_atomic_f32();
    set_atomic_add();
    TSTORE(out_gm, y);
    set_atomic_none();
    SYNCALL_IMPL();
    b_gm.AddToElement(3, half(0.5f));
    out_gm.AddToElement(0, 0, 0, 0, 2, 0.25f);
    if (get_sys_cnt() < 0) {
        trap();
    }
}

// Ends itself, or sets a mode that tiles do not have.
extern "C" __global__ AICORE void refused(__gm__ float *out, int32_t how)
{
    Tile<TileType::Vec, float, 1, 64> x;
    TASSIGN(x, 0);
    GlobalTensor<float, TileShape2D<float, 1, 64>, BaseShape2D<float, 1, 64>> out_gm(out);
    TEXPANDS(x, 1.0f);
    set_atomic_f32();
    if (how == 0) {
        trap();
    }
    DEBUG_CHECK(how != 1, "too small");
    assert(how != 5 && "50 %s");
    if (how == 3) {
        set_ctrl(sbitset1(get_ctrl(), MAD_MODE_BIT));
    }
    if (how == 4) {
        x.SetMadTF32Mode();
    }
    set_atomic_max();
    TSTORE(out_gm, x);
}

// Numbers of bf16: a scalar, and elements of a tile and of a tensor.
extern "C" __global__ AICORE void small(__gm__ bfloat16_t *a, bfloat16_t scale)
{
    Tile<TileType::Vec, bfloat16_t, 1, 64> x;
    TASSIGN(x, 0x200);
    GlobalTensor<bfloat16_t, TileShape2D<bfloat16_t, 1, 64>, BaseShape2D<bfloat16_t, 1, 64>> a_gm(a);
    TLOAD(x, a_gm);
    TMULS(x, x, scale);
    bfloat16_t first = x.GetValue(0);
    first += 0.5f;
    x.SetValue(1, first * 2);
    TADDS(x, x, bfloat16_t(1.5f));
    TSTORE(a_gm, x);
    pipe_barrier(PIPE_ALL);
    a_gm.SetElement(2, a_gm.GetElement(3) > 2 ? -1.0f : float(first));
}

// What headers of pto-isa bring along, and what its compiler knows.
extern "C" __global__ AICORE void brought(__gm__ float *out, int32_t n)
{
    assert(n > 0 && FLT_MAX > 1 && INT_MAX > 1);
    std::vector<float> squares;
    for (int32_t i = 0; i < n; i++) {
        squares.push_back(static_cast<float>(i * i));
    }
    const std::array<int, 2> ends = {min(n, 2), max(n, 2)};
    const auto [first, last] = std::make_pair(min(2.5f, 3), std::get<0>(std::make_tuple(max(1u, 2ul))));
    out[4 * block_idx] = *std::prev(squares.end()) + static_cast<float>(std::size(ends));
    out[4 * block_idx + 1] = first + static_cast<float>(10 * ends[0] + 100 * ends[1]) + static_cast<float>(last);
    out[4 * block_idx + 2] = static_cast<float>(block_idx);
    int block_idx = 7;  // may be a name of the kernel's
    out[4 * get_block_idx() + 3] = static_cast<float>(block_num * 10 + std::plus<>()(block_idx, 0));
}

// As `copied`, by the calls of A2/A3: 2 x 28 bytes with gaps of 4 bytes in GM and of a block in UB.
extern "C" __global__ AICORE void gaps(__gm__ int32_t *a, __gm__ int32_t *out)
{
    Tile<TileType::Vec, int32_t, 4, 8> x, y;
    TASSIGN(x, 0), TASSIGN(y, 0x100);
    pto_set_tload_pad_val<TileType::Vec>(int32_t{7});
    copy_gm_to_ubuf_align_b32(x.data(), a, 0, 2, 28, 0, 1, 4, 1);
    PtoSetWaitFlag<PIPE_MTE2, PIPE_V>();
    copy_ubuf_to_ubuf(y.data(), x.data(), 0, 2, 1, 1, 0);
    copy_ubuf_to_ubuf(y.data() + 16, x.data(), 2, 1, 1, 0);
    PtoSetWaitFlag<PIPE_V, PIPE_MTE3>();
    copy_ubuf_to_gm_align_b32(out, y.data(), 0, 2, 28, 0, 0, 1, 8);
    copy_ubuf_to_gm_align_v2(out + 16, y.data(), 0, 2, 32, 0, 32, 32);
}

// A product of 16 x 16, whose operands come to L1 by the calls of A2/A3 (a, two matrices of 16 x 8) and of A5 (b).
extern "C" __global__ AICORE void fractals(__gm__ float *a, __gm__ float *b, __gm__ float *out)
{
    using Mat = Tile<TileType::Mat, float, 32, 16, BLayout::ColMajor, 32, 16, SLayout::RowMajor, 512>;
    Mat a_l1, b_l1;
    TASSIGN(a_l1, 0), TASSIGN(b_l1, 0x1000);
    pto_create_cbuf_matrix(a_l1.data(), 2 | int64_t{32} << 16, 1.0F);
    set_mte2_nz_para(1 | 1 << 16 | uint64_t{32} << 32);
    pto_copy_gm_to_cbuf_multi_nd2nz(b_l1.data(), b, 0, 64, 0, 16, 16, 0);
    PtoSetWaitFlag<PIPE_MTE2, PIPE_S>();
    pto_copy_gm_to_cbuf_multi_nd2nz(a_l1.data(), a, 0, 2, 16, 8, 8, 16, 32, 1, 256);
    PtoSetWaitFlag<PIPE_MTE2, PIPE_MTE1>();
    TileLeft<float, 32, 16> left;
    TileRight<float, 16, 16> right;
    TileAcc<float, 32, 16> sums;
    TASSIGN(left, 0), TASSIGN(right, 0), TASSIGN(sums, 0);
    TMOV(left, a_l1);
    TEXTRACT(right, b_l1, 0, 0);
    PtoSetWaitFlag<PIPE_MTE1, PIPE_M>();
    TMATMUL(sums, left, right);
    PtoSetWaitFlag<PIPE_M, PIPE_FIX>();
    GlobalTensor<float, Shape<1, 1, 1, 32, 16>, Stride<512, 512, 512, 16, 1>> out_gm(out);
    TSTORE(out_gm, sums);
}

// Sessions of each engine, constants, and copies and signals whose types are written, on one rank.
extern "C" __global__ AICORE void sessions(__gm__ int32_t *a, __gm__ int32_t *out, __gm__ uint8_t *workspace)
{
    namespace sdma = comm::sdma;
    using comm::DmaEngine;
    using Flat = GlobalTensor<int32_t, Shape<1, 1, 1, 1, 16>, Stride<16, 16, 16, 16, 1>>;
    Tile<TileType::Vec, uint8_t, 1, sdma::kUbAlignSize> scratch;
    Tile<TileType::Vec, int32_t, 1, 16> stage;
    TASSIGN(scratch, 0), TASSIGN(stage, 0x400);
    comm::AsyncSession session, urma, rdma;
    const sdma::sdma_base_config_t config{sdma::kDefaultSdmaBlockBytes, 0, 2};
    bool built = comm::BuildAsyncSession(scratch, workspace, session, 1, config) && session.queueNum == 2;
    built = built && comm::BuildAsyncSession<DmaEngine::URMA>(workspace, urma) && urma.engine == DmaEngine::URMA;
    built = built && comm::BuildAsyncSession<DmaEngine::RDMA>(scratch, workspace, 3, 5, rdma) && rdma.destRankId == 3;
    Flat from(a), first(out), second(out + 16);
    comm::AsyncEvent put = comm::TPUT_ASYNC<DmaEngine::SDMA, Flat, Flat>(first, from, session);
    (void)put.Wait(session);
    comm::AsyncEvent got = comm::TGET_ASYNC<DmaEngine::URMA, Flat, Flat>(second, first, urma, 0);
    (void)got.Wait(urma);
    comm::Signal signal(out + 32);
    comm::TNOTIFY<comm::Signal>(signal, 6, comm::NotifyOp::Set);
    comm::TNOTIFY_IMPL(signal, 1, comm::NotifyOp::AtomicAdd);
    TSYNC_IMPL<Op::TADD>();
    SET_QUANT_SCALAR_IMPL<half>(1.0F);
    comm::TWAIT<comm::Signal>(signal, 7, comm::WaitCmp::EQ);
    const bool seven = comm::TTEST<comm::Signal>(signal, 7, comm::WaitCmp::GE);
    Flat group[] = {first};
    auto ranks = comm::ParallelGroup<Flat>::Create(group, 1, 0);
    Flat third(out + 48);
    comm::TGATHER<comm::CollEngine::AIV, comm::ParallelGroup<Flat>, Flat>(ranks, third, stage);
    pipe_barrier(PIPE_ALL);
    out[33] = built && urma.valid && rdma.myPe == 5, out[34] = seven, out[35] = sdma::kSdmaWorkspaceBytes;
}
