// SPDX-License-Identifier: Apache-2.0
//
// Tensors in GM. Part of <pto/pto-inst.hpp>.
#ifndef PTO_CPP_TENSOR_HPP
#define PTO_CPP_TENSOR_HPP

#include <pto/types.hpp>

namespace pto {

namespace detail {
struct shape_numbers {
    int64_t shape[5];
};
struct stride_numbers {
    int64_t stride[5];
};

// Five numbers, some of which are compile-time constants. Either all five, or only the DYNAMIC ones in order, or none
// are given at run time.
template <class Numbers, int64_t (Numbers::*values)[5], int64_t... N>
struct dims : Numbers {
    static constexpr int64_t fixed[5] = {N...};
    static constexpr int dynamic_num = ((N == DYNAMIC) + ...);

    PTO_INTERNAL constexpr dims() : Numbers{{(N == DYNAMIC ? 1 : N)...}} {}

    template <class... I>
        requires(sizeof...(I) > 0 && sizeof...(I) <= 5 && (std::is_integral_v<I> && ...))
    PTO_INTERNAL constexpr dims(I... extents) : dims()
    {
        static_assert(sizeof...(I) == 5 || sizeof...(I) == dynamic_num,
                      "a shape takes its five extents, or as many as are DYNAMIC");
        const int64_t all[] = {static_cast<int64_t>(extents)...};
        int next = 0;
        for (int i = 0; i < 5; i++) {
            if (fixed[i] == DYNAMIC) {
                (this->*values)[i] = all[sizeof...(I) == 5 ? i : next];
            }
            next += fixed[i] == DYNAMIC;
        }
    }

