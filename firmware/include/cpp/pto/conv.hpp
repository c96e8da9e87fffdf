// SPDX-License-Identifier: Apache-2.0
//
// Feature maps in L1 and patches of them. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/TIMG2COL.md`, `SETFMATRIX.md`, `SET_IMG2COL_*.md`; for loads `include/pto/npu/a5/TLoad.hpp`.
#ifndef PTO_CPP_CONV_HPP
#define PTO_CPP_CONV_HPP

#include <pto/conv.h>

#include <pto/issue.hpp>

namespace pto {

// The extents of a ConvTile; C0 comes last, and may be left out.
template <int... N>
struct ConvTileShape {
    static constexpr int totalDimCount = sizeof...(N);
    static constexpr int dynamicDimCount = ((N == DYNAMIC) + ... + 0);
    static constexpr int64_t staticShape[6] = {N...};
    int64_t shape[6] = {};

    PTO_INTERNAL constexpr ConvTileShape() = default;
    template <class... I>
        requires(sizeof...(I) > 0 && (std::is_integral_v<I> && ...))
    PTO_INTERNAL constexpr ConvTileShape(I... extents)
    {
        static_assert(sizeof...(I) == dynamicDimCount || sizeof...(I) == totalDimCount,
                      "ConvTileShape: takes all extents, or as many as are DYNAMIC");
        const int64_t all[] = {static_cast<int64_t>(extents)...};
        for (int i = 0, next = 0; i < totalDimCount; i++) {
            if (staticShape[i] == DYNAMIC) {
                shape[i] = all[sizeof...(I) == totalDimCount ? i : next++];
            }
        }
    }
};

// A feature map or filter in L1 or UB, without gaps; and how a filter moves over it.
template <TileType Loc_, class Element_, int BufferSize_, Layout Layout_, class Shape_>
struct ConvTile {
    using DType = Element_;
    using TileDType = DType *;
    using ShapeType = Shape_;
    static constexpr TileType Loc = Loc_;
    static constexpr int bufferSize = BufferSize_;
    static constexpr Layout layout = Layout_;
    static constexpr int totalDimCount = Shape_::totalDimCount, dynamicDimCount = Shape_::dynamicDimCount;
    static constexpr const int64_t (&staticShape)[6] = Shape_::staticShape;
    static constexpr bool isDynamicDim[6] = {staticShape[0] == DYNAMIC, staticShape[1] == DYNAMIC,
                                             staticShape[2] == DYNAMIC, staticShape[3] == DYNAMIC,
                                             staticShape[4] == DYNAMIC, staticShape[5] == DYNAMIC};
    static constexpr int64_t c0 = 32 / sizeof(DType);

    static constexpr size_t GetSizeInBytes() { return bufferSize; }

    static_assert(is_element<DType>, "ConvTile: not an element type of PTO");
    static_assert(Loc == TileType::Mat || Loc == TileType::Vec, "ConvTile: lies in L1 (TileType::Mat) or UB (TileType::Vec)");
    static_assert(totalDimCount >= 1 && totalDimCount <= 6, "ConvTile: has one to six dimensions");

    PTO_INTERNAL ConvTile() = default;
    template <class... I>
        requires(sizeof...(I) > 0)
    PTO_INTERNAL explicit ConvTile(I... extents)
    {
        SetDynamicShape(extents...);
    }
    template <class... I>
    PTO_INTERNAL void SetDynamicShape(I... extents)
    {
        static_assert(sizeof...(I) == dynamicDimCount, "ConvTile: takes as many extents as are DYNAMIC");
        shape_ = Shape_(extents...);
    }
    PTO_INTERNAL int64_t GetShape(int dim) const
    {
        return dim < 0 || dim >= totalDimCount ? -1 : staticShape[dim] == DYNAMIC ? shape_.shape[dim] : staticShape[dim];
    }

