// SPDX-License-Identifier: Apache-2.0
//
// GM buffers bound to files of the host.

#include <hal/hal.h>
#include <hal/peers/peers.h>
#include <hal/transfer/crc32.h>

#include "number.h"
#include "runner.h"

#define GM_ALIGNMENT 4096  // a page, so that a link may map files

// Gap between buffers, filled with a pattern: an overrun does not reach the next buffer, and is detected.
#define GM_GAP     (64 * 1024)
#define GAP_FILLER 0xa5

// Plain C stores of a kernel into an input are detected by comparison, which takes too long for large inputs.
#define COMPARED_MAX (64 * 1024 * 1024)

// Devices map memory in large units, so some kernels transfer more than their buffer holds, without using the excess.
// With --gm granule, each buffer is followed by readable zeros up to the end of the next granule; with --gm discard
// they are also writable.
#define GM_GRANULE (64 * 1024)

// Behind the buffers, for writes to other ranks that are under way: room for a tile of 128 KiB in each of 512.
#define LINK_BYTES (64 * 1024 * 1024)

#define PROGRESS (64 * 1024 * 1024)

typedef struct {
    const char *path;
    size_t bytes;
    size_t file_bytes;
    bool read, write;
    bool context;  // no file: the communication context of a rank
    bool of_peer;  // another image loads and stores it
    int file;      // open for reading, or -1
    uint32_t crc;  // of the file, if reading it again is slow
} binding_t;

static binding_t bindings[PTO_GM_BUFFER_MAX];
static pto_gm_buffer_t buffers[PTO_GM_BUFFER_MAX];
static uint32_t binding_num;

/// Parsing ///

typedef struct {
    const char *path;
    bool read, write;
    uint64_t bytes;   // for out:, else 0
    uint64_t offset;  // of the argument in the buffer
} spec_t;

static const pto_param_t byte_count = {"bytes", "uint64_t", PTO_PARAM_UINT, 8, 8};

// Returns the number after the last `mark` of a path if there is one, and truncates the path there; else returns false.
static bool cut_number(char *path, char mark, uint64_t *number)
{
    char *at = NULL;
    for (char *p = path; *p != 0; p++) {
        at = *p == mark ? p : at;
    }
    if (at == NULL || runner_number(at + 1, &byte_count, number) != NULL) {
        return false;
    }
    *at = 0;
    return true;
}

// Returns false if the argument does not name a file.
static bool parse_file(const char *arg, spec_t *spec)
{
    *spec = (spec_t){0};
    if ((spec->path = pto_after(arg, "inout:")) != NULL) {
        spec->read = spec->write = true;
    } else if ((spec->path = pto_after(arg, "in:")) != NULL) {
        spec->read = true;
    } else if ((spec->path = pto_after(arg, "out:")) != NULL) {
        spec->write = true;
    } else {
        return false;
    }
    static char copies[PTO_GM_BUFFER_MAX][1024];
    static uint32_t copy_num;
    char *copy = copies[copy_num++];
    pto_format(copy, sizeof copies[0], "%s", spec->path);
    cut_number(copy, '@', &spec->offset);
    if (spec->write && !spec->read && !cut_number(copy, '=', &spec->bytes)) {
        runner_error("%s: an output needs its size: out:FILE=BYTES", arg);
    }
    spec->path = copy;
    if (*spec->path == 0) {
        runner_error("%s: the file has no name", arg);
    }
    return true;
}

/// Binding ///

