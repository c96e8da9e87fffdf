# SPDX-License-Identifier: Apache-2.0
#
# Compiler and linker flags, once for CMake targets and for the command line driver:
# PTO_COMPILE_OPTIONS, PTO_KERNEL_OPTIONS, PTO_WARNING_OPTIONS, PTO_INCLUDE_DIRS, PTO_LINK_OPTIONS, PTO_LINK_LIBRARIES.

# The instruction set of the firmware. The driver asks QEMU for a core that has exactly this.
set(PTO_MARCH ${PTO_BOARD_MARCH})
string(REGEX MATCH "^rv(32|64)" PTO_XLEN ${PTO_MARCH})
set(PTO_XLEN ${CMAKE_MATCH_1})
if(PTO_BACKEND STREQUAL rvv)
    string(REGEX REPLACE "^(rv[0-9]+[a-z]+)" "\\1v" PTO_MARCH ${PTO_MARCH})
    string(APPEND PTO_MARCH _zvfh_zvl${PTO_VLEN}b)
    if(PTO_COMPILER_KIND STREQUAL clang)
        # GCC 14 has no vector types for bf16: its build converts with integer instructions.
        string(APPEND PTO_MARCH _zvfbfmin)
    endif()
endif()

# DWARF 4: addr2line of binutils 2.40 loses the inlined frames of clang's DWARF 5, and the instructions in a
# vector function are all inlined.
set(PTO_ARCHITECTURE -march=${PTO_MARCH} -mabi=${PTO_BOARD_ABI} -mcmodel=medany)
set(PTO_FRAMES -fomit-frame-pointer -ftls-model=local-exec)
if(PTO_HOST)
    include(${CMAKE_CURRENT_LIST_DIR}/pto_flags_host.cmake)
endif()
set(PTO_COMPILE_OPTIONS
    ${PTO_ARCHITECTURE} -std=gnu17 -gdwarf-4 -ffreestanding -fno-common
    -ffunction-sections -fdata-sections -ffp-contract=off -fno-math-errno ${PTO_FRAMES})
if(PTO_BACKEND STREQUAL rvv)
    list(APPEND PTO_COMPILE_OPTIONS -mrvv-vector-bits=zvl)
else()
    list(APPEND PTO_COMPILE_OPTIONS -DPTO_VECTOR_SCALAR=1)
endif()
if(PTO_BOARD_PROTECTION MATCHES "^(none|mprotect)$")
    list(APPEND PTO_COMPILE_OPTIONS -DPTO_CHECK_BOUNDS=1)
elseif(PTO_BOARD_PROTECTION STREQUAL paging)
    list(APPEND PTO_COMPILE_OPTIONS -DPTO_PAGING=1)
endif()
# Speed; and instead, for a kernel that is looked at, every variable in memory where gdb finds it. clang -O0 would give
# each temporary register a place of its own on the stack, 256 bytes each; without its passes, -O1 lets them share.
set(PTO_OPTIMIZE_OPTIONS -O2)
set(PTO_KERNEL_OPTIONS "")    # beside them, of images and not of the runtime
if(PTO_COMPILER_KIND STREQUAL clang)    # code that ends nowhere: an illegal instruction, not the function that follows
    list(APPEND PTO_KERNEL_OPTIONS -mllvm=-trap-unreachable -mllvm=-no-trap-after-noreturn)
endif()
# GCC says of no vector register where it is; there, vector instructions are plain C on arrays, the same bits, and calls.
set(PTO_DEBUG_OPTIONS -O0 -DPTO_VECTOR_SCALAR=1 -DPTO_VECTOR_CALLS=1)
set(PTO_WARNING_OPTIONS -Wall -Wextra -Wvla -Wno-unused-parameter -Wno-missing-field-initializers)
if(PTO_COMPILER_KIND STREQUAL gcc AND PTO_GCC_MAJOR LESS 13)
    list(APPEND PTO_WARNING_OPTIONS -Wno-missing-braces)  # it wants them around a list of arguments
