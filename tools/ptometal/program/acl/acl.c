// SPDX-License-Identifier: Apache-2.0
//
// The host API (acl/acl.h): requests to the driver in lines over one pipe, answers over another.
//
// Memory of the device is a file that this process and the driver map; the driver copies it to and from the board. Before
// the host reads or writes there, the driver is asked for it: launches that came earlier run then.

#include <acl/acl.h>

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    uint8_t *base;
    size_t bytes;
    bool used;
} memory_t;

enum { MEMORIES = 4096 };

// A stream or an event: its number, from 1. The stream without one, NULL, is 0.
typedef struct {
    uint32_t number;
} numbered_t;

static memory_t memories[MEMORIES];
static uint32_t memory_num;
static FILE *requests, *answers;
static char message[4096];

static aclError fail(aclError error, const char *text)
{
    snprintf(message, sizeof message, "%s", text);
    return error;
}

// Opens the pipes that the driver has passed, once.
static bool is_connected(void)
{
    const char *fds = getenv("PTOMETAL_ACL");
    int out, in;
    if (requests == NULL && fds != NULL && sscanf(fds, "%d,%d", &out, &in) == 2) {
        requests = fdopen(out, "w");
        answers = fdopen(in, "r");
    }
    return requests != NULL && answers != NULL;
}

// Waits for the answer to a request that has been written: "ok", or "error" and a text.
static aclError answer(void)
{
    char line[sizeof message];
    fflush(requests);
    if (fgets(line, sizeof line, answers) == NULL) {
        return fail(ACL_ERROR_RT_AICORE_EXCEPTION, "the driver has ended");
    }
    line[strcspn(line, "\n")] = 0;
    return strcmp(line, "ok") == 0 ? ACL_SUCCESS : fail(ACL_ERROR_RT_AICORE_EXCEPTION, line + strlen("error "));
}

// Returns the number of the memory that has these bytes, or -1.
static int find(const void *at, size_t bytes)
{
    for (uint32_t i = 0; i < memory_num; i++) {
        size_t offset = (size_t)((const uint8_t *)at - memories[i].base);
        if (memories[i].used && (const uint8_t *)at >= memories[i].base && offset <= memories[i].bytes &&
            bytes <= memories[i].bytes - offset) {
            return (int)i;
        }
    }
    return -1;
}

static aclError ask(const char *verb, const void *at, size_t bytes)
{
    int memory = find(at, bytes);
    if (memory < 0) {
        return fail(ACL_ERROR_INVALID_PARAM, "these bytes are not in memory of the device");
    }
    fprintf(requests, "%s %d\n", verb, memory);
    return answer();
}

aclError aclInit(const char *config)
{
    (void)config;
    return is_connected() ? ACL_SUCCESS : fail(ACL_ERROR_INVALID_PARAM, "start the program by ptometal.program.acl");
}

aclError aclFinalize(void)
{
    return ACL_SUCCESS;
}

const char *aclGetRecentErrMsg(void)
{
    return message;
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
    *count = 1;
    return ACL_SUCCESS;
}

aclError aclrtSetDevice(int32_t device)
{
    return device == 0 && is_connected() ? ACL_SUCCESS : fail(ACL_ERROR_INVALID_PARAM, "there is device 0 only");
}

aclError aclrtGetDevice(int32_t *device)
{
    *device = 0;
    return ACL_SUCCESS;
}

aclError aclrtResetDevice(int32_t device)
{
    return aclrtSetDevice(device);
}

aclError aclrtCreateContext(aclrtContext *context, int32_t device)
{
    *context = memories;
    return aclrtSetDevice(device);
}

aclError aclrtDestroyContext(aclrtContext context)
{
    (void)context;
    return ACL_SUCCESS;
}

static aclError create(void **object)
{
    static uint32_t number;
    numbered_t *created = malloc(sizeof *created);
    if (created == NULL) {
        return fail(ACL_ERROR_BAD_ALLOC, "no memory for a stream or an event");
    }
    created->number = ++number;
    *object = created;
    return ACL_SUCCESS;
}

static uint32_t number_of(const void *object)
{
    return object != NULL ? ((const numbered_t *)object)->number : 0;
}

aclError aclrtCreateStream(aclrtStream *stream)
{
    return create(stream);
}

aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flags)
{
    (void)priority, (void)flags;
    return create(stream);
}

aclError aclrtDestroyStream(aclrtStream stream)
{
    aclError error = aclrtSynchronizeStream(stream);
    free(stream);
    return error;
}

aclError aclrtCreateEvent(aclrtEvent *event)
{
    return create(event);
}

aclError aclrtDestroyEvent(aclrtEvent event)
{
    free(event);
    return ACL_SUCCESS;
}

// Sends what orders launches of streams.
static aclError order(const char *verb, uint32_t first, uint32_t second)
{
    if (!is_connected()) {
        return aclInit(NULL);
    }
    fprintf(requests, "%s %u %u\n", verb, first, second);
    return answer();
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream)
{
    return order("record", number_of(event), number_of(stream));
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event)
{
    return order("wait", number_of(stream), number_of(event));
}