static uint32_t bind(const spec_t *spec)
{
    uint32_t i = 0;
    while (i < binding_num && !pto_same(bindings[i].path, spec->path)) {
        i++;
    }
    binding_t *binding = &bindings[i];
    if (i == binding_num) {
        *binding = (binding_t){.path = spec->path, .file = -1};
        binding_num++;
    }
    if (spec->read && binding->file < 0) {
        binding->file = hal_file_open(spec->path, HAL_FILE_READ);
        ptrdiff_t bytes = binding->file < 0 ? -1 : hal_file_size(binding->file);
        if (bytes < 0) {
            runner_error("cannot open %s for reading", spec->path);
        }
        binding->file_bytes = (size_t)bytes;
        binding->bytes = (size_t)bytes > binding->bytes ? (size_t)bytes : binding->bytes;
    }
    binding->read |= spec->read;
    binding->write |= spec->write;
    binding->bytes = spec->bytes > binding->bytes ? spec->bytes : binding->bytes;
    return i;
}

/// Communication contexts ///

#define CONTEXT_RANKS 64

// What kernels of the ecosystem read to find the windows of all ranks: CommContext of simpler's
// `src/common/platform_comm/comm_context.h`, CommDeviceContext of pto-isa's `include/pto/common/cpu_stub.hpp`.
typedef struct {
    uint64_t workspace, workspace_bytes;
    uint32_t rank, rank_num;
    uint64_t window_bytes;
    uint64_t windows_in[CONTEXT_RANKS], windows_out[CONTEXT_RANKS];
} context_t;
_Static_assert(sizeof(context_t) == 1056 && PTO_GM_BUFFER_MAX <= CONTEXT_RANKS, "the layout is that of CommContext");

// A context is a buffer of its rank alone.
static uint32_t bind_context(void)
{
    bindings[binding_num] = (binding_t){.path = "comm", .context = true, .bytes = sizeof(context_t), .file = -1};
    return binding_num++;
}

// The window of a rank is the list of its buffers, so lists of equal sizes lie alike.
static void fill_context(uint32_t number, uint32_t rank_num)
{
    uint32_t each = binding_num / rank_num;
    context_t *context = buffers[number].address;
    *context = (context_t){.rank = number / each, .rank_num = rank_num};
    for (uint32_t i = 0; i < binding_num; i++) {
        if (bindings[i].bytes != bindings[i % each].bytes) {
            runner_error("comm: windows are equal, but %s has %zu bytes and %s of rank 0 has %zu", bindings[i].path,
                         bindings[i].bytes, bindings[i % each].path, bindings[i % each].bytes);
        }
    }
    const pto_gm_buffer_t *last = &buffers[each - 1];
    context->window_bytes = (uintptr_t)last->address + last->bytes - (uintptr_t)buffers[0].address;
    for (uint32_t rank = 0; rank < rank_num; rank++) {
        context->windows_in[rank] = context->windows_out[rank] = (uintptr_t)buffers[rank * each].address;
    }
}

static void check_size(const pto_param_t *param, const binding_t *binding)
{
    if (binding->bytes % param->element_bytes != 0) {
        runner_error("%s: %zu bytes is no multiple of the %u-byte element of parameter %s", binding->path,
                     binding->bytes, param->element_bytes, param->name);
    }
}

// A file that does not exist must stay so: a run that faults must not create outputs.
static void check_writable(const binding_t *binding)
{
    int file = hal_file_open(binding->path, HAL_FILE_READ);
    bool exists = file >= 0;
    if (exists) {
        hal_file_close(file);
    }
    file = hal_file_open(binding->path, HAL_FILE_APPEND);
    if (file < 0) {
        runner_error("cannot open %s for writing", binding->path);
    }
    hal_file_close(file);
    if (!exists) {
        hal_file_remove(binding->path);
    }
}

// Returns the memory for buffers: GM, or what images side by side share of it.
static hal_window_t room_of(const pto_run_options_t *options)
{
    if (!options->images) {
        return hal_memory(HAL_MEM_GM, 0, 0);
    }
    hal_window_t window = hal_peers_window();
    if (window.bytes <= HAL_PEERS_HEADER_BYTES) {
        runner_error("--images: this machine shares no memory with another one");
    }
    return (hal_window_t){window.base + HAL_PEERS_HEADER_BYTES, window.bytes - HAL_PEERS_HEADER_BYTES};
}