    // Returns the address of its first byte, for accesses of the scalar unit. Kernels for a simulator set it to memory of
    // their own (`data() = ...`): outside of L1 and UB, where the scalar unit loads, stores and transposes.
    PTO_INTERNAL DType *&data(const pto_loc_t *loc = PTO_CPP_LOC)
    {
        data_ = const_cast<const ConvTile *>(this)->data(loc);
        return data_;
    }
    PTO_INTERNAL DType *data(const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        if (!is_outside(loc)) {
            detail::settle(loc, {address(), address() + static_cast<uint64_t>(rows()) * 32, detail::location(Loc), true});
        }
        return place(loc);
    }
    PTO_INTERNAL DType *place(const pto_loc_t *loc) const { return is_outside(loc) ? data_ : place_inside(loc); }
    PTO_INTERNAL bool is_outside(const pto_loc_t *loc) const { return data_ != nullptr && data_ != place_inside(loc); }
    PTO_INTERNAL void stay_inside(const pto_loc_t *loc) const
    {
        if (is_outside(loc)) {
            pto_fault_at(loc, "a ConvTile outside of L1 and UB: only the scalar unit loads, stores and transposes it");
        }
    }
    PTO_INTERNAL uint32_t address() const { return map_.address; }
    PTO_INTERNAL void assign(uint64_t where)
    {
        map_.address = detail::offset_in(detail::memory(Loc), where);
        data_ = nullptr;
    }

#define PTO_CPP_FIELD(Name, field, Type)                      \
    PTO_INTERNAL Type Get##Name() const { return field; }     \
    PTO_INTERNAL void Set##Name(Type value) { field = value; }
    PTO_CPP_FIELD(FmapH, map_.height, uint16_t)
    PTO_CPP_FIELD(FmapW, map_.width, uint16_t)
    PTO_CPP_FIELD(FilterH, map_.filter[0], uint16_t)
    PTO_CPP_FIELD(FilterW, map_.filter[1], uint16_t)
    PTO_CPP_FIELD(StrideH, map_.stride[0], uint16_t)
    PTO_CPP_FIELD(StrideW, map_.stride[1], uint16_t)
    PTO_CPP_FIELD(DilationH, map_.dilation[0], uint16_t)
    PTO_CPP_FIELD(DilationW, map_.dilation[1], uint16_t)
    PTO_CPP_FIELD(PadValue, pad_, DType)
    PTO_CPP_FIELD(Transpose, transpose_, bool)
    PTO_CPP_FIELD(RepeatTime, repeat_time_, uint16_t)
    // Without effect here.
    PTO_CPP_FIELD(ChannelSize, unused_[0], uint16_t)
    PTO_CPP_FIELD(RepeatStride, unused_[1], uint16_t)
    PTO_CPP_FIELD(RepeatMode, unused_[2], uint16_t)
    PTO_CPP_FIELD(DstStride, unused_[3], uint16_t)
    PTO_CPP_FIELD(DstMposition, unused_[4], uint16_t)
#undef PTO_CPP_FIELD
    // Elements around an image: left, right, top, bottom.
    PTO_INTERNAL uint8_t GetPadList(uint8_t side) const { return map_.padding[side]; }
    PTO_INTERNAL void SetPadList(uint8_t side, uint8_t elements) { map_.padding[side] = elements; }
    PTO_INTERNAL const uint8_t *GetPadListArray() const { return map_.padding; }
    PTO_INTERNAL void SetPadListArray(const uint8_t (&all)[4]) { std::copy(all, all + 4, map_.padding); }

    // A filter is a right operand: a row for each of its channels' elements, a column for each filter, in boxes of 16 x C0.
    static constexpr bool is_filter = layout == Layout::FRACTAL_Z || layout == Layout::FRACTAL_Z_3D;
    PTO_INTERNAL pto_tile_t descriptor(const pto_loc_t *loc) const
        requires is_filter
    {
        stay_inside(loc);
        const int64_t num = totalDimCount == 5 ? GetShape(3) : GetShape(1) * GetShape(2);
        pto_tile_t tile = matrix(rows() / num * c0, num);
        tile.slayout = static_cast<uint8_t>(SLayout::ColMajor);
        tile.fractal16 = TileConfig::fractalABSize / 16;
        return pto_tile_at(loc, tile);
    }
    // Its elements in their order, as rows of 32 bytes.
    PTO_INTERNAL pto_tile_t rows_of_c0(const pto_loc_t *loc) const
    {
        stay_inside(loc);
        return pto_tile_at(loc, matrix(rows(), c0));
    }

