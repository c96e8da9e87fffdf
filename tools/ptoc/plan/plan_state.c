// SPDX-License-Identifier: Apache-2.0
//
// What the walk of plan_sync.c knows at a point: clocks of the pipes and of the flags, and what several paths to one
// point have in common.

#include "ptoc.h"

#include "plan.h"

#include <string.h>

#include "plan_sync.h"

void clock_join(int32_t *clock, const int32_t *other)
{
    for (int p = 0; p < PIPES; p++) {
        clock[p] = clock[p] > other[p] ? clock[p] : other[p];
    }
}

void state_copy(const syncer_t *s, state_t *to, const state_t *from)
{
    memcpy(to->clock, from->clock, sizeof(to->clock));
    memcpy(to->last, from->last, sizeof(to->last));
    memcpy(to->ended, from->ended, sizeof(to->ended));
    memcpy(to->tokens, from->tokens, sizeof(*to->tokens) * s->tokens_num);
}

void state_drain(const syncer_t *s, state_t *state)
{
    for (int q = 0; q < PIPES; q++) {
        for (int p = 0; p < PIPES; p++) {
            state->clock[q][p] = s->count;
        }
        state->ended[q] = s->count;
    }
}

state_t *state_new(syncer_t *s)
{
    s->cost += s->tokens_num / 16 + 4;
    if (s->free_states != NULL) {
        state_t *state = s->free_states;
        s->free_states = state->next;
        return state;
    }
    state_t *state = arena_alloc(&s->scratch, sizeof(state_t));
    state->tokens = arena_alloc(&s->scratch, sizeof(carried_t) * (s->tokens_num + 1));
    return state;
}

void state_free(syncer_t *s, state_t *state)
{
    state->next = s->free_states;
    s->free_states = state;
}

/// A number of `clock` on one path, raised over the commands that only other paths issued: here they are complete.
static int32_t path_clock(const path_t *path, int32_t clock, int32_t last, int32_t fork)
{
    if (clock >= last) {
        return INT32_MAX;
    }
    return clock >= fork && clock < path->since ? path->since : clock;
}

static void merge_clock(int32_t *out, const int32_t *const *clocks, const path_t *paths, uint32_t num,
                        const int32_t *fork)
{
    for (int p = 0; p < PIPES; p++) {
        int32_t least = INT32_MAX;
        for (uint32_t w = 0; w < num; w++) {
            int32_t now = path_clock(&paths[w], clocks[w][p], paths[w].state->last[p], fork[p]);
            least = now < least ? now : least;
        }
        out[p] = least;
    }
}

static void merge_token(const syncer_t *s, carried_t *out, uint32_t token, const path_t *paths, uint32_t num,
                        const int32_t *fork)
{
    const int32_t *clocks[PATHS_MAX];
    out->waited = 0;
    for (uint32_t w = 0; w < num; w++) {
        clocks[w] = paths[w].state->tokens[token].clock;
        int32_t waited = paths[w].state->tokens[token].waited;
        out->waited = waited > out->waited ? waited : out->waited;
    }
    merge_clock(out->clock, clocks, paths, num, fork);
    for (int p = 0; p < PIPES; p++) {
        out->clock[p] = out->clock[p] > s->count ? s->count : out->clock[p];
    }
}

void state_merge(syncer_t *s, state_t *out, const path_t *paths, uint32_t num, const int32_t *fork)
{
    const int32_t *clocks[PATHS_MAX];
    state_t *merged = state_new(s);
    for (int q = 0; q < PIPES; q++) {
        for (uint32_t w = 0; w < num; w++) {
            clocks[w] = paths[w].state->clock[q];
        }
        merge_clock(merged->clock[q], clocks, paths, num, fork);
        for (int p = 0; p < PIPES; p++) {
            merged->clock[q][p] = merged->clock[q][p] > s->count ? s->count : merged->clock[q][p];
        }
    }
    for (uint32_t i = 0; i < s->known_num; i++) {
        for (uint32_t k = 0; k < s->pairs[i].ids_num && !s->pairs[i].off; k++) {
            merge_token(s, &merged->tokens[s->pairs[i].token + k], s->pairs[i].token + k, paths, num, fork);
        }
    }
    memset(merged->last, 0, sizeof(merged->last));
    for (int p = 0; p < PIPES; p++) {
        for (uint32_t w = 0; w < num; w++) {
            int32_t last = paths[w].state->last[p];
            merged->last[p] = last > merged->last[p] ? last : merged->last[p];
        }
    }
    for (uint32_t w = 0; w < num; w++) {
        clocks[w] = paths[w].state->ended;
    }
    merge_clock(merged->ended, clocks, paths, num, fork);
    for (int p = 0; p < PIPES; p++) {
        merged->ended[p] = merged->ended[p] > s->count ? s->count : merged->ended[p];
    }
    state_copy(s, out, merged);
    state_free(s, merged);
}