static void place_buffers(const runner_arguments_t *arguments)
{
    hal_window_t gm = room_of(&arguments->options);
    size_t used = 0;
    for (uint32_t i = 0; i < binding_num; i++) {
        size_t bytes = bindings[i].bytes;
        if (bytes > gm.bytes || used > gm.bytes || bytes + 4 * GM_GRANULE > gm.bytes - used) {
            runner_error("%s: the buffers exceed the %zu bytes of GM", bindings[i].path, gm.bytes);
        }
        size_t slack = arguments->gm != RUNNER_GM_STRICT ? -bytes % GM_GRANULE + GM_GRANULE : 0;
        buffers[i] = (pto_gm_buffer_t){
            .address = gm.base + used,
            .bytes = bytes,
            .name = bindings[i].path,
            .slack = slack,
            .discards = arguments->gm == RUNNER_GM_DISCARD,
            .read_only = !bindings[i].write,
            .unwritten = bytes - bindings[i].file_bytes,
        };
        used += (bytes + slack + GM_GAP + GM_ALIGNMENT - 1) / GM_ALIGNMENT * GM_ALIGNMENT;
    }
}

static bool transfer(const char *what, ptrdiff_t (*move)(int file, void *buffer, size_t bytes), const char *path,
                     int file, uint8_t *buffer, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        size_t piece = bytes - done < RUNNER_PIECE ? bytes - done : RUNNER_PIECE;
        if (done != 0 && done % PROGRESS == 0) {
            pto_print(HAL_STDERR, "progress: %s %s: %zu of %zu MB\n", what, path, done / 1000000, bytes / 1000000);
        }
        if (move(file, buffer + done, piece) != (ptrdiff_t)piece) {
            return false;
        }
        done += piece;
    }
    return true;
}

static ptrdiff_t write_piece(int file, void *buffer, size_t bytes)
{
    return hal_file_write(file, buffer, bytes);
}

bool runner_read(const char *path, int file, void *to, size_t bytes)
{
    return transfer("reading", hal_file_read, path, file, to, bytes);
}

bool runner_write(const char *path, int file, const void *from, size_t bytes)
{
    return transfer("writing", write_piece, path, file, (uint8_t *)(uintptr_t)from, bytes);
}

static void load(binding_t *binding, const pto_gm_buffer_t *buffer)
{
    uint8_t *to = buffer->address;
    size_t bytes = binding->file_bytes;
    if (!runner_read(binding->path, binding->file, to, bytes)) {
        runner_error("cannot read %s", binding->path);
    }
    if (binding->file >= 0) {
        hal_file_close(binding->file);
    }
    if (hal_files_are_slow()) {
        binding->crc = hal_crc32(0, to, bytes);
    }
    if (!hal_ram_was_zero()) {
        hal_zero(to + bytes, buffer->bytes + buffer->slack - bytes);
    }
}

/// Guards ///

static uint8_t *gap_of(const pto_gm_buffer_t *buffer)
{
    return (uint8_t *)buffer->address + buffer->bytes + buffer->slack;
}

static void fill_gap(const pto_gm_buffer_t *buffer)
{
    __builtin_memset(gap_of(buffer), GAP_FILLER, GM_GAP);
}

// Returns the first of some bytes after a buffer that differs from `filler`, or NULL.
static const uint8_t *find_written(const uint8_t *at, size_t bytes, uint8_t filler)
{
    const uint64_t word = filler * UINT64_C(0x0101010101010101);
    for (size_t i = 0; i < bytes;) {
        bool whole = ((uintptr_t)(at + i) & 7) == 0 && bytes - i >= 8;
        if (whole && *(const uint64_t *)(const void *)(at + i) == word) {
            i += 8;
        } else if (at[i] == filler) {
            i++;
        } else {
            return at + i;
        }
    }
    return NULL;
}

