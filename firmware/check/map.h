// SPDX-License-Identifier: Apache-2.0
//
// A bit map with one bit for each byte of UB.
#ifndef PTO_CHECK_MAP_H
#define PTO_CHECK_MAP_H

#include "check.h"
#include "runs.h"

#define MAP_WORDS (BOARD_UB_BYTES / 64)

typedef struct {
    uint64_t word[MAP_WORDS];
    uint32_t from, to;  // all words outside of [from, to) are zero
} map_t;

// The words that a range of bytes covers, and the bits in the first and the last of them.
typedef struct {
    uint32_t first, last;
    uint64_t first_bits, last_bits;
} words_t;

static inline words_t words_of(uint32_t from, uint32_t to)
{
    words_t words = {from / 64, (to - 1) / 64, UINT64_MAX << from % 64, UINT64_MAX >> (63 - (to - 1) % 64)};
    if (words.first == words.last) {
        words.first_bits = words.last_bits = words.first_bits & words.last_bits;
    }
    return words;
}

static inline void put(map_t *map, uint32_t from, uint32_t to)
{
    words_t words = words_of(from, to);
    map->from = words.first < map->from ? words.first : map->from;
    map->to = words.last >= map->to ? words.last + 1 : map->to;
    map->word[words.first] |= words.first_bits;
    if (words.last > words.first + 1) {
        check_set_words(&map->word[words.first + 1], words.last - words.first - 1);
    }
    map->word[words.last] |= words.last_bits;
}

static inline bool is_in(const map_t *map, uint32_t at)
{
    return (map->word[at / 64] >> at % 64 & 1) != 0;
}

// The end, at most `end`, of the bytes from `at` on that are all in the map or all not.
static inline uint32_t same_in(const map_t *map, uint32_t at, uint32_t end)
{
    uint64_t flip = is_in(map, at) ? UINT64_MAX : 0;
    uint32_t w = at / 64;
    uint64_t others = (map->word[w] ^ flip) & UINT64_MAX << at % 64;
    if (others == 0 && ++w * 64 < end) {
        uint32_t num = (end - 1) / 64 + 1 - w;
        w += (uint32_t)check_other(&map->word[w], num, flip);
        others = w * 64 < end ? map->word[w] ^ flip : 0;
    }
    uint32_t until = others != 0 ? w * 64 + (uint32_t)__builtin_ctzll(others) : end;
    return until < end ? until : end;
}

static inline void clear(map_t *map)
{
    if (map->from < map->to) {
        hal_zero(&map->word[map->from], (map->to - map->from) * sizeof map->word[0]);
    }
    map->from = MAP_WORDS;
    map->to = 0;
}

// The next run of set bits after `*to`; false: none.
static inline bool next_run(const map_t *map, uint32_t *from, uint32_t *to)
{
    uint32_t w = *to / 64;
    uint64_t word = w < map->to ? map->word[w] & UINT64_MAX << *to % 64 : 0;
    if (word == 0) {
        w = w + 1 < map->from ? map->from : w + 1;
        w += w < map->to ? (uint32_t)check_other(&map->word[w], map->to - w, 0) : 0;
        if (w >= map->to) {
            return false;
        }
        word = map->word[w];
    }
    *from = w * 64 + (uint32_t)__builtin_ctzll(word);
    *to = same_in(map, *from, map->to * 64);
    return true;
}

#endif
