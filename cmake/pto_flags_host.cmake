# SPDX-License-Identifier: Apache-2.0
#
# The flags of a board that is the host: what pto_flags.cmake has of a bare-metal image, for a program of Linux.
#
#   PTO_SANITIZE   sanitizers that watch it: address,undefined or thread

set(PTO_SANITIZE "" CACHE STRING "on a board that is the host: sanitizers, as -fsanitize names them")

set(PTO_HOST_MARCH native CACHE STRING "on a board that is the host: its instruction set, as -march (-mcpu on AArch64) names it")

# The architecture is what the compiler makes: it may be a cross compiler.
execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpmachine OUTPUT_VARIABLE machine)

# Addresses that are fixed: the driver reads descriptors of kernels from
# the file. No excess precision of f16: each operation rounds. Variables of threads are in the program itself; where GCC takes
# them for those of a library, its linker can't change each instruction that asks for their place.
if(machine MATCHES "^aarch64")
    set(PTO_ARCHITECTURE -mcpu=${PTO_HOST_MARCH} -fno-pie -ftls-model=local-exec)
else()
    set(PTO_ARCHITECTURE -march=${PTO_HOST_MARCH} -fno-pie -ftls-model=local-exec -fexcess-precision=16)
endif()

# Clang 19 takes what some CPUs say of AVX10 for a contradiction; older ones don't know the warning.
if(PTO_COMPILER_KIND STREQUAL clang)
    list(APPEND PTO_ARCHITECTURE -Wno-unknown-warning-option -Wno-invalid-feature-combination)
else()
    # Symbols that are unique in a process can't be made local, as those of a kernel's cube core are.
    list(APPEND PTO_ARCHITECTURE -fno-gnu-unique)
endif()

list(APPEND PTO_ARCHITECTURE -DPTO_FLAGS_CALLED=1)

# Frame pointers, so that a trap knows the caller.
set(PTO_FRAMES -fno-omit-frame-pointer)

# Hidden: for a protected symbol the linker of AArch64 would want a copy. Now: a call from a vector function must not make
# the dynamic linker write to data of the image, which is read-only then.
set(PTO_LINK_OPTIONS -no-pie -Wl,-z,start-stop-visibility=hidden -Wl,--defsym=pto_kernels_begin=__start_pto_kernels
    -Wl,--defsym=pto_kernels_end=__stop_pto_kernels -Wl,-T,${PTO_ROOT}/linker/host.ld -Wl,-z,now
    -Wl,--build-id=none)
set(PTO_LINK_LIBRARIES -lm -lpthread)
set(PTO_LIBC_GLUE "")
if(PTO_SANITIZE)
    list(APPEND PTO_ARCHITECTURE -fsanitize=${PTO_SANITIZE} -fno-sanitize-recover=undefined)
    list(APPEND PTO_LINK_OPTIONS -fsanitize=${PTO_SANITIZE})
endif()
