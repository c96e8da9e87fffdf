# SPDX-License-Identifier: Apache-2.0
#
# ptometal.json in the build folder tells the command line driver how to compile, link and boot an
# image of this configuration, so that one edit-run cycle needs neither CMake nor Ninja. For the same reason
# the public header, which defines every vector instruction, is precompiled.

function(pto_json_list result)
    set(items "")
    foreach(item IN LISTS ARGN)
        string(REPLACE "\\" "\\\\" item "${item}")
        string(REPLACE "\"" "\\\"" item "${item}")
        list(APPEND items "\"${item}\"")
    endforeach()
    list(JOIN items ", " text)
    set(${result} "[${text}]" PARENT_SCOPE)
endfunction()

set(includes ${PTO_INCLUDE_DIRS})
list(TRANSFORM includes PREPEND -I)
pto_json_list(compile ${CMAKE_C_COMPILER} ${PTO_COMPILE_OPTIONS} ${PTO_KERNEL_OPTIONS} ${includes}
    ${PTO_LIBC_SYSTEM})
pto_json_list(optimize ${PTO_OPTIMIZE_OPTIONS} ${PTO_KERNEL_OPTIONS})
pto_json_list(debug ${PTO_DEBUG_OPTIONS})
pto_json_list(link ${CMAKE_C_COMPILER} ${PTO_LINK_OPTIONS})
# On a host, what clang itself starts to link: it takes as long to come to that as its linker takes to link. The objects and
# libraries stand where OBJECTS does, the image where IMAGE does. Nothing if clang says it in another way.
set(linker "")
if(PTO_HOST AND PTO_COMPILER_KIND STREQUAL clang)
    set(words ${PTO_LINK_OPTIONS})
    list(FILTER words EXCLUDE REGEX "^-Wl,")
    execute_process(COMMAND ${CMAKE_C_COMPILER} ${words} "-###" -Wl,OBJECTS -o IMAGE OUTPUT_QUIET ERROR_VARIABLE said)
    string(REGEX MATCH "\n \"[^\n]*\"OBJECTS\"[^\n]*" said "${said}")
    string(REGEX MATCHALL "\"[^\"]*\"" linker "${said}")
endif()
list(JOIN linker ", " linker)
# What an image is linked with, for each link: without `tiles` if it has no tile instructions.
set(links "")
foreach(link IN LISTS pto_links)
    pto_json_list(libraries -Wl,--defsym=hal_link_${link}=${PTO_IMAGE_VERSION} $<TARGET_FILE:pto_runner>
        -Wl,--start-group $<TARGET_FILE:pto_runtime> $<TARGET_FILE:pto_tile_ops> $<TARGET_FILE:pto_link_${link}> -Wl,--end-group
        ${PTO_LINK_LIBRARIES})
    list(APPEND links "\"${link}\": ${libraries}")
endforeach()
list(JOIN links ",\n        " links)

foreach(observer IN ITEMS check time)
    pto_json_list(with_${observer} -Wl,--whole-archive $<TARGET_FILE:pto_${observer}> -Wl,--no-whole-archive)
endforeach()

# pto_precompile(RESULT NAME OPTION...)
#
# NAME.pch, which the target pto_precompiled_NAME makes; in RESULT, as JSON, the options that use it. The header of loops
# over lanes is the largest, and includes all others.
# Not with GCC: version 14 forgets its vector intrinsics when it loads a precompiled header, and crashes.
function(pto_precompile result name)
    set(use_pch "[]")
    set(pch "")
    if(PTO_COMPILER_KIND STREQUAL clang)
        set(pch ${PROJECT_BINARY_DIR}/${name}.pch)
        # What a pragma of <riscv_vector.h> asks for is not in it.
        pto_json_list(use_pch -include-pch ${pch} -include ${PTO_ROOT}/hal/vector/rvv/intrinsics.h)
        add_custom_command(OUTPUT ${pch} DEPFILE ${pch}.d VERBATIM
            COMMAND ${CMAKE_C_COMPILER} ${PTO_COMPILE_OPTIONS} ${includes} ${PTO_LIBC_SYSTEM} ${ARGN}
                -MD -MF ${pch}.d -MT ${pch} -x c-header ${PTO_ROOT}/firmware/include/pto/lanes.h -o ${pch})
    endif()
    add_custom_target(pto_precompiled_${name} DEPENDS ${pch})
    set(${result} "${use_pch}" PARENT_SCOPE)
endfunction()

pto_precompile(precompiled kernel)
pto_precompile(precompiled_checked checked -DPTO_CHECKED=1)
# Of the project's own kernels and tests too (pto_add.cmake): the header takes most of the time of a short file. Not behind
# a launcher, which keeps objects for another build and cannot say what a precompiled header holds.
set(pto_precompiled_header "")
if(PROJECT_IS_TOP_LEVEL)
    set_target_properties(pto_precompiled_kernel PROPERTIES EXCLUDE_FROM_ALL OFF)
    if(PTO_COMPILER_KIND STREQUAL clang AND NOT CMAKE_C_COMPILER_LAUNCHER)
        set(pto_precompiled_header ${PROJECT_BINARY_DIR}/kernel.pch)
    endif()
endif()
set(PTO_PRECOMPILED_HEADER "${pto_precompiled_header}" CACHE INTERNAL "")

file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/ptometal.json CONTENT "{
    \"board\": \"${BOARD}\",
    \"vlen\": ${PTO_VLEN},
    \"compiler\": \"${PTO_COMPILER_KIND}\",
    \"backend\": \"${PTO_BACKEND}\",
    \"march\": \"${PTO_MARCH}\",
    \"compile\": ${compile},
    \"optimize\": ${optimize},
    \"debug\": ${debug},
    \"precompiled\": ${precompiled},
    \"precompiled_checked\": ${precompiled_checked},
    \"link\": ${link},
    \"linker\": [${linker}],
    \"with_check\": ${with_check},
    \"with_time\": ${with_time},
    \"tiles\": \"$<TARGET_FILE:pto_tile_ops>\",
    \"data_link\": \"${PTO_LINK}\",
    \"links\": {${links}}
}
")
