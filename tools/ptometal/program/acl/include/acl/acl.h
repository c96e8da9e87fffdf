/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of the host API of Ascend that a program needs to launch kernels, for programs run by ptometal.program.acl.
 *
 * Memory of the device has addresses that only aclrtMemcpy, aclrtMemset and launches accept. A launch is queued, and runs
 * no later than when its stream is synchronised or memory is read. Functions return ACL_SUCCESS or another number, for
 * which aclGetRecentErrMsg() has the text.
 */
#ifndef ACL_ACL_H
#define ACL_ACL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int aclError;
typedef void *aclrtStream;
typedef void *aclrtEvent;
typedef void *aclrtContext;
typedef uint16_t aclFloat16;

#define ACL_SUCCESS                 0
#define ACL_ERROR_NONE              0
#define ACL_ERROR_INVALID_PARAM     100000
#define ACL_ERROR_BAD_ALLOC         200000
#define ACL_ERROR_RT_AICORE_EXCEPTION 507015

typedef enum {
    ACL_MEM_MALLOC_HUGE_FIRST,
    ACL_MEM_MALLOC_HUGE_ONLY,
    ACL_MEM_MALLOC_NORMAL_ONLY,
} aclrtMemMallocPolicy;

typedef enum {
    ACL_MEMCPY_HOST_TO_HOST,
    ACL_MEMCPY_HOST_TO_DEVICE,
    ACL_MEMCPY_DEVICE_TO_HOST,
    ACL_MEMCPY_DEVICE_TO_DEVICE,
} aclrtMemcpyKind;

aclError aclInit(const char *config);
aclError aclFinalize(void);
const char *aclGetRecentErrMsg(void);

aclError aclrtGetDeviceCount(uint32_t *count);
aclError aclrtSetDevice(int32_t device);
aclError aclrtGetDevice(int32_t *device);
aclError aclrtResetDevice(int32_t device);
aclError aclrtCreateContext(aclrtContext *context, int32_t device);
aclError aclrtDestroyContext(aclrtContext context);

/* Launches of a stream run one after the other. Launches of several streams wait for those whose data they need, and for
 * those before a recorded event that their stream waits for. */
aclError aclrtCreateStream(aclrtStream *stream);
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flags);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeDevice(void);
aclError aclrtCreateEvent(aclrtEvent *event);
aclError aclrtDestroyEvent(aclrtEvent event);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
aclError aclrtSynchronizeEvent(aclrtEvent event);

aclError aclrtMalloc(void **memory, size_t bytes, aclrtMemMallocPolicy policy);
aclError aclrtFree(void *memory);
aclError aclrtMallocHost(void **memory, size_t bytes);
aclError aclrtFreeHost(void *memory);
aclError aclrtMemcpy(void *to, size_t room, const void *from, size_t bytes, aclrtMemcpyKind kind);
aclError aclrtMemcpyAsync(void *to, size_t room, const void *from, size_t bytes, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemset(void *memory, size_t room, int32_t value, size_t bytes);
aclError aclrtMemsetAsync(void *memory, size_t room, int32_t value, size_t bytes, aclrtStream stream);

/* ACLRT_LAUNCH_KERNEL(add)(blocks, stream, a, b, out) with "aclrtlaunch_add.h", which is written for each kernel. */
#define ACLRT_LAUNCH_KERNEL(name) aclrtlaunch_##name

/* What launch functions call. A word is the address of a pointer argument, if bit i of `pointers` is set, or the bits of
 * a scalar. */
uint32_t ptometal_acl_launch(const char *name, uint32_t blocks, aclrtStream stream, uint64_t pointers, const uint64_t *words,
                             uint32_t num);

#ifdef __cplusplus
}
#endif

#endif
