# SPDX-License-Identifier: Apache-2.0
#
# The headers that tools/headers.py makes of the tables of isa/ when CMake configures, which it does again when one of these
# changes. PTO_HEADERS is their folder. The driver names one for all of its builds: objects that boards share have its path.

set(PTO_HEADERS ${PTO_BUILD_DIR}/pto_headers CACHE PATH "a folder for the headers that are made of tables")
file(GLOB header_sources ${PTO_ROOT}/isa/*.def ${PTO_ROOT}/tools/*.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header_sources})
if(NOT PTO_PYTHON)
    message(FATAL_ERROR "python3 not found: it makes headers of the tables of isa/")
endif()
execute_process(COMMAND ${PTO_PYTHON} -B ${PTO_ROOT}/tools/headers.py ${PTO_HEADERS} COMMAND_ERROR_IS_FATAL ANY)
