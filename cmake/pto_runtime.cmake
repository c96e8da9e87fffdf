# SPDX-License-Identifier: Apache-2.0
#
# The libraries that every image is made of.
#
#   pto_headers   include folders and flags, nothing to link
#   pto_runtime   HAL, board, runtime core and the executors of the commands
#   pto_tile_ops  those of tile instructions, which take most of the time to compile: made for images that use them
#   pto_runtime_observed   core and executors once more, for images with observers (firmware/core/observe.h)
#   pto_check     that, and an observer that looks for races
#   pto_libc      what the C library asks of the system, for kernels that call it
#   pto_link_<NAME>  how data comes in and out: files, console and exit through NAME
#   pto_tap       results of tests as TAP (pto/tap.h)
#   pto_runner    the app that binds files to a kernel's parameters and runs it (has main)

add_library(pto_headers INTERFACE)
target_compile_options(pto_headers INTERFACE ${PTO_COMPILE_OPTIONS})
target_include_directories(pto_headers INTERFACE ${PTO_INCLUDE_DIRS})
if(PTO_LIBC_INCLUDE)
    target_include_directories(pto_headers SYSTEM INTERFACE ${PTO_LIBC_INCLUDE})
endif()

add_library(pto_warnings INTERFACE)
target_compile_options(pto_warnings INTERFACE ${PTO_WARNING_OPTIONS})

# Compile the sources of targets once for all boards with equal flags, if the driver names a folder that keeps objects.
function(pto_share_objects)
    if(PTO_OBJECTS AND NOT CMAKE_C_COMPILER_LAUNCHER)
        set_target_properties(${ARGN} PROPERTIES C_COMPILER_LAUNCHER
            "${PTO_PYTHON};-IS;${PTO_ROOT}/tools/ptometal/compilers/objects.py;${PTO_OBJECTS};cpu:${PTO_HOST_CPU}")
    endif()
endfunction()

# The archive of a library. With PTO_PREBUILT, the folder of a build of this configuration that the driver keeps current
# for all projects, it is the one there.
function(pto_add_archive name)
    if(PTO_PREBUILT)
        add_library(${name} STATIC IMPORTED GLOBAL)
        set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${PTO_PREBUILT}/lib${name}.a)
        target_link_libraries(${name} INTERFACE pto_headers)
        if(TARGET pto_shared)
            add_dependencies(${name} pto_shared)
        endif()
    else()
        add_library(${name} STATIC ${ARGN})
        target_link_libraries(${name} PUBLIC pto_headers PRIVATE pto_warnings)
        pto_share_objects(${name})
    endif()
endfunction()

function(pto_folder_sources result)
    list(TRANSFORM ARGN APPEND "/*.c" OUTPUT_VARIABLE patterns)
    list(TRANSFORM ARGN APPEND "/*.S" OUTPUT_VARIABLE assembly)
    file(GLOB sources CONFIGURE_DEPENDS ${patterns} ${assembly})
    set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# The sources of a part of the HAL: hal/<kind>/<name>.c and .S, for each of `names`. The name "board" stands for a part
