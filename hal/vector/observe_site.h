// SPDX-License-Identifier: Apache-2.0
//
// Places in the code of vector functions, for a checker. Each gathers accesses that follow each other in memory: the
// next one of a loop is a comparison and an addition. What begins a new row is a call, and the checker hears of rows,
// or of rectangles of them, as a whole.
#ifndef PTO_VECTOR_OBSERVE_SITE_H
#define PTO_VECTOR_OBSERVE_SITE_H

#include <hal/hart.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pto_site {
    uintptr_t end;            // behind the last access
    uintptr_t floor, limit;   // stores from here on, and a row may grow to there without a call
    uintptr_t from;           // of the row that is being gathered
    size_t pitch, row_bytes;  // of the rows before it
    struct pto_site *next;    // that this vector function has met
    uint32_t rows;            // before it
    uint32_t step;            // bytes of an access
    uint32_t began;           // the how many-th that was begun
    uint32_t bars;            // mem_bars in front of the last row
    bool met, stores;
} pto_site_t;

// One more for each copy of the code that it stands in: functions are inlined, and each use is a place.
#define PTO_SITE                                             \
    (__extension__({                                         \
        pto_site_t *site_;                                   \
        __asm__ volatile(                                    \
            ".pushsection .bss.pto_sites,\"aw\",@nobits\n\t" \
            ".balign 8\n\t"                                  \
            "6661:\t.zero %c1\n\t"                           \
            ".popsection\n\t"                                \
            HAL_LOAD_ADDRESS("%0", "6661b")                  \
            : "=r"(site_)                                    \
            : "i"(sizeof(pto_site_t)));                      \
        site_;                                               \
    }))

// How many mem_bars there have been of stores with the loads behind them.
extern uint32_t pto_observed_bars;

// The checker defines them: an access that does not follow the last one of its place; stores by a predicate of 256
// bits; stores by a mask with a bit for each lane.
void pto_observe_at_site(pto_site_t *site, uintptr_t at, size_t bytes, bool stores);
void pto_observe_run_at_site(pto_site_t *site, uintptr_t at, size_t element_bytes, unsigned step,
                             const uint64_t *image);
void pto_observe_lanes_at_site(pto_site_t *site, uintptr_t at, size_t element_bytes, size_t lanes,
                               const uint64_t *mask);

#endif
