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
            uint16_t key;  // pair and id
            uint8_t pipes, both;
        };
        struct {
            uint8_t pair, id;
        };
    };
    uint32_t before;  // the number of that record: commands of the pipe that were issued before it
} pto_flag_entry_t;

// Marks the pipe in the completion event of a flag, whose number is that of the flag.
#define PTO_EVENT_OF_FLAG 0x80u

// A flag as a report sees it: laid out like the begin of a command record.
typedef struct {
    const void *op;
    const pto_loc_t *loc;
    uint16_t arg[4];
} pto_flag_cmd_t;

#endif
