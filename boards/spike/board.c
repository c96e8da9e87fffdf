// SPDX-License-Identifier: Apache-2.0
//
// The two words by which Spike's host and the program talk: it does not even start a program without them.

#include <hal/console/htif.h>

// Side by side, and not in .bss: clearing them would be messages to the host.
__attribute__((section(".noinit"), aligned(16))) volatile uint64_t tohost;
__attribute__((section(".noinit"))) volatile uint64_t fromhost;
