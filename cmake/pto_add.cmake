# SPDX-License-Identifier: Apache-2.0
#
# What a project calls: images, kernels and tests. Its scope is not that of this file: everything that the
# functions need is in targets or in the cache.

# pto_add_image(NAME SOURCES file... [OBSERVED | CHECKED | TIMED] [SYNC auto|explicit] [LIBRARIES target...] [DEFINES X=1...]
#     [INCLUDES folder...])
#
# NAME.elf: a bootable image of sources in C and C++ that bring their own main. OBSERVED: and the functions of
# firmware/core/observe.h. CHECKED: with the checker of `ptometal run --check`. TIMED: with the clocks of `ptometal run --time`.
# SYNC: that of `ptometal run`, for kernels in C++. Images of a folder that sets PTO_WITHOUT_TILES have no tile instructions.
function(pto_add_image name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "OBSERVED;CHECKED;TIMED" "SYNC" "SOURCES;LIBRARIES;DEFINES;INCLUDES")
    if(NOT arg_SOURCES)
        message(FATAL_ERROR "pto_add_image(${name}): SOURCES is missing")
    endif()
    set(defines ${arg_DEFINES})
    if(arg_CHECKED OR arg_TIMED)
        list(APPEND defines PTO_CHECKED=1)
    endif()
    if(arg_TIMED)
        list(APPEND defines PTO_TIMED=1 PTO_LANES_AS_REGISTERS=1)
    endif()
    set(sources ${arg_SOURCES})
    list(FILTER sources EXCLUDE REGEX "\\.cpp$")
    list(FILTER arg_SOURCES INCLUDE REGEX "\\.cpp$")
    set(objects "")
    foreach(source IN LISTS arg_SOURCES)
        pto_compile_cpp(${name} ${source} "${arg_SYNC}" "${defines}" "${arg_INCLUDES}" object)
        list(APPEND objects ${object})
    endforeach()
    add_executable(${name} ${sources} ${objects})
    set_target_properties(${name} PROPERTIES SUFFIX .elf LINKER_LANGUAGE C PTO_CPP_OBJECTS "${objects}")
    target_compile_definitions(${name} PRIVATE ${defines})
    target_include_directories(${name} PRIVATE ${arg_INCLUDES})
    target_compile_options(${name} PRIVATE ${PTO_KERNEL_OPTIONS})
    if(arg_OBSERVED)
        target_link_libraries(${name} PRIVATE pto_runtime_observed)
    endif()
    if(arg_CHECKED)
        target_link_libraries(${name} PRIVATE -Wl,--whole-archive pto_check -Wl,--no-whole-archive)
    endif()
    if(arg_TIMED)
        target_link_libraries(${name} PRIVATE -Wl,--whole-archive pto_time -Wl,--no-whole-archive)
    endif()
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} pto_runtime)
    if(NOT PTO_WITHOUT_TILES)
        target_link_libraries(${name} PRIVATE pto_tile_ops)
    endif()
endfunction()

