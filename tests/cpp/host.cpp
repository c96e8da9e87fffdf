// SPDX-License-Identifier: Apache-2.0
//
// A program of the host API, for host.py: it adds and scales on the device, checks the results, and prints them.
//
//   host N     N floats; with fewer than 64 a kernel reads behind its buffer, which is a fault

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <acl/acl.h>

#include "aclrtlaunch_add.h"
#include "aclrtlaunch_scale_float_64.h"
#include "aclrtlaunch_square.h"

static int check(aclError error, const char *what)
{
    if (error != ACL_SUCCESS) {
        std::printf("%s: error %d: %s\n", what, error, aclGetRecentErrMsg());
        std::exit(error == ACL_ERROR_RT_AICORE_EXCEPTION ? 0 : 9);
    }
    return 0;
}
#define CHECK(call) check(call, #call)

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 64;
    std::vector<float> x(n), y(n), result(n);
    for (int i = 0; i < n; i++) {
        x[i] = i, y[i] = 2 * i;
    }
    void *a, *b, *c;
    aclrtStream stream, other;
    aclrtEvent added;
    const size_t bytes = n * sizeof(float);
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtCreateStream(&other));
    CHECK(aclrtCreateEvent(&added));
    CHECK(aclrtMalloc(&a, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&b, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&c, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(a, bytes, x.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtMemcpy(b, bytes, y.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    // c = a + b; the host overwrites b only after that.
    CHECK(ACLRT_LAUNCH_KERNEL(add)(1, stream, a, b, c));
    CHECK(aclrtRecordEvent(added, stream));
    CHECK(aclrtMemsetAsync(b, bytes, 0, bytes, stream));
    CHECK(aclrtStreamWaitEvent(other, added));
    for (int turn = 0; turn < 3; turn++) {  // c = 1.5^3 (a + b)
        CHECK(ACLRT_LAUNCH_KERNEL(scale_float_64)(1, turn == 1 ? nullptr : other, c, c, 1.5f));
    }
    CHECK(aclrtSynchronizeEvent(added));
    CHECK(aclrtMemcpy(result.data(), bytes, c, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < n; i++) {
        if (result[i] != 3.375f * (x[i] + y[i])) {
            std::printf("element %d is %g\n", i, result[i]);
            return 5;
        }
    }
    // A copy between memories of the device, and a part of one.
    CHECK(aclrtMemcpy(b, bytes, c, bytes, ACL_MEMCPY_DEVICE_TO_DEVICE));
    CHECK(aclrtMemcpy(result.data(), bytes, static_cast<float *>(b) + 1, bytes - 4, ACL_MEMCPY_DEVICE_TO_HOST));
    // A kernel of the cube core: the square of a matrix of ones.
    const std::vector<uint16_t> ones(256, 0x3c00);
    std::vector<float> product(256);
    void *matrix, *squared;
    CHECK(aclrtMalloc(&matrix, 512, ACL_MEM_MALLOC_NORMAL_ONLY));
    CHECK(aclrtMalloc(&squared, 1024, ACL_MEM_MALLOC_NORMAL_ONLY));
    CHECK(aclrtMemcpy(matrix, 512, ones.data(), 512, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(ACLRT_LAUNCH_KERNEL(square)(1, stream, matrix, squared));
    CHECK(aclrtMemcpy(product.data(), 1024, squared, 1024, ACL_MEMCPY_DEVICE_TO_HOST));
    if (product != std::vector<float>(256, 16)) {
        return 7;
    }
    CHECK(aclrtFree(a));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtDestroyStream(other));
    CHECK(aclrtDestroyEvent(added));
    if (aclrtMemcpy(result.data(), bytes, x.data(), bytes, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS) {
        return 6;
    }
    std::printf("%d floats, the second %g\n", n, result[0]);
    return 0;
}