    PTO_INTERNAL constexpr int64_t at(int dim) const
    {
        return fixed[dim] == DYNAMIC ? (this->*values)[dim] : fixed[dim];
    }
};
}  // namespace detail

template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Shape : detail::dims<detail::shape_numbers, &detail::shape_numbers::shape, N1, N2, N3, N4, N5> {
    static constexpr int64_t staticShape[5] = {N1, N2, N3, N4, N5};
    using detail::dims<detail::shape_numbers, &detail::shape_numbers::shape, N1, N2, N3, N4, N5>::dims;
};

template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Stride : detail::dims<detail::stride_numbers, &detail::stride_numbers::stride, N1, N2, N3, N4, N5> {
    static constexpr int64_t staticStride[5] = {N1, N2, N3, N4, N5};
    using detail::dims<detail::stride_numbers, &detail::stride_numbers::stride, N1, N2, N3, N4, N5>::dims;
};

template <class... I>
Shape(I...) -> Shape<>;
template <class... I>
Stride(I...) -> Stride<>;

namespace detail {

// Maps a layout to one of the runtime. `dims` has the source of each of its dimensions; -1: extent 1. Scales are
// fractals of two elements along K, so all their layouts are NZ with other boxes.
struct view_order {
    int layout;
    int dims[5];
};
constexpr view_order order_of(Layout layout)
{
    switch (layout) {
        case Layout::ND:
        case Layout::NHWC:
            return {PTO_LAYOUT_ND, {0, 1, 2, 3, 4}};
        case Layout::DN:
            return {PTO_LAYOUT_DN, {0, 1, 2, 3, 4}};
        case Layout::NZ:
            return {PTO_LAYOUT_NZ, {0, 1, 2, 3, 4}};
        case Layout::MX_A_ZZ:
            return {PTO_LAYOUT_NZ, {0, 2, 1, 3, 4}};
        case Layout::MX_A_ND:
            return {PTO_LAYOUT_NZ, {0, 3, -1, 2, 4}};
        case Layout::MX_A_DN:
            return {PTO_LAYOUT_NZ, {0, 2, -1, 3, 4}};
        case Layout::MX_B_NN:
            return {PTO_LAYOUT_NZ, {0, 1, 2, 4, 3}};
        case Layout::MX_B_ND:
            return {PTO_LAYOUT_NZ, {0, -1, 2, 4, 3}};
        case Layout::MX_B_DN:
            return {PTO_LAYOUT_NZ, {0, -1, 3, 4, 2}};
        default:
            return {-1, {}};
    }
}

// A feature map as a matrix: a row for each pixel of each image, a column for each channel. Its layout is NZ, whose rows are
// dimensions 2 and 3, and whose columns are 0, 1 and 4. Pixels are contiguous, and are one dimension; -1: extent 1, -2: C0.
struct map_order {
    int dims[5], merged;  // how many dimensions are merged into dims[3], which follows them
};
constexpr bool is_map(Layout layout)
{
    return layout == Layout::NC1HWC0 || layout == Layout::NDC1HWC0 || layout == Layout::NCHW || layout == Layout::NCDHW;
}
constexpr map_order map_order_of(Layout layout)
{
    switch (layout) {
        case Layout::NC1HWC0:
            return {{-1, 1, 0, 3, 4}, 1};
        case Layout::NDC1HWC0:
            return {{1, 2, 0, 4, -2}, 1};
        case Layout::NCHW:
            return {{-1, -1, 1, 4, 2}, 1};
        default:    // NCDHW
            return {{-1, -1, 0, 4, 1}, 2};
    }
}

struct five {
    int64_t n[5];
};
constexpr int64_t times(int64_t a, int64_t b)
{
    return a == DYNAMIC || b == DYNAMIC ? int64_t{DYNAMIC} : a * b;
}
constexpr int64_t over(int64_t a, int64_t b)
{
    return a == DYNAMIC ? int64_t{DYNAMIC} : a / b;
}

// Shape and strides of a matrix in GM whose boxes are contiguous; c0 elements have 32 bytes.
constexpr five matrix_shape(Layout layout, int64_t rows, int64_t cols, int64_t c0)
{
    switch (layout) {
        case Layout::NZ:
            return {1, over(cols, c0), over(rows, 16), 16, c0};
        case Layout::MX_A_ZZ:
            return {1, over(rows, 16), over(cols, 2), 16, 2};
        case Layout::MX_A_ND:
            return {1, 1, rows, over(cols, 2), 2};
        case Layout::MX_A_DN:
            return {1, 1, over(cols, 2), rows, 2};
        case Layout::MX_B_NN:
            return {1, over(cols, 16), over(rows, 2), 16, 2};
        case Layout::MX_B_ND:
            return {1, 1, over(rows, 2), cols, 2};
        case Layout::MX_B_DN:
            return {1, 1, cols, over(rows, 2), 2};
        default:
            return {1, 1, 1, rows, cols};
    }
}
constexpr five matrix_stride(Layout layout, int64_t rows, int64_t cols, int64_t c0)
{
    const int64_t all = times(rows, cols);
    switch (layout) {
        case Layout::DN:
            return {all, all, all, 1, rows};
        case Layout::NZ:
            return {all, times(rows, c0), 16 * c0, c0, 1};
        case Layout::MX_A_ZZ:
            return {all, times(cols, 16), 32, 2, 1};
        case Layout::MX_A_ND:
            return {all, all, cols, 2, 1};
        case Layout::MX_A_DN:
            return {all, all, times(rows, 2), 2, 1};
        case Layout::MX_B_NN:
            return {all, times(rows, 16), 32, 2, 1};
        case Layout::MX_B_ND:
            return {all, all, times(cols, 2), 2, 1};
        case Layout::MX_B_DN:
            return {all, all, rows, 2, 1};
        default:
            return {all, all, all, cols, 1};
    }
}

template <template <int64_t...> class Dims, five f>
using dims_of = Dims<f.n[0], f.n[1], f.n[2], f.n[3], f.n[4]>;

}  // namespace detail

// The shape of a matrix of rows x cols elements in GM, and its strides if the matrix in GM has rows x cols.
#define PTO_CPP_MATRIX(Name, Dims, five_of)                                                                   \
    template <class T, int64_t rows = DYNAMIC, int64_t cols = DYNAMIC, Layout layout = Layout::ND>           \
    struct Name : detail::dims_of<Dims, detail::five_of(layout, rows, cols, C0_SIZE_BYTE / sizeof(T))> {     \
        using Parent = detail::dims_of<Dims, detail::five_of(layout, rows, cols, C0_SIZE_BYTE / sizeof(T))>; \
        static constexpr int C0Size = layout == Layout::NZ ? C0_SIZE_BYTE / int(sizeof(T)) : MX_COL_LEN;     \
        using Parent::Parent;                                                                                \
        PTO_INTERNAL constexpr Name() = default;                                                             \
        template <class R, class C>                                                                          \
            requires(std::is_integral_v<R> && std::is_integral_v<C>)                                         \
        PTO_INTERNAL constexpr Name(R r, C c) : Name(detail::five_of(layout, r, c, C0_SIZE_BYTE / sizeof(T))) \
        {                                                                                                    \
        }                                                                                                    \
                                                                                                             \
    private:                                                                                                 \
        PTO_INTERNAL constexpr explicit Name(const detail::five &f) : Parent(f.n[0], f.n[1], f.n[2], f.n[3], f.n[4]) \
        {                                                                                                    \
        }                                                                                                    \
    };
PTO_CPP_MATRIX(TileShape2D, Shape, matrix_shape)
PTO_CPP_MATRIX(BaseShape2D, Stride, matrix_stride)
#undef PTO_CPP_MATRIX

// The extents and strides of such matrices by name.
template <class T, int64_t cols>
constexpr int64_t GetTileShape2DNZCols()
{
    return detail::over(cols, C0_SIZE_BYTE / sizeof(T));
}
template <class T, int64_t rows>
constexpr int64_t GetTileShape2DNZRows()
{
    return detail::over(rows, FRACTAL_NZ_ROW);
}
template <class T, int64_t cols>
constexpr int64_t GetBaseShape2DNZCols()
{
    return GetTileShape2DNZCols<T, cols>();
}
template <class, int64_t cols>
constexpr int64_t GetShape2DCols()
{
    return cols;
}
template <class, int64_t rows>
constexpr int64_t GetShape2DRows()
{
    return rows;
}
template <class, int64_t rows, int64_t cols>
constexpr int64_t GetBaseShape2DStride0()
{
    return detail::times(rows, cols);
}
template <class T, int64_t rows>
constexpr int64_t GetBaseShape2DStride1()
{
    return detail::times(rows, C0_SIZE_BYTE / sizeof(T));
}

// A type without its qualifier of GM, which is none here.
template <class T>
using remove_gm_t = std::remove_cv_t<T>;

namespace detail {
// Adds to an element, which may be part of a word.
template <class T>
PTO_INTERNAL void add_atomically(T *at, T summand)
{
    using word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    const uintptr_t place = reinterpret_cast<uintptr_t>(at), part = place % sizeof(word);
    word *const whole = reinterpret_cast<word *>(place - part);
    word old = __atomic_load_n(whole, __ATOMIC_RELAXED), sum;
    do {
        T element;
        sum = old;
        __builtin_memcpy(&element, reinterpret_cast<char *>(&old) + part, sizeof element);
        element = static_cast<T>(element + summand);
        __builtin_memcpy(reinterpret_cast<char *>(&sum) + part, &element, sizeof element);
    } while (!__atomic_compare_exchange_n(whole, &old, sum, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
}  // namespace detail

template <class Element_, class Shape_, class Stride_, Layout Layout_ = Layout::ND>
struct GlobalTensor {
    using Shape = Shape_;
    using Stride = Stride_;
    using RawDType = std::remove_cv_t<Element_>;
    using DType = RawDType;
    static constexpr Layout layout = Layout_;
    static constexpr auto &staticShape = Shape::staticShape;
    static constexpr auto &staticStride = Stride::staticStride;
    static constexpr Shape defaultShape = {};
    static constexpr Stride defaultStride = {};
    static_assert(is_element<RawDType>, "GlobalTensor: not an element type of PTO");

    PTO_INTERNAL GlobalTensor() = default;
    PTO_INTERNAL GlobalTensor(DType *data, const Shape &shape = {}, const Stride &stride = {})
        : data_(data), shape_(shape), stride_(stride)
    {
    }

    PTO_INTERNAL DType *data() const { return data_; }
    PTO_INTERNAL void SetAddr(DType *data) { data_ = data; }
    // Accesses one element on the scalar unit, by its linear index or by its coordinates.
    PTO_INTERNAL DType GetElement(size_t index) const
    {
        return __builtin_bit_cast(DType, static_cast<word>(reinterpret_cast<volatile word *>(data_)[index]));
    }
    PTO_INTERNAL void SetElement(size_t index, DType value)
    {
        reinterpret_cast<volatile word *>(data_)[index] = __builtin_bit_cast(word, value);
    }
    // Adds to an element, also while other cores do.
    PTO_INTERNAL void AddToElement(size_t index, DType summand)
    {
        detail::add_atomically(data_ + index, summand);
    }
    PTO_INTERNAL void AddToElement(int64_t i0, int64_t i1, int64_t i2, int64_t i3, int64_t i4, DType summand)
    {
        AddToElement(index(i0, i1, i2, i3, i4), summand);
    }
    PTO_INTERNAL DType GetElement(int64_t i0, int64_t i1, int64_t i2, int64_t i3, int64_t i4) const
    {
        return GetElement(index(i0, i1, i2, i3, i4));
    }
    PTO_INTERNAL void SetElement(int64_t i0, int64_t i1, int64_t i2, int64_t i3, int64_t i4, DType value)
    {
        SetElement(index(i0, i1, i2, i3, i4), value);
    }

    PTO_INTERNAL int64_t GetShape(int dim) const { return shape_.at(dim); }
    PTO_INTERNAL int64_t GetStride(int dim) const { return stride_.at(dim); }
    template <int Dim>
    PTO_INTERNAL static constexpr int64_t GetShape()
    {
        return Shape::fixed[Dim];
    }
    template <int Dim>
    PTO_INTERNAL static constexpr int64_t GetStride()
    {
        return Stride::fixed[Dim];
    }

    // SetShape<3, 4>(rows, cols): sets dimensions that are DYNAMIC.
    template <int... Dim, class... I>
    PTO_INTERNAL void SetShape(I... extents)
    {
        static_assert(((Shape::fixed[Dim] == DYNAMIC) && ...), "SetShape: this dimension is fixed");
        ((shape_.shape[Dim] = extents), ...);
    }
    template <int... Dim, class... I>
    PTO_INTERNAL void SetStride(I... strides)
    {
        static_assert(((Stride::fixed[Dim] == DYNAMIC) && ...), "SetStride: this dimension is fixed");
        ((stride_.stride[Dim] = strides), ...);
    }

    // Returns the descriptor for the runtime.
    PTO_INTERNAL pto_tensor_t descriptor() const
        requires(detail::is_map(layout))
    {
        constexpr detail::map_order order = detail::map_order_of(layout);
        static_assert(elements_per_byte<RawDType> == 1, "GlobalTensor: this layout has no elements of 4 bits");
        pto_tensor_t tensor = {};
        tensor.data = const_cast<void *>(static_cast<const void *>(data_));
        for (int i = 0; i < PTO_RANK_MAX; i++) {
            const int from = order.dims[i];
            tensor.shape[i] = from == -2 ? C0_SIZE_BYTE / int64_t(sizeof(RawDType)) : from < 0 ? 1 : GetShape(from);
            tensor.stride[i] = from == -2 ? 1 : from < 0 ? 0 : GetStride(from);
        }
        for (int i = 1; i <= order.merged; i++) {
            tensor.shape[3] *= GetShape(order.dims[3] - i);
        }
        tensor.elem = elem_of<RawDType>;
        tensor.layout = PTO_LAYOUT_NZ;
        return tensor;
    }
    PTO_INTERNAL pto_tensor_t descriptor() const
    {
        constexpr detail::view_order order = detail::order_of(layout);
        static_assert(order.layout >= 0, "GlobalTensor: this layout has no meaning here");
        pto_tensor_t tensor = {};
        tensor.data = const_cast<void *>(static_cast<const void *>(data_));
        // If two elements share a byte the runtime counts bytes: in the contiguous dimension, and in strides across it.
        constexpr int share = elements_per_byte<RawDType>, contiguous = layout == Layout::DN ? 3 : 4;
        for (int i = 0; i < PTO_RANK_MAX; i++) {
            const int from = order.dims[i];
            tensor.shape[i] = from < 0 ? 1 : i == contiguous ? (GetShape(from) + share - 1) / share : GetShape(from);
            tensor.stride[i] = from < 0 ? 0 : GetStride(from) / (i == contiguous ? 1 : share);
        }
        tensor.elem = elem_of<RawDType>;
        tensor.layout = static_cast<uint8_t>(order.layout);
        return tensor;
    }

private:
    using word = detail::word_of<DType>;
    PTO_INTERNAL size_t index(int64_t i0, int64_t i1, int64_t i2, int64_t i3, int64_t i4) const
    {
        return i0 * GetStride(0) + i1 * GetStride(1) + i2 * GetStride(2) + i3 * GetStride(3) + i4 * GetStride(4);
    }

    DType *data_ = nullptr;
    Shape shape_;
    Stride stride_;
};

template <class T>
struct is_global : std::false_type {};
template <class E, class Sh, class St, Layout L>
struct is_global<GlobalTensor<E, Sh, St, L>> : std::true_type {};
template <class T>
inline constexpr bool is_global_data_v = is_global<T>::value;

namespace detail {
// Also for types derived from a tensor.
template <class E, class Sh, class St, Layout L>
void as_tensor(const GlobalTensor<E, Sh, St, L> &);
template <class T>
concept is_tensor = requires(const T &tensor) { as_tensor(tensor); };
}  // namespace detail

}  // namespace pto

#endif
