# SPDX-License-Identifier: Apache-2.0
#
# ptometal.json in the build folder tells the command line driver how to compile, link and boot an
# image of this configuration, so that one edit-run cycle needs neither CMake nor Ninja.

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
pto_json_list(compile ${CMAKE_C_COMPILER} ${PTO_COMPILE_OPTIONS} ${includes} -isystem ${PTO_LIBC_INCLUDE})
pto_json_list(link ${CMAKE_C_COMPILER} ${PTO_LINK_OPTIONS})
pto_json_list(libraries $<TARGET_FILE:pto_runner> $<TARGET_FILE:pto_runtime> ${PTO_LINK_LIBRARIES})
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/ptometal.json CONTENT "{
    \"board\": \"${BOARD}\",
    \"vlen\": ${PTO_VLEN},
    \"compiler\": \"${PTO_COMPILER_KIND}\",
    \"backend\": \"${PTO_BACKEND}\",
    \"march\": \"${PTO_MARCH}\",
    \"compile\": ${compile},
    \"link\": ${link},
    \"libraries\": ${libraries}
}
")
