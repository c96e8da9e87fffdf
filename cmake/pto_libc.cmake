# SPDX-License-Identifier: Apache-2.0
#
# The C library and libgcc for the architecture and the ABI of the board: PTO_LIBC_INCLUDE, PTO_LIBC_DIR,
# PTO_LIBC_NAMES, PTO_LIBGCC, PTO_LIBC_SYSTEM. The firmware itself calls no C library; kernels may.

# The host has a C library of its own.
if(PTO_HOST)
    set(PTO_LIBC host)
    set(PTO_LIBC_INCLUDE "")
    set(PTO_LIBC_SYSTEM "")
    return()
endif()

set(PTO_LIBC picolibc CACHE STRING "the C library for kernels: picolibc or newlib")
set_property(CACHE PTO_LIBC PROPERTY STRINGS picolibc newlib)
if(NOT PTO_LIBC MATCHES "^(picolibc|newlib)$")
    message(FATAL_ERROR "PTO_LIBC=${PTO_LIBC}: it is picolibc or newlib")
endif()

# GCC knows its libraries by the letters of the base architecture alone.
string(REGEX MATCH "^rv[0-9]+[a-z]+" base_march ${PTO_BOARD_MARCH})
set(multilib -march=${base_march} -mabi=${PTO_BOARD_ABI})
execute_process(COMMAND ${PTO_GCC} ${multilib} -print-multi-directory
    OUTPUT_VARIABLE multi_directory OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PTO_GCC} ${multilib} -print-libgcc-file-name
    OUTPUT_VARIABLE PTO_LIBGCC OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(multi_directory STREQUAL "." AND NOT PTO_BOARD_ABI STREQUAL lp64d)
    message(FATAL_ERROR "${PTO_GCC} has no libraries for ${multilib}")
endif()

if(PTO_LIBC STREQUAL newlib)
    # Of the toolchain, or built now; either way the answer is quick from the second time on.
    execute_process(COMMAND ${PTO_PYTHON} ${PTO_ROOT}/tools/ptometal/board/newlib.py ${PTO_GCC} ${PTO_BOARD_MARCH} ${PTO_BOARD_ABI}
        OUTPUT_VARIABLE folders OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
    if(status)
        message(FATAL_ERROR "PTO_LIBC=newlib: there is none, see above")
    endif()
    string(REGEX MATCH "([^\n]+)\n([^\n]+)" _ "${folders}")
    set(PTO_LIBC_INCLUDE ${CMAKE_MATCH_1})
    set(PTO_LIBC_DIR ${CMAKE_MATCH_2})
    set(PTO_LIBC_NAMES -lc -lm)
else()
    if(NOT PTO_LIBC_ROOT)
        message(FATAL_ERROR "picolibc for riscv64-unknown-elf is missing; PTO_LIBC=newlib is another way")
    endif()
    set(PTO_LIBC_INCLUDE ${PTO_LIBC_ROOT}/include)
    set(PTO_LIBC_DIR ${PTO_LIBC_ROOT}/lib/${multi_directory})
    set(PTO_LIBC_NAMES -lc)  # has the functions of libm
    if(NOT EXISTS ${PTO_LIBC_DIR}/libc.a AND PTO_BOARD_ABI STREQUAL lp64d)
        # GCC 14 keeps the libraries of its default architecture, which is this one, at the top.
        set(PTO_LIBC_DIR ${PTO_LIBC_ROOT}/lib)
    endif()
endif()
set(PTO_LIBC_SYSTEM -isystem ${PTO_LIBC_INCLUDE})
