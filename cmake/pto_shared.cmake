# SPDX-License-Identifier: Apache-2.0
#
# A project that is configured by CMake alone links what `ptometal build` keeps for all projects: the runtime of its
# configuration, and ptoc. Each build of the project brings these up to date and copies what has changed. A project with
# flags of its own compiles them itself, and so does every one with -DPTO_SHARED=OFF.
#
# Sets PTO_PREBUILT and PTO_PTOC, and makes the target pto_shared.

# As a script, for each build: `command` brings `from` up to date, of which `files` are copied to `to`.
if(CMAKE_SCRIPT_MODE_FILE)
    execute_process(COMMAND ${command} WORKING_DIRECTORY ${root} OUTPUT_QUIET RESULT_VARIABLE status)
    if(status)
        message(FATAL_ERROR "ptometal: the runtime that all projects share cannot be built: see above")
    endif()
    foreach(file IN LISTS files)
        file(COPY_FILE ${from}/${file} ${to}/${file} ONLY_IF_DIFFERENT)
    endforeach()
    return()
endif()

option(PTO_SHARED "link the runtime that `ptometal build` keeps for all projects" ON)
if(PROJECT_IS_TOP_LEVEL OR PTO_PREBUILT OR PTO_PTOC OR NOT PTO_SHARED OR CMAKE_C_FLAGS OR CMAKE_ASM_FLAGS OR PTO_WERROR)
    return()
endif()
set(command ${PTO_PYTHON} ${PTO_ROOT}/tools/ptometal/cli.py build --cc ${PTO_COMPILER_KIND} --backend ${PTO_BACKEND})
if(PTO_BOARD_DIR STREQUAL "${PTO_ROOT}/boards/${PTO_BOARD_NAME}")
    list(APPEND command --board ${PTO_BOARD_NAME})
else()
    list(APPEND command --board ${PTO_BOARD_DIR})
endif()
if(NOT PTO_HOST)
    list(APPEND command --libc ${PTO_LIBC})
endif()
if(PTO_VLEN AND NOT PTO_HOST)
    list(APPEND command --vlen ${PTO_VLEN})
endif()
message(STATUS "ptometal: the runtime is the one that all projects share; -DPTO_SHARED=OFF compiles one for this project")
execute_process(COMMAND ${command} WORKING_DIRECTORY ${PTO_ROOT} OUTPUT_VARIABLE built RESULT_VARIABLE status)
if(status OR NOT built MATCHES ": built in ([^\n]+)")
    message(STATUS "ptometal: there is none, so it is compiled for this project")
    return()
endif()
cmake_path(ABSOLUTE_PATH CMAKE_MATCH_1 BASE_DIRECTORY ${PTO_ROOT} NORMALIZE OUTPUT_VARIABLE from)
file(READ ${from}/ptometal.json facts)
string(JSON compiler GET "${facts}" compile 0)
if(NOT compiler STREQUAL CMAKE_C_COMPILER)
    message(STATUS "ptometal: that was compiled by ${compiler}, so it is compiled for this project")
    return()
endif()
set(PTO_PREBUILT ${CMAKE_CURRENT_BINARY_DIR}/shared)
set(PTO_PTOC ${PTO_PREBUILT}/../host/ptoc)
cmake_path(NORMAL_PATH PTO_PTOC)
file(MAKE_DIRECTORY ${PTO_PREBUILT} ${CMAKE_CURRENT_BINARY_DIR}/host)
file(GLOB files RELATIVE ${from} ${from}/libpto_*.a)
list(REMOVE_ITEM files libpto_check.a libpto_time.a)
list(APPEND files ../host/ptoc)
list(TRANSFORM files PREPEND ${PTO_PREBUILT}/ OUTPUT_VARIABLE copies)
list(TRANSFORM copies REPLACE "[^/]+/\\.\\./" "")
add_custom_target(pto_shared
    COMMAND ${CMAKE_COMMAND} "-Dcommand=${command}" -Droot=${PTO_ROOT} -Dfrom=${from} -Dto=${PTO_PREBUILT} "-Dfiles=${files}"
        -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${copies} COMMENT "Updating the runtime that all projects share" VERBATIM)
