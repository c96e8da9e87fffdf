// SPDX-License-Identifier: Apache-2.0
//
// Findings: one for each pair of source locations, with a count, printed at the end of the launch.

#include "finding.h"

#define FINDINGS 128

static finding_t findings[FINDINGS];
static uint32_t finding_num;
static const char *unknown[16];
static uint32_t unknown_num;

void check_report_reset(void)
{
    check_places_forget();
    finding_num = 0;
    unknown_num = 0;
}

static void note_known(finding_t *finding, const check_access_t *access)
{
    for (uint32_t i = 0; i < 2; i++) {
        check_who_t who = finding->side[i];
        const check_clock_t *known = NULL;
        if (who.mark != 0 && who.block == access->who.block) {
            known = who.mark == access->who.mark ? access->clock : check_known(access->core->core, who);
        }
        if (known != NULL) {
            finding->known[i] = *known;
        }
    }
}

// Whether to report this pair of accesses instead of the one in the finding: the pair whose second access is first in
// program order, and of these the closest pair. So the report does not depend on the order in which commands ran.
static bool is_told_rather(check_who_t first, check_who_t second, const finding_t *finding)
{
    const check_who_t *told = finding->side;
    uint32_t agent = second.mark >> CHECK_SEQ_BITS, other = told[1].mark >> CHECK_SEQ_BITS;
    if (second.block != told[1].block || agent != other) {
        return second.block != told[1].block ? second.block < told[1].block : agent < other;
    }
    return second.order != told[1].order ? second.order < told[1].order : first.order > told[0].order;
}

finding_t *finding_of_pair(uint32_t kind, const check_access_t *access, check_who_t other, check_who_t first,
                           check_who_t second, uintptr_t address)
{
    uint32_t place = second.note, before = first.mark != 0 ? first.note : UINT32_MAX, i = 0, count = 1;
    while (i < finding_num && (findings[i].kind != kind || findings[i].place != place || findings[i].other != before)) {
        i++;
    }
    if (i == FINDINGS) {
        return NULL;
    }
    finding_t *finding = &findings[i];
    if (i < finding_num) {
        bool same = finding->mark == second.mark && finding->other_mark == first.mark;
        count = finding->count += !same;
        finding->mark = second.mark;
        finding->other_mark = first.mark;
        if (!is_told_rather(first, second, finding)) {
            return NULL;
        }
    }
    finding_num += i == finding_num;
    *finding = (finding_t){.count = count,
                           .place = place,
                           .other = before,
                           .kind = kind,
                           .mark = second.mark,
                           .other_mark = first.mark,
                           .memory = kind >= REUSED ? (check_place_t){0} : check_place(address),
                           .pipe = pipe_of(second),
                           .core = pto_is_program() ? access->core->core->index : pto_group_number(access->core->core),
                           .block = second.block,
                           .side = {first, second}};
    note_known(finding, access);
    // In a program, the pair can be replayed if both are of one block.
    bool is_known = !pto_is_program() || first.block == second.block;
    if (other.mark != 0 && is_known && !is_copy(other) && !is_copy(access->who)) {
        finding->cluster = pto_cluster_index(access->core->core);
        finding->command_num = 2;
        finding->command[0] = other;
        finding->command[1] = access->who;
    }
    return finding;
}

finding_t *finding_of(uint32_t kind, const check_access_t *access, check_who_t other, uintptr_t address)
{
    return finding_of_pair(kind, access, other, other, access->who, address);
}

void finding_put(finding_t *finding, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding->length +=
        pto_vformat(finding->text + finding->length, sizeof finding->text - finding->length, format, args);
    va_end(args);
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

/// Output: a line of JSON for each finding, from which the driver makes a report ///

static void write_string(const char *name, const char *text, size_t length)
{
    pto_print(HAL_STDERR, "\"%s\": \"", name);
    size_t written = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            hal_write(HAL_STDERR, text + written, i - written);
            hal_puts(HAL_STDERR, "\\");
            written = i;
        }
    }
    hal_write(HAL_STDERR, text + written, length - written);
    hal_puts(HAL_STDERR, "\"");
}

