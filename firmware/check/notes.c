// SPDX-License-Identifier: Apache-2.0
//
// Notes: names and source locations of commands in reports, each once.

#include "check.h"

#define NOTES 4096

#define NOTE_PLACES (2 * NOTES)

static check_note_t notes[NOTES];
static uint32_t note_num;
static uint16_t note_places[NOTE_PLACES];  // hash table by open addressing: 1 + number of a note; 0: free

static bool is_same_note(const check_note_t *a, const check_note_t *b)
{
    return a->loc == b->loc && a->op == b->op && a->vf == b->vf && a->pc == b->pc;
}

uint32_t check_note_number(const pto_loc_t *loc, const char *op, const char *vf, uintptr_t pc)
{
    const check_note_t note = {loc, op, vf, pc};
    uint32_t at = (uint32_t)((uintptr_t)loc >> 3 ^ (uintptr_t)op >> 3 ^ pc);
    for (;; at++) {
        uint16_t *place = &note_places[at % NOTE_PLACES];
        if (*place == 0) {
            if (note_num == NOTES) {
                return NOTES;
            }
            notes[note_num++] = note;
            *place = (uint16_t)note_num;
            return note_num - 1;
        }
        if (is_same_note(&notes[*place - 1], &note)) {
            return *place - 1u;
        }
    }
}

const check_note_t *check_note(uint32_t number)
{
    static const pto_loc_t nowhere = {.file = "a place that is not known", .function = ""};
    static const check_note_t none = {&nowhere, "a command", NULL, 0};
    return number < note_num ? &notes[number] : &none;
}

void check_notes_forget(void)
{
    note_num = 0;
    hal_zero(note_places, sizeof note_places);
}