static bool is_gap_intact(const pto_gm_buffer_t *buffer)
{
    const uint8_t *written = find_written(gap_of(buffer), GM_GAP, GAP_FILLER);
    if (!buffer->discards) {
        const uint8_t *in_slack = find_written((const uint8_t *)buffer->address + buffer->bytes, buffer->slack, 0);
        written = in_slack != NULL ? in_slack : written;
    }
    if (written != NULL) {
        pto_print(HAL_STDERR,
                  "fault: the kernel has written past the end of GM buffer %s: at offset %zu, and it "
                  "has %zu bytes\n",
                  buffer->name, (size_t)(written - (uint8_t *)buffer->address), buffer->bytes);
    }
    return written == NULL;
}

static bool is_same_as_file(const binding_t *binding, const pto_gm_buffer_t *buffer)
{
    static uint8_t piece[16 * 1024];
    int file = binding->bytes <= COMPARED_MAX ? hal_file_open(binding->path, HAL_FILE_READ) : -1;
    bool same = true;
    for (size_t done = 0; file >= 0 && same && done < binding->file_bytes; done += sizeof piece) {
        size_t left = binding->file_bytes - done;
        size_t bytes = left < sizeof piece ? left : sizeof piece;
        same = hal_file_read(file, piece, bytes) == (ptrdiff_t)bytes &&
               __builtin_memcmp(piece, (const uint8_t *)buffer->address + done, bytes) == 0;
    }
    if (file >= 0) {
        hal_file_close(file);
    }
    return same;
}

// Whether an input still equals its file.
static bool is_input_intact(const binding_t *binding, const pto_gm_buffer_t *buffer)
{
    if (binding->context) {
        return true;
    }
    bool same = hal_files_are_slow() ? hal_crc32(0, buffer->address, binding->file_bytes) == binding->crc
                                     : is_same_as_file(binding, buffer);
    if (!same) {
        pto_print(HAL_STDERR,
                  "fault: the kernel has written GM buffer %s, which is an input: bind it with inout: or "
                  "out:\n",
                  binding->path);
    }
    return same;
}

static bool is_intact(const binding_t *binding, const pto_gm_buffer_t *buffer)
{
    return is_gap_intact(buffer) && (binding->write || buffer->slack != 0 || is_input_intact(binding, buffer));
}

bool runner_intact(void)
{
    bool intact = true;
    for (uint32_t i = 0; i < binding_num; i++) {
        intact &= bindings[i].of_peer || is_intact(&bindings[i], &buffers[i]);
    }
    return intact;
}

static const char *parameter_list(const pto_kernel_t *kernel)
{
    static char text[768];
    size_t length = 0;
    for (uint32_t i = 0; i < kernel->param_num; i++) {
        const pto_param_t *param = &kernel->params[i];
        length +=
            pto_format(text + length, sizeof text - length, "%s%s %s", i == 0 ? "" : ", ", param->type, param->name);
    }
    return text;
}

static void check_arg_num(const runner_arguments_t *arguments)
{
    const pto_kernel_t *kernel = arguments->kernel;
    uint32_t rank_num = arguments->options.rank_num > 1 ? arguments->options.rank_num : 1;
    uint32_t given = arguments->arg_num / rank_num;
    if (rank_num > 1 && kernel->kind == PTO_KERNEL_PROGRAM) {
        runner_error("--ranks %u: %s is a program, which has no ranks", rank_num, kernel->name);
    }
    if (arguments->arg_num != kernel->param_num * rank_num) {
        runner_error("kernel %s takes %u argument%s (%s), %u %s given", kernel->name, kernel->param_num,
                     kernel->param_num == 1 ? "" : "s", parameter_list(kernel), given, given == 1 ? "is" : "are");
    }
}