aclError aclrtSynchronizeEvent(aclrtEvent event)
{
    (void)event;
    return aclrtSynchronizeDevice();
}

aclError aclrtSynchronizeStream(aclrtStream stream)
{
    (void)stream;
    return aclrtSynchronizeDevice();
}

aclError aclrtSynchronizeDevice(void)
{
    if (!is_connected()) {
        return aclInit(NULL);
    }
    fprintf(requests, "run\n");
    return answer();
}

// Maps the file of a new memory.
static uint8_t *map(uint32_t number, size_t bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/memory%u", getenv("PTOMETAL_ACL_FOLDER"), number);
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, (off_t)bytes) != 0) {
        return MAP_FAILED;
    }
    uint8_t *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return base;
}

aclError aclrtMalloc(void **memory, size_t bytes, aclrtMemMallocPolicy policy)
{
    (void)policy;
    if (bytes == 0 || !is_connected()) {
        return fail(ACL_ERROR_INVALID_PARAM, "aclrtMalloc: no bytes, or no driver");
    }
    for (uint32_t i = 0; i < memory_num; i++) {  // one that was freed
        if (!memories[i].used && memories[i].bytes == bytes) {
            memories[i].used = true;
            *memory = memories[i].base;
            return ACL_SUCCESS;
        }
    }
    uint8_t *base = memory_num < MEMORIES ? map(memory_num, bytes) : MAP_FAILED;
    if (base == MAP_FAILED) {
        return fail(ACL_ERROR_BAD_ALLOC, "aclrtMalloc: no memory");
    }
    memories[memory_num] = (memory_t){base, bytes, true};
    fprintf(requests, "memory %u %zu\n", memory_num++, bytes);
    *memory = base;
    return answer();
}

aclError aclrtFree(void *memory)
{
    int number = find(memory, 1);
    if (number < 0 || memories[number].base != memory) {
        return fail(ACL_ERROR_INVALID_PARAM, "aclrtFree: not from aclrtMalloc");
    }
    memories[number].used = false;
    return ACL_SUCCESS;
}

aclError aclrtMallocHost(void **memory, size_t bytes)
{
    *memory = malloc(bytes);
    return *memory != NULL ? ACL_SUCCESS : fail(ACL_ERROR_BAD_ALLOC, "aclrtMallocHost: no memory");
}

aclError aclrtFreeHost(void *memory)
{
    free(memory);
    return ACL_SUCCESS;
}

aclError aclrtMemcpy(void *to, size_t room, const void *from, size_t bytes, aclrtMemcpyKind kind)
{
    if (bytes > room) {
        return fail(ACL_ERROR_INVALID_PARAM, "aclrtMemcpy: more bytes than room");
    }
    aclError error = ACL_SUCCESS;
    if (kind == ACL_MEMCPY_DEVICE_TO_HOST || kind == ACL_MEMCPY_DEVICE_TO_DEVICE) {
        error = ask("read", from, bytes);
    }
    if (error == ACL_SUCCESS && (kind == ACL_MEMCPY_HOST_TO_DEVICE || kind == ACL_MEMCPY_DEVICE_TO_DEVICE)) {
        error = ask("write", to, bytes);
    }
    if (error == ACL_SUCCESS) {
        memmove(to, from, bytes);
    }
    return error;
}

aclError aclrtMemcpyAsync(void *to, size_t room, const void *from, size_t bytes, aclrtMemcpyKind kind, aclrtStream stream)
{
    (void)stream;
    return aclrtMemcpy(to, room, from, bytes, kind);
}

aclError aclrtMemset(void *memory, size_t room, int32_t value, size_t bytes)
{
    if (bytes > room) {
        return fail(ACL_ERROR_INVALID_PARAM, "aclrtMemset: more bytes than room");
    }
    aclError error = ask("write", memory, bytes);
    if (error == ACL_SUCCESS) {
        memset(memory, value, bytes);
    }
    return error;
}

aclError aclrtMemsetAsync(void *memory, size_t room, int32_t value, size_t bytes, aclrtStream stream)
{
    (void)stream;
    return aclrtMemset(memory, room, value, bytes);
}

uint32_t ptometal_acl_launch(const char *name, uint32_t blocks, aclrtStream stream, uint64_t pointers, const uint64_t *words,
                             uint32_t num)
{
    if (!is_connected()) {
        return (uint32_t)aclInit(NULL);
    }
    for (uint32_t i = 0; i < num; i++) {
        if ((pointers >> i & 1) != 0 && find((const void *)(uintptr_t)words[i], 1) < 0) {
            return (uint32_t)fail(ACL_ERROR_INVALID_PARAM, "a pointer of a launch is not to memory of the device");
        }
    }
    fprintf(requests, "launch %u %s %u", number_of(stream), name, blocks);
    for (uint32_t i = 0; i < num; i++) {
        if ((pointers >> i & 1) != 0) {
            int memory = find((const void *)(uintptr_t)words[i], 1);
            fprintf(requests, " %d+%zu", memory, (size_t)(words[i] - (uintptr_t)memories[memory].base));
        } else {
            fprintf(requests, " %llu", (unsigned long long)words[i]);
        }
    }
    fprintf(requests, "\n");
    return (uint32_t)answer();
}
