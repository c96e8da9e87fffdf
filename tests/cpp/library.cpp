// SPDX-License-Identifier: Apache-2.0
//
// The part of a C++ library that kernels use: constants, and in `library` what it computes. For names.py.

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <pto/pto-inst.hpp>

static_assert(std::gcd(12, -18) == 6 && std::lcm(4, 6) == 12 && std::lcm(0, 3) == 0);
static_assert(std::get<1>(std::make_tuple(1, 2.5f, 'c')) == 2.5f && std::tuple_size_v<std::tuple<int, int, char>> == 3);
static_assert(std::is_same_v<std::tuple_element_t<2, std::tuple<int, float, char>>, char>);
static_assert(std::apply([](int a, int b) { return a - b; }, std::make_tuple(7, 3)) == 4);
static_assert(!std::optional<int>() && *std::optional<int>(3) == 3 && std::optional<int>(std::nullopt).value_or(5) == 5);
static_assert(std::is_same_v<std::common_type_t<char, int, float>, float> && std::extent_v<int[3][4], 1> == 4);
static_assert(std::is_invocable_v<std::plus<>, int, int> && std::integral<char> && !std::floating_point<int>);
static_assert(std::greater<>()(2, 1) && std::bit_xor<int>()(6, 3) == 5 && std::make_pair(1, 2) < std::make_pair(1, 3));
static_assert(std::is_lvalue_reference_v<int &> && !std::is_lvalue_reference_v<int &&> && std::is_class_v<std::pair<int, int>>);

constexpr int bound_members()
{
    const struct {
        int x, y;
    } point = {3, 4};
    const auto &[x, y] = point;
    const auto &[first, second] = std::make_pair(5, 6);
    auto [third, fourth] = std::make_pair(7, 8u);
    auto [fifth, sixth] = std::array{9, 1};
    return 1000 * x + 100 * y + 10 * first + second + 10000 * third + 100000 * static_cast<int>(fourth) + 1000000 * fifth +
           10000000 * sixth;
}
static_assert(bound_members() == 19873456);

constexpr bool sorts()
{
    std::array<int, 9> x = {5, 1, 4, 1, 5, 9, 2, 6, 5};
    std::sort(x.begin(), x.end(), std::greater<>());
    const bool falls = x[0] == 9 && x[4] == 5 && x[8] == 1;
    std::reverse(x.begin(), x.end());
    return falls && *std::lower_bound(x.begin(), x.end(), 3) == 4 && *std::upper_bound(x.begin(), x.end(), 5) == 6 &&
           std::count(x.begin(), x.end(), 5) == 3 && *std::max_element(x.begin(), x.end()) == 9 &&
           std::accumulate(x.begin(), x.end(), 0) == 38 && std::find(x.begin(), x.end(), 7) == x.end() &&
           std::all_of(x.begin(), x.end(), [](int item) { return item > 0; });
}
static_assert(sorts());

// Objects with a virtual destructor, in memory that is there.
struct Whole {
    virtual ~Whole() = default;
    virtual float half(float x) const { return x / 2; }
};
struct Third : Whole {
    float half(float x) const override { return x / 3; }
};
alignas(Third) static unsigned char room[sizeof(Third)];

extern "C" __global__ AICORE void library(__gm__ float *in, __gm__ float *out, int32_t n)
{
    std::vector<float> squares;
    for (int32_t i = 0; i < n; i++) {
        squares.push_back(in[i]);
        squares.push_back(squares.front());  // an element, while it grows
    }
    std::vector<float> copied = squares;
    squares.resize(1);
    std::vector<float> moved = std::move(copied);
    out[0] = std::accumulate(moved.begin(), moved.end(), 0.0f);
    out[1] = static_cast<float>(moved.size() + copied.size() + squares.size());
    auto [quotient, rest] = std::make_tuple(n / 3, n % 3);
    std::tie(rest, quotient) = std::make_tuple(quotient, rest);
    out[2] = static_cast<float>(10 * quotient + rest);
    out[3] = std::sqrt(in[1]) + std::hypot(3.0f, 4.0f) + std::abs(-1.5f);
    out[4] = static_cast<float>(std::sqrt(16) + std::pow(2, 3) + std::fmax(1, 2.5f));
    const Whole *part = n == 10 ? new (room) Third : new (room) Whole;
    out[5] = part->half(6);
}

extern "C" __global__ AICORE void greedy(__gm__ float *out)
{
    std::vector<float> all(size_t{1} << 40);
    out[0] = all[0];
}