    // Returns the descriptor for the runtime. Height and width are those of the shape unless they were set.
    PTO_INTERNAL pto_conv_t map(const pto_loc_t *loc) const
    {
        static_assert(layout == Layout::NC1HWC0 || layout == Layout::NDC1HWC0,
                      "TIMG2COL: a feature map has the layout NC1HWC0 or NDC1HWC0");
        stay_inside(loc);
        if (transpose_ || repeat_time_ > 1) {
            pto_fault_at(loc, "TIMG2COL: transposition and repetition are not supported");
        }
        constexpr int depth = layout == Layout::NDC1HWC0;
        pto_conv_t result = map_;
        result.elem = elem_of<DType>;
        result.images = static_cast<uint16_t>(GetShape(0) * (depth ? GetShape(1) : 1));
        result.groups = static_cast<uint16_t>(GetShape(1 + depth));
        result.height = map_.height ? map_.height : static_cast<uint16_t>(GetShape(2 + depth));
        result.width = map_.width ? map_.width : static_cast<uint16_t>(GetShape(3 + depth));
        __builtin_memcpy(&result.pad_bits, &pad_, sizeof pad_);
        return result;
    }

    // The number of its rows of C0 elements.
    PTO_INTERNAL int64_t rows() const
    {
        int64_t num = 1;
        for (int i = 0; i < totalDimCount; i++) {
            num *= GetShape(i);
        }
        return has_c0 ? num / c0 : num;
    }

private:
    // Layouts and numbers of dimensions that end with C0, or have no blocks of channels.
    static constexpr bool has_c0 = totalDimCount == (layout == Layout::NDC1HWC0 || layout == Layout::GNC1HWC0 ? 6 : 5) ||
                                   (totalDimCount == 4 && layout != Layout::NC1HWC0);

    PTO_INTERNAL DType *place_inside(const pto_loc_t *loc) const
    {
        return static_cast<DType *>(pto_mem_addr_at(loc, detail::memory(Loc), map_.address));
    }
    PTO_INTERNAL pto_tile_t matrix(int64_t height, int64_t width) const
    {
        pto_tile_t tile = {};
        tile.address = map_.address;
        tile.rows = tile.valid_rows = static_cast<int32_t>(height);
        tile.cols = tile.valid_cols = static_cast<int32_t>(width);
        tile.loc = detail::location(Loc);
        tile.elem = elem_of<DType>;
        tile.blayout = PTO_ROW_MAJOR;
        tile.blocks = 1;
        return tile;
    }
    Shape_ shape_;
    pto_conv_t map_ = {0, 0, {}, 0, 0, 0, 0, {1, 1}, {1, 1}, {1, 1}, 0};
    DType pad_ = {};
    uint16_t repeat_time_ = 1, unused_[5] = {};
    bool transpose_ = false;
    DType *data_ = nullptr;     // as data() returned it, or as the kernel has set it since
};

template <class T>
inline constexpr bool is_conv_tile_v = false;
template <TileType L, class E, int B, Layout layout, class S>
inline constexpr bool is_conv_tile_v<ConvTile<L, E, B, layout, S>> = true;

template <class T>
struct is_conv_tile : std::bool_constant<is_conv_tile_v<T>> {};

namespace detail {

// The bytes of a ConvTile.
struct conv_bytes {
    uint64_t begin, end;
    uint8_t memory;

    template <class T>
    PTO_INTERNAL explicit conv_bytes(const T &t)
        : begin(t.address()), end(begin + static_cast<uint64_t>(t.rows()) * 32), memory(location(T::Loc))
    {
    }
};
PTO_INTERNAL pto_touch_t touch(const conv_bytes &operand, bool write)
{
    return {operand.begin, operand.end, operand.memory, write};
}

// A feature map as an operand.
struct map_ref {
    const pto_loc_t *loc;
    pto_conv_t map;
    conv_bytes bytes;

    template <class T>
        requires is_conv_tile_v<T>
    PTO_INTERNAL map_ref(const T &t, const pto_loc_t *at = PTO_CPP_LOC) : loc(at), map(t.map(at)), bytes(t)
    {
    }
};

// A tensor of any layout as an operand. Strides are in elements.
struct array_ref {
    const pto_loc_t *loc;
    const uint8_t *data;
    int64_t shape[5], stride[5], element_bytes;
    Layout layout;

