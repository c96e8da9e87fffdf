// SPDX-License-Identifier: Apache-2.0
//
// Tensors in GM. Part of <pto/pto-inst.hpp>.
#ifndef PTO_CPP_TENSOR_HPP
#define PTO_CPP_TENSOR_HPP

#include <pto/types.hpp>

namespace pto {

// Five numbers, some of which are known at compile time. DYNAMIC ones are given in their order, all five, or none.
template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Dims {
    static constexpr int64_t fixed[5] = {N1, N2, N3, N4, N5};
    static constexpr int dynamic_num =
        (N1 == DYNAMIC) + (N2 == DYNAMIC) + (N3 == DYNAMIC) + (N4 == DYNAMIC) + (N5 == DYNAMIC);
    int64_t given[5] = {1, 1, 1, 1, 1};

    PTO_INTERNAL constexpr Dims() = default;

    template <class... I>
        requires(sizeof...(I) > 0 && sizeof...(I) <= 5 && (std::is_integral_v<I> && ...))
    PTO_INTERNAL constexpr Dims(I... extents)
    {
        static_assert(sizeof...(I) == 5 || sizeof...(I) == dynamic_num,
                      "a shape takes its five extents, or as many as are DYNAMIC");
        const int64_t all[] = {static_cast<int64_t>(extents)...};
        int next = 0;
        for (int i = 0; i < 5; i++) {
            if (fixed[i] == DYNAMIC) {
                given[i] = all[sizeof...(I) == 5 ? i : next];
            }
            next += fixed[i] == DYNAMIC;
        }
    }

    PTO_INTERNAL constexpr int64_t at(int dim) const { return fixed[dim] == DYNAMIC ? given[dim] : fixed[dim]; }
};

template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Shape : Dims<N1, N2, N3, N4, N5> {
    static constexpr int64_t staticShape[5] = {N1, N2, N3, N4, N5};
    using Dims<N1, N2, N3, N4, N5>::Dims;
};

template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Stride : Dims<N1, N2, N3, N4, N5> {
    static constexpr int64_t staticStride[5] = {N1, N2, N3, N4, N5};
    using Dims<N1, N2, N3, N4, N5>::Dims;
};

template <class... I>
Shape(I...) -> Shape<>;
template <class... I>
Stride(I...) -> Stride<>;

template <class Element_, class Shape_, class Stride_, Layout Layout_ = Layout::ND>
struct GlobalTensor {
    using Shape = Shape_;
    using Stride = Stride_;
    using RawDType = std::remove_cv_t<Element_>;
    using DType = RawDType;
    static constexpr Layout layout = Layout_;
    static_assert(is_element<RawDType>, "GlobalTensor: not an element type of PTO");

    PTO_INTERNAL GlobalTensor() = default;
    PTO_INTERNAL GlobalTensor(DType *data, const Shape &shape = {}, const Stride &stride = {})
        : data_(data), shape_(shape), stride_(stride)
    {
    }

    PTO_INTERNAL DType *data() const { return data_; }
    PTO_INTERNAL void SetAddr(DType *data) { data_ = data; }
    // One element by its index from the first, on the scalar unit.
    PTO_INTERNAL DType GetElement(size_t index) const { return static_cast<volatile DType *>(data_)[index]; }
    PTO_INTERNAL void SetElement(size_t index, DType value) { static_cast<volatile DType *>(data_)[index] = value; }

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

    // SetShape<3, 4>(rows, cols): dimensions that are DYNAMIC.
    template <int... Dim, class... I>
    PTO_INTERNAL void SetShape(I... extents)
    {
        static_assert(((Shape::fixed[Dim] == DYNAMIC) && ...), "SetShape: this dimension is fixed");
        ((shape_.given[Dim] = extents), ...);
    }
    template <int... Dim, class... I>
    PTO_INTERNAL void SetStride(I... strides)
    {
        static_assert(((Stride::fixed[Dim] == DYNAMIC) && ...), "SetStride: this dimension is fixed");
        ((stride_.given[Dim] = strides), ...);
    }

    // What the runtime takes.
    PTO_INTERNAL pto_tensor_t descriptor() const
    {
        static_assert(layout == Layout::ND || layout == Layout::DN || layout == Layout::NZ,
                      "GlobalTensor: ND, DN and NZ are the layouts that have a meaning here");
        pto_tensor_t tensor = {};
        tensor.data = const_cast<void *>(static_cast<const void *>(data_));
        // The runtime counts bytes where two elements share one: of the contiguous dimension, and strides across it.
        constexpr int share = elements_per_byte<RawDType>, contiguous = layout == Layout::DN ? 3 : 4;
        for (int i = 0; i < PTO_RANK_MAX; i++) {
            tensor.shape[i] = GetShape(i) / (i == contiguous ? share : 1);
            tensor.stride[i] = GetStride(i) / (i == contiguous ? 1 : share);
        }
        tensor.elem = elem_of<RawDType>;
        tensor.layout = static_cast<uint8_t>(layout);
        return tensor;
    }

private:
    DType *data_ = nullptr;
    Shape shape_;
    Stride stride_;
};

template <class T>
inline constexpr bool is_global_data_v = false;
template <class E, class Sh, class St, Layout L>
inline constexpr bool is_global_data_v<GlobalTensor<E, Sh, St, L>> = true;

}  // namespace pto

#endif