// Returns the number of the file that an argument names; of a number, sets the slot.
static uint32_t bind_argument(const pto_kernel_t *kernel, const pto_param_t *param, const char *arg, uint64_t *slot)
{
    spec_t spec;
    if (param->kind == PTO_PARAM_POINTER && pto_same(arg, "comm")) {
        return bind_context();
    }
    if (parse_file(arg, &spec)) {
        if (param->kind != PTO_PARAM_POINTER) {
            runner_error("%s: parameter %s of %s is a number (%s)", arg, param->name, kernel->name, param->type);
        }
        *slot = spec.offset;
        return bind(&spec);
    }
    if (param->kind == PTO_PARAM_POINTER) {
        runner_error("%s: parameter %s of %s is a pointer: give in:FILE, inout:FILE or out:FILE=BYTES", arg,
                     param->name, kernel->name);
    }
    const char *wrong = runner_number(arg, param, slot);
    if (wrong != NULL) {
        runner_error("%s %s (parameter %s of %s is %s)", arg, wrong, param->name, kernel->name, param->type);
    }
    return 0;
}

// Gives a buffer its contents.
static void fill(uint32_t number, uint32_t rank_num)
{
    if (bindings[number].write) {
        check_writable(&bindings[number]);
    }
    if (bindings[number].context) {
        fill_context(number, rank_num);
    } else {
        load(&bindings[number], &buffers[number]);
    }
    fill_gap(&buffers[number]);
}

void runner_bind(const runner_arguments_t *arguments, uint64_t *slots)
{
    const pto_kernel_t *kernel = arguments->kernel;
    check_arg_num(arguments);
    uint32_t binding_of[PTO_GM_BUFFER_MAX];
    const pto_run_options_t *options = &arguments->options;
    for (uint32_t i = 0; i < arguments->arg_num; i++) {
        const pto_param_t *param = &kernel->params[i % kernel->param_num];
        uint32_t bound = binding_num;
        binding_of[i] = bind_argument(kernel, param, arguments->args[i], &slots[i]);
        if (bound < binding_num) {
            bindings[bound].of_peer = options->images && i / kernel->param_num != options->rank;
        }
    }
    place_buffers(arguments);
    for (uint32_t i = 0; i < arguments->arg_num; i++) {
        const pto_param_t *param = &kernel->params[i % kernel->param_num];
        if (param->kind == PTO_PARAM_POINTER) {
            check_size(param, &bindings[binding_of[i]]);
            if (slots[i] != 0 && slots[i] >= bindings[binding_of[i]].bytes) {
                runner_error("%s: the buffer ends before this offset", arguments->args[i]);
            }
            slots[i] += (uintptr_t)buffers[binding_of[i]].address;
        }
    }
    for (uint32_t i = 0; i < binding_num; i++) {
        if (!bindings[i].of_peer) {
            fill(i, options->rank_num > 1 ? options->rank_num : 1);
        }
    }
}

void runner_link_room(pto_run_options_t *options)
{
    hal_window_t gm = room_of(options);
    uint8_t *end = binding_num == 0 ? gm.base : gap_of(&buffers[binding_num - 1]) + GM_GAP;
    size_t left = (size_t)(gm.base + gm.bytes - end);
    options->link_room = end + -(uintptr_t)end % GM_ALIGNMENT;
    options->link_bytes = left < LINK_BYTES + GM_ALIGNMENT ? left - GM_ALIGNMENT : LINK_BYTES;
    if (options->images) {  // each has a part
        options->link_bytes = options->link_bytes / options->rank_num / GM_ALIGNMENT * GM_ALIGNMENT;
        options->link_room = (uint8_t *)options->link_room + options->rank * options->link_bytes;
    }
}

size_t runner_buffers(const pto_gm_buffer_t **list)
{
    *list = buffers;
    return binding_num;
}

void runner_store(void)
{
    for (uint32_t i = 0; i < binding_num; i++) {
        if (!bindings[i].write || bindings[i].of_peer) {
            continue;
        }
        int file = hal_file_open(bindings[i].path, HAL_FILE_WRITE);
        if (file < 0 || !runner_write(bindings[i].path, file, buffers[i].address, bindings[i].bytes) ||
            hal_file_close(file) != 0) {
            runner_error("cannot write %s", bindings[i].path);
        }
    }
}