# The precompiled header for all C files of an image, which is there before their own headers. Nothing where one of them
# defines something in front of these.
function(pto_use_precompiled name)
    if(NOT PTO_PRECOMPILED_HEADER)
        return()
    endif()
    foreach(source IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        if(source MATCHES "\\.c$" AND EXISTS ${source} AND NOT source MATCHES "\\.pto\\.c$")
            file(STRINGS ${source} first REGEX "^#" LIMIT_COUNT 1)
            if(NOT first MATCHES "^#include")
                return()
            endif()
        endif()
    endforeach()
    set_property(SOURCE ${ARGN} APPEND PROPERTY OBJECT_DEPENDS ${PTO_PRECOMPILED_HEADER})
    set(header ${PTO_ROOT}/hal/vector/rvv/intrinsics.h)    # what a pragma of <riscv_vector.h> asks for is not in it
    target_compile_options(${name} PRIVATE
        "$<$<COMPILE_LANGUAGE:C>:SHELL:-include-pch ${PTO_PRECOMPILED_HEADER} -include ${header}>")
endfunction()

file(REMOVE_RECURSE ${PTO_BUILD_DIR}/kernels)    # of images that are no more

# pto_add_kernel(NAME SOURCES file... [ARCH a5|a2a3] [SUBC carry|borrow] [SYNC auto|explicit] [TIMED] [DEFINES X=1...]
#     [INCLUDES folder...])
#
# NAME.elf: the kernels of C, C++ or .pto sources with the runner, which binds files to their parameters:
#
#   ptometal run NAME.elf in:x.bin out:y.bin=4096 1024
#
# SUBC says what 1 in the mask of vsubc and vsubcs means: no borrow (carry, the default) or a borrow.
function(pto_add_kernel name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "TIMED" "ARCH;SUBC;SYNC" "SOURCES;DEFINES;INCLUDES")
    set(timed "")
    if(arg_TIMED)
        set(timed TIMED)
    endif()
    if(arg_SUBC STREQUAL "borrow")
        list(APPEND arg_DEFINES PTO_SUBC_BORROW=1)
    elseif(NOT "${arg_SUBC}" MATCHES "^(carry)?$")
        message(FATAL_ERROR "pto_add_kernel(${name}): SUBC is carry or borrow, not ${arg_SUBC}")
    endif()
    set(sources "")
    foreach(source IN LISTS arg_SOURCES)
        if(source MATCHES "\\.pto$")
            pto_compile_text(${source} "${arg_ARCH}" source ${timed})
        endif()
        list(APPEND sources ${source})
    endforeach()
    pto_add_image(${name} ${timed} SOURCES ${sources} SYNC ${arg_SYNC} LIBRARIES pto_runner
        DEFINES ${arg_DEFINES} INCLUDES ${arg_INCLUDES})
    if(NOT arg_DEFINES AND NOT arg_TIMED)
        pto_use_precompiled(${name} ${sources})
    endif()
    # For `ptometal image FOLDER`, which links them itself.
    set(objects "$<TARGET_OBJECTS:${name}>;$<TARGET_PROPERTY:${name},PTO_CPP_OBJECTS>")
    file(GENERATE OUTPUT ${PTO_BUILD_DIR}/kernels/${name} CONTENT "$<JOIN:${objects},\n>\n")
endfunction()

# Compile a C++ file for an image, as `ptometal run` does; leaves the name of the object in `result`.
function(pto_compile_cpp image source sync defines includes result)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(GET source FILENAME file)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${image}.${file}.o)
    set(options -Wall)
    if(NOT "${sync}" MATCHES "^(auto|explicit)?$")
        message(FATAL_ERROR "${image}: SYNC is auto or explicit, not ${sync}")
    endif()
    if(sync)
        list(APPEND options --sync ${sync})
    endif()
    if(PTO_WERROR)
        list(APPEND options -Werror)
    endif()
    foreach(define IN LISTS defines)
        list(APPEND options -D${define})
    endforeach()
    foreach(include IN LISTS includes)
        cmake_path(ABSOLUTE_PATH include BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        list(APPEND options -I${include})
    endforeach()
    set(compiler ${PTO_ROOT}/tools/ptometal/compilers/cpp.py)
    add_custom_command(OUTPUT ${output} DEPFILE ${output}.dir/kernel.d
        COMMAND ${PTO_PYTHON} ${compiler} --settings ${PTO_BUILD_DIR}/ptometal.json -o ${output} ${source} ${options}
        DEPENDS ${source} ${PTO_BUILD_DIR}/ptometal.json ${compiler} ${PTO_ROOT}/tools/ptometal/compilers/cpp_text.py VERBATIM)
    set(${result} ${output} PARENT_SCOPE)
endfunction()

# Compile a .pto file with the host's ptoc, and TIMED for the clocks; leaves the name of the C file in `result`.
function(pto_compile_text source arch result)
    pto_need_ptoc()
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(GET source STEM stem)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${stem}.pto.c)
    set(profile "")
    if("TIMED" IN_LIST ARGN)
        set(output ${CMAKE_CURRENT_BINARY_DIR}/${stem}.timed.pto.c)
        set(profile -O0 --timed)
    endif()
    if(arch)
        list(APPEND profile --arch ${arch})
    endif()
    add_custom_command(OUTPUT ${output}
        COMMAND ${PTO_PTOC} --emit=c ${profile} ${source} -o ${output}
        DEPENDS ${source} ${PTO_PTOC_DEPENDS} VERBATIM)
    set(${result} ${output} PARENT_SCOPE)
endfunction()

