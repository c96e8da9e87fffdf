# SPDX-License-Identifier: Apache-2.0
#
# The C library and libgcc for the architecture and the ABI of the board: PTO_LIBC_INCLUDE, PTO_LIBC_DIR, PTO_LIBGCC.

# GCC knows its libraries by the letters of the base architecture alone.
string(REGEX MATCH "^rv[0-9]+[a-z]+" base_march ${PTO_BOARD_MARCH})
set(multilib -march=${base_march} -mabi=${PTO_BOARD_ABI})
execute_process(COMMAND ${PTO_GCC} ${multilib} -print-multi-directory
    OUTPUT_VARIABLE multi_directory OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PTO_GCC} ${multilib} -print-libgcc-file-name
    OUTPUT_VARIABLE PTO_LIBGCC OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(PTO_LIBC_INCLUDE ${PTO_LIBC_ROOT}/include)
set(PTO_LIBC_DIR ${PTO_LIBC_ROOT}/lib/${multi_directory})
if(NOT EXISTS ${PTO_LIBC_DIR}/libc.a AND PTO_BOARD_ABI STREQUAL lp64d)
    # GCC 14 keeps the libraries of its default architecture, which is this one, at the top.
    set(PTO_LIBC_DIR ${PTO_LIBC_ROOT}/lib)
endif()
if(multi_directory STREQUAL "." AND NOT PTO_BOARD_ABI STREQUAL lp64d)
    message(FATAL_ERROR "${PTO_GCC} has no libraries for ${multilib}")
endif()
