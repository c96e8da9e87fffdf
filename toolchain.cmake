# SPDX-License-Identifier: Apache-2.0
#
# Finds a compiler for bare-metal RISC-V: clang >= 17 with lld, or GCC >= 14; GCC >= 12 where there are no vectors, which
# cmake/pto_board.cmake looks at. For a board that is the host itself, the same compilers of the host.
#
#   PTO_COMPILER   clang, gcc, or auto (the default: clang where it is installed, else GCC)
#
# The C library (picolibc, or newlib) and libgcc come with the riscv64-unknown-elf cross compiler in
# both cases (cmake/pto_libc.cmake). What the rest of the build needs to know is left in PTO_COMPILER_KIND,
# PTO_GCC and PTO_LIBC_ROOT.

include_guard(GLOBAL)

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PTO_COMPILER PTO_HOST)

# A board may be the host itself, as its board.cmake says.
if(NOT DEFINED PTO_HOST)
    set(PTO_HOST OFF)
    foreach(root IN ITEMS "" $ENV{PTO_BOARD_ROOT} ${CMAKE_CURRENT_LIST_DIR}/boards)
        cmake_path(APPEND root "${BOARD}" board.cmake OUTPUT_VARIABLE facts)
        if(BOARD AND EXISTS ${facts})
            file(STRINGS ${facts} PTO_HOST REGEX "^ *set.PTO_BOARD_MACHINE host.")
            break()
        endif()
    endforeach()
endif()
if(NOT PTO_HOST)
    set(CMAKE_SYSTEM_NAME Generic)
    set(CMAKE_SYSTEM_PROCESSOR riscv64)
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
endif()

set(PTO_COMPILER auto CACHE STRING "compiler of the firmware: auto, clang or gcc")
set_property(CACHE PTO_COMPILER PROPERTY STRINGS auto clang gcc)
if(NOT PTO_COMPILER MATCHES "^(auto|clang|gcc)$")
    message(FATAL_ERROR "PTO_COMPILER=${PTO_COMPILER}: it is auto, clang or gcc")
endif()

find_program(PTO_CLANG NAMES clang-21 clang-20 clang-19 clang-18 clang-17 clang)
if(PTO_HOST)
    find_program(PTO_GCC NAMES gcc)
else()
    find_program(PTO_GCC NAMES riscv64-unknown-elf-gcc)
endif()

# Leave the major version of a compiler, or 0 when there is none, in `result`.
function(pto_major_version compiler result)
    set(major 0)
    if(compiler)
        execute_process(COMMAND ${compiler} -dumpversion OUTPUT_VARIABLE text ERROR_QUIET)
        string(REGEX MATCH "^[0-9]+" major "${text}")
    endif()
    set(${result} ${major} PARENT_SCOPE)
endfunction()

pto_major_version("${PTO_CLANG}" PTO_CLANG_MAJOR)
pto_major_version("${PTO_GCC}" PTO_GCC_MAJOR)
if(PTO_CLANG_MAJOR GREATER_EQUAL 17 AND NOT PTO_COMPILER STREQUAL gcc)
    set(PTO_COMPILER_KIND clang)
elseif(PTO_GCC_MAJOR GREATER_EQUAL 12 AND NOT PTO_COMPILER STREQUAL clang)
    set(PTO_COMPILER_KIND gcc)
else()
    message(FATAL_ERROR "no compiler (PTO_COMPILER=${PTO_COMPILER}): this needs clang >= 17 with lld, or "
        "riscv64-unknown-elf-gcc >= 14 (>= 12 without vectors). ./ptometal sets up Debian 12 and 13.")
endif()

if(PTO_HOST)
    set(CMAKE_C_COMPILER ${PTO_GCC})
    if(PTO_COMPILER_KIND STREQUAL clang)
        set(CMAKE_C_COMPILER ${PTO_CLANG})
    endif()
    set(CMAKE_ASM_COMPILER ${CMAKE_C_COMPILER})
    return()
endif()

if(PTO_COMPILER_KIND STREQUAL clang)
    find_program(PTO_LLD NAMES ld.lld-${PTO_CLANG_MAJOR} ld.lld REQUIRED)
    set(CMAKE_C_COMPILER ${PTO_CLANG})
    set(CMAKE_C_COMPILER_TARGET riscv64-unknown-elf)
    set(CMAKE_ASM_COMPILER ${PTO_CLANG})
    set(CMAKE_ASM_COMPILER_TARGET riscv64-unknown-elf)
else()
    set(CMAKE_C_COMPILER ${PTO_GCC})
    set(CMAKE_ASM_COMPILER ${PTO_GCC})
endif()

find_path(PTO_LIBC_ROOT picolibc.specs PATHS /usr/lib/picolibc/riscv64-unknown-elf
    /usr/local/lib/picolibc/riscv64-unknown-elf NO_CMAKE_FIND_ROOT_PATH)
if(NOT PTO_GCC)
    message(FATAL_ERROR "riscv64-unknown-elf-gcc is missing: libgcc comes with it")
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
