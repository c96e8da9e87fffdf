// SPDX-License-Identifier: Apache-2.0
//
// Runs a command file through both vector backends and compares them bit for bit, or through the only one there is.
//
//   vector_test COMMANDS [RESULTS]
//
// One TAP line for each entry (instruction and types) that is compared.  RESULTS gets the bytes of all results in
// order; the model in tests/vector/model.py is checked against them.
#include "vector_test.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hal/hal.h"
#include "hal/vector/vector.h"

#define MAGIC 0x31435456u

// The file formats are described in cases.py.
typedef struct {
    uint32_t magic, pool_bytes, groups, cases;
} header_t;

typedef struct {
    uint16_t entry, variant, count, pad;
} group_t;

typedef struct {
    int64_t s[4];
    uint32_t v[3], m[4], p[5];
    int32_t memory;
    uint32_t pad;
} case_t;

_Static_assert(sizeof(case_t) == 88, "cases.py packs cases as 88 bytes");

// Results of one call in the order of the results file.
typedef struct {
    uint8_t bytes[2 * VT_VREG + 2 * VT_MASK + 16 + VT_MEMORY];
    uint32_t size;
} result_t;

enum {
    POOL_MAX = 8 << 20,
    OUT_BUFFER = 1 << 20,
    CASES_MAX = 1024, // in one group
};

static uint8_t pool[POOL_MAX] __attribute__((aligned(64)));
static uint8_t out_buffer[OUT_BUFFER];
static uint32_t out_used;
static int out_file = -1;
static vt_io_t io;
static uint8_t memory[VT_MEMORY] __attribute__((aligned(256)));
// The accesses of instructions on the vector core that this hart simulates; all addresses are allowed.
static uint64_t core[6];
static pto_spr_t spr;
static uint32_t failures_num, case_num, lines;

