// SPDX-License-Identifier: Apache-2.0
//
// Private to firmware/: event flags of an interleaved core. Part of core.h.
//
// There a set_flag or wait_flag of a pipe is a short entry in a ring of its own, not a command record. An entry knows the
// record that it stands before in the program:
//
//   flags       set  wait      set         before r1, r1, r2
//                        |          |
//   records     r0       r1         r2
//
// A pipe passes the flags behind a command in the step of that command. This allows the same orders of commands: where
// a flag is set early its waiter may still run late, and a wait ends in front of a command that may still run late.
// Where the ring is full, and in images with observers, a flag is a command record.
#ifndef PTO_CORE_FLAGS_H
#define PTO_CORE_FLAGS_H

#include <pto/direct.h>

// A board with short queues has little memory.
#if defined BOARD_QUEUE_DEPTH && BOARD_QUEUE_DEPTH < 8
#define PTO_FLAG_RINGS 0
#else
#define PTO_FLAG_RINGS 1
#endif

#define PTO_FLAG_DEPTH 64  // of a ring, a power of two

typedef struct {
    const pto_loc_t *loc;
    union {
        uint32_t word;  // pto_flag_word()
        struct {
            uint16_t pipes;
            uint16_t key;  // pair and id, a value of `blocked` (core.h)
        };
    };
    uint32_t before;  // the number of that record: commands of the pipe that were issued before it
} __attribute__((aligned(16))) pto_flag_entry_t;

// Flags are counted in bytes of the ring.
#define PTO_FLAG_STEP       ((uint32_t)sizeof(pto_flag_entry_t))
#define PTO_FLAG_RING_BYTES (PTO_FLAG_DEPTH * PTO_FLAG_STEP)

static inline pto_flag_entry_t *pto_flag_in(const void *ring, uint32_t at)
{
    return (pto_flag_entry_t *)((uintptr_t)ring + at % PTO_FLAG_RING_BYTES);
}

// Marks the completion event of a flag, whose number is that of the flag. Its pipe stands as in the word of the flag.
#define PTO_EVENT_OF_FLAG 0x400u
#define PTO_EVENT_BITS    (PTO_EVENT_OF_FLAG | 7u << PTO_FLAG_PIPE)

static inline uint32_t pto_flag_pair(const pto_flag_entry_t *entry)
{
    return entry->key & 0xff;
}

// Up to 15: masked as shifts mask it, which costs nothing there.
static inline uint32_t pto_flag_id(const pto_flag_entry_t *entry)
{
    return entry->key >> 8 & 0x1f;
}

static inline uint32_t pto_flag_other(const pto_flag_entry_t *entry)
{
    return entry->pipes >> PTO_FLAG_OTHER & 7;
}

// A flag as a report sees it: laid out like the begin of a command record.
typedef struct {
    const void *op;
    const pto_loc_t *loc;
    uint16_t arg[4];
} pto_flag_cmd_t;

#endif
