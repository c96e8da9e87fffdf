# SPDX-License-Identifier: Apache-2.0
#
# The flags of a board that is the host: what pto_flags.cmake has of a bare-metal image, for a program of Linux.
#
#   PTO_SANITIZE   sanitizers that watch it: address,undefined or thread

set(PTO_SANITIZE "" CACHE STRING "on a board that is the host: sanitizers, as -fsanitize names them")

# Addresses that are fixed: the driver reads descriptors of kernels from
# the file. No excess precision of f16: each operation rounds.
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL aarch64)
    set(PTO_ARCHITECTURE -mcpu=native -fno-pie)
else()
    set(PTO_ARCHITECTURE -march=native -fno-pie -fexcess-precision=16)
endif()

# Frame pointers, so that a trap knows the caller.
set(PTO_FRAMES -fno-omit-frame-pointer)

set(PTO_LINK_OPTIONS -no-pie -Wl,--defsym=pto_kernels_begin=__start_pto_kernels
    -Wl,--defsym=pto_kernels_end=__stop_pto_kernels)
set(PTO_LINK_LIBRARIES -lm -lpthread)
set(PTO_LIBC_GLUE "")
if(PTO_SANITIZE)
    list(APPEND PTO_ARCHITECTURE -fsanitize=${PTO_SANITIZE} -fno-sanitize-recover=undefined)
    list(APPEND PTO_LINK_OPTIONS -fsanitize=${PTO_SANITIZE})
endif()
