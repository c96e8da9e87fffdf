// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are instances of a template, for run.py.
#include <pto/pto-inst.hpp>

using namespace pto;

// y = factor * x for rows of `cols` elements.
template <class T, int cols>
__global__ AICORE void scale(__gm__ T *x, __gm__ T *y, float factor)
{
    using View = GlobalTensor<T, Shape<1, 1, 1, 1, cols>, Stride<cols, cols, cols, cols, 1>>;
    Tile<TileType::Vec, T, 1, cols> tile;
    View from(x), to(y);
    TASSIGN(tile, 0);
    TLOAD(tile, from);
    TMULS(tile, tile, factor);
    TSTORE(to, tile);
}

template __global__ AICORE void scale<float, 64>(__gm__ float *, __gm__ float *, float);
template __global__ AICORE void scale<half, 32>(__gm__ half *x, __gm__ half *y, float factor);

// Parameters that are numbers of an enumeration, and one that no command line can give.
enum class Mode : int8_t { off, on = 5 };
enum Old { three = 3, four };
struct Pair {
    int a, b;
};
extern "C" __global__ AICORE void modes(__gm__ int32_t *y, Mode mode, Old old)
{
    y[0] = static_cast<int32_t>(mode);
    y[1] = old == four;
}
extern "C" __global__ AICORE void pairs(__gm__ int32_t *y, Pair pair) { y[0] = pair.a; }

// Kernels in namespaces: 20 plus a number.
namespace of {
namespace one
{
constexpr char BRACES[] = {'}', "}"[0]};
__global__ AICORE void inner(__gm__ int32_t *y) { *y = 20 + sizeof BRACES; }
}  // namespace one
template <int N>
__global__ AICORE void added(__gm__ int32_t *y)
{
    *y = 20 + N;
}
template __global__ AICORE void added<3>(__gm__ int32_t *y);
}  // namespace of
namespace of::both::ends {
__global__ AICORE void outer(__gm__ int32_t *y) { *y = 21; }
}  // namespace of::both::ends
template __global__ AICORE void of::added<4>(__gm__ int32_t *y);

// Words of an NPU's compiler, a kernel by a macro, and a launch.
#define KERNEL(name, value)                                      \
    extern "C" __global__ AICORE void name##_##value(GM_ADDR y)  \
    {                                                            \
        *reinterpret_cast<__gm__ int32_t *>(y) = value;          \
    }
KERNEL(made, 25)
#define VECTOR_CORE __attribute__((aiv))
extern "C" __global__ AICORE VECTOR_CORE void marked(__gm__ int32_t *y) noexcept { *y = 26; }
extern "C" __global__ __mix__(1, 2) [aicore] void mixed(__gm__ int32_t *y) { *y = "<<<1>>>"[0] - '<' + 27; }
void launch(int32_t *y, void *stream) { mixed<<<1, nullptr, stream>>>(y); }
