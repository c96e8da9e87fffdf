# SPDX-License-Identifier: Apache-2.0
#
# The facts of this board, for CMake and for the driver (which reads the set() lines as they stand).

set(PTO_BOARD_DESCRIPTION "Shakti C-class soft core of an Arty A7 as QEMU has it")
set(PTO_BOARD_MARCH rv64gc)
set(PTO_BOARD_ABI lp64d)

set(PTO_BOARD_CONSOLE shakti_uart)
set(PTO_BOARD_DISCOVERY fixed)
set(PTO_BOARD_EXIT console)
set(PTO_BOARD_WAKE none)

set(PTO_BOARD_QEMU qemu-system-riscv64 -M shakti_c)
set(PTO_BOARD_QEMU_LOAD -bios @ELF@)

# Hardware: into RAM over a debug probe whose OpenOCD listens at its usual port.
set(PTO_BOARD_FLASH gdb-multiarch -q -batch -ex "target extended-remote :3333" -ex load -ex detach @ELF@)
