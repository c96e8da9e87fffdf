// SPDX-License-Identifier: Apache-2.0
//
// A process of Linux: facts, for C. Preprocessor only.
//
// Its RAM is a mapping at the address that qemu-virt has it at, of which memory is taken when it is first written. A
// sanitizer has its own memory there; then RAM is elsewhere.
#ifndef BOARD_H
#define BOARD_H

#define BOARD_NAME "native"

#define BOARD_HARTS_MAX  16
#define BOARD_IS_PROCESS 1

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BOARD_SANITIZED 1
#endif
#endif
#if !defined(BOARD_SANITIZED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#define BOARD_SANITIZED 1
#endif
#ifdef BOARD_SANITIZED
#define BOARD_RAM_BASE 0x7e8000000000
#else
#define BOARD_SANITIZED 0
#define BOARD_RAM_BASE  0x80000000
#endif
#define BOARD_RAM_BYTES         0x1000000000
#define BOARD_RAM_ZERO_AT_RESET 1
#define BOARD_MTIME_HZ          1000000000

#define BOARD_CLUSTERS     2
#define BOARD_VECTOR_CORES 2
#define BOARD_CUBE_CORES   1

#include <hal/layout.h>

#endif
