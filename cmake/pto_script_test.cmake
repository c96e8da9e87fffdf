# SPDX-License-Identifier: Apache-2.0
#
# Tests that are scripts, for the firmware's project and for the tools' project. PTO_ROOT and PTO_BUILD_DIR
# are in the cache of both.

find_program(PTO_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(PTO_PYTHON NAMES python3)

# Time limits are for a machine that has nothing else to do; this is for others.
set(PTO_TIMEOUT_SCALE 4 CACHE STRING "what the time limits of the tests are multiplied by")
set(PTO_TEST_TIMEOUT "" CACHE STRING "seconds that each test may take, whatever its own time limit is")

# Leave the time limit of a test that asks for so many seconds in `result`.
function(pto_time_limit seconds result)
    math(EXPR limit "${seconds} * ${PTO_TIMEOUT_SCALE}")
    if(PTO_TEST_TIMEOUT)
        set(limit ${PTO_TEST_TIMEOUT})
    endif()
    set(${result} ${limit} PARENT_SCOPE)
endfunction()

# pto_add_script_test(NAME COMMAND word... [TIMEOUT seconds])
#
# Register a script that prints TAP. Its environment names the build: PTO_BUILD (the build folder), PTO_PYTHON,
# PTOMETAL (the command line driver) and, for the firmware, PTO_BOARD, PTO_VLEN, PTO_CC and PTO_BACKEND. Python finds
# what scripts share (tap.py) in tests/.
function(pto_add_script_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    pto_time_limit(${arg_TIMEOUT} arg_TIMEOUT)
    pto_register_test(${name} TIMEOUT ${arg_TIMEOUT} COMMAND
        ${PTO_PYTHON} ${PTO_ROOT}/tools/ptometal/results/tap.py --name ${name} --results ${PTO_BUILD_DIR}/tap
        --timeout ${arg_TIMEOUT} -- ${arg_COMMAND})
endfunction()

function(pto_register_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND")
    math(EXPR limit "${arg_TIMEOUT} + 10")
    set(environment PTO_BUILD=${PTO_BUILD_DIR} PTO_PYTHON=${PTO_PYTHON} PTOMETAL=${PTO_ROOT}/ptometal
        PYTHONPATH=${PTO_ROOT}/tests)
    if(BOARD)
        list(APPEND environment PTO_BOARD=${BOARD} PTO_VLEN=${PTO_VLEN} PTO_CC=${PTO_COMPILER_KIND}
            PTO_BACKEND=${PTO_BACKEND})
    endif()
    add_test(NAME ${name} COMMAND ${arg_COMMAND})
    # Those that may take longest begin first, so that none is left alone at the end.
    set_tests_properties(${name} PROPERTIES TIMEOUT ${limit} COST ${limit} ENVIRONMENT "${environment}")
endfunction()