# Set PTO_PTOC, building the compiler beside this project unless -DPTO_PTOC= names one.
macro(pto_need_ptoc)
    if(NOT PTO_PTOC)
        include(ExternalProject)
        set(pto_host_dir ${PTO_BUILD_DIR}/pto_host)
        if(NOT TARGET pto_host)
            ExternalProject_Add(pto_host SOURCE_DIR ${PTO_ROOT}/tools BINARY_DIR ${pto_host_dir}
                CMAKE_ARGS -DPTO_HOST_TESTS=OFF INSTALL_COMMAND "" BUILD_ALWAYS ON
                BUILD_BYPRODUCTS ${pto_host_dir}/ptoc)
        endif()
        set(PTO_PTOC ${pto_host_dir}/ptoc)
        set(PTO_PTOC_DEPENDS pto_host ${pto_host_dir}/ptoc)
    else()
        set(PTO_PTOC_DEPENDS ${PTO_PTOC})
        if(TARGET pto_shared)
            list(APPEND PTO_PTOC_DEPENDS pto_shared)
        endif()
    endif()
endmacro()

# pto_add_test(NAME SOURCES file... [KERNEL] [OBSERVED] [HARTS 1 4] [ARGS word...] [TIMEOUT seconds]
#     [EXIT status] [OUTPUT regex...] [LIBRARIES ...] [DEFINES ...] [INCLUDES ...])
#
# Build an image and register one test for each number of HARTS. The image prints TAP; the test passes
# when the plan is met, no case fails (<pto/tap.h>), the exit status is EXIT (0) and the output matches each OUTPUT.
# With EXIT or OUTPUT and no plan in the output, the run itself is the one case. KERNEL links the runner.
function(pto_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "KERNEL;OBSERVED" "TIMEOUT;EXIT"
        "SOURCES;HARTS;ARGS;OUTPUT;LIBRARIES;DEFINES;INCLUDES")
    if(arg_KERNEL)
        list(APPEND arg_LIBRARIES pto_runner)
    endif()
    set(observed "")
    if(arg_OBSERVED)
        set(observed OBSERVED)
    endif()
    pto_add_image(${name} ${observed} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} pto_tap pto_warnings
        DEFINES ${arg_DEFINES} INCLUDES ${arg_INCLUDES})
    if(NOT arg_DEFINES AND NOT arg_OBSERVED)
        pto_use_precompiled(${name} ${arg_SOURCES})
    endif()
    set(given "")
    foreach(keyword HARTS TIMEOUT EXIT ARGS OUTPUT)
        if(NOT "${arg_${keyword}}" STREQUAL "")
            list(APPEND given ${keyword} ${arg_${keyword}})
        endif()
    endforeach()
    pto_add_image_test(${name} IMAGE ${name} ${given})
endfunction()

# pto_add_image_test(NAME IMAGE target [HARTS ...] [ARGS ...] [TIMEOUT ...] [EXIT ...] [OUTPUT ...])
#
# Register one more test of an image that exists already.
function(pto_add_image_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "IMAGE;TIMEOUT;EXIT" "HARTS;ARGS;OUTPUT")
    if(NOT arg_HARTS)
        set(arg_HARTS 1)
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    pto_time_limit(${arg_TIMEOUT} arg_TIMEOUT)
    set(expectations "")
    if(NOT "${arg_EXIT}" STREQUAL "")
        list(APPEND expectations --exit ${arg_EXIT})
    endif()
    foreach(regex IN LISTS arg_OUTPUT)
        list(APPEND expectations --output ${regex})
    endforeach()
    foreach(harts IN LISTS arg_HARTS)
        if(harts LESS PTO_BOARD_HARTS_MIN OR harts GREATER PTO_BOARD_HARTS_MAX)
            continue()
        endif()
        pto_register_test(${name}.${harts}hart TIMEOUT ${arg_TIMEOUT} COMMAND
            ${PTO_PYTHON} ${PTO_ROOT}/tools/ptometal/results/tap.py
            --name ${name}.${harts}hart --results ${PTO_BUILD_DIR}/tap --config ${PTO_BUILD_DIR}
            --harts ${harts} --timeout ${arg_TIMEOUT} ${expectations}
            --image $<TARGET_FILE:${arg_IMAGE}> -- ${arg_ARGS})
    endforeach()
endfunction()
