// SPDX-License-Identifier: Apache-2.0
//
// Joins run-time comparisons of addresses. Where a loop accesses %p[%i], %p[%i + %n], %p[%i + 2 * %n], the distances of
// pairs are c + k * %n for several k: a family, whose distances grow or shrink with k. If both ends are apart, on the
// same side, all are, so two comparisons serve the family.
//
// That holds modulo 2^64, too: all addresses are in UB, or the loop faults, so all distances are small numbers.

#include "ptoc.h"

#include "find.h"

#define PAIRS_MAX      128                     // more are hardly of few families
#define DISTANCE_TERMS (ROOT_TERMS * 4 + 2)  // of the difference of two distances

/// From one access to another, in bytes: the sum of scaled terms. The term NULL is the constant 1.
typedef struct distance {
    const value_t *from, *to;  // the roots
    const value_t *terms[DISTANCE_TERMS];
    int64_t scales[DISTANCE_TERMS];
    uint32_t terms_num;
    uint32_t bits;  // of an element
    bool joined;
} distance_t;

static void add(distance_t *distance, const value_t *term, uint64_t scale)
{
    for (uint32_t i = 0; i < distance->terms_num; i++) {
        if (distance->terms[i] == term) {
            distance->scales[i] = (int64_t)((uint64_t)distance->scales[i] + scale);
            return;
        }
    }
    distance->scales[distance->terms_num] = (int64_t)scale;
    distance->terms[distance->terms_num++] = term;
}

static distance_t distance_of(const apart_t *apart)
{
    const address_t *from = apart->other, *to = apart->store;
    distance_t distance = {.from = from->root, .to = to->root, .bits = elem_bits(to->elem)};
    add(&distance, NULL, (uint64_t)to->root_bytes - (uint64_t)from->root_bytes);
    for (uint32_t i = 0; i < to->root_terms_num; i++) {
        add(&distance, to->root_terms[i], to->root_scales[i]);
    }
    for (uint32_t i = 0; i < from->root_terms_num; i++) {
        add(&distance, from->root_terms[i], 0 - from->root_scales[i]);
    }
    return distance;
}

static int64_t scale_of(const distance_t *distance, const value_t *term)
{
    for (uint32_t i = 0; i < distance->terms_num; i++) {
        if (distance->terms[i] == term) {
            return distance->scales[i];
        }
    }
    return 0;
}

static distance_t minus(const distance_t *a, const distance_t *b)
{
    distance_t difference = *a;
    for (uint32_t i = 0; i < b->terms_num; i++) {
        add(&difference, b->terms[i], 0 - (uint64_t)b->scales[i]);
    }
    return difference;
}

/// The first term that does not cancel out, as its number; terms_num: none.
static uint32_t first_term(const distance_t *difference)
{
    uint32_t at = 0;
    while (at < difference->terms_num && difference->scales[at] == 0) {
        at++;
    }
    return at;
}

/// Whether a difference is a multiple of `step`, which is not 0. Its position on that line grows with the multiple.
static bool is_multiple(const distance_t *difference, const distance_t *step, __int128 *place)
{
    const uint32_t at = first_term(step);
    const __int128 unit = step->scales[at], times = scale_of(difference, step->terms[at]);
    const distance_t terms = minus(difference, step);  // for its list of terms
    for (uint32_t i = 0; i < terms.terms_num; i++) {
        const value_t *term = terms.terms[i];
        if (scale_of(difference, term) * unit != scale_of(step, term) * times) {
            return false;
        }
    }
    *place = unit < 0 ? -times : times;
    return true;
}

/// The pairs that are compared, and the distance of each.
typedef struct pairs {
    const apart_t *aparts;
    distance_t *distances;
    uint32_t num;
} pairs_t;

/// Whether a pair is of the family that goes from `of` in steps of `step`.
static bool is_member(const pairs_t *pairs, uint32_t of, uint32_t pair, const distance_t *step, __int128 *place)
{
    const distance_t *a = &pairs->distances[of], *b = &pairs->distances[pair];
    if (b->joined || a->from != b->from || a->to != b->to || a->bits != b->bits) {
        return false;
    }
    const distance_t difference = minus(b, a);
    *place = 0;
    return first_term(&difference) == difference.terms_num || (step != NULL && is_multiple(&difference, step, place));
}

/// The step that gives a pair its largest family; false if all others are alone with it.
static bool find_step(const pairs_t *pairs, uint32_t of, distance_t *best)
{
    uint32_t most = 0;
    for (uint32_t i = of + 1; i < pairs->num; i++) {
        const distance_t step = minus(&pairs->distances[i], &pairs->distances[of]);
        __int128 place;
        if (first_term(&step) == step.terms_num || !is_member(pairs, of, i, &step, &place)) {
            continue;
        }
        uint32_t members = 0;
        for (uint32_t j = of + 1; j < pairs->num; j++) {
            members += is_member(pairs, of, j, &step, &place);
        }
        if (members > most) {
            *best = step;
            most = members;
        }
    }
    return most != 0;
}

/// The family of a pair: its ends, as one comparison.
static apart_t join(const pairs_t *pairs, uint32_t of)
{
    distance_t step;
    const bool steps = find_step(pairs, of, &step);
    const apart_t *first = &pairs->aparts[of], *last = first;
    __int128 place, least = 0, greatest = 0;
    for (uint32_t i = of + 1; i < pairs->num; i++) {
        if (!is_member(pairs, of, i, steps ? &step : NULL, &place)) {
            continue;
        }
        pairs->distances[i].joined = true;
        if (place < least) {
            least = place;
            first = &pairs->aparts[i];
        } else if (place > greatest) {
            greatest = place;
            last = &pairs->aparts[i];
        }
    }
    apart_t joined = *first;
    if (first != last) {
        joined.last_store = last->store;
        joined.last_other = last->other;
    }
    return joined;
}

/// Fills in the distances of all pairs; false if one is not known.
static bool find_distances(const pairs_t *pairs)
{
    for (uint32_t i = 0; i < pairs->num; i++) {
        const apart_t *apart = &pairs->aparts[i];
        if (!apart->same_lanes || apart->store->vague || apart->other->vague) {
            return false;
        }
        pairs->distances[i] = distance_of(apart);
    }
    return true;
}

void lanes_join_families(finder_t *f, uint32_t limit)
{
    lane_plan_t *plan = f->plan;
    if (plan->aparts_num > PAIRS_MAX) {
        return;
    }
    const pairs_t pairs = {plan->aparts, ARENA_ARRAY(&f->cc->arena, distance_t, plan->aparts_num), plan->aparts_num};
    if (!find_distances(&pairs)) {
        return;
    }
    uint32_t families = 0;
    for (uint32_t i = 0; i < pairs.num && families <= limit; i++) {
        if (!pairs.distances[i].joined) {
            const apart_t joined = join(&pairs, i);
            plan->aparts[families++] = joined;
        }
    }
    plan->aparts_num = families;
}
