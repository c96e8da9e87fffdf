// SPDX-License-Identifier: Apache-2.0
//
// The two words by which Spike's host and the program talk: it does not even start a program without them.
//
// They have a page of their own, because the host watches it, which costs the accesses beside them their atomicity
// under QEMU. Not in .bss: clearing them would be messages to the host.

    .section .noinit, "aw", @nobits
    .balign 4096
    .globl tohost, fromhost
    .type tohost, @object
    .type fromhost, @object
tohost:
    .space  8
    .size tohost, 8
fromhost:
    .space  8
    .size fromhost, 8
    .space  4096 - 16
