// SPDX-License-Identifier: Apache-2.0
//
// Descriptors of kernels, from the types of their functions. Part of <pto/pto-inst.hpp>.
#ifndef PTO_CPP_KERNEL_HPP
#define PTO_CPP_KERNEL_HPP

#include <initializer_list>
#include <utility>

#include <pto/types.hpp>

namespace pto::detail {

// The type of a parameter: of an enumeration, its number's.
template <class T>
struct param {
    using type = T;
};
template <class T>
    requires std::is_enum_v<T>
struct param<T> {
    using type = std::underlying_type_t<T>;
};

template <class T>
constexpr const char *type_name()
{
    if (std::is_class_v<T> && elem_of<T> == PTO_ELEM_NUM) {
        return "an object of a class";
    }
    using bare = std::remove_cv_t<std::remove_pointer_t<T>>;
    constexpr const char *names[][2] = {
#define PTO_CPP_NAME(name) {name, name " *"}
        PTO_CPP_NAME("int8_t"),          PTO_CPP_NAME("uint8_t"),         PTO_CPP_NAME("int16_t"),
        PTO_CPP_NAME("uint16_t"),        PTO_CPP_NAME("int32_t"),         PTO_CPP_NAME("uint32_t"),
        PTO_CPP_NAME("int64_t"),         PTO_CPP_NAME("uint64_t"),        PTO_CPP_NAME("half"),
        PTO_CPP_NAME("bfloat16_t"),      PTO_CPP_NAME("float"),           PTO_CPP_NAME("float8_e4m3_t"),
        PTO_CPP_NAME("float8_e5m2_t"),   PTO_CPP_NAME("hifloat8_t"),      PTO_CPP_NAME("float4_e2m1x2_t"),
        PTO_CPP_NAME("float4_e1m2x2_t"), PTO_CPP_NAME("float8_e8m0_t"),   PTO_CPP_NAME("double"),
        PTO_CPP_NAME("void"),
#undef PTO_CPP_NAME
    };
    static_assert(sizeof names / sizeof names[0] == PTO_ELEM_NUM + 1,
                  "a name for each element type, and one for others");
    return names[elem_of<bare>][std::is_pointer_v<T>];
}

template <class T>
constexpr uint8_t param_kind()
{
    if (std::is_pointer_v<T>) {
        return PTO_PARAM_POINTER;
    }
    if (std::is_same_v<T, bfloat16_t>) {
        return PTO_PARAM_BF16;
    }
    if (std::is_floating_point_v<T>) {
        return PTO_PARAM_FLOAT;
    }
    return !std::is_integral_v<T> ? PTO_PARAM_OTHER : std::is_signed_v<T> ? PTO_PARAM_INT : PTO_PARAM_UINT;
}

template <class T>
constexpr uint16_t element_bytes()
{
    using element = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_void_v<element>) {
        return 1;
    } else {
        return sizeof(element);
    }
}

template <class T>
PTO_INTERNAL T fetch(uint64_t word)
{
    T value;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}

// Parameters of a kernel function; the names are those of the source.
template <auto Function, class Signature = decltype(Function)>
struct kernel;
template <auto Function, class... Params, bool is_noexcept>
struct kernel<Function, void (*)(Params...) noexcept(is_noexcept)> {
    static constexpr uint16_t param_num = sizeof...(Params);
    static_assert(param_num <= PTO_PARAM_MAX, "a kernel has at most 64 parameters");

    template <size_t... I>
    PTO_INTERNAL static void call(const uint64_t *args, std::index_sequence<I...>)
    {
        Function(fetch<Params>(args[I])...);
    }
    static void entry(const uint64_t *args)
    {
        (void)args;
        call(args, std::make_index_sequence<param_num>());
    }

    struct list {
        pto_param_t at[param_num + 1];
    };
    static constexpr list params(std::initializer_list<const char *> names)
    {
        list all = {{pto_param_t{nullptr, type_name<typename param<Params>::type>(), param_kind<typename param<Params>::type>(),
                                 uint8_t(sizeof(Params)), element_bytes<Params>()}...,
                     pto_param_t{}}};
        int at = 0;
        for (const char *name : names) {
            all.at[at++].name = name;
        }
        return all;
    }
};

}  // namespace pto::detail

// What a block of a kernel takes, unless its code was compiled for each kind of core. Programs have no unified cores.
#ifndef PTO_CPP_KIND
#define PTO_CPP_KIND PTO_KERNEL_UNIFIED
#endif

// Entry of a kernel function: pto_kernel_entry_NAME; compiled for one kind of core pto_kernel_cube_NAME, ..._vector_...
#define PTO_CPP_ENTRY(core_, name_)                                      \
    extern "C" void pto_kernel_##core_##_##name_(const uint64_t *args)   \
    {                                                                    \
        pto::detail::kernel<&name_>::entry(args);                        \
    }

// The entry of a kernel whose code was compiled for each kind of core.
#define PTO_CPP_CLUSTER(name_)                                                                     \
    extern "C" void pto_kernel_cube_##name_(const uint64_t *args);                                 \
    extern "C" void pto_kernel_entry_##name_(const uint64_t *args)                                 \
    {                                                                                              \
        (pto_on_cube_core() ? pto_kernel_cube_##name_ : pto_kernel_vector_##name_)(args);          \
    }

// The descriptor of a kernel function: its name, its source line, the names of its parameters as strings.
#define PTO_CPP_KERNEL(kind_, name_, line_, ...)                                                                   \
    static constexpr pto_loc_t pto_kernel_loc_##name_ = {__FILE__, #name_, line_};                                 \
    static constexpr auto pto_kernel_params_##name_ = pto::detail::kernel<&name_>::params({__VA_ARGS__});          \
    extern "C" const pto_kernel_t pto_kernel_##name_                                                               \
        __attribute__((used, aligned(__alignof__(pto_kernel_t)), section("pto_kernels"))) = {                      \
            #name_, &pto_kernel_loc_##name_, pto_kernel_params_##name_.at, pto::detail::kernel<&name_>::param_num, \
            kind_,  PTO_KERNEL_ARCH,         pto_kernel_entry_##name_,     PTO_KERNEL_WRITES};

#endif