    template <class T>
        requires is_tensor<T>
    PTO_INTERNAL array_ref(const T &t, const pto_loc_t *at = PTO_CPP_LOC)
        : loc(at), data(reinterpret_cast<const uint8_t *>(t.data())), element_bytes(sizeof(typename T::DType)), layout(T::layout)
    {
        for (int i = 0; i < 5; i++) {
            shape[i] = t.GetShape(i);
            stride[i] = t.GetStride(i);
        }
    }

    // The elements of a layout with C0 last as rows of C0; of NDC1HWC0 the tensor leaves that dimension out.
    PTO_INTERNAL pto_tensor_t rows_of_c0(pto_elem_t elem) const
    {
        pto_tensor_t tensor = {};
        tensor.data = const_cast<uint8_t *>(data);
        std::copy(shape, shape + 5, tensor.shape);
        std::copy(stride, stride + 5, tensor.stride);
        if (layout == Layout::NDC1HWC0) {
            tensor.shape[3] *= shape[4];
            tensor.stride[3] = stride[4];
            tensor.shape[4] = 32 / element_bytes;
            tensor.stride[4] = 1;
        }
        tensor.elem = elem;
        tensor.layout = PTO_LAYOUT_ND;
        return tensor;
    }
};
PTO_INTERNAL pto_touch_t touch(const array_ref &operand, bool write)
{
    int64_t last = 0;
    for (int i = 0; i < 5; i++) {
        last += (operand.shape[i] - 1) * operand.stride[i];
    }
    const auto begin = reinterpret_cast<uintptr_t>(operand.data);
    return {begin, begin + static_cast<uint64_t>((last + 1) * operand.element_bytes), PTO_SPACE_GM, write};
}

// Copies between a tensor and a ConvTile outside of L1 and UB, of the same layout.
template <class Tile>
PTO_INTERNAL void copy_outside(const Tile &tile, const array_ref &tensor, bool loads)
{
    using T = typename Tile::DType;
    const pto_tensor_t rows = tensor.rows_of_c0(elem_of<T>);
    const int64_t *n = rows.shape, *s = rows.stride, num = n[0] * n[1] * n[2] * n[3] * n[4];
    if (tensor.layout != Tile::layout || num != tile.rows() * Tile::c0) {
        pto_fault_at(tensor.loc, "a ConvTile outside of L1 and UB: the tensor must have its layout and as many elements");
    }
    pto_tile_settle_at(tensor.loc, PIPE_ALL);
    T *const data = static_cast<T *>(rows.data), *const elements = tile.place(tensor.loc);
    for (int64_t at = 0; at < num; at++) {
        int64_t place = 0, rest = at;
        for (int dim = 4; dim >= 0; dim--) {
            place += rest % n[dim] * s[dim];
            rest /= n[dim];
        }
        (loads ? elements[at] : data[place]) = loads ? data[place] : elements[at];
    }
}

// Loads of a ConvTile by transfers. Steps are in bytes.
template <class Dst>
struct conv_load {
    const Dst &dst;
    const array_ref &src;

    static constexpr int64_t bytes = sizeof(typename Dst::DType);
    PTO_INTERNAL int64_t size(int dim) const { return src.shape[dim]; }
    PTO_INTERNAL int64_t step(int dim) const { return src.stride[dim] * bytes; }

    PTO_INTERNAL void require(bool holds, const char *rule) const
    {
        if (!holds) {
            pto_fault_at(src.loc, "TLOAD: %s", rule);
        }
    }

    // The same layout on both sides.
    PTO_INTERNAL pto_event_t copy() const
    {
        require(size(0) * size(1) * size(2) * size(3) * size(4) == dst.rows() * Dst::c0,
                "the tensor and the tile must have as many elements");
        const bool merged = src.stride[3] == size(4);    // rows of C0 without gaps
        const int64_t len = (merged ? size(3) : 1) * size(4) * bytes;
        pto_mte_t shape = {};
        int64_t pitch = len;
        if (merged) {
            shape.nburst = {size(2), step(2), pitch};
            pitch *= size(2);
        } else {
            shape.nburst = {size(3), step(3), pitch};
            pitch *= size(3);
            shape.loop[0] = {size(2), step(2), pitch, true};
            pitch *= size(2);
        }
        shape.loop[!merged] = {size(1), step(1), pitch, true};
        shape.loop[!merged + 1] = {size(0), step(0), pitch * size(1), true};
        return pto_mte_at(src.loc, Dst::Loc == TileType::Vec ? &pto_dma_mte_gm_ub : &pto_dma_mte_gm_l1, src.data,
                          dst.place(src.loc), len, &shape);
    }

