// SPDX-License-Identifier: Apache-2.0
//
// Sites: accesses in the code of vector functions, as a checker sees them. A site merges accesses that are contiguous
// in memory: the next one of a loop costs a comparison and an addition. A new row costs a call, and the checker gets
// rows, or rectangles of them, as a whole.
#ifndef PTO_VECTOR_OBSERVE_SITE_H
#define PTO_VECTOR_OBSERVE_SITE_H

#include <hal/hart.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pto_site {
    uintptr_t end;            // end of the last access
    uintptr_t floor, limit;   // lower bound of stores; a row may grow up to the limit without a call
    uintptr_t from;           // begin of the current row
    size_t pitch, row_bytes;  // of the rows before it
    struct pto_site *next;    // next of the sites that this vector function has used
    uint32_t rows;            // number of rows before the current one
    uint32_t step;            // bytes of an access
    uint32_t began;           // sequence number of its begin among all sites
    uint32_t bars;            // mem_bars before the last row
    bool met, stores;
} pto_site_t;

// One object for each copy of the code: functions are inlined, and each use is a site of its own.
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

// Numbers of mem_bars so far that order stores before later loads, and loads before later stores.
extern uint32_t pto_observed_bars, pto_observed_load_bars;

// Defined by the checker, for: an access that does not continue the last one of its site; stores by a predicate of 256
// bits; stores by a mask with a bit for each lane.
void pto_observe_at_site(pto_site_t *site, uintptr_t at, size_t bytes, bool stores);
void pto_observe_run_at_site(pto_site_t *site, uintptr_t at, size_t element_bytes, unsigned step,
                             const uint64_t *image);
void pto_observe_lanes_at_site(pto_site_t *site, uintptr_t at, size_t element_bytes, size_t lanes,
                               const uint64_t *mask);

#endif
