# SPDX-License-Identifier: Apache-2.0
#
# The libraries that every image is made of.
#
#   pto_headers   include folders and flags, nothing to link
#   pto_runtime   HAL, board, runtime core and the executors of the commands
#   pto_runner    the app that binds files to a kernel's parameters and runs it (has main)

add_library(pto_headers INTERFACE)
target_compile_options(pto_headers INTERFACE ${PTO_COMPILE_OPTIONS})
target_include_directories(pto_headers INTERFACE ${PTO_INCLUDE_DIRS})
target_include_directories(pto_headers SYSTEM INTERFACE ${PTO_LIBC_INCLUDE})

add_library(pto_warnings INTERFACE)
target_compile_options(pto_warnings INTERFACE ${PTO_WARNING_OPTIONS})

function(pto_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOLDERS")
    set(patterns "")
    foreach(folder IN LISTS arg_FOLDERS)
        list(APPEND patterns ${folder}/*.c ${folder}/*.S)
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC pto_headers PRIVATE pto_warnings)
endfunction()

pto_add_library(pto_runtime FOLDERS ${PTO_ROOT}/firmware/core ${PTO_ROOT}/firmware/ops
    ${PTO_ROOT}/hal/riscv ${PTO_BOARD_DIR})
pto_add_library(pto_runner FOLDERS ${PTO_ROOT}/firmware/apps/runner)
target_link_libraries(pto_runner PUBLIC pto_runtime)
# Frames are for backtraces through kernels; the hot paths below them do without. Options of source files come last.
get_target_property(runtime_sources pto_runtime SOURCES)
set_source_files_properties(${runtime_sources} PROPERTIES COMPILE_OPTIONS "-fomit-frame-pointer")
target_link_libraries(pto_runtime INTERFACE ${PTO_LINK_LIBRARIES})
target_link_options(pto_runtime INTERFACE ${PTO_LINK_OPTIONS})
set_property(TARGET pto_runtime PROPERTY INTERFACE_LINK_DEPENDS ${PTO_LINKER_SCRIPT})

# The linker script: one template, with the memory map of the board put in by the preprocessor.
set(pto_script_source ${PTO_ROOT}/linker/ptometal.ld.in)
file(GLOB pto_script_headers CONFIGURE_DEPENDS ${PTO_BOARD_DIR}/*.h)
set(pto_preprocess ${CMAKE_C_COMPILER})
if(CMAKE_C_COMPILER_TARGET)
    list(APPEND pto_preprocess --target=${CMAKE_C_COMPILER_TARGET})
endif()
add_custom_command(OUTPUT ${PTO_LINKER_SCRIPT}
    COMMAND ${pto_preprocess} -E -P -x c -D__ASSEMBLER__ -I${PTO_BOARD_DIR} -I${PTO_ROOT} ${pto_script_source} -o ${PTO_LINKER_SCRIPT}
    DEPENDS ${pto_script_source} ${pto_script_headers} VERBATIM)
add_custom_target(pto_linker_script DEPENDS ${PTO_LINKER_SCRIPT})
add_dependencies(pto_runtime pto_linker_script)