static size_t length_of(const char *text, char end)
{
    size_t length = 0;
    while (text[length] != 0 && text[length] != end) {
        length++;
    }
    return length;
}

static void write_place(uint32_t number, check_who_t who, const check_clock_t *known)
{
    const check_note_t *note = check_note(number);
    pto_print(HAL_STDERR, "{\"pipe\": \"%s\", \"slot\": %u, \"number\": %u, \"order\": %u, ",
              pto_pipe_names[pipe_of(who)], slot_of(who), number_of(who), who.order);
    // Its clock: for each pipe of its core, the number of commands known to be complete.
    hal_puts(HAL_STDERR, "\"known\": {");
    uint32_t agent = (who.mark >> CHECK_SEQ_BITS) - 1;
    for (uint32_t pipe = 0; pipe < PTO_PIPE_NUM; pipe++) {
        pto_print(HAL_STDERR, "%s\"%s\": %u", pipe == 0 ? "" : ", ", pto_pipe_names[pipe],
                  known->at[agent - agent % PTO_PIPE_NUM + pipe]);
    }
    hal_puts(HAL_STDERR, "}, ");
    write_string("command", note->op, length_of(note->op, 0));
    if (note->pc != 0) {
        pto_print(HAL_STDERR, ", \"pc\": \"pc=0x%zx\"}", note->pc - 2);
        return;
    }
    hal_puts(HAL_STDERR, ", ");
    write_string("file", note->loc->file, length_of(note->loc->file, 0));
    pto_print(HAL_STDERR, ", \"line\": %u}", note->loc->line);
}

static void write_finding(const finding_t *finding)
{
    check_task_t task;
    bool of_task = check_task_of((check_who_t){.block = finding->block & 0xffffff}, &task);
    hal_puts(HAL_STDERR, "check: {");
    write_string("finding", finding->text, length_of(finding->text, ':'));
    const char *memory = finding->memory.name != NULL ? finding->memory.name : "";
    hal_puts(HAL_STDERR, ", ");
    write_string("memory", memory, length_of(memory, 0));
    pto_print(HAL_STDERR,
              ", \"offset\": %zu, \"pipe\": \"%s\", \"core\": %u, \"block\": %u, \"count\": %u, \"places\": [",
              (size_t)finding->memory.offset, pto_pipe_names[finding->pipe], finding->core, task.block, finding->count);
    if (finding->other != UINT32_MAX) {
        write_place(finding->other, finding->side[0], &finding->known[0]);
        hal_puts(HAL_STDERR, ", ");
    }
    write_place(finding->place, finding->side[1], &finding->known[1]);
    hal_puts(HAL_STDERR, "], \"commands\": [");
    for (uint32_t i = 0; i < finding->command_num; i++) {
        check_who_t who = finding->command[i];
        pto_print(HAL_STDERR, "%s[%u, %u, \"%s\", %u]", i == 0 ? "" : ", ",
                  pto_is_program() ? finding->cluster : group_of(who), slot_of(who), pto_pipe_names[pipe_of(who)],
                  number_of(who));
    }
    hal_puts(HAL_STDERR, "], ");
    if (of_task) {
        pto_print(HAL_STDERR, "\"task\": %u, ", task.number);
    }
    write_string("text", finding->text, length_of(finding->text, 0));
    hal_puts(HAL_STDERR, "}\n");
}

uint32_t check_report_end(void)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < finding_num; i++) {
        write_finding(&findings[i]);
        num += findings[i].kind != CARRIED;
    }
    for (uint32_t i = 0; i < unknown_num; i++) {
        pto_print(HAL_STDERR, "check: note: not looked at: %s\n", unknown[i]);
    }
    return num;
}