    // n x d elements of each of `count` matrices, from a byte of the tensor; strides of the tile are in rows of C0.
    PTO_INTERNAL pto_event_t matrices(int64_t from, int64_t to, pto_frac_mode_t mode, int64_t n, int64_t d, int64_t inner,
                                      int64_t outer, int64_t count, int64_t row, int64_t group, int64_t matrix) const
    {
        pto_frac_t shape = {};
        shape.src_layout = {inner, outer};
        shape.dst_group = {count, row, group, matrix};
        return pto_mte_gm_l1_frac_at(src.loc, src.data + from, dst.place(src.loc) + to * Dst::c0, elem_of<typename Dst::DType>,
                                     mode, n, d, &shape);
    }

    // [1, N, H, W, C] or [1, N, C, H, W] to [N, C1, H, W, C0]
    PTO_INTERNAL pto_event_t images(bool channels_last) const
    {
        const int64_t channels = size(channels_last ? 4 : 2), height = size(channels_last ? 2 : 3);
        const int64_t width = size(channels_last ? 3 : 4), each = height * width;
        require(size(1) == dst.GetShape(0) && height == dst.GetShape(2) && width == dst.GetShape(3) &&
                    channels <= dst.GetShape(1) * Dst::c0,
                "a tensor of images must have the tile's N, H, W, and at most its channels");
        pto_event_t last = {};
        for (int64_t i = 0; i < size(1); i++) {
            const int64_t from = i * step(1), to = i * dst.GetShape(1) * each;
            last = channels_last
                       ? matrices(from, to, PTO_ND2NZ, width, channels, step(3), step(2), height, 1, each, width)
                       : matrices(from, to, PTO_DN2NZ, width, channels, step(2), step(3), height, 1, each, width);
        }
        return last;
    }

    // [N, C, D, H, W] to [N, D, C1, H, W, C0]
    PTO_INTERNAL pto_event_t volumes() const
    {
        require(size(0) == dst.GetShape(0) && size(2) == dst.GetShape(1) && size(3) == dst.GetShape(3) &&
                    size(4) == dst.GetShape(4) && size(1) <= dst.GetShape(2) * Dst::c0,
                "a tensor of volumes must have the tile's N, D, H, W, and at most its channels");
        const int64_t each = size(3) * size(4);
        pto_event_t last = {};
        for (int64_t i = 0; i < size(0) * size(2); i++) {
            const int64_t from = i / size(2) * step(0) + i % size(2) * step(2);
            last = matrices(from, i * dst.GetShape(2) * each, PTO_DN2NZ, size(4), size(1), step(1), step(3), size(3), 1,
                            each, size(4));
        }
        return last;
    }