static void print(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void print(const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    hal_puts(HAL_STDOUT, line);
}

static _Noreturn void bail_out(const char *why, const char *what)
{
    print("Bail out! %s %s\n", why, what);
    hal_exit(2);
}

static void read_commands(int file, void *buffer, size_t bytes)
{
    if (hal_file_read(file, buffer, bytes) != (ptrdiff_t)bytes) {
        bail_out("the command file ends early", "");
    }
}

static void flush_results(void)
{
    if (out_file >= 0 && out_used &&
        hal_file_write(out_file, out_buffer, out_used) != (ptrdiff_t)out_used) {
        bail_out("cannot write the results", "");
    }
    out_used = 0;
}

static void keep_result(const result_t *result)
{
    if (out_used + result->size > OUT_BUFFER) {
        flush_results();
    }
    memcpy(&out_buffer[out_used], result->bytes, result->size);
    out_used += result->size;
}

static void append(result_t *result, const void *bytes, uint32_t size)
{
    memcpy(&result->bytes[result->size], bytes, size);
    result->size += size;
}

// Calls one wrapper on fresh copies of the operands, its results poisoned beforehand.
static void call(vt_call_t *function, const vt_entry_t *entry, const group_t *group,
                 const case_t *test, result_t *result)
{
    for (int i = 0; i < 3; ++i) {
        memcpy(io.v[i], &pool[test->v[i]], VT_VREG);
    }
    for (int i = 0; i < 4; ++i) {
        memcpy(io.m[i], &pool[test->m[i]], VT_MASK);
        io.s[i] = (uint64_t)test->s[i];
    }
    memcpy(memory, &pool[test->memory], VT_MEMORY);
    for (int i = 0; i < 5; ++i) {
        io.p[i] = memory + test->p[i];
    }
    io.memory = memory;
    memset(io.rv, 0xa5, sizeof io.rv);
    memset(io.rm, 0xa5, sizeof io.rm);
    memset(io.rs, 0xa5, sizeof io.rs);
    memset(&spr, 0, sizeof spr);
    function(&io, group->variant);
    result->size = 0;
    append(result, io.rv, entry->vectors * VT_VREG);
    append(result, io.rm, entry->masks * VT_MASK);
    append(result, io.rs, entry->scalars * 8u);
    if (entry->stores) {
        append(result, memory, VT_MEMORY);
    }
}

static void report_difference(const vt_entry_t *entry, const group_t *group, const result_t *tried,
                              const result_t *ref)
{
    uint32_t at = 0;
    while (tried->bytes[at] == ref->bytes[at]) {
        ++at;
    }
    print("# %s variant %u case %u: result byte %u is %02x, scalar backend has %02x\n", entry->name,
          group->variant, (unsigned)case_num, (unsigned)at, tried->bytes[at], ref->bytes[at]);
}

// Runs the cases of one group; returns the number that differ.
static uint32_t run_group(const vt_entry_t *entry, const group_t *group, const case_t *cases)
{
    static result_t tried, ref;
    uint32_t differ = 0;
    for (case_num = 0; case_num < group->count; ++case_num) {
        call(entry->tried, entry, group, &cases[case_num], &tried);
        keep_result(&tried);
        if (entry->ref == NULL) {
            continue;
        }
        call(entry->ref, entry, group, &cases[case_num], &ref);
        if (memcmp(tried.bytes, ref.bytes, tried.size) != 0 && differ++ == 0) {
            report_difference(entry, group, &tried, &ref);
        }
    }
    return differ;
}

static void report_entry(const vt_entry_t *entry, uint32_t cases, uint32_t differ)
{
    if (entry->ref != NULL) {
        print("%s %u - %s (%u cases)\n", differ ? "not ok" : "ok", (unsigned)++lines, entry->name,
              (unsigned)cases);
    }
    failures_num += differ != 0;
}

static void run(int commands, const header_t *header)
{
    static case_t cases[CASES_MAX];
    uint32_t current = UINT32_MAX, cases_num = 0, differ = 0;
    for (uint32_t i = 0; i < header->groups; ++i) {
        group_t group;
        read_commands(commands, &group, sizeof group);
        if (group.entry >= vt_entries_num || group.count > CASES_MAX) {
            bail_out("the command file is of another image", "");
        }
        read_commands(commands, cases, group.count * sizeof cases[0]);
        if (current != UINT32_MAX && group.entry != current) {
            report_entry(&vt_entries[current], cases_num, differ);
            cases_num = differ = 0;
        }
        current = group.entry;
        cases_num += group.count;
        differ += run_group(&vt_entries[current], &group, cases);
    }
    report_entry(&vt_entries[current], cases_num, differ);
    for (const char *const *name = vt_missing; *name; ++name) {
        print("not ok %u - %s is not defined\n", (unsigned)++lines, *name);
        ++failures_num;
    }
    if (lines == 0) {
        print("ok %u - all results are written\n", (unsigned)++lines);
    }
    print("1..%u\n", (unsigned)lines);
}

// Splits the command line in place; returns the number of words.
static int split_words(char *line, char **words, int words_max)
{
    int count = 0;
    bool inside = false;
    for (char *at = line; *at; ++at) {
        if (*at == ' ') {
            *at = 0;
            inside = false;
        } else if (!inside && count < words_max) {
            words[count++] = at;
            inside = true;
        }
    }
    return count;
}

static int open_file(const char *path, hal_file_mode_t mode)
{
    int file = hal_file_open(path, mode);
    if (file < 0) {
        bail_out("cannot open", path);
    }
    return file;
}

int main(void)
{
    static char line[1024];
    char *words[3]; // the image, the commands, the results
    header_t header;
    int words_num = hal_cmdline(line, sizeof line) > 0 ? split_words(line, words, 3) : 0;
    if (words_num < 2) {
        bail_out("usage:", "vector_test COMMANDS [RESULTS]");
    }
    int commands = open_file(words[1], HAL_FILE_READ);
    if (words_num > 2) {
        out_file = open_file(words[2], HAL_FILE_WRITE);
    }
    read_commands(commands, &header, sizeof header);
    if (header.magic != MAGIC || header.pool_bytes > POOL_MAX) {
        bail_out("not a command file of this image:", words[1]);
    }
    pto_idle_core(core, &spr);
    hal_hart()->core = core;
    print("TAP version 13\n");
    read_commands(commands, pool, header.pool_bytes);
    run(commands, &header);
    flush_results();
    print("# %u cases of %u entries\n", (unsigned)header.cases, (unsigned)vt_entries_num);
    return failures_num != 0;
}