endif()
if(PTO_WERROR)
    list(APPEND PTO_WARNING_OPTIONS -Werror)
endif()

set(PTO_INCLUDE_DIRS ${PTO_ROOT}/firmware/include ${PTO_ROOT}/firmware ${PTO_ROOT} ${PTO_HEADERS} ${PTO_BOARD_DIR})

if(PTO_HOST)
    list(APPEND PTO_COMPILE_OPTIONS ${PTO_OPTIMIZE_OPTIONS})
    return()
endif()

# The script is shared; the memory map that it includes is the board's (cmake/pto_runtime.cmake).
set(PTO_LINKER_SCRIPT ${PROJECT_BINARY_DIR}/ptometal.ld)
# -u main: it is called from the runtime's library and may come from the runner's, which stands before that.
set(PTO_LINK_OPTIONS
    -Wl,-u,main -nostdlib -static -Wl,--gc-sections -Wl,--build-id=none
    -T${PTO_LINKER_SCRIPT} -L${PTO_LIBC_DIR})
foreach(symbol IN LISTS PTO_BOARD_KEEP)
    list(APPEND PTO_LINK_OPTIONS -Wl,-u,${symbol})
endforeach()
# -u: a library that has empty locks of its own must not be asked for them first. What nobody calls is left out again.
set(PTO_LIBC_GLUE ${PROJECT_BINARY_DIR}/libpto_libc.a)
if(PTO_PREBUILT)
    set(PTO_LIBC_GLUE ${PTO_PREBUILT}/libpto_libc.a)
endif()
list(APPEND PTO_LINK_OPTIONS -Wl,-u,__retarget_lock_acquire_recursive)
set(PTO_LINK_LIBRARIES -Wl,--start-group ${PTO_LIBC_GLUE} ${PTO_LIBC_NAMES} -Wl,--end-group ${PTO_LIBGCC})
if(PTO_COMPILER_KIND STREQUAL clang)
    # As -O3 does: loops over masks are worth a second copy without them (hal/vector, plt).
    list(APPEND PTO_OPTIMIZE_OPTIONS -mllvm=-enable-nontrivial-unswitch=1
         -mllvm=-jump-threading-threshold=32)
    # A loop over rows or limbs asks for the bounds of what it loads once, in one copy of it each. Of the runtime itself
    # that would be an eighth more code.
    list(APPEND PTO_KERNEL_OPTIONS -mllvm=-unswitch-threshold=200)
    set(PTO_DEBUG_OPTIONS -O1 -Xclang -disable-llvm-passes)
    list(PREPEND PTO_COMPILE_OPTIONS --target=riscv${PTO_XLEN}-unknown-elf)
    # Local labels stay out (-X), whether clang starts lld or the driver does (tools/ptometal/compilers/calls.py).
    list(PREPEND PTO_LINK_OPTIONS --target=riscv${PTO_XLEN}-unknown-elf --ld-path=${PTO_LLD} -Wl,-X)
else()
    # What is expected never to be (hal/vector/access.h) is so: at 10 % each, checks in a loop make what follows them colder
    # than what stands before the loop, and none of them leaves it.
    list(APPEND PTO_OPTIMIZE_OPTIONS -funswitch-loops --param=builtin-expect-probability=100
         --param=max-unswitch-insns=300)
    # Which of its formats GCC asks the linker for, it takes from these.
    list(APPEND PTO_LINK_OPTIONS -march=${PTO_MARCH} -mabi=${PTO_BOARD_ABI})
    # The linker would otherwise warn of the one segment that holds code and data of a bare-metal image.
    list(APPEND PTO_LINK_OPTIONS -Wl,--no-warn-rwx-segments)
endif()
list(APPEND PTO_COMPILE_OPTIONS ${PTO_OPTIMIZE_OPTIONS})