    // [1, N, C, H, W] or [N, C, D, H, W] to [C1 D H W, N / 16, 16, C0]
    PTO_INTERNAL pto_event_t filters(int first) const
    {
        const int64_t num = size(first), channels = size(first + 1), groups = (channels + Dst::c0 - 1) / Dst::c0;
        const int64_t each = first ? size(3) * size(4) : size(2) * size(3) * size(4), rows = dst.GetShape(1) * 16;
        require(src.stride[first + 1] == each, "filters must not have gaps within a channel");
        require(num <= rows && groups * each <= dst.GetShape(0), "the filters exceed the tile");
        return matrices(0, 0, PTO_DN2NZ, each, channels, step(first + 1), step(first), num, rows,
                        rows * (dst.GetShape(0) / groups), 1);
    }
};

constexpr pto_fmatrix_t fmatrix(SetFmatrixMode mode)
{
    return mode == SetFmatrixMode::FMATRIX_B_AUTO || mode == SetFmatrixMode::FMATRIX_B_MANUAL ? PTO_FMATRIX_B : PTO_FMATRIX_A;
}
constexpr bool sets_registers(SetFmatrixMode mode)
{
    return mode == SetFmatrixMode::FMATRIX_A_AUTO || mode == SetFmatrixMode::FMATRIX_B_AUTO;
}

}  // namespace detail

// Loads a feature map or a filter, in its own layout or from one without C0, in which channels are padded with zeros.
template <class... Types, class Dst, class... Events>
    requires(is_conv_tile_v<Dst> && all_events_v<Events...>)
PTO_INST RecordEvent TLOAD(Dst &dst, detail::array_ref src, const Events &...events)
{
    const detail::conv_load<Dst> load = {dst, src};
    load.require(sizeof(typename Dst::DType) == src.element_bytes, "tile and tensor must have elements of one size");
    if (dst.is_outside(src.loc)) {
        detail::wait_for(src.loc, events...);
        detail::copy_outside(dst, src, true);
        return {};
    }
    detail::command command;
    command.writes(detail::conv_bytes(dst)).reads(src).wait(src.loc, PIPE_MTE2, events...);
    constexpr Layout to = Dst::layout;
    if (src.layout == to) {
        return command.issued(load.copy());
    }
    if (to == Layout::NC1HWC0 && (src.layout == Layout::NHWC || src.layout == Layout::NCHW)) {
        return command.issued(load.images(src.layout == Layout::NHWC));
    }
    if (to == Layout::NDC1HWC0 && src.layout == Layout::NCDHW) {
        return command.issued(load.volumes());
    }
    load.require(src.layout == (to == Layout::FRACTAL_Z ? Layout::NCHW : Layout::NCDHW) &&
                     (to == Layout::FRACTAL_Z || to == Layout::FRACTAL_Z_3D),
                 "no path from the tensor's layout to the tile's");
    return command.issued(load.filters(to == Layout::FRACTAL_Z));
}

// Set the registers of the feature map: its height, width and padding; the element around it.
template <class = void, SetFmatrixMode mode = SetFmatrixMode::FMATRIX_A_MANUAL, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent SETFMATRIX(detail::map_ref src, const Events &...events)
{
    detail::wait_for(src.loc, events...);
    pto_setfmatrix_at(src.loc, &src.map, detail::fmatrix(mode));
    return {};
}
template <class = void, SetFmatrixMode mode = SetFmatrixMode::FMATRIX_A_MANUAL, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent SET_IMG2COL_PADDING(detail::map_ref src, const Events &...events)
{
    detail::wait_for(src.loc, events...);
    pto_set_img2col_padding_at(src.loc, &src.map, detail::fmatrix(mode));
    return {};
}
// There is one repetition, and so nothing to set.
template <class = void, SetFmatrixMode = SetFmatrixMode::FMATRIX_A_MANUAL, class... Events>
    requires all_events_v<Events...>
PTO_INST RecordEvent SET_IMG2COL_RPT(detail::map_ref src, const Events &...events)
{
    detail::wait_for(src.loc, events...);
    return {};
}

// The patches of a feature map from row posM and column posK on (pto/conv.h).
template <class Dst, class = void, SetFmatrixMode mode = SetFmatrixMode::FMATRIX_A_MANUAL, class... Events>
    requires(is_tile_data_v<Dst> && all_events_v<Events...>)
PTO_INST RecordEvent TIMG2COL(Dst &dst, detail::map_ref src, uint16_t posM = 0, uint16_t posK = 0, const Events &...events)
{
    static_assert(Dst::Loc == TileType::Left && !Dst::isRowMajor && Dst::isInnerRowMajor,
                  "TIMG2COL: the result is a left operand, column-major with row-major boxes");
    const detail::tile_ref to(dst, src.loc);
    constexpr pto_fmatrix_t which = detail::fmatrix(mode);
    if constexpr (detail::sets_registers(mode)) {
        pto_setfmatrix_at(src.loc, &src.map, which);
        pto_set_img2col_padding_at(src.loc, &src.map, which);
    }
    detail::command command;
    command.writes(to).reads(src.bytes).after(events...);
    return command.issued(pto_timg2col_at(src.loc, &to.tile, &src.map, posM, posK, which));
}

}  // namespace pto

#endif