# that the board brings itself.
function(pto_part_sources result kind)
    set(sources "")
    foreach(name IN LISTS ARGN)
        file(GLOB found ${PTO_ROOT}/hal/${kind}/${name}.c ${PTO_ROOT}/hal/${kind}/${name}.S)
        if(NOT found AND NOT name STREQUAL board)
            file(GLOB there RELATIVE ${PTO_ROOT}/hal/${kind} ${PTO_ROOT}/hal/${kind}/*.c)
            list(TRANSFORM there REPLACE "\\.c$" "")
            list(JOIN there ", " there)
            message(FATAL_ERROR "${PTO_BOARD_DIR}: no ${kind} ${name}; there are: ${there}, board")
        endif()
        list(APPEND sources ${found})
    endforeach()
    set(${result} "${sources}" PARENT_SCOPE)
endfunction()

set(pto_cube_folders ${PTO_ROOT}/firmware/ops/cube ${PTO_ROOT}/hal/cube/scalar)
if(PTO_BACKEND STREQUAL rvv)
    list(APPEND pto_cube_folders ${PTO_ROOT}/hal/cube/rvv)
endif()
pto_folder_sources(pto_runtime_sources ${PTO_ROOT}/firmware/core ${PTO_ROOT}/firmware/ops ${pto_cube_folders}
    ${PTO_ROOT}/hal/${PTO_BOARD_MACHINE} ${PTO_BOARD_DIR})
if(PTO_HOST)
    list(APPEND pto_runtime_sources ${PTO_ROOT}/hal/riscv/memory.c)
endif()
foreach(kind IN ITEMS discovery wake protection copy peers)
    string(TOUPPER PTO_BOARD_${kind} fact)
    pto_part_sources(sources ${kind} ${${fact}})
    list(APPEND pto_runtime_sources ${sources})
endforeach()
pto_add_archive(pto_runtime ${pto_runtime_sources})
pto_folder_sources(pto_tile_sources ${PTO_ROOT}/firmware/ops/tile)
pto_folder_sources(pto_lane_sources ${PTO_ROOT}/firmware/ops/tile/lanes)
pto_add_archive(pto_tile_ops ${pto_tile_sources} ${pto_lane_sources})
set_target_properties(pto_tile_ops PROPERTIES EXCLUDE_FROM_ALL ON)
target_link_libraries(pto_tile_ops INTERFACE pto_runtime)    # each calls the other

# Objects, so that an image has them whole and takes nothing of the same name from pto_runtime. The routines over lanes of
# tiles know no commands: they are the same.
set(sources ${pto_runtime_sources} ${pto_tile_sources})
list(FILTER sources INCLUDE REGEX "^${PTO_ROOT}/firmware/")
add_library(pto_runtime_observed OBJECT EXCLUDE_FROM_ALL ${sources})
target_link_libraries(pto_runtime_observed PUBLIC pto_headers PRIVATE pto_warnings)
target_compile_definitions(pto_runtime_observed PUBLIC PTO_OBSERVED=1)

# The checker of `ptometal run --check`, with the observed runtime: linked whole, in front of pto_runtime.
file(GLOB sources CONFIGURE_DEPENDS ${PTO_ROOT}/firmware/check/*.c)
add_library(pto_check STATIC EXCLUDE_FROM_ALL ${sources} $<TARGET_OBJECTS:pto_runtime_observed>)
target_link_libraries(pto_check PRIVATE pto_headers pto_warnings)
target_compile_definitions(pto_check PRIVATE PTO_OBSERVED=1)

# The clocks of `ptometal run --time`, in the same way.
file(GLOB sources CONFIGURE_DEPENDS ${PTO_ROOT}/firmware/time/*.c)
add_library(pto_time STATIC EXCLUDE_FROM_ALL ${sources} $<TARGET_OBJECTS:pto_runtime_observed>)
target_link_libraries(pto_time PRIVATE pto_headers pto_warnings)
target_compile_definitions(pto_time PRIVATE PTO_OBSERVED=1)
pto_share_objects(pto_runtime_observed pto_check pto_time)

# What tools read of an image and tell it: its kernels' descriptors, its command line, the frames of its links. A change that
# older tools cannot follow has another number, here and in tools/ptometal/link.
set(PTO_IMAGE_VERSION 1)

# Semihosting, a debugger and a UART bring a console and an exit; with the other links they are the board's.
function(pto_add_link name console exit)
    pto_part_sources(sources transfer ${name})
    pto_part_sources(console_sources console ${console})
    pto_part_sources(exit_sources exit ${exit})
    pto_add_archive(pto_link_${name} ${sources} ${console_sources} ${exit_sources} ${ARGN})
    target_link_libraries(pto_link_${name} INTERFACE pto_runtime)
    target_link_options(pto_link_${name} INTERFACE -Wl,--defsym=hal_link_${name}=${PTO_IMAGE_VERSION})  # so that tools know
endfunction()
set(lines "")
if(NOT PTO_BOARD_CONSOLE MATCHES "^(semihosting|board)$")
    set(lines ${PTO_ROOT}/hal/console/uart.c)
endif()
if(PTO_HOST)
    pto_add_link(files ${PTO_BOARD_CONSOLE} ${PTO_BOARD_EXIT})
    set(pto_links files)
else()
    pto_add_link(semihosting semihosting semihosting)
    pto_add_link(embedded ${PTO_BOARD_CONSOLE} ${PTO_BOARD_EXIT} ${lines})
    pto_add_link(gdb "" "")
    set(pto_links semihosting embedded gdb)
endif()
# HTIF has no room for more than one byte that has arrived.
if(NOT PTO_HOST AND NOT PTO_BOARD_CONSOLE MATCHES "^(semihosting|htif)$")
    pto_add_link(uart ${PTO_BOARD_CONSOLE} "")
    list(APPEND pto_links uart)
endif()
list(TRANSFORM pto_links PREPEND pto_link_ OUTPUT_VARIABLE targets)
add_custom_target(pto_link_all)
add_dependencies(pto_link_all ${targets})
if(NOT PTO_HOST)
    pto_add_archive(pto_libc ${PTO_ROOT}/hal/libc/${PTO_LIBC}.c ${PTO_ROOT}/hal/libc/locks.c)
    add_dependencies(pto_runtime pto_libc)
endif()
foreach(library IN ITEMS pto_tap:tap pto_runner:apps/runner)
    string(REPLACE ":" ";" library ${library})
    list(GET library 1 folder)
    list(GET library 0 library)
    pto_folder_sources(sources ${PTO_ROOT}/firmware/${folder})
    pto_add_archive(${library} ${sources})
    target_link_libraries(${library} INTERFACE pto_runtime)
endforeach()
# They call each other.
target_link_libraries(pto_runtime INTERFACE pto_link_${PTO_LINK} ${PTO_LINK_LIBRARIES})
target_link_options(pto_runtime INTERFACE ${PTO_LINK_OPTIONS})
if(PTO_HOST)
    return()
endif()
set_property(TARGET pto_runtime PROPERTY INTERFACE_LINK_DEPENDS ${PTO_LINKER_SCRIPT})

# The linker script: one template, with the memory map of the board put in by the preprocessor.
set(pto_script_source ${PTO_ROOT}/linker/ptometal.ld.in)
file(GLOB pto_script_headers CONFIGURE_DEPENDS ${PTO_BOARD_DIR}/*.h)
set(pto_preprocess ${CMAKE_C_COMPILER})
if(CMAKE_C_COMPILER_TARGET)
    list(APPEND pto_preprocess --target=${CMAKE_C_COMPILER_TARGET})
endif()
if(PTO_BOARD_PROTECTION STREQUAL none)
    list(APPEND pto_preprocess -DPTO_CHECK_BOUNDS=1)
endif()
add_custom_command(OUTPUT ${PTO_LINKER_SCRIPT}
    COMMAND ${pto_preprocess} -E -P -x c -D__ASSEMBLER__ -I${PTO_BOARD_DIR} -I${PTO_ROOT} ${pto_script_source} -o ${PTO_LINKER_SCRIPT}
    DEPENDS ${pto_script_source} ${pto_script_headers} VERBATIM)
add_custom_target(pto_linker_script DEPENDS ${PTO_LINKER_SCRIPT})
add_dependencies(pto_runtime pto_linker_script)
