// SPDX-License-Identifier: Apache-2.0
//
// Findings: each pair of places once, with how often it was met, at the end of the launch.

#include "check.h"

#define FINDINGS 64

typedef struct {
    char text[640];
    uint32_t count;
    // What makes it the same finding.
    const pto_loc_t *place, *other;
    uint32_t kind;
} finding_t;

static finding_t findings[FINDINGS];
static uint32_t finding_num;
static const char *unknown[16];
static uint32_t unknown_num;

void check_report_reset(void)
{
    finding_num = 0;
    unknown_num = 0;
}

// A new finding, or NULL where this one is known.
static finding_t *find(uint32_t kind, const pto_loc_t *place, const pto_loc_t *other)
{
    for (uint32_t i = 0; i < finding_num; i++) {
        finding_t *finding = &findings[i];
        if (finding->kind == kind && finding->place == place && finding->other == other) {
            finding->count++;
            return NULL;
        }
    }
    if (finding_num == FINDINGS) {
        return NULL;
    }
    findings[finding_num] = (finding_t){.count = 1, .place = place, .other = other, .kind = kind};
    return &findings[finding_num++];
}

static size_t write_command(char *text, size_t bytes, const check_note_t *note)
{
    if (note->vf != NULL) {
        return pto_format(text, bytes, "vector function %s at %s:%u", note->vf, note->loc->file, note->loc->line);
    }
    return pto_format(text, bytes, "%s at %s:%u", note->op, note->loc->file, note->loc->line);
}

static const check_note_t *note_of(const check_core_t *core, uint32_t pipe, uint32_t seq)
{
    // A scalar unit is noted where it issues or waits; between two such places the later one is not known yet.
    for (uint32_t back = 0; back < CHECK_NOTES; back++) {
        const check_note_t *note = &core->note[pipe][(seq - back) % CHECK_NOTES];
        if (note->loc != NULL && note->seq == seq - back) {
            return note;
        }
        if (pipe != PIPE_S) {
            break;
        }
    }
    static const pto_loc_t nowhere = {.file = "a place that is no longer known", .function = ""};
    static const check_note_t none = {&nowhere, "a command", NULL, 0};
    return &none;
}

static const char *verb(check_kind_t kind)
{
    return kind == CHECK_READ ? "reads" : "writes";
}

// What would order two accesses of one block.
static size_t write_advice(char *text, size_t bytes, const check_access_t *access, uint32_t pipe, uint32_t slot)
{
    if (slot != access->core->slot) {
        return pto_format(text, bytes, "a semaphore between the two cores would");
    }
    if (pipe == access->pipe) {
        return pto_format(text, bytes, "pipe_barrier %s between them would", pto_pipe_names[pipe]);
    }
    return pto_format(text, bytes, "set_flag %s -> %s behind the first and its wait_flag in front of the second would",
                      pto_pipe_names[pipe], pto_pipe_names[access->pipe]);
}

static const char *race_name(check_kind_t first, check_kind_t second)
{
    return first == CHECK_READ ? "write after read" : second == CHECK_READ ? "read after write" : "write after write";
}

void check_race(const check_access_t *access, check_kind_t kind, check_mark_t other, check_kind_t other_kind,
                const char *mem, uintptr_t offset)
{
    uint32_t agent = (other >> CHECK_SEQ_BITS) - 1, slot = agent / PTO_PIPE_NUM, pipe = agent % PTO_PIPE_NUM;
    const check_core_t *core = check_core_at(access->core->core, slot);
    const check_note_t *first = note_of(core, pipe, other & CHECK_SEQ_MASK);
    const check_note_t *second = note_of(access->core, access->pipe, access->seq);
    finding_t *finding = find((uint32_t)kind << 1 | (uint32_t)other_kind, second->loc, first->loc);
    if (finding == NULL) {
        return;
    }
    char *text = finding->text;
    size_t room = sizeof finding->text;
    size_t length = pto_format(text, room, "race, %s: %s +0x%zx: %s ", race_name(other_kind, kind), mem, (size_t)offset,
                               pto_pipe_names[pipe]);
    length += pto_format(text + length, room - length, "%s it (", verb(other_kind));
    length += write_command(text + length, room - length, first);
    length += pto_format(text + length, room - length, "), %s %s it (", pto_pipe_names[access->pipe], verb(kind));
    length += write_command(text + length, room - length, second);
    length += pto_format(text + length, room - length, "), and nothing orders the two: ");
    length += write_advice(text + length, room - length, access, pipe, slot);
    pto_format(text + length, room - length, "; core %u%s, block %u", access->core->core->index,
               access->core->core->role, access->core->core->su.block);
}

void check_race_of_blocks(const check_access_t *access, check_kind_t kind, const check_note_t *other,
                          uint32_t other_block, check_kind_t other_kind, const char *buffer, uintptr_t offset)
{
    const check_note_t *second = note_of(access->core, access->pipe, access->seq);
    finding_t *finding = find(8 | (uint32_t)kind << 1 | (uint32_t)other_kind, second->loc, other->loc);
    if (finding == NULL) {
        return;
    }
    char *text = finding->text;
    size_t room = sizeof finding->text;
    size_t length = pto_format(text, room, "race between blocks: %s +0x%zx: block %u %s it (", buffer, (size_t)offset,
                               other_block, verb(other_kind));
    length += write_command(text + length, room - length, other);
    length += pto_format(text + length, room - length, "), block %u %s it (", access->core->core->su.block, verb(kind));
    length += write_command(text + length, room - length, second);
    pto_format(text + length, room - length, "); blocks run in any order, and at one time");
}

void check_uninitialised(const check_access_t *access, const char *mem, uintptr_t offset)
{
    const check_note_t *note = note_of(access->core, access->pipe, access->seq);
    finding_t *finding = find(16, note->loc, NULL);
    if (finding == NULL || unknown_num != 0 || access->core->core->group->core_num > 1) {
        finding_num -= finding != NULL;  // commands that are not followed may have written it
        return;
    }
    char *text = finding->text;
    size_t room = sizeof finding->text;
    size_t length =
        pto_format(text, room, "uninitialised: %s reads %s +0x%zx, which nothing in this block has written: ",
                   pto_pipe_names[access->pipe], mem, (size_t)offset);
    length += write_command(text + length, room - length, note);
    pto_format(text + length, room - length, "; core %u%s, block %u", access->core->core->index,
               access->core->core->role, access->core->core->su.block);
}

void check_unknown(const char *op)
{
    for (uint32_t i = 0; i < unknown_num; i++) {
        if (unknown[i] == op) {
            return;
        }
    }
    if (unknown_num < sizeof unknown / sizeof unknown[0]) {
        unknown[unknown_num++] = op;
    }
}

uint32_t check_report_end(void)
{
    for (uint32_t i = 0; i < finding_num; i++) {
        hal_puts(HAL_STDERR, "check: ");
        hal_puts(HAL_STDERR, findings[i].text);
        if (findings[i].count != 1) {
            pto_print(HAL_STDERR, "; %u times", findings[i].count);
        }
        hal_puts(HAL_STDERR, "\n");
    }
    for (uint32_t i = 0; i < unknown_num; i++) {
        pto_print(HAL_STDERR, "check: note: what %s accesses is not looked at\n", unknown[i]);
    }
    return finding_num;
}
