# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "this computer: a process of Linux")
set(PTO_BOARD_MACHINE host)
set(PTO_BOARD_MARCH native)
set(PTO_BOARD_ABI native)

set(PTO_BOARD_CONSOLE stdio)
set(PTO_BOARD_EXIT process)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_WAKE threads)
set(PTO_BOARD_PROTECTION mprotect)
set(PTO_BOARD_COPY libc)
set(PTO_BOARD_PEERS memory)
set(PTO_BOARD_LINK files)

# What runs more ranks than this board has cores for.
set(PTO_BOARD_FOR_RANKS native-8)
