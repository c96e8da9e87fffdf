// SPDX-License-Identifier: Apache-2.0
//
// What the next command of the walk of plan_sync.c conflicts with.

#include "ptoc.h"

#include <string.h>

#include "plan.h"

#include "plan_sync.h"

/// The iterations of `loop` between an earlier command and the next one; false: different runs of the loop.
static bool iterations_between(const syncer_t *s, const command_t *earlier, const op_t *loop, int64_t *distance)
{
    for (uint32_t i = 0; i < earlier->depth && i < s->depth; i++) {
        if (s->loops[i].loop == loop) {
            *distance = (int64_t)s->loops[i].number - earlier->loops[i].number;
            return s->loops[i].run == earlier->loops[i].run;
        }
    }
    return false;
}

/// Whether an access of an earlier command and one of the next conflict.
static bool accesses_conflict(const syncer_t *s, const command_t *earlier, const access_t *a, const access_t *b)
{
    int64_t distance;
    bool apart = !s->plain && a->slot.buffer != NULL &&
                 iterations_between(s, earlier, a->slot.number.loop, &distance) &&
                 plan_slots_differ(&a->slot, &b->slot, distance);
    return !apart && plan_conflict(a, b);
}

/// `local`: only accesses of local memories.
static bool conflict(const syncer_t *s, const command_t *earlier, const touch_t *touch, bool local)
{
    for (uint32_t i = 0; i < earlier->touch->num; i++) {
        for (uint32_t j = 0; j < touch->num; j++) {
            const access_t *a = &earlier->touch->accesses[i], *b = &touch->accesses[j];
            bool counts = !local || a->space != SPACE_GM;
            if (counts && accesses_conflict(s, earlier, a, b)) {
                return true;
            }
        }
    }
    return false;
}

/// Steps back to the command before; false: there is none.
static bool step_back(const syncer_t *s, uint32_t *i)
{
    for (uint32_t k = s->hidden_num; k-- > 0 && *i <= s->hidden[k].to;) {
        *i = *i > s->hidden[k].from ? s->hidden[k].from : *i;
    }
    return (*i)-- > 0;
}

/// How many commands have a number of at most `last`.
static uint32_t commands_to(const syncer_t *s, int32_t last)
{
    uint32_t low = 0, high = s->commands_num;
    while (low < high && s->commands[high - 1].number > last) {
        uint32_t middle = (low + high) / 2;
        if (s->commands[middle].number <= last) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return high;
}

static bool is_tile_transfer(const op_t *op, const touch_t *touch, int pipe)
{
    return touch->pipe == pipe && op->desc != NULL && op->desc->cls == OPS_TILE;
}

/// The update that a store makes of each element, such as "add"; NULL: it overwrites them.
static const char *update_of(const op_t *op)
{
    const attr_t *attr = op_attr(op, "atomicType");
    attr = attr != NULL ? attr : op_attr(op, "scatterAtomicOp");
    const char *kind = attr == NULL || attr->text == NULL ? "none" : attr->text;
    kind += strncmp(kind, "atomic_", 7) == 0 ? 7 : 0;
    return strcmp(kind, "none") == 0 ? NULL : kind;
}

static bool commute(const op_t *a, const op_t *b)
{
    const char *update = update_of(a), *other = update_of(b);
    return update != NULL && other != NULL && strcmp(update, other) == 0;
}

/// Whether two stores write the same bytes, and their order matters.
static bool stores_conflict(const command_t *earlier, const op_t *op, const touch_t *touch)
{
    for (uint32_t i = 0; i < earlier->touch->num; i++) {
        for (uint32_t j = 0; j < touch->num; j++) {
            if (plan_stores_meet(&earlier->touch->accesses[i], &touch->accesses[j])) {
                return !commute(earlier->op, op);
            }
        }
    }
    return false;
}

bool syncer_transfers_conflict(const syncer_t *s, const state_t *state, const op_t *op, const touch_t *touch,
                               int32_t last)
{
    int pipe = touch->pipe;
    if (!is_tile_transfer(op, touch, pipe)) {
        return false;
    }
    for (uint32_t i = commands_to(s, last); step_back(s, &i) && s->commands[i].number > state->ended[pipe];) {
        const command_t *earlier = &s->commands[i];
        if (is_tile_transfer(earlier->op, earlier->touch, pipe) &&
            (pipe == PIPE_MTE2 ? conflict(s, earlier, touch, true) : stores_conflict(earlier, op, touch))) {
            return true;
        }
    }
    return false;
}

const command_t *syncer_need(const syncer_t *s, const state_t *state, int from, int pipe, const touch_t *touch,
                             int32_t last)
{
    for (uint32_t i = commands_to(s, last); step_back(s, &i);) {
        const command_t *earlier = &s->commands[i];
        if (earlier->number <= state->clock[pipe][from]) {
            break;
        }
        if (earlier->pipe == from && conflict(s, earlier, touch, false)) {
            return earlier;
        }
    }
    return NULL;
}
